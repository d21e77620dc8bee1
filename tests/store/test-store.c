/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sky-case.h"
#include "sky-ledger.h"
#include "sky-store-private.h"
#include "store-samples.h"

static void
assert_refused (const char *path, SkyStoreMode mode, SkyStoreError code, const char *says)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, mode, &error);

  g_assert_null (store);
  g_assert_error (error, SKY_STORE_ERROR, (gint) code);
  g_assert_nonnull (strstr (error->message, path));
  if (strstr (error->message, says) == NULL)
    g_error ("\"%s\" is not in \"%s\"", says, error->message);
}

static gpointer
open_thread (gpointer path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  return NULL;
}

/* A new store that several open at once is made by one and opened by all. */
static void
test_open_together (Samples *samples, gconstpointer unused)
{
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("together-%d.db", i);
      g_autofree char *path = g_build_filename (samples->folder, name, NULL);
      GThread *threads[6];

      for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
        threads[t] = g_thread_new ("opener", open_thread, path);
      for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
        g_thread_join (threads[t]);
    }
}

static void
test_open (Samples *samples, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (samples->folder, "new", "folder", "skyward.db", NULL);
  g_autofree char *deep = g_path_get_dirname (path);
  g_autofree char *folder = g_path_get_dirname (deep);
  g_autofree char *usual = sky_store_default_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_autoptr (SkyStore) reader = NULL;
  GStatBuf status;

  g_assert_no_error (error);
  g_assert_cmpstr (sky_store_get_path (store), ==, path);
  g_assert_cmpint (sky_store_get_mode (store), ==, SKY_STORE_READ_WRITE);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);

  /* Read-only beside a writer, and what is committed is seen at once. */
  reader = sky_store_open (path, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  {
    g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 3, 2, 1);
    g_autoptr (SkyStoredLog) log = NULL;
    gint64 stamp = sky_store_get_stamp (reader);
    gint64 own_stamp = sky_store_get_stamp (store);
    gint64 id = sample_audit_write (audit, store);

    g_assert_cmpint (sky_store_get_stamp (reader), !=, stamp);
    g_assert_cmpint (sky_store_get_stamp (store), !=, own_stamp);
    log = sky_store_get_log (reader, id, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (log->n_rounds, ==, 3);
  }

  g_assert_true (g_str_has_suffix (usual, "/skyward/skyward.db"));
  g_clear_pointer (&reader, sky_store_free);
  g_clear_pointer (&store, sky_store_free);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (deep), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_not_there (Samples *samples, gconstpointer unused)
{
  g_autofree char *below = g_build_filename (samples->path, "below.db", NULL);

  assert_refused (samples->path, SKY_STORE_READ_ONLY, SKY_STORE_ERROR_OPEN, "No such file");
  assert_refused (samples->folder, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_OPEN, "");
  assert_refused (samples->folder, SKY_STORE_READ_ONLY, SKY_STORE_ERROR_OPEN, "");
  /* Nobody, the machine's administrator included, makes files there. */
  assert_refused ("/proc/skyward.db", SKY_STORE_READ_WRITE, SKY_STORE_ERROR_OPEN, "cannot be made");
  g_assert_true (g_file_set_contents (samples->path, "", 0, NULL));
  assert_refused (below, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_OPEN, "Not a directory");
}

static void
test_not_a_store (Samples *samples, gconstpointer unused)
{
  g_autofree char *garbage = g_malloc (10000);

  g_assert_true (g_file_set_contents (samples->path, "", 0, NULL));
  assert_refused (samples->path, SKY_STORE_READ_ONLY, SKY_STORE_ERROR_NOT_A_STORE, "empty");

  memset (garbage, 'x', 10000);
  g_assert_true (g_file_set_contents (samples->path, garbage, 10000, NULL));
  assert_refused (samples->path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_NOT_A_STORE,
                  "not a database");
  assert_refused (samples->path, SKY_STORE_READ_ONLY, SKY_STORE_ERROR_NOT_A_STORE,
                  "not a database");
  g_assert_true (g_file_set_contents (samples->path, "{}", 2, NULL));
  assert_refused (samples->path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_NOT_A_STORE,
                  "not a database");

  g_assert_cmpint (g_remove (samples->path), ==, 0);
  samples_tamper (samples, "CREATE TABLE recipes (name TEXT)");
  assert_refused (samples->path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_NOT_A_STORE,
                  "no Skyward store");
  /* And it was left alone. */
  samples_tamper (samples, "INSERT INTO recipes VALUES ('soup')");
}

static void
test_version (Samples *samples, gconstpointer unused)
{
  g_clear_pointer (&(SkyStore *){ samples_open (samples, SKY_STORE_READ_WRITE) }, sky_store_free);
  samples_tamper (samples, "PRAGMA user_version = 9999");
  assert_refused (samples->path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_VERSION, "version 9999");
  assert_refused (samples->path, SKY_STORE_READ_ONLY, SKY_STORE_ERROR_VERSION, "newer Skyward");
  samples_tamper (samples, "PRAGMA user_version = 0");
  assert_refused (samples->path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_DAMAGED, "no version");
}

/* A store that is open is written no more once another program has raised its version. */
static void
test_raised (Samples *samples, gconstpointer engine)
{
  static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 20, 12, 1);
  g_autoptr (GError) error = NULL;
  gint64 id;

  sample_audit_write (audit, store);
  samples_tamper (samples, engine != NULL ? "UPDATE skyward.store SET version = 9999"
                                          : "PRAGMA user_version = 9999");
  g_assert_false (sky_store_open_case (store, &ada, "Late", &id, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_VERSION);
  g_assert_nonnull (strstr (error->message, "version 9999"));
  g_assert_nonnull (strstr (error->message, "newer Skyward"));
  g_clear_error (&error);
  g_assert_false (sky_store_forget_audits (store, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_VERSION);
}

static void
test_damaged (Samples *samples, gconstpointer unused)
{
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  {
    g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
    g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 2000, 1000, 1);

    sample_audit_write (audit, store);
    g_assert_true (sky_store_check (store, &error));
    g_assert_no_error (error);
  }
  g_assert_true (g_file_get_contents (samples->path, &contents, &length, NULL));

  /* Cut off in the middle. */
  g_assert_true (g_file_set_contents (samples->path, contents, length / 2, NULL));
  assert_refused (samples->path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_DAMAGED, "damaged");
  assert_refused (samples->path, SKY_STORE_READ_ONLY, SKY_STORE_ERROR_DAMAGED, "damaged");

  /* Overwritten in the middle: it opens, and the check finds it. */
  memset (contents + length / 2, 0xa5, 40000);
  g_assert_true (g_file_set_contents (samples->path, contents, length, NULL));
  {
    g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);

    g_assert_false (sky_store_check (store, &error));
    g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
    g_clear_error (&error);
  }
  g_assert_cmpint (g_remove (samples->path), ==, 0);

  /* A table is missing. */
  g_clear_pointer (&(SkyStore *){ samples_open (samples, SKY_STORE_READ_WRITE) }, sky_store_free);
  samples_tamper (samples, "DROP TABLE bookmarks");
  assert_refused (samples->path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_DAMAGED, "bookmarks");
}

