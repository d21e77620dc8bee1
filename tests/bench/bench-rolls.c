/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps with thirteen wagers up at every roll, through the rules alone: events as the log's reader
 * hands them on, wagers placed, decided, settled as due and placed again once lost. */
#include "config.h"

#include "bench.h"

#include "sky-game.h"

#include <string.h>

#define ROLLS 300000

/* What a simulator of craps written in Python, crapssim, rolls in a second with as many bets, as it
 * was measured on the machine that this page is of. */
#define REFERENCE 6600

typedef struct
{
  const char *bet;
  gint number;
} Kind;

/* None of them is decided by every roll, so that all are up at each. */
static const Kind kinds[] = {
  { "place_win", 4 },   { "place_win", 5 },  { "place_win", 6 },  { "place_win", 8 },
  { "place_win", 9 },   { "place_win", 10 }, { "hardway", 4 },    { "hardway", 6 },
  { "hardway", 8 },     { "hardway", 10 },   { "place_lose", 4 }, { "place_lose", 5 },
  { "place_lose", 10 },
};

#define N_KINDS G_N_ELEMENTS (kinds)

typedef struct
{
  SkyTable *table;
  SkyWager *wagers[N_KINDS]; /* up; NULL: to be placed again */
  guint64 seq;
  SkyTime at;
  guint64 n_wagers;
  guint64 n_settled;
} Play;

/* All is as it should be. */
static void
refuse_finding (gpointer data, SkyFinding *finding)
{
  g_error ("%s", finding->explanation);
}

static void
feed (Play *play, SkyEvent *event)
{
  event->seq = ++play->seq;
  event->at = play->at += 250 * SKY_MILLISECOND;
  sky_table_event (play->table, event);
}

static void
feed_plain (Play *play, SkyEventType type)
{
  SkyEvent event = { .type = type };

  feed (play, &event);
}

static SkyText
text_of (const char *text)
{
  return (SkyText){ text, strlen (text) };
}

static void
open_table (Play *play)
{
  SkyEvent event = { .type = SKY_EVENT_RULES };
  SkyJsonNode nothing = { .kind = SKY_JSON_OBJECT, .span = 1 };

  feed_plain (play, SKY_EVENT_TABLE_OPEN);
  event.rules.submission = &nothing;
  feed (play, &event);
  event = (SkyEvent){ .type = SKY_EVENT_PLAYER };
  event.player.seat = 1;
  event.player.player = text_of ("p");
  event.player.present = TRUE;
  feed (play, &event);
}

static void
place (Play *play, guint kind)
{
  SkyEvent event = { .type = SKY_EVENT_WAGER };
  char id[24];

  g_snprintf (id, sizeof id, "w%" G_GUINT64_FORMAT, ++play->n_wagers);
  event.wager.wager = text_of (id);
  event.wager.seat = 1;
  event.wager.bet.name = text_of (kinds[kind].bet);
  event.wager.bet.form = sky_game_lookup_bet (SKY_GAME_CRAPS, event.wager.bet.name);
  event.wager.bet.number = kinds[kind].number;
  event.wager.amount = 3000;
  feed (play, &event);
  play->wagers[kind] = play->table->wager;
}

static void
settle (Play *play, guint kind)
{
  SkyWager *wager = play->wagers[kind];
  SkyEvent event = { .type = SKY_EVENT_SETTLE };

  if (wager->due.outcome == SKY_OUTCOME_NONE)
    return;
  event.settle.wager = text_of (wager->id);
  event.settle.outcome = wager->due.outcome;
  event.settle.paid = wager->due.paid;
  event.settle.taken = wager->due.taken;
  event.settle.stays = wager->due.may_stay;
  feed (play, &event);
  play->n_settled++;
  if (wager->due.may_stay)
    return;
  sky_table_end_wager (play->table, wager);
  play->wagers[kind] = NULL;
}

static void
roll (Play *play, gint64 round, GRand *random)
{
  SkyEvent event = { .type = SKY_EVENT_ROUND_START };

  event.round.round = round;
  feed (play, &event);
  for (guint i = 0; i < N_KINDS; i++)
    if (play->wagers[i] == NULL)
      place (play, i);
  feed_plain (play, SKY_EVENT_THROW);
  event = (SkyEvent){ .type = SKY_EVENT_RESULT };
  event.result.dice[0] = g_rand_int_range (random, 1, 7);
  event.result.dice[1] = g_rand_int_range (random, 1, 7);
  event.result.n_dice = 2;
  feed (play, &event);
  for (guint i = 0; i < N_KINDS; i++)
    settle (play, i);
  event = (SkyEvent){ .type = SKY_EVENT_ROUND_END };
  event.round.round = round;
  feed (play, &event);
  sky_table_close_round (play->table);
}

static double
play_rolls (Play *play)
{
  static const SkyLogHeader header = { "Bench", "CR-01", SKY_GAME_CRAPS, 0, "UTC", "USD" };
  SkyLogHeader dated = header;
  SkyFormatIndex formats;
  SkyTableSink sink = { .finding = refuse_finding };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  double start;

  *play = (Play){ 0 };
  dated.gaming_day = sky_day_from_ymd (2023, 11, 4);
  sky_format_index_init (&formats, SKY_GAME_CRAPS, sky_game_lookup_bet);
  play->table = sky_table_new (&dated, &formats, &sink);
  open_table (play);
  start = bench_cpu ();
  for (gint64 round = 1; round <= ROLLS; round++)
    roll (play, round, random);
  start = bench_cpu () - start;
  sky_table_free (play->table);
  return start;
}

void
bench_rolls (GString *page)
{
  double rates[BENCH_RUNS];
  g_autofree char *spread = NULL;
  Play play;

  for (guint i = 0; i < BENCH_RUNS; i++)
    rates[i] = ROLLS / play_rolls (&play) / REFERENCE;
  spread = bench_spread (rates, BENCH_RUNS, "%.0f");
  g_string_append_printf (
      page,
      "## Craps, thirteen wagers at every roll\n\n"
      "Through the rules alone, one core: %d rolls with %" G_GUINT64_FORMAT " wagers placed and "
      "%" G_GUINT64_FORMAT " settled, %.0f rolls a second of CPU, %s times the %d of crapssim. "
      "The aim is 1,000.\n\n",
      ROLLS, play.n_wagers, play.n_settled, bench_median (rates, BENCH_RUNS) * REFERENCE, spread,
      REFERENCE);
}
