/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the words, the plots and the timeline of the console can be told from their ground in
 * each style: the contrast of WCAG 2.1, 4.5 to 1 at least, and 7 to 1 in high contrast. The style
 * sheets are read as the program reads them. */
#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "sky-lanes-palette.h"
#include "sky-plot.h"

#define RESOURCES "/org/skyward/Skyward/"

typedef struct
{
  const char *name;
  const char *sheets[4]; /* in the order in which they are laid over each other; NULL-terminated */
  GdkRGBA grounds[3];    /* of a list, of the window, of what is raised from it */
  GdkRGBA text;
  double least;
  const SkyPlotStyle *plot;
} Style;

static const Style styles[] = {
  { "light",
    { "style.css" },
    { { 1, 1, 1, 1 }, { 0.98f, 0.98f, 0.98f, 1 }, { 0.92f, 0.92f, 0.92f, 1 } },
    { 0, 0, 0, 0.8f },
    4.5,
    &sky_plot_on_light },
  { "dark",
    { "style.css", "style-dark.css" },
    { { 0.12f, 0.12f, 0.12f, 1 }, { 0.14f, 0.14f, 0.14f, 1 }, { 0.19f, 0.19f, 0.19f, 1 } },
    { 1, 1, 1, 1 },
    4.5,
    &sky_plot_on_dark },
  { "light-contrast",
    { "style.css", "style-hc.css" },
    { { 1, 1, 1, 1 }, { 0.98f, 0.98f, 0.98f, 1 }, { 0.92f, 0.92f, 0.92f, 1 } },
    { 0, 0, 0, 0.8f },
    7,
    &sky_plot_on_light_contrast },
  { "dark-contrast",
    { "style.css", "style-hc.css", "style-hc-dark.css" },
    { { 0.12f, 0.12f, 0.12f, 1 }, { 0.14f, 0.14f, 0.14f, 1 }, { 0.19f, 0.19f, 0.19f, 1 } },
    { 1, 1, 1, 1 },
    7,
    &sky_plot_on_dark_contrast },
};

static double
linear (double part)
{
  return part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4);
}

static double
luminance (const GdkRGBA *colour)
{
  return 0.2126 * linear (colour->red) + 0.7152 * linear (colour->green)
         + 0.0722 * linear (colour->blue);
}

/* @colour as it looks on @ground. */
static GdkRGBA
lay (const GdkRGBA *colour, double opacity, const GdkRGBA *ground)
{
  float over = (float) (colour->alpha * opacity);

  return (GdkRGBA){ colour->red * over + ground->red * (1 - over),
                    colour->green * over + ground->green * (1 - over),
                    colour->blue * over + ground->blue * (1 - over), 1 };
}

static void
check (const char *what, GdkRGBA a, GdkRGBA b, double least)
{
  double x = luminance (&a) + 0.05, y = luminance (&b) + 0.05;
  double is = MAX (x, y) / MIN (x, y);

  g_assert_cmpfloat (a.alpha, ==, 1);
  g_assert_cmpfloat (b.alpha, ==, 1);
  if (is < least)
    {
      g_test_fail ();
      g_test_message ("%s: %.2f to 1, not %.1f", what, is, least);
    }
}

static GdkRGBA
from_plot (const SkyPlotColour *colour)
{
  return (GdkRGBA){ (float) colour->red, (float) colour->green, (float) colour->blue, 1 };
}

static void
check_plot (const Style *style)
{
  const SkyPlotStyle *plot = style->plot;

  for (guint i = 0; i < G_N_ELEMENTS (style->grounds); i++)
    {
      check ("a plot's words", from_plot (&plot->text), style->grounds[i], style->least);
      check ("what was overpaid", from_plot (&plot->over), style->grounds[i], style->least);
      check ("what was underpaid", from_plot (&plot->under), style->grounds[i], style->least);
      check ("variances", from_plot (&plot->variance), style->grounds[i], style->least);
      check ("irregularities", from_plot (&plot->irregularity), style->grounds[i], style->least);
    }
}

/* What stands between @before and @after, for the last time in the sheets of @style. */
static char *
find_value (const Style *style, const char *before, const char *after)
{
  char *value = NULL;

  for (guint i = 0; style->sheets[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat (RESOURCES, style->sheets[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, &error);
      g_assert_no_error (error);
      const char *at =
          g_strstr_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), before);
      if (at == NULL)
        continue;
      at += strlen (before);
      g_free (value);
      value = g_strndup (at, (gsize) (strstr (at, after) - at));
    }
  if (value == NULL)
    g_error ("no sheet has %s", before);
  return value;
}

static GdkRGBA
find_colour (const Style *style, const char *name)
{
  g_autofree char *before = g_strdup_printf ("@define-color %s ", name);
  g_autofree char *value = find_value (style, before, ";");
  GdkRGBA colour;

  g_assert_true (gdk_rgba_parse (&colour, value));
  return colour;
}

