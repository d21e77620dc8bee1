/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of statistics, kept as they were made. A log that comes late, or goes, changes present
 * knowledge, not an earlier report. */
#pragma once

#include "sky-store.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* A report. Logarithms are texts of 17 digits. */
typedef struct
{
  char *property;
  char *unit;      /* what tells units apart (sky-patterns.h) */
  gboolean people; /* it is about people: not for operators */
  SkyDay reported_on;
  SkyDay since;
  char *lead;
  char *ln_r;
  char *ln_a;
} SkyNotedReport;

void sky_noted_report_free (SkyNotedReport *self);

/* Whether the store's user may add reports: in a shared store, workers and the owner may. */
gboolean sky_store_may_note_reports (SkyStore *self, gboolean *may, GError **error);

/* Keeps @report; an existing one stays as it is. */
gboolean sky_store_note_report (SkyStore *self, const SkyNotedReport *report, GError **error);

/* Returns all reports that the store's user may see, SkyNotedReport, by property, unit and day. */
GPtrArray *sky_store_list_reports (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyNotedReport, sky_noted_report_free)

G_END_DECLS
