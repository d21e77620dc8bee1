/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays a short script at a craps table, through the log's real reader and the real table, and
 * tells what the rules made of it.
 *
 * A script has one command a line (or apart by ';'):
 *   w1 pass 1000             wager w1: the bet, its amount, then further members as JSON
 *   w2 hardway 500 "number":6,"seat":2
 *   43                       a round: wagers so far, throw, result, call, round's end
 *   43!boxperson:on_bank     the same, and "no roll" is called by that role for that reason
 *   43*stacked               the same, with that observation
 *   43<                      throw and result of a round that the next line goes on with
 *   >                        ends that round
 *   -w1 remove               a change of w1: remove, on, off; or increase or reduce with an amount
 *   : "type":"puck","on":true    any event
 * The table settles each decided wager as due, and keeps up what may stay. */
#pragma once

#include "sky-craps.h"
#include "sky-table.h"

G_BEGIN_DECLS

typedef struct
{
  GString *decisions; /* "1:w1 win 1000/0/1000 2:w2 lose 0/500/0 …": paid, taken, returned; "vig 5"
                       * "stays", "free" (nothing is owed) and "R4" behind where they apply */
  GString *findings;  /* "craps.units w1 623a.3(a)(19)\n" each */
  GString *steps;     /* "w1: Field Bet on a 2 pays 2 to 1: …\n" each */
  GString *marks;     /* at the end: "die 4 die 3 puck 6 …" */
  GString *recomputed; /* of the findings that have it */
} CrapsPlay;

/* @game: "craps" or "mini_craps"; @submission: the members of the Rules Submission. */
CrapsPlay *
craps_play (const char *game, const char *day, const char *submission, const char *script);
void craps_play_free (CrapsPlay *self);

/* Plays at a craps table on 2023-11-04 with one player, seat 1, as the shooter, and compares. */
void assert_decisions (const char *submission, const char *script, const char *decisions);
void assert_findings (const char *submission, const char *script, const char *findings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CrapsPlay, craps_play_free)

G_END_DECLS
