/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of all windows: one table, by which keys are bound, the window of shortcuts is made and
 * the help's page of keys is printed (tests/checks/keys.py). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
  GVariant *target; /* NULL: none */
} SkyKey;

/* Returns: (transfer full): an array of SkyKey: those for actions whose names begin with @prefix.
 */
GArray *sky_keys_list (const char *prefix) G_GNUC_WARN_UNUSED_RESULT;

/* Binds the same to the class. */
void sky_keys_bind (GtkWidgetClass *widget_class, const char *prefix);

/* Returns: (transfer full): a window that shows all keys and what they do, not shown yet. */
GtkWindow *sky_keys_window_new (void);

G_END_DECLS
