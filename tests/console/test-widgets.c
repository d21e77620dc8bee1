/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each widget by itself: made from its template, given a session, taken away again. */
#include "config.h"

#include <adwaita.h>

#include "fixture.h"
#include "sky-audit-progress.h"
#include "sky-camera-grid.h"
#include "sky-camera-tile.h"
#include "sky-confirmation-sheet.h"
#include "sky-empty-list.h"
#include "sky-file-chooser.h"
#include "sky-filter-popover.h"
#include "sky-finding-pane.h"
#include "sky-finding-view.h"
#include "sky-layout-view.h"
#include "sky-left-out.h"
#include "sky-paragraph.h"
#include "sky-queue-list.h"
#include "sky-renderer.h"
#include "sky-review-bar.h"
#include "sky-round-view.h"
#include "sky-step-row.h"
#include "sky-still.h"
#include "sky-timeline.h"
#include "sky-transport.h"
#include "sky-wager-cell.h"
#include "sky-wager-item.h"

static void
count_cb (GObject *object, GParamSpec *pspec, gpointer data)
{
  ++*(guint *) data;
}

/* Which part of @session the widget is given: the property that it has of its own. */
static gpointer
find_part (SkySession *session, gpointer widget, const char **name)
{
  gpointer parts[] = { sky_session_get_intake (session), sky_session_get_inbox (session),
                       sky_session_get_day_view (session), sky_session_get_selection (session) };
  g_autofree GParamSpec **properties =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (widget), NULL);

  for (guint i = 0; properties[i] != NULL; i++)
    {
      *name = properties[i]->name;
      for (guint part = 0; part < G_N_ELEMENTS (parts); part++)
        {
          if (properties[i]->value_type == G_OBJECT_TYPE (parts[part]))
            return parts[part];
        }
    }
  g_error ("%s is given no part of a session", G_OBJECT_TYPE_NAME (widget));
}

/* Gives a widget of @type its part of a session, twice: it tells once, takes it, and leaves no
 * trace of it. */
static void
check_session_property (gconstpointer data)
{
  GType type = GPOINTER_TO_SIZE (data);
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  GtkWidget *widget = g_object_ref_sink (g_object_new (type, NULL));
  const char *name;
  gpointer part = find_part (session, widget, &name);
  g_autofree char *signal = g_strdup_printf ("notify::%s", name);
  guint told = 0;

  g_signal_connect (widget, signal, G_CALLBACK (count_cb), &told);
  g_object_set (widget, name, part, NULL);
  g_object_set (widget, name, part, NULL);
  g_assert_cmpuint (told, ==, 1);
  g_autoptr (GObject) got = NULL;
  g_object_get (widget, name, &got, NULL);
  g_assert_true (got == part);
  g_clear_object (&got);
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)), !=,
                   GTK_ACCESSIBLE_ROLE_NONE);

  /* It lives through what a session does. */
  sky_selection_select_next (sky_session_get_selection (session), 1);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ROUNDS);
  fixture_wait (fixture_is_settled, session);
  fixture_finalize (widget);
  fixture_finalize (session);
}

static void
test_queue_list (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyQueueList *list = g_object_ref_sink (
      g_object_new (SKY_TYPE_QUEUE_LIST, "inbox", sky_session_get_inbox (session), NULL));

  g_assert_cmpstr (sky_queue_list_get_count (list, (SkyListing) SKY_QUEUE_VARIANCE), ==, "1");
  g_assert_cmpstr (sky_queue_list_get_count (list, SKY_LISTING_ROUNDS), ==, "3");
  fixture_finalize (list);
  fixture_finalize (session);
}

