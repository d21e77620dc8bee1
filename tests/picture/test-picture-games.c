/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layouts of the games but craps, from logs: every wager that the rules know has a place inside
 * the table, what is pointed at there is that wager, and the result shows. */
#include "config.h"

#include "check-places.h"
#include "sky-picture-private.h"

#include <string.h>

#define WIDTH  1400.0
#define HEIGHT 760.0

typedef struct
{
  const char *game;
  const char *submission;
  const char *const *wagers; /* members behind the seat; NULL-terminated */
  const char *result;        /* events that show the result */
} Case;

static const char *const roulette_wagers[] = {
  "\"bet\":\"straight\",\"number\":\"17\"",
  "\"bet\":\"straight\",\"number\":\"0\"",
  "\"bet\":\"straight\",\"number\":\"00\"",
  "\"bet\":\"five_adjacent\",\"number\":\"20\"",
  "\"bet\":\"split\",\"numbers\":[\"8\",\"11\"]",
  "\"bet\":\"split\",\"numbers\":[\"0\",\"00\"]",
  "\"bet\":\"three\",\"numbers\":[\"19\",\"20\",\"21\"]",
  "\"bet\":\"three\",\"numbers\":[\"0\",\"1\",\"2\"]",
  "\"bet\":\"four\",\"numbers\":[\"25\",\"26\",\"28\",\"29\"]",
  "\"bet\":\"six\",\"numbers\":[\"31\",\"32\",\"33\",\"34\",\"35\",\"36\"]",
  "\"bet\":\"first_five\"",
  "\"bet\":\"column\",\"number\":\"1\"",
  "\"bet\":\"column\",\"number\":\"3\"",
  "\"bet\":\"dozen\",\"number\":\"2\"",
  "\"bet\":\"red\"",
  "\"bet\":\"black\"",
  "\"bet\":\"odd\"",
  "\"bet\":\"even\"",
  "\"bet\":\"low\"",
  "\"bet\":\"high\"",
  NULL,
};

static const char *const sic_bo_wagers[] = {
  "\"bet\":\"small\"",
  "\"bet\":\"big\"",
  "\"bet\":\"any_three_of_a_kind\"",
  "\"bet\":\"three_of_a_kind\",\"number\":1",
  "\"bet\":\"three_of_a_kind\",\"number\":6",
  "\"bet\":\"two_of_a_kind\",\"number\":3",
  "\"bet\":\"two_of_a_kind\",\"number\":4",
  "\"bet\":\"one_of_a_kind\",\"number\":6",
  "\"bet\":\"total\",\"number\":4",
  "\"bet\":\"total\",\"number\":17",
  "\"bet\":\"two_dice\",\"numbers\":[1,2]",
  "\"bet\":\"two_dice\",\"numbers\":[6,5]",
  NULL,
};

static const char *const big_six_wagers[] = {
  "\"bet\":\"symbol\",\"symbol\":\"1\"",    "\"bet\":\"symbol\",\"symbol\":\"2\"",
  "\"bet\":\"symbol\",\"symbol\":\"5\"",    "\"bet\":\"symbol\",\"symbol\":\"10\"",
  "\"bet\":\"symbol\",\"symbol\":\"20\"",   "\"bet\":\"symbol\",\"symbol\":\"joker\"",
  "\"bet\":\"symbol\",\"symbol\":\"flag\"", NULL,
};

static const char *const props_wagers[] = {
  "\"bet\":\"double\",\"number\":1",
  "\"bet\":\"double\",\"number\":6",
  "\"bet\":\"any_number\",\"dice\":[1,2]",
  "\"bet\":\"any_number\",\"dice\":[6,5]",
  "\"bet\":\"field\"",
  "\"bet\":\"hop_top\"",
  "\"bet\":\"hop_left\"",
  "\"bet\":\"hop_right\"",
  "\"bet\":\"hop_center\"",
  "\"bet\":\"one_six_under\"",
  "\"bet\":\"three_four_over\"",
  "\"bet\":\"six_eight_shake\"",
  NULL,
};

static const char *const casino_war_wagers[] = {
  "\"bet\":\"initial\"", "\"bet\":\"tie\"", "\"bet\":\"war\"", "\"bet\":\"war_tie\"", NULL,
};

