/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-timeline.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include <math.h>

#include "sky-clock-text.h"
#include "sky-queue-item.h"
#include "sky-timeline-lanes.h"

/* How near the pointer must come to a mark, in pixels. */
#define NEAR 6

/* The least width of the map's window, and of its edges. */
#define LEAST_WINDOW 10
#define EDGE         4

/* A step of the wheel, and how far it moves with Shift. */
#define ZOOM_OUT 125
#define ZOOM_IN  80
#define PAN      80

/* What a swipe leaves of its speed after a second, and the speed at which it is over. */
#define FRICTION 0.02
#define STANDING 20 /* pixels a second */

/* What a press took hold of. */
typedef enum
{
  HOLD_NOTHING,
  HOLD_PLAYHEAD,
  HOLD_LOOP,   /* marks a span from @loop_from on */
  HOLD_WINDOW, /* of the map: what is in sight is moved */
  HOLD_FROM,   /* its earlier edge */
  HOLD_UNTIL,  /* its later one */
} Hold;

struct _SkyTimeline
{
  GtkWidget parent_instance;

  /* Owned. */
  SkySelection *selection;
  SkyDayView *day_view; /* the selection's; borrowed */
  GSignalGroup *selection_signals;
  GSignalGroup *day_signals;
  GSignalGroup *files_signals;
  GskRenderNode *lanes_node; /* NULL: to be drawn anew */
  GskRenderNode *map_node;   /* NULL: the same */

  SkyLanes lanes;
  SkyTime begun; /* one end of a span to loop that has no other yet; else SKY_TIME_NONE */
  gboolean begun_is_end;
  int pointer_x;

  /* While something is held. */
  Hold hold;
  SkyTime loop_from;
  SkyTime held_from; /* what was in sight */
  SkyTime held_until;
  int held_x;

  /* While a swipe runs on. */
  guint swipe;       /* tick callback; 0: none */
  double swipe_rate; /* pixels a second */
  gint64 swipe_at;   /* frame time */
  double pan_rest;   /* of a pixel */

  SkyTimeAxis pinched; /* as a pinch began */
};

G_DEFINE_FINAL_TYPE (SkyTimeline, sky_timeline, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SELECTION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static SkyTableDay *
day_of (SkyTimeline *self)
{
  return self->selection != NULL ? sky_day_view_get_day (self->day_view) : NULL;
}

static void
redraw_map (SkyTimeline *self)
{
  g_clear_pointer (&self->map_node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  g_return_val_if_fail (SKY_IS_TIMELINE (self), ((SkyTimeAxis){ 0, SKY_MINUTE, 1 }));

  if (x != NULL)
    *x = SKY_LANES_GUTTER;
  return sky_lanes_get_axis (GTK_WIDGET (self), self->day_view);
}

/* The whole day over the same pixels. */
static SkyTimeAxis
get_day_axis (SkyTimeline *self)
{
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);

  sky_table_day_get_span (day_of (self), &axis.from, &axis.until);
  axis.until = MAX (axis.until, axis.from + SKY_TIME_AXIS_MIN_SPAN);
  return axis;
}

void
sky_timeline_get_window (SkyTimeline *self, int *from, int *until)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));
  g_return_if_fail (day_of (self) != NULL);

  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  SkyTimeAxis day = get_day_axis (self);

  /* However near the lanes are, there is something to take hold of. */
  *from =
      SKY_LANES_GUTTER + CLAMP (sky_time_axis_to_x (&day, axis.from), 0, day.width - LEAST_WINDOW);
  *until = SKY_LANES_GUTTER
           + CLAMP (sky_time_axis_to_x (&day, axis.until), *from - SKY_LANES_GUTTER + LEAST_WINDOW,
                    day.width);
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
  if (y < lanes->ruler.top)
    return SKY_LANE_MAP;
  if (y < lanes->rounds.top)
    return SKY_LANE_RULER;
  if (y < lanes->events.top)
    return SKY_LANE_ROUNDS;
  if (y < lanes->findings.top)
    return SKY_LANE_EVENTS;
  if (y < lanes->bookmarks.top)
    return SKY_LANE_FINDINGS;
  if (y < lanes->cameras_top)
    return SKY_LANE_BOOKMARKS;
  if (lanes->n_cameras == 0)
    return SKY_LANE_NONE;

  guint number = (guint) (y - lanes->cameras_top) / (guint) lanes->camera_height;
  if (number >= lanes->n_cameras)
    return SKY_LANE_NONE;
  if (camera != NULL)
    *camera = number;
  return SKY_LANE_CAMERA;
}

