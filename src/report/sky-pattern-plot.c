/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-plot.h"

#include "sky-pattern-figures.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"
#include "sky-plot-pen.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Heights in lines of text. */
#define RING_LINES 27
#define LINES      14

#define RATE_UNIT 1000 /* errors per so many settlements */

/* The points of a curve. */
#define CURVE_POINTS 48

/* How often an interval may ever miss, as in sky_pattern_list_figures(). */
#define ALPHA 0.05

static const SkyPatternFigure *
get_figure (const GArray *figures, guint index)
{
  return &g_array_index (figures, SkyPatternFigure, index);
}

static const SkyStreamPoint *
get_point (const SkyPattern *pattern, guint index)
{
  return &g_array_index (pattern->points, SkyStreamPoint, index);
}

guint
sky_pattern_plots (const SkyPattern *pattern, SkyPatternPlot plots[SKY_PATTERN_PLOTS])
{
  if (pattern->standing.n == 0)
    return 0;
  switch (pattern->family)
    {
    case SKY_FAMILY_WHEELS:
    case SKY_FAMILY_SPINS:
      plots[0] = SKY_PATTERN_PLOT_RING;
      break;
    case SKY_FAMILY_ERRORS:
      plots[0] = SKY_PATTERN_PLOT_FUNNEL;
      break;
    case SKY_FAMILY_TABLE_WINS:
    case SKY_FAMILY_PATRON_WINS:
      plots[0] = SKY_PATTERN_PLOT_WALK;
      break;
    case SKY_FAMILY_DICE_SETS:
    case SKY_FAMILY_DICE_TABLES:
    case SKY_FAMILY_SEVENS:
    case SKY_FAMILY_PAIRS:
    default:
      plots[0] = SKY_PATTERN_PLOT_SHARES;
      break;
    }
  plots[1] = SKY_PATTERN_PLOT_EVIDENCE;
  return 2;
}

/* The figure farthest from what is expected of it, beside that. NULL: nothing is expected. */
static const SkyPatternFigure *
find_farthest (const GArray *figures)
{
  const SkyPatternFigure *farthest = NULL;
  double most = -1;

  for (guint i = 0; i < figures->len; i++)
    {
      const SkyPatternFigure *figure = get_figure (figures, i);
      double off = figure->expected > 0 ? fabs ((double) figure->x / figure->expected - 1) : -1;

      if (off > most)
        {
          most = off;
          farthest = figure;
        }
    }
  return farthest;
}

/* The deviation at the ring's outer circle: the least of a few that no place is beyond. */
static double
find_reach (const GArray *figures)
{
  static const double reaches[] = { 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50 };
  const SkyPatternFigure *farthest = find_farthest (figures);
  double off = fabs ((double) farthest->x / farthest->expected - 1);

  for (guint i = 0; i < G_N_ELEMENTS (reaches); i++)
    if (off <= reaches[i])
      return reaches[i];
  return off;
}

static char *
title_ring (const SkyPattern *pattern)
{
  g_autoptr (GArray) figures = sky_pattern_list_figures (pattern);
  double reach = 100 * find_reach (figures);

  return g_strdup_printf (
      pattern->family == SKY_FAMILY_SPINS
          ? _ ("How far on the ball came to lie: as often as expected (thick circle), %.0f%% more "
               "(outer circle), %.0f%% less (inner circle)")
          : _ ("Results around the wheel: as often as expected (thick circle), %.0f%% more (outer "
               "circle), %.0f%% less (inner circle)"),
      reach, MIN (reach, 100));
}

char *
sky_pattern_plot_title (const SkyPattern *pattern, SkyPatternPlot plot)
{
  switch (plot)
    {
    case SKY_PATTERN_PLOT_RING:
      return title_ring (pattern);
    case SKY_PATTERN_PLOT_SHARES:
      return g_strdup (
          sky_pattern_is_of_rates (pattern)
              ? _ ("Errors per 1,000 settlements, with intervals")
              : _ ("Shares in percent, with intervals and what is expected (line across)"));
    case SKY_PATTERN_PLOT_FUNNEL:
      return g_strdup (_ ("Errors per 1,000 settlements, over settlements: this dealer (square), "
                          "colleagues (dots), the rate of all and its bounds (lines)"));
    case SKY_PATTERN_PLOT_WALK:
      return g_strdup (_ ("What was won less theory, in dollars, at the end of each week (thick "
                          "line): theory (line across), 1, 2 and 3 standard deviations (curves)"));
    case SKY_PATTERN_PLOT_EVIDENCE:
    default:
      return g_strdup (_ ("Evidence by week (ln R), and what it takes to report (ln A)"));
    }
}

