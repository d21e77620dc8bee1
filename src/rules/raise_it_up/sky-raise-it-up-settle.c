/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is due at Raise It Up Stud Poker (58 Pa. Code § 669a.11, § 669a.12). Pair Plus is decided by
 * the player's three cards, Ante, Blind and the progressive by a fold too, the rest by the 6th
 * Street card. */
#include "config.h"

#include "sky-raise-it-up-private.h"

#include "sky-card-round.h"

/* SkyDue.detail: what decided, and the hand. */
enum
{
  BY_LEAVING = 50,
  BY_FOLD = 100,
  BY_SIX_CARDS = 200,
  BY_THREE_CARDS = 300,
};

static guint
bet_of (const SkyWager *wager)
{
  return wager->bet != NULL ? (guint) (wager->bet - sky_raise_it_up_bets) : SKY_RAISE_IT_UP_N_BETS;
}

static void
give (SkyTable *table, SkyWager *wager, SkyOutcome outcome, guint64 seq, gint detail)
{
  sky_table_decide (table, wager,
                    &(SkyDue){ .outcome = outcome,
                               .taken = outcome == SKY_OUTCOME_LOSE ? wager->amount : 0,
                               .returned = outcome == SKY_OUTCOME_LOSE ? 0 : wager->amount,
                               .seq = seq,
                               .detail = detail });
}

/* Pays the case @key of @paytable, or takes the stake where there is none. */
static void
pay_or_take (SkyTable *table,
             SkyWager *wager,
             gint key,
             char paytable,
             guint64 seq,
             gint detail,
             guint reading)
{
  const SkyPay *pay = sky_bet_find_pay (wager->bet, key, paytable);
  SkyDue due = { .outcome = SKY_OUTCOME_WIN,
                 .returned = wager->amount,
                 .seq = seq,
                 .pay = pay,
                 .detail = detail,
                 .reading = reading };

  if (pay == NULL)
    {
      give (table, wager, SKY_OUTCOME_LOSE, seq, detail);
      wager->due.reading = reading;
      return;
    }
  due.odds = sky_table_odds (table, pay);
  /* 100% of the meter is handed over in all, the stake included. */
  due.paid = due.odds.b == 0 ? MAX (sky_raise_meter (table) - wager->amount, 0)
                             : sky_table_pay (table, wager->amount, due.odds);
  if (due.odds.b == 0 && !sky_raise_follows_meter (table))
    wager->unseen = SKY_UNSEEN_DUE;
  sky_table_decide (table, wager, &due);
}

static SkyPokerHand
best_of_six (const SkyRaiseState *state, gint64 seat)
{
  SkyCard cards[6];

  for (guint i = 0; i < 3; i++)
    {
      cards[i] = state->hands[seat].cards[i];
      cards[i + 3] = state->community.cards[i];
    }
  return sky_poker_hand (cards, 6);
}

/* A paytable that the Rules Submission does not name is the first. */
static char
paytable_of (const SkyTable *table, int option)
{
  char paytable = sky_table_paytable (table, option);

  return paytable != 0 ? paytable : 'A';
}

static gboolean
is_ace_two_three (const SkyCard cards[3])
{
  guint ranks = 0;

  for (guint i = 0; i < 3; i++)
    ranks |= 1u << SKY_CARD_RANK (cards[i]);
  return ranks == (1u << 14 | 1u << 2 | 1u << 3);
}

static void
decide_pair_plus (SkyTable *table, SkyWager *wager)
{
  const SkyRaiseHand *hand = &sky_raise_state (table)->hands[wager->seat];
  SkyThreeCardHand rank = sky_three_card_hand (hand->cards);

  pay_or_take (table, wager, MIN (rank, SKY_THREE_CARD_STRAIGHT_FLUSH),
               paytable_of (table, SKY_RAISE_IT_UP_PAIR_PLUS_TABLE), MAX (hand->seq, wager->seq),
               BY_THREE_CARDS + (gint) rank, is_ace_two_three (hand->cards) ? 24 : 0);
}

