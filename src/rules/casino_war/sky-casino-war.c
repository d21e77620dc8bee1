/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The round of Casino War (58 Pa. Code § 651a.7, § 651a.8, § 651a.9): its wagers, the order of its
 * two deals, the players' decisions. */
#include "config.h"

#include "sky-casino-war-private.h"

#include "sky-card-round.h"

#include <glib/gi18n-lib.h>
static const SkyPay initial_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Initial Wager" } };
static const SkyPay tie_pays[] = { { 0, 0, SKY_ODDS_TO (10, 1), NULL, "Tie Wager" } };
static const SkyPay war_pays[] = {
  { SKY_WAR_HIGHER, 0, SKY_ODDS_TO (2, 1), NULL, "War Wager" },
  { SKY_WAR_TIED, 0, SKY_ODDS_TO (3, 1), NULL, "War Wager on a tie hand" },
};

#define BET(name, code, flags, printed, section, odds, pays)                                       \
  {                                                                                                \
    { name, 0 }, printed, section, odds, flags, -1, NULL, pays, G_N_ELEMENTS (pays), code          \
  }

const SkyBet sky_casino_war_bets[SKY_CASINO_WAR_N_BETS] = {
  [SKY_CASINO_WAR_INITIAL] =
      BET ("initial", "", 0, "Initial Wager", "651a.7(b)", "651a.10(1)", initial_pays),
  [SKY_CASINO_WAR_TIE] = BET ("tie", "t", 0, "Tie Wager", "651a.7(c)", "651a.10(2)", tie_pays),
  [SKY_CASINO_WAR_WAR] =
      BET ("war", "w", SKY_BET_IS_LATER, "War Wager", "651a.9(c)(2)", "651a.10(3)", war_pays),
  [SKY_CASINO_WAR_WAR_TIE] = BET ("war_tie",
                                  "wt",
                                  SKY_BET_IS_LATER,
                                  "Tie Wager on the War deal",
                                  "651a.7(c)",
                                  "651a.10(2)",
                                  tie_pays),
};

static const SkyOption options[SKY_CASINO_WAR_N_OPTIONS] = {
  SKY_COMMON_OPTIONS ("651a.7(e)"),
  /* Any number is read: one that may not be used is casino_war.decks alone. */
  [SKY_CASINO_WAR_DECKS] = { "decks", SKY_OPTION_INT, 6, G_MININT64, G_MAXINT64, NULL, "651a.3" },
  [SKY_CASINO_WAR_SHUFFLER] = { "shuffler", SKY_OPTION_BOOL, FALSE, 0, 1, NULL, "651a.3(c)" },
};

static void
begin (SkyTable *table)
{
  SkyWarState *state = table->state;

  state->decks = table->game->options[SKY_CASINO_WAR_DECKS].fallback;
  sky_war_begin_shoe (state);
}

/* How many cards the shoe holds, the Rules Submission says. */
static void
forget (SkyTable *table)
{
  SkyWarState *state = table->state;

  *state = (SkyWarState){ .decks = state->decks, .shuffler = state->shuffler };
  sky_war_begin_shoe (state);
}

/* Visits SkyWarDeal. */
static void
visit_deal (SkyState *state, SkyWarDeal *deal)
{
  for (guint i = 0; i < G_N_ELEMENTS (deal->cards); i++)
    {
      sky_state_int (state, deal->cards[i].seq);
      sky_state_int (state, deal->cards[i].card);
    }
  sky_state_int (state, deal->last);
  sky_state_int (state, deal->misordered);
  sky_state_int (state, deal->first_seq);
}

/* Visits SkyWarState. */
static void
visit_state (SkyTable *table, SkyState *state)
{
  SkyWarState *self = sky_war_state (table);

  sky_state_int (state, self->decks);
  sky_state_int (state, self->shuffler);
  sky_state_ints (state, self->seen);
  sky_state_int (state, self->dealer_known);
  sky_state_int (state, self->burn_wanted);
  sky_state_int (state, self->burned);
  sky_state_int (state, self->cover_out);
  sky_state_int (state, self->cover_now);
  for (guint i = 0; i < SKY_WAR_DEALS; i++)
    visit_deal (state, &self->deals[i]);
  sky_state_int (state, self->burned_between);
  for (guint i = 0; i < G_N_ELEMENTS (self->decisions); i++)
    {
      sky_state_int (state, self->decisions[i].seq);
      sky_state_int (state, self->decisions[i].choice);
    }
  sky_state_int (state, self->void_seq);
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);

  sky_war_begin_round_of_shoe (table);
  for (guint deal = 0; deal < SKY_WAR_DEALS; deal++)
    state->deals[deal] = (SkyWarDeal){ 0 };
  for (guint seat = 0; seat <= SKY_WAR_SEATS; seat++)
    state->decisions[seat].seq = 0;
  state->burned_between = 0;
  state->void_seq = 0;
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);

  sky_war_decide_rest (table);
  if (state->cover_now)
    state->cover_out = TRUE;
}

