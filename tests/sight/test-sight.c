/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which results are to be looked at, what is held against the record, and the calibration; without
 * a picture. */
#include "config.h"

#include "sky-calibration.h"
#include "sky-sight-results.h"

#include <glib/gstdio.h>

#include <string.h>

static SkyLog *
make_log (const char *game, const char *lines)
{
  g_autofree char *text = g_strdup_printf (
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\",\"table\":\"T\",\"game\":\"%"
      "s\","
      "\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}\n%s",
      game, lines);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  SkyLog *log = sky_log_new_from_bytes (bytes, "test", &error);

  g_assert_no_error (error);
  return log;
}

#define AT(seconds) "\"at\":\"2023-11-04T18:00:" seconds "Z\""

static void
test_throws (void)
{
  g_autoptr (SkyLog) log = make_log (
      "craps",
      "{\"seq\":1," AT (
          "00.000") ",\"type\":\"round_start\",\"round\":7}\n"
                    "{\"seq\":2," AT (
                        "01.000") ",\"type\":\"throw\"}\n"
                                  "{\"seq\":3," AT (
                                      "03.000") ",\"type\":\"result\",\"dice\":[4,3],\"observed\":["
                                                "]}\n"
                                                "{\"seq\":4," AT (
                                                    "03.500") ",\"type\":\"round_end\",\"round\":7}"
                                                              "\n"
                                                              "{\"seq\":5," AT (
                                                                  "03.600") ",\"type\":\"round_"
                                                                            "start\",\"round\":8}\n"
                                                                            "{\"seq\":6," AT (
                                                                                "04.000") ",\"type"
                                                                                          "\":"
                                                                                          "\"throw"
                                                                                          "\"}\n"
                                                                                          "{\"seq\""
                                                                                          ":7," AT (
                                                                                              "05."
                                                                                              "500") ",\"type\":\"result\",\"dice\":[1,6],\"observed\":[\"cocked\"]}\n");
  g_autoptr (GArray) throws = sky_sight_list_results (log);

  g_assert_cmpuint (throws->len, ==, 2);
  const SkySightResult *first = &g_array_index (throws, SkySightResult, 0);
  const SkySightResult *second = &g_array_index (throws, SkySightResult, 1);
  g_assert_cmpint (first->round, ==, 7);
  g_assert_cmpuint (first->seq, ==, 3);
  g_assert_cmpuint (first->recorded[0], ==, 4);
  g_assert_cmpuint (first->recorded[1], ==, 3);
  g_assert_true (first->lies);
  g_assert_cmpint (first->stretch.result - first->stretch.thrown, ==, 2 * SKY_SECOND);
  /* The next throw takes the dice away. */
  g_assert_cmpint (first->stretch.until - first->stretch.result, ==, SKY_SECOND);
  g_assert_cmpint (second->stretch.until - second->stretch.result, ==, 2 * SKY_SECOND);
  g_assert_false (second->lies);
}

static void
test_no_dice (void)
{
  g_autoptr (SkyLog) wheel = make_log (
      "roulette",
      "{\"seq\":1," AT (
          "00.000") ",\"type\":\"round_start\",\"round\":1}\n"
                    "{\"seq\":2," AT (
                        "01.000") ",\"type\":\"result\",\"pocket\":\"17\",\"revolutions\":5}\n");
  g_autoptr (SkyLog) generated =
      make_log ("pai_gow",
                "{\"seq\":1," AT (
                    "00.000") ",\"type\":\"round_start\",\"round\":1}\n"
                              "{\"seq\":2," AT (
                                  "01.000") ",\"type\":\"result\",\"number\":5,\"observed\":[]}\n");
  g_autoptr (GArray) spins = sky_sight_list_results (wheel);
  g_autoptr (GArray) numbers = sky_sight_list_results (generated);

  g_assert_cmpuint (spins->len, ==, 0);
  g_assert_cmpuint (numbers->len, ==, 0);
}

static SkySightReading
cards_of (const guint *ranks, guint n)
{
  SkySightReading reading = { .reason = SKY_SIGHT_READ,
                              .camera = (const SkyFootageCamera *) "a camera",
                              .n_values = n,
                              .probability = 0.99 };

  memcpy (reading.values, ranks, n * sizeof ranks[0]);
  return reading;
}

/* The original deal has all cards. At the War deal those who do not go to war may have theirs
 * still.
 */
