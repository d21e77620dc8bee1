/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was read off the pictures, beside the record and over the picture; reading them from the
 * window; and calibrating a camera with pointer and keys. */
#include "config.h"

#include <glib/gstdio.h>

#include "fixture.h"
#include "numbered-footage.h"
#include "sky-calibration-window.h"
#include "sky-store-testimony.h"
#include "sky-window-private.h"

/* The fixture's table, filmed: its throws lie from 20:00:21, 20:00:41 and 20:01:01 on. */
static Fixture *
film (void)
{
  static const char index[] = "{\"cameras\":[{\"camera\":\"CR-01-A\",\"table\":\"CR-01\","
                              "\"kind\":\"stationary\",\"covers\":[\"table\"],"
                              "\"clock_offset_ms\":0,\"segments\":[{\"file\":\"throws.mkv\","
                              "\"start\":\"2016-09-03T20:00:00Z\","
                              "\"end\":\"2016-09-03T20:02:00Z\"}]}]}";
  const Footage footage = { .n_frames = 240, .fps_n = 2, .fps_d = 1 };
  Fixture *fixture = fixture_new ();
  g_autofree char *recording = g_build_filename (fixture->archive, "throws.mkv", NULL);
  g_autofree char *path = g_build_filename (fixture->archive, "footage.json", NULL);

  footage_write (&footage, recording);
  g_assert_true (g_file_set_contents (path, index, -1, NULL));
  return fixture;
}

static SkyTime
at (const char *text)
{
  SkyTime time;

  g_assert_true (sky_time_parse (text, strlen (text), &time));
  return time;
}

#define LINE(round, seq, at, verdict, rest)                                                        \
  "{\"table\":\"CR-01\",\"round\":" #round ",\"seq\":" #seq ",\"at\":\"2016-09-03T" at "Z\","      \
  "\"verdict\":\"" verdict "\"," rest ",\"camera\":\"CR-01-A\",\"model\":\"m\"}"

/* As if somebody had read them: one agrees, one contradicts, one cannot be read. */
static void
plant (Fixture *fixture, gint64 log)
{
  static const char *const lines[] = {
    LINE (1, 11, "20:00:21", "agrees",
          "\"values\":[4,2],\"recorded\":[4,2],\"probability\":0.998765,\"boxes\":[[20,30,40,40],"
          "[90,60,40,40]],\"pictures\":3,\"from\":\"2016-09-03T20:00:21Z\","
          "\"until\":\"2016-09-03T20:00:22Z\""),
    LINE (2, 18, "20:00:41", "contradicts",
          "\"values\":[1,2],\"recorded\":[1,1],\"probability\":0.991,\"boxes\":[[20,30,40,40],"
          "[90,60,40,40]],\"pictures\":5,\"from\":\"2016-09-03T20:00:42Z\","
          "\"until\":\"2016-09-03T20:00:44Z\""),
    LINE (3, 25, "20:01:01", "cannot_read", "\"reason\":\"moving\",\"recorded\":[5,1]"),
  };
  const SkySightVerdict verdicts[] = { SKY_SIGHT_AGREES, SKY_SIGHT_CONTRADICTS,
                                       SKY_SIGHT_CANNOT_READ };
  const guint64 seqs[] = { 11, 18, 25 };
  g_autoptr (GPtrArray) testimony =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_ptr_array_add (testimony, sky_testimony_new (seqs[i], i + 1, verdicts[i], lines[i]));
  sky_store_write_testimony (store, log, testimony, &error);
  g_assert_no_error (error);
}

/* Where the camera's picture is to be. */
typedef struct
{
  SkyCameraWall *wall;
  SkyTime at;
} Target;

static gboolean
is_there (gpointer data)
{
  const Target *target = data;

  return sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (target->wall, 0))
         == target->at;
}

static void
go_to (SkyWindow *window, SkySession *session, const char *text)
{
  SkyDayView *view = sky_session_get_day_view (session);
  Target target = { sky_day_view_get_wall (view), at (text) };

  sky_day_view_go_to (view, target.at);
  fixture_wait (is_there, &target);
  fixture_wait (fixture_is_window_settled, window);
}

