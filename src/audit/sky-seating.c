/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-seating.h"

void
sky_seating_clear (SkySeating *self)
{
  g_free (self->player);
}

GArray *
sky_seatings_new (void)
{
  GArray *seatings = g_array_new (FALSE, TRUE, sizeof (SkySeating));

  g_array_set_clear_func (seatings, (GDestroyNotify) sky_seating_clear);
  return seatings;
}

/* Who sits at @seat; NULL: nobody. */
static SkySeating *
find_open (GArray *seatings, gint64 seat)
{
  for (guint i = seatings->len; i-- > 0;)
    {
      SkySeating *seating = &g_array_index (seatings, SkySeating, i);

      if (seating->seat == seat)
        return seating->last_seq == 0 ? seating : NULL;
    }
  return NULL;
}

void
sky_seatings_take (GArray *seatings, const SkyEvent *event)
{
  SkySeating seating = { 0 };
  SkySeating *open;

  if (event->type != SKY_EVENT_PLAYER)
    return;
  open = find_open (seatings, event->player.seat);
  if (open != NULL && event->player.present && sky_text_is (event->player.player, open->player))
    return;
  if (open != NULL)
    open->last_seq = MAX (event->seq, open->first_seq + 1) - 1;
  if (!event->player.present)
    return;
  seating.seat = event->player.seat;
  seating.player = sky_text_dup (event->player.player);
  seating.first_seq = event->seq;
  g_array_append_val (seatings, seating);
}

void
sky_seatings_end (GArray *seatings, guint64 last_seq)
{
  for (guint i = 0; i < seatings->len; i++)
    {
      SkySeating *seating = &g_array_index (seatings, SkySeating, i);

      if (seating->last_seq == 0)
        seating->last_seq = MAX (last_seq, seating->first_seq);
    }
}
