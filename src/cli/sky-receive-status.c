/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a receiver is doing, from the counters that it leaves in its folder each second. */
#include "config.h"

#include "sky-receive-status.h"

#include "sky-receiver-report.h"
#include "sky-receiver.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include <inttypes.h>
#include <unistd.h>

static const char *const alarms[SKY_N_LIVE_ALARMS] = {
  [SKY_LIVE_ALARM_CONFLICT] = N_ ("CONFLICT: other lines came for positions that were taken"),
  [SKY_LIVE_ALARM_EPOCH] = N_ ("ANOTHER LOG of this day is refused (--accept-epoch)"),
  [SKY_LIVE_ALARM_GAP] = N_ ("GAP: the table lost lines (--accept-gap)"),
  [SKY_LIVE_ALARM_MALFORMED] = N_ ("what is no line was refused"),
  [SKY_LIVE_ALARM_CHECKPOINT] = N_ ("a checkpoint is of other bytes"),
  [SKY_LIVE_ALARM_STORAGE] = N_ ("STORAGE: nothing can be written"),
  [SKY_LIVE_ALARM_DRIFT] = N_ ("the table's clock differs"),
  [SKY_LIVE_ALARM_BEHIND] = N_ ("catching up"),
  [SKY_LIVE_ALARM_SILENT] = N_ ("silent"),
  [SKY_LIVE_ALARM_GONE] = N_ ("the table's connection was lost"),
};

/* @time, or "?" where it is not known, in @buffer. */
static const char *
say_time (SkyTime time, char *buffer)
{
  return time != SKY_TIME_NONE ? sky_time_format (time, buffer) : "?";
}

static const char *
say_name (const char *name)
{
  return name[0] != '\0' ? name : "?";
}

static void
print_table (const SkyReceiverTable *table)
{
  char arrived[SKY_TIME_TEXT_SIZE];

  sky_cli_print (_ ("%s, %s, %s: %" PRIi64 " lines, last at %s\n"), say_name (table->property),
                 say_name (table->table), say_name (table->day), (gint64) table->lines,
                 say_time (table->arrived, arrived));
  for (guint i = 0; i < SKY_N_LIVE_ALARMS; i++)
    if ((table->alarms & (1u << i)) != 0)
      sky_cli_print ("  %s\n", _ (alarms[i]));
}

static void
print_broker (const SkyReceiverReport *report)
{
  const char *broker = report->broker != NULL ? report->broker : "?";
  char away[SKY_TIME_TEXT_SIZE];

  if (report->away_since != SKY_TIME_NONE)
    sky_cli_print (_ ("No broker since %s (%s)\n"), say_time (report->away_since, away), broker);
  else if (report->broker != NULL)
    sky_cli_print (_ ("Broker: %s\n"), broker);
}

/* Whether a receiver has the folder now. */
static gboolean
is_running (const char *folder)
{
  g_autoptr (GError) error = NULL;
  int lock = sky_receiver_lock (folder, &error);

  if (lock >= 0)
    close (lock);
  return g_error_matches (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_OCCUPIED);
}

SkyCliStatus
sky_receive_status (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyReceiverReport) report = sky_receiver_report_read (folder, &error);
  char at[SKY_TIME_TEXT_SIZE];

  if (report == NULL)
    return sky_cli_fail (error);
  if (is_running (folder))
    sky_cli_print (_ ("Receiving; as of %s\n"), say_time (report->at, at));
  else
    sky_cli_print (_ ("No receiver is running; as it was at %s\n"), say_time (report->at, at));
  print_broker (report);
  if (report->slow)
    sky_cli_print ("%s\n", _ ("STORAGE: the disk keeps everybody waiting"));
  sky_cli_print (_ ("Lines: %" PRIi64 ", there already: %" PRIi64 ", conflicts: %" PRIi64
                    ", refused: %" PRIi64 "\n"),
                 report->lines, report->old, report->conflicts, report->refused);
  for (guint i = 0; i < report->tables->len; i++)
    print_table (report->tables->pdata[i]);
  return SKY_CLI_DONE;
}
