/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What nobody looked at of the logs that a list is made of, so that nobody takes its length for
 * the whole. */
#pragma once

#include <gtk/gtk.h>

#include "sky-inbox.h"

G_BEGIN_DECLS

/* Returns a new text, translated; NULL: nothing is left out. */
char *sky_left_out_dup_text (SkyInbox *inbox) G_GNUC_WARN_UNUSED_RESULT;

/* Has @label say @counted, how much is listed. Where something is left out, it says so, and its
 * tooltip tells what. */
void sky_left_out_show (SkyInbox *inbox, const char *counted, GtkLabel *label);

G_END_DECLS
