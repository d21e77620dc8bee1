/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy of a decoder's picture is the picture itself, and stays as it is for as long as it is
 * held. */
#include "config.h"

#include "numbered-footage.h"
#include "sky-frame.h"
#include "sky-media-source.h"
#include "sky-picture-memory.h"
#include "sky-picture-pool.h"

#define SIZE     1000
#define N_FRAMES 60

static const guint8 *
bytes_of (GstMemory *memory)
{
  GstMapInfo map;

  g_assert_true (gst_memory_map (memory, &map, GST_MAP_READ));
  const guint8 *bytes = map.data;
  gst_memory_unmap (memory, &map);
  return bytes;
}

static void
test_copies (void)
{
  g_autoptr (GstAllocator) allocator = sky_picture_memory_new ();
  GstMemory *memory = gst_allocator_alloc (allocator, SIZE, NULL);
  GstMapInfo map;

  g_assert_false (sky_picture_memory_is_shared (memory));
  g_assert_true (gst_memory_map (memory, &map, GST_MAP_READWRITE));
  memset (map.data, 7, SIZE);
  /* As a decoder has it mapped. */
  GstMemory *copy = gst_memory_copy (memory, 0, -1);
  g_assert_true (sky_picture_memory_is_shared (memory));
  g_assert_true (bytes_of (copy) == map.data);
  g_assert_cmpuint (copy->size, ==, SIZE);
  GstMemory *part = gst_memory_copy (copy, 10, 20);
  g_assert_true (bytes_of (part) == map.data + 10);
  g_assert_cmpuint (part->size, ==, 20);
  gst_memory_unref (part);
  gst_memory_unmap (memory, &map);
  g_assert_false (gst_memory_map (copy, &map, GST_MAP_WRITE));

  gst_memory_unref (memory);
  g_assert_false (sky_picture_memory_is_shared (copy));
  const guint8 *held = bytes_of (copy);
  memory = gst_allocator_alloc (allocator, SIZE, NULL);
  g_assert_true (bytes_of (memory) != held);
  g_assert_cmpint (held[SIZE - 1], ==, 7);
  gst_memory_unref (copy);
  gst_memory_unref (memory);
}

/* What is let go of is used again for pictures of the same size, and for no others. */
static void
test_spare (void)
{
  g_autoptr (GstAllocator) allocator = sky_picture_memory_new ();
  GstAllocationParams params;

  gst_allocation_params_init (&params);
  params.align = 255;
  params.prefix = 3;
  params.padding = 5;
  GstMemory *memory = gst_allocator_alloc (allocator, SIZE, &params);
  const guint8 *bytes = bytes_of (memory);
  g_assert_cmpuint (memory->size, ==, SIZE);
  g_assert_cmpuint (((gsize) bytes - params.prefix) % 256, ==, 0);
  gst_memory_unref (memory);
  memory = gst_allocator_alloc (allocator, SIZE, &params);
  g_assert_true (bytes_of (memory) == bytes);
  gst_memory_unref (memory);
  memory = gst_allocator_alloc (allocator, 2 * SIZE, NULL);
  g_assert_cmpuint (memory->maxsize, ==, 2 * SIZE);
  gst_memory_unref (memory);
}

/* What is kept is bounded, whatever the sizes: what was let go of first makes room. */
static void
test_bound (void)
{
  static const gsize sizes[] = { 1000000, 3000000, 5000 };
  g_autoptr (GstAllocator) allocator = sky_picture_memory_new ();
  GstMemory *memories[200];

  for (guint i = 0; i < G_N_ELEMENTS (memories); i++)
    memories[i] = gst_allocator_alloc (allocator, sizes[i % G_N_ELEMENTS (sizes)], NULL);
  g_assert_cmpuint (sky_picture_memory_get_spare (allocator), ==, 0);
  const guint8 *last = bytes_of (memories[G_N_ELEMENTS (memories) - 1]);
  for (guint i = 0; i < G_N_ELEMENTS (memories); i++)
    {
      gst_memory_unref (memories[i]);
      g_assert_cmpuint (sky_picture_memory_get_spare (allocator), <=, SKY_PICTURE_MEMORY_SPARE_MAX);
    }
  gsize kept = sky_picture_memory_get_spare (allocator);
  g_assert_cmpuint (kept, >, SKY_PICTURE_MEMORY_SPARE_MAX - sizes[1]);

  /* Both of two sizes that come by turns are there, and what was let go of last goes first. */
  GstMemory *small = gst_allocator_alloc (allocator, sizes[2], NULL);
  GstMemory *large = gst_allocator_alloc (allocator, sizes[1], NULL);
  g_assert_true (bytes_of (large) == last);
  g_assert_cmpuint (sky_picture_memory_get_spare (allocator), ==, kept - sizes[1] - sizes[2]);
  gst_memory_unref (small);
  gst_memory_unref (large);
  g_assert_cmpuint (sky_picture_memory_get_spare (allocator), ==, kept);

  /* What is larger than all that may be kept is not kept. */
  GstMemory *huge = gst_allocator_alloc (allocator, SKY_PICTURE_MEMORY_SPARE_MAX + 1, NULL);
  gst_memory_unref (huge);
  g_assert_cmpuint (sky_picture_memory_get_spare (allocator), <=, SKY_PICTURE_MEMORY_SPARE_MAX);
}