static void
test_finding_view (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyQueueModel *model = sky_inbox_get_model (sky_session_get_inbox (session));
  SkyFindingView *view = g_object_ref_sink (
      g_object_new (SKY_TYPE_FINDING_VIEW, "selection", sky_session_get_selection (session), NULL));
  gboolean descending;

  /* As a click on a head: ascending, again descending. */
  sky_finding_view_sort (view, SKY_COLUMN_VARIANCE);
  g_assert_cmpint (sky_queue_model_get_sort (model, &descending), ==, SKY_FINDING_SORT_VARIANCE);
  g_assert_false (descending);
  sky_finding_view_sort (view, SKY_COLUMN_VARIANCE);
  g_assert_cmpint (sky_queue_model_get_sort (model, &descending), ==, SKY_FINDING_SORT_VARIANCE);
  g_assert_true (descending);
  sky_finding_view_sort (view, SKY_COLUMN_CHECK);
  g_assert_cmpint (sky_queue_model_get_sort (model, &descending), ==, SKY_FINDING_SORT_CHECK);
  g_assert_false (descending);
  /* The menu of a narrow list does the same, and says how it is. */
  gtk_widget_activate_action (GTK_WIDGET (view), "order.by", "i", SKY_FINDING_SORT_SEVERITY);
  g_assert_cmpint (sky_queue_model_get_sort (model, &descending), ==, SKY_FINDING_SORT_SEVERITY);
  g_assert_false (descending);
  gtk_widget_activate_action (GTK_WIDGET (view), "order.descending", NULL);
  g_assert_cmpint (sky_queue_model_get_sort (model, &descending), ==, SKY_FINDING_SORT_SEVERITY);
  g_assert_true (descending);
  fixture_wait (fixture_is_settled, session);
  fixture_finalize (view);
  fixture_finalize (session);
}

static gboolean
is_painted (gpointer view)
{
  return sky_finding_view_is_settled (view);
}

/* A narrow list of findings has a card a row and no heads, a wide one columns. */
static void
test_cards (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyFindingView *view =
      g_object_new (SKY_TYPE_FINDING_VIEW, "selection", sky_session_get_selection (session), NULL);
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  gtk_window_set_default_size (GTK_WINDOW (window), 380, 600);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_painted, view);
  GtkWidget *list = sky_finding_view_get_list (view);
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (list));
  guint shown = 0;
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      shown += gtk_column_view_column_get_visible (column);
    }
  g_assert_cmpuint (shown, ==, 1);
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_first_child (list)));

  gtk_widget_set_size_request (GTK_WIDGET (view), 900, 600);
  while (gtk_widget_get_width (GTK_WIDGET (view)) < 900)
    g_main_context_iteration (NULL, TRUE);
  fixture_wait (is_painted, view);
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_first_child (list)));
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (fixture_is_settled, session);
  fixture_finalize (session);
}

static gboolean
is_loaded (gpointer item)
{
  return sky_queue_item_get_loaded (item);
}

/* The severity of the row at @position, as its cell has it. */
static char *
dup_severity (SkyInbox *inbox, guint position)
{
  g_autoptr (SkyQueueItem) item =
      g_list_model_get_item (G_LIST_MODEL (sky_inbox_get_model (inbox)), position);

  fixture_wait (is_loaded, item);
  return sky_queue_item_dup_text (item, SKY_COLUMN_SEVERITY, NULL);
}

static SkySession *
open_recorded (Fixture *fixture)
{
  g_autofree char *from =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "recorded-by-eye.tel.jsonl", NULL);
  g_autofree char *to = fixture_log_path (fixture);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
  g_assert_true (g_file_set_contents (to, text, -1, NULL));
  return fixture_open_session (fixture);
}

/* Of a log that somebody recorded by eye: rows of what they could not see for certain are marked,
 * and wherever a list could be taken for the whole it says what nobody looked at. */
static void
test_recorded (void)
{
  static const char left_out[] =
      "CR-01 · 2023-11-04: Not looked at: procedure, people, equipment, posted rules and disputes. "
      "Checks not made: 57 of 121. Rounds looked at: 4. 1 stretch was skipped, 4 min 30 s in all. "
      "Rounds recorded again: 1. Settlements accepted as proposed: 4 of 7. Lines that could not be "
      "seen for certain: 2.";
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = open_recorded (fixture);
  SkyInbox *inbox = sky_session_get_inbox (session);
  GtkLabel *label = g_object_ref_sink (GTK_LABEL (gtk_label_new (NULL)));

  sky_inbox_set_listing (inbox, (SkyListing) SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_settled, session);
  g_autofree char *first = dup_severity (inbox, 0);
  g_autofree char *second = dup_severity (inbox, 1);
  g_autofree char *third = dup_severity (inbox, 2);
  g_autofree char *told = sky_left_out_dup_text (inbox);

  g_assert_cmpstr (first, ==, "Major?");
  g_assert_cmpstr (second, ==, "Major?");
  g_assert_cmpstr (third, ==, "Major");
  g_assert_cmpstr (told, ==, left_out);
  sky_left_out_show (inbox, "3 findings", label);
  g_assert_cmpstr (gtk_label_get_label (label), ==, "3 findings; not all was looked at");
  g_assert_true (g_str_has_suffix (gtk_widget_get_tooltip_text (GTK_WIDGET (label)), left_out));
  /* Nor does an empty queue say that all is well. */
  sky_inbox_set_listing (inbox, (SkyListing) SKY_QUEUE_DISPUTE);
  fixture_wait (fixture_is_settled, session);
  g_autofree char *empty = sky_empty_list_dup_text (inbox);
  g_autofree char *wanted =
      g_strconcat ("The audit found nothing in this queue.\n", left_out, NULL);
  g_assert_cmpstr (empty, ==, wanted);
  fixture_finalize (label);
  fixture_finalize (session);
}

