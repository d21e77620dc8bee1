/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-weighing.h"

/* Of a log. */
enum
{
  WAITING,
  IN_HAND,
  WEIGHED,
};

struct _SkyPatternWeighing
{
  const GPtrArray *logs; /* of SkyLogCounts */
  gint *stages;          /* of each log; whoever takes it in hand weighs it */
  gint next;             /* to be taken in hand, if it is not yet; behind the last: none */
  GPtrArray *threads;
  GMutex mutex;
  GCond weighed; /* another log */
};

static gboolean
take_in_hand (SkyPatternWeighing *self, guint index)
{
  return g_atomic_int_compare_and_exchange (&self->stages[index], WAITING, IN_HAND);
}

static void
weigh (SkyPatternWeighing *self, guint index)
{
  const SkyLogCounts *log = self->logs->pdata[index];

  if (!log->counts->damaged)
    sky_counts_weigh (log->counts);
}

static gpointer
weigh_logs (gpointer data)
{
  SkyPatternWeighing *self = data;
  guint index;

  while ((index = (guint) g_atomic_int_add (&self->next, 1)) < self->logs->len)
    {
      if (!take_in_hand (self, index))
        continue;
      weigh (self, index);
      g_mutex_lock (&self->mutex);
      g_atomic_int_set (&self->stages[index], WEIGHED);
      g_cond_broadcast (&self->weighed);
      g_mutex_unlock (&self->mutex);
    }
  return NULL;
}

SkyPatternWeighing *
sky_pattern_weighing_new (const GPtrArray *logs)
{
  SkyPatternWeighing *self = g_new0 (SkyPatternWeighing, 1);
  /* One folds. */
  const guint n_threads = MIN (g_get_num_processors () - 1, logs->len);

  self->logs = logs;
  self->stages = g_new0 (gint, logs->len);
  self->threads = g_ptr_array_new ();
  g_mutex_init (&self->mutex);
  g_cond_init (&self->weighed);
  for (guint i = 0; i < n_threads; i++)
    {
      GThread *thread = g_thread_try_new ("weighing", weigh_logs, self, NULL);

      if (thread != NULL)
        g_ptr_array_add (self->threads, thread);
    }
  return self;
}

void
sky_pattern_weighing_free (SkyPatternWeighing *self)
{
  if (self == NULL)
    return;
  g_atomic_int_set (&self->next, (gint) self->logs->len);
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (self->threads->pdata[i]);
  g_ptr_array_unref (self->threads);
  g_cond_clear (&self->weighed);
  g_mutex_clear (&self->mutex);
  g_free (self->stages);
  g_free (self);
}

void
sky_pattern_weighing_wait (SkyPatternWeighing *self, guint index)
{
  if (take_in_hand (self, index))
    {
      weigh (self, index);
      g_atomic_int_set (&self->stages[index], WEIGHED);
      return;
    }
  if (g_atomic_int_get (&self->stages[index]) == WEIGHED)
    return;
  g_mutex_lock (&self->mutex);
  while (g_atomic_int_get (&self->stages[index]) != WEIGHED)
    g_cond_wait (&self->weighed, &self->mutex);
  g_mutex_unlock (&self->mutex);
}
