/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is due in words, the wagers' names, and what lies on the layout (58 Pa. Code § 623a.2). */
#include "config.h"

#include "sky-craps-private.h"

#include <glib/gi18n-lib.h>

const char *
sky_craps_wager_name (const SkyTable *table, const SkyWager *wager)
{
  const char *bet = wager->bet->name;
  SkyCrapsBet kind = sky_craps_bet_of (wager->bet);
  gint key = kind == SKY_CRAPS_HOP ? SKY_CRAPS_HOP (wager->dice[0], wager->dice[1]) : wager->number;
  const SkyPay *pay = sky_bet_find_pay (wager->bet, key, 0);
  g_autofree char *name = NULL;

  if (pay == NULL)
    return NULL;
  switch ((guint) kind)
    {
    case SKY_CRAPS_PLACE_WIN:
    case SKY_CRAPS_PLACE_LOSE:
      name = sky_phrase ("%s on %d", bet, wager->number);
      return g_intern_string (name);
    case SKY_CRAPS_BUY:
      name = sky_phrase ("%s on the %d", bet, wager->number);
      return g_intern_string (name);
    case SKY_CRAPS_LAY:
      name = sky_phrase ("%s against the %d", bet, wager->number);
      return g_intern_string (name);
    case SKY_CRAPS_HARDWAY:
    case SKY_CRAPS_HOP:
      return pay->name;
    default:
      return NULL;
    }
}

/* "$6.00 × 7 / 6 = $7.00". */
static char *
describe_product (SkyMoney stake, SkyOdds odds, SkyMoney paid)
{
  g_autofree char *stake_text = sky_phrase_money (stake);
  g_autofree char *paid_text = sky_phrase_money (paid);
  gboolean exact;

  if (odds.for_one)
    {
      g_autofree char *all_text = sky_phrase_money (stake + paid);

      return sky_phrase ("%s × %d = %s in all, %s of it winnings", stake_text, odds.a, all_text,
                         paid_text);
    }
  exact = paid * odds.b == stake * odds.a;
  if (odds.b == 1 && odds.a == 1)
    return exact ? g_steal_pointer (&paid_text) : sky_phrase ("%s, rounded down", paid_text);
  if (odds.b == 1)
    return sky_phrase (exact ? N_ ("%s × %d = %s") : N_ ("%s × %d = %s, rounded down"), stake_text,
                       odds.a, paid_text);
  return sky_phrase (exact ? N_ ("%s × %d / %d = %s") : N_ ("%s × %d / %d = %s, rounded down"),
                     stake_text, odds.a, odds.b, paid_text);
}

/* The wager's name and why the odds are these; the name alone where it tells all. */
static char *
describe_case (const char *name, const SkyDue *due, SkyCrapsBet bet)
{
  gint low = SKY_CRAPS_DETAIL_LOW (due->detail), high = SKY_CRAPS_DETAIL_HIGH (due->detail);
  gint count = SKY_CRAPS_DETAIL_COUNT (due->detail);

  switch ((guint) bet)
    {
    case SKY_CRAPS_FIELD:
    case SKY_CRAPS_ANY_CRAPS:
      return sky_phrase ("%s on a %d", name, low + high);
    case SKY_CRAPS_SIX_SEVEN_EIGHT:
      return sky_phrase ("%s on a %d-%d", name, low, high);
    case SKY_CRAPS_PASS_ODDS:
    case SKY_CRAPS_DONT_PASS_ODDS:
    case SKY_CRAPS_COME_ODDS:
    case SKY_CRAPS_DONT_COME_ODDS:
      return sky_phrase ("%s with the point %d", name, SKY_CRAPS_DETAIL_POINT (due->detail));
    case SKY_CRAPS_FIRE_BET:
      return sky_phrase ("%s with %d different points made", name, count);
    case SKY_CRAPS_HOT_ROLLER:
      return sky_phrase ("%s with %d numbers complete", name, count);
    case SKY_CRAPS_LUCKY_SHOOTER:
      return sky_phrase ("%s (%s)", name, due->pay != NULL ? due->pay->name : "");
    case SKY_CRAPS_HOT_SHOOTER:
      return sky_phrase ("%s with %d throws", name, count);
    default:
      return g_strdup (name);
    }
}

