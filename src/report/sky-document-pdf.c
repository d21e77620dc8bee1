/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets a document onto pages and draws them. It is set first, so that each page can say how many
 * there are: a row becomes one slice or, where it does not fit, several, each with as many lines of
 * every cell as there is room for. */
#include "config.h"

#include "sky-document-private.h"
#include "sky-thread-font.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>
#include <pango/pangocairo.h>

#define BODY_SIZE  9.5
#define SMALL_SIZE 8.5
#define CODE_SIZE  7.5
#define ROW_PAD    2.5 /* above and below the text of a table's row */

static const double heading_sizes[] = { 0, 17, 13, 10.5 };

/* What stands at one place of one page. */
typedef struct
{
  const SkyBlock *block;
  guint page;
  double y;
  double height;
  GPtrArray *layouts; /* of PangoLayout, one a cell; NULL: a drawing */
  guint *first_lines; /* a cell each */
  guint *n_lines;
  gboolean begins; /* the first slice of its row */
} Slice;

typedef struct
{
  SkyDocument *document;
  cairo_t *cr;
  GPtrArray *slices; /* of Slice, as they come */
  guint page;
  double y;       /* where the next slice stands */
  double bottom;  /* where the page ends */
  gboolean fresh; /* nothing stands on the page yet but a table's head */
} Setter;

static void
slice_free (Slice *slice)
{
  g_clear_pointer (&slice->layouts, g_ptr_array_unref);
  g_free (slice->first_lines);
  g_free (slice->n_lines);
  g_free (slice);
}

static PangoLayout *
lay_text (cairo_t *cr, const char *text, const char *family, double size, gboolean bold)
{
  PangoLayout *layout = sky_thread_font_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_new ();

  pango_font_description_set_family (font, family);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  return layout;
}

static PangoLayout *
lay_cell (cairo_t *cr, const SkyBlock *block, const SkyCell *cell)
{
  g_autoptr (PangoLayout) layout = NULL;
  double size = cell->style == SKY_TEXT_CODE    ? CODE_SIZE
                : cell->style == SKY_TEXT_SMALL ? SMALL_SIZE
                                                : BODY_SIZE;
  gboolean bold = cell->style == SKY_TEXT_STRONG || block->strong;

  if (block->row == SKY_ROW_HEADING)
    size = heading_sizes[block->level];
  if (block->row == SKY_ROW_TABLE_HEAD)
    {
      size = SMALL_SIZE;
      bold = TRUE;
    }
  layout = lay_text (cr, cell->text,
                     cell->style == SKY_TEXT_CODE && block->row != SKY_ROW_TABLE_HEAD ? "Monospace"
                                                                                      : "Sans",
                     size, bold);
  pango_layout_set_width (layout, cell->width * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  if (block->row == SKY_ROW_CAPTION)
    pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  else if (cell->to_right)
    pango_layout_set_alignment (layout, PANGO_ALIGN_RIGHT);
  return g_steal_pointer (&layout);
}

static double
line_height (PangoLayout *layout, guint line)
{
  PangoRectangle box;

  pango_layout_line_get_extents (pango_layout_get_line_readonly (layout, line), NULL, &box);
  return box.height / (double) PANGO_SCALE;
}

static double
lines_height (PangoLayout *layout, guint first, guint n)
{
  double height = 0;

  for (guint i = 0; i < n; i++)
    height += line_height (layout, first + i);
  return height;
}

/* What a row has around its text. */
static double
row_pad (const SkyBlock *block)
{
  return block->row == SKY_ROW_TABLE || block->row == SKY_ROW_TABLE_HEAD ? ROW_PAD : 0;
}

static GPtrArray *
lay_row (Setter *self, const SkyBlock *block)
{
  GPtrArray *layouts = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < block->n_cells; i++)
    g_ptr_array_add (layouts, lay_cell (self->cr, block, &block->cells[i]));
  return layouts;
}

static double
row_height (const SkyBlock *block, GPtrArray *layouts)
{
  double height = 0;

  for (guint i = 0; i < layouts->len; i++)
    height = MAX (height, lines_height (layouts->pdata[i], 0,
                                        pango_layout_get_line_count (layouts->pdata[i])));
  return height + 2 * row_pad (block);
}

