/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pai Gow: every hand against every other, counted by how their high and low hands compare; one
 * round of each comparison is played under the rules. Who sets as a dealer must (§ 621a.10(d)) may
 * be left a choice, and a player sets as he likes: a line says how both are taken. */
#include "config.h"

#include "sky-odds-private.h"
#include "sky-pai-gow.h"
#include "sky-tile-contest.h"

#include <string.h>

/* What all hands of the one who sets as he likes come to against a dealer's. */
typedef struct
{
  guint (*ways)[SKY_TILE_SETTINGS][SKY_N_COMPARISONS]; /* by his hand */
  struct
  {
    const SkyFour *free; /* NULL: the comparison does not come */
    guint setting;
    const SkyFour *bound;
  } samples[SKY_N_COMPARISONS]; /* a round of each comparison */
} Contests;

/* What a line is for. */
typedef struct
{
  SkyFavor favor;  /* of who sets as a dealer must */
  gboolean best;   /* the other sets for the most that he can expect, else as a dealer too */
  guint bet;       /* SKY_PAI_GOW_… */
  gboolean banked; /* by a player */
  const char *rounding;
  SkyMoney amount; /* 0: any of which the vigorish is whole */
} Terms;

/* Vigorish rounded up costs small wagers more, these the most of those about their size; what is a
 * multiple of $5 it costs nothing. */
static const SkyMoney amounts[] = { 600, 1100, 2100 };

static void
count_contests (SkyFavor favor, Contests *contests)
{
  const GArray *fours = sky_fours ();

  contests->ways = g_malloc0_n (fours->len, sizeof contests->ways[0]);
  for (guint i = 0; i < fours->len; i++)
    {
      const SkyFour *four = &g_array_index (fours, SkyFour, i);
      const SkyFour *samples[SKY_TILE_SETTINGS][SKY_N_COMPARISONS] = { 0 };

      sky_four_contest (four, favor, contests->ways[i], samples);
      for (guint s = 0; s < SKY_TILE_SETTINGS; s++)
        for (guint how = 0; how < SKY_N_COMPARISONS; how++)
          if (contests->samples[how].free == NULL && samples[s][how] != NULL)
            {
              contests->samples[how].free = four;
              contests->samples[how].setting = s;
              contests->samples[how].bound = samples[s][how];
            }
    }
}

/* Deals @tiles and sets them, the higher hand as the high one. */
static void
deal_and_set (SkyOddsTable *table,
              gint64 to,
              gint64 order,
              const SkyTile tiles[4],
              const SkyFourSetting *setting)
{
  SkyEvent dealt = { .type = SKY_EVENT_DEAL, .deal = { .to = to, .order = order, .n_tiles = 4 } };
  SkyEvent set = { .type = SKY_EVENT_SET, .set = { .to = to } };
  SkyTile a[2], b[2];
  gboolean in_order;

  memcpy (dealt.deal.tiles, tiles, 4 * sizeof (SkyTile));
  sky_odds_table_feed (table, &dealt);
  sky_tile_setting (tiles, setting->number, a, b);
  in_order = sky_tile_hand_compare (sky_tile_hand (a[0], a[1]), sky_tile_hand (b[0], b[1])) >= 0;
  memcpy (set.set.high, in_order ? a : b, sizeof a);
  memcpy (set.set.low, in_order ? b : a, sizeof b);
  sky_odds_table_feed (table, &set);
}

/* Plays the round that is the sample of the comparison @how and returns what is due on the bet. The
 * wager is of seat 1: against the dealer, or against the bank at seat 2; the dealer's own is
 * against the bank at seat 1. */