static char *
describe_win (const SkyTable *table, const SkyWager *wager, const SkyDue *due, SkyCrapsBet bet)
{
  /* The stake, as decided; the wager may have changed since. */
  SkyMoney stake = due->returned + due->taken;
  SkyCrapsBet parts[SKY_CRAPS_MAX_PARTS];
  guint n = sky_craps_parts (bet, wager->number, parts);
  const char *name = sky_table_wager_name (table, wager);
  g_autofree char *odds = sky_phrase_odds (due->odds);
  g_autofree char *what = NULL;
  g_autofree char *product = NULL;
  g_autofree char *vig = NULL;

  if (bet == SKY_CRAPS_LUCKY_SHOOTER && due->pay != NULL && due->pay->key == 1)
    return sky_phrase ("%s pays 1 for 1 for a 7 or 11 on the come out roll: the stake itself, "
                       "which works on",
                       name);
  if (n > 0 && due->taken > 0)
    {
      g_autofree char *stake_text = sky_phrase_money (stake);
      g_autofree char *paid = sky_phrase_money (due->paid);
      g_autofree char *taken = sky_phrase_money (due->taken);

      return sky_phrase (
          SKY_CRAPS_DETAIL_COUNT (due->detail) == 1
              ? N_ ("%s wins on %d-%d: %d of its %u equal parts of %s is paid %s, %s in all; the "
                    "other parts, %s, lose")
              : N_ ("%s wins on %d-%d: %d of its %u equal parts of %s are paid each %s, %s in all; "
                    "the other parts, %s, lose"),
          name, SKY_CRAPS_DETAIL_LOW (due->detail), SKY_CRAPS_DETAIL_HIGH (due->detail),
          SKY_CRAPS_DETAIL_COUNT (due->detail), n, stake_text, odds, paid, taken);
    }
  what = describe_case (name, due, bet);
  product = describe_product (stake, due->odds, due->paid);
  if (due->vig == 0)
    return sky_phrase ("%s pays %s: %s", what, odds, product);
  vig = sky_phrase_money (due->vig);
  return sky_phrase ("%s pays %s: %s, and a vigorish of %s is due", what, odds, product, vig);
}

static char *
describe_loss (const SkyTable *table, const SkyWager *wager, const SkyDue *due, SkyCrapsBet bet)
{
  const char *name = sky_table_wager_name (table, wager);
  gint low = SKY_CRAPS_DETAIL_LOW (due->detail), high = SKY_CRAPS_DETAIL_HIGH (due->detail);
  gint count = SKY_CRAPS_DETAIL_COUNT (due->detail);
  g_autofree char *taken = sky_phrase_money (due->taken);

  switch ((guint) bet)
    {
    case SKY_CRAPS_FIRE_BET:
      return sky_phrase ("%s loses its %s: different points made before the loser 7: %d", name,
                         taken, count);
    case SKY_CRAPS_HOT_ROLLER:
      return sky_phrase ("%s loses its %s: numbers complete when the 7 came: %d", name, taken,
                         count);
    case SKY_CRAPS_HOT_SHOOTER:
      return sky_phrase ("%s loses its %s: throws before the seven-out: %d, fewer than 8", name,
                         taken, count);
    case SKY_CRAPS_ALL_SMALL:
    case SKY_CRAPS_ALL_TALL:
    case SKY_CRAPS_MAKE_EM_ALL:
      return sky_phrase ("%s loses its %s: numbers of it thrown when the 7 came: %d", name, taken,
                         count);
    case SKY_CRAPS_LUCKY_SHOOTER:
      if (SKY_CRAPS_DETAIL_POINT (due->detail) != 0)
        return sky_phrase ("%s loses its %s: other points thrown before %d-%d: %d", name, taken,
                           low, high, count);
      break;
    default:
      break;
    }
  return sky_phrase ("%s loses its %s on %d-%d", name, taken, low, high);
}

