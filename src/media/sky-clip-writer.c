/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clip-writer-private.h"

#include <glib/gi18n-lib.h>
#include <gst/app/app.h>

#include "sky-clip-av1-private.h"
#include "sky-media-error.h"

/* How often it is looked whether the work was cancelled. */
#define POLL (100 * GST_MSECOND)

/* Bytes that may wait for the file. */
#define QUEUE_BYTES (4 * 1024 * 1024)

/* No codec shows a picture later than that many pictures behind it in the order of decoding. */
#define MOST_REORDERED 16

/* Where the clip's time begins for the muxer: a picture is decoded before it is shown, and so the
 * first one before the clip begins. */
#define BEGIN (1000 * 60 * 60 * GST_SECOND)

/* Ticks a second: finer than any clock of pictures, and what recorders use. */
#define TICKS 90000

typedef struct
{
  const char *caps;
  const char *codec;
  const char *parser; /* wanted where the muxer needs more than the container told; NULL: none */
  gboolean always;    /* and that is always so */
  const char *muxer;
  const char *suffix;
} Kind;

static const Kind kinds[] = {
  { "video/x-h264", "H.264", "h264parse", FALSE, "mp4mux", "mp4" },
  { "video/x-h265", "H.265", "h265parse", FALSE, "mp4mux", "mp4" },
  { "video/x-av1", "AV1", "av1parse", FALSE, "mp4mux", "mp4" },
  { "video/x-vp9", "VP9", "vp9parse", TRUE, "mp4mux", "mp4" },
  { "video/x-vp8", "VP8", NULL, FALSE, "webmmux", "webm" },
  { "image/jpeg", "Motion JPEG", NULL, FALSE, "matroskamux", "mkv" },
};

static const Kind otherwise = { NULL, NULL, NULL, FALSE, "matroskamux", "mkv" };

struct _SkyClipWriter
{
  char *name;
  char *target;
  GCancellable *cancellable;
  GstElement *pipeline;
  GstElement *feed; /* its beginning; borrowed */
  gboolean is_mp4;  /* a picture needs a decode time */
  gboolean is_av1;
  GQueue held;       /* of GstBuffer: pictures that wait for theirs, as they are decoded */
  GArray *shown;     /* of GstClockTime: when those are shown, the first one first */
  GstClockTime lead; /* how long before it is shown the first picture is decoded; NONE: not known */
  GstClockTime last; /* the last decode time; NONE: there is none */
};

static const Kind *
find_kind (GstCaps *caps)
{
  const GstStructure *structure = gst_caps_get_structure (caps, 0);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (gst_structure_has_name (structure, kinds[i].caps))
      return &kinds[i];
  return &otherwise;
}

const char *
sky_clip_writer_get_codec (GstCaps *caps)
{
  return find_kind (caps)->codec;
}

const char *
sky_clip_writer_get_suffix (GstCaps *caps)
{
  return find_kind (caps)->suffix;
}

/* What the bus says went wrong, or @cause. Returns: FALSE, always. */
static gboolean
fail (SkyClipWriter *self, const char *cause, GError **error)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
  g_autoptr (GstMessage) message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) said = NULL;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (message != NULL)
    gst_message_parse_error (message, &said, NULL);
  g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE, _ ("Cannot cut a clip from %s: %s"),
               self->name, said != NULL ? said->message : cause);
  return FALSE;
}

/* --- Beginning -------------------------------------------------------------------------------- */

/* What GStreamer 1.22's MP4 muxer wants to be told, and nobody tells it. Without where VP9's
 * samples of colour lie it ends the program; most encoders put them where MPEG-2 does. */
