/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-picture.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-media-error.h"
#include "sky-media-source.h"

/* A disk that has not given the picture in this time will not give it. */
#define PATIENCE (20 * G_TIME_SPAN_SECOND)
#define POLL     (100 * G_TIME_SPAN_MILLISECOND)

/* What the pipeline's threads tell the one that waits. */
typedef struct
{
  GMutex lock;
  GCond told;
  GstClockTime wanted;
  gboolean begun;    /* lock: a first picture came */
  gboolean sought;   /* lock: what comes now is of the seek */
  GstSample *sample; /* lock: the last picture at or before the wanted time */
  GstClockTime at;   /* lock */
  gboolean done;     /* lock */
  GError *error;     /* lock */
} Answer;

static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  answer->begun = TRUE;
  if (answer->sought && !answer->done)
    {
      if (at <= answer->wanted || answer->sample == NULL)
        {
          g_clear_pointer (&answer->sample, gst_sample_unref);
          answer->sample = gst_sample_ref (sample);
          answer->at = at;
        }
      if (at >= answer->wanted)
        answer->done = TRUE;
    }
  g_cond_signal (&answer->told);
  return !answer->done;
}

static void
flushed_cb (gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  answer->sought = TRUE;
}

static void
ended_cb (gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  /* A recording that has ended before the seek ends once more behind it. */
  if (answer->sought)
    answer->done = TRUE;
  g_cond_signal (&answer->told);
}

static void
failed_cb (const GError *error, gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  if (answer->error == NULL)
    answer->error = g_error_copy (error);
  answer->done = TRUE;
  g_cond_signal (&answer->told);
}

/* Waits until @flag (one of the answer's) is set. Returns: FALSE when that takes too long, when the
 * recording failed, or on @cancellable. */
static gboolean
wait_for (Answer *answer, const gboolean *flag, GCancellable *cancellable)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  while (!*flag && answer->error == NULL && !g_cancellable_is_cancelled (cancellable)
         && g_get_monotonic_time () < deadline)
    g_cond_wait_until (&answer->told, &answer->lock, g_get_monotonic_time () + POLL);
  return *flag && answer->error == NULL;
}

static gboolean
convert (const char *name, GstSample *sample, SkyMediaPicture *picture, GError **error)
{
  g_autoptr (GstCaps) caps = gst_caps_new_simple (
      "video/x-raw", "format", G_TYPE_STRING, G_BYTE_ORDER == G_LITTLE_ENDIAN ? "BGRx" : "xRGB",
      "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1, NULL);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GstSample) converted =
      gst_video_convert_sample (sample, caps, 10 * GST_SECOND, &cause);
  GstVideoInfo info;
  GstVideoFrame frame;

  if (converted == NULL || !gst_video_info_from_caps (&info, gst_sample_get_caps (converted))
      || !gst_video_frame_map (&frame, &info, gst_sample_get_buffer (converted), GST_MAP_READ))
    {
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED,
                   _ ("No picture can be made of %s: %s"), name,
                   cause != NULL ? cause->message : _ ("its pictures are of no known kind"));
      return FALSE;
    }
  picture->width = info.width;
  picture->height = info.height;
  picture->stride = (gsize) info.width * 4;
  picture->pixels = g_malloc (picture->stride * (gsize) info.height);
  for (int y = 0; y < info.height; y++)
    memcpy (picture->pixels + (gsize) y * picture->stride,
            (const guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&frame, 0)
                + (gsize) y * (gsize) GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0),
            picture->stride);
  gst_video_frame_unmap (&frame);
  return TRUE;
}

void
sky_media_picture_clear (SkyMediaPicture *self)
{
  g_clear_pointer (&self->pixels, g_free);
}

gboolean
sky_media_picture_grab (const char *path,
                        SkyTime at,
                        SkyMediaPicture *picture,
                        GCancellable *cancellable,
                        GError **error)
{
  static const SkyMediaSourceReceiver receiver = {
    .picture = picture_cb, .flushed = flushed_cb, .ended = ended_cb, .failed = failed_cb
  };
  g_autofree char *name = g_filename_display_basename (path);
  Answer answer = { .wanted = (GstClockTime) MAX (at, 0) * GST_USECOND };
  SkyMediaSource *source;
  gboolean found = FALSE;

  *picture = (SkyMediaPicture){ 0 };
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  g_mutex_init (&answer.lock);
  g_cond_init (&answer.told);
  source = sky_media_source_open (path, 0, &receiver, &answer, error);
  if (source != NULL)
    {
      if (wait_for (&answer, &answer.begun, cancellable)
          && sky_media_source_seek (source, answer.wanted))
        wait_for (&answer, &answer.done, cancellable);
      sky_media_source_close (source);
      if (answer.sample != NULL)
        {
          found = convert (name, answer.sample, picture, error);
          picture->at = (SkyTime) (answer.at / GST_USECOND);
        }
      else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          if (answer.error != NULL)
            g_propagate_error (error, g_steal_pointer (&answer.error));
          else
            g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED,
                         _ ("%s gives no picture there"), name);
        }
    }
  g_clear_pointer (&answer.sample, gst_sample_unref);
  g_clear_error (&answer.error);
  g_cond_clear (&answer.told);
  g_mutex_clear (&answer.lock);
  return found;
}
