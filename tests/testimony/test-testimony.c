/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reading as a line and back; what keeps a camera from being read; how a table lies in a picture;
 * a calibration written and read again. */
#include "config.h"

#include "sky-phrase.h"
#include "sky-sight-account.h"
#include "sky-sight-doubts.h"

#include <glib/gstdio.h>

#include <math.h>
#include <string.h>

static const SkyLogHeader header = { .table = "T" };

static SkyFootageCamera
make_camera (SkySegment *segment)
{
  return (SkyFootageCamera){ .camera = (char *) "A",
                             .clock = sky_clock_map_from_offset (2 * SKY_SECOND),
                             .segments = segment,
                             .n_segments = 1 };
}

static void
test_account (void)
{
  SkySegment segment = { .file = (char *) "a.mkv", .start = 100 * SKY_SECOND };
  SkyFootageCamera camera = make_camera (&segment);
  const SkySightResult thrown = {
    .seq = 7, .round = 3, .at = 105 * SKY_SECOND, .n_recorded = 2, .recorded = { 2, 5 }
  };
  const SkySightReading reading = {
    .reason = SKY_SIGHT_READ,
    .camera = &camera,
    .file = "a.mkv",
    .n_values = 2,
    .values = { 2, 6 },
    .boxes = { { 10, 20, 30, 31 }, { 50, 60, 32, 33 } },
    .probability = 0.998765,
    .first = 3 * SKY_SECOND,
    .last = 4 * SKY_SECOND,
    .n_pictures = 5,
  };
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (SkySightAccount) account = NULL;

  sky_sight_write_account (&header, &thrown, &reading, SKY_SIGHT_CONTRADICTS, SKY_SIGHT_READ,
                           "model", "calibration", line);
  account = sky_sight_account_parse (line->str);
  g_assert_nonnull (account);
  g_assert_cmpint (account->verdict, ==, SKY_SIGHT_CONTRADICTS);
  g_assert_cmpint (account->round, ==, 3);
  g_assert_cmpuint (account->seq, ==, 7);
  g_assert_cmpint (account->at, ==, thrown.at);
  g_assert_true (account->is_read);
  g_assert_cmpuint (account->n_recorded, ==, 2);
  g_assert_cmpuint (account->values[1], ==, 6);
  g_assert_cmpuint (account->recorded[1], ==, 5);
  g_assert_cmpint (account->boxes[1].x, ==, 50);
  g_assert_cmpint (account->boxes[1].height, ==, 33);
  g_assert_cmpint (account->millionths, ==, 998765);
  /* On the log's clock, which is two seconds ahead of the camera's. */
  g_assert_cmpint (account->from, ==, 105 * SKY_SECOND);
  g_assert_cmpint (account->until, ==, 106 * SKY_SECOND);
  g_assert_cmpstr (account->camera, ==, "A");
  g_assert_cmpstr (account->file, ==, "a.mkv");
  g_assert_cmpstr (account->model, ==, "model");
  g_assert_cmpstr (account->calibration, ==, "calibration");
}

/* Ranks are written as the log writes cards, and more may be seen than were recorded. */
static void
test_cards (void)
{
  SkySegment segment = { .file = (char *) "a.mkv", .start = 100 * SKY_SECOND };
  SkyFootageCamera camera = make_camera (&segment);
  const SkySightResult result = { .seq = 7,
                                  .round = 3,
                                  .at = 105 * SKY_SECOND,
                                  .stretch = { .kind = SKY_SIGHT_CARDS },
                                  .n_recorded = 2,
                                  .recorded = { 10, 14 },
                                  .n_possible = 1,
                                  .possible = { 5 } };
  const SkySightReading reading = { .reason = SKY_SIGHT_READ,
                                    .camera = &camera,
                                    .file = "a.mkv",
                                    .n_values = 3,
                                    .values = { 14, 5, 10 },
                                    .boxes = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } },
                                    .probability = 0.99,
                                    .n_pictures = 5 };
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (SkySightAccount) account = NULL;

  sky_sight_write_account (&header, &result, &reading, SKY_SIGHT_AGREES, SKY_SIGHT_READ, "model",
                           NULL, line);
  g_assert_nonnull (strstr (line->str, "\"of\":\"cards\""));
  g_assert_nonnull (strstr (line->str, "\"values\":[\"A\",\"5\",\"T\"]"));
  g_assert_nonnull (strstr (line->str, "\"recorded\":[\"T\",\"A\"]"));
  account = sky_sight_account_parse (line->str);
  g_assert_nonnull (account);
  g_assert_cmpint (account->kind, ==, SKY_SIGHT_CARDS);
  g_assert_cmpuint (account->n_recorded, ==, 2);
  g_assert_cmpuint (account->n_values, ==, 3);
  g_assert_cmpuint (account->values[2], ==, 10);
  g_assert_cmpint (account->boxes[2].height, ==, 12);
  g_assert_true (sky_sight_agrees (&result, account->values, account->n_values));
  g_autofree char *seen = sky_sight_values_text (account->kind, account->values, account->n_values);
  g_assert_cmpstr (seen, ==, "A 5 10");
  g_assert_cmpstr (sky_sight_reason_to_words (SKY_SIGHT_CARDS, SKY_SIGHT_COVERED), ==,
                   "no card is in sight that faces up");
}

