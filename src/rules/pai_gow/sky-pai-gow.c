/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The round of Pai Gow (58 Pa. Code § 621a.7, § 621a.8, § 621a.9, § 621a.10, § 621a.11): its bets,
 * its places, the players' decisions. */
#include "config.h"

#include "sky-pai-gow-private.h"

#include "sky-card-round.h"
#include "sky-table-state.h"

/* § 621a.10(k). */
static const SkyPay pai_gow_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Pai Gow Wager" } };
static const SkyPay dealer_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL,
                                        "Dealer's wager against the bank" } };

const SkyBet sky_pai_gow_bets[SKY_PAI_GOW_N_BETS] = {
  [SKY_PAI_GOW_WAGER] = { { "pai_gow", 0 },
                          "Pai Gow Wager",
                          "621a.7(a)",
                          "621a.10(k)",
                          0,
                          -1,
                          NULL,
                          pai_gow_pays,
                          G_N_ELEMENTS (pai_gow_pays),
                          "" },
  /* The dealer does not accept it: the table's limits are not its own (§ 621a.11(h)). */
  [SKY_PAI_GOW_DEALER_VS_BANK] = { { "dealer_vs_bank", 0 },
                                   "Dealer's wager against the bank",
                                   "621a.11(h)",
                                   "621a.11(o)",
                                   SKY_BET_NO_TABLE_LIMITS,
                                   SKY_PAI_GOW_PLAYER_BANK,
                                   NULL,
                                   dealer_pays,
                                   G_N_ELEMENTS (dealer_pays),
                                   "d" },
};

static const char *const roundings[] = { "none", "quarter_up", NULL };
static const char *const dealer_wagers[] = { "last", NULL };

static const SkyOption options[SKY_PAI_GOW_N_OPTIONS] = {
  SKY_COMMON_OPTIONS ("621a.13(a)"),
  [SKY_PAI_GOW_VIG_ROUNDING] = { "vig_rounding", SKY_OPTION_CHOICE, 0, 0, 1, roundings,
                                 "621a.10(k)" },
  [SKY_PAI_GOW_PLAYER_BANK] = { "player_bank", SKY_OPTION_BOOL, FALSE, 0, 1, NULL, "621a.11(a)" },
  [SKY_PAI_GOW_CO_BANK] = { "co_bank", SKY_OPTION_BOOL, FALSE, 0, 1, NULL, "621a.11(e)" },
  [SKY_PAI_GOW_DEALER_WAGER] = { "dealer_wager", SKY_OPTION_AMOUNT, SKY_OPTION_ABSENT, 0,
                                 SKY_MONEY_MAX, dealer_wagers, "621a.11(h)" },
  [SKY_PAI_GOW_RNG] = { "rng", SKY_OPTION_BOOL, FALSE, 0, 1, NULL, "621a.8(a)(1)" },
  [SKY_PAI_GOW_ALTERNATIVE_DEALING] = { "alternative_dealing", SKY_OPTION_BOOL, FALSE, 0, 1, NULL,
                                        "621a.9" },
};

static void
begin (SkyTable *table)
{
  SkyPaiGowState *state = table->state;

  state->turns.fresh = TRUE;
  state->turns.turn = 1;
}

/* Visits SkyPaiGowMoment. */
static void
visit_moment (SkyState *state, SkyPaiGowMoment *moment)
{
  sky_state_int (state, moment->seq);
  sky_state_int (state, moment->at);
}

/* Visits SkyPaiGowHand. */
static void
visit_hand (SkyState *state, SkyPaiGowHand *hand)
{
  sky_state_ints (state, hand->tiles);
  sky_state_int (state, hand->n);
  if (hand->n > G_N_ELEMENTS (hand->tiles))
    sky_state_refuse (state);
}

/* Visits SkyPaiGowSet. */
static void
visit_set (SkyState *state, SkyPaiGowSet *set)
{
  visit_moment (state, &set->when);
  sky_state_ints (state, set->high);
  sky_state_ints (state, set->low);
}

/* Visits SkyPaiGowTaken. */
static void
visit_taken (SkyState *state, SkyPaiGowTaken *taken)
{
  SkyWager *wager = (SkyWager *) taken->wager;

  visit_moment (state, &taken->when);
  sky_state_wager (state, &wager);
  taken->wager = wager;
}

