/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The faults that are planted at a craps table, one function a kind: each does what must be found
 * and notes the one finding that must come of it. All else stays as the rules want it. */
#include "config.h"

#include "sky-sim-craps.h"

static gboolean
is_bet (const SkyWager *wager, SkyCrapsBet bet)
{
  return wager->bet == &sky_craps_bets[bet];
}

static gboolean
has_odds (SkySimCraps *self, const SkyWager *flat)
{
  for (guint i = 0; i < self->rules->up->len; i++)
    {
      const SkyWager *wager = self->rules->up->pdata[i];

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

  sky_sim_craps_leave_alone (self, placed);
  sky_sim_table_note_planted (self->table, check, placed->seq, placed->id);
  return TRUE;
}

static SkyMoney
handed_over (const SkySettlement *settlement)
{
  return settlement->paid + settlement->returned - settlement->vig;
}

/* The record. */

static gboolean
plant_garbage (SkySimTable *table, gpointer play)
{
  static const char *const lines[] = { "{\"seq\":", "\x01\x02\x03\x04", "[1,2,3]",
                                       "table_fill 4000",
                                       "{\"seq\":17,\"type\":\"note\",\"text\":\"half a li" };
  SkySimCraps *self = play;

  sky_sim_log_add_garbage (self->log, lines[sky_sim_pick (table, 0, G_N_ELEMENTS (lines) - 1)]);
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_MALFORMED_LINE, sky_sim_log_get_seq (self->log),
                              NULL);
  /* What comes next would count as the lost number's neighbour. */
  sky_json_add_string (sky_sim_log_begin (self->log, "note"), "text", "Fill requested.");
  sky_sim_log_end (self->log);
  return TRUE;
}

static guint64
write_note (SkySimCraps *self, const char *text)
{
  sky_json_add_string (sky_sim_log_begin (self->log, "note"), "text", text);
  return sky_sim_log_end (self->log);
}

static gboolean
plant_sequence (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  sky_sim_log_skip_numbers (self->log, (guint) sky_sim_pick (table, 1, 9));
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_SEQUENCE, write_note (self, "Credit slip sent."),
                              NULL);
  return TRUE;
}

static gboolean
plant_time (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  sky_sim_log_turn_back (self->log, sky_sim_pick (table, 1, 30) * SKY_SECOND);
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_TIME_REVERSED,
                              write_note (self, "Drop box changed."), NULL);
  return TRUE;
}

static gboolean
plant_checkpoint (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  sky_sim_table_note_planted (table, SKY_CHECK_LOG_CHECKPOINT,
                              sky_sim_log_checkpoint (self->log, FALSE), NULL);
  return TRUE;
}

static gboolean
plant_unknown_type (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  sky_json_add_int (sky_sim_log_begin (self->log, "chip_fill"), "amount", 1000000);
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_UNKNOWN_TYPE, sky_sim_log_end (self->log), NULL);
  return TRUE;
}

static gboolean
plant_unknown_reference (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  GString *json = sky_sim_log_begin (self->log, "wager_change");

  sky_json_add_string (json, "wager", "x1");
  sky_json_add_string (json, "action", "remove");
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_UNKNOWN_REFERENCE, sky_sim_log_end (self->log),
                              NULL);
  return TRUE;
}

static gboolean
plant_incomplete (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  if (self->left_open)
    return FALSE;
  self->left_open = TRUE;
  return TRUE;
}

/* How the round goes. A round departs in one way only. */
static gboolean
twist (SkySimCraps *self, SkySimCrapsTwist way)
{
  if (self->twist != SKY_SIM_CRAPS_STRAIGHT)
    return FALSE;
  self->twist = way;
  return TRUE;
}

static gboolean
plant_call (SkySimTable *table, gpointer play)
{
  return twist (play, SKY_SIM_CRAPS_WRONG_CALL);
}

static gboolean
plant_invalid_roll (SkySimTable *table, gpointer play)
{
  return twist (play, SKY_SIM_CRAPS_COUNT_INVALID);
}

static gboolean
plant_no_authority (SkySimTable *table, gpointer play)
{
  return twist (play, SKY_SIM_CRAPS_NO_AUTHORITY);
}

