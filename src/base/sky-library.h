/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library of the system's that is loaded when it is wanted, not with the program: a table of the
 * functions that are called, by name. It stays loaded until the program ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which library, and the names of its functions. It is in static memory. */
typedef struct
{
  const char *file; /* the library's own name, as the loader knows it: "libpq.so.5" */
  const char *const *names;
  gsize n;
  gboolean loaded; /* lock: a mutex of all libraries */
} SkyLibrary;

/* An entry of @names. */
#define SKY_LIBRARY_NAME(name) #name,

/* Loads the library, once, and writes its functions' addresses into @table: a struct with a pointer
 * for each name, in their order, and nothing else. Any thread may call it.
 * Returns: TRUE; FALSE, with *@cause as the loader tells it, when library or function is missing.
 */
gboolean sky_library_load (SkyLibrary *self, gpointer table, char **cause);

G_END_DECLS