static void
test_casino_war (void)
{
  g_autoptr (SkyLog) log = make_log (
      "casino_war",
      "{\"seq\":1," AT (
          "00.000") ",\"type\":\"round_start\",\"round\":4}\n"
                    "{\"seq\":2," AT (
                        "01.000") ",\"type\":\"deal\",\"to\":1,\"card\":\"9H\",\"deal\":"
                                  "\"original\"}\n"
                                  "{\"seq\":3," AT (
                                      "02.000") ",\"type\":\"deal\",\"to\":2,\"card\":\"TC\","
                                                "\"deal\":\"original\"}\n"
                                                "{\"seq\":4," AT (
                                                    "03.000") ",\"type\":\"deal\",\"to\":"
                                                              "\"dealer\",\"card\":\"9S\",\"deal\":"
                                                              "\"original\"}\n"
                                                              "{\"seq\":5," AT (
                                                                  "05.000") ",\"type\":\"deal\","
                                                                            "\"to\":1,\"card\":"
                                                                            "\"2D\",\"deal\":"
                                                                            "\"war\"}\n"
                                                                            "{\"seq\":6," AT (
                                                                                "06.000") ",\"type"
                                                                                          "\":"
                                                                                          "\"deal\""
                                                                                          ",\"to\":"
                                                                                          "\"dealer"
                                                                                          "\","
                                                                                          "\"card\""
                                                                                          ":\"AD\","
                                                                                          "\"deal\""
                                                                                          ":\"war\""
                                                                                          "}\n"
                                                                                          "{\"seq\""
                                                                                          ":7," AT (
                                                                                              "07."
                                                                                              "500") ",\"type\":\"round_end\",\"round\":4}\n");
  g_autoptr (GArray) results = sky_sight_list_results (log);
  SkySightReading reading;
  SkySightReason why;

  g_assert_cmpuint (results->len, ==, 2);
  const SkySightResult *original = &g_array_index (results, SkySightResult, 0);
  const SkySightResult *war = &g_array_index (results, SkySightResult, 1);
  g_assert_cmpuint (original->seq, ==, 4);
  g_assert_cmpint (original->round, ==, 4);
  g_assert_cmpint (original->stretch.kind, ==, SKY_SIGHT_CARDS);
  g_assert_false (original->stretch.one_deck);
  g_assert_cmpuint (original->n_recorded, ==, 3);
  g_assert_cmpuint (original->n_possible, ==, 0);
  /* The next card changes what lies there, and so does the round's end. */
  g_assert_cmpint (original->stretch.until - original->stretch.result, ==, 2 * SKY_SECOND);
  g_assert_cmpint (war->stretch.until - war->stretch.result, ==, 3 * SKY_SECOND / 2);
  g_assert_cmpuint (war->seq, ==, 6);
  g_assert_cmpuint (war->n_recorded, ==, 4);
  g_assert_cmpuint (war->n_possible, ==, 1);

  reading = cards_of ((guint[]){ 10, 9, 9 }, 3);
  g_assert_cmpint (sky_sight_judge (original, &reading, &why), ==, SKY_SIGHT_AGREES);
  reading = cards_of ((guint[]){ 10, 9, 8 }, 3);
  g_assert_cmpint (sky_sight_judge (original, &reading, &why), ==, SKY_SIGHT_CONTRADICTS);
  reading = cards_of ((guint[]){ 10, 9 }, 2);
  g_assert_cmpint (sky_sight_judge (original, &reading, &why), ==, SKY_SIGHT_CANNOT_READ);
  g_assert_cmpint (why, ==, SKY_SIGHT_COUNT);
  reading = cards_of ((guint[]){ 14, 9, 9, 2 }, 4);
  g_assert_cmpint (sky_sight_judge (war, &reading, &why), ==, SKY_SIGHT_AGREES);
  reading = cards_of ((guint[]){ 10, 14, 9, 9, 2 }, 5);
  g_assert_cmpint (sky_sight_judge (war, &reading, &why), ==, SKY_SIGHT_AGREES);
  reading = cards_of ((guint[]){ 11, 14, 9, 9, 2 }, 5);
  g_assert_cmpint (sky_sight_judge (war, &reading, &why), ==, SKY_SIGHT_CONTRADICTS);
  /* Who does not go to war may still have the ten, and something may lie on the two. */
  reading = cards_of ((guint[]){ 10, 14, 9, 9 }, 4);
  g_assert_cmpint (sky_sight_judge (war, &reading, &why), ==, SKY_SIGHT_CANNOT_READ);
  g_assert_cmpint (why, ==, SKY_SIGHT_COUNT);
  reading = cards_of ((guint[]){ 3, 14, 9, 9 }, 4);
  g_assert_cmpint (sky_sight_judge (war, &reading, &why), ==, SKY_SIGHT_CONTRADICTS);
  reading = cards_of ((guint[]){ 10, 14, 9, 9, 2, 3 }, 6);
  g_assert_cmpint (sky_sight_judge (war, &reading, &why), ==, SKY_SIGHT_CANNOT_READ);
}

