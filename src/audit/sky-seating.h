/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who sat where at a table, from which event to which, as its `player` events say. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 seat;
  char *player;
  guint64 first_seq; /* of the `player` event that began it */
  guint64 last_seq;  /* of the last event before the one that ended it; 0: it has not ended yet */
} SkySeating;

void sky_seating_clear (SkySeating *self);

/* Notes @event, of any type, in @seatings: SkySeating by first event. A person who takes a seat
 * ends the previous one's seating. Naming a seated person again changes nothing. */
void sky_seatings_take (GArray *seatings, const SkyEvent *event);

/* Ends what is still open at the log's end. */
void sky_seatings_end (GArray *seatings, guint64 last_seq);

/* Returns: a new array of SkySeating, which it clears. */
GArray *sky_seatings_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
