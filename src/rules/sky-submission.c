/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-option.h"

#include "sky-edition.h"
#include "sky-table-private.h"

#include <string.h>

void
sky_submission_clear (SkySubmission *submission)
{
  for (guint i = 0; i < SKY_MAX_OPTIONS; i++)
    g_clear_pointer (&submission->texts[i], g_free);
  g_clear_pointer (&submission->raised, g_array_unref);
}

static void
init_defaults (const SkyGame *game, SkySubmission *submission)
{
  g_assert (game->n_options <= SKY_MAX_OPTIONS && game->n_bets <= 128);

  *submission = (SkySubmission){ 0 };
  for (guint i = 0; i < game->n_options; i++)
    submission->values[i] = game->options[i].fallback;
  submission->raised = g_array_new (FALSE, FALSE, sizeof (SkyRaisedPay));
}

/* Every wager asks whether its bet is one. */
static void
list_accepted (SkyTable *self)
{
  const SkyGame *game = self->game;

  memset (self->accepted, 0, sizeof self->accepted);
  for (guint i = 0; i < game->n_bets; i++)
    if (sky_table_offers (self, &game->bets[i])
        && (game->bets[i].edition == NULL
            || sky_edition_in_force (game->bets[i].edition, self->gaming_day)))
      self->accepted[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
}

void
sky_submission_set_defaults (SkyTable *self)
{
  init_defaults (self->game, &self->submission);
  list_accepted (self);
}

/* Visits SkySubmission. */
void
sky_submission_visit (SkyTable *self, SkyState *state)
{
  SkySubmission *submission = &self->submission;

  for (guint i = 0; i < self->game->n_options; i++)
    {
      const SkyOption *option = &self->game->options[i];
      guint n_choices = 0;

      sky_state_int (state, submission->values[i]);
      sky_state_text (state, &submission->texts[i]);
      while (option->kind == SKY_OPTION_CHOICE && option->choices[n_choices] != NULL)
        n_choices++;
      if (option->kind == SKY_OPTION_CHOICE
          && (submission->values[i] >= (gint64) n_choices
              || submission->values[i] < MIN (option->fallback, 0)))
        sky_state_refuse (state);
    }
  sky_state_int (state, submission->has_list);
  sky_state_memory (state, submission->offered, sizeof submission->offered);
  g_array_set_size (submission->raised,
                    sky_state_count (state, submission->raised->len, G_MAXINT16));
  for (guint i = 0; i < submission->raised->len; i++)
    {
      SkyRaisedPay *raised = &g_array_index (submission->raised, SkyRaisedPay, i);

      sky_table_visit_pay (self, state, &raised->pay);
      sky_state_odds (state, &raised->odds);
    }
  list_accepted (self);
}

/* Reads [[1,2],[3,3]] into bits. */
static gboolean
read_combinations (const SkyJsonNode *list, gint64 *value)
{
  const SkyJsonNode *pair = sky_json_first (list);
  guint64 bits = 0;

  if (list->kind != SKY_JSON_ARRAY)
    return FALSE;
  for (guint i = 0; i < list->n_children; i++, pair = sky_json_next (pair))
    {
      const SkyJsonNode *a = pair + 1, *b = pair + 2;

      if (pair->kind != SKY_JSON_ARRAY || pair->n_children != 2 || a->kind != SKY_JSON_INT
          || b->kind != SKY_JSON_INT || a->integer < 1 || a->integer > 6 || b->integer < 1
          || b->integer > 6)
        return FALSE;
      bits |= sky_combination_bit (a->integer, b->integer);
    }
  *value = (gint64) bits;
  return TRUE;
}

/* Returns: FALSE when it is no number that @option allows. */
static gboolean
read_percent (const SkyOption *option, const SkyJsonNode *node, gint64 *value)
{
  const gint64 billionths = G_GINT64_CONSTANT (1000000000) / SKY_ONE_PERCENT;

  if (node->kind == SKY_JSON_INT && node->integer >= option->min / SKY_ONE_PERCENT
      && node->integer <= option->max / SKY_ONE_PERCENT)
    *value = node->integer * SKY_ONE_PERCENT;
  else if (node->kind == SKY_JSON_REAL && node->billionths >= option->min * billionths
           && node->billionths <= option->max * billionths)
    *value = node->billionths / billionths;
  else
    return FALSE;
  return TRUE;
}

/* Follows "buy.vig_percent" into the submission. */
static const SkyJsonNode *
find_option (const SkyJsonNode *submission, const char *path)
{
  const char *dot = strchr (path, '.');

  if (dot != NULL)
    {
      g_autofree char *object = g_strndup (path, (gsize) (dot - path));

      return find_option (sky_json_member (submission, object), dot + 1);
    }
  return sky_json_member (submission, path);
}

static void
raise_invalid (SkyTable *self, const char *section, const char *name, const char *why)
{
  sky_table_raise (self, SKY_CHECK_RULES_OPTION_INVALID, section, NULL,
                   "The Rules Submission's “%s” is not one that the chapter allows: %s.", name,
                   why);
}

static void
read_option (
    SkyTable *self, const SkyOption *option, const SkyJsonNode *node, gint64 *value, char **text)
{
  switch (option->kind)
    {
    case SKY_OPTION_BOOL:
      if (node->kind == SKY_JSON_BOOL && (!node->boolean || option->max > 0))
        *value = node->boolean;
      else
        raise_invalid (self, option->section, option->name,
                       sky_phrase_words ("it is neither true nor false"));
      return;
    case SKY_OPTION_INT:
      /* Where any number may stand the game judges it, a broken one too. */
      if (node->kind == SKY_JSON_INT && node->integer >= option->min
          && node->integer <= option->max)
        *value = node->integer;
      else if (node->kind != SKY_JSON_REAL || option->min != G_MININT64)
        {
          g_autofree char *why = sky_phrase (
              "it must be a whole number from %" PRId64 " to %" PRId64, option->min, option->max);

          raise_invalid (self, option->section, option->name, why);
        }
      return;
    case SKY_OPTION_PERCENT:
      if (!read_percent (option, node, value))
        {
          g_autofree char *why =
              sky_phrase ("it must be a number from %" PRId64 " to %" PRId64,
                          option->min / SKY_ONE_PERCENT, option->max / SKY_ONE_PERCENT);

          raise_invalid (self, option->section, option->name, why);
        }
      return;
    case SKY_OPTION_CHOICE:
      for (guint i = 0; node->kind == SKY_JSON_TEXT && option->choices[i] != NULL; i++)
        if (sky_text_is (node->text, option->choices[i]))
          {
            *value = i;
            return;
          }
      raise_invalid (self, option->section, option->name,
                     sky_phrase_words ("it is none of the choices"));
      return;
    case SKY_OPTION_OBJECT:
      if (node->kind != SKY_JSON_OBJECT)
        {
          raise_invalid (self, option->section, option->name, sky_phrase_words ("it is no object"));
          return;
        }
      *value = 1;
      return;
    case SKY_OPTION_TEXT:
      if (node->kind != SKY_JSON_TEXT)
        {
          raise_invalid (self, option->section, option->name, sky_phrase_words ("it is no text"));
          return;
        }
      *value = 1;
      *text = sky_text_dup (node->text);
      return;
    case SKY_OPTION_AMOUNT:
      if (node->kind == SKY_JSON_TEXT && sky_text_is (node->text, option->choices[0]))
        *value = option->fallback;
      else if (node->kind == SKY_JSON_INT && node->integer >= option->min
               && node->integer <= option->max)
        *value = node->integer;
      else
        raise_invalid (self, option->section, option->name,
                       sky_phrase_words ("it is no amount in cents"));
      return;
    case SKY_OPTION_COMBINATIONS:
      if (!read_combinations (node, value))
        raise_invalid (self, option->section, option->name,
                       sky_phrase_words ("it is no list of combinations of two dice"));
      return;
    }
}

static void
read_offered (SkyTable *self, const SkyJsonNode *list, SkySubmission *submission)
{
  const SkyJsonNode *child = sky_json_first (list);

  if (list->kind != SKY_JSON_ARRAY)
    {
      raise_invalid (self, self->game->wagers_section, "wagers",
                     sky_phrase_words ("it is no list"));
      return;
    }
  submission->has_list = TRUE;
  for (guint i = 0; i < list->n_children; i++, child = sky_json_next (child))
    {
      const SkyBetForm *form =
          child->kind == SKY_JSON_TEXT ? sky_game_lookup_bet (self->id, child->text) : NULL;

      if (form != NULL)
        {
          gsize index = (gsize) ((const SkyBet *) form - self->game->bets);

          submission->offered[index / 64] |= G_GUINT64_CONSTANT (1) << index % 64;
        }
      else
        {
          g_autofree char *name =
              child->kind == SKY_JSON_TEXT ? sky_text_dup (child->text) : g_strdup ("?");
          g_autofree char *why = sky_phrase ("the chapter has no wager “%s”", name);

          raise_invalid (self, self->game->wagers_section, "wagers", why);
        }
    }
}

/* TRUE when the odds of @bet depend on a case, which a key of `pay` can name. */
static gboolean
has_cases (const SkyBet *bet)
{
  return bet->pays[0].code != NULL || bet->pays[0].key != 0;
}

/* TRUE when @key ("total:4", "symbol:joker") is wanted: the case is a member of the wager. Without
 * one "straight" or "fire_bet" stand for all that the bet pays. */
static gboolean
wants_key (const SkyBet *bet)
{
  return has_cases (bet) && (bet->form.members & (SKY_MEMBER_NUMBER | SKY_MEMBER_SYMBOL)) != 0;
}

/* The case that a key of `pay` names. */
static gboolean
matches_key (const SkyPay *pay, const char *key)
{
  g_autofree char *number = NULL;

  if (pay->code != NULL)
    return g_str_equal (pay->code, key);
  number = g_strdup_printf ("%d", pay->key);
  return g_str_equal (number, key);
}

static void
raise_pay (SkyTable *self,
           const SkyBet *bet,
           const char *key,
           const SkyJsonNode *odds_node,
           const char *name,
           SkySubmission *submission)
{
  SkyOdds odds;
  gboolean found = FALSE;
  guint before = submission->raised->len;
  gboolean fixed = self->game->pay_at_least_in != NULL
                   && !g_str_equal (self->game->pay_at_least_in, self->chapter);

  if (fixed || !(bet->flags & SKY_BET_PAY_AT_LEAST))
    {
      raise_invalid (self, bet->odds_section, name,
                     sky_phrase_words ("the chapter fixes what it pays"));
      return;
    }
  if (odds_node->kind != SKY_JSON_TEXT
      || !sky_odds_parse (odds_node->text.data, (gssize) odds_node->text.length, &odds))
    {
      raise_invalid (self, bet->odds_section, name, sky_phrase_words ("it is no odds"));
      return;
    }
  if (key == NULL ? wants_key (bet) : !has_cases (bet))
    {
      raise_invalid (self, bet->odds_section, name,
                     key == NULL ? sky_phrase_words ("it does not say of which case")
                                 : sky_phrase_words ("the bet has no such case"));
      return;
    }
  for (guint i = 0; i < bet->n_pays; i++)
    {
      SkyRaisedPay raised = { &bet->pays[i], odds };

      if (key != NULL && !matches_key (&bet->pays[i], key))
        continue;
      /* Of several paytables the one in force counts; it is raised for each that it is above. */
      if (bet->option >= 0 && bet->pays[i].paytable != 0
          && bet->pays[i].paytable != sky_table_paytable (self, bet->option))
        continue;
      found = TRUE;
      if (!sky_odds_at_least (odds, bet->pays[i].odds))
        {
          raise_invalid (self, bet->odds_section, name,
                         sky_phrase_words ("it is below the minimum"));
          g_array_set_size (submission->raised, before);
          return;
        }
      g_array_append_val (submission->raised, raised);
    }
  if (!found)
    raise_invalid (self, bet->odds_section, name, sky_phrase_words ("the bet has no such case"));
}

static void
read_pay (SkyTable *self, const SkyJsonNode *pay, SkySubmission *submission)
{
  const SkyJsonNode *name = sky_json_first (pay);

  if (pay->kind != SKY_JSON_OBJECT)
    {
      raise_invalid (self, self->game->wagers_section, "pay", sky_phrase_words ("it is no object"));
      return;
    }
  for (guint i = 0; i < pay->n_children; i++, name = sky_json_next (name + 1))
    {
      g_autofree char *full = sky_text_dup (name->text);
      g_auto (GStrv) parts = g_strsplit (full, ":", 2);
      const SkyBetForm *form =
          parts[0] != NULL
              ? sky_game_lookup_bet (self->id, (SkyText){ parts[0], strlen (parts[0]) })
              : NULL;

      if (form == NULL)
        raise_invalid (self, self->game->wagers_section, full,
                       sky_phrase_words ("the chapter has no such wager"));
      else
        raise_pay (self, (const SkyBet *) form, parts[1], name + 1, full, submission);
    }
}

/* What @submission pays for @pay. */
static SkyOdds
odds_of (const SkySubmission *submission, const SkyPay *pay)
{
  for (guint i = 0; i < submission->raised->len; i++)
    {
      const SkyRaisedPay *raised = &g_array_index (submission->raised, SkyRaisedPay, i);

      if (raised->pay == pay)
        return raised->odds;
    }
  return pay->odds;
}

/* TRUE when @other pays the same for all that @submission names, in whatever order. */
static gboolean
pays_the_same (const SkySubmission *submission, const SkySubmission *other)
{
  for (guint i = 0; i < submission->raised->len; i++)
    {
      const SkyPay *pay = g_array_index (submission->raised, SkyRaisedPay, i).pay;
      SkyOdds x = odds_of (submission, pay), y = odds_of (other, pay);

      if (x.a != y.a || x.b != y.b || x.for_one != y.for_one)
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_submission (const SkySubmission *a, const SkySubmission *b)
{
  if (memcmp (a->values, b->values, sizeof a->values) != 0 || a->has_list != b->has_list
      || memcmp (a->offered, b->offered, sizeof a->offered) != 0)
    return FALSE;
  for (guint i = 0; i < SKY_MAX_OPTIONS; i++)
    if (g_strcmp0 (a->texts[i], b->texts[i]) != 0)
      return FALSE;
  return pays_the_same (a, b) && pays_the_same (b, a);
}

void
sky_submission_set (SkyTable *self, const SkyEvent *event)
{
  const SkyJsonNode *source = event->rules.submission;
  const SkyJsonNode *node;
  SkySubmission before = self->submission;
  gboolean first = !self->rules_seen;

  init_defaults (self->game, &self->submission);
  for (guint i = 0; i < self->game->n_options; i++)
    {
      node = find_option (source, self->game->options[i].name);
      if (node != NULL && node->kind != SKY_JSON_NULL)
        read_option (self, &self->game->options[i], node, &self->submission.values[i],
                     &self->submission.texts[i]);
    }
  node = sky_json_member (source, "wagers");
  if (node != NULL)
    read_offered (self, node, &self->submission);
  node = sky_json_member (source, "pay");
  if (node != NULL)
    read_pay (self, node, &self->submission);

  /* The first is no change, nor is one with the same values. */
  if (!first && !self->rules_stale && self->open && event->rules.approval.length == 0
      && !same_submission (&before, &self->submission))
    sky_table_raise (self, SKY_CHECK_RULES_UNAPPROVED_CHANGE, NULL, NULL,
                     "The rules changed while the table was open, without an approval.");
  self->rules_seen = TRUE;
  self->rules_stale = FALSE;
  list_accepted (self);
  sky_submission_clear (&before);
}

gint64
sky_table_option (const SkyTable *self, int option)
{
  g_return_val_if_fail (option >= 0 && (guint) option < self->game->n_options, SKY_OPTION_ABSENT);

  return self->submission.values[option];
}

const char *
sky_table_option_text (const SkyTable *self, int option)
{
  g_return_val_if_fail (option >= 0 && (guint) option < self->game->n_options, NULL);

  return self->submission.texts[option];
}

char
sky_table_paytable (const SkyTable *self, int option)
{
  gint64 value = sky_table_option (self, option);

  return value < 0 || self->game->options[option].kind != SKY_OPTION_CHOICE
             ? 0
             : self->game->options[option].choices[value][0];
}

const char *
sky_table_choice (const SkyTable *self, const char *name)
{
  for (guint i = 0; i < self->game->n_options; i++)
    {
      const SkyOption *option = &self->game->options[i];
      gint64 value = self->submission.values[i];

      if (option->kind == SKY_OPTION_CHOICE && g_str_equal (option->name, name))
        return value >= 0 ? option->choices[value] : NULL;
    }
  return NULL;
}

gboolean
sky_table_offers (const SkyTable *self, const SkyBet *bet)
{
  gsize index = (gsize) (bet - self->game->bets);

  /* The list names those that need no option; one that is chosen offers its bet (fine print 80). */
  if (bet->option < 0)
    return !self->submission.has_list
           || (self->submission.offered[index / 64] >> index % 64 & 1) != 0;
  return sky_table_option (self, bet->option)
         > (self->game->options[bet->option].kind == SKY_OPTION_CHOICE ? SKY_OPTION_ABSENT : 0);
}

SkyOdds
sky_table_odds (const SkyTable *self, const SkyPay *pay)
{
  return odds_of (&self->submission, pay);
}

SkyMoney
sky_table_pay (const SkyTable *self, SkyMoney stake, SkyOdds odds)
{
  return sky_odds_pay (stake, odds, self->submission.values[SKY_OPTION_PAYOUT_UNIT]);
}

/* A case of one of the game's bets. Some share their table; the first that has it will do. */
void
sky_table_visit_pay (SkyTable *self, SkyState *state, const SkyPay **pay)
{
  const SkyGame *game = self->game;
  gint64 bet = 0, row = 0;

  for (guint i = 0; !sky_state_is_reading (state) && *pay != NULL && bet == 0 && i < game->n_bets;
       i++)
    if (*pay >= game->bets[i].pays && *pay < game->bets[i].pays + game->bets[i].n_pays)
      {
        bet = i + 1;
        row = *pay - game->bets[i].pays;
      }
  if (!sky_state_is_reading (state) && *pay != NULL && bet == 0)
    sky_state_refuse (state);

  sky_state_number (state, &bet);
  if (bet != 0)
    sky_state_number (state, &row);
  if (!sky_state_is_reading (state))
    return;
  *pay = NULL;
  if (bet < 0 || bet > game->n_bets || (bet > 0 && (row < 0 || row >= game->bets[bet - 1].n_pays)))
    sky_state_refuse (state);
  else if (bet > 0)
    *pay = &game->bets[bet - 1].pays[row];
}

/* Visits SkyOdds. */
void
sky_state_odds (SkyState *self, SkyOdds *odds)
{
  sky_state_int (self, odds->a);
  sky_state_int (self, odds->b);
  sky_state_int (self, odds->for_one);
}
