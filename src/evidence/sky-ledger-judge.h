/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from the ledger follows from entries that were said by whom they name: one that
 * somebody put into the database, and could not sign, makes nobody a second reviewer. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* Has reviews, bookmarks and cases that are made through @store, or held against its ledger, follow
 * from entries alone whose signatures hold (sky_store_set_judge()). */
void sky_ledger_hold_to_signatures (SkyStore *store);

G_END_DECLS
