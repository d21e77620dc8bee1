/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The faults that are planted at a craps table, one function a kind: each does what must be found
 * and notes the one finding that must come of it. All else stays as the rules want it. */
#include "config.h"

#include "sky-sim-craps.h"
#include "sky-sim-faults.h"

static gboolean
is_bet (const SkyWager *wager, SkyCrapsBet bet)
{
  return wager->bet == &sky_craps_bets[bet];
}

static gboolean
has_odds (SkySimCraps *self, const SkyWager *flat)
{
  for (guint i = 0; i < self->play.rules->up->len; i++)
    {
      const SkyWager *wager = self->play.rules->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->supports == flat)
        return TRUE;
    }
  return FALSE;
}

/* Places a wager that should not have been accepted; legal play leaves it alone from then on. */
static gboolean
place_wrongly (SkySimCraps *self, const SkySimCrapsWager *wager, SkyCheck check)
{
  const SkyWager *placed = sky_sim_craps_place (self, wager);

  sky_sim_leave_alone (&self->play, placed);
  sky_sim_table_note_planted (self->play.table, check, placed->seq, placed->id);
  return TRUE;
}

/* The record. */

static gboolean
plant_no_authority (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_CRAPS_NO_AUTHORITY);
}

static gboolean
plant_no_cause (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_CRAPS_NO_CAUSE);
}

/* The shooter's line bet is up. What is to be seen at the throw must not wait for the next. */
static gboolean
plant_no_result (SkySimTable *table, gpointer play)
{
  const SkySimCraps *self = play;

  return !self->keep_dice && !self->skip_line && table->round != table->last_round
         && sky_sim_twist (play, SKY_SIM_NO_RESULT);
}

/* Rules, limits, staff. */

static gboolean
plant_option (SkySimTable *table, gpointer play)
{
  guint64 seq = sky_sim_submit (play, "\"odds_multiple\":20", "RS-2023-131");

  sky_sim_table_note_planted (table, SKY_CHECK_RULES_OPTION_INVALID, seq, NULL);
  return TRUE;
}

static gboolean
plant_unapproved (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gboolean off = sky_table_option (self->play.rules, SKY_CRAPS_OPTION_COME_ODDS_OFF) != 0;
  guint64 seq = sky_sim_submit (
      &self->play,
      off ? "\"come_odds_off_on_come_out\":false" : "\"come_odds_off_on_come_out\":true", NULL);

  sky_sim_table_note_planted (table, SKY_CHECK_RULES_UNAPPROVED_CHANGE, seq, NULL);
  return TRUE;
}

static gboolean
plant_limits (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  guint64 seq = sky_sim_craps_post_limits (self, self->play.rules->limits.max + 10000);

  sky_sim_table_note_planted (table, SKY_CHECK_LIMITS_CHANGE_NOTICE, seq, NULL);
  return TRUE;
}

/* The dice. */

/* Of these a moment has room for one: then somebody has the dice. */
static gboolean
is_taken (const SkySimCraps *self)
{
  return self->shooter > 0;
}

static gboolean
plant_dice_set (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat;
  guint64 seq;

  if (is_taken (self))
    return FALSE;
  seat = sky_sim_next_seat (&self->play, -self->shooter);
  seq = sky_sim_craps_offer_dice (self, seat, TRUE, 4);
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_DICE_SET, seq, NULL);
  sky_sim_craps_take_dice (self, seat);
  return TRUE;
}

static gboolean
plant_dice_order (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat;
  guint64 seq;

  if (is_taken (self) || sky_sim_count_present (&self->play) < 3)
    return FALSE;
  seat = sky_sim_next_seat (&self->play, sky_sim_next_seat (&self->play, -self->shooter));
  seq = sky_sim_craps_offer_dice (self, seat, TRUE, 5);
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_DICE_ORDER, seq, NULL);
  sky_sim_craps_take_dice (self, seat);
  return TRUE;
}

