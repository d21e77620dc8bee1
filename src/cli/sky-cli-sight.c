/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-archive.h"
#include "sky-cli.h"
#include "sky-json-writer.h"
#include "sky-sight-archive.h"
#include "sky-sight-throws.h"

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
add_values (GString *json, const char *name, const guint *values, guint n)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < n; i++)
    sky_json_add_int (json, NULL, values[i]);
  sky_json_end_array (json);
}

/* Parts in a million, so that the text is the same on every machine. */
static void
add_probability (GString *json, double probability)
{
  g_autofree char *text = g_strdup_printf ("%.6f", probability);

  sky_json_add_raw (json, "probability", text);
}

static void
write_json (const Task *task,
            const SkyLogHeader *header,
            const SkySightThrow *thrown,
            const SkySightReading *reading,
            SkySightVerdict verdict,
            SkySightReason why)
{
  g_autoptr (GString) json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "table", header->table);
  sky_json_add_int (json, "round", thrown->round);
  sky_json_add_int (json, "seq", (gint64) thrown->seq);
  sky_json_add_time (json, "at", thrown->at);
  sky_json_add_string (json, "verdict", sky_sight_verdict_to_name (verdict));
  if (why != SKY_SIGHT_READ)
    sky_json_add_string (json, "reason", sky_sight_reason_to_name (why));
  if (reading->reason == SKY_SIGHT_READ)
    {
      add_values (json, "values", reading->values, reading->n_dice);
      add_probability (json, reading->probability);
    }
  add_values (json, "recorded", thrown->recorded, thrown->stretch.n_dice);
  if (reading->camera != NULL)
    sky_json_add_string (json, "camera", reading->camera->camera);
  if (reading->file != NULL)
    sky_json_add_string (json, "file", reading->file);
  if (reading->n_pictures > 0)
    {
      sky_json_begin_array (json, "frames");
      sky_json_add_int (json, NULL, reading->first);
      sky_json_add_int (json, NULL, reading->last);
      sky_json_end_array (json);
      sky_json_add_int (json, "pictures", reading->n_pictures);
    }
  if (reading->reason == SKY_SIGHT_READ)
    {
      sky_json_begin_array (json, "boxes");
      for (guint i = 0; i < reading->n_dice; i++)
        {
          const SkyPictureBox *box = &reading->boxes[i];
          guint numbers[] = { (guint) MAX (box->x, 0), (guint) MAX (box->y, 0), (guint) box->width,
                              (guint) box->height };

          add_values (json, NULL, numbers, G_N_ELEMENTS (numbers));
        }
      sky_json_end_array (json);
    }
  sky_json_add_string (json, "model", sky_sight_archive_get_model (task->sight));
  if (sky_sight_archive_get_calibration (task->sight) != NULL)
    sky_json_add_string (json, "calibration", sky_sight_archive_get_calibration (task->sight));
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  sky_cli_write_json (json->str, json->len);
}

static char *
join_values (const guint *values, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "-" : "", values[i]);
  return g_string_free (text, FALSE);
}

static const char *
describe_reason (SkySightReason reason)
{
  switch (reason)
    {
    case SKY_SIGHT_NO_FOOTAGE:
      return _ ("no recording of it plays");
    case SKY_SIGHT_COVERED:
      return _ ("no die is in sight");
    case SKY_SIGHT_COUNT:
      return _ ("more or fewer dice lie there than were thrown");
    case SKY_SIGHT_MOVING:
      return _ ("the dice never lie still");
    case SKY_SIGHT_TOO_SMALL:
      return _ ("the dice are too small in the picture");
    case SKY_SIGHT_READERS_DIFFER:
      return _ ("the two readers differ, or neither is sure");
    case SKY_SIGHT_READ:
      break;
    }
  return "";
}

static void
print_text (const SkyLogHeader *header,
            const SkySightThrow *thrown,
            const SkySightReading *reading,
            SkySightVerdict verdict,
            SkySightReason why)
{
  g_autofree char *recorded = join_values (thrown->recorded, thrown->stretch.n_dice);
  g_autofree char *seen = join_values (reading->values, reading->n_dice);
  const char *camera = reading->camera != NULL ? reading->camera->camera : "";

  switch (verdict)
    {
    case SKY_SIGHT_AGREES:
      /* Translators: table, round, the dice, a camera. */
      sky_cli_print (_ ("%s round %" PRId64 ": %s, and %s shows it\n"), header->table,
                     thrown->round, recorded, camera);
      break;
    case SKY_SIGHT_CONTRADICTS:
      sky_cli_print (_ ("%s round %" PRId64 ": %s recorded, but %s SHOWS %s\n"), header->table,
                     thrown->round, recorded, camera, seen);
      break;
    case SKY_SIGHT_CANNOT_READ:
      sky_cli_print (_ ("%s round %" PRId64 ": %s, cannot be read: %s\n"), header->table,
                     thrown->round, recorded, describe_reason (why));
      break;
    }
}

static gboolean
read_log (Task *task, SkyLog *log, GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (log);
  g_autoptr (GArray) throws = sky_sight_list_throws (log);

  if (sky_sight_count_dice (header->game) == 0 && !task->json)
    sky_cli_print (_ ("%s: no dice are thrown at this game\n"), header->table);
  for (guint i = 0; i < throws->len; i++)
    {
      const SkySightThrow *thrown = &g_array_index (throws, SkySightThrow, i);
      g_autoptr (GArray) readings =
          sky_sight_archive_read (task->sight, header->table, &thrown->stretch, NULL, error);
      SkySightReason why;

      if (readings == NULL)
        return FALSE;
      SkySightReading reading =
          sky_sight_unite ((const SkySightReading *) readings->data, readings->len);
      SkySightVerdict verdict = sky_sight_judge (thrown, &reading, &why);
      task->n[verdict]++;
      if (task->json)
        write_json (task, header, thrown, &reading, verdict, why);
      else
        print_text (header, thrown, &reading, verdict, why);
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
