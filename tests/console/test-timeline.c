/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline's map, its gestures and keys. */
#include "config.h"

#include <adwaita.h>

#include "fixture.h"
#include "sky-timeline-lanes.h"
#include "sky-timeline.h"

typedef struct
{
  Fixture *fixture;
  SkySession *session;
  GtkWidget *window;
  SkyTimeline *timeline;
  SkyTime day_from;
  SkyTime day_until;
} Stage;

static Stage
set_stage (void)
{
  Stage stage = { .fixture = fixture_new () };

  stage.session = fixture_open_session (stage.fixture);
  stage.window = gtk_window_new ();
  stage.timeline = g_object_new (SKY_TYPE_TIMELINE, "selection",
                                 sky_session_get_selection (stage.session), NULL);
  gtk_window_set_default_size (GTK_WINDOW (stage.window), 1096, 140);
  gtk_window_set_child (GTK_WINDOW (stage.window), GTK_WIDGET (stage.timeline));
  gtk_window_present (GTK_WINDOW (stage.window));
  fixture_wait (fixture_is_mapped, stage.timeline);
  sky_table_day_get_span (sky_day_view_get_day (sky_session_get_day_view (stage.session)),
                          &stage.day_from, &stage.day_until);
  return stage;
}

static void
strike_stage (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  fixture_finalize (stage->session);
  fixture_free (stage->fixture);
}

/* The span in sight, in the middle of the day, a quarter of it. */
static SkyTime
show_quarter (Stage *stage)
{
  SkyTime quarter = (stage->day_until - stage->day_from) / 4;

  sky_day_view_set_span (sky_session_get_day_view (stage->session), stage->day_from + quarter,
                         stage->day_from + 2 * quarter);
  return quarter;
}

static void
test_map (void)
{
  Stage stage = set_stage ();
  SkyTime quarter = show_quarter (&stage);
  int left, window_from, window_until;
  SkyTime from, until;

  SkyTimeAxis axis = sky_timeline_get_axis (stage.timeline, &left);
  sky_timeline_get_window (stage.timeline, &window_from, &window_until);
  g_assert_cmpint (ABS (window_from - left - axis.width / 4), <=, 1);
  g_assert_cmpint (ABS (window_until - left - axis.width / 2), <=, 1);

  /* Dragged by an eighth of the day. */
  g_assert_true (sky_timeline_press (stage.timeline, (window_from + window_until) / 2, 5, FALSE));
  sky_timeline_drag (stage.timeline, (window_from + window_until) / 2 + axis.width / 8);
  sky_timeline_release (stage.timeline);
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (until - from, ==, quarter);
  g_assert_cmpint (ABS (from - stage.day_from - quarter * 3 / 2), <, quarter / 50);

  /* Its later edge alone. */
  sky_timeline_get_window (stage.timeline, &window_from, &window_until);
  SkyTime kept = from;
  g_assert_true (sky_timeline_press (stage.timeline, window_until, 5, FALSE));
  sky_timeline_drag (stage.timeline, window_until + axis.width / 8);
  sky_timeline_release (stage.timeline);
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (from, ==, kept);
  g_assert_cmpint (ABS (until - from - quarter * 3 / 2), <, quarter / 50);

  /* Pressed beside it, it comes there; nothing of this moved the playhead. */
  SkyTime at = sky_day_view_get_position (sky_session_get_day_view (stage.session));
  g_assert_true (sky_timeline_press (stage.timeline, left + axis.width / 10, 5, FALSE));
  sky_timeline_release (stage.timeline);
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  SkyTime wanted = stage.day_from + (stage.day_until - stage.day_from) / 10;
  g_assert_cmpint (ABS ((from + until) / 2 - wanted), <, quarter / 50);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (stage.session)), ==, at);

  /* In the names nothing is held. */
  g_assert_false (sky_timeline_press (stage.timeline, 3, 5, FALSE));
  strike_stage (&stage);
}

static void
test_scrub (void)
{
  Stage stage = set_stage ();
  int left;

  sky_timeline_show_day (stage.timeline);
  SkyTimeAxis axis = sky_timeline_get_axis (stage.timeline, &left);
  g_assert_true (sky_timeline_press (stage.timeline, left + 100, 24, FALSE));
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (stage.session)), ==,
                   sky_time_axis_to_time (&axis, 100));
  sky_timeline_drag (stage.timeline, left + 300);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (stage.session)), ==,
                   sky_time_axis_to_time (&axis, 300));
  sky_timeline_release (stage.timeline);
  sky_timeline_drag (stage.timeline, left + 400);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (stage.session)), ==,
                   sky_time_axis_to_time (&axis, 300));
  strike_stage (&stage);
}

