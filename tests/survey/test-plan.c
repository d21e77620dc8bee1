/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans: what is cut and drawn, with which probability, the same again from the same seed, and from
 * whose time. */
#include "config.h"

#include "sky-roster.h"

#include "sky-digest.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Minutes of a day, as instants. */
#define MINUTE(n) ((n) *SKY_MINUTE)

static GArray *
make_spans (guint n, const int *minutes)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));

  for (guint i = 0; i < n; i++)
    {
      SkySpan span = { MINUTE (minutes[2 * i]), MINUTE (minutes[2 * i + 1]) };

      g_array_append_val (spans, span);
    }
  return spans;
}

static const SkyPlanWindow *
get_window (const SkyPlan *plan, guint i)
{
  return &g_array_index (plan->windows, SkyPlanWindow, i);
}

static const SkyPlanStratum *
get_stratum (const SkyPlan *plan, guint i)
{
  return &g_array_index (plan->strata, SkyPlanStratum, i);
}

/* A plan of one dealer with a stretch of 23 minutes and one of 12: windows of 5 minutes are 5 (the
 * last of 3) and 2 (the last of 7). */
static SkyPlan *
make_plan (guint64 seed, guint n)
{
  SkyPlan *plan = sky_plan_new ("archive", "RO-01", 0, seed);

  sky_plan_add_stratum (plan, "PA-1", make_spans (2, (const int[]){ 0, 23, 60, 72 }));
  g_assert_true (sky_plan_draw_windows (plan, n, MINUTE (5), NULL));
  return plan;
}

static void
test_cut (void)
{
  static const int expected[][2] = { { 0, 5 },   { 5, 10 },  { 10, 15 }, { 15, 20 },
                                     { 20, 23 }, { 60, 65 }, { 65, 72 } };
  g_autoptr (SkyPlan) plan = make_plan (1, 7);
  g_autoptr (SkyPlan) tiny = sky_plan_new ("archive", "RO-01", 0, 1);

  /* All are drawn: they are all of the time, and none is in two. */
  g_assert_cmpuint (plan->windows->len, ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *id = g_strdup_printf ("w%u", i + 1);

      g_assert_cmpstr (get_window (plan, i)->id, ==, id);
      g_assert_cmpint (get_window (plan, i)->from, ==, MINUTE (expected[i][0]));
      g_assert_cmpint (get_window (plan, i)->until, ==, MINUTE (expected[i][1]));
    }
  /* A stretch shorter than half a window is one all the same. */
  sky_plan_add_stratum (tiny, NULL, make_spans (1, (const int[]){ 0, 1 }));
  g_assert_true (sky_plan_draw_windows (tiny, 3, MINUTE (5), NULL));
  g_assert_cmpuint (tiny->windows->len, ==, 1);
  g_assert_cmpint (get_window (tiny, 0)->until, ==, MINUTE (1));
}

/* Each of the 35 sets of three among seven windows as often as any other over 7,000 seeds: chi
 * square with 34 degrees of freedom; and each window with the probability that the plan states. */
static void
test_probability (void)
{
  const guint n = 7000;
  g_autoptr (GHashTable) sets = g_hash_table_new (NULL, NULL);
  guint each[7] = { 0 };
  double chi_square = 0;
  GHashTableIter iter;
  gpointer value;

  for (guint64 seed = 0; seed < n; seed++)
    {
      g_autoptr (SkyPlan) plan = make_plan (seed, 3);
      guint set = 0;

      g_assert_cmpuint (get_stratum (plan, 0)->n_drawn, ==, 3);
      g_assert_cmpuint (get_stratum (plan, 0)->n_candidates, ==, 7);
      g_assert_cmpuint (plan->windows->len, ==, 3);
      for (guint i = 0; i < 3; i++)
        {
          SkyTime from = get_window (plan, i)->from;
          guint place = (guint) (from < MINUTE (60) ? from / MINUTE (5) : 5 + (from > MINUTE (60)));

          set |= 1u << place;
          each[place]++;
        }
      g_hash_table_insert (
          sets, GUINT_TO_POINTER (set),
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (sets, GUINT_TO_POINTER (set)))
                            + 1));
    }
  g_assert_cmpuint (g_hash_table_size (sets), ==, 35);
  g_hash_table_iter_init (&iter, sets);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    chi_square += pow (GPOINTER_TO_UINT (value) - n / 35.0, 2) / (n / 35.0);
  /* Exceeded once in a thousand, and undershot once in a thousand. */
  g_assert_cmpfloat (chi_square, <, 65.2);
  g_assert_cmpfloat (chi_square, >, 13.2);
  for (guint i = 0; i < 7; i++)
    g_assert_cmpfloat (fabs (each[i] - n * 3 / 7.0), <, 4 * sqrt (n * 3 / 7.0 * 4 / 7.0));
}

