/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-engine-private.h"
#include "sky-store-private.h"

#include <string.h>

SkyStatement *
sky_statement_get (SkyStore *store, const char *sql, GError **error)
{
  SkyStatement *self = g_hash_table_lookup (store->statements, sql);

  if (self == NULL)
    {
      self = store->engine->prepare (store, sql, error);
      if (self == NULL)
        return NULL;
      self->store = store;
      g_hash_table_insert (store->statements, (gpointer) sql, self);
    }

  /* Lending it twice would mix the values of two callers. */
  g_assert (!self->lent);
  self->lent = TRUE;
  self->next = 1;
  return self;
}

SkyStatement *
sky_statement_get_either (SkyStore *store, const char *sqlite, const char *postgres, GError **error)
{
  return sky_statement_get (store, store->engine->takes_postgres ? postgres : sqlite, error);
}

void
sky_statement_release (SkyStatement *self)
{
  if (self == NULL)
    return;
  self->store->engine->reset (self);
  self->store->engine->unbind (self);
  self->lent = FALSE;
}

void
sky_statement_destroy (SkyStatement *self)
{
  self->store->engine->finalize (self);
}

void
sky_statement_put_int (SkyStatement *self, gint64 value)
{
  self->store->engine->bind_int (self, self->next++, value);
}

void
sky_statement_put_text (SkyStatement *self, const char *value)
{
  self->store->engine->bind_text (self, self->next++, value);
}

void
sky_statement_put_bytes (SkyStatement *self, GBytes *value)
{
  gsize size = 0;
  const void *data = value != NULL ? g_bytes_get_data (value, &size) : NULL;

  self->store->engine->bind_data (self, self->next++, data, size);
}

void
sky_statement_put_data (SkyStatement *self, const void *data, gsize size)
{
  self->store->engine->bind_data (self, self->next++, data, size);
}

void
sky_statement_set_int (SkyStatement *self, const char *name, gint64 value)
{
  int index = self->store->engine->find_name (self, name);

  if (index > 0)
    self->store->engine->bind_int (self, index, value);
}

void
sky_statement_set_text (SkyStatement *self, const char *name, const char *value)
{
  int index = self->store->engine->find_name (self, name);

  if (index > 0)
    self->store->engine->bind_text (self, index, value);
}

gboolean
sky_statement_next (SkyStatement *self, gboolean *row, GError **error)
{
  return self->store->engine->step (self, row, error);
}

gboolean
sky_statement_run (SkyStatement *self, GError **error)
{
  gboolean row;
  gboolean good = sky_statement_next (self, &row, error);

  g_assert (!row);
  sky_statement_rewind (self);
  return good;
}

void
sky_statement_rewind (SkyStatement *self)
{
  self->store->engine->reset (self);
  self->next = 1;
}

gint64
sky_statement_int (SkyStatement *self, int column)
{
  return self->store->engine->column_int (self, column);
}

const char *
sky_statement_text (SkyStatement *self, int column)
{
  return self->store->engine->column_text (self, column);
}

const void *
sky_statement_data (SkyStatement *self, int column, gsize *size)
{
  return self->store->engine->column_data (self, column, size);
}

GBytes *
sky_statement_dup_bytes (SkyStatement *self, int column)
{
  gsize size;
  const void *data = sky_statement_data (self, column, &size);

  return data != NULL ? g_bytes_new (data, size) : NULL;
}

gboolean
sky_statement_is_null (SkyStatement *self, int column)
{
  return self->store->engine->column_is_null (self, column);
}

gboolean
sky_statement_is_plain (SkyStatement *self, int column)
{
  const char *text = sky_statement_text (self, column);
  gsize size;

  if (text == NULL)
    return TRUE;
  sky_statement_data (self, column, &size);
  return strlen (text) == size;
}

gboolean
sky_statement_get_int (SkyStatement *self, gint64 *value, gboolean *found, GError **error)
{
  gboolean row;

  *value = 0;
  if (!sky_statement_next (self, &row, error))
    return FALSE;
  if (found != NULL)
    *found = row;
  else if (!row)
    return sky_store_refuse (self->store, error, SKY_STORE_ERROR_DAMAGED, "a row is missing");
  if (row)
    *value = sky_statement_int (self, 0);
  return TRUE;
}
