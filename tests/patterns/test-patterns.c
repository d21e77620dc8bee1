/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs' counts to patterns: who reports when, who may not, what is said; and that both databases
 * give the same, to the digit, of whatever roles may see. */
#include "config.h"

#include "pattern-samples.h"
#include "private-postgres.h"
#include "sky-kept-patterns.h"
#include "sky-pattern-json.h"
#include "sky-pattern-ledger.h"
#include "sky-pattern-reading.h"
#include "sky-pattern-record.h"
#include "sky-pattern-words.h"
#include "sky-patterns.h"
#include "sky-phrase.h"
#include "sky-store-audit.h"
#include "store-samples.h"

#include <glib/gstdio.h>
#include <string.h>

#define MONDAY 19604 /* 2023-09-04 */

/* A day's spins of a wheel: 20 a place, in the arc of five from 3 on so many more. */
static void
add_wheel (SkyCounts *counts, const char *id, gint64 more, gboolean over)
{
  SkyWheelCounts wheel = { .wheel = g_strdup (id), .places = SKY_PLACES_DOUBLE_ZERO, .over = over };

  for (guint i = 0; i < 38; i++)
    wheel.counts[i] = 20 + (i >= 3 && i < 8 ? more : 0);
  g_array_append_val (counts->wheels, wheel);
}

static void
add_spins (SkyCounts *counts, const char *dealer, const char *wheel, gint64 more)
{
  SkySpinCounts spins = { .dealer = g_strdup (dealer), .wheel = g_strdup (wheel) };

  for (guint i = 0; i < 38; i++)
    spins.counts[i] = 20 + (i < 9 ? more : 0);
  g_array_append_val (counts->spins, spins);
}

static void
add_decisions (SkyCounts *counts, const char *dealer, gint64 n, guint n_errors)
{
  SkyDecisionCounts decisions = { .dealer = g_strdup (dealer), .decisions = n };

  g_array_append_val (counts->decisions, decisions);
  for (guint i = 0; i < n_errors; i++)
    {
      SkyErrorCount error = { .check = g_strdup ("settle.payout"), .dealer = g_strdup (dealer) };

      /* What is of a pair alone is none of the dealer's. */
      error.of_dealer = TRUE;
      g_array_append_val (counts->errors, error);
      error.check = g_strdup (error.check);
      error.dealer = g_strdup (error.dealer);
      error.of_dealer = FALSE;
      error.of_the_pair = TRUE;
      g_array_append_val (counts->errors, error);
    }
}

/* "UNIT STATE DAY" a line, of @family. */
static char *
tell (const SkyPatterns *patterns, SkyFamily family)
{
  GString *told = g_string_new (NULL);

  for (guint i = 0; i < patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = patterns->patterns->pdata[i];
      g_autofree char *unit = sky_pattern_unit (pattern);
      char day[SKY_DAY_TEXT_SIZE];

      if (pattern->family != family)
        continue;
      g_string_append_printf (told, "%s %s%s", unit, sky_pattern_state (pattern),
                              pattern->capacity ? "" : " beyond");
      if (pattern->standing.state != SKY_STREAM_QUIET)
        g_string_append_printf (told, " %s", sky_day_format (pattern->standing.reported_on, day));
      g_string_append_c (told, '\n');
    }
  return g_string_free (told, FALSE);
}

#define assert_told(patterns, family, wanted)                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *told_ = tell ((patterns), (family));                                          \
    g_assert_cmpstr (told_, ==, (wanted));                                                         \
  }                                                                                                \
  G_STMT_END

static char *
say_pattern (const SkyPattern *pattern)
{
  g_autofree char *phrase = sky_pattern_sentence (pattern);

  return sky_phrase_english (phrase);
}

static char *
say (const SkyPatterns *patterns, guint index)
{
  return say_pattern (patterns->patterns->pdata[index]);
}

/* The first of @family with @patron. */
static const SkyPattern *
find_pattern (const SkyPatterns *patterns, SkyFamily family, const char *patron)
{
  for (guint i = 0; i < patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = patterns->patterns->pdata[i];

      if (pattern->family == family && g_strcmp0 (pattern->patron, patron) == 0)
        return pattern;
    }
  g_assert_not_reached ();
}

/* One is biased, one is fair; the fair one's dealer is looked at, the other's not. What is said of
 * them is worked out by oracle.py. */
static void
test_wheels (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL, early = NULL;
  g_autofree char *sentence = NULL;
  const SkyPatternSummary *summary;

  for (guint day = 0; day < 10; day++)
    {
      SkyCounts *counts =
          pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day);

      add_wheel (counts, "w1", 12, FALSE);
      add_spins (counts, "PA-1", "w1", 6);
      counts->left_out[SKY_LEFT_OUT_VOIDED] = 2;
      counts = pattern_samples_add_log (logs, "RO-02", "roulette", MONDAY + (SkyDay) day);
      add_wheel (counts, "w2", 0, FALSE);
      add_spins (counts, "PA-2", "w2", 6);
    }
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (patterns, SKY_FAMILY_WHEELS, "w1 confirmed 2023-09-05\nw2 quiet\n");
  assert_told (patterns, SKY_FAMILY_SPINS, "PA-1, cw depends\nPA-2, cw confirmed 2023-09-07\n");
  sentence = say (patterns, 0);
  g_assert_cmpstr (
      sentence, ==,
      "In 1640 spins since 2023-09-04 the pockets 26, 30, 11, 7 and 20 came 320 times; "
      "216 are expected of a fair wheel. A fair wheel watched like this gives such a "
      "report once in 3600 years of play or less often. 820 observations after the "
      "report confirmed it on 2023-09-06.");
  g_assert_cmpint (((const SkyPattern *) patterns->patterns->pdata[0])->left_out[0], ==, 20);
  summary = patterns->summaries->pdata[0];
  g_assert_cmpuint (summary->n_streams, ==, 4);
  g_assert_cmpuint (summary->n_reported, ==, 2);

  early = sky_patterns_fold (logs, MONDAY);
  assert_told (early, SKY_FAMILY_WHEELS, "w1 quiet\nw2 quiet\n");
}

