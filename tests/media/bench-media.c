/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cameras cost: how soon a wall of four 720p cameras, 30 frames and one key frame a
 * second, has the frames of a random instant painted, beside what four bare pipelines take to
 * decode to it, each taken in turn so that whatever else the machine does hits both; how steps,
 * rates and nine cameras do; and whether memory stays where it is.
 *
 * bench-media [--soak=SECONDS] [--only=PART,…] [PAGE]: with a page, its section on cameras is
 * written anew. The parts are seeks, steps, rates, anything, memory, nine and
 * heavy. */
#include "config.h"

#include "bench-screen.h"
#include "bench-section.h"
#include "sky-renderer.h"

#include <glib/gstdio.h>

#include <stdlib.h>
#include <sys/resource.h>

#define N_NINE        9
#define N_SEEKS       60
#define N_STEPS       60
#define N_RANDOM      500
#define PLAY_TIME     (4 * G_TIME_SPAN_SECOND)
#define READ_AHEAD    (100 * G_TIME_SPAN_MILLISECOND)
#define HEADING       "## Cameras\n"
#define SAMPLE_PERIOD (10 * G_TIME_SPAN_SECOND)

static GString *page;

/* --- Figures ---------------------------------------------------------------------------------- */

static void tell (const char *what, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
tell (const char *what, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *value = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  g_print ("%-66s %s\n", what, value);
  g_string_append_printf (page, "| %s | %s |\n", what, value);
}

static double
processor_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double
resident_megabytes (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    return 0;
  g_auto (GStrv) fields = g_strsplit (text, " ", 3);
  return (double) g_ascii_strtoull (fields[1], NULL, 10) * 4096 / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/* Sorts @values; @percent 50 is the median. */
static double
percentile (double *values, guint n, guint percent)
{
  qsort (values, n, sizeof *values, compare);
  return values[MIN (n - 1, n * percent / 100)];
}

/* The wall reads ahead when its frames are painted; what is measured next shall not pay for it. */
static void
let_read_ahead (void)
{
  gint64 end = g_get_monotonic_time () + READ_AHEAD;

  while (g_get_monotonic_time () < end)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (1000);
    }
}

/* How many cameras show a frame that is not the one of the wall's position, as read from it. */
static guint
count_wrong (BenchScreen *self)
{
  guint n = 0;

  for (guint i = 0; i < self->wall.n_cameras; i++)
    if (wall_fixture_read (&self->wall, i)
        != wall_fixture_expect (&self->wall, i, wall_fixture_position (&self->wall)))
      n++;
  return n;
}

/* --- Seeks ------------------------------------------------------------------------------------ */

static SkyTime
nth_target (guint n)
{
  return 2 * SKY_SECOND + (SkyTime) (n * 7919 % ((BENCH_SECONDS - 4) * 1000)) * SKY_MILLISECOND;
}

static void
open_bare (GstElement **pipelines, TestCamera *cameras)
{
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    {
      g_autofree char *line =
          g_strdup_printf ("filesrc location=\"%s\" ! matroskademux ! h264parse ! "
                           "avdec_h264 max-threads=1 ! fakesink sync=true",
                           cameras[i].recordings[0].path);
      pipelines[i] = gst_parse_launch (line, NULL);
      gst_element_set_state (pipelines[i], GST_STATE_PAUSED);
      gst_element_get_state (pipelines[i], NULL, NULL, GST_CLOCK_TIME_NONE);
    }
}

static void
seek_bare (GstElement **pipelines, TestCamera *cameras, SkyTime target)
{
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    gst_element_seek_simple (pipelines[i], GST_FORMAT_TIME,
                             GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE,
                             (target - cameras[i].recordings[0].start) * GST_USECOND);
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    gst_element_get_state (pipelines[i], NULL, NULL, GST_CLOCK_TIME_NONE);
}

static void
measure_seeks (BenchScreen *self, TestCamera *cameras)
{
  GstElement *pipelines[BENCH_CAMERAS];
  double bare[N_SEEKS];
  double wall[N_SEEKS];
  double shown[N_SEEKS];
  double ratios[N_SEEKS];
  double shown_ratios[N_SEEKS];
  guint n_wrong = 0;

  open_bare (pipelines, cameras);
  for (guint n = 0; n < N_SEEKS; n++)
    {
      for (guint turn = 0; turn < 2; turn++)
        {
          gint64 begun = g_get_monotonic_time ();
          if (turn == n % 2)
            {
              seek_bare (pipelines, cameras, nth_target (n));
              bare[n] = (double) (g_get_monotonic_time () - begun) / 1000;
              continue;
            }
          sky_camera_wall_seek (self->wall.wall, EPOCH + nth_target (n));
          bench_screen_turn_until_there (self);
          wall[n] = (double) (self->painted - begun) / 1000;
          shown[n] = (double) (self->shown - begun) / 1000;
          let_read_ahead ();
        }
      n_wrong += count_wrong (self);
      ratios[n] = wall[n] / bare[n];
      shown_ratios[n] = shown[n] / bare[n];
    }
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    {
      gst_element_set_state (pipelines[i], GST_STATE_NULL);
      gst_object_unref (pipelines[i]);
    }
  tell ("exact seek, painted on all four: median, 90th percentile", "%.0f ms, %.0f ms",
        percentile (wall, N_SEEKS, 50), percentile (wall, N_SEEKS, 90));
  tell ("the same, until all four are converted and handed to the screen", "%.0f ms, %.0f ms",
        percentile (shown, N_SEEKS, 50), percentile (shown, N_SEEKS, 90));
  tell ("the same seek, four bare pipelines decoding to the frame", "%.0f ms, %.0f ms",
        percentile (bare, N_SEEKS, 50), percentile (bare, N_SEEKS, 90));
  tell ("painted over bare, each pair in turn: median, 90th percentile", "%.2f, %.2f",
        percentile (ratios, N_SEEKS, 50), percentile (ratios, N_SEEKS, 90));
  tell ("handed over, over bare: median, 90th percentile", "%.2f, %.2f",
        percentile (shown_ratios, N_SEEKS, 50), percentile (shown_ratios, N_SEEKS, 90));
  tell ("wrong frames among these", "%u of %u", n_wrong, N_SEEKS * BENCH_CAMERAS);
}

static void
measure_steps (BenchScreen *self, int direction)
{
  double ticks[N_STEPS];
  double times[N_STEPS];

  sky_camera_wall_seek (self->wall.wall, EPOCH + BENCH_SECONDS / 2 * SKY_SECOND);
  bench_screen_turn_until_there (self);
  for (guint n = 0; n < N_STEPS; n++)
    {
      gint64 begun = g_get_monotonic_time ();
      guint before = self->n_ticks;
      sky_camera_wall_step (self->wall.wall, direction);
      bench_screen_turn_until_there (self);
      ticks[n] = self->painted_tick - before;
      times[n] = (double) (self->painted - begun) / 1000;
    }
  tell (direction > 0 ? "one frame on, painted: median, 90th percentile"
                      : "one frame back, painted: median, 90th percentile",
        "%.0f ms (%.0f ticks of the screen), %.0f ms", percentile (times, N_STEPS, 50),
        percentile (ticks, N_STEPS, 50), percentile (times, N_STEPS, 90));
}

/* --- Rates ------------------------------------------------------------------------------------ */

static void
measure_rate (BenchScreen *self, int rate, const char *what)
{
  SkyCameraWall *wall = self->wall.wall;

  sky_camera_wall_pause (wall);
  sky_camera_wall_seek (wall, EPOCH + (rate > 0 ? 2 : BENCH_SECONDS - 2) * SKY_SECOND);
  bench_screen_turn_until_there (self);
  sky_camera_wall_set_rate (wall, rate);
  sky_camera_wall_play (wall);
  /* The first pictures of a rate are those of its start. */
  gint64 warm = g_get_monotonic_time () + 300 * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < warm)
    g_main_context_iteration (NULL, TRUE);

  gint64 begun = g_get_monotonic_time ();
  gint64 until = begun + PLAY_TIME;
  guint paints = self->n_paints;
  guint ticks = self->n_ticks;
  double processor = processor_seconds ();
  SkyTime from = sky_camera_wall_get_position (wall);
  self->skew = 0;
  while (g_get_monotonic_time () < until && sky_camera_wall_get_playing (wall))
    g_main_context_iteration (NULL, TRUE);
  double took = (double) (g_get_monotonic_time () - begun) / 1e6;
  double reached = (double) (sky_camera_wall_get_position (wall) - from) / 1e6 / took;

  tell (what,
        "%.2f× reached, %.0f paints a second of %.0f ticks, at most %.0f ms apart, %.0f %% CPU",
        reached, (self->n_paints - paints) / took, (self->n_ticks - ticks) / took,
        (double) self->skew / 1000, 100 * (processor_seconds () - processor) / took);
  sky_camera_wall_pause (wall);
}

