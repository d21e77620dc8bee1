/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the console's main loop is kept from the next frame while somebody works in a large
 * store: the list scrolled from end to end, sorted and searched, the timeline scrubbed. Measured is
 * every turn of the loop, from the moment it wakes to the moment it waits again, and of those the
 * longest ones; a turn of 16 ms or more is a frame that came late.
 *
 * bench-window [ROUNDS]: a million rounds when nothing is said. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <time.h>

#include "sky-audit-run.h"
#include "sky-picture.h"
#include "sky-store-audit.h"
#include "sky-stored-log.h"
#include "sky-window-private.h"

#define ROUNDS_A_LOG   2000
#define FINDINGS_A_LOG 40
#define FRAME          16000 /* µs */
#define MOST_TURNS     1000000

static gint64 woken;  /* 0: the loop has not waited yet */
static GArray *turns; /* of gint64, µs */

/* µs that the calling thread has worked. */
static gint64
worked (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static int
poll_and_note (GPollFD *fds, guint n, int timeout)
{
  gint64 now = worked ();

  if (woken != 0 && turns->len < MOST_TURNS)
    {
      gint64 turn = now - woken;
      g_array_append_val (turns, turn);
    }
  int result = g_poll (fds, n, timeout);
  woken = worked ();
  return result;
}

static int
compare_turns (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

static void
report (const char *what)
{
  guint late = 0;

  g_array_sort (turns, compare_turns);
  for (guint i = 0; i < turns->len; i++)
    late += g_array_index (turns, gint64, i) >= FRAME;
  if (turns->len > 0)
    g_print ("%-28s %7u turns, 99%% within %6.2f ms, longest %7.2f ms, %u of 16 ms or more\n", what,
             turns->len, (double) g_array_index (turns, gint64, (turns->len - 1) * 99 / 100) / 1000,
             (double) g_array_index (turns, gint64, turns->len - 1) / 1000, late);
  g_array_set_size (turns, 0);
}

static void
spin (gint64 microseconds)
{
  gint64 until = g_get_monotonic_time () + microseconds;

  while (g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE) ? (void) 0 : g_usleep (500);
}

static void
settle (SkySession *session)
{
  gint64 until = g_get_monotonic_time () + 120 * G_USEC_PER_SEC;

  while (!sky_session_is_settled (session) && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, TRUE);
}

/* Logs without files: what is not looked at need not be there. */
static void
fill (const char *path, const char *folder, guint n_rounds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_autofree SkyStoredRound *rounds = g_new0 (SkyStoredRound, ROUNDS_A_LOG);
  g_autofree SkyStoredFinding *findings = g_new0 (SkyStoredFinding, FINDINGS_A_LOG);
  static const char *const checks[] = { "settle.payout", "wager.late", "craps.no-line-bet" };

  g_assert_no_error (error);
  for (guint day = 0; day * ROUNDS_A_LOG < n_rounds; day++)
    {
      g_autofree char *table = g_strdup_printf ("CR-%02u", day % 50);
      g_autofree char *name = g_strdup_printf ("%s-%u.tel.jsonl", table, day);
      SkyTime start = (SkyTime) (1600000000 + day / 50 * 86400) * SKY_SECOND;
      SkyStoredLog log = {
        .archive = (char *) folder,
        .name = name,
        .property = (char *) "Bench",
        .table = table,
        .game = (char *) "craps",
        .gaming_day = (SkyDay) (18500 + day / 50),
        .time_zone = (char *) "America/New_York",
        .currency = (char *) "USD",
        .start = start,
        .end = start + ROUNDS_A_LOG * 40 * SKY_SECOND,
      };
      for (guint i = 0; i < ROUNDS_A_LOG; i++)
        rounds[i] = (SkyStoredRound){ .round = i + 1,
                                      .first_seq = 20 * i + 1,
                                      .last_seq = 20 * i + 20,
                                      .start = start + i * 40 * SKY_SECOND,
                                      .end = start + (i * 40 + 35) * SKY_SECOND,
                                      .complete = TRUE };
      for (guint i = 0; i < FINDINGS_A_LOG; i++)
        findings[i] =
            (SkyStoredFinding){ .check = (char *) checks[i % G_N_ELEMENTS (checks)],
                                .queue = i % 2 ? SKY_QUEUE_VARIANCE : SKY_QUEUE_IRREGULARITY,
                                .severity = (SkySeverity) (i % SKY_N_SEVERITIES),
                                .seq = 1000 * i + 7,
                                .at = start + i * 50 * 40 * SKY_SECOND,
                                .round = i * 50 + 1,
                                .has_variance = i % 2,
                                .variance = (SkyMoney) (i * 100),
                                .explanation = (char *) "Made for the bench." };
      if (!sky_store_write_log (store, &log, rounds, ROUNDS_A_LOG, findings, FINDINGS_A_LOG, NULL,
                                &error))
        g_error ("%s", error->message);
    }
}

/* An archive of the caller's with a day to scrub, besides: the golden corpus has one. */
static void
scrub (SkySession *session)
{
  SkyTime from;
  SkyTime until;

  if (sky_session_get_day (session) == NULL)
    return;
  sky_table_day_get_span (sky_session_get_day (session), &from, &until);
  for (int i = 0; i < 200; i++)
    {
      sky_session_go_to (session, from + (until - from) * (i * 7 % 200) / 200);
      spin (15000);
    }
}

/* The timeline under a hand: dragged through from end to end, moved and zoomed, its map's window
 * pulled along the day, and the chips of the layout pointed at one after the other. */
static void
work_on_timeline (SkyWindow *window, SkySession *session)
{
  SkyTimeline *timeline = window->timeline;
  int width = gtk_widget_get_width (GTK_WIDGET (timeline));
  int left;
  int from;
  int until;

  if (sky_session_get_day (session) == NULL)
    return;
  sky_timeline_get_axis (timeline, &left);
  sky_timeline_show_day (timeline);
  spin (100000);
  g_array_set_size (turns, 0);
  sky_timeline_press (timeline, left + 1, 24, FALSE);
  for (int x = left + 1; x < width - 1; x += 3)
    {
      sky_timeline_drag (timeline, x);
      spin (15000);
    }
  sky_timeline_release (timeline);
  report ("timeline dragged");

  for (int i = 0; i < 120; i++)
    {
      if (i % 40 < 20)
        sky_timeline_zoom (timeline, i / 40 % 2 ? 115 : 87);
      else
        sky_timeline_pan (timeline, i % 3 - 1);
      spin (15000);
    }
  report ("timeline zoomed and moved");

  sky_timeline_show_round (timeline);
  sky_timeline_get_window (timeline, &from, &until);
  sky_timeline_press (timeline, (from + until) / 2, 4, FALSE);
  for (int x = left; x < width; x += 6)
    {
      sky_timeline_drag (timeline, x);
      spin (15000);
    }
  sky_timeline_release (timeline);
  report ("the map's window dragged");

  for (int i = 0; i < 100; i++)
    {
      const SkyScene *scene = sky_session_get_scene (session);
      SkyGameId game = sky_table_day_get_header (sky_session_get_day (session))->game;
      const SkySceneWager *next =
          scene != NULL ? sky_picture_wager_step (scene, game, sky_session_get_pointed (session), 1)
                        : NULL;
      g_autofree char *id = next != NULL ? g_strdup (next->id) : NULL;
      sky_session_set_pointed (session, id);
      spin (15000);
    }
  report ("chips pointed at");
}

int
main (int argc, char **argv)
{
  guint n_rounds = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 1000000;
  g_autofree char *folder = g_dir_make_tmp ("skyward-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "store.db", NULL);

  gtk_init ();
  adw_init ();
  g_assert_nonnull (folder);
  g_print ("store of %u rounds: ", n_rounds);
  gint64 begun = g_get_monotonic_time ();
  fill (path, folder, n_rounds);
  g_print ("made in %.1f s\n", (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC);

  turns = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_main_context_set_poll_func (NULL, poll_and_note);
  SkySession *session = sky_session_new (path);
  SkyWindow *window = sky_window_new (NULL, session);
  gtk_window_present (GTK_WINDOW (window));
  spin (1000000);
  settle (session);
  report ("opening, with the window");

  static const SkyListing listings[] = { SKY_LISTING_ALL, SKY_LISTING_ROUNDS };
  static const char *const names[] = { "findings scrolled", "rounds scrolled" };
  for (guint l = 0; l < G_N_ELEMENTS (listings); l++)
    {
      sky_session_set_listing (session, listings[l]);
      settle (session);
      g_array_set_size (turns, 0);
      guint n = g_list_model_get_n_items (G_LIST_MODEL (sky_session_get_model (session)));
      for (guint i = 0; i <= 100 && n > 0; i++)
        {
          sky_session_select_position (session, (guint) ((guint64) (n - 1) * i / 100));
          spin (20000);
        }
      settle (session);
      report (names[l]);
    }
  sky_session_set_listing (session, SKY_LISTING_ALL);
  settle (session);
  g_array_set_size (turns, 0);
  for (guint i = 0; i < SKY_N_FINDING_SORTS; i++)
    {
      sky_session_set_sort (session, (SkyFindingSort) i, i % 2);
      spin (50000);
      settle (session);
    }
  report ("findings sorted by each column");
  if (argc > 2)
    {
      const char *paths[] = { argv[2], NULL };
      sky_session_open_archives (session, paths);
      settle (session);
      spin (500000);
      settle (session);
      g_array_set_size (turns, 0);
      scrub (session);
      report ("a day scrubbed");
      work_on_timeline (window, session);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (session);
  g_remove (path);
  g_rmdir (folder);
  g_array_unref (turns);
  return 0;
}
