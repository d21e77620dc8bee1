/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>

#include "store-samples.h"

static void
assert_finding (const SkyStoredFinding *found, const SkyStoredFinding *wanted)
{
  g_assert_cmpstr (found->check, ==, wanted->check);
  g_assert_cmpint (found->queue, ==, wanted->queue);
  g_assert_cmpint (found->unsure, ==, wanted->unsure);
  g_assert_cmpint (found->severity, ==,
                   wanted->unsure ? MIN (wanted->severity, SKY_SEVERITY_MAJOR) : wanted->severity);
  g_assert_cmpstr (found->section, ==, wanted->section);
  g_assert_cmpuint (found->seq, ==, wanted->seq);
  g_assert_cmpint (found->at, ==, wanted->at);
  g_assert_cmpint (found->round, ==, wanted->round);
  g_assert_cmpstr (found->wager, ==, wanted->wager);
  g_assert_cmpint (found->seat, ==, wanted->seat);
  g_assert_cmpuint (found->reading, ==, wanted->reading);
  g_assert_cmpint (found->has_variance, ==, wanted->has_variance);
  g_assert_cmpint (found->variance, ==, wanted->variance);
  g_assert_cmpstr (found->recorded, ==, wanted->recorded);
  g_assert_cmpstr (found->recomputed, ==, wanted->recomputed);
  g_assert_cmpstr (found->explanation, ==, wanted->explanation);
  g_assert_cmpuint (found->line, ==, wanted->line);
  g_assert_cmpint (found->offset, ==, wanted->offset);
}

