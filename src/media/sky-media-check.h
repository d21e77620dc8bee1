/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a recording can be played at all: opens it and decodes its first picture, without a
 * display. It takes the same road as the player, so what passes here plays there. */
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
  int rotation; /* clockwise degrees the picture has to be turned by: 0, 90, 180, 270 */
} SkyMediaInfo;

void sky_media_info_clear (SkyMediaInfo *self);

/* Opens @path and decodes one picture. Blocks the calling thread, which must not be the main thread
 * of a program with windows. @info may be NULL and is set only on success; clear it with
 * sky_media_info_clear(). Returns FALSE with a SKY_MEDIA_ERROR, or G_IO_ERROR_CANCELLED. */
gboolean sky_media_check_file (const char *path,
                               GCancellable *cancellable,
                               SkyMediaInfo *info,
                               GError **error);

/* The same for the file that @descriptor has open, which is borrowed; @path names it in messages.
 */
gboolean sky_media_check_recording (int descriptor,
                                    const char *path,
                                    GCancellable *cancellable,
                                    SkyMediaInfo *info,
                                    GError **error);

/* Whether what @descriptor has open is a recording that may be handed on: Matroska, MP4, MPEG-TS or
 * AVI, with a stream of pictures, and without a reference to other files. Nothing is decoded: what
 * is damaged is a recording all the same. Blocks; fails as sky_media_check_file(). */
gboolean
sky_media_check_kind (int descriptor, const char *path, GCancellable *cancellable, GError **error);

/* Where the pictures of the file that @descriptor has open end, counted from its start: a recording
 * that plays may be cut off or damaged later. Goes to the last key frame before @length, which is
 * how long the recording should be, decodes it, and counts what follows without decoding it; that
 * takes no longer for a long recording, unless it has no key frames. Otherwise as
 * sky_media_check_recording(); fails when no picture comes there. */
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

/* The stretches of a recording whose clock jumps, as where files were put together, in the order in
 * which they lie in it: only the first can be placed in time, and is all that is played. Reads the
 * whole file that @descriptor has open. Returns: (element-type SkyMediaStretch) (nullable): them,
 * or NULL when the clock does not jump. */
GArray *sky_media_check_stretches (int descriptor) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyMediaInfo, sky_media_info_clear)

G_END_DECLS
