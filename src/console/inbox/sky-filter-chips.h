/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What narrows the session's list, always in sight: a chip for each part of the filter, which a
 * click takes away, and one that takes all away. It is not there when nothing narrows the list.
 *
 * Property (notifies): "inbox". */
#pragma once

#include <gtk/gtk.h>

#include "sky-inbox.h"

G_BEGIN_DECLS

#define SKY_TYPE_FILTER_CHIPS (sky_filter_chips_get_type ())
G_DECLARE_FINAL_TYPE (SkyFilterChips, sky_filter_chips, SKY, FILTER_CHIPS, GtkWidget)

/* @inbox: (nullable) (transfer none) */
void sky_filter_chips_set_inbox (SkyFilterChips *self, SkyInbox *inbox);

/* The shown chips, separated by " | ". Returns: a new string. */
char *sky_filter_chips_dup_text (SkyFilterChips *self);

G_END_DECLS
