/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-engine-private.h"

#include "sky-finding-listing.h"
#include "sky-round-block.h"
#include "sky-store-private.h"
#include <glib/gi18n-lib.h>
#include <inttypes.h>

gboolean
sky_store_check_version (SkyStore *self, gint64 version, GError **error)
{
  return version <= SKY_STORE_SCHEMA_VERSION
         || sky_store_refuse (self, error, SKY_STORE_ERROR_VERSION,
                              _ ("the store is of version %" PRId64
                                 ", this Skyward knows versions up to %d; use a newer Skyward"),
                              version, SKY_STORE_SCHEMA_VERSION);
}

gboolean
sky_store_refuse_unreleased (SkyStore *self, GError **error)
{
  return sky_store_refuse (self, error, SKY_STORE_ERROR_VERSION,
                           _ ("the store was made by a Skyward before its first release; audit its "
                              "archives into a new one"));
}

static gboolean
identify (SkyStore *self, gint64 *version, GError **error)
{
  return self->engine->identify (self, version, error)
         && sky_store_check_version (self, *version, error);
}

static gboolean
migrate (SkyStore *self, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  gint64 version;

  transaction = sky_store_begin (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  /* Another program may have been faster. */
  return transaction != NULL && identify (self, &version, error)
         && self->engine->upgrade (self, version, error)
         && sky_store_transaction_commit (transaction, error);
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
                                                _ ("it is empty, not a Skyward store"))
                            : sky_store_refuse (self, error, SKY_STORE_ERROR_VERSION,
                                                _ ("the store is of an older version; open it once "
                                                   "for writing to bring it up to date"));
    }
  /* Tables that are made before SQLite's write-ahead log begins are written once, not twice. */
  if (version < SKY_STORE_SCHEMA_VERSION && !migrate (self, error))
    return FALSE;
  if (self->mode == SKY_STORE_READ_WRITE && !self->engine->ready (self, error))
    return FALSE;
  return self->engine->probe (self, error)
         && (self->mode == SKY_STORE_READ_WRITE || self->engine->forbid_changes (self, error));
}

/* TRUE: @path begins as libpq's other way of naming a database does, "host=… dbname=…". */
static gboolean
is_key_and_value (const char *path)
{
  static const char *const keys[] = { "dbname=",   "host=", "hostaddr=", "passfile=",
                                      "password=", "port=", "service=",  "user=" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_has_prefix (path, keys[i]))
      return TRUE;
  return FALSE;
}

/* Everybody on a machine can read the arguments of its programs, so an address has no password; and
 * a mistaken address is not made into a folder. */
static gboolean
check_address (const char *path, GError **error)
{
  g_autofree char *told = sky_store_dup_display_name (path);

  if (is_key_and_value (path))
    g_set_error (
        error, SKY_STORE_ERROR, SKY_STORE_ERROR_OPEN,
        _ ("a PostgreSQL database is named as postgresql://HOST/DATABASE; a file whose name "
           "begins like this is named with its folder, as ./NAME is"));
  else if (!g_str_equal (told, path))
    g_set_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_OPEN,
                 _ ("%s: the address had a password in it, which others can read in the list of "
                    "processes; keep it in ~/.pgpass or in the file that PGPASSFILE names"),
                 told);
  else
    return TRUE;
  return FALSE;
}

SkyStore *
sky_store_open (const char *path, SkyStoreMode mode, GError **error)
{
  g_autoptr (SkyStore) self = NULL;

  if (!check_address (path, error))
    return NULL;
  self = g_new0 (SkyStore, 1);

  self->location = g_strdup (path);
  self->path = sky_store_dup_display_name (path);
  self->mode = mode;
  self->statements =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) sky_statement_destroy);
  self->engine = sky_store_is_uri (path) ? &sky_engine_postgres : &sky_engine_sqlite;
  if (!self->engine->open (self, error) || !prepare_database (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
sky_store_free (SkyStore *self)
{
  if (self == NULL)
    return;
  g_assert (self->transaction == NULL);
  g_clear_pointer (&self->listings, sky_finding_listings_free);
  sky_store_set_signer (self, NULL, NULL, NULL, NULL);
  sky_store_set_judge (self, NULL, NULL, NULL);
  g_hash_table_unref (self->statements);
  self->engine->close (self);
  g_free (self->location);
  g_free (self->path);
  g_free (self);
}

gboolean
sky_store_reconnect (SkyStore *self, GError **error)
{
  g_return_val_if_fail (self->transaction == NULL, FALSE);

  /* What another server tells need not be what the lists were made from. */
  g_clear_pointer (&self->listings, sky_finding_listings_free);
  return self->engine->reconnect == NULL || self->engine->reconnect (self, error);
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

gboolean
sky_store_compare_clocks (SkyStore *self, gint64 *ahead, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gint64 before, there, after;

  *ahead = 0;
  if (!self->engine->is_remote)
    return TRUE;
  statement = sky_statement_get (self, "SELECT " SKY_POSTGRES_NOW, error);
  before = g_get_real_time ();
  if (statement == NULL || !sky_statement_get_int (statement, &there, NULL, error))
    return FALSE;
  after = g_get_real_time ();
  /* What the journey took is nobody's fault. */
  if (there < before)
    *ahead = before - there;
  else if (there > after)
    *ahead = after - there;
  return TRUE;
}

void
sky_store_interrupt (SkyStore *self)
{
  self->engine->interrupt (self);
}

gboolean
sky_store_check (SkyStore *self, GError **error)
{
  return self->engine->check (self, error) && sky_store_check_round_blocks (self, error);
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
             "DELETE FROM texts; DELETE FROM findings; DELETE FROM round_blocks;"
             "DELETE FROM duties; DELETE FROM seatings; DELETE FROM withdrawn;"
             "DELETE FROM audit_states; DELETE FROM statistic_counts; DELETE FROM testimony;"
             "DELETE FROM statistic_folds; DELETE FROM statistic_streams;"
             "DELETE FROM logs; DELETE FROM archives; DELETE FROM checks",
             error)
         && sky_store_transaction_commit (transaction, error);
}
