/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who works the table, and whether they may: credentials, table tests and hours of training (58 Pa.
 * Code Chapter 611a). A table owns its SkyStaffing, which raises findings through the table. */
#pragma once

#include "sky-staff.h"
#include "sky-table.h"

G_BEGIN_DECLS

SkyStaffing *sky_staffing_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_staffing_free (SkyStaffing *self);

/* `staff`: a person begins or ends work. */
void sky_staffing_take (SkyTable *table, const SkyEvent *event);

/* Visits this part of a table's state (sky-table-state.h). */
void sky_staffing_visit (SkyStaffing *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStaffing, sky_staffing_free)

G_END_DECLS
