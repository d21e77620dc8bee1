/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-broker.h"

void
sky_broker_connect (SkyBroker *self, const SkyBrokerEvents *events, gpointer user_data)
{
  self->events = events;
  self->user_data = user_data;
  self->connect (self);
}

void
sky_broker_publish (SkyBroker *self,
                    const char *topic,
                    const char *type,
                    const char *payload,
                    gsize size,
                    gboolean retained)
{
  self->publish (self, topic, type, payload, size, retained);
}

void
sky_broker_subscribe (SkyBroker *self, const char *const *topics)
{
  self->subscribe (self, topics);
}

gboolean
sky_broker_is_idle (SkyBroker *self)
{
  return self->is_idle (self);
}

void
sky_broker_free (SkyBroker *self)
{
  if (self != NULL)
    self->free (self);
}
