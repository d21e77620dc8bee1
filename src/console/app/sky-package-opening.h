/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evidence packages that are opened, each in a window of its own. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens the package at @path like an archive of which nothing is changed, and says what of it
 * holds; where there is nothing in it to look at it says that alone, before @parent (nullable).
 * While a large one is unpacked it shows how far the verdict is; closing that stops the opening.
 * @application (nullable) does not end meanwhile. */
void sky_package_opening_begin (GtkApplication *application, GtkWindow *parent, const char *path);

G_END_DECLS
