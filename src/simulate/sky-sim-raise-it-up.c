/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Raise It Up Stud Poker table: wagers, deal, streets, decisions. */
#include "config.h"

#include "sky-sim-raise-it-up.h"

#define N_SEATS SKY_SIM_RAISE_SEATS
/* Cards dealt by hand are replaced after four hours (§ 669a.3(c)). */
#define DECK_SPAN (3 * SKY_HOUR + 30 * SKY_MINUTE)

static gboolean
chance (SkySimRaise *self, guint percent)
{
  return sky_sim_chance (sky_sim_raise_play (self)->table, percent);
}

static gint
pick (SkySimRaise *self, gint from, gint to)
{
  return sky_sim_pick (sky_sim_raise_play (self)->table, from, to);
}

static SkyMoney
sum (SkySimRaise *self, guint bet, gint seat)
{
  return sky_sim_cards_sum (&self->cards, bet, seat);
}

static gboolean
offers (SkySimRaise *self, guint bet)
{
  return sky_table_offers (sky_sim_raise_play (self)->rules, sky_sim_cards_bet (&self->cards, bet));
}

static void
note (SkySimRaise *self, SkyCheck check, guint64 seq, const char *wager)
{
  sky_sim_table_note_planted (sky_sim_raise_play (self)->table, check, seq, wager);
}

/* The deck. */

static void
put_on_top (SkySimRaise *self, guint place, SkyCard card)
{
  guint from = 0;

  while (self->deck[from] != card)
    from++;
  self->deck[from] = self->deck[place];
  self->deck[place] = card;
}

static void
shuffle (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json;

  for (guint i = 0; i < 52; i++)
    self->deck[i] = (SkyCard) i;
  for (gint i = 51; i > 0; i--)
    put_on_top (self, (guint) i, self->deck[pick (self, 0, i)]);
  self->n_out = 0;
  /* The rarest of hands comes more often than chance has it. */
  if (pick (self, 1, 200) == 1)
    {
      gint suit = pick (self, 0, 3);

      for (gint i = 0; i < 3; i++)
        put_on_top (self, (guint) i, (SkyCard) ((14 - i - 2) * 4 + suit));
    }
  json = sky_sim_log_begin (play->log, "shuffle");
  if (chance (self, 50))
    sky_json_add_int (json, "cards", 52);
  sky_sim_log_end (play->log);
}

static void
add_cards (GString *json, const SkyCard *cards, guint n)
{
  char text[3];

  sky_json_begin_array (json, "cards");
  for (guint i = 0; i < n; i++)
    sky_json_add_string (json, NULL, sky_card_to_text (cards[i], text));
  sky_json_end_array (json);
}

/* @seat 0: the community. */
static guint64
deal (SkySimRaise *self, gint seat, const SkyCard *cards, guint n)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, "deal");
  guint64 seq;

  if (seat == 0)
    sky_json_add_string (json, "to", "community");
  else
    sky_json_add_int (json, "to", seat);
  add_cards (json, cards, n);
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 30, 70);
  return seq;
}

static guint64
write_card (SkySimRaise *self, const char *type, SkyCard card)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, type);
  char text[3];

  if (g_str_equal (type, "expose"))
    sky_json_add_string (json, "to", "community");
  sky_json_add_string (json, "card", sky_card_to_text (card, text));
  if (g_str_equal (type, "discard"))
    sky_json_add_bool (json, "face_up_in_shoe", TRUE);
  return sky_sim_log_end (play->log);
}

static void
deal_hands (SkySimRaise *self)
{
  gboolean one_by_one = chance (self, 20);
  guint64 first = 0;

  for (gint seat = 1; seat <= N_SEATS; seat++)
    {
      self->folded[seat] = FALSE;
      self->dealt[seat] =
          sum (self, SKY_RAISE_IT_UP_ANTE, seat) > 0 || sum (self, SKY_RAISE_IT_UP_BLIND, seat) > 0;
      for (guint i = 0; i < 3 && self->dealt[seat]; i++)
        self->hands[seat][i] = self->deck[self->n_out++];
    }
  for (guint i = 0; i < (one_by_one ? 3 : 1); i++)
    for (gint seat = 1; seat <= N_SEATS; seat++)
      if (self->dealt[seat])
        {
          guint64 seq = deal (self, seat, self->hands[seat] + i, one_by_one ? 1 : 3);

          first = first != 0 ? first : seq;
        }
  sky_sim_rounds_note_no_call (&self->cards.rounds, first);
  sky_sim_cards_note_deal (&self->cards, first);
}

