/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-weighing.h"

/* What a wager of more than this comes to might not fit where the round is not weighed anew. */
#define PLAIN_AMOUNT G_GINT64_CONSTANT (100000000)

/* A wager of the round in hand. */
typedef struct
{
  const SkyWinShape *shape;
  SkyMoney times;
  guint number; /* of its shape */
  guint next;   /* of its share, from 1; 0: none */
  SkyMoney off;
} Entry;

/* What a patron's wagers come to in the round in hand. */
typedef struct
{
  guint owner;
  guint n;     /* entries */
  guint first; /* of them, from 1 */
  guint last;
} Share;

/* A shape's part alone in its round. */
typedef struct
{
  gboolean is_weighed;
  SkyWinWeight weight;
} Alone;

/* What a round came to, for a patron or for all: @times a round of that weight. */
typedef struct
{
  guint owner;
  gboolean of_all;     /* nobody else wagered */
  gboolean is_lawless; /* decided otherwise, by a result that does not count */
  const SkyWinWeight *weight;
  SkyMoney times;
  SkyMoney gain;
} Outcome;

/* What has come and is not counted yet; two rounds that may come to as many gains are weighed at
 * once. */
#define IN_HAND 64

typedef struct
{
  SkyWinChances chances; /* gains are more than where all lose, until all wagers are in */
  SkyWinWeight weight;
} Law;

typedef struct
{
  const SkyWinRounds *rounds;
  const SkyWinResults *system; /* of the round in hand */
  guint tallied;               /* the first with as many ways */
  guint64 all;                 /* its results */
  guint shown;
  Alone *alone;           /* by shape */
  const gboolean *wanted; /* by player; NULL: all are */

  /* Of tallies by owner, 0 for all, and system: from 1; 0: there is none yet. */
  guint *tally_by_owner;
  GArray *tallies; /* of SkyWinTally */
  GArray *owners;  /* of guint, of each tally */

  Entry *entries;
  Share *shares;
  guint *share_by_owner; /* from 1; 0: none */
  guint n_entries;
  guint n_shares;

  Outcome outcomes[IN_HAND];
  Law *laws; /* of those that were not weighed before */
  guint n_outcomes;
  guint n_laws;
  Law *unpaired[SKY_WIN_RESULTS / 2 + 1]; /* by half their gains; NULL: none */
} Weighing;

/* By @results it gains @more. The first class is where all lose; no two have a result in common. */
static inline void
add_level (SkyWinChances *chances, guint64 results, SkyMoney more)
{
  SkyWinChance *const all = chances->all;
  const guint64 lost = all[0].results & results;
  const guint known = chances->n;
  guint n = known;

  /* Where nothing was won before. */
  all[0].results ^= lost;
  all[n] = (SkyWinChance){ lost, more };
  n += lost != 0;
  results ^= lost;
  if (results == 0)
    {
      chances->n = n;
      return;
    }
  /* No jumps, which nobody could foretell. */
  for (guint i = 1; i < known; i++)
    {
      const guint64 inside = all[i].results & results, outside = all[i].results ^ inside;
      const SkyMoney gain = all[i].gain;
      const gboolean is_touched = inside != 0;

      /* The class parts, unless nothing of it is outside. */
      all[n] = (SkyWinChance){ outside, gain };
      n += is_touched & (outside != 0);
      all[i].results = is_touched ? inside : outside;
      all[i].gain = gain + (more & -(SkyMoney) is_touched);
    }
  chances->n = n;
}

static void
weigh (const Weighing *self, Law *one, Law *other)
{
  SkyWinChances *const rounds[] = { &one->chances, &other->chances };
  SkyWinWeight *const weights[] = { &one->weight, &other->weight };

  sky_win_weigh_two (rounds, self->system, weights);
}

/* Weighs one part alone. */
static G_GNUC_NO_INLINE void
weigh_alone (const Weighing *self, const SkyWinShape *shape, Alone *alone)
{
  Law law;
  SkyWinChance *const all = law.chances.all;

  law.chances.n = 1;
  all[0] = (SkyWinChance){ self->all, -shape->part };
  for (guint i = 0; i < shape->n_levels; i++)
    {
      const guint64 won = shape->levels[i].results & all[0].results;

      all[0].results ^= won;
      all[law.chances.n] = (SkyWinChance){ won, shape->levels[i].more - shape->part };
      law.chances.n += won != 0;
    }
  all[law.chances.n] = (SkyWinChance){ 0 };
  weigh (self, &law, &law);
  alone->is_weighed = TRUE;
  alone->weight = law.weight;
}

/* Returns FALSE if that can only be known with the others of its kind. */
static gboolean
find_outcome_alone (const Weighing *self, const Entry *entry, Outcome *outcome)
{
  const SkyWinShape *shape = entry->shape;
  Alone *alone = &self->alone[entry->number];
  SkyMoney gain = -shape->part;

  if (entry->times * shape->part > PLAIN_AMOUNT)
    return FALSE;
  if (G_UNLIKELY (!alone->is_weighed))
    weigh_alone (self, shape, alone);
  for (guint i = 0; i < shape->n_levels; i++)
    if ((shape->levels[i].results >> self->shown & 1) != 0)
      gain += shape->levels[i].more;
  outcome->is_lawless = entry->off != 0;
  outcome->weight = &alone->weight;
  outcome->times = entry->times;
  outcome->gain = gain;
  return TRUE;
}

