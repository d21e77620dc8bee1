/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-summary.h"

#include <string.h>

#include "sky-finding-query.h"
#include "sky-round-block.h"
#include "sky-store-private.h"

/* The logs that can have something of it, of logs l. What was recorded by eye beside a table's own
 * log has the same rounds: it is told only where it alone is asked for. */
#define SCOPE_LOGS                                                                                 \
  SKY_LOG_FILTER "AND (:log > 0 OR :by_eye > 0 OR l.number < " G_STRINGIFY (                       \
      SKY_LOG_BY_EYE) ")"                                                                          \
                      " AND l.end_at >= :start AND l.start_at < :end"                              \
                      " AND (:dealer IS NULL OR l.id IN (SELECT log FROM duties"                   \
                      " WHERE credential = :dealer AND role = 'dealer')) "

/* What was found then, while the dealer dealt. */
#define SCOPE_FINDING                                                                              \
  "AND f.at >= :start AND f.at < :end"                                                             \
  " AND (:dealer IS NULL OR EXISTS (SELECT 1 FROM duties o WHERE o.log = l.id"                     \
  " AND o.role = 'dealer' AND o.credential = :dealer"                                              \
  " AND f.seq BETWEEN o.first_seq AND o.last_seq)) "

#define SCOPE_FINDINGS SCOPE_LOGS SCOPE_FINDING

/* 1: the patron got too much, -1: too little, 0: neither, or no matter of a settlement. */
#define DIRECTION                                                                                  \
  "(CASE WHEN c.queue != :variance OR f.variance IN (0, :none) THEN 0"                             \
  " WHEN f.variance > 0 THEN 1 ELSE -1 END)"
#define AMOUNT                                                                                     \
  "sum (CASE WHEN c.queue != :variance OR f.variance = :none THEN 0 ELSE f.variance END)"

#define LOGS   "SELECT l.id, l.table_name, l.game, l.gaming_day FROM logs l WHERE " SCOPE_LOGS
#define ROUNDS SKY_ROUND_BLOCKS "AND r.end_at >= ? AND r.start_at < ? ORDER BY r.id"
#define DEALERS                                                                                    \
  "SELECT d.credential, d.name, d.first_seq, d.last_seq FROM duties d"                             \
  " WHERE d.log = ? AND d.role = 'dealer' ORDER BY d.position"
#define FINDINGS                                                                                   \
  "SELECT l.id, l.table_name, l.game, l.gaming_day, f.at / :hour AS hour, c.queue, f.state,"       \
  " " DIRECTION " AS direction, count (*), " AMOUNT ", c.name, c.severity "                        \
  "FROM logs l CROSS JOIN findings f INDEXED BY findings_by_log CROSS JOIN checks c "              \
  "WHERE f.log = l.id AND c.id = f.check_id AND " SCOPE_FINDINGS                                   \
  "GROUP BY l.id, hour, c.id, f.state, direction"

#define DEALER_FINDINGS                                                                            \
  "SELECT d.credential, max (d.name), c.queue, f.state, " DIRECTION " AS direction, count (*),"    \
  " " AMOUNT " FROM logs l CROSS JOIN findings f INDEXED BY findings_by_log "                      \
  "CROSS JOIN duties d CROSS JOIN checks c WHERE f.log = l.id AND d.log = l.id"                    \
  " AND d.role = 'dealer' AND f.seq BETWEEN d.first_seq AND d.last_seq"                            \
  " AND c.id = f.check_id AND " SCOPE_FINDINGS                                                     \
  "GROUP BY d.credential, c.queue, f.state, direction"

#define NOTABLE                                                                                    \
  "SELECT f.id FROM logs l CROSS JOIN findings f INDEXED BY findings_by_log "                      \
  "CROSS JOIN checks c WHERE f.log = l.id AND c.id = f.check_id AND " SCOPE_FINDINGS               \
  "AND f.state != :dismissed AND (:queues >> c.queue) & 1 = 1 "                                    \
  "ORDER BY CASE WHEN f.variance = :none THEN -1 ELSE abs (f.variance) END DESC, f.at, l.id,"      \
  " f.position LIMIT :limit"

static void
row_free (gpointer data)
{
  SkySummaryRow *row = data;

  g_free (row->key);
  g_free (row->name);
  g_free (row);
}

void
sky_summary_free (SkySummary *self)
{
  g_array_unref (self->logs);
  g_ptr_array_unref (self->checks);
  g_ptr_array_unref (self->tables);
  g_ptr_array_unref (self->games);
  g_ptr_array_unref (self->dealers);
  g_ptr_array_unref (self->days);
  g_ptr_array_unref (self->hours);
  g_free (self);
}

