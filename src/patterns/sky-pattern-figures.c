/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-figures.h"

#include "sky-pattern-words.h"
#include "sky-rate-interval.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* How often an interval may ever miss. */
#define ALPHA 0.05

static void
figure_clear (gpointer data)
{
  g_free (((SkyPatternFigure *) data)->label);
  g_free (((SkyPatternFigure *) data)->value);
}

gboolean
sky_pattern_is_of_rates (const SkyPattern *self)
{
  return self->family == SKY_FAMILY_ERRORS || self->family == SKY_FAMILY_PAIRS;
}

/* Takes @label. */
static void
add_figure (GArray *figures, char *label, gint64 x, gint64 n, double expected, gboolean is_lead)
{
  SkyPatternFigure figure = { .label = label,
                              .x = x,
                              .n = n,
                              .expected = expected,
                              .low = NAN,
                              .high = NAN,
                              .is_lead = is_lead };

  if (n > 0)
    {
      long double low, high;

      sky_rate_interval (x, n, ALPHA, &low, &high);
      figure.low = (double) low;
      figure.high = (double) high;
    }
  g_array_append_val (figures, figure);
}

/* --- Results ------------------------------------------------------------------------------------
 */

static gboolean
is_of_arcs (const SkyPattern *self)
{
  return self->family == SKY_FAMILY_WHEELS || self->family == SKY_FAMILY_SPINS;
}

/* Whether the lead names the cell @index: a place, from 0, or a face. */
static gboolean
does_lead_name (const SkyPattern *self, guint index)
{
  g_auto (GStrv) parts = g_strsplit (self->lead, "/", -1);
  guint first = (guint) g_ascii_strtoull (parts[1], NULL, 10);

  if (is_of_arcs (self))
    return (index + self->n_cells - first) % self->n_cells
           < (guint) g_ascii_strtoull (parts[2], NULL, 10);
  return index + 1 == first || (g_str_equal (parts[0], "axis") && index + 1 == 7 - first);
}

static char *
label_cell (const SkyPattern *self, guint index)
{
  if (self->family == SKY_FAMILY_WHEELS)
    return sky_places_label (self->places, index);
  return g_strdup_printf ("%u", is_of_arcs (self) ? index : index + 1);
}

static void
add_cells (const SkyPattern *self, GArray *figures)
{
  const SkyStreamStanding *standing = &self->standing;

  for (guint i = 0; i < self->n_cells; i++)
    add_figure (figures, label_cell (self, i), standing->counts[i], standing->n,
                (double) standing->n / self->n_cells, does_lead_name (self, i));
}

/* --- Rates --------------------------------------------------------------------------------------
 */

/* A rate of @x in @n beside that of @others in @all. */
static void
add_rate (GArray *figures, const char *label, const gint64 *cells, const gint64 *others)
{
  double expected =
      others[1] > 0 ? (double) cells[1] * (double) others[0] / (double) others[1] : NAN;

  add_figure (figures, g_strdup (label), cells[0], cells[1], expected, figures->len == 0);
}

static void
add_rates (const SkyPattern *self, GArray *figures)
{
  const gint64 *counts = self->standing.counts;
  const gint64 *own = counts + SKY_CELL_ERRORS;
  const gint64 *others = counts + SKY_CELL_ERRORS_OF_OTHERS;

  if (self->family == SKY_FAMILY_ERRORS)
    {
      add_rate (figures, _ ("The dealer"), own, others);
      add_figure (figures, g_strdup (_ ("Colleagues")), others[0], others[1], NAN, FALSE);
      return;
    }
  add_rate (figures, _ ("The dealer with this patron"), own, others);
  add_figure (figures, g_strdup (_ ("The dealer with other patrons")), others[0], others[1], NAN,
              FALSE);
  add_figure (figures, g_strdup (_ ("Other dealers with this patron")),
              counts[SKY_CELL_ERRORS_ELSEWHERE], counts[SKY_CELL_DECISIONS_ELSEWHERE], NAN, FALSE);
}

/* --- Money --------------------------------------------------------------------------------------
 */

/* In cents. */
static long double
get_theory (const SkyPattern *self)
{
  return (long double) self->standing.theory / SKY_WIN_PARTS;
}

static long double
get_deviation (const SkyPattern *self)
{
  return sqrtl ((long double) self->standing.variance) / SKY_WIN_PARTS;
}

SkyMoney
sky_pattern_theory (const SkyPattern *self)
{
  return llroundl (get_theory (self));
}

