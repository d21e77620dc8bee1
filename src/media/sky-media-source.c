/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-source-private.h"

#include "sky-archive-file.h"
#include "sky-log.h"
#include "sky-media-container.h"
#include "sky-media-error.h"
#include "sky-picture-memory.h"
#include "sky-picture-pool.h"
#include "sky-recording-fault.h"
#include "sky-source-name.h"
#include "sky-transport-clock.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gst/app/app.h>
#include <gst/pbutils/pbutils.h>

#include <fcntl.h>

/* Pictures carry their stream time through the decoder as a GstReferenceTimestampMeta of these
 * caps: a decoder moves the timestamps themselves at the edges of a segment. */
#define STREAM_TIME_CAPS "timestamp/x-skyward-stream-time"

static gpointer
init_gstreamer (gpointer data)
{
  GError *error = NULL;

  gst_init_check (NULL, NULL, &error);
  return error;
}

gboolean
sky_media_source_init (GError **error)
{
  static GOnce once = G_ONCE_INIT;

  const GError *failure = g_once (&once, init_gstreamer, NULL);
  if (failure == NULL)
    return TRUE;
  g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_DECODER,
               _ ("GStreamer did not start: %s"), failure->message);
  return FALSE;
}

static GError *
translate_error (SkyMediaSource *self, const GError *error)
{
  if (self->kind != SKY_SOURCE_FILE && error->domain == GST_RESOURCE_ERROR)
    return sky_media_source_translate_error (self, error);
  if (error->domain == GST_RESOURCE_ERROR)
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNREADABLE, _ ("cannot read %s: %s"),
                        self->name, error->message);
  if (g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_CODEC_NOT_FOUND)
      || g_error_matches (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN))
    {
      g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
      return sky_recording_fault_undecoded (self->name, self->unusable);
    }
  if (g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_TYPE_NOT_FOUND)
      || g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_WRONG_TYPE))
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_MEDIA, _ ("%s is not a recording"),
                        self->name);
  return sky_recording_fault_explain (self->file, self->name, error->message);
}

gboolean
sky_media_source_has_video (SkyMediaSource *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->video_head != NULL;
}

static void
note_unusable (SkyMediaSource *self, GstCaps *caps)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  gst_caps_replace (&self->unusable, caps);
}

/* A decoder is missing: of what is told before the pipeline fails for it. */
static void
note_missing (SkyMediaSource *self, GstMessage *message)
{
  const GstStructure *structure = gst_message_get_structure (message);
  g_autoptr (GstCaps) caps = NULL;

  if (gst_is_missing_plugin_message (message)
      && gst_structure_get (structure, "detail", GST_TYPE_CAPS, &caps, NULL))
    note_unusable (self, caps);
}

static GstBusSyncReply
bus_cb (GstBus *bus, GstMessage *message, gpointer data)
{
  SkyMediaSource *self = data;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    {
      g_autoptr (GError) error = NULL;
      gst_message_parse_error (message, &error, NULL);
      /* What GStreamer says may name the address with all that is in it. */
      g_autofree char *said = sky_source_hide (error->message);
      g_autoptr (GError) plain = g_error_new_literal (error->domain, error->code, said);
      g_autoptr (GError) translated = translate_error (self, plain);
      self->receiver->failed (translated, self->data);
    }
  else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT)
    note_missing (self, message);
  else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING)
    {
      g_autoptr (GError) error = NULL;
      gst_message_parse_warning (message, &error, NULL);
      /* A connection that breaks off is told as a warning, and then as if it were the end. */
      if (g_error_matches (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ))
        g_atomic_int_set (&self->lost, TRUE);
    }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* --- Pads and elements as the recording reveals them --- */

/* Tells the receiver what the decoder is given next. Returns: FALSE when it does not want it. */
static gboolean
announce (SkyMediaSource *self, GstClockTime at)
{
  if (self->receiver->coded == NULL)
    return TRUE;
  g_mutex_lock (&self->lock);
  gboolean in_turn = GST_CLOCK_TIME_IS_VALID (self->taken) && self->taken == self->fed;
  self->fed = GST_CLOCK_TIME_IS_VALID (self->fed) ? MAX (self->fed, at) : at;
  g_mutex_unlock (&self->lock);
  return self->receiver->coded (at, in_turn, self->data);
}

