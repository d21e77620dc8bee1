/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "sky-pattern-plot.h"
#include "sky-plot.h"
#include "sky-report.h"

/* A plot on paper. The report outlives the document that is made of it at once; the document may
 * live longer, so that it keeps the rows. */
typedef struct
{
  SkyReportPart part; /* its rows are a reference, its texts are not read */
  SkyPlotKind kind;
} Plot;

static void
plot_free (gpointer data)
{
  Plot *plot = data;

  g_ptr_array_unref (plot->part.rows);
  g_free (plot);
}

static void
draw_plot (cairo_t *cr, double width, double height, gpointer data)
{
  const Plot *plot = data;

  sky_plot_draw (cr, &plot->part, plot->kind, width, height, &sky_plot_on_paper);
}

static void
add_plot (SkyDocument *document, const SkyReportPart *part, SkyPlotKind kind)
{
  Plot *plot = NULL;
  g_autofree char *title = NULL;

  if (kind == SKY_PLOT_NONE)
    return;
  plot = g_new0 (Plot, 1);
  title = sky_plot_get_title (part, kind);
  plot->part.rows = g_ptr_array_ref (part->rows);
  plot->kind = kind;
  sky_document_add_drawing (document, sky_document_get_width (document),
                            sky_plot_get_height (part, kind, &sky_plot_on_paper), draw_plot, plot,
                            plot_free, title);
}

static void
add_table (SkyDocument *document, const SkyReportPart *part)
{
  guint n = sky_report_part_get_n_columns (part);
  g_autofree SkyDocumentColumn *columns = g_new0 (SkyDocumentColumn, n);

  for (guint i = 0; i < n; i++)
    {
      columns[i].title = sky_report_part_get_heading (part, i);
      columns[i].share = i == 0 ? 22 : 12;
      columns[i].style = SKY_TEXT_SMALL;
      columns[i].to_right = i > 0;
    }
  if (!part->has_rounds)
    columns[0].share = 60;
  sky_document_begin_table (document, columns, n);
  for (guint i = 0; i < part->rows->len; i++)
    {
      const SkyReportRow *row = part->rows->pdata[i];
      g_auto (GStrv) cells = g_new0 (char *, n + 1);

      for (guint j = 0; j < n; j++)
        cells[j] = sky_report_part_format (part, row, j);
      if (row->note != NULL)
        {
          char *text = g_strdup_printf ("%s\n%s", cells[0], row->note);

          g_free (cells[0]);
          cells[0] = text;
        }
      sky_document_add_row (document, (const char *const *) cells, FALSE);
    }
}

static void
add_part (SkyDocument *document, const SkyReportPart *part)
{
  sky_document_add_heading (document, 2, part->title);
  if (part->rows->len == 0)
    {
      sky_document_add_text (document, SKY_TEXT_BODY, _ ("Nothing."));
      return;
    }
  if (part->remark != NULL)
    sky_document_add_text (document, SKY_TEXT_SMALL, part->remark);
  for (guint i = 0; i < SKY_MAX_PLOTS; i++)
    add_plot (document, part, part->plots[i]);
  add_table (document, part);
}

static void
add_list (SkyDocument *document, const SkyReport *report, const SkyReportList *list)
{
  static const guint shares[SKY_REPORT_FINDING_COLUMNS] = { 19, 10, 8, 66, 13 };
  SkyDocumentColumn columns[SKY_REPORT_FINDING_COLUMNS] = { 0 };

  sky_document_add_heading (document, 2, list->title);
  if (list->findings->len == 0)
    {
      sky_document_add_text (document, SKY_TEXT_BODY, _ ("None."));
      return;
    }
  for (guint i = 0; i < SKY_REPORT_FINDING_COLUMNS; i++)
    {
      columns[i].title = sky_report_finding_heading (i);
      columns[i].share = shares[i];
      columns[i].style = SKY_TEXT_SMALL;
      columns[i].to_right = i == 2 || i == 4;
    }
  sky_document_begin_table (document, columns, SKY_REPORT_FINDING_COLUMNS);
  for (guint i = 0; i < list->findings->len; i++)
    {
      g_auto (GStrv) cells = g_new0 (char *, SKY_REPORT_FINDING_COLUMNS + 1);

      for (guint j = 0; j < SKY_REPORT_FINDING_COLUMNS; j++)
        cells[j] = sky_report_finding_format (report, list->findings->pdata[i], j);
      sky_document_add_row (document, (const char *const *) cells, FALSE);
    }
  if (list->n_left_off > 0)
    {
      g_autofree char *count = g_strdup_printf ("%'" G_GUINT64_FORMAT, list->n_left_off);
      g_autofree char *text = g_strdup_printf (
          ngettext ("%s more not listed.", "%s more not listed.", (gulong) list->n_left_off),
          count);

      sky_document_add_text (document, SKY_TEXT_SMALL, text);
    }
}

