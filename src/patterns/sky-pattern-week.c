/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-week.h"

#include <string.h>

/* How many errors in so many decisions. */
typedef struct
{
  gint64 x;
  gint64 n;
} Rate;

typedef struct
{
  char *name;
  Rate all;
  GHashTable *dealers; /* → Rate */
  /* Of overpaid wagers, where somebody knows the patron. */
  GHashTable *pairs;        /* of dealer and patron → Rate */
  GHashTable *with_patrons; /* of a dealer, with all patrons → Rate */
  GHashTable *patrons;      /* of a patron, with all dealers → Rate */
} Game;

struct _SkyPatternWeek
{
  GPtrArray *games;   /* of Game, by name */
  GHashTable *wanted; /* of dealers, patrons and pairs; NULL: all */
  GString *pair;      /* in hand */
  guint n_read;
};

static GHashTable *
rates_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static Game *
game_new (const char *name)
{
  Game *self = g_new0 (Game, 1);

  self->name = g_strdup (name);
  self->dealers = rates_new ();
  self->pairs = rates_new ();
  self->with_patrons = rates_new ();
  self->patrons = rates_new ();
  return self;
}

static void
game_free (gpointer data)
{
  Game *self = data;

  g_hash_table_unref (self->dealers);
  g_hash_table_unref (self->pairs);
  g_hash_table_unref (self->with_patrons);
  g_hash_table_unref (self->patrons);
  g_free (self->name);
  g_free (self);
}

SkyPatternWeek *
sky_pattern_week_new (void)
{
  SkyPatternWeek *self = g_new0 (SkyPatternWeek, 1);

  self->games = g_ptr_array_new_with_free_func (game_free);
  self->pair = g_string_new (NULL);
  return self;
}

void
sky_pattern_week_free (SkyPatternWeek *self)
{
  g_ptr_array_unref (self->games);
  g_string_free (self->pair, TRUE);
  g_clear_pointer (&self->wanted, g_hash_table_unref);
  g_free (self);
}

void
sky_pattern_week_clear (SkyPatternWeek *self)
{
  g_ptr_array_set_size (self->games, 0);
}

static Game *
get_game (SkyPatternWeek *self, const char *name)
{
  guint at = 0;

  while (at < self->games->len && strcmp (((Game *) self->games->pdata[at])->name, name) < 0)
    at++;
  if (at == self->games->len || !g_str_equal (((Game *) self->games->pdata[at])->name, name))
    g_ptr_array_insert (self->games, (gint) at, game_new (name));
  return self->games->pdata[at];
}

static gboolean
is_wanted (const SkyPatternWeek *self, const char *key)
{
  return self->wanted == NULL || g_hash_table_contains (self->wanted, key);
}

static void
add_rate (const SkyPatternWeek *self, GHashTable *rates, const char *key, gint64 x, gint64 n)
{
  Rate *rate = g_hash_table_lookup (rates, key);

  if (rate == NULL && !is_wanted (self, key))
    return;
  if (rate == NULL)
    {
      rate = g_new0 (Rate, 1);
      g_hash_table_insert (rates, g_strdup (key), rate);
    }
  rate->x += x;
  rate->n += n;
}

/* The key of a pair, as long as no other is asked for. */
static const char *
write_pair (SkyPatternWeek *self, const char *dealer, const char *patron)
{
  g_string_assign (self->pair, dealer);
  g_string_append_c (self->pair, '\x1f');
  g_string_append (self->pair, patron);
  return self->pair->str;
}

static void
add_pair (
    SkyPatternWeek *self, Game *game, const char *dealer, const char *patron, gint64 x, gint64 n)
{
  if (is_wanted (self, dealer) && is_wanted (self, patron))
    add_rate (self, game->pairs, write_pair (self, dealer, patron), x, n);
  add_rate (self, game->with_patrons, dealer, x, n);
  add_rate (self, game->patrons, patron, x, n);
}

void
sky_pattern_week_add (SkyPatternWeek *self, const char *game_name, const SkyCounts *counts)
{
  Game *game;

  if (counts->decisions->len == 0)
    return;
  game = get_game (self, game_name);
  for (guint i = 0; i < counts->decisions->len; i++)
    {
      const SkyDecisionCounts *one = &g_array_index (counts->decisions, SkyDecisionCounts, i);

      add_rate (self, game->dealers, one->dealer, 0, one->decisions);
      game->all.n += one->decisions;
      if (one->player != NULL)
        add_pair (self, game, one->dealer, one->player, 0, one->decisions);
    }
  for (guint i = 0; i < counts->errors->len; i++)
    {
      const SkyErrorCount *one = &g_array_index (counts->errors, SkyErrorCount, i);

      if (one->of_dealer)
        {
          add_rate (self, game->dealers, one->dealer, 1, 0);
          game->all.x++;
        }
      if (one->of_the_pair && one->player != NULL)
        add_pair (self, game, one->dealer, one->player, 1, 0);
    }
}

