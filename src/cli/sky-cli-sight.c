/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-archive.h"
#include "sky-cli.h"
#include "sky-sight-account.h"
#include "sky-sight-archive.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

/* What all readings of an archive share. */
typedef struct
{
  SkySightArchive *sight;
  gboolean json;
  guint n[3]; /* results by verdict */
} Task;

static void
write_json (const Task *task,
            const SkyLogHeader *header,
            const SkySightResult *result,
            const SkySightReading *reading,
            SkySightVerdict verdict,
            SkySightReason why)
{
  g_autoptr (GString) json = g_string_new (NULL);

  sky_sight_write_account (header, result, reading, verdict, why,
                           sky_sight_archive_get_model (task->sight, result->stretch.kind),
                           sky_sight_archive_get_calibration (task->sight), json);
  g_string_append_c (json, '\n');
  sky_cli_write_json (json->str, json->len);
}

static void
print_text (const SkyLogHeader *header,
            const SkySightResult *result,
            const SkySightReading *reading,
            SkySightVerdict verdict,
            SkySightReason why)
{
  SkySightKind kind = result->stretch.kind;
  g_autofree char *recorded = sky_sight_values_text (kind, result->recorded, result->n_recorded);
  g_autofree char *seen = sky_sight_values_text (kind, reading->values, reading->n_values);
  const char *camera = reading->camera != NULL ? reading->camera->camera : "";

  switch (verdict)
    {
    case SKY_SIGHT_AGREES:
      /* Translators: table, round, the dice or cards, a camera. */
      sky_cli_print (_ ("%s round %" PRId64 ": %s, and %s shows it\n"), header->table,
                     result->round, recorded, camera);
      break;
    case SKY_SIGHT_CONTRADICTS:
      sky_cli_print (_ ("%s round %" PRId64 ": %s recorded, but %s SHOWS %s\n"), header->table,
                     result->round, recorded, camera, seen);
      break;
    case SKY_SIGHT_CANNOT_READ:
    case SKY_N_SIGHT_VERDICTS:
      sky_cli_print (_ ("%s round %" PRId64 ": %s, cannot be read: %s\n"), header->table,
                     result->round, recorded, _ (sky_sight_reason_to_words (kind, why)));
      break;
    }
}

static gboolean
read_log (Task *task, SkyLog *log, GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (log);
  g_autoptr (GArray) results = sky_sight_list_results (log);
  SkySightKind kind;

  if (!sky_sight_find_kind (header->game, &kind) && !task->json)
    sky_cli_print (_ ("%s: neither dice nor cards make this game’s results\n"), header->table);
  for (guint i = 0; i < results->len; i++)
    {
      const SkySightResult *result = &g_array_index (results, SkySightResult, i);
      g_autoptr (GArray) readings =
          sky_sight_archive_read (task->sight, header->table, &result->stretch, NULL, error);
      SkySightReason why;

      if (readings == NULL)
        return FALSE;
      SkySightReading reading =
          sky_sight_unite ((const SkySightReading *) readings->data, readings->len);
      SkySightVerdict verdict = sky_sight_judge (result, &reading, &why);
      task->n[verdict]++;
      if (task->json)
        write_json (task, header, result, &reading, verdict, why);
      else
        print_text (header, result, &reading, verdict, why);
    }
  return TRUE;
}

SkyCliStatus
sky_cli_sight (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_auto (GStrv) roots = NULL;
  const GOptionEntry options[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format, N_ ("How to print: text or jsonl"),
      N_ ("FORMAT") },
    SKY_CLI_ROOTS (&roots),
    { NULL },
  };
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (SkySightArchive) sight = NULL;
  g_autoptr (GError) error = NULL;
  Task task = { 0 };
  SkyCliStatus status;
  gboolean failed = FALSE;

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return sky_cli_wrong_usage ("sight", _ ("give one archive"));
  if (format != NULL && !g_str_equal (format, "text") && !g_str_equal (format, "jsonl"))
    return sky_cli_wrong_usage ("sight", _ ("--format is text or jsonl, not %s"), format);

  sky_archive_file_set_roots ((const char *const *) roots);
  archive = sky_archive_open (argv[1], &error);
  if (archive == NULL)
    return sky_cli_fail (error);
  for (guint i = 0; archive->problems[i] != NULL; i++)
    sky_cli_complain ("%s", archive->problems[i]);
  task.json = format != NULL && g_str_equal (format, "jsonl");
  task.sight = sight = sky_sight_archive_new (archive, &error);
  if (sight == NULL)
    return sky_cli_fail (error);
  for (guint i = 0; sky_sight_archive_get_problems (sight)[i] != NULL; i++)
    sky_cli_complain ("%s", sky_sight_archive_get_problems (sight)[i]);
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[i], &error);

      if (log == NULL || !read_log (&task, log, &error))
        {
          sky_cli_fail (error);
          g_clear_error (&error);
          failed = TRUE;
        }
    }
  if (!task.json)
    sky_cli_print (
        _ ("%u results: %u as recorded, %u contradicted, %u not read\n"),
        task.n[SKY_SIGHT_AGREES] + task.n[SKY_SIGHT_CONTRADICTS] + task.n[SKY_SIGHT_CANNOT_READ],
        task.n[SKY_SIGHT_AGREES], task.n[SKY_SIGHT_CONTRADICTS], task.n[SKY_SIGHT_CANNOT_READ]);
  return failed ? SKY_CLI_FAILED : SKY_CLI_DONE;
}
