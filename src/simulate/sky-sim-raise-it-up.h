/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Raise It Up table during simulation, shared by the round and its progressive. */
#pragma once

#include "sky-raise-it-up.h"
#include "sky-sim-cards.h"

G_BEGIN_DECLS

#define SKY_SIM_RAISE_SEATS 6

/* When faults may be planted, besides every game's moments. */
typedef enum
{
  SKY_SIM_RAISE_LOCK = SKY_SIM_N_MOMENTS, /* before the Progressive Wagers are counted */
  SKY_SIM_RAISE_METER,                    /* before the meter is read */
  SKY_SIM_RAISE_PLAY,                     /* before a Play Wager is placed */
  SKY_SIM_RAISE_VALIDATE,                 /* a Progressive Wager won */
  SKY_SIM_RAISE_ENVY,                     /* before Envy Bonuses are paid */
} SkySimRaiseMoment;

/* How a round may depart from the rules, besides every game's ways. */
enum
{
  SKY_SIM_RAISE_WRONG_DEAL = SKY_SIM_ROUNDS_N_TWISTS, /* somebody gets two or four cards */
  SKY_SIM_RAISE_EXPOSED,                              /* a community card is exposed */
  SKY_SIM_RAISE_WRONG_STUB,                           /* the stub is not the rest of 52 */
};

typedef struct
{
  SkySimCards cards;
  SkyCard deck[52];
  guint n_out; /* cards of the deck dealt or put away */
  SkyCard hands[SKY_SIM_RAISE_SEATS + 1][3];
  gboolean dealt[SKY_SIM_RAISE_SEATS + 1];
  gboolean folded[SKY_SIM_RAISE_SEATS + 1];
  SkyCard community[3];
  SkyTime brought_at; /* the deck in use */
  guint n_decks;
  guint without_stub; /* rounds since the last count of the stub */
  gboolean meter_read;
  guint64 last_street; /* the event that revealed the 6th Street card */
  /* Faults in hand. */
  gboolean wrong_lock;
  gboolean wrong_meter;
  gboolean wrong_play;
  gboolean not_validated;
  gboolean wrong_envy;
} SkySimRaise;

static inline SkySimPlay *
sky_sim_raise_play (SkySimRaise *self)
{
  return &self->cards.rounds.play;
}

gboolean sky_sim_raise_has_progressive (SkySimRaise *self);

/* Locks out and counts the wagers before the deal (§ 669a.8(b)). */
void sky_sim_raise_lock_out (SkySimRaise *self);
/* Someone reads the meter. */
void sky_sim_raise_read_meter (SkySimRaise *self);
/* The Progressive Wagers that won: confirmed, validated and paid, Envy Bonuses too
 * (§ 669a.11(i)(3)). */
void sky_sim_raise_pay_progressive (SkySimRaise *self);

gboolean sky_sim_raise_plant_lock_out (SkySimTable *table, gpointer play);
gboolean sky_sim_raise_plant_meter (SkySimTable *table, gpointer play);
gboolean sky_sim_raise_plant_not_validated (SkySimTable *table, gpointer play);
gboolean sky_sim_raise_plant_envy (SkySimTable *table, gpointer play);

G_END_DECLS
