/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages, positions and counts against lists that are made the plain way: every finding read, sifted
 * and sorted here. */
#include "config.h"

#include "../seeds.h"

#include <string.h>

#include "sky-finding-query.h"
#include "sky-review.h"
#include "store-samples.h"

static const SkyReviewer reviewer = { "PA-1", "Ada" };

/* Every finding of the store, by id. */
static GPtrArray *
read_all (SkyStore *store)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_finding_free);
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts;

  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  g_assert_no_error (error);
  for (gint64 id = 1; all->len < counts.total; id++)
    {
      SkyStoredFinding *finding = sky_store_get_finding (store, id, NULL);

      if (finding != NULL)
        g_ptr_array_add (all, finding);
      g_assert_cmpint (id, <, 1000000);
    }
  return all;
}

static void
fill (SkyStore *store, guint n_tables, guint n_days, guint n_findings)
{
  for (guint table = 1; table <= n_tables; table++)
    for (guint day = 0; day < n_days; day++)
      {
        g_autoptr (SampleAudit) audit =
            sample_audit_new (table, day, 40, n_findings, 100 * table + day);

        sample_audit_write (audit, store);
      }
}

/* Gives some findings a state other than open. */
static void
decide_some (SkyStore *store, GPtrArray *all, guint n)
{
  const SkyLedgerAction actions[] = { SKY_LEDGER_REVIEW, SKY_LEDGER_CONFIRM, SKY_LEDGER_DISMISS,
                                      SKY_LEDGER_ESCALATE };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      SkyStoredFinding *finding = all->pdata[g_rand_int_range (random, 0, all->len)];

      sky_store_decide (store, &reviewer, finding->key, actions[i % G_N_ELEMENTS (actions)], "so",
                        SKY_REVIEW_ANY, NULL, &error);
      g_assert_no_error (error);
    }
  g_assert_true (sky_store_transaction_commit (transaction, &error));
}