/* --- Long runs -------------------------------------------------------------------------------- */

static void
do_anything (BenchScreen *self)
{
  static const int rates[] = {
    125, 500, 1000, 2000, 4000, 8000, 16000, -1000, -2000, -4000, -16000
  };
  SkyCameraWall *wall = self->wall.wall;

  if (g_random_boolean ())
    sky_camera_wall_seek (wall, EPOCH + nth_target (g_random_int_range (0, 100000)));
  else
    {
      sky_camera_wall_set_rate (wall, rates[g_random_int_range (0, G_N_ELEMENTS (rates))]);
      sky_camera_wall_play (wall);
    }
  for (int k = g_random_int_range (0, 12); k > 0; k--)
    g_main_context_iteration (NULL, FALSE);
}

static guint
count_wrong_at_rest (BenchScreen *self)
{
  SkyTime position;

  sky_camera_wall_pause (self->wall.wall);
  /* Near the ends of the recordings some cameras have nothing to show. */
  position = wall_fixture_position (&self->wall);
  if (position < 2 * SKY_SECOND || position >= (BENCH_SECONDS - 1) * SKY_SECOND)
    sky_camera_wall_seek (self->wall.wall, EPOCH + nth_target ((guint) position % 1000));
  bench_screen_turn_until_there (self);
  return count_wrong (self);
}