void
sky_dealer_free (SkyDealer *self)
{
  g_free (self->credential);
  g_free (self->name);
  g_free (self);
}

guint64
sky_figures_count_findings (const SkyFigures *figures)
{
  guint64 n = 0;

  for (guint i = 0; i < SKY_N_QUEUES; i++)
    n += figures->n_findings[i];
  return n;
}

guint64
sky_figures_count_errors (const SkyFigures *figures)
{
  return figures->n_findings[SKY_QUEUE_VARIANCE] + figures->n_findings[SKY_QUEUE_IRREGULARITY];
}

SkyMoney
sky_figures_get_net (const SkyFigures *figures)
{
  return figures->over - figures->under;
}

/* A group of like findings. */
typedef struct
{
  gint64 queue;
  gint64 state;
  gint64 direction;
  gint64 count;
  SkyMoney amount;
} Group;

static void
count_group (SkyFigures *figures, const Group *group)
{
  figures->n_states[group->state] += group->count;
  if (group->state == SKY_REVIEW_DISMISSED)
    return;
  figures->n_findings[group->queue] += group->count;
  if (group->direction > 0)
    {
      figures->n_over += group->count;
      figures->over += group->amount;
    }
  else if (group->direction < 0)
    {
      figures->n_under += group->count;
      figures->under -= group->amount;
    }
}

static void
count_rounds (SkyFigures *figures, gint64 n_rounds, gint64 n_wagers)
{
  figures->n_rounds += n_rounds;
  figures->n_wagers += n_wagers;
}

/* The row of @rows with the key; made when there is none. @index finds rows by key. */
static SkySummaryRow *
row_by_key (GPtrArray *rows, GHashTable *index, const char *key)
{
  SkySummaryRow *row = g_hash_table_lookup (index, key);

  if (row == NULL)
    {
      row = g_new0 (SkySummaryRow, 1);
      row->key = g_strdup (key);
      g_ptr_array_add (rows, row);
      g_hash_table_insert (index, row->key, row);
    }
  return row;
}

static SkySummaryRow *
row_by_number (GPtrArray *rows, GHashTable *index, gint64 number)
{
  SkySummaryRow *row = g_hash_table_lookup (index, &number);

  if (row == NULL)
    {
      gint64 *key = g_memdup2 (&number, sizeof number);

      row = g_new0 (SkySummaryRow, 1);
      g_ptr_array_add (rows, row);
      g_hash_table_insert (index, key, row);
    }
  return row;
}

/* A summary that is being made. */
typedef struct
{
  SkyStore *store;
  const SkySummaryScope *scope;
  SkySummary *summary;
  GHashTable *checks; /* keys and rows are the summary's */
  GHashTable *tables;
  GHashTable *games;
  GHashTable *dealers;
  GHashTable *days; /* of gint64, its own */
  GHashTable *hours;
  GHashTable *logs;
} Maker;