static gboolean
plant_no_cause (SkySimTable *table, gpointer play)
{
  return twist (play, SKY_SIM_CRAPS_NO_CAUSE);
}

static gboolean
plant_impossible (SkySimTable *table, gpointer play)
{
  return twist (play, SKY_SIM_CRAPS_IMPOSSIBLE);
}

/* The shooter's line bet is up. What is to be seen at the throw must not wait for the next. */
static gboolean
plant_no_result (SkySimTable *table, gpointer play)
{
  const SkySimCraps *self = play;

  return !self->keep_dice && !self->skip_line && table->round != table->last_round
         && twist (play, SKY_SIM_CRAPS_NO_RESULT);
}

/* Rules, limits, staff. */

static gboolean
plant_option (SkySimTable *table, gpointer play)
{
  guint64 seq = sky_sim_craps_submit (play, "\"odds_multiple\":20", "RS-2023-131");

  sky_sim_table_note_planted (table, SKY_CHECK_RULES_OPTION_INVALID, seq, NULL);
  return TRUE;
}

static gboolean
plant_unapproved (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gboolean off = sky_table_option (self->rules, SKY_CRAPS_OPTION_COME_ODDS_OFF) != 0;
  guint64 seq = sky_sim_craps_submit (
      self, off ? "\"come_odds_off_on_come_out\":false" : "\"come_odds_off_on_come_out\":true",
      NULL);

  sky_sim_table_note_planted (table, SKY_CHECK_RULES_UNAPPROVED_CHANGE, seq, NULL);
  return TRUE;
}

static gboolean
plant_limits (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  guint64 seq = sky_sim_craps_post_limits (self, self->rules->limits.max + 10000);

  sky_sim_table_note_planted (table, SKY_CHECK_LIMITS_CHANGE_NOTICE, seq, NULL);
  return TRUE;
}

static gboolean
plant_unknown_staff (SkySimTable *table, gpointer play)
{
  g_autofree char *credential = g_strdup_printf ("PA-9%05" G_GUINT64_FORMAT,
                                                 sky_sim_log_get_seq (((SkySimCraps *) play)->log));
  guint64 seq = sky_sim_craps_put_staff (play, "dealer", credential, TRUE);

  sky_sim_table_note_planted (table, SKY_CHECK_STAFF_UNKNOWN, seq, NULL);
  sky_sim_craps_put_staff (play, "dealer", credential, FALSE);
  return TRUE;
}

static gboolean
plant_trainee (SkySimTable *table, gpointer play)
{
  const char *credential = table->trainees[table->n_used_trainees];
  guint64 seq;

  if (credential == NULL)
    return FALSE;
  table->n_used_trainees++;
  seq = sky_sim_craps_put_staff (play, "dealer", credential, TRUE);
  sky_sim_table_note_planted (table, SKY_CHECK_STAFF_UNQUALIFIED, seq, NULL);
  sky_sim_craps_put_staff (play, "dealer", credential, FALSE);
  return TRUE;
}

/* The dice. */

static gboolean
plant_dice_set (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat = sky_sim_craps_next_seat (self, -self->shooter);
  guint64 seq = sky_sim_craps_offer_dice (self, seat, TRUE, 4);

  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_DICE_SET, seq, NULL);
  sky_sim_craps_take_dice (self, seat);
  return TRUE;
}

static gboolean
plant_dice_order (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat = sky_sim_craps_next_seat (self, sky_sim_craps_next_seat (self, -self->shooter));
  guint64 seq;

  if (sky_sim_craps_count_present (self) < 3)
    return FALSE;
  seq = sky_sim_craps_offer_dice (self, seat, TRUE, 5);
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_DICE_ORDER, seq, NULL);
  sky_sim_craps_take_dice (self, seat);
  return TRUE;
}

static gboolean
plant_kept_dice (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  if (!self->seven_out || sky_sim_craps_count_present (self) < 2)
    return FALSE;
  self->shooter = -self->shooter;
  self->keep_dice = TRUE;
  return TRUE;
}

static gboolean
is_come_bet (SkySimCraps *self, const SkyWager *wager)
{
  return is_bet (wager, SKY_CRAPS_COME) || is_bet (wager, SKY_CRAPS_DONT_COME);
}

