/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people say of a finding. */
#include "config.h"

#include "sky-review.h"

#include "sky-store-private.h"
#include <glib/gi18n-lib.h>

/* Whether nothing was said of @finding after @last_entry. */
static gboolean
check_seen (SkyStore *store, const char *finding, gint64 last_entry, GError **error)
{
  g_autoptr (SkyReview) review = NULL;
  g_autoptr (SkyLedgerEntry) newer = NULL;

  if (last_entry == SKY_REVIEW_ANY)
    return TRUE;
  review = sky_store_get_review (store, finding, error);
  if (review == NULL)
    return FALSE;
  if (review->last_entry == last_entry)
    return TRUE;
  newer = sky_store_get_entry (store, review->last_entry, error);
  return newer != NULL
         && sky_store_refuse (store, error, SKY_STORE_ERROR_CHANGED,
                              _ ("%s decided first: the finding is now %s"), newer->name,
                              sky_review_state_to_name (review->state));
}

gboolean
sky_store_decide (SkyStore *self,
                  const SkyReviewer *reviewer,
                  const char *finding,
                  SkyLedgerAction action,
                  const char *text,
                  gint64 last_entry,
                  gint64 *number,
                  GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;

  g_return_val_if_fail (action <= SKY_LEDGER_NOTE, FALSE);

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  return transaction != NULL && check_seen (self, finding, last_entry, error)
         && sky_store_ledger_append (self, reviewer, action, finding, 0, text, NULL, number, error)
         && sky_store_transaction_commit (transaction, error);
}

gboolean
sky_store_undo (SkyStore *self,
                const SkyReviewer *reviewer,
                gint64 number,
                const char *text,
                gint64 last_entry,
                gint64 *undo_number,
                GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (SkyLedgerEntry) entry = NULL;

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL)
    return FALSE;
  entry = sky_store_get_entry (self, number, error);
  return entry != NULL
         && (entry->finding == NULL || check_seen (self, entry->finding, last_entry, error))
         && sky_store_ledger_append (self, reviewer, SKY_LEDGER_UNDO, NULL, number, text, NULL,
                                     undo_number, error)
         && sky_store_transaction_commit (transaction, error);
}
