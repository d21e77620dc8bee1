/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verifying what follows from the ledger. Whoever may write reviews may write others than the
 * ledger's: each is worked out again, and so are the states that the lists show, by which they are
 * found in the blocks as well as those of the findings themselves. */
#include "config.h"

#include "sky-finding-query.h"
#include "sky-phrase.h"
#include "sky-review.h"
#include "sky-store-private.h"

#include <glib/gi18n-lib.h>

/* Findings that are read at a time. */
#define PAGE 10000

/* What a list shows of a finding that it has under another state. */
#define TORN SKY_N_REVIEW_STATES

typedef struct
{
  SkyStore *store;
  GPtrArray *faults;
  GHashTable *shown; /* the key of each finding that is not shown as open → its state */
} Verification;

static void
add_fault (Verification *self, gint64 number, char *text)
{
  SkyLedgerFault *fault = g_new0 (SkyLedgerFault, 1);

  fault->kind = SKY_LEDGER_NOT_FOLLOWED;
  fault->number = number;
  fault->text = text;
  g_ptr_array_add (self->faults, fault);
}

static gboolean
read_shown (Verification *self, SkyReviewState state, GError **error)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  guint n = PAGE;

  filter.states = 1u << state;
  for (guint64 at = 0; n == PAGE; at += n)
    {
      g_autoptr (GPtrArray) page = sky_store_findings_page (
          self->store, &filter, SKY_FINDING_SORT_RECORD, FALSE, at, PAGE, error);

      if (page == NULL)
        return FALSE;
      n = page->len;
      for (guint i = 0; i < n; i++)
        {
          const SkyStoredFinding *finding = page->pdata[i];

          g_hash_table_insert (self->shown, g_strdup (finding->key),
                               GINT_TO_POINTER (finding->state == state ? (int) state : TORN));
        }
    }
  return TRUE;
}

static const char *
name_shown (gpointer shown)
{
  gint state = GPOINTER_TO_INT (shown);

  return sky_phrase_words (state == TORN ? N_ ("of two states")
                                         : sky_review_state_to_name ((SkyReviewState) state));
}

static gboolean
is_same (const SkyReview *a, const SkyReview *b)
{
  return a->state == b->state && g_strcmp0 (a->reason, b->reason) == 0
         && g_strcmp0 (a->credential, b->credential) == 0 && g_strcmp0 (a->name, b->name) == 0
         && a->at == b->at && a->decision == b->decision
         && g_strcmp0 (a->second_credential, b->second_credential) == 0
         && g_strcmp0 (a->second_name, b->second_name) == 0 && a->second_at == b->second_at
         && a->n_notes == b->n_notes && a->last_entry == b->last_entry;
}

static gboolean
verify_finding (Verification *self, const char *key, GError **error)
{
  g_autoptr (SkyReview) said = sky_store_work_out_review (self->store, key, error);
  g_autoptr (SkyReview) kept = NULL;
  gpointer shown = g_hash_table_lookup (self->shown, key);
  gint64 id;

  if (said != NULL)
    kept = sky_store_get_review (self->store, key, error);
  if (kept == NULL || !sky_store_look_up_finding (self->store, key, &id, error))
    return FALSE;
  if (!is_same (said, kept))
    add_fault (self, said->last_entry,
               sky_phrase ("The review of %s is not what the ledger says of it.", key));
  if (id != 0 && GPOINTER_TO_INT (shown) != (gint) said->state)
    add_fault (self, said->last_entry,
               sky_phrase ("%s is shown as %s; by the ledger it is %s.", key, name_shown (shown),
                           sky_phrase_words (sky_review_state_to_name (said->state))));
  g_hash_table_remove (self->shown, key);
  return TRUE;
}

/* Returns: the first columns of the rows of @sql, or NULL. */
static GPtrArray *
list_texts (SkyStore *store, const char *sql, GError **error)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&texts);
      g_ptr_array_add (texts, g_strdup (sky_statement_text (statement, 0)));
    }
  return NULL;
}