/* Wagers that should not have been accepted. */

static gboolean
plant_no_line_bet (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  /* Come and Don't Come Bets that remain may be decided without one (623a.10(b)). */
  if (self->point != 0 || self->twist != SKY_SIM_CRAPS_STRAIGHT
      || sky_sim_craps_find (self, is_come_bet) != NULL
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
  gint seat = sky_sim_craps_any_seat (self);

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
  gint seat = sky_sim_craps_any_seat (self);

  if (self->point != 0)
    return FALSE;
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = seat, .bet = SKY_CRAPS_COME, .amount = 1000 },
                        SKY_CHECK_CRAPS_COME_EARLY);
}

static gboolean
is_contract (SkySimCraps *self, const SkyWager *wager)
{
  return is_bet (wager, SKY_CRAPS_PASS) && wager->round < self->table->round
         && !has_odds (self, wager) && !sky_sim_craps_is_left_alone (self, wager);
}

static gboolean
plant_contract (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = self->point != 0 ? sky_sim_craps_find (self, is_contract) : NULL;

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_CONTRACT_BET,
                              sky_sim_craps_change (self, wager, "remove", 0), wager->id);
  return TRUE;
}

static gboolean
is_dont_bet (SkySimCraps *self, const SkyWager *wager)
{
  return is_bet (wager, SKY_CRAPS_DONT_PASS) && wager->amount >= 2 * SKY_SIM_CRAPS_TABLE_MIN
         && wager->round < self->table->round && !has_odds (self, wager)
         && !sky_sim_craps_is_left_alone (self, wager);
}

static gboolean
plant_dont_bet (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = self->point != 0 ? sky_sim_craps_find (self, is_dont_bet) : NULL;
  SkyMoney amount;

  if (wager == NULL)
    return FALSE;
  amount = wager->amount;
  sky_sim_craps_change (self, wager, "reduce", amount / 2);
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_DONT_BET,
                              sky_sim_craps_change (self, wager, "increase", amount), wager->id);
  sky_sim_craps_leave_alone (self, wager);
  return TRUE;
}

static gboolean
is_fresh_pass (SkySimCraps *self, const SkyWager *wager)
{
  return is_bet (wager, SKY_CRAPS_PASS) && !has_odds (self, wager)
         && !sky_sim_craps_is_left_alone (self, wager);
}

