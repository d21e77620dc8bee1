/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window on an archive that the test makes: what it shows, what its actions and keys do.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-application.h"
#include "sky-cases-window.h"
#include "sky-clock-text.h"
#include "sky-help-window.h"
#include "sky-keys-window.h"
#include "sky-keys.h"
#include "sky-locks-window.h"
#include "sky-patterns-window.h"
#include "sky-people-window.h"
#include "sky-preferences-window.h"
#include "sky-problem-text.h"
#include "sky-reports-window.h"
#include "sky-screenshot.h"
#include "sky-verify-window.h"
#include "sky-window-private.h"

static void
test_open (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  const char *paths[] = { fixture->archive, NULL };

  g_assert_cmpstr (sky_window_get_page (window), ==, "empty");
  g_assert_cmpstr (adw_window_title_get_title (window->title), ==, "Skyward");
  sky_session_open_archives (session, paths);
  g_assert_cmpstr (sky_window_get_page (window), ==, "auditing");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpstr (sky_window_get_page (window), ==, "work");
  g_assert_cmpstr (adw_window_title_get_title (window->title), ==, "Test · CR-01");
  g_assert_cmpstr (adw_window_title_get_subtitle (window->title), ==, "2016-09-03 · following");
  g_assert_cmpstr (sky_queue_list_get_count (window->queues, (SkyListing) SKY_QUEUE_VARIANCE), ==,
                   "1");
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
act (SkyWindow *window, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
}

static void
act_int (SkyWindow *window, const char *action, int value)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, "i", value);
}

/* The only window of @type that is there; NULL: none is. */
static gpointer
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();
  gpointer found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (!G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        continue;
      g_assert_null (found);
      found = window;
    }
  return found;
}

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_height (widget) > 0;
}

/* No window begins larger than the smallest display that the console is made for. */
static void
check_fits (gpointer window)
{
  fixture_wait (has_size, window);
  g_assert_cmpint (gtk_widget_get_width (window), <=, 1280);
  g_assert_cmpint (gtk_widget_get_height (window), <=, 720);
}

static guint
count_windows (void)
{
  return g_list_model_get_n_items (gtk_window_get_toplevels ());
}

/* A key that is pressed twice opens one window, and none is there before it is asked for. */
static void
test_windows (void)
{
  const struct
  {
    const char *action;
    GType type;
  } windows[] = {
    { "win.cases", SKY_TYPE_CASES_WINDOW },
    { "win.help", SKY_TYPE_HELP_WINDOW },
    { "win.people", SKY_TYPE_PEOPLE_WINDOW },
    { "win.preferences", SKY_TYPE_PREFERENCES_WINDOW },
    { "win.reports", SKY_TYPE_REPORTS_WINDOW },
    { "win.patterns", SKY_TYPE_PATTERNS_WINDOW },
    { "win.show-help-overlay", SKY_TYPE_KEYS_WINDOW },
    { "win.verify", SKY_TYPE_VERIFY_WINDOW },
    { "win.locks", SKY_TYPE_LOCKS_WINDOW },
  };
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      g_assert_null (find_window (windows[i].type));
      act (window, windows[i].action);
      act (window, windows[i].action);
      gpointer other = find_window (windows[i].type);
      g_assert_nonnull (other);
      check_fits (other);
      fixture_close_window (other);
    }

  /* They close with the one that opened them. */
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    act (window, windows[i].action);
  act (window, "win.sign-in");
  g_assert_cmpuint (count_windows (), ==, G_N_ELEMENTS (windows) + 2);
  fixture_close_window (window);
  g_assert_cmpuint (count_windows (), ==, 0);
  fixture_finalize (session);
}

static guint
count_rows (GtkWidget *widget)
{
  guint n = GTK_IS_LIST_BOX_ROW (widget) && gtk_widget_get_mapped (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_rows (child);
  return n;
}

/* Keys are listed a section at a time, and found by what they do and by their names. */
static void
test_keys_window (void)
{
  g_autoptr (GPtrArray) rows = sky_keys_describe ();
  SkyKeysWindow *window = sky_keys_window_new (NULL);
  const struct
  {
    const char *text;
    guint wanted;
  } cases[] = { { "surveillance log", 3 }, { "SHIFT+F7", 1 }, { "no such thing", 0 } };
  guint first = 0;

  while (((const SkyKeysRow *) rows->pdata[1 + first])->kind != SKY_KEYS_SECTION)
    first++;
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (fixture_is_mapped, window);
  /* All but the headings of its groups, three of them. */
  g_assert_cmpuint (count_rows (GTK_WIDGET (window)), ==, first - 2);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      sky_keys_window_search (window, cases[i].text);
      g_assert_cmpuint (count_rows (GTK_WIDGET (window)), ==, cases[i].wanted);
    }
  sky_keys_window_search (window, " ");
  g_assert_cmpuint (count_rows (GTK_WIDGET (window)), ==, first - 2);
  fixture_close_window (window);
}

