/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code § 651a.7(e), § 669a.7(b), § 669a.7(e), § 621a.7(b) and
 * § 621a.13(a). */
#include "config.h"

#include "sky-card-round.h"

#include "sky-game.h"

#include <glib/gi18n-lib.h>

const char *
sky_card_rank_name (gint rank)
{
  static const char *const names[] = { "2",          "3",         "4",       "5",  "6",
                                       "7",          "8",         "9",       "10", N_ ("jack"),
                                       N_ ("queen"), N_ ("king"), N_ ("ace") };

  g_return_val_if_fail (rank >= 2 && rank <= 14, "?");

  return names[rank - 2];
}

char *
sky_card_name (SkyCard card)
{
  static const char *const suits[] = { N_ ("clubs"), N_ ("diamonds"), N_ ("hearts"),
                                       N_ ("spades") };

  return sky_phrase ("%s of %s", sky_phrase_words (sky_card_rank_name (SKY_CARD_RANK (card))),
                     sky_phrase_words (suits[SKY_CARD_SUIT (card)]));
}

SkyMoney
sky_card_round_sum (const SkyTable *table, const SkyBet *bet, gint64 seat)
{
  SkyMoney sum = 0;

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (sky_card_round_is_up (wager, bet) && wager->seat == seat)
        sum += wager->amount;
    }
  return sum;
}

SkyMoney
sky_card_round_sum_anew (const SkyTable *table, const SkyBet *bet, gint64 seat)
{
  SkyMoney sum = 0, left = 0;

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (!sky_card_round_is_up (wager, bet) || wager->seat != seat)
        continue;
      if (sky_card_round_is_of_this (table, wager))
        sum += wager->amount;
      else
        left += wager->amount;
    }
  return sum > 0 ? sum : left;
}

void
sky_card_round_sums (const SkyTable *table, const SkyBet *bet, gint64 last, SkyMoney *sums)
{
  for (gint64 seat = 0; seat <= last; seat++)
    sums[seat] = 0;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (sky_card_round_is_up (wager, bet) && wager->seat <= last)
        sums[wager->seat] += wager->amount;
    }
}

const char *
sky_card_round_player (const SkyTable *table, gint64 seat)
{
  const SkySeat *record = sky_table_get_seat (table, seat);

  return record != NULL ? record->player : NULL;
}

/* No table of these games has as many positions. */
#define AREAS 64

/* The areas on which wagers lie, as bits. */
static guint64
areas_wagered_on (const SkyTable *table, const SkyBet *apart)
{
  guint64 areas = 0;

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->seat <= AREAS
          && (apart == NULL || wager->bet != apart))
        areas |= G_GUINT64_CONSTANT (1) << (wager->seat - 1);
    }
  return areas;
}

/* Those of @areas where the player of @seat plays. */
static guint64
areas_of (const SkyTable *table, const SkySeat *seat, guint64 areas)
{
  guint64 own = 0;

  for (guint64 left = areas; left != 0; left &= left - 1)
    {
      const SkySeat *other = sky_table_get_seat (table, __builtin_ctzll (left) + 1);

      if (other != NULL && other->player_hash == seat->player_hash
          && g_strcmp0 (other->player, seat->player) == 0)
        own |= left & -left;
    }
  return own;
}

void
sky_card_round_check_areas (SkyTable *table, gint64 most, const SkyBet *apart)
{
  guint64 wagered_on = areas_wagered_on (table, apart), judged = 0;

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];
      const SkySeat *seat;
      guint64 areas, run;
      gint count;

      if (wager->seat > AREAS || wager->status != SKY_WAGER_UP || judged >> (wager->seat - 1) & 1)
        continue;
      seat = sky_table_get_seat (table, wager->seat);
      if (seat == NULL || seat->player == NULL)
        continue;
      areas = areas_of (table, seat, wagered_on);
      judged |= areas;
      if (areas == 0)
        continue;
      table->seat = wager->seat;
      count = __builtin_popcountll (areas);
      run = areas >> __builtin_ctzll (areas);
      if (count > most)
        sky_table_raise (table, SKY_CHECK_WAGER_AREAS, NULL, NULL,
                         "One player wagers on %d areas where %" PRId64 " may be wagered on.",
                         count, most);
      else if ((run & (run + 1)) != 0)
        sky_table_raise (table, SKY_CHECK_WAGER_AREAS, NULL, NULL,
                         "One player wagers on %d areas that are not side by side.", count);
    }
}

gboolean
sky_card_round_takes_all (const SkyWager *wager)
{
  const SkySettlement *settlement = &wager->settlement;

  return settlement->outcome == SKY_OUTCOME_LOSE && settlement->taken == wager->amount
         && settlement->paid == 0 && settlement->returned == 0;
}

void
sky_card_round_void (SkyTable *table, guint64 seq)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];
      guint64 from = MAX (seq, wager->seq);

      if (wager->status != SKY_WAGER_UP)
        continue;
      if (wager->due.outcome != SKY_OUTCOME_NONE)
        from = MIN (from, wager->due.seq);
      sky_table_decide (
          table, wager,
          &(SkyDue){ .outcome = SKY_OUTCOME_VOID, .returned = wager->amount, .seq = from });
    }
}

void
sky_card_round_reject (SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->not_permissible)
        sky_table_decide (table, wager,
                          &(SkyDue){ .outcome = SKY_OUTCOME_VOID,
                                     .returned = wager->amount,
                                     .optional = !table->has_result,
                                     .seq = wager->seq });
    }
}
