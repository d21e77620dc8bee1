/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps with thirteen wagers up at every roll, through the rules alone: events as the log's reader
 * hands them on, wagers placed, decided, settled as due and placed again once lost. */
#include "config.h"

#include "bench.h"

#include "sky-game.h"

#include <string.h>

/* A day at a table, and how many of them. */
#define ROLLS 3000
#define DAYS  100

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

/* What stands ready before the time is taken: events as the log's reader would have them. */
typedef struct
{
  SkyEvent places[N_KINDS];
  char (*ids)[16]; /* of wagers, more than a day has */
  guint8 (*dice)[2];
} Script;

typedef struct
{
  const Script *script;
  SkyTable *table;
  SkyWager *wagers[N_KINDS]; /* up; NULL: to be placed again */
  SkyEvent event;
  guint n_ids;
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
  play->event.type = type;
  feed (play, &play->event);
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
  const char *id = play->script->ids[play->n_ids++];

  play->event = play->script->places[kind];
  play->event.wager.wager = text_of (id);
  feed (play, &play->event);
  play->wagers[kind] = play->table->wager;
  play->n_wagers++;
}

static void
settle (Play *play, guint kind)
{
  SkyWager *wager = play->wagers[kind];
  SkyEvent *event = &play->event;

  if (wager->due.outcome == SKY_OUTCOME_NONE)
    return;
  event->type = SKY_EVENT_SETTLE;
  memset (&event->settle, 0, sizeof event->settle);
  event->settle.wager = text_of (wager->id);
  event->settle.outcome = wager->due.outcome;
  event->settle.paid = wager->due.paid;
  event->settle.taken = wager->due.taken;
  event->settle.stays = wager->due.may_stay;
  feed (play, event);
  play->n_settled++;
  if (wager->due.may_stay)
    return;
  sky_table_end_wager (play->table, wager);
  play->wagers[kind] = NULL;
}

static void
roll (Play *play, guint round)
{
  SkyEvent *event = &play->event;

  event->type = SKY_EVENT_ROUND_START;
  event->round.round = round + 1;
  feed (play, event);
  for (guint i = 0; i < N_KINDS; i++)
    if (play->wagers[i] == NULL)
      place (play, i);
  feed_plain (play, SKY_EVENT_THROW);
  event->type = SKY_EVENT_RESULT;
  memset (&event->result, 0, sizeof event->result);
  event->result.dice[0] = play->script->dice[round][0];
  event->result.dice[1] = play->script->dice[round][1];
  event->result.n_dice = 2;
  feed (play, event);
  for (guint i = 0; i < N_KINDS; i++)
    settle (play, i);
  event->type = SKY_EVENT_ROUND_END;
  event->round.round = round + 1;
  feed (play, event);
  sky_table_close_round (play->table);
}

static void
play_day (Play *play)
{
  SkyLogHeader header = { "Bench", "CR-01", SKY_GAME_CRAPS, 0, "UTC", "USD" };
  SkyFormatIndex formats;
  SkyTableSink sink = { .finding = refuse_finding };

  header.gaming_day = sky_day_from_ymd (2023, 11, 4);
  sky_format_index_init (&formats, SKY_GAME_CRAPS, sky_game_lookup_bet);
  play->table = sky_table_new (&header, &formats, &sink);
  memset (play->wagers, 0, sizeof play->wagers);
  play->seq = 0;
  play->n_ids = 0;
  open_table (play);
  for (guint round = 0; round < ROLLS; round++)
    roll (play, round);
  sky_table_free (play->table);
}

static void
make_script (Script *script)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  script->ids = g_malloc_n (ROLLS * N_KINDS, sizeof *script->ids);
  for (guint i = 0; i < ROLLS * N_KINDS; i++)
    g_snprintf (script->ids[i], sizeof *script->ids, "w%u", i + 1);
  script->dice = g_malloc_n (ROLLS, sizeof *script->dice);
  for (guint i = 0; i < ROLLS; i++)
    for (guint k = 0; k < 2; k++)
      script->dice[i][k] = (guint8) g_rand_int_range (random, 1, 7);
  for (guint i = 0; i < N_KINDS; i++)
    {
      SkyEvent *event = &script->places[i];

      *event = (SkyEvent){ .type = SKY_EVENT_WAGER };
      event->wager.seat = 1;
      event->wager.bet.name = text_of (kinds[i].bet);
      event->wager.bet.form = sky_game_lookup_bet (SKY_GAME_CRAPS, event->wager.bet.name);
      event->wager.bet.number = kinds[i].number;
      event->wager.amount = 3000;
    }
}

static double
play_days (Play *play, const Script *script)
{
  double start = bench_cpu ();

  *play = (Play){ .script = script };
  for (guint day = 0; day < DAYS; day++)
    play_day (play);
  return bench_cpu () - start;
}

void
bench_rolls (GString *page)
{
  double rates[BENCH_RUNS];
  g_autofree char *spread = NULL;
  Script script;
  Play play;

  make_script (&script);
  for (guint i = 0; i < BENCH_RUNS; i++)
    rates[i] = ROLLS * DAYS / play_days (&play, &script) / REFERENCE;
  g_free (script.ids);
  g_free (script.dice);
  spread = bench_spread (rates, BENCH_RUNS, "%.0f");
  g_string_append_printf (
      page,
      "## Craps, thirteen wagers at every roll\n\n"
      "Through the rules alone, one core: %d days of %d rolls each, with %" G_GUINT64_FORMAT
      " wagers placed and "
      "%" G_GUINT64_FORMAT " settled; %.0f rolls a second of CPU, %s times the %d of crapssim. "
      "The aim is 1,000.\n\n",
      DAYS, ROLLS, play.n_wagers, play.n_settled, bench_median (rates, BENCH_RUNS) * REFERENCE,
      spread, REFERENCE);
}
