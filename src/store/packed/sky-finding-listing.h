/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row at a position of a list of findings, and the position of a row. The store caches the last
 * lists until someone writes. */
#pragma once

#include "sky-finding-scan.h"

G_BEGIN_DECLS

/* The place of a finding in its log. */
typedef struct
{
  gint64 log;
  gint64 position;
} SkyFindingPlace;

/* The findings of a list from @offset on, at most @limit: SkyFindingPlaces. */
GArray *sky_finding_listing_get_places (SkyStore *store,
                                        const SkyFindingFilter *filter,
                                        SkyFindingSort sort,
                                        gboolean descending,
                                        guint64 offset,
                                        guint limit,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The scan of @filter, which belongs to the store. */
SkyFindingScan *
sky_finding_listing_get_scan (SkyStore *store, const SkyFindingFilter *filter, GError **error);

/* The position of the finding @id in that list; -1 if it is not in it. */
gboolean sky_finding_listing_find (SkyStore *store,
                                   const SkyFindingFilter *filter,
                                   SkyFindingSort sort,
                                   gboolean descending,
                                   gint64 id,
                                   gint64 *position,
                                   GError **error);

void sky_finding_listings_free (SkyFindingListings *self);

G_END_DECLS
