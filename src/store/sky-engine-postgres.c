/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in a PostgreSQL database. libpq's types and codes go no further than here.
 *
 * Writers stand in one line, as they do in a file: each transaction that writes first takes one
 * lock and raises the stamp. It holds the lock for the milliseconds of writing, and so numbers only
 * rise, the ledger has one end, totals are right, and nobody waits for one who waits for him.
 *
 * The rows of a statement come all at once, for libpq sends nothing else meanwhile; what there may
 * be much of is asked for in parts. */
#include "config.h"

#include "sky-libpq-private.h"
#include "sky-postgres-private.h"
#include "sky-postgres-schema-private.h"
#include "sky-round-block.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define OLDEST_SERVER 150000

/* What writers wait for each other at. */
#define WRITERS "23480592505074276" /* "Skyward" */

/* The numbers of PostgreSQL's types. */
enum
{
  TYPE_ANY = 0, /* the server finds out */
  TYPE_BOOL = 16,
  TYPE_BYTES = 17,
  TYPE_INT8 = 20,
  TYPE_INT2 = 21,
  TYPE_INT4 = 23,
  TYPE_TEXT = 25,
  TYPE_NUMERIC = 1700,
};

typedef struct
{
  PGconn *conn;
  guint generation; /* another after each reconnection */
  guint n_prepared; /* statements that were given a name */
  guint n_snapshots;
  gboolean snapshot_is_ours; /* the outermost snapshot began a transaction */
  gboolean made;             /* the tables are there, as this program knows them */
  gboolean copies;           /* rows may be sent by COPY, if that is known */
  gboolean copies_known;

  GMutex mutex; /* guards what follows */
  PGcancel *cancel;
  gboolean asking;
} Connection;

typedef struct
{
  SkyStatement base;
  char *sql;        /* with "$1" for "?" */
  GPtrArray *names; /* of char *, by parameter; NULL: it has no name */
  char name[24];
  guint generation; /* of the connection that has it prepared; 0: none */

  /* By parameter. */
  guint n;
  Oid *types;
  Oid *prepared_types;
  gint64 *numbers;
  const char **values;
  int *lengths;
  int *formats;
  gboolean too_many; /* something was bound that has no place */

  PGresult *result; /* NULL: it was not run */
  int row;
} Statement;

static const SkyLibpq *const pq = &sky_libpq;

static Connection *
get_connection (SkyStore *store)
{
  return store->connection;
}

static PGconn *
get_conn (SkyStore *store)
{
  return get_connection (store)->conn;
}

/* --- Errors ----------------------------------------------------------------------------------- */

