/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares and rates for a program: six decimals, null for what cannot be computed. For a person they
 * are as sky-figure-text.h has them. */
#pragma once

#include "sky-json-writer.h"

G_BEGIN_DECLS

/* Adds the member @name with @value, null where it is NAN. */
void sky_cli_add_figure (GString *json, const char *name, double value);

G_END_DECLS
