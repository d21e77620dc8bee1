/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-examples.h"

#include <string.h>

#define SUFFIX ".skymap"

const char *
sky_map_examples_get_folder (void)
{
  const char *set = g_getenv ("SKYWARD_MAPS_DIR");

  return set != NULL ? set : SKY_MAPS_DIR;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GMenuModel *
sky_map_examples_new_menu (const char *action)
{
  const char *path = sky_map_examples_get_folder ();
  GMenu *menu = g_menu_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, SUFFIX))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *file = g_build_filename (path, names->pdata[i], NULL);
      g_autofree char *label =
          g_strndup (names->pdata[i], strlen (names->pdata[i]) - strlen (SUFFIX));
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, action, "s", file);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}