/* --- Descriptions -------------------------------------------------------------------------------
 */

static double
get_rate (const SkyPattern *pattern)
{
  const gint64 *counts = pattern->standing.counts;

  return RATE_UNIT * (double) counts[SKY_CELL_ERRORS] / (double) counts[SKY_CELL_DECISIONS];
}

/* The other dealers of the property, those alone of whom something was counted. */
static GPtrArray *
list_colleagues (const SkyPatterns *patterns, const SkyPattern *pattern)
{
  GPtrArray *colleagues = g_ptr_array_new ();

  for (guint i = 0; i < patterns->patterns->len; i++)
    {
      SkyPattern *other = patterns->patterns->pdata[i];

      if (other != pattern && other->family == SKY_FAMILY_ERRORS && other->standing.n > 0
          && g_str_equal (other->property, pattern->property))
        g_ptr_array_add (colleagues, other);
    }
  return colleagues;
}

static char *
describe_funnel (const SkyPatterns *patterns, const SkyPattern *pattern)
{
  g_autoptr (GPtrArray) colleagues = list_colleagues (patterns, pattern);
  guint n_above = 0;

  for (guint i = 0; i < colleagues->len; i++)
    n_above += get_rate (colleagues->pdata[i]) >= get_rate (pattern);
  return g_strdup_printf (
      /* Translators: the errors of a dealer per 1,000 settlements; how many colleagues make as many
       * or more, of how many. */
      _ ("The dealer makes %.2f errors in 1,000 settlements; %u of %u colleagues make as many or "
         "more."),
      get_rate (pattern), n_above, colleagues->len);
}

static char *
describe_figures (const SkyPattern *pattern)
{
  g_autoptr (GArray) figures = sky_pattern_list_figures (pattern);
  const SkyPatternFigure *farthest = find_farthest (figures);
  g_autofree char *phrase = sky_pattern_lead (pattern);
  g_autofree char *lead = sky_phrase_show (phrase);

  if (farthest == NULL)
    /* Translators: %s is what the evidence is greatest for, as “3 times the odds”. */
    return g_strdup_printf (_ ("The evidence is greatest for %s."), lead);
  return g_strdup_printf (
      /* Translators: a label such as a pocket, how often it came, how often it should; then what
       * the evidence is greatest for, as “pockets 8, 19 and 31”. */
      _ ("Farthest from what is expected: %s, %" PRId64 " for %.1f. The evidence is greatest for "
         "%s."),
      farthest->label, farthest->x, farthest->expected, lead);
}

static char *
describe_walk (const SkyPattern *pattern)
{
  const SkyMoney won = pattern->standing.counts[SKY_CELL_GAIN];
  g_autofree char *won_text = sky_money_format (won);
  g_autofree char *theory = sky_money_format (sky_pattern_theory (pattern));
  g_autofree char *deviations = sky_pattern_format_number (sky_pattern_deviations (pattern));

  return g_strdup_printf (
      /* Translators: how many rounds; what was won, what it would be by chance, both money; the
       * difference, a number. */
      ngettext ("In %" PRId64 " round %s was won, by chance %s: %s standard deviations above it.",
                "In %" PRId64 " rounds %s was won, by chance %s: %s standard deviations above it.",
                (gulong) pattern->standing.n),
      pattern->standing.n, won_text, theory, deviations);
}

