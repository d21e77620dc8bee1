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
  GPtrArray *games; /* of Game, by name */
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
  return self;
}

void
sky_pattern_week_free (SkyPatternWeek *self)
{
  g_ptr_array_unref (self->games);
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

static void
add_rate (GHashTable *rates, const char *key, gint64 x, gint64 n)
{
  Rate *rate = g_hash_table_lookup (rates, key);

  if (rate == NULL)
    {
      rate = g_new0 (Rate, 1);
      g_hash_table_insert (rates, g_strdup (key), rate);
    }
  rate->x += x;
  rate->n += n;
}

static char *
make_pair (const char *dealer, const char *patron)
{
  return g_strconcat (dealer, "\x1f", patron, NULL);
}

static void
add_pair (Game *game, const char *dealer, const char *patron, gint64 x, gint64 n)
{
  g_autofree char *pair = make_pair (dealer, patron);

  add_rate (game->pairs, pair, x, n);
  add_rate (game->with_patrons, dealer, x, n);
  add_rate (game->patrons, patron, x, n);
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

      add_rate (game->dealers, one->dealer, 0, one->decisions);
      game->all.n += one->decisions;
      if (one->player != NULL)
        add_pair (game, one->dealer, one->player, 0, one->decisions);
    }
  for (guint i = 0; i < counts->errors->len; i++)
    {
      const SkyErrorCount *one = &g_array_index (counts->errors, SkyErrorCount, i);

      if (one->of_dealer)
        {
          add_rate (game->dealers, one->dealer, 1, 0);
          game->all.x++;
        }
      if (one->of_the_pair && one->player != NULL)
        add_pair (game, one->dealer, one->player, 1, 0);
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
  GArray *strata = g_array_new (FALSE, TRUE, sizeof (SkyPairStratum));
  g_autofree char *pair = make_pair (dealer, patron);

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