/* The finding, or the bookmark, that lies at @x of @axis; or the lock that it lies in; or NULL. */
static const SkyDayMark *
mark_on (SkyTimeline *self, const SkyTimeAxis *axis, double x, SkyDayMarkKind kind)
{
  SkyTime at = sky_time_axis_to_time (axis, (int) x - SKY_LANES_GUTTER);
  const GArray *marks = sky_day_view_get_marks (self->day_view);
  const SkyDayMark *nearest = NULL;
  int least = NEAR;

  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      int distance = ABS (sky_time_axis_to_x (axis, mark->at) + SKY_LANES_GUTTER - (int) x);
      if (mark->kind != kind)
        continue;
      if (kind == SKY_DAY_MARK_LOCK && mark->at <= at && mark->until > at)
        return mark;
      if (distance <= least)
        {
          nearest = mark;
          least = distance - 1;
        }
    }
  return nearest;
}

static const SkyDayMark *
mark_at (SkyTimeline *self, double x, SkyDayMarkKind kind)
{
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);

  return mark_on (self, &axis, x, kind);
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static void
draw_map (SkyTimeline *self, GtkSnapshot *snapshot)
{
  const SkyLanesPalette *palette = sky_lanes_get_palette ();
  const SkyLane *map = &self->lanes.map;
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int from;
  int until;

  sky_timeline_get_window (self, &from, &until);
  gtk_snapshot_append_color (snapshot, &palette->out_of_sight,
                             &GRAPHENE_RECT_INIT (0, map->top, width, map->height));
  gtk_snapshot_append_color (snapshot, &palette->ground,
                             &GRAPHENE_RECT_INIT (from, map->top, until - from, map->height));
  if (self->map_node == NULL)
    {
      SkyTimeAxis day = get_day_axis (self);
      GtkSnapshot *content = gtk_snapshot_new ();
      sky_lanes_draw_map (&self->lanes, GTK_WIDGET (self), self->selection, &day, content);
      self->map_node = gtk_snapshot_free_to_node (content);
    }
  if (self->map_node != NULL)
    gtk_snapshot_append_node (snapshot, self->map_node);

  GskRoundedRect outline;
  const GdkRGBA *edge = &palette->window_edge;
  gsk_rounded_rect_init_from_rect (
      &outline, &GRAPHENE_RECT_INIT (from, map->top, until - from, map->height), 3);
  gtk_snapshot_append_border (snapshot, &outline, (const float[4]){ 1, 2, 1, 2 },
                              (const GdkRGBA[4]){ *edge, *edge, *edge, *edge });
}

static void
draw_playhead (SkyTimeline *self, GtkSnapshot *snapshot)
{
  const GdkRGBA *colour = &sky_lanes_get_palette ()->playhead;
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  SkyTimeAxis day = get_day_axis (self);
  SkyTime at = sky_day_view_get_position (self->day_view);
  int top = self->lanes.ruler.top;
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (at >= day.from && at <= day.until)
    gtk_snapshot_append_color (
        snapshot, colour,
        &GRAPHENE_RECT_INIT (SKY_LANES_GUTTER + sky_time_axis_to_x (&day, at), 0, 1, top));
  if (at < axis.from || at > axis.until)
    return;
  int x = SKY_LANES_GUTTER + sky_time_axis_to_x (&axis, at);
  gtk_snapshot_append_color (snapshot, colour, &GRAPHENE_RECT_INIT (x, top, 1, height - top));
  gtk_snapshot_append_color (snapshot, colour, &GRAPHENE_RECT_INIT (x - 3, top, 7, 4));
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
      sky_lanes_draw (&self->lanes, widget, self->selection, &axis, self->begun, self->begun_is_end,
                      lanes);
      self->lanes_node = gtk_snapshot_free_to_node (lanes);
    }
  if (self->lanes_node != NULL)
    gtk_snapshot_append_node (snapshot, self->lanes_node);
  draw_map (self, snapshot);
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
  redraw_map (self);
  redraw_lanes (self);
}

