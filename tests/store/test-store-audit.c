/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Audits of the golden corpus go into the store and come out as they were printed. */
#include "config.h"

#include "sky-phrase.h"
#include "sky-store-audit.h"
#include "sky-store-compare.h"
#include "sky-store-copy.h"
#include "sky-stored-log.h"
#include "sky-summary.h"
#include "sky-watched.h"

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

/* A copy of the log with a property of its own: a table and day have one log. */
static char *
put_log (Samples *samples, const char *from, guint number)
{
  static const char property[] = "\"property\":\"";
  g_autofree char *name = g_strdup_printf ("%u.tel.jsonl", number);
  g_autofree char *own = g_strdup_printf ("%s%u ", property, number);
  char *path = g_build_filename (samples->folder, name, NULL);
  g_autoptr (GString) log = NULL;
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (from, &text, &size, NULL));
  log = g_string_new_len (text, (gssize) size);
  g_string_replace (log, property, own, 1);
  g_assert_true (g_file_set_contents (path, log->str, (gssize) log->len, NULL));
  return path;
}

static SkyStore *
open_at (const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyStore *store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  return store;
}

/* Audits the log at @path for each of @stores, NULL-terminated. Returns how many findings of it are
 * unsure. */
static guint
audit_into (SkyStore *const *stores, const char *folder, const char *path)
{
  SkyArchive archive = { .path = (char *) folder };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_autoptr (SkyLogAudit) audit = NULL;
  guint n_unsure = 0;

  g_assert_no_error (error);
  audit = sky_audit_log (log, &(SkyAuditOptions){ .want_state = TRUE }, &error);
  g_assert_no_error (error);
  for (; *stores != NULL; stores++)
    {
      sky_store_write_audit (*stores, &archive, "inputs", audit, "test", NULL, &error);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < audit->findings->len; i++)
    n_unsure += ((const SkyFinding *) audit->findings->pdata[i])->unsure;
  return n_unsure;
}

/* What both have of the logs in @folder is the same. */
static void
assert_same (SkyStore *one, SkyStore *other, const char *folder)
{
  g_autoptr (GPtrArray) differences = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *findings = print_store (one, 0);
  g_autofree char *same = print_store (other, 0);
  g_autoptr (GError) error = NULL;

  sky_store_compare (one, other, folder, differences, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < differences->len; i++)
    g_test_message ("%s", (const char *) differences->pdata[i]);
  g_assert_cmpuint (differences->len, ==, 0);
  g_assert_cmpstr (findings, ==, same);
}

static void
assert_leaves_out (SkyStore *store, const char *name, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (g_str_equal (log->name, name))
        {
          g_autofree char *said = sky_phrase_english (log->left_out);

          g_assert_cmpstr (said, ==, wanted);
          return;
        }
    }
  g_assert_not_reached ();
}

/* Logs that left something out, rounds that were recorded again and what nobody saw for certain:
 * both databases have the same of them, and so has a copy. */
static void
test_recorded (Samples *samples, gconstpointer unused)
{
  static const char *const names[] = {
    "craps/recorded-by-eye.tel.jsonl",        "craps/standing-side-wagers.tel.jsonl",
    "casino_war/recorded-outcomes.tel.jsonl", "roulette/recorded-one-seat.tel.jsonl",
    "craps/bonus-craps-2.tel.jsonl", /* of version 1 */
  };
  g_autofree char *file = g_build_filename (samples->folder, "beside.db", NULL);
  g_autofree char *copy_file = g_build_filename (samples->folder, "copy.db", NULL);
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyStore) beside = open_at (file);
  g_autoptr (SkyStore) copy = open_at (copy_file);
  SkyStore *const stores[] = { store, beside, NULL };
  g_autoptr (GError) error = NULL;
  SkyCopied copied;
  guint n_unsure = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *from = g_test_build_filename (G_TEST_DIST, "data", names[i], NULL);
      g_autofree char *path = put_log (samples, from, i);

      n_unsure += audit_into (stores, samples->folder, path);
    }
  g_assert_cmpuint (n_unsure, >, 0);
  assert_same (store, beside, samples->folder);
  sky_store_copy (store, copy, NULL, NULL, &copied, &error);
  g_assert_no_error (error);
  assert_same (copy, beside, samples->folder);
  for (guint i = 0; stores[i] != NULL; i++)
    {
      assert_leaves_out (stores[i], "2.tel.jsonl",
                         "Not looked at: procedure, wagers, settlements, people, equipment, posted "
                         "rules and disputes. Checks not made: 98 of 121. Rounds looked at: 2. 1 "
                         "stretch was skipped, 9 min 54 s in all.");
      assert_leaves_out (stores[i], "4.tel.jsonl", NULL);
    }
  assert_leaves_out (copy, "4.tel.jsonl", NULL);
}

