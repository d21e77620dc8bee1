/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures of a log showed goes into the store with its audit, stays when the log is
 * audited without its pictures, and leads to rounds. */
#include "config.h"

#include "sky-store-audit.h"
#include "sky-store-compare.h"
#include "sky-store-copy.h"
#include "sky-store-testimony.h"
#include "store-samples.h"

#include <string.h>

static const char name[] = "day.tel.jsonl";

static void
put_log (Samples *samples)
{
  g_autofree char *path = g_build_filename (samples->folder, name, NULL);
  g_autofree char *from =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "fire-bet-b-4-points.tel.jsonl", NULL);
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (from, &text, &size, NULL));
  g_assert_true (g_file_set_contents (path, text, (gssize) size, NULL));
}

static SkyLogAudit *
audit_log (Samples *samples)
{
  g_autofree char *path = g_build_filename (samples->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  SkyLogAudit *audit;

  g_assert_no_error (error);
  audit = sky_audit_log (log, &(SkyAuditOptions){ .want_state = TRUE }, &error);
  g_assert_no_error (error);
  return audit;
}

static SkySightVerdict
verdict_of (guint round)
{
  return (SkySightVerdict) (round % SKY_N_SIGHT_VERDICTS);
}

/* As a reader of pictures would: of each round, in turn, that it cannot be read, agrees, and
 * contradicts. */
static void
look (SkyLogAudit *audit)
{
  audit->testimony = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);
  for (guint i = 0; i < audit->rounds->len; i++)
    {
      const SkyRound *round = &g_array_index (audit->rounds, SkyRound, i);
      g_autofree char *content = g_strdup_printf ("{\"round\":%" PRId64 "}", round->round);
      SkyFinding *finding;

      g_ptr_array_add (audit->testimony,
                       sky_testimony_new (round->last_seq, round->round, verdict_of (i), content));
      if (verdict_of (i) != SKY_SIGHT_CONTRADICTS)
        continue;
      finding = g_new0 (SkyFinding, 1);
      finding->check = SKY_CHECK_SIGHT_CONTRADICTS;
      finding->section = "";
      finding->seq = round->last_seq;
      finding->at = round->end;
      finding->round = round->round;
      finding->recomputed = g_strdup ("{\"dice\":[1,2]}");
      finding->explanation = sky_phrase ("The log has %s, but camera %s shows %s when the dice lie "
                                         "still. A reading can be wrong: look at the picture.",
                                         "1-1", "A", "1-2");
      g_ptr_array_add (audit->findings, finding);
    }
  sky_log_audit_sort (audit);
}

static gint64
put (SkyStore *store, Samples *samples, const SkyLogAudit *audit)
{
  SkyArchive archive = { .path = samples->folder };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  sky_store_write_audit (store, &archive, "inputs", audit, "test", &id, &error);
  g_assert_no_error (error);
  return id;
}

static guint
count_findings (SkyStore *store, const char *check)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  SkyFindingCounts counts;

  filter.check = (char *) check;
  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  g_assert_no_error (error);
  return (guint) counts.total;
}

/* All testimony of @audit is there, as it was. */
static void
assert_kept (SkyStore *store, gint64 log, const SkyLogAudit *audit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) kept = sky_store_list_testimony (store, log, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (kept->len, ==, audit->testimony->len);
  for (guint i = 0; i < kept->len; i++)
    {
      const SkyTestimony *one = kept->pdata[i], *wanted = audit->testimony->pdata[i];

      g_assert_cmpuint (one->seq, ==, wanted->seq);
      g_assert_cmpint (one->round, ==, wanted->round);
      g_assert_cmpint (one->verdict, ==, wanted->verdict);
      g_assert_cmpstr (one->content, ==, wanted->content);
    }
}