static GstPadProbeReturn
complete_caps_cb (GstPad *pad, GstPadProbeInfo *info, gpointer first)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  g_autoptr (GstCaps) complete = NULL;
  const GstStructure *structure;
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  gst_event_parse_caps (event, &caps);
  complete = gst_caps_copy (caps);
  structure = gst_caps_get_structure (caps, 0);
  if (gst_structure_has_name (structure, "video/x-vp9")
      && !gst_structure_has_field (structure, "chroma-site"))
    gst_caps_set_simple (complete, "chroma-site", G_TYPE_STRING, "mpeg2", NULL);
  if (gst_structure_has_name (structure, "video/x-av1")
      && !gst_structure_has_field (structure, "codec_data"))
    {
      g_autoptr (GstBuffer) data = sky_clip_av1_make_data (structure, first);

      gst_caps_set_simple (complete, "codec_data", GST_TYPE_BUFFER, data, NULL);
    }
  GST_PAD_PROBE_INFO_DATA (info) = gst_event_new_caps (complete);
  gst_event_unref (event);
  return GST_PAD_PROBE_OK;
}

static gboolean
link_all (
    SkyClipWriter *self, GstBuffer *first, GstElement *parser, GstElement *muxer, GstElement *file)
{
  GstElement *end = parser != NULL ? parser : self->feed;
  g_autoptr (GstPad) from = gst_element_get_static_pad (end, "src");
  g_autoptr (GstPad) to = gst_element_request_pad_simple (muxer, "video_%u");

  if (self->is_mp4)
    {
      g_object_set (to, "trak-timescale", TICKS, NULL);
      g_object_set (muxer, "movie-timescale", TICKS, NULL);
    }
  else
    g_object_set (muxer, "writing-app", "Skyward", NULL);
  gst_pad_add_probe (from, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, complete_caps_cb,
                     gst_buffer_ref (first), (GDestroyNotify) gst_buffer_unref);
  return (parser == NULL || gst_element_link (self->feed, parser))
         && gst_pad_link (from, to) == GST_PAD_LINK_OK && gst_element_link (muxer, file)
         && gst_element_set_state (self->pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE;
}

SkyClipWriter *
sky_clip_writer_new (const char *target,
                     const char *name,
                     GstSample *first,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SkyClipWriter) self = g_new0 (SkyClipWriter, 1);
  GstCaps *caps = gst_sample_get_caps (first);
  const Kind *kind = find_kind (caps);
  GstElement *muxer = gst_element_factory_make (kind->muxer, NULL);
  GstElement *file = gst_element_factory_make ("filesink", NULL);
  GstElement *parser = NULL;

  self->name = g_strdup (name);
  self->target = g_strdup (target);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->is_mp4 = g_str_equal (kind->muxer, "mp4mux");
  self->is_av1 = g_strcmp0 (kind->codec, "AV1") == 0;
  self->shown = g_array_new (FALSE, FALSE, sizeof (GstClockTime));
  self->lead = GST_CLOCK_TIME_NONE;
  self->last = GST_CLOCK_TIME_NONE;
  self->pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  self->feed = gst_element_factory_make ("appsrc", NULL);
  g_object_set (self->feed, "caps", caps, "format", GST_FORMAT_TIME, "block", TRUE, "max-bytes",
                (guint64) QUEUE_BYTES, "handle-segment-change", TRUE, NULL);
  g_object_set (file, "location", target, NULL);
  gst_bin_add_many (GST_BIN (self->pipeline), self->feed, muxer, file, NULL);
  /* The muxer wants the parameter sets apart; a stream that carries them within is parsed. */
  if (kind->parser != NULL
      && (kind->always
          || !gst_structure_has_field (gst_caps_get_structure (caps, 0), "codec_data")))
    {
      parser = gst_element_factory_make (kind->parser, NULL);
      gst_bin_add (GST_BIN (self->pipeline), parser);
    }
  if (!link_all (self, gst_sample_get_buffer (first), parser, muxer, file))
    {
      fail (self, _ ("its codec fits into no clip"), error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* --- Pictures --------------------------------------------------------------------------------- */

/* Takes @buffer, whose times are from the clip's beginning on. */
static gboolean
push (SkyClipWriter *self, GstBuffer *buffer, GError **error)
{
  g_autoptr (GstSample) sample = NULL;
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = self->is_mp4 ? BEGIN : 0;
  sample = gst_sample_new (buffer, NULL, &segment, NULL);
  gst_buffer_unref (buffer);
  return gst_app_src_push_sample (GST_APP_SRC (self->feed), sample) == GST_FLOW_OK
         || fail (self, _ ("it cannot be written"), error);
}

/* Notes when a picture is shown, among those that wait. */
static void
note_shown (SkyClipWriter *self, GstClockTime at)
{
  guint i = self->shown->len;

  while (i > 0 && g_array_index (self->shown, GstClockTime, i - 1) > at)
    i--;
  g_array_insert_val (self->shown, i, at);
}

/* The first picture is decoded so long before it is shown that none is shown before it is decoded.
 */
static void
find_lead (SkyClipWriter *self)
{
  guint i = 0;

  self->lead = 0;
  for (GList *each = self->held.head; each != NULL; each = each->next, i++)
    {
      GstClockTime shown = GST_BUFFER_PTS ((GstBuffer *) each->data);
      GstClockTime in_turn = g_array_index (self->shown, GstClockTime, i);

      if (in_turn > shown)
        self->lead = MAX (self->lead, in_turn - shown);
    }
}

/* Pictures are decoded at the times at which pictures are shown, in order, and ahead of them. */
static gboolean
push_first_held (SkyClipWriter *self, GError **error)
{
  GstBuffer *buffer;
  GstClockTime shown;
  GstClockTime decoded;

  if (!GST_CLOCK_TIME_IS_VALID (self->lead))
    find_lead (self);
  buffer = g_queue_pop_head (&self->held);
  shown = GST_BUFFER_PTS (buffer) + BEGIN;
  decoded = MIN (g_array_index (self->shown, GstClockTime, 0) + BEGIN - self->lead, shown);
  g_array_remove_index (self->shown, 0);
  /* Two pictures of one instant are no reason to go back. */
  if (GST_CLOCK_TIME_IS_VALID (self->last))
    decoded = MAX (decoded, self->last);
  self->last = decoded;
  GST_BUFFER_PTS (buffer) = shown;
  GST_BUFFER_DTS (buffer) = decoded;
  return push (self, buffer, error);
}

gboolean
sky_clip_writer_push (SkyClipWriter *self, GstBuffer *buffer, GstClockTime at, GError **error)
{
  GstBuffer *copy = gst_buffer_copy (buffer);

  GST_BUFFER_PTS (copy) = at;
  GST_BUFFER_DTS (copy) = GST_CLOCK_TIME_NONE;
  if (!self->is_mp4)
    return push (self, copy, error);
  note_shown (self, at);
  g_queue_push_tail (&self->held, copy);
  return self->held.length <= MOST_REORDERED || push_first_held (self, error);
}

gboolean
sky_clip_writer_finish (SkyClipWriter *self, GError **error)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
  g_autoptr (GstMessage) message = NULL;

  while (self->held.length > 0)
    if (!push_first_held (self, error))
      return FALSE;
  gst_app_src_end_of_stream (GST_APP_SRC (self->feed));
  while (message == NULL && !g_cancellable_is_cancelled (self->cancellable))
    message = gst_bus_timed_pop_filtered (bus, POLL, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  if (message != NULL && GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    {
      gst_element_set_state (self->pipeline, GST_STATE_NULL);
      return !self->is_av1 || sky_clip_av1_mend (self->target)
             || fail (self, _ ("it cannot be written"), error);
    }
  if (message != NULL)
    gst_bus_post (bus, g_steal_pointer (&message));
  return fail (self, _ ("it cannot be written"), error);
}

void
sky_clip_writer_free (SkyClipWriter *self)
{
  if (self == NULL)
    return;
  if (self->pipeline != NULL)
    gst_element_set_state (self->pipeline, GST_STATE_NULL);
  gst_clear_object (&self->pipeline);
  g_queue_clear_full (&self->held, (GDestroyNotify) gst_buffer_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_object (&self->cancellable);
  g_free (self->target);
  g_free (self->name);
  g_free (self);
}