/* Any byte of a store may be another: each answer is a right one or an error. */
static void
test_bit_rot (Samples *samples, gconstpointer unused)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  g_autofree char *contents = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  gsize length;

  {
    g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
    g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 50, 50, 1);
    const SkyReviewer reviewer = { "PA-1", "Ada" };
    g_autofree char *key = sample_audit_key (audit, 0);

    sample_audit_write (audit, store);
    g_assert_true (sky_store_ledger_append (store, &reviewer, SKY_LEDGER_CONFIRM, key, 0, NULL,
                                            NULL, NULL, NULL));
  }
  g_assert_true (g_file_get_contents (samples->path, &contents, &length, NULL));
  for (guint i = 0; i < 300; i++)
    {
      gsize at = g_rand_int_range (random, 0, length);
      char old = contents[at];
      g_autoptr (SkyStore) store = NULL;
      g_autoptr (GPtrArray) findings = NULL;
      g_autoptr (GPtrArray) rounds = NULL;
      g_autoptr (GPtrArray) faults = NULL;

      contents[at] ^= 1 << g_rand_int_range (random, 0, 8);
      g_assert_true (g_file_set_contents (samples->path, contents, length, NULL));
      contents[at] = old;
      store = sky_store_open (samples->path, SKY_STORE_READ_ONLY, NULL);
      if (store == NULL)
        continue;
      findings =
          sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, NULL);
      rounds = sky_store_rounds_page (store, &filter, FALSE, SKY_FINDING_SORT_RECORD, FALSE, 0, 100,
                                      NULL);
      faults = sky_store_ledger_verify (store, NULL, NULL);
    }
}

