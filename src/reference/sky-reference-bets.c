/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-format.h"
#include "sky-game.h"
#include "sky-reference.h"
#include "sky-section.h"

#include <string.h>

/* TRUE when the cases of @bet are combinations of two dice: each key is two digits of a die. */
static gboolean
is_by_dice (const SkyBet *bet)
{
  for (guint i = 0; i < bet->n_pays; i++)
    {
      gint a = bet->pays[i].key / 10, b = bet->pays[i].key % 10;

      if (a < 1 || a > 6 || b < 1 || b > 6)
        return FALSE;
    }
  return bet->n_pays > 1;
}

static void
append_case (GString *page, const SkyBet *bet, const SkyPay *pay)
{
  if (pay->name != NULL)
    g_string_append (page, pay->name);
  else if (is_by_dice (bet))
    g_string_append_printf (page, "%d-%d", pay->key / 10, pay->key % 10);
  else
    g_string_append_printf (page, "on %d", pay->key);
  if (pay->section != NULL)
    g_string_append_printf (page, " (§ %s)", pay->section);
}

static void
append_odds (GString *page, const SkyPay *pay)
{
  g_autofree char *odds = sky_odds_format (pay->odds);

  /* No odds at all: what a progressive meter shows. */
  g_string_append (page, pay->odds.a > 0 ? odds : "100% of the meter");
}

/* The paytables of @bet in order, as a new text of their letters; "" when it has none. */
static char *
list_paytables (const SkyBet *bet)
{
  GString *letters = g_string_new (NULL);

  for (guint i = 0; i < bet->n_pays; i++)
    if (bet->pays[i].paytable != 0 && strchr (letters->str, bet->pays[i].paytable) == NULL)
      g_string_append_c (letters, bet->pays[i].paytable);
  return g_string_free (letters, FALSE);
}

static void
append_paytables (GString *page, const SkyBet *bet, const char *paytables)
{
  g_string_append (page, "\n| case |");
  for (const char *p = paytables; *p != '\0'; p++)
    g_string_append_printf (page, " paytable %c |", *p);
  g_string_append (page, "\n| --- |");
  for (const char *p = paytables; *p != '\0'; p++)
    g_string_append (page, " --- |");
  g_string_append_c (page, '\n');
  for (guint i = 0; i < bet->n_pays; i++)
    {
      /* A case has its row where it is met first, in whichever paytable. */
      if (sky_bet_find_pay (bet, bet->pays[i].key, 0) != &bet->pays[i])
        continue;
      g_string_append (page, "| ");
      if (bet->pays[i].name == NULL && bet->pays[i].key == 0)
        g_string_append (page, bet->name);
      else
        append_case (page, bet, &bet->pays[i]);
      for (const char *p = paytables; *p != '\0'; p++)
        {
          const SkyPay *pay = sky_bet_find_pay (bet, bet->pays[i].key, *p);

          g_string_append (page, " | ");
          if (pay != NULL)
            append_odds (page, pay);
        }
      g_string_append (page, " |\n");
    }
}

static void
append_pays (GString *page, const SkyBet *bet)
{
  g_autofree char *paytables = list_paytables (bet);

  if (bet->n_pays == 0)
    g_string_append (page, "\nPaid as the wagers that it is made of.\n");
  else if (*paytables != '\0')
    append_paytables (page, bet, paytables);
  else if (bet->n_pays == 1)
    {
      g_string_append (page, "\nPays ");
      append_odds (page, &bet->pays[0]);
      g_string_append (page, ".\n");
    }
  else
    {
      g_string_append (page, "\n| case | pays |\n| --- | --- |\n");
      for (guint i = 0; i < bet->n_pays; i++)
        {
          g_string_append (page, "| ");
          append_case (page, bet, &bet->pays[i]);
          g_string_append (page, " | ");
          append_odds (page, &bet->pays[i]);
          g_string_append (page, " |\n");
        }
    }
}

static void
append_members (GString *page, const SkyBet *bet)
{
  gboolean first = TRUE;

  for (guint member = 1; member <= SKY_MEMBER_SYMBOL; member <<= 1)
    if (bet->form.members & member)
      {
        g_string_append_printf (page, "%s `%s`", first ? " with" : " and",
                                sky_bet_member_name (member));
        if (member == SKY_MEMBER_NUMBER_TEXT)
          g_string_append (page, " (a text)");
        else if (member == SKY_MEMBER_NUMBERS_TEXT)
          g_string_append (page, " (texts)");
        first = FALSE;
      }
}

static void
append_terms (GString *page, const SkyGame *game, const SkyBet *bet)
{
  if (bet->option >= 0)
    g_string_append_printf (page, " Offered by the option `%s`.", game->options[bet->option].name);
  if (bet->edition != NULL)
    g_string_append_printf (page, " In force as long as § %s.", bet->edition);
  if (bet->flags & SKY_BET_MAY_STAY)
    g_string_append (page, " A winner may stay up.");
  if (bet->flags & SKY_BET_NO_TABLE_LIMITS)
    g_string_append (page, " Not bound by the table's limits.");
  if (bet->flags & SKY_BET_OWN_LIMITS)
    g_string_append (page, " Has limits of its own.");
  if (bet->flags & SKY_BET_NEVER_VERBAL)
    g_string_append (page, " Never by word alone.");
  if (bet->flags & SKY_BET_PAY_AT_LEAST)
    {
      g_string_append (page, " The Rules Submission may pay more");
      if (game->pay_at_least_in != NULL)
        g_string_append_printf (page, " under chapter %s", game->pay_at_least_in);
      g_string_append_c (page, '.');
    }
}

static void
append_bet (GString *page, const SkyGame *game, const SkyBet *bet)
{
  const SkySection *section = sky_section_find (bet->section);

  g_string_append_printf (page, "\n### %s\n\n`%s`", bet->name, bet->form.bet);
  append_members (page, bet);
  g_string_append_printf (page, ". § %s; pays by § %s.", bet->section, bet->odds_section);
  append_terms (page, game, bet);
  if (section != NULL)
    g_string_append_printf (page, "\n\n%s", section->summary);
  g_string_append_c (page, '\n');
  append_pays (page, bet);
}

static void
append_game (GString *page, SkyGameId id)
{
  const SkyGame *game = sky_game_get (id);

  g_string_append_printf (page, "\n## %s (`%s`)\n\nChapter %s; wagers by § %s.\n", game->name,
                          sky_game_id_to_name (id), game->chapter, game->wagers_section);
  for (SkyGameId before = 0; before < id; before++)
    if (sky_game_get (before)->bets == game->bets)
      {
        g_string_append_printf (page, "\nThe bets are those of %s.\n", sky_game_get (before)->name);
        return;
      }
  for (guint i = 0; i < game->n_bets; i++)
    append_bet (page, game, &game->bets[i]);
}

char *
sky_reference_bets (void)
{
  GString *page = g_string_new (
      "# The bets\n\n"
      "This page is printed from the tables by which wagers are settled (`src/rules`). Each bet "
      "has\n"
      "the name by which a log knows it, the members it has of its own there, the sections of\n"
      "58 Pa. Code that it rests on, and what it pays. `skyward-cli odds` works out true odds and\n"
      "house advantage from the same tables.\n");

  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    append_game (page, id);
  return g_string_free (page, FALSE);
}
