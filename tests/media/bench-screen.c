/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bench-screen.h"

#include "sky-renderer.h"

#define DEADLINE (60 * G_TIME_SPAN_SECOND)

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  BenchScreen *self = data;

  if (!sky_camera_wall_get_active (self->wall.wall))
    {
      self->tick = 0;
      return G_SOURCE_REMOVE;
    }
  sky_camera_wall_tick (self->wall.wall, gdk_frame_clock_get_frame_time (clock));
  return G_SOURCE_CONTINUE;
}

/* Ticks while ticks are wanted, as the console does. */
static void
active_cb (BenchScreen *self)
{
  if (self->tick == 0 && sky_camera_wall_get_active (self->wall.wall))
    self->tick = gtk_widget_add_tick_callback (self->window, tick_cb, self, NULL);
}

static void
update_cb (BenchScreen *self)
{
  self->n_ticks++;
}

static void
contents_cb (BenchScreen *self)
{
  self->changed = TRUE;
  self->shown = g_get_monotonic_time ();
}

static SkyTime
get_skew (BenchScreen *self)
{
  SkyTime earliest = G_MAXINT64;
  SkyTime latest = G_MININT64;

  for (guint i = 0; i < self->wall.n_cameras; i++)
    {
      SkyTime shown =
          sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (self->wall.wall, i));
      if (shown == SKY_TIME_NONE)
        continue;
      earliest = MIN (earliest, shown);
      latest = MAX (latest, shown);
    }
  return MAX (latest - earliest, 0);
}

/* Counts the frames of each camera that were painted, and those that were not although one before
 * and one behind them were. */
static void
count_frames (BenchScreen *self)
{
  for (guint i = 0; i < self->wall.n_cameras; i++)
    {
      SkyTime shown =
          sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (self->wall.wall, i));
      SkyTime on = shown - self->frames[i];

      if (shown == SKY_TIME_NONE || on == 0)
        continue;
      self->n_frames++;
      if (self->frames[i] != 0 && on > 0 && on < SKY_SECOND)
        self->n_lost += (guint) ((on * BENCH_FPS + SKY_SECOND / 2) / SKY_SECOND) - 1;
      self->frames[i] = shown;
    }
}

static void
after_paint_cb (GdkFrameClock *clock, BenchScreen *self)
{
  if (!self->changed)
    return;
  self->changed = FALSE;
  self->n_paints++;
  self->painted = g_get_monotonic_time ();
  self->painted_tick = self->n_ticks;
  self->skew = MAX (self->skew, get_skew (self));
  count_frames (self);
}

void
bench_screen_open (
    BenchScreen *self, TestCamera *cameras, guint n, int columns, int width, int height)
{
  GtkWidget *grid = gtk_grid_new ();
  int rows = ((int) n + columns - 1) / columns;
  /* Whole pixels, as the console's tiles have. */
  int tile_height = MIN (height / rows, width / columns * BENCH_HEIGHT / BENCH_WIDTH);
  int tile_width = tile_height * BENCH_WIDTH / BENCH_HEIGHT;

  *self = (BenchScreen){ 0 };
  wall_fixture_init (&self->wall, cameras, n);
  gtk_grid_set_row_homogeneous (GTK_GRID (grid), TRUE);
  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  for (guint i = 0; i < n; i++)
    {
      SkyFramePaintable *paintable = sky_camera_wall_get_paintable (self->wall.wall, i);
      GtkWidget *picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (paintable));
      gtk_widget_set_hexpand (picture, TRUE);
      gtk_widget_set_vexpand (picture, TRUE);
      gtk_widget_set_halign (picture, GTK_ALIGN_CENTER);
      gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
      gtk_widget_set_size_request (picture, tile_width, tile_height);
      gtk_picture_set_content_fit (GTK_PICTURE (picture), GTK_CONTENT_FIT_FILL);
      gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
      sky_frame_paintable_set_target_size (paintable, tile_width, tile_height);
      g_signal_connect_swapped (paintable, "invalidate-contents", G_CALLBACK (contents_cb), self);
      gtk_grid_attach (GTK_GRID (grid), picture, (int) i % columns, (int) i / columns, 1, 1);
    }
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), width, height);
  gtk_window_set_child (GTK_WINDOW (self->window), grid);
  gtk_window_present (GTK_WINDOW (self->window));
  for (guint i = 0; i < n; i++)
    sky_frame_paintable_set_drawn_by_cairo (sky_camera_wall_get_paintable (self->wall.wall, i),
                                            sky_renderer_is_cairo (self->window));
  g_signal_connect_swapped (self->wall.wall, "notify::active", G_CALLBACK (active_cb), self);
  g_signal_connect_swapped (gtk_widget_get_frame_clock (self->window), "update",
                            G_CALLBACK (update_cb), self);
  g_signal_connect (gtk_widget_get_frame_clock (self->window), "after-paint",
                    G_CALLBACK (after_paint_cb), self);
  active_cb (self);
}

void
bench_screen_close (BenchScreen *self)
{
  for (guint i = 0; i < self->wall.n_cameras; i++)
    g_signal_handlers_disconnect_by_data (sky_camera_wall_get_paintable (self->wall.wall, i), self);
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (self->window), self);
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  /* The cameras' files go with the last screen. */
  g_clear_object (&self->wall.wall);
}

gboolean
bench_screen_is_there (BenchScreen *self)
{
  SkyTime position = sky_camera_wall_get_position (self->wall.wall);

  if (!sky_camera_wall_is_at_rest (self->wall.wall) || self->changed)
    return FALSE;
  for (guint i = 0; i < self->wall.n_cameras; i++)
    {
      SkyTime shown =
          sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (self->wall.wall, i));
      if (shown == SKY_TIME_NONE || position - shown > SKY_SECOND / 30 + SKY_MILLISECOND
          || shown - position > SKY_MILLISECOND)
        return FALSE;
    }
  return TRUE;
}

void
bench_screen_turn_until_there (BenchScreen *self)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  while (!bench_screen_is_there (self));
}

void
bench_screen_init_camera (TestCamera *camera, guint n)
{
  static const SkyTime starts[BENCH_CAMERAS] = { 0, 350000, 237000, 900000 };

  *camera = (TestCamera){ .n_recordings = 1 };
  camera->recordings[0] = (Recording){
    .footage = { .width = BENCH_WIDTH,
                 .height = BENCH_HEIGHT,
                 .n_frames = BENCH_FPS * BENCH_SECONDS,
                 .busy = TRUE },
    .start = starts[n],
  };
  wall_fixture_write (&camera->recordings[0]);
}
