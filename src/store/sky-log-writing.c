/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing what an audit made of a log, and removing it. */
#include "config.h"

#include "sky-finding-block.h"
#include "sky-round-block.h"
#include "sky-store-private.h"
#include "sky-stored-log.h"

#include <string.h>

/* The numbers of queues and severities stand in the database. A change of these enums needs a
 * migration of the table of checks. */
G_STATIC_ASSERT (SKY_QUEUE_DISPUTE == 0 && SKY_QUEUE_VARIANCE == 1 && SKY_QUEUE_IRREGULARITY == 2
                 && SKY_QUEUE_CONFIRMATION == 3 && SKY_QUEUE_COVERAGE == 4
                 && SKY_QUEUE_INTEGRITY == 5 && SKY_N_QUEUES == 6);
G_STATIC_ASSERT (SKY_SEVERITY_INFO == 0 && SKY_SEVERITY_MINOR == 1 && SKY_SEVERITY_MAJOR == 2
                 && SKY_SEVERITY_CRITICAL == 3 && SKY_N_SEVERITIES == 4);

/* The least number stands for none in the columns that are sorted by. */
G_STATIC_ASSERT (SKY_TIME_NONE == G_MININT64);
#define NO_VARIANCE G_MININT64

static gboolean
is_text (SkyStatement *row, int column, const char *text)
{
  return g_strcmp0 (sky_statement_text (row, column), text) == 0;
}

/* The columns of is_row(). */
#define SELECT_FINDINGS                                                                            \
  "SELECT f.id, c.name, f.seq, f.wager, f.line, f.ordinal, f.position, c.queue, c.severity, f.at," \
  " f.round, f.seat, f.section, f.reading, f.variance, f.recorded, f.recomputed, f.explanation,"   \
  " f.offset FROM findings f JOIN checks c ON c.id = f.check_id WHERE f.log = ? "                  \
  "ORDER BY f.position"

/* As the column `reading` has it. */
static gint64
get_reading (const SkyStoredFinding *finding)
{
  return finding->reading + (finding->unsure ? SKY_FINDING_UNSURE : 0);
}

static gboolean
is_row (SkyStatement *row, const SkyStoredFinding *finding)
{
  return is_text (row, 1, finding->check) && (guint64) sky_statement_int (row, 2) == finding->seq
         && is_text (row, 3, finding->wager != NULL ? finding->wager : "")
         && (guint64) sky_statement_int (row, 4) == finding->line
         && sky_statement_int (row, 7) == finding->queue
         && sky_statement_int (row, 8) == finding->severity
         && sky_statement_int (row, 9) == finding->at
         && sky_statement_int (row, 10) == finding->round
         && sky_statement_int (row, 11) == finding->seat && is_text (row, 12, finding->section)
         && sky_statement_int (row, 13) == get_reading (finding)
         && sky_statement_int (row, 14) == (finding->has_variance ? finding->variance : NO_VARIANCE)
         && is_text (row, 15, finding->recorded) && is_text (row, 16, finding->recomputed)
         && is_text (row, 17, finding->explanation)
         && sky_statement_int (row, 18) == finding->offset;
}

/* How many of the first findings the store has as they are, and what the others were called: their
 * ids by the rests of their keys. */
static gboolean
compare_findings (SkyStore *store,
                  gint64 log,
                  const SkyStoredFinding *findings,
                  gsize n_findings,
                  gsize *n_same,
                  GHashTable *ids,
                  GError **error)
{
  g_autoptr (SkyStatement) row = sky_statement_get (store, SELECT_FINDINGS, error);
  gboolean more = TRUE;

  *n_same = 0;
  if (row == NULL)
    return FALSE;
  sky_statement_put_int (row, log);
  while (sky_statement_next (row, &more, error) && more)
    {
      gint64 id = sky_statement_int (row, 0);

      if (sky_statement_int (row, 6) == (gint64) *n_same && *n_same < n_findings
          && is_row (row, &findings[*n_same]))
        ++*n_same;
      else
        g_hash_table_insert (
            ids,
            sky_finding_key_rest (sky_statement_text (row, 1), sky_statement_int (row, 2),
                                  sky_statement_text (row, 3), sky_statement_int (row, 4),
                                  sky_statement_int (row, 5)),
            g_memdup2 (&id, sizeof id));
    }
  return !more;
}