/* The widget below @widget whose style has that name; NULL: none that is shown. */
static GtkWidget *
find_styled (GtkWidget *widget, const char *name)
{
  if (gtk_widget_get_mapped (widget) && g_str_equal (gtk_widget_get_css_name (widget), name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_styled (child, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What is told slides in from the lower edge, and comes to rest where it covers none of the buttons
 * that decide a finding. */
static gboolean
is_toast_beside (gpointer window)
{
  GtkWidget *toast = find_styled (window, "toast");
  GtkWidget *review = find_styled (window, "review");
  graphene_rect_t upper;
  graphene_rect_t lower;

  return toast != NULL && gtk_widget_get_height (toast) > 0
         && gtk_widget_compute_bounds (toast, window, &upper)
         && gtk_widget_compute_bounds (review, window, &lower)
         && upper.origin.y + upper.size.height <= (float) gtk_widget_get_height (window)
         && (upper.origin.x >= lower.origin.x + lower.size.width
             || upper.origin.y + upper.size.height <= lower.origin.y
             || lower.origin.y + lower.size.height <= upper.origin.y);
}

static void
test_toast (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  GtkCssProvider *provider = gtk_css_provider_new ();

  /* Outside of its application the window has the toolkit's style alone. */
  gtk_css_provider_load_from_resource (provider, "/org/skyward/Skyward/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  SkyWindow *window = fixture_open_window (session);
  act (window, "win.bookmark");
  fixture_wait (is_toast_beside, window);
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (),
                                                 GTK_STYLE_PROVIDER (provider));
  g_object_unref (provider);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Of a store that cannot be opened nobody reads that nothing was found in it. */
static void
test_no_store (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *file = g_build_filename (fixture->folder, "file", NULL);
  g_autofree char *store = g_build_filename (file, "skyward.db", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (file, "", 0, &error);
  g_assert_no_error (error);
  SkySession *session = sky_session_new (store);
  SkyWindow *window = fixture_open_window (session);
  g_assert_cmpstr (sky_window_get_page (window), ==, "no-store");
  g_assert_nonnull (strstr (adw_status_page_get_description (window->no_store), "skyward.db"));
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_actions (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (session));

  act (window, "win.forward");
  g_assert_true (sky_camera_wall_get_playing (wall));
  g_assert_cmpint (sky_camera_wall_get_rate (wall), ==, 1000);
  act (window, "win.forward");
  g_assert_cmpint (sky_camera_wall_get_rate (wall), ==, 2000);
  act (window, "win.reverse");
  g_assert_cmpint (sky_camera_wall_get_rate (wall), ==, -1000);
  act (window, "win.pause");
  g_assert_false (sky_camera_wall_get_playing (wall));
  /* The next finding is not played backwards for that. */
  act_int (window, "win.finding", 1);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_camera_wall_get_rate (wall), ==, 1000);
  act_int (window, "win.rate", 125);
  act (window, "win.play");
  g_assert_true (sky_camera_wall_get_playing (wall));
  g_assert_cmpint (sky_camera_wall_get_rate (wall), ==, 125);
  act (window, "win.play");
  g_assert_false (sky_camera_wall_get_playing (wall));

  act_int (window, "win.camera", 2);
  g_assert_cmpint (sky_camera_grid_get_large (window->cameras), ==, 1);
  act_int (window, "win.camera", 0);
  g_assert_cmpint (sky_camera_grid_get_large (window->cameras), ==, -1);

  /* Again, it is alone, and the other is not decoded. */
  SkyCameraState state;
  act_int (window, "win.camera", 2);
  act_int (window, "win.camera", 2);
  g_assert_cmpint (sky_camera_grid_get_large (window->cameras), ==, 1);
  g_assert_true (sky_camera_grid_get_alone (window->cameras));
  sky_camera_wall_get_state (wall, 0, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_HIDDEN);
  act_int (window, "win.camera", 0);
  g_assert_false (sky_camera_grid_get_alone (window->cameras));
  sky_camera_wall_get_state (wall, 0, &state);
  g_assert_cmpint (state.status, !=, SKY_CAMERA_HIDDEN);

  act_int (window, "win.listing", 3);
  g_assert_cmpint (sky_inbox_get_listing (sky_session_get_inbox (session)), ==, SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_window_settled, window);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_window_settled, window);
  /* What happened, with the wager's name out of the round and the amount. */
  const char *headline = sky_finding_pane_get_headline (window->finding);
  g_assert_nonnull (strstr (headline, " was paid "));
  g_assert_nonnull (strstr (headline, ": the patron "));
  g_assert_false (g_str_has_prefix (headline, "The wager "));
  act (window, "win.escalate");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_ESCALATED);
  act (window, "win.reopen");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_OPEN);

  /* Leaving it to somebody else may have a reason, too, and so may confirming it; whoever opens the
   * popover next dismisses. */
  SkyReviewBar *bar = sky_finding_pane_get_review_bar (window->finding);
  GtkWidget *entry = GTK_WIDGET (sky_review_bar_get_reason_entry (bar));
  act (window, "win.escalate-because");
  fixture_wait (fixture_is_mapped, entry);
  sky_review_bar_give_reason (bar, "UNCLEAR: the stick covers it");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_ESCALATED);
  g_assert_nonnull (strstr (sky_review_bar_get_state (bar), "UNCLEAR: the stick covers it"));
  act (window, "win.reopen");
  fixture_wait (fixture_is_window_settled, window);
  act (window, "win.confirm-because");
  fixture_wait (fixture_is_mapped, entry);
  sky_review_bar_give_reason (bar, "SEEN: camera 2");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_CONFIRMED);
  g_assert_nonnull (strstr (sky_review_bar_get_state (bar), "SEEN: camera 2"));
  act (window, "win.reopen");
  fixture_wait (fixture_is_window_settled, window);

  sky_review_bar_give_reason (bar, "   ");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_OPEN);
  sky_review_bar_give_reason (bar, "not so");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_DISMISSED);
  g_assert_nonnull (strstr (sky_review_bar_get_state (bar), "not so"));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* The shortcut that the window has for @key by itself. */
