/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help: the pages of docs/help, built into the program, with a list of them on the left. They
 * use a subset of Markdown: headings, paragraphs, lists, tables, **strong** words and `keys`. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SKY_TYPE_HELP_WINDOW (sky_help_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyHelpWindow, sky_help_window, SKY, HELP_WINDOW, AdwWindow)

SkyHelpWindow *sky_help_window_new (GtkWindow *parent);

/* Shows the page @name: "4-reports". An unknown name changes nothing. */
void sky_help_window_show_page (SkyHelpWindow *self, const char *name);

/* The names of all pages, in order. Returns: a new NULL-terminated array. */
char **sky_help_window_list_pages (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
