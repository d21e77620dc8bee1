/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stretch of a recording as a file of its own, for viewing: the pictures' coded bytes are copied
 * as they are, never decoded and encoded again. They go into what browsers play: H.264, H.265, AV1
 * and VP9 into MP4, VP8 into WebM, and all else into Matroska. A recording can only be cut at its
 * key frames, so a clip begins at the key frame at or before the stretch and ends with the one at
 * or after it. */
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
  const char *codec;  /* as people name it ("H.264"); NULL: none of those that are named; static */
  int width;          /* as coded; 0: not known */
  int height;
  GArray *times; /* of SkyTime: when each picture is shown, the first one first */
} SkyMediaClip;

void sky_media_clip_clear (SkyMediaClip *self);

/* Copies @from…@until of the recording that the descriptor @source, which is borrowed, has open
 * into the file @target, which is made or replaced. @path names the recording in messages. Where
 * the recording begins or ends within the stretch the clip does too. Blocks; @clip takes what it
 * has in it, and is the caller's to clear. Returns FALSE with a SKY_MEDIA_ERROR, or
 * G_IO_ERROR_CANCELLED; then no file is left.
 */
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