static char *
describe_evidence (const SkyPattern *pattern)
{
  double most = -INFINITY;
  SkyDay at = SKY_DAY_NONE;
  char day[SKY_DAY_TEXT_SIZE];
  g_autofree char *ln_r = NULL;
  g_autofree char *ln_a = sky_pattern_format_number ((double) pattern->standing.ln_a);

  for (guint i = 0; i < pattern->points->len; i++)
    if (get_point (pattern, i)->ln_r > most)
      {
        most = get_point (pattern, i)->ln_r;
        at = get_point (pattern, i)->monday;
      }
  ln_r = sky_pattern_format_number (most);
  return g_strdup_printf (
      /* Translators: how many weeks, the greatest evidence, the Monday of its week, what it takes
       * to report. */
      ngettext ("%u week. ln R is at most %s, in the week of %s; %s report.",
                "%u weeks. ln R is at most %s, in the week of %s; %s report.",
                pattern->points->len),
      pattern->points->len, ln_r, sky_day_format (at, day), ln_a);
}

char *
sky_pattern_plot_describe (const SkyPatterns *patterns,
                           const SkyPattern *pattern,
                           SkyPatternPlot plot)
{
  g_autofree char *title = sky_pattern_plot_title (pattern, plot);
  g_autofree char *says = NULL;

  switch (plot)
    {
    case SKY_PATTERN_PLOT_FUNNEL:
      says = describe_funnel (patterns, pattern);
      break;
    case SKY_PATTERN_PLOT_WALK:
      says = describe_walk (pattern);
      break;
    case SKY_PATTERN_PLOT_EVIDENCE:
      says = describe_evidence (pattern);
      break;
    case SKY_PATTERN_PLOT_RING:
    case SKY_PATTERN_PLOT_SHARES:
    default:
      says = describe_figures (pattern);
      break;
    }
  return g_strdup_printf ("%s: %s", title, says);
}

double
sky_pattern_plot_height (SkyPatternPlot plot, const SkyPlotStyle *style)
{
  return style->text_size * (plot == SKY_PATTERN_PLOT_RING ? RING_LINES : LINES);
}

/* --- The ring -----------------------------------------------------------------------------------
 */

static void
draw_circle (cairo_t *cr, const SkyPlotColour *color, double x, double y, double radius, double pen)
{
  sky_pen_set_color (cr, color);
  cairo_set_line_width (cr, pen);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  cairo_stroke (cr);
}

static void
fill_sector (cairo_t *cr, double x, double y, double inner, double outer, double from, double until)
{
  cairo_new_path (cr);
  cairo_arc (cr, x, y, outer, from, until);
  cairo_arc_negative (cr, x, y, inner, until, from);
  cairo_close_path (cr);
  cairo_fill (cr);
}

typedef struct
{
  double x;
  double y;
  double zero;  /* the radius of what is expected */
  double span;  /* from there to the outer circle, or to the inner one */
  double reach; /* the deviation that this stands for */
  double step;  /* the angle of a place */
} Ring;

static void
draw_place (cairo_t *cr,
            const Ring *ring,
            const SkyPatternFigure *figure,
            guint index,
            const SkyPlotStyle *style)
{
  double middle = -G_PI / 2 + index * ring->step;
  double from = middle - ring->step * 0.4, until = middle + ring->step * 0.4;
  double off = (double) figure->x / figure->expected - 1;
  double radius = ring->zero + MAX (off / ring->reach, -1) * ring->span;
  double size = MIN (style->text_size, ring->zero * ring->step * 0.75);
  double label = ring->zero + ring->span + style->text_size * 1.1;

  if (figure->is_lead)
    {
      cairo_set_source_rgba (cr, style->over.red, style->over.green, style->over.blue, 0.16);
      fill_sector (cr, ring->x, ring->y, ring->zero - ring->span, ring->zero + ring->span,
                   middle - ring->step / 2, middle + ring->step / 2);
    }
  sky_pen_set_color (cr, figure->is_lead ? &style->over : &style->irregularity);
  fill_sector (cr, ring->x, ring->y, MIN (radius, ring->zero), MAX (radius, ring->zero), from,
               until);
  sky_pen_set_color (cr, figure->is_lead ? &style->over : &style->text);
  sky_pen_write (cr, figure->label, size, 0, ring->x + label * cos (middle),
                 ring->y + label * sin (middle), 0.5);
}

