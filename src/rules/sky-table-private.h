/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common work on a table's events, by subject. Each function returns FALSE to keep the event
 * from the game's module. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* sky-wagering.c: placing, changing, lateness, chips, seats (§ 521.7 and each chapter). */
gboolean sky_wagering_place (SkyTable *self, const SkyEvent *event);
gboolean sky_wagering_change (SkyTable *self, const SkyEvent *event);
/* A wager that is up when observation begins. @number: the box to which it has traveled, or 0. */
void sky_wagering_stand (SkyTable *self, const SkyEvent *event, gint64 number);

/* sky-limits.c: the posted limits and their notices (§ 521.7, § 521.8). */
void sky_limits_set (SkyTable *self, const SkyEvent *event);
void sky_limits_note (SkyTable *self, const SkyEvent *event);
void sky_limits_check (SkyTable *self, const SkyWager *wager);
void sky_limits_clear (SkyTable *self);

/* sky-submission.c: the Rules Submission (§ 521.2, § 521.8). */
void sky_submission_set (SkyTable *self, const SkyEvent *event);
void sky_submission_set_defaults (SkyTable *self);
void sky_submission_clear (SkySubmission *submission);

/* Derives the lists' data after wagers were read or restored. */
void sky_table_list_wagers (SkyTable *self);

/* sky-unobserved.c: `standing`. */
void sky_table_stand (SkyTable *self, const SkyEvent *event);

/* Visit a table's state (sky-table-state.h), by subject. */
void sky_limits_visit (SkyTable *self, SkyState *state);
void sky_submission_visit (SkyTable *self, SkyState *state);
void sky_table_visit_pay (SkyTable *self, SkyState *state, const SkyPay **pay);
void sky_state_odds (SkyState *self, SkyOdds *odds);

G_END_DECLS
