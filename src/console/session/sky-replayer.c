/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-replayer.h"

/* What the thread and the object share. The thread holds a reference of its own, so that the object
 * may go without waiting for a replay to end. */
typedef struct
{
  gatomicrefcount refs;
  SkyLog *log;
  SkyReplayer *owner; /* main thread only; NULL once the object is gone */

  GMutex mutex;
  GCond cond;
  /* All below is guarded by @mutex. */
  gboolean stop;
  gboolean wants_scene;
  SkyTime scene_at;
  gboolean wants_round;
  SkyRound round;
  gboolean working;
  SkyScene *new_scene;
  SkyRoundReplay *new_round;
  gboolean told; /* an idle is pending */
} Shared;

struct _SkyReplayer
{
  GObject parent_instance;

  Shared *shared;
  SkyScene *scene;
  SkyRoundReplay *round;
};

G_DEFINE_FINAL_TYPE (SkyReplayer, sky_replayer, G_TYPE_OBJECT)

enum
{
  SIGNAL_SCENE,
  SIGNAL_ROUND,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
round_replay_free (SkyRoundReplay *replay)
{
  g_clear_pointer (&replay->scene, sky_scene_unref);
  g_clear_pointer (&replay->steps, g_ptr_array_unref);
  g_free (replay->problem);
  g_free (replay);
}

static void
shared_unref (Shared *shared)
{
  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  g_clear_pointer (&shared->new_scene, sky_scene_unref);
  g_clear_pointer (&shared->new_round, round_replay_free);
  sky_log_unref (shared->log);
  g_mutex_clear (&shared->mutex);
  g_cond_clear (&shared->cond);
  g_free (shared);
}

/* --- The thread ------------------------------------------------------------------------------- */

static gboolean
deliver_cb (gpointer data)
{
  Shared *shared = data;
  SkyReplayer *self = shared->owner;

  if (self == NULL)
    return G_SOURCE_REMOVE;

  g_mutex_lock (&shared->mutex);
  SkyScene *scene = g_steal_pointer (&shared->new_scene);
  SkyRoundReplay *round = g_steal_pointer (&shared->new_round);
  shared->told = FALSE;
  g_mutex_unlock (&shared->mutex);

  /* A handler may let go of the last reference. */
  g_autoptr (SkyReplayer) keep = g_object_ref (self);
  if (scene != NULL)
    {
      g_clear_pointer (&self->scene, sky_scene_unref);
      self->scene = scene;
      g_signal_emit (self, signals[SIGNAL_SCENE], 0);
    }
  if (round != NULL)
    {
      g_clear_pointer (&self->round, round_replay_free);
      self->round = round;
      g_signal_emit (self, signals[SIGNAL_ROUND], 0);
    }
  return G_SOURCE_REMOVE;
}

/* With the mutex held. */
static void
tell (Shared *shared)
{
  if (shared->told || shared->stop)
    return;
  shared->told = TRUE;
  g_atomic_ref_count_inc (&shared->refs);
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver_cb, shared, (GDestroyNotify) shared_unref);
}

static SkyRoundReplay *
work_round_out (Shared *shared, SkyReplay *replay, const SkyRound *round)
{
  SkyRoundReplay *answer = g_new0 (SkyRoundReplay, 1);
  g_autoptr (GError) error = NULL;

  answer->round = round->round;
  answer->scene = sky_replay_at_end (replay, round);
  answer->steps = sky_audit_explain (shared->log, round->round, NULL, &error);
  if (answer->steps == NULL)
    answer->problem = g_strdup (error->message);
  return answer;
}

