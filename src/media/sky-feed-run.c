/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-feed-private.h"
#include "sky-picture-memory.h"

#include <glib/gi18n-lib.h>

/* Frames that a ring holds at most, whatever the memory. */
#define RING_MAX 240
/* A picture of this size is a heavy one: its decoder holds as many of them again as the ring. */
#define HEAVY ((gsize) 8 * 1024 * 1024)
/* Heavy frames that a ring holds at least. */
#define RING_MIN_HEAVY 12
/* As far back as is sought to fetch key frames alone. */
#define SPAN_KEY_FRAMES (8 * SKY_SECOND)
/* Two pictures that a recorder sends one after the other lie closer than this. */
#define STRAY SKY_SECOND

void
sky_feed_clear_trouble (SkyFeedTrouble *trouble)
{
  g_clear_pointer (&trouble->fails_message, g_free);
  g_clear_pointer (&trouble->starts_message, g_free);
  trouble->fails_from = G_MAXINT64;
  trouble->starts_at = G_MININT64;
}

static void
note_failure (SkyCameraFeed *self, guint coverage, SkyTime from, const char *message)
{
  SkyFeedTrouble *trouble = &self->troubles[coverage];

  if (from >= trouble->fails_from)
    return;
  trouble->fails_from = from;
  g_free (trouble->fails_message);
  trouble->fails_message = g_strdup (message);
}

static void
note_late_start (SkyCameraFeed *self, guint coverage, SkyTime at, const char *message)
{
  SkyFeedTrouble *trouble = &self->troubles[coverage];

  if (at <= trouble->starts_at)
    return;
  trouble->starts_at = at;
  g_free (trouble->starts_message);
  trouble->starts_message = g_strdup (message);
}

/* --- Pictures coming in (threads of the pipelines) --- */

static gsize
size_of (const SkyFrame *frame)
{
  return frame != NULL ? GST_VIDEO_INFO_SIZE (&frame->info) : 1;
}

/* Recordings of a camera may differ in size: what the ring has of another one counts too. */
static void
set_capacity (SkyCameraFeed *self, const SkyFrame *frame)
{
  gsize kept = MAX (size_of (sky_frame_ring_head (&self->ring)),
                    size_of (sky_frame_ring_tail (&self->ring)));

  gsize size = MAX (size_of (frame), kept);

  self->capacity = size < HEAVY ? (guint) CLAMP (self->budget / size, SKY_FEED_RING_MIN, RING_MAX)
                                : (guint) CLAMP (self->budget / 2 / size, RING_MIN_HEAVY, RING_MAX);
  if (self->interval == 0)
    self->interval = frame->length;
}

/* Drops frames that lie furthest back, never the playhead's. */
static void
trim_head (SkyCameraFeed *self)
{
  guint length = sky_frame_ring_get_length (&self->ring);
  guint coverage;
  SkyTime goal;

  if (length <= self->capacity || !sky_feed_find_goal (self, &coverage, &goal))
    return;
  int playhead = sky_frame_ring_find (&self->ring, coverage, goal);
  if (playhead > 0)
    sky_frame_ring_drop_head (&self->ring, MIN ((guint) playhead, length - self->capacity));
}

static void
trim_tail (SkyCameraFeed *self)
{
  guint length = sky_frame_ring_get_length (&self->ring);
  guint coverage;
  SkyTime goal;

  if (length <= self->capacity || !sky_feed_find_goal (self, &coverage, &goal))
    return;
  int ahead = sky_feed_count_ahead (self, coverage, goal) - 2;
  if (ahead <= 0)
    return;
  sky_frame_ring_drop_tail (&self->ring, MIN ((guint) ahead, length - self->capacity));
  self->tail_slot = NULL;
}

void
sky_feed_end_run (SkyCameraFeed *self)
{
  if (self->run.slot != NULL && self->run.slot->mode == SLOT_RUNNING)
    self->run.slot->mode = SLOT_HELD;
  self->run.slot = NULL;
  sky_frame_ring_clear (&self->chunk);
  g_clear_pointer (&self->key_frame, sky_frame_unref);
}

void
sky_feed_drop_frames (SkyCameraFeed *self)
{
  sky_feed_end_run (self);
  sky_frame_ring_clear (&self->ring);
  self->tail_slot = NULL;
}

/* The run came in after its goal, or not at all. Returns: FALSE when there is nothing before. */
static gboolean
try_further_back (SkyCameraFeed *self)
{
  if (self->run.from_start)
    return FALSE;
  self->run.again = TRUE;
  self->run.slot->mode = SLOT_HELD;
  return TRUE;
}

