/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks, dice and delivery at a simulated Pai Gow table (§ 621a.8, § 621a.9, § 621a.12). */
#include "config.h"

#include "sky-sim-pai-gow.h"

#include "sky-delivery.h"

#define DEALER    SKY_SIM_PAI_GOW_DEALER
#define DEAD_HAND SKY_SIM_PAI_GOW_DEAD
#define N_PLACES  SKY_SIM_PAI_GOW_PLACES

static const char *const styles[] = {
  [SKY_STYLE_HOUSE] = "house",
  [SKY_STYLE_HOUSE_LEFT] = "house_left",
  [SKY_STYLE_CUP_SAY_RIGHT] = "cup_say_right",
  [SKY_STYLE_CUP_SAY_LEFT] = "cup_say_left",
  [SKY_STYLE_JUNG_QUAT] = "jung_quat",
  [SKY_STYLE_CHEE_YEE] = "chee_yee",
  [SKY_STYLE_PIN_SAY_RIGHT] = "pin_say_right",
  [SKY_STYLE_PIN_SAY_LEFT] = "pin_say_left",
  [SKY_STYLE_DRAGON_RIGHT] = "dragon_right",
  [SKY_STYLE_DRAGON_LEFT] = "dragon_left",
};

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

/* Stacks, cut and style. */

static void
mix (SkySimPaiGow *self, SkyStacks *stacks)
{
  guint n_kinds, n = 0;
  const SkyTile *kinds = sky_tile_kinds (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    for (guint j = 0; j < sky_tile_count (kinds[i]); j++, n++)
      stacks->tiles[n / 4][n % 4] = kinds[i];
  for (gint i = SKY_TILES_IN_SET - 1; i > 0; i--)
    {
      gint other = pick (self, 0, i);
      SkyTile kept = stacks->tiles[i / 4][i % 4];

      stacks->tiles[i / 4][i % 4] = stacks->tiles[other / 4][other % 4];
      stacks->tiles[other / 4][other % 4] = kept;
    }
}

static void
show_stacks (SkySimPaiGow *self, const SkyStacks *stacks)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  GString *json = sky_sim_log_begin (play->log, "stacks");

  sky_json_begin_array (json, "tiles");
  for (guint i = 0; i < 8; i++)
    sky_sim_pai_gow_add_tiles (json, NULL, stacks->tiles[i], 4);
  sky_json_end_array (json);
  sky_sim_log_end (play->log);
}

static void
cut (SkySimPaiGow *self, SkyStacks *stacks)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  GString *json = sky_sim_log_begin (play->log, "cut");
  SkyEvent event = { .type = SKY_EVENT_CUT };

  event.cut.n_moves = (guint8) pick (self, 1, 2);
  sky_json_begin_array (json, "moves");
  for (guint i = 0; i < event.cut.n_moves; i++)
    {
      event.cut.moves[i].first = pick (self, 1, 8);
      event.cut.moves[i].last = pick (self, (gint) event.cut.moves[i].first, 8);
      event.cut.moves[i].left = chance (self, 50);
      sky_json_begin_array (json, NULL);
      sky_json_add_int (json, NULL, event.cut.moves[i].first);
      sky_json_add_int (json, NULL, event.cut.moves[i].last);
      sky_json_add_string (json, NULL, event.cut.moves[i].left ? "left" : "right");
      sky_json_end_array (json);
    }
  sky_json_end_array (json);
  sky_sim_pai_gow_add_place (json, "by", self->bank);
  sky_sim_log_end (play->log);
  sky_delivery_cut (stacks, &event);
}

/* Mixes the tiles. Returns TRUE when the log tells how they lay; @delivered takes the eight
 * deliveries. */
static gboolean
prepare_tiles (SkySimPaiGow *self, SkyTile delivered[8][4])
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  gboolean shown = chance (self, 80);
  SkyStyle style = SKY_STYLE_HOUSE;
  SkyStacks stacks;

  mix (self, &stacks);
  if (shown)
    {
      show_stacks (self, &stacks);
      if (chance (self, 40))
        cut (self, &stacks);
    }
  /* The dealer's choice by the Rules Submission, the bank's in any case (§ 621a.9, § 621a.11(i)).
   */
  if (sky_table_option (play->rules, SKY_PAI_GOW_ALTERNATIVE_DEALING) > 0 || self->bank != 0)
    {
      style = (SkyStyle) pick (self, SKY_STYLE_HOUSE, SKY_STYLE_DRAGON_LEFT);
      sky_json_add_string (sky_sim_log_begin (play->log, "style"), "style", styles[style]);
      sky_sim_log_end (play->log);
    }
  sky_delivery_deliver (&stacks, style, delivered);
  return shown;
}