static void
draw_ring (
    cairo_t *cr, const SkyPattern *pattern, double width, double height, const SkyPlotStyle *style)
{
  g_autoptr (GArray) figures = sky_pattern_list_figures (pattern);
  double size = style->text_size;
  double radius = MIN (width, height) / 2 - size * 1.8;
  Ring ring = { .x = width / 2, .y = height / 2, .zero = radius * 0.66, .span = radius * 0.34 };

  ring.reach = find_reach (figures);
  ring.step = 2 * G_PI / figures->len;
  draw_circle (cr, &style->line, ring.x, ring.y, ring.zero + ring.span, size / 14);
  draw_circle (cr, &style->line, ring.x, ring.y, ring.zero - ring.span, size / 14);
  for (guint i = 0; i < figures->len; i++)
    draw_place (cr, &ring, get_figure (figures, i), i, style);
  draw_circle (cr, &style->text, ring.x, ring.y, ring.zero, size / 8);
}

/* --- Scales -------------------------------------------------------------------------------------
 */

typedef struct
{
  double left;
  double right;
  double top;
  double bottom;
  double least; /* at the bottom */
  double most;  /* at the top */
  double step;
} Scale;

/* 1, 2 or 5 times a power of ten, about a fifth of @range. */
static double
find_step (double range)
{
  double power = pow (10, floor (log10 (range / 5)));
  double rest = range / 5 / power;

  return power * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
}

static double
scale_y (const Scale *scale, double value)
{
  return scale->bottom
         - (value - scale->least) / (scale->most - scale->least) * (scale->bottom - scale->top);
}

/* The scale's lines with their values. @foot: room below, in lines. */
static Scale
draw_scale (cairo_t *cr,
            double least,
            double most,
            double foot,
            double width,
            double height,
            const SkyPlotStyle *style)
{
  double size = style->text_size;
  Scale scale = { .right = width - size,
                  .top = size,
                  .bottom = height - foot * size,
                  .step = find_step (MAX (most - least, 1e-9)) };
  int decimals = (int) MAX (0, -floor (log10 (scale.step)));

  scale.least = floor (least / scale.step) * scale.step;
  scale.most = ceil (most / scale.step) * scale.step;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; scale.least + i * scale.step <= scale.most + scale.step / 2; i++)
      {
        double value = scale.least + i * scale.step;
        double y = scale_y (&scale, value);
        g_autofree char *size_text = g_strdup_printf ("%.*f", decimals, fabs (value));
        g_autofree char *label = g_strconcat (value < -scale.step / 2 ? "−" : "", size_text, NULL);

        if (pass == 0)
          {
            scale.left = MAX (scale.left, sky_pen_text_width (cr, label, size) + size * 0.6);
            continue;
          }
        sky_pen_set_color (cr, &style->text);
        sky_pen_write (cr, label, size, 0, scale.left - size * 0.6, y, 1);
        sky_pen_set_color (cr, &style->line);
        cairo_set_line_width (cr, size / 14);
        cairo_move_to (cr, scale.left, y);
        cairo_line_to (cr, scale.right, y);
        cairo_stroke (cr);
      }
  return scale;
}

static void
draw_line (cairo_t *cr, double x, double y, double to_x, double to_y, double pen)
{
  cairo_set_line_width (cr, pen);
  cairo_new_path (cr);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, to_x, to_y);
  cairo_stroke (cr);
}

/* What stands out is a square, others are discs. */
static void
draw_mark (cairo_t *cr, double x, double y, double radius, gboolean is_lead)
{
  cairo_new_path (cr);
  if (is_lead)
    cairo_rectangle (cr, x - radius, y - radius, 2 * radius, 2 * radius);
  else
    cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  cairo_fill (cr);
}

/* --- Shares -------------------------------------------------------------------------------------
 */

/* Below the plot there is less room than in the table. */
static const char *
get_short_label (const SkyPattern *pattern, const SkyPatternFigure *figure, guint index)
{
  static const char *const of_pair[] = { N_ ("This pair"), N_ ("Other patrons"),
                                         N_ ("Other dealers") };

  return pattern->family == SKY_FAMILY_PAIRS && index < G_N_ELEMENTS (of_pair) ? _ (of_pair[index])
                                                                               : figure->label;
}

