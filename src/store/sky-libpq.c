/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-libpq-private.h"

#include "sky-library.h"

SkyLibpq sky_libpq;

static const char *const names[] = { SKY_LIBPQ_FUNCTIONS (SKY_LIBRARY_NAME) };
static SkyLibrary library = { .file = "libpq.so.5", .names = names, .n = G_N_ELEMENTS (names) };

gboolean
sky_libpq_load (char **cause)
{
  G_STATIC_ASSERT (sizeof sky_libpq == sizeof names);

  return sky_library_load (&library, &sky_libpq, cause);
}