/* A broadcast's container has the time of its multiplexer's clock, which began at some moment
 * before: a recording begins with its first picture all the same. Returns: FALSE when the picture
 * lies before that one, on whose key frame it cannot build. */
static gboolean
count_from_first (SkyMediaSource *self, GstClockTime *at)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (!g_atomic_int_get (&self->starts_anywhere))
    return TRUE;
  if (!GST_CLOCK_TIME_IS_VALID (self->origin))
    self->origin = *at;
  if (*at < self->origin)
    return FALSE;
  *at -= self->origin;
  return TRUE;
}

static GstPadProbeReturn
stamp_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyMediaSource *self = data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  g_autoptr (GstEvent) event = gst_pad_get_sticky_event (pad, GST_EVENT_SEGMENT, 0);
  const GstSegment *segment = NULL;
  guint64 at = 0;

  if (g_atomic_int_get (&self->key_frames)
      && GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT))
    return GST_PAD_PROBE_DROP;
  if (self->kind == SKY_SOURCE_STREAM)
    at = (guint64) g_get_real_time () * GST_USECOND;
  else if (event == NULL || !GST_BUFFER_PTS_IS_VALID (buffer))
    return GST_PAD_PROBE_OK;
  else if (self->kind == SKY_SOURCE_REPLAY)
    {
      /* A recorder's pictures are stamped with its clock, and begin at a key frame, which may lie
       * before the recording. */
      if (GST_BUFFER_PTS (buffer) < self->start)
        return GST_PAD_PROBE_OK;
      at = GST_BUFFER_PTS (buffer) - self->start;
    }
  else
    {
      gst_event_parse_segment (event, &segment);
      if (segment->format != GST_FORMAT_TIME
          || gst_segment_to_stream_time_full (segment, GST_FORMAT_TIME, GST_BUFFER_PTS (buffer),
                                              &at)
                 <= 0)
        return GST_PAD_PROBE_OK;
      if (!count_from_first (self, &at))
        return GST_PAD_PROBE_DROP;
    }
  if (!announce (self, at))
    return GST_PAD_PROBE_DROP;
  buffer = gst_buffer_make_writable (buffer);
  gst_buffer_add_reference_timestamp_meta (buffer, self->stream_time_caps, at, GST_CLOCK_TIME_NONE);
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

gboolean
sky_media_source_starts_anywhere (GstElementFactory *factory)
{
  static const char *const names[] = { "tsdemux", "mpegpsdemux", NULL };

  return g_strv_contains (names, GST_OBJECT_NAME (factory));
}

/* Whether @factory's decoder writes no more into a picture that it has handed out. */
static gboolean
leaves_pictures_alone (GstElementFactory *factory)
{
  static const char *const names[] = { "avdec_h264", "avdec_h265", NULL };

  return g_strv_contains (names, GST_OBJECT_NAME (factory));
}

static void
deep_element_added_cb (GstBin *pipeline, GstBin *bin, GstElement *element, gpointer data)
{
  SkyMediaSource *self = data;
  GstElementFactory *factory = gst_element_get_factory (element);

  if (factory != NULL && sky_media_source_starts_anywhere (factory))
    g_atomic_int_set (&self->starts_anywhere, TRUE);
  if (factory == NULL
      || !gst_element_factory_list_is_type (factory, GST_ELEMENT_FACTORY_TYPE_DECODER
                                                         | GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO
                                                         | GST_ELEMENT_FACTORY_TYPE_MEDIA_IMAGE))
    return;
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), "max-threads") != NULL)
    g_object_set (element, "max-threads", self->max_threads, NULL);
  if (leaves_pictures_alone (factory))
    g_atomic_int_set (&self->shares_pictures, TRUE);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, "sink");
  if (pad != NULL)
    gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, stamp_cb, self, NULL);
}

static gboolean
autoplug_continue_cb (GstElement *decodebin, GstPad *pad, GstCaps *caps, gpointer data)
{
  /* Sound is not played: what is not decoded costs nothing. */
  const char *type = gst_structure_get_name (gst_caps_get_structure (caps, 0));

  return !g_str_has_prefix (type, "audio/") && !g_str_has_prefix (type, "text/");
}