static void
on_void (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);

  if (state->void_seq == 0)
    state->void_seq = table->seq;
  /* Whoever disputes it now is told so; what comes later in the round follows at its end. */
  sky_card_round_void (table, state->void_seq);
}

/* § 651a.9(c)(2): equal to the Initial Wager, upon a tie hand. */
static void
check_war_wager (SkyTable *table, const SkyEvent *event)
{
  const SkyWarState *state = sky_war_state (table);
  const SkyWager *wager = table->wager;
  const SkyWarCard *player, *dealer = &state->deals[0].cards[0];
  SkyMoney initial, all;

  if (!sky_card_round_is_up (wager, &sky_casino_war_bets[SKY_CASINO_WAR_WAR]))
    return;
  player = &state->deals[0].cards[wager->seat <= SKY_WAR_SEATS ? wager->seat : 0];
  initial =
      sky_card_round_sum_anew (table, &sky_casino_war_bets[SKY_CASINO_WAR_INITIAL], wager->seat);
  all = sky_card_round_sum_anew (table, &sky_casino_war_bets[SKY_CASINO_WAR_WAR], wager->seat);
  if (player == dealer || player->seq == 0 || dealer->seq == 0
      || SKY_CARD_RANK (player->card) != SKY_CARD_RANK (dealer->card))
    sky_table_raise (table, SKY_CHECK_CASINO_WAR_WAR_WAGER, NULL, wager,
                     "A War Wager was placed without a tie hand.");
  else if (all != initial)
    {
      g_autofree char *war = sky_phrase_money (all);
      g_autofree char *first = sky_phrase_money (initial);

      sky_table_raise (table, SKY_CHECK_CASINO_WAR_WAR_WAGER, NULL, wager,
                       "The War Wager is %s; it must equal the Initial Wager of %s.", war, first);
    }
}

static void
on_change (SkyTable *table, const SkyEvent *event)
{
  if (event->change.action == SKY_CHANGE_INCREASE || event->change.action == SKY_CHANGE_REDUCE)
    check_war_wager (table, event);
}

/* § 651a.8(c), § 651a.9(f): once around clockwise, to each with the deal's wager, the dealer last.
 */
static gboolean
is_out_of_turn (const SkyTable *table, const SkyWarDeal *deal, gboolean war, gint64 to)
{
  const SkyBet *bet = &sky_casino_war_bets[war ? SKY_CASINO_WAR_WAR : SKY_CASINO_WAR_INITIAL];

  if (deal->cards[0].seq != 0)
    return TRUE;
  if (to == SKY_PLACE_DEALER)
    return FALSE;
  return to <= deal->last || sky_card_round_sum (table, bet, to) == 0;
}

/* Returns: a new string. */
static char *
place_name (gint64 place)
{
  return place == SKY_PLACE_DEALER ? sky_phrase ("the dealer")
                                   : sky_phrase ("seat %" PRId64, place);
}

static void
on_deal (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);
  gboolean war = event->deal.war;
  SkyWarDeal *deal = &state->deals[war ? 1 : 0];
  gint64 to = event->deal.to;

  if (table->round == 0)
    return;
  if (state->deals[0].first_seq == 0 && state->deals[1].first_seq == 0)
    sky_card_round_check_areas (table, sky_table_option (table, SKY_OPTION_ADJACENT_AREAS), NULL);
  sky_war_take_card (table, event);
  if (deal->first_seq == 0)
    deal->first_seq = table->seq;

  if (!deal->misordered && is_out_of_turn (table, deal, war, to))
    {
      g_autofree char *place = place_name (to);

      deal->misordered = TRUE;
      sky_table_raise (table, SKY_CHECK_CASINO_WAR_DEAL_ORDER, war ? "651a.9(f)" : "651a.8(c)",
                       NULL,
                       war ? N_ ("A card was dealt to %s out of turn in the War deal.")
                           : N_ ("A card was dealt to %s out of turn in the original deal."),
                       place);
    }
  if (table->sink.step != NULL)
    {
      g_autofree char *name = sky_card_name (event->deal.cards[0]);
      g_autofree char *place = place_name (to);

      sky_table_step (table, NULL, table->seq, war ? "651a.9(f)" : "651a.8(c)",
                      war ? N_ ("The %s is dealt to %s in the War deal.")
                          : N_ ("The %s is dealt to %s in the original deal."),
                      name, place);
    }

  if (to < 0 || to > SKY_WAR_SEATS)
    return;
  table->has_result |= to == SKY_PLACE_DEALER;
  /* The first card is the hand (§ 651a.1); a second is out of turn and decides nothing. */
  if (deal->cards[to].seq == 0)
    deal->cards[to] = (SkyWarCard){ table->seq, event->deal.cards[0] };
  if (to != SKY_PLACE_DEALER)
    deal->last = MAX (deal->last, to);
  sky_war_decide (table);
}

