/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-query.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-finding-listing.h"
#include "sky-second.h"

/* What the totals of the archives tell. */
#define TOTALS                                                                                     \
  "SELECT c.queue, t.state, t.n FROM totals t CROSS JOIN checks c WHERE c.id = t.check_id "        \
  "AND (:archive IS NULL OR t.archive = (SELECT id FROM archives WHERE path = :archive))"          \
  " AND " SKY_CHECK_FILTER "AND " SKY_STATE_FILTER ("t.state")

static gboolean
read_totals (SkyStore *store,
             const SkyFindingFilter *filter,
             SkyFindingCounts *counts,
             GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, TOTALS, error);
  gboolean row;

  memset (counts, 0, sizeof *counts);
  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, filter);
  while (sky_statement_next (statement, &row, error))
    {
      gint64 queue;
      gint64 state;

      if (!row)
        return TRUE;
      queue = sky_statement_int (statement, 0);
      state = sky_statement_int (statement, 1);
      if (queue < 0 || queue >= SKY_N_QUEUES || state < 0 || state >= SKY_N_REVIEW_STATES)
        return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                                 "the store is damaged: there is no such queue or state");
      counts->counts[queue][state] += (guint64) sky_statement_int (statement, 2);
      counts->total += (guint64) sky_statement_int (statement, 2);
    }
  return FALSE;
}

gboolean
sky_store_count_findings (SkyStore *self,
                          const SkyFindingFilter *filter,
                          SkyFindingCounts *counts,
                          GError **error)
{
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  SkyFindingScan *scan;

  if (sky_finding_filter_is_of_totals (filter))
    return read_totals (self, filter, counts, error);
  if (!sky_store_snapshot_begin (&snapshot, self, error))
    return FALSE;
  scan = sky_finding_listing_get_scan (self, filter, error);
  if (scan == NULL)
    return FALSE;
  *counts = *sky_finding_scan_get_counts (scan);
  return TRUE;
}

#define FINDING_COLUMNS                                                                            \
  "SELECT f.log, l.property, l.table_name, l.game, l.gaming_day, f.state, c.name, c.queue,"        \
  " c.severity, f.section, f.seq, f.at, f.round, f.wager, f.seat, f.reading, f.variance,"          \
  " f.recorded, f.recomputed, f.explanation, f.line, f.offset, f.id, f.ordinal, l.number "
#define FINDING                                                                                    \
  FINDING_COLUMNS "FROM findings f CROSS JOIN checks c CROSS JOIN logs l "                         \
                  "WHERE c.id = f.check_id AND l.id = f.log AND "
/* Those of a page at once. */
#define FINDINGS_AT                                                                                \
  FINDING_COLUMNS                                                                                  \
  "FROM unnest (CAST (:logs AS bigint[]), CAST (:positions AS bigint[]))"                          \
  " WITH ORDINALITY AS p (log, position, place) CROSS JOIN findings f CROSS JOIN checks c "        \
  "CROSS JOIN logs l WHERE f.log = p.log AND f.position = p.position AND c.id = f.check_id"        \
  " AND l.id = f.log ORDER BY p.place"

static SkyStoredFinding *
read_finding (SkyStatement *row)
{
  SkyStoredFinding *finding = sky_stored_finding_read (row);

  finding->id = sky_statement_int (row, SKY_N_FINDING_COLUMNS);
  finding->by_eye = sky_statement_int (row, SKY_N_FINDING_COLUMNS + 2) >= SKY_LOG_BY_EYE;
  finding->key =
      sky_finding_key (finding->property, finding->table, finding->gaming_day, finding->game,
                       finding->check, finding->seq, finding->wager, finding->line,
                       sky_statement_int (row, SKY_N_FINDING_COLUMNS + 1));
  return finding;
}

SkyStoredFinding *
sky_store_get_finding (SkyStore *self, gint64 id, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, FINDING "f.id = ?", error);
  g_autoptr (GPtrArray) one =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_finding_free);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, id);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  if (!row)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                        "there is no finding %" G_GINT64_FORMAT, id);
      return NULL;
    }
  g_ptr_array_add (one, read_finding (statement));
  return sky_store_mark_awaiting (self, one, error) ? g_ptr_array_steal_index (one, 0) : NULL;
}

SkyStoredFinding *
sky_store_get_finding_by_key (SkyStore *self, const char *key, GError **error)
{
  gint64 id;

  if (!sky_store_look_up_finding (self, key, &id, error))
    return NULL;
  if (id == 0)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND, _ ("there is no finding %s"), key);
      return NULL;
    }
  return sky_store_get_finding (self, id, error);
}

static gboolean
is_not_there (SkyStore *store, GError **error)
{
  return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                           "the store is damaged: a finding that is listed is not there");
}

