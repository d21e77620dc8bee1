/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds are numbered through in their log, so that the logs' counts and the blocks' numbers lead
 * to any position. */
#include "config.h"

#include "sky-finding-query.h"
#include "sky-round-block.h"
#include "sky-store-private.h"

/* A log as its rounds tell it, as far as SELECT_LOG and LOGS read it. */
typedef struct
{
  gint64 id;
  char *property;
  char *table;
  char *game;
  SkyDay gaming_day;
  gboolean by_eye;
  guint64 n_rounds; /* that are asked for */
} Log;

#define LOG_COLUMNS "l.id, l.property, l.table_name, l.game, l.gaming_day, l.number"
#define SELECT_LOG  "SELECT " LOG_COLUMNS " FROM logs l WHERE l.id = ?"

static void
log_read (Log *self, SkyStatement *row)
{
  self->id = sky_statement_int (row, 0);
  self->property = g_strdup (sky_statement_text (row, 1));
  self->table = g_strdup (sky_statement_text (row, 2));
  self->game = g_strdup (sky_statement_text (row, 3));
  self->gaming_day = (SkyDay) sky_statement_int (row, 4);
  self->by_eye = sky_statement_int (row, 5) >= SKY_LOG_BY_EYE;
}

static void
log_clear (Log *self)
{
  g_free (self->property);
  g_free (self->table);
  g_free (self->game);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Log, log_clear)

/* Finds the log @id; self->id is 0 when there is none. */
static gboolean
log_find (Log *self, SkyStore *store, gint64 id, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, SELECT_LOG, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, id);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  if (row)
    log_read (self, statement);
  return TRUE;
}

static SkyStoredRound *
make_round (const Log *log, const SkyRoundBlock *block, guint index)
{
  SkyStoredRound *round = g_new0 (SkyStoredRound, 1);

  round->log = log->id;
  round->property = g_strdup (log->property);
  round->table = g_strdup (log->table);
  round->game = g_strdup (log->game);
  round->gaming_day = log->gaming_day;
  round->by_eye = log->by_eye;
  sky_round_block_get (block, index, round);
  return round;
}

GPtrArray *
sky_store_list_rounds (SkyStore *self, gint64 log, SkyTime start, SkyTime end, GError **error)
{
  g_autoptr (GPtrArray) rounds =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_round_free);
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  g_autoptr (SkyStatement) statement = NULL;
  g_auto (Log) of = { 0 };
  gboolean row;

  end = start != SKY_TIME_NONE ? end : G_MAXINT64;
  if (!sky_store_snapshot_begin (&snapshot, self, error) || !log_find (&of, self, log, error))
    return NULL;
  statement = sky_round_blocks_get (
      self, SKY_ROUND_BLOCKS "AND r.end_at >= ? AND r.start_at <= ? ORDER BY r.id", log, 0,
      SKY_LAST_ROUND, error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, start);
  sky_statement_put_int (statement, end);
  while (sky_statement_next (statement, &row, error))
    {
      SkyRoundBlock block;

      if (!row)
        return g_steal_pointer (&rounds);
      if (!sky_round_block_read (&block, self, statement, 0, 1, error))
        return NULL;
      for (guint i = 0; i < block.n; i++)
        {
          SkyStoredRound round;

          sky_round_block_get (&block, i, &round);
          if (round.end >= start && round.start <= end)
            g_ptr_array_add (rounds, make_round (&of, &block, i));
        }
    }
  return NULL;
}

SkyStoredRound *
sky_store_get_round (SkyStore *self, gint64 log, gint64 round, GError **error)
{
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  g_autoptr (SkyStatement) statement = NULL;
  g_auto (Log) of = { 0 };
  gboolean row;

  if (!sky_store_snapshot_begin (&snapshot, self, error) || !log_find (&of, self, log, error))
    return NULL;
  statement =
      sky_round_blocks_get (self, SKY_ROUND_BLOCKS "ORDER BY r.id", log, 0, SKY_LAST_ROUND, error);
  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      SkyRoundBlock block;

      if (!row)
        {
          sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                            "the log has no round %" G_GINT64_FORMAT, round);
          return NULL;
        }
      if (!sky_round_block_read (&block, self, statement, 0, 1, error))
        return NULL;
      for (guint i = 0; i < block.n; i++)
        if (sky_packed_get_one (&block.columns[SKY_ROUND_BLOCK_NUMBER], i) == round)
          return make_round (&of, &block, i);
    }
  return NULL;
}