static const char *const raise_it_up_wagers[] = {
  "\"bet\":\"ante\"",
  "\"bet\":\"blind\"",
  "\"bet\":\"play\"",
  "\"bet\":\"pair_plus\"",
  "\"bet\":\"progressive\"",
  "\"bet\":\"six_card_bonus\"",
  NULL,
};

static const char *const pai_gow_wagers[] = { "\"bet\":\"pai_gow\"", "\"bet\":\"dealer_vs_bank\"",
                                              NULL };

static const Case cases[] = {
  { "casino_war", "{}", casino_war_wagers,
    "\"type\":\"deal\",\"to\":1,\"card\":\"AS\",\"deal\":\"original\"" },
  { "raise_it_up", "{\"six_card_bonus\":\"A\",\"progressive\":{}}", raise_it_up_wagers,
    "\"type\":\"deal\",\"to\":1,\"cards\":[\"AS\",\"KS\",\"2D\"]" },
  { "pai_gow", "{\"player_bank\":true}", pai_gow_wagers, "\"type\":\"result\",\"dice\":[1,4,6]" },
  { "pai_gow", "{\"player_bank\":true,\"rng\":true}", pai_gow_wagers,
    "\"type\":\"result\",\"number\":14" },
  { "pai_gow", "{\"player_bank\":true,\"co_bank\":true}", pai_gow_wagers,
    "\"type\":\"bank\",\"seat\":1,\"co\":true,\"dealer_wager\":0,\"chips\":100000" },
  { "roulette", "{\"five_adjacent\":true}", roulette_wagers,
    "\"type\":\"result\",\"pocket\":\"17\",\"revolutions\":5" },
  { "sic_bo", "{}", sic_bo_wagers, "\"type\":\"result\",\"dice\":[1,4,6]" },
  { "big_six", "{}", big_six_wagers,
    "\"type\":\"result\",\"section\":3,\"symbol\":\"5\",\"revolutions\":4" },
  { "props_and_hops",
    "{\"hop_layout\":{\"top\":[[1,1]],\"left\":[[2,2]],\"right\":[[3,3]],\"center\":[[4,4]]}}",
    props_wagers, "\"type\":\"result\",\"dice\":[2,6]" },
};

static void
add_line (GString *log, guint *seq, const char *members)
{
  g_string_append_printf (log, "{\"seq\":%u,\"at\":\"2023-11-04T20:00:00Z\",%s}\n", ++*seq,
                          members);
}

static SkyReplay *
replay_case (const Case *play)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = NULL;
  g_autofree char *rules = NULL;
  guint seq = 0;

  g_string_append_printf (text,
                          "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\","
                          "\"table\":\"T\",\"game\":\"%s\",\"gaming_day\":\"2023-11-04\","
                          "\"time_zone\":\"UTC\",\"currency\":\"USD\"}\n",
                          play->game);
  rules = g_strdup_printf ("\"type\":\"rules\",\"submission\":%s", play->submission);
  add_line (text, &seq, "\"type\":\"table_open\"");
  add_line (text, &seq, rules);
  add_line (text, &seq, "\"type\":\"player\",\"seat\":1,\"player\":\"P\",\"present\":true");
  add_line (text, &seq, "\"type\":\"round_start\",\"round\":1");
  for (guint i = 0; play->wagers[i] != NULL; i++)
    {
      g_autofree char *wager = g_strdup_printf (
          "\"type\":\"wager\",\"wager\":\"w%u\",\"seat\":1,\"amount\":500,%s", i, play->wagers[i]);

      add_line (text, &seq, wager);
    }
  add_line (text, &seq, play->result);
  bytes = g_string_free_to_bytes (text);
  log = sky_log_new_from_bytes (bytes, "case", &error);
  g_assert_no_error (error);
  return sky_replay_new (log);
}

static guint
count_differences (cairo_surface_t *a, cairo_surface_t *b)
{
  guint n = 0;
  int size = cairo_image_surface_get_stride (a) * cairo_image_surface_get_height (a);

  cairo_surface_flush (a);
  cairo_surface_flush (b);
  for (int i = 0; i < size; i++)
    n += cairo_image_surface_get_data (a)[i] != cairo_image_surface_get_data (b)[i];
  return n;
}

