/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window that paints a wall of cameras, as the console does, and counts what it paints. */
#pragma once

#include <gtk/gtk.h>

#include "wall-fixture.h"

G_BEGIN_DECLS

/* The recordings that are measured. */
#define BENCH_CAMERAS 4
#define BENCH_WIDTH   1280
#define BENCH_HEIGHT  720
#define BENCH_SECONDS 30
#define BENCH_FPS     30

/* No wall has more. */
#define BENCH_MOST_CAMERAS 9

typedef struct
{
  WallFixture wall;
  GtkWidget *window;
  guint tick; /* the callback's; 0: no ticks are wanted */
  guint n_ticks;
  guint n_paints; /* in which a picture had changed */
  gboolean changed;
  gint64 painted;     /* when the last of these ended */
  guint painted_tick; /* and at which tick */
  gint64 shown;       /* when a picture last changed, to be painted next */
  SkyTime skew;       /* the greatest of all paints since it was set to 0 */
  guint n_frames;     /* of all cameras that were painted */
  guint n_lost;       /* that lie between two of them, which are less than a second apart */
  SkyTime frames[BENCH_MOST_CAMERAS]; /* that were painted last */
} BenchScreen;

/* Writes the recording of the camera @n of BENCH_CAMERAS; its path is the caller's. */
void bench_screen_init_camera (TestCamera *camera, guint n);

/* A window of @width × @height with the @n first @cameras in @columns. */
void bench_screen_open (
    BenchScreen *self, TestCamera *cameras, guint n, int columns, int width, int height);
void bench_screen_close (BenchScreen *self);

/* Whether all cameras show the frames of the wall's position. */
gboolean bench_screen_is_there (BenchScreen *self);
/* Runs the main loop until they do. */
void bench_screen_turn_until_there (BenchScreen *self);

G_END_DECLS
