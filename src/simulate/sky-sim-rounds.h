/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of games whose round is wagers, "no more bets", a result of dice or a wheel, and
 * settlement, with the faults that any of them can have. */
#pragma once

#include "sky-sim-faults.h"

G_BEGIN_DECLS

/* The posted limits. Legal amounts are whole dollars. A bet's increment is 50 cents, so that 50
 * cents break only a minimum. */
#define SKY_SIM_ROUNDS_TABLE_MIN 500
#define SKY_SIM_ROUNDS_TABLE_MAX 500000
#define SKY_SIM_MAX_PIECES       3
#define SKY_SIM_MEMBERS_SIZE     64

/* A wager to place. */
typedef struct
{
  gint seat;
  const char *bet;
  char members[SKY_SIM_MEMBERS_SIZE]; /* the bet's own, as JSON: "\"number\":4"; "": none */
  SkyMoney amount;
  const char *via; /* NULL: chips */
} SkySimWager;

/* A piece of the game's equipment. */
typedef struct
{
  const char *item;
  gboolean inspected; /* by a floorperson before use */
  gboolean by_dealer; /* and by the dealer first */
  gboolean ages;      /* may be in use for so many hours only */
} SkySimPiece;

typedef struct _SkySimRounds SkySimRounds;

/* How a game fills the frame. */
struct _SkySimRoundsGame
{
  const SkySimFault *faults;
  gint n_seats;
  const char *const *colours; /* of the seats' chips; NULL: none */
  SkySimPiece pieces[SKY_SIM_MAX_PIECES];
  guint n_pieces;
  const char *bet_limits; /* JSON of `bets`: which of them differ from the table's */
  const char *wrong_pay;  /* JSON of a `pay` that the chapter does not allow */
  /* JSON of some of `wagers`: changes the rules where nobody may have several areas; NULL where one
   * may. */
  const char *fewer_wagers;
  SkySimWager stepped; /* a wager that breaks the increment of its bet */

  /* Adds the game's own members of the Rules Submission. */
  void (*submit) (SkySimRounds *self, GString *json);
  /* What the game does between rounds; NULL: nothing. */
  void (*go_between) (SkySimRounds *self);
  /* Chooses a legal wager on offer; seat and via are already set. */
  void (*choose) (SkySimRounds *self, SkySimWager *wager);
  /* Chooses one that the chapter does not have, and one that the Rules Submission does not offer.
   * Both return FALSE if there is none; the second may be NULL. */
  gboolean (*choose_forbidden) (SkySimRounds *self, SkySimWager *wager);
  gboolean (*choose_not_offered) (SkySimRounds *self, SkySimWager *wager);
  /* What follows from a placed wager; NULL: nothing. */
  void (*placed) (SkySimRounds *self, const SkyWager *wager);
  /* The round's legal wagers; NULL: each player chooses some. */
  void (*bet) (SkySimRounds *self);
  /* What players do with the wagers that are up; NULL: nothing. */
  void (*change) (SkySimRounds *self);
  /* From the end of wagers to the announcement; calls sky_sim_rounds_close_bets() at its place.
   * Returns FALSE if nothing is to be settled. */
  gboolean (*show) (SkySimRounds *self);
  /* What the dealer does after the settlements; NULL: nothing. */
  void (*finish) (SkySimRounds *self);
};

/* How a round may depart from the rules, besides every game's ways. */
enum
{
  SKY_SIM_NO_CALL = SKY_SIM_N_TWISTS, /* "no more bets" comes too late or not at all */
  SKY_SIM_EARLY_SETTLEMENT,           /* a settlement comes before the result */
  SKY_SIM_ROUNDS_N_TWISTS,            /* the games' own from here */
};

/* Found when the next round begins. */
typedef enum
{
  SKY_SIM_PENDING_NONE,
  SKY_SIM_PENDING_NOT_INSPECTED,
  SKY_SIM_PENDING_ADJUSTED,
  SKY_SIM_PENDING_FAULTY,
} SkySimPending;

struct _SkySimRounds
{
  SkySimPlay play;
  gint last_pocket; /* of a wheel: the last result that counted, plus 1; 0: none */
  const char *last_dealer;
  gboolean counterclockwise; /* the rotor, in this spin */
  const SkySimRoundsGame *game;
  guint n_brought[SKY_SIM_MAX_PIECES]; /* how many of a piece there were */
  SkySimPending pending;
  gboolean stale;      /* what ages is too old in the first round: a fault */
  gboolean late_rules; /* the first round begins without the Rules Submission: a fault */
  guint64 result_seq;
  /* An announced change of the limits; 0: none. */
  SkyMoney announced_max;
  SkyTime announced_at;
};

/* The play of every game in this frame. */
void sky_sim_rounds_play (const SkySimGame *game,
                          SkySimTable *table,
                          gboolean (*after_round) (gpointer user_data),
                          gpointer user_data);

