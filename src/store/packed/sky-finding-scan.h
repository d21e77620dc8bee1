/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which findings a filter lets through: the blocks of the logs in question, looked through one
 * after the other. */
#pragma once

#include "sky-finding-query.h"
#include "sky-store-private.h"

G_BEGIN_DECLS

/* What was found out about a filter; it holds as long as nobody writes. */
typedef struct _SkyFindingScan SkyFindingScan;

/* A finding that is let through. */
typedef struct
{
  guint64 key; /* of the order that is asked for, as an unsigned number */
  guint32 log; /* the number of its log in the scan */
  guint32 position;
} SkyScanRow;

/* What is collected of a scan for a list. */
typedef struct _SkyScanList SkyScanList;

SkyScanList *sky_scan_list_new (SkyFindingSort sort) G_GNUC_WARN_UNUSED_RESULT;
void sky_scan_list_free (SkyScanList *self);

/* (element-type SkyScanRow): what is let through, in the order of the logs' ids and their audits.
 */
GArray *sky_scan_list_get_rows (SkyScanList *self);
/* (element-type guint32): for each row the first part of the order, where that has few values; else
 * empty. */
GArray *sky_scan_list_get_groups (SkyScanList *self);

/* Returns: the scan of @filter. Fills @list in passing, where one is given. */
SkyFindingScan *sky_finding_scan_new (SkyStore *store,
                                      const SkyFindingFilter *filter,
                                      SkyScanList *list,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_finding_scan_free (SkyFindingScan *self);

gboolean sky_finding_scan_is_of (SkyFindingScan *self, const SkyFindingFilter *filter);
const SkyFindingCounts *sky_finding_scan_get_counts (SkyFindingScan *self);

/* How many logs there are, and the id of one, as rows number them. */
guint32 sky_finding_scan_get_n_logs (SkyFindingScan *self);
gint64 sky_finding_scan_get_log (SkyFindingScan *self, guint32 log);

/* Fills @list, which is empty. */
gboolean
sky_finding_scan_collect (SkyFindingScan *self, SkyStore *store, SkyScanList *list, GError **error);

/* TRUE when the totals of the archives tell how many there are. */
gboolean sky_finding_filter_is_of_totals (const SkyFindingFilter *filter);
/* TRUE when a finding is let through if its log is. */
gboolean sky_finding_filter_is_of_logs (const SkyFindingFilter *filter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFindingScan, sky_finding_scan_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyScanList, sky_scan_list_free)

G_END_DECLS
