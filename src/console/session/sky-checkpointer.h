/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the ledger's checkpoint at the end of each gaming day, on the desk that has the ledger's
 * key. It does so once the next day has begun, or when the console is next open. */
#pragma once

#include "sky-store-link.h"

G_BEGIN_DECLS

#define SKY_TYPE_CHECKPOINTER (sky_checkpointer_get_type ())
G_DECLARE_FINAL_TYPE (SkyCheckpointer, sky_checkpointer, SKY, CHECKPOINTER, GObject)

/* Looks once a minute whether a gaming day has ended. */
SkyCheckpointer *sky_checkpointer_new (SkyStoreLink *link);

/* Checks at the time @now. Makes a checkpoint if another gaming day has begun since the last one,
 * this desk has the ledger's key, and nobody else made one. */
void sky_checkpointer_look (SkyCheckpointer *self, SkyTime now);

G_END_DECLS
