/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-state.h"

#include <string.h>

/* Bytes. */
#define LONGEST_NUMBER 10
#define FIRST_ROOM     16384

struct _SkyState
{
  gboolean reading;
  gboolean refused;

  guint8 *written;
  gsize n_written;
  gsize capacity;

  GBytes *bytes;
  const guint8 *next; /* to be read */
  gsize left;

  /* The part in hand. */
  gsize part_at;   /* while writing: where its size stands */
  gsize part_left; /* while reading: what is left after it */

  GHashTable *text_numbers; /* while writing: text of a table → its number */
  GPtrArray *texts;         /* while reading: the same by number */

  GHashTable *object_numbers; /* while writing */
  GPtrArray *objects;
  SkyStateMakeFunc make;
  gpointer make_data;
};

static SkyState *
state_new (void)
{
  SkyState *self = g_new0 (SkyState, 1);

  self->objects = g_ptr_array_new ();
  return self;
}

SkyState *
sky_state_new_writer (void)
{
  SkyState *self = state_new ();

  self->text_numbers = g_hash_table_new (NULL, NULL);
  self->object_numbers = g_hash_table_new (NULL, NULL);
  return self;
}

SkyState *
sky_state_new_reader (GBytes *bytes)
{
  SkyState *self = state_new ();

  self->reading = TRUE;
  self->bytes = g_bytes_ref (bytes);
  self->next = g_bytes_get_data (bytes, &self->left);
  self->texts = g_ptr_array_new ();
  return self;
}

void
sky_state_free (SkyState *self)
{
  if (self == NULL)
    return;
  g_free (self->written);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->text_numbers, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_pointer (&self->object_numbers, g_hash_table_unref);
  g_ptr_array_unref (self->objects);
  g_free (self);
}

gboolean
sky_state_is_reading (const SkyState *self)
{
  return self->reading;
}

void
sky_state_refuse (SkyState *self)
{
  self->refused = TRUE;
  self->left = 0;
}

gboolean
sky_state_is_refused (const SkyState *self)
{
  return self->refused;
}

gboolean
sky_state_is_complete (const SkyState *self)
{
  return !self->refused && self->left == 0;
}

GBytes *
sky_state_get_bytes (SkyState *self)
{
  g_return_val_if_fail (!self->reading, NULL);

  return self->refused ? NULL : g_bytes_new (self->written, self->n_written);
}

void
sky_state_write_anew (SkyState *self)
{
  g_return_if_fail (!self->reading);

  self->refused = FALSE;
  self->n_written = 0;
  g_hash_table_remove_all (self->text_numbers);
  g_hash_table_remove_all (self->object_numbers);
  g_ptr_array_set_size (self->objects, 0);
}

/* Where @size more bytes can be written. */
static inline guint8 *
make_room (SkyState *self, gsize size)
{
  if (G_UNLIKELY (self->capacity - self->n_written < size))
    {
      self->capacity = MAX (2 * self->capacity, self->n_written + size + FIRST_ROOM);
      self->written = g_realloc (self->written, self->capacity);
    }
  return self->written + self->n_written;
}

static void
write_bytes (SkyState *self, gconstpointer bytes, gsize size)
{
  if (size > 0)
    memcpy (make_room (self, size), bytes, size);
  self->n_written += size;
}

/* Seven bits a byte, the lowest first; the sign is the lowest bit. Returns: what follows. */
static inline guint8 *
put_number (guint8 *at, gint64 value)
{
  guint64 rest = (guint64) value << 1 ^ (guint64) (value >> 63);

  for (; rest >= 0x80; rest >>= 7)
    *at++ = (guint8) (rest | 0x80);
  *at++ = (guint8) rest;
  return at;
}

static void
write_number (SkyState *self, gint64 value)
{
  guint8 *const bytes = make_room (self, LONGEST_NUMBER);

  self->n_written += (gsize) (put_number (bytes, value) - bytes);
}

void
sky_state_write_numbers (SkyState *self, const gint64 *values, guint n)
{
  guint8 *const bytes = make_room (self, n * LONGEST_NUMBER);
  guint8 *at = bytes;

  for (guint i = 0; i < n; i++)
    at = put_number (at, values[i]);
  self->n_written += (gsize) (at - bytes);
}

static gint64
read_number (SkyState *self)
{
  guint64 value = 0;

  for (guint shift = 0; shift < 64 && self->left > 0; shift += 7)
    {
      guint8 byte = *self->next++;

      self->left--;
      value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return (gint64) (value >> 1 ^ -(value & 1));
    }
  sky_state_refuse (self);
  return 0;
}

void
sky_state_number (SkyState *self, gint64 *value)
{
  if (self->reading)
    *value = read_number (self);
  else
    write_number (self, *value);
}

void
sky_state_number_step (SkyState *self, gint64 *value, gint64 *before)
{
  gint64 step = self->reading ? 0 : (gint64) ((guint64) *value - (guint64) *before);

  sky_state_number (self, &step);
  *value = (gint64) ((guint64) *before + (guint64) step);
  *before = *value;
}

guint
sky_state_count (SkyState *self, guint n, guint limit)
{
  gint64 count = n;

  sky_state_number (self, &count);
  if (count < 0 || count > limit || (self->reading && (guint64) count > self->left))
    {
      sky_state_refuse (self);
      return 0;
    }
  return (guint) count;
}

void
sky_state_begin_part (SkyState *self)
{
  guint32 size = 0;

  if (!self->reading)
    {
      self->part_at = self->n_written;
      write_bytes (self, &size, sizeof size);
      return;
    }
  if (self->left < sizeof size)
    {
      sky_state_refuse (self);
      return;
    }
  memcpy (&size, self->next, sizeof size);
  self->next += sizeof size;
  self->left -= sizeof size;
  size = GUINT32_FROM_LE (size);
  if (size > self->left)
    sky_state_refuse (self);
  self->part_left = self->refused ? 0 : self->left - size;
}

