/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define DIGEST "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef"

typedef struct
{
  char *path;
} Folder;

static void
set_up (Folder *folder, gconstpointer data)
{
  folder->path = g_dir_make_tmp ("skyward-XXXXXX", NULL);
}

static void
tear_down (Folder *folder, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (folder->path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder->path, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder->path), ==, 0);
  g_free (folder->path);
}

static void
put (const Folder *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder->path, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
drop (const Folder *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder->path, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

static gboolean
has_problem (const SkyArchive *archive, const char *place, const char *cause)
{
  for (char **problem = archive->problems; *problem != NULL; problem++)
    if (strstr (*problem, place) != NULL && strstr (*problem, cause) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_logs (Folder *folder, gconstpointer data)
{
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *missing = g_build_filename (folder->path, "missing", NULL);
  g_autofree char *file = g_build_filename (folder->path, "b.tel.jsonl", NULL);

  g_assert_null (sky_archive_open (missing, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN);
  g_clear_error (&error);

  put (folder, "notes.txt", "");
  g_assert_null (sky_archive_open (folder->path, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN);
  g_assert_nonnull (strstr (error->message, "no table event log"));
  g_assert_null (strstr (error->message, "record it by eye"));
  g_clear_error (&error);

  /* Recordings alone can be watched. */
  put (folder, "footage.json", "{\"cameras\":[]}");
  g_assert_null (sky_archive_open (folder->path, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN);
  g_assert_nonnull (strstr (error->message, "record it by eye"));
  g_clear_error (&error);
  drop (folder, "footage.json");

  put (folder, "b.tel.jsonl", "");
  put (folder, "a.tel.jsonl.gz", "");
  put (folder, "c.jsonl", "");
  g_assert_null (sky_archive_open (file, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN);
  g_assert_nonnull (strstr (error->message, "not a folder"));
  g_clear_error (&error);

  archive = sky_archive_open (folder->path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (archive->logs), ==, 2);
  g_assert_true (g_str_has_suffix (archive->logs[0], "/a.tel.jsonl.gz"));
  g_assert_true (g_str_has_suffix (archive->logs[1], "/b.tel.jsonl"));
  g_assert_null (archive->footage);
  g_assert_null (archive->staff);
  g_assert_cmpuint (g_strv_length (archive->problems), ==, 0);
}

static void
test_footage (Folder *folder, gconstpointer data)
{
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  const SkyFootageCamera *camera;

  put (folder, "a.tel.jsonl", "");
  put (folder, "footage.json",
       "{\"cameras\":[{\"camera\":\"A\",\"table\":\"CR-01\",\"kind\":\"stationary\","
       "\"covers\":[\"end_left\",\"table\",\"moon\"],\"clock_offset_ms\":-120,"
       "\"segments\":[{\"file\":\"a.mkv\",\"start\":\"2023-11-04T20:00:00Z\","
       "\"end\":\"2023-11-04T20:10:00Z\",\"sha256\":\"" DIGEST "\"},"
       "{\"file\":\"b.mkv\",\"start\":\"2023-11-04T20:10:00Z\",\"end\":\"2023-11-04T20:10:00Z\"}]},"
       "{\"camera\":\"B\",\"table\":\"CR-01\",\"kind\":\"ptz\",\"covers\":[],"
       "\"stream\":\"rtsp://127.0.0.1/b\"},"
       "{\"camera\":\"C\"},"
       "{\"camera\":\"D\",\"table\":\"T\",\"kind\":\"ptz\",\"covers\":[],"
       "\"clock_offset_ms\":-9223372036854775808},"
       "{\"camera\":\"E\",\"table\":\"T\",\"kind\":\"ptz\",\"covers\":[],\"clock_offset_ms\":7,"
       "\"clock_sync\":[{\"camera\":\"2023-11-04T18:00:00Z\",\"log\":\"2023-11-04T18:00:01Z\"},"
       "{\"camera\":\"2023-11-05T00:00:00Z\",\"log\":\"2023-11-05T00:00:01.432Z\"}],"
       "\"segments\":[{\"replay\":\"rtsps://127.0.0.1/replay\",\"start\":\"2023-11-04T20:00:00Z\","
       "\"end\":\"2023-11-04T21:00:00Z\"},"
       "{\"replay\":\"http://127.0.0.1/\",\"start\":\"2023-11-04T21:00:00Z\","
       "\"end\":\"2023-11-04T22:00:00Z\"},"
       "{\"replay\":\"rtsp://127.0.0.1/\",\"file\":\"f\",\"start\":\"2023-11-04T21:00:00Z\","
       "\"end\":\"2023-11-04T22:00:00Z\"}]},"
       "{\"camera\":\"F\",\"table\":\"T\",\"kind\":\"ptz\",\"covers\":[],"
       "\"clock_sync\":[{\"camera\":\"2023-11-04T18:00:00Z\",\"log\":\"2023-11-04T18:00:01Z\"}]},"
       "{\"camera\":\"G\",\"table\":\"T\",\"kind\":\"ptz\",\"covers\":[],"
       "\"clock_sync\":[{\"camera\":\"2023-11-04T18:00:00Z\",\"log\":\"2023-11-04T18:00:01Z\"},"
       "{\"camera\":\"2023-11-04T18:00:00Z\",\"log\":\"2023-11-04T18:00:02Z\"}]}]}");
  archive = sky_archive_open (folder->path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (archive->footage->n_cameras, ==, 3);

  camera = &archive->footage->cameras[0];
  g_assert_cmpstr (camera->camera, ==, "A");
  g_assert_true (camera->stationary);
  g_assert_cmpint (camera->covers, ==, SKY_COVERS_END_LEFT | SKY_COVERS_TABLE);
  g_assert_cmpint (sky_clock_map_to_log (&camera->clock, 0), ==, -120 * SKY_MILLISECOND);
  g_assert_cmpuint (camera->n_segments, ==, 1);
  g_assert_cmpstr (camera->segments[0].file, ==, "a.mkv");
  g_assert_cmpint (camera->segments[0].end - camera->segments[0].start, ==, 10 * SKY_MINUTE);
  g_assert_true (g_ascii_strcasecmp (camera->segments[0].sha256, DIGEST) == 0);
  g_assert_true (strchr (camera->segments[0].sha256, 'A') == NULL);

  camera = &archive->footage->cameras[1];
  g_assert_false (camera->stationary);
  g_assert_cmpstr (camera->stream, ==, "rtsp://127.0.0.1/b");
  g_assert_cmpuint (camera->n_segments, ==, 0);

  /* Two instants tell more than an offset. */
  camera = &archive->footage->cameras[2];
  g_assert_cmpint (sky_clock_map_get_drift (&camera->clock), ==, 20000);
  g_assert_cmpuint (camera->n_segments, ==, 1);
  g_assert_null (camera->segments[0].file);
  g_assert_cmpstr (camera->segments[0].replay, ==, "rtsps://127.0.0.1/replay");
  g_assert_cmpint (sky_clock_map_to_log (&camera->clock, camera->segments[0].start)
                       - camera->segments[0].start,
                   ==, SKY_SECOND + 144 * SKY_MILLISECOND);

  g_assert_cmpuint (g_strv_length (archive->problems), ==, 7);
  g_assert_true (has_problem (archive, "footage.json: cameras[4].segments[1]", "“replay”"));
  g_assert_true (has_problem (archive, "footage.json: cameras[4].segments[2]", "exclude"));
  g_assert_true (has_problem (archive, "footage.json: cameras[5]", "“clock_sync”"));
  g_assert_true (has_problem (archive, "footage.json: cameras[6]", "“clock_sync”"));
  g_assert_true (has_problem (archive, "footage.json: cameras[0].segments[1]", "“end”"));
  g_assert_true (has_problem (archive, "footage.json: cameras[2]", "“table”"));
  g_assert_true (has_problem (archive, "footage.json: cameras[3]", "“clock_offset_ms”"));
}

static void
test_staff (Folder *folder, gconstpointer data)
{
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  const SkyStaffMember *member;

  put (folder, "a.tel.jsonl", "");
  put (folder, "staff.json",
       "{\"staff\":[{\"credential\":\"PA-1\",\"name\":\"A. Dealer\","
       "\"training\":[{\"game_type\":\"craps_and_dice\",\"hours\":160,"
       "\"completed\":\"2022-03-01\"},{\"game_type\":\"chess\"}],"
       "\"table_tests\":[{\"game\":\"craps\",\"passed\":\"2022-03-04\"}]},{\"name\":\"Nobody\"}]}");
  archive = sky_archive_open (folder->path, &error);
  g_assert_no_error (error);

  member = sky_staff_find (archive->staff, "PA-1");
  g_assert_nonnull (member);
  g_assert_cmpstr (member->name, ==, "A. Dealer");
  g_assert_cmpuint (member->n_training, ==, 1);
  g_assert_cmpint (member->training[0].type, ==, SKY_TRAINING_CRAPS_AND_DICE);
  g_assert_cmpint (member->training[0].hours, ==, 160);
  g_assert_cmpint (member->training[0].completed, ==, sky_day_from_ymd (2022, 3, 1));
  g_assert_cmpuint (member->n_tests, ==, 1);
  g_assert_cmpint (member->tests[0].game, ==, SKY_GAME_CRAPS);
  g_assert_null (sky_staff_find (archive->staff, "PA-2"));

  g_assert_cmpuint (g_strv_length (archive->problems), ==, 2);
  g_assert_true (has_problem (archive, "staff.json: staff[0].training[1]", ""));
  g_assert_true (has_problem (archive, "staff.json: staff[1]", "“credential”"));
}

/* Files that cannot be read at all are problems; the logs are there all the same. */
static void
test_unreadable (Folder *folder, gconstpointer data)
{
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GError) error = NULL;

  put (folder, "a.tel.jsonl", "");
  put (folder, "footage.json", "");
  put (folder, "staff.json", "{\"people\":[]}");
  archive = sky_archive_open (folder->path, &error);
  g_assert_no_error (error);
  g_assert_null (archive->footage);
  g_assert_null (archive->staff);
  g_assert_cmpuint (g_strv_length (archive->problems), ==, 2);
  g_assert_true (has_problem (archive, "footage.json", "not JSON"));
  g_assert_true (has_problem (archive, "staff.json", "“staff”"));
}

/* What would keep a reader waiting for ever is not opened. */
static void
test_pipe (Folder *folder, gconstpointer data)
{
  g_autofree char *path = g_build_filename (folder->path, "footage.json", NULL);
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GError) error = NULL;

  put (folder, "a.tel.jsonl", "");
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  archive = sky_archive_open (folder->path, &error);
  g_assert_no_error (error);
  g_assert_null (archive->footage);
  g_assert_true (has_problem (archive, "footage.json", "not a regular file"));
}

/* What was recorded by eye lies in a folder of its own; the archive's footage holds for it. */
static void
test_recorded (Folder *folder, gconstpointer data)
{
  g_autofree char *place = g_build_filename (folder->path, "recorded", NULL);
  g_autofree char *tests = g_build_filename (folder->path, "tests", NULL);
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (SkyArchive) own = NULL;
  g_autoptr (GError) error = NULL;

  put (folder, "a.tel.jsonl", "");
  put (folder, "footage.json", "{\"cameras\":[]}");
  g_assert_null (sky_archive_open_recorded (folder->path, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN);
  g_assert_nonnull (strstr (error->message, place));
  g_clear_error (&error);
  g_assert_cmpint (g_mkdir (place, 0700), ==, 0);
  put (folder, "recorded/a.PA-7.tel.jsonl", "");
  g_assert_cmpint (g_mkdir (tests, 0700), ==, 0);
  put (folder, "tests/a.tel.jsonl", "");
  put (folder, "tests/planted.json", "[]");

  archive = sky_archive_open_recorded (folder->path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (archive->path, ==, folder->path);
  g_assert_cmpuint (g_strv_length (archive->logs), ==, 1);
  g_assert_true (g_str_has_suffix (archive->logs[0], "/recorded/a.PA-7.tel.jsonl"));
  g_assert_nonnull (archive->footage);
  own = sky_archive_open (folder->path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (own->logs), ==, 1);
  g_assert_true (g_str_has_suffix (own->logs[0], "/a.tel.jsonl"));

  /* No archive by itself, unlike a folder of that name where there are no recordings. */
  for (guint with_footage = 2; with_footage-- > 0;)
    {
      g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) archives = sky_archive_list (folder->path, problems, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (archives->len, ==, with_footage ? 1 : 3);
      g_assert_cmpuint (problems->len, ==, 0);
      if (with_footage)
        drop (folder, "footage.json");
    }
  drop (folder, "tests/a.tel.jsonl");
  drop (folder, "tests/planted.json");
  g_assert_cmpint (g_rmdir (tests), ==, 0);
  drop (folder, "recorded/a.PA-7.tel.jsonl");
  g_assert_cmpint (g_rmdir (place), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/archive/logs", Folder, NULL, set_up, test_logs, tear_down);
  g_test_add ("/archive/footage", Folder, NULL, set_up, test_footage, tear_down);
  g_test_add ("/archive/staff", Folder, NULL, set_up, test_staff, tear_down);
  g_test_add ("/archive/unreadable", Folder, NULL, set_up, test_unreadable, tear_down);
  g_test_add ("/archive/recorded", Folder, NULL, set_up, test_recorded, tear_down);
  g_test_add ("/archive/pipe", Folder, NULL, set_up, test_pipe, tear_down);

  return g_test_run ();
}