/* What comes late is folded where it belongs; a log that is damaged counts nothing. */
static void
test_late (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;

  add_wheel (pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY), "w1", 12, FALSE);
  add_wheel (pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + 1), "w1", 12, FALSE);
  ((SkyLogCounts *) logs->pdata[0])->counts->damaged = TRUE;
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (patterns, SKY_FAMILY_WHEELS, "w1 quiet\n");
}

/* After it was adjusted a wheel is another. */
static void
test_adjusted (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;

  for (guint day = 0; day < 4; day++)
    add_wheel (pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day), "w1",
               day < 2 ? 12 : 0, day == 1);
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (patterns, SKY_FAMILY_WHEELS, "w1 reported 2023-09-05\nw1 quiet\n");
}

/* The first week has one wheel, so that eight of the family may report. */
static void
test_capacity (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;

  add_wheel (pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY), "w1", 0, FALSE);
  for (guint i = 2; i <= 10; i++)
    {
      g_autofree char *id = g_strdup_printf ("w%u", i);
      g_autofree char *table = g_strdup_printf ("RO-%02u", i);

      add_wheel (pattern_samples_add_log (logs, table, "roulette", MONDAY + 7), id, 60, FALSE);
    }
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (patterns, SKY_FAMILY_WHEELS,
               "w1 quiet\nw10 reported 2023-09-11\nw2 reported 2023-09-11\nw3 reported 2023-09-11\n"
               "w4 reported 2023-09-11\nw5 reported 2023-09-11\nw6 reported 2023-09-11\n"
               "w7 reported 2023-09-11\nw8 quiet beyond\nw9 quiet beyond\n");
}

/* Errors count when the week is over, beside those of colleagues at the same game. */
static void
test_errors (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autofree char *sentence = NULL;

  for (guint day = 0; day < 12; day++)
    {
      SkyCounts *counts =
          pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day);

      add_decisions (counts, "PA-1", 1000, 10);
      add_decisions (counts, "PA-2", 1000, 1);
      add_decisions (counts, "PA-3", 1000, 1);
      /* All alike, at another game. */
      counts = pattern_samples_add_log (logs, "SB-01", "sic_bo", MONDAY + (SkyDay) day);
      add_decisions (counts, "PA-4", 1000, 10);
      add_decisions (counts, "PA-5", 1000, 10);
    }
  patterns = sky_patterns_fold (logs, MONDAY + 5);
  g_assert_cmpuint (patterns->patterns->len, ==, 0);
  g_clear_pointer (&patterns, sky_patterns_unref);
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (patterns, SKY_FAMILY_ERRORS,
               "PA-1 reported 2023-09-10\nPA-2 quiet\nPA-3 quiet\nPA-4 quiet\nPA-5 quiet\n");
  sentence = say (patterns, 0);
  g_assert_cmpstr (
      sentence, ==,
      "In 7000 settlements since 2023-09-04 dealer PA-1 made 70 errors; at colleagues' "
      "rate they would be 7. A dealer with at most 1.5 times the odds of an error that "
      "colleagues have gives such a report once in 4500 years of work or less often. 0 "
      "observations after the report have not settled it. This compares records, not "
      "intentions; see the 70 settlements.");
}

/* A week of a dealer's settlements with a patron, @n_errors of them paid too much. */
static void
add_pair (SkyCounts *counts, const char *dealer, const char *patron, gint64 n, guint n_errors)
{
  SkyDecisionCounts decisions = { g_strdup (dealer), g_strdup (patron), n };

  g_array_append_val (counts->decisions, decisions);
  for (guint i = 0; i < n_errors; i++)
    {
      SkyErrorCount error = { .check = g_strdup ("settle.payout"),
                              .dealer = g_strdup (dealer),
                              .player = g_strdup (patron),
                              .of_the_pair = TRUE };

      g_array_append_val (counts->errors, error);
    }
}

/* A dealer overpays one patron; another overpays all; one patron is overpaid by all; and two have
 * too few decisions to be looked at. */
static void
test_pairs (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autofree char *sentence = NULL;
  const SkyPattern *pair;

  for (guint week = 0; week < 2; week++)
    {
      SkyCounts *counts =
          pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) week * 7);

      add_pair (counts, "PA-1", "P1", 1000, 20);
      add_pair (counts, "PA-1", "P2", 3000, 3);
      add_pair (counts, "PA-2", "P1", 3000, 3);
      add_pair (counts, "PA-3", "P3", 1000, 20);
      add_pair (counts, "PA-3", "P2", 3000, 60);
      add_pair (counts, "PA-2", "P4", 1000, 20);
      add_pair (counts, "PA-4", "P4", 3000, 60);
      add_pair (counts, "PA-4", "P5", 99, 20);
    }
  /* Then the second week is over. */
  pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + 14);
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (patterns, SKY_FAMILY_PAIRS,
               "PA-1, P1 confirmed 2023-09-10\nPA-1, P2 quiet\nPA-2, P1 quiet\nPA-2, P4 quiet\n"
               "PA-3, P2 quiet\nPA-3, P3 quiet\nPA-4, P4 quiet\n");
  pair = find_pattern (patterns, SKY_FAMILY_PAIRS, "P1");
  g_assert_cmpfloat ((double) pair->standing.ln_r, ==,
                     (double) MIN (pair->standing.ln_r_of[0], pair->standing.ln_r_of[1]));
  g_assert_cmpint (pair->standing.counts[SKY_CELL_DECISIONS_ELSEWHERE], ==, 6000);
  sentence = say_pattern (pair);
  g_assert_cmpstr (
      sentence, ==,
      "In 1000 settlements since 2023-09-04 dealer PA-1 paid P1 too much 20 times; at the "
      "dealer's rate with other patrons it would be 1. A dealer who treats this patron like "
      "others, or a patron whom others overpay as often, gives such a report once in 14400 years "
      "of work or less often. 1000 observations after the report confirmed it on 2023-09-17. This "
      "compares records, not intentions; see the 20 settlements.");
}

