/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"
#include "sky-fraction.h"
#include "sky-odds.h"

#include <glib/gi18n.h>

#include <string.h>

static void
append_members (const SkyOddsLine *line, GString *text)
{
  for (guint i = 0; i < line->members->len; i++)
    {
      const SkyOddsMember *member = &g_array_index (line->members, SkyOddsMember, i);

      g_string_append (text, i > 0 ? ", " : " (");
      if (member->is_money)
        {
          g_autofree char *amount = sky_money_format (member->value);

          g_string_append_printf (text, "%s %s", member->name, amount);
        }
      else if (member->text != NULL)
        g_string_append_printf (text, "%s %s", member->name, member->text);
      else
        g_string_append_printf (text, "%s %" G_GINT64_FORMAT, member->name, member->value);
    }
  if (line->members->len > 0)
    g_string_append_c (text, ')');
}

/* A wager's lines have their labels one below the other, and none is wider than a printed page. */
#define LABEL_WIDTH 18
#define INDENT      4
#define PAGE_WIDTH  80

/* How many bytes of @text go on a line of @width columns: up to a blank or a fraction's stroke, or
 * as many as fit where a number has neither. */
static gsize
fit (const char *text, gsize width)
{
  const char *end = g_utf8_offset_to_pointer (text, (glong) width);
  const char *at = end;

  /* A number stays with its per cent sign. */
  while (at > text && (at[0] != ' ' || at[1] == '%') && at[-1] != '/')
    at--;
  return (gsize) ((at > text ? at : end) - text);
}

/* Prints @text from @column on, in as many lines as it wants, the later ones below its start. */
static void
print_wrapped (const char *text, gsize column)
{
  const gsize width = PAGE_WIDTH - column;

  while ((gsize) g_utf8_strlen (text, -1) > width)
    {
      gsize n = fit (text, width);
      gsize shown = n;

      while (shown > 0 && text[shown - 1] == ' ')
        shown--;
      sky_cli_print ("%.*s\n%*s", (int) shown, text, (int) column, "");
      text += n;
      while (*text == ' ')
        text++;
    }
  sky_cli_print ("%s\n", text);
}

/* "    house advantage   7/495 (1.4141 %)" */
static void
print_value (const char *label, const char *text)
{
  int gap = LABEL_WIDTH - (int) g_utf8_strlen (label, -1);

  sky_cli_print ("%*s%s%*s", INDENT, "", label, MAX (gap, 1), "");
  print_wrapped (text, INDENT + LABEL_WIDTH);
}

static void
print_fraction (const char *label, const char *fraction)
{
  g_autofree char *percent = sky_fraction_percent (fraction);
  g_autofree char *text = g_strdup_printf ("%s (%s)", fraction, percent);

  print_value (label, text);
}

static void
print_outcome (const SkyOddsLine *line, const SkyOddsOutcome *outcome)
{
  g_autofree char *label =
      outcome->measure != NULL
          ? g_strdup_printf ("%s %" G_GINT64_FORMAT, outcome->measure, outcome->count)
      : line->by_net ? g_strdup (outcome->name)
                     : g_strdup ("");
  g_autofree char *percent = sky_fraction_percent (outcome->probability);
  g_autofree char *net =
      /* Translators: what a patron is the richer for, as a fraction of the wager: "net 27/4". */
      line->by_net ? g_strdup_printf (_ ("net %s"), outcome->net) : g_strdup (outcome->pays);
  g_autofree char *text = g_strdup_printf ("%-12s %s (%s)", net, outcome->probability, percent);

  print_value (label, text);
}

/* A wager in the form that a request for a game states it: true odds, payout odds and house
 * advantage, each exact. */
static void
print_line (const SkyOddsLine *line)
{
  g_autoptr (GString) name = g_string_new (line->name);
  g_autofree char *against = sky_fraction_odds_against (line->win, line->lose);
  g_autofree char *payout = g_strdup_printf (
      "%s, § %s", line->pays != NULL ? line->pays : _ ("varies with the outcome"), line->section);

  append_members (line, name);
  sky_cli_print ("\n");
  print_wrapped (name->str, 0);
  print_value (_ ("payout odds"), payout);
  if (against != NULL)
    print_value (_ ("true odds"), against);
  print_fraction (_ ("wins"), line->win);
  print_fraction (_ ("loses"), line->lose);
  if (!g_str_equal (line->push, "0"))
    print_fraction (_ ("pushes"), line->push);
  print_fraction (_ ("house advantage"), line->house_edge);
  for (guint i = 0; i < line->outcomes->len; i++)
    print_outcome (line, line->outcomes->pdata[i]);
}

/* The heading of a game's report (§ 521.4(1)(ii)), with a page of its own when it is printed. */
static void
print_heading (SkyGameId id, gboolean first)
{
  if (!first)
    sky_cli_write ("\f", 1);
  sky_cli_print ("%s\n", sky_game_get (id)->name);
  print_wrapped (_ ("True odds, payout odds and house advantage of each wager, 58 Pa. Code § "
                    "521.4(1)(ii)"),
                 0);
}

static void
print_report (GPtrArray *lines, gboolean jsonl)
{
  for (guint i = 0; i < lines->len; i++)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      if (!jsonl)
        {
          print_line (lines->pdata[i]);
          continue;
        }
      sky_odds_line_write_json (lines->pdata[i], json);
      g_string_append_c (json, '\n');
      sky_cli_write_json (json->str, json->len);
    }
}

SkyCliStatus
sky_cli_odds (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *format = NULL;
  SkyGameId only = SKY_N_GAMES;
  SkyCliStatus status;
  gboolean jsonl, first = TRUE;
  const GOptionEntry options[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format,
      N_ ("Print a table, or one JSON object per wager"), "table|jsonl" },
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc > 2)
    return sky_cli_wrong_usage ("odds", _ ("give one game, or none for all games"));
  if (format != NULL && !g_str_equal (format, "table") && !g_str_equal (format, "jsonl"))
    return sky_cli_wrong_usage ("odds", _ ("there is no format “%s”"), format);
  if (argc == 2 && !sky_game_id_from_name ((SkyText){ argv[1], strlen (argv[1]) }, &only))
    return sky_cli_wrong_usage ("odds", _ ("there is no game “%s”"), argv[1]);

  jsonl = format != NULL && g_str_equal (format, "jsonl");
  for (guint i = 0; i < SKY_N_GAMES; i++)
    {
      g_autoptr (GPtrArray) lines = NULL;

      if (only != SKY_N_GAMES && only != i)
        continue;
      lines = sky_odds_report (i);
      if (!jsonl)
        print_heading (i, first);
      first = FALSE;
      print_report (lines, jsonl);
    }
  return SKY_CLI_DONE;
}