static gboolean
plant_kept_dice (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  if (is_taken (self) || !self->seven_out || sky_sim_count_present (&self->play) < 2)
    return FALSE;
  self->shooter = -self->shooter;
  self->keep_dice = TRUE;
  return TRUE;
}

static gboolean
is_come_bet (gpointer play, const SkyWager *wager)
{
  return is_bet (wager, SKY_CRAPS_COME) || is_bet (wager, SKY_CRAPS_DONT_COME);
}

/* Wagers that should not have been accepted. */

static gboolean
plant_no_line_bet (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  /* Come and Don't Come Bets that remain may be decided without one (§ 623a.10(b)). */
  if (self->point != 0 || self->play.twist != SKY_SIM_STRAIGHT
      || sky_sim_find (&self->play, is_come_bet) != NULL
      || sky_sim_craps_find_own (self, self->shooter, SKY_CRAPS_PASS, 0) != NULL
      || sky_sim_craps_find_own (self, self->shooter, SKY_CRAPS_DONT_PASS, 0) != NULL)
    return FALSE;
  self->skip_line = TRUE;
  return TRUE;
}

static gboolean
plant_line_late (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat = sky_sim_any_seat (&self->play);

  if (self->point == 0)
    return FALSE;
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = seat, .bet = SKY_CRAPS_PASS, .amount = 1000 },
                        SKY_CHECK_CRAPS_LINE_BET_LATE);
}

static gboolean
plant_come_early (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat = sky_sim_any_seat (&self->play);

  if (self->point != 0)
    return FALSE;
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = seat, .bet = SKY_CRAPS_COME, .amount = 1000 },
                        SKY_CHECK_CRAPS_COME_EARLY);
}

static gboolean
is_contract (gpointer play, const SkyWager *wager)
{
  SkySimCraps *self = play;

  return is_bet (wager, SKY_CRAPS_PASS) && wager->round < self->play.table->round
         && !has_odds (self, wager) && !sky_sim_is_left_alone (&self->play, wager);
}

static gboolean
plant_contract (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = self->point != 0 ? sky_sim_find (&self->play, is_contract) : NULL;

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_CONTRACT_BET,
                              sky_sim_change_wager (&self->play, wager, "remove", 0), wager->id);
  return TRUE;
}

static gboolean
is_dont_bet (gpointer play, const SkyWager *wager)
{
  SkySimCraps *self = play;

  return is_bet (wager, SKY_CRAPS_DONT_PASS) && wager->amount >= 2 * SKY_SIM_CRAPS_TABLE_MIN
         && wager->round < self->play.table->round && !has_odds (self, wager)
         && !sky_sim_is_left_alone (&self->play, wager);
}

static gboolean
plant_dont_bet (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = self->point != 0 ? sky_sim_find (&self->play, is_dont_bet) : NULL;
  SkyMoney amount;

  if (wager == NULL)
    return FALSE;
  amount = wager->amount;
  sky_sim_change_wager (&self->play, wager, "reduce", amount / 2);
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_DONT_BET,
                              sky_sim_change_wager (&self->play, wager, "increase", amount),
                              wager->id);
  sky_sim_leave_alone (&self->play, wager);
  return TRUE;
}

static gboolean
is_fresh_pass (gpointer play, const SkyWager *wager)
{
  SkySimCraps *self = play;

  return is_bet (wager, SKY_CRAPS_PASS) && !has_odds (self, wager)
         && !sky_sim_is_left_alone (&self->play, wager);
}

static gboolean
plant_odds_early (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *flat = self->point == 0 ? sky_sim_find (&self->play, is_fresh_pass) : NULL;

  if (flat == NULL)
    return FALSE;
  sky_sim_leave_alone (&self->play, flat);
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = (gint) flat->seat,
                                             .bet = SKY_CRAPS_PASS_ODDS,
                                             .amount = flat->amount,
                                             .supports = flat->id },
                        SKY_CHECK_CRAPS_ODDS_UNSUPPORTED);
}

