/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A connection to a broker: what table and receiver publish goes in, what they subscribed to comes
 * out. It is on the main context of the thread that made it, never blocks it, and connects again
 * by itself after 0.1 s to 10 s, doubling, give or take a fifth. Nothing is kept for a broker that
 * is away: whoever uses it says again what is to be known when it is back. */
#pragma once

#include <glib.h>

#include "sky-broker-address.h"

G_BEGIN_DECLS

typedef struct _SkyBroker SkyBroker;

/* What a broker tells. */
typedef struct
{
  /* It is there, and knows nothing of this connection yet. */
  void (*connected) (SkyBroker *broker, gpointer user_data);
  /* It is not there, or went away. @cause is told once for each time that it does. */
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

/* Begins to connect, and goes on for as long as the broker is there. */
void sky_broker_connect (SkyBroker *self, const SkyBrokerEvents *events, gpointer user_data);

/* Publishes at least once (QoS 1); nothing happens while there is no connection. @type is what the
 * payload is, or NULL. An empty payload that is retained takes away what was retained under the
 * topic. */
void sky_broker_publish (SkyBroker *self,
                         const char *topic,
                         const char *type,
                         const char *payload,
                         gsize size,
                         gboolean retained);

/* Subscribes to @topics, ended by NULL, in that order. */
void sky_broker_subscribe (SkyBroker *self, const char *const *topics);

/* Whether the broker has said of all that was published that it has it. */
gboolean sky_broker_is_idle (SkyBroker *self);

/* Says goodbye, and frees it. */
void sky_broker_free (SkyBroker *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyBroker, sky_broker_free)

G_END_DECLS
