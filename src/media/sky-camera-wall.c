/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-wall-private.h"

#include "sky-media-error.h"

#include <glib/gi18n-lib.h>

/* Decoded frames of all cameras together may take this much memory. */
#define FRAME_BUDGET ((gsize) 512 * 1024 * 1024)
/* A camera that lacks its frame holds the others back for this long at most (real time). */
#define PATIENCE (3 * G_TIME_SPAN_SECOND)
/* A camera that lacks its frame for less is not worth a word on screen. */
#define DISCRETION (250 * G_TIME_SPAN_MILLISECOND)
/* Live pictures are shown this long after they arrived, so that those of all cameras are there. */
#define LIVE_DELAY (500 * SKY_MILLISECOND)
/* A step where no camera has a picture. */
#define BLIND_STEP (40 * SKY_MILLISECOND)
/* Cameras that are to land need no ticks for so long; after that they may be lacking, which ticks
 * keep book of. In milliseconds. */
#define LULL 100
/* The effective rate is measured over readings this far apart. */
#define READING_INTERVAL (200 * G_TIME_SPAN_MILLISECOND)

enum
{
  PROP_0,
  PROP_POSITION,
  PROP_PLAYING,
  PROP_RATE,
  PROP_EFFECTIVE_RATE,
  PROP_ACTIVE,
  PROP_LIVE,
  PROP_SELECTED,
  PROP_N_CAMERAS,
  N_PROPS,
};

enum
{
  CAMERA_CHANGED,
  N_SIGNALS,
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SkyCameraWall, sky_camera_wall, G_TYPE_OBJECT)

SkyWallTile *
sky_wall_get_tile (SkyCameraWall *self, guint camera)
{
  return g_ptr_array_index (self->tiles, camera);
}

static void
tile_stop (gpointer data, gpointer user_data)
{
  SkyWallTile *tile = data;

  sky_camera_feed_stop (tile->feed);
  if (tile->live != NULL)
    sky_live_feed_stop (tile->live);
}

static void
tile_free (gpointer data)
{
  SkyWallTile *tile = data;

  sky_frame_paintable_set_prepared_func (tile->paintable, NULL, NULL);
  sky_camera_feed_free (tile->feed);
  g_clear_pointer (&tile->live, sky_live_feed_free);
  g_object_unref (tile->paintable);
  sky_camera_unref (tile->camera);
  sky_feed_look_clear (&tile->wanted);
  g_free (tile->message);
  g_free (tile);
}

/* --- Position, rate, activity --- */

static void
set_position (SkyCameraWall *self, SkyTime position)
{
  if (self->position == position)
    return;
  self->position = position;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_POSITION]);
}

static void
set_effective_rate (SkyCameraWall *self, int rate)
{
  if (self->effective_rate == rate)
    return;
  self->effective_rate = rate;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EFFECTIVE_RATE]);
}

/* Begins to measure the speed anew: after a seek, or a change of rate, the old readings say
 * nothing. Until there are new ones the rate asked for stands. */
static void
restart_readings (SkyCameraWall *self)
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
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ACTIVE]);
}

static void land_at (SkyCameraWall *self, SkyTime time);

/* Goes over to key frames alone, or back to all. */
static void
update_skimming (SkyCameraWall *self)
{
  gboolean skimming = self->skim && self->playing && ABS (self->clock.rate) >= SKY_SKIM_RATE;

  if (self->skimming == skimming)
    return;
  self->skimming = skimming;
  for (guint i = 0; i < self->tiles->len; i++)
    sky_camera_feed_set_key_frames (sky_wall_get_tile (self, i)->feed, skimming);
  if (self->position != SKY_TIME_NONE)
    land_at (self, self->position);
}

static void
stop_playing (SkyCameraWall *self)
{
  if (!self->playing)
    return;
  self->playing = FALSE;
  sky_media_clock_set_running (&self->clock, FALSE, self->position);
  restart_readings (self);
  update_skimming (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
}

static void
aim_streams (SkyCameraWall *self)
{
  for (guint i = 0; i < self->tiles->len; i++)
    {
      SkyWallTile *tile = sky_wall_get_tile (self, i);
      if (tile->live != NULL)
        sky_live_feed_set_enabled (tile->live, self->live && tile->visible);
    }
}

static void
end_live (SkyCameraWall *self)
{
  if (!self->live)
    return;
  self->live = FALSE;
  aim_streams (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LIVE]);
}

static SkyTime
clamp_to_range (SkyCameraWall *self, SkyTime time)
{
  SkyTime from, until;

  sky_camera_wall_get_range (self, &from, &until);
  if (from == SKY_TIME_NONE)
    return time;
  return CLAMP (time, from, MAX (until - 1, from));
}

