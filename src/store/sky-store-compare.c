/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that a store gives to logs, findings and texts are its own: each row is known here by
 * what it is about. */
#include "config.h"

#include "sky-store-compare.h"

#include <string.h>

#include "sky-digest.h"
#include "sky-finding-block.h"
#include "sky-ledger.h"
#include "sky-store-private.h"

/* What a column holds, a letter each. */
enum
{
  NUMBER = 'n',
  TEXT = 't',
  BYTES = 'b',
  DAY = 'd',
};

typedef struct
{
  const char *what; /* a row is */
  const char *sql;
  const char *kinds; /* of its columns; the first @n_key say which it is */
  guint n_key;
  const char *names;    /* of those behind them, for people */
  gboolean may_lack;    /* a row that is missing is no fault: it can do without */
  gboolean of_archives; /* asked for each archive, by its path */
} Table;

/* Of a table's day there is one log, and as many as people recorded by eye. */
#define LOG                                                                                        \
  "l.property, l.table_name, l.gaming_day, l.game"                                                 \
  " || CASE WHEN l.number >= " G_STRINGIFY (SKY_LOG_BY_EYE) " THEN '/' || l.name ELSE '' END"
#define OF " JOIN archives a ON a.id = l.archive WHERE a.path = ?"

static const Table tables[] = {
  { "The log",
    "SELECT " LOG ", l.name, l.time_zone, l.currency, l.size, l.sha256, l.inputs, l.program,"
    " l.n_lines, l.n_events, l.start_at, l.end_at, l.n_rounds, l.n_rounds_with_findings,"
    " l.n_findings, l.left_out FROM logs l" OF,
    "ttdttttntttnnnnnnnt", 4,
    "its file,its time zone,its currency,its size,its digest,the digest of what it was judged by,"
    "the program that audited it,its lines,its events,its beginning,its end,its rounds,"
    "its rounds with findings,its findings,what it leaves out",
    FALSE, TRUE },
  { "The finding",
    "SELECT " LOG ", c.name, f.seq, f.wager, f.line, f.ordinal, f.position, f.state, f.at, f.round,"
    " f.seat, f.section, f.reading, f.variance, f.recorded, f.recomputed, f.explanation, "
    "f.\"offset\""
    " FROM findings f JOIN logs l ON l.id = f.log JOIN checks c ON c.id = f.check_id" OF,
    "ttdttntnnnnnnntnntttn", 9,
    "its place,its state,its instant,its round,its seat,its section,its reading,its variance,"
    "what was recorded,what was recomputed,its explanation,its place in the log",
    FALSE, TRUE },
  { "The block of rounds",
    "SELECT " LOG ", r.id & 16777215, r.n, r.n_with_findings, r.start_at, r.end_at, r.columns"
    " FROM round_blocks r JOIN logs l ON l.id = r.id >> 24" OF,
    "ttdtnnnnnb", 5, "its rounds,its rounds with findings,its beginning,its end,its contents",
    FALSE, TRUE },
  { "The block of words",
    "SELECT " LOG
    ", w.id & 16777215, w.words FROM word_blocks w JOIN logs l ON l.id = w.id >> 24" OF,
    "ttdtnb", 5, "its contents", FALSE, TRUE },
  { "The duty",
    "SELECT " LOG ", d.position, d.role, d.credential, d.name, d.first_seq, d.last_seq, d.start_at,"
    " d.end_at FROM duties d JOIN logs l ON l.id = d.log" OF,
    "ttdtntttnnnn", 5,
    "its role,its credential,its name,its first event,its last event,its beginning,its end", FALSE,
    TRUE },
  { "The seating",
    "SELECT " LOG ", s.position, s.seat, s.player, s.first_seq, s.last_seq"
    " FROM seatings s JOIN logs l ON l.id = s.log" OF,
    "ttdtnntnn", 5, "its seat,its player,its first event,its last event", FALSE, TRUE },
  /* A log that has none is audited from its beginning when it grows. */
  { "The audit's state of the log",
    "SELECT " LOG ", g.state FROM audit_states g JOIN logs l ON l.id = g.log" OF, "ttdtb", 4,
    "its contents", TRUE, TRUE },
  { "The counts for statistics of the log",
    "SELECT " LOG ", j.equipment, j.people FROM statistic_counts j JOIN logs l ON l.id = j.log" OF,
    "ttdtbb", 4, "those of equipment,those of people", FALSE, TRUE },
  { "What the pictures showed of the log",
    "SELECT " LOG ", t.seq, t.round, t.verdict, t.content FROM testimony t"
    " JOIN logs l ON l.id = t.log" OF,
    "ttdtnnnt", 5, "its round,its verdict,its contents", FALSE, TRUE },
  { "The total",
    "SELECT a.path, c.name, t.state, t.n FROM totals t JOIN checks c ON c.id = t.check_id"
    " JOIN archives a ON a.id = t.archive WHERE a.path = ?",
    "ttnn", 3, "the number", FALSE, TRUE },
  { "The review",
    "SELECT finding, state, reason, credential, name, at, decision, second_credential, second_name,"
    " second_at, n_notes, last_entry FROM reviews",
    "tntttnnttnnn", 1,
    "its state,its reason,its reviewer,the reviewer's name,its instant,its decision,"
    "its second reviewer,the second reviewer's name,the second's instant,its notes,its last entry",
    FALSE, FALSE },
  { "The bookmark",
    "SELECT number, property, table_name, game, gaming_day, at, text, credential, name, made_at"
    " FROM bookmarks",
    "ntttdntttn", 1,
    "its property,its table,its game,its gaming day,its instant,its text,who made it,their name,"
    "when it was made",
    FALSE, FALSE },
  { "The case", "SELECT id, number, title, closed, credential, name, opened_at FROM cases",
    "nntnttn", 1,
    "its number,its title,whether it is closed,who opened it,their name,when it was opened", FALSE,
    FALSE },
  { "The item of a case",
    "SELECT entry, case_id, kind, finding, bookmark, text, credential, name, at FROM case_items",
    "nnntntttn", 1,
    "its case,its kind,its finding,its bookmark,its text,who added it,their name,when it was added",
    FALSE, FALSE },
};