/* The numbers can be had by anybody: the SHA-256 of the seed, table, day and start. */
static void
test_again (void)
{
  g_autoptr (SkyPlan) plan = make_plan (42, 3);
  g_autoptr (SkyPlan) again = make_plan (42, 3);
  static const int starts[] = { 0, 5, 10, 15, 20, 60, 65 };
  g_autoptr (GPtrArray) numbers = g_ptr_array_new_with_free_func (g_free);
  guint n_lower = 0;

  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (get_window (plan, i)->from, ==, get_window (again, i)->from);
      g_assert_cmpint (get_window (plan, i)->until, ==, get_window (again, i)->until);
    }
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *text = g_strdup_printf (
          "42/RO-01/1970-01-01/1970-01-01T%02d:%02d:00.000000Z", starts[i] / 60, starts[i] % 60);

      g_ptr_array_add (numbers, g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1));
    }
  for (guint i = 0; i < 7; i++)
    {
      guint before = 0;

      for (guint j = 0; j < 7; j++)
        before += strcmp (numbers->pdata[j], numbers->pdata[i]) < 0;
      for (guint j = 0; j < 3; j++)
        if (get_window (plan, j)->from == MINUTE (starts[i]))
          {
            g_assert_cmpuint (before, <, 3);
            n_lower++;
          }
    }
  g_assert_cmpuint (n_lower, ==, 3);
}

static void
test_equally (void)
{
  static const struct
  {
    guint n, a, b, c;
  } rows[] = { { 3, 1, 1, 1 }, { 4, 1, 2, 1 }, { 5, 2, 2, 1 }, { 12, 4, 4, 2 }, { 99, 4, 12, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SkyPlan) plan = sky_plan_new ("archive", "RO-01", 0, 5);

      sky_plan_add_stratum (plan, "A", make_spans (1, (const int[]){ 0, 20 }));
      sky_plan_add_stratum (plan, "B", make_spans (1, (const int[]){ 20, 80 }));
      sky_plan_add_stratum (plan, "C", make_spans (1, (const int[]){ 80, 90 }));
      g_assert_true (sky_plan_draw_windows (plan, rows[i].n, MINUTE (5), NULL));
      g_assert_cmpuint (get_stratum (plan, 0)->n_drawn, ==, rows[i].a);
      g_assert_cmpuint (get_stratum (plan, 1)->n_drawn, ==, rows[i].b);
      g_assert_cmpuint (get_stratum (plan, 2)->n_drawn, ==, rows[i].c);
      for (guint j = 1; j < plan->windows->len; j++)
        g_assert_cmpint (get_window (plan, j - 1)->until, <=, get_window (plan, j)->from);
      for (guint j = 0; j < plan->windows->len; j++)
        {
          const SkySpan *own = &g_array_index (
              get_stratum (plan, get_window (plan, j)->stratum)->stretches, SkySpan, 0);

          g_assert_cmpint (own->start, <=, get_window (plan, j)->from);
          g_assert_cmpint (own->end, >=, get_window (plan, j)->until);
        }
    }
}

