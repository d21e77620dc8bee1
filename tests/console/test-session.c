/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fixture.h"
#include <glib/gstdio.h>

#include "sky-ledger.h"
#include "sky-session.h"

static SkyTime
instant (const char *text)
{
  SkyTime time;

  g_assert_true (sky_time_parse (text, strlen (text), &time));
  return time;
}

static void
select_check (SkySession *session, const char *check)
{
  GListModel *model = G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session)));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      sky_selection_select_position (sky_session_get_selection (session), i);
      fixture_wait (fixture_is_settled, session);
      if (strcmp (sky_selection_get_finding (sky_session_get_selection (session))->check, check)
          == 0)
        return;
    }
  g_error ("no finding %s", check);
}

static void
test_open (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  guint64 undecided;

  g_assert_null (sky_intake_get_job (sky_session_get_intake (session)));
  g_assert_true (sky_inbox_has_logs (sky_session_get_inbox (session)));
  g_assert_cmpuint (sky_inbox_get_count (sky_session_get_inbox (session),
                                         (SkyListing) SKY_QUEUE_VARIANCE, &undecided),
                    ==, 1);
  g_assert_cmpuint (undecided, ==, 1);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_DISPUTE, NULL),
      ==, 1);
  g_assert_cmpuint (sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_ROUNDS, NULL),
                    ==, 3);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS, NULL), ==, 0);

  /* The first finding is shown without being asked for. */
  g_assert_nonnull (sky_selection_get_finding (sky_session_get_selection (session)));
  g_assert_nonnull (sky_day_view_get_day (sky_session_get_day_view (session)));
  fixture_finalize (session);
}

static void
test_select (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  select_check (session, "settle.payout");
  /* At the result: when the bet was paid its chips were gone. */
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==,
                   instant ("2016-09-03T20:00:41Z"));
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), ==, 2);
  g_assert_cmpstr (sky_day_view_get_pointed (sky_session_get_day_view (session)), ==, "w3");
  sky_day_view_set_pointed (sky_session_get_day_view (session), "w1");
  g_assert_cmpstr (sky_day_view_get_pointed (sky_session_get_day_view (session)), ==, "w1");
  sky_day_view_set_pointed (sky_session_get_day_view (session), NULL);
  g_assert_cmpstr (sky_day_view_get_pointed (sky_session_get_day_view (session)), ==, "w3");

  const SkyRoundReplay *replay = sky_day_view_get_round_replay (sky_session_get_day_view (session));
  g_assert_nonnull (replay);
  g_assert_nonnull (replay->steps);
  g_assert_cmpuint (replay->steps->len, >, 0);
  gboolean found = FALSE;
  for (guint i = 0; i < replay->scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (replay->scene->wagers, SkySceneWager, i);
      if (strcmp (wager->id, "w3") != 0)
        continue;
      found = TRUE;
      g_assert_cmpint (wager->settlement.paid, ==, 500);
      g_assert_cmpint (wager->due.paid, ==, 1000);
      g_assert_cmpint (sky_scene_wager_variance (wager), ==, -500);
    }
  g_assert_true (found);

  /* The table at the playhead: both wagers up, the dice thrown. */
  const SkyScene *scene = sky_day_view_get_scene (sky_session_get_day_view (session));
  g_assert_nonnull (scene);
  g_assert_cmpint (scene->round, ==, 2);
  g_assert_cmpint (scene->at, ==, instant ("2016-09-03T20:00:41Z"));
  fixture_finalize (session);
}

static void
test_time (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyTime from;
  SkyTime until;

  sky_selection_show_instant (sky_session_get_selection (session),
                              instant ("2016-09-03T20:00:30.500000Z"));
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==,
                   instant ("2016-09-03T20:00:30.500000Z"));
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), ==, 2);

  sky_day_view_jump_event (sky_session_get_day_view (session), 1);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==,
                   instant ("2016-09-03T20:00:31Z"));
  sky_day_view_jump_event (sky_session_get_day_view (session), -1);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==,
                   instant ("2016-09-03T20:00:30Z"));
  sky_day_view_jump_round (sky_session_get_day_view (session), 1);
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), ==, 3);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==,
                   instant ("2016-09-03T20:00:50Z"));
  sky_day_view_jump_round (sky_session_get_day_view (session), -1);
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), ==, 2);

  /* The playhead stays in sight. */
  sky_day_view_set_span (sky_session_get_day_view (session), instant ("2016-09-03T20:00:00Z"),
                         instant ("2016-09-03T20:00:10Z"));
  sky_day_view_go_to (sky_session_get_day_view (session), instant ("2016-09-03T20:01:20Z"));
  sky_day_view_get_span (sky_session_get_day_view (session), &from, &until);
  g_assert_cmpint (until - from, ==, 10 * SKY_SECOND);
  g_assert_cmpint (from, <=, instant ("2016-09-03T20:01:20Z"));
  g_assert_cmpint (until, >, instant ("2016-09-03T20:01:20Z"));
  fixture_wait (fixture_is_settled, session);
  fixture_finalize (session);
}

