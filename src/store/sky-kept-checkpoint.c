/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-kept-checkpoint.h"

#include <string.h>

#include "sky-store-private.h"

static void
cosignature_free (gpointer data)
{
  SkyKeptCosignature *self = data;

  g_free (self->key);
  g_free (self->line);
  g_free (self);
}

void
sky_kept_checkpoint_free (SkyKeptCheckpoint *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->note);
  g_clear_pointer (&self->cosignatures, g_ptr_array_unref);
  g_clear_pointer (&self->stamps, g_ptr_array_unref);
  g_free (self);
}

char *
sky_kept_checkpoint_to_text (const SkyKeptCheckpoint *self)
{
  GString *text = g_string_new (self->note);

  for (guint i = 0; i < self->cosignatures->len; i++)
    g_string_append (text, ((const SkyKeptCosignature *) self->cosignatures->pdata[i])->line);
  return g_string_free (text, FALSE);
}

/* In a damaged database even what must be there may be missing. */
static char *
dup_sure (SkyStatement *row, int column)
{
  const char *text = sky_statement_text (row, column);

  return g_strdup (text != NULL ? text : "");
}

static gboolean
read_cosignatures (SkyStore *store, SkyKeptCheckpoint *checkpoint, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row = TRUE;

  statement = sky_statement_get (
      store, "SELECT signer, line FROM cosignatures WHERE checkpoint = ? ORDER BY number", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, checkpoint->number);
  while (row)
    {
      SkyKeptCosignature *cosignature;

      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (!row)
        break;
      cosignature = g_new0 (SkyKeptCosignature, 1);
      cosignature->key = dup_sure (statement, 0);
      cosignature->line = dup_sure (statement, 1);
      g_ptr_array_add (checkpoint->cosignatures, cosignature);
    }
  return TRUE;
}

static gboolean
read_stamps (SkyStore *store, SkyKeptCheckpoint *checkpoint, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row = TRUE;

  statement = sky_statement_get (
      store, "SELECT stamp FROM checkpoint_stamps WHERE checkpoint = ? ORDER BY number", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, checkpoint->number);
  while (row)
    {
      GBytes *stamp;

      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      stamp = row ? sky_statement_dup_bytes (statement, 0) : NULL;
      if (stamp != NULL)
        g_ptr_array_add (checkpoint->stamps, stamp);
    }
  return TRUE;
}

/* Those whose number is @number or higher. */
static GPtrArray *
list_from (SkyStore *store, gint64 number, GError **error)
{
  g_autoptr (GPtrArray) checkpoints =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_checkpoint_free);

  {
    g_autoptr (SkyStatement) statement = NULL;
    gboolean row = TRUE;

    statement = sky_statement_get (
        store,
        "SELECT number, at, size, signer, note FROM checkpoints WHERE number >= ? ORDER BY number",
        error);
    if (statement == NULL)
      return NULL;
    sky_statement_put_int (statement, number);
    while (row)
      {
        SkyKeptCheckpoint *checkpoint;

        if (!sky_statement_next (statement, &row, error))
          return NULL;
        if (!row)
          break;
        checkpoint = g_new0 (SkyKeptCheckpoint, 1);
        checkpoint->number = sky_statement_int (statement, 0);
        checkpoint->at = sky_statement_int (statement, 1);
        checkpoint->size = (guint64) MAX (sky_statement_int (statement, 2), 0);
        checkpoint->key = dup_sure (statement, 3);
        checkpoint->note = dup_sure (statement, 4);
        checkpoint->cosignatures = g_ptr_array_new_with_free_func (cosignature_free);
        checkpoint->stamps = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
        g_ptr_array_add (checkpoints, checkpoint);
      }
  }
  for (guint i = 0; i < checkpoints->len; i++)
    if (!read_cosignatures (store, checkpoints->pdata[i], error)
        || !read_stamps (store, checkpoints->pdata[i], error))
      return NULL;
  return g_steal_pointer (&checkpoints);
}

