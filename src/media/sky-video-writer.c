/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-video-writer.h"

#include "sky-media-error.h"
#include "sky-media-source.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gst/app/app.h>
#include <gst/video/video.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Drawn tables hardly change, and key frames are most of a recording: one in two seconds keeps it
 * small and is still near enough to seek to. */
#define KEY_SECONDS 2

/* Pictures that may wait for the encoder. */
#define QUEUE_LENGTH 4
/* How often a writer that waits for the end looks whether it was cancelled. */
#define POLL_INTERVAL (50 * G_TIME_SPAN_MILLISECOND)

struct _SkyVideoWriter
{
  char *path;
  char *temporary; /* removed by free, unless finished */
  char *name;      /* for messages */
  GstVideoInfo info;
  GstElement *pipeline;
  GstElement *source;
  SkyTime interval;
  SkyTime start;
  SkyTime last;
  guint64 n_pushed;

  GMutex lock;
  GCond moved;       /* signalled when one of these changes, in threads of the pipeline */
  guint64 n_taken;   /* lock: pictures that the encoder has in hand or is done with */
  guint64 n_encoded; /* lock */
  GError *failure;   /* lock: why the pipeline stopped */
  gboolean ended;    /* lock: everything is written */
};

static GstPadProbeReturn
taken_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyVideoWriter *self = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->n_taken++;
  g_cond_signal (&self->moved);
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
encoded_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyVideoWriter *self = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->n_encoded++;
  return GST_PAD_PROBE_OK;
}

static GstBusSyncReply
bus_cb (GstBus *bus, GstMessage *message, gpointer data)
{
  SkyVideoWriter *self = data;

  g_mutex_lock (&self->lock);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR && self->failure == NULL)
    gst_message_parse_error (message, &self->failure, NULL);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    self->ended = TRUE;
  g_cond_signal (&self->moved);
  g_mutex_unlock (&self->lock);
  gst_message_unref (message);
  return GST_BUS_DROP;
}

static GstVideoFormat
format_of (SkyPixels pixels)
{
  if (pixels == SKY_PIXELS_RGB)
    return GST_VIDEO_FORMAT_RGB;
  return G_BYTE_ORDER == G_LITTLE_ENDIAN ? GST_VIDEO_FORMAT_BGRx : GST_VIDEO_FORMAT_xRGB;
}

static gboolean
set_write_error (SkyVideoWriter *self, const char *reason, GError **error)
{
  g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE, _ ("Cannot write %s: %s"), self->name,
               reason);
  return FALSE;
}

/* What the pipeline has to say of a failure. Returns: FALSE, always. */
static gboolean
set_pipeline_error (SkyVideoWriter *self, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return set_write_error (
      self, self->failure != NULL ? self->failure->message : _ ("the encoder stopped"), error);
}

/* The temporary file is made here, so that a folder that is missing or locked is told at once and
 * by its own name. */
static gboolean
make_temporary (SkyVideoWriter *self, GError **error)
{
  g_autofree char *template = g_strdup_printf ("%s.XXXXXX", self->path);
  int fd = g_mkstemp_full (template, O_RDWR | O_CLOEXEC, 0644);

  if (fd < 0)
    return set_write_error (self, g_strerror (errno), error);
  close (fd);
  self->temporary = g_steal_pointer (&template);
  return TRUE;
}

static GstElement *
add_element (SkyVideoWriter *self, const char *factory, GError **error)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  if (element == NULL)
    {
      g_autofree char *reason =
          g_strdup_printf (_ ("GStreamer's element %s is not installed"), factory);
      set_write_error (self, reason, error);
      return NULL;
    }
  gst_bin_add (GST_BIN (self->pipeline), element);
  return element;
}

