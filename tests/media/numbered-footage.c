/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "numbered-footage.h"

#include <glib/gstdio.h>
#include <gst/app/app.h>

#include <stdlib.h>
#include <utime.h>

/* 32 blocks: 24 bits of time and 8 that check them. */
#define COLUMNS 8
#define ROWS    4
#define BLACK   24
#define WHITE   224

static char *folder;

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = footage_path (name);
      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

const char *
footage_get_folder (void)
{
  if (folder == NULL)
    {
      folder = g_dir_make_tmp ("skyward-footage-XXXXXX", NULL);
      g_assert_nonnull (folder);
      atexit (remove_folder);
    }
  return folder;
}

char *
footage_path (const char *name)
{
  return g_build_filename (footage_get_folder (), name, NULL);
}

int
footage_get_fps_n (const Footage *self)
{
  return self->fps_n > 0 ? self->fps_n : 30;
}

int
footage_get_fps_d (const Footage *self)
{
  return self->fps_n > 0 ? self->fps_d : 1;
}

static SkyTime
time_of_number (const Footage *self, guint number)
{
  return (SkyTime) gst_util_uint64_scale_round (
      number, (guint64) SKY_SECOND * (guint64) footage_get_fps_d (self),
      (guint64) footage_get_fps_n (self));
}

/* The number that the frame @n has at the recording's rate. */
static guint
number_of (const Footage *self, guint n)
{
  return self->numbers != NULL ? self->numbers[n] : n;
}

static SkyTime
nominal_time (const Footage *self, guint n)
{
  return time_of_number (self, number_of (self, n));
}

SkyTime
footage_get_duration (const Footage *self)
{
  return time_of_number (self, number_of (self, self->n_frames - 1) + 1);
}

static gboolean
rounds_to_milliseconds (const Footage *self)
{
  return self->kind == FOOTAGE_MATROSKA || self->kind == FOOTAGE_WEBM_VP8
         || self->kind == FOOTAGE_WEBM_VP9 || self->kind == FOOTAGE_MATROSKA_H265_DEEP
         || self->kind == FOOTAGE_MATROSKA_AV1;
}

SkyTime
footage_get_frame_time (const Footage *self, guint n)
{
  SkyTime time = nominal_time (self, n);

  if (rounds_to_milliseconds (self))
    return (time + SKY_MILLISECOND / 2) / SKY_MILLISECOND * SKY_MILLISECOND;
  return time;
}

guint
footage_get_frame_ms (const Footage *self, guint n)
{
  return self->first_ms
         + (guint) ((nominal_time (self, n) + SKY_MILLISECOND / 2) / SKY_MILLISECOND);
}

guint
footage_get_frame_at (const Footage *self, SkyTime time)
{
  guint n = 0;

  while (n + 1 < self->n_frames && footage_get_frame_time (self, n + 1) <= time)
    n++;
  return n;
}

static guint32
code_of (guint ms)
{
  guint sum = 0x5a ^ (ms & 0xff) ^ ((ms >> 8) & 0xff) ^ ((ms >> 16) & 0xff);

  return (ms & 0xffffff) | sum << 24;
}

void
footage_mark (guint8 *luma, gsize stride, int width, int height, guint ms)
{
  guint32 code = code_of (ms);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      luma[(gsize) y * stride + (gsize) x] =
          code >> (y * ROWS / height * COLUMNS + x * COLUMNS / width) & 1 ? WHITE : BLACK;
}

int
footage_read (const guint8 *pixels, gsize stride, gsize step, int width, int height)
{
  guint32 code = 0;

  for (guint bit = 0; bit < COLUMNS * ROWS; bit++)
    {
      int left = (int) (bit % COLUMNS) * width / COLUMNS;
      int right = (int) (bit % COLUMNS + 1) * width / COLUMNS;
      int top = (int) (bit / COLUMNS) * height / ROWS;
      int bottom = (int) (bit / COLUMNS + 1) * height / ROWS;
      guint sum = 0;
      guint n = 0;
      for (int y = top + (bottom - top) / 4; y < bottom - (bottom - top) / 4; y++)
        for (int x = left + (right - left) / 4; x < right - (right - left) / 4; x++, n++)
          sum += pixels[(gsize) y * stride + (gsize) x * step];
      if (n > 0 && sum / n > 128)
        code |= 1u << bit;
    }
  return code_of (code & 0xffffff) == code ? (int) (code & 0xffffff) : -1;
}

static void
stored_size (const Footage *self, int *width, int *height)
{
  gboolean turned = self->orientation == GST_VIDEO_ORIENTATION_90R
                    || self->orientation == GST_VIDEO_ORIENTATION_90L;
  int wide = self->width > 0 ? self->width : 320;
  int high = self->width > 0 ? self->height : 240;

  *width = turned ? high : wide;
  *height = turned ? wide : high;
}

