/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Audits of the golden corpus go into the store and come out as they were printed. */
#include "config.h"

#include "sky-store-audit.h"

#include <glib/gstdio.h>
#include <string.h>

#include "store-samples.h"

/* The paths of the corpus's logs. */
static GPtrArray *
list_logs (void)
{
  GPtrArray *logs = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *corpus = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) games = g_dir_open (corpus, 0, &error);
  const char *game;

  g_assert_no_error (error);
  while ((game = g_dir_read_name (games)) != NULL)
    {
      g_autofree char *folder = g_build_filename (corpus, game, NULL);
      g_autoptr (GDir) cases = g_dir_open (folder, 0, NULL);
      const char *name;

      while (cases != NULL && (name = g_dir_read_name (cases)) != NULL)
        if (g_str_has_suffix (name, ".tel.jsonl"))
          g_ptr_array_add (logs, g_build_filename (folder, name, NULL));
    }
  return logs;
}

static char *
print_audit (const SkyLogAudit *audit)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < audit->findings->len; i++)
    {
      sky_finding_write_json (audit->findings->pdata[i], sky_log_get_header (audit->log), text);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static char *
print_store (SkyStore *store, gint64 log)
{
  GString *text = g_string_new (NULL);
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) findings = NULL;

  filter.log = log;
  findings =
      sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 100000, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < findings->len; i++)
    {
      g_assert_true (sky_stored_finding_write_json (findings->pdata[i], text));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
assert_rounds (SkyStore *store, gint64 log, const GArray *rounds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) stored =
      sky_store_list_rounds (store, log, SKY_TIME_NONE, SKY_TIME_NONE, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (stored->len, ==, rounds->len);
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyRound *wanted = &g_array_index (rounds, SkyRound, i);
      const SkyStoredRound *round = stored->pdata[i];

      g_assert_cmpint (round->round, ==, wanted->round);
      g_assert_cmpuint (round->first_seq, ==, wanted->first_seq);
      g_assert_cmpuint (round->last_seq, ==, wanted->last_seq);
      g_assert_cmpint (round->start, ==, wanted->start);
      g_assert_cmpint (round->end, ==, wanted->end);
      g_assert_cmpint (round->offset, ==, wanted->offset);
      g_assert_cmpuint (round->length, ==, wanted->length);
      g_assert_cmpuint (round->first_line, ==, wanted->first_line);
      g_assert_cmpuint (round->n_wagers, ==, wanted->n_wagers);
      g_assert_cmpint (round->complete, ==, wanted->complete);
    }
}

/* A log is known by its bytes, and only to who audits it from the same inputs with the same
 * program. */
static void
assert_known (SkyStore *store, const SkyArchive *archive, const SkyLog *log, gint64 id)
{
  const struct
  {
    const char *archive;
    const char *inputs;
    const char *program;
    gint64 id;
  } cases[] = {
    { archive->path, "inputs", "test", id }, { archive->path, "others", "test", 0 },
    { archive->path, NULL, "test", 0 },      { archive->path, "inputs", "newer", 0 },
    { "elsewhere", "inputs", "test", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SkyArchive of = { .path = (char *) cases[i].archive };
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyKnownLogs) known =
          sky_known_logs_new (store, &of, cases[i].inputs, cases[i].program, &error);

      g_assert_no_error (error);
      g_assert_cmpint (sky_known_logs_find (known, log), ==, cases[i].id);
    }
}

/* Neither is a log that was changed, with or without its size. */
static void
test_changed (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *path = g_build_filename (samples->folder, "day.tel.jsonl", NULL);
  g_autofree char *from =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "call.tel.jsonl", NULL);
  SkyArchive archive = { .path = samples->folder };
  g_autofree char *text = NULL;
  gint64 id = 0;
  gsize size;

  g_assert_true (g_file_get_contents (from, &text, &size, NULL));
  for (guint change = 0; change < 3; change++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyLog) log = NULL;
      g_autoptr (SkyLogAudit) audit = NULL;
      g_autoptr (SkyKnownLogs) known = NULL;

      if (change == 1)
        *strstr (text, "table_open") = 'D';
      g_assert_true (g_file_set_contents (path, text, (gssize) size - (change == 2), &error));
      log = sky_log_open (path, &error);
      g_assert_no_error (error);
      known = sky_known_logs_new (store, &archive, "inputs", "test", &error);
      g_assert_no_error (error);
      g_assert_cmpint (sky_known_logs_find (known, log), ==, 0);
      audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
      sky_store_write_audit (store, &archive, "inputs", audit, "test", &id, &error);
      g_assert_no_error (error);
      assert_known (store, &archive, log, id);
    }
}

