/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-wall-private.h"

/* A camera that lacks its frame holds the others back for this long at most (real time). */
#define PATIENCE (3 * G_TIME_SPAN_SECOND)
/* A camera that lacks its frame for less is not worth a word on screen. */
#define DISCRETION (250 * G_TIME_SPAN_MILLISECOND)
/* A step where no camera has a picture. */
#define BLIND_STEP (40 * SKY_MILLISECOND)
/* Cameras that are to land need no ticks for so long; after that they may be lacking, which ticks
 * keep book of. In milliseconds. */
#define LULL 100
/* The effective rate is measured over readings this far apart. */
#define READING_INTERVAL (200 * G_TIME_SPAN_MILLISECOND)

/* --- Position, rate, activity --- */

void
sky_wall_set_position (SkyCameraWall *self, SkyTime position)
{
  if (self->position == position)
    return;
  self->position = position;
  g_object_notify (G_OBJECT (self), "position");
}

static void
set_effective_rate (SkyCameraWall *self, int rate)
{
  if (self->effective_rate == rate)
    return;
  self->effective_rate = rate;
  g_object_notify (G_OBJECT (self), "effective-rate");
}

void
sky_wall_restart_readings (SkyCameraWall *self)
{
  self->n_readings = 0;
  set_effective_rate (self, self->playing ? self->clock.rate : 0);
}

static void
take_reading (SkyCameraWall *self, gint64 now)
{
  guint n = self->n_readings;

  if (n > 0 && now - self->reading_now[n - 1] < READING_INTERVAL)
    return;
  if (n == N_READINGS)
    {
      n--;
      memmove (self->reading_now, self->reading_now + 1, n * sizeof *self->reading_now);
      memmove (self->reading_position, self->reading_position + 1,
               n * sizeof *self->reading_position);
    }
  self->reading_now[n] = now;
  self->reading_position[n] = self->position;
  self->n_readings = n + 1;
  if (n > 0)
    set_effective_rate (self, (int) ((self->reading_position[n] - self->reading_position[0])
                                     * SKY_RATE_ONE / (now - self->reading_now[0])));
}

/* A recorder that failed may be back at any time. */
static gboolean
may_change_by_itself (const SkyWallTile *tile)
{
  const SkyCameraState *state = &tile->state;

  return state->status == SKY_CAMERA_LOADING
         || (state->status == SKY_CAMERA_FAILED && state->segment >= 0
             && sky_camera_get_segment (tile->camera, (guint) state->segment)->replay);
}

void
sky_wall_update_active (SkyCameraWall *self)
{
  gboolean active =
      self->playing || (self->landing && !self->sent) || self->step != 0 || self->unpainted > 0;

  for (guint i = 0; !active && i < self->tiles->len; i++)
    active = may_change_by_itself (sky_wall_get_tile (self, i));
  if (self->active == active)
    return;
  self->active = active;
  g_object_notify (G_OBJECT (self), "active");
}

void
sky_camera_wall_get_range (SkyCameraWall *self, SkyTime *from, SkyTime *until)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  *from = self->range_from;
  *until = self->range_until;
  if (self->range_from != SKY_TIME_NONE)
    return;
  for (guint i = 0; i < self->tiles->len; i++)
    {
      SkyCamera *camera = sky_wall_get_tile (self, i)->camera;
      guint n = sky_camera_get_n_coverages (camera);
      if (n == 0)
        continue;
      SkyTime first = sky_camera_get_coverage (camera, 0)->from;
      SkyTime last = sky_camera_get_coverage (camera, n - 1)->until;
      *from = *from == SKY_TIME_NONE ? first : MIN (*from, first);
      *until = *until == SKY_TIME_NONE ? last : MAX (*until, last);
    }
}

SkyTime
sky_wall_clamp_to_range (SkyCameraWall *self, SkyTime time)
{
  SkyTime from, until;

  sky_camera_wall_get_range (self, &from, &until);
  if (from == SKY_TIME_NONE)
    return time;
  return CLAMP (time, from, MAX (until - 1, from));
}

void
sky_wall_end_lull (SkyCameraWall *self)
{
  self->sent = FALSE;
  g_clear_handle_id (&self->sent_source, g_source_remove);
}

static gboolean
end_lull_cb (gpointer data)
{
  SkyCameraWall *self = data;

  self->sent_source = 0;
  sky_wall_end_lull (self);
  sky_wall_update_active (self);
  return G_SOURCE_REMOVE;
}

/* No ticks are needed until the wakeup rings. One lull lasts for any number of seeks, so that a
 * camera does not lack its picture unnoticed while seeks follow each other. */
