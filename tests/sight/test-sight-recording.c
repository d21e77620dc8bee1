/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording of dice that fly and come to rest: each throw is read as it fell, a changed record is
 * contradicted, and what is read does not depend on the record. */
#include "config.h"

#include "sky-archive.h"
#include "sky-drawn-dice.h"
#include "sky-sight-audit.h"
#include "sky-sight-results.h"
#include "sky-video-writer.h"

#include <glib/gstdio.h>

#include <string.h>

#define WIDTH  480
#define HEIGHT 320
#define EDGE   34.0
#define FPS    10
/* By day; with -m=slow all of them. */
#define N_BY_DAY    2
#define MOST_THROWS 3
/* From one throw to the next, and when its dice lie. */
#define ROUND (3 * SKY_SECOND)
#define LAND  (SKY_SECOND)

static const guint thrown[MOST_THROWS][2] = { { 3, 5 }, { 1, 1 }, { 2, 4 } };
static guint n_throws = N_BY_DAY;
static const char start[] = "2023-11-04T18:00:00.000000Z";

typedef struct
{
  char *folder;
  SkyTime start;
} Fixture;

static char *
path_of (const Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

/* The picture @at after the recording's start: they fly for a second and lie till the next throw.
 */
static void
draw_frame (cairo_t *cr, SkyTime at, GRand *random)
{
  gint64 n = at / ROUND;
  gboolean flies = at % ROUND < LAND;
  g_autoptr (GRand) place = g_rand_new_with_seed (1001 + (guint32) n);

  for (guint i = 0; i < 2; i++)
    {
      double x = (i + 0.5) * WIDTH / 2 + g_rand_double_range (place, -50, 50);
      double y = HEIGHT / 2 + g_rand_double_range (place, -70, 70);
      double turn = g_rand_double_range (place, 0, 6);

      if (flies)
        {
          x -= (double) (LAND - at % ROUND) / LAND * 300;
          turn += g_rand_double_range (random, 0, 6);
        }
      sky_drawn_die (cr, 0, flies ? (guint) g_rand_int_range (random, 1, 7) : thrown[n][i], x, y,
                     EDGE, turn);
    }
}

static void
record (const char *path, SkyTime from)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVideoWriter) writer =
      sky_video_writer_new (path, WIDTH, HEIGHT, FPS, 1, SKY_PIXELS_CAIRO32, &error);
  g_autoptr (GRand) random = g_rand_new_with_seed (21);

  g_assert_no_error (error);
  for (gint64 n = 0; n < n_throws * ROUND * FPS / SKY_SECOND; n++)
    {
      SkyTime at = n * SKY_SECOND / FPS;
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

      draw_frame (cr, at, random);
      cairo_destroy (cr);
      SkySightPicture picture = sky_drawn_picture (surface, random);
      g_assert_true (
          sky_video_writer_push (writer, picture.pixels, picture.stride, from + at, &error));
      cairo_surface_destroy (surface);
    }
  g_assert_true (sky_video_writer_finish (writer, NULL, &error));
  g_assert_no_error (error);
}

