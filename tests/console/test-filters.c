/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What narrows the list: as a line and in words, as chips, saved under a name. */
#include "config.h"

#include "fixture.h"
#include "sky-filter-chips.h"
#include "sky-filter-popover.h"
#include "sky-filter-text.h"
#include "sky-window-private.h"

static void
test_line (void)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autofree char *empty = sky_filter_to_line (&filter);

  g_assert_cmpstr (empty, ==, "");
  g_assert_false (sky_filter_is_set (&filter));

  filter.queues = 1u << SKY_QUEUE_VARIANCE;
  filter.severities = 1u << SKY_SEVERITY_MAJOR | 1u << SKY_SEVERITY_CRITICAL;
  filter.states = 1u << SKY_REVIEW_OPEN;
  filter.awaits_second = TRUE;
  filter.by_eye = TRUE;
  filter.property = (char *) "Key & Stone";
  filter.table = (char *) "CR-01";
  filter.game = (char *) "craps";
  filter.check = (char *) "settle.*";
  filter.text = (char *) "fire 100%";
  filter.round = 118;
  filter.first_day = sky_day_from_ymd (2023, 11, 4);
  filter.last_day = SKY_DAY_NONE;
  g_assert_true (sky_filter_is_set (&filter));
  g_autofree char *line = sky_filter_to_line (&filter);
  g_autoptr (SkyFindingFilter) read = sky_filter_from_line (line);
  g_assert_nonnull (read);
  g_assert_true (sky_finding_filter_equal (read, &filter));
  g_autofree char *again = sky_filter_to_line (read);
  g_assert_cmpstr (again, ==, line);

  g_autofree char *words = sky_filter_describe (read);
  g_assert_cmpstr (words, ==,
                   "Severity: Critical, Major · State: Open · Awaiting Second Reviewer · "
                   "Recorded by Eye · Check: settle.* · Property: Key & Stone · Table: CR-01 · "
                   "Game: Craps · Day: 2023-11-04 –  · "
                   "Round: 118 · Words: fire 100%");
  sky_filter_clear (read);
  g_assert_false (sky_filter_is_set (read));
  /* The queue is which list is shown. */
  g_assert_cmpuint (read->queues, ==, 1u << SKY_QUEUE_VARIANCE);
}

/* What is no filter is none, and breaks nothing. */
static void
test_garbage (void)
{
  static const char *const lines[] = {
    "severity=grave",
    "severity=",
    "severity",
    "days=2023-11-04",
    "days=yesterday..today",
    "round=0",
    "round=twelve",
    "color=red",
    "table=%ff%fe",
    "queue=variance,,x",
    "=",
    "&&",
    "\xff\xfe",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (SkyFindingFilter) filter = sky_filter_from_line (lines[i]);
      if (filter != NULL)
        g_test_message ("%s was taken for a filter", lines[i]);
      g_assert_null (filter);
    }
}

static void
set_severity (SkySession *session, SkySeverity severity)
{
  g_autoptr (SkyFindingFilter) filter =
      sky_finding_filter_copy (sky_inbox_get_filter (sky_session_get_inbox (session)));

  filter->severities = 1u << severity;
  sky_inbox_set_filter (sky_session_get_inbox (session), filter);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *tip)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, tip);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
check_chips (SkyFilterChips *chips, const char *expected)
{
  g_autofree char *text = sky_filter_chips_dup_text (chips);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (chips)), ==, expected[0] != '\0');
}

