/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls the main thread from any other; several rings may give one call. Reference counted. After
 * its creator retires it, no call follows, even if others still ring. Private to this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyWakeup SkyWakeup;
typedef void (*SkyWakeupFunc) (gpointer data);

/* @heard is called in the main context of this function's caller. */
SkyWakeup *sky_wakeup_new (SkyWakeupFunc heard, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
SkyWakeup *sky_wakeup_ref (SkyWakeup *self);
void sky_wakeup_unref (SkyWakeup *self);

/* Lets go of it, in the thread that made it. */
void sky_wakeup_cancel (SkyWakeup *self);

/* Any thread. */
void sky_wakeup_send (SkyWakeup *self);

G_END_DECLS
