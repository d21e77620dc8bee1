/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saved filters: chosen by a click, renamed, deleted, and what narrows the list now saved under
 * a name.
 *
 * Property (notifies): "inbox". */
#pragma once

#include <gtk/gtk.h>

#include "sky-inbox.h"
#include "sky-saved-filters.h"

G_BEGIN_DECLS

#define SKY_TYPE_SAVED_POPOVER (sky_saved_popover_get_type ())
G_DECLARE_FINAL_TYPE (SkySavedPopover, sky_saved_popover, SKY, SAVED_POPOVER, GtkPopover)

/* @inbox: (nullable) (transfer none) */
void sky_saved_popover_set_inbox (SkySavedPopover *self, SkyInbox *inbox);

/* The filters themselves, which the popover owns. */
SkySavedFilters *sky_saved_popover_get_filters (SkySavedPopover *self);

/* Like a click on the filter number @i; nothing if there is none. */
void sky_saved_popover_choose (SkySavedPopover *self, guint i);
/* Like a click on its pencil: the next text typed is its new name. */
void sky_saved_popover_begin_rename (SkySavedPopover *self, guint i);
/* Types @name and clicks the button beside it. */
void sky_saved_popover_enter (SkySavedPopover *self, const char *name);

G_END_DECLS