static void
test_loop (void)
{
  Stage stage = set_stage ();
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (stage.session));
  SkyTime from, until, a, b;
  int left;

  sky_timeline_show_day (stage.timeline);
  SkyTimeAxis axis = sky_timeline_get_axis (stage.timeline, &left);
  a = sky_time_axis_to_time (&axis, 200);
  b = sky_time_axis_to_time (&axis, 500);

  /* By key: its ends in either order. */
  sky_day_view_go_to (sky_session_get_day_view (stage.session), b);
  sky_timeline_mark_loop (stage.timeline, TRUE);
  g_assert_false (sky_camera_wall_get_loop (wall, &from, &until));
  sky_day_view_go_to (sky_session_get_day_view (stage.session), a);
  sky_timeline_mark_loop (stage.timeline, FALSE);
  g_assert_true (sky_camera_wall_get_loop (wall, &from, &until));
  g_assert_cmpint (from, ==, a);
  g_assert_cmpint (until, ==, b);

  /* An end before the beginning begins anew. */
  sky_day_view_go_to (sky_session_get_day_view (stage.session), sky_time_axis_to_time (&axis, 100));
  sky_timeline_mark_loop (stage.timeline, TRUE);
  g_assert_false (sky_camera_wall_get_loop (wall, &from, &until));
  sky_timeline_end_loop (stage.timeline);

  /* By drag, backwards as well. */
  g_assert_true (sky_timeline_press (stage.timeline, left + 500, 24, TRUE));
  sky_timeline_drag (stage.timeline, left + 200);
  sky_timeline_release (stage.timeline);
  g_assert_true (sky_camera_wall_get_loop (wall, &from, &until));
  g_assert_cmpint (from, ==, a);
  g_assert_cmpint (until, ==, b);
  sky_timeline_end_loop (stage.timeline);
  g_assert_false (sky_camera_wall_get_loop (wall, &from, &until));
  strike_stage (&stage);
}

static void
test_keys (void)
{
  Stage stage = set_stage ();
  SkyTime quarter = show_quarter (&stage);
  SkyTime from, until;

  g_assert_true (fixture_press (stage.timeline, GDK_KEY_Page_Down));
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (until - from, ==, quarter);
  g_assert_cmpint (ABS (from - stage.day_from - quarter * 18 / 10), <, quarter / 100);
  g_assert_true (fixture_press (stage.timeline, GDK_KEY_Page_Up));
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (ABS (from - stage.day_from - quarter), <, quarter / 100);
  g_assert_true (fixture_press (stage.timeline, GDK_KEY_Up));
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (until - from, <, quarter);
  g_assert_true (fixture_press (stage.timeline, GDK_KEY_Home));
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (from, ==, stage.day_from);
  g_assert_cmpint (until, ==, stage.day_until);
  g_assert_false (fixture_press (stage.timeline, GDK_KEY_q));
  strike_stage (&stage);
}

static void
test_pinch (void)
{
  Stage stage = set_stage ();
  SkyTime quarter = show_quarter (&stage);
  SkyTime from, until;

  /* Twice as near, and back, however often the fingers move; what is between them stays there. */
  g_assert_nonnull (fixture_find_controller (stage.timeline, GTK_TYPE_GESTURE_ZOOM));
  SkyTimeAxis axis = sky_timeline_get_axis (stage.timeline, NULL);
  SkyTime between = sky_time_axis_to_time (&axis, 200);
  sky_timeline_begin_pinch (stage.timeline);
  sky_timeline_pinch (stage.timeline, 296, 1.5);
  sky_timeline_pinch (stage.timeline, 296, 2.0);
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (until - from, ==, quarter / 2);
  axis = sky_timeline_get_axis (stage.timeline, NULL);
  g_assert_cmpint (ABS (sky_time_axis_to_x (&axis, between) - 200), <=, 1);
  sky_timeline_pinch (stage.timeline, 296, 1.0);
  sky_day_view_get_span (sky_session_get_day_view (stage.session), &from, &until);
  g_assert_cmpint (until - from, ==, quarter);
  strike_stage (&stage);
}

typedef struct
{
  SkyTimeline *timeline;
  SkyTime from; /* what was in sight as the fingers left */
  int pixels;   /* how far it is to run at least, to which side */
} Run;

static gboolean
has_run (gpointer data)
{
  const Run *run = data;
  SkyTimeAxis axis = sky_timeline_get_axis (run->timeline, NULL);
  int ran = -sky_time_axis_to_x (&axis, run->from);

  return run->pixels > 0 ? ran >= run->pixels : ran <= run->pixels;
}

/* A swipe runs on after the fingers left, to the side where it went, some fifth of a second's way.
 */
