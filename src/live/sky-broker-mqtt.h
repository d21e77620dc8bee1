/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A broker that speaks MQTT 5, by libmosquitto on the GLib main loop. */
#pragma once

#include "sky-broker.h"

G_BEGIN_DECLS

/* What the broker publishes when the connection is lost; nothing when the topic is NULL. */
typedef struct
{
  const char *topic;
  const char *payload;
} SkyBrokerWill;

/* A broker at @address, which is taken over, not yet connected. @name begins the name by which the
 * broker knows the connection. Returns: the broker, or NULL with SKY_LIVE_ERROR_BROKER when the
 * certificates or keys are none. */
SkyBroker *sky_broker_mqtt_new (SkyBrokerAddress *address,
                                const char *name,
                                const SkyBrokerWill *will,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