/* Of a testimony t: it is of a wanted verdict. */
#define SEEN "AND (:sight >> t.verdict) & 1 = 1"

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
                                 filter->sight != 0
                                     ? "SELECT count (*) FROM (SELECT DISTINCT t.log, t.round"
                                       " FROM testimony t JOIN logs l ON l.id = t.log"
                                       " WHERE " SKY_LOG_FILTER SEEN ") k"
                                     : "SELECT coalesce (sum (CASE WHEN :with_findings = 1"
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

/* A page of a list of rounds. */
typedef struct
{
  gboolean with_findings; /* those without are left out */
  gboolean descending;
  guint64 skip; /* so many are before it */
  guint limit;
  GPtrArray *rounds;
  GHashTable *listed; /* numbers of rounds of a log (gint64); NULL: all are wanted */
  gboolean others;    /* those are wanted that are not listed */
} Page;

static void
take_block (Page *self, const Log *log, const SkyRoundBlock *block)
{
  for (guint i = 0; i < block->n && self->rounds->len < self->limit; i++)
    {
      guint index = self->descending ? block->n - 1 - i : i;

      if (self->with_findings
          && sky_packed_get_one (&block->columns[SKY_ROUND_BLOCK_N_FINDINGS], index) == 0)
        continue;
      if (self->listed != NULL)
        {
          gint64 round = sky_packed_get_one (&block->columns[SKY_ROUND_BLOCK_NUMBER], index);

          if (g_hash_table_contains (self->listed, &round) == self->others)
            continue;
        }
      if (self->skip > 0)
        self->skip--;
      else
        g_ptr_array_add (self->rounds, make_round (log, block, index));
    }
}

#define COUNTED                                                                                    \
  "SELECT r.id, r.n_with_findings, r.columns FROM round_blocks r WHERE r.id BETWEEN ? AND ? "      \
  "AND r.n_with_findings > 0 "

