/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session's finding in words: what is wrong, where, under which section, earlier remarks, and
 * the review bar. Property (notifies): "selection". */
#pragma once

#include <gtk/gtk.h>

#include "sky-review-bar.h"

G_BEGIN_DECLS

#define SKY_TYPE_FINDING_PANE (sky_finding_pane_get_type ())
G_DECLARE_FINAL_TYPE (SkyFindingPane, sky_finding_pane, SKY, FINDING_PANE, GtkWidget)

/* @selection: (nullable) (transfer none) */
void sky_finding_pane_set_selection (SkyFindingPane *self, SkySelection *selection);

SkyReviewBar *sky_finding_pane_get_review_bar (SkyFindingPane *self);

/* What happened, in the headline's words. */
const char *sky_finding_pane_get_headline (SkyFindingPane *self);

/* The text about others at the finding; NULL: nobody. */
const char *sky_finding_pane_get_present (SkyFindingPane *self);

G_END_DECLS
