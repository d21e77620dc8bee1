/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same that is said of several findings at once, a part of them at a time: each part is a
 * question of the store like any other, so that pages and reviews are answered in between and no
 * lock is held for long.
 *
 * Signals: "changed" (), how far it is; "unsaved" (GPtrArray of SkyUnsavedDecision), of these
 * others spoke first, they may be taken; "ended" (), nothing more is said. What came of it is told
 * then.
 */
#pragma once

#include "sky-chosen-rows.h"
#include "sky-ledger.h"
#include "sky-store-link.h"

G_BEGIN_DECLS

#define SKY_TYPE_BULK_DECISION (sky_bulk_decision_get_type ())
G_DECLARE_FINAL_TYPE (SkyBulkDecision, sky_bulk_decision, SKY, BULK_DECISION, GObject)

/* @action of each of @rows, which it takes, or with @undoes each one's decision taken back. */
SkyBulkDecision *sky_bulk_decision_new (SkyStoreLink *link,
                                        SkyChosenRows *rows,
                                        const char *credential,
                                        const char *name,
                                        gboolean undoes,
                                        SkyLedgerAction action,
                                        const char *text);
void sky_bulk_decision_start (SkyBulkDecision *self);
/* What is said already stays, of the rest nothing is said. */
void sky_bulk_decision_stop (SkyBulkDecision *self);

/* Of how many findings it is; @done (nullable) takes how many of them are done with. */
guint sky_bulk_decision_get_n (SkyBulkDecision *self, guint *done);
/* Of how many of these it is written: it was not refused, and others were not faster. */
guint sky_bulk_decision_get_n_said (SkyBulkDecision *self);
/* The keys of those that are not done with, a set, as far as they are known. */
GHashTable *sky_bulk_decision_get_left (SkyBulkDecision *self);
const char *sky_bulk_decision_get_credential (SkyBulkDecision *self);

G_END_DECLS
