/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "check-places.h"

#include <cairo-svg.h>
#include <math.h>

#include "sky-bet.h"

static gboolean
overlap (const SkyPictureArea *a, const SkyPictureArea *b)
{
  const double slack = 0.001;

  return a->x + a->width > b->x + slack && b->x + b->width > a->x + slack
         && a->y + a->height > b->y + slack && b->y + b->height > a->y + slack;
}

void
check_places (const SkyScene *scene, SkyGameId game, double width, double height)
{
  g_autofree SkyPictureArea *areas = g_new0 (SkyPictureArea, scene->wagers->len);

  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      SkyPictureArea *area = &areas[i];

      if (!sky_picture_wager_area (scene, game, width, height, wager->id, area))
        g_error ("%s on %d of seat %d lies nowhere", wager->bet->form.bet, wager->number,
                 (int) wager->seat);
      g_assert_cmpfloat (area->x, >, 0);
      g_assert_cmpfloat (area->y, >, 0);
      g_assert_cmpfloat (area->x + area->width, <, width);
      g_assert_cmpfloat (area->y + area->height, <, height);
      g_assert_cmpfloat (area->width, >, 1);
      g_assert_true (sky_picture_wager_at (scene, game, width, height, area->x + area->width / 2,
                                           area->y + area->height / 2)
                     == wager);
    }
  for (guint i = 0; i < scene->wagers->len; i++)
    for (guint j = 0; j < i; j++)
      if (overlap (&areas[i], &areas[j]))
        {
          const SkySceneWager *a = &g_array_index (scene->wagers, SkySceneWager, i);
          const SkySceneWager *b = &g_array_index (scene->wagers, SkySceneWager, j);

          g_error ("%s of seat %d lies on %s of seat %d", a->bet->form.bet, (int) a->seat,
                   b->bet->form.bet, (int) b->seat);
        }
}

static cairo_status_t
write_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_string_append_len (closure, (const char *) data, (gssize) length);
  return CAIRO_STATUS_SUCCESS;
}

static GString *
draw_svg (const SkyScene *scene, SkyGameId game, double width, double height, gboolean dark)
{
  GString *svg = g_string_new (NULL);
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (write_cb, svg, width, height);
  cairo_t *cr = cairo_create (surface);

  sky_picture_draw (cr, scene, game, width, height, &(SkyPictureStyle){ .dark = dark });
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return svg;
}

static gboolean
exchange_cb (const GMatchInfo *match, GString *result, gpointer data)
{
  guint n;
  const SkyPictureExchange *exchanges = sky_picture_get_exchanges (&n);
  double parts[3];

  for (int i = 0; i < 3; i++)
    {
      g_autofree char *part = g_match_info_fetch (match, i + 1);

      parts[i] = g_ascii_strtod (part, NULL) / 100;
    }
  for (guint i = 0; i < n; i++)
    {
      const double *light = exchanges[i].light;

      if (fabs (light[0] - parts[0]) < 1e-6 && fabs (light[1] - parts[1]) < 1e-6
          && fabs (light[2] - parts[2]) < 1e-6)
        {
          const double *dark = exchanges[i].dark;

          g_string_append_printf (result, "rgb(%ld%%,%ld%%,%ld%%)", lround (dark[0] * 100),
                                  lround (dark[1] * 100), lround (dark[2] * 100));
          return FALSE;
        }
    }
  g_autofree char *same = g_match_info_fetch (match, 0);
  g_string_append (result, same);
  return FALSE;
}

void
check_exchange (const SkyScene *scene, SkyGameId game, double width, double height)
{
  g_autoptr (GRegex) colours = g_regex_new ("rgb\\(([^%]*)%,([^%]*)%,([^%]*)%\\)", 0, 0, NULL);
  g_autoptr (GRegex) surfaces = g_regex_new ("surface[0-9]+", 0, 0, NULL);
  GString *light = draw_svg (scene, game, width, height, FALSE);
  GString *dark = draw_svg (scene, game, width, height, TRUE);
  g_autofree char *exchanged =
      g_regex_replace_eval (colours, light->str, -1, 0, 0, exchange_cb, NULL, NULL);
  /* Cairo numbers its surfaces. */
  g_autofree char *made = g_regex_replace_literal (surfaces, exchanged, -1, 0, "surface", 0, NULL);
  g_autofree char *wanted =
      g_regex_replace_literal (surfaces, dark->str, -1, 0, "surface", 0, NULL);

  g_assert_cmpstr (made, ==, wanted);
  g_string_free (light, TRUE);
  g_string_free (dark, TRUE);
}