static gboolean
plant_odds_early (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *flat = self->point == 0 ? sky_sim_craps_find (self, is_fresh_pass) : NULL;

  if (flat == NULL)
    return FALSE;
  sky_sim_craps_leave_alone (self, flat);
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
  const SkyWager *flat = self->point != 0 ? sky_sim_craps_find (self, is_contract) : NULL;

  if (flat == NULL)
    return FALSE;
  sky_sim_craps_leave_alone (self, flat);
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
  return (SkySimCrapsWager){ .seat = sky_sim_craps_any_seat (self),
                             .bet = SKY_CRAPS_PLACE_WIN,
                             .number = sky_sim_pick (self->table, 4, 6),
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
  SkySimCrapsWager wager = place_bet (play, ((SkySimCraps *) play)->rules->limits.max
                                                + sky_sim_pick (table, 1, 9) * 600);

  return place_wrongly (play, &wager, SKY_CHECK_LIMITS_ABOVE_MAXIMUM);
}

static gboolean
plant_increment (SkySimTable *table, gpointer play)
{
  return place_wrongly (play,
                        &(SkySimCrapsWager){ .seat = sky_sim_craps_any_seat (play),
                                             .bet = SKY_CRAPS_FIELD,
                                             .amount = 700 },
                        SKY_CHECK_LIMITS_INCREMENT);
}

static gboolean
plant_not_offered (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  SkyCrapsBet bet = sky_table_offers (self->rules, &sky_craps_bets[SKY_CRAPS_BUY]) ? SKY_CRAPS_LAY
                                                                                   : SKY_CRAPS_BUY;

  if (sky_table_offers (self->rules, &sky_craps_bets[bet]))
    return FALSE;
  return place_wrongly (
      self,
      &(SkySimCrapsWager){
          .seat = sky_sim_craps_any_seat (self), .bet = bet, .number = 10, .amount = 4000 },
      SKY_CHECK_WAGER_NOT_OFFERED);
}

static gboolean
plant_not_permissible (SkySimTable *table, gpointer play)
{
  SkySimCrapsWager hop = {
    .seat = sky_sim_craps_any_seat (play), .bet = SKY_CRAPS_HOP, .amount = 500, .dice = { 6, 6 }
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
  SkySimCrapsWager wager = { .seat = sky_sim_craps_any_seat (play),
                             .bet = SKY_CRAPS_FIELD,
                             .amount = 500 * sky_sim_pick (table, 1, 6) };

  return place_wrongly (play, &wager, SKY_CHECK_WAGER_LATE);
}

static gboolean
plant_not_seated (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  SkySimCrapsWager wager = place_bet (self, 600);

  for (gint seat = 1; seat <= self->n_seats && table->game == SKY_GAME_MINI_CRAPS; seat++)
    if (!self->players[seat].present && self->players[seat].visit > 0)
      {
        wager.seat = seat;
        return place_wrongly (self, &wager, SKY_CHECK_WAGER_NOT_SEATED);
      }
  return FALSE;
}

static gboolean
plant_units (SkySimTable *table, gpointer play)
{
  return place_wrongly (play,
                        &(SkySimCrapsWager){ .seat = sky_sim_craps_any_seat (play),
                                             .bet = SKY_CRAPS_HORN,
                                             .amount = 500 },
                        SKY_CHECK_CRAPS_UNITS);
}

static gboolean
plant_broken_down (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;

  if (sky_table_option (self->rules, SKY_CRAPS_OPTION_WHIRL_AREA))
    return FALSE;
  return place_wrongly (self,
                        &(SkySimCrapsWager){ .seat = sky_sim_craps_any_seat (self),
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
  for (gint area = 1; area <= self->n_seats; area++)
    if (sky_sim_craps_find_own (self, area, SKY_CRAPS_FIRE_BET, 0) == NULL)
      return area;
  return 0;
}

/* @early: before the shooter's first come out roll. */
static gboolean
plant_fire_bet (SkySimCraps *self, gboolean early, SkyMoney amount, gint area, SkyCheck check)
{
  gint seat = sky_sim_craps_any_seat (self);

  if (!sky_table_offers (self->rules, &sky_craps_bets[SKY_CRAPS_FIRE_BET])
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
is_small_fire_bet (SkySimCraps *self, const SkyWager *wager)
{
  return is_bet (wager, SKY_CRAPS_FIRE_BET) && wager->amount < 500
         && wager->round < self->table->round && !sky_sim_craps_is_left_alone (self, wager);
}

static gboolean
plant_fire_changed (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_craps_find (self, is_small_fire_bet);

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_FIRE_BET_CHANGED,
                              sky_sim_craps_change (self, wager, "increase", wager->amount + 100),
                              wager->id);
  sky_sim_craps_leave_alone (self, wager);
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

/* The finding is about the first Fire Bet settled after it. */
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
  gint seat = sky_sim_craps_any_seat (self);

  if (self->point != 0 || !sky_table_offers (self->rules, &sky_craps_bets[SKY_CRAPS_HOT_SHOOTER])
      || sky_table_option (self->rules, SKY_CRAPS_OPTION_AUTOMATION) != SKY_CRAPS_AUTOMATION_NONE
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

  if (sky_table_option (self->rules, SKY_CRAPS_OPTION_POWER_ODDS))
    return FALSE;
  seq = sky_sim_craps_show_power_odds (self);
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_POWER_ODDS, seq, NULL);
  return TRUE;
}

static gboolean
plant_side_late (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  gint seat = sky_sim_craps_any_seat (self);

  if (self->point == 0 || !sky_table_offers (self->rules, &sky_craps_bets[SKY_CRAPS_HOT_ROLLER])
      || sky_sim_craps_find_own (self, seat, SKY_CRAPS_HOT_ROLLER, 0) != NULL)
    return FALSE;
  return place_wrongly (
      self,
      &(SkySimCrapsWager){ .seat = seat, .bet = SKY_CRAPS_HOT_ROLLER, .amount = 500, .area = seat },
      SKY_CHECK_CRAPS_SIDE_BET_TIMING);
}

static gboolean
is_hot_roller (SkySimCraps *self, const SkyWager *wager)
{
  return is_bet (wager, SKY_CRAPS_HOT_ROLLER) && wager->round < self->table->round
         && !sky_sim_craps_is_left_alone (self, wager);
}

static gboolean
plant_side_changed (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_craps_find (self, is_hot_roller);

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_SIDE_BET_CHANGED,
                              sky_sim_craps_change (self, wager, "increase", wager->amount + 500),
                              wager->id);
  sky_sim_craps_leave_alone (self, wager);
  return TRUE;
}

/* Settlements. */

/* A wager that is decided and waits for its settlement. */
static gboolean
is_due (SkySimCraps *self, const SkyWager *wager)
{
  return wager->due.outcome != SKY_OUTCOME_NONE && !wager->due.optional
         && !g_hash_table_contains (self->settled, wager->id);
}

static gboolean
is_due_to_win (SkySimCraps *self, const SkyWager *wager)
{
  return is_due (self, wager) && wager->due.outcome == SKY_OUTCOME_WIN && wager->due.paid > 0
         && wager->due.returned > 0;
}

static gboolean
is_due_to_lose (SkySimCraps *self, const SkyWager *wager)
{
  return is_due (self, wager) && wager->due.outcome == SKY_OUTCOME_LOSE;
}

static gboolean
settle_wrongly (SkySimCraps *self,
                const SkyWager *wager,
                const SkySettlement *settlement,
                SkyCheck check)
{
  SkySettlement due = sky_sim_craps_due (wager);
  SkyMoney variance = handed_over (settlement) - handed_over (&due);

  sky_sim_table_note_variance (self->table, check, sky_sim_craps_settle (self, wager, settlement),
                               wager->id, variance);
  return TRUE;
}

static gboolean
plant_outcome (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_craps_find (play, is_due_to_lose);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = (SkySettlement){ .outcome = SKY_OUTCOME_PUSH, .returned = wager->amount };
  return settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_OUTCOME);
}

static gboolean
plant_payout (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_craps_find (play, is_due_to_win);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = sky_sim_craps_due (wager);
  /* Another price, or a dealer's slip by some dollars. */
  if (wrong.paid != wager->amount && sky_sim_chance (table, 40))
    wrong.paid = wager->amount;
  else
    wrong.paid += 100 * sky_sim_pick (table, 1, 10)
                  * (wrong.paid > 1000 && sky_sim_chance (table, 50) ? -1 : 1);
  return settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_PAYOUT);
}

static gboolean
plant_stake (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_craps_find (play, is_due_to_win);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = sky_sim_craps_due (wager);
  wrong.taken += wrong.returned;
  wrong.returned = 0;
  return settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_STAKE);
}

static gboolean
is_due_vigorish (SkySimCraps *self, const SkyWager *wager)
{
  return is_due_to_win (self, wager) && wager->due.vig > 0;
}

static gboolean
plant_settle_vigorish (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_craps_find (play, is_due_vigorish);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = sky_sim_craps_due (wager);
  wrong.vig = sky_sim_chance (table, 50) ? 0 : wrong.vig + 100;
  return settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_VIGORISH);
}