static Slice *
add_slice (Setter *self, const SkyBlock *block, double height)
{
  Slice *slice = g_new0 (Slice, 1);

  slice->block = block;
  slice->page = self->page;
  slice->y = self->y;
  slice->height = height;
  self->y += height;
  g_ptr_array_add (self->slices, slice);
  return slice;
}

/* Adds a slice with the lines from @from on that fit into @room, at least one of a cell that has
 * some left, and moves @from. Returns TRUE when something is left. */
static gboolean
add_lines (Setter *self, const SkyBlock *block, GPtrArray *layouts, guint *from, double room)
{
  Slice *slice = add_slice (self, block, 0);
  gboolean left = FALSE;
  double height = 0;

  slice->layouts = g_ptr_array_ref (layouts);
  slice->first_lines = g_memdup2 (from, layouts->len * sizeof *from);
  slice->n_lines = g_new0 (guint, layouts->len);
  for (guint i = 0; i < layouts->len; i++)
    {
      guint n = pango_layout_get_line_count (layouts->pdata[i]);
      double used = 0;

      while (from[i] < n)
        {
          double more = line_height (layouts->pdata[i], from[i]);

          if (slice->n_lines[i] > 0 && used + more > room)
            break;
          used += more;
          slice->n_lines[i]++;
          from[i]++;
        }
      height = MAX (height, used);
      left = left || from[i] < n;
    }
  slice->height = height + 2 * row_pad (block);
  self->y += slice->height;
  return left;
}

static void
begin_page (Setter *self, const SkyBlock *block)
{
  self->page++;
  self->y = SKY_DOCUMENT_TOP;
  self->fresh = TRUE;
  if (block != NULL && block->head != NULL)
    {
      g_autoptr (GPtrArray) layouts = lay_row (self, block->head);
      g_autofree guint *from = g_new0 (guint, layouts->len);

      add_lines (self, block->head, layouts, from, G_MAXDOUBLE);
    }
}

static void
set_row (Setter *self, const SkyBlock *block)
{
  g_autoptr (GPtrArray) layouts = lay_row (self, block);
  g_autofree guint *from = g_new0 (guint, layouts->len);
  double height = row_height (block, layouts);
  gboolean splits = block->row == SKY_ROW_TEXT;
  gboolean begins = TRUE;

  if (!self->fresh)
    self->y += block->space;
  /* A paragraph may be parted anywhere; what stands in columns only when a page is too small. */
  if (self->y + height > self->bottom && !self->fresh
      && (!splits || self->y + 2 * BODY_SIZE * 1.5 > self->bottom))
    begin_page (self, block);

  for (;;)
    {
      gboolean left =
          add_lines (self, block, layouts, from, self->bottom - self->y - 2 * row_pad (block));

      ((Slice *) self->slices->pdata[self->slices->len - 1])->begins = begins;
      self->fresh = FALSE;
      begins = FALSE;
      if (!left)
        return;
      begin_page (self, block);
    }
}

static void
set_drawing (Setter *self, const SkyBlock *block, double caption)
{
  if (!self->fresh)
    self->y += block->space;
  if (self->y + block->height + caption > self->bottom && !self->fresh)
    begin_page (self, NULL);
  add_slice (self, block, block->height);
  self->fresh = FALSE;
}

/* The height of what must stand on the page of the heading, the drawing or the table's head at
 * @index: the blocks after it up to the first that may stand by itself, some lines of that. */
static double
kept_height (Setter *self, guint index)
{
  GPtrArray *blocks = self->document->blocks;
  double height = 0;

  for (guint i = index + 1; i < blocks->len; i++)
    {
      const SkyBlock *block = blocks->pdata[i];

      if (block->kind == SKY_BLOCK_PAGE_BREAK)
        break;
      height += block->space;
      if (block->kind == SKY_BLOCK_DRAWING)
        {
          height += block->height;
          continue;
        }

      g_autoptr (GPtrArray) layouts = lay_row (self, block);

      if (block->row == SKY_ROW_TEXT)
        height += MIN (row_height (block, layouts), 2 * BODY_SIZE * 1.5);
      else
        height += row_height (block, layouts);
      if (block->row != SKY_ROW_HEADING && block->row != SKY_ROW_TABLE_HEAD)
        break;
    }
  return height;
}