static void
sky_timeline_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sky_timeline_parent_class)->css_changed (widget, change);
  redraw_map (SKY_TIMELINE (widget));
  redraw_lanes (SKY_TIMELINE (widget));
}

/* --- The session ------------------------------------------------------------------------------ */

static const char *
get_path (const SkyCamera *camera, guint coverage)
{
  return sky_camera_get_segment (camera, sky_camera_get_coverage (camera, coverage)->segment)->path;
}

static gboolean
is_missing (SkyTimeline *self, const SkyCamera *camera, guint coverage)
{
  return g_hash_table_contains (sky_day_files_get_missing (sky_day_view_get_files (self->day_view)),
                                get_path (camera, coverage));
}

static GTimeZone *
get_zone (SkyTimeline *self)
{
  return sky_day_view_get_zone (self->day_view);
}

/* What is drawn of recordings that are not there, in words: which cameras they are of, and from
 * when until when. */
static char *
describe_missing (SkyTimeline *self)
{
  GPtrArray *cameras = sky_table_day_get_cameras (day_of (self));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < cameras->len; i++)
    {
      const SkyCamera *camera = cameras->pdata[i];
      for (guint j = 0; j < sky_camera_get_n_coverages (camera); j++)
        {
          if (!is_missing (self, camera, j))
            continue;
          const SkyCoverage *coverage = sky_camera_get_coverage (camera, j);
          g_autofree char *from = sky_clock_text (coverage->from, get_zone (self));
          g_autofree char *until = sky_clock_text (coverage->until, get_zone (self));
          if (text->len > 0)
            g_string_append (text, "\n");
          /* Translators: a camera's name, then two times of day. */
          g_string_append_printf (text, _ ("%s: the recording from %s to %s is missing"),
                                  sky_camera_get_label (camera), from, until);
        }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
files_cb (SkyTimeline *self)
{
  g_autofree char *missing = day_of (self) != NULL ? describe_missing (self) : g_strdup ("");

  redraw_lanes (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  missing, -1);
}

static void
update_accessible (SkyTimeline *self)
{
  SkyTime at = sky_day_view_get_position (self->day_view);
  SkyTime from;
  SkyTime until;

  if (day_of (self) == NULL)
    return;
  sky_table_day_get_span (day_of (self), &from, &until);
  g_autofree char *text = sky_clock_text (at, get_zone (self));
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
zone_cb (SkyTimeline *self)
{
  redraw_lanes (self);
  update_accessible (self);
}

static void
day_cb (SkyTimeline *self)
{
  self->begun = SKY_TIME_NONE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  redraw_map (self);
  redraw_lanes (self);
  update_accessible (self);
}

static void
marks_cb (SkyTimeline *self)
{
  redraw_map (self);
  redraw_lanes (self);
}

/* --- Pointer and keys ------------------------------------------------------------------------- */

static void
set_axis (SkyTimeline *self, const SkyTimeAxis *axis)
{
  sky_day_view_set_span (self->day_view, axis->from, axis->until);
}

static void
pan (SkyTimeline *self, double pixels)
{
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  double sum = self->pan_rest + pixels;
  int whole = (int) sum;

  self->pan_rest = sum - whole;
  axis = sky_time_axis_pan (&axis, whole);
  set_axis (self, &axis);
}

static void
stop_swipe (SkyTimeline *self)
{
  if (self->swipe != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->swipe);
  self->swipe = 0;
}

static gboolean
swipe_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SkyTimeline *self = SKY_TIMELINE (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = (double) (now - self->swipe_at) / G_USEC_PER_SEC;

  if (day_of (self) == NULL || ABS (self->swipe_rate) < STANDING)
    {
      self->swipe = 0;
      return G_SOURCE_REMOVE;
    }
  self->swipe_at = now;
  pan (self, self->swipe_rate * seconds);
  self->swipe_rate *= pow (FRICTION, seconds);
  return G_SOURCE_CONTINUE;
}

static void
decelerate_cb (SkyTimeline *self, double rate_x, double rate_y, GtkEventController *scroll)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (scroll);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  stop_swipe (self);
  if (day_of (self) == NULL || clock == NULL || (state & GDK_CONTROL_MASK) != 0)
    return;
  self->swipe_rate = ABS (rate_x) >= ABS (rate_y) ? rate_x : rate_y;
  self->swipe_at = gdk_frame_clock_get_frame_time (clock);
  self->swipe = gtk_widget_add_tick_callback (GTK_WIDGET (self), swipe_cb, NULL, NULL);
}

/* Two fingers on a touchpad move, and zoom with Ctrl; a wheel zooms, and moves with Shift. */
static gboolean
scroll_cb (SkyTimeline *self, double dx, double dy, GtkEventController *scroll)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (scroll);
  gboolean wheel = gtk_event_controller_scroll_get_unit (GTK_EVENT_CONTROLLER_SCROLL (scroll))
                   == GDK_SCROLL_UNIT_WHEEL;
  gboolean zooms =
      (state & GDK_CONTROL_MASK) != 0 || (wheel && dx == 0 && (state & GDK_SHIFT_MASK) == 0);

  if (day_of (self) == NULL)
    return GDK_EVENT_PROPAGATE;
  stop_swipe (self);
  if (!zooms)
    {
      pan (self, (ABS (dx) >= ABS (dy) ? dx : dy) * (wheel ? PAN : 1));
      return GDK_EVENT_STOP;
    }

  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  int x = MAX (0, self->pointer_x - SKY_LANES_GUTTER);
  if (wheel)
    axis = sky_time_axis_zoom (&axis, x, dy > 0 ? ZOOM_OUT : ZOOM_IN);
  else
    axis = sky_time_axis_with_span (
        &axis, x, (axis.until - axis.from) / 1000 * (1000 + CLAMP ((int) (dy * 5), -500, 500)));
  set_axis (self, &axis);
  return GDK_EVENT_STOP;
}

