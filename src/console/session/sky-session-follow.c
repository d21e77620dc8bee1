/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-session-private.h"

/* --- The day ---------------------------------------------------------------------------------- */

static void load_longer (SkySession *self);

/* What a load of the day was for. */
typedef struct
{
  SkySession *self;
  gint64 log;
} Growing;

static void
longer_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Growing *growing = user_data;
  g_autoptr (SkySession) self = growing->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyTableDay) day = sky_table_day_load_finish (result, &error);
  gboolean again = self->day_is_behind;

  self->growing = FALSE;
  /* Another day may have been opened meanwhile, or nothing is followed any more. */
  if (day != NULL && self->follower != NULL && growing->log == self->log && self->day != NULL
      && self->opening == NULL)
    sky_session_grow_day (self, day);
  self->day_is_behind = again;
  load_longer (self);
}

static void
load_longer (SkySession *self)
{
  if (!self->day_is_behind || self->growing || self->day == NULL || self->opening != NULL)
    return;

  Growing *growing = g_new (Growing, 1);
  *growing = (Growing){ g_object_ref (self), self->log };
  self->growing = TRUE;
  self->day_is_behind = FALSE;
  sky_table_day_load_async (sky_table_day_get_archive_path (self->day),
                            sky_table_day_get_log_path (self->day), NULL, longer_cb, growing);
}

/* --- What comes ------------------------------------------------------------------------------- */

static void
found_cb (SkySession *self, const SkyNews *news, SkyFollower *follower)
{
  if (follower != self->follower)
    return;
  g_hash_table_add (self->told, g_strdup (news->key));
  sky_session_emit_news (self, news);
}

static void
stored_cb (SkySession *self, const char *archive, const char *name, SkyFollower *follower)
{
  if (follower != self->follower)
    return;
  sky_queue_model_refresh (self->model);
  sky_session_ask_counts (self);
  sky_session_ask_awaited (self);
  if (self->day == NULL)
    return;
  sky_session_ask_marks (self);
  g_autofree char *path = g_build_filename (archive, name, NULL);
  if (strcmp (path, sky_table_day_get_log_path (self->day)) != 0)
    return;
  self->day_is_behind = TRUE;
  load_longer (self);
}

static void
problem_cb (SkySession *self, const char *problem, SkyFollower *follower)
{
  if (follower == self->follower)
    sky_store_link_warn (self->link, problem);
}

void
sky_session_start_following (SkySession *self)
{
  if (!self->follow || self->follower != NULL || self->job != NULL || self->opened == NULL
      || self->opened[0] == NULL)
    return;
  self->follower =
      sky_follower_start ((const char *const *) self->opened, sky_store_link_get_path (self->link));
  g_signal_connect_object (self->follower, "found", G_CALLBACK (found_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->follower, "log-stored", G_CALLBACK (stored_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->follower, "problem", G_CALLBACK (problem_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_notify (G_OBJECT (self), "following");
}

void
sky_session_stop_following (SkySession *self)
{
  if (self->follower == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->follower, self);
  sky_follower_stop (self->follower);
  g_clear_object (&self->follower);
  g_hash_table_remove_all (self->told);
  g_object_notify (G_OBJECT (self), "following");
}

void
sky_session_set_follow (SkySession *self, gboolean follow)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  self->follow = follow;
  if (follow)
    sky_session_start_following (self);
  else
    sky_session_stop_following (self);
}

gboolean
sky_session_get_follow (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->follow;
}

gboolean
sky_session_is_following (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->follower != NULL;
}
