/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was said and is not written yet. Once that takes longer than a moment it is marked where the
 * findings stand, and counted; and so is what could not be written. */
#include "config.h"

#include "sky-session-private.h"

/* What is written within a moment need not be told, in milliseconds. */
#define MOMENT 500

/* What it is of the findings: by key, the SkyQueueWait. */
static GHashTable *
list_waiting (SkySession *self)
{
  GHashTable *waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key;

  for (guint i = 0; i < self->unsaid->len; i++)
    g_hash_table_insert (waiting, g_strdup (((const SkyUnsaid *) self->unsaid->pdata[i])->key),
                         GINT_TO_POINTER (SKY_QUEUE_UNSAID));
  g_hash_table_iter_init (&iter, self->pending);
  while (self->waits && g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_insert (waiting, g_strdup (key), GINT_TO_POINTER (SKY_QUEUE_WAITS));
  return waiting;
}

void
sky_session_mark_waiting (SkySession *self)
{
  g_autoptr (GHashTable) waiting = list_waiting (self);

  sky_queue_model_set_waiting (self->model, waiting);
  sky_session_emit (self, SKY_SESSION_WRITING_CHANGED);
}

static gboolean
moment_cb (gpointer user_data)
{
  SkySession *self = user_data;

  self->waiting_timer = 0;
  self->waits = TRUE;
  sky_session_mark_waiting (self);
  return G_SOURCE_REMOVE;
}

void
sky_session_heed_waiting (SkySession *self)
{
  gboolean something = sky_store_link_get_n_writing (self->link) > 0 || self->deciding != NULL;
  gboolean waits = something && (self->waits || sky_store_link_get_lost (self->link) != NULL);

  if (something && !waits && self->waiting_timer == 0)
    self->waiting_timer = g_timeout_add (MOMENT, moment_cb, self);
  if (!something)
    g_clear_handle_id (&self->waiting_timer, g_source_remove);
  /* As long as nothing is marked nothing has to be taken away. */
  if (!waits && !self->waits)
    {
      sky_session_emit (self, SKY_SESSION_WRITING_CHANGED);
      return;
    }
  self->waits = waits;
  sky_session_mark_waiting (self);
}

void
sky_session_begin_pending (SkySession *self, const char *key)
{
  gsize n = GPOINTER_TO_SIZE (g_hash_table_lookup (self->pending, key));

  g_hash_table_insert (self->pending, g_strdup (key), GSIZE_TO_POINTER (n + 1));
}

void
sky_session_end_pending (SkySession *self, const char *key)
{
  gsize n = GPOINTER_TO_SIZE (g_hash_table_lookup (self->pending, key));

  if (n > 1)
    g_hash_table_insert (self->pending, g_strdup (key), GSIZE_TO_POINTER (n - 1));
  else
    g_hash_table_remove (self->pending, key);
}

gboolean
sky_session_is_waiting (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);

  const SkyStoredFinding *finding = sky_session_get_finding (self);
  return self->waits && finding != NULL && g_hash_table_contains (self->pending, finding->key);
}

guint
sky_session_get_n_waiting (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);

  guint done;
  guint n = sky_session_get_deciding (self, &done);
  return self->waits ? sky_store_link_get_n_writing (self->link) + n - done : 0;
}
