/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-libxml.h"

#include "sky-library.h"

SkyLibxml sky_libxml;

static const char *const names[] = { SKY_LIBXML_FUNCTIONS (SKY_LIBRARY_NAME) };
static SkyLibrary library = { .file = "libxml2.so.2", .names = names, .n = G_N_ELEMENTS (names) };

gboolean
sky_libxml_load (char **cause)
{
  G_STATIC_ASSERT (sizeof sky_libxml == sizeof names);

  return sky_library_load (&library, &sky_libxml, cause);
}
