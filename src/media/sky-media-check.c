/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-check.h"

#include "sky-archive-file.h"
#include "sky-media-container.h"
#include "sky-media-error.h"
#include "sky-media-source.h"
#include "sky-transport-clock.h"

#include <glib/gi18n-lib.h>

/* A disk that has not given one picture in this time will not give the player any. */
#define PATIENCE (20 * G_TIME_SPAN_SECOND)

/* How often an end is sought, each time at a quarter of the instant before. */
#define N_TRIES 4

/* What the pipeline's threads tell the one that waits. */
typedef struct
{
  GMutex lock;
  GCond told;
  gboolean to_end;                       /* the first picture is held until the end is sought */
  gboolean released;                     /* lock: it is not held any longer */
  gboolean at_end;                       /* lock: what comes is what was sought */
  GstSample *sample;                     /* lock: the first picture, of the end's later on */
  GstVideoOrientationMethod orientation; /* lock */
  GstClockTime last;                     /* lock: the latest picture after the seek */
  GError *error;                         /* lock */
  gboolean ended;                        /* lock */
  SkySourceEnd why;                      /* lock: of @ended */
} Answer;

static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  if (answer->sample == NULL)
    {
      answer->sample = gst_sample_ref (sample);
      answer->orientation = orientation;
    }
  if (answer->at_end)
    answer->last = GST_CLOCK_TIME_IS_VALID (answer->last) ? MAX (answer->last, at) : at;
  g_cond_broadcast (&answer->told);
  while (answer->to_end && !answer->released)
    g_cond_wait (&answer->told, &answer->lock);
  return answer->to_end;
}

/* At the end one picture is decoded, and of the others it is enough that they are there. */
static gboolean
coded_cb (GstClockTime at, gboolean next, gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  if (!answer->at_end || answer->sample == NULL)
    return TRUE;
  answer->last = MAX (answer->last, at);
  return FALSE;
}

/* Nothing but the end is ever sought. */
static void
flushed_cb (gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  answer->at_end = TRUE;
  answer->ended = FALSE;
  g_clear_error (&answer->error);
  g_clear_pointer (&answer->sample, gst_sample_unref);
}

static void
ended_cb (SkySourceEnd why, gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  answer->ended = TRUE;
  answer->why = why;
  g_cond_broadcast (&answer->told);
}

static void
failed_cb (const GError *error, gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  if (answer->error == NULL)
    answer->error = g_error_copy (error);
  g_cond_broadcast (&answer->told);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  g_cond_broadcast (&answer->told);
}

/* Waits for the first picture, or @to_end for what was sought to be over. */
static void
wait_for_answer (Answer *answer, gboolean to_end, GCancellable *cancellable)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  gulong handler = 0;

  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), answer, NULL);
  g_mutex_lock (&answer->lock);
  while (answer->error == NULL && !(answer->ended && answer->at_end == to_end)
         && (to_end || answer->sample == NULL) && !g_cancellable_is_cancelled (cancellable)
         && g_cond_wait_until (&answer->told, &answer->lock, deadline))
    ;
  g_mutex_unlock (&answer->lock);
  g_cancellable_disconnect (cancellable, handler);
}

static int
degrees_of (GstVideoOrientationMethod orientation)
{
  switch ((int) orientation)
    {
    case GST_VIDEO_ORIENTATION_90R:
      return 90;
    case GST_VIDEO_ORIENTATION_180:
      return 180;
    case GST_VIDEO_ORIENTATION_90L:
      return 270;
    default:
      return 0;
    }
}

static void
fill_info (SkyMediaInfo *info, const Answer *answer, SkyMediaSource *source)
{
  GstVideoInfo video;
  GstClockTime duration = sky_media_source_query_duration (source);

  gst_video_info_init (&video);
  gst_video_info_from_caps (&video, gst_sample_get_caps (answer->sample));
  *info = (SkyMediaInfo){
    .codec = sky_media_source_dup_codec (source),
    .duration =
        GST_CLOCK_TIME_IS_VALID (duration) ? (SkyTime) (duration / GST_USECOND) : SKY_TIME_NONE,
    .width = video.width,
    .height = video.height,
    .pixel_aspect_n = video.par_n,
    .pixel_aspect_d = video.par_d,
    .fps_n = video.fps_n,
    .fps_d = video.fps_d,
    .rotation = degrees_of (answer->orientation),
  };
}

void
sky_media_info_clear (SkyMediaInfo *self)
{
  g_clear_pointer (&self->codec, g_free);
}

/* Returns: (transfer full): the recording being decoded, or NULL. */
static SkyMediaSource *
open_source (int file, const char *path, Answer *answer, GCancellable *cancellable, GError **error)
{
  static const SkyMediaSourceReceiver receiver = { .picture = picture_cb,
                                                   .coded = coded_cb,
                                                   .flushed = flushed_cb,
                                                   .ended = ended_cb,
                                                   .failed = failed_cb };

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return sky_media_source_open_file (file, path, 1, &receiver, answer, error);
}

