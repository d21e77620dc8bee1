/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads throws whose pictures come on standard input, as measure_drawn.py draws them, and prints
 * what each camera would have been said to show: a reason, the dice, the probability and the
 * milliseconds of processor time. */
#include "config.h"

#include "sky-sight-watch.h"

#include <stdio.h>
#include <time.h>

/* Before each throw; then its pictures, the table without dice first, 100 ms apart. */
typedef struct
{
  gint32 width;
  gint32 height;
  gint32 n_pictures;
  gint32 n_dice;
  double edge; /* 0: not known */
} Header;

static gboolean
read_throw (SkyDiceReader *reader, const Header *header)
{
  gsize size = (gsize) header->width * (gsize) header->height * 4;
  const SkySightView view = { .edge = header->edge };
  g_autoptr (SkySightWatch) watch = sky_sight_watch_new (reader, &view, (guint) header->n_dice);
  g_autofree guint8 *pixels = g_malloc (size);
  g_autoptr (GError) error = NULL;
  SkySightReading reading = { 0 };
  clock_t begin = clock ();

  for (gint32 i = 0; i < header->n_pictures; i++)
    {
      const SkySightPicture picture = { header->width, header->height, (gsize) header->width * 4,
                                        pixels };

      if (fread (pixels, size, 1, stdin) != 1)
        return FALSE;
      if (i == 0)
        sky_sight_watch_look_before (watch, &picture);
      else if (!sky_sight_watch_is_over (watch)
               && !sky_sight_watch_look (watch, &picture, i * 100 * SKY_MILLISECOND, &error))
        g_error ("%s", error->message);
    }
  sky_sight_watch_judge (watch, &reading);
  printf ("%s", sky_sight_reason_to_name (reading.reason));
  for (guint i = 0; i < SKY_SIGHT_MAX_DICE; i++)
    printf (" %u", reading.reason == SKY_SIGHT_READ ? reading.values[i] : 0);
  printf (" %.6f %.1f\n", reading.reason == SKY_SIGHT_READ ? reading.probability : 0,
          (double) (clock () - begin) * 1000 / CLOCKS_PER_SEC);
  return fflush (stdout) == 0;
}

int
main (void)
{
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyDiceReader) reader = sky_dice_reader_new (model, &error);
  Header header;

  if (reader == NULL)
    g_error ("%s", error->message);
  while (fread (&header, sizeof header, 1, stdin) == 1 && read_throw (reader, &header))
    ;
  return 0;
}
