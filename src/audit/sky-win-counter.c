/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-counter.h"

#include "sky-chance.h"

#include <string.h>

/* No game has more kinds of wagers; where a log seems to, none is known any more. */
#define MOST_LAWS 1024

/* Places of a law by its key. */
#define INDEX_BITS       12
#define INDEX_MASK       ((1u << INDEX_BITS) - 1)
#define INDEX_PLACE(key) ((key) *G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - INDEX_BITS))

/* A wager of more is not reckoned with, in cents. */
#define MOST_AMOUNT G_GINT64_CONSTANT (10000000000)

/* What a wager of more than this comes to might not fit where the round is not weighed anew. */
#define PLAIN_AMOUNT G_GINT64_CONSTANT (100000000)

/* What a wager gains in whole multiples of so many parts, it gains of every number of them. */
#define TRIED G_GINT64_CONSTANT (1000003)

/* A log names no more; more in a state are damage. */
#define MOST_TALLIES (1u << 20)

/* Results, as bits, by which a wager gains alike. */
typedef struct
{
  guint64 results;
  SkyMoney more; /* than where it loses */
} Level;

/* What wagers of a kind gain; by other results they lose their amount. */
typedef struct
{
  guint64 key;
  SkyMoney part; /* of amounts, in cents; 0: each wager must be played */
  /* For each part; where the game names the results that win, there is one at most. */
  guint first_level; /* of the laws' */
  guint n_levels;
  /* One part alone in its round, if it wins by so many results; 0: it was not weighed yet. */
  guint n_winning;
  gboolean is_observed;
  SkyWinWeight weight;
} Law;

/* A patron, or all, while rounds of one number of ways are counted. */
typedef struct
{
  char *player; /* NULL: all */
  SkyWinTally tally;
  guint share; /* of the round in hand, from 1; 0: none */
} Tally;

/* A wager of the round in hand. */
typedef struct
{
  guint law;
  guint next;      /* of its share, from 1; 0: none */
  SkyMoney times;  /* parts; 0: it is played */
  guint64 winning; /* results, where the game names them */
  SkyMoney amount;
  SkyMoney due;      /* by the result that came */
  guint first_level; /* of the round's, if it is played */
  guint n_levels;
} Entry;

/* What a patron's wagers come to in the round in hand. */
typedef struct
{
  guint tally;
  guint first; /* entry, from 1 */
  guint last;
} Share;

/* What a round comes to: @times a round of that weight. */
typedef struct
{
  const SkyWinWeight *weight; /* NULL: it is no observation */
  SkyMoney times;
  SkyMoney gain;
} Outcome;

/* Results by which the wagers of a patron, or of all, gain alike. */
typedef struct
{
  guint n;
  /* One more is written before it is known whether there is any result in it. */
  guint64 results[SKY_WIN_RESULTS];
  SkyMoney more[SKY_WIN_RESULTS]; /* than where all lose */
} Classes;

struct _SkyWinCounter
{
  GArray *tallies;                       /* of Tally */
  char *players[SKY_COUNTED_SEATS];      /* at each seat */
  gint tally_by_seat[SKY_COUNTED_SEATS]; /* -1: to be looked up; -2: nobody's */
  gint table_tally;                      /* -1: to be looked up */

  GArray *laws;       /* of Law */
  GArray *law_levels; /* of Level */
  guint16 *index;     /* of laws by key, from 1; 0: none */

  /* What may come, of the game in hand. */
  SkyMoney unit;   /* in which the table pays */
  guint n_results; /* 0: to be looked up */
  gboolean names_winning;
  SkyWinResults results;

  /* The round in hand. */
  Entry *entries;
  Share *shares;
  guint n_entries;
  guint n_shares;
  guint size;     /* of both: as many as the most wagers that a round has had */
  GArray *levels; /* of Level */
};

/* --- Who ---------------------------------------------------------------------------------------
 */

static void
tally_clear (gpointer data)
{
  g_free (((Tally *) data)->player);
}

static void
forget_tallies (SkyWinCounter *self)
{
  self->table_tally = -1;
  for (guint i = 0; i < SKY_COUNTED_SEATS; i++)
    self->tally_by_seat[i] = self->players[i] != NULL ? -1 : -2;
}

