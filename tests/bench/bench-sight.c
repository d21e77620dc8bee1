/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What it costs to read the dice of simulated throws off their recordings, beside a bare decoding
 * of the same pictures. */
#include "config.h"

#include "bench-section.h"
#include "bench.h"
#include "sky-archive-file.h"
#include "sky-archive.h"
#include "sky-media-picture.h"
#include "sky-sight-results.h"
#include "sky-sim-footage.h"
#include "sky-simulate.h"

#define N_ROUNDS 12
/* As sky_sight_read() has it. */
#define APART          (100 * SKY_MILLISECOND)
#define LONGEST_BEFORE (8 * SKY_SECOND)

/* What all throws come to. */
typedef struct
{
  guint n;
  guint n_read;     /* off any camera's pictures */
  guint n_views;    /* in which a camera shows all dice of a throw */
  guint n_pictures; /* decoded */
  guint n_looked_at;
  double bare; /* seconds of processor time */
  double read;
} Cost;

static gboolean
count_cb (const SkyMediaPicture *picture, gpointer data)
{
  (*(guint *) data)++;
  return TRUE;
}

/* Decodes what was read, and does nothing with it. */
static void
decode (const SkyArchive *archive,
        const SkySightResult *thrown,
        const SkySightReading *reading,
        Cost *cost)
{
  const SkyFootageCamera *camera = reading->camera;
  g_autoptr (GError) error = NULL;
  double start = bench_cpu ();

  for (guint i = 0; i < camera->n_segments; i++)
    {
      const SkySegment *segment = &camera->segments[i];
      SkyTime from = MAX (thrown->stretch.thrown, thrown->stretch.result - LONGEST_BEFORE);

      if (g_strcmp0 (segment->file, reading->file) != 0)
        continue;
      g_auto (SkyDescriptor) file = sky_archive_file_open (archive->path, segment->file, NULL);
      g_assert_cmpint (file, >=, 0);
      g_assert_true (sky_media_picture_read (
          file, segment->file, sky_clock_map_to_camera (&camera->clock, from) - segment->start,
          reading->last, APART, count_cb, &cost->n_pictures, NULL, &error));
      g_assert_no_error (error);
    }
  cost->bare += bench_cpu () - start;
}

static void
read_throw (SkyDiceReader *reader,
            const SkyArchive *archive,
            const SkySightResult *thrown,
            Cost *cost)
{
  const SkySightView view = { 0 };
  g_autoptr (GArray) readings = g_array_new (FALSE, FALSE, sizeof (SkySightReading));

  for (guint i = 0; i < archive->footage->n_cameras; i++)
    {
      SkySightReading reading;
      g_autoptr (GError) error = NULL;
      double start = bench_cpu ();

      g_assert_true (sky_sight_read (reader, archive->path, &archive->footage->cameras[i], &view,
                                     &thrown->stretch, &reading, NULL, &error));
      g_assert_no_error (error);
      double spent = bench_cpu () - start;
      g_array_append_val (readings, reading);
      /* The other camera sees the other end of the table. */
      if (reading.n_pictures == 0)
        continue;
      cost->read += spent;
      cost->n_views++;
      cost->n_looked_at += reading.n_pictures;
      decode (archive, thrown, &reading, cost);
    }
  cost->n++;
  cost->n_read += sky_sight_unite ((const SkySightReading *) readings->data, readings->len).reason
                  == SKY_SIGHT_READ;
}

/* As a section of the page of what was measured. */
static char *
write_section (const Cost *cost)
{
  return g_strdup_printf (
      "## Reading dice\n\n"
      "What a camera shows of a simulated throw, beside a bare decoding of the same pictures, in "
      "processor time. `tests/bench/bench-sight` writes this section.\n\n"
      "| what | measured |\n| --- | --- |\n"
      "| throws, and how many of them were read | %u, %u |\n"
      "| reading one off a camera that shows it | %.0f ms, of %.1f pictures looked at |\n"
      "| decoding its pictures | %.0f ms, %.1f pictures |\n"
      "| reading by decoding | %.1f |\n"
      "| looking at a picture | %.0f ms |\n",
      cost->n, cost->n_read, 1000 * cost->read / cost->n_views,
      (double) cost->n_looked_at / cost->n_views, 1000 * cost->bare / cost->n_views,
      (double) cost->n_pictures / cost->n_views, cost->read / cost->bare,
      1000 * (cost->read - cost->bare) / cost->n_looked_at);
}

/* Prints the section, or puts it into the page that the argument names. */
int
main (int argc, char **argv)
{
  g_autofree char *folder = bench_make_folder (),
                  *path = g_build_filename (folder, "archive", NULL);
  const SkySimulateOptions options = { .game = SKY_GAME_CRAPS,
                                       .rounds = N_ROUNDS,
                                       .tables = 1,
                                       .seed = 5,
                                       .whole_throws = TRUE,
                                       .draw = sky_sim_footage_write,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (GError) error = NULL;
  Cost cost = { 0 };

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  {
    g_autoptr (SkyArchive) archive = sky_archive_open (path, &error);
    g_assert_no_error (error);
    g_autoptr (SkyDiceReader) reader = sky_dice_reader_new (model, &error);
    g_assert_no_error (error);
    g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
    g_assert_no_error (error);
    g_autoptr (GArray) throws = sky_sight_list_results (log);

    for (guint i = 0; i < throws->len; i++)
      read_throw (reader, archive, &g_array_index (throws, SkySightResult, i), &cost);
  }
  bench_remove_folder (folder);
  g_autofree char *section = write_section (&cost);
  if (argc > 1)
    bench_write_section (argv[1], section);
  else
    g_print ("%s", section);
  return 0;
}