/* Goes by the blocks' counts. */
static gboolean
take_with_findings (Page *self, SkyStore *store, const Log *log, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_round_blocks_get (
      store, self->descending ? COUNTED "ORDER BY r.id DESC" : COUNTED "ORDER BY r.id", log->id, 0,
      SKY_LAST_ROUND, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (self->rounds->len < self->limit)
    {
      guint64 n;
      SkyRoundBlock block;

      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (!row)
        break;
      n = (guint64) sky_statement_int (statement, 1);
      if (self->skip >= n)
        self->skip -= n;
      else if (sky_round_block_read (&block, store, statement, 0, 2, error))
        take_block (self, log, &block);
      else
        return FALSE;
    }
  return TRUE;
}

/* Goes by the places of the rounds. */
static gboolean
take_all (Page *self, SkyStore *store, const Log *log, GError **error)
{
  guint64 most = self->limit - self->rounds->len;
  guint64 n = MIN (most, log->n_rounds - self->skip);
  guint64 first = self->descending ? log->n_rounds - self->skip - n : self->skip;
  guint64 last = first + n - 1;
  g_autoptr (SkyStatement) statement = sky_round_blocks_get (
      store,
      self->descending ? SKY_ROUND_BLOCKS "ORDER BY r.id DESC" : SKY_ROUND_BLOCKS "ORDER BY r.id",
      log->id, first, last, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  /* In the first block that is read. */
  self->skip = self->descending ? MIN (log->n_rounds - 1, last | (SKY_BLOCK_SIZE - 1)) - last
                                : first % SKY_BLOCK_SIZE;
  while (sky_statement_next (statement, &row, error))
    {
      SkyRoundBlock block;

      if (!row)
        return TRUE;
      if (!sky_round_block_read (&block, store, statement, 0, 1, error))
        return FALSE;
      take_block (self, log, &block);
    }
  return FALSE;
}

/* What the pictures of a round show, as lists are sorted by it: of several results a contradiction
 * before all else. */
enum
{
  ANYTHING = -1,
  NOT_READ,
  AGREES,
  CANNOT_READ,
  CONTRADICTS,
  N_SHOWN,
};

/* A verdict as one of these, of a testimony t. */
#define SHOWN "CASE t.verdict WHEN 2 THEN 3 WHEN 0 THEN 2 ELSE 1 END"
G_STATIC_ASSERT (SKY_SIGHT_CONTRADICTS == 2 && SKY_SIGHT_CANNOT_READ == 0);

/* Of a testimony t: it is of a wanted verdict, or any is wanted. */
#define SEEN_OR_ANY "AND (:sight = 0 OR (:sight >> t.verdict) & 1 = 1) "

/* Lists the rounds of a log whose pictures gave a wanted verdict and show @shown. */
static gboolean
list_seen (Page *self, SkyStore *store, const Log *log, guint sight, int shown, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  g_hash_table_remove_all (self->listed);
  self->others = shown == NOT_READ;
  statement = sky_statement_get (
      store,
      shown > NOT_READ ? "SELECT t.round FROM testimony t WHERE t.log = :log " SEEN_OR_ANY
                         "GROUP BY t.round HAVING max (" SHOWN ") = :shown"
                       : "SELECT DISTINCT t.round FROM testimony t WHERE t.log = :log " SEEN_OR_ANY,
      error);
  if (statement == NULL)
    return FALSE;
  sky_statement_set_int (statement, ":log", log->id);
  sky_statement_set_int (statement, ":sight", sight);
  if (shown > NOT_READ)
    sky_statement_set_int (statement, ":shown", shown);
  while (sky_statement_next (statement, &row, error))
    {
      gint64 round;

      if (!row)
        return TRUE;
      round = sky_statement_int (statement, 0);
      g_hash_table_add (self->listed, g_memdup2 (&round, sizeof round));
    }
  return FALSE;
}

/* Goes through all blocks of the log. */
static gboolean
take_seen (Page *self, SkyStore *store, const Log *log, guint sight, int shown, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  if (!list_seen (self, store, log, sight, shown, error))
    return FALSE;
  statement = sky_round_blocks_get (store,
                                    self->descending ? SKY_ROUND_BLOCKS "ORDER BY r.id DESC"
                                                     : SKY_ROUND_BLOCKS "ORDER BY r.id",
                                    log->id, 0, SKY_LAST_ROUND, error);
  if (statement == NULL)
    return FALSE;
  while (self->rounds->len < self->limit)
    {
      SkyRoundBlock block;

      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (!row)
        break;
      if (!sky_round_block_read (&block, store, statement, 0, 1, error))
        return FALSE;
      take_block (self, log, &block);
    }
  return TRUE;
}

#define LOGS                                                                                       \
  "SELECT " LOG_COLUMNS ", CASE WHEN :with_findings = 1 THEN l.n_rounds_with_findings"             \
  " ELSE l.n_rounds END FROM logs l INDEXED BY logs_in_order WHERE " SKY_LOG_FILTER
#define LOGS_SEEN                                                                                  \
  "SELECT " LOG_COLUMNS ", k.n FROM logs l JOIN (SELECT t.log, count (DISTINCT t.round) AS n"      \
  " FROM testimony t WHERE TRUE " SEEN " GROUP BY t.log) k ON k.log = l.id WHERE " SKY_LOG_FILTER
#define LOGS_SHOWN                                                                                 \
  "SELECT " LOG_COLUMNS ", k.n FROM logs l JOIN (SELECT q.log, count (*) AS n FROM"                \
  " (SELECT t.log, max (" SHOWN ") AS shown FROM testimony t WHERE TRUE " SEEN_OR_ANY              \
  "GROUP BY t.log, t.round) q WHERE q.shown = :shown GROUP BY q.log) k ON k.log = l.id "           \
  "WHERE " SKY_LOG_FILTER
#define LOGS_NOT_READ                                                                              \
  "SELECT " LOG_COLUMNS ", l.n_rounds - coalesce (k.n, 0) FROM logs l LEFT JOIN"                   \
  " (SELECT t.log, count (DISTINCT t.round) AS n FROM testimony t GROUP BY t.log) k"               \
  " ON k.log = l.id WHERE :sight = 0 AND " SKY_LOG_FILTER
#define FORWARD  "ORDER BY " SKY_LOG_ORDER
#define BACKWARD "ORDER BY l.table_name DESC, l.gaming_day DESC, l.property DESC, l.game DESC"

/* Which logs of a list are asked for, and how many of their rounds. */
static const char *const log_selects[][2] = {
  { LOGS FORWARD, LOGS BACKWARD },
  { LOGS_SEEN FORWARD, LOGS_SEEN BACKWARD },
  { LOGS_NOT_READ FORWARD, LOGS_NOT_READ BACKWARD },
  { LOGS_SHOWN FORWARD, LOGS_SHOWN BACKWARD },
};

/* Takes the rounds of all logs of the filter whose pictures show @shown. */
static gboolean
take_logs (Page *self, SkyStore *store, const SkyFindingFilter *filter, int shown, GError **error)
{
  guint which = shown > NOT_READ ? 3 : shown == NOT_READ ? 2 : filter->sight != 0 ? 1 : 0;
  g_autoptr (SkyStatement) logs =
      sky_statement_get (store, log_selects[which][self->descending], error);
  gboolean row;

  if (logs == NULL)
    return FALSE;
  sky_statement_set_filter (logs, filter);
  sky_statement_set_int (logs, ":with_findings", self->with_findings != FALSE);
  sky_statement_set_int (logs, ":shown", shown);
  while (self->rounds->len < self->limit)
    {
      g_auto (Log) log = { 0 };
      guint64 n;

      if (!sky_statement_next (logs, &row, error))
        return FALSE;
      if (!row)
        break;
      n = (guint64) sky_statement_int (logs, 6);
      if (self->skip >= n)
        {
          self->skip -= n;
          continue;
        }
      log_read (&log, logs);
      log.n_rounds = n;
      if (!(which > 0             ? take_seen (self, store, &log, filter->sight, shown, error)
            : self->with_findings ? take_with_findings (self, store, &log, error)
                                  : take_all (self, store, &log, error)))
        return FALSE;
      self->skip = 0;
    }
  return TRUE;
}

/* Adds what their pictures show to the @n rounds from @first on, which are of one log. */
static gboolean
add_sight (SkyStore *store, SkyStoredRound **first, guint n, GError **error)
{
  static const SkySightVerdict verdicts[N_SHOWN] = {
    [AGREES] = SKY_SIGHT_AGREES,
    [CANNOT_READ] = SKY_SIGHT_CANNOT_READ,
    [CONTRADICTS] = SKY_SIGHT_CONTRADICTS,
  };
  g_autoptr (SkyStatement) statement = sky_statement_get (
      store,
      "SELECT t.round, max (" SHOWN ") FROM testimony t"
      " WHERE t.log = :log AND t.round BETWEEN :first AND :last GROUP BY t.round",
      error);
  gint64 least = G_MAXINT64, most = G_MININT64;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      least = MIN (least, first[i]->round);
      most = MAX (most, first[i]->round);
    }
  sky_statement_set_int (statement, ":log", first[0]->log);
  sky_statement_set_int (statement, ":first", least);
  sky_statement_set_int (statement, ":last", most);
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return TRUE;
      for (guint i = 0; i < n; i++)
        if (first[i]->round == sky_statement_int (statement, 0))
          {
            first[i]->has_sight = TRUE;
            first[i]->sight = verdicts[sky_statement_int (statement, 1)];
          }
    }
  return FALSE;
}

