/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Casino War: ranks alone decide, so a round is two ranks and, after a tie, two more. Each such
 * round is played under the rules; how many cards make it is counted from the decks in play. */
#include "config.h"

#include "sky-casino-war.h"
#include "sky-odds-private.h"

#define N_RANKS 13

/* The round that a line is for. */
typedef struct
{
  gint decks;       /* of the Rules Submission */
  gint in_play;     /* of them, in the shoe: with a shuffler one batch (reading R27) */
  SkyChoice choice; /* on a tie hand */
} Terms;

/* What of a round the line looks at. */
typedef enum
{
  WHOLE_ROUND, /* the Initial Wager and the War Wager that it leads to */
  TIE,
  WAR,
  WAR_TIE,
} Subject;

static void
deal (SkyOddsTable *table, gint64 to, guint rank, gboolean war)
{
  SkyEvent event = { .type = SKY_EVENT_DEAL,
                     .deal = {
                         .to = to, .cards = { (SkyCard) (rank * 4) }, .n_cards = 1, .war = war } };

  sky_odds_table_feed (table, &event);
}

static void
feed_count (SkyOddsTable *table, SkyEventType type, gint64 cards)
{
  SkyEvent event = { .type = type, .count = { .cards = cards } };

  sky_odds_table_feed (table, &event);
}

/* What the patron is the richer for. */
static SkyMoney
net_of (const SkyWager *wager)
{
  return wager == NULL ? 0 : wager->due.paid - wager->due.taken;
}

/* Plays the round and returns its ending among @endings. On no tie @war has no meaning. */
static guint
play (const Terms *terms,
      Subject subject,
      const guint ranks[2],
      const guint war[2],
      SkyOddsEndings *endings)
{
  g_autofree char *submission = g_strdup_printf ("{\"decks\":%d,\"shuffler\":%s}", terms->decks,
                                                 terms->decks > terms->in_play ? "true" : "false");
  g_autoptr (SkyOddsTable) table = sky_odds_table_new (SKY_GAME_CASINO_WAR, submission);
  const SkyBet *bets = sky_game_get (SKY_GAME_CASINO_WAR)->bets;
  gboolean tied = ranks[0] == ranks[1];
  SkyBetRef none = { 0 };
  SkyWager *initial, *tie, *war_wager = NULL, *war_tie = NULL;
  SkyDue due = { 0 };

  feed_count (table, SKY_EVENT_SHUFFLE, terms->in_play * 52);
  feed_count (table, SKY_EVENT_BURN, 1);
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_START);
  initial = sky_odds_table_place (table, &bets[SKY_CASINO_WAR_INITIAL], &none);
  tie = sky_odds_table_place (table, &bets[SKY_CASINO_WAR_TIE], &none);
  sky_odds_table_feed_type (table, SKY_EVENT_NO_MORE_BETS);
  deal (table, 1, ranks[0], FALSE);
  deal (table, SKY_PLACE_DEALER, ranks[1], FALSE);
  if (tied)
    {
      SkyEvent decision = { .type = SKY_EVENT_DECISION,
                            .decision = { .seat = 1, .choice = terms->choice } };

      sky_odds_table_feed (table, &decision);
    }
  if (tied && terms->choice == SKY_CHOICE_WAR)
    {
      war_wager = sky_odds_table_place (table, &bets[SKY_CASINO_WAR_WAR], &none);
      war_tie = sky_odds_table_place (table, &bets[SKY_CASINO_WAR_WAR_TIE], &none);
      feed_count (table, SKY_EVENT_BURN, 3);
      deal (table, 1, war[0], TRUE);
      deal (table, SKY_PLACE_DEALER, war[1], TRUE);
    }
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_END);

  if (subject == TIE)
    return sky_odds_endings_take (endings, &tie->due, 0);
  if (subject == WAR)
    return sky_odds_endings_take (endings, &war_wager->due, 0);
  if (subject == WAR_TIE)
    return sky_odds_endings_take (endings, &war_tie->due, 0);

  /* The Initial Wager and what it leads to, as one. */
  due.paid = MAX (net_of (initial) + net_of (war_wager), 0);
  due.taken = MAX (-(net_of (initial) + net_of (war_wager)), 0);
  due.outcome = initial->due.outcome == SKY_OUTCOME_SURRENDER ? SKY_OUTCOME_SURRENDER
                : due.paid > 0                                ? SKY_OUTCOME_WIN
                : due.taken > 0                               ? SKY_OUTCOME_LOSE
                                                              : SKY_OUTCOME_PUSH;
  return sky_odds_endings_take (endings, &due, 0);
}