static char *
tell_review (const char *finding)
{
  return sky_phrase ("Of the review of %s the ledger says nothing.", finding);
}

static char *
tell_bookmark (const char *number)
{
  return sky_phrase ("Bookmark %s is not what the ledger says.", number);
}

static char *
tell_case (const char *entry)
{
  return sky_phrase ("The case that entry %s opened is not what the ledger says.", entry);
}

static char *
tell_item (const char *entry)
{
  return sky_phrase ("What entry %s put into a case is not what the ledger says.", entry);
}

/* What was made up: rows of which no entry says the same. */
static gboolean
verify_rows (Verification *self, GError **error)
{
  static const struct
  {
    const char *sql;
    char *(*wrong) (const char *name);
  } rows[] = {
    { "SELECT finding FROM reviews r WHERE NOT EXISTS (SELECT 1 FROM ledger l"
      " WHERE l.finding = r.finding AND l.action >= 'finding.' AND l.action < 'finding/')",
      tell_review },
    { "SELECT number || '' FROM bookmarks b WHERE NOT EXISTS (SELECT 1 FROM ledger l"
      " WHERE l.number = b.number AND l.action = 'bookmark.add' AND l.at = b.made_at"
      " AND l.credential = b.credential AND l.name = b.name AND l.text IS NOT DISTINCT FROM "
      "b.text)",
      tell_bookmark },
    { "SELECT id || '' FROM cases c WHERE NOT EXISTS (SELECT 1 FROM ledger l"
      " WHERE l.number = c.id AND l.action = 'case.open' AND l.at = c.opened_at"
      " AND l.credential = c.credential AND l.name = c.name)"
      " OR NOT EXISTS (SELECT 1 FROM ledger l WHERE coalesce (l.text, '') = c.title"
      " AND ((l.number = c.id AND l.action = 'case.open')"
      " OR (l.target = c.id AND l.target > 0 AND l.action || '' = 'case.rename')))"
      " OR (c.details IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger l"
      " WHERE l.target = c.id AND l.target > 0 AND l.action || '' = 'case.details'"
      " AND l.data = c.details))",
      tell_case },
    { "SELECT entry || '' FROM case_items i WHERE NOT EXISTS (SELECT 1 FROM ledger l"
      " WHERE l.number = i.entry AND l.target = i.case_id AND l.at = i.at"
      " AND l.credential = i.credential AND l.name = i.name"
      " AND l.finding IS NOT DISTINCT FROM i.finding AND l.text IS NOT DISTINCT FROM i.text)",
      tell_item },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) names = list_texts (self->store, rows[i].sql, error);

      if (names == NULL)
        return FALSE;
      for (guint k = 0; k < names->len; k++)
        add_fault (self, 0, rows[i].wrong (names->pdata[k]));
    }
  return TRUE;
}

gboolean
sky_store_verify_reviews (SkyStore *self, GPtrArray *faults, GError **error)
{
  g_autoptr (GHashTable) shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) keys = NULL;
  Verification verification = { self, faults, shown };
  GHashTableIter iter;
  gpointer key, state;

  for (guint i = SKY_REVIEW_OPEN + 1; i < SKY_N_REVIEW_STATES; i++)
    if (!read_shown (&verification, (SkyReviewState) i, error))
      return FALSE;
  keys = list_texts (self,
                     "SELECT DISTINCT finding FROM ledger"
                     " WHERE action >= 'finding.' AND action < 'finding/' AND finding IS NOT NULL"
                     " ORDER BY finding",
                     error);
  if (keys == NULL)
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    if (!verify_finding (&verification, keys->pdata[i], error))
      return FALSE;
  g_hash_table_iter_init (&iter, shown);
  while (g_hash_table_iter_next (&iter, &key, &state))
    add_fault (&verification, 0,
               sky_phrase ("%s is shown as %s, of which the ledger says nothing.",
                           (const char *) key, name_shown (state)));
  return verify_rows (&verification, error);
}