/* Runs @sql, which names the log :log and a position :from. */
static gboolean
run_either_from (SkyStore *store,
                 const char *sqlite,
                 const char *postgres,
                 gint64 log,
                 gsize from,
                 GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (store, sqlite, postgres, error);

  if (statement == NULL)
    return FALSE;
  sky_statement_set_int (statement, ":log", log);
  sky_statement_set_int (statement, ":from", (gint64) from);
  return sky_statement_run (statement, error);
}

static gboolean
run_from (SkyStore *store, const char *sql, gint64 log, gsize from, GError **error)
{
  return run_either_from (store, sql, sql, log, from, error);
}

/* Explanations from a position on; their ids stay small, for lists are sorted by them. In
 * PostgreSQL, where texts of any length have an index that finds them but knows of no two alike,
 * those that are there are told apart first. */
#define EXPLANATIONS                                                                               \
  "SELECT explanation, count (*) AS n FROM findings "                                              \
  "WHERE log = :log AND position >= :from AND explanation IS NOT NULL GROUP BY explanation"
#define ADD_TEXTS                                                                                  \
  "INSERT INTO texts (text, n) " EXPLANATIONS " ON CONFLICT (text) DO UPDATE SET n = n + "         \
  "excluded.n"
#define ADD_TEXTS_POSTGRES                                                                         \
  "WITH k AS MATERIALIZED (" EXPLANATIONS "), known AS ("                                          \
  "UPDATE texts x SET n = x.n + k.n FROM k WHERE x.text = k.explanation RETURNING x.text) "        \
  "INSERT INTO texts (id, text, n) SELECT (SELECT coalesce (max (id), 0) FROM texts)"              \
  " + row_number () OVER (ORDER BY k.explanation), k.explanation, k.n FROM k"                      \
  " WHERE k.explanation NOT IN (SELECT text FROM known)"

static gboolean
add_texts (SkyStore *store, gint64 log, gsize from, GError **error)
{
  return run_either_from (store, ADD_TEXTS, ADD_TEXTS_POSTGRES, log, from, error);
}

/* Takes away what belongs to a log, but not its own row, nor the first of its rounds and findings.
 */
static gboolean
clear_log (SkyStore *store, gint64 log, gsize first_round, gsize first_finding, GError **error)
{
  return run_from (store,
                   "UPDATE totals SET n = totals.n - k.n FROM"
                   " (SELECT l.archive, f.check_id, f.state, count (*) AS n FROM logs l"
                   " CROSS JOIN findings f INDEXED BY findings_by_log WHERE f.log = l.id"
                   " AND l.id = :log AND f.position >= :from"
                   " GROUP BY l.archive, f.check_id, f.state) k"
                   " WHERE totals.archive = k.archive AND totals.check_id = k.check_id"
                   " AND totals.state = k.state",
                   log, first_finding, error)
         && sky_store_run (store, "DELETE FROM totals WHERE n = 0", error)
         && run_from (store,
                      "UPDATE texts SET n = texts.n - k.n FROM"
                      " (SELECT explanation, count (*) AS n FROM findings WHERE log = :log"
                      " AND position >= :from AND explanation IS NOT NULL GROUP BY explanation) k"
                      " WHERE texts.text = k.explanation",
                      log, first_finding, error)
         && run_from (store,
                      "DELETE FROM texts WHERE n = 0 AND text IN"
                      " (SELECT explanation FROM findings WHERE log = :log AND position >= :from)",
                      log, first_finding, error)
         && run_from (store, "DELETE FROM findings WHERE log = :log AND position >= :from", log,
                      first_finding, error)
         && sky_store_remove_round_blocks (store, log, first_round, error)
         && sky_store_run_for (store, "DELETE FROM duties WHERE log = ?", log, error)
         && sky_store_run_for (store, "DELETE FROM seatings WHERE log = ?", log, error)
         && sky_store_run_for (store, "DELETE FROM audit_states WHERE log = ?", log, error)
         && sky_store_run_for (store, "DELETE FROM statistic_counts WHERE log = ?", log, error);
}

/* A log that is gone takes its findings along: they are withdrawn as those are that a new audit
 * does not make. */
