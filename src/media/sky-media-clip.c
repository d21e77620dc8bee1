/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-clip.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gst/app/app.h>

#include "sky-clip-writer-private.h"
#include "sky-media-container.h"
#include "sky-media-error.h"
#include "sky-media-source.h"

/* A disk that has not given one picture in this time will not give any. */
#define PATIENCE (20 * GST_SECOND)
/* How often it is looked whether the work was cancelled. */
#define POLL (100 * GST_MSECOND)

typedef struct
{
  int source;
  const char *target;
  char *name;    /* of the source, for messages */
  GstCaps *caps; /* of its container */
  GCancellable *cancellable;
  GstElement *reader;
  GstElement *sink; /* the reader's end; borrowed */
  SkyClipWriter *writer;
  gint starts_anywhere; /* atomic: the reader's time does not begin with its pictures */
  GstClockTime origin;  /* the reader's time of the recording's first picture */
  GstClockTime base;    /* the first picture's time in the reader */
} Cut;

static void
stop (GstElement **pipeline)
{
  if (*pipeline == NULL)
    return;
  gst_element_set_state (*pipeline, GST_STATE_NULL);
  gst_clear_object (pipeline);
}

static void
cut_clear (Cut *self)
{
  stop (&self->reader);
  g_clear_pointer (&self->writer, sky_clip_writer_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->caps, gst_caps_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cut, cut_clear)

/* What the reader's bus says went wrong, or @otherwise. Returns: FALSE, always. */
static gboolean
fail (Cut *self, const char *otherwise, GError **error)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (self->reader);
  g_autoptr (GstMessage) message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) cause = NULL;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (message != NULL)
    gst_message_parse_error (message, &cause, NULL);
  g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED, _ ("Cannot cut a clip from %s: %s"),
               self->name, cause != NULL ? cause->message : otherwise);
  return FALSE;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
pad_added_cb (GstElement *parser, GstPad *pad, gpointer data)
{
  GstElement *sink = data;
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);
  g_autoptr (GstPad) wanted = gst_element_get_static_pad (sink, "sink");
  const char *type;

  if (caps == NULL)
    caps = gst_pad_query_caps (pad, NULL);
  if (gst_caps_is_empty (caps) || gst_caps_is_any (caps) || gst_pad_is_linked (wanted))
    return;
  type = gst_structure_get_name (gst_caps_get_structure (caps, 0));
  if (g_str_has_prefix (type, "video/") || g_str_has_prefix (type, "image/"))
    gst_pad_link (pad, wanted);
}

/* Pictures that come whole out of their container are taken as they come: a parser would put
 * parameter sets into them. */
static gboolean
autoplug_continue_cb (GstElement *parser, GstPad *pad, GstCaps *caps, gpointer data)
{
  const GstStructure *structure = gst_caps_get_structure (caps, 0);
  const char *type = gst_structure_get_name (structure);

  if (gst_structure_has_name (structure, "video/x-h264")
      || gst_structure_has_name (structure, "video/x-h265"))
    return !gst_structure_has_field (structure, "codec_data");
  return !((g_str_has_prefix (type, "video/") || g_str_has_prefix (type, "image/"))
           && gst_structure_has_field (structure, "width"));
}

static void
deep_element_added_cb (GstBin *reader, GstBin *bin, GstElement *element, gpointer data)
{
  Cut *self = data;
  GstElementFactory *factory = gst_element_get_factory (element);

  if (factory != NULL && sky_media_source_starts_anywhere (factory))
    g_atomic_int_set (&self->starts_anywhere, TRUE);
}

/* The stream time of @sample's picture; it has one. */
static GstClockTime
stream_time_of (GstSample *sample)
{
  GstClockTime pts = GST_BUFFER_PTS (gst_sample_get_buffer (sample));
  const GstSegment *segment = gst_sample_get_segment (sample);
  GstClockTime at = gst_segment_to_stream_time (segment, GST_FORMAT_TIME, pts);

  if (GST_CLOCK_TIME_IS_VALID (at))
    return at;
  /* A demuxer may hand out the key frame before the segment that it announced. */
  return pts >= segment->start ? segment->time + (pts - segment->start)
                               : segment->time - MIN (segment->time, segment->start - pts);
}