static SkyStratum
make_stratum (const Rate *rate, const Rate *all)
{
  return (SkyStratum){ .x = rate->x, .n = rate->n, .all_n = all->n, .all_x = all->x };
}

GArray *
sky_pattern_week_list_strata (SkyPatternWeek *self, const char *dealer)
{
  GArray *strata = g_array_new (FALSE, TRUE, sizeof (SkyStratum));

  for (guint g = 0; g < self->games->len; g++)
    {
      const Game *game = self->games->pdata[g];
      const Rate *rate = g_hash_table_lookup (game->dealers, dealer);
      SkyStratum stratum;

      if (rate == NULL || rate->n == 0)
        continue;
      stratum = make_stratum (rate, &game->all);
      if (sky_stratum_is_possible (&stratum))
        g_array_append_val (strata, stratum);
    }
  return strata;
}

GArray *
sky_pattern_week_list_pair_strata (SkyPatternWeek *self,
                                   const char *dealer,
                                   const char *patron,
                                   gint64 *n_decisions)
{
  GArray *strata = g_array_sized_new (FALSE, TRUE, sizeof (SkyPairStratum), self->games->len);
  const char *pair = write_pair (self, dealer, patron);

  *n_decisions = 0;
  for (guint g = 0; g < self->games->len; g++)
    {
      const Game *game = self->games->pdata[g];
      const Rate *rate = g_hash_table_lookup (game->pairs, pair);
      SkyPairStratum stratum;

      if (rate == NULL || rate->n == 0)
        continue;
      stratum.others = make_stratum (rate, g_hash_table_lookup (game->with_patrons, dealer));
      stratum.elsewhere = make_stratum (rate, g_hash_table_lookup (game->patrons, patron));
      if (!sky_stratum_is_possible (&stratum.others)
          || !sky_stratum_is_possible (&stratum.elsewhere))
        continue;
      g_array_append_val (strata, stratum);
      *n_decisions += rate->n;
    }
  return strata;
}

void
sky_pattern_week_limit (SkyPatternWeek *self)
{
  self->wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
sky_pattern_week_want (SkyPatternWeek *self, const char *dealer, const char *patron)
{
  g_hash_table_add (self->wanted, g_strdup (dealer));
  g_hash_table_add (self->wanted, g_strdup (patron));
  g_hash_table_add (self->wanted, g_strdup (write_pair (self, dealer, patron)));
}

guint
sky_pattern_week_most (const SkyPatternWeek *self)
{
  return self->n_read;
}

/* --- Bytes -------------------------------------------------------------------------------------
 */

/* More are damage. */
#define MOST_GAMES (1u << 10)
#define MOST_RATES (1u << 24)

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Visits Rate. */
static void
visit_rate (SkyState *state, Rate *rate)
{
  sky_state_int (state, rate->x);
  sky_state_int (state, rate->n);
}

/* In the order of their keys. Returns: how many there are. */
static guint
visit_rates (SkyState *state, const SkyPatternWeek *self, GHashTable *rates)
{
  const guint n = sky_state_count (state, g_hash_table_size (rates), MOST_RATES);
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (rates, NULL);

  if (!sky_state_is_reading (state) && n > 0)
    qsort (keys, n, sizeof *keys, compare_texts);
  for (guint i = 0; i < n && !sky_state_is_refused (state); i++)
    {
      char *key = sky_state_is_reading (state) ? NULL : keys[i];
      Rate none = { 0 }, *rate = key != NULL ? g_hash_table_lookup (rates, key) : &none;

      sky_state_text (state, &key);
      visit_rate (state, rate);
      if (!sky_state_is_reading (state))
        continue;
      if (key == NULL)
        sky_state_refuse (state);
      else if (is_wanted (self, key))
        g_hash_table_insert (rates, g_steal_pointer (&key), g_memdup2 (&none, sizeof none));
      g_free (key);
    }
  return n;
}

/* Visits Game. */
static void
visit_game (SkyState *state, SkyPatternWeek *self, Game *game)
{
  guint n;

  sky_state_text (state, &game->name);
  visit_rate (state, &game->all);
  n = visit_rates (state, self, game->dealers) + visit_rates (state, self, game->pairs);
  if (sky_state_is_reading (state))
    self->n_read += n;
  visit_rates (state, self, game->with_patrons);
  visit_rates (state, self, game->patrons);
  if (game->name == NULL)
    sky_state_refuse (state);
}

/* Visits SkyPatternWeek, but not: wanted, pair, n_read. */
void
sky_pattern_week_visit (SkyPatternWeek *self, SkyState *state)
{
  const guint n = sky_state_count (state, self->games->len, MOST_GAMES);

  for (guint i = 0; i < n && !sky_state_is_refused (state); i++)
    {
      if (sky_state_is_reading (state))
        g_ptr_array_add (self->games, game_new (NULL));
      visit_game (state, self, self->games->pdata[i]);
    }
}