/* The dice. */

static guint64
write_result (SkySimPaiGow *self, const gint *dice, const char *observed)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  GString *json = sky_sim_log_begin (play->log, "result");
  guint64 seq;

  sky_sim_add_dice (json, "dice", dice, 3);
  sky_json_begin_array (json, "observed");
  if (observed != NULL)
    sky_json_add_string (json, NULL, observed);
  sky_json_end_array (json);
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 50, 100);
  return seq;
}

static guint64
write_number (SkySimPaiGow *self, gint number)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);

  sky_json_add_int (sky_sim_log_begin (play->log, "result"), "number", number);
  return sky_sim_log_end (play->log);
}

static guint64
shake (SkySimPaiGow *self, gint times)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  GString *json = sky_sim_log_begin (play->log, "shake");
  guint64 seq;

  sky_sim_pai_gow_add_place (json, "by", self->bank);
  sky_json_add_int (json, "times", times);
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 100, 200);
  return seq;
}

/* What is found when the dice are revealed. */
static void
note_revealed (SkySimPaiGow *self, guint64 seq)
{
  sky_sim_rounds_note_no_call (&self->cards.rounds, seq);
  sky_sim_cards_note_deal (&self->cards, seq);
}

/* Returns: the total. */
static gint
roll (SkySimPaiGow *self)
{
  static const char *const mishaps[] = { "not_flat", "fell_out" };
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  const char *mishap = mishaps[pick (self, 0, 1)];
  gint dice[3] = { pick (self, 1, 6), pick (self, 1, 6), pick (self, 1, 6) };
  gboolean again = sky_sim_rounds_may_fail (&self->cards.rounds, 2);
  gboolean few = play->twist == SKY_SIM_PAI_GOW_FEW_SHAKES;
  guint64 seq;

  if (again)
    {
      shake (self, 3);
      note_revealed (self, write_result (self, dice, mishap));
      sky_sim_rounds_void (&self->cards.rounds, "no roll");
      dice[0] = pick (self, 1, 6);
    }
  seq = shake (self, few ? pick (self, 1, 2) : pick (self, 3, 5));
  if (few)
    sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_SHAKES, seq);
  if (play->twist == SKY_SIM_IMPOSSIBLE)
    dice[1] = 7;
  seq = write_result (self, dice, play->twist == SKY_SIM_COUNT_INVALID ? mishap : NULL);
  if (!again)
    note_revealed (self, seq);
  if (play->twist == SKY_SIM_IMPOSSIBLE)
    sky_sim_pai_gow_note (self, SKY_CHECK_LOG_IMPOSSIBLE, seq);
  else if (play->twist == SKY_SIM_COUNT_INVALID)
    sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_NO_ROLL, seq);
  return dice[0] + dice[1] + dice[2];
}

static gint
draw_number (SkySimPaiGow *self)
{
  gboolean impossible = sky_sim_pai_gow_play (self)->twist == SKY_SIM_IMPOSSIBLE;
  gint number = impossible ? 0 : pick (self, 1, 8);
  guint64 seq = write_number (self, number);

  note_revealed (self, seq);
  if (impossible)
    sky_sim_pai_gow_note (self, SKY_CHECK_LOG_IMPOSSIBLE, seq);
  return MAX (number, 1);
}

/* Shakes or draws, and announces. Returns: the place that the first tiles go to. */
static gint
find_start (SkySimPaiGow *self)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  gint total =
      sky_table_option (play->rules, SKY_PAI_GOW_RNG) > 0 ? draw_number (self) : roll (self);
  gboolean wrong = play->twist == SKY_SIM_WRONG_CALL;
  guint64 seq;

  sky_json_add_int (sky_sim_log_begin (play->log, "call"), "total", total + (wrong ? 1 : 0));
  seq = sky_sim_log_end (play->log);
  if (wrong)
    sky_sim_pai_gow_note (self, SKY_CHECK_ROUND_CALL, seq);
  return (self->bank + total - 1) % N_PLACES;
}

