/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way of text to where it is read. Text is UTF-8 and stays so in files and pipes, and on a
 * terminal that takes it, whatever the locale is: under LC_ALL=C too. What another terminal lacks
 * is written with letters that it has: "x" for "×", "Sec." for "§", plain quotes and dashes,
 * letters without accents. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Has g_print() and g_printerr(), by which everything for people is printed, go that way. */
void sky_cli_text_init (void);

/* @text, UTF-8, as whatever is behind @descriptor shows it. Returns: a new string. */
char *sky_cli_text_for (int descriptor, const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
