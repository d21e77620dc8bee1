/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An instant of a table: where a bookmark or a still points, as the ledger says. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

typedef struct
{
  char *property;
  char *table;
  char *game;
  SkyDay gaming_day;
  SkyTime at; /* on the log's clock */
  char *name; /* which log of the day: its path in its archive; NULL: the first */
} SkySpot;

void sky_spot_free (SkySpot *self);

/* Reads it from an entry's data. Returns NULL if they have none. */
SkySpot *sky_spot_read (const char *data) G_GNUC_WARN_UNUSED_RESULT;

/* The number of the bookmark that the data of an entry about a case names; 0: none. */
gint64 sky_spot_read_bookmark (const char *data);

/* Where the bookmark points that @entry makes, removes, or puts into a case or takes out of one, or
 * the still that it puts into one. Returns: NULL when it is about neither. */
SkySpot *sky_store_find_spot (SkyStore *self,
                              const SkyLedgerEntry *entry) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySpot, sky_spot_free)

G_END_DECLS
