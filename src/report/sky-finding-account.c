/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-account.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-json.h"
#include "sky-phrase.h"

/* --- Reading ---------------------------------------------------------------------------------- */

static gboolean
read_outcome (const SkyJsonNode *node, guint8 *outcome)
{
  for (guint i = SKY_OUTCOME_WIN; i <= SKY_OUTCOME_SURRENDER; i++)
    if (sky_text_is (node->text, sky_outcome_to_name ((SkyOutcome) i)))
      {
        *outcome = (guint8) i;
        return TRUE;
      }
  return FALSE;
}

/* Only what an audit writes of a wager: a member that is not known is of something else. */
static gboolean
read_member (SkySettlement *self, SkyText name, const SkyJsonNode *value)
{
  if (value->kind == SKY_JSON_TEXT && sky_text_is (name, "outcome"))
    return read_outcome (value, &self->outcome);
  if (value->kind == SKY_JSON_BOOL && sky_text_is (name, "stays"))
    {
      self->stays = value->boolean != FALSE;
      return TRUE;
    }
  if (value->kind != SKY_JSON_INT)
    return FALSE;
  if (sky_text_is (name, "paid"))
    self->paid = value->integer;
  else if (sky_text_is (name, "taken"))
    self->taken = value->integer;
  else if (sky_text_is (name, "returned"))
    self->returned = value->integer;
  else if (sky_text_is (name, "vig"))
    self->vig = value->integer;
  else
    return FALSE;
  return value->integer >= 0 && value->integer <= SKY_MONEY_MAX;
}

static gboolean
read_settlement (SkySettlement *self, const char *json)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, json, strlen (json), FALSE, &cause);

  if (root == NULL || root->kind != SKY_JSON_OBJECT)
    return FALSE;
  const SkyJsonNode *name = sky_json_first (root);
  for (guint i = 0; i < root->n_children; i++)
    {
      const SkyJsonNode *value = sky_json_next (name);

      if (!read_member (self, name->text, value))
        return FALSE;
      name = sky_json_next (value);
    }
  return self->outcome != SKY_OUTCOME_NONE;
}

static SkyMoney
handed_over (const SkySettlement *settlement)
{
  return settlement->paid + settlement->returned - settlement->vig;
}

void
sky_finding_account_read (SkyFindingAccount *self, const SkyStoredFinding *finding)
{
  *self = (SkyFindingAccount){ 0 };
  if (!finding->has_variance || finding->wager == NULL)
    return;
  self->has_table = finding->recorded != NULL;
  self->has_rules = finding->recomputed != NULL;
  if ((self->has_table && !read_settlement (&self->table, finding->recorded))
      || (self->has_rules && !read_settlement (&self->rules, finding->recomputed)))
    return;
  self->table_gives = handed_over (&self->table);
  self->rules_give = handed_over (&self->rules);
  self->adds_up = (self->has_table || self->has_rules)
                  && self->table_gives - self->rules_give == finding->variance;
}

/* --- Words ------------------------------------------------------------------------------------ */

char *
sky_settlement_dup_sum (const SkySettlement *self)
{
  GString *text = g_string_new (NULL);
  g_autofree char *paid = sky_money_format (self->paid);
  g_autofree char *returned = sky_money_format (self->returned);
  g_autofree char *taken = sky_money_format (self->taken);
  g_autofree char *vig = sky_money_format (self->vig);

  if (self->returned != 0)
    /* Translators: a part of a sum: the stake that goes back, as in "$20.00 stake". */
    g_string_append_printf (text, _ ("%s stake"), returned);
  if (self->paid != 0)
    {
      g_string_append (text, text->len > 0 ? " + " : "");
      /* Translators: a part of a sum: what was won, as in "$24.00 winnings". */
      g_string_append_printf (text, _ ("%s winnings"), paid);
    }
  if (self->vig != 0)
    {
      g_string_append (text, " − ");
      /* Translators: a part of a sum: the house's commission, as in "$1.00 vigorish". */
      g_string_append_printf (text, _ ("%s vigorish"), vig);
    }
  if (text->len == 0 && self->taken != 0)
    g_string_append_printf (text, _ ("the stake of %s taken"), taken);
  else if (self->stays)
    {
      g_string_append (text, text->len > 0 ? ", " : "");
      g_string_append (text, _ ("the stake left up"));
    }
  return g_string_free (text, FALSE);
}

static const char *
outcome_words (SkyOutcome outcome)
{
  switch (outcome)
    {
    case SKY_OUTCOME_WIN:
      /* Translators: of a wager: "settled as won instead of lost". */
      return C_ ("settled as", "won");
    case SKY_OUTCOME_LOSE:
      return C_ ("settled as", "lost");
    case SKY_OUTCOME_PUSH:
      return C_ ("settled as", "a tie");
    case SKY_OUTCOME_VOID:
      return C_ ("settled as", "void");
    case SKY_OUTCOME_SURRENDER:
      return C_ ("settled as", "surrendered");
    case SKY_OUTCOME_NONE:
    default:
      return "—";
    }
}

