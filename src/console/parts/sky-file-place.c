/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-file-place.h"

void
sky_file_place_show (GFile *file)
{
  g_return_if_fail (G_IS_FILE (file));

  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (uri != NULL)
    g_app_info_launch_default_for_uri_async (uri, NULL, NULL, NULL, NULL);
}