static gint
any_dealt (SkySimRaise *self)
{
  gint seat = pick (self, 1, N_SEATS);

  while (!self->dealt[seat])
    seat = seat % N_SEATS + 1;
  return seat;
}

static void
deal_community (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  guint64 seq;

  for (guint i = 0; i < 3; i++)
    self->community[i] = self->deck[self->n_out++];
  /* The card is counted as it is logged, so that the stub is right. */
  if (play->twist == SKY_SIM_IMPOSSIBLE)
    self->community[0] = self->hands[any_dealt (self)][0];
  /* A card too many goes to a player or, after these three, to the community. */
  if (play->twist == SKY_SIM_RAISE_WRONG_DEAL)
    deal (self, chance (self, 70) ? any_dealt (self) : 0, &self->deck[self->n_out++], 1);
  seq = deal (self, 0, self->community, 3);
  if (play->twist == SKY_SIM_IMPOSSIBLE)
    note (self, SKY_CHECK_LOG_IMPOSSIBLE, seq, NULL);
}

/* At least every fifth round where no shuffler counts the deck (§ 669a.8(f)). Returns FALSE when
 * the count voids the round. */
static gboolean
count_stub (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  gboolean wrong = play->twist == SKY_SIM_RAISE_WRONG_STUB;
  gboolean called = !wrong && sky_sim_cards_may_be_void (&self->cards, 1);
  gint cards = 52 - (gint) self->n_out;
  /* Rounds without cards may come in between where there are faults. */
  guint may_skip = play->table->plans->len == 0 ? 4 : 2;
  gboolean must = !sky_table_option (play->rules, SKY_RAISE_IT_UP_COUNTING_SHUFFLER)
                  && self->without_stub > may_skip;
  guint64 seq;

  if (!must && !wrong && !called && chance (self, 70))
    return TRUE;
  self->without_stub = 0;
  sky_json_add_int (sky_sim_log_begin (play->log, "stub"), "cards",
                    cards + (wrong || called ? pick (self, 0, 1) * 2 - 1 : 0));
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 200, 300);
  if (wrong)
    note (self, SKY_CHECK_RAISE_IT_UP_STUB, seq, NULL);
  else if (called)
    sky_sim_rounds_void (&self->cards.rounds, "the deck is not whole");
  return !wrong && !called;
}

/* Decisions. */

static guint64
decide (SkySimRaise *self, gint seat, gint street, const char *choice)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, "decision");
  guint64 seq;

  sky_json_add_int (json, "seat", seat);
  sky_json_add_int (json, "street", street);
  sky_json_add_string (json, "choice", choice);
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 80, 200);
  return seq;
}

static const SkyWager *
place_play (SkySimRaise *self, gint seat, SkyMoney amount)
{
  return sky_sim_rounds_place (&self->cards.rounds,
                               &(SkySimWager){ .seat = seat, .bet = "play", .amount = amount });
}

/* One, two or three times the Ante on the first street, less on later ones (§ 669a.11(b),
 * § 669a.11(d) and § 669a.11(f)). */
static void
raise_it (SkySimRaise *self, gint seat, gint street)
{
  SkyMoney ante = sky_sim_cards_sum_anew (&self->cards, SKY_RAISE_IT_UP_ANTE, seat);
  gint most = 6 - street;
  const SkyWager *wager;

  sky_sim_cards_plant (&self->cards, SKY_SIM_RAISE_PLAY);
  if (!self->wrong_play)
    {
      place_play (self, seat, ante * pick (self, 1, most));
      return;
    }
  self->wrong_play = FALSE;
  if (chance (self, 50))
    wager = place_play (self, seat, ante * (most + 1));
  else
    {
      place_play (self, seat, ante);
      wager = place_play (self, seat, ante);
    }
  note (self, SKY_CHECK_RAISE_IT_UP_PLAY, wager->seq, wager->id);
}

