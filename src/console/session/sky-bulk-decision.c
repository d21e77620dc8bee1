/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-bulk-decision.h"

#include <glib/gi18n.h>

#include "sky-finding-query.h"
#include "sky-review.h"
#include "sky-unsaved-decision.h"

/* So many are said by all or by none, before the store does what else it is asked for. */
#define AT_A_TIME 200

/* What is to be said of which findings. It is shared by both threads and does not change but for
 * the rows' keys, before anything is said of them. */
typedef struct
{
  SkyChosenRows *rows;
  char *credential;
  char *name;
  gboolean undoes;
  SkyLedgerAction action;
  char *text;
} Words;

/* What came of it so far. */
typedef struct
{
  guint n_said;
  guint n_left;
  char *cause;        /* why the first that was left was left; NULL: none was */
  GPtrArray *unsaved; /* of SkyUnsavedDecision: of those others spoke first */
} Outcome;

struct _SkyBulkDecision
{
  GObject parent_instance;

  SkyStoreLink *link;
  Words *words;
  guint n;          /* findings */
  guint done;       /* of them */
  GHashTable *left; /* keys of the others, as far as they are known */
  guint n_unsaved;
  Outcome outcome; /* but for what is unsaved, which is handed on */
  gboolean stopped;
};

G_DEFINE_FINAL_TYPE (SkyBulkDecision, sky_bulk_decision, G_TYPE_OBJECT)

enum
{
  CHANGED,
  UNSAID,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
words_clear (gpointer data)
{
  Words *words = data;

  sky_chosen_rows_free (words->rows);
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

  outcome->unsaved = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_unsaved_decision_free);
  return outcome;
}

static void
outcome_free (Outcome *outcome)
{
  g_free (outcome->cause);
  g_ptr_array_unref (outcome->unsaved);
  g_free (outcome);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outcome, outcome_free)

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
      *cause = g_strdup (_ ("already decided"));
      return FALSE;
    default:
      return TRUE;
    }
}

/* Whether what others said first stands in the row as it is shown, up to the entry @shown. A note
 * does not. */