static void
test_unread (void)
{
  const SkySightResult thrown = { .seq = 7, .round = 3, .n_recorded = 3, .recorded = { 1, 2, 3 } };
  const SkySightReading reading = { .reason = SKY_SIGHT_NO_FOOTAGE };
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (SkySightAccount) account = NULL;

  sky_sight_write_account (&header, &thrown, &reading, SKY_SIGHT_CANNOT_READ, SKY_SIGHT_NO_FOOTAGE,
                           "model", NULL, line);
  account = sky_sight_account_parse (line->str);
  g_assert_nonnull (account);
  g_assert_cmpint (account->verdict, ==, SKY_SIGHT_CANNOT_READ);
  g_assert_cmpint (account->reason, ==, SKY_SIGHT_NO_FOOTAGE);
  g_assert_false (account->is_read);
  g_assert_null (account->camera);
  g_assert_cmpint (account->from, ==, SKY_TIME_NONE);
}

/* What comes out of a store or a package may be anything. */
static void
test_damaged (void)
{
  static const char *const lines[] = {
    "",
    "[]",
    "{\"verdict\":\"agrees\"}",
    /* It agrees, and nothing was read. */
    "{\"round\":1,\"seq\":1,\"at\":\"2023-11-04T18:00:00Z\",\"verdict\":\"agrees\","
    "\"recorded\":[1,2]}",
    /* More dice than any game throws. */
    "{\"round\":1,\"seq\":1,\"at\":\"2023-11-04T18:00:00Z\",\"verdict\":\"cannot_read\","
    "\"recorded\":[1,2,3,4]}",
    /* A value without its box. */
    "{\"round\":1,\"seq\":1,\"at\":\"2023-11-04T18:00:00Z\",\"verdict\":\"agrees\","
    "\"recorded\":[1,2],\"values\":[1,2],\"boxes\":[[1,2,3,4]]}",
    "{\"round\":1,\"seq\":1,\"at\":\"2023-11-04T18:00:00Z\",\"verdict\":\"guesses\","
    "\"recorded\":[1,2]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_null (sky_sight_account_parse (lines[i]));
}

static void
test_plane (void)
{
  const SkyPicturePoint above[] = { { 100, 100 }, { 500, 100 }, { 500, 300 }, { 100, 300 } };
  const SkyPicturePoint aslant[] = { { 200, 100 }, { 400, 100 }, { 500, 250 }, { 100, 250 } };
  const SkyPicturePoint wrong[] = { { 100, 100 }, { 100, 300 }, { 500, 300 }, { 500, 100 } };
  const SkyPicturePoint crossed[] = { { 100, 100 }, { 500, 300 }, { 500, 100 }, { 100, 300 } };
  SkyPlaneMap map;

  g_assert_true (sky_plane_map_init (&map, aslant));
  for (guint i = 0; i < 4; i++)
    {
      double u = i == 1 || i == 2, v = i >= 2, x, y, u_again, v_again;

      sky_plane_map_to_picture (&map, u, v, &x, &y);
      g_assert_cmpfloat_with_epsilon (x, aslant[i].x, 1e-6);
      g_assert_cmpfloat_with_epsilon (y, aslant[i].y, 1e-6);
      sky_plane_map_from_picture (&map, x, y, &u_again, &v_again);
      g_assert_cmpfloat_with_epsilon (u_again, u, 1e-9);
      g_assert_cmpfloat_with_epsilon (v_again, v, 1e-9);
    }
  /* From above a table of 2 by 1 is twice as wide as high. */
  g_assert_true (sky_plane_map_init (&map, above));
  g_assert_cmpfloat_with_epsilon (sky_plane_map_get_tilt (&map, 2, 1), 0, 0.1);
  /* One of 2 by 2 seen half as high is seen at 60°. */
  g_assert_cmpfloat_with_epsilon (sky_plane_map_get_tilt (&map, 2, 2), 60, 0.1);
  g_assert_false (sky_plane_map_init (&map, wrong));
  g_assert_false (sky_plane_map_init (&map, crossed));
}

static void
assert_doubt (const SkySightConditions *conditions, const char *wanted)
{
  g_autoptr (GPtrArray) doubts = sky_sight_conditions_list_doubts (conditions);

  g_assert_cmpuint (doubts->len, ==, wanted != NULL);
  if (wanted == NULL)
    return;
  g_autofree char *said = sky_phrase_english (doubts->pdata[0]);
  g_assert_cmpstr (said, ==, wanted);
}

static void
test_doubts (void)
{
  const SkyCameraView above = { .has_layout = TRUE,
                                .layout = { { 0, 0 }, { 1000, 0 }, { 1000, 500 }, { 0, 500 } } };
  SkySightConditions conditions;

  assert_doubt (&(SkySightConditions){ 24, 35, 8, 1 }, NULL);
  assert_doubt (&(SkySightConditions){ 0, -1, 0, 0 }, NULL);
  assert_doubt (&(SkySightConditions){ 23, -1, 0, 0 },
                "Its dice are too small to be read: 23 pixels, 24 are needed.");
  assert_doubt (&(SkySightConditions){ 0, 41.7, 0, 0 },
                "It looks too obliquely to read dice: 42° off the vertical, 35° at most.");
  assert_doubt (&(SkySightConditions){ 0, -1, 15, 2 },
                "It is too slow to read dice: 15 frames in 2 s, 8 a second are needed.");
  assert_doubt (&(SkySightConditions){ .px = 43, .tilt = -1, .kind = SKY_SIGHT_CARDS },
                "Its cards are too small to be read: 43 pixels wide, 44 are needed.");
  assert_doubt (&(SkySightConditions){ .tilt = 41.7, .kind = SKY_SIGHT_CARDS },
                "It looks too obliquely to read cards: 42° off the vertical, 35° at most.");
  assert_doubt (
      &(SkySightConditions){ .tilt = -1, .frames = 15, .seconds = 2, .kind = SKY_SIGHT_CARDS },
      "It is too slow to read cards: 15 frames in 2 s, 8 a second are needed.");
  conditions = sky_sight_conditions_find (NULL, SKY_GAME_CRAPS);
  g_assert_cmpfloat (conditions.tilt, <, 0);
  conditions = sky_sight_conditions_find (&above, SKY_GAME_CRAPS);
  g_assert_cmpfloat (conditions.tilt, >=, 0);
}

static char *
path_in (const char *folder)
{
  return g_build_filename (folder, "sight.json", NULL);
}

static void
test_written (void)
{
  SkyPictureBox boxes[] = { { 0, 680, 1280, 40 }, { 5, 6, 7, 8 } };
  SkyCameraView view = { .camera = (char *) "A\"1",
                         .from = G_MININT64,
                         .has_layout = TRUE,
                         .layout = { { 1, 2 }, { 3, 4 }, { 5, 6 }, { -7, 8 } },
                         .die_px = 31,
                         .ignored = boxes,
                         .n_ignored = 2 };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("skyward-XXXXXX", &error);
  g_autofree char *path = path_in (folder);
  g_autoptr (SkyCalibration) calibration = sky_calibration_new ();
  g_autoptr (SkyCalibration) copy = NULL;
  g_autoptr (SkyCalibration) read = NULL;
  const SkyCameraView *found;

  sky_calibration_set (calibration, &view);
  view.from = 50 * SKY_SECOND;
  view.die_px = 40;
  view.card_px = 50;
  sky_calibration_set (calibration, &view);
  /* In place of the one before. */
  view.die_px = 41;
  view.has_layout = FALSE;
  view.n_ignored = 0;
  sky_calibration_set (calibration, &view);
  copy = sky_calibration_copy (calibration);
  g_assert_true (sky_calibration_write (copy, folder, &error));
  g_assert_no_error (error);
  read = sky_calibration_read (folder, path, &error);
  g_assert_no_error (error);
  g_assert_null (read->problems[0]);
  g_assert_cmpuint (read->n_views, ==, 2);
  found = sky_calibration_find (read, "A\"1", 0);
  g_assert_cmpint (found->die_px, ==, 31);
  g_assert_true (found->has_layout);
  g_assert_cmpint (found->layout[3].x, ==, -7);
  g_assert_cmpuint (found->n_ignored, ==, 2);
  g_assert_cmpint (found->ignored[1].height, ==, 8);
  found = sky_calibration_find (read, "A\"1", 60 * SKY_SECOND);
  g_assert_cmpint (found->die_px, ==, 41);
  g_assert_cmpint (found->card_px, ==, 50);
  g_assert_false (found->has_layout);
  g_assert_cmpuint (found->n_ignored, ==, 0);
  g_remove (path);
  g_rmdir (folder);
}

/* What nobody could read is not written over. */
static void
test_refused (void)
{
  static const char text[] = "{\"cameras\":[{\"camera\":\"A\",\"die_px\":\"large\"}]}";
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("skyward-XXXXXX", &error);
  g_autofree char *path = path_in (folder);
  g_autofree char *left = NULL;
  g_autoptr (SkyCalibration) calibration = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, &error));
  calibration = sky_calibration_read (folder, path, &error);
  g_assert_no_error (error);
  g_assert_false (sky_calibration_write (calibration, folder, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "cameras[0]"));
  g_assert_true (g_file_get_contents (path, &left, NULL, NULL));
  g_assert_cmpstr (left, ==, text);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/testimony/account", test_account);
  g_test_add_func ("/testimony/cards", test_cards);
  g_test_add_func ("/testimony/unread", test_unread);
  g_test_add_func ("/testimony/damaged", test_damaged);
  g_test_add_func ("/testimony/plane", test_plane);
  g_test_add_func ("/testimony/doubts", test_doubts);
  g_test_add_func ("/testimony/written", test_written);
  g_test_add_func ("/testimony/refused", test_refused);
  return g_test_run ();
}
