/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of numbers, packed: each as its least value (8 bytes, little-endian) and the width of a
 * value (1), which is its head, and the values. A value is kept as what it is more than the least,
 * plus 1; 0 stands for G_MININT64. Some bytes follow the last column, so that eight can be read
 * wherever a value begins. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_PACKED_HEAD 9 /* bytes, of each column */
#define SKY_PACKED_TAIL 8

/* A column as it is read: it points into the bytes it was read from. */
typedef struct
{
  gint64 least;
  guint width; /* bytes of each value */
  const guint8 *values;
} SkyPackedColumn;

/* Reads the heads at @heads of @n_columns columns of @n values each, which begin at @values and
 * reach to @end with the tail. Returns FALSE when they do not. */
gboolean sky_packed_read (SkyPackedColumn *columns,
                          guint n_columns,
                          guint n,
                          const guint8 *heads,
                          const guint8 *values,
                          const guint8 *end);

/* Unpacks all @n values of a column. */
void sky_packed_get (const SkyPackedColumn *column, guint n, gint64 *values);

/* Unpacks the value at @index. */
gint64 sky_packed_get_one (const SkyPackedColumn *column, guint index);

/* Packs @n values behind @bytes; the column's head goes to where in them @head is. */
void sky_packed_add (GByteArray *bytes, gsize head, const gint64 *values, guint n);

G_END_DECLS
