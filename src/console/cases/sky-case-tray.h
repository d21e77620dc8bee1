/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bar that says which case is worked on and how much is in it, and has what is done with it:
 * what is looked at or dragged here goes in, a still too; it is exported, opened, put aside. Hidden
 * while no case is worked on, but for a drag.
 *
 * Property (notifies): "open-case". */
#pragma once

#include <gtk/gtk.h>

#include "sky-open-case.h"

G_BEGIN_DECLS

#define SKY_TYPE_CASE_TRAY (sky_case_tray_get_type ())
G_DECLARE_FINAL_TYPE (SkyCaseTray, sky_case_tray, SKY, CASE_TRAY, GtkWidget)

/* @open_case: (nullable) (transfer none) */
void sky_case_tray_set_open_case (SkyCaseTray *self, SkyOpenCase *open_case);

/* Something is being dragged that can be dropped here: without a case one is opened for it. */
void sky_case_tray_set_awaiting (SkyCaseTray *self, gboolean awaiting);

G_END_DECLS