/* A log of the table's own leaves nothing out. */
static void
test_not_recorded (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyInbox *inbox = sky_session_get_inbox (session);
  GtkLabel *label = g_object_ref_sink (GTK_LABEL (gtk_label_new (NULL)));

  sky_left_out_show (inbox, "2 findings", label);
  g_assert_cmpstr (gtk_label_get_label (label), ==, "2 findings");
  g_assert_null (gtk_widget_get_tooltip_text (GTK_WIDGET (label)));
  fixture_finalize (label);
  fixture_finalize (session);
}

static void
test_filter_popover (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  GListModel *model = G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session)));
  guint all = g_list_model_get_n_items (model);
  SkyFilterPopover *popover = g_object_ref_sink (
      g_object_new (SKY_TYPE_FILTER_POPOVER, "inbox", sky_session_get_inbox (session), NULL));

  sky_filter_popover_set_state (popover, SKY_REVIEW_DISMISSED, TRUE);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_inbox_get_filter (sky_session_get_inbox (session))->states, ==,
                    1u << SKY_REVIEW_DISMISSED);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 0);
  sky_filter_popover_set_state (popover, SKY_REVIEW_OPEN, TRUE);
  sky_filter_popover_set_severity (popover, SKY_SEVERITY_MAJOR, TRUE);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (g_list_model_get_n_items (model), >, 0);
  sky_inbox_clear_filter (sky_session_get_inbox (session));
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, all);
  fixture_finalize (popover);
  fixture_finalize (session);
}

static void
test_round_view (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyRoundView *view = g_object_ref_sink (
      g_object_new (SKY_TYPE_ROUND_VIEW, "selection", sky_session_get_selection (session), NULL));
  SkyTime at;

  g_assert_true (sky_time_parse ("2016-09-03T20:00:43Z", 20, &at));
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  fixture_wait (fixture_is_settled, session);
  GListModel *wagers = sky_round_view_get_wagers (view);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 2);
  g_assert_cmpuint (sky_round_view_get_n_steps (view), >, 0);

  g_autoptr (SkyWagerItem) pass = g_list_model_get_item (wagers, 0);
  g_assert_cmpstr (sky_wager_item_get_id (pass), ==, "w1");
  g_assert_cmpstr (sky_wager_item_get_recorded (pass), ==, "—");
  g_assert_cmpstr (sky_wager_item_get_recomputed (pass), ==, "—");
  g_assert_cmpstr (sky_wager_item_get_difference (pass), ==, "");
  g_assert_false (sky_wager_item_get_differs (pass));
  g_autoptr (SkyWagerItem) field = g_list_model_get_item (wagers, 1);
  g_assert_cmpstr (sky_wager_item_get_id (field), ==, "w3");
  g_assert_cmpstr (sky_wager_item_get_amount (field), ==, "$5.00");
  g_assert_cmpstr (sky_wager_item_get_recorded (field), ==, "win +$5.00");
  g_assert_cmpstr (sky_wager_item_get_recomputed (field), ==, "win +$10.00");
  g_assert_cmpstr (sky_wager_item_get_difference (field), ==, "−$5.00");
  g_assert_true (sky_wager_item_get_differs (field));

  sky_day_view_set_pointed (sky_session_get_day_view (session), "w3");
  g_assert_cmpstr (sky_day_view_get_pointed (sky_session_get_day_view (session)), ==, "w3");

  /* Rows stay and are given the wagers of another round; until those are there they say nothing. */
  sky_day_view_go_to (sky_session_get_day_view (session), at - 25 * SKY_SECOND);
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), ==, 1);
  g_assert_cmpstr (sky_wager_item_get_id (field), ==, "");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), >=, 1);
  g_autoptr (SkyWagerItem) first = g_list_model_get_item (wagers, 0);
  g_assert_true (first == pass);
  g_assert_cmpstr (sky_wager_item_get_id (first), !=, "");
  fixture_finalize (view);
  fixture_finalize (session);
}

