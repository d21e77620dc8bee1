/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-late-menu.h"

static void
create_popup_cb (GtkMenuButton *button, gpointer model)
{
  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_menu_model (button, model);
}

void
sky_late_menu_set (GtkMenuButton *button, GMenuModel *model)
{
  g_return_if_fail (GTK_IS_MENU_BUTTON (button));
  g_return_if_fail (G_IS_MENU_MODEL (model));

  gtk_menu_button_set_popover (button, NULL);
  gtk_menu_button_set_create_popup_func (button, create_popup_cb, g_object_ref (model),
                                         g_object_unref);
}
