/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strip above all else that says what surveillance must confirm at once, and for how long that
 * has waited. Shows the first of several; it disappears when confirmed or closed. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_ALARM_STRIP (sky_alarm_strip_get_type ())
G_DECLARE_FINAL_TYPE (SkyAlarmStrip, sky_alarm_strip, SKY, ALARM_STRIP, GtkWidget)

/* The finding @key, described by @text, waits from now on; @sounds plays a sound. */
void sky_alarm_strip_add (SkyAlarmStrip *self, const char *key, const char *text, gboolean sounds);
/* The finding @key waits no longer; NULL: none does. */
void sky_alarm_strip_settle (SkyAlarmStrip *self, const char *key);
/* The first that waits; NULL: none does. */
const char *sky_alarm_strip_get_key (SkyAlarmStrip *self);
/* How many wait. */
guint sky_alarm_strip_get_n (SkyAlarmStrip *self);

G_END_DECLS
