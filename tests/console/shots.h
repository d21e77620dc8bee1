/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of windows. For screenshots.c. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

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

/* Waits until the window is at rest. */
void shots_draw_frames (GtkWidget *window);

/* Makes a picture of a window or a popover, NAME-WIDTHxHEIGHT-STYLE.png. */
void shots_take (Shots *shots, gpointer window, const char *name);

/* Pictures of the window that records, on @archive, which has recordings: the tour, if nobody has
 * seen it yet, and the fullest round, half recorded. */
void shots_record (Shots *shots, const char *archive);

G_END_DECLS
