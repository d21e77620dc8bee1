/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds in blocks, packed and read again. */
#include "config.h"

#include "sky-finding-query.h"
#include "sky-round-block.h"
#include "sky-summary.h"
#include "store-samples.h"

#include <string.h>

static GPtrArray *
list_rounds (SkyStore *store, gint64 log)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *rounds = sky_store_list_rounds (store, log, SKY_TIME_NONE, SKY_TIME_NONE, &error);

  g_assert_no_error (error);
  return rounds;
}

static void
assert_rounds (SkyStore *store, gint64 log, const GArray *wanted)
{
  g_autoptr (GPtrArray) rounds = list_rounds (store, log);

  g_assert_cmpuint (rounds->len, ==, wanted->len);
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyStoredRound *round = rounds->pdata[i];

      g_assert_cmpuint (round->position, ==, i);
      sample_round_assert_same (round, &g_array_index (wanted, SkyStoredRound, i));
    }
}

/* Values at the ends of what a log can say, and any in between, come back as they were. */
static void
test_values (Samples *samples, gconstpointer unused)
{
  static const gint64 ends[] = { G_MININT64, G_MININT64 + 1, -1, 0, 1, G_MAXINT64 - 1, G_MAXINT64 };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 600, 0, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < audit->rounds->len; i++)
    {
      SkyStoredRound *round = &g_array_index (audit->rounds, SkyStoredRound, i);
      gint64 values[7];

      /* The second block has but small ones, the third any width. */
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        values[k] = i < 256   ? ends[g_rand_int_range (random, 0, G_N_ELEMENTS (ends))]
                    : i < 512 ? g_rand_int_range (random, 0, 300)
                              : (gint64) ((guint64) g_rand_int (random) << (i % 33));
      round->round = values[0];
      round->first_seq = (guint64) values[1];
      round->last_seq = (guint64) values[2];
      round->start = values[3];
      round->end = values[4];
      round->offset = values[5];
      round->length = (guint64) values[6];
      round->first_line = (guint64) values[0];
      round->n_wagers = g_rand_int (random);
      round->complete = i % 3 == 0;
    }
  assert_rounds (store, sample_audit_write (audit, store), audit->rounds);
}

/* The rounds of all logs as a list shows them: what sky_store_rounds_page() must give. */
static GPtrArray *
list_all (SkyStore *store, gboolean with_findings, gboolean descending)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_round_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < logs->len; i++)
    {
      g_autoptr (GPtrArray) rounds = list_rounds (store, ((SkyStoredLog *) logs->pdata[i])->id);

      for (guint k = 0; k < rounds->len; k++)
        if (!with_findings || ((SkyStoredRound *) rounds->pdata[k])->n_findings > 0)
          g_ptr_array_add (all, g_steal_pointer (&rounds->pdata[k]));
    }
  for (guint i = 0; descending && i < all->len / 2; i++)
    {
      gpointer first = all->pdata[i];

      all->pdata[i] = all->pdata[all->len - 1 - i];
      all->pdata[all->len - 1 - i] = first;
    }
  return all;
}

static void
assert_page (SkyStore *store,
             gboolean with_findings,
             gboolean descending,
             const GPtrArray *all,
             guint offset,
             guint limit)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) page = sky_store_rounds_page (
      store, &filter, with_findings, SKY_FINDING_SORT_RECORD, descending, offset, limit, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, offset < all->len ? MIN (limit, all->len - offset) : 0);
  for (guint i = 0; i < page->len; i++)
    {
      const SkyStoredRound *round = page->pdata[i], *wanted = all->pdata[offset + i];

      g_assert_cmpint (round->log, ==, wanted->log);
      g_assert_cmpstr (round->table, ==, wanted->table);
      g_assert_cmpstr (round->property, ==, wanted->property);
      g_assert_cmpstr (round->game, ==, wanted->game);
      g_assert_cmpint (round->gaming_day, ==, wanted->gaming_day);
      g_assert_cmpuint (round->position, ==, wanted->position);
      g_assert_cmpuint (round->n_findings, ==, wanted->n_findings);
      sample_round_assert_same (round, wanted);
    }
}

/* Pages of any length from anywhere, also across blocks and logs, both ways. */
static void
test_pages (Samples *samples, gconstpointer unused)
{
  static const guint sizes[] = { 700, 256, 1, 0, 255, 512 };
  static const guint limits[] = { 1, 10, 256, 300, 5000 };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (SampleAudit) audit = sample_audit_new (i, 0, sizes[i], sizes[i] / 5, i + 1);

      sample_audit_write (audit, store);
      n += sizes[i];
    }
  for (guint way = 0; way < 4; way++)
    {
      gboolean with_findings = way & 1, descending = way >> 1;
      g_autoptr (GPtrArray) all = list_all (store, with_findings, descending);

      g_assert_cmpuint (all->len, >, n / 8);
      for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
        {
          assert_page (store, with_findings, descending, all, 0, limits[i]);
          assert_page (store, with_findings, descending, all, all->len - 1, limits[i]);
          assert_page (store, with_findings, descending, all, all->len, limits[i]);
          for (guint k = 0; k < 60; k++)
            assert_page (store, with_findings, descending, all,
                         (guint) g_rand_int_range (random, 0, (gint32) all->len), limits[i]);
        }
    }
}