/* What was done to the stake, of which there are three parts that can be wrong. */
static char *
tell_stake (const SkySettlement *table, const SkySettlement *rules, const char *wager)
{
  gboolean of_returned = table->returned != rules->returned;
  g_autofree char *did = sky_money_format (of_returned ? table->returned : table->taken);
  g_autofree char *due = sky_money_format (of_returned ? rules->returned : rules->taken);

  if (table->stays && !rules->stays)
    return g_strdup_printf (_ ("%s was left up after its decision"), wager);
  if (of_returned)
    /* Translators: a wager, then two amounts. */
    return g_strdup_printf (_ ("Of the stake of %s, %s was returned instead of %s"), wager, did,
                            due);
  /* Translators: a wager, then two amounts. */
  return g_strdup_printf (_ ("Of the stake of %s, %s was taken instead of %s"), wager, did, due);
}

/* What happened to the wager; NULL: the check is of something else, or a part that it needs is not
 * there. */
static char *
tell_settlement (SkyCheck check, const SkyFindingAccount *account, const char *wager)
{
  const SkySettlement *table = &account->table;
  const SkySettlement *rules = &account->rules;
  gboolean both = account->has_table && account->has_rules;
  g_autofree char *paid = sky_money_format (table->paid);
  g_autofree char *due = sky_money_format (rules->paid);
  g_autofree char *vig = sky_money_format (table->vig);
  g_autofree char *vig_due = sky_money_format (rules->vig);

  switch ((guint) check)
    {
    case SKY_CHECK_SETTLE_MISSING:
      return g_strdup_printf (_ ("%s was not settled"), wager);
    case SKY_CHECK_SETTLE_TWICE:
      return g_strdup_printf (_ ("%s was settled twice"), wager);
    case SKY_CHECK_SETTLE_PREMATURE:
      return g_strdup_printf (_ ("%s was settled before it was decided"), wager);
    case SKY_CHECK_SETTLE_OUTCOME:
      /* Translators: a wager, then "won", "lost", "a tie" … twice. */
      return both ? g_strdup_printf (_ ("%s was settled as %s instead of %s"), wager,
                                     outcome_words (table->outcome), outcome_words (rules->outcome))
                  : NULL;
    case SKY_CHECK_SETTLE_PAYOUT:
      /* Translators: a wager, then two amounts. */
      return both ? g_strdup_printf (_ ("%s was paid %s instead of %s"), wager, paid, due) : NULL;
    case SKY_CHECK_SETTLE_STAKE:
      return both ? tell_stake (table, rules, wager) : NULL;
    case SKY_CHECK_SETTLE_VIGORISH:
      /* Translators: a wager, then two amounts. */
      return both ? g_strdup_printf (_ ("%s was charged a vigorish of %s instead of %s"), wager,
                                     vig, vig_due)
                  : NULL;
    default:
      return NULL;
    }
}

static const char *
check_words (const char *name)
{
  SkyCheck check;

  return sky_check_from_name (name, &check) ? _ (sky_check_title (check)) : name;
}

static char *
dup_sentence (const SkyStoredFinding *finding, const SkyFindingAccount *account, const char *wager)
{
  SkyCheck check;

  if (!account->adds_up || !sky_check_from_name (finding->check, &check))
    return NULL;
  /* Translators: the subject of a sentence, where the wager's own name is not known. */
  return tell_settlement (check, account, wager != NULL ? wager : _ ("The wager"));
}

char *
sky_finding_dup_headline (const SkyStoredFinding *finding,
                          const SkyFindingAccount *account,
                          const char *wager)
{
  g_autofree char *sentence = dup_sentence (finding, account, wager);

  if (sentence == NULL)
    return finding->explanation != NULL && finding->explanation[0] != '\0'
               ? sky_phrase_show (finding->explanation)
               : g_strdup (check_words (finding->check));
  g_autofree char *amount =
      sky_money_format (finding->variance < 0 ? -finding->variance : finding->variance);
  if (finding->variance < 0)
    /* Translators: a sentence, then an amount. */
    return g_strdup_printf (_ ("%s: the patron is short %s"), sentence, amount);
  if (finding->variance > 0)
    /* Translators: a sentence, then an amount. */
    return g_strdup_printf (_ ("%s: the patron was overpaid %s"), sentence, amount);
  return g_steal_pointer (&sentence);
}

gboolean
sky_finding_has_sentence (const SkyStoredFinding *finding, const SkyFindingAccount *account)
{
  g_autofree char *sentence = dup_sentence (finding, account, NULL);

  return sentence != NULL;
}
