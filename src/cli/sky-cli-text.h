/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way of text to where it is read: archives, packages and ledgers have names and words in
 * them that a terminal could take for commands, or that turn a line around; they are told instead
 * ("\x1b", "\u202e"; sky-shown-text.h), and whoever prints need not think of it. Text is UTF-8 and
 * stays so in files and pipes, and on a terminal that takes it, whatever the locale is: under
 * LC_ALL=C too. What another terminal lacks is written with letters that it has: "x" for "×",
 * "Sec." for "§", plain quotes and dashes, letters without accents. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Has g_print() and g_printerr() go that way: of what they print line ends and tabs stay as they
 * are. */
void sky_cli_text_init (void);

/* As g_print(), but line ends stay only where @format itself has them: what it is filled with, by
 * whomever it was written, begins no line of its own. */
void sky_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Empties the line of a terminal on standard error that the cursor is in. */
void sky_cli_text_empty_line (void);

/* @text, UTF-8, as whatever is behind @descriptor shows it. Returns: a new string. */
char *sky_cli_text_for (int descriptor, const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
