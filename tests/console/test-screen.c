/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen belongs to the work: what the pictures have of the window, and what is beside them. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-camera-tile.h"
#include "sky-picture.h"
#include "sky-round-view.h"
#include "sky-window-private.h"

/* Of the window's area, in hundredths, what pictures of cameras have at least. */
#define PICTURES_SHARE 40

/* What is a picture: the tile of a camera as it lies in the window, with the bars that another
 * shape of picture leaves in it; where the layout is shown and no camera, the layout. Bars, buttons
 * and the gaps between tiles are none. */
static gint64
measure_tiles (GtkWidget *widget)
{
  gint64 area = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (SKY_IS_CAMERA_TILE (widget))
    return (gint64) gtk_widget_get_width (widget) * gtk_widget_get_height (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    area += measure_tiles (child);
  return area;
}

static gint64
measure_layout (SkyWindow *window)
{
  GtkWidget *layout = GTK_WIDGET (window->layout);

  return gtk_widget_get_mapped (layout)
             ? (gint64) gtk_widget_get_width (layout) * gtk_widget_get_height (layout)
             : 0;
}

typedef struct
{
  int width;
  int height;
} Size;

static const Size sizes[] = { { 1024, 700 }, { 1280, 720 }, { 1600, 900 }, { 2560, 1440 } };

static SkyWindow *
open_window (SkySession *session, const Size *size)
{
  SkyWindow *window = sky_window_new (NULL, session);

  gtk_window_set_default_size (GTK_WINDOW (window), size->width, size->height);
  /* Larger than the display, too. */
  gtk_widget_set_size_request (GTK_WIDGET (window), size->width, size->height);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (fixture_is_window_settled, window);
  /* The edge that the toolkit draws is of the window, and not in its size. */
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, size->width);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window)), <=, size->height);
  return window;
}

static gboolean
has_tiles (gpointer window)
{
  return measure_tiles (GTK_WIDGET (SKY_WINDOW (window)->cameras)) > 0;
}

static void
test_share (gconstpointer data)
{
  const Size *size = data;
  const gint64 window_area = (gint64) size->width * size->height;
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = open_window (session, size);
  gint64 tiles = measure_tiles (GTK_WIDGET (window->cameras));
  gint64 both = tiles + measure_layout (window);

  g_test_message ("%d by %d: tiles %d %%, with the layout %d %%", size->width, size->height,
                  (int) (tiles * 100 / window_area), (int) (both * 100 / window_area));
  g_assert_cmpint (both * 100, >=, window_area * PICTURES_SHARE);
  /* The queues are in the sidebar where that has room, else in a button above the list. */
  g_assert_cmpint (adw_flap_get_reveal_flap (window->flap), ==, size->width >= 1920);
  g_assert_cmpint (gtk_widget_get_mapped (GTK_WIDGET (window->queue_button)), ==,
                   size->width < 1920);
  if (size->width < 1920)
    g_assert_cmpint (gtk_paned_get_position (window->columns), <=, 380);
  g_assert_cmpint (gtk_paned_get_position (window->columns), >=, 300);

  /* The layout in their place, with wagers and steps below it. */
  sky_window_set_pictures (window, SKY_PICTURES_LAYOUT);
  fixture_wait (fixture_is_mapped, window->layout);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (measure_tiles (GTK_WIDGET (window->cameras)), ==, 0);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window->round)), >=, 150);
  g_assert_cmpint (measure_layout (window), >, 0);
  sky_window_set_pictures (window, SKY_PICTURES_CAMERAS);
  fixture_wait (has_tiles, window);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (measure_tiles (GTK_WIDGET (window->cameras)) * 100, >=,
                   window_area * PICTURES_SHARE);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Without cameras nothing stands where they would be. */
static void
test_no_cameras (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *footage = g_build_filename (fixture->archive, "footage.json", NULL);
  g_assert_cmpint (g_unlink (footage), ==, 0);
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = open_window (session, &sizes[1]);

  fixture_wait (fixture_is_mapped, window->layout);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (window->cameras)));
  g_assert_false (gtk_widget_get_mapped (window->pictures_switch));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window->round)));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A finding's round lists its own wager, and all when they are asked for. */