static gboolean
plant_odds_limit (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *flat = self->point != 0 ? sky_sim_find (&self->play, is_contract) : NULL;

  if (flat == NULL)
    return FALSE;
  sky_sim_leave_alone (&self->play, flat);
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = (gint) flat->seat,
                                             .bet = SKY_CRAPS_PASS_ODDS,
                                             .amount = flat->amount * 30,
                                             .supports = flat->id },
                        SKY_CHECK_CRAPS_ODDS_LIMIT);
}

/* A place bet of @amount cents: the plainest of wagers. */
static SkySimCrapsWager
place_bet (SkySimCraps *self, SkyMoney amount)
{
  return (SkySimCrapsWager){ .seat = sky_sim_any_seat (&self->play),
                             .bet = SKY_CRAPS_PLACE_WIN,
                             .number = sky_sim_pick (self->play.table, 4, 6),
                             .amount = amount };
}

static gboolean
plant_below (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager wager = place_bet (play, 50);

  return place_wrongly (play, &wager, SKY_CHECK_LIMITS_BELOW_MINIMUM);
}

static gboolean
plant_above (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager wager =
      place_bet (play, ((SkySimPlay *) play)->rules->limits.max + sky_sim_pick (table, 1, 9) * 600);

  return place_wrongly (play, &wager, SKY_CHECK_LIMITS_ABOVE_MAXIMUM);
}

static gboolean
plant_increment (SkySimTable *table, gpointer play)
{
  return place_wrongly (
      play,
      &(SkySimCrapsWager){ .seat = sky_sim_any_seat (play), .bet = SKY_CRAPS_FIELD, .amount = 700 },
      SKY_CHECK_LIMITS_INCREMENT);
}

static gboolean
plant_not_offered (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  SkyCrapsBet bet = sky_table_offers (self->play.rules, &sky_craps_bets[SKY_CRAPS_BUY])
                        ? SKY_CRAPS_LAY
                        : SKY_CRAPS_BUY;

  if (sky_table_offers (self->play.rules, &sky_craps_bets[bet]))
    return FALSE;
  return place_wrongly (
      self,
      &(SkySimCrapsWager){
          .seat = sky_sim_any_seat (&self->play), .bet = bet, .number = 10, .amount = 4000 },
      SKY_CHECK_WAGER_NOT_OFFERED);
}

static gboolean
plant_not_permissible (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager hop = {
    .seat = sky_sim_any_seat (play), .bet = SKY_CRAPS_HOP, .amount = 500, .dice = { 6, 6 }
  };

  return place_wrongly (play, &hop, SKY_CHECK_WAGER_NOT_PERMISSIBLE);
}

static gboolean
plant_verbal (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager wager = place_bet (play, 600);

  wager.via = "cash_verbal";
  return place_wrongly (play, &wager, SKY_CHECK_WAGER_VERBAL);
}

static gboolean
plant_call_bet (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager wager = place_bet (play, 6000);

  wager.via = "call";
  return place_wrongly (play, &wager, SKY_CHECK_WAGER_CALL_BET);
}

static gboolean
plant_late (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager wager = { .seat = sky_sim_any_seat (play),
                             .bet = SKY_CRAPS_FIELD,
                             .amount = 500 * sky_sim_pick (table, 1, 6) };

  return place_wrongly (play, &wager, SKY_CHECK_WAGER_LATE);
}

static gboolean
plant_not_seated (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  SkySimCrapsWager wager = place_bet (self, 600);

  for (gint seat = 1; seat <= self->play.n_seats && table->game == SKY_GAME_MINI_CRAPS; seat++)
    if (!self->play.players[seat].present && self->play.players[seat].visit > 0)
      {
        wager.seat = seat;
        return place_wrongly (self, &wager, SKY_CHECK_WAGER_NOT_SEATED);
      }
  return FALSE;
}