SkyWinCounter *
sky_win_counter_new (void)
{
  SkyWinCounter *self = g_new0 (SkyWinCounter, 1);

  G_STATIC_ASSERT (SKY_MAX_RESULTS < SKY_WIN_RESULTS);
  self->tallies = g_array_new (FALSE, TRUE, sizeof (Tally));
  g_array_set_clear_func (self->tallies, tally_clear);
  self->laws = g_array_new (FALSE, TRUE, sizeof (Law));
  self->law_levels = g_array_new (FALSE, FALSE, sizeof (Level));
  self->index = g_new0 (guint16, 1 << INDEX_BITS);
  self->levels = g_array_new (FALSE, FALSE, sizeof (Level));
  forget_tallies (self);
  return self;
}

void
sky_win_counter_free (SkyWinCounter *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < SKY_COUNTED_SEATS; i++)
    g_free (self->players[i]);
  g_array_unref (self->levels);
  g_free (self->shares);
  g_free (self->entries);
  g_free (self->index);
  g_array_unref (self->law_levels);
  g_array_unref (self->laws);
  g_array_unref (self->tallies);
  g_free (self);
}

void
sky_win_counter_seat (SkyWinCounter *self, guint seat, const char *player)
{
  g_free (self->players[seat]);
  self->players[seat] = g_strdup (player);
  self->tally_by_seat[seat] = player != NULL ? -1 : -2;
}

static Tally *
get_tally (const SkyWinCounter *self, guint index)
{
  return &g_array_index (self->tallies, Tally, index);
}

/* Returns: its index. */
static gint
look_up_tally (SkyWinCounter *self, const char *player)
{
  Tally fresh = { .player = NULL };

  for (guint i = 0; i < self->tallies->len; i++)
    if (get_tally (self, i)->tally.sum.n_ways == self->results.n_ways
        && g_strcmp0 (get_tally (self, i)->player, player) == 0)
      return (gint) i;
  fresh.player = g_strdup (player);
  sky_win_tally_init (&fresh.tally, self->results.n_ways);
  g_array_append_val (self->tallies, fresh);
  return (gint) self->tallies->len - 1;
}

/* --- What a wager gains ------------------------------------------------------------------------
 */

static void
forget_laws (SkyWinCounter *self)
{
  if (self->laws->len == 0)
    return;
  g_array_set_size (self->laws, 0);
  g_array_set_size (self->law_levels, 0);
  memset (self->index, 0, sizeof *self->index << INDEX_BITS);
}

void
sky_win_counter_forget_rules (SkyWinCounter *self)
{
  forget_laws (self);
  self->n_results = 0;
  forget_tallies (self);
}

static void
look_up_results (SkyWinCounter *self, const SkyTable *table)
{
  const SkyChance *chance = table->game->chance;

  self->unit = MAX (sky_table_option (table, SKY_OPTION_PAYOUT_UNIT), 1);
  self->n_results = chance->count_results (table);
  self->names_winning = chance->find_winning != NULL;
  self->results = (SkyWinResults){ 0 };
  for (guint i = 0; i < self->n_results; i++)
    sky_win_results_add (&self->results, i, chance->count_ways (i));
}

static guint64
make_key (const SkyChance *chance, const SkyWager *wager)
{
  const guint64 kind = 1 | (guint64) wager->kind << 1 | (guint64) wager->row << 9;

  if (chance->find_winning != NULL)
    return kind;
  return kind | (guint64) (guint8) wager->number << 17 | (guint64) (guint8) wager->numbers[0] << 25
         | (guint64) (guint8) wager->numbers[1] << 33;
}

/* Puts behind @levels by which results more than the @amount comes back. Returns: how many. */
static guint
group_gains (GArray *levels, const SkyMoney *gains, guint n_results, SkyMoney amount)
{
  const guint first = levels->len;

  for (guint result = 0; result < n_results; result++)
    {
      const Level fresh = { G_GUINT64_CONSTANT (1) << result, gains[result] + amount };
      guint i = first;

      if (fresh.more == 0)
        continue;
      while (i < levels->len && g_array_index (levels, Level, i).more != fresh.more)
        i++;
      if (i == levels->len)
        g_array_append_val (levels, fresh);
      else
        g_array_index (levels, Level, i).results |= fresh.results;
    }
  return levels->len - first;
}

/* Whether every number of parts of @part cents gains in proportion. */
static gboolean
try_part (
    const SkyWinCounter *self, SkyTable *table, const SkyWager *wager, SkyMoney part, Law *law)
{
  SkyMoney gains[SKY_MAX_RESULTS] = { 0 };
  SkyWager tried = *wager;

  tried.amount = part * TRIED;
  sky_chance_play (table, &tried, gains);
  for (guint i = 0; i < self->n_results; i++)
    {
      if (gains[i] % TRIED != 0)
        return FALSE;
      gains[i] /= TRIED;
    }
  law->part = part;
  law->first_level = self->law_levels->len;
  law->n_levels = group_gains (self->law_levels, gains, self->n_results, part);
  return TRUE;
}

