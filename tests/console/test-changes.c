/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed since somebody looked, and findings that come into a list while it is read. */
#include "config.h"

#include <glib/gstdio.h>

#include "fixture.h"
#include "sky-window-private.h"

/* Writes @after in place of @before in the file at @path. */
static void
rewrite_file (const char *path, const char *before, const char *after)
{
  g_autofree char *old = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &old, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GString) text = g_string_new (old);
  g_assert_cmpuint (g_string_replace (text, before, after, 1), ==, 1);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
}

/* The same in the fixture's log. */
static void
rewrite (Fixture *fixture, const char *before, const char *after)
{
  g_autofree char *path = fixture_log_path (fixture);

  rewrite_file (path, before, after);
}

/* The same in what the archive says of its cameras. */
static void
rewrite_footage (Fixture *fixture, const char *before, const char *after)
{
  g_autofree char *path = g_build_filename (fixture->archive, "footage.json", NULL);

  rewrite_file (path, before, after);
}

static void
audit_again (SkySession *session)
{
  sky_session_audit_again (session);
  fixture_wait (fixture_is_settled, session);
}

static guint
count_marked (SkySession *session, SkyFindingChange change)
{
  GListModel *model = G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session)));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SkyQueueItem) item = g_list_model_get_item (model, i);
      fixture_wait (fixture_is_settled, session);
      n += sky_queue_item_get_finding (item)->change == change;
    }
  return n;
}

static guint
count_rows (SkySession *session)
{
  fixture_wait (fixture_is_settled, session);
  return fixture_count_rows (session);
}

/* The findings of the store without those that say that other bytes came in a log's place; @n takes
 * how many these are. Returns: a new string, a line for each. */
static char *
dump_judged (Fixture *fixture, guint *n)
{
  g_autofree char *all = fixture_dump_findings (fixture->store);
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1);
  GString *judged = g_string_new (NULL);

  *n = 0;
  for (char **line = lines; *line != NULL; line++)
    {
      if (strstr (*line, "\"check\":\"log.replaced\"") != NULL)
        (*n)++;
      else if (**line != '\0')
        g_string_append_printf (judged, "%s\n", *line);
    }
  return g_string_free (judged, FALSE);
}

