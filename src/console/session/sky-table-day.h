/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table's gaming day in the console: the mapped log, an index of its events and rounds, and the
 * table's cameras. A thread loads it, and it does not change afterward, so any thread may read it.
 * Returned texts live as long as it does. */
#pragma once

#include <gio/gio.h>

#include "sky-audit.h"
#include "sky-camera.h"

G_BEGIN_DECLS

/* The place of an event in the log. */
typedef struct
{
  SkyTime at;
  guint64 seq;
  gint64 round; /* in progress; 0: between rounds */
  SkyEventType type;
  const char *caption; /* what it says over a picture; NULL: nothing. The day's */
} SkyDayEvent;

#define SKY_TYPE_TABLE_DAY (sky_table_day_get_type ())
G_DECLARE_FINAL_TYPE (SkyTableDay, sky_table_day, SKY, TABLE_DAY, GObject)

/* Loads the log at @log_path of the archive at @archive_path, in a thread. */
void sky_table_day_load_async (const char *archive_path,
                               const char *log_path,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* Returns: (transfer full): the day, or NULL with a SKY_LOG_ERROR or G_IO_ERROR_CANCELLED.
 * Unreadable footage is not a failure: the day then has no cameras and a problem. */
SkyTableDay *sky_table_day_load_finish (GAsyncResult *result, GError **error);

/* The same without a thread, for those who already are in one. */
SkyTableDay *sky_table_day_load (const char *archive_path,
                                 const char *log_path,
                                 GCancellable *cancellable,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

const char *sky_table_day_get_archive_path (SkyTableDay *self);
const char *sky_table_day_get_log_path (SkyTableDay *self);
SkyLog *sky_table_day_get_log (SkyTableDay *self);
const SkyLogHeader *sky_table_day_get_header (SkyTableDay *self);

/* What could not be read besides the log, one per line; NULL: nothing. */
const char *sky_table_day_get_problems (SkyTableDay *self);

/* From the first event or recording to the last. */
void sky_table_day_get_span (SkyTableDay *self, SkyTime *from, SkyTime *until);

/* (element-type SkyCamera): the table's cameras, possibly none. */
GPtrArray *sky_table_day_get_cameras (SkyTableDay *self);

/* The events in the log's order; their times are in order but for findings log.time-reversed. */
const SkyDayEvent *sky_table_day_get_events (SkyTableDay *self, guint *n);
const SkyRound *sky_table_day_get_rounds (SkyTableDay *self, guint *n);

/* When nothing was looked at, as the log says; the log of a table's own system has none. */
const SkySpan *sky_table_day_get_unobserved (SkyTableDay *self, guint *n);
/* Whether that was so at @at. */
gboolean sky_table_day_is_unobserved (SkyTableDay *self, SkyTime at);
/* What the log leaves out and how much was looked at, for people; NULL: nothing is left out. */
const char *sky_table_day_get_left_out (SkyTableDay *self);

/* The round numbered @round, or NULL. */
const SkyRound *sky_table_day_find_round (SkyTableDay *self, gint64 round);

/* The last round that began at or before @at, or NULL. */
const SkyRound *sky_table_day_round_at (SkyTableDay *self, SkyTime at);

/* The event numbered @seq, or NULL. */
const SkyDayEvent *sky_table_day_find_event (SkyTableDay *self, guint64 seq);

/* The event after (@direction 1) or before (-1) @at, or NULL. */
const SkyDayEvent *sky_table_day_next_event (SkyTableDay *self, SkyTime at, int direction);

/* The round that begins after (1) or before (-1) @at, or NULL. */
const SkyRound *sky_table_day_next_round (SkyTableDay *self, SkyTime at, int direction);

/* The last events up to @at to show over a picture, none older than some seconds, one line each
 * with its time. Returns a new string; NULL: none. */
char *sky_table_day_dup_caption (SkyTableDay *self, SkyTime at, GTimeZone *zone);

G_END_DECLS
