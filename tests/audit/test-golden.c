/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The golden corpus: every tests/data/<game>/<case>.tel.jsonl is audited and must give exactly the
 * lines of <case>.findings.jsonl. A case without its other half fails, and so does an empty corpus.
 */
#include "config.h"

#include "sky-audit.h"

#include <string.h>

static char *
audit_to_text (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_autoptr (SkyLogAudit) audit = NULL;
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      sky_finding_write_json (audit->findings->pdata[i], sky_log_get_header (log), text);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
test_case (gconstpointer data)
{
  const char *path = data;
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".tel.jsonl"));
  g_autofree char *expected_path = g_strconcat (stem, ".findings.jsonl", NULL);
  g_autofree char *expected = NULL;
  g_autofree char *found = audit_to_text (path);
  g_auto (GStrv) want = NULL;
  g_auto (GStrv) got = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (expected_path, &expected, NULL, &error);
  g_assert_no_error (error);

  want = g_strsplit (expected, "\n", -1);
  got = g_strsplit (found, "\n", -1);
  for (guint i = 0; want[i] != NULL && got[i] != NULL; i++)
    g_assert_cmpstr (got[i], ==, want[i]);
  g_assert_cmpuint (g_strv_length (got), ==, g_strv_length (want));
}

static guint
add_cases (const char *folder, const char *game)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  guint n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, ".tel.jsonl"))
        {
          g_autofree char *test = g_strdup_printf ("/golden/%s/%s", game, name);

          g_test_add_data_func_full (test, g_strdup (path), test_case, g_free);
          n++;
        }
      else if (g_str_has_suffix (name, ".findings.jsonl"))
        {
          g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".findings.jsonl"));
          g_autofree char *log = g_strconcat (stem, ".tel.jsonl", NULL);

          if (!g_file_test (log, G_FILE_TEST_EXISTS))
            g_error ("%s has no log beside it", path);
        }
    }
  return n;
}

int
main (int argc, char *argv[])
{
  g_autofree char *data = NULL;
  guint n = 0;

  g_test_init (&argc, &argv, NULL);

  data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  for (guint i = 0; i < SKY_N_GAMES; i++)
    {
      const char *game = sky_game_id_to_name (i);
      g_autofree char *folder = g_build_filename (data, game, NULL);

      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        n += add_cases (folder, game);
    }
  if (n == 0)
    g_error ("%s holds no golden case", data);
  return g_test_run ();
}
