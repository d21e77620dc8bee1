/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a case: a finding, a bookmark, a still with its picture, a note, or an action on the
 * case. Its buttons call the window's actions "room.show" and "room.take-out" with the number of
 * the entry (int64). */
#pragma once

#include <adwaita.h>

#include "sky-case.h"

G_BEGIN_DECLS

/* A still's picture or problem; neither: not known yet. */
typedef struct
{
  GdkTexture *picture; /* small */
  char *problem;       /* why there is none */
} SkyThumbnail;

void sky_thumbnail_free (SkyThumbnail *self);

/* Makes a thumbnail of the PNG @png, in any thread. */
SkyThumbnail *sky_thumbnail_new (GBytes *png) G_GNUC_WARN_UNUSED_RESULT;
/* One that says why there is no picture. */
SkyThumbnail *sky_thumbnail_new_for_problem (const char *problem) G_GNUC_WARN_UNUSED_RESULT;

/* (SkyThumbnail by digest): moves those in @from into @to; a picture replaces a problem. */
void sky_thumbnails_take (GHashTable *to, GHashTable *from);
/* Returns: (transfer full): the digests whose pictures @self has. */
GHashTable *sky_thumbnails_list_known (GHashTable *self) G_GNUC_WARN_UNUSED_RESULT;

/* A row of the list of cases. */
GtkWidget *sky_case_row_new_for_case (const SkyCase *info);

/* @label describes the item, times are in @zone (NULL: UTC); @thumbnail, of a still, may be NULL.
 * Nothing can be removed from a case that is @closed. */
GtkWidget *sky_case_row_new (const SkyCaseItem *item,
                             const char *label,
                             const SkyThumbnail *thumbnail,
                             gboolean closed,
                             GTimeZone *zone);

G_END_DECLS
