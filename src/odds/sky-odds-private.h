/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the games' odds have in common: a table to play at, the endings of a wager and what they
 * come to. */
#pragma once

#include <gmp.h>

#include "sky-odds.h"
#include "sky-table.h"

G_BEGIN_DECLS

/* A table without a log, under a Rules Submission. */
typedef struct
{
  SkyTable *table;
  SkyFormatIndex formats;
  SkyJsonParser *parser;
  guint64 seq;
  gint64 round;
  guint n_wagers;
} SkyOddsTable;

/* @submission is JSON. The table is open, with a player at seat 1. */
SkyOddsTable *sky_odds_table_new (SkyGameId game, const char *submission) G_GNUC_WARN_UNUSED_RESULT;
void sky_odds_table_free (SkyOddsTable *self);

/* Feeds @event after setting its seq and time. */
void sky_odds_table_feed (SkyOddsTable *self, SkyEvent *event);
/* Feeds an event without members, or the start or end of a round. */
void sky_odds_table_feed_type (SkyOddsTable *self, SkyEventType type);

/* A stake whose parts all divide: no rounding gets into the odds. */
#define SKY_ODDS_STAKE G_GINT64_CONSTANT (27720000)

/* Shows Power Odds for the throw to come. @bets is the event's list, as JSON. */
void sky_odds_table_show_power (SkyOddsTable *self, const char *bets);

/* Places a wager of SKY_ODDS_STAKE at seat 1. */
SkyWager *sky_odds_table_place (SkyOddsTable *self, const SkyBet *bet, const SkyBetRef *members);
SkyWager *sky_odds_table_place_amount (SkyOddsTable *self,
                                       const SkyBet *bet,
                                       const SkyBetRef *members,
                                       SkyMoney amount);

/* A way for a wager to end, and how likely. */
typedef struct
{
  SkyOutcome outcome;
  SkyMoney net; /* what the patron is the richer for, SKY_ODDS_STAKE wagered */
  SkyOdds odds; /* that it pays; b 0: no single odds */
  gint64 count; /* that the line's measure counts; without one the total that won, or 0 */
  mpq_t probability;
} SkyOddsEnding;

/* The endings of one wager, alike ones together. */
typedef struct
{
  GArray *endings; /* of SkyOddsEnding */
} SkyOddsEndings;

SkyOddsEndings *sky_odds_endings_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_odds_endings_free (SkyOddsEndings *self);

/* The number of the ending that @due belongs to. */
guint sky_odds_endings_take (SkyOddsEndings *self, const SkyDue *due, gint64 count);

/* Makes the line. @cost is the wager's cost besides the stake at its placement (a vigorish),
 * @measure the unit of the counts. The endings' probabilities are set. */
SkyOddsLine *sky_odds_line_new (SkyGameId game,
                                const SkyBet *bet,
                                const char *name,
                                const SkyOddsEndings *endings,
                                const char *measure,
                                SkyMoney cost) G_GNUC_WARN_UNUSED_RESULT;
void sky_odds_line_add_int (SkyOddsLine *line, const char *name, gint64 value);
void sky_odds_line_add_money (SkyOddsLine *line, const char *name, SkyMoney amount);
void sky_odds_line_add_text (SkyOddsLine *line, const char *name, const char *text);

/* How a game's odds are found. */
typedef struct
{
  /* Appends its lines. */
  void (*report) (SkyGameId game, GPtrArray *lines);
} SkyGameOdds;

/* By their games: sky_odds_craps and so on. */
#define SKY_GAME_ODDS(ID, name) extern const SkyGameOdds sky_odds_##name;
SKY_GAMES (SKY_GAME_ODDS)

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyOddsTable, sky_odds_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyOddsEndings, sky_odds_endings_free)

G_END_DECLS