static void
add_chance (SkyOddsEndings *endings, guint ending, mpq_t all, gulong ways, gulong of)
{
  mpq_t chance;

  mpq_init (chance);
  mpq_set_ui (chance, ways, of);
  mpq_canonicalize (chance);
  mpq_mul (chance, chance, all);
  mpq_add (g_array_index (endings->endings, SkyOddsEnding, ending).probability,
           g_array_index (endings->endings, SkyOddsEnding, ending).probability, chance);
  mpq_clear (chance);
}

/* All second pairs of ranks after a tie on @tied, with @left cards in the shoe. */
static void
add_wars (const Terms *terms, Subject subject, guint tied, mpq_t chance, SkyOddsEndings *endings)
{
  gulong of_rank = 4 * (gulong) terms->in_play;
  gulong left = 13 * of_rank - 2;

  for (guint a = 0; a < N_RANKS; a++)
    for (guint b = 0; b < N_RANKS; b++)
      {
        gulong first = of_rank - (a == tied ? 2 : 0);
        gulong second = of_rank - (b == tied ? 2 : 0) - (a == b);

        add_chance (endings,
                    play (terms, subject, (guint[2]){ tied, tied }, (guint[2]){ a, b }, endings),
                    chance, first * second, left * (left - 1));
      }
}

static void
add_rounds (const Terms *terms, Subject subject, SkyOddsEndings *endings)
{
  gulong of_rank = 4 * (gulong) terms->in_play;
  gulong all = 13 * of_rank;
  gboolean only_wars = subject == WAR || subject == WAR_TIE;
  mpq_t one, chance;

  mpq_inits (one, chance, NULL);
  mpq_set_ui (one, 1, 1);
  for (guint a = 0; a < N_RANKS; a++)
    for (guint b = 0; b < N_RANKS; b++)
      {
        gulong ways = of_rank * (of_rank - (a == b));
        gboolean goes_to_war = a == b && terms->choice == SKY_CHOICE_WAR && subject != TIE;

        /* Of a War Wager and its tie only what follows a tie counts: each rank alike. */
        if (only_wars && a != b)
          continue;
        if (!goes_to_war)
          {
            add_chance (endings,
                        play (terms, subject, (guint[2]){ a, b }, (guint[2]){ 0, 1 }, endings), one,
                        ways, all * (all - 1));
            continue;
          }
        if (only_wars)
          mpq_set_ui (chance, 1, N_RANKS);
        else
          mpq_set_ui (chance, ways, all * (all - 1));
        mpq_canonicalize (chance);
        add_wars (terms, subject, a, chance, endings);
      }
  mpq_clears (one, chance, NULL);
}

static void
add_line (const Terms *terms, Subject subject, GPtrArray *lines)
{
  static const guint bet_of[] = {
    [WHOLE_ROUND] = SKY_CASINO_WAR_INITIAL,
    [TIE] = SKY_CASINO_WAR_TIE,
    [WAR] = SKY_CASINO_WAR_WAR,
    [WAR_TIE] = SKY_CASINO_WAR_WAR_TIE,
  };
  const SkyBet *bet = &sky_game_get (SKY_GAME_CASINO_WAR)->bets[bet_of[subject]];
  g_autoptr (SkyOddsEndings) endings = sky_odds_endings_new ();
  SkyOddsLine *line;

  add_rounds (terms, subject, endings);
  line = sky_odds_line_new (SKY_GAME_CASINO_WAR, bet, bet->name, endings, NULL, 0);
  sky_odds_line_add_int (line, "decks", terms->decks);
  if (subject == WHOLE_ROUND)
    sky_odds_line_add_text (line, "decision",
                            terms->choice == SKY_CHOICE_WAR ? "war" : "surrender");
  g_ptr_array_add (lines, line);
}

static void
report (SkyGameId game, GPtrArray *lines)
{
  static const gint decks[][2] = { { 6, 6 }, { 8, 8 }, { 12, 6 }, { 14, 7 }, { 16, 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (decks); i++)
    {
      Terms war = { decks[i][0], decks[i][1], SKY_CHOICE_WAR };
      Terms surrender = { decks[i][0], decks[i][1], SKY_CHOICE_SURRENDER };

      add_line (&war, WHOLE_ROUND, lines);
      add_line (&surrender, WHOLE_ROUND, lines);
      add_line (&surrender, TIE, lines);
      add_line (&war, WAR, lines);
      add_line (&war, WAR_TIE, lines);
    }
}

const SkyGameOdds sky_odds_casino_war = { report };
