/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setting the hands, comparing and paying them (58 Pa. Code § 621a.10, § 621a.11(n), § 621a.11(o),
 * § 621a.11(q) and § 621a.11(r)). */
#include "config.h"

#include "sky-pai-gow-private.h"

#include "sky-card-round.h"
#include "sky-edition.h"

#include <glib/gi18n-lib.h>

/* SkyDue.detail: how the hands compared, each 0 lower, 1 alike, 2 higher, and whose they were
 * compared with; or that they were not. */
#define COMPARED  100
#define BY_BANK   50
#define ABANDONED 1

/* The two hands of a place, the higher one first. */
typedef struct
{
  SkyTileHand high;
  SkyTileHand low;
  guint64 seq; /* of the set */
} Hands;

static Hands
order_hands (const SkyTile a[2], const SkyTile b[2], guint64 seq)
{
  SkyTileHand hand_a = sky_tile_hand (a[0], a[1]);
  SkyTileHand hand_b = sky_tile_hand (b[0], b[1]);

  return sky_tile_hand_compare (hand_a, hand_b) >= 0 ? (Hands){ hand_a, hand_b, seq }
                                                     : (Hands){ hand_b, hand_a, seq };
}

/* The settings that the dealer may choose from the tiles dealt to him, without doubles. Returns:
 * their number; @a and @b take the first. */
static guint
right_settings (const SkyTile tiles[4],
                SkyTile a[2],
                SkyTile b[2],
                const SkyPaiGowSet *made,
                gboolean *made_is_right,
                guint *rule)
{
  guint right = sky_tile_dealer_settings (tiles, rule);
  SkyTile found[SKY_TILE_SETTINGS][2][2];
  guint n = 0;

  *made_is_right = FALSE;
  for (guint setting = 0; setting < SKY_TILE_SETTINGS; setting++)
    {
      gboolean again = FALSE;

      if ((right >> setting & 1) == 0)
        continue;
      sky_tile_setting (tiles, setting, found[n][0], found[n][1]);
      *made_is_right |= sky_tile_settings_equal (found[n][0], found[n][1], made->high, made->low);
      for (guint i = 0; i < n && !again; i++)
        again = sky_tile_settings_equal (found[n][0], found[n][1], found[i][0], found[i][1]);
      n += !again;
    }
  if (n > 0)
    for (guint i = 0; i < 2; i++)
      {
        a[i] = found[0][0][i];
        b[i] = found[0][1][i];
      }
  return n;
}

/* The hands with which those of @place are compared: as set or, where the dealer set his wrong and
 * one setting only is right, as they must be (§ 621a.12(f)). */
static Hands
hands_of (const SkyTable *table, gint place)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  const SkyPaiGowSet *set = &round->sets[place];
  gboolean is_right;
  SkyTile a[2], b[2];
  guint rule;

  if (place == SKY_PAI_GOW_DEALER && round->hands[place].n == 4
      && right_settings (round->hands[place].tiles, a, b, set, &is_right, &rule) == 1 && !is_right)
    return order_hands (a, b, set->when.seq);
  return order_hands (set->high, set->low, set->when.seq);
}

/* The hands that were looked at for the wagers decided together. */
typedef struct
{
  gboolean known[SKY_PAI_GOW_PLACES];
  Hands hands[SKY_PAI_GOW_PLACES];
} Shown;

static const Hands *
look_at_hands (Shown *shown, const SkyTable *table, gint place)
{
  if (!shown->known[place])
    shown->hands[place] = hands_of (table, place);
  shown->known[place] = TRUE;
  return &shown->hands[place];
}

static gboolean
holds (const SkyPaiGowHand *hand, const SkyPaiGowSet *set)
{
  const SkyTile tiles[4] = { set->high[0], set->high[1], set->low[0], set->low[1] };
  guint used = 0;

  for (guint i = 0; i < 4; i++)
    {
      guint j = 0;

      while (j < hand->n && (hand->tiles[j] != tiles[i] || (used >> j & 1) != 0))
        j++;
      if (j >= hand->n)
        return FALSE;
      used |= 1u << j;
    }
  return TRUE;
}

