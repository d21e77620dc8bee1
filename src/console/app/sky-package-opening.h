/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens evidence packages, each in its own window. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens the package at @path like a read-only archive, with the verdict on it. If it has nothing to
 * show, shows only the verdict before @parent (nullable). While a large one is unpacked, shows the
 * verification's progress; closing that stops the opening. @application (nullable) stays alive
 * meanwhile. */
void sky_package_opening_begin (GtkApplication *application, GtkWindow *parent, const char *path);

G_END_DECLS
