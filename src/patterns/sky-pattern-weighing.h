/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighs the money of logs that are to be folded. Nothing else that is done to a log takes as long,
 * so the other processors do it while one folds. */
#pragma once

#include "sky-counts-query.h"

G_BEGIN_DECLS

typedef struct _SkyPatternWeighing SkyPatternWeighing;

/* Begins with the first of @logs, of SkyLogCounts, which must stay until it is freed; that waits
 * for what is in hand, and leaves the others as they are. */
SkyPatternWeighing *sky_pattern_weighing_new (const GPtrArray *logs) G_GNUC_WARN_UNUSED_RESULT;
void sky_pattern_weighing_free (SkyPatternWeighing *self);

/* Returns when the log at @index is weighed, which is done here unless it is in hand. */
void sky_pattern_weighing_wait (SkyPatternWeighing *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPatternWeighing, sky_pattern_weighing_free)

G_END_DECLS
