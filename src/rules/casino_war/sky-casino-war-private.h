/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a Casino War table, shared by the game's files. Plain memory, so it can be
 * copied. */
#pragma once

#include "sky-casino-war.h"
#include "sky-table.h"

G_BEGIN_DECLS

/* § 651a.2(a) allows seven; a card to a place beyond this array decides nothing. */
#define SKY_WAR_SEATS 16

/* The two deals of a round: the original deal and the War deal. */
#define SKY_WAR_DEALS 2

/* The first card dealt to a place in a deal. */
typedef struct
{
  guint64 seq; /* 0: none was dealt */
  SkyCard card;
} SkyWarCard;

typedef struct
{
  SkyWarCard cards[SKY_WAR_SEATS + 1]; /* index 0 is the dealer's */
  gint64 last;                         /* the seat of the last card; 0: none yet */
  gboolean misordered;                 /* a card came out of turn */
  guint64 first_seq;                   /* of the first card; 0: none */
} SkyWarDeal;

typedef struct
{
  /* The shoe (§ 651a.3, § 651a.5). */
  gint64 decks;
  gboolean shuffler;
  guint16 seen[52]; /* how often each card came out since the shuffle */
  gboolean dealer_known;
  gboolean burn_wanted; /* a new shoe or a new dealer needs a burn before the next card */
  gint64 burned;        /* since then */
  gboolean cover_out;   /* the cover card came in a finished round */
  gboolean cover_now;   /* in this round, or before the next */

  /* The round. */
  SkyWarDeal deals[SKY_WAR_DEALS];
  gint64 burned_between; /* since the original deal */
  struct
  {
    guint64 seq; /* 0: not decided */
    SkyChoice choice;
  } decisions[SKY_WAR_SEATS + 1];
  guint64 void_seq; /* of the first `void`; 0: none */
} SkyWarState;

static inline SkyWarState *
sky_war_state (const SkyTable *table)
{
  return table->state;
}

extern const SkyBet sky_casino_war_bets[SKY_CASINO_WAR_N_BETS];

/* sky-casino-war-shoe.c: decks, shuffle, cut, burns, cover card (§ 651a.3, § 651a.5, § 651a.8(b),
 * § 651a.9(f), § 651a.11(a)). */
void sky_war_begin_shoe (SkyWarState *state);
void sky_war_on_rules (SkyTable *table, const SkyEvent *event);
void sky_war_on_staff (SkyTable *table, const SkyEvent *event);
void sky_war_on_shuffle (SkyTable *table, const SkyEvent *event);
void sky_war_on_cut (SkyTable *table, const SkyEvent *event);
void sky_war_on_burn (SkyTable *table, const SkyEvent *event);
void sky_war_on_cover_card (SkyTable *table, const SkyEvent *event);
void sky_war_on_discard (SkyTable *table, const SkyEvent *event);
void sky_war_begin_round_of_shoe (SkyTable *table);
/* Takes the card of the current `deal` out of the shoe. */
void sky_war_take_card (SkyTable *table, const SkyEvent *event);

/* sky-casino-war-settle.c: what is due (§ 651a.9, § 651a.10). */
void sky_war_decide (SkyTable *table);
/* Voids the wagers that the round leaves without a card; all others are decided. */
void sky_war_decide_rest (SkyTable *table);
char *sky_war_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due);

G_END_DECLS
