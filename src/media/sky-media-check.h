/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a recording can be played: opens it and decodes its first picture, without a display. It
 * uses the player's code, so what passes here plays there. */
#pragma once

#include <gio/gio.h>

#include "sky-time.h"

G_BEGIN_DECLS

typedef struct
{
  char *codec;      /* as people name it ("H.264"), owned by the struct */
  SkyTime duration; /* SKY_TIME_NONE when the file does not tell */
  int width;        /* as coded, before rotation */
  int height;
  int pixel_aspect_n;
  int pixel_aspect_d;
  int fps_n; /* 0/1 when variable or unknown */
  int fps_d;
  int rotation; /* clockwise degrees to turn the picture by: 0, 90, 180, 270 */
} SkyMediaInfo;

void sky_media_info_clear (SkyMediaInfo *self);

/* Opens @path and decodes one picture. Blocks the calling thread, which must not be the main thread
 * of a program with windows. @info may be NULL and is set only on success; clear it with
 * sky_media_info_clear(). Returns FALSE with a SKY_MEDIA_ERROR, or G_IO_ERROR_CANCELLED. */
gboolean sky_media_check_file (const char *path,
                               GCancellable *cancellable,
                               SkyMediaInfo *info,
                               GError **error);

/* The same for the file open as @descriptor, which is borrowed. Messages use @path. */
gboolean sky_media_check_recording (int descriptor,
                                    const char *path,
                                    GCancellable *cancellable,
                                    SkyMediaInfo *info,
                                    GError **error);

/* Whether the file open as @descriptor is a recording that may be passed on: Matroska, MP4, MPEG-TS
 * or AVI, with a stream of pictures and no reference to other files. It decodes nothing: a damaged
 * recording is still one. Blocks; fails like sky_media_check_file(). */
gboolean
sky_media_check_kind (int descriptor, const char *path, GCancellable *cancellable, GError **error);

/* Where the pictures of the file open as @descriptor end, from its start: a playable recording may
 * be cut off or damaged later. It decodes the last key frame before @length, the expected duration,
 * and counts the rest without decoding. That takes no longer for a long recording, unless it has no
 * key frames. Otherwise like sky_media_check_recording(); fails if no picture comes there. */
gboolean sky_media_check_end (int descriptor,
                              const char *path,
                              SkyTime length,
                              GCancellable *cancellable,
                              SkyTime *end,
                              GError **error);

/* Pictures that follow each other without a jump of the recording's clock. */
typedef struct
{
  SkyTime from; /* by the clock, from the recording's first picture on; may be negative */
  SkyTime until;
} SkyMediaStretch;

/* The stretches of a recording whose clock jumps, for instance because files were joined, in file
 * order. Only the first can be placed in time, and only it is played. Reads the whole file open as
 * @descriptor. Returns: (element-type SkyMediaStretch) (nullable): them, or NULL if the clock does
 * not jump. */
GArray *sky_media_check_stretches (int descriptor) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyMediaInfo, sky_media_info_clear)

G_END_DECLS