static GtkDropDown *
find_drop_down (GtkWidget *widget)
{
  GtkDropDown *found = GTK_IS_DROP_DOWN (widget) ? GTK_DROP_DOWN (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_drop_down (child);
  return found;
}

static void
test_chips (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyFilterChips *chips = g_object_ref_sink (
      g_object_new (SKY_TYPE_FILTER_CHIPS, "inbox", sky_session_get_inbox (session), NULL));
  SkyFilterPopover *popover = g_object_ref_sink (
      g_object_new (SKY_TYPE_FILTER_POPOVER, "inbox", sky_session_get_inbox (session), NULL));

  check_chips (chips, "");
  set_severity (session, SKY_SEVERITY_MAJOR);
  check_chips (chips, "Severity: Major | Clear All");
  g_assert_true (sky_filter_popover_choose (popover, SKY_FILTER_TABLE, "CR-01"));
  /* A list that a choice is made in stays where it is. */
  GtkDropDown *drop_down = find_drop_down (GTK_WIDGET (popover));
  g_autoptr (GListModel) offered = g_object_ref (gtk_drop_down_get_model (drop_down));
  g_assert_true (sky_filter_popover_choose (popover, SKY_FILTER_GAME, "craps"));
  g_assert_true (sky_filter_popover_choose (popover, SKY_FILTER_DAYS, "2016-09-03"));
  g_assert_true (sky_filter_popover_choose (popover, SKY_FILTER_CHECK, "settle.*"));
  g_assert_false (sky_filter_popover_choose (popover, SKY_FILTER_TABLE, "CR-99"));
  check_chips (chips, "Severity: Major | Check: settle.* | Table: CR-01 | Game: Craps | "
                      "Day: 2016-09-03 | Clear All");
  g_assert_true (gtk_drop_down_get_model (drop_down) == offered);
  fixture_wait (fixture_is_settled, session);

  /* Who dealt and who played is asked for when it is wanted. */
  sky_inbox_ask_people (sky_session_get_inbox (session));
  fixture_wait (fixture_is_settled, session);
  g_assert_nonnull (sky_inbox_get_dealers (sky_session_get_inbox (session)));
  g_assert_cmpstr (sky_inbox_get_patrons (sky_session_get_inbox (session))[0], ==, "P1");
  g_assert_true (sky_filter_popover_choose (popover, SKY_FILTER_PATRON, "P1"));
  g_assert_cmpstr (sky_inbox_get_filter (sky_session_get_inbox (session))->patron, ==, "P1");
  g_assert_true (sky_filter_popover_choose (popover, SKY_FILTER_PATRON, NULL));
  fixture_wait (fixture_is_settled, session);

  /* Each goes by itself. */
  g_signal_emit_by_name (find_button (GTK_WIDGET (chips), "Remove Severity: Major"), "clicked");
  check_chips (chips, "Check: settle.* | Table: CR-01 | Game: Craps | Day: 2016-09-03 | Clear All");
  g_assert_true (sky_filter_popover_choose (popover, SKY_FILTER_TABLE, NULL));
  check_chips (chips, "Check: settle.* | Game: Craps | Day: 2016-09-03 | Clear All");
  sky_inbox_clear_filter (sky_session_get_inbox (session));
  check_chips (chips, "");
  fixture_wait (fixture_is_settled, session);
  fixture_finalize (chips);
  fixture_finalize (popover);
  fixture_finalize (session);
}

/* --- Saved filters ---------------------------------------------------------------------------- */

static void
choose (SkyWindow *window, int number)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.saved-filter", "i", number);
}

static void
test_saved (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkySavedPopover *popover = sky_finding_view_get_saved (window->findings);
  SkySavedFilters *saved = sky_saved_popover_get_filters (popover);

  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE);
  set_severity (session, SKY_SEVERITY_CRITICAL);
  fixture_wait (fixture_is_window_settled, window);
  sky_saved_popover_enter (popover, "   ");
  g_assert_cmpuint (sky_saved_filters_get_n (saved), ==, 0);
  sky_saved_popover_enter (popover, " Worst first ");
  g_assert_cmpuint (sky_saved_filters_get_n (saved), ==, 1);
  g_assert_cmpstr (sky_saved_filters_get_name (saved, 0), ==, "Worst first");

  /* By its key everything is as it was saved: the queue too. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.clear-filter", NULL);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ALL);
  g_assert_false (sky_filter_is_set (sky_inbox_get_filter (sky_session_get_inbox (session))));
  choose (window, 1);
  g_assert_cmpint (sky_inbox_get_listing (sky_session_get_inbox (session)), ==, SKY_QUEUE_VARIANCE);
  g_assert_cmpuint (sky_inbox_get_filter (sky_session_get_inbox (session))->severities, ==,
                    1u << SKY_SEVERITY_CRITICAL);
  g_assert_cmpstr (sky_inbox_get_filter (sky_session_get_inbox (session))->archive, ==,
                   fixture->archive);
  choose (window, 7);
  fixture_wait (fixture_is_window_settled, window);

  /* The same name again replaces; another is added; no name is had twice. */
  set_severity (session, SKY_SEVERITY_MINOR);
  sky_saved_popover_enter (popover, "Worst first");
  g_assert_cmpuint (sky_saved_filters_get_n (saved), ==, 1);
  g_assert_cmpuint (sky_saved_filters_get (saved, 0)->severities, ==, 1u << SKY_SEVERITY_MINOR);
  sky_saved_popover_enter (popover, "Second");
  sky_saved_popover_begin_rename (popover, 1);
  sky_saved_popover_enter (popover, "Worst first");
  g_assert_cmpstr (sky_saved_filters_get_name (saved, 1), ==, "Second");
  sky_saved_popover_begin_rename (popover, 1);
  sky_saved_popover_enter (popover, "Small change");
  g_assert_cmpstr (sky_saved_filters_get_name (saved, 1), ==, "Small change");
  g_signal_emit_by_name (find_button (GTK_WIDGET (popover), "Delete “Worst first”"), "clicked");
  g_assert_cmpuint (sky_saved_filters_get_n (saved), ==, 1);
  g_assert_cmpstr (sky_saved_filters_get_name (saved, 0), ==, "Small change");
  fixture_close_window (window);

  /* They are there the next time, and what is no filter among them does no harm. */
  g_settings_set_value (settings, "saved-filters",
                        g_variant_new_parsed ("[('Broken', 'severity=?'), ('', ''), "
                                              "('Small change', 'severity=minor')]"));
  window = fixture_open_window (session);
  popover = sky_finding_view_get_saved (window->findings);
  saved = sky_saved_popover_get_filters (popover);
  g_assert_cmpuint (sky_saved_filters_get_n (saved), ==, 3);
  g_assert_null (sky_saved_filters_get (saved, 0));
  sky_inbox_clear_filter (sky_session_get_inbox (session));
  choose (window, 1);
  g_assert_false (sky_filter_is_set (sky_inbox_get_filter (sky_session_get_inbox (session))));
  choose (window, 3);
  g_assert_cmpuint (sky_inbox_get_filter (sky_session_get_inbox (session))->severities, ==,
                    1u << SKY_SEVERITY_MINOR);
  g_settings_reset (settings, "saved-filters");
  fixture_close_window (window);
  fixture_finalize (session);
}