static void
measure_anything (BenchScreen *self)
{
  guint n_wrong = 0;
  guint n_read = 0;

  for (guint n = 0; n < N_RANDOM; n++)
    {
      do_anything (self);
      if (n % 5 != 4)
        continue;
      n_wrong += count_wrong_at_rest (self);
      n_read += BENCH_CAMERAS;
    }
  tell ("500 random seeks and rate changes: wrong, torn or stale frames", "%u of %u read", n_wrong,
        n_read);
}

static void
measure_memory (BenchScreen *self, gint64 seconds)
{
  gint64 begun = g_get_monotonic_time ();
  gint64 next = begun;
  double first = 0;
  double last = 0;
  double most = 0;
  guint n_samples = 0;
  guint n_wrong = 0;

  while (g_get_monotonic_time () - begun < seconds * G_TIME_SPAN_SECOND)
    {
      do_anything (self);
      gint64 now = g_get_monotonic_time ();
      if (now < next)
        continue;
      next = now + MIN (SAMPLE_PERIOD, seconds * G_TIME_SPAN_SECOND / 20);
      n_wrong += count_wrong_at_rest (self);
      last = resident_megabytes ();
      /* The rings fill first. */
      if (++n_samples == 4)
        first = last;
      most = MAX (most, last);
    }
  tell ("memory, anything asked all the while: after the rings are full, at the end, at most",
        "%.0f MB, %.0f MB, %.0f MB over %" G_GINT64_FORMAT " s, %u wrong frames", first, last, most,
        seconds, n_wrong);
}

static void
measure_nine (TestCamera *cameras)
{
  BenchScreen screen;

  bench_screen_open (&screen, cameras, N_NINE, 3, 1900, 1040);
  sky_camera_wall_seek (screen.wall.wall, EPOCH + 2 * SKY_SECOND);
  bench_screen_turn_until_there (&screen);
  measure_rate (&screen, 1000, "nine cameras on 1900 × 1040, 1×");
  measure_rate (&screen, 2000, "nine cameras on 1900 × 1040, 2×");
  bench_screen_close (&screen);
}

/* --- The page --------------------------------------------------------------------------------- */

static gboolean
is_wanted (const char *only, const char *part)
{
  g_auto (GStrv) parts = g_strsplit (only != NULL ? only : part, ",", -1);

  return g_strv_contains ((const char *const *) parts, part);
}

/* --- Heavy recordings ------------------------------------------------------------------------- */

/* Seeks as far from the key frame as it can be, and tells how soon what is on screen. */
static void
seek_far (BenchScreen *screen, const char *what)
{
  double before = resident_megabytes ();
  double most = 0;
  gint64 told = 0;
  gint64 shown = 0;

  gint64 begun = g_get_monotonic_time ();
  sky_camera_wall_seek (screen->wall.wall, EPOCH + 9900 * SKY_MILLISECOND);
  do
    {
      SkyCameraState state;
      g_main_context_iteration (NULL, TRUE);
      sky_camera_wall_get_state (screen->wall.wall, 0, &state);
      if (told == 0 && state.slow)
        told = g_get_monotonic_time ();
      if (shown == 0 && state.key_frame)
        shown = g_get_monotonic_time ();
      most = MAX (most, resident_megabytes ());
    }
  while (!bench_screen_is_there (screen));
  gint64 end = g_get_monotonic_time ();
  g_autofree char *row = g_strdup_printf ("3840 × 2160, H.265, %s, that it decodes told", what);
  if (told > 0)
    tell (row, "%.0f ms", (double) (told - begun) / 1000);
  if (shown > 0)
    tell ("the same, the key frame before shown", "%.0f ms", (double) (shown - begun) / 1000);
  tell ("the same, its own picture, 247 frames behind that", "%.0f ms",
        (double) (end - begun) / 1000);
  tell ("the same, memory that it takes", "%.0f MB", most - before);
}

