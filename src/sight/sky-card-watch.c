/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-card-watch.h"

#include <math.h>

/* So many pictures in a row must show the same cards at the same places. */
#define AT_REST 3
/* A card that lies stays within this part of its width from one picture to the next. */
#define STILL 0.1
/* How sure all cards must be together; the reader of a picture asks more of each alone, and the
 * verdict more of what contradicts. */
#define SURE 0.8
/* Narrower cards, in pixels, are not read. */
#define LEAST_WIDTH 30
/* More pictures of cards that lie still and are read say no more; nor do many more of cards that
 * are not. */
#define ENOUGH 5
#define MOST   16
/* A deck has each rank so often. */
#define OF_A_RANK 4

/* One picture's cards. */
typedef struct
{
  SkyTime at;
  GArray *cards; /* of SkySightCard */
} Sight;

struct _SkyCardWatch
{
  SkyCardReader *reader;
  const SkySightView *view;
  gboolean one_deck;
  GArray *sights; /* of Sight */
};

/* Pictures in a row that show the same. */
typedef struct
{
  guint first;
  guint length;
} Rest;

static void
sight_clear (gpointer data)
{
  g_array_unref (((Sight *) data)->cards);
}

SkyCardWatch *
sky_card_watch_new (SkyCardReader *reader, const SkySightView *view, gboolean one_deck)
{
  SkyCardWatch *self = g_new0 (SkyCardWatch, 1);

  self->reader = reader;
  self->view = view;
  self->one_deck = one_deck;
  self->sights = g_array_new (FALSE, FALSE, sizeof (Sight));
  g_array_set_clear_func (self->sights, sight_clear);
  return self;
}

void
sky_card_watch_free (SkyCardWatch *self)
{
  g_array_unref (self->sights);
  g_free (self);
}

static const Sight *
get_sight (const SkyCardWatch *self, guint i)
{
  return &g_array_index (self->sights, Sight, i);
}

/* The card of @sight that lies where @card lay, or NULL. */
static const SkySightCard *
find_at (const Sight *sight, const SkySightCard *card)
{
  for (guint i = 0; i < sight->cards->len; i++)
    {
      const SkySightCard *other = &g_array_index (sight->cards, SkySightCard, i);

      if (hypot (other->x - card->x, other->y - card->y) <= STILL * card->width)
        return other;
    }
  return NULL;
}

