/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures of a log's rounds showed when somebody read them. Reading a day takes much
 * longer than auditing it. So this stays when an audit does not look at the pictures, with the
 * findings that follow from it. Reading again replaces both. */
#pragma once

#include "sky-audit.h"
#include "sky-finding-filter.h"
#include "sky-store.h"

G_BEGIN_DECLS

/* Replaces the testimony of the log @log by @testimony (of SkyTestimony). */
gboolean
sky_store_write_testimony (SkyStore *self, gint64 log, const GPtrArray *testimony, GError **error);

/* Returns: the SkyTestimonies of @log by seq, only those of @round if that is not 0. */
GPtrArray *sky_store_list_testimony (SkyStore *self, gint64 log, gint64 round, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

/* Counts the results that were read in the logs of @filter, by verdict. */
gboolean sky_store_count_testimony (SkyStore *self,
                                    const SkyFindingFilter *filter,
                                    guint64 counts[SKY_N_SIGHT_VERDICTS],
                                    GError **error);

/* Returns: the findings (SkyFinding) that follow from the testimony of @log, by seq. */
GPtrArray *
sky_store_list_sight (SkyStore *self, gint64 log, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds to @audit what the store keeps of the pictures of the log @log: findings and testimony. */
gboolean sky_store_add_testimony (SkyStore *self, gint64 log, SkyLogAudit *audit, GError **error);

G_END_DECLS
