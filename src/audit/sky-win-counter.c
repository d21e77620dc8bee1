/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-counter.h"

#include "sky-chance.h"

#include <string.h>

/* No log has more different wagers; where one seems to, none is known any more. */
#define MOST_KNOWN  1024
#define USUAL_KNOWN 256

/* Places of a known wager by what it is. */
#define INDEX_BITS       11
#define INDEX_MASK       ((1u << INDEX_BITS) - 1)
#define INDEX_PLACE(key) ((key) *G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - INDEX_BITS))

/* Wagers are written down so many at a time, so that the code for it comes into the processor's
 * cache once for all of them. */
#define NOTED 256

/* What a wager gains in whole multiples of so many parts, it gains of every number of them. */
#define TRIED G_GINT64_CONSTANT (1000003)

/* What wagers of a kind gain, as shapes have it; where a wager tracks the results that win, there
 * is one level at most, and its results are each wager's own. */
typedef struct
{
  guint64 key;
  SkyMoney part; /* 0: each wager must be played */
  guint n_levels;
  SkyWinLevel levels[SKY_WIN_LEVELS];
} Law;

/* A wager that was met before. */
typedef struct
{
  guint64 key;
  guint64 winning; /* results, where a wager tracks them */
  SkyMoney amount; /* 0: any, in whole parts */
  SkyMoney part;   /* 0: each amount must be played */
  guint shape;     /* of the log's; SKY_WIN_SHAPES: it must be played */
  guint n_levels;  /* of that, and the first of them */
  SkyWinLevel level;
} Known;

/* A wager that a round has decided, until it is written down. */
typedef struct
{
  const SkyWager *wager;
  SkyMoney amount; /* then */
  SkyMoney gain;   /* that it was due */
  guint owner;
  guint8 shown;   /* the round's result */
  guint8 is_last; /* of its round */
} Noted;

struct _SkyWinCounter
{
  SkyCounts *counts; /* borrowed */
  SkyTable *table;   /* of the rounds noted; borrowed */

  const char *players[SKY_COUNTED_SEATS]; /* at each seat; borrowed */
  gint owner_by_seat[SKY_COUNTED_SEATS];  /* 0: nobody; -1: to be looked up */

  GArray *laws;   /* of Law */
  GArray *known;  /* of Known */
  guint16 *index; /* of those, from 1; 0: none */

  /* What may come, of the game in hand. */
  SkyMoney unit;   /* in which the table pays */
  guint n_results; /* 0: to be looked up */
  gboolean tracks_winning;
  guint system; /* of the log's */

  Noted *noted; /* of rounds that are not written down yet */
  guint n_noted;
  guint noted_size;    /* there is room for so many */
  SkyWinWager *wagers; /* of the round that is written down; room for as many */
};

/* --- Who ---------------------------------------------------------------------------------------
 */

SkyWinCounter *
sky_win_counter_new (SkyCounts *counts)
{
  SkyWinCounter *self = g_new0 (SkyWinCounter, 1);

  G_STATIC_ASSERT (SKY_MAX_RESULTS < SKY_WIN_RESULTS);
  self->counts = counts;
  self->laws = g_array_new (FALSE, TRUE, sizeof (Law));
  self->known = g_array_sized_new (FALSE, FALSE, sizeof (Known), USUAL_KNOWN);
  self->index = g_new0 (guint16, 1 << INDEX_BITS);
  return self;
}

void
sky_win_counter_free (SkyWinCounter *self)
{
  if (self == NULL)
    return;
  g_free (self->noted);
  g_free (self->wagers);
  g_free (self->index);
  g_array_unref (self->known);
  g_array_unref (self->laws);
  g_free (self);
}

void
sky_win_counter_seat (SkyWinCounter *self, guint seat, const char *player)
{
  self->players[seat] = player;
  self->owner_by_seat[seat] = player != NULL ? -1 : 0;
}

/* --- What a wager gains ------------------------------------------------------------------------
 */

static void
forget_known (SkyWinCounter *self)
{
  if (self->known->len == 0)
    return;
  g_array_set_size (self->laws, 0);
  g_array_set_size (self->known, 0);
  memset (self->index, 0, sizeof *self->index << INDEX_BITS);
}

