/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures of the open day showed when they were read: the readings that the store keeps,
 * beside what was recorded. Signal "changed" (): there are others. */
#pragma once

#include "sky-intake.h"
#include "sky-sight-account.h"

G_BEGIN_DECLS

#define SKY_TYPE_DAY_SIGHT (sky_day_sight_get_type ())
G_DECLARE_FINAL_TYPE (SkyDaySight, sky_day_sight, SKY, DAY_SIGHT, GObject)

/* Asks the store again when @intake has brought a log. */
SkyDaySight *sky_day_sight_new (SkyStoreLink *link, SkyIntake *intake);

/* Takes the readings of the log with the id @log; 0: none. */
void sky_day_sight_set_log (SkyDaySight *self, gint64 log);
/* TRUE when no question to the store is open. */
gboolean sky_day_sight_is_settled (SkyDaySight *self);

/* The reading of a round's last result, or the first that contradicts. Returns: (nullable): the
 * part's own until "changed". */
const SkySightAccount *sky_day_sight_find_round (SkyDaySight *self, gint64 round);

/* The reading of which @camera's picture of the instant @at is one. Returns: (nullable): likewise.
 */
const SkySightAccount *
sky_day_sight_find_picture (SkyDaySight *self, const char *camera, SkyTime at);

/* The middle one of the pictures that were read of the result that the round @round has at @at.
 * Returns: its instant; SKY_TIME_NONE: none is known. */
SkyTime sky_day_sight_find_middle (SkyDaySight *self, gint64 round, SkyTime at);

/* What @account says, and why nothing was read, for people. Returns: a new string. */
char *sky_day_sight_describe (const SkySightAccount *account) G_GNUC_WARN_UNUSED_RESULT;

/* How many contradictions people confirmed and dismissed, in all that the store has; NULL while
 * nobody has decided any. Returns: the part's own until "changed". */
const char *sky_day_sight_get_confirmed (SkyDaySight *self);

G_END_DECLS