static void
test_review (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  g_autoptr (GError) error = NULL;
  guint64 undecided;

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  select_check (session, "settle.payout");
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_OPEN);

  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_DISMISS,
                        "Paid later from the cage.");
  fixture_wait (fixture_is_settled, session);
  const SkyReview *review = sky_selection_get_review (sky_session_get_selection (session));
  g_assert_cmpint (review->state, ==, SKY_REVIEW_DISMISSED);
  g_assert_cmpstr (review->credential, ==, "PA-900");
  g_assert_cmpstr (review->reason, ==, "Paid later from the cage.");
  g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_DISMISSED);
  g_assert_cmpuint (sky_selection_get_history (sky_session_get_selection (session))->len, ==, 1);
  sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE,
                       &undecided);
  g_assert_cmpuint (undecided, ==, 0);

  sky_selection_undo (sky_session_get_selection (session));
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_OPEN);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_CONFIRMED);
  g_assert_cmpuint (sky_selection_get_history (sky_session_get_selection (session))->len, ==, 3);
  fixture_finalize (session);

  /* It is on the disk, and the ledger holds. */
  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  guint64 n_entries;
  g_autoptr (GPtrArray) faults = sky_store_ledger_verify (store, &n_entries, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_cmpuint (n_entries, ==, 3);
}

static void
note_message_cb (SkyStoreLink *link, const char *text, gboolean problem, gpointer data)
{
  if (!problem)
    return;
  g_free (*(char **) data);
  *(char **) data = g_strdup (text);
}

/* A session on a finding of which somebody else speaks. */
typedef struct
{
  Fixture *fixture;
  SkySession *session;
  char *key;
  char *problem;
} Two;

static void
two_begin (Two *two)
{
  *two = (Two){ .fixture = fixture_new () };
  two->session = fixture_open_session (two->fixture);
  g_signal_connect (sky_session_get_link (two->session), "message", G_CALLBACK (note_message_cb),
                    &two->problem);
  sky_review_desk_set_reviewer (sky_session_get_desk (two->session), "PA-900", "Rae Viewer");
  select_check (two->session, "settle.payout");
  two->key = g_strdup (sky_selection_get_finding (sky_session_get_selection (two->session))->key);
}

static void
two_end (Two *two)
{
  fixture_finalize (two->session);
  g_free (two->key);
  g_free (two->problem);
  fixture_free (two->fixture);
}

static void
say (Two *two, SkyLedgerAction action, const char *text)
{
  sky_selection_decide (sky_session_get_selection (two->session), action, text);
  fixture_wait (fixture_is_settled, two->session);
}

/* Otto says the one thing, the session the other without having heard him. */
static void
say_both (Two *two,
          SkyLedgerAction first,
          const char *first_text,
          SkyLedgerAction second,
          const char *second_text)
{
  fixture_say_elsewhere (two->fixture, two->key, first, first_text);
  say (two, second, second_text);
}

/* Somebody else decided meanwhile: nothing is written, what they said is shown, what was typed
 * stays, and it can be decided anew. */
static void
test_others (void)
{
  Two two;

  two_begin (&two);
  say_both (&two, SKY_LEDGER_DISMISS, "Paid later.", SKY_LEDGER_DISMISS, "A drill.");
  const SkyUnsavedDecision *unsaved =
      sky_selection_get_unsaved (sky_session_get_selection (two.session));
  g_assert_nonnull (unsaved);
  g_assert_null (two.problem);
  g_assert_cmpstr (unsaved->text, ==, "A drill.");
  g_assert_cmpuint (unsaved->said->len, ==, 1);
  const SkyLedgerEntry *entry = unsaved->said->pdata[0];
  g_assert_cmpstr (entry->name, ==, "Otto Ther");
  g_assert_cmpstr (entry->text, ==, "Paid later.");
  g_autofree char *others = sky_unsaved_decision_dup_others (unsaved, NULL);
  g_assert_nonnull (strstr (others, "Otto Ther"));
  g_autofree char *own = sky_unsaved_decision_dup_own (unsaved);
  g_assert_nonnull (strstr (own, "A drill."));
  g_assert_cmpstr (sky_selection_get_review (sky_session_get_selection (two.session))->reason, ==,
                   "Paid later.");
  g_assert_cmpuint (sky_selection_get_history (sky_session_get_selection (two.session))->len, ==,
                    1);

  /* On what stands there now it is decided anew. */
  say (&two, SKY_LEDGER_CONFIRM, NULL);
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (two.session))->state, ==,
                   SKY_REVIEW_CONFIRMED);
  two_end (&two);
}

