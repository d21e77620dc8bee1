/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A million random legal rolls of mixed wagers: what the rules say is due on each is what the
 * oracle says, to the cent. */
#include "config.h"

#include "craps-oracle.h"
#include "sky-craps.h"
#include "sky-table.h"

#include <string.h>

#define ROLLS_A_TABLE 12500
#define TABLES        80

typedef struct
{
  GRand *rand;
  Oracle oracle;
  SkyTable *table;
  SkyFormatIndex formats;
  SkyJsonParser *parser;
  GPtrArray *wagers; /* of SkyWager, beside the oracle's */
  guint64 seq;
  gint64 round;
  guint n_wagers;
  gboolean new_shooter; /* no come out roll of this shooter yet */
  guint64 n_decided;
} Play;

static void
drop_finding (gpointer data, SkyFinding *finding)
{
  sky_finding_free (finding);
}

static void
feed (Play *self, SkyEvent *event)
{
  event->seq = ++self->seq;
  event->at = (SkyTime) self->seq * SKY_MILLISECOND;
  sky_table_event (self->table, event);
}

static int
any (Play *self, int below)
{
  return g_rand_int_range (self->rand, 0, below);
}

static void
open_table (Play *self, guint number)
{
  static const char fire[] = "AB", lucky[] = "ABCD", bonus[] = "12";
  SkyLogHeader header = {
    .property = "",
    .table = "",
    .game = SKY_GAME_CRAPS,
    .time_zone = "UTC",
    .currency = "USD",
    .version = 1,
    .scope = SKY_SCOPE_ALL,
  };
  SkyTableSink sink = { .finding = drop_finding };
  SkyEvent event = { .type = SKY_EVENT_TABLE_OPEN };
  const char *cause = NULL;
  g_autofree char *submission = NULL;
  Oracle *oracle = &self->oracle;

  *oracle = (Oracle){
    .payout_unit = number % 4 == 3 ? 25 : 1,
    .vig_percent = 1 + (int) number % 5,
    .vig_on_win = number % 2 == 1,
    .come_odds_off = number % 3 == 1,
    .fire_bet = fire[number % 2],
    .hot_roller = fire[number / 2 % 2],
    .lucky_shooter = lucky[number % 4],
    .bonus_craps = bonus[number / 4 % 2],
    .wagers = g_array_new (FALSE, TRUE, sizeof (OracleWager)),
  };
  submission = g_strdup_printf (
      "{\"payout_unit\":%d,\"buy\":{\"vig_percent\":%d,\"collect\":\"%s\"},"
      "\"lay\":{\"vig_percent\":%d,\"collect\":\"%s\"},\"come_odds_off_on_come_out\":%s,"
      "\"fire_bet\":\"%c\",\"hot_roller\":\"%c\",\"lucky_shooter\":\"%c\",\"bonus_craps\":\"%c\","
      "\"hot_shooter_jackpot\":true,\"automation\":\"full\"}",
      (int) oracle->payout_unit, oracle->vig_percent, oracle->vig_on_win ? "on_win" : "on_bet",
      oracle->vig_percent, oracle->vig_on_win ? "on_win" : "on_bet",
      oracle->come_odds_off ? "true" : "false", oracle->fire_bet, oracle->hot_roller,
      oracle->lucky_shooter, oracle->bonus_craps);

  header.gaming_day = sky_day_from_ymd (2023, 11, 4);
  self->rand = g_rand_new_with_seed (1000 + number);
  self->parser = sky_json_parser_new ();
  self->wagers = g_ptr_array_new ();
  self->new_shooter = TRUE;
  sky_format_index_init (&self->formats, SKY_GAME_CRAPS, 1, sky_game_lookup_bet);
  self->table = sky_table_new (&header, &self->formats, &sink);

  feed (self, &event);
  event = (SkyEvent){ .type = SKY_EVENT_RULES };
  event.rules.submission =
      sky_json_parse (self->parser, submission, strlen (submission), FALSE, &cause);
  g_assert_nonnull (event.rules.submission);
  feed (self, &event);
  for (int seat = 1; seat <= 2; seat++)
    {
      event = (SkyEvent){ .type = SKY_EVENT_PLAYER,
                          .player = { .seat = seat, .player = { "p", 1 }, .present = TRUE } };
      feed (self, &event);
    }
  event = (SkyEvent){ .type = SKY_EVENT_SHOOTER, .shooter = { .seat = 1 } };
  feed (self, &event);
}