static void
test_shown (void)
{
  g_autoptr (Fixture) fixture = film ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *view = sky_session_get_day_view (session);
  SkyWindow *window = fixture_open_window (session);
  SkyCameraTile *tile = sky_camera_grid_get_chosen (window->cameras);

  go_to (window, session, "2016-09-03T20:00:21Z");
  g_assert_cmpstr (sky_round_view_get_sight (window->round), ==, "");
  g_assert_cmpuint (sky_camera_tile_get_n_boxes (tile), ==, 0);

  plant (fixture, sky_day_view_get_log (view));
  sky_day_sight_set_log (sky_day_view_get_sight (view), sky_day_view_get_log (view));
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpstr (sky_round_view_get_sight (window->round), ==,
                   "The picture agrees: 4-2 on camera CR-01-A, 99.8 % sure. Measured on 2629 "
                   "readings of photographs, none wrong: with 95 % certainty fewer than 1 in 876 "
                   "is. Of drawn throws 2850 were read, none wrongly: fewer than 1 in "
                   "950 is.");
  /* Only over the pictures that were read. */
  g_assert_cmpuint (sky_camera_tile_get_n_boxes (tile), ==, 2);
  go_to (window, session, "2016-09-03T20:00:24Z");
  g_assert_cmpuint (sky_camera_tile_get_n_boxes (tile), ==, 0);
  go_to (window, session, "2016-09-03T20:00:41Z");
  g_assert_true (g_str_has_prefix (
      sky_round_view_get_sight (window->round),
      "The picture contradicts: 1-1 recorded, 1-2 on camera CR-01-A, 99.1 % sure."));
  go_to (window, session, "2016-09-03T20:01:01Z");
  g_assert_cmpstr (sky_round_view_get_sight (window->round), ==,
                   "The picture cannot be read: the dice never lie still.");
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A contradiction is looked at where it was seen: at the middle one of the pictures that were read,
 * with the boxes over it. When the readings come later, the playhead goes there then, unless
 * somebody has moved it. */
static void
test_gone_to (void)
{
  g_autoptr (Fixture) fixture = film ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *view = sky_session_get_day_view (session);
  SkyDaySight *sight = sky_day_view_get_sight (view);
  SkyWindow *window = fixture_open_window (session);
  SkyCameraTile *tile = sky_camera_grid_get_chosen (window->cameras);
  SkyStoredFinding finding = { .check = (char *) "sight.contradicts",
                               .at = at ("2016-09-03T20:00:41Z"),
                               .round = 2 };
  SkyCuePoint cue = sky_cue_point_of_finding (&finding);
  gint64 log = sky_day_view_get_log (view);
  Target read = { sky_day_view_get_wall (view), at ("2016-09-03T20:00:43Z") };

  plant (fixture, log);
  sky_day_view_open (view, log, finding.at, finding.round, cue);
  g_assert_cmpint (sky_day_view_get_position (view), ==, finding.at);
  sky_day_sight_set_log (sight, log);
  fixture_wait (is_there, &read);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_day_view_get_position (view), ==, read.at);
  g_assert_cmpuint (sky_camera_tile_get_n_boxes (tile), ==, 2);

  /* The readings are there by now. */
  go_to (window, session, "2016-09-03T20:00:10Z");
  sky_day_view_open (view, log, finding.at, finding.round, cue);
  g_assert_cmpint (sky_day_view_get_position (view), ==, read.at);
  fixture_wait (is_there, &read);

  /* Somebody goes on before they come. */
  sky_day_sight_set_log (sight, 0);
  sky_day_view_open (view, log, finding.at, finding.round, cue);
  go_to (window, session, "2016-09-03T20:00:50Z");
  sky_day_sight_set_log (sight, log);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (sky_day_view_get_position (view), ==, at ("2016-09-03T20:00:50Z"));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Rounds are listed by what their pictures say. */
static void
test_listed (void)
{
  g_autoptr (Fixture) fixture = film ();
  SkySession *session = fixture_open_session (fixture);
  SkyInbox *inbox = sky_session_get_inbox (session);
  g_autoptr (SkyFindingFilter) filter = NULL;

  plant (fixture, sky_day_view_get_log (sky_session_get_day_view (session)));
  sky_inbox_set_listing (inbox, SKY_LISTING_ROUNDS);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (fixture_count_rows (session), ==, 3);
  filter = sky_finding_filter_copy (sky_inbox_get_filter (inbox));
  filter->sight = 1u << SKY_SIGHT_CONTRADICTS;
  sky_inbox_set_filter (inbox, filter);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (fixture_count_rows (session), ==, 1);
  filter->sight |= 1u << SKY_SIGHT_CANNOT_READ;
  sky_inbox_set_filter (inbox, filter);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (fixture_count_rows (session), ==, 2);
  fixture_finalize (session);
}

static gboolean
has_no_job (gpointer session)
{
  return sky_intake_get_job (sky_session_get_intake (session)) == NULL
         && fixture_is_settled (session);
}

static void
message_cb (SkyStoreLink *link, const char *text, gboolean problem, char **said)
{
  g_free (*said);
  *said = g_strdup (text);
}

/* From the window: all three are read, none shows dice, and the finding comes to the list. Where
 * nothing reads pictures, that is said and nothing is kept. */
static void
test_read (void)
{
  g_autoptr (Fixture) fixture = film ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *view = sky_session_get_day_view (session);
  SkyWindow *window = fixture_open_window (session);
  SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;
  guint64 counts[SKY_N_SIGHT_VERDICTS];
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autofree char *findings = NULL;

  g_signal_connect (sky_session_get_link (session), "message", G_CALLBACK (message_cb), &said);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-pictures", NULL);
  g_assert_nonnull (sky_intake_get_job (sky_session_get_intake (session)));
  g_assert_cmpstr (sky_audit_job_get_status (sky_intake_get_job (sky_session_get_intake (session))),
                   ==, "Reading the pictures");
  fixture_wait (has_no_job, session);
  fixture_wait (fixture_is_window_settled, window);
  store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_assert_true (sky_store_count_testimony (store, &everything, counts, &error));
  findings = fixture_dump_findings (fixture->store);
  g_assert_cmpuint (counts[SKY_SIGHT_AGREES] + counts[SKY_SIGHT_CONTRADICTS], ==, 0);
  if (g_getenv ("SKYWARD_SIGHT_DIR") == NULL)
    {
      g_assert_nonnull (said);
      g_assert_nonnull (strstr (said, "reads no pictures"));
      g_assert_cmpuint (counts[SKY_SIGHT_CANNOT_READ], ==, 0);
      g_assert_null (strstr (findings, "sight.unreadable"));
    }
  else
    {
      g_assert_cmpuint (counts[SKY_SIGHT_CANNOT_READ], ==, 3);
      g_assert_nonnull (strstr (findings, "sight.unreadable"));
      /* Two frames a second are too few. */
      g_assert_nonnull (strstr (findings, "It is too slow to read dice"));
      go_to (window, session, "2016-09-03T20:00:21Z");
      g_assert_true (g_str_has_prefix (sky_round_view_get_sight (window->round),
                                       "The picture cannot be read: "));
    }
  g_assert_nonnull (sky_day_view_get_day (view));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* What was stopped leaves nothing. */
static void
test_stopped (void)
{
  g_autoptr (Fixture) fixture = film ();
  SkySession *session = fixture_open_session (fixture);
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (session));
  SkyIntake *intake = sky_session_get_intake (session);
  SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;
  guint64 counts[SKY_N_SIGHT_VERDICTS];
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;

  sky_intake_read_pictures (intake, sky_table_day_get_archive_path (day),
                            sky_table_day_get_log_path (day));
  sky_intake_cancel (intake);
  fixture_wait (has_no_job, session);
  store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_assert_true (sky_store_count_testimony (store, &everything, counts, &error));
  for (guint i = 0; i < SKY_N_SIGHT_VERDICTS; i++)
    g_assert_cmpuint (counts[i], ==, 0);
  fixture_finalize (session);
}

/* --- Calibration ------------------------------------------------------------------------------ */

static gboolean
is_window_settled (gpointer window)
{
  return sky_calibration_window_is_settled (window);
}

/* Moves the cross with the keys from where it is, and clicks. */
static void
click (SkyCalibrationPicture *picture, guint key, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_true (fixture_press (picture, key));
}

static SkyCalibrationWindow *
open_calibration (SkyWindow *window)
{
  g_autoptr (GListModel) windows = NULL;
  SkyCalibrationWindow *found = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.calibrate", NULL);
  windows = g_object_ref (gtk_window_get_toplevels ());
  for (guint i = 0; i < g_list_model_get_n_items (windows) && found == NULL; i++)
    {
      g_autoptr (GObject) one = g_list_model_get_item (windows, i);

      if (SKY_IS_CALIBRATION_WINDOW (one))
        found = SKY_CALIBRATION_WINDOW (one);
    }
  g_assert_nonnull (found);
  fixture_wait (is_window_settled, found);
  return found;
}

static void
test_calibrated (void)
{
  g_autoptr (Fixture) fixture = film ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  g_autofree char *path = g_build_filename (fixture->archive, "sight.json", NULL);
  g_autoptr (SkyCalibration) written = NULL;
  g_autoptr (GError) error = NULL;
  SkyCalibrationWindow *calibration;
  SkyCalibrationPicture *picture;
  const SkyCameraView *view;

  go_to (window, session, "2016-09-03T20:00:21Z");
  calibration = open_calibration (window);
  picture = sky_calibration_window_get_picture (calibration);

  /* The cross begins in the middle. Four corners: 20 pixels about it, clockwise. */
  click (picture, GDK_KEY_Left, 20);
  click (picture, GDK_KEY_Up, 10);
  click (picture, GDK_KEY_space, 1);
  g_assert_cmpuint (sky_calibration_picture_get_n_corners (picture), ==, 1);
  click (picture, GDK_KEY_Right, 40);
  click (picture, GDK_KEY_Return, 1);
  click (picture, GDK_KEY_Down, 20);
  click (picture, GDK_KEY_space, 1);
  click (picture, GDK_KEY_Left, 40);
  click (picture, GDK_KEY_space, 1);
  view = sky_calibration_picture_get_view (picture);
  g_assert_true (view->has_layout);
  g_assert_cmpint (view->layout[2].x - view->layout[0].x, ==, 40);
  g_assert_cmpint (view->layout[2].y - view->layout[0].y, ==, 20);
  g_assert_nonnull (strstr (sky_calibration_window_get_status (calibration), "off the vertical"));

  /* A die of 12 pixels is too small. */
  gtk_widget_activate_action (GTK_WIDGET (calibration), "calibrate.mode", "i", 2);
  click (picture, GDK_KEY_space, 1);
  click (picture, GDK_KEY_Right, 12);
  click (picture, GDK_KEY_space, 1);
  g_assert_cmpint (sky_calibration_picture_get_view (picture)->die_px, ==, 12);
  g_assert_nonnull (strstr (sky_calibration_window_get_status (calibration),
                            "Its dice are too small to be read: 12 pixels, 24 are needed."));

  /* Two boxes, one of them taken back, and one that is begun and given up. */
  gtk_widget_activate_action (GTK_WIDGET (calibration), "calibrate.mode", "i", 3);
  for (guint i = 0; i < 2; i++)
    {
      click (picture, GDK_KEY_space, 1);
      click (picture, GDK_KEY_Right, 5);
      click (picture, GDK_KEY_Down, 6);
      click (picture, GDK_KEY_space, 1);
    }
  gtk_widget_activate_action (GTK_WIDGET (calibration), "calibrate.take-back", NULL);
  click (picture, GDK_KEY_space, 1);
  click (picture, GDK_KEY_Escape, 1);
  g_assert_cmpuint (sky_calibration_picture_get_view (picture)->n_ignored, ==, 1);

  gtk_widget_activate_action (GTK_WIDGET (calibration), "calibrate.save", NULL);
  fixture_wait (is_window_settled, calibration);
  g_assert_true (
      g_str_has_prefix (sky_calibration_window_get_status (calibration), "Saved in sight.json."));
  written = sky_calibration_read (fixture->archive, path, &error);
  g_assert_no_error (error);
  g_assert_null (written->problems[0]);
  view = sky_calibration_find (written, "CR-01-A", at ("2016-09-03T20:00:00Z"));
  g_assert_nonnull (view);
  g_assert_cmpint (view->die_px, ==, 12);
  g_assert_true (view->has_layout);
  g_assert_cmpuint (view->n_ignored, ==, 1);
  g_assert_cmpint (view->ignored[0].width, ==, 5);
  g_assert_cmpint (view->ignored[0].height, ==, 6);
  fixture_close_window (calibration);

  /* It is there the next time; its corners in the wrong order are not saved. */
  calibration = open_calibration (window);
  picture = sky_calibration_window_get_picture (calibration);
  g_assert_cmpint (sky_calibration_picture_get_view (picture)->die_px, ==, 12);
  g_assert_cmpuint (sky_calibration_picture_get_n_corners (picture), ==, 4);
  fixture_close_window (calibration);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A file that nobody can read is not written over, and its fault is said. */
static void
test_broken (void)
{
  g_autoptr (Fixture) fixture = film ();
  g_autofree char *path = g_build_filename (fixture->archive, "sight.json", NULL);
  SkySession *session = NULL;
  SkyWindow *window;
  SkyCalibrationWindow *calibration;

  g_assert_true (g_file_set_contents (path, "{\"cameras\":[", -1, NULL));
  session = fixture_open_session (fixture);
  window = fixture_open_window (session);
  go_to (window, session, "2016-09-03T20:00:21Z");
  calibration = open_calibration (window);
  g_assert_nonnull (strstr (sky_calibration_window_get_status (calibration), "sight.json"));
  click (sky_calibration_window_get_picture (calibration), GDK_KEY_space, 1);
  gtk_widget_activate_action (GTK_WIDGET (calibration), "calibrate.save", NULL);
  fixture_close_window (calibration);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  gst_init (NULL, NULL);
  g_test_add_func ("/sight/shown", test_shown);
  g_test_add_func ("/sight/gone-to", test_gone_to);
  g_test_add_func ("/sight/listed", test_listed);
  g_test_add_func ("/sight/read", test_read);
  g_test_add_func ("/sight/stopped", test_stopped);
  g_test_add_func ("/sight/calibrated", test_calibrated);
  g_test_add_func ("/sight/broken", test_broken);
  return fixture_run_tests ();
}
