/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is due at Casino War (58 Pa. Code § 651a.9, § 651a.10). A wager is decided by the cards of
 * its deal, the Initial Wager of a tie hand by the player's decision. */
#include "config.h"

#include "sky-casino-war-private.h"

#include "sky-card-round.h"

/* The wagers of a deal: the one on the hand and the one on a tie. */
static const struct
{
  guint hand;
  guint tie;
} wagers_of[SKY_WAR_DEALS] = {
  { SKY_CASINO_WAR_INITIAL, SKY_CASINO_WAR_TIE },
  { SKY_CASINO_WAR_WAR, SKY_CASINO_WAR_WAR_TIE },
};

/* SkyDue.detail: both ranks, the player's first; 0 where no cards decided. */
static gint
detail_of (const SkyWarCard *player, const SkyWarCard *dealer)
{
  return SKY_CARD_RANK (player->card) * 100 + SKY_CARD_RANK (dealer->card);
}

static void
win (SkyTable *table, SkyWager *wager, gint key, guint64 seq, gint detail)
{
  const SkyPay *pay = sky_bet_find_pay (wager->bet, key, 0);
  SkyOdds odds = sky_table_odds (table, pay);

  sky_table_decide (table, wager,
                    &(SkyDue){ .outcome = SKY_OUTCOME_WIN,
                               .paid = sky_table_pay (table, wager->amount, odds),
                               .returned = wager->amount,
                               .seq = seq,
                               .pay = pay,
                               .odds = odds,
                               .detail = detail });
}

static void
lose (SkyTable *table, SkyWager *wager, guint64 seq, gint detail)
{
  sky_table_decide (
      table, wager,
      &(SkyDue){
          .outcome = SKY_OUTCOME_LOSE, .taken = wager->amount, .seq = seq, .detail = detail });
}

/* § 651a.9(c)(1): half goes to the house; of an odd stake that is rounded down (R20). */
static void
surrender (SkyTable *table, SkyWager *wager, guint64 seq, gint detail)
{
  SkyMoney half = wager->amount / 2;

  sky_table_decide (table, wager,
                    &(SkyDue){ .outcome = SKY_OUTCOME_SURRENDER,
                               .taken = half,
                               .returned = wager->amount - half,
                               .seq = seq,
                               .section = "651a.9(c)(1)",
                               .reading = wager->amount % 2 != 0 ? 20 : 0,
                               .detail = detail });
}

/* The first War Wager of @seat: to place it is to go to war, where no decision was logged. */
static guint64
went_to_war (const SkyTable *table, gint64 seat)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (sky_card_round_is_up (wager, &sky_casino_war_bets[SKY_CASINO_WAR_WAR])
          && wager->seat == seat)
        return wager->seq;
    }
  return 0;
}

/* § 651a.9(c): a tie hand on the original deal. */
static void
decide_tied_initial (SkyTable *table, SkyWager *wager, guint64 dealt, gint detail, gboolean at_end)
{
  const SkyWarState *state = sky_war_state (table);
  guint64 seq = state->decisions[wager->seat].seq;
  guint64 war;

  if (seq != 0 && state->decisions[wager->seat].choice == SKY_CHOICE_SURRENDER)
    surrender (table, wager, MAX (seq, dealt), detail);
  else if (seq != 0 && state->decisions[wager->seat].choice == SKY_CHOICE_WAR)
    lose (table, wager, MAX (seq, dealt), detail);
  else if (at_end && (war = went_to_war (table, wager->seat)) != 0)
    lose (table, wager, MAX (war, dealt), detail);
}

static void
decide_by_cards (SkyTable *table, SkyWager *wager, guint deal, gboolean on_tie, gboolean at_end)
{
  const SkyWarState *state = sky_war_state (table);
  const SkyWarCard *player = &state->deals[deal].cards[wager->seat];
  const SkyWarCard *dealer = &state->deals[deal].cards[0];
  gint difference = SKY_CARD_RANK (player->card) - SKY_CARD_RANK (dealer->card);
  guint64 seq = MAX (player->seq, dealer->seq);
  gint detail = detail_of (player, dealer);

  if (on_tie)
    {
      if (difference == 0)
        win (table, wager, 0, seq, detail);
      else
        lose (table, wager, seq, detail);
    }
  else if (difference < 0)
    lose (table, wager, seq, detail);
  else if (deal == 1)
    win (table, wager, difference == 0 ? SKY_WAR_TIED : SKY_WAR_HIGHER, seq, detail);
  else if (difference > 0)
    win (table, wager, 0, seq, detail);
  else
    decide_tied_initial (table, wager, seq, detail, at_end);
}