static void
tell_set (SkyTable *table, gint place, const SkyPaiGowSet *set)
{
  g_autofree char *high = NULL;
  g_autofree char *low = NULL;

  if (table->sink.step == NULL)
    return;
  high = sky_tile_hand_name (sky_tile_hand (set->high[0], set->high[1]));
  low = sky_tile_hand_name (sky_tile_hand (set->low[0], set->low[1]));
  if (place == SKY_PAI_GOW_DEALER)
    sky_table_step (table, NULL, table->seq, "621a.10(c)",
                    "The dealer sets %s as his high hand and %s as his low hand.", high, low);
  else
    sky_table_step (table, NULL, table->seq, "621a.10(a)",
                    "Position %d sets %s as its high hand and %s as its low hand.", place, high,
                    low);
}

void
sky_pai_gow_on_set (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  gint place = sky_pai_gow_place (event->set.to);
  SkyPaiGowSet set = { .when = { table->seq, table->at } };

  if (table->round == 0 || place < 0)
    return;
  for (guint i = 0; i < 2; i++)
    {
      set.high[i] = event->set.high[i];
      set.low[i] = event->set.low[i];
    }
  if (!holds (&round->hands[place], &set))
    {
      table->impossible = TRUE;
      sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL,
                       "A hand was set with tiles that were not dealt to it.");
      return;
    }
  tell_set (table, place, &set);
  if (place == SKY_PAI_GOW_DEALER)
    {
      /* His last setting before the first comparison counts; without one the first after it, so
       * that one wager settled too early does not leave the others undecided. */
      if (!round->compared || round->sets[place].when.seq == 0)
        round->sets[place] = set;
    }
  else
    {
      round->sets[place] = set;
      if (sky_tile_hand_compare (sky_tile_hand (set.high[0], set.high[1]),
                                 sky_tile_hand (set.low[0], set.low[1]))
          < 0)
        sky_table_raise (table, SKY_CHECK_PAI_GOW_SET, "621a.10(a)", NULL,
                         "Position %d set a high hand that does not rank above its low hand.",
                         place);
    }
  sky_pai_gow_decide_all (table);
}

SkyMoney
sky_pai_gow_vigorish (const SkyTable *table, SkyMoney won)
{
  gint64 percent = sky_amount (SKY_AMOUNT_PAI_GOW_VIGORISH, table->gaming_day);

  /* R16: up to the next 25 cents, or down to whole cents. */
  if (sky_table_option (table, SKY_PAI_GOW_VIG_ROUNDING) > 0)
    return (won * percent + 2499) / 2500 * 25;
  return sky_money_percent (won, percent);
}

/* The reading that the comparison rests on; 0: none. */
static guint
reading_of (const Hands *own, const Hands *other)
{
  if (own->high.apart || own->low.apart || other->high.apart || other->low.apart)
    return 13;
  return own->low.pair == 0 && own->low.value == 0 ? 15 : 0;
}

/* § 621a.10(g), § 621a.10(h) and § 621a.10(j): a copy is the dealer's or the bank's. Zero against
 * zero is a copy too, and no low hand of zero is higher than another (R15). */
static void
decide_by_hands (SkyTable *table,
                 SkyWager *wager,
                 const Hands *own,
                 const Hands *other,
                 gboolean vigorish,
                 gboolean against_bank)
{
  gint high = sky_tile_hand_compare (own->high, other->high);
  gint low = sky_tile_hand_compare (own->low, other->low);
  SkyDue due = {
    .seq = MAX (MAX (own->seq, other->seq), wager->seq),
    .detail = COMPARED + (against_bank ? BY_BANK : 0) + (1 + (high > 0) - (high < 0)) * 3
              + (1 + (low > 0) - (low < 0)),
    .section = "621a.10(h)",
    .reading = reading_of (own, other),
  };

  if (high > 0 && low > 0)
    {
      due.outcome = SKY_OUTCOME_WIN;
      due.section = "621a.10(j)";
      due.pay = wager->bet->pays;
      due.odds = sky_table_odds (table, due.pay);
      due.paid = sky_table_pay (table, wager->amount, due.odds);
      due.returned = wager->amount;
      due.vig = vigorish ? sky_pai_gow_vigorish (table, due.paid) : 0;
      if (due.reading == 0 && vigorish && due.vig * 100 != due.paid * 5)
        due.reading = 16;
    }
  else if (high <= 0 && low <= 0)
    {
      due.outcome = SKY_OUTCOME_LOSE;
      due.section = "621a.10(g)";
      due.taken = wager->amount;
    }
  else
    {
      due.outcome = SKY_OUTCOME_PUSH;
      due.returned = wager->amount;
    }
  sky_table_decide (table, wager, &due);
}

