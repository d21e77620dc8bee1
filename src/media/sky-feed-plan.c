/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-feed-private.h"

#include "sky-media-clock.h"
#include "sky-source-name.h"

/* Decoding on to an instant this near is quicker than a seek. */
#define NEAR SKY_SECOND
/* Where key frames alone are decoded, one this far off is next to nothing away. */
#define NEAR_KEY_FRAMES (8 * SKY_SECOND)
/* The next recording is opened this long before it is reached, at normal speed. */
#define LOOKOUT (2 * SKY_SECOND)
/* Frames decoded ahead of the playhead at normal speed: enough for a tick that comes late, few
 * enough not to take the processor from a camera that is behind. */
#define AHEAD 4

SkyTime
sky_feed_slot_to_log (const SkyFeedSlot *slot, SkyTime stream)
{
  return sky_camera_to_log_time (slot->feed->camera, slot->start + stream);
}

SkyTime
sky_feed_slot_to_stream (const SkyFeedSlot *slot, SkyTime time)
{
  return MAX (sky_camera_to_camera_time (slot->feed->camera, time) - slot->start, 0);
}

const SkyCoverage *
sky_feed_get_coverage (const SkyCameraFeed *self, guint coverage)
{
  return sky_camera_get_coverage (self->camera, coverage);
}

char *
sky_feed_dup_name (const SkyCameraFeed *self, guint coverage)
{
  guint segment = sky_feed_get_coverage (self, coverage)->segment;

  return sky_source_dup_name (sky_camera_get_segment (self->camera, segment)->path);
}

gboolean
sky_feed_is_replay (const SkyCameraFeed *self, guint coverage)
{
  return sky_camera_get_segment (self->camera, sky_feed_get_coverage (self, coverage)->segment)
      ->replay;
}

/* --- What is known (all with the lock held) --- */

const char *
sky_feed_get_trouble (const SkyCameraFeed *self, guint coverage, SkyTime time)
{
  const SkyFeedTrouble *trouble = &self->troubles[coverage];

  if (time >= trouble->fails_from)
    return trouble->fails_message;
  if (time < trouble->starts_at)
    return trouble->starts_message;
  return NULL;
}

gboolean
sky_feed_ends_section (const SkyCameraFeed *self,
                       const SkyFrame *frame,
                       SkyTime next,
                       SkyTime *since)
{
  const GArray *ends = self->troubles[frame->coverage].section_ends;
  /* Of key frames alone the one that is shown comes some pictures before the section's last. */
  SkyTime latest =
      self->key_frames ? next - SKY_FRAME_TOLERANCE - 1 : frame->at + SKY_FRAME_TOLERANCE;

  for (guint i = 0; i < ends->len; i++)
    {
      SkyTime end = g_array_index (ends, SkyTime, i);
      if (end < frame->at - SKY_FRAME_TOLERANCE || end > latest)
        continue;
      if (since != NULL)
        *since = end + (frame->length > 0 ? frame->length : SKY_FEED_EDGE);
      return TRUE;
    }
  return FALSE;
}

gboolean
sky_feed_find_gap (
    const SkyCameraFeed *self, guint index, SkyTime time, SkyTime *since, SkyTime *until)
{
  const SkyFrame *frame = sky_frame_ring_get (&self->ring, index);
  SkyTime begin, end = frame->until;
  SkyTime slack = SKY_FRAME_TOLERANCE;

  if (frame->last)
    {
      end = sky_feed_get_coverage (self, frame->coverage)->until;
      slack = SKY_FEED_EDGE;
    }
  else if (index + 1 < sky_frame_ring_get_length (&self->ring))
    end = sky_frame_ring_get (&self->ring, index + 1)->at;
  if (!sky_feed_ends_section (self, frame, end, &begin) || time < begin || end - begin <= slack)
    return FALSE;
  *since = begin;
  *until = end;
  return TRUE;
}

/* The last frame of a recording stands for the rest of its stretch only where that is next to
 * nothing; else the recording is known to end too early. */
