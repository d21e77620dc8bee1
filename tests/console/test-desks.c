/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several consoles on one store: what each sees of the others. */
#include "config.h"

#include "fixture.h"
#include "private-postgres.h"
#include "sky-cases-window.h"
#include "sky-look.h"
#include "sky-unsaved-window.h"
#include "sky-window-private.h"

/* A window, and somebody else on the same finding at another desk. */
typedef struct
{
  Fixture *fixture;
  SkySession *session;
  SkyStoreLink *link; /* its parts */
  SkyReviewDesk *desk;
  SkyInbox *inbox;
  SkySelection *selection;
  SkyWindow *window;
  SkyReviewBar *bar;
  SkySession *other;
} Desks;

static void
select_variance (SkySession *session)
{
  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
}

static char *desks_uri; /* of a database that is there already; NULL: a new one is made */

static Fixture *
make_fixture (gconstpointer in_postgres)
{
  Fixture *fixture = fixture_new ();

  if (in_postgres != NULL)
    {
      g_free (fixture->store);
      fixture->store = desks_uri != NULL ? g_strdup (desks_uri) : private_postgres_new_database ();
    }
  return fixture;
}

static void
desks_begin (Desks *desks, gconstpointer in_postgres)
{
  desks->fixture = make_fixture (in_postgres);
  desks->session = fixture_open_session (desks->fixture);
  desks->link = sky_session_get_link (desks->session);
  desks->desk = sky_session_get_desk (desks->session);
  desks->inbox = sky_session_get_inbox (desks->session);
  desks->selection = sky_session_get_selection (desks->session);
  desks->window = fixture_open_window (desks->session);
  desks->bar = sky_finding_pane_get_review_bar (desks->window->finding);
  sky_review_desk_set_reviewer (desks->desk, "PA-900", "Rae Viewer");
  desks->other = fixture_open_session (desks->fixture);
  sky_review_desk_set_reviewer (sky_session_get_desk (desks->other), "PA-901", "Otto Ther");
  select_variance (desks->session);
  select_variance (desks->other);
  fixture_wait (fixture_is_window_settled, desks->window);
}

static void
desks_end (Desks *desks)
{
  fixture_close_window (desks->window);
  fixture_finalize (desks->session);
  if (desks->other != NULL)
    fixture_finalize (desks->other);
  fixture_free (desks->fixture);
}

static GtkWindow *
get_dialog (Desks *desks)
{
  return sky_closing_get_dialog (desks->window->closing);
}

static const char *
get_reason (Desks *desks)
{
  return gtk_editable_get_text (GTK_EDITABLE (sky_review_bar_get_reason_entry (desks->bar)));
}

static gpointer
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window;
    }
  return NULL;
}

/* Two dismiss one finding: the second is told who was first, and what was typed is still there,
 * also when another finding was looked at in between. */
static void
test_second_reviewer (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_assert_null (sky_review_bar_get_unsaved (desks.bar));
  fixture_say_elsewhere (desks.fixture, sky_selection_get_finding (desks.selection)->key,
                         SKY_LEDGER_DISMISS, "Paid later.");
  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "A drill.");
  fixture_wait (fixture_is_window_settled, desks.window);

  const char *told = sky_review_bar_get_unsaved (desks.bar);
  g_assert_nonnull (told);
  g_assert_nonnull (strstr (told, "Otto Ther"));
  g_assert_nonnull (strstr (told, "Paid later."));
  g_assert_cmpstr (get_reason (&desks), ==, "A drill.");
  g_assert_nonnull (strstr (sky_review_bar_get_state (desks.bar), "Paid later."));
  /* It stands with the finding and not over the window as well. */
  g_assert_false (gtk_info_bar_get_revealed (desks.window->unsaved_bar));

  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  sky_inbox_set_listing (desks.inbox, SKY_LISTING_ALL);
  fixture_wait (fixture_is_window_settled, desks.window);
  for (guint i = 0; g_strcmp0 (sky_selection_get_finding (desks.selection)->key, key) == 0; i++)
    {
      sky_selection_select_position (desks.selection, i);
      fixture_wait (fixture_is_window_settled, desks.window);
    }
  g_assert_null (sky_review_bar_get_unsaved (desks.bar));
  g_assert_cmpstr (get_reason (&desks), ==, "");
  g_assert_true (gtk_info_bar_get_revealed (desks.window->unsaved_bar));

  /* The list of them leads back to it. */
  gtk_widget_activate_action (GTK_WIDGET (desks.window), "win.unsaved", NULL);
  SkyUnsavedWindow *list = find_window (SKY_TYPE_UNSAVED_WINDOW);
  g_assert_nonnull (list);
  g_assert_cmpuint (sky_unsaved_window_get_n (list), ==, 1);
  sky_selection_show_key (desks.selection, key);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_nonnull (sky_review_bar_get_unsaved (desks.bar));
  g_assert_cmpstr (get_reason (&desks), ==, "A drill.");

  sky_review_bar_give_reason (desks.bar, get_reason (&desks));
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_null (sky_review_bar_get_unsaved (desks.bar));
  g_assert_cmpuint (sky_unsaved_window_get_n (list), ==, 0);
  g_assert_nonnull (strstr (sky_review_bar_get_state (desks.bar), "A drill."));
  fixture_close_window (list);
  desks_end (&desks);
}

/* Whoever says one word behind the other, before the first is answered, is not told that they were
 * faster themselves; a word that they have not heard still stands in the way. */
