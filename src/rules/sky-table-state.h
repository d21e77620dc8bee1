/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table between two events as bytes, so that another process can go on with the log. What an
 * earlier one may still be asked for is kept: the wagers that are up and those that came last; of
 * the others only that they were. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* How many of the last wagers are kept though they have ended. */
#define SKY_TABLE_STATE_WAGERS 64

/* Writes @self, or reads into it what was written of a table of the same log and staff by the very
 * same program; @self must be new then. After a refusal it is of no use. @state's objects become
 * the wagers: whoever else visits one does so before sky_table_visit_wagers(), which ends it. */
void sky_table_visit (SkyTable *self, SkyState *state);
void sky_table_visit_wagers (SkyTable *self, SkyState *state);

/* A pointer to a wager of the table, and what is due on one. */
void sky_state_wager (SkyState *self, SkyWager **wager);
void sky_table_visit_due (SkyTable *self, SkyState *state, SkyDue *due);
void sky_state_settlement (SkyState *self, SkySettlement *settlement);
/* An array of SkyFinding that owns them. */
void sky_state_findings (SkyState *self, GPtrArray *findings);

/* Whether an event named a wager that was not kept: then what was found since is of no use. */
gboolean sky_table_is_lacking (const SkyTable *self);

G_END_DECLS
