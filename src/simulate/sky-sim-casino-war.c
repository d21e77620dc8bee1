/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Casino War table: shoe, deals, ties and wars. */
#include "config.h"

#include "sky-casino-war.h"
#include "sky-sim-cards.h"

#define N_SEATS 7
/* A round takes fewer cards than these. */
#define MOST_IN_ROUND 35
#define MOST_COPIES   16

/* When faults may be planted, besides the moments of every game. */
enum
{
  AT_SHUFFLE = SKY_SIM_N_MOMENTS, /* the cards are to be shuffled */
  AT_BURN,                        /* a card is to be burned for a new shoe or a new dealer */
  AT_DEAL,                        /* the original deal begins */
  AT_TIE,                         /* a player is asked whether he goes to war */
  AT_WAR,                         /* three cards are to be burned */
  AT_WAR_SETTLE,                  /* the War deal is to be settled */
};

typedef struct
{
  SkySimCards cards;
  gint64 decks; /* of the Rules Submission when the cards were shuffled */
  gint in_shoe; /* copies of each card */
  gint seen[52];
  gint left[52];
  gint n_left;
  gint until_cover; /* cards above the cover card; below 0: it came */
  gboolean cover_out;
  guint n_sets;    /* of cards that came to the table */
  guint n_dealers; /* that came to it when a card was burned last */
  gboolean burn_wanted;
  /* Faults in hand. */
  gboolean wrong_shuffle;
  gboolean wrong_cut;
  gboolean overplay;
  gboolean wrong_burn;
  gboolean wrong_order;
  gboolean face_up;
  gboolean wrong_war;
  gboolean wrong_war_burn;
} SkySimWar;

static SkySimPlay *
get_play (SkySimWar *self)
{
  return &self->cards.rounds.play;
}

static gint
pick (SkySimWar *self, gint from, gint to)
{
  return sky_sim_pick (get_play (self)->table, from, to);
}

static gboolean
chance (SkySimWar *self, guint percent)
{
  return sky_sim_chance (get_play (self)->table, percent);
}

static SkyMoney
sum (SkySimWar *self, guint bet, gint seat)
{
  return sky_sim_cards_sum (&self->cards, bet, seat);
}

/* The shoe. */

static guint64
write_count (SkySimWar *self, const char *type, const char *member, gint count)
{
  sky_json_add_int (sky_sim_log_begin (get_play (self)->log, type), member, count);
  return sky_sim_log_end (get_play (self)->log);
}

static void
cut (SkySimWar *self)
{
  GString *json;
  guint64 seq;

  self->until_cover = pick (self, self->n_left * 2 / 3, self->n_left - 2 * MOST_IN_ROUND);
  /* Ten cards from an end are as many as there must be (§ 651a.5(d)). */
  if (chance (self, 3))
    self->until_cover = 10;
  if (self->wrong_cut)
    self->until_cover = pick (self, 1, 9);
  json = sky_sim_log_begin (get_play (self)->log, "cut");
  sky_json_add_int (json, "by", sky_sim_any_seat (get_play (self)));
  sky_json_add_int (json, "depth", self->until_cover);
  seq = sky_sim_log_end (get_play (self)->log);
  if (self->wrong_cut)
    sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_CASINO_WAR_CUT, seq, NULL);
  self->wrong_cut = FALSE;
}

static void
shuffle (SkySimWar *self)
{
  const SkyTable *rules = get_play (self)->rules;
  guint64 seq;

  self->decks = sky_table_option (rules, SKY_CASINO_WAR_DECKS);
  self->in_shoe =
      (gint) self->decks / (sky_table_option (rules, SKY_CASINO_WAR_SHUFFLER) > 0 ? 2 : 1);
  for (guint card = 0; card < 52; card++)
    {
      self->left[card] = self->in_shoe;
      self->seen[card] = 0;
    }
  self->n_left = 52 * self->in_shoe;
  seq = write_count (self, "shuffle", "cards", self->n_left - (self->wrong_shuffle ? 1 : 0));
  if (self->wrong_shuffle)
    sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_CASINO_WAR_DECKS, seq, NULL);
  self->wrong_shuffle = FALSE;
  sky_sim_wait (get_play (self), 200, 400);
  cut (self);
  self->cover_out = FALSE;
  self->burn_wanted = TRUE;
}

