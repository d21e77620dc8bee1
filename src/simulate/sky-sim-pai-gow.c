/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Pai Gow table: wagers, the hands set and compared. */
#include "config.h"

#include "sky-sim-pai-gow.h"

#define N_SEATS   SKY_SIM_PAI_GOW_SEATS
#define DEALER    SKY_SIM_PAI_GOW_DEALER
#define DEAD_HAND SKY_SIM_PAI_GOW_DEAD

static gboolean
chance (SkySimPaiGow *self, guint percent)
{
  return sky_sim_chance (sky_sim_pai_gow_play (self)->table, percent);
}

static gint
pick (SkySimPaiGow *self, gint from, gint to)
{
  return sky_sim_pick (sky_sim_pai_gow_play (self)->table, from, to);
}

/* The hands. */

static guint64
set (SkySimPaiGow *self, gint place, const SkyTile a[2], const SkyTile b[2], gboolean high_first)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  gint compared = sky_tile_hand_compare (sky_tile_hand (a[0], a[1]), sky_tile_hand (b[0], b[1]));
  gboolean first = high_first ? compared >= 0 : compared < 0;
  GString *json = sky_sim_log_begin (play->log, "set");
  guint64 seq;

  sky_sim_pai_gow_add_place (json, "to", place);
  sky_sim_pai_gow_add_tiles (json, "high", first ? a : b, 2);
  sky_sim_pai_gow_add_tiles (json, "low", first ? b : a, 2);
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 40, 100);
  return seq;
}

/* As he likes, but for the high hand (§ 621a.10(a)). */
static void
set_player (SkySimPaiGow *self, gint seat)
{
  SkyTile a[2], b[2];
  gboolean wrong;
  guint64 seq;

  sky_tile_setting (self->hands[seat], (guint) pick (self, 0, SKY_TILE_SETTINGS - 1), a, b);
  wrong = self->wrong_set
          && sky_tile_hand_compare (sky_tile_hand (a[0], a[1]), sky_tile_hand (b[0], b[1])) != 0;
  seq = set (self, seat, a, b, !wrong);
  if (!wrong)
    return;
  sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_SET, seq);
  self->wrong_set = FALSE;
}

/* TRUE when the dealer may set his tiles as @setting (§ 621a.10(d)); twins are as good. */
static gboolean
is_right (const SkyTile tiles[4], guint right, guint setting)
{
  SkyTile a[2], b[2], other_a[2], other_b[2];

  sky_tile_setting (tiles, setting, a, b);
  for (guint other = 0; other < SKY_TILE_SETTINGS; other++)
    {
      sky_tile_setting (tiles, other, other_a, other_b);
      if (right >> other & 1 && sky_tile_settings_equal (a, b, other_a, other_b))
        return TRUE;
    }
  return FALSE;
}

/* A setting that is right or, where there is one, wrong. */
static guint
choose_setting (SkySimPaiGow *self, guint right, gboolean wrong)
{
  guint from = (guint) pick (self, 0, SKY_TILE_SETTINGS - 1);

  for (guint i = 0; i < SKY_TILE_SETTINGS; i++)
    {
      guint setting = (from + i) % SKY_TILE_SETTINGS;

      if (is_right (self->hands[DEALER], right, setting) != wrong)
        return setting;
    }
  return SKY_TILE_SETTINGS;
}

static void
set_dealer (SkySimPaiGow *self)
{
  guint rule;
  guint right = sky_tile_dealer_settings (self->hands[DEALER], &rule);
  guint setting = SKY_TILE_SETTINGS;
  SkyTile a[2], b[2];
  guint64 seq;

  sky_sim_cards_plant (&self->cards, SKY_SIM_PAI_GOW_DEALER_SET);
  if (self->wrong_dealer_set)
    setting = choose_setting (self, right, TRUE);
  if (setting == SKY_TILE_SETTINGS)
    setting = choose_setting (self, right, FALSE);
  sky_tile_setting (self->hands[DEALER], setting, a, b);
  seq = set (self, DEALER, a, b, TRUE);
  if (is_right (self->hands[DEALER], right, setting))
    return;
  sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_DEALER_SET, seq);
  self->wrong_dealer_set = FALSE;
}

