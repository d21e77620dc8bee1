/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger's checkpoint at the end of each gaming day: the desk that has the ledger's key makes
 * it, once the next day has begun, or when the console is next open. */
#pragma once

#include "sky-store-link.h"

G_BEGIN_DECLS

#define SKY_TYPE_CHECKPOINTER (sky_checkpointer_get_type ())
G_DECLARE_FINAL_TYPE (SkyCheckpointer, sky_checkpointer, SKY, CHECKPOINTER, GObject)

/* Looks once a minute whether a gaming day has ended. */
SkyCheckpointer *sky_checkpointer_new (SkyStoreLink *link);

/* That it is @now: when another gaming day has begun since the last time, this desk has the
 * ledger's key and nobody made a checkpoint since, one is made. */
void sky_checkpointer_look (SkyCheckpointer *self, SkyTime now);

G_END_DECLS