static void
test_own_words (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  sky_selection_decide (desks.selection, SKY_LEDGER_ESCALATE, NULL);
  sky_selection_decide (desks.selection, SKY_LEDGER_NOTE, "Seen.");
  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "A drill.");
  /* The same once more is a key that was pressed twice. */
  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "A drill.");
  fixture_wait (fixture_is_settled, desks.session);
  g_assert_null (sky_selection_get_unsaved (desks.selection));
  g_assert_cmpint (sky_selection_get_review (desks.selection)->state, ==, SKY_REVIEW_DISMISSED);
  g_assert_cmpuint (sky_selection_get_history (desks.selection)->len, ==, 3);
  /* What is taken back is what was said last. */
  sky_selection_decide (desks.selection, SKY_LEDGER_CONFIRM, NULL);
  sky_selection_undo (desks.selection);
  fixture_wait (fixture_is_settled, desks.session);
  g_assert_null (sky_selection_get_unsaved (desks.selection));
  g_assert_cmpint (sky_selection_get_review (desks.selection)->state, ==, SKY_REVIEW_DISMISSED);
  g_assert_cmpuint (sky_selection_get_history (desks.selection)->len, ==, 5);

  /* A note of one's own does not say that what came before it was heard; and of two words neither
   * is forgotten. */
  fixture_say_elsewhere (desks.fixture, key, SKY_LEDGER_CONFIRM, "It is so.");
  sky_selection_decide (desks.selection, SKY_LEDGER_NOTE, "Seen again.");
  sky_selection_decide (desks.selection, SKY_LEDGER_ESCALATE, "Odd.");
  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "No.");
  fixture_wait (fixture_is_settled, desks.session);
  g_assert_cmpint (sky_selection_get_review (desks.selection)->state, ==, SKY_REVIEW_CONFIRMED);
  {
    g_autoptr (GPtrArray) unsaved = sky_review_desk_list_unsaved (desks.desk);
    g_assert_cmpuint (unsaved->len, ==, 2);
    g_assert_cmpstr (((SkyUnsavedDecision *) unsaved->pdata[0])->text, ==, "Odd.");
    g_assert_cmpstr (((SkyUnsavedDecision *) unsaved->pdata[1])->text, ==, "No.");
  }
  desks_end (&desks);
}

static gboolean
is_room_settled (gpointer room)
{
  return sky_cases_window_is_settled (room);
}

/* Two close one case at once: the second is told, and why they closed it still stands to be sent.
 */
static void
test_case (gconstpointer in_postgres)
{
  static const char *const whys[] = { "Done.", "Over." };
  Desks desks;
  SkyCasesWindow *rooms[2];
  SkySession *sessions[2];

  desks_begin (&desks, in_postgres);
  sessions[0] = desks.other;
  sessions[1] = desks.session;
  for (guint i = 0; i < 2; i++)
    {
      rooms[i] = fixture_new_room (GTK_WINDOW (desks.window), sessions[i]);
      gtk_window_present (GTK_WINDOW (rooms[i]));
      fixture_wait (is_room_settled, rooms[i]);
      if (i == 0)
        sky_cases_window_open_case (rooms[i], "Door");
      fixture_wait (is_room_settled, rooms[i]);
      g_assert_cmpuint (sky_cases_window_get_cases (rooms[i])->len, ==, 1);
    }
  for (guint i = 0; i < 2; i++)
    sky_cases_window_close_case (rooms[i], whys[i]);
  for (guint i = 0; i < 2; i++)
    fixture_wait (is_room_settled, rooms[i]);
  /* Whoever came first. */
  GPtrArray *items = sky_cases_window_get_items (rooms[0]);
  g_assert_cmpuint (items->len, ==, 1);
  const char *why = ((SkyCaseItem *) items->pdata[0])->text;
  guint first = strcmp (why, whys[0]) == 0 ? 0 : 1;
  g_assert_cmpstr (why, ==, whys[first]);
  g_assert_cmpstr (sky_cases_window_get_note (rooms[first]), ==, "");
  g_assert_cmpstr (sky_cases_window_get_note (rooms[1 - first]), ==, whys[1 - first]);
  const SkyCase *seen = sky_cases_window_get_cases (rooms[1 - first])->pdata[0];
  g_assert_true (seen->closed);
  fixture_close_window (rooms[0]);
  fixture_close_window (rooms[1]);
  desks_end (&desks);
}

/* A case is given another name and closed at once: nobody else was faster. */
static void
test_own_case (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  SkyCasesWindow *room = fixture_new_room (GTK_WINDOW (desks.window), desks.session);
  gtk_window_present (GTK_WINDOW (room));
  sky_cases_window_open_case (room, "Door");
  fixture_wait (is_room_settled, room);
  sky_cases_window_rename_case (room, "Gate");
  sky_cases_window_close_case (room, "Done.");
  fixture_wait (is_room_settled, room);
  const SkyCase *found = sky_cases_window_get_cases (room)->pdata[0];
  g_assert_cmpstr (found->title, ==, "Gate");
  g_assert_true (found->closed);
  g_assert_cmpstr (sky_cases_window_get_note (room), ==, "");
  fixture_close_window (room);
  desks_end (&desks);
}

/* --- What others do --------------------------------------------------------------------------- */

typedef struct
{
  SkySession *session;
  SkyReviewState state;
} Stands;

static gboolean
stands (gpointer data)
{
  const Stands *wanted = data;
  const SkyStoredFinding *finding =
      sky_selection_get_finding (sky_session_get_selection (wanted->session));
  const SkyReview *review = sky_selection_get_review (sky_session_get_selection (wanted->session));

  return finding != NULL && review != NULL && finding->state == wanted->state
         && review->state == wanted->state && sky_session_is_settled (wanted->session);
}

/* How often the finding @key was spoken of. */
static guint
count_words (Fixture *fixture, const char *key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);

  g_assert_no_error (error);
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (store, key, 0, 1000, &error);
  g_assert_no_error (error);
  return entries->len;
}

/* What somebody decides elsewhere is seen in the list, the pane and the counts, while what is
 * selected, in sight and being typed stays. */
