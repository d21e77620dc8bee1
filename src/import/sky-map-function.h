/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of a mapping that make one text of another: numbers, money, cards, dice. Each that
 * can fail says why and guesses nothing. An empty text stays empty. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many digits follow the decimal point. */
#define SKY_DECIMAL_DIGITS 6

/* @text in millionths. Returns FALSE if it is not a number, or has more digits. */
gboolean sky_map_decimal_parse (const char *text, char point, gint64 *millionths);

/* Each changes @value. Returns FALSE with @reason, a new string. */
gboolean sky_map_function_int (GString *value, char **reason);
/* Whole cents, of cents or of dollars with @point before the cents. */
gboolean sky_map_function_money (GString *value, gboolean dollars, char point, char **reason);
gboolean sky_map_function_times (GString *value, gint64 factor, char **reason);
/* @other is a number. */
gboolean sky_map_function_minus (GString *value, const char *other, char **reason);
/* "10♠", "ts" or "S10" becomes "TS". */
gboolean sky_map_function_card (GString *value, char **reason);
/* "3-4", "34" or "[3, 4]" becomes "[3,4]". */
gboolean sky_map_function_dice (GString *value, char **reason);
/* "a; b" or ["a","b"] becomes "a;b". */
gboolean sky_map_function_list (GString *value, char **reason);
/* @name if the bit @bit of the hexadecimal number is set, otherwise nothing. */
gboolean sky_map_function_bit (GString *value, guint bit, const char *name, char **reason);

/* Whether a text means yes: it is not empty and neither "false", "no" nor "0". */
gboolean sky_map_is_true (const char *text, gsize length);

G_END_DECLS