static gpointer
replay_thread (gpointer data)
{
  Shared *shared = data;
  g_autoptr (SkyReplay) at_playhead = sky_replay_new (shared->log);
  g_autoptr (SkyReplay) at_round = sky_replay_new (shared->log);

  g_mutex_lock (&shared->mutex);
  while (!shared->stop)
    {
      if (shared->wants_scene)
        {
          SkyTime at = shared->scene_at;
          shared->wants_scene = FALSE;
          shared->working = TRUE;
          g_mutex_unlock (&shared->mutex);
          SkyScene *scene = sky_replay_at (at_playhead, at);
          g_mutex_lock (&shared->mutex);
          g_clear_pointer (&shared->new_scene, sky_scene_unref);
          shared->new_scene = scene;
          shared->working = FALSE;
          tell (shared);
        }
      else if (shared->wants_round)
        {
          SkyRound round = shared->round;
          shared->wants_round = FALSE;
          shared->working = TRUE;
          g_mutex_unlock (&shared->mutex);
          SkyRoundReplay *answer = work_round_out (shared, at_round, &round);
          g_mutex_lock (&shared->mutex);
          g_clear_pointer (&shared->new_round, round_replay_free);
          shared->new_round = answer;
          shared->working = FALSE;
          tell (shared);
        }
      else
        g_cond_wait (&shared->cond, &shared->mutex);
    }
  g_mutex_unlock (&shared->mutex);
  shared_unref (shared);
  return NULL;
}

/* --- The object ------------------------------------------------------------------------------- */

static void
sky_replayer_dispose (GObject *object)
{
  SkyReplayer *self = SKY_REPLAYER (object);

  if (self->shared != NULL)
    {
      self->shared->owner = NULL;
      g_mutex_lock (&self->shared->mutex);
      self->shared->stop = TRUE;
      g_cond_signal (&self->shared->cond);
      g_mutex_unlock (&self->shared->mutex);
      g_clear_pointer (&self->shared, shared_unref);
    }
  g_clear_pointer (&self->scene, sky_scene_unref);
  g_clear_pointer (&self->round, round_replay_free);
  G_OBJECT_CLASS (sky_replayer_parent_class)->dispose (object);
}

static void
sky_replayer_class_init (SkyReplayerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_replayer_dispose;
  signals[SIGNAL_SCENE] = g_signal_new ("scene", SKY_TYPE_REPLAYER, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ROUND] = g_signal_new ("round", SKY_TYPE_REPLAYER, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
}

static void
sky_replayer_init (SkyReplayer *self)
{
}

SkyReplayer *
sky_replayer_new (SkyLog *log)
{
  SkyReplayer *self = g_object_new (SKY_TYPE_REPLAYER, NULL);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  shared->log = sky_log_ref (log);
  shared->owner = self;
  g_mutex_init (&shared->mutex);
  g_cond_init (&shared->cond);
  self->shared = shared;

  g_atomic_ref_count_inc (&shared->refs);
  g_thread_unref (g_thread_new ("replay", replay_thread, shared));
  return self;
}

void
sky_replayer_ask_scene (SkyReplayer *self, SkyTime at)
{
  g_return_if_fail (SKY_IS_REPLAYER (self));

  g_mutex_lock (&self->shared->mutex);
  self->shared->wants_scene = TRUE;
  self->shared->scene_at = at;
  g_cond_signal (&self->shared->cond);
  g_mutex_unlock (&self->shared->mutex);
}

void
sky_replayer_ask_round (SkyReplayer *self, const SkyRound *round)
{
  g_return_if_fail (SKY_IS_REPLAYER (self));
  g_return_if_fail (round != NULL);

  g_mutex_lock (&self->shared->mutex);
  self->shared->wants_round = TRUE;
  self->shared->round = *round;
  g_cond_signal (&self->shared->cond);
  g_mutex_unlock (&self->shared->mutex);
}

const SkyScene *
sky_replayer_get_scene (SkyReplayer *self)
{
  g_return_val_if_fail (SKY_IS_REPLAYER (self), NULL);
  return self->scene;
}

const SkyRoundReplay *
sky_replayer_get_round (SkyReplayer *self)
{
  g_return_val_if_fail (SKY_IS_REPLAYER (self), NULL);
  return self->round;
}

gboolean
sky_replayer_is_busy (SkyReplayer *self)
{
  g_return_val_if_fail (SKY_IS_REPLAYER (self), FALSE);

  g_mutex_lock (&self->shared->mutex);
  gboolean busy = self->shared->wants_scene || self->shared->wants_round || self->shared->working
                  || self->shared->told;
  g_mutex_unlock (&self->shared->mutex);
  return busy;
}