static void
test_seen (gconstpointer in_postgres)
{
  Desks desks;
  guint64 before;
  guint64 after;

  desks_begin (&desks, in_postgres);
  SkyQueueItem *item = sky_selection_get_item (desks.selection);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  GtkEditable *reason = GTK_EDITABLE (sky_review_bar_get_reason_entry (desks.bar));
  gtk_editable_set_text (reason, "I was typing");
  sky_inbox_get_count (desks.inbox, SKY_LISTING_ALL, &before);
  fixture_say_elsewhere (desks.fixture, key, SKY_LEDGER_DISMISS, "Paid later.");
  Stands dismissed = { desks.session, SKY_REVIEW_DISMISSED };
  fixture_wait (stands, &dismissed);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_true (sky_selection_get_item (desks.selection) == item);
  g_assert_nonnull (strstr (sky_review_bar_get_state (desks.bar), "Otto Ther"));
  g_assert_cmpuint (sky_selection_get_history (desks.selection)->len, ==, 1);
  sky_inbox_get_count (desks.inbox, SKY_LISTING_ALL, &after);
  g_assert_cmpuint (after, ==, before - 1);
  g_assert_cmpstr (gtk_editable_get_text (reason), ==, "I was typing");
  g_autofree char *state = sky_queue_item_dup_text (item, SKY_COLUMN_SIGN, NULL);
  g_assert_cmpstr (state, ==, sky_review_state_to_sign (SKY_REVIEW_DISMISSED));
  /* Whoever has heard it decides on it. */
  sky_selection_decide (desks.selection, SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_null (sky_selection_get_unsaved (desks.selection));
  Stands confirmed = { desks.other, SKY_REVIEW_CONFIRMED };
  fixture_wait (stands, &confirmed);
  desks_end (&desks);
}

/* A list of what is open keeps a row that somebody else decides, where it is and as what it is by
 * then, as it keeps those that one decides oneself: nothing moves while it is read. Asked anew the
 * list is without it. */
static void
test_filtered (gconstpointer in_postgres)
{
  SkyFindingFilter open = SKY_FINDING_FILTER_INIT;
  SkyFindingFilter none = SKY_FINDING_FILTER_INIT;
  Desks desks;

  desks_begin (&desks, in_postgres);
  sky_inbox_set_listing (desks.inbox, SKY_LISTING_ALL);
  open.states = 1u << SKY_REVIEW_OPEN;
  sky_inbox_set_filter (desks.inbox, &open);
  fixture_wait (fixture_is_window_settled, desks.window);
  GListModel *list = G_LIST_MODEL (sky_inbox_get_model (desks.inbox));
  guint n = g_list_model_get_n_items (list);
  g_assert_cmpuint (n, >, 1);
  sky_selection_select_position (desks.selection, 0);
  fixture_wait (fixture_is_window_settled, desks.window);
  SkyQueueItem *item = sky_selection_get_item (desks.selection);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  fixture_say_elsewhere (desks.fixture, key, SKY_LEDGER_DISMISS, "Paid later.");
  Stands dismissed = { desks.session, SKY_REVIEW_DISMISSED };
  fixture_wait (stands, &dismissed);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_true (sky_selection_get_item (desks.selection) == item);
  g_assert_cmpuint (sky_queue_item_get_position (item), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, n);
  g_autofree char *sign = sky_queue_item_dup_text (item, SKY_COLUMN_SIGN, NULL);
  g_assert_cmpstr (sign, ==, sky_review_state_to_sign (SKY_REVIEW_DISMISSED));

  sky_inbox_set_filter (desks.inbox, &none);
  fixture_wait (fixture_is_window_settled, desks.window);
  sky_inbox_set_filter (desks.inbox, &open);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, n - 1);
  desks_end (&desks);
}

static void
choose_all (SkySession *session)
{
  guint n = fixture_count_rows (session);
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n);

  g_assert_cmpuint (n, >, 1);
  sky_inbox_set_chosen (sky_session_get_inbox (session), all);
}

static gboolean
has_note (gpointer session)
{
  const SkyReview *review = sky_selection_get_review (sky_session_get_selection (session));

  return review != NULL && review->n_notes == 1 && sky_session_is_settled (session);
}

/* What is decided for several stands on what their rows show: that somebody has begun to review one
 * of them is seen there, a note is not. */
static void
test_seen_several (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  sky_inbox_set_listing (desks.inbox, SKY_LISTING_ALL);
  fixture_wait (fixture_is_window_settled, desks.window);
  sky_selection_select_position (desks.selection, 0);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  fixture_say_elsewhere (desks.fixture, key, SKY_LEDGER_REVIEW, NULL);
  Stands reviewed = { desks.session, SKY_REVIEW_IN_REVIEW };
  fixture_wait (stands, &reviewed);
  choose_all (desks.session);
  sky_selection_decide (desks.selection, SKY_LEDGER_ESCALATE, NULL);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_autoptr (GPtrArray) none = sky_review_desk_list_unsaved (desks.desk);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (count_words (desks.fixture, key), ==, 2);

  sky_selection_select_position (desks.selection, 0);
  fixture_wait (fixture_is_window_settled, desks.window);
  fixture_say_elsewhere (desks.fixture, key, SKY_LEDGER_NOTE, "Wait.");
  fixture_wait (has_note, desks.session);
  choose_all (desks.session);
  sky_selection_undo (desks.selection);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_autoptr (GPtrArray) one = sky_review_desk_list_unsaved (desks.desk);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpstr (((SkyUnsavedDecision *) one->pdata[0])->key, ==, key);
  g_assert_cmpuint (count_words (desks.fixture, key), ==, 3);
  desks_end (&desks);
}

static void
decide_arrived_cb (SkyQueueModel *model, GArray *ids, SkySession *session)
{
  choose_all (session);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_ESCALATE, NULL);
}

/* A row more makes whole tens. */
static gboolean
has_tens (gpointer session)
{
  return fixture_count_rows (session) % 10 == 0 && sky_session_is_settled (session);
}

