/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mappings that ship. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where they are: the folder that SKYWARD_MAPS_DIR names, or the installed one. */
const char *sky_map_examples_get_folder (void);

/* Returns: (transfer full): a menu of their names; each runs @action with its path. */
GMenuModel *sky_map_examples_new_menu (const char *action) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