/* Returns: its number. */
static G_GNUC_NO_INLINE guint
make_law (SkyWinCounter *self, SkyTable *table, const SkyWager *wager, guint64 key)
{
  /* Five wagers in one are paid by the fifth; odds may be raised to 35 to 2. */
  const SkyMoney parts[] = { self->unit, 2 * self->unit, 5 * self->unit, 10 * self->unit };
  Law law = { .key = key };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (try_part (self, table, wager, parts[i], &law))
      break;
  if (law.n_levels == 0)
    law.part = 0;
  g_array_append_val (self->laws, law);
  return self->laws->len - 1;
}

static Law *
get_law (const SkyWinCounter *self, guint number)
{
  return &g_array_index (self->laws, Law, number);
}

/* Returns: its number. */
static inline guint
find_law (SkyWinCounter *self, SkyTable *table, const SkyWager *wager)
{
  const guint64 key = make_key (table->game->chance, wager);
  guint place = (guint) INDEX_PLACE (key);

  while (self->index[place] != 0)
    {
      if (G_LIKELY (get_law (self, self->index[place] - 1u)->key == key))
        return self->index[place] - 1u;
      place = (place + 1) & INDEX_MASK;
    }
  self->index[place] = (guint16) (make_law (self, table, wager, key) + 1);
  return self->index[place] - 1u;
}

/* --- A round -----------------------------------------------------------------------------------
 */

/* By @results it gains @more. The first class is where all lose; no two have a result in common. */
static inline void
add_level (Classes *classes, guint64 results, SkyMoney more)
{
  const guint64 lost = classes->results[0] & results;
  guint64 *const all = classes->results;
  const guint known = classes->n;
  guint n = known;

  /* Where nothing was won before. */
  all[0] ^= lost;
  all[n] = lost;
  classes->more[n] = more;
  n += lost != 0;
  results ^= lost;
  for (guint i = 1; i < known && results != 0; i++)
    {
      const guint64 inside = all[i] & results, outside = all[i] ^ inside;

      if (inside == 0)
        continue;
      /* The class parts, unless nothing of it is outside. */
      all[n] = outside;
      classes->more[n] = classes->more[i];
      n += outside != 0;
      all[i] = inside;
      classes->more[i] += more;
      results ^= inside;
    }
  classes->n = n;
}

static void
add_entry_levels (const SkyWinCounter *self, const Entry *entry, Classes *classes)
{
  const Law *law = get_law (self, entry->law);
  const gboolean is_played = entry->times == 0;
  const guint n = is_played ? entry->n_levels : law->n_levels;
  const Level *levels = is_played ? &g_array_index (self->levels, Level, entry->first_level)
                                  : &g_array_index (self->law_levels, Level, law->first_level);

  if (is_played)
    for (guint i = 0; i < n; i++)
      add_level (classes, levels[i].results, levels[i].more);
  else if (self->names_winning)
    add_level (classes, entry->winning, entry->times * levels[0].more);
  else
    for (guint i = 0; i < n; i++)
      add_level (classes, levels[i].results, entry->times * levels[i].more);
}

/* Whether the round's law is of it too. */
static gboolean
is_in_law (const SkyWager *wager, SkyCounts *counts)
{
  if (wager->late)
    counts->left_out[SKY_LEFT_OUT_LATE]++;
  return !wager->late && !wager->not_permissible && !wager->left && wager->bet != NULL
         && wager->unseen == SKY_UNSEEN_NOTHING
         && (wager->due.outcome == SKY_OUTCOME_WIN || wager->due.outcome == SKY_OUTCOME_LOSE);
}

/* Puts the last entry behind those of whoever sits at @seat, if it is somebody. */
static inline void
add_to_share (SkyWinCounter *self, gint64 seat)
{
  const guint number = self->n_entries;
  Tally *tally;

  if (seat <= 0 || seat >= SKY_COUNTED_SEATS || self->tally_by_seat[seat] == -2)
    return;
  if (G_UNLIKELY (self->tally_by_seat[seat] < 0))
    self->tally_by_seat[seat] = look_up_tally (self, self->players[seat]);
  tally = get_tally (self, (guint) self->tally_by_seat[seat]);
  if (tally->share == 0)
    {
      self->shares[self->n_shares++] = (Share){ (guint) self->tally_by_seat[seat], number, number };
      tally->share = self->n_shares;
    }
  else
    {
      Share *share = &self->shares[tally->share - 1];

      self->entries[share->last - 1].next = number;
      share->last = number;
    }
}

