/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raise It Up Stud Poker: every hand is counted by what it makes, and one hand of each kind is
 * played under the rules. The odds of Ante, Blind and Play Wagers are those of a player who does
 * not fold. */
#include "config.h"

#include "sky-odds-private.h"
#include "sky-poker.h"
#include "sky-raise-it-up.h"

#include <string.h>

/* Hands of one kind. */
typedef struct
{
  gulong count;
  SkyCard cards[6]; /* one of them: the player's three, then the community's */
} Kind;

/* What 100% of the meter is taken for, in wagers: the least seed (§ 669a.12(e)(3)) for a $1 wager.
 */
#define METER_FOR_ONE     1000
#define PROGRESSIVE_WAGER 100

/* All 22,100 hands of three cards. */
static void
count_three (Kind kinds[SKY_N_THREE_CARD_HANDS])
{
  SkyCard c[6] = { 0 };

  for (c[0] = 0; c[0] < 52; c[0]++)
    for (c[1] = c[0] + 1; c[1] < 52; c[1]++)
      for (c[2] = c[1] + 1; c[2] < 52; c[2]++)
        {
          Kind *kind = &kinds[sky_three_card_hand (c)];

          if (kind->count++ == 0)
            memcpy (kind->cards, c, sizeof c);
        }
  /* Any three others complete the round. */
  for (guint k = 0; k < SKY_N_THREE_CARD_HANDS; k++)
    for (guint n = 3, card = 0; n < 6; card++)
      if (memchr (kinds[k].cards, (int) card, n) == NULL)
        kinds[k].cards[n++] = (SkyCard) card;
}

/* All 20,358,520 hands of six, by their best five. */
static void
count_six (Kind kinds[SKY_N_POKER_HANDS])
{
  SkyCard c[6];

  for (c[0] = 0; c[0] < 52; c[0]++)
    for (c[1] = c[0] + 1; c[1] < 52; c[1]++)
      for (c[2] = c[1] + 1; c[2] < 52; c[2]++)
        for (c[3] = c[2] + 1; c[3] < 52; c[3]++)
          for (c[4] = c[3] + 1; c[4] < 52; c[4]++)
            for (c[5] = c[4] + 1; c[5] < 52; c[5]++)
              {
                Kind *kind = &kinds[sky_poker_hand (c, 6)];

                if (kind->count++ == 0)
                  memcpy (kind->cards, c, sizeof c);
              }
}

static void
deal (SkyOddsTable *table, gint64 to, const SkyCard *cards)
{
  SkyEvent event = { .type = SKY_EVENT_DEAL, .deal = { .to = to, .n_cards = 3 } };

  memcpy (event.deal.cards, cards, 3);
  sky_odds_table_feed (table, &event);
}

/* Plays the round and returns what is due on @bet. */
static SkyDue
play (const char *submission, const SkyBet *bet, const SkyCard cards[6])
{
  g_autoptr (SkyOddsTable) table = sky_odds_table_new (SKY_GAME_RAISE_IT_UP, submission);
  const SkyBet *bets = sky_game_get (SKY_GAME_RAISE_IT_UP)->bets;
  SkyBetRef none = { 0 };
  SkyEvent meter = { .type = SKY_EVENT_METER,
                     .meter = { .meter = { "", 0 }, .amount = METER_FOR_ONE * SKY_ODDS_STAKE } };
  SkyEvent decision = { .type = SKY_EVENT_DECISION,
                        .decision = { .seat = 1, .street = 3, .choice = SKY_CHOICE_PLAY } };
  SkyWager *wager = NULL;

  sky_odds_table_feed (table, &meter);
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_START);
  for (guint i = 0; i < SKY_RAISE_IT_UP_N_BETS; i++)
    {
      SkyWager *placed = NULL;

      if (i != SKY_RAISE_IT_UP_PLAY && (sky_table_offers (table->table, &bets[i])))
        placed = sky_odds_table_place (table, &bets[i], &none);
      if (bet == &bets[i])
        wager = placed;
    }
  sky_odds_table_feed_type (table, SKY_EVENT_NO_MORE_BETS);
  deal (table, 1, cards);
  deal (table, SKY_PLACE_COMMUNITY, cards + 3);
  sky_odds_table_feed (table, &decision);
  if (bet == &bets[SKY_RAISE_IT_UP_PLAY])
    wager = sky_odds_table_place (table, bet, &none);
  else
    sky_odds_table_place (table, &bets[SKY_RAISE_IT_UP_PLAY], &none);
  for (guint street = 4; street <= 6; street++)
    {
      SkyEvent reveal = { .type = SKY_EVENT_REVEAL,
                          .reveal = { .street = street, .card = cards[street - 1] } };

      sky_odds_table_feed (table, &reveal);
    }
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_END);
  g_assert (wager != NULL);
  return wager->due;
}

