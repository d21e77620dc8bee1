/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the players of a simulated craps table wager, all of it legal. */
#include "config.h"

#include "sky-sim-craps.h"

#include <string.h>

static const gint box_numbers[] = { 4, 5, 6, 8, 9, 10 };

static gint
pick_box (SkySimCraps *self)
{
  return box_numbers[sky_sim_pick (self->play.table, 0, 5)];
}

static gboolean
chance (SkySimCraps *self, guint percent)
{
  return sky_sim_chance (self->play.table, percent);
}

SkyWager *
sky_sim_craps_place (SkySimCraps *self, const SkySimCrapsWager *wager)
{
  const SkyBet *bet = &sky_craps_bets[wager->bet];
  GString *json = sky_sim_wager_begin (&self->play, wager->seat, bet->form.bet, wager->amount);

  if (bet->form.members & SKY_MEMBER_NUMBER)
    sky_json_add_int (json, "number", wager->number);
  if (bet->form.members & SKY_MEMBER_AREA)
    sky_json_add_int (json, "area", wager->area);
  if (bet->form.members & SKY_MEMBER_SUPPORTS)
    sky_json_add_string (json, "supports", wager->supports);
  if (bet->form.members & SKY_MEMBER_DICE)
    sky_sim_add_dice (json, "dice", wager->dice, 2);
  if (wager->via != NULL)
    sky_json_add_string (json, "via", wager->via);
  if (wager->confirmed)
    sky_json_add_bool (json, "confirmed", TRUE);
  if (wager->vig != 0)
    sky_json_add_int (json, "vig", wager->vig);
  return sky_sim_wager_end (&self->play);
}

SkyWager *
sky_sim_craps_find_own (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number)
{
  for (guint i = 0; i < self->play.rules->up->len; i++)
    {
      SkyWager *wager = self->play.rules->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->seat == seat && wager->bet == &sky_craps_bets[bet]
          && (number == 0 || wager->number == number))
        return wager;
    }
  return NULL;
}

SkyMoney
sky_sim_craps_amount (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number)
{
  gint n = sky_sim_pick (self->play.table, 1, 4);

  switch ((guint) bet)
    {
    case SKY_CRAPS_PASS:
    case SKY_CRAPS_DONT_PASS:
    case SKY_CRAPS_COME:
    case SKY_CRAPS_DONT_COME:
      return self->play.players[seat].unit;
    case SKY_CRAPS_PLACE_WIN:
    case SKY_CRAPS_PLACE_LOSE:
      return n * (number == 6 || number == 8 ? 600 : 500);
    case SKY_CRAPS_BUY:
      return n * 2000;
    case SKY_CRAPS_LAY:
      return n * 6000;
    case SKY_CRAPS_FIELD:
      return n * 500;
    case SKY_CRAPS_FIRE_BET:
      return sky_sim_pick (self->play.table, 1, 5) * 100;
    case SKY_CRAPS_HORN:
      return n * 400;
    case SKY_CRAPS_HORN_HIGH:
    case SKY_CRAPS_WHIRL:
      return n * 500;
    case SKY_CRAPS_CRAPS_ELEVEN:
      return n * 200;
    default:
      return n * 100;
    }
}

/* The vigorish that the house collects when the wager is made; the per cent are the Rules
 * Submission's. */
static SkyMoney
get_vig (SkySimCraps *self, SkyCrapsBet bet, SkyMoney amount)
{
  gboolean buys = bet == SKY_CRAPS_BUY;

  if ((!buys && bet != SKY_CRAPS_LAY)
      || sky_table_option (self->play.rules,
                           buys ? SKY_CRAPS_OPTION_BUY_COLLECT : SKY_CRAPS_OPTION_LAY_COLLECT)
             != SKY_CRAPS_COLLECT_ON_BET)
    return 0;
  return sky_money_share (amount,
                          sky_table_option (self->play.rules, buys ? SKY_CRAPS_OPTION_BUY_VIG
                                                                   : SKY_CRAPS_OPTION_LAY_VIG));
}

