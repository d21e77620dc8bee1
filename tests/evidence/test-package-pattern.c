/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pattern in a case: its package carries the counts, the verification computes R and C again, and
 * a signed record that does not follow from its counts is told. */
#include "config.h"

#include <string.h>

#include "package-fixture.h"
#include "sky-case.h"
#include "sky-ledger-signatures.h"
#include "sky-pattern-fold.h"
#include "sky-pattern-record.h"

#define MONDAY 19604 /* 2023-09-04 */

static SkyCounts *
add_log (GPtrArray *logs, SkyDay day)
{
  SkyLogCounts *log = g_new0 (SkyLogCounts, 1);

  log->log = logs->len + 1;
  log->property = g_strdup ("Keystone");
  log->table = g_ref_string_new_intern ("RO-01");
  log->game = g_strdup ("roulette");
  log->gaming_day = day;
  log->counts = sky_counts_new ();
  g_ptr_array_add (logs, log);
  return log->counts;
}

/* The record of the first pattern of @family that is confirmed. */
static char *
dup_confirmed (GPtrArray *logs, SkyFamily family)
{
  g_autoptr (SkyPatterns) patterns = sky_patterns_fold (logs, G_MAXINT32);

  for (guint i = 0; i < patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = patterns->patterns->pdata[i];

      if (pattern->family == family && pattern->standing.state == SKY_STREAM_CONFIRMED)
        return sky_pattern_dup_record (pattern);
    }
  g_assert_not_reached ();
}

/* A wheel that is reported on its third day, and confirmed by what comes after. */
static char *
make_record (void)
{
  g_autoptr (GPtrArray) logs =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_counts_free);

  for (guint day = 0; day < 20; day++)
    {
      SkyCounts *counts = add_log (logs, MONDAY + (SkyDay) day);
      SkyWheelCounts wheel = { .wheel = g_strdup ("w1"), .places = SKY_PLACES_DOUBLE_ZERO };

      for (guint i = 0; i < 38; i++)
        wheel.counts[i] = 20 + (i >= 3 && i < 8 ? 10 : 0);
      g_array_append_val (counts->wheels, wheel);
    }
  return dup_confirmed (logs, SKY_FAMILY_WHEELS);
}

/* A dealer who overpays one patron, week after week. */
static char *
make_pair_record (void)
{
  static const struct
  {
    const char *dealer;
    const char *patron;
    guint n;
    guint n_errors;
  } pairs[] = {
    { "PA-1", "P1", 1000, 20 },
    { "PA-1", "P2", 3000, 3 },
    { "PA-2", "P1", 3000, 3 },
  };
  g_autoptr (GPtrArray) logs =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_counts_free);

  for (guint week = 0; week < 4; week++)
    {
      SkyCounts *counts = add_log (logs, MONDAY + 7 * (SkyDay) week);

      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        {
          SkyDecisionCounts decisions = { g_strdup (pairs[i].dealer), g_strdup (pairs[i].patron),
                                          pairs[i].n };

          g_array_append_val (counts->decisions, decisions);
          for (guint k = 0; k < pairs[i].n_errors; k++)
            {
              SkyErrorCount error = { .check = g_strdup ("settle.payout"),
                                      .dealer = g_strdup (pairs[i].dealer),
                                      .player = g_strdup (pairs[i].patron),
                                      .of_the_pair = TRUE };

              g_array_append_val (counts->errors, error);
            }
        }
    }
  return dup_confirmed (logs, SKY_FAMILY_PAIRS);
}

/* @record with the first @from after @place changed to @to. */
static char *
change (const char *record, const char *place, const char *from, const char *to)
{
  const char *start = strstr (record, place);
  const char *at = start != NULL ? strstr (start, from) : NULL;

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int) (at - record), record, to, at + strlen (from));
}

