/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a log's audit, shared by the audit of a log that is there and of one that grows. */
#pragma once

#include "sky-audit.h"

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

G_END_DECLS
