/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session's round: each wager as recorded and as recomputed, and the steps of the recomputation
 * with their sections. For a finding's round it lists only the finding's wager until the user asks
 * for all. A Fire Bet or progressive confirmation shows its own sheet instead of wagers and steps.
 * Property (notifies): "selection". */
#pragma once

#include <gtk/gtk.h>

#include "sky-confirmation-bar.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_ROUND_VIEW (sky_round_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyRoundView, sky_round_view, SKY, ROUND_VIEW, GtkWidget)

/* @selection: (nullable) (transfer none) */
void sky_round_view_set_selection (SkyRoundView *self, SkySelection *selection);

/* Lists all wagers of a round; FALSE, the default, only the wager of the finding. */
void sky_round_view_set_all (SkyRoundView *self, gboolean all);
gboolean sky_round_view_get_all (SkyRoundView *self);

/* (element-type SkyWagerItem): the rows shown. */
GListModel *sky_round_view_get_wagers (SkyRoundView *self);
/* What the label says of the pictures; empty: they were not read. */
const char *sky_round_view_get_sight (SkyRoundView *self);
/* How many steps are shown. */
guint sky_round_view_get_n_steps (SkyRoundView *self);

/* Shows a pending confirmation, if there is one. Returns the bar that decides it. */
SkyConfirmationBar *sky_round_view_show_confirmation (SkyRoundView *self);

/* The heading of the wagers: their round. */
const char *sky_round_view_get_title (SkyRoundView *self);

/* Takes away some of the rows, for a window that closes: all of them at once would take longer than
 * a frame. Returns: FALSE when no more are to go. */
gboolean sky_round_view_drop_rows (SkyRoundView *self);

/* TRUE when all rows are there. */
gboolean sky_round_view_is_settled (SkyRoundView *self);

G_END_DECLS
