/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording beside another log of the same play: how far they agree, what was found in test
 * rounds, and the list of disagreements. Signals:
 *
 * * "chosen" (): another disagreement is chosen, or the same one once more;
 * * "other" (uint): the log with that number is to be compared with;
 * * "leave" (): back to the round.
 *
 * CSS node "recordagreement". */
#pragma once

#include <gtk/gtk.h>

#include "sky-record-comparison.h"

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_AGREEMENT (sky_record_agreement_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordAgreement, sky_record_agreement, SKY, RECORD_AGREEMENT, GtkWidget)

/* Shows @comparison (transfer full; nullable: nothing). The disagreement that was chosen before, or
 * the one in its place, is chosen. */
void sky_record_agreement_set (SkyRecordAgreement *self, SkyRecordComparison *comparison);
/* NULL: nothing is shown. */
const SkyRecordComparison *sky_record_agreement_get (SkyRecordAgreement *self);

/* The chosen disagreement; NULL: there is none. */
const SkyRecordDisagreement *sky_record_agreement_get_chosen (SkyRecordAgreement *self);
/* Chooses the next (1) or the previous one (-1). */
void sky_record_agreement_step (SkyRecordAgreement *self, gint by);

G_END_DECLS
