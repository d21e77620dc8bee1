/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"
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
      if (member->text != NULL)
        g_string_append_printf (text, "%s %s", member->name, member->text);
      else
        g_string_append_printf (text, "%s %" G_GINT64_FORMAT, member->name, member->value);
    }
  if (line->members->len > 0)
    g_string_append_c (text, ')');
}

/* For a person: name, probability of winning, payout odds, house advantage, section. */
static void
print_line (const SkyOddsLine *line)
{
  g_autoptr (GString) name = g_string_new (line->name);

  append_members (line, name);
  g_print ("%s\n    %-14s %s %s   %s %s   %s %s   %s %s   § %s\n", name->str,
           line->pays != NULL ? line->pays : _ ("depends"), _ ("win"), line->win, _ ("lose"),
           line->lose, _ ("push"), line->push, _ ("house"), line->house_edge, line->section);
  for (guint i = 0; i < line->outcomes->len; i++)
    {
      const SkyOddsOutcome *outcome = line->outcomes->pdata[i];

      if (outcome->measure != NULL)
        g_print ("      %s %-3" G_GINT64_FORMAT " %-12s %s\n", outcome->measure, outcome->count,
                 outcome->pays, outcome->probability);
      else
        g_print ("      %-12s %s\n", outcome->pays, outcome->probability);
    }
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
      sky_cli_write (json->str, json->len);
    }
}

SkyCliStatus
sky_cli_odds (int argc, char **argv)
{
  g_autofree char *format = NULL;
  SkyGameId only = SKY_N_GAMES;
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format,
      N_ ("How odds are printed: for reading, or one JSON object each"), "table|jsonl" },
    { NULL },
  };

  if (!sky_cli_parse ("odds", options, &argc, &argv, &status))
    return status;
  if (argc > 2)
    return sky_cli_wrong_usage ("odds", _ ("one game, or none for all, is wanted"));
  if (format != NULL && !g_str_equal (format, "table") && !g_str_equal (format, "jsonl"))
    return sky_cli_wrong_usage ("odds", _ ("there is no format “%s”"), format);
  if (argc == 2 && !sky_game_id_from_name ((SkyText){ argv[1], strlen (argv[1]) }, &only))
    return sky_cli_wrong_usage ("odds", _ ("there is no game “%s”"), argv[1]);

  for (guint i = 0; i < SKY_N_GAMES; i++)
    {
      g_autoptr (GPtrArray) lines = only == SKY_N_GAMES || only == i ? sky_odds_report (i) : NULL;

      if (lines != NULL)
        print_report (lines, format != NULL && g_str_equal (format, "jsonl"));
      else if (only == i)
        {
          sky_cli_complain (_ ("the odds of “%s” are not known to this version"), argv[1]);
          return SKY_CLI_FAILED;
        }
    }
  return SKY_CLI_DONE;
}
