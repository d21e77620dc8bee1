/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that its owner ends without waiting: a pipeline may take long to close, or forever, if a
 * recorder no longer answers. Private to this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyDetachableThread SkyDetachableThread;

typedef void (*SkyDetachableFunc) (gpointer data);

/* Runs @run in a thread named @name. After @run has returned and the thread is detached, @destroy
 * frees @data, in the thread of the later event. */
SkyDetachableThread *sky_detachable_thread_start (const char *name,
                                                  SkyDetachableFunc run,
                                                  gpointer data,
                                                  GDestroyNotify destroy);

/* Waits until @run, which must have been told to end, returns; abandons it after half a second. The
 * caller loses @self and its data. */
void sky_detachable_thread_detach (SkyDetachableThread *self);

G_END_DECLS
