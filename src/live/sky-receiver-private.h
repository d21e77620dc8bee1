/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the receiver's files share: its logs and its counters. */
#pragma once

#include "sky-received-log.h"
#include "sky-receiver.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The name of the counters in the receiver's folder, and of its lock. */
#define SKY_RECEIVER_STATUS ".receive.json"
#define SKY_RECEIVER_LOCK   ".receive.lock"

/* Of one open table, nothing came for so long (monotonic). */
#define SKY_RECEIVER_SILENCE (60 * G_USEC_PER_SEC)
/* Missing lines are worth a word after so long (monotonic). */
#define SKY_RECEIVER_BEHIND (2 * G_USEC_PER_SEC)
/* A larger difference between clocks is reported. */
#define SKY_RECEIVER_DRIFT (5 * SKY_SECOND)

typedef struct
{
  guint64 n_lines, n_bytes, n_old, n_ahead, n_conflicts, n_malformed, n_refused, n_strange;
  guint64 n_batches, n_failed;
  gint64 longest_sync; /* µs, since the last look */
} SkyReceiverCounters;

struct _SkyReceiver
{
  char *folder;
  char **gaps;
  char **epochs;
  SkyReceiverOuter outer;
  SkyLiveReader *reader;
  GPtrArray *logs;     /* of SkyReceivedLog */
  GHashTable *current; /* key → the log that its lines belong to */
  guint n_open;
  guint n_waiting; /* lines, of all logs */
  gsize waiting_bytes;
  GPtrArray *waiting;    /* of the logs that have such lines */
  gpointer batch;        /* that a thread is at; NULL: none */
  gint64 batch_began;    /* monotonic */
  gboolean slow;         /* the disk: nothing is taken until it is done */
  GQueue past;           /* of logs whose digest must be computed */
  gboolean reading_past; /* a thread is at the first of them */
  GCancellable *leaving;
  guint batch_timer;
  gboolean look_due; /* at files and receipts, once no batch is under way */
  guint tick;
  guint n_ticks;
  gboolean finishing;
  SkyReceiverCounters counters;
  SkyTime started;
  char *broker;
  SkyTime away_since;
};

/* Writes the counters, by a rename. */
void sky_receiver_write_status (SkyReceiver *self);

G_END_DECLS
