/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact true odds, payout odds and house advantage of every wager (§ 521.4(1)(ii)), computed by the
 * rules that settle. Each possible result of a round is played at a table, which says what is due.
 * There is no second list of odds here. */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* A member of the wager, or an option of the Rules Submission, that the line is for. */
typedef struct
{
  const char *name; /* "number", "paytable", "collect" */
  char *text;       /* NULL: @value counts */
  gint64 value;
  gboolean is_money; /* @value is cents */
} SkyOddsMember;

/* One way in which the wager may end. */
typedef struct
{
  char *name;          /* the total that won, else "win", "lose", "push" */
  const char *measure; /* what @count counts: "points"; NULL: nothing */
  gint64 count;
  char *pays; /* "7 to 6", "lose", "push" */
  /* What the patron is the richer for, as a fraction of the wager: of all parts of it, the vigorish
   * in; negative when lost. */
  char *net;
  char *probability; /* a fraction in lowest terms: "5/11" */
} SkyOddsOutcome;

/* A wager with its members and options. Fractions are in lowest terms, whole ones without a
 * denominator. */
typedef struct
{
  SkyGameId game;
  const SkyBet *bet;
  gboolean power;  /* Power Odds on @bet, shown for its first throw (§ 623b.5) */
  char *name;      /* printed */
  GArray *members; /* of SkyOddsMember */
  char *pays;      /* NULL: it depends; see @outcomes */
  /* The odds of one part, or before the vigorish, do not give the wager's value: its outcomes state
   * it as @net. */
  gboolean by_net;
  char *win;
  char *lose;
  char *push;
  GPtrArray *outcomes; /* of SkyOddsOutcome; empty where @pays tells all */
  /* The expected loss per unit first wagered. It includes pushes and the vigorish, and assumes that
   * the wager stays up until it is decided. */
  char *house_edge;
  const char *section; /* of the payout odds */
} SkyOddsLine;

/* Ends the program, naming the game, unless there are odds of every game: a programmer's error.
 * Where a program begins. */
void sky_odds_check_all (void);

void sky_odds_line_free (SkyOddsLine *line);

/* Returns: an array of SkyOddsLine in the order of the game's table of bets. */
GPtrArray *sky_odds_report (SkyGameId game) G_GNUC_WARN_UNUSED_RESULT;

/* The line as `skyward-cli odds --format=jsonl` prints it, without the LF, onto @json. */
void sky_odds_line_write_json (const SkyOddsLine *line, GString *json);

G_END_DECLS