/* A line of @bet under @submission, from the kinds of hands that decide it. */
static SkyOddsLine *
make_line (const char *submission, const SkyBet *bet, const Kind *kinds, guint n_kinds)
{
  g_autoptr (SkyOddsEndings) endings = sky_odds_endings_new ();
  gulong all = 0;
  mpq_t chance;

  mpq_init (chance);
  for (guint k = 0; k < n_kinds; k++)
    all += kinds[k].count;
  for (guint k = 0; k < n_kinds; k++)
    {
      SkyDue due = play (submission, bet, kinds[k].cards);
      guint ending = sky_odds_endings_take (endings, &due, 0);
      SkyOddsEnding *known = &g_array_index (endings->endings, SkyOddsEnding, ending);

      mpq_set_ui (chance, kinds[k].count, all);
      mpq_canonicalize (chance);
      mpq_add (known->probability, known->probability, chance);
    }
  mpq_clear (chance);
  return sky_odds_line_new (SKY_GAME_RAISE_IT_UP, bet, bet->name, endings, NULL, 0);
}

/* A line for each of the bet's paytables. */
static void
add_paytables (
    const SkyBet *bet, const SkyOption *option, const Kind *kinds, guint n_kinds, GPtrArray *lines)
{
  for (guint i = 0; option->choices[i] != NULL; i++)
    {
      g_autofree char *submission =
          g_strdup_printf ("{\"%s\":\"%s\"}", option->name, option->choices[i]);
      SkyOddsLine *line = make_line (submission, bet, kinds, n_kinds);

      sky_odds_line_add_text (line, "paytable", option->choices[i]);
      g_ptr_array_add (lines, line);
    }
}

static void
report (SkyGameId game, GPtrArray *lines)
{
  const SkyGame *module = sky_game_get (game);
  const SkyBet *bets = module->bets;
  Kind three[SKY_N_THREE_CARD_HANDS] = { 0 }, six[SKY_N_POKER_HANDS] = { 0 };
  SkyOddsLine *line;

  count_three (three);
  count_six (six);
  for (guint i = SKY_RAISE_IT_UP_ANTE; i <= SKY_RAISE_IT_UP_PLAY; i++)
    g_ptr_array_add (lines, make_line ("{}", &bets[i], six, G_N_ELEMENTS (six)));
  add_paytables (&bets[SKY_RAISE_IT_UP_PAIR_PLUS],
                 &module->options[SKY_RAISE_IT_UP_PAIR_PLUS_TABLE], three, G_N_ELEMENTS (three),
                 lines);
  line = make_line ("{\"progressive\":{}}", &bets[SKY_RAISE_IT_UP_PROGRESSIVE], three,
                    G_N_ELEMENTS (three));
  sky_odds_line_add_money (line, "meter", METER_FOR_ONE * PROGRESSIVE_WAGER);
  sky_odds_line_add_money (line, "amount", PROGRESSIVE_WAGER);
  g_ptr_array_add (lines, line);
  add_paytables (&bets[SKY_RAISE_IT_UP_SIX_CARD], &module->options[SKY_RAISE_IT_UP_SIX_CARD_TABLE],
                 six, G_N_ELEMENTS (six), lines);
}

const SkyGameOdds sky_odds_raise_it_up = { report };