static SkyStoreError
error_from_state (const char *state)
{
  static const struct
  {
    const char *state; /* or how it begins */
    SkyStoreError error;
  } states[] = {
    { "08", SKY_STORE_ERROR_DISCONNECTED },
    { "57P01", SKY_STORE_ERROR_DISCONNECTED },
    { "57P02", SKY_STORE_ERROR_DISCONNECTED },
    { "57P03", SKY_STORE_ERROR_DISCONNECTED },
    { "57014", SKY_STORE_ERROR_CANCELLED },
    { "55P03", SKY_STORE_ERROR_BUSY },
    { "40", SKY_STORE_ERROR_BUSY },
    { "53300", SKY_STORE_ERROR_BUSY },
    { "53", SKY_STORE_ERROR_FULL },
    { "25006", SKY_STORE_ERROR_READ_ONLY },
    { "42501", SKY_STORE_ERROR_REFUSED },
    { "23", SKY_STORE_ERROR_REFUSED },
    { "22", SKY_STORE_ERROR_INVALID },
    { "54", SKY_STORE_ERROR_INVALID },
    { "XX00", SKY_STORE_ERROR_DAMAGED },
    { "42P01", SKY_STORE_ERROR_DAMAGED },
    { "42703", SKY_STORE_ERROR_DAMAGED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_str_has_prefix (state, states[i].state))
      return states[i].error;
  return SKY_STORE_ERROR_FAILED;
}

/* libpq's words, of several lines, as one. Returns: a new string. */
static char *
one_line (const char *message)
{
  g_auto (GStrv) lines = g_strsplit (message != NULL ? message : "", "\n", -1);
  GString *text = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    if (*g_strstrip (*line) != '\0')
      g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", *line);
  return g_string_free (text, FALSE);
}

/* Tells what went wrong with @result (NULL: there is none). What a server says has a state. Without
 * one it is libpq that found nobody who answers: right after a crash it says so while the
 * connection still counts as a good one. Returns: FALSE. */
static gboolean
fail (SkyStore *store, const PGresult *result, GError **error)
{
  PGconn *conn = get_conn (store);
  const char *state = pq->PQresultErrorField (result, PG_DIAG_SQLSTATE);
  const char *words = pq->PQresultErrorField (result, PG_DIAG_MESSAGE_PRIMARY);
  g_autofree char *line = one_line (words != NULL ? words : pq->PQerrorMessage (conn));
  gboolean lost = state == NULL || pq->PQstatus (conn) == CONNECTION_BAD;

  return sky_store_fail (store, error,
                         lost ? SKY_STORE_ERROR_DISCONNECTED : error_from_state (state), line);
}

/* --- Asking ----------------------------------------------------------------------------------- */

static void
begin_asking (Connection *self)
{
  g_mutex_lock (&self->mutex);
  self->asking = TRUE;
  g_mutex_unlock (&self->mutex);
}

/* Waits for whoever is just stopping what was asked, lest the next question be stopped. */
static void
end_asking (Connection *self)
{
  g_mutex_lock (&self->mutex);
  self->asking = FALSE;
  g_mutex_unlock (&self->mutex);
}

static PGresult *
ask (SkyStore *store, const char *sql)
{
  Connection *self = get_connection (store);
  PGresult *result;

  begin_asking (self);
  result = pq->PQexec (self->conn, sql);
  end_asking (self);
  return result;
}

static gboolean
is_good (const PGresult *result)
{
  ExecStatusType status = pq->PQresultStatus (result);

  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static gboolean
postgres_run (SkyStore *store, const char *sql, GError **error)
{
  PGresult *result = ask (store, sql);
  gboolean good = is_good (result) || fail (store, result, error);

  pq->PQclear (result);
  return good;
}

/* Runs what need not succeed. */
static void
try_to_run (SkyStore *store, const char *sql)
{
  pq->PQclear (ask (store, sql));
}

static gboolean
ask_for_number (SkyStore *store, const char *sql, gint64 *number, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, error);

  return statement != NULL && sky_statement_get_int (statement, number, NULL, error);
}

/* So many bytes are handed over at a time. */
#define MOST_AT_ONCE (1 << 20)

static gboolean
send_rows (PGconn *conn, const char *rows, gsize size)
{
  for (gsize at = 0; at < size; at += MOST_AT_ONCE)
    if (pq->PQputCopyData (conn, rows + at, (int) MIN (size - at, MOST_AT_ONCE)) != 1)
      return FALSE;
  return pq->PQputCopyEnd (conn, NULL) == 1;
}

/* Where rows are kept from somebody the server takes no COPY from them. */
static gboolean
postgres_may_copy (SkyStore *store)
{
  Connection *self = get_connection (store);
  gint64 active;

  if (!self->copies_known)
    self->copies = ask_for_number (store, "SELECT row_security_active ('findings')", &active, NULL)
                   && active == 0;
  self->copies_known = TRUE;
  return self->copies;
}

static gboolean
postgres_copy (SkyStore *store, const char *sql, const char *rows, gsize size, GError **error)
{
  Connection *self = get_connection (store);
  PGresult *result;
  gboolean good = TRUE;

  begin_asking (self);
  result = pq->PQexec (self->conn, sql);
  if (pq->PQresultStatus (result) == PGRES_COPY_IN)
    {
      pq->PQclear (result);
      good = send_rows (self->conn, rows, size) || fail (store, NULL, error);
      if (!good)
        pq->PQputCopyEnd (self->conn, "not all rows could be sent");
      result = pq->PQgetResult (self->conn);
    }
  good = good && (is_good (result) || fail (store, result, error));
  /* Until there is no more result the connection takes nothing else. */
  while (result != NULL && pq->PQstatus (self->conn) == CONNECTION_OK)
    {
      pq->PQclear (result);
      result = pq->PQgetResult (self->conn);
    }
  pq->PQclear (result);
  end_asking (self);
  return good;
}

/* --- What comes unasked ----------------------------------------------------------------------- */

int
sky_postgres_get_fd (SkyStore *store)
{
  return pq->PQsocket (get_conn (store));
}

gboolean
sky_postgres_consume_input (SkyStore *store, GError **error)
{
  return pq->PQconsumeInput (get_conn (store)) || fail (store, NULL, error);
}

void
sky_postgres_note_free (SkyPostgresNote *self)
{
  g_free (self->channel);
  g_free (self->text);
  g_free (self);
}

SkyPostgresNote *
sky_postgres_take_note (SkyStore *store)
{
  PGconn *conn = get_conn (store);
  SkyPostgresNote *note = NULL;
  PGnotify *notify;

  while (note == NULL && (notify = pq->PQnotifies (conn)) != NULL)
    {
      if (notify->be_pid != pq->PQbackendPID (conn))
        {
          note = g_new (SkyPostgresNote, 1);
          note->channel = g_strdup (notify->relname);
          note->text = g_strdup (notify->extra);
        }
      pq->PQfreemem (notify);
    }
  return note;
}

/* --- Opening ---------------------------------------------------------------------------------- */

static void
keep_quiet (void *unused, const PGresult *notice)
{
}

static PGconn *
connect_to (const char *uri)
{
  /* What stands before the URI it may say otherwise, what stands behind it not. A connection that
   * nobody answers on any more is found out within half a minute. */
  const char *const keywords[] = { "fallback_application_name",
                                   "connect_timeout",
                                   "keepalives_idle",
                                   "keepalives_interval",
                                   "keepalives_count",
                                   "tcp_user_timeout",
                                   "dbname",
                                   "client_encoding",
                                   NULL };
  const char *const values[] = { "skyward", "10", "10", "5", "3", "30000", uri, "UTF8", NULL };

  return pq->PQconnectdbParams (keywords, values, TRUE);
}

/* Settings that the layer counts on. A commit that must survive a power cut waits for the disk even
 * where the server would not. */
#define SETTINGS                                                                                   \
  "SET search_path = skyward, pg_catalog, pg_temp; SET lock_timeout = " G_STRINGIFY (              \
      SKY_STORE_BUSY_TIMEOUT) "; SET jit = off; SET standard_conforming_strings = on;"             \
                              "SELECT set_config ('synchronous_commit', 'on', FALSE)"              \
                              " WHERE current_setting ('synchronous_commit') = 'off'"

static gboolean
check_server (SkyStore *store, GError **error)
{
  PGconn *conn = get_conn (store);
  int version = pq->PQserverVersion (conn);
  const char *encoding = pq->PQparameterStatus (conn, "server_encoding");

  if (version < OLDEST_SERVER)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_OPEN,
                             _ ("a store needs PostgreSQL %d or later, the server has version %d"),
                             OLDEST_SERVER / 10000, version / 10000);
  return g_strcmp0 (encoding, "UTF8") == 0
         || sky_store_refuse (store, error, SKY_STORE_ERROR_OPEN,
                              _ ("a store needs a database whose encoding is UTF8, not %s"),
                              encoding);
}

