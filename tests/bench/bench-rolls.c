/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps with thirteen wagers up at every roll, through the rules alone. A day is written down
 * beforehand: wagers placed, decided, settled as due and placed again once lost. What is measured
 * is its events going through the rules, as the log's reader would hand them on. */
#include "config.h"

#include "bench.h"

#include "sky-table.h"

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

/* An event of the day: what it says beyond its type. */
typedef struct
{
  guint8 type;   /* a SkyEventType */
  guint8 of[2];  /* the dice; of a wager: its kind; of a settlement: the outcome, and if it stays */
  gint32 wager;  /* which of the day it is about: 0 the first */
  gint32 amount; /* paid, or taken */
} Step;

/* What stands ready before the time is taken: a day as its log would have it. */
typedef struct
{
  GArray *day;       /* of Step */
  char (*ids)[16];   /* of wagers, more than a day has */
  SkyText *id_texts; /* the same as the log's reader hands them on */
  guint64 n_wagers;
  guint64 n_settled;
} Script;

typedef struct
{
  const Script *script;
  SkyFormatIndex formats; /* the table looks into it */
  SkyTable *table;
  SkyEvent places[N_KINDS]; /* of a wager of each kind */
  SkyEvent settle;
  SkyEvent result;
  SkyEvent plain; /* any other */
  guint64 seq;
  SkyTime at;
  gint64 round;
} Play;

/* All is as it should be. */
static void
refuse_finding (gpointer data, SkyFinding *finding)
{
  g_error ("%s", finding->explanation);
}

static SkyText
text_of (const char *text)
{
  return (SkyText){ text, strlen (text) };
}

static inline void
feed (Play *play, SkyEvent *event)
{
  event->seq = ++play->seq;
  event->at = play->at += 250 * SKY_MILLISECOND;
  sky_table_event (play->table, event);
}

static void
open_table (Play *play)
{
  SkyLogHeader header = {
    .property = "Bench",
    .table = "CR-01",
    .game = SKY_GAME_CRAPS,
    .time_zone = "UTC",
    .currency = "USD",
    .version = 1,
    .scope = SKY_SCOPE_ALL,
  };
  SkyTableSink sink = { .finding = refuse_finding };
  SkyEvent event = { .type = SKY_EVENT_TABLE_OPEN };
  SkyJsonNode nothing = { .kind = SKY_JSON_OBJECT, .span = 1 };

  header.gaming_day = sky_day_from_ymd (2023, 11, 4);
  sky_format_index_init (&play->formats, SKY_GAME_CRAPS, 1, sky_game_lookup_bet);
  play->table = sky_table_new (&header, &play->formats, &sink);
  play->seq = 0;
  play->round = 0;
  feed (play, &event);
  event = (SkyEvent){ .type = SKY_EVENT_RULES, .rules.submission = &nothing };
  feed (play, &event);
  event = (SkyEvent){ .type = SKY_EVENT_PLAYER };
  event.player.seat = 1;
  event.player.player = text_of ("p");
  event.player.present = TRUE;
  feed (play, &event);
}

/* As the table does it: the event, and what the audit does after it. */
static inline void
take_step (Play *play, const Step *step)
{
  SkyEvent *event = &play->plain;

  switch (step->type)
    {
    case SKY_EVENT_WAGER:
      event = &play->places[step->of[0]];
      event->wager.wager = play->script->id_texts[step->wager];
      feed (play, event);
      return;
    case SKY_EVENT_SETTLE:
      event = &play->settle;
      event->settle.wager = play->script->id_texts[step->wager];
      event->settle.outcome = step->of[0];
      event->settle.paid = step->of[0] == SKY_OUTCOME_WIN ? step->amount : 0;
      event->settle.taken = step->of[0] == SKY_OUTCOME_LOSE ? step->amount : 0;
      event->settle.stays = step->of[1];
      feed (play, event);
      if (!step->of[1])
        sky_table_end_wager (play->table, play->table->wager);
      return;
    case SKY_EVENT_RESULT:
      event = &play->result;
      event->result.dice[0] = step->of[0];
      event->result.dice[1] = step->of[1];
      feed (play, event);
      return;
    case SKY_EVENT_ROUND_START:
      play->round++;
      break;
    default:
      break;
    }
  event->type = step->type;
  event->round.round = play->round;
  feed (play, event);
  if (step->type == SKY_EVENT_ROUND_END)
    sky_table_close_round (play->table);
}

/* --- The day as it comes to be ---------------------------------------------------------------- */

static void
note (Play *play, GArray *day, Step step)
{
  g_array_append_val (day, step);
  take_step (play, &step);
}