static GtkShortcut *
find_shortcut (GtkWidget *window, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (window);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (!GTK_IS_SHORTCUT_CONTROLLER (controller)
          || gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_CAPTURE)
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);
          if (GTK_IS_KEYVAL_TRIGGER (trigger)
              && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key
              && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == 0)
            return g_steal_pointer (&shortcut);
        }
    }
  return NULL;
}

/* Presses @key as the window's own controller sees it. Returns: TRUE when the key was taken. */
static gboolean
press_in (GtkWidget *window, guint key)
{
  g_autoptr (GtkShortcut) shortcut = find_shortcut (window, key);

  g_assert_nonnull (shortcut);
  return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, window, NULL);
}

static gboolean
press (SkyWindow *window, guint key)
{
  return press_in (GTK_WIDGET (window), key);
}

/* What can be done to a camera's picture, each by an action of the window. */
static void
test_looking (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (session));
  int brightness;
  int contrast;
  SkyTime at;

  act_int (window, "win.camera", 2);
  SkyCameraTile *tile = sky_camera_grid_get_chosen (window->cameras);
  g_assert_cmpuint (sky_camera_tile_get_camera (tile), ==, 1);
  act_int (window, "win.magnify", 150);
  act_int (window, "win.magnify", 150);
  g_assert_cmpint (sky_camera_tile_get_zoom (tile), ==, 225);
  act_int (window, "win.pan", 1);
  act_int (window, "win.brightness", 10);
  act_int (window, "win.brightness", 10);
  act_int (window, "win.contrast", -10);
  sky_camera_tile_get_tone (tile, &brightness, &contrast);
  g_assert_cmpint (brightness, ==, 20);
  g_assert_cmpint (contrast, ==, -10);
  act (window, "win.as-recorded");
  sky_camera_tile_get_tone (tile, &brightness, &contrast);
  g_assert_cmpint (brightness, ==, 0);
  g_assert_cmpint (contrast, ==, 0);
  g_assert_cmpint (sky_camera_tile_get_zoom (tile), ==, 100);

  /* The log's events, at the playhead. */
  g_assert_cmpstr (sky_camera_tile_get_caption (tile), ==, "");
  act (window, "win.overlay");
  g_assert_true (sky_time_parse ("2016-09-03T20:00:42.5Z", 22, &at));
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  g_assert_nonnull (strstr (sky_camera_tile_get_caption (tile), "16:00:41.000  RESULT 1 1\n"));
  g_assert_true (g_str_has_suffix (sky_camera_tile_get_caption (tile), "called 2"));
  g_assert_true (sky_time_parse ("2016-09-03T20:00:41.5Z", 22, &at));
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  g_assert_true (g_str_has_suffix (sky_camera_tile_get_caption (tile), "RESULT 1 1"));
  act (window, "win.overlay");
  g_assert_cmpstr (sky_camera_tile_get_caption (tile), ==, "");

  /* The strip's pictures are those there are: of recordings that are gone, none. */
  act (window, "win.strip");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->strip)));
  fixture_wait (fixture_is_window_settled, window);
  act (window, "win.strip");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->strip)));
  g_assert_cmpint (sky_film_strip_slot (SKY_HOUR, 1000), ==, 10 * SKY_MINUTE);
  g_assert_cmpint (sky_film_strip_slot (SKY_SECOND, 1000), ==, SKY_SECOND);

  /* Live and back. */
  act (window, "win.live");
  g_assert_true (sky_camera_wall_get_live (wall));
  act (window, "win.live");
  g_assert_false (sky_camera_wall_get_live (wall));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* The cameras in a window of their own, with the keys of the first. */