static gboolean
read_one_by_one (SkyStore *store, const GArray *places, GPtrArray *page, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, FINDING "f.log = ? AND f.position = ?", error);

  if (statement == NULL)
    return FALSE;
  for (guint i = 0; i < places->len; i++)
    {
      const SkyFindingPlace *place = &g_array_index (places, SkyFindingPlace, i);
      gboolean row;

      sky_statement_rewind (statement);
      sky_statement_put_int (statement, place->log);
      sky_statement_put_int (statement, place->position);
      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (!row)
        return is_not_there (store, error);
      g_ptr_array_add (page, read_finding (statement));
    }
  return TRUE;
}

static gboolean
read_at_once (SkyStore *store, const GArray *places, GPtrArray *page, GError **error)
{
  g_autoptr (GString) logs = g_string_new ("{");
  g_autoptr (GString) positions = g_string_new ("{");
  g_autoptr (SkyStatement) statement = sky_statement_get (store, FINDINGS_AT, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  for (guint i = 0; i < places->len; i++)
    {
      const SkyFindingPlace *place = &g_array_index (places, SkyFindingPlace, i);

      g_string_append_printf (logs, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", place->log);
      g_string_append_printf (positions, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", place->position);
    }
  sky_statement_set_text (statement, ":logs", g_string_append_c (logs, '}')->str);
  sky_statement_set_text (statement, ":positions", g_string_append_c (positions, '}')->str);
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return page->len == places->len || is_not_there (store, error);
      g_ptr_array_add (page, read_finding (statement));
    }
  return FALSE;
}

/* Of findings no picture was read: what sorts rounds by that leaves them in the record's order. */
static SkyFindingSort
of_findings (SkyFindingSort sort)
{
  return sort == SKY_FINDING_SORT_SIGHT ? SKY_FINDING_SORT_RECORD : sort;
}

GPtrArray *
sky_store_findings_page (SkyStore *self,
                         const SkyFindingFilter *filter,
                         SkyFindingSort sort,
                         gboolean descending,
                         guint64 offset,
                         guint limit,
                         GError **error)
{
  g_autoptr (GPtrArray) page =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_finding_free);
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  g_autoptr (GArray) places = NULL;

  if (!sky_store_snapshot_begin (&snapshot, self, error))
    return NULL;
  places = sky_finding_listing_get_places (self, filter, of_findings (sort), descending, offset,
                                           limit, error);
  if (places == NULL)
    return NULL;
  return (self->engine->is_remote ? read_at_once : read_one_by_one) (self, places, page, error)
                 && sky_store_mark_awaiting (self, page, error)
             ? g_steal_pointer (&page)
             : NULL;
}

gboolean
sky_store_find_position (SkyStore *self,
                         const SkyFindingFilter *filter,
                         SkyFindingSort sort,
                         gboolean descending,
                         gint64 id,
                         gint64 *position,
                         GError **error)
{
  g_auto (SkyStoreSnapshot) snapshot = { NULL };

  return sky_store_snapshot_begin (&snapshot, self, error)
         && sky_finding_listing_find (self, filter, of_findings (sort), descending, id, position,
                                      error);
}

/* The names in the first column of @statement's rows. */
static char **
read_names (SkyStatement *statement, GError **error)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  gboolean row;

  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_strv_builder_end (names);
      g_strv_builder_add (names, sky_statement_text (statement, 0));
    }
  return NULL;
}

/* From one name to the next, however often each of them played. SQLite makes rows until there are
 * enough, PostgreSQL until nobody asks for more. */
#define PATRONS                                                                                    \
  "WITH RECURSIVE patrons (name) AS ("                                                             \
  "SELECT min (player) FROM seatings WHERE player >= ?1 "                                          \
  "UNION ALL SELECT (SELECT min (player) FROM seatings WHERE player > name) FROM patrons"          \
  " WHERE substr (name, 1, length (?1)) = ?1 LIMIT ?2) "                                           \
  "SELECT name FROM patrons WHERE substr (name, 1, length (?1)) = ?1"
#define PATRONS_POSTGRES                                                                           \
  "WITH RECURSIVE patrons (name) AS ("                                                             \
  "SELECT min (player) FROM seatings WHERE player >= ?1 "                                          \
  "UNION ALL SELECT (SELECT min (player) FROM seatings WHERE player > name) FROM patrons"          \
  " WHERE substr (name, 1, length (?1)) = ?1) "                                                    \
  "SELECT name FROM patrons WHERE substr (name, 1, length (?1)) = ?1 LIMIT ?2"

char **
sky_store_list_patrons (SkyStore *self, const char *prefix, guint limit, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get_either (self, PATRONS, PATRONS_POSTGRES, error);

  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, prefix);
  sky_statement_put_int (statement, limit);
  return read_names (statement, error);
}