static void
maker_init (Maker *self, SkyStore *store, const SkySummaryScope *scope)
{
  SkySummary *summary = g_new0 (SkySummary, 1);

  summary->logs = g_array_new (FALSE, FALSE, sizeof (gint64));
  summary->checks = g_ptr_array_new_with_free_func (row_free);
  summary->tables = g_ptr_array_new_with_free_func (row_free);
  summary->games = g_ptr_array_new_with_free_func (row_free);
  summary->dealers = g_ptr_array_new_with_free_func (row_free);
  summary->days = g_ptr_array_new_with_free_func (row_free);
  summary->hours = g_ptr_array_new_with_free_func (row_free);
  *self = (Maker){ .store = store, .scope = scope, .summary = summary };
  self->checks = g_hash_table_new (g_str_hash, g_str_equal);
  self->tables = g_hash_table_new (g_str_hash, g_str_equal);
  self->games = g_hash_table_new (g_str_hash, g_str_equal);
  self->dealers = g_hash_table_new (g_str_hash, g_str_equal);
  self->days = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->hours = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->logs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
maker_clear (Maker *self)
{
  g_clear_pointer (&self->summary, sky_summary_free);
  g_hash_table_unref (self->checks);
  g_hash_table_unref (self->tables);
  g_hash_table_unref (self->games);
  g_hash_table_unref (self->dealers);
  g_hash_table_unref (self->days);
  g_hash_table_unref (self->hours);
  g_hash_table_unref (self->logs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Maker, maker_clear)

static SkyStatement *
get_statement (SkyStore *store, const SkySummaryScope *scope, const char *sql, GError **error)
{
  SkyStatement *statement = sky_statement_get (store, sql, error);

  if (statement == NULL)
    return NULL;
  sky_statement_set_filter (statement, &scope->filter);
  sky_statement_set_int (statement, ":start", scope->start);
  sky_statement_set_int (statement, ":end", scope->end);
  sky_statement_set_text (statement, ":dealer", scope->dealer);
  sky_statement_set_int (statement, ":hour", SKY_HOUR);
  sky_statement_set_int (statement, ":none", G_MININT64);
  sky_statement_set_int (statement, ":variance", SKY_QUEUE_VARIANCE);
  sky_statement_set_int (statement, ":dismissed", SKY_REVIEW_DISMISSED);
  return statement;
}

#define N_PARTS 5

/* The rows that what happened at a log's table in an hour counts for. @row begins with the log's
 * id, table, game and gaming day. What is of no instant is of no hour. */
static guint
find_parts (Maker *self, SkyStatement *row, gint64 hour, SkyFigures **parts)
{
  SkySummary *summary = self->summary;
  gint64 log = sky_statement_int (row, 0);
  gint64 day = sky_statement_int (row, 3);
  SkySummaryRow *part;
  guint n = 0;

  if (!g_hash_table_contains (self->logs, &log))
    g_hash_table_add (self->logs, g_memdup2 (&log, sizeof log));
  parts[n++] = &summary->figures;
  parts[n++] = &row_by_key (summary->tables, self->tables, sky_statement_text (row, 1))->figures;
  parts[n++] = &row_by_key (summary->games, self->games, sky_statement_text (row, 2))->figures;
  part = row_by_number (summary->days, self->days, day);
  part->day = (SkyDay) day;
  parts[n++] = &part->figures;
  if (hour != SKY_TIME_NONE / SKY_HOUR)
    {
      part = row_by_number (summary->hours, self->hours, hour);
      part->at = hour * SKY_HOUR;
      parts[n++] = &part->figures;
    }
  return n;
}

/* The name that sorts last stands for who has several. */
static SkySummaryRow *
find_dealer (Maker *self, const char *credential, const char *name)
{
  SkySummaryRow *dealer = row_by_key (self->summary->dealers, self->dealers, credential);

  if (name != NULL && (dealer->name == NULL || strcmp (name, dealer->name) > 0))
    {
      g_free (dealer->name);
      dealer->name = g_strdup (name);
    }
  return dealer;
}

/* --- Rounds ----------------------------------------------------------------------------------- */

/* While somebody dealt. */
typedef struct
{
  char *credential;
  char *name;
  gint64 first_seq;
  gint64 last_seq;
  gboolean is_wanted; /* it is the dealer of the scope */
  gint64 n_rounds;
  gint64 n_wagers;
} Dealing;

static void
dealing_clear (gpointer data)
{
  Dealing *dealing = data;

  g_free (dealing->credential);
  g_free (dealing->name);
}

static GArray *
read_dealings (Maker *self, gint64 log, GError **error)
{
  g_autoptr (GArray) dealings = g_array_new (FALSE, FALSE, sizeof (Dealing));
  g_autoptr (SkyStatement) statement = sky_statement_get (self->store, DEALERS, error);
  gboolean row;

  g_array_set_clear_func (dealings, dealing_clear);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, log);
  while (sky_statement_next (statement, &row, error))
    {
      Dealing dealing = { 0 };

      if (!row)
        return g_steal_pointer (&dealings);
      dealing.credential = g_strdup (sky_statement_text (statement, 0));
      dealing.name = g_strdup (sky_statement_text (statement, 1));
      dealing.first_seq = sky_statement_int (statement, 2);
      dealing.last_seq = sky_statement_int (statement, 3);
      dealing.is_wanted = g_strcmp0 (dealing.credential, self->scope->dealer) == 0;
      g_array_append_val (dealings, dealing);
    }
  return NULL;
}

static gboolean
is_dealing (const Dealing *dealing, gint64 seq)
{
  return dealing->first_seq <= seq && seq <= dealing->last_seq;
}

static gboolean
is_wanted (const Maker *self, const GArray *dealings, gint64 seq)
{
  for (guint i = 0; i < dealings->len; i++)
    {
      const Dealing *dealing = &g_array_index (dealings, Dealing, i);

      if (dealing->is_wanted && is_dealing (dealing, seq))
        return TRUE;
    }
  return self->scope->dealer == NULL;
}

/* Rounds of one log in one hour. */
typedef struct
{
  gint64 hour;
  gint64 n_rounds;
  gint64 n_wagers;
} Hour;

/* @log stands on the log. */
static void
count_hour (Maker *self, SkyStatement *log, const Hour *hour)
{
  SkyFigures *parts[N_PARTS];
  guint n = hour->n_rounds > 0 ? find_parts (self, log, hour->hour, parts) : 0;

  for (guint i = 0; i < n; i++)
    count_rounds (parts[i], hour->n_rounds, hour->n_wagers);
}

static void
count_block (
    Maker *self, SkyStatement *log, const SkyRoundBlock *block, GArray *dealings, Hour *hour)
{
  gint64 starts[SKY_BLOCK_SIZE], seqs[SKY_BLOCK_SIZE], wagers[SKY_BLOCK_SIZE];

  sky_packed_get (&block->columns[SKY_ROUND_BLOCK_START], block->n, starts);
  sky_packed_get (&block->columns[SKY_ROUND_BLOCK_FIRST_SEQ], block->n, seqs);
  sky_packed_get (&block->columns[SKY_ROUND_BLOCK_N_WAGERS], block->n, wagers);
  for (guint i = 0; i < block->n; i++)
    {
      if (starts[i] < self->scope->start || starts[i] >= self->scope->end
          || !is_wanted (self, dealings, seqs[i]))
        continue;
      if (starts[i] / SKY_HOUR != hour->hour)
        {
          count_hour (self, log, hour);
          *hour = (Hour){ .hour = starts[i] / SKY_HOUR };
        }
      hour->n_rounds++;
      hour->n_wagers += wagers[i];
      for (guint k = 0; k < dealings->len; k++)
        {
          Dealing *dealing = &g_array_index (dealings, Dealing, k);

          if (!is_dealing (dealing, seqs[i]))
            continue;
          dealing->n_rounds++;
          dealing->n_wagers += wagers[i];
        }
    }
}

static gboolean
read_rounds_of_log (Maker *self, SkyStatement *log, GError **error)
{
  gint64 id = sky_statement_int (log, 0);
  g_autoptr (GArray) dealings = read_dealings (self, id, error);
  g_autoptr (SkyStatement) statement = NULL;
  Hour hour = { 0 };
  gboolean row;

  if (dealings == NULL)
    return FALSE;
  statement = sky_round_blocks_get (self->store, ROUNDS, id, 0, SKY_LAST_ROUND, error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, self->scope->start);
  sky_statement_put_int (statement, self->scope->end);
  while (sky_statement_next (statement, &row, error) && row)
    {
      SkyRoundBlock block;

      if (!sky_round_block_read (&block, self->store, statement, 0, 1, error))
        return FALSE;
      count_block (self, log, &block, dealings, &hour);
    }
  if (row)
    return FALSE;
  count_hour (self, log, &hour);
  for (guint i = 0; i < dealings->len; i++)
    {
      const Dealing *dealing = &g_array_index (dealings, Dealing, i);

      if (dealing->n_rounds > 0)
        count_rounds (&find_dealer (self, dealing->credential, dealing->name)->figures,
                      dealing->n_rounds, dealing->n_wagers);
    }
  return TRUE;
}

static gboolean
read_rounds (Maker *self, GError **error)
{
  g_autoptr (SkyStatement) statement = get_statement (self->store, self->scope, LOGS, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return TRUE;
      if (!read_rounds_of_log (self, statement, error))
        return FALSE;
    }
  return FALSE;
}

/* --- Findings --------------------------------------------------------------------------------- */

/* Queue and state index arrays: what a damaged database has there must be looked at. */
static gboolean
read_group (Maker *self, SkyStatement *row, int column, Group *group, GError **error)
{
  group->queue = sky_statement_int (row, column);
  group->state = sky_statement_int (row, column + 1);
  group->direction = sky_statement_int (row, column + 2);
  group->count = sky_statement_int (row, column + 3);
  group->amount = sky_statement_int (row, column + 4);
  if (group->queue >= 0 && group->queue < SKY_N_QUEUES && group->state >= 0
      && group->state < SKY_N_REVIEW_STATES)
    return TRUE;
  return sky_store_refuse (self->store, error, SKY_STORE_ERROR_DAMAGED,
                           "the store is damaged: a finding has an unknown queue or state");
}

static gboolean
read_findings (Maker *self, GError **error)
{
  g_autoptr (SkyStatement) statement = get_statement (self->store, self->scope, FINDINGS, error);
  SkyFigures *parts[N_PARTS];
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      SkySummaryRow *check;
      Group group;
      guint n;

      if (!row)
        return TRUE;
      if (!read_group (self, statement, 5, &group, error))
        return FALSE;
      n = find_parts (self, statement, sky_statement_int (statement, 4), parts);
      for (guint i = 0; i < n; i++)
        count_group (parts[i], &group);
      check = row_by_key (self->summary->checks, self->checks, sky_statement_text (statement, 10));
      check->queue = (SkyQueue) group.queue;
      check->severity = (SkySeverity) sky_statement_int (statement, 11);
      count_group (&check->figures, &group);
    }
  return FALSE;
}