/* Places @bet with a legal amount, if the table offers it. */
static void
place (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number, const gint dice[2])
{
  SkySimCrapsWager wager = { .seat = seat, .bet = bet, .number = number, .area = seat };
  gboolean electronic;

  if (!sky_table_offers (self->play.rules, &sky_craps_bets[bet]))
    return;
  electronic =
      sky_table_option (self->play.rules, SKY_CRAPS_OPTION_AUTOMATION) == SKY_CRAPS_AUTOMATION_FULL;
  wager.amount = sky_sim_craps_amount (self, seat, bet, number);
  wager.vig = get_vig (self, bet, wager.amount);
  if (dice != NULL)
    memcpy (wager.dice, dice, sizeof wager.dice);
  if (electronic)
    wager.via = "electronic";
  else if (!(sky_craps_bets[bet].flags & SKY_BET_NEVER_VERBAL) && chance (self, 2))
    {
      wager.via = "cash_verbal";
      wager.confirmed = TRUE;
    }
  sky_sim_craps_place (self, &wager);
}

/* The same unless the seat has one up. */
static void
place_new (SkySimCraps *self, gint seat, SkyCrapsBet bet, gint number)
{
  if (sky_sim_craps_find_own (self, seat, bet, number) == NULL)
    place (self, seat, bet, number, NULL);
}

static gboolean
has_line_bet (SkySimCraps *self, gint seat)
{
  return sky_sim_craps_find_own (self, seat, SKY_CRAPS_PASS, 0) != NULL
         || sky_sim_craps_find_own (self, seat, SKY_CRAPS_DONT_PASS, 0) != NULL;
}

static void
bet_on_come_out (SkySimCraps *self, gint seat)
{
  guint eager = self->play.players[seat].eager;
  gboolean shoots = seat == self->shooter;
  gint64 automation = sky_table_option (self->play.rules, SKY_CRAPS_OPTION_AUTOMATION);

  if (!has_line_bet (self, seat) && !(shoots && self->skip_line) && (shoots || chance (self, 65)))
    place (self, seat, chance (self, 85) ? SKY_CRAPS_PASS : SKY_CRAPS_DONT_PASS, 0, NULL);
  if (!self->hand_began && chance (self, eager + 20))
    place_new (self, seat, SKY_CRAPS_FIRE_BET, 0);
  if (chance (self, eager / 2))
    place_new (self, seat, SKY_CRAPS_HOT_ROLLER, 0);
  if (automation == SKY_CRAPS_AUTOMATION_FULL && chance (self, eager / 2))
    place_new (self, seat, SKY_CRAPS_LUCKY_SHOOTER, 0);
  if (automation != SKY_CRAPS_AUTOMATION_NONE && chance (self, eager / 2))
    place_new (self, seat, SKY_CRAPS_HOT_SHOOTER, 0);
  for (SkyCrapsBet bet = SKY_CRAPS_ALL_SMALL; self->tracked == 0 && bet <= SKY_CRAPS_MAKE_EM_ALL;
       bet++)
    if (chance (self, eager / 2))
      place_new (self, seat, bet, 0);
}

/* The odds of @flat: not over the multiple, and in amounts whose odds pay whole dollars. */
static void
bet_odds (SkySimCraps *self, const SkyWager *flat, SkyCrapsBet odds, gint point)
{
  gint64 multiple = sky_table_option (self->play.rules, SKY_CRAPS_OPTION_ODDS_MULTIPLE);
  SkyMoney most = sky_craps_odds_limit (odds, flat->amount, point, multiple);
  SkySimCrapsWager wager = { .seat = (gint) flat->seat, .bet = odds, .supports = flat->id };

  for (guint i = 0; i < self->play.rules->up->len; i++)
    {
      const SkyWager *other = self->play.rules->up->pdata[i];

      if (other->status == SKY_WAGER_UP && other->supports == flat)
        return;
    }
  wager.amount = MIN (flat->amount * sky_sim_pick (self->play.table, 1, 3), most);
  if (sky_table_option (self->play.rules, SKY_CRAPS_OPTION_AUTOMATION) == SKY_CRAPS_AUTOMATION_FULL)
    wager.via = "electronic";
  sky_sim_craps_place (self, &wager);
}

