/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"
#include "sky-history.h"
#include "sky-json-writer.h"

#include <glib/gi18n.h>

/* Prints the values of one case. Returns FALSE when it could not be computed, which is told, or
 * when nobody reads what is printed. */
static gboolean
print_case (const char *path, const SkyJsonNode *name, const SkyJsonNode *history)
{
  g_autofree char *case_name = sky_text_dup (name->text);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *cause = NULL;

  sky_json_begin_object (line, NULL);
  sky_json_add_string (line, "case", case_name);
  sky_json_begin_object (line, "values");
  /* The published examples have what is expected beside each history. */
  if (sky_json_member (history, "history") != NULL)
    history = sky_json_member (history, "history");
  if (!sky_history_compute (history, line, &cause))
    {
      sky_cli_complain (_ ("%s: case “%s”: %s"), path, case_name, cause);
      return FALSE;
    }
  sky_json_end_object (line);
  sky_json_end_object (line);
  g_string_append_c (line, '\n');
  return sky_cli_write_json (line->str, line->len);
}

static SkyCliStatus
compute_file (const char *path)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  const SkyJsonNode *cases, *name;
  const char *cause = NULL;
  SkyCliStatus status = SKY_CLI_DONE;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, &error))
    return sky_cli_fail (error);
  cases = sky_json_parse (parser, contents, length, FALSE, &cause);
  if (cases == NULL || cases->kind != SKY_JSON_OBJECT)
    {
      sky_cli_complain ("%s: %s", path,
                        cases == NULL ? cause
                                      : _ ("not a JSON object of cases with their histories"));
      return SKY_CLI_FAILED;
    }
  name = sky_json_first (cases);
  for (guint i = 0; i < cases->n_children; i++)
    {
      const SkyJsonNode *history = sky_json_next (name);

      if (!print_case (path, name, history))
        status = SKY_CLI_FAILED;
      name = sky_json_next (history);
    }
  return status;
}

SkyCliStatus
sky_cli_statistics (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *from = NULL;
  const GOptionEntry options[] = {
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &from,
      N_ ("A file of cases with their histories as counts"), "FILE" },
    { NULL },
  };
  SkyCliStatus status;

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc > 1)
    return sky_cli_wrong_usage ("statistics", _ ("unexpected argument “%s”"), argv[1]);
  if (from == NULL)
    return sky_cli_wrong_usage ("statistics", _ ("give the file of counts with --from"));
  return compute_file (from);
}
