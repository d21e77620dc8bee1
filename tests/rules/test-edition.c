/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which text is in force on which gaming day: both days of an edition are. */
#include "config.h"

#include "sky-edition.h"
#include "sky-game.h"

static const struct
{
  const char *text;
  const char *from;
  const char *until; /* NULL: in force still */
} dates[] = {
  { "539", "2010-04-03", "2011-06-10" },
  { "617a", "2011-06-11", NULL },
  { "619a", "2011-06-11", NULL },
  { "621a", "2011-06-11", NULL },
  { "623a", "2011-06-11", NULL },
  { "625a", "2011-06-11", NULL },
  { "651a", "2011-06-11", NULL },
  { "668a", "2016-08-27", NULL },
  { "669a", "2016-08-27", NULL },
  { "465a.9", "2016-08-27", NULL },
  { "611a", "2016-08-27", NULL },
  { "623b.1", "2021-09-04", "2024-09-03" },
  { "623b.2", "2021-09-04", "2024-09-03" },
  { "623b.3", "2021-09-04", "2024-09-03" },
  { "623b.4", "2022-03-12", "2025-03-11" },
  { "623b.5", "2023-09-23", "2026-09-22" },
  { "521", "2010-04-03", NULL },
};

static void
test_dates (void)
{
  gsize n;

  sky_editions (&n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (dates));
  for (gsize i = 0; i < n; i++)
    {
      const SkyEdition *edition = sky_edition_find (dates[i].text);
      char text[SKY_DAY_TEXT_SIZE];

      g_assert_nonnull (edition);
      g_assert_nonnull (edition->published);
      g_assert_cmpstr (sky_day_format (edition->from, text), ==, dates[i].from);
      g_assert_false (sky_edition_in_force (dates[i].text, edition->from - 1));
      g_assert_true (sky_edition_in_force (dates[i].text, edition->from));
      if (dates[i].until == NULL)
        {
          g_assert_cmpint (edition->until, ==, SKY_DAY_NONE);
          continue;
        }
      g_assert_cmpstr (sky_day_format (edition->until, text), ==, dates[i].until);
      g_assert_true (sky_edition_in_force (dates[i].text, edition->until));
      g_assert_false (sky_edition_in_force (dates[i].text, edition->until + 1));
    }
}

/* Every game's chapter and every bet that came and went by itself has its dates. */
static void
test_games (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkyGame *game = sky_game_get (id);

      g_assert_nonnull (sky_edition_find (game->chapter));
      for (guint i = 0; i < game->n_bets; i++)
        g_assert_true (game->bets[i].edition == NULL
                       || sky_edition_find (game->bets[i].edition) != NULL);
    }
}

/* Rows of one amount follow each other without a gap, and each amount has one. */
static void
test_amounts (void)
{
  gsize n;
  const SkyAmount *amounts = sky_amounts (&n);
  gint64 rows[SKY_N_AMOUNTS] = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      const SkyAmount *before =
          i > 0 && amounts[i - 1].id == amounts[i].id ? &amounts[i - 1] : NULL;

      g_assert_cmpuint (amounts[i].id, <, SKY_N_AMOUNTS);
      g_assert_cmpint (amounts[i].value, >, 0);
      if (before != NULL)
        g_assert_cmpint (amounts[i].from, ==, before->until + 1);
      if (amounts[i].from != SKY_DAY_NONE)
        g_assert_cmpint (sky_amount (amounts[i].id, amounts[i].from), ==, amounts[i].value);
      rows[amounts[i].id]++;
    }
  for (SkyAmountId id = 0; id < SKY_N_AMOUNTS; id++)
    g_assert_cmpint (rows[id], >, 0);
  g_assert_cmpint (sky_amount (SKY_AMOUNT_LIMITS_NOTICE, 18000), ==, 30);
  g_assert_cmpint (sky_amount (SKY_AMOUNT_FIRE_BET_MAX, 18000), ==, 500);
  g_assert_cmpint (sky_amount (SKY_AMOUNT_ENVY_OTHERS, 0), ==, 25);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edition/dates", test_dates);
  g_test_add_func ("/edition/games", test_games);
  g_test_add_func ("/edition/amounts", test_amounts);
  return g_test_run ();
}
