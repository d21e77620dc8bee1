/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings of a simulated archive: they play, they cover the rounds, their digests are right,
 * and the audit has nothing to say about them. */
#include "config.h"

#include "../remove-tree.h"
#include "sky-archive-file.h"
#include "sky-archive.h"
#include "sky-audit-run.h"
#include "sky-digest.h"
#include "sky-media-check.h"
#include "sky-media-clip.h"
#include "sky-media-picture.h"
#include "sky-sim-dealing.h"
#include "sky-sim-footage.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>

#include <string.h>

static void
check_recording (const SkyArchive *archive, const SkySegment *segment, int width, int height)
{
  g_autofree char *path = g_build_filename (archive->path, segment->file, NULL);
  g_auto (SkyMediaInfo) info = { 0 };
  g_autoptr (GError) error = NULL;
  char digest[SKY_DIGEST_HEX_SIZE];

  g_assert_true (sky_digest_file (path, NULL, digest, NULL));
  g_assert_cmpstr (digest, ==, segment->sha256);
  sky_media_check_file (path, NULL, &info, &error);
  g_assert_no_error (error);
  g_assert_cmpint (info.width, ==, width);
  g_assert_cmpint (info.height, ==, height);
  g_assert_true (g_str_has_prefix (info.codec, "H.264"));
  /* Matroska counts milliseconds. */
  g_assert_cmpint (ABS (info.duration - (segment->end - segment->start)), <=,
                   200 * SKY_MILLISECOND);
}

/* The cameras that a game's table has. */
typedef struct
{
  SkyGameId game;
  guint n;
  SkyCovers covers[2];
} Case;

static const Case cases[] = {
  { SKY_GAME_CRAPS, 2, { SKY_COVERS_END_LEFT, SKY_COVERS_END_RIGHT } },
  { SKY_GAME_SIC_BO, 1, { SKY_COVERS_TABLE } },
  { SKY_GAME_ROULETTE, 2, { SKY_COVERS_WHEEL, SKY_COVERS_LAYOUT } },
  { SKY_GAME_BIG_SIX, 2, { SKY_COVERS_WHEEL, SKY_COVERS_LAYOUT } },
  { SKY_GAME_PROPS_AND_HOPS, 2, { SKY_COVERS_CIRCLE, SKY_COVERS_LAYOUT } },
};

