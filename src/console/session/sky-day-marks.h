/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The findings and bookmarks of a table's day, for its timeline. */
#pragma once

#include "sky-store.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

typedef struct
{
  SkyTime at;
  gint64 id;         /* the finding's; 0: a bookmark */
  const char *check; /* static; NULL: a bookmark */
  SkySeverity severity;
  SkyReviewState state;
} SkyDayMark;

/* Those of the log with the id @log that have an instant, by that. Returns: (element-type
 * SkyDayMark); NULL with @error set. */
GArray *sky_day_marks_read (SkyStore *store, gint64 log, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
