/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-saved-filters.h"

#include "sky-filter-text.h"

#define KEY "saved-filters"

typedef struct
{
  char *name;
  char *line;
  SkyFindingFilter *filter; /* NULL: the line is none */
} Saved;

struct _SkySavedFilters
{
  GObject parent_instance;

  GSettings *settings;
  GPtrArray *all; /* of Saved */
};

G_DEFINE_FINAL_TYPE (SkySavedFilters, sky_saved_filters, G_TYPE_OBJECT)

static guint changed_signal;

static Saved *
saved_new (const char *name, const char *line)
{
  Saved *saved = g_new0 (Saved, 1);

  saved->name = g_strdup (name);
  saved->line = g_strdup (line);
  saved->filter = sky_filter_from_line (line);
  return saved;
}

static void
saved_free (Saved *saved)
{
  g_free (saved->name);
  g_free (saved->line);
  g_clear_pointer (&saved->filter, sky_finding_filter_free);
  g_free (saved);
}

static void
read_cb (SkySavedFilters *self)
{
  g_autoptr (GVariant) value = g_settings_get_value (self->settings, KEY);
  GVariantIter iter;
  const char *name;
  const char *line;

  g_ptr_array_set_size (self->all, 0);
  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(&s&s)", &name, &line))
    g_ptr_array_add (self->all, saved_new (name, line));
  g_signal_emit (self, changed_signal, 0);
}

static void
write_all (SkySavedFilters *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < self->all->len; i++)
    {
      const Saved *saved = self->all->pdata[i];
      g_variant_builder_add (&builder, "(ss)", saved->name, saved->line);
    }
  g_settings_set_value (self->settings, KEY, g_variant_builder_end (&builder));
}

/* @name without blanks around it; NULL when nothing is left. */
static char *
trim (const char *name)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (name));

  return trimmed[0] != '\0' ? g_steal_pointer (&trimmed) : NULL;
}

static Saved *
find (SkySavedFilters *self, const char *name)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      Saved *saved = self->all->pdata[i];
      if (strcmp (saved->name, name) == 0)
        return saved;
    }
  return NULL;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_saved_filters_finalize (GObject *object)
{
  SkySavedFilters *self = SKY_SAVED_FILTERS (object);

  g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
  g_ptr_array_unref (self->all);
  G_OBJECT_CLASS (sky_saved_filters_parent_class)->finalize (object);
}

static void
sky_saved_filters_class_init (SkySavedFiltersClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_saved_filters_finalize;
  changed_signal = g_signal_new ("changed", SKY_TYPE_SAVED_FILTERS, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
sky_saved_filters_init (SkySavedFilters *self)
{
  self->all = g_ptr_array_new_with_free_func ((GDestroyNotify) saved_free);
}

SkySavedFilters *
sky_saved_filters_new (GSettings *settings)
{
  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  SkySavedFilters *self = g_object_new (SKY_TYPE_SAVED_FILTERS, NULL);
  self->settings = g_object_ref (settings);
  g_signal_connect_swapped (settings, "changed::" KEY, G_CALLBACK (read_cb), self);
  read_cb (self);
  return self;
}

guint
sky_saved_filters_get_n (SkySavedFilters *self)
{
  g_return_val_if_fail (SKY_IS_SAVED_FILTERS (self), 0);
  return self->all->len;
}

const char *
sky_saved_filters_get_name (SkySavedFilters *self, guint i)
{
  g_return_val_if_fail (SKY_IS_SAVED_FILTERS (self) && i < self->all->len, NULL);
  return ((const Saved *) self->all->pdata[i])->name;
}

const SkyFindingFilter *
sky_saved_filters_get (SkySavedFilters *self, guint i)
{
  g_return_val_if_fail (SKY_IS_SAVED_FILTERS (self) && i < self->all->len, NULL);
  return ((const Saved *) self->all->pdata[i])->filter;
}

gboolean
sky_saved_filters_save (SkySavedFilters *self, const char *name, const SkyFindingFilter *filter)
{
  g_return_val_if_fail (SKY_IS_SAVED_FILTERS (self), FALSE);
  g_return_val_if_fail (name != NULL && filter != NULL, FALSE);

  g_autofree char *trimmed = trim (name);
  g_autofree char *line = sky_filter_to_line (filter);
  if (trimmed == NULL)
    return FALSE;
  Saved *there = find (self, trimmed);
  if (there == NULL)
    g_ptr_array_add (self->all, saved_new (trimmed, line));
  else
    {
      g_free (there->line);
      there->line = g_steal_pointer (&line);
    }
  write_all (self);
  return TRUE;
}

gboolean
sky_saved_filters_rename (SkySavedFilters *self, guint i, const char *name)
{
  g_return_val_if_fail (SKY_IS_SAVED_FILTERS (self) && i < self->all->len, FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  Saved *saved = self->all->pdata[i];
  g_autofree char *trimmed = trim (name);
  if (trimmed == NULL)
    return FALSE;
  Saved *there = find (self, trimmed);
  if (there == saved)
    return TRUE;
  if (there != NULL)
    return FALSE;
  g_free (saved->name);
  saved->name = g_steal_pointer (&trimmed);
  write_all (self);
  return TRUE;
}

void
sky_saved_filters_remove (SkySavedFilters *self, guint i)
{
  g_return_if_fail (SKY_IS_SAVED_FILTERS (self) && i < self->all->len);

  g_ptr_array_remove_index (self->all, i);
  write_all (self);
}
