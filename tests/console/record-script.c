/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record-script LOG WIDTH HEIGHT: what a person types for each event of the log, and where each
 * wager lies on a layout of that size. Prints a line for each event: its number, x and y (-1: no
 * place), the text. For recorded.py. */
#include "config.h"

#include "coder.h"
#include "sky-game.h"
#include "sky-picture-bets.h"

#include <stdio.h>

/* The middle of the wager's place on a layout of this size. */
static void
find_place (const SkyEvent *event, SkyGameId game, double width, double height, int *x, int *y)
{
  SkyPictureArea area;

  *x = *y = -1;
  if (event->type != SKY_EVENT_WAGER || (event->wager.bet.form->members & SKY_MEMBER_SUPPORTS)
      || !sky_picture_bet_area (NULL, game, &event->wager.bet, event->wager.seat, width, height,
                                &area))
    return;
  *x = (int) (area.x + area.width / 2);
  *y = (int) (area.y + area.height / 2);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoderScript) script = NULL;
  g_autoptr (SkyLogReader) reader = NULL;
  const SkyLine *line;
  SkyGameId game;
  guint n = 0;

  g_test_init (&argc, &argv, NULL);
  script = coder_script_new (argv[1], FALSE);
  game = script->header.game;
  reader = sky_log_reader_new (script->log, sky_game_lookup_bet);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      const CoderEvent *event;
      int x;
      int y;

      if (line->event.type == SKY_EVENT_CHECKPOINT)
        continue;
      event = &g_array_index (script->events, CoderEvent, n++);
      find_place (&line->event, game, g_ascii_strtod (argv[2], NULL),
                  g_ascii_strtod (argv[3], NULL), &x, &y);
      printf ("%" G_GUINT64_FORMAT "\t%d\t%d\t%s\n", line->event.seq, x, y,
              event->text != NULL ? event->text : "");
    }
  return 0;
}
