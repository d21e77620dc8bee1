/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a document, for its page layout. A block is a row of cells side by side (a paragraph
 * is a row of one), a drawing, or the end of a page. */
#pragma once

#include "sky-document.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_BLOCK_ROW,
  SKY_BLOCK_DRAWING,
  SKY_BLOCK_PAGE_BREAK,
} SkyBlockKind;

/* The kind of a row, for its looks and for the PDF's structure. */
typedef enum
{
  SKY_ROW_TEXT,
  SKY_ROW_HEADING,
  SKY_ROW_FACT,
  SKY_ROW_TABLE_HEAD,
  SKY_ROW_TABLE,
  SKY_ROW_CAPTION,
} SkyRowKind;

typedef struct
{
  char *text;
  double x; /* from the left margin */
  double width;
  SkyTextStyle style;
  gboolean to_right;
} SkyCell;

typedef struct _SkyBlock SkyBlock;

struct _SkyBlock
{
  SkyBlockKind kind;
  double space; /* above it, unless it begins a page */

  SkyRowKind row;
  guint level; /* of a heading */
  gboolean strong;
  SkyCell *cells;
  guint n_cells;
  const SkyBlock *head; /* of a table's row: said again on a new page; borrowed */

  double width;
  double height;
  SkyDocumentDraw draw;
  gpointer data;
  GDestroyNotify destroy;
};

struct _SkyDocument
{
  SkyDocumentInfo info;
  GPtrArray *blocks; /* of SkyBlock */

  /* The table begun last. */
  SkyBlock *head; /* borrowed from @blocks; NULL: none */
};

double sky_document_get_paper_width (const SkyDocument *self);
double sky_document_get_paper_height (const SkyDocument *self);

#define SKY_DOCUMENT_MARGIN 54.0 /* at the left and at the right */
#define SKY_DOCUMENT_TOP    72.0 /* above the content, with the header in it */
#define SKY_DOCUMENT_BOTTOM 64.0 /* likewise the footer */

G_END_DECLS