char *
sky_craps_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due)
{
  SkyCrapsBet bet;
  const char *name;
  g_autofree char *stake = NULL;

  if (wager->bet == NULL || due->outcome == SKY_OUTCOME_NONE)
    return NULL;

  bet = sky_craps_bet_of (wager->bet);
  name = sky_table_wager_name (table, wager);
  stake = sky_phrase_money (due->returned + due->taken);
  switch (due->outcome)
    {
    case SKY_OUTCOME_WIN:
      return describe_win (table, wager, due, bet);
    case SKY_OUTCOME_LOSE:
      return describe_loss (table, wager, due, bet);
    case SKY_OUTCOME_PUSH:
      return sky_phrase ("%s is a tie with %d throws and its %s go back", name,
                         SKY_CRAPS_DETAIL_COUNT (due->detail), stake);
    case SKY_OUTCOME_VOID:
      if (due->optional)
        return sky_phrase ("The throw was void: %s stays up, or its %s go back in full", name,
                           stake);
      if (wager->not_permissible)
        return sky_phrase ("The chapter has no such %s: its %s go back in full", name, stake);
      if (bet == SKY_CRAPS_DONT_PASS || bet == SKY_CRAPS_DONT_COME)
        return sky_phrase ("%s is void on a 12 and its %s go back in full", name, stake);
      if (due->reading != 0)
        return sky_phrase ("%s do not work on a come out roll and the %s go back in full", name,
                           stake);
      return sky_phrase ("%s are void, their wager having ended before it had a point, and the "
                         "%s go back in full",
                         name, stake);
    case SKY_OUTCOME_SURRENDER:
    case SKY_OUTCOME_NONE:
      break;
    }
  return NULL;
}

void
sky_craps_tell_decision (SkyTable *table, const SkyWager *wager)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;
  g_autofree char *how = NULL;

  if (table->sink.step == NULL)
    return;
  how = sky_phrase (throw_->come_out ? N_ ("%d-%d is thrown on a come out roll. ")
                                     : N_ ("%d-%d is thrown. "),
                    throw_->low, throw_->high);
  sky_table_tell_due (table, wager, throw_->seq, how);
}

/* The numbers of @set that are not in @thrown: "2, 5 and 6". Returns: a new phrase. */
static char *
list_left (guint set, guint thrown)
{
  const char *numbers[SKY_CRAPS_MAX_NUMBER + 1];
  char texts[SKY_CRAPS_MAX_NUMBER + 1][12];
  guint n = 0;

  for (gint number = 2; number <= SKY_CRAPS_MAX_NUMBER; number++)
    if (SKY_CRAPS_HAS (set & ~thrown, number))
      {
        g_snprintf (texts[n], sizeof texts[n], "%d", number);
        numbers[n] = texts[n];
        n++;
      }
  return sky_phrase_list (numbers, n);
}

static void
tell_inactive (SkyTable *table, const SkyWager *wager)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;

  if (!sky_craps_works (table, wager) && (throw_->total == 7 || throw_->total == wager->number))
    sky_table_step (table, wager, throw_->seq, sky_wager_section (wager),
                    wager->working == SKY_WORKING_OFF
                        ? N_ ("%d-%d is thrown; %s does not work, having been called off.")
                        : N_ ("%d-%d is thrown; %s does not work, this being a come out roll."),
                    throw_->low, throw_->high, sky_table_wager_name (table, wager));
}

static void
tell_bonus (SkyTable *table, const SkyWager *wager, SkyCrapsBet bet)
{
  const SkyCrapsState *state = sky_craps_state (table);
  gint total = state->throw_.total;
  guint wanted = sky_craps_bonus_totals (bet);
  g_autofree char *left = NULL;

  if (!SKY_CRAPS_HAS (wanted & ~state->tracked, total))
    return;
  left = list_left (wanted, state->tracked | SKY_CRAPS_TOTAL (total));
  sky_table_step (table, wager, state->throw_.seq, sky_wager_section (wager),
                  "%d is thrown; %s still wants %s.", total, wager->bet->name, left);
}

static void
tell_hot_roller (SkyTable *table, const SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  gint box = sky_craps_hot_box (state->throw_.low, state->throw_.high);
  guint boxes;

  if (box < 0 || state->hot_boxes >> box & 1)
    return;
  boxes = state->hot_boxes | 1u << box;
  sky_table_step (table, wager, state->throw_.seq, "623b.1(d)",
                  "%d-%d is thrown for the first time; numbers complete: %u.", state->throw_.low,
                  state->throw_.high, sky_craps_hot_complete (boxes));
}

