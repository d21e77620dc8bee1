/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-check.h"

#include "sky-media-error.h"
#include "sky-media-source.h"

#include <glib/gi18n-lib.h>

/* A disk that has not given one picture in this time will not give the player any. */
#define PATIENCE (20 * G_TIME_SPAN_SECOND)

/* What the pipeline's threads tell the one that waits. */
typedef struct
{
  GMutex lock;
  GCond told;
  GstSample *sample;                     /* lock: the first picture */
  GstVideoOrientationMethod orientation; /* lock */
  GError *error;                         /* lock */
  gboolean ended;                        /* lock */
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
  g_cond_signal (&answer->told);
  return FALSE;
}

static void
flushed_cb (gpointer data)
{
}

static void
ended_cb (gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  answer->ended = TRUE;
  g_cond_signal (&answer->told);
}

static void
failed_cb (const GError *error, gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  if (answer->error == NULL)
    answer->error = g_error_copy (error);
  g_cond_signal (&answer->told);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  g_cond_signal (&answer->told);
}

/* Returns: TRUE when a picture came. */
static gboolean
wait_for_answer (Answer *answer, GCancellable *cancellable)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  gulong handler = 0;

  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), answer, NULL);
  g_mutex_lock (&answer->lock);
  while (answer->sample == NULL && answer->error == NULL && !answer->ended
         && !g_cancellable_is_cancelled (cancellable)
         && g_cond_wait_until (&answer->told, &answer->lock, deadline))
    ;
  gboolean came = answer->sample != NULL;
  g_mutex_unlock (&answer->lock);
  g_cancellable_disconnect (cancellable, handler);
  return came;
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

gboolean
sky_media_check_file (const char *path,
                      GCancellable *cancellable,
                      SkyMediaInfo *info,
                      GError **error)
{
  static const SkyMediaSourceReceiver receiver = {
    .picture = picture_cb, .flushed = flushed_cb, .ended = ended_cb, .failed = failed_cb
  };

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  /* A pipe would never open. */
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNREADABLE, _ ("%s is not a file"),
                   path);
      return FALSE;
    }
  Answer answer = { .orientation = GST_VIDEO_ORIENTATION_IDENTITY };
  g_mutex_init (&answer.lock);
  g_cond_init (&answer.told);
  SkyMediaSource *source = sky_media_source_open (path, 1, &receiver, &answer, error);
  gboolean plays = FALSE;

  if (source != NULL)
    {
      plays = wait_for_answer (&answer, cancellable);
      /* The duration is the open pipeline's to tell. */
      if (plays && info != NULL)
        fill_info (info, &answer, source);
      sky_media_source_close (source);

      g_autofree char *name = g_filename_display_basename (path);
      if (!plays && g_cancellable_set_error_if_cancelled (cancellable, error))
        ;
      else if (!plays && answer.error != NULL)
        g_propagate_error (error, g_steal_pointer (&answer.error));
      else if (!plays && answer.ended)
        g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED,
                     _ ("%s ends before its first picture"), name);
      else if (!plays)
        g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNREADABLE,
                     _ ("%s gave no picture within 20 seconds"), name);
    }
  g_clear_pointer (&answer.sample, gst_sample_unref);
  g_clear_error (&answer.error);
  g_cond_clear (&answer.told);
  g_mutex_clear (&answer.lock);
  return plays;
}
