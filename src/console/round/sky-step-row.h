/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step of the recomputation as a row: its event's number, a sentence, and its section. Activating
 * it leads to the event. */
#pragma once

#include <gtk/gtk.h>

#include "sky-audit.h"

G_BEGIN_DECLS

#define SKY_TYPE_STEP_ROW (sky_step_row_get_type ())
G_DECLARE_FINAL_TYPE (SkyStepRow, sky_step_row, SKY, STEP_ROW, GtkListBoxRow)

/* Keeps nothing of @step. */
GtkWidget *sky_step_row_new (const SkyStep *step);
/* Making a row takes longer than giving it another step. NULL: no step; hides it. */
void sky_step_row_set_step (SkyStepRow *self, const SkyStep *step);

guint64 sky_step_row_get_seq (SkyStepRow *self);

/* Hides steps of other wagers than @wager; NULL: hides none. */
void sky_step_row_set_pinned (SkyStepRow *self, const char *wager);

G_END_DECLS
