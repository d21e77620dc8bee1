/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Fire Bet (58 Pa. Code § 623a.11), the Hot Roller's marker buttons
 * (§ 623b.1(d) and § 623b.1(f)) and Power Odds (§ 623b.5). */
#include "config.h"

#include "sky-craps-private.h"

#include "sky-edition.h"
#include "sky-json-writer.h"

/* The Fire Bets that are up; @before: placed before that event. */
static guint
count_fire_bets (const SkyTable *table, guint64 before)
{
  guint n = 0;

  if ((table->kinds_up & SKY_CRAPS_BIT (FIRE_BET)) == 0)
    return 0;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      n += wager->status == SKY_WAGER_UP && wager->seq < before
           && wager->bet == &sky_craps_bets[SKY_CRAPS_FIRE_BET];
    }
  return n;
}

static void
forget_points (SkyCrapsState *state)
{
  state->fire_points = 0;
  state->fire_carried = FALSE;
  state->fire_fourth = 0;
  state->fire_blamed = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (state->fire_markers); i++)
    state->fire_markers[i] = 0;
}

/* A new shooter takes the dice: with a Fire Bet pending the count of points goes on, else it starts
 * anew (§ 623a.11(a)(2), reading R2). */
void
sky_craps_new_shooter (SkyTable *table)
{
  SkyCrapsState *state = sky_craps_state (table);

  if (state->fire_points == 0 && (state->unseen & SKY_CRAPS_UNSEEN_FIRE) == 0)
    return;
  if (count_fire_bets (table, G_MAXUINT64) > 0)
    state->fire_carried = TRUE;
  else if (sky_table_knows_wagers (table))
    {
      forget_points (state);
      state->unseen &= ~(guint) SKY_CRAPS_UNSEEN_FIRE;
    }
  else
    state->unseen |= SKY_CRAPS_UNSEEN_FIRE;
}

/* § 623a.11(a)(5): all Fire Bets were decided by the loser 7. */
void
sky_craps_end_fire_bets (SkyTable *table)
{
  forget_points (sky_craps_state (table));
}

/* The different points with the rolls that made them. */
static void
list_made (const SkyCrapsState *state, GString *json)
{
  guint n = (guint) __builtin_popcount (state->fire_points);

  sky_json_begin_array (json, "made");
  for (guint i = 0; i < n; i++)
    {
      const SkyCrapsMade *made = &state->fire_made[i];

      sky_json_begin_object (json, NULL);
      sky_json_add_int (json, "point", made->point);
      sky_json_begin_array (json, "dice");
      sky_json_add_int (json, NULL, made->dice[0]);
      sky_json_add_int (json, NULL, made->dice[1]);
      sky_json_end_array (json);
      sky_json_add_int (json, "round", made->round);
      sky_json_add_int (json, "seq", (gint64) made->seq);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
}

static char *
list_pending (const SkyTable *table, guint64 before)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "points", 4);
  list_made (sky_craps_state (table), json);
  sky_json_begin_array (json, "pending");
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->status != SKY_WAGER_UP || wager->seq >= before
          || wager->bet != &sky_craps_bets[SKY_CRAPS_FIRE_BET])
        continue;
      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "wager", wager->id);
      sky_json_add_int (json, "seat", wager->seat);
      sky_json_add_int (json, "area", wager->area);
      sky_json_add_int (json, "amount", wager->amount);
      sky_json_begin_object (json, "due");
      for (guint points = 4; points <= 6; points++)
        {
          const SkyPay *pay = sky_craps_fire_pay (table, points);
          char key[2] = { (char) ('0' + points), '\0' };

          sky_json_add_int (json, key,
                            sky_table_pay (table, wager->amount, sky_table_odds (table, pay)));
        }
      sky_json_end_object (json);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

/* § 623a.11(a)(4): a marker with the number of different points goes on each point made the first
 * time. */
static void
check_marker (SkyTable *table, gint point, guint count)
{
  const SkyCrapsState *state = sky_craps_state (table);

  if (state->fire_marker_right[point])
    return;
  if (state->fire_marker_seq != 0)
    sky_table_raise_at (table, SKY_CHECK_FIRE_BET_MARKER, "623a.11(a)(4)", NULL,
                        state->fire_marker_seq, state->fire_marker_at, NULL, NULL,
                        "The point %d was made, different points so far: %u; a Fire Bet point "
                        "marker with %d was placed on the %d.",
                        point, count, state->fire_marker_count, state->fire_marker_number);
  else
    sky_table_raise (table, SKY_CHECK_FIRE_BET_MARKER, "623a.11(a)(4)", NULL,
                     "The point %d was made, different points so far: %u, and no Fire Bet point "
                     "marker was placed on it.",
                     point, count);
}