/* The plot of a pattern; the document may outlive the report. */
typedef struct
{
  SkyPatterns *patterns;
  const SkyPattern *pattern;
  SkyPatternPlot plot;
} PatternPlot;

static void
pattern_plot_free (gpointer data)
{
  sky_patterns_unref (((PatternPlot *) data)->patterns);
  g_free (data);
}

static void
draw_pattern (cairo_t *cr, double width, double height, gpointer data)
{
  const PatternPlot *plot = data;

  sky_pattern_plot_draw (cr, plot->patterns, plot->pattern, plot->plot, width, height,
                         &sky_plot_on_paper);
}

static void
add_pattern (SkyDocument *document, const SkyReport *self, const SkyReportPattern *one)
{
  SkyPatternPlot plots[SKY_PATTERN_PLOTS];
  PatternPlot *plot;
  g_autofree char *title = NULL;

  sky_document_add_heading (document, 3, one->title);
  sky_document_add_text (document, SKY_TEXT_BODY, one->text);
  if (sky_pattern_plots (one->pattern, plots) == 0)
    return;
  title = sky_pattern_plot_title (one->pattern, plots[0]);
  plot = g_new0 (PatternPlot, 1);
  plot->patterns = sky_patterns_ref (self->statistics);
  plot->pattern = one->pattern;
  plot->plot = plots[0];
  sky_document_add_drawing (document, sky_document_get_width (document),
                            sky_pattern_plot_height (plots[0], &sky_plot_on_paper), draw_pattern,
                            plot, pattern_plot_free, title);
}

static void
add_patterns (SkyDocument *document, const SkyReport *self)
{
  if (self->patterns_remark == NULL)
    return;
  sky_document_add_heading (document, 2, _ ("Patterns"));
  sky_document_add_text (document, SKY_TEXT_SMALL, self->patterns_remark);
  for (guint i = 0; i < self->patterns->len; i++)
    add_pattern (document, self, self->patterns->pdata[i]);
}

SkyDocument *
sky_report_to_document (const SkyReport *self, SkyPaper paper, const char *by)
{
  char made_at[SKY_TIME_TEXT_SIZE];
  g_autofree char *title = g_strdup_printf ("%s: %s", self->title, self->subject);
  g_autofree char *footer = NULL;
  SkyDocument *document = NULL;

  sky_time_format (self->made_at, made_at);
  /* Whole seconds of UTC. */
  g_strlcpy (made_at + 19, "Z", sizeof made_at - 19);
  /* Translators: when a report was made, and who had it made. */
  footer = by != NULL ? g_strdup_printf (_ ("Made %s by %s"), made_at, by)
                      /* Translators: when a report was made. */
                      : g_strdup_printf (_ ("Made %s"), made_at);
  document = sky_document_new (&(SkyDocumentInfo){
      .paper = paper,
      .title = title,
      .subject = self->property,
      .footer = footer,
      .author = by,
      .made_at = self->made_at,
  });
  sky_document_add_heading (document, 1, self->title);
  if (self->property != NULL)
    sky_document_add_text (document, SKY_TEXT_STRONG, self->property);
  sky_document_add_text (document, SKY_TEXT_STRONG, self->subject);
  if (sky_report_is_empty (self))
    {
      sky_document_add_text (document, SKY_TEXT_BODY,
                             _ ("The store has no rounds and no findings for this choice."));
      return document;
    }
  for (guint i = 0; i < self->facts->len; i++)
    {
      const SkyReportFact *fact = self->facts->pdata[i];

      sky_document_add_fact (document, fact->name, fact->value);
    }
  for (guint i = 0; i < self->notes->len; i++)
    sky_document_add_text (document, SKY_TEXT_BODY, self->notes->pdata[i]);
  for (guint i = 0; i < self->parts->len; i++)
    add_part (document, self->parts->pdata[i]);
  add_patterns (document, self);
  for (guint i = 0; i < self->lists->len; i++)
    add_list (document, self, self->lists->pdata[i]);
  return document;
}