static void
set_sent (SkyCameraWall *self, gboolean sent)
{
  self->sent = sent;
  if (!sent)
    g_clear_handle_id (&self->sent_source, g_source_remove);
}

static gboolean
end_lull_cb (gpointer data)
{
  SkyCameraWall *self = data;

  self->sent_source = 0;
  self->sent = FALSE;
  sky_wall_update_active (self);
  return G_SOURCE_REMOVE;
}

/* No ticks are needed until the bell rings. One lull lasts for any number of seeks, so that a
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

static void
land_at (SkyCameraWall *self, SkyTime time)
{
  self->landing = TRUE;
  self->sent = FALSE;
  set_position (self, clamp_to_range (self, time));
  sky_media_clock_set_running (&self->clock, self->playing, self->position);
  restart_readings (self);
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
      else if (self->now - tile->lacking_since >= DISCRETION
               && tile->state.status != SKY_CAMERA_LOADING)
        {
          SkyCameraState state = tile->state;
          state.status = SKY_CAMERA_LOADING;
          state.message = NULL;
          sky_wall_set_state (self, i, &state);
          /* What is shown has to be put on screen again even if it is the same then. */
          sky_feed_look_clear (&tile->wanted);
          tile->wanted = (SkyFeedLook){ .status = SKY_FEED_LOADING, .segment = -1 };
        }
      /* From here on the others go without it, and its last picture would be of another instant. */
      if (is_given_up (self, tile) && tile->state.shown != SKY_TIME_NONE)
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
  set_sent (self, FALSE);
  set_position (self, time);
  sky_wall_present (self, looks);
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

/* Does at once, between two ticks, what was asked for, as far as it is decoded: else a seek would
 * begin, be noticed and be converted a tick later each. */
static void
hurry (SkyCameraWall *self)
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
      look_at (self, clamp_to_range (self, found), looks);
      sky_wall_prepare (self, looks);
    }
  clear_looks (looks, n);
}

/* Takes as many of the steps to go as are decoded. */
static void
take_steps (SkyCameraWall *self)
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
      if (result == SKY_FEED_STEP_FOUND && clamp_to_range (self, found) != self->position)
        {
          land_at (self, found);
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
          land_at (self, forward ? self->loop_from : self->loop_until - 1);
          return self->position;
        }
    }
  return clamp_to_range (self, want);
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
    want = MAX (want, g_get_real_time () - LIVE_DELAY);
  else if (self->step != 0)
    {
      take_steps (self);
      want = self->position;
    }
  else if (self->playing && !self->landing)
    {
      SkyTime read = sky_media_clock_read (&self->clock, frame_time);
      want = read_clock (self, frame_time);
      if (want != read && !self->landing && want == self->position)
        stop_playing (self);
    }
  move_to (self, want, frame_time);
  if (self->playing && !self->landing)
    take_reading (self, frame_time);
  if (painted && sky_camera_wall_is_at_rest (self))
    prepare_steps (self);
  sky_wall_update_active (self);
}

/* --- Cameras --- */

static void
prepared_cb (gpointer data)
{
  sky_wall_show_converted (data);
}

static SkyWallTile *
tile_new (SkyCameraWall *self, SkyCamera *camera, guint n)
{
  SkyWallTile *tile = g_new0 (SkyWallTile, 1);

  tile->camera = sky_camera_ref (camera);
  /* One thread decodes one camera soonest with all processors, several with one each. */
  tile->feed = sky_camera_feed_new (camera, n > 1 ? 1 : 0, FRAME_BUDGET / n);
  sky_camera_feed_set_bell (tile->feed, self->bell);
  if (sky_camera_get_stream (camera) != NULL)
    tile->live = sky_live_feed_new (sky_camera_get_stream (camera), n > 1 ? 1 : 0);
  tile->paintable = sky_frame_paintable_new (self->workers);
  sky_frame_paintable_set_prepared_func (tile->paintable, prepared_cb, self);
  tile->visible = TRUE;
  tile->lacking_since = -1;
  tile->state = (SkyCameraState){ .status = SKY_CAMERA_LOADING,
                                  .shown = SKY_TIME_NONE,
                                  .since = SKY_TIME_NONE,
                                  .until = SKY_TIME_NONE,
                                  .segment = -1 };
  tile->wanted = (SkyFeedLook){ .status = SKY_FEED_LOADING, .segment = -1 };
  return tile;
}