/* The list of rounds of each verdict, forward and backward, in pages. */
static void
assert_rounds (SkyStore *store, const SkyLogAudit *audit, guint sight)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GError) error = NULL;
  guint64 n;

  for (guint i = 0; i < audit->rounds->len; i++)
    if ((sight >> verdict_of (i) & 1) != 0)
      g_array_append_val (wanted, g_array_index (audit->rounds, SkyRound, i).round);
  filter.sight = sight;
  g_assert_true (sky_store_count_rounds (store, &filter, FALSE, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, wanted->len);
  for (guint i = 0; i < 2 * wanted->len; i++)
    {
      gboolean descending = i >= wanted->len;
      guint at = i % wanted->len;
      g_autoptr (GPtrArray) page = sky_store_rounds_page (
          store, &filter, FALSE, SKY_FINDING_SORT_RECORD, descending, at, 1, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (page->len, ==, 1);
      g_assert_cmpint (((const SkyStoredRound *) page->pdata[0])->round, ==,
                       g_array_index (wanted, gint64, descending ? wanted->len - 1 - at : at));
    }
}

/* How rounds are sorted by their pictures, the first first. */
static int
strength_of (SkySightVerdict verdict)
{
  return verdict == SKY_SIGHT_CONTRADICTS ? 3 : verdict == SKY_SIGHT_CANNOT_READ ? 2 : 1;
}

/* Writes that of each fourth round nothing was read, and that others had two results, of which one
 * agrees. Returns: each round's strength, 0 of what was not read. */
static int *
put_testimony (SkyStore *store, gint64 id, const SkyLogAudit *audit)
{
  g_autoptr (GPtrArray) testimony =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);
  int *strengths = g_new0 (int, audit->rounds->len);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < audit->rounds->len; i++)
    {
      const SkyRound *round = &g_array_index (audit->rounds, SkyRound, i);

      if (i % 4 == 3)
        continue;
      if (i % 4 == 1)
        g_ptr_array_add (
            testimony, sky_testimony_new (round->first_seq, round->round, SKY_SIGHT_AGREES, "{}"));
      g_ptr_array_add (testimony,
                       sky_testimony_new (round->last_seq, round->round, verdict_of (i), "{}"));
      strengths[i] = strength_of (verdict_of (i));
    }
  sky_store_write_testimony (store, id, testimony, &error);
  g_assert_no_error (error);
  return strengths;
}

/* The rounds that @filter lets through, sorted by their pictures, in pages of @limit. */
static void
assert_sorted (SkyStore *store,
               const SkyLogAudit *audit,
               const int *strengths,
               guint sight,
               gboolean descending,
               guint limit)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  guint n = 0;

  filter.sight = sight;
  for (int turn = 0; turn < 4; turn++)
    for (guint k = 0; k < audit->rounds->len; k++)
      {
        int strength = descending ? 3 - turn : turn;
        guint i = descending ? audit->rounds->len - 1 - k : k;
        gint64 round = g_array_index (audit->rounds, SkyRound, i).round;
        g_autoptr (GError) error = NULL;
        g_autoptr (GPtrArray) page = NULL;
        const SkyStoredRound *stored;

        if (strengths[i] != strength
            || (sight != 0 && (strength == 0 || (sight >> verdict_of (i) & 1) == 0)))
          continue;
        page = sky_store_rounds_page (store, &filter, FALSE, SKY_FINDING_SORT_SIGHT, descending,
                                      n - n % limit, limit, &error);
        g_assert_no_error (error);
        g_assert_cmpuint (page->len, >, n % limit);
        stored = page->pdata[n++ % limit];
        g_assert_cmpint (stored->round, ==, round);
        g_assert_cmpint (stored->has_sight, ==, strength > 0);
        if (strength > 0)
          g_assert_cmpint (stored->sight, ==, verdict_of (i));
      }
  g_assert_cmpuint (n, >, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) behind = sky_store_rounds_page (
      store, &filter, FALSE, SKY_FINDING_SORT_SIGHT, descending, n, limit, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (behind->len, ==, 0);
}

static void
test_sorted (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyLogAudit) audit = NULL;
  g_autofree int *strengths = NULL;

  put_log (samples);
  audit = audit_log (samples);
  g_assert_cmpuint (audit->rounds->len, >=, 4);
  strengths = put_testimony (store, put (store, samples, audit), audit);
  for (guint descending = 0; descending < 2; descending++)
    for (guint limit = 1; limit < 9; limit += 3)
      {
        assert_sorted (store, audit, strengths, 0, descending, limit);
        assert_sorted (store, audit, strengths, 1u << SKY_SIGHT_CONTRADICTS, descending, limit);
      }
}