static gboolean
is_after_end (const SkyCameraFeed *self, const SkyFrame *frame, SkyTime time)
{
  SkyTime end = frame->at + frame->length;

  if (self->key_frames || !frame->last || time < end)
    return FALSE;
  if (time >= self->troubles[frame->coverage].fails_from)
    return TRUE;
  return time > end + SKY_FEED_EDGE && !sky_feed_ends_section (self, frame, G_MAXINT64, NULL);
}

int
sky_feed_find_certain (const SkyCameraFeed *self, guint coverage, SkyTime time)
{
  int index = sky_frame_ring_find (&self->ring, coverage, time);
  guint length = sky_frame_ring_get_length (&self->ring);
  SkyFrame *frame = index >= 0 ? sky_frame_ring_get (&self->ring, (guint) index) : NULL;

  if (frame != NULL && frame->coverage == coverage)
    {
      gboolean certain =
          (guint) index + 1 < length || frame->last || time < frame->until - SKY_FRAME_TOLERANCE;
      return certain && !is_after_end (self, frame, time) ? index : -1;
    }
  /* The instant may lie just before the recording's first frame. */
  if ((guint) (index + 1) < length)
    {
      frame = sky_frame_ring_get (&self->ring, (guint) (index + 1));
      if (frame->coverage == coverage && frame->first
          && (self->key_frames || frame->at - time <= SKY_FEED_EDGE))
        return index + 1;
    }
  return -1;
}

gboolean
sky_feed_find_goal (const SkyCameraFeed *self, guint *coverage, SkyTime *goal)
{
  SkyTime lookout = LOOKOUT * MAX (ABS (self->rate), SKY_RATE_ONE) / SKY_RATE_ONE;
  int covering = sky_camera_find_coverage (self->camera, self->target);

  if (covering >= 0)
    {
      *coverage = (guint) covering;
      *goal = self->target;
      return TRUE;
    }
  guint n = sky_camera_get_n_coverages (self->camera);
  guint next = 0;
  while (next < n && sky_feed_get_coverage (self, next)->from <= self->target)
    next++;
  if (self->rate > 0 && next < n
      && sky_feed_get_coverage (self, next)->from - self->target <= lookout)
    {
      *coverage = next;
      *goal = sky_feed_get_coverage (self, next)->from;
      return TRUE;
    }
  if (self->rate < 0 && next > 0
      && self->target - sky_feed_get_coverage (self, next - 1)->until <= lookout)
    {
      *coverage = next - 1;
      *goal = sky_feed_get_coverage (self, next - 1)->until - 1;
      return TRUE;
    }
  return FALSE;
}

static SkyTime
get_near (const SkyCameraFeed *self)
{
  return self->key_frames ? NEAR_KEY_FRAMES : NEAR;
}

static SkyFeedSlot *
find_slot (const SkyCameraFeed *self, guint coverage)
{
  for (guint i = 0; i < self->slots->len; i++)
    {
      SkyFeedSlot *slot = g_ptr_array_index (self->slots, i);
      if (slot->coverage == coverage && !slot->broken)
        return slot;
    }
  return NULL;
}

int
sky_feed_count_ahead (const SkyCameraFeed *self, guint coverage, SkyTime goal)
{
  return (int) sky_frame_ring_get_length (&self->ring)
         - sky_frame_ring_find (&self->ring, coverage, goal) - 1;
}

static int
wanted_ahead (const SkyCameraFeed *self)
{
  int ahead = AHEAD;

  if (self->pace == SKY_FEED_LANDING)
    return 1;
  if (self->pace == SKY_FEED_PLAYING && self->rate > SKY_RATE_ONE && !self->key_frames)
    ahead = AHEAD * self->rate / SKY_RATE_ONE;
  return MIN (ahead, (int) (self->capacity > 0 ? self->capacity : SKY_FEED_RING_MIN) / 2);
}

gboolean
sky_feed_has_room (const SkyCameraFeed *self)
{
  guint coverage;
  SkyTime goal;

  if (!self->enabled || !sky_feed_find_goal (self, &coverage, &goal))
    return FALSE;
  if (self->pace == SKY_FEED_LANDING && sky_feed_find_certain (self, coverage, goal) >= 0)
    return FALSE;
  return sky_feed_count_ahead (self, coverage, goal) < wanted_ahead (self);
}

