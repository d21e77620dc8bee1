/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the console keeps from one run to the next, and what it says when there is nothing to show:
 * no log in the archive, no store. */
#include "config.h"

#include <glib/gstdio.h>

#include "fixture.h"
#include "sky-record-window.h"
#include "sky-window-private.h"

/* As the program begins: what was left is taken up before the archive is audited. */
static SkyWindow *
begin (Fixture *fixture)
{
  g_autoptr (SkySession) session = sky_session_new (fixture->store);
  const char *paths[] = { fixture->archive, NULL };
  SkyWindow *window = sky_window_new (NULL, session);

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  sky_session_open_archives (session, paths);
  sky_window_take_up_view (window);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (fixture_is_window_settled, window);
  return window;
}

/* As it ends. */
static void
end (SkyWindow *window)
{
  SkySession *session = g_object_ref (sky_window_get_session (window));

  sky_window_keep_view (window);
  fixture_close_window (window);
  fixture_finalize (session);
}

static SkyCameraTile *
choose_camera (SkyWindow *window)
{
  SkyCameraTile *tile = sky_camera_grid_get_chosen (window->cameras);

  g_assert_cmpstr (sky_camera_tile_get_name (tile), ==, "CR-01-B");
  return tile;
}

static void
test_looked_at (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autoptr (Fixture) fixture = fixture_new ();
  SkyWindow *window = begin (fixture);
  SkySession *session = sky_window_get_session (window);

  sky_selection_select_position (sky_session_get_selection (session), 2);
  fixture_wait (fixture_is_window_settled, window);
  g_autofree char *key =
      g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  SkyTime at = sky_day_view_get_position (sky_session_get_day_view (session)) + 3 * SKY_SECOND;
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  sky_camera_grid_set_large (window->cameras, 1);
  sky_camera_tile_set_look (choose_camera (window), &(SkyCameraLook){ 225, 400, 600 });
  fixture_wait (fixture_is_window_settled, window);
  end (window);

  window = begin (fixture);
  session = sky_window_get_session (window);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->key, ==, key);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==, at);
  g_assert_cmpint (sky_camera_grid_get_large (window->cameras), ==, 1);
  SkyCameraLook look = sky_camera_tile_get_look (choose_camera (window));
  g_assert_cmpint (look.zoom, ==, 225);
  g_assert_cmpint (look.x, ==, 400);
  g_assert_cmpint (look.y, ==, 600);
  end (window);

  /* The finding is gone: its table is shown at the instant. */
  g_autoptr (GVariant) view = g_settings_get_value (settings, "view");
  GVariantBuilder builder;
  GVariantIter iter;
  const char *name, *value;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_iter_init (&iter, view);
  while (g_variant_iter_next (&iter, "{&s&s}", &name, &value))
    g_variant_builder_add (&builder, "{ss}", name,
                           strcmp (name, "finding") == 0 ? "no such finding" : value);
  g_settings_set_value (settings, "view", g_variant_builder_end (&builder));
  window = begin (fixture);
  session = sky_window_get_session (window);
  g_assert_null (sky_selection_get_finding (sky_session_get_selection (session)));
  g_assert_nonnull (sky_day_view_get_day (sky_session_get_day_view (session)));
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==, at);

  /* Whatever is chosen meanwhile is shown instead. */
  g_autofree char *first = NULL;
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_window_settled, window);
  first = g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  g_assert_cmpstr (first, !=, key);
  end (window);
  g_settings_reset (settings, "view");
  g_settings_reset (settings, "layout");
}

/* How much of the list's column the findings have, in thousandths. */
static int
get_share (SkyWindow *window)
{
  int height = gtk_widget_get_height (GTK_WIDGET (window->list_rows));

  return gtk_paned_get_position (window->list_rows) * 1000 / MAX (1, height);
}

typedef struct
{
  SkyWindow *window;
  int share;
} Division;

