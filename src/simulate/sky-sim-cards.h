/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rounds of card and tile games share, besides sky-sim-rounds: players on several areas, void
 * rounds, settlements in several steps. A game's own play begins with one of these. */
#pragma once

#include "sky-sim-rounds.h"

G_BEGIN_DECLS

#define SKY_SIM_CARDS_MAX_AT_DEAL 8

typedef struct
{
  SkySimRounds rounds;
  /* Faults in hand. */
  SkyCheck at_deal[SKY_SIM_CARDS_MAX_AT_DEAL]; /* found at the round's first card */
  guint n_at_deal;
  gint host;       /* whose player has a second area, too far from his own; 0: nobody's */
  gint guest;      /* that area */
  gboolean faulty; /* the shuffler is not repaired */
} SkySimCards;

/* What the faults of the round before leave to do between rounds. */
void sky_sim_cards_go_between (SkySimCards *self);

/* TRUE if @seat wagers in this round; at least one does. */
gboolean sky_sim_cards_takes_part (SkySimCards *self, gint seat, gint first);

/* Plants what is due at @moment, except rounds without comparison. */
guint sky_sim_cards_plant (SkySimCards *self, guint moment);

/* The findings at the round's first card, the event @seq. */
void sky_sim_cards_note_deal (SkySimCards *self, guint64 seq);

/* Settles what is due and open, losing wagers first, with the faults among them. */
void sky_sim_cards_settle (SkySimCards *self);
/* After the last settlement: returns undecided wagers. */
void sky_sim_cards_finish (SkySimCards *self);
/* All wagers go back in full. */
void sky_sim_cards_return_all (SkySimCards *self);

/* TRUE now and then if the round has no fault and no settlement yet: it may be called void. */
gboolean sky_sim_cards_may_be_void (SkySimCards *self, guint percent);

/* The number @bet of the game's table. */
const SkyBet *sky_sim_cards_bet (const SkySimCards *self, guint bet);
/* The sum of the wagers of @seat on it. */
SkyMoney sky_sim_cards_sum (const SkySimCards *self, guint bet, gint seat);
/* The same for this round's; if there are none, for what an earlier one left. */
SkyMoney sky_sim_cards_sum_anew (const SkySimCards *self, guint bet, gint seat);

/* Faults. */
gboolean sky_sim_cards_plant_areas (SkySimTable *table, gpointer play);
gboolean sky_sim_cards_plant_faulty (SkySimTable *table, gpointer play);
gboolean sky_sim_cards_plant_no_result (SkySimTable *table, gpointer play);
gboolean sky_sim_cards_plant_no_call (SkySimTable *table, gpointer play);
gboolean sky_sim_cards_plant_early (SkySimTable *table, gpointer play);
gboolean sky_sim_cards_plant_not_seated (SkySimTable *table, gpointer play);
/* The increment of the plainest bet of each of these games. */
#define SKY_SIM_CARDS_INCREMENT 25
gboolean sky_sim_cards_plant_increment (SkySimTable *table, gpointer play);
/* Begins the fault *@fault. Returns FALSE when it is in hand already. */
gboolean sky_sim_cards_take_in_hand (gboolean *fault);
/* A fault that is found at the first card. Returns FALSE if no card will come. */
gboolean sky_sim_cards_found_at_deal (SkySimCards *self, SkyCheck check);