/* What is the same in every store that has it, whatever else that has. */
static const struct
{
  const char *sql;   /* names what is not so */
  const char *wrong; /* "%s" for its name */
} rules[] = {
  { "SELECT t.text FROM texts t LEFT JOIN (SELECT explanation, count (*) AS n FROM findings"
    " GROUP BY explanation) f ON f.explanation = t.text WHERE t.n != coalesce (f.n, 0)",
    "The explanation “%s” is not counted as often as it stands there." },
  { "SELECT f.explanation FROM findings f LEFT JOIN texts t ON t.text = f.explanation"
    " WHERE f.explanation IS NOT NULL AND t.text IS NULL GROUP BY f.explanation",
    "The explanation “%s” is not among the texts." },
  { "SELECT a.path FROM archives a WHERE NOT EXISTS (SELECT 1 FROM logs l WHERE l.archive = a.id)",
    "The store names the archive %s and has no log of it." },
  { "SELECT w.key FROM withdrawn w WHERE NOT EXISTS (SELECT 1 FROM logs l WHERE l.id = w.log"
    " AND l.property = w.property AND l.table_name = w.table_name AND l.game = w.game"
    " AND l.gaming_day = w.gaming_day) AND EXISTS (SELECT 1 FROM logs l WHERE l.id = w.log)",
    "The withdrawn finding %s is of another log than it says." },
  { "SELECT w.key FROM withdrawn w WHERE w.state != coalesce ((SELECT r.state FROM reviews r"
    " WHERE r.finding = w.key), w.state)",
    "The withdrawn finding %s is in another state than its review." },
};

static char *
dup_value (SkyStatement *row, int column, char kind)
{
  char day[SKY_DAY_TEXT_SIZE];
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];
  const void *data;
  gsize size;

  if (sky_statement_is_null (row, column))
    return g_strdup ("nothing");
  switch (kind)
    {
    case TEXT:
      return g_strdup (sky_statement_text (row, column));
    case DAY:
      return g_strdup (sky_day_format ((SkyDay) sky_statement_int (row, column), day));
    case BYTES:
      data = sky_statement_data (row, column, &size);
      sky_digest_bytes (data, size, digest);
      sky_digest_to_hex (digest, hex);
      return g_strdup (hex);
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, sky_statement_int (row, column));
    }
}

