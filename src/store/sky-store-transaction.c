/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-private.h"

#include <glib/gi18n-lib.h>

struct _SkyStoreTransaction
{
  SkyStore *store;
  SkyStoreTransaction *outer; /* NULL: it is the outermost */
  SkyStoreDurability durability;
  gboolean ended;
};

gboolean
sky_store_run (SkyStore *self, const char *sql, GError **error)
{
  return self->engine->run (self, sql, error);
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

static void
transaction_end (SkyStoreTransaction *self)
{
  self->ended = TRUE;
  self->store->transaction = self->outer;
}

/* Notes the transaction that the engine has begun. */
static SkyStoreTransaction *
open_transaction (SkyStore *self, SkyStoreDurability durability)
{
  SkyStoreTransaction *transaction = g_new0 (SkyStoreTransaction, 1);

  transaction->store = self;
  transaction->outer = self->transaction;
  transaction->durability =
      transaction->outer != NULL ? transaction->outer->durability : durability;
  self->transaction = transaction;
  return transaction;
}

SkyStoreTransaction *
sky_store_join (SkyStore *self, SkyStoreDurability durability, GError **error)
{
  if (self->mode == SKY_STORE_READ_ONLY)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_READ_ONLY, _ ("the store is open read-only"));
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
      if (!self->engine->begin_inner (self, error))
        return NULL;
    }
  else if (!self->engine->begin (self, durability, error))
    return NULL;

  return open_transaction (self, durability);
}

SkyStoreTransaction *
sky_store_begin (SkyStore *self, SkyStoreDurability durability, GError **error)
{
  g_return_val_if_fail (self->transaction == NULL, NULL);
  return sky_store_join (self, durability, error);
}

SkyStoreTransaction *
sky_store_begin_claim (SkyStore *self, GError **error)
{
  g_return_val_if_fail (self->transaction == NULL && self->engine->begin_claim != NULL, NULL);

  if (self->mode == SKY_STORE_READ_ONLY)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_READ_ONLY, _ ("the store is open read-only"));
      return NULL;
    }
  return self->engine->begin_claim (self, error) ? open_transaction (self, SKY_STORE_SURVIVES_CRASH)
                                                 : NULL;
}

gboolean
sky_store_transaction_write (SkyStoreTransaction *self, GError **error)
{
  g_return_val_if_fail (self->store->transaction == self, FALSE);

  return self->store->engine->claim_writes (self->store, error);
}

gboolean
sky_store_transaction_commit (SkyStoreTransaction *self, GError **error)
{
  const SkyEngine *engine = self->store->engine;

  g_return_val_if_fail (!self->ended && self->store->transaction == self, FALSE);

  if (!(self->outer != NULL ? engine->commit_inner : engine->commit) (self->store, error))
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
      const SkyEngine *engine = self->store->engine;

      (self->outer != NULL ? engine->rollback_inner : engine->rollback) (self->store);
      self->store->n_commits++;
      transaction_end (self);
    }
  g_free (self);
}

gboolean
sky_store_snapshot_begin (SkyStoreSnapshot *self, SkyStore *store, GError **error)
{
  self->store = NULL;
  if (!store->engine->begin_snapshot (store, error))
    return FALSE;
  self->store = store;
  return TRUE;
}

void
sky_store_snapshot_end (SkyStoreSnapshot *self)
{
  if (self->store != NULL)
    self->store->engine->end_snapshot (self->store);
  self->store = NULL;
}

gint64
sky_store_get_stamp (SkyStore *self)
{
  /* The number that the database keeps changes with others' commits, ours is counted here. */
  return (gint64) ((guint64) self->engine->get_stamp (self) << 40) + self->n_commits;
}
