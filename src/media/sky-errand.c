/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-errand.h"

#define PATIENCE (500 * G_TIME_SPAN_MILLISECOND)

struct _SkyErrand
{
  gatomicrefcount refs; /* one of the owner, one of the thread */
  SkyErrandFunc run;
  gpointer data;
  GDestroyNotify destroy;

  GMutex lock;
  GCond told;
  gboolean over; /* lock */
};

static void
errand_unref (SkyErrand *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  self->destroy (self->data);
  g_cond_clear (&self->told);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static gpointer
errand_thread (gpointer data)
{
  SkyErrand *self = data;

  self->run (self->data);
  g_mutex_lock (&self->lock);
  self->over = TRUE;
  g_cond_signal (&self->told);
  g_mutex_unlock (&self->lock);
  errand_unref (self);
  return NULL;
}

SkyErrand *
sky_errand_begin (const char *name, SkyErrandFunc run, gpointer data, GDestroyNotify destroy)
{
  SkyErrand *self = g_new0 (SkyErrand, 1);

  g_atomic_ref_count_init (&self->refs);
  g_atomic_ref_count_inc (&self->refs);
  self->run = run;
  self->data = data;
  self->destroy = destroy;
  g_mutex_init (&self->lock);
  g_cond_init (&self->told);
  g_thread_unref (g_thread_new (name, errand_thread, self));
  return self;
}

void
sky_errand_leave (SkyErrand *self)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;

  g_mutex_lock (&self->lock);
  while (!self->over && g_cond_wait_until (&self->told, &self->lock, deadline))
    ;
  g_mutex_unlock (&self->lock);
  errand_unref (self);
}