static gboolean
is_useless (const SkyCameraFeed *self, const SkyFeedSlot *slot)
{
  const SkyCoverage *stretch = sky_feed_get_coverage (self, slot->coverage);
  SkyTime far = 4 * LOOKOUT * MAX (ABS (self->rate), SKY_RATE_ONE) / SKY_RATE_ONE;

  return slot->broken || !self->enabled || stretch->from - self->target > far
         || self->target - stretch->until > far;
}

/* --- The plan: what the feed's thread does next (lock held, changes nothing) --- */

/* Opens @coverage, or has its slot begin @run. */
static SkyFeedAction
plan_run (const SkyCameraFeed *self, guint coverage, SkyRunKind run, SkyTime goal)
{
  SkyFeedSlot *slot = find_slot (self, coverage);

  if (slot == NULL)
    return (SkyFeedAction){ .kind = ACTION_OPEN, .coverage = coverage };
  if (!slot->opened)
    return (SkyFeedAction){ .kind = ACTION_NONE };
  return (SkyFeedAction){ .kind = ACTION_RUN, .slot = slot, .run = run, .goal = goal };
}

static gboolean
fails_whole (const SkyCameraFeed *self, guint coverage)
{
  return self->troubles[coverage].fails_from <= sky_feed_get_coverage (self, coverage)->from;
}

static SkyFeedAction
plan_forward (const SkyCameraFeed *self)
{
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);

  if (self->run.slot != NULL && self->run.kind != RUN_PREPEND)
    return (SkyFeedAction){ .kind = ACTION_NONE };
  if (tail->last)
    {
      guint next = tail->coverage + 1;
      SkyTime lookout = LOOKOUT * MAX (ABS (self->rate), SKY_RATE_ONE) / SKY_RATE_ONE;
      if (next >= sky_camera_get_n_coverages (self->camera) || fails_whole (self, next)
          || sky_feed_get_coverage (self, next)->from - self->target > lookout)
        return (SkyFeedAction){ .kind = ACTION_NONE };
      return plan_run (self, next, RUN_APPEND, sky_feed_get_coverage (self, next)->from);
    }
  if (tail->at >= self->troubles[tail->coverage].fails_from - tail->length - SKY_FRAME_TOLERANCE)
    return (SkyFeedAction){ .kind = ACTION_NONE };
  SkyFeedAction action = plan_run (self, tail->coverage, RUN_APPEND, tail->at);
  action.no_seek = action.kind == ACTION_RUN && action.slot == self->tail_slot;
  return action;
}

static SkyFeedAction
plan_backward (const SkyCameraFeed *self)
{
  SkyFrame *head = sky_frame_ring_head (&self->ring);

  if (self->run.slot != NULL && self->run.kind == RUN_PREPEND)
    return (SkyFeedAction){ .kind = ACTION_NONE };
  if (!head->first)
    {
      if (head->at <= self->troubles[head->coverage].starts_at)
        return (SkyFeedAction){ .kind = ACTION_NONE };
      return plan_run (self, head->coverage, RUN_PREPEND, head->at - SKY_FRAME_TOLERANCE - 1);
    }
  if (head->coverage == 0 || fails_whole (self, head->coverage - 1))
    return (SkyFeedAction){ .kind = ACTION_NONE };
  guint before = head->coverage - 1;
  SkyTime lookout = LOOKOUT * MAX (ABS (self->rate), SKY_RATE_ONE) / SKY_RATE_ONE;
  SkyTime until =
      MIN (sky_feed_get_coverage (self, before)->until, self->troubles[before].fails_from);
  if (self->target - until > lookout)
    return (SkyFeedAction){ .kind = ACTION_NONE };
  return plan_run (self, before, RUN_PREPEND, until - 1);
}

