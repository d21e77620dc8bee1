/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queues with how much waits in each; choosing one lists it in the session.
 *
 * Property (notifies): "inbox". */
#pragma once

#include <gtk/gtk.h>

#include "sky-inbox.h"

G_BEGIN_DECLS

#define SKY_TYPE_QUEUE_LIST (sky_queue_list_get_type ())
G_DECLARE_FINAL_TYPE (SkyQueueList, sky_queue_list, SKY, QUEUE_LIST, GtkWidget)

/* @inbox: (nullable) (transfer none) */
void sky_queue_list_set_inbox (SkyQueueList *self, SkyInbox *inbox);

/* The count beside @listing: undecided rows; for rounds and bookmarks, all. */
const char *sky_queue_list_get_count (SkyQueueList *self, SkyListing listing);

/* Focuses the row of the listed queue. */
void sky_queue_list_focus (SkyQueueList *self);

/* "Disputes", translated. */
const char *sky_listing_to_label (SkyListing listing);

G_END_DECLS
