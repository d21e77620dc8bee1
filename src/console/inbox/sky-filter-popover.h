/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects the listed findings: severities, states of review, property, table, game, gaming day,
 * check, dealer, patron, one archive or all. Each click changes the session's filter. Property
 * (notifies): "inbox". */
#pragma once

#include <gtk/gtk.h>

#include "sky-filter-text.h"
#include "sky-inbox.h"

G_BEGIN_DECLS

#define SKY_TYPE_FILTER_POPOVER (sky_filter_popover_get_type ())
G_DECLARE_FINAL_TYPE (SkyFilterPopover, sky_filter_popover, SKY, FILTER_POPOVER, GtkPopover)

/* @inbox: (nullable) (transfer none) */
void sky_filter_popover_set_inbox (SkyFilterPopover *self, SkyInbox *inbox);

/* As a choice of @text in the drop-down of @part does; NULL chooses all. Returns FALSE when it has
 * none for that, or not that text. */
gboolean sky_filter_popover_choose (SkyFilterPopover *self, SkyFilterPart part, const char *text);

/* As a click on the box of @severity or @state does. */
void sky_filter_popover_set_severity (SkyFilterPopover *self, SkySeverity severity, gboolean on);
void sky_filter_popover_set_state (SkyFilterPopover *self, SkyReviewState state, gboolean on);

G_END_DECLS
