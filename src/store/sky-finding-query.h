/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings and rounds as lists of any length, page by page, for a list model that requests rows by
 * position. The first page of a list scans the data of its logs. The store caches the last lists,
 * so further pages cost only what they show. */
#pragma once

#include "sky-finding-filter.h"
#include "sky-store.h"
#include "sky-stored-log.h"

G_BEGIN_DECLS

/* How many findings there are, by queue and review state. */
typedef struct
{
  guint64 total;
  guint64 counts[SKY_N_QUEUES][SKY_N_REVIEW_STATES];
} SkyFindingCounts;

/* Counts the findings that @filter lets through. */
gboolean sky_store_count_findings (SkyStore *self,
                                   const SkyFindingFilter *filter,
                                   SkyFindingCounts *counts,
                                   GError **error);

/* At most @limit findings from @offset on. Returns SkyStoredFindings, none after the end. */
GPtrArray *sky_store_findings_page (SkyStore *self,
                                    const SkyFindingFilter *filter,
                                    SkyFindingSort sort,
                                    gboolean descending,
                                    guint64 offset,
                                    guint limit,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The position of the finding @id in that list; -1 if @filter excludes it. The next and the
 * previous finding are on the pages beside it. */
gboolean sky_store_find_position (SkyStore *self,
                                  const SkyFindingFilter *filter,
                                  SkyFindingSort sort,
                                  gboolean descending,
                                  gint64 id,
                                  gint64 *position,
                                  GError **error);

/* Returns: the finding, or NULL with SKY_STORE_ERROR_NOT_FOUND. */
SkyStoredFinding *
sky_store_get_finding (SkyStore *self, gint64 id, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SkyStoredFinding *sky_store_get_finding_by_key (SkyStore *self,
                                                const char *key,
                                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Those who played, as the logs name them and by name: at most @limit that begin with @prefix
 * (empty: with anything). Returns: a NULL-terminated array. Dealers: sky_store_list_dealers(). */
char **sky_store_list_patrons (SkyStore *self, const char *prefix, guint limit, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

/* Rounds are sorted by table, gaming day, property and game, then in their log's order; with
 * SKY_FINDING_SORT_SIGHT by what their pictures show before that. Of @filter, archive, property,
 * table, game, days, log and what the pictures show count. @with_findings selects only rounds that
 * have some; it is not combined with what the pictures show. */
gboolean sky_store_count_rounds (SkyStore *self,
                                 const SkyFindingFilter *filter,
                                 gboolean with_findings,
                                 guint64 *count,
                                 GError **error);

/* Returns SkyStoredRounds, none after the end. */
GPtrArray *sky_store_rounds_page (SkyStore *self,
                                  const SkyFindingFilter *filter,
                                  gboolean with_findings,
                                  SkyFindingSort sort,
                                  gboolean descending,
                                  guint64 offset,
                                  guint limit,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
