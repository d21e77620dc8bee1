/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit of a log that still grows. Each look reads what came since the last one, line by line,
 * and never twice. It finds what sky_audit_log() finds in the same lines, except what only a log's
 * end shows. One thread at a time may use it. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

typedef struct _SkyAuditFollow SkyAuditFollow;

/* Reads nothing yet. @staff is borrowed; NULL: training is not judged. @state is that of an earlier
 * audit of the log, or NULL. If it fits, the part already audited is only hashed; otherwise the
 * whole log is audited. Returns NULL with SKY_AUDIT_ERROR_NO_GAME. */
SkyAuditFollow *sky_audit_follow_new (SkyLog *log,
                                      const SkyStaff *staff,
                                      GBytes *state,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_audit_follow_free (SkyAuditFollow *self);

/* Reads the whole lines present now. Returns how many, not counting those of an earlier audit; 0
 * also for a packed log, which is read once. */
guint64 sky_audit_follow_read (SkyAuditFollow *self);

/* The findings (SkyFinding) of the last sky_audit_follow_read() in the order found, without those
 * of an earlier audit. Valid until the next call. */
GPtrArray *sky_audit_follow_get_fresh (SkyAuditFollow *self);

/* Everything found so far, with findings by seq. It has no digest because the log continues. Valid
 * until the next sky_audit_follow_read(). */
const SkyLogAudit *sky_audit_follow_get_audit (SkyAuditFollow *self);

/* Has the audit have its state, from which a later one can go on, unless that cannot be. */
void sky_audit_follow_save (SkyAuditFollow *self);

/* States that the caller stored the audit with its state. From now on, the audit counts as
 * continued from there (its resumed and n_rounds_known). */
void sky_audit_follow_set_kept (SkyAuditFollow *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyAuditFollow, sky_audit_follow_free)

G_END_DECLS