static void
test_timeline (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyTimeline *timeline = g_object_ref_sink (
      g_object_new (SKY_TYPE_TIMELINE, "selection", sky_session_get_selection (session), NULL));
  guint camera = 99;
  int left;
  SkyTime from;
  SkyTime until;
  SkyTime day_from;
  SkyTime day_until;

  gtk_widget_measure (GTK_WIDGET (timeline), GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate (GTK_WIDGET (timeline), 1096, 160, -1, NULL);
  SkyTimeAxis axis = sky_timeline_get_axis (timeline, &left);
  g_assert_cmpint (axis.width + left, ==, 1096);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 2, NULL), ==, SKY_LANE_MAP);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 18, NULL), ==, SKY_LANE_RULER);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 40, NULL), ==, SKY_LANE_ROUNDS);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 60, NULL), ==, SKY_LANE_EVENTS);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 74, NULL), ==, SKY_LANE_FINDINGS);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 90, NULL), ==, SKY_LANE_BOOKMARKS);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 98, &camera), ==, SKY_LANE_CAMERA);
  g_assert_cmpuint (camera, ==, 0);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 120, &camera), ==, SKY_LANE_CAMERA);
  g_assert_cmpuint (camera, ==, 1);
  g_assert_cmpint (sky_timeline_lane_at (timeline, 159, NULL), ==, SKY_LANE_NONE);

  SkyTime at;
  g_assert_true (sky_time_parse ("2016-09-03T20:00:43Z", 20, &at));
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  sky_timeline_show_day (timeline);
  sky_day_view_get_span (sky_session_get_day_view (session), &from, &until);
  sky_table_day_get_span (sky_day_view_get_day (sky_session_get_day_view (session)), &day_from,
                          &day_until);
  g_assert_cmpint (from, ==, day_from);
  g_assert_cmpint (until, ==, day_until);
  sky_timeline_zoom (timeline, 50);
  sky_day_view_get_span (sky_session_get_day_view (session), &from, &until);
  g_assert_cmpint (until - from, ==, (day_until - day_from) / 2);
  g_assert_cmpint (from, <=, sky_day_view_get_position (sky_session_get_day_view (session)));
  g_assert_cmpint (until, >=, sky_day_view_get_position (sky_session_get_day_view (session)));
  sky_timeline_show_round (timeline);
  const SkyRound *round =
      sky_table_day_find_round (sky_day_view_get_day (sky_session_get_day_view (session)),
                                sky_day_view_get_round (sky_session_get_day_view (session)));
  sky_day_view_get_span (sky_session_get_day_view (session), &from, &until);
  g_assert_cmpint (from, <, round->start);
  g_assert_cmpint (until, >, round->end);
  fixture_finalize (timeline);
  fixture_finalize (session);
}

static gboolean
is_camera_settled (gpointer grid)
{
  sky_camera_wall_tick (sky_camera_grid_get_wall (grid), g_get_monotonic_time ());
  return sky_camera_grid_is_settled (grid);
}

