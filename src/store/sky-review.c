/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-review.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-finding-block.h"
#include "sky-store-private.h"

void
sky_review_free (SkyReview *self)
{
  if (self == NULL)
    return;
  g_free (self->finding);
  g_free (self->reason);
  g_free (self->credential);
  g_free (self->name);
  g_free (self->second_credential);
  g_free (self->second_name);
  g_free (self);
}

SkyReview *
sky_store_get_review (SkyStore *self, const char *finding, GError **error)
{
  g_autoptr (SkyReview) review = g_new0 (SkyReview, 1);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  review->finding = g_strdup (finding);
  /* Of several words of the same second reviewer the last one stands for all. They are looked for
   * by the finding, not among all second words there are. */
  statement = sky_statement_get (self,
                                 "SELECT state, reason, credential, name, at, decision,"
                                 " second_credential, second_name, second_at, n_notes, last_entry,"
                                 " (SELECT max (number) FROM ledger l WHERE l.finding = r.finding"
                                 "  AND l.action || '' = 'finding.second' AND l.at = r.second_at"
                                 "  AND l.credential = r.second_credential) "
                                 "FROM reviews r WHERE finding = ?",
                                 error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, finding);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  if (row)
    {
      review->state = sky_statement_int (statement, 0);
      review->reason = g_strdup (sky_statement_text (statement, 1));
      review->credential = g_strdup (sky_statement_text (statement, 2));
      review->name = g_strdup (sky_statement_text (statement, 3));
      review->at = sky_statement_int (statement, 4);
      review->decision = sky_statement_int (statement, 5);
      review->second_credential = g_strdup (sky_statement_text (statement, 6));
      review->second_name = g_strdup (sky_statement_text (statement, 7));
      review->second_at = sky_statement_int (statement, 8);
      review->n_notes = sky_statement_int (statement, 9);
      review->last_entry = sky_statement_int (statement, 10);
      review->second_entry = sky_statement_int (statement, 11);
    }
  return g_steal_pointer (&review);
}

gboolean
sky_review_is_second (const char *credential, const char *reviewer)
{
  g_autofree char *first = g_strstrip (g_utf8_casefold (credential, -1));
  g_autofree char *second = g_strstrip (g_utf8_casefold (reviewer, -1));

  return strcmp (first, second) != 0;
}

gboolean
sky_review_awaits_second (const SkyReview *self, SkyQueue queue)
{
  return queue == SKY_QUEUE_CONFIRMATION && self->state == SKY_REVIEW_CONFIRMED
         && self->second_credential == NULL;
}

gint64
sky_review_get_last_word (const SkyReview *self)
{
  return self->second_entry != 0 ? self->second_entry : self->decision;
}

static void
set_second (SkyReview *review, const SkyLedgerEntry *entry)
{
  g_free (review->second_credential);
  g_free (review->second_name);
  review->second_credential = g_strdup (entry != NULL ? entry->credential : NULL);
  review->second_name = g_strdup (entry != NULL ? entry->name : NULL);
  review->second_at = entry != NULL ? entry->at : 0;
}

static void
set_decision (SkyReview *review, SkyReviewState state, const SkyLedgerEntry *entry)
{
  review->state = state;
  g_free (review->reason);
  g_free (review->credential);
  g_free (review->name);
  review->reason = g_strdup (entry->text);
  review->credential = g_strdup (entry->credential);
  review->name = g_strdup (entry->name);
  review->at = entry->at;
  review->decision = entry->number;
  set_second (review, NULL);
}

