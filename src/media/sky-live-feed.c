/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-feed.h"

#include "sky-detachable-thread.h"
#include "sky-frame-ring.h"
#include "sky-media-source.h"
#include "sky-retry.h"
#include "sky-source-name.h"

#include <glib/gi18n-lib.h>

/* Pictures kept at most, however many a second. */
#define RING_MAX 120

struct _SkyLiveFeed
{
  SkyDetachableThread *thread;
  char *address;
  char *name; /* for messages */
  int max_threads;

  GMutex lock;
  GCond changed; /* the thread waits for it */

  /* All of these: lock. */
  gboolean enabled;
  gboolean quit;
  gboolean broken;            /* the source that is open gives nothing more */
  SkyCertificateTrust *trust; /* or NULL */
  SkyRetry retry;
  SkyFrameRing ring;
  char *message; /* why there is no picture; NULL: there is, or the first try is under way */
};

static void
feed_destroy (gpointer data)
{
  SkyLiveFeed *self = data;

  sky_frame_ring_destroy (&self->ring);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->trust, sky_certificate_trust_unref);
  g_free (self->message);
  g_free (self->address);
  g_free (self->name);
  g_free (self);
}

/* --- Threads of the pipeline ------------------------------------------------------------------ */

static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  SkyLiveFeed *self = data;
  SkyFrame *frame = sky_frame_new (sample, (SkyTime) (at / GST_USECOND), 0, orientation);

  if (frame == NULL)
    return TRUE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  /* What comes in behind the failure is no sign of life. */
  if (self->broken || self->quit)
    {
      sky_frame_unref (frame);
      return FALSE;
    }
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);
  /* Two pictures that came in together keep their order. */
  if (tail != NULL && frame->at <= tail->at)
    frame->at = tail->at + 1;
  sky_frame_ring_append (&self->ring, frame);
  /* From the first picture on silence is borne for less long. */
  if (self->retry.life == 0)
    g_cond_signal (&self->changed);
  sky_retry_note_life (&self->retry);
  g_clear_pointer (&self->message, g_free);
  guint n = sky_frame_ring_get_length (&self->ring);
  guint drop = n > RING_MAX ? n - RING_MAX : 0;
  while (drop + 1 < n && sky_frame_ring_get (&self->ring, drop + 1)->at < frame->at - SKY_LIVE_KEPT)
    drop++;
  sky_frame_ring_drop_head (&self->ring, drop);
  return TRUE;
}

static void
flushed_cb (gpointer data)
{
}

static void
break_off (SkyLiveFeed *self, const char *message)
{
  if (self->broken)
    return;
  self->broken = TRUE;
  g_free (self->message);
  self->message = g_strdup (message);
  g_cond_signal (&self->changed);
}

static void
ended_cb (SkySourceEnd why, gpointer data)
{
  SkyLiveFeed *self = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_autofree char *message = g_strdup_printf (_ ("%s has ended; trying again"), self->name);

  break_off (self, message);
}

static void
failed_cb (const GError *error, gpointer data)
{
  SkyLiveFeed *self = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  break_off (self, error->message);
}

static const SkyMediaSourceReceiver receiver = {
  .picture = picture_cb, .flushed = flushed_cb, .ended = ended_cb, .failed = failed_cb
};

/* --- The feed's thread (lock held on entry and on return) ------------------------------------- */

/* Waits until the open source is of no more use. */
static void
watch (SkyLiveFeed *self)
{
  while (self->enabled && !self->quit && !self->broken)
    {
      gint64 deadline = sky_retry_get_deadline (&self->retry);
      if (g_get_monotonic_time () >= deadline)
        {
          g_autofree char *message =
              g_strdup_printf (self->retry.life > 0 ? _ ("%s stopped sending video; trying again")
                                                    : _ ("%s sends no video; trying again"),
                               self->name);
          break_off (self, message);
          return;
        }
      g_cond_wait_until (&self->changed, &self->lock, deadline);
    }
}

static void
connect_once (SkyLiveFeed *self)
{
  g_autoptr (GError) error = NULL;

  self->broken = FALSE;
  sky_retry_begin (&self->retry);
  g_autoptr (SkyCertificateTrust) trust =
      self->trust != NULL ? sky_certificate_trust_ref (self->trust) : NULL;
  g_mutex_unlock (&self->lock);
  SkyMediaSource *source = sky_media_source_open_stream (self->address, trust, self->max_threads,
                                                         &receiver, self, &error);
  g_mutex_lock (&self->lock);
  if (source == NULL)
    break_off (self, error->message);
  else
    watch (self);

  self->broken = TRUE;
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&source, sky_media_source_close);
  g_mutex_lock (&self->lock);
  sky_retry_fail (&self->retry);
}

static void
run_feed (gpointer data)
{
  SkyLiveFeed *self = data;

  g_mutex_lock (&self->lock);
  while (!self->quit)
    {
      if (!self->enabled)
        {
          sky_frame_ring_clear (&self->ring);
          g_clear_pointer (&self->message, g_free);
          sky_retry_reset (&self->retry);
          g_cond_wait (&self->changed, &self->lock);
        }
      else if (sky_retry_is_due (&self->retry))
        connect_once (self);
      else
        g_cond_wait_until (&self->changed, &self->lock, self->retry.due);
    }
  sky_frame_ring_clear (&self->ring);
  g_mutex_unlock (&self->lock);
}

/* --- For the main thread ---------------------------------------------------------------------- */

SkyLiveFeed *
sky_live_feed_new (const char *address, int max_threads)
{
  SkyLiveFeed *self = g_new0 (SkyLiveFeed, 1);

  self->address = g_strdup (address);
  self->name = sky_source_dup_name (address);
  self->max_threads = max_threads;
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  sky_frame_ring_init (&self->ring);
  self->thread = sky_detachable_thread_start ("sky-live-feed", run_feed, self, feed_destroy);
  return self;
}

void
sky_live_feed_stop (SkyLiveFeed *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->quit = TRUE;
  g_cond_signal (&self->changed);
}

void
sky_live_feed_free (SkyLiveFeed *self)
{
  sky_live_feed_stop (self);
  sky_detachable_thread_detach (self->thread);
}

void
sky_live_feed_set_enabled (SkyLiveFeed *self, gboolean enabled)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->enabled == enabled)
    return;
  self->enabled = enabled;
  g_cond_signal (&self->changed);
}

void
sky_live_feed_set_trust (SkyLiveFeed *self, SkyCertificateTrust *trust)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_clear_pointer (&self->trust, sky_certificate_trust_unref);
  self->trust = trust != NULL ? sky_certificate_trust_ref (trust) : NULL;
}

void
sky_live_feed_retry (SkyLiveFeed *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  sky_retry_reset (&self->retry);
  g_cond_signal (&self->changed);
}

void
sky_live_feed_look (SkyLiveFeed *self, SkyTime time, SkyFeedLook *look)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  int index = sky_frame_ring_find (&self->ring, 0, time);

  *look = (SkyFeedLook){
    .status = SKY_FEED_LOADING, .since = SKY_TIME_NONE, .until = SKY_TIME_NONE, .segment = -1
  };
  SkyFrame *frame = index >= 0 ? sky_frame_ring_get (&self->ring, (guint) index) : NULL;
  /* An old picture must not be taken for what happens now. */
  if (frame != NULL && time - frame->at < SKY_LIVE_KEPT)
    {
      look->status = SKY_FEED_FRAME;
      look->frame = sky_frame_ref (frame);
    }
  else if (self->message != NULL)
    {
      look->status = SKY_FEED_FAILED;
      look->message = g_strdup (self->message);
    }
}