static void
go_between (SkySimRounds *rounds)
{
  SkySimWar *self = (SkySimWar *) rounds;
  gboolean new_cards =
      self->n_sets != rounds->n_brought[0]
      || self->decks != sky_table_option (rounds->play.rules, SKY_CASINO_WAR_DECKS);

  sky_sim_cards_go_between (&self->cards);
  if (!self->cover_out && !new_cards && self->n_left >= 2 * MOST_IN_ROUND)
    return;
  sky_sim_table_plant (rounds->play.table, rounds->game->faults, AT_SHUFFLE, self);
  if (self->overplay)
    return;
  self->n_sets = rounds->n_brought[0];
  shuffle (self);
}

/* Takes a random card out of the shoe; the cover card may lie upon it. */
static SkyCard
draw (SkySimWar *self)
{
  gint n = pick (self, 0, self->n_left - 1);
  guint card = 0;

  if (self->until_cover-- == 0)
    {
      sky_sim_emit (get_play (self), "cover_card");
      self->cover_out = TRUE;
    }
  while (n >= self->left[card])
    n -= self->left[card++];
  self->left[card]--;
  self->n_left--;
  return (SkyCard) card;
}

static void
burn (SkySimWar *self, gint count)
{
  for (gint i = 0; i < count; i++)
    draw (self);
  write_count (self, "burn", "count", count);
  sky_sim_wait (get_play (self), 50, 100);
}

/* A card that came as often as the shoe has it; -1: there is none. */
static gint
find_exhausted (const SkySimWar *self)
{
  for (gint card = 0; card < 52; card++)
    if (self->seen[card] == self->in_shoe)
      return card;
  return -1;
}

static guint64
deal_this (SkySimWar *self, gint seat, SkyCard card, gboolean war, gboolean face_up)
{
  GString *json = sky_sim_log_begin (get_play (self)->log, "deal");
  guint64 seq;
  char text[3];

  if (seat == SKY_PLACE_DEALER)
    sky_json_add_string (json, "to", "dealer");
  else
    sky_json_add_int (json, "to", seat);
  sky_json_add_string (json, "card", sky_card_to_text (card, text));
  sky_json_add_string (json, "deal", war ? "war" : "original");
  if (face_up)
    sky_json_add_bool (json, "face_up_in_shoe", TRUE);
  seq = sky_sim_log_end (get_play (self)->log);
  self->seen[card]++;
  sky_sim_wait (get_play (self), 30, 60);
  return seq;
}

/* One that is found face up in the shoe is put away (§ 651a.11(a)). */
static void
put_face_up_away (SkySimWar *self)
{
  SkyCard card = draw (self);
  GString *json = sky_sim_log_begin (get_play (self)->log, "discard");
  char text[3];

  sky_json_add_string (json, "card", sky_card_to_text (card, text));
  sky_json_add_bool (json, "face_up_in_shoe", TRUE);
  sky_sim_log_end (get_play (self)->log);
  self->seen[card]++;
}

static guint64
deal (SkySimWar *self, gint seat, gboolean war)
{
  gboolean face_up = self->face_up;
  guint64 seq;

  if (chance (self, 1))
    put_face_up_away (self);
  seq = deal_this (self, seat, draw (self), war, face_up);
  if (face_up)
    sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_CASINO_WAR_FACE_UP, seq, NULL);
  self->face_up = FALSE;
  return seq;
}

/* The round. */

/* Once for each new shoe and each new dealer (§ 651a.8(b)). */
static gboolean
burn_for_shoe (SkySimWar *self)
{
  gboolean wanted = self->burn_wanted || self->n_dealers != get_play (self)->n_dealers;

  self->burn_wanted = FALSE;
  self->n_dealers = get_play (self)->n_dealers;
  if (!wanted)
    return FALSE;
  sky_sim_table_plant (get_play (self)->table, self->cards.rounds.game->faults, AT_BURN, self);
  if (!self->wrong_burn)
    burn (self, 1);
  else if (chance (self, 50))
    burn (self, 2);
  return TRUE;
}

static void
note_first_card (SkySimWar *self, guint64 seq)
{
  sky_sim_rounds_note_no_call (&self->cards.rounds, seq);
  sky_sim_cards_note_deal (&self->cards, seq);
  if (self->wrong_burn)
    sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_CASINO_WAR_BURN, seq, NULL);
  self->wrong_burn = FALSE;
}

