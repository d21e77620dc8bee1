/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries against a count of the samples themselves, and dealers against a log played for it. */
#include "config.h"

#include "sky-finding-query.h"
#include "sky-summary.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sky-review.h"
#include "sky-store-audit.h"
#include "store-samples.h"

#define N_TABLES 6
#define N_DAYS   3

typedef struct
{
  GPtrArray *audits; /* of SampleAudit */
  SkyStore *store;
} Filled;

static void
filled_clear (Filled *self)
{
  g_clear_pointer (&self->audits, g_ptr_array_unref);
  g_clear_pointer (&self->store, sky_store_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Filled, filled_clear)

static void
fill (Filled *self, Samples *samples)
{
  self->store = samples_open (samples, SKY_STORE_READ_WRITE);
  self->audits = g_ptr_array_new_with_free_func ((GDestroyNotify) sample_audit_free);
  for (guint table = 1; table <= N_TABLES; table++)
    for (guint day = 0; day < N_DAYS; day++)
      {
        SampleAudit *audit = sample_audit_new (table, day, 150, 90, table * 10 + day);

        sample_audit_write (audit, self->store);
        g_ptr_array_add (self->audits, audit);
      }
}

static gboolean
is_in_time (const SkySummaryScope *scope, SkyTime at)
{
  return at >= scope->start && at < scope->end;
}

static gboolean
is_in_log (const SkySummaryScope *scope, const SkyStoredLog *log)
{
  const SkyFindingFilter *filter = &scope->filter;

  return (filter->table == NULL || g_str_equal (filter->table, log->table))
         && (filter->property == NULL || g_str_equal (filter->property, log->property))
         && (filter->game == NULL || g_str_equal (filter->game, log->game))
         && (filter->first_day == SKY_DAY_NONE || log->gaming_day >= filter->first_day)
         && (filter->last_day == SKY_DAY_NONE || log->gaming_day <= filter->last_day);
}

static void
count_finding (SkyFigures *figures, const SkyStoredFinding *finding)
{
  figures->n_states[SKY_REVIEW_OPEN]++;
  figures->n_findings[finding->queue]++;
  if (finding->queue != SKY_QUEUE_VARIANCE || !finding->has_variance)
    return;
  if (finding->variance > 0)
    {
      figures->n_over++;
      figures->over += finding->variance;
    }
  if (finding->variance < 0)
    {
      figures->n_under++;
      figures->under -= finding->variance;
    }
}

/* What the samples themselves come to; of the check @check, of @table, of the hour from @hour on
 * alone, unless they are NULL or SKY_TIME_NONE. */
static SkyFigures
count (GPtrArray *audits,
       const SkySummaryScope *scope,
       const char *check,
       const char *table,
       SkyTime hour)
{
  SkyFigures figures = { 0 };

  for (guint i = 0; i < audits->len; i++)
    {
      const SampleAudit *audit = audits->pdata[i];

      if (!is_in_log (scope, &audit->log)
          || (table != NULL && !g_str_equal (table, audit->log.table)))
        continue;
      for (guint j = 0; j < audit->rounds->len && check == NULL; j++)
        {
          const SkyStoredRound *round = &g_array_index (audit->rounds, SkyStoredRound, j);

          if (!is_in_time (scope, round->start)
              || (hour != SKY_TIME_NONE
                  && (round->start < hour || round->start >= hour + SKY_HOUR)))
            continue;
          figures.n_rounds++;
          figures.n_wagers += round->n_wagers;
        }
      for (guint j = 0; j < audit->findings->len; j++)
        {
          const SkyStoredFinding *finding = &g_array_index (audit->findings, SkyStoredFinding, j);

          if (is_in_time (scope, finding->at)
              && (check == NULL || g_str_equal (check, finding->check))
              && (hour == SKY_TIME_NONE || (finding->at >= hour && finding->at < hour + SKY_HOUR)))
            count_finding (&figures, finding);
        }
    }
  return figures;
}

static void
assert_figures (const SkyFigures *is, const SkyFigures *should)
{
  g_assert_cmpuint (is->n_rounds, ==, should->n_rounds);
  g_assert_cmpuint (is->n_wagers, ==, should->n_wagers);
  for (guint i = 0; i < SKY_N_QUEUES; i++)
    g_assert_cmpuint (is->n_findings[i], ==, should->n_findings[i]);
  for (guint i = 0; i < SKY_N_REVIEW_STATES; i++)
    g_assert_cmpuint (is->n_states[i], ==, should->n_states[i]);
  g_assert_cmpuint (is->n_over, ==, should->n_over);
  g_assert_cmpint (is->over, ==, should->over);
  g_assert_cmpuint (is->n_under, ==, should->n_under);
  g_assert_cmpint (is->under, ==, should->under);
}

/* The sum of what @rows have; hours lack what is of no instant. */
static guint64
add_up (GPtrArray *rows)
{
  guint64 n = 0;

  for (guint i = 0; i < rows->len; i++)
    n += sky_figures_count_findings (&((SkySummaryRow *) rows->pdata[i])->figures);
  return n;
}

static void
assert_summary (Filled *filled, const SkySummaryScope *scope, gboolean some)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkySummary) summary = sky_store_summarize (filled->store, scope, &error);
  SkyFigures all = count (filled->audits, scope, NULL, NULL, SKY_TIME_NONE);
  guint64 n = sky_figures_count_findings (&all);

  g_assert_no_error (error);
  assert_figures (&summary->figures, &all);
  g_assert_true (some == (all.n_rounds > 0 && n > 0));
  g_assert_cmpuint (add_up (summary->checks), ==, n);
  g_assert_cmpuint (add_up (summary->tables), ==, n);
  g_assert_cmpuint (add_up (summary->games), ==, n);
  g_assert_cmpuint (add_up (summary->days), ==, n);
  for (guint i = 0; i < summary->checks->len; i++)
    {
      const SkySummaryRow *row = summary->checks->pdata[i];
      SkyFigures should = count (filled->audits, scope, row->key, NULL, SKY_TIME_NONE);

      assert_figures (&row->figures, &should);
    }
  for (guint i = 0; i < summary->tables->len; i++)
    {
      const SkySummaryRow *row = summary->tables->pdata[i];
      SkyFigures should = count (filled->audits, scope, NULL, row->key, SKY_TIME_NONE);

      assert_figures (&row->figures, &should);
    }
  for (guint i = 0; i < summary->hours->len; i++)
    {
      const SkySummaryRow *row = summary->hours->pdata[i];
      SkyFigures should = count (filled->audits, scope, NULL, NULL, row->at);

      g_assert_cmpint (row->at % SKY_HOUR, ==, 0);
      assert_figures (&row->figures, &should);
    }
}

