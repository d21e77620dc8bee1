/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-runs.h"

#include "sky-import-log.h"
#include "sky-json-writer.h"

#include <string.h>

#define SUFFIX ".import.json"

void
sky_import_run_free (SkyImportRun *run)
{
  if (run == NULL)
    return;
  g_free (run->file);
  g_free (run);
}

static void
run_free (gpointer data)
{
  sky_import_run_free (data);
}

static SkyImportRun *
read_run (SkyJsonParser *parser, const char *line, gsize length)
{
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, line, length, FALSE, &cause);
  const SkyJsonNode *bytes = sky_json_member (root, "bytes");
  const SkyJsonNode *ended = sky_json_member (root, "ended");
  g_autofree char *sha256 = sky_json_dup_text (root, "sha256");
  g_autoptr (SkyImportRun) run = g_new0 (SkyImportRun, 1);

  run->file = sky_json_dup_text (root, "file");
  if (run->file == NULL || bytes == NULL || bytes->kind != SKY_JSON_INT || bytes->integer < 0
      || sha256 == NULL || strlen (sha256) != SKY_DIGEST_HEX_SIZE - 1)
    return NULL;
  run->bytes = bytes->integer;
  run->ended = ended != NULL && ended->kind == SKY_JSON_BOOL && ended->boolean;
  g_strlcpy (run->sha256, sha256, sizeof run->sha256);
  return g_steal_pointer (&run);
}

/* Adds the reading to those known. */
static gboolean
add_run (GPtrArray *runs, SkyImportRun *run)
{
  for (guint i = 0; i < runs->len; i++)
    {
      const SkyImportRun *known = runs->pdata[i];

      if (known->bytes == run->bytes)
        {
          gboolean same = g_str_equal (known->sha256, run->sha256) && known->ended == run->ended;

          sky_import_run_free (run);
          return same;
        }
    }
  g_ptr_array_add (runs, run);
  return TRUE;
}

static gboolean
read_list (const char *path, const char *file, GPtrArray *runs, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (SkyJsonParser) parser = NULL;
  g_autoptr (GError) failure = NULL;

  if (!g_file_get_contents (path, &text, NULL, &failure))
    {
      g_set_error_literal (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE, failure->message);
      return FALSE;
    }
  parser = sky_json_parser_new ();
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      SkyImportRun *run;

      if (lines[i][0] == '\0')
        continue;
      run = read_run (parser, lines[i], strlen (lines[i]));
      if (run == NULL)
        {
          g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE,
                       "%s: line %u: no reading of a source", path, i + 1);
          return FALSE;
        }
      if (!g_str_equal (run->file, file))
        sky_import_run_free (run);
      else if (!add_run (runs, run))
        {
          g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_CHANGED,
                       "%s: line %u: another log has another digest of “%s”", path, i + 1, file);
          return FALSE;
        }
    }
  return TRUE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const SkyImportRun *x = *(const SkyImportRun *const *) a, *y = *(const SkyImportRun *const *) b;

  return x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

GPtrArray *
sky_import_runs_find (const char *folder, const char *file, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (run_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, SUFFIX) && !read_list (path, file, runs, error))
        return NULL;
    }
  g_ptr_array_sort (runs, compare);
  return g_steal_pointer (&runs);
}

gboolean
sky_import_runs_write (const char *path, const GPtrArray *runs, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *part = sky_import_part (path);
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < runs->len; i++)
    {
      const SkyImportRun *run = runs->pdata[i];

      sky_json_begin_object (text, NULL);
      sky_json_add_string (text, "file", run->file);
      sky_json_add_int (text, "bytes", run->bytes);
      sky_json_add_string (text, "sha256", run->sha256);
      sky_json_add_bool (text, "ended", run->ended);
      sky_json_end_object (text);
      g_string_append_c (text, '\n');
    }
  if (g_file_set_contents_full (part, text->str, (gssize) text->len, G_FILE_SET_CONTENTS_NONE, 0640,
                                &failure))
    return TRUE;
  g_set_error_literal (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_WRITE, failure->message);
  return FALSE;
}
