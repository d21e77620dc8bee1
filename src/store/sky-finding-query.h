/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings and rounds as lists of any length, a page at a time: for a list model that asks for the
 * row at a position. The first page of a list costs a look through what its logs have; the store
 * remembers the last lists, so that any other page of them costs what is shown. */
#pragma once

#include "sky-finding-filter.h"
#include "sky-store.h"
#include "sky-stored-log.h"

G_BEGIN_DECLS

/* How many findings there are, by queue and by where their review stands. */
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

/* The findings at @offset and on, at most @limit of them. Returns: SkyStoredFindings, none behind
 * the end. */
GPtrArray *sky_store_findings_page (SkyStore *self,
                                    const SkyFindingFilter *filter,
                                    SkyFindingSort sort,
                                    gboolean descending,
                                    guint64 offset,
                                    guint limit,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Where the finding @id stands in that list; -1 when @filter does not let it through. The next and
 * the previous finding are those on the pages beside it. */
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

/* Rounds are listed by table, gaming day, property and game, then as they come in their log. Of
 * @filter count archive, property, table, game, days and log; @with_findings wants those alone that
 * have some. */
gboolean sky_store_count_rounds (SkyStore *self,
                                 const SkyFindingFilter *filter,
                                 gboolean with_findings,
                                 guint64 *count,
                                 GError **error);

/* Returns: SkyStoredRounds, none behind the end. */
GPtrArray *sky_store_rounds_page (SkyStore *self,
                                  const SkyFindingFilter *filter,
                                  gboolean with_findings,
                                  gboolean descending,
                                  guint64 offset,
                                  guint limit,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