static gboolean
has_words (const SkyStoredFinding *finding, const char *text)
{
  g_autofree char *whole =
      g_strdup_printf (" %s %s %s %s %s %s", finding->property, finding->table, finding->check,
                       finding->wager != NULL ? finding->wager : "",
                       finding->section != NULL ? finding->section : "", finding->explanation);
  g_autofree char *lower = g_utf8_strdown (whole, -1);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *lower_word = g_utf8_strdown (words[i], -1);
      gboolean found = FALSE;

      for (const char *at = lower; (at = strstr (at, lower_word)) != NULL && !found; at++)
        found = !g_ascii_isalnum (at[-1]);
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/* Who was at the tables, as add_people() has it: a dealer of each half of a day, and patrons who
 * take turns at a seat. */
#define HALF_TIME 200
#define TURN      70

static const char *
dealer_of (const SkyStoredFinding *finding)
{
  return finding->seq == 0 ? "" : finding->seq < HALF_TIME ? "D1" : "D2";
}

static char *
patron_of (const SkyStoredFinding *finding)
{
  return finding->seat == 0 || finding->seq >= 3 * TURN
             ? NULL
             : g_strdup_printf ("P%d-%d", (int) finding->seat, (int) (finding->seq / TURN));
}

static void
add_people (Samples *samples)
{
  samples_tamper (samples,
                  "INSERT INTO duties (log, position, role, credential, first_seq, last_seq,"
                  " start_at, end_at) SELECT id, 0, 'dealer', 'D1', 1, " G_STRINGIFY (
                      HALF_TIME) " - 1, 0, 0 FROM logs UNION ALL "
                                 "SELECT id, 1, 'dealer', 'D2', " G_STRINGIFY (
                                     HALF_TIME) ", 1000000, 0, 0 FROM logs UNION ALL "
                                                "SELECT id, 2, 'floorperson', 'F', 0, 1000000, 0, 0"
                                                " FROM logs");
  samples_tamper (samples,
                  "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 44) "
                  "INSERT INTO seatings (log, position, seat, player, first_seq, last_seq) "
                  "SELECT l.id, i, 1 + i / 3, 'P' || (1 + i / 3) || '-' || (i % 3), " G_STRINGIFY (
                      TURN) " * (i % 3), " G_STRINGIFY (TURN) " * (i % 3 + 1) - 1 FROM logs l, n");
}

static gboolean
is_patron (const SkyStoredFinding *finding, const char *name)
{
  g_autofree char *patron = patron_of (finding);

  return g_strcmp0 (patron, name) == 0;
}

static gboolean
passes (const SkyStoredFinding *finding, const SkyFindingFilter *filter)
{
  return (filter->property == NULL || strcmp (filter->property, finding->property) == 0)
         && (filter->table == NULL || strcmp (filter->table, finding->table) == 0)
         && (filter->game == NULL || strcmp (filter->game, finding->game) == 0)
         && (filter->first_day == SKY_DAY_NONE || finding->gaming_day >= filter->first_day)
         && (filter->last_day == SKY_DAY_NONE || finding->gaming_day <= filter->last_day)
         && (filter->log == 0 || finding->log == filter->log)
         && (filter->round == 0 || finding->round == filter->round)
         && (filter->queues == 0 || (filter->queues & 1u << finding->queue) != 0)
         && (filter->severities == 0 || (filter->severities & 1u << finding->severity) != 0)
         && (filter->states == 0 || (filter->states & 1u << finding->state) != 0)
         && (filter->check == NULL || g_pattern_match_simple (filter->check, finding->check))
         && (filter->text == NULL || has_words (finding, filter->text))
         && (filter->dealer == NULL || strcmp (filter->dealer, dealer_of (finding)) == 0)
         && (filter->patron == NULL || is_patron (finding, filter->patron));
}

#define COMPARE(a, b) ((a) < (b) ? -1 : (a) > (b))

static gint
compare_logs (const SkyStoredFinding *a, const SkyStoredFinding *b, gboolean day_first)
{
  gint by_table = strcmp (a->table, b->table);
  gint by_day = COMPARE (a->gaming_day, b->gaming_day);
  gint first = day_first ? by_day : by_table;
  gint second = day_first ? by_table : by_day;

  return first != 0 ? first : second;
}

static gint
compare_key (const SkyStoredFinding *a, const SkyStoredFinding *b, SkyFindingSort sort)
{
  gint64 a_variance = a->has_variance ? a->variance : G_MININT64;
  gint64 b_variance = b->has_variance ? b->variance : G_MININT64;
  gint by_time = COMPARE (a->at, b->at);
  gint by_check = strcmp (a->check, b->check);
  gint order;

  switch (sort)
    {
    case SKY_FINDING_SORT_RECORD:
    case SKY_FINDING_SORT_SIGHT: /* what sorts rounds */
      return compare_logs (a, b, FALSE);
    case SKY_FINDING_SORT_DAY:
      return compare_logs (a, b, TRUE);
    case SKY_FINDING_SORT_TIME:
      return by_time;
    case SKY_FINDING_SORT_CHECK:
      return by_check != 0 ? by_check : by_time;
    case SKY_FINDING_SORT_SEVERITY:
      order = COMPARE (a->severity, b->severity);
      return order != 0 ? order : by_check != 0 ? by_check : by_time;
    case SKY_FINDING_SORT_STATE:
      order = COMPARE (a->state, b->state);
      return order != 0 ? order : by_time;
    case SKY_FINDING_SORT_VARIANCE:
      return COMPARE (a_variance, b_variance);
    case SKY_FINDING_SORT_ROUND:
      return COMPARE (a->round, b->round);
    case SKY_FINDING_SORT_WHAT:
      return g_strcmp0 (a->explanation, b->explanation);
    case SKY_N_FINDING_SORTS:
    default:
      g_assert_not_reached ();
    }
}

/* The samples are written once, so that ids grow with the place in the audit. */
static gint
compare_findings (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SkyStoredFinding *first = *(SkyStoredFinding *const *) a;
  const SkyStoredFinding *second = *(SkyStoredFinding *const *) b;
  gint order = compare_key (first, second, GPOINTER_TO_INT (user_data));

  if (order == 0)
    order = COMPARE (first->log, second->log);
  return order != 0 ? order : COMPARE (first->id, second->id);
}

static GPtrArray *
make_reference (GPtrArray *all, const SkyFindingFilter *filter, SkyFindingSort sort)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    if (passes (all->pdata[i], filter))
      g_ptr_array_add (list, all->pdata[i]);
  g_ptr_array_sort_with_data (list, compare_findings, GINT_TO_POINTER (sort));
  return list;
}

