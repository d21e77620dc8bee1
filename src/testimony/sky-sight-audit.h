/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures add to an audit: `sight.contradicts` for each result that a camera shows
 * otherwise than the log, and `sight.unreadable` for each camera whose pictures leave results
 * unread. */
#pragma once

#include "sky-audit.h"
#include "sky-sight-archive.h"

G_BEGIN_DECLS

/* Told before each result: @n_done of @n are read. */
typedef void (*SkySightProgress) (guint n_done, guint n, gpointer user_data);

/* Reads all results of @audit's log and adds the findings and the testimony to it, by seq. Blocks.
 * @progress may be NULL. @cancelled is polled; not 0 stops it. Returns FALSE with a SKY_SIGHT_ERROR
 * or G_IO_ERROR_CANCELLED; then nothing is added. */
gboolean sky_sight_audit (SkySightArchive *sight,
                          SkyLogAudit *audit,
                          SkySightProgress progress,
                          gpointer progress_data,
                          const gint *cancelled,
                          GError **error);

G_END_DECLS
