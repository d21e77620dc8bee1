/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a log that dice make: where a camera must look, and, apart from it, what was
 * recorded. */
#pragma once

#include "sky-log.h"
#include "sky-sight.h"
#include "sky-testimony.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 seq; /* of the result */
  gint64 round;
  SkyTime at;
  SkySightStretch stretch; /* all that a reader is given */
  guint recorded[SKY_SIGHT_MAX_DICE];
  gboolean lies; /* nobody recorded a die that leans, or lies elsewhere than on the table */
} SkySightThrow;

/* How many dice a result of @game has; 0: it is not made by dice. */
guint sky_sight_count_dice (SkyGameId game);

/* Returns: (transfer full): the throws of @log in its order, an array of SkySightThrow, without
 * results that no dice made (the random number generator's at Pai Gow). */
GArray *sky_sight_list_throws (SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;

/* Holds a reading against what was recorded. To contradict, a reading must be surer than to agree.
 * @why: (out): SKY_SIGHT_READ, or why it cannot be read. */
SkySightVerdict
sky_sight_judge (const SkySightThrow *thrown, const SkySightReading *reading, SkySightReason *why);

G_END_DECLS
