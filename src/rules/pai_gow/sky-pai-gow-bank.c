/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Player bank and co-banking (58 Pa. Code § 621a.11): who may bank, whose turn it is, and what a
 * banked round leaves in the centre of the table. */
#include "config.h"

#include "sky-pai-gow-private.h"

#include "sky-card-round.h"
#include "sky-json-writer.h"

/* A player as a number: the FNV-1a hash of his id; 0: nobody known. Players are compared within one
 * day at one table. */
static guint64
player_at (const SkyTable *table, gint64 seat)
{
  const char *player = sky_card_round_player (table, seat);
  guint64 hash = G_GUINT64_CONSTANT (14695981039346656037);

  if (player == NULL)
    return 0;
  for (; *player != '\0'; player++)
    hash = (hash ^ (guchar) *player) * G_GUINT64_CONSTANT (1099511628211);
  return MAX (hash, 1);
}

/* The first seat with a player from @seat on, round the table; 0: nobody is there. */
static gint64
present_from (const SkyTable *table, gint64 seat)
{
  for (gint64 i = 0; i < SKY_PAI_GOW_SEATS; i++)
    {
      gint64 candidate = (seat - 1 + i) % SKY_PAI_GOW_SEATS + 1;
      const SkySeat *record = sky_table_get_seat (table, candidate);

      if (record != NULL && record->present)
        return candidate;
    }
  return 0;
}

static gboolean
is_first_round (const SkyPaiGowState *state)
{
  return state->begun ? state->turns.first : state->turns.fresh;
}

/* § 621a.11(b) and § 621a.11(c). */
static void
judge_turn (SkyTable *table, gint64 seat)
{
  SkyPaiGowState *state = sky_pai_gow_state (table);
  SkyPaiGowRound *round = &state->round;
  guint64 player = player_at (table, seat);

  if (round->turn_judged)
    return;
  round->turn_judged = TRUE;
  if (is_first_round (state))
    {
      round->out_of_time = TRUE;
      sky_table_raise (table, SKY_CHECK_PAI_GOW_BANK_TURN, "621a.11(b)", NULL,
                       "Seat %" PRId64 " banks the first round since the tiles came.", seat);
    }
  else if (player != 0 && player == state->turns.last_bank)
    sky_table_raise (table, SKY_CHECK_PAI_GOW_BANK_TURN, "621a.11(c)", NULL,
                     "The player at seat %" PRId64 " banks two rounds running.", seat);
  else if (seat != round->next_offer)
    sky_table_raise (table, SKY_CHECK_PAI_GOW_BANK_TURN, "621a.11(c)", NULL,
                     "Seat %" PRId64 " banks out of turn; seat %" PRId64
                     " was to be offered the bank.",
                     seat, round->next_offer);
}

static void
begin_offers (SkyTable *table)
{
  SkyPaiGowState *state = sky_pai_gow_state (table);
  SkyPaiGowRound *round = &state->round;

  if (round->offered)
    return;
  round->offered = TRUE;
  round->first_offer = present_from (table, state->turns.turn);
  round->next_offer = round->first_offer;
}

/* `decision` bank, co_bank or pass_bank: an offer and its answer. */
void
sky_pai_gow_on_offer (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);
  gint64 seat = event->decision.seat;

  begin_offers (table);
  sky_table_step (table, NULL, table->seq, "621a.11(c)", "Seat %" PRId64 " %s.", seat,
                  event->decision.choice == SKY_CHOICE_PASS_BANK
                      ? sky_phrase_words ("passes the bank")
                  : event->decision.choice == SKY_CHOICE_BANK
                      ? sky_phrase_words ("accepts the bank")
                      : sky_phrase_words ("accepts the bank as co-bank"));
  if (event->decision.choice != SKY_CHOICE_PASS_BANK)
    judge_turn (table, seat);
  else if (seat == round->next_offer)
    round->next_offer = present_from (table, seat + 1);
}

void
sky_pai_gow_on_bank (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  if (event->bank.seat > SKY_PAI_GOW_SEATS)
    return;
  round->bank = event->bank.seat;
  round->co_banked = event->bank.co;
  round->chips = event->bank.chips;
  round->banked = (SkyPaiGowMoment){ table->seq, table->at };
  sky_table_step (table, NULL, table->seq, "621a.11(c)", "Seat %" PRId64 " is the %s.", round->bank,
                  round->co_banked ? sky_phrase_words ("co-bank") : sky_phrase_words ("bank"));
  /* Without its own `decision` it is the seat's acceptance (fine print 71). */
  begin_offers (table);
  judge_turn (table, round->bank);
}

