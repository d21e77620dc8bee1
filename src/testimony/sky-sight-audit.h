/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures add to an audit: `sight.contradicts` for each result that a camera shows
 * otherwise than the log, and `sight.unreadable` for each camera whose pictures leave results
 * unread. */
#pragma once

#include "sky-audit.h"
#include "sky-sight-archive.h"

G_BEGIN_DECLS

/* Reads all results of @audit's log and adds the findings to it, by seq. Blocks. @cancelled is
 * polled; not 0 stops it. Returns FALSE with a SKY_SIGHT_ERROR or G_IO_ERROR_CANCELLED; what was
 * added stays. */
gboolean
sky_sight_audit (SkySightArchive *sight, SkyLogAudit *audit, const gint *cancelled, GError **error);

G_END_DECLS
