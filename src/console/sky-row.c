/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-row.h"

struct _SkyRow
{
  GObject parent_instance;

  guint position;
  GObject *item; /* owned */
};

G_DEFINE_FINAL_TYPE (SkyRow, sky_row, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
sky_row_finalize (GObject *object)
{
  g_clear_object (&SKY_ROW (object)->item);
  G_OBJECT_CLASS (sky_row_parent_class)->finalize (object);
}

static void
sky_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_ITEM:
      g_value_set_object (value, SKY_ROW (object)->item);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_row_class_init (SkyRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = sky_row_finalize;
  object_class->get_property = sky_row_get_property;
  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, G_TYPE_OBJECT,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sky_row_init (SkyRow *self)
{
}

SkyRow *
sky_row_new (guint position, gpointer item)
{
  SkyRow *self = g_object_new (SKY_TYPE_ROW, NULL);

  self->position = position;
  g_set_object (&self->item, item);
  return self;
}

guint
sky_row_get_position (SkyRow *self)
{
  g_return_val_if_fail (SKY_IS_ROW (self), 0);
  return self->position;
}

void
sky_row_set_position (SkyRow *self, guint position)
{
  g_return_if_fail (SKY_IS_ROW (self));
  self->position = position;
}

gpointer
sky_row_get_item (SkyRow *self)
{
  g_return_val_if_fail (SKY_IS_ROW (self), NULL);
  return self->item;
}

void
sky_row_set_item (SkyRow *self, gpointer item)
{
  g_return_if_fail (SKY_IS_ROW (self));

  if (g_set_object (&self->item, item))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}
