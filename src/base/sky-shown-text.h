/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes text from outside safe to show: it may contain characters that command a terminal or
 * reverse the text around it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @text with escapes ("\n", "\t", "\x1b", "\u202e") for control characters, for characters that
 * direct or hide others, and for bytes that are not UTF-8. A backslash stays single. Returns: a new
 * string. */
char *sky_text_show (const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* The same for the first @most bytes, followed by "…" if there are more. */
char *sky_text_show_start (const char *text, gsize most) G_GNUC_WARN_UNUSED_RESULT;

/* Like sky_text_show() but keeps line ends and tabs, for text shown in several lines. Returns @text
 * itself, found quickly, if nothing needs an escape; otherwise *@made, a new string. It always sets
 * *@made, which the caller frees. */
const char *sky_text_show_lines (const char *text, char **made);

/* Puts @json, whole JSON texts of @size bytes, into @shown with these characters as JSON escapes
 * such as "\u202e". The text stays JSON with the same meaning. Returns FALSE if nothing needs an
 * escape: show @json as it is; @shown is unchanged. */
gboolean sky_text_show_json (const char *json, gsize size, GString *shown);

G_END_DECLS