/* The tiles. */

/* Two deliveries have one tile of each other's. Returns: the first of them. */
static guint
swap_tiles (SkyTile delivered[8][4])
{
  for (guint i = 0;; i++)
    for (guint a = 0; a < 4; a++)
      for (guint b = 0; b < 4; b++)
        if (delivered[i][a] != delivered[i + 1][b])
          {
            SkyTile kept = delivered[i][a];

            delivered[i][a] = delivered[i + 1][b];
            delivered[i + 1][b] = kept;
            return i;
          }
}

static void
deal (SkySimPaiGow *self)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  SkyTile delivered[8][4];
  gboolean shown = prepare_tiles (self, delivered);
  gint start = find_start (self);
  gboolean wrong_start = play->twist == SKY_SIM_PAI_GOW_WRONG_START;
  guint swapped = 8;

  if (shown)
    sky_sim_cards_plant (&self->cards, SKY_SIM_PAI_GOW_DEAL);
  if (self->wrong_delivery)
    swapped = swap_tiles (delivered);
  self->wrong_delivery = FALSE;
  if (wrong_start)
    start = (start + pick (self, 1, N_PLACES - 1)) % N_PLACES;
  for (guint i = 0; i < 8; i++)
    {
      gint place = (start + (gint) i) % N_PLACES;
      GString *json = sky_sim_log_begin (play->log, "deal");
      guint64 seq;

      for (guint j = 0; j < 4; j++)
        self->hands[place][j] = delivered[i][j];
      self->voided[place] = FALSE;
      sky_sim_pai_gow_add_place (json, "to", place);
      sky_sim_pai_gow_add_tiles (json, "tiles", delivered[i], 4);
      sky_json_add_int (json, "order", (gint64) i + 1);
      seq = sky_sim_log_end (play->log);
      sky_sim_wait (play, 20, 50);
      if (i == 0 && wrong_start)
        sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_START, seq);
      if (i == swapped)
        sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_DELIVERY, seq);
    }
}

static guint64
expose (SkySimPaiGow *self, gint place)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  GString *json = sky_sim_log_begin (play->log, "expose");
  char text[4];

  sky_sim_pai_gow_add_place (json, "to", place);
  sky_json_add_string (json, "tile",
                       sky_tile_to_text (self->hands[place][pick (self, 0, 3)], text));
  return sky_sim_log_end (play->log);
}

/* A tile that the dealer exposes of a player's: he may void his hand; of another place's: the round
 * is void (§ 621a.12(d) and § 621a.12(e)). Returns FALSE when it is. */
gboolean
sky_sim_pai_gow_deal (SkySimPaiGow *self)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  gint place = pick (self, 0, N_PLACES - 1);
  gboolean is_player = sky_sim_pai_gow_has_wager (self, place);

  deal (self);
  if (play->twist == SKY_SIM_PAI_GOW_WRONG_START)
    {
      if (chance (self, 70))
        sky_sim_rounds_void (&self->cards.rounds, "misdeal");
      return FALSE;
    }
  if (play->twist == SKY_SIM_PAI_GOW_EXPOSED)
    {
      sky_sim_pai_gow_note (self, SKY_CHECK_PAI_GOW_EXPOSED,
                            expose (self, chance (self, 50) ? DEALER : DEAD_HAND));
      return FALSE;
    }
  if (is_player && place != self->bank && sky_sim_rounds_may_fail (&self->cards.rounds, 3))
    {
      expose (self, place);
      /* What was settled too early would be void all the same. */
      self->voided[place] = chance (self, 50) && g_hash_table_size (play->settled) == 0;
      sky_sim_pai_gow_decide (self, place, self->voided[place] ? "void" : "play");
    }
  else if (!is_player && place != self->bank && sky_sim_cards_may_be_void (&self->cards, 2))
    {
      expose (self, place);
      sky_sim_rounds_void (&self->cards.rounds, "exposed tile");
      return FALSE;
    }
  return TRUE;
}