static void
set_hands (SkySimPaiGow *self)
{
  gboolean dealer_plays =
      self->bank == 0
      || (!self->co
          && sky_sim_cards_sum (&self->cards, SKY_PAI_GOW_DEALER_VS_BANK, self->bank) > 0);

  sky_sim_cards_plant (&self->cards, SKY_SIM_PAI_GOW_SET);
  for (gint seat = 1; seat <= N_SEATS; seat++)
    {
      if (self->voided[seat] || (!sky_sim_pai_gow_has_wager (self, seat) && seat != self->bank))
        continue;
      set_player (self, seat);
      if (self->bank == 0 && g_hash_table_size (sky_sim_pai_gow_play (self)->settled) == 0
          && chance (self, 3))
        sky_sim_pai_gow_decide (self, seat, "surrender");
    }
  if (dealer_plays)
    set_dealer (self);
}

static void
reveal (SkySimPaiGow *self, gint seat)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);

  sky_json_add_int (sky_sim_log_begin (play->log, "reveal"), "seat", seat);
  sky_sim_log_end (play->log);
  sky_sim_wait (play, 50, 100);
}

/* Gives up the first hand that was exposed. */
static void
surrender_late (SkySimPaiGow *self)
{
  for (gint seat = 1; seat <= N_SEATS; seat++)
    if (sky_sim_pai_gow_has_wager (self, seat) && !self->voided[seat])
      {
        reveal (self, seat);
        sky_sim_pai_gow_decide (self, seat, "surrender");
        sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_SURRENDER,
                              sky_sim_log_get_seq (sky_sim_pai_gow_play (self)->log));
        break;
      }
  self->late_surrender = FALSE;
}

static void
settle_seat (SkySimPaiGow *self, gint seat)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);

  for (guint i = 0; i < play->rules->up->len; i++)
    {
      const SkyWager *wager = play->rules->up->pdata[i];
      SkySettlement due = sky_sim_due (wager);

      if (wager->status == SKY_WAGER_UP && wager->seat == seat && wager->bet != NULL
          && sky_sim_is_due (play, wager))
        sky_sim_settle (play, wager, &due);
    }
}

static void
compare_hands (SkySimPaiGow *self)
{
  sky_sim_cards_plant (&self->cards, SKY_SIM_PAI_GOW_REVEAL);
  if (self->late_surrender)
    surrender_late (self);
  sky_sim_cards_plant (&self->cards, SKY_SIM_SETTLE);
  sky_sim_cards_plant (&self->cards, SKY_SIM_PAY);
  for (gint seat = 1; seat <= N_SEATS; seat++)
    {
      if (sky_sim_pai_gow_has_wager (self, seat) && !self->voided[seat])
        reveal (self, seat);
      settle_seat (self, seat);
    }
  sky_sim_cards_settle (&self->cards);
}

/* The round. */

static gboolean
show (SkySimRounds *rounds)
{
  SkySimPaiGow *self = (SkySimPaiGow *) rounds;

  sky_sim_rounds_close_bets (rounds);
  rounds->play.settles_from = sky_sim_log_get_seq (rounds->play.log);
  if (sky_sim_pai_gow_deal (self))
    {
      set_hands (self);
      compare_hands (self);
      sky_sim_pai_gow_settle_bank (self);
      sky_sim_cards_finish (&self->cards);
    }
  else
    sky_sim_cards_return_all (&self->cards);
  sky_sim_pai_gow_remember (self);
  return FALSE;
}

/* Tiles are used for twelve hours, dice for 24 (§ 621a.3(e), § 621a.5(c)). */
static void
go_between (SkySimRounds *rounds)
{
  static const SkyTime spans[] = { 10 * SKY_HOUR, 22 * SKY_HOUR };
  SkySimPaiGow *self = (SkySimPaiGow *) rounds;
  SkyTime now = sky_sim_log_get_time (rounds->play.log);

  sky_sim_cards_go_between (&self->cards);
  for (guint i = 0; i < 2; i++)
    {
      if (self->n_brought[i] == rounds->n_brought[i] && now - self->brought_at[i] > spans[i])
        sky_sim_rounds_bring (rounds, i, TRUE);
      if (self->n_brought[i] != rounds->n_brought[i])
        self->brought_at[i] = now;
      self->n_brought[i] = rounds->n_brought[i];
    }
}

