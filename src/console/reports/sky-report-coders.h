/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the people who recorded a report's logs by eye: how many errors they find in
 * test rounds. For the thread that makes the report. */
#pragma once

#include "sky-report.h"

G_BEGIN_DECLS

/* Adds a note to @report, which nobody else has yet, for each coder of a recorded log that @request
 * concerns. @coders is the path of the file of coders (sky-coder.h). A log that is gone says
 * nothing. Returns FALSE with a SKY_STORE_ERROR. */
gboolean sky_report_coders_add (SkyReport *report,
                                const SkyReportRequest *request,
                                SkyStore *store,
                                const char *coders,
                                GError **error);

G_END_DECLS
