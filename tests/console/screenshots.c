/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of every view of the console, to be looked at: the main window on a table of each game,
 * at the fullest moment of its log, and on the first archive every other window.
 *
 * screenshots FOLDER STYLE WIDTHxHEIGHT STORES ARCHIVE…
 *
 * STYLE is dark or light and is in the name of each picture; STORES is a folder for stores, which
 * are made anew. High contrast is asked for as of any program of this toolkit, by
 * ADW_DEBUG_HIGH_CONTRAST=1. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixture.h"
#include "sky-picture.h"
#include "sky-screenshot.h"
#include "sky-window-private.h"

#define PATIENCE (120 * G_USEC_PER_SEC)

/* A window is at rest when as many frames were drawn since it was there: transitions take less. */
#define FRAMES 40

typedef struct
{
  GtkApplication *application;
  char **arguments;
  const char *folder;
  char *style;
  int width;
  int height;
  guint n_failed;
} Shots;

/* --- Waiting ---------------------------------------------------------------------------------- */

static void
settle (SkyWindow *window)
{
  gint64 until = g_get_monotonic_time () + PATIENCE;

  while (!sky_window_is_settled (window))
    {
      g_main_context_iteration (NULL, FALSE) ? (void) 0 : g_usleep (1000);
      if (g_get_monotonic_time () > until)
        g_error ("the window does not come to rest");
    }
}

static gboolean
count_frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  --*(int *) data;
  gtk_widget_queue_draw (widget);
  return *(int *) data > 0;
}

static void
draw_frames (GtkWidget *window)
{
  int left = FRAMES;

  gtk_widget_add_tick_callback (window, count_frame_cb, &left, NULL);
  while (left > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* --- A picture -------------------------------------------------------------------------------- */

typedef struct
{
  Shots *shots;
  GtkWindow *window;
  const char *name;
  gboolean done;
} Shot;

static void
after_paint_cb (GdkFrameClock *clock, Shot *shot)
{
  g_autofree char *file = g_strdup_printf ("%s-%dx%d-%s.png", shot->name, shot->shots->width,
                                           shot->shots->height, shot->shots->style);
  g_autofree char *path = g_build_filename (shot->shots->folder, file, NULL);
  g_autoptr (GError) error = NULL;

  g_signal_handlers_disconnect_by_func (clock, after_paint_cb, shot);
  if (!sky_screenshot_save (shot->window, path, &error))
    {
      g_printerr ("screenshots: %s: %s\n", file, error->message);
      shot->shots->n_failed++;
    }
  shot->done = TRUE;
}

static void
shoot (Shots *shots, GtkWindow *window, const char *name)
{
  Shot shot = { shots, window, name, FALSE };

  draw_frames (GTK_WIDGET (window));
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                    G_CALLBACK (after_paint_cb), &shot);
  while (!shot.done)
    {
      gtk_widget_queue_draw (GTK_WIDGET (window));
      g_main_context_iteration (NULL, TRUE);
    }
}

/* --- The rounds ------------------------------------------------------------------------------- */

static SkyWindow *
open_archive (Shots *shots, const char *stores, const char *archive)
{
  g_autofree char *name = g_path_get_basename (archive);
  g_autofree char *file = g_strconcat (name, ".db", NULL);
  g_autofree char *store = g_build_filename (stores, file, NULL);
  const char *paths[] = { archive, NULL };

  g_remove (store);
  g_autoptr (SkySession) session = sky_session_new (store);
  SkyWindow *window = sky_window_new (shots->application, session);
  gtk_window_set_default_size (GTK_WINDOW (window), shots->width, shots->height);
  gtk_window_present (GTK_WINDOW (window));
  draw_frames (GTK_WIDGET (window));
  sky_session_open_archives (session, paths);
  settle (window);
  return window;
}

static void
close_window (gpointer window)
{
  gpointer there = window;

  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_destroy (GTK_WINDOW (window));
  while (there != NULL)
    g_main_context_iteration (NULL, FALSE) ? (void) 0 : g_usleep (1000);
}

static void
shoot_round (Shots *shots, const char *stores, const char *archive)
{
  g_autofree char *game = g_path_get_basename (archive);
  g_autofree char *name = g_strconcat ("round-", game, NULL);
  SkyWindow *window = open_archive (shots, stores, archive);
  SkySession *session = sky_window_get_session (window);

  if (sky_session_get_day (session) == NULL)
    {
      sky_session_set_listing (session, SKY_LISTING_ROUNDS);
      settle (window);
      sky_session_select_position (session, 0);
      settle (window);
    }
  SkyTime fullest = fixture_find_fullest (session);
  if (fullest != SKY_TIME_NONE)
    sky_session_go_to (session, fullest);
  settle (window);
  sky_timeline_show_round (window->timeline);
  const SkyScene *scene = sky_session_get_scene (session);
  const SkySceneWager *pointed = sky_picture_wager_step (
      scene, sky_table_day_get_header (sky_session_get_day (session))->game, NULL, -1);
  if (pointed != NULL)
    sky_session_set_pointed (session, pointed->id);
  shoot (shots, GTK_WINDOW (window), name);
  close_window (window);
}

/* --- The other windows ------------------------------------------------------------------------ */

/* The window that was opened last, besides @main. */
static GtkWindow *
find_other (GtkWindow *main_window)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
      if (window != main_window && gtk_widget_get_mapped (GTK_WIDGET (window)))
        found = window;
    }
  return found;
}

