/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clip by one click: a file of the pictures around the playhead, and its time in the case. */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>

#include "fixture.h"
#include "sky-clip.h"
#include "sky-open-case.h"
#include "sky-time.h"
#include "sky-window-private.h"
#include "wall-fixture.h"

/* When the fixture's recordings begin. */
#define START "2016-09-03T20:00:00Z"

typedef struct
{
  char **paths;
  GError *error;
} Saved;

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Saved *saved = data;

  saved->paths = sky_clip_save_finish (result, &saved->error);
}

static gboolean
is_saved (gpointer data)
{
  const Saved *saved = data;

  return saved->paths != NULL || saved->error != NULL;
}

static void
saved_clear (Saved *saved)
{
  g_clear_pointer (&saved->paths, g_strfreev);
  g_clear_error (&saved->error);
}

/* The time, in ms, that the picture two seconds after the file's beginning has in it. */
static int
read_picture (const char *path)
{
  TestCamera given = { .n_recordings = 1 };
  WallFixture wall;
  int time;

  given.recordings[0] = (Recording){ .footage = { .n_frames = 90 }, .path = g_strdup (path) };
  wall_fixture_init (&wall, &given, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + 2 * SKY_SECOND);
  wall_fixture_rest (&wall);
  time = wall_fixture_read (&wall, 0);
  wall_fixture_clear (&wall);
  return time;
}

/* Two recordings of a camera, with a pause between them. */
static SkyCamera *
make_camera (const char *first, const char *second)
{
  SkyCamera *camera = sky_camera_new ("CR-01-A", NULL, NULL);

  sky_camera_add_segment (camera, first, EPOCH, EPOCH + 5 * SKY_SECOND);
  sky_camera_add_segment (camera, second, EPOCH + 8 * SKY_SECOND, EPOCH + 13 * SKY_SECOND);
  return camera;
}

static void
save (SkyCamera *camera, int from, int until, const char *folder, Saved *saved)
{
  *saved = (Saved){ NULL, NULL };
  sky_clip_save_async (camera, EPOCH + from * SKY_SECOND, EPOCH + until * SKY_SECOND, folder,
                       saved_cb, saved);
  fixture_wait (is_saved, saved);
}

static void
test_file (void)
{
  const Footage footage = { .n_frames = 150 };
  g_autofree char *first = footage_path ("first.mkv");
  g_autofree char *second = footage_path ("second.mkv");
  g_autofree char *folder = footage_path ("clips/new");
  Saved saved;

  footage_write (&footage, first);
  footage_write (&footage, second);
  g_autoptr (SkyCamera) camera = make_camera (first, second);

  save (camera, 2, 4, folder, &saved);
  g_assert_no_error (saved.error);
  g_assert_cmpuint (g_strv_length (saved.paths), ==, 1);
  g_autofree char *name = g_path_get_basename (saved.paths[0]);
  g_assert_cmpstr (name, ==, "CR-01-A 2023-11-14T22.13.22.000000Z.mp4");
  g_assert_cmpint (read_picture (saved.paths[0]), ==, 4000);
  saved_clear (&saved);

  /* The same again replaces nothing. */
  save (camera, 2, 4, folder, &saved);
  g_assert_true (g_str_has_suffix (saved.paths[0], "22.000000Z-2.mp4"));
  saved_clear (&saved);

  /* What two recordings cover is two files. */
  save (camera, 4, 9, folder, &saved);
  g_assert_no_error (saved.error);
  g_assert_cmpuint (g_strv_length (saved.paths), ==, 2);
  g_assert_true (g_str_has_suffix (saved.paths[1], "22.13.28.000000Z.mp4"));
  saved_clear (&saved);

  /* Nothing was recorded then. */
  save (camera, 6, 7, folder, &saved);
  g_assert_error (saved.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (saved.error->message, ==, "No recording of CR-01-A covers this time");
  saved_clear (&saved);

  /* A recording that is gone, and a folder that cannot be made: nothing is left behind. */
  g_assert_cmpint (g_remove (second), ==, 0);
  save (camera, 9, 10, folder, &saved);
  g_assert_error (saved.error, G_IO_ERROR, G_IO_ERROR_FAILED);
  saved_clear (&saved);
  save (camera, 2, 4, first, &saved);
  g_assert_nonnull (saved.error);
  saved_clear (&saved);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 4);
}

static void
file_saved_cb (SkyOpenCase *open_case, const char *text, const char *path, char **taken)
{
  g_assert_nonnull (strstr (text, path));
  *taken = g_strdup (path);
}

static gboolean
is_taken (gpointer data)
{
  return *(char **) data != NULL;
}

static void
press_clip (SkyWindow *window, char **path)
{
  g_clear_pointer (path, g_free);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.clip", NULL);
  fixture_wait (is_taken, path);
  fixture_wait (fixture_is_window_settled, window);
}

/* Without a case it is a file alone; with one its instant goes in as a bookmark. */
static void
test_case (void)
{
  const Footage footage = { .n_frames = 300, .fps_n = 10, .fps_d = 1 };
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *recording = g_build_filename (fixture->archive, "gone-1.mkv", NULL);
  g_autofree char *path = NULL;
  SkyTime start;

  footage_write (&footage, recording);
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyDayView *day_view = sky_session_get_day_view (session);

  g_assert_true (sky_time_parse (START, strlen (START), &start));
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  sky_camera_wall_seek (sky_day_view_get_wall (day_view), start + 15 * SKY_SECOND);
  fixture_wait (fixture_is_settled, session);
  g_signal_connect (window->open_case, "file-saved", G_CALLBACK (file_saved_cb), &path);
  press_clip (window, &path);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_autofree char *name = g_path_get_basename (path);
  g_assert_cmpstr (name, ==, "CR-01-A · end left 2016-09-03T20.00.05.000000Z.mp4");
  g_assert_cmpuint (sky_open_case_get_n_items (window->open_case), ==, 0);
  g_remove (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.put-into-case", NULL);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_open_case_get_n_items (window->open_case), ==, 1);
  press_clip (window, &path);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_open_case_get_n_items (window->open_case), ==, 2);
  g_remove (path);

  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (bookmarks->len, ==, 1);
  g_assert_cmpstr (((const SkyBookmark *) bookmarks->pdata[0])->text, ==,
                   "Clip of CR-01-A · end left");
  g_assert_cmpint (((const SkyBookmark *) bookmarks->pdata[0])->at, ==, start + 15 * SKY_SECOND);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  /* Clips go into the user's own folder. */
  g_setenv ("HOME", footage_get_folder (), TRUE);
  g_setenv ("XDG_CONFIG_HOME", footage_get_folder (), TRUE);
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  gst_init (NULL, NULL);
  g_test_add_func ("/clip/file", test_file);
  g_test_add_func ("/clip/case", test_case);
  return fixture_run_tests ();
}