/* What was to be said waits with its finding while another is looked at. */
static void
test_others_elsewhere (void)
{
  Two two;

  two_begin (&two);
  fixture_say_elsewhere (two.fixture, two.key, SKY_LEDGER_ESCALATE, NULL);
  sky_selection_decide (sky_session_get_selection (two.session), SKY_LEDGER_DISMISS, "A drill.");
  sky_selection_select_next (sky_session_get_selection (two.session), 1);
  if (g_strcmp0 (sky_selection_get_finding (sky_session_get_selection (two.session))->key, two.key)
      == 0)
    sky_selection_select_next (sky_session_get_selection (two.session), -1);
  fixture_wait (fixture_is_settled, two.session);
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  {
    g_autoptr (GPtrArray) all = sky_review_desk_list_unsaved (sky_session_get_desk (two.session));
    g_assert_cmpuint (all->len, ==, 1);
  }
  sky_selection_show_key (sky_session_get_selection (two.session), two.key);
  fixture_wait (fixture_is_settled, two.session);
  g_assert_cmpstr (sky_selection_get_unsaved (sky_session_get_selection (two.session))->text, ==,
                   "A drill.");
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (two.session))->state, ==,
                   SKY_REVIEW_ESCALATED);
  sky_review_desk_forget_unsaved (sky_session_get_desk (two.session), two.key);
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  /* Nobody speaks for somebody else. */
  say_both (&two, SKY_LEDGER_REOPEN, NULL, SKY_LEDGER_CONFIRM, NULL);
  g_assert_nonnull (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  sky_review_desk_set_reviewer (sky_session_get_desk (two.session), "PA-902", "Third");
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  fixture_wait (fixture_is_settled, two.session);
  two_end (&two);
}

/* What could not be written is nobody else's, and is given up by itself alone. */
static void
test_unsaved_stays (void)
{
  Two two;

  two_begin (&two);
  SkyUnsavedDecision *unsaved =
      sky_unsaved_decision_new (sky_selection_get_finding (sky_session_get_selection (two.session)),
                                FALSE, SKY_LEDGER_DISMISS, "A drill.");
  unsaved->cause = g_strdup ("The disk is full.");
  sky_review_desk_keep_unsaved (sky_session_get_desk (two.session), "PA-900", unsaved);
  sky_review_desk_forget_unsaved (sky_session_get_desk (two.session), NULL);
  g_assert_nonnull (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  sky_review_desk_forget_unsaved (sky_session_get_desk (two.session), two.key);
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));

  /* Somebody else takes the seat before the answer comes. */
  fixture_say_elsewhere (two.fixture, two.key, SKY_LEDGER_ESCALATE, NULL);
  sky_selection_decide (sky_session_get_selection (two.session), SKY_LEDGER_DISMISS, "A drill.");
  sky_review_desk_set_reviewer (sky_session_get_desk (two.session), "PA-902", "Third");
  fixture_wait (fixture_is_settled, two.session);
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  two_end (&two);
}

/* A note overwrites nothing; what is taken back is what was seen; and two agree but once. */
static void
test_others_kinds (void)
{
  Two two;

  two_begin (&two);
  say_both (&two, SKY_LEDGER_CONFIRM, NULL, SKY_LEDGER_NOTE, "By the window.");
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  g_assert_cmpuint (sky_selection_get_history (sky_session_get_selection (two.session))->len, ==,
                    2);

  /* A note is a word, too: who decides has not read it. */
  say_both (&two, SKY_LEDGER_NOTE, "Wait.", SKY_LEDGER_ESCALATE, NULL);
  g_assert_nonnull (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  say (&two, SKY_LEDGER_ESCALATE, NULL);
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));

  fixture_say_elsewhere (two.fixture, two.key, SKY_LEDGER_CONFIRM, NULL);
  sky_selection_undo (sky_session_get_selection (two.session));
  fixture_wait (fixture_is_settled, two.session);
  g_assert_true (sky_selection_get_unsaved (sky_session_get_selection (two.session))->undoes);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (two.session))->state, ==,
                   SKY_REVIEW_CONFIRMED);

  say_both (&two, SKY_LEDGER_NOTE, "Seen twice.", SKY_LEDGER_SECOND, NULL);
  g_assert_cmpint (sky_selection_get_unsaved (sky_session_get_selection (two.session))->action, ==,
                   SKY_LEDGER_SECOND);
  say (&two, SKY_LEDGER_SECOND, NULL);
  g_assert_cmpstr (
      sky_selection_get_review (sky_session_get_selection (two.session))->second_credential, ==,
      "PA-900");
  two_end (&two);
}

