/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A widget that shows a table's layout with what lies on it, and finds the wager under the pointer.
 * A painter's thread draws it. Below SkyLayoutView, where rounds are looked at, and
 * SkyRecordLayout, where chips are laid. CSS node "layout"; accessible role IMG. */
#pragma once

#include <gtk/gtk.h>

#include "sky-replay.h"

G_BEGIN_DECLS

#define SKY_TYPE_LAYOUT_CANVAS (sky_layout_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (SkyLayoutCanvas, sky_layout_canvas, SKY, LAYOUT_CANVAS, GtkWidget)

struct _SkyLayoutCanvasClass
{
  GtkWidgetClass parent_class;
};

/* What is shown: a game's layout, what lies there (a reference is taken; NULL: nothing), and the
 * wager pointed at (NULL: none). @game NULL: no table at all. */
void sky_layout_canvas_show (SkyLayoutCanvas *self,
                             const SkyGameId *game,
                             const SkyScene *scene,
                             const char *pointed);

/* The wager whose chips lie at @x, @y of the widget, or NULL. */
const SkySceneWager *sky_layout_canvas_find_wager (SkyLayoutCanvas *self, double x, double y);

/* TRUE while the picture is not up to date. */
gboolean sky_layout_canvas_is_busy (SkyLayoutCanvas *self);

G_END_DECLS