/* Of an address that it does not understand libpq tells the whole, with the password. */
static gboolean
check_uri (SkyStore *store, SkyStoreError code, GError **error)
{
  char *words = NULL;
  PQconninfoOption *options = pq->PQconninfoParse (store->location, &words);
  gboolean good = options != NULL;

  pq->PQconninfoFree (options);
  pq->PQfreemem (words);
  return good
         || sky_store_refuse (
             store, error, code,
             _ ("the address is not written as libpq's URIs are; what is not of the "
                "alphabet is written as %%40 is for @"));
}

static gboolean
postgres_connect (SkyStore *store, SkyStoreError code, GError **error)
{
  Connection *self = get_connection (store);

  if (!check_uri (store, code, error))
    return FALSE;
  self->conn = connect_to (store->location);
  self->generation++;
  if (pq->PQstatus (self->conn) != CONNECTION_OK)
    {
      g_autofree char *line = one_line (pq->PQerrorMessage (self->conn));

      if (pq->PQconnectionNeedsPassword (self->conn))
        code = SKY_STORE_ERROR_PASSWORD;
      return sky_store_fail (store, error, code, line);
    }
  pq->PQsetNoticeReceiver (self->conn, keep_quiet, NULL);
  g_mutex_lock (&self->mutex);
  self->cancel = pq->PQgetCancel (self->conn);
  g_mutex_unlock (&self->mutex);
  return check_server (store, error) && postgres_run (store, SETTINGS, error);
}

static void
postgres_disconnect (Connection *self)
{
  if (self->conn == NULL)
    return;
  g_mutex_lock (&self->mutex);
  pq->PQfreeCancel (self->cancel);
  self->cancel = NULL;
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->conn, pq->PQfinish);
}

static gboolean
postgres_open (SkyStore *store, GError **error)
{
  Connection *self = g_new0 (Connection, 1);
  g_autofree char *cause = NULL;

  g_mutex_init (&self->mutex);
  store->connection = self;
  if (!sky_libpq_load (&cause))
    return sky_store_refuse (store, error, SKY_STORE_ERROR_OPEN,
                             _ ("PostgreSQL's library cannot be loaded: %s"), cause);
  return postgres_connect (store, SKY_STORE_ERROR_OPEN, error);
}

