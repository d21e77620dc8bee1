/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fonts of a thread's own. Cairo 1.16 ends the program when one thread lets go of a font as its
 * last user in the moment in which another begins to use it; so threads that write share none. */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Like pango_cairo_create_layout(). Returns: (transfer full). */
PangoLayout *sky_thread_font_create_layout (cairo_t *cr) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