static void
test_kept (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;
  guint64 counts[SKY_N_SIGHT_VERDICTS];
  g_autoptr (SkyLogAudit) seen = NULL;
  g_autoptr (SkyLogAudit) unseen = NULL;
  g_autoptr (GPtrArray) others = NULL;
  g_autoptr (GError) error = NULL;
  guint n_contradicts = 0;
  gint64 id;

  put_log (samples);
  seen = audit_log (samples);
  unseen = audit_log (samples);
  g_assert_cmpuint (seen->rounds->len, >=, 3);
  /* Not read yet. */
  id = put (store, samples, unseen);
  g_assert_cmpuint (count_findings (store, "sight.*"), ==, 0);
  look (seen);
  for (guint i = 0; i < seen->rounds->len; i++)
    n_contradicts += verdict_of (i) == SKY_SIGHT_CONTRADICTS;
  g_assert_cmpint (put (store, samples, seen), ==, id);
  g_assert_cmpuint (count_findings (store, "sight.contradicts"), ==, n_contradicts);
  assert_kept (store, id, seen);
  g_assert_true (sky_store_count_testimony (store, &everything, counts, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (counts[SKY_SIGHT_CONTRADICTS], ==, n_contradicts);
  for (guint sight = 1; sight < 8; sight++)
    assert_rounds (store, seen, sight);

  /* Audited anew without pictures, both stay. */
  g_assert_cmpint (put (store, samples, unseen), ==, id);
  g_assert_cmpuint (count_findings (store, "sight.contradicts"), ==, n_contradicts);
  assert_kept (store, id, seen);
  g_assert_true (sky_store_check (store, &error));
  g_assert_no_error (error);

  /* Read again by who cannot read any of it, they go. */
  others = g_ptr_array_new ();
  unseen->testimony = g_ptr_array_ref (others);
  g_assert_cmpint (put (store, samples, unseen), ==, id);
  g_assert_cmpuint (count_findings (store, "sight.*"), ==, 0);
}

/* An audit from nothing, with what the store keeps of the pictures, makes the same store; and so
 * does a copy. */
static void
test_again (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *again_path = g_build_filename (samples->folder, "again.db", NULL);
  g_autofree char *copy_path = g_build_filename (samples->folder, "copy.db", NULL);
  g_autoptr (GPtrArray) differences = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) again = sky_store_open (again_path, SKY_STORE_READ_WRITE, &error);
  g_autoptr (SkyStore) copy = sky_store_open (copy_path, SKY_STORE_READ_WRITE, &error);
  g_autoptr (SkyLogAudit) seen = NULL;
  g_autoptr (SkyLogAudit) anew = NULL;
  SkyCopied copied;
  gint64 id;

  g_assert_no_error (error);
  put_log (samples);
  seen = audit_log (samples);
  look (seen);
  id = put (store, samples, seen);
  anew = audit_log (samples);
  put (again, samples, anew);
  sky_store_compare (store, again, samples->folder, differences, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (differences->len, >, 0);
  g_ptr_array_set_size (differences, 0);

  g_assert_true (sky_store_add_testimony (store, id, anew, &error));
  put (again, samples, anew);
  sky_store_copy (store, copy, NULL, NULL, &copied, &error);
  g_assert_no_error (error);
  sky_store_compare (store, again, samples->folder, differences, &error);
  sky_store_compare (copy, again, samples->folder, differences, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < differences->len; i++)
    g_test_message ("%s", (const char *) differences->pdata[i]);
  g_assert_cmpuint (differences->len, ==, 0);

  /* A log that is gone takes its testimony along. */
  sky_store_remove_archive (store, samples->folder, &error);
  g_assert_no_error (error);
  g_clear_pointer (&differences, g_ptr_array_unref);
  differences = sky_store_list_testimony (store, id, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (differences->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  SAMPLES_ADD ("/testimony/kept", Samples, samples_set_up, test_kept, samples_tear_down);
  SAMPLES_ADD ("/testimony/sorted", Samples, samples_set_up, test_sorted, samples_tear_down);
  SAMPLES_ADD ("/testimony/again", Samples, samples_set_up, test_again, samples_tear_down);
  return g_test_run ();
}
