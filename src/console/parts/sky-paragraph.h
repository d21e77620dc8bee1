/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text that wraps. A label that wraps finds out how narrow it could be, and lays its text out for
 * many widths until it knows; this one asks for no width and lays its text out for the one it gets.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_PARAGRAPH (sky_paragraph_get_type ())
G_DECLARE_FINAL_TYPE (SkyParagraph, sky_paragraph, SKY, PARAGRAPH, GtkWidget)

void sky_paragraph_set_text (SkyParagraph *self, const char *text);

G_END_DECLS
