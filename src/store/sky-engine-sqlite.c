/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in one file, kept by SQLite. SQLite's types and codes go no further than here. */
#include "config.h"

#include "sky-engine-private.h"
#include "sky-round-block.h"
#include "sky-store-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long before what SQLite does not wait for is tried again, in milliseconds. */
#define RETRY_AFTER 2

/* A write-ahead log that grew beyond this is cut back once its pages are in the database. */
#define JOURNAL_LIMIT "67108864"

typedef struct
{
  SkyStatement base;
  sqlite3_stmt *stmt;
  int code; /* the first failure of a binding */
} Statement;

/* The connection is SQLite's own. */
static sqlite3 *
get_db (SkyStore *store)
{
  return store->connection;
}

static SkyStoreError
error_from_code (sqlite3 *db, int code)
{
  /* SQLite forgets the system's word on a failed write when it rolls back; errno still has it. */
  int cause = errno;

  if (db != NULL && sqlite3_system_errno (db) != 0)
    cause = sqlite3_system_errno (db);
  switch (code & 0xff)
    {
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return SKY_STORE_ERROR_OPEN;
    case SQLITE_NOTADB:
      return SKY_STORE_ERROR_NOT_A_STORE;
    case SQLITE_CORRUPT:
      return SKY_STORE_ERROR_DAMAGED;
    case SQLITE_READONLY:
      return SKY_STORE_ERROR_READ_ONLY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return SKY_STORE_ERROR_BUSY;
    case SQLITE_FULL:
      return SKY_STORE_ERROR_FULL;
    case SQLITE_IOERR:
      /* A quota or a limit on a file's size leaves no room either. */
      return cause == ENOSPC || cause == EDQUOT || cause == EFBIG ? SKY_STORE_ERROR_FULL
                                                                  : SKY_STORE_ERROR_FAILED;
    case SQLITE_CONSTRAINT:
      return SKY_STORE_ERROR_REFUSED;
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
      return SKY_STORE_ERROR_INVALID;
    case SQLITE_INTERRUPT:
      return SKY_STORE_ERROR_CANCELLED;
    default:
      return SKY_STORE_ERROR_FAILED;
    }
}

/* Turns SQLite's @code into @error, with what went wrong. Returns: FALSE. */
static gboolean
fail (SkyStore *store, int code, GError **error)
{
  sqlite3 *db = get_db (store);

  return sky_store_fail (store, error, error_from_code (db, code),
                         db != NULL ? sqlite3_errmsg (db) : sqlite3_errstr (code));
}

static gboolean
sqlite_run (SkyStore *store, const char *sql, GError **error)
{
  int code = sqlite3_exec (get_db (store), sql, NULL, NULL, NULL);

  return code == SQLITE_OK || fail (store, code, error);
}

/* --- Opening ---------------------------------------------------------------------------------- */

/* A new store is its owner's alone, and so are the files that SQLite puts beside it. */
static gboolean
make_file (SkyStore *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  int descriptor;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN, _ ("its folder cannot be made: %s"),
                             g_strerror (errno));
  descriptor = g_open (self->path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return errno == EEXIST
           || sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN, _ ("it cannot be made: %s"),
                                g_strerror (errno));
  close (descriptor);
  return TRUE;
}

/* A store on a medium that nobody can write has no write-ahead log and may be read as it lies. */
static gboolean
is_immutable (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *journal = g_strconcat (path, "-wal", NULL);
  GStatBuf status;

  if (g_access (folder, W_OK) == 0)
    return FALSE;
  return g_stat (journal, &status) != 0 || status.st_size == 0;
}

