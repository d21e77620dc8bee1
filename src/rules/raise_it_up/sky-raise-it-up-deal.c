/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cards: dealt, discarded, exposed, revealed street by street, and the stub that is left
 * (58 Pa. Code § 669a.8, § 669a.11(c), § 669a.11(e), § 669a.11(h), § 669a.13). */
#include "config.h"

#include "sky-raise-it-up-private.h"

#include "sky-card-round.h"
#include "sky-edition.h"

#define CARD_BIT(card) (G_GUINT64_CONSTANT (1) << (card))

void
sky_raise_void (SkyTable *table)
{
  SkyRaiseState *state = sky_raise_state (table);

  if (state->void_seq == 0)
    state->void_seq = table->seq;
}

static void
refuse_card (SkyTable *table, SkyCard card)
{
  g_autofree char *name = sky_card_name (card);

  table->impossible = TRUE;
  sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL, "The %s came twice from one deck.",
                   name);
}

static void
give_card (SkyTable *table, SkyRaiseHand *hand, SkyCard card)
{
  if (hand->n < SKY_RAISE_CARDS)
    hand->cards[hand->n] = card;
  hand->n++;
  if (hand->n == 3)
    hand->seq = table->seq;
}

static void
tell_deal (SkyTable *table, const SkyEvent *event)
{
  gboolean common = event->deal.to == SKY_PLACE_COMMUNITY;
  g_autoptr (GString) cards = NULL;

  if (table->sink.step == NULL)
    return;
  cards = g_string_new (NULL);
  for (guint i = 0; i < event->deal.n_cards; i++)
    {
      char text[3];

      if (i > 0)
        g_string_append_c (cards, ' ');
      g_string_append (cards, sky_card_to_text (event->deal.cards[i], text));
    }
  if (common)
    sky_table_step (table, NULL, table->seq, "669a.8(d)(2)",
                    "Dealt to the community, face down: %s.", cards->str);
  else
    sky_table_step (table, NULL, table->seq, "669a.8(d)(1)",
                    "Dealt to seat %" PRId64 ", face down: %s.", event->deal.to, cards->str);
}

void
sky_raise_on_deal (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  gint64 to = event->deal.to;
  SkyRaiseHand *hand = to == SKY_PLACE_COMMUNITY          ? &state->community
                       : to >= 1 && to <= SKY_RAISE_SEATS ? &state->hands[to]
                                                          : NULL;

  if (table->round == 0)
    return;
  for (guint i = 0; i < event->deal.n_cards; i++)
    {
      SkyCard card = event->deal.cards[i];

      if (((state->dealt | state->discarded) & CARD_BIT (card)) != 0)
        refuse_card (table, card);
      state->dealt |= CARD_BIT (card);
      state->gone_from_deck++;
      if (hand != NULL)
        give_card (table, hand, card);
    }
  tell_deal (table, event);
}

static void
raise_exposed (SkyTable *table, const char *section, const char *what)
{
  SkyRaiseState *state = sky_raise_state (table);

  sky_raise_void (table);
  if (state->exposed)
    return;
  state->exposed = TRUE;
  sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_EXPOSED, section, NULL, "%s: all hands are void.",
                   what);
}

/* § 669a.13(a): one card found face up is put away, a second voids the round. */
void
sky_raise_on_discard (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  SkyCard card = event->deal.cards[0];

  if (table->round == 0)
    return;
  if (((state->dealt | state->discarded) & CARD_BIT (card)) != 0)
    refuse_card (table, card);
  if (event->deal.face_up_in_shoe && ++state->face_up > 1)
    raise_exposed (table, "669a.13(a)",
                   sky_phrase_words ("More than one card was found face up in the shoe"));
  state->discarded |= CARD_BIT (card);
  state->gone_from_deck++;
}

void
sky_raise_on_expose (SkyTable *table, const SkyEvent *event)
{
  if (table->round != 0 && event->deal.to == SKY_PLACE_COMMUNITY)
    raise_exposed (table, "669a.13(d)",
                   sky_phrase_words ("A community card was exposed by mistake"));
}

/* TRUE when @seat plays for Ante and Blind. */
static gboolean
is_in_play (const SkyTable *table, gint64 seat)
{
  return sky_card_round_sum (table, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_ANTE], seat) > 0
         || sky_card_round_sum (table, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_BLIND], seat) > 0;
}

/* TRUE when @seat wagered so in this round. */
static gboolean
wants_cards (const SkyTable *table, gint64 seat)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->seat == seat && sky_card_round_is_of_this (table, wager)
          && (sky_card_round_is_up (wager, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_ANTE])
              || sky_card_round_is_up (wager, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_BLIND])))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_wager (const SkyTable *table, gint64 seat)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->seat == seat)
        return TRUE;
    }
  return FALSE;
}

/* § 669a.13(c): three cards to each player and three to the community. */
void
sky_raise_judge_deal (SkyTable *table)
{
  g_autofree char *dealt = NULL;
  SkyRaiseState *state = sky_raise_state (table);
  gint64 wrong = state->community.n != 3 ? 0 : -1;

  if (state->deal_judged || state->first_deal == 0)
    return;
  state->deal_judged = TRUE;
  for (gint64 seat = 1; seat <= SKY_RAISE_SEATS && wrong < 0; seat++)
    if (state->hands[seat].n != 3
        && (wants_cards (table, seat) || (state->hands[seat].n > 0 && has_wager (table, seat))))
      wrong = seat;
  if (wrong < 0)
    return;

  state->deal_wrong = TRUE;
  sky_raise_void (table);
  if (wrong == 0)
    dealt = sky_phrase_count (
        "%u cards were dealt to the community instead of three: all hands are void.",
        "%u cards were dealt to the community instead of three: all hands are void.",
        state->community.n);
  else
    dealt = sky_phrase_count (
        "%u cards were dealt to seat %" PRId64 " instead of three: all hands are void.",
        "%u cards were dealt to seat %" PRId64 " instead of three: all hands are void.",
        state->hands[wrong].n, wrong);
  sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_DEAL, "669a.13(c)", NULL, "%s", dealt);
}

