/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-libarchive.h"

#include "sky-library.h"

SkyLibarchive sky_libarchive;

static const char *const names[] = { SKY_LIBARCHIVE_FUNCTIONS (SKY_LIBRARY_NAME) };
static SkyLibrary library = { .file = "libarchive.so.13",
                              .names = names,
                              .n = G_N_ELEMENTS (names) };

gboolean
sky_libarchive_load (char **cause)
{
  G_STATIC_ASSERT (sizeof sky_libarchive == sizeof names);

  return sky_library_load (&library, &sky_libarchive, cause);
}
