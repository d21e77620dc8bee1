/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table between two events as bytes, so that another process can continue the log. It keeps the
 * wagers that are up, and the latest ones that an earlier process may still need. Of the others it
 * keeps only that they existed. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* How many of the last wagers are kept even if they ended. */
#define SKY_TABLE_STATE_WAGERS 64

/* Writes @self, or reads into @self, which must be new. The data must come from a table of the same
 * log and staff and from exactly the same program. After a refusal @self is unusable. @state's
 * objects become the wagers: visit other wagers before sky_table_visit_wagers(), which comes
 * last. */
void sky_table_visit (SkyTable *self, SkyState *state);
void sky_table_visit_wagers (SkyTable *self, SkyState *state);

/* A pointer to a wager of the table, and what is due on a wager. */
void sky_state_wager (SkyState *self, SkyWager **wager);
void sky_table_visit_due (SkyTable *self, SkyState *state, SkyDue *due);
void sky_state_settlement (SkyState *self, SkySettlement *settlement);
/* An array of SkyFinding that owns them. */
void sky_state_findings (SkyState *self, GPtrArray *findings);

/* Whether an event named a wager that was not kept: later findings are then unusable. */
gboolean sky_table_is_lacking (const SkyTable *self);

G_END_DECLS