static void
test_one (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 600, 0, 1);
  g_autoptr (GError) error = NULL;
  gint64 log;

  /* Of two that are numbered alike the first is meant. */
  g_array_index (audit->rounds, SkyStoredRound, 590).round = 300;
  log = sample_audit_write (audit, store);
  for (gint64 number = 1; number <= 600; number += 299)
    {
      g_autoptr (SkyStoredRound) round = sky_store_get_round (store, log, number, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (round->position, ==, number - 1);
      g_assert_cmpstr (round->table, ==, "CR-01");
    }
  g_assert_null (sky_store_get_round (store, log, 601, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
}

static gint64
write_grown (SkyStore *store, const SampleAudit *audit, GBytes *from, gsize n_known, GBytes *state)
{
  SkyStoredGrowth growth = { from, n_known, state };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  sky_store_write_grown_log (store, &audit->log, (const SkyStoredRound *) audit->rounds->data,
                             audit->rounds->len, (const SkyStoredFinding *) audit->findings->data,
                             audit->findings->len, &growth, &id, &error);
  g_assert_no_error (error);
  return id;
}

/* So many rounds are found by their time from the 251st to the 521st. */
static void
assert_found (SkyStore *store, gint64 log, const SampleAudit *audit, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found =
      sky_store_list_rounds (store, log, g_array_index (audit->rounds, SkyStoredRound, 250).start,
                             g_array_index (audit->rounds, SkyStoredRound, 520).end, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, n);
}

/* Of a log that grew, only the blocks are written that are not what they were. */
static void
test_grown (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) short_one = sample_audit_new (1, 0, 600, 0, 1);
  g_autoptr (SampleAudit) long_one = sample_audit_new (1, 0, 900, 1, 1);
  g_autoptr (GBytes) first = g_bytes_new ("first", 5);
  g_autoptr (GBytes) second = g_bytes_new ("second", 6);
  g_autoptr (GPtrArray) rounds = NULL;
  g_autoptr (GError) error = NULL;
  SkyStoredFinding *finding = &g_array_index (long_one->findings, SkyStoredFinding, 0);
  const SkyStoredRound *in_first_block = &g_array_index (long_one->rounds, SkyStoredRound, 7);
  gint64 log = write_grown (store, short_one, NULL, 0, first);

  /* Nobody who goes by this end finds the second block. */
  samples_tamper (samples, "UPDATE round_blocks SET end_at = 1 WHERE id % 256 = 1");
  finding->round = in_first_block->round;
  finding->seq = in_first_block->first_seq;
  g_assert_cmpint (write_grown (store, long_one, first, 599, second), ==, log);

  assert_rounds (store, log, long_one->rounds);
  rounds = list_rounds (store, log);
  for (guint i = 0; i < rounds->len; i++)
    g_assert_cmpuint (((SkyStoredRound *) rounds->pdata[i])->n_findings, ==, i == 7);
  /* The rest of the first block, and the beginning of the third. */
  assert_found (store, log, long_one, 6 + 9);

  /* So it is when the store has come to that state already; without one all are written. */
  write_grown (store, long_one, first, 599, second);
  assert_found (store, log, long_one, 6 + 9);
  sample_audit_write (long_one, store);
  assert_found (store, log, long_one, 271);
  g_assert_true (sky_store_check (store, &error));
}

/* Blocks that are damaged are told, whatever is asked. */
static void
test_damaged (Samples *samples, gconstpointer unused)
{
  static const char *const damages[] = {
    "UPDATE round_blocks SET columns = x'0102'",
    "UPDATE round_blocks SET columns = zeroblob (length (columns))",
    "UPDATE round_blocks SET columns = CAST (columns || x'00' AS BLOB)",
    "UPDATE round_blocks SET columns = CAST (x'ffff' || substr (columns, 3) AS BLOB)",
    "UPDATE round_blocks SET columns = CAST (x'0001' || substr (columns, 3) AS BLOB) WHERE id % "
    "256 = 1",
  };
  static const char *const unseen[] = {
    "DELETE FROM round_blocks WHERE id % 256 = 0",
    "DELETE FROM round_blocks WHERE id % 256 = 1",
    "UPDATE round_blocks SET id = id + 16777216 * 5 WHERE id % 256 = 1",
    "INSERT INTO round_blocks SELECT id + 16777216, n, n_with_findings, start_at, end_at, columns"
    " FROM round_blocks",
  };
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 400, 300, 1);
  SkySummaryScope scope = { .start = G_MININT64, .end = G_MAXINT64 };

  scope.filter = (SkyFindingFilter) SKY_FINDING_FILTER_INIT;
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
      SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
      gint64 log = sample_audit_write (audit, store);
      g_autoptr (GError) error = NULL;

      samples_tamper (samples, damages[i]);
      g_assert_null (sky_store_list_rounds (store, log, SKY_TIME_NONE, SKY_TIME_NONE, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
      for (guint way = 0; way < 4; way++)
        {
          g_clear_error (&error);
          g_assert_null (sky_store_rounds_page (store, &filter, way & 1, SKY_FINDING_SORT_RECORD,
                                                way >> 1, 0, 400, &error));
          g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
        }
      g_clear_error (&error);
      g_assert_null (sky_store_get_round (store, log, 400, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
      g_clear_error (&error);
      g_assert_null (sky_store_summarize (store, &scope, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
      g_clear_error (&error);
      g_assert_false (sky_store_check (store, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
    }
  for (guint i = 0; i < G_N_ELEMENTS (unseen); i++)
    {
      g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
      g_autoptr (GError) error = NULL;

      g_assert_true (sky_store_forget_audits (store, &error));
      sample_audit_write (audit, store);
      g_assert_true (sky_store_check (store, &error));
      samples_tamper (samples, unseen[i]);
      g_assert_false (sky_store_check (store, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
      samples_tamper (samples, "DELETE FROM round_blocks");
    }
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/round-block/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("values", test_values);
  ADD ("pages", test_pages);
  ADD ("one", test_one);
  ADD ("grown", test_grown);
  g_test_add ("/sqlite/round-block/damaged", Samples, NULL, samples_set_up, test_damaged,
              samples_tear_down);

  return g_test_run ();
}
