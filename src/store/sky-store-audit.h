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

/* Puts @audit, of a log of @archive, into the store in place of what it has of that log. @inputs is
 * the archive's, @program the Skyward that audited it. @id, when given, takes the log's id. Errors
 * as sky_store_write_log(). */
gboolean sky_store_write_audit (SkyStore *self,
                                const SkyArchive *archive,
                                const char *inputs,
                                const SkyLogAudit *audit,
                                const char *program,
                                gint64 *id,
                                GError **error);

/* The finding as `skyward-cli audit --format=jsonl` prints it, without the LF, onto @json. Returns
 * FALSE, and adds nothing, when it is of a check that only another Skyward knows. */
gboolean sky_stored_finding_write_json (const SkyStoredFinding *finding, GString *json);

G_END_DECLS
