/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight.h"

#include "sky-archive-file.h"
#include "sky-media-picture.h"
#include "sky-sight-resources.h"

#include <math.h>
#include <string.h>

/* A result is written when it is called: the dice lie by then, and for a while before. */
#define BEFORE_RESULT (300 * SKY_MILLISECOND)
/* Between two pictures that are read. */
#define APART (100 * SKY_MILLISECOND)
/* So many pictures in a row must show the dice at the same place. */
#define AT_REST 3
/* A die that lies stays within this part of its edge from one picture to the next. */
#define STILL 0.2
/* How sure all dice must be together; the reader of a picture asks more of each alone, and the
 * verdict more of what contradicts. */
#define SURE 0.8
/* Smaller dice, in pixels, are not read. */
#define LEAST_EDGE 10
/* More pictures of dice that lie still and are read say no more. */
#define ENOUGH 5
/* A search of a whole picture is expensive. When it does not find as many dice as were thrown, the
 * next one waits, and after some such searches nothing is read. Where a search found them, dice are
 * looked at in the pictures that follow. */
#define SEARCHES_APART (300 * SKY_MILLISECOND)
#define MOST_SEARCHES  4
/* After this many pictures in a row without all dice where they lay, they are searched again. */
#define LOST 2
/* How long before the result what lay there before is looked at, at most. */
#define LONGEST_BEFORE (8 * SKY_SECOND)

/* One picture's dice. */
typedef struct
{
  SkyTime at;
  GArray *dice; /* of SkySightDie */
} Sight;

typedef struct
{
  SkyDiceReader *reader;
  const SkySightView *view;
  SkyTime from;           /* the recording's own time from which on dice are looked for */
  SkyMediaPicture before; /* without pixels: there is none yet */
  gboolean wants_before;
  guint n_dice;
  SkyTime next_search;
  guint n_searches; /* in vain */
  guint n_missed;   /* pictures in a row that do not show all dice where they lay */
  GArray *sights;   /* of Sight */
  GError *error;
} Watch;

const char *
sky_sight_reason_to_name (SkySightReason reason)
{
  static const char *const names[] = {
    [SKY_SIGHT_NO_FOOTAGE] = "no_footage",
    [SKY_SIGHT_COVERED] = "covered",
    [SKY_SIGHT_COUNT] = "count",
    [SKY_SIGHT_MOVING] = "moving",
    [SKY_SIGHT_TOO_SMALL] = "too_small",
    [SKY_SIGHT_READERS_DIFFER] = "readers_differ",
    [SKY_SIGHT_READ] = "read",
  };

  return names[reason];
}