/* Decides the finding that is shown, goes to the next open one and remembers both. */
static void
decide_and_go_on (SkySelection *selection, SkySession *session, GPtrArray *decided)
{
  g_ptr_array_add (decided, g_strdup (sky_selection_get_finding (selection)->key));
  sky_selection_decide (selection, SKY_LEDGER_ESCALATE, NULL);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_open (selection, 1, TRUE);
  fixture_wait (fixture_is_settled, session);
}

/* In a list that goes by the state a row may stay where it is read while the store's order is
 * another by now: each open one comes once all the same, and the way back leads to what was
 * decided. */
static void
test_by_state (gconstpointer filtered)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkySelection *selection = sky_session_get_selection (session);
  SkyInbox *inbox = sky_session_get_inbox (session);
  g_autoptr (GPtrArray) decided = g_ptr_array_new_with_free_func (g_free);
  SkyFindingFilter open = SKY_FINDING_FILTER_INIT;

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", NULL);
  open.states = 1u << SKY_REVIEW_OPEN;
  if (filtered != NULL)
    sky_inbox_set_filter (inbox, &open);
  else
    sky_inbox_set_sort (inbox, SKY_FINDING_SORT_STATE, FALSE);
  fixture_wait (fixture_is_settled, session);
  const guint n = fixture_count_rows (session);
  g_assert_cmpuint (n, >, 3);

  /* The first is left out, for the way round. */
  sky_selection_select_position (selection, 1);
  fixture_wait (fixture_is_settled, session);
  while (sky_selection_get_finding (selection)->state == SKY_REVIEW_OPEN && decided->len < n)
    {
      gint64 id = sky_selection_get_finding (selection)->id;
      decide_and_go_on (selection, session, decided);
      const SkyStoredFinding *next = sky_selection_get_finding (selection);
      g_assert_false (next->state == SKY_REVIEW_OPEN
                      && g_ptr_array_find_with_equal_func (decided, next->key, g_str_equal, NULL));
      if (filtered != NULL)
        continue;
      sky_selection_show_finding (selection, id);
      fixture_wait (fixture_is_settled, session);
      g_assert_cmpint (sky_selection_get_finding (selection)->id, ==, id);
      sky_selection_select_open (selection, 1, TRUE);
      fixture_wait (fixture_is_settled, session);
    }
  g_assert_cmpuint (decided->len, ==, n);
  fixture_finalize (session);
}

static gboolean
is_dismissed (gpointer session)
{
  const SkyReview *review = sky_selection_get_review (sky_session_get_selection (session));

  return review != NULL && review->state == SKY_REVIEW_DISMISSED
         && sky_session_is_settled (session);
}

/* Somebody else decides a row of such a list: it stays where it is read, and is found there. */
static void
test_by_state_elsewhere (gconstpointer filtered)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkySelection *selection = sky_session_get_selection (session);
  SkyFindingFilter open = SKY_FINDING_FILTER_INIT;

  open.states = 1u << SKY_REVIEW_OPEN;
  if (filtered != NULL)
    sky_inbox_set_filter (sky_session_get_inbox (session), &open);
  else
    sky_inbox_set_sort (sky_session_get_inbox (session), SKY_FINDING_SORT_STATE, FALSE);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (selection, 1);
  fixture_wait (fixture_is_settled, session);
  const gint64 id = sky_selection_get_finding (selection)->id;
  fixture_say_elsewhere (fixture, sky_selection_get_finding (selection)->key, SKY_LEDGER_DISMISS,
                         "Paid later.");
  fixture_wait (is_dismissed, session);

  sky_selection_select_position (selection, 0);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_open (selection, 1, FALSE);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_queue_item_get_position (sky_selection_get_item (selection)), ==, 2);
  sky_selection_show_finding (selection, id);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_selection_get_finding (selection)->id, ==, id);
  g_assert_cmpuint (sky_queue_item_get_position (sky_selection_get_item (selection)), ==, 1);
  fixture_finalize (session);
}

static char *
dup_time (SkySession *session)
{
  SkyClock *clock = sky_session_get_clock (session);

  return sky_queue_item_dup_text (sky_selection_get_item (sky_session_get_selection (session)),
                                  SKY_COLUMN_TIME, sky_clock_get_zone (clock));
}

static void
count_zones (guint *n, SkyDayView *day_view)
{
  ++*n;
}