static void
test_wagers (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *day_view = sky_session_get_day_view (session);
  SkyRoundView *view = g_object_ref_sink (
      g_object_new (SKY_TYPE_ROUND_VIEW, "selection", sky_session_get_selection (session), NULL));
  GListModel *wagers = sky_round_view_get_wagers (view);

  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_day_view_get_own_wager (day_view), ==, "w3");
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);
  sky_round_view_set_all (view, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 2);
  sky_round_view_set_all (view, FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);

  /* The pointer changes nothing of it, a click on another wager adds that. */
  sky_day_view_set_pointed (day_view, "w1");
  g_assert_cmpstr (sky_day_view_get_pinned (day_view), ==, "w3");
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);
  sky_day_view_set_pinned (day_view, "w1");
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 2);
  sky_day_view_set_pinned (day_view, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);

  /* Of a wager that was taken down the table says that it is not there. */
  GtkWidget *gone = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (view), SKY_TYPE_ROUND_VIEW, "own_gone"));
  g_assert_false (gtk_widget_get_visible (gone));
  sky_day_view_set_own_wager (day_view, sky_day_view_get_round (day_view), "taken-down");
  sky_day_view_set_pinned (day_view, "w1");
  g_assert_true (gtk_widget_get_visible (gone));
  fixture_finalize (view);
  fixture_finalize (session);
}

/* --- Where a finding is seen ------------------------------------------------------------------ */

static SkyTime
instant (const char *text)
{
  SkyTime at;

  g_assert_true (sky_time_parse (text, strlen (text), &at));
  return at;
}

static void
test_sight (void)
{
  static const struct
  {
    const char *check;
    SkyCuePoint sight;
  } kinds[] = {
    { "settle.missing", SKY_CUE_POINT_RESULT },     { "settle.payout", SKY_CUE_POINT_RESULT },
    { "settle.outcome", SKY_CUE_POINT_RESULT },     { "settle.order", SKY_CUE_POINT_EVENT },
    { "dispute.ruling", SKY_CUE_POINT_RESULT },     { "craps.power-odds", SKY_CUE_POINT_EVENT },
    { "fire_bet.confirm", SKY_CUE_POINT_EVENT },    { "wager.late", SKY_CUE_POINT_EVENT },
    { "sight.contradicts", SKY_CUE_POINT_PICTURE },
  };
  SkyStoredFinding finding = { .round = 2, .wager = (char *) "w3" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      finding.check = (char *) kinds[i].check;
      g_assert_cmpint (sky_cue_point_of_finding (&finding), ==, kinds[i].sight);
    }
  finding.wager = NULL;
  g_assert_cmpint (sky_cue_point_of_finding (&finding), ==, SKY_CUE_POINT_PICTURE);
  finding.check = (char *) "settle.missing";
  g_assert_cmpint (sky_cue_point_of_finding (&finding), ==, SKY_CUE_POINT_EVENT);
  g_assert_cmpint (sky_cue_point_of_finding (NULL), ==, SKY_CUE_POINT_EVENT);

  /* The field bet of round 2 is paid too little at 43 s; the dice fell before. */
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *day_view = sky_session_get_day_view (session);
  SkyTableDay *day = sky_day_view_get_day (day_view);
  SkyTime settled = instant ("2016-09-03T20:00:43Z");
  SkyTime seen = sky_cue_point_find (SKY_CUE_POINT_RESULT, day, 2, settled);
  g_assert_cmpint (seen, <, settled);
  g_assert_cmpint (seen, >, instant ("2016-09-03T20:00:31Z"));
  g_assert_cmpint (sky_cue_point_find (SKY_CUE_POINT_EVENT, day, 2, settled), ==, settled);
  g_assert_cmpint (sky_cue_point_find (SKY_CUE_POINT_RESULT, day, 77, settled), ==, settled);
  g_assert_cmpint (sky_cue_point_find (SKY_CUE_POINT_RESULT, day, 2, SKY_TIME_NONE), ==,
                   SKY_TIME_NONE);

  /* Chosen, the variance is shown while its chips lie. */
  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_day_view_get_position (day_view), ==, seen);
  const SkyScene *scene = sky_day_view_get_scene (day_view);
  gboolean lies = FALSE;
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      lies |= strcmp (wager->id, "w3") == 0 && sky_picture_wager_lies (wager);
    }
  g_assert_true (lies);
  fixture_finalize (session);
}

/* --- Walking ---------------------------------------------------------------------------------- */

static const SkyStoredFinding *
shown (SkyWindow *window)
{
  return sky_selection_get_finding (sky_session_get_selection (sky_window_get_session (window)));
}

static void
act (SkyWindow *window, const char *action, int number)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, "i", number);
  fixture_wait (fixture_is_window_settled, window);
}

/* A queue that is chosen shows its first open finding. */
static void
test_queue (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  act (window, "win.listing", 3);
  g_assert_cmpint (shown (window)->queue, ==, SKY_QUEUE_VARIANCE);
  g_assert_false (sky_selection_get_unlisted (sky_session_get_selection (session)));
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), ==,
                   shown (window)->round);
  g_assert_cmpstr (gtk_label_get_label (window->queue_name), ==, "Variances · 1");

  /* One that is empty shows nothing, not what was there before. */
  act (window, "win.listing", 5);
  g_assert_cmpuint (fixture_count_rows (session), ==, 0);
  g_assert_null (shown (window));
  act (window, "win.listing", 2);
  g_assert_cmpint (shown (window)->queue, ==, SKY_QUEUE_DISPUTE);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* One goes on to the next open finding, past decided ones, and can go back. */
