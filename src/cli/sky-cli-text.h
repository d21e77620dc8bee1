/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only way of text to its reader. Names and words in archives, packages and ledgers may contain
 * terminal commands or reverse a line. These are written as escapes ("\x1b", "\u202e";
 * sky-shown-text.h), without the printing code's care.
 *
 * Text is UTF-8 in files, pipes and terminals that accept it, in any locale, even under LC_ALL=C.
 * For other terminals, available letters replace missing ones: "x" for "×", "Sec." for "§", plain
 * quotes and dashes, letters without accents. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Routes g_print() and g_printerr() this way; line ends and tabs stay. */
void sky_cli_text_init (void);

/* Like g_print(), but keeps only the line ends of @format itself: no value can start a line of its
 * own. */
void sky_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Empties the line of a terminal on standard error that the cursor is in. */
void sky_cli_text_empty_line (void);

/* @text, UTF-8, as the device behind @descriptor shows it. Returns: a new string. */
char *sky_cli_text_for (int descriptor, const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