static void
deal_original (SkySimWar *self)
{
  gint seats[N_SEATS];
  gint n = 0;

  for (gint seat = 1; seat <= N_SEATS; seat++)
    if (sum (self, SKY_CASINO_WAR_INITIAL, seat) > 0)
      seats[n++] = seat;
  for (gint i = 0; i < n; i++)
    {
      guint64 seq;

      if (i == 0 && get_play (self)->twist == SKY_SIM_IMPOSSIBLE)
        {
          seq = deal_this (self, seats[i], (SkyCard) find_exhausted (self), FALSE, FALSE);
          sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_LOG_IMPOSSIBLE, seq, NULL);
        }
      else
        seq = deal (self, seats[i], FALSE);
      if (i == 0)
        note_first_card (self, seq);
    }
  if (self->wrong_order)
    sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_CASINO_WAR_DEAL_ORDER,
                                deal (self, seats[pick (self, 0, n - 1)], FALSE), NULL);
  self->wrong_order = FALSE;
  deal (self, SKY_PLACE_DEALER, FALSE);
}

/* TRUE when @seat has the dealer's rank: its Initial Wager waits for a decision. */
static gboolean
is_tied (SkySimWar *self, gint seat)
{
  const SkyTable *rules = get_play (self)->rules;

  for (guint i = 0; i < rules->up->len; i++)
    {
      const SkyWager *wager = rules->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->seat == seat
          && wager->bet == sky_sim_cards_bet (&self->cards, SKY_CASINO_WAR_INITIAL))
        return wager->due.outcome == SKY_OUTCOME_NONE;
    }
  return FALSE;
}

static void
decide (SkySimWar *self, gint seat, const char *choice)
{
  GString *json = sky_sim_log_begin (get_play (self)->log, "decision");

  sky_json_add_int (json, "seat", seat);
  sky_json_add_string (json, "choice", choice);
  sky_sim_log_end (get_play (self)->log);
  sky_sim_wait (get_play (self), 100, 200);
}

static void
go_to_war (SkySimWar *self, gint seat)
{
  SkyMoney initial = sky_sim_cards_sum_anew (&self->cards, SKY_CASINO_WAR_INITIAL, seat);
  const SkyWager *wager;

  sky_sim_cards_plant (&self->cards, AT_TIE);
  wager = sky_sim_rounds_place (&self->cards.rounds,
                                &(SkySimWager){ .seat = seat,
                                                .bet = "war",
                                                .amount = initial + (self->wrong_war ? 500 : 0) });
  if (self->wrong_war)
    sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_CASINO_WAR_WAR_WAGER, wager->seq,
                                wager->id);
  self->wrong_war = FALSE;
  if (chance (self, 30)
      && sky_table_offers (get_play (self)->rules,
                           sky_sim_cards_bet (&self->cards, SKY_CASINO_WAR_WAR_TIE)))
    sky_sim_rounds_place (
        &self->cards.rounds,
        &(SkySimWager){ .seat = seat, .bet = "war_tie", .amount = 100 * pick (self, 1, 20) });
}

/* A War Wager has to be within the limits as any other. */
static gboolean
may_go_to_war (SkySimWar *self, gint seat)
{
  SkyMoney initial = sky_sim_cards_sum_anew (&self->cards, SKY_CASINO_WAR_INITIAL, seat);
  const SkyLimits *limits = &get_play (self)->rules->limits;

  return initial >= limits->min && initial <= limits->max - 500;
}

/* Asks the seats that tied. Returns TRUE when there is a War deal. */
static gboolean
ask_for_war (SkySimWar *self)
{
  gboolean war = FALSE;

  for (gint seat = 1; seat <= N_SEATS; seat++)
    {
      if (is_tied (self, seat))
        {
          if (chance (self, 75) && may_go_to_war (self, seat))
            {
              decide (self, seat, "war");
              go_to_war (self, seat);
            }
          else
            decide (self, seat, "surrender");
        }
      war = war || sum (self, SKY_CASINO_WAR_WAR, seat) > 0;
    }
  return war;
}

static void
deal_war (SkySimWar *self)
{
  gboolean first = TRUE;

  sky_sim_cards_plant (&self->cards, AT_WAR);
  if (!self->wrong_war_burn)
    burn (self, 3);
  else
    burn (self, chance (self, 50) ? 2 : 4);
  for (gint seat = 1; seat <= N_SEATS; seat++)
    {
      guint64 seq;

      if (sum (self, SKY_CASINO_WAR_WAR, seat) == 0)
        continue;
      seq = deal (self, seat, TRUE);
      if (first && self->wrong_war_burn)
        sky_sim_table_note_planted (get_play (self)->table, SKY_CHECK_CASINO_WAR_BURN, seq, NULL);
      first = FALSE;
    }
  self->wrong_war_burn = FALSE;
  deal (self, SKY_PLACE_DEALER, TRUE);
}