static void
test_wall_window (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  GtkWidget *cameras = GTK_WIDGET (window->cameras);

  act (window, "win.wall-window");
  g_assert_nonnull (window->wall_window);
  g_assert_true (gtk_widget_get_root (cameras) == GTK_ROOT (window->wall_window));
  g_assert_true (gtk_widget_get_visible (window->cameras_away));
  fixture_wait (fixture_is_mapped, cameras);
  check_fits (window->wall_window);
  /* What is left is the round; a button brings them back. */
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->layout)));
  g_signal_emit_by_name (window->bring_back, "clicked");
  g_assert_null (window->wall_window);
  g_assert_true (gtk_widget_get_root (cameras) == GTK_ROOT (window));
  act (window, "win.wall-window");
  fixture_wait (fixture_is_mapped, cameras);
  /* Its keys do what the window's do. */
  g_assert_true (press_in (GTK_WIDGET (window->wall_window), GDK_KEY_l));
  g_assert_true (
      sky_camera_wall_get_playing (sky_day_view_get_wall (sky_session_get_day_view (session))));
  g_assert_true (press_in (GTK_WIDGET (window->wall_window), GDK_KEY_k));
  gtk_window_close (window->wall_window);
  g_assert_null (window->wall_window);
  g_assert_true (gtk_widget_get_root (cameras) == GTK_ROOT (window));
  g_assert_false (gtk_widget_get_visible (window->cameras_away));
  /* It does not outlive the window that it came from. */
  act (window, "win.wall-window");
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_keys (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (session));

  sky_finding_view_focus_list (window->findings);
  g_assert_true (press (window, GDK_KEY_space));
  g_assert_true (sky_camera_wall_get_playing (wall));
  g_assert_true (press (window, GDK_KEY_k));
  g_assert_false (sky_camera_wall_get_playing (wall));
  g_assert_true (press (window, GDK_KEY_2));
  g_assert_cmpint (sky_camera_grid_get_large (window->cameras), ==, 1);
  g_assert_true (press (window, GDK_KEY_0));
  g_assert_cmpint (sky_camera_grid_get_large (window->cameras), ==, -1);

  const SkyStoredFinding *finding = sky_selection_get_finding (sky_session_get_selection (session));
  gint64 first = finding->id;
  g_assert_true (press (window, GDK_KEY_n));
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->id, !=, first);
  g_assert_true (press (window, GDK_KEY_p));
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->id, ==, first);

  /* The slash leads into the search; there letters are letters. */
  g_assert_true (press (window, GDK_KEY_slash));
  g_assert_true (GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window))));
  g_assert_false (press (window, GDK_KEY_c));
  g_assert_false (press (window, GDK_KEY_space));
  g_assert_false (press (window, GDK_KEY_1));
  g_assert_false (sky_camera_wall_get_playing (wall));
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_OPEN);

  sky_finding_view_focus_list (window->findings);
  g_assert_true (press (window, GDK_KEY_c));
  fixture_wait (fixture_is_window_settled, window);
  /* The next one is shown; back to what was decided. */
  g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->id, !=, first);
  act (window, "win.decided");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->id, ==, first);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_CONFIRMED);
  g_assert_true (press (window, GDK_KEY_b));
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS, NULL), ==, 1);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Selects the first finding of the list that is of another log than @log. */
static void
select_other_log (SkySession *session, gint64 log)
{
  GListModel *model = G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session)));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      sky_selection_select_position (sky_session_get_selection (session), i);
      fixture_wait (fixture_is_settled, session);
      const SkyStoredFinding *finding =
          sky_selection_get_finding (sky_session_get_selection (session));
      if (finding != NULL && finding->log != log)
        return;
    }
  g_error ("no finding of another log");
}

