/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog in which a file or a folder is chosen. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows @chooser. Where the desktop has no dialog of its own, GTK's is shown; its path bar is made
 * ready for being drawn before the path is known, of which GTK warns otherwise. */
void sky_file_chooser_show (GtkFileChooserNative *chooser);

G_END_DECLS
