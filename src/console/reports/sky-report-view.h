/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report on the screen: its figures, then each part with its plots and its table. */
#pragma once

#include <adwaita.h>

#include "sky-report.h"

G_BEGIN_DECLS

#define SKY_TYPE_REPORT_VIEW (sky_report_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyReportView, sky_report_view, SKY, REPORT_VIEW, AdwBin)

/* Shows @report, keeping a reference; NULL: nothing. It adds parts one by one, so that the window
 * stays responsive. */
void sky_report_view_set_report (SkyReportView *self, SkyReport *report);

/* TRUE when all of it is shown. */
gboolean sky_report_view_is_complete (SkyReportView *self);

G_END_DECLS