/* A file has its name, the cause right behind it. */
static void
test_problem_text (void)
{
  static const struct
  {
    const char *message;
    const char *text;
  } problems[] = {
    { "/cases/2026/store.db: it is damaged: page 3", "store.db: it is damaged: page 3" },
    { "/cases/a b/CR-01.tel.jsonl: line 3: no object", "CR-01.tel.jsonl: line 3: no object" },
    { "postgresql://host/db: it cannot be opened", "postgresql://host/db: it cannot be opened" },
    { "/cases/store.db", "/cases/store.db" },
    { "stopped", "stopped" },
  };
  g_autoptr (GPtrArray) messages = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_autofree char *text = sky_problem_text_new (problems[i].message);

      g_assert_cmpstr (text, ==, problems[i].text);
      g_ptr_array_add (messages, (char *) problems[i].message);
    }
  g_autofree char *path = sky_problem_text_dup_path (problems[1].message);
  g_assert_cmpstr (path, ==, "/cases/a b/CR-01.tel.jsonl");
  g_assert_null (sky_problem_text_dup_path (problems[4].message));
  g_autofree char *all = sky_problem_text_new_for_all (messages);
  g_assert_true (g_str_has_prefix (all, problems[0].text));
  g_assert_true (g_str_has_suffix (all, "\n2 more"));
}

static void
test_problems (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  const char *nowhere[] = { "/nowhere/at/all", "/nowhere/at/night", NULL };

  g_assert_false (gtk_info_bar_get_revealed (window->problem_bar));
  sky_session_open_archives (session, nowhere);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_true (gtk_info_bar_get_revealed (window->problem_bar));
  /* Both are named, until somebody has read that. */
  g_assert_cmpstr (gtk_label_get_label (window->problem), ==,
                   "all: there is no such folder\nnight: there is no such folder");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (GTK_WIDGET (window->problem)), ==,
                   "/nowhere/at/all: there is no such folder\n"
                   "/nowhere/at/night: there is no such folder");
  gtk_info_bar_response (window->problem_bar, GTK_RESPONSE_CLOSE);
  g_assert_false (gtk_info_bar_get_revealed (window->problem_bar));

  /* What grows while it is followed is meant to. */
  sky_intake_set_follow (sky_session_get_intake (session), FALSE);
  g_assert_false (gtk_info_bar_get_revealed (window->changed_bar));
  fixture_append (fixture, "");
  sky_day_view_go_to (sky_session_get_day_view (session),
                      sky_day_view_get_position (sky_session_get_day_view (session)));
  fixture_wait (fixture_is_window_settled, window);
  g_assert_true (gtk_info_bar_get_revealed (window->changed_bar));

  /* What is gone is said where it is seen, and that nothing is lost. */
  g_autofree char *away = g_build_filename (fixture->folder, "away", NULL);
  g_assert_cmpint (g_rename (fixture->archive, away), ==, 0);
  sky_day_view_go_to (sky_session_get_day_view (session), 0);
  sky_day_view_jump_round (sky_session_get_day_view (session), 1);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_true (gtk_info_bar_get_revealed (window->changed_bar));
  g_assert_nonnull (strstr (gtk_label_get_label (window->changed), "CR-01.tel.jsonl"));
  g_assert_false (gtk_widget_get_visible (window->audit_again_button));
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (window->title), "missing"));
  g_assert_nonnull (strstr (sky_round_view_get_title (window->round), "missing"));
  g_assert_nonnull (sky_day_view_get_day (sky_session_get_day_view (session)));
  g_assert_cmpint (g_rename (away, fixture->archive), ==, 0);
  sky_day_view_go_to (sky_session_get_day_view (session),
                      sky_day_view_get_position (sky_session_get_day_view (session)));
  fixture_wait (fixture_is_window_settled, window);
  g_assert_null (strstr (adw_window_title_get_subtitle (window->title), "missing"));
  g_assert_null (strstr (sky_round_view_get_title (window->round), "missing"));

  /* A finding whose log was gone before it was opened shows no other's round. */
  fixture_fill_store (fixture, 4);
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), !=, 0);
  gint64 log = sky_day_view_get_log (sky_session_get_day_view (session));
  sky_inbox_clear_filter (sky_session_get_inbox (session));
  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_IRREGULARITY);
  fixture_wait (fixture_is_window_settled, window);
  select_other_log (session, log);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_null (sky_day_view_get_day (sky_session_get_day_view (session)));
  g_assert_nonnull (
      strstr (sky_day_view_get_problem (sky_session_get_day_view (session)), "/archive"));
  g_assert_cmpuint (g_list_model_get_n_items (sky_round_view_get_wagers (window->round)), ==, 0);
  g_assert_cmpstr (sky_round_view_get_title (window->round), ==, "No round");
  g_assert_null (sky_day_view_get_scene (sky_session_get_day_view (session)));
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
shot_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gboolean taken = sky_screenshot_take_finish (result, &error);

  g_assert_no_error (error);
  g_assert_true (taken);
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static gboolean
redraw_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