/* Whether the run under way will come to @goal by itself. */
static gboolean
run_leads_to (const SkyCameraFeed *self, guint coverage, SkyTime goal)
{
  const SkyFeedRun *run = &self->run;

  if (run->slot == NULL || run->kind == RUN_PREPEND || run->slot->coverage != coverage)
    return FALSE;
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);
  if (run->empty || tail == NULL)
    return goal >= run->goal - SKY_FRAME_TOLERANCE && goal <= run->goal + get_near (self);
  return sky_frame_ring_find (&self->ring, coverage, goal) >= 0
         && goal <= MAX (tail->at, run->goal) + get_near (self);
}

static SkyFeedAction
plan_to_goal (const SkyCameraFeed *self, guint coverage, SkyTime goal)
{
  SkyFrame *head = sky_frame_ring_head (&self->ring);
  SkyFrame *tail = sky_frame_ring_tail (&self->ring);

  if (run_leads_to (self, coverage, goal))
    return (SkyFeedAction){ .kind = ACTION_NONE };
  if (tail != NULL && sky_frame_ring_find (&self->ring, coverage, goal) >= 0
      && (tail->coverage == coverage || tail->coverage + 1 == coverage)
      && goal - tail->at <= get_near (self))
    return plan_forward (self);
  if (self->rate < 0 && head != NULL && sky_frame_ring_find (&self->ring, coverage, goal) < 0
      && (head->coverage == coverage || head->coverage == coverage + 1)
      && head->at - goal <= get_near (self))
    return plan_backward (self);
  return plan_run (self, coverage, RUN_FRESH, goal);
}

static SkyFeedAction
plan_lookout (const SkyCameraFeed *self, guint coverage, SkyTime goal)
{
  if (self->pace == SKY_FEED_LANDING)
    return (SkyFeedAction){ .kind = ACTION_NONE };
  if (self->rate > 0)
    {
      guint next = coverage + 1;
      SkyTime lookout = LOOKOUT * MAX (ABS (self->rate), SKY_RATE_ONE) / SKY_RATE_ONE;
      if (sky_feed_count_ahead (self, coverage, goal) < wanted_ahead (self))
        {
          SkyFeedAction action = plan_forward (self);
          if (action.kind != ACTION_NONE)
            return action;
        }
      if (next < sky_camera_get_n_coverages (self->camera) && !fails_whole (self, next)
          && find_slot (self, next) == NULL
          && sky_feed_get_coverage (self, next)->from - goal <= lookout)
        return (SkyFeedAction){ .kind = ACTION_OPEN, .coverage = next };
      return (SkyFeedAction){ .kind = ACTION_NONE };
    }
  int behind = sky_frame_ring_find (&self->ring, coverage, goal);
  if (behind < (self->pace == SKY_FEED_PLAYING && !self->key_frames ? (int) self->capacity / 2
                                                                    : SKY_FEED_BEHIND))
    return plan_backward (self);
  return (SkyFeedAction){ .kind = ACTION_NONE };
}

SkyFeedAction
sky_feed_make_plan (const SkyCameraFeed *self)
{
  guint coverage;
  SkyTime goal;

  for (guint i = 0; i < self->slots->len; i++)
    {
      SkyFeedSlot *slot = g_ptr_array_index (self->slots, i);
      if (is_useless (self, slot))
        return (SkyFeedAction){ .kind = ACTION_CLOSE, .slot = slot };
    }
  if (!self->enabled || !sky_feed_find_goal (self, &coverage, &goal))
    return (SkyFeedAction){ .kind = ACTION_NONE };
  if (self->run.slot != NULL && self->run.again)
    return (SkyFeedAction){
      .kind = ACTION_RUN, .slot = self->run.slot, .run = self->run.kind, .goal = self->run.goal
    };
  if (sky_feed_find_certain (self, coverage, goal) >= 0)
    return plan_lookout (self, coverage, goal);
  if (sky_feed_get_trouble (self, coverage, goal) != NULL)
    return self->retry_due && sky_feed_is_replay (self, coverage)
                   && find_slot (self, coverage) == NULL
               ? (SkyFeedAction){ .kind = ACTION_OPEN, .coverage = coverage }
               : (SkyFeedAction){ .kind = ACTION_NONE };
  return plan_to_goal (self, coverage, goal);
}
