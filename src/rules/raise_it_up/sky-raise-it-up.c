/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The round of Raise It Up Stud Poker (58 Pa. Code § 669a.7, § 669a.8, § 669a.11): its wagers and
 * the players' decisions on three streets. */
#include "config.h"

#include "sky-raise-it-up-private.h"

#include "sky-card-round.h"
#include <string.h>

static void
begin (SkyTable *table)
{
  SkyRaiseState *state = table->state;

  state->meter = sky_raise_it_up_options[SKY_RAISE_IT_UP_SEED].fallback;
  state->stated_seed = state->meter;
}

/* What the Rules Submission says of the meter stays. */
static void
forget (SkyTable *table)
{
  SkyMoney seed = sky_raise_state (table)->stated_seed;

  *sky_raise_state (table) = (SkyRaiseState){ .stated_seed = seed };
}

/* Visits SkyRaiseHand. */
static void
visit_hand (SkyState *state, SkyRaiseHand *hand)
{
  sky_state_ints (state, hand->cards);
  sky_state_int (state, hand->n);
  sky_state_int (state, hand->seq);
  if (hand->n > SKY_RAISE_CARDS)
    sky_state_refuse (state);
}

/* Visits SkyRaiseMoment. */
static void
visit_moment (SkyState *state, SkyRaiseMoment *moment)
{
  sky_state_int (state, moment->seq);
  sky_state_int (state, moment->at);
}

/* Visits SkyRaiseState. */
static void
visit_state (SkyTable *table, SkyState *state)
{
  SkyRaiseState *self = sky_raise_state (table);

  sky_state_int (state, self->rounds_without_stub);
  sky_state_int (state, self->meter_known);
  sky_state_int (state, self->meter);
  sky_state_int (state, self->stated_seed);
  sky_state_int (state, self->dealt);
  sky_state_int (state, self->discarded);
  sky_state_int (state, self->gone_from_deck);
  sky_state_int (state, self->turned);
  sky_state_int (state, self->first_deal);
  visit_hand (state, &self->community);
  for (guint i = 0; i < G_N_ELEMENTS (self->hands); i++)
    visit_hand (state, &self->hands[i]);
  sky_state_int (state, self->face_up);
  for (guint i = 0; i < G_N_ELEMENTS (self->revealed); i++)
    visit_moment (state, &self->revealed[i]);
  visit_moment (state, &self->stub);
  sky_state_int (state, self->stub_cards);
  sky_state_int (state, self->stub_due);
  sky_state_ints (state, self->decided);
  sky_state_int (state, self->checked_last);
  sky_state_ints (state, self->folded);
  sky_state_ints (state, self->gone);
  sky_state_int (state, self->late);
  sky_state_int (state, self->deal_judged);
  sky_state_int (state, self->deal_wrong);
  sky_state_int (state, self->exposed);
  sky_state_int (state, self->called_void);
  sky_state_int (state, self->void_seq);
  sky_state_int (state, self->locked_out);
  sky_state_ints (state, self->lit);
  sky_state_ints (state, self->validated);
  sky_state_ints (state, self->envy_paid);
  for (guint i = 0; i < G_N_ELEMENTS (self->envy); i++)
    visit_moment (state, &self->envy[i]);
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  SkyRaiseState fresh = { .rounds_without_stub = state->rounds_without_stub,
                          .meter_known = state->meter_known,
                          .meter = state->meter,
                          .stated_seed = state->stated_seed };

  *state = fresh;
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  sky_raise_end_deal (table);
  sky_raise_decide_rest (table);
  sky_raise_end_progressive (table);
}

static void
on_player (SkyTable *table, const SkyEvent *event)
{
  gint64 seat = event->player.seat;

  if (table->round != 0 && seat <= SKY_RAISE_SEATS)
    sky_raise_state (table)->gone[seat] = event->player.present ? 0 : table->seq;
}

static void
on_settle (SkyTable *table, const SkyEvent *event)
{
  sky_raise_take_abandoned (table);
  sky_raise_on_settle (table, event);
}

/* § 669a.7(d)(1): Ante and Blind are equal; a missing one counts as nothing. */
static void
check_blinds (SkyTable *table)
{
  SkyMoney antes[SKY_RAISE_SEATS + 1], blinds[SKY_RAISE_SEATS + 1];

  sky_card_round_sums (table, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_ANTE], SKY_RAISE_SEATS, antes);
  sky_card_round_sums (table, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_BLIND], SKY_RAISE_SEATS,
                       blinds);
  for (gint64 seat = 1; seat <= SKY_RAISE_SEATS; seat++)
    {
      SkyMoney ante = antes[seat], blind = blinds[seat];

      if (ante != blind)
        {
          g_autofree char *ante_text = sky_phrase_money (ante);
          g_autofree char *blind_text = sky_phrase_money (blind);

          table->seat = seat;
          sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_BLIND, NULL, NULL,
                           "Seat %" PRId64
                           " has an Ante of %s and a Blind of %s; they must be equal.",
                           seat, ante_text, blind_text);
        }
    }
}

