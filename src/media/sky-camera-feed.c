/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-feed.h"

#include "sky-camera-feed-private.h"
#include "sky-media-clock.h"

#include <glib/gi18n-lib.h>

static void
feed_destroy (gpointer data)
{
  SkyCameraFeed *self = data;

  for (guint i = 0; i < sky_camera_get_n_coverages (self->camera); i++)
    {
      g_free (self->troubles[i].fails_message);
      g_free (self->troubles[i].starts_message);
      g_array_unref (self->troubles[i].section_ends);
    }
  g_free (self->troubles);
  sky_frame_ring_destroy (&self->ring);
  sky_frame_ring_destroy (&self->chunk);
  g_ptr_array_unref (self->slots);
  g_cond_clear (&self->plan_changed);
  g_cond_clear (&self->frames_wanted);
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->wakeup, sky_wakeup_unref);
  g_clear_pointer (&self->trust, sky_certificate_trust_unref);
  gst_clear_object (&self->memory);
  sky_camera_unref (self->camera);
  g_free (self);
}

/* --- The feed's thread: opens, seeks, closes (lock held on entry and on return) --- */

static void
open_slot (SkyCameraFeed *self, guint coverage)
{
  const SkyCameraSegment *segment =
      sky_camera_get_segment (self->camera, sky_feed_get_coverage (self, coverage)->segment);
  g_autoptr (GError) error = NULL;

  SkyFeedSlot *slot = g_new0 (SkyFeedSlot, 1);
  slot->feed = self;
  slot->coverage = coverage;
  slot->start = segment->start;
  slot->mode = SLOT_HELD;
  slot->at_start = TRUE;
  slot->replay = segment->replay;
  slot->life = g_get_monotonic_time ();
  if (slot->replay)
    self->retry_due = FALSE;
  g_ptr_array_add (self->slots, slot);
  g_autoptr (SkyCertificateTrust) trust =
      self->trust != NULL ? sky_certificate_trust_ref (self->trust) : NULL;

  g_mutex_unlock (&self->lock);
  slot->source =
      segment->replay ? sky_media_source_open_replay (
          segment->path, segment->start, trust, self->max_threads, &sky_feed_receiver, slot, &error)
                      : sky_media_source_open (segment->folder, segment->file, self->max_threads,
                                               &sky_feed_receiver, slot, &error);
  g_mutex_lock (&self->lock);
  if (slot->source == NULL)
    sky_feed_fail_slot (slot, error->message);
}

static void
close_slot (SkyCameraFeed *self, SkyFeedSlot *slot)
{
  slot->mode = SLOT_CLOSED;
  if (self->run.slot == slot)
    {
      self->run.slot = NULL;
      sky_frame_ring_clear (&self->chunk);
    }
  if (self->tail_slot == slot)
    self->tail_slot = NULL;
  g_cond_broadcast (&self->frames_wanted);

  g_mutex_unlock (&self->lock);
  g_clear_pointer (&slot->source, sky_media_source_close);
  g_mutex_lock (&self->lock);
  /* Frees it. */
  g_ptr_array_remove (self->slots, slot);
}

/* Where a run has to be sought to come to its goal: each time that it came in too late before, four
 * times as far back. */
static SkyTime
find_aim (const SkyCameraFeed *self, const SkyFeedAction *action, guint retries)
{
  SkyTime aim = action->goal + SKY_FRAME_TOLERANCE;

  if (retries > 0)
    aim = self->run.aim - (SKY_SECOND << MIN (2 * retries, 20));
  else if (action->run == RUN_PREPEND)
    aim = action->goal - self->span_back;
  return MAX (aim, sky_feed_slot_to_log (action->slot, 0));
}

