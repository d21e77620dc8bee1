/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-odds-private.h"

#include "sky-json-writer.h"

static void
clear_ending (gpointer data)
{
  SkyOddsEnding *ending = data;

  mpq_clear (ending->probability);
}

SkyOddsEndings *
sky_odds_endings_new (void)
{
  SkyOddsEndings *self = g_new0 (SkyOddsEndings, 1);

  self->endings = g_array_new (FALSE, TRUE, sizeof (SkyOddsEnding));
  g_array_set_clear_func (self->endings, clear_ending);
  return self;
}

void
sky_odds_endings_free (SkyOddsEndings *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->endings);
  g_free (self);
}

guint
sky_odds_endings_take (SkyOddsEndings *self, const SkyDue *due, gint64 count)
{
  SkyOddsEnding ending = {
    .outcome = due->outcome,
    .net = due->paid - due->taken - due->vig,
    .odds = due->outcome == SKY_OUTCOME_WIN ? due->odds : (SkyOdds){ 0 },
    .count = count,
  };

  for (guint i = 0; i < self->endings->len; i++)
    {
      const SkyOddsEnding *known = &g_array_index (self->endings, SkyOddsEnding, i);

      if (known->outcome == ending.outcome && known->net == ending.net && known->count == count)
        return i;
    }
  mpq_init (ending.probability);
  g_array_append_val (self->endings, ending);
  return self->endings->len - 1;
}

static char *
fraction_text (mpq_t value)
{
  char *text = g_malloc (mpz_sizeinbase (mpq_numref (value), 10)
                         + mpz_sizeinbase (mpq_denref (value), 10) + 3);

  return mpq_get_str (text, 10, value);
}

/* "3 to 2": @amount to the stake, in lowest terms. */
static char *
ratio_text (SkyMoney amount)
{
  SkyMoney a = amount, b = SKY_ODDS_STAKE;

  while (b != 0)
    {
      SkyMoney rest = a % b;

      a = b;
      b = rest;
    }
  return g_strdup_printf ("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, amount / a,
                          SKY_ODDS_STAKE / a);
}

/* @amount as a fraction of the stake. */
static char *
net_text (SkyMoney amount)
{
  mpq_t net;
  char *text;

  mpq_init (net);
  mpq_set_si (net, amount, SKY_ODDS_STAKE);
  mpq_canonicalize (net);
  text = fraction_text (net);
  mpq_clear (net);
  return text;
}

static char *
pays_text (const SkyOddsEnding *ending)
{
  switch (ending->outcome)
    {
    case SKY_OUTCOME_WIN:
      if (ending->odds.b != 0)
        return sky_odds_format (ending->odds);
      /* A combined wager pays its parts: what it comes to on the whole. */
      return ratio_text (ending->net);
    case SKY_OUTCOME_LOSE:
      return g_strdup ("lose");
    case SKY_OUTCOME_PUSH:
    case SKY_OUTCOME_VOID:
      return g_strdup ("push");
    case SKY_OUTCOME_SURRENDER:
    case SKY_OUTCOME_NONE:
      break;
    }
  return g_strdup ("");
}

static void
outcome_free (gpointer data)
{
  SkyOddsOutcome *outcome = data;

  g_free (outcome->name);
  g_free (outcome->pays);
  g_free (outcome->net);
  g_free (outcome->probability);
  g_free (outcome);
}

static void
clear_member (gpointer data)
{
  g_free (((SkyOddsMember *) data)->text);
}

void
sky_odds_line_free (SkyOddsLine *line)
{
  if (line == NULL)
    return;
  g_free (line->name);
  g_array_unref (line->members);
  g_free (line->pays);
  g_free (line->win);
  g_free (line->lose);
  g_free (line->push);
  g_ptr_array_unref (line->outcomes);
  g_free (line->house_edge);
  g_free (line);
}

static int
compare_endings (gconstpointer a, gconstpointer b)
{
  const SkyOddsEnding *x = a, *y = b;

  if (x->count != y->count)
    return x->count < y->count ? -1 : 1;
  return x->net < y->net ? -1 : x->net > y->net;
}