static void
test_rounds (void)
{
  g_autoptr (GArray) rounds = g_array_new (FALSE, TRUE, sizeof (SkyRound));
  guint counts[10] = { 0 };

  for (gint64 i = 1; i <= 10; i++)
    {
      SkyRound round = { .round = i, .start = MINUTE (i), .end = MINUTE (i) + SKY_SECOND };

      g_array_append_val (rounds, round);
    }
  for (guint64 seed = 0; seed < 2000; seed++)
    {
      g_autoptr (SkyPlan) plan = sky_plan_new ("archive", "RO-01", 0, seed);

      g_assert_true (sky_plan_draw_rounds (plan, 4, rounds, NULL));
      g_assert_cmpuint (plan->windows->len, ==, 4);
      g_assert_cmpuint (get_stratum (plan, 0)->n_candidates, ==, 10);
      for (guint i = 0; i < 4; i++)
        {
          gint64 round = get_window (plan, i)->round;

          g_assert_cmpint (get_window (plan, i)->from, ==, MINUTE (round));
          g_assert_true (i == 0 || get_window (plan, i - 1)->round < round);
          counts[round - 1]++;
        }
    }
  for (guint i = 0; i < 10; i++)
    g_assert_cmpfloat (fabs (counts[i] - 800.0), <, 4 * sqrt (2000 * 0.4 * 0.6));
}

/* Two draws of the same day have ids of their own, the same draw has the same. */
static void
test_ids (void)
{
  g_autoptr (SkyPlan) one = make_plan (1, 3);
  g_autoptr (SkyPlan) again = make_plan (1, 3);
  g_autoptr (SkyPlan) more = make_plan (1, 4);
  g_autoptr (SkyPlan) other = make_plan (2, 3);

  g_assert_true (g_str_has_prefix (one->id, "p-1970-01-01-RO-01-"));
  g_assert_cmpstr (one->id, ==, again->id);
  g_assert_cmpstr (one->id, !=, more->id);
  g_assert_cmpstr (one->id, !=, other->id);
}

/* As anyone works it out: printf '1/RO-01/1970-01-01/test 1' | sha256sum. */
static void
test_tests (void)
{
  static const guint expected[] = { 2, 2, 1, 1, 1, 2, 1 };
  g_autoptr (SkyPlan) plan = make_plan (1, 7);
  g_autoptr (GArray) none = sky_plan_place_tests (plan);
  g_autoptr (GArray) places = NULL;

  plan->tests = 10;
  places = sky_plan_place_tests (plan);
  g_assert_cmpuint (places->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < places->len; i++)
    {
      g_assert_cmpuint (g_array_index (none, guint, i), ==, 0);
      g_assert_cmpuint (g_array_index (places, guint, i), ==, expected[i]);
    }
}

static void
test_nothing (void)
{
  g_autoptr (SkyPlan) plan = sky_plan_new ("archive", "RO-01", 0, 1);
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_plan_draw_windows (plan, 3, MINUTE (5), &error));
  g_assert_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_NOTHING);
}

static char *folder; /* of this run's files */

static char *
write_file (const char *name, const char *contents)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, contents, -1, NULL));
  return path;
}

static void
test_file (void)
{
  g_autoptr (SkyPlan) plan = make_plan (77, 4);
  g_autoptr (SkyPlan) read = NULL;
  g_autoptr (GString) json = g_string_new (NULL), second = g_string_new (NULL);
  g_autofree char *path = NULL;

  plan->tests = 3;
  sky_plan_write_json (plan, json);
  path = write_file ("plan.json", json->str);
  read = sky_plan_read (path, NULL);
  g_assert_nonnull (read);
  sky_plan_write_json (read, second);
  g_assert_cmpstr (second->str, ==, json->str);
}