/* The upright position of the stored pixel (x, y) in a stored picture of @width × @height. */
static void
upright_of (const Footage *self, int width, int height, int x, int y, int *ux, int *uy)
{
  switch ((int) self->orientation)
    {
    case GST_VIDEO_ORIENTATION_90R:
      *ux = height - 1 - y;
      *uy = x;
      break;
    case GST_VIDEO_ORIENTATION_90L:
      *ux = y;
      *uy = width - 1 - x;
      break;
    case GST_VIDEO_ORIENTATION_180:
      *ux = width - 1 - x;
      *uy = height - 1 - y;
      break;
    default:
      *ux = x;
      *uy = y;
    }
}

static GstBuffer *
draw_frame (const Footage *self, const GstVideoInfo *info, guint n)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (info), NULL);
  guint32 code = code_of (footage_get_frame_ms (self, n));
  int width = info->width;
  int height = info->height;
  gboolean turned = self->orientation == GST_VIDEO_ORIENTATION_90R
                    || self->orientation == GST_VIDEO_ORIENTATION_90L;
  int upright_width = turned ? height : width;
  int upright_height = turned ? width : height;
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  memset (map.data, 128, map.size);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        int ux, uy;
        upright_of (self, width, height, x, y, &ux, &uy);
        int bit = uy * ROWS / upright_height * COLUMNS + ux * COLUMNS / upright_width;
        guint texture = self->busy ? (((guint) ux + 2 * n) / 4 ^ ((guint) uy + n) / 4) & 15 : 0;
        map.data[y * GST_VIDEO_INFO_PLANE_STRIDE (info, 0) + x] =
            (guint8) ((code >> bit & 1 && !(self->interlaced && y & 1) ? WHITE : BLACK) + texture);
      }
  gst_buffer_unmap (buffer, &map);
  if (self->interlaced)
    GST_BUFFER_FLAG_SET (buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF);
  GST_BUFFER_PTS (buffer) =
      gst_util_uint64_scale (number_of (self, n),
                             (guint64) GST_SECOND * (guint64) footage_get_fps_d (self),
                             (guint64) footage_get_fps_n (self))
      + (GstClockTime) self->clock_start * GST_USECOND;
  GST_BUFFER_DURATION (buffer) = gst_util_uint64_scale (
      GST_SECOND, (guint64) footage_get_fps_d (self), (guint64) footage_get_fps_n (self));
  return buffer;
}

static char *
describe_pipeline (const Footage *self)
{
  guint fps = (guint) (footage_get_fps_n (self) / footage_get_fps_d (self));
  guint group = self->group > 0 ? self->group : MAX (fps, 1);

  if (self->no_key_frames)
    group = self->n_frames;
  g_autofree char *h264 =
      g_strdup_printf ("x264enc speed-preset=ultrafast quantizer=20 pass=quant key-int-max=%u "
                       "bframes=%u b-adapt=false interlaced=%d option-string=scenecut=0 ! "
                       "h264parse name=parse",
                       group, self->b_frames, self->interlaced);
  g_autofree char *h265 = g_strdup_printf (
      "x265enc speed-preset=ultrafast key-int-max=%u "
      "option-string=log-level=none:scenecut=0:pools=1:frame-threads=1:bframes=%u ! "
      "h265parse name=parse",
      group, self->b_frames);

  switch (self->kind)
    {
    case FOOTAGE_MATROSKA:
      return g_strdup_printf ("%s ! matroskamux name=mux", h264);
    case FOOTAGE_MP4:
      return g_strdup_printf ("%s ! mp4mux name=mux", h264);
    case FOOTAGE_MP4_FRAGMENTED:
      return g_strdup_printf ("%s ! mp4mux name=mux fragment-duration=1000", h264);
    case FOOTAGE_WEBM_VP8:
      return g_strdup_printf ("vp8enc deadline=1 keyframe-max-dist=%u target-bitrate=2000000 ! "
                              "webmmux name=mux",
                              group);
    case FOOTAGE_WEBM_VP9:
      return g_strdup_printf ("vp9enc deadline=1 cpu-used=8 keyframe-max-dist=%u "
                              "target-bitrate=2000000 ! webmmux name=mux",
                              group);
    case FOOTAGE_MP4_H265:
      return g_strdup_printf ("%s ! mp4mux name=mux", h265);
    case FOOTAGE_MATROSKA_H265_DEEP:
      return g_strdup_printf ("videoconvert ! video/x-raw,format=I420_10LE ! %s ! "
                              "matroskamux name=mux",
                              h265);
    case FOOTAGE_MATROSKA_AV1:
      return g_strdup_printf ("av1enc cpu-used=8 usage-profile=realtime keyframe-max-dist=%u "
                              "target-bitrate=500 ! av1parse ! matroskamux name=mux",
                              group);
    case FOOTAGE_MPEG_TS:
      return g_strdup_printf ("%s ! mpegtsmux name=mux", h264);
    case FOOTAGE_AVI_MJPEG:
      return g_strdup ("jpegenc ! avimux name=mux");
    case FOOTAGE_WAV:
    default:
      return g_strdup ("");
    }
}