static gboolean
plant_units (SkySimTable *table, gpointer play)
{
  return place_wrongly (
      play,
      &(SkySimCrapsWager){ .seat = sky_sim_any_seat (play), .bet = SKY_CRAPS_HORN, .amount = 500 },
      SKY_CHECK_CRAPS_UNITS);
}

static gboolean
plant_broken_down (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  if (sky_table_option (self->play.rules, SKY_CRAPS_OPTION_WHIRL_AREA))
    return FALSE;
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = sky_sim_any_seat (&self->play),
                                             .bet = SKY_CRAPS_WHIRL,
                                             .amount = 500 },
                        SKY_CHECK_CRAPS_BROKEN_DOWN);
}

static gboolean
plant_vigorish (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager wager = place_bet (play, 600);

  wager.vig = 25;
  return place_wrongly (play, &wager, SKY_CHECK_CRAPS_VIGORISH);
}

/* Fire Bets and side wagers. */

static gint
find_free_area (SkySimCraps *self)
{
  for (gint area = 1; area <= self->play.n_seats; area++)
    if (sky_sim_craps_find_own (self, area, SKY_CRAPS_FIRE_BET, 0) == NULL)
      return area;
  return 0;
}

/* @early: before the shooter's first come out roll. */
static gboolean
plant_fire_bet (SkySimCraps *self, gboolean early, SkyMoney amount, gint area, SkyCheck check)
{
  gint seat = sky_sim_any_seat (&self->play);

  if (!sky_table_offers (self->play.rules, &sky_craps_bets[SKY_CRAPS_FIRE_BET])
      || self->hand_began == early || self->keep_dice
      || sky_sim_craps_find_own (self, seat, SKY_CRAPS_FIRE_BET, 0) != NULL)
    return FALSE;
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = seat,
                                             .bet = SKY_CRAPS_FIRE_BET,
                                             .amount = amount,
                                             .area = area != 0 ? area : seat },
                        check);
}

static gboolean
plant_fire_late (SkySimTable *table, gpointer play)
{
  return plant_fire_bet (play, FALSE, 500, 0, SKY_CHECK_CRAPS_FIRE_BET_TIMING);
}

static gboolean
plant_fire_amount (SkySimTable *table, gpointer play)
{
  return plant_fire_bet (play, TRUE, sky_sim_pick (table, 0, 1) == 0 ? 700 : 250, 0,
                         SKY_CHECK_CRAPS_FIRE_BET_AMOUNT);
}

static gboolean
plant_fire_area (SkySimTable *table, gpointer play)
{
  return find_free_area (play) != 0
         && plant_fire_bet (play, TRUE, 500, 17, SKY_CHECK_CRAPS_FIRE_BET_AREA);
}

static gboolean
is_small_fire_bet (gpointer play, const SkyWager *wager)
{
  SkySimCraps *self = play;

  return is_bet (wager, SKY_CRAPS_FIRE_BET) && wager->amount < 500
         && wager->round < self->play.table->round && !sky_sim_is_left_alone (&self->play, wager);
}

static gboolean
plant_fire_changed (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_find (&self->play, is_small_fire_bet);

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (
      table, SKY_CHECK_CRAPS_FIRE_BET_CHANGED,
      sky_sim_change_wager (&self->play, wager, "increase", wager->amount + 100), wager->id);
  sky_sim_leave_alone (&self->play, wager);
  return TRUE;
}

/* The moments of these come when the dealers are at it. */

static gboolean
plant_marker (SkySimTable *table, gpointer play)
{
  ((SkySimCraps *) play)->wrong_marker = TRUE;
  return TRUE;
}

static gboolean
plant_misplaced (SkySimTable *table, gpointer play)
{
  ((SkySimCraps *) play)->misplace = TRUE;
  return TRUE;
}

static gboolean
plant_button (SkySimTable *table, gpointer play)
{
  ((SkySimCraps *) play)->wrong_button = TRUE;
  return TRUE;
}

static gboolean
plant_not_notified (SkySimTable *table, gpointer play)
{
  ((SkySimCraps *) play)->not_notified = TRUE;
  return TRUE;
}