static void
assert_page (SkyStore *store,
             const SkyFindingFilter *filter,
             SkyFindingSort sort,
             gboolean descending,
             GPtrArray *reference,
             guint offset,
             guint limit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) page =
      sky_store_findings_page (store, filter, sort, descending, offset, limit, &error);
  guint wanted = offset < reference->len ? MIN (limit, reference->len - offset) : 0;

  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, wanted);
  for (guint i = 0; i < wanted; i++)
    {
      guint at = descending ? reference->len - 1 - offset - i : offset + i;
      const SkyStoredFinding *should = reference->pdata[at];
      const SkyStoredFinding *is = page->pdata[i];

      if (is->id != should->id)
        g_error ("sort %d, descending %d: row %u is %s instead of %s", sort, descending, offset + i,
                 is->key, should->key);
      g_assert_cmpint (is->state, ==, should->state);
    }
}

static void
assert_list (SkyStore *store, GPtrArray *all, const SkyFindingFilter *filter, GRand *random)
{
  g_autoptr (GError) error = NULL;
  SkyFindingCounts counts;
  SkyFindingCounts wanted = { 0 };

  g_assert_true (sky_store_count_findings (store, filter, &counts, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < all->len; i++)
    {
      const SkyStoredFinding *finding = all->pdata[i];

      if (!passes (finding, filter))
        continue;
      wanted.total++;
      wanted.counts[finding->queue][finding->state]++;
    }
  g_assert_cmpmem (&counts, sizeof counts, &wanted, sizeof wanted);

  for (SkyFindingSort sort = 0; sort < SKY_N_FINDING_SORTS; sort++)
    for (gboolean descending = FALSE; descending <= TRUE; descending++)
      {
        g_autoptr (GPtrArray) reference = make_reference (all, filter, sort);

        assert_page (store, filter, sort, descending, reference, 0, 100);
        assert_page (store, filter, sort, descending, reference, reference->len, 5);
        assert_page (store, filter, sort, descending, reference,
                     reference->len > 30 ? reference->len - 30 : 0, 100);
        for (guint i = 0; i < SEEDS (4); i++)
          {
            guint offset = g_rand_int_range (random, 0, reference->len + 1);
            gint64 position = -2;

            assert_page (store, filter, sort, descending, reference, offset,
                         g_rand_int_range (random, 0, 200));
            if (offset == reference->len)
              continue;
            sky_store_find_position (store, filter, sort, descending,
                                     ((SkyStoredFinding *) reference->pdata[offset])->id, &position,
                                     &error);
            g_assert_no_error (error);
            g_assert_cmpint (position, ==, descending ? reference->len - 1 - offset : offset);
          }
      }
}

static void
test_lists (SkyStore *store, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) all = read_all (store);
  SkyFindingFilter any = SKY_FINDING_FILTER_INIT;
  SkyFindingFilter filter;
  const SkyDay day = ((SkyStoredFinding *) all->pdata[0])->gaming_day;

  assert_list (store, all, &any, random);
  filter = any;
  filter.property = (char *) "Keystone";
  assert_list (store, all, &filter, random);
  filter.queues = 1 << SKY_QUEUE_VARIANCE | 1 << SKY_QUEUE_INTEGRITY;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.table = (char *) "CR-03";
  filter.first_day = day + 1;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.game = (char *) "craps";
  filter.last_day = day;
  filter.severities = 1 << SKY_SEVERITY_MAJOR;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.check = (char *) "settle.*";
  filter.states = 1 << SKY_REVIEW_OPEN;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.states = 1 << SKY_REVIEW_DISMISSED | 1 << SKY_REVIEW_ESCALATED;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.round = 17;
  assert_list (store, all, &filter, random);
  filter.log = 2;
  assert_list (store, all, &filter, random);
  filter.round = 0;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.text = (char *) "WINDOW1 settle.pay";
  assert_list (store, all, &filter, random);
  filter.round = 17;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.dealer = (char *) "D1";
  assert_list (store, all, &filter, random);
  filter = any;
  filter.dealer = (char *) "D2";
  assert_list (store, all, &filter, random);
  filter.states = 1 << SKY_REVIEW_OPEN;
  filter.property = (char *) "Keystone";
  filter.patron = (char *) "P7-2";
  assert_list (store, all, &filter, random);
  filter = any;
  filter.patron = (char *) "P7-0";
  assert_list (store, all, &filter, random);
  filter.round = 3;
  assert_list (store, all, &filter, random);
  filter = any;
  filter.patron = (char *) "P14-1";
  filter.text = (char *) "paid";
  assert_list (store, all, &filter, random);
  filter = any;
  filter.dealer = (char *) "F";
  assert_list (store, all, &filter, random);
  filter = any;
  filter.patron = (char *) "nobody";
  assert_list (store, all, &filter, random);
  filter = any;
  filter.table = (char *) "never";
  assert_list (store, all, &filter, random);
  filter = any;
  filter.archive = (char *) "never";
  {
    g_autoptr (GPtrArray) none = g_ptr_array_new ();

    assert_list (store, none, &filter, random);
  }
  filter.archive = (char *) "archives/sample";
  assert_list (store, all, &filter, random);
}