static gboolean
is_caption (GPtrArray *blocks, guint index)
{
  const SkyBlock *block = index < blocks->len ? blocks->pdata[index] : NULL;

  return block != NULL && block->kind == SKY_BLOCK_ROW && block->row == SKY_ROW_CAPTION;
}

static void
set_blocks (Setter *self)
{
  GPtrArray *blocks = self->document->blocks;
  double body = self->bottom - SKY_DOCUMENT_TOP;

  begin_page (self, NULL);
  for (guint i = 0; i < blocks->len; i++)
    {
      const SkyBlock *block = blocks->pdata[i];

      if (block->kind == SKY_BLOCK_PAGE_BREAK)
        {
          if (!self->fresh)
            begin_page (self, NULL);
        }
      else if (block->kind == SKY_BLOCK_DRAWING)
        set_drawing (self, block, is_caption (blocks, i + 1) ? kept_height (self, i) : 0);
      else
        {
          if (block->row == SKY_ROW_HEADING || block->row == SKY_ROW_TABLE_HEAD)
            {
              g_autoptr (GPtrArray) layouts = lay_row (self, block);
              double kept = block->space + row_height (block, layouts) + kept_height (self, i);

              if (!self->fresh && self->y + kept > self->bottom && kept < body)
                begin_page (self, NULL);
            }
          set_row (self, block);
        }
    }
}

/* --- Drawing ------------------------------------------------------------------------------------
 */

static const char *
tag_of (const SkyBlock *block)
{
  static const char *const headings[] = { NULL, "H1", "H2", "H3" };

  switch (block->row)
    {
    case SKY_ROW_HEADING:
      return headings[block->level];
    case SKY_ROW_TABLE:
    case SKY_ROW_TABLE_HEAD:
      return "TR";
    case SKY_ROW_CAPTION:
      return "Caption";
    case SKY_ROW_FACT:
    case SKY_ROW_TEXT:
      break;
    }
  return "P";
}

static void
draw_cell_lines (cairo_t *cr, PangoLayout *layout, guint first, guint n, double x, double y)
{
  g_autoptr (PangoLayoutIter) iter = pango_layout_get_iter (layout);
  PangoRectangle box;
  guint line = 0;

  while (line < first && pango_layout_iter_next_line (iter))
    line++;
  for (guint i = 0; i < n; i++)
    {
      pango_layout_iter_get_line_extents (iter, NULL, &box);
      /* The baseline from the line's own top; the layout's lines above it stand elsewhere. */
      cairo_move_to (cr, x + box.x / (double) PANGO_SCALE,
                     y + (pango_layout_iter_get_baseline (iter) - box.y) / (double) PANGO_SCALE);
      pango_cairo_show_layout_line (cr, pango_layout_iter_get_line_readonly (iter));
      y += box.height / (double) PANGO_SCALE;
      if (!pango_layout_iter_next_line (iter))
        break;
    }
}

static void
draw_rule (cairo_t *cr, double x, double y, double width, double weight)
{
  cairo_set_source_rgb (cr, 0.55, 0.57, 0.60);
  cairo_set_line_width (cr, weight);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + width, y);
  cairo_stroke (cr);
}

