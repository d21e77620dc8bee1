/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The round of craps (58 Pa. Code § 623a.8, § 623a.9): a throw, its result, and what it
 * does to the table once it stands. */
#include "config.h"

#include "sky-craps-private.h"

#include <glib/gi18n-lib.h>

/* Visits SkyCrapsThrow. */
static void
visit_throw (SkyState *state, SkyCrapsThrow *throw_)
{
  sky_state_int (state, throw_->thrown);
  sky_state_int (state, throw_->state);
  sky_state_int (state, throw_->seq);
  sky_state_int (state, throw_->at);
  sky_state_int (state, throw_->low);
  sky_state_int (state, throw_->high);
  sky_state_int (state, throw_->total);
  sky_state_int (state, throw_->come_out);
  sky_state_int (state, throw_->sets_no_point);
  sky_state_int (state, throw_->may_set_none);
  sky_state_int (state, throw_->observed);
  sky_state_int (state, throw_->called_void);
}

/* Visits SkyCrapsMade. */
static void
visit_made (SkyState *state, SkyCrapsMade *made)
{
  sky_state_int (state, made->point);
  sky_state_ints (state, made->dice);
  sky_state_int (state, made->round);
  sky_state_int (state, made->seq);
}

/* Visits SkyCrapsTakenDown. */
static void
visit_taken_down (SkyState *state, SkyCrapsTakenDown *taken)
{
  sky_state_int (state, taken->seat);
  sky_state_int (state, taken->come_point);
}

/* Visits SkyCrapsShown. */
static void
visit_shown (SkyState *state, SkyCrapsShown *shown)
{
  gsize n_lines;
  const SkyCrapsPower *lines = sky_craps_power (&n_lines);

  sky_state_row (state, (gconstpointer *) &shown->line, lines, n_lines, sizeof *lines);
  sky_state_int (state, shown->odds.a);
  sky_state_int (state, shown->odds.b);
  sky_state_int (state, shown->odds.for_one);
}

/* Visits SkyCrapsState. */
static void
visit (SkyTable *table, SkyState *state)
{
  SkyCrapsState *self = sky_craps_state (table);

  visit_throw (state, &self->throw_);
  sky_state_int (state, self->miscalled);
  sky_state_int (state, self->miscalled_before);
  sky_state_ints (state, self->dice);
  sky_state_int (state, self->last_low);
  sky_state_int (state, self->last_high);
  sky_state_int (state, self->point);
  sky_state_int (state, self->puck_on);
  sky_state_int (state, self->puck);
  sky_state_int (state, self->puck_seq);
  sky_state_int (state, self->unseen);
  sky_state_int (state, self->n_taken_down);
  if (self->n_taken_down > SKY_CRAPS_MAX_TAKEN_DOWN)
    sky_state_refuse (state);
  for (guint i = 0; i < MIN (self->n_taken_down, SKY_CRAPS_MAX_TAKEN_DOWN); i++)
    visit_taken_down (state, &self->taken_down[i]);
  sky_state_int (state, self->shooter);
  sky_state_int (state, self->rolled);
  sky_state_int (state, self->offered);
  sky_state_int (state, self->on_offer);
  sky_state_int (state, self->seven_out);
  sky_state_int (state, self->loser);
  sky_state_int (state, self->passed_on);
  sky_state_int (state, self->refused);
  sky_state_int (state, self->fire_points);
  for (guint i = 0; i < SKY_CRAPS_MAX_POINTS; i++)
    visit_made (state, &self->fire_made[i]);
  sky_state_int (state, self->fire_carried);
  sky_state_int (state, self->fire_fourth);
  sky_state_int (state, self->fire_notified);
  sky_state_int (state, self->fire_blamed);
  sky_state_ints (state, self->fire_markers);
  sky_state_int (state, self->fire_marker_seq);
  sky_state_int (state, self->fire_marker_at);
  sky_state_int (state, self->fire_marker_number);
  sky_state_int (state, self->fire_marker_count);
  sky_state_ints (state, self->fire_marker_right);
  sky_state_int (state, self->hot_boxes);
  sky_state_int (state, self->tracked);
  sky_state_int (state, self->n_shown);
  if (self->n_shown > SKY_CRAPS_MAX_SHOWN)
    sky_state_refuse (state);
  for (guint i = 0; i < MIN (self->n_shown, SKY_CRAPS_MAX_SHOWN); i++)
    visit_shown (state, &self->shown[i]);
  sky_state_int (state, self->shown_seq);
  sky_state_int (state, self->shown_at);
  sky_state_int (state, self->shown_blamed);
}

