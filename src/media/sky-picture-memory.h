/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for a decoder's pictures whose copies are the picture itself. A decoder still reads a
 * delivered picture, because others build on it, and keeps it mapped for writing. GStreamer then
 * copies it for other users, which costs a fifth of decoding. A decoder that never writes into
 * delivered pictures needs no copy.
 *
 * A copy cannot be written to. Released memory is kept for the next picture, up to a bound over
 * pictures of every size. All recordings of a camera share one memory. Any thread. Private to this
 * folder. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

#define SKY_TYPE_PICTURE_MEMORY (sky_picture_memory_get_type ())
G_DECLARE_FINAL_TYPE (SkyPictureMemory, sky_picture_memory, SKY, PICTURE_MEMORY, GstAllocator)

/* How many bytes are kept for future pictures: some twenty pictures of 720p. */
#define SKY_PICTURE_MEMORY_SPARE_MAX ((gsize) 32 * 1024 * 1024)

/* Returns: (transfer full). */
GstAllocator *sky_picture_memory_new (void);

/* Returns: how many bytes @memory keeps now. */
gsize sky_picture_memory_get_spare (GstAllocator *memory);

/* Returns whether @memory is of this kind and someone holds a copy of it. */
gboolean sky_picture_memory_is_shared (GstMemory *memory);

G_END_DECLS
