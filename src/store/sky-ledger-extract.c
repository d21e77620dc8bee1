/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-ledger-extract.h"

#include "sky-review.h"
#include "sky-store-private.h"

/* The guards that a ledger with gaps does not pass. */
#define DROP_GUARDS "DROP TRIGGER ledger_grows_at_its_end; DROP TRIGGER ledger_head_follows"
#define TAKE_NO_MORE                                                                               \
  "CREATE TRIGGER ledger_grows_at_its_end BEFORE INSERT ON ledger "                                \
  "BEGIN SELECT RAISE (ABORT, 'an extract of a ledger is not added to'); END;"                     \
  "CREATE TRIGGER ledger_head_follows BEFORE UPDATE ON ledger_head "                               \
  "BEGIN SELECT RAISE (ABORT, 'an extract of a ledger is not added to'); END"

gboolean
sky_store_take_ledger_extract (SkyStore *self, const GPtrArray *entries, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (!sky_store_is_uri (sky_store_get_path (self)), FALSE);

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL || !sky_store_run (self, DROP_GUARDS, error))
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    if (!sky_store_insert_entry (self, entries->pdata[i], error))
      return FALSE;
  if (!sky_store_run (self, TAKE_NO_MORE, error) || !sky_store_rebuild_reviews (self, error))
    return FALSE;
  return sky_store_transaction_commit (transaction, error);
}