static gboolean
sqlite_open (SkyStore *self, GError **error)
{
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
  g_autofree char *uri = NULL;
  sqlite3 *db = NULL;
  int code;

  if (self->mode == SKY_STORE_READ_WRITE)
    {
      if (!make_file (self, error))
        return FALSE;
      flags |= SQLITE_OPEN_READWRITE;
      code = sqlite3_open_v2 (self->path, &db, flags, NULL);
    }
  else
    {
      flags |= SQLITE_OPEN_READONLY;
      if (is_immutable (self->path))
        {
          g_autofree char *escaped = g_uri_escape_string (self->path, "/", TRUE);

          uri = g_strconcat ("file:", escaped, "?immutable=1", NULL);
          flags |= SQLITE_OPEN_URI;
        }
      code = sqlite3_open_v2 (uri != NULL ? uri : self->path, &db, flags, NULL);
    }
  self->connection = db;
  if (code != SQLITE_OK)
    {
      int cause = db != NULL ? sqlite3_system_errno (db) : 0;

      return cause != 0 ? sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN,
                                            _ ("it cannot be opened: %s"), g_strerror (cause))
                        : fail (self, code, error);
    }

  sqlite3_busy_timeout (db, SKY_STORE_BUSY_TIMEOUT);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
  sqlite3_limit (db, SQLITE_LIMIT_ATTACHED, 0);
  return sqlite_run (self,
                     "PRAGMA cell_size_check = ON;"
                     "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;"
                     "PRAGMA journal_size_limit = " JOURNAL_LIMIT,
                     error);
}

static void
sqlite_close (SkyStore *self)
{
  /* Statements are the store's, so that nothing can be left open. */
  int code = sqlite3_close (get_db (self));

  g_assert (code == SQLITE_OK);
}

/* What the file says it is: @version is 0 for a new, empty one. Asked at once, for another may be
 * making it a store meanwhile. */
static gboolean
sqlite_identify (SkyStore *self, gint64 *version, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gint64 application;
  gint64 n_tables;
  gboolean row;

  statement = sky_statement_get (self,
                                 "SELECT application_id, user_version,"
                                 " (SELECT count (*) FROM sqlite_schema)"
                                 " FROM pragma_application_id, pragma_user_version",
                                 error);
  if (statement == NULL || !sky_statement_next (statement, &row, error))
    return FALSE;
  g_assert (row);
  application = sky_statement_int (statement, 0);
  *version = sky_statement_int (statement, 1);
  n_tables = sky_statement_int (statement, 2);
  g_clear_pointer (&statement, sky_statement_release);

  if (application == 0 && *version == 0 && n_tables == 0)
    return TRUE;
  if (application == SKY_STORE_UNRELEASED_ID)
    return sky_store_refuse_unreleased (self, error);
  if (application != SKY_STORE_APPLICATION_ID)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_A_STORE,
                             _ ("it is a database, but no Skyward store"));
  return *version >= 1
         || sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                              "the store is damaged: it has no version");
}

/* When two open a new store at once, each stands in the other's way here; SQLite then says so
 * without waiting, lest they wait for one another. The one that steps back tries again. */
static gboolean
sqlite_ready (SkyStore *self, GError **error)
{
  const char *sql = "PRAGMA journal_mode = WAL";
  gint64 deadline = g_get_monotonic_time () + SKY_STORE_BUSY_TIMEOUT * G_TIME_SPAN_MILLISECOND;
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;
  int code;

  while ((code = sqlite3_exec (get_db (self), sql, NULL, NULL, NULL)) == SQLITE_BUSY
         && g_get_monotonic_time () < deadline)
    sqlite3_sleep (RETRY_AFTER);
  if (code != SQLITE_OK)
    return fail (self, code, error);

  statement = sky_statement_get (self, sql, error);
  if (statement == NULL || !sky_statement_next (statement, &row, error))
    return FALSE;
  if (!row || g_strcmp0 (sky_statement_text (statement, 0), "wal") != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN,
                             _ ("a store cannot be kept on this file system"));
  return TRUE;
}

static gboolean
sqlite_upgrade (SkyStore *self, gint64 version, GError **error)
{
  for (; version < SKY_STORE_SCHEMA_VERSION; version++)
    if (!sqlite_run (self, sky_store_schema[version], error))
      return FALSE;
  return sqlite_run (
      self,
      "PRAGMA application_id = " G_STRINGIFY (
          SKY_STORE_APPLICATION_ID) ";"
                                    "PRAGMA user_version = " G_STRINGIFY (SKY_STORE_SCHEMA_VERSION),
      error);
}

/* From here on, and not while tables are made anew, a row must refer to one that is there. */
static gboolean
sqlite_probe (SkyStore *self, GError **error)
{
  return (sqlite3_exec (get_db (self), sky_store_probe, NULL, NULL, NULL) == SQLITE_OK
          || sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                               _ ("the store is damaged or was changed by another program: %s"),
                               sqlite3_errmsg (get_db (self))))
         && sqlite_run (self, "PRAGMA foreign_keys = ON", error);
}

