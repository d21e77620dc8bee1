/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of another store's ledger, in a store that is only read. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* Puts @entries (of SkyLedgerEntry, by number) into the empty ledger of @self, a file, and derives
 * their reviews, cases and bookmarks. The numbers may have gaps. Does all or nothing. Nothing is
 * checked, and nothing can be added after them. */
gboolean sky_store_take_ledger_extract (SkyStore *self, const GPtrArray *entries, GError **error);

G_END_DECLS