static void
write_file (const Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = path_of (fixture, name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
add_event (GString *text, guint *seq, SkyTime at, const char *rest)
{
  char time[SKY_TIME_TEXT_SIZE];

  sky_time_format (at, time);
  g_string_append_printf (text, "{\"seq\":%u,\"at\":\"%s\",%s}\n", ++*seq, time, rest);
}

/* The log, with each first die @more than it fell. */
static void
write_log (const Fixture *fixture, guint more)
{
  g_autoptr (GString) text = g_string_new (
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\",\"table\":\"T\",\"game\":"
      "\"craps\","
      "\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}\n");
  guint seq = 0;

  for (guint i = 0; i < n_throws; i++)
    {
      SkyTime at = fixture->start + i * ROUND;
      g_autofree char *begin = g_strdup_printf ("\"type\":\"round_start\",\"round\":%u", i + 1);
      g_autofree char *result =
          g_strdup_printf ("\"type\":\"result\",\"dice\":[%u,%u],\"observed\":[]",
                           (thrown[i][0] - 1 + more) % 6 + 1, thrown[i][1]);
      g_autofree char *end = g_strdup_printf ("\"type\":\"round_end\",\"round\":%u", i + 1);

      add_event (text, &seq, at + SKY_SECOND / 10, begin);
      add_event (text, &seq, at + SKY_SECOND / 5, "\"type\":\"throw\"");
      add_event (text, &seq, at + LAND + SKY_SECOND / 2, result);
      add_event (text, &seq, at + LAND + SKY_SECOND, end);
    }
  write_file (fixture, "t.tel.jsonl", text->str);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  char end[SKY_TIME_TEXT_SIZE];

  fixture->folder = g_dir_make_tmp ("skyward-XXXXXX", &error);
  g_assert_no_error (error);
  g_assert_true (sky_time_parse (start, strlen (start), &fixture->start));
  g_autofree char *recording = path_of (fixture, "dice.mkv");
  record (recording, fixture->start);
  sky_time_format (fixture->start + n_throws * ROUND, end);
  g_autofree char *footage =
      g_strdup_printf ("{\"cameras\":[{\"camera\":\"A\",\"table\":\"T\",\"kind\":\"stationary\","
                       "\"covers\":[\"table\"],"
                       "\"segments\":[{\"file\":\"dice.mkv\",\"start\":\"%s\",\"end\":\"%s\"}]}]}",
                       start, end);
  write_file (fixture, "footage.json", footage);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "dice.mkv", "footage.json", "sight.json", "t.tel.jsonl" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = path_of (fixture, names[i]);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

/* Reads all throws, and counts how many have each verdict. */
static void
read_all (const Fixture *fixture, SkySightReading readings[MOST_THROWS], guint verdicts[3])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_assert_no_error (error);
  g_autoptr (GArray) throws = sky_sight_list_results (log);
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (SkyDiceReader) reader = sky_dice_reader_new (model, &error);
  g_assert_no_error (error);
  const SkySightView view = { 0 };

  g_assert_cmpuint (throws->len, ==, n_throws);
  memset (verdicts, 0, 3 * sizeof verdicts[0]);
  for (guint i = 0; i < n_throws; i++)
    {
      const SkySightResult *result = &g_array_index (throws, SkySightResult, i);
      SkySightReason why;

      g_assert_true (sky_sight_read (reader, archive->path, &archive->footage->cameras[0], &view,
                                     &result->stretch, &readings[i], NULL, &error));
      g_assert_no_error (error);
      SkySightVerdict verdict = sky_sight_judge (result, &readings[i], &why);
      g_test_message ("%u-%u: %s, %s, %u-%u, %.4f, %u pictures", thrown[i][0], thrown[i][1],
                      sky_sight_verdict_to_name (verdict), sky_sight_reason_to_name (why),
                      readings[i].values[0], readings[i].values[1], readings[i].probability,
                      readings[i].n_pictures);
      verdicts[verdict]++;
    }
}

/* How many of them may contradict a record. */
static guint
count_sure (const SkySightReading readings[MOST_THROWS])
{
  guint n = 0;

  for (guint i = 0; i < n_throws; i++)
    n += readings[i].probability >= 0.97;
  return n;
}

/* All but whose they are: camera and file belong to an archive that is closed. */
static void
assert_same (const SkySightReading *one, const SkySightReading *other)
{
  g_assert_cmpint (one->reason, ==, other->reason);
  g_assert_cmpuint (one->n_values, ==, other->n_values);
  g_assert_cmpmem (one->values, sizeof one->values, other->values, sizeof other->values);
  g_assert_cmpmem (one->boxes, sizeof one->boxes, other->boxes, sizeof other->boxes);
  g_assert_cmpfloat (one->probability, ==, other->probability);
  g_assert_cmpint (one->first, ==, other->first);
  g_assert_cmpint (one->last, ==, other->last);
  g_assert_cmpuint (one->n_pictures, ==, other->n_pictures);
}

static void
test_record (Fixture *fixture, gconstpointer data)
{
  SkySightReading first[MOST_THROWS], second[MOST_THROWS];
  guint verdicts[3];

  write_log (fixture, 0);
  read_all (fixture, first, verdicts);
  g_assert_cmpuint (verdicts[SKY_SIGHT_AGREES], ==, n_throws);
  for (guint i = 0; i < n_throws; i++)
    g_assert_cmpuint (first[i].values[0] + first[i].values[1], ==, thrown[i][0] + thrown[i][1]);
  write_log (fixture, 1);
  read_all (fixture, second, verdicts);
  /* A reading that is not so sure does not agree, and does not contradict. */
  g_assert_cmpuint (verdicts[SKY_SIGHT_CONTRADICTS], ==, count_sure (first));
  g_assert_cmpuint (verdicts[SKY_SIGHT_CONTRADICTS], >=, 1);
  g_assert_cmpuint (verdicts[SKY_SIGHT_AGREES], ==, 0);
  /* Blind: the same readings, byte for byte. */
  for (guint i = 0; i < n_throws; i++)
    assert_same (&first[i], &second[i]);
}

/* The findings of an audit with pictures: contradictions, and cameras that leave results unread. */
typedef struct
{
  guint n_contradicts;
  guint n_unreadable;
} Found;

static Found
audit_pictures (const Fixture *fixture)
{
  static const gint go_on = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_assert_no_error (error);
  const SkyAuditOptions options = { 0 };
  g_autoptr (SkyLogAudit) audit = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);
  g_autoptr (SkySightArchive) sight = sky_sight_archive_new (archive, &error);
  g_assert_no_error (error);
  Found found = { 0 };

  g_assert_true (sky_sight_audit (sight, audit, NULL, NULL, &go_on, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];
      g_autofree char *said = sky_phrase_english (finding->explanation);

      g_test_message ("%s", said);
      g_assert_null (strstr (said, "%"));
      found.n_contradicts += finding->check == SKY_CHECK_SIGHT_CONTRADICTS;
      found.n_unreadable += finding->check == SKY_CHECK_SIGHT_UNREADABLE;
    }
  return found;
}

static void
test_audit (Fixture *fixture, gconstpointer data)
{
  Found found;

  write_log (fixture, 0);
  /* The edge known, and a strip left out in which none lies. */
  write_file (fixture, "sight.json",
              "{\"cameras\":[{\"camera\":\"A\",\"die_px\":34,\"ignore\":[[0,0,480,20]]}]}");
  if (g_test_slow ())
    {
      found = audit_pictures (fixture);
      g_assert_cmpuint (found.n_contradicts, ==, 0);
      g_assert_cmpuint (found.n_unreadable, <=, 1);
    }
  write_log (fixture, 2);
  found = audit_pictures (fixture);
  g_assert_cmpuint (found.n_contradicts, >=, 1);
  g_assert_cmpuint (found.n_unreadable, <=, 1);
  /* A camera of which all is left out shows no die. */
  write_file (fixture, "sight.json",
              "{\"cameras\":[{\"camera\":\"A\",\"die_px\":34,\"ignore\":[[0,0,480,320]]}]}");
  found = audit_pictures (fixture);
  g_assert_cmpuint (found.n_contradicts, ==, 0);
  g_assert_cmpuint (found.n_unreadable, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (g_test_slow ())
    n_throws = MOST_THROWS;
  g_test_add ("/sight-recording/record", Fixture, NULL, set_up, test_record, tear_down);
  g_test_add ("/sight-recording/audit", Fixture, NULL, set_up, test_audit, tear_down);
  return g_test_run ();
}
