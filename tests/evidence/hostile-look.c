/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hostile-look.h"

static PackageCamera cameras[] = {
  { HOSTILE_CAMERA,
    "[\"end_left\"]",
    0,
    { .kind = FOOTAGE_MATROSKA, .fps_n = 25, .fps_d = 1, .group = 50, .b_frames = 2 },
    "mkv" },
  { "CR-01-B",
    "[\"end_right\"]",
    -120,
    { .kind = FOOTAGE_MP4, .fps_n = 30, .fps_d = 1, .group = 30 },
    "mp4" },
  { "CR-01-C", "[]", 40, { .kind = FOOTAGE_WEBM_VP8, .fps_n = 25, .fps_d = 1 }, "webm" },
  { "CR-01-D", "[]", 7, { .kind = FOOTAGE_MATROSKA_AV1, .fps_n = 25, .fps_d = 1 }, "mkv" },
  { "CR-01-E", "[]", 0, { .kind = FOOTAGE_AVI_MJPEG, .fps_n = 5, .fps_d = 1 }, "avi" },
};

void
hostile_look_init (PackageLook *look, guint seconds, int rate)
{
  for (guint i = 0; i < G_N_ELEMENTS (cameras); i++)
    {
      Footage *footage = &cameras[i].footage;

      if (rate > 0)
        footage->fps_n = rate;
      footage->n_frames = seconds * (guint) footage->fps_n;
    }
  *look = (PackageLook){ cameras,       G_N_ELEMENTS (cameras), 1,
                         HOSTILE_TITLE, HOSTILE_NOTE,           HOSTILE_NOTE };
}
