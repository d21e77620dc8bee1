/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How soon a wall of four 720p cameras, 30 frames and one key frame a second, shows the frames of a
 * random instant, beside what four bare pipelines take to decode to it, and how fast it plays.
 * Frames count as shown when they are converted for tiles of 640 × 360; drawing them is the
 * console's. */
#include "config.h"

#include "wall-fixture.h"

#include <glib/gstdio.h>

#include <stdlib.h>
#include <sys/resource.h>

#define N_CAMERAS 4
#define WIDTH     1280
#define HEIGHT    720
#define SECONDS   60
#define N_SEEKS   60
#define PLAY_TIME (4 * G_TIME_SPAN_SECOND)
#define TICK      (SKY_SECOND / 60)

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static double
processor_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static glong
resident_megabytes (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    return 0;
  g_auto (GStrv) fields = g_strsplit (text, " ", 3);
  return (glong) (g_ascii_strtoull (fields[1], NULL, 10) * 4096 / 1000000);
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a;
  gint64 second = *(const gint64 *) b;

  return first < second ? -1 : first > second;
}

static void
print_spans (const char *what, gint64 *spans)
{
  qsort (spans, N_SEEKS, sizeof *spans, compare_spans);
  g_print ("%-28s median %6.1f ms   90th percentile %6.1f ms   longest %6.1f ms\n", what,
           (double) spans[N_SEEKS / 2] / 1000, (double) spans[N_SEEKS * 9 / 10] / 1000,
           (double) spans[N_SEEKS - 1] / 1000);
}

static SkyTime
nth_target (guint n)
{
  return SKY_SECOND + (SkyTime) (n * 7919 % ((SECONDS - 2) * 1000)) * SKY_MILLISECOND;
}

/* Four pipelines that only decode, sought side by side. */
static void
measure_bare (TestCamera *cameras)
{
  GstElement *pipelines[N_CAMERAS];
  gint64 spans[N_SEEKS];

  for (guint i = 0; i < N_CAMERAS; i++)
    {
      g_autofree char *line =
          g_strdup_printf ("filesrc location=\"%s\" ! matroskademux ! h264parse ! "
                           "avdec_h264 max-threads=1 ! fakesink sync=true",
                           cameras[i].recordings[0].path);
      pipelines[i] = gst_parse_launch (line, NULL);
      gst_element_set_state (pipelines[i], GST_STATE_PAUSED);
      gst_element_get_state (pipelines[i], NULL, NULL, GST_CLOCK_TIME_NONE);
    }
  for (guint n = 0; n < N_SEEKS; n++)
    {
      gint64 begun = g_get_monotonic_time ();
      for (guint i = 0; i < N_CAMERAS; i++)
        gst_element_seek_simple (pipelines[i], GST_FORMAT_TIME,
                                 GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE,
                                 (nth_target (n) - cameras[i].recordings[0].start) * GST_USECOND);
      for (guint i = 0; i < N_CAMERAS; i++)
        gst_element_get_state (pipelines[i], NULL, NULL, GST_CLOCK_TIME_NONE);
      spans[n] = g_get_monotonic_time () - begun;
    }
  for (guint i = 0; i < N_CAMERAS; i++)
    {
      gst_element_set_state (pipelines[i], GST_STATE_NULL);
      gst_object_unref (pipelines[i]);
    }
  print_spans ("seek, bare pipelines", spans);
}