/* What a fold loses may be taken at once. */
static void
collect (SkySimRaise *self, gint seat)
{
  SkySimPlay *play = sky_sim_raise_play (self);

  for (guint i = 0; i < play->rules->up->len; i++)
    {
      const SkyWager *wager = play->rules->up->pdata[i];

      if (wager->seat == seat && wager->status == SKY_WAGER_UP && wager->bet != NULL
          && sky_sim_is_due_to_lose (play, wager))
        {
          SkySettlement due = sky_sim_due (wager);

          sky_sim_settle (play, wager, &due);
        }
    }
}

static void
ask (SkySimRaise *self, gint street)
{
  for (gint seat = 1; seat <= N_SEATS; seat++)
    {
      if (!self->dealt[seat] || self->folded[seat] || sum (self, SKY_RAISE_IT_UP_PLAY, seat) > 0)
        continue;
      if (sum (self, SKY_RAISE_IT_UP_ANTE, seat) > 0 && chance (self, street == 5 ? 65 : 30))
        {
          decide (self, seat, street, "play");
          raise_it (self, seat, street);
        }
      else if (street < 5)
        decide (self, seat, street, "check");
      else
        {
          decide (self, seat, street, "fold");
          self->folded[seat] = TRUE;
          if (chance (self, 60))
            collect (self, seat);
        }
    }
}

static guint64
reveal (SkySimRaise *self, gint street)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, "reveal");
  guint64 seq;
  char text[3];

  sky_json_add_int (json, "street", street);
  sky_json_add_string (json, "card", sky_card_to_text (self->community[street - 4], text));
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 80, 160);
  return seq;
}

/* Returns FALSE when the hands are void. */
static gboolean
play_streets (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);

  if (play->twist == SKY_SIM_RAISE_WRONG_DEAL)
    {
      guint64 seq;

      if (chance (self, 30))
        seq = decide (self, any_dealt (self), 3, "check");
      else
        {
          sky_sim_rounds_void (&self->cards.rounds, "misdeal");
          seq = sky_sim_log_get_seq (play->log);
        }
      note (self, SKY_CHECK_RAISE_IT_UP_DEAL, seq, NULL);
      return FALSE;
    }
  if (play->twist == SKY_SIM_RAISE_EXPOSED)
    {
      guint64 seq =
          chance (self, 50) ? write_card (self, "expose", self->community[2]) : reveal (self, 4);

      note (self, SKY_CHECK_RAISE_IT_UP_EXPOSED, seq, NULL);
      if (chance (self, 70))
        sky_sim_rounds_void (&self->cards.rounds, "exposed card");
      return FALSE;
    }
  for (gint street = 3; street <= 5; street++)
    {
      ask (self, street);
      self->last_street = reveal (self, street + 1);
    }
  return TRUE;
}

/* The round. */

static gboolean
show (SkySimRounds *rounds)
{
  SkySimRaise *self = (SkySimRaise *) rounds;

  sky_sim_rounds_close_bets (rounds);
  rounds->play.settles_from = sky_sim_log_get_seq (rounds->play.log);
  sky_sim_raise_lock_out (self);
  shuffle (self);
  /* One that is found face up is put away (§ 669a.13(a)). */
  if (chance (self, 1))
    write_card (self, "discard", self->deck[self->n_out++]);
  deal_hands (self);
  deal_community (self);
  if (!count_stub (self) || !play_streets (self))
    {
      sky_sim_cards_return_all (&self->cards);
      return FALSE;
    }
  sky_sim_raise_pay_progressive (self);
  sky_sim_cards_settle (&self->cards);
  sky_sim_cards_finish (&self->cards);
  return FALSE;
}

