/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of all windows in one table. It binds the keys, fills context menus and the window of
 * keys, and prints the help's page of keys (tests/checks/keys.py). */
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

/* A menu of @actions, detailed names of the table ("win.note", "win.mark-loop(0)"), each with its
 * title and key; an empty name begins a new section, NULL is the last. Returns: (transfer full). */
GMenuModel *sky_keys_menu (const char *const *actions) G_GNUC_WARN_UNUSED_RESULT;

typedef enum
{
  SKY_KEYS_SECTION, /* heading of a section */
  SKY_KEYS_GROUP,   /* heading of a group in it */
  SKY_KEYS_KEY,
} SkyKeysKind;

/* A row of the table as people read it. */
typedef struct
{
  SkyKeysKind kind;
  const char *title; /* translated */
  char *keys;        /* "Ctrl+1 … 9"; NULL: it is a heading */
} SkyKeysRow;

/* Returns: (transfer full) (element-type SkyKeysRow): the shown part of the table, in order. */
GPtrArray *sky_keys_describe (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
