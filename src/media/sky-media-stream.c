/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-error.h"
#include "sky-media-source-private.h"
#include "sky-source-name.h"

#include <glib/gi18n-lib.h>
#include <gst/rtp/gstrtpbuffer.h>

/* From 1900, where the clock of NTP and of ONVIF begins, to 1970. */
#define NTP_EPOCH (G_GUINT64_CONSTANT (2208988800) * GST_SECOND)
/* How long a request may stay without an answer, in microseconds. */
#define ANSWER_PATIENCE (3 * G_TIME_SPAN_SECOND)
/* A live stream is reordered over this many milliseconds. */
#define LIVE_LATENCY 100

/* The system's authorities do not vouch for the certificate. */
static gboolean
accept_certificate_cb (GstElement *rtsp,
                       GTlsConnection *connection,
                       GTlsCertificate *certificate,
                       GTlsCertificateFlags errors,
                       gpointer data)
{
  SkyMediaSource *self = data;
  GSocketConnectable *identity =
      G_IS_TLS_CLIENT_CONNECTION (connection)
          ? g_tls_client_connection_get_server_identity (G_TLS_CLIENT_CONNECTION (connection))
          : NULL;

  errors = sky_certificate_trust_check (self->trust, certificate, identity, errors);
  if (errors == 0)
    return TRUE;
  g_autofree char *reasons = sky_certificate_describe_errors (certificate, errors);
  g_autofree char *fingerprint = sky_certificate_dup_fingerprint (certificate);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_clear_error (&self->refusal);
  /* Translators: an address, what is wrong with its certificate, the certificate's fingerprint. */
  self->refusal = g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNTRUSTED,
                               _ ("%s: its certificate is not trusted (%s).\nSHA-256 %s"),
                               self->name, reasons, fingerprint);
  return FALSE;
}

/* Sound and the cameras' own data are not asked for. */
static gboolean
select_stream_cb (GstElement *rtsp, guint number, GstCaps *caps, gpointer data)
{
  const char *media = gst_structure_get_string (gst_caps_get_structure (caps, 0), "media");

  return g_strcmp0 (media, "video") == 0;
}

/* Adds @name before @head. Returns: (transfer none) (nullable): it. */
static GstElement *
add_before (SkyMediaSource *self, const char *name, GstElement *head)
{
  GstElement *element = gst_element_factory_make (name, NULL);

  if (element == NULL)
    return NULL;
  gst_bin_add (GST_BIN (self->pipeline), element);
  gst_element_link (element, head);
  gst_element_sync_state_with_parent (head);
  return element;
}

/* ONVIF's header extension for replay: the picture's instant as NTP counts it, and a byte of marks,
 * one of which says that a contiguous section of the recording ends. (The mark of a discontinuity
 * speaks of what is sent, not of what was recorded.) */
#define REPLAY_EXTENSION       0xabac
#define REPLAY_EXTENSION_WORDS 3
#define SECTION_ENDS           0x40

static void
read_packet (SkyMediaSource *self, GstBuffer *packet)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  guint16 kind;
  gpointer extension;
  guint words;

  if (!gst_rtp_buffer_map (packet, GST_MAP_READ, &rtp))
    return;
  if (gst_rtp_buffer_get_extension_data (&rtp, &kind, &extension, &words)
      && kind == REPLAY_EXTENSION && words >= REPLAY_EXTENSION_WORDS)
    {
      const guint8 *bytes = extension;
      guint64 ntp = GST_READ_UINT64_BE (bytes);
      GstClockTime at = gst_util_uint64_scale (ntp, GST_SECOND, G_GUINT64_CONSTANT (1) << 32);
      if ((bytes[8] & SECTION_ENDS) && ntp != G_MAXUINT64 && at >= self->start)
        self->receiver->section_ended (at - self->start, self->data);
    }
  gst_rtp_buffer_unmap (&rtp);
}

static gboolean
read_listed_cb (GstBuffer **packet, guint index, gpointer data)
{
  read_packet (data, *packet);
  return TRUE;
}

