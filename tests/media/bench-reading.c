/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the player loses while the dice of a day are read beside it: four cameras of 720p play, in
 * turns alone and beside a thread that reads throws as the console's does, one after another.
 *
 * bench-reading [PAGE]: with a page, its section on this is written anew. */
#include "config.h"

#include "bench-screen.h"
#include "bench-section.h"
#include "bench.h"
#include "sky-archive.h"
#include "sky-renderer.h"
#include "sky-sight-archive.h"
#include "sky-sight-audit.h"
#include "sky-sight-results.h"
#include "sky-sim-footage.h"
#include "sky-simulate.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define N_ROUNDS  12
#define N_TURNS   10
#define PLAY_TIME (8 * G_TIME_SPAN_SECOND)
#define WARM_UP   (500 * G_TIME_SPAN_MILLISECOND)
/* As the console's. */
#define NICE_TO_PLAYERS 10

/* What is read, and by whom. */
typedef struct
{
  SkyArchive *archive;
  SkyLog *log;
  gint reading; /* whether it is to be read; atomic */
  gint ended;   /* atomic */
  guint n_read; /* results; the thread's own */
} Day;

/* What was painted in all turns of a kind. */
typedef struct
{
  guint n_frames;
  guint n_lost;
  guint most_lost; /* in a turn */
  SkyTime skew;
} Painted;

static gpointer
read_thread (gpointer data)
{
  Day *day = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (SkyDiceReader) reader = sky_dice_reader_new (model, &error);
  g_autoptr (GArray) throws = sky_sight_list_results (day->log);
  const SkySightView view = { 0 };

  g_assert_no_error (error);
  setpriority (PRIO_PROCESS, (id_t) gettid (), NICE_TO_PLAYERS);
  for (guint i = 0; !g_atomic_int_get (&day->ended);)
    {
      const SkySightResult *thrown = &g_array_index (throws, SkySightResult, i % throws->len);
      SkySightReading reading;

      if (!g_atomic_int_get (&day->reading))
        {
          g_usleep (10 * 1000);
          continue;
        }
      for (guint k = 0; k < day->archive->footage->n_cameras; k++)
        {
          g_assert_true (sky_sight_read (reader, day->archive->path,
                                         &day->archive->footage->cameras[k], &view,
                                         &thrown->stretch, &reading, NULL, &error));
          g_assert_no_error (error);
        }
      day->n_read++;
      i++;
    }
  return NULL;
}

static void
turn_for (gint64 time)
{
  gint64 until = g_get_monotonic_time () + time;

  while (g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, TRUE);
}

static void
play (BenchScreen *screen, Painted *painted)
{
  SkyCameraWall *wall = screen->wall.wall;

  sky_camera_wall_seek (wall, EPOCH + 2 * SKY_SECOND);
  bench_screen_turn_until_there (screen);
  sky_camera_wall_set_rate (wall, 1000);
  sky_camera_wall_play (wall);
  turn_for (WARM_UP);
  screen->n_frames = 0;
  screen->n_lost = 0;
  screen->skew = 0;
  turn_for (PLAY_TIME);
  painted->n_frames += screen->n_frames;
  painted->n_lost += screen->n_lost;
  painted->most_lost = MAX (painted->most_lost, screen->n_lost);
  painted->skew = MAX (painted->skew, screen->skew);
  sky_camera_wall_pause (wall);
}

static char *
write_section (const Painted *alone, const Painted *beside, const Day *day, double load)
{
  return g_strdup_printf (
      "## Playing while a day is read\n\n"
      "Four recordings of %d × %d at %d frames a second play at 1×, painted by cairo on %u "
      "processors without a GPU: %u times %d s alone, and as often, in turn, beside a thread that "
      "reads the dice of a simulated day as the console does. The machine's load was %.1f before. "
      "`tests/media/bench-reading` writes this section.\n\n"
      "| what | alone | beside a day being read |\n| --- | --- | --- |\n"
      "| frames painted | %u | %u |\n"
      "| frames lost, of all | %u | %u |\n"
      "| most of a turn | %u | %u |\n"
      "| cameras apart, at most | %.0f ms | %.0f ms |\n"
      "| throws read meanwhile | | %u |\n",
      BENCH_WIDTH, BENCH_HEIGHT, BENCH_FPS, g_get_num_processors (), N_TURNS,
      (int) (PLAY_TIME / G_TIME_SPAN_SECOND), load, alone->n_frames, beside->n_frames,
      alone->n_lost, beside->n_lost, alone->most_lost, beside->most_lost,
      (double) alone->skew / 1000, (double) beside->skew / 1000, day->n_read);
}

static void
measure (BenchScreen *screen, Day *day, Painted *alone, Painted *beside)
{
  GThread *thread = g_thread_new ("read", read_thread, day);

  for (guint turn = 0; turn < N_TURNS; turn++)
    {
      play (screen, alone);
      g_atomic_int_set (&day->reading, 1);
      play (screen, beside);
      g_atomic_int_set (&day->reading, 0);
    }
  g_atomic_int_set (&day->ended, 1);
  g_thread_join (thread);
}

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
  g_autoptr (GError) error = NULL;
  TestCamera cameras[BENCH_CAMERAS];
  Painted alone = { 0 }, beside = { 0 };
  BenchScreen screen;
  Day day = { 0 };
  double load = 0;

  getloadavg (&load, 1);
  if (!gtk_init_check ())
    {
      g_printerr ("bench-reading: there is no display\n");
      return EXIT_FAILURE;
    }
  sky_renderer_choose (gdk_display_get_default ());
  gst_init (NULL, NULL);
  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  day.archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  day.log = sky_log_open_in_archive (path, day.archive->logs[0], &error);
  g_assert_no_error (error);
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    bench_screen_init_camera (&cameras[i], i);

  bench_screen_open (&screen, cameras, BENCH_CAMERAS, 2, BENCH_WIDTH, BENCH_HEIGHT);
  measure (&screen, &day, &alone, &beside);
  bench_screen_close (&screen);

  g_autofree char *section = write_section (&alone, &beside, &day, load);
  if (argc > 1)
    bench_write_section (argv[1], section);
  else
    g_print ("%s", section);
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    g_free (cameras[i].recordings[0].path);
  sky_log_unref (day.log);
  sky_archive_free (day.archive);
  bench_remove_folder (folder);
  return EXIT_SUCCESS;
}