static gboolean
open_reader (Cut *self, GError **error)
{
  GstElement *file = sky_media_container_make_reader (self->source);
  GstElement *parser = gst_element_factory_make ("parsebin", NULL);
  g_autoptr (GstSample) first = NULL;

  stop (&self->reader);
  self->reader = gst_object_ref_sink (gst_pipeline_new (NULL));
  self->sink = gst_element_factory_make ("appsink", NULL);
  g_object_set (parser, "sink-caps", self->caps, NULL);
  g_object_set (self->sink, "sync", FALSE, "max-buffers", 32, NULL);
  gst_bin_add_many (GST_BIN (self->reader), file, parser, self->sink, NULL);
  gst_element_link (file, parser);
  g_signal_connect (self->reader, "deep-element-added", G_CALLBACK (deep_element_added_cb), self);
  g_signal_connect (parser, "autoplug-continue", G_CALLBACK (autoplug_continue_cb), NULL);
  g_signal_connect (parser, "pad-added", G_CALLBACK (pad_added_cb), self->sink);
  gst_element_set_state (self->reader, GST_STATE_PAUSED);
  for (GstClockTime waited = 0; waited < PATIENCE; waited += POLL)
    {
      g_autoptr (GstBus) bus = gst_element_get_bus (self->reader);

      first = gst_app_sink_try_pull_preroll (GST_APP_SINK (self->sink), POLL);
      if (first != NULL)
        {
          self->origin = 0;
          if (g_atomic_int_get (&self->starts_anywhere)
              && GST_BUFFER_PTS_IS_VALID (gst_sample_get_buffer (first)))
            self->origin = stream_time_of (first);
          return TRUE;
        }
      if (g_cancellable_is_cancelled (self->cancellable) || gst_bus_have_pending (bus))
        {
          g_autoptr (GstMessage) wrong = gst_bus_peek (bus);

          if (g_cancellable_is_cancelled (self->cancellable)
              || GST_MESSAGE_TYPE (wrong) == GST_MESSAGE_ERROR)
            break;
          gst_message_unref (gst_bus_pop (bus));
        }
    }
  return fail (self, _ ("it has no picture"), error);
}

/* The next coded picture with its stream time. Returns: (transfer full) (nullable): NULL at the
 * end, and with @error set when nothing comes. */
static GstSample *
read_sample (Cut *self, GstClockTime *at, GError **error)
{
  for (GstClockTime waited = 0; waited < PATIENCE; waited += POLL)
    {
      g_autoptr (GstSample) sample = gst_app_sink_try_pull_sample (GST_APP_SINK (self->sink), POLL);
      GstBuffer *buffer;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return NULL;
      if (sample == NULL && gst_app_sink_is_eos (GST_APP_SINK (self->sink)))
        return NULL;
      if (sample == NULL)
        continue;
      buffer = gst_sample_get_buffer (sample);
      if (!GST_BUFFER_PTS_IS_VALID (buffer))
        continue;
      *at = stream_time_of (sample);
      /* Before its first picture a recording has none. */
      if (*at < self->origin)
        continue;
      *at -= self->origin;
      return g_steal_pointer (&sample);
    }
  fail (self, _ ("it delivers no more pictures"), error);
  return NULL;
}

static gboolean
is_key (GstSample *sample)
{
  return !GST_BUFFER_FLAG_IS_SET (gst_sample_get_buffer (sample), GST_BUFFER_FLAG_DELTA_UNIT);
}

/* --- Writing ---------------------------------------------------------------------------------- */

static gboolean
open_writer (Cut *self, GstSample *first, SkyMediaClip *clip, GError **error)
{
  GstCaps *caps = gst_sample_get_caps (first);
  const GstStructure *structure = gst_caps_get_structure (caps, 0);

  clip->codec = sky_clip_writer_get_codec (caps);
  clip->suffix = sky_clip_writer_get_suffix (caps);
  gst_structure_get_int (structure, "width", &clip->width);
  gst_structure_get_int (structure, "height", &clip->height);
  self->writer = sky_clip_writer_new (self->target, self->name, first, self->cancellable, error);
  return self->writer != NULL;
}

static gboolean
write_sample (Cut *self, GstSample *sample, GstClockTime at, SkyMediaClip *clip, GError **error)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GstClockTime duration = GST_BUFFER_DURATION (buffer);
  SkyTime time = (SkyTime) (at / GST_USECOND);

  if (!sky_clip_writer_push (self->writer, buffer, at - self->base, error))
    return FALSE;
  if (clip->n_pictures == 0)
    clip->first = time;
  clip->last = clip->n_pictures == 0 ? time : MAX (clip->last, time);
  clip->end =
      MAX (clip->end,
           time + (GST_CLOCK_TIME_IS_VALID (duration) ? (SkyTime) (duration / GST_USECOND) : 0));
  clip->n_pictures++;
  g_array_append_val (clip->times, time);
  return TRUE;
}

/* --- Cutting ---------------------------------------------------------------------------------- */

