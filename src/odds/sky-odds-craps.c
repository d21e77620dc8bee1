/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps and Mini-Craps: every wager is followed through all throws until it is decided, each throw
 * made at a table under the rules. Positions that bear on the wager alike are one state of a Markov
 * chain. */
#include "config.h"

#include "sky-chain.h"
#include "sky-craps.h"
#include "sky-odds-private.h"

/* Where a wager stands between two throws. */
typedef struct
{
  guint64 table; /* what of the table bears on it */
  gint64 point;  /* the wager's own */
  guint64 tracked;
} Position;

typedef struct
{
  SkyOddsTable *odds_table;
  SkyWager *wager;
  SkyChain *chain;
  SkyOddsEndings *endings;
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

  return x->table == y->table && x->point == y->point && x->tracked == y->tracked;
}

static void
play_throw (SkyOddsTable *self, gint64 a, gint64 b)
{
  SkyEvent event = { .type = SKY_EVENT_RESULT, .result = { .dice = { a, b }, .n_dice = 2 } };

  sky_odds_table_feed_type (self, SKY_EVENT_THROW);
  sky_odds_table_feed (self, &event);
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_END);
}

/* The state of the position in hand, made when it is new. */
static guint
find_state (Walk *walk)
{
  SkyCrapsBet bet = sky_craps_bet_of (walk->wager->bet);
  Position *position = g_new0 (Position, 1);
  gpointer number;

  position->table = sky_craps_position (walk->odds_table->table, bet);
  position->point = walk->wager->point;
  position->tracked = MIN (walk->wager->tracked, sky_craps_tracked_limit (bet));
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
try_throw (Walk *walk, guint state, gint a, gint b)
{
  SkyTable *table = walk->odds_table->table;
  gulong ways = a == b ? 1 : 2;

  sky_table_restore (table, walk->snapshots->pdata[state]);
  sky_odds_table_feed_type (walk->odds_table, SKY_EVENT_ROUND_START);
  play_throw (walk->odds_table, a, b);
  if (is_end (&walk->wager->due))
    {
      guint ending = sky_odds_endings_take (
          walk->endings, &walk->wager->due,
          sky_craps_due_count (sky_craps_bet_of (walk->wager->bet), &walk->wager->due));

      sky_chain_add_end (walk->chain, state, ending, ways);
      return;
    }
  sky_table_close_round (table);
  sky_chain_add_move (walk->chain, state, find_state (walk), ways);
}

/* What the chain's states lead to, from the position that the table is in. */
static void
follow (Walk *walk)
{
  guint first = find_state (walk);

  g_assert (first == 0);
  for (guint state = 0; state < walk->snapshots->len; state++)
    for (gint a = 1; a <= 6; a++)
      for (gint b = a; b <= 6; b++)
        try_throw (walk, state, a, b);
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

/* One line's wager. */
typedef struct
{
  SkyCrapsBet bet;
  const char *submission;
  gint number; /* of the bet; of odds: the point that they are on */
  gint dice[2];
  char paytable;
  const char *collect;
  gint64 vig_percent;
} Case;

/* Plays up to where the wager may be placed, and places it: a Come Bet wants a point, odds a flat
 * wager with theirs. */
static SkyWager *
set_up (SkyOddsTable *self, const Case *of)
{
  const SkyBet *bet = &sky_craps_bets[of->bet];
  SkyBetRef members = { .number = of->number, .dice = { of->dice[0], of->dice[1] }, .area = 1 };
  SkyBetRef none = { 0 };
  SkyEvent shooter = { .type = SKY_EVENT_SHOOTER, .shooter = { .seat = 1 } };
  gboolean is_odds = bet->form.members & SKY_MEMBER_SUPPORTS;
  SkyCrapsBet flat = is_odds ? of->bet - SKY_CRAPS_PASS_ODDS + SKY_CRAPS_PASS : of->bet;
  gboolean wants_point = flat == SKY_CRAPS_COME || flat == SKY_CRAPS_DONT_COME;

  sky_odds_table_feed (self, &shooter);
  if (wants_point)
    {
      sky_odds_table_feed_type (self, SKY_EVENT_ROUND_START);
      sky_odds_table_place (self, &sky_craps_bets[SKY_CRAPS_PASS], &none);
      play_throw (self, of->number == 4 ? 5 : 1, of->number == 4 ? 5 : 3);
      sky_table_close_round (self->table);
    }
  if (is_odds)
    {
      sky_odds_table_feed_type (self, SKY_EVENT_ROUND_START);
      members.supports = (SkyText){ wants_point ? "w2" : "w1", 2 };
      sky_odds_table_place (self, &sky_craps_bets[flat], &none);
      play_throw (self, of->number - MIN (of->number - 1, 6), MIN (of->number - 1, 6));
      sky_table_close_round (self->table);
    }
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_START);
  return sky_odds_table_place (self, bet, &members);
}

static void
add_line (SkyGameId game, const Case *of, GPtrArray *lines)
{
  const SkyBet *bet = &sky_craps_bets[of->bet];
  g_autoptr (SkyOddsTable) odds_table = sky_odds_table_new (game, of->submission);
  g_autoptr (SkyChain) chain = sky_chain_new ();
  g_autoptr (SkyOddsEndings) endings = sky_odds_endings_new ();
  g_autoptr (GHashTable) states =
      g_hash_table_new_full (hash_position, equal_positions, g_free, NULL);
  g_autoptr (GPtrArray) snapshots =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_table_snapshot_free);
  Walk walk = { odds_table, set_up (odds_table, of), chain, endings, states, snapshots };
  SkyMoney cost = 0;
  SkyOddsLine *line;

  follow (&walk);
  solve (&walk);
  if (of->collect != NULL && g_str_equal (of->collect, "on_bet"))
    cost = sky_money_percent (SKY_ODDS_STAKE, (int) of->vig_percent);

  line = sky_odds_line_new (game, bet, sky_table_wager_name (odds_table->table, walk.wager),
                            endings, sky_craps_due_measure (of->bet), cost);
  if (bet->form.members & SKY_MEMBER_NUMBER || bet->form.members & SKY_MEMBER_SUPPORTS)
    sky_odds_line_add_int (line, "number", of->number);
  if (bet->form.members & SKY_MEMBER_DICE)
    {
      g_autofree char *dice = g_strdup_printf ("[%d,%d]", of->dice[0], of->dice[1]);

      sky_odds_line_add_text (line, "dice", dice);
    }
  if (of->paytable != 0)
    {
      char paytable[2] = { of->paytable, '\0' };

      sky_odds_line_add_text (line, "paytable", paytable);
    }
  if (of->collect != NULL)
    {
      sky_odds_line_add_int (line, "vig_percent", of->vig_percent);
      sky_odds_line_add_text (line, "collect", of->collect);
    }
  g_ptr_array_add (lines, line);
}