static gboolean
is_divided (gpointer data)
{
  const Division *division = data;

  return ABS (get_share (division->window) - division->share) <= 6;
}

static void
test_layout (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autoptr (Fixture) fixture = fixture_new ();
  SkyWindow *window = begin (fixture);
  GVariant *kept;

  /* What nobody touched is not kept. */
  int by_itself = get_share (window);
  sky_window_keep_view (window);
  kept = g_settings_get_value (settings, "layout");
  g_assert_false (g_variant_lookup (kept, "findings", "i", &(int){ 0 }));
  g_variant_unref (kept);

  Division division = { window, by_itself - 130 };
  gtk_paned_set_position (window->list_rows,
                          division.share * gtk_widget_get_height (GTK_WIDGET (window->list_rows))
                              / 1000);
  fixture_wait (is_divided, &division);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.sidebar", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.wall-window", NULL);
  g_assert_nonnull (window->wall_window);
  end (window);

  window = begin (fixture);
  division.window = window;
  fixture_wait (is_divided, &division);
  g_assert_true (adw_flap_get_reveal_flap (window->flap));
  g_assert_nonnull (window->wall_window);
  sky_window_take_cameras_back (window);
  end (window);

  window = begin (fixture);
  g_assert_null (window->wall_window);
  end (window);
  g_settings_reset (settings, "view");
  g_settings_reset (settings, "layout");
}

/* --- The cameras' window ---------------------------------------------------------------------- */

typedef struct
{
  GtkWindow *window;
  int width;
  int height;
} Size;

static gboolean
has_size (gpointer data)
{
  const Size *size = data;

  return gtk_widget_get_width (GTK_WIDGET (size->window)) == size->width
         && gtk_widget_get_height (GTK_WIDGET (size->window)) == size->height;
}

static void
open_cameras (SkyWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.wall-window", NULL);
  g_assert_nonnull (window->wall_window);
  fixture_wait (fixture_is_mapped, window->wall_window);
  fixture_wait (fixture_is_window_settled, window);
}

static void
close_cameras (SkyWindow *window)
{
  gtk_window_close (window->wall_window);
  g_assert_null (window->wall_window);
  fixture_wait (fixture_is_window_settled, window);
}

/* It opens as large as it was, and full screen on the monitor that it filled, not on another. */
static void
test_cameras_window (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (GdkMonitor) monitor =
      g_list_model_get_item (gdk_display_get_monitors (gdk_display_get_default ()), 0);
  SkyWindow *window = begin (fixture);
  int width;
  int height;

  open_cameras (window);
  gtk_window_set_default_size (window->wall_window, 900, 500);
  Size size = { window->wall_window, 900, 500 };
  fixture_wait (has_size, &size);
  end (window);
  g_settings_get (settings, "cameras-window", "(iiss)", &width, &height, NULL, NULL);
  g_assert_cmpint (width, ==, 900);
  g_assert_cmpint (height, ==, 500);

  window = begin (fixture);
  g_assert_nonnull (window->wall_window);
  size.window = window->wall_window;
  fixture_wait (has_size, &size);
  close_cameras (window);

  g_settings_set (settings, "cameras-window", "(iiss)", 900, 500, "fullscreen", "gone");
  open_cameras (window);
  g_assert_false (gtk_window_is_fullscreen (window->wall_window));
  close_cameras (window);

  g_settings_set (settings, "cameras-window", "(iiss)", 900, 500, "fullscreen",
                  gdk_monitor_get_connector (monitor));
  open_cameras (window);
  g_assert_true (gtk_window_is_fullscreen (window->wall_window));
  end (window);
  g_autofree char *fills = NULL;
  g_autofree char *connector = NULL;
  g_settings_get (settings, "cameras-window", "(iiss)", &width, &height, &fills, &connector);
  g_assert_cmpstr (fills, ==, "fullscreen");
  g_assert_cmpstr (connector, ==, gdk_monitor_get_connector (monitor));
  g_assert_cmpint (width, ==, 900);
  g_settings_reset (settings, "cameras-window");
  g_settings_reset (settings, "view");
  g_settings_reset (settings, "layout");
}

