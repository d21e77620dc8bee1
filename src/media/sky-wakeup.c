/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wakeup.h"

struct _SkyWakeup
{
  gatomicrefcount refs;
  GMainContext *context;
  SkyWakeupFunc heard; /* the thread that made it; NULL: retired */
  gpointer data;
  gint rung; /* atomic: it will be heard */
};

SkyWakeup *
sky_wakeup_new (SkyWakeupFunc heard, gpointer data)
{
  SkyWakeup *self = g_new0 (SkyWakeup, 1);

  g_atomic_ref_count_init (&self->refs);
  self->context = g_main_context_ref_thread_default ();
  self->heard = heard;
  self->data = data;
  return self;
}

SkyWakeup *
sky_wakeup_ref (SkyWakeup *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_wakeup_unref (SkyWakeup *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_main_context_unref (self->context);
  g_free (self);
}

void
sky_wakeup_cancel (SkyWakeup *self)
{
  self->heard = NULL;
  sky_wakeup_unref (self);
}

static gboolean
dispatch_cb (gpointer data)
{
  SkyWakeup *self = data;

  g_atomic_int_set (&self->rung, FALSE);
  if (self->heard != NULL)
    self->heard (self->data);
  return G_SOURCE_REMOVE;
}

void
sky_wakeup_send (SkyWakeup *self)
{
  if (!g_atomic_int_compare_and_exchange (&self->rung, FALSE, TRUE))
    return;
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, dispatch_cb, sky_wakeup_ref (self),
                         (GDestroyNotify) sky_wakeup_unref);
  g_source_attach (source, self->context);
}
