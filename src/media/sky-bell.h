/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls the main thread from any other: rung however often, it is heard once. Reference counted;
 * who made it retires it, and is not called after that, however long others still ring. Private to
 * this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyBell SkyBell;
typedef void (*SkyBellHeard) (gpointer data);

/* @heard is called in the main context of the thread that calls this. */
SkyBell *sky_bell_new (SkyBellHeard heard, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
SkyBell *sky_bell_ref (SkyBell *self);
void sky_bell_unref (SkyBell *self);

/* Lets go of it, in the thread that made it. */
void sky_bell_retire (SkyBell *self);

/* Any thread. */
void sky_bell_ring (SkyBell *self);

G_END_DECLS
