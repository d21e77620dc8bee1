/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "pattern-samples.h"

#include "private-postgres.h"
#include "sky-pattern-json.h"
#include "sky-store-audit.h"
#include "sky-store-grant.h"

#include <string.h>

GPtrArray *
pattern_samples_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_counts_free);
}

SkyCounts *
pattern_samples_add_log (GPtrArray *logs, const char *table, const char *game, SkyDay day)
{
  SkyLogCounts *log = g_new0 (SkyLogCounts, 1);

  log->log = logs->len + 1;
  log->property = g_strdup ("Keystone");
  log->table = g_ref_string_new_intern (table);
  log->game = g_strdup (game);
  log->gaming_day = day;
  log->counts = sky_counts_new ();
  g_ptr_array_add (logs, log);
  return log->counts;
}

void
pattern_samples_add_wins_of (
    SkyCounts *counts, const char *player, guint n_ways, guint n_rounds, guint n_won)
{
  SkyWinResults results = { 0 };
  SkyWinShape shape = { .part = 2500, .n_levels = 1, .levels = { { 1, 5000 } } };
  SkyWinWager wager = { .times = 1 };

  sky_win_results_add (&results, 0, 18);
  sky_win_results_add (&results, 1, n_ways - 18);
  shape.system = sky_win_rounds_add_system (counts->money, &results);
  wager.shape = sky_win_rounds_add_shape (counts->money, &shape);
  wager.owner = player != NULL ? sky_win_rounds_add_player (counts->money, player) : 0;
  for (guint i = 0; i < n_rounds; i++)
    sky_win_rounds_add (counts->money, i >= n_won, &wager, 1);
}

void
pattern_samples_add_wins (SkyCounts *counts, const char *player, guint n_rounds, guint n_won)
{
  pattern_samples_add_wins_of (counts, player, 38, n_rounds, n_won);
}

SkyStore *
pattern_samples_open_as (const char *uri, SkyStore *owner, const char *prefix, const char *kind)
{
  g_autofree char *role = g_strdup_printf ("%s_%s", prefix, kind);
  g_autofree char *made = g_strdup_printf ("CREATE ROLE %s LOGIN", role);
  g_autofree char *as = g_strconcat ("postgresql://", role, strchr (uri, '@'), NULL);
  g_autoptr (GError) error = NULL;
  SkyStore *store;

  g_free (private_postgres_run (uri, made));
  g_assert_true (sky_store_grant (owner, role, kind, NULL, &error));
  g_assert_no_error (error);
  store = sky_store_open (as, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  return store;
}

char *
pattern_samples_to_json (const SkyPatterns *patterns)
{
  GString *json = g_string_new (NULL);

  for (guint i = 0; i < patterns->patterns->len; i++)
    sky_pattern_write_json (patterns->patterns->pdata[i], json);
  for (guint i = 0; i < patterns->summaries->len; i++)
    sky_pattern_summary_write_json (patterns->summaries->pdata[i], json);
  return g_string_free (json, FALSE);
}

void
pattern_samples_audit (const char *folder, SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (folder, &error);

  g_assert_no_error (error);
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      const SkyAuditOptions options = { .want_state = TRUE };
      g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[i], &error);
      g_autoptr (SkyLogAudit) audit = NULL;

      g_assert_no_error (error);
      audit = sky_audit_log (log, &options, &error);
      g_assert_no_error (error);
      g_assert_true (sky_store_write_audit (store, archive, "x", audit, "test", NULL, &error));
      g_assert_no_error (error);
    }
}