static void
tick_until_still (WallFixture *wall)
{
  while (sky_camera_wall_get_active (wall->wall))
    {
      sky_camera_wall_tick (wall->wall, g_get_monotonic_time ());
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
measure_seeks (WallFixture *wall)
{
  gint64 spans[N_SEEKS];

  for (guint n = 0; n < N_SEEKS; n++)
    {
      gint64 begun = g_get_monotonic_time ();
      sky_camera_wall_seek (wall->wall, EPOCH + nth_target (n));
      tick_until_still (wall);
      spans[n] = g_get_monotonic_time () - begun;
    }
  print_spans ("seek, wall", spans);
}

static void
measure_steps (WallFixture *wall, int direction)
{
  gint64 spans[N_SEEKS];

  sky_camera_wall_seek (wall->wall, EPOCH + SECONDS / 2 * SKY_SECOND);
  tick_until_still (wall);
  for (guint n = 0; n < N_SEEKS; n++)
    {
      gint64 begun = g_get_monotonic_time ();
      sky_camera_wall_step (wall->wall, direction);
      tick_until_still (wall);
      spans[n] = g_get_monotonic_time () - begun;
    }
  print_spans (direction > 0 ? "step forward" : "step back", spans);
}

/* The span between the earliest and the latest frame on screen. */
static SkyTime
measure_skew (WallFixture *wall)
{
  SkyTime earliest = G_MAXINT64;
  SkyTime latest = G_MININT64;

  for (guint i = 0; i < N_CAMERAS; i++)
    {
      SkyTime shown = sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (wall->wall, i));
      if (shown == SKY_TIME_NONE)
        continue;
      earliest = MIN (earliest, shown);
      latest = MAX (latest, shown);
    }
  return MAX (latest - earliest, 0);
}

static void
measure_rate (WallFixture *wall, int rate)
{
  SkyFramePaintable *first = sky_camera_wall_get_paintable (wall->wall, 0);

  sky_camera_wall_pause (wall->wall);
  sky_camera_wall_seek (wall->wall, EPOCH + (rate > 0 ? 2 : SECONDS - 2) * SKY_SECOND);
  tick_until_still (wall);
  sky_camera_wall_set_rate (wall->wall, rate);
  sky_camera_wall_play (wall->wall);

  gint64 begun = g_get_monotonic_time ();
  gint64 next = begun;
  gint64 longest = 0;
  double processor = processor_seconds ();
  SkyTime from = sky_camera_wall_get_position (wall->wall);
  SkyTime shown = SKY_TIME_NONE;
  SkyTime skew = 0;
  guint n_shown = 0;
  gint64 now = begun;
  while (now - begun < PLAY_TIME && sky_camera_wall_get_playing (wall->wall))
    {
      if (now >= next)
        {
          sky_camera_wall_tick (wall->wall, now);
          longest = MAX (longest, g_get_monotonic_time () - now);
          next = MAX (next + TICK, now);
        }
      g_main_context_iteration (NULL, TRUE);
      skew = MAX (skew, measure_skew (wall));
      if (sky_frame_paintable_get_shown (first) != shown)
        n_shown++;
      shown = sky_frame_paintable_get_shown (first);
      now = g_get_monotonic_time ();
    }
  double took = (double) (now - begun) / 1e6;
  g_print ("play at %6.2f: %6.2f reached   %4.1f frames shown a second   cameras %2.0f ms apart at "
           "most   longest tick %4.1f ms   processor %3.0f %%   %ld MB\n",
           (double) rate / SKY_RATE_ONE,
           (double) (sky_camera_wall_get_position (wall->wall) - from) / 1e6 / took, n_shown / took,
           (double) skew / 1000, (double) longest / 1000,
           100 * (processor_seconds () - processor) / took, resident_megabytes ());
}

int
main (void)
{
  static const int rates[] = { 1000, 2000, 4000, 8000, 16000, -1000, -2000, -4000 };
  static const SkyTime starts[N_CAMERAS] = { 0, 350000, 237000, 900000 };
  TestCamera cameras[N_CAMERAS] = { 0 };
  WallFixture wall;

  for (guint i = 0; i < N_CAMERAS; i++)
    {
      cameras[i].n_recordings = 1;
      cameras[i].recordings[0] = (Recording){
        .footage = { .width = WIDTH, .height = HEIGHT, .n_frames = 30 * SECONDS, .busy = TRUE },
        .start = starts[i],
      };
      wall_fixture_write (&cameras[i].recordings[0]);
    }
  GStatBuf status;
  g_assert_cmpint (g_stat (cameras[0].recordings[0].path, &status), ==, 0);
  g_print ("%d cameras, %dx%d, 30 frames and one key frame a second, %.1f Mbit/s\n", N_CAMERAS,
           WIDTH, HEIGHT, (double) status.st_size * 8 / SECONDS / 1e6);
  measure_bare (cameras);
  guint wake = g_timeout_add (1, wake_cb, NULL);
  wall_fixture_init (&wall, cameras, N_CAMERAS);
  for (guint i = 0; i < N_CAMERAS; i++)
    sky_frame_paintable_set_target_size (sky_camera_wall_get_paintable (wall.wall, i), WIDTH / 2,
                                         HEIGHT / 2);
  tick_until_still (&wall);
  measure_seeks (&wall);
  measure_steps (&wall, 1);
  measure_steps (&wall, -1);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    measure_rate (&wall, rates[i]);
  g_source_remove (wake);
  wall_fixture_clear (&wall);
  return EXIT_SUCCESS;
}
