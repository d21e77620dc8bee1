/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bar that names the open case and counts its items. The current item, or whatever is dropped
 * here, goes into the case; so do stills. Its buttons export, open and put aside the case. Hidden
 * without an open case, except during a drag. Property (notifies): "open-case". */
#pragma once

#include <gtk/gtk.h>

#include "sky-open-case.h"

G_BEGIN_DECLS

#define SKY_TYPE_CASE_TRAY (sky_case_tray_get_type ())
G_DECLARE_FINAL_TYPE (SkyCaseTray, sky_case_tray, SKY, CASE_TRAY, GtkWidget)

/* @open_case: (nullable) (transfer none) */
void sky_case_tray_set_open_case (SkyCaseTray *self, SkyOpenCase *open_case);

/* The user drags something that fits here; without a case, dropping it opens one. */
void sky_case_tray_set_awaiting (SkyCaseTray *self, gboolean awaiting);

G_END_DECLS
