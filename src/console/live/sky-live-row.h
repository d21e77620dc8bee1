/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table's gaming day while it is received, in words for a list. It stays the same object
 * throughout. Properties (read, notify), all text but "urgent", empty where there is nothing to
 * say:
 *
 * * "name": the table; "place": property and day; "state"
 * * "arrived": when the last line came; "rounds": how many; "event": when the last one was
 * * "confirmations": how many wait; "alarms"
 * * "urgent" (boolean): an alarm that cannot wait */
#pragma once

#include <glib-object.h>

#include "sky-receiver-report.h"

G_BEGIN_DECLS

#define SKY_TYPE_LIVE_ROW (sky_live_row_get_type ())
G_DECLARE_FINAL_TYPE (SkyLiveRow, sky_live_row, SKY, LIVE_ROW, GObject)

/* What the store has of it. */
typedef struct
{
  guint64 n_rounds;
  gboolean partial; /* its log says that not everything was looked at */
  SkyTime end;      /* of the last event; SKY_TIME_NONE: the store has none of the log */
  guint n_waiting;  /* confirmations that nobody has decided */
} SkyLiveStored;

SkyLiveRow *sky_live_row_new (const char *property,
                              const char *table,
                              const char *day) G_GNUC_WARN_UNUSED_RESULT;

/* Sets the text from @table (the receiver's data) and @stored, with times in @zone. @receiving: a
 * receiver is running. */
void sky_live_row_update (SkyLiveRow *self,
                          const SkyReceiverTable *table,
                          const SkyLiveStored *stored,
                          gboolean receiving,
                          GTimeZone *zone);

const char *sky_live_row_get_property (SkyLiveRow *self);
const char *sky_live_row_get_table (SkyLiveRow *self);
const char *sky_live_row_get_day (SkyLiveRow *self);
/* Bits (1 << SkyLiveAlarm). */
guint sky_live_row_get_alarms (SkyLiveRow *self);
guint sky_live_row_get_n_waiting (SkyLiveRow *self);

/* Bits (1 << SkyLiveAlarm) in words, translated: "Lines lost, Silent". Returns: a new string. */
char *sky_live_alarms_describe (guint alarms) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
