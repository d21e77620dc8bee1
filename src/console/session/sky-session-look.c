/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far who sits here has looked. It is kept in the settings, for each store and each credential:
 * an auditor cannot write in the store, and somebody else at this desk has looked elsewhere. */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-session-private.h"

#define KEY "looks"

/* Looks at stores that are long gone are not kept for ever. */
#define MOST_KEPT 64

/* Of this store, by whoever reviews. Returns: a new string. */
static char *
look_name (SkySession *self)
{
  return g_strdup_printf ("%s/%s", self->identity,
                          self->credential != NULL ? self->credential : "");
}

static gboolean
read_look (SkySession *self, SkyLook *look)
{
  g_autoptr (GVariant) all = g_settings_get_value (self->settings, KEY);
  g_autofree char *wanted = look_name (self);
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

/* The look kept last stands last; the first go when there are too many. */
static void
write_look (SkySession *self)
{
  g_autoptr (GVariant) all = g_settings_get_value (self->settings, KEY);
  g_autofree char *written = look_name (self);
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
  g_variant_builder_add (&builder, "(sxxx)", written, self->look.finding, self->look.entry,
                         self->look.withdrawal);
  g_settings_set_value (self->settings, KEY, g_variant_builder_end (&builder));
}

/* The list is marked by the look, and what is listed may depend on it. */
static void
heed_look (SkySession *self)
{
  sky_queue_model_set_look (self->model, self->has_looked ? &self->look : NULL, self->credential);
  self->filter->since = self->look;
  g_free (self->filter->looker);
  self->filter->looker = g_strdup (self->credential);
  if (self->filter->changed)
    sky_session_ask_rows (self);
  else
    sky_queue_model_refresh (self->model);
  sky_session_ask_counts (self);
}

void
sky_session_find_look (SkySession *self)
{
  SkyLook look = { 0 };
  gboolean has_looked;

  if (self->identity == NULL)
    return;
  has_looked = read_look (self, &look);
  self->has_looked = has_looked;
  self->look = look;
  heed_look (self);
}

void
sky_session_mark_seen (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->identity == NULL)
    return;
  /* What was counted last has been in sight; what came after has not. */
  self->look = self->present;
  self->has_looked = TRUE;
  write_look (self);
  sky_session_forget_arrived (self);
  heed_look (self);
  sky_store_link_tell (self->link, _ ("All is marked as seen"));
}

gboolean
sky_session_has_looked (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->has_looked;
}

guint64
sky_session_get_n_changed (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->has_looked ? self->n_changed : 0;
}

void
sky_session_set_changed_only (SkySession *self, gboolean changed)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (self->filter);
  filter->changed = changed;
  sky_session_set_filter (self, filter);
}

/* --- What has come ---------------------------------------------------------------------------- */

void
sky_session_arrived_cb (SkySession *self, GArray *ids, SkyQueueModel *model)
{
  g_array_append_vals (self->arrived, ids->data, ids->len);
  sky_session_emit (self, SKY_SESSION_ARRIVED_CHANGED);
}

guint
sky_session_get_n_arrived (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->arrived->len;
}

void
sky_session_show_arrived (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->arrived->len == 0)
    return;
  gint64 id = g_array_index (self->arrived, gint64, 0);
  g_array_remove_index (self->arrived, 0);
  sky_session_emit (self, SKY_SESSION_ARRIVED_CHANGED);
  sky_session_show_finding (self, id);
}

void
sky_session_forget_arrived (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->arrived->len == 0)
    return;
  g_array_set_size (self->arrived, 0);
  sky_session_emit (self, SKY_SESSION_ARRIVED_CHANGED);
}

void
sky_session_meet_arrived (SkySession *self, gint64 id)
{
  for (guint i = 0; i < self->arrived->len; i++)
    {
      if (g_array_index (self->arrived, gint64, i) != id)
        continue;
      g_array_remove_index (self->arrived, i);
      sky_session_emit (self, SKY_SESSION_ARRIVED_CHANGED);
      return;
    }
}
