/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives audited as a whole, their logs side by side. What comes out does not depend on how many
 * work at once. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* An audit of archives, going on or done. What it found may be read when sky_audit_run() has
 * returned; the progress at any time, from any thread. */
typedef struct _SkyAuditRun SkyAuditRun;

/* @paths: the archives' folders, NULL-terminated. Archives that cannot be opened are among the
 * failures at once. */
SkyAuditRun *sky_audit_run_new (const char *const *paths) G_GNUC_WARN_UNUSED_RESULT;

/* An audit of @logs alone (NULL-terminated: paths of @archive's logs; where it has cameras, all
 * logs of a table belong together). @archive is borrowed, and what is wrong with it is not among
 * the failures. */
SkyAuditRun *sky_audit_run_new_part (SkyArchive *archive,
                                     const char *const *logs) G_GNUC_WARN_UNUSED_RESULT;
void sky_audit_run_free (SkyAuditRun *self);

/* How recordings are opened (see sky_audit_recording()); NULL: they are only read. */
void sky_audit_run_set_probe (SkyAuditRun *self, SkyRecordingProbe probe, gpointer probe_data);

/* Asked before a log is audited, from any of the run's threads: TRUE when what there is to find in
 * it is known. It is audited all the same when the cameras of its table must be judged and another
 * of the table's logs is not known. */
typedef gboolean (*SkyKnownFunc) (const SkyArchive *archive, SkyLog *log, gpointer user_data);
void sky_audit_run_set_known (SkyAuditRun *self, SkyKnownFunc known, gpointer user_data);

/* Asked before a log that is not known is audited, from any of the run's threads: the state of an
 * earlier audit of it (transfer full), or NULL. With it the audits have states of their own. */
typedef GBytes *(*SkyEarlierFunc) (const SkyArchive *archive, SkyLog *log, gpointer user_data);
void sky_audit_run_set_earlier (SkyAuditRun *self, SkyEarlierFunc earlier, gpointer user_data);

/* Called for each log as soon as it is audited, before cameras are judged, one call at a time but
 * from any of the run's threads. */
typedef void (*SkyAuditedFunc) (const SkyArchive *archive,
                                const SkyLogAudit *audit,
                                gpointer user_data);
void sky_audit_run_set_audited (SkyAuditRun *self, SkyAuditedFunc audited, gpointer user_data);

/* Called for each log when all that is to find in it was found, in the order of
 * sky_audit_run_get_audits() and from the thread that called sky_audit_run(), while later logs are
 * being audited. @audit is NULL for a log that is known; it is freed after the call, so that a run
 * takes no more memory for more logs, and sky_audit_run_get_audits() has none. */
typedef void (*SkyJudgedFunc) (const SkyArchive *archive,
                               SkyLog *log,
                               const SkyLogAudit *audit,
                               gpointer user_data);
void sky_audit_run_set_judged (SkyAuditRun *self, SkyJudgedFunc judged, gpointer user_data);

/* Audits all logs, @jobs of them at a time (0: as many as there are processors). Blocks. Returns
 * FALSE with SKY_AUDIT_ERROR_CANCELLED when sky_audit_run_cancel() was called meanwhile. */
gboolean sky_audit_run (SkyAuditRun *self, guint jobs, GError **error);

/* From any thread, any signal handler included. */
void sky_audit_run_cancel (SkyAuditRun *self);

/* Bytes of logs and of recordings to be hashed that were read, and in all. */
void sky_audit_run_get_progress (SkyAuditRun *self, gint64 *done, gint64 *total);

/* Of SkyArchive: those that were opened. */
GPtrArray *sky_audit_run_get_archives (SkyAuditRun *self);
/* Of SkyLogAudit: the logs by table, gaming day, property and path. */
GPtrArray *sky_audit_run_get_audits (SkyAuditRun *self);
/* Of strings: archives and logs that could not be read, footage and staff that were passed over,
 * each with file and cause. */
GPtrArray *sky_audit_run_get_failures (SkyAuditRun *self);
/* How many archives could not be opened, and how many logs could not be read. */
guint sky_audit_run_get_n_unread (SkyAuditRun *self);

/* Lets the memory that one log's audit gives back serve the next one's, instead of returning it to
 * the system page by page. For a program that audits, before its first thread. */
void sky_audit_keep_memory (void);
/* Returns to the system what is kept that way and not used, also between what is; takes some
 * milliseconds, in any thread. */
void sky_audit_give_memory_back (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyAuditRun, sky_audit_run_free)

G_END_DECLS