static void
on_deal (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);

  if (table->round == 0)
    return;
  if (state->first_deal == 0)
    {
      state->first_deal = table->seq;
      sky_card_round_check_areas (table, 1, NULL);
      check_blinds (table);
    }
  sky_raise_on_deal (table, event);
  sky_raise_decide (table, MAX (event->deal.to, 0));
}

/* § 669a.11(b), § 669a.11(d) and § 669a.11(f): how many times the Ante a Play Wager may be now. */
static gint
most_times_ante (const SkyRaiseState *state)
{
  for (gint street = 6; street >= 4; street--)
    if (state->revealed[street - 4].seq != 0)
      return 6 - street;
  return 3;
}

static const char *
play_section (gint most)
{
  return most == 3 ? "669a.11(b)" : most == 2 ? "669a.11(d)" : "669a.11(f)";
}

static void
on_wager (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  const SkyBet *play = &sky_raise_it_up_bets[SKY_RAISE_IT_UP_PLAY];
  const SkyWager *wager = table->wager;
  gint most = most_times_ante (state);
  SkyMoney ante;

  if (state->first_deal != 0 && (wager->bet != play || state->revealed[2].seq != 0))
    state->late = TRUE;
  if (!sky_card_round_is_up (wager, play) || wager->seat > SKY_RAISE_SEATS)
    return;
  ante = sky_card_round_sum_anew (table, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_ANTE], wager->seat);
  if (sky_raise_plays (table, wager->seat) != wager->amount)
    sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_PLAY, play_section (most), wager,
                     "A second Play Wager was placed in one round.");
  else if (state->folded[wager->seat] != 0)
    sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_PLAY, play_section (most), wager,
                     "A Play Wager was placed after the player had folded.");
  else if (most == 0)
    sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_PLAY, play_section (most), wager,
                     "A Play Wager was placed after the 6th Street card.");
  else if (ante == 0 || wager->amount % ante != 0 || wager->amount < ante
           || wager->amount / ante > most)
    {
      g_autofree char *amount = sky_phrase_money (wager->amount);
      g_autofree char *of_ante = sky_phrase_money (ante);

      sky_table_raise (table, SKY_CHECK_RAISE_IT_UP_PLAY, play_section (most), wager,
                       "The Play Wager is %s; at this street it must be %s times the Ante of %s.",
                       amount,
                       most == 3   ? sky_phrase_words ("one, two or three")
                       : most == 2 ? sky_phrase_words ("one or two")
                                   : sky_phrase_words ("one"),
                       of_ante);
    }
}

static void
on_decision (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  gint64 seat = event->decision.seat, street = event->decision.street;
  SkyChoice choice = event->decision.choice;
  gboolean folds;

  if (table->round == 0 || seat > SKY_RAISE_SEATS)
    return;
  if (state->community.n > 0)
    sky_raise_judge_deal (table);
  if (street >= 3 && street <= 5)
    state->decided[seat] |= (guint8) (1u << street);
  if (street == 5 && choice == SKY_CHOICE_CHECK)
    state->checked_last |= (guint8) (1u << (seat - 1));
  /* Who has placed a Play Wager acts no more (R23). */
  folds =
      choice == SKY_CHOICE_FOLD && state->folded[seat] == 0 && sky_raise_plays (table, seat) == 0;
  if (folds)
    state->folded[seat] = table->seq;
  sky_table_step (table, NULL, table->seq,
                  street == 3   ? "669a.11(b)"
                  : street == 4 ? "669a.11(d)"
                                : "669a.11(f)",
                  "Seat %" PRId64 " %s.", seat,
                  choice == SKY_CHOICE_FOLD    ? sky_phrase_words ("folds")
                  : choice == SKY_CHOICE_CHECK ? sky_phrase_words ("checks")
                                               : sky_phrase_words ("plays"));
  /* To check or to play decides nothing yet. */
  if (folds || state->late)
    sky_raise_decide (table, seat);
}

/* § 669a.7(c): Play Wagers come after the call; none is changed. */
static gboolean
may_come_late (const SkyTable *table, const SkyEvent *event, const SkyWager *wager)
{
  return event->type == SKY_EVENT_WAGER
         && wager->bet == &sky_raise_it_up_bets[SKY_RAISE_IT_UP_PLAY];
}

static void
add_cards (GArray *marks, const SkyRaiseHand *hand, gint64 place, guint faces_up)
{
  for (guint i = 0; i < MIN (hand->n, SKY_RAISE_CARDS); i++)
    {
      SkyMark mark = { .kind = SKY_MARK_CARD,
                       .place = place,
                       .value = i < faces_up ? hand->cards[i] : -1,
                       .index = i };

      g_array_append_val (marks, mark);
    }
}

