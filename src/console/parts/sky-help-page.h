/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page of the help as widgets. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The page's first heading. Returns: a new string. */
char *sky_help_page_get_title (const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* @text: a page's Markdown. Returns: (transfer floating): a box of its parts. */
GtkWidget *sky_help_page_new (const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* A paragraph's Markdown as Pango markup, with its lines joined. Returns: a new string. */
char *sky_help_page_mark_up (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