static void
apply (SkyReview *review, const SkyLedgerEntry *entry)
{
  SkyLedgerAction action;

  if (!sky_ledger_action_from_name (entry->action, &action))
    return;
  switch (action)
    {
    case SKY_LEDGER_REVIEW:
      set_decision (review, SKY_REVIEW_IN_REVIEW, entry);
      break;
    case SKY_LEDGER_CONFIRM:
      set_decision (review, SKY_REVIEW_CONFIRMED, entry);
      break;
    case SKY_LEDGER_DISMISS:
      set_decision (review, SKY_REVIEW_DISMISSED, entry);
      break;
    case SKY_LEDGER_ESCALATE:
      set_decision (review, SKY_REVIEW_ESCALATED, entry);
      break;
    case SKY_LEDGER_REOPEN:
      set_decision (review, SKY_REVIEW_OPEN, entry);
      break;
    case SKY_LEDGER_SECOND:
      /* The confirmation that it agreed with may have been undone since; and whoever writes past
       * the program may agree with themselves. */
      if (review->state == SKY_REVIEW_CONFIRMED
          && sky_review_is_second (review->credential, entry->credential))
        set_second (review, entry);
      break;
    case SKY_LEDGER_NOTE:
      review->n_notes++;
      break;
    case SKY_LEDGER_UNDO:
    case SKY_LEDGER_BOOKMARK:
    case SKY_LEDGER_BOOKMARK_REMOVE:
    case SKY_LEDGER_CASE_OPEN:
    case SKY_LEDGER_CASE_RENAME:
    case SKY_LEDGER_CASE_DETAILS:
    case SKY_LEDGER_CASE_ADD:
    case SKY_LEDGER_CASE_STILL:
    case SKY_LEDGER_CASE_REMOVE:
    case SKY_LEDGER_CASE_NOTE:
    case SKY_LEDGER_CASE_CLOSE:
    case SKY_LEDGER_CASE_REOPEN:
    case SKY_LEDGER_VIEW:
    case SKY_LEDGER_PATTERN:
    case SKY_LEDGER_EXPORT:
    case SKY_LEDGER_PRINT:
    case SKY_LEDGER_LINE:
    case SKY_LEDGER_LOCK:
    case SKY_LEDGER_RELEASE:
    case SKY_LEDGER_RESTORE:
    case SKY_LEDGER_PERSON_ADD:
    case SKY_LEDGER_PERSON_EXPIRE:
    case SKY_LEDGER_PERSON_REVOKE:
    case SKY_N_LEDGER_ACTIONS:
    default:
      break;
    }
}

/* What is done with a finding elsewhere (a case, an export) is no word on it, nor is taking that
 * back. @words has the numbers of those that are. */
static gboolean
is_word (const SkyLedgerEntry *entry, GHashTable *words)
{
  return g_str_has_prefix (entry->action, "finding.")
         || (strcmp (entry->action, "undo") == 0 && g_hash_table_contains (words, &entry->target));
}

SkyReview *
sky_store_work_out_review (SkyStore *self, const char *finding, GError **error)
{
  g_autoptr (SkyReview) review = g_new0 (SkyReview, 1);
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (self, finding, 0, G_MAXINT, error);
  g_autoptr (GHashTable) words = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (entries == NULL)
    return NULL;
  review->finding = g_strdup (finding);
  for (guint i = 0; i < entries->len; i++)
    {
      SkyLedgerEntry *entry = entries->pdata[i];
      gboolean counts;

      if (is_word (entry, words))
        {
          g_hash_table_add (words, &entry->number);
          review->last_entry = entry->number;
        }
      if (!sky_store_counts (self, entry, &counts, error))
        return NULL;
      if (counts)
        apply (review, entry);
    }
  return g_steal_pointer (&review);
}

static gboolean
write_review (SkyStore *store, const SkyReview *review, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (store,
                                 "INSERT INTO reviews (finding, state, reason,"
                                 " credential, name, at, decision, second_credential, second_name,"
                                 " second_at, n_notes, last_entry) "
                                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                                 "ON CONFLICT (finding) DO UPDATE SET state = excluded.state,"
                                 " reason = excluded.reason, credential = excluded.credential,"
                                 " name = excluded.name, at = excluded.at,"
                                 " decision = excluded.decision,"
                                 " second_credential = excluded.second_credential,"
                                 " second_name = excluded.second_name,"
                                 " second_at = excluded.second_at, n_notes = excluded.n_notes,"
                                 " last_entry = excluded.last_entry",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, review->finding);
  sky_statement_put_int (statement, review->state);
  sky_statement_put_text (statement, review->reason);
  sky_statement_put_text (statement, review->credential);
  sky_statement_put_text (statement, review->name);
  sky_statement_put_int (statement, review->at);
  sky_statement_put_int (statement, review->decision);
  sky_statement_put_text (statement, review->second_credential);
  sky_statement_put_text (statement, review->second_name);
  sky_statement_put_int (statement, review->second_at);
  sky_statement_put_int (statement, review->n_notes);
  sky_statement_put_int (statement, review->last_entry);
  return sky_statement_run (statement, error);
}

