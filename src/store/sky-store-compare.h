/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares a store with its expected contents: another store, just made from the same archives and
 * the same ledger. This shows what someone wrote without the program. */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* Copies the ledger of @from into @to, which has none, and works out there what follows from it. */
gboolean sky_store_follow_ledger (SkyStore *from, SkyStore *to, GError **error);

/* Compares the data of @archive (a path; NULL: data of no archive) in @self with @again. Adds a
 * sentence to @differences (of char *) for each row that is changed, missing or added. */
gboolean sky_store_compare (
    SkyStore *self, SkyStore *again, const char *archive, GPtrArray *differences, GError **error);

G_END_DECLS