GBytes *
sky_sight_get_model (void)
{
  return g_resource_lookup_data (sky_sight_get_resource (), "/org/skyward/sight/dice.onnx",
                                 G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static void
sight_clear (gpointer data)
{
  g_array_unref (((Sight *) data)->dice);
}

static SkySightPicture
as_seen (const SkyMediaPicture *picture)
{
  return (SkySightPicture){ .width = picture->width,
                            .height = picture->height,
                            .stride = picture->stride,
                            .pixels = picture->pixels };
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
has_enough (const Watch *watch)
{
  const GArray *sights = watch->sights;

  if (sights->len < ENOUGH)
    return FALSE;
  for (guint i = sights->len - ENOUGH; i < sights->len; i++)
    {
      const Sight *sight = &g_array_index (sights, Sight, i);

      if (sight->dice->len != watch->n_dice || !is_all_read (sight)
          || (i > sights->len - ENOUGH && !is_same (sight - 1, sight)))
        return FALSE;
    }
  return TRUE;
}

/* Where all dice lay when they were last seen, or NULL when they must be searched. */
static const GArray *
find_known (const Watch *watch)
{
  if (watch->n_missed >= LOST)
    return NULL;
  for (guint i = watch->sights->len; i-- > 0;)
    if (g_array_index (watch->sights, Sight, i).dice->len == watch->n_dice)
      return g_array_index (watch->sights, Sight, i).dice;
  return NULL;
}

/* Looks for dice in the whole picture, or where they lay before. Returns: (transfer full): the
 * dice; NULL: the picture is passed over, or reading failed. */
static GArray *
look (Watch *watch, const SkyMediaPicture *picture)
{
  SkySightPicture now = as_seen (picture), before = as_seen (&watch->before);
  const SkySightView *view = watch->view;
  const GArray *known = find_known (watch);
  GArray *dice;

  if (known == NULL && picture->at < watch->next_search)
    return NULL;
  dice = sky_dice_reader_read (watch->reader, &now, before.pixels != NULL ? &before : NULL,
                               view->edge, view->ignored, view->n_ignored, known, &watch->error);
  if (dice == NULL)
    return NULL;
  if (known == NULL && dice->len != watch->n_dice)
    {
      watch->next_search = picture->at + SEARCHES_APART;
      watch->n_searches++;
    }
  watch->n_missed = dice->len == watch->n_dice ? 0 : watch->n_missed + 1;
  return dice;
}

/* Whether another picture can say nothing more: the dice were read, or not found so often that
 * looking for them is given up. */
static gboolean
is_over (const Watch *watch)
{
  return has_enough (watch) || (watch->n_searches >= MOST_SEARCHES && find_known (watch) == NULL);
}

/* Reads a picture, in a thread of the pipeline. */
static gboolean
watch_cb (const SkyMediaPicture *picture, gpointer data)
{
  Watch *watch = data;
  Sight sight = { .at = picture->at };

  if (watch->wants_before && watch->before.pixels == NULL && picture->at < watch->from)
    {
      watch->before = *picture;
      watch->before.pixels = g_memdup2 (picture->pixels, picture->stride * (gsize) picture->height);
    }
  if (picture->at < watch->from)
    return TRUE;
  sight.dice = look (watch, picture);
  if (sight.dice == NULL)
    return watch->error == NULL;
  g_array_append_val (watch->sights, sight);
  return !is_over (watch);
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

/* What the pictures say together. */
static void
judge (const GArray *sights, const SkySightStretch *stretch, SkySightReading *reading)
{
  guint first = 0, most = 0;

  reading->probability = 1;
  for (guint i = 0; i < sights->len; i++)
    most = MAX (most, g_array_index (sights, Sight, i).dice->len);
  reading->n_pictures = find_rest (sights, stretch->n_dice, &first);
  if (reading->n_pictures < AT_REST)
    {
      reading->reason = most == 0 ? SKY_SIGHT_COVERED
                        : has_moved (sights, stretch->n_dice)
                                || (reading->n_pictures > 0 && sights->len < AT_REST)
                            ? SKY_SIGHT_MOVING
                            : SKY_SIGHT_COUNT;
      reading->n_dice = MIN (most, SKY_SIGHT_MAX_DICE);
      return;
    }
  guint middle = first + reading->n_pictures / 2;
  const Sight *sight = &g_array_index (sights, Sight, middle);
  reading->reason = SKY_SIGHT_READ;
  reading->first = g_array_index (sights, Sight, first).at;
  reading->last = g_array_index (sights, Sight, first + reading->n_pictures - 1).at;
  reading->n_dice = stretch->n_dice;
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

/* The recording of @camera that is running at @at, its own clock. */
static const SkySegment *
find_segment (const SkyFootageCamera *camera, SkyTime at)
{
  for (guint i = 0; i < camera->n_segments; i++)
    if (camera->segments[i].file != NULL && camera->segments[i].start <= at
        && at < camera->segments[i].end)
      return &camera->segments[i];
  return NULL;
}

gboolean
sky_sight_read (SkyDiceReader *reader,
                const char *folder,
                const SkyFootageCamera *camera,
                const SkySightView *view,
                const SkySightStretch *stretch,
                SkySightReading *reading,
                GCancellable *cancellable,
                GError **error)
{
  const SkySegment *segment =
      find_segment (camera, sky_clock_map_to_camera (&camera->clock, stretch->result));
  g_autoptr (GError) cause = NULL;

  *reading = (SkySightReading){ .reason = SKY_SIGHT_NO_FOOTAGE, .camera = camera };
  if (segment == NULL)
    return TRUE;
  reading->file = segment->file;
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, segment->file, NULL);
  if (file < 0)
    return TRUE;

  SkyTime thrown = sky_clock_map_to_camera (&camera->clock, stretch->thrown) - segment->start;
  SkyTime result = sky_clock_map_to_camera (&camera->clock, stretch->result) - segment->start;
  SkyTime until = sky_clock_map_to_camera (&camera->clock, stretch->until) - segment->start;
  SkyTime begin = MAX (MAX (thrown, result - LONGEST_BEFORE), 0);
  Watch watch = {
    .reader = reader,
    .view = view,
    .from = MAX (thrown, result - BEFORE_RESULT),
    .wants_before = thrown >= 0,
    .n_dice = stretch->n_dice,
    .sights = g_array_new (FALSE, FALSE, sizeof (Sight)),
  };
  g_array_set_clear_func (watch.sights, sight_clear);
  gboolean played = sky_media_picture_read (file, segment->file, begin, until, APART, watch_cb,
                                            &watch, cancellable, &cause);
  if (played || watch.sights->len > 0)
    judge (watch.sights, stretch, reading);
  g_array_unref (watch.sights);
  sky_media_picture_clear (&watch.before);
  if (watch.error != NULL)
    {
      g_propagate_error (error, watch.error);
      return FALSE;
    }
  if (cause != NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  return TRUE;
}

static int
compare_values (const void *a, const void *b)
{
  guint one = *(const guint *) a, other = *(const guint *) b;

  return one < other ? -1 : one > other;
}

/* Whether both saw the same dice, in whatever order they lay. */
static gboolean
agree (const SkySightReading *one, const SkySightReading *other)
{
  guint a[SKY_SIGHT_MAX_DICE], b[SKY_SIGHT_MAX_DICE];

  memcpy (a, one->values, sizeof a);
  memcpy (b, other->values, sizeof b);
  qsort (a, one->n_dice, sizeof a[0], compare_values);
  qsort (b, other->n_dice, sizeof b[0], compare_values);
  return one->n_dice == other->n_dice && memcmp (a, b, one->n_dice * sizeof a[0]) == 0;
}

SkySightReading
sky_sight_unite (const SkySightReading *readings, gsize n_readings)
{
  SkySightReading best = { .reason = SKY_SIGHT_NO_FOOTAGE };

  for (gsize i = 0; i < n_readings; i++)
    {
      const SkySightReading *reading = &readings[i];

      if (reading->reason == SKY_SIGHT_READ && best.reason == SKY_SIGHT_READ
          && !agree (reading, &best))
        {
          best.reason = SKY_SIGHT_READERS_DIFFER;
          return best;
        }
      if (best.camera == NULL || reading->reason > best.reason
          || (reading->reason == best.reason && reading->probability > best.probability))
        best = *reading;
    }
  return best;
}