static gboolean
withdraw_all (SkyStore *store, gint64 log, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (SkyStatement) statement = NULL;
  g_autofree char *prefix = NULL;
  gsize n_same;
  gboolean row;

  statement = sky_statement_get (
      store, "SELECT property, table_name, gaming_day, game FROM logs WHERE id = ?", error);
  if (statement == NULL || !compare_findings (store, log, NULL, 0, &n_same, ids, error))
    return FALSE;
  sky_statement_put_int (statement, log);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;
  prefix = sky_finding_key_prefix (
      sky_statement_text (statement, 0), sky_statement_text (statement, 1),
      (SkyDay) sky_statement_int (statement, 2), sky_statement_text (statement, 3));
  return sky_store_withdraw (store, log, prefix, ids, NULL, error);
}

static gboolean
remove_log (SkyStore *store, gint64 log, GError **error)
{
  return clear_log (store, log, 0, 0, error) && sky_store_remove_blocks (store, log, error)
         && sky_store_run_for (store, "DELETE FROM testimony WHERE log = ?", log, error)
         && sky_store_run_for (store, "DELETE FROM logs WHERE id = ?", log, error);
}

static gboolean
add_archive (SkyStore *store, const char *path, gint64 *id, GError **error)
{
  g_autoptr (SkyStatement) find = NULL;
  g_autoptr (SkyStatement) add = NULL;
  gboolean found;

  find = sky_statement_get (store, "SELECT id FROM archives WHERE path = ?", error);
  if (find == NULL)
    return FALSE;
  sky_statement_put_text (find, path);
  if (!sky_statement_get_int (find, id, &found, error))
    return FALSE;
  if (found)
    return TRUE;
  add = sky_statement_get (store,
                           "INSERT INTO archives (id, path) "
                           "VALUES ((SELECT coalesce (max (id), 0) + 1 FROM archives), ?) "
                           "RETURNING id",
                           error);
  if (add == NULL)
    return FALSE;
  sky_statement_put_text (add, path);
  return sky_statement_get_int (add, id, NULL, error);
}

/* The number of @log among those of its table and day. */
static guint
number_of (const SkyStoredLog *log)
{
  return MAX (log->number, 1);
}

/* The row of the log, when there is one, else 0. @stays takes whether it is of the same archive. */
static gboolean
find_log (SkyStore *store, const SkyStoredLog *log, gint64 *id, gboolean *stays, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  *id = 0;
  *stays = FALSE;
  statement = sky_statement_get (store,
                                 "SELECT l.id, a.path "
                                 "FROM logs l JOIN archives a ON a.id = l.archive "
                                 "WHERE l.property = ? AND l.table_name = ? AND l.gaming_day = ?"
                                 " AND l.game = ? AND l.number = ?",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, log->property);
  sky_statement_put_text (statement, log->table);
  sky_statement_put_int (statement, log->gaming_day);
  sky_statement_put_text (statement, log->game);
  sky_statement_put_int (statement, number_of (log));
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;
  *id = sky_statement_int (statement, 0);
  *stays = is_text (statement, 1, log->archive);
  return TRUE;
}

/* SQLite numbers the logs through. In PostgreSQL the number says which log it is, so that what
 * belongs to a day lies together (sky-postgres-schema.c). */
gboolean
sky_store_make_log_id (SkyStore *self, const SkyStoredLog *log, gint64 *id, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (
      self, "SELECT coalesce (max (seq), 0) + 1 FROM sqlite_sequence WHERE name = 'logs'",
      "SELECT make_log_id (:property, :table, :day, :game, :number)", error);

  if (statement == NULL)
    return FALSE;
  sky_statement_set_text (statement, ":property", log->property);
  sky_statement_set_text (statement, ":table", log->table);
  sky_statement_set_int (statement, ":day", log->gaming_day);
  sky_statement_set_text (statement, ":game", log->game);
  sky_statement_set_int (statement, ":number", number_of (log));
  return sky_statement_get_int (statement, id, NULL, error);
}