/* Rows that are counted anew show what they did until they are read anew too. */
static void
test_counted (gconstpointer in_postgres)
{
  g_autoptr (Fixture) fixture = make_fixture (in_postgres);

  fixture_fill_store (fixture, 9);
  SkySession *session = sky_session_new (fixture->store);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_autofree char *key =
      g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  g_signal_connect (sky_inbox_get_model (sky_session_get_inbox (session)), "arrived",
                    G_CALLBACK (decide_arrived_cb), session);
  fixture_say_elsewhere (fixture, key, SKY_LEDGER_REVIEW, NULL);
  fixture_fill_store (fixture, 10);
  fixture_wait (has_tens, session);
  g_autoptr (GPtrArray) unsaved = sky_review_desk_list_unsaved (sky_session_get_desk (session));
  g_assert_cmpuint (unsaved->len, ==, 1);
  g_assert_cmpstr (((SkyUnsavedDecision *) unsaved->pdata[0])->key, ==, key);
  g_assert_cmpuint (count_words (fixture, key), ==, 1);
  fixture_finalize (session);
}

/* What is audited elsewhere comes into the list, and what is looked at stays. */
static void
test_audited (gconstpointer in_postgres)
{
  g_autoptr (Fixture) fixture = make_fixture (in_postgres);

  fixture_fill_store (fixture, 299);
  SkySession *session = sky_session_new (fixture->store);
  SkySelection *selection = sky_session_get_selection (session);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (selection, 120);
  fixture_wait (fixture_is_settled, session);
  gint64 id = sky_selection_get_finding (selection)->id;
  fixture_fill_store (fixture, 300);
  fixture_wait (has_tens, session);
  g_assert_cmpint (sky_selection_get_finding (selection)->id, ==, id);
  g_assert_cmpuint (sky_queue_item_get_position (sky_selection_get_item (selection)), ==, 120);
  fixture_finalize (session);
}

/* --- Who is where ----------------------------------------------------------------------------- */

typedef struct
{
  SkySession *session;
  const char *names; /* NULL: nobody */
} Present;

static gboolean
is_present (gpointer data)
{
  const Present *wanted = data;

  const char *names = sky_selection_get_present (sky_session_get_selection (wanted->session));

  return g_strcmp0 (names, wanted->names) == 0 && sky_session_is_settled (wanted->session);
}

/* Who else looks at a finding stands in the list and in the pane, and nowhere when they leave. */
static void
test_present (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  Present otto = { desks.session, "Otto Ther" };
  Present nobody = { desks.session, NULL };
  fixture_wait (is_present, &otto);
  SkyQueueItem *item = sky_selection_get_item (desks.selection);
  g_assert_cmpstr (sky_queue_item_get_present (item), ==, "Otto Ther");
  g_assert_nonnull (strstr (sky_finding_pane_get_present (desks.window->finding), "Otto Ther"));
  g_autofree char *sign = sky_queue_item_dup_text (item, SKY_COLUMN_CHANGE, NULL);
  g_assert_cmpstr (sign, ==, "◎");
  g_autofree char *state = sky_queue_item_dup_text (item, SKY_COLUMN_STATE, NULL);
  g_assert_nonnull (strstr (state, "Otto Ther"));

  sky_review_desk_set_reviewer (sky_session_get_desk (desks.other), "PA-901", "Anna Other");
  Present anna = { desks.session, "Anna Other" };
  fixture_wait (is_present, &anna);
  sky_selection_select (sky_session_get_selection (desks.other), NULL);
  fixture_wait (is_present, &nobody);
  g_assert_null (sky_queue_item_get_present (item));
  g_assert_null (sky_finding_pane_get_present (desks.window->finding));
  select_variance (desks.other);
  sky_inbox_set_listing (sky_session_get_inbox (desks.other), SKY_LISTING_ALL);
  fixture_wait (fixture_is_settled, desks.other);
  sky_inbox_set_listing (sky_session_get_inbox (desks.other), (SkyListing) SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_settled, desks.other);
  sky_selection_select_position (sky_session_get_selection (desks.other), 0);
  fixture_wait (is_present, &anna);
  fixture_finalize (g_steal_pointer (&desks.other));
  fixture_wait (is_present, &nobody);
  desks_end (&desks);
}

/* --- A connection that drops ------------------------------------------------------------------ */

static gboolean
is_lost (gpointer session)
{
  return sky_store_link_get_lost (sky_session_get_link (session)) != NULL;
}

static gboolean
is_back (gpointer session)
{
  return sky_store_link_get_lost (sky_session_get_link (session)) == NULL
         && sky_session_is_settled (session);
}

/* The server goes and comes back: that is said, what was decided meanwhile is written then, once,
 * and others are seen again. */
static void
test_dropped (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  private_postgres_stop ();
  fixture_wait (is_lost, desks.session);
  fixture_wait (is_lost, desks.other);
  g_assert_true (gtk_info_bar_get_revealed (desks.window->lost_bar));
  g_assert_cmpstr (sky_window_get_page (desks.window), ==, "work");
  GtkEditable *reason = GTK_EDITABLE (sky_review_bar_get_reason_entry (desks.bar));
  gtk_editable_set_text (reason, "A drill.");
  sky_review_bar_give_reason (desks.bar, "A drill.");
  g_assert_cmpstr (gtk_editable_get_text (reason), ==, "A drill.");
  /* Said again while it waits it is still said once. */
  sky_review_bar_give_reason (desks.bar, "A drill.");
  /* A note is another word, and its text is not there to be sent again. */
  sky_review_bar_add_note (desks.bar, "Seen.");

  private_postgres_start ();
  gtk_widget_activate_action (GTK_WIDGET (desks.window), "win.reconnect", NULL);
  sky_store_link_reconnect (sky_session_get_link (desks.other));
  fixture_wait (is_back, desks.session);
  g_assert_false (gtk_info_bar_get_revealed (desks.window->lost_bar));
  g_assert_cmpint (sky_selection_get_review (desks.selection)->state, ==, SKY_REVIEW_DISMISSED);
  g_assert_cmpuint (count_words (desks.fixture, key), ==, 2);
  Stands dismissed = { desks.other, SKY_REVIEW_DISMISSED };
  fixture_wait (stands, &dismissed);
  Present otto = { desks.session, "Otto Ther" };
  fixture_wait (is_present, &otto);
  desks_end (&desks);
}

