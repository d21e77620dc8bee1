/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed since somebody looked: new findings, findings that others reviewed, findings that a
 * new audit withdrew. */
#include "config.h"

#include "sky-look.h"

#include "sky-review.h"
#include "store-samples.h"

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
static const SkyReviewer ben = { "PA-100002", "Ben Stone" };

static SkyLook
look_now (SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  SkyLook look;

  g_assert_true (sky_store_get_present (store, &look, &error));
  g_assert_no_error (error);
  return look;
}

/* What changed for @looker since @look: the ids in the order of the audit. In every order and with
 * each way to ask, the list and the count are of the same findings. */
static GArray *
list_changed (SkyStore *store, SkyLook look, const SkyReviewer *looker)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GError) error = NULL;
  SkyFindingCounts counts;

  filter.changed = TRUE;
  filter.since = look;
  filter.looker = (char *) looker->credential;
  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  for (SkyFindingSort sort = 0; sort < SKY_N_FINDING_SORTS; sort++)
    {
      g_autoptr (GPtrArray) page =
          sky_store_findings_page (store, &filter, sort, FALSE, 0, 1000, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (page->len, ==, counts.total);
      g_assert_true (sky_store_mark_changes (store, page, &look, looker->credential, &error));
      for (guint i = 0; i < page->len; i++)
        {
          const SkyStoredFinding *finding = page->pdata[i];
          g_assert_cmpint (finding->change, !=, SKY_FINDING_SAME);
          g_assert_true ((finding->change == SKY_FINDING_NEW) == (finding->id > look.finding));
          if (sort == SKY_FINDING_SORT_RECORD)
            g_array_append_val (ids, finding->id);
        }
    }
  /* Words come to the same. */
  filter.text = (char *) "CR";
  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  g_assert_cmpuint (counts.total, ==, ids->len);
  g_autoptr (GPtrArray) page =
      sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, TRUE, 0, 1000, &error);
  g_assert_cmpuint (page->len, ==, ids->len);
  return ids;
}

static void
say (SkyStore *store, const SkyReviewer *who, const char *key, SkyLedgerAction action)
{
  g_autoptr (GError) error = NULL;

  sky_store_decide (store, who, key, action, "because", SKY_REVIEW_ANY, NULL, &error);
  g_assert_no_error (error);
}

static void
test_changed (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) first = sample_audit_new (1, 0, 20, 12, 1);
  g_autoptr (SampleAudit) second = sample_audit_new (2, 0, 20, 7, 2);
  SkyLook never = { 0 };

  sample_audit_write (first, store);
  SkyLook look = look_now (store);
  g_autoptr (GArray) nothing = list_changed (store, look, &ada);
  g_assert_cmpuint (nothing->len, ==, 0);
  g_autoptr (GArray) all = list_changed (store, never, &ada);
  g_assert_cmpuint (all->len, ==, 12);

  /* What others say is a change, what one says oneself is none. */
  g_autofree char *key = sample_audit_key (first, 3);
  g_autofree char *own = sample_audit_key (first, 5);
  say (store, &ben, key, SKY_LEDGER_DISMISS);
  say (store, &ada, own, SKY_LEDGER_CONFIRM);
  sample_audit_write (second, store);
  g_autoptr (GArray) changed = list_changed (store, look, &ada);
  g_assert_cmpuint (changed->len, ==, 7 + 1);
  g_autoptr (GArray) for_ben = list_changed (store, look, &ben);
  g_assert_cmpuint (for_ben->len, ==, 7 + 1);
  g_assert_cmpint (g_array_index (changed, gint64, 0), !=, g_array_index (for_ben, gint64, 0));

  /* Looked at, all is as it was; the other's look is the other's. */
  SkyLook later = look_now (store);
  g_autoptr (GArray) seen = list_changed (store, later, &ada);
  g_assert_cmpuint (seen->len, ==, 0);
  say (store, &ben, own, SKY_LEDGER_NOTE);
  g_autoptr (GArray) noted = list_changed (store, later, &ada);
  g_assert_cmpuint (noted->len, ==, 1);
}

