/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GTK's renderer, and the best input for it. Without a graphics card, the processor runs OpenGL,
 * which costs several times as much as cairo while cameras play. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Chooses cairo for @display if the processor runs its OpenGL, unless the person set GSK_RENDERER.
 * Makes cairo keep the memory that passes its frames to an X server. Call it before the first
 * window is made. */
void sky_renderer_choose (GdkDisplay *display);

/* TRUE if cairo draws the window of @widget. */
gboolean sky_renderer_is_cairo (GtkWidget *widget);

/* @image over @bounds of @widget, in the form that its window's renderer shows fastest. Do not draw
 * on the image afterward. Returns: (transfer full) */
GskRenderNode *
sky_renderer_image_node (GtkWidget *widget, cairo_surface_t *image, const graphene_rect_t *bounds);

/* TRUE if @name, OpenGL's name of its renderer, is one that the processor runs. */
gboolean sky_renderer_is_software (const char *name);

G_END_DECLS
