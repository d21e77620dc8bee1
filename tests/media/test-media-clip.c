/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clips: which pictures are in them, read back from the pictures themselves, that their coded bytes
 * are the recording's own, and that they lie in what browsers play. */
#include "config.h"

#include <glib/gstdio.h>
#include <gst/app/app.h>
#include <string.h>

#include "numbered-footage.h"
#include "sky-archive-file.h"
#include "sky-media-clip.h"
#include "sky-media-error.h"
#include "sky-media-picture.h"

typedef struct
{
  const char *name;
  Footage footage;
  const char *codec;
  const char *suffix;
} Case;

static const Case cases[] = {
  { "matroska", { .n_frames = 300 }, "H.264", "mp4" },
  { "matroska-b-frames", { .n_frames = 300, .group = 45, .b_frames = 2 }, "H.264", "mp4" },
  { "mp4", { .kind = FOOTAGE_MP4, .n_frames = 300 }, "H.264", "mp4" },
  { "mp4-b-frames",
    { .kind = FOOTAGE_MP4, .n_frames = 300, .group = 60, .b_frames = 3 },
    "H.264",
    "mp4" },
  { "mp4-fragmented", { .kind = FOOTAGE_MP4_FRAGMENTED, .n_frames = 300 }, "H.264", "mp4" },
  { "ntsc", { .n_frames = 300, .fps_n = 30000, .fps_d = 1001 }, "H.264", "mp4" },
  { "slow", { .n_frames = 40, .fps_n = 2, .fps_d = 1, .group = 4 }, "H.264", "mp4" },
  { "vp8", { .kind = FOOTAGE_WEBM_VP8, .n_frames = 150 }, "VP8", "webm" },
  { "vp9", { .kind = FOOTAGE_WEBM_VP9, .n_frames = 150 }, "VP9", "mp4" },
  { "av1", { .kind = FOOTAGE_MATROSKA_AV1, .n_frames = 150 }, "AV1", "mp4" },
  { "h265", { .kind = FOOTAGE_MP4_H265, .n_frames = 150 }, "H.265", "mp4" },
  { "h265-b-frames",
    { .kind = FOOTAGE_MP4_H265, .n_frames = 150, .group = 40, .b_frames = 3 },
    "H.265",
    "mp4" },
  { "h265-deep", { .kind = FOOTAGE_MATROSKA_H265_DEEP, .n_frames = 90 }, "H.265", "mp4" },
  { "mpeg-ts", { .kind = FOOTAGE_MPEG_TS, .n_frames = 150 }, "H.264", "mp4" },
  { "mjpeg", { .kind = FOOTAGE_AVI_MJPEG, .n_frames = 150 }, "Motion JPEG", "mkv" },
};

/* In milliseconds. */
static const struct
{
  int from;
  int until;
} spans[] = {
  { 0, 100 },     { 0, 20000 },   { 1000, 2000 },  { 1001, 1999 },
  { 2490, 2510 }, { 3333, 3333 }, { 4200, 60000 },
};

static char *
target_path (void)
{
  return footage_path ("clip");
}

static gboolean
write_clip (const char *path,
            const char *target,
            SkyTime from,
            SkyTime until,
            SkyMediaClip *clip,
            GCancellable *cancellable,
            GError **error)
{
  g_auto (SkyDescriptor) file = sky_archive_file_open (NULL, path, error);

  return file >= 0
         && sky_media_clip_write (file, path, target, from, until, clip, cancellable, error);
}

static int
read_ms (const char *path, SkyTime at, SkyTime *shown)
{
  g_auto (SkyMediaPicture) picture = { 0 };
  g_autoptr (GError) error = NULL;

  g_auto (SkyDescriptor) file = sky_archive_file_open (NULL, path, &error);
  g_assert_no_error (error);
  sky_media_picture_grab (file, path, at, &picture, NULL, &error);
  g_assert_no_error (error);
  *shown = picture.at;
  return footage_read (picture.pixels, picture.stride, 4, picture.width, picture.height);
}