static void
close_table (Play *self)
{
  sky_table_free (self->table);
  sky_json_parser_free (self->parser);
  g_rand_free (self->rand);
  g_ptr_array_unref (self->wagers);
  g_array_unref (self->oracle.wagers);
}

static OracleWager *
nth (Play *self, guint i)
{
  return &g_array_index (self->oracle.wagers, OracleWager, i);
}

/* The index of a wager that is up, with @number unless that is 0; -1. */
static int
find (Play *self, const char *bet, int number)
{
  for (guint i = 0; i < self->oracle.wagers->len; i++)
    if (nth (self, i)->up && g_str_equal (nth (self, i)->bet, bet)
        && (number == 0 || nth (self, i)->number == number))
      return (int) i;
  return -1;
}

static void
place (Play *self, OracleWager wager)
{
  char id[24], flat[64];
  SkyEvent event = { .type = SKY_EVENT_WAGER };

  g_snprintf (id, sizeof id, "w%u", ++self->n_wagers);
  wager.up = TRUE;
  event.wager.wager = (SkyText){ id, strlen (id) };
  event.wager.seat = 1;
  event.wager.amount = wager.amount;
  event.wager.bet.form =
      sky_game_lookup_bet (SKY_GAME_CRAPS, (SkyText){ wager.bet, strlen (wager.bet) });
  g_assert_nonnull (event.wager.bet.form);
  event.wager.bet.number = wager.number;
  event.wager.bet.dice[0] = wager.die_1;
  event.wager.bet.dice[1] = wager.die_2;
  event.wager.bet.area = 1;
  if (wager.supports >= 0)
    {
      g_strlcpy (flat, ((SkyWager *) self->wagers->pdata[wager.supports])->id, sizeof flat);
      event.wager.bet.supports = (SkyText){ flat, strlen (flat) };
    }
  feed (self, &event);
  g_array_append_val (self->oracle.wagers, wager);
  g_ptr_array_add (self->wagers, self->table->wager);
  g_assert_nonnull (self->table->wager);
}

static gint64
amount (Play *self)
{
  return any (self, 2) ? 100 * (1 + any (self, 500)) : 1 + any (self, 60000);
}

static void
place_line (Play *self)
{
  if (self->oracle.point != 0)
    {
      const char *bet = any (self, 2) ? "come" : "dont_come";

      if (any (self, 3) == 0)
        place (self, (OracleWager){ .bet = bet, .amount = amount (self), .supports = -1 });
      return;
    }
  if (find (self, "pass", 0) < 0 && find (self, "dont_pass", 0) < 0)
    place (self, (OracleWager){ .bet = any (self, 3) ? "pass" : "dont_pass",
                                .amount = amount (self),
                                .supports = -1 });
}

static void
place_odds (Play *self)
{
  guint n = self->oracle.wagers->len;

  for (guint i = 0; i < n; i++)
    {
      OracleWager *flat = nth (self, i);
      gboolean backed = FALSE;
      const char *bet = NULL;

      if (g_str_equal (flat->bet, "pass"))
        bet = "pass_odds";
      else if (g_str_equal (flat->bet, "dont_pass"))
        bet = "dont_pass_odds";
      else if (g_str_equal (flat->bet, "come"))
        bet = "come_odds";
      else if (g_str_equal (flat->bet, "dont_come"))
        bet = "dont_come_odds";
      if (bet == NULL || !flat->up || flat->point == 0 || any (self, 4))
        continue;
      for (guint j = 0; j < self->oracle.wagers->len; j++)
        backed |= nth (self, j)->up && nth (self, j)->supports == (int) i;
      if (!backed)
        place (self, (OracleWager){ .bet = bet, .amount = amount (self), .supports = (int) i });
    }
}

static void
place_on_number (Play *self)
{
  static const char *const bets[] = { "place_win", "place_lose", "buy", "lay", "hardway" };
  static const int numbers[] = { 4, 5, 6, 8, 9, 10 }, hard[] = { 4, 6, 8, 10 };
  const char *bet = bets[any (self, G_N_ELEMENTS (bets))];
  int number = g_str_equal (bet, "hardway") ? hard[any (self, 4)] : numbers[any (self, 6)];

  if (find (self, bet, number) < 0)
    place (self,
           (OracleWager){ .bet = bet, .number = number, .amount = amount (self), .supports = -1 });
}