/* Writes @text as the log @name of @folder, audits it as a run would and tells what the store has
 * of it then: which of its day's logs, how many findings, the first one's check and key. */
static char *
write_text (
    SkyStore *store, const char *folder, const char *name, const char *text, gboolean passed)
{
  SkyArchive archive = { .path = (char *) folder };
  g_autofree char *path = g_build_filename (folder, name, NULL);
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyKnownLogs) known = NULL;
  g_autoptr (GBytes) state = NULL;
  g_autoptr (SkyLogAudit) audit = NULL;
  g_autoptr (SkyStoredLog) stored = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  gint64 id = 0;

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  log = sky_log_open (path, &error);
  g_assert_no_error (error);
  known = sky_known_logs_new (store, &archive, "inputs", "test", &error);
  g_assert_no_error (error);
  state = sky_known_logs_get_state (known, log);
  audit = passed ? sky_audit_replaced (log, "another", &error)
                 : sky_audit_log (log, &(SkyAuditOptions){ .state = state, .want_state = TRUE },
                                  &error);
  g_assert_no_error (error);
  sky_store_write_audit (store, &archive, "inputs", audit, "test", &id, &error);
  g_assert_no_error (error);
  stored = sky_store_get_log (store, id, &error);
  g_assert_no_error (error);
  assert_known (store, &archive, log, id);
  filter.log = id;
  findings =
      sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (findings->len, ==, stored->n_findings);
  return g_strdup_printf ("%u %u %s", stored->number, findings->len,
                          findings->len > 0 ? ((SkyStoredFinding *) findings->pdata[0])->key : "");
}

#define HEADER                                                                                     \
  "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\",\"table\":\"RO-01\","           \
  "\"game\":\"roulette\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","        \
  "\"currency\":\"USD\"}\n"
#define LINE(seq, type) "{\"seq\":" #seq ",\"at\":\"2023-11-04T20:00:01Z\",\"type\":\"" type "\"}\n"
#define KEY(check)      "P/RO-01/2023-11-04/roulette/" check

