/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-picture-pool.h"

#include "sky-picture-memory.h"

struct _SkyPicturePool
{
  GstVideoBufferPool parent_instance;
};

G_DEFINE_FINAL_TYPE (SkyPicturePool, sky_picture_pool, GST_TYPE_VIDEO_BUFFER_POOL)

static void
sky_picture_pool_release_buffer (GstBufferPool *pool, GstBuffer *buffer)
{
  gboolean shared = FALSE;

  for (guint i = 0; i < gst_buffer_n_memory (buffer); i++)
    shared = shared || sky_picture_memory_is_shared (gst_buffer_peek_memory (buffer, i));
  /* A buffer whose memory is not what it was is let go of by the pool. */
  if (shared)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_TAG_MEMORY);
  GST_BUFFER_POOL_CLASS (sky_picture_pool_parent_class)->release_buffer (pool, buffer);
}

static void
sky_picture_pool_class_init (SkyPicturePoolClass *klass)
{
  GST_BUFFER_POOL_CLASS (klass)->release_buffer = sky_picture_pool_release_buffer;
}

static void
sky_picture_pool_init (SkyPicturePool *self)
{
}

void
sky_picture_pool_offer (GstAllocator *memory, GstQuery *query)
{
  GstAllocationParams params;
  GstVideoInfo info;
  GstCaps *caps = NULL;

  gst_query_parse_allocation (query, &caps, NULL);
  if (caps == NULL || !gst_video_info_from_caps (&info, caps))
    return;
  g_autoptr (GstBufferPool) pool = g_object_ref_sink (g_object_new (SKY_TYPE_PICTURE_POOL, NULL));
  gst_allocation_params_init (&params);
  gst_query_add_allocation_param (query, memory, &params);
  gst_query_add_allocation_pool (query, pool, (guint) GST_VIDEO_INFO_SIZE (&info), 0, 0);
}