/* Whether the same cards lie in both. */
static gboolean
is_same (const Sight *one, const Sight *other)
{
  if (one->cards->len != other->cards->len)
    return FALSE;
  for (guint i = 0; i < one->cards->len; i++)
    if (find_at (other, &g_array_index (one->cards, SkySightCard, i)) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_all_read (const Sight *sight)
{
  for (guint i = 0; i < sight->cards->len; i++)
    if (g_array_index (sight->cards, SkySightCard, i).rank == 0)
      return FALSE;
  return sight->cards->len > 0;
}

gboolean
sky_card_watch_look (SkyCardWatch *self, const SkySightPicture *picture, SkyTime at, GError **error)
{
  Sight sight = { .at = at };

  sight.cards =
      sky_card_reader_read (self->reader, picture, self->sights->len > 0, self->view->width,
                            self->view->ignored, self->view->n_ignored, error);
  if (sight.cards == NULL)
    return FALSE;
  g_array_append_val (self->sights, sight);
  return TRUE;
}

/* Whether the last pictures show the same cards, all of them read. */
static gboolean
has_enough (const SkyCardWatch *self)
{
  guint n = self->sights->len;

  if (n < ENOUGH)
    return FALSE;
  for (guint i = n - ENOUGH; i < n; i++)
    if (!is_all_read (get_sight (self, i))
        || (i > n - ENOUGH && !is_same (get_sight (self, i - 1), get_sight (self, i))))
      return FALSE;
  return TRUE;
}

gboolean
sky_card_watch_is_over (const SkyCardWatch *self)
{
  return has_enough (self) || self->sights->len >= MOST;
}

guint
sky_card_watch_count (const SkyCardWatch *self)
{
  return self->sights->len;
}

/* The pictures in a row that show the most cards at rest; of such, the longest. When no cards rest,
 * the longest of all. */
static Rest
find_rest (const SkyCardWatch *self)
{
  Rest best = { 0 };
  guint most = 0;

  for (guint i = 0, end; i < self->sights->len; i = end)
    {
      guint n = get_sight (self, i)->cards->len;

      for (end = i + 1;
           end < self->sights->len && is_same (get_sight (self, end - 1), get_sight (self, end));)
        end++;
      guint resting = end - i >= AT_REST ? n : 0;
      if (n > 0 && (resting > most || (resting == most && end - i > best.length)))
        {
          best = (Rest){ i, end - i };
          most = resting;
        }
    }
  return best;
}

/* A card over the pictures of a rest: what the net says of all of them, and whether both corners
 * agree in enough of them. Returns: its rank, or 0. */
static guint
read_card (const SkyCardWatch *self, Rest rest, const SkySightCard *card, double *sure)
{
  double sums[SKY_SIGHT_MOST_RANK + 1] = { 0 };
  guint votes[SKY_SIGHT_MOST_RANK + 1] = { 0 };
  guint rank = SKY_SIGHT_LEAST_RANK, n = 0;
  double total = 0;

  for (guint i = rest.first; i < rest.first + rest.length; i++)
    {
      const SkySightCard *seen = find_at (get_sight (self, i), card);

      /* A card that creeps a little from picture to picture may end farther than STILL away. */
      if (seen == NULL)
        continue;
      for (guint k = 0; k <= SKY_SIGHT_MOST_RANK; k++)
        sums[k] += seen->log_probabilities[k];
      votes[seen->rank]++;
      n++;
    }
  for (guint k = SKY_SIGHT_LEAST_RANK; k <= SKY_SIGHT_MOST_RANK; k++)
    if (sums[k] > sums[rank])
      rank = k;
  for (guint k = SKY_SIGHT_LEAST_RANK; k <= SKY_SIGHT_MOST_RANK; k++)
    if (k != rank && votes[k] > 0)
      return 0;
  for (guint k = 0; k <= SKY_SIGHT_MOST_RANK; k++)
    if (k != SKY_SIGHT_LEAST_RANK - 1)
      total += exp ((sums[k] - sums[rank]) / n);
  *sure /= total;
  return votes[rank] >= AT_REST ? rank : 0;
}

static SkyPictureBox
box_of (const SkySightCard *card)
{
  double left = card->corners[0][0], right = left, top = card->corners[0][1], bottom = top;

  for (guint i = 1; i < G_N_ELEMENTS (card->corners); i++)
    {
      left = MIN (left, card->corners[i][0]);
      right = MAX (right, card->corners[i][0]);
      top = MIN (top, card->corners[i][1]);
      bottom = MAX (bottom, card->corners[i][1]);
    }
  return (SkyPictureBox){ (int) left, (int) top, (int) (right - left), (int) (bottom - top) };
}

/* Whether one deck cannot have these: a card twice, or a rank too often. */
static gboolean
is_impossible (const Sight *sight, const guint *ranks, guint n)
{
  guint of_a_rank[SKY_SIGHT_MOST_RANK + 1] = { 0 };

  for (guint i = 0; i < n; i++)
    {
      const SkySightCard *card = &g_array_index (sight->cards, SkySightCard, i);

      if (++of_a_rank[ranks[i]] > OF_A_RANK && ranks[i] > 0)
        return TRUE;
      for (guint k = 0; k < i; k++)
        {
          const SkySightCard *other = &g_array_index (sight->cards, SkySightCard, k);

          if (ranks[k] > 0 && ranks[k] == ranks[i] && card->suit != SKY_SIGHT_NO_SUIT
              && card->suit == other->suit)
            return TRUE;
        }
    }
  return FALSE;
}

void
sky_card_watch_judge (const SkyCardWatch *self, SkySightReading *reading)
{
  Rest rest = find_rest (self);

  reading->probability = 1;
  reading->n_pictures = rest.length;
  reading->n_values = 0;
  if (rest.length < AT_REST)
    {
      reading->reason = rest.length == 0 ? SKY_SIGHT_COVERED : SKY_SIGHT_MOVING;
      return;
    }
  const Sight *sight = get_sight (self, rest.first + rest.length / 2);
  reading->reason = SKY_SIGHT_READ;
  reading->first = get_sight (self, rest.first)->at;
  reading->last = get_sight (self, rest.first + rest.length - 1)->at;
  if (sight->cards->len > SKY_SIGHT_MAX_VALUES)
    {
      reading->reason = SKY_SIGHT_COUNT;
      return;
    }
  reading->n_values = sight->cards->len;
  for (guint i = 0; i < sight->cards->len; i++)
    {
      const SkySightCard *card = &g_array_index (sight->cards, SkySightCard, i);

      reading->values[i] = read_card (self, rest, card, &reading->probability);
      reading->boxes[i] = box_of (card);
      if (card->width < LEAST_WIDTH)
        reading->reason = SKY_SIGHT_TOO_SMALL;
      else if (reading->values[i] == 0 && reading->reason == SKY_SIGHT_READ)
        reading->reason = SKY_SIGHT_READERS_DIFFER;
    }
  if (reading->reason == SKY_SIGHT_READ
      && (reading->probability < SURE
          || (self->one_deck && is_impossible (sight, reading->values, reading->n_values))))
    reading->reason = SKY_SIGHT_READERS_DIFFER;
}
