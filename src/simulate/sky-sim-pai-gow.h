/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Pai Gow table during simulation, shared by the round and the players' bank. */
#pragma once

#include "sky-pai-gow.h"
#include "sky-sim-cards.h"
#include "sky-tiles.h"

G_BEGIN_DECLS

#define SKY_SIM_PAI_GOW_SEATS 6
/* Places count counterclockwise from the dealer, the Dead Hand last. */
#define SKY_SIM_PAI_GOW_DEALER 0
#define SKY_SIM_PAI_GOW_DEAD   7
#define SKY_SIM_PAI_GOW_PLACES 8

/* When faults may be planted, besides every game's moments. */
typedef enum
{
  SKY_SIM_PAI_GOW_OFFER = SKY_SIM_N_MOMENTS, /* the bank may be offered */
  SKY_SIM_PAI_GOW_BANK,                      /* a player takes it */
  SKY_SIM_PAI_GOW_DEAL,                      /* before the tiles are delivered from known stacks */
  SKY_SIM_PAI_GOW_SET,                       /* the players set their hands */
  SKY_SIM_PAI_GOW_DEALER_SET,                /* the dealer sets his */
  SKY_SIM_PAI_GOW_REVEAL,                    /* before the hands are compared */
  SKY_SIM_PAI_GOW_LEFT,                      /* before the bank's money is settled */
} SkySimPaiGowMoment;

/* How a round may depart from the rules, besides every game's ways. */
enum
{
  SKY_SIM_PAI_GOW_WRONG_START = SKY_SIM_ROUNDS_N_TWISTS, /* the tiles begin at another place */
  SKY_SIM_PAI_GOW_FEW_SHAKES,                            /* fewer than three */
  SKY_SIM_PAI_GOW_EXPOSED, /* a tile of the dealer or the Dead Hand is exposed and ignored */
};

typedef struct
{
  SkySimCards cards;
  SkyTime brought_at[2]; /* the tiles and the dice in use */
  guint n_brought[2];
  SkyTile hands[SKY_SIM_PAI_GOW_PLACES][4];
  gboolean voided[SKY_SIM_PAI_GOW_PLACES]; /* by its player */

  /* The bank (§ 621a.11). */
  guint n_sets;   /* of tiles that were in use in the last round */
  gboolean first; /* the first round of a set */
  gint turn;      /* the seat from which the first offer goes */
  gint bank;      /* 0: the dealer banks */
  gboolean co;
  gint last_bank; /* of the round before; 0: none */
  guint last_bank_visit;
  guint against_dealer[SKY_SIM_PAI_GOW_SEATS + 1]; /* whose visit wagered against the dealer */
  SkyMoney last_wager[SKY_SIM_PAI_GOW_SEATS + 1];  /* that he made then */

  /* Faults in hand. */
  gboolean wrong_turn;
  gboolean wrong_chips;
  gboolean wrong_delivery;
  gboolean wrong_set;
  gboolean wrong_dealer_set;
  gboolean late_surrender;
  gboolean wrong_surplus;
  gboolean wrong_left_vig;
} SkySimPaiGow;

static inline SkySimPlay *
sky_sim_pai_gow_play (SkySimPaiGow *self)
{
  return &self->cards.rounds.play;
}

gboolean sky_sim_pai_gow_has_wager (SkySimPaiGow *self, gint seat);
/* Notes a planted finding that is about no wager. */
void sky_sim_pai_gow_note (SkySimPaiGow *self, SkyCheck check, guint64 seq);
void sky_sim_pai_gow_add_place (GString *json, const char *name, gint place);
void sky_sim_pai_gow_add_tiles (GString *json, const char *name, const SkyTile *tiles, guint n);
void sky_sim_pai_gow_decide (SkySimPaiGow *self, gint seat, const char *choice);

/* From the stacks to the last delivery, with what mishaps come in it. Returns FALSE when the round
 * is void. */
gboolean sky_sim_pai_gow_deal (SkySimPaiGow *self);

/* Offers the bank, before the wagers. */
void sky_sim_pai_gow_offer_bank (SkySimPaiGow *self);
/* Settles what a banked round left. */
void sky_sim_pai_gow_settle_bank (SkySimPaiGow *self);
/* The round is over: who wagered against the dealer may bank the next. */
void sky_sim_pai_gow_remember (SkySimPaiGow *self);

gboolean sky_sim_pai_gow_plant_turn (SkySimTable *table, gpointer play);
gboolean sky_sim_pai_gow_plant_chips (SkySimTable *table, gpointer play);
gboolean sky_sim_pai_gow_plant_surplus (SkySimTable *table, gpointer play);
gboolean sky_sim_pai_gow_plant_left_vig (SkySimTable *table, gpointer play);

G_END_DECLS
