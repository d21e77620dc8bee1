/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-block.h"
#include "sky-finding-listing.h"
#include "sky-store-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* How long a writer waits for another, in milliseconds. An audit's transaction takes a fraction of
 * it; whoever waits longer is told. */
#define BUSY_TIMEOUT 5000

/* And how long before what SQLite does not wait for is tried again, in milliseconds. */
#define RETRY_AFTER 2

/* A write-ahead log that grew beyond this is cut back once its pages are in the database. */
#define JOURNAL_LIMIT "67108864"

struct _SkyStoreTransaction
{
  SkyStore *store;
  SkyStoreTransaction *outer; /* NULL: it is the outermost */
  SkyStoreDurability durability;
  gboolean ended;
};

GQuark
sky_store_error_quark (void)
{
  return g_quark_from_static_string ("sky-store-error");
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

/* What a person should know beside SQLite's own words. */
static const char *
describe (SkyStoreError error)
{
  switch (error)
    {
    case SKY_STORE_ERROR_OPEN:
      return "it cannot be opened";
    case SKY_STORE_ERROR_NOT_A_STORE:
      return "it is no Skyward store";
    case SKY_STORE_ERROR_DAMAGED:
      return "the store is damaged";
    case SKY_STORE_ERROR_READ_ONLY:
      return "it cannot be written";
    case SKY_STORE_ERROR_BUSY:
      return "another program is writing to it";
    case SKY_STORE_ERROR_FULL:
      return "there is no room on the disk";
    case SKY_STORE_ERROR_REFUSED:
      return "that is not allowed";
    case SKY_STORE_ERROR_INVALID:
      return "that cannot be stored";
    case SKY_STORE_ERROR_CANCELLED:
      return "stopped";
    case SKY_STORE_ERROR_VERSION:
    case SKY_STORE_ERROR_CHANGED:
    case SKY_STORE_ERROR_CONFLICT:
    case SKY_STORE_ERROR_NOT_FOUND:
    case SKY_STORE_ERROR_FAILED:
    default:
      return "it does not work";
    }
}

gboolean
sky_store_fail (SkyStore *self, int code, GError **error)
{
  SkyStoreError translated = error_from_code (self->db, code);

  g_set_error (error, SKY_STORE_ERROR, translated, "%s: %s: %s", self->path, describe (translated),
               self->db != NULL ? sqlite3_errmsg (self->db) : sqlite3_errstr (code));
  return FALSE;
}

gboolean
sky_store_refuse (SkyStore *self, GError **error, SkyStoreError code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SKY_STORE_ERROR, code, "%s: %s", self->path, message);
  return FALSE;
}

gboolean
sky_store_run (SkyStore *self, const char *sql, GError **error)
{
  int code = sqlite3_exec (self->db, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || sky_store_fail (self, code, error);
}

gboolean
sky_store_run_for (SkyStore *self, const char *sql, gint64 number, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, sql, error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, number);
  return sky_statement_run (statement, error);
}

static gboolean
query_int (SkyStore *self, const char *sql, gint64 *value, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, sql, error);

  return statement != NULL && sky_statement_get_int (statement, value, NULL, error);
}

static void
transaction_end (SkyStoreTransaction *self)
{
  self->ended = TRUE;
  self->store->transaction = self->outer;
}

SkyStoreTransaction *
sky_store_join (SkyStore *self, SkyStoreDurability durability, GError **error)
{
  g_autofree SkyStoreTransaction *transaction = NULL;

  if (self->mode == SKY_STORE_READ_ONLY)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_READ_ONLY, "the store is open read-only");
      return NULL;
    }

  if (self->transaction != NULL)
    {
      if (durability > self->transaction->durability)
        {
          sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID,
                            "the ledger is not written in a transaction that a power cut may undo");
          return NULL;
        }
      if (!sky_store_run (self, "SAVEPOINT inner", error))
        return NULL;
    }
  /* A commit in NORMAL survives the program's crash, one in FULL the machine's. */
  else if (!sky_store_run (self,
                           durability == SKY_STORE_SURVIVES_CRASH
                               ? "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"
                               : "PRAGMA synchronous = FULL; BEGIN IMMEDIATE",
                           error))
    return NULL;

  transaction = g_new0 (SkyStoreTransaction, 1);
  transaction->store = self;
  transaction->outer = self->transaction;
  transaction->durability =
      transaction->outer != NULL ? transaction->outer->durability : durability;
  self->transaction = transaction;
  return g_steal_pointer (&transaction);
}