void
sky_timeline_begin_pinch (SkyTimeline *self)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  stop_swipe (self);
  self->pinched = sky_timeline_get_axis (self, NULL);
}

void
sky_timeline_pinch (SkyTimeline *self, int x, double scale)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL || scale <= 0)
    return;
  SkyTime span = (self->pinched.until - self->pinched.from) * 1000 / MAX (1, (int) (scale * 1000));
  SkyTimeAxis axis = sky_time_axis_with_span (&self->pinched, MAX (0, x - SKY_LANES_GUTTER), span);
  set_axis (self, &axis);
}

static void
pinch_begin_cb (SkyTimeline *self, GdkEventSequence *sequence, GtkGesture *pinch)
{
  sky_timeline_begin_pinch (self);
}

static void
pinch_cb (SkyTimeline *self, double scale, GtkGesture *pinch)
{
  double x = self->pointer_x;
  double y;

  gtk_gesture_get_bounding_box_center (pinch, &x, &y);
  sky_timeline_pinch (self, (int) x, scale);
}

/* What a press at @x in the map takes hold of. */
static Hold
hold_of_map (SkyTimeline *self, int x)
{
  int from;
  int until;

  sky_timeline_get_window (self, &from, &until);
  if (ABS (x - from) <= EDGE && until - from >= 4 * EDGE)
    return HOLD_FROM;
  if (ABS (x - until) <= EDGE && until - from >= 4 * EDGE)
    return HOLD_UNTIL;
  return HOLD_WINDOW;
}

