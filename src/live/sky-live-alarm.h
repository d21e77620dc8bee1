/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What needs someone's attention in a received log. */
#pragma once

#include <glib.h>

#include "sky-json.h"

G_BEGIN_DECLS

/* By name in the receiver's counters. Those before DRIFT stop a log or point to tampering. */
typedef enum
{
  SKY_LIVE_ALARM_CONFLICT,   /* different lines came for occupied positions */
  SKY_LIVE_ALARM_EPOCH,      /* another log of the day was refused */
  SKY_LIVE_ALARM_GAP,        /* the table lost lines */
  SKY_LIVE_ALARM_MALFORMED,  /* something other than a line was refused */
  SKY_LIVE_ALARM_CHECKPOINT, /* a checkpoint is of other bytes */
  SKY_LIVE_ALARM_STORAGE,    /* nothing can be written */
  SKY_LIVE_ALARM_DRIFT,      /* the table's clock differs */
  SKY_LIVE_ALARM_BEHIND,     /* lines are missing that the table has */
  SKY_LIVE_ALARM_SILENT,     /* an open table from which nothing comes */
  SKY_LIVE_ALARM_GONE,       /* the table's connection was lost */
  SKY_N_LIVE_ALARMS,
} SkyLiveAlarm;

/* Those that cannot wait, as bits (1 << SkyLiveAlarm). */
#define SKY_LIVE_ALARMS_URGENT ((1u << SKY_LIVE_ALARM_DRIFT) - 1)

/* "conflict" for SKY_LIVE_ALARM_CONFLICT. */
const char *sky_live_alarm_to_name (SkyLiveAlarm alarm);
/* Returns FALSE for a name that is none. */
gboolean sky_live_alarm_from_name (SkyText name, SkyLiveAlarm *alarm);

G_END_DECLS
