/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-wall-private.h"

#include <glib/gi18n-lib.h>

/* A picture handed over is drawn after the next tick; with the one after that it is on screen. */
#define TICKS_UNTIL_PAINTED 2

/* The answers of all cameras for one instant, on their way to the screen. */
struct _SkyWallBatch
{
  guint n;
  SkyFeedLook *looks;
};

static void
batch_free (SkyWallBatch *batch)
{
  for (guint i = 0; i < batch->n; i++)
    sky_feed_look_clear (&batch->looks[i]);
  g_free (batch->looks);
  g_free (batch);
}

static SkyCameraStatus
status_of_look (const SkyFeedLook *look)
{
  switch (look->status)
    {
    case SKY_FEED_FRAME:
      return SKY_CAMERA_SHOWING;
    case SKY_FEED_GAP:
      return SKY_CAMERA_GAP;
    case SKY_FEED_FAILED:
      return SKY_CAMERA_FAILED;
    case SKY_FEED_LOADING:
    default:
      return SKY_CAMERA_LOADING;
    }
}

void
sky_wall_set_state (SkyCameraWall *self, guint camera, const SkyCameraState *state)
{
  SkyWallTile *tile = sky_wall_get_tile (self, camera);
  gboolean changed = tile->state.status != state->status || tile->state.since != state->since
                     || tile->state.until != state->until || tile->state.segment != state->segment
                     || tile->state.live != state->live || tile->state.slow != state->slow
                     || tile->state.key_frame != state->key_frame
                     || g_strcmp0 (tile->message, state->message) != 0;

  tile->state = *state;
  if (changed)
    {
      char *message = g_strdup (state->message);
      g_free (tile->message);
      tile->message = message;
    }
  tile->state.message = tile->message;
  if (changed)
    g_signal_emit_by_name (self, "camera-changed", camera);
}

static void
show_look (SkyCameraWall *self, guint camera, const SkyFeedLook *look)
{
  SkyWallTile *tile = sky_wall_get_tile (self, camera);
  SkyCameraState state = {
    .status = status_of_look (look),
    .shown = look->frame != NULL ? look->frame->at : SKY_TIME_NONE,
    .since = look->since,
    .until = look->until,
    .segment = look->segment,
    .live = look->frame != NULL && look->segment < 0,
    .message = look->message,
  };

  /* The others go on without this one, which shows its key frame. */
  if (!tile->visible || (look->status == SKY_FEED_LOADING && tile->state.key_frame))
    return;
  if (look->frame == NULL)
    sky_frame_paintable_show_nothing (tile->paintable);
  else if (look->frame != sky_frame_paintable_get_frame (tile->paintable)
           && !sky_frame_paintable_show_prepared (tile->paintable, look->frame))
    {
      state.status = SKY_CAMERA_FAILED;
      state.shown = SKY_TIME_NONE;
      state.message = _ ("Cannot convert the picture");
    }
  sky_wall_set_state (self, camera, &state);
}

/* Returns: FALSE while a picture of @batch is being converted. */
static gboolean
is_converted (SkyCameraWall *self, SkyWallBatch *batch)
{
  gboolean ready = TRUE;

  for (guint i = 0; i < batch->n; i++)
    {
      SkyFramePaintable *paintable = sky_wall_get_tile (self, i)->paintable;
      SkyFrame *frame = batch->looks[i].frame;
      if (frame == NULL || frame == sky_frame_paintable_get_frame (paintable)
          || sky_frame_paintable_is_prepared (paintable, frame))
        continue;
      sky_frame_paintable_prepare (paintable, frame);
      ready = FALSE;
    }
  return ready;
}

void
sky_wall_show_converted (SkyCameraWall *self)
{
  while (self->batch != NULL && is_converted (self, self->batch))
    {
      SkyWallBatch *batch = g_steal_pointer (&self->batch);
      /* All pictures of an instant change together. */
      for (guint i = 0; i < batch->n; i++)
        show_look (self, i, &batch->looks[i]);
      batch_free (batch);
      if (self->batch == NULL)
        self->batch = g_steal_pointer (&self->queued);
      self->unpainted = TICKS_UNTIL_PAINTED;
    }
}

void
sky_wall_prepare (SkyCameraWall *self, const SkyFeedLook *looks)
{
  for (guint i = 0; i < self->tiles->len; i++)
    if (looks[i].frame != NULL)
      sky_frame_paintable_prepare (sky_wall_get_tile (self, i)->paintable, looks[i].frame);
}

static gboolean
same_look (const SkyFeedLook *a, const SkyFeedLook *b)
{
  return a->status == b->status && a->frame == b->frame && a->since == b->since
         && a->until == b->until && a->segment == b->segment
         && g_strcmp0 (a->message, b->message) == 0;
}

static void
copy_look (SkyFeedLook *to, const SkyFeedLook *from)
{
  sky_feed_look_clear (to);
  *to = *from;
  to->key_frame = NULL;
  if (to->frame != NULL)
    sky_frame_ref (to->frame);
  to->message = g_strdup (from->message);
}

void
sky_wall_present (SkyCameraWall *self, const SkyFeedLook *looks)
{
  guint n = self->tiles->len;
  gboolean changed = FALSE;

  for (guint i = 0; i < n; i++)
    {
      SkyWallTile *tile = sky_wall_get_tile (self, i);
      if (same_look (&tile->wanted, &looks[i]) || !tile->visible)
        continue;
      changed = TRUE;
      copy_look (&tile->wanted, &looks[i]);
    }
  if (!changed)
    return;
  SkyWallBatch *batch = g_new0 (SkyWallBatch, 1);
  batch->n = n;
  batch->looks = g_new0 (SkyFeedLook, n);
  for (guint i = 0; i < n; i++)
    copy_look (&batch->looks[i], &looks[i]);
  if (self->batch == NULL)
    self->batch = batch;
  else
    {
      g_clear_pointer (&self->queued, batch_free);
      self->queued = batch;
    }
  sky_wall_show_converted (self);
}

void
sky_wall_stand_in (SkyCameraWall *self, guint camera, const SkyFeedLook *look)
{
  SkyWallTile *tile = sky_wall_get_tile (self, camera);
  SkyFrame *shown = sky_frame_paintable_get_frame (tile->paintable);
  SkyFrame *key_frame = look->key_frame;
  SkyCameraState state = tile->state;

  if (key_frame != NULL && key_frame != shown)
    {
      sky_frame_paintable_prepare (tile->paintable, key_frame);
      if (sky_frame_paintable_is_prepared (tile->paintable, key_frame))
        sky_frame_paintable_show_prepared (tile->paintable, key_frame);
      shown = sky_frame_paintable_get_frame (tile->paintable);
    }
  state.status = SKY_CAMERA_LOADING;
  state.segment = look->segment;
  state.message = NULL;
  state.slow = TRUE;
  state.live = FALSE;
  state.key_frame = key_frame != NULL && shown == key_frame;
  state.shown = shown != NULL ? shown->at : SKY_TIME_NONE;
  sky_wall_set_state (self, camera, &state);
}

void
sky_wall_drop_batches (SkyCameraWall *self)
{
  g_clear_pointer (&self->batch, batch_free);
  g_clear_pointer (&self->queued, batch_free);
}