static gboolean
show (SkySimRounds *rounds)
{
  SkySimWar *self = (SkySimWar *) rounds;

  sky_sim_rounds_close_bets (rounds);
  rounds->play.settles_from = sky_sim_log_get_seq (rounds->play.log);
  burn_for_shoe (self);
  sky_sim_cards_plant (&self->cards, AT_DEAL);
  deal_original (self);
  if (sky_sim_cards_may_be_void (&self->cards, 1))
    {
      sky_sim_rounds_void (rounds, "misdeal");
      sky_sim_cards_return_all (&self->cards);
      return FALSE;
    }
  sky_sim_cards_settle (&self->cards);
  if (ask_for_war (self))
    {
      sky_sim_cards_settle (&self->cards);
      deal_war (self);
      sky_sim_cards_plant (&self->cards, AT_WAR_SETTLE);
    }
  sky_sim_cards_settle (&self->cards);
  sky_sim_cards_finish (&self->cards);
  return FALSE;
}

/* Wagers. */

static void
choose (SkySimRounds *rounds, SkySimWager *wager)
{
  wager->bet = "initial";
  wager->amount = rounds->play.players[wager->seat].unit
                  + (sky_sim_chance (rounds->play.table, 20) ? SKY_SIM_CARDS_INCREMENT : 0);
}

static gboolean
choose_forbidden (SkySimRounds *rounds, SkySimWager *wager)
{
  wager->bet = "double_war";
  return rounds->play.twist == SKY_SIM_STRAIGHT;
}

static gboolean
choose_not_offered (SkySimRounds *rounds, SkySimWager *wager)
{
  wager->bet = "tie";
  return !sky_table_offers (rounds->play.rules,
                            &rounds->play.rules->game->bets[SKY_CASINO_WAR_TIE]);
}

static void
bet (SkySimRounds *rounds)
{
  SkySimWar *self = (SkySimWar *) rounds;
  gint first = sky_sim_any_seat (&rounds->play);
  gint seat = first;

  if (self->overplay)
    sky_sim_table_note_planted (rounds->play.table, SKY_CHECK_CASINO_WAR_RESHUFFLE,
                                rounds->play.rules->round_seq, NULL);
  self->overplay = FALSE;
  do
    {
      SkySimWager wager = { .seat = seat };

      choose (rounds, &wager);
      if (sky_sim_cards_takes_part (&self->cards, seat, first))
        {
          sky_sim_rounds_place (rounds, &wager);
          if (chance (self, 30)
              && sky_table_offers (rounds->play.rules,
                                   sky_sim_cards_bet (&self->cards, SKY_CASINO_WAR_TIE)))
            sky_sim_rounds_place (
                rounds,
                &(SkySimWager){ .seat = seat, .bet = "tie", .amount = 100 * pick (self, 1, 20) });
        }
      seat = sky_sim_next_seat (&rounds->play, seat);
    }
  while (seat != first);
}

static void
submit (SkySimRounds *rounds, GString *json)
{
  static const gint64 plain[] = { 6, 8 };
  static const gint64 batches[] = { 12, 14, 16 };
  gboolean shuffler = sky_sim_chance (rounds->play.table, 40);

  sky_json_add_int (json, "decks",
                    shuffler ? batches[sky_sim_pick (rounds->play.table, 0, 2)]
                             : plain[sky_sim_pick (rounds->play.table, 0, 1)]);
  if (shuffler)
    sky_json_add_bool (json, "shuffler", TRUE);
  if (sky_sim_chance (rounds->play.table, 20))
    sky_json_add_raw (json, "wagers", "[\"initial\",\"war\"]");
}

/* Faults. */

static gboolean
take_hand_of_shoe (SkySimWar *self, gboolean *fault)
{
  return !self->wrong_shuffle && !self->wrong_cut && !self->overplay
         && sky_sim_cards_take_in_hand (fault);
}

static gboolean
plant_decks (SkySimTable *table, gpointer play)
{
  return take_hand_of_shoe (play, &((SkySimWar *) play)->wrong_shuffle);
}