void
sky_win_counter_forget_rules (SkyWinCounter *self)
{
  g_return_if_fail (self->n_noted == 0);

  forget_known (self);
  self->n_results = 0;
}

static G_GNUC_NO_INLINE void
look_up_results (SkyWinCounter *self, const SkyTable *table)
{
  const SkyChance *chance = table->game->chance;
  SkyWinResults results = { 0 };

  self->unit = MAX (sky_table_option (table, SKY_OPTION_PAYOUT_UNIT), 1);
  self->n_results = chance->count_results (table);
  self->tracks_winning = chance->find_pay == NULL;
  for (guint i = 0; i < self->n_results; i++)
    sky_win_results_add (&results, i, chance->count_ways (i));
  self->system = sky_win_rounds_add_system (self->counts->money, &results);
}

static inline guint64
make_key (const SkyWinCounter *self, const SkyWager *wager)
{
  const guint64 kind = 1 | (guint64) wager->kind << 1 | (guint64) wager->row << 9;

  if (self->tracks_winning)
    return kind;
  return kind | (guint64) (guint8) wager->number << 17 | (guint64) (guint8) wager->numbers[0] << 25
         | (guint64) (guint8) wager->numbers[1] << 33;
}

/* Puts into @levels by which results more than the @amount comes back. Returns: how many there are;
 * more than SKY_WIN_LEVELS are not told. */
static guint
group_gains (SkyWinLevel *levels, const SkyMoney *gains, guint n_results, SkyMoney amount)
{
  guint n = 0;

  for (guint result = 0; result < n_results; result++)
    {
      const SkyMoney more = gains[result] + amount;
      guint i = 0;

      if (more == 0)
        continue;
      while (i < n && levels[i].more != more)
        i++;
      if (i == SKY_WIN_LEVELS)
        return SKY_WIN_LEVELS + 1;
      if (i == n)
        levels[n++] = (SkyWinLevel){ 0, more };
      levels[i].results |= G_GUINT64_CONSTANT (1) << result;
    }
  return n;
}

/* Whether every number of parts of @part cents gains in proportion. */
static gboolean
try_part (const SkyWinCounter *self, const SkyWager *wager, SkyMoney part, Law *law)
{
  SkyMoney gains[SKY_MAX_RESULTS] = { 0 };
  SkyWager tried = *wager;

  tried.amount = part * TRIED;
  sky_chance_play (self->table, &tried, gains);
  for (guint i = 0; i < self->n_results; i++)
    {
      if (gains[i] % TRIED != 0)
        return FALSE;
      gains[i] /= TRIED;
    }
  law->part = part;
  law->n_levels = group_gains (law->levels, gains, self->n_results, part);
  return TRUE;
}

static G_GNUC_NO_INLINE const Law *
add_law (SkyWinCounter *self, const SkyWager *wager, guint64 key)
{
  /* Five wagers in one are paid by the fifth; odds may be raised to 35 to 2. */
  const SkyMoney parts[] = { self->unit, 2 * self->unit, 5 * self->unit, 10 * self->unit };
  Law law = { .key = key };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (try_part (self, wager, parts[i], &law))
      break;
  if (law.n_levels == 0 || law.n_levels > SKY_WIN_LEVELS)
    law.part = 0;
  g_array_append_val (self->laws, law);
  return &g_array_index (self->laws, Law, self->laws->len - 1);
}

static const Law *
find_law (SkyWinCounter *self, const SkyWager *wager, guint64 key)
{
  for (guint i = 0; i < self->laws->len; i++)
    if (g_array_index (self->laws, Law, i).key == key)
      return &g_array_index (self->laws, Law, i);
  return add_law (self, wager, key);
}

/* Returns: its shape, or SKY_WIN_SHAPES. */
static guint
add_shape (const SkyWinCounter *self, const Law *law, guint64 winning)
{
  SkyWinShape shape = { .system = self->system, .part = law->part, .n_levels = law->n_levels };

  memcpy (shape.levels, law->levels, law->n_levels * sizeof *law->levels);
  if (self->tracks_winning)
    shape.levels[0].results = winning;
  return sky_win_rounds_add_shape (self->counts->money, &shape);
}