static void
shoot_action (Shots *shots, SkyWindow *window, const char *action, const char *name)
{
  gint64 until = g_get_monotonic_time () + PATIENCE;
  GtkWindow *other = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  while ((other = find_other (GTK_WINDOW (window))) == NULL)
    {
      g_main_context_iteration (NULL, FALSE) ? (void) 0 : g_usleep (1000);
      if (g_get_monotonic_time () > until)
        g_error ("%s opens no window", action);
    }
  if (gtk_window_get_resizable (other) && shots->width > 1920)
    gtk_window_set_default_size (other, shots->width, shots->height);
  /* What a window asks of the store comes while frames are drawn. */
  draw_frames (GTK_WIDGET (other));
  draw_frames (GTK_WIDGET (other));
  shoot (shots, other, name);
  gtk_window_close (other);
  while (find_other (GTK_WINDOW (window)) != NULL)
    g_main_context_iteration (NULL, FALSE) ? (void) 0 : g_usleep (1000);
}

static void
shoot_windows (Shots *shots, const char *stores, const char *archive)
{
  static const struct
  {
    const char *action;
    const char *name;
  } windows[] = {
    { "win.wall-window", "cameras" },
    { "win.cases", "cases" },
    { "win.log", "log" },
    { "win.reports", "reports" },
    { "win.people", "people" },
    { "win.sign-in", "sign-in" },
    { "win.verify", "verify" },
    { "win.preferences", "preferences" },
    { "win.help", "help" },
    { "win.show-help-overlay", "shortcuts" },
  };
  g_autofree char *empty = g_build_filename (stores, "empty.db", NULL);
  g_autoptr (SkySession) none = sky_session_new (empty);
  SkyWindow *window = sky_window_new (shots->application, none);

  gtk_window_set_default_size (GTK_WINDOW (window), shots->width, shots->height);
  gtk_window_present (GTK_WINDOW (window));
  settle (window);
  shoot (shots, GTK_WINDOW (window), "empty");
  close_window (window);

  window = open_archive (shots, stores, archive);
  shoot (shots, GTK_WINDOW (window), "console");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.bookmark", NULL);
  sky_timeline_show_day (window->timeline);
  settle (window);
  shoot (shots, GTK_WINDOW (window), "day");
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    shoot_action (shots, window, windows[i].action, windows[i].name);
  close_window (window);
}

static void
activate_cb (GApplication *application, Shots *shots)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  char **arguments = shots->arguments;

  adw_style_manager_set_color_scheme (manager, g_str_equal (arguments[2], "light")
                                                   ? ADW_COLOR_SCHEME_FORCE_LIGHT
                                                   : ADW_COLOR_SCHEME_FORCE_DARK);
  shots->style = g_strconcat (
      arguments[2], adw_style_manager_get_high_contrast (manager) ? "-contrast" : "", NULL);
  g_application_hold (application);
  shoot_windows (shots, arguments[4], arguments[5]);
  for (int i = 5; arguments[i] != NULL; i++)
    shoot_round (shots, arguments[4], arguments[i]);
  g_clear_pointer (&shots->style, g_free);
  g_application_release (application);
}

int
main (int argc, char **argv)
{
  Shots shots = { .arguments = argv };

  if (argc < 6 || sscanf (argv[3], "%dx%d", &shots.width, &shots.height) != 2)
    {
      g_printerr ("usage: screenshots FOLDER dark|light WIDTHxHEIGHT STORES ARCHIVE…\n");
      return 2;
    }
  shots.folder = argv[1];
  g_mkdir_with_parents (shots.folder, 0755);
  g_mkdir_with_parents (argv[4], 0755);

  g_autoptr (AdwApplication) application =
      g_object_new (ADW_TYPE_APPLICATION, "application-id", SKY_APP_ID, "flags",
                    G_APPLICATION_NON_UNIQUE, "resource-base-path", "/org/skyward/Skyward", NULL);
  shots.application = GTK_APPLICATION (application);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), &shots);
  int status = g_application_run (G_APPLICATION (application), 1, argv);
  return status != 0 || shots.n_failed > 0 ? 1 : 0;
}