static gboolean
sqlite_forbid_changes (SkyStore *self, GError **error)
{
  return sqlite_run (self, "PRAGMA query_only = ON", error);
}

/* --- Transactions ----------------------------------------------------------------------------- */

/* Some failures (a full disk, an interrupt) have rolled the whole transaction back already. */
static void
sqlite_rollback (SkyStore *self)
{
  if (!sqlite3_get_autocommit (get_db (self)))
    sqlite3_exec (get_db (self), "ROLLBACK", NULL, NULL, NULL);
}

static gboolean
check_version (SkyStore *self, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, "PRAGMA user_version", error);
  gint64 version;

  return statement != NULL && sky_statement_get_int (statement, &version, NULL, error)
         && sky_store_check_version (self, version, error);
}

/* A commit in NORMAL survives the program's crash, one in FULL the machine's. */
static gboolean
sqlite_begin (SkyStore *self, SkyStoreDurability durability, GError **error)
{
  if (!sqlite_run (self,
                   durability == SKY_STORE_SURVIVES_CRASH
                       ? "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"
                       : "PRAGMA synchronous = FULL; BEGIN IMMEDIATE",
                   error))
    return FALSE;
  if (check_version (self, error))
    return TRUE;
  sqlite_rollback (self);
  return FALSE;
}

/* Whoever watches the store is told by its file's time (sky-watch-sqlite.c). */
static gboolean
sqlite_commit (SkyStore *self, GError **error)
{
  if (!sqlite_run (self, "COMMIT", error))
    return FALSE;
  utimensat (AT_FDCWD, self->location, NULL, 0);
  return TRUE;
}

static gboolean
sqlite_begin_inner (SkyStore *self, GError **error)
{
  return sqlite_run (self, "SAVEPOINT inner", error);
}

static gboolean
sqlite_commit_inner (SkyStore *self, GError **error)
{
  return sqlite_run (self, "RELEASE inner", error);
}

static void
sqlite_rollback_inner (SkyStore *self)
{
  if (!sqlite3_get_autocommit (get_db (self)))
    sqlite3_exec (get_db (self), "ROLLBACK TO inner; RELEASE inner", NULL, NULL, NULL);
}

static gboolean
sqlite_begin_snapshot (SkyStore *self, GError **error)
{
  return sqlite_run (self, "SAVEPOINT snapshot", error);
}

static void
sqlite_end_snapshot (SkyStore *self)
{
  sqlite3_exec (get_db (self), "RELEASE snapshot", NULL, NULL, NULL);
}

static void
sqlite_interrupt (SkyStore *self)
{
  sqlite3_interrupt (get_db (self));
}

static gint64
sqlite_get_stamp (SkyStore *self)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, "PRAGMA data_version", NULL);
  gint64 version;

  if (statement == NULL || !sky_statement_get_int (statement, &version, NULL, NULL))
    return 0;
  return version;
}

static gboolean
sqlite_check (SkyStore *self, GError **error)
{
  g_autoptr (SkyStatement) check = NULL;
  g_autoptr (SkyStatement) keys = NULL;
  gboolean row;

  check = sky_statement_get (self, "PRAGMA integrity_check (1)", error);
  if (check == NULL || !sky_statement_next (check, &row, error))
    return FALSE;
  if (!row || g_strcmp0 (sky_statement_text (check, 0), "ok") != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED, "the store is damaged: %s",
                             row ? sky_statement_text (check, 0) : "it cannot be checked");

  keys = sky_statement_get (self, "PRAGMA foreign_key_check", error);
  if (keys == NULL || !sky_statement_next (keys, &row, error))
    return FALSE;
  return !row
         || sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                              "the store is damaged: a row of %s refers to nothing",
                              sky_statement_text (keys, 0));
}

/* --- Statements ------------------------------------------------------------------------------- */

static sqlite3_stmt *
get_stmt (SkyStatement *statement)
{
  return ((Statement *) statement)->stmt;
}

static SkyStatement *
sqlite_prepare (SkyStore *store, const char *sql, GError **error)
{
  sqlite3_stmt *stmt = NULL;
  int code = sqlite3_prepare_v3 (get_db (store), sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL);
  Statement *self;

  if (code != SQLITE_OK)
    {
      fail (store, code, error);
      return NULL;
    }
  self = g_new0 (Statement, 1);
  self->stmt = stmt;
  return &self->base;
}

