/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-results.h"

#include "sky-game.h"
#include "sky-sight-hands-private.h"

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

/* How many dice a result of @game has. */
static guint
count_dice (SkyGameId game)
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

gboolean
sky_sight_find_kind (SkyGameId game, SkySightKind *kind)
{
  gboolean has_cards = game == SKY_GAME_CASINO_WAR || game == SKY_GAME_RAISE_IT_UP;

  *kind = has_cards ? SKY_SIGHT_CARDS : SKY_SIGHT_DICE;
  return has_cards || count_dice (game) > 0;
}

/* The dice of the throw before were taken up before @at. */
static void
end_last (GArray *results, SkyTime at)
{
  if (results->len > 0)
    {
      SkySightResult *last = &g_array_index (results, SkySightResult, results->len - 1);

      last->stretch.until = CLAMP (at, last->at, last->stretch.until);
    }
}

static void
add_result (GArray *results, const SkyEvent *event, gint64 round, SkyTime thrown, guint n_dice)
{
  SkySightResult result = {
    .seq = event->seq,
    .round = round,
    .at = event->at,
    .n_recorded = n_dice,
    .stretch = { .kind = SKY_SIGHT_DICE,
                 .thrown = thrown > 0 ? thrown : event->at - FLIES_FOR,
                 .result = event->at,
                 .until = event->at + LIES_FOR,
                 .n_dice = n_dice },
    .lies = (event->result.observed & BADLY) == 0,
  };

  for (guint i = 0; i < n_dice; i++)
    result.recorded[i] = (guint) event->result.dice[i];
  g_array_append_val (results, result);
}

static void
add_throws (GArray *results, SkyLog *log, guint n_dice)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  const SkyLine *line;
  gint64 round = 0;
  SkyTime thrown = 0;

  while ((line = sky_log_reader_next (reader)) != NULL)
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
          end_last (results, event->at);
        }
      else if (event->type == SKY_EVENT_RESULT && event->result.n_dice == n_dice)
        add_result (results, event, round, thrown, n_dice);
    }
}

GArray *
sky_sight_list_results (SkyLog *log)
{
  SkyGameId game = sky_log_get_header (log)->game;
  GArray *results = g_array_new (FALSE, FALSE, sizeof (SkySightResult));
  SkySightKind kind;

  if (sky_sight_find_kind (game, &kind) && kind == SKY_SIGHT_CARDS)
    sky_sight_add_hands (results, log);
  else if (count_dice (game) > 0)
    add_throws (results, log, count_dice (game));
  return results;
}

/* Takes the first of @wanted out of @values. Returns: whether it was there. */
static gboolean
take (guint *values, guint *n, guint wanted)
{
  for (guint i = 0; i < *n; i++)
    if (values[i] == wanted)
      {
        values[i] = values[--*n];
        return TRUE;
      }
  return FALSE;
}

gboolean
sky_sight_agrees (const SkySightResult *result, const guint *values, guint n)
{
  guint left[SKY_SIGHT_MAX_VALUES], n_left = MIN (n, SKY_SIGHT_MAX_VALUES);
  guint possible[SKY_SIGHT_MAX_VALUES], n_possible = result->n_possible;

  memcpy (left, values, n_left * sizeof left[0]);
  memcpy (possible, result->possible, sizeof possible);
  for (guint i = 0; i < result->n_recorded; i++)
    if (!take (left, &n_left, result->recorded[i]))
      return FALSE;
  for (guint i = 0; i < n_left; i++)
    if (!take (possible, &n_possible, left[i]))
      return FALSE;
  return TRUE;
}

/* Whether all that was read may lie there: what was recorded and is not seen may be covered. */
static gboolean
may_lie (const SkySightResult *result, const SkySightReading *reading)
{
  guint left[SKY_SIGHT_MAX_VALUES], n_left = result->n_recorded;
  guint possible[SKY_SIGHT_MAX_VALUES], n_possible = result->n_possible;

  memcpy (left, result->recorded, sizeof left);
  memcpy (possible, result->possible, sizeof possible);
  for (guint i = 0; i < reading->n_values; i++)
    if (!take (left, &n_left, reading->values[i])
        && !take (possible, &n_possible, reading->values[i]))
      return FALSE;
  return TRUE;
}

SkySightVerdict
sky_sight_judge (const SkySightResult *result, const SkySightReading *reading, SkySightReason *why)
{
  /* A die that leans, or is not on the table, is none that lies there. */
  *why =
      result->lies || reading->reason == SKY_SIGHT_NO_FOOTAGE ? reading->reason : SKY_SIGHT_COUNT;
  if (*why == SKY_SIGHT_READ
      && (reading->n_values < result->n_recorded
          || reading->n_values > result->n_recorded + result->n_possible))
    *why = SKY_SIGHT_COUNT;
  if (*why != SKY_SIGHT_READ)
    return SKY_SIGHT_CANNOT_READ;
  if (sky_sight_agrees (result, reading->values, reading->n_values))
    return SKY_SIGHT_AGREES;
  if (may_lie (result, reading))
    {
      *why = SKY_SIGHT_COUNT;
      return SKY_SIGHT_CANNOT_READ;
    }
  if (reading->probability >= CONTRADICTS)
    return SKY_SIGHT_CONTRADICTS;
  *why = SKY_SIGHT_READERS_DIFFER;
  return SKY_SIGHT_CANNOT_READ;
}