/* Visits SkyPaiGowTurns. */
static void
visit_turns (SkyState *state, SkyPaiGowTurns *turns)
{
  sky_state_int (state, turns->fresh);
  sky_state_int (state, turns->first);
  sky_state_int (state, turns->turn);
  sky_state_int (state, turns->last_bank);
  sky_state_ints (state, turns->against_dealer);
}

/* Visits SkyPaiGowRound. */
static void
visit_round (SkyState *state, SkyPaiGowRound *round)
{
  sky_state_int (state, round->has_stacks);
  for (guint i = 0; i < G_N_ELEMENTS (round->stacks.tiles); i++)
    sky_state_ints (state, round->stacks.tiles[i]);
  sky_state_int (state, round->style);
  visit_moment (state, &round->shaken);
  sky_state_int (state, round->shakes);
  visit_moment (state, &round->result.when);
  sky_state_int (state, round->result.total);
  sky_state_ints (state, round->result.dice);
  sky_state_int (state, round->result.by_dice);
  sky_state_int (state, round->result.impossible);
  sky_state_int (state, round->result.observed);
  visit_moment (state, &round->result.shaken);
  sky_state_int (state, round->result.shakes);
  sky_state_int (state, round->miscalled);
  sky_state_int (state, round->miscalled_before);
  sky_state_int (state, round->undone);
  sky_state_int (state, round->first_deal);
  sky_state_int (state, round->misdelivered);
  sky_state_ints (state, round->seen);
  for (guint i = 0; i < SKY_PAI_GOW_PLACES; i++)
    visit_hand (state, &round->hands[i]);
  for (guint i = 0; i < SKY_PAI_GOW_PLACES; i++)
    visit_set (state, &round->sets[i]);
  sky_state_int (state, round->compared);
  sky_state_int (state, round->areas_judged);
  sky_state_int (state, round->called_void);
  sky_state_int (state, round->void_seq);
  visit_moment (state, &round->exposed);
  sky_state_int (state, round->misplaced);
  sky_state_ints (state, round->tile_exposed);
  sky_state_ints (state, round->voided);
  sky_state_ints (state, round->surrendered);
  sky_state_ints (state, round->revealed);
  sky_state_ints (state, round->gone);
  sky_state_ints (state, round->abandoned);
  for (guint i = 0; i < SKY_PAI_GOW_SEATS; i++)
    visit_taken (state, &round->taken[i]);
  sky_state_int (state, round->n_taken);
  if (round->n_taken > SKY_PAI_GOW_SEATS)
    sky_state_refuse (state);
  sky_state_int (state, round->bank);
  sky_state_int (state, round->co_banked);
  visit_moment (state, &round->banked);
  sky_state_int (state, round->chips);
  sky_state_int (state, round->bank_judged);
  sky_state_int (state, round->offered);
  sky_state_int (state, round->turn_judged);
  sky_state_int (state, round->out_of_time);
  sky_state_int (state, round->first_offer);
  sky_state_int (state, round->next_offer);
  visit_moment (state, &round->left.when);
  sky_state_int (state, round->left.surplus);
  sky_state_int (state, round->left.vig);
  sky_state_int (state, round->left.collected);
}

/* Visits SkyPaiGowState. */
static void
visit (SkyTable *table, SkyState *state)
{
  SkyPaiGowState *self = sky_pai_gow_state (table);

  visit_turns (state, &self->turns);
  visit_round (state, &self->round);
  sky_state_int (state, self->begun);
  sky_state_int (state, self->over);
}

static void
on_table_open (SkyTable *table, const SkyEvent *event)
{
  sky_pai_gow_state (table)->turns.fresh = TRUE;
}

/* § 621a.11(b): the start of the game, when tiles come in. */
static void
on_equipment (SkyTable *table, const SkyEvent *event)
{
  if (event->equipment.item == SKY_ITEM_TILES && event->equipment.action == SKY_EQUIPMENT_IN)
    sky_pai_gow_state (table)->turns.fresh = TRUE;
}

/* § 621a.7(b): whose player leaves during the round may be taken to have abandoned his wager. */
static void
on_player (SkyTable *table, const SkyEvent *event)
{
  gint64 seat = event->player.seat;

  if (table->round != 0 && seat <= SKY_PAI_GOW_SEATS)
    sky_pai_gow_round (table)->gone[seat] = event->player.present ? 0 : table->seq;
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowState *state = sky_pai_gow_state (table);

  /* What came since the last round is this one's; a round that the log did not end is over. */
  if (state->begun)
    state->over = TRUE;
  sky_pai_gow_round (table);
  state->turns.first = state->turns.fresh;
  state->turns.fresh = FALSE;
  state->begun = TRUE;
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowState *state = sky_pai_gow_state (table);

  sky_pai_gow_end_deal (table);
  sky_pai_gow_end_settle (table);
  sky_pai_gow_end_bank (table);
  state->begun = FALSE;
  state->over = TRUE;
}