static void
draw_row (Setter *self, const Slice *slice)
{
  const SkyBlock *block = slice->block;
  cairo_t *cr = self->cr;
  double width = sky_document_get_width (self->document);
  double pad = row_pad (block);
  gboolean in_table = block->row == SKY_ROW_TABLE || block->row == SKY_ROW_TABLE_HEAD;

  if (in_table)
    draw_rule (cr, SKY_DOCUMENT_MARGIN, slice->y + slice->height, width,
               block->row == SKY_ROW_TABLE_HEAD ? 0.9 : 0.3);
  if (block->row == SKY_ROW_FACT || block->row == SKY_ROW_CAPTION)
    cairo_set_source_rgb (cr, 0.30, 0.32, 0.35);
  else
    cairo_set_source_rgb (cr, 0.05, 0.06, 0.08);

  cairo_tag_begin (cr, tag_of (block), NULL);
  for (guint i = 0; i < block->n_cells; i++)
    {
      if (block->row == SKY_ROW_FACT && i == 1)
        cairo_set_source_rgb (cr, 0.05, 0.06, 0.08);
      if (in_table)
        cairo_tag_begin (cr, block->row == SKY_ROW_TABLE_HEAD ? "TH" : "TD", NULL);
      draw_cell_lines (cr, slice->layouts->pdata[i], slice->first_lines[i], slice->n_lines[i],
                       SKY_DOCUMENT_MARGIN + block->cells[i].x, slice->y + pad);
      if (in_table)
        cairo_tag_end (cr, block->row == SKY_ROW_TABLE_HEAD ? "TH" : "TD");
    }
  cairo_tag_end (cr, tag_of (block));
}

static void
draw_drawing (Setter *self, const Slice *slice)
{
  const SkyBlock *block = slice->block;
  double width = sky_document_get_width (self->document);

  cairo_save (self->cr);
  cairo_translate (self->cr, SKY_DOCUMENT_MARGIN + (width - block->width) / 2, slice->y);
  cairo_tag_begin (self->cr, "Figure", NULL);
  block->draw (self->cr, block->width, block->height, block->data);
  cairo_tag_end (self->cr, "Figure");
  cairo_restore (self->cr);
}

static void
draw_margin_text (cairo_t *cr, const char *text, double y, double width, PangoAlignment align)
{
  g_autoptr (PangoLayout) layout = NULL;

  if (text == NULL)
    return;
  layout = lay_text (cr, text, "Sans", SMALL_SIZE - 0.5, FALSE);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_alignment (layout, align);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  cairo_move_to (cr, SKY_DOCUMENT_MARGIN, y);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_margins (Setter *self, guint page, guint n_pages)
{
  const SkyDocumentInfo *info = &self->document->info;
  double width = sky_document_get_width (self->document);
  double foot = sky_document_get_paper_height (self->document) - SKY_DOCUMENT_BOTTOM + 22;
  /* Translators: the number of a printed page, and how many there are. */
  g_autofree char *number = g_strdup_printf (_ ("Page %u of %u"), page, n_pages);

  cairo_set_source_rgb (self->cr, 0.30, 0.32, 0.35);
  draw_margin_text (self->cr, info->title, 40, width, PANGO_ALIGN_LEFT);
  draw_margin_text (self->cr, info->subject, 40, width, PANGO_ALIGN_RIGHT);
  draw_rule (self->cr, SKY_DOCUMENT_MARGIN, 54, width, 0.5);
  draw_rule (self->cr, SKY_DOCUMENT_MARGIN, foot - 5, width, 0.5);
  cairo_set_source_rgb (self->cr, 0.30, 0.32, 0.35);
  draw_margin_text (self->cr, info->footer, foot, width, PANGO_ALIGN_LEFT);
  draw_margin_text (self->cr, number, foot, width, PANGO_ALIGN_RIGHT);
}

/* Headings stand in the outline below the last one of a lower level. */
static void
add_to_outline (Setter *self, cairo_surface_t *surface, const Slice *slice, int *parents)
{
  const SkyBlock *block = slice->block;
  g_autofree char *link = NULL;
  char position[G_ASCII_DTOSTR_BUF_SIZE];

  if (block->kind != SKY_BLOCK_ROW || block->row != SKY_ROW_HEADING || !slice->begins)
    return;
  g_ascii_formatd (position, sizeof position, "%.1f", slice->y);
  link = g_strdup_printf ("page=%u pos=[%d %s]", slice->page, (int) SKY_DOCUMENT_MARGIN, position);
  parents[block->level] = cairo_pdf_surface_add_outline (
      surface, parents[block->level - 1], block->cells[0].text, link, CAIRO_PDF_OUTLINE_FLAG_OPEN);
  for (guint level = block->level + 1; level <= 3; level++)
    parents[level] = parents[block->level];
}

static gboolean
draw_pages (Setter *self, cairo_surface_t *surface, GCancellable *cancellable, GError **error)
{
  int parents[4] = { CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT,
                     CAIRO_PDF_OUTLINE_ROOT };
  guint next = 0;

  for (guint page = 1; page <= self->page; page++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      draw_margins (self, page, self->page);
      for (; next < self->slices->len; next++)
        {
          const Slice *slice = self->slices->pdata[next];

          if (slice->page != page)
            break;
          add_to_outline (self, surface, slice, parents);
          if (slice->layouts != NULL)
            draw_row (self, slice);
          else
            draw_drawing (self, slice);
        }
      cairo_show_page (self->cr);
    }
  return TRUE;
}

/* --- The file -----------------------------------------------------------------------------------
 */

typedef struct
{
  GOutputStream *stream;
  GCancellable *cancellable;
  GError *error;
} Sink;

static cairo_status_t
write_bytes (void *closure, const unsigned char *bytes, unsigned int length)
{
  Sink *sink = closure;

  if (sink->error == NULL
      && g_output_stream_write_all (sink->stream, bytes, length, NULL, sink->cancellable,
                                    &sink->error))
    return CAIRO_STATUS_SUCCESS;
  return CAIRO_STATUS_WRITE_ERROR;
}

static void
describe_file (SkyDocument *self, cairo_surface_t *surface)
{
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE,
                                  self->info.title != NULL ? self->info.title : "");
  if (self->info.subject != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, self->info.subject);
  if (self->info.author != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_AUTHOR, self->info.author);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Skyward " SKY_VERSION);
  if (self->info.made_at != SKY_TIME_NONE)
    {
      char text[SKY_TIME_TEXT_SIZE];

      sky_time_format (self->info.made_at, text);
      /* Whole seconds: "2023-11-04T20:15:03Z". */
      g_strlcpy (text + 19, "Z", sizeof text - 19);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, text);
    }
}