/* The digests of a recording's coded pictures, in their order. */
static void
link_cb (GstElement *parser, GstPad *pad, gpointer sink)
{
  g_autoptr (GstPad) wanted = gst_element_get_static_pad (sink, "sink");

  if (!gst_pad_is_linked (wanted))
    gst_pad_link (pad, wanted);
}

/* As the container has them: a parser would change them. */
static gboolean
continue_cb (GstElement *parser, GstPad *pad, GstCaps *caps, gpointer data)
{
  return !gst_structure_has_field (gst_caps_get_structure (caps, 0), "width");
}

static GPtrArray *
read_coded (const char *path)
{
  GPtrArray *digests = g_ptr_array_new_with_free_func (g_free);
  GstElement *pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  GstElement *file = gst_element_factory_make ("filesrc", NULL);
  GstElement *parser = gst_element_factory_make ("parsebin", NULL);
  GstElement *sink = gst_element_factory_make ("appsink", NULL);
  GstSample *sample;

  g_object_set (file, "location", path, NULL);
  g_object_set (sink, "sync", FALSE, NULL);
  gst_bin_add_many (GST_BIN (pipeline), file, parser, sink, NULL);
  gst_element_link (file, parser);
  g_signal_connect (parser, "autoplug-continue", G_CALLBACK (continue_cb), NULL);
  g_signal_connect (parser, "pad-added", G_CALLBACK (link_cb), sink);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while ((sample = gst_app_sink_try_pull_sample (GST_APP_SINK (sink), 10 * GST_SECOND)) != NULL)
    {
      GstMapInfo map;

      gst_buffer_map (gst_sample_get_buffer (sample), &map, GST_MAP_READ);
      g_ptr_array_add (digests,
                       g_compute_checksum_for_data (G_CHECKSUM_SHA256, map.data, map.size));
      gst_buffer_unmap (gst_sample_get_buffer (sample), &map);
      gst_sample_unref (sample);
    }
  g_assert_true (gst_app_sink_is_eos (GST_APP_SINK (sink)));
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  return digests;
}

