/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "shots.h"

#include <string.h>

#include "sky-screenshot.h"

/* A window is at rest when as many frames were drawn since it was there: transitions take less. */
#define FRAMES 40

/* --- Waiting ---------------------------------------------------------------------------------- */

static gboolean
count_frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  --*(int *) data;
  gtk_widget_queue_draw (widget);
  return *(int *) data > 0;
}

void
shots_draw_frames (GtkWidget *window)
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
  GtkNative *window; /* or a popover */
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

/* TRUE when somebody who points at @widget is shown all of @text. */
static gboolean
has_whole_text (GtkWidget *widget, const char *text)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      const char *tooltip = gtk_widget_get_tooltip_text (widget);
      if (tooltip != NULL && strstr (tooltip, text) != NULL)
        return TRUE;
      if (tooltip == NULL && gtk_widget_get_has_tooltip (widget))
        {
          g_autoptr (GtkTooltip) asked = g_object_new (GTK_TYPE_TOOLTIP, NULL);
          gboolean shown = FALSE;

          /* It is asked for when it is to be shown. */
          g_signal_emit_by_name (widget, "query-tooltip", 0, 0, FALSE, asked, &shown);
          if (shown)
            return TRUE;
        }
    }
  return FALSE;
}

/* Names each text in @widget and below it that is cut. Returns: how many there are. */
static guint
find_cut (GtkWidget *widget, const char *name)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget)
      && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)))
      && !has_whole_text (widget, gtk_label_get_text (GTK_LABEL (widget))))
    {
      g_printerr ("screenshots: %s: “%s” is cut\n", name, gtk_label_get_text (GTK_LABEL (widget)));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += find_cut (child, name);
  return n;
}

static void
check_fit (Shots *shots, GtkWidget *window, const char *name)
{
  shots->n_failed += find_cut (window, name);
  if (GTK_IS_WINDOW (window) && gtk_widget_get_width (window) > shots->width)
    {
      g_printerr ("screenshots: %s: the window is %d pixels wide\n", name,
                  gtk_widget_get_width (window));
      shots->n_failed++;
    }
}

void
shots_take (Shots *shots, gpointer window, const char *name)
{
  Shot shot = { shots, window, name, FALSE };

  shots_draw_frames (GTK_WIDGET (window));
  if (g_getenv ("SCREENSHOTS_FIT") != NULL)
    check_fit (shots, GTK_WIDGET (window), name);
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                    G_CALLBACK (after_paint_cb), &shot);
  while (!shot.done)
    {
      gtk_widget_queue_draw (GTK_WIDGET (window));
      g_main_context_iteration (NULL, TRUE);
    }
}