/* Sends the slot's pipeline to @aim. @dropped: (transfer full): frames to let go of meanwhile. */
static void
seek_slot (SkyCameraFeed *self, SkyFeedSlot *slot, SkyTime aim, GPtrArray *dropped)
{
  slot->mode = SLOT_FLUSHED;
  slot->at_start = FALSE;
  g_cond_broadcast (&self->frames_wanted);

  gboolean key_frames = self->key_frames;
  g_mutex_unlock (&self->lock);
  sky_media_source_set_key_frames (slot->source, key_frames);
  gboolean sought = sky_media_source_seek (
      slot->source, (GstClockTime) sky_feed_slot_to_stream (slot, aim) * GST_USECOND);
  g_ptr_array_unref (dropped);
  g_mutex_lock (&self->lock);
  slot->life = g_get_monotonic_time ();
  if (sought)
    {
      if (slot->mode == SLOT_FLUSHED)
        slot->mode = self->run.slot == slot ? SLOT_RUNNING : SLOT_HELD;
      return;
    }
  g_autofree char *name = sky_feed_dup_name (self, slot->coverage);
  g_autofree char *message =
      g_strdup_printf (_ ("Cannot seek in %s: it is damaged or has no index"), name);
  sky_feed_fail_slot (slot, message);
}

static void
begin_run (SkyCameraFeed *self, const SkyFeedAction *action)
{
  SkyFeedSlot *slot = action->slot;
  gboolean again = self->run.slot == slot && self->run.again;
  guint retries = again ? self->run.retries + 1 : 0;
  SkyTime aim = find_aim (self, action, retries);
  /* The picture in hand of a recording just opened is the wanted one if that begins the stretch. */
  SkyTime origin = sky_feed_slot_to_log (slot, 0);
  gboolean at_start = slot->at_start && !self->key_frames && aim - origin <= SKY_FRAME_TOLERANCE;

  if (self->run.slot != slot)
    sky_feed_end_run (self);
  sky_frame_ring_clear (&self->chunk);
  if (action->run == RUN_FRESH || (self->tail_slot == slot && !action->no_seek))
    self->tail_slot = NULL;
  self->run = (SkyFeedRun){
    .slot = slot,
    .kind = action->run,
    .goal = action->goal,
    .aim = aim,
    .from_start = aim <= origin || at_start,
    .empty = !action->no_seek,
    .retries = retries,
  };
  g_clear_pointer (&self->key_frame, sky_frame_unref);
  GPtrArray *dropped =
      action->run == RUN_FRESH ? sky_frame_ring_steal (&self->ring) : g_ptr_array_new ();
  if (!action->no_seek && !at_start)
    {
      seek_slot (self, slot, aim, dropped);
      return;
    }
  slot->mode = SLOT_RUNNING;
  g_cond_broadcast (&self->frames_wanted);
  g_ptr_array_unref (dropped);
}

static void
run_feed (gpointer data)
{
  SkyCameraFeed *self = data;

  g_mutex_lock (&self->lock);
  while (!self->quit)
    {
      sky_feed_watch_recorders (self);
      SkyFeedAction action = sky_feed_make_plan (self);
      switch (action.kind)
        {
        case ACTION_NONE:
          if (self->watch_due == G_MAXINT64)
            g_cond_wait (&self->plan_changed, &self->lock);
          else
            g_cond_wait_until (&self->plan_changed, &self->lock, self->watch_due);
          break;
        case ACTION_OPEN:
          open_slot (self, action.coverage);
          break;
        case ACTION_CLOSE:
          close_slot (self, action.slot);
          break;
        case ACTION_RUN:
          begin_run (self, &action);
          break;
        }
    }
  while (self->slots->len > 0)
    close_slot (self, g_ptr_array_index (self->slots, 0));
  sky_frame_ring_clear (&self->ring);
  g_clear_pointer (&self->key_frame, sky_frame_unref);
  g_mutex_unlock (&self->lock);
}

/* --- For the main thread --- */

SkyCameraFeed *
sky_camera_feed_new (SkyCamera *camera, int max_threads, gsize budget)
{
  guint n = sky_camera_get_n_coverages (camera);

  SkyCameraFeed *self = g_new0 (SkyCameraFeed, 1);
  self->camera = sky_camera_ref (camera);
  self->max_threads = max_threads;
  self->budget = budget;
  g_mutex_init (&self->lock);
  g_cond_init (&self->plan_changed);
  g_cond_init (&self->frames_wanted);
  self->target = SKY_TIME_NONE;
  self->rate = SKY_RATE_ONE;
  self->slots = g_ptr_array_new_with_free_func (g_free);
  sky_frame_ring_init (&self->ring);
  sky_frame_ring_init (&self->chunk);
  self->troubles = g_new0 (SkyFeedTrouble, n);
  for (guint i = 0; i < n; i++)
    {
      sky_feed_clear_trouble (&self->troubles[i]);
      self->troubles[i].section_ends = g_array_new (FALSE, FALSE, sizeof (SkyTime));
    }
  self->thread = sky_detachable_thread_start ("sky-camera-feed", run_feed, self, feed_destroy);
  return self;
}

