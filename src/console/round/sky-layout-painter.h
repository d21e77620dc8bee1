/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws tables with everything on them in its own thread, so that the main loop only shows the
 * picture. Of requests that come before it is done, it draws only the newest. Signal "drawn": there
 * is a new picture. */
#pragma once

#include <cairo.h>
#include <glib-object.h>

#include "sky-replay.h"

G_BEGIN_DECLS

/* How the picture is to look. */
typedef struct
{
  SkyGameId game;
  int width; /* in units of the widget, each of @scale pixels */
  int height;
  int scale;
  gboolean dark;
  gboolean contrast;
} SkyLayoutLook;

gboolean sky_layout_look_equal (const SkyLayoutLook *a, const SkyLayoutLook *b);

#define SKY_TYPE_LAYOUT_PAINTER (sky_layout_painter_get_type ())
G_DECLARE_FINAL_TYPE (SkyLayoutPainter, sky_layout_painter, SKY, LAYOUT_PAINTER, GObject)

SkyLayoutPainter *sky_layout_painter_new (void);

/* Requests @scene (NULL: the bare table), with the wager @pointed (NULL: none) highlighted.
 * Repeating the last request draws nothing. */
void sky_layout_painter_ask (SkyLayoutPainter *self,
                             const SkyLayoutLook *look,
                             const SkyScene *scene,
                             const char *pointed);

/* The last drawn picture, an image, and its look; NULL: none yet. Valid until the next signal. */
cairo_surface_t *sky_layout_painter_get_picture (SkyLayoutPainter *self, SkyLayoutLook *look);

/* TRUE while a request is not drawn. */
gboolean sky_layout_painter_is_busy (SkyLayoutPainter *self);

G_END_DECLS
