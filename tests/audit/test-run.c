/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run over the logs of all games as one archive with cameras: in what order and with what its
 * logs are told of, however many are audited at a time. */
#include "config.h"

#include "sky-audit-run.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char *folder;
  guint n_logs;
} Fixture;

static void
put_log (Fixture *fixture, SkyGameId game, const char *path)
{
  static const char property[] = "\"property\":\"";
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *to = g_strdup_printf ("%s%c%s-%s", fixture->folder, G_DIR_SEPARATOR,
                                         sky_game_id_to_name (game), name);
  g_autofree char *own = g_strdup_printf ("%s%u ", property, fixture->n_logs);
  g_autoptr (GString) log = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  /* Each of a property of its own, for one table and day has one log. */
  log = g_string_new_len (text, (gssize) size);
  g_string_replace (log, property, own, 1);
  g_assert_true (g_file_set_contents (to, log->str, (gssize) log->len, NULL));
  fixture->n_logs++;
}

/* Recordings of the craps tables' cameras: one is as it should be, one is another than it was, and
 * one is not there. */
static void
put_footage (Fixture *fixture)
{
  static const char footage[] =
      "{\"cameras\":[{\"camera\":\"A\",\"table\":\"CR-01\",\"kind\":\"stationary\","
      "\"covers\":[\"end_left\"],\"clock_offset_ms\":0,\"segments\":["
      "{\"file\":\"a.mkv\",\"start\":\"2023-11-04T00:00:00Z\",\"end\":\"2023-11-06T00:00:00Z\","
      "\"sha256\":\"9400f1b21cb527d7fa3d3eabba93557a18ebe7a2ca4e471cfe5e4c5b4ca7f767\"},"
      "{\"file\":\"b.mkv\",\"start\":\"2023-11-04T00:00:00Z\",\"end\":\"2023-11-06T00:00:00Z\","
      "\"sha256\":\"9400f1b21cb527d7fa3d3eabba93557a18ebe7a2ca4e471cfe5e4c5b4ca7f767\"},"
      "{\"file\":\"c.mkv\",\"start\":\"2023-11-04T00:00:00Z\",\"end\":\"2023-11-06T00:00:00Z\"}]}]"
      "}";
  const struct
  {
    const char *name;
    const char *contents;
  } files[] = { { "footage.json", footage }, { "a.mkv", "19" }, { "b.mkv", "20" } };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, files[i].name, NULL);

      g_assert_true (g_file_set_contents (path, files[i].contents, -1, NULL));
    }
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->folder = g_dir_make_tmp ("run-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *path =
          g_test_build_filename (G_TEST_DIST, "data", sky_game_id_to_name (game), NULL);
      g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
      const char *name;

      while ((name = g_dir_read_name (folder)) != NULL)
        if (g_str_has_suffix (name, ".tel.jsonl"))
          {
            g_autofree char *file = g_build_filename (path, name, NULL);

            put_log (fixture, game, file);
          }
    }
  put_footage (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
tell (GString *told, const SkyLogAudit *audit)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);

  g_string_append_printf (told, "%s %u rounds %s\n", sky_log_get_path (audit->log),
                          audit->rounds->len, audit->sha256);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      sky_finding_write_json (audit->findings->pdata[i], header, told);
      g_string_append_c (told, '\n');
    }
}

/* All in memory, as it is when nobody asks to be told. */
static char *
audit_at_once (Fixture *fixture)
{
  const char *const paths[] = { fixture->folder, NULL };
  g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
  g_autoptr (GError) error = NULL;
  GString *told = g_string_new (NULL);

  sky_audit_run (run, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sky_audit_run_get_audits (run)->len, ==, fixture->n_logs);
  for (guint i = 0; i < fixture->n_logs; i++)
    tell (told, sky_audit_run_get_audits (run)->pdata[i]);
  return g_string_free (told, FALSE);
}

typedef struct
{
  GString *told;
  GThread *thread;
  guint n;
  guint n_known;
  SkyAuditRun *cancel; /* cancelled when some are told; NULL: never */
} Listener;

static void
judged (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Listener *listener = user_data;

  g_assert_true (g_thread_self () == listener->thread);
  listener->n++;
  if (audit != NULL)
    tell (listener->told, audit);
  else
    listener->n_known++;
  if (listener->cancel != NULL && listener->n == 5)
    sky_audit_run_cancel (listener->cancel);
}

