/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-page-layout.h"

#include <cairo-svg.h>
#include <math.h>
#include <string.h>

#include "sky-json-writer.h"
#include "sky-phrase.h"
#include "sky-picture.h"

/* The width of a drawing in its own units. */
#define WIDTH 1000.0

/* --- Pictures -----------------------------------------------------------------------------------
 */

static cairo_status_t
write_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_string_append_len (closure, (const char *) data, (gssize) length);
  return CAIRO_STATUS_SUCCESS;
}

/* So many decimals of a coordinate are kept: what is cut off is a hundredth of a unit at most,
 * matrices included, which keep theirs. */
#define DECIMALS 3

/* Cuts the decimals that nobody can see off the paths of @svg; cairo's six are most of its text. */
static void
trim (GString *svg)
{
  gsize kept = 0;
  gboolean in_path = FALSE;

  for (gsize i = 0; i < svg->len; i++)
    {
      char c = svg->str[i];

      if (c == '"')
        in_path = !in_path && kept >= 3 && memcmp (svg->str + kept - 3, " d=", 3) == 0;
      svg->str[kept++] = c;
      if (!in_path || c != '.')
        continue;
      gsize end = i + 1;
      gsize n = 0;

      while (g_ascii_isdigit (svg->str[end]))
        end++;
      for (gsize at = i + 1; at < end && at <= i + DECIMALS; at++)
        {
          svg->str[kept++] = svg->str[at];
          if (svg->str[at] != '0')
            n = at - i;
        }
      kept -= MIN (end - i - 1, DECIMALS) - n;
      if (n == 0)
        kept--;
      i = end - 1;
    }
  g_string_truncate (svg, kept);
}

static void
add_drawing (
    GString *json, const char *name, const SkyScene *scene, SkyGameId game, const char *pointed)
{
  const SkyPictureStyle style = { .pointed = pointed };
  g_autoptr (GString) svg = g_string_new (NULL);
  double width, height;

  sky_picture_get_size (game, &width, &height);
  height = WIDTH * height / width;
  width = WIDTH;

  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (write_cb, svg, width, height);
  cairo_t *cr = cairo_create (surface);

  if (scene == NULL)
    sky_picture_draw_table (cr, game, width, height, &style);
  else
    sky_picture_draw_scene (cr, scene, game, width, height, &style);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  trim (svg);
  sky_json_add_string (json, name, svg->str);
}

void
sky_page_layout_add_table (GString *json, SkyGameId game)
{
  add_drawing (json, "bare_table", NULL, game, NULL);
}

/* As cairo writes a colour whose parts are whole hundredths. */
static char *
format_colour (const double parts[3])
{
  return g_strdup_printf ("rgb(%ld%%,%ld%%,%ld%%)", lround (parts[0] * 100),
                          lround (parts[1] * 100), lround (parts[2] * 100));
}

void
sky_page_layout_add_dark (GString *json)
{
  guint n;
  const SkyPictureExchange *exchanges = sky_picture_get_exchanges (&n);

  sky_json_begin_object (json, "dark_colours");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *light = format_colour (exchanges[i].light);
      g_autofree char *dark = format_colour (exchanges[i].dark);

      sky_json_add_string (json, light, dark);
    }
  sky_json_end_object (json);
}

/* --- Words --------------------------------------------------------------------------------------
 */

static const char *
find_player (const SkyScene *scene, gint64 seat)
{
  return seat >= 1 && seat <= scene->seats->len
             ? g_array_index (scene->seats, SkySeat, seat - 1).player
             : NULL;
}

static void
add_wager (GString *json, const SkyScene *scene, const SkySceneWager *wager)
{
  g_autofree char *amount = sky_money_format (wager->amount);
  g_autofree char *name = sky_phrase_show (wager->name);
  const char *player = find_player (scene, wager->seat);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "id", wager->id);
  sky_json_add_string (json, "name", name);
  sky_json_add_int (json, "seat", wager->seat);
  if (player != NULL)
    sky_json_add_string (json, "player", player);
  sky_json_add_string (json, "amount", amount);
  sky_json_end_object (json);
}

void
sky_page_layout_add_scene (GString *json,
                           const SkyScene *scene,
                           SkyGameId game,
                           const char *pointed)
{
  sky_json_begin_object (json, "layout");
  add_drawing (json, "svg", scene, game, pointed);
  sky_json_begin_array (json, "wagers");
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);

      if (sky_picture_wager_lies (wager))
        add_wager (json, scene, wager);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
}
