/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-counter.h"

#include "sky-chance.h"

#include <string.h>

/* Wagers whose gains are at hand. */
#define N_KNOWN 2048

/* What makes a wager's gains. */
typedef struct
{
  guint64 tracked;
  SkyMoney amount; /* 0: whatever it is, for the gains are in proportion */
  gint number;
  gint8 numbers[2];
  guint8 kind;
  guint8 row;
} Key;

/* Results as a set of bits, for which a wager gains alike. */
typedef struct
{
  guint64 results;
  SkyMoney more; /* than its base */
} Level;

/* What a wager gains; in cents, or times its amount. */
typedef struct
{
  Key key;
  SkyMoney base; /* by most results */
  guint n_levels;
  Level levels[]; /* the others */
} Known;

/* The round's results by what they come to for a patron, or for all. */
typedef struct
{
  const char *player; /* NULL: all */
  SkyMoney base;
  guint n_classes;
  Level classes[SKY_MAX_RESULTS]; /* each result is in one */
} Share;

/* Results that come in so many ways each. */
typedef struct
{
  guint ways;
  guint64 results;
} Group;

struct _SkyWinCounter
{
  SkyCounts *counts; /* borrowed */
  Known *known[N_KNOWN];
  SkyMoney unit;   /* in which the table pays */
  guint n_results; /* 0: look them up */
  guint n_ways;
  guint n_groups;
  Group groups[SKY_MAX_RESULTS];
  GArray *shares; /* of Share: of the round, the first is all patrons' */
};

SkyWinCounter *
sky_win_counter_new (SkyCounts *counts)
{
  SkyWinCounter *self = g_new0 (SkyWinCounter, 1);

  G_STATIC_ASSERT (SKY_MAX_RESULTS <= SKY_WIN_RESULTS);
  self->counts = counts;
  self->shares = g_array_new (FALSE, FALSE, sizeof (Share));
  return self;
}

void
sky_win_counter_free (SkyWinCounter *self)
{
  if (self == NULL)
    return;
  sky_win_counter_forget (self);
  g_array_unref (self->shares);
  g_free (self);
}

void
sky_win_counter_forget (SkyWinCounter *self)
{
  for (guint i = 0; i < N_KNOWN; i++)
    g_clear_pointer (&self->known[i], g_free);
  self->n_results = 0;
}

static void
add_to_group (SkyWinCounter *self, guint result, guint ways)
{
  guint i = 0;

  while (i < self->n_groups && self->groups[i].ways != ways)
    i++;
  if (i == self->n_groups)
    self->groups[self->n_groups++] = (Group){ .ways = ways };
  self->groups[i].results |= G_GUINT64_CONSTANT (1) << result;
}

static void
look_up_results (SkyWinCounter *self, const SkyTable *table)
{
  const SkyChance *chance = table->game->chance;

  self->unit = MAX (sky_table_option (table, SKY_OPTION_PAYOUT_UNIT), 1);
  self->n_results = chance->count_results (table);
  self->n_ways = 0;
  self->n_groups = 0;
  for (guint i = 0; i < self->n_results; i++)
    {
      guint ways = chance->count_ways (i);

      add_to_group (self, i, ways);
      self->n_ways += ways;
    }
}

static guint
count_ways (const SkyWinCounter *self, guint64 results)
{
  guint n = 0;

  for (guint i = 0; i < self->n_groups; i++)
    n += self->groups[i].ways * (guint) __builtin_popcountll (results & self->groups[i].results);
  return n;
}

static guint
find_slot (const Key *key)
{
  guint64 mixed = (key->tracked ^ (guint64) key->amount * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15))
                  + (guint64) key->kind * 31 + (guint64) (guint) key->number * 1009
                  + (guint64) (guint8) key->numbers[0] * 8191
                  + (guint64) (guint8) key->numbers[1] * 131071;

  return (guint) (mixed * G_GUINT64_CONSTANT (0xff51afd7ed558ccd) >> 53);
}

static gboolean
is_same (const Key *a, const Key *b)
{
  return a->tracked == b->tracked && a->amount == b->amount && a->number == b->number
         && a->numbers[0] == b->numbers[0] && a->numbers[1] == b->numbers[1] && a->kind == b->kind
         && a->row == b->row;
}