/* Dice by the set and by the table, and sevens. */
static void
test_dice (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;

  for (guint day = 0; day < 3; day++)
    {
      SkyCounts *counts = pattern_samples_add_log (logs, "CR-01", "craps", MONDAY + (SkyDay) day);
      SkyDiceCounts dice = { .faces = { 350, 350, 350, 350, 350, 650 } };
      SkySevenCounts sevens = { .player = g_strdup ("P17"), .sevens = 100, .throws = 1200 };

      dice.set = day == 1 ? g_strdup ("d1") : NULL;
      g_array_append_val (counts->dice, dice);
      g_array_append_val (counts->sevens, sevens);
    }
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (patterns, SKY_FAMILY_DICE_SETS, "d1 reported 2023-09-05\n");
  assert_told (patterns, SKY_FAMILY_DICE_TABLES, "CR-01 confirmed 2023-09-04\n");
  assert_told (patterns, SKY_FAMILY_SEVENS, "P17 confirmed 2023-09-04\n");
}

/* --- Records ----------------------------------------------------------------------------------
 */

/* Whether the record follows from its counts; in @cause, in English, why not. */
static gboolean
does_follow (const char *record, char **cause)
{
  g_autofree char *name = NULL;
  g_autofree char *phrase = NULL;
  gboolean follows = sky_pattern_check_record (record, &name, &phrase);

  *cause = sky_phrase_english (phrase);
  g_assert_nonnull (name);
  return follows;
}

static const SkyPattern *
find_reported (const SkyPatterns *patterns, SkyFamily family)
{
  for (guint i = 0; i < patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = patterns->patterns->pdata[i];

      if (pattern->family == family && pattern->standing.state != SKY_STREAM_QUIET)
        return pattern;
    }
  g_assert_not_reached ();
}

/* Each digit of the last counts before the report, and of those after it, is noticed when it is
 * changed. (A week in which nothing was wrong adds to R less than is compared.) Returns: how many
 * digits there are. */
static guint
change_each_digit (const char *record)
{
  g_autofree char *changed = g_strdup (record);
  char *fresh = strstr (changed, "\"fresh\":");
  char *last = g_strrstr_len (changed, fresh - changed, ",[");
  guint n = 0;

  for (char *at = last != NULL ? last : strstr (changed, "\"weeks\":"); *at != '\0'; at++)
    {
      g_autofree char *cause = NULL;
      char digit = *at;

      if (!g_ascii_isdigit (digit))
        continue;
      *at = digit == '9' ? '1' : (char) (digit + 1);
      if (does_follow (changed, &cause))
        g_error ("not noticed: %s", changed);
      *at = digit;
      n++;
    }
  return n;
}

/* What a report of each family follows from gives the same R and C, and nothing else does. */
static void
test_records (void)
{
  static const SkyFamily families[] = { SKY_FAMILY_WHEELS,      SKY_FAMILY_DICE_SETS,
                                        SKY_FAMILY_DICE_TABLES, SKY_FAMILY_SPINS,
                                        SKY_FAMILY_SEVENS,      SKY_FAMILY_ERRORS,
                                        SKY_FAMILY_PAIRS };
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;

  for (guint day = 0; day < 30; day++)
    {
      SkyCounts *counts =
          pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day);
      SkyDiceCounts dice = { .faces = { 350, 350, 350, 350, 350, 450 } };
      SkySevenCounts sevens = { .player = g_strdup ("P17"), .sevens = 100, .throws = 1200 };

      add_wheel (counts, "w1", day >= 7 ? 10 : 0, FALSE);
      add_spins (counts, "PA-7", "w9", 8);
      add_decisions (counts, "PA-1", 1000, 10);
      add_decisions (counts, "PA-2", 1000, 1);
      add_decisions (counts, "PA-3", 1000, 1);
      add_pair (counts, "PA-1", "P1", 100, 2);
      add_pair (counts, "PA-1", "P2", 300, day % 3 == 0);
      add_pair (counts, "PA-2", "P1", 300, day % 3 == 1);
      counts = pattern_samples_add_log (logs, "SB-01", "sic_bo", MONDAY + (SkyDay) day);
      add_decisions (counts, "PA-1", 100, 1);
      add_decisions (counts, "PA-2", 100, 1);
      add_pair (counts, "PA-1", "P1", 50, 1);
      add_pair (counts, "PA-1", "P3", 60, day % 5 == 0);
      add_pair (counts, "PA-3", "P1", 70, day % 5 == 1);
      counts = pattern_samples_add_log (logs, "CR-01", "craps", MONDAY + (SkyDay) day);
      dice.set = day < 2 ? g_strdup ("d1") : NULL;
      g_array_append_val (counts->dice, dice);
      g_array_append_val (counts->sevens, sevens);
    }
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      const SkyPattern *pattern = find_reported (patterns, families[i]);
      g_autofree char *record = sky_pattern_dup_record (pattern);
      g_autofree char *cause = NULL;

      g_test_message ("%s", record);
      if (!does_follow (record, &cause))
        g_error ("%s: %s", record, cause);
      g_assert_cmpuint (change_each_digit (record), >, 10);
    }
}