static void
decide_main (SkyTable *table, SkyWager *wager, guint bet, SkyPokerHand rank, guint64 seq)
{
  gint detail = BY_SIX_CARDS + (gint) rank;

  if (rank < SKY_POKER_TENS_OR_BETTER)
    give (table, wager, SKY_OUTCOME_LOSE, seq, detail);
  else if (bet == SKY_RAISE_IT_UP_BLIND && rank < SKY_POKER_THREE_OF_A_KIND)
    give (table, wager, SKY_OUTCOME_PUSH, seq, detail);
  else
    pay_or_take (table, wager,
                 bet == SKY_RAISE_IT_UP_ANTE ? (gint) SKY_POKER_TENS_OR_BETTER : (gint) rank, 0,
                 seq, detail, 0);
}

/* The hands of six cards that were looked at, by seat. */
typedef struct
{
  guint known; /* bits 1 << seat */
  SkyPokerHand ranks[SKY_RAISE_SEATS + 1];
} SixCards;

static SkyPokerHand
look_at_six (SixCards *six, const SkyRaiseState *state, gint64 seat)
{
  if ((six->known >> seat & 1) == 0)
    six->ranks[seat] = best_of_six (state, seat);
  six->known |= 1u << seat;
  return six->ranks[seat];
}

/* The wager's decision once the event in hand has made it possible. */
static void
decide_wager (SkyTable *table, SkyWager *wager, SixCards *six)
{
  const SkyRaiseState *state = sky_raise_state (table);
  guint bet = bet_of (wager);
  gint64 seat = wager->seat;
  guint64 last = state->revealed[2].seq;
  guint64 folded;

  if (!sky_raise_has_hand (state, seat))
    return;
  folded = state->folded[seat];
  if (bet == SKY_RAISE_IT_UP_PAIR_PLUS)
    {
      decide_pair_plus (table, wager);
      return;
    }
  if (folded != 0
      && (bet == SKY_RAISE_IT_UP_ANTE || bet == SKY_RAISE_IT_UP_BLIND
          || bet == SKY_RAISE_IT_UP_PROGRESSIVE))
    {
      give (table, wager, SKY_OUTCOME_LOSE, MAX (folded, wager->seq), BY_FOLD);
      return;
    }

  /* What comes after the last card is not decided by it; a Play Wager, accepted all the same, is.
   */
  if (last == 0 || state->community.n < 3 || (wager->seq > last && bet != SKY_RAISE_IT_UP_PLAY))
    return;
  last = MAX (last, wager->seq);
  switch (bet)
    {
    case SKY_RAISE_IT_UP_ANTE:
    case SKY_RAISE_IT_UP_BLIND:
    case SKY_RAISE_IT_UP_PLAY:
      decide_main (table, wager, bet, look_at_six (six, state, seat), last);
      return;
    case SKY_RAISE_IT_UP_SIX_CARD:
      {
        SkyPokerHand rank = look_at_six (six, state, seat);

        pay_or_take (table, wager, (gint) rank, paytable_of (table, SKY_RAISE_IT_UP_SIX_CARD_TABLE),
                     last, BY_SIX_CARDS + (gint) rank, 0);
        return;
      }
    case SKY_RAISE_IT_UP_PROGRESSIVE:
      {
        /* R26: the player's three cards alone. */
        SkyThreeCardHand rank = sky_three_card_hand (state->hands[seat].cards);

        pay_or_take (table, wager, (gint) rank, 0, last, BY_THREE_CARDS + (gint) rank, 26);
        return;
      }
    default:
      return;
    }
}

void
sky_raise_decide (SkyTable *table, gint64 seat)
{
  SkyRaiseState *state = sky_raise_state (table);
  SixCards six;

  if (state->late)
    seat = 0;
  state->late = FALSE;
  six.known = 0;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if ((seat != 0 && wager->seat != seat) || wager->status != SKY_WAGER_UP
          || wager->due.outcome != SKY_OUTCOME_NONE)
        continue;
      decide_wager (table, wager, &six);
      if (wager->due.outcome != SKY_OUTCOME_NONE)
        sky_card_round_tell (table, wager);
    }
}