void
sky_state_end_part (SkyState *self)
{
  if (!self->reading)
    {
      gsize size = self->n_written - self->part_at - sizeof (guint32);
      guint32 written = GUINT32_TO_LE ((guint32) size);

      if (size > G_MAXUINT32)
        sky_state_refuse (self);
      memcpy (self->written + self->part_at, &written, sizeof written);
    }
  else if (self->left != self->part_left)
    sky_state_refuse (self);
}

void
sky_state_skip_part (SkyState *self)
{
  if (self->refused)
    return;
  self->next += self->left - self->part_left;
  self->left = self->part_left;
}

void
sky_state_memory (SkyState *self, gpointer data, gsize size)
{
  gint64 length = (gint64) size;

  sky_state_number (self, &length);
  if (!self->reading)
    {
      write_bytes (self, data, size);
      return;
    }
  if (length != (gint64) size || size > self->left)
    {
      sky_state_refuse (self);
      return;
    }
  if (size == 0)
    return;
  memcpy (data, self->next, size);
  self->next += size;
  self->left -= size;
}

void
sky_state_text (SkyState *self, char **text)
{
  gint64 length = !self->reading && *text != NULL ? (gint64) strlen (*text) : -1;

  sky_state_number (self, &length);
  if (!self->reading)
    {
      if (length > 0)
        write_bytes (self, *text, (gsize) length);
      return;
    }
  *text = NULL;
  if (length < 0)
    return;
  if ((guint64) length > self->left)
    {
      sky_state_refuse (self);
      return;
    }
  *text = g_strndup ((const char *) self->next, (gsize) length);
  self->next += length;
  self->left -= (gsize) length;
}

static void
write_table_text (SkyState *self, const char *text)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->text_numbers, text));

  if (text == NULL || number > 0)
    {
      write_number (self, number);
      return;
    }
  number = g_hash_table_size (self->text_numbers) + 1;
  g_hash_table_insert (self->text_numbers, (gpointer) text, GUINT_TO_POINTER (number));
  write_number (self, number);
  sky_state_text (self, (char **) &text);
}

void
sky_state_texts (SkyState *self, GHashTable *texts)
{
  guint n = sky_state_count (self, g_hash_table_size (texts), G_MAXINT32);
  GHashTableIter iter;
  gpointer text;

  g_hash_table_iter_init (&iter, texts);
  while (!sky_state_is_reading (self) && g_hash_table_iter_next (&iter, &text, NULL))
    sky_state_text (self, (char **) &text);
  for (guint i = 0; sky_state_is_reading (self) && i < n; i++)
    {
      char *read = NULL;

      sky_state_text (self, &read);
      if (read == NULL)
        sky_state_refuse (self);
      else
        g_hash_table_add (texts, read);
    }
}

void
sky_state_table_text (SkyState *self, const char **text)
{
  g_autofree char *fresh = NULL;
  gint64 number;

  if (!self->reading)
    {
      write_table_text (self, *text);
      return;
    }
  *text = NULL;
  number = read_number (self);
  if (number == 0)
    return;
  if (number == (gint64) self->texts->len + 1)
    {
      sky_state_text (self, &fresh);
      if (fresh != NULL)
        g_ptr_array_add (self->texts, (gpointer) g_intern_string (fresh));
    }
  if (number < 1 || number > (gint64) self->texts->len)
    sky_state_refuse (self);
  else
    *text = self->texts->pdata[number - 1];
}

void
sky_state_row (
    SkyState *self, gconstpointer *row, gconstpointer table, gsize n_rows, gsize row_size)
{
  gint64 number = 0;

  if (!self->reading && *row != NULL)
    {
      gsize place = (gsize) ((const char *) *row - (const char *) table);

      if ((const char *) *row < (const char *) table || place >= n_rows * row_size)
        sky_state_refuse (self);
      number = (gint64) (place / row_size) + 1;
    }
  sky_state_number (self, &number);
  if (!self->reading)
    return;
  *row = NULL;
  if (number < 0 || number > (gint64) n_rows)
    sky_state_refuse (self);
  else if (number > 0)
    *row = (const char *) table + (gsize) (number - 1) * row_size;
}

void
sky_state_set_objects (SkyState *self, SkyStateMakeFunc make, gpointer data)
{
  self->make = make;
  self->make_data = data;
}

static guint
number_object (SkyState *self, gpointer object)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->object_numbers, object));

  if (number == 0)
    {
      g_ptr_array_add (self->objects, object);
      number = self->objects->len;
      g_hash_table_insert (self->object_numbers, object, GUINT_TO_POINTER (number));
    }
  return number;
}

void
sky_state_object (SkyState *self, gpointer *object)
{
  gint64 number;

  if (!self->reading)
    {
      write_number (self, *object != NULL ? number_object (self, *object) : 0);
      return;
    }
  *object = NULL;
  number = read_number (self);
  if (number < 0 || number > (gint64) self->objects->len + 1)
    {
      sky_state_refuse (self);
      return;
    }
  if (number == (gint64) self->objects->len + 1)
    g_ptr_array_add (self->objects, self->make (self->make_data));
  if (number > 0)
    *object = self->objects->pdata[number - 1];
}

guint
sky_state_n_objects (const SkyState *self)
{
  return self->objects->len;
}

gpointer
sky_state_get_object (const SkyState *self, guint number)
{
  g_return_val_if_fail (number < self->objects->len, NULL);

  return self->objects->pdata[number];
}
