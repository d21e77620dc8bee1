/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame-ring.h"

void
sky_frame_ring_init (SkyFrameRing *self)
{
  self->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_frame_unref);
}

void
sky_frame_ring_clear (SkyFrameRing *self)
{
  g_ptr_array_set_size (self->frames, 0);
}

GPtrArray *
sky_frame_ring_steal (SkyFrameRing *self)
{
  GPtrArray *frames = self->frames;

  sky_frame_ring_init (self);
  return frames;
}

void
sky_frame_ring_destroy (SkyFrameRing *self)
{
  g_clear_pointer (&self->frames, g_ptr_array_unref);
}

guint
sky_frame_ring_get_length (const SkyFrameRing *self)
{
  return self->frames->len;
}

SkyFrame *
sky_frame_ring_get (const SkyFrameRing *self, guint index)
{
  g_return_val_if_fail (index < self->frames->len, NULL);

  return g_ptr_array_index (self->frames, index);
}

SkyFrame *
sky_frame_ring_head (const SkyFrameRing *self)
{
  return self->frames->len > 0 ? sky_frame_ring_get (self, 0) : NULL;
}

SkyFrame *
sky_frame_ring_tail (const SkyFrameRing *self)
{
  return self->frames->len > 0 ? sky_frame_ring_get (self, self->frames->len - 1) : NULL;
}

static gboolean
is_after (const SkyFrame *frame, guint coverage, SkyTime time)
{
  if (frame->coverage != coverage)
    return frame->coverage > coverage;
  return frame->at > time + SKY_FRAME_TOLERANCE;
}

int
sky_frame_ring_find (const SkyFrameRing *self, guint coverage, SkyTime time)
{
  guint low = 0;
  guint high = self->frames->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (is_after (sky_frame_ring_get (self, middle), coverage, time))
        high = middle;
      else
        low = middle + 1;
    }
  return (int) low - 1;
}

void
sky_frame_ring_append (SkyFrameRing *self, SkyFrame *frame)
{
  g_ptr_array_add (self->frames, frame);
}

void
sky_frame_ring_prepend_all (SkyFrameRing *self, SkyFrameRing *frames)
{
  g_ptr_array_extend_and_steal (frames->frames, g_steal_pointer (&self->frames));
  self->frames = frames->frames;
  sky_frame_ring_init (frames);
}

void
sky_frame_ring_drop_head (SkyFrameRing *self, guint n)
{
  if (n > 0)
    g_ptr_array_remove_range (self->frames, 0, n);
}

void
sky_frame_ring_drop_tail (SkyFrameRing *self, guint n)
{
  g_ptr_array_set_size (self->frames, (int) (self->frames->len - n));
}
