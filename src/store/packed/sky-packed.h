/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed columns of numbers. A column's head is its least value (8 bytes, little-endian) and the
 * width of a value (1). The values follow, each stored as its difference from the least, plus 1; 0
 * means G_MININT64. Some bytes follow the last column, so that eight can be read from any value's
 * start. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_PACKED_HEAD 9 /* bytes, of each column */
#define SKY_PACKED_TAIL 8

/* A column being read. It points into its source bytes. */
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

/* Packs @n values at the end of @bytes. The column's head goes to the offset @head in them. */
void sky_packed_add (GByteArray *bytes, gsize head, const gint64 *values, guint n);

G_END_DECLS