static void
test_bad_file (void)
{
  static const char *const bad[] = {
    "",
    "[]",
    "{\"seed\":1}",
    "{\"seed\":-1,\"table\":\"T\",\"archive\":\"a\",\"day\":\"2023-11-04\"}",
    "{\"seed\":1,\"table\":\"T\",\"archive\":\"a\",\"day\":\"today\"}",
    "{\"seed\":1,\"table\":\"T\",\"archive\":\"a\",\"day\":\"2023-11-04\",\"strata\":[]}",
    "{\"seed\":1,\"table\":\"T\",\"archive\":\"a\",\"day\":\"2023-11-04\",\"strata\":[{\"drawn\":2,"
    "\"of\":1,\"stretches\":[]}],\"windows\":[]}",
    "{\"seed\":1,\"table\":\"T\",\"archive\":\"a\",\"day\":\"2023-11-04\",\"strata\":[],"
    "\"windows\":"
    "[{\"id\":\"w1\",\"from\":\"2023-11-04T20:00:00Z\",\"until\":\"2023-11-04T20:05:00Z\","
    "\"stratum\":1}]}",
    "{\"seed\":1,\"table\":\"T\",\"archive\":\"a\",\"day\":\"2023-11-04\",\"strata\":[{\"drawn\":0,"
    "\"of\":1,\"stretches\":[]}],\"windows\":[{\"id\":\"w1\",\"from\":\"2023-11-04T20:00:00Z\","
    "\"until\":\"2023-11-04T20:05:00Z\",\"stratum\":1}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = write_file ("bad.json", bad[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (sky_plan_read (path, &error));
      g_assert_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_FORMAT);
    }
}

static void
test_roster (void)
{
  g_autofree char *path =
      write_file ("roster.csv", "1970-01-01T00:00:00Z,1970-01-01T00:20:00Z,PA-1\n"
                                "1970-01-01T00:20:00Z,1970-01-01T00:40:00Z, PA-2\n"
                                "\n"
                                "1970-01-01T00:30:00Z,1970-01-01T01:00:00Z,PA-1\n");
  g_autofree char *bad = write_file ("bad.csv", "1970-01-01T00:00:00Z,1970-01-01T00:20:00Z,PA-1\n"
                                                "1970-01-01T00:20:00Z,1970-01-01T00:10:00Z,PA-2\n");
  g_autoptr (GArray) roster = sky_roster_read (path, NULL);
  g_autoptr (GArray) covered = make_spans (2, (const int[]){ 5, 32, 35, 55 });
  g_autoptr (SkyPlan) by_dealer = sky_plan_new ("archive", "RO-01", 0, 1);
  g_autoptr (SkyPlan) all = sky_plan_new ("archive", "RO-01", 0, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *both = sky_roster_find (roster, MINUTE (35));

  g_assert_cmpuint (roster->len, ==, 3);
  g_assert_cmpstr (both, ==, "PA-1+PA-2");
  g_assert_null (sky_roster_find (roster, MINUTE (60)));

  sky_roster_add_dealers (roster, covered, by_dealer);
  g_assert_cmpuint (by_dealer->strata->len, ==, 3);
  {
    /* PA-1 deals alone from 0 to 20 and 40 to 60, of which 5 to 20 and 40 to 55 are recorded. */
    const SkyPlanStratum *one = get_stratum (by_dealer, 0), *two = get_stratum (by_dealer, 1);

    g_assert_cmpstr (one->dealer, ==, "PA-1");
    g_assert_cmpuint (one->stretches->len, ==, 2);
    g_assert_cmpint (g_array_index (one->stretches, SkySpan, 0).start, ==, MINUTE (5));
    g_assert_cmpint (g_array_index (one->stretches, SkySpan, 0).end, ==, MINUTE (20));
    g_assert_cmpint (g_array_index (one->stretches, SkySpan, 1).end, ==, MINUTE (55));
    g_assert_cmpstr (two->dealer, ==, "PA-1+PA-2");
    g_assert_cmpuint (two->stretches->len, ==, 2);
    g_assert_cmpint (g_array_index (two->stretches, SkySpan, 0).end, ==, MINUTE (32));
    g_assert_cmpint (g_array_index (two->stretches, SkySpan, 1).start, ==, MINUTE (35));
  }
  sky_roster_add_all (roster, covered, all);
  g_assert_cmpuint (all->strata->len, ==, 1);
  g_assert_null (get_stratum (all, 0)->dealer);
  g_assert_cmpuint (get_stratum (all, 0)->stretches->len, ==, 2);

  g_assert_null (sky_roster_read (bad, &error));
  g_assert_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "line 2"));
}