static SkyDue
play (const Terms *terms, const Contests *contests, guint how)
{
  g_autofree char *submission =
      g_strdup_printf ("{\"player_bank\":true,\"vig_rounding\":\"%s\"}", terms->rounding);
  g_autoptr (SkyOddsTable) table = sky_odds_table_new (SKY_GAME_PAI_GOW, submission);
  const SkyBet *bet = &sky_game_get (SKY_GAME_PAI_GOW)->bets[terms->bet];
  SkyMoney amount = terms->amount != 0 ? terms->amount : SKY_ODDS_STAKE;
  gboolean dealers = terms->bet == SKY_PAI_GOW_DEALER_VS_BANK;
  const SkyFour *free = contests->samples[how].free, *bound = contests->samples[how].bound;
  const SkyFourSetting *free_set = &free->settings[contests->samples[how].setting];
  const SkyFourSetting *bound_set = &bound->settings[bound->dealers[terms->favor]];
  gint64 bound_place = dealers || !terms->banked ? SKY_PLACE_DEALER : 2;
  SkyEvent second = { .type = SKY_EVENT_PLAYER,
                      .player = { .seat = 2, .player = { "2", 1 }, .present = TRUE } };
  SkyEvent bank = { .type = SKY_EVENT_BANK,
                    .bank = { .seat = dealers ? 1 : 2, .chips = SKY_ODDS_STAKE } };
  SkyEvent shake = { .type = SKY_EVENT_SHAKE, .shake = { .times = 3 } };
  /* Nine leads round to whom it is counted from. */
  SkyEvent result = { .type = SKY_EVENT_RESULT, .result = { .dice = { 3, 3, 3 }, .n_dice = 3 } };
  SkyEvent reveal = { .type = SKY_EVENT_REVEAL, .reveal = { .seat = 1 } };
  SkyTile free_tiles[4], bound_tiles[4];
  SkyBetRef none = { 0 };
  SkyWager *wager;

  sky_four_tiles (free, NULL, free_tiles);
  sky_four_tiles (bound, free, bound_tiles);
  sky_odds_table_feed (table, &second);
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_START);
  if (terms->banked)
    sky_odds_table_feed (table, &bank);
  wager = sky_odds_table_place_amount (table, bet, &none, amount);
  sky_odds_table_feed_type (table, SKY_EVENT_NO_MORE_BETS);
  sky_odds_table_feed (table, &shake);
  sky_odds_table_feed (table, &result);
  /* From whom it is counted, counterclockwise. */
  if (dealers)
    {
      deal_and_set (table, 1, 1, free_tiles, free_set);
      deal_and_set (table, bound_place, 8, bound_tiles, bound_set);
    }
  else
    {
      deal_and_set (table, bound_place, 1, bound_tiles, bound_set);
      deal_and_set (table, 1, terms->banked ? 8 : 2, free_tiles, free_set);
    }
  sky_odds_table_feed (table, &reveal);
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_END);
  return wager->due;
}

/* @due of a wager of @amount, as of one of SKY_ODDS_STAKE. */
static void
scale (SkyDue *due, SkyMoney amount)
{
  SkyMoney *const parts[] = { &due->paid, &due->taken, &due->returned, &due->vig };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      SkyMoney scaled = *parts[i] * SKY_ODDS_STAKE;

      g_assert (scaled % amount == 0);
      *parts[i] = scaled / amount;
    }
}

/* The setting of the hand with which he who sets as he likes can expect the most: @nets is what he
 * is the richer for by each comparison. The first of several. */
static guint
best_setting (const guint ways[SKY_TILE_SETTINGS][SKY_N_COMPARISONS],
              const SkyMoney nets[SKY_N_COMPARISONS])
{
  guint best = 0;
  gint64 most = G_MININT64;

  for (guint s = 0; s < SKY_TILE_SETTINGS; s++)
    {
      gint64 sum = 0;

      for (guint how = 0; how < SKY_N_COMPARISONS; how++)
        sum += ways[s][how] * nets[how];
      if (sum > most)
        {
          most = sum;
          best = s;
        }
    }
  return best;
}

static void
add_members (const Terms *terms, SkyOddsLine *line)
{
  gboolean dealers = terms->bet == SKY_PAI_GOW_DEALER_VS_BANK;

  sky_odds_line_add_text (line, dealers ? "bank_sets" : "player_sets",
                          terms->best ? "best" : "as_dealer");
  sky_odds_line_add_text (line, "favors",
                          terms->favor == SKY_FAVOR_HIGH ? "high_hand" : "low_hand");
  if (dealers)
    return;
  sky_odds_line_add_text (line, "bank", terms->banked ? "player" : "dealer");
  sky_odds_line_add_text (line, "vig_rounding", terms->rounding);
  if (terms->amount != 0)
    sky_odds_line_add_money (line, "amount", terms->amount);
}

