/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-picture.h"

#include <glib/gi18n-lib.h>

#include "sky-frame.h"
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
ended_cb (SkySourceEnd why, gpointer data)
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

void
sky_media_picture_clear (SkyMediaPicture *self)
{
  g_clear_pointer (&self->pixels, g_free);
}

/* Converts what @source shows into @pixels of @out. */
static gboolean
convert_pixels (const GstVideoFrame *source, GstVideoInfo *out, guint8 *pixels)
{
  gsize size = GST_VIDEO_INFO_SIZE (out);
  g_autoptr (GstBuffer) buffer = gst_buffer_new_wrapped_full (0, pixels, size, 0, size, NULL, NULL);
  GstVideoInfo in = source->info;
  GstVideoFrame target;

  out->interlace_mode = in.interlace_mode;
  out->fps_n = in.fps_n;
  out->fps_d = in.fps_d;
  GstVideoConverter *converter = gst_video_converter_new (&in, out, NULL);
  gboolean converted =
      converter != NULL && gst_video_frame_map (&target, out, buffer, GST_MAP_WRITE);
  if (converted)
    {
      gst_video_converter_frame (converter, source, &target);
      gst_video_frame_unmap (&target);
    }
  g_clear_pointer (&converter, gst_video_converter_free);
  return converted;
}

/* Upright in no way that the recording does not say, in square pixels, of one instant. */
static gboolean
convert (const char *name, GstSample *sample, SkyMediaPicture *picture, GError **error)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GstVideoInfo info, out;
  GstVideoFrame whole;
  gboolean converted = FALSE;

  if (gst_video_info_from_caps (&info, gst_sample_get_caps (sample))
      && gst_video_frame_map (&whole, &info, buffer, GST_MAP_READ))
    {
      GstVideoFrame source = whole;
      if (sky_frame_is_interlaced (&info, buffer))
        sky_frame_keep_first_field (&source);
      picture->width = (int) gst_util_uint64_scale_int_round (
          (guint64) info.width, MAX (info.par_n, 1), MAX (info.par_d, 1));
      picture->height = info.height;
      picture->stride = (gsize) picture->width * 4;
      picture->pixels = g_malloc (picture->stride * (gsize) picture->height);
      gst_video_info_set_format (
          &out, G_BYTE_ORDER == G_LITTLE_ENDIAN ? GST_VIDEO_FORMAT_BGRx : GST_VIDEO_FORMAT_xRGB,
          (guint) picture->width, (guint) picture->height);
      converted = convert_pixels (&source, &out, picture->pixels);
      gst_video_frame_unmap (&whole);
    }
  if (!converted)
    {
      sky_media_picture_clear (picture);
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED,
                   _ ("Cannot make a picture from %s: its pixel format is unknown"), name);
    }
  return converted;
}

gboolean
sky_media_picture_grab (int descriptor,
                        const char *path,
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
  source = sky_media_source_open_file (descriptor, path, 0, &receiver, &answer, error);
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
                         _ ("%s has no picture there"), name);
        }
    }
  g_clear_pointer (&answer.sample, gst_sample_unref);
  g_clear_error (&answer.error);
  g_cond_clear (&answer.told);
  g_mutex_clear (&answer.lock);
  return found;
}