/* Lets a picture that is held go. */
static void
release (Answer *answer)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  answer->released = TRUE;
  g_cond_broadcast (&answer->told);
}

static void
answer_init (Answer *answer, gboolean to_end)
{
  *answer = (Answer){ .to_end = to_end,
                      .orientation = GST_VIDEO_ORIENTATION_IDENTITY,
                      .last = GST_CLOCK_TIME_NONE };
  g_mutex_init (&answer->lock);
  g_cond_init (&answer->told);
}

static void
answer_clear (Answer *answer)
{
  g_clear_pointer (&answer->sample, gst_sample_unref);
  g_clear_error (&answer->error);
  g_cond_clear (&answer->told);
  g_mutex_clear (&answer->lock);
}

/* Says why there was no picture. The source is closed. */
static void
set_error (Answer *answer, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return;
  if (answer->error != NULL)
    g_propagate_error (error, g_steal_pointer (&answer->error));
  else if (answer->ended && answer->at_end)
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED,
                 _ ("%s has no picture at its end"), name);
  else if (answer->ended && answer->why == SKY_SOURCE_GROWING)
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNFINISHED,
                 _ ("%s is still being written and has no picture yet"), name);
  else if (answer->ended)
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED,
                 _ ("%s ends before its first picture"), name);
  else if (answer->at_end)
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNREADABLE,
                 _ ("%s did not reach its end within 20 seconds"), name);
  else
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNREADABLE,
                 _ ("%s delivered no picture within 20 seconds"), name);
}

gboolean
sky_media_check_recording (
    int descriptor, const char *path, GCancellable *cancellable, SkyMediaInfo *info, GError **error)
{
  Answer answer;
  gboolean plays = FALSE;

  answer_init (&answer, FALSE);
  SkyMediaSource *source = open_source (descriptor, path, &answer, cancellable, error);
  if (source != NULL)
    {
      wait_for_answer (&answer, FALSE, cancellable);
      g_mutex_lock (&answer.lock);
      plays = answer.sample != NULL;
      g_mutex_unlock (&answer.lock);
      /* The duration is the open pipeline's to tell. */
      if (plays && info != NULL)
        fill_info (info, &answer, source);
      sky_media_source_close (source);
      if (!plays)
        set_error (&answer, path, cancellable, error);
    }
  answer_clear (&answer);
  return plays;
}

gboolean
sky_media_check_file (const char *path,
                      GCancellable *cancellable,
                      SkyMediaInfo *info,
                      GError **error)
{
  g_auto (SkyDescriptor) file = sky_media_source_open_descriptor (NULL, path, error);

  return file >= 0 && sky_media_check_recording (file, path, cancellable, info, error);
}

/* How long @sample is shown; 0 when it does not tell. */
static GstClockTime
length_of (GstSample *sample)
{
  GstVideoInfo video;
  GstBuffer *buffer = gst_sample_get_buffer (sample);

  if (GST_BUFFER_DURATION_IS_VALID (buffer))
    return GST_BUFFER_DURATION (buffer);
  gst_video_info_init (&video);
  if (!gst_video_info_from_caps (&video, gst_sample_get_caps (sample)) || video.fps_n <= 0)
    return 0;
  return gst_util_uint64_scale_int (GST_SECOND, video.fps_d, video.fps_n);
}

/* Counts the pictures from the last key frame before @goal on. Returns: what set_error() says when
 * there is none. */
static gboolean
count_from (int descriptor,
            const char *path,
            GstClockTime goal,
            GCancellable *cancellable,
            SkyTime *end,
            GError **error)
{
  Answer answer;
  gboolean found = FALSE;

  answer_init (&answer, TRUE);
  SkyMediaSource *source = open_source (descriptor, path, &answer, cancellable, error);
  if (source != NULL)
    {
      wait_for_answer (&answer, FALSE, cancellable);
      g_mutex_lock (&answer.lock);
      gboolean plays = answer.sample != NULL;
      g_mutex_unlock (&answer.lock);
      release (&answer);
      if (plays && sky_media_source_seek (source, goal))
        wait_for_answer (&answer, TRUE, cancellable);
      sky_media_source_close (source);
      /* Damage after a picture is where the pictures end. */
      found = answer.at_end && answer.sample != NULL && (answer.ended || answer.error != NULL);
      if (found)
        *end = (SkyTime) ((answer.last + length_of (answer.sample)) / GST_USECOND);
      else
        set_error (&answer, path, cancellable, error);
    }
  answer_clear (&answer);
  return found;
}