/* What is no record, or has counts that cannot be, is told, and costs nothing. */
static void
test_record_hostile (void)
{
  static const struct
  {
    const char *account;
    const char *cause;
  } bad[] = {
    { "{}", "its counts cannot be read: its history is of no kind that has counts" },
    { "{\"history\":{\"kind\":\"arc\",\"categories\":39,\"weeks\":[]}}",
      "its counts cannot be read: its history is of no kind that has counts" },
    { "{\"history\":{\"kind\":\"sevens\",\"weeks\":[]},\"fresh\":[0,0]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"sevens\",\"weeks\":[[1,-1]]},\"fresh\":[0,0]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"sevens\",\"weeks\":[[1,4294967297]]},\"fresh\":[0,0]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"sevens\",\"weeks\":[[1,1]]},\"fresh\":[0]}",
      "its counts cannot be read: what came after the report is not counts" },
    { "{\"history\":{\"kind\":\"rate\",\"weeks\":[[[9,8,7,6]]]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"rate\",\"weeks\":[[[1,4000000000,4294967296,4000000000]]]},"
      "\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"pair\",\"weeks\":[[[9,8],[1,9],[1,9]]]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"pair\",\"weeks\":[[[[1,8],[1,9]]]]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"pair\",\"weeks\":[[[[9,8],[1,9],[1,9]]]]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"pair\",\"weeks\":[[[[1,8],[1,9],[1,9]]]]},\"fresh\":[1,8]}",
      "its counts cannot be read: what came after the report is not counts" },
    { "{\"history\":{\"kind\":\"pair\",\"weeks\":"
      "[[[[1,8],[4000000000,4294967296],[1,9]]]]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"win-sums\",\"weeks\":[[1,2]]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"win-sums\",\"weeks\":"
      "[{\"rounds\":1,\"gain\":5,\"ln_l\":[\"1\",\"1\",\"1\",\"1\"]}]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"win-sums\",\"weeks\":[{\"rounds\":1,\"gain\":5,"
      "\"ln_l\":[\"1\",\"1\",\"1\",\"1\",\"inf\"]}]},\"fresh\":[]}",
      "its counts cannot be read: the weeks of its history are not counts" },
    { "{\"history\":{\"kind\":\"win-sums\",\"weeks\":[{\"rounds\":1,\"gain\":5,"
      "\"ln_l\":[\"1\",\"1\",\"1\",\"1\",\"1\"]}]},\"fresh\":{}}",
      "its counts cannot be read: what came after the report is not counts" },
  };
  g_autofree char *name = NULL;
  g_autofree char *none = NULL;

  g_assert_true (sky_pattern_check_record (NULL, &name, &none));
  g_assert_null (name);
  g_assert_true (sky_pattern_check_record ("{\"camera\":\"A\"}", &name, &none));
  g_assert_null (name);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *record =
          g_strdup_printf ("{\"pattern\":{\"version\":1,\"account\":%s}}", bad[i].account);
      g_autofree char *cause = NULL;

      g_assert_false (does_follow (record, &cause));
      g_assert_cmpstr (cause, ==, bad[i].cause);
    }
}

/* --- The ledger --------------------------------------------------------------------------------
 */

/* The texts of the ledger's entries about patterns, a line each, and all of their data. */
static char *
list_told (SkyStore *store, char **data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = sky_store_ledger_list_action (store, SKY_LEDGER_PATTERN, &error);
  GString *texts = g_string_new (NULL), *all = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    {
      const SkyLedgerEntry *entry = entries->pdata[i];

      g_string_append_printf (texts, "%s\n", entry->text);
      g_string_append_printf (all, "%s\n", entry->data);
    }
  *data = g_string_free (all, FALSE);
  return g_string_free (texts, FALSE);
}

/* A wheel and a dealer are reported, and confirmed later: each once. Of a dealer nothing stands
 * there that says who it is. */
static void
test_ledger (Samples *samples, gconstpointer unused)
{
  static const guint n_days[] = { 9, 9, 40, 40 };
  static const guint n_new[] = { 2, 0, 2, 0 };
  const SkyReviewer ada = { "PA-9", "Ada Quinn" };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *texts = NULL, *data = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (n_days); i++)
    {
      g_autoptr (GPtrArray) logs = pattern_samples_new ();
      g_autoptr (SkyPatterns) patterns = NULL;
      guint n;

      for (guint day = 0; day < n_days[i]; day++)
        {
          SkyCounts *counts =
              pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day);

          add_wheel (counts, "w1", day > 3 ? 10 : 0, FALSE);
          add_decisions (counts, "PA-7", 1000, 10);
          add_decisions (counts, "PA-2", 9000, 9);
        }
      patterns = sky_patterns_fold (logs, G_MAXINT32);
      g_assert_true (sky_patterns_note_in_ledger (patterns, store, &ada, &n, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (n, ==, n_new[i]);
    }
  texts = list_told (store, &data);
  g_assert_cmpstr (texts, ==,
                   "equipment.wheel-bias w1: reported\nstaff.error-rate: reported\n"
                   "equipment.wheel-bias w1: confirmed\nstaff.error-rate: confirmed\n");
  g_assert_null (strstr (data, "PA-7"));
  g_assert_nonnull (strstr (data, "\"record\":{\"pattern\":{\"version\":1,\"check\":\"equipment"));
}

/* --- Over both databases -----------------------------------------------------------------------
 */