/* The lines of a bet under one Rules Submission: one for each number or hop that it may be on. */
static void
add_members (SkyGameId game, Case of, GPtrArray *lines)
{
  const SkyBet *bet = &sky_craps_bets[of.bet];

  if (bet->form.members & SKY_MEMBER_DICE)
    {
      for (gint8 low = 1; low <= 6; low++)
        for (gint8 high = low; high <= 6; high++)
          {
            if (!sky_craps_is_permissible (of.bet, 0, (gint8[2]){ low, high }))
              continue;
            of.dice[0] = low;
            of.dice[1] = high;
            add_line (game, &of, lines);
          }
    }
  else if (bet->form.members & (SKY_MEMBER_NUMBER | SKY_MEMBER_SUPPORTS))
    {
      for (of.number = 2; of.number <= 12; of.number++)
        if (bet->form.members & SKY_MEMBER_SUPPORTS
                ? SKY_CRAPS_IS_BOX (of.number)
                : sky_craps_is_permissible (of.bet, of.number, (gint8[2]){ 0, 0 }))
          add_line (game, &of, lines);
    }
  else
    add_line (game, &of, lines);
}

/* All the options that the price of a bet depends on. */
static void
add_options (SkyGameId game, SkyCrapsBet bet, GPtrArray *lines)
{
  static const char *const collects[] = { "on_bet", "on_win" };
  int option = sky_craps_bets[bet].option;
  const SkyOption *info = option >= 0 ? &sky_craps_options[option] : NULL;
  Case of = { .bet = bet, .submission = "{}" };

  if (info != NULL && info->kind == SKY_OPTION_CHOICE)
    for (guint i = 0; info->choices[i] != NULL; i++)
      {
        g_autofree char *submission = g_strdup_printf ("{\"%s\":\"%s\",\"automation\":\"full\"}",
                                                       info->name, info->choices[i]);

        of.submission = submission;
        of.paytable = info->choices[i][0];
        add_members (game, of, lines);
      }
  else if (info != NULL && info->kind == SKY_OPTION_OBJECT)
    for (guint i = 0; i < G_N_ELEMENTS (collects); i++)
      {
        g_autofree char *submission = g_strdup_printf (
            "{\"%s\":{\"vig_percent\":5,\"collect\":\"%s\"}}", info->name, collects[i]);

        of.submission = submission;
        of.collect = collects[i];
        of.vig_percent = 5;
        add_members (game, of, lines);
      }
  else
    {
      g_autofree char *submission =
          info != NULL ? g_strdup_printf ("{\"%s\":true,\"automation\":\"full\"}", info->name)
                       : g_strdup ("{}");

      of.submission = submission;
      add_members (game, of, lines);
    }
}

void
sky_odds_craps (SkyGameId game, GPtrArray *lines)
{
  for (SkyCrapsBet bet = 0; bet < SKY_CRAPS_N_BETS; bet++)
    add_options (game, bet, lines);
}
