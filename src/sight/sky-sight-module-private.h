/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modules that look at pictures, which a program loads when it first reads any. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where the module @file is: where tests say, in the build tree in the folder beside the program's,
 * or where it is installed. Returns: a new path. */
char *sky_sight_find_module (const char *file) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