/* An archive of one roulette log: a spin a round, most into one pocket. */
static char *
make_archive (Samples *samples)
{
  g_autofree char *folder = g_build_filename (samples->folder, "archive", NULL);
  g_autofree char *path = g_build_filename (folder, "RO-01.tel.jsonl", NULL);
  g_autoptr (GString) text = g_string_new (
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\",\"table\":\"RO-01\","
      "\"game\":\"roulette\",\"gaming_day\":\"2023-09-04\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\"}\n");
  g_autoptr (GError) error = NULL;
  guint seq = 0;

#define EVENT(...)                                                                                 \
  (g_string_append_printf (text, "{\"seq\":%u,\"at\":\"2023-09-04T%02u:%02u:%02u.000000Z\",",      \
                           seq + 1, 12 + seq / 3600, seq / 60 % 60, seq % 60),                     \
   seq++, g_string_append_printf (text, __VA_ARGS__), g_string_append (text, "}\n"))
  EVENT ("\"type\":\"table_open\"");
  EVENT ("\"type\":\"rules\",\"submission\":{\"wheel\":\"double_zero\"}");
  EVENT ("\"type\":\"staff\",\"role\":\"dealer\",\"credential\":\"PA-1\",\"on\":true");
  EVENT ("\"type\":\"equipment\",\"item\":\"wheel\",\"id\":\"w1\",\"action\":\"in\"");
  for (guint round = 1; round <= 300; round++)
    {
      EVENT ("\"type\":\"round_start\",\"round\":%u", round);
      EVENT ("\"type\":\"spin\",\"wheel\":\"cw\",\"ball\":\"ccw\"");
      EVENT ("\"type\":\"no_more_bets\"");
      EVENT ("\"type\":\"result\",\"pocket\":\"%u\",\"revolutions\":6,\"observed\":[]",
             round % 3 == 0 ? 7 : round * 7 % 37);
      EVENT ("\"type\":\"round_end\",\"round\":%u", round);
    }
#undef EVENT
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&folder);
}

static void
remove_archive (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "RO-01.tel.jsonl", NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* All that programs are told. */
static char *
fold_store (SkyStore *store, gboolean people)
{
  g_autoptr (GError) error = NULL;
  guint n_without;
  g_autoptr (GPtrArray) logs =
      sky_store_list_counts (store, NULL, G_MININT32, G_MAXINT32, people, &n_without, &error);
  g_autoptr (SkyPatterns) patterns = NULL;
  GString *json = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (n_without, ==, 0);
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  for (guint i = 0; i < patterns->patterns->len; i++)
    sky_pattern_write_json (patterns->patterns->pdata[i], json);
  return g_string_free (json, FALSE);
}

/* Of the wheel: how much was counted, its state, and what is said when it was reported otherwise.
 * Keeps the report that there is. */
static char *
fold_and_hold (SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  guint n_without;
  g_autoptr (GPtrArray) logs =
      sky_store_list_counts (store, NULL, G_MININT32, G_MAXINT32, TRUE, &n_without, &error);
  g_autoptr (GPtrArray) reports = sky_store_list_reports (store, &error);
  g_autoptr (SkyPatterns) patterns = sky_patterns_fold (logs, G_MAXINT32);
  const SkyPattern *wheel;
  g_autoptr (SkyNotedReport) report = NULL;
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *sentence = NULL;

  g_assert_no_error (error);
  sky_patterns_hold (patterns, reports);
  wheel = patterns->patterns->pdata[0];
  g_assert_cmpint (wheel->family, ==, SKY_FAMILY_WHEELS);
  g_assert_cmpstr (wheel->wheel, ==, "w1");
  report = sky_pattern_dup_report (wheel);
  if (report != NULL && reports->len == 0)
    g_assert_true (sky_store_note_report (store, report, &error));
  sentence = say_pattern (wheel);
  sky_pattern_write_json (wheel, json);
  g_assert_cmpint (strstr (json->str, "\"was_reported\"") != NULL, ==, wheel->noted != NULL);
  return g_strdup_printf ("n %" PRId64 " %s\n%s%s", wheel->standing.n, sky_pattern_state (wheel),
                          wheel->noted != NULL ? sentence : "", wheel->noted != NULL ? "\n" : "");
}

/* A log that was audited twice counts once; one that is gone, not at all. */
static void
test_both (Samples *samples, gconstpointer unused)
{
  g_autofree char *uri = private_postgres_new_database ();
  g_autofree char *folder = make_archive (samples);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) file = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyStore) shared = sky_store_open (uri, SKY_STORE_READ_WRITE, &error);
  g_autofree char *one = NULL, *other = NULL, *none = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      pattern_samples_audit (folder, file);
      pattern_samples_audit (folder, shared);
    }
  one = fold_store (file, TRUE);
  other = fold_store (shared, TRUE);
  g_assert_cmpstr (one, ==, other);
  g_assert_nonnull (strstr (one, "\"check\":\"equipment.wheel-bias\""));
  g_assert_nonnull (strstr (one, "\"state\":\"reported\",\"reported_on\":\"2023-09-04\""));
  g_assert_nonnull (
      strstr (one, "\"lead\":{\"kind\":\"arc\",\"places\":[\"7\"],\"tilt\":\"4/5\"}"));
  g_assert_nonnull (strstr (one, "\"n\":300"));
  g_assert_nonnull (strstr (one, "\"unit\":{\"dealer\":\"PA-1\",\"rotor\":\"cw\"}"));

  g_assert_true (sky_store_remove_archive (file, folder, &error));
  none = fold_store (file, TRUE);
  g_assert_cmpstr (none, ==, "");
  remove_archive (folder);
}