/* Times are on the property's clock, which the first log names, and in UTC for who prefers it. */
static void
test_clock (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyClock *clock = sky_session_get_clock (session);
  SkyDayView *day_view = sky_session_get_day_view (session);
  guint n = 0;

  select_check (session, "settle.payout");
  g_signal_connect_swapped (day_view, "zone-changed", G_CALLBACK (count_zones), &n);
  g_assert_cmpstr (g_time_zone_get_identifier (sky_clock_get_zone (clock)), ==, "America/New_York");
  g_autofree char *local = dup_time (session);
  g_assert_true (g_str_has_prefix (local, "16:"));

  g_object_set (clock, "utc", TRUE, NULL);
  g_assert_null (sky_day_view_get_zone (day_view));
  g_assert_cmpuint (n, ==, 1);
  g_autofree char *utc = dup_time (session);
  g_assert_true (g_str_has_prefix (utc, "20:"));

  /* Another property's day is on its own clock; where none is named, on that of UTC. */
  g_object_set (clock, "utc", FALSE, NULL);
  sky_clock_propose_property_zone (clock, "America/Chicago");
  g_assert_cmpstr (g_time_zone_get_identifier (sky_clock_get_zone (clock)), ==, "America/New_York");
  sky_clock_set_property_zone (clock, "America/Chicago");
  g_autofree char *west = dup_time (session);
  g_assert_true (g_str_has_prefix (west, "15:"));
  sky_clock_set_property_zone (clock, "Nowhere/Else");
  g_assert_null (sky_clock_get_zone (clock));
  g_signal_handlers_disconnect_by_data (day_view, &n);
  fixture_finalize (session);
}

static void
test_bookmark (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", NULL);
  sky_day_view_go_to (sky_session_get_day_view (session), instant ("2016-09-03T20:00:33Z"));
  sky_session_add_bookmark (session, "look here");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS, NULL), ==, 1);

  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS);
  fixture_wait (fixture_is_settled, session);
  sky_day_view_go_to (sky_session_get_day_view (session), instant ("2016-09-03T20:00:01Z"));
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==,
                   instant ("2016-09-03T20:00:33Z"));
  g_autofree char *text = sky_queue_item_dup_text (
      sky_selection_get_item (sky_session_get_selection (session)), SKY_COLUMN_WHAT, NULL);
  g_assert_cmpstr (text, ==, "look here");
  fixture_finalize (session);
}

static void
test_again (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  g_assert_false (
      sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (session))));
  fixture_append (fixture, "{\"seq\":30,\"at\":\"2016-09-03T20:02:00Z\",\"type\":\"nonsense\"}");
  sky_day_view_go_to (sky_session_get_day_view (session), instant ("2016-09-03T20:00:33Z"));
  fixture_wait (fixture_is_settled, session);
  g_assert_true (
      sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (session))));

  sky_session_audit_again (session);
  fixture_wait (fixture_is_settled, session);
  g_assert_false (
      sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (session))));
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_INTEGRITY, NULL),
      >=, 1);
  fixture_finalize (session);
}

static void
test_bad_archives (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  const char *const names[] = { "nowhere", "empty", "broken" };

  g_autofree char *empty = g_build_filename (fixture->folder, "empty", NULL);
  g_autofree char *broken = g_build_filename (fixture->folder, "broken", NULL);
  g_autofree char *log = g_build_filename (broken, "x.tel.jsonl", NULL);
  g_assert_cmpint (g_mkdir_with_parents (empty, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (broken, 0700), ==, 0);
  g_assert_true (g_file_set_contents (log, "not a log\n", -1, NULL));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      const char *paths[] = { path, NULL };
      g_autofree char *problem = NULL;
      SkySession *session = sky_session_new (fixture->store);
      g_signal_connect (sky_session_get_link (session), "message", G_CALLBACK (note_message_cb),
                        &problem);
      sky_session_open_archives (session, paths);
      fixture_wait (fixture_is_settled, session);
      g_assert_nonnull (problem);
      g_assert_nonnull (strstr (problem, names[i]));
      g_assert_false (sky_inbox_has_logs (sky_session_get_inbox (session)));
      fixture_finalize (session);
    }
}

/* The archive goes away after it was audited. */
static void
test_gone (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  g_autofree char *log = g_build_filename (fixture->archive, "CR-01.tel.jsonl", NULL);
  g_autofree char *problem = NULL;

  fixture_finalize (session);
  g_assert_cmpint (g_unlink (log), ==, 0);
  session = sky_session_new (fixture->store);
  g_signal_connect (sky_session_get_link (session), "message", G_CALLBACK (note_message_cb),
                    &problem);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "CR-01.tel.jsonl"));
  g_assert_null (sky_day_view_get_day (sky_session_get_day_view (session)));
  fixture_finalize (session);
}

/* What is looked at while the list shows another queue is not decided, and it is known where one
 * goes from there. */