/* The first roll at the opening of the game is a come out roll (§ 623a.1), with everything cleared
 * that no wager left up still rests on. */
static void
on_table_open (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);
  gboolean wagers_up = FALSE;

  for (guint i = 0; i < table->up->len; i++)
    wagers_up |= ((const SkyWager *) table->up->pdata[i])->status == SKY_WAGER_UP;
  if (!wagers_up)
    {
      *state = (SkyCrapsState){ 0 };
      return;
    }
  state->shooter = 0;
  state->rolled = FALSE;
  state->offered = 0;
  state->seven_out = FALSE;
}

static void
on_throw (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);

  /* A line out of its place takes back no result; a `void` does, or another result. */
  if (state->throw_.state != SKY_THROW_NONE && !state->throw_.called_void)
    return;
  if (!state->throw_.thrown || state->throw_.called_void)
    sky_craps_check_throw (table);
  state->throw_ = (SkyCrapsThrow){ .thrown = TRUE };
  state->dice[0] = state->dice[1] = 0;
}

/* A come out roll establishes no point when there is no line bet at the table and it is thrown only
 * to decide remaining Come and Don't Come Bets (§ 623a.10(b)). */
static gboolean
only_decides_come_bets (const SkyTable *table)
{
  gboolean remaining = FALSE;

  if ((table->kinds_up & (SKY_CRAPS_BIT (COME) | SKY_CRAPS_BIT (DONT_COME))) == 0)
    return FALSE;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];
      SkyCrapsBet bet;

      if (wager->status != SKY_WAGER_UP || wager->bet == NULL)
        continue;
      bet = sky_craps_kind_of (wager);
      if (bet == SKY_CRAPS_PASS || bet == SKY_CRAPS_DONT_PASS)
        return FALSE;
      remaining |= (bet == SKY_CRAPS_COME || bet == SKY_CRAPS_DONT_COME) && wager->point != 0;
    }
  return remaining;
}

/* A result that no void follows loses its place to the one in hand: it decides nothing. */
static void
forget_result (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);

  if (state->throw_.state != SKY_THROW_NONE && !state->throw_.called_void)
    {
      sky_table_take_place (table);
      state->miscalled = state->miscalled_before;
      for (guint i = 0; i < table->decided->len; i++)
        sky_table_undecide (table, table->decided->pdata[i]);
    }
  state->miscalled_before = state->miscalled;
}