static void
place_one_roll (Play *self)
{
  static const char *const bets[] = { "field",          "any_seven",    "any_craps", "craps_two",
                                      "craps_three",    "craps_twelve", "eleven",    "craps_eleven",
                                      "horn",           "horn_high",    "whirl",     "hop",
                                      "six_seven_eight" };
  static const int highs[] = { 2, 3, 11, 12 };
  OracleWager wager = { .bet = bets[any (self, G_N_ELEMENTS (bets))], .supports = -1 };

  wager.amount = amount (self);
  if (g_str_equal (wager.bet, "horn"))
    wager.amount = 400 * (1 + any (self, 50));
  else if (g_str_equal (wager.bet, "craps_eleven"))
    wager.amount = 200 * (1 + any (self, 50));
  else if (g_str_equal (wager.bet, "horn_high") || g_str_equal (wager.bet, "whirl"))
    wager.amount = 500 * (1 + any (self, 50));
  if (g_str_equal (wager.bet, "horn_high"))
    wager.number = highs[any (self, 4)];
  if (g_str_equal (wager.bet, "hop"))
    do
      {
        wager.die_1 = 1 + any (self, 6);
        wager.die_2 = 1 + any (self, 6);
      }
    while (wager.die_1 + wager.die_2 < 4 || wager.die_1 + wager.die_2 > 10);
  place (self, wager);
}

static void
place_side (Play *self)
{
  static const char *const bonus[] = { "all_small", "all_tall", "make_em_all" };

  if (self->oracle.point != 0)
    return;
  if (self->new_shooter && any (self, 2) && find (self, "fire_bet", 0) < 0)
    place (self,
           (OracleWager){ .bet = "fire_bet", .amount = 100 * (1 + any (self, 5)), .supports = -1 });
  if (any (self, 3) == 0 && find (self, "hot_roller", 0) < 0)
    place (self, (OracleWager){ .bet = "hot_roller", .amount = amount (self), .supports = -1 });
  if (any (self, 3) == 0 && find (self, "lucky_shooter", 0) < 0)
    place (self, (OracleWager){ .bet = "lucky_shooter", .amount = amount (self), .supports = -1 });
  if (any (self, 3) == 0 && find (self, "hot_shooter_jackpot", 0) < 0)
    place (self,
           (OracleWager){ .bet = "hot_shooter_jackpot", .amount = amount (self), .supports = -1 });
  for (guint i = 0; i < 3; i++)
    if (self->oracle.totals == 0 && any (self, 2) && find (self, bonus[i], 0) < 0)
      place (self, (OracleWager){ .bet = bonus[i], .amount = amount (self), .supports = -1 });
}

static void
call_on_or_off (Play *self)
{
  for (guint i = 0; i < self->oracle.wagers->len; i++)
    {
      OracleWager *wager = nth (self, i);
      gboolean callable = wager->number != 0 && !g_str_equal (wager->bet, "horn_high");
      SkyWager *known = self->wagers->pdata[i];
      SkyEvent event = { .type = SKY_EVENT_WAGER_CHANGE };

      if (!wager->up || !(callable || g_str_equal (wager->bet, "come_odds")) || any (self, 12))
        continue;
      wager->working = any (self, 2) || !callable ? 1 : -1;
      event.change.wager = (SkyText){ known->id, strlen (known->id) };
      event.change.action = wager->working == 1 ? SKY_CHANGE_ON : SKY_CHANGE_OFF;
      event.change.amount = -1;
      feed (self, &event);
    }
}

