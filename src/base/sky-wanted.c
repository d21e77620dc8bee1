/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wanted.h"

#include <string.h>

static gboolean
is_zero (const guint8 *bytes, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (bytes[i] != 0)
      return FALSE;
  return TRUE;
}

const char *
sky_wanted_find_absent (const SkyWanted *wanted, guint n)
{
  for (guint i = 0; i < n; i++)
    if (is_zero (wanted[i].at, wanted[i].size))
      return strchr (wanted[i].name, '>') + 1;
  return NULL;
}
