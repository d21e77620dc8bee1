/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-wall-private.h"

#include "sky-media-error.h"

#include <glib/gi18n-lib.h>

/* Decoded frames of all cameras together may take this much memory. */
#define FRAME_BUDGET ((gsize) 512 * 1024 * 1024)
/* Each thread of a decoder has pictures of its own. */
#define THREADS_MAX 4

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

/* --- Playing, live --- */

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

/* --- Cameras --- */

static void
prepared_cb (gpointer data)
{
  sky_wall_show_converted (data);
  sky_wall_update_active (data);
}

static void
tile_set_trust (SkyWallTile *tile, SkyCertificateTrust *trust)
{
  sky_camera_feed_set_trust (tile->feed, trust);
  if (tile->live != NULL)
    sky_live_feed_set_trust (tile->live, trust);
}

static SkyWallTile *
tile_new (SkyCameraWall *self, SkyCamera *camera, guint n)
{
  SkyWallTile *tile = g_new0 (SkyWallTile, 1);

  tile->camera = sky_camera_ref (camera);
  /* One camera is decoded soonest with all processors, several with one each. */
  int n_threads = n > 1 ? 1 : (int) MIN (g_get_num_processors (), THREADS_MAX);
  tile->feed = sky_camera_feed_new (camera, n_threads, FRAME_BUDGET / n);
  sky_camera_feed_set_wakeup (tile->feed, self->wakeup);
  if (sky_camera_get_stream (camera) != NULL)
    tile->live = sky_live_feed_new (sky_camera_get_stream (camera), n_threads);
  tile_set_trust (tile, self->trust);
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

  sky_wall_stop_playing (self);
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
    sky_wall_land_at (self, self->position != SKY_TIME_NONE ? self->position : from);
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
    sky_wall_land_at (self, self->position);
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
    sky_wall_land_at (self, self->position);
  sky_wall_update_active (self);
}

void
sky_camera_wall_set_trust (SkyCameraWall *self, SkyCertificateTrust *trust)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  g_clear_pointer (&self->trust, sky_certificate_trust_unref);
  self->trust = trust != NULL ? sky_certificate_trust_ref (trust) : NULL;
  for (guint i = 0; i < self->tiles->len; i++)
    {
      SkyWallTile *tile = sky_wall_get_tile (self, i);
      tile_set_trust (tile, trust);
      if (tile->state.status == SKY_CAMERA_FAILED)
        sky_camera_wall_retry (self, i);
    }
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
    sky_wall_land_at (self, from);
  else if (self->position != SKY_TIME_NONE
           && sky_wall_clamp_to_range (self, self->position) != self->position)
    sky_wall_land_at (self, self->position);
  sky_wall_update_active (self);
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
  sky_wall_restart_readings (self);
  sky_wall_update_skimming (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
  sky_wall_update_active (self);
}

void
sky_camera_wall_pause (SkyCameraWall *self)
{
  g_return_if_fail (SKY_IS_CAMERA_WALL (self));

  sky_wall_stop_playing (self);
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
  sky_wall_restart_readings (self);
  sky_wall_update_skimming (self);
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
  sky_wall_update_skimming (self);
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
  sky_wall_land_at (self, time);
  sky_wall_hurry (self);
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
  sky_wall_stop_playing (self);
  end_live (self);
  self->step += frames;
  sky_wall_take_steps (self);
  sky_wall_hurry (self);
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
      sky_wall_stop_playing (self);
      end_live (self);
      if (self->position != SKY_TIME_NONE)
        sky_wall_land_at (self, self->position);
      sky_wall_update_active (self);
      return;
    }
  self->step = 0;
  self->direction = 1;
  self->landing = FALSE;
  sky_camera_wall_set_rate (self, SKY_RATE_ONE);
  self->live = TRUE;
  sky_wall_set_position (self, g_get_real_time () - SKY_WALL_LIVE_DELAY);
  sky_media_clock_set_running (&self->clock, self->playing, self->position);
  sky_wall_restart_readings (self);
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
  g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE, _ ("Cannot write the still: %s"),
               local->message);
  return FALSE;
}

/* --- Object --- */
static void
sky_camera_wall_dispose (GObject *object)
{
  SkyCameraWall *self = SKY_CAMERA_WALL (object);

  sky_wall_drop_batches (self);
  sky_wall_end_lull (self);
  g_clear_pointer (&self->wakeup, sky_wakeup_cancel);
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
  g_clear_pointer (&self->trust, sky_certificate_trust_unref);
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
  self->wakeup = sky_wakeup_new (sky_wall_handle_wakeup, self);
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
