/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows that another one opens. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns: (transfer none): a new window of @type above @parent (nullable), closed with it.
 * Remaining references do not matter then, unlike with "destroy-with-parent" of GTK 4.8. */
gpointer sky_child_window_new (GType type, GtkWindow *parent);

G_END_DECLS