/* Goes to the key frame at or before @from and hands over that picture. */
static GstSample *
find_start (Cut *self, GstClockTime from, GstClockTime *at, GError **error)
{
  g_autoptr (GstSample) start = NULL;
  g_autoptr (GError) failure = NULL;

  if (!open_reader (self, error))
    return NULL;
  gst_element_seek_simple (self->reader, GST_FORMAT_TIME,
                           GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT | GST_SEEK_FLAG_SNAP_BEFORE,
                           (gint64) (from + self->origin));
  gst_element_set_state (self->reader, GST_STATE_PLAYING);
  start = read_sample (self, at, &failure);
  while (start != NULL && !is_key (start))
    {
      gst_sample_unref (start);
      start = read_sample (self, at, &failure);
    }
  if (start != NULL && *at <= from)
    return g_steal_pointer (&start);

  /* The index leads elsewhere, or the recording cannot be sought: from its beginning, then. */
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error) || !open_reader (self, error))
    return NULL;
  gst_element_set_state (self->reader, GST_STATE_PLAYING);
  g_clear_pointer (&start, gst_sample_unref);
  start = read_sample (self, at, error);
  while (start != NULL && !is_key (start))
    {
      gst_sample_unref (start);
      start = read_sample (self, at, error);
    }
  if (start == NULL && (error == NULL || *error == NULL))
    fail (self, _ ("it has no key frame"), error);
  return g_steal_pointer (&start);
}

/* From the picture @start on, the last key frame at or before @from begins the clip. */
static gboolean
copy (Cut *self,
      GstSample *start,
      GstClockTime at,
      GstClockTime from,
      GstClockTime until,
      SkyMediaClip *clip,
      GError **error)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func ((GDestroyNotify) gst_sample_unref);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (GstClockTime));
  GstSample *sample = gst_sample_ref (start);
  GstClockTime last_key = GST_CLOCK_TIME_NONE;
  GError *failure = NULL;
  gboolean good = TRUE;

  while (good && sample != NULL)
    {
      /* Beyond the closing key frame come only pictures that are shown before it. */
      if (GST_CLOCK_TIME_IS_VALID (last_key) && at > last_key)
        break;
      if (self->writer == NULL && is_key (sample))
        {
          if (at <= from)
            {
              g_ptr_array_set_size (held, 0);
              g_array_set_size (times, 0);
              self->base = at;
            }
          else if (held->len == 0)
            self->base = at;
        }
      if (self->writer == NULL && (at >= from || at >= until))
        {
          /* All that is held belongs to the clip. */
          g_ptr_array_add (held, gst_sample_ref (sample));
          g_array_append_val (times, at);
          good = open_writer (self, held->pdata[0], clip, error);
          for (guint i = 0; good && i < held->len; i++)
            if (g_array_index (times, GstClockTime, i) >= self->base)
              good = write_sample (self, held->pdata[i], g_array_index (times, GstClockTime, i),
                                   clip, error);
          g_ptr_array_set_size (held, 0);
        }
      else if (self->writer == NULL)
        {
          g_ptr_array_add (held, gst_sample_ref (sample));
          g_array_append_val (times, at);
        }
      else if (at >= self->base)
        good = write_sample (self, sample, at, clip, error);
      if (is_key (sample) && at >= until && !GST_CLOCK_TIME_IS_VALID (last_key))
        last_key = at;
      gst_sample_unref (sample);
      sample = good ? read_sample (self, &at, &failure) : NULL;
    }
  g_clear_pointer (&sample, gst_sample_unref);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  /* The recording ended before the stretch began: its last group of pictures is all there is. */
  if (good && self->writer == NULL)
    {
      good = open_writer (self, held->pdata[0], clip, error);
      for (guint i = 0; good && i < held->len; i++)
        good = write_sample (self, held->pdata[i],
                             MAX (g_array_index (times, GstClockTime, i), self->base), clip, error);
    }
  return good;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  SkyTime first = *(const SkyTime *) a, second = *(const SkyTime *) b;

  return (first > second) - (first < second);
}

void
sky_media_clip_clear (SkyMediaClip *self)
{
  g_clear_pointer (&self->times, g_array_unref);
}

gboolean
sky_media_clip_write (int source,
                      const char *path,
                      const char *target,
                      SkyTime from,
                      SkyTime until,
                      SkyMediaClip *clip,
                      GCancellable *cancellable,
                      GError **error)
{
  g_auto (Cut) cut = { .source = source, .target = target, .cancellable = cancellable };
  g_autoptr (GstSample) start = NULL;
  SkyContainer container;
  GstClockTime begin = (GstClockTime) MAX (from, 0) * GST_USECOND;
  GstClockTime end = (GstClockTime) MAX (until, 0) * GST_USECOND;
  GstClockTime at = 0;

  *clip = (SkyMediaClip){ .times = g_array_new (FALSE, FALSE, sizeof (SkyTime)) };
  cut.name = g_filename_display_basename (path);
  if (sky_media_source_init (error)
      && sky_media_container_look (source, cut.name, &container, &cut.caps, error))
    start = find_start (&cut, begin, &at, error);
  if (start == NULL)
    {
      sky_media_clip_clear (clip);
      return FALSE;
    }
  if (copy (&cut, start, at, begin, end, clip, error) && sky_clip_writer_finish (cut.writer, error))
    {
      g_array_sort (clip->times, compare_times);
      return TRUE;
    }
  sky_media_clip_clear (clip);
  g_clear_pointer (&cut.writer, sky_clip_writer_free);
  g_unlink (target);
  return FALSE;
}