void
sky_camera_wall_set_cameras (SkyCameraWall *self, GPtrArray *cameras)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));
  g_return_if_fail (cameras != NULL);

  stop_playing (self);
  end_live (self);
  self->step = 0;
  self->selected = -1;
  sky_wall_drop_batches (self);
  /* All are told to end before the first is waited for. */
  g_ptr_array_foreach (self->tiles, tile_stop, NULL);
  g_ptr_array_set_size (self->tiles, 0);
  for (guint i = 0; i < cameras->len; i++)
    g_ptr_array_add (self->tiles, tile_new (self, g_ptr_array_index (cameras, i), cameras->len));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_CAMERAS]);

  SkyTime from, until;
  sky_camera_wall_get_range (self, &from, &until);
  if (self->position != SKY_TIME_NONE || from != SKY_TIME_NONE)
    land_at (self, self->position != SKY_TIME_NONE ? self->position : from);
  sky_wall_update_active (self);
}

guint
sky_camera_wall_get_n_cameras (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), 0);

  return self->tiles->len;
}

SkyCamera *
sky_camera_wall_get_camera (SkyCameraWall *self, guint camera)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self) && camera < self->tiles->len, NULL);

  return sky_wall_get_tile (self, camera)->camera;
}

SkyFramePaintable *
sky_camera_wall_get_paintable (SkyCameraWall *self, guint camera)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self) && camera < self->tiles->len, NULL);

  return sky_wall_get_tile (self, camera)->paintable;
}

void
sky_camera_wall_get_state (SkyCameraWall *self, guint camera, SkyCameraState *state)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self) && camera < self->tiles->len);

  *state = sky_wall_get_tile (self, camera)->state;
}

void
sky_camera_wall_set_visible (SkyCameraWall *self, guint camera, gboolean visible)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self) && camera < self->tiles->len);

  SkyWallTile *tile = sky_wall_get_tile (self, camera);
  if (tile->visible == visible)
    return;
  tile->visible = visible;
  tile->lacking_since = -1;
  aim_streams (self);
  sky_feed_look_clear (&tile->wanted);
  tile->wanted = (SkyFeedLook){ .status = SKY_FEED_LOADING, .segment = -1 };
  if (!visible)
    {
      sky_camera_feed_set_enabled (tile->feed, FALSE);
      sky_frame_paintable_show_nothing (tile->paintable);
    }
  else if (self->position != SKY_TIME_NONE && !self->live)
    land_at (self, self->position);
  sky_wall_set_state (self, camera,
                      &(SkyCameraState){ .status = visible ? SKY_CAMERA_LOADING : SKY_CAMERA_HIDDEN,
                                         .shown = SKY_TIME_NONE,
                                         .since = SKY_TIME_NONE,
                                         .until = SKY_TIME_NONE,
                                         .segment = -1 });
  sky_wall_update_active (self);
}

void
sky_camera_wall_retry (SkyCameraWall *self, guint camera)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self) && camera < self->tiles->len);

  sky_camera_feed_retry (sky_wall_get_tile (self, camera)->feed);
  if (sky_wall_get_tile (self, camera)->live != NULL)
    sky_live_feed_retry (sky_wall_get_tile (self, camera)->live);
  if (self->position != SKY_TIME_NONE && !self->live)
    land_at (self, self->position);
  sky_wall_update_active (self);
}

/* --- Transport --- */

void
sky_camera_wall_set_range (SkyCameraWall *self, SkyTime from, SkyTime until)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));
  g_return_if_fail ((from == SKY_TIME_NONE) == (until == SKY_TIME_NONE) && from <= until);

  self->range_from = from;
  self->range_until = until;
  if (self->position == SKY_TIME_NONE && from != SKY_TIME_NONE)
    land_at (self, from);
  else if (self->position != SKY_TIME_NONE
           && clamp_to_range (self, self->position) != self->position)
    land_at (self, self->position);
  sky_wall_update_active (self);
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

void
sky_camera_wall_set_loop (SkyCameraWall *self, SkyTime from, SkyTime until)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));
  g_return_if_fail (from == SKY_TIME_NONE || from < until);

  self->loop_from = from;
  self->loop_until = from == SKY_TIME_NONE ? SKY_TIME_NONE : until;
}

gboolean
sky_camera_wall_get_loop (SkyCameraWall *self, SkyTime *from, SkyTime *until)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), FALSE);

  *from = self->loop_from;
  *until = self->loop_until;
  return self->loop_from != SKY_TIME_NONE;
}

void
sky_camera_wall_play (SkyCameraWall *self)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  if (self->playing || self->position == SKY_TIME_NONE)
    return;
  self->playing = TRUE;
  self->step = 0;
  sky_media_clock_set_running (&self->clock, TRUE, self->position);
  restart_readings (self);
  update_skimming (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
  sky_wall_update_active (self);
}