static gpointer
look_in_thread (SkyStore *store, gpointer data, GError **error)
{
  return sky_store_get_identity (store, error);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer done)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *identity = sky_store_worker_finish (result, &error);

  g_assert_no_error (error);
  g_assert_nonnull (identity);
  *(gboolean *) done = TRUE;
}

static void
look (SkyStoreWorker *worker, gboolean *done)
{
  *done = FALSE;
  sky_store_worker_run (worker, NULL, look_in_thread, NULL, NULL, g_free, NULL, looked_cb, done);
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static gboolean
has_problem (gpointer worker)
{
  return sky_store_worker_get_problem (worker) != NULL;
}

static gboolean
is_past (gpointer instant)
{
  return g_get_monotonic_time () >= *(gint64 *) instant;
}

static void
wait_for (gint64 time)
{
  gint64 until = g_get_monotonic_time () + time;

  fixture_wait (is_past, &until);
}

/* What other windows wait for is tried at once as well, and does not sit out its pause. By then
 * that is eight seconds long; that of a worker that nobody tells ends two seconds before it. */
static void
test_reconnected (gconstpointer in_postgres)
{
  Desks desks;
  gboolean done[2];

  desks_begin (&desks, in_postgres);
  g_autoptr (SkyStoreWorker) told = sky_store_link_new_worker (desks.link);
  g_autoptr (SkyStoreWorker) untold = sky_store_worker_new (desks.fixture->store);
  look (told, &done[0]);
  look (untold, &done[1]);
  fixture_wait (is_true, &done[0]);
  fixture_wait (is_true, &done[1]);
  private_postgres_stop ();
  look (untold, &done[1]);
  fixture_wait (has_problem, untold);
  wait_for (2 * G_TIME_SPAN_SECOND);
  look (told, &done[0]);
  fixture_wait (has_problem, told);
  wait_for (7500 * G_TIME_SPAN_MILLISECOND);
  private_postgres_start ();
  gtk_widget_activate_action (GTK_WIDGET (desks.window), "win.reconnect", NULL);
  fixture_wait (is_true, &done[0]);
  g_assert_false (done[1]);
  fixture_wait (is_true, &done[1]);
  fixture_wait (is_back, desks.session);
  fixture_wait (is_back, desks.other);
  desks_end (&desks);
}

static gboolean
is_nothing (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* Asks the window to be closed. Returns: what it asks for its part. */
static const char *
close_asked (Desks *desks)
{
  gpointer there = desks->window;

  g_object_add_weak_pointer (G_OBJECT (desks->window), &there);
  gtk_window_close (GTK_WINDOW (desks->window));
  g_assert_nonnull (there);
  g_object_remove_weak_pointer (G_OBJECT (desks->window), &there);
  g_assert_nonnull (get_dialog (desks));
  return adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (get_dialog (desks)));
}

/* Nobody loses what waits for a server by closing the window, unless they say so; and whoever says
 * so need not wait for the server. */
static void
test_closed (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  private_postgres_stop ();
  fixture_wait (is_lost, desks.session);
  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "A drill.");
  g_assert_nonnull (strstr (close_asked (&desks), "1 change is not saved yet"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (get_dialog (&desks)), "wait");
  g_assert_null (get_dialog (&desks));

  /* It is not asked any longer than it has to be. */
  sky_selection_decide (desks.selection, SKY_LEDGER_NOTE, "Seen.");
  g_assert_nonnull (strstr (close_asked (&desks), "2 changes are not saved yet"));
  private_postgres_start ();
  sky_store_link_reconnect (desks.link);
  sky_store_link_reconnect (sky_session_get_link (desks.other));
  fixture_wait (is_back, desks.session);
  fixture_wait (is_back, desks.other);
  g_assert_null (get_dialog (&desks));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (desks.window)));

  /* Several, that cannot be stopped before the server answers. */
  sky_inbox_set_listing (desks.inbox, SKY_LISTING_ALL);
  fixture_wait (fixture_is_window_settled, desks.window);
  private_postgres_stop ();
  fixture_wait (is_lost, desks.session);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (sky_inbox_get_model (desks.inbox)));
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n);
  g_autofree char *said = g_strdup_printf ("0 of %u decisions are saved", n);
  g_assert_cmpuint (n, >, 1);
  sky_inbox_set_chosen (desks.inbox, all);
  sky_selection_decide (desks.selection, SKY_LEDGER_NOTE, "Of all.");
  g_assert_cmpuint (sky_review_desk_get_deciding (desks.desk, NULL), ==, n);
  g_assert_nonnull (strstr (close_asked (&desks), said));
  gpointer there = desks.window;
  g_object_add_weak_pointer (G_OBJECT (desks.window), &there);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (get_dialog (&desks)), "close");
  fixture_wait (is_nothing, &there);

  private_postgres_start ();
  sky_store_link_reconnect (desks.link);
  sky_store_link_reconnect (sky_session_get_link (desks.other));
  fixture_wait (is_back, desks.session);
  fixture_wait (is_back, desks.other);
  fixture_finalize (desks.session);
  fixture_finalize (desks.other);
  fixture_free (desks.fixture);
}

static gboolean
is_asked (gpointer window)
{
  return sky_closing_get_dialog (SKY_WINDOW (window)->closing) != NULL;
}

static gboolean
is_written (gpointer session)
{
  return sky_store_link_get_n_writing (sky_session_get_link (session)) == 0
         && sky_store_link_get_lost (sky_session_get_link (session)) == NULL;
}

/* What is on its way when the window is to be closed is written first, and then it closes by
 * itself; what others were faster with is shown instead. */