static gboolean
write_row (SkyStore *store,
           const SkyStoredLog *log,
           gint64 archive,
           guint64 n_rounds,
           guint64 n_rounds_with_findings,
           guint64 n_findings,
           gint64 *id,
           GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  if (*id == 0 && !sky_store_make_log_id (store, log, id, error))
    return FALSE;
  statement = sky_statement_get (
      store,
      "INSERT INTO logs (id, archive, name, property, table_name, game, gaming_day, time_zone,"
      " currency, size, mtime, sha256, inputs, program, audited_at, n_lines, n_events, start_at,"
      " end_at, n_rounds, n_rounds_with_findings, n_findings, number, length,"
      " left_out) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
      "ON CONFLICT (id) DO UPDATE SET archive = excluded.archive, name = excluded.name,"
      " time_zone = excluded.time_zone, currency = excluded.currency, size = excluded.size,"
      " mtime = excluded.mtime, sha256 = excluded.sha256, inputs = excluded.inputs,"
      " program = excluded.program, audited_at = excluded.audited_at,"
      " n_lines = excluded.n_lines, n_events = excluded.n_events, start_at = excluded.start_at,"
      " end_at = excluded.end_at, n_rounds = excluded.n_rounds,"
      " n_rounds_with_findings = excluded.n_rounds_with_findings,"
      " n_findings = excluded.n_findings, length = excluded.length,"
      " left_out = excluded.left_out",
      error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, *id);
  sky_statement_put_int (statement, archive);
  sky_statement_put_text (statement, log->name);
  sky_statement_put_text (statement, log->property);
  sky_statement_put_text (statement, log->table);
  sky_statement_put_text (statement, log->game);
  sky_statement_put_int (statement, log->gaming_day);
  sky_statement_put_text (statement, log->time_zone);
  sky_statement_put_text (statement, log->currency);
  sky_statement_put_int (statement, log->size);
  sky_statement_put_int (statement, log->mtime);
  sky_statement_put_text (statement, log->sha256);
  sky_statement_put_text (statement, log->inputs);
  sky_statement_put_text (statement, log->program);
  sky_statement_put_int (statement, log->audited_at);
  sky_statement_put_int (statement, log->n_lines);
  sky_statement_put_int (statement, log->n_events);
  sky_statement_put_int (statement, log->start);
  sky_statement_put_int (statement, log->end);
  sky_statement_put_int (statement, n_rounds);
  sky_statement_put_int (statement, n_rounds_with_findings);
  sky_statement_put_int (statement, n_findings);
  sky_statement_put_int (statement, number_of (log));
  sky_statement_put_int (statement, (gint64) log->length);
  sky_statement_put_text (statement, log->left_out);
  return sky_statement_run (statement, error);
}

/* How many findings each round has. Where a log numbers two rounds alike, a finding counts for the
 * one whose events it is among, else for the first. Returns: a new array. */
static guint64 *
count_by_round (const SkyStoredRound *rounds,
                gsize n_rounds,
                const SkyStoredFinding *findings,
                gsize n_findings)
{
  guint64 *counts = g_new0 (guint64, n_rounds + 1);
  g_autoptr (GHashTable) firsts = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gssize *next_alike = NULL;

  if (n_findings == 0)
    return counts;
  next_alike = g_new (gssize, n_rounds + 1);
  for (gsize i = n_rounds; i-- > 0;)
    {
      const SkyStoredRound *later = g_hash_table_lookup (firsts, &rounds[i].round);

      next_alike[i] = later != NULL ? later - rounds : -1;
      g_hash_table_insert (firsts, (gpointer) &rounds[i].round, (gpointer) &rounds[i]);
    }
  for (gsize i = 0; i < n_findings; i++)
    {
      const SkyStoredRound *first = g_hash_table_lookup (firsts, &findings[i].round);
      gssize at;

      if (first == NULL)
        continue;
      for (at = first - rounds; at >= 0; at = next_alike[at])
        if (rounds[at].first_seq <= findings[i].seq && findings[i].seq <= rounds[at].last_seq)
          break;
      counts[at >= 0 ? at : first - rounds]++;
    }
  return counts;
}

/* A check as the store has it. */
typedef struct
{
  gint64 id;
  gint64 queue;
  gint64 severity;
} KnownCheck;

/* Returns: a new table of KnownCheck by name. */
static GHashTable *
read_checks (SkyStore *store, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, "SELECT id, name, queue, severity FROM checks", error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      KnownCheck check;

      if (!row)
        return g_steal_pointer (&known);
      check.id = sky_statement_int (statement, 0);
      check.queue = sky_statement_int (statement, 2);
      check.severity = sky_statement_int (statement, 3);
      g_hash_table_insert (known, g_strdup (sky_statement_text (statement, 1)),
                           g_memdup2 (&check, sizeof check));
    }
  return NULL;
}

