/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the store keeps of logs for statistics. */
#pragma once

#include "sky-counts.h"
#include "sky-store.h"

G_BEGIN_DECLS

/* The counts of one log. */
typedef struct
{
  gint64 log; /* its id */
  char *property;
  GRefString *table;
  char *game;
  SkyDay gaming_day;
  SkyCounts *counts;
} SkyLogCounts;

void sky_log_counts_free (SkyLogCounts *self);

/* Whether the store's user may read counts of people: operators' roles of a shared store may
 * not. */
gboolean sky_store_may_count_people (SkyStore *self, gboolean *may, GError **error);

/* The counts of the logs of @property (NULL: of all), after one gaming day and up to another, by
 * gaming day, property, table and game. Without @people they have nothing about people, which some
 * roles of a shared store may not read. @n_without takes the number of logs that an earlier Skyward
 * audited without counts. Returns an array of SkyLogCounts. */
GPtrArray *sky_store_list_counts (SkyStore *self,
                                  const char *property,
                                  SkyDay after,
                                  SkyDay until,
                                  gboolean people,
                                  guint *n_without,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogCounts, sky_log_counts_free)

G_END_DECLS
