/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the console's main loop is kept from the next frame while somebody works in a large
 * store. Measured is every turn of the loop, from the moment it wakes to the moment it waits again,
 * and of those the longest ones; a turn of 16 ms or more is a frame that came late.
 *
 * bench-window [--page=PAGE] [--store=STORE] [--only=PART] [--late] [ROUNDS [ARCHIVE]]: ten million
 * rounds when nothing is said. A part is "opening", "lists" or "day"; the window is opened for each
 * of them; "bare" opens an empty window of the toolkit's, which is done by a process of its own
 * whenever a page is written. With a page, its section on the console is replaced by what was
 * measured. A store that is there is used as it is, one that is not is made and kept. A day of the
 * archive is scrubbed; of an archive made for it when none is named. With --late each turn that was
 * late is told as it ends, by its seconds on the monotonic clock, for "perf script --time".
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench-fill.h"
#include "bench-section.h"
#include "bench.h"

#include "sky-application.h"
#include "sky-memory.h"
#include "sky-picture.h"
#include "sky-renderer.h"
#include "sky-window-private.h"
#include "turns.h"

#define HEADING     "## The console\n"
#define FRAME       16000 /* µs */
#define N_FAULTS    24    /* of the archive that is made */
#define N_LOOKED_AT 20    /* findings, one after the other */
#define MOST_TURNS  1000000
#define WORK_SIZE   (1 << 20) /* bytes whose digest is a fixed work */
#define WORK_TIMES  1000

static GString *page;

static GArray *turns; /* of gint64, µs */
static gboolean tell_late;

static void
note_turn (const Turn *turn)
{
  if (turns->len >= MOST_TURNS)
    return;
  g_array_append_val (turns, turn->worked);
  if (tell_late && turn->worked >= FRAME)
    g_printerr ("late by its %.1f ms: %.6f,%.6f\n", (double) turn->worked / 1000,
                (double) turn->woken / G_USEC_PER_SEC,
                (double) (turn->woken + turn->took) / G_USEC_PER_SEC);
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
    {
      double most = (double) g_array_index (turns, gint64, (turns->len - 1) * 99 / 100) / 1000;
      double longest = (double) g_array_index (turns, gint64, turns->len - 1) / 1000;

      g_print ("%-34s %7u turns, 99%% within %6.2f ms, longest %7.2f ms, %u of 16 ms or more\n",
               what, turns->len, most, longest, late);
      g_string_append_printf (page, "| %s | %u | %.1f | %.1f | %u |\n", what, turns->len, most,
                              longest, late);
    }
  g_array_set_size (turns, 0);
}

/* What it took to make the window, before its first turn: there is nothing to see of it yet. */
static void
report_making (gint64 took)
{
  double making = (double) took / 1000;

  g_print ("made before its first turn in %.1f ms\n", making);
  g_string_append_printf (page, "| made, before its first turn | 1 | %.1f | %.1f | |\n", making,
                          making);
}

/* Lets the window work and be drawn for as long. */
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
  spin (300000);
}

static guint
count_rows (SkySession *session)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session))));
}

/* From row to row, and from end to end in a hundred jumps. */
static void
scroll (SkySession *session, const char *by_rows, const char *by_jumps)
{
  guint n = count_rows (session);

  for (guint i = 0; i < MIN (n, 100); i++)
    {
      sky_selection_select_position (sky_session_get_selection (session), i);
      spin (20000);
    }
  settle (session);
  report (by_rows);
  for (guint i = 0; i <= 100 && n > 0; i++)
    {
      sky_selection_select_position (sky_session_get_selection (session),
                                     (guint) ((guint64) (n - 1) * i / 100));
      spin (20000);
    }
  settle (session);
  report (by_jumps);
}

static void
jump_to_end (SkySession *session, const char *what)
{
  for (guint i = 0; i < 10; i++)
    {
      sky_selection_select_position (sky_session_get_selection (session),
                                     i % 2 ? 0 : count_rows (session) - 1);
      settle (session);
    }
  report (what);
}

static void
sort_columns (SkySession *session)
{
  for (guint i = 0; i < 2 * SKY_N_FINDING_SORTS; i++)
    {
      sky_inbox_set_sort (sky_session_get_inbox (session), (SkyFindingSort) (i / 2), i % 2);
      spin (50000);
      settle (session);
    }
  report ("findings sorted by each column, both ways");
}