SkyStoreTransaction *
sky_store_begin (SkyStore *self, SkyStoreDurability durability, GError **error)
{
  g_return_val_if_fail (self->transaction == NULL, NULL);
  return sky_store_join (self, durability, error);
}

gboolean
sky_store_transaction_commit (SkyStoreTransaction *self, GError **error)
{
  g_return_val_if_fail (!self->ended && self->store->transaction == self, FALSE);

  if (!sky_store_run (self->store, self->outer != NULL ? "RELEASE inner" : "COMMIT", error))
    return FALSE;
  self->store->n_commits++;
  transaction_end (self);
  return TRUE;
}

void
sky_store_transaction_free (SkyStoreTransaction *self)
{
  if (self == NULL)
    return;
  if (!self->ended)
    {
      /* Some failures (a full disk, an interrupt) have rolled the whole transaction back already.
       */
      if (!sqlite3_get_autocommit (self->store->db))
        sqlite3_exec (self->store->db,
                      self->outer != NULL ? "ROLLBACK TO inner; RELEASE inner" : "ROLLBACK", NULL,
                      NULL, NULL);
      self->store->n_commits++;
      transaction_end (self);
    }
  g_free (self);
}

gboolean
sky_store_snapshot_begin (SkyStoreSnapshot *self, SkyStore *store, GError **error)
{
  self->store = NULL;
  if (!sky_store_run (store, "SAVEPOINT snapshot", error))
    return FALSE;
  self->store = store;
  return TRUE;
}

void
sky_store_snapshot_end (SkyStoreSnapshot *self)
{
  if (self->store != NULL)
    sqlite3_exec (self->store->db, "RELEASE snapshot", NULL, NULL, NULL);
  self->store = NULL;
}

/* A new store is its owner's alone, and so are the files that SQLite puts beside it. */
static gboolean
make_file (SkyStore *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  int descriptor;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN, "its folder cannot be made: %s",
                             g_strerror (errno));
  descriptor = g_open (self->path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return errno == EEXIST
           || sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN, "it cannot be made: %s",
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
open_database (SkyStore *self, GError **error)
{
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
  g_autofree char *uri = NULL;
  int code;

  if (self->mode == SKY_STORE_READ_WRITE)
    {
      if (!make_file (self, error))
        return FALSE;
      flags |= SQLITE_OPEN_READWRITE;
      code = sqlite3_open_v2 (self->path, &self->db, flags, NULL);
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
      code = sqlite3_open_v2 (uri != NULL ? uri : self->path, &self->db, flags, NULL);
    }
  if (code != SQLITE_OK)
    {
      int cause = self->db != NULL ? sqlite3_system_errno (self->db) : 0;

      return cause != 0 ? sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN,
                                            "it cannot be opened: %s", g_strerror (cause))
                        : sky_store_fail (self, code, error);
    }

  sqlite3_busy_timeout (self->db, BUSY_TIMEOUT);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
  sqlite3_limit (self->db, SQLITE_LIMIT_ATTACHED, 0);
  return sky_store_run (self,
                        "PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;"
                        "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;"
                        "PRAGMA journal_size_limit = " JOURNAL_LIMIT,
                        error);
}

/* What the file says it is: @version is 0 for a new, empty one. Asked at once, for another may be
 * making it a store meanwhile. */
static gboolean
identify (SkyStore *self, gint64 *version, GError **error)
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
  if (application != SKY_STORE_APPLICATION_ID)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_A_STORE,
                             "it is a database, but no Skyward store");
  if (*version < 1)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                             "the store is damaged: it has no version");
  if (*version > SKY_STORE_SCHEMA_VERSION)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_VERSION,
                             "the store is of version %" G_GINT64_FORMAT
                             ", this Skyward knows versions up to %d; use a newer Skyward",
                             *version, SKY_STORE_SCHEMA_VERSION);
  return TRUE;
}