/* The number that a check gets which the store does not have: ids stay small. */
static gint64
next_check_id (GHashTable *known)
{
  GHashTableIter iter;
  gpointer check;
  gint64 last = 0;

  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, NULL, &check))
    last = MAX (last, ((KnownCheck *) check)->id);
  return last + 1;
}

static gboolean
write_check (SkyStore *store, const SkyStoredFinding *finding, gint64 id, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (store,
                                 "INSERT INTO checks (id, name, queue, severity) "
                                 "VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                                 " queue = excluded.queue, severity = excluded.severity",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, id);
  sky_statement_put_text (statement, finding->check);
  sky_statement_put_int (statement, finding->queue);
  sky_statement_put_int (statement, finding->severity);
  return sky_statement_run (statement, error);
}

static gboolean
look_up_check (
    SkyStore *store, GHashTable *known, const SkyStoredFinding *finding, gint64 *id, GError **error)
{
  const KnownCheck *found = g_hash_table_lookup (known, finding->check);
  KnownCheck check = { 0, finding->queue, finding->severity };

  if (found == NULL || found->queue != check.queue || found->severity != check.severity)
    {
      check.id = found != NULL ? found->id : next_check_id (known);
      if (!write_check (store, finding, check.id, error))
        return FALSE;
      found = g_memdup2 (&check, sizeof check);
      g_hash_table_insert (known, g_strdup (finding->check), (gpointer) found);
    }
  *id = found->id;
  return TRUE;
}

/* What the findings of a log are called: the rests of their keys, and which of several alike each
 * is.
 */
typedef struct
{
  GPtrArray *rests;
  guint *ordinals;
} Names;

static void
names_clear (Names *names)
{
  g_clear_pointer (&names->rests, g_ptr_array_unref);
  g_clear_pointer (&names->ordinals, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Names, names_clear)

/* @number: the log's. What is found of a further log of a day is told from what is found of the
 * others by it. */
static void
name_findings (Names *names, const SkyStoredFinding *findings, gsize n_findings, guint number)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  names->rests = g_ptr_array_new_full ((guint) n_findings, g_free);
  names->ordinals = g_new (guint, n_findings + 1);
  for (gsize i = 0; i < n_findings; i++)
    {
      const SkyStoredFinding *finding = &findings[i];
      const char *wager = finding->wager != NULL ? finding->wager : "";
      char *plain = sky_finding_key_rest (finding->check, finding->seq, wager, finding->line, 1);
      guint ordinal = GPOINTER_TO_UINT (g_hash_table_lookup (seen, plain));

      ordinal = ordinal > 0 ? ordinal + 1 : number;

      names->ordinals[i] = ordinal;
      g_ptr_array_add (names->rests, sky_finding_key_rest (finding->check, finding->seq, wager,
                                                           finding->line, ordinal));
      g_hash_table_insert (seen, plain, GUINT_TO_POINTER (ordinal));
    }
}

/* The first of @n ids that no finding has or had. In SQLite they are taken by being used. */
static gboolean
reserve_ids (SkyStore *store, gint64 n, gint64 *first, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (
      store, "SELECT coalesce (max (seq), 0) + 1 FROM sqlite_sequence WHERE name = 'findings'",
      "UPDATE store SET last_finding = last_finding + :n RETURNING last_finding - :n + 1", error);

  if (statement == NULL)
    return FALSE;
  sky_statement_set_int (statement, ":n", n);
  return sky_statement_get_int (statement, first, NULL, error);
}

static gboolean
write_findings (SkyStore *store,
                gint64 log,
                const SkyStoredFinding *findings,
                gsize first,
                gsize n_findings,
                const Names *names,
                GHashTable *ids,
                GError **error)
{
  g_autoptr (GHashTable) checks = read_checks (store, error);
  static const SkyBulkText text = SKY_BULK_TEXT (
      "findings",
      "id, log, position, check_id, state, seq, at, round, wager, seat, section, reading, variance,"
      " recorded, recomputed, explanation, line, \"offset\", ordinal",
      "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  g_autoptr (SkyBulk) bulk = NULL;
  gint64 n_new = 0, next_id;

  for (gsize i = first; i < n_findings; i++)
    n_new += !g_hash_table_contains (ids, names->rests->pdata[i]);
  if (checks == NULL || !reserve_ids (store, n_new, &next_id, error))
    return FALSE;
  bulk = sky_bulk_new (store, &text, error);
  if (bulk == NULL)
    return FALSE;
  for (gsize i = first; i < n_findings; i++)
    {
      const SkyStoredFinding *finding = &findings[i];
      const char *wager = finding->wager != NULL ? finding->wager : "";
      const gint64 *id = g_hash_table_lookup (ids, names->rests->pdata[i]);
      gint64 check;

      if (!look_up_check (store, checks, finding, &check, error))
        return FALSE;
      sky_bulk_put_int (bulk, id != NULL ? *id : next_id++);
      sky_bulk_put_int (bulk, log);
      sky_bulk_put_int (bulk, i);
      sky_bulk_put_int (bulk, check);
      sky_bulk_put_int (bulk, SKY_REVIEW_OPEN);
      sky_bulk_put_int (bulk, finding->seq);
      sky_bulk_put_int (bulk, finding->at);
      sky_bulk_put_int (bulk, finding->round);
      sky_bulk_put_text (bulk, wager);
      sky_bulk_put_int (bulk, finding->seat);
      sky_bulk_put_text (bulk, finding->section);
      sky_bulk_put_int (bulk, get_reading (finding));
      sky_bulk_put_int (bulk, finding->has_variance ? finding->variance : NO_VARIANCE);
      sky_bulk_put_text (bulk, finding->recorded);
      sky_bulk_put_text (bulk, finding->recomputed);
      sky_bulk_put_text (bulk, finding->explanation);
      sky_bulk_put_int (bulk, finding->line);
      sky_bulk_put_int (bulk, finding->offset);
      sky_bulk_put_int (bulk, names->ordinals[i]);
      if (!sky_bulk_end_row (bulk, error))
        return FALSE;
    }
  return sky_bulk_send (bulk, error);
}

gboolean
sky_store_read_state (SkyStore *self, gint64 log, GBytes **state, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self, "SELECT state FROM audit_states WHERE log = ?", error);
  gboolean row;

  *state = NULL;
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, log);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  if (row)
    *state = sky_statement_dup_bytes (statement, 0);
  return TRUE;
}

