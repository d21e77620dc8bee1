/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-throws.h"

#include "sky-game.h"

#include <string.h>

/* The dice are taken up again, at the earliest, this long after the result, unless the next throw
 * says otherwise. */
#define LIES_FOR (2 * SKY_SECOND)
/* Where the log does not say when the dice left the hand. */
#define FLIES_FOR (4 * SKY_SECOND)

/* How sure a reading must be to contradict. */
#define CONTRADICTS 0.97

#define BADLY                                                                                      \
  (SKY_OBSERVED_OFF_TABLE | SKY_OBSERVED_STACKED | SKY_OBSERVED_IN_CUP | SKY_OBSERVED_ON_RAIL      \
   | SKY_OBSERVED_COCKED | SKY_OBSERVED_COCKED_TWO_SIDES | SKY_OBSERVED_NOT_FLAT                   \
   | SKY_OBSERVED_FELL_OUT)

guint
sky_sight_count_dice (SkyGameId game)
{
  switch (game)
    {
    case SKY_GAME_CRAPS:
    case SKY_GAME_MINI_CRAPS:
    case SKY_GAME_PROPS_AND_HOPS:
      return 2;
    case SKY_GAME_SIC_BO:
    case SKY_GAME_PAI_GOW:
      return 3;
    case SKY_GAME_ROULETTE:
    case SKY_GAME_BIG_SIX:
    case SKY_GAME_CASINO_WAR:
    case SKY_GAME_RAISE_IT_UP:
    case SKY_N_GAMES:
      break;
    }
  return 0;
}

/* The dice of the throw before were taken up before @at. */
static void
end_last (GArray *throws, SkyTime at)
{
  if (throws->len > 0)
    {
      SkySightThrow *last = &g_array_index (throws, SkySightThrow, throws->len - 1);

      last->stretch.until = CLAMP (at, last->at, last->stretch.until);
    }
}

static void
add_result (GArray *throws, const SkyEvent *event, gint64 round, SkyTime thrown, guint n_dice)
{
  SkySightThrow result = {
    .seq = event->seq,
    .round = round,
    .at = event->at,
    .stretch = { .thrown = thrown > 0 ? thrown : event->at - FLIES_FOR,
                 .result = event->at,
                 .until = event->at + LIES_FOR,
                 .n_dice = n_dice },
    .lies = (event->result.observed & BADLY) == 0,
  };

  for (guint i = 0; i < n_dice; i++)
    result.recorded[i] = (guint) event->result.dice[i];
  g_array_append_val (throws, result);
}

GArray *
sky_sight_list_throws (SkyLog *log)
{
  guint n_dice = sky_sight_count_dice (sky_log_get_header (log)->game);
  GArray *throws = g_array_new (FALSE, FALSE, sizeof (SkySightThrow));
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  const SkyLine *line;
  gint64 round = 0;
  SkyTime thrown = 0;

  while (n_dice > 0 && (line = sky_log_reader_next (reader)) != NULL)
    {
      const SkyEvent *event = &line->event;

      if (line->kind != SKY_LINE_EVENT)
        continue;
      if (event->type == SKY_EVENT_ROUND_START)
        {
          round = event->round.round;
          thrown = 0;
        }
      else if (event->type == SKY_EVENT_THROW || event->type == SKY_EVENT_SHAKE)
        {
          thrown = event->at;
          end_last (throws, event->at);
        }
      else if (event->type == SKY_EVENT_RESULT && event->result.n_dice == n_dice)
        add_result (throws, event, round, thrown, n_dice);
    }
  return throws;
}

/* How often each face is there, which is the same however the dice are listed. */
static void
count_faces (const guint *values, guint n, guint counts[7])
{
  memset (counts, 0, 7 * sizeof counts[0]);
  for (guint i = 0; i < n; i++)
    counts[MIN (values[i], 6)]++;
}

SkySightVerdict
sky_sight_judge (const SkySightThrow *thrown, const SkySightReading *reading, SkySightReason *why)
{
  guint seen[7], recorded[7];

  /* A die that leans, or is not on the table, is none that lies there. */
  *why =
      thrown->lies || reading->reason == SKY_SIGHT_NO_FOOTAGE ? reading->reason : SKY_SIGHT_COUNT;
  if (*why != SKY_SIGHT_READ)
    return SKY_SIGHT_CANNOT_READ;
  count_faces (reading->values, reading->n_dice, seen);
  count_faces (thrown->recorded, thrown->stretch.n_dice, recorded);
  if (memcmp (seen, recorded, sizeof seen) == 0)
    return SKY_SIGHT_AGREES;
  if (reading->probability >= CONTRADICTS)
    return SKY_SIGHT_CONTRADICTS;
  *why = SKY_SIGHT_READERS_DIFFER;
  return SKY_SIGHT_CANNOT_READ;
}