void
sky_camera_feed_stop (SkyCameraFeed *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->quit = TRUE;
  g_cond_signal (&self->plan_changed);
}

void
sky_camera_feed_free (SkyCameraFeed *self)
{
  sky_camera_feed_stop (self);
  sky_detachable_thread_detach (self->thread);
}

void
sky_camera_feed_set_target (SkyCameraFeed *self, SkyTime time, int rate, SkyFeedPace pace)
{
  g_return_if_fail (rate != 0);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->enabled && self->target == time && self->rate == rate && self->pace == pace)
    return;
  self->target = time;
  self->rate = rate;
  self->pace = pace;
  self->enabled = TRUE;
  g_cond_broadcast (&self->frames_wanted);
  sky_feed_wake (self);
}

void
sky_camera_feed_set_wakeup (SkyCameraFeed *self, SkyWakeup *wakeup)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_clear_pointer (&self->wakeup, sky_wakeup_unref);
  self->wakeup = sky_wakeup_ref (wakeup);
}

void
sky_camera_feed_set_trust (SkyCameraFeed *self, SkyCertificateTrust *trust)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_clear_pointer (&self->trust, sky_certificate_trust_unref);
  self->trust = trust != NULL ? sky_certificate_trust_ref (trust) : NULL;
}

void
sky_camera_feed_set_enabled (SkyCameraFeed *self, gboolean enabled)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->enabled = enabled;
  if (!enabled)
    sky_feed_drop_frames (self);
  sky_feed_wake (self);
}

void
sky_camera_feed_set_key_frames (SkyCameraFeed *self, gboolean key_frames)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->key_frames == key_frames)
    return;
  self->key_frames = key_frames;
  sky_feed_drop_frames (self);
  sky_feed_wake (self);
}

void
sky_camera_feed_retry (SkyCameraFeed *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  for (guint i = 0; i < sky_camera_get_n_coverages (self->camera); i++)
    sky_feed_clear_trouble (&self->troubles[i]);
  sky_retry_reset (&self->retry);
  /* What was taken for the last frame of a recording may not be. */
  sky_feed_drop_frames (self);
  sky_feed_wake (self);
}

static void
look_at_coverage (SkyCameraFeed *self, guint coverage, SkyTime time, SkyFeedLook *look)
{
  int index = sky_feed_find_certain (self, coverage, time);
  const char *message = sky_feed_get_trouble (self, coverage, time);

  look->segment = (int) sky_feed_get_coverage (self, coverage)->segment;
  if (index >= 0 && sky_feed_find_gap (self, (guint) index, time, &look->since, &look->until))
    look->status = SKY_FEED_GAP;
  else if (index >= 0)
    {
      look->status = SKY_FEED_FRAME;
      look->frame = sky_frame_ref (sky_frame_ring_get (&self->ring, (guint) index));
    }
  else if (message != NULL)
    {
      look->status = SKY_FEED_FAILED;
      look->message = g_strdup (message);
    }
  else if (self->key_frame != NULL && self->key_frame->coverage == coverage
           && self->key_frame->at <= time)
    look->key_frame = sky_frame_ref (self->key_frame);
}

void
sky_camera_feed_look (SkyCameraFeed *self, SkyTime time, SkyFeedLook *look)
{
  *look = (SkyFeedLook){
    .status = SKY_FEED_LOADING, .since = SKY_TIME_NONE, .until = SKY_TIME_NONE, .segment = -1
  };
  if (sky_camera_find_gap (self->camera, time, &look->since, &look->until))
    {
      look->status = SKY_FEED_GAP;
      return;
    }
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  look_at_coverage (self, (guint) sky_camera_find_coverage (self->camera, time), time, look);
}

void
sky_feed_look_clear (SkyFeedLook *look)
{
  g_clear_pointer (&look->frame, sky_frame_unref);
  g_clear_pointer (&look->key_frame, sky_frame_unref);
  g_clear_pointer (&look->message, g_free);
}