static gboolean
plant_automation (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat = sky_sim_any_seat (&self->play);

  if (self->point != 0
      || !sky_table_offers (self->play.rules, &sky_craps_bets[SKY_CRAPS_HOT_SHOOTER])
      || sky_table_option (self->play.rules, SKY_CRAPS_OPTION_AUTOMATION)
             != SKY_CRAPS_AUTOMATION_NONE
      || sky_sim_craps_find_own (self, seat, SKY_CRAPS_HOT_SHOOTER, 0) != NULL)
    return FALSE;
  return place_wrongly (
      self, &(SkySimCrapsWager){ .seat = seat, .bet = SKY_CRAPS_HOT_SHOOTER, .amount = 500 },
      SKY_CHECK_CRAPS_AUTOMATION);
}

static gboolean
plant_power_odds (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  guint64 seq;

  if (sky_table_option (self->play.rules, SKY_CRAPS_OPTION_POWER_ODDS))
    return FALSE;
  seq = sky_sim_craps_show_power_odds (self);
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_POWER_ODDS, seq, NULL);
  return TRUE;
}

static gboolean
plant_side_late (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat = sky_sim_any_seat (&self->play);

  if (self->point == 0
      || !sky_table_offers (self->play.rules, &sky_craps_bets[SKY_CRAPS_HOT_ROLLER])
      || sky_sim_craps_find_own (self, seat, SKY_CRAPS_HOT_ROLLER, 0) != NULL)
    return FALSE;
  return place_wrongly (
      self,
      &(SkySimCrapsWager){ .seat = seat, .bet = SKY_CRAPS_HOT_ROLLER, .amount = 500, .area = seat },
      SKY_CHECK_CRAPS_SIDE_BET_TIMING);
}

static gboolean
is_hot_roller (gpointer play, const SkyWager *wager)
{
  SkySimCraps *self = play;

  return is_bet (wager, SKY_CRAPS_HOT_ROLLER) && wager->round < self->play.table->round
         && !sky_sim_is_left_alone (&self->play, wager);
}

static gboolean
plant_side_changed (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_find (&self->play, is_hot_roller);

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (
      table, SKY_CHECK_CRAPS_SIDE_BET_CHANGED,
      sky_sim_change_wager (&self->play, wager, "increase", wager->amount + 500), wager->id);
  sky_sim_leave_alone (&self->play, wager);
  return TRUE;
}

/* Settlements. */

static gboolean
is_due_vigorish (gpointer play, const SkyWager *wager)
{
  return sky_sim_is_due_to_win (play, wager) && wager->due.vig > 0;
}

static gboolean
plant_settle_vigorish (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_find (play, is_due_vigorish);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = sky_sim_due (wager);
  wrong.vig = sky_sim_chance (table, 50) ? 0 : wrong.vig + 100;
  return sky_sim_settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_VIGORISH);
}

/* Nothing hangs on these, so that one may end without more ado. */
static gboolean
is_undecided (gpointer play, const SkyWager *wager)
{
  return wager->due.outcome == SKY_OUTCOME_NONE
         && (is_bet (wager, SKY_CRAPS_PLACE_WIN) || is_bet (wager, SKY_CRAPS_PLACE_LOSE)
             || is_bet (wager, SKY_CRAPS_HARDWAY));
}

/* Disputes. */

static gboolean
plant_premature (SkySimTable *table, gpointer play)
{
  return sky_sim_settle_early (play, is_undecided);
}

static gboolean
plant_twice (SkySimTable *table, gpointer play)
{
  return sky_sim_settle_again (play, sky_sim_has_ended);
}

/* The Fire Bet and the Hot Roller are wagers of Craps alone; at Mini-Craps players sit. */
#define AT_CRAPS      (1u << SKY_GAME_CRAPS)
#define AT_MINI_CRAPS (1u << SKY_GAME_MINI_CRAPS)

