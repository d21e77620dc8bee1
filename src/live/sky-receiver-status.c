/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-receiver-private.h"

#include "sky-json-writer.h"
#include "sky-live-alarm.h"

#include <glib/gstdio.h>
#include <unistd.h>

static void
add_if (GString *json, const char *name, guint64 n)
{
  if (n > 0)
    sky_json_add_int (json, name, (gint64) n);
}

/* What somebody ought to look at, as bits. */
static guint
find_alarms (const SkyReceivedLog *log)
{
  const gboolean raised[SKY_N_LIVE_ALARMS] = {
    [SKY_LIVE_ALARM_CONFLICT] = log->n_conflicts > 0,
    [SKY_LIVE_ALARM_EPOCH] = log->foreign,
    [SKY_LIVE_ALARM_GAP] = log->gap || log->doubt != 0,
    [SKY_LIVE_ALARM_MALFORMED] = log->n_malformed > 0,
    [SKY_LIVE_ALARM_CHECKPOINT] = log->n_checkpoints > 0,
    [SKY_LIVE_ALARM_STORAGE] = log->trouble,
    [SKY_LIVE_ALARM_DRIFT] = log->drift > SKY_RECEIVER_DRIFT || log->drift < -SKY_RECEIVER_DRIFT,
    [SKY_LIVE_ALARM_BEHIND] =
        log->behind_since != 0 && g_get_monotonic_time () - log->behind_since > SKY_RECEIVER_BEHIND,
    [SKY_LIVE_ALARM_SILENT] =
        !log->closed && g_get_monotonic_time () - log->quiet_since > SKY_RECEIVER_SILENCE,
    [SKY_LIVE_ALARM_GONE] = log->gone != 0,
  };
  guint bits = 0;

  for (guint i = 0; i < SKY_N_LIVE_ALARMS; i++)
    if (raised[i])
      bits |= 1u << i;
  return bits;
}

static void
add_alarms (GString *json, guint alarms)
{
  sky_json_begin_array (json, "alarms");
  for (guint i = 0; i < SKY_N_LIVE_ALARMS; i++)
    if ((alarms & (1u << i)) != 0)
      sky_json_add_string (json, NULL, sky_live_alarm_to_name ((SkyLiveAlarm) i));
  sky_json_end_array (json);
}

static void
add_log (GString *json, const SkyReceivedLog *log)
{
  g_auto (GStrv) names = g_strsplit (log->key, "/", 3);
  g_autofree char *property = g_uri_unescape_string (names[0], NULL);
  g_autofree char *table = g_uri_unescape_string (names[1], NULL);
  guint64 bytes;
  guint64 kept = sky_live_log_get_kept (log->live, &bytes);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "property", property);
  sky_json_add_string (json, "table", table);
  sky_json_add_string (json, "day", names[2]);
  if (*sky_live_log_get_epoch (log->live) != '\0')
    sky_json_add_string (json, "epoch", sky_live_log_get_epoch (log->live));
  sky_json_add_int (json, "lines", (gint64) kept);
  sky_json_add_int (json, "bytes", (gint64) bytes);
  sky_json_add_bool (json, "open", !log->closed);
  sky_json_add_time (json, "arrived", log->arrived);
  if (log->gone != 0)
    sky_json_add_time (json, "gone", log->gone);
  if (log->drift != 0)
    sky_json_add_int (json, "drift_ms", log->drift / SKY_MILLISECOND);
  add_if (json, "conflicts", log->n_conflicts);
  add_if (json, "malformed", log->n_malformed);
  add_if (json, "checkpoints", log->n_checkpoints);
  if (log->refused != NULL)
    sky_json_add_string (json, "refused", log->refused);
  add_alarms (json, find_alarms (log));
  sky_json_end_object (json);
}

static void
add_counters (GString *json, SkyReceiver *self)
{
  const SkyReceiverCounters *counters = &self->counters;

  sky_json_begin_object (json, "counters");
  sky_json_add_int (json, "lines", (gint64) counters->n_lines);
  sky_json_add_int (json, "bytes", (gint64) counters->n_bytes);
  sky_json_add_int (json, "old", (gint64) counters->n_old);
  sky_json_add_int (json, "ahead", (gint64) counters->n_ahead);
  sky_json_add_int (json, "conflicts", (gint64) counters->n_conflicts);
  sky_json_add_int (json, "malformed", (gint64) counters->n_malformed);
  sky_json_add_int (json, "refused", (gint64) counters->n_refused);
  sky_json_add_int (json, "strange", (gint64) counters->n_strange);
  sky_json_add_int (json, "batches", (gint64) counters->n_batches);
  sky_json_add_int (json, "failed", (gint64) counters->n_failed);
  sky_json_add_int (json, "longest_sync_ms", counters->longest_sync / 1000);
  sky_json_end_object (json);
}

void
sky_receiver_write_status (SkyReceiver *self)
{
  g_autofree char *path = g_build_filename (self->folder, SKY_RECEIVER_STATUS, NULL);
  g_autofree char *beside = g_strconcat (path, ".new", NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  const SkyTime now = g_get_real_time ();

  sky_json_begin_object (json, NULL);
  sky_json_add_time (json, "at", now);
  sky_json_add_time (json, "started", self->started);
  sky_json_add_int (json, "process", getpid ());
  if (self->broker != NULL)
    sky_json_add_string (json, "broker", self->broker);
  if (self->away_since != 0)
    sky_json_add_time (json, "no_broker_since", self->away_since);
  sky_json_add_bool (json, "slow", self->slow);
  add_counters (json, self);
  sky_json_begin_array (json, "tables");
  for (guint i = 0; i < self->logs->len; i++)
    if (!((SkyReceivedLog *) self->logs->pdata[i])->ended)
      add_log (json, self->logs->pdata[i]);
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  self->counters.longest_sync = 0;
  /* The next second tries again; a full disk is told of otherwise. */
  if (g_file_set_contents_full (beside, json->str, (gssize) json->len, G_FILE_SET_CONTENTS_NONE,
                                0640, NULL))
    g_rename (beside, path);
}
