/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-flight.h"

#include "sky-game.h"
#include "sky-json-writer.h"

#include <math.h>
#include <string.h>

/* How long they fly at most, and how long before its end they do not turn over any more. */
#define LONGEST_FLIGHT (1600 * SKY_MILLISECOND)
#define LAST_TURN      (150 * SKY_MILLISECOND)
/* One face after the other, while they turn over. */
#define EACH_FACE (120 * SKY_MILLISECOND)
/* Every picture counts from here before the throw to here after the result. */
#define BEFORE (200 * SKY_MILLISECOND)
#define AFTER  (1500 * SKY_MILLISECOND)
/* Two dice lie at least this far apart, in inches. */
#define APART 4.6

typedef struct
{
  double x;
  double y;
  double turn;
} Place;

typedef struct
{
  guint64 seq; /* of the result */
  SkyTime thrown;
  SkyTime lands;
  SkyTime result;
  gboolean contradicts;
  guint recorded[SKY_SIM_MAX_FLYING];
  guint shown[SKY_SIM_MAX_FLYING];
  Place hand;
  Place rest[SKY_SIM_MAX_FLYING];
} Throw;

struct _SkySimFlight
{
  GArray *throws; /* of Throw, in order */
};

/* Anywhere at one end of the table, in inches: where no rail is. */
static void
place (Throw *thrown, SkyGameId game, GRand *random)
{
  double width, height;
  gboolean left = g_rand_boolean (random);

  sky_picture_get_size (game, &width, &height);
  do
    for (guint i = 0; i < SKY_SIM_MAX_FLYING; i++)
      {
        double x = width * g_rand_double_range (random, 0.14, 0.36);

        thrown->rest[i] =
            (Place){ left ? x : width - x, height * g_rand_double_range (random, 0.3, 0.68),
                     g_rand_double_range (random, 0, 2 * G_PI) };
      }
  while (hypot (thrown->rest[0].x - thrown->rest[1].x, thrown->rest[0].y - thrown->rest[1].y)
         < APART);
  thrown->hand = (Place){ left ? width * 0.8 : width * 0.2, height * 0.5, 0 };
}

static void
add_throw (SkySimFlight *self, SkyGameId game, const SkyEvent *event, SkyTime at, GRand *random)
{
  Throw thrown = { .seq = event->seq, .thrown = at, .result = event->at };

  thrown.lands = at + MIN (LONGEST_FLIGHT, (event->at - at) * 6 / 10);
  for (guint i = 0; i < SKY_SIM_MAX_FLYING; i++)
    thrown.recorded[i] = thrown.shown[i] = (guint) event->result.dice[i];
  place (&thrown, game, random);
  g_array_append_val (self->throws, thrown);
}

/* One die of each of @n throws shows the next face. */
static void
contradict (SkySimFlight *self, guint n, GRand *random)
{
  for (guint left = MIN (n, self->throws->len); left > 0;)
    {
      Throw *thrown = &g_array_index (
          self->throws, Throw, (guint) g_rand_int_range (random, 0, (gint32) self->throws->len));
      guint i = g_rand_boolean (random) ? 1 : 0;

      if (thrown->contradicts)
        continue;
      thrown->contradicts = TRUE;
      thrown->shown[i] = thrown->recorded[i] % 6 + 1;
      left--;
    }
}

SkySimFlight *
sky_sim_flight_new (SkyLog *log, guint64 seed, guint n_contradict)
{
  SkyGameId game = sky_log_get_header (log)->game;
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (GRand) random = NULL;
  guint32 seeds[] = { (guint32) seed, (guint32) (seed >> 32), 0x6469 };
  SkySimFlight *self;
  const SkyLine *line;
  SkyTime thrown = SKY_TIME_NONE;

  if (game != SKY_GAME_CRAPS && game != SKY_GAME_MINI_CRAPS)
    return NULL;
  random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  self = g_new0 (SkySimFlight, 1);
  self->throws = g_array_new (FALSE, FALSE, sizeof (Throw));
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      const SkyEvent *event = &line->event;

      if (line->kind != SKY_LINE_EVENT)
        continue;
      if (event->type == SKY_EVENT_THROW)
        thrown = event->at;
      else if (event->type == SKY_EVENT_RESULT && event->result.n_dice == SKY_SIM_MAX_FLYING
               && thrown != SKY_TIME_NONE)
        {
          add_throw (self, game, event, thrown, random);
          thrown = SKY_TIME_NONE;
        }
    }
  contradict (self, n_contradict, random);
  return self;
}

void
sky_sim_flight_free (SkySimFlight *self)
{
  g_array_unref (self->throws);
  g_free (self);
}

/* The last throw that left the hand by @at, or NULL. */
static const Throw *
find_throw (SkySimFlight *self, SkyTime at)
{
  guint low = 0, high = self->throws->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->throws, Throw, middle).thrown <= at)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? &g_array_index (self->throws, Throw, low - 1) : NULL;
}

gboolean
sky_sim_flight_is_near (SkySimFlight *self, SkyTime at)
{
  const Throw *thrown = find_throw (self, at + BEFORE);

  return thrown != NULL && at <= thrown->result + AFTER;
}

/* A face that goes by while a die turns over, the same for every camera. */
static guint
face_in_flight (const Throw *thrown, guint die, SkyTime at)
{
  guint64 step = (guint64) ((at - thrown->thrown) / EACH_FACE);

  return (guint) ((thrown->seq * 31 + step * 17 + die * 7) % 6) + 1;
}

guint
sky_sim_flight_at (SkySimFlight *self,
                   SkyTime at,
                   gboolean lie,
                   SkyPictureDie dice[SKY_SIM_MAX_FLYING])
{
  const Throw *thrown = find_throw (self, at);

  if (thrown == NULL || (at >= thrown->result && !lie))
    return 0;
  for (guint i = 0; i < SKY_SIM_MAX_FLYING; i++)
    {
      const Place *rest = &thrown->rest[i];
      double left = at < thrown->lands && thrown->lands > thrown->thrown
                        ? (double) (thrown->lands - at) / (double) (thrown->lands - thrown->thrown)
                        : 0;
      /* Slower and slower, and hopping. */
      double far = left * left, hop = fabs (sin (left * 9)) * left * 4;

      dice[i] =
          (SkyPictureDie){ .x = rest->x + (thrown->hand.x - rest->x) * far,
                           .y = rest->y + (thrown->hand.y - rest->y) * far - hop,
                           .turn = rest->turn + left * (9 + 3 * i),
                           .value = at < thrown->lands - LAST_TURN ? face_in_flight (thrown, i, at)
                                                                   : thrown->shown[i] };
    }
  return SKY_SIM_MAX_FLYING;
}

static void
add_dice (GString *json, const char *name, const guint *values)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < SKY_SIM_MAX_FLYING; i++)
    sky_json_add_int (json, NULL, values[i]);
  sky_json_end_array (json);
}

void
sky_sim_flight_write_contradictions (SkySimFlight *self, const char *table, GString *json)
{
  for (guint i = 0; i < self->throws->len; i++)
    {
      const Throw *thrown = &g_array_index (self->throws, Throw, i);

      if (!thrown->contradicts)
        continue;
      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "table", table);
      sky_json_add_int (json, "seq", (gint64) thrown->seq);
      add_dice (json, "recorded", thrown->recorded);
      add_dice (json, "shown", thrown->shown);
      sky_json_end_object (json);
    }
}
