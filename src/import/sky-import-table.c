/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-table.h"

/* What a register had under a key before the record in hand. */
typedef struct
{
  guint reg;
  char *key;
  SkyImportEntry *before; /* NULL: nothing */
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->key);
  g_free (change->before);
  g_free (change);
}

static void
string_free (gpointer data)
{
  if (data != NULL)
    g_string_free (data, TRUE);
}

static void
event_free (gpointer data)
{
  sky_import_event_free (data);
}

static void
table_unref (gpointer data)
{
  g_hash_table_unref (data);
}

void
sky_import_event_free (SkyImportEvent *event)
{
  if (event == NULL)
    return;
  g_free (event->members);
  g_free (event);
}

static GPtrArray *
registers_new (guint n)
{
  GPtrArray *registers = g_ptr_array_new_with_free_func (table_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (registers, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free));
  return registers;
}

SkyImportTable *
sky_import_table_new (const SkyMap *map)
{
  SkyImportTable *self = g_new0 (SkyImportTable, 1);

  self->last = SKY_TIME_NONE;
  self->day = SKY_DAY_NONE;
  self->registers = registers_new (map->names.registers->len);
  self->last_ids = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_array_set_size (self->last_ids, map->names.registers->len);
  self->ids_before = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->was = g_ptr_array_new_with_free_func (string_free);
  g_ptr_array_set_size (self->was, (int) map->names.fields->len);
  self->held = g_ptr_array_new_with_free_func (event_free);
  self->changes = g_ptr_array_new_with_free_func (change_free);
  return self;
}

void
sky_import_table_free (SkyImportTable *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < SKY_MAP_N_HEADERS; i++)
    g_free (self->headers[i]);
  g_ptr_array_unref (self->registers);
  g_clear_pointer (&self->registers_before, g_ptr_array_unref);
  g_array_unref (self->last_ids);
  g_array_unref (self->ids_before);
  g_ptr_array_unref (self->was);
  g_ptr_array_unref (self->held);
  g_ptr_array_unref (self->changes);
  sky_import_event_free (self->start);
  g_free (self);
}

void
sky_import_table_begin (SkyImportTable *self)
{
  g_ptr_array_set_size (self->changes, 0);
  g_array_set_size (self->ids_before, 0);
  g_array_append_vals (self->ids_before, self->last_ids->data, self->last_ids->len);
}

void
sky_import_table_keep (SkyImportTable *self)
{
  g_ptr_array_set_size (self->changes, 0);
  g_clear_pointer (&self->registers_before, g_ptr_array_unref);
}

void
sky_import_table_try_day (SkyImportTable *self)
{
  g_return_if_fail (self->registers_before == NULL && self->changes->len == 0);

  self->registers_before = self->registers;
  self->registers = registers_new (self->registers_before->len);
  for (guint i = 0; i < self->last_ids->len; i++)
    g_array_index (self->last_ids, gint64, i) = 0;
}

void
sky_import_table_take_back (SkyImportTable *self)
{
  if (self->registers_before != NULL)
    {
      g_ptr_array_unref (self->registers);
      self->registers = g_steal_pointer (&self->registers_before);
      g_ptr_array_set_size (self->changes, 0);
    }
  for (guint i = self->changes->len; i > 0; i--)
    {
      Change *change = self->changes->pdata[i - 1];
      GHashTable *entries = self->registers->pdata[change->reg];

      if (change->before != NULL)
        g_hash_table_replace (entries, g_steal_pointer (&change->key),
                              g_steal_pointer (&change->before));
      else
        g_hash_table_remove (entries, change->key);
    }
  g_ptr_array_set_size (self->changes, 0);
  g_array_set_size (self->last_ids, 0);
  g_array_append_vals (self->last_ids, self->ids_before->data, self->ids_before->len);
}

const SkyImportEntry *
sky_import_table_find (const SkyImportTable *self, guint reg, const char *key)
{
  return g_hash_table_lookup (self->registers->pdata[reg], key);
}

static void
note_change (SkyImportTable *self, guint reg, const char *key)
{
  const SkyImportEntry *before = sky_import_table_find (self, reg, key);
  Change *change = g_new0 (Change, 1);

  change->reg = reg;
  change->key = g_strdup (key);
  change->before = before != NULL ? g_memdup2 (before, sizeof *before) : NULL;
  g_ptr_array_add (self->changes, change);
}

void
sky_import_table_put (SkyImportTable *self, guint reg, const char *key, const SkyImportEntry *entry)
{
  SkyImportEntry *own = g_new (SkyImportEntry, 1);

  *own = entry != NULL ? *entry
                       : (SkyImportEntry){ ++g_array_index (self->last_ids, gint64, reg), -1 };
  note_change (self, reg, key);
  g_hash_table_replace (self->registers->pdata[reg], g_strdup (key), own);
}

/* What is behind the first under a key has as many line ends behind the key as there are before it.
 */
void
sky_import_table_put_behind (SkyImportTable *self,
                             guint reg,
                             const char *key,
                             const SkyImportEntry *entry)
{
  g_autoptr (GString) place = g_string_new (key);

  while (sky_import_table_find (self, reg, place->str) != NULL)
    g_string_append_c (place, '\n');
  sky_import_table_put (self, reg, place->str, entry);
}

void
sky_import_table_remove (SkyImportTable *self, guint reg, const char *key)
{
  g_autoptr (GString) place = g_string_new (key);
  const SkyImportEntry *behind;

  for (;;)
    {
      gsize length = place->len;

      g_string_append_c (place, '\n');
      behind = sky_import_table_find (self, reg, place->str);
      g_string_truncate (place, length);
      if (behind == NULL)
        break;
      sky_import_table_put (self, reg, place->str, behind);
      g_string_append_c (place, '\n');
    }
  note_change (self, reg, place->str);
  g_hash_table_remove (self->registers->pdata[reg], place->str);
}

void
sky_import_table_remember (SkyImportTable *self, const SkyMap *map, SkySource *source)
{
  for (guint i = 0; i < self->was->len; i++)
    {
      SkyText text;

      if (!((const SkyMapField *) map->names.fields->pdata[i])->remembered
          || !sky_source_get_field (source, i, &text))
        continue;
      if (self->was->pdata[i] == NULL)
        self->was->pdata[i] = g_string_new (NULL);
      g_string_truncate (self->was->pdata[i], 0);
      g_string_append_len (self->was->pdata[i], text.data, (gssize) text.length);
    }
}

gboolean
sky_import_table_has_changed (const SkyImportTable *self, const GArray *fields, SkySource *source)
{
  for (guint i = 0; i < fields->len; i++)
    {
      guint field = g_array_index (fields, guint, i);
      const GString *was = self->was->pdata[field];
      SkyText text;

      if (sky_source_get_field (source, field, &text)
          && (was == NULL || !sky_text_equal (text, (SkyText){ was->str, was->len })))
        return TRUE;
    }
  return FALSE;
}

void
sky_import_table_end_day (SkyImportTable *self)
{
  g_clear_pointer (&self->start, sky_import_event_free);
  self->round = 0;
  self->round_open = self->round_decided = FALSE;
}
