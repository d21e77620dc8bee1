/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that its owner ends without being held up: a pipeline may take long to close, or for
 * ever, as when a recorder no longer answers. Private to this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyDetachableThread SkyDetachableThread;

typedef void (*SkyDetachableFunc) (gpointer data);

/* Runs @run in a thread named @name. @data is freed with @destroy when @run has returned and the
 * thread is detached, in the thread in which the later of the two happens. */
SkyDetachableThread *sky_detachable_thread_start (const char *name,
                                                  SkyDetachableFunc run,
                                                  gpointer data,
                                                  GDestroyNotify destroy);

/* Waits until @run, which was told to end, has returned; after half a second it is left to itself.
 * @self and its data are the caller's no longer. */
void sky_detachable_thread_detach (SkyDetachableThread *self);

G_END_DECLS
