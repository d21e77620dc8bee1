/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-kept-look.h"

#define KEY "looks"

/* Looks at stores that are long gone are not kept for ever. */
#define MOST_KEPT 64

static char *
name_of (const char *store, const char *credential)
{
  return g_strdup_printf ("%s/%s", store, credential != NULL ? credential : "");
}

gboolean
sky_kept_look_read (GSettings *settings, const char *store, const char *credential, SkyLook *look)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  g_autofree char *wanted = name_of (store, credential);
  GVariantIter iter;
  const char *name;
  SkyLook found;

  g_variant_iter_init (&iter, all);
  while (g_variant_iter_next (&iter, "(&sxxx)", &name, &found.finding, &found.entry,
                              &found.withdrawal))
    {
      if (strcmp (name, wanted) != 0)
        continue;
      *look = found;
      return TRUE;
    }
  return FALSE;
}

/* The one kept last stands last; the first go when there are too many. */
void
sky_kept_look_write (GSettings *settings,
                     const char *store,
                     const char *credential,
                     const SkyLook *look)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  g_autofree char *written = name_of (store, credential);
  gsize n = g_variant_n_children (all);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sxxx)"));
  for (gsize i = n >= MOST_KEPT ? n - MOST_KEPT + 1 : 0; i < n; i++)
    {
      g_autoptr (GVariant) kept = g_variant_get_child_value (all, i);
      const char *name;
      g_variant_get_child (kept, 0, "&s", &name);
      if (strcmp (name, written) != 0)
        g_variant_builder_add_value (&builder, kept);
    }
  g_variant_builder_add (&builder, "(sxxx)", written, look->finding, look->entry, look->withdrawal);
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}
