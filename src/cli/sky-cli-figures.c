/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli-figures.h"

#include <math.h>

void
sky_cli_add_figure (GString *json, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  sky_json_add_raw (json, name,
                    isnan (value) ? "null" : g_ascii_formatd (text, sizeof text, "%.6f", value));
}