static void
decide_player (SkyTable *table, SkyWager *wager, Shown *shown)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  gint place = (gint) wager->seat;
  gint opponent = sky_pai_gow_opponent (round);

  if (round->surrendered[place] != 0)
    {
      sky_table_decide (table, wager,
                        &(SkyDue){ .outcome = SKY_OUTCOME_SURRENDER,
                                   .taken = wager->amount,
                                   .seq = MAX (round->surrendered[place], wager->seq),
                                   .section = "621a.10(e)" });
      return;
    }
  if (round->voided[place] != 0)
    {
      sky_table_decide (table, wager,
                        &(SkyDue){ .outcome = SKY_OUTCOME_VOID,
                                   .returned = wager->amount,
                                   .seq = MAX (round->voided[place], wager->seq),
                                   .section = "621a.12(d)" });
      return;
    }
  if (round->abandoned[place] != 0)
    {
      sky_table_decide (table, wager,
                        &(SkyDue){ .outcome = SKY_OUTCOME_LOSE,
                                   .taken = wager->amount,
                                   .seq = MAX (round->abandoned[place], wager->seq),
                                   .section = "621a.7(b)",
                                   .detail = ABANDONED });
      return;
    }
  if (round->sets[place].when.seq == 0 || round->sets[opponent].when.seq == 0)
    return;
  decide_by_hands (table, wager, look_at_hands (shown, table, place),
                   look_at_hands (shown, table, opponent), TRUE, round->bank != 0);
}

/* § 621a.11(n): from the dealer's side. */
static void
decide_dealer (SkyTable *table, SkyWager *wager, Shown *shown)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;

  if (round->bank == 0)
    return;
  if (round->co_banked)
    {
      /* § 621a.11(e): the dealer may not wager. */
      sky_table_decide (table, wager,
                        &(SkyDue){ .outcome = SKY_OUTCOME_VOID,
                                   .returned = wager->amount,
                                   .seq = wager->seq,
                                   .section = "621a.11(e)" });
      return;
    }
  if (round->sets[SKY_PAI_GOW_DEALER].when.seq == 0 || round->sets[round->bank].when.seq == 0)
    return;
  decide_by_hands (table, wager, look_at_hands (shown, table, SKY_PAI_GOW_DEALER),
                   look_at_hands (shown, table, (gint) round->bank), FALSE, TRUE);
  wager->due.section = "621a.11(n)";
}

void
sky_pai_gow_decide_all (SkyTable *table)
{
  Shown shown = { 0 };

  if (sky_pai_gow_state (table)->round.called_void)
    return;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (sky_card_round_is_up (wager, &sky_pai_gow_bets[SKY_PAI_GOW_WAGER])
          && wager->seat <= SKY_PAI_GOW_SEATS)
        decide_player (table, wager, &shown);
      else if (sky_card_round_is_up (wager, &sky_pai_gow_bets[SKY_PAI_GOW_DEALER_VS_BANK]))
        decide_dealer (table, wager, &shown);
    }
}