static void
begin_lull (SkyCameraWall *self)
{
  for (guint i = 0; i < self->tiles->len; i++)
    if (sky_wall_get_tile (self, i)->lacking_since >= 0)
      return;
  self->sent = TRUE;
  if (self->sent_source == 0)
    self->sent_source = g_timeout_add (LULL, end_lull_cb, self);
}

void
sky_wall_land_at (SkyCameraWall *self, SkyTime time)
{
  self->landing = TRUE;
  self->sent = FALSE;
  sky_wall_set_position (self, sky_wall_clamp_to_range (self, time));
  sky_media_clock_set_running (&self->clock, self->playing, self->position);
  sky_wall_restart_readings (self);
}

void
sky_wall_update_skimming (SkyCameraWall *self)
{
  gboolean skimming = self->skim && self->playing && ABS (self->clock.rate) >= SKY_SKIM_RATE;

  if (self->skimming == skimming)
    return;
  self->skimming = skimming;
  for (guint i = 0; i < self->tiles->len; i++)
    sky_camera_feed_set_key_frames (sky_wall_get_tile (self, i)->feed, skimming);
  if (self->position != SKY_TIME_NONE)
    sky_wall_land_at (self, self->position);
}

void
sky_wall_stop_playing (SkyCameraWall *self)
{
  if (!self->playing)
    return;
  self->playing = FALSE;
  sky_media_clock_set_running (&self->clock, FALSE, self->position);
  sky_wall_restart_readings (self);
  sky_wall_update_skimming (self);
  g_object_notify (G_OBJECT (self), "playing");
}

/* --- The tick --- */

/* Until the pictures are painted, nothing but them is worth the processor; who goes back frame by
 * frame needs those before soon. */
static SkyFeedPace
get_pace (SkyCameraWall *self)
{
  gboolean unseen = self->batch != NULL || self->unpainted > 0;

  if (self->landing)
    return SKY_FEED_LANDING;
  if (self->playing)
    return SKY_FEED_PLAYING;
  return unseen && self->direction > 0 ? SKY_FEED_LANDING : SKY_FEED_STILL;
}

static void
aim_feeds (SkyCameraWall *self, SkyTime time)
{
  int rate = self->playing ? self->clock.rate : self->direction * SKY_RATE_ONE;
  SkyFeedPace pace = get_pace (self);

  for (guint i = 0; i < self->tiles->len; i++)
    if (sky_wall_get_tile (self, i)->visible)
      sky_camera_feed_set_target (sky_wall_get_tile (self, i)->feed, time, rate, pace);
}

static void
clear_looks (SkyFeedLook *looks, guint n)
{
  for (guint i = 0; i < n; i++)
    sky_feed_look_clear (&looks[i]);
}

/* Whether the others no longer wait for the frame of @tile. */
static gboolean
is_given_up (SkyCameraWall *self, const SkyWallTile *tile)
{
  return tile->lacking_since >= 0 && self->now - tile->lacking_since >= PATIENCE;
}

/* Asks all cameras for @time. Returns: FALSE when one lacks its frame that is worth waiting for. */
static gboolean
look_at (SkyCameraWall *self, SkyTime time, SkyFeedLook *looks)
{
  gboolean ready = TRUE;

  for (guint i = 0; i < self->tiles->len; i++)
    {
      SkyWallTile *tile = sky_wall_get_tile (self, i);
      sky_feed_look_clear (&looks[i]);
      if (!tile->visible)
        {
          looks[i] = (SkyFeedLook){ .status = SKY_FEED_LOADING, .segment = -1 };
          continue;
        }
      sky_camera_feed_look (tile->feed, time, &looks[i]);
      if (looks[i].status == SKY_FEED_GAP && self->live && tile->live != NULL)
        {
          /* What happens now waits for nobody. */
          sky_live_feed_look (tile->live, time, &looks[i]);
          continue;
        }
      if (looks[i].status == SKY_FEED_LOADING && !is_given_up (self, tile))
        ready = FALSE;
    }
  return ready;
}