static void
test_read_only (Samples *samples, gconstpointer unused)
{
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 3, 2, 1);
  g_autofree char *key = sample_audit_key (audit, 0);
  const SkyReviewer reviewer = { "PA-1", "Ada" };
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GError) error = NULL;

  {
    g_autoptr (SkyStore) writer = samples_open (samples, SKY_STORE_READ_WRITE);

    sample_audit_write (audit, writer);
  }
  store = samples_open (samples, SKY_STORE_READ_ONLY);
  g_assert_null (sky_store_begin (store, SKY_STORE_SURVIVES_CRASH, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_READ_ONLY);
  g_clear_error (&error);
  g_assert_false (sky_store_write_log (store, &audit->log, NULL, 0, NULL, 0, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_READ_ONLY);
  g_clear_error (&error);
  g_assert_false (sky_store_forget_audits (store, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_READ_ONLY);
  g_clear_error (&error);
  g_assert_false (sky_store_ledger_append (store, &reviewer, SKY_LEDGER_CONFIRM, key, 0, NULL, NULL,
                                           NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_READ_ONLY);
}

static void
test_transaction (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) first = sample_audit_new (1, 0, 3, 2, 1);
  g_autoptr (SampleAudit) second = sample_audit_new (2, 0, 3, 2, 1);
  const SkyReviewer reviewer = { "PA-1", "Ada" };
  g_autofree char *key = sample_audit_key (first, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) archives = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  /* Not committed: as if it had not been. */
  {
    g_autoptr (SkyStoreTransaction) transaction =
        sky_store_begin (store, SKY_STORE_SURVIVES_CRASH, &error);

    g_assert_no_error (error);
    sample_audit_write (first, store);
  }
  logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 0);
  g_clear_pointer (&logs, g_ptr_array_unref);

  /* What failed within a transaction leaves nothing, what went well does. */
  {
    g_autoptr (SkyStoreTransaction) transaction =
        sky_store_begin (store, SKY_STORE_SURVIVES_CRASH, &error);
    g_autofree char *name = g_steal_pointer (&second->log.name);

    sample_audit_write (first, store);
    g_free (second->log.archive);
    second->log.archive = g_strdup ("another");
    g_assert_false (sky_store_write_log (store, &second->log, NULL, 0, NULL, 0, NULL, &error));
    g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
    g_clear_error (&error);
    archives = sky_store_list_archives (store, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (archives->len, ==, 1);

    /* A decision must not be undone by a power cut, which this transaction may be. */
    g_assert_false (sky_store_ledger_append (store, &reviewer, SKY_LEDGER_CONFIRM, key, 0, NULL,
                                             NULL, NULL, &error));
    g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
    g_clear_error (&error);
    g_assert_true (sky_store_transaction_commit (transaction, &error));
    g_assert_no_error (error);
  }
  logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 1);

  /* Several decisions by all or by none. */
  {
    g_autoptr (SkyStoreTransaction) transaction =
        sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, &error);

    g_assert_true (sky_store_ledger_append (store, &reviewer, SKY_LEDGER_CONFIRM, key, 0, NULL,
                                            NULL, NULL, &error));
    g_assert_true (sky_store_ledger_append (store, &reviewer, SKY_LEDGER_REOPEN, key, 0, NULL, NULL,
                                            NULL, &error));
  }
  entries = sky_store_ledger_list (store, NULL, 0, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 0);
  sky_store_check (store, &error);
  g_assert_no_error (error);
}

static gint64
read_synchronous (SkyStore *store)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, "PRAGMA synchronous", NULL);
  gint64 value;

  g_assert_true (sky_statement_get_int (statement, &value, NULL, NULL));
  return value;
}

