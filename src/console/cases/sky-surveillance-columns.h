/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the surveillance log. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds all of them to @view, which shows SkySurveillanceEntrys. */
void sky_surveillance_columns_add (GtkColumnView *view);

G_END_DECLS