/* Adds @n to the total of the findings like @id in @state. */
static gboolean
add_to_total (SkyStore *store, gint64 id, gint64 state, gint64 n, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (store,
                                 "INSERT INTO totals (archive, check_id, state, n) "
                                 "SELECT l.archive, f.check_id, ?2, ?3 FROM findings f "
                                 "JOIN logs l ON l.id = f.log WHERE f.id = ?1 "
                                 "ON CONFLICT (archive, check_id, state) "
                                 "DO UPDATE SET n = totals.n + excluded.n",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, id);
  sky_statement_put_int (statement, state);
  sky_statement_put_int (statement, n);
  return sky_statement_run (statement, error);
}

/* Gives the finding @key its review's state; totals and blocks follow. */
static gboolean
set_state (SkyStore *store, const char *key, SkyReviewState state, GError **error)
{
  g_autoptr (SkyStatement) find = NULL;
  g_autoptr (SkyStatement) change = NULL;
  gint64 id, old_state, log, position;
  gboolean row;

  if (!sky_store_look_up_finding (store, key, &id, error))
    return FALSE;
  /* Its log may not be audited (again) yet: then sky_store_attach_reviews() does it. */
  if (id == 0)
    return TRUE;
  find = sky_statement_get (store, "SELECT state, log, position FROM findings WHERE id = ?", error);
  if (find == NULL)
    return FALSE;
  sky_statement_put_int (find, id);
  if (!sky_statement_next (find, &row, error))
    return FALSE;
  old_state = sky_statement_int (find, 0);
  log = sky_statement_int (find, 1);
  position = sky_statement_int (find, 2);
  if (old_state == (gint64) state)
    return TRUE;
  change = sky_statement_get (store, "UPDATE findings SET state = ?2 WHERE id = ?1", error);
  if (change == NULL)
    return FALSE;
  sky_statement_put_int (change, id);
  sky_statement_put_int (change, state);
  return sky_statement_run (change, error) && add_to_total (store, id, old_state, -1, error)
         && add_to_total (store, id, state, 1, error)
         && sky_store_run (store, "DELETE FROM totals WHERE n = 0", error)
         && sky_store_set_block_state (store, log, position, state, error);
}

