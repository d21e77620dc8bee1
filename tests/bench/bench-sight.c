/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What it costs to read the dice of simulated throws, and the cards of simulated deals, off their
 * recordings, beside a bare decoding of the same pictures. */
#include "config.h"

#include "bench-section.h"
#include "bench.h"
#include "sky-archive-file.h"
#include "sky-archive.h"
#include "sky-media-picture.h"
#include "sky-sight-results.h"
#include "sky-sim-footage.h"
#include "sky-simulate.h"

/* As sky-sight-recording.c has it. */
#define APART          (100 * SKY_MILLISECOND)
#define LONGEST_BEFORE (8 * SKY_SECOND)

/* What all results come to. */
typedef struct
{
  guint n;
  guint n_read;  /* off any camera's pictures */
  guint n_views; /* in which a camera shows all dice or cards of a result */
  guint n_rounds;
  gint64 last_round;
  guint n_pictures; /* decoded */
  guint n_looked_at;
  guint n_values;
  double bare; /* seconds of processor time */
  double read;
} Cost;

/* What reads: one of both. */
typedef struct
{
  SkyDiceReader *dice;
  SkyCardReader *cards;
} Readers;

static gboolean
count_cb (const SkyMediaPicture *picture, gpointer data)
{
  (*(guint *) data)++;
  return TRUE;
}

/* Decodes what was read, and does nothing with it. Returns: how many pictures that were. */
static guint
decode (const SkyArchive *archive, SkyTime from, const SkySightReading *reading, Cost *cost)
{
  const SkyFootageCamera *camera = reading->camera;
  g_autoptr (GError) error = NULL;
  double start = bench_cpu ();
  guint n = 0;

  for (guint i = 0; i < camera->n_segments; i++)
    {
      const SkySegment *segment = &camera->segments[i];

      if (g_strcmp0 (segment->file, reading->file) != 0)
        continue;
      g_auto (SkyDescriptor) file = sky_archive_file_open (archive->path, segment->file, NULL);
      g_assert_cmpint (file, >=, 0);
      g_assert_true (sky_media_picture_read (
          file, segment->file, sky_clock_map_to_camera (&camera->clock, from) - segment->start,
          reading->last, APART, count_cb, &n, NULL, &error));
      g_assert_no_error (error);
    }
  cost->bare += bench_cpu () - start;
  cost->n_pictures += n;
  return n;
}

static void
read_result (const Readers *readers,
             const SkyArchive *archive,
             const SkySightResult *result,
             Cost *cost)
{
  const SkySightView view = { 0 };
  const SkySightStretch *stretch = &result->stretch;
  g_autoptr (GArray) readings = g_array_new (FALSE, FALSE, sizeof (SkySightReading));

  for (guint i = 0; i < archive->footage->n_cameras; i++)
    {
      const SkyFootageCamera *camera = &archive->footage->cameras[i];
      SkySightReading reading;
      g_autoptr (GError) error = NULL;
      double start = bench_cpu ();

      if (readers->cards != NULL)
        g_assert_true (sky_sight_read_cards (readers->cards, archive->path, camera, &view, stretch,
                                             &reading, NULL, &error));
      else
        g_assert_true (sky_sight_read (readers->dice, archive->path, camera, &view, stretch,
                                       &reading, NULL, &error));
      g_assert_no_error (error);
      double spent = bench_cpu () - start;
      g_array_append_val (readings, reading);
      /* The other camera sees the other end of the table. */
      if (reading.n_pictures == 0)
        continue;
      cost->read += spent;
      cost->n_views++;
      cost->n_values += reading.n_values;
      /* Every picture of cards is looked at, of dice those from when they lie. */
      if (readers->cards != NULL)
        cost->n_looked_at += decode (archive, stretch->result, &reading, cost);
      else
        {
          cost->n_looked_at += reading.n_pictures;
          decode (archive, MAX (stretch->thrown, stretch->result - LONGEST_BEFORE), &reading, cost);
        }
    }
  cost->n++;
  cost->n_rounds += cost->n_rounds == 0 || result->round != cost->last_round;
  cost->last_round = result->round;
  cost->n_read += sky_sight_unite ((const SkySightReading *) readings->data, readings->len).reason
                  == SKY_SIGHT_READ;
}

