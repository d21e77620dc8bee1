/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How SQLite goes about what the lists ask and what keeps them: nothing large is met but along an
 * index, and SQLite sorts nothing. */
#include "config.h"

#include "sky-finding-query.h"
#include "sky-store-private.h"
#include "store-samples.h"

#include <sqlite3.h>
#include <string.h>

/* Enough that a list of all is a long one. */
#define TABLES         8
#define DAYS           3
#define FINDINGS_A_LOG 800

static void
fill (SkyStore *store)
{
  for (guint table = 0; table < TABLES; table++)
    for (guint day = 0; day < DAYS; day++)
      {
        g_autoptr (SampleAudit) audit =
            sample_audit_new (table, day, 100, FINDINGS_A_LOG, table * DAYS + day + 1);

        sample_audit_write (audit, store);
      }
}

/* Asks for the count, pages at the beginning, in the middle and at the end, and a position. */
static void
ask (SkyStore *store, const SkyFindingFilter *filter)
{
  g_autoptr (GError) error = NULL;
  SkyFindingCounts counts;
  guint64 n_rounds;

  g_assert_true (sky_store_count_findings (store, filter, &counts, &error));
  g_assert_cmpuint (counts.total, >, 0);
  for (SkyFindingSort sort = 0; sort < SKY_N_FINDING_SORTS; sort++)
    for (guint part = 0; part <= 4; part++)
      {
        guint64 at = MIN (counts.total * part / 4, counts.total - 1);
        g_autoptr (GPtrArray) page =
            sky_store_findings_page (store, filter, sort, part % 2, at, 10, &error);
        gint64 position;

        g_assert_no_error (error);
        g_assert_cmpuint (page->len, >, 0);
        g_assert_true (sky_store_find_position (store, filter, sort, FALSE,
                                                ((SkyStoredFinding *) page->pdata[0])->id,
                                                &position, &error));
        g_assert_cmpint (position, >=, 0);
      }
  for (guint some = 0; some < 4; some++)
    {
      g_autoptr (GPtrArray) page = NULL;

      g_assert_true (sky_store_count_rounds (store, filter, some & 1, &n_rounds, &error));
      page = sky_store_rounds_page (store, filter, some & 1, SKY_FINDING_SORT_RECORD, some >> 1,
                                    n_rounds / 2, 10, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (page->len, >, 0);
    }
}

static void
ask_all (SkyStore *store)
{
  SkyFindingFilter filters[15];

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    filters[i] = (SkyFindingFilter) SKY_FINDING_FILTER_INIT;
  filters[1].property = (char *) "Keystone";
  filters[2].table = (char *) "CR-03";
  filters[3].game = (char *) "craps";
  filters[4].log = 2;
  filters[5].round = 50;
  filters[6].queues = 1u << SKY_QUEUE_VARIANCE;
  filters[7].severities = 1u << SKY_SEVERITY_MAJOR;
  filters[8].states = 1u << SKY_REVIEW_OPEN;
  filters[9].check = (char *) "settle.*";
  filters[10].text = (char *) "window7";
  filters[11].text = (char *) "window7";
  filters[11].table = (char *) "CR-03";
  filters[12].dealer = (char *) "D1";
  filters[13].patron = (char *) "P1";
  filters[14].changed = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    ask (store, &filters[i]);
}

/* The plan of @sql, a line a step. */
static char *
explain (SkyStore *store, const char *sql)
{
  g_autofree char *text = g_strconcat ("EXPLAIN QUERY PLAN ", sql, NULL);
  GString *plan = g_string_new (NULL);
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_prepare_v2 (store->connection, text, -1, &statement, NULL), ==,
                   SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (plan, "%s\n", (const char *) sqlite3_column_text (statement, 3));
  sqlite3_finalize (statement);
  return g_string_free (plan, FALSE);
}

/* What may be gone through from end to end: the checks and totals, of which there are few; the logs
 * in the order of a list, and the texts in theirs, by an index that has all that is read. */
static gboolean
may_be_scanned (const char *step)
{
  static const char *const few[] = { "SCAN c",
                                     "SCAN c USING INDEX sqlite_autoindex_checks_1",
                                     "SCAN t",
                                     "SCAN totals",
                                     "SCAN l USING COVERING INDEX logs_in_order",
                                     "SCAN l USING COVERING INDEX logs_by_day",
                                     "SCAN texts USING COVERING INDEX sqlite_autoindex_texts_1",
                                     NULL };

  return !g_str_has_prefix (step, "SCAN ") || g_str_has_prefix (step, "SCAN CONSTANT ROW")
         || g_strv_contains (few, step);
}

static void
assert_plan (const char *sql, const char *plan)
{
  g_auto (GStrv) steps = g_strsplit (plan, "\n", -1);

  for (char **step = steps; *step != NULL; step++)
    if (!may_be_scanned (*step) || strstr (*step, "TEMP B-TREE") != NULL
        || strstr (*step, "AUTOMATIC") != NULL)
      g_error ("%s\n%s", sql, plan);
}

static void
test_plans (Samples *samples, gconstpointer unused)
{
  SkyStore *store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GHashTable) before = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer sql;
  guint n_of_findings = 0, n_of_rounds = 0, n_of_blocks = 0, n_of_logs = 0;

  fill (store);
  samples_tamper (samples,
                  "INSERT INTO duties (log, position, role, credential, first_seq,"
                  " last_seq, start_at, end_at) VALUES (1, 0, 'dealer', 'D1', 1, 9999, 0, 0);"
                  "INSERT INTO seatings (log, position, seat, player, first_seq, last_seq)"
                  " SELECT 1, column1, column1, 'P1', 1, 9999 FROM"
                  " (VALUES (1), (2), (3), (4), (5), (6), (7))");
  g_hash_table_iter_init (&iter, store->statements);
  while (g_hash_table_iter_next (&iter, &sql, NULL))
    g_hash_table_add (before, sql);
  ask_all (store);

  g_hash_table_iter_init (&iter, store->statements);
  while (g_hash_table_iter_next (&iter, &sql, NULL))
    {
      g_autofree char *plan = NULL;

      if (g_hash_table_contains (before, sql) || !g_str_has_prefix (sql, "SELECT"))
        continue;
      plan = explain (store, sql);
      g_test_message ("%s\n%s", (const char *) sql, plan);
      assert_plan (sql, plan);
      n_of_findings += strstr (plan, "SEARCH f USING ") != NULL;
      n_of_rounds += strstr (plan, "SEARCH r USING ") != NULL;
      n_of_blocks += strstr (plan, "SEARCH b USING INTEGER PRIMARY KEY") != NULL;
      n_of_logs += strstr (plan, " l USING COVERING INDEX") != NULL;
    }
  /* A page's findings; rounds of a log, or those with findings, both ways; blocks with and without
   * their words; logs in two orders, both ways, their rounds likewise, and for scans. */
  g_assert_cmpuint (n_of_findings, ==, 1);
  g_assert_cmpuint (n_of_rounds, ==, 4);
  g_assert_cmpuint (n_of_blocks, ==, 2);
  g_assert_cmpuint (n_of_logs, ==, 9);
  sky_store_free (store);
}

