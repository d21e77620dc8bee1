/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pool from which a decoder takes its pictures where their memory is SkyPictureMemory: what is
 * still looked at elsewhere is not used again. Private to this folder. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

#define SKY_TYPE_PICTURE_POOL (sky_picture_pool_get_type ())
G_DECLARE_FINAL_TYPE (SkyPicturePool, sky_picture_pool, SKY, PICTURE_POOL, GstVideoBufferPool)

/* Offers a new pool with @memory in @query, an allocation query. */
void sky_picture_pool_offer (GstAllocator *memory, GstQuery *query);

G_END_DECLS
