/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit of a log that is still being written: each look reads what has come since the last one,
 * line by line, and never twice. What is found is what sky_audit_log() finds in the same lines, but
 * for what only a log's end tells. Used by one thread at a time. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

typedef struct _SkyAuditFollow SkyAuditFollow;

/* Nothing is read yet. @staff is borrowed; NULL: nobody's training is judged. @state: of an earlier
 * audit of the log; where it fits, what was audited then is only hashed, else all is audited. May
 * be NULL. Returns NULL with SKY_AUDIT_ERROR_NO_GAME. */
SkyAuditFollow *sky_audit_follow_new (SkyLog *log,
                                      const SkyStaff *staff,
                                      GBytes *state,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_audit_follow_free (SkyAuditFollow *self);

/* Reads the whole lines that there are by now. Returns: how many, but for those that an earlier
 * audit had read; 0 also for a packed log, which is read once. */
guint64 sky_audit_follow_read (SkyAuditFollow *self);

/* Of SkyFinding: what the last call of sky_audit_follow_read() found, as it was found, without what
 * an earlier audit had. Valid until the next. */
GPtrArray *sky_audit_follow_get_fresh (SkyAuditFollow *self);

/* All that was found so far, its findings by seq. It has no digest: more is to come. Valid until
 * the next sky_audit_follow_read(). */
const SkyLogAudit *sky_audit_follow_get_audit (SkyAuditFollow *self);

/* Has the audit have its state, from which a later one can go on, unless that cannot be. */
void sky_audit_follow_save (SkyAuditFollow *self);

/* Says that the audit was kept as it is, with its state, by whoever is given it: what comes is what
 * was added to that, and the audit went on from there (its resumed and n_rounds_known). */
void sky_audit_follow_set_kept (SkyAuditFollow *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyAuditFollow, sky_audit_follow_free)

G_END_DECLS
