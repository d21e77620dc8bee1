/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-private.h"

#include <string.h>

struct _SkyStatement
{
  SkyStore *store;
  sqlite3_stmt *stmt;
  int next; /* the number of the next "?" */
  int code; /* the first failure of a binding */
  gboolean lent;
};

SkyStatement *
sky_statement_get (SkyStore *store, const char *sql, GError **error)
{
  SkyStatement *self = g_hash_table_lookup (store->statements, sql);

  if (self == NULL)
    {
      sqlite3_stmt *stmt = NULL;
      int code = sqlite3_prepare_v3 (store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL);

      if (code != SQLITE_OK)
        {
          sky_store_fail (store, code, error);
          return NULL;
        }
      self = g_new0 (SkyStatement, 1);
      self->store = store;
      self->stmt = stmt;
      g_hash_table_insert (store->statements, (gpointer) sql, self);
    }

  /* Lending it twice would mix the values of two callers. */
  g_assert (!self->lent);
  self->lent = TRUE;
  self->next = 1;
  self->code = SQLITE_OK;
  return self;
}

void
sky_statement_release (SkyStatement *self)
{
  if (self == NULL)
    return;
  sqlite3_reset (self->stmt);
  sqlite3_clear_bindings (self->stmt);
  self->lent = FALSE;
}

void
sky_statement_destroy (SkyStatement *self)
{
  sqlite3_finalize (self->stmt);
  g_free (self);
}

static void
bind_int (SkyStatement *self, int index, gint64 value)
{
  int code = sqlite3_bind_int64 (self->stmt, index, value);

  if (self->code == SQLITE_OK)
    self->code = code;
}

static void
bind_text (SkyStatement *self, int index, const char *value)
{
  int code = sqlite3_bind_text (self->stmt, index, value, -1, SQLITE_STATIC);

  if (self->code == SQLITE_OK)
    self->code = code;
}

void
sky_statement_put_int (SkyStatement *self, gint64 value)
{
  bind_int (self, self->next++, value);
}

void
sky_statement_put_text (SkyStatement *self, const char *value)
{
  bind_text (self, self->next++, value);
}

void
sky_statement_put_bytes (SkyStatement *self, GBytes *value)
{
  gsize size = 0;
  const void *data = value != NULL ? g_bytes_get_data (value, &size) : NULL;
  int code = sqlite3_bind_blob64 (self->stmt, self->next++, data, size, SQLITE_STATIC);

  if (self->code == SQLITE_OK)
    self->code = code;
}

void
sky_statement_put_data (SkyStatement *self, const void *data, gsize size)
{
  int code = sqlite3_bind_blob64 (self->stmt, self->next++, data, size, SQLITE_STATIC);

  if (self->code == SQLITE_OK)
    self->code = code;
}

void
sky_statement_set_int (SkyStatement *self, const char *name, gint64 value)
{
  int index = sqlite3_bind_parameter_index (self->stmt, name);

  if (index > 0)
    bind_int (self, index, value);
}

void
sky_statement_set_text (SkyStatement *self, const char *name, const char *value)
{
  int index = sqlite3_bind_parameter_index (self->stmt, name);

  if (index > 0)
    bind_text (self, index, value);
}

gboolean
sky_statement_next (SkyStatement *self, gboolean *row, GError **error)
{
  int code = self->code;

  *row = FALSE;
  if (code == SQLITE_OK)
    code = sqlite3_step (self->stmt);
  if (code == SQLITE_ROW)
    {
      *row = TRUE;
      return TRUE;
    }
  if (code != SQLITE_DONE)
    return sky_store_fail (self->store, code, error);
  return TRUE;
}

gboolean
sky_statement_run (SkyStatement *self, GError **error)
{
  gboolean row;
  gboolean good = sky_statement_next (self, &row, error);

  g_assert (!row);
  sqlite3_reset (self->stmt);
  self->next = 1;
  return good;
}

void
sky_statement_rewind (SkyStatement *self)
{
  sqlite3_reset (self->stmt);
  self->next = 1;
}

gint64
sky_statement_int (SkyStatement *self, int column)
{
  return sqlite3_column_int64 (self->stmt, column);
}

const char *
sky_statement_text (SkyStatement *self, int column)
{
  return (const char *) sqlite3_column_text (self->stmt, column);
}

const void *
sky_statement_data (SkyStatement *self, int column, gsize *size)
{
  const void *data = sqlite3_column_blob (self->stmt, column);

  *size = (gsize) sqlite3_column_bytes (self->stmt, column);
  return data;
}

GBytes *
sky_statement_dup_bytes (SkyStatement *self, int column)
{
  const void *data = sqlite3_column_blob (self->stmt, column);

  return data != NULL ? g_bytes_new (data, (gsize) sqlite3_column_bytes (self->stmt, column))
                      : NULL;
}

gboolean
sky_statement_is_null (SkyStatement *self, int column)
{
  return sqlite3_column_type (self->stmt, column) == SQLITE_NULL;
}

gboolean
sky_statement_is_plain (SkyStatement *self, int column)
{
  const char *text = sky_statement_text (self, column);

  return text == NULL || strlen (text) == (gsize) sqlite3_column_bytes (self->stmt, column);
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