static void
decoded_pad_added_cb (GstElement *decodebin, GstPad *pad, gpointer data)
{
  SkyMediaSource *self = data;
  g_autoptr (GMutexLocker) linking = g_mutex_locker_new (&self->linking);
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);

  if (caps == NULL)
    caps = gst_pad_query_caps (pad, NULL);
  if (self->closing || gst_caps_is_empty (caps) || gst_pad_is_linked (self->sink_pad)
      || !gst_structure_has_name (gst_caps_get_structure (caps, 0), "video/x-raw"))
    return;
  g_mutex_lock (&self->lock);
  if (self->video_head == NULL)
    self->video_head = decodebin;
  g_mutex_unlock (&self->lock);
  gst_pad_link (pad, self->sink_pad);
}

static gboolean
is_closing (SkyMediaSource *self)
{
  g_autoptr (GMutexLocker) linking = g_mutex_locker_new (&self->linking);

  return self->closing;
}

static void
no_more_pads_cb (GstElement *element, gpointer data)
{
  SkyMediaSource *self = data;

  if (is_closing (self) || sky_media_source_has_video (self))
    return;
  g_mutex_lock (&self->lock);
  g_autoptr (GError) error = sky_recording_fault_no_picture (self->name, self->unusable);
  g_mutex_unlock (&self->lock);
  self->receiver->failed (error, self->data);
}

GstElement *
sky_media_source_add_decodebin (SkyMediaSource *self)
{
  GstElement *decodebin = gst_element_factory_make ("decodebin", NULL);

  g_signal_connect (decodebin, "autoplug-continue", G_CALLBACK (autoplug_continue_cb), self);
  g_signal_connect (decodebin, "pad-added", G_CALLBACK (decoded_pad_added_cb), self);
  gst_bin_add (GST_BIN (self->pipeline), decodebin);
  return decodebin;
}

GstElement *
sky_media_source_add_h264_decoder (SkyMediaSource *self)
{
  GstElement *parser = gst_element_factory_make ("h264parse", NULL);
  GstElement *decoder = gst_element_factory_make ("avdec_h264", NULL);

  if (parser == NULL || decoder == NULL)
    {
      gst_clear_object (&parser);
      gst_clear_object (&decoder);
      return NULL;
    }
  gst_bin_add_many (GST_BIN (self->pipeline), parser, decoder, NULL);
  gst_element_link_many (parser, decoder, self->sink, NULL);
  gst_element_sync_state_with_parent (decoder);
  return parser;
}

static void
coded_pad_added_cb (GstElement *demuxer, GstPad *pad, gpointer data)
{
  SkyMediaSource *self = data;
  g_autoptr (GMutexLocker) linking = g_mutex_locker_new (&self->linking);
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);

  if (caps == NULL)
    caps = gst_pad_query_caps (pad, NULL);
  if (self->closing || gst_caps_is_empty (caps) || gst_caps_is_any (caps)
      || sky_media_source_has_video (self))
    return;
  const char *type = gst_structure_get_name (gst_caps_get_structure (caps, 0));
  if (!g_str_has_prefix (type, "video/") && !g_str_has_prefix (type, "image/"))
    {
      note_unusable (self, caps);
      return;
    }

  GstElement *head = NULL;
  if (g_str_equal (type, "video/x-h264"))
    head = sky_media_source_add_h264_decoder (self);
  if (head == NULL)
    head = sky_media_source_add_decodebin (self);
  g_mutex_lock (&self->lock);
  self->video_head = head;
  self->codec = gst_pb_utils_get_codec_description (caps);
  g_mutex_unlock (&self->lock);

  g_autoptr (GstPad) head_pad = gst_element_get_static_pad (head, "sink");
  gst_pad_link (pad, head_pad);
  gst_element_sync_state_with_parent (head);
}

/* --- What arrives at the sink --- */