static void
compare (Play *self, guint i, int a, int b)
{
  static const SkyOutcome outcomes[] = {
    [ORACLE_UNDECIDED] = SKY_OUTCOME_NONE, [ORACLE_WIN] = SKY_OUTCOME_WIN,
    [ORACLE_LOSE] = SKY_OUTCOME_LOSE,      [ORACLE_VOID] = SKY_OUTCOME_VOID,
    [ORACLE_PUSH] = SKY_OUTCOME_PUSH,
  };
  const OracleWager *wager = nth (self, i);
  const SkyWager *known = self->wagers->pdata[i];
  const SkyDue *due = &known->due;

  if (due->outcome == SKY_OUTCOME_NONE && wager->outcome == ORACLE_UNDECIDED)
    return;
  if (due->outcome == outcomes[wager->outcome] && due->paid == wager->paid
      && due->taken == wager->taken && due->returned == wager->returned && due->vig == wager->vig)
    return;
  g_error ("round %" G_GINT64_FORMAT ", %d-%d, %s %d of %" G_GINT64_FORMAT
           ": rules %s paid %" G_GINT64_FORMAT " taken %" G_GINT64_FORMAT
           " returned %" G_GINT64_FORMAT " vig %" G_GINT64_FORMAT
           "; oracle %s paid %" G_GINT64_FORMAT " taken %" G_GINT64_FORMAT
           " returned %" G_GINT64_FORMAT " vig %" G_GINT64_FORMAT,
           self->round, a, b, wager->bet, wager->number, wager->amount,
           sky_outcome_to_name (due->outcome), due->paid, due->taken, due->returned, due->vig,
           sky_outcome_to_name (outcomes[wager->outcome]), wager->paid, wager->taken,
           wager->returned, wager->vig);
}

/* Wagers that ended leave both lists; what they support keeps pointing at its wager. */
static void
take_down (Play *self)
{
  g_autofree int *moved = g_new (int, self->oracle.wagers->len);
  guint kept = 0;

  for (guint i = 0; i < self->oracle.wagers->len; i++)
    {
      OracleWager wager = *nth (self, i);
      SkyWager *known = self->wagers->pdata[i];

      if (wager.outcome != ORACLE_UNDECIDED)
        {
          gboolean stays = wager.outcome == ORACLE_WIN && known->due.may_stay
                           && (wager.paid == 0 || any (self, 2));

          self->n_decided++;
          wager.up = stays;
          if (!stays)
            sky_table_end_wager (self->table, known);
        }
      moved[i] = -1;
      if (!wager.up)
        continue;
      moved[i] = (int) kept;
      if (wager.supports >= 0)
        wager.supports = moved[wager.supports];
      *nth (self, kept) = wager;
      self->wagers->pdata[kept++] = known;
    }
  g_array_set_size (self->oracle.wagers, kept);
  g_ptr_array_set_size (self->wagers, (int) kept);
}

static void
play_round (Play *self)
{
  SkyEvent event = { .type = SKY_EVENT_ROUND_START, .round = { ++self->round } };
  int a = 1 + any (self, 6), b = 1 + any (self, 6);
  gboolean seven_out = self->oracle.point != 0 && a + b == 7;

  feed (self, &event);
  place_line (self);
  place_odds (self);
  place_side (self);
  for (int n = any (self, 3); n > 0; n--)
    place_on_number (self);
  for (int n = any (self, 4); n > 0; n--)
    place_one_roll (self);
  call_on_or_off (self);

  event = (SkyEvent){ .type = SKY_EVENT_THROW };
  feed (self, &event);
  event = (SkyEvent){ .type = SKY_EVENT_RESULT, .result = { .dice = { a, b }, .n_dice = 2 } };
  feed (self, &event);
  event = (SkyEvent){ .type = SKY_EVENT_ROUND_END, .round = { self->round } };
  feed (self, &event);

  oracle_throw (&self->oracle, a, b);
  for (guint i = 0; i < self->oracle.wagers->len; i++)
    compare (self, i, a, b);
  take_down (self);
  sky_table_close_round (self->table);

  self->new_shooter = seven_out;
  if (seven_out)
    {
      gint64 next = self->round % 2 + 1;

      event = (SkyEvent){ .type = SKY_EVENT_DICE_OFFER,
                          .dice_offer = { .seat = next, .accepted = TRUE, .dice = 5 } };
      feed (self, &event);
      event = (SkyEvent){ .type = SKY_EVENT_SHOOTER, .shooter = { .seat = next } };
      feed (self, &event);
    }
}

static void
test_random_play (void)
{
  guint64 decided = 0;

  for (guint i = 0; i < TABLES; i++)
    {
      Play play = { 0 };

      open_table (&play, i);
      for (guint r = 0; r < ROLLS_A_TABLE; r++)
        play_round (&play);
      decided += play.n_decided;
      close_table (&play);
    }
  /* Far more wagers than rolls were compared, or the test has not played. */
  g_assert_cmpuint (decided, >, TABLES * ROLLS_A_TABLE * 2);
  g_test_message ("%" G_GUINT64_FORMAT " wagers decided", decided);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/craps/oracle/random-play", test_random_play);
  return g_test_run ();
}