static GstBufferPool *
offered_pool (GstAllocator *allocator)
{
  g_autoptr (GstCaps) caps = gst_caps_from_string ("video/x-raw,format=GRAY8,width=64,height=8");
  g_autoptr (GstQuery) query = gst_query_new_allocation (caps, TRUE);
  GstBufferPool *pool = NULL;
  guint size = 0;

  sky_picture_pool_offer (allocator, query);
  gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, NULL, NULL);
  g_assert_nonnull (pool);
  GstStructure *config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, size, 0, 0);
  gst_buffer_pool_config_set_allocator (config, allocator, NULL);
  g_assert_true (gst_buffer_pool_set_config (pool, config));
  g_assert_true (gst_buffer_pool_set_active (pool, TRUE));
  return pool;
}

static GstBuffer *
acquire (GstBufferPool *pool)
{
  GstBuffer *buffer = NULL;

  g_assert_cmpint (gst_buffer_pool_acquire_buffer (pool, &buffer, NULL), ==, GST_FLOW_OK);
  return buffer;
}

/* A pool does not hand out again what is still held as a copy. */
static void
test_pool (void)
{
  g_autoptr (GstAllocator) allocator = sky_picture_memory_new ();
  GstBufferPool *pool = offered_pool (allocator);
  GstBuffer *buffer = acquire (pool);
  const guint8 *bytes = bytes_of (gst_buffer_peek_memory (buffer, 0));
  GstMapInfo map;

  g_assert_true (gst_buffer_map (buffer, &map, GST_MAP_READWRITE));
  GstBuffer *copy = gst_buffer_copy (buffer);
  g_assert_true (bytes_of (gst_buffer_peek_memory (copy, 0)) == bytes);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);

  buffer = acquire (pool);
  g_assert_true (bytes_of (gst_buffer_peek_memory (buffer, 0)) != bytes);
  gst_buffer_unref (copy);
  GstBuffer *second = acquire (pool);
  g_assert_true (bytes_of (gst_buffer_peek_memory (second, 0)) == bytes);
  gst_buffer_unref (second);
  gst_buffer_unref (buffer);
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
}

/* --- A decoder's --- */

typedef struct
{
  GMutex lock;
  GCond over;
  gboolean ended;
  GPtrArray *frames; /* SkyFrame: every other one */
  GPtrArray *sums;   /* of each of them when it came */
  guint n_pictures;
  guint n_shared;
} Taken;

static char *
sum_of (SkyFrame *frame)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  GstVideoFrame mapped;

  g_assert_true (gst_video_frame_map (&mapped, &frame->info, frame->buffer, GST_MAP_READ));
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (&mapped); plane++)
    for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (&mapped, plane); y++)
      g_checksum_update (sum,
                         (const guchar *) GST_VIDEO_FRAME_PLANE_DATA (&mapped, plane)
                             + y * GST_VIDEO_FRAME_PLANE_STRIDE (&mapped, plane),
                         GST_VIDEO_FRAME_COMP_WIDTH (&mapped, plane));
  gst_video_frame_unmap (&mapped);
  return g_strdup (g_checksum_get_string (sum));
}