static void
note_early_end (SkyCameraFeed *self, const SkyFrame *last)
{
  SkyTime end = last->at + last->length;
  char text[SKY_TIME_TEXT_SIZE];

  if (self->key_frames || end + SKY_FEED_EDGE >= sky_feed_get_coverage (self, last->coverage)->until
      || sky_feed_ends_section (self, last, G_MAXINT64, NULL))
    return;
  g_autofree char *name = sky_feed_dup_name (self, last->coverage);
  g_autofree char *message = NULL;
  sky_time_format (end, text);
  /* Translators: these are told the name of a recording, then an instant. */
  switch (self->run.slot->end)
    {
    case SKY_SOURCE_GROWING:
      message = g_strdup_printf (_ ("%s is still being written; it reaches %s so far"), name, text);
      break;
    case SKY_SOURCE_JUMPS:
      message = g_strdup_printf (
          _ ("%s: time stamps jump after %s; the rest cannot be placed in time"), name, text);
      break;
    case SKY_SOURCE_OVER:
    default:
      message = g_strdup_printf (_ ("%s ends at %s, earlier than its index says"), name, text);
      break;
    }
  note_failure (self, last->coverage, end, message);
}

static void
note_first (SkyCameraFeed *self, SkyFrame *frame)
{
  const SkyCoverage *stretch = sky_feed_get_coverage (self, frame->coverage);
  char text[SKY_TIME_TEXT_SIZE];

  frame->first = frame->at <= stretch->from + SKY_FRAME_TOLERANCE || self->run.from_start;
  if (!frame->first || self->key_frames || frame->at - stretch->from <= SKY_FEED_EDGE)
    return;
  g_autofree char *name = sky_feed_dup_name (self, frame->coverage);
  g_autofree char *message =
      g_strdup_printf (_ ("%s has no picture before %s"), name, sky_time_format (frame->at, text));
  note_late_start (self, frame->coverage, frame->at, message);
}

/* The pictures fetched by a PREPEND run reach up to the ring's head, or to the end of their
 * stretch. */
static void
finish_prepend (SkyCameraFeed *self, gboolean at_end)
{
  SkyFrame *head = sky_frame_ring_head (&self->ring);
  SkyFrame *last = sky_frame_ring_tail (&self->chunk);

  if (last == NULL)
    {
      if (try_further_back (self))
        return;
      if (head->coverage == self->run.slot->coverage)
        head->first = TRUE;
      else
        {
          g_autofree char *name = sky_feed_dup_name (self, self->run.slot->coverage);
          g_autofree char *message = g_strdup_printf (_ ("%s has no video"), name);
          note_failure (self, self->run.slot->coverage,
                        sky_feed_get_coverage (self, self->run.slot->coverage)->from, message);
        }
      sky_feed_end_run (self);
      return;
    }
  if (last->coverage != head->coverage)
    {
      last->last = TRUE;
      if (at_end)
        note_early_end (self, last);
    }
  /* Where each picture is a key frame, or a container does not go back to one, a seek to just
   * before the head yields one picture only: begin further back next time. */
  if (sky_frame_ring_get_length (&self->chunk) < SKY_FEED_BEHIND
      && !sky_frame_ring_head (&self->chunk)->first)
    self->span_back = MIN (MAX (2 * self->span_back, 100 * SKY_MILLISECOND),
                           self->key_frames ? SPAN_KEY_FRAMES : SKY_SECOND);
  sky_frame_ring_prepend_all (&self->ring, &self->chunk);
  sky_feed_end_run (self);
  trim_tail (self);
}

/* Takes @frame: (transfer full) for the fetch before the ring's head. */
static void
take_for_prepend (SkyCameraFeed *self, SkyFrame *frame)
{
  SkyFrame *head = sky_frame_ring_head (&self->ring);
  const SkyCoverage *stretch = sky_feed_get_coverage (self, frame->coverage);

  if (head->coverage == frame->coverage ? frame->at >= head->at : frame->at >= stretch->until)
    {
      sky_frame_unref (frame);
      finish_prepend (self, FALSE);
      return;
    }
  if (frame->at + frame->length <= stretch->from)
    {
      sky_frame_unref (frame);
      return;
    }
  if (self->run.empty)
    note_first (self, frame);
  else
    frame->first = frame->at <= stretch->from + SKY_FRAME_TOLERANCE;
  self->run.empty = FALSE;
  sky_frame_ring_append (&self->chunk, frame);

  guint coverage;
  SkyTime goal;
  int keep = 0;
  if (sky_feed_find_goal (self, &coverage, &goal))
    keep = sky_frame_ring_find (&self->ring, coverage, goal) + 3;
  guint room = (guint) MAX ((int) self->capacity - keep, SKY_FEED_BEHIND);
  if (sky_frame_ring_get_length (&self->chunk) > room)
    sky_frame_ring_drop_head (&self->chunk, 1);
}