static gboolean
settle (Play *play, GArray *day, const SkyWager *wager, gint32 id)
{
  const SkyDue *due = &wager->due;

  if (due->outcome == SKY_OUTCOME_NONE)
    return FALSE;
  note (play, day,
        (Step){ .type = SKY_EVENT_SETTLE,
                .of = { due->outcome, due->may_stay },
                .wager = id,
                .amount = (gint32) (due->paid + due->taken) });
  return TRUE;
}

/* Wagers are placed, decided, settled as due and placed again once lost. */
static void
write_day (Script *script, Play *play)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  SkyWager *wagers[N_KINDS] = { NULL }; /* NULL: to be placed again */
  gint32 ids[N_KINDS], n_ids = 0;

  open_table (play);
  for (guint round = 0; round < ROLLS; round++)
    {
      Step result = { .type = SKY_EVENT_RESULT };

      note (play, script->day, (Step){ .type = SKY_EVENT_ROUND_START });
      for (guint i = 0; i < N_KINDS; i++)
        {
          if (wagers[i] != NULL)
            continue;
          ids[i] = n_ids++;
          note (play, script->day,
                (Step){ .type = SKY_EVENT_WAGER, .of = { (guint8) i }, .wager = ids[i] });
          wagers[i] = play->table->wager;
        }
      note (play, script->day, (Step){ .type = SKY_EVENT_THROW });
      for (guint i = 0; i < 2; i++)
        result.of[i] = (guint8) g_rand_int_range (random, 1, 7);
      note (play, script->day, result);
      for (guint i = 0; i < N_KINDS; i++)
        {
          if (!settle (play, script->day, wagers[i], ids[i]))
            continue;
          script->n_settled++;
          if (!wagers[i]->settlement.stays)
            wagers[i] = NULL;
        }
      note (play, script->day, (Step){ .type = SKY_EVENT_ROUND_END });
    }
  script->n_wagers = (guint64) n_ids;
  sky_table_free (play->table);
}

static void
make_script (Script *script, Play *play)
{
  *script = (Script){ 0 };
  *play = (Play){ .script = script };
  play->settle.type = SKY_EVENT_SETTLE;
  play->result.type = SKY_EVENT_RESULT;
  play->result.result.n_dice = 2;
  script->day = g_array_new (FALSE, FALSE, sizeof (Step));
  script->ids = g_malloc_n (ROLLS * N_KINDS, sizeof *script->ids);
  script->id_texts = g_new (SkyText, ROLLS * N_KINDS);
  for (guint i = 0; i < ROLLS * N_KINDS; i++)
    {
      g_snprintf (script->ids[i], sizeof *script->ids, "w%u", i + 1);
      script->id_texts[i] = text_of (script->ids[i]);
    }
  for (guint i = 0; i < N_KINDS; i++)
    {
      SkyEvent *event = &play->places[i];

      event->type = SKY_EVENT_WAGER;
      event->wager.seat = 1;
      event->wager.bet.name = text_of (kinds[i].bet);
      event->wager.bet.form = sky_game_lookup_bet (SKY_GAME_CRAPS, event->wager.bet.name);
      event->wager.bet.number = kinds[i].number;
      event->wager.amount = 3000;
    }
  write_day (script, play);
}

static void
clear_script (Script *script)
{
  g_array_unref (script->day);
  g_free (script->ids);
  g_free (script->id_texts);
}

/* --- The same under the clock ----------------------------------------------------------------- */

static void
play_day (Play *play)
{
  const Step *step = (const Step *) play->script->day->data;
  const Step *end = step + play->script->day->len;

  open_table (play);
  for (; step < end; step++)
    take_step (play, step);
  sky_table_free (play->table);
}

static double
play_days (Play *play)
{
  double start = bench_cpu ();

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

  make_script (&script, &play);
  for (guint i = 0; i < BENCH_RUNS; i++)
    rates[i] = ROLLS * DAYS / play_days (&play) / REFERENCE;
  clear_script (&script);
  spread = bench_spread (rates, BENCH_RUNS, "%.0f");
  g_string_append_printf (
      page,
      "## Craps, thirteen wagers at every roll\n\n"
      "Through the rules alone, one core: %d days of %d rolls each, with %" G_GUINT64_FORMAT
      " wagers placed and "
      "%" G_GUINT64_FORMAT " settled; %.0f rolls a second of CPU, %s times the %d of crapssim. "
      "The aim is 1,000.\n\n",
      DAYS, ROLLS, DAYS * script.n_wagers, DAYS * script.n_settled,
      bench_median (rates, BENCH_RUNS) * REFERENCE, spread, REFERENCE);
}
