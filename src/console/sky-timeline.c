/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-timeline.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-timeline-lanes.h"

/* How near the pointer must come to a mark, in pixels. */
#define NEAR 6

/* A step of the wheel, and how far it moves with Shift. */
#define ZOOM_OUT 125
#define ZOOM_IN  80
#define PAN      80

struct _SkyTimeline
{
  GtkWidget parent_instance;

  /* Owned. */
  SkySession *session;
  GSignalGroup *session_signals;
  GskRenderNode *lanes_node; /* NULL: to be drawn anew */

  SkyLanes lanes;
  SkyTime loop_from; /* while a span is marked; else SKY_TIME_NONE */
  int pointer_x;
};

G_DEFINE_FINAL_TYPE (SkyTimeline, sky_timeline, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static SkyTableDay *
day_of (SkyTimeline *self)
{
  return self->session != NULL ? sky_session_get_day (self->session) : NULL;
}

static void
redraw_lanes (SkyTimeline *self)
{
  g_clear_pointer (&self->lanes_node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
place_lanes (SkyTimeline *self)
{
  SkyTableDay *day = day_of (self);
  guint n = day != NULL ? sky_table_day_get_cameras (day)->len : 0;

  sky_lanes_place (&self->lanes, n, gtk_widget_get_height (GTK_WIDGET (self)));
}

SkyTimeAxis
sky_timeline_get_axis (SkyTimeline *self, int *x)
{
  SkyTimeAxis axis = { 0, SKY_MINUTE, 1 };

  g_return_val_if_fail (SKY_IS_TIMELINE (self), axis);

  axis.width = MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - SKY_LANES_GUTTER);
  if (self->session != NULL)
    sky_session_get_span (self->session, &axis.from, &axis.until);
  if (x != NULL)
    *x = SKY_LANES_GUTTER;
  return axis;
}

static SkyTime
time_at (SkyTimeline *self, double x)
{
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);

  return sky_time_axis_to_time (&axis, (int) x - SKY_LANES_GUTTER);
}

SkyLaneKind
sky_timeline_lane_at (SkyTimeline *self, int y, guint *camera)
{
  g_return_val_if_fail (SKY_IS_TIMELINE (self), SKY_LANE_NONE);

  const SkyLanes *lanes = &self->lanes;
  if (y < 0)
    return SKY_LANE_NONE;
  if (y < lanes->rounds.top)
    return SKY_LANE_RULER;
  if (y < lanes->events.top)
    return SKY_LANE_ROUNDS;
  if (y < lanes->findings.top)
    return SKY_LANE_EVENTS;
  if (y < lanes->cameras_top)
    return SKY_LANE_FINDINGS;
  if (lanes->n_cameras == 0)
    return SKY_LANE_NONE;

  guint number = (guint) (y - lanes->cameras_top) / (guint) lanes->camera_height;
  if (number >= lanes->n_cameras)
    return SKY_LANE_NONE;
  if (camera != NULL)
    *camera = number;
  return SKY_LANE_CAMERA;
}

/* The mark that lies at @x, or NULL. */
static const SkyDayMark *
mark_at (SkyTimeline *self, double x)
{
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  const GArray *marks = sky_session_get_marks (self->session);
  const SkyDayMark *nearest = NULL;
  int least = NEAR;

  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      int distance = ABS (sky_time_axis_to_x (&axis, mark->at) + SKY_LANES_GUTTER - (int) x);
      if (distance <= least)
        {
          nearest = mark;
          least = distance - 1;
        }
    }
  return nearest;
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static void
draw_playhead (SkyTimeline *self, GtkSnapshot *snapshot)
{
  static const GdkRGBA colour = { 0.96f, 0.32f, 0.3f, 1 };
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  SkyTime at = sky_session_get_position (self->session);
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (at < axis.from || at > axis.until)
    return;
  int x = SKY_LANES_GUTTER + sky_time_axis_to_x (&axis, at);
  gtk_snapshot_append_color (snapshot, &colour, &GRAPHENE_RECT_INIT (x, 0, 1, height));
  gtk_snapshot_append_color (snapshot, &colour, &GRAPHENE_RECT_INIT (x - 3, 0, 7, 4));
}

static void
sky_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyTimeline *self = SKY_TIMELINE (widget);

  if (day_of (self) == NULL)
    return;
  if (self->lanes_node == NULL)
    {
      SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
      GtkSnapshot *lanes = gtk_snapshot_new ();
      place_lanes (self);
      sky_lanes_draw (&self->lanes, widget, self->session, &axis, lanes);
      self->lanes_node = gtk_snapshot_free_to_node (lanes);
    }
  if (self->lanes_node != NULL)
    gtk_snapshot_append_node (snapshot, self->lanes_node);
  draw_playhead (self, snapshot);
}

