/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of every game: each bet of its table is in it, what may happen to a wager adds up to
 * one, and the section of its payout odds is told. */
#include "config.h"

#include "sky-odds.h"
#include "sky-section.h"

#include <gmp.h>

static void
add (mpq_t sum, const char *fraction)
{
  mpq_t term;

  mpq_init (term);
  g_assert_cmpint (mpq_set_str (term, fraction, 10), ==, 0);
  g_assert_cmpint (mpq_sgn (term), >=, 0);
  mpq_add (sum, sum, term);
  mpq_clear (term);
}

static void
assert_whole (const SkyOddsLine *line)
{
  mpq_t sum;

  mpq_init (sum);
  add (sum, line->win);
  add (sum, line->lose);
  add (sum, line->push);
  g_assert_cmpint (mpq_cmp_ui (sum, 1, 1), ==, 0);

  if (line->outcomes->len > 0)
    {
      mpq_set_ui (sum, 0, 1);
      for (guint i = 0; i < line->outcomes->len; i++)
        add (sum, ((const SkyOddsOutcome *) line->outcomes->pdata[i])->probability);
      g_assert_cmpint (mpq_cmp_ui (sum, 1, 1), ==, 0);
    }
  mpq_clear (sum);
}

static void
test_game (gconstpointer data)
{
  SkyGameId id = GPOINTER_TO_UINT (data);
  const SkyGame *game = sky_game_get (id);
  g_autoptr (GPtrArray) lines = NULL;

  /* Mini-Craps has the bets of Craps, and the report takes its time. */
  if (id == SKY_GAME_MINI_CRAPS)
    {
      g_assert_true (game->bets == sky_game_get (SKY_GAME_CRAPS)->bets);
      return;
    }
  lines = sky_odds_report (id);
  g_assert_nonnull (lines);
  for (guint i = 0; i < game->n_bets; i++)
    {
      gboolean told = FALSE;

      for (guint j = 0; j < lines->len && !told; j++)
        told = ((const SkyOddsLine *) lines->pdata[j])->bet == &game->bets[i];
      if (!told)
        g_error ("the odds of %s are not in the report", game->bets[i].form.bet);
    }
  for (guint i = 0; i < lines->len; i++)
    {
      const SkyOddsLine *line = lines->pdata[i];

      assert_whole (line);
      g_assert_true (line->pays != NULL || line->outcomes->len > 0);
      g_assert_nonnull (sky_section_find (line->section));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      g_autofree char *path = g_strdup_printf ("/odds/complete/%s", sky_game_id_to_name (id));

      g_test_add_data_func (path, GUINT_TO_POINTER (id), test_game);
    }
  return g_test_run ();
}