/* The rows of those that come to all of them. */
#define SKY_SIM_CARDS_FAULTS                                                                       \
  { SKY_CHECK_SETTLE_PAYOUT, SKY_SIM_PAY, sky_sim_plant_payout },                                  \
      { SKY_CHECK_SETTLE_OUTCOME, SKY_SIM_SETTLE, sky_sim_plant_outcome },                         \
      { SKY_CHECK_SETTLE_MISSING, SKY_SIM_SETTLE, sky_sim_plant_missing },                         \
      { SKY_CHECK_SETTLE_STAKE, SKY_SIM_PAY, sky_sim_plant_stake },                                \
      { SKY_CHECK_SETTLE_PREMATURE, SKY_SIM_LATE, sky_sim_cards_plant_early },                     \
      { SKY_CHECK_SETTLE_TWICE, SKY_SIM_SETTLED, sky_sim_plant_twice },                            \
      { SKY_CHECK_DISPUTE_OPEN, SKY_SIM_SETTLED, sky_sim_plant_dispute },                          \
      { SKY_CHECK_DISPUTE_RULING, SKY_SIM_SETTLED, sky_sim_plant_ruling },                         \
      { SKY_CHECK_ROUND_NO_MORE_BETS, SKY_SIM_ROUND, sky_sim_cards_plant_no_call },                \
      { SKY_CHECK_ROUND_NO_RESULT, SKY_SIM_ROUND, sky_sim_cards_plant_no_result },                 \
      { SKY_CHECK_LOG_MALFORMED_LINE, SKY_SIM_BETWEEN, sky_sim_plant_garbage },                    \
      { SKY_CHECK_LOG_SEQUENCE, SKY_SIM_BETWEEN, sky_sim_plant_sequence },                         \
      { SKY_CHECK_LOG_TIME_REVERSED, SKY_SIM_BETWEEN, sky_sim_plant_time },                        \
      { SKY_CHECK_LOG_CHECKPOINT, SKY_SIM_BETWEEN, sky_sim_plant_checkpoint },                     \
      { SKY_CHECK_LOG_UNKNOWN_TYPE, SKY_SIM_BETWEEN, sky_sim_plant_unknown_type },                 \
      { SKY_CHECK_LOG_UNKNOWN_REFERENCE, SKY_SIM_BETWEEN, sky_sim_plant_unknown_reference },       \
      { SKY_CHECK_LOG_INCOMPLETE, SKY_SIM_END, sky_sim_plant_incomplete, .once = TRUE },           \
      { SKY_CHECK_RULES_MISSING, SKY_SIM_OPEN, sky_sim_plant_rules_missing, .once = TRUE },        \
      { SKY_CHECK_RULES_OPTION_INVALID, SKY_SIM_BETWEEN, sky_sim_plant_option },                   \
      { SKY_CHECK_RULES_UNAPPROVED_CHANGE, SKY_SIM_BETWEEN, sky_sim_plant_unapproved },            \
      { SKY_CHECK_LIMITS_CHANGE_NOTICE, SKY_SIM_BETWEEN, sky_sim_plant_limits },                   \
      { SKY_CHECK_LIMITS_BELOW_MINIMUM, SKY_SIM_WAGERS, sky_sim_plant_below, .always = TRUE },     \
      { SKY_CHECK_LIMITS_ABOVE_MAXIMUM, SKY_SIM_WAGERS, sky_sim_plant_above, .always = TRUE },     \
      { SKY_CHECK_LIMITS_INCREMENT, SKY_SIM_WAGERS, sky_sim_cards_plant_increment,                 \
        .always = TRUE },                                                                          \
      { SKY_CHECK_WAGER_NOT_PERMISSIBLE, SKY_SIM_WAGERS, sky_sim_plant_forbidden },                \
      { SKY_CHECK_WAGER_VERBAL, SKY_SIM_WAGERS, sky_sim_plant_verbal, .always = TRUE },            \
      { SKY_CHECK_WAGER_LATE, SKY_SIM_LATE, sky_sim_plant_late, .always = TRUE },                  \
      { SKY_CHECK_WAGER_AREAS, SKY_SIM_ROUND, sky_sim_cards_plant_areas },                         \
      { SKY_CHECK_STAFF_UNKNOWN, SKY_SIM_BETWEEN, sky_sim_plant_unknown_staff },                   \
      { SKY_CHECK_STAFF_UNQUALIFIED, SKY_SIM_BETWEEN, sky_sim_plant_trainee },                     \
      { SKY_CHECK_EQUIPMENT_NOT_INSPECTED, SKY_SIM_BETWEEN, sky_sim_plant_not_inspected },         \
  {                                                                                                \
    SKY_CHECK_EQUIPMENT_OVERDUE, SKY_SIM_OPEN, sky_sim_plant_stale, .once = TRUE,                  \
                                                                    .not_filmed = TRUE             \
  }

G_END_DECLS
