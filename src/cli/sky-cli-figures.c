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

static char *
format (double value, double low, double high, int decimals, const char *sign)
{
  if (isnan (value))
    return g_strdup ("–");
  if (isnan (low) || isnan (high))
    return g_strdup_printf ("%.*f%s", decimals, value, sign);
  return g_strdup_printf ("%.*f%s (%.*f…%.*f)", decimals, value, sign, decimals, low, decimals,
                          high);
}

char *
sky_cli_percent (double value, double low, double high)
{
  return format (100 * value, 100 * low, 100 * high, 2, " %");
}

char *
sky_cli_coefficient (double value, double low, double high)
{
  return format (value, low, high, 3, "");
}
