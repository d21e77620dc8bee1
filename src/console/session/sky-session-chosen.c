/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-look.h"
#include "sky-session-private.h"

/* More than this at once is a slip of the hand rather than a decision. */
#define MOST_AT_ONCE 50000

/* So many are said by all or by none, before the store does what else it is asked for. */
#define AT_A_TIME 200

/* So many rows are read at once to learn their keys. */
#define PAGE 1000

/* What is to be said of the findings @keys. It is shared by both threads and does not change. */
typedef struct
{
  GPtrArray *keys; /* of char * */
  char *credential;
  char *name;
  gboolean undoes;
  SkyLedgerAction action;
  char *text;
  gint64 seen;       /* the ledger's last entry when the rows were listed that were then selected */
  GHashTable *shown; /* the same of rows that are at hand, by key, as they are shown (gint64) */
} Words;

/* What came of it so far. */
typedef struct
{
  guint n_said;
  guint n_left;
  char *cause;       /* why the first that was left was left; NULL: none was */
  GPtrArray *unsaid; /* of SkyUnsaid: of those others spoke first */
} Outcome;

struct _SkyDeciding
{
  Words *words;
  guint n;    /* findings */
  guint done; /* of them */
  guint n_unsaid;
  Outcome outcome; /* but for what is unsaid, which the session has */
  gboolean stopped;
};

static void
words_clear (gpointer data)
{
  Words *words = data;

  g_clear_pointer (&words->keys, g_ptr_array_unref);
  g_hash_table_unref (words->shown);
  g_free (words->credential);
  g_free (words->name);
  g_free (words->text);
}

static void
words_unref (Words *words)
{
  g_atomic_rc_box_release_full (words, words_clear);
}

static Outcome *
outcome_new (void)
{
  Outcome *outcome = g_new0 (Outcome, 1);

  outcome->unsaid = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_unsaid_free);
  return outcome;
}

static void
outcome_free (Outcome *outcome)
{
  g_free (outcome->cause);
  g_ptr_array_unref (outcome->unsaid);
  g_free (outcome);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outcome, outcome_free)

void
sky_deciding_free (SkyDeciding *self)
{
  words_unref (self->words);
  g_free (self->outcome.cause);
  g_free (self);
}

/* --- In the store's thread -------------------------------------------------------------------- */

/* Two that have an opinion are not overruled by a hand on several rows: what is decided already
 * stays as it is, unless that is just what is asked for. */
static gboolean
is_open_to (const Words *words, const SkyReview *review, char **cause)
{
  gboolean decided = review->state != SKY_REVIEW_OPEN && review->state != SKY_REVIEW_IN_REVIEW;

  if (words->undoes)
    {
      if (sky_review_get_last_word (review) != 0)
        return TRUE;
      *cause = g_strdup (_ ("nothing was decided"));
      return FALSE;
    }
  switch ((guint) words->action)
    {
    case SKY_LEDGER_CONFIRM:
    case SKY_LEDGER_DISMISS:
    case SKY_LEDGER_ESCALATE:
    case SKY_LEDGER_REVIEW:
      if (!decided)
        return TRUE;
      *cause = g_strdup (_ ("it was decided before"));
      return FALSE;
    default:
      return TRUE;
    }
}

/* Whether what others said first stands in the row as it is shown, up to the entry @shown. A note
 * does not. */
static gboolean
is_shown (const SkyUnsaid *unsaid, gint64 shown)
{
  for (guint i = 0; i < unsaid->said->len; i++)
    {
      const SkyLedgerEntry *entry = unsaid->said->pdata[i];
      SkyLedgerAction action;

      if (entry->number > shown || !sky_ledger_action_from_name (entry->action, &action)
          || action == SKY_LEDGER_NOTE)
        return FALSE;
    }
  return TRUE;
}

/* Whether others spoke of the finding after its row was listed, and it does not show it: who chose
 * it has not heard them. */
static gboolean
check_heard (SkyStore *store,
             const Words *words,
             const SkyReview *review,
             Outcome *outcome,
             gboolean *heard,
             GError **error)
{
  const gint64 *row = g_hash_table_lookup (words->shown, review->finding);
  gint64 shown = row != NULL ? *row : words->seen;
  gint64 seen = MIN (words->seen, shown);
  g_autoptr (SkyStoredFinding) finding = NULL;
  g_autoptr (SkyUnsaid) unsaid = NULL;
  guint n;

  *heard = TRUE;
  if (review->last_entry <= seen)
    return TRUE;
  finding = sky_store_get_finding_by_key (store, review->finding, error);
  if (finding == NULL)
    return FALSE;
  unsaid = sky_unsaid_new (finding, words->undoes, words->action, words->text);
  if (!sky_unsaid_read (unsaid, store, words->credential, seen, &n, error))
    return FALSE;
  *heard = is_shown (unsaid, shown);
  if (!*heard)
    g_ptr_array_add (outcome->unsaid, g_steal_pointer (&unsaid));
  return TRUE;
}