/* Letters are as wide on paper as they are in the font, not as they would be on a screen. */
static void
set_exactly (cairo_t *cr)
{
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options (cr, options);
  cairo_font_options_destroy (options);
}

gboolean
sky_document_write_pdf (SkyDocument *self,
                        GOutputStream *stream,
                        guint *n_pages,
                        GCancellable *cancellable,
                        GError **error)
{
  Sink sink = { stream, cancellable, NULL };
  Setter setter = { .document = self };
  cairo_surface_t *surface = NULL;
  cairo_status_t status;
  gboolean drawn;

  surface =
      cairo_pdf_surface_create_for_stream (write_bytes, &sink, sky_document_get_paper_width (self),
                                           sky_document_get_paper_height (self));
  describe_file (self, surface);
  setter.cr = cairo_create (surface);
  set_exactly (setter.cr);
  setter.slices = g_ptr_array_new_with_free_func ((GDestroyNotify) slice_free);
  setter.bottom = sky_document_get_paper_height (self) - SKY_DOCUMENT_BOTTOM;
  set_blocks (&setter);

  drawn = draw_pages (&setter, surface, cancellable, error);
  status = cairo_status (setter.cr);
  g_ptr_array_unref (setter.slices);
  cairo_destroy (setter.cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  if (n_pages != NULL)
    *n_pages = setter.page;
  if (!drawn)
    {
      g_clear_error (&sink.error);
      return FALSE;
    }
  if (sink.error != NULL)
    {
      g_propagate_error (error, sink.error);
      return FALSE;
    }
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, SKY_REPORT_ERROR, SKY_REPORT_ERROR_DRAW, _ ("cannot write the PDF: %s"),
                   cairo_status_to_string (status));
      return FALSE;
    }
  return TRUE;
}

gboolean
sky_document_save_pdf (
    SkyDocument *self, GFile *file, guint *n_pages, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileOutputStream) stream = NULL;

  stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);
  if (stream == NULL)
    return FALSE;
  if (!sky_document_write_pdf (self, G_OUTPUT_STREAM (stream), n_pages, cancellable, error))
    {
      /* Closing it cancelled leaves the file as it was. */
      g_autoptr (GCancellable) cancelled = g_cancellable_new ();

      g_cancellable_cancel (cancelled);
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancelled, NULL);
      return FALSE;
    }
  return g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, error);
}