/* Writes @audit without its finding at @index. */
static void
write_without (SampleAudit *audit, SkyStore *store, guint index)
{
  SkyStoredFinding left = g_array_index (audit->findings, SkyStoredFinding, index);

  g_array_remove_index (audit->findings, index);
  sample_audit_write (audit, store);
  g_array_insert_val (audit->findings, index, left);
}

static guint64
count_withdrawn (SkyStore *store, const SkyFindingFilter *filter)
{
  g_autoptr (GError) error = NULL;
  guint64 n;

  g_assert_true (sky_store_count_withdrawn (store, filter, &n, &error));
  g_autoptr (GPtrArray) page = sky_store_withdrawn_page (store, filter, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, n);
  return n;
}

static void
test_withdrawn (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 20, 12, 1);
  g_autoptr (SampleAudit) other = sample_audit_new (2, 0, 20, 5, 2);
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;

  sample_audit_write (audit, store);
  sample_audit_write (other, store);
  sample_audit_write (audit, store);
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 0);
  SkyLook look = look_now (store);

  g_autofree char *key = sample_audit_key (audit, 4);
  const SkyStoredFinding *gone = &g_array_index (audit->findings, SkyStoredFinding, 4);
  g_autofree char *check = g_strdup (gone->check);
  g_autofree char *explanation = g_strdup (gone->explanation);
  say (store, &ben, key, SKY_LEDGER_DISMISS);
  write_without (audit, store, 4);
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 1);
  g_autoptr (GPtrArray) page = sky_store_withdrawn_page (store, &filter, 0, 100, &error);
  const SkyStoredFinding *finding = page->pdata[0];
  g_assert_cmpstr (finding->key, ==, key);
  g_assert_cmpstr (finding->check, ==, check);
  g_assert_cmpstr (finding->explanation, ==, explanation);
  g_assert_cmpint (finding->state, ==, SKY_REVIEW_DISMISSED);
  g_assert_cmpint (finding->withdrawn, >, 0);
  g_assert_cmpint (finding->id, ==, 0);
  g_assert_cmpint (finding->log, !=, 0);

  /* Filters are heeded, and what changed. */
  filter.table = (char *) "CR-02";
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 0);
  filter.table = (char *) "CR-01";
  filter.changed = TRUE;
  filter.since = look;
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 1);
  filter.since = look_now (store);
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 0);
  filter = (SkyFindingFilter) SKY_FINDING_FILTER_INIT;

  /* What is found again was not withdrawn, and is new. */
  look = look_now (store);
  sample_audit_write (audit, store);
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 0);
  g_autoptr (GArray) back = list_changed (store, look, &ada);
  g_assert_cmpuint (back->len, ==, 1);

  /* A log that is gone takes its findings along. */
  const char *const *none = (const char *const[]){ NULL };
  g_assert_true (sky_store_keep_logs (store, audit->log.archive, none, &error));
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 17);
  sample_audit_write (audit, store);
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 5);
  g_assert_true (sky_store_forget_audits (store, &error));
  g_assert_cmpuint (count_withdrawn (store, &filter), ==, 0);
}

static void
test_identity (Samples *samples, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (samples->folder, "other.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyStore) other = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_autofree char *is = sky_store_get_identity (store, &error);
  g_autofree char *not = sky_store_get_identity (other, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (is), ==, 32);
  g_assert_cmpstr (is, !=, not );
  g_clear_pointer (&store, sky_store_free);
  /* It stays with the store, and those who may only read have it too. */
  store = samples_open (samples, SKY_STORE_READ_ONLY);
  g_autofree char *again = sky_store_get_identity (store, &error);
  g_assert_cmpstr (again, ==, is);
  SkyLook look = look_now (store);
  g_autoptr (GArray) nothing = list_changed (store, look, &ada);
  g_assert_cmpuint (nothing->len, ==, 0);
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/look/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("changed", test_changed);
  ADD ("withdrawn", test_withdrawn);
  ADD ("identity", test_identity);
  return g_test_run ();
}
