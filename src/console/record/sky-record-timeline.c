/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-timeline.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-lanes-palette.h"
#include "sky-record-state.h"
#include "sky-time-axis.h"
#include "sky-timeline-lanes.h"

#define RULER      20
#define LANE       14
#define FIRST_SPAN (5 * 60 * SKY_SECOND)

struct _SkyRecordTimeline
{
  GtkWidget parent_instance;

  SkyCameraWall *wall;
  GSignalGroup *wall_signals;
  GTimeZone *zone;
  GArray *rounds;    /* NULL: none */
  GArray *stretches; /* NULL: none */
  SkyTimeAxis axis;
  double x; /* where the pointer is */
};

G_DEFINE_FINAL_TYPE (SkyRecordTimeline, sky_record_timeline, GTK_TYPE_WIDGET)

static guint
get_n_cameras (SkyRecordTimeline *self)
{
  return self->wall != NULL ? sky_camera_wall_get_n_cameras (self->wall) : 0;
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static void
draw_span (SkyRecordTimeline *self,
           GtkSnapshot *snapshot,
           SkyTime from,
           SkyTime until,
           int top,
           int height,
           const GdkRGBA *colour)
{
  const int left = MAX (sky_time_axis_to_x (&self->axis, from), 0);
  const int right = MIN (sky_time_axis_to_x (&self->axis, until), self->axis.width);

  if (right > left)
    gtk_snapshot_append_color (snapshot, colour,
                               &GRAPHENE_RECT_INIT ((float) left, (float) top,
                                                    (float) MAX (right - left, 1), (float) height));
}

static void
draw_text (SkyRecordTimeline *self,
           GtkSnapshot *snapshot,
           const char *text,
           int x,
           int y,
           const GdkRGBA *colour)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.85));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static void
draw_ruler (SkyRecordTimeline *self,
            GtkSnapshot *snapshot,
            const SkyLanesPalette *palette,
            int height)
{
  const SkyTime tick = sky_time_axis_tick (&self->axis, 90);

  for (SkyTime at = self->axis.from - self->axis.from % tick; at <= self->axis.until; at += tick)
    {
      const int x = sky_time_axis_to_x (&self->axis, at);
      g_autofree char *text = sky_clock_text_tick (at, tick, self->zone);

      gtk_snapshot_append_color (snapshot, &palette->line,
                                 &GRAPHENE_RECT_INIT ((float) x, 0, 1, (float) height));
      draw_text (self, snapshot, text, x + 3, 1, &palette->dim);
    }
}

static void
sky_record_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyRecordTimeline *self = SKY_RECORD_TIMELINE (widget);
  const SkyLanesPalette *palette = sky_lanes_get_palette ();
  const int height = gtk_widget_get_height (widget);
  int top = RULER;

  gtk_snapshot_append_color (
      snapshot, &palette->ground,
      &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) height));
  if (self->wall == NULL || self->axis.width < 1)
    return;
  for (guint i = 0; self->stretches != NULL && i < self->stretches->len; i++)
    {
      const SkySpan *stretch = &g_array_index (self->stretches, SkySpan, i);

      draw_span (self, snapshot, stretch->start, stretch->end, 0, height, &palette->loop);
      draw_span (self, snapshot, stretch->start, stretch->end, RULER - 2, 2, &palette->loop_edge);
    }
  draw_ruler (self, snapshot, palette, height);
  for (guint i = 0; self->rounds != NULL && i < self->rounds->len; i++)
    {
      const SkyRecordRound *round = &g_array_index (self->rounds, SkyRecordRound, i);

      draw_span (self, snapshot, round->start, round->end, top + 1, LANE - 2, &palette->round);
    }
  top += LANE;
  for (guint i = 0; i < get_n_cameras (self); i++, top += LANE)
    {
      const SkyCamera *camera = sky_camera_wall_get_camera (self->wall, i);

      for (guint j = 0; j < sky_camera_get_n_coverages (camera); j++)
        {
          const SkyCoverage *coverage = sky_camera_get_coverage (camera, j);

          draw_span (self, snapshot, coverage->from, coverage->until, top + 3, LANE - 6,
                     &palette->footage);
        }
    }
  gtk_snapshot_append_color (
      snapshot, &palette->playhead,
      &GRAPHENE_RECT_INIT (
          (float) sky_time_axis_to_x (&self->axis, sky_camera_wall_get_position (self->wall)), 0, 2,
          (float) height));
}