static GstPadProbeReturn
sink_event_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyMediaSource *self = data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP)
    {
      g_mutex_lock (&self->lock);
      self->fed = GST_CLOCK_TIME_NONE;
      self->taken = GST_CLOCK_TIME_NONE;
      g_mutex_unlock (&self->lock);
      self->receiver->flushed (self->data);
    }
  else if (GST_EVENT_TYPE (event) == GST_EVENT_TAG)
    {
      GstTagList *tags = NULL;
      GstVideoOrientationMethod orientation;
      g_autofree char *codec = NULL;
      gst_event_parse_tag (event, &tags);
      gst_tag_list_get_string (tags, GST_TAG_VIDEO_CODEC, &codec);
      g_mutex_lock (&self->lock);
      if (gst_video_orientation_from_tag (tags, &orientation))
        self->orientation = orientation;
      if (self->codec == NULL)
        self->codec = g_steal_pointer (&codec);
      g_mutex_unlock (&self->lock);
    }
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
sink_query_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyMediaSource *self = data;
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION
      || !(GST_PAD_PROBE_INFO_TYPE (info) & GST_PAD_PROBE_TYPE_PUSH))
    return GST_PAD_PROBE_OK;
  /* Frames are always mapped by their GstVideoMeta, so that the decoder may hand out its own,
   * padded pictures. */
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  if (g_atomic_int_get (&self->shares_pictures))
    sky_picture_pool_offer (self->memory, query);
  return GST_PAD_PROBE_HANDLED;
}

/* A receiver may hold a picture for as long as it likes, and the sink is locked meanwhile; a
 * pipeline that is still being set going would wait for it, and so would who sets it going. */
static GstPadProbeReturn
sink_buffer_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyMediaSource *self = data;

  if (g_atomic_int_get (&self->started))
    return GST_PAD_PROBE_OK;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  while (!g_atomic_int_get (&self->started))
    g_cond_wait (&self->going, &self->lock);
  return GST_PAD_PROBE_OK;
}

void
sky_media_source_start (SkyMediaSource *self)
{
  /* A failure of the state change itself comes as a message as well. */
  gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_atomic_int_set (&self->started, TRUE);
  g_cond_broadcast (&self->going);
}

static GstFlowReturn
new_sample_cb (GstAppSink *sink, gpointer data)
{
  SkyMediaSource *self = data;
  g_autoptr (GstSample) sample = gst_app_sink_pull_sample (sink);

  if (sample == NULL)
    return GST_FLOW_FLUSHING;
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  /* What a decoder made up, for want of the key frame that it builds on, is not what the camera
   * saw. */
  if (GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_CORRUPTED))
    return GST_FLOW_OK;
  GstReferenceTimestampMeta *meta =
      gst_buffer_get_reference_timestamp_meta (buffer, self->stream_time_caps);
  GstClockTime at = GST_CLOCK_TIME_NONE;
  if (meta != NULL)
    at = meta->timestamp;
  else if (self->kind == SKY_SOURCE_FILE)
    {
      at = gst_segment_to_stream_time (gst_sample_get_segment (sample), GST_FORMAT_TIME,
                                       GST_BUFFER_PTS (buffer));
      if (GST_CLOCK_TIME_IS_VALID (at) && !count_from_first (self, &at))
        return GST_FLOW_OK;
    }
  /* A picture that nobody can place in time is no evidence of anything. */
  if (!GST_CLOCK_TIME_IS_VALID (at))
    return GST_FLOW_OK;
  g_mutex_lock (&self->lock);
  GstVideoOrientationMethod orientation = self->orientation;
  self->taken = at;
  g_mutex_unlock (&self->lock);
  return self->receiver->picture (sample, at, orientation, self->data) ? GST_FLOW_OK
                                                                       : GST_FLOW_FLUSHING;
}

static void
eos_cb (GstAppSink *sink, gpointer data)
{
  SkyMediaSource *self = data;

  if (!g_atomic_int_get (&self->lost))
    {
      self->receiver->ended (self->jumps                                   ? SKY_SOURCE_JUMPS
                             : sky_recording_fault_is_growing (self->file) ? SKY_SOURCE_GROWING
                                                                           : SKY_SOURCE_OVER,
                             self->data);
      return;
    }
  g_autoptr (GError) error = sky_media_source_make_lost_error (self);
  self->receiver->failed (error, self->data);
}