static void
test_short_lists (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);

  fill (store, 5, 3, 60);
  {
    g_autoptr (GPtrArray) all = read_all (store);

    g_assert_cmpuint (all->len, ==, 900);
    decide_some (store, all, 60);
  }
  add_people (samples);
  test_lists (store, 11);
}

/* So many that the store walks along its indexes. */
static void
test_long_lists (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  /* What takes a file some seconds takes a server longer: it is asked of fewer. */
  gboolean is_file = !sky_store_is_uri (samples->path);

  fill (store, 8, is_file ? 5 : 1, is_file ? 900 : 300);
  {
    g_autoptr (GPtrArray) all = read_all (store);

    g_assert_cmpuint (all->len, ==, is_file ? 36000 : 2400);
    decide_some (store, all, is_file ? 400 : 100);
  }
  add_people (samples);
  test_lists (store, 12);
}

/* A list that changes while it is shown: the next page is of the new one. */
static void
test_changes (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyStore) other = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) more = sample_audit_new (2, 0, 40, 30, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) page = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autofree char *key = NULL;

  filter.states = 1 << SKY_REVIEW_OPEN;
  fill (store, 1, 1, 10);
  page = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, 10);
  key = g_strdup (((SkyStoredFinding *) page->pdata[3])->key);
  g_clear_pointer (&page, g_ptr_array_unref);

  sky_store_decide (store, &reviewer, key, SKY_LEDGER_CONFIRM, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  page = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, 9);
  g_clear_pointer (&page, g_ptr_array_unref);

  sample_audit_write (more, other);
  page = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, 39);
}

static void
test_text (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 5, 3, 5);
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts;
  const struct
  {
    const char *text;
    guint wanted;
  } cases[] = {
    { "Größe", 1 },
    { "größe", 1 },
    { "GRÖ", 1 },
    { "  grö  7 ", 1 },
    { "to 6", 1 },
    { "\"quoted", 1 },
    { "quoted\" OR explanation", 0 },
    { "623a.5(a", 1 },
    { "sample", 2 },
    { "NEAR sample", 0 },
    { "text:sample", 0 },
    { "* ^ - ()", 0 },
    { "", 3 },
    { " \t ", 3 },
    { "\xff\xfe", 0 },
    { "allegheny CR-01", 3 },
  };

  for (guint i = 0; i < 3; i++)
    {
      SkyStoredFinding *finding = &g_array_index (audit->findings, SkyStoredFinding, i);

      g_free (finding->section);
      finding->section = i == 0 ? g_strdup ("623a.5(a)") : NULL;
    }
  g_free (g_array_index (audit->findings, SkyStoredFinding, 0).explanation);
  g_array_index (audit->findings, SkyStoredFinding, 0).explanation =
      g_strdup ("Die Größe \"quoted\": 7 to 6.");
  sample_audit_write (audit, store);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      filter.text = (char *) cases[i].text;
      g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
      g_assert_no_error (error);
      if (counts.total != cases[i].wanted)
        g_error ("\"%s\" finds %" G_GUINT64_FORMAT, cases[i].text, counts.total);
    }
}