/* A recording that an archive seeks outside its folder is not played, and its tile says why. */
static void
test_camera_outside (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *footage = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autofree char *secret = g_build_filename (fixture->folder, "gone-3.mkv", NULL);
  g_autofree char *text = NULL;
  SkyTime at;

  g_assert_true (g_file_get_contents (footage, &text, NULL, NULL));
  g_autoptr (GString) changed = g_string_new (text);
  g_assert_cmpuint (g_string_replace (changed, "\"gone-3.mkv", "\"../gone-3.mkv", 0), >, 0);
  g_assert_true (g_file_set_contents (footage, changed->str, -1, NULL));
  g_assert_true (g_file_set_contents (secret, "#EXTM3U\nkey.pem\n", -1, NULL));
  SkySession *session = fixture_open_session (fixture);
  SkyCameraGrid *grid = g_object_ref_sink (
      g_object_new (SKY_TYPE_CAMERA_GRID, "wall",
                    sky_day_view_get_wall (sky_session_get_day_view (session)), NULL));
  g_assert_true (sky_time_parse ("2016-09-03T20:00:40Z", 20, &at));
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  fixture_wait (is_camera_settled, grid);
  SkyCameraTile *second = SKY_CAMERA_TILE (gtk_widget_get_next_sibling (
      gtk_widget_get_next_sibling (gtk_widget_get_first_child (GTK_WIDGET (grid)))));
  g_test_message ("%s", sky_camera_tile_get_notice (second));
  g_assert_nonnull (strstr (sky_camera_tile_get_notice (second), "gone-3.mkv"));
  g_assert_nonnull (strstr (sky_camera_tile_get_notice (second), "out of the archive's folder"));
  fixture_finalize (grid);
  fixture_finalize (session);
}

/* Of cameras whose recordings are gone each tile says so, and where there is a gap, since when. */
static void
test_cameras (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyCameraGrid *grid = g_object_ref_sink (
      g_object_new (SKY_TYPE_CAMERA_GRID, "wall",
                    sky_day_view_get_wall (sky_session_get_day_view (session)), NULL));
  guint told = 0;
  SkyTime at;

  g_assert_true (sky_time_parse ("2016-09-03T20:00:40Z", 20, &at));
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  fixture_wait (is_camera_settled, grid);
  SkyCameraTile *first = SKY_CAMERA_TILE (
      gtk_widget_get_next_sibling (gtk_widget_get_first_child (GTK_WIDGET (grid))));
  SkyCameraTile *second = SKY_CAMERA_TILE (gtk_widget_get_next_sibling (GTK_WIDGET (first)));
  g_assert_nonnull (strstr (sky_camera_tile_get_notice (first), "since 20:00:35.000"));
  g_assert_nonnull (strstr (sky_camera_tile_get_notice (first), "until 20:00:44.000"));
  g_assert_nonnull (strstr (sky_camera_tile_get_notice (second), "gone-3.mkv"));

  g_signal_connect (grid, "notify::large", G_CALLBACK (count_cb), &told);
  sky_camera_grid_set_large (grid, 1);
  sky_camera_grid_set_large (grid, 1);
  g_assert_cmpuint (told, ==, 1);
  g_assert_cmpint (
      sky_camera_wall_get_selected (sky_day_view_get_wall (sky_session_get_day_view (session))), ==,
      1);
  sky_camera_grid_set_large (grid, 8);
  g_assert_cmpint (sky_camera_grid_get_large (grid), ==, -1);

  sky_camera_tile_set_zoom (first, 400);
  g_assert_cmpint (sky_camera_tile_get_zoom (first), ==, 400);
  sky_camera_tile_set_zoom (first, 1);
  g_assert_cmpint (sky_camera_tile_get_zoom (first), ==, 100);
  fixture_finalize (grid);
  fixture_finalize (session);
}

static void
test_columns (void)
{
  g_assert_cmpint (sky_camera_grid_columns (1, 1000, 500), ==, 1);
  g_assert_cmpint (sky_camera_grid_columns (2, 1000, 300), ==, 2);
  g_assert_cmpint (sky_camera_grid_columns (2, 400, 800), ==, 1);
  g_assert_cmpint (sky_camera_grid_columns (4, 1600, 900), ==, 2);
  g_assert_cmpint (sky_camera_grid_columns (9, 1600, 900), ==, 3);
}

