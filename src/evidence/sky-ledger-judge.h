/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from the ledger follows from entries that were said by whom they name: one that
 * somebody put into the database, and could not sign, makes nobody a second reviewer. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* Has reviews, bookmarks and cases that are made through @store, or held against its ledger, follow
 * from entries alone whose signatures hold (sky_store_set_judge()). */
void sky_ledger_hold_to_signatures (SkyStore *store);

/* The whole verification of the store's ledger: sky_store_ledger_verify(), every signature, and the
 * checkpoints that are kept (sky-ledger-log.h). An entry that has several faults is named with
 * each.
 * @n_entries and @n_signed, when given, take how many there are and how many are signed. Returns:
 * the SkyLedgerFaults by number, none when all is well; NULL when it could not be read. */
GPtrArray *sky_ledger_verify_signed (SkyStore *store,
                                     guint64 *n_entries,
                                     guint64 *n_signed,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