static void
test_unlisted (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  g_autofree char *problem = NULL;

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  select_check (session, "settle.payout");
  g_assert_false (sky_selection_get_unlisted (sky_session_get_selection (session)));
  g_signal_connect (sky_session_get_link (session), "message", G_CALLBACK (note_message_cb),
                    &problem);
  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_DISPUTE);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->check, ==,
                   "settle.payout");
  g_assert_true (sky_selection_get_unlisted (sky_session_get_selection (session)));
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_settled, session);
  g_assert_nonnull (strstr (problem, "not in this list"));
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_OPEN);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_NOTE, "Seen on the way.");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_selection_get_history (sky_session_get_selection (session))->len, ==, 1);

  /* It is in the list again, and elsewhere than before. */
  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_settled, session);
  g_assert_false (sky_selection_get_unlisted (sky_session_get_selection (session)));
  g_assert_cmpuint (
      sky_queue_item_get_position (sky_selection_get_item (sky_session_get_selection (session))),
      ==, 0);

  /* Of a list without rows, and of one of rounds, it is none. */
  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_CONFIRMATION);
  fixture_wait (fixture_is_settled, session);
  g_assert_true (sky_selection_get_unlisted (sky_session_get_selection (session)));
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ROUNDS);
  fixture_wait (fixture_is_settled, session);
  g_assert_true (sky_selection_get_unlisted (sky_session_get_selection (session)));

  /* The next is the first of the list that is shown. */
  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_DISPUTE);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_next (sky_session_get_selection (session), 1);
  fixture_wait (fixture_is_settled, session);
  g_assert_false (sky_selection_get_unlisted (sky_session_get_selection (session)));
  g_assert_cmpint (sky_selection_get_finding (sky_session_get_selection (session))->queue, ==,
                   SKY_QUEUE_DISPUTE);
  fixture_finalize (session);
}

static void
choose (SkySession *session, guint from, guint n)
{
  g_autoptr (GtkBitset) chosen = gtk_bitset_new_range (from, n);

  sky_inbox_set_chosen (sky_session_get_inbox (session), chosen);
}

/* Several findings are decided together, what was decided before is left, and each is taken back.
 */
static void
test_decide_several (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  guint n = fixture_count_rows (session);
  guint64 undecided;

  g_assert_cmpuint (n, >, 2);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_autofree char *first =
      g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_ESCALATE, NULL);
  fixture_wait (fixture_is_settled, session);

  choose (session, 0, n);
  g_assert_cmpuint (sky_inbox_get_n_chosen (sky_session_get_inbox (session)), ==, n);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_DISMISS, "A drill.");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_inbox_get_n_chosen (sky_session_get_inbox (session)), ==, 0);
  sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_ALL, &undecided);
  g_assert_cmpuint (undecided, ==, 0);
  for (guint i = 0; i < n; i++)
    {
      sky_selection_select_position (sky_session_get_selection (session), i);
      fixture_wait (fixture_is_settled, session);
      const SkyStoredFinding *finding =
          sky_selection_get_finding (sky_session_get_selection (session));
      g_assert_cmpint (finding->state, ==,
                       strcmp (finding->key, first) == 0 ? SKY_REVIEW_ESCALATED
                                                         : SKY_REVIEW_DISMISSED);
    }

  choose (session, 0, n);
  sky_selection_undo (sky_session_get_selection (session));
  fixture_wait (fixture_is_settled, session);
  sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_ALL, &undecided);
  g_assert_cmpuint (undecided, ==, n);
  fixture_finalize (session);
}

/* Of many that are decided at once those are left and told of which somebody else spoke since
 * they were listed. */
static void
test_others_many (void)
{
  Two two;

  two_begin (&two);
  guint n = fixture_count_rows (two.session);
  fixture_say_elsewhere (two.fixture, two.key, SKY_LEDGER_NOTE, "Wait.");
  choose (two.session, 0, n);
  say (&two, SKY_LEDGER_CONFIRM, NULL);
  guint64 undecided;
  sky_inbox_get_count (sky_session_get_inbox (two.session), SKY_LISTING_ALL, &undecided);
  g_assert_cmpuint (undecided, ==, 1);
  g_autoptr (GPtrArray) all = sky_review_desk_list_unsaved (sky_session_get_desk (two.session));
  g_assert_cmpuint (all->len, ==, 1);
  const SkyUnsavedDecision *unsaved = all->pdata[0];
  g_assert_cmpstr (unsaved->key, ==, two.key);
  g_assert_cmpint (unsaved->action, ==, SKY_LEDGER_CONFIRM);
  g_assert_cmpstr (((SkyLedgerEntry *) unsaved->said->pdata[0])->text, ==, "Wait.");
  sky_selection_show_key (sky_session_get_selection (two.session), two.key);
  fixture_wait (fixture_is_settled, two.session);
  say (&two, SKY_LEDGER_CONFIRM, NULL);
  g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (two.session)));
  sky_inbox_get_count (sky_session_get_inbox (two.session), SKY_LISTING_ALL, &undecided);
  g_assert_cmpuint (undecided, ==, 0);
  two_end (&two);
}

#define THOUSANDS 6000

static guint64
count_undecided (SkySession *session)
{
  guint64 undecided;

  fixture_wait (fixture_is_settled, session);
  sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_ALL, &undecided);
  return undecided;
}