static void
sky_record_timeline_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  const int n_lanes = (int) MIN (get_n_cameras (SKY_RECORD_TIMELINE (widget)), 4) + 1;

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : RULER + n_lanes * LANE;
  *natural = *minimum;
}

static void
sky_record_timeline_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SKY_RECORD_TIMELINE (widget)->axis.width = MAX (width, 1);
}

static void
position_cb (SkyRecordTimeline *self)
{
  const SkyTime at = sky_camera_wall_get_position (self->wall);
  g_autofree char *text = NULL;

  if (at == SKY_TIME_NONE)
    return;
  self->axis = sky_time_axis_show (&self->axis, at);
  text = sky_clock_text (at, self->zone);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
cameras_cb (SkyRecordTimeline *self)
{
  SkyTime from;
  SkyTime until;

  sky_camera_wall_get_range (self->wall, &from, &until);
  if (from != SKY_TIME_NONE && until > from)
    {
      self->axis.from = from;
      self->axis.until = MIN (until, from + FIRST_SPAN);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
  position_cb (self);
}

/* --- The pointer ------------------------------------------------------------------------------ */

static void
pressed_cb (SkyRecordTimeline *self, int n_press, double x, double y)
{
  if (self->wall != NULL)
    sky_camera_wall_seek (self->wall, sky_time_axis_to_time (&self->axis, (int) x));
}

static void
motion_cb (SkyRecordTimeline *self, double x, double y)
{
  self->x = x;
}

static gboolean
scroll_cb (SkyRecordTimeline *self, double dx, double dy)
{
  if (self->wall == NULL || dy == 0)
    return GDK_EVENT_PROPAGATE;
  self->axis = sky_time_axis_zoom (&self->axis, (int) self->x, dy > 0 ? 150 : 67);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_record_timeline_dispose (GObject *object)
{
  SkyRecordTimeline *self = SKY_RECORD_TIMELINE (object);

  g_clear_object (&self->wall_signals);
  g_clear_object (&self->wall);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  g_clear_pointer (&self->rounds, g_array_unref);
  g_clear_pointer (&self->stretches, g_array_unref);
  G_OBJECT_CLASS (sky_record_timeline_parent_class)->dispose (object);
}

static void
sky_record_timeline_class_init (SkyRecordTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_record_timeline_dispose;
  widget_class->snapshot = sky_record_timeline_snapshot;
  widget_class->measure = sky_record_timeline_measure;
  widget_class->size_allocate = sky_record_timeline_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "recordtimeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
sky_record_timeline_init (SkyRecordTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->axis = (SkyTimeAxis){ .from = 0, .until = FIRST_SPAN, .width = 1 };
  self->wall_signals = g_signal_group_new (SKY_TYPE_CAMERA_WALL);
  g_signal_group_connect_swapped (self->wall_signals, "notify::position", G_CALLBACK (position_cb),
                                  self);
  g_signal_group_connect_swapped (self->wall_signals, "notify::n-cameras", G_CALLBACK (cameras_cb),
                                  self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Recordings and recorded rounds"), -1);
}

void
sky_record_timeline_set_wall (SkyRecordTimeline *self, SkyCameraWall *wall)
{
  g_return_if_fail (SKY_IS_RECORD_TIMELINE (self));

  g_set_object (&self->wall, wall);
  g_signal_group_set_target (self->wall_signals, wall);
  cameras_cb (self);
}

void
sky_record_timeline_set_zone (SkyRecordTimeline *self, GTimeZone *zone)
{
  g_return_if_fail (SKY_IS_RECORD_TIMELINE (self));

  g_clear_pointer (&self->zone, g_time_zone_unref);
  self->zone = zone != NULL ? g_time_zone_ref (zone) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
sky_record_timeline_set_stretches (SkyRecordTimeline *self, GArray *stretches)
{
  g_return_if_fail (SKY_IS_RECORD_TIMELINE (self));

  g_clear_pointer (&self->stretches, g_array_unref);
  self->stretches = stretches != NULL ? g_array_ref (stretches) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
sky_record_timeline_set_rounds (SkyRecordTimeline *self, GArray *rounds)
{
  g_return_if_fail (SKY_IS_RECORD_TIMELINE (self));

  if (self->rounds == rounds)
    return;
  g_clear_pointer (&self->rounds, g_array_unref);
  self->rounds = g_array_ref (rounds);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