/* What the ledger is promised, SQLite is asked for: 2 is FULL, 1 is NORMAL. */
static void
test_durability (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);

  for (guint i = 0; i < 3; i++)
    {
      {
        g_autoptr (SkyStoreTransaction) transaction =
            sky_store_begin (store, SKY_STORE_SURVIVES_CRASH, NULL);

        g_assert_nonnull (transaction);
        g_assert_cmpint (read_synchronous (store), ==, 1);
      }
      {
        g_autoptr (SkyStoreTransaction) transaction =
            sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, NULL);
        g_autoptr (SkyStoreTransaction) inner =
            sky_store_join (store, SKY_STORE_SURVIVES_CRASH, NULL);

        g_assert_nonnull (inner);
        g_assert_cmpint (read_synchronous (store), ==, 2);
      }
    }
}

#define N_THREADS 4
#define N_LOGS    12

typedef struct
{
  Samples *samples;
  guint number;
  gint *ready;
} Worker;

static gpointer
write_logs (gpointer data)
{
  Worker *worker = data;
  const SkyReviewer reviewer = { "PA-1", "Ada" };
  g_autoptr (SkyStore) store = NULL;

  /* All make the store at once. */
  g_atomic_int_inc (worker->ready);
  while (g_atomic_int_get (worker->ready) < N_THREADS)
    g_thread_yield ();
  store = samples_open (worker->samples, SKY_STORE_READ_WRITE);
  for (guint i = 0; i < N_LOGS; i++)
    {
      g_autoptr (SampleAudit) audit = sample_audit_new (1 + worker->number, i, 20, 20, i);
      g_autofree char *key = sample_audit_key (audit, 0);
      g_autoptr (GError) error = NULL;

      sample_audit_write (audit, store);
      sky_store_ledger_append (store, &reviewer, SKY_LEDGER_CONFIRM, key, 0, NULL, NULL, NULL,
                               &error);
      g_assert_no_error (error);
    }
  return NULL;
}

/* Each thread with a connection of its own, and a reader beside them. */
static void
test_threads (Samples *samples, gconstpointer unused)
{
  GThread *threads[N_THREADS];
  Worker workers[N_THREADS];
  gint ready = 0;
  gint64 deadline = g_get_monotonic_time () + 60 * SKY_SECOND;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts = { 0 };
  guint64 n_entries;

  for (guint i = 0; i < N_THREADS; i++)
    {
      workers[i] = (Worker){ samples, i, &ready };
      threads[i] = g_thread_new ("writer", write_logs, &workers[i]);
    }
  store = samples_open (samples, SKY_STORE_READ_WRITE);
  while (counts.total < N_THREADS * N_LOGS * 20 && g_get_monotonic_time () < deadline)
    {
      g_autoptr (GPtrArray) page = NULL;

      g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
      g_assert_no_error (error);
      /* Only whole logs are ever seen. */
      g_assert_cmpuint (counts.total % 20, ==, 0);
      page = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, TRUE, 0, 50, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (page->len, >=, MIN (50, counts.total));
    }
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (counts.total, ==, N_THREADS * N_LOGS * 20);
  g_assert_true (sky_store_check (store, &error));
  faults = sky_store_ledger_verify (store, &n_entries, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_entries, ==, N_THREADS * N_LOGS);
  g_assert_cmpuint (faults->len, ==, 0);
}

static void
test_busy (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) first = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyStore) second = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_begin (first, SKY_STORE_SURVIVES_CRASH, &error);
  gint64 began = g_get_monotonic_time ();

  g_assert_no_error (error);
  g_assert_null (sky_store_begin (second, SKY_STORE_SURVIVES_CRASH, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, "another program is writing"));
  g_assert_cmpint (g_get_monotonic_time () - began, <, 20 * SKY_SECOND);
}