static void
test_closed_at_once (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  fixture_say_elsewhere (desks.fixture, key, SKY_LEDGER_CONFIRM, NULL);
  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "A drill.");
  gtk_window_close (GTK_WINDOW (desks.window));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (desks.window)));
  fixture_wait (is_written, desks.session);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_nonnull (sky_review_bar_get_unsaved (desks.bar));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (desks.window)));

  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "A drill.");
  gpointer there = desks.window;
  g_object_add_weak_pointer (G_OBJECT (desks.window), &there);
  gtk_window_close (GTK_WINDOW (desks.window));
  g_assert_nonnull (there);
  fixture_wait (is_nothing, &there);
  g_assert_cmpuint (count_words (desks.fixture, key), ==, 2);
  fixture_finalize (desks.session);
  fixture_finalize (desks.other);
  fixture_free (desks.fixture);
}

/* Nor is anything lost when nobody has noticed yet that the server is away. */
static void
test_closed_unnoticed (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  private_postgres_stop ();
  g_assert_null (sky_store_link_get_lost (desks.link));
  sky_selection_decide (desks.selection, SKY_LEDGER_DISMISS, "A drill.");
  gtk_window_close (GTK_WINDOW (desks.window));
  fixture_wait (is_asked, desks.window);
  const char *asked = adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (get_dialog (&desks)));
  g_assert_nonnull (strstr (asked, "1 change is not saved yet"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (get_dialog (&desks)), "wait");
  private_postgres_start ();
  sky_store_link_reconnect (desks.link);
  sky_store_link_reconnect (sky_session_get_link (desks.other));
  fixture_wait (is_written, desks.session);
  g_assert_cmpuint (count_words (desks.fixture, key), ==, 1);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (desks.window)));
  fixture_wait (is_back, desks.session);
  fixture_wait (is_back, desks.other);
  desks_end (&desks);
}

static SkyCasesWindow *
open_room (Desks *desks)
{
  gtk_widget_activate_action (GTK_WIDGET (desks->window), "win.cases", NULL);
  fixture_wait (is_room_settled, desks->window->room);
  return SKY_CASES_WINDOW (desks->window->room);
}

/* How many of the case's items say @text. */
static guint
count_items (SkyCasesWindow *room, const char *text)
{
  GPtrArray *items = sky_cases_window_get_items (room);
  guint n = 0;

  for (guint i = 0; i < items->len; i++)
    n += g_strcmp0 (((const SkyCaseItem *) items->pdata[i])->text, text) == 0;
  return n;
}

/* What is done with a case while the server is away is written once it is back, also when its
 * window was closed by then; and the console's own window asks before it is closed. */
static void
test_closed_room (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  SkyCasesWindow *room = open_room (&desks);
  sky_cases_window_open_case (room, "Door");
  fixture_wait (is_room_settled, room);
  private_postgres_stop ();
  fixture_wait (is_lost, desks.session);
  sky_cases_window_add_note (room, "First.");
  sky_cases_window_add_note (room, "Second.");
  gpointer there = room;
  g_object_add_weak_pointer (G_OBJECT (room), &there);
  gtk_window_close (GTK_WINDOW (room));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (room)));
  /* Asked for again it is the same. */
  gtk_widget_activate_action (GTK_WIDGET (desks.window), "win.cases", NULL);
  g_assert_true (desks.window->room == GTK_WINDOW (room));
  fixture_wait (fixture_is_mapped, room);
  gtk_window_close (GTK_WINDOW (room));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (room)));
  g_assert_nonnull (strstr (close_asked (&desks), "2 changes are not saved yet"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (get_dialog (&desks)), "wait");

  private_postgres_start ();
  gtk_widget_activate_action (GTK_WIDGET (desks.window), "win.reconnect", NULL);
  fixture_wait (is_nothing, &there);
  g_assert_null (desks.window->room);
  fixture_wait (is_back, desks.session);
  fixture_wait (is_back, desks.other);
  room = open_room (&desks);
  g_assert_cmpuint (count_items (room, "First."), ==, 1);
  g_assert_cmpuint (count_items (room, "Second."), ==, 1);
  desks_end (&desks);
}

/* Of two words that wait for the server neither is lost when both are refused: they stand in the
 * entry again, and a window that was closed comes back with them. */
static void
test_refused_room (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  SkyCasesWindow *room = open_room (&desks);
  sky_cases_window_open_case (room, "Door");
  fixture_wait (is_room_settled, room);
  gint64 id = ((const SkyCase *) sky_cases_window_get_cases (room)->pdata[0])->id;
  {
    static const SkyReviewer otto = { "PA-901", "Otto Ther" };
    g_autoptr (GError) error = NULL;
    g_autoptr (SkyStore) store =
        sky_store_open (desks.fixture->store, SKY_STORE_READ_WRITE, &error);
    g_assert_no_error (error);
    g_assert_true (sky_store_close_case (store, &otto, id, "Over.", SKY_CASE_ANY, &error));
  }
  sky_cases_window_add_note (room, "First.");
  sky_cases_window_add_note (room, "Second.");
  g_assert_cmpstr (sky_cases_window_get_note (room), ==, "");
  gtk_window_close (GTK_WINDOW (room));
  fixture_wait (is_room_settled, room);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (room)));
  g_assert_nonnull (strstr (sky_cases_window_get_note (room), "First."));
  g_assert_nonnull (strstr (sky_cases_window_get_note (room), "Second."));
  fixture_wait (is_written, desks.session);
  desks_end (&desks);
}

/* The server is killed while it is spoken of findings: whether or not the answer came, each word
 * stands there once. */