/* Keeps book of how long each camera has been without the frame that was wanted. */
static void
note_lacking (SkyCameraWall *self, const SkyFeedLook *looks)
{
  for (guint i = 0; i < self->tiles->len; i++)
    {
      SkyWallTile *tile = sky_wall_get_tile (self, i);
      if (looks[i].status != SKY_FEED_LOADING || !tile->visible)
        tile->lacking_since = -1;
      else if (tile->lacking_since < 0)
        tile->lacking_since = self->now;
      else if (self->now - tile->lacking_since >= DISCRETION)
        {
          sky_wall_stand_in (self, i, &looks[i]);
          /* What is shown has to be put on screen again even if it is the same then. */
          sky_feed_look_clear (&tile->wanted);
          tile->wanted = (SkyFeedLook){ .status = SKY_FEED_LOADING, .segment = -1 };
        }
      /* From here on the others go without it, and its last picture would be of another instant. */
      if (is_given_up (self, tile) && tile->state.shown != SKY_TIME_NONE && !tile->state.key_frame)
        {
          sky_frame_paintable_show_nothing (tile->paintable);
          tile->state.shown = SKY_TIME_NONE;
        }
    }
}

/* Returns: how far towards @want all cameras can go now. */
static SkyTime
find_reach (SkyCameraWall *self, SkyTime want)
{
  int direction = want >= self->position ? 1 : -1;

  for (guint i = 0; i < self->tiles->len; i++)
    {
      SkyWallTile *tile = sky_wall_get_tile (self, i);
      if (!tile->visible || is_given_up (self, tile))
        continue;
      SkyTime reach = sky_camera_feed_get_reach (tile->feed, self->position, direction);
      want = direction > 0 ? MIN (want, reach) : MAX (want, reach);
    }
  return want;
}

static void
arrive (SkyCameraWall *self, SkyTime time, const SkyFeedLook *looks)
{
  gboolean landed = self->landing;

  self->landing = FALSE;
  sky_wall_end_lull (self);
  sky_wall_set_position (self, time);
  sky_wall_present (self, looks);
  sky_wall_update_active (self);
  /* Where nothing is to be painted, a tick has to say that the landing is over. */
  if (landed && self->batch == NULL && self->unpainted == 0)
    self->unpainted = 1;
}

/* Moves the playhead to @want, or towards it as far as all cameras can follow. */
static void
move_to (SkyCameraWall *self, SkyTime want, gint64 now)
{
  guint n = self->tiles->len;
  g_autofree SkyFeedLook *looks = g_new0 (SkyFeedLook, n);
  g_autofree SkyFeedLook *nearer = g_new0 (SkyFeedLook, n);

  aim_feeds (self, want);
  if (look_at (self, want, looks))
    {
      if (self->landing)
        sky_media_clock_set_position (&self->clock, want, now);
      note_lacking (self, looks);
      arrive (self, want, looks);
    }
  else
    {
      SkyTime reach = want != self->position ? find_reach (self, want) : want;
      gboolean moves = reach != self->position && look_at (self, reach, nearer);
      /* A camera that only slows the others down does not lack anything. */
      note_lacking (self, moves ? nearer : looks);
      sky_media_clock_set_position (&self->clock, moves ? reach : self->position, now);
      if (moves)
        arrive (self, reach, nearer);
    }
  clear_looks (looks, n);
  clear_looks (nearer, n);
}

void
sky_wall_hurry (SkyCameraWall *self)
{
  guint n = self->tiles->len;
  g_autofree SkyFeedLook *looks = g_new0 (SkyFeedLook, n);

  if (self->position == SKY_TIME_NONE || self->live)
    return;
  aim_feeds (self, self->position);
  if (look_at (self, self->position, looks))
    {
      if (self->landing)
        sky_media_clock_set_running (&self->clock, self->playing, self->position);
      arrive (self, self->position, looks);
    }
  else
    {
      /* What has come is converted while the others still decode. */
      sky_wall_prepare (self, looks);
      begin_lull (self);
    }
  clear_looks (looks, n);
}

static gboolean
has_picture_or_may (SkyCameraWall *self, guint camera, gboolean *may)
{
  g_auto (SkyFeedLook) look = { 0 };
  SkyWallTile *tile = sky_wall_get_tile (self, camera);

  if (!tile->visible)
    return FALSE;
  sky_camera_feed_look (tile->feed, self->position, &look);
  *may = *may || look.status == SKY_FEED_LOADING;
  return look.status == SKY_FEED_FRAME;
}

/* Returns: the camera whose frames a step counts, or -1. *@wait: one may turn up. */
static int
find_reference (SkyCameraWall *self, gboolean *wait)
{
  int finest = -1;
  SkyTime interval = G_MAXINT64;
  gboolean may = FALSE;

  if (self->selected >= 0 && has_picture_or_may (self, (guint) self->selected, &may))
    return self->selected;
  *wait = may;
  if (may)
    return -1;
  for (guint i = 0; i < self->tiles->len; i++)
    {
      if (!has_picture_or_may (self, i, &may))
        continue;
      SkyTime own = sky_camera_feed_get_interval (sky_wall_get_tile (self, i)->feed);
      if (finest < 0 || own < interval)
        {
          finest = (int) i;
          interval = own;
        }
    }
  *wait = may;
  return may ? -1 : finest;
}

