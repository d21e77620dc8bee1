/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cue-point.h"

/* A check of how a wager was settled is about chips that lay until then; a dispute of a wager is
 * one of its settlement. In which order the table settled is to be seen as it does so. */
SkyCuePoint
sky_cue_point_of_finding (const SkyStoredFinding *finding)
{
  static const SkyCheck at_result[] = {
    SKY_CHECK_SETTLE_TWICE,   SKY_CHECK_SETTLE_PREMATURE, SKY_CHECK_SETTLE_OUTCOME,
    SKY_CHECK_SETTLE_PAYOUT,  SKY_CHECK_SETTLE_STAKE,     SKY_CHECK_SETTLE_VIGORISH,
    SKY_CHECK_SETTLE_MISSING, SKY_CHECK_DISPUTE_OPEN,     SKY_CHECK_DISPUTE_RULING,
  };

  if (finding == NULL || finding->round == 0)
    return SKY_CUE_POINT_EVENT;
  if (strcmp (finding->check, sky_check_info (SKY_CHECK_SIGHT_CONTRADICTS)->name) == 0)
    return SKY_CUE_POINT_PICTURE;
  if (finding->wager == NULL)
    return SKY_CUE_POINT_EVENT;
  for (guint i = 0; i < G_N_ELEMENTS (at_result); i++)
    {
      if (strcmp (finding->check, sky_check_info (at_result[i])->name) == 0)
        return SKY_CUE_POINT_RESULT;
    }
  return SKY_CUE_POINT_EVENT;
}

SkyTime
sky_cue_point_find (SkyCuePoint sight, SkyTableDay *day, gint64 round, SkyTime at)
{
  guint n;
  const SkyDayEvent *events = sky_table_day_get_events (day, &n);
  SkyTime result = SKY_TIME_NONE;
  SkyTime settled = SKY_TIME_NONE; /* the first time after that result */

  if (sight != SKY_CUE_POINT_RESULT || at == SKY_TIME_NONE)
    return at;
  for (guint i = 0; i < n; i++)
    {
      if (events[i].round != round || events[i].at > at)
        continue;
      if (events[i].type == SKY_EVENT_RESULT || events[i].type == SKY_EVENT_REVEAL)
        {
          result = events[i].at;
          settled = SKY_TIME_NONE;
        }
      if (events[i].type == SKY_EVENT_SETTLE && settled == SKY_TIME_NONE)
        settled = events[i].at;
    }
  /* A table that settles in the instant of its result, or before there is one, has the chips until
   * then. */
  if (settled != SKY_TIME_NONE && (result == SKY_TIME_NONE || settled <= result))
    return settled - 1;
  return result != SKY_TIME_NONE ? result : at;
}