static gboolean
wagered_against_dealer (const SkyPaiGowTurns *turns, guint64 player)
{
  for (guint i = 0; i < SKY_PAI_GOW_SEATS; i++)
    if (turns->against_dealer[i] == player)
      return TRUE;
  return FALSE;
}

/* § 621a.11(d) and § 621a.11(f). */
void
sky_pai_gow_judge_bank (SkyTable *table)
{
  SkyPaiGowState *state = sky_pai_gow_state (table);
  SkyPaiGowRound *round = &state->round;
  guint64 player = player_at (table, round->bank);
  SkyMoney others = 0;
  guint own = 0;
  const char *section = "621a.11(d)";
  g_autofree char *why = NULL;

  if (round->bank == 0 || round->bank_judged || round->out_of_time || player == 0)
    return;
  round->bank_judged = TRUE;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (!sky_card_round_is_up (wager, &sky_pai_gow_bets[SKY_PAI_GOW_WAGER]))
        continue;
      if (player_at (table, wager->seat) == player)
        own += (guint) sky_card_round_is_of_this (table, wager);
      else
        others += wager->amount;
    }
  if (!wagered_against_dealer (&state->turns, player))
    why = sky_phrase ("did not wager against the dealer in the last round that no player banked");
  else if (round->chips < others)
    {
      g_autofree char *chips = sky_phrase_money (round->chips);
      g_autofree char *sum = sky_phrase_money (others);

      why =
          sky_phrase ("has %s on the table, which do not cover the other players' %s", chips, sum);
    }
  else if (own > 1)
    {
      section = "621a.11(f)";
      why = sky_phrase ("wagers on more than one area");
    }
  if (why != NULL)
    sky_table_raise_at (table, SKY_CHECK_PAI_GOW_BANK_ELIGIBLE, section, NULL, round->banked.seq,
                        round->banked.at, NULL, NULL, "The bank at seat %" PRId64 " %s.",
                        round->bank, why);
}

void
sky_pai_gow_on_bank_settle (SkyTable *table, const SkyEvent *event)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  round->left.when = (SkyPaiGowMoment){ table->seq, table->at };
  round->left.surplus = event->bank_settle.surplus;
  round->left.vig = event->bank_settle.vig;
  round->left.collected = event->bank_settle.collected;
}

/* The bank's half, of a surplus or of what is missing, is rounded down to the cent. */
static SkyMoney
bank_share (const SkyPaiGowRound *round, SkyMoney surplus)
{
  return round->co_banked ? surplus / 2 : surplus;
}

static SkyMoney
handed_to_bank (const SkyPaiGowRound *round, const SkyPaiGowLeft *left)
{
  return bank_share (round, left->surplus) - left->vig - left->collected;
}

/* § 621a.11(o) and § 621a.11(r). */
gboolean
sky_pai_gow_work_out_left (const SkyTable *table, SkyPaiGowLeft *left, gboolean *any)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  SkyMoney centre = 0;

  *any = FALSE;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->status != SKY_WAGER_UP || wager->bet == NULL)
        continue;
      if (wager->due.outcome == SKY_OUTCOME_NONE)
        return FALSE;
      centre += wager->due.taken - wager->due.paid;
      *any |= wager->due.outcome != SKY_OUTCOME_VOID;
    }
  *left = (SkyPaiGowLeft){ .surplus = MAX (centre, 0) };
  left->vig = sky_pai_gow_vigorish (table, bank_share (round, left->surplus));
  left->collected = round->co_banked ? MAX (-centre, 0) / 2 : MAX (-centre, 0);
  return TRUE;
}

static char *
left_json (const SkyPaiGowLeft *left)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "surplus", left->surplus);
  sky_json_add_int (json, "vig", left->vig);
  sky_json_add_int (json, "collected", left->collected);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

static const char *
left_section (const SkyPaiGowRound *round)
{
  return round->co_banked ? "621a.11(r)" : "621a.11(o)";
}