static void
draw_shares (
    cairo_t *cr, const SkyPattern *pattern, double width, double height, const SkyPlotStyle *style)
{
  g_autoptr (GArray) figures = sky_pattern_list_figures (pattern);
  double unit = sky_pattern_is_of_rates (pattern) ? RATE_UNIT : 100;
  double least = INFINITY, most = -INFINITY, size = style->text_size, pitch;
  Scale scale;

  for (guint i = 0; i < figures->len; i++)
    {
      const SkyPatternFigure *figure = get_figure (figures, i);

      if (figure->n == 0)
        continue;
      least = MIN (least, unit * figure->low);
      most = MAX (most, unit * figure->high);
      if (figure->expected >= 0)
        {
          least = MIN (least, unit * figure->expected / (double) figure->n);
          most = MAX (most, unit * figure->expected / (double) figure->n);
        }
    }
  scale = draw_scale (cr, least, most, 2, width, height, style);
  pitch = (scale.right - scale.left) / figures->len;
  for (guint i = 0; i < figures->len; i++)
    {
      const SkyPatternFigure *figure = get_figure (figures, i);
      double x = scale.left + (i + 0.5) * pitch, arm = MIN (size, pitch * 0.2);

      sky_pen_set_color (cr, &style->text);
      sky_pen_write (cr, get_short_label (pattern, figure, i), size, pitch - size * 0.4, x,
                     height - size, 0.5);
      if (figure->n == 0)
        continue;
      if (figure->expected >= 0)
        {
          double y = scale_y (&scale, unit * figure->expected / (double) figure->n);

          draw_line (cr, x - pitch * 0.4, y, x + pitch * 0.4, y, size / 6);
        }
      sky_pen_set_color (cr, figure->is_lead ? &style->over : &style->irregularity);
      draw_line (cr, x, scale_y (&scale, unit * figure->low), x,
                 scale_y (&scale, unit * figure->high), size / 6);
      draw_line (cr, x - arm, scale_y (&scale, unit * figure->low), x + arm,
                 scale_y (&scale, unit * figure->low), size / 6);
      draw_line (cr, x - arm, scale_y (&scale, unit * figure->high), x + arm,
                 scale_y (&scale, unit * figure->high), size / 6);
      draw_mark (cr, x, scale_y (&scale, unit * (double) figure->x / (double) figure->n),
                 size * 0.4, figure->is_lead);
    }
}

/* --- The funnel ---------------------------------------------------------------------------------
 */

/* ln of (n + 1) C(n,x) p^x (1 - p)^(n - x), for x that need not be whole. */
static double
weigh (double x, double n, double p)
{
  return log (n + 1) + lgamma (n + 1) - lgamma (x + 1) - lgamma (n - x + 1) + x * log (p)
         + (n - x) * log1p (-p);
}

/* The rate from which on, on one side of @p, the interval of a rate in @n leaves @p out. */
static double
find_bound (double p, double n, gboolean upper)
{
  double inside = n * p, outside = upper ? n : 0;

  for (guint i = 0; i < 40; i++)
    {
      double x = (inside + outside) / 2;

      if (weigh (x, n, p) >= log (ALPHA))
        inside = x;
      else
        outside = x;
    }
  return inside / n;
}

/* Room beside the dealers with the fewest and the most settlements. */
#define FUNNEL_MARGIN 1.2

/* The settlements and the errors of all. */
static void
find_extent (const GPtrArray *dealers, double *least_n, double *most_n, double *most, double *rate)
{
  gint64 x = 0, n = 0;

  *least_n = INFINITY;
  *most_n = 1;
  *most = 0;
  for (guint i = 0; i < dealers->len; i++)
    {
      const SkyPattern *dealer = dealers->pdata[i];
      const gint64 *counts = dealer->standing.counts;

      *least_n = MIN (*least_n, (double) counts[SKY_CELL_DECISIONS]);
      *most_n = MAX (*most_n, (double) counts[SKY_CELL_DECISIONS]);
      *most = MAX (*most, get_rate (dealer));
      x += counts[SKY_CELL_ERRORS];
      n += counts[SKY_CELL_DECISIONS];
    }
  *rate = (double) x / (double) n;
}

