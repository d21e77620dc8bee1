/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What surveillance must confirm before a Fire Bet is paid (§ 623a.11(a)(6)): the different points
 * with the rolls that made them, every pending bet, and what each is due at four, five and six
 * points; and before a Progressive Payout Wager is (§ 669a.11(i)(3)(i)): the hand, the meter, what
 * is paid, and the Envy Bonuses of the others. It shows what the audit put into the finding, and
 * works nothing out itself.
 *
 * Signal: "throw-chosen" (guint64), the throw with that "seq" is to be looked at. */
#pragma once

#include <gtk/gtk.h>

#include "sky-stored-finding.h"

G_BEGIN_DECLS

#define SKY_TYPE_CONFIRMATION_SHEET (sky_confirmation_sheet_get_type ())
G_DECLARE_FINAL_TYPE (
    SkyConfirmationSheet, sky_confirmation_sheet, SKY, CONFIRMATION_SHEET, GtkWidget)

/* Shows @finding, of which it keeps nothing; NULL: nothing. */
void sky_confirmation_sheet_set_finding (SkyConfirmationSheet *self,
                                         const SkyStoredFinding *finding);

/* Arranges what is shown for @room pixels across. */
void sky_confirmation_sheet_fit (SkyConfirmationSheet *self, int room);

/* How many pending bets are shown, and how many points. */
guint sky_confirmation_sheet_get_n_bets (SkyConfirmationSheet *self);
guint sky_confirmation_sheet_get_n_points (SkyConfirmationSheet *self);
/* How many lines say what a progressive win comes to, and how many Envy Bonuses are due. */
guint sky_confirmation_sheet_get_n_hand (SkyConfirmationSheet *self);
guint sky_confirmation_sheet_get_n_envy (SkyConfirmationSheet *self);

G_END_DECLS