static SkyTime
reach_forward (SkyCameraFeed *self, SkyTime time)
{
  guint n = sky_camera_get_n_coverages (self->camera);
  int covering = sky_camera_find_coverage (self->camera, time);
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);
  guint next = 0;

  if (covering >= 0 && sky_feed_get_trouble (self, (guint) covering, time) != NULL)
    next = (guint) covering + 1;
  else if (tail != NULL && (covering < 0 || (guint) covering <= tail->coverage))
    {
      if (!tail->last)
        return tail->until - SKY_FRAME_TOLERANCE - 1;
      next = tail->coverage + 1;
    }
  else if (covering >= 0)
    return time;
  while (next < n && sky_feed_get_coverage (self, next)->from <= time)
    next++;
  return next < n ? sky_feed_get_coverage (self, next)->from - 1 : G_MAXINT64;
}

static SkyTime
reach_backward (SkyCameraFeed *self, SkyTime time)
{
  int covering = sky_camera_find_coverage (self->camera, time);
  SkyFrame *head = sky_frame_ring_head (&self->ring);
  guint before = sky_camera_get_n_coverages (self->camera);

  if (covering >= 0 && sky_feed_get_trouble (self, (guint) covering, time) != NULL)
    before = (guint) covering;
  else if (head != NULL && (covering < 0 || (guint) covering >= head->coverage))
    {
      if (!head->first)
        return head->at - SKY_FRAME_TOLERANCE;
      before = head->coverage;
    }
  else if (covering >= 0)
    return time;
  while (before > 0 && sky_feed_get_coverage (self, before - 1)->until > time)
    before--;
  return before > 0 ? sky_feed_get_coverage (self, before - 1)->until : G_MININT64;
}

SkyTime
sky_camera_feed_get_reach (SkyCameraFeed *self, SkyTime time, int direction)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return direction > 0 ? MAX (reach_forward (self, time), time)
                       : MIN (reach_backward (self, time), time);
}

static SkyFeedStep
step_forward (SkyCameraFeed *self, guint index, SkyTime *found)
{
  SkyFrame *frame = sky_frame_ring_get (&self->ring, index);
  guint next = frame->coverage + 1;

  if (!frame->last && index + 1 < sky_frame_ring_get_length (&self->ring))
    {
      *found = sky_frame_ring_get (&self->ring, index + 1)->at;
      return SKY_FEED_STEP_FOUND;
    }
  if (!frame->last)
    return SKY_FEED_STEP_PENDING;
  if (next >= sky_camera_get_n_coverages (self->camera))
    return SKY_FEED_STEP_END;
  *found = sky_feed_get_coverage (self, next)->from;
  return SKY_FEED_STEP_FOUND;
}

static SkyFeedStep
step_back (SkyCameraFeed *self, guint index, SkyTime *found)
{
  SkyFrame *frame = sky_frame_ring_get (&self->ring, index);

  if (!frame->first && index > 0)
    {
      SkyFrame *before = sky_frame_ring_get (&self->ring, index - 1);
      *found = MAX (before->at, sky_feed_get_coverage (self, before->coverage)->from);
      return SKY_FEED_STEP_FOUND;
    }
  if (!frame->first)
    return SKY_FEED_STEP_PENDING;
  if (frame->coverage == 0)
    return SKY_FEED_STEP_END;
  *found = sky_feed_get_coverage (self, frame->coverage - 1)->until - 1;
  return SKY_FEED_STEP_FOUND;
}

SkyFeedStep
sky_camera_feed_find_step (SkyCameraFeed *self, SkyTime time, int direction, SkyTime *found)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  int covering = sky_camera_find_coverage (self->camera, time);

  if (covering < 0)
    return SKY_FEED_STEP_NONE;
  int index = sky_feed_find_certain (self, (guint) covering, time);
  if (index < 0)
    return sky_feed_get_trouble (self, (guint) covering, time) != NULL ? SKY_FEED_STEP_NONE
                                                                       : SKY_FEED_STEP_PENDING;
  return direction > 0 ? step_forward (self, (guint) index, found)
                       : step_back (self, (guint) index, found);
}

SkyTime
sky_camera_feed_get_interval (SkyCameraFeed *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->interval;
}