/* Groups the results by what they gain. */
static Known *
known_new (const Key *key, const SkyMoney *gains, guint n_results, SkyMoney unit)
{
  Level levels[SKY_MAX_RESULTS] = { 0 };
  guint n = 0, most = 0;
  Known *self;

  for (guint result = 0; result < n_results; result++)
    {
      SkyMoney gain = gains[result];
      guint i = 0;

      while (i < n && levels[i].more != gain)
        i++;
      if (i == n)
        levels[n++] = (Level){ .more = gain };
      levels[i].results |= G_GUINT64_CONSTANT (1) << result;
    }
  for (guint i = 1; i < n; i++)
    if (__builtin_popcountll (levels[i].results) > __builtin_popcountll (levels[most].results))
      most = i;
  self = g_malloc0 (sizeof *self + n * sizeof *levels);
  self->key = *key;
  self->base = levels[most].more / unit;
  for (guint i = 0; i < n; i++)
    if (i != most)
      self->levels[self->n_levels++] =
          (Level){ levels[i].results, levels[i].more / unit - self->base };
  return self;
}

/* Units that nothing divides: what they gain in whole multiples, every amount of whole units does.
 */
#define TRIED G_GINT64_CONSTANT (1000003)

/* Whether what @wager gains is in proportion to its amount; then @gains are those of TRIED units.
 */
static gboolean
is_in_proportion (const SkyWinCounter *self,
                  SkyTable *table,
                  const SkyWager *wager,
                  SkyMoney *gains)
{
  SkyWager tried = *wager;

  if (wager->amount % self->unit != 0)
    return FALSE;
  tried.amount = TRIED * self->unit;
  sky_chance_play (table, &tried, gains);
  for (guint i = 0; i < self->n_results; i++)
    if (gains[i] % tried.amount != 0)
      return FALSE;
  return TRUE;
}

static Known *
find_known (SkyWinCounter *self, const Key *key)
{
  Known *known = self->known[find_slot (key)];

  return known != NULL && is_same (&known->key, key) ? known : NULL;
}

static const Known *
make_known (SkyWinCounter *self, SkyTable *table, const SkyWager *wager, Key key)
{
  SkyMoney gains[SKY_MAX_RESULTS] = { 0 }, unit = TRIED * self->unit;
  Known **slot;

  if (!is_in_proportion (self, table, wager, gains))
    {
      sky_chance_play (table, wager, gains);
      key.amount = wager->amount;
      unit = 1;
    }
  slot = &self->known[find_slot (&key)];
  g_free (*slot);
  *slot = known_new (&key, gains, self->n_results, unit);
  return *slot;
}

static const Known *
look_up_gains (SkyWinCounter *self, SkyTable *table, const SkyWager *wager)
{
  Key key = { wager->tracked, 0,         wager->number, { wager->numbers[0], wager->numbers[1] },
              wager->kind,    wager->row };
  const Known *known = wager->amount % self->unit == 0 ? find_known (self, &key) : NULL;

  G_STATIC_ASSERT (N_KNOWN == 1 << (64 - 53));
  if (known == NULL)
    {
      key.amount = wager->amount;
      known = find_known (self, &key);
      key.amount = 0;
    }
  return known != NULL ? known : make_known (self, table, wager, key);
}

static SkyMoney
find_gain (const Level *levels, guint n_levels, guint result)
{
  for (guint i = 0; i < n_levels; i++)
    if ((levels[i].results >> result & 1) != 0)
      return levels[i].more;
  return 0;
}

/* The results of @level gain so much more: classes that are partly among them part. */
static void
refine (Share *share, const Level *level, SkyMoney times)
{
  const guint n = share->n_classes;

  for (guint i = 0; i < n; i++)
    {
      Level *class = &share->classes[i];
      const guint64 inside = class->results & level->results;

      if (inside == 0)
        continue;
      if (inside == class->results)
        class->more += times * level->more;
      else
        {
          class->results ^= inside;
          share->classes[share->n_classes++] = (Level){ inside, class->more + times * level->more };
        }
    }
}

