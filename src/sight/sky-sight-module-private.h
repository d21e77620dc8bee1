/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modules that look at pictures, which a program loads when it first reads any. */
#pragma once

#include "sky-library.h"

G_BEGIN_DECLS

/* Loads the module @file as @library, whose file's name is not set yet, and writes its functions
 * into @table (see sky_library_load()). The module is where tests say, in the build tree in the
 * folder beside the program's, or where it is installed. Returns FALSE with
 * SKY_SIGHT_ERROR_ABSENT. */
gboolean
sky_sight_load_module (SkyLibrary *library, const char *file, gpointer table, GError **error);

G_END_DECLS
