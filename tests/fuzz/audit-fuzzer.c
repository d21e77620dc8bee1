/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fuzz-target.h"

#include "sky-audit.h"
#include "sky-replay.h"

static char *
findings_of (SkyLog *log, const SkyLogAudit *audit)
{
  GString *json = g_string_new (NULL);

  for (guint i = 0; i < audit->findings->len; i++)
    {
      sky_finding_write_json (g_ptr_array_index (audit->findings, i), sky_log_get_header (log),
                              json);
      g_string_append_c (json, '\n');
    }
  g_assert_true (g_utf8_validate (json->str, (gssize) json->len, NULL));
  return g_string_free (json, FALSE);
}

/* No quarantined line goes without its finding. */
static void
look_for_quarantined (SkyLog *log, const SkyLogAudit *audit)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  g_autoptr (GHashTable) told = g_hash_table_new (g_direct_hash, g_direct_equal);
  const SkyLine *line;

  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = g_ptr_array_index (audit->findings, i);

      if (finding->check == SKY_CHECK_LOG_MALFORMED_LINE && finding->line != 0)
        g_assert_true (g_hash_table_add (told, GSIZE_TO_POINTER (finding->line)));
    }
  while ((line = sky_log_reader_next (reader)) != NULL)
    g_assert_true ((line->kind == SKY_LINE_QUARANTINED)
                   == g_hash_table_contains (told, GSIZE_TO_POINTER (line->number)));
}

/* Any round can be explained, and the table shown as it lay at its beginning and end. */
static void
look_around (SkyLog *log, const SkyLogAudit *audit)
{
  g_autoptr (SkyReplay) replay = sky_replay_new (log);

  for (guint i = 0; i < MIN (audit->rounds->len, 4); i++)
    {
      const SkyRound *round = &g_array_index (audit->rounds, SkyRound, i);
      g_autoptr (SkyScene) end = sky_replay_at (replay, round->end);
      g_autoptr (SkyScene) start = sky_replay_at (replay, round->start);
      g_autoptr (SkyScene) first = sky_replay_at_seq (replay, round->first_seq);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) steps = sky_audit_explain (log, round->round, NULL, &error);

      g_assert_true (start != NULL && end != NULL && first != NULL);
      g_assert_true ((steps == NULL) == (error != NULL));
    }
}

/* The same log has the same findings again. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "fuzz.tel.jsonl", NULL);
  g_autoptr (SkyLogAudit) audit = NULL;
  g_autoptr (SkyLogAudit) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *findings = NULL;
  g_autofree char *findings_again = NULL;
  SkyAuditOptions options = { 0 };

  if (log == NULL)
    return 0;

  audit = sky_audit_log (log, &options, &error);
  if (g_error_matches (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_NO_GAME))
    return 0;
  g_assert_no_error (error);
  again = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);
  findings = findings_of (log, audit);
  findings_again = findings_of (log, again);
  g_assert_cmpstr (findings, ==, findings_again);

  look_for_quarantined (log, audit);
  look_around (log, audit);
  return 0;
}
