/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A summary of a section of 58 Pa. Code, behind the section's number. We may not ship the
 * regulation's own text. If the user has configured a folder with it, the popover opens the file
 * that matches the section's number. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_SECTION_POPOVER (sky_section_popover_get_type ())
G_DECLARE_FINAL_TYPE (SkySectionPopover, sky_section_popover, SKY, SECTION_POPOVER, GtkPopover)

/* @section as in SkyFinding: "623a.5(a)". */
GtkWidget *sky_section_popover_new (const char *section);

/* Makes @button, whose child is a label, the button of @section; the popover is made on first use.
 * NULL or empty: hides the button. */
void sky_section_popover_attach (GtkMenuButton *button, const char *section, const char *text);

G_END_DECLS
