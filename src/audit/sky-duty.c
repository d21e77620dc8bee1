/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-duty.h"

void
sky_duty_clear (SkyDuty *self)
{
  g_free (self->credential);
}

GArray *
sky_duties_new (void)
{
  GArray *duties = g_array_new (FALSE, TRUE, sizeof (SkyDuty));

  g_array_set_clear_func (duties, (GDestroyNotify) sky_duty_clear);
  return duties;
}

/* The open duty of @credential in @role; NULL: there is none. */
static SkyDuty *
find_open (GArray *duties, SkyRole role, SkyText credential)
{
  for (guint i = duties->len; i-- > 0;)
    {
      SkyDuty *duty = &g_array_index (duties, SkyDuty, i);

      if (duty->last_seq == 0 && duty->role == role && sky_text_is (credential, duty->credential))
        return duty;
    }
  return NULL;
}

void
sky_duties_take (GArray *duties, const SkyEvent *event)
{
  SkyDuty *open = NULL;
  SkyDuty duty = { 0 };

  if (event->type != SKY_EVENT_STAFF)
    return;
  open = find_open (duties, event->staff.role, event->staff.credential);
  if (open != NULL && !event->staff.on)
    {
      open->last_seq = event->seq;
      open->end = event->at;
    }
  if (open != NULL || !event->staff.on)
    return;
  duty.role = event->staff.role;
  duty.credential = sky_text_dup (event->staff.credential);
  duty.first_seq = event->seq;
  duty.start = event->at;
  g_array_append_val (duties, duty);
}

void
sky_duties_end (GArray *duties, guint64 last_seq, SkyTime end)
{
  for (guint i = 0; i < duties->len; i++)
    {
      SkyDuty *duty = &g_array_index (duties, SkyDuty, i);

      if (duty->last_seq == 0)
        {
          duty->last_seq = MAX (last_seq, duty->first_seq);
          duty->end = MAX (end, duty->start);
        }
    }
}
