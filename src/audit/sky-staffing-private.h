/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The staff who work a table, judged by their training: each credential once a log, at its first
 * `staff` event that counts. */
#pragma once

#include "sky-driver-private.h"
#include "sky-staff.h"

G_BEGIN_DECLS

typedef struct _SkyStaffing SkyStaffing;

/* @staff is borrowed. */
SkyStaffing *sky_staffing_new (const SkyStaff *staff) G_GNUC_WARN_UNUSED_RESULT;
void sky_staffing_free (SkyStaffing *self);

/* Looks at an event after @driver has fed it. */
void sky_staffing_event (SkyStaffing *self, SkyDriver *driver, const SkyEvent *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStaffing, sky_staffing_free)

G_END_DECLS