static gboolean
read_dealer_findings (Maker *self, GError **error)
{
  g_autoptr (SkyStatement) statement =
      get_statement (self->store, self->scope, DEALER_FINDINGS, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      Group group;

      if (!row)
        return TRUE;
      if (!read_group (self, statement, 2, &group, error))
        return FALSE;
      count_group (
          &find_dealer (self, sky_statement_text (statement, 0), sky_statement_text (statement, 1))
               ->figures,
          &group);
    }
  return FALSE;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const SkySummaryRow *x = *(const SkySummaryRow *const *) a;
  const SkySummaryRow *y = *(const SkySummaryRow *const *) b;

  return strcmp (x->key, y->key);
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const SkySummaryRow *x = *(const SkySummaryRow *const *) a;
  const SkySummaryRow *y = *(const SkySummaryRow *const *) b;
  guint64 n = sky_figures_count_findings (&x->figures);
  guint64 m = sky_figures_count_findings (&y->figures);

  return n != m ? (n < m ? 1 : -1) : compare_keys (a, b);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const SkySummaryRow *x = *(const SkySummaryRow *const *) a;
  const SkySummaryRow *y = *(const SkySummaryRow *const *) b;

  if (x->day != y->day)
    return x->day < y->day ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const gint64 *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

static void
list_logs (Maker *self)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->logs);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_array_append_vals (self->summary->logs, id, 1);
  g_array_sort (self->summary->logs, compare_ids);
}