/* A window is photographed though something in it asks to be drawn anew in every frame. */
static void
test_screenshot (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  g_autofree char *path = g_build_filename (fixture->folder, "window.png", NULL);
  g_autoptr (GError) error = NULL;
  gboolean taken = FALSE;

  fixture_wait (fixture_is_mapped, window);
  sky_screenshot_take_async (window, path, shot_cb, &taken);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), redraw_cb, NULL, NULL);
  fixture_wait (is_true, &taken);
  g_autoptr (GdkTexture) picture = gdk_texture_new_from_filename (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (picture), >=, 1280);
  g_assert_cmpint (gdk_texture_get_height (picture), >=, 720);

  fixture_close_window (window);
  fixture_finalize (session);
}

static gboolean
is_empty (gpointer window)
{
  return fixture_is_window_settled (window) && g_str_equal (sky_window_get_page (window), "empty");
}

static void
count_cb (guint *n)
{
  ++*n;
}

static gboolean
has_open_popover (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget) && gtk_widget_get_visible (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (has_open_popover (child))
        return TRUE;
    }
  return FALSE;
}

/* With nothing open what belongs to the list does nothing, and nothing is told of it. */
static void
test_nothing_open (void)
{
  static const char *const names[] = {
    "win.search",    "win.filter",       "win.saved-filters", "win.changed",
    "win.mark-seen", "win.clear-filter", "win.arrived",
  };
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  guint n_messages = 0;

  fixture_wait (is_empty, window);
  g_signal_connect_swapped (sky_session_get_link (session), "message", G_CALLBACK (count_cb),
                            &n_messages);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_activate_action (GTK_WIDGET (window), names[i], NULL);
  fixture_wait (is_empty, window);
  g_assert_cmpuint (n_messages, ==, 0);
  g_assert_false (has_open_popover (GTK_WIDGET (window->findings)));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Returns: the first @type in @widget whose label or tooltip is @words, or NULL. */
static GtkWidget *
find_titled (GtkWidget *widget, GType type, const char *words)
{
  const char *title = ADW_IS_PREFERENCES_ROW (widget)
                          ? adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget))
                          : gtk_widget_get_tooltip_text (widget);

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && g_strcmp0 (title, words) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_titled (child, type, words);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A certificate is trusted by its fingerprint, however that is written, and no longer. */
static void
check_fingerprints (GtkWidget *preferences, GSettings *settings)
{
  static const char plain[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
  static const char shown[] = "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:"
                              "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF";
  GtkWidget *entry = find_titled (preferences, ADW_TYPE_ENTRY_ROW, "Trust a Fingerprint");

  gtk_editable_set_text (GTK_EDITABLE (entry), "none");
  g_signal_emit_by_name (entry, "apply");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), plain);
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_signal_emit_by_name (entry, "apply");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  g_auto (GStrv) kept = g_settings_get_strv (settings, "trusted-certificates");
  g_assert_cmpuint (g_strv_length (kept), ==, 1);
  g_assert_cmpstr (kept[0], ==, shown);
  g_assert_nonnull (find_titled (preferences, ADW_TYPE_ACTION_ROW, shown));
  g_signal_emit_by_name (find_titled (preferences, GTK_TYPE_BUTTON, "Stop trusting it"), "clicked");
  g_auto (GStrv) left = g_settings_get_strv (settings, "trusted-certificates");
  g_assert_cmpuint (g_strv_length (left), ==, 0);
  g_assert_null (find_titled (preferences, ADW_TYPE_ACTION_ROW, shown));
}

/* What is set in the preferences reaches the session. */
static void
test_preferences (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);

  g_assert_cmpstr (sky_review_desk_get_credential (sky_session_get_desk (session)), ==,
                   g_get_user_name ());
  gpointer preferences = sky_preferences_window_new (GTK_WINDOW (window));
  gtk_window_present (preferences);
  g_settings_set_string (settings, "reviewer-credential", "PA-900");
  g_assert_cmpstr (sky_review_desk_get_credential (sky_session_get_desk (session)), ==, "PA-900");
  g_settings_reset (settings, "reviewer-credential");
  g_assert_cmpstr (sky_review_desk_get_credential (sky_session_get_desk (session)), ==,
                   g_get_user_name ());
  check_fingerprints (preferences, settings);
  /* The rows go with their window. */
  GWeakRef row;
  g_weak_ref_init (&row, find_titled (preferences, ADW_TYPE_ENTRY_ROW, "Credential"));
  fixture_close_window (preferences);
  g_assert_null (g_weak_ref_get (&row));
  g_weak_ref_clear (&row);
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_application (void)
{
  g_autoptr (SkyApplication) application = sky_application_new ();

  g_assert_cmpstr (g_application_get_application_id (G_APPLICATION (application)), ==, SKY_APP_ID);
  g_assert_cmpint (sky_application_get_status (application), ==, 0);
}

