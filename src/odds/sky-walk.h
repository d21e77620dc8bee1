/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows a wager through every possible result of its rounds until it is decided. Each result is
 * played at a table under the rules. Positions that affect the wager alike are one state of a
 * Markov chain, which is then solved. */
#pragma once

#include "sky-odds-private.h"

G_BEGIN_DECLS

/* What a game says of its rounds. */
typedef struct
{
  guint n_results;
  /* In how many ways result @result comes. */
  gulong (*weight) (guint result);
  /* Plays the result: everything after the wagers, up to and with `round_end`. */
  void (*play) (SkyOddsTable *table, guint result);
  /* The part of the table's state that outlives a round and affects the wager; NULL: none. */
  guint64 (*position) (const SkyTable *table, const SkyWager *wager);
  /* Beyond this the wager's `tracked` makes no difference; NULL: it always does. */
  guint64 (*tracked_limit) (const SkyWager *wager);
  /* The count of the ending that @result brings; NULL: nothing. */
  gint64 (*count) (const SkyWager *wager, const SkyDue *due, guint result);
} SkyWalkRules;

/* Follows @wager, placed at @table in a round that has begun, and solves: @endings takes all its
 * endings with their probabilities. */
void
sky_walk (SkyOddsTable *table, SkyWager *wager, const SkyWalkRules *rules, SkyOddsEndings *endings);

/* A line for the wager with these members under @submission; NULL when there is no such wager. */
SkyOddsLine *sky_walk_make_line (SkyGameId game,
                                 const char *submission,
                                 const SkyWalkRules *rules,
                                 const SkyBet *bet,
                                 const SkyBetRef *members) G_GNUC_WARN_UNUSED_RESULT;

/* A line for each wager that @game has, with every number or pair of faces that it may be on. */
void sky_walk_add_lines (SkyGameId game,
                         const char *submission,
                         const SkyWalkRules *rules,
                         GPtrArray *lines);

G_END_DECLS
