/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an audit to the store and back: the one place where what the audit made becomes rows, and
 * rows become what the audit prints. */
#pragma once

#include "sky-audit.h"
#include "sky-store.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

/* A digest of what besides the log goes into its audit: the archive's footage and staff, as
 * SkyStoredLog's inputs. It reads and looks at files: work it out once an archive, before the
 * audit, so that what changes meanwhile is noticed. Returns: a new string. */
char *sky_store_audit_inputs (const SkyArchive *archive) G_GNUC_WARN_UNUSED_RESULT;

/* Puts @audit, of a log of @archive, into the store in place of what it has of that log, which is
 * known by its bytes, wherever it lies: they are the same, or go on from those that the store
 * knows. A log of a table and day that the store knows with other bytes is put beside that one,
 * with a finding that says so (`log.replaced`) in place of @audit's; so is, with its own, one that
 * the audit passed over, unless it is the one that came first: that one stays as it is. @inputs is
 * the archive's, @program the Skyward that audited it. @id, when given, takes the id of the log
 * that the store has now. Errors as sky_store_write_log(). */
gboolean sky_store_write_audit (SkyStore *self,
                                const SkyArchive *archive,
                                const char *inputs,
                                const SkyLogAudit *audit,
                                const char *program,
                                gint64 *id,
                                GError **error);

/* What a store has of the logs of one archive, to tell which need not be audited again. May be
 * asked from any thread. */
typedef struct _SkyKnownLogs SkyKnownLogs;

/* @inputs and @program as in sky_store_write_audit(). */
SkyKnownLogs *sky_known_logs_new (SkyStore *store,
                                  const SkyArchive *archive,
                                  const char *inputs,
                                  const char *program,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same of @logs alone (NULL-terminated: paths), with no connection but @store's, which must
 * last as long: asked from its thread only. */
SkyKnownLogs *sky_known_logs_new_part (SkyStore *store,
                                       const SkyArchive *archive,
                                       const char *const *logs,
                                       const char *inputs,
                                       const char *program,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_known_logs_free (SkyKnownLogs *self);

/* The id of the log in the store when it was audited from the same bytes and inputs by the same
 * program, else 0. A log of the size that it had costs a digest, any other nothing. */
gint64 sky_known_logs_find (const SkyKnownLogs *self, const SkyLog *log);

/* Whatever the log was when it was audited last, by whom and from which inputs: the state of that
 * audit, which tells by itself whether it is of use. Returns: NULL when there is none. */
GBytes *sky_known_logs_get_state (SkyKnownLogs *self, const SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;

/* The finding as `skyward-cli audit --format=jsonl` prints it, without the LF, onto @json. Returns
 * FALSE, and adds nothing, when it is of a check that only another Skyward knows. */
gboolean sky_stored_finding_write_json (const SkyStoredFinding *finding, GString *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyKnownLogs, sky_known_logs_free)

G_END_DECLS
