/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wrapping text. A wrapping label computes its minimum width, and lays out its text for many
 * widths to find it. This widget requests no width and lays out its text once, for the width it
 * gets. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_PARAGRAPH (sky_paragraph_get_type ())
G_DECLARE_FINAL_TYPE (SkyParagraph, sky_paragraph, SKY, PARAGRAPH, GtkWidget)

void sky_paragraph_set_text (SkyParagraph *self, const char *text);

G_END_DECLS