static GstElement *
make_sink (SkyMediaSource *self)
{
  GstElement *sink = gst_element_factory_make ("appsink", NULL);
  g_autoptr (GstCaps) caps = gst_caps_new_empty_simple ("video/x-raw");
  GstAppSinkCallbacks callbacks = { .new_sample = new_sample_cb, .eos = eos_cb };

  /* async=false: the sink never waits for a preroll, so a flush costs no state change. */
  g_object_set (sink, "sync", FALSE, "async", FALSE, "qos", FALSE, "max-buffers", 1, "drop", FALSE,
                "enable-last-sample", FALSE, "caps", caps, NULL);
  gst_app_sink_set_callbacks (GST_APP_SINK (sink), &callbacks, self, NULL);
  self->sink_pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (self->sink_pad,
                     GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
                     sink_event_cb, self, NULL);
  gst_pad_add_probe (self->sink_pad, GST_PAD_PROBE_TYPE_BUFFER, sink_buffer_cb, self, NULL);
  gst_pad_add_probe (self->sink_pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, sink_query_cb, self,
                     NULL);
  return sink;
}

/* --- Public --- */

static gboolean
have_elements (GError **error)
{
  static const char *const names[] = { "filesrc", "appsink", "matroskademux", "qtdemux",
                                       "decodebin" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GstElementFactory) factory = gst_element_factory_find (names[i]);
      if (factory != NULL)
        continue;
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_DECODER,
                   _ ("GStreamer's element %s is not installed"), names[i]);
      return FALSE;
    }
  return TRUE;
}

SkyMediaSource *
sky_media_source_new (SkySourceKind kind,
                      char *name,
                      int max_threads,
                      const SkyMediaSourceReceiver *receiver,
                      gpointer data)
{
  SkyMediaSource *self = g_new0 (SkyMediaSource, 1);

  g_mutex_init (&self->linking);
  g_mutex_init (&self->lock);
  g_cond_init (&self->going);
  self->kind = kind;
  self->file = -1;
  self->name = name;
  self->max_threads = max_threads;
  self->receiver = receiver;
  self->data = data;
  self->orientation = GST_VIDEO_ORIENTATION_IDENTITY;
  self->origin = GST_CLOCK_TIME_NONE;
  self->fed = GST_CLOCK_TIME_NONE;
  self->taken = GST_CLOCK_TIME_NONE;
  self->memory = receiver->memory != NULL ? gst_object_ref (receiver->memory (data))
                                          : sky_picture_memory_new ();
  self->stream_time_caps = gst_caps_new_empty_simple (STREAM_TIME_CAPS);
  self->pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  g_signal_connect (self->pipeline, "deep-element-added", G_CALLBACK (deep_element_added_cb), self);
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
  gst_bus_set_sync_handler (bus, bus_cb, self, NULL);
  self->sink = make_sink (self);
  gst_bin_add (GST_BIN (self->pipeline), self->sink);
  return self;
}

SkyMediaSource *
sky_media_source_open_file (int descriptor,
                            const char *path,
                            int max_threads,
                            const SkyMediaSourceReceiver *receiver,
                            gpointer data,
                            GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (GstCaps) caps = NULL;
  SkyContainer container;

  if (!sky_media_source_init (error) || !have_elements (error)
      || !sky_media_container_look (descriptor, name, &container, &caps, error))
    return NULL;

  SkyMediaSource *self =
      sky_media_source_new (SKY_SOURCE_FILE, g_steal_pointer (&name), max_threads, receiver, data);
  gst_pipeline_use_clock (GST_PIPELINE (self->pipeline), NULL);
  self->file = fcntl (descriptor, F_DUPFD_CLOEXEC, 0);
  gboolean is_indexed = container == SKY_CONTAINER_MATROSKA || container == SKY_CONTAINER_MP4;
  guint64 jump = is_indexed ? 0 : sky_transport_clock_find_jump (self->file);
  self->jumps = jump > 0;
  GstElement *file = self->jumps ? sky_transport_clock_make_reader (self->file, jump)
                                 : sky_media_container_make_reader (self->file);
  gst_bin_add (GST_BIN (self->pipeline), file);

  GstElement *opener;
  if (is_indexed)
    {
      opener = gst_element_factory_make (
          container == SKY_CONTAINER_MATROSKA ? "matroskademux" : "qtdemux", NULL);
      g_signal_connect (opener, "pad-added", G_CALLBACK (coded_pad_added_cb), self);
      gst_bin_add (GST_BIN (self->pipeline), opener);
    }
  else
    {
      opener = sky_media_source_add_decodebin (self);
      /* What the file is was told already, and is not to be guessed again. */
      g_object_set (opener, "sink-caps", caps, NULL);
    }
  g_signal_connect (opener, "no-more-pads", G_CALLBACK (no_more_pads_cb), self);
  gst_element_link (file, opener);
  sky_media_source_start (self);
  return self;
}