static void
test_confirmation_sheet (void)
{
  SkyConfirmationSheet *sheet =
      g_object_ref_sink (g_object_new (SKY_TYPE_CONFIRMATION_SHEET, NULL));
  const SkyStoredFinding finding = {
    .queue = SKY_QUEUE_CONFIRMATION,
    .explanation = (char *) "Four points.",
    .recomputed = (char *) "{\"points\":4,"
                           "\"made\":[{\"point\":6,\"dice\":[4,2],\"round\":3,\"seq\":40},"
                           "{\"point\":8,\"dice\":[5,3],\"round\":9,\"seq\":90}],"
                           "\"pending\":[{\"wager\":\"w2\",\"seat\":2,\"area\":2,\"amount\":500,"
                           "\"due\":{\"4\":12000,\"5\":125000,\"6\":500000}}]}",
  };

  sky_confirmation_sheet_set_finding (sheet, &finding);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_bets (sheet), ==, 1);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_points (sheet), ==, 2);
  const SkyStoredFinding damaged = { .recomputed = (char *) "{\"pending\":[1,{\"due\":3}" };
  sky_confirmation_sheet_set_finding (sheet, &damaged);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_bets (sheet), ==, 0);
  const SkyStoredFinding strange = {
    .recomputed = (char *) "{\"pending\":[1,{\"due\":3}],\"made\":[{\"dice\":[1]}]}"
  };
  sky_confirmation_sheet_set_finding (sheet, &strange);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_bets (sheet), ==, 2);
  const SkyStoredFinding progressive = {
    .recomputed = (char *) "{\"outcome\":\"win\",\"hand\":\"ace, king and queen of spades\","
                           "\"cards\":[\"AS\",\"KS\",\"QS\"],\"meter\":123484,\"paid\":123384,"
                           "\"returned\":100,\"payout\":123484,"
                           "\"envy\":[{\"seat\":2,\"paid\":50000},{\"seat\":5,\"paid\":10000}]}"
  };
  sky_confirmation_sheet_set_finding (sheet, &progressive);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_bets (sheet), ==, 0);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_hand (sheet), ==, 6);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_envy (sheet), ==, 2);
  sky_confirmation_sheet_set_finding (sheet, NULL);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_hand (sheet), ==, 0);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_envy (sheet), ==, 0);
  g_assert_cmpuint (sky_confirmation_sheet_get_n_points (sheet), ==, 0);
  fixture_finalize (sheet);
}

/* In no width an amount is parted from its sign, or a seat from its number. */
static void
test_wager_cell (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *fixed = gtk_fixed_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new ("Settled", NULL);
  GPtrArray *cells = g_ptr_array_new ();
  static const char *const texts[] = { "due: surrender −$1,230.00", "All Tall wager, seat 13" };

  for (int width = 100; width < 160; width += 2)
    for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
      {
        GtkWidget *cell = sky_wager_cell_new (column, 3, FALSE);
        sky_wager_cell_set_text (SKY_WAGER_CELL (cell), texts[i]);
        gtk_widget_set_size_request (cell, width, 80);
        gtk_fixed_put (GTK_FIXED (fixed), cell, 0, 0);
        g_ptr_array_add (cells, cell);
      }
  gtk_window_set_child (GTK_WINDOW (window), fixed);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (cells->pdata[cells->len - 1]) == 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < cells->len; i++)
    g_assert_false (sky_wager_cell_is_cut (cells->pdata[i]));
  g_ptr_array_unref (cells);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (column);
}

static void
test_step_row (void)
{
  const SkyStep step = {
    .seq = 47, .section = (char *) "623a.5(a)", .wager = (char *) "w3", .text = (char *) "Pays."
  };
  GtkWidget *row = g_object_ref_sink (sky_step_row_new (&step));

  g_assert_cmpuint (sky_step_row_get_seq (SKY_STEP_ROW (row)), ==, 47);
  sky_step_row_set_pinned (SKY_STEP_ROW (row), "w4");
  g_assert_false (gtk_widget_get_visible (row));
  sky_step_row_set_pinned (SKY_STEP_ROW (row), "w3");
  g_assert_true (gtk_widget_get_visible (row));
  sky_step_row_set_pinned (SKY_STEP_ROW (row), NULL);
  g_assert_true (gtk_widget_get_visible (row));

  /* It stays, and is given other steps. */
  const SkyStep other = { .seq = 48, .wager = (char *) "w4", .text = (char *) "Loses." };
  sky_step_row_set_step (SKY_STEP_ROW (row), NULL);
  sky_step_row_set_pinned (SKY_STEP_ROW (row), NULL);
  g_assert_false (gtk_widget_get_visible (row));
  sky_step_row_set_step (SKY_STEP_ROW (row), &other);
  g_assert_cmpuint (sky_step_row_get_seq (SKY_STEP_ROW (row)), ==, 48);
  g_assert_true (gtk_widget_get_visible (row));
  fixture_finalize (row);
}

static void
check_rate (int rate, const char *text)
{
  g_autofree char *got = sky_transport_rate_text (rate);

  g_assert_cmpstr (got, ==, text);
}

