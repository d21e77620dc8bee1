/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A broker that speaks MQTT 5, by libmosquitto on the GLib main loop. */
#pragma once

#include "sky-broker.h"

G_BEGIN_DECLS

/* What the broker publishes if the connection is lost; nothing if the topic is NULL. */
typedef struct
{
  const char *topic;
  const char *payload;
} SkyBrokerWill;

/* A broker at @address, which it takes, not yet connected. @name starts the connection's name at
 * the broker. Returns the broker, or NULL with SKY_LIVE_ERROR_BROKER if the certificates or keys
 * are invalid. */
SkyBroker *sky_broker_mqtt_new (SkyBrokerAddress *address,
                                const char *name,
                                const SkyBrokerWill *will,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
