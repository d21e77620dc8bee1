/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strip above a package's contents with the verdict or, until then, the progress. Its buttons
 * are the window's actions ("win.verify", "win.package-report"). */
#pragma once

#include <gtk/gtk.h>

#include "sky-package-check.h"

G_BEGIN_DECLS

#define SKY_TYPE_VERDICT_STRIP (sky_verdict_strip_get_type ())
G_DECLARE_FINAL_TYPE (SkyVerdictStrip, sky_verdict_strip, SKY, VERDICT_STRIP, GtkWidget)

/* Shows what @check says; @n_left_out findings of the package are not in the list. */
void sky_verdict_strip_show (SkyVerdictStrip *self, SkyPackageCheck *check, guint n_left_out);
/* What it says. */
const char *sky_verdict_strip_get_text (SkyVerdictStrip *self);

G_END_DECLS