/* Says it of one finding. What the store's rules refuse is left; anything else is a failure. */
static gboolean
say_one (SkyStore *store, const Words *words, const char *key, Outcome *outcome, GError **error)
{
  const SkyReviewer reviewer = { words->credential, words->name };
  g_autoptr (SkyReview) review = sky_store_get_review (store, key, error);
  g_autoptr (GError) refused = NULL;
  g_autofree char *cause = NULL;
  gboolean said;
  gboolean heard;

  if (review == NULL || !check_heard (store, words, review, outcome, &heard, error))
    return FALSE;
  if (!heard)
    return TRUE;
  if (!is_open_to (words, review, &cause))
    {
      outcome->n_left++;
      if (outcome->cause == NULL)
        outcome->cause = g_steal_pointer (&cause);
      return TRUE;
    }
  if (words->undoes)
    said = sky_store_undo (store, &reviewer, sky_review_get_last_word (review), NULL,
                           review->last_entry, NULL, &refused);
  else
    said = sky_store_decide (store, &reviewer, key, words->action, words->text, review->last_entry,
                             NULL, &refused);
  if (said)
    outcome->n_said++;
  else if (g_error_matches (refused, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED))
    {
      outcome->n_left++;
      if (outcome->cause == NULL)
        outcome->cause = g_strdup (refused->message);
    }
  else
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }
  return TRUE;
}

/* The keys from @from on are the next to be said something of. */
typedef struct
{
  Words *words;
  guint from;
  SkyLedgerMark mark;
  Outcome *outcome;
} Part;

static void
part_free (Part *part)
{
  words_unref (part->words);
  g_clear_pointer (&part->outcome, outcome_free);
  g_free (part);
}