SkySummary *
sky_store_summarize (SkyStore *self, const SkySummaryScope *scope, GError **error)
{
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  g_auto (Maker) maker;

  maker_init (&maker, self, scope);
  if (!sky_store_snapshot_begin (&snapshot, self, error) || !read_rounds (&maker, error)
      || !read_findings (&maker, error) || !read_dealer_findings (&maker, error))
    return NULL;
  list_logs (&maker);
  g_ptr_array_sort (maker.summary->checks, compare_counts);
  g_ptr_array_sort (maker.summary->tables, compare_keys);
  g_ptr_array_sort (maker.summary->games, compare_keys);
  g_ptr_array_sort (maker.summary->dealers, compare_keys);
  g_ptr_array_sort (maker.summary->days, compare_times);
  g_ptr_array_sort (maker.summary->hours, compare_times);
  return g_steal_pointer (&maker.summary);
}

GPtrArray *
sky_store_list_notable (
    SkyStore *self, const SkySummaryScope *scope, guint queues, guint limit, GError **error)
{
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_finding_free);
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  if (!sky_store_snapshot_begin (&snapshot, self, error))
    return NULL;
  statement = get_statement (self, scope, NOTABLE, error);
  if (statement == NULL)
    return NULL;
  sky_statement_set_int (statement, ":queues", queues);
  sky_statement_set_int (statement, ":limit", limit);
  while (sky_statement_next (statement, &row, error))
    {
      SkyStoredFinding *finding;

      if (!row)
        return g_steal_pointer (&findings);
      finding = sky_store_get_finding (self, sky_statement_int (statement, 0), error);
      if (finding == NULL)
        return NULL;
      g_ptr_array_add (findings, finding);
    }
  return NULL;
}

GPtrArray *
sky_store_list_dealers (SkyStore *self, const char *property, GError **error)
{
  g_autoptr (GPtrArray) dealers = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_dealer_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self,
                                 "SELECT d.credential, max (d.name) "
                                 "FROM duties d JOIN logs l ON l.id = d.log "
                                 "WHERE d.role = 'dealer' AND (?1 IS NULL OR l.property = ?1) "
                                 "GROUP BY d.credential ORDER BY d.credential",
                                 error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, property);
  while (sky_statement_next (statement, &row, error))
    {
      SkyDealer *dealer;

      if (!row)
        return g_steal_pointer (&dealers);
      dealer = g_new0 (SkyDealer, 1);
      dealer->credential = g_strdup (sky_statement_text (statement, 0));
      dealer->name = g_strdup (sky_statement_text (statement, 1));
      g_ptr_array_add (dealers, dealer);
    }
  return NULL;
}
