/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A craps table while it is simulated: shared by legal play and by the faults planted in it. */
#pragma once

#include "sky-craps.h"
#include "sky-sim-game.h"

G_BEGIN_DECLS

#define SKY_SIM_CRAPS_MAX_SEATS 16
/* The posted limits; bets other than those on the line have lower minimums. */
#define SKY_SIM_CRAPS_TABLE_MIN 500
#define SKY_SIM_CRAPS_TABLE_MAX 500000

typedef struct
{
  gboolean present;
  guint visit;   /* how many players the seat had before */
  SkyMoney unit; /* of line bets */
  guint eager;   /* per cent: how much he plays besides the line */
} SkySimCrapsPlayer;

/* When faults may be planted. */
typedef enum
{
  SKY_SIM_CRAPS_BETWEEN, /* no round is in progress */
  SKY_SIM_CRAPS_OFFER,   /* the dice are to be offered to a new shooter */
  SKY_SIM_CRAPS_ROUND,   /* the round begins: how it will go */
  SKY_SIM_CRAPS_WAGERS,  /* before the throw, after the legal wagers */
  SKY_SIM_CRAPS_THROWN,  /* between throw and result */
  SKY_SIM_CRAPS_SETTLE,  /* before a round's legal settlements */
  SKY_SIM_CRAPS_SETTLED, /* after them */
  SKY_SIM_CRAPS_MOVE,    /* a Come or Don't Come Bet is to be moved */
  SKY_SIM_CRAPS_MARKER,  /* a Fire Bet point marker is to be placed */
  SKY_SIM_CRAPS_BUTTON,  /* a marker button is to be placed */
  SKY_SIM_CRAPS_FOURTH,  /* surveillance is to be called */
  SKY_SIM_CRAPS_SHOWN,   /* Power Odds are shown or not */
  SKY_SIM_CRAPS_END,     /* before the table closes */
} SkySimCrapsMoment;

/* How a round departs from the rules; set at SKY_SIM_CRAPS_ROUND and cleared after it. */
typedef enum
{
  SKY_SIM_CRAPS_STRAIGHT,
  SKY_SIM_CRAPS_WRONG_CALL,
  SKY_SIM_CRAPS_COUNT_INVALID, /* a roll off the table is counted */
  SKY_SIM_CRAPS_NO_AUTHORITY,  /* "no roll" by a dealer */
  SKY_SIM_CRAPS_NO_CAUSE,      /* "no roll" because dice touched chips */
  SKY_SIM_CRAPS_NO_RESULT,     /* nobody throws */
  SKY_SIM_CRAPS_IMPOSSIBLE,    /* a die shows a 7 */
} SkySimCrapsTwist;

typedef struct
{
  SkySimTable *table;
  SkySimLog *log;
  SkyTable *rules; /* borrowed from the log */
  gint n_seats;
  SkySimCrapsPlayer players[SKY_SIM_CRAPS_MAX_SEATS + 1]; /* from 1 */
  /* Who has the dice; below 0: who had them and passes them on; 0: nobody had them yet. */
  gint shooter;
  gboolean seven_out;  /* the shooter that passes them threw a loser 7 */
  gint point;          /* 0: the next roll is a come out roll */
  gboolean hand_began; /* the shooter has thrown */
  gboolean keep_dice;  /* the shooter threw a loser 7 and throws on: a fault */
  gboolean skip_line;  /* the shooter makes no line bet this time */
  guint made;          /* the set of points made since a loser 7 */
  gint n_made;
  guint hot;     /* the Hot Roller's boxes since the last 7 */
  guint tracked; /* Bonus Craps: the totals since the last 7 */
  gint dice[2];
  gint total;
  SkySimCrapsTwist twist;
  /* Faults in hand; each is cleared when it is done. */
  gboolean wrong_marker;
  gboolean wrong_button;
  gboolean misplace;
  gboolean not_notified;   /* and a Fire Bet will be settled all the same */
  const SkyWager *missing; /* is not settled although it is decided */
  gboolean left_open;      /* the log ends without table_close */
  guint64 throw_seq;
  guint64 result_seq;
  guint n_wagers;
  guint n_disputes;
  GHashTable *settled;    /* ids: settled in this round already */
  GHashTable *left_alone; /* ids: wagers that faults made or touched; legal play leaves them be */
  GHashTable *moved;      /* ids: Come and Don't Come Bets in their boxes */
  GString *submission;    /* the Rules Submission in force, as JSON */
} SkySimCraps;