/* Each street has the community cards that are turned; with the last, hands may be turned, too. */
static void
test_raise_it_up (void)
{
  g_autoptr (SkyLog) log = make_log (
      "raise_it_up",
      "{\"seq\":1," AT (
          "00.000") ",\"type\":\"round_start\",\"round\":4}\n"
                    "{\"seq\":2," AT (
                        "01.000") ",\"type\":\"deal\",\"to\":1,\"cards\":[\"9H\",\"TC\",\"2D\"]}\n"
                                  "{\"seq\":3," AT (
                                      "02.000") ",\"type\":\"deal\",\"to\":\"community\",\"cards\":"
                                                "[\"KH\",\"QC\",\"JD\"]}\n"
                                                "{\"seq\":4," AT (
                                                    "03.000") ",\"type\":\"reveal\",\"street\":4,"
                                                              "\"card\":\"KH\"}\n"
                                                              "{\"seq\":5," AT (
                                                                  "09.000") ",\"type\":\"reveal\","
                                                                            "\"street\":5,\"card\":"
                                                                            "\"QC\"}\n"
                                                                            "{\"seq\":6," AT (
                                                                                "10.000") ",\"type"
                                                                                          "\":"
                                                                                          "\"reveal"
                                                                                          "\","
                                                                                          "\"street"
                                                                                          "\":6,"
                                                                                          "\"card\""
                                                                                          ":\"JD\"}"
                                                                                          "\n"
                                                                                          "{\"seq\""
                                                                                          ":7," AT (
                                                                                              "20."
                                                                                              "000") ",\"type\":\"round_end\",\"round\":4}\n");
  g_autoptr (GArray) results = sky_sight_list_results (log);
  SkySightReading reading;
  SkySightReason why;

  g_assert_cmpuint (results->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const SkySightResult *street = &g_array_index (results, SkySightResult, i);

      g_assert_cmpuint (street->seq, ==, 4 + i);
      g_assert_true (street->stretch.one_deck);
      g_assert_cmpuint (street->n_recorded, ==, i + 1);
      g_assert_cmpuint (street->n_possible, ==, i == 2 ? 3 : 0);
      g_assert_cmpint (street->stretch.until - street->stretch.result, ==,
                       (i == 1 ? 1 : 3) * SKY_SECOND);
    }
  const SkySightResult *last = &g_array_index (results, SkySightResult, 2);
  reading = cards_of ((guint[]){ 13, 12, 11 }, 3);
  g_assert_cmpint (sky_sight_judge (last, &reading, &why), ==, SKY_SIGHT_AGREES);
  reading = cards_of ((guint[]){ 13, 2, 12, 11 }, 4);
  g_assert_cmpint (sky_sight_judge (last, &reading, &why), ==, SKY_SIGHT_AGREES);
  reading = cards_of ((guint[]){ 13, 2, 12, 5 }, 4);
  g_assert_cmpint (sky_sight_judge (last, &reading, &why), ==, SKY_SIGHT_CONTRADICTS);
  /* The jack may be covered: nothing is seen that cannot be. */
  reading = cards_of ((guint[]){ 13, 2, 12, 10 }, 4);
  g_assert_cmpint (sky_sight_judge (last, &reading, &why), ==, SKY_SIGHT_CANNOT_READ);
  g_assert_cmpint (why, ==, SKY_SIGHT_COUNT);
}

static SkySightReading
reading_of (guint a, guint b, double probability)
{
  return (SkySightReading){ .reason = SKY_SIGHT_READ,
                            .camera = (const SkyFootageCamera *) "a camera",
                            .n_values = 2,
                            .values = { a, b },
                            .probability = probability };
}

static void
test_verdicts (void)
{
  SkySightResult thrown = { .n_recorded = 2, .recorded = { 4, 3 }, .lies = TRUE };
  SkySightReading reading = reading_of (3, 4, 0.95);
  SkySightReason why;

  g_assert_cmpint (sky_sight_judge (&thrown, &reading, &why), ==, SKY_SIGHT_AGREES);
  g_assert_cmpint (why, ==, SKY_SIGHT_READ);
  reading = reading_of (3, 5, 0.99);
  g_assert_cmpint (sky_sight_judge (&thrown, &reading, &why), ==, SKY_SIGHT_CONTRADICTS);
  /* Sure enough to agree is not sure enough to contradict. */
  reading.probability = 0.95;
  g_assert_cmpint (sky_sight_judge (&thrown, &reading, &why), ==, SKY_SIGHT_CANNOT_READ);
  g_assert_cmpint (why, ==, SKY_SIGHT_READERS_DIFFER);
  reading = reading_of (3, 5, 0.99);
  thrown.lies = FALSE;
  g_assert_cmpint (sky_sight_judge (&thrown, &reading, &why), ==, SKY_SIGHT_CANNOT_READ);
  g_assert_cmpint (why, ==, SKY_SIGHT_COUNT);
  thrown.lies = TRUE;
  reading.reason = SKY_SIGHT_MOVING;
  g_assert_cmpint (sky_sight_judge (&thrown, &reading, &why), ==, SKY_SIGHT_CANNOT_READ);
  g_assert_cmpint (why, ==, SKY_SIGHT_MOVING);
}