static void
test_deciding (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  SkySession *session = fixture_open_session (fixture);
  SkySelection *selection = sky_session_get_selection (session);
  SkyWindow *window = fixture_open_window (session);
  guint n = fixture_count_rows (session);
  gint64 first = shown (window)->id;

  g_assert_cmpuint (n, >=, 3);
  sky_selection_select_position (selection, 1);
  fixture_wait (fixture_is_window_settled, window);
  gint64 second = shown (window)->id;
  gtk_widget_activate_action (GTK_WIDGET (window), "win.escalate", NULL);
  fixture_wait (fixture_is_window_settled, window);
  gint64 third = shown (window)->id;
  g_assert_cmpint (third, !=, second);
  g_assert_cmpint (third, !=, first);

  /* The decided one is passed by, unless any is asked for. */
  act (window, "win.finding", -1);
  g_assert_cmpint (shown (window)->id, ==, first);
  act (window, "win.finding", 1);
  g_assert_cmpint (shown (window)->id, ==, third);
  act (window, "win.any-finding", -1);
  g_assert_cmpint (shown (window)->id, ==, second);
  act (window, "win.finding", 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.decided", NULL);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (shown (window)->id, ==, second);

  /* Behind the last nothing is open: what is shown stays, until one decides. */
  sky_selection_select_position (selection, n - 1);
  fixture_wait (fixture_is_window_settled, window);
  gint64 last = shown (window)->id;
  act (window, "win.finding", 1);
  g_assert_cmpint (shown (window)->id, ==, last);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.escalate", NULL);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (shown (window)->id, ==, first);

  /* Who does not want that stays. */
  g_settings_set_boolean (settings, "next-after-deciding", FALSE);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.escalate", NULL);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (shown (window)->id, ==, first);
  g_assert_cmpint (sky_selection_get_review (selection)->state, ==, SKY_REVIEW_ESCALATED);
  g_settings_reset (settings, "next-after-deciding");
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Whatever was decided, the window is no wider than the smallest displays. */
static void
test_width (void)
{
  static const SkyLedgerAction actions[] = { SKY_LEDGER_REVIEW, SKY_LEDGER_CONFIRM,
                                             SKY_LEDGER_REOPEN, SKY_LEDGER_ESCALATE };
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = open_window (session, &sizes[0]);

  g_settings_set_boolean (settings, "next-after-deciding", FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      int least;
      sky_selection_decide (sky_session_get_selection (session), actions[i], NULL);
      fixture_wait (fixture_is_window_settled, window);
      gtk_widget_set_size_request (GTK_WIDGET (window), 640, 480);
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                          NULL);
      g_assert_cmpint (least, <=, 1024);
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, 1024, &least, NULL, NULL,
                          NULL);
      g_assert_cmpint (least, <=, 700);
    }
  g_settings_reset (settings, "next-after-deciding");
  fixture_close_window (window);
  fixture_finalize (session);
}

/* --- Alarms ----------------------------------------------------------------------------------- */

static void
test_alarms (void)
{
  SkyAlarmStrip *strip = g_object_ref_sink (g_object_new (SKY_TYPE_ALARM_STRIP, NULL));

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (strip)));
  g_assert_null (sky_alarm_strip_get_key (strip));
  sky_alarm_strip_add (strip, "a", "CR-01, 20:01:11: confirm now", FALSE);
  sky_alarm_strip_add (strip, "b", "CR-02, 20:01:12: confirm now", TRUE);
  sky_alarm_strip_add (strip, "a", "CR-01, 20:01:11: confirm now", TRUE);
  g_assert_cmpuint (sky_alarm_strip_get_n (strip), ==, 2);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (strip)));
  g_assert_cmpstr (sky_alarm_strip_get_key (strip), ==, "a");
  sky_alarm_strip_settle (strip, "a");
  g_assert_cmpstr (sky_alarm_strip_get_key (strip), ==, "b");
  sky_alarm_strip_settle (strip, "c");
  sky_alarm_strip_settle (strip, "b");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (strip)));
  fixture_finalize (strip);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/screen/share/%dx%d", sizes[i].width, sizes[i].height);
      g_test_add_data_func (path, &sizes[i], test_share);
    }
  g_test_add_func ("/screen/no-cameras", test_no_cameras);
  g_test_add_func ("/screen/wagers", test_wagers);
  g_test_add_func ("/screen/sight", test_sight);
  g_test_add_func ("/screen/queue", test_queue);
  g_test_add_func ("/screen/deciding", test_deciding);
  g_test_add_func ("/screen/width", test_width);
  g_test_add_func ("/screen/alarms", test_alarms);
  return fixture_run_tests ();
}