static gboolean
write_state (SkyStore *store, gint64 log, GBytes *state, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, "INSERT INTO audit_states (log, state) VALUES (?, ?)", error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, log);
  sky_statement_put_bytes (statement, state);
  return sky_statement_run (statement, error);
}

/* How many of the first rounds the store has as they are: those of the state that came with them.
 */
static gboolean
count_known (
    SkyStore *store, gint64 log, const SkyStoredGrowth *growth, gsize *n_known, GError **error)
{
  g_autoptr (GBytes) state = NULL;

  *n_known = 0;
  if (log == 0 || growth->n_rounds_known == 0)
    return TRUE;
  if (!sky_store_read_state (store, log, &state, error))
    return FALSE;
  if (state != NULL
      && (g_bytes_equal (state, growth->from)
          || (growth->state != NULL && g_bytes_equal (state, growth->state))))
    *n_known = growth->n_rounds_known;
  return TRUE;
}

gboolean
sky_store_write_grown_log (SkyStore *self,
                           const SkyStoredLog *log,
                           const SkyStoredRound *rounds,
                           gsize n_rounds,
                           const SkyStoredFinding *findings,
                           gsize n_findings,
                           const SkyStoredGrowth *growth,
                           gint64 *id,
                           GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree guint64 *counts = count_by_round (rounds, n_rounds, findings, n_findings);
  g_autofree char *prefix =
      sky_finding_key_prefix (log->property, log->table, log->gaming_day, log->game);
  g_autoptr (GHashTable) now = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (Names) names = { NULL };
  guint64 n_rounds_with_findings = 0;
  gsize n_known, n_same = 0;
  gboolean stays;
  gint64 archive;
  gint64 log_id;

  g_return_val_if_fail (growth->n_rounds_known <= n_rounds, FALSE);
  g_return_val_if_fail (growth->n_rounds_known == 0 || growth->from != NULL, FALSE);

  for (gsize i = 0; i < n_rounds; i++)
    n_rounds_with_findings += counts[i] > 0;
  name_findings (&names, findings, n_findings, number_of (log));
  for (guint i = 0; i < names.rests->len; i++)
    g_hash_table_add (now, names.rests->pdata[i]);

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  if (transaction == NULL || !find_log (self, log, &log_id, &stays, error)
      || !count_known (self, log_id, growth, &n_known, error))
    return FALSE;
  /* Totals are an archive's: what comes from another is taken away and counted anew. */
  if (log_id != 0
      && (!compare_findings (self, log_id, findings, stays ? n_findings : 0, &n_same, ids, error)
          || !sky_store_withdraw (self, log_id, prefix, ids, now, error)
          || !clear_log (self, log_id, n_known, n_same, error)))
    return FALSE;
  if (!add_archive (self, log->archive, &archive, error)
      || !write_row (self, log, archive, n_rounds, n_rounds_with_findings, n_findings, &log_id,
                     error)
      || !sky_store_write_round_blocks (self, log_id, rounds, n_known, n_rounds, counts, error)
      || !write_findings (self, log_id, findings, n_same, n_findings, &names, ids, error)
      || !sky_store_bring_back (self, prefix, now, error)
      || !run_from (self,
                    "INSERT INTO totals (archive, check_id, state, n) "
                    "SELECT l.archive, f.check_id, f.state, count (*) FROM logs l "
                    "CROSS JOIN findings f INDEXED BY findings_by_log WHERE f.log = l.id "
                    "AND l.id = :log AND f.position >= :from "
                    "GROUP BY l.archive, f.check_id, f.state "
                    "ON CONFLICT (archive, check_id, state) "
                    "DO UPDATE SET n = totals.n + excluded.n",
                    log_id, n_same, error)
      || !add_texts (self, log_id, n_same, error)
      || ((n_same < n_findings || g_hash_table_size (ids) > 0)
          && !sky_store_make_blocks (self, log_id, error))
      || !sky_store_attach_reviews (self, log_id, prefix, error)
      || (growth->state != NULL && !write_state (self, log_id, growth->state, error))
      || !sky_store_transaction_commit (transaction, error))
    return FALSE;
  if (id != NULL)
    *id = log_id;
  return TRUE;
}