/* What the toolkit dims like ".dim-label" is in each sheet that has a rule for that. */
static void
check_dimmed (const Style *style)
{
  static const char *const dimmed[] = { "row label.subtitle", "entry > text > placeholder",
                                        "headerbar .subtitle", "windowtitle .subtitle" };

  for (guint i = 0; i < G_N_ELEMENTS (dimmed); i++)
    {
      g_autofree char *before = g_strconcat (dimmed[i], ",\n", NULL);
      g_autofree char *rest = find_value (style, before, "\n}");
      g_autofree char *dim = find_value (style, ".dim-label {\n  opacity: ", ";");

      g_assert_nonnull (strstr (rest, ".dim-label {"));
      /* Of the same sheet, the last that has one. */
      g_assert_nonnull (strstr (rest, dim));
    }
}

static void
test_style (gconstpointer data)
{
  const Style *style = data;
  static const char *const names[] = { "severity_info", "severity_minor", "severity_major",
                                       "severity_critical" };
  static const char *const toolkits[] = { "warning_color", "success_color", "error_color",
                                          "accent_color" };
  g_autofree char *dim = find_value (style, ".dim-label {\n  opacity: ", ";");
  double opacity = g_ascii_strtod (dim, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (style->grounds); i++)
    {
      const GdkRGBA *ground = &style->grounds[i];

      check ("dim words", lay (&style->text, opacity, ground), *ground, style->least);
      for (guint j = 0; j < G_N_ELEMENTS (toolkits); j++)
        check (toolkits[j], find_colour (style, toolkits[j]), *ground, style->least);
      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        {
          GdkRGBA colour = find_colour (style, names[j]);
          check (names[j], colour, *ground, style->least);
          /* On a chip, which high contrast has as an outline alone. */
          if (style->least < 7)
            check (names[j], colour, lay (&colour, 0.14, ground), style->least);
        }
    }
  check_dimmed (style);
  check_plot (style);
}

static void
test_paper (void)
{
  const SkyPlotStyle *plot = &sky_plot_on_paper;
  const GdkRGBA white = { 1, 1, 1, 1 };

  check ("words", from_plot (&plot->text), white, 4.5);
  check ("what was overpaid", from_plot (&plot->over), white, 4.5);
  check ("what was underpaid", from_plot (&plot->under), white, 4.5);
  check ("variances", from_plot (&plot->variance), white, 4.5);
  check ("irregularities", from_plot (&plot->irregularity), white, 4.5);
}

static void
test_timeline (gconstpointer data)
{
  guint bits = GPOINTER_TO_UINT (data);
  gboolean contrast = (bits & 2) != 0;
  const SkyLanesPalette *p = sky_lanes_palette ((bits & 1) != 0, contrast);
  double least = contrast ? 7 : 4.5;
  const GdkRGBA grounds[] = { p->ground, p->loop, p->out_of_sight };

  for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
    {
      check ("words", p->text, grounds[i], least);
      check ("names", p->dim, grounds[i], least);
      check ("a round's edge", p->round_edge, grounds[i], least);
      check ("the round that is shown", p->round_shown, grounds[i], least);
      check ("an event", p->event, grounds[i], least);
      check ("a result", p->result, grounds[i], least);
      check ("footage", p->footage, grounds[i], least);
      check ("a gap", p->gap, grounds[i], least);
      check ("an end of the loop", p->loop_edge, grounds[i], least);
      check ("a bookmark", p->bookmark, grounds[i], least);
      check ("the playhead", p->playhead, grounds[i], least);
      check ("the window's edge", p->window_edge, grounds[i], least);
      for (guint j = 0; j < SKY_N_SEVERITIES; j++)
        check ("a finding", p->severities[j], grounds[i], least);
    }
  check ("a round's number", p->text, p->round, least);
  check ("the number of the round that is shown", p->round_text, p->round_shown, least);
  check ("a letter of the loop", p->round_text, p->loop_edge, least);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      g_autofree char *path = g_strconcat ("/style/", styles[i].name, NULL);
      g_test_add_data_func (path, &styles[i], test_style);
    }
  g_test_add_func ("/style/paper", test_paper);
  g_test_add_data_func ("/style/timeline/light", GUINT_TO_POINTER (0), test_timeline);
  g_test_add_data_func ("/style/timeline/dark", GUINT_TO_POINTER (1), test_timeline);
  g_test_add_data_func ("/style/timeline/light-contrast", GUINT_TO_POINTER (2), test_timeline);
  g_test_add_data_func ("/style/timeline/dark-contrast", GUINT_TO_POINTER (3), test_timeline);
  return g_test_run ();
}
