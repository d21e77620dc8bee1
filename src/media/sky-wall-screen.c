/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-wall-private.h"

#include <glib/gi18n-lib.h>

/* The answers of all cameras for one instant, on their way to the screen. */
struct _SkyWallBatch
{
  gatomicrefcount refs; /* one of the wall, one of each conversion */
  SkyCameraWall *wall;  /* borrowed: the workers are stopped before it goes */
  guint n;
  guint n_pending;
  SkyFeedLook *looks;
  GdkTexture **textures;
  SkyFrameView *views;
};

/* A conversion's way back to its place in the batch. */
typedef struct
{
  SkyWallBatch *batch;
  guint index;
} BatchPlace;

static void show_batch (SkyCameraWall *self, SkyWallBatch *batch);

static void
batch_unref (SkyWallBatch *batch)
{
  if (!g_atomic_ref_count_dec (&batch->refs))
    return;
  for (guint i = 0; i < batch->n; i++)
    {
      sky_feed_look_clear (&batch->looks[i]);
      g_clear_object (&batch->textures[i]);
    }
  g_free (batch->looks);
  g_free (batch->textures);
  g_free (batch->views);
  g_free (batch);
}

static void
batch_place_free (gpointer data)
{
  BatchPlace *place = data;

  batch_unref (place->batch);
  g_free (place);
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
                     || tile->state.live != state->live
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
show_look (SkyCameraWall *self,
           guint camera,
           const SkyFeedLook *look,
           GdkTexture *texture,
           const SkyFrameView *view)
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

  if (!tile->visible)
    return;
  if (look->frame == NULL)
    sky_frame_paintable_show (tile->paintable, NULL, NULL, view);
  else if (texture != NULL)
    sky_frame_paintable_show (tile->paintable, look->frame, texture, view);
  else if (look->frame != sky_frame_paintable_get_frame (tile->paintable))
    {
      sky_frame_paintable_show (tile->paintable, NULL, NULL, view);
      state.status = SKY_CAMERA_FAILED;
      state.shown = SKY_TIME_NONE;
      state.message = _ ("The picture cannot be converted");
    }
  sky_wall_set_state (self, camera, &state);
}

/* All pictures of the batch are ready: they change together. */
static void
finish_batch (SkyCameraWall *self)
{
  SkyWallBatch *batch = g_steal_pointer (&self->batch);

  for (guint i = 0; i < batch->n; i++)
    show_look (self, i, &batch->looks[i], batch->textures[i], &batch->views[i]);
  batch_unref (batch);
  if (self->queued != NULL)
    show_batch (self, g_steal_pointer (&self->queued));
  sky_wall_update_active (self);
}

static void
converted_cb (GdkTexture *texture, SkyFrame *frame, const SkyFrameView *view, gpointer data)
{
  BatchPlace *place = data;
  SkyWallBatch *batch = place->batch;

  if (texture != NULL)
    batch->textures[place->index] = g_object_ref (texture);
  if (--batch->n_pending == 0 && batch->wall->batch == batch)
    finish_batch (batch->wall);
}

/* @batch: (transfer full) */
static void
show_batch (SkyCameraWall *self, SkyWallBatch *batch)
{
  self->batch = batch;
  for (guint i = 0; i < batch->n; i++)
    {
      SkyWallTile *tile = sky_wall_get_tile (self, i);
      SkyFrame *frame = batch->looks[i].frame;
      batch->views[i] = *sky_frame_paintable_get_view (tile->paintable);
      if (frame == NULL || frame == sky_frame_paintable_get_frame (tile->paintable))
        continue;
      BatchPlace *place = g_new (BatchPlace, 1);
      *place = (BatchPlace){ batch, i };
      g_atomic_ref_count_inc (&batch->refs);
      batch->n_pending++;
      sky_frame_workers_push (self->workers, sky_frame_paintable_get_converter (tile->paintable),
                              frame, &batch->views[i], converted_cb, place, batch_place_free);
    }
  if (batch->n_pending == 0)
    finish_batch (self);
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
  g_atomic_ref_count_init (&batch->refs);
  batch->wall = self;
  batch->n = n;
  batch->looks = g_new0 (SkyFeedLook, n);
  batch->textures = g_new0 (GdkTexture *, n);
  batch->views = g_new0 (SkyFrameView, n);
  for (guint i = 0; i < n; i++)
    copy_look (&batch->looks[i], &looks[i]);
  if (self->batch == NULL)
    show_batch (self, batch);
  else
    {
      g_clear_pointer (&self->queued, batch_unref);
      self->queued = batch;
    }
}

void
sky_wall_drop_batches (SkyCameraWall *self)
{
  g_clear_pointer (&self->batch, batch_unref);
  g_clear_pointer (&self->queued, batch_unref);
}
