/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How SQLite goes about what the lists ask: findings and rounds are met along an index, never by
 * reading their whole table, and a page of a long list is not sorted. */
#include "config.h"

#include "sky-finding-query.h"
#include "sky-store-private.h"
#include "store-samples.h"

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
      page = sky_store_rounds_page (store, filter, some & 1, some >> 1, n_rounds / 2, 10, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (page->len, >, 0);
    }
}

static void
ask_all (SkyStore *store)
{
  SkyFindingFilter filters[13];

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
  filters[12].changed = TRUE;
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

  g_assert_cmpint (sqlite3_prepare_v2 (store->db, text, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (plan, "%s\n", (const char *) sqlite3_column_text (statement, 3));
  sqlite3_finalize (statement);
  return g_string_free (plan, FALSE);
}

/* A walk along an index from its beginning or a place; a search by its first columns. What reads
 * the table itself row by row has neither. */
static gboolean
reads_whole_table (const char *step)
{
  static const char *const large[] = { "SCAN f", "SCAN r", "SCAN findings", "SCAN rounds" };

  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    if (g_str_has_prefix (step, large[i])
        && (step[strlen (large[i])] == '\0' || step[strlen (large[i])] == ' ')
        && strstr (step, "INDEX") == NULL)
      return TRUE;
  return FALSE;
}

static void
test_plans (Samples *samples, gconstpointer unused)
{
  SkyStore *store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GHashTable) before = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer sql;
  guint n_walks = 0, n_of_findings = 0, n_of_rounds = 0;

  fill (store);
  g_hash_table_iter_init (&iter, store->statements);
  while (g_hash_table_iter_next (&iter, &sql, NULL))
    g_hash_table_add (before, sql);
  ask_all (store);

  g_hash_table_iter_init (&iter, store->statements);
  while (g_hash_table_iter_next (&iter, &sql, NULL))
    {
      g_autofree char *plan = NULL;
      g_auto (GStrv) steps = NULL;
      gboolean walks = strstr (sql, "LIMIT") != NULL;

      if (g_hash_table_contains (before, sql) || !g_str_has_prefix (sql, "SELECT"))
        continue;
      plan = explain (store, sql);
      g_test_message ("%s\n%s", (const char *) sql, plan);
      steps = g_strsplit (plan, "\n", -1);
      for (char **step = steps; *step != NULL; step++)
        {
          g_assert_false (reads_whole_table (*step));
          if (walks)
            g_assert_null (strstr (*step, "TEMP B-TREE"));
        }
      n_walks += walks;
      n_of_findings += strstr (plan, " f USING ") != NULL;
      n_of_rounds += strstr (plan, " r USING ") != NULL;
    }
  /* Each order has a way forward and one backward, of which rounds have two of each. */
  g_assert_cmpuint (n_walks, >=, 12);
  g_assert_cmpuint (n_of_findings, >=, 30);
  g_assert_cmpuint (n_of_rounds, ==, 4);
  sky_store_free (store);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/query-plan/lists", Samples, NULL, samples_set_up, test_plans, samples_tear_down);

  return g_test_run ();
}
