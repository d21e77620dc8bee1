/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that its owner ends without being held up: a pipeline may take long to close, or for
 * ever, as when a recorder no longer answers. Private to this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyErrand SkyErrand;

typedef void (*SkyErrandFunc) (gpointer data);

/* Runs @run in a thread named @name. @data is freed with @destroy when @run has returned and the
 * errand is left, in the thread in which the later of the two happens. */
SkyErrand *
sky_errand_begin (const char *name, SkyErrandFunc run, gpointer data, GDestroyNotify destroy);

/* Waits until @run, which was told to end, has returned; after half a second it is left to itself.
 * @self and its data are the caller's no longer. */
void sky_errand_leave (SkyErrand *self);

G_END_DECLS