/* What a run to the playhead begins with stands for what it leads to, until that is there. */
static void
note_key_frame (SkyCameraFeed *self, SkyFrame *frame)
{
  if (self->run.kind != RUN_FRESH)
    return;
  if (frame->at >= self->run.goal - SKY_FRAME_TOLERANCE)
    g_clear_pointer (&self->key_frame, sky_frame_unref);
  else if (self->run.empty)
    self->key_frame = sky_frame_ref (frame);
}

/* Takes @frame: (transfer full) for the ring's tail. */
static void
take_for_append (SkyCameraFeed *self, SkyFrame *frame)
{
  const SkyCoverage *stretch = sky_feed_get_coverage (self, frame->coverage);
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);

  if (self->run.empty && frame->at > self->run.goal + SKY_FRAME_TOLERANCE
      && try_further_back (self))
    {
      sky_frame_unref (frame);
      return;
    }
  if ((tail != NULL && tail->coverage == frame->coverage && frame->at <= tail->at)
      || frame->at + frame->length <= stretch->from)
    {
      /* Passed over on the way to the tail; what was sought is there. */
      if (frame->at <= self->run.goal + SKY_FRAME_TOLERANCE)
        self->run.empty = FALSE;
      sky_frame_unref (frame);
      return;
    }
  /* What a recorder had still sent before it was sought is not what comes before the rest. */
  if (self->run.slot->replay && self->run.kind == RUN_FRESH && tail != NULL
      && tail->at < self->run.goal && frame->at - tail->at > STRAY
      && !sky_feed_ends_section (self, tail, frame->at, NULL))
    {
      sky_frame_ring_clear (&self->ring);
      tail = NULL;
    }
  if (tail == NULL || tail->coverage != frame->coverage)
    note_first (self, frame);
  note_key_frame (self, frame);
  self->run.empty = FALSE;
  sky_frame_ring_append (&self->ring, frame);
  self->tail_slot = self->run.slot;
  trim_head (self);
}

/* The run's stretch is over. */
static void
finish_append (SkyCameraFeed *self, gboolean at_end)
{
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);
  SkyFeedSlot *slot = self->run.slot;

  if (tail != NULL && tail->coverage == slot->coverage)
    {
      tail->last = TRUE;
      if (at_end)
        note_early_end (self, tail);
      self->tail_slot = NULL;
      sky_feed_end_run (self);
      return;
    }
  if (try_further_back (self))
    return;
  g_autofree char *name = sky_feed_dup_name (self, slot->coverage);
  g_autofree char *message = g_strdup_printf (_ ("%s has no video"), name);
  note_failure (self, slot->coverage, sky_feed_get_coverage (self, slot->coverage)->from, message);
  sky_feed_end_run (self);
}

/* Does what the slot's mode says with @frame: (transfer full). Returns: FALSE when the pipeline is
 * to stop. */
static gboolean
take_frame (SkyCameraFeed *self, SkyFeedSlot *slot, SkyFrame *frame)
{
  for (;;)
    {
      switch (slot->mode)
        {
        case SLOT_CLOSED:
          sky_frame_unref (frame);
          return FALSE;
        case SLOT_FLUSHED:
          sky_frame_unref (frame);
          return TRUE;
        case SLOT_RUNNING:
          slot->at_start = FALSE;
          if (self->run.kind == RUN_PREPEND)
            {
              take_for_prepend (self, frame);
              return TRUE;
            }
          if (frame->at >= sky_feed_get_coverage (self, slot->coverage)->until)
            {
              sky_frame_unref (frame);
              finish_append (self, FALSE);
              return TRUE;
            }
          if (sky_feed_has_room (self) || self->run.empty)
            {
              take_for_append (self, frame);
              return TRUE;
            }
          break;
        case SLOT_HELD:
          break;
        }
      g_cond_wait (&self->frames_wanted, &self->lock);
    }
}

/* The recorder answers (again): what was said of it holds no longer. */
static void
welcome_back (SkyCameraFeed *self, SkyFeedSlot *slot)
{
  sky_retry_note_life (&self->retry);
  if (self->troubles[slot->coverage].fails_message == NULL)
    return;
  sky_feed_clear_trouble (&self->troubles[slot->coverage]);
  sky_feed_drop_frames (self);
}

