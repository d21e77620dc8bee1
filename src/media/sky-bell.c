/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-bell.h"

struct _SkyBell
{
  gatomicrefcount refs;
  GMainContext *context;
  SkyBellHeard heard; /* the thread that made it; NULL: retired */
  gpointer data;
  gint rung; /* atomic: it will be heard */
};

SkyBell *
sky_bell_new (SkyBellHeard heard, gpointer data)
{
  SkyBell *self = g_new0 (SkyBell, 1);

  g_atomic_ref_count_init (&self->refs);
  self->context = g_main_context_ref_thread_default ();
  self->heard = heard;
  self->data = data;
  return self;
}

SkyBell *
sky_bell_ref (SkyBell *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_bell_unref (SkyBell *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_main_context_unref (self->context);
  g_free (self);
}

void
sky_bell_retire (SkyBell *self)
{
  self->heard = NULL;
  sky_bell_unref (self);
}

static gboolean
hear_cb (gpointer data)
{
  SkyBell *self = data;

  g_atomic_int_set (&self->rung, FALSE);
  if (self->heard != NULL)
    self->heard (self->data);
  return G_SOURCE_REMOVE;
}

void
sky_bell_ring (SkyBell *self)
{
  if (!g_atomic_int_compare_and_exchange (&self->rung, FALSE, TRUE))
    return;
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, hear_cb, sky_bell_ref (self), (GDestroyNotify) sky_bell_unref);
  g_source_attach (source, self->context);
}