/* The ways of winning first, the losses last. */
static int
compare_by_outcome (gconstpointer a, gconstpointer b)
{
  const SkyOddsEnding *x = a, *y = b;
  int rank_x = x->outcome == SKY_OUTCOME_WIN ? 0 : x->net < 0 ? 2 : 1;
  int rank_y = y->outcome == SKY_OUTCOME_WIN ? 0 : y->net < 0 ? 2 : 1;

  return rank_x != rank_y ? rank_x - rank_y : compare_endings (a, b);
}

/* TRUE when one number says what the wager pays: it has one way of winning, and a loss takes the
 * stake. */
static gboolean
pays_one_thing (const SkyOddsEndings *endings)
{
  guint wins = 0;

  for (guint i = 0; i < endings->endings->len; i++)
    {
      const SkyOddsEnding *ending = &g_array_index (endings->endings, SkyOddsEnding, i);

      if (ending->net < 0 && ending->net != -SKY_ODDS_STAKE)
        return FALSE;
      wins += ending->outcome == SKY_OUTCOME_WIN;
    }
  return wins == 1;
}

/* TRUE when the odds that a win pays, on the whole wager, are not what it comes to: it has losing
 * parts, or a vigorish of @cost when it is placed or of the win; or when a loss is another than the
 * stake. */
static gboolean
is_by_net (const SkyOddsEndings *endings, SkyMoney cost)
{
  for (guint i = 0; i < endings->endings->len; i++)
    {
      const SkyOddsEnding *ending = &g_array_index (endings->endings, SkyOddsEnding, i);

      if (ending->odds.b != 0 && sky_odds_pay (SKY_ODDS_STAKE, ending->odds, 1) != ending->net)
        return TRUE;
      if (ending->net < 0 && ending->net != -SKY_ODDS_STAKE)
        return TRUE;
    }
  return cost != 0;
}

static char *
ending_name (const SkyOddsEnding *ending, const char *measure)
{
  if (ending->outcome == SKY_OUTCOME_WIN)
    return measure == NULL && ending->count > 0
               ? g_strdup_printf ("%" G_GINT64_FORMAT, ending->count)
               : g_strdup ("win");
  if (ending->outcome == SKY_OUTCOME_SURRENDER)
    return g_strdup ("surrender");
  return g_strdup (ending->net < 0 ? "lose" : "push");
}

static SkyOddsOutcome *
outcome_new (const SkyOddsEnding *ending, const char *measure, SkyMoney cost)
{
  SkyOddsOutcome *outcome = g_new0 (SkyOddsOutcome, 1);

  outcome->name = ending_name (ending, measure);
  outcome->measure = measure;
  outcome->count = ending->count;
  outcome->pays = pays_text (ending);
  outcome->net = net_text (ending->net - cost);
  return outcome;
}