/* What is written with a log, and in place of what was there, costs no more in a larger store. */
static void
test_writing (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 100, 300, 1);
  static const char *const large[] = { "SCAN f",      "SCAN r", "SCAN findings", "SCAN rounds",
                                       "SCAN texts",  "SCAN b", "SCAN x",        "SCAN l",
                                       "SCAN duties", "SCAN s" };
  GHashTableIter iter;
  gpointer sql;
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    sample_audit_write (audit, store);
  g_hash_table_iter_init (&iter, store->statements);
  while (g_hash_table_iter_next (&iter, &sql, NULL))
    {
      g_autofree char *plan = NULL;
      g_auto (GStrv) steps = NULL;

      /* The plan of an insertion shows what a broken reference would have looked for. */
      if (g_str_has_prefix (sql, "PRAGMA")
          || (g_str_has_prefix (sql, "INSERT") && strstr (sql, "SELECT") == NULL))
        continue;
      plan = explain (store, sql);
      g_test_message ("%s\n%s", (const char *) sql, plan);
      steps = g_strsplit (plan, "\n", -1);
      for (char **step = steps; *step != NULL; step++)
        for (guint i = 0; i < G_N_ELEMENTS (large); i++)
          if (g_str_has_prefix (*step, large[i])
              && ((*step)[strlen (large[i])] == '\0' || (*step)[strlen (large[i])] == ' '))
            g_error ("%s\n%s", (const char *) sql, plan);
      n++;
    }
  g_assert_cmpuint (n, >=, 15);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/query-plan/lists", Samples, NULL, samples_set_up, test_plans, samples_tear_down);
  g_test_add ("/query-plan/writing", Samples, NULL, samples_set_up, test_writing,
              samples_tear_down);

  return g_test_run ();
}
