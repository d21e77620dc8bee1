/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings that must not be deleted, as a list for the recorders' operators. */
#pragma once

#include "sky-document.h"
#include "sky-recording-lock.h"

G_BEGIN_DECLS

/* The active ones of @locks (SkyRecordingLock), with @released all of them, by table and time.
 * Returns: (transfer container) */
GPtrArray *sky_lock_list_pick (GPtrArray *locks, gboolean released) G_GNUC_WARN_UNUSED_RESULT;

/* The same, one a row; times in UTC as the record has them. The first row names the columns, in
 * English: programs read it. Returns: a new string. */
char *sky_lock_list_to_csv (GPtrArray *locks, gboolean released) G_GNUC_WARN_UNUSED_RESULT;

/* The active locks on paper, with times in @zone (NULL: UTC), which is named. @author: who made the
 * list. Translated. */
SkyDocument *sky_lock_list_to_document (GPtrArray *locks,
                                        GTimeZone *zone,
                                        SkyPaper paper,
                                        const char *author) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
