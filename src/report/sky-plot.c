/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-plot.h"

#include "sky-plot-pen.h"

#include <glib/gi18n-lib.h>

/* More bars than this are not read; the table beside them has all rows. */
#define MAX_BARS      12
#define COLUMNS_LINES 9 /* the height of a plot in time, in lines of text */
#define MAX_COLUMN    6 /* how wide a column is at most, in lines of text */

const SkyPlotStyle sky_plot_on_paper = {
  .text = { 0.15, 0.16, 0.18 },
  .line = { 0.72, 0.74, 0.76 },
  .over = { 0.70, 0.29, 0.03 },
  .under = { 0.10, 0.36, 0.66 },
  .variance = { 0.70, 0.29, 0.03 },
  .irregularity = { 0.40, 0.42, 0.46 },
  .text_size = 8,
};

const SkyPlotStyle sky_plot_on_light = {
  .text = { 0.20, 0.20, 0.22 },
  .line = { 0.78, 0.78, 0.80 },
  .over = { 0.69, 0.28, 0.01 },
  .under = { 0.11, 0.37, 0.71 },
  .variance = { 0.69, 0.28, 0.01 },
  .irregularity = { 0.37, 0.39, 0.44 },
  .text_size = 11.5,
};

const SkyPlotStyle sky_plot_on_dark = {
  .text = { 0.87, 0.87, 0.88 },
  .line = { 0.34, 0.34, 0.37 },
  .over = { 1.00, 0.62, 0.30 },
  .under = { 0.47, 0.70, 0.98 },
  .variance = { 1.00, 0.62, 0.30 },
  .irregularity = { 0.66, 0.68, 0.73 },
  .text_size = 11.5,
};

const SkyPlotStyle sky_plot_on_light_contrast = {
  .text = { 0.00, 0.00, 0.00 },
  .line = { 0.40, 0.40, 0.40 },
  .over = { 0.46, 0.15, 0.00 },
  .under = { 0.02, 0.22, 0.50 },
  .variance = { 0.46, 0.15, 0.00 },
  .irregularity = { 0.22, 0.22, 0.24 },
  .text_size = 11.5,
};

const SkyPlotStyle sky_plot_on_dark_contrast = {
  .text = { 1.00, 1.00, 1.00 },
  .line = { 0.70, 0.70, 0.70 },
  .over = { 1.00, 0.76, 0.52 },
  .under = { 0.70, 0.84, 1.00 },
  .variance = { 1.00, 0.76, 0.52 },
  .irregularity = { 0.86, 0.86, 0.88 },
  .text_size = 11.5,
};

/* --- What is plotted ----------------------------------------------------------------------------
 */

static gboolean
is_money (SkyPlotKind kind)
{
  return kind == SKY_PLOT_MONEY || kind == SKY_PLOT_MONEY_IN_TIME;
}

static gboolean
is_in_time (SkyPlotKind kind)
{
  return kind == SKY_PLOT_ERRORS_IN_TIME || kind == SKY_PLOT_MONEY_IN_TIME;
}

/* What goes up or right, in one piece or two, and what goes the other way. Counts or cents. */
typedef struct
{
  gint64 first;
  gint64 second; /* on top of the first */
  gint64 below;
} Values;

static Values
values_of (const SkyReportRow *row, SkyPlotKind kind)
{
  const SkyFigures *figures = &row->figures;
  Values values = { 0 };

  switch (kind)
    {
    case SKY_PLOT_ERRORS_IN_TIME:
      values.first = (gint64) figures->n_findings[SKY_QUEUE_VARIANCE];
      values.second = (gint64) figures->n_findings[SKY_QUEUE_IRREGULARITY];
      break;
    case SKY_PLOT_FINDINGS:
      values.first = (gint64) sky_figures_count_findings (figures);
      break;
    case SKY_PLOT_MONEY:
    case SKY_PLOT_MONEY_IN_TIME:
      values.first = figures->over;
      values.below = figures->under;
      break;
    case SKY_PLOT_NONE:
      break;
    }
  return values;
}

static guint
n_drawn (const SkyReportPart *part, SkyPlotKind kind)
{
  return is_in_time (kind) ? part->rows->len : MIN (part->rows->len, MAX_BARS);
}

