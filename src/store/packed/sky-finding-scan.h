/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which findings match a filter: a scan of the blocks of the logs in question, one after the
 * other. */
#pragma once

#include "sky-finding-query.h"
#include "sky-store-private.h"

G_BEGIN_DECLS

/* The result of a filter, valid until someone writes. */
typedef struct _SkyFindingScan SkyFindingScan;

/* A finding that matches. */
typedef struct
{
  guint64 key; /* by the requested order, as an unsigned number */
  guint32 log; /* the number of its log in the scan */
  guint32 position;
} SkyScanRow;

/* What a scan collects for a list. */
typedef struct _SkyScanList SkyScanList;

SkyScanList *sky_scan_list_new (SkyFindingSort sort) G_GNUC_WARN_UNUSED_RESULT;
void sky_scan_list_free (SkyScanList *self);

/* (element-type SkyScanRow): the matches, in the order of the logs' ids and their audits. */
GArray *sky_scan_list_get_rows (SkyScanList *self);
/* (element-type guint32): for each row the first part of the order, where that has few values; else
 * empty. */
GArray *sky_scan_list_get_groups (SkyScanList *self);

/* Returns the scan of @filter. Also fills @list, if it is not NULL. */
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

/* TRUE if the archives' totals give the count. */
gboolean sky_finding_filter_is_of_totals (const SkyFindingFilter *filter);
/* TRUE if a finding matches whenever its log does. */
gboolean sky_finding_filter_is_of_logs (const SkyFindingFilter *filter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFindingScan, sky_finding_scan_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyScanList, sky_scan_list_free)

G_END_DECLS
