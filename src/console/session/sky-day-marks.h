/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The findings, bookmarks and locked recordings of a table's day, for its timeline. */
#pragma once

#include "sky-store.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_DAY_MARK_FINDING,
  SKY_DAY_MARK_BOOKMARK,
  SKY_DAY_MARK_LOCK, /* a stretch of recordings that must not be deleted */
} SkyDayMarkKind;

typedef struct
{
  SkyDayMarkKind kind;
  SkyTime at;
  SkyTime until;     /* of a lock */
  gint64 id;         /* the finding's */
  const char *check; /* of a finding; static */
  SkySeverity severity;
  gboolean unsure;
  SkyReviewState state;
} SkyDayMark;

/* Those of the log with the id @log that have an instant, by that; locks of its table whatever the
 * day. Returns: (element-type
 * SkyDayMark); NULL with @error set. */
GArray *sky_day_marks_read (SkyStore *store, gint64 log, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
