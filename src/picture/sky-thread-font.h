/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fonts of one thread. Cairo 1.16 ends the program if one thread drops the last use of a font at
 * the moment when another starts to use it. So threads that write share none. */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Like pango_cairo_create_layout(). Returns: (transfer full). */
PangoLayout *sky_thread_font_create_layout (cairo_t *cr) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
