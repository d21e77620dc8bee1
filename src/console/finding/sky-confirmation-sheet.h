/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What surveillance must confirm before certain payments. For a Fire Bet (§ 623a.11(a)(6)): the
 * different points with the rolls that made them, every pending bet, and what each is due at four,
 * five and six points. For a Progressive Payout Wager (§ 669a.11(i)(3)(i)): the hand, the meter,
 * the payment, and the Envy Bonuses of the others. It shows the finding's data and computes
 * nothing. Beside each point it shows the throw, as a camera has it. Signal: "throw-chosen"
 * (guint64), the "seq" of the throw to show. */
#pragma once

#include <gtk/gtk.h>

#include "sky-day-view.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

#define SKY_TYPE_CONFIRMATION_SHEET (sky_confirmation_sheet_get_type ())
G_DECLARE_FINAL_TYPE (
    SkyConfirmationSheet, sky_confirmation_sheet, SKY, CONFIRMATION_SHEET, GtkWidget)

/* Shows @finding without keeping it; NULL: nothing. */
void sky_confirmation_sheet_set_finding (SkyConfirmationSheet *self,
                                         const SkyStoredFinding *finding);

/* @day_view (nullable) has the cameras and the times of the throws. */
void sky_confirmation_sheet_set_day_view (SkyConfirmationSheet *self, SkyDayView *day_view);

/* Arranges the contents for a width of @room pixels. */
void sky_confirmation_sheet_fit (SkyConfirmationSheet *self, int room);

/* How many pending bets and points are shown. */
guint sky_confirmation_sheet_get_n_bets (SkyConfirmationSheet *self);
guint sky_confirmation_sheet_get_n_points (SkyConfirmationSheet *self);
/* How many pictures of throws are shown; FALSE while they are being read. */
guint sky_confirmation_sheet_get_n_pictures (SkyConfirmationSheet *self);
gboolean sky_confirmation_sheet_is_settled (SkyConfirmationSheet *self);
/* How many lines explain a progressive win, and how many Envy Bonuses are due. */
guint sky_confirmation_sheet_get_n_hand (SkyConfirmationSheet *self);
guint sky_confirmation_sheet_get_n_envy (SkyConfirmationSheet *self);

G_END_DECLS