gboolean
sky_camera_wall_is_at_rest (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), TRUE);

  if (self->playing || self->landing || self->step != 0 || self->batch != NULL
      || self->unpainted > 0)
    return FALSE;
  for (guint i = 0; i < self->tiles->len; i++)
    if (may_change_by_itself (sky_wall_get_tile (self, i)))
      return FALSE;
  return TRUE;
}

/* Has the pictures that a step either way would show converted, as far as they are decoded. */
static void
prepare_steps (SkyCameraWall *self)
{
  guint n = self->tiles->len;
  g_autofree SkyFeedLook *looks = g_new0 (SkyFeedLook, n);
  gboolean wait = FALSE;
  int reference = find_reference (self, &wait);

  for (int direction = -1; reference >= 0 && direction <= 1; direction += 2)
    {
      SkyTime found;
      if (sky_camera_feed_find_step (sky_wall_get_tile (self, (guint) reference)->feed,
                                     self->position, direction, &found)
          != SKY_FEED_STEP_FOUND)
        continue;
      look_at (self, sky_wall_clamp_to_range (self, found), looks);
      sky_wall_prepare (self, looks);
    }
  clear_looks (looks, n);
}

void
sky_wall_take_steps (SkyCameraWall *self)
{
  while (self->step != 0)
    {
      int direction = self->step > 0 ? 1 : -1;
      SkyTime found = self->position + direction * BLIND_STEP;
      SkyFeedStep result = SKY_FEED_STEP_FOUND;
      gboolean wait = FALSE;
      int reference = find_reference (self, &wait);

      self->direction = direction;
      if (wait)
        return;
      if (reference >= 0)
        result = sky_camera_feed_find_step (sky_wall_get_tile (self, (guint) reference)->feed,
                                            self->position, direction, &found);
      if (result == SKY_FEED_STEP_PENDING)
        return;
      if (result == SKY_FEED_STEP_FOUND && sky_wall_clamp_to_range (self, found) != self->position)
        {
          sky_wall_land_at (self, found);
          self->step -= direction;
        }
      else
        self->step = 0;
    }
}

/* Where the clock has got to, bounded by the loop and the range. */
static SkyTime
read_clock (SkyCameraWall *self, gint64 now)
{
  SkyTime want = sky_media_clock_read (&self->clock, now);
  gboolean forward = self->clock.rate > 0;

  if (self->loop_from != SKY_TIME_NONE)
    {
      SkyTime end = forward ? self->loop_until : self->loop_from;
      gboolean inside = self->position >= self->loop_from && self->position < self->loop_until;
      if (inside && (forward ? want >= end : want < end))
        {
          sky_wall_land_at (self, forward ? self->loop_from : self->loop_until - 1);
          return self->position;
        }
    }
  return sky_wall_clamp_to_range (self, want);
}

void
sky_camera_wall_tick (SkyCameraWall *self, gint64 frame_time)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  self->now = frame_time;
  if (self->position == SKY_TIME_NONE)
    return;
  gboolean painted = self->unpainted == 1;
  if (self->unpainted > 0)
    self->unpainted--;
  SkyTime want = self->position;
  if (self->live && !self->playing)
    {
      sky_wall_update_active (self);
      return;
    }
  if (self->live)
    want = MAX (want, g_get_real_time () - SKY_WALL_LIVE_DELAY);
  else if (self->step != 0)
    {
      sky_wall_take_steps (self);
      want = self->position;
    }
  else if (self->playing && !self->landing)
    {
      SkyTime read = sky_media_clock_read (&self->clock, frame_time);
      want = read_clock (self, frame_time);
      if (want != read && !self->landing && want == self->position)
        sky_wall_stop_playing (self);
    }
  move_to (self, want, frame_time);
  if (self->playing && !self->landing)
    take_reading (self, frame_time);
  if (painted && sky_camera_wall_is_at_rest (self))
    prepare_steps (self);
  sky_wall_update_active (self);
}

void
sky_wall_handle_wakeup (gpointer data)
{
  SkyCameraWall *self = data;

  if (self->landing)
    sky_wall_hurry (self);
  else if (!self->live && sky_camera_wall_is_at_rest (self))
    prepare_steps (self);
  sky_wall_update_active (self);
}
