/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a log's audit, shared by the audits of finished and of growing logs. */
#pragma once

#include "sky-driver-private.h"

G_BEGIN_DECLS

/* What is known of the earlier lines. */
typedef struct
{
  guint64 last_seq; /* the greatest */
  gboolean in_round;
} SkyAuditTally;

/* An audit of @log with nothing in it. Returns NULL with SKY_AUDIT_ERROR_NO_GAME. */
SkyLogAudit *sky_log_audit_new (SkyLog *log, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Notes a line that the driver has fed: counts, rounds and duties. */
void sky_log_audit_take (SkyLogAudit *self, const SkyLine *line, SkyAuditTally *tally);

/* sky-audit-state.c: a log's audit between two lines, as bytes. */

/* Returns: all that the audit knows, or NULL when it cannot go on from where it is, or the log has
 * closed its table. */
GBytes *sky_audit_state_save (SkyLogAudit *audit,
                              SkyDriver *driver,
                              SkyAuditTally *tally,
                              const SkyStaff *staff) G_GNUC_WARN_UNUSED_RESULT;

/* Called repeatedly while skipping bytes; FALSE stops. */
typedef gboolean (*SkyAuditPassFunc) (gpointer user_data);

/* Skips and hashes the bytes of the log that an earlier audit covered, and restores @audit, @driver
 * and @tally, which are new, to their state when @bytes were saved. @passing may be NULL. Returns
 * FALSE if it was stopped, or if @bytes are damaged or belong to other bytes, another program,
 * another game or other staff. Discard the three objects then. */
gboolean sky_audit_state_resume (GBytes *bytes,
                                 SkyLogAudit *audit,
                                 SkyDriver *driver,
                                 SkyAuditTally *tally,
                                 const SkyStaff *staff,
                                 SkyAuditPassFunc passing,
                                 gpointer user_data);

/* How many of the first rounds cannot change now. */
static inline guint
sky_log_audit_count_done (const SkyLogAudit *self, const SkyAuditTally *tally)
{
  return self->rounds->len - (tally->in_round ? 1 : 0);
}

G_END_DECLS