static gboolean
is_round_shown (gpointer data)
{
  SkyWindow *window = data;

  return gtk_widget_get_mapped (GTK_WIDGET (window->layout))
         && gtk_widget_get_mapped (GTK_WIDGET (window->round))
         && !gtk_widget_get_mapped (GTK_WIDGET (window->cameras));
}

static gboolean
are_cameras_shown (gpointer data)
{
  SkyWindow *window = data;

  return gtk_widget_get_mapped (GTK_WIDGET (window->cameras))
         && !gtk_widget_get_mapped (GTK_WIDGET (window->layout));
}

static gboolean
are_both_shown (gpointer data)
{
  SkyWindow *window = data;

  return gtk_widget_get_mapped (GTK_WIDGET (window->cameras))
         && gtk_widget_get_mapped (GTK_WIDGET (window->layout));
}

/* The round takes the cameras' room, and gives it back to what was there. */
static void
test_pictures (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  fixture_wait (are_cameras_shown, window);
  g_assert_true (press (window, GDK_KEY_g));
  fixture_wait (is_round_shown, window);
  g_assert_true (gtk_toggle_button_get_active (window->show_layout));
  g_assert_true (press (window, GDK_KEY_g));
  fixture_wait (are_cameras_shown, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pictures", "i", SKY_PICTURES_BOTH);
  fixture_wait (are_both_shown, window);
  g_assert_true (press (window, GDK_KEY_g));
  fixture_wait (is_round_shown, window);
  g_assert_true (press (window, GDK_KEY_g));
  fixture_wait (are_both_shown, window);
  gtk_toggle_button_set_active (window->show_cameras, TRUE);
  fixture_wait (are_cameras_shown, window);
  fixture_close_window (window);
  fixture_finalize (session);
}

static gboolean
is_nothing (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static gboolean
has_begun (gpointer session)
{
  guint done;

  return sky_review_desk_get_deciding (sky_session_get_desk (session), &done) > 0 && done > 0;
}

static gboolean
has_stopped (gpointer window)
{
  SkySession *session = sky_window_get_session (window);

  return sky_review_desk_get_deciding (sky_session_get_desk (session), NULL) == 0
         && fixture_is_settled (session);
}

/* A window that is closed while findings are decided stays until that was stopped, and says how
 * many were. */
static void
test_closing (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  fixture_fill_store (fixture, 3000);
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, 3000);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  fixture_wait (fixture_is_window_settled, window);
  sky_inbox_set_chosen (sky_session_get_inbox (session), all);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  g_assert_cmpuint (sky_review_desk_get_deciding (sky_session_get_desk (session), NULL), ==, 3000);

  /* Asked once, and gone on. */
  gtk_window_close (GTK_WINDOW (window));
  g_assert_nonnull (sky_closing_get_dialog (window->closing));
  GtkWindow *asked = sky_closing_get_dialog (window->closing);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_true (sky_closing_get_dialog (window->closing) == asked);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (asked), "go-on");
  g_assert_null (sky_closing_get_dialog (window->closing));
  g_assert_cmpuint (sky_review_desk_get_deciding (sky_session_get_desk (session), NULL), ==, 3000);

  /* Asked again, and stopped. */
  fixture_wait (has_begun, session);
  gtk_window_close (GTK_WINDOW (window));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (sky_closing_get_dialog (window->closing)),
                               "stop");
  fixture_wait (has_stopped, window);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window)));
  g_assert_nonnull (sky_closing_get_dialog (window->closing));
  const char *told =
      adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (sky_closing_get_dialog (window->closing)));
  g_assert_nonnull (strstr (told, "findings decided; stopped"));
  guint n = (guint) g_ascii_strtoull (told, NULL, 10);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, 3000);
  guint64 undecided;
  sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_ALL, &undecided);
  g_assert_cmpuint (undecided, ==, 3000 - n);
  gpointer there = window;
  g_object_add_weak_pointer (G_OBJECT (window), &there);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (sky_closing_get_dialog (window->closing)),
                               "close");
  fixture_wait (is_nothing, &there);
  fixture_finalize (session);
}

static void
gone_cb (gpointer n_gone, GObject *part)
{
  (*(guint *) n_gone)++;
}

/* How many widgets there are in @widget, with itself. */
static guint
count_widgets (GtkWidget *widget)
{
  guint n = 1;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_widgets (child);
  return n;
}

