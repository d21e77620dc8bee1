/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-watch.h"

#include <math.h>

/* So many pictures in a row must show the dice at the same place. */
#define AT_REST 3
/* A die that lies stays within this part of its edge from one picture to the next. */
#define STILL 0.2
/* How sure all dice must be together; the reader of a picture asks more of each alone, and the
 * verdict more of what contradicts. */
#define SURE 0.8
/* Smaller dice, in pixels, are not read. */
#define LEAST_EDGE 10
/* More pictures of dice that lie still and are read say no more, and neither do many more of dice
 * that lie still and are not. */
#define ENOUGH           5
#define MORE_THAN_ENOUGH 9
/* A search of a whole picture is expensive. When it does not find as many dice as were thrown, the
 * next one waits, and after some such searches nothing is read. Where a search found them, dice are
 * looked at in the pictures that follow. */
#define SEARCHES_APART (300 * SKY_MILLISECOND)
#define MOST_SEARCHES  4
/* After this many pictures in a row without all dice where they lay, they are searched again. */
#define LOST 2

/* One picture's dice. */
typedef struct
{
  SkyTime at;
  GArray *dice; /* of SkySightDie */
} Sight;

struct _SkySightWatch
{
  SkyDiceReader *reader;
  const SkySightView *view;
  guint n_dice;
  SkySightPicture before; /* without pixels: there is none */
  guint8 *before_pixels;
  SkyTime next_search;
  guint n_searches; /* in vain */
  guint n_missed;   /* pictures in a row that do not show all dice where they lay */
  GArray *sights;   /* of Sight */
};

static void
sight_clear (gpointer data)
{
  g_array_unref (((Sight *) data)->dice);
}

SkySightWatch *
sky_sight_watch_new (SkyDiceReader *reader, const SkySightView *view, guint n_dice)
{
  SkySightWatch *self = g_new0 (SkySightWatch, 1);

  self->reader = reader;
  self->view = view;
  self->n_dice = n_dice;
  self->next_search = SKY_TIME_NONE;
  self->sights = g_array_new (FALSE, FALSE, sizeof (Sight));
  g_array_set_clear_func (self->sights, sight_clear);
  return self;
}

void
sky_sight_watch_free (SkySightWatch *self)
{
  g_array_unref (self->sights);
  g_free (self->before_pixels);
  g_free (self);
}

void
sky_sight_watch_look_before (SkySightWatch *self, const SkySightPicture *picture)
{
  if (self->before_pixels != NULL)
    return;
  self->before = *picture;
  self->before_pixels = g_memdup2 (picture->pixels, picture->stride * (gsize) picture->height);
  self->before.pixels = self->before_pixels;
}

/* The die of @sight that lies where @die lay, or NULL. */
static const SkySightDie *
find_at (const Sight *sight, const SkySightDie *die)
{
  for (guint i = 0; i < sight->dice->len; i++)
    {
      const SkySightDie *other = &g_array_index (sight->dice, SkySightDie, i);

      if (hypot (other->x - die->x, other->y - die->y) <= STILL * die->edge)
        return other;
    }
  return NULL;
}

