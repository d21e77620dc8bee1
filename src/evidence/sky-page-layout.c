/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-page-layout.h"

#include <cairo-svg.h>
#include <string.h>

#include "sky-json-writer.h"
#include "sky-phrase.h"
#include "sky-picture.h"

/* The width of a drawing in its own units. */
#define WIDTH 1000.0

/* --- Pictures -----------------------------------------------------------------------------------
 */

typedef struct
{
  SkyGameId game;
  const SkyScene *scene; /* NULL: the bare table */
  double width;
  double height;
} Drawing;

static cairo_status_t
write_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_string_append_len (closure, (const char *) data, (gssize) length);
  return CAIRO_STATUS_SUCCESS;
}

static char *
draw (const Drawing *drawing, const SkyPictureStyle *style)
{
  GString *svg = g_string_new (NULL);
  cairo_surface_t *surface =
      cairo_svg_surface_create_for_stream (write_cb, svg, drawing->width, drawing->height);
  cairo_t *cr = cairo_create (surface);

  if (drawing->scene == NULL)
    sky_picture_draw_table (cr, drawing->game, drawing->width, drawing->height, style);
  else
    sky_picture_draw_scene (cr, drawing->scene, drawing->game, drawing->width, drawing->height,
                            style);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  return g_string_free (svg, FALSE);
}

/* Whether two drawings are the same but for the numbers that cairo gives to surfaces. */
static gboolean
is_same (const char *a, const char *b)
{
  static const char surface[] = "surface";

  for (; *a == *b && *a != '\0'; a++, b++)
    if (strncmp (a, surface, strlen (surface)) == 0 && strncmp (b, surface, strlen (surface)) == 0)
      {
        a += strlen (surface);
        b += strlen (surface);
        a += strspn (a, "0123456789");
        b += strspn (b, "0123456789");
        if (*a != *b)
          return FALSE;
      }
  return *a == *b;
}

/* The same for a light and for a dark page, for that only where it is another. */
static void
add_drawings (GString *json, const SkyScene *scene, SkyGameId game, const char *pointed)
{
  Drawing drawing = { .game = game, .scene = scene, .width = WIDTH };
  g_autofree char *light = NULL;
  g_autofree char *dark = NULL;
  double width, height;

  sky_picture_get_size (game, &width, &height);
  drawing.height = WIDTH * height / width;
  light = draw (&drawing, &(SkyPictureStyle){ .pointed = pointed });
  dark = draw (&drawing, &(SkyPictureStyle){ .pointed = pointed, .dark = TRUE });
  sky_json_add_string (json, "light", light);
  if (!is_same (light, dark))
    sky_json_add_string (json, "dark", dark);
}

void
sky_page_layout_add_table (GString *json, SkyGameId game)
{
  sky_json_begin_object (json, "bare_table");
  add_drawings (json, NULL, game, NULL);
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
  add_drawings (json, scene, game, pointed);
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