static gboolean
say_part (SkyStore *store, gpointer data, GError **error)
{
  Part *part = data;
  const Words *words = part->words;

  g_clear_pointer (&part->outcome, outcome_free);
  part->outcome = outcome_new ();
  for (guint i = part->from; i < words->keys->len && i < part->from + AT_A_TIME; i++)
    {
      if (!say_one (store, words, words->keys->pdata[i], part->outcome, error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
say_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Part *part = data;

  if (!sky_store_say_once (store, &part->mark, say_part, part, error))
    return NULL;
  return g_steal_pointer (&part->outcome);
}

/* Which rows of a list are chosen, and how the store was when the list was counted. */
typedef struct
{
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  GtkBitset *positions;
  guint n_items;
  SkyLook counted;
} Rows;

static void
rows_free (Rows *rows)
{
  sky_finding_filter_free (rows->filter);
  gtk_bitset_unref (rows->positions);
  g_free (rows);
}

/* Whether the rows are those that were listed: nothing has come or gone since, and nothing was said
 * on which it depends what is listed and where. */
static gboolean
check_list (SkyStore *store, const Rows *rows, GError **error)
{
  gboolean on_ledger =
      rows->filter->states != 0 || rows->filter->changed || rows->sort == SKY_FINDING_SORT_STATE;
  SkyFindingCounts counts;
  SkyLook present;

  if (!sky_store_get_present (store, &present, error)
      || !sky_store_count_findings (store, rows->filter, &counts, error))
    return FALSE;
  if (present.finding == rows->counted.finding && present.withdrawal == rows->counted.withdrawal
      && (!on_ledger || present.entry == rows->counted.entry) && counts.total == rows->n_items)
    return TRUE;
  g_set_error_literal (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED,
                       _ ("The list has changed since its rows were selected. Nothing was decided; "
                          "select them again."));
  return FALSE;
}

/* Returns: the keys of the rows. */
static gpointer
read_keys_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Rows *rows = data;
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) page = NULL;
  guint first = 0;
  GtkBitsetIter iter;
  guint position;

  if (!check_list (store, rows, error))
    return NULL;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, rows->positions, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    {
      if (page == NULL || position >= first + PAGE)
        {
          g_clear_pointer (&page, g_ptr_array_unref);
          page = sky_store_findings_page (store, rows->filter, rows->sort, rows->descending,
                                          position, PAGE, error);
          if (page == NULL)
            return NULL;
          first = position;
        }
      if (position - first < page->len)
        g_ptr_array_add (keys,
                         g_strdup (((SkyStoredFinding *) page->pdata[position - first])->key));
    }
  /* Nor has anything come between the pages. */
  return check_list (store, rows, error) ? g_steal_pointer (&keys) : NULL;
}

/* --- In the main thread ----------------------------------------------------------------------- */

static void
tell_outcome (SkySession *self, const SkyDeciding *deciding)
{
  const Outcome *outcome = &deciding->outcome;
  g_autofree char *said =
      deciding->words->undoes ? g_strdup_printf (
          ngettext ("%u decision taken back", "%u decisions taken back", outcome->n_said),
          outcome->n_said)
                              : g_strdup_printf (ngettext ("%u finding decided",
                                                           "%u findings decided", outcome->n_said),
                                                 outcome->n_said);
  g_autofree char *text = NULL;

  if (deciding->stopped)
    /* Translators: "400 findings decided; stopped, 2600 were not looked at". */
    text = g_strdup_printf (ngettext ("%s; stopped, %u was not looked at",
                                      "%s; stopped, %u were not looked at",
                                      deciding->n - deciding->done),
                            said, deciding->n - deciding->done);
  else if (outcome->n_left > 0)
    /* Translators: "3 findings decided; 2 left as they were: it was decided before". */
    text = g_strdup_printf (
        ngettext ("%s; %u left as it was: %s", "%s; %u left as they were: %s", outcome->n_left),
        said, outcome->n_left, outcome->cause);
  else if (deciding->n_unsaid > 0)
    /* Translators: "3 findings decided; others were faster with 2". */
    text = g_strdup_printf (ngettext ("%s; somebody else was faster with %u",
                                      "%s; others were faster with %u", deciding->n_unsaid),
                            said, deciding->n_unsaid);
  sky_store_link_tell (self->link, text != NULL ? text : said);
}

/* The keys from @from up to @to are, or are not any more, about to be said something of. */
static void
mark_pending (SkySession *self, guint from, guint to, gboolean pending)
{
  GPtrArray *keys = self->deciding->words->keys;

  for (guint i = from; keys != NULL && i < MIN (to, keys->len); i++)
    (pending ? sky_session_begin_pending : sky_session_end_pending) (self, keys->pdata[i]);
}

/* Nothing more is said. */
static void
end (SkySession *self)
{
  mark_pending (self, self->deciding->done, G_MAXUINT, FALSE);
  g_clear_pointer (&self->deciding, sky_deciding_free);
  sky_session_heed_waiting (self);
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  sky_session_ask_review (self);
  sky_day_view_ask_marks (self->day_view);
  sky_session_emit (self, SKY_SESSION_DECIDING_CHANGED);
}

static void
fail (SkySession *self, const GError *error)
{
  const Outcome *outcome = &self->deciding->outcome;

  /* What was said before it is in the ledger. */
  if (outcome->n_said > 0)
    tell_outcome (self, self->deciding);
  sky_store_link_complain (self->link, error);
  end (self);
}

static void say_next (SkySession *self);

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  SkyDeciding *deciding = self->deciding;
  g_autoptr (GError) error = NULL;
  g_autoptr (Outcome) outcome = sky_store_worker_finish (result, &error);

  if (outcome == NULL)
    {
      deciding->stopped = TRUE;
      fail (self, error);
      return;
    }
  mark_pending (self, deciding->done, deciding->done + AT_A_TIME, FALSE);
  deciding->done = MIN (deciding->done + AT_A_TIME, deciding->n);
  sky_store_link_settle_complaint (self->link, TRUE);
  deciding->outcome.n_said += outcome->n_said;
  deciding->outcome.n_left += outcome->n_left;
  if (deciding->outcome.cause == NULL)
    deciding->outcome.cause = g_steal_pointer (&outcome->cause);
  deciding->n_unsaid += outcome->unsaid->len;
  sky_session_keep_all_unsaid (self, deciding->words->credential, outcome->unsaid);
  say_next (self);
}

static void
say_next (SkySession *self)
{
  SkyDeciding *deciding = self->deciding;

  if (deciding->done == deciding->n)
    deciding->stopped = FALSE;
  if (deciding->done == deciding->n || deciding->stopped)
    {
      tell_outcome (self, deciding);
      end (self);
      return;
    }
  Part *part = g_new0 (Part, 1);
  part->words = g_atomic_rc_box_acquire (deciding->words);
  part->from = deciding->done;
  gboolean notes = !deciding->words->undoes && deciding->words->action == SKY_LEDGER_NOTE;
  if (notes)
    sky_store_worker_note (sky_store_link_get_worker (self->link), self, say_in_thread, part,
                           (GDestroyNotify) part_free, (GDestroyNotify) outcome_free, said_cb,
                           NULL);
  else
    sky_store_link_ask (self->link, self, say_in_thread, part, (GDestroyNotify) part_free,
                        (GDestroyNotify) outcome_free, said_cb, NULL);
  sky_session_emit (self, SKY_SESSION_DECIDING_CHANGED);
}