/* The same for all rounds of a page. */
static gboolean
add_all_sight (SkyStore *store, GPtrArray *rounds, GError **error)
{
  SkyStoredRound **all = (SkyStoredRound **) rounds->pdata;
  guint begin = 0;

  for (guint i = 1; i <= rounds->len; i++)
    if (i == rounds->len || all[i]->log != all[begin]->log)
      {
        if (!add_sight (store, &all[begin], i - begin, error))
          return FALSE;
        begin = i;
      }
  return TRUE;
}

GPtrArray *
sky_store_rounds_page (SkyStore *self,
                       const SkyFindingFilter *filter,
                       gboolean with_findings,
                       SkyFindingSort sort,
                       gboolean descending,
                       guint64 offset,
                       guint limit,
                       GError **error)
{
  g_autoptr (GPtrArray) rounds =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_round_free);
  gboolean by_sight = sort == SKY_FINDING_SORT_SIGHT;
  Page page = { with_findings, descending != FALSE, offset, limit, rounds, NULL, FALSE };
  g_autoptr (GHashTable) listed =
      filter->sight != 0 || by_sight
          ? g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL)
          : NULL;
  g_auto (SkyStoreSnapshot) snapshot = { NULL };

  page.listed = listed;
  if (!sky_store_snapshot_begin (&snapshot, self, error))
    return NULL;
  for (int i = 0; i < (by_sight ? N_SHOWN : 1); i++)
    if (!take_logs (&page, self, filter, !by_sight ? -1 : descending ? N_SHOWN - 1 - i : i, error))
      return NULL;
  return add_all_sight (self, rounds, error) ? g_steal_pointer (&rounds) : NULL;
}