/* The log that came first keeps its place and its reviews, whatever comes beside it. */
static void
test_replaced (Samples *samples, gconstpointer unused)
{
  static const char old[] = HEADER LINE (1, "table_open");
  static const char grown[] = HEADER LINE (1, "table_open") LINE (2, "no_more_bets");
  static const char other[] = HEADER LINE (1, "table_close");
  static const char others_end[] = HEADER LINE (1, "table_close") LINE (2, "table_open");
  const struct
  {
    const char *folder, *name, *text;
    gboolean passed; /* by the audit, for another of the run */
    const char *has;
  } steps[] = {
    { "a", "x.tel.jsonl", old, FALSE, "1 1 " KEY ("log.incomplete/1/") },
    { "a", "x.tel.jsonl", old, FALSE, "1 1 " KEY ("log.incomplete/1/") },
    /* Moved, and moved back. */
    { "b", "y.tel.jsonl", old, FALSE, "1 1 " KEY ("log.incomplete/1/") },
    { "a", "x.tel.jsonl", old, FALSE, "1 1 " KEY ("log.incomplete/1/") },
    { "a", "x.tel.jsonl", grown, FALSE, "1 1 " KEY ("log.incomplete/2/") },
    /* Another in its place, twice; then the first again, grown. */
    { "a", "x.tel.jsonl", other, FALSE, "2 1 " KEY ("log.replaced/1/#2") },
    { "a", "x.tel.jsonl", other, FALSE, "2 1 " KEY ("log.replaced/1/#2") },
    { "a", "x.tel.jsonl", others_end, FALSE, "2 1 " KEY ("log.replaced/1/#2") },
    { "a", "x.tel.jsonl", grown, FALSE, "1 1 " KEY ("log.incomplete/2/") },
    /* One that is shorter does not go on from it. */
    { "c", "x.tel.jsonl", old, FALSE, "3 1 " KEY ("log.replaced/1/#3") },
    /* A copy that a run passed over stands for itself, and stays that. */
    { "d", "x.tel.jsonl", grown, TRUE, "4 1 " KEY ("log.replaced/1/#4") },
    { "d", "x.tel.jsonl", grown, TRUE, "4 1 " KEY ("log.replaced/1/#4") },
    { "d", "x.tel.jsonl", grown, FALSE, "4 1 " KEY ("log.replaced/1/#4") },
    /* The first stays the first also where a run passed it over. */
    { "a", "x.tel.jsonl", grown, TRUE, "1 1 " KEY ("log.incomplete/2/") },
  };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyStore) copy = NULL;
  g_autofree char *copy_path = g_build_filename (samples->folder, "copy.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  SkyCopied copied;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *folder = g_build_filename (samples->folder, steps[i].folder, NULL);
      g_autofree char *has =
          write_text (store, folder, steps[i].name, steps[i].text, steps[i].passed);

      g_test_message ("step %u", i);
      g_assert_cmpstr (has, ==, steps[i].has);
    }
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *folder = g_build_filename (samples->folder, steps[i].folder, NULL);
      g_autofree char *path = g_build_filename (folder, steps[i].name, NULL);

      g_remove (path);
      g_rmdir (folder);
    }
  g_assert_true (sky_store_check (store, &error));
  copy = sky_store_open (copy_path, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  sky_store_copy (store, copy, NULL, NULL, &copied, &error);
  g_assert_no_error (error);
  logs = sky_store_list_logs_of_day (copy, "P", "RO-01", sky_day_from_ymd (2023, 11, 4), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 4);
  for (guint i = 0; i < logs->len; i++)
    g_assert_cmpuint (((const SkyStoredLog *) logs->pdata[i])->number, ==, i + 1);
  g_clear_pointer (&copy, sky_store_free);
  g_remove (copy_path);
}

static guint64
count_rounds (SkyStore *store, gint64 log, gboolean by_eye)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  guint64 n = 0;

  filter.log = log;
  filter.by_eye = by_eye;
  g_assert_true (sky_store_count_rounds (store, &filter, FALSE, &n, &error));
  return n;
}

/* Who recorded the log; "": it is the table's own. */
static char *
coder_of (SkyStore *store, const char *name)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, NULL);

  for (guint i = 0; i < logs->len; i++)
    if (g_str_equal (((const SkyStoredLog *) logs->pdata[i])->name, name))
      {
        char *coder = sky_stored_log_dup_coder (logs->pdata[i]);

        return coder != NULL ? coder : g_strdup ("");
      }
  return NULL;
}

/* What two coders recorded by eye of a day is beside its log: each is judged by itself, and keeps
 * its place and its findings' keys. Only who asks for it sees it alone, and no figure of the table
 * counts it. */