static void
test_samples (Samples *samples, gconstpointer unused)
{
  g_auto (Filled) filled = { NULL };
  SkySummaryScope scope = SKY_SUMMARY_SCOPE_INIT;
  const SampleAudit *some = NULL;
  SkyTime noon;

  fill (&filled, samples);
  some = filled.audits->pdata[4];
  assert_summary (&filled, &scope, TRUE);

  scope.filter.table = some->log.table;
  assert_summary (&filled, &scope, TRUE);
  scope.filter.first_day = scope.filter.last_day = some->log.gaming_day;
  assert_summary (&filled, &scope, TRUE);
  scope.filter.table = NULL;
  assert_summary (&filled, &scope, TRUE);
  scope.filter.property = some->log.property;
  scope.filter.game = some->log.game;
  assert_summary (&filled, &scope, TRUE);

  scope = (SkySummaryScope) SKY_SUMMARY_SCOPE_INIT;
  noon = some->log.start + 20 * SKY_MINUTE;
  scope.start = noon;
  scope.end = noon + 70 * SKY_MINUTE;
  assert_summary (&filled, &scope, TRUE);
  scope.end = noon;
  assert_summary (&filled, &scope, FALSE);
  scope = (SkySummaryScope) SKY_SUMMARY_SCOPE_INIT;
  scope.filter.table = (char *) "XX-01";
  assert_summary (&filled, &scope, FALSE);
}

