/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-alarm.h"

static const char *const names[SKY_N_LIVE_ALARMS] = {
  [SKY_LIVE_ALARM_CONFLICT] = "conflict",
  [SKY_LIVE_ALARM_EPOCH] = "epoch",
  [SKY_LIVE_ALARM_GAP] = "gap",
  [SKY_LIVE_ALARM_MALFORMED] = "malformed",
  [SKY_LIVE_ALARM_CHECKPOINT] = "checkpoint",
  [SKY_LIVE_ALARM_STORAGE] = "storage",
  [SKY_LIVE_ALARM_DRIFT] = "drift",
  [SKY_LIVE_ALARM_BEHIND] = "behind",
  [SKY_LIVE_ALARM_SILENT] = "silent",
  [SKY_LIVE_ALARM_GONE] = "gone",
};

const char *
sky_live_alarm_to_name (SkyLiveAlarm alarm)
{
  g_return_val_if_fail (alarm < SKY_N_LIVE_ALARMS, NULL);

  return names[alarm];
}

gboolean
sky_live_alarm_from_name (SkyText name, SkyLiveAlarm *alarm)
{
  for (guint i = 0; i < SKY_N_LIVE_ALARMS; i++)
    if (sky_text_is (name, names[i]))
      {
        *alarm = (SkyLiveAlarm) i;
        return TRUE;
      }
  return FALSE;
}