static void
decide_wager (SkyTable *table, SkyWager *wager, guint deal, gboolean on_tie, gboolean at_end)
{
  const SkyWarState *state = sky_war_state (table);
  const SkyWarCard *dealer = &state->deals[deal].cards[0];
  gboolean has_seat = wager->seat <= SKY_WAR_SEATS;

  if (dealer->seq != 0 && has_seat && state->deals[deal].cards[wager->seat].seq != 0)
    {
      /* What comes after the dealer's card is not decided by it. */
      if (wager->seq < dealer->seq && wager->due.outcome == SKY_OUTCOME_NONE)
        {
          decide_by_cards (table, wager, deal, on_tie, at_end);
          if (wager->due.outcome != SKY_OUTCOME_NONE)
            sky_card_round_tell (table, wager);
        }
    }
  else if (at_end && (deal == 1 || (dealer->seq != 0 && wager->seq < dealer->seq)))
    {
      /* § 651a.11(c): no card was dealt to it. */
      sky_table_decide (table, wager,
                        &(SkyDue){ .outcome = SKY_OUTCOME_VOID,
                                   .returned = wager->amount,
                                   .seq = dealer->seq != 0 && wager->seq < dealer->seq
                                              ? dealer->seq
                                              : wager->seq });
      sky_card_round_tell (table, wager);
    }
}

static void
decide_all (SkyTable *table, gboolean at_end)
{
  const SkyWarState *state = sky_war_state (table);

  /* Before the dealer's card nothing is decided but by the round's end. */
  if (!at_end && state->deals[0].cards[0].seq == 0 && state->deals[1].cards[0].seq == 0)
    return;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      for (guint deal = 0; deal < SKY_WAR_DEALS; deal++)
        {
          if (sky_card_round_is_up (wager, &sky_casino_war_bets[wagers_of[deal].hand]))
            decide_wager (table, wager, deal, FALSE, at_end);
          else if (sky_card_round_is_up (wager, &sky_casino_war_bets[wagers_of[deal].tie]))
            decide_wager (table, wager, deal, TRUE, at_end);
        }
    }
}

void
sky_war_decide (SkyTable *table)
{
  decide_all (table, FALSE);
}

void
sky_war_decide_rest (SkyTable *table)
{
  const SkyWarState *state = sky_war_state (table);

  decide_all (table, TRUE);
  if (state->void_seq != 0)
    sky_card_round_void (table, state->void_seq);
  sky_card_round_reject (table);
}

char *
sky_war_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due)
{
  const char *name = sky_table_wager_name (table, wager);
  const char *player, *dealer;
  g_autofree char *stake = sky_phrase_money (wager->amount);
  g_autofree char *odds = NULL;
  g_autofree char *paid = NULL;
  g_autofree char *taken = NULL;
  g_autofree char *returned = NULL;

  if (due->detail == 0)
    return NULL;
  player = sky_phrase_words (sky_card_rank_name (due->detail / 100));
  dealer = sky_phrase_words (sky_card_rank_name (due->detail % 100));

  switch (due->outcome)
    {
    case SKY_OUTCOME_WIN:
      odds = sky_phrase_odds (due->odds);
      paid = sky_phrase_money (due->paid);
      return sky_phrase ("The player's %s against the dealer's %s: %s pays %s, %s × %d / %d = "
                         "%s",
                         player, dealer, name, odds, stake, due->odds.a, due->odds.b, paid);
    case SKY_OUTCOME_LOSE:
      return sky_phrase ("The player's %s against the dealer's %s: %s loses and its %s are "
                         "taken",
                         player, dealer, name, stake);
    case SKY_OUTCOME_SURRENDER:
      taken = sky_phrase_money (due->taken);
      returned = sky_phrase_money (due->returned);
      return sky_phrase ("Both have the %s and the player surrenders: half of the %s, %s, are "
                         "taken and %s go back",
                         player, name, taken, returned);
    case SKY_OUTCOME_NONE:
    case SKY_OUTCOME_PUSH:
    case SKY_OUTCOME_VOID:
      break;
    }
  return NULL;
}
