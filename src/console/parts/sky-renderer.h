/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which renderer GTK draws with, and what it is best given. Without a graphics card OpenGL is
 * worked by the processor, which costs several times what drawing by cairo does while cameras play.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Chooses cairo for @display when its OpenGL is worked by the processor, unless the person chose a
 * renderer by GSK_RENDERER, and has cairo keep the memory through which an X server gets its
 * frames. Call before the first window is made. */
void sky_renderer_choose (GdkDisplay *display);

/* TRUE when the window of @widget is drawn by cairo. */
gboolean sky_renderer_is_cairo (GtkWidget *widget);

/* @image over @bounds of @widget, as the renderer of its window shows it soonest. The image must
 * not be drawn on any more. Returns: (transfer full) */
GskRenderNode *
sky_renderer_image_node (GtkWidget *widget, cairo_surface_t *image, const graphene_rect_t *bounds);

/* TRUE when @name, as OpenGL tells its renderer's, is one that the processor works. */
gboolean sky_renderer_is_software (const char *name);

G_END_DECLS
