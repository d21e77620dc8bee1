/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who has the dice and how they are thrown: 58 Pa. Code § 623a.7, § 623a.8, § 623a.9 and
 * § 623a.10. */
#include "config.h"

#include "sky-craps-private.h"

#include <glib/gi18n-lib.h>

#define INVALID_BY_ITSELF                                                                          \
  (SKY_OBSERVED_OFF_TABLE | SKY_OBSERVED_STACKED | SKY_OBSERVED_COCKED_TWO_SIDES)

/* The next present seat clockwise after @seat, @seat itself last; 0: nobody is known to be there.
 */
static gint64
next_present (const SkyTable *table, gint64 seat)
{
  gint64 n = table->seats->len;

  for (gint64 i = 1; i <= n; i++)
    {
      gint64 next = (MIN (seat, n) + i - 1) % n + 1;

      if (g_array_index (table->seats, SkySeat, next - 1).present)
        return next;
    }
  return 0;
}

/* TRUE when every present seat but @seat refused the dice since the loser 7 (nobody else there
 * included). */
static gboolean
all_others_refused (const SkyTable *table, gint64 seat)
{
  guint64 refused = sky_craps_state (table)->refused;

  for (guint i = 0; i < table->seats->len; i++)
    if (g_array_index (table->seats, SkySeat, i).present && i + 1 != seat
        && (i >= 64 || (refused >> i & 1) == 0))
      return FALSE;
  return TRUE;
}

/* § 623a.7(b), § 623a.10(c): the first offer goes to the left of the boxperson, a later one to the
 * left of the last shooter, then clockwise. */
static void
check_order (SkyTable *table, gint64 seat)
{
  const SkyCrapsState *state = sky_craps_state (table);
  gint64 from = state->offered != 0 ? state->offered : state->shooter;
  gint64 next = next_present (table, from);

  /* Until the next throw the dice go to who threw a loser 7 only after all others. */
  if (state->seven_out && seat == state->loser && !all_others_refused (table, seat))
    {
      sky_table_raise (table, SKY_CHECK_CRAPS_DICE_ORDER, "623a.10(c)", NULL,
                       "The dice were offered to seat %" PRId64
                       ", who threw a loser 7, before every other player had refused them.",
                       seat);
      return;
    }
  if (next == 0 || seat == next)
    return;
  if (state->shooter != 0 && state->offered == 0 && seat == state->shooter)
    /* The shooter keeps the dice. */
    return;
  /* All round the table: the last shooter may be passed over. */
  if (state->offered != 0 && next == state->shooter && seat == next_present (table, next))
    return;
  sky_table_raise (
      table, SKY_CHECK_CRAPS_DICE_ORDER, state->shooter == 0 ? "623a.7(b)" : "623a.10(c)", NULL,
      "The dice were offered to seat %" PRId64 "; it was the turn of seat %" PRId64 ".", seat,
      next);
}

static void
take_dice (SkyTable *table, gint64 seat)
{
  SkyCrapsState *state = sky_craps_state (table);

  state->passed_on = TRUE;
  state->offered = 0;
  if (seat == state->shooter)
    return;
  state->shooter = seat;
  state->rolled = FALSE;
  /* Whoever was not known may be the same. */
  if (state->unseen & SKY_CRAPS_UNSEEN_SHOOTER)
    {
      state->unseen &= ~(guint) SKY_CRAPS_UNSEEN_SHOOTER;
      return;
    }
  state->unseen &= ~(guint) SKY_CRAPS_UNSEEN_ROLLED;
  sky_craps_new_shooter (table);
}

void
sky_craps_on_dice_offer (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);
  gint64 seat = event->dice_offer.seat;

  if (event->dice_offer.dice < 5)
    sky_table_raise (table, SKY_CHECK_CRAPS_DICE_SET,
                     state->shooter == 0 ? "623a.7(a)" : "623a.10(c)", NULL,
                     "%" PRId64 " dice were offered; the set is five.", event->dice_offer.dice);
  if ((state->unseen & SKY_CRAPS_UNSEEN_SHOOTER) == 0)
    check_order (table, seat);

  state->on_offer = TRUE;
  if (event->dice_offer.accepted)
    {
      take_dice (table, seat);
      return;
    }
  /* One who threw a loser 7 and is offered the dice before his turn does not move the turn. */
  if (!(state->seven_out && seat == state->loser && state->offered != 0))
    state->offered = seat;
  state->passed_on = TRUE;
  if (seat <= 64)
    state->refused |= G_GUINT64_CONSTANT (1) << (seat - 1);
}

void
sky_craps_on_shooter (SkyTable *table, const SkyEvent *event)
{
  take_dice (table, event->shooter.seat);
}

/* § 623a.10(a)(1): the shooter passes the dice upon a loser 7. The only player may be offered them
 * again, and who is left when all others refused. */
static void
check_kept_dice (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);

  if (state->seven_out && state->shooter == state->loser && state->loser != 0
      && !(state->passed_on && all_others_refused (table, state->loser)))
    sky_table_raise (table, SKY_CHECK_CRAPS_KEPT_DICE, "623a.10(a)(1)", NULL,
                     "Seat %" PRId64 " threw a loser 7 and threw on without passing the "
                     "dice.",
                     state->loser);
}

/* § 623a.8(a), § 623a.10(b): the shooter has a line bet on a come out roll, unless nobody has and
 * the throw is only to decide remaining Come and Don't Come Bets. */
