/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A button's menu that is made when it is first opened. A window has several menus of many items,
 * and to make them all would be a good part of the turn in which it opens. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @model: (transfer none): what the menu of @button has. */
void sky_late_menu_set (GtkMenuButton *button, GMenuModel *model);

G_END_DECLS
