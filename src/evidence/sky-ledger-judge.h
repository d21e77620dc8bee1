/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only entries by the people they name have effect: an unsigned entry that someone put into the
 * database makes nobody a second reviewer. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* Reviews, bookmarks and cases made through @store, or compared with its ledger, then follow only
 * from entries with valid signatures (sky_store_set_judge()). */
void sky_ledger_hold_to_signatures (SkyStore *store);

/* The full verification of the store's ledger: sky_store_ledger_verify(), every signature, and the
 * kept checkpoints (sky-ledger-log.h). An entry with several faults is listed once for each.
 * @n_entries and @n_signed, if not NULL, take how many there are and how many are signed. Returns
 * the SkyLedgerFaults by number, empty if there are none; NULL if it could not be read. */
GPtrArray *sky_ledger_verify_signed (SkyStore *store,
                                     guint64 *n_entries,
                                     guint64 *n_signed,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
