/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings that an audit made and a later one of the same log does not make any more. */
#include "config.h"

#include "sky-look.h"

#include <string.h>

#include "sky-store-private.h"

#define COLUMNS                                                                                    \
  "key, withdrawn_at, log, archive, property, table_name, game, gaming_day, state, check_name,"    \
  " queue, severity, section, seq, at, round, wager, seat, reading, variance, recorded,"           \
  " recomputed, explanation, line, \"offset\""
#define VALUES                                                                                     \
  ":key, :now, l.id, a.path, l.property, l.table_name, l.game, l.gaming_day, f.state, c.name,"     \
  " c.queue, c.severity, f.section, f.seq, f.at, f.round, f.wager, f.seat, f.reading, f.variance," \
  " f.recorded, f.recomputed, f.explanation, f.line, f.offset "                                    \
  "FROM findings f JOIN checks c ON c.id = f.check_id JOIN logs l ON l.id = f.log "                \
  "JOIN archives a ON a.id = l.archive WHERE f.id = :id"
#define WITHDRAW "INSERT OR REPLACE INTO withdrawn (" COLUMNS ") SELECT " VALUES
#define WITHDRAW_POSTGRES                                                                          \
  "WITH s AS (UPDATE store SET last_withdrawal = last_withdrawal + 1 RETURNING last_withdrawal) "  \
  "INSERT INTO withdrawn (number, " COLUMNS ") SELECT (SELECT last_withdrawal FROM s), " VALUES

static gboolean
forget (SkyStore *self, const char *key, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self, "DELETE FROM withdrawn WHERE key = ?", error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, key);
  return sky_statement_run (statement, error);
}

gboolean
sky_store_withdraw (SkyStore *self,
                    gint64 log,
                    const char *prefix,
                    GHashTable *before,
                    GHashTable *now,
                    GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  GHashTableIter iter;
  gpointer rest;
  gpointer id;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &rest, &id))
    {
      g_autofree char *whole = NULL;

      if (now != NULL && g_hash_table_contains (now, rest))
        continue;
      if (statement == NULL)
        statement = sky_statement_get_either (self, WITHDRAW, WITHDRAW_POSTGRES, error);
      if (statement == NULL)
        return FALSE;
      whole = g_strconcat (prefix, rest, NULL);
      sky_statement_set_text (statement, ":key", whole);
      sky_statement_set_int (statement, ":now", g_get_real_time ());
      sky_statement_set_int (statement, ":id", *(gint64 *) id);
      if (!sky_statement_run (statement, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
sky_store_bring_back (SkyStore *self, const char *prefix, GHashTable *now, GError **error)
{
  g_autoptr (SkyStatement) list = NULL;
  g_autoptr (GPtrArray) back = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *behind = g_strdup (prefix);
  gboolean row = TRUE;

  /* The prefix ends in "/", behind which "0" comes. */
  behind[strlen (behind) - 1] = '0';
  list = sky_statement_get (self, "SELECT key FROM withdrawn WHERE key >= ? AND key < ?", error);
  if (list == NULL)
    return FALSE;
  sky_statement_put_text (list, prefix);
  sky_statement_put_text (list, behind);
  while (row)
    {
      const char *key;

      if (!sky_statement_next (list, &row, error))
        return FALSE;
      key = row ? sky_statement_text (list, 0) : NULL;
      if (row && g_hash_table_contains (now, key + strlen (prefix)))
        g_ptr_array_add (back, g_strdup (key));
    }
  for (guint i = 0; i < back->len; i++)
    if (!forget (self, back->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* --- Lists ------------------------------------------------------------------------------------ */

#define WANTED                                                                                     \
  "FROM withdrawn w WHERE (:archive IS NULL OR w.archive = :archive)"                              \
  " AND (:property IS NULL OR w.property = :property)"                                             \
  " AND (:table IS NULL OR w.table_name = :table) AND (:game IS NULL OR w.game = :game)"           \
  " AND w.gaming_day BETWEEN :first_day AND :last_day"                                             \
  " AND (:severities = 0 OR (:severities >> " SKY_SEVERITY_BY (                                    \
      "w.reading >= 256", "w.severity") ") & 1 = 1)"                                               \
                                        " AND (:check IS NULL OR glob (:check, w.check_name))"     \
                                        " AND (:changed = 0 OR w.number > :since_withdrawal) "

static void
set_wanted (SkyStatement *statement, const SkyFindingFilter *filter)
{
  sky_statement_set_filter (statement, filter);
  sky_statement_set_int (statement, ":changed", filter->changed);
  sky_statement_set_int (statement, ":since_withdrawal", filter->since.withdrawal);
}

gboolean
sky_store_count_withdrawn (SkyStore *self,
                           const SkyFindingFilter *filter,
                           guint64 *n,
                           GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, "SELECT count (*) " WANTED, error);
  gint64 count;

  *n = 0;
  if (statement == NULL)
    return FALSE;
  set_wanted (statement, filter);
  if (!sky_statement_get_int (statement, &count, NULL, error))
    return FALSE;
  *n = (guint64) count;
  return TRUE;
}

static SkyStoredFinding *
read_withdrawn (SkyStatement *row)
{
  SkyStoredFinding *finding = sky_stored_finding_read (row);

  finding->key = g_strdup (sky_statement_text (row, SKY_N_FINDING_COLUMNS));
  finding->withdrawn = sky_statement_int (row, SKY_N_FINDING_COLUMNS + 1);
  return finding;
}

GPtrArray *
sky_store_withdrawn_page (
    SkyStore *self, const SkyFindingFilter *filter, guint64 offset, guint limit, GError **error)
{
  g_autoptr (GPtrArray) page =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_finding_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (
      self,
      "SELECT coalesce ((SELECT id FROM logs WHERE id = w.log), 0),"
      " w.property, w.table_name, w.game, w.gaming_day, w.state, w.check_name, w.queue,"
      " w.severity, w.section, w.seq, w.at, w.round, w.wager, w.seat, w.reading, w.variance,"
      " w.recorded, w.recomputed, w.explanation, w.line, w.offset, w.key, w.withdrawn_at " WANTED
      "ORDER BY w.number DESC LIMIT :limit OFFSET :skip",
      error);
  if (statement == NULL)
    return NULL;
  set_wanted (statement, filter);
  sky_statement_set_int (statement, ":limit", limit);
  sky_statement_set_int (statement, ":skip", (gint64) offset);
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&page);
      g_ptr_array_add (page, read_withdrawn (statement));
    }
  return NULL;
}