static void
postgres_close (SkyStore *store)
{
  Connection *self = get_connection (store);

  if (self == NULL)
    return;
  postgres_disconnect (self);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static gboolean
postgres_reconnect (SkyStore *store, GError **error)
{
  Connection *self = get_connection (store);

  postgres_disconnect (self);
  self->n_snapshots = 0;
  return postgres_connect (store, SKY_STORE_ERROR_DISCONNECTED, error)
         && (store->mode == SKY_STORE_READ_WRITE || store->engine->forbid_changes (store, error));
}

static gboolean
postgres_identify (SkyStore *store, gint64 *version, GError **error)
{
  gint64 found;

  *version = 0;
  if (!ask_for_number (store,
                       "SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_attribute"
                       " WHERE attrelid = to_regclass ('skyward.store') AND attname = 'made_by')"
                       " THEN 3 WHEN to_regclass ('skyward.store') IS NOT NULL THEN 2"
                       " WHEN EXISTS (SELECT 1 FROM pg_class"
                       " WHERE relnamespace = to_regnamespace ('skyward')) THEN 1 ELSE 0 END",
                       &found, error))
    return FALSE;
  if (found == 2)
    return sky_store_refuse_unreleased (store, error);
  if (found == 1)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_A_STORE,
                             _ ("the database has a schema \"skyward\" that is no store"));
  if (found == 0)
    return TRUE;
  if (!ask_for_number (store, "SELECT version FROM skyward.store", version, error))
    return FALSE;
  get_connection (store)->made = *version == SKY_STORE_SCHEMA_VERSION;
  return *version >= 1
         || sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                              "the store is damaged: it has no version");
}

static gboolean
postgres_ready (SkyStore *store, GError **error)
{
  return TRUE;
}

static gboolean
postgres_upgrade (SkyStore *store, gint64 version, GError **error)
{
  /* Another program may have been faster to make it. */
  if (version == 0
      && (!postgres_run (store, sky_postgres_schema, error)
          || !postgres_run (store, sky_postgres_roles, error)
          || !postgres_run (store, sky_postgres_follow, error)))
    return FALSE;
  for (version = MAX (version, 1); version < SKY_STORE_SCHEMA_VERSION; version++)
    if (!postgres_run (store, sky_postgres_steps[version].tables, error)
        || (sky_postgres_steps[version].roles != NULL
            && !postgres_run (store, sky_postgres_steps[version].roles, error)))
      return FALSE;
  if (!postgres_run (store,
                     "UPDATE skyward.store SET version = " G_STRINGIFY (SKY_STORE_SCHEMA_VERSION),
                     error))
    return FALSE;
  get_connection (store)->made = TRUE;
  return TRUE;
}

static gboolean
postgres_probe (SkyStore *store, GError **error)
{
  return postgres_run (store, sky_postgres_probe, error);
}

static gboolean
postgres_forbid_changes (SkyStore *store, GError **error)
{
  return postgres_run (store, "SET default_transaction_read_only = on", error);
}

/* --- Transactions ----------------------------------------------------------------------------- */

#define BEGIN_WRITING(durable) "BEGIN; " durable "SELECT pg_advisory_xact_lock (" WRITERS ")"
#define RAISE_STAMP            "; SELECT raise_stamp ()"
#define LAZILY                 "SET LOCAL synchronous_commit = off; "

/* Who is first in the line of writers, or past it has the row that each of them changes: any role
 * may stand there as long as it likes. */
#define FIND_WRITER                                                                                \
  "SELECT a.usename || ' (' || a.application_name || ', process ' || a.pid || ' of the server)'"   \
  " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"                                      \
  " WHERE a.datname = current_database () AND l.granted AND ((l.locktype = 'advisory'"             \
  " AND l.objsubid = 1 AND ((l.classid::bigint << 32) | l.objid::bigint) = " WRITERS ")"           \
  " OR (l.relation = to_regclass ('skyward.store') AND l.mode = 'RowExclusiveLock'))"              \
  " AND NOT EXISTS (SELECT 1 FROM pg_locks w WHERE w.pid = l.pid AND NOT w.granted) LIMIT 1"

/* Adds to @error, that another writes, who that is. */
static void
name_writer (SkyStore *store, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  g_autofree char *words = NULL;
  gboolean row;

  if (error == NULL || !g_error_matches (*error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY))
    return;
  statement = sky_statement_get (store, FIND_WRITER, NULL);
  if (statement == NULL || !sky_statement_next (statement, &row, NULL) || !row)
    return;
  words =
      g_strconcat ((*error)->message, "; the writer is ", sky_statement_text (statement, 0), NULL);
  g_free ((*error)->message);
  (*error)->message = g_steal_pointer (&words);
}

