/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connects audits to a store. It skips logs that the store knows, continues earlier audits of logs
 * that grew, and writes the results of the others. The command line, the console and the fleet use
 * it. */
#pragma once

#include "sky-audit-run.h"
#include "sky-store.h"

G_BEGIN_DECLS

typedef struct _SkyAuditKeeper SkyAuditKeeper;

/* @store must last as long. @program is the Skyward that audits. */
SkyAuditKeeper *sky_audit_keeper_new (SkyStore *store,
                                      const char *program) G_GNUC_WARN_UNUSED_RESULT;
void sky_audit_keeper_free (SkyAuditKeeper *self);

/* Call it before the run. Looks up what the store knows of @archive, and notes its footage and
 * staff, so that the next audit sees changes during this one. A store that does not answer knows
 * nothing. */
void sky_audit_keeper_look_up (SkyAuditKeeper *self, const SkyArchive *archive);

/* The same for @logs only (NULL-terminated: paths), with @inputs for footage and staff, as from
 * sky_store_audit_inputs(). The run then uses the store's own connection, so it must have one
 * thread. Errors as sky_store_get_log(). */
gboolean sky_audit_keeper_look_up_part (SkyAuditKeeper *self,
                                        const SkyArchive *archive,
                                        const char *const *logs,
                                        const char *inputs,
                                        GError **error);

/* Makes @run skip known logs and continue earlier audits. The keeper must live as long. */
void sky_audit_keeper_attach (SkyAuditKeeper *self, SkyAuditRun *run);

/* Has the run audit known logs again too, from their beginning: what nobody looked at before is to
 * come into the store. */
void sky_audit_keeper_set_again (SkyAuditKeeper *self);

/* The id in the store of a log that the run passed over. */
gint64 sky_audit_keeper_get_id (SkyAuditKeeper *self, const SkyLog *log);

/* Writes the findings of a log that the run did not skip. The next run does not skip a log that
 * still grows, since its end was not judged. @id and errors as in sky_store_write_audit(). */
gboolean sky_audit_keeper_write (SkyAuditKeeper *self,
                                 const SkyArchive *archive,
                                 const SkyLogAudit *audit,
                                 gint64 *id,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyAuditKeeper, sky_audit_keeper_free)

G_END_DECLS