static gboolean
is_shown (const SkyUnsavedDecision *unsaved, gint64 shown)
{
  for (guint i = 0; i < unsaved->said->len; i++)
    {
      const SkyLedgerEntry *entry = unsaved->said->pdata[i];
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
  const gint64 *row = g_hash_table_lookup (words->rows->shown, review->finding);
  gint64 shown = row != NULL ? *row : words->rows->seen;
  gint64 seen = MIN (words->rows->seen, shown);
  g_autoptr (SkyStoredFinding) finding = NULL;
  g_autoptr (SkyUnsavedDecision) unsaved = NULL;
  guint n;

  *heard = TRUE;
  if (review->last_entry <= seen)
    return TRUE;
  finding = sky_store_get_finding_by_key (store, review->finding, error);
  if (finding == NULL)
    return FALSE;
  unsaved = sky_unsaved_decision_new (finding, words->undoes, words->action, words->text);
  if (!sky_unsaved_decision_read (unsaved, store, words->credential, seen, &n, error))
    return FALSE;
  *heard = is_shown (unsaved, shown);
  if (!*heard)
    g_ptr_array_add (outcome->unsaved, g_steal_pointer (&unsaved));
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
  for (guint i = part->from; i < words->rows->keys->len && i < part->from + AT_A_TIME; i++)
    {
      if (!say_one (store, words, words->rows->keys->pdata[i], part->outcome, error))
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

static gpointer
read_keys_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Words *words = data;

  return sky_chosen_rows_read_keys (words->rows, store, error);
}

/* --- In the main thread ----------------------------------------------------------------------- */

static void
tell_outcome (SkyBulkDecision *self)
{
  const Outcome *outcome = &self->outcome;
  g_autofree char *said =
      self->words->undoes ? g_strdup_printf (
          ngettext ("%u decision undone", "%u decisions undone", outcome->n_said), outcome->n_said)
                          : g_strdup_printf (ngettext ("%u finding decided", "%u findings decided",
                                                       outcome->n_said),
                                             outcome->n_said);
  g_autofree char *text = NULL;

  if (self->stopped)
    /* Translators: "400 findings decided; stopped, 2600 were not looked at". */
    text = g_strdup_printf (
        ngettext ("%s; stopped with %u left", "%s; stopped with %u left", self->n - self->done),
        said, self->n - self->done);
  else if (outcome->n_left > 0)
    /* Translators: "3 findings decided; 2 left as they were: it was decided before". */
    text =
        g_strdup_printf (ngettext ("%s; %u unchanged: %s", "%s; %u unchanged: %s", outcome->n_left),
                         said, outcome->n_left, outcome->cause);
  else if (self->n_unsaved > 0)
    /* Translators: "3 findings decided; others were faster with 2". */
    text = g_strdup_printf (ngettext ("%s; someone else decided %u first",
                                      "%s; others decided %u first", self->n_unsaved),
                            said, self->n_unsaved);
  sky_store_link_report (self->link, text != NULL ? text : said);
}

static void
add_left (SkyBulkDecision *self)
{
  GPtrArray *keys = self->words->rows->keys;

  for (guint i = 0; i < keys->len; i++)
    g_hash_table_add (self->left, keys->pdata[i]);
}

/* Nothing more is said. */
static void
end (SkyBulkDecision *self)
{
  g_hash_table_remove_all (self->left);
  g_signal_emit (self, signals[ENDED], 0);
}

static void
fail (SkyBulkDecision *self, const GError *error)
{
  /* What was said before it is in the ledger. */
  if (self->outcome.n_said > 0)
    tell_outcome (self);
  sky_store_link_complain (self->link, error);
  end (self);
}

static void say_next (SkyBulkDecision *self);

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyBulkDecision *self = SKY_BULK_DECISION (source);
  GPtrArray *keys = self->words->rows->keys;
  g_autoptr (GError) error = NULL;
  g_autoptr (Outcome) outcome = sky_store_worker_finish (result, &error);

  if (outcome == NULL)
    {
      self->stopped = TRUE;
      fail (self, error);
      return;
    }
  for (guint i = 0; i < AT_A_TIME && self->done < self->n; i++)
    g_hash_table_remove (self->left, keys->pdata[self->done++]);
  sky_store_link_settle_complaint (self->link, TRUE);
  self->outcome.n_said += outcome->n_said;
  self->outcome.n_left += outcome->n_left;
  if (self->outcome.cause == NULL)
    self->outcome.cause = g_steal_pointer (&outcome->cause);
  self->n_unsaved += outcome->unsaved->len;
  if (outcome->unsaved->len > 0)
    g_signal_emit (self, signals[UNSAID], 0, outcome->unsaved);
  say_next (self);
}

static void
say_next (SkyBulkDecision *self)
{
  if (self->done == self->n)
    self->stopped = FALSE;
  if (self->done == self->n || self->stopped)
    {
      tell_outcome (self);
      end (self);
      return;
    }
  Part *part = g_new0 (Part, 1);
  part->words = g_atomic_rc_box_acquire (self->words);
  part->from = self->done;
  gboolean notes = !self->words->undoes && self->words->action == SKY_LEDGER_NOTE;
  if (notes)
    sky_store_worker_note (sky_store_link_get_worker (self->link), self, say_in_thread, part,
                           (GDestroyNotify) part_free, (GDestroyNotify) outcome_free, said_cb,
                           NULL);
  else
    sky_store_link_ask (self->link, self, say_in_thread, part, (GDestroyNotify) part_free,
                        (GDestroyNotify) outcome_free, said_cb, NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
keys_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyBulkDecision *self = SKY_BULK_DECISION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) keys = sky_store_worker_finish (result, &error);

  if (keys == NULL)
    {
      fail (self, error);
      return;
    }
  self->words->rows->keys = g_steal_pointer (&keys);
  self->n = self->words->rows->keys->len;
  add_left (self);
  say_next (self);
}

void
sky_bulk_decision_start (SkyBulkDecision *self)
{
  g_return_if_fail (SKY_IS_BULK_DECISION (self));

  if (self->words->rows->keys != NULL)
    {
      add_left (self);
      say_next (self);
      return;
    }
  sky_store_link_ask (self->link, self, read_keys_in_thread, g_atomic_rc_box_acquire (self->words),
                      (GDestroyNotify) words_unref, (GDestroyNotify) g_ptr_array_unref, keys_cb,
                      NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
sky_bulk_decision_stop (SkyBulkDecision *self)
{
  g_return_if_fail (SKY_IS_BULK_DECISION (self));
  self->stopped = TRUE;
}

guint
sky_bulk_decision_get_n (SkyBulkDecision *self, guint *done)
{
  g_return_val_if_fail (SKY_IS_BULK_DECISION (self), 0);

  if (done != NULL)
    *done = self->done;
  return self->n;
}

guint
sky_bulk_decision_get_n_said (SkyBulkDecision *self)
{
  g_return_val_if_fail (SKY_IS_BULK_DECISION (self), 0);
  return self->outcome.n_said;
}

GHashTable *
sky_bulk_decision_get_left (SkyBulkDecision *self)
{
  g_return_val_if_fail (SKY_IS_BULK_DECISION (self), NULL);
  return self->left;
}

const char *
sky_bulk_decision_get_credential (SkyBulkDecision *self)
{
  g_return_val_if_fail (SKY_IS_BULK_DECISION (self), NULL);
  return self->words->credential;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_bulk_decision_finalize (GObject *object)
{
  SkyBulkDecision *self = SKY_BULK_DECISION (object);

  g_clear_object (&self->link);
  g_hash_table_unref (self->left);
  words_unref (self->words);
  g_free (self->outcome.cause);
  G_OBJECT_CLASS (sky_bulk_decision_parent_class)->finalize (object);
}

static void
sky_bulk_decision_class_init (SkyBulkDecisionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_bulk_decision_finalize;
  signals[CHANGED] = g_signal_new ("changed", SKY_TYPE_BULK_DECISION, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[UNSAID] = g_signal_new ("unsaved", SKY_TYPE_BULK_DECISION, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);
  signals[ENDED] = g_signal_new ("ended", SKY_TYPE_BULK_DECISION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
sky_bulk_decision_init (SkyBulkDecision *self)
{
  self->left = g_hash_table_new (g_str_hash, g_str_equal);
}

SkyBulkDecision *
sky_bulk_decision_new (SkyStoreLink *link,
                       SkyChosenRows *rows,
                       const char *credential,
                       const char *name,
                       gboolean undoes,
                       SkyLedgerAction action,
                       const char *text)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (link), NULL);

  SkyBulkDecision *self = g_object_new (SKY_TYPE_BULK_DECISION, NULL);
  Words *words = g_atomic_rc_box_new0 (Words);
  words->rows = rows;
  words->credential = g_strdup (credential);
  words->name = g_strdup (name);
  words->undoes = undoes;
  words->action = action;
  words->text = g_strdup (text);
  self->link = g_object_ref (link);
  self->words = words;
  self->n = (guint) gtk_bitset_get_size (rows->positions);
  return self;
}