static GstPadProbeReturn
packet_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  if (GST_PAD_PROBE_INFO_TYPE (info) & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    gst_buffer_list_foreach (GST_PAD_PROBE_INFO_BUFFER_LIST (info), read_listed_cb, data);
  else
    read_packet (data, GST_PAD_PROBE_INFO_BUFFER (info));
  return GST_PAD_PROBE_OK;
}

/* GStreamer's jitter buffer does two things at a stream's end that would harm: the end waits in it
 * until its timers have run off, and who stops or flushes it then may wait for ever, as both wait
 * for one signal that wakes one of them; and where the range that is played has an end, it works
 * out when that should be reached and takes no more pictures from then on, though they were only
 * not taken any sooner. So the end passes through it as an event of our own, in its turn behind the
 * pictures, and the range's end is not told. */
#define END_NAME "skyward-end"

static GstPadProbeReturn
before_jitter_buffer_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyMediaSource *self = data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstEvent *instead = NULL;

  /* Where nothing came before it there is nothing to wait for, and nobody to take our event. */
  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS && g_atomic_int_get (&self->arrived))
    instead =
        gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty (END_NAME));
  else if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS)
    {
      GstCaps *caps;
      gst_event_parse_caps (event, &caps);
      g_autoptr (GstCaps) endless = gst_caps_copy (caps);
      gst_structure_remove_field (gst_caps_get_structure (endless, 0), "npt-stop");
      instead = gst_event_new_caps (endless);
    }
  if (instead == NULL)
    return GST_PAD_PROBE_OK;
  gst_event_unref (event);
  GST_PAD_PROBE_INFO_DATA (info) = instead;
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
first_packet_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SkyMediaSource *self = data;

  g_atomic_int_set (&self->arrived, TRUE);
  return GST_PAD_PROBE_REMOVE;
}

static GstPadProbeReturn
after_jitter_buffer_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  if (!gst_event_has_name (event, END_NAME))
    return GST_PAD_PROBE_OK;
  gst_event_unref (event);
  GST_PAD_PROBE_INFO_DATA (info) = gst_event_new_eos ();
  return GST_PAD_PROBE_OK;
}

static void
new_jitter_buffer_cb (
    GstElement *manager, GstElement *jitter_buffer, guint session, guint ssrc, gpointer data)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (jitter_buffer, "sink");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, before_jitter_buffer_cb, data, NULL);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST,
                     first_packet_cb, data, NULL);
}

static void
new_manager_cb (GstElement *rtsp, GstElement *manager, gpointer data)
{
  g_signal_connect (manager, "new-jitterbuffer", G_CALLBACK (new_jitter_buffer_cb), data);
}

static void
pad_added_cb (GstElement *rtsp, GstPad *pad, gpointer data)
{
  SkyMediaSource *self = data;
  g_autoptr (GMutexLocker) linking = g_mutex_locker_new (&self->linking);
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);

  if (caps == NULL)
    caps = gst_pad_query_caps (pad, NULL);
  if (self->closing || gst_caps_is_empty (caps) || gst_caps_is_any (caps)
      || sky_media_source_has_video (self))
    return;
  const GstStructure *structure = gst_caps_get_structure (caps, 0);
  const char *encoding = gst_structure_get_string (structure, "encoding-name");
  if (g_strcmp0 (gst_structure_get_string (structure, "media"), "video") != 0)
    return;

  GstElement *head = NULL;
  if (g_strcmp0 (encoding, "H264") == 0)
    head = sky_media_source_add_h264_decoder (self);
  if (head != NULL)
    head = add_before (self, "rtph264depay", head);
  if (head == NULL)
    head = sky_media_source_add_decodebin (self);
  if (self->kind == SKY_SOURCE_REPLAY)
    head = add_before (self, "rtponvifparse", head);
  g_mutex_lock (&self->lock);
  self->video_head = head;
  self->codec = g_strdup (encoding);
  g_mutex_unlock (&self->lock);

  g_autoptr (GstPad) head_pad = gst_element_get_static_pad (head, "sink");
  if (self->kind == SKY_SOURCE_REPLAY && self->receiver->section_ended != NULL)
    gst_pad_add_probe (head_pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST,
                       packet_cb, self, NULL);
  gst_pad_add_probe (head_pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, after_jitter_buffer_cb, self,
                     NULL);
  gst_element_sync_state_with_parent (head);
  gst_pad_link (pad, head_pad);
}

