/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table at which nobody looked for a while, or at which not all wagers were looked at: what of
 * its state is not known, and when it is again. What a throw makes of a wager then is not always
 * known (58 Pa. Code § 623a.3(a), § 623a.10(b), § 623a.11). */
#include "config.h"

#include "sky-craps-private.h"

/* What the puck says is the point, and that of the line bets that lie. */
static void
take_point (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);

  state->unseen &= ~(guint) SKY_CRAPS_UNSEEN_POINT;
  state->point = state->puck_on ? state->puck : 0;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];
      SkyCrapsBet bet;

      if (wager->status != SKY_WAGER_UP || wager->bet == NULL)
        continue;
      bet = sky_craps_kind_of (wager);
      if (bet == SKY_CRAPS_PASS || bet == SKY_CRAPS_DONT_PASS)
        wager->point = (gint16) state->point;
    }
}

void
sky_craps_forget (SkyTable *table)
{
  *sky_craps_state (table) = (SkyCrapsState){ .unseen = SKY_CRAPS_UNSEEN_ALL };
}

/* What the wagers that remember each throw have counted before looking began: nothing that stands
 * says it (§ 623b.2(d), § 623b.4(d)). */
static void
forget_throws (SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];
      SkyCrapsBet bet;

      if (wager->status != SKY_WAGER_UP || wager->bet == NULL)
        continue;
      bet = sky_craps_kind_of (wager);
      if ((bet == SKY_CRAPS_HOT_SHOOTER || bet == SKY_CRAPS_LUCKY_SHOOTER)
          && wager->unseen == SKY_UNSEEN_NOTHING)
        wager->unseen = SKY_UNSEEN_DUE;
    }
}

void
sky_craps_on_standing (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);

  forget_throws (table);
  if (event->standing.shooter != 0)
    {
      state->shooter = event->standing.shooter;
      state->unseen &= ~(guint) SKY_CRAPS_UNSEEN_SHOOTER;
    }
  if (!event->standing.has_puck)
    return;
  state->puck_on = event->standing.puck_on;
  state->puck = (gint) CLAMP (event->standing.puck_number, 0, SKY_CRAPS_MAX_NUMBER);
  take_point (table);
}

void
sky_craps_see_puck (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);

  state->puck_seq = table->seq;
  if ((state->unseen & SKY_CRAPS_UNSEEN_POINT) != 0 && state->throw_.state == SKY_THROW_NONE)
    take_point (table);
}

void
sky_craps_see_throw (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;

  if (throw_->may_set_none && throw_->come_out)
    state->unseen |= SKY_CRAPS_UNSEEN_POINT;
  if ((state->unseen & SKY_CRAPS_UNSEEN_POINT) == 0)
    return;
  if (state->puck_seq > throw_->seq)
    take_point (table);
  else if (throw_->total == 7)
    {
      /* The next throw is a come out roll, whichever 7 it was. */
      state->puck_on = FALSE;
      take_point (table);
      state->unseen |= SKY_CRAPS_UNSEEN_FIRE | SKY_CRAPS_UNSEEN_SHOOTER | SKY_CRAPS_UNSEEN_ROLLED;
    }
}

gboolean
sky_craps_knows_line_bets (const SkyTable *table)
{
  if (sky_table_knows_wagers (table))
    return TRUE;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];
      SkyCrapsBet bet;

      if (wager->status != SKY_WAGER_UP || wager->bet == NULL)
        continue;
      bet = sky_craps_kind_of (wager);
      if (bet == SKY_CRAPS_PASS || bet == SKY_CRAPS_DONT_PASS)
        return TRUE;
    }
  return FALSE;
}

/* Whether nobody knows what the throw in hand makes of @wager. */
static gboolean
is_unseen (const SkyTable *table, const SkyWager *wager)
{
  guint unseen = sky_craps_state (table)->unseen;
  gboolean point = (unseen & SKY_CRAPS_UNSEEN_POINT) != 0;

  switch ((guint) sky_craps_kind_of (wager))
    {
    case SKY_CRAPS_PASS:
    case SKY_CRAPS_DONT_PASS:
    case SKY_CRAPS_PASS_ODDS:
    case SKY_CRAPS_DONT_PASS_ODDS:
      return point;
    case SKY_CRAPS_COME_ODDS:
      if (wager->working == SKY_WORKING_ON)
        return FALSE;
      return sky_table_assumes_rules (table)
                 ? point || sky_craps_state (table)->throw_.come_out
                 : point && sky_table_option (table, SKY_CRAPS_OPTION_COME_ODDS_OFF);
    case SKY_CRAPS_PLACE_WIN:
    case SKY_CRAPS_PLACE_LOSE:
    case SKY_CRAPS_BUY:
    case SKY_CRAPS_LAY:
    case SKY_CRAPS_HARDWAY:
      return point && wager->working == SKY_WORKING_DEFAULT;
    case SKY_CRAPS_FIRE_BET:
      return point || (unseen & SKY_CRAPS_UNSEEN_FIRE) != 0;
    case SKY_CRAPS_HOT_ROLLER:
    case SKY_CRAPS_ALL_SMALL:
    case SKY_CRAPS_ALL_TALL:
    case SKY_CRAPS_MAKE_EM_ALL:
      return (unseen & SKY_CRAPS_UNSEEN_SERIES) != 0;
    /* These remember each throw. */
    case SKY_CRAPS_LUCKY_SHOOTER:
    case SKY_CRAPS_HOT_SHOOTER:
      return point || wager->unseen == SKY_UNSEEN_DUE;
    default:
      return FALSE;
    }
}

void
sky_craps_mark_unseen (SkyTable *table)
{
  if (table->version == 1)
    return;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->bet != NULL && wager->unseen != SKY_UNSEEN_WHOLE)
        wager->unseen = is_unseen (table, wager) ? SKY_UNSEEN_DUE : SKY_UNSEEN_NOTHING;
    }
}