gboolean
sky_store_attach_reviews (SkyStore *self, gint64 log, const char *prefix, GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *end = g_strdup (prefix);

  /* Keys with the prefix stand before the same text with its last "/" made the next character. */
  end[strlen (end) - 1]++;
  {
    g_autoptr (SkyStatement) statement = NULL;
    gboolean row = TRUE;

    statement = sky_statement_get (self,
                                   "SELECT finding, state FROM reviews "
                                   "WHERE finding > ? AND finding < ? AND state != 0",
                                   error);
    if (statement == NULL)
      return FALSE;
    sky_statement_put_text (statement, prefix);
    sky_statement_put_text (statement, end);
    while (row)
      {
        gint64 state;

        if (!sky_statement_next (statement, &row, error))
          return FALSE;
        if (!row)
          break;
        state = sky_statement_int (statement, 1);
        g_ptr_array_add (keys, g_strdup (sky_statement_text (statement, 0)));
        g_array_append_val (states, state);
      }
  }
  for (guint i = 0; i < keys->len; i++)
    if (!set_state (self, keys->pdata[i], g_array_index (states, gint64, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
apply_finding (SkyStore *store, const char *key, GError **error)
{
  g_autoptr (SkyReview) review = sky_store_work_out_review (store, key, error);

  return review != NULL && write_review (store, review, error)
         && set_state (store, key, review->state, error);
}

gboolean
sky_store_apply_entry (SkyStore *self, gint64 number, GError **error)
{
  g_autoptr (SkyLedgerEntry) entry = sky_store_get_entry (self, number, error);
  SkyLedgerAction action;

  /* An undo changes what the entry at the end of its chain changed. */
  while (entry != NULL && strcmp (entry->action, "undo") == 0 && entry->target < entry->number)
    {
      gint64 target = entry->target;

      sky_ledger_entry_free (entry);
      entry = sky_store_get_entry (self, target, error);
    }
  if (entry == NULL)
    return FALSE;
  if (!sky_ledger_action_from_name (entry->action, &action))
    return TRUE;
  /* Whoever writes past the program may say something of nothing. */
  if (action <= SKY_LEDGER_NOTE)
    return entry->finding == NULL || apply_finding (self, entry->finding, error);
  if (action == SKY_LEDGER_BOOKMARK)
    return sky_store_apply_bookmark (self, entry->number, error);
  if (action == SKY_LEDGER_BOOKMARK_REMOVE)
    return sky_store_apply_bookmark (self, entry->target, error);
  if (action == SKY_LEDGER_CASE_OPEN)
    return sky_store_apply_case (self, entry->number, error);
  if (action > SKY_LEDGER_CASE_OPEN && action <= SKY_LEDGER_CASE_REOPEN)
    return sky_store_apply_case (self, entry->target, error);
  return TRUE;
}

gboolean
sky_store_check_decision (SkyStore *self,
                          const SkyReviewer *reviewer,
                          SkyLedgerAction action,
                          const char *finding,
                          const char *text,
                          GError **error)
{
  g_autoptr (SkyReview) review = NULL;
  gint64 id;

  if (finding == NULL)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID, "no finding is named");
  if (!sky_store_look_up_finding (self, finding, &id, error))
    return FALSE;
  if (id == 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND, _ ("there is no finding %s"),
                             finding);
  if ((action == SKY_LEDGER_DISMISS || action == SKY_LEDGER_NOTE)
      && (text == NULL || *text == '\0'))
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             action == SKY_LEDGER_NOTE ? "a note needs a text"
                                                       : "a dismissal needs a reason");
  if (action != SKY_LEDGER_SECOND)
    return TRUE;

  review = sky_store_get_review (self, finding, error);
  if (review == NULL)
    return FALSE;
  if (review->state != SKY_REVIEW_CONFIRMED)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             _ ("a second reviewer can only agree with a confirmation"));
  if (!sky_review_is_second (review->credential, reviewer->credential))
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             _ ("%s confirmed it and cannot be the second reviewer"), review->name);
  return TRUE;
}

/* The entries from which reviews, bookmarks and cases begin. */
static GArray *
list_roots (SkyStore *store, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement =
      sky_statement_get (store,
                         "SELECT min (number) FROM ledger "
                         "WHERE action >= 'finding.' AND action < 'finding/' GROUP BY finding "
                         "UNION ALL SELECT number FROM ledger "
                         "WHERE action IN ('bookmark.add', 'case.open') ORDER BY 1",
                         error);
  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      gint64 number;

      if (!row)
        return g_steal_pointer (&numbers);
      number = sky_statement_int (statement, 0);
      g_array_append_val (numbers, number);
    }
  return NULL;
}

gboolean
sky_store_rebuild_reviews (SkyStore *self, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (GArray) numbers = NULL;

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL
      || !sky_store_run (self,
                         "DELETE FROM case_items; DELETE FROM cases; DELETE FROM bookmarks;"
                         "DELETE FROM reviews; UPDATE findings SET state = 0 WHERE state != 0;"
                         "DELETE FROM totals",
                         error)
      || !sky_store_run (self, sky_store_fill_totals, error)
      || !sky_store_make_all_blocks (self, error))
    return FALSE;
  numbers = list_roots (self, error);
  if (numbers == NULL)
    return FALSE;
  for (guint i = 0; i < numbers->len; i++)
    if (!sky_store_apply_entry (self, g_array_index (numbers, gint64, i), error))
      return FALSE;
  return sky_store_transaction_commit (transaction, error);
}