static guint64
count_text (SkyStore *store, const char *text)
{
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts;

  filter.text = (char *) text;
  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  g_assert_no_error (error);
  return counts.total;
}

/* A seat, a round, who was on duty and what was said of a finding are found by typing them. */
static void
test_typed (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GError) error = NULL;
  guint64 at_seat = 0, in_round = 0, both = 0, first_half = 0;
  const SkyStoredFinding *noted;
  gint64 seat, round;

  fill (store, 2, 2, 300);
  add_people (samples);
  samples_tamper (samples, "UPDATE duties SET name = 'Zoë Quimby' WHERE credential = 'D1'");
  all = read_all (store);
  noted = all->pdata[700];
  seat = noted->seat;
  round = noted->round;
  g_assert_cmpint (seat, >, 0);
  g_assert_cmpint (round, >, 0);
  for (guint i = 0; i < all->len; i++)
    {
      const SkyStoredFinding *finding = all->pdata[i];

      at_seat += finding->seat == seat;
      in_round += finding->round == round;
      both += finding->seat == seat && finding->round == round;
      first_half += g_str_equal (dealer_of (finding), "D1");
    }
  {
    g_autofree char *typed_seat = g_strdup_printf ("Seat %d", (int) seat);
    g_autofree char *typed_round = g_strdup_printf ("round  %d", (int) round);
    g_autofree char *typed_both = g_strdup_printf ("round %d seat %d", (int) round, (int) seat);

    g_assert_cmpuint (count_text (store, typed_seat), ==, at_seat);
    g_assert_cmpuint (count_text (store, typed_round), ==, in_round);
    g_assert_cmpuint (count_text (store, typed_both), ==, both);
  }
  g_assert_cmpuint (first_half, >, 0);
  g_assert_cmpuint (first_half, <, all->len);
  g_assert_cmpuint (count_text (store, "quimby"), ==, first_half);
  g_assert_cmpuint (count_text (store, "zoe QUIM"), ==, first_half);
  g_assert_cmpuint (count_text (store, "d1"), ==, first_half);

  /* By the plain name of its check, of whose words one stands nowhere else. */
  g_assert_cmpuint (count_text (store, "collected wrong"), >, 0);
  g_assert_cmpuint (count_text (store, "collected wrong"), ==,
                    count_text (store, "settle.vigorish"));
  g_assert_cmpuint (count_text (store, "umbrella"), ==, 0);
  sky_store_decide (store, &reviewer, noted->key, SKY_LEDGER_NOTE, "An umbrella hid the chips.",
                    SKY_REVIEW_ANY, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_text (store, "umbrella"), ==, 1);
  g_assert_cmpuint (count_text (store, "chips UMB"), ==, 1);
  g_assert_cmpuint (count_text (store, "umbrella rain"), ==, 0);
}

static void
test_patrons (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) all = NULL;
  g_auto (GStrv) some = NULL;
  g_auto (GStrv) first = NULL;
  g_auto (GStrv) none = NULL;
  g_autofree char *joined = NULL;

  none = sky_store_list_patrons (store, "", 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (none), ==, 0);
  fill (store, 2, 2, 1);
  add_people (samples);
  all = sky_store_list_patrons (store, "", 1000, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (all), ==, 45);
  some = sky_store_list_patrons (store, "P1-", 1000, &error);
  g_assert_no_error (error);
  joined = g_strjoinv (" ", some);
  g_assert_cmpstr (joined, ==, "P1-0 P1-1 P1-2");
  first = sky_store_list_patrons (store, "P", 2, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (first), ==, 2);
  g_assert_cmpstr (first[1], ==, "P1-1");
}