/* The shooter made @point by the throw in hand. */
void
sky_craps_make_point (SkyTable *table, gint point)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  guint made = state->fire_points | SKY_CRAPS_TOTAL (point);
  guint count = (guint) __builtin_popcount (made);
  guint pending;
  g_autofree char *wanted = NULL;

  /* The same point again adds nothing (§ 623a.11(b)(2)). */
  if (made == state->fire_points || (state->unseen & SKY_CRAPS_UNSEEN_FIRE) != 0)
    return;
  state->fire_points = made;
  state->fire_made[count - 1] = (SkyCrapsMade){
    .point = point, .dice = { throw_->low, throw_->high }, .round = table->round, .seq = throw_->seq
  };
  pending = count_fire_bets (table, throw_->seq);
  if (pending == 0)
    return;
  check_marker (table, point, count);
  if (count != 4)
    return;
  state->fire_fourth = throw_->seq;
  state->fire_blamed = FALSE;
  wanted = sky_phrase_count (
      "%u Fire Bet is pending and surveillance must confirm what each is due.",
      "%u Fire Bets are pending and surveillance must confirm what each is due.", pending);
  sky_table_raise_at (table, SKY_CHECK_FIRE_BET_CONFIRM, "623a.11(a)(6)", NULL, throw_->seq,
                      throw_->at, NULL, list_pending (table, throw_->seq),
                      "The point %d is the fourth different point made; %s", point, wanted);
}

void
sky_craps_on_fire_marker (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  gint64 number = event->fire_marker.number;
  guint count = (guint) __builtin_popcount (state->fire_points);

  if (number < 4 || number > 10)
    number = 0;
  else
    state->fire_markers[number] = (gint) CLAMP (event->fire_marker.count, 0, 6);

  state->fire_marker_seq = table->seq;
  state->fire_marker_at = table->at;
  state->fire_marker_number = (gint) CLAMP (event->fire_marker.number, 0, G_MAXINT8);
  state->fire_marker_count = (gint) CLAMP (event->fire_marker.count, 0, G_MAXINT8);
  /* The throw in hand, which makes the point, is counted when the round ends. */
  if (throw_->state == SKY_THROW_STANDS && number != 0 && number == state->point
      && throw_->total == state->point && event->fire_marker.count == count + 1)
    state->fire_marker_right[number] = TRUE;
}

void
sky_craps_on_notify (SkyTable *table, const SkyEvent *event)
{
  if (sky_text_is (event->notify.to, "surveillance")
      && sky_text_is (event->notify.subject, "fire_bet"))
    sky_craps_state (table)->fire_notified = table->seq;
}

/* § 623a.11(a)(6): surveillance is called between the fourth point and the first settlement. */
void
sky_craps_on_settle (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyWager *wager = table->wager;

  if (wager == NULL || wager->bet != &sky_craps_bets[SKY_CRAPS_FIRE_BET] || state->fire_fourth == 0
      || state->fire_blamed || state->fire_notified > state->fire_fourth)
    return;
  state->fire_blamed = TRUE;
  sky_table_raise (table, SKY_CHECK_FIRE_BET_NOT_NOTIFIED, "623a.11(a)(6)", wager,
                   "A Fire Bet was settled after the fourth different point was made, and "
                   "surveillance had not been notified.");
}

static void
check_button (SkyTable *table, const SkyEvent *event)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  gint low = state->last_low, high = state->last_high;
  guint boxes = state->hot_boxes;

  /* A roll that is invalid and counted all the same is raised as such. */
  if (throw_->state == SKY_THROW_VOID && !throw_->called_void)
    return;
  if (throw_->state == SKY_THROW_IMPOSSIBLE
      || ((state->unseen & SKY_CRAPS_UNSEEN_SERIES) != 0
          && (throw_->state == SKY_THROW_NONE || event->marker_button.n_dice == 0)))
    return;
  if (throw_->state == SKY_THROW_STANDS)
    {
      gint box = sky_craps_hot_box (throw_->low, throw_->high);

      low = throw_->low;
      high = throw_->high;
      boxes = throw_->total == 7 ? 0 : box >= 0 ? boxes | 1u << box : boxes;
    }
  else if (throw_->state == SKY_THROW_VOID)
    low = high = 0;

  if (event->marker_button.n_dice == 0)
    {
      gint64 number = event->marker_button.number;
      guint wanted = number >= 4 && number <= 10 ? sky_craps_hot_boxes ((gint) number) : 0;

      if (wanted == 0 || (boxes & wanted) != wanted)
        sky_table_raise (table, SKY_CHECK_CRAPS_MARKER_BUTTON, "623b.1(f)", NULL,
                         "A marker button was placed on the number %" PRId64
                         ", not all of whose dice have been thrown.",
                         number);
    }
  else
    {
      gint64 a = MIN (event->marker_button.dice[0], event->marker_button.dice[1]);
      gint64 b = MAX (event->marker_button.dice[0], event->marker_button.dice[1]);

      if (a != low || b != high || sky_craps_hot_box (low, high) < 0)
        sky_table_raise (table, SKY_CHECK_CRAPS_MARKER_BUTTON, "623b.1(d)", NULL,
                         "A marker button was placed on %" PRId64 " and %" PRId64
                         ", which is not the roll or has no box.",
                         a, b);
    }
}

/* § 623b.1(d) and § 623b.1(f): a button goes on the dice thrown, and on a number once all its dice
 * are. */