static void
test_killed (gconstpointer in_postgres)
{
  static const SkyLedgerAction actions[] = { SKY_LEDGER_CONFIRM, SKY_LEDGER_NOTE,
                                             SKY_LEDGER_ESCALATE, SKY_LEDGER_NOTE,
                                             SKY_LEDGER_REOPEN };
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      sky_selection_decide (desks.selection, actions[i], "Word.");
      private_postgres_kill ();
      sky_store_link_reconnect (desks.link);
      fixture_wait (is_back, desks.session);
      g_assert_null (sky_selection_get_unsaved (desks.selection));
      g_assert_cmpuint (count_words (desks.fixture, key), ==, i + 1);
    }
  fixture_wait (is_back, desks.other);
  desks_end (&desks);
}

/* What two desks said so far: each word once in the ledger, in the order in which each said it. */
static guint
count_of (Fixture *fixture, const char *credential)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (store, NULL, 0, G_MAXUINT, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    {
      const SkyLedgerEntry *entry = entries->pdata[i];

      n += strcmp (entry->credential, credential) == 0
           && g_str_has_prefix (entry->action, "finding.");
    }
  return n;
}

/* The server crashes, again and again, at any instant of what two desks decide, with text and
 * without: each decision stands in the ledger once, and nothing that was complained of stays. */
static void
test_crashed (gconstpointer in_postgres)
{
  static const SkyLedgerAction actions[] = { SKY_LEDGER_CONFIRM, SKY_LEDGER_DISMISS,
                                             SKY_LEDGER_ESCALATE, SKY_LEDGER_REOPEN };
  guint n_crashes = g_test_slow () ? 50 : 4;
  Desks desks;

  desks_begin (&desks, in_postgres);
  /* Each has a finding of its own: nobody is faster than the other. */
  sky_inbox_set_listing (desks.inbox, SKY_LISTING_ALL);
  sky_inbox_set_listing (sky_session_get_inbox (desks.other), SKY_LISTING_ALL);
  fixture_wait (fixture_is_window_settled, desks.window);
  fixture_wait (fixture_is_settled, desks.other);
  sky_selection_select_position (desks.selection, 0);
  sky_selection_select_position (sky_session_get_selection (desks.other), 1);
  fixture_wait (fixture_is_window_settled, desks.window);
  fixture_wait (fixture_is_settled, desks.other);
  for (guint i = 0; i < n_crashes; i++)
    {
      SkyLedgerAction action = actions[i % G_N_ELEMENTS (actions)];
      const char *text = action == SKY_LEDGER_DISMISS || i % 3 == 0 ? "A drill." : NULL;

      sky_selection_decide (desks.selection, action, text);
      sky_selection_decide (sky_session_get_selection (desks.other), action, text);
      g_usleep ((gulong) g_test_rand_int_range (0, 20000));
      private_postgres_crash ();
      sky_store_link_reconnect (desks.link);
      sky_store_link_reconnect (sky_session_get_link (desks.other));
      fixture_wait (is_back, desks.session);
      fixture_wait (is_back, desks.other);
      g_assert_null (sky_selection_get_unsaved (desks.selection));
      g_assert_null (sky_selection_get_unsaved (sky_session_get_selection (desks.other)));
      g_assert_cmpuint (count_of (desks.fixture, "PA-900"), ==, i + 1);
      g_assert_cmpuint (count_of (desks.fixture, "PA-901"), ==, i + 1);
      g_assert_cmpuint (sky_review_desk_get_n_waiting (desks.desk), ==, 0);
      g_assert_null (sky_review_bar_get_waiting (desks.bar));
      g_assert_false (gtk_info_bar_get_revealed (desks.window->problem_bar));
    }
  desks_end (&desks);
}

static gboolean
is_waiting (gpointer session)
{
  return sky_selection_is_waiting (sky_session_get_selection (session));
}

/* What waits for the server is marked on its row and with the finding, and counted; it is so no
 * more once it is written. */