static void
test_changes (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  const char *paths[] = { fixture->archive, NULL };

  /* Whoever never looked is told of nothing. */
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada");
  fixture_wait (fixture_is_settled, session);
  guint all = count_rows (session);
  g_assert_false (sky_inbox_has_looked (sky_session_get_inbox (session)));
  g_assert_cmpuint (count_marked (session, SKY_FINDING_SAME), ==, all);
  sky_inbox_mark_seen (sky_session_get_inbox (session));
  g_assert_true (sky_inbox_has_looked (sky_session_get_inbox (session)));
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 0);

  /* A settlement mended, another spoilt: that is another log beside the first, whose findings stay
   * what they were, and nothing is withdrawn. */
  guint n_replaced;
  guint64 since;
  g_autofree char *before = dump_judged (fixture, &n_replaced);
  g_assert_cmpuint (n_replaced, ==, 0);
  rewrite (fixture, "\"paid\":500,\"taken\":0,\"returned\":500",
           "\"paid\":1000,\"taken\":0,\"returned\":500");
  rewrite (fixture, "\"paid\":1000,\"taken\":0,\"returned\":1000",
           "\"paid\":1500,\"taken\":0,\"returned\":1000");
  audit_again (session);
  g_autofree char *beside = dump_judged (fixture, &n_replaced);
  g_assert_cmpstr (beside, ==, before);
  g_assert_cmpuint (n_replaced, ==, 1);
  g_assert_cmpuint (count_rows (session), ==, all + 1);
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 1);
  g_assert_cmpuint (count_marked (session, SKY_FINDING_NEW), ==, 1);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_WITHDRAWN, &since), ==, 0);
  g_assert_cmpuint (since, ==, 0);
  sky_inbox_set_changed_only (sky_session_get_inbox (session), TRUE);
  g_assert_cmpuint (count_rows (session), ==, 1);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->check, ==,
                   "log.replaced");
  sky_inbox_set_changed_only (sky_session_get_inbox (session), FALSE);
  fixture_wait (fixture_is_settled, session);

  /* The first put back is the first again; that there was another stays. */
  rewrite (fixture, "\"paid\":1000,\"taken\":0,\"returned\":500",
           "\"paid\":500,\"taken\":0,\"returned\":500");
  rewrite (fixture, "\"paid\":1500,\"taken\":0,\"returned\":1000",
           "\"paid\":1000,\"taken\":0,\"returned\":1000");
  audit_again (session);
  g_autofree char *back = dump_judged (fixture, &n_replaced);
  g_assert_cmpstr (back, ==, before);
  g_assert_cmpuint (n_replaced, ==, 1);
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 1);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_WITHDRAWN, NULL), ==, 0);
  sky_inbox_mark_seen (sky_session_get_inbox (session));
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 0);

  /* A camera's pause mended, another's recording cut short: a finding goes and one comes. */
  rewrite_footage (fixture, "\"end\":\"2016-09-03T20:00:35Z\"", "\"end\":\"2016-09-03T20:00:44Z\"");
  rewrite_footage (fixture,
                   "\"gone-3.mkv\",\"start\":\"2016-09-03T20:00:00Z\","
                   "\"end\":\"2016-09-03T20:02:00Z\"",
                   "\"gone-3.mkv\",\"start\":\"2016-09-03T20:00:00Z\","
                   "\"end\":\"2016-09-03T20:00:48Z\"");
  audit_again (session);
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), >=, 1);
  guint n_changed = (guint) sky_inbox_get_n_changed (sky_session_get_inbox (session));
  g_assert_cmpuint (count_marked (session, SKY_FINDING_NEW), ==, n_changed);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_WITHDRAWN, &since), >=, 1);
  g_assert_cmpuint (since, >=, 1);

  /* Those alone, and those that are gone. */
  sky_inbox_set_changed_only (sky_session_get_inbox (session), TRUE);
  g_assert_cmpuint (count_rows (session), ==, n_changed);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_WITHDRAWN);
  g_assert_cmpuint (count_rows (session), ==, since);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->withdrawn, >,
                   0);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->check, ==,
                   "coverage.gap");
  sky_inbox_set_changed_only (sky_session_get_inbox (session), FALSE);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ALL);
  fixture_wait (fixture_is_settled, session);

  /* What one decides oneself has not changed; for somebody else it has. */
  sky_inbox_mark_seen (sky_session_get_inbox (session));
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-2", "Ben");
  fixture_wait (fixture_is_settled, session);
  g_assert_false (sky_inbox_has_looked (sky_session_get_inbox (session)));
  sky_inbox_mark_seen (sky_session_get_inbox (session));
  fixture_wait (fixture_is_settled, session);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 0);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 1);
  g_assert_cmpuint (count_marked (session, SKY_FINDING_REVIEWED), ==, 1);
  fixture_finalize (session);

  /* It is the same the next time. */
  session = sky_session_new (fixture->store);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada");
  sky_session_open_archives (session, paths);
  fixture_wait (fixture_is_settled, session);
  g_assert_true (sky_inbox_has_looked (sky_session_get_inbox (session)));
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 1);
  sky_inbox_mark_seen (sky_session_get_inbox (session));
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_inbox_get_n_changed (sky_session_get_inbox (session)), ==, 0);
  fixture_finalize (session);
  g_settings_reset (settings, "looks");
}

/* --- What comes ------------------------------------------------------------------------------- */