/* Wagers. */

static void
choose (SkySimRounds *rounds, SkySimWager *wager)
{
  SkySimPaiGow *self = (SkySimPaiGow *) rounds;

  if (wager->seat == self->bank)
    wager->seat = sky_sim_next_seat (&rounds->play, wager->seat);
  wager->bet = "pai_gow";
  wager->amount =
      rounds->play.players[wager->seat].unit + (chance (self, 20) ? SKY_SIM_CARDS_INCREMENT : 0);
}

static gboolean
choose_forbidden (SkySimRounds *rounds, SkySimWager *wager)
{
  wager->bet = "wong";
  return rounds->play.twist == SKY_SIM_STRAIGHT;
}

static void
bet (SkySimRounds *rounds)
{
  SkySimPaiGow *self = (SkySimPaiGow *) rounds;
  gint first, seat;

  sky_sim_pai_gow_offer_bank (self);
  first = sky_sim_any_seat (&rounds->play);
  if (first == self->bank)
    first = sky_sim_next_seat (&rounds->play, first);
  seat = first;
  do
    {
      SkySimWager wager = { .seat = seat };

      if (seat != self->bank && sky_sim_cards_takes_part (&self->cards, seat, first))
        {
          choose (rounds, &wager);
          sky_sim_rounds_place (rounds, &wager);
        }
      seat = sky_sim_next_seat (&rounds->play, seat);
    }
  while (seat != first);
  if (rounds->play.twist == SKY_SIM_NO_RESULT)
    sky_sim_pai_gow_remember (self);
}

static void
submit (SkySimRounds *rounds, GString *json)
{
  SkySimTable *table = rounds->play.table;

  ((SkySimPaiGow *) rounds)->turn = 1;
  if (sky_sim_chance (table, 50))
    sky_json_add_string (json, "vig_rounding", "quarter_up");
  if (sky_sim_chance (table, 70))
    {
      sky_json_add_bool (json, "player_bank", TRUE);
      sky_json_add_bool (json, "co_bank", sky_sim_chance (table, 50));
      if (sky_sim_chance (table, 50))
        sky_json_add_int (json, "dealer_wager", 2500);
      else
        sky_json_add_string (json, "dealer_wager", "last");
    }
  if (sky_sim_chance (table, 25))
    sky_json_add_bool (json, "rng", TRUE);
  if (sky_sim_chance (table, 60))
    sky_json_add_bool (json, "alternative_dealing", TRUE);
}

/* Faults. */

static gboolean
is_shaken (gpointer play)
{
  return !sky_table_option (((SkySimPlay *) play)->rules, SKY_PAI_GOW_RNG);
}

static gboolean
plant_no_roll (SkySimTable *table, gpointer play)
{
  return is_shaken (play) && sky_sim_plant_invalid (table, play);
}

static gboolean
plant_shakes (SkySimTable *table, gpointer play)
{
  return is_shaken (play) && sky_sim_twist (play, SKY_SIM_PAI_GOW_FEW_SHAKES);
}

static gboolean
plant_start (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_PAI_GOW_WRONG_START);
}

static gboolean
plant_exposed (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_PAI_GOW_EXPOSED);
}

static gboolean
plant_delivery (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimPaiGow *) play)->wrong_delivery);
}

static gboolean
plant_set (SkySimTable *table, gpointer play)
{
  return table->round != table->last_round
         && sky_sim_cards_take_in_hand (&((SkySimPaiGow *) play)->wrong_set);
}

/* There has to be a wrong setting. */
static gboolean
plant_dealer_set (SkySimTable *table, gpointer play)
{
  SkySimPaiGow *self = play;
  guint rule;
  guint right = sky_tile_dealer_settings (self->hands[DEALER], &rule);

  return choose_setting (self, right, TRUE) != SKY_TILE_SETTINGS
         && sky_sim_cards_take_in_hand (&self->wrong_dealer_set);
}

