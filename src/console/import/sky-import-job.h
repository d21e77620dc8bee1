/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that reads sources by a mapping: to try the mapping, or to write the logs. What a job
 * found is had from it when it is done, by the thread that began it.
 *
 * Signal: "done" (), once. */
#pragma once

#include <gio/gio.h>

#include "sky-import-record.h"

G_BEGIN_DECLS

#define SKY_TYPE_IMPORT_JOB (sky_import_job_get_type ())
G_DECLARE_FINAL_TYPE (SkyImportJob, sky_import_job, SKY, IMPORT_JOB, GObject)

/* How many records are kept to be looked at, and how many of those set aside. */
#define SKY_IMPORT_JOB_KEPT   5000
#define SKY_IMPORT_JOB_ASIDES 1000

typedef struct
{
  /* The mapping. */
  const char *text;
  const char *name;
  const char *folder; /* where what it includes is; NULL: it includes nothing */
  /* The sources, NULL-terminated; none: the mapping is only checked. */
  const char *const *sources;
  /* Of a trial: the first record to keep, and whether all are read or no more than are kept. */
  guint64 from;
  gboolean all;
  gboolean as_lines; /* a mapping that is wrong has the sources' lines kept as they are */
  /* Of an import. */
  const char *out; /* where the logs go; NULL: it is a trial */
  const char *by;  /* a credential, or NULL */
  gboolean append;
  gint64 tolerate;
} SkyImportOrder;

/* Begins the job. @order is copied. */
SkyImportJob *sky_import_job_start (const SkyImportOrder *order) G_GNUC_WARN_UNUSED_RESULT;
/* Has it end soon, with SKY_IMPORT_ERROR_STOPPED. */
void sky_import_job_cancel (SkyImportJob *self);
/* How many bytes of how many have been read of the source in hand. */
void sky_import_job_get_progress (SkyImportJob *self, gint64 *done, gint64 *total);

/* Below: of a job that is done, and owned by it. */

/* What is wrong with the mapping, of SkyMapProblem; none: nothing is. */
const GPtrArray *sky_import_job_get_problems (SkyImportJob *self);
/* Of SkyImportRecord: those from the first that was asked for, and those set aside. */
GPtrArray *sky_import_job_get_records (SkyImportJob *self);
GPtrArray *sky_import_job_get_asides (SkyImportJob *self);
/* How many records became what. */
guint64 sky_import_job_get_count (SkyImportJob *self, SkyImportFate fate);
/* TRUE when there is more in the sources. */
gboolean sky_import_job_is_partial (SkyImportJob *self);
/* Fields that a rule reads and no record has: of texts. */
const GPtrArray *sky_import_job_get_missing (SkyImportJob *self);
/* Why it failed; NULL: it did not. */
const GError *sky_import_job_get_error (SkyImportJob *self);
/* Of an import: how many logs were written, and whether more was set aside than is tolerated, so
 * that their names end in ".part". */
guint sky_import_job_get_n_logs (SkyImportJob *self);
gboolean sky_import_job_is_unfinished (SkyImportJob *self);

G_END_DECLS