GPtrArray *
sky_store_list_checkpoints (SkyStore *self, GError **error)
{
  return list_from (self, 0, error);
}

/* The number of the last one; 0: there is none. */
static gboolean
get_last (SkyStore *store, gint64 *number, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, "SELECT coalesce (max (number), 0) FROM checkpoints", error);

  return statement != NULL && sky_statement_get_int (statement, number, NULL, error);
}

gboolean
sky_store_get_newest_checkpoint (SkyStore *self, SkyKeptCheckpoint **checkpoint, GError **error)
{
  g_autoptr (GPtrArray) last = NULL;
  gint64 number;

  *checkpoint = NULL;
  if (!get_last (self, &number, error))
    return FALSE;
  if (number == 0)
    return TRUE;
  last = list_from (self, number, error);
  if (last != NULL && last->len > 0)
    *checkpoint = g_ptr_array_steal_index (last, last->len - 1);
  return last != NULL;
}

gboolean
sky_store_keep_checkpoint (
    SkyStore *self, guint64 size, const char *key, const char *note, gint64 *number, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  g_autoptr (SkyStatement) statement = NULL;
  SkyLedgerMark head;
  gint64 last;

  if (transaction == NULL || !sky_store_get_ledger_head (self, &head, error)
      || !get_last (self, &last, error))
    return FALSE;
  if (size > (guint64) head.number)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID,
                             "the ledger has %" G_GINT64_FORMAT
                             " entries, the checkpoint %" G_GUINT64_FORMAT,
                             head.number, size);
  statement = sky_statement_get (
      self, "INSERT INTO checkpoints (number, at, size, signer, note) VALUES (?, ?, ?, ?, ?)",
      error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, last + 1);
  sky_statement_put_int (statement, g_get_real_time ());
  sky_statement_put_int (statement, (gint64) size);
  sky_statement_put_text (statement, key);
  sky_statement_put_text (statement, note);
  if (!sky_statement_run (statement, error) || !sky_store_transaction_commit (transaction, error))
    return FALSE;
  if (number != NULL)
    *number = last + 1;
  return TRUE;
}

gboolean
sky_store_keep_cosignature (
    SkyStore *self, gint64 checkpoint, const char *key, const char *line, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  g_autoptr (SkyStatement) find = NULL;
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  if (transaction == NULL)
    return FALSE;
  find = sky_statement_get (self, "SELECT 1 FROM cosignatures WHERE checkpoint = ? AND line = ?",
                            error);
  if (find == NULL)
    return FALSE;
  sky_statement_put_int (find, checkpoint);
  sky_statement_put_text (find, line);
  if (!sky_statement_next (find, &row, error))
    return FALSE;
  if (row)
    return TRUE;
  statement = sky_statement_get (self,
                                 "INSERT INTO cosignatures (number, checkpoint, signer, line) "
                                 "SELECT coalesce (max (number), 0) + 1, ?1, ?2, ?3"
                                 " FROM cosignatures",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, checkpoint);
  sky_statement_put_text (statement, key);
  sky_statement_put_text (statement, line);
  return sky_statement_run (statement, error) && sky_store_transaction_commit (transaction, error);
}

gboolean
sky_store_keep_stamp (SkyStore *self, gint64 checkpoint, GBytes *stamp, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  g_autoptr (SkyStatement) statement = NULL;

  if (transaction == NULL)
    return FALSE;
  statement = sky_statement_get (self,
                                 "INSERT INTO checkpoint_stamps (number, checkpoint, stamp) "
                                 "SELECT coalesce (max (number), 0) + 1, ?1, ?2"
                                 " FROM checkpoint_stamps",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, checkpoint);
  sky_statement_put_bytes (statement, stamp);
  return sky_statement_run (statement, error) && sky_store_transaction_commit (transaction, error);
}