static void
go_between (SkySimRounds *rounds)
{
  SkySimRaise *self = (SkySimRaise *) rounds;
  SkyTime now = sky_sim_log_get_time (rounds->play.log);

  sky_sim_cards_go_between (&self->cards);
  if (self->n_decks == rounds->n_brought[0] && now - self->brought_at > DECK_SPAN)
    sky_sim_rounds_bring (rounds, 0, TRUE);
  if (self->n_decks != rounds->n_brought[0])
    self->brought_at = now;
  self->n_decks = rounds->n_brought[0];
  if (!self->meter_read || chance (self, 30))
    sky_sim_raise_read_meter (self);
}

/* Wagers. */

static void
choose (SkySimRounds *rounds, SkySimWager *wager)
{
  wager->bet = "pair_plus";
  wager->amount = rounds->play.players[wager->seat].unit;
}

static gboolean
choose_forbidden (SkySimRounds *rounds, SkySimWager *wager)
{
  wager->bet = "bad_beat";
  return rounds->play.twist == SKY_SIM_STRAIGHT;
}

static gboolean
choose_not_offered (SkySimRounds *rounds, SkySimWager *wager)
{
  wager->bet = "six_card_bonus";
  return !offers ((SkySimRaise *) rounds, SKY_RAISE_IT_UP_SIX_CARD);
}

static void
bet_seat (SkySimRaise *self, gint seat)
{
  static const char *const first[] = { "ante", "blind" };
  SkySimRounds *rounds = &self->cards.rounds;
  SkySimWager wager = { .seat = seat };

  for (guint i = 0; i < 2; i++)
    {
      wager.bet = first[i];
      wager.amount = rounds->play.players[seat].unit;
      sky_sim_rounds_place (rounds, &wager);
    }
  if (chance (self, 40))
    {
      choose (rounds, &wager);
      sky_sim_rounds_place (rounds, &wager);
    }
  if (offers (self, SKY_RAISE_IT_UP_PROGRESSIVE) && chance (self, 60))
    {
      wager.bet = "progressive";
      wager.amount = chance (self, 70) ? 100 : 500;
      sky_sim_rounds_place (rounds, &wager);
    }
  if (offers (self, SKY_RAISE_IT_UP_SIX_CARD) && chance (self, 30))
    {
      wager.bet = "six_card_bonus";
      wager.amount = 100 * pick (self, 1, 20);
      sky_sim_rounds_place (rounds, &wager);
    }
}

static void
bet (SkySimRounds *rounds)
{
  SkySimRaise *self = (SkySimRaise *) rounds;
  gint first = sky_sim_any_seat (&rounds->play);
  gint seat = first;

  self->without_stub++;
  do
    {
      if (sky_sim_cards_takes_part (&self->cards, seat, first))
        bet_seat (self, seat);
      seat = sky_sim_next_seat (&rounds->play, seat);
    }
  while (seat != first);
}

static void
submit (SkySimRounds *rounds, GString *json)
{
  static const char *const tables[] = { "A", "B", "C", "D" };
  static const char *const dealings[] = { "manual_shoe", "hand", "automated_shoe" };
  SkySimTable *table = rounds->play.table;

  sky_json_add_string (json, "pair_plus", tables[sky_sim_pick (table, 0, 1)]);
  if (sky_sim_chance (table, 70))
    sky_json_add_string (json, "six_card_bonus", tables[sky_sim_pick (table, 0, 3)]);
  if (sky_sim_chance (table, 75))
    {
      sky_json_begin_object (json, "progressive");
      sky_json_add_int (json, "seed", 100000 * sky_sim_pick (table, 1, 5));
      sky_json_add_int (json, "increment_percent", sky_sim_pick (table, 14, 20));
      sky_json_add_string (json, "meter", "RIU-1");
      sky_json_end_object (json);
    }
  sky_json_add_bool (json, "counting_shuffler", sky_sim_chance (table, 50));
  sky_json_add_string (json, "dealing", dealings[sky_sim_pick (table, 0, 2)]);
}

/* Faults. */