static gboolean
migrate (SkyStore *self, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  gint64 version;

  transaction = sky_store_begin (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  /* Another program may have been faster. */
  if (transaction == NULL || !identify (self, &version, error))
    return FALSE;
  for (; version < SKY_STORE_SCHEMA_VERSION; version++)
    if (!sky_store_run (self, sky_store_schema[version], error))
      return FALSE;
  if (!sky_store_make_all_blocks (self, error))
    return FALSE;
  if (!sky_store_run (self,
                      "PRAGMA application_id = " G_STRINGIFY (
                          SKY_STORE_APPLICATION_ID) ";"
                                                    "PRAGMA user_version = " G_STRINGIFY (
                                                        SKY_STORE_SCHEMA_VERSION),
                      error))
    return FALSE;
  return sky_store_transaction_commit (transaction, error);
}

/* When two open a new store at once, each stands in the other's way here; SQLite then says so
 * without waiting, lest they wait for one another. The one that steps back tries again. */
static gboolean
use_write_ahead_log (SkyStore *self, GError **error)
{
  const char *sql = "PRAGMA journal_mode = WAL";
  gint64 deadline = g_get_monotonic_time () + BUSY_TIMEOUT * G_TIME_SPAN_MILLISECOND;
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;
  int code;

  while ((code = sqlite3_exec (self->db, sql, NULL, NULL, NULL)) == SQLITE_BUSY
         && g_get_monotonic_time () < deadline)
    sqlite3_sleep (RETRY_AFTER);
  if (code != SQLITE_OK)
    return sky_store_fail (self, code, error);

  statement = sky_statement_get (self, sql, error);
  if (statement == NULL || !sky_statement_next (statement, &row, error))
    return FALSE;
  if (!row || g_strcmp0 (sky_statement_text (statement, 0), "wal") != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN,
                             "a store cannot be kept on this file system");
  return TRUE;
}

static gboolean
prepare_database (SkyStore *self, GError **error)
{
  gint64 version;

  if (!identify (self, &version, error))
    return FALSE;
  if (version < SKY_STORE_SCHEMA_VERSION)
    {
      if (self->mode == SKY_STORE_READ_ONLY)
        return version == 0 ? sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_A_STORE,
                                                "it is empty, not a Skyward store")
                            : sky_store_refuse (self, error, SKY_STORE_ERROR_VERSION,
                                                "the store is of an older version; open it once "
                                                "for writing to bring it up to date");
    }
  if (self->mode == SKY_STORE_READ_WRITE && !use_write_ahead_log (self, error))
    return FALSE;
  if (version < SKY_STORE_SCHEMA_VERSION && !migrate (self, error))
    return FALSE;
  if (sqlite3_exec (self->db, sky_store_probe, NULL, NULL, NULL) != SQLITE_OK)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                             "the store is damaged or was changed by another program: %s",
                             sqlite3_errmsg (self->db));
  return self->mode == SKY_STORE_READ_WRITE
         || sky_store_run (self, "PRAGMA query_only = ON", error);
}

SkyStore *
sky_store_open (const char *path, SkyStoreMode mode, GError **error)
{
  g_autoptr (SkyStore) self = g_new0 (SkyStore, 1);

  self->path = g_strdup (path);
  self->mode = mode;
  self->statements =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) sky_statement_destroy);
  if (!open_database (self, error) || !prepare_database (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
sky_store_free (SkyStore *self)
{
  int code;

  if (self == NULL)
    return;
  g_assert (self->transaction == NULL);
  g_clear_pointer (&self->listings, sky_finding_listings_free);
  sky_store_set_signer (self, NULL, NULL, NULL, NULL);
  g_hash_table_unref (self->statements);
  /* Statements are the store's, so that nothing can be left open. */
  code = sqlite3_close (self->db);
  g_assert (code == SQLITE_OK);
  g_free (self->path);
  g_free (self);
}

const char *
sky_store_get_path (SkyStore *self)
{
  return self->path;
}

SkyStoreMode
sky_store_get_mode (SkyStore *self)
{
  return self->mode;
}

char *
sky_store_default_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "skyward", "skyward.db", NULL);
}

void
sky_store_interrupt (SkyStore *self)
{
  sqlite3_interrupt (self->db);
}

gint64
sky_store_get_stamp (SkyStore *self)
{
  gint64 version = 0;

  /* The number that SQLite keeps changes with others' commits, ours is counted here. */
  if (!query_int (self, "PRAGMA data_version", &version, NULL))
    version = 0;
  return (gint64) ((guint64) version << 40) + self->n_commits;
}

gboolean
sky_store_check (SkyStore *self, GError **error)
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
  if (row)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                             "the store is damaged: a row of %s refers to nothing",
                             sky_statement_text (keys, 0));
  return TRUE;
}

gboolean
sky_store_forget_audits (SkyStore *self, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  return transaction != NULL
         && sky_store_run (
             self,
             "DELETE FROM totals; DELETE FROM finding_blocks; DELETE FROM word_blocks;"
             "DELETE FROM texts; DELETE FROM findings; DELETE FROM rounds;"
             "DELETE FROM duties; DELETE FROM seatings; DELETE FROM withdrawn;"
             "DELETE FROM audit_states;"
             "DELETE FROM logs; DELETE FROM archives; DELETE FROM checks",
             error)
         && sky_store_transaction_commit (transaction, error);
}