/* The first thousand were decided before; some more are by now. */
static gboolean
has_begun (gpointer session)
{
  guint done;

  return sky_review_desk_get_deciding (sky_session_get_desk (session), &done) > 0 && done > 1000;
}

/* More than are at hand, decided a part at a time, stopped on the way, and not decided when the
 * rows are others by now. */
static void
test_decide_thousands (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *problem = NULL;
  guint done;

  fixture_fill_store (fixture, THOUSANDS);
  SkySession *session = sky_session_new (fixture->store);
  g_signal_connect (sky_session_get_link (session), "message", G_CALLBACK (note_message_cb),
                    &problem);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  g_assert_cmpuint (count_undecided (session), ==, THOUSANDS);

  choose (session, 0, THOUSANDS);
  gint64 from = g_get_monotonic_time ();
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  g_assert_cmpuint (sky_review_desk_get_deciding (sky_session_get_desk (session), &done), ==,
                    THOUSANDS);
  g_assert_cmpuint (done, ==, 0);
  g_assert_cmpuint (count_undecided (session), ==, 0);
  g_test_message ("%d decided in %d ms", THOUSANDS,
                  (int) ((g_get_monotonic_time () - from) / G_TIME_SPAN_MILLISECOND));
  g_assert_cmpuint (sky_review_desk_get_deciding (sky_session_get_desk (session), NULL), ==, 0);
  g_assert_cmpuint (sky_inbox_get_n_chosen (sky_session_get_inbox (session)), ==, 0);

  /* The last thousands are taken back, those before stay. */
  choose (session, 1000, THOUSANDS - 1000);
  sky_selection_undo (sky_session_get_selection (session));
  g_assert_cmpuint (count_undecided (session), ==, THOUSANDS - 1000);

  /* Stopped, what was said stays. */
  choose (session, 0, THOUSANDS);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_DISMISS, "A drill.");
  fixture_wait (has_begun, session);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_ESCALATE, NULL);
  sky_review_desk_stop_deciding (sky_session_get_desk (session));
  guint64 left = count_undecided (session);
  g_assert_cmpuint (left, >, 0);
  g_assert_cmpuint (left, <, THOUSANDS - 1000);
  g_assert_null (strstr (problem != NULL ? problem : "", "has changed"));

  /* More comes into the store, and the list is another: nothing is decided. */
  fixture_fill_store (fixture, THOUSANDS + 1);
  choose (session, 0, THOUSANDS);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  g_assert_cmpuint (count_undecided (session), >, left);
  g_assert_nonnull (strstr (problem, "has changed"));
  g_assert_cmpuint (sky_inbox_get_n_chosen (sky_session_get_inbox (session)), ==, 0);
  fixture_finalize (session);
}

/* Of two findings that are asked for by their keys at once, the one asked for last is shown. */
static void
test_keys (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  g_autofree char *first =
      g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  sky_selection_select_next (sky_session_get_selection (session), 1);
  fixture_wait (fixture_is_settled, session);
  g_autofree char *second =
      g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  g_assert_cmpstr (first, !=, second);
  sky_selection_select (sky_session_get_selection (session), NULL);
  sky_selection_show_key (sky_session_get_selection (session), first);
  sky_selection_show_key (sky_session_get_selection (session), second);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->key, ==,
                   second);
  sky_selection_show_key (sky_session_get_selection (session), second);
  sky_selection_show_key (sky_session_get_selection (session), first);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->key, ==, first);
  fixture_finalize (session);
}

/* Two people: one confirms, the other agrees, takes that back, and agrees again. */
static void
test_second (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  fixture_wait (fixture_is_settled, session);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_settled, session);
  /* Whoever confirmed is no second. */
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_SECOND, NULL);
  fixture_wait (fixture_is_settled, session);
  g_assert_null (sky_selection_get_review (sky_session_get_selection (session))->second_credential);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-901", "Otto Ther");
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_SECOND, NULL);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (
      sky_selection_get_review (sky_session_get_selection (session))->second_credential, ==,
      "PA-901");
  sky_selection_undo (sky_session_get_selection (session));
  fixture_wait (fixture_is_settled, session);
  g_assert_null (sky_selection_get_review (sky_session_get_selection (session))->second_credential);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_CONFIRMED);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_SECOND, NULL);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (
      sky_selection_get_review (sky_session_get_selection (session))->second_credential, ==,
      "PA-901");
  /* Nothing was erased. */
  g_assert_cmpuint (sky_selection_get_history (sky_session_get_selection (session))->len, ==, 4);
  fixture_finalize (session);
}

/* Keeps the store's thread until it is let go. */
static gpointer
hold_in_thread (SkyStore *store, gpointer data, GError **error)
{
  g_mutex_lock (data);
  g_mutex_unlock (data);
  return g_strdup ("let go");
}