static void
sky_timeline_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  SkyTimeline *self = SKY_TIMELINE (widget);
  SkyTableDay *day = day_of (self);
  guint n = day != NULL ? sky_table_day_get_cameras (day)->len : 2;

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : sky_lanes_least_height ();
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                 ? 640
                 : MAX (*minimum, sky_lanes_natural_height (n));
}

static void
sky_timeline_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyTimeline *self = SKY_TIMELINE (widget);

  place_lanes (self);
  redraw_lanes (self);
}

static void
sky_timeline_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sky_timeline_parent_class)->css_changed (widget, change);
  redraw_lanes (SKY_TIMELINE (widget));
}

/* --- The session ------------------------------------------------------------------------------ */

static void
update_accessible (SkyTimeline *self)
{
  SkyTime at = sky_session_get_position (self->session);
  SkyTime from;
  SkyTime until;

  if (day_of (self) == NULL)
    return;
  sky_table_day_get_span (day_of (self), &from, &until);
  g_autofree char *text = sky_clock_text_utc (at);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
      GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, (double) (until - from) / SKY_SECOND,
      GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, (double) (at - from) / SKY_SECOND,
      GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
position_cb (SkyTimeline *self)
{
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
day_cb (SkyTimeline *self)
{
  gtk_widget_queue_resize (GTK_WIDGET (self));
  redraw_lanes (self);
  update_accessible (self);
}

/* --- Pointer and keys ------------------------------------------------------------------------- */

static void
set_axis (SkyTimeline *self, const SkyTimeAxis *axis)
{
  sky_session_set_span (self->session, axis->from, axis->until);
}

static gboolean
scroll_cb (SkyTimeline *self, double dx, double dy, GtkEventController *scroll)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (scroll);
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);

  if (day_of (self) == NULL)
    return GDK_EVENT_PROPAGATE;
  if (dx != 0 || (state & GDK_SHIFT_MASK) != 0)
    axis = sky_time_axis_pan (&axis, (int) ((dx != 0 ? dx : dy) * PAN));
  else
    axis = sky_time_axis_zoom (&axis, MAX (0, self->pointer_x - SKY_LANES_GUTTER),
                               dy > 0 ? ZOOM_OUT : ZOOM_IN);
  set_axis (self, &axis);
  return GDK_EVENT_STOP;
}

static void
motion_cb (SkyTimeline *self, double x, double y, GtkEventController *motion)
{
  self->pointer_x = (int) x;
}

static void
drag_begin_cb (SkyTimeline *self, double x, double y, GtkGestureDrag *drag)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (day_of (self) == NULL || x < SKY_LANES_GUTTER)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);

  const SkyDayMark *mark =
      sky_timeline_lane_at (self, (int) y, NULL) == SKY_LANE_FINDINGS ? mark_at (self, x) : NULL;
  if ((state & GDK_SHIFT_MASK) != 0)
    {
      self->loop_from = time_at (self, x);
      sky_camera_wall_set_loop (sky_session_get_wall (self->session), SKY_TIME_NONE, SKY_TIME_NONE);
      redraw_lanes (self);
    }
  else if (mark != NULL)
    {
      if (mark->id != 0)
        sky_session_show_finding (self->session, mark->id);
      sky_session_go_to (self->session, mark->at);
    }
  else
    sky_session_go_to (self->session, time_at (self, x));
}

