/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls the main thread from any other: rung however often, it is heard once. Reference counted;
 * who made it retires it, and is not called after that, however long others still ring. Private to
 * this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyWakeup SkyWakeup;
typedef void (*SkyWakeupFunc) (gpointer data);

/* @heard is called in the main context of the thread that calls this. */
SkyWakeup *sky_wakeup_new (SkyWakeupFunc heard, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
SkyWakeup *sky_wakeup_ref (SkyWakeup *self);
void sky_wakeup_unref (SkyWakeup *self);

/* Lets go of it, in the thread that made it. */
void sky_wakeup_cancel (SkyWakeup *self);

/* Any thread. */
void sky_wakeup_send (SkyWakeup *self);

G_END_DECLS
