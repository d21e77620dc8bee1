/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the counts of logs to streams by unit, with the thresholds of each gaming year. A fold may
 * stop at the end of a gaming day, be kept, and go on from there with the logs that have come
 * since. It then gives the same as a fold of all logs, to the last digit. */
#pragma once

#include "sky-counts-query.h"
#include "sky-kept-streams.h"
#include "sky-patterns.h"

G_BEGIN_DECLS

/* Folds @logs, of SkyLogCounts by gaming day. @until: the last finished day; later logs are
 * ignored. */
SkyPatterns *sky_patterns_fold (GPtrArray *logs, SkyDay until) G_GNUC_WARN_UNUSED_RESULT;

/* Folds @logs of one property, all there are. @streams takes what a fold goes on from after the day
 * @stop, of SkyKeptStream; it stays empty when the thresholds of that day are not settled yet. */
SkyPatterns *sky_patterns_fold_and_stop (GPtrArray *logs,
                                         SkyDay stop,
                                         GPtrArray *streams) G_GNUC_WARN_UNUSED_RESULT;

/* Goes on from @from, all that was kept of a property, with its @logs since. @streams takes what
 * has changed of that at the end of @stop. Returns: NULL when @from is damaged. */
SkyPatterns *sky_patterns_go_on (const char *property,
                                 const GPtrArray *from,
                                 GPtrArray *logs,
                                 SkyDay stop,
                                 GPtrArray *streams) G_GNUC_WARN_UNUSED_RESULT;

/* Reads what is kept of @unit. @state takes NULL when that is nothing. */
typedef gboolean (*SkyPatternLoad) (gpointer data,
                                    const char *unit,
                                    GBytes **state,
                                    GError **error);

/* The same, but only of what the log with the id @log has observations of, and as far as it needs
 * to. There is no summary. @patterns takes NULL when all must be folded to tell. */
gboolean sky_patterns_go_on_log (const char *property,
                                 SkyPatternLoad load,
                                 gpointer data,
                                 GPtrArray *logs,
                                 gint64 log,
                                 SkyPatterns **patterns,
                                 GError **error);

G_END_DECLS
