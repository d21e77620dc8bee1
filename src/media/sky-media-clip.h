/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stretch of a recording as its own file, for viewing. The coded pictures are copied, never
 * decoded and encoded again, into what browsers play: H.264, H.265, AV1 and VP9 into MP4, VP8 into
 * WebM, all else into Matroska. Recordings can be cut only at key frames. So a clip begins at the
 * key frame at or before the stretch and ends with the one at or after it. */
#pragma once

#include <gio/gio.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* What a clip has in it. Times are the recording's own: 0 is its start. */
typedef struct
{
  SkyTime first; /* of the first picture */
  SkyTime last;  /* of the last picture */
  SkyTime end;   /* where the last picture ends */
  guint64 n_pictures;
  const char *suffix; /* of the container's files: "mp4", "webm" or "mkv"; static */
  const char *codec;  /* common name ("H.264"); NULL: not one of those listed; static */
  int width;          /* as coded; 0: not known */
  int height;
  GArray *times; /* of SkyTime: the time of each picture, in order */
} SkyMediaClip;

void sky_media_clip_clear (SkyMediaClip *self);

/* Copies @from…@until of the recording open as @source, which is borrowed, into the file @target,
 * creating or replacing it. Messages use @path. If the recording begins or ends within the stretch,
 * so does the clip. Blocks. @clip takes a description, which the caller clears. Returns FALSE with
 * a SKY_MEDIA_ERROR, or G_IO_ERROR_CANCELLED; no file is then left. */
gboolean sky_media_clip_write (int source,
                               const char *path,
                               const char *target,
                               SkyTime from,
                               SkyTime until,
                               SkyMediaClip *clip,
                               GCancellable *cancellable,
                               GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyMediaClip, sky_media_clip_clear)

G_END_DECLS