/* Rings when a landing playhead has what it waits for, and for each frame around one at rest. */
static void
ring_bell (SkyCameraFeed *self)
{
  guint coverage;
  SkyTime goal;

  if (self->wakeup == NULL || self->pace == SKY_FEED_PLAYING)
    return;
  if (self->pace == SKY_FEED_STILL
      || (sky_feed_find_goal (self, &coverage, &goal)
          && (sky_feed_find_certain (self, coverage, goal) >= 0
              || sky_feed_get_trouble (self, coverage, goal) != NULL)))
    sky_wakeup_send (self->wakeup);
}

static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  SkyFeedSlot *slot = data;
  SkyCameraFeed *self = slot->feed;
  SkyTime instant = sky_feed_slot_to_log (slot, (SkyTime) ((at + GST_USECOND / 2) / GST_USECOND));
  SkyFrame *frame = sky_frame_new (sample, instant, slot->coverage, orientation);

  if (frame == NULL)
    return TRUE;
  g_mutex_lock (&self->lock);
  set_capacity (self, frame);
  if (!slot->opened)
    {
      slot->opened = TRUE;
      if (slot->replay)
        welcome_back (self, slot);
      sky_feed_wake (self);
    }
  slot->taking = TRUE;
  gboolean go_on = take_frame (self, slot, frame);
  ring_bell (self);
  slot->taking = FALSE;
  slot->life = g_get_monotonic_time ();
  sky_feed_wake (self);
  g_mutex_unlock (&self->lock);
  return go_on;
}

/* The pictures of @slot go on from @next, after the ring's tail. */
static void
note_next (SkyCameraFeed *self, SkyFeedSlot *slot, SkyTime next)
{
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);

  if (slot->mode != SLOT_RUNNING || self->tail_slot != slot || self->run.slot != slot
      || self->run.kind == RUN_PREPEND || tail->coverage != slot->coverage || next <= tail->until)
    return;
  tail->until = next;
  ring_bell (self);
}

/* Holds the decoder back before it decodes what is not wanted yet. */
static gboolean
coded_cb (GstClockTime at, gboolean next, gpointer data)
{
  SkyFeedSlot *slot = data;
  SkyCameraFeed *self = slot->feed;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (next)
    note_next (self, slot,
               sky_feed_slot_to_log (slot, (SkyTime) ((at + GST_USECOND / 2) / GST_USECOND)));
  slot->taking = TRUE;
  while (slot->opened
         && (slot->mode == SLOT_HELD
             || (slot->mode == SLOT_RUNNING && self->run.kind != RUN_PREPEND && !self->run.empty
                 && !sky_feed_has_room (self))))
    g_cond_wait (&self->frames_wanted, &self->lock);
  slot->taking = FALSE;
  slot->life = g_get_monotonic_time ();
  if (slot->replay)
    sky_feed_wake (self);
  return slot->mode != SLOT_CLOSED;
}

static void
flushed_cb (gpointer data)
{
  SkyFeedSlot *slot = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&slot->feed->lock);

  if (slot->mode == SLOT_FLUSHED)
    slot->mode = slot->feed->run.slot == slot ? SLOT_RUNNING : SLOT_HELD;
}

void
sky_feed_fail_slot (SkyFeedSlot *slot, const char *message)
{
  SkyCameraFeed *self = slot->feed;
  const SkyCoverage *stretch = sky_feed_get_coverage (self, slot->coverage);

  if (slot->broken || slot->mode == SLOT_CLOSED)
    return;
  slot->broken = TRUE;
  /* Pictures may still be on their way behind the failure, and no run is there for them. */
  if (slot->mode == SLOT_RUNNING)
    slot->mode = SLOT_HELD;
  if (slot->replay)
    sky_retry_fail (&self->retry);
  if (!slot->opened)
    note_failure (self, slot->coverage, stretch->from, message);
  if (self->run.slot == slot)
    {
      SkyFrame *tail = sky_frame_ring_tail (&self->ring);
      SkyFrame *head = sky_frame_ring_head (&self->ring);
      if (self->run.kind == RUN_PREPEND && head->coverage == slot->coverage)
        note_late_start (self, slot->coverage, head->at, message);
      else if (self->run.kind != RUN_PREPEND && tail != NULL && tail->coverage == slot->coverage)
        {
          tail->last = TRUE;
          note_failure (self, slot->coverage, tail->at + tail->length, message);
        }
      else
        note_failure (self, slot->coverage, MAX (self->run.goal, stretch->from), message);
      self->run.slot = NULL;
    }
  if (self->tail_slot == slot)
    self->tail_slot = NULL;
  sky_frame_ring_clear (&self->chunk);
  ring_bell (self);
  sky_feed_wake (self);
}

