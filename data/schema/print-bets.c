/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the page of the documentation that lists every bet: from the tables that settle them. */
#include "config.h"

#include "sky-game.h"

#include <stdio.h>

static const struct
{
  SkyBetMembers member;
  const char *name;
} members[] = {
  { SKY_MEMBER_NUMBER, "number" },   { SKY_MEMBER_NUMBER_TEXT, "number" },
  { SKY_MEMBER_NUMBERS, "numbers" }, { SKY_MEMBER_NUMBERS_TEXT, "numbers" },
  { SKY_MEMBER_DICE, "dice" },       { SKY_MEMBER_SUPPORTS, "supports" },
  { SKY_MEMBER_AREA, "area" },       { SKY_MEMBER_SYMBOL, "symbol" },
};

static void
append_bet (GString *page, const SkyBet *bet)
{
  g_string_append_printf (page, "\n### %s\n\n`%s`", bet->name, bet->form.bet);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (bet->form.members & members[i].member)
      g_string_append_printf (page, ", with `%s`", members[i].name);
  g_string_append_printf (page, "; § %s", bet->section);
  if (bet->odds_section != NULL && g_strcmp0 (bet->odds_section, bet->section) != 0)
    g_string_append_printf (page, ", pays by § %s", bet->odds_section);
  if (bet->edition != NULL)
    g_string_append_printf (page, "; while § %s is in force", bet->edition);
  if (bet->flags & SKY_BET_MAY_STAY)
    g_string_append (page, "; a winner may stay up");
  if (bet->flags & SKY_BET_PAY_AT_LEAST)
    g_string_append (page, "; no less than these odds");
  g_string_append (page, ".\n");

  if (bet->n_pays == 0)
    return;
  g_string_append (page, "\n| wins | pays |\n| --- | --- |\n");
  for (guint i = 0; i < bet->n_pays; i++)
    {
      const SkyPay *pay = &bet->pays[i];
      g_autofree char *odds = sky_odds_format (pay->odds);

      g_string_append_printf (page, "| %s", pay->name != NULL ? pay->name : bet->name);
      if (pay->name == NULL && pay->code != NULL)
        g_string_append_printf (page, " on %s", pay->code);
      else if (pay->name == NULL && pay->key != 0)
        g_string_append_printf (page, " on %d", pay->key);
      if (pay->paytable != '\0')
        g_string_append_printf (page, ", paytable %c", pay->paytable);
      g_string_append_printf (page, " | %s |\n", odds);
    }
}

/* The game before @id whose bets @game has too (Mini-Craps those of Craps), or NULL. */
static const SkyGame *
same_bets (int id, const SkyGame *game)
{
  for (int other = 0; other < id; other++)
    {
      const SkyGame *before = sky_game_get (other);

      if (before != NULL && before->bets == game->bets)
        return before;
    }
  return NULL;
}

int
main (void)
{
  g_autoptr (GString) page = g_string_new (
      "# The bets\n\n"
      "This page is printed from the tables that settle them (`src/rules`). A Rules Submission "
      "may\n"
      "raise odds that a chapter states as a minimum. Sections are of 58 Pa. Code.\n");

  for (int id = 0; id < SKY_N_GAMES; id++)
    {
      const SkyGame *game = sky_game_get (id);
      const SkyGame *same = game != NULL ? same_bets (id, game) : NULL;

      if (game == NULL)
        continue;
      g_string_append_printf (page, "\n## %s\n\n`%s`, Chapter %s.\n", game->name,
                              sky_game_id_to_name (id), game->chapter);
      if (same != NULL)
        g_string_append_printf (page, "The bets are those of %s.\n", same->name);
      for (guint i = 0; same == NULL && i < game->n_bets; i++)
        append_bet (page, &game->bets[i]);
    }
  fputs (page->str, stdout);
  return 0;
}
