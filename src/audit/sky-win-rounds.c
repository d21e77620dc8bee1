/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-rounds.h"

#include <string.h>

/* More in what is read is damage. */
#define MOST_SYSTEMS 256
#define MOST_PLAYERS (1u << 20)
#define MOST_BYTES   (1u << 30)

/* No wager gains more than so many times its amount. */
#define MOST_MORE 1000

/* So much is made room for. */
#define USUAL_SHAPES 256
#define USUAL_BYTES  16384

/* Places of a shape by what it is, twice as many as there may be shapes. */
#define INDEX_BITS 12
#define INDEX_MASK ((1u << INDEX_BITS) - 1)

/* A number takes no more bytes. */
#define NUMBER_BYTES 10

SkyWinRounds *
sky_win_rounds_new (void)
{
  SkyWinRounds *self = g_new0 (SkyWinRounds, 1);

  self->systems = g_array_new (FALSE, TRUE, sizeof (SkyWinResults));
  self->shapes = g_array_sized_new (FALSE, TRUE, sizeof (SkyWinShape), USUAL_SHAPES);
  self->players = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
sky_win_rounds_free (SkyWinRounds *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->systems);
  g_array_unref (self->shapes);
  g_ptr_array_unref (self->players);
  g_free (self->shape_text.data);
  g_free (self->index);
  g_free (self->rounds.data);
  g_free (self->owners.data);
  g_free (self);
}

static const SkyWinShape *
get_shape (const SkyWinRounds *self, guint index)
{
  return &g_array_index (self->shapes, SkyWinShape, index);
}

static G_GNUC_NO_INLINE void
grow (SkyWinBytes *bytes, guint n)
{
  bytes->size = MAX (MAX (2 * bytes->size, bytes->len + n), USUAL_BYTES);
  bytes->data = g_realloc (bytes->data, bytes->size);
}

/* Returns: where up to @n bytes may be written. */
static inline guint8 *
make_room (SkyWinBytes *bytes, guint n)
{
  if (G_UNLIKELY (bytes->size - bytes->len < n))
    grow (bytes, n);
  return bytes->data + bytes->len;
}

static inline guint8 *
write_number (guint8 *at, guint64 value)
{
  while (G_UNLIKELY (value >= 0x80))
    {
      *at++ = (guint8) (value | 0x80);
      value >>= 7;
    }
  *at++ = (guint8) value;
  return at;
}

static inline guint8 *
write_signed (guint8 *at, gint64 value)
{
  return write_number (at, (guint64) value << 1 ^ (guint64) (value >> 63));
}

static gboolean
are_same_results (const SkyWinResults *one, const SkyWinResults *other)
{
  if (one->n_ways != other->n_ways || one->n_groups != other->n_groups)
    return FALSE;
  for (guint i = 0; i < one->n_groups; i++)
    if (one->groups[i].ways != other->groups[i].ways
        || one->groups[i].results != other->groups[i].results)
      return FALSE;
  return TRUE;
}

guint
sky_win_rounds_add_system (SkyWinRounds *self, const SkyWinResults *results)
{
  for (guint i = 0; i < self->systems->len; i++)
    if (are_same_results (&g_array_index (self->systems, SkyWinResults, i), results))
      return i;
  g_array_append_vals (self->systems, results, 1);
  return self->systems->len - 1;
}

static gboolean
are_same_shapes (const SkyWinShape *one, const SkyWinShape *other)
{
  if (one->part != other->part || one->n_levels != other->n_levels || one->system != other->system)
    return FALSE;
  for (guint i = 0; i < one->n_levels; i++)
    if (one->levels[i].results != other->levels[i].results
        || one->levels[i].more != other->levels[i].more)
      return FALSE;
  return TRUE;
}

/* Whether sums of what such wagers gain fit. */
static gboolean
is_shape (const SkyWinShape *shape)
{
  if (shape->part <= 0 || shape->part > SKY_WIN_AMOUNT)
    return FALSE;
  for (guint i = 0; i < shape->n_levels; i++)
    if (shape->levels[i].more / MOST_MORE > shape->part
        || shape->levels[i].more / MOST_MORE < -shape->part)
      return FALSE;
  return TRUE;
}

static guint
hash_shape (const SkyWinShape *shape)
{
  guint64 hash = (guint64) shape->part * 31 + shape->n_levels;

  for (guint i = 0; i < shape->n_levels; i++)
    hash = (hash ^ shape->levels[i].results ^ (guint64) shape->levels[i].more)
           * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (hash >> (64 - INDEX_BITS));
}

/* Returns: the place in the index of a shape that is the same, or where it may be put. */
static guint16 *
find_place (const SkyWinRounds *self, const SkyWinShape *shape)
{
  guint place = hash_shape (shape);

  while (self->index[place] != 0
         && !are_same_shapes (get_shape (self, self->index[place] - 1u), shape))
    place = (place + 1) & INDEX_MASK;
  return &self->index[place];
}

static void
make_index (SkyWinRounds *self)
{
  self->index = g_new0 (guint16, 1 << INDEX_BITS);
  for (guint i = 0; i < self->shapes->len; i++)
    *find_place (self, get_shape (self, i)) = (guint16) (i + 1);
}

