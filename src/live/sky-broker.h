/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A connection to a broker: takes what table and receiver publish, gives what they subscribed to.
 * It belongs to the main context of its creator's thread and never blocks it. It reconnects by
 * itself after 0.1 s to 10 s, doubling, give or take a fifth. It keeps nothing for an absent
 * broker: after a reconnection, its user repeats what matters. */
#pragma once

#include <glib.h>

#include "sky-broker-address.h"

G_BEGIN_DECLS

typedef struct _SkyBroker SkyBroker;

/* A broker's events. */
typedef struct
{
  /* The broker is connected, and knows nothing of this connection yet. */
  void (*connected) (SkyBroker *broker, gpointer user_data);
  /* It is absent, or went away. Each loss is reported once, with its @cause. */
  void (*disconnected) (SkyBroker *broker, const char *cause, gpointer user_data);
  void (*message) (
      SkyBroker *broker, const char *topic, const char *payload, gsize size, gpointer user_data);
} SkyBrokerEvents;

/* The base of an implementation, which fills it in. */
struct _SkyBroker
{
  void (*connect) (SkyBroker *self);
  void (*publish) (SkyBroker *self,
                   const char *topic,
                   const char *type,
                   const char *payload,
                   gsize size,
                   gboolean retained);
  void (*subscribe) (SkyBroker *self, const char *const *topics);
  gboolean (*is_idle) (SkyBroker *self);
  void (*free) (SkyBroker *self);
  const SkyBrokerEvents *events;
  gpointer user_data;
};

/* Starts to connect, and keeps trying as long as the object lives. */
void sky_broker_connect (SkyBroker *self, const SkyBrokerEvents *events, gpointer user_data);

/* Publishes at least once (QoS 1); does nothing without a connection. @type is the payload's type,
 * or NULL. An empty retained payload removes what the topic retained. */
void sky_broker_publish (SkyBroker *self,
                         const char *topic,
                         const char *type,
                         const char *payload,
                         gsize size,
                         gboolean retained);

/* Subscribes to @topics, ended by NULL, in that order. */
void sky_broker_subscribe (SkyBroker *self, const char *const *topics);

/* Whether the broker has acknowledged everything published. */
gboolean sky_broker_is_idle (SkyBroker *self);

/* Says goodbye, and frees it. */
void sky_broker_free (SkyBroker *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyBroker, sky_broker_free)

G_END_DECLS