void
sky_craps_on_marker_button (SkyTable *table, const SkyEvent *event)
{
  sky_table_hold (table, TRUE);
  check_button (table, event);
  sky_table_hold (table, FALSE);
}

void
sky_craps_forget_power_odds (SkyCrapsState *state)
{
  state->n_shown = 0;
  state->shown_seq = 0;
  state->shown_blamed = FALSE;
}

static gboolean
same_odds (SkyOdds a, SkyOdds b)
{
  return a.a == b.a && a.b == b.b && a.for_one == b.for_one;
}

/* The line of § 623b.5(d) for a bet that was shown. Horn and C and E have two, told apart by their
 * odds. Sets @eligible. */
static const SkyCrapsPower *
find_line (const SkyBetRef *ref, SkyOdds odds, gboolean *eligible)
{
  gsize n;
  const SkyCrapsPower *lines = sky_craps_power (&n);
  SkyCrapsBet bet = sky_craps_bet_of ((const SkyBet *) ref->form);
  gint64 key = bet == SKY_CRAPS_HOP ? SKY_CRAPS_HOP (MIN (ref->dice[0], ref->dice[1]),
                                                     MAX (ref->dice[0], ref->dice[1]))
                                    : ref->number;

  *eligible = FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (lines[i].bet != bet || (lines[i].key != 0 && lines[i].key != key))
        continue;
      *eligible = TRUE;
      if (same_odds (odds, lines[i].low) || same_odds (odds, lines[i].high))
        return &lines[i];
    }
  return NULL;
}

/* Takes what one element of `bets` shows. Returns what is wrong with it, or NULL. */
static const char *
take_shown (SkyTable *table, const SkyJsonNode *node)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyJsonNode *odds_node = sky_json_member (node, "odds");
  SkyBetRef ref = { 0 };
  SkyCrapsShown shown;
  char cause[160];
  gboolean eligible;

  if (!sky_bet_ref_read (table->formats, node, &ref, cause) || ref.form == NULL)
    return sky_phrase_words ("on a wager that is not eligible");
  if (odds_node == NULL || odds_node->kind != SKY_JSON_TEXT
      || !sky_odds_parse (odds_node->text.data, (gssize) odds_node->text.length, &shown.odds))
    return sky_phrase_words ("at odds that are not in the table");
  shown.line = find_line (&ref, shown.odds, &eligible);
  if (shown.line == NULL)
    return eligible ? sky_phrase_words ("at odds that are not in the table")
                    : sky_phrase_words ("on a wager that is not eligible");
  if (state->n_shown < G_N_ELEMENTS (state->shown))
    state->shown[state->n_shown++] = shown;
  return NULL;
}

void
sky_craps_on_power_odds (SkyTable *table, const SkyEvent *event)
{
  SkyCrapsState *state = sky_craps_state (table);
  const SkyJsonNode *child = sky_json_first (event->bets.list);
  const char *wrong = NULL;

  if (!sky_edition_in_force ("623b.5", table->gaming_day))
    sky_table_raise (table, SKY_CHECK_RULES_NOT_IN_FORCE, "623b.5", NULL,
                     "Power Odds were shown outside the dates of § 623b.5.");

  for (guint i = 0; i < event->bets.list->n_children; i++, child = sky_json_next (child))
    {
      const char *fault = take_shown (table, child);

      wrong = wrong != NULL ? wrong : fault;
    }

  state->shown_seq = table->seq;
  state->shown_at = table->at;
  state->shown_blamed = TRUE;
  if (state->throw_.thrown)
    sky_table_raise (table, SKY_CHECK_CRAPS_POWER_ODDS, "623b.5(c)", NULL,
                     "Power Odds were shown after the dice were thrown.");
  else if (!sky_table_option (table, SKY_CRAPS_OPTION_POWER_ODDS))
    sky_table_raise (table, SKY_CHECK_CRAPS_POWER_ODDS, "623b.5(c)", NULL,
                     "Power Odds were shown; the Rules Submission does not offer them.");
  else if (wrong != NULL)
    sky_table_raise (table, SKY_CHECK_CRAPS_POWER_ODDS, "623b.5(d)", NULL,
                     "Power Odds were shown %s.", wrong);
  else
    state->shown_blamed = FALSE;

  /* Shown after the result, they hold all the same. */
  if (state->throw_.state == SKY_THROW_STANDS)
    sky_craps_decide_throw (table);
}

/* § 623b.5(c): Power Odds come after all wagers have been placed. */
void
sky_craps_check_power_odds (SkyTable *table, const SkyWager *wager)
{
  SkyCrapsState *state = sky_craps_state (table);

  if (state->shown_blamed || state->throw_.thrown)
    return;
  state->shown_blamed = TRUE;
  sky_table_raise_at (table, SKY_CHECK_CRAPS_POWER_ODDS, "623b.5(c)", NULL, state->shown_seq,
                      state->shown_at, NULL, NULL,
                      "Power Odds were shown before all wagers had been placed: %s came after "
                      "them.",
                      sky_table_wager_name (table, wager));
}