static void
test_footage (gconstpointer data)
{
  const Case *expected = data;
  g_autofree char *folder = g_dir_make_tmp ("footage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "archive", NULL);
  SkySimulateProgress progress = { 0 };
  const SkySimulateOptions options = { .game = expected->game,
                                       .rounds = 2,
                                       .tables = 1,
                                       .seed = 3,
                                       .draw = sky_sim_footage_write,
                                       .start = SKY_TIME_NONE,
                                       .progress = &progress };
  const char *const paths[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (SkyAuditRun) run = NULL;
  const SkyLogAudit *audit;

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (progress.drawing, ==, 1);
  g_assert_cmpint (progress.done, ==, progress.total);

  archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (archive->footage);
  g_assert_cmpuint (archive->footage->n_cameras, ==, expected->n);
  for (guint i = 0; i < expected->n; i++)
    {
      const SkyFootageCamera *camera = &archive->footage->cameras[i];

      g_assert_cmpint (camera->covers, ==, expected->covers[i]);
      g_assert_cmpint (sky_clock_map_to_log (&camera->clock, 0), ==,
                       i == 0 ? 0 : -120 * SKY_MILLISECOND);
      for (guint j = 0; j < camera->n_segments; j++)
        check_recording (archive, &camera->segments[j], i == 0 ? 1280 : 960, i == 0 ? 720 : 540);
    }

  run = sky_audit_run_new (paths);
  g_assert_true (sky_audit_run (run, 1, NULL));
  g_assert_cmpuint (sky_audit_run_get_failures (run)->len, ==, 0);
  audit = sky_audit_run_get_audits (run)->pdata[0];
  g_assert_cmpuint (audit->rounds->len, ==, 2);
  g_assert_cmpuint (audit->findings->len, ==, 0);
  remove_tree (folder);
}

#define INTERVAL (SKY_SECOND / 8) /* of the first camera */

/* Returns: when the picture stands since that @file shows @at into it. */
static SkyTime
get_shown_since (int file, const SkySegment *segment, SkyTime at)
{
  SkyMediaPicture picture;
  g_autoptr (GError) error = NULL;

  sky_media_picture_grab (file, segment->file, at, &picture, NULL, &error);
  g_assert_no_error (error);
  sky_media_picture_clear (&picture);
  return picture.at;
}

static SkyTime
find_finding (const char *path)
{
  const char *const paths[] = { path, NULL };
  g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
  const SkyLogAudit *audit;

  g_assert_true (sky_audit_run (run, 1, NULL));
  audit = sky_audit_run_get_audits (run)->pdata[0];
  g_assert_cmpuint (audit->findings->len, ==, 1);
  return ((const SkyFinding *) audit->findings->pdata[0])->at;
}

/* Near what is found a recording has every picture. Elsewhere it has one in five seconds at least,
 * and it lasts as long. */
static void
test_rates (void)
{
  g_autofree char *folder = g_dir_make_tmp ("footage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "archive", NULL);
  g_autofree char *target = g_build_filename (folder, "clip.mkv", NULL);
  const SkySimulateOptions options = { .game = SKY_GAME_SIC_BO,
                                       .rounds = 5,
                                       .tables = 1,
                                       .seed = 5,
                                       .faults = 1,
                                       .draw = sky_sim_footage_write,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = NULL;
  const SkySegment *segment;
  g_auto (SkyMediaClip) clip = { 0 };
  SkyTime found, length;
  guint n_near = 0, n_far = 0;

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  found = find_finding (path);
  archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (archive->footage->cameras[0].n_segments, ==, 1);
  segment = &archive->footage->cameras[0].segments[0];
  length = segment->end - segment->start;
  g_auto (SkyDescriptor) file = sky_archive_file_open (archive->path, segment->file, &error);
  g_assert_no_error (error);

  for (SkyTime at = SKY_SECOND; at < length; at += 3370 * SKY_MILLISECOND)
    {
      SkyTime off = segment->start + at - found;
      gboolean near = ABS (off) < 10 * SKY_SECOND - INTERVAL;
      SkyTime age = at - get_shown_since (file, segment, at);

      n_near += near;
      n_far += !near;
      g_assert_cmpint (age, >=, 0);
      g_assert_cmpint (age, <, near ? INTERVAL + SKY_MILLISECOND : 5 * SKY_SECOND + INTERVAL);
    }
  g_assert_cmpuint (n_near, >=, 5);
  g_assert_cmpuint (n_far, >=, 20);

  sky_media_clip_write (file, segment->file, target, 0, length, &clip, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ABS (clip.end - length), <=, INTERVAL);
  /* Twenty seconds whole, and of the rest a picture a second at most. */
  g_assert_cmpuint (clip.n_pictures, >, 160);
  g_assert_cmpuint (clip.n_pictures, <, length / INTERVAL / 2);
  remove_tree (folder);
}

/* A little after each result of the first recording, its picture is as new as can be. Returns: how
 * many results were looked at. */
static guint
look_at_throws (const SkyArchive *archive)
{
  const SkySegment *segment = &archive->footage->cameras[0].segments[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_autoptr (SkyLogReader) reader = NULL;
  const SkyLine *line;
  guint n = 0;

  g_assert_no_error (error);
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  g_auto (SkyDescriptor) file = sky_archive_file_open (archive->path, segment->file, &error);
  g_assert_no_error (error);
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_RESULT
        && line->event.at < segment->end)
      {
        SkyTime at = line->event.at - segment->start + 3 * INTERVAL + SKY_MILLISECOND;
        SkyTime age = at - get_shown_since (file, segment, at);

        g_assert_cmpint (age, >=, 0);
        g_assert_cmpint (age, <, INTERVAL + SKY_MILLISECOND);
        n++;
      }
  return n;
}

/* Whole throws have every picture to a little after the result; what contradicts is listed. */
static void
test_throws (void)
{
  g_autofree char *folder = g_dir_make_tmp ("footage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "archive", NULL);
  g_autofree char *list = g_build_filename (path, "planted-pictures.json", NULL);
  g_autofree char *text = NULL;
  const SkySimulateOptions options = { .game = SKY_GAME_MINI_CRAPS,
                                       .rounds = 2,
                                       .tables = 1,
                                       .seed = 5,
                                       .draw = sky_sim_footage_write,
                                       .whole_throws = TRUE,
                                       .contradictions = 1,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = NULL;

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (look_at_throws (archive), >=, 2);
  g_assert_true (g_file_get_contents (list, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"recorded\":["));
  remove_tree (folder);
}

/* How many cards lie in @scene, and the last one. */
static guint
count_cards (const SkyScene *scene, gint64 *value)
{
  guint n = 0;

  for (guint i = 0; i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);

      if (mark->kind == SKY_MARK_CARD)
        {
          *value = mark->value;
          n++;
        }
    }
  return n;
}

/* Cards lie there until the round ends, and one of them is shown otherwise than it was recorded. */
static void
test_deals (void)
{
  static const char text[] =
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\",\"table\":\"T\",\"game\":"
      "\"casino_war\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\"}\n"
      "{\"seq\":1,\"at\":\"2023-11-04T18:00:00Z\",\"type\":\"round_start\",\"round\":1}\n"
      "{\"seq\":2,\"at\":\"2023-11-04T18:00:01Z\",\"type\":\"deal\",\"to\":\"dealer\","
      "\"card\":\"KH\",\"deal\":\"original\"}\n"
      "{\"seq\":3,\"at\":\"2023-11-04T18:00:05Z\",\"type\":\"round_end\",\"round\":1}\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "t.tel.jsonl", &error);
  g_assert_no_error (error);
  g_autoptr (SkySimDealing) dealing = sky_sim_dealing_new (log, 1, 1);
  g_autoptr (SkyReplay) replay = sky_replay_new (log);
  g_autoptr (GString) json = g_string_new ("[");
  SkyTime start;
  gint64 value = 0;

  g_assert_true (sky_time_parse ("2023-11-04T18:00:00Z", 20, &start));
  g_assert_false (sky_sim_dealing_is_near (dealing, start));
  g_assert_true (sky_sim_dealing_is_near (dealing, start + SKY_SECOND));
  g_assert_true (sky_sim_dealing_is_near (dealing, start + 2 * SKY_SECOND));
  g_assert_false (sky_sim_dealing_is_near (dealing, start + 4 * SKY_SECOND));
  g_autoptr (SkyScene) lies = sky_replay_at (replay, start + 2 * SKY_SECOND);
  sky_sim_dealing_show (dealing, start + 2 * SKY_SECOND, lies);
  g_assert_cmpuint (count_cards (lies, &value), ==, 1);
  g_assert_cmpint (SKY_CARD_RANK (value), ==, 14);
  g_autoptr (SkyScene) over = sky_replay_at (replay, start + 6 * SKY_SECOND);
  g_assert_cmpuint (count_cards (over, &value), ==, 1);
  sky_sim_dealing_show (dealing, start + 6 * SKY_SECOND, over);
  g_assert_cmpuint (count_cards (over, &value), ==, 0);
  sky_sim_dealing_write_contradictions (dealing, "T", json);
  g_assert_nonnull (strstr (json->str, "\"seq\":2,\"recorded\":[\"KH\"],\"shown\":[\"AH\"]"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/simulate/footage/%s", sky_game_id_to_name (cases[i].game));

      g_test_add_data_func (path, &cases[i], test_footage);
    }
  g_test_add_func ("/simulate/footage/rates", test_rates);
  g_test_add_func ("/simulate/footage/throws", test_throws);
  g_test_add_func ("/simulate/footage/deals", test_deals);
  return g_test_run ();
}