/* Whether the same dice lie in both. */
static gboolean
is_same (const Sight *one, const Sight *other)
{
  if (one->dice->len != other->dice->len)
    return FALSE;
  for (guint i = 0; i < one->dice->len; i++)
    if (find_at (other, &g_array_index (one->dice, SkySightDie, i)) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_all_read (const Sight *sight)
{
  for (guint i = 0; i < sight->dice->len; i++)
    if (g_array_index (sight->dice, SkySightDie, i).value == 0)
      return FALSE;
  return TRUE;
}

/* Whether the last pictures show all dice, still and read. */
static gboolean
has_enough (const SkySightWatch *self)
{
  const GArray *sights = self->sights;

  if (sights->len < ENOUGH)
    return FALSE;
  for (guint i = sights->len - ENOUGH; i < sights->len; i++)
    {
      const Sight *sight = &g_array_index (sights, Sight, i);

      if (sight->dice->len != self->n_dice || !is_all_read (sight)
          || (i > sights->len - ENOUGH && !is_same (sight - 1, sight)))
        return FALSE;
    }
  return TRUE;
}

/* Whether the last pictures show all dice still, read or not, as often as it makes sense to look.
 */
static gboolean
has_more_than_enough (const SkySightWatch *self)
{
  const GArray *sights = self->sights;

  if (sights->len < MORE_THAN_ENOUGH)
    return FALSE;
  for (guint i = sights->len - MORE_THAN_ENOUGH; i < sights->len; i++)
    {
      const Sight *sight = &g_array_index (sights, Sight, i);

      if (sight->dice->len != self->n_dice
          || (i > sights->len - MORE_THAN_ENOUGH && !is_same (sight - 1, sight)))
        return FALSE;
    }
  return TRUE;
}

/* The last picture that shows all dice; NULL: they must be searched. */
static const Sight *
find_last (const SkySightWatch *self)
{
  if (self->n_missed >= LOST)
    return NULL;
  for (guint i = self->sights->len; i-- > 0;)
    if (g_array_index (self->sights, Sight, i).dice->len == self->n_dice)
      return &g_array_index (self->sights, Sight, i);
  return NULL;
}

/* Where they lay in it. Two pictures in a row must show the same before what lies around them does
 * not count any more: until then the dice have no values. */
static GArray *
dup_known (const Sight *last, const Sight *first)
{
  GArray *known = g_array_copy (last->dice);

  if (last == first || !is_all_read (last) || !is_all_read (last - 1) || !is_same (last - 1, last))
    for (guint i = 0; i < known->len; i++)
      g_array_index (known, SkySightDie, i).value = 0;
  return known;
}

gboolean
sky_sight_watch_look (SkySightWatch *self,
                      const SkySightPicture *picture,
                      SkyTime at,
                      GError **error)
{
  const SkySightView *view = self->view;
  const Sight *last = find_last (self);
  g_autoptr (GArray) known =
      last != NULL ? dup_known (last, &g_array_index (self->sights, Sight, 0)) : NULL;
  Sight sight = { .at = at };

  if (known == NULL && self->n_searches > 0 && at < self->next_search)
    return TRUE;
  sight.dice = sky_dice_reader_read (self->reader, picture,
                                     self->before_pixels != NULL ? &self->before : NULL, view->edge,
                                     view->ignored, view->n_ignored, known, error);
  if (sight.dice == NULL)
    return FALSE;
  if (known == NULL && sight.dice->len != self->n_dice)
    {
      self->next_search = at + SEARCHES_APART;
      self->n_searches++;
    }
  self->n_missed = sight.dice->len == self->n_dice ? 0 : self->n_missed + 1;
  g_array_append_val (self->sights, sight);
  return TRUE;
}

gboolean
sky_sight_watch_is_over (const SkySightWatch *self)
{
  return has_enough (self) || has_more_than_enough (self)
         || (self->n_searches >= MOST_SEARCHES && find_last (self) == NULL);
}

guint
sky_sight_watch_count (const SkySightWatch *self)
{
  return self->sights->len;
}

/* The longest run of pictures in which @n_dice lie still. Returns: its length, 0 when none has that
 * many dice. */
static guint
find_rest (const GArray *sights, guint n_dice, guint *first)
{
  guint best = 0;

  for (guint i = 0, end; i < sights->len; i = end)
    {
      end = i + 1;
      if (g_array_index (sights, Sight, i).dice->len == n_dice)
        {
          while (end < sights->len
                 && is_same (&g_array_index (sights, Sight, end - 1),
                             &g_array_index (sights, Sight, end)))
            end++;
          if (end - i > best)
            {
              best = end - i;
              *first = i;
            }
        }
    }
  return best;
}

/* A die over the pictures of a rest: what the net says of all of them, and whether both readers
 * agree in enough of them. Returns: its value, or 0. */
static guint
read_die (const GArray *sights, guint first, guint length, const SkySightDie *die, double *sure)
{
  double sums[7] = { 0 };
  guint votes[7] = { 0 };
  guint value = 1;

  for (guint i = first; i < first + length; i++)
    {
      const SkySightDie *seen = find_at (&g_array_index (sights, Sight, i), die);

      /* A die that creeps a little from picture to picture may end farther than STILL away. */
      if (seen == NULL)
        continue;
      for (guint k = 0; k < 7; k++)
        sums[k] += seen->log_probabilities[k];
      votes[seen->value]++;
    }
  for (guint k = 2; k < 7; k++)
    if (sums[k] > sums[value])
      value = k;
  for (guint k = 1; k < 7; k++)
    if (k != value && votes[k] > 0)
      return 0;
  double total = 0;
  for (guint k = 0; k < 7; k++)
    total += exp ((sums[k] - sums[value]) / length);
  *sure *= 1 / total;
  return votes[value] >= AT_REST ? value : 0;
}

/* Whether dice that were all seen lay elsewhere in another picture. */
static gboolean
has_moved (const GArray *sights, guint n_dice)
{
  const Sight *last = NULL;

  for (guint i = 0; i < sights->len; i++)
    {
      const Sight *sight = &g_array_index (sights, Sight, i);

      if (sight->dice->len != n_dice)
        continue;
      if (last != NULL && !is_same (last, sight))
        return TRUE;
      last = sight;
    }
  return FALSE;
}

void
sky_sight_watch_judge (const SkySightWatch *self, SkySightReading *reading)
{
  const GArray *sights = self->sights;
  guint first = 0, most = 0;

  reading->probability = 1;
  for (guint i = 0; i < sights->len; i++)
    most = MAX (most, g_array_index (sights, Sight, i).dice->len);
  reading->n_pictures = find_rest (sights, self->n_dice, &first);
  if (reading->n_pictures < AT_REST)
    {
      reading->reason =
          most == 0 ? SKY_SIGHT_COVERED
          : has_moved (sights, self->n_dice) || (reading->n_pictures > 0 && sights->len < AT_REST)
              ? SKY_SIGHT_MOVING
              : SKY_SIGHT_COUNT;
      reading->n_values = MIN (most, SKY_SIGHT_MAX_DICE);
      return;
    }
  guint middle = first + reading->n_pictures / 2;
  const Sight *sight = &g_array_index (sights, Sight, middle);
  reading->reason = SKY_SIGHT_READ;
  reading->first = g_array_index (sights, Sight, first).at;
  reading->last = g_array_index (sights, Sight, first + reading->n_pictures - 1).at;
  reading->n_values = self->n_dice;
  for (guint i = 0; i < sight->dice->len; i++)
    {
      const SkySightDie *die = &g_array_index (sight->dice, SkySightDie, i);

      reading->values[i] =
          read_die (sights, first, reading->n_pictures, die, &reading->probability);
      reading->boxes[i] = (SkyPictureBox){ .x = (int) (die->x - die->edge * 0.6),
                                           .y = (int) (die->y - die->edge * 0.6),
                                           .width = (int) (die->edge * 1.2),
                                           .height = (int) (die->edge * 1.2) };
      if (die->edge < LEAST_EDGE)
        reading->reason = SKY_SIGHT_TOO_SMALL;
      else if (reading->values[i] == 0 && reading->reason == SKY_SIGHT_READ)
        reading->reason = SKY_SIGHT_READERS_DIFFER;
    }
  if (reading->reason == SKY_SIGHT_READ && reading->probability < SURE)
    reading->reason = SKY_SIGHT_READERS_DIFFER;
}
