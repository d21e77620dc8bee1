/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-row.h"

typedef struct
{
  SkyRowFunc func;
  gpointer data;
} Watch;

struct _SkyRow
{
  GObject parent_instance;

  guint position;
  GObject *item;   /* owned */
  GArray *watches; /* of Watch */
};

G_DEFINE_FINAL_TYPE (SkyRow, sky_row, G_TYPE_OBJECT)

static void
sky_row_finalize (GObject *object)
{
  g_clear_object (&SKY_ROW (object)->item);
  g_array_unref (SKY_ROW (object)->watches);
  G_OBJECT_CLASS (sky_row_parent_class)->finalize (object);
}

static void
sky_row_class_init (SkyRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_row_finalize;
}

static void
sky_row_init (SkyRow *self)
{
  self->watches = g_array_new (FALSE, FALSE, sizeof (Watch));
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

  if (!g_set_object (&self->item, item))
    return;
  for (guint i = 0; i < self->watches->len; i++)
    {
      const Watch *watch = &g_array_index (self->watches, Watch, i);
      watch->func (watch->data);
    }
}

void
sky_row_watch (SkyRow *self, SkyRowFunc func, gpointer data)
{
  g_return_if_fail (SKY_IS_ROW (self));

  const Watch watch = { func, data };
  g_array_append_val (self->watches, watch);
}

void
sky_row_unwatch (SkyRow *self, gpointer data)
{
  g_return_if_fail (SKY_IS_ROW (self));

  for (guint i = 0; i < self->watches->len; i++)
    {
      if (g_array_index (self->watches, Watch, i).data != data)
        continue;
      g_array_remove_index_fast (self->watches, i);
      return;
    }
}