SkyOddsLine *
sky_odds_line_new (SkyGameId game,
                   const SkyBet *bet,
                   const char *name,
                   const SkyOddsEndings *endings,
                   const char *measure,
                   SkyMoney cost)
{
  SkyOddsLine *line = g_new0 (SkyOddsLine, 1);
  gboolean one_thing = pays_one_thing (endings);
  mpq_t win, lose, push, edge, part;

  mpq_inits (win, lose, push, edge, part, NULL);
  line->game = game;
  line->bet = bet;
  line->by_net = is_by_net (endings, cost);
  line->name = g_strdup (name);
  line->section = bet->odds_section;
  line->members = g_array_new (FALSE, TRUE, sizeof (SkyOddsMember));
  g_array_set_clear_func (line->members, clear_member);
  line->outcomes = g_ptr_array_new_with_free_func (outcome_free);

  g_array_sort (endings->endings, line->by_net ? compare_by_outcome : compare_endings);
  mpq_set_si (edge, cost, SKY_ODDS_STAKE);
  mpq_canonicalize (edge);
  for (guint i = 0; i < endings->endings->len; i++)
    {
      SkyOddsEnding *ending = &g_array_index (endings->endings, SkyOddsEnding, i);
      SkyOddsOutcome *outcome;

      if (ending->outcome == SKY_OUTCOME_WIN)
        mpq_add (win, win, ending->probability);
      else if (ending->net < 0)
        mpq_add (lose, lose, ending->probability);
      else
        mpq_add (push, push, ending->probability);
      mpq_set_si (part, ending->net, SKY_ODDS_STAKE);
      mpq_canonicalize (part);
      mpq_mul (part, part, ending->probability);
      mpq_sub (edge, edge, part);

      if (one_thing && ending->outcome == SKY_OUTCOME_WIN)
        line->pays = pays_text (ending);
      if (one_thing && measure == NULL && !line->by_net)
        continue;
      outcome = outcome_new (ending, measure, cost);
      outcome->probability = fraction_text (ending->probability);
      g_ptr_array_add (line->outcomes, outcome);
    }

  line->win = fraction_text (win);
  line->lose = fraction_text (lose);
  line->push = fraction_text (push);
  line->house_edge = fraction_text (edge);
  mpq_clears (win, lose, push, edge, part, NULL);
  return line;
}

void
sky_odds_line_add_int (SkyOddsLine *line, const char *name, gint64 value)
{
  SkyOddsMember member = { name, NULL, value, FALSE };

  g_array_append_val (line->members, member);
}

void
sky_odds_line_add_money (SkyOddsLine *line, const char *name, SkyMoney amount)
{
  SkyOddsMember member = { name, NULL, amount, TRUE };

  g_array_append_val (line->members, member);
}

void
sky_odds_line_add_text (SkyOddsLine *line, const char *name, const char *text)
{
  SkyOddsMember member = { name, g_strdup (text), 0, FALSE };

  g_array_append_val (line->members, member);
}

void
sky_odds_line_write_json (const SkyOddsLine *line, GString *json)
{
  g_autofree char *cite = sky_cite (line->section);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "game", sky_game_id_to_name (line->game));
  sky_json_add_string (json, "bet", line->power ? "power_odds" : line->bet->form.bet);
  if (line->power)
    sky_json_add_string (json, "on", line->bet->form.bet);
  for (guint i = 0; i < line->members->len; i++)
    {
      const SkyOddsMember *member = &g_array_index (line->members, SkyOddsMember, i);

      if (member->text != NULL && member->text[0] == '[')
        sky_json_add_raw (json, member->name, member->text);
      else if (member->text != NULL)
        sky_json_add_string (json, member->name, member->text);
      else
        sky_json_add_int (json, member->name, member->value);
    }
  if (line->pays != NULL && !line->by_net)
    sky_json_add_string (json, "pays", line->pays);
  sky_json_begin_object (json, "probability");
  sky_json_add_string (json, "win", line->win);
  sky_json_add_string (json, "lose", line->lose);
  sky_json_add_string (json, "push", line->push);
  sky_json_end_object (json);
  if (line->outcomes->len > 0)
    {
      sky_json_begin_array (json, "outcomes");
      for (guint i = 0; i < line->outcomes->len; i++)
        {
          const SkyOddsOutcome *outcome = line->outcomes->pdata[i];

          sky_json_begin_object (json, NULL);
          if (line->by_net)
            sky_json_add_string (json, "outcome", outcome->name);
          if (outcome->measure != NULL)
            sky_json_add_int (json, outcome->measure, outcome->count);
          sky_json_add_string (json, "probability", outcome->probability);
          if (line->by_net)
            sky_json_add_string (json, "net", outcome->net);
          else
            sky_json_add_string (json, "pays", outcome->pays);
          sky_json_end_object (json);
        }
      sky_json_end_array (json);
    }
  sky_json_add_string (json, "house_edge", line->house_edge);
  sky_json_add_string (json, "cite", cite);
  sky_json_end_object (json);
}