/* § 621a.10(d), § 621a.12(f). */
static void
check_dealer_set (SkyTable *table)
{
  static const char *const rules[] = {
    N_ ("the Supreme Pair must be played"),
    N_ ("a pair, Wong or Gong must be played"),
    N_ ("two tiles with a value of nine, eight or seven must be played"),
    N_ ("the highest ranking tile must be played with the lowest ranking tile"),
  };
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  const SkyPaiGowSet *set = &round->sets[SKY_PAI_GOW_DEALER];
  gboolean is_right;
  SkyTile a[2], b[2];
  guint rule;

  if (set->when.seq == 0 || round->void_seq != 0 || table->impossible
      || !sky_pai_gow_knows_bank (table) || !sky_pai_gow_dealer_plays (table))
    return;
  if (right_settings (round->hands[SKY_PAI_GOW_DEALER].tiles, a, b, set, &is_right, &rule) == 0
      || is_right)
    return;
  sky_table_raise_at (table, SKY_CHECK_PAI_GOW_DEALER_SET, "621a.10(d)", NULL, set->when.seq,
                      set->when.at, NULL, NULL,
                      "The dealer's hands are not set as they must be: %s.",
                      sky_phrase_words (rules[rule - 1]));
}

static void
check_taken (SkyTable *table)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;

  if (round->called_void)
    return;
  for (guint i = 0; i < round->n_taken; i++)
    sky_table_raise_at (table, SKY_CHECK_PAI_GOW_EXPOSED, "621a.12(d)", round->taken[i].wager,
                        round->taken[i].when.seq, round->taken[i].when.at, NULL, NULL,
                        "The player chose to void the hand of which a tile was exposed, and its "
                        "wager was collected or paid.");
}

void
sky_pai_gow_end_settle (SkyTable *table)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;

  if (!sky_pai_gow_knows_bank (table))
    table->unseen = TRUE;
  check_dealer_set (table);
  check_taken (table);
  sky_pai_gow_decide_all (table);
  if (round->void_seq != 0)
    sky_card_round_void (table, round->void_seq);
  sky_card_round_reject (table);
  for (guint i = 0; i < table->up->len && table->sink.step != NULL; i++)
    if (((SkyWager *) table->up->pdata[i])->due.outcome != SKY_OUTCOME_NONE)
      sky_card_round_tell (table, table->up->pdata[i]);
}

char *
sky_pai_gow_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due)
{
  static const char *const ranks[] = { N_ ("lower"), N_ ("no higher, a copy"), N_ ("higher") };
  gint how = due->detail - COMPARED;
  const char *other = how >= BY_BANK ? sky_phrase_words ("bank") : sky_phrase_words ("dealer");
  const char *own, *high, *low;
  const char *name = sky_table_wager_name (table, wager);
  g_autofree char *stake = sky_phrase_money (wager->amount);
  g_autofree char *paid = sky_phrase_money (due->paid);
  g_autofree char *vig = sky_phrase_money (due->vig);

  if (due->outcome == SKY_OUTCOME_SURRENDER)
    return sky_phrase ("%s was surrendered and its %s are taken", name, stake);
  if (due->detail == ABANDONED)
    return sky_phrase ("The player left during the round: %s is abandoned and its %s are taken",
                       name, stake);
  if (how < 0 || due->outcome == SKY_OUTCOME_VOID)
    return NULL;
  how %= BY_BANK;
  own = wager->bet == &sky_pai_gow_bets[SKY_PAI_GOW_DEALER_VS_BANK] ? sky_phrase_words ("dealer")
                                                                    : sky_phrase_words ("player");
  high = sky_phrase_words (ranks[how / 3]);
  low = sky_phrase_words (ranks[how % 3]);
  switch (due->outcome)
    {
    case SKY_OUTCOME_WIN:
      if (due->vig == 0)
        return sky_phrase ("Both of the %s's hands are higher than the %s's: %s pays 1 to 1, "
                           "%s",
                           own, other, name, paid);
      return sky_phrase ("Both of the %s's hands are higher than the %s's: %s pays 1 to 1, "
                         "%s, less a vigorish of %s",
                         own, other, name, paid, vig);
    case SKY_OUTCOME_LOSE:
      return sky_phrase ("Against the %s the %s's high hand is %s, the low hand %s: %s loses "
                         "and its %s are taken",
                         other, own, high, low, name, stake);
    case SKY_OUTCOME_NONE:
    case SKY_OUTCOME_PUSH:
    case SKY_OUTCOME_VOID:
    case SKY_OUTCOME_SURRENDER:
      break;
    }
  return sky_phrase ("Against the %s the %s's high hand is %s, the low hand %s: %s is a tie "
                     "and its %s go back",
                     other, own, high, low, name, stake);
}