/* The centre's money is settled with the bank, not with a wager. */
static void
raise_left (SkyTable *table, SkyCheck check, const SkyPaiGowLeft *was, const SkyPaiGowLeft *due)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  SkyFinding *finding;
  g_autofree char *surplus = sky_phrase_money (due->surplus);
  g_autofree char *vig = sky_phrase_money (due->vig);
  g_autofree char *collected = sky_phrase_money (due->collected);
  gboolean missing = round->left.when.seq == 0;

  if (!sky_table_judges (table, check, NULL, round->bank))
    return;
  finding = g_new0 (SkyFinding, 1);
  finding->check = check;
  finding->section = check == SKY_CHECK_SETTLE_VIGORISH ? "621a.10(k)" : left_section (round);
  finding->seq = missing ? table->seq : round->left.when.seq;
  finding->at = missing ? table->at : round->left.when.at;
  finding->round = table->round;
  finding->seat = round->bank;
  finding->has_variance = TRUE;
  finding->variance = (missing ? 0 : handed_to_bank (round, was)) - handed_to_bank (round, due);
  finding->recorded = missing ? NULL : left_json (was);
  finding->recomputed = left_json (due);
  finding->explanation = sky_phrase (
      "The banked round leaves a surplus of %s, a vigorish of %s on the bank's share of it, and %s "
      "to collect from the bank; the table settled it %s.",
      surplus, vig, collected,
      missing ? sky_phrase_words ("not at all") : sky_phrase_words ("otherwise"));
  table->sink.finding (table->sink.finding_data, finding);
}

/* What the rules make of the centre's money. */
static void
tell_left (SkyTable *table, const SkyPaiGowLeft *due)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  g_autofree char *surplus = sky_phrase_money (due->surplus);
  g_autofree char *vig = sky_phrase_money (due->vig);
  g_autofree char *collected = sky_phrase_money (due->collected);
  const SkyPaiGowLeft was = { round->left.surplus, round->left.vig, round->left.collected };
  SkyMoney handed = round->left.when.seq != 0 ? handed_to_bank (round, &was) : 0;
  g_autofree char *handed_text = sky_phrase_money_signed (handed);
  g_autofree char *due_text = sky_phrase_money_signed (handed_to_bank (round, due));
  g_autofree char *difference = sky_phrase_money_signed (handed - handed_to_bank (round, due));

  sky_table_step (table, NULL, round->left.when.seq != 0 ? round->left.when.seq : table->seq,
                  left_section (round),
                  "The wagers leave %s in the centre, a vigorish of %s on the bank's share of it, "
                  "and %s to collect from the bank. Handed over to the bank: %s. Due: %s. The "
                  "difference: %s.",
                  surplus, vig, collected, handed_text, due_text, difference);
}

static void
check_left (SkyTable *table)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;
  SkyPaiGowLeft was = { round->left.surplus, round->left.vig, round->left.collected };
  gboolean any;
  SkyPaiGowLeft due;

  if (round->bank == 0 || table->impossible || !sky_pai_gow_work_out_left (table, &due, &any))
    return;
  if (any && table->sink.step != NULL)
    tell_left (table, &due);
  /* It is of all wagers of the round. */
  if (table->scope.some_seats || table->unseen)
    return;
  if (round->left.when.seq == 0)
    {
      if (any)
        raise_left (table, SKY_CHECK_SETTLE_MISSING, NULL, &due);
    }
  else if (was.surplus != due.surplus || was.collected != due.collected)
    raise_left (table, SKY_CHECK_SETTLE_PAYOUT, &was, &due);
  else if (was.vig != due.vig)
    raise_left (table, SKY_CHECK_SETTLE_VIGORISH, &was, &due);
}

void
sky_pai_gow_end_bank (SkyTable *table)
{
  SkyPaiGowState *state = sky_pai_gow_state (table);
  const SkyPaiGowRound *round = &state->round;
  guint n = 0;

  check_left (table);
  if (round->offered && round->first_offer != 0)
    state->turns.turn = round->first_offer % SKY_PAI_GOW_SEATS + 1;
  state->turns.last_bank = round->bank != 0 ? player_at (table, round->bank) : 0;
  if (round->bank != 0)
    return;
  for (guint i = 0; i < SKY_PAI_GOW_SEATS; i++)
    state->turns.against_dealer[i] = 0;
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];
      guint64 player = player_at (table, wager->seat);

      if (sky_card_round_is_up (wager, &sky_pai_gow_bets[SKY_PAI_GOW_WAGER])
          && n < SKY_PAI_GOW_SEATS && !wagered_against_dealer (&state->turns, player))
        state->turns.against_dealer[n++] = player;
    }
}