/* Nothing may have been settled that the surrender decides otherwise. */
static gboolean
plant_surrender (SkySimTable *table, gpointer play)
{
  SkySimPaiGow *self = play;

  if (self->bank != 0 || g_hash_table_size (sky_sim_pai_gow_play (self)->settled) > 0)
    return FALSE;
  for (gint seat = 1; seat <= N_SEATS; seat++)
    if (sky_sim_pai_gow_has_wager (self, seat) && !self->voided[seat])
      return sky_sim_cards_take_in_hand (&self->late_surrender);
  return FALSE;
}

static gboolean
is_due_vigorish (gpointer play, const SkyWager *wager)
{
  return sky_sim_is_due_to_win (play, wager) && wager->due.vig > 0;
}

static gboolean
plant_vigorish (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_find (play, is_due_vigorish);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = sky_sim_due (wager);
  wrong.vig = sky_sim_chance (table, 50) ? 0 : wrong.vig + 100;
  return sky_sim_settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_VIGORISH);
}

static const SkySimFault faults[] = {
  SKY_SIM_CARDS_FAULTS,
  { SKY_CHECK_LOG_IMPOSSIBLE, SKY_SIM_ROUND, sky_sim_plant_impossible },
  { SKY_CHECK_ROUND_CALL, SKY_SIM_ROUND, sky_sim_plant_call },
  { SKY_CHECK_WAGER_NOT_SEATED, SKY_SIM_WAGERS, sky_sim_cards_plant_not_seated },
  { SKY_CHECK_SETTLE_VIGORISH, SKY_SIM_PAY, plant_vigorish },
  { SKY_CHECK_SETTLE_VIGORISH, SKY_SIM_PAI_GOW_LEFT, sky_sim_pai_gow_plant_left_vig },
  { SKY_CHECK_SETTLE_PAYOUT, SKY_SIM_PAI_GOW_LEFT, sky_sim_pai_gow_plant_surplus },
  { SKY_CHECK_PAI_GOW_SHAKES, SKY_SIM_ROUND, plant_shakes },
  { SKY_CHECK_PAI_GOW_NO_ROLL, SKY_SIM_ROUND, plant_no_roll },
  { SKY_CHECK_PAI_GOW_START, SKY_SIM_ROUND, plant_start },
  { SKY_CHECK_PAI_GOW_DELIVERY, SKY_SIM_PAI_GOW_DEAL, plant_delivery },
  { SKY_CHECK_PAI_GOW_EXPOSED, SKY_SIM_ROUND, plant_exposed },
  { SKY_CHECK_PAI_GOW_SET, SKY_SIM_PAI_GOW_SET, plant_set },
  { SKY_CHECK_PAI_GOW_DEALER_SET, SKY_SIM_PAI_GOW_DEALER_SET, plant_dealer_set },
  { SKY_CHECK_PAI_GOW_SURRENDER, SKY_SIM_PAI_GOW_REVEAL, plant_surrender },
  { SKY_CHECK_PAI_GOW_BANK_TURN, SKY_SIM_PAI_GOW_OFFER, sky_sim_pai_gow_plant_turn },
  { SKY_CHECK_PAI_GOW_BANK_ELIGIBLE, SKY_SIM_PAI_GOW_BANK, sky_sim_pai_gow_plant_chips },
  { 0 },
};

static const SkySimRoundsGame game = {
  .faults = faults,
  .n_seats = N_SEATS,
  .pieces = { { .item = "tiles", .by_dealer = TRUE, .inspected = TRUE, .ages = TRUE },
              { .item = "dice" } },
  .n_pieces = 2,
  .bet_limits = "{\"pai_gow\":{\"increment\":25}}",
  .wrong_pay = "\"adjacent_areas\":0",
  .stepped = { .bet = "" },
  .submit = submit,
  .go_between = go_between,
  .choose = choose,
  .choose_forbidden = choose_forbidden,
  .bet = bet,
  .show = show,
};

const SkySimGame sky_sim_pai_gow = {
  .id = SKY_GAME_PAI_GOW,
  .table_prefix = "PG",
  .faults = faults,
  .rounds = &game,
  .size = sizeof (SkySimPaiGow),
  .play = sky_sim_rounds_play,
};
