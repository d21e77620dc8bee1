/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-document-private.h"

#include "sky-shown-text.h"

#define GAP              8.0 /* between the columns of a table */
#define FACT_NAME_SHARE  0.3
#define PIXELS_PER_POINT (150.0 / 72.0)

GQuark
sky_report_error_quark (void)
{
  return g_quark_from_static_string ("sky-report-error");
}

static void
clear_cell (SkyCell *cell)
{
  g_free (cell->text);
}

static void
block_free (SkyBlock *block)
{
  for (guint i = 0; i < block->n_cells; i++)
    clear_cell (&block->cells[i]);
  g_free (block->cells);
  if (block->destroy != NULL)
    block->destroy (block->data);
  g_free (block);
}

/* Whoever wrote a text, on paper it commands, hides and turns nothing. */
static char *
dup_shown (const char *text)
{
  char *made = NULL;
  const char *shown = text != NULL ? sky_text_show_lines (text, &made) : NULL;

  return made != NULL ? made : g_strdup (shown);
}

SkyDocument *
sky_document_new (const SkyDocumentInfo *info)
{
  SkyDocument *self = g_new0 (SkyDocument, 1);

  self->info = *info;
  self->info.title = dup_shown (info->title);
  self->info.subject = dup_shown (info->subject);
  self->info.footer = dup_shown (info->footer);
  self->info.author = dup_shown (info->author);
  self->blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) block_free);
  return self;
}

void
sky_document_free (SkyDocument *self)
{
  g_free ((char *) self->info.title);
  g_free ((char *) self->info.subject);
  g_free ((char *) self->info.footer);
  g_free ((char *) self->info.author);
  g_ptr_array_unref (self->blocks);
  g_free (self);
}

double
sky_document_get_paper_width (const SkyDocument *self)
{
  return self->info.paper == SKY_PAPER_A4 ? 595.28 : 612;
}

double
sky_document_get_paper_height (const SkyDocument *self)
{
  return self->info.paper == SKY_PAPER_A4 ? 841.89 : 792;
}

double
sky_document_get_width (const SkyDocument *self)
{
  return sky_document_get_paper_width (self) - 2 * SKY_DOCUMENT_MARGIN;
}

static SkyBlock *
add_block (SkyDocument *self, SkyBlockKind kind, double space)
{
  SkyBlock *block = g_new0 (SkyBlock, 1);

  block->kind = kind;
  block->space = space;
  g_ptr_array_add (self->blocks, block);
  return block;
}

static SkyBlock *
add_row (SkyDocument *self, SkyRowKind row, double space, guint n_cells)
{
  SkyBlock *block = add_block (self, SKY_BLOCK_ROW, space);

  block->row = row;
  block->cells = g_new0 (SkyCell, n_cells);
  block->n_cells = n_cells;
  return block;
}

static void
set_cell (
    SkyBlock *block, guint index, SkyTextStyle style, double x, double width, const char *text)
{
  SkyCell *cell = &block->cells[index];

  cell->text = dup_shown (text != NULL ? text : "");
  cell->style = style;
  cell->x = x;
  cell->width = width;
}

void
sky_document_add_heading (SkyDocument *self, guint level, const char *text)
{
  SkyBlock *block = NULL;

  g_return_if_fail (level >= 1 && level <= 3);

  block = add_row (self, SKY_ROW_HEADING, level == 1 ? 22 : level == 2 ? 16 : 10, 1);
  block->level = level;
  set_cell (block, 0, SKY_TEXT_STRONG, 0, sky_document_get_width (self), text);
}

void
sky_document_add_text (SkyDocument *self, SkyTextStyle style, const char *text)
{
  SkyBlock *block = add_row (self, SKY_ROW_TEXT, 5, 1);

  set_cell (block, 0, style, 0, sky_document_get_width (self), text);
}

void
sky_document_add_fact (SkyDocument *self, const char *name, const char *value)
{
  SkyBlock *block = add_row (self, SKY_ROW_FACT, 3, 2);
  double width = sky_document_get_width (self);
  double split = width * FACT_NAME_SHARE;

  set_cell (block, 0, SKY_TEXT_SMALL, 0, split - GAP, name);
  set_cell (block, 1, SKY_TEXT_BODY, split, width - split, value);
}

void
sky_document_begin_table (SkyDocument *self, const SkyDocumentColumn *columns, guint n_columns)
{
  SkyBlock *head = NULL;
  double width = sky_document_get_width (self) - (n_columns - 1) * GAP;
  double x = 0;
  guint shares = 0;

  g_return_if_fail (n_columns > 0);

  head = add_row (self, SKY_ROW_TABLE_HEAD, 8, n_columns);
  for (guint i = 0; i < n_columns; i++)
    shares += columns[i].share;
  for (guint i = 0; i < n_columns; i++)
    {
      double share = width * columns[i].share / MAX (shares, 1);

      set_cell (head, i, columns[i].style, x, share, columns[i].title);
      head->cells[i].to_right = columns[i].to_right;
      x += share + GAP;
    }
  self->head = head;
}

void
sky_document_add_row (SkyDocument *self, const char *const *cells, gboolean strong)
{
  const SkyBlock *head = self->head;
  SkyBlock *block = NULL;

  g_return_if_fail (head != NULL);

  block = add_row (self, SKY_ROW_TABLE, 0, head->n_cells);
  block->head = head;
  block->strong = strong;
  for (guint i = 0; i < head->n_cells; i++)
    {
      const SkyCell *column = &head->cells[i];

      set_cell (block, i, column->style, column->x, column->width, cells[i]);
      block->cells[i].to_right = column->to_right;
    }
}

void
sky_document_add_drawing (SkyDocument *self,
                          double width,
                          double height,
                          SkyDocumentDraw draw,
                          gpointer data,
                          GDestroyNotify destroy,
                          const char *caption)
{
  SkyBlock *block = NULL;
  double scale = 1;

  g_return_if_fail (width > 0 && height > 0);

  block = add_block (self, SKY_BLOCK_DRAWING, 10);
  /* A caption of some lines must find room below it. */
  scale = MIN (scale, sky_document_get_width (self) / width);
  scale = MIN (scale,
               (sky_document_get_paper_height (self) - SKY_DOCUMENT_TOP - SKY_DOCUMENT_BOTTOM - 60)
                   / height);
  block->width = width * scale;
  block->height = height * scale;
  block->draw = draw;
  block->data = data;
  block->destroy = destroy;
  if (caption != NULL)
    set_cell (add_row (self, SKY_ROW_CAPTION, 3, 1), 0, SKY_TEXT_SMALL, 0,
              sky_document_get_width (self), caption);
}

static void
draw_image (cairo_t *cr, double width, double height, gpointer data)
{
  cairo_surface_t *image = data;

  cairo_scale (cr, width / cairo_image_surface_get_width (image),
               height / cairo_image_surface_get_height (image));
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_paint (cr);
}

void
sky_document_add_image (SkyDocument *self, cairo_surface_t *image, const char *caption)
{
  sky_document_add_drawing (self, cairo_image_surface_get_width (image) / PIXELS_PER_POINT,
                            cairo_image_surface_get_height (image) / PIXELS_PER_POINT, draw_image,
                            cairo_surface_reference (image), (GDestroyNotify) cairo_surface_destroy,
                            caption);
}

void
sky_document_break_page (SkyDocument *self)
{
  add_block (self, SKY_BLOCK_PAGE_BREAK, 0);
}