/* Returns: the shape of that wager with just this @amount, or SKY_WIN_SHAPES. */
static guint
play_wager (const SkyWinCounter *self, const SkyWager *wager, SkyMoney amount)
{
  SkyWinShape shape = { .system = self->system, .part = amount };
  SkyMoney gains[SKY_MAX_RESULTS] = { 0 };
  SkyWager played = *wager;

  played.amount = amount;
  sky_chance_play (self->table, &played, gains);
  shape.n_levels = group_gains (shape.levels, gains, self->n_results, amount);
  return shape.n_levels <= SKY_WIN_LEVELS ? sky_win_rounds_add_shape (self->counts->money, &shape)
                                          : SKY_WIN_SHAPES;
}

static void
take_known (SkyWinCounter *self, const SkyWager *wager, Known *known)
{
  if (known->amount > 0)
    {
      known->part = known->amount;
      known->shape = play_wager (self, wager, known->amount);
    }
  else
    {
      const Law *law = find_law (self, wager, known->key);

      known->part = law->part;
      known->shape = law->part > 0 ? add_shape (self, law, known->winning) : SKY_WIN_SHAPES;
    }
  if (known->shape == SKY_WIN_SHAPES)
    known->part = 0;
  else
    {
      const SkyWinShape *shape =
          &g_array_index (self->counts->money->shapes, SkyWinShape, known->shape);

      known->n_levels = shape->n_levels;
      known->level = shape->levels[0];
    }
  g_array_append_val (self->known, *known);
}

static inline guint
place_of (guint64 key, guint64 winning, SkyMoney amount)
{
  return (guint) INDEX_PLACE (key ^ winning << 7 ^ winning >> 31 ^ (guint64) amount << 11);
}

/* @place is free; nothing else is known where there are too many. */
static G_GNUC_NO_INLINE const Known *
add_known (SkyWinCounter *self, const SkyWager *wager, Known *fresh, guint place)
{
  if (self->known->len == MOST_KNOWN)
    {
      forget_known (self);
      place = place_of (fresh->key, fresh->winning, fresh->amount);
    }
  take_known (self, wager, fresh);
  self->index[place] = (guint16) self->known->len;
  return &g_array_index (self->known, Known, self->known->len - 1);
}

/* The wager as it is known by its @amount alone; 0: whatever that is. Borrowed until the next. */
static inline const Known *
find_known (SkyWinCounter *self, const SkyWager *wager, SkyMoney amount)
{
  const guint64 key = make_key (self, wager);
  const guint64 winning = self->tracks_winning ? wager->tracked : 0;
  guint place = place_of (key, winning, amount);
  guint number;

  while (G_LIKELY ((number = self->index[place]) != 0))
    {
      const Known *known = &g_array_index (self->known, Known, number - 1);

      if (G_LIKELY (known->key == key && known->winning == winning && known->amount == amount))
        return known;
      place = (place + 1) & INDEX_MASK;
    }
  return add_known (self, wager, &(Known){ .key = key, .winning = winning, .amount = amount },
                    place);
}

/* That wager with just this @amount. */
static G_GNUC_NO_INLINE const Known *
find_played (SkyWinCounter *self, const SkyWager *wager, SkyMoney amount)
{
  return find_known (self, wager, amount);
}

/* --- Writing rounds down -----------------------------------------------------------------------
 */

/* What one part comes to beyond where it loses. */
static SkyMoney
find_more (const SkyWinShape *shape, guint shown)
{
  SkyMoney more = 0;

  for (guint i = 0; i < shape->n_levels; i++)
    if ((shape->levels[i].results >> shown & 1) != 0)
      more += shape->levels[i].more;
  return more;
}

