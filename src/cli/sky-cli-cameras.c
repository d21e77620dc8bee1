/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-audit.h"
#include "sky-cli.h"
#include "sky-digest.h"
#include "sky-media-check.h"
#include "sky-sight-doubts.h"
#include "sky-sight-results.h"
#include "sky-source-name.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

/* A recording may end this much before its index says without a word: a clock and a muxer round
 * differently, and a recorder closes its files at a key frame. */
#define SHORTAGE (500 * SKY_MILLISECOND)

static void
print_covers (const SkyFootageCamera *camera)
{
  gboolean first = TRUE;

  for (guint bit = 0; bit < 6; bit++)
    if (camera->covers & 1u << bit)
      {
        sky_cli_print ("%s%s", first ? "" : ", ", sky_covers_to_name (1u << bit));
        first = FALSE;
      }
}

static void
print_digest (int file, const SkySegment *segment)
{
  g_autoptr (GError) error = NULL;
  char digest[SKY_DIGEST_HEX_SIZE];

  if (!sky_digest_descriptor (file, segment->file, NULL, digest, &error))
    sky_cli_print (_ ("cannot read it: %s"), error->message);
  else if (segment->sha256 == NULL)
    sky_cli_print (_ ("SHA-256 %s (footage.json states none)"), digest);
  else
    sky_cli_print (g_str_equal (digest, segment->sha256)
                       ? _ ("SHA-256 matches")
                       : _ ("SHA-256 DOES NOT MATCH: the recording was changed or replaced"));
}

/* Returns: in @text, what the log's clock said when the recording had run for @stream. */
static const char *
format_stream_time (const SkyFootageCamera *camera,
                    const SkySegment *segment,
                    SkyTime stream,
                    char text[SKY_TIME_TEXT_SIZE])
{
  return sky_time_format (sky_clock_map_to_log (&camera->clock, segment->start + stream), text);
}

/* The stretches of a recording whose time stamps jump. Nobody can say when those behind the first
 * were. Returns: FALSE when they do not jump. */
static gboolean
print_stretches (int file, const SkyFootageCamera *camera, const SkySegment *segment)
{
  g_autoptr (GArray) stretches = sky_media_check_stretches (file);
  char from[SKY_TIME_TEXT_SIZE], until[SKY_TIME_TEXT_SIZE];

  if (stretches == NULL)
    return FALSE;
  for (guint i = 0; i < stretches->len; i++)
    {
      const SkyMediaStretch *stretch = &g_array_index (stretches, SkyMediaStretch, i);

      format_stream_time (camera, segment, stretch->from, from);
      format_stream_time (camera, segment, stretch->until, until);
      sky_cli_print (i == 0 ? _ ("    time stamps jump: plays %s … %s\n")
                            : _ ("    cannot place %s … %s, which follows, in time\n"),
                     from, until);
    }
  return TRUE;
}

/* What lacks at the end of a recording that plays: one that is cut off or damaged later. */
static void
print_end (int file, const SkyFootageCamera *camera, const SkySegment *segment)
{
  g_autoptr (GError) error = NULL;
  SkyTime end;
  char text[SKY_TIME_TEXT_SIZE];

  if (print_stretches (file, camera, segment))
    return;
  if (!sky_media_check_end (file, segment->file, segment->end - segment->start, NULL, &end, &error))
    {
      sky_cli_print (_ ("    does not play to the end: %s\n"), error->message);
      return;
    }
  if (segment->start + end + SHORTAGE < segment->end)
    sky_cli_print (_ ("    ends at %s, earlier than its index says\n"),
                   format_stream_time (camera, segment, end, text));
}

/* Whether the recording plays, and what it is. */
static void
print_media (int file, const SkyFootageCamera *camera, const SkySegment *segment)
{
  g_auto (SkyMediaInfo) info = { 0 };
  g_autoptr (GError) error = NULL;

  if (!sky_media_check_recording (file, segment->file, NULL, &info, &error))
    {
      sky_cli_print (_ ("    does not play: %s\n"), error->message);
      return;
    }
  if (info.fps_n > 0)
    sky_cli_print (_ ("    %s, %d × %d, %d/%d frames per second\n"), info.codec, info.width,
                   info.height, info.fps_n, info.fps_d);
  else
    sky_cli_print (_ ("    %s, %d × %d\n"), info.codec, info.width, info.height);
  print_end (file, camera, segment);
}

static void
print_file (const char *folder, const SkyFootageCamera *camera, const SkySegment *segment)
{
  g_autoptr (GError) error = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, segment->file, &error);

  if (file < 0)
    {
      sky_cli_print (_ ("cannot read it: %s"), error->message);
      sky_cli_print ("\n");
      return;
    }
  print_digest (file, segment);
  sky_cli_print ("\n");
  print_media (file, camera, segment);
}

/* How far the camera's clock is off, and how fast that grows. */
static void
print_clock (const SkyFootageCamera *camera)
{
  gint64 drift = sky_clock_map_get_drift (&camera->clock);
  gint64 size = ABS (drift);

  if (drift == 0)
    {
      sky_cli_print (_ ("\n  clock offset %" PRId64 " ms\n"),
                     (sky_clock_map_to_log (&camera->clock, 0)) / SKY_MILLISECOND);
      return;
    }
  SkyTime anchor = camera->clock.anchor.camera;
  char at[SKY_TIME_TEXT_SIZE];
  sky_cli_print (_ ("\n  clock offset %" PRId64 " ms at %s, drift %s%" PRId64 ".%03" PRId64
                    " parts per million\n"),
                 (sky_clock_map_to_log (&camera->clock, anchor) - anchor) / SKY_MILLISECOND,
                 sky_time_format (anchor, at), drift < 0 ? "−" : "", size / 1000, size % 1000);
}

