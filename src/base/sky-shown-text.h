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

G_END_DECLS
