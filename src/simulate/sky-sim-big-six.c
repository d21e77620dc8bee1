/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Big Six Wheel while it is simulated. */
#include "config.h"

#include "sky-big-six.h"
#include "sky-sim-rounds.h"

/* How a round may depart from the rules. */
enum
{
  WRONG_SYMBOL = SKY_SIM_ROUNDS_N_TWISTS,
};

static const char *
get_key (SkySymbol symbol)
{
  return sky_big_six_game.bets[0].pays[symbol].code;
}

static void
submit (SkySimRounds *self, GString *json)
{
  static const char *const themed[SKY_N_SYMBOLS] = { "Cherry", "Plum",  "Bell",  "Bar",
                                                     "Seven",  "Crown", "Shield" };

  if (sky_sim_chance (self->play.table, 30))
    {
      sky_json_begin_object (json, "symbols");
      for (SkySymbol symbol = 0; symbol < SKY_N_SYMBOLS; symbol++)
        sky_json_add_string (json, get_key (symbol), themed[symbol]);
      sky_json_end_object (json);
    }
  if (sky_sim_chance (self->play.table, 30))
    sky_json_add_raw (json, "pay", "{\"symbol:joker\":\"47 to 1\",\"symbol:flag\":\"47 to 1\"}");
}

static void
choose (SkySimRounds *self, SkySimWager *wager)
{
  wager->bet = sky_big_six_game.bets[0].form.bet;
  wager->amount = 100 * sky_sim_pick (self->play.table, 1, 50);
  g_snprintf (wager->members, sizeof wager->members, "\"symbol\":\"%s\"",
              get_key ((SkySymbol) sky_sim_pick (self->play.table, 0, SKY_N_SYMBOLS - 1)));
}

static gboolean
choose_forbidden (SkySimRounds *self, SkySimWager *wager)
{
  wager->bet = sky_big_six_game.bets[0].form.bet;
  g_snprintf (wager->members, sizeof wager->members, "\"symbol\":\"%d\"",
              sky_sim_chance (self->play.table, 50) ? 40 : 3);
  return TRUE;
}

static guint64
show_section (
    SkySimRounds *self, gint section, const char *symbol, gint revolutions, gboolean between)
{
  GString *json = sky_sim_log_begin (self->play.log, "result");
  guint64 seq;

  sky_json_add_int (json, "section", section);
  sky_json_add_string (json, "symbol", symbol);
  sky_json_add_int (json, "revolutions", revolutions);
  sky_json_begin_array (json, "observed");
  if (between)
    sky_json_add_string (json, NULL, "between");
  sky_json_end_array (json);
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 50, 120);
  return seq;
}

static guint64
call (SkySimRounds *self, SkySymbol symbol)
{
  guint64 seq;

  sky_json_add_string (sky_sim_log_begin (self->play.log, "call"), "symbol", get_key (symbol));
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 50, 120);
  return seq;
}

static guint64
spin (SkySimRounds *self)
{
  guint64 seq = sky_sim_emit (&self->play, "spin");

  sky_sim_wait (&self->play, 500, 900);
  return seq;
}

/* Shows the section and lets it be called. Returns FALSE when nothing is to be settled. */
static gboolean
end_spin (SkySimRounds *self, gint section)
{
  SkySimTable *table = self->play.table;
  SkySymbol symbol = sky_big_six_symbol ((guint) section);
  SkySymbol other =
      (symbol + (SkySymbol) sky_sim_pick (table, 1, SKY_N_SYMBOLS - 1)) % SKY_N_SYMBOLS;
  gint revolutions = sky_sim_pick (table, 3, 6);
  gboolean between = FALSE;
  guint64 seq;

  switch (self->play.twist)
    {
    case SKY_SIM_IMPOSSIBLE:
      seq = show_section (self, SKY_N_SECTIONS, get_key (symbol), revolutions, FALSE);
      sky_sim_table_note_planted (table, SKY_CHECK_LOG_IMPOSSIBLE, seq, NULL);
      return FALSE;
    case SKY_SIM_COUNT_INVALID:
      between = sky_sim_chance (table, 50);
      if (!between)
        revolutions = sky_sim_pick (table, 1, 2);
      seq = show_section (self, section, get_key (symbol), revolutions, between);
      sky_sim_table_note_planted (table, SKY_CHECK_BIG_SIX_INVALID_SPIN, seq, NULL);
      call (self, symbol);
      return TRUE;
    case WRONG_SYMBOL:
      seq = show_section (self, section, get_key (other), revolutions, FALSE);
      sky_sim_table_note_planted (table, SKY_CHECK_BIG_SIX_SYMBOL, seq, NULL);
      call (self, other);
      return TRUE;
    case SKY_SIM_WRONG_CALL:
      show_section (self, section, get_key (symbol), revolutions, FALSE);
      sky_sim_table_note_planted (table, SKY_CHECK_ROUND_CALL, call (self, other), NULL);
      return TRUE;
    default:
      show_section (self, section, get_key (symbol), revolutions, FALSE);
      call (self, symbol);
      return TRUE;
    }
}

static gboolean
show (SkySimRounds *self)
{
  SkySimTable *table = self->play.table;
  gint section = sky_sim_pick (table, 0, SKY_N_SECTIONS - 1);

  sky_sim_rounds_close_bets (self);
  sky_sim_rounds_note_no_call (self, spin (self));
  while (sky_sim_rounds_may_fail (self, 2))
    {
      /* § 619a.2(d) */
      if (sky_sim_chance (table, 70))
        show_section (self, section, get_key (sky_big_six_symbol ((guint) section)),
                      sky_sim_pick (table, 1, 5), TRUE);
      sky_sim_rounds_void (self, "no_spin");
      if (sky_sim_chance (table, 20))
        return TRUE;
      section = sky_sim_pick (table, 0, SKY_N_SECTIONS - 1);
      spin (self);
    }
  return end_spin (self, section);
}

static gboolean
plant_symbol (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, WRONG_SYMBOL);
}

static const SkySimFault faults[] = {
  SKY_SIM_ROUNDS_FAULTS,
  { SKY_CHECK_BIG_SIX_INVALID_SPIN, SKY_SIM_ROUND, sky_sim_plant_invalid },
  { SKY_CHECK_BIG_SIX_SYMBOL, SKY_SIM_ROUND, plant_symbol },
  { 0 },
};

static const SkySimRoundsGame game = {
  .faults = faults,
  .n_seats = 10,
  .pieces = { { "wheel" } },
  .n_pieces = 1,
  .bet_limits = "{\"symbol\":{\"min\":100,\"increment\":50}}",
  .wrong_pay = "\"pay\":{\"symbol:joker\":\"40 to 1\"}",
  .stepped = { .bet = "symbol", .members = "\"symbol\":\"5\"", .amount = 625 },
  .submit = submit,
  .choose = choose,
  .choose_forbidden = choose_forbidden,
  .show = show,
};

const SkySimGame sky_sim_big_six = {
  .id = SKY_GAME_BIG_SIX,
  .table_prefix = "BS",
  .faults = faults,
  .rounds = &game,
  .size = sizeof (SkySimRounds),
  .play = sky_sim_rounds_play,
};