static void
add_line (const Terms *terms, const Contests *contests, GPtrArray *lines)
{
  const SkyBet *bet = &sky_game_get (SKY_GAME_PAI_GOW)->bets[terms->bet];
  gboolean dealers = terms->bet == SKY_PAI_GOW_DEALER_VS_BANK;
  const GArray *fours = sky_fours ();
  g_autoptr (SkyOddsEndings) endings = sky_odds_endings_new ();
  SkyMoney nets[SKY_N_COMPARISONS] = { 0 };
  guint64 total[SKY_N_COMPARISONS] = { 0 }, all = 0;
  SkyDue dues[SKY_N_COMPARISONS];
  SkyOddsLine *line;
  mpq_t chance;

  for (guint how = 0; how < SKY_N_COMPARISONS; how++)
    {
      if (contests->samples[how].free == NULL)
        continue;
      dues[how] = play (terms, contests, how);
      if (terms->amount != 0)
        scale (&dues[how], terms->amount);
      nets[how] = dues[how].paid - dues[how].taken - dues[how].vig;
      /* The dealer's winnings are the bank's loss. */
      if (dealers)
        nets[how] = -nets[how];
    }
  for (guint i = 0; i < fours->len; i++)
    {
      const SkyFour *four = &g_array_index (fours, SkyFour, i);
      guint setting =
          terms->best ? best_setting (contests->ways[i], nets) : four->dealers[terms->favor];

      for (guint how = 0; how < SKY_N_COMPARISONS; how++)
        {
          total[how] += (guint64) four->ways * contests->ways[i][setting][how];
          all += (guint64) four->ways * contests->ways[i][setting][how];
        }
    }

  mpq_init (chance);
  for (guint how = 0; how < SKY_N_COMPARISONS; how++)
    {
      guint copies = (how / 3 == 1) + (how % 3 == 1);
      guint number;
      SkyOddsEnding *ending;

      if (total[how] == 0)
        continue;
      number = sky_odds_endings_take (endings, &dues[how], copies);
      ending = &g_array_index (endings->endings, SkyOddsEnding, number);
      mpq_set_ui (chance, total[how], all);
      mpq_canonicalize (chance);
      mpq_add (ending->probability, ending->probability, chance);
    }
  mpq_clear (chance);
  line = sky_odds_line_new (SKY_GAME_PAI_GOW, bet, bet->name, endings, "copies", 0);
  add_members (terms, line);
  g_ptr_array_add (lines, line);
}

static void
report (SkyGameId game, GPtrArray *lines)
{
  const SkyOption *rounding = &sky_game_get (game)->options[SKY_PAI_GOW_VIG_ROUNDING];
  Contests contests[SKY_N_FAVORS] = { 0 };

  for (guint favor = 0; favor < SKY_N_FAVORS; favor++)
    count_contests (favor, &contests[favor]);
  for (guint best = 0; best < 2; best++)
    for (guint favor = 0; favor < SKY_N_FAVORS; favor++)
      {
        Terms terms = { favor, best != 0, SKY_PAI_GOW_WAGER, FALSE, rounding->choices[0], 0 };

        add_line (&terms, &contests[favor], lines);
        terms.rounding = rounding->choices[1];
        for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
          {
            terms.amount = amounts[i];
            add_line (&terms, &contests[favor], lines);
          }
        terms = (Terms){ favor, best != 0, SKY_PAI_GOW_WAGER, TRUE, rounding->choices[0], 0 };
        add_line (&terms, &contests[favor], lines);
      }
  for (guint best = 0; best < 2; best++)
    for (guint favor = 0; favor < SKY_N_FAVORS; favor++)
      {
        Terms terms = {
          favor, best != 0, SKY_PAI_GOW_DEALER_VS_BANK, TRUE, rounding->choices[0], 0
        };

        add_line (&terms, &contests[favor], lines);
      }
  for (guint favor = 0; favor < SKY_N_FAVORS; favor++)
    g_free (contests[favor].ways);
}

const SkyGameOdds sky_odds_pai_gow = { report };