/* What was listed is listed again, of the same archive; what makes no sense is not heeded. */
static void
test_view (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  gboolean descending;

  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE);
  set_severity (session, SKY_SEVERITY_MAJOR);
  sky_finding_view_sort_as (window->findings, SKY_FINDING_SORT_VARIANCE, TRUE);
  fixture_wait (fixture_is_window_settled, window);
  sky_window_keep_view (window);
  fixture_close_window (window);
  fixture_finalize (session);

  session = fixture_open_session (fixture);
  window = fixture_open_window (session);
  g_assert_false (sky_filter_is_set (sky_inbox_get_filter (sky_session_get_inbox (session))));
  sky_window_take_up_view (window);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_inbox_get_listing (sky_session_get_inbox (session)), ==, SKY_QUEUE_VARIANCE);
  g_assert_cmpuint (sky_inbox_get_filter (sky_session_get_inbox (session))->severities, ==,
                    1u << SKY_SEVERITY_MAJOR);
  g_assert_cmpint (
      sky_queue_model_get_sort (sky_inbox_get_model (sky_session_get_inbox (session)), &descending),
      ==, SKY_FINDING_SORT_VARIANCE);
  g_assert_true (descending);

  static const char *const garbage[] = {
    "{'archive': '/elsewhere', 'listing': 'rounds', 'filter': 'round=7'}",
    "{'archive': '%s', 'listing': 'kitchen', 'filter': 'severity=?', 'sort': 'smell'}",
    "{'archive': '%s'}",
    "{}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (garbage); i++)
    {
      g_autoptr (GString) text = g_string_new (garbage[i]);
      g_string_replace (text, "%s", fixture->archive, 0);
      g_autoptr (GVariant) value =
          g_variant_parse (G_VARIANT_TYPE ("a{ss}"), text->str, NULL, NULL, NULL);
      g_assert_nonnull (value);
      g_settings_set_value (settings, "view", value);
      sky_window_take_up_view (window);
      fixture_wait (fixture_is_window_settled, window);
      g_assert_cmpint (sky_inbox_get_listing (sky_session_get_inbox (session)), ==,
                       SKY_QUEUE_VARIANCE);
      g_assert_cmpuint (sky_inbox_get_filter (sky_session_get_inbox (session))->severities, ==,
                        1u << SKY_SEVERITY_MAJOR);
    }
  g_settings_reset (settings, "view");
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A filter that leaves nothing says which it is, and how to be rid of it. */
static void
test_nothing_matches (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  g_autoptr (SkyFindingFilter) filter =
      sky_finding_filter_copy (sky_inbox_get_filter (sky_session_get_inbox (session)));

  filter->text = g_strdup ("xyzzy");
  sky_inbox_set_filter (sky_session_get_inbox (session), filter);
  fixture_wait (fixture_is_window_settled, window);
  g_autofree char *text = sky_finding_view_dup_empty_text (window->findings);
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "Nothing Matches"));
  g_assert_nonnull (strstr (text, "Words: xyzzy"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.clear-filter", NULL);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_null (sky_finding_view_dup_empty_text (window->findings));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Words of a filter take the place of those in the entry, and stay as they are. */
static void
test_other_words (void)
{
  static const char *const words[] = { "xyzzy", "settle", "late", "settle" };
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (SkyFindingFilter) filter =
          sky_finding_filter_copy (sky_inbox_get_filter (sky_session_get_inbox (session)));

      g_free (filter->text);
      filter->text = g_strdup (words[i]);
      sky_inbox_set_filter (sky_session_get_inbox (session), filter);
      g_assert_cmpstr (sky_inbox_get_filter (sky_session_get_inbox (session))->text, ==, words[i]);
      fixture_wait (fixture_is_window_settled, window);
      g_assert_cmpstr (sky_inbox_get_filter (sky_session_get_inbox (session))->text, ==, words[i]);
    }
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/filters/line", test_line);
  g_test_add_func ("/filters/garbage", test_garbage);
  g_test_add_func ("/filters/chips", test_chips);
  g_test_add_func ("/filters/saved", test_saved);
  g_test_add_func ("/filters/view", test_view);
  g_test_add_func ("/filters/nothing-matches", test_nothing_matches);
  g_test_add_func ("/filters/other-words", test_other_words);
  return fixture_run_tests ();
}
