/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each table is described once, for both databases. What belongs to logs is copied log by log, in
 * the order of the lists, in which both stores have them whatever their numbers are. */
#include "config.h"

#include "sky-store-copy.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-digest.h"
#include "sky-finding-block.h"
#include "sky-look.h"
#include "sky-phrase.h"
#include "sky-store-private.h"
#include "sky-stored-log.h"

/* So many rows of a table are asked for at a time. */
#define AT_ONCE 4096

/* What a column holds, a letter each. */
enum
{
  NUMBER = 'n',
  TEXT = 't',
  BYTES = 'b',
  LOG = 'l',  /* the number of a log; 0 where there is none any more */
  BLOCK = 'k' /* the number of a block of it */
};

typedef struct
{
  const char *name;
  const char *select; /* by log: with the log's number, or its first block's and that behind it */
  SkyBulkText text;
  const char *kinds;
  gboolean follows; /* from the ledger, behind which it stands */
} Table;

#define SELECT_FROM(name, columns) "SELECT " columns " FROM " name

/* A table that has few rows, in the order of its key. */
#define SMALL(name, columns, kinds, row, order)                                                    \
  {                                                                                                \
    name, SELECT_FROM (name, columns) " ORDER BY " order, SKY_BULK_TEXT (name, columns, row),      \
        kinds                                                                                      \
  }
/* One that may have many; its first column is its key, a number. */
#define LONG(name, columns, kinds, row, key)                                                       \
  {                                                                                                \
    name, SELECT_FROM (name, columns) " WHERE " key " > ? ORDER BY " key " LIMIT ?",               \
        SKY_BULK_TEXT (name, columns, row), kinds                                                  \
  }
/* The same of what follows from the ledger. */
#define FOLLOWING_SMALL(name, columns, kinds, row, order)                                          \
  {                                                                                                \
    name, SELECT_FROM (name, columns) " ORDER BY " order, SKY_BULK_TEXT (name, columns, row),      \
        kinds, TRUE                                                                                \
  }
#define FOLLOWING(name, columns, kinds, row, key)                                                  \
  {                                                                                                \
    name, SELECT_FROM (name, columns) " WHERE " key " > ? ORDER BY " key " LIMIT ?",               \
        SKY_BULK_TEXT (name, columns, row), kinds, TRUE                                            \
  }
/* One of a log's. */
#define OF_LOG(name, columns, kinds, row, key, order)                                              \
  {                                                                                                \
    name, SELECT_FROM (name, columns) " WHERE " key " = ? ORDER BY " order,                        \
        SKY_BULK_TEXT (name, columns, row), kinds                                                  \
  }
#define BLOCKS(name, columns, kinds, row)                                                          \
  {                                                                                                \
    name, SELECT_FROM (name, columns) " WHERE id >= ? AND id < ? ORDER BY id",                     \
        SKY_BULK_TEXT (name, columns, row), kinds                                                  \
  }

#define LEDGER                                                                                     \
  "number, at, credential, name, action, finding, target, text, data, previous, digest, signature"

static const Table archives = LONG ("archives", "id, path", "nt", "(?, ?)", "id");
static const Table checks =
    LONG ("checks", "id, name, queue, severity", "ntnn", "(?, ?, ?, ?)", "id");

static const Table of_logs[] = {
  OF_LOG ("logs",
          "id, archive, name, property, table_name, game, gaming_day, time_zone, currency, size,"
          " mtime, sha256, inputs, program, audited_at, n_lines, n_events, start_at, end_at,"
          " n_rounds, n_rounds_with_findings, n_findings, number, length, left_out",
          "lnttttnttnntttnnnnnnnnnnt",
          "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          "id",
          "id"),
  BLOCKS ("round_blocks",
          "id, n, n_with_findings, start_at, end_at, columns",
          "knnnnb",
          "(?, ?, ?, ?, ?, ?)"),
  OF_LOG ("findings",
          "log, position, id, check_id, state, seq, at, round, wager, seat, section, reading,"
          " variance, recorded, recomputed, explanation, line, \"offset\", ordinal",
          "lnnnnnnntntnntttnnn",
          "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          "log",
          "position"),
  OF_LOG ("duties",
          "log, position, role, credential, name, first_seq, last_seq, start_at, end_at",
          "lntttnnnn",
          "(?, ?, ?, ?, ?, ?, ?, ?, ?)",
          "log",
          "position"),
  OF_LOG ("seatings",
          "log, position, seat, player, first_seq, last_seq",
          "lnntnn",
          "(?, ?, ?, ?, ?, ?)",
          "log",
          "position"),
  OF_LOG ("audit_states", "log, state", "lb", "(?, ?)", "log", "log"),
  OF_LOG ("statistic_counts", "log, equipment, people", "lbb", "(?, ?, ?)", "log", "log"),
  OF_LOG (
      "testimony", "log, seq, round, verdict, content", "lnnnt", "(?, ?, ?, ?, ?)", "log", "seq"),
  BLOCKS ("finding_blocks", "id, columns", "kb", "(?, ?)"),
  BLOCKS ("word_blocks", "id, words", "kb", "(?, ?)"),
};