static gboolean
have_elements (GError **error)
{
  static const char *const names[] = { "rtspsrc", "rtponvifparse", "rtph264depay" };

  if (!sky_media_source_init (error))
    return FALSE;
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

/* Adds the element that speaks RTSP. Over TCP: pictures that a network lost are no evidence. */
static GstElement *
add_rtsp (SkyMediaSource *self, const char *address, SkyCertificateTrust *trust)
{
  GstElement *rtsp = gst_element_factory_make ("rtspsrc", NULL);

  if (trust != NULL)
    self->trust = sky_certificate_trust_ref (trust);
  self->secure = g_ascii_strncasecmp (address, "rtsps", 5) == 0;

  g_object_set (rtsp, "location", address, "is-live", TRUE, "tcp-timeout",
                (guint64) ANSWER_PATIENCE, "latency", LIVE_LATENCY, NULL);
  gst_util_set_object_arg (G_OBJECT (rtsp), "protocols", "tcp");
  g_signal_connect (rtsp, "accept-certificate", G_CALLBACK (accept_certificate_cb), self);
  g_signal_connect (rtsp, "select-stream", G_CALLBACK (select_stream_cb), self);
  g_signal_connect (rtsp, "new-manager", G_CALLBACK (new_manager_cb), self);
  g_signal_connect (rtsp, "pad-added", G_CALLBACK (pad_added_cb), self);
  gst_bin_add (GST_BIN (self->pipeline), rtsp);
  return rtsp;
}

SkyMediaSource *
sky_media_source_open_replay (const char *address,
                              SkyTime start,
                              SkyCertificateTrust *trust,
                              int max_threads,
                              const SkyMediaSourceReceiver *receiver,
                              gpointer data,
                              GError **error)
{
  if (!have_elements (error))
    return NULL;
  SkyMediaSource *self = sky_media_source_new (SKY_SOURCE_REPLAY, sky_source_dup_name (address),
                                               max_threads, receiver, data);
  self->start = NTP_EPOCH + (GstClockTime) start * GST_USECOND;
  GstElement *rtsp = add_rtsp (self, address, trust);
  /* The recorder is paced by how fast its pictures are taken, and none is to be dropped or held for
   * being late; any other kind of buffer loses the first key frame in this mode. */
  g_object_set (rtsp, "onvif-mode", TRUE, "onvif-rate-control", FALSE, "latency", 0, NULL);
  gst_util_set_object_arg (G_OBJECT (rtsp), "buffer-mode", "none");
  /* Kept until the connection stands. */
  gst_element_send_event (
      rtsp,
      gst_event_new_seek (1.0, GST_FORMAT_TIME,
                          GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT | GST_SEEK_FLAG_SNAP_BEFORE,
                          GST_SEEK_TYPE_SET, (gint64) self->start, GST_SEEK_TYPE_SET, -1));
  sky_media_source_start (self);
  return self;
}

SkyMediaSource *
sky_media_source_open_stream (const char *address,
                              SkyCertificateTrust *trust,
                              int max_threads,
                              const SkyMediaSourceReceiver *receiver,
                              gpointer data,
                              GError **error)
{
  if (!have_elements (error))
    return NULL;
  SkyMediaSource *self = sky_media_source_new (SKY_SOURCE_STREAM, sky_source_dup_name (address),
                                               max_threads, receiver, data);
  add_rtsp (self, address, trust);
  sky_media_source_start (self);
  return self;
}
