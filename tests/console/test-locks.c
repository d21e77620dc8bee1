/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of locked recordings: a stretch is proposed, locked, shown on the timeline, released,
 * saved and printed as a list. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-locks-window.h"
#include "sky-recording-lock.h"
#include "sky-timeline-lanes.h"
#include "sky-timeline.h"
#include "sky-window-private.h"

static gboolean
is_settled (gpointer window)
{
  return sky_locks_window_is_settled (window);
}

static gpointer
part (gpointer window, const char *name)
{
  GObject *object = gtk_widget_get_template_child (window, G_OBJECT_TYPE (window), name);

  g_assert_nonnull (object);
  return object;
}

static void
type (gpointer window, const char *name, const char *text)
{
  gtk_editable_set_text (part (window, name), text);
}

static SkyLocksWindow *
open_window (SkySession *session)
{
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  SkyLocksWindow *window = sky_locks_window_new (NULL, sky_session_get_selection (session));
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_settled, window);
  return window;
}

static gboolean
may_lock (SkyLocksWindow *window)
{
  return gtk_widget_get_sensitive (part (window, "lock"));
}

static const SkyRecordingLock *
lock (SkyLocksWindow *window, const char *reason)
{
  type (window, "reason", reason);
  g_assert_true (may_lock (window));
  g_signal_emit_by_name (part (window, "lock"), "clicked");
  fixture_wait (is_settled, window);
  g_assert_cmpstr (sky_locks_window_get_trouble (window), ==, "");
  GPtrArray *locks = sky_locks_window_get_locks (window);
  return locks->pdata[locks->len - 1];
}

static const SkyDayMark *
find_mark (SkySession *session)
{
  const GArray *marks = sky_day_view_get_marks (sky_session_get_day_view (session));

  for (guint i = 0; i < marks->len; i++)
    if (g_array_index (marks, SkyDayMark, i).kind == SKY_DAY_MARK_LOCK)
      return &g_array_index (marks, SkyDayMark, i);
  return NULL;
}

static gboolean
has_mark (gpointer session)
{
  return find_mark (session) != NULL;
}

static gboolean
has_no_mark (gpointer session)
{
  return find_mark (session) == NULL;
}

static void
test_lock (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *view = sky_session_get_day_view (session);
  SkyTime at = sky_day_view_get_position (view);
  SkyLocksWindow *window = open_window (session);

  /* What is proposed lacks a reason alone. */
  g_assert_false (may_lock (window));
  type (window, "reason", "  ");
  g_assert_false (may_lock (window));
  const SkyRecordingLock *locked = lock (window, " Subpoena 12 ");
  g_assert_cmpstr (locked->reason, ==, "Subpoena 12");
  g_assert_cmpstr (locked->property, ==, "Test");
  g_assert_cmpstr (locked->table, ==, "CR-01");
  g_assert_cmpstr (locked->name, ==, "Rae Viewer");
  g_assert_cmpint (ABS (locked->from - (at - 5 * SKY_MINUTE)), <=, SKY_SECOND);
  g_assert_cmpint (ABS (locked->until - (at + 5 * SKY_MINUTE)), <=, SKY_SECOND);
  fixture_wait (has_mark, session);
  g_assert_cmpint (find_mark (session)->at, ==, locked->from);
  g_assert_cmpint (find_mark (session)->until, ==, locked->until);

  type (window, "from", "nonsense");
  type (window, "reason", "Why");
  g_assert_false (may_lock (window));
  type (window, "from", "16:20");
  type (window, "until", "16:10");
  g_assert_false (may_lock (window));

  gint64 number = locked->number;
  sky_locks_window_release (window, number, "");
  fixture_wait (is_settled, window);
  g_assert_cmpstr (sky_locks_window_get_trouble (window), !=, "");
  sky_locks_window_release (window, number, "Withdrawn");
  fixture_wait (is_settled, window);
  g_assert_cmpstr (sky_locks_window_get_trouble (window), ==, "");
  locked = sky_locks_window_get_locks (window)->pdata[0];
  g_assert_cmpstr (locked->release_reason, ==, "Withdrawn");
  fixture_wait (has_no_mark, session);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* What is looped is proposed. */
static void
test_loop (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *view = sky_session_get_day_view (session);
  SkyTime at = sky_day_view_get_position (view) / SKY_SECOND * SKY_SECOND;

  sky_camera_wall_set_loop (sky_day_view_get_wall (view), at, at + 7 * SKY_SECOND);
  SkyLocksWindow *window = open_window (session);
  const SkyRecordingLock *locked = lock (window, "The stretch that is looped");
  g_assert_cmpint (locked->from, ==, at);
  g_assert_cmpint (locked->until, ==, at + 7 * SKY_SECOND);
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_list (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyLocksWindow *window = open_window (session);
  g_autofree char *csv = g_build_filename (fixture->folder, "a.csv", NULL);
  g_autofree char *pdf = g_build_filename (fixture->folder, "a.pdf", NULL);
  g_autofree char *text = NULL;
  g_autofree char *bytes = NULL;

  lock (window, "Subpoena 12");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (i == 0 ? csv : pdf);
      sky_locks_window_save (window, file);
      fixture_wait (is_settled, window);
    }
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, ",Test,CR-01,"));
  g_assert_nonnull (strstr (text, ",Rae Viewer,Subpoena 12,,,\r\n"));
  g_assert_true (g_file_get_contents (pdf, &bytes, NULL, NULL));
  g_assert_true (g_str_has_prefix (bytes, "%PDF-"));
  g_remove (csv);
  g_remove (pdf);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Whether the timeline tells of a lock for who points at @x in a lane of @kind. */