void
sky_camera_wall_pause (SkyCameraWall *self)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  stop_playing (self);
  sky_wall_update_active (self);
}

gboolean
sky_camera_wall_get_playing (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), FALSE);

  return self->playing;
}

void
sky_camera_wall_set_rate (SkyCameraWall *self, int rate)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));
  g_return_if_fail (ABS (rate) >= SKY_RATE_MIN && ABS (rate) <= SKY_RATE_MAX);

  if (self->clock.rate == rate)
    return;
  end_live (self);
  sky_media_clock_set_rate (&self->clock, rate, self->position);
  restart_readings (self);
  update_skimming (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RATE]);
}

int
sky_camera_wall_get_rate (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), SKY_RATE_ONE);

  return self->clock.rate;
}

void
sky_camera_wall_set_skim (SkyCameraWall *self, gboolean skim)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  self->skim = skim;
  update_skimming (self);
  sky_wall_update_active (self);
}

gboolean
sky_camera_wall_get_skim (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), FALSE);

  return self->skim;
}

gboolean
sky_camera_wall_get_skimming (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), FALSE);

  return self->skimming;
}

int
sky_camera_wall_get_effective_rate (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), 0);

  return self->effective_rate;
}

void
sky_camera_wall_seek (SkyCameraWall *self, SkyTime time)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));
  g_return_if_fail (time != SKY_TIME_NONE);

  end_live (self);
  self->step = 0;
  self->direction = 1;
  land_at (self, time);
  hurry (self);
  sky_wall_update_active (self);
}

SkyTime
sky_camera_wall_get_position (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), SKY_TIME_NONE);

  return self->position;
}

void
sky_camera_wall_step (SkyCameraWall *self, int frames)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  if (self->position == SKY_TIME_NONE)
    return;
  stop_playing (self);
  end_live (self);
  self->step += frames;
  take_steps (self);
  hurry (self);
  sky_wall_update_active (self);
}

void
sky_camera_wall_select (SkyCameraWall *self, int camera)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));
  g_return_if_fail (camera >= -1 && camera < (int) self->tiles->len);

  if (self->selected == camera)
    return;
  self->selected = camera;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
}

int
sky_camera_wall_get_selected (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), -1);

  return self->selected;
}

void
sky_camera_wall_set_live (SkyCameraWall *self, gboolean live)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  if (self->live == live)
    return;
  if (!live)
    {
      stop_playing (self);
      end_live (self);
      if (self->position != SKY_TIME_NONE)
        land_at (self, self->position);
      sky_wall_update_active (self);
      return;
    }
  self->step = 0;
  self->direction = 1;
  self->landing = FALSE;
  sky_camera_wall_set_rate (self, SKY_RATE_ONE);
  self->live = TRUE;
  set_position (self, g_get_real_time () - LIVE_DELAY);
  sky_media_clock_set_running (&self->clock, self->playing, self->position);
  restart_readings (self);
  aim_streams (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LIVE]);
  sky_camera_wall_play (self);
}

gboolean
sky_camera_wall_get_live (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), FALSE);

  return self->live;
}

gboolean
sky_camera_wall_get_active (SkyCameraWall *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self), FALSE);

  return self->active;
}

gboolean
sky_camera_wall_save_still (
    SkyCameraWall *self, guint camera, const char *path, SkyTime *shown, GError **error)
{
  g_return_val_if_fail (SKY_IS_CAMERA_WALL (self) && camera < self->tiles->len, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  g_autoptr (GError) local = NULL;
  g_autoptr (GdkTexture) texture =
      sky_frame_paintable_make_still (sky_wall_get_tile (self, camera)->paintable, shown, error);
  if (texture == NULL)
    return FALSE;
  g_autoptr (GBytes) png = gdk_texture_save_to_png_bytes (texture);
  gsize size = 0;
  const char *bytes = g_bytes_get_data (png, &size);
  if (g_file_set_contents (path, bytes, (gssize) size, &local))
    return TRUE;
  g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE, _ ("The still cannot be written: %s"),
               local->message);
  return FALSE;
}

/* --- Object --- */

/* A camera has the frame that it was sent for, or has nothing for it, or another one around it. */
static void
rung_cb (gpointer data)
{
  SkyCameraWall *self = data;

  if (self->landing)
    hurry (self);
  else if (!self->live && sky_camera_wall_is_at_rest (self))
    prepare_steps (self);
  sky_wall_update_active (self);
}