static gboolean
build_pipeline (SkyVideoWriter *self, GError **error)
{
  GstElement *source = add_element (self, "appsrc", error);
  GstElement *convert = source != NULL ? add_element (self, "videoconvert", error) : NULL;
  GstElement *encoder = convert != NULL ? add_element (self, "x264enc", error) : NULL;
  GstElement *muxer = encoder != NULL ? add_element (self, "matroskamux", error) : NULL;
  GstElement *file = muxer != NULL ? add_element (self, "filesink", error) : NULL;

  if (file == NULL)
    return FALSE;
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (&self->info);
  int key_interval =
      (int) gst_util_uint64_scale_int_ceil (KEY_SECONDS, self->info.fps_n, self->info.fps_d);
  g_object_set (source, "caps", caps, "format", GST_FORMAT_TIME, "max-bytes", (guint64) 0, NULL);
  g_object_set (encoder, "key-int-max", key_interval, "bframes", 0, "quantizer", 28, NULL);
  gst_util_set_object_arg (G_OBJECT (encoder), "pass", "qual");
  gst_util_set_object_arg (G_OBJECT (encoder), "speed-preset", "ultrafast");
  g_object_set (muxer, "writing-app", "Skyward", NULL);
  g_object_set (file, "location", self->temporary, NULL);

  /* 4:2:0 is what every player and every decoder in hardware reads. */
  g_autoptr (GstCaps) coded =
      gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING, "I420", NULL);
  self->source = source;
  if (!gst_element_link (source, convert) || !gst_element_link_filtered (convert, encoder, coded)
      || !gst_element_link_many (encoder, muxer, file, NULL))
    return set_write_error (self, _ ("the encoder does not accept this pixel format"), error);
  g_autoptr (GstPad) in = gst_element_get_static_pad (encoder, "sink");
  g_autoptr (GstPad) out = gst_element_get_static_pad (encoder, "src");
  gst_pad_add_probe (in, GST_PAD_PROBE_TYPE_BUFFER, taken_cb, self, NULL);
  gst_pad_add_probe (out, GST_PAD_PROBE_TYPE_BUFFER, encoded_cb, self, NULL);
  if (gst_element_set_state (self->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
    return set_pipeline_error (self, error);
  return TRUE;
}

SkyVideoWriter *
sky_video_writer_new (
    const char *path, int width, int height, int fps_n, int fps_d, SkyPixels pixels, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (width > 0 && height > 0 && width % 2 == 0 && height % 2 == 0, NULL);
  g_return_val_if_fail (fps_n > 0 && fps_d > 0, NULL);

  if (!sky_media_source_init (error))
    return NULL;
  g_autoptr (SkyVideoWriter) self = g_new0 (SkyVideoWriter, 1);
  self->path = g_strdup (path);
  self->name = g_filename_display_basename (path);
  self->start = SKY_TIME_NONE;
  self->interval = (SkyTime) gst_util_uint64_scale_int (SKY_SECOND, fps_d, fps_n);
  gst_video_info_set_format (&self->info, format_of (pixels), (guint) width, (guint) height);
  self->info.fps_n = fps_n;
  self->info.fps_d = fps_d;
  g_mutex_init (&self->lock);
  g_cond_init (&self->moved);
  self->pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
  gst_bus_set_sync_handler (bus, bus_cb, self, NULL);
  if (!make_temporary (self, error) || !build_pipeline (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

static GstBuffer *
copy_picture (const SkyVideoWriter *self, const guint8 *data, gsize stride)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&self->info), NULL);
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  gsize own = (gsize) GST_VIDEO_INFO_PLANE_STRIDE (&self->info, 0);
  gsize row =
      (gsize) self->info.width * (gsize) GST_VIDEO_FORMAT_INFO_PSTRIDE (self->info.finfo, 0);
  for (int y = 0; y < self->info.height; y++)
    memcpy (map.data + (gsize) y * own, data + (gsize) y * stride, row);
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

/* Waits until the encoder takes another picture. Returns: FALSE when it never will. */
static gboolean
wait_for_room (SkyVideoWriter *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (self->failure == NULL && self->n_pushed >= self->n_taken + QUEUE_LENGTH)
    g_cond_wait (&self->moved, &self->lock);
  return self->failure == NULL;
}

gboolean
sky_video_writer_push (
    SkyVideoWriter *self, const guint8 *data, gsize stride, SkyTime at, GError **error)
{
  g_return_val_if_fail (self != NULL && data != NULL, FALSE);
  g_return_val_if_fail (at != SKY_TIME_NONE, FALSE);
  g_return_val_if_fail (self->start == SKY_TIME_NONE || at > self->last, FALSE);

  if (!wait_for_room (self))
    return set_pipeline_error (self, error);
  if (self->start == SKY_TIME_NONE)
    self->start = at;
  GstBuffer *buffer = copy_picture (self, data, stride);
  GST_BUFFER_PTS (buffer) = (GstClockTime) (at - self->start) * GST_USECOND;
  GST_BUFFER_DURATION (buffer) = (GstClockTime) self->interval * GST_USECOND;
  if (gst_app_src_push_buffer (GST_APP_SRC (self->source), buffer) != GST_FLOW_OK)
    return set_pipeline_error (self, error);
  self->last = at;
  self->n_pushed++;
  return TRUE;
}

SkyTime
sky_video_writer_get_start (const SkyVideoWriter *self)
{
  return self->start;
}

SkyTime
sky_video_writer_get_end (const SkyVideoWriter *self)
{
  return self->start != SKY_TIME_NONE ? self->last + self->interval : SKY_TIME_NONE;
}

guint64
sky_video_writer_get_n_pushed (const SkyVideoWriter *self)
{
  return self->n_pushed;
}

guint64
sky_video_writer_get_n_encoded (SkyVideoWriter *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->n_encoded;
}

/* Returns: FALSE when the pipeline failed or the wait was cancelled. */
static gboolean
wait_for_end (SkyVideoWriter *self, GCancellable *cancellable)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (!self->ended && self->failure == NULL && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait_until (&self->moved, &self->lock, g_get_monotonic_time () + POLL_INTERVAL);
  return self->ended && self->failure == NULL;
}

static gboolean
sync_file (SkyVideoWriter *self, GError **error)
{
  int fd = g_open (self->temporary, O_RDONLY | O_CLOEXEC, 0);
  gboolean synced = fd >= 0 && fsync (fd) == 0;
  int code = errno;

  if (fd >= 0)
    close (fd);
  return synced || set_write_error (self, g_strerror (code), error);
}

gboolean
sky_video_writer_finish (SkyVideoWriter *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->n_pushed == 0)
    return set_write_error (self, _ ("there is no picture"), error);
  gst_app_src_end_of_stream (GST_APP_SRC (self->source));
  if (!wait_for_end (self, cancellable))
    return !g_cancellable_set_error_if_cancelled (cancellable, error)
           && set_pipeline_error (self, error);
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  if (!sync_file (self, error))
    return FALSE;
  if (g_rename (self->temporary, self->path) != 0)
    return set_write_error (self, g_strerror (errno), error);
  g_clear_pointer (&self->temporary, g_free);
  return TRUE;
}

void
sky_video_writer_free (SkyVideoWriter *self)
{
  if (self->pipeline != NULL)
    {
      g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
      gst_element_set_state (self->pipeline, GST_STATE_NULL);
      gst_bus_set_sync_handler (bus, NULL, NULL, NULL);
    }
  gst_clear_object (&self->pipeline);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_clear_error (&self->failure);
  g_cond_clear (&self->moved);
  g_mutex_clear (&self->lock);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}