SkyMediaSource *
sky_media_source_open (const char *folder,
                       const char *path,
                       int max_threads,
                       const SkyMediaSourceReceiver *receiver,
                       gpointer data,
                       GError **error)
{
  g_auto (SkyDescriptor) file = sky_media_source_open_descriptor (folder, path, error);

  if (file < 0)
    return NULL;
  return sky_media_source_open_file (file, path, max_threads, receiver, data, error);
}

int
sky_media_source_open_descriptor (const char *folder, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (GError) cause = NULL;
  int file = sky_archive_file_open (folder, path, &cause);

  if (file < 0 && g_error_matches (cause, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING))
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_FOUND, _ ("%s: no such file"), name);
  else if (file < 0)
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNREADABLE, _ ("Cannot open %s: %s"), name,
                 cause->message);
  return file;
}

void
sky_media_source_set_key_frames (SkyMediaSource *self, gboolean key_frames)
{
  g_atomic_int_set (&self->key_frames, key_frames);
}

GstClockTime
sky_media_source_query_duration (SkyMediaSource *self)
{
  gint64 duration = -1;

  if (!gst_element_query_duration (self->pipeline, GST_FORMAT_TIME, &duration) || duration < 0)
    return GST_CLOCK_TIME_NONE;
  return (GstClockTime) duration;
}

gboolean
sky_media_source_seek (SkyMediaSource *self, GstClockTime at)
{
  GstClockTime duration = GST_CLOCK_TIME_NONE;

  if (self->kind == SKY_SOURCE_STREAM)
    return FALSE;
  if (self->kind == SKY_SOURCE_REPLAY)
    at += self->start;
  else
    {
      duration = sky_media_source_query_duration (self);
      g_mutex_lock (&self->lock);
      at += GST_CLOCK_TIME_IS_VALID (self->origin) ? self->origin : 0;
      g_mutex_unlock (&self->lock);
    }
  /* Demuxers do not take an instant past their end. */
  if (GST_CLOCK_TIME_IS_VALID (duration) && at >= duration)
    at = duration > 0 ? duration - 1 : 0;
  /* A stop is stated, because a demuxer keeps the one of its last segment otherwise. */
  return gst_pad_push_event (
      self->sink_pad,
      gst_event_new_seek (1.0, GST_FORMAT_TIME,
                          GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT | GST_SEEK_FLAG_SNAP_BEFORE,
                          GST_SEEK_TYPE_SET, (gint64) at, GST_SEEK_TYPE_SET, -1));
}

char *
sky_media_source_dup_codec (SkyMediaSource *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return g_strdup (self->codec);
}

void
sky_media_source_close (SkyMediaSource *self)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);

  g_mutex_lock (&self->linking);
  self->closing = TRUE;
  g_mutex_unlock (&self->linking);
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  gst_bus_set_sync_handler (bus, NULL, NULL, NULL);
  gst_object_unref (self->sink_pad);
  gst_object_unref (self->pipeline);
  gst_caps_unref (self->stream_time_caps);
  gst_object_unref (self->memory);
  g_mutex_clear (&self->linking);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->going);
  g_clear_pointer (&self->trust, sky_certificate_trust_unref);
  g_clear_error (&self->refusal);
  gst_clear_caps (&self->unusable);
  sky_descriptor_clear (&self->file);
  g_free (self->codec);
  g_free (self->name);
  g_free (self);
}
