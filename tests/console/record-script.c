/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record-script LOG WIDTH HEIGHT: what a person types or clicks for each event of the log, on a
 * layout of that size. Prints a line for each event, its parts separated by tabs: its number; x and
 * y, where a click means this wager and no other (-1: nowhere); whether a settlement is the due one
 * (0 or 1); the bet as it is typed; the whole event as it is typed. For recorded.py. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "coder.h"
#include "sky-bet-list.h"
#include "sky-game.h"
#include "sky-picture-bets.h"
#include "sky-record-bet.h"
#include "sky-replay.h"

typedef struct
{
  CoderScript *script;
  SkyReplay *replay;
  GArray *bets; /* of SkyBetRef */
  double width;
  double height;
} Play;

/* The bets under the log's rules. */
static GArray *
list_bets (const CoderScript *script)
{
  static const char before[] = "\"type\":\"rules\",";
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;
  const SkyJsonNode *root = NULL;
  const char *cause;
  char *from;

  g_assert_true (g_file_get_contents (sky_log_get_path (script->log), &text, NULL, NULL));
  from = strstr (text, before);
  if (from != NULL)
    {
      *strchr (from, '\n') = '\0';
      json = g_strconcat ("{", from + strlen (before), NULL);
      root = sky_json_parse (parser, json, strlen (json), FALSE, &cause);
    }
  return sky_bet_list_new (sky_log_get_header (script->log),
                           root != NULL ? sky_json_member (root, "submission") : NULL);
}

/* The middle of the wager's place, if a click there lays it. */
static void
find_place (const Play *play, const SkyEvent *event, const char *typed, int *x, int *y)
{
  const SkyGameId game = play->script->header.game;
  g_autoptr (SkyScene) scene = sky_replay_at_seq (play->replay, event->seq - 1);
  g_autoptr (GArray) found = NULL;
  g_autofree char *first = NULL;
  SkyPictureArea area;

  *x = *y = -1;
  if (!sky_picture_bet_area (scene, game, &event->wager.bet, event->wager.seat, play->width,
                             play->height, &area))
    return;
  found = sky_picture_bets_at (scene, game, play->bets, event->wager.seat, play->width,
                               play->height, area.x + area.width / 2, area.y + area.height / 2);
  if (found->len > 0)
    first = sky_record_bet_format (&g_array_index (found, SkyPictureBet, 0).bet,
                                   g_array_index (found, SkyPictureBet, 0).seat);
  if (g_strcmp0 (first, typed) != 0)
    return;
  *x = (int) (area.x + area.width / 2);
  *y = (int) (area.y + area.height / 2);
}

/* Whether the settlement is what the rules propose. */
static gboolean
is_due (const Play *play, const SkyEvent *event, const CoderEvent *coded)
{
  g_autoptr (SkyScene) scene = sky_replay_at_seq (play->replay, event->seq - 1);

  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      const SkyDue *due = &wager->due;
      const SkySettlement *settle = &coded->settle;

      if (g_strcmp0 (wager->id, coded->wager) != 0)
        continue;
      return due->outcome == settle->outcome && due->paid == settle->paid && due->vig == settle->vig
             && due->may_stay == settle->stays && !settle->from_cage && !due->optional
             && (due->may_stay
                 || (due->taken == settle->taken && due->returned == settle->returned));
    }
  return FALSE;
}

static void
print_event (const Play *play, const SkyEvent *event, const CoderEvent *coded)
{
  g_autofree char *bet = NULL;
  int x = -1;
  int y = -1;

  if (event->type == SKY_EVENT_WAGER)
    {
      bet = sky_record_bet_format (&event->wager.bet, event->wager.seat);
      find_place (play, event, bet, &x, &y);
    }
  printf ("%" G_GUINT64_FORMAT "\t%d\t%d\t%d\t%s\t%s\n", event->seq, x, y,
          event->type == SKY_EVENT_SETTLE && is_due (play, event, coded),
          bet != NULL ? strchr (bet, ' ') + 1 : "", coded->text != NULL ? coded->text : "");
}

int
main (int argc, char **argv)
{
  g_autoptr (CoderScript) script = NULL;
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (SkyReplay) replay = NULL;
  g_autoptr (GArray) bets = NULL;
  const SkyLine *line;
  Play play;
  guint n = 0;

  g_test_init (&argc, &argv, NULL);
  if (argc != 4)
    {
      fputs ("usage: record-script LOG WIDTH HEIGHT\n", stderr);
      return 2;
    }
  script = coder_script_new (argv[1], FALSE);
  replay = sky_replay_new (script->log);
  bets = list_bets (script);
  play = (Play){ script, replay, bets, g_ascii_strtod (argv[2], NULL),
                 g_ascii_strtod (argv[3], NULL) };
  reader = sky_log_reader_new (script->log, sky_game_lookup_bet);
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->event.type != SKY_EVENT_CHECKPOINT)
      print_event (&play, &line->event, &g_array_index (script->events, CoderEvent, n++));
  return 0;
}