static void
test_rates (void)
{
  check_rate (1000, "1×");
  check_rate (125, "⅛×");
  check_rate (-500, "−½×");
  check_rate (-16000, "−16×");
  check_rate (6300, "6.3×");
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_autoptr (GBytes) png = sky_still_make_finish (result, data, &error);
  g_assert_no_error (error);
}

static gboolean
is_set (gpointer data)
{
  return *(char **) data != NULL;
}

static void
test_still (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *folder = g_build_filename (fixture->folder, "stills", NULL);
  g_autoptr (GBytes) pixels = g_bytes_new_take (g_malloc0 (64 * 48 * 4), 64 * 48 * 4);
  g_autoptr (GdkTexture) picture =
      gdk_memory_texture_new (64, 48, GDK_MEMORY_DEFAULT, pixels, 64 * 4);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  sky_still_make_async (picture, "CR-01-A · end left", 0, folder, saved_cb, &path);
  fixture_wait (is_set, &path);
  g_assert_null (strchr (path + strlen (folder), ':'));
  g_autoptr (GdkTexture) saved = gdk_texture_new_from_filename (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (saved), ==, 64);
  g_assert_cmpint (gdk_texture_get_height (saved), >, 48);
}

static void
test_renderer (void)
{
  g_assert_true (sky_renderer_is_software ("llvmpipe (LLVM 15.0.6, 256 bits)"));
  g_assert_true (sky_renderer_is_software ("softpipe"));
  g_assert_false (sky_renderer_is_software ("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"));
}

/* The blocks of shared memory that this program has mapped, as the kernel numbers them. */
static char *
list_shared_memory (void)
{
  g_autofree char *maps = NULL;
  GString *numbers = g_string_new (NULL);

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], " ", 6);
      if (strstr (lines[i], "/SYSV") != NULL)
        g_string_append_printf (numbers, "%s ", fields[4]);
    }
  return g_string_free (numbers, FALSE);
}

static void
painted_cb (GdkFrameClock *clock, guint *n_frames)
{
  ++*n_frames;
}

/* Frame after frame goes through the same memory. */
static void
test_shared_memory (void)
{
  guint n_frames = 0;

  sky_renderer_choose (gdk_display_get_default ());
  g_autofree char *before = list_shared_memory ();
  g_assert_cmpstr (before, !=, "");
  GtkWidget *window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 640, 480);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (sky_renderer_is_cairo (window));
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (painted_cb),
                    &n_frames);
  for (guint i = 1; i < 6; i++)
    {
      gtk_widget_queue_draw (window);
      while (n_frames < i)
        g_main_context_iteration (NULL, TRUE);
      g_autofree char *after = list_shared_memory ();
      g_assert_cmpstr (after, ==, before);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_arrow (gpointer widget)
{
  if (gtk_widget_has_css_class (widget, "slider-button"))
    return gtk_widget_get_mapped (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_arrow (child))
      return TRUE;
  return FALSE;
}

static void
show_file_chooser (void)
{
  g_autoptr (GFile) folder = g_file_new_for_path (g_get_tmp_dir ());
  g_autoptr (GtkFileChooserNative) chooser = gtk_file_chooser_native_new (
      "Open Archive", NULL, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL);
  GListModel *windows = gtk_window_get_toplevels ();
  g_autoptr (GtkWidget) dialog =
      g_list_model_get_item (windows, g_list_model_get_n_items (windows) - 1);

  g_assert_true (GTK_IS_FILE_CHOOSER_DIALOG (dialog));
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  sky_file_chooser_show (chooser);
  g_assert_true (gtk_widget_get_mapped (dialog));
  g_assert_false (has_arrow (dialog));

  /* The arrows come with the path. */
  fixture_wait (has_arrow, dialog);
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (chooser));
}

/* The first frame may be drawn before the folder has answered: no arrow is in it, and GTK has
 * nothing to warn of, which would end the test. What GTK's dialog asks the desktop leaves some
 * memory behind, for which only a program of its own is not blamed. */
