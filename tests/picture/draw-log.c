/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a log's fullest moment, just before chips are paid and taken, to be looked at:
 *
 * draw-log LOG PNG WIDTH [dark|light] [contrast] [pointed] */
#include "config.h"

#include <stdlib.h>

#include "sky-picture.h"

static guint
fullness (const SkyScene *scene)
{
  guint n = scene->marks->len;

  for (guint i = 0; i < scene->wagers->len; i++)
    n += sky_picture_wager_lies (&g_array_index (scene->wagers, SkySceneWager, i)) ? 2 : 0;
  return n;
}

/* The scene before the first settlement of the round that has most on the table. */
static SkyScene *
find_fullest (SkyLog *log)
{
  g_autoptr (SkyReplay) replay = sky_replay_new (log);
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  SkyScene *best = NULL;
  guint64 last = 0;
  gboolean settling = FALSE;

  for (const SkyLine *line = sky_log_reader_next (reader); line != NULL;
       line = sky_log_reader_next (reader))
    {
      gboolean settles = line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_SETTLE;

      if (settles && !settling)
        {
          SkyScene *scene = sky_replay_at_seq (replay, last);

          if (best == NULL || fullness (scene) > fullness (best))
            {
              g_clear_pointer (&best, sky_scene_unref);
              best = g_steal_pointer (&scene);
            }
          g_clear_pointer (&scene, sky_scene_unref);
        }
      settling = settles;
      last = line->event.seq;
    }
  return best != NULL ? best : sky_replay_at_seq (replay, last);
}

static gboolean
is_asked (char **arguments, const char *word)
{
  return g_strv_contains ((const char *const *) arguments, word);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  double width, height;

  if (argc < 4)
    {
      g_printerr ("usage: draw-log LOG PNG WIDTH [dark|light] [contrast] [pointed]\n");
      return 2;
    }
  g_autoptr (SkyLog) log = sky_log_open (argv[1], &error);
  if (log == NULL)
    {
      g_printerr ("draw-log: %s\n", error->message);
      return 1;
    }

  SkyGameId game = sky_log_get_header (log)->game;
  g_autoptr (SkyScene) scene = find_fullest (log);
  SkyPictureStyle style = { .dark = !is_asked (argv + 4, "light"),
                            .contrast = is_asked (argv + 4, "contrast") };
  if (is_asked (argv + 4, "pointed") && scene->wagers->len > 0)
    style.pointed = g_array_index (scene->wagers, SkySceneWager, scene->wagers->len / 2).id;
  sky_picture_get_size (game, &width, &height);
  double scale = strtod (argv[3], NULL) / width;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (width * scale),
                                                         (int) (height * scale));
  cairo_t *cr = cairo_create (surface);

  sky_picture_draw (cr, scene, game, width * scale, height * scale, &style);
  cairo_destroy (cr);
  cairo_status_t status = cairo_surface_write_to_png (surface, argv[2]);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_printerr ("draw-log: %s: %s\n", argv[2], cairo_status_to_string (status));
      return 1;
    }
  return 0;
}