/* When to give @slot up if nothing comes, or G_MAXINT64 while nothing need come. */
static gint64
find_patience (const SkyCameraFeed *self, const SkyFeedSlot *slot)
{
  if (!slot->replay || slot->broken || slot->taking)
    return G_MAXINT64;
  if (!slot->opened)
    return slot->life + SKY_RETRY_CONNECT;
  return self->run.slot == slot && slot->mode == SLOT_RUNNING ? slot->life + SKY_RETRY_SILENCE
                                                              : G_MAXINT64;
}

/* When the first of the recorders that have to send something is to be given up. */
static gint64
find_least_patience (const SkyCameraFeed *self)
{
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < self->slots->len; i++)
    least = MIN (least, find_patience (self, g_ptr_array_index (self->slots, i)));
  return least;
}

gboolean
sky_feed_must_watch (const SkyCameraFeed *self)
{
  return find_least_patience (self) < self->watch_due;
}

void
sky_feed_wake (SkyCameraFeed *self)
{
  if (self->quit || sky_feed_make_plan (self).kind != ACTION_NONE || sky_feed_must_watch (self))
    g_cond_signal (&self->plan_changed);
}

void
sky_feed_watch_recorders (SkyCameraFeed *self)
{
  gint64 now = g_get_monotonic_time ();
  gboolean failed = FALSE;

  for (guint i = 0; i < self->slots->len; i++)
    {
      SkyFeedSlot *slot = g_ptr_array_index (self->slots, i);
      if (now < find_patience (self, slot))
        continue;
      g_autofree char *name = sky_feed_dup_name (self, slot->coverage);
      g_autofree char *message =
          g_strdup_printf (slot->opened ? _ ("%s stopped sending video; trying again")
                                        : _ ("%s sends no video; trying again"),
                           name);
      sky_feed_fail_slot (slot, message);
    }
  for (guint i = 0; i < sky_camera_get_n_coverages (self->camera); i++)
    failed = failed || (self->troubles[i].fails_message != NULL && sky_feed_is_replay (self, i));
  self->retry_due = failed && sky_retry_is_due (&self->retry);
  self->watch_due = find_least_patience (self);
  if (failed && !self->retry_due)
    self->watch_due = MIN (self->watch_due, self->retry.due);
}

static void
ended_cb (SkySourceEnd why, gpointer data)
{
  SkyFeedSlot *slot = data;
  SkyCameraFeed *self = slot->feed;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  slot->end = why;
  if (slot->mode == SLOT_RUNNING && self->run.slot == slot)
    {
      if (self->run.kind == RUN_PREPEND)
        finish_prepend (self, TRUE);
      else
        finish_append (self, TRUE);
    }
  else if (!slot->opened)
    {
      g_autofree char *name = sky_feed_dup_name (self, slot->coverage);
      g_autofree char *message = g_strdup_printf (
          why == SKY_SOURCE_GROWING ? _ ("%s is still being written and has no picture yet")
                                    : _ ("%s ends before its first picture"),
          name);
      sky_feed_fail_slot (slot, message);
    }
  ring_bell (self);
  sky_feed_wake (self);
}

static void
failed_cb (const GError *error, gpointer data)
{
  SkyFeedSlot *slot = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&slot->feed->lock);

  sky_feed_fail_slot (slot, error->message);
}

/* What is known of a gap holds on: it ends at the next picture, wherever that is then. */
static void
section_ended_cb (GstClockTime at, gpointer data)
{
  SkyFeedSlot *slot = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&slot->feed->lock);
  GArray *ends = slot->feed->troubles[slot->coverage].section_ends;
  SkyTime end = sky_feed_slot_to_log (slot, (SkyTime) ((at + GST_USECOND / 2) / GST_USECOND));

  for (guint i = 0; i < ends->len; i++)
    if (g_array_index (ends, SkyTime, i) == end)
      return;
  g_array_append_val (ends, end);
}

/* Called in the feed's thread, without the lock. */
static GstAllocator *
memory_cb (gpointer data)
{
  SkyCameraFeed *self = ((SkyFeedSlot *) data)->feed;

  if (self->memory == NULL)
    self->memory = sky_picture_memory_new ();
  return self->memory;
}

const SkyMediaSourceReceiver sky_feed_receiver = { .picture = picture_cb,
                                                   .coded = coded_cb,
                                                   .flushed = flushed_cb,
                                                   .ended = ended_cb,
                                                   .failed = failed_cb,
                                                   .section_ended = section_ended_cb,
                                                   .memory = memory_cb };
