/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rounds gave beside what chance gives: each by the law of all its wagers together. */
#pragma once

#include "sky-win-rounds.h"

G_BEGIN_DECLS

/* What the rounds gave in which anything could be won or lost, beside what chance gives. Money is
 * what was due, whatever was paid. */
typedef struct
{
  char *player; /* NULL: all patrons of the table together; else as in SkyDecisionCounts */
  SkyWinSum sum;
} SkyWinCounts;

/* Weighs @rounds, into arrays of SkyWinCounts. @table_wins takes what they are to all patrons
 * together, one for each number of ways; NULL: nobody asks. @patron_wins takes what they are to
 * each patron, as they came to the table. @wanted: of each player whether somebody asks for him;
 * NULL: for all. */
void sky_win_weigh_rounds (const SkyWinRounds *rounds,
                           const gboolean *wanted,
                           GArray *table_wins,
                           GArray *patron_wins);

/* An empty array of SkyWinCounts. */
GArray *sky_win_counts_array_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
