/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-detachable-thread.h"

#define PATIENCE (500 * G_TIME_SPAN_MILLISECOND)

struct _SkyDetachableThread
{
  gatomicrefcount refs; /* one of the owner, one of the thread */
  SkyDetachableFunc run;
  gpointer data;
  GDestroyNotify destroy;

  GMutex lock;
  GCond told;
  gboolean over; /* lock */
};

static void
detachable_thread_unref (SkyDetachableThread *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  self->destroy (self->data);
  g_cond_clear (&self->told);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static gpointer
run_thread (gpointer data)
{
  SkyDetachableThread *self = data;

  self->run (self->data);
  g_mutex_lock (&self->lock);
  self->over = TRUE;
  g_cond_signal (&self->told);
  g_mutex_unlock (&self->lock);
  detachable_thread_unref (self);
  return NULL;
}

SkyDetachableThread *
sky_detachable_thread_start (const char *name,
                             SkyDetachableFunc run,
                             gpointer data,
                             GDestroyNotify destroy)
{
  SkyDetachableThread *self = g_new0 (SkyDetachableThread, 1);

  g_atomic_ref_count_init (&self->refs);
  g_atomic_ref_count_inc (&self->refs);
  self->run = run;
  self->data = data;
  self->destroy = destroy;
  g_mutex_init (&self->lock);
  g_cond_init (&self->told);
  g_thread_unref (g_thread_new (name, run_thread, self));
  return self;
}

void
sky_detachable_thread_detach (SkyDetachableThread *self)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;

  g_mutex_lock (&self->lock);
  while (!self->over && g_cond_wait_until (&self->told, &self->lock, deadline))
    ;
  g_mutex_unlock (&self->lock);
  detachable_thread_unref (self);
}
