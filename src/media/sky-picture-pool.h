/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pool of a decoder whose pictures use SkyPictureMemory: it never reuses a picture still in use
 * elsewhere. Private to this folder. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

#define SKY_TYPE_PICTURE_POOL (sky_picture_pool_get_type ())
G_DECLARE_FINAL_TYPE (SkyPicturePool, sky_picture_pool, SKY, PICTURE_POOL, GstVideoBufferPool)

/* Offers a new pool with @memory in @query, an allocation query. */
void sky_picture_pool_offer (GstAllocator *memory, GstQuery *query);

G_END_DECLS
