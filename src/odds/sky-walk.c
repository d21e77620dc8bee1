/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-walk.h"

#include "sky-chain.h"

/* Where a wager stands between two rounds. */
typedef struct
{
  guint64 table; /* what of the table bears on it */
  gint64 point;  /* the wager's own */
  guint64 tracked;
  gboolean begun; /* its first round is behind it */
} Position;

typedef struct
{
  SkyOddsTable *odds_table;
  SkyWager *wager;
  const SkyWalkRules *rules;
  SkyOddsEndings *endings;
  SkyChain *chain;
  GHashTable *states;   /* Position → its number */
  GPtrArray *snapshots; /* of SkyTableSnapshot, by the state's number */
} Walk;

static guint
hash_position (gconstpointer key)
{
  const Position *position = key;
  guint64 mixed = position->table * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
                  + (guint64) position->point * 31 + position->tracked * 0x85ebca6b;

  return (guint) (mixed ^ mixed >> 32);
}

static gboolean
equal_positions (gconstpointer a, gconstpointer b)
{
  const Position *x = a, *y = b;

  return x->table == y->table && x->point == y->point && x->tracked == y->tracked
         && x->begun == y->begun;
}

/* The state of the position in hand, made when it is new. */
static guint
find_state (Walk *walk, gboolean begun)
{
  const SkyWalkRules *rules = walk->rules;
  guint64 limit = rules->tracked_limit != NULL ? rules->tracked_limit (walk->wager) : G_MAXUINT64;
  Position *position = g_new0 (Position, 1);
  gpointer number;

  if (rules->position != NULL)
    position->table = rules->position (walk->odds_table->table, walk->wager);
  position->point = walk->wager->point;
  position->tracked = MIN (walk->wager->tracked, limit);
  position->begun = begun;
  if (g_hash_table_lookup_extended (walk->states, position, NULL, &number))
    {
      g_free (position);
      return GPOINTER_TO_UINT (number);
    }
  number = GUINT_TO_POINTER (sky_chain_add_state (walk->chain));
  g_hash_table_insert (walk->states, position, number);
  g_ptr_array_add (walk->snapshots, sky_table_save (walk->odds_table->table));
  return GPOINTER_TO_UINT (number);
}

/* A win that hands nothing over leaves the wager working (reading R4): it is not its end. */
static gboolean
is_end (const SkyDue *due)
{
  return due->outcome != SKY_OUTCOME_NONE && !due->optional
         && !(due->outcome == SKY_OUTCOME_WIN && due->may_stay && due->paid == 0);
}

static void
try_result (Walk *walk, guint state, guint result)
{
  const SkyWalkRules *rules = walk->rules;
  SkyTable *table = walk->odds_table->table;
  const SkyDue *due = &walk->wager->due;
  gulong ways = rules->weight (result);

  sky_table_restore (table, walk->snapshots->pdata[state]);
  if (state > 0)
    sky_odds_table_feed_type (walk->odds_table, SKY_EVENT_ROUND_START);
  rules->play (walk->odds_table, result);
  if (is_end (due))
    {
      gint64 count = rules->count != NULL ? rules->count (walk->wager, due, result) : 0;

      sky_chain_add_end (walk->chain, state, sky_odds_endings_take (walk->endings, due, count),
                         ways);
      return;
    }
  sky_table_close_round (table);
  sky_chain_add_move (walk->chain, state, find_state (walk, TRUE), ways);
}

static void
solve (Walk *walk)
{
  guint n = walk->endings->endings->len;
  mpq_t *probabilities = g_new (mpq_t, n);

  for (guint i = 0; i < n; i++)
    mpq_init (probabilities[i]);
  sky_chain_solve (walk->chain, probabilities, n);
  for (guint i = 0; i < n; i++)
    {
      mpq_set (g_array_index (walk->endings->endings, SkyOddsEnding, i).probability,
               probabilities[i]);
      mpq_clear (probabilities[i]);
    }
  g_free (probabilities);
}

void
sky_walk (SkyOddsTable *table, SkyWager *wager, const SkyWalkRules *rules, SkyOddsEndings *endings)
{
  g_autoptr (SkyChain) chain = sky_chain_new ();
  g_autoptr (GHashTable) states =
      g_hash_table_new_full (hash_position, equal_positions, g_free, NULL);
  g_autoptr (GPtrArray) snapshots =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_table_snapshot_free);
  Walk walk = { table, wager, rules, endings, chain, states, snapshots };

  find_state (&walk, FALSE);
  for (guint state = 0; state < snapshots->len; state++)
    for (guint result = 0; result < rules->n_results; result++)
      try_result (&walk, state, result);
  solve (&walk);
}

SkyOddsLine *
sky_walk_make_line (SkyGameId game,
                    const char *submission,
                    const SkyWalkRules *rules,
                    const SkyBet *bet,
                    const SkyBetRef *members)
{
  g_autoptr (SkyOddsTable) table = sky_odds_table_new (game, submission);
  g_autoptr (SkyOddsEndings) endings = sky_odds_endings_new ();
  g_autofree char *name = NULL;
  SkyWager *wager;

  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_START);
  wager = sky_odds_table_place (table, bet, members);
  if (wager->not_permissible || !sky_table_offers (table->table, bet))
    return NULL;
  sky_walk (table, wager, rules, endings);
  name = sky_phrase_english (sky_table_wager_name (table->table, wager));
  return sky_odds_line_new (game, bet, name, endings, NULL, 0);
}

static void
add_numbers (SkyGameId game,
             const char *submission,
             const SkyWalkRules *rules,
             const SkyBet *bet,
             GPtrArray *lines)
{
  for (gint number = 1; number <= 18; number++)
    {
      SkyBetRef members = { .number = number };
      SkyOddsLine *line = sky_walk_make_line (game, submission, rules, bet, &members);

      if (line == NULL)
        continue;
      sky_odds_line_add_int (line, "number", number);
      g_ptr_array_add (lines, line);
    }
}

/* Wagers on two different or like faces. */
static void
add_pairs (SkyGameId game,
           const char *submission,
           const SkyWalkRules *rules,
           const SkyBet *bet,
           GPtrArray *lines)
{
  gboolean dice = (bet->form.members & SKY_MEMBER_DICE) != 0;

  for (gint low = 1; low <= 6; low++)
    for (gint high = low; high <= 6; high++)
      {
        SkyBetRef members = { .dice = { low, high }, .numbers = { low, high }, .n_numbers = 2 };
        SkyOddsLine *line = sky_walk_make_line (game, submission, rules, bet, &members);
        g_autofree char *pair = g_strdup_printf ("[%d,%d]", low, high);

        if (line == NULL)
          continue;
        sky_odds_line_add_text (line, dice ? "dice" : "numbers", pair);
        g_ptr_array_add (lines, line);
      }
}

void
sky_walk_add_lines (SkyGameId game,
                    const char *submission,
                    const SkyWalkRules *rules,
                    GPtrArray *lines)
{
  const SkyGame *module = sky_game_get (game);

  for (guint i = 0; i < module->n_bets; i++)
    {
      const SkyBet *bet = &module->bets[i];
      SkyBetRef none = { 0 };
      SkyOddsLine *line;

      if (bet->form.members & SKY_MEMBER_NUMBER)
        add_numbers (game, submission, rules, bet, lines);
      else if (bet->form.members & (SKY_MEMBER_DICE | SKY_MEMBER_NUMBERS))
        add_pairs (game, submission, rules, bet, lines);
      else if ((line = sky_walk_make_line (game, submission, rules, bet, &none)) != NULL)
        g_ptr_array_add (lines, line);
    }
}