static G_GNUC_NO_INLINE void
play_entry (SkyWinCounter *self, SkyTable *table, const SkyWager *wager, Entry *entry)
{
  SkyMoney gains[SKY_MAX_RESULTS] = { 0 };

  sky_chance_play (table, wager, gains);
  entry->times = 0;
  entry->first_level = self->levels->len;
  entry->n_levels = group_gains (self->levels, gains, self->n_results, wager->amount);
}

static inline void
add_entry (SkyWinCounter *self, SkyTable *table, const SkyWager *wager)
{
  const SkyChance *chance = table->game->chance;
  const guint number = find_law (self, table, wager);
  const SkyMoney part = get_law (self, number)->part;
  Entry *entry = &self->entries[self->n_entries++];

  entry->law = number;
  entry->next = 0;
  entry->winning = self->names_winning ? chance->find_winning (wager) : 0;
  entry->amount = wager->amount;
  entry->due = wager->due.paid - wager->due.taken - wager->due.vig;
  if (part > 0 && wager->amount > 0 && wager->amount % part == 0)
    entry->times = wager->amount / part;
  else
    play_entry (self, table, wager, entry);
  add_to_share (self, wager->seat);
}

/* Adds up the round's wagers. Returns FALSE if one of them is too great. */
static gboolean
add_entries (SkyWinCounter *self, SkyTable *table, SkyCounts *counts)
{
  const guint n = table->decided->len;

  self->n_entries = 0;
  self->n_shares = 0;
  if (G_UNLIKELY (self->levels->len > 0))
    g_array_set_size (self->levels, 0);
  if (G_UNLIKELY (n > self->size))
    {
      self->size = 2 * n;
      self->entries = g_renew (Entry, self->entries, self->size);
      self->shares = g_renew (Share, self->shares, self->size);
    }
  if (self->laws->len + n > MOST_LAWS)
    forget_laws (self);
  for (guint i = 0; i < n; i++)
    {
      const SkyWager *wager = table->decided->pdata[i];

      if (!is_in_law (wager, counts))
        continue;
      if (wager->amount > MOST_AMOUNT)
        return FALSE;
      add_entry (self, table, wager);
    }
  return TRUE;
}

/* Weighs one part alone, which wins by so many results. */
static G_GNUC_NO_INLINE void
weigh_law (const SkyWinCounter *self, const Entry *entry, Law *law)
{
  const Level *levels = &g_array_index (self->law_levels, Level, law->first_level);
  guint64 sets[SKY_WIN_RESULTS] = { G_MAXUINT64 >> (64 - self->n_results) };
  SkyMoney gains[SKY_WIN_RESULTS] = { -law->part };

  for (guint i = 0; i < law->n_levels; i++)
    {
      gains[i + 1] = levels[i].more - law->part;
      sets[i + 1] = self->names_winning ? entry->winning & sets[0] : levels[i].results;
      sets[0] &= ~sets[i + 1];
    }
  law->n_winning = self->names_winning ? sky_win_count_results (entry->winning) : 1;
  law->is_observed =
      sky_win_weigh_results (gains, sets, law->n_levels + 1, &self->results, &law->weight);
}

/* Returns FALSE if that can only be known with the others of its kind. */
static gboolean
find_outcome_alone (const SkyWinCounter *self, const Entry *entry, guint shown, Outcome *outcome)
{
  Law *law = get_law (self, entry->law);
  const Level *levels = &g_array_index (self->law_levels, Level, law->first_level);
  SkyMoney gain = -law->part;

  if (entry->times == 0 || entry->amount > PLAIN_AMOUNT)
    return FALSE;
  if (G_UNLIKELY (law->n_winning == 0))
    weigh_law (self, entry, law);
  if (self->names_winning && law->n_winning != sky_win_count_results (entry->winning))
    return FALSE;
  for (guint i = 0; i < law->n_levels; i++)
    if (((self->names_winning ? entry->winning : levels[i].results) >> shown & 1) != 0)
      gain += levels[i].more;
  /* What was decided otherwise, by a result that does not count, has no law. */
  *outcome = (Outcome){ law->is_observed && entry->times * gain == entry->due ? &law->weight : NULL,
                        entry->times, gain };
  return TRUE;
}

