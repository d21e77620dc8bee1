/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings whose every frame carries its own time in the picture, in milliseconds, as a pattern
 * of black and white blocks: what is on screen is read back, not what a timestamp claims. */
#pragma once

#include <gst/video/video.h>

#include "sky-time.h"

G_BEGIN_DECLS

typedef enum
{
  FOOTAGE_MATROSKA,
  FOOTAGE_MP4,
  FOOTAGE_MP4_FRAGMENTED,
  FOOTAGE_WEBM_VP8,
  FOOTAGE_WEBM_VP9,
  FOOTAGE_AVI_MJPEG,
  FOOTAGE_MP4_H265,
  FOOTAGE_MATROSKA_H265_DEEP, /* ten bits a sample */
  FOOTAGE_MATROSKA_AV1,
  FOOTAGE_MPEG_TS, /* its clock has begun before the first picture */
  FOOTAGE_WAV,
} FootageKind;

typedef struct
{
  FootageKind kind;
  int width; /* upright; 0: 320 × 240 */
  int height;
  int fps_n; /* 0: 30/1 */
  int fps_d;
  guint n_frames;
  const guint *numbers; /* which frames of the rate there are, n_frames of them; NULL: all */
  guint group;          /* frames from one key frame to the next; 0: a second's */
  guint b_frames;
  gboolean no_key_frames; /* the first frame, the only key frame, is left out */
  gboolean interlaced;    /* the later half of each picture's lines is black */
  gboolean busy;          /* with a texture that moves, as costly to decode as a real scene */
  SkyTime clock_start;    /* what the container's clock says of the first frame */
  guint first_ms;         /* the time that the first frame carries */
  int pixel_aspect_n;     /* 0: square */
  int pixel_aspect_d;
  GstVideoOrientationMethod
      orientation; /* the picture is stored turned, and tagged so (MP4 only) */
} Footage;

/* Returns: (transfer none): a folder for the test's files, which goes when the program ends. */
const char *footage_get_folder (void);

/* Returns: the path of @name in that folder. */
char *footage_path (const char *name);

/* Writes the recording. It looks an hour old: one just written to is taken for one that grows. */
void footage_write (const Footage *self, const char *path);

/* Writes an MPEG transport stream of @n stretches of @n_frames frames each, whose clock is at
 * @clocks[i] when the i-th begins; what that carries counts from 100 s × i. */
void footage_write_stretches (const char *path, const SkyTime *clocks, guint n, guint n_frames);

/* Has the file look as if it was last written to @seconds ago. */
void footage_age (const char *path, int seconds);

int footage_get_fps_n (const Footage *self);
int footage_get_fps_d (const Footage *self);

/* How long the recording is. */
SkyTime footage_get_duration (const Footage *self);

/* When the frame @n stands, from the recording's start on. */
SkyTime footage_get_frame_time (const Footage *self, guint n);

/* The time that the frame @n carries. */
guint footage_get_frame_ms (const Footage *self, guint n);

/* The last frame that is not after @time, counted from the recording's start. */
guint footage_get_frame_at (const Footage *self, SkyTime time);

/* Has a black-and-white picture carry @ms; what it carries wraps at 2^24. */
void footage_mark (guint8 *luma, gsize stride, int width, int height, guint ms);

/* Reads what a picture carries. @pixels has @stride bytes a row, @step a pixel, of which the first
 * is looked at. Returns: milliseconds, or -1 when the blocks do not make sense. */
int footage_read (const guint8 *pixels, gsize stride, gsize step, int width, int height);

G_END_DECLS
