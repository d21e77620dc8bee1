/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for a decoder's pictures whose copies are the picture itself. A decoder goes on reading a
 * picture that it has handed out, for the sake of those that build on it, and holds it mapped for
 * writing all the while; GStreamer makes a copy for whoever else wants it, which costs a fifth of
 * decoding. From a decoder that never writes into what it has handed out no copy is needed.
 *
 * A copy cannot be written to. What is let go of is kept for the next picture, up to a bound that
 * counts pictures of every size; all recordings of a camera have one memory. Any thread. Private to
 * this folder. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

#define SKY_TYPE_PICTURE_MEMORY (sky_picture_memory_get_type ())
G_DECLARE_FINAL_TYPE (SkyPictureMemory, sky_picture_memory, SKY, PICTURE_MEMORY, GstAllocator)

/* As many bytes are kept for pictures to come: some twenty pictures of 720p. */
#define SKY_PICTURE_MEMORY_SPARE_MAX ((gsize) 32 * 1024 * 1024)

/* Returns: (transfer full). */
GstAllocator *sky_picture_memory_new (void);

/* Returns: how many bytes @memory keeps now. */
gsize sky_picture_memory_get_spare (GstAllocator *memory);

/* Returns: whether @memory is of this kind and a copy of it is held somewhere. */
gboolean sky_picture_memory_is_shared (GstMemory *memory);

G_END_DECLS
