/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-film-strip.h"

#include <glib/gi18n.h>

#include "sky-thumbnails.h"
#include "sky-timeline-lanes.h"

#define HEIGHT 48
/* A picture's width on screen, for 16 by 9. */
#define WIDTH (HEIGHT * 16 / 9)

struct _SkyFilmStrip
{
  GtkWidget parent_instance;

  /* Owned. */
  SkyDayView *day_view;
  GSignalGroup *day_signals;
  GSignalGroup *wall_signals;
  SkyThumbnails *thumbnails;
};

G_DEFINE_FINAL_TYPE (SkyFilmStrip, sky_film_strip, GTK_TYPE_WIDGET)

SkyTime
sky_film_strip_slot (SkyTime span, int width)
{
  static const SkyTime slots[] = {
    SKY_SECOND,      2 * SKY_SECOND,  5 * SKY_SECOND, 10 * SKY_SECOND, 15 * SKY_SECOND,
    30 * SKY_SECOND, SKY_MINUTE,      2 * SKY_MINUTE, 5 * SKY_MINUTE,  10 * SKY_MINUTE,
    15 * SKY_MINUTE, 30 * SKY_MINUTE, SKY_HOUR,       2 * SKY_HOUR,    4 * SKY_HOUR,
  };
  SkyTime least = span / MAX (1, width) * WIDTH;

  for (guint i = 0; i < G_N_ELEMENTS (slots); i++)
    if (slots[i] >= least)
      return slots[i];
  return slots[G_N_ELEMENTS (slots) - 1];
}

/* Asks for what is in sight, if anybody looks. */
static void
update (SkyFilmStrip *self)
{
  SkyCameraWall *wall = self->day_view != NULL ? sky_day_view_get_wall (self->day_view) : NULL;
  guint n = wall != NULL ? sky_camera_wall_get_n_cameras (wall) : 0;

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  guint camera = n > 0 ? (guint) MAX (sky_camera_wall_get_selected (wall), 0) : 0;
  sky_thumbnails_set_camera (self->thumbnails,
                             n > 0 ? sky_camera_wall_get_camera (wall, camera) : NULL);
  SkyTimeAxis axis = sky_lanes_get_axis (GTK_WIDGET (self), self->day_view);
  sky_thumbnails_ask (self->thumbnails, axis.from, axis.until,
                      sky_film_strip_slot (axis.until - axis.from, axis.width));
}

static void
sky_film_strip_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sky_film_strip_parent_class)->map (widget);
  update (SKY_FILM_STRIP (widget));
}

/* What nobody looks at is not kept: hundreds of pictures, of a camera that may be gone. */
static void
sky_film_strip_unmap (GtkWidget *widget)
{
  sky_thumbnails_set_camera (SKY_FILM_STRIP (widget)->thumbnails, NULL);
  GTK_WIDGET_CLASS (sky_film_strip_parent_class)->unmap (widget);
}

static void
sky_film_strip_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  update (SKY_FILM_STRIP (widget));
}

static void
sky_film_strip_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? SKY_LANES_GUTTER : HEIGHT;
}

static void
sky_film_strip_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyFilmStrip *self = SKY_FILM_STRIP (widget);
  SkyTimeAxis axis = sky_lanes_get_axis (widget, self->day_view);
  SkyTime slot = sky_film_strip_slot (axis.until - axis.from, axis.width);
  SkyTime rest = axis.from % slot;

  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (SKY_LANES_GUTTER, 0, (float) axis.width, HEIGHT));
  for (SkyTime at = axis.from - (rest < 0 ? rest + slot : rest); at < axis.until; at += slot)
    {
      GdkTexture *texture = sky_thumbnails_get (self->thumbnails, at, slot);
      if (texture == NULL)
        continue;
      int x = SKY_LANES_GUTTER + sky_time_axis_to_x (&axis, at);
      float width = (float) HEIGHT * (float) gdk_texture_get_width (texture)
                    / (float) gdk_texture_get_height (texture);
      gtk_snapshot_append_texture (snapshot, texture,
                                   &GRAPHENE_RECT_INIT ((float) x, 0, width, HEIGHT));
    }
  gtk_snapshot_pop (snapshot);
}

static void
pressed_cb (SkyFilmStrip *self, int n_press, double x, double y, GtkGestureClick *click)
{
  SkyTimeAxis axis = sky_lanes_get_axis (GTK_WIDGET (self), self->day_view);

  if (self->day_view != NULL && x >= SKY_LANES_GUTTER)
    sky_day_view_go_to (self->day_view, sky_time_axis_to_time (&axis, (int) x - SKY_LANES_GUTTER));
}

static void
sky_film_strip_dispose (GObject *object)
{
  SkyFilmStrip *self = SKY_FILM_STRIP (object);

  if (self->thumbnails != NULL)
    g_signal_handlers_disconnect_by_data (self->thumbnails, self);
  g_clear_object (&self->day_signals);
  g_clear_object (&self->wall_signals);
  g_clear_object (&self->thumbnails);
  g_clear_object (&self->day_view);
  G_OBJECT_CLASS (sky_film_strip_parent_class)->dispose (object);
}

static void
sky_film_strip_class_init (SkyFilmStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_film_strip_dispose;
  widget_class->map = sky_film_strip_map;
  widget_class->unmap = sky_film_strip_unmap;
  widget_class->measure = sky_film_strip_measure;
  widget_class->size_allocate = sky_film_strip_size_allocate;
  widget_class->snapshot = sky_film_strip_snapshot;
  gtk_widget_class_set_css_name (widget_class, "filmstrip");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sky_film_strip_init (SkyFilmStrip *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pictures along the timeline"), -1);
  self->thumbnails = sky_thumbnails_new ();
  g_signal_connect_swapped (self->thumbnails, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
  self->day_signals = g_signal_group_new (SKY_TYPE_DAY_VIEW);
  g_signal_group_connect_swapped (self->day_signals, "span-changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->day_signals, "notify::day", G_CALLBACK (update), self);
  self->wall_signals = g_signal_group_new (SKY_TYPE_CAMERA_WALL);
  g_signal_group_connect_swapped (self->wall_signals, "notify::n-cameras", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->wall_signals, "notify::selected", G_CALLBACK (update),
                                  self);
}

void
sky_film_strip_set_day_view (SkyFilmStrip *self, SkyDayView *day_view)
{
  g_return_if_fail (SKY_IS_FILM_STRIP (self));
  g_return_if_fail (day_view == NULL || SKY_IS_DAY_VIEW (day_view));

  if (!g_set_object (&self->day_view, day_view))
    return;
  g_signal_group_set_target (self->day_signals, day_view);
  g_signal_group_set_target (self->wall_signals,
                             day_view != NULL ? sky_day_view_get_wall (day_view) : NULL);
  update (self);
}

gboolean
sky_film_strip_is_settled (SkyFilmStrip *self)
{
  g_return_val_if_fail (SKY_IS_FILM_STRIP (self), TRUE);
  return !sky_thumbnails_get_busy (self->thumbnails);
}