static void
on_decision (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round;
  gint64 seat = event->decision.seat;

  if (seat > SKY_PAI_GOW_SEATS)
    return;
  switch (event->decision.choice)
    {
    case SKY_CHOICE_BANK:
    case SKY_CHOICE_CO_BANK:
    case SKY_CHOICE_PASS_BANK:
      sky_pai_gow_on_offer (table, event);
      return;
    case SKY_CHOICE_SURRENDER:
      round = sky_pai_gow_round (table);
      /* § 621a.10(e). */
      if (round->revealed[seat] != 0)
        sky_table_raise (
            table, SKY_CHECK_PAI_GOW_SURRENDER, NULL, NULL,
            "Seat %" PRId64 " surrendered after its hands had been exposed for comparison.", seat);
      if (round->surrendered[seat] == 0)
        round->surrendered[seat] = table->seq;
      break;
    case SKY_CHOICE_VOID:
      round = sky_pai_gow_round (table);
      /* § 621a.12(d): the choice is only given to whose tile was exposed. */
      if (round->tile_exposed[seat] != 0 && round->voided[seat] == 0)
        round->voided[seat] = table->seq;
      break;
    case SKY_CHOICE_PLAY:
    case SKY_CHOICE_WAR:
    case SKY_CHOICE_CHECK:
    case SKY_CHOICE_FOLD:
      return;
    }
  sky_table_step (table, NULL, table->seq,
                  event->decision.choice == SKY_CHOICE_VOID ? "621a.12(d)" : "621a.10(e)",
                  "Seat %" PRId64 " %s.", seat,
                  event->decision.choice == SKY_CHOICE_VOID ? sky_phrase_words ("voids its hand")
                                                            : sky_phrase_words ("surrenders"));
  sky_pai_gow_decide_all (table);
}

static void
on_reveal (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  round->compared = TRUE;
  if (event->reveal.seat <= SKY_PAI_GOW_SEATS && round->revealed[event->reveal.seat] == 0)
    round->revealed[event->reveal.seat] = table->seq;
}

static void
on_settle (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  const SkyWager *wager = table->wager;

  if (wager == NULL || wager->bet != &sky_pai_gow_bets[SKY_PAI_GOW_WAGER]
      || wager->seat > SKY_PAI_GOW_SEATS || table->round == 0)
    return;
  if (round->gone[wager->seat] != 0 && sky_card_round_takes_all (wager))
    {
      round->abandoned[wager->seat] = round->gone[wager->seat];
      sky_pai_gow_decide_all (table);
    }
  else if (event->settle.outcome == SKY_OUTCOME_WIN || event->settle.outcome == SKY_OUTCOME_LOSE
           || event->settle.outcome == SKY_OUTCOME_PUSH)
    round->compared = TRUE;
  if (round->voided[wager->seat] != 0 && (event->settle.paid > 0 || event->settle.taken > 0)
      && round->n_taken < SKY_PAI_GOW_SEATS)
    round->taken[round->n_taken++] = (SkyPaiGowTaken){ { table->seq, table->at }, wager };
}

static void
add_tile (GArray *marks, gint64 place, gint64 value, guint index)
{
  SkyMark mark = { .kind = SKY_MARK_TILE, .place = place, .value = value, .index = index };

  g_array_append_val (marks, mark);
}

/* Tiles lie face down until their hands are compared; the dealer's and the bank's once they are
 * set. */