/* Returns FALSE if it is too great, or there are too many others. */
static inline gboolean
take_wager (SkyWinCounter *self, const Noted *noted, SkyWinWager *taken)
{
  const Known *known = find_known (self, noted->wager, 0);
  SkyMoney times, gain;

  if (G_UNLIKELY (noted->amount > SKY_WIN_AMOUNT))
    return FALSE;
  times = noted->amount / MAX (known->part, 1);
  if (G_UNLIKELY (times * known->part != noted->amount))
    {
      known = find_played (self, noted->wager, noted->amount);
      times = 1;
      if (known->part == 0)
        return FALSE;
    }
  taken->shape = known->shape;
  taken->times = times;
  gain = -known->part;
  if (G_LIKELY (known->n_levels == 1))
    gain += -(SkyMoney) (known->level.results >> noted->shown & 1) & known->level.more;
  else
    gain += find_more (&g_array_index (self->counts->money->shapes, SkyWinShape, known->shape),
                       noted->shown);
  taken->off = noted->gain - times * gain;
  taken->owner = noted->owner;
  return TRUE;
}

/* The round of the @n wagers from @noted on. */
static inline void
write_round (SkyWinCounter *self, const Noted *noted, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!take_wager (self, &noted[i], &self->wagers[i]))
      return;
  sky_win_rounds_add (self->counts->money, noted->shown, self->wagers, n);
}

G_GNUC_NO_INLINE void
sky_win_counter_write_down (SkyWinCounter *self)
{
  guint first = 0;

  for (guint i = 0; i < self->n_noted; i++)
    if (self->noted[i].is_last)
      {
        write_round (self, &self->noted[first], i + 1 - first);
        first = i + 1;
      }
  self->n_noted = 0;
}

/* --- A round -----------------------------------------------------------------------------------
 */

/* Whether the round's law is of it too. */
static inline gboolean
is_in_law (const SkyWager *wager, SkyCounts *counts)
{
  const guint outcome = wager->due.outcome;

  G_STATIC_ASSERT (SKY_UNSEEN_NOTHING == 0);
  if (G_UNLIKELY (wager->late))
    counts->left_out[SKY_LEFT_OUT_LATE]++;
  return !(wager->late | wager->not_permissible | wager->left | wager->unseen)
         && (outcome == SKY_OUTCOME_WIN || outcome == SKY_OUTCOME_LOSE) && wager->bet != NULL
         && wager->amount > 0;
}

static G_GNUC_NO_INLINE guint
look_up_owner (SkyWinCounter *self, guint seat)
{
  self->owner_by_seat[seat] =
      (gint) sky_win_rounds_add_player (self->counts->money, self->players[seat]);
  return (guint) self->owner_by_seat[seat];
}

static inline guint
find_owner (SkyWinCounter *self, gint64 seat)
{
  /* Seat 0 is nobody's. */
  if ((guint64) seat >= SKY_COUNTED_SEATS)
    return 0;
  return G_LIKELY (self->owner_by_seat[seat] >= 0) ? (guint) self->owner_by_seat[seat]
                                                   : look_up_owner (self, (guint) seat);
}

/* Makes room for @n more. */
static G_GNUC_NO_INLINE void
make_room (SkyWinCounter *self, guint n)
{
  sky_win_counter_write_down (self);
  if (n <= self->noted_size)
    return;
  self->noted_size = MAX (2 * n, NOTED);
  self->noted = g_renew (Noted, self->noted, self->noted_size);
  self->wagers = g_renew (SkyWinWager, self->wagers, self->noted_size);
}

void
sky_win_counter_take_round (SkyWinCounter *self, SkyTable *table)
{
  const guint n = table->decided->len;
  Noted *first, *next;
  gint shown;

  if (table->game->chance == NULL || n == 0)
    return;
  self->table = table;
  if (G_UNLIKELY (self->n_results == 0))
    look_up_results (self, table);
  shown = table->game->chance->find (table);
  if (shown < 0)
    return;
  if (G_UNLIKELY (self->n_noted + n > self->noted_size))
    make_room (self, n);
  first = next = self->noted + self->n_noted;
  for (guint i = 0; i < n; i++)
    {
      const SkyWager *wager = table->decided->pdata[i];

      if (!is_in_law (wager, self->counts))
        continue;
      *next++ = (Noted){ .wager = wager,
                         .amount = wager->amount,
                         .gain = wager->due.paid - wager->due.taken - wager->due.vig,
                         .owner = find_owner (self, wager->seat),
                         .shown = (guint8) shown };
    }
  if (next == first)
    return;
  next[-1].is_last = TRUE;
  self->n_noted += (guint) (next - first);
}