static void
test_told (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *want = audit_at_once (fixture);

  g_assert_nonnull (strstr (want, "\"check\":\"footage.hash\""));
  g_assert_nonnull (strstr (want, "The SHA-256 of the recording b.mkv of camera A"));
  g_assert_null (strstr (want, "recording a.mkv"));
  g_assert_nonnull (strstr (want, "The recording c.mkv of camera A is missing"));
  for (guint jobs = 1; jobs <= 5; jobs += 2)
    {
      const char *const paths[] = { fixture->folder, NULL };
      g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
      g_autoptr (GString) told = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      Listener listener = { .told = told, .thread = g_thread_self () };
      gint64 done, total;

      sky_audit_run_set_judged (run, judged, &listener);
      g_assert_true (sky_audit_run (run, jobs, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (listener.n, ==, fixture->n_logs);
      g_assert_cmpstr (told->str, ==, want);
      g_assert_cmpuint (sky_audit_run_get_audits (run)->len, ==, 0);
      g_assert_cmpuint (sky_audit_run_get_n_unread (run), ==, 0);
      sky_audit_run_get_progress (run, &done, &total);
      g_assert_cmpint (done, ==, total);
    }
}

/* The log of the fixture that has most to it, packed, alone in @folder. */
static char *
pack_log (Fixture *fixture, const char *folder)
{
  g_autoptr (GConverter) packer =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  char *path = g_build_filename (folder, "CR-01.tel.jsonl.gz", NULL);
  g_autofree char *text = NULL;
  g_autofree char *packed = NULL;
  gsize size = 0, read, written;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (fixture->folder, name, NULL);
      g_autofree char *other = NULL;
      gsize length;

      if (!g_str_has_suffix (name, ".tel.jsonl"))
        continue;
      g_assert_true (g_file_get_contents (file, &other, &length, NULL));
      if (length <= size)
        continue;
      size = length;
      g_free (g_steal_pointer (&text));
      text = g_steal_pointer (&other);
    }
  packed = g_malloc (size + 1024);
  g_assert_cmpint (g_converter_convert (packer, text, size, packed, size + 1024,
                                        G_CONVERTER_INPUT_AT_END, &read, &written, NULL),
                   ==, G_CONVERTER_FINISHED);
  g_assert_true (g_file_set_contents (path, packed, (gssize) written, NULL));
  return path;
}

/* A packed log is unpacked beside its audit where there is a processor to spare. */
static void
test_packed (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *folder = g_dir_make_tmp ("run-XXXXXX", NULL);
  g_autofree char *path = pack_log (fixture, folder);
  const char *const paths[] = { folder, NULL };
  g_autofree char *want = NULL;

  for (guint jobs = 1; jobs <= 4; jobs++)
    {
      g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
      g_autoptr (GString) told = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      gint64 done, total;

      g_assert_true (sky_audit_run (run, jobs, &error));
      g_assert_cmpuint (sky_audit_run_get_audits (run)->len, ==, 1);
      tell (told, sky_audit_run_get_audits (run)->pdata[0]);
      if (want == NULL)
        want = g_strdup (told->str);
      g_assert_cmpstr (told->str, ==, want);
      sky_audit_run_get_progress (run, &done, &total);
      g_assert_cmpint (done, ==, total);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static gboolean
is_no_craps (const SkyArchive *archive, SkyLog *log, gpointer unused)
{
  return sky_log_get_header (log)->game != SKY_GAME_CRAPS;
}

/* Of what is known nothing is audited; a table with cameras is known whole or not at all. */
static void
test_known (Fixture *fixture, gconstpointer unused)
{
  for (guint jobs = 1; jobs <= 3; jobs++)
    {
      const char *const paths[] = { fixture->folder, NULL };
      g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
      g_autoptr (GString) told = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      Listener listener = { .told = told, .thread = g_thread_self () };

      sky_audit_run_set_judged (run, judged, &listener);
      sky_audit_run_set_known (run, is_no_craps, NULL);
      g_assert_true (sky_audit_run (run, jobs, &error));
      g_assert_cmpuint (listener.n, ==, fixture->n_logs);
      g_assert_cmpuint (listener.n_known, >, 10);
      g_assert_nonnull (strstr (told->str, "/craps-"));
      g_assert_null (strstr (told->str, "/roulette-"));
      g_assert_nonnull (strstr (told->str, "\"check\":\"footage.hash\""));
    }
}

/* Of two logs of one table and day the first by path is audited, whatever the other is: the same,
 * one that goes on from it, or one that it goes on from. */
static void
test_replaced (Fixture *fixture, gconstpointer unused)
{
  static const char header[] =
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\",\"table\":\"RO-01\","
      "\"game\":\"roulette\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\"}\n"
      "{\"seq\":1,\"at\":\"2023-11-04T20:00:01Z\",\"type\":\"table_open\"}\n";
  static const char end[] =
      "{\"seq\":2,\"at\":\"2023-11-04T20:00:02Z\",\"type\":\"table_close\"}\n";
  g_autofree char *whole = g_strconcat (header, end, NULL);
  const struct
  {
    const char *first, *second;
    const char *found;
  } cases[] = {
    { whole, whole, "a.tel.jsonl: b.tel.jsonl: log.replaced@1 " },
    { header, whole, "a.tel.jsonl: log.incomplete@1 b.tel.jsonl: log.replaced@1 " },
    { whole, header, "a.tel.jsonl: b.tel.jsonl: log.replaced@1 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folder = g_build_filename (fixture->folder, "two", NULL);
      g_autofree char *first = g_build_filename (folder, "a.tel.jsonl", NULL);
      g_autofree char *second = g_build_filename (folder, "b.tel.jsonl", NULL);
      const char *const paths[] = { folder, folder, NULL };
      g_autoptr (GString) found = g_string_new (NULL);
      g_autoptr (SkyAuditRun) run = NULL;
      GPtrArray *audits;

      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (first, cases[i].first, -1, NULL));
      g_assert_true (g_file_set_contents (second, cases[i].second, -1, NULL));
      run = sky_audit_run_new (paths);
      g_assert_true (sky_audit_run (run, i + 1, NULL));
      audits = sky_audit_run_get_audits (run);
      g_assert_cmpuint (audits->len, ==, 2);
      for (guint a = 0; a < audits->len; a++)
        {
          const SkyLogAudit *audit = audits->pdata[a];
          g_autofree char *name = g_path_get_basename (sky_log_get_path (audit->log));

          g_string_append_printf (found, "%s: ", name);
          for (guint f = 0; f < audit->findings->len; f++)
            {
              const SkyFinding *finding = audit->findings->pdata[f];

              g_string_append_printf (found, "%s@%u ", sky_check_info (finding->check)->name,
                                      (guint) finding->seq);
            }
          g_assert_true (audit->replaced == (a == 1));
        }
      g_assert_cmpstr (found->str, ==, cases[i].found);
      g_assert_cmpuint (sky_audit_run_get_n_unread (run), ==, 0);
      g_remove (first);
      g_remove (second);
      g_rmdir (folder);
    }
}

/* Footage and staff that are there and cannot be read are found in each log, and what needs them is
 * not judged; a log that is none is counted. */
static void
test_unreadable (Fixture *fixture, gconstpointer unused)
{
  static const struct
  {
    const char *name;
    const char *contents; /* NULL: a link that leads nowhere */
  } files[] = {
    { "footage.json", "{\"cameras\":{}}" }, { "footage.json", "" }, { "footage.json", NULL },
    { "staff.json", "{\"staff\":3}" },      { "staff.json", "[]" }, { "staff.json", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const char *const paths[] = { fixture->folder, NULL };
      g_autofree char *path = g_build_filename (fixture->folder, files[i].name, NULL);
      g_autofree char *none = g_build_filename (fixture->folder, "none.tel.jsonl", NULL);
      g_autoptr (SkyAuditRun) run = NULL;
      GPtrArray *audits;

      g_remove (path);
      if (files[i].contents != NULL)
        g_assert_true (g_file_set_contents (path, files[i].contents, -1, NULL));
      else
        g_assert_cmpint (symlink ("nowhere", path), ==, 0);
      g_assert_true (g_file_set_contents (none, "none\n", -1, NULL));
      run = sky_audit_run_new (paths);
      g_assert_true (sky_audit_run (run, 2, NULL));
      audits = sky_audit_run_get_audits (run);
      g_assert_cmpuint (audits->len, ==, fixture->n_logs);
      g_assert_cmpuint (sky_audit_run_get_n_unread (run), ==, 1);
      for (guint a = 0; a < audits->len; a++)
        {
          const SkyLogAudit *audit = audits->pdata[a];
          guint n = 0, n_named = 0;

          for (guint f = 0; f < audit->findings->len; f++)
            {
              const SkyFinding *finding = audit->findings->pdata[f];
              g_autofree char *explanation = NULL;

              g_assert_cmpint (sky_check_info (finding->check)->queue == SKY_QUEUE_COVERAGE, ==, 0);
              if (finding->check != SKY_CHECK_ARCHIVE_UNREADABLE)
                continue;
              n++;
              explanation = sky_phrase_english (finding->explanation);
              n_named += g_str_has_prefix (explanation, files[i].name);
            }
          /* What was unreadable before is so still. */
          g_assert_cmpuint (n, ==, i < 3 ? 1 : 2);
          g_assert_cmpuint (n_named, ==, 1);
        }
      g_remove (none);
    }
}

static void
test_cancelled (Fixture *fixture, gconstpointer unused)
{
  for (guint jobs = 1; jobs <= 3; jobs++)
    {
      const char *const paths[] = { fixture->folder, NULL };
      g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
      g_autoptr (GString) told = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      Listener listener = { .told = told, .thread = g_thread_self (), .cancel = run };

      sky_audit_run_set_judged (run, judged, &listener);
      g_assert_false (sky_audit_run (run, jobs, &error));
      g_assert_error (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_CANCELLED);
      g_assert_cmpuint (listener.n, ==, 5);
    }
}

#define ADD(path, function) g_test_add ("/run/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("told", test_told);
  ADD ("packed", test_packed);
  ADD ("known", test_known);
  ADD ("replaced", test_replaced);
  ADD ("unreadable", test_unreadable);
  ADD ("cancelled", test_cancelled);

  return g_test_run ();
}
