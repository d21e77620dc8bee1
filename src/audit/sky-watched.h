/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log observed and what it did not, for places where a reader could take a number for the
 * whole. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 n_rounds;      /* that it has, without those that nobody saw to their end */
  guint64 n_corrections; /* rounds replaced by `again` */
  guint64 n_settlements;
  guint64 n_as_due;    /* of these, accepted as proposed */
  guint64 n_unsure;    /* lines that could not be seen for certain */
  GArray *unobserved;  /* of SkySpan: stretches without observation, in order */
  SkyTime not_watched; /* how long that is in all */
} SkyWatched;

/* Reads all of @log, and ignores what is unreadable. Returns NULL for a log whose version leaves
 * nothing out. */
SkyWatched *sky_watched_read (SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;
void sky_watched_free (SkyWatched *self);

/* What the log of @header left out: classes of events, seats, rounds, and how many checks are not
 * made for that reason. Returns a new phrase; NULL: nothing. */
char *sky_watched_describe_scope (const SkyLogHeader *header) G_GNUC_WARN_UNUSED_RESULT;

/* Both, of a log that left something out: by its header, or by stretches without observation. Reads
 * all of @log, unless its version leaves nothing out. Returns a new phrase; NULL: nothing. */
char *sky_watched_describe_log (SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;

/* How much was observed. Returns: a new phrase. */
char *sky_watched_describe (const SkyWatched *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWatched, sky_watched_free)

G_END_DECLS