static void
keys_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) keys = sky_store_worker_finish (result, &error);

  if (keys == NULL)
    {
      fail (self, error);
      return;
    }
  self->deciding->words->keys = g_steal_pointer (&keys);
  self->deciding->n = self->deciding->words->keys->len;
  mark_pending (self, 0, G_MAXUINT, TRUE);
  say_next (self);
}

/* Notes the keys of the rows chosen as they are listed, what the store has at their positions may
 * be others by now, and how they are shown. The keys stay NULL when not all of them are at hand. */
static void
list_keys (SkySession *self, Words *words)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  GtkBitsetIter iter;
  guint position;
  gboolean more = gtk_bitset_iter_init_first (&iter, self->chosen, &position);
  gboolean all = TRUE;

  words->shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (; more; more = gtk_bitset_iter_next (&iter, &position))
    {
      SkyQueueItem *item = sky_queue_model_peek (self->model, position);
      const SkyStoredFinding *finding = item != NULL ? sky_queue_item_get_finding (item) : NULL;
      if (finding == NULL)
        {
          all = FALSE;
          continue;
        }
      gint64 shown = sky_queue_item_get_entry (item);
      g_hash_table_insert (words->shown, g_strdup (finding->key), g_memdup2 (&shown, sizeof shown));
      g_ptr_array_add (keys, g_strdup (finding->key));
    }
  if (all)
    words->keys = g_steal_pointer (&keys);
}

static void
ask_keys (SkySession *self)
{
  Rows *rows = g_new0 (Rows, 1);

  rows->filter = sky_finding_filter_copy (sky_queue_model_get_filter (self->model));
  rows->sort = sky_queue_model_get_sort (self->model, &rows->descending);
  rows->positions = gtk_bitset_copy (self->chosen);
  rows->n_items = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  rows->counted = *sky_queue_model_get_counted (self->model);
  sky_store_link_ask (self->link, self, read_keys_in_thread, rows, (GDestroyNotify) rows_free,
                      (GDestroyNotify) g_ptr_array_unref, keys_cb, NULL);
}

void
sky_session_decide_chosen (SkySession *self,
                           gboolean undoes,
                           SkyLedgerAction action,
                           const char *text)
{
  guint64 n = sky_session_get_n_chosen (self);

  if (n > MOST_AT_ONCE)
    {
      g_autofree char *problem = g_strdup_printf (
          _ ("%d findings are selected; at most %d are decided at once."), (int) n, MOST_AT_ONCE);
      sky_store_link_warn (self->link, problem);
      return;
    }
  if (n == 0 || sky_queue_model_get_kind (self->model) != SKY_QUEUE_FINDINGS)
    return;

  SkyDeciding *deciding = g_new0 (SkyDeciding, 1);
  Words *words = g_atomic_rc_box_new0 (Words);
  list_keys (self, words);
  words->credential = g_strdup (self->credential != NULL ? self->credential : "");
  words->name = g_strdup (self->name != NULL ? self->name : "");
  words->undoes = undoes;
  words->action = action;
  words->text = g_strdup (text);
  words->seen = self->chosen_seen;
  deciding->words = words;
  deciding->n = (guint) n;
  self->deciding = deciding;
  mark_pending (self, 0, G_MAXUINT, TRUE);
  sky_session_heed_waiting (self);
  if (words->keys != NULL)
    say_next (self);
  else
    {
      ask_keys (self);
      sky_session_emit (self, SKY_SESSION_DECIDING_CHANGED);
    }
}

void
sky_session_stop_deciding (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->deciding != NULL)
    self->deciding->stopped = TRUE;
}

guint
sky_session_get_deciding (SkySession *self, guint *done)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);

  if (done != NULL)
    *done = self->deciding != NULL ? self->deciding->done : 0;
  return self->deciding != NULL ? self->deciding->n : 0;
}

guint
sky_session_get_n_decided (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->deciding != NULL ? self->deciding->outcome.n_said : 0;
}

void
sky_session_set_chosen (SkySession *self, GtkBitset *chosen)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  guint64 before = sky_session_get_n_chosen (self);
  g_clear_pointer (&self->chosen, gtk_bitset_unref);
  if (chosen != NULL && !gtk_bitset_is_empty (chosen))
    self->chosen = gtk_bitset_copy (chosen);
  /* What comes while more are selected is not what they were selected upon. */
  if (before <= 1)
    self->chosen_seen = sky_queue_model_get_counted (self->model)->entry;
  if (sky_session_get_n_chosen (self) != before)
    sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
}

guint64
sky_session_get_n_chosen (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->chosen != NULL ? gtk_bitset_get_size (self->chosen) : 0;
}
