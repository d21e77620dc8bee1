/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of released versions, kept as they were, open and are brought up to date. */
#include "config.h"

#include "private-postgres.h"
#include "sky-case.h"
#include "sky-ledger.h"
#include "sky-postgres-schema-private.h"
#include "sky-store-private.h"
#include "sky-stored-log.h"
#include "store-samples.h"

#include <glib/gstdio.h>
#include <string.h>

static void
thaw (Samples *samples, const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "store", "frozen", name, NULL);
  g_autofree char *sql = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &sql, NULL, &error);
  g_assert_no_error (error);
  samples_tamper (samples, sql);
}

static gint64
ask (SkyStore *store, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, &error);
  gint64 value = -1;

  g_assert_no_error (error);
  g_assert_true (sky_statement_get_int (statement, &value, NULL, &error));
  g_assert_no_error (error);
  return value;
}

static void
assert_needs_writing (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);

  g_assert_null (store);
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_VERSION);
  g_assert_nonnull (strstr (error->message, "older version"));
}

/* A case has details, whether it was opened before or not. */
static void
assert_describes (SkyStore *store)
{
  static const SkyReviewer ada = { "PA-1", "Ada" };
  g_autoptr (SkyCaseDetails) details = sky_case_details_new ("dispute", "Lee Ott", NULL);
  g_autoptr (SkyCase) found = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;

  sky_store_open_case (store, &ada, "Window", &id, &error);
  g_assert_no_error (error);
  sky_store_describe_case (store, &ada, id, details, id, &error);
  g_assert_no_error (error);
  found = sky_store_get_case (store, id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (found->details->type, ==, "dispute");
  g_assert_cmpint (found->last_change, ==, id + 1);
}

/* What was there is there; the log wants to be audited anew, for nothing was counted of it. */
static void
assert_up_to_date (Samples *samples)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GPtrArray) logs = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (sky_store_check (store, &error));
  g_assert_no_error (error);
  assert_describes (store);
  faults = sky_store_ledger_verify (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  logs = sky_store_list_logs (store, "a", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 1);
  g_assert_cmpstr (((const SkyStoredLog *) logs->pdata[0])->program, ==, NULL);
  g_assert_cmpint (ask (store, "SELECT count (*) FROM findings"), ==, 2);
  g_assert_cmpint (ask (store, "SELECT count (*) FROM statistic_counts"), ==, 0);
  g_assert_cmpint (ask (store, "SELECT count (*) FROM statistic_reports"), ==, 0);
  g_assert_cmpint (ask (store, "SELECT count (*) FROM statistic_folds"), ==, 0);
  g_assert_cmpint (ask (store, "SELECT count (*) FROM statistic_streams"), ==, 0);
  g_assert_cmpint (ask (store, "SELECT count (*) FROM testimony"), ==, 0);
}

/* A store of each version, brought up to it from the first. */
static void
test_sqlite (Samples *samples, gconstpointer unused)
{
  for (guint version = 1; version < SKY_STORE_SCHEMA_VERSION; version++)
    {
      g_autofree char *mark = g_strdup_printf ("PRAGMA user_version = %u", version);

      thaw (samples, "version-1-sqlite.sql");
      for (guint step = 1; step < version; step++)
        samples_tamper (samples, sky_store_schema[step]);
      samples_tamper (samples, mark);
      assert_needs_writing (samples->path);
      assert_up_to_date (samples);
      assert_up_to_date (samples);
      samples_tamper (samples, "INSERT INTO statistic_counts SELECT id, x'01', x'02' FROM logs");
      g_assert_cmpint (g_remove (samples->path), ==, 0);
    }
}

/* Who was admitted before sees of the new tables what whoever is admitted now sees; months that
 * were there have partitions of them. */
static void
check_postgres (Samples *samples, guint version)
{
  g_autofree char *mark = g_strdup_printf ("UPDATE skyward.store SET version = %u", version);
  g_autofree char *may = NULL;

  /* The samples' own database has a store of this version. */
  g_free (samples->path);
  samples->path = private_postgres_new_database ();
  thaw (samples, "version-1-postgres.sql");
  samples_tamper (samples,
                  "INSERT INTO skyward.members VALUES ('old_operator', 'operator', '', ''),"
                  " ('old_auditor', 'auditor', '', ''), ('old_worker', 'worker', '', '')");
  for (guint step = 1; step < version; step++)
    {
      samples_tamper (samples, sky_postgres_steps[step].tables);
      if (sky_postgres_steps[step].roles != NULL)
        samples_tamper (samples, sky_postgres_steps[step].roles);
    }
  samples_tamper (samples, mark);
  assert_needs_writing (samples->path);
  assert_up_to_date (samples);
  assert_up_to_date (samples);
  samples_tamper (samples, "INSERT INTO skyward.statistic_counts SELECT id, 'x', 'y'"
                           " FROM skyward.logs");
  may = private_postgres_run (
      samples->path,
      "SELECT has_column_privilege (r, 'skyward.statistic_counts', 'equipment', 'SELECT'),"
      " has_column_privilege (r, 'skyward.statistic_counts', 'people', 'SELECT'),"
      " has_table_privilege (r, 'skyward.statistic_counts', 'INSERT'),"
      " has_table_privilege (r, 'skyward.statistic_reports', 'INSERT'),"
      " has_table_privilege (r, 'skyward.statistic_folds', 'UPDATE'),"
      " has_table_privilege (r, 'skyward.statistic_streams', 'DELETE'),"
      " has_table_privilege (r, 'skyward.testimony', 'SELECT'),"
      " has_table_privilege (r, 'skyward.testimony', 'DELETE')"
      " FROM unnest (ARRAY['old_operator', 'old_auditor', 'old_worker']) r");
  g_assert_cmpstr (g_strchomp (may), ==, "t|f|f|f|f|f|t|f\nt|t|f|f|f|f|t|f\nt|t|t|t|t|t|t|t");
}

static void
test_postgres (Samples *samples, gconstpointer unused)
{
  samples_tamper (samples,
                  "CREATE ROLE old_operator; CREATE ROLE old_auditor; CREATE ROLE old_worker");
  for (guint version = 1; version < SKY_STORE_SCHEMA_VERSION; version++)
    check_postgres (samples, version);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/sqlite/migration", Samples, NULL, samples_set_up, test_sqlite, samples_tear_down);
  g_test_add ("/postgres/migration", Samples, samples_postgres, samples_set_up, test_postgres,
              samples_tear_down);
  return g_test_run ();
}