/* A wager to place. */
typedef struct
{
  gint seat;
  SkyCrapsBet bet;
  SkyMoney amount;
  gint number;
  gint dice[2];
  gint area;
  const char *supports;
  const char *via;
  gboolean confirmed;
  SkyMoney vig;
} SkySimCrapsWager;

/* Waits some hundredths of a second. */
void sky_sim_craps_wait (SkySimCraps *self, gint from, gint to);

/* An event without members of its own. */
guint64 sky_sim_craps_emit (SkySimCraps *self, const char *type);

/* A round's legal wagers; a round with all that comes in it. */
void sky_sim_craps_bet (SkySimCraps *self);
void sky_sim_craps_play_round (SkySimCraps *self);

/* Places it. Returns: the wager as the rules know it. */
SkyWager *sky_sim_craps_place (SkySimCraps *self, const SkySimCrapsWager *wager);

/* @action "increase" and "reduce" have an amount. Returns the event's number. */
guint64 sky_sim_craps_change (SkySimCraps *self,
                              const SkyWager *wager,
                              const char *action,
                              SkyMoney amount);

/* The settlement that is due, the winner taken down. */
SkySettlement sky_sim_craps_due (const SkyWager *wager);
guint64
sky_sim_craps_settle (SkySimCraps *self, const SkyWager *wager, const SkySettlement *settlement);

/* A random wager that is up and of which @fits says TRUE; NULL: there is none. */
SkyWager *sky_sim_craps_find (SkySimCraps *self,
                              gboolean (*fits) (SkySimCraps *self, const SkyWager *wager));

/* The wager of @seat that is up on @bet (and @number, unless 0), or NULL. */
SkyWager *sky_sim_craps_find_own (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number);

gboolean sky_sim_craps_is_left_alone (SkySimCraps *self, const SkyWager *wager);
void sky_sim_craps_leave_alone (SkySimCraps *self, const SkyWager *wager);

gint sky_sim_craps_next_seat (SkySimCraps *self, gint seat); /* clockwise, present */
gint sky_sim_craps_count_present (SkySimCraps *self);
gint sky_sim_craps_any_seat (SkySimCraps *self);

/* What the random number generator shows before a throw. Returns the event's number. */
guint64 sky_sim_craps_show_power_odds (SkySimCraps *self);

/* Plants a fault that is always possible, for one that came to nothing at the end. */
void sky_sim_craps_make_up (SkySimCraps *self);

gboolean sky_sim_craps_has_fire_bet (SkySimCraps *self);

guint64 sky_sim_craps_offer_dice (SkySimCraps *self, gint seat, gboolean accepted, gint dice);
void sky_sim_craps_take_dice (SkySimCraps *self, gint seat);
guint64
sky_sim_craps_put_staff (SkySimCraps *self, const char *role, const char *credential, gboolean on);
guint64 sky_sim_craps_post_limits (SkySimCraps *self, SkyMoney max);

/* Amounts that are legal for @bet on @number. */
SkyMoney sky_sim_craps_amount (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number);

/* The Rules Submission with @extra, more members of it as JSON (NULL: none); @approval NULL:
 * without one. */
guint64 sky_sim_craps_submit (SkySimCraps *self, const char *extra, const char *approval);

extern const SkySimFault sky_sim_craps_faults[];

G_END_DECLS