static void
let_go_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree char *answer = sky_store_worker_finish (result, NULL);

  g_assert_cmpstr (answer, ==, "let go");
}

/* Where the finding before stands is answered when the next one is looked at already: that one
 * stays selected. */
static void
test_late_place (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  GListModel *rows = G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session)));
  const guint n = g_list_model_get_n_items (rows);
  GMutex held;

  g_mutex_init (&held);
  sky_selection_select_position (sky_session_get_selection (session), 1);
  fixture_wait (fixture_is_settled, session);
  g_autofree char *next =
      g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->key, !=, next);

  g_mutex_lock (&held);
  sky_store_worker_run (sky_store_link_get_worker (sky_session_get_link (session)), NULL,
                        hold_in_thread, &held, NULL, g_free, NULL, let_go_cb, NULL);
  /* The rows are others, for all that is known of them. */
  g_list_model_items_changed (rows, 0, n, n);
  sky_selection_select_position (sky_session_get_selection (session), 1);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->key, ==, next);
  g_mutex_unlock (&held);
  fixture_wait (fixture_is_settled, session);

  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->key, ==, next);
  g_assert_false (sky_selection_get_unlisted (sky_session_get_selection (session)));
  fixture_finalize (session);
  g_mutex_clear (&held);
}

/* Something is to be shown, but before it is known where that is something else is chosen: that
 * is shown, whatever the answer to the older question. */
static void
test_late_goal (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkySelection *selection = sky_session_get_selection (session);
  GMutex held;

  g_mutex_init (&held);
  sky_selection_select_position (selection, 1);
  fixture_wait (fixture_is_settled, session);
  const gint64 next = sky_selection_get_finding (selection)->id;
  g_autofree char *key = g_strdup (sky_selection_get_finding (selection)->key);
  SkyTime at = sky_selection_get_finding (selection)->at;
  sky_selection_select_position (selection, 0);
  fixture_wait (fixture_is_settled, session);
  g_autofree char *first = g_strdup (sky_selection_get_finding (selection)->key);

  g_mutex_lock (&held);
  sky_store_worker_run (sky_store_link_get_worker (sky_session_get_link (session)), NULL,
                        hold_in_thread, &held, NULL, g_free, NULL, let_go_cb, NULL);
  sky_selection_show_finding (selection, next);
  sky_selection_show_key (selection, key);
  sky_selection_show_instant (selection, at + SKY_SECOND);
  sky_selection_show_key (selection, first);
  g_mutex_unlock (&held);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_selection_get_finding (selection)->key, ==, first);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), !=,
                   at + SKY_SECOND);

  g_mutex_lock (&held);
  sky_store_worker_run (sky_store_link_get_worker (sky_session_get_link (session)), NULL,
                        hold_in_thread, &held, NULL, g_free, NULL, let_go_cb, NULL);
  sky_selection_show_finding (selection, sky_selection_get_finding (selection)->id);
  sky_selection_select_position (selection, 1);
  g_mutex_unlock (&held);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_selection_get_finding (selection)->key, ==, key);
  fixture_finalize (session);
  g_mutex_clear (&held);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/open", test_open);
  g_test_add_func ("/session/select", test_select);
  g_test_add_func ("/session/time", test_time);
  g_test_add_func ("/session/review", test_review);
  g_test_add_func ("/session/keys", test_keys);
  g_test_add_func ("/session/decide-thousands", test_decide_thousands);
  g_test_add_func ("/session/second", test_second);
  g_test_add_func ("/session/others", test_others);
  g_test_add_func ("/session/others-elsewhere", test_others_elsewhere);
  g_test_add_func ("/session/unsaved-stays", test_unsaved_stays);
  g_test_add_func ("/session/others-kinds", test_others_kinds);
  g_test_add_func ("/session/others-many", test_others_many);
  g_test_add_data_func ("/session/by-state/sorted", NULL, test_by_state);
  g_test_add_data_func ("/session/by-state/filtered", "filtered", test_by_state);
  g_test_add_data_func ("/session/by-state-elsewhere/sorted", NULL, test_by_state_elsewhere);
  g_test_add_data_func ("/session/by-state-elsewhere/filtered", "filtered",
                        test_by_state_elsewhere);
  g_test_add_func ("/session/clock", test_clock);
  g_test_add_func ("/session/bookmark", test_bookmark);
  g_test_add_func ("/session/again", test_again);
  g_test_add_func ("/session/bad-archives", test_bad_archives);
  g_test_add_func ("/session/gone", test_gone);
  g_test_add_func ("/session/unlisted", test_unlisted);
  g_test_add_func ("/session/late-place", test_late_place);
  g_test_add_func ("/session/late-goal", test_late_goal);
  g_test_add_func ("/session/decide-several", test_decide_several);
  return fixture_run_tests ();
}