static void
add_to_share (SkyWinCounter *self, const char *player, const Known *known, SkyMoney times)
{
  Share *share = NULL;

  for (guint i = 0; i < self->shares->len && share == NULL; i++)
    {
      Share *one = &g_array_index (self->shares, Share, i);

      if (g_strcmp0 (one->player, player) == 0)
        share = one;
    }
  if (share == NULL)
    {
      g_array_set_size (self->shares, self->shares->len + 1);
      share = &g_array_index (self->shares, Share, self->shares->len - 1);
      share->player = player;
      share->base = 0;
      share->n_classes = 1;
      share->classes[0] = (Level){ G_MAXUINT64 >> (64 - self->n_results), 0 };
    }
  share->base += times * known->base;
  for (guint i = 0; i < known->n_levels; i++)
    refine (share, &known->levels[i], times);
}

static SkyWinSum *
get_sum (GArray *wins, const char *player, guint n_ways)
{
  SkyWinCounts fresh = { .sum = sky_win_sum_new (n_ways) };

  for (guint i = 0; i < wins->len; i++)
    {
      SkyWinCounts *one = &g_array_index (wins, SkyWinCounts, i);

      if (one->sum.n_ways == n_ways && g_strcmp0 (one->player, player) == 0)
        return &one->sum;
    }
  fresh.player = g_strdup (player);
  g_array_append_val (wins, fresh);
  return &g_array_index (wins, SkyWinCounts, wins->len - 1).sum;
}

/* Whether the wager is one of those that the round's law is of. */
static gboolean
is_in_law (SkyWinCounter *self, const SkyWager *wager)
{
  if (wager->late)
    self->counts->left_out[SKY_LEFT_OUT_LATE]++;
  return !wager->late && !wager->not_permissible && !wager->left && wager->bet != NULL
         && wager->unseen == SKY_UNSEEN_NOTHING;
}

/* Adds up the gains of the round's wagers. Returns FALSE when @shown decided otherwise, as an
 * invalid result does. */
static gboolean
add_wagers (SkyWinCounter *self, SkyTable *table, char *const *players, guint n_seats, guint shown)
{
  for (guint i = 0; i < table->decided->len; i++)
    {
      const SkyWager *wager = table->decided->pdata[i];
      const char *player =
          wager->seat > 0 && wager->seat < (gint64) n_seats ? players[wager->seat] : NULL;
      const Known *known;
      SkyMoney times;

      if (!is_in_law (self, wager))
        continue;
      known = look_up_gains (self, table, wager);
      times = known->key.amount == 0 ? wager->amount : 1;
      if (times * (known->base + find_gain (known->levels, known->n_levels, shown))
          != wager->due.paid - wager->due.taken - wager->due.vig)
        return FALSE;
      add_to_share (self, NULL, known, times);
      if (player != NULL)
        add_to_share (self, player, known, times);
    }
  return TRUE;
}

static void
count_share (SkyWinCounter *self, const Share *share, guint shown)
{
  GArray *wins = share->player == NULL ? self->counts->table_wins : self->counts->patron_wins;
  SkyMoney gains[SKY_MAX_RESULTS];
  guint ways[SKY_MAX_RESULTS];

  for (guint i = 0; i < share->n_classes; i++)
    {
      gains[i] = share->base + share->classes[i].more;
      ways[i] = count_ways (self, share->classes[i].results);
    }
  sky_win_sum_add (get_sum (wins, share->player, self->n_ways), gains, ways, share->n_classes,
                   share->base + find_gain (share->classes, share->n_classes, shown));
}

void
sky_win_counter_take_round (SkyWinCounter *self,
                            SkyTable *table,
                            char *const *players,
                            guint n_seats)
{
  gint shown;

  if (table->game->chance == NULL || table->decided->len == 0)
    return;
  shown = table->game->chance->find (table);
  if (self->n_results == 0)
    look_up_results (self, table);
  g_array_set_size (self->shares, 0);
  if (shown < 0 || !add_wagers (self, table, players, n_seats, (guint) shown))
    return;
  for (guint i = 0; i < self->shares->len; i++)
    count_share (self, &g_array_index (self->shares, Share, i), (guint) shown);
}
