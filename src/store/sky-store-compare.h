/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store held against what it should be: another that was made just now from the same archives and
 * the same ledger. Whatever somebody wrote past the program in the one is otherwise in the other.
 */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* Copies the ledger of @from into @to, which has none, and works out there what follows from it. */
gboolean sky_store_follow_ledger (SkyStore *from, SkyStore *to, GError **error);

/* Holds what @self has of @archive (a path), and NULL: what belongs to no archive, against @again.
 * Adds to @differences (of char *) a sentence for each row that is otherwise, missing or added. */
gboolean sky_store_compare (
    SkyStore *self, SkyStore *again, const char *archive, GPtrArray *differences, GError **error);

G_END_DECLS