/* Of the entries from @first on: those that are next of its share, or all. */
static void
find_outcome (const SkyWinCounter *self,
              guint first,
              gboolean of_all,
              guint shown,
              SkyWinWeight *weight,
              Outcome *outcome)
{
  Classes classes;
  SkyMoney base = 0, due = 0, came = 0;

  classes.n = 1;
  classes.results[0] = G_MAXUINT64 >> (64 - self->n_results);
  classes.more[0] = 0;
  for (guint i = first; i > 0;)
    {
      const Entry *entry = &self->entries[i - 1];

      base -= entry->amount;
      due += entry->due;
      add_entry_levels (self, entry, &classes);
      if (of_all)
        i = i < self->n_entries ? i + 1 : 0;
      else
        i = entry->next;
    }
  for (guint i = 0; i < classes.n; i++)
    {
      classes.more[i] += base;
      if ((classes.results[i] >> shown & 1) != 0)
        came = classes.more[i];
    }
  *outcome = (Outcome){ NULL, 1, came };
  if (came == due
      && sky_win_weigh_results (classes.more, classes.results, classes.n, &self->results, weight))
    outcome->weight = weight;
}

static void
count_outcome (const SkyWinCounter *self, guint tally, const Outcome *outcome)
{
  if (outcome->weight != NULL)
    sky_win_tally_add (&get_tally (self, tally)->tally, outcome->weight, outcome->times,
                       outcome->gain);
}

/* Whose wagers alone are in the round is all. */
static void
count_entries (SkyWinCounter *self, guint shown)
{
  gboolean is_known = FALSE;
  SkyWinWeight weight;
  Outcome outcome;

  for (guint i = 0; i < self->n_shares; i++)
    {
      const Share *share = &self->shares[i];

      if (share->first != share->last
          || !find_outcome_alone (self, &self->entries[share->first - 1], shown, &outcome))
        find_outcome (self, share->first, FALSE, shown, &weight, &outcome);
      count_outcome (self, share->tally, &outcome);
      is_known = share->first == 1 && share->last == self->n_entries && self->n_shares == 1;
    }
  if (!is_known
      && (self->n_entries > 1 || !find_outcome_alone (self, self->entries, shown, &outcome)))
    find_outcome (self, 1, TRUE, shown, &weight, &outcome);
  if (self->table_tally < 0)
    self->table_tally = look_up_tally (self, NULL);
  count_outcome (self, (guint) self->table_tally, &outcome);
}

void
sky_win_counter_take_round (SkyWinCounter *self, SkyTable *table, SkyCounts *counts)
{
  gint shown;
  gboolean is_whole;

  if (table->game->chance == NULL || table->decided->len == 0)
    return;
  if (self->n_results == 0)
    look_up_results (self, table);
  shown = table->game->chance->find (table);
  if (shown < 0)
    return;
  is_whole = add_entries (self, table, counts);
  for (guint i = 0; i < self->n_shares; i++)
    get_tally (self, self->shares[i].tally)->share = 0;
  if (is_whole && self->n_entries > 0)
    count_entries (self, (guint) shown);
}

/* --- Counts and state --------------------------------------------------------------------------
 */

void
sky_win_counter_settle (SkyWinCounter *self, SkyCounts *counts)
{
  g_array_set_size (counts->table_wins, 0);
  g_array_set_size (counts->patron_wins, 0);
  for (guint i = 0; i < self->tallies->len; i++)
    {
      Tally *tally = get_tally (self, i);
      SkyWinCounts wins = { .player = g_strdup (tally->player) };

      sky_win_tally_take (&tally->tally);
      wins.sum = tally->tally.sum;
      if (wins.sum.n_rounds > 0)
        g_array_append_val (wins.player == NULL ? counts->table_wins : counts->patron_wins, wins);
      else
        g_free (wins.player);
    }
}

/* Visits Tally, but not: share. */
static void
visit_tally (SkyState *state, Tally *tally)
{
  sky_state_text (state, &tally->player);
  sky_win_tally_visit (&tally->tally, state);
}

/* Visits SkyWinCounter, but not: tally_by_seat, table_tally, laws, law_levels, index, unit,
 * n_results, names_winning, results, entries, shares, n_entries, n_shares, size,
 * levels. */
void
sky_win_counter_visit (SkyWinCounter *self, SkyState *state)
{
  g_array_set_size (self->tallies, sky_state_count (state, self->tallies->len, MOST_TALLIES));
  for (guint i = 0; i < self->tallies->len; i++)
    visit_tally (state, get_tally (self, i));
  for (guint i = 0; i < SKY_COUNTED_SEATS; i++)
    sky_state_text (state, &self->players[i]);
  if (sky_state_is_reading (state))
    sky_win_counter_forget_rules (self);
}
