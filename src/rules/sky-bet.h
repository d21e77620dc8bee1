/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bet of a game: its name, its sections and what it pays, in one place for settlement, odds
 * report, picture, report and documentation. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* What a winning bet pays in one case. @key identifies the case in the bet's own terms: the number
 * of a Place Bet, the total thrown, the points made. */
typedef struct
{
  gint key;
  char paytable; /* 'A', 'B', '1' …; 0: the bet has no paytables */
  SkyOdds odds;
  const char *code; /* the key in the Rules Submission's `pay`, if @key is not a number */
  const char *name; /* as the regulation prints it: "Place Bet to Win on 6" */
  /* The case's own paragraph, if the chapter has one ("623a.3(a)(8)" for Six The Hardway); NULL:
   * the bet's. */
  const char *section;
} SkyPay;

typedef enum
{
  SKY_BET_MAY_STAY = 1 << 0,        /* a winner may stay up for another decision */
  SKY_BET_PAY_AT_LEAST = 1 << 1,    /* the chapter says "no less than" these odds */
  SKY_BET_NO_TABLE_LIMITS = 1 << 2, /* exempt from the table's maximum (craps odds) */
  SKY_BET_OWN_LIMITS = 1 << 3,      /* has limits of its own in the chapter (Fire Bet) */
  SKY_BET_NEVER_VERBAL = 1 << 4,    /* not by word, even confirmed (Hot Roller) */
  SKY_BET_IS_LATER = 1 << 5,        /* made after cards were seen (War Wager, Play Wager) */
} SkyBetFlags;

typedef struct
{
  SkyBetForm form;          /* first: the log's reader returns a pointer to it */
  const char *name;         /* "Place Bet to Win" */
  const char *section;      /* that defines the wager: "623a.3(a)(5)" */
  const char *odds_section; /* that sets the pay: "623a.5(a)" */
  SkyBetFlags flags;
  int option;          /* the option of the Rules Submission that offers it; -1: needs none */
  const char *edition; /* the text of sky-edition.h that has it, if that text has its own dates
                          ("623b.1"); NULL: the chapter's */
  const SkyPay *pays;
  guint n_pays;
  /* The word for it where wagers are typed; own members follow it ("h8"). No two of a game's bets
   * with the same members share a word. "": its own members alone ("17/20"). */
  const char *code;
  guint n_numbers; /* how many its `numbers` are; 0: it has none */
} SkyBet;

/* The case @key of @paytable (0: any), or NULL. */
const SkyPay *sky_bet_find_pay (const SkyBet *bet, gint key, char paytable);

G_END_DECLS
