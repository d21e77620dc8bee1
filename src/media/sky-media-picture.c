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

typedef struct _Answer Answer;

/* What the pipeline's threads tell the one that waits. */
struct _Answer
{
  GMutex lock;
  GCond told;
  /* A picture of the seek under way, with the lock held. Returns: whether it was the last one. */
  gboolean (*take) (Answer *answer, GstSample *sample, GstClockTime at);
  GstClockTime wanted;
  gboolean begun;    /* lock: a first picture came */
  guint progress;    /* lock: how many came */
  gboolean sought;   /* lock: what comes now is of the seek */
  GstSample *sample; /* lock: the last picture at or before the wanted time */
  GstClockTime at;   /* lock */
  gboolean done;     /* lock */
  GError *error;     /* lock */

  /* Of a stretch: */
  const char *name;
  SkyTime until;
  SkyTime apart;
  SkyMediaPictureFunc func;
  gpointer func_data;
  SkyTime given; /* lock: when the last one given was; -1: none */
};

/* The last picture at or before the wanted time. */
static gboolean
take_last (Answer *answer, GstSample *sample, GstClockTime at)
{
  if (at <= answer->wanted || answer->sample == NULL)
    {
      g_clear_pointer (&answer->sample, gst_sample_unref);
      answer->sample = gst_sample_ref (sample);
      answer->at = at;
    }
  return at >= answer->wanted;
}

static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  Answer *answer = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);

  answer->begun = TRUE;
  answer->progress++;
  if (answer->sought && !answer->done)
    answer->done = answer->take (answer, sample, at);
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

/* Waits until @flag (one of the answer's) is set. Returns: FALSE when no picture comes for too
 * long, when the recording failed, or on @cancellable. */
static gboolean
wait_for (Answer *answer, const gboolean *flag, GCancellable *cancellable)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&answer->lock);
  guint progress = answer->progress;

  while (!*flag && answer->error == NULL && !g_cancellable_is_cancelled (cancellable)
         && g_get_monotonic_time () < deadline)
    {
      g_cond_wait_until (&answer->told, &answer->lock, g_get_monotonic_time () + POLL);
      if (answer->progress != progress)
        {
          progress = answer->progress;
          deadline = g_get_monotonic_time () + PATIENCE;
        }
    }
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

/* Gives a picture to who reads the stretch, unless it follows too soon. */
static gboolean
give (Answer *answer, GstSample *sample, GstClockTime at)
{
  g_auto (SkyMediaPicture) picture = { 0 };

  if (!convert (answer->name, sample, &picture, &answer->error))
    return FALSE;
  picture.at = (SkyTime) (at / GST_USECOND);
  answer->given = picture.at;
  return answer->func (&picture, answer->func_data);
}

/* Each picture of a stretch. The one before the first that begins behind its beginning is the one
 * that its beginning falls into. */
static gboolean
take_each (Answer *answer, GstSample *sample, GstClockTime at)
{
  SkyTime when = (SkyTime) (at / GST_USECOND);

  if (at <= answer->wanted)
    {
      take_last (answer, sample, at);
      return FALSE;
    }
  if (answer->given < 0 && answer->sample != NULL && !give (answer, answer->sample, answer->at))
    return TRUE;
  if (when > answer->until)
    return TRUE;
  return (answer->given < 0 || when - answer->given >= answer->apart) && !give (answer, sample, at);
}

/* Decodes from the answer's wanted time on until it has what it takes. */
static gboolean
decode (int descriptor, const char *path, Answer *answer, GCancellable *cancellable, GError **error)
{
  static const SkyMediaSourceReceiver receiver = {
    .picture = picture_cb, .flushed = flushed_cb, .ended = ended_cb, .failed = failed_cb
  };
  SkyMediaSource *source;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  source = sky_media_source_open_file (descriptor, path, 0, &receiver, answer, error);
  if (source == NULL)
    return FALSE;
  if (wait_for (answer, &answer->begun, cancellable)
      && sky_media_source_seek (source, answer->wanted))
    wait_for (answer, &answer->done, cancellable);
  sky_media_source_close (source);
  return TRUE;
}

static void
answer_init (Answer *answer, SkyTime wanted)
{
  *answer = (Answer){ .wanted = (GstClockTime) MAX (wanted, 0) * GST_USECOND, .given = -1 };
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

/* Says why the answer has no picture. */
static void
explain (Answer *answer, const char *name, GCancellable *cancellable, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return;
  if (answer->error != NULL)
    g_propagate_error (error, g_steal_pointer (&answer->error));
  else
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED, _ ("%s has no picture there"),
                 name);
}

gboolean
sky_media_picture_grab (int descriptor,
                        const char *path,
                        SkyTime at,
                        SkyMediaPicture *picture,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  Answer answer;
  gboolean found = FALSE;

  *picture = (SkyMediaPicture){ 0 };
  answer_init (&answer, at);
  answer.take = take_last;
  if (decode (descriptor, path, &answer, cancellable, error))
    {
      if (answer.sample != NULL)
        {
          found = convert (name, answer.sample, picture, error);
          picture->at = (SkyTime) (answer.at / GST_USECOND);
        }
      else
        explain (&answer, name, cancellable, error);
    }
  answer_clear (&answer);
  return found;
}

gboolean
sky_media_picture_read (int descriptor,
                        const char *path,
                        SkyTime from,
                        SkyTime until,
                        SkyTime apart,
                        SkyMediaPictureFunc func,
                        gpointer data,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  Answer answer;
  gboolean read = FALSE;

  answer_init (&answer, from);
  answer.take = take_each;
  answer.name = name;
  answer.until = until;
  answer.apart = apart;
  answer.func = func;
  answer.func_data = data;
  if (decode (descriptor, path, &answer, cancellable, error))
    {
      /* A recording that ends within the picture that the stretch begins in. */
      if (answer.given < 0 && answer.sample != NULL && answer.error == NULL)
        give (&answer, answer.sample, answer.at);
      read = answer.given >= 0 && answer.error == NULL && !g_cancellable_is_cancelled (cancellable);
      if (!read)
        explain (&answer, name, cancellable, error);
    }
  answer_clear (&answer);
  return read;
}
