/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a craps table bears on a wager to come, and how its endings are counted: for whoever
 * follows a wager through every throw (the odds report). */
#include "config.h"

#include "sky-craps-private.h"

guint64
sky_craps_position (const SkyTable *table, SkyCrapsBet bet)
{
  const SkyCrapsState *state = sky_craps_state (table);
  guint64 point = (guint64) state->point;

  switch ((guint) bet)
    {
    case SKY_CRAPS_FIRE_BET:
      return point | (guint64) state->fire_points << 4;
    case SKY_CRAPS_HOT_ROLLER:
      return state->hot_boxes;
    case SKY_CRAPS_ALL_SMALL:
      return state->tracked & SKY_CRAPS_SMALL;
    case SKY_CRAPS_ALL_TALL:
      return state->tracked & SKY_CRAPS_TALL;
    case SKY_CRAPS_MAKE_EM_ALL:
      return state->tracked;
    default:
      return point;
    }
}

guint64
sky_craps_tracked_limit (SkyCrapsBet bet)
{
  const SkyBet *row = &sky_craps_bets[bet];
  gint most = 0;

  if (bet != SKY_CRAPS_HOT_SHOOTER)
    return G_MAXUINT64;
  for (guint i = 0; i < row->n_pays; i++)
    most = MAX (most, row->pays[i].key);
  return (guint64) most + 1;
}

const char *
sky_craps_due_measure (SkyCrapsBet bet)
{
  switch ((guint) bet)
    {
    case SKY_CRAPS_FIRE_BET:
    case SKY_CRAPS_LUCKY_SHOOTER:
      return "points";
    case SKY_CRAPS_HOT_ROLLER:
      return "numbers";
    case SKY_CRAPS_HOT_SHOOTER:
      return "rolls";
    default:
      return NULL;
    }
}

gint64
sky_craps_due_count (SkyCrapsBet bet, const SkyDue *due)
{
  if (sky_craps_due_measure (bet) == NULL)
    return 0;
  /* A paid case's own count: six for five points and the established one, the least number of rolls
   * of its row. */
  if (due->outcome == SKY_OUTCOME_WIN && bet != SKY_CRAPS_HOT_ROLLER)
    return due->pay->key;
  if (bet == SKY_CRAPS_HOT_SHOOTER)
    return due->outcome == SKY_OUTCOME_PUSH ? 8 : 0;
  return SKY_CRAPS_DETAIL_COUNT (due->detail);
}