/* Every picture of an MP4 file is decoded after the one before, and no later than it is shown. */
static void
assert_decoded_in_time (const char *path)
{
  g_autofree char *line = g_strdup_printf (
      "filesrc location=\"%s\" ! qtdemux ! appsink name=sink sync=false max-buffers=0", path);
  g_autoptr (GstElement) pipeline = gst_parse_launch (line, NULL);
  g_autoptr (GstElement) sink = gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  GstClockTime last = 0;
  GstSample *sample;
  guint n = 0;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while ((sample = gst_app_sink_try_pull_sample (GST_APP_SINK (sink), 10 * GST_SECOND)) != NULL)
    {
      GstBuffer *buffer = gst_sample_get_buffer (sample);

      g_assert_true (GST_BUFFER_DTS_IS_VALID (buffer) && GST_BUFFER_PTS_IS_VALID (buffer));
      g_assert_cmpuint (GST_BUFFER_DTS (buffer), <=, GST_BUFFER_PTS (buffer));
      g_assert_true (n == 0 || GST_BUFFER_DTS (buffer) > last);
      last = GST_BUFFER_DTS (buffer);
      n++;
      gst_sample_unref (sample);
    }
  g_assert_cmpuint (n, >, 0);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

/* The clip's coded pictures are a run of the source's, byte for byte; pictures that refer to what
 * stood before the first, a key frame, and are shown before it, are left out. */
static void
assert_copied (GPtrArray *source, const char *clip, guint64 n_pictures)
{
  g_autoptr (GPtrArray) copied = read_coded (clip);
  guint first = 0;

  g_assert_cmpuint (copied->len, ==, n_pictures);
  while (first < source->len && strcmp (source->pdata[first], copied->pdata[0]) != 0)
    first++;
  for (guint i = 1; i < MIN (copied->len, 2); i++)
    while (first + i < source->len && strcmp (source->pdata[first + i], copied->pdata[i]) != 0)
      first++;
  g_assert_cmpuint (first + copied->len, <=, source->len);
  for (guint i = 1; i < copied->len; i++)
    g_assert_cmpstr (source->pdata[first + i], ==, copied->pdata[i]);
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  g_autofree char *path = footage_path (test->name);
  g_autofree char *target = target_path ();
  g_autoptr (GPtrArray) source = NULL;
  SkyTime length = footage_get_duration (&test->footage);
  SkyTime frame = length / test->footage.n_frames;

  footage_write (&test->footage, path);
  source = read_coded (path);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      SkyTime from = spans[i].from * SKY_MILLISECOND;
      SkyTime until = spans[i].until * SKY_MILLISECOND;
      g_auto (SkyMediaClip) clip = { 0 };
      g_autoptr (GError) error = NULL;
      SkyTime shown;

      write_clip (path, target, from, until, &clip, NULL, &error);
      g_assert_no_error (error);
      assert_copied (source, target, clip.n_pictures);
      g_assert_cmpstr (clip.codec, ==, test->codec);
      g_assert_cmpstr (clip.suffix, ==, test->suffix);
      g_assert_cmpuint (clip.times->len, ==, clip.n_pictures);
      g_assert_cmpint (g_array_index (clip.times, SkyTime, 0), ==, clip.first);
      g_assert_cmpint (g_array_index (clip.times, SkyTime, clip.times->len - 1), ==, clip.last);
      g_assert_cmpint (clip.width, ==, 320);
      g_assert_cmpint (clip.height, ==, 240);
      if (strcmp (clip.suffix, "mp4") == 0)
        assert_decoded_in_time (target);

      /* It starts no later and ends no earlier than asked for; and not by more than a group. */
      g_assert_cmpint (clip.first, <=, from + SKY_MILLISECOND);
      g_assert_cmpint (clip.end + SKY_MILLISECOND, >=, MIN (until, length));
      g_assert_cmpint (clip.first, >=, from - 3 * SKY_SECOND);
      g_assert_cmpint (clip.end, <=, until + 3 * SKY_SECOND);

      /* The pictures say so themselves: at the clip's beginning, in the span, and at its end. */
      const SkyTime instants[] = { clip.first, MAX (from, clip.first), MIN (until, length - frame),
                                   clip.last };
      for (guint k = 0; k < G_N_ELEMENTS (instants); k++)
        {
          /* Between two pictures, so that a container's rounding changes nothing. */
          SkyTime at = instants[k] + frame / 2;
          guint n = footage_get_frame_at (&test->footage, at);

          g_assert_cmpint (read_ms (target, at - clip.first, &shown), ==,
                           (int) footage_get_frame_ms (&test->footage, n));
        }
    }
}

static void
test_refused (void)
{
  g_autofree char *target = target_path ();
  g_autofree char *text = footage_path ("text.mkv");
  g_autofree char *nowhere = footage_path ("nowhere/clip.mkv");
  g_autofree char *good = footage_path ("good.mkv");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const Footage footage = { .n_frames = 60 };
  g_autoptr (GError) error = NULL;
  SkyMediaClip clip;

  g_unlink (target);
  g_assert_true (g_file_set_contents (text, "This is no recording at all.", -1, NULL));
  g_assert_false (write_clip (text, target, 0, 1, &clip, NULL, &error));
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_MEDIA);
  g_clear_error (&error);
  footage_write (&footage, good);
  g_assert_false (write_clip (good, nowhere, 0, 1, &clip, NULL, &error));
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_false (write_clip (good, target, 0, SKY_SECOND, &clip, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
}

/* Any picture of a recording, the last one included; what is behind the end is the last. */
static void
test_picture (void)
{
  const Footage footage = { .n_frames = 90, .group = 40, .b_frames = 2 };
  g_autofree char *path = footage_path ("picture.mkv");

  footage_write (&footage, path);
  for (guint n = 0; n < footage.n_frames; n += 11)
    {
      SkyTime shown;

      g_assert_cmpint (
          read_ms (path, footage_get_frame_time (&footage, n) + 10 * SKY_MILLISECOND, &shown), ==,
          (int) footage_get_frame_ms (&footage, n));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gst_init (NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/media-clip/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/media-clip/refused", test_refused);
  g_test_add_func ("/media-clip/picture", test_picture);
  return g_test_run ();
}
