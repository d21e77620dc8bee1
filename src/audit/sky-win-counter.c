/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-counter.h"

#include "sky-chance.h"

#include <string.h>

/* Laws that are at hand: 1 << LAW_BITS. */
#define LAW_BITS 9
#define N_LAWS   (1 << LAW_BITS)

/* Ways in which a wager of a kind wins differently. */
#define MAX_LEVELS 4

/* A wager of more is not reckoned with, in cents. */
#define MOST_AMOUNT G_GINT64_CONSTANT (10000000000)

/* What a wager gains in whole multiples of so many parts, it gains of every number of them. */
#define TRIED G_GINT64_CONSTANT (1000003)

/* A log names no more; more in a state are damage. */
#define MOST_TALLIES (1u << 20)

/* Results, as bits, by which a wager gains alike. */
typedef struct
{
  guint64 results;
  SkyMoney more; /* than where it loses, for each part */
} Level;

/* What wagers of a kind gain; by other results they lose their amount. */
typedef struct
{
  guint64 key;   /* 0: none yet */
  SkyMoney part; /* of amounts, in cents; 0: each wager must be played */
  guint n_levels;
  Level levels[MAX_LEVELS]; /* where the game names the results that win, there is one */
} Law;

/* A patron, or all, while rounds of one number of ways are counted. */
typedef struct
{
  char *player; /* NULL: all */
  SkyWinTally tally;
  guint share; /* of the round in hand, from 1; 0: none */
} Tally;

/* Results by which the wagers of a patron, or of all, gain alike. */
typedef struct
{
  guint64 results;
  SkyMoney more; /* than where all lose */
  guint ways;    /* in which they come */
} Class;

/* What the wagers of a patron, or of all, come to in the round in hand. */
typedef struct
{
  guint tally;
  SkyMoney base; /* where all lose */
  SkyMoney due;  /* by the result that came */
  guint n_classes;
  Class classes[SKY_MAX_RESULTS]; /* each result is in one */
} Share;

/* Results that come in so many ways each. */
typedef struct
{
  guint ways;
  guint64 results;
} Group;

struct _SkyWinCounter
{
  GArray *tallies;                       /* of Tally */
  char *players[SKY_COUNTED_SEATS];      /* at each seat */
  gint tally_by_seat[SKY_COUNTED_SEATS]; /* -1: to be looked up; -2: nobody's */
  gint table_tally;                      /* -1: to be looked up */
  Law laws[N_LAWS];

  /* What may come, of the game in hand. */
  SkyMoney unit;   /* in which the table pays */
  guint n_results; /* 0: to be looked up */
  guint n_ways;
  guint n_groups;
  Group groups[SKY_MAX_RESULTS];

  guint n_shares;
  GArray
      *shares; /* of Share; those in use are the first so many, and the first of them is of all */
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
  self->shares = g_array_new (FALSE, FALSE, sizeof (Share));
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
  g_array_unref (self->shares);
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
    if (get_tally (self, i)->tally.sum.n_ways == self->n_ways
        && g_strcmp0 (get_tally (self, i)->player, player) == 0)
      return (gint) i;
  fresh.player = g_strdup (player);
  sky_win_tally_init (&fresh.tally, self->n_ways);
  g_array_append_val (self->tallies, fresh);
  return (gint) self->tallies->len - 1;
}

static Share *
get_share (const SkyWinCounter *self, guint index)
{
  return &g_array_index (self->shares, Share, index);
}

static Share *
begin_share (SkyWinCounter *self, guint tally)
{
  Share *share;

  if (self->n_shares == self->shares->len)
    g_array_set_size (self->shares, self->n_shares + 1);
  share = get_share (self, self->n_shares++);
  get_tally (self, tally)->share = self->n_shares;
  share->tally = tally;
  share->base = 0;
  share->due = 0;
  share->n_classes = 1;
  share->classes[0] = (Class){ G_MAXUINT64 >> (64 - self->n_results), 0, self->n_ways };
  return share;
}

