/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A document on paper: headings, paragraphs, facts, tables and drawings, one below the other. Its
 * pages have a header, a footer and page numbers. It is written as PDF with embedded fonts. Reports
 * and evidence packages use it.
 *
 * Additions are copied, except a drawing's data, which the document takes. Layout happens in
 * sky_document_write_pdf(), which may be called any number of times. Lengths are points, a 72nd of
 * an inch. One thread at a time may use it. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "sky-time.h"

G_BEGIN_DECLS

#define SKY_REPORT_ERROR (sky_report_error_quark ())
GQuark sky_report_error_quark (void);

typedef enum
{
  SKY_REPORT_ERROR_DRAW,  /* cairo could not draw or set it: the message says why */
  SKY_REPORT_ERROR_SCOPE, /* nothing to report on for this choice */
} SkyReportError;

typedef enum
{
  SKY_PAPER_LETTER,
  SKY_PAPER_A4,
} SkyPaper;

/* The text of every page and of the file's own description. Texts are copied; all but the title may
 * be NULL. */
typedef struct
{
  SkyPaper paper;
  const char *title;   /* at the head of every page, left; the file's title */
  const char *subject; /* at its right */
  const char *footer;  /* at the foot, left; the page's number is at its right */
  const char *author;
  SkyTime made_at; /* the file's date; SKY_TIME_NONE: none */
} SkyDocumentInfo;

typedef enum
{
  SKY_TEXT_BODY,
  SKY_TEXT_STRONG,
  SKY_TEXT_SMALL,
  SKY_TEXT_CODE, /* digests, JSON: every character as wide as the others */
} SkyTextStyle;

typedef struct
{
  const char *title;
  guint share; /* of the width, beside the other columns' */
  SkyTextStyle style;
  gboolean to_right; /* numbers */
} SkyDocumentColumn;

/* Draws into @width × @height from the upper left corner. Called each time the document is
 * written. */
typedef void (*SkyDocumentDraw) (cairo_t *cr, double width, double height, gpointer data);

typedef struct _SkyDocument SkyDocument;

SkyDocument *sky_document_new (const SkyDocumentInfo *info) G_GNUC_WARN_UNUSED_RESULT;
void sky_document_free (SkyDocument *self);

/* The width that text and drawings have between the margins. */
double sky_document_get_width (const SkyDocument *self);

/* @level is 1…3. A heading stays on the page of what follows it, and appears in the PDF's
 * outline. */
void sky_document_add_heading (SkyDocument *self, guint level, const char *text);

/* A paragraph. An LF begins a new line. */
void sky_document_add_text (SkyDocument *self, SkyTextStyle style, const char *text);

/* A name and what it is, in two columns. */
void sky_document_add_fact (SkyDocument *self, const char *name, const char *value);

/* A table; sky_document_add_row() adds to the latest one. The columns' heads are repeated on each
 * of its pages. */
void
sky_document_begin_table (SkyDocument *self, const SkyDocumentColumn *columns, guint n_columns);

/* @cells has a text for each of the columns, NULL for none; @strong for a sum. */
void sky_document_add_row (SkyDocument *self, const char *const *cells, gboolean strong);

/* A drawing in the middle, with @caption (NULL: none) below it. A drawing larger than a page is
 * scaled down in proportion. @destroy may be NULL. */
void sky_document_add_drawing (SkyDocument *self,
                               double width,
                               double height,
                               SkyDocumentDraw draw,
                               gpointer data,
                               GDestroyNotify destroy,
                               const char *caption);

/* An image, at most at its size for 150 pixels per inch. @image is a cairo image surface; the
 * document keeps a reference. */
void sky_document_add_image (SkyDocument *self, cairo_surface_t *image, const char *caption);

/* Continues on a new page. */
void sky_document_break_page (SkyDocument *self);

/* Writes the document as PDF onto @stream, which stays open. @n_pages, when given, takes how many
 * pages it has. Errors: SKY_REPORT_ERROR_DRAW, those of the stream, G_IO_ERROR_CANCELLED. */
gboolean sky_document_write_pdf (SkyDocument *self,
                                 GOutputStream *stream,
                                 guint *n_pages,
                                 GCancellable *cancellable,
                                 GError **error);

/* The same into @file, which is replaced only after everything was written. */
gboolean sky_document_save_pdf (
    SkyDocument *self, GFile *file, guint *n_pages, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDocument, sky_document_free)

G_END_DECLS