static void
test_swipe (void)
{
  Stage stage = set_stage ();
  GtkEventController *scroll =
      fixture_find_controller (stage.timeline, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  Run run = { .timeline = stage.timeline, .pixels = 180 };

  show_quarter (&stage);
  run.from = sky_timeline_get_axis (stage.timeline, NULL).from;
  g_signal_emit_by_name (scroll, "decelerate", 900.0, 0.0);
  fixture_wait (has_run, &run);
  /* Another takes its place. */
  run.from = sky_timeline_get_axis (stage.timeline, NULL).from;
  run.pixels = -180;
  g_signal_emit_by_name (scroll, "decelerate", -900.0, 0.0);
  fixture_wait (has_run, &run);
  strike_stage (&stage);
}

/* How many rectangles of @colour are drawn. */
static guint
count_filled (GskRenderNode *node, const GdkRGBA *colour)
{
  guint n = 0;

  switch ((guint) gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        n += count_filled (gsk_container_node_get_child (node, i), colour);
      return n;
    case GSK_CLIP_NODE:
      return count_filled (gsk_clip_node_get_child (node), colour);
    case GSK_TRANSFORM_NODE:
      return count_filled (gsk_transform_node_get_child (node), colour);
    case GSK_COLOR_NODE:
      return gdk_rgba_equal (gsk_color_node_get_color (node), colour);
    default:
      return 0;
    }
}

static guint
count_recordings (SkyTimeline *timeline)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (timeline)->snapshot (GTK_WIDGET (timeline), snapshot);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  return count_filled (node, &sky_lanes_get_palette ()->footage);
}

/* A recording is drawn as one where its file is there, and otherwise said to be missing. */
static void
test_missing (void)
{
  Stage stage = set_stage ();
  g_autofree char *path = g_build_filename (stage.fixture->archive, "gone-3.mkv", NULL);
  guint camera = 0;
  int y = 0;
  int left;

  sky_timeline_show_day (stage.timeline);
  g_assert_cmpuint (g_hash_table_size (sky_day_files_get_missing (
                        sky_day_view_get_files (sky_session_get_day_view (stage.session)))),
                    ==, 3);
  g_assert_cmpuint (count_recordings (stage.timeline), ==, 0);
  while (sky_timeline_lane_at (stage.timeline, y, &camera) != SKY_LANE_CAMERA || camera != 1)
    y++;
  (void) sky_timeline_get_axis (stage.timeline, &left);
  g_autofree char *missing = sky_timeline_dup_tip (stage.timeline, left + 20, y + 2);
  g_assert_nonnull (strstr (missing, "missing"));
  g_assert_nonnull (strstr (missing, path));

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  sky_day_view_go_to (sky_session_get_day_view (stage.session), stage.day_from);
  fixture_wait (fixture_is_settled, stage.session);
  g_assert_cmpuint (g_hash_table_size (sky_day_files_get_missing (
                        sky_day_view_get_files (sky_session_get_day_view (stage.session)))),
                    ==, 2);
  g_assert_cmpuint (count_recordings (stage.timeline), ==, 1);
  g_autofree char *there = sky_timeline_dup_tip (stage.timeline, left + 20, y + 2);
  g_assert_null (strstr (there, "not there"));
  strike_stage (&stage);
}

/* The lanes as they are drawn from @from until @until. */
static cairo_surface_t *
draw_lanes (Stage *stage, SkyLanes *lanes, SkyTime from, SkyTime until)
{
  GtkWidget *widget = GTK_WIDGET (stage->timeline);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  SkyTimeAxis axis = { from, until, width - SKY_LANES_GUTTER };
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  sky_lanes_place (lanes, 2, height);
  sky_lanes_draw (lanes, widget, sky_session_get_selection (stage->session), &axis, SKY_TIME_NONE,
                  FALSE, snapshot);
  GskRenderNode *node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Whether the pixels of column @x in @lane are all of one colour. */
static gboolean
is_plain (cairo_surface_t *surface, int x, const SkyLane *lane)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int y = lane->top + 1; y < lane->top + lane->height; y++)
    if (memcmp (data + y * stride + x * 4, data + lane->top * stride + x * 4, 3) != 0)
      return FALSE;
  return TRUE;
}

/* Wherever it is moved, nothing of a round lies among the names, and no hour is cut at the end. */
static void
test_edges (void)
{
  Stage stage = set_stage ();
  SkyTime span = (stage.day_until - stage.day_from) / 6;
  int width = gtk_widget_get_width (GTK_WIDGET (stage.timeline));
  guint n_rounds = 0;

  for (int i = 0; i < 200; i++)
    {
      SkyTime from = stage.day_from + (stage.day_until - stage.day_from - span) * i / 200;
      SkyLanes lanes;
      cairo_surface_t *surface = draw_lanes (&stage, &lanes, from, from + span);

      for (int x = SKY_LANES_GUTTER - 3; x < SKY_LANES_GUTTER; x++)
        g_assert_true (is_plain (surface, x, &lanes.rounds));
      n_rounds += !is_plain (surface, SKY_LANES_GUTTER + 20, &lanes.rounds);
      g_assert_true (is_plain (surface, width - 1, &lanes.ruler));
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (n_rounds, >, 0);
  strike_stage (&stage);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  g_test_add_func ("/timeline/map", test_map);
  g_test_add_func ("/timeline/scrub", test_scrub);
  g_test_add_func ("/timeline/loop", test_loop);
  g_test_add_func ("/timeline/keys", test_keys);
  g_test_add_func ("/timeline/pinch", test_pinch);
  g_test_add_func ("/timeline/swipe", test_swipe);
  g_test_add_func ("/timeline/missing", test_missing);
  g_test_add_func ("/timeline/edges", test_edges);
  return fixture_run_tests ();
}