static gboolean
plant_missing (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = self->missing == NULL ? sky_sim_craps_find (self, is_due) : NULL;

  if (wager == NULL)
    return FALSE;
  /* The finding is about the end of the round, which play_round() notes. */
  self->missing = wager;
  g_hash_table_add (self->settled, g_strdup (wager->id));
  return TRUE;
}

/* Nothing hangs on these, so that one may end without more ado. */
static gboolean
is_undecided (SkySimCraps *self, const SkyWager *wager)
{
  return wager->due.outcome == SKY_OUTCOME_NONE
         && (is_bet (wager, SKY_CRAPS_PLACE_WIN) || is_bet (wager, SKY_CRAPS_PLACE_LOSE)
             || is_bet (wager, SKY_CRAPS_HARDWAY));
}

static gboolean
plant_premature (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_craps_find (self, is_undecided);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  if (sky_sim_chance (table, 50))
    wrong = (SkySettlement){ .outcome = SKY_OUTCOME_LOSE, .taken = wager->amount };
  else
    wrong = (SkySettlement){ .outcome = SKY_OUTCOME_WIN,
                             .paid = wager->amount,
                             .returned = wager->amount };
  sky_sim_table_note_variance (table, SKY_CHECK_SETTLE_PREMATURE,
                               sky_sim_craps_settle (self, wager, &wrong), wager->id,
                               handed_over (&wrong));
  return TRUE;
}

