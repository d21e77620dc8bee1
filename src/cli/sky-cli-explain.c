/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-audit.h"
#include "sky-cli.h"
#include "sky-phrase.h"
#include "sky-section.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

static void
print_steps (GPtrArray *steps)
{
  for (guint i = 0; i < steps->len; i++)
    {
      const SkyStep *step = steps->pdata[i];
      g_autofree char *cite = sky_cite (step->section);
      g_autofree char *text = sky_phrase_show (step->text);

      sky_cli_print ("%8" G_GUINT64_FORMAT "  %-8s %s%s%s%s\n", step->seq,
                     step->wager != NULL ? step->wager : "", text, *cite != '\0' ? "  [" : "", cite,
                     *cite != '\0' ? "]" : "");
    }
}

/* What the sections that the steps cite say, in plain words, each once. */
static void
print_sections (GPtrArray *steps)
{
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < steps->len; i++)
    {
      const SkyStep *step = steps->pdata[i];
      const SkySection *section = step->section != NULL ? sky_section_find (step->section) : NULL;

      if (section == NULL || !g_hash_table_add (told, (gpointer) section->section))
        continue;
      if (g_hash_table_size (told) == 1)
        sky_cli_print ("\n%s\n", _ ("These sections in short"));
      sky_cli_print ("  § %-18s %s\n", section->section, _ (section->summary));
    }
}

/* Explains the round in each log of the table; of several gaming days each has its own rounds. */
static SkyCliStatus
explain (const char *path, const char *table, const char *day, gint64 round, const char *wager)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (path, &error);
  g_autofree char *failure = NULL;
  gboolean table_found = FALSE, explained = FALSE;

  if (archive == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (GError) log_error = NULL;
      g_autoptr (SkyLog) log = sky_log_open_in_archive (path, archive->logs[i], &log_error);
      g_autoptr (GPtrArray) steps = NULL;
      char log_day[SKY_DAY_TEXT_SIZE];

      if (log == NULL)
        {
          sky_cli_complain ("%s", log_error->message);
          continue;
        }
      sky_day_format (sky_log_get_header (log)->gaming_day, log_day);
      if (!g_str_equal (sky_log_get_header (log)->table, table)
          || (day != NULL && !g_str_equal (log_day, day)))
        continue;
      table_found = TRUE;
      steps = sky_audit_explain (log, round, wager, &log_error);
      if (steps == NULL)
        {
          g_free (failure);
          failure = g_strdup (log_error->message);
          continue;
        }
      explained = TRUE;
      sky_cli_print (_ ("%s, %s, round %" PRId64 "\n"), table, log_day, round);
      print_steps (steps);
      print_sections (steps);
    }

  if (!table_found)
    sky_cli_complain (_ ("%s: no log of the table “%s”"), path, table);
  else if (!explained)
    sky_cli_complain ("%s", failure);
  return explained ? SKY_CLI_DONE : SKY_CLI_FAILED;
}

SkyCliStatus
sky_cli_explain (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *table = NULL;
  g_autofree char *wager = NULL;
  g_autofree char *day = NULL;
  gint64 round = 0;
  SkyCliStatus status;
  g_auto (GStrv) roots = NULL;
  const GOptionEntry options[] = {
    { "table", 0, 0, G_OPTION_ARG_STRING, &table, N_ ("The table"), "T" },
    { "round", 0, 0, G_OPTION_ARG_INT64, &round, N_ ("The number of the round"), "N" },
    { "wager", 0, 0, G_OPTION_ARG_STRING, &wager, N_ ("Only this wager of the round"), "W" },
    { "day", 0, 0, G_OPTION_ARG_STRING, &day,
      N_ ("The gaming day, if the archive has several for the table"), "YYYY-MM-DD" },
    SKY_CLI_ROOTS (&roots),
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  sky_archive_file_set_roots ((const char *const *) roots);
  if (argc != 2)
    return sky_cli_wrong_usage ("explain", _ ("give one archive"));
  if (table == NULL || round <= 0)
    return sky_cli_wrong_usage ("explain", _ ("give --table and --round"));
  return explain (argv[1], table, day, round, wager);
}
