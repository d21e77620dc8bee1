/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of the golden corpus written piece by piece while they are followed, lines cut anywhere:
 * what is found must be what the audit of the whole log finds, but for what only its end tells. */
#include "config.h"

#include "../closed-table.h"

#include "sky-audit-follow.h"
#include "sky-json.h"

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

/* As it is kept now and then: only what came since is told to be new. @closed: the log has closed
 * its table, and there is no state of it. */
static void
keep (SkyAuditFollow *self, gboolean closed)
{
  const SkyLogAudit *audit = sky_audit_follow_get_audit (self);

  sky_audit_follow_save (self);
  g_assert_cmpint (audit->state == NULL, ==, closed);
  if (closed)
    {
      sky_audit_follow_set_kept (self);
      g_assert_null (audit->resumed);
      g_assert_cmpuint (audit->n_rounds_known, ==, 0);
      return;
    }
  g_assert_cmpuint (audit->n_rounds_known, <=, audit->rounds->len);
  sky_audit_follow_set_kept (self);
  g_assert_null (audit->state);
  g_assert_nonnull (audit->resumed);
  guint n = audit->n_rounds_known;
  g_assert_cmpuint (n + 1, >=, audit->rounds->len);
  if (n < audit->rounds->len)
    g_assert_false (g_array_index (audit->rounds, SkyRound, n).complete);
}

/* The state of the log at @path as it is now, or NULL; @n_found takes how much was found in it. */
static GBytes *
read_state (const char *path, guint *n_found)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (SkyAuditFollow) self = sky_audit_follow_new (log, NULL, NULL, &error);
  g_assert_no_error (error);

  sky_audit_follow_read (self);
  sky_audit_follow_save (self);
  const SkyLogAudit *audit = sky_audit_follow_get_audit (self);
  *n_found = audit->findings->len;
  return audit->state != NULL ? g_bytes_ref (audit->state) : NULL;
}

/* The audit of the whole log from @state on finds what it finds without, in the same order. */
static void
audit_on (SkyLog *log, GBytes *state, GPtrArray *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLogAudit) audit = sky_audit_log (log, &(SkyAuditOptions){ .state = state }, &error);

  g_assert_no_error (error);
  g_assert_true (audit->resumed == state);
  g_assert_cmpuint (audit->findings->len, ==, expected->len);
  for (guint i = 0; i < expected->len; i++)
    {
      g_autofree char *some = to_text (audit->findings->pdata[i], log);
      g_autofree char *others = to_text (expected->pdata[i], log);
      g_assert_cmpstr (some, ==, others);
    }
}

/* Follows the file at @path while @text is added to it behind @first bytes; @resume: from the state
 * that these leave. */
static void
follow (const char *path,
        const char *text,
        gsize size,
        gsize first,
        gboolean resume,
        GPtrArray *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) left = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GBytes) state = NULL;
  guint n_fresh = 0;

  g_remove (path);
  add_to_file (path, text, first);
  if (resume)
    state = read_state (path, &n_fresh);
  /* Without one all that is found is new. */
  if (state == NULL)
    n_fresh = 0;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (SkyAuditFollow) self = sky_audit_follow_new (log, NULL, state, &error);
  g_assert_no_error (error);

  for (gsize done = first;;)
    {
      guint64 n = sky_audit_follow_read (self);
      if (state != NULL && done == first)
        {
          g_assert_cmpuint (n, ==, 0);
          g_assert_true (sky_audit_follow_get_audit (self)->resumed == state);
        }
      n_fresh += sky_audit_follow_get_fresh (self)->len;
      if (done / PIECE % 3 == 0)
        keep (self, has_closed_table (text, done));
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
  keep (self, has_closed_table (text, size));
  audit_on (log, audit->resumed, expected);
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

      /* In pieces of one length, the first but a header, half a line, half the log, or nearly all.
       */
      g_autofree char *copy = g_strndup (text, size);
      const gsize firsts[] = { header, header + 17, size / 2, size - 3 };
      for (guint i = 0; i < 2 * G_N_ELEMENTS (firsts); i++)
        follow (growing, copy, size, CLAMP (firsts[i / 2], header, size), i % 2 == 1,
                audit->findings);
    }
  g_remove (growing);
  g_rmdir (folder);
}

/* A line that is too long to be held is one line, though it was half written at the first look. */
static void
test_long_line (void)
{
  static const char header[] =
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Test\",\"table\":\"CR-01\","
      "\"game\":\"craps\",\"gaming_day\":\"2016-09-03\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\"}\n";
  static const char open[] =
      "\n{\"seq\":1,\"at\":\"2016-09-03T20:00:00Z\",\"type\":\"table_open\"}\n";
  gsize length = SKY_JSON_MAX_LENGTH + 4096;
  g_autofree char *text = g_malloc (length);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("skyward-follow-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "CR-01.tel.jsonl", NULL);

  g_assert_no_error (error);
  memset (text, 'x', length);
  add_to_file (path, header, strlen (header));
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (SkyAuditFollow) self = sky_audit_follow_new (log, NULL, NULL, &error);
  g_assert_no_error (error);
  sky_audit_follow_read (self);
  add_to_file (path, text, length);
  sky_audit_follow_read (self);
  g_assert_cmpuint (sky_audit_follow_get_fresh (self)->len, ==, 1);
  /* There is nothing yet that could be gone on from. */
  sky_audit_follow_save (self);
  g_assert_null (sky_audit_follow_get_audit (self)->state);

  add_to_file (path, text, 10);
  add_to_file (path, open, strlen (open));
  g_assert_cmpuint (sky_audit_follow_read (self), ==, 1);
  g_assert_cmpuint (sky_audit_follow_get_fresh (self)->len, ==, 0);
  keep (self, FALSE);
  g_autoptr (SkyLogAudit) whole = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sky_audit_follow_get_audit (self)->n_lines, ==, whole->n_lines);
  audit_on (log, sky_audit_follow_get_audit (self)->resumed, whole->findings);
  g_remove (path);
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
  g_test_add_func ("/follow/long-line", test_long_line);
  return g_test_run ();
}