static void
run_to_end (GstElement *pipeline)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message =
      gst_bus_timed_pop_filtered (bus, 60 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

  if (message != NULL && GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    {
      g_autoptr (GError) error = NULL;
      gst_message_parse_error (message, &error, NULL);
      g_error ("writing a recording: %s", error->message);
    }
  g_assert_nonnull (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

static void
write_sound (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *line =
      g_strdup_printf ("audiotestsrc num-buffers=50 ! wavenc ! filesink location=\"%s\"", path);
  g_autoptr (GstElement) pipeline = gst_parse_launch (line, &error);

  g_assert_no_error (error);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  run_to_end (pipeline);
}

static GstPadProbeReturn
drop_key_frame_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  gboolean delta =
      GST_BUFFER_FLAG_IS_SET (GST_PAD_PROBE_INFO_BUFFER (info), GST_BUFFER_FLAG_DELTA_UNIT);

  return delta ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static const char *
orientation_tag (GstVideoOrientationMethod orientation)
{
  switch ((int) orientation)
    {
    case GST_VIDEO_ORIENTATION_90R:
      return "rotate-90";
    case GST_VIDEO_ORIENTATION_180:
      return "rotate-180";
    case GST_VIDEO_ORIENTATION_90L:
      return "rotate-270";
    default:
      return NULL;
    }
}

void
footage_write_stretches (const char *path, const SkyTime *clocks, guint n, guint n_frames)
{
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  g_autofree char *part = footage_path ("stretch.ts");

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *bytes = NULL;
      gsize size;
      footage_write (&(Footage){ .kind = FOOTAGE_MPEG_TS,
                                 .n_frames = n_frames,
                                 .clock_start = clocks[i],
                                 .first_ms = i * 100000 },
                     part);
      g_assert_true (g_file_get_contents (part, &bytes, &size, NULL));
      g_byte_array_append (whole, (const guint8 *) bytes, (guint) size);
    }
  g_assert_true (g_file_set_contents (path, (const char *) whole->data, (gssize) whole->len, NULL));
  footage_age (path, 3600);
}

void
footage_age (const char *path, int seconds)
{
  time_t then = time (NULL) - seconds;
  struct utimbuf times = { then, then };

  g_assert_cmpint (g_utime (path, &times), ==, 0);
}

void
footage_write (const Footage *self, const char *path)
{
  gst_init (NULL, NULL);
  if (self->kind == FOOTAGE_WAV)
    {
      write_sound (path);
      footage_age (path, 3600);
      return;
    }
  g_autoptr (GError) error = NULL;
  g_autofree char *coding = describe_pipeline (self);
  g_autofree char *line =
      g_strdup_printf ("appsrc name=in format=time block=true max-buffers=8 ! %s ! "
                       "filesink location=\"%s\"",
                       coding, path);
  g_autoptr (GstElement) pipeline = gst_parse_launch (line, &error);
  g_assert_no_error (error);

  GstVideoInfo info;
  int width, height;
  stored_size (self, &width, &height);
  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_I420, (guint) width, (guint) height);
  info.fps_n = footage_get_fps_n (self);
  info.fps_d = footage_get_fps_d (self);
  if (self->pixel_aspect_n > 0)
    {
      info.par_n = self->pixel_aspect_n;
      info.par_d = self->pixel_aspect_d;
    }
  if (self->interlaced)
    {
      info.interlace_mode = GST_VIDEO_INTERLACE_MODE_INTERLEAVED;
      GST_VIDEO_INFO_FIELD_ORDER (&info) = GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST;
    }
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (&info);
  g_autoptr (GstElement) source = gst_bin_get_by_name (GST_BIN (pipeline), "in");
  g_object_set (source, "caps", caps, NULL);
  if (orientation_tag (self->orientation) != NULL)
    {
      g_autoptr (GstElement) muxer = gst_bin_get_by_name (GST_BIN (pipeline), "mux");
      gst_tag_setter_add_tags (GST_TAG_SETTER (muxer), GST_TAG_MERGE_REPLACE,
                               GST_TAG_IMAGE_ORIENTATION, orientation_tag (self->orientation),
                               NULL);
    }
  if (self->no_key_frames)
    {
      g_autoptr (GstElement) parser = gst_bin_get_by_name (GST_BIN (pipeline), "parse");
      g_autoptr (GstPad) pad = gst_element_get_static_pad (parser, "src");
      gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, drop_key_frame_cb, NULL, NULL);
    }
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  for (guint n = 0; n < self->n_frames; n++)
    g_assert_cmpint (gst_app_src_push_buffer (GST_APP_SRC (source), draw_frame (self, &info, n)),
                     ==, GST_FLOW_OK);
  gst_app_src_end_of_stream (GST_APP_SRC (source));
  run_to_end (pipeline);
  footage_age (path, 3600);
}
