/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clock.h"

struct _SkyClock
{
  GObject parent_instance;

  GTimeZone *property_zone; /* NULL: UTC, or not known */
  char *name;               /* as it was named; NULL: none was */
  gboolean utc;
};

G_DEFINE_FINAL_TYPE (SkyClock, sky_clock, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ZONE,
  PROP_UTC,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
set_utc (SkyClock *self, gboolean utc)
{
  if (utc == self->utc)
    return;
  self->utc = utc;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_UTC]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZONE]);
}

static void
sky_clock_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyClock *self = SKY_CLOCK (object);

  switch (id)
    {
    case PROP_ZONE:
      g_value_set_boxed (value, sky_clock_get_zone (self));
      break;
    case PROP_UTC:
      g_value_set_boolean (value, self->utc);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_clock_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_UTC:
      set_utc (SKY_CLOCK (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_clock_finalize (GObject *object)
{
  SkyClock *self = SKY_CLOCK (object);

  g_clear_pointer (&self->property_zone, g_time_zone_unref);
  g_free (self->name);
  G_OBJECT_CLASS (sky_clock_parent_class)->finalize (object);
}

static void
sky_clock_class_init (SkyClockClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = sky_clock_get_property;
  object_class->set_property = sky_clock_set_property;
  object_class->finalize = sky_clock_finalize;

  properties[PROP_ZONE] = g_param_spec_boxed ("zone", NULL, NULL, G_TYPE_TIME_ZONE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_UTC] =
      g_param_spec_boolean ("utc", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sky_clock_init (SkyClock *self)
{
}

SkyClock *
sky_clock_new (void)
{
  return g_object_new (SKY_TYPE_CLOCK, NULL);
}

void
sky_clock_set_property_zone (SkyClock *self, const char *name)
{
  g_return_if_fail (SKY_IS_CLOCK (self));

  if (name == NULL)
    name = "UTC";
  if (g_strcmp0 (name, self->name) == 0)
    return;
  g_clear_pointer (&self->property_zone, g_time_zone_unref);
  self->property_zone = g_time_zone_new_identifier (name);
  g_free (self->name);
  self->name = g_strdup (name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZONE]);
}

void
sky_clock_propose_property_zone (SkyClock *self, const char *name)
{
  g_return_if_fail (SKY_IS_CLOCK (self));

  if (self->name == NULL)
    sky_clock_set_property_zone (self, name);
}

GTimeZone *
sky_clock_get_zone (SkyClock *self)
{
  g_return_val_if_fail (SKY_IS_CLOCK (self), NULL);
  return self->utc ? NULL : self->property_zone;
}