/* A picture of the largest kind, as far from its key frame as it can be. */
static void
measure_heavy (void)
{
  BenchScreen screen;
  TestCamera camera = { .n_recordings = 1,
                        .recordings = { { .footage = { .kind = FOOTAGE_MP4_H265,
                                                       .width = 3840,
                                                       .height = 2160,
                                                       .fps_n = 25,
                                                       .fps_d = 1,
                                                       .n_frames = 250,
                                                       .group = 250 } } } };

  bench_screen_open (&screen, &camera, 1, 1, 1280, 720);
  bench_screen_turn_until_there (&screen);
  seek_far (&screen, "a seek of 9.9 s");
  bench_screen_close (&screen);
  /* As when a finding is opened that lies there: nothing was on screen before. */
  bench_screen_open (&screen, &camera, 1, 1, 1280, 720);
  seek_far (&screen, "opened at 9.9 s");
  bench_screen_close (&screen);
  g_free (camera.recordings[0].path);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    int rate;
    const char *what;
  } rates[] = { { 1000, "1×" },
                { 2000, "2×" },
                { 4000, "4×" },
                { 8000, "8×" },
                { 16000, "16×" },
                { -1000, "backwards at 1×" },
                { -2000, "backwards at 2×" },
                { -4000, "backwards at 4×" } };
  int soak = 30;
  g_autofree char *only = NULL;
  const GOptionEntry entries[] = {
    { "soak", 0, 0, G_OPTION_ARG_INT, &soak, "Watch memory for SECONDS", "SECONDS" },
    { "only", 0, 0, G_OPTION_ARG_STRING, &only, "Measure these parts alone", "PART,…" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[PAGE]");
  g_autoptr (GError) error = NULL;
  TestCamera cameras[N_NINE];
  BenchScreen screen;
  double load = 0;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }
  if (!gtk_init_check ())
    {
      g_printerr ("bench-media: there is no display\n");
      return EXIT_FAILURE;
    }
  /* As the console draws. */
  sky_renderer_choose (gdk_display_get_default ());
  gst_init (NULL, NULL);
  page = g_string_new (HEADING "\n");
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    bench_screen_init_camera (&cameras[i], i);
  /* Nine decode as much when some see the same. */
  for (guint i = BENCH_CAMERAS; i < N_NINE; i++)
    cameras[i] = cameras[i % BENCH_CAMERAS];

  GStatBuf status;
  g_assert_cmpint (g_stat (cameras[0].recordings[0].path, &status), ==, 0);
  getloadavg (&load, 1);
  g_string_append_printf (
      page,
      "Recordings of %d × %d at 30 frames and one key frame a second, %.1f Mbit/s, H.264, on %u "
      "processors without a GPU, painted by cairo; the machine's load was %.1f before. `./dev "
      "bench` "
      "writes this section. Times of a loaded machine say little; the ratios are of pairs taken in "
      "turn.\n\n| what | measured |\n| --- | --- |\n",
      BENCH_WIDTH, BENCH_HEIGHT, (double) status.st_size * 8 / BENCH_SECONDS / 1e6,
      g_get_num_processors (), load);

  bench_screen_open (&screen, cameras, BENCH_CAMERAS, 2, 1280, 720);
  sky_camera_wall_seek (screen.wall.wall, EPOCH + nth_target (0));
  bench_screen_turn_until_there (&screen);
  if (is_wanted (only, "seeks"))
    measure_seeks (&screen, cameras);
  if (is_wanted (only, "steps"))
    {
      measure_steps (&screen, 1);
      measure_steps (&screen, -1);
    }
  for (guint i = 0; is_wanted (only, "rates") && i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree char *what = g_strdup_printf ("four cameras, %s", rates[i].what);
      measure_rate (&screen, rates[i].rate, what);
    }
  if (is_wanted (only, "anything"))
    measure_anything (&screen);
  if (is_wanted (only, "memory"))
    measure_memory (&screen, soak);
  bench_screen_close (&screen);
  if (is_wanted (only, "nine"))
    measure_nine (cameras);
  if (is_wanted (only, "heavy"))
    measure_heavy ();

  if (argc > 1)
    bench_write_section (argv[1], page->str);
  g_string_free (page, TRUE);
  for (guint i = 0; i < BENCH_CAMERAS; i++)
    g_free (cameras[i].recordings[0].path);
  return EXIT_SUCCESS;
}