/* Weighs it with another that has as many gains, as soon as there is one. */
static inline void
pair (Weighing *self, Law *law)
{
  Law **at = &self->unpaired[(law->chances.n + 1) / 2];

  if (*at != NULL)
    {
      weigh (self, *at, law);
      *at = NULL;
    }
  else
    *at = law;
}

/* Of the entries from @first on: those that are next of its share, or all. */
static void
find_outcome (Weighing *self, guint first, gboolean of_all, Outcome *outcome)
{
  Law *law = &self->laws[self->n_laws++];
  SkyWinChances *chances = &law->chances;
  SkyMoney base = 0, off = 0, came = 0;

  chances->n = 1;
  chances->all[0] = (SkyWinChance){ self->all, 0 };
  for (guint i = first; i > 0;)
    {
      const Entry *entry = &self->entries[i - 1];
      const SkyWinShape *shape = entry->shape;

      base -= entry->times * shape->part;
      off += entry->off;
      for (guint k = 0; k < shape->n_levels; k++)
        add_level (chances, shape->levels[k].results, entry->times * shape->levels[k].more);
      if (of_all)
        i = i < self->n_entries ? i + 1 : 0;
      else
        i = entry->next;
    }
  for (guint i = 0; i < chances->n; i++)
    {
      chances->all[i].gain += base;
      if ((chances->all[i].results >> self->shown & 1) != 0)
        came = chances->all[i].gain;
    }
  chances->all[chances->n] = (SkyWinChance){ 0 };
  outcome->is_lawless = off != 0;
  outcome->weight = &law->weight;
  outcome->times = 1;
  outcome->gain = came;
  pair (self, law);
}

/* The tally of @owner; of each number of ways there is one. */
static inline SkyWinTally *
get_tally (Weighing *self, guint owner)
{
  guint *number = &self->tally_by_owner[owner * self->rounds->systems->len + self->tallied];

  if (G_UNLIKELY (*number == 0))
    {
      SkyWinTally fresh;

      sky_win_tally_init (&fresh, self->system->n_ways);
      g_array_append_val (self->tallies, fresh);
      g_array_append_val (self->owners, owner);
      *number = self->tallies->len;
    }
  return &g_array_index (self->tallies, SkyWinTally, *number - 1);
}

static inline void
count_outcome (Weighing *self, guint owner, const Outcome *outcome)
{
  SkyWinTally *tally = get_tally (self, owner);

  if (!outcome->is_lawless && outcome->weight->spread != 0)
    sky_win_tally_add (tally, outcome->weight, outcome->times, outcome->gain);
}

/* Weighs those for which no other has come. */
static void
weigh_unpaired (Weighing *self)
{
  Law *last = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (self->unpaired); i++)
    {
      Law *law = self->unpaired[i];

      self->unpaired[i] = NULL;
      if (law != NULL && last != NULL)
        weigh (self, last, law);
      if (law != NULL)
        last = last != NULL ? NULL : law;
    }
  if (last != NULL)
    weigh (self, last, last);
}

/* Counts what is in hand, in the order in which it came. */
static void
count_outcomes (Weighing *self)
{
  weigh_unpaired (self);
  for (guint i = 0; i < self->n_outcomes; i++)
    {
      const Outcome *outcome = &self->outcomes[i];

      count_outcome (self, outcome->owner, outcome);
      if (outcome->of_all)
        count_outcome (self, 0, outcome);
    }
  self->n_outcomes = 0;
  self->n_laws = 0;
}

/* Returns: where an outcome for @owner is taken. */
static inline Outcome *
add_outcome (Weighing *self, guint owner)
{
  Outcome *outcome;

  if (G_UNLIKELY (self->n_outcomes == IN_HAND))
    count_outcomes (self);
  outcome = &self->outcomes[self->n_outcomes++];
  outcome->owner = owner;
  outcome->of_all = FALSE;
  return outcome;
}

static void
count_round (Weighing *self, gboolean of_table)
{
  Outcome *outcome;

  for (guint i = 0; i < self->n_shares; i++)
    {
      const Share *share = &self->shares[i];

      outcome = add_outcome (self, share->owner);
      if (share->n > 1 || !find_outcome_alone (self, &self->entries[share->first - 1], outcome))
        find_outcome (self, share->first, FALSE, outcome);
      if (share->n == self->n_entries)
        {
          outcome->of_all = of_table;
          return;
        }
    }
  if (!of_table)
    return;
  outcome = add_outcome (self, 0);
  if (self->n_entries > 1 || !find_outcome_alone (self, self->entries, outcome))
    find_outcome (self, 1, TRUE, outcome);
}