static gboolean
plant_cut (SkySimTable *table, gpointer play)
{
  return take_hand_of_shoe (play, &((SkySimWar *) play)->wrong_cut);
}

static gboolean
plant_reshuffle (SkySimTable *table, gpointer play)
{
  SkySimWar *self = play;

  return self->cover_out && self->n_left > 2 * MOST_IN_ROUND
         && take_hand_of_shoe (self, &self->overplay);
}

static gboolean
plant_burn (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimWar *) play)->wrong_burn);
}

static gboolean
plant_order_of_deal (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimWar *) play)->wrong_order);
}

static gboolean
plant_face_up (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimWar *) play)->face_up);
}

static gboolean
plant_war (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimWar *) play)->wrong_war);
}

static gboolean
plant_war_burn (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimWar *) play)->wrong_war_burn);
}

static gboolean
plant_exhausted (SkySimTable *table, gpointer play)
{
  return find_exhausted (play) >= 0 && sky_sim_twist (play, SKY_SIM_IMPOSSIBLE);
}

static gboolean
is_of_war (gpointer play, const SkyWager *wager)
{
  SkySimWar *self = play;

  return wager->bet == sky_sim_cards_bet (&self->cards, SKY_CASINO_WAR_WAR)
         || wager->bet == sky_sim_cards_bet (&self->cards, SKY_CASINO_WAR_WAR_TIE);
}

static gboolean
wins_war (gpointer play, const SkyWager *wager)
{
  return is_of_war (play, wager) && sky_sim_is_due_to_win (play, wager);
}

static gboolean
loses_war (gpointer play, const SkyWager *wager)
{
  return is_of_war (play, wager) && sky_sim_is_due_to_lose (play, wager);
}

/* The order is that of the War deal alone (§ 651a.9(h)). */
static gboolean
plant_order (SkySimTable *table, gpointer play)
{
  return sky_sim_pay_too_early (play, wins_war, loses_war);
}

static const SkySimFault faults[] = {
  SKY_SIM_CARDS_FAULTS,
  { SKY_CHECK_LOG_IMPOSSIBLE, SKY_SIM_ROUND, plant_exhausted },
  { SKY_CHECK_WAGER_NOT_OFFERED, SKY_SIM_WAGERS, sky_sim_plant_not_offered },
  { SKY_CHECK_EQUIPMENT_FAULTY, SKY_SIM_BETWEEN, sky_sim_cards_plant_faulty },
  { SKY_CHECK_SETTLE_ORDER, AT_WAR_SETTLE, plant_order },
  { SKY_CHECK_CASINO_WAR_DECKS, AT_SHUFFLE, plant_decks },
  { SKY_CHECK_CASINO_WAR_CUT, AT_SHUFFLE, plant_cut },
  { SKY_CHECK_CASINO_WAR_RESHUFFLE, AT_SHUFFLE, plant_reshuffle },
  { SKY_CHECK_CASINO_WAR_BURN, AT_BURN, plant_burn },
  { SKY_CHECK_CASINO_WAR_BURN, AT_WAR, plant_war_burn },
  { SKY_CHECK_CASINO_WAR_DEAL_ORDER, AT_DEAL, plant_order_of_deal },
  { SKY_CHECK_CASINO_WAR_FACE_UP, AT_DEAL, plant_face_up },
  { SKY_CHECK_CASINO_WAR_WAR_WAGER, AT_TIE, plant_war },
  { 0 },
};

static const SkySimRoundsGame game = {
  .faults = faults,
  .n_seats = N_SEATS,
  .pieces = { { .item = "cards", .by_dealer = TRUE, .inspected = TRUE, .ages = TRUE } },
  .n_pieces = 1,
  .bet_limits = "{\"initial\":{\"increment\":25},\"tie\":{\"min\":100},\"war_tie\":{\"min\":100}}",
  .wrong_pay = "\"adjacent_areas\":0",
  .stepped = { .bet = "" },
  .submit = submit,
  .go_between = go_between,
  .choose = choose,
  .choose_forbidden = choose_forbidden,
  .choose_not_offered = choose_not_offered,
  .bet = bet,
  .show = show,
};

const SkySimGame sky_sim_casino_war = {
  .id = SKY_GAME_CASINO_WAR,
  .table_prefix = "CW",
  .faults = faults,
  .rounds = &game,
  .size = sizeof (SkySimWar),
  .play = sky_sim_rounds_play,
};
