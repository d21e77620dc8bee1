/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice and tiles: shaken, announced, delivered from the starting position in the chosen style, and
 * what is exposed on the way (58 Pa. Code § 621a.8, § 621a.9, § 621a.11(g), § 621a.11(h),
 * § 621a.11(i), § 621a.11(j), § 621a.11(k), § 621a.12). */
#include "config.h"

#include "sky-pai-gow-private.h"

#include "sky-card-round.h"
#include "sky-edition.h"

#include <glib/gi18n-lib.h>

void
sky_pai_gow_on_stacks (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  guint8 seen[256] = { 0 };

  for (guint i = 0; i < 8; i++)
    for (guint j = 0; j < 4; j++)
      {
        SkyTile tile = event->stacks.tiles[i][j];

        round->stacks.tiles[i][j] = tile;
        seen[tile]++;
        if (seen[tile] > sky_tile_count (tile))
          {
            char text[4];

            round->has_stacks = FALSE;
            sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL,
                             "The stacks hold the tile %s more often than the set does.",
                             sky_tile_to_text (tile, text));
            return;
          }
      }
  round->has_stacks = TRUE;
}

void
sky_pai_gow_on_cut (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  if (round->has_stacks)
    sky_delivery_cut (&round->stacks, event);
}

static const char *
style_section (SkyStyle style)
{
  return style == SKY_STYLE_HOUSE ? "621a.8(d)" : "621a.9";
}

void
sky_pai_gow_on_style (SkyTable *table, const SkyEvent *event)
{
  sky_pai_gow_round (table)->style = event->style.style;
  sky_table_step (table, NULL, table->seq, style_section (event->style.style),
                  "The tiles are delivered by %s.",
                  sky_phrase_words (sky_delivery_name (event->style.style)));
}

void
sky_pai_gow_on_shake (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  round->shaken = (SkyPaiGowMoment){ table->seq, table->at };
  round->shakes = event->shake.times;
}

static gboolean
can_be_shown (const SkyEvent *event)
{
  if (event->result.has_number)
    return event->result.number >= 1;
  for (guint i = 0; i < 3; i++)
    if (event->result.dice[i] < 1 || event->result.dice[i] > 6)
      return FALSE;
  return TRUE;
}

static void
judge_wagers (SkyTable *table)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  if (round->areas_judged)
    return;
  round->areas_judged = TRUE;
  sky_card_round_check_areas (table, sky_table_option (table, SKY_OPTION_ADJACENT_AREAS),
                              &sky_pai_gow_bets[SKY_PAI_GOW_DEALER_VS_BANK]);
}

/* A result that no void follows loses its place to the one in hand: it is not judged. The tiles
 * decide, whatever the dice, so that nothing was settled too early by that. */
static void
forget_result (SkyTable *table)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  if (round->result.when.seq != 0)
    {
      sky_table_drop_held (table);
      round->miscalled = round->miscalled_before;
    }
  round->miscalled_before = round->miscalled;
}

void
sky_pai_gow_on_result (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  const gint64 *dice = event->result.dice;

  if (table->round == 0)
    return;
  judge_wagers (table);
  sky_pai_gow_judge_bank (table);
  forget_result (table);
  round->result.when = (SkyPaiGowMoment){ table->seq, table->at };
  round->result.by_dice = !event->result.has_number;
  round->result.total =
      event->result.has_number ? event->result.number : dice[0] + dice[1] + dice[2];
  for (guint i = 0; i < 3; i++)
    round->result.dice[i] = dice[i];
  round->result.impossible = !can_be_shown (event);
  round->result.observed = event->result.observed;
  round->result.shaken = round->shaken;
  round->result.shakes = round->shakes;
  round->undone = 0;
  if (round->result.impossible)
    {
      sky_table_hold (table, TRUE);
      sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL,
                       "No dice and no random number generator can show %" PRId64 ".",
                       round->result.total);
      sky_table_hold (table, FALSE);
    }
  else
    sky_table_step (table, NULL, table->seq, "621a.8(a)",
                    round->result.by_dice ? N_ ("The dice total %" PRId64 ".")
                                          : N_ ("The random number is %" PRId64 "."),
                    round->result.total);
}

/* § 621a.8(b). */
void
sky_pai_gow_on_call (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  if (round->result.when.seq == 0 || round->result.impossible || round->miscalled
      || event->call.total == round->result.total)
    return;
  round->miscalled = TRUE;
  sky_table_hold (table, TRUE);
  sky_table_raise (table, SKY_CHECK_ROUND_CALL, NULL, NULL,
                   "%" PRId64 " was announced; it is %" PRId64 ".", event->call.total,
                   round->result.total);
  sky_table_hold (table, FALSE);
}