/* Puts the last entry behind those of @owner. */
static inline void
add_to_share (Weighing *self, guint owner)
{
  const guint number = self->n_entries;
  guint *at = &self->share_by_owner[owner];

  if (*at == 0)
    {
      self->shares[self->n_shares++] = (Share){ owner, 1, number, number };
      *at = self->n_shares;
    }
  else
    {
      Share *share = &self->shares[*at - 1];

      self->entries[share->last - 1].next = number;
      share->last = number;
      share->n++;
    }
}

/* Reads a round; @owners is NULL when nobody asks whose its wagers are. */
static void
read_round (Weighing *self, const guint8 **at, const guint8 **owners, guint *n_unowned)
{
  const gint64 first = sky_win_read_signed (at);
  guint64 number;

  self->n_entries = 0;
  self->n_shares = 0;
  self->shown = (guint) (first < 0 ? -1 - first : first);
  while ((number = sky_win_read_number (at)) > 0)
    {
      Entry *entry = &self->entries[self->n_entries++];

      entry->number = (guint) number - 1;
      entry->shape = &g_array_index (self->rounds->shapes, SkyWinShape, entry->number);
      entry->times = (SkyMoney) sky_win_read_number (at);
      entry->next = 0;
      entry->off = 0;
      if (owners == NULL)
        continue;
      if (*n_unowned > 0)
        --*n_unowned;
      else if ((number = sky_win_read_number (owners)) > 0
               && (self->wanted == NULL || self->wanted[number - 1]))
        add_to_share (self, (guint) number);
    }
  for (guint i = 0; i < self->n_entries && first < 0; i++)
    self->entries[i].off = sky_win_read_signed (at);
  for (guint i = 0; i < self->n_shares; i++)
    self->share_by_owner[self->shares[i].owner] = 0;
}

static void
take_system (Weighing *self)
{
  const SkyWinResults *system =
      &g_array_index (self->rounds->systems, SkyWinResults, self->entries[0].shape->system);

  if (G_LIKELY (system == self->system))
    return;
  count_outcomes (self);
  self->system = system;
  self->tallied = 0;
  while (g_array_index (self->rounds->systems, SkyWinResults, self->tallied).n_ways
         != system->n_ways)
    self->tallied++;
  self->all = 0;
  for (guint i = 0; i < system->n_groups; i++)
    self->all |= system->groups[i].results;
}

static void
take_sums (const Weighing *self, GArray *table_wins, GArray *patron_wins)
{
  for (guint i = 0; i < self->tallies->len; i++)
    {
      SkyWinTally *tally = &g_array_index (self->tallies, SkyWinTally, i);
      const guint owner = g_array_index (self->owners, guint, i);
      SkyWinCounts wins = { .player = NULL };

      if (tally->sum.n_rounds == 0)
        continue;
      sky_win_tally_take (tally);
      if (owner > 0)
        wins.player = g_strdup (self->rounds->players->pdata[owner - 1]);
      wins.sum = tally->sum;
      g_array_append_val (owner > 0 ? patron_wins : table_wins, wins);
    }
}

static void
win_clear (gpointer data)
{
  g_free (((SkyWinCounts *) data)->player);
}

GArray *
sky_win_counts_array_new (void)
{
  GArray *array = g_array_new (FALSE, TRUE, sizeof (SkyWinCounts));

  g_array_set_clear_func (array, win_clear);
  return array;
}

void
sky_win_weigh_rounds (const SkyWinRounds *rounds,
                      const gboolean *wanted,
                      GArray *table_wins,
                      GArray *patron_wins)
{
  const guint8 *at = rounds->rounds.data, *end = at + rounds->rounds.len;
  const guint8 *owners = rounds->owners.data;
  const gboolean of_patrons = rounds->players->len > 0;
  guint n_unowned = rounds->n_unowned;
  Weighing self = { .rounds = rounds, .wanted = wanted };

  if (at == end || (table_wins == NULL && !of_patrons))
    return;
  self.alone = g_new0 (Alone, rounds->shapes->len);
  self.tally_by_owner = g_new0 (guint, rounds->systems->len * (rounds->players->len + 1));
  self.share_by_owner = g_new0 (guint, rounds->players->len + 1);
  self.tallies = g_array_new (FALSE, FALSE, sizeof (SkyWinTally));
  self.owners = g_array_new (FALSE, FALSE, sizeof (guint));
  self.entries = g_new (Entry, rounds->n_most);
  self.shares = g_new (Share, rounds->n_most);
  self.laws = g_new (Law, IN_HAND);
  while (at < end)
    {
      read_round (&self, &at, of_patrons ? &owners : NULL, &n_unowned);
      take_system (&self);
      count_round (&self, table_wins != NULL);
    }
  count_outcomes (&self);
  take_sums (&self, table_wins, patron_wins);
  g_free (self.laws);
  g_free (self.shares);
  g_free (self.entries);
  g_array_unref (self.owners);
  g_array_unref (self.tallies);
  g_free (self.share_by_owner);
  g_free (self.tally_by_owner);
  g_free (self.alone);
}
