/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a receiver is doing, read from the counters that it leaves in its folder each second. */
#pragma once

#include "sky-live-alarm.h"
#include "sky-time.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A received log. Texts are as the table's system wrote them. */
typedef struct
{
  char *property;
  char *table;
  char *day;       /* "2023-11-04" */
  guint64 lines;   /* that are on the disk */
  SkyTime arrived; /* when the last came, by the receiver's clock; SKY_TIME_NONE: not known */
  SkyTime gone;    /* when the table's connection was lost; SKY_TIME_NONE: never */
  gboolean open;   /* the table has not closed yet */
  guint alarms;    /* a bit (1 << SkyLiveAlarm) for each */
} SkyReceiverTable;

typedef struct
{
  SkyTime at;         /* when the receiver wrote it; SKY_TIME_NONE: not known */
  char *broker;       /* its URI; NULL: not known */
  SkyTime away_since; /* since when there is no broker; SKY_TIME_NONE: there is one */
  gboolean slow;      /* the disk keeps everybody waiting */
  gint64 lines;       /* written since the receiver began */
  gint64 old;         /* that were there already */
  gint64 conflicts;
  gint64 refused;
  GPtrArray *tables; /* of SkyReceiverTable */
} SkyReceiverReport;

/* The path of the counters in a receiver's @folder. Returns: a new string. */
char *sky_receiver_report_path (const char *folder) G_GNUC_WARN_UNUSED_RESULT;

/* Reads the counters of the receiver that writes below @folder. Blocks. Returns: the report, or
 * NULL with a G_FILE_ERROR, or with G_IO_ERROR_INVALID_DATA where they are no counters. */
SkyReceiverReport *sky_receiver_report_read (const char *folder,
                                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_receiver_report_free (SkyReceiverReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReceiverReport, sky_receiver_report_free)

G_END_DECLS