static void
test_package (void)
{
  PackageFixture fixture;
  g_autofree char *record = make_record ();
  g_autofree char *more = change (record, "\"weeks\"", "[[60,", "[[61,");
  g_autofree char *other = change (record, "\"lead\"", "arc/3/5/", "arc/4/5/");
  g_autofree char *pair = make_pair_record ();
  g_autofree char *fewer = change (pair, "\"weeks\"", "[3,3000]", "[4,3000]");
  const char *const records[] = { record,          more, other, "{\"pattern\":{\"version\":2}}",
                                  "{\"other\":1}", pair, fewer };
  const SkyReviewer ada = { "PA-1", "Ada Quinn" };
  const SkyExportOptions options = { 0 };
  const SkyVerifyOptions asked = { 0 };
  g_autoptr (SkyVerifyReport) report = NULL;
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  package_fixture_init (&fixture, NULL);
  {
    g_autoptr (SkyStore) store = sky_store_open (fixture.store, SKY_STORE_READ_WRITE, &error);

    g_assert_no_error (error);
    sky_store_set_signer (store, "PA-1", sky_identity_sign, sky_identity_ref (fixture.ada),
                          (GDestroyNotify) sky_identity_unref);
    for (guint i = 0; i < G_N_ELEMENTS (records); i++)
      {
        sky_store_add_pattern_to_case (store, &ada, fixture.case_id, "A wheel.", records[i],
                                       &error);
        g_assert_no_error (error);
      }
  }
  package_fixture_export (&fixture, fixture.package, &options, &error);
  g_assert_no_error (error);
  report = sky_package_verify (fixture.package, &asked, &error);
  g_assert_no_error (error);
  g_assert_cmpint (report->verdict, ==, SKY_VERDICT_FAILS);
  for (guint i = 0; i < report->lines->len; i++)
    {
      const SkyVerifyLine *line = report->lines->pdata[i];
      g_autofree char *shown = sky_verify_line_show (line);

      if (strstr (shown, "pattern") != NULL)
        g_string_append_printf (told, "%s %s\n", line->kind == SKY_VERIFY_HOLDS ? "holds" : "FAILS",
                                shown);
      else
        g_assert_cmpint (line->kind, !=, SKY_VERIFY_FAILS);
    }
  g_test_message ("%s", told->str);
  {
    g_auto (GStrv) lines = g_strsplit (told->str, "\n", -1);

    g_assert_cmpuint (g_strv_length (lines), ==, 7);
    g_assert_true (g_str_has_prefix (lines[0], "holds ledger.jsonl: entry "));
    g_assert_nonnull (strstr (lines[0], "equipment.wheel-bias w1 follows from its counts"));
    g_assert_true (g_str_has_prefix (lines[1], "FAILS ledger.jsonl: entry "));
    g_assert_nonnull (strstr (lines[1], ": ln R is "));
    g_assert_nonnull (strstr (lines[2], ": the evidence is greatest for arc/3/5/"));
    g_assert_nonnull (strstr (lines[3], ": its version is not 1"));
    g_assert_nonnull (strstr (lines[4], "patron.one-sided PA-1, P1 follows from its counts"));
    g_assert_true (g_str_has_prefix (lines[4], "holds "));
    g_assert_nonnull (strstr (lines[5], ": ln R is "));
  }

  /* The same without Skyward, by the page's own script. */
  {
    g_autofree char *page =
        g_test_build_filename (G_TEST_DIST, "..", "docs", "checking-evidence.md", NULL);
    g_autofree char *command =
        g_strdup_printf ("unzip -q '%s' ledger.jsonl && sed -n '/^# patterns.py/,/^```/p' '%s' | "
                         "sed '$d' > patterns.py && python3 -B patterns.py",
                         fixture.package, page);
    g_autofree char *typed = package_run (fixture.folder, 1, command);
    g_auto (GStrv) lines = g_strsplit (typed, "\n", -1);

    g_assert_cmpuint (g_strv_length (lines), ==, 6);
    g_assert_null (strstr (lines[0], "the record says"));
    g_assert_nonnull (strstr (lines[0], "equipment.wheel-bias w1: ln R 19.9"));
    g_assert_nonnull (strstr (lines[1], "the record says"));
    g_assert_nonnull (strstr (lines[3], "patron.one-sided PA-1, P1: ln R "));
    g_assert_null (strstr (lines[3], "the record says"));
    g_assert_nonnull (strstr (lines[4], "the record says"));
  }
  package_fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/package-pattern/package", test_package);
  return g_test_run ();
}
