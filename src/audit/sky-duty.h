/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who worked a table, in which role and from which event to which, as its `staff` events say. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

typedef struct
{
  SkyRole role;
  char *credential;
  guint64 first_seq; /* of the `staff` event that began it */
  guint64 last_seq;  /* of the one that ended it; of the log's last event when none did */
  SkyTime start;
  SkyTime end;
} SkyDuty;

void sky_duty_clear (SkyDuty *self);

/* Notes @event, which may be any, in @duties: SkyDuty by the event that began them. A person who
 * comes on twice in one role has one duty. */
void sky_duties_take (GArray *duties, const SkyEvent *event);

/* Ends what is still open at the log's end. */
void sky_duties_end (GArray *duties, guint64 last_seq, SkyTime end);

/* Returns: a new array of SkyDuty, which it clears. */
GArray *sky_duties_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
