/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of a simulated day at a table of cards, whose recording is read: each deal is read as it
 * was recorded, what the pictures were made to show otherwise is found and nothing else is, and
 * what is read does not depend on the record. */
#include "config.h"

#include "../remove-tree.h"
#include "sky-archive.h"
#include "sky-sight-account.h"
#include "sky-sight-audit.h"
#include "sky-sight-results.h"
#include "sky-sim-footage.h"
#include "sky-simulate.h"

#include <string.h>

typedef struct
{
  SkyGameId game;
  guint rounds;
  guint64 seed;
  guint contradictions;
  guint least; /* of a hundred results, how many must be read */
} Case;

static const Case casino_war = { SKY_GAME_CASINO_WAR, 2, 1, 1, 95 };
static const Case more_casino_war = { SKY_GAME_CASINO_WAR, 5, 3, 2, 95 };
/* When the last street is turned all hands lie open. */
static const Case raise_it_up = { SKY_GAME_RAISE_IT_UP, 2, 4, 1, 95 };

typedef struct
{
  char *folder;
  char *archive;
} Fixture;

/* What was read of all results. */
typedef struct
{
  guint n;
  guint verdicts[SKY_N_SIGHT_VERDICTS];
  guint n_planted;   /* contradictions that the pictures have */
  guint n_found;     /* of those */
  GString *readings; /* without the record */
} Read;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Case *test = data;
  const SkySimulateOptions options = { .game = test->game,
                                       .rounds = test->rounds,
                                       .tables = 1,
                                       .seed = test->seed,
                                       .draw = sky_sim_footage_write,
                                       .whole_throws = TRUE,
                                       .contradictions = test->contradictions,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("skyward-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->archive = g_build_filename (fixture->folder, "archive", NULL);
  sky_simulate (&options, fixture->archive, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->archive);
}

static char *
read_text (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Whether the pictures were made to show another card at the result @seq. */
static gboolean
is_planted (const char *planted, guint64 seq)
{
  g_autofree char *member = g_strdup_printf ("\"seq\":%" G_GUINT64_FORMAT ",", seq);

  return strstr (planted, member) != NULL;
}

static void
add_reading (GString *text, const SkySightReading *reading)
{
  g_string_append_printf (text,
                          "%d %.17g %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u:", reading->reason,
                          reading->probability, reading->first, reading->last, reading->n_pictures);
  for (guint i = 0; i < reading->n_values; i++)
    g_string_append_printf (text, " %u@%d,%d+%d+%d", reading->values[i], reading->boxes[i].x,
                            reading->boxes[i].y, reading->boxes[i].width, reading->boxes[i].height);
  g_string_append_c (text, '\n');
}

static Read
read_all (const Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (fixture->archive, &error);
  g_assert_no_error (error);
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_assert_no_error (error);
  g_autoptr (SkySightArchive) sight = sky_sight_archive_new (archive, &error);
  g_assert_no_error (error);
  g_autoptr (GArray) results = sky_sight_list_results (log);
  g_autofree char *list = g_build_filename (fixture->archive, "planted-pictures.json", NULL);
  g_autofree char *planted =
      g_file_test (list, G_FILE_TEST_EXISTS) ? read_text (list) : g_strdup ("");
  Read read = { .n = results->len, .readings = g_string_new (NULL) };

  for (guint i = 0; i < results->len; i++)
    {
      const SkySightResult *result = &g_array_index (results, SkySightResult, i);
      g_autoptr (GArray) readings = sky_sight_archive_read (sight, sky_log_get_header (log)->table,
                                                            &result->stretch, NULL, &error);
      SkySightReason why;

      g_assert_no_error (error);
      SkySightReading reading =
          sky_sight_unite ((const SkySightReading *) readings->data, readings->len);
      SkySightVerdict verdict = sky_sight_judge (result, &reading, &why);
      g_autofree char *recorded =
          sky_sight_values_text (SKY_SIGHT_CARDS, result->recorded, result->n_recorded);
      g_autofree char *seen =
          sky_sight_values_text (SKY_SIGHT_CARDS, reading.values, reading.n_values);
      g_test_message ("seq %" G_GUINT64_FORMAT ": %s, %s; recorded %s, seen %s, %.4f", result->seq,
                      sky_sight_verdict_to_name (verdict), sky_sight_reason_to_name (why), recorded,
                      seen, reading.probability);
      read.verdicts[verdict]++;
      read.n_planted += is_planted (planted, result->seq);
      read.n_found += verdict == SKY_SIGHT_CONTRADICTS && is_planted (planted, result->seq);
      add_reading (read.readings, &reading);
    }
  return read;
}

/* Each card of the log becomes the next of its suit. */
static void
change_record (const Fixture *fixture)
{
  static const char ranks[] = "23456789TJQKA2";
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (fixture->archive, &error);
  g_assert_no_error (error);
  g_autofree char *text = read_text (archive->logs[0]);

  for (char *at = strstr (text, "\"card"); at != NULL; at = strstr (at + 1, "\"card"))
    for (char *card = strchr (at, ':') + 1; *card != '}' && *card != ','; card++)
      if (*card == '"' && strchr (ranks, card[1]) != NULL && card[1] != '\0')
        {
          card[1] = strchr (ranks, card[1])[1];
          card += 3;
        }
  g_file_set_contents (archive->logs[0], text, -1, &error);
  g_assert_no_error (error);
}

static void
test_read (Fixture *fixture, gconstpointer data)
{
  const Case *test = data;
  Read first = read_all (fixture);

  g_assert_cmpuint (first.n_planted, ==, test->contradictions);
  g_assert_cmpuint (first.verdicts[SKY_SIGHT_CONTRADICTS], ==, first.n_found);
  g_assert_cmpuint (first.n_found, ==, first.n_planted);
  g_assert_cmpuint (first.verdicts[SKY_SIGHT_AGREES] * 100, >=,
                    (first.n - first.n_planted) * test->least);

  /* Blind: the record is another, and the readings are the same, byte for byte. */
  change_record (fixture);
  Read second = read_all (fixture);
  g_assert_cmpuint (second.n, ==, first.n);
  g_assert_cmpstr (second.readings->str, ==, first.readings->str);
  g_assert_cmpuint (second.verdicts[SKY_SIGHT_AGREES], ==, 0);
  g_string_free (first.readings, TRUE);
  g_string_free (second.readings, TRUE);
}

/* The findings say what the log has and what the camera shows, and testimony is kept of each deal.
 */
static void
test_audit (Fixture *fixture, gconstpointer data)
{
  const Case *test = data;
  static const gint go_on = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (fixture->archive, &error);
  g_assert_no_error (error);
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_assert_no_error (error);
  const SkyAuditOptions options = { .staff = archive->staff };
  g_autoptr (SkyLogAudit) audit = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);
  g_autoptr (SkySightArchive) sight = sky_sight_archive_new (archive, &error);
  g_assert_no_error (error);
  guint n = 0;

  g_assert_true (sky_sight_audit (sight, audit, NULL, NULL, &go_on, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];
      g_autofree char *said = sky_phrase_english (finding->explanation);

      if (finding->check != SKY_CHECK_SIGHT_CONTRADICTS)
        continue;
      g_test_message ("%s %s %s", said, finding->recorded, finding->recomputed);
      g_assert_nonnull (strstr (said, "The log has the cards "));
      g_assert_true (g_str_has_prefix (finding->recorded, "{\"cards\":[\""));
      n++;
    }
  g_assert_cmpuint (n, ==, test->contradictions);
  g_assert_cmpuint (audit->testimony->len, >, n);
  for (guint i = 0; i < audit->testimony->len; i++)
    {
      const SkyTestimony *testimony = audit->testimony->pdata[i];
      g_autoptr (SkySightAccount) account = sky_sight_account_parse (testimony->content);

      g_assert_nonnull (account);
      g_assert_cmpint (account->kind, ==, SKY_SIGHT_CARDS);
      g_assert_cmpint (account->verdict, ==, testimony->verdict);
      g_assert_cmpuint (account->n_recorded, >=, 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/card-recording/casino-war", Fixture, &casino_war, set_up, test_read, tear_down);
  g_test_add ("/card-recording/audit", Fixture, &casino_war, set_up, test_audit, tear_down);
  if (g_test_slow ())
    {
      g_test_add ("/card-recording/more", Fixture, &more_casino_war, set_up, test_read, tear_down);
      g_test_add ("/card-recording/raise-it-up", Fixture, &raise_it_up, set_up, test_read,
                  tear_down);
    }
  return g_test_run ();
}
