/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from outside as it may be shown: a name could have characters in it that a terminal takes
 * for commands, or that turn what stands around it to the left. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @text with each control character, each that directs or hides other characters, and each byte
 * that is no UTF-8 told instead: "\n", "\t", "\x1b", "\u202e". A backslash stays one. Returns: a
 * new string. */
char *sky_text_show (const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* The same of the first @most bytes, with "…" behind them when there are more. */
char *sky_text_show_start (const char *text, gsize most) G_GNUC_WARN_UNUSED_RESULT;

/* sky_text_show(), but line ends and tabs stay: for what is shown in several lines. Returns: @text
 * itself when there is nothing to tell, which is found quickly, else *@made, a new string; *@made
 * is set either way, to be freed. */
const char *sky_text_show_lines (const char *text, char **made);

/* Puts into @shown what is told of the @size bytes of @json, whole JSON texts: the same characters
 * as "\u202e" and the like, by which the text stays JSON and says the same. Returns FALSE when
 * there is nothing to tell, and @json may be shown as it is; @shown is then left alone. */
gboolean sky_text_show_json (const char *json, gsize size, GString *shown);

G_END_DECLS
