/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is won, in logs' counts, to patterns: who reports when, what is said, and that a report's
 * record follows from its sums. */
#include "config.h"

#include "pattern-samples.h"
#include "sky-pattern-json.h"
#include "sky-pattern-record.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"

#include <string.h>

#define MONDAY 19604 /* 2023-09-04 */

/* The one of @family with @patron. */
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

/* Its state, and the day on which it was reported. */
static void
assert_stands (const SkyPattern *pattern, const char *state, const char *reported_on)
{
  char day[SKY_DAY_TEXT_SIZE];

  g_assert_cmpstr (sky_pattern_state (pattern), ==, state);
  if (reported_on != NULL)
    g_assert_cmpstr (sky_day_format (pattern->standing.reported_on, day), ==, reported_on);
}

static char *
say (const SkyPattern *pattern)
{
  g_autofree char *phrase = sky_pattern_sentence (pattern);

  return sky_phrase_english (phrase);
}

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

/* A patron wins 62 of 100 rounds at the better of even chances, another 47, as the table does on
 * the whole. Four days of ln L of 1/4 come to 15.2, where 12.83 report; three more to 11.0. */
static void
test_wins (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *sentence = NULL;
  const SkyPattern *patron;

  for (guint day = 0; day < 10; day++)
    {
      SkyCounts *counts =
          pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day);

      pattern_samples_add_wins (counts, "P9", 100, 62);
      pattern_samples_add_wins (counts, "P2", 100, 47);
      pattern_samples_add_wins (counts, NULL, 1000, 474);
    }
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  assert_stands (find_pattern (patterns, SKY_FAMILY_TABLE_WINS, NULL), "quiet", NULL);
  assert_stands (find_pattern (patterns, SKY_FAMILY_PATRON_WINS, "P2"), "quiet", NULL);
  assert_stands (find_pattern (patterns, SKY_FAMILY_PATRON_WINS, "P9"), "confirmed", "2023-09-07");
  patron = find_pattern (patterns, SKY_FAMILY_PATRON_WINS, "P9");
  sentence = say (patron);
  g_assert_cmpstr (
      sentence, ==,
      "In 400 rounds since 2023-09-04 patron P9 won $2,400.00; by chance it would be −$526.32 on "
      "average, with a standard deviation of $499.31. Chance gives such a report once in 7200 "
      "years "
      "of play or less often. 300 observations after the report confirmed it on 2023-09-10. This "
      "compares records, not intentions.");
  sky_pattern_write_json (patron, json);
  /* 1,000 rounds of -2500/19, and of 2500 squared by 360/361. */
  g_assert_nonnull (strstr (json->str, "\"gain\":600000,\"theory\":\"-2500000/19\","
                                       "\"variance\":\"2250000000000/361\""));
  g_assert_nonnull (strstr (json->str, "\"lead\":{\"kind\":\"win\",\"size\":\"1/4\"}"));
  g_assert_nonnull (strstr (json->str, "\"check\":\"patron.win\""));
}

/* What is won at a wheel of 37 pockets and at one of 38 adds up exactly. */
static void
test_wins_of_wheels (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autoptr (GString) json = g_string_new (NULL);
  SkyCounts *counts = pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY);

  pattern_samples_add_wins_of (counts, NULL, 37, 1, 1);
  pattern_samples_add_wins_of (counts, NULL, 38, 1, 1);
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  g_assert_cmpuint (patterns->patterns->len, ==, 1);
  sky_pattern_write_json (patterns->patterns->pdata[0], json);
  /* -2500/37 - 5000/38; and 12500000 less the squares of both. */
  g_assert_nonnull (strstr (json->str, "\"gain\":5000,\"theory\":\"-140000/703\","
                                       "\"variance\":\"6166800000000/494209\""));
}

