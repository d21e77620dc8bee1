/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thrown dice: they fly, come to rest on the table and apart from each other, and show what was
 * recorded, but for the throws that contradict it. */
#include "config.h"

#include "../remove-tree.h"
#include "sky-sim-flight.h"

#include "sky-game.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>

#include <math.h>
#include <string.h>

#define N_ROUNDS 40

typedef struct
{
  char *folder;
  SkyLog *log;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const SkySimulateOptions options = {
    .game = SKY_GAME_CRAPS, .rounds = N_ROUNDS, .seed = 5, .tables = 1, .start = SKY_TIME_NONE
  };
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("skyward-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *archive = g_build_filename (fixture->folder, "archive", NULL);
  g_autofree char *path = g_build_filename (archive, "CR-01-2023-11-04.tel.jsonl", NULL);
  sky_simulate (&options, archive, &error);
  g_assert_no_error (error);
  fixture->log = sky_log_open (path, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  sky_log_unref (fixture->log);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

/* Looks at each result of the log. Returns: how many of them do not show what was recorded. */
static guint
look (const Fixture *fixture, SkySimFlight *flight, guint *n_results)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (fixture->log, sky_game_lookup_bet);
  double width, height;
  const SkyLine *line;
  SkyTime thrown = SKY_TIME_NONE;
  guint n_other = 0;

  sky_picture_get_size (SKY_GAME_CRAPS, &width, &height);
  *n_results = 0;
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      const SkyEvent *event = &line->event;
      SkyPictureDie air[SKY_SIM_MAX_FLYING], rest[SKY_SIM_MAX_FLYING], later[SKY_SIM_MAX_FLYING];
      guint n_wrong = 0;

      if (line->kind == SKY_LINE_EVENT && event->type == SKY_EVENT_THROW)
        thrown = event->at;
      if (line->kind != SKY_LINE_EVENT || event->type != SKY_EVENT_RESULT)
        continue;
      (*n_results)++;
      g_assert_true (sky_sim_flight_is_near (flight, thrown));
      g_assert_true (sky_sim_flight_is_near (flight, event->at));
      g_assert_cmpuint (sky_sim_flight_at (flight, thrown, FALSE, air), ==, 2);
      g_assert_cmpuint (sky_sim_flight_at (flight, event->at - 1, FALSE, rest), ==, 2);
      g_assert_cmpuint (sky_sim_flight_at (flight, event->at + SKY_SECOND, TRUE, later), ==, 2);
      g_assert_cmpuint (sky_sim_flight_at (flight, event->at, FALSE, later), ==, 0);
      for (guint i = 0; i < 2; i++)
        {
          g_assert_cmpfloat (hypot (air[i].x - rest[i].x, air[i].y - rest[i].y), >, width / 4);
          g_assert_cmpfloat (rest[i].x, >, width * 0.1);
          g_assert_cmpfloat (rest[i].x, <, width * 0.9);
          g_assert_cmpfloat (rest[i].y, >, height * 0.25);
          g_assert_cmpfloat (rest[i].y, <, height * 0.75);
          n_wrong += rest[i].value != (guint) event->result.dice[i];
        }
      g_assert_cmpfloat (hypot (rest[0].x - rest[1].x, rest[0].y - rest[1].y), >=, 4.6);
      g_assert_cmpuint (n_wrong, <=, 1);
      n_other += n_wrong;
    }
  return n_other;
}

static void
test_rest (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SkySimFlight) flight = sky_sim_flight_new (fixture->log, 7, 0);
  g_autoptr (GString) json = g_string_new (NULL);
  guint n;

  g_assert_cmpuint (look (fixture, flight, &n), ==, 0);
  g_assert_cmpuint (n, >=, N_ROUNDS / 2);
  sky_sim_flight_write_contradictions (flight, "CR-01", json);
  g_assert_cmpstr (json->str, ==, "");
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = strstr (text, part); p != NULL; p = strstr (p + 1, part))
    n++;
  return n;
}

static void
test_contradict (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SkySimFlight) flight = sky_sim_flight_new (fixture->log, 7, 3);
  g_autoptr (SkySimFlight) again = sky_sim_flight_new (fixture->log, 7, 3);
  g_autoptr (SkySimFlight) all = sky_sim_flight_new (fixture->log, 7, G_MAXINT);
  g_autoptr (GString) json = g_string_new ("{\"contradicts\":[");
  g_autoptr (GString) same = g_string_new ("{\"contradicts\":[");
  guint n;

  g_assert_cmpuint (look (fixture, flight, &n), ==, 3);
  sky_sim_flight_write_contradictions (flight, "CR-01", json);
  g_assert_cmpuint (count (json->str, "\"shown\":["), ==, 3);
  sky_sim_flight_write_contradictions (again, "CR-01", same);
  g_assert_cmpstr (json->str, ==, same->str);
  g_assert_cmpuint (look (fixture, all, &n), ==, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/sim-flight/rest", Fixture, NULL, set_up, test_rest, tear_down);
  g_test_add ("/sim-flight/contradict", Fixture, NULL, set_up, test_contradict, tear_down);
  return g_test_run ();
}