static void
test_file_chooser (void)
{
  const char *options = g_getenv ("ASAN_OPTIONS");
  g_autofree char *before = g_strdup (options);
  g_autofree char *without_leaks =
      g_strconcat (options != NULL ? options : "", ":detect_leaks=0", NULL);

  if (g_test_subprocess ())
    {
      show_file_chooser ();
      return;
    }
  g_setenv ("ASAN_OPTIONS", without_leaks, TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  if (before != NULL)
    g_setenv ("ASAN_OPTIONS", before, TRUE);
  else
    g_unsetenv ("ASAN_OPTIONS");
  g_test_trap_assert_passed ();
}

/* However a paragraph's room changes, it is as high as one that was never laid out for another. */
static void
test_paragraph (void)
{
  static const char *const texts[] = {
    "Pass Line wins: a 7 on the come-out roll.",
    "Place Bet to Win on 6 pays 7 to 6: $12.00 × 7 / 6 = $14.00; the table paid $12.00, "
    "which is $2.00 less than what was due to the patron at the third position.",
    "Oneverylongwordthatisbrokenwhereitreachesthemarginwhereverthatmaybe, and another.",
    "First line\nSecond line, which is somewhat longer\n\nLast",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      SkyParagraph *kept = g_object_ref_sink (g_object_new (SKY_TYPE_PARAGRAPH, NULL));

      sky_paragraph_set_text (kept, texts[i]);
      for (int step = 0; step < 3000; step++)
        {
          /* Up, down and in leaps. */
          int width = step < 1000 ? 61 + step : step < 2000 ? 2060 - step : 61 + step * 379 % 1000;
          int height;

          gtk_widget_measure (GTK_WIDGET (kept), GTK_ORIENTATION_VERTICAL, width, &height, NULL,
                              NULL, NULL);
          g_autoptr (PangoLayout) fresh =
              gtk_widget_create_pango_layout (GTK_WIDGET (kept), texts[i]);
          int wanted;
          pango_layout_set_wrap (fresh, PANGO_WRAP_WORD_CHAR);
          pango_layout_set_width (fresh, width * PANGO_SCALE);
          pango_layout_get_pixel_size (fresh, NULL, &wanted);
          g_assert_cmpint (height, ==, wanted);
        }
      g_object_unref (kept);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/widgets/columns", test_columns);
  g_test_add_func ("/widgets/rates", test_rates);
  g_test_add_func ("/widgets/renderer", test_renderer);
  gtk_init ();
  adw_init ();

  const struct
  {
    const char *path;
    GType type;
  } types[] = {
    { "/widgets/session/audit-progress", SKY_TYPE_AUDIT_PROGRESS },
    { "/widgets/session/filter-popover", SKY_TYPE_FILTER_POPOVER },
    { "/widgets/session/finding-pane", SKY_TYPE_FINDING_PANE },
    { "/widgets/session/finding-view", SKY_TYPE_FINDING_VIEW },
    { "/widgets/session/layout-view", SKY_TYPE_LAYOUT_VIEW },
    { "/widgets/session/queue-list", SKY_TYPE_QUEUE_LIST },
    { "/widgets/session/review-bar", SKY_TYPE_REVIEW_BAR },
    { "/widgets/session/round-view", SKY_TYPE_ROUND_VIEW },
    { "/widgets/session/timeline", SKY_TYPE_TIMELINE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_test_add_data_func (types[i].path, GSIZE_TO_POINTER (types[i].type), check_session_property);
  g_test_add_func ("/widgets/queue-list", test_queue_list);
  g_test_add_func ("/widgets/finding-view", test_finding_view);
  g_test_add_func ("/widgets/cards", test_cards);
  g_test_add_func ("/widgets/recorded", test_recorded);
  g_test_add_func ("/widgets/not-recorded", test_not_recorded);
  g_test_add_func ("/widgets/filter-popover", test_filter_popover);
  g_test_add_func ("/widgets/round-view", test_round_view);
  g_test_add_func ("/widgets/timeline", test_timeline);
  g_test_add_func ("/widgets/cameras", test_cameras);
  g_test_add_func ("/widgets/camera-outside", test_camera_outside);
  g_test_add_func ("/widgets/confirmation-sheet", test_confirmation_sheet);
  g_test_add_func ("/widgets/step-row", test_step_row);
  g_test_add_func ("/widgets/wager-cell", test_wager_cell);
  g_test_add_func ("/widgets/still", test_still);
  g_test_add_func ("/widgets/shared-memory", test_shared_memory);
  g_test_add_func ("/widgets/file-chooser", test_file_chooser);
  g_test_add_func ("/widgets/paragraph", test_paragraph);
  return fixture_run_tests ();
}