static void
assert_rounds (SkyStore *store,
               const SkyFindingFilter *filter,
               gboolean with_findings,
               GPtrArray *reference)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GError) error = NULL;
  guint64 count;

  g_assert_true (sky_store_count_rounds (store, filter, with_findings, &count, &error));
  g_assert_cmpuint (count, ==, reference->len);
  for (guint i = 0; i < 60; i++)
    {
      gboolean descending = i % 2;
      guint offset = g_rand_int_range (random, 0, reference->len + 2);
      guint limit = g_rand_int_range (random, 0, 120);
      guint wanted = offset < reference->len ? MIN (limit, reference->len - offset) : 0;
      g_autoptr (GPtrArray) page = sky_store_rounds_page (
          store, filter, with_findings, SKY_FINDING_SORT_RECORD, descending, offset, limit, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (page->len, ==, wanted);
      for (guint j = 0; j < wanted; j++)
        {
          guint at = descending ? reference->len - 1 - offset - j : offset + j;
          const SkyStoredRound *should = reference->pdata[at];
          const SkyStoredRound *is = page->pdata[j];

          g_assert_cmpint (is->log, ==, should->log);
          g_assert_cmpint (is->round, ==, should->round);
          g_assert_cmpuint (is->n_findings, ==, should->n_findings);
        }
    }
}

static void
test_rounds (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GPtrArray) all =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_round_free);
  g_autoptr (GPtrArray) some = g_ptr_array_new ();
  g_autoptr (GPtrArray) keystone = g_ptr_array_new ();
  g_autoptr (GPtrArray) logs = NULL;
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;

  fill (store, 5, 3, 25);
  logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      g_autoptr (GPtrArray) rounds =
          sky_store_list_rounds (store, log->id, SKY_TIME_NONE, SKY_TIME_NONE, &error);

      g_assert_no_error (error);
      while (rounds->len > 0)
        {
          SkyStoredRound *round = g_ptr_array_steal_index (rounds, 0);

          g_ptr_array_add (all, round);
          if (round->n_findings > 0)
            g_ptr_array_add (some, round);
          if (strcmp (round->property, "Keystone") == 0)
            g_ptr_array_add (keystone, round);
        }
    }
  g_assert_cmpuint (all->len, ==, 600);
  g_assert_cmpuint (some->len, >, 100);
  g_assert_cmpuint (some->len, <, 600);
  g_assert_cmpuint (keystone->len, ==, 240);
  assert_rounds (store, &filter, FALSE, all);
  assert_rounds (store, &filter, TRUE, some);
  filter.property = (char *) "Keystone";
  assert_rounds (store, &filter, FALSE, keystone);
}

typedef struct
{
  SkyStore *store;
  gint stopped; /* atomic: it was seen to stop */
} Interrupting;

static gpointer
interrupt_later (gpointer data)
{
  Interrupting *self = data;

  /* Again and again: an interrupt stops only what is running. */
  while (!g_atomic_int_get (&self->stopped))
    {
      sky_store_interrupt (self->store);
      g_usleep (100);
    }
  return NULL;
}

static void
test_interrupt (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GError) error = NULL;
  Interrupting interrupting = { .store = store };
  gint64 deadline;
  GThread *thread;

  fill (store, 8, 3, 500);
  deadline = g_get_monotonic_time () + 30 * SKY_SECOND;
  thread = g_thread_new ("interrupt", interrupt_later, &interrupting);
  while (error == NULL && g_get_monotonic_time () < deadline)
    sky_store_check (store, &error);
  g_atomic_int_set (&interrupting.stopped, TRUE);
  g_thread_join (thread);
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_true (sky_store_check (store, &error));
  g_assert_no_error (error);
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/finding-query/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("short-lists", test_short_lists);
  ADD ("long-lists", test_long_lists);
  ADD ("changes", test_changes);
  ADD ("text", test_text);
  ADD ("typed", test_typed);
  ADD ("patrons", test_patrons);
  ADD ("rounds", test_rounds);
  ADD ("interrupt", test_interrupt);

  return g_test_run ();
}