/* The most that goes either way. */
static void
find_range (const SkyReportPart *part, SkyPlotKind kind, gint64 *above, gint64 *below)
{
  *above = 0;
  *below = 0;
  for (guint i = 0; i < n_drawn (part, kind); i++)
    {
      Values values = values_of (part->rows->pdata[i], kind);

      *above = MAX (*above, values.first + values.second);
      *below = MAX (*below, values.below);
    }
}

char *
sky_plot_get_title (const SkyReportPart *part, SkyPlotKind kind)
{
  switch (kind)
    {
    case SKY_PLOT_ERRORS_IN_TIME:
      return g_strdup (_ ("Variances (bottom) and irregularities (top)"));
    case SKY_PLOT_MONEY_IN_TIME:
      return g_strdup (_ ("Overpaid (up) and underpaid (down)"));
    case SKY_PLOT_MONEY:
      return g_strdup (_ ("Underpaid (left) and overpaid (right)"));
    case SKY_PLOT_FINDINGS:
      return g_strdup (_ ("Findings"));
    case SKY_PLOT_NONE:
      break;
    }
  return g_strdup ("");
}

static char *
format_value (SkyPlotKind kind, gint64 value)
{
  return is_money (kind) ? sky_money_format (value) : g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

char *
sky_plot_describe (const SkyReportPart *part, SkyPlotKind kind)
{
  const SkyReportRow *most = NULL;
  gint64 most_value = 0;
  g_autofree char *title = sky_plot_get_title (part, kind);
  g_autofree char *value = NULL;

  for (guint i = 0; i < part->rows->len; i++)
    {
      Values values = values_of (part->rows->pdata[i], kind);
      gint64 sum = values.first + values.second + values.below;

      if (sum > most_value)
        {
          most = part->rows->pdata[i];
          most_value = sum;
        }
    }
  if (most == NULL)
    /* Translators: %s is what a plot shows, as "Findings". */
    return g_strdup_printf (_ ("%s: nothing"), title);
  value = format_value (kind, most_value);
  /* Translators: what a plot shows, then its largest row and that row's value. */
  return g_strdup_printf (_ ("%s: most at %s, %s"), title, most->label, value);
}

/* --- Scales -------------------------------------------------------------------------------------
 */

/* 1, 2 or 5 followed by noughts: how far the lines of a scale that reaches to @most are apart. */
static gint64
find_step (gint64 most, guint n_lines)
{
  gint64 least = most / MAX (n_lines, 1);
  gint64 step = 1;

  for (guint i = 0; step < least && step < G_MAXINT64 / 10; i++)
    step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

/* --- In time ------------------------------------------------------------------------------------
 */

static void
draw_columns (cairo_t *cr,
              const SkyReportPart *part,
              SkyPlotKind kind,
              double width,
              double height,
              const SkyPlotStyle *style)
{
  double size = style->text_size;
  double foot = size * 1.8;
  double head = size * 0.8;
  double field = height - foot - head;
  guint n = n_drawn (part, kind);
  double left = 0;
  double scale;
  double zero;
  double pitch;
  guint each = 1;
  gint64 above;
  gint64 below;
  gint64 step;

  find_range (part, kind, &above, &below);
  step = find_step (above + below, 4);
  above = (above + step - 1) / step * step;
  below = (below + step - 1) / step * step;
  scale = field / MAX (above + below, 1);
  zero = head + above * scale;

  for (gint64 at = -below; at <= above; at += step)
    {
      g_autofree char *label = format_value (kind, at < 0 ? -at : at);

      left = MAX (left, sky_pen_text_width (cr, label, size));
    }
  left += size * 0.6;
  for (gint64 at = -below; at <= above; at += step)
    {
      g_autofree char *label = format_value (kind, at < 0 ? -at : at);
      double y = zero - at * scale;

      sky_pen_set_color (cr, &style->text);
      sky_pen_write (cr, label, size, 0, left - size * 0.6, y, 1);
      sky_pen_set_color (cr, at == 0 ? &style->text : &style->line);
      cairo_set_line_width (cr, size / 14);
      cairo_move_to (cr, left, y);
      cairo_line_to (cr, width, y);
      cairo_stroke (cr);
    }

  pitch = (width - left) / MAX (n, 1);
  for (guint i = 0; i < n; i++)
    while (each < n
           && sky_pen_text_width (cr, ((SkyReportRow *) part->rows->pdata[i])->label, size) + size
                  > pitch * each)
      each++;
  for (guint i = 0; i < n; i++)
    {
      const SkyReportRow *row = part->rows->pdata[i];
      Values values = values_of (row, kind);
      double bar = MIN (pitch * 0.7, size * MAX_COLUMN);
      double x = left + (i + 0.5) * pitch - bar / 2;
      double first = values.first * scale;
      double second = values.second * scale;

      sky_pen_fill (cr, is_money (kind) ? &style->over : &style->variance, x, zero - first, bar,
                    first);
      sky_pen_fill (cr, &style->irregularity, x, zero - first - second, bar, second);
      sky_pen_fill (cr, &style->under, x, zero, bar, values.below * scale);
      if (i % each == 0)
        {
          sky_pen_set_color (cr, &style->text);
          sky_pen_write (cr, row->label, size, 0, left + (i + 0.5) * pitch, height - size * 0.7,
                         0.5);
        }
    }
}

/* --- Bars ---------------------------------------------------------------------------------------
 */

static void
draw_bars (cairo_t *cr,
           const SkyReportPart *part,
           SkyPlotKind kind,
           double width,
           double height,
           const SkyPlotStyle *style)
{
  double size = style->text_size;
  guint n = n_drawn (part, kind);
  double pitch = height / MAX (n, 1);
  double labels = 0;
  double above_room = 0;
  double below_room = 0;
  double field;
  double zero;
  double scale;
  gint64 above;
  gint64 below;

  find_range (part, kind, &above, &below);
  for (guint i = 0; i < n; i++)
    {
      const SkyReportRow *row = part->rows->pdata[i];
      Values values = values_of (row, kind);
      g_autofree char *up = format_value (kind, values.first);
      g_autofree char *down = format_value (kind, values.below);

      labels = MAX (labels, sky_pen_text_width (cr, row->label, size));
      above_room = MAX (above_room, sky_pen_text_width (cr, up, size));
      if (values.below > 0)
        below_room = MAX (below_room, sky_pen_text_width (cr, down, size));
    }
  labels = MIN (labels, width * 0.35);
  above_room += size;
  below_room += below_room > 0 ? size : 0;
  field = MAX (width - labels - size - above_room - below_room, size);
  scale = field / MAX (above + below, 1);
  zero = labels + size + below_room + below * scale;

  sky_pen_set_color (cr, &style->text);
  cairo_set_line_width (cr, size / 14);
  cairo_move_to (cr, zero, 0);
  cairo_line_to (cr, zero, height);
  cairo_stroke (cr);
  for (guint i = 0; i < n; i++)
    {
      const SkyReportRow *row = part->rows->pdata[i];
      Values values = values_of (row, kind);
      double y = (i + 0.5) * pitch;
      double bar = MIN (pitch * 0.62, size * 1.1);

      sky_pen_fill (cr, is_money (kind) ? &style->over : &style->variance, zero, y - bar / 2,
                    values.first * scale, bar);
      sky_pen_fill (cr, &style->under, zero - values.below * scale, y - bar / 2,
                    values.below * scale, bar);
      sky_pen_set_color (cr, &style->text);
      sky_pen_write (cr, row->label, size, labels, 0, y, 0);
      if (values.first > 0)
        {
          g_autofree char *text = format_value (kind, values.first);

          sky_pen_write (cr, text, size, 0, zero + values.first * scale + size * 0.4, y, 0);
        }
      if (values.below > 0)
        {
          g_autofree char *text = format_value (kind, values.below);

          sky_pen_write (cr, text, size, 0, zero - values.below * scale - size * 0.4, y, 1);
        }
    }
}

double
sky_plot_get_height (const SkyReportPart *part, SkyPlotKind kind, const SkyPlotStyle *style)
{
  return is_in_time (kind) ? COLUMNS_LINES * style->text_size * 1.4
                           : MAX (n_drawn (part, kind), 1) * style->text_size * 1.7;
}

void
sky_plot_draw (cairo_t *cr,
               const SkyReportPart *part,
               SkyPlotKind kind,
               double width,
               double height,
               const SkyPlotStyle *style)
{
  if (kind == SKY_PLOT_NONE || part->rows->len == 0)
    return;
  cairo_save (cr);
  if (is_in_time (kind))
    draw_columns (cr, part, kind, width, height, style);
  else
    draw_bars (cr, part, kind, width, height, style);
  cairo_restore (cr);
}
