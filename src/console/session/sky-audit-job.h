/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit of archives: a thread drives their logs through the rules and puts the results into the
 * store, over its own connection. It skips logs that the store has audited from the same bytes.
 *
 * Properties (notify, coalesced): "fraction" (double, 0…1, for a progress bar), "status" (string:
 * the present work and its speed), "finished" (boolean). Signals, in the main thread:
 *
 * * "log-stored" (): the store has another log;
 * * "problem" (string): a file could not be audited; the rest continues. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SKY_TYPE_AUDIT_JOB (sky_audit_job_get_type ())
G_DECLARE_FINAL_TYPE (SkyAuditJob, sky_audit_job, SKY, AUDIT_JOB, GObject)

/* Begins to audit the archives @paths (NULL-terminated) into the store at @store_path. */
SkyAuditJob *sky_audit_job_start (const char *const *paths, const char *store_path);

/* Begins to audit the log at @log, of the archive @archive, with its pictures. It reads the results
 * of dice off the recordings, at a low priority. What they show goes into the store with the
 * findings that follow. */
SkyAuditJob *
sky_audit_job_start_reading (const char *archive, const char *log, const char *store_path);

/* Stops soon; stored results stay. */
void sky_audit_job_cancel (SkyAuditJob *self);

gboolean sky_audit_job_get_finished (SkyAuditJob *self);
double sky_audit_job_get_fraction (SkyAuditJob *self);
const char *sky_audit_job_get_status (SkyAuditJob *self);

/* How many logs were audited, and how many the store already had. */
guint sky_audit_job_get_n_audited (SkyAuditJob *self);
guint sky_audit_job_get_n_current (SkyAuditJob *self);

G_END_DECLS