SkyMoney
sky_pattern_deviation (const SkyPattern *self)
{
  return llroundl (get_deviation (self));
}

double
sky_pattern_deviations (const SkyPattern *self)
{
  return (double) ((self->standing.counts[SKY_CELL_GAIN] - get_theory (self))
                   / get_deviation (self));
}

/* Takes @value. */
static void
add_value (GArray *figures, const char *label, char *value)
{
  SkyPatternFigure figure = {
    .label = g_strdup (label), .value = value, .expected = NAN, .low = NAN, .high = NAN
  };

  g_array_append_val (figures, figure);
}

static void
add_money (const SkyPattern *self, GArray *figures)
{
  const gint64 *counts = self->standing.counts;

  add_value (figures, _ ("Rounds"), g_strdup_printf ("%" PRId64, counts[SKY_CELL_ROUNDS]));
  add_value (figures, _ ("Won"), sky_money_format (counts[SKY_CELL_GAIN]));
  add_value (figures, _ ("Theory"), sky_money_format (sky_pattern_theory (self)));
  add_value (figures, _ ("Standard deviation"), sky_money_format (sky_pattern_deviation (self)));
  add_value (figures, _ ("Won less theory, in standard deviations"),
             sky_pattern_format_number (sky_pattern_deviations (self)));
}

GArray *
sky_pattern_list_figures (const SkyPattern *self)
{
  GArray *figures = g_array_new (FALSE, FALSE, sizeof (SkyPatternFigure));
  const SkyStreamStanding *standing = &self->standing;

  g_array_set_clear_func (figures, figure_clear);
  if (standing->n == 0)
    return figures;
  if (sky_family_is_of_money (self->family))
    add_money (self, figures);
  else if (sky_pattern_is_of_rates (self))
    add_rates (self, figures);
  else if (self->family == SKY_FAMILY_SEVENS)
    {
      add_figure (figures, g_strdup (_ ("Sevens")), standing->counts[0], standing->n,
                  (double) standing->n / 6, TRUE);
      add_figure (figures, g_strdup (_ ("Other throws")), standing->counts[1], standing->n,
                  (double) standing->n * 5 / 6, FALSE);
    }
  else
    add_cells (self, figures);
  return figures;
}

/* --- As a table ---------------------------------------------------------------------------------
 */

static const char *
get_heading (const SkyPattern *self, guint column)
{
  gboolean rates = sky_pattern_is_of_rates (self);

  if (sky_family_is_of_money (self->family))
    return column == 0 ? _ ("What") : _ ("Figure");
  switch (column)
    {
    case 0:
      if (rates)
        return _ ("Who");
      if (self->family == SKY_FAMILY_WHEELS)
        return self->places == SKY_PLACES_BIG_SIX ? _ ("Wheel section") : _ ("Pocket");
      if (self->family == SKY_FAMILY_SPINS)
        return _ ("Places On");
      return self->family == SKY_FAMILY_SEVENS ? _ ("Throw") : _ ("Face");
    case 1:
      return rates ? _ ("Errors") : _ ("Came");
    case 2:
      return rates ? _ ("Settlements") : _ ("Expected");
    default:
      /* Translators: the head of a column with two rates, such as 1.2–3.4. */
      return rates ? _ ("Errors in 1,000") : _ ("Interval, %");
    }
}

static char *
format_interval (const SkyPatternFigure *figure, double unit)
{
  if (isnan (figure->low))
    return g_strdup ("");
  return g_strdup_printf ("%.2f–%.2f", figure->low * unit, figure->high * unit);
}

guint
sky_pattern_n_columns (const SkyPattern *self)
{
  return sky_family_is_of_money (self->family) ? 2 : 4;
}

char *
sky_pattern_figure_format (const SkyPattern *self, const SkyPatternFigure *figure, guint column)
{
  if (figure == NULL)
    return g_strdup (get_heading (self, column));
  if (figure->value != NULL && column > 0)
    return g_strdup (figure->value);
  switch (column)
    {
    case 0:
      return g_strdup (figure->label);
    case 1:
      return g_strdup_printf ("%" PRId64, figure->x);
    case 2:
      return sky_pattern_is_of_rates (self) ? g_strdup_printf ("%" PRId64, figure->n)
                                            : g_strdup_printf ("%.1f", figure->expected);
    default:
      return format_interval (figure, sky_pattern_is_of_rates (self) ? 1000 : 100);
    }
}