static void
on_result (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);
  SkyCrapsThrow *throw_ = &state->throw_;
  gint64 a = event->result.dice[0], b = event->result.dice[1];

  /* Without a `throw` in the log the dice left the hand by now. */
  if (!throw_->thrown)
    sky_craps_check_throw (table);
  forget_result (table);
  *throw_ = (SkyCrapsThrow){ .thrown = TRUE, .seq = table->seq, .at = table->at };
  if (a < 1 || a > 6 || b < 1 || b > 6)
    {
      throw_->state = SKY_THROW_IMPOSSIBLE;
      sky_table_hold (table, TRUE);
      sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL,
                       "The dice cannot show %" PRId64 " and %" PRId64 ".", a, b);
      sky_table_hold (table, FALSE);
      return;
    }

  state->dice[0] = (gint) a;
  state->dice[1] = (gint) b;
  throw_->low = (gint) MIN (a, b);
  throw_->high = (gint) MAX (a, b);
  throw_->total = throw_->low + throw_->high;
  throw_->observed = event->result.observed;
  throw_->come_out = state->point == 0;
  if (throw_->observed
      & (SKY_OBSERVED_OFF_TABLE | SKY_OBSERVED_STACKED | SKY_OBSERVED_COCKED_TWO_SIDES))
    {
      throw_->state = SKY_THROW_VOID;
      sky_table_step (table, NULL, table->seq,
                      throw_->observed & SKY_OBSERVED_COCKED_TWO_SIDES ? "623a.9(b)" : "623a.8(b)",
                      "The roll is invalid: it decides nothing.");
      sky_craps_void_throw (table);
      return;
    }

  throw_->state = SKY_THROW_STANDS;
  throw_->sets_no_point =
      throw_->come_out && SKY_CRAPS_IS_BOX (throw_->total) && only_decides_come_bets (table);
  throw_->may_set_none = table->version > 1 && throw_->come_out && SKY_CRAPS_IS_BOX (throw_->total)
                         && !sky_craps_knows_line_bets (table);
  sky_table_step (table, NULL, table->seq, "623a.9(a)",
                  throw_->come_out ? N_ ("%d and %d are thrown, %d in all, on a come out roll.")
                                   : N_ ("%d and %d are thrown, %d in all."),
                  throw_->low, throw_->high, throw_->total);
  sky_craps_decide_throw (table);
}

/* The bets whose wagers remember throws that did not decide them. */
static const guint64 remembering = SKY_CRAPS_BIT (PASS) | SKY_CRAPS_BIT (DONT_PASS)
                                   | SKY_CRAPS_BIT (COME) | SKY_CRAPS_BIT (DONT_COME)
                                   | SKY_CRAPS_BIT (LUCKY_SHOOTER) | SKY_CRAPS_BIT (HOT_SHOOTER);

/* What the throw does to such a wager. */
static void
carry_on (const SkyTable *table, SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  gboolean box = SKY_CRAPS_IS_BOX (throw_->total);
  gboolean in_play = wager->seq < throw_->seq;

  switch ((guint) sky_craps_kind_of (wager))
    {
    case SKY_CRAPS_PASS:
    case SKY_CRAPS_DONT_PASS:
      if (state->unseen & SKY_CRAPS_UNSEEN_POINT)
        return;
      if (throw_->come_out)
        wager->point = box && !throw_->sets_no_point ? (gint16) throw_->total : 0;
      else if (throw_->total == state->point || throw_->total == 7)
        /* Placed when the dice lay that decided the point: its own come out is the next roll. */
        wager->point = 0;
      return;
    case SKY_CRAPS_COME:
    case SKY_CRAPS_DONT_COME:
      if (wager->point == 0 && box && in_play)
        wager->point = (gint16) throw_->total;
      return;
    case SKY_CRAPS_LUCKY_SHOOTER:
      if (!in_play || !box)
        return;
      if (wager->point != 0)
        wager->tracked |= SKY_CRAPS_TOTAL (throw_->total);
      else if (throw_->come_out)
        wager->point = (gint16) throw_->total;
      return;
    case SKY_CRAPS_HOT_SHOOTER:
      if (in_play && (wager->tracked != 0 || throw_->come_out))
        wager->tracked++;
      return;
    default:
      return;
    }
}

/* Forgets the Don't bets taken down whose point the throw decided. */
static void
forget_taken_down (SkyCrapsState *state)
{
  gint total = state->throw_.total;
  gboolean point_decided = state->point != 0 && (total == state->point || total == 7);

  for (guint i = state->n_taken_down; i-- > 0;)
    {
      gint point = state->taken_down[i].come_point;

      if (point == 0 ? point_decided : total == point || total == 7)
        state->taken_down[i] = state->taken_down[--state->n_taken_down];
    }
}

static void
set_point (SkyCrapsState *state, gint point)
{
  state->point = point;
  state->puck_on = point != 0;
  state->puck = point;
}

