/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of a shift, a day, a table or a dealer: choosing one, reading it, printing it, saving
 * it as PDF or CSV. It asks the store by a thread of its own, and again when a review changes
 * something. */
#pragma once

#include <adwaita.h>

#include "sky-printing.h"
#include "sky-report.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_REPORTS_WINDOW (sky_reports_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyReportsWindow, sky_reports_window, SKY, REPORTS_WINDOW, AdwWindow)

SkyReportsWindow *sky_reports_window_new (GtkWindow *parent, SkySelection *selection);

/* Offers the reports of @kind. */
void sky_reports_window_choose (SkyReportsWindow *self, SkyReportKind kind);

/* TRUE when the selected report is shown. */
gboolean sky_reports_window_is_settled (SkyReportsWindow *self);

/* The shown report; NULL: none yet, or none at all. */
SkyReport *sky_reports_window_get_report (SkyReportsWindow *self);

/* Saves the shown report into @file: as CSV if its name says so, otherwise as PDF. Emits "saved"
 * afterward, with whether it succeeded. */
void sky_reports_window_save (SkyReportsWindow *self, GFile *file);

/* Prints the shown report with @printer (transfer full); the ledger records it. Emits "saved" when
 * the printer has it, or after a failure. */
void sky_reports_window_print (SkyReportsWindow *self, SkyPrinter *printer);

G_END_DECLS
