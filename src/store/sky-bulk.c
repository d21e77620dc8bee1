/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many rows of one table: a statement each where the database is in this process, and one COPY
 * where each statement would be a journey to it. */
#include "config.h"

#include "sky-store-private.h"

#include <string.h>

struct _SkyBulk
{
  SkyStore *store;
  const SkyBulkText *text;
  GString *rows; /* as COPY reads them; NULL: by statements */
  gboolean in_row;
  SkyStatement *one;
};

SkyBulk *
sky_bulk_new (SkyStore *store, const SkyBulkText *text, GError **error)
{
  g_autoptr (SkyBulk) self = g_new0 (SkyBulk, 1);

  self->store = store;
  self->text = text;
  if (store->engine->copy != NULL && text->copy != NULL && store->engine->may_copy (store))
    {
      self->rows = g_string_new (NULL);
      return g_steal_pointer (&self);
    }
  self->one = sky_statement_get (store, text->one, error);
  return self->one != NULL ? g_steal_pointer (&self) : NULL;
}

void
sky_bulk_free (SkyBulk *self)
{
  if (self == NULL)
    return;
  sky_statement_release (self->one);
  if (self->rows != NULL)
    g_string_free (self->rows, TRUE);
  g_free (self);
}

static void
begin_field (SkyBulk *self)
{
  if (self->in_row)
    g_string_append_c (self->rows, '\t');
  self->in_row = TRUE;
}

void
sky_bulk_put_int (SkyBulk *self, gint64 value)
{
  if (self->rows == NULL)
    {
      sky_statement_put_int (self->one, value);
      return;
    }
  begin_field (self);
  g_string_append_printf (self->rows, "%" G_GINT64_FORMAT, value);
}

void
sky_bulk_put_text (SkyBulk *self, const char *value)
{
  if (self->rows == NULL)
    {
      sky_statement_put_text (self->one, value);
      return;
    }
  begin_field (self);
  if (value == NULL)
    g_string_append (self->rows, "\\N");
  for (; value != NULL && *value != '\0'; value++)
    switch (*value)
      {
      case '\\':
        g_string_append (self->rows, "\\\\");
        break;
      case '\t':
        g_string_append (self->rows, "\\t");
        break;
      case '\n':
        g_string_append (self->rows, "\\n");
        break;
      case '\r':
        g_string_append (self->rows, "\\r");
        break;
      default:
        g_string_append_c (self->rows, *value);
      }
}

void
sky_bulk_put_data (SkyBulk *self, const void *data, gsize size)
{
  static const char digits[] = "0123456789abcdef";
  const guint8 *bytes = data;
  gsize at;

  if (self->rows == NULL)
    {
      sky_statement_put_data (self->one, data, size);
      return;
    }
  begin_field (self);
  if (data == NULL)
    {
      g_string_append (self->rows, "\\N");
      return;
    }
  g_string_append (self->rows, "\\\\x");
  at = self->rows->len;
  g_string_set_size (self->rows, at + 2 * size);
  for (gsize i = 0; i < size; i++)
    {
      self->rows->str[at + 2 * i] = digits[bytes[i] >> 4];
      self->rows->str[at + 2 * i + 1] = digits[bytes[i] & 15];
    }
}

gboolean
sky_bulk_end_row (SkyBulk *self, GError **error)
{
  if (self->rows == NULL)
    return sky_statement_run (self->one, error);
  g_string_append_c (self->rows, '\n');
  self->in_row = FALSE;
  return TRUE;
}

gboolean
sky_bulk_send (SkyBulk *self, GError **error)
{
  gboolean sent;

  if (self->rows == NULL || self->rows->len == 0)
    return TRUE;
  sent = self->store->engine->copy (self->store, self->text->copy, self->rows->str, self->rows->len,
                                    error);
  g_string_truncate (self->rows, 0);
  return sent;
}