/* Rounds with a field bet paid too little, one after the other, from @first on. */
static void
append_rounds (Fixture *fixture, guint first, guint n)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = first; i < first + n; i++)
    {
      guint seq = 30 + 6 * i;

      if (all->len > 0)
        g_string_append_c (all, '\n');
      g_string_append_printf (
          all,
          "{\"seq\":%u,\"at\":\"2016-09-03T%02u:%02u:00Z\",\"type\":\"round_start\",\"round\":%u}\n"
          "{\"seq\":%u,\"at\":\"2016-09-03T%02u:%02u:01Z\",\"type\":\"wager\",\"wager\":\"x%u\","
          "\"seat\":1,\"bet\":\"field\",\"amount\":500}\n"
          "{\"seq\":%u,\"at\":\"2016-09-03T%02u:%02u:11Z\",\"type\":\"result\",\"dice\":[1,1],"
          "\"observed\":[]}\n"
          "{\"seq\":%u,\"at\":\"2016-09-03T%02u:%02u:12Z\",\"type\":\"call\",\"total\":2,"
          "\"role\":\"stickperson\"}\n"
          "{\"seq\":%u,\"at\":\"2016-09-03T%02u:%02u:13Z\",\"type\":\"settle\",\"wager\":\"x%u\","
          "\"outcome\":\"win\",\"paid\":500,\"taken\":0,\"returned\":500}\n"
          "{\"seq\":%u,\"at\":\"2016-09-03T%02u:%02u:15Z\",\"type\":\"round_end\",\"round\":%u}",
          seq, 20 + (2 + i) / 60, (2 + i) % 60, 4 + i, seq + 1, 20 + (2 + i) / 60, (2 + i) % 60, i,
          seq + 2, 20 + (2 + i) / 60, (2 + i) % 60, seq + 3, 20 + (2 + i) / 60, (2 + i) % 60,
          seq + 4, 20 + (2 + i) / 60, (2 + i) % 60, i, seq + 5, 20 + (2 + i) / 60, (2 + i) % 60,
          4 + i);
    }
  fixture_append (fixture, all->str);
}

typedef struct
{
  SkyWindow *window;
  guint n;
} Wanted;

static gboolean
has_arrived (gpointer data)
{
  const Wanted *wanted = data;
  SkySession *session = sky_window_get_session (wanted->window);

  return sky_inbox_get_n_arrived (sky_session_get_inbox (session)) >= wanted->n
         && sky_window_is_settled (wanted->window);
}

/* The scrolled window of the list. */
static GtkAdjustment *
find_scroll (SkyWindow *window)
{
  GtkWidget *view = sky_finding_view_get_list (window->findings);

  return gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (view, GTK_TYPE_SCROLLED_WINDOW)));
}

/* How far below the top of what is in sight the row at @position stands, in rows. */
static double
place_in_sight (SkyWindow *window, guint position)
{
  GtkAdjustment *scroll = find_scroll (window);
  GListModel *model =
      G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (sky_window_get_session (window))));
  double row = gtk_adjustment_get_upper (scroll) / g_list_model_get_n_items (model);

  return position - gtk_adjustment_get_value (scroll) / row;
}

typedef struct
{
  SkyWindow *window;
  guint position;
  double least;
  double most;
} Sight;

static gboolean
is_in_sight (gpointer data)
{
  const Sight *sight = data;
  double place = place_in_sight (sight->window, sight->position);

  return place >= sight->least && place <= sight->most;
}