/* The system, the part, how many levels, and of each its results and what it gains. */
static void
write_shape (SkyWinRounds *self, const SkyWinShape *shape)
{
  guint8 *at = make_room (&self->shape_text, (3 + 2 * SKY_WIN_LEVELS) * NUMBER_BYTES);

  at = write_number (at, shape->system);
  at = write_number (at, (guint64) shape->part);
  at = write_number (at, shape->n_levels);
  for (guint i = 0; i < shape->n_levels; i++)
    {
      at = write_number (at, shape->levels[i].results);
      at = write_signed (at, shape->levels[i].more);
    }
  self->shape_text.len = (guint) (at - self->shape_text.data);
}

guint
sky_win_rounds_add_shape (SkyWinRounds *self, const SkyWinShape *shape)
{
  guint16 *place;

  if (self->index == NULL)
    make_index (self);
  place = find_place (self, shape);
  if (*place != 0)
    return *place - 1u;
  if (self->shapes->len == SKY_WIN_SHAPES || !is_shape (shape))
    return SKY_WIN_SHAPES;
  g_array_append_vals (self->shapes, shape, 1);
  write_shape (self, shape);
  *place = (guint16) self->shapes->len;
  return self->shapes->len - 1;
}

guint
sky_win_rounds_add_player (SkyWinRounds *self, const char *player)
{
  for (guint i = 0; i < self->players->len; i++)
    if (g_str_equal (self->players->pdata[i], player))
      return i + 1;
  g_ptr_array_add (self->players, g_strdup (player));
  return self->players->len;
}

static void
add_owners (SkyWinRounds *self, const SkyWinWager *wagers, guint n)
{
  guint8 *at;

  if (self->players->len == 0)
    {
      self->n_unowned += n;
      return;
    }
  at = make_room (&self->owners, n * NUMBER_BYTES);
  for (guint i = 0; i < n; i++)
    at = write_number (at, wagers[i].owner);
  self->owners.len = (guint) (at - self->owners.data);
}

void
sky_win_rounds_add (SkyWinRounds *self, guint shown, const SkyWinWager *wagers, guint n)
{
  guint8 *const first = make_room (&self->rounds, (3 * n + 2) * NUMBER_BYTES);
  guint8 *at = first + 1;
  SkyMoney off = 0;

  G_STATIC_ASSERT (SKY_WIN_RESULTS <= 64);
  for (guint i = 0; i < n; i++)
    {
      at = write_number (at, wagers[i].shape + 1);
      at = write_number (at, (guint64) wagers[i].times);
      off |= wagers[i].off;
    }
  *at++ = 0;
  /* It fits in a byte. */
  write_signed (first, G_LIKELY (off == 0) ? (gint64) shown : -1 - (gint64) shown);
  for (guint i = 0; i < n && G_UNLIKELY (off != 0); i++)
    at = write_signed (at, wagers[i].off);
  self->rounds.len = (guint) (at - self->rounds.data);
  self->n_wagers += n;
  self->n_most = MAX (self->n_most, n);
  add_owners (self, wagers, n);
}

/* --- As bytes ----------------------------------------------------------------------------------
 */

/* Visits SkyWinBytes, but not: size. */
static void
visit_bytes (SkyState *state, SkyWinBytes *bytes)
{
  const guint n = sky_state_count (state, bytes->len, MOST_BYTES);

  if (sky_state_is_reading (state))
    {
      bytes->data = g_realloc (bytes->data, n);
      bytes->size = n;
    }
  bytes->len = n;
  sky_state_memory (state, bytes->data, n);
}

/* Visits SkyWinResults. */
static void
visit_results (SkyState *state, SkyWinResults *results)
{
  guint64 all = 0;
  gint64 n_ways = 0;

  sky_state_int (state, results->n_ways);
  results->n_groups = sky_state_count (state, results->n_groups, SKY_WIN_RESULTS);
  for (guint i = 0; i < results->n_groups; i++)
    {
      sky_state_int (state, results->groups[i].ways);
      sky_state_int (state, results->groups[i].results);
      if ((all & results->groups[i].results) != 0)
        sky_state_refuse (state);
      all |= results->groups[i].results;
      n_ways +=
          (gint64) results->groups[i].ways * sky_win_count_results (results->groups[i].results);
    }
  if (results->n_ways == 0 || n_ways != results->n_ways || SKY_WIN_PARTS % results->n_ways != 0
      || (all & (all + 1)) != 0 || all == G_MAXUINT64)
    sky_state_refuse (state);
}

/* Visits SkyWinRounds, but not: shapes, index, players, owners, n_unowned, n_wagers, n_most. */
void
sky_win_rounds_visit (SkyWinRounds *self, SkyState *state)
{
  g_array_set_size (self->systems, sky_state_count (state, self->systems->len, MOST_SYSTEMS));
  for (guint i = 0; i < self->systems->len; i++)
    visit_results (state, &g_array_index (self->systems, SkyWinResults, i));
  visit_bytes (state, &self->shape_text);
  visit_bytes (state, &self->rounds);
}