/* Runs @sql, of which the last row is the store's version. */
static gboolean
run_to_version (SkyStore *store, const char *sql, GError **error)
{
  PGresult *result = ask (store, sql);
  gboolean good = is_good (result) || fail (store, result, error);

  if (good && pq->PQntuples (result) > 0)
    good = sky_store_check_version (
        store, g_ascii_strtoll (pq->PQgetvalue (result, 0, 0), NULL, 10), error);
  pq->PQclear (result);
  return good;
}

static gboolean
postgres_begin (SkyStore *store, SkyStoreDurability durability, GError **error)
{
  static const char *const texts[2] = {
    BEGIN_WRITING (""),
    BEGIN_WRITING (LAZILY),
  };
  static const char *const raising[2] = {
    BEGIN_WRITING ("") RAISE_STAMP,
    BEGIN_WRITING (LAZILY) RAISE_STAMP,
  };
  gboolean lazily = durability == SKY_STORE_SURVIVES_CRASH;

  if (get_connection (store)->made ? run_to_version (store, raising[lazily], error)
                                   : postgres_run (store, texts[lazily], error))
    return TRUE;
  try_to_run (store, "ROLLBACK");
  name_writer (store, error);
  return FALSE;
}

/* Whoever waits for what is taken looks about each second; in the line of writers a fleet stands
 * longer than a person would. Between the two a log is audited, however long that takes. */
static gboolean
postgres_begin_claim (SkyStore *store, GError **error)
{
  if (postgres_run (store,
                    "BEGIN; SET LOCAL lock_timeout = '1s';"
                    " SET LOCAL idle_in_transaction_session_timeout = 0",
                    error))
    return TRUE;
  try_to_run (store, "ROLLBACK");
  return FALSE;
}

static gboolean
postgres_claim_writes (SkyStore *store, GError **error)
{
  return run_to_version (store,
                         LAZILY "SET LOCAL lock_timeout = '5min'; "
                                "SELECT pg_advisory_xact_lock (" WRITERS ")" RAISE_STAMP,
                         error);
}

static gboolean
postgres_commit (SkyStore *store, GError **error)
{
  PGresult *result = ask (store, "COMMIT");
  gboolean good = is_good (result) || fail (store, result, error);

  /* A transaction in which something failed is ended, but not committed. */
  if (good && strcmp (pq->PQcmdStatus (result), "COMMIT") != 0)
    good = sky_store_refuse (store, error, SKY_STORE_ERROR_FAILED,
                             "the changes were undone, for one of them failed");
  pq->PQclear (result);
  return good;
}

static void
postgres_rollback (SkyStore *store)
{
  if (pq->PQtransactionStatus (get_conn (store)) != PQTRANS_IDLE)
    try_to_run (store, "ROLLBACK");
}

static gboolean
postgres_begin_inner (SkyStore *store, GError **error)
{
  return postgres_run (store, "SAVEPOINT within", error);
}

static gboolean
postgres_commit_inner (SkyStore *store, GError **error)
{
  return postgres_run (store, "RELEASE within", error);
}

static void
postgres_rollback_inner (SkyStore *store)
{
  if (pq->PQtransactionStatus (get_conn (store)) != PQTRANS_IDLE)
    try_to_run (store, "ROLLBACK TO within; RELEASE within");
}

#define BEGIN_SNAPSHOT "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

/* The server lets a transaction be seen a moment before it tells others' sessions that there are
 * new partitions, and whoever looks in between sees a log without its rows. So the snapshot, once
 * it is taken, waits for whoever is making partitions; but not for one who never ends. */