/* The share of all is the first of the round that begins. */
static void
begin_round (SkyWinCounter *self)
{
  self->n_shares = 0;
  if (self->table_tally < 0)
    self->table_tally = look_up_tally (self, NULL);
  begin_share (self, (guint) self->table_tally);
}

/* The share of whoever sits at @seat; NULL: nobody whose id means one person. */
static Share *
find_share (SkyWinCounter *self, gint64 seat)
{
  gint tally;
  guint share;

  if (seat <= 0 || seat >= SKY_COUNTED_SEATS || self->tally_by_seat[seat] == -2)
    return NULL;
  if (self->tally_by_seat[seat] < 0)
    self->tally_by_seat[seat] = look_up_tally (self, self->players[seat]);
  tally = self->tally_by_seat[seat];
  share = get_tally (self, (guint) tally)->share;
  return share > 0 ? get_share (self, share - 1) : begin_share (self, (guint) tally);
}

/* --- What a wager gains ------------------------------------------------------------------------
 */

void
sky_win_counter_forget_rules (SkyWinCounter *self)
{
  /* Without results no law is known either. */
  if (self->n_results > 0)
    memset (self->laws, 0, sizeof self->laws);
  self->n_results = 0;
  forget_tallies (self);
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

/* Processors that this is built for may have no instruction for it. */
static inline guint
count_bits (guint64 bits)
{
  bits -= bits >> 1 & G_GUINT64_CONSTANT (0x5555555555555555);
  bits = (bits & G_GUINT64_CONSTANT (0x3333333333333333))
         + (bits >> 2 & G_GUINT64_CONSTANT (0x3333333333333333));
  bits = (bits + (bits >> 4)) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);
  return (guint) (bits * G_GUINT64_CONSTANT (0x0101010101010101) >> 56);
}

static inline guint
count_ways (const SkyWinCounter *self, guint64 results)
{
  guint n = 0;

  if (self->n_groups == 1)
    return self->groups[0].ways * count_bits (results);
  for (guint i = 0; i < self->n_groups; i++)
    n += self->groups[i].ways * count_bits (results & self->groups[i].results);
  return n;
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
      const guint ways = chance->count_ways (i);

      add_to_group (self, i, ways);
      self->n_ways += ways;
    }
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

/* Groups the results by what a part gains. Returns FALSE when there are too many such groups. */
static gboolean
group_gains (Law *law, const SkyMoney *gains, guint n_results)
{
  law->n_levels = 0;
  for (guint result = 0; result < n_results; result++)
    {
      const SkyMoney more = gains[result] + law->part;
      guint i = 0;

      if (more == 0)
        continue;
      while (i < law->n_levels && law->levels[i].more != more)
        i++;
      if (i == MAX_LEVELS)
        return FALSE;
      if (i == law->n_levels)
        law->levels[law->n_levels++] = (Level){ .more = more };
      law->levels[i].results |= G_GUINT64_CONSTANT (1) << result;
    }
  return TRUE;
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
  return group_gains (law, gains, self->n_results)
         && (law->n_levels == 1 || table->game->chance->find_winning == NULL);
}

static G_GNUC_NO_INLINE void
make_law (SkyWinCounter *self, SkyTable *table, const SkyWager *wager, guint64 key, Law *law)
{
  /* Five wagers in one are paid by the fifth; odds may be raised to 35 to 2. */
  const SkyMoney parts[] = { self->unit, 2 * self->unit, 5 * self->unit, 10 * self->unit };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      *law = (Law){ .key = key };
      if (try_part (self, table, wager, parts[i], law))
        return;
    }
  law->part = 0;
}

static inline const Law *
find_law (SkyWinCounter *self, SkyTable *table, const SkyWager *wager)
{
  const guint64 key = make_key (table->game->chance, wager);
  Law *law = &self->laws[key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - LAW_BITS)];

  if (G_UNLIKELY (law->key != key))
    make_law (self, table, wager, key, law);
  return law;
}