SkyWager *sky_sim_rounds_place (SkySimRounds *self, const SkySimWager *wager);

/* The first bet of the game's table that the Rules Submission in force does not offer, or NULL. */
const SkyBet *sky_sim_rounds_find_not_offered (const SkySimRounds *self);

/* Wagers end: the call, or none where a fault forgets it. */
void sky_sim_rounds_close_bets (SkySimRounds *self);

/* Notes that the forgotten call had to precede the event @seq. */
void sky_sim_rounds_note_no_call (SkySimRounds *self, guint64 seq);

/* Someone calls the result void. */
void sky_sim_rounds_void (SkySimRounds *self, const char *reason);

/* TRUE now and then when nothing else is wrong with the round: a legal mishap may come in it. */
gboolean sky_sim_rounds_may_fail (SkySimRounds *self, guint percent);

/* Brings a new one of piece @index to the table, inspected if that is necessary (and @inspect). */
void sky_sim_rounds_bring (SkySimRounds *self, guint index, gboolean inspect);
guint64
sky_sim_rounds_equipment (SkySimRounds *self, const char *item, const char *id, const char *action);
void sky_sim_rounds_inspect (SkySimRounds *self, const char *item);

/* Faults of any of these games. */
gboolean sky_sim_plant_rules_missing (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_stale (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_not_inspected (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_option (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_unapproved (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_limits (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_no_result (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_no_call (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_below (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_above (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_increment (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_forbidden (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_not_offered (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_verbal (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_not_seated (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_late (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_early_settlement (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_order (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_twice (SkySimTable *table, gpointer play);

/* Pays a wager that @wins while another that @loses is not collected. Returns FALSE if there are no
 * two such wagers. */
gboolean sky_sim_pay_too_early (SkySimPlay *self,
                                gboolean (*wins) (gpointer play, const SkyWager *wager),
                                gboolean (*loses) (gpointer play, const SkyWager *wager));

/* Plants one with a wager of legal make but for @via. */
gboolean sky_sim_rounds_plant_via (SkySimRounds *self, const char *via, SkyCheck check);

/* The rows of those that come to all of them. */
#define SKY_SIM_ROUNDS_FAULTS                                                                      \
  { SKY_CHECK_SETTLE_PAYOUT, SKY_SIM_PAY, sky_sim_plant_payout },                                  \
      { SKY_CHECK_SETTLE_OUTCOME, SKY_SIM_SETTLE, sky_sim_plant_outcome },                         \
      { SKY_CHECK_SETTLE_MISSING, SKY_SIM_SETTLE, sky_sim_plant_missing },                         \
      { SKY_CHECK_SETTLE_STAKE, SKY_SIM_PAY, sky_sim_plant_stake },                                \
      { SKY_CHECK_SETTLE_PREMATURE, SKY_SIM_LATE, sky_sim_plant_early_settlement },                \
      { SKY_CHECK_SETTLE_TWICE, SKY_SIM_SETTLED, sky_sim_plant_twice },                            \
      { SKY_CHECK_SETTLE_ORDER, SKY_SIM_SETTLE, sky_sim_plant_order },                             \
      { SKY_CHECK_DISPUTE_OPEN, SKY_SIM_SETTLED, sky_sim_plant_dispute },                          \
      { SKY_CHECK_DISPUTE_RULING, SKY_SIM_SETTLED, sky_sim_plant_ruling },                         \
      { SKY_CHECK_ROUND_CALL, SKY_SIM_ROUND, sky_sim_plant_call },                                 \
      { SKY_CHECK_ROUND_NO_MORE_BETS, SKY_SIM_ROUND, sky_sim_plant_no_call },                      \
      { SKY_CHECK_ROUND_NO_RESULT, SKY_SIM_ROUND, sky_sim_plant_no_result },                       \
      { SKY_CHECK_LOG_IMPOSSIBLE, SKY_SIM_ROUND, sky_sim_plant_impossible },                       \
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
      { SKY_CHECK_LIMITS_INCREMENT, SKY_SIM_WAGERS, sky_sim_plant_increment, .always = TRUE },     \
      { SKY_CHECK_WAGER_NOT_PERMISSIBLE, SKY_SIM_WAGERS, sky_sim_plant_forbidden,                  \
        .always = TRUE },                                                                          \
      { SKY_CHECK_WAGER_LATE, SKY_SIM_LATE, sky_sim_plant_late, .always = TRUE },                  \
      { SKY_CHECK_STAFF_UNKNOWN, SKY_SIM_BETWEEN, sky_sim_plant_unknown_staff },                   \
  {                                                                                                \
    SKY_CHECK_STAFF_UNQUALIFIED, SKY_SIM_BETWEEN, sky_sim_plant_trainee                            \
  }

G_END_DECLS