static void
test_arrived (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  /* The log's last line closes the table; the rest comes before it is closed. */
  rewrite (fixture, "{\"seq\":29,\"at\":\"2016-09-03T20:01:30Z\",\"type\":\"table_close\"}\n", "");
  append_rounds (fixture, 0, 40);
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  GtkSelectionModel *selection = sky_finding_view_get_rows (window->findings);

  /* The last that happened first, so that what comes comes above what is read. */
  sky_finding_view_sort (window->findings, SKY_COLUMN_TIME);
  fixture_wait (fixture_is_window_settled, window);
  sky_finding_view_sort (window->findings, SKY_COLUMN_TIME);
  fixture_wait (fixture_is_window_settled, window);
  gboolean descending = FALSE;
  sky_queue_model_get_sort (sky_inbox_get_model (sky_session_get_inbox (session)), &descending);
  if (!descending)
    sky_finding_view_turn_order (window->findings);
  fixture_wait (fixture_is_window_settled, window);
  sky_selection_select_position (sky_session_get_selection (session), 20);
  fixture_wait (fixture_is_window_settled, window);
  Sight sight = { window, 20, -0.1, 19 };
  fixture_wait (is_in_sight, &sight);
  gint64 read = sky_selection_get_finding (sky_session_get_selection (session))->id;
  double place = place_in_sight (window, 20);
  gtk_selection_model_select_range (selection, 20, 3, TRUE);
  g_assert_cmpuint (sky_inbox_get_n_chosen (sky_session_get_inbox (session)), ==, 3);

  append_rounds (fixture, 40, 2);
  /* Each has two: the settlement, and a call. */
  Wanted wanted = { window, 4 };
  fixture_wait (has_arrived, &wanted);
  g_assert_cmpuint (sky_inbox_get_n_arrived (sky_session_get_inbox (session)), ==, 4);

  /* It is the same finding, further down by as many as have come, less the one that said that the
   * log had no end yet, and those chosen are still. */
  SkyQueueItem *item = sky_selection_get_item (sky_session_get_selection (session));
  g_assert_cmpint (sky_queue_item_get_finding (item)->id, ==, read);
  g_assert_cmpuint (sky_queue_item_get_position (item), ==, 23);
  g_autoptr (SkyQueueItem) there = g_list_model_get_item (
      G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session))), 23);
  g_assert_true (there == item);
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (selection);
  g_assert_cmpuint (gtk_bitset_get_size (chosen), ==, 3);
  g_assert_cmpuint (gtk_bitset_get_minimum (chosen), ==, 23);
  g_assert_cmpuint (sky_inbox_get_n_chosen (sky_session_get_inbox (session)), ==, 3);
  /* On the screen nothing moved: what is above got longer. */
  sight = (Sight){ window, 23, place - 0.1, place + 0.1 };
  fixture_wait (is_in_sight, &sight);

  /* One after the other they are shown; then there are none. */
  for (guint left = 4; left > 0; left--)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.arrived", NULL);
      fixture_wait (fixture_is_window_settled, window);
      g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->round, ==,
                       left > 2 ? 44 : 45);
      g_assert_cmpuint (sky_inbox_get_n_arrived (sky_session_get_inbox (session)), ==, left - 1);
    }
  fixture_close_window (window);
  fixture_finalize (session);
}

/* --- Sorting ---------------------------------------------------------------------------------- */

/* By one key every column is reached, by another its order is turned. */
static void
test_sort_keys (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyQueueModel *model = sky_inbox_get_model (sky_session_get_inbox (session));
  guint sorts = 0;
  gboolean descending;

  for (guint i = 0; i < SKY_N_COLUMNS; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.sort", "i", 1);
      fixture_wait (fixture_is_window_settled, window);
      sorts |= 1u << sky_queue_model_get_sort (model, &descending);
      g_assert_false (descending);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.sort", "i", -1);
      fixture_wait (fixture_is_window_settled, window);
      sky_queue_model_get_sort (model, &descending);
      g_assert_true (descending);
    }
  g_assert_cmpuint (sorts, ==,
                    1u << SKY_FINDING_SORT_STATE | 1u << SKY_FINDING_SORT_TIME
                        | 1u << SKY_FINDING_SORT_RECORD | 1u << SKY_FINDING_SORT_ROUND
                        | 1u << SKY_FINDING_SORT_VARIANCE | 1u << SKY_FINDING_SORT_CHECK
                        | 1u << SKY_FINDING_SORT_SEVERITY | 1u << SKY_FINDING_SORT_DAY
                        | 1u << SKY_FINDING_SORT_WHAT);
  sky_finding_view_sort (window->findings, SKY_COLUMN_WHAT);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_queue_model_get_sort (model, NULL), ==, SKY_FINDING_SORT_WHAT);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/changes/changes", test_changes);
  g_test_add_func ("/changes/arrived", test_arrived);
  g_test_add_func ("/changes/sort-keys", test_sort_keys);
  return fixture_run_tests ();
}
