/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-csv-row.h"

#include <csv.h>

/* More cells than any row has. */
#define MAX_CELLS 4096

struct _SkyCsvRow
{
  struct csv_parser parser;
  unsigned char separator;
  unsigned char quote;
  GPtrArray *cells; /* of GString, those behind @n_cells to be used again */
  guint n_cells;
  guint n_rows;
};

static void
string_free (gpointer data)
{
  g_string_free (data, TRUE);
}

static void
cell_cb (void *text, size_t length, void *data)
{
  SkyCsvRow *self = data;

  if (self->n_rows > 0 || self->n_cells == MAX_CELLS)
    return;
  if (self->n_cells == self->cells->len)
    g_ptr_array_add (self->cells, g_string_new (NULL));
  g_string_truncate (self->cells->pdata[self->n_cells], 0);
  g_string_append_len (self->cells->pdata[self->n_cells], text, (gssize) length);
  self->n_cells++;
}

static void
row_cb (int end, void *data)
{
  ((SkyCsvRow *) data)->n_rows++;
}

SkyCsvRow *
sky_csv_row_new (char separator, char quote)
{
  SkyCsvRow *self = g_new0 (SkyCsvRow, 1);

  self->cells = g_ptr_array_new_with_free_func (string_free);
  self->separator = (unsigned char) separator;
  self->quote = (unsigned char) quote;
  sky_csv_row_begin (self);
  return self;
}

void
sky_csv_row_free (SkyCsvRow *self)
{
  if (self == NULL)
    return;
  csv_free (&self->parser);
  g_ptr_array_unref (self->cells);
  g_free (self);
}

void
sky_csv_row_begin (SkyCsvRow *self)
{
  csv_free (&self->parser);
  csv_init (&self->parser, CSV_STRICT | CSV_STRICT_FINI);
  csv_set_delim (&self->parser, self->separator);
  csv_set_quote (&self->parser, self->quote);
  self->n_cells = self->n_rows = 0;
}

SkyCsvState
sky_csv_row_feed (SkyCsvRow *self, const char *line, gsize length)
{
  if (csv_parse (&self->parser, line, length, cell_cb, row_cb, self) != length
      || csv_parse (&self->parser, "\n", 1, cell_cb, row_cb, self) != 1)
    return SKY_CSV_WRONG;
  if (self->n_rows == 0)
    return self->parser.quoted ? SKY_CSV_MORE : SKY_CSV_EMPTY;
  return self->n_rows == 1 ? SKY_CSV_WHOLE : SKY_CSV_WRONG;
}

guint
sky_csv_row_get_n_cells (const SkyCsvRow *self)
{
  return self->n_cells;
}

SkyText
sky_csv_row_get_cell (const SkyCsvRow *self, guint cell)
{
  const GString *text = self->cells->pdata[cell];

  return (SkyText){ text->str, text->len };
}
