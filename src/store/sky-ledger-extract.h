/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of another store's ledger in one that is only looked at. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* Puts @entries (of SkyLedgerEntry, by number), which need not follow each other, into the empty
 * ledger of @self, a file, and works out the reviews, cases and bookmarks that they make. By all or
 * by none. Nothing is checked of them, and nothing can be added behind them. */
gboolean sky_store_take_ledger_extract (SkyStore *self, const GPtrArray *entries, GError **error);

G_END_DECLS