static void
motion_cb (SkyTimeline *self, double x, double y, GtkEventController *motion)
{
  const char *cursor = NULL;

  self->pointer_x = (int) x;
  if (day_of (self) != NULL && x >= SKY_LANES_GUTTER
      && sky_timeline_lane_at (self, (int) y, NULL) == SKY_LANE_MAP)
    cursor = hold_of_map (self, (int) x) == HOLD_WINDOW ? "grab" : "ew-resize";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
}

/* Moves what is in sight, or one of its edges, by what the pointer moved over the map. */
static void
drag_window (SkyTimeline *self, int x)
{
  SkyTimeAxis day = get_day_axis (self);
  SkyTime by = sky_time_axis_to_time (&day, x - self->held_x) - day.from;
  SkyTime span = self->held_until - self->held_from;
  SkyTime from = self->held_from;
  SkyTime until = self->held_until;

  if (self->hold == HOLD_FROM)
    from = MIN (from + by, until - SKY_TIME_AXIS_MIN_SPAN);
  else if (self->hold == HOLD_UNTIL)
    until = MAX (until + by, from + SKY_TIME_AXIS_MIN_SPAN);
  else
    {
      from = CLAMP (from + by, day.from - span / 2, day.until - span / 2);
      until = from + span;
    }
  sky_day_view_set_span (self->day_view, from, until);
}

static void
press_map (SkyTimeline *self, int x)
{
  int from;
  int until;

  self->hold = hold_of_map (self, x);
  sky_timeline_get_window (self, &from, &until);
  if (self->hold == HOLD_WINDOW && (x < from || x > until))
    {
      /* What was pressed comes to the middle. */
      SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
      SkyTimeAxis day = get_day_axis (self);
      SkyTime middle = sky_time_axis_to_time (&day, x - SKY_LANES_GUTTER);
      SkyTime half = (axis.until - axis.from) / 2;
      sky_day_view_set_span (self->day_view, middle - half, middle + half);
    }
  sky_day_view_get_span (self->day_view, &self->held_from, &self->held_until);
  self->held_x = x;
}

gboolean
sky_timeline_press (SkyTimeline *self, int x, int y, gboolean marks)
{
  g_return_val_if_fail (SKY_IS_TIMELINE (self), FALSE);

  if (day_of (self) == NULL || x < SKY_LANES_GUTTER)
    return FALSE;
  stop_swipe (self);

  SkyLaneKind lane = sky_timeline_lane_at (self, y, NULL);
  const SkyDayMark *mark = NULL;
  if (lane == SKY_LANE_FINDINGS || lane == SKY_LANE_BOOKMARKS)
    mark = mark_at (self, x,
                    lane == SKY_LANE_BOOKMARKS ? SKY_DAY_MARK_BOOKMARK : SKY_DAY_MARK_FINDING);

  if (lane == SKY_LANE_MAP)
    press_map (self, x);
  else if (marks)
    {
      self->hold = HOLD_LOOP;
      self->loop_from = time_at (self, x);
      sky_timeline_end_loop (self);
    }
  else
    {
      self->hold = HOLD_PLAYHEAD;
      if (mark != NULL && mark->kind == SKY_DAY_MARK_FINDING)
        sky_selection_show_finding (self->selection, mark->id);
      sky_day_view_go_to (self->day_view, mark != NULL ? mark->at : time_at (self, x));
    }
  return TRUE;
}

void
sky_timeline_drag (SkyTimeline *self, int x)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (self->hold == HOLD_NOTHING || day_of (self) == NULL)
    return;

  SkyTime at =
      time_at (self, CLAMP (x, SKY_LANES_GUTTER, gtk_widget_get_width (GTK_WIDGET (self)) - 1));
  if (self->hold == HOLD_PLAYHEAD)
    sky_day_view_go_to (self->day_view, at);
  else if (self->hold != HOLD_LOOP)
    drag_window (self, x);
  else if (at != self->loop_from)
    {
      sky_camera_wall_set_loop (sky_day_view_get_wall (self->day_view), MIN (self->loop_from, at),
                                MAX (self->loop_from, at));
      redraw_lanes (self);
    }
}

void
sky_timeline_release (SkyTimeline *self)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));
  self->hold = HOLD_NOTHING;
}

