/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds are numbered through in their log, so that the logs' counts lead to any position. */
#include "config.h"

#include "sky-finding-query.h"
#include "sky-store-private.h"

#define COLUMNS                                                                                    \
  "SELECT r.log, r.position, l.property, l.table_name, l.game, l.gaming_day, r.n_findings,"        \
  " r.round, r.first_seq, r.last_seq, r.start_at, r.end_at, r.offset, r.length, r.first_line,"     \
  " r.n_wagers, r.complete FROM logs l CROSS JOIN rounds r WHERE r.log = l.id "

static SkyStoredRound *
read_round (SkyStatement *row)
{
  SkyStoredRound *round = g_new0 (SkyStoredRound, 1);

  round->log = sky_statement_int (row, 0);
  round->position = sky_statement_int (row, 1);
  round->property = g_strdup (sky_statement_text (row, 2));
  round->table = g_strdup (sky_statement_text (row, 3));
  round->game = g_strdup (sky_statement_text (row, 4));
  round->gaming_day = sky_statement_int (row, 5);
  round->n_findings = sky_statement_int (row, 6);
  round->round = sky_statement_int (row, 7);
  round->first_seq = sky_statement_int (row, 8);
  round->last_seq = sky_statement_int (row, 9);
  round->start = sky_statement_int (row, 10);
  round->end = sky_statement_int (row, 11);
  round->offset = sky_statement_int (row, 12);
  round->length = sky_statement_int (row, 13);
  round->first_line = sky_statement_int (row, 14);
  round->n_wagers = sky_statement_int (row, 15);
  round->complete = sky_statement_int (row, 16) != 0;
  return round;
}

static gboolean
read_rounds (SkyStatement *statement, GPtrArray *rounds, GError **error)
{
  gboolean row;

  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return TRUE;
      g_ptr_array_add (rounds, read_round (statement));
    }
  return FALSE;
}

GPtrArray *
sky_store_list_rounds (SkyStore *self, gint64 log, SkyTime start, SkyTime end, GError **error)
{
  g_autoptr (GPtrArray) rounds =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_round_free);
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (self,
                                 COLUMNS "AND l.id = ?1 AND r.end_at >= ?2 AND r.start_at <= ?3 "
                                         "ORDER BY r.position",
                                 error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, log);
  sky_statement_put_int (statement, start);
  sky_statement_put_int (statement, start != SKY_TIME_NONE ? end : G_MAXINT64);
  return read_rounds (statement, rounds, error) ? g_steal_pointer (&rounds) : NULL;
}

SkyStoredRound *
sky_store_get_round (SkyStore *self, gint64 log, gint64 round, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (
      self, COLUMNS "AND l.id = ? AND r.round = ? ORDER BY r.position LIMIT 1", error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, log);
  sky_statement_put_int (statement, round);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  if (!row)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                        "the log has no round %" G_GINT64_FORMAT, round);
      return NULL;
    }
  return read_round (statement);
}

gboolean
sky_store_count_rounds (SkyStore *self,
                        const SkyFindingFilter *filter,
                        gboolean with_findings,
                        guint64 *count,
                        GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gint64 sum;

  *count = 0;
  statement = sky_statement_get (self,
                                 "SELECT coalesce (sum (CASE WHEN :with_findings = 1"
                                 " THEN l.n_rounds_with_findings ELSE l.n_rounds END), 0) "
                                 "FROM logs l INDEXED BY logs_in_order WHERE " SKY_LOG_FILTER,
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, filter);
  sky_statement_set_int (statement, ":with_findings", with_findings != FALSE);
  if (!sky_statement_get_int (statement, &sum, NULL, error))
    return FALSE;
  *count = sum;
  return TRUE;
}

#define ALL_FORWARD COLUMNS "AND l.id = ?1 AND r.position >= ?2 ORDER BY r.position LIMIT ?3"
#define ALL_BACKWARD                                                                               \
  COLUMNS "AND l.id = ?1 AND r.position < l.n_rounds - ?2 ORDER BY r.position DESC LIMIT ?3"
#define SOME_FORWARD                                                                               \
  COLUMNS "AND l.id = ?1 AND r.n_findings > 0 ORDER BY r.position LIMIT ?3 OFFSET ?2"
#define SOME_BACKWARD                                                                              \
  COLUMNS "AND l.id = ?1 AND r.n_findings > 0 ORDER BY r.position DESC LIMIT ?3 OFFSET ?2"

/* Adds at most @limit rounds of a log, after @skip of them. */
static gboolean
page_of_log (SkyStore *store,
             gint64 log,
             gboolean with_findings,
             gboolean descending,
             guint64 skip,
             guint64 limit,
             GPtrArray *page,
             GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  if (with_findings)
    statement = sky_statement_get (store, descending ? SOME_BACKWARD : SOME_FORWARD, error);
  else
    statement = sky_statement_get (store, descending ? ALL_BACKWARD : ALL_FORWARD, error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, log);
  sky_statement_put_int (statement, skip);
  sky_statement_put_int (statement, limit);
  return read_rounds (statement, page, error);
}

#define LOGS                                                                                       \
  "SELECT l.id, CASE WHEN :with_findings = 1 THEN l.n_rounds_with_findings ELSE l.n_rounds END "   \
  "FROM logs l INDEXED BY logs_in_order WHERE " SKY_LOG_FILTER
#define LOGS_FORWARD LOGS "ORDER BY " SKY_LOG_ORDER
#define LOGS_BACKWARD                                                                              \
  LOGS "ORDER BY l.table_name DESC, l.gaming_day DESC, l.property DESC, l.game DESC"

GPtrArray *
sky_store_rounds_page (SkyStore *self,
                       const SkyFindingFilter *filter,
                       gboolean with_findings,
                       gboolean descending,
                       guint64 offset,
                       guint limit,
                       GError **error)
{
  g_autoptr (GPtrArray) page =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_round_free);
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  g_autoptr (SkyStatement) logs = NULL;
  gboolean row;

  if (!sky_store_snapshot_begin (&snapshot, self, error))
    return NULL;
  logs = sky_statement_get (self, descending ? LOGS_BACKWARD : LOGS_FORWARD, error);
  if (logs == NULL)
    return NULL;
  sky_statement_set_filter (logs, filter);
  sky_statement_set_int (logs, ":with_findings", with_findings != FALSE);
  while (page->len < limit)
    {
      guint64 count;

      if (!sky_statement_next (logs, &row, error))
        return NULL;
      if (!row)
        break;
      count = sky_statement_int (logs, 1);
      if (offset >= count)
        {
          offset -= count;
          continue;
        }
      if (!page_of_log (self, sky_statement_int (logs, 0), with_findings, descending, offset,
                        limit - page->len, page, error))
        return NULL;
      offset = 0;
    }
  return g_steal_pointer (&page);
}