/* Reads all results of one table at @game. */
static Cost
measure (const char *folder, SkyGameId game, guint rounds, const Readers *readers)
{
  g_autofree char *path = g_strdup_printf ("%s/%d", folder, (int) game);
  const SkySimulateOptions options = { .game = game,
                                       .rounds = rounds,
                                       .tables = 1,
                                       .seed = 5,
                                       .whole_throws = TRUE,
                                       .draw = sky_sim_footage_write,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;
  Cost cost = { 0 };

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  g_autoptr (SkyArchive) archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_assert_no_error (error);
  g_autoptr (GArray) results = sky_sight_list_results (log);
  for (guint i = 0; i < results->len; i++)
    read_result (readers, archive, &g_array_index (results, SkySightResult, i), &cost);
  return cost;
}

static double
get_ms_a_picture (const Cost *cost)
{
  return 1000 * (cost->read - cost->bare) / cost->n_looked_at;
}

/* As a section of the page of what was measured. */
static char *
write_dice (const Cost *cost)
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
      (double) cost->n_pictures / cost->n_views, cost->read / cost->bare, get_ms_a_picture (cost));
}

static char *
write_cards (const Cost *war, const Cost *streets)
{
  return g_strdup_printf (
      "## Reading cards\n\n"
      "What a camera shows of simulated deals, beside a bare decoding of the same pictures, in "
      "processor time. Once a round at Casino War, after every street at Raise It Up. The aims: "
      "50 ms a picture and 1 s a round. `tests/bench/bench-sight` writes this section.\n\n"
      "| what | Casino War | Raise It Up |\n| --- | --- | --- |\n"
      "| deals or streets, and how many of them were read | %u, %u | %u, %u |\n"
      "| cards in one | %.1f | %.1f |\n"
      "| reading one | %.0f ms, of %.1f pictures | %.0f ms, of %.1f pictures |\n"
      "| decoding its pictures | %.0f ms | %.0f ms |\n"
      "| reading by decoding | %.1f | %.1f |\n"
      "| looking at a picture | %.0f ms | %.0f ms |\n"
      "| reading a round | %.0f ms | %.0f ms |\n",
      war->n, war->n_read, streets->n, streets->n_read, (double) war->n_values / war->n_views,
      (double) streets->n_values / streets->n_views, 1000 * war->read / war->n_views,
      (double) war->n_looked_at / war->n_views, 1000 * streets->read / streets->n_views,
      (double) streets->n_looked_at / streets->n_views, 1000 * war->bare / war->n_views,
      1000 * streets->bare / streets->n_views, war->read / war->bare, streets->read / streets->bare,
      get_ms_a_picture (war), get_ms_a_picture (streets), 1000 * war->read / war->n_rounds,
      1000 * streets->read / streets->n_rounds);
}

/* Prints the sections, or puts them into the page that the argument names. */
int
main (int argc, char **argv)
{
  g_autofree char *folder = bench_make_folder ();
  g_autoptr (GBytes) of_dice = sky_sight_get_model (SKY_SIGHT_DICE),
                     of_cards = sky_sight_get_model (SKY_SIGHT_CARDS);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyDiceReader) dice = sky_dice_reader_new (of_dice, &error);
  g_assert_no_error (error);
  g_autoptr (SkyCardReader) cards = sky_card_reader_new (of_cards, &error);
  g_assert_no_error (error);
  const Readers for_dice = { .dice = dice }, for_cards = { .cards = cards };

  Cost throws = measure (folder, SKY_GAME_CRAPS, 12, &for_dice),
       war = measure (folder, SKY_GAME_CASINO_WAR, 12, &for_cards),
       streets = measure (folder, SKY_GAME_RAISE_IT_UP, 6, &for_cards);
  bench_remove_folder (folder);
  g_autofree char *first = write_dice (&throws), *second = write_cards (&war, &streets);
  if (argc > 1)
    {
      bench_write_section (argv[1], first);
      bench_write_section (argv[1], second);
    }
  else
    g_print ("%s\n%s", first, second);
  return 0;
}