/* In a program of its own: files may grow no further than a little. */
static void
fill_the_disk (const char *path)
{
  const struct rlimit limit = { 400 * 1024, 400 * 1024 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  gboolean good = TRUE;
  guint written = 0;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  for (guint i = 1; i < 100 && good; i++)
    {
      g_autoptr (SampleAudit) audit = sample_audit_new (i, 0, 100, 50, i);

      good = sky_store_write_log (
          store, &audit->log, (const SkyStoredRound *) audit->rounds->data, audit->rounds->len,
          (const SkyStoredFinding *) audit->findings->data, audit->findings->len, NULL, &error);
      written += good;
    }
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_FULL);
  g_assert_nonnull (strstr (error->message, "no room"));
  g_clear_error (&error);

  /* What was written before is whole. */
  logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, written);
  g_assert_true (sky_store_check (store, &error));
  g_assert_no_error (error);
}

static void
test_full (Samples *samples, gconstpointer unused)
{
  const char *path = g_getenv ("SKY_TEST_STORE");

  if (g_test_subprocess ())
    {
      fill_the_disk (path);
      return;
    }
  g_setenv ("SKY_TEST_STORE", samples->path, TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  g_unsetenv ("SKY_TEST_STORE");
  g_test_trap_assert_passed ();
}

/* In a program of its own, as somebody who may read and not write. */
static void
only_read (const char *path)
{
  g_autofree char *journal = g_strconcat (path, "-wal", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *other = g_build_filename (folder, "other.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  gboolean root = geteuid () == 0;

  /* The administrator could write all the same, and is so again when the samples are cleared away.
   */
  if (root)
    g_assert_cmpint (setresuid (65534, 65534, 0), ==, 0);
  store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 1);
  g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  assert_refused (path, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_READ_ONLY, "cannot be written");
  assert_refused (other, SKY_STORE_READ_WRITE, SKY_STORE_ERROR_OPEN, "Permission denied");
  if (root)
    g_assert_cmpint (setresuid (0, 0, 0), ==, 0);
}

static void
test_unwritable (Samples *samples, gconstpointer unused)
{
  const char *path = g_getenv ("SKY_TEST_STORE");

  if (g_test_subprocess ())
    {
      only_read (path);
      return;
    }
  {
    g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
    g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 3, 2, 1);

    sample_audit_write (audit, store);
  }
  g_assert_cmpint (g_chmod (samples->path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (samples->folder, 0555), ==, 0);
  g_setenv ("SKY_TEST_STORE", samples->path, TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  g_unsetenv ("SKY_TEST_STORE");
  g_assert_cmpint (g_chmod (samples->folder, 0700), ==, 0);
  g_test_trap_assert_passed ();
}

/* A store that was made before the first release is left as it is, whatever it says its version is.
 */
static void
test_unreleased (Samples *samples, gconstpointer unused)
{
  const SkyStoreMode modes[] = { SKY_STORE_READ_ONLY, SKY_STORE_READ_WRITE };

  sky_store_free (samples_open (samples, SKY_STORE_READ_WRITE));
  samples_tamper (samples, "PRAGMA application_id = 0x536b7977; PRAGMA user_version = 7");
  g_autofree char *before = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (samples->path, &before, &size, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    assert_refused (samples->path, modes[i], SKY_STORE_ERROR_VERSION, "before its first release");
  g_autofree char *after = NULL;
  gsize size_after;
  g_assert_true (g_file_get_contents (samples->path, &after, &size_after, NULL));
  g_assert_cmpmem (before, size, after, size_after);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/sqlite/store/" path, Samples, NULL, samples_set_up, function, samples_tear_down)
#define ADD_BOTH(path, function)                                                                   \
  SAMPLES_ADD ("/store/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("open", test_open);
  ADD ("open-together", test_open_together);
  ADD ("not-there", test_not_there);
  ADD ("not-a-store", test_not_a_store);
  ADD ("version", test_version);
  ADD_BOTH ("raised", test_raised);
  ADD ("damaged", test_damaged);
  ADD ("bit-rot", test_bit_rot);
  ADD_BOTH ("read-only", test_read_only);
  ADD_BOTH ("transaction", test_transaction);
  ADD ("durability", test_durability);
  ADD_BOTH ("threads", test_threads);
  ADD_BOTH ("busy", test_busy);
  ADD ("full", test_full);
  ADD ("unwritable", test_unwritable);
  ADD ("unreleased", test_unreleased);

  return g_test_run ();
}