/* Cards lie face down until a street is turned, the players' until the 6th is (§ 669a.11(i)). */
static void
add_marks (const SkyTable *table, GArray *marks)
{
  const SkyRaiseState *state = sky_raise_state (table);
  guint streets = 0;

  while (streets < 3 && state->revealed[streets].seq != 0)
    streets++;
  add_cards (marks, &state->community, SKY_PLACE_COMMUNITY, streets);
  for (gint64 seat = 1; seat <= SKY_RAISE_SEATS; seat++)
    add_cards (marks, &state->hands[seat], seat, streets == 3 ? 3 : 0);
  if (sky_table_option (table, SKY_RAISE_IT_UP_PROGRESSIVE_OFFERED) > 0)
    {
      SkyMark meter = { .kind = SKY_MARK_METER, .value = state->meter };

      g_array_append_val (marks, meter);
    }
}

/* § 669a.3(c): by hand four hours, from a shoe eight. */
static guint
card_hours (const SkyTable *table)
{
  return g_str_equal (sky_table_choice (table, "dealing"), "hand") ? 4 : 8;
}

static const SkyEquipmentRules equipment = {
  .items = { { SKY_ITEM_CARDS, .hours = 4, .life_section = "669a.3(c)", .hours_at = card_hours,
               .inspectors = SKY_ROLE_BIT (DEALER) | SKY_ROLE_BIT (FLOORPERSON), .by_each = TRUE,
               .inspection_section = "669a.4(a)" } },
  .n_items = 1,
  .faults = { { SKY_ITEM_BIT (DEVICE) | SKY_ITEM_BIT (SHAKER) | SKY_ITEM_BIT (SHUFFLER)
                    | SKY_ITEM_BIT (SHOE),
                "669a.13(g)" } },
  .n_faults = 1,
};

const SkyGame sky_raise_it_up_game = {
  .id = SKY_GAME_RAISE_IT_UP,
  .name = "Raise It Up Stud Poker",
  .chapter = "669a",
  .wagers_section = "669a.7(d)",
  .training = SKY_TRAINING_BLACKJACK_AND_BANKED,
  .equipment = &equipment,
  .cameras = { SKY_COVERS_TABLE },
  .sections = {
    [SKY_CHECK_WAGER_LATE] = "669a.7(c)",
    [SKY_CHECK_WAGER_VERBAL] = "669a.7(a)",
    [SKY_CHECK_WAGER_CALL_BET] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_WRONG_CHIPS] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_NOT_SEATED] = "669a.7(b)",
    [SKY_CHECK_WAGER_AREAS] = "669a.7(e)",
    [SKY_CHECK_SETTLE_VIGORISH] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_ORDER] = SKY_NOT_SAID,
    [SKY_CHECK_ROUND_NO_MORE_BETS] = "669a.8(b)",
    [SKY_CHECK_ROUND_CALL] = SKY_NOT_SAID,
  },
  .bets = sky_raise_it_up_bets,
  .n_bets = SKY_RAISE_IT_UP_N_BETS,
  .options = sky_raise_it_up_options,
  .n_options = SKY_RAISE_IT_UP_N_OPTIONS,
  .begin = begin,
  .forget = forget,
  .visit = visit_state,
  .state_size = sizeof (SkyRaiseState),
  .on = {
    [SKY_EVENT_RULES] = sky_raise_on_rules,
    [SKY_EVENT_ROUND_START] = on_round_start,
    [SKY_EVENT_ROUND_END] = on_round_end,
    [SKY_EVENT_WAGER] = on_wager,
    [SKY_EVENT_VOID] = sky_raise_on_void,
    [SKY_EVENT_SETTLE] = on_settle,
    [SKY_EVENT_PLAYER] = on_player,
    [SKY_EVENT_METER] = sky_raise_on_meter,
    [SKY_EVENT_DEAL] = on_deal,
    [SKY_EVENT_DISCARD] = sky_raise_on_discard,
    [SKY_EVENT_EXPOSE] = sky_raise_on_expose,
    [SKY_EVENT_REVEAL] = sky_raise_on_reveal,
    [SKY_EVENT_DECISION] = on_decision,
    [SKY_EVENT_LOCK_OUT] = sky_raise_on_lock_out,
    [SKY_EVENT_STUB] = sky_raise_on_stub,
    [SKY_EVENT_LIGHT] = sky_raise_on_light,
    [SKY_EVENT_VALIDATE] = sky_raise_on_validate,
    [SKY_EVENT_ENVY] = sky_raise_on_envy,
  },
  .bets_end = SKY_BETS_END_BY_EVENT,
  .closes_by = SKY_EVENT_DEAL,
  .may_come_late = may_come_late,
  .describe = sky_raise_describe,
  .wager_name = sky_raise_wager_name,
  .marks = add_marks,
};