/* As somebody types, letter by letter, and takes it back. */
static void
type_words (SkySession *session)
{
  static const char *const words = "window7 CR-33";
  SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;

  for (gsize i = 1; i <= strlen (words); i++)
    {
      g_autofree char *text = g_strndup (words, i);
      SkyFindingFilter filter = everything;

      filter.text = text;
      sky_inbox_set_filter (sky_session_get_inbox (session), &filter);
      spin (100000);
    }
  settle (session);
  sky_inbox_set_filter (sky_session_get_inbox (session), &everything);
  settle (session);
  report ("a search typed and taken back");
}

static void
select_findings (SkySession *session)
{
  for (guint i = 0; i < N_LOOKED_AT; i++)
    {
      g_autofree char *before =
          g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
      sky_selection_select_next (sky_session_get_selection (session), 1);
      settle (session);
      /* Until its round and its steps are on screen. */
      spin (200000);
      if (g_str_equal (sky_selection_get_finding (sky_session_get_selection (session))->key,
                       before))
        g_error ("the archive has too few findings to look at");
    }
  report ("one finding after the other looked at");
}

/* To and fro over the day that is shown. */
static void
scrub (SkySession *session)
{
  SkyTime from;
  SkyTime until;

  if (sky_day_view_get_day (sky_session_get_day_view (session)) == NULL)
    g_error ("the archive has no day to scrub");
  sky_table_day_get_span (sky_day_view_get_day (sky_session_get_day_view (session)), &from, &until);
  for (int i = 0; i < 200; i++)
    {
      sky_day_view_go_to (sky_session_get_day_view (session),
                          from + (until - from) * (i * 7 % 200) / 200);
      spin (15000);
    }
  settle (session);
  report ("a day scrubbed");
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

  if (sky_day_view_get_day (sky_session_get_day_view (session)) == NULL)
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
      const SkyScene *scene = sky_day_view_get_scene (sky_session_get_day_view (session));
      SkyGameId game =
          sky_table_day_get_header (sky_day_view_get_day (sky_session_get_day_view (session)))
              ->game;
      const SkySceneWager *next =
          scene != NULL ? sky_picture_wager_step (
              scene, game, sky_day_view_get_pointed (sky_session_get_day_view (session)), 1)
                        : NULL;
      g_autofree char *id = next != NULL ? g_strdup (next->id) : NULL;
      sky_day_view_set_pointed (sky_session_get_day_view (session), id);
      spin (15000);
    }
  report ("chips pointed at");
}

static void
work_on_lists (SkySession *session)
{
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ALL);
  settle (session);
  g_array_set_size (turns, 0);
  scroll (session, "findings, row after row", "findings, a hundred jumps");
  jump_to_end (session, "findings, from end to end");
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ROUNDS);
  settle (session);
  report ("from findings to rounds");
  scroll (session, "rounds, row after row", "rounds, a hundred jumps");
  jump_to_end (session, "rounds, from end to end");
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ALL);
  settle (session);
  report ("from rounds to findings");
  sort_columns (session);
  type_words (session);
}

static void
work_on_day (SkyWindow *window, SkySession *session, const char *archive)
{
  const char *paths[] = { archive, NULL };

  sky_session_open_archives (session, paths);
  settle (session);
  report ("an archive audited and opened");
  select_findings (session);
  scrub (session);
  work_on_timeline (window, session);
}

/* The same work over and over, and no window: what one turn takes longer than another is the
 * machine's. */
static void
report_machine (void)
{
  static guint8 bytes[WORK_SIZE];

  g_array_set_size (turns, 0);
  for (guint i = 0; i < WORK_TIMES; i++)
    {
      gint64 begun = turns_worked ();
      g_autofree char *digest =
          g_compute_checksum_for_data (G_CHECKSUM_SHA256, bytes, sizeof bytes);
      gint64 worked = turns_worked () - begun;

      bytes[0] = (guint8) digest[0];
      g_array_append_val (turns, worked);
    }
  report ("a fixed work, a thousand times");
}