static void
sky_camera_wall_dispose (GObject *object)
{
  SkyCameraWall *self = SKY_CAMERA_WALL (object);

  sky_wall_drop_batches (self);
  set_sent (self, FALSE);
  g_clear_pointer (&self->bell, sky_bell_retire);
  if (self->workers != NULL)
    sky_frame_workers_stop (self->workers);
  g_ptr_array_foreach (self->tiles, tile_stop, NULL);
  g_ptr_array_set_size (self->tiles, 0);
  g_clear_pointer (&self->workers, sky_frame_workers_unref);
  G_OBJECT_CLASS (sky_camera_wall_parent_class)->dispose (object);
}

static void
sky_camera_wall_finalize (GObject *object)
{
  SkyCameraWall *self = SKY_CAMERA_WALL (object);

  g_ptr_array_unref (self->tiles);
  G_OBJECT_CLASS (sky_camera_wall_parent_class)->finalize (object);
}

static void
sky_camera_wall_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyCameraWall *self = SKY_CAMERA_WALL (object);

  switch (id)
    {
    case PROP_POSITION:
      g_value_set_int64 (value, self->position);
      break;
    case PROP_PLAYING:
      g_value_set_boolean (value, self->playing);
      break;
    case PROP_RATE:
      g_value_set_int (value, self->clock.rate);
      break;
    case PROP_EFFECTIVE_RATE:
      g_value_set_int (value, self->effective_rate);
      break;
    case PROP_ACTIVE:
      g_value_set_boolean (value, self->active);
      break;
    case PROP_LIVE:
      g_value_set_boolean (value, self->live);
      break;
    case PROP_SELECTED:
      g_value_set_int (value, self->selected);
      break;
    case PROP_N_CAMERAS:
      g_value_set_uint (value, self->tiles->len);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_camera_wall_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SkyCameraWall *self = SKY_CAMERA_WALL (object);

  switch (id)
    {
    case PROP_PLAYING:
      if (g_value_get_boolean (value))
        sky_camera_wall_play (self);
      else
        sky_camera_wall_pause (self);
      break;
    case PROP_RATE:
      sky_camera_wall_set_rate (self, g_value_get_int (value));
      break;
    case PROP_LIVE:
      sky_camera_wall_set_live (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_camera_wall_class_init (SkyCameraWallClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags readable = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = sky_camera_wall_dispose;
  object_class->finalize = sky_camera_wall_finalize;
  object_class->get_property = sky_camera_wall_get_property;
  object_class->set_property = sky_camera_wall_set_property;

  props[PROP_POSITION] =
      g_param_spec_int64 ("position", NULL, NULL, G_MININT64, G_MAXINT64, SKY_TIME_NONE, readable);
  props[PROP_PLAYING] =
      g_param_spec_boolean ("playing", NULL, NULL, FALSE, readable | G_PARAM_WRITABLE);
  props[PROP_RATE] = g_param_spec_int ("rate", NULL, NULL, -SKY_RATE_MAX, SKY_RATE_MAX,
                                       SKY_RATE_ONE, readable | G_PARAM_WRITABLE);
  props[PROP_EFFECTIVE_RATE] =
      g_param_spec_int ("effective-rate", NULL, NULL, G_MININT, G_MAXINT, 0, readable);
  props[PROP_ACTIVE] = g_param_spec_boolean ("active", NULL, NULL, FALSE, readable);
  props[PROP_LIVE] = g_param_spec_boolean ("live", NULL, NULL, FALSE, readable | G_PARAM_WRITABLE);
  props[PROP_SELECTED] = g_param_spec_int ("selected", NULL, NULL, -1, G_MAXINT, -1, readable);
  props[PROP_N_CAMERAS] = g_param_spec_uint ("n-cameras", NULL, NULL, 0, G_MAXUINT, 0, readable);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CAMERA_CHANGED] = g_signal_new ("camera-changed", SKY_TYPE_CAMERA_WALL, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
sky_camera_wall_init (SkyCameraWall *self)
{
  self->workers = sky_frame_workers_new ();
  self->bell = sky_bell_new (rung_cb, self);
  self->tiles = g_ptr_array_new_with_free_func (tile_free);
  self->position = SKY_TIME_NONE;
  self->direction = 1;
  self->selected = -1;
  self->range_from = SKY_TIME_NONE;
  self->range_until = SKY_TIME_NONE;
  self->loop_from = SKY_TIME_NONE;
  self->loop_until = SKY_TIME_NONE;
  sky_media_clock_init (&self->clock, SKY_TIME_NONE);
}

SkyCameraWall *
sky_camera_wall_new (void)
{
  return g_object_new (SKY_TYPE_CAMERA_WALL, NULL);
}