/* Before the tiles are dealt a void undoes the result: the dice are shaken again (§ 621a.12(a) and
 * § 621a.12(b)). After that it voids the round. */
void
sky_pai_gow_on_void (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  if (table->round == 0)
    return;
  if (round->first_deal != 0)
    {
      round->called_void = TRUE;
      sky_pai_gow_void (table);
      /* Whoever disputes it now is told so; what comes later in the round follows at its end. */
      sky_card_round_void (table, round->void_seq);
      return;
    }
  round->result.when.seq = 0;
  round->result.impossible = FALSE;
  round->shaken.seq = 0;
  round->undone = table->seq;
}

/* Returns: a new phrase. */
static char *
place_name (gint place)
{
  if (place == SKY_PAI_GOW_DEALER)
    return sky_phrase ("the dealer");
  if (place == SKY_PAI_GOW_DEAD)
    return sky_phrase ("the Dead Hand");
  return sky_phrase ("position %d", place);
}

/* § 621a.8(c), § 621a.11(j), § 621a.12(c): counted from the dealer or the bank, each place in turn.
 */
static void
check_start (SkyTable *table, gint place)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  gint start;
  g_autofree char *is = NULL;
  g_autofree char *should = NULL;

  if (round->result.when.seq == 0 || round->result.impossible || round->misplaced
      || !sky_pai_gow_knows_bank (table))
    return;
  start = (gint) ((round->bank + round->result.total - 1) % SKY_PAI_GOW_PLACES);
  should = place_name (start);
  if (place == start)
    {
      sky_table_step (table, NULL, table->seq, round->bank != 0 ? "621a.11(j)" : "621a.8(c)",
                      "A count of %" PRId64 " from %s leads to %s.", round->result.total,
                      round->bank != 0 ? sky_phrase_words ("the bank")
                                       : sky_phrase_words ("the dealer"),
                      should);
      return;
    }
  is = place_name (place);
  round->misplaced = TRUE;
  sky_pai_gow_void (table);
  sky_table_raise (
      table, SKY_CHECK_PAI_GOW_START, NULL, NULL,
      "The first tiles went to %s; a count of %" PRId64 " from %s leads to %s. All hands are void.",
      is, round->result.total,
      round->bank != 0 ? sky_phrase_words ("the bank") : sky_phrase_words ("the dealer"), should);
}

static gboolean
same_tiles (const SkyTile a[4], const SkyTile b[4])
{
  guint used = 0;

  for (guint i = 0; i < 4; i++)
    {
      guint j = 0;

      while (j < 4 && (b[j] != a[i] || (used >> j & 1) != 0))
        j++;
      if (j == 4)
        return FALSE;
      used |= 1u << j;
    }
  return TRUE;
}

static void
check_delivery (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  SkyTile delivered[8][4];
  gint64 order = event->deal.order;

  if (!round->has_stacks || round->misdelivered || order < 1 || order > 8)
    return;
  sky_delivery_deliver (&round->stacks, round->style, delivered);
  if (same_tiles (delivered[order - 1], event->deal.tiles))
    return;
  round->misdelivered = TRUE;
  sky_table_raise (table, SKY_CHECK_PAI_GOW_DELIVERY, style_section (round->style), NULL,
                   "The tiles of delivery no. %" PRId64
                   " are not those that %s delivers from these stacks.",
                   order, sky_phrase_words (sky_delivery_name (round->style)));
}

static void
count_tiles (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  for (guint i = 0; i < 4; i++)
    {
      SkyTile tile = event->deal.tiles[i];
      char text[4];

      round->seen[tile] = (guint8) MIN (round->seen[tile] + 1, G_MAXUINT8);
      if (round->seen[tile] <= sky_tile_count (tile))
        continue;
      table->impossible = TRUE;
      sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL,
                       "The tile %s was dealt more often than the set holds it.",
                       sky_tile_to_text (tile, text));
      return;
    }
}

static void
tell_deal (SkyTable *table, const SkyEvent *event, gint place)
{
  g_autofree char *name = NULL;
  char tiles[4][4];

  if (table->sink.step == NULL || place < 0)
    return;
  name = place_name (place);
  for (guint i = 0; i < 4; i++)
    sky_tile_to_text (event->deal.tiles[i], tiles[i]);
  sky_table_step (table, NULL, table->seq, style_section (sky_pai_gow_round (table)->style),
                  "Delivery no. %" PRId64 ", to %s: %s, %s, %s and %s.", event->deal.order, name,
                  tiles[0], tiles[1], tiles[2], tiles[3]);
}

