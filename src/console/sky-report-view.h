/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report on the screen: its figures, then each part with its plots and its table. */
#pragma once

#include <adwaita.h>

#include "sky-report.h"

G_BEGIN_DECLS

#define SKY_TYPE_REPORT_VIEW (sky_report_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyReportView, sky_report_view, SKY, REPORT_VIEW, AdwBin)

/* Shows @report, of which it keeps a reference; NULL: nothing. */
void sky_report_view_set_report (SkyReportView *self, SkyReport *report);

G_END_DECLS
