/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes pictures that the caller draws into a recording: H.264 in Matroska, a key frame every two
 * seconds, no B-frames, so that it seeks fast. It has a temporary name in the same folder until it
 * is complete. A writer freed earlier leaves nothing. Needs no display. One thread at a time may
 * use it. */
#pragma once

#include <gio/gio.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* The layout of a picture's bytes. */
typedef enum
{
  SKY_PIXELS_RGB,     /* three bytes a pixel: red, green, blue */
  SKY_PIXELS_CAIRO32, /* cairo's RGB24 and opaque ARGB32 in this machine's byte order */
} SkyPixels;

typedef struct _SkyVideoWriter SkyVideoWriter;

/* Begins a recording at @path of @width × @height pixels (both even) with @fps_n/@fps_d pictures a
 * second. Returns: (transfer full): a writer, or NULL with a SKY_MEDIA_ERROR_WRITE. */
SkyVideoWriter *sky_video_writer_new (const char *path,
                                      int width,
                                      int height,
                                      int fps_n,
                                      int fps_d,
                                      SkyPixels pixels,
                                      GError **error);

/* Adds the picture shown from @at on. The first one's @at is the recording's start (its segment's
 * start); each later one must be after the one before. @data has @stride bytes per row and is
 * copied. Blocks while the encoder is behind. Returns FALSE with a SKY_MEDIA_ERROR_WRITE if the
 * encoder or the disk failed. */
gboolean sky_video_writer_push (
    SkyVideoWriter *self, const guint8 *data, gsize stride, SkyTime at, GError **error);

/* The recording's start and its end so far: the last picture lasts one frame interval.
 * SKY_TIME_NONE before the first picture. */
SkyTime sky_video_writer_get_start (const SkyVideoWriter *self);
SkyTime sky_video_writer_get_end (const SkyVideoWriter *self);

/* How many pictures were pushed, and how many of them the encoder has finished. */
guint64 sky_video_writer_get_n_pushed (const SkyVideoWriter *self);
guint64 sky_video_writer_get_n_encoded (SkyVideoWriter *self);

/* Ends the recording, waits until it is on disk and gives it its name. After that, or after an
 * error, only sky_video_writer_free() may follow. Returns FALSE with a SKY_MEDIA_ERROR_WRITE or
 * G_IO_ERROR_CANCELLED; no file is then left. */
gboolean sky_video_writer_finish (SkyVideoWriter *self, GCancellable *cancellable, GError **error);

/* Discards an unfinished recording. */
void sky_video_writer_free (SkyVideoWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyVideoWriter, sky_video_writer_free)

G_END_DECLS