gboolean
sky_media_check_end (int descriptor,
                     const char *path,
                     SkyTime length,
                     GCancellable *cancellable,
                     SkyTime *end,
                     GError **error)
{
  GstClockTime goal = (GstClockTime) MAX (length - 1, 0) * GST_USECOND;

  /* A container that lost its end may not be sought beyond what is there. */
  for (guint i = 0; i < N_TRIES; i++, goal /= 4)
    {
      g_autoptr (GError) trouble = NULL;

      if (count_from (descriptor, path, goal, cancellable, end, &trouble))
        return TRUE;
      if (i + 1 < N_TRIES && g_error_matches (trouble, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED))
        continue;
      g_propagate_error (error, g_steal_pointer (&trouble));
      return FALSE;
    }
  g_return_val_if_reached (FALSE);
}

GArray *
sky_media_check_stretches (int descriptor)
{
  g_autoptr (GArray) found = NULL;
  GArray *stretches;

  if (sky_transport_clock_find_jump (descriptor) == 0)
    return NULL;
  found = sky_transport_clock_list_stretches (descriptor);
  stretches = g_array_new (FALSE, FALSE, sizeof (SkyMediaStretch));
  for (guint i = 0; i < found->len; i++)
    {
      const SkyClockStretch *stretch = &g_array_index (found, SkyClockStretch, i);
      SkyMediaStretch known = { stretch->from, stretch->until };

      g_array_append_val (stretches, known);
    }
  return stretches;
}

/* --- Whether it is a recording ---------------------------------------------------------------- */

typedef struct
{
  GMutex lock;
  GCond told;
  gboolean found; /* lock: a stream of pictures */
  gboolean over;  /* lock: nothing more is told */
} Streams;

static void
stream_added_cb (GstElement *demuxer, GstPad *pad, gpointer data)
{
  Streams *streams = data;
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);

  if (caps == NULL)
    caps = gst_pad_query_caps (pad, NULL);
  if (gst_caps_is_empty (caps) || gst_caps_is_any (caps))
    return;
  const char *type = gst_structure_get_name (gst_caps_get_structure (caps, 0));
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&streams->lock);
  if (g_str_has_prefix (type, "video/") || g_str_has_prefix (type, "image/"))
    streams->found = TRUE;
  g_cond_broadcast (&streams->told);
}

static GstBusSyncReply
streams_bus_cb (GstBus *bus, GstMessage *message, gpointer data)
{
  Streams *streams = data;
  GstMessageType type = GST_MESSAGE_TYPE (message);

  if (type == GST_MESSAGE_ERROR || type == GST_MESSAGE_EOS)
    {
      g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&streams->lock);
      streams->over = TRUE;
      g_cond_broadcast (&streams->told);
    }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

static gboolean
has_pictures (int descriptor, SkyContainer container, GCancellable *cancellable)
{
  static const char *const demuxers[] = {
    [SKY_CONTAINER_MATROSKA] = "matroskademux",
    [SKY_CONTAINER_MP4] = "qtdemux",
    [SKY_CONTAINER_MPEG_TS] = "tsdemux",
    [SKY_CONTAINER_AVI] = "avidemux",
  };
  g_autoptr (GstElement) pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  GstElement *reader = sky_media_container_make_reader (descriptor);
  GstElement *demuxer = gst_element_factory_make (demuxers[container], NULL);
  Streams streams = { 0 };
  gint64 deadline = g_get_monotonic_time () + PATIENCE;

  gst_bin_add (GST_BIN (pipeline), reader);
  if (demuxer == NULL)
    return FALSE;
  g_mutex_init (&streams.lock);
  g_cond_init (&streams.told);
  gst_bin_add (GST_BIN (pipeline), demuxer);
  gst_element_link (reader, demuxer);
  g_signal_connect (demuxer, "pad-added", G_CALLBACK (stream_added_cb), &streams);
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  gst_bus_set_sync_handler (bus, streams_bus_cb, &streams, NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_mutex_lock (&streams.lock);
  while (!streams.found && !streams.over && !g_cancellable_is_cancelled (cancellable)
         && g_cond_wait_until (&streams.told, &streams.lock, deadline))
    ;
  g_mutex_unlock (&streams.lock);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_bus_set_sync_handler (bus, NULL, NULL, NULL);
  g_cond_clear (&streams.told);
  g_mutex_clear (&streams.lock);
  return streams.found;
}

gboolean
sky_media_check_kind (int descriptor, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  SkyContainer container;

  if (!sky_media_source_init (error)
      || !sky_media_container_look (descriptor, name, &container, NULL, error))
    return FALSE;
  if (container == SKY_CONTAINER_OTHER)
    {
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_MEDIA,
                   _ ("%s is not Matroska, MP4, MPEG-TS or AVI"), name);
      return FALSE;
    }
  if (has_pictures (descriptor, container, cancellable))
    return TRUE;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_VIDEO, _ ("%s has no video"), name);
  return FALSE;
}