/* What each size gathered, of a patron's win, gives the same R and C, and nothing else does. */
static void
test_record_of_money (void)
{
  g_autoptr (GPtrArray) logs = pattern_samples_new ();
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autofree char *record = NULL;
  g_autofree char *cause = NULL;
  guint n = 0;

  for (guint day = 0; day < 20; day++)
    pattern_samples_add_wins (
        pattern_samples_add_log (logs, "RO-01", "roulette", MONDAY + (SkyDay) day), "P9", 100,
        day < 7 ? 50 : 62);
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  record = sky_pattern_dup_record (find_pattern (patterns, SKY_FAMILY_PATRON_WINS, "P9"));
  g_test_message ("%s", record);
  if (!does_follow (record, &cause))
    g_error ("%s: %s", record, cause);
  /* The first digits of the greatest size: of the last week before the report, and after it. */
  for (char *at = strstr (record, "\"ln_l\":"); at != NULL; at = strstr (at, "\"ln_l\":"))
    {
      char *last = g_strrstr_len (at, strchr (at, ']') - at, ",\"");
      g_autofree char *why = NULL;
      char digit;

      last += strcspn (last, "0123456789");
      digit = *last;
      *last = digit == '9' ? '1' : (char) (digit + 1);
      g_assert_false (does_follow (record, &why));
      *last = digit;
      n++;
      at = strchr (at, ']');
    }
  g_assert_cmpuint (n, >=, 3);
}

/* Rounds of up to five wagers at even chances and on single results; patrons and nobody own them as
 * @is_owned says. */
static SkyCounts *
draw_rounds (guint32 seed, gboolean is_owned)
{
  static const char *const players[] = { "P1", "P2", "P3" };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  SkyCounts *counts = sky_counts_new ();
  SkyWinResults results = { 0 };
  SkyWinWager wagers[5];
  guint shapes[6];

  sky_win_results_add (&results, 0, 18);
  sky_win_results_add (&results, 1, 18);
  sky_win_results_add (&results, 2, 2);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      SkyWinShape shape = { .part = 100,
                            .n_levels = 1,
                            .levels = { { 1u << i % 3, 200 + 50 * i } } };

      shape.system = sky_win_rounds_add_system (counts->money, &results);
      shapes[i] = sky_win_rounds_add_shape (counts->money, &shape);
    }
  for (guint round = 0; round < 200; round++)
    {
      const guint n = (guint) g_rand_int_range (random, 1, G_N_ELEMENTS (wagers) + 1);

      for (guint i = 0; i < n; i++)
        {
          const gint owner = g_rand_int_range (random, -2, G_N_ELEMENTS (players));

          wagers[i] = (SkyWinWager){
            .shape = shapes[g_rand_int_range (random, 0, G_N_ELEMENTS (shapes))],
            .times = g_rand_int_range (random, 1, 500),
            .owner = is_owned && owner >= 0
                         ? sky_win_rounds_add_player (counts->money, players[owner])
                         : 0,
          };
        }
      sky_win_rounds_add (counts->money, (guint) g_rand_int_range (random, 0, 3), wagers, n);
    }
  return counts;
}

static void
weigh_table (const SkyCounts *counts, const gboolean *wanted, SkyWinSum *sum)
{
  g_autoptr (GArray) table_wins = sky_win_counts_array_new ();
  g_autoptr (GArray) patron_wins = sky_win_counts_array_new ();

  sky_win_weigh_rounds (counts->money, wanted, table_wins, patron_wins);
  g_assert_cmpuint (table_wins->len, ==, 1);
  *sum = g_array_index (table_wins, SkyWinCounts, 0).sum;
}

/* Whose wagers they are makes no difference to the table, nor who of them is asked for. */
static void
test_table_of_any_owners (void)
{
  static const gboolean one_wanted[] = { FALSE, TRUE, FALSE };

  for (guint32 seed = 1; seed <= 50; seed++)
    {
      g_autoptr (SkyCounts) owned = draw_rounds (seed, TRUE);
      g_autoptr (SkyCounts) unowned = draw_rounds (seed, FALSE);
      SkyWinSum of_owned, of_unowned, of_wanted;

      weigh_table (owned, NULL, &of_owned);
      weigh_table (owned, one_wanted, &of_wanted);
      weigh_table (unowned, NULL, &of_unowned);
      g_assert_cmpmem (&of_owned, sizeof of_owned, &of_unowned, sizeof of_unowned);
      g_assert_cmpmem (&of_wanted, sizeof of_wanted, &of_unowned, sizeof of_unowned);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wins/reported", test_wins);
  g_test_add_func ("/wins/wheels", test_wins_of_wheels);
  g_test_add_func ("/wins/record", test_record_of_money);
  g_test_add_func ("/wins/owners", test_table_of_any_owners);
  return g_test_run ();
}