static const Table others[] = {
  SMALL (
      "totals", "archive, check_id, state, n", "nnnn", "(?, ?, ?, ?)", "archive, check_id, state"),
  SMALL ("statistic_reports",
         "property, unit, reported_on, people, since, lead, ln_r, ln_a",
         "ttnnnttt",
         "(?, ?, ?, ?, ?, ?, ?, ?)",
         "property, unit, reported_on"),
  LONG ("texts", "id, text, n", "ntn", "(?, ?, ?)", "id"),
  LONG ("withdrawn",
        "number, key, withdrawn_at, log, archive, property, table_name, game, gaming_day, state,"
        " check_name, queue, severity, section, seq, at, round, wager, seat, reading, variance,"
        " recorded, recomputed, explanation, line, \"offset\"",
        "ntnlttttnntnntnnntnnntttnn",
        "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "number"),
  /* Its guards look at one entry after the other. */
  { "ledger",
    SELECT_FROM ("ledger", LEDGER) " WHERE number > ? ORDER BY number LIMIT ?",
    { "INSERT INTO ledger (" LEDGER ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", NULL },
    "nnttttnttttb" },
  LONG ("checkpoints", "number, at, size, signer, note", "nnntt", "(?, ?, ?, ?, ?)", "number"),
  LONG ("cosignatures", "number, checkpoint, signer, line", "nntt", "(?, ?, ?, ?)", "number"),
  LONG ("checkpoint_stamps", "number, checkpoint, stamp", "nnb", "(?, ?, ?)", "number"),
  FOLLOWING_SMALL (
      "reviews",
      "finding, state, reason, credential, name, at, decision, second_credential, second_name,"
      " second_at, n_notes, last_entry",
      "tntttnnttnnn",
      "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      "finding"),
  FOLLOWING ("bookmarks",
             "number, property, table_name, game, gaming_day, at, text, credential, name, made_at",
             "ntttnntttn",
             "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
             "number"),
  FOLLOWING ("cases",
             "id, number, title, closed, credential, name, opened_at, details",
             "nntnttnt",
             "(?, ?, ?, ?, ?, ?, ?, ?)",
             "id"),
  FOLLOWING ("case_items",
             "entry, case_id, kind, finding, bookmark, text, credential, name, at",
             "nnntntttn",
             "(?, ?, ?, ?, ?, ?, ?, ?, ?)",
             "entry"),
};

/* One of the two stores while it is read: its rows' digests. */
typedef struct
{
  SkyStore *store;
  GArray *logs;         /* of gint64: the logs in the order of the lists */
  GHashTable *ordinals; /* number of a log → its place among them, from 1 */
} Side;

/* The rows of a table, counted and digested on the way. */
typedef struct
{
  SkyDigest *digest;
  guint64 n_rows;
} Tally;

static void
tally_init (Tally *tally)
{
  tally->digest = sky_digest_new ();
  tally->n_rows = 0;
}

static void
tally_clear (Tally *tally)
{
  g_clear_pointer (&tally->digest, sky_digest_free);
}

static void
side_clear (Side *side)
{
  g_clear_pointer (&side->logs, g_array_unref);
  g_clear_pointer (&side->ordinals, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

static void
side_add_log (Side *side, gint64 id)
{
  g_array_append_val (side->logs, id);
  g_hash_table_insert (side->ordinals, g_memdup2 (&id, sizeof id),
                       GUINT_TO_POINTER (side->logs->len));
}

static void
side_init (Side *side, SkyStore *store)
{
  side->store = store;
  side->logs = g_array_new (FALSE, FALSE, sizeof (gint64));
  side->ordinals = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

/* The place of a log; 0: there is no such log. */
static guint
find_ordinal (const Side *side, gint64 log)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (side->ordinals, &log));
}

static gint64
get_log (const Side *side, guint ordinal)
{
  return ordinal > 0 ? g_array_index (side->logs, gint64, ordinal - 1) : 0;
}

static void
digest_number (SkyDigest *digest, gint64 value)
{
  value = GINT64_TO_LE (value);
  sky_digest_update (digest, &value, sizeof value);
}

/* A length in front, of what is missing another than of what is empty. */
static void
digest_bytes (SkyDigest *digest, const void *data, gsize size)
{
  digest_number (digest, data != NULL ? (gint64) size : -1);
  if (data != NULL && size > 0)
    sky_digest_update (digest, data, size);
}

/* Digests a column, and gives it to @to (NULL: nobody) with what @sides say of logs. */
static void
take_column (SkyStatement *row,
             int column,
             char kind,
             const Side *from,
             const Side *to,
             SkyBulk *bulk,
             Tally *tally)
{
  gint64 value = kind != TEXT && kind != BYTES ? sky_statement_int (row, column) : 0;
  gsize size = 0;
  const void *data;
  guint ordinal;

  switch (kind)
    {
    case TEXT:
      data = sky_statement_text (row, column);
      digest_bytes (tally->digest, data, data != NULL ? strlen (data) : 0);
      if (bulk != NULL)
        sky_bulk_put_text (bulk, data);
      break;
    case BYTES:
      data = sky_statement_data (row, column, &size);
      digest_bytes (tally->digest, data, size);
      if (bulk != NULL)
        sky_bulk_put_data (bulk, data, size);
      break;
    case LOG:
      ordinal = find_ordinal (from, value);
      digest_number (tally->digest, ordinal);
      if (bulk != NULL)
        sky_bulk_put_int (bulk, get_log (to, ordinal));
      break;
    case BLOCK:
      ordinal = find_ordinal (from, value >> SKY_BLOCK_SHIFT);
      value &= (1 << SKY_BLOCK_SHIFT) - 1;
      digest_number (tally->digest, ordinal);
      digest_number (tally->digest, value);
      if (bulk != NULL)
        sky_bulk_put_int (bulk, SKY_BLOCK_ID (get_log (to, ordinal), 0) + value);
      break;
    default:
      digest_number (tally->digest, value);
      if (bulk != NULL)
        sky_bulk_put_int (bulk, value);
    }
}

/* Goes through the rows of @statement, which come to @to (NULL: nowhere) as well. @last takes the
 * first column of the last one, @n how many there were. */
static gboolean
take_rows (const Table *table,
           SkyStatement *statement,
           const Side *from,
           const Side *to,
           Tally *tally,
           gint64 *last,
           guint *n,
           GError **error)
{
  g_autoptr (SkyBulk) bulk = NULL;
  gboolean row;

  *n = 0;
  /* What follows from the ledger is there already. */
  if (to != NULL && table->follows && to->store->engine->follows_ledger)
    to = NULL;
  if (to != NULL && (bulk = sky_bulk_new (to->store, &table->text, error)) == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return bulk == NULL || sky_bulk_send (bulk, error);
      for (int column = 0; table->kinds[column] != '\0'; column++)
        take_column (statement, column, table->kinds[column], from, to, bulk, tally);
      *last = sky_statement_int (statement, 0);
      ++*n;
      tally->n_rows++;
      if (bulk != NULL && !sky_bulk_end_row (bulk, error))
        return FALSE;
    }
  return FALSE;
}

/* The rows of a log, by its number; of blocks by theirs. */
static gboolean
take_of_log (
    const Table *table, gint64 log, const Side *from, const Side *to, Tally *tally, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (from->store, table->select, error);
  gint64 last;
  guint n;

  if (statement == NULL)
    return FALSE;
  if (*table->kinds == BLOCK)
    {
      sky_statement_put_int (statement, SKY_BLOCK_ID (log, 0));
      sky_statement_put_int (statement, SKY_BLOCK_ID (log + 1, 0));
    }
  else
    sky_statement_put_int (statement, log);
  return take_rows (table, statement, from, to, tally, &last, &n, error);
}

static gboolean
is_long (const Table *table)
{
  return g_str_has_suffix (table->select, "LIMIT ?");
}

static gboolean
take_whole (const Table *table, const Side *from, const Side *to, Tally *tally, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (from->store, table->select, error);
  gint64 last = 0;
  guint n;

  if (statement == NULL)
    return FALSE;
  do
    {
      sky_statement_rewind (statement);
      if (is_long (table))
        {
          sky_statement_put_int (statement, last);
          sky_statement_put_int (statement, AT_ONCE);
        }
      if (!take_rows (table, statement, from, to, tally, &last, &n, error))
        return FALSE;
    }
  while (is_long (table) && n == AT_ONCE);
  return TRUE;
}

static gboolean
list_logs (SkyStore *store, Side *side, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, "SELECT l.id FROM logs l ORDER BY " SKY_LOG_ORDER, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return TRUE;
      side_add_log (side, sky_statement_int (statement, 0));
    }
  return FALSE;
}

/* Gives the log @id of @from its number in @to. */
static gboolean
number_log (SkyStore *from, gint64 id, Side *to, GError **error)
{
  g_autoptr (SkyStoredLog) log = sky_store_get_log (from, id, error);
  gint64 number;

  if (log == NULL || !sky_store_make_log_id (to->store, log, &number, error))
    return FALSE;
  side_add_log (to, number);
  return TRUE;
}

/* A row for each table, in the order in which they are copied. */
#define N_TABLES (2 + G_N_ELEMENTS (of_logs) + G_N_ELEMENTS (others))

static const Table *
get_table (guint i)
{
  if (i < 2)
    return i == 0 ? &archives : &checks;
  i -= 2;
  return i < G_N_ELEMENTS (of_logs) ? &of_logs[i] : &others[i - G_N_ELEMENTS (of_logs)];
}

/* Reads every table of @from, into @to when there is one. */
static gboolean
take_all (Side *from, Side *to, Tally tallies[N_TABLES], GError **error)
{
  const guint n_of_logs = G_N_ELEMENTS (of_logs);

  for (guint i = 0; i < 2; i++)
    if (!take_whole (get_table (i), from, to, &tallies[i], error))
      return FALSE;
  for (guint i = 0; i < from->logs->len; i++)
    {
      gint64 log = g_array_index (from->logs, gint64, i);

      if (to != NULL && !number_log (from->store, log, to, error))
        return FALSE;
      for (guint k = 0; k < n_of_logs; k++)
        if (!take_of_log (&of_logs[k], log, from, to, &tallies[2 + k], error))
          return FALSE;
    }
  for (guint i = 2 + n_of_logs; i < N_TABLES; i++)
    if (!take_whole (get_table (i), from, to, &tallies[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
check_empty (SkyStore *to, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (to,
                         "SELECT count (*) FROM (SELECT path FROM archives UNION ALL"
                         " SELECT digest FROM ledger UNION ALL SELECT key FROM withdrawn) x",
                         error);
  gint64 n;

  if (statement == NULL || !sky_statement_get_int (statement, &n, NULL, error))
    return FALSE;
  return n == 0
         || sky_store_refuse (to, error, SKY_STORE_ERROR_CONFLICT,
                              _ ("it is no new store: something is in it already"));
}

static gboolean
run_named (SkyStore *store,
           const char *sqlite,
           const char *postgres,
           const SkyLook *look,
           const char *identity,
           GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (store, sqlite, postgres, error);

  if (statement == NULL)
    return FALSE;
  sky_statement_set_int (statement, ":finding", look->finding);
  sky_statement_set_int (statement, ":withdrawal", look->withdrawal);
  sky_statement_set_text (statement, ":identity", identity);
  return sky_statement_run (statement, error);
}

/* Whoever remembers how far they have looked in the one store goes on in the other. */
static gboolean
copy_identity (SkyStore *from, SkyStore *to, GError **error)
{
  static const char name[] = "UPDATE identity SET name = :identity";
  g_autofree char *identity = sky_store_get_identity (from, error);
  SkyLook look = { 0 };

  return identity != NULL && sky_store_get_present (from, &look, error)
         && run_named (to, name, name, &look, identity, error)
         && run_named (to, "DELETE FROM sqlite_sequence WHERE name IN ('findings', 'withdrawn')",
                       "UPDATE store SET last_finding = :finding, last_withdrawal = :withdrawal",
                       &look, identity, error)
         && run_named (to,
                       "INSERT INTO sqlite_sequence (name, seq)"
                       " VALUES ('findings', :finding), ('withdrawn', :withdrawal)",
                       "SELECT stamp FROM store LIMIT 0", &look, identity, error);
}

static gboolean
copy_still (SkyStore *from, SkyStore *to, const char *sha256, SkyCopied *copied, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) png = sky_store_load_still (from, sha256, &cause);

  if (png != NULL)
    {
      copied->n_stills++;
      return sky_store_keep_still (to, png, sha256, error);
    }
  if (!g_error_matches (cause, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND)
      && !g_error_matches (cause, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  copied->n_stills_missing++;
  return TRUE;
}

static gboolean
copy_stills (SkyStore *from, SkyStore *to, SkyCopied *copied, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (SkyStatement) statement = sky_statement_get (
      from, "SELECT data FROM ledger WHERE action = 'case.still' ORDER BY number", error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      g_autoptr (SkyCaseStill) still = NULL;

      if (!row)
        return TRUE;
      still = sky_case_still_read (sky_statement_text (statement, 0));
      if (still != NULL && g_hash_table_add (seen, g_strdup (still->sha256))
          && !copy_still (from, to, still->sha256, copied, error))
        return FALSE;
    }
  return FALSE;
}

/* Holds what was read of @to against what was read of the other store. */
static gboolean
compare (SkyStore *to,
         Tally given[N_TABLES],
         Tally read[N_TABLES],
         SkyCopiedFunc func,
         gpointer data,
         GError **error)
{
  for (guint i = 0; i < N_TABLES; i++)
    {
      SkyCopiedTable table = { get_table (i)->name, given[i].n_rows, NULL };
      char wanted[SKY_DIGEST_HEX_SIZE], found[SKY_DIGEST_HEX_SIZE];

      sky_digest_peek (given[i].digest, wanted);
      sky_digest_peek (read[i].digest, found);
      if (given[i].n_rows != read[i].n_rows || strcmp (wanted, found) != 0)
        return sky_store_refuse (to, error, SKY_STORE_ERROR_DAMAGED,
                                 "the copy of the table %s is not what was copied; nothing is kept",
                                 table.table);
      table.digest = found;
      if (func != NULL)
        func (&table, data);
    }
  return TRUE;
}

static gboolean
verify_ledger (SkyStore *to, SkyCopied *copied, GError **error)
{
  g_autoptr (GPtrArray) faults = sky_store_ledger_verify (to, &copied->n_entries, error);
  g_autofree char *text = NULL;

  if (faults == NULL || faults->len == 0)
    return faults != NULL;
  text = sky_phrase_english (((const SkyLedgerFault *) faults->pdata[0])->text);
  return sky_store_refuse (to, error, SKY_STORE_ERROR_DAMAGED,
                           "the copy's ledger is not whole; nothing is kept: %s", text);
}

static gboolean
copy_and_compare (SkyStore *from,
                  SkyStore *to,
                  Tally given[N_TABLES],
                  Tally read[N_TABLES],
                  SkyCopiedFunc func,
                  gpointer data,
                  GError **error)
{
  g_auto (Side) one = { NULL };
  g_auto (Side) other = { NULL };

  side_init (&one, from);
  side_init (&other, to);
  return list_logs (from, &one, error) && take_all (&one, &other, given, error)
         && take_all (&other, NULL, read, error) && compare (to, given, read, func, data, error);
}

gboolean
sky_store_copy (SkyStore *from,
                SkyStore *to,
                SkyCopiedFunc func,
                gpointer data,
                SkyCopied *copied,
                GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  Tally given[N_TABLES], read[N_TABLES];
  gboolean good;

  memset (copied, 0, sizeof *copied);
  transaction = sky_store_begin (to, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL || !check_empty (to, error)
      || !sky_store_snapshot_begin (&snapshot, from, error))
    return FALSE;
  for (guint i = 0; i < N_TABLES; i++)
    {
      tally_init (&given[i]);
      tally_init (&read[i]);
    }
  good = copy_and_compare (from, to, given, read, func, data, error)
         && copy_identity (from, to, error) && copy_stills (from, to, copied, error)
         && verify_ledger (to, copied, error);
  copied->n_logs = given[2].n_rows;
  copied->n_findings = given[4].n_rows;
  for (guint i = 0; i < N_TABLES; i++)
    {
      tally_clear (&given[i]);
      tally_clear (&read[i]);
    }
  return good && sky_store_transaction_commit (transaction, error);
}