static gboolean
take_snapshot (SkyStore *store, GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (postgres_run (store,
                    BEGIN_SNAPSHOT "; SET LOCAL lock_timeout = '2s';"
                                   "SELECT pg_advisory_lock_shared (" SKY_POSTGRES_MONTHS ");"
                                   "SELECT pg_advisory_unlock_shared (" SKY_POSTGRES_MONTHS ")",
                    &cause))
    return TRUE;
  try_to_run (store, "ROLLBACK");
  if (!g_error_matches (cause, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  return postgres_run (store, BEGIN_SNAPSHOT, error);
}

static gboolean
postgres_begin_snapshot (SkyStore *store, GError **error)
{
  Connection *self = get_connection (store);

  if (self->n_snapshots == 0)
    {
      /* Within a transaction that writes nobody else does. */
      self->snapshot_is_ours = store->transaction == NULL;
      if (self->snapshot_is_ours && !take_snapshot (store, error))
        return FALSE;
    }
  self->n_snapshots++;
  return TRUE;
}

static void
postgres_end_snapshot (SkyStore *store)
{
  Connection *self = get_connection (store);

  if (--self->n_snapshots == 0 && self->snapshot_is_ours)
    postgres_rollback (store);
}

static void
postgres_interrupt (SkyStore *store)
{
  Connection *self = get_connection (store);
  char message[256];

  g_mutex_lock (&self->mutex);
  if (self->asking && self->cancel != NULL)
    pq->PQcancel (self->cancel, message, sizeof message);
  g_mutex_unlock (&self->mutex);
}

static gint64
postgres_get_stamp (SkyStore *store)
{
  gint64 stamp;

  return ask_for_number (store, "SELECT stamp FROM store", &stamp, NULL) ? stamp : 0;
}

/* Reads every row, so that the server comes by all of its pages, and counts again what is kept as a
 * count. */
static gboolean
postgres_check (SkyStore *store, GError **error)
{
  static const struct
  {
    const char *sql;
    const char *wrong;
  } checks[] = {
    { "SELECT count (*) FROM (SELECT archive, check_id, state, n FROM totals EXCEPT"
      " SELECT l.archive, f.check_id, f.state, count (*) FROM findings f"
      " JOIN logs l ON l.id = f.log GROUP BY 1, 2, 3) t",
      "the totals are not those of the findings" },
    { "SELECT count (*) FROM logs l WHERE l.n_findings !="
      " (SELECT count (*) FROM findings f WHERE f.log = l.id)",
      "a log has not as many findings as it says" },
    { "SELECT count (*) FROM findings f WHERE NOT EXISTS (SELECT 1 FROM logs l WHERE l.id = f.log)"
      " OR NOT EXISTS (SELECT 1 FROM checks c WHERE c.id = f.check_id)",
      "a row of findings refers to nothing" },
    { "SELECT count (*) FROM finding_blocks b FULL JOIN word_blocks w ON w.id = b.id"
      " WHERE b.id IS NULL OR w.id IS NULL OR length (b.columns) = 0 OR length (w.words) = 0",
      "a block of findings has no words" },
    { "SELECT count (*) FROM ledger WHERE length (digest) != 64",
      "an entry of the ledger has no digest" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      gint64 n;

      if (!ask_for_number (store, checks[i].sql, &n, error))
        return FALSE;
      if (n > 0)
        return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED, "the store is damaged: %s",
                                 checks[i].wrong);
    }
  return TRUE;
}

/* --- Statements ------------------------------------------------------------------------------- */

static gboolean
is_of_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* The number of the parameter that is called @name, from 1; one that is new is given one. */
static guint
number_name (GPtrArray *names, const char *name, gsize length)
{
  for (guint i = 0; i < names->len; i++)
    if (names->pdata[i] != NULL && strlen (names->pdata[i]) == length
        && strncmp (names->pdata[i], name, length) == 0)
      return i + 1;
  g_ptr_array_add (names, g_strndup (name, length));
  return names->len;
}

static guint
number_place (GPtrArray *names, const char *digits, gsize length)
{
  guint number = length > 0 ? (guint) g_ascii_strtoull (digits, NULL, 10) : names->len + 1;

  while (names->len < number)
    g_ptr_array_add (names, NULL);
  return number;
}

static gsize
count_name (const char *at)
{
  gsize n = 0;

  while (is_of_name (at[n]))
    n++;
  return n;
}

/* Copies what is quoted and stands at *@at. */
static void
copy_quoted (const char **at, GString *text)
{
  const char *end = strchr (*at + 1, **at);

  g_assert (end != NULL);
  g_string_append_len (text, *at, end + 1 - *at);
  *at = end + 1;
}

/* Gives the parameters the names that PostgreSQL knows them by and leaves out SQLite's hints. */
static char *
translate (const char *sql, GPtrArray *names)
{
  static const char hint[] = "INDEXED BY ";
  GString *text = g_string_sized_new (strlen (sql));

  for (const char *at = sql; *at != '\0';)
    {
      gsize n = count_name (at + 1);

      if (*at == '\'' || *at == '"')
        copy_quoted (&at, text);
      else if (*at == '?')
        {
          g_string_append_printf (text, "$%u", number_place (names, at + 1, n));
          at += 1 + n;
        }
      else if (*at == ':' && n > 0)
        {
          g_string_append_printf (text, "$%u", number_name (names, at, n + 1));
          at += 1 + n;
        }
      else if (g_str_has_prefix (at, hint))
        at += strlen (hint) + count_name (at + strlen (hint));
      else
        {
          /* "::" makes one type of another. */
          gsize length = *at == ':' ? 2 : MAX (count_name (at), 1);

          g_string_append_len (text, at, (gssize) length);
          at += length;
        }
    }
  return g_string_free (text, FALSE);
}

static SkyStatement *
postgres_prepare (SkyStore *store, const char *sql, GError **error)
{
  Connection *connection = get_connection (store);
  Statement *self = g_new0 (Statement, 1);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->sql = translate (sql, self->names);
  self->n = self->names->len;
  self->types = g_new0 (Oid, self->n + 1);
  self->prepared_types = g_new0 (Oid, self->n + 1);
  self->numbers = g_new0 (gint64, self->n + 1);
  self->values = g_new0 (const char *, self->n + 1);
  self->lengths = g_new0 (int, self->n + 1);
  self->formats = g_new0 (int, self->n + 1);
  g_snprintf (self->name, sizeof self->name, "s%u", ++connection->n_prepared);
  return &self->base;
}

static void
postgres_reset (SkyStatement *statement)
{
  Statement *self = (Statement *) statement;

  g_clear_pointer (&self->result, pq->PQclear);
  self->row = -1;
}

static void
postgres_finalize (SkyStatement *statement)
{
  Statement *self = (Statement *) statement;

  postgres_reset (statement);
  g_free (self->sql);
  g_ptr_array_unref (self->names);
  g_free (self->types);
  g_free (self->prepared_types);
  g_free (self->numbers);
  g_free (self->values);
  g_free (self->lengths);
  g_free (self->formats);
  g_free (self);
}

static int
postgres_find_name (SkyStatement *statement, const char *name)
{
  const Statement *self = (const Statement *) statement;

  for (guint i = 0; i < self->n; i++)
    if (g_strcmp0 (self->names->pdata[i], name) == 0)
      return (int) i + 1;
  return 0;
}

static void
bind (SkyStatement *statement, int index, Oid type, const void *value, gsize size)
{
  Statement *self = (Statement *) statement;
  guint i = (guint) index - 1;

  if (i >= self->n || size > G_MAXINT)
    {
      self->too_many = TRUE;
      return;
    }
  self->types[i] = type;
  self->values[i] = value;
  self->lengths[i] = (int) size;
  self->formats[i] = type != TYPE_TEXT;
}

static void
postgres_bind_int (SkyStatement *statement, int index, gint64 value)
{
  Statement *self = (Statement *) statement;
  gint64 *number = &self->numbers[MIN ((guint) index - 1, self->n)];

  *number = GINT64_TO_BE (value);
  bind (statement, index, TYPE_INT8, number, sizeof *number);
}

static void
postgres_bind_text (SkyStatement *statement, int index, const char *value)
{
  bind (statement, index, TYPE_TEXT, value, 0);
}

static void
postgres_bind_data (SkyStatement *statement, int index, const void *data, gsize size)
{
  bind (statement, index, TYPE_BYTES, data, size);
}

static void
postgres_unbind (SkyStatement *statement)
{
  Statement *self = (Statement *) statement;

  for (guint i = 0; i < self->n; i++)
    {
      self->values[i] = NULL;
      self->lengths[i] = 0;
    }
  self->too_many = FALSE;
}

/* Has the server know the statement, with the types of what is bound. */
static gboolean
send_text (Statement *self, Connection *connection, GError **error)
{
  SkyStore *store = self->base.store;
  gsize size = self->n * sizeof *self->types;
  PGresult *result;
  gboolean good;

  if (self->generation == connection->generation)
    {
      g_autofree char *forget = NULL;

      if (memcmp (self->types, self->prepared_types, size) == 0)
        return TRUE;
      forget = g_strconcat ("DEALLOCATE ", self->name, NULL);
      if (!postgres_run (store, forget, error))
        return FALSE;
      self->generation = 0;
    }
  begin_asking (connection);
  result = pq->PQprepare (connection->conn, self->name, self->sql, (int) self->n, self->types);
  end_asking (connection);
  good = is_good (result) || fail (store, result, error);
  pq->PQclear (result);
  if (good)
    {
      memcpy (self->prepared_types, self->types, size);
      self->generation = connection->generation;
    }
  return good;
}

static gboolean
run_statement (Statement *self, GError **error)
{
  SkyStore *store = self->base.store;
  Connection *connection = get_connection (store);

  if (self->too_many)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                             "a value has no place in what is asked");
  if (!send_text (self, connection, error))
    return FALSE;
  begin_asking (connection);
  self->result = pq->PQexecPrepared (connection->conn, self->name, (int) self->n, self->values,
                                     self->lengths, self->formats, TRUE);
  end_asking (connection);
  self->row = -1;
  if (is_good (self->result))
    return TRUE;
  fail (store, self->result, error);
  g_clear_pointer (&self->result, pq->PQclear);
  return FALSE;
}

static gboolean
postgres_step (SkyStatement *statement, gboolean *row, GError **error)
{
  Statement *self = (Statement *) statement;

  *row = FALSE;
  if (self->result == NULL && !run_statement (self, error))
    return FALSE;
  if (self->row + 1 < pq->PQntuples (self->result))
    {
      self->row++;
      *row = TRUE;
    }
  return TRUE;
}

static gboolean
postgres_column_is_null (SkyStatement *statement, int column)
{
  const Statement *self = (const Statement *) statement;

  return self->result == NULL || self->row < 0 || pq->PQgetisnull (self->result, self->row, column);
}

static guint16
read_16 (const char *at)
{
  guint16 value;

  memcpy (&value, at, sizeof value);
  return GUINT16_FROM_BE (value);
}

/* A sum of whole numbers: groups of four decimal digits, the first worth 10000 to the power of its
 * weight. */
static gint64
read_numeric (const char *at)
{
  guint n = read_16 (at);
  gint weight = (gint16) read_16 (at + 2);
  gboolean negative = read_16 (at + 4) == 0x4000;
  guint64 value = 0; /* what is too large for a number goes round */

  for (gint i = 0; i <= weight; i++)
    value = value * 10000 + (i < (gint) n ? read_16 (at + 8 + 2 * i) : 0);
  return (gint64) (negative ? -value : value);
}

static gint64
postgres_column_int (SkyStatement *statement, int column)
{
  const Statement *self = (const Statement *) statement;
  const char *at;
  gint64 wide;
  gint32 narrow;

  if (postgres_column_is_null (statement, column))
    return 0;
  at = pq->PQgetvalue (self->result, self->row, column);
  switch (pq->PQftype (self->result, column))
    {
    case TYPE_INT8:
      memcpy (&wide, at, sizeof wide);
      return GINT64_FROM_BE (wide);
    case TYPE_INT4:
      memcpy (&narrow, at, sizeof narrow);
      return GINT32_FROM_BE (narrow);
    case TYPE_INT2:
      return (gint16) read_16 (at);
    case TYPE_BOOL:
      return *at != 0;
    case TYPE_NUMERIC:
      return read_numeric (at);
    default:
      return g_ascii_strtoll (at, NULL, 10);
    }
}

static const char *
postgres_column_text (SkyStatement *statement, int column)
{
  const Statement *self = (const Statement *) statement;

  return postgres_column_is_null (statement, column)
             ? NULL
             : pq->PQgetvalue (self->result, self->row, column);
}

static const void *
postgres_column_data (SkyStatement *statement, int column, gsize *size)
{
  const Statement *self = (const Statement *) statement;

  *size = 0;
  if (postgres_column_is_null (statement, column))
    return NULL;
  *size = (gsize) pq->PQgetlength (self->result, self->row, column);
  return pq->PQgetvalue (self->result, self->row, column);
}

const SkyEngine sky_engine_postgres = {
  .watch = &sky_watch_postgres,
  .takes_postgres = TRUE,
  .is_remote = TRUE,
  .has_stills = TRUE,
  .follows_ledger = TRUE,
  .triggers = sky_postgres_triggers,
  .list_triggers = sky_postgres_list_triggers,
  .open = postgres_open,
  .close = postgres_close,
  .reconnect = postgres_reconnect,
  .identify = postgres_identify,
  .ready = postgres_ready,
  .upgrade = postgres_upgrade,
  .probe = postgres_probe,
  .forbid_changes = postgres_forbid_changes,
  .run = postgres_run,
  .may_copy = postgres_may_copy,
  .copy = postgres_copy,
  .begin = postgres_begin,
  .commit = postgres_commit,
  .rollback = postgres_rollback,
  .begin_inner = postgres_begin_inner,
  .begin_claim = postgres_begin_claim,
  .claim_writes = postgres_claim_writes,
  .commit_inner = postgres_commit_inner,
  .rollback_inner = postgres_rollback_inner,
  .begin_snapshot = postgres_begin_snapshot,
  .end_snapshot = postgres_end_snapshot,
  .interrupt = postgres_interrupt,
  .get_stamp = postgres_get_stamp,
  .check = postgres_check,
  .prepare = postgres_prepare,
  .finalize = postgres_finalize,
  .find_name = postgres_find_name,
  .bind_int = postgres_bind_int,
  .bind_text = postgres_bind_text,
  .bind_data = postgres_bind_data,
  .step = postgres_step,
  .reset = postgres_reset,
  .unbind = postgres_unbind,
  .column_is_null = postgres_column_is_null,
  .column_int = postgres_column_int,
  .column_text = postgres_column_text,
  .column_data = postgres_column_data,
};