static void
test_by_eye (Samples *samples, gconstpointer unused)
{
#define ROUND(seq)                                                                                 \
  "{\"seq\":" #seq ",\"at\":\"2023-11-04T20:00:01Z\",\"type\":\"round_start\",\"round\":1}\n"
  static const char old[] = HEADER LINE (1, "table_open") ROUND (2);
  static const char other[] = HEADER LINE (1, "table_close") ROUND (2);
  static const char anew[] = HEADER LINE (1, "no_more_bets");
  const struct
  {
    const char *name, *text;
    guint number;
    const char *ordinal; /* of the first finding's key; NULL: it has none */
  } steps[] = {
    { "recorded/d.PA-7.tel.jsonl", old, 1000, "#1000" },
    { "d.tel.jsonl", old, 1, NULL },
    { "recorded/d.PA-8.tel.jsonl", other, 2000, "#2000" },
    { "recorded/d.PA-7.tel.jsonl", anew, 1000, "#1000" },
    { "recorded/d.PA-8.tel.jsonl", old, 2000, "#2000" },
    { "d.tel.jsonl", other, 2, "#2" },
  };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *folder = g_build_filename (samples->folder, "e", NULL);
  g_autofree char *recorded = g_build_filename (folder, "recorded", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkySummary) summary = NULL;
  SkySummaryScope all = SKY_SUMMARY_SCOPE_INIT;

  g_assert_cmpint (g_mkdir_with_parents (recorded, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *has = write_text (store, folder, steps[i].name, steps[i].text, FALSE);

      g_autofree char *number = g_strdup_printf ("%u ", steps[i].number);

      g_test_message ("step %u: %s", i, has);
      g_assert_true (g_str_has_prefix (has, number));
      if (steps[i].ordinal != NULL)
        g_assert_true (g_str_has_suffix (has, steps[i].ordinal));
      else
        g_assert_null (strchr (has, '#'));
    }
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *coder = coder_of (store, steps[i].name);
      g_autofree char *path = g_build_filename (folder, steps[i].name, NULL);

      g_assert_cmpstr (coder, ==, i == 0 ? "PA-7" : i == 1 ? "" : "PA-8");
      g_remove (path);
    }
  g_assert_cmpuint (count_rounds (store, 0, FALSE), ==, 2);
  g_assert_cmpuint (count_rounds (store, 0, TRUE), ==, 1);
  g_assert_true (sky_store_check (store, &error));
  summary = sky_store_summarize (store, &all, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (summary->logs->len, ==, 2);
  g_assert_cmpuint (summary->figures.n_rounds, ==, 1);
  g_assert_cmpint (g_rmdir (recorded), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
#undef ROUND
}

static void
test_corpus (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GPtrArray) logs = list_logs ();
  guint n_findings = 0;
  guint n_partial = 0;

  g_assert_cmpuint (logs->len, >, 0);
  for (guint i = 0; i < logs->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = put_log (samples, logs->pdata[i], i);
      g_autoptr (SkyLog) log = sky_log_open (path, &error);
      g_autoptr (SkyLogAudit) audit = NULL;
      g_autoptr (SkyStoredLog) stored = NULL;
      g_autofree char *wanted = NULL;
      g_autofree char *found = NULL;
      g_autofree char *left_out = sky_watched_describe_log (log);
      g_autofree char *name = g_path_get_basename (path);
      SkyArchive archive = { .path = samples->folder };
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
      g_assert_cmpstr (stored->archive, ==, samples->folder);
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
      g_assert_cmpstr (stored->left_out, ==, left_out);
      n_partial += left_out != NULL;
      assert_known (store, &archive, log, id);
    }
  g_assert_cmpuint (n_findings, >, logs->len);
  g_assert_cmpuint (n_partial, >, 0);
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
      cameras = sky_footage_read (NULL, footage, NULL);
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
  ADD ("recorded", test_recorded);
  ADD ("changed", test_changed);
  ADD ("replaced", test_replaced);
  ADD ("by-eye", test_by_eye);
  g_test_add_func ("/store-audit/unknown-check", test_unknown_check);
  ADD ("inputs", test_inputs);

  return g_test_run ();
}