static void
test_unite (void)
{
  SkySightReading two[2] = { reading_of (3, 4, 0.95), reading_of (4, 3, 0.99) };
  SkySightReading one = sky_sight_unite (two, 2);

  g_assert_cmpint (one.reason, ==, SKY_SIGHT_READ);
  g_assert_cmpfloat (one.probability, ==, 0.99);
  /* Cameras that show different dice show none. */
  two[1].values[0] = 6;
  one = sky_sight_unite (two, 2);
  g_assert_cmpint (one.reason, ==, SKY_SIGHT_READERS_DIFFER);
  /* One that saw nothing does not silence one that did. */
  two[1].reason = SKY_SIGHT_COVERED;
  one = sky_sight_unite (two, 2);
  g_assert_cmpint (one.reason, ==, SKY_SIGHT_READ);
  one = sky_sight_unite (two, 0);
  g_assert_cmpint (one.reason, ==, SKY_SIGHT_NO_FOOTAGE);
}

static void
test_calibration (void)
{
  static const char text[] = "{\"cameras\":["
                             "{\"camera\":\"A\",\"die_px\":26,\"layout\":[[1,2],[30,2],[30,20],[1,"
                             "20]],\"ignore\":[[5,6,7,8]]},"
                             "{\"camera\":\"A\",\"from\":\"2023-11-04T19:00:00Z\",\"die_px\":31},"
                             "{\"camera\":\"B\",\"die_px\":\"large\"},"
                             "{\"camera\":\"C\",\"ignore\":[[1,2,0,4]]},"
                             "{\"camera\":\"D\",\"layout\":[[1,2]]},"
                             "{\"camera\":\"E\",\"card_px\":52},"
                             "{\"camera\":\"F\",\"card_px\":0}]}";
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("skyward-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "sight.json", NULL);
  gint64 noon, evening;

  g_assert_true (g_file_set_contents (path, text, -1, &error));
  g_autoptr (SkyCalibration) calibration = sky_calibration_read (folder, path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (calibration->n_views, ==, 3);
  g_assert_cmpuint (g_strv_length (calibration->problems), ==, 4);
  g_assert_nonnull (strstr (calibration->problems[0], "cameras[2]: “die_px”"));
  g_assert_nonnull (strstr (calibration->problems[1], "cameras[3]: “ignore”"));
  g_assert_nonnull (strstr (calibration->problems[2], "cameras[4]: “layout”"));
  g_assert_nonnull (strstr (calibration->problems[3], "cameras[6]: “card_px”"));

  g_assert_true (sky_time_parse ("2023-11-04T12:00:00Z", 20, &noon));
  g_assert_true (sky_time_parse ("2023-11-04T19:00:00Z", 20, &evening));
  const SkyCameraView *view = sky_calibration_find (calibration, "A", noon);
  g_assert_cmpint (view->die_px, ==, 26);
  g_assert_true (view->has_layout);
  g_assert_cmpint (view->layout[2].y, ==, 20);
  g_assert_cmpuint (view->n_ignored, ==, 1);
  g_assert_cmpint (view->ignored[0].height, ==, 8);
  g_assert_cmpint (sky_calibration_find (calibration, "A", evening)->die_px, ==, 31);
  g_assert_null (sky_calibration_find (calibration, "B", evening));
  g_assert_cmpint (sky_calibration_find (calibration, "E", evening)->card_px, ==, 52);
  g_assert_cmpint (sky_calibration_find (calibration, "E", evening)->die_px, ==, 0);
  g_remove (path);
  g_rmdir (folder);
}

/* Without OpenCV there is no module, and that is what is said. */
static void
test_absent (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);

  g_setenv ("SKYWARD_SIGHT_DIR", "/nonexistent", TRUE);
  g_assert_null (sky_dice_reader_new (model, &error));
  g_assert_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_ABSENT);
  g_assert_nonnull (strstr (error->message, "This installation reads no pictures"));
  g_assert_nonnull (strstr (error->message, "/nonexistent/skyward-dice-eye.so"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sight/casino-war", test_casino_war);
  g_test_add_func ("/sight/raise-it-up", test_raise_it_up);
  g_test_add_func ("/sight/throws", test_throws);
  g_test_add_func ("/sight/no-dice", test_no_dice);
  g_test_add_func ("/sight/verdicts", test_verdicts);
  g_test_add_func ("/sight/unite", test_unite);
  g_test_add_func ("/sight/calibration", test_calibration);
  g_test_add_func ("/sight/absent", test_absent);
  return g_test_run ();
}