static void
test_write (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 2, 40, 25, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStoredLog) log = NULL;
  g_autoptr (GPtrArray) rounds = NULL;
  g_autoptr (GPtrArray) some = NULL;
  g_autoptr (SkyStoredRound) round = NULL;
  gint64 id = sample_audit_write (audit, store);
  guint64 n_findings = 0;
  guint n_between = 0;

  log = sky_store_get_log (store, id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (log->archive, ==, audit->log.archive);
  g_assert_cmpstr (log->name, ==, audit->log.name);
  g_assert_cmpstr (log->property, ==, "Allegheny");
  g_assert_cmpstr (log->table, ==, "CR-01");
  g_assert_cmpstr (log->game, ==, "craps");
  g_assert_cmpint (log->gaming_day, ==, audit->log.gaming_day);
  g_assert_cmpstr (log->time_zone, ==, "America/New_York");
  g_assert_cmpstr (log->currency, ==, "USD");
  g_assert_cmpuint (log->size, ==, audit->log.size);
  g_assert_cmpint (log->mtime, ==, audit->log.mtime);
  g_assert_cmpstr (log->sha256, ==, audit->log.sha256);
  g_assert_cmpstr (log->inputs, ==, "inputs");
  g_assert_cmpstr (log->program, ==, "sample");
  g_assert_cmpint (log->audited_at, ==, audit->log.audited_at);
  g_assert_cmpuint (log->n_lines, ==, 400);
  g_assert_cmpuint (log->n_events, ==, 400);
  g_assert_cmpint (log->start, ==, audit->log.start);
  g_assert_cmpint (log->end, ==, audit->log.end);
  g_assert_cmpuint (log->n_rounds, ==, 40);
  g_assert_cmpuint (log->n_findings, ==, 25);

  rounds = sky_store_list_rounds (store, id, SKY_TIME_NONE, SKY_TIME_NONE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rounds->len, ==, 40);
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyStoredRound *found = rounds->pdata[i];
      const SkyStoredRound *wanted = &g_array_index (audit->rounds, SkyStoredRound, i);

      g_assert_cmpint (found->log, ==, id);
      g_assert_cmpuint (found->position, ==, i);
      g_assert_cmpstr (found->table, ==, "CR-01");
      sample_round_assert_same (found, wanted);
      n_findings += found->n_findings;
    }
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyStoredFinding *wanted = &g_array_index (audit->findings, SkyStoredFinding, i);
      g_autofree char *key = sample_audit_key (audit, i);
      g_autoptr (SkyStoredFinding) found = sky_store_get_finding_by_key (store, key, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (found->key, ==, key);
      g_assert_cmpstr (found->property, ==, "Allegheny");
      g_assert_cmpint (found->log, ==, id);
      g_assert_cmpint (found->state, ==, SKY_REVIEW_OPEN);
      assert_finding (found, wanted);
      n_between += wanted->round == 0;
    }
  g_assert_cmpuint (n_between, >, 0);
  g_assert_cmpuint (n_findings, ==, 25 - n_between);

  /* Rounds last 50 seconds of each minute. */
  some = sky_store_list_rounds (store, id, g_array_index (audit->rounds, SkyStoredRound, 3).end,
                                g_array_index (audit->rounds, SkyStoredRound, 5).start, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (some->len, ==, 3);
  g_assert_cmpint (((SkyStoredRound *) some->pdata[0])->round, ==, 4);

  round = sky_store_get_round (store, id, 17, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (round->position, ==, 16);
  g_assert_null (sky_store_get_round (store, id, 41, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (sky_store_get_log (store, id + 1, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
}

static void
test_rewrite (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) first = sample_audit_new (1, 2, 40, 25, 1);
  g_autoptr (SampleAudit) other = sample_audit_new (2, 2, 10, 5, 2);
  g_autoptr (SampleAudit) again = sample_audit_new (1, 2, 30, 0, 3);
  g_autoptr (GError) error = NULL;
  g_autofree char *kept_key = sample_audit_key (first, 7);
  g_autofree char *lost_key = sample_audit_key (first, 8);
  g_autofree char *other_key = sample_audit_key (other, 0);
  g_autoptr (SkyStoredFinding) before = NULL;
  g_autoptr (SkyStoredFinding) after = NULL;
  g_autoptr (SkyStoredFinding) untouched = NULL;
  g_autoptr (SkyStoredLog) log = NULL;
  SkyStoredFinding copy = g_array_index (first->findings, SkyStoredFinding, 7);
  gint64 id = sample_audit_write (first, store);

  sample_audit_write (other, store);
  before = sky_store_get_finding_by_key (store, kept_key, &error);
  g_assert_no_error (error);

  /* Audited anew from another folder: one finding is still there, with other words. */
  g_free (again->log.archive);
  again->log.archive = g_strdup ("elsewhere");
  copy.check = g_strdup (copy.check);
  copy.section = g_strdup (copy.section);
  copy.wager = g_strdup (copy.wager);
  copy.recorded = NULL;
  copy.recomputed = NULL;
  copy.explanation = g_strdup ("Said better.");
  g_array_append_val (again->findings, copy);
  g_assert_cmpint (sample_audit_write (again, store), ==, id);

  after = sky_store_get_finding_by_key (store, kept_key, &error);
  g_assert_no_error (error);
  g_assert_cmpint (after->id, ==, before->id);
  g_assert_cmpstr (after->explanation, ==, "Said better.");
  g_assert_null (sky_store_get_finding_by_key (store, lost_key, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  untouched = sky_store_get_finding_by_key (store, other_key, &error);
  g_assert_no_error (error);

  log = sky_store_get_log (store, id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (log->archive, ==, "elsewhere");
  g_assert_cmpuint (log->n_rounds, ==, 30);
  g_assert_cmpuint (log->n_findings, ==, 1);
  sky_store_check (store, &error);
  g_assert_no_error (error);
}

static void
test_alike (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 2, 0, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rounds = NULL;
  gint64 id;

  /* Two cameras' gaps begin with one round, and the log numbers two rounds alike. */
  for (guint i = 0; i < 3; i++)
    {
      SkyStoredFinding finding = { .check = g_strdup ("coverage.gap"),
                                   .queue = SKY_QUEUE_COVERAGE,
                                   .severity = SKY_SEVERITY_MAJOR,
                                   .seq = i < 2 ? 11 : 99,
                                   .round = 1,
                                   .explanation = g_strdup_printf ("Camera %u.", i) };

      g_array_append_val (audit->findings, finding);
    }
  g_array_index (audit->rounds, SkyStoredRound, 1).round = 1;
  id = sample_audit_write (audit, store);

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *key = sample_audit_key (audit, i);
      g_autoptr (SkyStoredFinding) found = sky_store_get_finding_by_key (store, key, &error);
      g_autofree char *wanted = g_strdup_printf ("Camera %u.", i);

      g_assert_no_error (error);
      g_assert_cmpstr (found->explanation, ==, wanted);
      g_assert_cmpint (g_str_has_suffix (key, "#2"), ==, i == 1);
    }

  /* What is of no round's events counts for the first of that number. */
  rounds = sky_store_list_rounds (store, id, SKY_TIME_NONE, SKY_TIME_NONE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (((SkyStoredRound *) rounds->pdata[0])->n_findings, ==, 1);
  g_assert_cmpuint (((SkyStoredRound *) rounds->pdata[1])->n_findings, ==, 2);
}

static void
test_key (void)
{
  g_autofree char *plain =
      sky_finding_key ("Keystone", "CR-01", 19665, "craps", "settle.payout", 2204, "w311", 0, 1);
  g_autofree char *odd =
      sky_finding_key ("A/B #1", "Ä@2", 19665, "pai_gow", "log.malformed-line", 0, NULL, 17, 3);

  g_assert_cmpstr (plain, ==, "Keystone/CR-01/2023-11-04/craps/settle.payout/2204/w311");
  g_assert_cmpstr (odd, ==,
                   "A%2FB%20%231/%C3%84%402/2023-11-04/pai_gow/log.malformed-line/0/@17#3");
}

static void
test_odd_names (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 2, 5, 3, 1);
  g_autoptr (GError) error = NULL;
  const char *not_keys[] = { "",
                             "/",
                             "a/b/c",
                             "A/B/2023-11-04/craps/x/-1/w",
                             "A/B/x/craps/x/1/w",
                             "A/B/2023-11-04/craps/x/1/w@0",
                             "A/B/2023-11-04/craps/x/1/w#a",
                             "A/B/2023-11-04/craps/x/1/w%zz",
                             "A/B/2023-11-04/craps/x/1/w/y" };

  g_free (audit->log.property);
  g_free (audit->log.table);
  audit->log.property = g_strdup ("Böse's \"Haus\"/2; DROP TABLE logs --");
  audit->log.table = g_strdup ("%_*?[#@");
  g_array_index (audit->findings, SkyStoredFinding, 1).line = 7;
  sample_audit_write (audit, store);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      g_autofree char *key = sample_audit_key (audit, i);
      g_autoptr (SkyStoredFinding) found = sky_store_get_finding_by_key (store, key, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (found->key, ==, key);
      g_assert_cmpstr (found->table, ==, "%_*?[#@");
    }
  for (guint i = 0; i < G_N_ELEMENTS (not_keys); i++)
    {
      g_assert_null (sky_store_get_finding_by_key (store, not_keys[i], &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
      g_clear_error (&error);
    }
}

static guint
count_logs (SkyStore *store, const char *archive)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, archive, &error);

  g_assert_no_error (error);
  return logs->len;
}

static void
test_archives (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) archives = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  const char *kept[] = { "CR-02-2023-11-01.tel.jsonl", "never-there", NULL };
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts;

  for (guint table = 1; table <= 3; table++)
    {
      g_autoptr (SampleAudit) audit = sample_audit_new (table, 0, 4, 6, table);

      if (table == 3)
        {
          g_free (audit->log.archive);
          audit->log.archive = g_strdup ("another");
        }
      sample_audit_write (audit, store);
    }

  archives = sky_store_list_archives (store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (archives->len, ==, 2);
  g_assert_cmpstr (((SkyStoredArchive *) archives->pdata[0])->path, ==, "another");
  g_assert_cmpuint (((SkyStoredArchive *) archives->pdata[1])->n_logs, ==, 2);
  g_assert_cmpuint (((SkyStoredArchive *) archives->pdata[1])->n_rounds, ==, 8);
  g_assert_cmpuint (((SkyStoredArchive *) archives->pdata[1])->n_findings, ==, 12);

  logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 3);
  g_assert_cmpstr (((SkyStoredLog *) logs->pdata[0])->table, ==, "CR-01");
  g_assert_cmpstr (((SkyStoredLog *) logs->pdata[2])->table, ==, "CR-03");

  g_assert_true (sky_store_keep_logs (store, "archives/sample", kept, &error));
  g_assert_cmpuint (count_logs (store, "archives/sample"), ==, 1);
  g_assert_cmpuint (count_logs (store, NULL), ==, 2);
  g_assert_true (sky_store_remove_archive (store, "another", &error));
  g_assert_true (sky_store_remove_archive (store, "never there", &error));
  g_assert_cmpuint (count_logs (store, NULL), ==, 1);
  g_assert_no_error (error);

  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  g_assert_cmpuint (counts.total, ==, 6);
  filter.text = (char *) "CR-03";
  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  g_assert_cmpuint (counts.total, ==, 0);
  sky_store_check (store, &error);
  g_assert_no_error (error);
}

/* Several logs of one table and day stand beside each other, each with its findings' own keys. */
static void
test_numbers (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 4, 6, 1);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = NULL;

  for (guint pass = 0; pass < 2; pass++)
    for (guint number = 1; number <= 3; number++)
      {
        audit->log.number = number;
        audit->log.length = 100 * number;
        sample_audit_write (audit, store);
      }
  logs = sky_store_list_logs_of_day (store, audit->log.property, audit->log.table,
                                     audit->log.gaming_day, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 3);
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
      g_autoptr (GPtrArray) findings = NULL;

      g_assert_cmpuint (log->number, ==, i + 1);
      g_assert_cmpuint (log->length, ==, 100 * (i + 1));
      filter.log = log->id;
      findings =
          sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 1, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (findings->len, ==, 1);
      g_assert_true (
          g_hash_table_add (keys, g_strdup (((SkyStoredFinding *) findings->pdata[0])->key)));
    }
  sky_store_check (store, &error);
  g_assert_no_error (error);
}

/* Auditing all again gives the same rows, from whatever order. */
static void
test_forget (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);

  for (guint pass = 0; pass < 2; pass++)
    {
      g_autoptr (GPtrArray) findings = NULL;
      g_autoptr (GPtrArray) rounds = NULL;
      GString *text = pass == 0 ? first : second;

      for (guint i = 0; i < 4; i++)
        {
          guint table = pass == 0 ? 1 + i : 4 - i;
          g_autoptr (SampleAudit) audit = sample_audit_new (table, 0, 30, 20, table);

          sample_audit_write (audit, store);
        }
      findings =
          sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 1000, &error);
      rounds = sky_store_rounds_page (store, &filter, FALSE, SKY_FINDING_SORT_RECORD, FALSE, 0,
                                      1000, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (findings->len, ==, 80);
      g_assert_cmpuint (rounds->len, ==, 120);
      for (guint i = 0; i < findings->len; i++)
        {
          const SkyStoredFinding *finding = findings->pdata[i];

          g_string_append_printf (text, "%s %s %s %s %" G_GINT64_FORMAT "\n", finding->key,
                                  finding->explanation, finding->recorded, finding->recomputed,
                                  finding->variance);
        }
      for (guint i = 0; i < rounds->len; i++)
        {
          const SkyStoredRound *round = rounds->pdata[i];

          g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
                                  round->table, round->round, round->n_findings);
        }
      if (pass == 0)
        {
          g_assert_true (sky_store_forget_audits (store, &error));
          g_assert_cmpuint (count_logs (store, NULL), ==, 0);
        }
    }
  g_assert_cmpstr (first->str, ==, second->str);
  sky_store_check (store, &error);
  g_assert_no_error (error);
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/stored-log/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/stored-log/key", test_key);
  ADD ("write", test_write);
  ADD ("rewrite", test_rewrite);
  ADD ("alike", test_alike);
  ADD ("odd-names", test_odd_names);
  ADD ("archives", test_archives);
  ADD ("numbers", test_numbers);
  ADD ("forget", test_forget);

  return g_test_run ();
}