/* § 669a.11(c), § 669a.11(e) and § 669a.11(h): a street is turned over once each player has decided
 * on the cards before. */
static gboolean
is_too_early (const SkyTable *table, gint64 street)
{
  const SkyRaiseState *state = sky_raise_state (table);

  for (gint64 seat = 1; seat <= SKY_RAISE_SEATS; seat++)
    if (state->hands[seat].n > 0 && state->folded[seat] == 0 && state->gone[seat] == 0
        && (state->decided[seat] >> (street - 1) & 1) == 0 && is_in_play (table, seat)
        && sky_raise_plays (table, seat) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_of_community (const SkyRaiseState *state, SkyCard card)
{
  for (guint i = 0; i < MIN (state->community.n, SKY_RAISE_CARDS); i++)
    if (state->community.cards[i] == card)
      return TRUE;
  return FALSE;
}

/* § 669a.1: to make no Play Wager is to fold. */
static void
fold_checked (SkyTable *table)
{
  SkyRaiseState *state = sky_raise_state (table);

  for (gint64 seat = 1; seat <= SKY_RAISE_SEATS; seat++)
    if ((state->checked_last >> (seat - 1) & 1) != 0 && state->folded[seat] == 0
        && sky_raise_plays (table, seat) == 0)
      state->folded[seat] = table->seq;
}

void
sky_raise_on_reveal (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  gint64 street = event->reveal.street;

  if (table->round == 0 || street < 4 || street > 6)
    return;
  sky_raise_judge_deal (table);
  if ((state->turned & CARD_BIT (event->reveal.card)) != 0)
    {
      g_autofree char *name = sky_card_name (event->reveal.card);

      table->impossible = TRUE;
      sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL, "The %s was revealed twice.",
                       name);
    }
  else if (state->community.n > 0 && !is_of_community (state, event->reveal.card))
    {
      g_autofree char *name = sky_card_name (event->reveal.card);

      table->impossible = TRUE;
      sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL,
                       "The %s was revealed, which was not dealt to the community.", name);
    }
  state->turned |= CARD_BIT (event->reveal.card);
  if (table->sink.step != NULL)
    {
      g_autofree char *name = sky_card_name (event->reveal.card);

      sky_table_step (table, NULL, table->seq,
                      street == 4   ? "669a.11(c)"
                      : street == 5 ? "669a.11(e)"
                                    : "669a.11(h)",
                      "The %s is revealed in the %" PRId64 "th Street box.", name, street);
    }
  if (is_too_early (table, street))
    raise_exposed (
        table, "669a.13(d)",
        sky_phrase_words ("A community card was revealed before every player had decided"));
  if (street == 6)
    {
      table->has_result = TRUE;
      fold_checked (table);
    }
  if (state->revealed[street - 4].seq == 0)
    state->revealed[street - 4] = (SkyRaiseMoment){ table->seq, table->at };
  /* The streets before the last decide nothing. */
  if (street == 6 || state->late)
    sky_raise_decide (table, 0);
}

/* § 669a.8(f), § 669a.8(g) and § 669a.8(h): what is left of 52. The last count of the round is the
 * one that counts. */
void
sky_raise_on_stub (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);

  if (table->round == 0)
    return;
  state->stub = (SkyRaiseMoment){ table->seq, table->at };
  state->stub_cards = event->count.cards;
  state->stub_due = 52 - (gint64) state->gone_from_deck;
}

void
sky_raise_on_void (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);

  if (table->round == 0)
    return;
  if (state->community.n > 0)
    sky_raise_judge_deal (table);
  state->called_void = TRUE;
  sky_raise_void (table);
  /* Whoever disputes it now is told so; what comes later in the round follows at its end. */
  sky_card_round_void (table, state->void_seq);
}

/* § 669a.8(f): without a shuffler that counts, at least every fifth round. */
static void
check_stub_counted (SkyTable *table)
{
  SkyRaiseState *state = sky_raise_state (table);

  if (state->stub.seq != 0 || sky_table_option (table, SKY_RAISE_IT_UP_COUNTING_SHUFFLER) > 0)
    {
      state->rounds_without_stub = 0;
      return;
    }
  if (++state->rounds_without_stub < sky_amount (SKY_AMOUNT_STUB_ROUNDS, table->gaming_day))
    return;
  state->rounds_without_stub = 0;
  sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_STUB, "669a.8(f)", NULL,
                   "The stub was not counted in five rounds, and no shuffler counts the deck.");
}

void
sky_raise_end_deal (SkyTable *table)
{
  SkyRaiseState *state = sky_raise_state (table);

  check_stub_counted (table);
  /* What was dealt to the others makes the deck whole. */
  if (state->stub.seq == 0 || state->stub_cards == state->stub_due || table->scope.some_seats)
    return;
  if (state->void_seq == 0)
    state->void_seq = state->stub.seq;
  if (!state->called_void)
    sky_table_raise_at (table, SKY_CHECK_RAISE_IT_UP_STUB, "669a.8(h)", NULL, state->stub.seq,
                        state->stub.at, NULL, NULL,
                        "The stub held %" PRId64 " cards; %" PRId64
                        " make 52 with the cards dealt and discarded: all hands are void.",
                        state->stub_cards, state->stub_due);
}