/* A dismissed finding is no error any more; an undone dismissal is one again. */
static void
test_dismissed (Samples *samples, gconstpointer unused)
{
  const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
  g_auto (Filled) filled = { NULL };
  g_autoptr (GError) error = NULL;
  SkySummaryScope scope = SKY_SUMMARY_SCOPE_INIT;
  g_autoptr (SkySummary) before = NULL;
  g_autoptr (SkySummary) after = NULL;
  g_autoptr (SkySummary) undone = NULL;
  g_autoptr (GPtrArray) notable = NULL;
  const SkyStoredFinding *largest = NULL;
  gint64 number;

  fill (&filled, samples);
  before = sky_store_summarize (filled.store, &scope, &error);
  g_assert_no_error (error);
  notable = sky_store_list_notable (filled.store, &scope, 1 << SKY_QUEUE_VARIANCE, 7, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (notable->len, ==, 7);
  largest = notable->pdata[0];
  g_assert_cmpint (ABS (largest->variance), ==, 500);
  for (guint i = 0; i < notable->len; i++)
    g_assert_cmpint (((SkyStoredFinding *) notable->pdata[i])->queue, ==, SKY_QUEUE_VARIANCE);

  sky_store_decide (filled.store, &ada, largest->key, SKY_LEDGER_DISMISS, "A chip lay behind.", 0,
                    &number, &error);
  g_assert_no_error (error);
  after = sky_store_summarize (filled.store, &scope, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sky_figures_count_errors (&after->figures), ==,
                    sky_figures_count_errors (&before->figures) - 1);
  g_assert_cmpuint (after->figures.n_states[SKY_REVIEW_DISMISSED], ==, 1);
  g_assert_cmpint (sky_figures_get_net (&after->figures), ==,
                   sky_figures_get_net (&before->figures) - largest->variance);

  sky_store_undo (filled.store, &ada, number, NULL, SKY_REVIEW_ANY, NULL, &error);
  g_assert_no_error (error);
  undone = sky_store_summarize (filled.store, &scope, &error);
  g_assert_no_error (error);
  assert_figures (&undone->figures, &before->figures);
}

/* Rounds of a big six table in which a wager on the joker wins, one a dealer. */
static void
add_event (GString *log, guint *seq, const char *members)
{
  (*seq)++;
  g_string_append_printf (log, "{\"seq\":%u,\"at\":\"2023-11-04T20:%02u:%02u.000000Z\",%s}\n", *seq,
                          *seq / 60, *seq % 60, members);
}

static void
add_round (GString *log, guint *seq, guint round, SkyMoney paid)
{
  g_autofree char *start = g_strdup_printf ("\"type\":\"round_start\",\"round\":%u", round);
  g_autofree char *end = g_strdup_printf ("\"type\":\"round_end\",\"round\":%u", round);
  g_autofree char *wager =
      g_strdup_printf ("\"type\":\"wager\",\"wager\":\"w%u\",\"seat\":1,\"bet\":\"symbol\","
                       "\"amount\":1000,\"symbol\":\"joker\"",
                       round);
  g_autofree char *settle =
      g_strdup_printf ("\"type\":\"settle\",\"wager\":\"w%u\",\"outcome\":\"win\","
                       "\"paid\":%" G_GINT64_FORMAT ",\"returned\":1000",
                       round, paid);

  add_event (log, seq, start);
  add_event (log, seq, wager);
  add_event (log, seq, "\"type\":\"no_more_bets\"");
  add_event (log, seq, "\"type\":\"spin\"");
  add_event (log, seq, "\"type\":\"result\",\"section\":0,\"symbol\":\"joker\",\"revolutions\":3");
  add_event (log, seq, "\"type\":\"call\",\"symbol\":\"joker\"");
  add_event (log, seq, settle);
  add_event (log, seq, end);
}

static void
add_dealer (GString *log, guint *seq, const char *credential, gboolean on)
{
  g_autofree char *members =
      g_strdup_printf ("\"type\":\"staff\",\"role\":\"dealer\",\"credential\":\"%s\",\"on\":%s",
                       credential, on ? "true" : "false");

  add_event (log, seq, members);
}

static char *
play_log (void)
{
  GString *log = g_string_new (
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\",\"table\":\"BX-01\","
      "\"game\":\"big_six\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\"}\n");
  guint seq = 0;

  add_event (log, &seq, "\"type\":\"table_open\"");
  add_event (log, &seq, "\"type\":\"rules\",\"submission\":{}");
  add_event (log, &seq, "\"type\":\"limits\",\"min\":100,\"max\":500000");
  add_event (log, &seq, "\"type\":\"player\",\"seat\":1,\"player\":\"p1\",\"present\":true");
  add_dealer (log, &seq, "D1", TRUE);
  add_round (log, &seq, 1, 45000);
  add_round (log, &seq, 2, 45500); /* 5.00 too much */
  add_dealer (log, &seq, "D2", TRUE);
  add_round (log, &seq, 3, 44000); /* both deal: 10.00 too little */
  add_dealer (log, &seq, "D1", FALSE);
  add_round (log, &seq, 4, 47000); /* 20.00 too much */
  add_event (log, &seq, "\"type\":\"table_close\"");
  return g_string_free (log, FALSE);
}

static void
assert_dealer (GPtrArray *dealers,
               guint index,
               const char *credential,
               guint64 n_rounds,
               SkyMoney over,
               SkyMoney under)
{
  const SkySummaryRow *row = dealers->pdata[index];

  g_assert_cmpstr (row->key, ==, credential);
  g_assert_cmpuint (row->figures.n_rounds, ==, n_rounds);
  g_assert_cmpint (row->figures.over, ==, over);
  g_assert_cmpint (row->figures.under, ==, under);
}

static void
test_dealers (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *path = g_build_filename (samples->folder, "a.tel.jsonl", NULL);
  g_autofree char *staff_path = g_build_filename (samples->folder, "staff.json", NULL);
  g_autofree char *text = play_log ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyStaff) staff = NULL;
  g_autoptr (SkyLogAudit) audit = NULL;
  g_autoptr (GPtrArray) dealers = NULL;
  g_autoptr (SkySummary) all = NULL;
  g_autoptr (SkySummary) first = NULL;
  g_autoptr (SkySummary) nobody = NULL;
  g_auto (GStrv) patrons = NULL;
  g_autoptr (GPtrArray) forgotten = NULL;
  SkySummaryScope scope = SKY_SUMMARY_SCOPE_INIT;
  SkyArchive archive = { .path = samples->folder };

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_file_set_contents (staff_path, "{\"staff\":[{\"credential\":\"D2\",\"name\":\"Ben Ürün\"}]}",
                       -1, &error);
  g_assert_no_error (error);
  staff = sky_staff_read (NULL, staff_path, &error);
  g_assert_no_error (error);
  archive.staff = staff;
  log = sky_log_open (path, &error);
  g_assert_no_error (error);
  audit = sky_audit_log (log, &(SkyAuditOptions){ .want_state = TRUE }, &error);
  g_assert_no_error (error);
  /* It closed its table, so it has none of its own. */
  g_assert_null (audit->state);
  audit->state = g_bytes_new_static ("state", strlen ("state"));
  g_assert_cmpuint (audit->duties->len, ==, 2);
  g_assert_cmpuint (audit->seatings->len, ==, 1);
  /* Writing it again leaves nothing of the first time. */
  for (guint i = 0; i < 2; i++)
    {
      sky_store_write_audit (store, &archive, "inputs", audit, "test", NULL, &error);
      g_assert_no_error (error);
    }

  patrons = sky_store_list_patrons (store, "", 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (patrons), ==, 1);
  g_assert_cmpstr (patrons[0], ==, "p1");
  dealers = sky_store_list_dealers (store, "Keystone", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dealers->len, ==, 2);
  g_assert_cmpstr (((SkyDealer *) dealers->pdata[0])->credential, ==, "D1");
  g_assert_null (((SkyDealer *) dealers->pdata[0])->name);
  g_assert_cmpstr (((SkyDealer *) dealers->pdata[1])->name, ==, "Ben Ürün");

  all = sky_store_summarize (store, &scope, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->logs->len, ==, 1);
  g_assert_cmpint (all->figures.over, ==, 2500);
  g_assert_cmpint (all->figures.under, ==, 1000);
  g_assert_cmpint (sky_figures_get_net (&all->figures), ==, 1500);
  g_assert_cmpuint (all->dealers->len, ==, 2);
  assert_dealer (all->dealers, 0, "D1", 3, 500, 1000);
  assert_dealer (all->dealers, 1, "D2", 2, 2000, 1000);

  scope.dealer = (char *) "D1";
  first = sky_store_summarize (store, &scope, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (first->figures.n_rounds, ==, 3);
  g_assert_cmpuint (first->figures.n_wagers, ==, 3);
  g_assert_cmpint (first->figures.over, ==, 500);
  g_assert_cmpint (first->figures.under, ==, 1000);
  /* What the other was there for as well. */
  assert_dealer (first->dealers, 1, "D2", 1, 0, 1000);

  scope.dealer = (char *) "D3";
  nobody = sky_store_summarize (store, &scope, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (nobody->logs->len, ==, 0);
  g_assert_cmpuint (nobody->figures.n_rounds, ==, 0);

  sky_store_forget_audits (store, &error);
  g_assert_no_error (error);
  forgotten = sky_store_list_dealers (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (forgotten->len, ==, 0);
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/summary/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("samples", test_samples);
  ADD ("dismissed", test_dismissed);
  ADD ("dealers", test_dealers);

  return g_test_run ();
}