static void
test_corpus (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GPtrArray) logs = list_logs ();
  guint n_findings = 0;

  g_assert_cmpuint (logs->len, >, 0);
  for (guint i = 0; i < logs->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyLog) log = sky_log_open (logs->pdata[i], &error);
      g_autoptr (SkyLogAudit) audit = NULL;
      g_autoptr (SkyStoredLog) stored = NULL;
      g_autofree char *wanted = NULL;
      g_autofree char *found = NULL;
      g_autofree char *name = g_path_get_basename (logs->pdata[i]);
      /* Cases of one table and day are no conflict: each is an archive of its own. */
      SkyArchive archive = { .path = logs->pdata[i] };
      gint64 id = 0;

      g_assert_no_error (error);
      audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
      g_assert_no_error (error);
      sky_store_write_audit (store, &archive, "inputs", audit, "test", &id, &error);
      g_assert_no_error (error);
      wanted = print_audit (audit);
      found = print_store (store, id);
      g_assert_cmpstr (found, ==, wanted);
      assert_rounds (store, id, audit->rounds);
      n_findings += audit->findings->len;

      stored = sky_store_get_log (store, id, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (stored->archive, ==, logs->pdata[i]);
      g_assert_cmpstr (stored->name, ==, name);
      g_assert_cmpstr (stored->table, ==, sky_log_get_header (log)->table);
      g_assert_cmpint (stored->gaming_day, ==, sky_log_get_header (log)->gaming_day);
      g_assert_cmpstr (stored->sha256, ==, audit->sha256);
      g_assert_cmpstr (stored->program, ==, "test");
      g_assert_cmpuint (stored->n_lines, ==, audit->n_lines);
      g_assert_cmpuint (stored->n_events, ==, audit->n_events);
      g_assert_cmpint (stored->start, ==, audit->start);
      g_assert_cmpint (stored->end, ==, audit->end);
      g_assert_cmpuint (stored->size, >, 0);
      g_assert_cmpint (stored->mtime, >, 0);
      assert_known (store, &archive, log, id);
    }
  g_assert_cmpuint (n_findings, >, logs->len);
}

static void
test_unknown_check (void)
{
  g_autoptr (GString) json = g_string_new (NULL);
  SkyStoredFinding finding = { .check = (char *) "weather.rain" };

  g_assert_false (sky_stored_finding_write_json (&finding, json));
  g_assert_cmpuint (json->len, ==, 0);
}

/* The inputs change with what an audit would read besides the log, and with nothing else. */
static void
test_inputs (Samples *samples, gconstpointer unused)
{
  g_autofree char *staff = g_build_filename (samples->folder, "staff.json", NULL);
  g_autofree char *footage = g_build_filename (samples->folder, "footage.json", NULL);
  g_autofree char *recording = g_build_filename (samples->folder, "a.mkv", NULL);
  g_autofree char *log = g_build_filename (samples->folder, "a.tel.jsonl", NULL);
  const struct
  {
    const char *path; /* what is written before */
    const char *contents;
    gboolean changes;
  } steps[] = {
    { log, "", TRUE }, /* the first is other than nothing */
    { log, "{}\n", FALSE },
    { staff, "{\"staff\":[]}", TRUE },
    { staff, "{\"staff\":[]}", FALSE },
    { staff, "{\"staff\":[] }", TRUE },
    { footage,
      "{\"cameras\":[{\"camera\":\"A\",\"table\":\"CR-01\",\"kind\":\"stationary\",\"covers\":"
      "[\"table\"],\"clock_offset_ms\":0,\"segments\":[{\"file\":\"a.mkv\",\"start\":"
      "\"2023-11-04T20:00:00Z\",\"end\":\"2023-11-04T20:10:00Z\"}]}]}",
      TRUE },
    { recording, "1", TRUE },
    { recording, "12", TRUE },
  };
  g_autofree char *before = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GError) error = NULL;
      SkyArchive archive = { .path = samples->folder };
      g_autoptr (SkyFootage) cameras = NULL;
      g_autofree char *inputs = NULL;

      g_assert_true (g_file_set_contents (steps[i].path, steps[i].contents, -1, &error));
      cameras = sky_footage_read (footage, NULL);
      g_assert_cmpint (cameras != NULL && cameras->n_cameras == 1, ==, i >= 5);
      archive.footage = cameras;
      inputs = sky_store_audit_inputs (&archive);
      g_assert_cmpint (g_strcmp0 (inputs, before) != 0, ==, steps[i].changes);
      g_free (before);
      before = g_steal_pointer (&inputs);
    }
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/store-audit/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("corpus", test_corpus);
  ADD ("changed", test_changed);
  g_test_add_func ("/store-audit/unknown-check", test_unknown_check);
  ADD ("inputs", test_inputs);

  return g_test_run ();
}