/* What was told stays, and the pattern says so, when a log is not there any more. */
static void
test_noted (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) before = NULL, after = NULL;
  g_autoptr (SkyNotedReport) report = NULL;
  g_autoptr (GPtrArray) reports = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = NULL;
  g_autoptr (GString) json = g_string_new (NULL);
  gboolean may;

  for (guint day = 0; day < 3; day++)
    add_wheel (pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day), "w1", 10,
               FALSE);
  before = sky_patterns_fold (logs, G_MAXINT32);
  report = sky_pattern_dup_report (before->patterns->pdata[0]);
  g_assert_cmpint (report->reported_on, ==, MONDAY + 2);
  g_assert_true (sky_store_may_note_reports (store, &may, &error));
  g_assert_true (may);
  for (guint i = 0; i < 2; i++)
    g_assert_true (sky_store_note_report (store, report, &error));
  reports = sky_store_list_reports (store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reports->len, ==, 1);

  /* As long as the same is known nothing is said of it. */
  sky_patterns_hold (before, reports);
  g_assert_null (((const SkyPattern *) before->patterns->pdata[0])->noted);
  g_ptr_array_remove_index (logs, 1);
  after = sky_patterns_fold (logs, G_MAXINT32);
  assert_told (after, SKY_FAMILY_WHEELS, "w1 quiet\n");
  sky_patterns_hold (after, reports);
  g_assert_cmpstr (sky_pattern_state (after->patterns->pdata[0]), ==, "reported");
  sentence = say (after, 0);
  g_assert_true (g_str_has_prefix (sentence, "It was reported on 2023-09-06, when ln R was "));
  g_assert_true (g_str_has_suffix (sentence, ". After 1620 observations nothing is reported."));
  sky_pattern_write_json (after->patterns->pdata[0], json);
  g_assert_nonnull (strstr (json->str, "\"was_reported\":{\"on\":\"2023-09-06\",\"ln_r\":1"));
}

/* A file that was changed after its audit counts as it was then; a log in its place, one that is
 * bad, or none, is folded anew. What was reported stays and says so. */
static void
test_replaced (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *folder = make_archive (samples);
  g_autofree char *path = g_build_filename (folder, "RO-01.tel.jsonl", NULL);
  g_autofree char *text = NULL, *biased = NULL, *same = NULL, *fair = NULL, *bad = NULL,
                  *gone = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) changed = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  pattern_samples_audit (folder, store);
  biased = fold_and_hold (store);
  g_assert_cmpstr (biased, ==, "n 300 reported\n");

  /* Every third result is another one now: three fewer of each ten are 7. */
  changed = g_string_new (text);
  g_string_replace (changed, "\"pocket\":\"7\"", "\"pocket\":\"00\"", 50);
  g_string_replace (changed, "\"pocket\":\"7\"", "\"pocket\":\"12\"", 30);
  g_assert_true (g_file_set_contents (path, changed->str, -1, NULL));
  pattern_samples_audit (folder, store);
  same = fold_and_hold (store);
  g_assert_cmpstr (same, ==, biased);
  g_assert_true (sky_store_remove_archive (store, folder, &error));
  pattern_samples_audit (folder, store);
  fair = fold_and_hold (store);
  g_assert_true (
      g_str_has_prefix (fair, "n 300 reported\nIt was reported on 2023-09-04, when ln "));

  /* A checkpoint that is not of these bytes. */
  g_string_append_printf (changed,
                          "{\"seq\":1505,\"at\":\"2023-09-04T13:00:00.000000Z\",\"type\":"
                          "\"checkpoint\",\"sha256\":\"%064d\"}\n",
                          0);
  g_assert_true (g_file_set_contents (path, changed->str, -1, NULL));
  g_assert_true (sky_store_remove_archive (store, folder, &error));
  pattern_samples_audit (folder, store);
  bad = fold_and_hold (store);
  g_assert_true (g_str_has_prefix (bad, "n 0 reported\nIt was reported on 2023-09-04, when ln R"));
  g_assert_true (g_str_has_suffix (bad, "; what is known now has no observation of it.\n"));

  g_assert_true (sky_store_remove_archive (store, folder, &error));
  gone = fold_and_hold (store);
  g_assert_cmpstr (gone, ==, bad);
  remove_archive (folder);
}

/* What programs are told, from what is kept or not. What came of counts that nobody had folded is
 * kept, if @keeps. */
static char *
read_store (SkyStore *store, gboolean people, gboolean keeps, guint *n_folded)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE, people, NULL };
  g_autoptr (GError) error = NULL;
  guint n_without;
  g_autoptr (SkyPatterns) patterns = sky_patterns_read (store, &request, &n_without, &error);
  GString *json = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (n_without, ==, 0);
  *n_folded = patterns->unkept->len;
  g_assert_cmpint (sky_patterns_has_news (patterns), ==, *n_folded > 0 || patterns->fresh->len > 0);
  if (keeps)
    g_assert_true (sky_patterns_keep_news (patterns, store, &error));
  for (guint i = 0; i < patterns->patterns->len; i++)
    sky_pattern_write_json (patterns->patterns->pdata[i], json);
  for (guint i = 0; i < patterns->summaries->len; i++)
    sky_pattern_summary_write_json (patterns->summaries->pdata[i], json);
  return g_string_free (json, FALSE);
}

/* Reads what is kept of @unit alone. Returns: the checks, one after the other. */
static char *
read_unit (SkyStore *store, const char *unit)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE, TRUE, unit };
  g_autoptr (GError) error = NULL;
  guint n_without;
  g_autoptr (SkyPatterns) patterns = sky_patterns_read (store, &request, &n_without, &error);
  GString *checks = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (patterns->unkept->len, ==, 0);
  for (guint i = 0; i < patterns->patterns->len; i++)
    g_string_append_printf (
        checks, "%s ", sky_family_to_check (((SkyPattern *) patterns->patterns->pdata[i])->family));
  return g_string_free (checks, FALSE);
}

