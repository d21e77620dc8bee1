/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that reads sources by a mapping, to try the mapping or to write the logs. When it is
 * done, the thread that started it gets the results. Signal: "done" (), once. */
#pragma once

#include <gio/gio.h>

#include "sky-import-record.h"

G_BEGIN_DECLS

#define SKY_TYPE_IMPORT_JOB (sky_import_job_get_type ())
G_DECLARE_FINAL_TYPE (SkyImportJob, sky_import_job, SKY, IMPORT_JOB, GObject)

/* How many records, and how many of those set aside, are kept for viewing. */
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
  /* For a trial: the first record to keep, and whether to read all records or only those kept. */
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
/* How many bytes of the current source were read, and its size. */
void sky_import_job_get_progress (SkyImportJob *self, gint64 *done, gint64 *total);

/* Below: results of a finished job, which owns them. */

/* The errors of the mapping, of SkyMapProblem; empty: none. */
const GPtrArray *sky_import_job_get_problems (SkyImportJob *self);
/* Of SkyImportRecord: those from the requested first one, and those set aside. */
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
/* For an import: how many logs were written, and whether too many records were set aside, so that
 * names end in ".part". */
guint sky_import_job_get_n_logs (SkyImportJob *self);
gboolean sky_import_job_is_unfinished (SkyImportJob *self);

G_END_DECLS
