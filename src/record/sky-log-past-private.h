/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log's lines so far come to: the table after them, in the order in which they count. For
 * the layer's own use. One thread at a time may use it. */
#pragma once

#include "sky-record-error.h"
#include "sky-table.h"

G_BEGIN_DECLS

typedef struct
{
  SkyTable *table;
  guint64 seq;   /* the highest, and of a log without corrections the last */
  SkyTime at;    /* of the last event; SKY_TIME_NONE: there is none */
  gint64 round;  /* that an `again` corrects, until its end; 0: none */
  gboolean next; /* the `again` came last: a `round_start` may follow */
  /* The log has corrections: to the rules an event is its place, as the audit has it, for they go
   * by what came before what. */
  gboolean by_place;
  guint64 place; /* of the last event that was fed */
} SkyLogPast;

/* The past of a log without events. @formats must outlive it. */
void
sky_log_past_init (SkyLogPast *self, const SkyLogHeader *header, const SkyFormatIndex *formats);
void sky_log_past_clear (SkyLogPast *self);

/* Feeds the next event; not an `again`. */
void sky_log_past_follow (SkyLogPast *self, const SkyEvent *event);

/* Whether the event begins the round @round, or a correction of it. */
gboolean sky_log_past_begins_round (const SkyEvent *event, gint64 round);
/* Whether the event ends the round that an `again` began. */
gboolean sky_log_past_ends_round (const SkyEvent *event);

/* Feeds what @log, the file @path, has up to the round @before, or all of it: 0. Returns FALSE with
 * a SKY_RECORD_ERROR: OPEN, or LINE if the log has no such round. */
gboolean
sky_log_past_read (SkyLogPast *self, SkyLog *log, const char *path, gint64 before, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyLogPast, sky_log_past_clear)

G_END_DECLS