/* A camera of the table, with a recording of those minutes. */
static SkyFootageCamera
make_camera (char *name, SkyCovers covers, SkySegment *segment, int from, int until)
{
  *segment = (SkySegment){ .file = name, .start = MINUTE (from), .end = MINUTE (until) };
  return (SkyFootageCamera){
    .camera = name,
    .table = (char *) "RO-01",
    .stationary = TRUE,
    .covers = covers,
    .clock = sky_clock_map_from_offset (0),
    .segments = segment,
    .n_segments = 1,
  };
}

/* § 465a.9(c)(2): at roulette the wheel and the layout, each by a camera of its own. */
static void
test_required (void)
{
  char wheel[] = "W", layout[] = "L", second[] = "L2", other[] = "X";
  SkySegment segments[4];
  SkyFootageCamera cameras[] = {
    make_camera (wheel, SKY_COVERS_WHEEL, &segments[0], 0, 30),
    make_camera (layout, SKY_COVERS_LAYOUT, &segments[1], 10, 20),
    make_camera (second, SKY_COVERS_LAYOUT, &segments[2], 25, 40),
    make_camera (other, SKY_COVERS_TABLE, &segments[3], 0, 60),
  };
  SkyFootage footage = { .cameras = cameras, .n_cameras = 4 };
  g_autoptr (GArray) both = sky_coverage_required (&footage, SKY_GAME_ROULETTE, "RO-01");
  g_autoptr (GArray) elsewhere = sky_coverage_required (&footage, SKY_GAME_ROULETTE, "RO-02");
  g_autoptr (GArray) table = sky_coverage_required (&footage, SKY_GAME_SIC_BO, "RO-01");
  g_autoptr (GArray) lacking = NULL;

  g_assert_cmpuint (both->len, ==, 2);
  g_assert_cmpint (g_array_index (both, SkySpan, 0).start, ==, MINUTE (10));
  g_assert_cmpint (g_array_index (both, SkySpan, 0).end, ==, MINUTE (20));
  g_assert_cmpint (g_array_index (both, SkySpan, 1).start, ==, MINUTE (25));
  g_assert_cmpint (g_array_index (both, SkySpan, 1).end, ==, MINUTE (30));
  g_assert_cmpuint (elsewhere->len, ==, 0);
  g_assert_cmpuint (table->len, ==, 1);
  /* Without the wheel nothing will do. */
  footage.cameras = cameras + 1;
  footage.n_cameras = 3;
  lacking = sky_coverage_required (&footage, SKY_GAME_ROULETTE, "RO-01");
  g_assert_cmpuint (lacking->len, ==, 0);
}

static void
remove_folder (void)
{
  static const char *const files[] = { "plan.json", "bad.json", "roster.csv", "bad.csv" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i], NULL);
      g_remove (path);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("skyward-plan-XXXXXX", &error);
  g_assert_no_error (error);
  atexit (remove_folder);
  sky_digest_init ();
  g_test_add_func ("/plan/cut", test_cut);
  g_test_add_func ("/plan/probability", test_probability);
  g_test_add_func ("/plan/again", test_again);
  g_test_add_func ("/plan/equally", test_equally);
  g_test_add_func ("/plan/rounds", test_rounds);
  g_test_add_func ("/plan/ids", test_ids);
  g_test_add_func ("/plan/tests", test_tests);
  g_test_add_func ("/plan/nothing", test_nothing);
  g_test_add_func ("/plan/file", test_file);
  g_test_add_func ("/plan/bad-file", test_bad_file);
  g_test_add_func ("/plan/roster", test_roster);
  g_test_add_func ("/plan/required", test_required);
  return g_test_run ();
}