gboolean
sky_store_write_log (SkyStore *self,
                     const SkyStoredLog *log,
                     const SkyStoredRound *rounds,
                     gsize n_rounds,
                     const SkyStoredFinding *findings,
                     gsize n_findings,
                     gint64 *id,
                     GError **error)
{
  return sky_store_write_grown_log (self, log, rounds, n_rounds, findings, n_findings,
                                    &(SkyStoredGrowth){ 0 }, id, error);
}

/* The ids of an archive's logs whose names are not among @names (NULL: all). */
static GArray *
list_others (SkyStore *store, const char *archive, const char *const *names, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (store,
                                 "SELECT l.id, l.name FROM logs l "
                                 "JOIN archives a ON a.id = l.archive WHERE a.path = ?",
                                 error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, archive);
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id;

      if (!row)
        return g_steal_pointer (&ids);
      id = sky_statement_int (statement, 0);
      if (names == NULL || !g_strv_contains (names, sky_statement_text (statement, 1)))
        g_array_append_val (ids, id);
    }
  return NULL;
}

gboolean
sky_store_keep_logs (SkyStore *self, const char *archive, const char *const *names, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (GArray) others = NULL;

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  if (transaction == NULL)
    return FALSE;
  others = list_others (self, archive, names, error);
  if (others == NULL)
    return FALSE;
  for (guint i = 0; i < others->len; i++)
    if (!withdraw_all (self, g_array_index (others, gint64, i), error)
        || !remove_log (self, g_array_index (others, gint64, i), error))
      return FALSE;
  return sky_store_transaction_commit (transaction, error);
}

gboolean
sky_store_remove_archive (SkyStore *self, const char *archive, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (SkyStatement) statement = NULL;

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  if (transaction == NULL || !sky_store_keep_logs (self, archive, NULL, error))
    return FALSE;
  statement = sky_statement_get (self, "DELETE FROM archives WHERE path = ?", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, archive);
  return sky_statement_run (statement, error) && sky_store_transaction_commit (transaction, error);
}