/* Returns: the rows of @table, the values behind the key by it (of char *, of GStrv). */
static GHashTable *
read_table (SkyStore *store, const Table *table, const char *archive, GError **error)
{
  g_autoptr (GHashTable) rows =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_strfreev);
  g_autoptr (SkyStatement) statement = sky_statement_get (store, table->sql, error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  if (table->of_archives)
    sky_statement_put_text (statement, archive);
  while (sky_statement_next (statement, &row, error))
    {
      g_autoptr (GString) key = g_string_new (NULL);
      g_autoptr (GStrvBuilder) values = g_strv_builder_new ();

      if (!row)
        return g_steal_pointer (&rows);
      for (int i = 0; table->kinds[i] != '\0'; i++)
        {
          g_autofree char *value = dup_value (statement, i, table->kinds[i]);

          if ((guint) i < table->n_key)
            g_string_append_printf (key, "%s%s", i > 0 ? "/" : "", value);
          else
            g_strv_builder_add (values, value);
        }
      g_hash_table_replace (rows, g_strdup (key->str), g_strv_builder_end (values));
    }
  return NULL;
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
compare_row (const Table *table, const char *key, char **is, char **should, GPtrArray *differences)
{
  g_auto (GStrv) names = g_strsplit (table->names, ",", -1);

  for (guint i = 0; is[i] != NULL && should[i] != NULL; i++)
    if (strcmp (is[i], should[i]) != 0)
      g_ptr_array_add (
          differences,
          g_strdup_printf ("%s %s was changed: %s is “%s”, by archive and ledger “%s”.",
                           table->what, key, names[i], is[i], should[i]));
}

static gboolean
compare_table (SkyStore *store,
               SkyStore *again,
               const Table *table,
               const char *archive,
               GPtrArray *differences,
               GError **error)
{
  g_autoptr (GHashTable) is = read_table (store, table, archive, error);
  g_autoptr (GHashTable) should = is != NULL ? read_table (again, table, archive, error) : NULL;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key, values;

  if (should == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, is);
  while (g_hash_table_iter_next (&iter, &key, &values))
    {
      char **right = g_hash_table_lookup (should, key);

      if (right != NULL)
        compare_row (table, key, values, right, found);
      else
        g_ptr_array_add (found, g_strdup_printf ("%s %s was added: archive and ledger have none.",
                                                 table->what, (const char *) key));
    }
  g_hash_table_iter_init (&iter, should);
  while (g_hash_table_iter_next (&iter, &key, &values))
    if (!table->may_lack && !g_hash_table_contains (is, key))
      g_ptr_array_add (found, g_strdup_printf ("%s %s is missing.", table->what, (char *) key));
  g_ptr_array_sort (found, compare_texts);
  g_ptr_array_extend_and_steal (differences, g_steal_pointer (&found));
  return TRUE;
}

static gboolean
check_rules (SkyStore *store, GPtrArray *differences, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (SkyStatement) statement = sky_statement_get (store, rules[i].sql, error);
      gboolean row = TRUE;

      if (statement == NULL)
        return FALSE;
      while (row)
        {
          g_auto (GStrv) parts = g_strsplit (rules[i].wrong, "%s", 2);

          if (!sky_statement_next (statement, &row, error))
            return FALSE;
          if (row)
            g_ptr_array_add (differences, g_strjoinv (sky_statement_text (statement, 0), parts));
        }
    }
  return TRUE;
}

/* A check's name says in which queue it is and how severe. */
static gboolean
check_catalogue (SkyStore *store, GPtrArray *differences, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, "SELECT name, queue, severity FROM checks ORDER BY name", error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      SkyCheck check;
      const char *name;

      if (!row)
        return TRUE;
      name = sky_statement_text (statement, 0);
      if (!sky_check_from_name (name, &check))
        g_ptr_array_add (differences, g_strdup_printf ("There is no check %s.", name));
      else if ((gint64) sky_check_info (check)->queue != sky_statement_int (statement, 1)
               || (gint64) sky_check_info (check)->severity != sky_statement_int (statement, 2))
        g_ptr_array_add (differences,
                         g_strdup_printf ("The check %s is of another queue or severity.", name));
    }
  return FALSE;
}

static gboolean
check_blocks (SkyStore *store, const char *archive, GPtrArray *differences, GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, archive, error);

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      g_autoptr (GError) wrong = NULL;

      if (sky_store_verify_blocks (store, log->id, &wrong))
        continue;
      if (!g_error_matches (wrong, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED))
        {
          g_propagate_error (error, g_steal_pointer (&wrong));
          return FALSE;
        }
      g_ptr_array_add (differences,
                       g_strdup_printf ("What lists show of the log %s of %s is not what its "
                                        "findings are.",
                                        log->name, archive));
    }
  return logs != NULL;
}

gboolean
sky_store_compare (
    SkyStore *self, SkyStore *again, const char *archive, GPtrArray *differences, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i].of_archives == (archive != NULL)
        && !compare_table (self, again, &tables[i], archive, differences, error))
      return FALSE;
  return archive != NULL
             ? check_blocks (self, archive, differences, error)
             : check_rules (self, differences, error) && check_catalogue (self, differences, error);
}

/* An entry as it is, to the byte: what is wrong with it the ledger's own verification says. */
static gboolean
copy_entry (SkyStore *to, const SkyLedgerEntry *entry, GError **error)
{
  return sky_store_insert_entry (to, entry, error)
         && sky_store_apply_entry (to, entry->number, error);
}

gboolean
sky_store_follow_ledger (SkyStore *from, SkyStore *to, GError **error)
{
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (from, NULL, 0, G_MAXINT, error);
  g_autoptr (SkyStoreTransaction) transaction = NULL;

  if (entries == NULL)
    return FALSE;
  transaction = sky_store_begin (to, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL)
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    if (!copy_entry (to, entries->pdata[i], error))
      return FALSE;
  return sky_store_transaction_commit (transaction, error);
}
