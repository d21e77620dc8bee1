/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a log's audit, shared by the audit of a log that is there and of one that grows. */
#pragma once

#include "sky-driver-private.h"

G_BEGIN_DECLS

/* What is known of the lines before. */
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

/* Where an audit can go on. */
typedef struct
{
  goffset offset;  /* a line begins there */
  guint64 number;  /* that line's */
  char sha256[65]; /* of the bytes before it */
} SkyAuditPlace;

/* Returns: all that the audit knows, or NULL when it cannot go on from where it is. */
GBytes *sky_audit_state_save (SkyLogAudit *audit,
                              SkyDriver *driver,
                              SkyAuditTally *tally,
                              const SkyStaff *staff) G_GNUC_WARN_UNUSED_RESULT;

/* Sets @place to where @bytes were saved. Returns: what stands behind that, or NULL when they are
 * not whole, or of another program, another game or other staff. */
SkyState *sky_audit_state_open (GBytes *bytes,
                                const SkyLog *log,
                                const SkyStaff *staff,
                                SkyAuditPlace *place) G_GNUC_WARN_UNUSED_RESULT;

/* Has @audit, @driver and @tally, which are new, know what they knew at that place. Returns FALSE
 * when @state does not hold it; they are of no use then. */
gboolean
sky_audit_state_load (SkyState *state, SkyLogAudit *audit, SkyDriver *driver, SkyAuditTally *tally);

G_END_DECLS