static gboolean
tells_of_lock (SkyTimeline *timeline, SkyLaneKind kind, int x)
{
  gboolean told = FALSE;

  for (int y = 0; y < gtk_widget_get_height (GTK_WIDGET (timeline)); y++)
    {
      g_autofree char *tip = sky_timeline_lane_at (timeline, y, NULL) == kind
                                 ? sky_timeline_dup_tip (timeline, x, y)
                                 : NULL;
      told |= tip != NULL && g_str_has_prefix (tip, "Locked: ");
    }
  return told;
}

/* The key opens it once, and the timeline tells of what is locked. */
static void
test_window (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  g_autoptr (GError) error = NULL;
  const SkyReviewer ada = { "PA-901", "Otto Ther" };
  SkyDayView *view = sky_session_get_day_view (session);
  SkyTime at = sky_day_view_get_position (view);
  SkyStore *store = sky_store_open (fixture->store, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  sky_store_lock_recordings (store, &ada, "Test", "CR-01", at - SKY_MINUTE, at + SKY_MINUTE, NULL,
                             "Elsewhere", NULL, &error);
  g_assert_no_error (error);
  sky_store_free (store);
  fixture_wait (has_mark, session);

  SkyTimeAxis axis = sky_timeline_get_axis (window->timeline, NULL);
  SkyTimeAxis day = axis;
  sky_table_day_get_span (sky_day_view_get_day (view), &day.from, &day.until);
  int x = sky_time_axis_to_x (&axis, at + SKY_SECOND) + SKY_LANES_GUTTER;
  int x_in_map = sky_time_axis_to_x (&day, at + SKY_SECOND) + SKY_LANES_GUTTER;
  g_assert_true (tells_of_lock (window->timeline, SKY_LANE_BOOKMARKS, x));
  g_assert_true (tells_of_lock (window->timeline, SKY_LANE_MAP, x_in_map));
  g_assert_false (tells_of_lock (window->timeline, SKY_LANE_RULER, x));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.locks", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.locks", NULL);
  GListModel *windows = gtk_window_get_toplevels ();
  SkyLocksWindow *opened = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) each = g_list_model_get_item (windows, i);
      if (!SKY_IS_LOCKS_WINDOW (each))
        continue;
      g_assert_null (opened);
      opened = SKY_LOCKS_WINDOW (each);
    }
  g_assert_nonnull (opened);
  fixture_wait (is_settled, opened);
  fixture_close_window (opened);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/locks/lock", test_lock);
  g_test_add_func ("/locks/loop", test_loop);
  g_test_add_func ("/locks/list", test_list);
  g_test_add_func ("/locks/window", test_window);
  return fixture_run_tests ();
}