/* --- Nothing to show -------------------------------------------------------------------------- */

static gboolean
shows_work (gpointer window)
{
  return strcmp (sky_window_get_page (window), "work") == 0;
}

static gboolean
offers_to_record (gpointer window)
{
  return gtk_widget_get_visible (((SkyWindow *) window)->record_table);
}

static gboolean
offers_nothing (gpointer window)
{
  return !offers_to_record (window);
}

static gboolean
is_record_window (gpointer window)
{
  return SKY_IS_RECORD_WINDOW (window) && sky_record_window_is_settled (window);
}

/* A window in which a table is recorded, when it has read its folder. */
static gboolean
has_record_window (gpointer found)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (is_record_window (window))
        *(GtkWindow **) found = window;
    }
  return *(GtkWindow **) found != NULL;
}

/* A folder with recordings and no log offers to record one. */
static void
test_recordings_alone (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *log = fixture_log_path (fixture);
  g_autofree char *footage = g_build_filename (fixture->archive, "footage.json", NULL);
  GtkWindow *record = NULL;

  g_assert_cmpint (g_remove (log), ==, 0);
  SkyWindow *window = begin (fixture);
  SkySession *session = g_object_ref (sky_window_get_session (window));
  g_assert_cmpstr (sky_window_get_page (window), ==, "no-logs");
  fixture_wait (offers_to_record, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.record", NULL);
  fixture_wait (has_record_window, &record);
  gtk_window_destroy (record);

  g_assert_cmpint (g_remove (footage), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.audit-again", NULL);
  fixture_wait (fixture_is_window_settled, window);
  fixture_wait (offers_nothing, window);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* An archive without a log says so, and a log that comes into it is shown. */
static void
test_no_logs (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *log = fixture_log_path (fixture);
  g_autofree char *hidden = g_strconcat (log, ".part", NULL);

  g_assert_cmpint (g_rename (log, hidden), ==, 0);
  SkyWindow *window = begin (fixture);
  SkySession *session = g_object_ref (sky_window_get_session (window));
  g_assert_cmpstr (sky_window_get_page (window), ==, "no-logs");
  g_assert_nonnull (strstr (adw_status_page_get_description (window->no_logs), fixture->archive));
  g_assert_false (gtk_info_bar_get_revealed (window->problem_bar));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.audit-again", NULL);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpstr (sky_window_get_page (window), ==, "no-logs");

  g_assert_cmpint (g_rename (hidden, log), ==, 0);
  fixture_wait (shows_work, window);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_nonnull (sky_selection_get_finding (sky_session_get_selection (session)));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A store that cannot be opened is a page of its own, until it can. */
static void
test_no_store (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *garbage = g_strnfill (4096, 'x');

  g_assert_true (g_file_set_contents (fixture->store, garbage, 4096, NULL));
  SkyWindow *window = begin (fixture);
  SkySession *session = g_object_ref (sky_window_get_session (window));
  g_assert_cmpstr (sky_window_get_page (window), ==, "no-store");
  g_assert_nonnull (adw_status_page_get_description (window->no_store));
  g_assert_false (gtk_info_bar_get_revealed (window->problem_bar));

  g_assert_cmpint (g_remove (fixture->store), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.audit-again", NULL);
  fixture_wait (shows_work, window);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_nonnull (sky_selection_get_finding (sky_session_get_selection (session)));
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/kept/looked-at", test_looked_at);
  g_test_add_func ("/kept/layout", test_layout);
  g_test_add_func ("/kept/no-logs", test_no_logs);
  g_test_add_func ("/kept/recordings-alone", test_recordings_alone);
  g_test_add_func ("/kept/no-store", test_no_store);
  g_test_add_func ("/kept/cameras-window", test_cameras_window);
  return fixture_run_tests ();
}