static void
print_gaps (const SkyFootage *footage, const SkyFootageCamera *camera)
{
  g_autoptr (GArray) spans = sky_coverage_spans (footage, camera);
  char from[SKY_TIME_TEXT_SIZE], until[SKY_TIME_TEXT_SIZE];

  /* Entries of one name and table are one camera, whose gaps stand below the last of them. */
  for (guint i = (guint) (camera - footage->cameras) + 1; i < footage->n_cameras; i++)
    if (g_str_equal (footage->cameras[i].camera, camera->camera)
        && g_str_equal (footage->cameras[i].table, camera->table))
      return;
  for (guint i = 1; i < spans->len; i++)
    sky_cli_print (_ ("  gap %s … %s\n"),
                   sky_time_format (g_array_index (spans, SkySpan, i - 1).end, from),
                   sky_time_format (g_array_index (spans, SkySpan, i).start, until));
}

/* The game at @table, by its first log. Returns: FALSE: no log is of it. */
static gboolean
find_game (const SkyArchive *archive, const char *table, SkyGameId *game)
{
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[i], NULL);

      if (log != NULL && g_str_equal (sky_log_get_header (log)->table, table))
        {
          *game = sky_log_get_header (log)->game;
          return TRUE;
        }
    }
  return FALSE;
}

/* Whether dice or cards can be read off the camera's pictures, where its table's game has any. */
static void
print_doubts (const SkyArchive *archive,
              const SkyCalibration *calibration,
              const SkyFootageCamera *camera)
{
  const SkyCameraView *view =
      calibration != NULL ? sky_calibration_find (calibration, camera->camera, G_MAXINT64) : NULL;
  g_autoptr (GPtrArray) doubts = NULL;
  SkySightConditions conditions;
  SkySightKind kind;
  SkyGameId game;

  if (!find_game (archive, camera->table, &game) || !sky_sight_find_kind (game, &kind))
    return;
  conditions = sky_sight_conditions_find (view, game);
  sky_sight_conditions_count_frames (&conditions, archive->path, camera);
  doubts = sky_sight_conditions_list_doubts (&conditions);
  for (guint i = 0; i < doubts->len; i++)
    {
      g_autofree char *doubt = sky_phrase_show (doubts->pdata[i]);

      sky_cli_print ("  %s\n", doubt);
    }
}

static SkyCalibration *
read_calibration (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "sight.json", NULL);
  g_autoptr (GError) error = NULL;
  SkyCalibration *calibration;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  calibration = sky_calibration_read (folder, path, &error);
  if (calibration == NULL)
    sky_cli_complain ("%s", error->message);
  for (guint i = 0; calibration != NULL && calibration->problems[i] != NULL; i++)
    sky_cli_complain ("%s", calibration->problems[i]);
  return calibration;
}

static void
print_camera (const char *folder, const SkyFootage *footage, const SkyFootageCamera *camera)
{
  char from[SKY_TIME_TEXT_SIZE], until[SKY_TIME_TEXT_SIZE];

  sky_cli_print ("%s  %s  %s  ", camera->camera, camera->table, camera->kind);
  print_covers (camera);
  print_clock (camera);
  if (camera->stream != NULL)
    {
      g_autofree char *stream = sky_source_dup_name (camera->stream);

      sky_cli_print (_ ("  live stream %s\n"), stream);
    }
  for (guint i = 0; i < camera->n_segments; i++)
    {
      const SkySegment *segment = &camera->segments[i];

      sky_time_format (sky_clock_map_to_log (&camera->clock, segment->start), from);
      sky_time_format (sky_clock_map_to_log (&camera->clock, segment->end), until);
      if (segment->file == NULL)
        {
          g_autofree char *recorder = sky_source_dup_name (segment->replay);

          /* Translators: an RTSP address. */
          sky_cli_print (_ ("  %s … %s  replayed by the recorder at %s\n"), from, until, recorder);
          continue;
        }
      sky_cli_print ("  %s … %s  %s  ", from, until, segment->file);
      print_file (folder, camera, segment);
    }
  print_gaps (footage, camera);
  if (camera->n_segments == 0)
    sky_cli_print (_ ("  no recording\n"));
}

SkyCliStatus
sky_cli_cameras (const SkyCommand *command, int argc, char **argv)
{
  g_auto (GStrv) roots = NULL;
  const GOptionEntry options[] = {
    SKY_CLI_ROOTS (&roots),
    { NULL },
  };
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (SkyCalibration) calibration = NULL;
  g_autoptr (GError) error = NULL;
  SkyCliStatus status;

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return sky_cli_wrong_usage ("cameras", _ ("give one archive"));

  sky_archive_file_set_roots ((const char *const *) roots);
  archive = sky_archive_open (argv[1], &error);
  if (archive == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  for (guint i = 0; archive->problems[i] != NULL; i++)
    sky_cli_complain ("%s", archive->problems[i]);
  if (archive->footage == NULL)
    {
      sky_cli_complain (_ ("%s: cannot read footage.json"), argv[1]);
      return SKY_CLI_FAILED;
    }
  calibration = read_calibration (archive->path);
  for (guint i = 0; i < archive->footage->n_cameras; i++)
    {
      print_camera (archive->path, archive->footage, &archive->footage->cameras[i]);
      print_doubts (archive, calibration, &archive->footage->cameras[i]);
    }
  return SKY_CLI_DONE;
}