static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  Taken *taken = data;
  SkyFrame *frame = sky_frame_new (sample, (SkyTime) (at / GST_USECOND), 0, orientation);

  g_assert_nonnull (frame);
  if (SKY_IS_PICTURE_MEMORY (gst_buffer_peek_memory (frame->buffer, 0)->allocator))
    taken->n_shared++;
  if (taken->n_pictures++ % 2 == 0)
    {
      g_ptr_array_add (taken->sums, sum_of (frame));
      g_ptr_array_add (taken->frames, sky_frame_ref (frame));
    }
  sky_frame_unref (frame);
  return TRUE;
}

static void
flushed_cb (gpointer data)
{
}

static void
ended_cb (SkySourceEnd why, gpointer data)
{
  Taken *taken = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&taken->lock);

  taken->ended = TRUE;
  g_cond_signal (&taken->over);
}

static void
failed_cb (const GError *error, gpointer data)
{
  g_error ("%s", error->message);
}

typedef struct
{
  const char *name;
  FootageKind kind;
  int threads;
} DecoderCase;

/* What a decoder hands out is shared from its second picture on, and neither what it decodes later
 * nor its end changes what was kept. */
static void
test_decoder (gconstpointer data)
{
  const DecoderCase *test = data;
  static const SkyMediaSourceReceiver receiver = {
    .picture = picture_cb, .flushed = flushed_cb, .ended = ended_cb, .failed = failed_cb
  };
  Footage footage = { .kind = test->kind,
                      .width = 320,
                      .height = 182,
                      .n_frames = N_FRAMES,
                      .group = 12,
                      .b_frames = 2,
                      .busy = TRUE };
  g_autofree char *path = footage_path ("shared.mkv");
  g_autoptr (GError) error = NULL;
  Taken taken = { .frames = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_frame_unref),
                  .sums = g_ptr_array_new_with_free_func (g_free) };

  footage_write (&footage, path);
  g_mutex_init (&taken.lock);
  g_cond_init (&taken.over);
  SkyMediaSource *source =
      sky_media_source_open (NULL, path, test->threads, &receiver, &taken, &error);
  g_assert_no_error (error);
  g_mutex_lock (&taken.lock);
  while (!taken.ended)
    g_cond_wait (&taken.over, &taken.lock);
  g_mutex_unlock (&taken.lock);
  sky_media_source_close (source);

  g_assert_cmpuint (taken.n_pictures, ==, N_FRAMES);
  g_assert_cmpuint (taken.n_shared, >=, N_FRAMES / 2);
  for (guint i = 0; i < taken.frames->len; i++)
    {
      SkyFrame *frame = g_ptr_array_index (taken.frames, i);
      g_autofree char *sum = sum_of (frame);
      GstVideoFrame mapped;
      g_assert_cmpstr (sum, ==, g_ptr_array_index (taken.sums, i));
      if (GST_VIDEO_INFO_COMP_DEPTH (&frame->info, 0) > 8)
        continue;
      g_assert_true (gst_video_frame_map (&mapped, &frame->info, frame->buffer, GST_MAP_READ));
      g_assert_cmpint (footage_read (GST_VIDEO_FRAME_PLANE_DATA (&mapped, 0),
                                     (gsize) GST_VIDEO_FRAME_PLANE_STRIDE (&mapped, 0), 1, 320,
                                     182),
                       ==, (int) footage_get_frame_ms (&footage, 2 * i));
      gst_video_frame_unmap (&mapped);
    }
  g_ptr_array_unref (taken.frames);
  g_ptr_array_unref (taken.sums);
  g_mutex_clear (&taken.lock);
  g_cond_clear (&taken.over);
}

int
main (int argc, char **argv)
{
  static const DecoderCase cases[] = { { "h264/one-thread", FOOTAGE_MATROSKA, 1 },
                                       { "h264/several-threads", FOOTAGE_MATROSKA, 3 },
                                       { "h265/one-thread", FOOTAGE_MP4_H265, 1 },
                                       { "h265/several-threads", FOOTAGE_MP4_H265, 3 },
                                       { "h265/deep", FOOTAGE_MATROSKA_H265_DEEP, 3 } };

  g_test_init (&argc, &argv, NULL);
  gst_init (NULL, NULL);
  g_test_add_func ("/picture-memory/copies", test_copies);
  g_test_add_func ("/picture-memory/spare", test_spare);
  g_test_add_func ("/picture-memory/bound", test_bound);
  g_test_add_func ("/picture-memory/pool", test_pool);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/picture-memory/decoder/%s", cases[i].name);
      g_test_add_data_func (name, &cases[i], test_decoder);
    }
  return g_test_run ();
}