void
sky_pai_gow_on_deal (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  gint place = sky_pai_gow_place (event->deal.to);

  if (table->round == 0)
    return;
  judge_wagers (table);
  sky_pai_gow_judge_bank (table);
  if (round->first_deal == 0)
    round->first_deal = table->seq;
  tell_deal (table, event, place);
  count_tiles (table, event);
  if (event->deal.order == 1)
    check_start (table, place);
  check_delivery (table, event);
  /* A second delivery to one place is too many; the first is its hand. */
  if (place < 0 || round->hands[place].n != 0)
    return;
  round->hands[place].n = 4;
  for (guint i = 0; i < 4; i++)
    round->hands[place].tiles[i] = event->deal.tiles[i];
}

/* § 621a.12(d) and § 621a.12(e). */
void
sky_pai_gow_on_expose (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  gint place = sky_pai_gow_place (event->deal.to);
  gboolean is_player;
  g_autofree char *name = NULL;

  if (table->round == 0 || place < 0)
    return;
  is_player = place >= 1 && place <= SKY_PAI_GOW_SEATS
              && (place == round->bank
                  || sky_card_round_sum (table, &sky_pai_gow_bets[SKY_PAI_GOW_WAGER], place) > 0);
  name = place_name (place);
  sky_table_step (table, NULL, table->seq, is_player ? "621a.12(d)" : "621a.12(e)",
                  is_player ? N_ ("The dealer exposes a tile of %s: its player may void the hand.")
                            : N_ ("The dealer exposes a tile of %s: all hands are void."),
                  name);
  if (is_player)
    {
      if (round->tile_exposed[place] == 0)
        round->tile_exposed[place] = table->seq;
      return;
    }
  /* Whether somebody wagers there, nobody looked. */
  if (place >= 1 && place <= SKY_PAI_GOW_SEATS && !sky_table_sees_seat (table, place))
    {
      table->unseen = TRUE;
      return;
    }
  sky_pai_gow_void (table);
  if (round->exposed.seq == 0)
    round->exposed = (SkyPaiGowMoment){ table->seq, table->at };
}

static void
check_result (SkyTable *table)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;

  /* What no void follows counts. */
  if (round->result.when.seq == 0 || round->called_void || !round->result.by_dice)
    return;
  if (round->result.shaken.seq != 0
      && round->result.shakes < sky_amount (SKY_AMOUNT_PAI_GOW_SHAKES, table->gaming_day))
    {
      g_autofree char *shaken =
          sky_phrase_count ("The dice were shaken %" PRId64 " times; it must be at least three.",
                            "The dice were shaken %" PRId64 " times; it must be at least three.",
                            round->result.shakes);

      sky_table_raise_at (table, SKY_CHECK_PAI_GOW_SHAKES, NULL, NULL, round->result.shaken.seq,
                          round->result.shaken.at, NULL, NULL, "%s", shaken);
    }
  if (round->result.observed & (SKY_OBSERVED_NOT_FLAT | SKY_OBSERVED_FELL_OUT))
    sky_table_raise_at (table, SKY_CHECK_PAI_GOW_NO_ROLL,
                        round->result.observed & SKY_OBSERVED_NOT_FLAT ? "621a.12(a)"
                                                                       : "621a.12(b)",
                        NULL, round->result.when.seq, round->result.when.at, NULL, NULL,
                        "%s: it is no roll and the dice must be shaken again; it was counted.",
                        round->result.observed & SKY_OBSERVED_NOT_FLAT
                            ? sky_phrase_words ("A die had not landed flat")
                            : sky_phrase_words ("A die fell out of the shaker"));
}

void
sky_pai_gow_end_deal (SkyTable *table)
{
  SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;

  check_result (table);
  if (round->result.impossible)
    table->impossible = TRUE;
  if (round->exposed.seq != 0 && !round->called_void)
    sky_table_raise_at (table, SKY_CHECK_PAI_GOW_EXPOSED, "621a.12(e)", NULL, round->exposed.seq,
                        round->exposed.at, NULL, NULL,
                        "A tile of the dealer, the Dead Hand or a position without a wager was "
                        "exposed and the round was played on: all hands are void.");
  /* A "no roll" that nothing followed leaves the round without a result. */
  if (round->undone != 0 && round->first_deal == 0 && round->void_seq == 0)
    round->void_seq = round->undone;
}