static void
add_marks (const SkyTable *table, GArray *marks)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;

  for (gint place = 0; place < SKY_PAI_GOW_PLACES; place++)
    {
      const SkyPaiGowSet *set = &round->sets[place];
      gint64 to = place == SKY_PAI_GOW_DEALER ? SKY_PLACE_DEALER
                  : place == SKY_PAI_GOW_DEAD ? SKY_PLACE_DEAD
                                              : place;
      gboolean up = set->when.seq != 0
                    && (place == SKY_PAI_GOW_DEALER || round->revealed[place] != 0
                        || (place == round->bank && round->compared));

      for (guint i = 0; i < round->hands[place].n; i++)
        add_tile (marks, to, !up ? -1 : i < 2 ? set->high[i] : set->low[i - 2], i);
    }
  for (guint i = 0; i < 3 && round->result.when.seq != 0 && round->result.by_dice; i++)
    {
      SkyMark die = { .kind = SKY_MARK_DIE, .value = round->result.dice[i], .index = i };

      g_array_append_val (marks, die);
    }
  if (round->result.when.seq != 0 && !round->result.by_dice)
    {
      SkyMark number = { .kind = SKY_MARK_NUMBER, .value = round->result.total };

      g_array_append_val (marks, number);
    }
  if (round->bank != 0)
    {
      SkyMark bank = { .kind = SKY_MARK_BANK, .place = round->bank, .value = round->co_banked };

      g_array_append_val (marks, bank);
    }
}

static const SkyEquipmentRules equipment = {
  .items = { { SKY_ITEM_TILES, .hours = 12, .life_section = "621a.3(e)",
               .inspectors = SKY_ROLE_BIT (DEALER) | SKY_ROLE_BIT (FLOORPERSON), .by_each = TRUE,
               .inspection_section = "621a.6(a)" },
             { SKY_ITEM_DICE, .hours = 24, .life_section = "621a.5(c)" } },
  .n_items = 2,
};

const SkyGame sky_pai_gow_game = {
  .id = SKY_GAME_PAI_GOW,
  .name = "Pai Gow",
  .chapter = "621a",
  .wagers_section = "621a.7",
  .training = SKY_TRAINING_PAI_GOW_TILES,
  .equipment = &equipment,
  .cameras = { SKY_COVERS_TABLE },
  .sections = {
    [SKY_CHECK_WAGER_LATE] = "621a.7(c)",
    [SKY_CHECK_WAGER_VERBAL] = "621a.7(a)",
    [SKY_CHECK_WAGER_CALL_BET] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_WRONG_CHIPS] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_NOT_SEATED] = "621a.7(b)",
    [SKY_CHECK_WAGER_AREAS] = "621a.13(a)",
    [SKY_CHECK_SETTLE_VIGORISH] = "621a.10(k)",
    [SKY_CHECK_SETTLE_ORDER] = SKY_NOT_SAID,
    [SKY_CHECK_ROUND_NO_MORE_BETS] = "621a.8(a)",
    [SKY_CHECK_ROUND_CALL] = "621a.8(b)",
  },
  .bets = sky_pai_gow_bets,
  .n_bets = SKY_PAI_GOW_N_BETS,
  .options = options,
  .n_options = SKY_PAI_GOW_N_OPTIONS,
  .begin = begin,
  .state_size = sizeof (SkyPaiGowState),
  .visit = visit,
  .on = {
    [SKY_EVENT_TABLE_OPEN] = on_table_open,
    [SKY_EVENT_PLAYER] = on_player,
    [SKY_EVENT_EQUIPMENT] = on_equipment,
    [SKY_EVENT_ROUND_START] = on_round_start,
    [SKY_EVENT_ROUND_END] = on_round_end,
    [SKY_EVENT_VOID] = sky_pai_gow_on_void,
    [SKY_EVENT_SETTLE] = on_settle,
    [SKY_EVENT_STACKS] = sky_pai_gow_on_stacks,
    [SKY_EVENT_CUT] = sky_pai_gow_on_cut,
    [SKY_EVENT_STYLE] = sky_pai_gow_on_style,
    [SKY_EVENT_SHAKE] = sky_pai_gow_on_shake,
    [SKY_EVENT_RESULT] = sky_pai_gow_on_result,
    [SKY_EVENT_CALL] = sky_pai_gow_on_call,
    [SKY_EVENT_DEAL] = sky_pai_gow_on_deal,
    [SKY_EVENT_EXPOSE] = sky_pai_gow_on_expose,
    [SKY_EVENT_DECISION] = on_decision,
    [SKY_EVENT_SET] = sky_pai_gow_on_set,
    [SKY_EVENT_REVEAL] = on_reveal,
    [SKY_EVENT_BANK] = sky_pai_gow_on_bank,
    [SKY_EVENT_BANK_SETTLE] = sky_pai_gow_on_bank_settle,
  },
  .bets_end = SKY_BETS_END_BY_CALL,
  .closes_by = SKY_EVENT_RESULT,
  .positions_dealt = SKY_PAI_GOW_SEATS,
  .describe = sky_pai_gow_describe,
  .marks = add_marks,
};
