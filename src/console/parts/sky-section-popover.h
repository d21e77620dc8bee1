/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a section of 58 Pa. Code says in our own words, behind the section's number. The
 * regulation's own text is not ours to ship: where the user has configured a folder with it, the
 * popover opens the file that the section's number names. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_SECTION_POPOVER (sky_section_popover_get_type ())
G_DECLARE_FINAL_TYPE (SkySectionPopover, sky_section_popover, SKY, SECTION_POPOVER, GtkPopover)

/* @section as in SkyFinding: "623a.5(a)". */
GtkWidget *sky_section_popover_new (const char *section);

/* Makes @button, whose child is a label, the button of @section; the popover is made when it is
 * first wanted. NULL or empty: none, and the button is hidden. */
void sky_section_popover_attach (GtkMenuButton *button, const char *section, const char *text);

G_END_DECLS
