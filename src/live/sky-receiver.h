/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The receiver: takes what tables publish, writes logs below a folder, and gives what to publish.
 * It knows no network; its user owns the broker and passes on what arrives.
 *
 * A line counts as had when it is on disk. Lines are collected for 20 ms, up to 256 lines or 64
 * KiB. A thread writes and syncs them, and the receiver then reports them (have). The logs are its
 * only state: after a crash it continues with what they have. It belongs to one main context. */
#pragma once

#include "sky-broker-address.h"
#include "sky-live-topic.h"
#include "sky-time.h"

G_BEGIN_DECLS

typedef struct _SkyReceiver SkyReceiver;

/* What the receiver needs done; @user_data is the same for all. */
typedef struct
{
  void (*publish) (
      const char *topic, const char *payload, gsize size, gboolean retained, gpointer user_data);
  /* A message for the receiver's operator, a sentence. */
  void (*tell) (const char *text, gpointer user_data);
  gpointer user_data;
} SkyReceiverOuter;

/* What the user allows beforehand: NULL-terminated arrays of TABLE/DAY or PROPERTY/TABLE/DAY, or
 * NULL. */
typedef struct
{
  const char *const *gaps;   /* skip lines that the table lost */
  const char *const *epochs; /* write the table's other log of the day beside the first */
} SkyReceiverAccepted;

/* Reserves the folder. Returns the lock, to be closed at the end; -1 with SKY_LIVE_ERROR_OCCUPIED
 * if another receiver has it, or with FOLDER. */
int sky_receiver_lock (const char *folder, GError **error);

/* A receiver for the locked @folder, whose files it reads. Returns NULL with
 * SKY_LIVE_ERROR_FOLDER. */
SkyReceiver *sky_receiver_new (const char *folder,
                               const SkyReceiverAccepted *accepted,
                               const SkyReceiverOuter *outer,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_receiver_free (SkyReceiver *self);

/* A broker is connected and knows nothing: publishes what every open log has. */
void sky_receiver_greet (SkyReceiver *self);

/* Something arrived. */
void sky_receiver_message (SkyReceiver *self, const char *topic, const char *payload, gsize size);

/* For the counters: since when there is no broker; 0: there is one. */
void sky_receiver_set_broker (SkyReceiver *self, const char *uri, SkyTime away_since);

/* Accepts nothing more; writes, syncs and reports what has come. */
void sky_receiver_finish (SkyReceiver *self);
gboolean sky_receiver_is_finished (const SkyReceiver *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReceiver, sky_receiver_free)

G_END_DECLS