static void
test_waiting (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  SkyQueueItem *item = sky_selection_get_item (desks.selection);
  private_postgres_stop ();
  fixture_wait (is_lost, desks.session);
  g_assert_cmpint (sky_queue_item_get_wait (item), ==, SKY_QUEUE_WRITTEN);
  g_assert_null (sky_review_bar_get_waiting (desks.bar));
  sky_selection_decide (desks.selection, SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (is_waiting, desks.session);
  sky_selection_decide (desks.selection, SKY_LEDGER_NOTE, "Seen.");
  g_assert_cmpint (sky_queue_item_get_wait (item), ==, SKY_QUEUE_WAITS);
  g_autofree char *state = sky_queue_item_dup_text (item, SKY_COLUMN_STATE, NULL);
  g_assert_cmpstr (state, ==, "Open · Waiting to be saved");
  g_assert_nonnull (strstr (sky_review_bar_get_waiting (desks.bar), "this finding"));
  g_assert_nonnull (strstr (sky_review_bar_get_waiting (desks.bar), "2 changes"));
  g_assert_nonnull (strstr (gtk_label_get_label (desks.window->lost), "2 changes"));
  private_postgres_start ();
  sky_store_link_reconnect (desks.link);
  sky_store_link_reconnect (sky_session_get_link (desks.other));
  fixture_wait (is_back, desks.session);
  fixture_wait (is_back, desks.other);
  item = sky_selection_get_item (desks.selection);
  g_assert_cmpint (sky_queue_item_get_wait (item), ==, SKY_QUEUE_WRITTEN);
  g_assert_null (sky_review_bar_get_waiting (desks.bar));
  g_assert_null (strstr (gtk_label_get_label (desks.window->lost), "things"));
  desks_end (&desks);
}

/* A decision that the store does not take is kept, with text or without, and marked on its row. */
static void
test_failed (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_autofree char *raise = NULL;
  g_autofree char *lower = NULL;
  raise =
      private_postgres_run (desks.fixture->store, "UPDATE skyward.store SET version = version + 1");
  sky_selection_decide (desks.selection, SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_nonnull (sky_selection_get_unsaved (desks.selection));
  g_assert_nonnull (strstr (sky_review_bar_get_unsaved (desks.bar), "use a newer Skyward"));
  g_assert_true (gtk_info_bar_get_revealed (desks.window->problem_bar));
  SkyQueueItem *item = sky_selection_get_item (desks.selection);
  g_assert_cmpint (sky_queue_item_get_wait (item), ==, SKY_QUEUE_UNSAID);
  lower =
      private_postgres_run (desks.fixture->store, "UPDATE skyward.store SET version = version - 1");
  sky_selection_decide (desks.selection, SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_window_settled, desks.window);
  g_assert_null (sky_selection_get_unsaved (desks.selection));
  g_assert_false (gtk_info_bar_get_revealed (desks.window->problem_bar));
  g_assert_cmpint (sky_selection_get_review (desks.selection)->state, ==, SKY_REVIEW_CONFIRMED);
  g_assert_cmpint (sky_queue_item_get_wait (sky_selection_get_item (desks.selection)), ==,
                   SKY_QUEUE_WRITTEN);
  desks_end (&desks);
}

static gboolean
has_integrity (gpointer session)
{
  return sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_INTEGRITY,
                              NULL)
             > 0
         && sky_session_is_settled (session);
}

/* An archive that grows while the server is away is followed all the same. */
static void
test_followed (gconstpointer in_postgres)
{
  Desks desks;

  desks_begin (&desks, in_postgres);
  g_assert_true (sky_intake_is_following (sky_session_get_intake (desks.session)));
  g_assert_false (has_integrity (desks.session));
  private_postgres_stop ();
  fixture_wait (is_lost, desks.session);
  fixture_append (desks.fixture,
                  "{\"seq\":30,\"at\":\"2016-09-03T20:02:00Z\",\"type\":\"nonsense\"}");
  private_postgres_start ();
  sky_store_link_reconnect (desks.link);
  fixture_wait (has_integrity, desks.session);
  fixture_wait (is_back, desks.other);
  desks_end (&desks);
}

/* The server dies under two consoles and its standby takes its place: they go on there, with all
 * that was said. */
static void
test_promoted (gconstpointer in_postgres)
{
  g_autofree char *first = private_postgres_new_database ();
  g_autoptr (GError) error = NULL;
  Desks desks;

  desks_uri = private_postgres_replicate (first);
  desks_begin (&desks, in_postgres);
  g_autofree char *key = g_strdup (sky_selection_get_finding (desks.selection)->key);
  sky_selection_decide (desks.selection, SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_settled, desks.session);
  sky_selection_decide (desks.selection, SKY_LEDGER_NOTE, "On its way.");
  private_postgres_promote ();
  fixture_wait (is_back, desks.session);
  fixture_wait (is_back, desks.other);
  g_assert_cmpuint (count_words (desks.fixture, key), ==, 2);
  Present otto = { desks.session, "Otto Ther" };
  fixture_wait (is_present, &otto);
  fixture_say_elsewhere (desks.fixture, key, SKY_LEDGER_ESCALATE, NULL);
  Stands escalated = { desks.session, SKY_REVIEW_ESCALATED };
  fixture_wait (stands, &escalated);
  {
    g_autoptr (SkyStore) store = sky_store_open (desks.fixture->store, SKY_STORE_READ_ONLY, &error);
    g_assert_no_error (error);
    g_autoptr (GPtrArray) faults = sky_store_ledger_verify (store, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (faults->len, ==, 0);
  }
  desks_end (&desks);
  g_clear_pointer (&desks_uri, g_free);
}

/* A store that cannot be reached from the beginning is said without its password. */
static void
test_password (void)
{
  SkySession *session =
      sky_session_new ("postgresql://ada:geheim@/nowhere?host=/nowhere-at-all&connect_timeout=2");

  fixture_wait (fixture_is_settled, session);
  const char *problem = sky_inbox_get_problem (sky_session_get_inbox (session));
  g_assert_nonnull (problem);
  g_assert_null (strstr (problem, "geheim"));
  g_assert_nonnull (strstr (problem, "nowhere"));
  fixture_finalize (session);
}

#define ADD(path, function)                                                                        \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_test_add_data_func ("/desks/sqlite/" path, NULL, function);                                  \
    g_test_add_data_func ("/desks/postgres/" path, "", function);                                  \
  }                                                                                                \
  G_STMT_END

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID); /* one stays at what one said */
  g_settings_set_boolean (settings, "next-after-deciding", FALSE);
  ADD ("second-reviewer", test_second_reviewer);
  ADD ("own-words", test_own_words);
  ADD ("case", test_case);
  ADD ("own-case", test_own_case);
  ADD ("seen", test_seen);
  ADD ("filtered", test_filtered);
  ADD ("seen-several", test_seen_several);
  ADD ("counted", test_counted);
  ADD ("audited", test_audited);
  ADD ("present", test_present);
  g_test_add_data_func ("/desks/postgres/dropped", "", test_dropped);
  g_test_add_data_func ("/desks/postgres/reconnected", "", test_reconnected);
  g_test_add_data_func ("/desks/postgres/closed", "", test_closed);
  ADD ("closed-at-once", test_closed_at_once);
  ADD ("refused-room", test_refused_room);
  g_test_add_data_func ("/desks/postgres/closed-unnoticed", "", test_closed_unnoticed);
  g_test_add_data_func ("/desks/postgres/closed-room", "", test_closed_room);
  g_test_add_data_func ("/desks/postgres/killed", "", test_killed);
  g_test_add_data_func ("/desks/postgres/crashed", "", test_crashed);
  g_test_add_data_func ("/desks/postgres/waiting", "", test_waiting);
  g_test_add_data_func ("/desks/postgres/failed", "", test_failed);
  g_test_add_data_func ("/desks/postgres/followed", "", test_followed);
  g_test_add_func ("/desks/postgres/password", test_password);
  /* The last one: there is no way back. */
  g_test_add_data_func ("/desks/postgres/promoted", "", test_promoted);
  return fixture_run_tests ();
}