static void
drag_begin_cb (SkyTimeline *self, double x, double y, GtkGestureDrag *drag)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (GTK_GESTURE (drag),
                         sky_timeline_press (self, (int) x, (int) y, (state & GDK_SHIFT_MASK) != 0)
                             ? GTK_EVENT_SEQUENCE_CLAIMED
                             : GTK_EVENT_SEQUENCE_DENIED);
}

static void
drag_update_cb (SkyTimeline *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x;
  double y;

  /* A hand that trembles over a mark does not leave it. */
  if (self->hold == HOLD_PLAYHEAD && ABS (dx) <= 2)
    return;
  if (gtk_gesture_drag_get_start_point (drag, &x, &y))
    sky_timeline_drag (self, (int) (x + dx));
}

static void
drag_end_cb (SkyTimeline *self, double dx, double dy, GtkGestureDrag *drag)
{
  sky_timeline_release (self);
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
        sky_day_view_go_to (self->day_view, sky_day_view_get_position (self->day_view)
                                                + (key == GDK_KEY_Left ? -SKY_SECOND : SKY_SECOND));
      else
        sky_camera_wall_step (sky_day_view_get_wall (self->day_view), key == GDK_KEY_Left ? -1 : 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
    case GDK_KEY_Up:
      sky_timeline_zoom (self, ZOOM_IN);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
    case GDK_KEY_Down:
      sky_timeline_zoom (self, ZOOM_OUT);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
      sky_timeline_pan (self, -SKY_TIMELINE_PAGE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
      sky_timeline_pan (self, SKY_TIMELINE_PAGE);
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
  g_autofree char *time = sky_clock_text (at, get_zone (self));
  int coverage = sky_camera_find_coverage (camera, at);

  if (coverage >= 0 && is_missing (self, camera, (guint) coverage))
    {
      g_autofree char *path = g_filename_display_name (get_path (camera, (guint) coverage));
      /* Translators: a camera's name, a time of day, the path of a file. */
      return g_strdup_printf (_ ("%s\n%s: recording missing\n%s"), sky_camera_get_label (camera),
                              time, path);
    }
  if (coverage >= 0)
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
  g_autofree char *time = sky_clock_text (event->at, get_zone (self));
  const char *type = event->type < SKY_N_EVENT_TYPES ? sky_event_type_to_name (event->type)
                                                     : _ ("of an unknown type");
  g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, event->seq);
  /* Translators: the number of an event, its type, its time. */
  return g_strdup_printf (_ ("Event %s: %s\n%s"), seq, type, time);
}

static char *
mark_tip (const SkyDayMark *mark, GTimeZone *zone)
{
  if (mark == NULL)
    return NULL;

  g_autofree char *time = sky_clock_text (mark->at, zone);
  if (mark->kind == SKY_DAY_MARK_BOOKMARK)
    return g_strdup_printf ("%s\n%s", _ ("Bookmark"), time);
  if (mark->kind == SKY_DAY_MARK_LOCK)
    {
      g_autofree char *until = sky_clock_text (mark->until, zone);
      /* Translators: of recordings that must not be deleted; two times. */
      return g_strdup_printf (_ ("Locked: %s to %s"), time, until);
    }
  g_autofree char *severity = sky_severity_dup_label (mark->severity, mark->unsure);
  return g_strdup_printf ("%s\n%s · %s\n%s", sky_check_to_label (mark->check), severity,
                          sky_review_state_to_label (mark->state), time);
}

char *
sky_timeline_dup_tip (SkyTimeline *self, int x, int y)
{
  g_return_val_if_fail (SKY_IS_TIMELINE (self), NULL);

  guint camera = 0;
  SkyTime at = time_at (self, x);

  if (day_of (self) == NULL || x < SKY_LANES_GUTTER)
    return NULL;

  SkyLaneKind lane = sky_timeline_lane_at (self, y, &camera);
  switch (lane)
    {
    case SKY_LANE_ROUNDS:
      {
        const SkyRound *round = sky_table_day_round_at (day_of (self), at);
        if (sky_table_day_is_unobserved (day_of (self), at))
          return g_strdup (_ ("Nobody looked here"));
        if (round == NULL || at > round->end)
          return NULL;
        return g_strdup_printf (_ ("Round %d"), (int) round->round);
      }
    case SKY_LANE_EVENTS:
      return event_tip (self, x);
    case SKY_LANE_FINDINGS:
      return mark_tip (mark_at (self, x, SKY_DAY_MARK_FINDING), get_zone (self));
    case SKY_LANE_BOOKMARKS:
      {
        const SkyDayMark *mark = mark_at (self, x, SKY_DAY_MARK_BOOKMARK);
        if (mark == NULL)
          mark = mark_at (self, x, SKY_DAY_MARK_LOCK);
        return mark_tip (mark, get_zone (self));
      }
    case SKY_LANE_MAP:
      {
        SkyTimeAxis day = get_day_axis (self);
        const SkyDayMark *lock = mark_on (self, &day, x, SKY_DAY_MARK_LOCK);
        if (lock != NULL)
          return mark_tip (lock, get_zone (self));
        return sky_clock_text_both (sky_time_axis_to_time (&day, x - SKY_LANES_GUTTER),
                                    get_zone (self));
      }
    case SKY_LANE_CAMERA:
      return camera_tip (self, camera, at);
    case SKY_LANE_RULER:
      return sky_clock_text_both (at, get_zone (self));
    case SKY_LANE_NONE:
    default:
      return NULL;
    }
}

static gboolean
query_tooltip_cb (SkyTimeline *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  g_autofree char *text = keyboard ? NULL : sky_timeline_dup_tip (self, x, y);

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
    case PROP_SELECTION:
      g_value_set_object (value, SKY_TIMELINE (object)->selection);
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
    case PROP_SELECTION:
      sky_timeline_set_selection (SKY_TIMELINE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_timeline_dispose (GObject *object)
{
  SkyTimeline *self = SKY_TIMELINE (object);

  stop_swipe (self);
  g_clear_object (&self->selection_signals);
  g_clear_object (&self->day_signals);
  g_clear_object (&self->files_signals);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->lanes_node, gsk_render_node_unref);
  g_clear_pointer (&self->map_node, gsk_render_node_unref);
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

  properties[PROP_SELECTION] =
      g_param_spec_object ("selection", NULL, NULL, SKY_TYPE_SELECTION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-timeline.ui");
  gtk_widget_class_bind_template_callback (widget_class, decelerate_cb);
  gtk_widget_class_bind_template_callback (widget_class, pinch_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, pinch_cb);
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
  self->begun = SKY_TIME_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));

  self->selection_signals = g_signal_group_new (SKY_TYPE_SELECTION);
  self->day_signals = g_signal_group_new (SKY_TYPE_DAY_VIEW);
  self->files_signals = g_signal_group_new (SKY_TYPE_DAY_FILES);
  g_signal_group_connect_swapped (self->day_signals, "notify::position", G_CALLBACK (position_cb),
                                  self);
  g_signal_group_connect_swapped (self->day_signals, "notify::day", G_CALLBACK (day_cb), self);
  g_signal_group_connect_swapped (self->day_signals, "notify::round", G_CALLBACK (redraw_lanes),
                                  self);
  g_signal_group_connect_swapped (self->selection_signals, "notify::item",
                                  G_CALLBACK (redraw_lanes), self);
  g_signal_group_connect_swapped (self->day_signals, "zone-changed", G_CALLBACK (zone_cb), self);
  g_signal_group_connect_swapped (self->day_signals, "span-changed", G_CALLBACK (redraw_lanes),
                                  self);
  g_signal_group_connect_swapped (self->files_signals, "changed", G_CALLBACK (files_cb), self);
  g_signal_group_connect_swapped (self->day_signals, "marks-changed", G_CALLBACK (marks_cb), self);
}

void
sky_timeline_set_selection (SkyTimeline *self, SkySelection *selection)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));
  g_return_if_fail (selection == NULL || SKY_IS_SELECTION (selection));

  if (!g_set_object (&self->selection, selection))
    return;
  self->day_view = selection != NULL ? sky_selection_get_day_view (selection) : NULL;
  g_signal_group_set_target (self->selection_signals, selection);
  g_signal_group_set_target (self->day_signals, self->day_view);
  g_signal_group_set_target (self->files_signals,
                             selection != NULL ? sky_day_view_get_files (self->day_view) : NULL);
  if (selection != NULL)
    day_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