/* Reads it as it stands: what is kept says the same, to the digit, as what is folded. */
static char *
assert_kept (SkyStore *store, guint n_folded)
{
  g_autofree char *first = NULL;
  char *again;
  guint n;

  first = read_store (store, TRUE, TRUE, &n);
  g_assert_cmpuint (n, ==, n_folded);
  again = read_store (store, TRUE, TRUE, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpstr (again, ==, first);
  return again;
}

/* The archive @text is of, a week earlier and fair. */
static char *
make_late_archive (Samples *samples, const char *text)
{
  char *folder = g_build_filename (samples->folder, "late", NULL);
  g_autofree char *path = g_build_filename (folder, "RO-01.tel.jsonl", NULL);
  g_autoptr (GString) late = g_string_new (text);

  g_string_replace (late, "2023-09-04", "2023-08-28", 0);
  for (guint pocket = 0; pocket < 36; pocket += 3)
    {
      g_autofree char *other = g_strdup_printf ("\"pocket\":\"%u\"", pocket);

      g_string_replace (late, "\"pocket\":\"7\"", other, 8);
    }
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, late->str, -1, NULL));
  return folder;
}

/* What was folded is kept until a log is another one; then it is folded anew. */
static void
test_kept (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *folder = make_archive (samples);
  g_autofree char *path = g_build_filename (folder, "RO-01.tel.jsonl", NULL);
  g_autofree char *text = NULL, *biased = NULL, *same = NULL, *damaged = NULL, *fair = NULL,
                  *gone = NULL, *equipment = NULL, *late_folder = NULL, *late = NULL,
                  *of_wheel = NULL, *of_dealer = NULL, *of_nobody = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) changed = NULL;
  guint n;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  pattern_samples_audit (folder, store);
  biased = assert_kept (store, 1);
  g_assert_nonnull (strstr (biased, "staff.spin-pattern"));
  /* Whoever sees no people has those patterns kept too, without any. */
  equipment = read_store (store, FALSE, FALSE, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_null (strstr (equipment, "staff."));

  /* What was reported of others is nothing that one unit has. */
  of_wheel = read_unit (store, "w1");
  g_assert_cmpstr (of_wheel, ==, "equipment.wheel-bias ");
  of_dealer = read_unit (store, "PA-1");
  g_assert_cmpstr (of_dealer, ==, "staff.spin-pattern ");
  of_nobody = read_unit (store, "PA-2");
  g_assert_cmpstr (of_nobody, ==, "");

  /* A log of an earlier day comes late, and goes. */
  late_folder = make_late_archive (samples, text);
  pattern_samples_audit (late_folder, store);
  late = assert_kept (store, 1);
  g_assert_nonnull (strstr (late, "\"first_day\":\"2023-08-28\""));
  g_assert_nonnull (strstr (late, "\"n\":600"));
  g_assert_nonnull (strstr (late, "\"was_reported\":{\"on\":\"2023-09-04\""));
  g_assert_true (sky_store_remove_archive (store, late_folder, &error));
  remove_archive (late_folder);
  same = assert_kept (store, 1);
  g_assert_cmpstr (same, ==, biased);
  g_clear_pointer (&same, g_free);

  /* The same log, audited once more. */
  g_assert_true (sky_store_remove_archive (store, folder, &error));
  pattern_samples_audit (folder, store);
  same = assert_kept (store, 0);
  g_assert_cmpstr (same, ==, biased);

  {
    g_autoptr (GPtrArray) differences = g_ptr_array_new_with_free_func (g_free);

    g_assert_true (sky_patterns_check_kept (store, differences, &error));
    g_assert_cmpuint (differences->len, ==, 0);
    samples_tamper (samples, sky_store_is_uri (samples->path)
                                 ? "UPDATE skyward.statistic_folds SET content ="
                                   " overlay (content PLACING '\\x07'::bytea FROM 60)"
                                 : "UPDATE statistic_folds SET content = CAST (substr (content, 1,"
                                   " 59) || x'07' || substr (content, 61) AS BLOB)");
    g_assert_true (sky_patterns_check_kept (store, differences, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (differences->len, ==, 2);
    g_assert_cmpstr (differences->pdata[0], ==,
                     "what is kept of statistics of Keystone is not what its logs' counts give");
  }
  samples_tamper (samples, sky_store_is_uri (samples->path)
                               ? "UPDATE skyward.statistic_folds SET content ="
                                 " substr (content, 1, 40)"
                               : "UPDATE statistic_folds SET content ="
                                 " substr (content, 1, 40)");
  damaged = assert_kept (store, 1);
  g_assert_cmpstr (damaged, ==, biased);

  /* A log in its place. */
  changed = g_string_new (text);
  g_string_replace (changed, "\"pocket\":\"7\"", "\"pocket\":\"00\"", 50);
  g_assert_true (g_file_set_contents (path, changed->str, -1, NULL));
  g_assert_true (sky_store_remove_archive (store, folder, &error));
  pattern_samples_audit (folder, store);
  fair = assert_kept (store, 1);
  g_assert_cmpstr (fair, !=, biased);
  g_assert_nonnull (strstr (fair, "\"was_reported\""));

  /* A checkpoint that is not of these bytes: nothing of the log counts. */
  g_string_append_printf (changed,
                          "{\"seq\":1505,\"at\":\"2023-09-04T13:00:00.000000Z\",\"type\":"
                          "\"checkpoint\",\"sha256\":\"%064d\"}\n",
                          0);
  g_assert_true (g_file_set_contents (path, changed->str, -1, NULL));
  g_assert_true (sky_store_remove_archive (store, folder, &error));
  pattern_samples_audit (folder, store);
  gone = assert_kept (store, 1);
  g_assert_nonnull (strstr (gone, "\"was_reported\""));
  g_assert_null (strstr (gone, "staff."));
  remove_archive (folder);
}

/* Of one id, the same as of all: no less, and nothing of others. */
static void
assert_unit (GBytes *bytes, const SkyPatterns *all, const char *id)
{
  guint n_without = 0, n = 0;
  g_autoptr (SkyPatterns) some = sky_patterns_from_bytes (bytes, id, &n_without);

  g_assert_nonnull (some);
  g_assert_cmpuint (n_without, ==, 7);
  g_assert_cmpuint (some->summaries->len, ==, all->summaries->len);
  for (guint i = 0; i < all->patterns->len; i++)
    {
      const SkyPattern *one = all->patterns->pdata[i];
      g_autoptr (GString) json = g_string_new (NULL);
      g_autoptr (GString) same = g_string_new (NULL);

      if (g_strcmp0 (one->wheel, id) != 0 && g_strcmp0 (one->dealer, id) != 0)
        continue;
      g_assert_cmpuint (n, <, some->patterns->len);
      sky_pattern_write_json (one, json);
      sky_pattern_write_json (some->patterns->pdata[n++], same);
      g_assert_cmpstr (same->str, ==, json->str);
    }
  g_assert_cmpuint (n, ==, some->patterns->len);
}

/* Bytes give back what they were made of; damaged ones give nothing. */
static void
test_kept_bytes (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) folded = NULL, kept = NULL;
  g_autoptr (GBytes) bytes = NULL, again = NULL, part = NULL;
  guint n_without = 0, n_accounts = 0;

  for (guint day = 0; day < 40; day++)
    {
      SkyCounts *counts =
          pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day);

      add_wheel (counts, "w1", day > 20 ? 8 : 0, FALSE);
      add_spins (counts, "PA-1", "w1", 0);
      add_decisions (counts, "PA-1", 300, day % 3);
      add_decisions (counts, "PA-2", 900, 1);
    }
  folded = sky_patterns_fold (logs, G_MAXINT32);
  g_assert_cmpuint (folded->patterns->len, >, 3);
  bytes = sky_patterns_to_bytes (folded, 7);
  kept = sky_patterns_from_bytes (bytes, NULL, &n_without);
  g_assert_nonnull (kept);
  g_assert_cmpuint (n_without, ==, 7);
  g_assert_cmpuint (kept->patterns->len, ==, folded->patterns->len);
  for (guint i = 0; i < kept->patterns->len; i++)
    {
      const SkyPattern *one = kept->patterns->pdata[i], *other = folded->patterns->pdata[i];

      g_assert_cmpstr (one->account, ==, other->account);
      n_accounts += one->account != NULL;
    }
  g_assert_cmpuint (n_accounts, >, 0);
  assert_unit (bytes, folded, "w1");
  assert_unit (bytes, folded, "PA-1");
  assert_unit (bytes, folded, "PA-2");
  assert_unit (bytes, folded, "PA-");
  again = sky_patterns_to_bytes (kept, 7);
  g_assert_true (g_bytes_equal (again, bytes));
  for (gsize size = 0; size < g_bytes_get_size (bytes); size += 7)
    {
      g_clear_pointer (&part, g_bytes_unref);
      part = g_bytes_new_from_bytes (bytes, 0, size);
      g_assert_null (sky_patterns_from_bytes (part, NULL, &n_without));
      g_assert_null (sky_patterns_from_bytes (part, "w1", &n_without));
    }
}