static void
sqlite_finalize (SkyStatement *statement)
{
  sqlite3_finalize (get_stmt (statement));
  g_free (statement);
}

static int
sqlite_find_name (SkyStatement *statement, const char *name)
{
  return sqlite3_bind_parameter_index (get_stmt (statement), name);
}

static void
note (SkyStatement *statement, int code)
{
  Statement *self = (Statement *) statement;

  if (self->code == SQLITE_OK)
    self->code = code;
}

static void
sqlite_bind_int (SkyStatement *statement, int index, gint64 value)
{
  note (statement, sqlite3_bind_int64 (get_stmt (statement), index, value));
}

static void
sqlite_bind_text (SkyStatement *statement, int index, const char *value)
{
  note (statement, sqlite3_bind_text (get_stmt (statement), index, value, -1, SQLITE_STATIC));
}

static void
sqlite_bind_data (SkyStatement *statement, int index, const void *data, gsize size)
{
  note (statement, sqlite3_bind_blob64 (get_stmt (statement), index, data, size, SQLITE_STATIC));
}

static gboolean
sqlite_step (SkyStatement *statement, gboolean *row, GError **error)
{
  Statement *self = (Statement *) statement;
  int code = self->code;

  *row = FALSE;
  if (code == SQLITE_OK)
    code = sqlite3_step (self->stmt);
  if (code == SQLITE_ROW)
    {
      *row = TRUE;
      return TRUE;
    }
  return code == SQLITE_DONE || fail (statement->store, code, error);
}

static void
sqlite_reset (SkyStatement *statement)
{
  sqlite3_reset (get_stmt (statement));
}

static void
sqlite_unbind (SkyStatement *statement)
{
  sqlite3_clear_bindings (get_stmt (statement));
  ((Statement *) statement)->code = SQLITE_OK;
}

static gboolean
sqlite_column_is_null (SkyStatement *statement, int column)
{
  return sqlite3_column_type (get_stmt (statement), column) == SQLITE_NULL;
}

static gint64
sqlite_column_int (SkyStatement *statement, int column)
{
  return sqlite3_column_int64 (get_stmt (statement), column);
}

static const char *
sqlite_column_text (SkyStatement *statement, int column)
{
  return (const char *) sqlite3_column_text (get_stmt (statement), column);
}

static const void *
sqlite_column_data (SkyStatement *statement, int column, gsize *size)
{
  const void *data = sqlite3_column_blob (get_stmt (statement), column);

  *size = (gsize) sqlite3_column_bytes (get_stmt (statement), column);
  return data;
}

const SkyEngine sky_engine_sqlite = {
  .watch = &sky_watch_sqlite,
  .triggers = sky_store_triggers,
  .list_triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name",
  .open = sqlite_open,
  .close = sqlite_close,
  .identify = sqlite_identify,
  .ready = sqlite_ready,
  .upgrade = sqlite_upgrade,
  .probe = sqlite_probe,
  .forbid_changes = sqlite_forbid_changes,
  .run = sqlite_run,
  .begin = sqlite_begin,
  .commit = sqlite_commit,
  .rollback = sqlite_rollback,
  .begin_inner = sqlite_begin_inner,
  .commit_inner = sqlite_commit_inner,
  .rollback_inner = sqlite_rollback_inner,
  .begin_snapshot = sqlite_begin_snapshot,
  .end_snapshot = sqlite_end_snapshot,
  .interrupt = sqlite_interrupt,
  .get_stamp = sqlite_get_stamp,
  .check = sqlite_check,
  .prepare = sqlite_prepare,
  .finalize = sqlite_finalize,
  .find_name = sqlite_find_name,
  .bind_int = sqlite_bind_int,
  .bind_text = sqlite_bind_text,
  .bind_data = sqlite_bind_data,
  .step = sqlite_step,
  .reset = sqlite_reset,
  .unbind = sqlite_unbind,
  .column_is_null = sqlite_column_is_null,
  .column_int = sqlite_column_int,
  .column_text = sqlite_column_text,
  .column_data = sqlite_column_data,
};
