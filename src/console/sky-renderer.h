/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which renderer GTK draws with. Without a graphics card OpenGL is worked by the processor, which
 * costs several times what drawing by cairo does while cameras play. */
#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* Chooses cairo for @display when its OpenGL is worked by the processor, unless the person chose a
 * renderer by GSK_RENDERER. Call before the first window is made. */
void sky_renderer_choose (GdkDisplay *display);

/* TRUE when @name, as OpenGL tells its renderer's, is one that the processor works. */
gboolean sky_renderer_is_software (const char *name);

G_END_DECLS
