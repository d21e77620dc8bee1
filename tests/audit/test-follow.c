/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of the golden corpus written piece by piece while they are followed, lines cut anywhere:
 * what is found must be what the audit of the whole log finds, but for what only its end tells. */
#include "config.h"

#include "sky-audit-follow.h"

#include <glib/gstdio.h>
#include <string.h>

/* Of each game enough to be sure, and in pieces of a length that no line has. */
#define CASES_A_GAME 6
#define PIECE        1237

static char *
to_text (const SkyFinding *finding, const SkyLog *log)
{
  GString *text = g_string_new (NULL);

  sky_finding_write_json (finding, sky_log_get_header (log), text);
  return g_string_free (text, FALSE);
}

/* What is known only when nothing more can come: how the log ends, and disputes after its last
 * round. */
static gboolean
is_of_the_end (const SkyFinding *finding)
{
  return finding->check == SKY_CHECK_LOG_INCOMPLETE || finding->check == SKY_CHECK_DISPUTE_OPEN
         || finding->check == SKY_CHECK_DISPUTE_RULING;
}

static void
add_to_file (const char *path, const char *text, gsize length)
{
  FILE *file = g_fopen (path, "ab");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (text, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* Follows the file at @path while @text is added to it behind @first bytes. */
static void
follow (const char *path, const char *text, gsize size, gsize first, GPtrArray *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) left = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_fresh = 0;

  g_remove (path);
  add_to_file (path, text, first);
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (SkyAuditFollow) self = sky_audit_follow_new (log, NULL, &error);
  g_assert_no_error (error);

  for (gsize done = first;;)
    {
      sky_audit_follow_read (self);
      n_fresh += sky_audit_follow_get_fresh (self)->len;
      g_assert_cmpuint (sky_audit_follow_read (self), ==, 0);
      g_assert_cmpuint (sky_audit_follow_get_fresh (self)->len, ==, 0);
      if (done == size)
        break;
      gsize piece = MIN (PIECE, size - done);
      add_to_file (path, text + done, piece);
      done += piece;
    }

  const SkyLogAudit *audit = sky_audit_follow_get_audit (self);
  g_assert_cmpuint (audit->findings->len, ==, n_fresh);
  for (guint i = 0; i < expected->len; i++)
    g_hash_table_add (left, to_text (expected->pdata[i], log));
  for (guint i = 0; i < audit->findings->len; i++)
    {
      g_autofree char *found = to_text (audit->findings->pdata[i], log);
      if (!g_hash_table_remove (left, found))
        g_error ("%s: not found in the whole log: %s", path, found);
    }
  for (guint i = 0; i < expected->len; i++)
    {
      g_autofree char *missed = to_text (expected->pdata[i], log);
      if (g_hash_table_contains (left, missed) && !is_of_the_end (expected->pdata[i]))
        g_error ("%s: not found while it grew: %s", path, missed);
    }
}

static void
test_case (gconstpointer data)
{
  const char *path = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize size;
  g_autofree char *folder = g_dir_make_tmp ("skyward-follow-XXXXXX", &error);
  g_autofree char *growing = g_build_filename (folder, "CR-01.tel.jsonl", NULL);

  g_assert_no_error (error);
  g_file_get_contents (path, &text, &size, &error);
  g_assert_no_error (error);
  gsize header = (gsize) (strchr (text, '\n') - text) + 1;
  /* A last line without its LF is one half written. */
  if (text[size - 1] == '\n')
    {
      g_autoptr (SkyLog) whole = sky_log_open (path, &error);
      g_assert_no_error (error);
      g_autoptr (SkyLogAudit) audit = sky_audit_log (whole, &(SkyAuditOptions){ 0 }, &error);
      g_assert_no_error (error);

      /* In pieces of one length, the first but a header, half a line, or nearly all. */
      g_autofree char *copy = g_strndup (text, size);
      const gsize firsts[] = { header, header + 17, size - 3 };
      for (guint i = 0; i < G_N_ELEMENTS (firsts); i++)
        follow (growing, copy, size, CLAMP (firsts[i], header, size), audit->findings);
    }
  g_remove (growing);
  g_rmdir (folder);
}

static guint
add_cases (const char *folder, const char *game)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  guint n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL && n < CASES_A_GAME)
    {
      if (!g_str_has_suffix (name, ".tel.jsonl"))
        continue;
      g_autofree char *test = g_strconcat ("/follow/", game, "/", name, NULL);
      g_test_add_data_func_full (test, g_build_filename (folder, name, NULL), test_case, g_free);
      n++;
    }
  return n;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *corpus = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *game;
  guint n = 0;

  g_test_init (&argc, &argv, NULL);
  corpus = g_test_build_filename (G_TEST_DIST, "data", NULL);
  dir = g_dir_open (corpus, 0, &error);
  g_assert_no_error (error);
  while ((game = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (corpus, game, NULL);
      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        n += add_cases (folder, game);
    }
  g_assert_cmpuint (n, >, 0);
  return g_test_run ();
}
