/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An audit that is kept in a store: what the store knows of a log need not be found again, what an
 * earlier audit left of one that grew is gone on from, and what comes of the others is written. For
 * the command line, the console and the fleet alike. */
#pragma once

#include "sky-audit-run.h"
#include "sky-store.h"

G_BEGIN_DECLS

typedef struct _SkyAuditKeeper SkyAuditKeeper;

/* @store must last as long. @program is the Skyward that audits. */
SkyAuditKeeper *sky_audit_keeper_new (SkyStore *store,
                                      const char *program) G_GNUC_WARN_UNUSED_RESULT;
void sky_audit_keeper_free (SkyAuditKeeper *self);

/* To be called before the run: looks up what the store knows of @archive, and takes note of its
 * footage and staff, so that what changes while the audit goes on is noticed by the next. A store
 * that does not answer knows nothing. */
void sky_audit_keeper_look_up (SkyAuditKeeper *self, const SkyArchive *archive);

/* The same of @logs alone (NULL-terminated: paths) with @inputs for footage and staff, as
 * sky_store_audit_inputs() makes them: what the run then asks of the store goes over its own
 * connection, so the run must have one thread. Errors as sky_store_get_log(). */
gboolean sky_audit_keeper_look_up_part (SkyAuditKeeper *self,
                                        const SkyArchive *archive,
                                        const char *const *logs,
                                        const char *inputs,
                                        GError **error);

/* Has @run pass over what is known and go on from what was earlier. The keeper must last as long.
 */
void sky_audit_keeper_attach (SkyAuditKeeper *self, SkyAuditRun *run);

/* The id in the store of a log that the run passed over. */
gint64 sky_audit_keeper_get_id (SkyAuditKeeper *self, const SkyLog *log);

/* Writes what was found in a log that the run did not pass over. @id as in sky_store_write_audit(),
 * errors too. */
gboolean sky_audit_keeper_write (SkyAuditKeeper *self,
                                 const SkyArchive *archive,
                                 const SkyLogAudit *audit,
                                 gint64 *id,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyAuditKeeper, sky_audit_keeper_free)

G_END_DECLS