/* A wager that was settled for good in this round. */
static gboolean
has_ended (SkySimCraps *self, const SkyWager *wager)
{
  return g_hash_table_contains (self->settled, wager->id) && wager != self->missing
         && !wager->settlement.stays && wager->settlement.seq > self->throw_seq;
}

static gboolean
plant_twice (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_craps_find (self, has_ended);
  SkySettlement again;

  if (wager == NULL)
    return FALSE;
  again = wager->settlement;
  sky_sim_table_note_variance (table, SKY_CHECK_SETTLE_TWICE,
                               sky_sim_craps_settle (self, wager, &again), wager->id,
                               handed_over (&again));
  return TRUE;
}

/* Disputes. */

static gboolean
was_settled_as_due (SkySimCraps *self, const SkyWager *wager)
{
  return has_ended (self, wager) && wager->settlement.outcome == wager->due.outcome
         && wager->settlement.paid == wager->due.paid
         && wager->settlement.returned == wager->due.returned
         && wager->settlement.vig == wager->due.vig && wager->due.outcome != SKY_OUTCOME_PUSH;
}

static guint64
dispute (SkySimCraps *self, const SkyWager *wager)
{
  GString *json = sky_sim_log_begin (self->log, "dispute");
  g_autofree char *id = g_strdup_printf ("d%u", ++self->n_disputes);

  sky_json_add_string (json, "dispute", id);
  sky_json_add_int (json, "seat", wager->seat);
  sky_json_add_string (json, "wager", wager->id);
  sky_json_begin_object (json, "claim");
  sky_json_add_string (json, "outcome", "win");
  sky_json_add_int (json, "paid", wager->settlement.paid + wager->amount);
  sky_json_end_object (json);
  sky_json_add_string (json, "text", "The patron says that more was due.");
  return sky_sim_log_end (self->log);
}

static guint64
rule (SkySimCraps *self, const char *decision)
{
  GString *json = sky_sim_log_begin (self->log, "ruling");
  g_autofree char *id = g_strdup_printf ("d%u", self->n_disputes);

  sky_json_add_string (json, "dispute", id);
  sky_json_add_string (json, "role", "floorperson");
  sky_json_add_string (json, "decision", decision);
  sky_json_add_string (json, "text", "Ruled at the table.");
  return sky_sim_log_end (self->log);
}

static gboolean
plant_dispute (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_craps_find (self, was_settled_as_due);

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (table, SKY_CHECK_DISPUTE_OPEN, dispute (self, wager), wager->id);
  rule (self, "stands");
  return TRUE;
}

static gboolean
plant_ruling (SkySimTable *table, gpointer play)
{
  SkySimCraps *self = play;
  const SkyWager *wager = sky_sim_craps_find (self, was_settled_as_due);

  if (wager == NULL)
    return FALSE;
  /* The dispute is a finding in its own right, which nobody planted. */
  sky_sim_table_note_expected (table, SKY_CHECK_DISPUTE_OPEN, dispute (self, wager), wager->id);
  sky_sim_table_note_planted (table, SKY_CHECK_DISPUTE_RULING, rule (self, "void"), wager->id);
  return TRUE;
}

void
sky_sim_craps_make_up (SkySimCraps *self)
{
  plant_unknown_reference (self->table, self);
}

/* The Fire Bet and the Hot Roller are wagers of Craps alone; at Mini-Craps players sit. */
#define AT_CRAPS      (1u << SKY_GAME_CRAPS)
#define AT_MINI_CRAPS (1u << SKY_GAME_MINI_CRAPS)