static double
place_n (const Scale *scale, double n, double least, double most)
{
  return scale->left + log (n / least) / log (most / least) * (scale->right - scale->left);
}

static void
draw_bounds (cairo_t *cr,
             const Scale *scale,
             double rate,
             double least_n,
             double most_n,
             const SkyPlotStyle *style)
{
  double y = scale_y (scale, RATE_UNIT * rate);

  sky_pen_set_color (cr, &style->text);
  draw_line (cr, scale->left, y, scale->right, y, style->text_size / 10);
  if (rate <= 0 || rate >= 1)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, scale->left, scale->top, scale->right - scale->left,
                   scale->bottom - scale->top);
  cairo_clip (cr);
  cairo_set_line_width (cr, style->text_size / 10);
  for (guint upper = 0; upper < 2; upper++)
    {
      cairo_new_path (cr);
      for (guint i = 0; i <= CURVE_POINTS; i++)
        {
          double n = least_n * pow (most_n / least_n, (double) i / CURVE_POINTS);

          cairo_line_to (cr, place_n (scale, n, least_n, most_n),
                         scale_y (scale, RATE_UNIT * find_bound (rate, n, upper != 0)));
        }
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

/* Numbers of settlements along the foot: 1, 2 and 5 of each power of ten, or equal steps where
 * there are few of these; none where another stands. */
static void
draw_settlements (
    cairo_t *cr, const Scale *scale, double least_n, double most_n, const SkyPlotStyle *style)
{
  const gboolean is_wide = most_n / least_n >= 10;
  double step = is_wide ? pow (10, floor (log10 (least_n))) : find_step (most_n - least_n);
  double n = is_wide ? step : ceil (least_n / step) * step, free_from = scale->left;

  sky_pen_set_color (cr, &style->text);
  while (n <= most_n)
    {
      g_autofree char *label = g_strdup_printf ("%.0f", n);
      const double x = place_n (scale, n, least_n, most_n);
      const double half = sky_pen_text_width (cr, label, style->text_size) / 2;

      if (x - half >= free_from && x + half <= scale->right + style->text_size / 2)
        {
          draw_line (cr, x, scale->bottom, x, scale->bottom + style->text_size / 4,
                     style->text_size / 14);
          sky_pen_write (cr, label, style->text_size, 0, x, scale->bottom + style->text_size, 0.5);
          free_from = x + half + style->text_size;
        }
      if (is_wide && n >= 9.5 * step)
        step *= 10;
      n = !is_wide ? n + step : n < 1.5 * step ? 2 * step : n < 4.5 * step ? 5 * step : 10 * step;
    }
}

static void
draw_funnel (cairo_t *cr,
             const SkyPatterns *patterns,
             const SkyPattern *pattern,
             double width,
             double height,
             const SkyPlotStyle *style)
{
  g_autoptr (GPtrArray) dealers = list_colleagues (patterns, pattern);
  double size = style->text_size, least_n, most_n, most, rate;
  Scale scale;

  /* Last, above the others. */
  g_ptr_array_add (dealers, (gpointer) pattern);
  find_extent (dealers, &least_n, &most_n, &most, &rate);
  /* Of everybody it is seen what is still chance. */
  least_n /= FUNNEL_MARGIN;
  most_n *= FUNNEL_MARGIN;
  if (rate > 0)
    most = MAX (most, RATE_UNIT * find_bound (rate, least_n, TRUE));
  scale = draw_scale (cr, 0, most > 0 ? most : 1, 3.4, width, height, style);
  draw_bounds (cr, &scale, rate, least_n, most_n, style);
  draw_settlements (cr, &scale, least_n, most_n, style);
  sky_pen_set_color (cr, &style->text);
  sky_pen_write (cr, _ ("Settlements"), size, scale.right - scale.left,
                 (scale.left + scale.right) / 2, height - size, 0.5);
  for (guint i = 0; i < dealers->len; i++)
    {
      const SkyPattern *dealer = dealers->pdata[i];
      gboolean is_it = dealer == pattern;

      sky_pen_set_color (cr, is_it ? &style->over : &style->irregularity);
      draw_mark (
          cr,
          place_n (&scale, (double) dealer->standing.counts[SKY_CELL_DECISIONS], least_n, most_n),
          scale_y (&scale, get_rate (dealer)), is_it ? size * 0.5 : size * 0.25, is_it);
    }
}

/* Where text above the height @y stands so that no line of the scale crosses it. */
static double
find_gap (const Scale *scale, double y, double size)
{
  const double pitch = scale_y (scale, 0) - scale_y (scale, scale->step);
  const double above = y - size * 0.8;
  const double cell = floor ((scale->bottom - above) / pitch);
  const double middle = scale->bottom - (cell + 0.5) * pitch;

  /* It is in the middle of a line's gap, or that is far. */
  if (fabs (above - middle) <= pitch / 2 - size * 0.55)
    return above;
  return middle <= y - size * 0.55 ? middle : middle - pitch;
}

/* --- The walk -----------------------------------------------------------------------------------
 */

/* The curves of so many standard deviations to either side. */
#define WALK_CURVES 3

#define CENTS 100.0

/* The end of a week; and, before the first, its beginning. */
typedef struct
{
  double day;
  double over; /* dollars */
  double deviation;
} WalkStep;

static GArray *
list_steps (const SkyPattern *pattern)
{
  GArray *steps = g_array_new (FALSE, TRUE, sizeof (WalkStep));
  WalkStep step = { .day = get_point (pattern, 0)->monday };
  double variance = 0;

  g_array_append_val (steps, step);
  for (guint i = 0; i < pattern->points->len; i++)
    {
      step.day = get_point (pattern, i)->monday + 7;
      step.over += get_point (pattern, i)->over / CENTS;
      variance += get_point (pattern, i)->variance;
      step.deviation = sqrt (variance) / CENTS;
      g_array_append_val (steps, step);
    }
  return steps;
}

static double
place_day (const Scale *scale, const GArray *steps, guint index)
{
  const WalkStep *step = &g_array_index (steps, WalkStep, 0);

  return scale->left
         + (step[index].day - step->day) / (step[steps->len - 1].day - step->day)
               * (scale->right - scale->left);
}

static void
draw_walk (
    cairo_t *cr, const SkyPattern *pattern, double width, double height, const SkyPlotStyle *style)
{
  g_autoptr (GArray) steps = list_steps (pattern);
  const WalkStep *step = &g_array_index (steps, WalkStep, 0);
  const WalkStep *last = &step[steps->len - 1];
  double size = style->text_size, reach = WALK_CURVES * last->deviation;
  char day[SKY_DAY_TEXT_SIZE];
  double least, most;
  Scale scale;

  least = -reach;
  most = reach;
  for (guint i = 0; i < steps->len; i++)
    {
      least = MIN (least, step[i].over);
      most = MAX (most, step[i].over);
    }
  scale = draw_scale (cr, least, most, 2, width, height, style);
  sky_pen_set_color (cr, &style->text);
  draw_line (cr, scale.left, scale_y (&scale, 0), scale.right, scale_y (&scale, 0), size / 8);
  cairo_set_line_width (cr, size / 12);
  for (int k = -WALK_CURVES; k <= WALK_CURVES; k++)
    {
      const double dashes[] = { size * 0.6, size * 0.15 * abs (k) };

      if (k == 0)
        continue;
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      cairo_new_path (cr);
      for (guint i = 0; i < steps->len; i++)
        cairo_line_to (cr, place_day (&scale, steps, i), scale_y (&scale, k * step[i].deviation));
      cairo_stroke (cr);
    }
  cairo_set_dash (cr, NULL, 0, 0);
  sky_pen_write (cr, sky_day_format ((SkyDay) step->day, day), size, 0, scale.left, height - size,
                 0);
  sky_pen_write (cr, sky_day_format (pattern->standing.last_day, day), size, 0, scale.right,
                 height - size, 1);
  sky_pen_set_color (cr, &style->under);
  cairo_set_line_width (cr, size / 4);
  cairo_new_path (cr);
  for (guint i = 0; i < steps->len; i++)
    cairo_line_to (cr, place_day (&scale, steps, i), scale_y (&scale, step[i].over));
  cairo_stroke (cr);
  draw_mark (cr, place_day (&scale, steps, steps->len - 1), scale_y (&scale, last->over),
             size * 0.3, FALSE);
}

/* --- The evidence -------------------------------------------------------------------------------
 */

static void
draw_evidence (
    cairo_t *cr, const SkyPattern *pattern, double width, double height, const SkyPlotStyle *style)
{
  const SkyStreamStanding *standing = &pattern->standing;
  double size = style->text_size, ln_a = (double) standing->ln_a;
  double least = 0, most = ln_a;
  const double dashes[] = { size * 0.6, size * 0.4 };
  guint n = pattern->points->len;
  SkyDay first = get_point (pattern, 0)->monday;
  double days = MAX (get_point (pattern, n - 1)->monday - first, 7);
  g_autofree char *number = sky_pattern_format_number (ln_a);
  g_autofree char *name = g_strdup_printf ("ln A = %s", number);
  char day[SKY_DAY_TEXT_SIZE];
  gboolean at_right;
  Scale scale;

  for (guint i = 0; i < n; i++)
    {
      least = MIN (least, get_point (pattern, i)->ln_r);
      most = MAX (most, get_point (pattern, i)->ln_r);
    }
  scale = draw_scale (cr, least, most * 1.1, 2, width, height, style);

  sky_pen_set_color (cr, &style->text);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  draw_line (cr, scale.left, scale_y (&scale, ln_a), scale.right, scale_y (&scale, ln_a), size / 8);
  cairo_set_dash (cr, NULL, 0, 0);
  /* At the end that is farther from the curve. */
  at_right =
      fabs (get_point (pattern, n - 1)->ln_r - ln_a) > fabs (get_point (pattern, 0)->ln_r - ln_a);
  sky_pen_write (cr, name, size, 0, at_right ? scale.right - size * 0.4 : scale.left + size * 0.4,
                 find_gap (&scale, scale_y (&scale, ln_a), size), at_right ? 1 : 0);
  sky_pen_write (cr, sky_day_format (first, day), size, 0, scale.left, height - size, 0);
  if (n > 1)
    sky_pen_write (cr, sky_day_format (get_point (pattern, n - 1)->monday, day), size, 0,
                   scale.right, height - size, 1);

  sky_pen_set_color (cr, &style->under);
  cairo_set_line_width (cr, size / 6);
  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    {
      const SkyStreamPoint *point = get_point (pattern, i);
      double x = scale.left + (point->monday - first) / days * (scale.right - scale.left);

      cairo_line_to (cr, x, scale_y (&scale, point->ln_r));
    }
  cairo_stroke (cr);
  for (guint i = 0; i < n; i++)
    {
      const SkyStreamPoint *point = get_point (pattern, i);
      double x = scale.left + (point->monday - first) / days * (scale.right - scale.left);
      gboolean reported = standing->state != SKY_STREAM_QUIET
                          && point->monday == sky_week_monday (standing->reported_on);

      sky_pen_set_color (cr, reported ? &style->over : &style->under);
      draw_mark (cr, x, scale_y (&scale, point->ln_r), reported ? size * 0.5 : size * 0.25,
                 reported);
    }
}

void
sky_pattern_plot_draw (cairo_t *cr,
                       const SkyPatterns *patterns,
                       const SkyPattern *pattern,
                       SkyPatternPlot plot,
                       double width,
                       double height,
                       const SkyPlotStyle *style)
{
  switch (plot)
    {
    case SKY_PATTERN_PLOT_RING:
      draw_ring (cr, pattern, width, height, style);
      break;
    case SKY_PATTERN_PLOT_SHARES:
      draw_shares (cr, pattern, width, height, style);
      break;
    case SKY_PATTERN_PLOT_FUNNEL:
      draw_funnel (cr, patterns, pattern, width, height, style);
      break;
    case SKY_PATTERN_PLOT_WALK:
      draw_walk (cr, pattern, width, height, style);
      break;
    case SKY_PATTERN_PLOT_EVIDENCE:
    default:
      draw_evidence (cr, pattern, width, height, style);
      break;
    }
}
