/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the play of every game has in common: players and staff that come and go, the Rules
 * Submission, wagers on the table and their settlement. A game's own play begins with one of these,
 * so that a pointer to it is a pointer to this. */
#pragma once

#include "sky-sim-game.h"

G_BEGIN_DECLS

#define SKY_SIM_MAX_SEATS 16

typedef struct
{
  gboolean present;
  char name[24]; /* as the log has it */
  guint visit;   /* how many players the seat had before */
  SkyMoney unit; /* of line bets, at craps */
  guint eager;   /* percent: how much this player plays */
} SkySimPlayer;

/* When faults may be planted; a game's own moments follow. */
typedef enum
{
  SKY_SIM_OPEN,    /* before the table opens */
  SKY_SIM_BETWEEN, /* no round is in progress */
  SKY_SIM_ROUND,   /* the round begins: how it will go */
  SKY_SIM_WAGERS,  /* after the legal wagers */
  SKY_SIM_LATE,    /* wagers have ended, there is no result yet */
  SKY_SIM_SETTLE,  /* before a round's legal settlements */
  SKY_SIM_PAY,     /* the losing wagers are collected */
  SKY_SIM_SETTLED, /* after the legal settlements */
  SKY_SIM_END,     /* before the table closes */
  SKY_SIM_N_MOMENTS,
} SkySimMoment;

/* How a round departs from the rules; set at SKY_SIM_ROUND and cleared after it. A game's own ways
 * follow. */
typedef enum
{
  SKY_SIM_STRAIGHT,
  SKY_SIM_WRONG_CALL,
  SKY_SIM_COUNT_INVALID, /* an invalid throw, shake or spin is counted */
  SKY_SIM_NO_RESULT,     /* nobody throws, shakes or spins */
  SKY_SIM_IMPOSSIBLE,    /* the equipment shows what it has not */
  SKY_SIM_N_TWISTS,
} SkySimTwist;

typedef struct _SkySimPlay SkySimPlay;

struct _SkySimPlay
{
  SkySimTable *table;
  SkySimLog *log;
  SkyTable *rules; /* borrowed from the log */
  gint n_seats;
  SkySimPlayer players[SKY_SIM_MAX_SEATS + 1]; /* from 1 */
  const char *const *colours;                  /* of the seats' chips, from seat 1; NULL: none */
  guint twist;                                 /* a SkySimTwist or one of the game's own */
  GString *submission;                         /* the Rules Submission, as JSON */
  guint n_dealers;                             /* how many came to the table */
  guint n_wagers;
  guint n_disputes;
  guint64 settles_from;    /* the round's settlements are later than this event */
  GHashTable *settled;     /* ids: settled in this round already */
  GHashTable *left_alone;  /* ids: wagers that faults made or touched; legal play leaves them be */
  const SkyWager *missing; /* decided but not settled: a current fault */
  gboolean wrong_order;    /* a winner was paid too early in this round: its losers must follow */
  SkyCheck found_at_end;   /* found at the round's end: a current fault; SKY_N_CHECKS: none */
  gboolean left_open;      /* the log ends without table_close */
  /* Called after a settlement; NULL: nothing. */
  void (*after_settlement) (SkySimPlay *self, const SkyWager *wager, guint64 seq);
};

void sky_sim_play_init (SkySimPlay *self, SkySimTable *table, gint n_seats);
void sky_sim_play_clear (SkySimPlay *self);

/* Waits some hundredths of a second. */
void sky_sim_wait (SkySimPlay *self, gint from, gint to);

/* An event without members of its own. All that write an event return its number. */
guint64 sky_sim_emit (SkySimPlay *self, const char *type);

/* Adds a list of dice. */
void sky_sim_add_dice (GString *json, const char *name, const gint *dice, guint n);

/* Seats. */
gint sky_sim_count_present (SkySimPlay *self);
gint sky_sim_next_seat (SkySimPlay *self, gint seat); /* clockwise, present; 0: nobody sits */
gint sky_sim_any_seat (SkySimPlay *self);
guint64 sky_sim_seat_player (SkySimPlay *self, gint seat, gboolean present, const char *colour);
/* Seats @n players, with some time between. */
void sky_sim_fill_seats (SkySimPlay *self, gint n);

guint64 sky_sim_put_staff (SkySimPlay *self, const char *role, const char *credential, gboolean on);

/* Writes the Rules Submission with @extra, more members of it as JSON (NULL: none); @approval NULL:
 * without one. */
guint64 sky_sim_submit (SkySimPlay *self, const char *extra, const char *approval);

/* What happens between any two rounds: time passes, the record is checked, dealers and players
 * change. Players with wagers up, and the one at @kept, stay. */
void sky_sim_go_between (SkySimPlay *self, gint kept);

/* Begins and ends the round. */
void sky_sim_begin_round (SkySimPlay *self);
void sky_sim_end_round (SkySimPlay *self);

/* The last checkpoint, and the table's close unless a fault forbids it. */
void sky_sim_close_table (SkySimPlay *self, const SkySimFault *faults);

/* A wager: add its own members between the two. The end returns it as the rules know it. */
GString *sky_sim_wager_begin (SkySimPlay *self, gint seat, const char *bet, SkyMoney amount);
SkyWager *sky_sim_wager_end (SkySimPlay *self);

/* @action "increase" and "reduce" have an amount. */
guint64
sky_sim_change_wager (SkySimPlay *self, const SkyWager *wager, const char *action, SkyMoney amount);

gboolean sky_sim_is_left_alone (SkySimPlay *self, const SkyWager *wager);
void sky_sim_leave_alone (SkySimPlay *self, const SkyWager *wager);

/* A random wager that is up and that @fits; NULL: none. */
SkyWager *sky_sim_find (SkySimPlay *self, gboolean (*fits) (gpointer play, const SkyWager *wager));

/* The settlement that is due, the winner taken down. */
SkySettlement sky_sim_due (const SkyWager *wager);
guint64 sky_sim_settle (SkySimPlay *self, const SkyWager *wager, const SkySettlement *settlement);

/* The patron who wagers late this round; 0: nobody does. */
gint sky_sim_pick_late (SkySimPlay *self);

/* Settles all that is due and not settled yet, the losing wagers (@losing) or the others. */
void sky_sim_settle_due (SkySimPlay *self, gboolean losing);

G_END_DECLS
