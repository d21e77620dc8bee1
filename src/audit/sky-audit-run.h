/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives audited as a whole, their logs side by side. What comes out does not depend on how many
 * work at once. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* An audit of archives, running or finished. Its results may be read after sky_audit_run() returns;
 * its progress at any time, from any thread. */
typedef struct _SkyAuditRun SkyAuditRun;

/* @paths: the archives' folders, NULL-terminated. Archives that cannot be opened are failures at
 * once. */
SkyAuditRun *sky_audit_run_new (const char *const *paths) G_GNUC_WARN_UNUSED_RESULT;

/* The same of what was recorded by eye in them (sky_archive_open_recorded()). Several coders may
 * have recorded one table's day: each log is audited by itself, and none replaces another. */
SkyAuditRun *sky_audit_run_new_recorded (const char *const *paths) G_GNUC_WARN_UNUSED_RESULT;

/* An audit of @logs only: NULL-terminated paths of @archive's logs. If the archive has cameras, all
 * logs of a table belong together. @archive is borrowed, and its own problems are not failures. */
SkyAuditRun *sky_audit_run_new_part (SkyArchive *archive,
                                     const char *const *logs) G_GNUC_WARN_UNUSED_RESULT;
void sky_audit_run_free (SkyAuditRun *self);

/* How to open recordings (see sky_audit_recording()); NULL: they are only read. */
void sky_audit_run_set_probe (SkyAuditRun *self, SkyRecordingProbe probe, gpointer probe_data);

/* Called before a log is audited, from any of the run's threads. TRUE means that its findings are
 * known. It is audited anyway if the run must judge the cameras of its table and does not know
 * another log of the table. */
typedef gboolean (*SkyKnownFunc) (const SkyArchive *archive, SkyLog *log, gpointer user_data);
void sky_audit_run_set_known (SkyAuditRun *self, SkyKnownFunc known, gpointer user_data);

/* Called before an unknown log is audited, from any of the run's threads. Returns the state of an
 * earlier audit of it (transfer full), or NULL. With this function, the audits have their own
 * states. */
typedef GBytes *(*SkyEarlierFunc) (const SkyArchive *archive, SkyLog *log, gpointer user_data);
void sky_audit_run_set_earlier (SkyAuditRun *self, SkyEarlierFunc earlier, gpointer user_data);

/* Called before the audit of a log, from any of the run's threads. Returns the growing_from of
 * SkyAuditOptions. It counts if the audits have states of their own. */
typedef SkyTime (*SkyGrowingFunc) (SkyLog *log);
void sky_audit_run_set_growing (SkyAuditRun *self, SkyGrowingFunc growing);

/* Called for each log right after its audit, before cameras are judged: one call at a time, from
 * any of the run's threads. */
typedef void (*SkyAuditedFunc) (const SkyArchive *archive,
                                const SkyLogAudit *audit,
                                gpointer user_data);
void sky_audit_run_set_audited (SkyAuditRun *self, SkyAuditedFunc audited, gpointer user_data);

/* Called for each audited log after its cameras were judged: one call at a time, from any of the
 * run's threads. It may add findings to @audit, by seq. @cancelled is polled, as in
 * SkyAuditOptions. */
typedef void (*SkySightFunc) (const SkyArchive *archive,
                              SkyLogAudit *audit,
                              const gint *cancelled,
                              gpointer user_data);
void sky_audit_run_set_sight (SkyAuditRun *self, SkySightFunc sight, gpointer user_data);

/* Called for each log after all its findings are complete, while later logs are being audited.
 * Calls follow the order of sky_audit_run_get_audits(), in the thread that called sky_audit_run().
 * @audit is NULL for a known log. It is freed after the call, so that a run's memory does not grow
 * with its logs, and sky_audit_run_get_audits() has none. */
typedef void (*SkyJudgedFunc) (const SkyArchive *archive,
                               SkyLog *log,
                               const SkyLogAudit *audit,
                               gpointer user_data);
void sky_audit_run_set_judged (SkyAuditRun *self, SkyJudgedFunc judged, gpointer user_data);

/* Audits all logs, @jobs at a time (0: one per processor). Blocks. Returns FALSE with
 * SKY_AUDIT_ERROR_CANCELLED if sky_audit_run_cancel() was called. */
gboolean sky_audit_run (SkyAuditRun *self, guint jobs, GError **error);

/* From any thread, any signal handler included. */
void sky_audit_run_cancel (SkyAuditRun *self);

/* Bytes of logs, and of recordings to hash: read so far, and in all. */
void sky_audit_run_get_progress (SkyAuditRun *self, gint64 *done, gint64 *total);

/* The archives that could be opened (SkyArchive). */
GPtrArray *sky_audit_run_get_archives (SkyAuditRun *self);
/* Of SkyLogAudit: the logs by table, gaming day, property and path. */
GPtrArray *sky_audit_run_get_audits (SkyAuditRun *self);
/* Strings: unreadable archives and logs, and skipped footage and staff, each with file and
 * cause. */
GPtrArray *sky_audit_run_get_failures (SkyAuditRun *self);
/* How many archives could not be opened or logs not read. */
guint sky_audit_run_get_n_unread (SkyAuditRun *self);

/* Lets the memory that one log's audit gives back serve the next one's, instead of returning it to
 * the system page by page. For a program that audits, before its first thread. */
void sky_audit_keep_memory (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyAuditRun, sky_audit_run_free)

G_END_DECLS
