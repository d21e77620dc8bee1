/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a log that dice or cards make: where a camera must look, and, apart from it, what
 * was recorded. */
#pragma once

#include "sky-log.h"
#include "sky-sight.h"
#include "sky-testimony.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 seq; /* of the result: of the dealer's card, or of the card that was turned */
  gint64 round;
  SkyTime at;
  SkySightStretch stretch; /* all that a reader is given */
  guint n_recorded;
  guint recorded[SKY_SIGHT_MAX_VALUES]; /* dice, or the ranks of the cards that lie face up */
  guint n_possible;
  guint possible[SKY_SIGHT_MAX_VALUES]; /* the ranks of cards that may lie there besides */
  gboolean lies; /* nobody recorded a die that leans, or lies elsewhere than on the table */
} SkySightResult;

/* Whether dice or cards make the results of @game. */
gboolean sky_sight_find_kind (SkyGameId game, SkySightKind *kind);

/* Returns: (transfer full): the results of @log in its order, an array of SkySightResult, without
 * those that no dice made (the random number generator's at Pai Gow). */
GArray *sky_sight_list_results (SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;

/* Whether the @n @values that a camera shows are what was recorded, in whatever order they lie. */
gboolean sky_sight_agrees (const SkySightResult *result, const guint *values, guint n);

/* Holds a reading against what was recorded. To contradict, a reading must be surer than to agree,
 * and show what cannot lie there: a card that is not seen may be covered.
 * @why: (out): SKY_SIGHT_READ, or why it cannot be read. */
SkySightVerdict
sky_sight_judge (const SkySightResult *result, const SkySightReading *reading, SkySightReason *why);

G_END_DECLS