static void
bet_with_point (SkySimCraps *self, gint seat)
{
  guint eager = self->play.players[seat].eager;
  const SkyWager *line;

  line = sky_sim_craps_find_own (self, seat, SKY_CRAPS_PASS, 0);
  if (line != NULL && chance (self, 50) && !sky_sim_is_left_alone (&self->play, line))
    bet_odds (self, line, SKY_CRAPS_PASS_ODDS, self->point);
  line = sky_sim_craps_find_own (self, seat, SKY_CRAPS_DONT_PASS, 0);
  if (line != NULL && chance (self, 30) && !sky_sim_is_left_alone (&self->play, line))
    bet_odds (self, line, SKY_CRAPS_DONT_PASS_ODDS, self->point);
  if (chance (self, eager / 2))
    place (self, seat, SKY_CRAPS_COME, 0, NULL);
  if (chance (self, eager / 8))
    place (self, seat, SKY_CRAPS_DONT_COME, 0, NULL);
}

/* Odds of the seat's Come and Don't Come Bets that have travelled. */
static void
bet_come_odds (SkySimCraps *self, gint seat)
{
  for (guint i = 0; i < self->play.rules->up->len; i++)
    {
      const SkyWager *wager = self->play.rules->up->pdata[i];
      gint number;

      if (wager->status != SKY_WAGER_UP || wager->seat != seat || wager->bet == NULL
          || sky_sim_is_left_alone (&self->play, wager))
        continue;
      number = GPOINTER_TO_INT (g_hash_table_lookup (self->moved, wager->id));
      if (number != 0 && chance (self, 30))
        bet_odds (self, wager,
                  wager->bet == &sky_craps_bets[SKY_CRAPS_COME] ? SKY_CRAPS_COME_ODDS
                                                                : SKY_CRAPS_DONT_COME_ODDS,
                  number);
    }
}

static void
bet_one_roll (SkySimCraps *self, gint seat)
{
  static const SkyCrapsBet bets[] = {
    SKY_CRAPS_ANY_SEVEN,    SKY_CRAPS_ANY_CRAPS, SKY_CRAPS_CRAPS_TWO,    SKY_CRAPS_CRAPS_THREE,
    SKY_CRAPS_CRAPS_TWELVE, SKY_CRAPS_ELEVEN,    SKY_CRAPS_CRAPS_ELEVEN, SKY_CRAPS_HORN,
    SKY_CRAPS_HORN_HIGH,    SKY_CRAPS_WHIRL,     SKY_CRAPS_HOP,          SKY_CRAPS_SIX_SEVEN_EIGHT
  };
  static const gint high[] = { 2, 3, 11, 12 };
  SkyCrapsBet bet = bets[sky_sim_pick (self->play.table, 0, G_N_ELEMENTS (bets) - 1)];
  gint dice[2] = { sky_sim_pick (self->play.table, 1, 6), sky_sim_pick (self->play.table, 1, 6) };
  gint8 sorted[2] = { (gint8) MIN (dice[0], dice[1]), (gint8) MAX (dice[0], dice[1]) };
  gboolean has_area = TRUE;

  if (bet == SKY_CRAPS_HORN_HIGH)
    has_area = sky_table_option (self->play.rules, SKY_CRAPS_OPTION_HORN_HIGH_AREA) != 0;
  else if (bet == SKY_CRAPS_WHIRL)
    has_area = sky_table_option (self->play.rules, SKY_CRAPS_OPTION_WHIRL_AREA) != 0;
  if (has_area && (bet != SKY_CRAPS_HOP || sky_craps_is_permissible (bet, 0, sorted)))
    place (self, seat, bet, high[sky_sim_pick (self->play.table, 0, 3)], dice);
}