static void
check_line_bet (SkyTable *table)
{
  const SkyCrapsState *state = sky_craps_state (table);
  gboolean others = FALSE, remaining = FALSE;

  if (state->point != 0 || state->shooter == 0
      || (state->unseen & (SKY_CRAPS_UNSEEN_POINT | SKY_CRAPS_UNSEEN_SHOOTER)) != 0
      || !sky_table_sees_seat (table, state->shooter) || table->wagers_unseen)
    return;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->status != SKY_WAGER_UP || wager->bet == NULL)
        continue;
      switch ((guint) sky_craps_kind_of (wager))
        {
        case SKY_CRAPS_PASS:
        case SKY_CRAPS_DONT_PASS:
          if (wager->seat == state->shooter)
            return;
          others = TRUE;
          break;
        case SKY_CRAPS_COME:
        case SKY_CRAPS_DONT_COME:
          remaining |= wager->point != 0;
          break;
        default:
          break;
        }
    }
  if (remaining && !others)
    return;
  table->seat = state->shooter;
  sky_table_raise (table, SKY_CHECK_CRAPS_NO_LINE_BET, remaining ? "623a.10(b)" : "623a.8(a)", NULL,
                   "Seat %" PRId64
                   " threw a come out roll with neither a Pass nor a Don't Pass Bet.",
                   state->shooter);
}

void
sky_craps_check_throw (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);

  /* Whoever took the dice may be of those at whom nobody looked. */
  if (table->scope.some_seats && state->seven_out && !state->passed_on)
    {
      state->shooter = 0;
      state->unseen |= SKY_CRAPS_UNSEEN_SHOOTER | SKY_CRAPS_UNSEEN_ROLLED;
    }
  check_kept_dice (table);
  check_line_bet (table);
  state->seven_out = FALSE;
  state->offered = 0;
  state->on_offer = FALSE;
}

void
sky_craps_on_call (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;

  if ((throw_->state != SKY_THROW_STANDS && throw_->state != SKY_THROW_VOID) || throw_->called_void
      || state->miscalled || event->call.total == throw_->total)
    return;
  state->miscalled = TRUE;
  sky_table_hold (table, TRUE);
  sky_table_raise (table, SKY_CHECK_ROUND_CALL, "623a.9(a)", NULL,
                   "The dice showed %d and %d, %d in all; %" PRId64 " was called.", throw_->low,
                   throw_->high, throw_->total, event->call.total);
  sky_table_hold (table, FALSE);
}

/* § 623a.8(e) with § 623a.8(c): who may call "no roll". */
static gboolean
may_call_no_roll (const SkyTable *table, SkyRole role)
{
  if (table->id == SKY_GAME_CRAPS)
    return role == SKY_ROLE_BOXPERSON || role == SKY_ROLE_STICKPERSON;
  return role == SKY_ROLE_DEALER || role == SKY_ROLE_STICKPERSON || role == SKY_ROLE_FLOORPERSON;
}

/* As the format names it, for sky_phrase_words(). */
static const char *
role_name (SkyRole role)
{
  static const char *const names[] = {
    N_ ("dealer"),      N_ ("boxperson"), N_ ("stickperson"), N_ ("floorperson"),
    N_ ("pit_manager"), N_ ("security"),  N_ ("maintenance"),
  };
  const char *name = sky_role_to_name (role);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (name, names[i]) == 0)
      return names[i];
  return name;
}

void
sky_craps_on_void (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;
  SkyVoidReason reason = event->cancel.reason;
  gboolean by_itself = (throw_->observed & INVALID_BY_ITSELF) != 0 || reason == SKY_VOID_OFF_TABLE
                       || reason == SKY_VOID_STACKED || reason == SKY_VOID_COCKED_TWO_SIDES;

  if (!by_itself && !may_call_no_roll (table, event->cancel.role))
    sky_table_raise (table, SKY_CHECK_CRAPS_NO_ROLL_AUTHORITY, "623a.8(e)", NULL,
                     "“No roll” was called by a %s, who may not call it.",
                     sky_phrase_words (role_name (event->cancel.role)));
  if (reason == SKY_VOID_TOUCHED_CHIPS)
    sky_table_raise (table, SKY_CHECK_CRAPS_NO_ROLL_CAUSE, "623a.8(d)", NULL,
                     "“No roll” was called because the dice touched chips, which is no cause.");

  throw_->state = SKY_THROW_VOID;
  throw_->called_void = TRUE;
  sky_table_step (table, NULL, table->seq, "623a.8(c)",
                  "“No roll” is called: the throw decides nothing.");
  sky_craps_void_throw (table);
}

void
sky_craps_check_invalid (SkyTable *table)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;
  gboolean off = (throw_->observed & SKY_OBSERVED_OFF_TABLE) != 0;
  gboolean stacked = (throw_->observed & SKY_OBSERVED_STACKED) != 0;

  if (throw_->state != SKY_THROW_VOID || throw_->called_void)
    return;
  sky_table_raise_at (
      table, SKY_CHECK_CRAPS_INVALID_ROLL, off || stacked ? "623a.8(b)" : "623a.9(b)", NULL,
      throw_->seq, throw_->at, NULL, NULL, "%s, and the roll was counted all the same; it is void.",
      off       ? sky_phrase_words ("The dice did not both stay on the table")
      : stacked ? sky_phrase_words ("One die came to rest on the other")
                : sky_phrase_words ("A die rested on an object with more than one side"));
}