static void
carry_all_on (SkyTable *table)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;

  if ((table->kinds_up & remembering) == 0 && table->sink.step == NULL)
    return;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->bet != NULL
          && wager->due.outcome == SKY_OUTCOME_NONE)
        {
          if (remembering >> wager->kind & 1)
            carry_on (table, wager);
          if (table->sink.step != NULL && wager->seq < throw_->seq)
            sky_craps_tell_progress (table, wager);
        }
    }
}

/* The throw stands: the table becomes what it makes of it. */
static void
apply_throw (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  gint box = sky_craps_hot_box (throw_->low, throw_->high);
  gboolean known = (state->unseen & SKY_CRAPS_UNSEEN_POINT) == 0;

  carry_all_on (table);
  if (state->n_taken_down > 0)
    forget_taken_down (state);

  if (throw_->total == 7)
    {
      state->tracked = state->hot_boxes = 0;
      state->unseen &= ~(guint) SKY_CRAPS_UNSEEN_SERIES;
    }
  else
    {
      state->tracked |= SKY_CRAPS_TOTAL (throw_->total);
      if (box >= 0)
        state->hot_boxes |= 1u << box;
    }

  state->rolled = TRUE;
  if (known && throw_->come_out)
    {
      if (SKY_CRAPS_IS_BOX (throw_->total) && !throw_->sets_no_point)
        {
          set_point (state, throw_->total);
          sky_table_step (table, NULL, throw_->seq, "623a.3(a)(1)", "The come out point is %d.",
                          throw_->total);
        }
    }
  else if (known && throw_->total == state->point)
    {
      sky_craps_make_point (table, state->point);
      set_point (state, 0);
    }
  else if (known && throw_->total == 7)
    {
      set_point (state, 0);
      sky_craps_end_fire_bets (table);
      state->unseen &= ~(guint) (SKY_CRAPS_UNSEEN_FIRE | SKY_CRAPS_UNSEEN_ROLLED);
      state->rolled = FALSE;
      state->seven_out = TRUE;
      state->loser = state->shooter;
      state->passed_on = FALSE;
      state->refused = 0;
    }
  state->last_low = throw_->low;
  state->last_high = throw_->high;
  if (table->version > 1)
    sky_craps_see_throw (table);
}

static void
end_throw (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);

  if (state->throw_.state == SKY_THROW_STANDS)
    apply_throw (table);
  else if (state->throw_.state == SKY_THROW_VOID)
    {
      sky_craps_check_invalid (table);
      sky_craps_void_throw (table);
    }
  else if (state->throw_.state == SKY_THROW_IMPOSSIBLE)
    table->impossible = TRUE; /* nothing is compared */
  if (state->throw_.thrown)
    sky_craps_forget_power_odds (state);
  state->throw_ = (SkyCrapsThrow){ 0 };
  state->miscalled = state->miscalled_before = FALSE;
  state->fire_marker_seq = 0;
  for (guint i = 0; i < G_N_ELEMENTS (state->fire_marker_right); i++)
    state->fire_marker_right[i] = FALSE;
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  /* A round whose end the log has lost. */
  if (sky_craps_state (table)->throw_.state != SKY_THROW_NONE)
    end_throw (table);
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  end_throw (table);
}

static void
on_puck (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);

  state->puck_on = event->puck.on;
  state->puck = (gint) CLAMP (event->puck.number, 0, SKY_CRAPS_MAX_NUMBER);
  sky_craps_see_puck (table);
}

static gint
find_row (const SkyWager *wager)
{
  return sky_craps_find_row (sky_craps_kind_of (wager), wager->number, wager->dice);
}

/* A round is one throw; wagers lie until they are decided. */
static gboolean
outlasts_round (const SkyWager *wager)
{
  return TRUE;
}

static const SkyEquipmentRules equipment; /* the chapter says nothing */

