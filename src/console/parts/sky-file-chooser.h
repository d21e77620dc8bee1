/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog in which a file or a folder is chosen. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows @chooser. GTK's own dialog, which is shown where the desktop has none, is kept from drawing
 * its path bar's arrows before it knows the path: GTK warns of that. */
void sky_file_chooser_show (GtkFileChooserNative *chooser);

G_END_DECLS
