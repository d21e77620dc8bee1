/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-packed.h"

#include <string.h>

gboolean
sky_packed_read (SkyPackedColumn *columns,
                 guint n_columns,
                 guint n,
                 const guint8 *heads,
                 const guint8 *values,
                 const guint8 *end)
{
  gsize left = (gsize) (end - values);

  for (guint i = 0; i < n_columns; i++, heads += SKY_PACKED_HEAD)
    {
      guint width = heads[8];
      gsize size = (gsize) n * width;
      gint64 least;

      if (width > 8 || size > left)
        return FALSE;
      memcpy (&least, heads, sizeof least);
      columns[i] = (SkyPackedColumn){ GINT64_FROM_LE (least), width, values };
      values += size;
      left -= size;
    }
  return left == SKY_PACKED_TAIL;
}

static inline gint64
unpack (const guint8 *at, guint64 mask, guint64 least)
{
  guint64 code;

  memcpy (&code, at, sizeof code);
  code = GUINT64_FROM_LE (code) & mask;
  return code == 0 ? G_MININT64 : (gint64) (least + code - 1);
}

static guint64
get_mask (const SkyPackedColumn *column)
{
  return column->width < 8 ? (G_GUINT64_CONSTANT (1) << (8 * column->width)) - 1 : G_MAXUINT64;
}

void
sky_packed_get (const SkyPackedColumn *column, guint n, gint64 *values)
{
  guint64 mask = get_mask (column);
  const guint8 *at = column->values;

  for (guint i = 0; i < n; i++, at += column->width)
    values[i] = unpack (at, mask, (guint64) column->least);
}

gint64
sky_packed_get_one (const SkyPackedColumn *column, guint index)
{
  return unpack (column->values + (gsize) index * column->width, get_mask (column),
                 (guint64) column->least);
}

static guint
find_width (guint64 code)
{
  guint width = 0;

  for (; code > 0; code >>= 8)
    width++;
  return width;
}

void
sky_packed_add (GByteArray *bytes, gsize head, const gint64 *values, guint n)
{
  gint64 least = G_MAXINT64, most = G_MININT64;
  guint size = bytes->len;
  gint64 least_le;
  guint8 *at;
  guint width;

  for (guint i = 0; i < n; i++)
    {
      least = values[i] != G_MININT64 ? MIN (least, values[i]) : least;
      most = MAX (most, values[i]);
    }
  width = most != G_MININT64 ? find_width ((guint64) most - (guint64) least + 1) : 0;
  g_byte_array_set_size (bytes, size + n * width + SKY_PACKED_TAIL);
  least_le = GINT64_TO_LE (least);
  memcpy (bytes->data + head, &least_le, sizeof least_le);
  bytes->data[head + 8] = (guint8) width;

  /* Eight bytes each, of which those that are not the value's are written over by the next. */
  at = bytes->data + size;
  for (guint i = 0; i < n; i++, at += width)
    {
      guint64 code = values[i] != G_MININT64 ? (guint64) values[i] - (guint64) least + 1 : 0;

      code = GUINT64_TO_LE (code);
      memcpy (at, &code, sizeof code);
    }
  g_byte_array_set_size (bytes, size + n * width);
}