const SkySimFault sky_sim_craps_faults[] = {
  { SKY_CHECK_SETTLE_PAYOUT, SKY_SIM_CRAPS_SETTLE, plant_payout },
  { SKY_CHECK_WAGER_LATE, SKY_SIM_CRAPS_THROWN, plant_late, .always = TRUE },
  { SKY_CHECK_ROUND_CALL, SKY_SIM_CRAPS_ROUND, plant_call },
  { SKY_CHECK_DISPUTE_OPEN, SKY_SIM_CRAPS_SETTLED, plant_dispute },
  { SKY_CHECK_SETTLE_OUTCOME, SKY_SIM_CRAPS_SETTLE, plant_outcome },
  { SKY_CHECK_SETTLE_MISSING, SKY_SIM_CRAPS_SETTLE, plant_missing },
  { SKY_CHECK_SETTLE_STAKE, SKY_SIM_CRAPS_SETTLE, plant_stake },
  { SKY_CHECK_SETTLE_VIGORISH, SKY_SIM_CRAPS_SETTLE, plant_settle_vigorish },
  { SKY_CHECK_SETTLE_PREMATURE, SKY_SIM_CRAPS_SETTLE, plant_premature },
  { SKY_CHECK_SETTLE_TWICE, SKY_SIM_CRAPS_SETTLED, plant_twice },
  { SKY_CHECK_DISPUTE_RULING, SKY_SIM_CRAPS_SETTLED, plant_ruling },
  { SKY_CHECK_LOG_MALFORMED_LINE, SKY_SIM_CRAPS_BETWEEN, plant_garbage },
  { SKY_CHECK_LOG_SEQUENCE, SKY_SIM_CRAPS_BETWEEN, plant_sequence },
  { SKY_CHECK_LOG_TIME_REVERSED, SKY_SIM_CRAPS_BETWEEN, plant_time },
  { SKY_CHECK_LOG_CHECKPOINT, SKY_SIM_CRAPS_BETWEEN, plant_checkpoint },
  { SKY_CHECK_LOG_UNKNOWN_TYPE, SKY_SIM_CRAPS_BETWEEN, plant_unknown_type },
  { SKY_CHECK_LOG_UNKNOWN_REFERENCE, SKY_SIM_CRAPS_BETWEEN, plant_unknown_reference },
  { SKY_CHECK_LOG_INCOMPLETE, SKY_SIM_CRAPS_END, plant_incomplete, .once = TRUE },
  { SKY_CHECK_LOG_IMPOSSIBLE, SKY_SIM_CRAPS_ROUND, plant_impossible },
  { SKY_CHECK_ROUND_NO_RESULT, SKY_SIM_CRAPS_ROUND, plant_no_result },
  { SKY_CHECK_RULES_OPTION_INVALID, SKY_SIM_CRAPS_BETWEEN, plant_option },
  { SKY_CHECK_RULES_UNAPPROVED_CHANGE, SKY_SIM_CRAPS_BETWEEN, plant_unapproved },
  { SKY_CHECK_LIMITS_CHANGE_NOTICE, SKY_SIM_CRAPS_BETWEEN, plant_limits },
  { SKY_CHECK_LIMITS_BELOW_MINIMUM, SKY_SIM_CRAPS_WAGERS, plant_below, .always = TRUE },
  { SKY_CHECK_LIMITS_ABOVE_MAXIMUM, SKY_SIM_CRAPS_WAGERS, plant_above, .always = TRUE },
  { SKY_CHECK_LIMITS_INCREMENT, SKY_SIM_CRAPS_WAGERS, plant_increment, .always = TRUE },
  { SKY_CHECK_STAFF_UNKNOWN, SKY_SIM_CRAPS_BETWEEN, plant_unknown_staff },
  { SKY_CHECK_STAFF_UNQUALIFIED, SKY_SIM_CRAPS_BETWEEN, plant_trainee },
  { SKY_CHECK_WAGER_NOT_OFFERED, SKY_SIM_CRAPS_WAGERS, plant_not_offered },
  { SKY_CHECK_WAGER_NOT_PERMISSIBLE, SKY_SIM_CRAPS_WAGERS, plant_not_permissible, .always = TRUE },
  { SKY_CHECK_WAGER_VERBAL, SKY_SIM_CRAPS_WAGERS, plant_verbal, .always = TRUE },
  { SKY_CHECK_WAGER_CALL_BET, SKY_SIM_CRAPS_WAGERS, plant_call_bet, .always = TRUE },
  { SKY_CHECK_WAGER_NOT_SEATED, SKY_SIM_CRAPS_WAGERS, plant_not_seated, .games = AT_MINI_CRAPS },
  { SKY_CHECK_CRAPS_NO_LINE_BET, SKY_SIM_CRAPS_ROUND, plant_no_line_bet },
  { SKY_CHECK_CRAPS_LINE_BET_LATE, SKY_SIM_CRAPS_WAGERS, plant_line_late },
  { SKY_CHECK_CRAPS_COME_EARLY, SKY_SIM_CRAPS_WAGERS, plant_come_early },
  { SKY_CHECK_CRAPS_CONTRACT_BET, SKY_SIM_CRAPS_WAGERS, plant_contract },
  { SKY_CHECK_CRAPS_DONT_BET, SKY_SIM_CRAPS_WAGERS, plant_dont_bet },
  { SKY_CHECK_CRAPS_ODDS_UNSUPPORTED, SKY_SIM_CRAPS_WAGERS, plant_odds_early },
  { SKY_CHECK_CRAPS_ODDS_LIMIT, SKY_SIM_CRAPS_WAGERS, plant_odds_limit },
  { SKY_CHECK_CRAPS_UNITS, SKY_SIM_CRAPS_WAGERS, plant_units, .always = TRUE },
  { SKY_CHECK_CRAPS_BROKEN_DOWN, SKY_SIM_CRAPS_WAGERS, plant_broken_down },
  { SKY_CHECK_CRAPS_VIGORISH, SKY_SIM_CRAPS_WAGERS, plant_vigorish, .always = TRUE },
  { SKY_CHECK_CRAPS_INVALID_ROLL, SKY_SIM_CRAPS_ROUND, plant_invalid_roll },
  { SKY_CHECK_CRAPS_NO_ROLL_AUTHORITY, SKY_SIM_CRAPS_ROUND, plant_no_authority },
  { SKY_CHECK_CRAPS_NO_ROLL_CAUSE, SKY_SIM_CRAPS_ROUND, plant_no_cause },
  { SKY_CHECK_CRAPS_DICE_SET, SKY_SIM_CRAPS_OFFER, plant_dice_set },
  { SKY_CHECK_CRAPS_DICE_ORDER, SKY_SIM_CRAPS_OFFER, plant_dice_order },
  { SKY_CHECK_CRAPS_KEPT_DICE, SKY_SIM_CRAPS_OFFER, plant_kept_dice },
  { SKY_CHECK_CRAPS_MISPLACED, SKY_SIM_CRAPS_MOVE, plant_misplaced },
  { SKY_CHECK_CRAPS_FIRE_BET_TIMING, SKY_SIM_CRAPS_WAGERS, plant_fire_late, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_FIRE_BET_AMOUNT, SKY_SIM_CRAPS_WAGERS, plant_fire_amount, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_FIRE_BET_AREA, SKY_SIM_CRAPS_WAGERS, plant_fire_area, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_FIRE_BET_CHANGED, SKY_SIM_CRAPS_WAGERS, plant_fire_changed, .games = AT_CRAPS },
  { SKY_CHECK_FIRE_BET_MARKER, SKY_SIM_CRAPS_MARKER, plant_marker, .games = AT_CRAPS },
  { SKY_CHECK_FIRE_BET_NOT_NOTIFIED, SKY_SIM_CRAPS_FOURTH, plant_not_notified, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_SIDE_BET_TIMING, SKY_SIM_CRAPS_WAGERS, plant_side_late, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_SIDE_BET_CHANGED, SKY_SIM_CRAPS_WAGERS, plant_side_changed, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_AUTOMATION, SKY_SIM_CRAPS_WAGERS, plant_automation, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_MARKER_BUTTON, SKY_SIM_CRAPS_BUTTON, plant_button, .games = AT_CRAPS },
  { SKY_CHECK_CRAPS_POWER_ODDS, SKY_SIM_CRAPS_SHOWN, plant_power_odds },
  { 0 },
};