static gboolean
may_change (gpointer play, const SkyWager *wager)
{
  SkyCrapsBet bet = sky_craps_bet_of (wager->bet);

  return !sky_sim_is_left_alone (play, wager)
         && (bet == SKY_CRAPS_PLACE_WIN || bet == SKY_CRAPS_PLACE_LOSE || bet == SKY_CRAPS_BUY
             || bet == SKY_CRAPS_LAY || bet == SKY_CRAPS_HARDWAY);
}

static void
change_wager (SkySimCraps *self)
{
  const SkyWager *wager = sky_sim_find (&self->play, may_change);

  if (wager == NULL)
    return;
  switch (sky_sim_pick (self->play.table, 0, 4))
    {
    case 0:
      sky_sim_change_wager (&self->play, wager, "on", 0);
      break;
    case 1:
      sky_sim_change_wager (&self->play, wager, "off", 0);
      break;
    case 2:
      sky_sim_change_wager (&self->play, wager, "remove", 0);
      break;
    case 3:
      /* The vigorish of a Buy or Lay Bet belongs to its amount. */
      if (wager->vig == 0)
        sky_sim_change_wager (&self->play, wager, "increase", wager->amount + wager->placed_amount);
      break;
    default:
      if (wager->amount > wager->placed_amount)
        sky_sim_change_wager (&self->play, wager, "reduce", wager->amount - wager->placed_amount);
      break;
    }
}

void
sky_sim_craps_bet (SkySimCraps *self)
{
  gint first = sky_sim_any_seat (&self->play);
  gint seat = first;

  do
    {
      guint eager = self->play.players[seat].eager;

      if (self->point == 0)
        bet_on_come_out (self, seat);
      else
        bet_with_point (self, seat);
      bet_come_odds (self, seat);
      if (chance (self, eager / 2))
        place_new (self, seat, SKY_CRAPS_PLACE_WIN, pick_box (self));
      if (chance (self, eager / 10))
        place_new (self, seat, SKY_CRAPS_PLACE_LOSE, pick_box (self));
      if (chance (self, eager / 10))
        place_new (self, seat, SKY_CRAPS_BUY, pick_box (self));
      if (chance (self, eager / 12))
        place_new (self, seat, SKY_CRAPS_LAY, pick_box (self));
      if (chance (self, eager / 4))
        place_new (self, seat, SKY_CRAPS_FIELD, 0);
      if (chance (self, eager / 5))
        place_new (self, seat, SKY_CRAPS_HARDWAY, 2 * sky_sim_pick (self->play.table, 2, 5));
      if (chance (self, eager / 4))
        bet_one_roll (self, seat);
      seat = sky_sim_next_seat (&self->play, seat);
    }
  while (seat != first);
  if (chance (self, 12))
    change_wager (self);
}

/* What the random number generator shows before the throw (§ 623b.5(c)). */
guint64
sky_sim_craps_show_power_odds (SkySimCraps *self)
{
  gsize n;
  const SkyCrapsPower *power = sky_craps_power (&n);
  const SkyCrapsPower *line = &power[sky_sim_pick (self->play.table, 0, (gint) n - 1)];
  const SkyBet *chosen = &sky_craps_bets[line->bet];
  g_autofree char *odds = NULL;
  GString *json;
  guint64 seq;

  odds = sky_odds_format (chance (self, 50) ? line->low : line->high);
  json = sky_sim_log_begin (self->play.log, "power_odds");
  sky_json_begin_array (json, "bets");
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "bet", chosen->form.bet);
  if (chosen->form.members & SKY_MEMBER_NUMBER)
    sky_json_add_int (json, "number", line->key);
  if (chosen->form.members & SKY_MEMBER_DICE)
    {
      sky_json_begin_array (json, "dice");
      sky_json_add_int (json, NULL, line->key / 10);
      sky_json_add_int (json, NULL, line->key % 10);
      sky_json_end_array (json);
    }
  sky_json_add_string (json, "odds", odds);
  sky_json_end_object (json);
  sky_json_end_array (json);
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 30, 60);
  return seq;
}
