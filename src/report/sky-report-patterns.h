/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What statistics tell in a report: of a table its wheels and dice, of a dealer the rate of errors.
 * A dealer's patrons are in no report. */
#pragma once

#include "sky-report.h"

G_BEGIN_DECLS

/* Adds the patterns of what @request is of, which touch its days, as they stand now. */
gboolean sky_report_add_patterns (SkyReport *self,
                                  SkyStore *store,
                                  const SkyReportRequest *request,
                                  GError **error);

G_END_DECLS