/* A window that was closed is taken apart with many turns, none of which takes much of it away. */
static void
test_leaving (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  fixture_fill_store (fixture, 3000);
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  fixture_wait (fixture_is_window_settled, window);
  guint whole = count_widgets (GTK_WIDGET (window));
  guint left = whole, n_gone = 0, most = 0;

  g_object_weak_ref (G_OBJECT (window), gone_cb, &n_gone);
  gtk_window_close (GTK_WINDOW (window));
  while (n_gone == 0)
    {
      guint now = count_widgets (GTK_WIDGET (window));

      most = MAX (most, left - MIN (now, left));
      left = now;
      g_main_context_iteration (NULL, TRUE);
    }
  g_test_message ("%u of %u widgets at once, %u in the end", most, whole, left);
  g_assert_cmpuint (most, <, whole / 4);
  g_assert_cmpuint (left, <, whole / 4);
  fixture_finalize (session);
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_ENTRY (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

static GtkWidget *
find_dialog (void)
{
  g_autoptr (GListModel) windows = G_LIST_MODEL (g_object_ref (gtk_window_get_toplevels ()));

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) each = g_list_model_get_item (windows, i);
      if (ADW_IS_MESSAGE_DIALOG (each))
        return each;
    }
  return NULL;
}

/* A time that is typed, and a bookmark that has a name. */
/* Whether a label that shows @text lies below a widget. */
static gboolean
shows_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return gtk_widget_get_mapped (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows_label (child, text))
      return TRUE;
  return FALSE;
}

/* The list names its clock as it was on the open day, and not as it is when somebody looks. */
static void
test_zone (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyClock *clock = sky_session_get_clock (session);

  /* Where it is summer in September, and where it is then winter. */
  sky_clock_set_property_zone (clock, "America/New_York");
  g_assert_true (shows_label (GTK_WIDGET (window->findings), "EDT"));
  sky_clock_set_property_zone (clock, "Australia/Sydney");
  g_assert_true (shows_label (GTK_WIDGET (window->findings), "AEST"));
  sky_clock_set_property_zone (clock, NULL);
  g_assert_true (shows_label (GTK_WIDGET (window->findings), "UTC"));
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_instant (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyDayView *view = sky_session_get_day_view (session);
  SkyTime from;
  SkyTime until;

  sky_table_day_get_span (sky_day_view_get_day (view), &from, &until);
  SkyTime wanted = (from + until) / 2 / SKY_SECOND * SKY_SECOND;
  g_autofree char *text = sky_clock_text_second (wanted, sky_day_view_get_zone (view));
  sky_day_view_go_to (view, from);
  act (window, "win.go-to-time");
  GtkWidget *entry = find_entry (GTK_WIDGET (window->transport));
  fixture_wait (fixture_is_mapped, entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "half past");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpint (sky_day_view_get_position (view), ==, from);
  gtk_editable_set_text (GTK_EDITABLE (entry), text + strlen ("2016-09-03 "));
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (sky_day_view_get_position (view), ==, wanted);
  fixture_wait (fixture_is_window_settled, window);

  /* The instant is that of the key. */
  act (window, "win.name-bookmark");
  GtkWidget *dialog = find_dialog ();
  gtk_editable_set_text (
      GTK_EDITABLE (adw_message_dialog_get_extra_child (ADW_MESSAGE_DIALOG (dialog))),
      "The hand at the rail");
  sky_day_view_go_to (view, from);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "bookmark");
  fixture_wait (fixture_is_window_settled, window);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpuint (fixture_count_rows (session), ==, 1);
  const SkyBookmark *bookmark =
      sky_queue_item_get_bookmark (sky_selection_get_item (sky_session_get_selection (session)));
  g_assert_cmpstr (bookmark->text, ==, "The hand at the rail");
  g_assert_cmpint (bookmark->at, ==, wanted);

  act (window, "win.name-bookmark");
  dialog = find_dialog ();
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpuint (fixture_count_rows (session), ==, 1);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/window/application", test_application);
  gtk_init ();
  adw_init ();
  g_test_add_func ("/window/open", test_open);
  g_test_add_func ("/window/actions", test_actions);
  g_test_add_func ("/window/looking", test_looking);
  g_test_add_func ("/window/wall-window", test_wall_window);
  g_test_add_func ("/window/keys", test_keys);
  g_test_add_func ("/window/preferences", test_preferences);
  g_test_add_func ("/window/problems", test_problems);
  g_test_add_func ("/window/problem-text", test_problem_text);
  g_test_add_func ("/window/windows", test_windows);
  g_test_add_func ("/window/keys-window", test_keys_window);
  g_test_add_func ("/window/toast", test_toast);
  g_test_add_func ("/window/no-store", test_no_store);
  g_test_add_func ("/window/screenshot", test_screenshot);
  g_test_add_func ("/window/pictures", test_pictures);
  g_test_add_func ("/window/closing", test_closing);
  g_test_add_func ("/window/leaving", test_leaving);
  g_test_add_func ("/window/zone", test_zone);
  g_test_add_func ("/window/instant", test_instant);
  g_test_add_func ("/window/nothing-open", test_nothing_open);
  return fixture_run_tests ();
}