const SkySimFault sky_sim_craps_faults[] = {
  { SKY_CHECK_SETTLE_PAYOUT, SKY_SIM_SETTLE, sky_sim_plant_payout },
  { SKY_CHECK_WAGER_LATE, SKY_SIM_LATE, plant_late, .always = TRUE },
  { SKY_CHECK_ROUND_CALL, SKY_SIM_ROUND, sky_sim_plant_call },
  { SKY_CHECK_DISPUTE_OPEN, SKY_SIM_SETTLED, sky_sim_plant_dispute },
  { SKY_CHECK_SETTLE_OUTCOME, SKY_SIM_SETTLE, sky_sim_plant_outcome },
  { SKY_CHECK_SETTLE_MISSING, SKY_SIM_SETTLE, sky_sim_plant_missing },
  { SKY_CHECK_SETTLE_STAKE, SKY_SIM_SETTLE, sky_sim_plant_stake },
  { SKY_CHECK_SETTLE_VIGORISH, SKY_SIM_SETTLE, plant_settle_vigorish },
  { SKY_CHECK_SETTLE_PREMATURE, SKY_SIM_SETTLE, plant_premature },
  { SKY_CHECK_SETTLE_TWICE, SKY_SIM_SETTLED, plant_twice },
  { SKY_CHECK_DISPUTE_RULING, SKY_SIM_SETTLED, sky_sim_plant_ruling },
  { SKY_CHECK_LOG_MALFORMED_LINE, SKY_SIM_BETWEEN, sky_sim_plant_garbage },
  { SKY_CHECK_LOG_SEQUENCE, SKY_SIM_BETWEEN, sky_sim_plant_sequence },
  { SKY_CHECK_LOG_TIME_REVERSED, SKY_SIM_BETWEEN, sky_sim_plant_time },
  { SKY_CHECK_LOG_CHECKPOINT, SKY_SIM_BETWEEN, sky_sim_plant_checkpoint },
  { SKY_CHECK_LOG_UNKNOWN_TYPE, SKY_SIM_BETWEEN, sky_sim_plant_unknown_type },
  { SKY_CHECK_LOG_UNKNOWN_REFERENCE, SKY_SIM_BETWEEN, sky_sim_plant_unknown_reference },
  { SKY_CHECK_LOG_INCOMPLETE, SKY_SIM_END, sky_sim_plant_incomplete, .once = TRUE },
  { SKY_CHECK_LOG_IMPOSSIBLE, SKY_SIM_ROUND, sky_sim_plant_impossible },
  { SKY_CHECK_ROUND_NO_RESULT, SKY_SIM_ROUND, plant_no_result },
  { SKY_CHECK_RULES_OPTION_INVALID, SKY_SIM_BETWEEN, plant_option },
  { SKY_CHECK_RULES_UNAPPROVED_CHANGE, SKY_SIM_BETWEEN, plant_unapproved },
  { SKY_CHECK_LIMITS_CHANGE_NOTICE, SKY_SIM_BETWEEN, plant_limits },
  { SKY_CHECK_LIMITS_BELOW_MINIMUM, SKY_SIM_WAGERS, plant_below, .always = TRUE },
  { SKY_CHECK_LIMITS_ABOVE_MAXIMUM, SKY_SIM_WAGERS, plant_above, .always = TRUE },
  { SKY_CHECK_LIMITS_INCREMENT, SKY_SIM_WAGERS, plant_increment, .always = TRUE },
  { SKY_CHECK_STAFF_UNKNOWN, SKY_SIM_BETWEEN, sky_sim_plant_unknown_staff },
  { SKY_CHECK_STAFF_UNQUALIFIED, SKY_SIM_BETWEEN, sky_sim_plant_trainee },
  { SKY_CHECK_WAGER_NOT_OFFERED, SKY_SIM_WAGERS, plant_not_offered },
  { SKY_CHECK_WAGER_NOT_PERMISSIBLE, SKY_SIM_WAGERS, plant_not_permissible, .always = TRUE },
  { SKY_CHECK_WAGER_VERBAL, SKY_SIM_WAGERS, plant_verbal, .always = TRUE },
  { SKY_CHECK_WAGER_CALL_BET, SKY_SIM_WAGERS, plant_call_bet, .always = TRUE },
  { SKY_CHECK_WAGER_NOT_SEATED, SKY_SIM_WAGERS, plant_not_seated, .games = AT_MINI_CRAPS },
  { SKY_CHECK_CRAPS_NO_LINE_BET, SKY_SIM_ROUND, plant_no_line_bet },
  { SKY_CHECK_CRAPS_LINE_BET_LATE, SKY_SIM_WAGERS, plant_line_late },
  { SKY_CHECK_CRAPS_COME_EARLY, SKY_SIM_WAGERS, plant_come_early },
  { SKY_CHECK_CRAPS_CONTRACT_BET, SKY_SIM_WAGERS, plant_contract },
  { SKY_CHECK_CRAPS_DONT_BET, SKY_SIM_WAGERS, plant_dont_bet },
  { SKY_CHECK_CRAPS_ODDS_UNSUPPORTED, SKY_SIM_WAGERS, plant_odds_early },
  { SKY_CHECK_CRAPS_ODDS_LIMIT, SKY_SIM_WAGERS, plant_odds_limit },
  { SKY_CHECK_CRAPS_UNITS, SKY_SIM_WAGERS, plant_units, .always = TRUE },
  { SKY_CHECK_CRAPS_BROKEN_DOWN, SKY_SIM_WAGERS, plant_broken_down },
  { SKY_CHECK_CRAPS_VIGORISH, SKY_SIM_WAGERS, plant_vigorish, .always = TRUE },
  { SKY_CHECK_CRAPS_INVALID_ROLL, SKY_SIM_ROUND, sky_sim_plant_invalid },
  { SKY_CHECK_CRAPS_NO_ROLL_AUTHORITY, SKY_SIM_ROUND, plant_no_authority },
  { SKY_CHECK_CRAPS_NO_ROLL_CAUSE, SKY_SIM_ROUND, plant_no_cause },
  { SKY_CHECK_CRAPS_DICE_SET, SKY_SIM_CRAPS_OFFER, plant_dice_set },
  { SKY_CHECK_CRAPS_DICE_ORDER, SKY_SIM_CRAPS_OFFER, plant_dice_order },
  { SKY_CHECK_CRAPS_KEPT_DICE, SKY_SIM_CRAPS_OFFER, plant_kept_dice },
  { SKY_CHECK_CRAPS_MISPLACED, SKY_SIM_CRAPS_MOVE, plant_misplaced },
  { SKY_CHECK_CRAPS_FIRE_BET_TIMING, SKY_SIM_WAGERS, plant_fire_late, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_FIRE_BET_AMOUNT, SKY_SIM_WAGERS, plant_fire_amount, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_FIRE_BET_AREA, SKY_SIM_WAGERS, plant_fire_area, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_FIRE_BET_CHANGED, SKY_SIM_WAGERS, plant_fire_changed, .games = AT_CRAPS },
  { SKY_CHECK_FIRE_BET_MARKER, SKY_SIM_CRAPS_MARKER, plant_marker, .games = AT_CRAPS },
  { SKY_CHECK_FIRE_BET_NOT_NOTIFIED, SKY_SIM_CRAPS_FOURTH, plant_not_notified, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_SIDE_BET_TIMING, SKY_SIM_WAGERS, plant_side_late, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_SIDE_BET_CHANGED, SKY_SIM_WAGERS, plant_side_changed, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_AUTOMATION, SKY_SIM_WAGERS, plant_automation, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_MARKER_BUTTON, SKY_SIM_CRAPS_BUTTON, plant_button, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_POWER_ODDS, SKY_SIM_CRAPS_SHOWN, plant_power_odds },
  { 0 },
};
