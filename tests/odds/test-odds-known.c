/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The known edges of the games but craps, and that each bet of a game has its line. */
#include "config.h"

#include "sky-odds.h"

typedef struct
{
  SkyGameId game;
  const char *bet;
  const char *member; /* NULL: none */
  const char *text;
  gint64 value;
  const char *win;
  const char *house_edge;
} Known;

static const Known known[] = {
  { SKY_GAME_SIC_BO, "small", NULL, NULL, 0, "35/72", "1/36" },
  { SKY_GAME_SIC_BO, "big", NULL, NULL, 0, "35/72", "1/36" },
  { SKY_GAME_SIC_BO, "three_of_a_kind", "number", NULL, 4, "1/216", "65/216" },
  { SKY_GAME_SIC_BO, "any_three_of_a_kind", NULL, NULL, 0, "1/36", "11/36" },
  { SKY_GAME_SIC_BO, "two_of_a_kind", "number", NULL, 2, "2/27", "1/3" },
  { SKY_GAME_SIC_BO, "two_dice", "numbers", "[2,5]", 0, "5/36", "1/6" },
  { SKY_GAME_SIC_BO, "one_of_a_kind", "number", NULL, 6, "91/216", "17/216" },
  { SKY_GAME_SIC_BO, "total", "number", NULL, 4, "1/72", "7/24" },
  { SKY_GAME_SIC_BO, "total", "number", NULL, 10, "1/8", "1/8" },
  { SKY_GAME_SIC_BO, "total", "number", NULL, 7, "5/72", "7/72" },
  { SKY_GAME_ROULETTE, "straight", "wheel", "double_zero", 0, "1/38", "1/19" },
  { SKY_GAME_ROULETTE, "straight", "wheel", "single_zero", 0, "1/37", "1/37" },
  { SKY_GAME_ROULETTE, "straight", "wheel", "double_as_single", 0, "1/37", "1/37" },
  { SKY_GAME_ROULETTE, "five_adjacent", "wheel", "double_as_single", 0, "5/37", "1/37" },
  { SKY_GAME_ROULETTE, "six", "wheel", "double_zero", 0, "3/19", "1/19" },
  { SKY_GAME_ROULETTE, "first_five", "wheel", "double_zero", 0, "5/38", "3/38" },
  { SKY_GAME_ROULETTE, "red", "wheel", "double_zero", 0, "9/19", "1/19" },
  { SKY_GAME_ROULETTE, "dozen", "wheel", "single_zero", 0, "12/37", "1/37" },
  { SKY_GAME_BIG_SIX, "symbol", "symbol", "1", 0, "23/54", "4/27" },
  { SKY_GAME_BIG_SIX, "symbol", "symbol", "2", 0, "5/18", "1/6" },
  { SKY_GAME_BIG_SIX, "symbol", "symbol", "5", 0, "4/27", "1/9" },
  { SKY_GAME_BIG_SIX, "symbol", "symbol", "10", 0, "2/27", "5/27" },
  { SKY_GAME_BIG_SIX, "symbol", "symbol", "20", 0, "1/27", "2/9" },
  { SKY_GAME_BIG_SIX, "symbol", "symbol", "joker", 0, "1/54", "4/27" },
  { SKY_GAME_PROPS_AND_HOPS, "double", "number", NULL, 3, "1/36", "5/36" },
  { SKY_GAME_PROPS_AND_HOPS, "any_number", "dice", "[1,6]", 0, "1/18", "1/9" },
  { SKY_GAME_PROPS_AND_HOPS, "field", NULL, NULL, 0, "4/9", "1/18" },
  { SKY_GAME_PROPS_AND_HOPS, "hop_top", "ways", NULL, 14, "7/18", "1/36" },
  { SKY_GAME_PROPS_AND_HOPS, "six_eight_shake", NULL, NULL, 0, "89/17160", NULL },
  { SKY_GAME_CASINO_WAR, "initial", "decks", NULL, 6, NULL, "23138/993023" },
  { SKY_GAME_CASINO_WAR, "initial", "decks", NULL, 8, NULL, "276706/11826255" },
  { SKY_GAME_CASINO_WAR, "tie", "decks", NULL, 6, "23/311", "58/311" },
  { SKY_GAME_CASINO_WAR, "tie", "decks", NULL, 8, "31/415", "74/415" },
  { SKY_GAME_RAISE_IT_UP, "pair_plus", "paytable", "A", 0, NULL, "128/5525" },
  { SKY_GAME_RAISE_IT_UP, "pair_plus", "paytable", "B", 0, NULL, "193/5525" },
  { SKY_GAME_RAISE_IT_UP, "six_card_bonus", "paytable", "A", 0, NULL, "15306/149695" },
  { SKY_GAME_RAISE_IT_UP, "six_card_bonus", "paytable", "B", 0, NULL, "55546/363545" },
  { SKY_GAME_RAISE_IT_UP, "six_card_bonus", "paytable", "C", 0, NULL, "26393/391510" },
  { SKY_GAME_RAISE_IT_UP, "six_card_bonus", "paytable", "D", 0, NULL, "12816/149695" },
};

static const SkyOddsLine *
find (GPtrArray *lines, const Known *want)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const SkyOddsLine *line = lines->pdata[i];
      gboolean right = want->member == NULL;

      if (!g_str_equal (line->bet->form.bet, want->bet))
        continue;
      for (guint m = 0; m < line->members->len; m++)
        {
          const SkyOddsMember *member = &g_array_index (line->members, SkyOddsMember, m);

          right |= g_strcmp0 (member->name, want->member) == 0
                   && g_strcmp0 (member->text, want->text) == 0 && member->value == want->value;
        }
      if (right)
        return line;
    }
  g_error ("no line for %s", want->bet);
}

static void
test_known (void)
{
  g_autoptr (GPtrArray) lines = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const SkyOddsLine *line;

      /* A game's lines stand together. */
      if (i == 0 || known[i].game != known[i - 1].game)
        {
          g_clear_pointer (&lines, g_ptr_array_unref);
          lines = sky_odds_report (known[i].game);
        }
      line = find (lines, &known[i]);

      g_test_message ("%s", known[i].bet);
      if (known[i].win != NULL)
        g_assert_cmpstr (line->win, ==, known[i].win);
      if (known[i].house_edge != NULL)
        g_assert_cmpstr (line->house_edge, ==, known[i].house_edge);
    }
}

/* A wager of the table that has no line would be an unknown price. */
static void
test_complete (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      g_autoptr (GPtrArray) lines = sky_odds_report (id);
      const SkyGame *game = sky_game_get (id);

      for (guint b = 0; b < game->n_bets; b++)
        {
          gboolean found = FALSE;

          for (guint i = 0; i < lines->len && !found; i++)
            found = ((const SkyOddsLine *) lines->pdata[i])->bet == &game->bets[b];
          g_test_message ("%s", game->bets[b].form.bet);
          g_assert_true (found);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/odds/known", test_known);
  g_test_add_func ("/odds/complete", test_complete);
  return g_test_run ();
}