/* Operators see equipment; what is of people the server does not show them, whatever they ask. */
static void
test_roles (Samples *samples, gconstpointer unused)
{
  static const char *const kinds[] = { "operator", "investigator", "auditor", "worker" };
  g_autofree char *uri = private_postgres_new_database ();
  g_autofree char *folder = make_archive (samples);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) owner = sky_store_open (uri, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  pattern_samples_audit (folder, owner);
  g_free (assert_kept (owner, 1));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (SkyStore) store = pattern_samples_open_as (uri, owner, "patterns", kinds[i]);
      g_autofree char *told = NULL;
      g_autofree char *kept = NULL;
      gboolean may;
      guint n_without, n_folded;

      g_assert_true (sky_store_may_count_people (store, &may, &error));
      g_assert_cmpint (may, ==, i > 0);
      told = fold_store (store, may);
      kept = read_store (store, may, FALSE, &n_folded);
      g_assert_cmpuint (n_folded, ==, 0);
      g_assert_cmpint (strstr (kept, "staff.") != NULL, ==, may);
      g_assert_nonnull (strstr (told, "equipment.wheel-bias"));
      g_assert_cmpint (strstr (told, "staff.spin-pattern") != NULL, ==, may);
      if (may)
        continue;
      g_assert_null (
          sky_store_list_counts (store, NULL, G_MININT32, G_MAXINT32, TRUE, &n_without, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
      g_clear_error (&error);
    }
  remove_archive (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/patterns/wheels", test_wheels);
  g_test_add_func ("/patterns/late", test_late);
  g_test_add_func ("/patterns/adjusted", test_adjusted);
  g_test_add_func ("/patterns/capacity", test_capacity);
  g_test_add_func ("/patterns/errors", test_errors);
  g_test_add_func ("/patterns/pairs", test_pairs);
  g_test_add_func ("/patterns/dice", test_dice);
  g_test_add_func ("/patterns/records", test_records);
  g_test_add_func ("/patterns/record-hostile", test_record_hostile);
  g_test_add ("/patterns/both", Samples, NULL, samples_set_up, test_both, samples_tear_down);
  SAMPLES_ADD ("/patterns/noted", Samples, samples_set_up, test_noted, samples_tear_down);
  SAMPLES_ADD ("/patterns/replaced", Samples, samples_set_up, test_replaced, samples_tear_down);
  SAMPLES_ADD ("/patterns/kept", Samples, samples_set_up, test_kept, samples_tear_down);
  SAMPLES_ADD ("/patterns/ledger", Samples, samples_set_up, test_ledger, samples_tear_down);
  g_test_add_func ("/patterns/kept-bytes", test_kept_bytes);
  g_test_add ("/patterns/roles", Samples, NULL, samples_set_up, test_roles, samples_tear_down);
  return g_test_run ();
}