/* § 669a.7(b): whose player left during the round may be taken to have abandoned his wagers. */
void
sky_raise_take_abandoned (SkyTable *table)
{
  const SkyRaiseState *state = sky_raise_state (table);
  SkyWager *wager = table->wager;
  guint64 gone;

  if (table->round == 0 || wager == NULL || wager->seat > SKY_RAISE_SEATS)
    return;
  gone = state->gone[wager->seat];
  if (gone == 0 || wager->status != SKY_WAGER_UP || !sky_card_round_takes_all (wager))
    return;
  sky_table_decide (table, wager,
                    &(SkyDue){ .outcome = SKY_OUTCOME_LOSE,
                               .taken = wager->amount,
                               .seq = MAX (gone, wager->seq),
                               .section = "669a.7(b)",
                               .detail = BY_LEAVING });
  sky_card_round_tell (table, wager);
}

void
sky_raise_decide_rest (SkyTable *table)
{
  const SkyRaiseState *state = sky_raise_state (table);

  sky_raise_decide (table, 0);
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      /* R25: a fold does not touch it. */
      if (bet_of (wager) == SKY_RAISE_IT_UP_PAIR_PLUS && wager->due.reading == 0
          && wager->seat <= SKY_RAISE_SEATS && state->folded[wager->seat] != 0)
        wager->due.reading = 25;
      /* Without cards it takes no part in the round. */
      if (wager->status == SKY_WAGER_UP && wager->due.outcome == SKY_OUTCOME_NONE
          && state->first_deal != 0 && wager->seq < state->first_deal
          && (wager->seat > SKY_RAISE_SEATS || state->hands[wager->seat].n == 0))
        give (table, wager, SKY_OUTCOME_VOID, state->first_deal, 0);
    }
  if (state->void_seq != 0)
    sky_card_round_void (table, state->void_seq);
  sky_card_round_reject (table);
}

const char *
sky_raise_wager_name (const SkyTable *table, const SkyWager *wager)
{
  return wager->due.pay != NULL && wager->due.outcome == SKY_OUTCOME_WIN
                 && bet_of (wager) != SKY_RAISE_IT_UP_ANTE
             ? wager->due.pay->name
             : NULL;
}

char *
sky_raise_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due)
{
  const char *name = wager->bet != NULL ? wager->bet->name : NULL;
  const char *cards, *hand;
  g_autofree char *stake = sky_phrase_money (wager->amount);
  g_autofree char *paid = sky_phrase_money (due->paid);
  g_autofree char *odds = NULL;

  if (name == NULL || due->detail == 0 || due->outcome == SKY_OUTCOME_VOID)
    return NULL;
  if (due->detail == BY_LEAVING)
    return sky_phrase ("The player left during the round: the %s is abandoned and its %s are "
                       "taken",
                       name, stake);
  if (due->detail == BY_FOLD)
    return sky_phrase ("Seat %" PRId64 " folded: the %s loses and its %s are taken", wager->seat,
                       name, stake);

  if (due->detail >= BY_THREE_CARDS)
    {
      cards = sky_phrase_words ("the player's three cards");
      hand = sky_phrase_words (
          sky_three_card_hand_name ((SkyThreeCardHand) (due->detail - BY_THREE_CARDS)));
    }
  else
    {
      cards = sky_phrase_words ("the best five of six cards");
      hand = sky_phrase_words (sky_poker_hand_name ((SkyPokerHand) (due->detail - BY_SIX_CARDS)));
    }
  if (due->outcome == SKY_OUTCOME_LOSE)
    return sky_phrase ("The %s loses on %s, %s, and its %s are taken", name, hand, cards, stake);
  if (due->outcome == SKY_OUTCOME_PUSH)
    return sky_phrase ("The %s pushes on %s, %s, and its %s go back", name, hand, cards, stake);
  if (due->odds.b == 0)
    return sky_phrase ("The %s on %s, %s, takes 100%% of the meter: %s with the stake of %s", name,
                       hand, cards, paid, stake);
  odds = sky_phrase_odds (due->odds);
  if (due->odds.for_one)
    return sky_phrase ("The %s on %s, %s, pays %s: %s × %d less the stake is %s", name, hand, cards,
                       odds, stake, due->odds.a, paid);
  return sky_phrase ("The %s on %s, %s, pays %s: %s × %d / %d = %s", name, hand, cards, odds, stake,
                     due->odds.a, due->odds.b, paid);
}
