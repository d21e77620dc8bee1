/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-order-private.h"

/* The lines of a round: as the table's own, or as an `again` has them, that line included. */
typedef struct
{
  gint64 round;
  SkyLogStretch lines;
  guint64 next; /* the number of the line behind */
  gboolean again;
  gboolean begins; /* it has a `round_start` */
  guint by;        /* one more than the index of what replaces it last; 0: nothing */
} Range;

struct _SkyLogOrder
{
  GArray *ranges; /* of Range, in the file's order */
  gboolean open;  /* the last one goes on */
  gboolean corrected;
};

SkyLogOrder *
sky_log_order_new (void)
{
  SkyLogOrder *self = g_new0 (SkyLogOrder, 1);

  self->ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  return self;
}

void
sky_log_order_free (SkyLogOrder *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->ranges);
  g_free (self);
}

static Range *
get_range (const SkyLogOrder *self, guint index)
{
  return &g_array_index (self->ranges, Range, index);
}

/* The first range of @round, which stands where it counts. */
static Range *
find_round (const SkyLogOrder *self, gint64 round)
{
  for (guint i = 0; i < self->ranges->len; i++)
    if (get_range (self, i)->round == round && !get_range (self, i)->again)
      return get_range (self, i);
  return NULL;
}

static void
begin_range (
    SkyLogOrder *self, gint64 round, gboolean again, goffset from, goffset until, guint64 number)
{
  Range range = {
    .round = round, .lines = { from, until, number }, .next = number + 1, .again = again
  };
  Range *corrected = again ? find_round (self, round) : NULL;

  range.begins = !again;
  /* What was never in the log is not replaced: it counts where it stands. */
  if (corrected != NULL)
    {
      corrected->by = self->ranges->len + 1;
      self->corrected = TRUE;
    }
  g_array_append_val (self->ranges, range);
  self->open = TRUE;
}

void
sky_log_order_meet (
    SkyLogOrder *self, const SkyEvent *event, goffset from, goffset until, guint64 number)
{
  Range *last = self->open ? get_range (self, self->ranges->len - 1) : NULL;
  gboolean starts = event->type == SKY_EVENT_ROUND_START;

  if (event->type == SKY_EVENT_AGAIN)
    begin_range (self, event->again.round, TRUE, from, until, number);
  /* The first one behind an `again` is its own. */
  else if (starts && (last == NULL || !last->again || last->begins))
    begin_range (self, event->round.round, FALSE, from, until, number);
  else if (last != NULL)
    {
      last->lines.until = until;
      last->next = number + 1;
      last->begins |= starts;
      self->open = event->type != SKY_EVENT_ROUND_END && event->type != SKY_EVENT_UNOBSERVED;
    }
}

static void
add_stretch (GArray *stretches, goffset from, goffset until, guint64 number)
{
  SkyLogStretch stretch = { from, until, number };

  if (from < until)
    g_array_append_val (stretches, stretch);
}

/* Whether the lines count elsewhere, or not at all. */
static gboolean
is_moved (const SkyLogOrder *self, const Range *range)
{
  return range->by != 0 || (range->again && find_round (self, range->round) != NULL);
}

GArray *
sky_log_order_make (SkyLogOrder *self, const SkyLogStretch *first)
{
  GArray *stretches;
  SkyLogStretch at = *first;

  if (!self->corrected)
    return NULL;
  stretches = g_array_new (FALSE, FALSE, sizeof (SkyLogStretch));
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const Range *range = get_range (self, i);

      if (!is_moved (self, range))
        continue;
      add_stretch (stretches, at.from, range->lines.from, at.number);
      if (range->by != 0)
        {
          const Range *by = get_range (self, range->by - 1);

          add_stretch (stretches, by->lines.from, by->lines.until, by->lines.number);
        }
      at.from = range->lines.until;
      at.number = range->next;
    }
  add_stretch (stretches, at.from, G_MAXINT64, at.number);
  return stretches;
}

gboolean
sky_log_order_begins_round (const SkyLogOrder *self, goffset from)
{
  for (guint i = 0; i < self->ranges->len; i++)
    if (get_range (self, i)->lines.from == from)
      return get_range (self, i)->again && !get_range (self, i)->begins;
  return FALSE;
}
