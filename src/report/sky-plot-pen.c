/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-plot-pen.h"

#include "sky-shown-text.h"
#include "sky-thread-font.h"

#include <pango/pangocairo.h>

void
sky_pen_set_color (cairo_t *cr, const SkyPlotColour *color)
{
  cairo_set_source_rgb (cr, color->red, color->green, color->blue);
}

static PangoLayout *
lay (cairo_t *cr, const char *text, double size, double room)
{
  PangoLayout *layout = sky_thread_font_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Sans");
  g_autofree char *made = NULL;

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, sky_text_show_lines (text, &made), -1);
  if (room > 0)
    {
      pango_layout_set_width (layout, room * PANGO_SCALE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
    }
  return layout;
}

double
sky_pen_text_width (cairo_t *cr, const char *text, double size)
{
  g_autoptr (PangoLayout) layout = lay (cr, text, size, 0);
  PangoRectangle box;

  pango_layout_get_extents (layout, NULL, &box);
  return box.width / (double) PANGO_SCALE;
}

void
sky_pen_write (
    cairo_t *cr, const char *text, double size, double room, double x, double y, double align)
{
  g_autoptr (PangoLayout) layout = lay (cr, text, size, room);
  PangoRectangle box;

  pango_layout_get_extents (layout, NULL, &box);
  cairo_move_to (cr, x - align * box.width / PANGO_SCALE, y - box.height / 2.0 / PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
}

void
sky_pen_fill (
    cairo_t *cr, const SkyPlotColour *color, double x, double y, double width, double height)
{
  if (width <= 0 || height <= 0)
    return;
  sky_pen_set_color (cr, color);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}