static void
on_decision (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);
  gint64 seat = event->decision.seat;

  if (seat > SKY_WAR_SEATS || state->decisions[seat].seq != 0)
    return;
  state->decisions[seat].seq = table->seq;
  state->decisions[seat].choice = event->decision.choice;
  sky_table_step (table, NULL, table->seq,
                  event->decision.choice == SKY_CHOICE_WAR         ? "651a.9(c)(2)"
                  : event->decision.choice == SKY_CHOICE_SURRENDER ? "651a.9(c)(1)"
                                                                   : "651a.9(c)",
                  "Seat %" PRId64 " %s.", seat,
                  event->decision.choice == SKY_CHOICE_WAR ? sky_phrase_words ("goes to war")
                  : event->decision.choice == SKY_CHOICE_SURRENDER
                      ? sky_phrase_words ("surrenders")
                      : sky_phrase_words ("decides otherwise"));
  sky_war_decide (table);
}

/* § 651a.9(e): the War Wager and its Tie Wager come after the original deal and before the War
 * deal. */
static gboolean
may_come_late (const SkyTable *table, const SkyEvent *event, const SkyWager *wager)
{
  return sky_war_state (table)->deals[1].first_seq == 0
         && (wager->bet == &sky_casino_war_bets[SKY_CASINO_WAR_WAR]
             || wager->bet == &sky_casino_war_bets[SKY_CASINO_WAR_WAR_TIE]);
}

/* § 651a.9(h): the War deal's wagers alone. */
static gboolean
settled_in_order (const SkyWager *wager)
{
  return wager->bet == &sky_casino_war_bets[SKY_CASINO_WAR_WAR]
         || wager->bet == &sky_casino_war_bets[SKY_CASINO_WAR_WAR_TIE];
}

static void
add_marks (const SkyTable *table, GArray *marks)
{
  const SkyWarState *state = sky_war_state (table);

  for (guint deal = 0; deal < SKY_WAR_DEALS; deal++)
    for (gint place = 0; place <= SKY_WAR_SEATS; place++)
      if (state->deals[deal].cards[place].seq != 0)
        {
          SkyMark mark = { .kind = SKY_MARK_CARD,
                           .place = place,
                           .value = state->deals[deal].cards[place].card,
                           .index = deal };

          g_array_append_val (marks, mark);
        }
}

static const SkyEquipmentRules equipment = {
  .items = { { SKY_ITEM_CARDS, .hours = 24, .life_section = "651a.3(d)",
               .inspectors = SKY_ROLE_BIT (DEALER), .inspection_section = "651a.4(a)" } },
  .n_items = 1,
  .faults = { { SKY_ITEM_BIT (DEVICE) | SKY_ITEM_BIT (SHAKER) | SKY_ITEM_BIT (SHUFFLER)
                    | SKY_ITEM_BIT (SHOE),
                "651a.11(e)" } },
  .n_faults = 1,
};

const SkyGame sky_casino_war_game = {
  .id = SKY_GAME_CASINO_WAR,
  .name = "Casino War",
  .chapter = "651a",
  .wagers_section = "651a.7",
  .training = SKY_TRAINING_BLACKJACK_AND_BANKED,
  .equipment = &equipment,
  .cameras = { SKY_COVERS_TABLE },
  .sections = {
    [SKY_CHECK_WAGER_LATE] = "651a.7(d)",
    [SKY_CHECK_WAGER_VERBAL] = "651a.7(a)",
    [SKY_CHECK_WAGER_CALL_BET] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_WRONG_CHIPS] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_NOT_SEATED] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_AREAS] = "651a.7(e)",
    [SKY_CHECK_SETTLE_VIGORISH] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_ORDER] = "651a.9(h)",
    [SKY_CHECK_ROUND_NO_MORE_BETS] = "651a.8(c)",
    [SKY_CHECK_ROUND_CALL] = SKY_NOT_SAID,
  },
  .bets = sky_casino_war_bets,
  .n_bets = SKY_CASINO_WAR_N_BETS,
  .options = options,
  .n_options = SKY_CASINO_WAR_N_OPTIONS,
  .begin = begin,
  .forget = forget,
  .visit = visit_state,
  .state_size = sizeof (SkyWarState),
  .on = {
    [SKY_EVENT_RULES] = sky_war_on_rules,
    [SKY_EVENT_STAFF] = sky_war_on_staff,
    [SKY_EVENT_ROUND_START] = on_round_start,
    [SKY_EVENT_ROUND_END] = on_round_end,
    [SKY_EVENT_WAGER] = check_war_wager,
    [SKY_EVENT_WAGER_CHANGE] = on_change,
    [SKY_EVENT_VOID] = on_void,
    [SKY_EVENT_SHUFFLE] = sky_war_on_shuffle,
    [SKY_EVENT_CUT] = sky_war_on_cut,
    [SKY_EVENT_BURN] = sky_war_on_burn,
    [SKY_EVENT_COVER_CARD] = sky_war_on_cover_card,
    [SKY_EVENT_DISCARD] = sky_war_on_discard,
    [SKY_EVENT_DEAL] = on_deal,
    [SKY_EVENT_DECISION] = on_decision,
  },
  .bets_end = SKY_BETS_END_BY_EVENT,
  .closes_by = SKY_EVENT_DEAL,
  .may_come_late = may_come_late,
  .settled_in_order = settled_in_order,
  .describe = sky_war_describe,
  .marks = add_marks,
};