#define BOTH_SECTIONS                                                                              \
  [SKY_CHECK_WAGER_LATE] = "623a.4(a)", [SKY_CHECK_WAGER_VERBAL] = "623a.4(b)",                    \
  [SKY_CHECK_WAGER_CALL_BET] = "623a.2(d)(3)", [SKY_CHECK_WAGER_WRONG_CHIPS] = SKY_NOT_SAID,       \
  [SKY_CHECK_WAGER_AREAS] = SKY_NOT_SAID, [SKY_CHECK_SETTLE_VIGORISH] = "623a.5(g)(3)",            \
  [SKY_CHECK_SETTLE_ORDER] = SKY_NOT_SAID, [SKY_CHECK_ROUND_NO_MORE_BETS] = SKY_NOT_SAID,          \
  [SKY_CHECK_ROUND_CALL] = "623a.9(a)"

#define BOTH_GAMES                                                                                 \
  .chapter = "623a", .wagers_section = "623a.3(a)",                                                \
  .training = SKY_TRAINING_CRAPS_AND_DICE, .equipment = &equipment,                                \
  .cameras = { SKY_COVERS_END_LEFT, SKY_COVERS_END_RIGHT },                                        \
  .bets = sky_craps_bets, .n_bets = SKY_CRAPS_N_BETS,                                              \
  .options = sky_craps_options, .n_options = SKY_CRAPS_N_OPTIONS,                                  \
  .state_size = sizeof (SkyCrapsState), .visit = visit, .forget = sky_craps_forget,                \
  .bets_end = SKY_BETS_END_NEVER,                                                                  \
  .on = {                                                                                          \
    [SKY_EVENT_TABLE_OPEN] = on_table_open,                                                        \
    [SKY_EVENT_ROUND_START] = on_round_start,                                                      \
    [SKY_EVENT_ROUND_END] = on_round_end,                                                          \
    [SKY_EVENT_WAGER] = sky_craps_on_wager,                                                        \
    [SKY_EVENT_WAGER_CHANGE] = sky_craps_on_change,                                                \
    [SKY_EVENT_VOID] = sky_craps_on_void,                                                          \
    [SKY_EVENT_SETTLE] = sky_craps_on_settle,                                                      \
    [SKY_EVENT_NOTIFY] = sky_craps_on_notify,                                                      \
    [SKY_EVENT_RESULT] = on_result,                                                                \
    [SKY_EVENT_CALL] = sky_craps_on_call,                                                          \
    [SKY_EVENT_DICE_OFFER] = sky_craps_on_dice_offer,                                              \
    [SKY_EVENT_SHOOTER] = sky_craps_on_shooter,                                                    \
    [SKY_EVENT_THROW] = on_throw,                                                                  \
    [SKY_EVENT_MOVE] = sky_craps_on_move,                                                          \
    [SKY_EVENT_PUCK] = on_puck,                                                                    \
    [SKY_EVENT_FIRE_MARKER] = sky_craps_on_fire_marker,                                            \
    [SKY_EVENT_MARKER_BUTTON] = sky_craps_on_marker_button,                                        \
    [SKY_EVENT_POWER_ODDS] = sky_craps_on_power_odds,                                              \
    [SKY_EVENT_STANDING] = sky_craps_on_standing,                                                  \
  },                                                                                               \
  .find_row = find_row, .outlasts_round = outlasts_round, .describe = sky_craps_describe,          \
  .wager_name = sky_craps_wager_name, .marks = sky_craps_marks

const SkyGame sky_craps_game = {
  .id = SKY_GAME_CRAPS,
  .name = "Craps",
  /* Players stand. */
  .sections = { BOTH_SECTIONS, [SKY_CHECK_WAGER_NOT_SEATED] = SKY_NOT_SAID },
  BOTH_GAMES,
};

const SkyGame sky_mini_craps_game = {
  .id = SKY_GAME_MINI_CRAPS,
  .name = "Mini-Craps",
  .sections = { BOTH_SECTIONS, [SKY_CHECK_WAGER_NOT_SEATED] = "623a.4(e)" },
  BOTH_GAMES,
};
