/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A craps table during simulation, shared by legal play and planted faults. */
#pragma once

#include "sky-craps.h"
#include "sky-sim-play.h"

G_BEGIN_DECLS

/* The posted limits; bets other than those on the line have lower minimums. */
#define SKY_SIM_CRAPS_TABLE_MIN 500
#define SKY_SIM_CRAPS_TABLE_MAX 500000

/* When faults may be planted, besides every game's moments. */
typedef enum
{
  SKY_SIM_CRAPS_OFFER = SKY_SIM_N_MOMENTS, /* before the dice are offered to a new shooter */
  SKY_SIM_CRAPS_MOVE,                      /* before a Come or Don't Come Bet moves */
  SKY_SIM_CRAPS_MARKER,                    /* before a Fire Bet point marker is placed */
  SKY_SIM_CRAPS_BUTTON,                    /* before a marker button is placed */
  SKY_SIM_CRAPS_FOURTH,                    /* before surveillance is called */
  SKY_SIM_CRAPS_SHOWN,                     /* Power Odds are shown or not */
} SkySimCrapsMoment;

/* How a round may depart from the rules, besides every game's ways. */
typedef enum
{
  SKY_SIM_CRAPS_NO_AUTHORITY = SKY_SIM_N_TWISTS, /* "no roll" by a dealer */
  SKY_SIM_CRAPS_NO_CAUSE,                        /* "no roll" because dice touched chips */
} SkySimCrapsTwist;

typedef struct
{
  SkySimPlay play;
  /* Who has the dice. Below 0: who had them and passes them on. 0: nobody had them yet. */
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
  /* Current faults; each is cleared when done. */
  gboolean wrong_marker;
  gboolean wrong_button;
  gboolean misplace;
  gboolean not_notified; /* and a Fire Bet will still be settled */
  guint64 result_seq;
  GHashTable *moved; /* ids: Come and Don't Come Bets in their boxes */
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

/* A round's legal wagers; a round with all that comes in it. */
void sky_sim_craps_bet (SkySimCraps *self);
void sky_sim_craps_play_round (SkySimCraps *self);

/* Places it. Returns: the wager as the rules know it. */
SkyWager *sky_sim_craps_place (SkySimCraps *self, const SkySimCrapsWager *wager);

/* The wager of @seat that is up on @bet (and @number, unless 0), or NULL. */
SkyWager *sky_sim_craps_find_own (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number);

/* What the random number generator shows before a throw. Returns the event's number. */
guint64 sky_sim_craps_show_power_odds (SkySimCraps *self);

gboolean sky_sim_craps_has_fire_bet (SkySimCraps *self);

guint64 sky_sim_craps_offer_dice (SkySimCraps *self, gint seat, gboolean accepted, gint dice);
void sky_sim_craps_take_dice (SkySimCraps *self, gint seat);
guint64 sky_sim_craps_post_limits (SkySimCraps *self, SkyMoney max);

/* Amounts that are legal for @bet on @number. */
SkyMoney sky_sim_craps_amount (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number);

extern const SkySimFault sky_sim_craps_faults[];

G_END_DECLS
