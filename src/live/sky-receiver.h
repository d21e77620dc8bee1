/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The receiver: what tables publish goes in, logs below a folder grow, and what is to be published
 * comes out. It knows no network: whoever has the broker hands over what arrives.
 *
 * A line counts as had when it is on the disk. Lines are collected for 20 ms, 256 of them or 64
 * KiB, written and synced by a thread, and told of (have) when that is done. The state is the logs
 * and nothing beside them: whenever the receiver dies, it goes on with what they have. It belongs
 * to one main context. */
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
  /* Something that whoever looks after the receiver should know, a sentence. */
  void (*tell) (const char *text, gpointer user_data);
  gpointer user_data;
} SkyReceiverOuter;

/* What the user allows beforehand: NULL-terminated arrays of TABLE/DAY or PROPERTY/TABLE/DAY, or
 * NULL. */
typedef struct
{
  const char *const *gaps;   /* lines that the table lost are left out */
  const char *const *epochs; /* the table's other log of the day is written beside the first */
} SkyReceiverAccepted;

/* Has the folder for itself while it lives. Returns: the lock, to be closed at the end; -1 with
 * SKY_LIVE_ERROR_OCCUPIED while another receiver has it, or with FOLDER. */
int sky_receiver_lock (const char *folder, GError **error);

/* A receiver for the locked @folder, which reads what lies there. Returns NULL with
 * SKY_LIVE_ERROR_FOLDER. */
SkyReceiver *sky_receiver_new (const char *folder,
                               const SkyReceiverAccepted *accepted,
                               const SkyReceiverOuter *outer,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_receiver_free (SkyReceiver *self);

/* A broker is there that knows nothing: what every open log has is published. */
void sky_receiver_greet (SkyReceiver *self);

/* Something arrived. */
void sky_receiver_message (SkyReceiver *self, const char *topic, const char *payload, gsize size);

/* For the counters: since when there is no broker; 0: there is one. */
void sky_receiver_set_broker (SkyReceiver *self, const char *uri, SkyTime away_since);

/* Takes no more; what has come is written, synced and told of. */
void sky_receiver_finish (SkyReceiver *self);
gboolean sky_receiver_is_finished (const SkyReceiver *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReceiver, sky_receiver_free)

G_END_DECLS