void
sky_win_rounds_visit_players (SkyWinRounds *self, SkyState *state)
{
  const guint n = sky_state_count (state, self->players->len, MOST_PLAYERS);

  for (guint i = 0; i < n; i++)
    {
      char *player = sky_state_is_reading (state) ? NULL : self->players->pdata[i];

      sky_state_text (state, &player);
      if (player == NULL)
        sky_state_refuse (state);
      else if (sky_state_is_reading (state))
        g_ptr_array_add (self->players, player);
    }
  sky_state_int (state, self->n_unowned);
  visit_bytes (state, &self->owners);
}

/* --- Checking ----------------------------------------------------------------------------------
 */

/* Reads a number that ends before @end. */
static inline gboolean
check_number (const guint8 **at, const guint8 *end, guint64 *value)
{
  guint n = 0;

  if (G_LIKELY (*at < end && **at < 0x80))
    {
      *value = *(*at)++;
      return TRUE;
    }
  while (*at + n < end && n < NUMBER_BYTES - 1 && (*at)[n] >= 0x80)
    n++;
  if (*at + n >= end || (*at)[n] >= 0x80)
    return FALSE;
  *value = sky_win_read_number (at);
  return TRUE;
}

/* Reads a shape. Returns FALSE if it cannot be. */
static gboolean
read_shape (SkyWinRounds *self, const guint8 **at, const guint8 *end)
{
  SkyWinShape shape = { 0 };
  guint64 system, part, n, number;

  if (!check_number (at, end, &system) || system >= self->systems->len
      || !check_number (at, end, &part) || part > SKY_WIN_AMOUNT || !check_number (at, end, &n)
      || n > SKY_WIN_LEVELS || self->shapes->len == SKY_WIN_SHAPES)
    return FALSE;
  shape.system = (guint) system;
  shape.part = (SkyMoney) part;
  for (; shape.n_levels < n; shape.n_levels++)
    {
      SkyWinLevel *level = &shape.levels[shape.n_levels];

      if (!check_number (at, end, &level->results) || !check_number (at, end, &number))
        return FALSE;
      level->more = (SkyMoney) (number >> 1) ^ -(SkyMoney) (number & 1);
    }
  g_array_append_val (self->shapes, shape);
  return is_shape (&shape);
}

static gboolean
read_shapes (SkyWinRounds *self)
{
  const guint8 *at = self->shape_text.data, *end = at + self->shape_text.len;

  g_array_set_size (self->shapes, 0);
  g_clear_pointer (&self->index, g_free);
  while (at < end)
    if (!read_shape (self, &at, end))
      return FALSE;
  return TRUE;
}

static guint
count_results (const SkyWinResults *results)
{
  guint n = 0;

  for (guint i = 0; i < results->n_groups; i++)
    n += sky_win_count_results (results->groups[i].results);
  return n;
}

/* Passes over a round. Returns: how many wagers it has; 0: it cannot be. */
static guint
check_round (const SkyWinRounds *self, const guint8 **at, const guint8 *end)
{
  guint64 first, number, times;
  guint n = 0, system = 0;

  if (!check_number (at, end, &first))
    return 0;
  for (;;)
    {
      const SkyWinShape *shape;

      if (!check_number (at, end, &number))
        return 0;
      if (number == 0)
        break;
      if (number > self->shapes->len || !check_number (at, end, &times))
        return 0;
      shape = get_shape (self, (guint) number - 1);
      if (times == 0 || (unsigned __int128) times * (guint64) shape->part > SKY_WIN_AMOUNT
          || (n > 0 && shape->system != system))
        return 0;
      system = shape->system;
      n++;
    }
  if (n == 0 || first >> 1 >= count_results (&g_array_index (self->systems, SkyWinResults, system)))
    return 0;
  for (guint i = 0; i < n && (first & 1) != 0; i++)
    if (!check_number (at, end, &number))
      return 0;
  return n;
}

/* Counts the wagers. Returns FALSE if the rounds cannot be. */
static gboolean
count_wagers (SkyWinRounds *self)
{
  const guint8 *at = self->rounds.data, *end = at + self->rounds.len;

  self->n_wagers = 0;
  while (at < end)
    {
      const guint n = check_round (self, &at, end);

      if (n == 0)
        return FALSE;
      self->n_wagers += n;
      self->n_most = MAX (self->n_most, n);
    }
  return TRUE;
}

void
sky_win_rounds_check (SkyWinRounds *self, SkyState *state)
{
  if (!sky_state_is_refused (state) && !(read_shapes (self) && count_wagers (self)))
    sky_state_refuse (state);
}

void
sky_win_rounds_check_players (const SkyWinRounds *self, SkyState *state)
{
  const guint8 *at = self->owners.data, *end = at + self->owners.len;
  guint n_owned = self->n_unowned;

  if (sky_state_is_refused (state))
    return;
  while (at < end)
    {
      guint64 owner;

      if (!check_number (&at, end, &owner) || owner > self->players->len)
        {
          sky_state_refuse (state);
          return;
        }
      n_owned++;
    }
  if (n_owned != self->n_wagers)
    sky_state_refuse (state);
}
