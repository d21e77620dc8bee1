/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps settled a second time, from chapters 623a and 623b and the readings alone: nothing of
 * src/rules is used here, so that an error has to be made twice to go unseen. Plain and slow. */
#pragma once

#include <glib.h>

typedef enum
{
  ORACLE_UNDECIDED,
  ORACLE_WIN,
  ORACLE_LOSE,
  ORACLE_VOID,
  ORACLE_PUSH,
} OracleOutcome;

typedef struct
{
  const char *bet; /* as the log names it */
  int number;
  int die_1;
  int die_2;
  gint64 amount;
  int supports; /* the index of the flat wager; -1 */
  int working;  /* 0 by default, 1 called on, -1 called off */
  gboolean up;

  int point;        /* Come: the box; line: its point */
  gboolean rolled;  /* a throw came since it was placed */
  gboolean running; /* Lucky and Hot Shooter: their come out roll came */
  guint numbers;    /* Lucky Shooter: the other points thrown */
  int throws;       /* Hot Shooter */

  /* Of the last throw. */
  OracleOutcome outcome;
  gint64 paid;
  gint64 taken;
  gint64 returned;
  gint64 vig;
} OracleWager;

typedef struct
{
  gint64 payout_unit;
  int vig_percent;
  gboolean vig_on_win;
  gboolean come_odds_off;
  char fire_bet;      /* 'A' or 'B' */
  char hot_roller;    /* 'A' or 'B' */
  char lucky_shooter; /* 'A' … 'D' */
  char bonus_craps;   /* '1' or '2' */

  int point;            /* 0: the next throw is a come out roll */
  guint made;           /* totals: points made in this hand */
  guint64 combinations; /* Hot Roller: die_1 * 6 + die_2 of the throws since the last 7 */
  guint totals;         /* Bonus Craps: totals since the last 7 */

  GArray *wagers; /* of OracleWager */
} Oracle;

/* Decides every wager that is up by the dice and moves the game on. Decided wagers that lose or do
 * not stay up are for the caller to take down. */
void oracle_throw (Oracle *self, int die_1, int die_2);
