/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a recording, decoded without a display: one for a report, or those of a stretch in
 * order. */
#pragma once

#include <gio/gio.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* A picture in cairo's RGB24 layout of this machine. */
typedef struct
{
  int width;
  int height;
  gsize stride;
  guint8 *pixels;
  SkyTime at; /* the recording's own time: 0 is its start */
} SkyMediaPicture;

void sky_media_picture_clear (SkyMediaPicture *self);

/* Decodes the picture that the recording which @descriptor, borrowed, has open shows at @at (its
 * own time): the last one that begins at or before it. @path names it in messages. Blocks. Clear
 * @picture with sky_media_picture_clear(). Returns FALSE with a SKY_MEDIA_ERROR, or
 * G_IO_ERROR_CANCELLED. */
gboolean sky_media_picture_grab (int descriptor,
                                 const char *path,
                                 SkyTime at,
                                 SkyMediaPicture *picture,
                                 GCancellable *cancellable,
                                 GError **error);

/* Takes a picture, which is borrowed, in a thread of the pipeline; the next one waits for its
 * return. Returns: FALSE when it needs no more. */
typedef gboolean (*SkyMediaPictureFunc) (const SkyMediaPicture *picture, gpointer data);

/* Decodes the pictures that the recording shows from @from until @until (its own time) and gives
 * them to @func in order. The first is the one that @from falls into. At least @apart microseconds
 * lie between two of them (0: all). Otherwise as sky_media_picture_grab(). Returns FALSE with a
 * SKY_MEDIA_ERROR or G_IO_ERROR_CANCELLED; what was given until then stands. */
gboolean sky_media_picture_read (int descriptor,
                                 const char *path,
                                 SkyTime from,
                                 SkyTime until,
                                 SkyTime apart,
                                 SkyMediaPictureFunc func,
                                 gpointer data,
                                 GCancellable *cancellable,
                                 GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyMediaPicture, sky_media_picture_clear)

G_END_DECLS