void
sky_craps_tell_progress (SkyTable *table, const SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  SkyCrapsBet bet = sky_craps_bet_of (wager->bet);

  switch ((guint) bet)
    {
    case SKY_CRAPS_PASS:
    case SKY_CRAPS_DONT_PASS:
      if (throw_->come_out && wager->point != 0)
        sky_table_step (table, wager, throw_->seq, sky_wager_section (wager),
                        "%d-%d is thrown: the point %d is established for the %s.", throw_->low,
                        throw_->high, wager->point, wager->bet->name);
      return;
    case SKY_CRAPS_COME:
    case SKY_CRAPS_DONT_COME:
      if (wager->point == throw_->total)
        sky_table_step (table, wager, throw_->seq, sky_wager_section (wager),
                        "%d-%d is thrown: the %s goes to the %d.", throw_->low, throw_->high,
                        wager->bet->name, wager->point);
      return;
    case SKY_CRAPS_PLACE_WIN:
    case SKY_CRAPS_PLACE_LOSE:
    case SKY_CRAPS_BUY:
    case SKY_CRAPS_LAY:
    case SKY_CRAPS_HARDWAY:
      tell_inactive (table, wager);
      return;
    case SKY_CRAPS_FIRE_BET:
      if (!throw_->come_out && throw_->total == state->point)
        sky_table_step (table, wager, throw_->seq,
                        SKY_CRAPS_HAS (state->fire_points, state->point) ? "623a.11(b)(2)"
                                                                         : "623a.11(a)(4)",
                        "The point %d is made; different points made so far: %d.", state->point,
                        __builtin_popcount (state->fire_points | SKY_CRAPS_TOTAL (state->point)));
      return;
    case SKY_CRAPS_HOT_ROLLER:
      tell_hot_roller (table, wager);
      return;
    case SKY_CRAPS_LUCKY_SHOOTER:
      if (wager->point != 0)
        sky_table_step (table, wager, throw_->seq, "623b.2(d)(3)",
                        "%d is thrown: established point %d, other points thrown so far: %d.",
                        throw_->total, wager->point, __builtin_popcountll (wager->tracked));
      return;
    case SKY_CRAPS_ALL_SMALL:
    case SKY_CRAPS_ALL_TALL:
    case SKY_CRAPS_MAKE_EM_ALL:
      tell_bonus (table, wager, bet);
      return;
    case SKY_CRAPS_HOT_SHOOTER:
      if (wager->tracked != 0)
        sky_table_step (table, wager, throw_->seq, "623b.4(d)",
                        "Throws counted after the come out roll: %d.", (gint) wager->tracked - 1);
      return;
    default:
      return;
    }
}

static void
add_mark (GArray *marks, SkyMark mark)
{
  g_array_append_val (marks, mark);
}

void
sky_craps_marks (const SkyTable *table, GArray *marks)
{
  const SkyCrapsState *state = sky_craps_state (table);

  for (guint i = 0; i < G_N_ELEMENTS (state->dice); i++)
    if (state->dice[i] != 0)
      add_mark (marks, (SkyMark){ .kind = SKY_MARK_DIE, .value = state->dice[i], .index = i });

  add_mark (marks, (SkyMark){ .kind = SKY_MARK_PUCK, .number = state->puck_on ? state->puck : 0 });
  if (state->shooter != 0)
    add_mark (marks, (SkyMark){ .kind = SKY_MARK_SHOOTER, .place = state->shooter });

  for (gint number = 0; number <= SKY_CRAPS_MAX_NUMBER; number++)
    if (state->fire_markers[number] != 0)
      add_mark (marks, (SkyMark){ .kind = SKY_MARK_FIRE_MARKER,
                                  .number = number,
                                  .value = state->fire_markers[number] });

  if (sky_table_option (table, SKY_CRAPS_OPTION_HOT_ROLLER) != SKY_OPTION_ABSENT)
    {
      for (guint i = 0; i < SKY_CRAPS_N_HOT_BOXES; i++)
        {
          gint dice = sky_craps_hot_dice (i);

          if (state->hot_boxes >> i & 1)
            add_mark (marks, (SkyMark){ .kind = SKY_MARK_BUTTON,
                                        .number = dice / 10 + dice % 10,
                                        .value = dice });
        }
      for (gint number = 4; number <= 10; number++)
        {
          guint wanted = sky_craps_hot_boxes (number);

          if (wanted != 0 && (state->hot_boxes & wanted) == wanted)
            add_mark (marks, (SkyMark){ .kind = SKY_MARK_BUTTON, .number = number });
        }
    }

  if (sky_table_option (table, SKY_CRAPS_OPTION_BONUS_CRAPS) != SKY_OPTION_ABSENT)
    for (gint number = 2; number <= SKY_CRAPS_MAX_NUMBER; number++)
      if (SKY_CRAPS_HAS (state->tracked, number))
        add_mark (marks, (SkyMark){ .kind = SKY_MARK_TRACKED, .number = number });
}
