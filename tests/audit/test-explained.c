/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every round of the golden corpus can be explained: each wager that lay on the table is told, and
 * each section that a step or a finding cites has its summary. */
#include "config.h"

#include "sky-audit.h"
#include "sky-section.h"

static void
assert_told (const char *path, const char *section)
{
  if (section != NULL && *section != '\0' && sky_section_find (section) == NULL)
    g_error ("%s: section %s has no summary", path, section);
}

static void
explain_round (SkyLog *log, const SkyRound *round)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) steps = sky_audit_explain (log, round->round, NULL, &error);
  guint placed = 0;
  guint64 before = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < steps->len; i++)
    {
      const SkyStep *step = steps->pdata[i];
      g_autofree char *text = sky_phrase_english (step->text);

      g_assert_cmpuint (step->seq, >=, before);
      before = step->seq;
      g_assert_true (g_str_has_suffix (text, ".") || g_str_has_suffix (text, ")"));
      assert_told (sky_log_get_path (log), step->section);
      placed += step->seq >= round->first_seq && step->wager != NULL
                && g_strstr_len (text, -1, " placed by seat ") != NULL;
    }
  g_assert_cmpuint (placed, ==, round->n_wagers);
}

/* What decided the wager names the reading that it rests on, as the finding does. */
static void
assert_reading_told (SkyLog *log, const SkyFinding *finding)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) steps = sky_audit_explain (log, finding->round, finding->wager, &error);
  g_autofree char *reading = g_strdup_printf (" (reading R%u)", finding->reading);
  guint told = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < steps->len; i++)
    {
      const SkyStep *step = steps->pdata[i];
      g_autofree char *text = sky_phrase_english (step->text);

      told += step->section != NULL && !g_str_has_prefix (text, "settle.")
              && g_strstr_len (text, -1, reading) != NULL;
    }
  g_test_message ("%s: %s in round %" G_GINT64_FORMAT, finding->wager, reading, finding->round);
  g_assert_cmpuint (told, >, 0);
}

static void
test_log (gconstpointer data)
{
  const char *path = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_autoptr (SkyLogAudit) audit = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  g_assert_no_error (error);
  audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];

      assert_told (path, finding->section);
      if (finding->reading != 0 && finding->has_variance && finding->wager != NULL)
        assert_reading_told (log, finding);
    }
  for (guint i = 0; i < audit->rounds->len; i++)
    {
      SkyRound *round = &g_array_index (audit->rounds, SkyRound, i);

      if (g_hash_table_add (seen, &round->round))
        explain_round (log, round);
    }
}

static guint
add_logs (const char *folder, const char *game)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  guint n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".tel.jsonl"))
      {
        g_autofree char *test = g_strdup_printf ("/explained/%s/%s", game, name);

        g_test_add_data_func_full (test, g_build_filename (folder, name, NULL), test_log, g_free);
        n++;
      }
  return n;
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      const char *name = sky_game_id_to_name (game);
      g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", name, NULL);

      if (add_logs (folder, name) == 0)
        g_error ("%s holds no golden case", folder);
    }
  return g_test_run ();
}
