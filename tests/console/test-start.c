/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window without an archive: what it offers, and the demo. That a demo is made, and where it
 * leads, is in tasks.py, for it takes its time. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-demo.h"
#include "sky-window-private.h"

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
can_stop (gpointer window)
{
  return find_button (GTK_WIDGET (SKY_WINDOW (window)->start_page), "Stop") != NULL;
}

static gboolean
can_try (gpointer window)
{
  return find_button (GTK_WIDGET (SKY_WINDOW (window)->start_page), "Try the Demo") != NULL;
}

static void
test_stopped (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *archive = sky_demo_archive_path ();
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);

  g_assert_cmpstr (sky_window_get_page (window), ==, "empty");
  fixture_wait (can_try, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.demo", NULL);
  fixture_wait (can_stop, window);
  g_assert_false (can_try (window));
  /* Once is enough. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.demo", NULL);
  g_signal_emit_by_name (find_button (GTK_WIDGET (window->start_page), "Stop"), "clicked");
  fixture_wait (can_try, window);
  g_assert_cmpstr (sky_start_page_get_trouble (window->start_page), ==, "");
  g_assert_false (g_file_test (archive, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (sky_window_get_page (window), ==, "empty");

  /* It is stopped with its window, too. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.demo", NULL);
  fixture_wait (can_stop, window);
  fixture_close_window (window);
  fixture_finalize (session);
}

static SkyWindow *
find_other (SkyWindow *window)
{
  g_autoptr (GListModel) windows = G_LIST_MODEL (g_object_ref (gtk_window_get_toplevels ()));

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) each = g_list_model_get_item (windows, i);
      if (SKY_IS_WINDOW (each) && SKY_WINDOW (each) != window)
        return SKY_WINDOW (each);
    }
  return NULL;
}

static gboolean
has_other (gpointer window)
{
  return find_other (window) != NULL;
}

/* The demo that is there already opens in a window and a store of its own. */
static void
test_made (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *archive = sky_demo_archive_path ();
  g_autofree char *folder = g_path_get_dirname (archive);
  g_autofree char *store = sky_demo_store_path ();
  g_autofree char *kept = g_strdup (fixture->archive);
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_cmpint (g_rename (kept, archive), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.demo", NULL);
  fixture_wait (has_other, window);
  SkyWindow *demo = find_other (window);
  fixture_wait (fixture_is_window_settled, demo);
  g_assert_cmpstr (sky_window_get_page (demo), ==, "work");
  g_assert_true (gtk_info_bar_get_revealed (demo->demo_bar));
  SkySelection *selection = sky_session_get_selection (sky_window_get_session (demo));
  g_assert_nonnull (sky_selection_get_finding (selection));
  g_assert_cmpint (sky_selection_get_review (selection)->state, ==, SKY_REVIEW_OPEN);
  g_assert_true (g_file_test (store, G_FILE_TEST_EXISTS));
  /* With an archive open there is nothing to try. */
  gtk_widget_activate_action (GTK_WIDGET (demo), "win.demo", NULL);
  g_assert_false (can_stop (demo));

  SkySession *demo_session = g_object_ref (sky_window_get_session (demo));
  g_signal_emit_by_name (demo->demo_bar, "response", GTK_RESPONSE_CLOSE);
  g_assert_false (gtk_info_bar_get_revealed (demo->demo_bar));
  fixture_close_window (demo);
  fixture_finalize (demo_session);
  fixture_finalize (session);
  g_assert_cmpint (g_rename (archive, kept), ==, 0);
}

static void
test_recent (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  g_autoptr (GMenu) recent = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new ("~/pit__3", NULL);
  SkyStartPage *page = g_object_ref_sink (g_object_new (SKY_TYPE_START_PAGE, NULL));
  GtkWidget *holder = gtk_window_new ();

  g_menu_item_set_action_and_target (item, "win.open-recent", "s", fixture->archive);
  sky_start_page_set_recent (page, G_MENU_MODEL (recent));
  gtk_window_set_child (GTK_WINDOW (holder), GTK_WIDGET (page));
  gtk_window_present (GTK_WINDOW (holder));
  fixture_wait (fixture_is_mapped, page);
  g_assert_null (find_button (GTK_WIDGET (page), "~/pit__3"));
  for (guint i = 0; i < 7; i++)
    g_menu_append_item (recent, item);
  GtkWidget *button = find_button (GTK_WIDGET (page), "~/pit__3");
  g_assert_nonnull (button);
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), ==, "win.open-recent");
  gtk_window_destroy (GTK_WINDOW (holder));
  fixture_finalize (page);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = g_dir_make_tmp ("skyward-start-XXXXXX", NULL);

  g_setenv ("XDG_CACHE_HOME", data, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/start/stopped", test_stopped);
  g_test_add_func ("/start/made", test_made);
  g_test_add_func ("/start/recent", test_recent);
  return fixture_run_tests ();
}