/* --- A round -----------------------------------------------------------------------------------
 */

/* By @results it gains so much more: classes that are partly among them part. */
static void
add_level (const SkyWinCounter *self, Share *share, guint64 results, SkyMoney more)
{
  const guint n = share->n_classes;

  for (guint i = 0; i < n; i++)
    {
      Class *class = &share->classes[i];
      const guint64 inside = class->results & results;

      if (inside == 0)
        continue;
      if (inside != class->results)
        {
          Class *outside = &share->classes[share->n_classes++];

          *outside = *class;
          class->results = inside;
          class->ways = count_ways (self, inside);
          outside->results ^= inside;
          outside->ways -= class->ways;
        }
      class->more += more;
    }
}

static void
add_played (SkyWinCounter *self, SkyTable *table, const SkyWager *wager, Share *share)
{
  SkyMoney gains[SKY_MAX_RESULTS] = { 0 };

  sky_chance_play (table, wager, gains);
  for (guint i = 0; i < self->n_results; i++)
    add_level (self, share, G_GUINT64_CONSTANT (1) << i, gains[i] + wager->amount);
}

static void
add_to_share (
    SkyWinCounter *self, SkyTable *table, const SkyWager *wager, const Law *law, Share *share)
{
  const SkyChance *chance = table->game->chance;
  SkyMoney times;

  share->base -= wager->amount;
  share->due += wager->due.paid - wager->due.taken - wager->due.vig;
  if (law->part == 0 || wager->amount % law->part != 0)
    {
      add_played (self, table, wager, share);
      return;
    }
  times = wager->amount / law->part;
  if (chance->find_winning != NULL)
    add_level (self, share, chance->find_winning (wager), times * law->levels[0].more);
  else
    for (guint i = 0; i < law->n_levels; i++)
      add_level (self, share, law->levels[i].results, times * law->levels[i].more);
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

/* Adds up the round's wagers. Returns FALSE if one of them is too great. */
static gboolean
add_wagers (SkyWinCounter *self, SkyTable *table, SkyCounts *counts)
{
  begin_round (self);
  for (guint i = 0; i < table->decided->len; i++)
    {
      const SkyWager *wager = table->decided->pdata[i];
      const Law *law;
      Share *share;

      if (!is_in_law (wager, counts))
        continue;
      if (wager->amount > MOST_AMOUNT)
        return FALSE;
      law = find_law (self, table, wager);
      share = find_share (self, wager->seat);
      add_to_share (self, table, wager, law, get_share (self, 0));
      if (share != NULL)
        add_to_share (self, table, wager, law, share);
    }
  return TRUE;
}

static void
count_share (SkyWinCounter *self, Share *share, guint shown)
{
  SkyMoney gains[SKY_WIN_RESULTS], came = share->base;
  guint8 ways[SKY_WIN_RESULTS];

  for (guint i = 0; i < share->n_classes; i++)
    {
      const Class *class = &share->classes[i];

      gains[i] = share->base + class->more;
      ways[i] = (guint8) class->ways;
      if ((class->results >> shown & 1) != 0)
        came = gains[i];
    }
  /* What was decided otherwise, by a result that does not count, has no law. */
  if (came == share->due)
    sky_win_tally_add (&get_tally (self, share->tally)->tally, gains, ways, share->n_classes, came);
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
  is_whole = add_wagers (self, table, counts);
  for (guint i = 0; i < self->n_shares; i++)
    {
      get_tally (self, get_share (self, i)->tally)->share = 0;
      if (is_whole)
        count_share (self, get_share (self, i), (guint) shown);
    }
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

/* Visits SkyWinCounter, but not: tally_by_seat, table_tally, laws, unit, n_results, n_ways,
 * n_groups, groups, n_shares, shares. */
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