static gboolean
plant_blind (SkySimTable *table, gpointer play)
{
  SkySimRaise *self = play;
  gint seat = sky_sim_any_seat (sky_sim_raise_play (self));

  /* Once a seat. */
  for (guint i = 0; i < self->cards.n_at_deal; i++)
    if (self->cards.at_deal[i] == SKY_CHECK_RAISE_IT_UP_BLIND)
      return FALSE;
  if (sum (self, SKY_RAISE_IT_UP_ANTE, seat) == 0
      || !sky_sim_cards_found_at_deal (&self->cards, SKY_CHECK_RAISE_IT_UP_BLIND))
    return FALSE;
  sky_sim_rounds_place (&self->cards.rounds,
                        &(SkySimWager){ .seat = seat, .bet = "blind", .amount = 500 });
  return TRUE;
}

static gboolean
plant_play (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimRaise *) play)->wrong_play);
}

static gboolean
plant_deal (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_RAISE_WRONG_DEAL);
}

static gboolean
plant_exposed (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_RAISE_EXPOSED);
}

static gboolean
plant_stub (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_RAISE_WRONG_STUB);
}

static const SkySimFault faults[] = {
  SKY_SIM_CARDS_FAULTS,
  { SKY_CHECK_LOG_IMPOSSIBLE, SKY_SIM_ROUND, sky_sim_plant_impossible },
  { SKY_CHECK_WAGER_NOT_OFFERED, SKY_SIM_WAGERS, sky_sim_plant_not_offered },
  { SKY_CHECK_WAGER_NOT_SEATED, SKY_SIM_WAGERS, sky_sim_cards_plant_not_seated },
  { SKY_CHECK_EQUIPMENT_FAULTY, SKY_SIM_BETWEEN, sky_sim_cards_plant_faulty },
  { SKY_CHECK_RAISE_IT_UP_BLIND, SKY_SIM_WAGERS, plant_blind },
  { SKY_CHECK_RAISE_IT_UP_PLAY, SKY_SIM_RAISE_PLAY, plant_play },
  { SKY_CHECK_RAISE_IT_UP_DEAL, SKY_SIM_ROUND, plant_deal },
  { SKY_CHECK_RAISE_IT_UP_EXPOSED, SKY_SIM_ROUND, plant_exposed },
  { SKY_CHECK_RAISE_IT_UP_STUB, SKY_SIM_ROUND, plant_stub },
  { SKY_CHECK_PROGRESSIVE_LOCK_OUT, SKY_SIM_RAISE_LOCK, sky_sim_raise_plant_lock_out },
  { SKY_CHECK_PROGRESSIVE_METER, SKY_SIM_RAISE_METER, sky_sim_raise_plant_meter },
  { SKY_CHECK_PROGRESSIVE_NOT_VALIDATED, SKY_SIM_RAISE_VALIDATE,
    sky_sim_raise_plant_not_validated },
  { SKY_CHECK_PROGRESSIVE_ENVY, SKY_SIM_RAISE_ENVY, sky_sim_raise_plant_envy },
  { 0 },
};

static const SkySimRoundsGame game = {
  .faults = faults,
  .n_seats = N_SEATS,
  .pieces = { { .item = "cards", .by_dealer = TRUE, .inspected = TRUE, .ages = TRUE } },
  .n_pieces = 1,
  .bet_limits = "{\"pair_plus\":{\"increment\":25},\"progressive\":{\"min\":100},"
                "\"six_card_bonus\":{\"min\":100}}",
  .wrong_pay = "\"adjacent_areas\":0",
  /* § 669a.7(e) */
  .fewer_wagers = "\"wagers\":[\"ante\",\"blind\",\"play\",\"pair_plus\"]",
  .stepped = { .bet = "" },
  .submit = submit,
  .go_between = go_between,
  .choose = choose,
  .choose_forbidden = choose_forbidden,
  .choose_not_offered = choose_not_offered,
  .bet = bet,
  .show = show,
};

const SkySimGame sky_sim_raise_it_up = {
  .id = SKY_GAME_RAISE_IT_UP,
  .table_prefix = "RIU",
  .faults = faults,
  .rounds = &game,
  .size = sizeof (SkySimRaise),
  .play = sky_sim_rounds_play,
};