void
sky_timeline_zoom (SkyTimeline *self, int percent)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  int x = sky_time_axis_to_x (&axis, sky_day_view_get_position (self->day_view));
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
  sky_day_view_set_span (self->day_view, from, MAX (until, from + SKY_TIME_AXIS_MIN_SPAN));
}

void
sky_timeline_show_round (SkyTimeline *self)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  const SkyRound *round =
      sky_table_day_find_round (day_of (self), sky_day_view_get_round (self->day_view));
  if (round == NULL)
    return;
  SkyTime margin = MAX ((round->end - round->start) / 10, SKY_TIME_AXIS_MIN_SPAN);
  sky_day_view_set_span (self->day_view, round->start - margin, round->end + margin);
}

void
sky_timeline_pan (SkyTimeline *self, int percent)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  SkyTimeAxis axis = sky_timeline_get_axis (self, NULL);
  axis = sky_time_axis_pan (&axis, axis.width * percent / 100);
  set_axis (self, &axis);
}

/* --- What is looped --------------------------------------------------------------------------- */

void
sky_timeline_end_loop (SkyTimeline *self)
{
  g_return_if_fail (SKY_IS_TIMELINE (self));

  self->begun = SKY_TIME_NONE;
  if (self->selection != NULL)
    sky_camera_wall_set_loop (sky_day_view_get_wall (self->day_view), SKY_TIME_NONE, SKY_TIME_NONE);
  redraw_lanes (self);
}

