/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which results are to be looked at, what is held against the record, and the calibration; without
 * a picture. */
#include "config.h"

#include "sky-calibration.h"
#include "sky-sight-throws.h"

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
  g_autoptr (GArray) throws = sky_sight_list_throws (log);

  g_assert_cmpuint (throws->len, ==, 2);
  const SkySightThrow *first = &g_array_index (throws, SkySightThrow, 0);
  const SkySightThrow *second = &g_array_index (throws, SkySightThrow, 1);
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
  g_autoptr (GArray) spins = sky_sight_list_throws (wheel);
  g_autoptr (GArray) numbers = sky_sight_list_throws (generated);

  g_assert_cmpuint (spins->len, ==, 0);
  g_assert_cmpuint (numbers->len, ==, 0);
}

static SkySightReading
reading_of (guint a, guint b, double probability)
{
  return (SkySightReading){ .reason = SKY_SIGHT_READ,
                            .camera = (const SkyFootageCamera *) "a camera",
                            .n_dice = 2,
                            .values = { a, b },
                            .probability = probability };
}

static void
test_verdicts (void)
{
  SkySightThrow thrown = { .recorded = { 4, 3 }, .lies = TRUE, .stretch = { .n_dice = 2 } };
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
                             "{\"camera\":\"D\",\"layout\":[[1,2]]}]}";
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("skyward-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "sight.json", NULL);
  gint64 noon, evening;

  g_assert_true (g_file_set_contents (path, text, -1, &error));
  g_autoptr (SkyCalibration) calibration = sky_calibration_read (folder, path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (calibration->n_views, ==, 2);
  g_assert_cmpuint (g_strv_length (calibration->problems), ==, 3);
  g_assert_nonnull (strstr (calibration->problems[0], "cameras[2]: “die_px”"));
  g_assert_nonnull (strstr (calibration->problems[1], "cameras[3]: “ignore”"));
  g_assert_nonnull (strstr (calibration->problems[2], "cameras[4]: “layout”"));

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
  g_remove (path);
  g_rmdir (folder);
}

/* Without OpenCV there is no module, and that is what is said. */
static void
test_absent (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) model = sky_sight_get_model ();

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
  g_test_add_func ("/sight/throws", test_throws);
  g_test_add_func ("/sight/no-dice", test_no_dice);
  g_test_add_func ("/sight/verdicts", test_verdicts);
  g_test_add_func ("/sight/unite", test_unite);
  g_test_add_func ("/sight/calibration", test_calibration);
  g_test_add_func ("/sight/absent", test_absent);
  return g_test_run ();
}