/* A window with nothing in it but a bar and a word, as the toolkit makes and draws it. */
static void
open_bare_window (void)
{
  gint64 begun = turns_worked ();
  GtkWidget *window = adw_application_window_new (NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), gtk_label_new ("Empty"));
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), 1600, 900);
  gtk_window_present (GTK_WINDOW (window));
  report_making (turns_worked () - begun);
  spin (1000000);
  report ("opening");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Has the program @self do that by itself: what the toolkit reads when its first window opens is
 * read once. */
static void
compare_with_bare_window (const char *self)
{
  const char *arguments[] = { self, "--only=bare", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;

  if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                     NULL, NULL, &error))
    g_error ("%s", error->message);
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "| "))
        g_string_append_printf (page, "| an empty window of the toolkit's, %s\n", lines[i] + 2);
    }
}

static char *page_path;
static char *store_path;
static char *part; /* NULL: all */

static const GOptionEntry options[] = {
  { "page", 0, 0, G_OPTION_ARG_FILENAME, &page_path, NULL, NULL },
  { "store", 0, 0, G_OPTION_ARG_FILENAME, &store_path, NULL, NULL },
  { "only", 0, 0, G_OPTION_ARG_STRING, &part, NULL, NULL },
  { "late", 0, 0, G_OPTION_ARG_NONE, &tell_late, NULL, NULL },
  { NULL },
};

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = bench_make_folder ();
  g_autofree char *archive = NULL;
  guint n_rounds;
  gint64 begun;

  sky_memory_share_heaps ();
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  if (g_strcmp0 (part, "bare") == 0)
    {
      gtk_init ();
      adw_init ();
      sky_renderer_choose (gdk_display_get_default ());
      turns = g_array_new (FALSE, FALSE, sizeof (gint64));
      page = g_string_new (NULL);
      turns_measure (note_turn);
      open_bare_window ();
      g_print ("%s", page->str);
      bench_remove_folder (folder);
      return 0;
    }
  n_rounds = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 10000000;
  archive =
      argc > 2 ? g_strdup (argv[2]) : bench_make_archive (folder, SKY_GAME_CRAPS, 1, 400, N_FAULTS);
  if (store_path == NULL)
    store_path = g_build_filename (folder, "store.db", NULL);

  gtk_init ();
  adw_init ();
  sky_renderer_choose (gdk_display_get_default ());
  begun = g_get_monotonic_time ();
  if (!g_file_test (store_path, G_FILE_TEST_EXISTS))
    bench_fill_store (store_path, MAX (1, n_rounds / BENCH_ROUNDS_A_LOG / BENCH_TABLES));
  g_print ("store made in %.1f s\n", (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC);

  turns = g_array_new (FALSE, FALSE, sizeof (gint64));
  page = g_string_new (HEADING "\n");
  turns_measure (note_turn);
  gint64 making = turns_worked ();
  SkySession *session = sky_session_new (store_path);
  SkyWindow *window = sky_window_new (NULL, session);
  gtk_window_present (GTK_WINDOW (window));
  making = turns_worked () - making;
  spin (1000000);
  g_string_append_printf (
      page,
      "The window (software drawing, %d × %d) on a store of %.1f million rounds. Every turn of the "
      "main loop is measured, in CPU time of its thread, from waking to waiting again. A turn of "
      "16 ms or more is a frame that came late; the aim is that there is none. What is made before "
      "the first turn delays no frame: there is nothing to see yet. A "
      "fixed work shows how unlike each other the machine makes equal turns. "
      "`tests/bench/bench-window` writes this section.\n\n"
      "| what is done | turns | 99 %% within, ms | longest, ms | of 16 ms or more |\n"
      "| --- | --- | --- | --- | --- |\n",
      gtk_widget_get_width (GTK_WIDGET (window)), gtk_widget_get_height (GTK_WIDGET (window)),
      n_rounds / 1e6);
  if (page_path != NULL)
    compare_with_bare_window (argv[0]);
  settle (session);
  report_making (making);
  report ("opening, with the window");
  if (page_path != NULL)
    report_machine ();
  if (part == NULL || g_str_equal (part, "lists"))
    work_on_lists (session);
  if (part == NULL || g_str_equal (part, "day"))
    work_on_day (window, session, archive);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (session);
  if (page_path != NULL)
    bench_write_section (page_path, page->str);
  g_string_free (page, TRUE);
  g_array_unref (turns);
  bench_remove_folder (folder);
  g_free (store_path);
  g_free (page_path);
  g_free (part);
  return 0;
}
