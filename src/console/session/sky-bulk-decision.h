/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry for several findings, a part of them at a time. Each part is one question to the store,
 * so that pages and reviews are answered in between and no lock is held for long. Signals:
 *
 * * "changed" (): the progress;
 * * "unsaved" (GPtrArray of SkyUnsavedDecision): others decided these first; they may be taken;
 * * "ended" (): finished; the results are then reported. */
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
/* Stops; written entries stay, no more follow. */
void sky_bulk_decision_stop (SkyBulkDecision *self);

/* The number of findings; @done (nullable) takes how many of them are finished. */
guint sky_bulk_decision_get_n (SkyBulkDecision *self, guint *done);
/* How many of these were written, neither refused nor decided by others first. */
guint sky_bulk_decision_get_n_said (SkyBulkDecision *self);
/* The keys of the unfinished ones, a set, as far as they are known. */
GHashTable *sky_bulk_decision_get_left (SkyBulkDecision *self);
const char *sky_bulk_decision_get_credential (SkyBulkDecision *self);

G_END_DECLS
