/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system library that is loaded on first use, not with the program: a table of its functions by
 * name. It stays loaded until the program ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A library and the names of its functions, in static memory. */
typedef struct
{
  const char *file; /* the library's name for the loader: "libpq.so.5" */
  const char *const *names;
  gsize n;
  gboolean loaded; /* lock: one mutex for all libraries */
} SkyLibrary;

/* An entry of @names. */
#define SKY_LIBRARY_NAME(name) #name,

/* Loads the library once and writes its functions' addresses into @table. That is a struct with one
 * pointer per name, in their order, and nothing else. Any thread may call it.
 *
 * Returns TRUE; or FALSE if the library or a function is missing, with the loader's message in
 * *@cause. */
gboolean sky_library_load (SkyLibrary *self, gpointer table, char **cause);

G_END_DECLS
