/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares and rates in print: six decimals for a program, percent or two decimals for a person. What
 * cannot be computed is null, or a dash. */
#pragma once

#include "sky-json-writer.h"

G_BEGIN_DECLS

/* Adds the member @name with @value, null where it is NAN. */
void sky_cli_add_figure (GString *json, const char *name, double value);

/* "97.3 % (95.1…98.6)", of a value with its interval. Returns: a new string. */
char *sky_cli_percent (double value, double low, double high);

/* "0.97 (0.95…0.99)". Returns: a new string. */
char *sky_cli_coefficient (double value, double low, double high);

G_END_DECLS
