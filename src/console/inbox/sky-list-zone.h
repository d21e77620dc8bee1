/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock that a list's times are on, named where the list begins. */
#pragma once

#include <gtk/gtk.h>

#include "sky-selection.h"

G_BEGIN_DECLS

/* Has @label name the zone as it was on the open day ("EDT" in summer, whenever it is looked at);
 * while no day is open, as it is now. */
void sky_list_zone_show (SkySelection *selection, GTimeZone *zone, GtkLabel *label);

G_END_DECLS
