/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an audit to the store and back: the one place where what the audit made becomes rows, and
 * rows become what the audit prints. */
#pragma once

#include "sky-audit.h"
#include "sky-store.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

/* A digest of an audit's other inputs besides the log: the archive's footage and staff, as
 * SkyStoredLog's inputs. It reads files. Compute it once per archive, before the audit, so that the
 * next audit sees changes during this one. Returns: a new string. */
char *sky_store_audit_inputs (const SkyArchive *archive) G_GNUC_WARN_UNUSED_RESULT;

/* Replaces the store's data of a log of @archive by @audit. The bytes identify the log, wherever it
 * is: they are the known ones, or continue them. Other bytes for a known table and day become a log
 * beside it, with one finding, `log.replaced`, instead of those of @audit. The same applies, with
 * its own finding, to a log that the audit passed over. The exception is the log that came first:
 * it stays as it is.
 *
 * @inputs is the archive's, @program the Skyward that audited it. @id, if not NULL, takes the id of
 * the log. Errors as sky_store_write_log(). */
gboolean sky_store_write_audit (SkyStore *self,
                                const SkyArchive *archive,
                                const char *inputs,
                                const SkyLogAudit *audit,
                                const char *program,
                                gint64 *id,
                                GError **error);

/* What a store has of one archive's logs, to decide which need no new audit. Any thread may use
 * it. */
typedef struct _SkyKnownLogs SkyKnownLogs;

/* @inputs and @program as in sky_store_write_audit(). */
SkyKnownLogs *sky_known_logs_new (SkyStore *store,
                                  const SkyArchive *archive,
                                  const char *inputs,
                                  const char *program,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for @logs only (NULL-terminated: paths), over the connection of @store, which must
 * outlive it. Only its thread may use it. */
SkyKnownLogs *sky_known_logs_new_part (SkyStore *store,
                                       const SkyArchive *archive,
                                       const char *const *logs,
                                       const char *inputs,
                                       const char *program,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_known_logs_free (SkyKnownLogs *self);

/* The id of the log in the store if the same program audited the same bytes and inputs, otherwise
 * 0. A log of unchanged size costs a digest, any other nothing. */
gint64 sky_known_logs_find (const SkyKnownLogs *self, const SkyLog *log);

/* The state of the log's last audit, by any program from any inputs. The state itself says whether
 * it is usable. Returns NULL if there is none. */
GBytes *sky_known_logs_get_state (SkyKnownLogs *self, const SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;

/* The finding as `skyward-cli audit --format=jsonl` prints it, without the LF, onto @json. Returns
 * FALSE, and adds nothing, when it is of a check that only another Skyward knows. */
gboolean sky_stored_finding_write_json (const SkyStoredFinding *finding, GString *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyKnownLogs, sky_known_logs_free)

G_END_DECLS