static void
drag_update_cb (SkyTimeline *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x;
  double y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  SkyTime at = time_at (
      self, CLAMP (x + dx, SKY_LANES_GUTTER, gtk_widget_get_width (GTK_WIDGET (self)) - 1));
  if (self->loop_from == SKY_TIME_NONE)
    {
      if (ABS (dx) > 2)
        sky_session_go_to (self->session, at);
      return;
    }
  if (at != self->loop_from)
    sky_camera_wall_set_loop (sky_session_get_wall (self->session), MIN (self->loop_from, at),
                              MAX (self->loop_from, at));
  redraw_lanes (self);
}

static void
drag_end_cb (SkyTimeline *self, double dx, double dy, GtkGestureDrag *drag)
{
  self->loop_from = SKY_TIME_NONE;
}

static gboolean
key_cb (SkyTimeline *self, guint key, guint code, GdkModifierType state, GtkEventController *keys)
{
  gboolean shift = (state & GDK_SHIFT_MASK) != 0;

  if (day_of (self) == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (shift)
        sky_session_go_to (self->session, sky_session_get_position (self->session)
                                              + (key == GDK_KEY_Left ? -SKY_SECOND : SKY_SECOND));
      else
        sky_camera_wall_step (sky_session_get_wall (self->session), key == GDK_KEY_Left ? -1 : 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      sky_timeline_zoom (self, ZOOM_IN);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      sky_timeline_zoom (self, ZOOM_OUT);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
      sky_timeline_show_day (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
      sky_timeline_show_round (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* --- Tooltips --------------------------------------------------------------------------------- */

static char *
camera_tip (SkyTimeline *self, guint number, SkyTime at)
{
  const SkyCamera *camera = g_ptr_array_index (sky_table_day_get_cameras (day_of (self)), number);
  g_autofree char *time = sky_clock_text_utc (at);

  if (sky_camera_find_coverage (camera, at) >= 0)
    return g_strdup_printf ("%s\n%s", sky_camera_get_label (camera), time);
  /* Translators: a camera's name, then a time of day. */
  return g_strdup_printf (_ ("%s\n%s: no footage"), sky_camera_get_label (camera), time);
}

static char *
event_tip (SkyTimeline *self, double x)
{
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  SkyTime at = time_at (self, x - NEAR / 2.0);
  const SkyDayEvent *event = sky_table_day_next_event (day_of (self), at - 1, 1);

  if (event == NULL
      || sky_time_axis_to_x (&axis, event->at) > (int) x - SKY_LANES_GUTTER + NEAR / 2)
    return NULL;
  g_autofree char *time = sky_clock_text_utc (event->at);
  const char *type = event->type < SKY_N_EVENT_TYPES ? sky_event_type_to_name (event->type)
                                                     : _ ("of an unknown type");
  g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, event->seq);
  /* Translators: the number of an event, its type, its time. */
  return g_strdup_printf (_ ("Event %s: %s\n%s"), seq, type, time);
}

static char *
tip_at (SkyTimeline *self, double x, double y)
{
  guint camera = 0;
  SkyTime at = time_at (self, x);

  switch (sky_timeline_lane_at (self, (int) y, &camera))
    {
    case SKY_LANE_ROUNDS:
      {
        const SkyRound *round = sky_table_day_round_at (day_of (self), at);
        if (round == NULL || at > round->end)
          return NULL;
        return g_strdup_printf (_ ("Round %d"), (int) round->round);
      }
    case SKY_LANE_EVENTS:
      return event_tip (self, x);
    case SKY_LANE_FINDINGS:
      {
        const SkyDayMark *mark = mark_at (self, x);
        if (mark == NULL)
          return NULL;
        g_autofree char *time = sky_clock_text_utc (mark->at);
        return g_strdup_printf ("%s\n%s", mark->id != 0 ? mark->check : _ ("Bookmark"), time);
      }
    case SKY_LANE_CAMERA:
      return camera_tip (self, camera, at);
    case SKY_LANE_RULER:
      return sky_clock_text_utc_full (at);
    case SKY_LANE_NONE:
    default:
      return NULL;
    }
}

static gboolean
query_tooltip_cb (SkyTimeline *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  if (day_of (self) == NULL || keyboard || x < SKY_LANES_GUTTER)
    return FALSE;

  g_autofree char *text = tip_at (self, x, y);
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_timeline_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, SKY_TIMELINE (object)->session);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_timeline_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      sky_timeline_set_session (SKY_TIMELINE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_timeline_dispose (GObject *object)
{
  SkyTimeline *self = SKY_TIMELINE (object);

  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_pointer (&self->lanes_node, gsk_render_node_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_TIMELINE);
  G_OBJECT_CLASS (sky_timeline_parent_class)->dispose (object);
}

static void
sky_timeline_class_init (SkyTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_timeline_get_property;
  object_class->set_property = sky_timeline_set_property;
  object_class->dispose = sky_timeline_dispose;
  widget_class->snapshot = sky_timeline_snapshot;
  widget_class->measure = sky_timeline_measure;
  widget_class->size_allocate = sky_timeline_size_allocate;
  widget_class->css_changed = sky_timeline_css_changed;

  properties[PROP_SESSION] =
      g_param_spec_object ("session", NULL, NULL, SKY_TYPE_SESSION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-timeline.ui");
  gtk_widget_class_bind_template_callback (widget_class, scroll_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_update_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_end_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, query_tooltip_cb);
}

static void
sky_timeline_init (SkyTimeline *self)
{
  self->loop_from = SKY_TIME_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));

  self->session_signals = g_signal_group_new (SKY_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::position",
                                  G_CALLBACK (position_cb), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::day", G_CALLBACK (day_cb), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::round", G_CALLBACK (redraw_lanes),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "notify::item", G_CALLBACK (redraw_lanes),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "span-changed", G_CALLBACK (redraw_lanes),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "marks-changed", G_CALLBACK (redraw_lanes),
                                  self);
}

void
sky_timeline_set_session (SkyTimeline *self, SkySession *session)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));
  g_return_if_fail (session == NULL || SKY_IS_SESSION (session));

  if (!g_set_object (&self->session, session))
    return;
  g_signal_group_set_target (self->session_signals, session);
  if (session != NULL)
    day_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

SkySession *
sky_timeline_get_session (SkyTimeline *self)
{
  g_return_val_if_fail (SKY_IS_TIMELINE (self), NULL);
  return self->session;
}

void
sky_timeline_zoom (SkyTimeline *self, int percent)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  int x = sky_time_axis_to_x (&axis, sky_session_get_position (self->session));
  axis = sky_time_axis_zoom (&axis, CLAMP (x, 0, axis.width), percent);
  set_axis (self, &axis);
}

void
sky_timeline_show_day (SkyTimeline *self)
{
  SkyTime from;
  SkyTime until;

  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  sky_table_day_get_span (day_of (self), &from, &until);
  sky_session_set_span (self->session, from, MAX (until, from + SKY_TIME_AXIS_MIN_SPAN));
}

void
sky_timeline_show_round (SkyTimeline *self)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  const SkyRound *round =
      sky_table_day_find_round (day_of (self), sky_session_get_round (self->session));
  if (round == NULL)
    return;
  SkyTime margin = MAX ((round->end - round->start) / 10, SKY_TIME_AXIS_MIN_SPAN);
  sky_session_set_span (self->session, round->start - margin, round->end + margin);
}