void
sky_timeline_mark_loop (SkyTimeline *self, gboolean is_end)
{
  SkyTime from = SKY_TIME_NONE;
  SkyTime until = SKY_TIME_NONE;

  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  SkyCameraWall *wall = sky_day_view_get_wall (self->day_view);
  SkyTime at = sky_day_view_get_position (self->day_view);
  SkyTime other = self->begun;
  if (sky_camera_wall_get_loop (wall, &from, &until))
    other = is_end ? from : until;

  /* What lies on the wrong side of the new end is no span: it begins anew. */
  if (other != SKY_TIME_NONE && (is_end ? other < at : at < other))
    {
      self->begun = SKY_TIME_NONE;
      sky_camera_wall_set_loop (wall, MIN (at, other), MAX (at, other));
    }
  else
    {
      sky_timeline_end_loop (self);
      self->begun = at;
      self->begun_is_end = is_end;
      sky_store_link_report (sky_review_desk_get_link (sky_selection_get_desk (self->selection)),
                             is_end ? _ ("End of the loop set: now mark its start")
                                    : _ ("Start of the loop set: now mark its end"));
    }
  redraw_lanes (self);
}

/* --- Bookmarks -------------------------------------------------------------------------------- */

void
sky_timeline_jump_bookmark (SkyTimeline *self, int direction)
{
  const SkyDayMark *found = NULL;

  g_return_if_fail (SKY_IS_TIMELINE (self));

  if (day_of (self) == NULL)
    return;
  SkyTime at = sky_day_view_get_position (self->day_view);
  const GArray *marks = sky_day_view_get_marks (self->day_view);
  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      if (mark->kind != SKY_DAY_MARK_BOOKMARK)
        continue;
      if (direction < 0 && mark->at < at)
        found = mark;
      if (direction > 0 && mark->at > at && found == NULL)
        found = mark;
    }
  if (found != NULL)
    sky_day_view_go_to (self->day_view, found->at);
  else
    sky_store_link_report (sky_review_desk_get_link (sky_selection_get_desk (self->selection)),
                           direction < 0 ? _ ("No earlier bookmark") : _ ("No later bookmark"));
}
