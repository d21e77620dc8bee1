/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a Pai Gow table, shared by the game's files. Plain memory, so it can be copied. */
#pragma once

#include "sky-delivery.h"
#include "sky-pai-gow.h"
#include "sky-table.h"
#include "sky-tiles.h"

G_BEGIN_DECLS

/* § 621a.2(b), § 621a.8(c): six betting positions between the dealer and the Dead Hand. Places
 * count counterclockwise from the dealer's. */
#define SKY_PAI_GOW_SEATS  6
#define SKY_PAI_GOW_DEALER 0
#define SKY_PAI_GOW_DEAD   7
#define SKY_PAI_GOW_PLACES 8

/* An event to examine again at the round's end. */
typedef struct
{
  guint64 seq; /* 0: none */
  SkyTime at;
} SkyPaiGowMoment;

typedef struct
{
  SkyTile tiles[4];
  guint n;
} SkyPaiGowHand;

typedef struct
{
  SkyPaiGowMoment when; /* seq 0: not set */
  SkyTile high[2];
  SkyTile low[2];
} SkyPaiGowSet;

/* A wager collected or paid although its player chose to void it. */
typedef struct
{
  SkyPaiGowMoment when;
  const SkyWager *wager;
} SkyPaiGowTaken;

/* What the bank keeps from round to round (§ 621a.11). Hashes identify players. */
typedef struct
{
  gboolean fresh;                            /* the next round is the first with these tiles */
  gboolean first;                            /* this one is */
  gint64 turn;                               /* the seat that the next first offer starts from */
  guint64 last_bank;                         /* the previous round's banker; 0: none */
  guint64 against_dealer[SKY_PAI_GOW_SEATS]; /* who wagered in the last round without a bank */
} SkyPaiGowTurns;

typedef struct
{
  /* Tiles and dice. */
  gboolean has_stacks;
  SkyStacks stacks;
  SkyStyle style;
  SkyPaiGowMoment shaken; /* the last shake since the last void */
  gint64 shakes;
  struct
  {
    SkyPaiGowMoment when; /* seq 0: no valid result */
    gint64 total;
    gint64 dice[3];
    gboolean by_dice;
    gboolean impossible;
    SkyObserved observed;
    SkyPaiGowMoment shaken; /* the shake before it */
    gint64 shakes;
  } result;
  gboolean miscalled;        /* a wrong announcement was found, once per round */
  gboolean miscalled_before; /* of a result called void */
  guint64 undone;            /* the `void` that undid the last result; 0: none after it */
  guint64 first_deal;        /* 0: none yet */
  gboolean misdelivered;
  guint8 seen[256]; /* tiles dealt */
  SkyPaiGowHand hands[SKY_PAI_GOW_PLACES];
  SkyPaiGowSet sets[SKY_PAI_GOW_PLACES];
  gboolean compared; /* the first comparison is over: the dealer's hands are final */
  gboolean areas_judged;

  /* What voids. */
  gboolean called_void;
  guint64 void_seq;        /* the event that made the round void; 0: it is not void */
  SkyPaiGowMoment exposed; /* the first tile that voids the round */
  gboolean misplaced;      /* the first tiles went to the wrong position */
  guint64 tile_exposed[SKY_PAI_GOW_PLACES]; /* of a player, seq */

  /* The players' decisions, seq; 0: not made. */
  guint64 voided[SKY_PAI_GOW_PLACES];
  guint64 surrendered[SKY_PAI_GOW_PLACES];
  guint64 revealed[SKY_PAI_GOW_PLACES];
  guint64 gone[SKY_PAI_GOW_PLACES];      /* the player left the table */
  guint64 abandoned[SKY_PAI_GOW_PLACES]; /* the player left and the table took the wager: seq of the
                                            leaving */
  SkyPaiGowTaken taken[SKY_PAI_GOW_SEATS];
  guint n_taken;

  /* The bank of the round. */
  gint64 bank; /* its seat; 0: the dealer banks */
  gboolean co_banked;
  SkyPaiGowMoment banked;
  SkyMoney chips;
  gboolean bank_judged;
  gboolean offered; /* the bank was offered */
  gboolean turn_judged;
  gboolean out_of_time; /* no time for anyone to bank this round: no more findings on the bank */
  gint64 first_offer;   /* the seat due for it */
  gint64 next_offer;    /* the seat due for the next */
  struct
  {
    SkyPaiGowMoment when; /* seq 0: none */
    SkyMoney surplus;
    SkyMoney vig;
    SkyMoney collected;
  } left; /* what the banked round left: its `bank_settle` */
} SkyPaiGowRound;

typedef struct
{
  SkyPaiGowTurns turns;
  SkyPaiGowRound round;
  gboolean begun; /* after `round_start`, before `round_end` */
  gboolean over;  /* the round ended: the next event of a round begins another */
} SkyPaiGowState;

static inline SkyPaiGowState *
sky_pai_gow_state (const SkyTable *table)
{
  return table->state;
}

extern const SkyBet sky_pai_gow_bets[SKY_PAI_GOW_N_BETS];

/* sky-pai-gow-round.c */
/* The index of a place; -1: the table has no such place. */
gint sky_pai_gow_place (gint64 to);
/* The place whose hands the players' hands are compared with. */
gint sky_pai_gow_opponent (const SkyPaiGowRound *round);
/* FALSE if a player whom nobody observed may bank the round. */
gboolean sky_pai_gow_knows_bank (const SkyTable *table);
/* TRUE if the dealer's tiles are a hand. That is always so, except in a banked round: there, only
 * with a wager against the bank and without co-banking. */
gboolean sky_pai_gow_dealer_plays (const SkyTable *table);
/* For an event of a round: begins a new one if the last is over. Returns the round. */
SkyPaiGowRound *sky_pai_gow_round (SkyTable *table);
/* Makes the round void from the current event on. */
void sky_pai_gow_void (SkyTable *table);

/* sky-pai-gow-deal.c: dice, start, delivery, exposed tiles (§ 621a.8, § 621a.9, § 621a.12). */
void sky_pai_gow_on_stacks (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_cut (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_style (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_shake (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_result (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_call (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_deal (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_expose (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_void (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_end_deal (SkyTable *table);

/* sky-pai-gow-settle.c: setting, comparing, paying (§ 621a.10). */
void sky_pai_gow_on_set (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_decide_all (SkyTable *table);
void sky_pai_gow_end_settle (SkyTable *table);
SkyMoney sky_pai_gow_vigorish (const SkyTable *table, SkyMoney won);
char *sky_pai_gow_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due);

/* sky-pai-gow-bank.c: player bank and co-banking (§ 621a.11). */
void sky_pai_gow_on_offer (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_bank (SkyTable *table, const SkyEvent *event);
void sky_pai_gow_on_bank_settle (SkyTable *table, const SkyEvent *event);
/* The wagers are placed: checks whether the bank can cover them. */
void sky_pai_gow_judge_bank (SkyTable *table);
/* Ends the round, after all decisions. */
void sky_pai_gow_end_bank (SkyTable *table);

G_END_DECLS