static cairo_surface_t *
draw (const SkyScene *scene, SkyGameId game)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) WIDTH, (int) HEIGHT);
  cairo_t *cr = cairo_create (surface);

  sky_picture_draw (cr, scene, game, WIDTH, HEIGHT, &(SkyPictureStyle){ .dark = TRUE });
  cairo_destroy (cr);
  return surface;
}

/* From any wager every other can be come to by arrow keys alone, and stepping passes all of them.
 */
static void
check_ways (const SkyScene *scene, SkyGameId game)
{
  static const int ways[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  guint n = scene->wagers->len;
  const SkySceneWager *at = sky_picture_wager_step (scene, game, NULL, 1);

  for (guint i = 0; i < n; i++)
    {
      const SkySceneWager *next = sky_picture_wager_step (scene, game, at->id, 1);

      g_assert_true (n == 1 || next != at);
      g_assert_true (sky_picture_wager_step (scene, game, next->id, -1) == at);
      at = next;
    }
  g_assert_true (at == sky_picture_wager_step (scene, game, NULL, 1));

  for (guint start = 0; start < n; start++)
    {
      g_autofree gboolean *seen = g_new0 (gboolean, n);
      g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));

      seen[start] = TRUE;
      g_array_append_val (queue, start);
      for (guint i = 0; i < queue->len; i++)
        for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
          {
            const SkySceneWager *all = &g_array_index (scene->wagers, SkySceneWager, 0);
            const SkySceneWager *there = sky_picture_wager_towards (
                scene, game, all[g_array_index (queue, guint, i)].id, ways[way][0], ways[way][1]);
            guint number = there != NULL ? (guint) (there - all) : start;

            if (seen[number])
              continue;
            seen[number] = TRUE;
            g_array_append_val (queue, number);
          }
      g_assert_cmpuint (queue->len, ==, n);
    }
}

static void
test_case (gconstpointer data)
{
  const Case *play = data;
  g_autoptr (SkyReplay) replay = replay_case (play);
  g_autoptr (SkyScene) before = NULL;
  g_autoptr (SkyScene) scene = NULL;
  guint n = g_strv_length ((char **) play->wagers);
  cairo_surface_t *unshown, *shown;
  SkyGameId game;

  g_assert_true (sky_game_id_from_name ((SkyText){ play->game, strlen (play->game) }, &game));
  before = sky_replay_at_seq (replay, 4 + n);
  scene = sky_replay_at_seq (replay, 5 + n);
  g_assert_cmpuint (scene->wagers->len, ==, n);

  check_places (scene, game, WIDTH, HEIGHT);
  check_ways (scene, game);
  for (guint i = 0; i < n; i++)
    {
      SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);

      wager->due.outcome = i % 4 == 0   ? SKY_OUTCOME_NONE
                           : i % 4 == 1 ? SKY_OUTCOME_WIN
                           : i % 4 == 2 ? SKY_OUTCOME_LOSE
                                        : SKY_OUTCOME_PUSH;
    }
  check_exchange (scene, game, WIDTH, HEIGHT);

  /* What was rolled or spun is seen. */
  unshown = draw (before, game);
  shown = draw (scene, game);
  g_assert_cmpuint (count_differences (unshown, shown), >, 1000);
  cairo_surface_destroy (unshown);
  cairo_surface_destroy (shown);
}

/* No picture lacks a member. */
static void
test_whole (void)
{
  sky_picture_check_all ();
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkyGamePicture *whole = sky_game_picture_get (id);
      SkyGamePicture picture;

#define ASSERT_WANTED(member)                                                                      \
  picture = *whole;                                                                                \
  picture.member = 0;                                                                              \
  g_assert_cmpstr (sky_game_picture_find_absent (&picture), ==, #member)

      g_assert_null (sky_game_picture_find_absent (whole));
      ASSERT_WANTED (width);
      ASSERT_WANTED (height);
      ASSERT_WANTED (draw_table);
      ASSERT_WANTED (cell);
      ASSERT_WANTED (draw_marks);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/picture/%s/places-%u", cases[i].game, i);

      g_test_add_data_func (name, &cases[i], test_case);
    }
  g_test_add_func ("/picture/whole", test_whole);
  return g_test_run ();
}
