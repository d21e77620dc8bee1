/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-comparison.h"

#include <stdlib.h>
#include <string.h>

#define NOWHERE G_MAXUINT

static const SkySurveyLine nowhere = { 0 };

/* A round of A beside the one of B; NOWHERE: it has none. */
typedef struct
{
  guint a;
  guint b;
} Pair;

/* The categories of one kind, and its units. */
typedef struct
{
  GHashTable *categories; /* text → number, plus 1 */
  GArray *units;          /* of SkyAgreementUnit */
} Kind;

typedef struct
{
  const SkySurveyLog *logs[2];
  const SkyComparisonOptions *options;
  SkyComparison *comparison;
  GArray *pairs;      /* of Pair, by time */
  guint *partners[2]; /* by wager of A and of B: that of the other, as it is now; NOWHERE: none */
  Kind kinds[SKY_N_COMPARED];
  GArray *present[2];  /* of SkyPositiveRound: rounds; wagers by round */
  GArray *differences; /* of SkyMoney: amounts of B less those of A */
  guint due[2][2];
} Comparing;

static const char *const compared_names[SKY_COMPARED_TYPES] = {
  [SKY_COMPARED_ROUND] = "round",   [SKY_COMPARED_OUTCOME] = "outcome",
  [SKY_COMPARED_WAGER] = "wager",   [SKY_COMPARED_AMOUNT] = "amount",
  [SKY_COMPARED_AS_DUE] = "as_due", [SKY_COMPARED_SETTLEMENT] = "settlement",
};

const char *
sky_compared_to_name (SkyCompared compared)
{
  return compared < SKY_COMPARED_TYPES ? compared_names[compared]
                                       : sky_event_type_to_name (compared - SKY_COMPARED_TYPES);
}

gboolean
sky_compared_has_kappa (SkyCompared compared)
{
  return compared == SKY_COMPARED_OUTCOME || compared == SKY_COMPARED_AS_DUE
         || compared >= SKY_COMPARED_TYPES;
}

static void
disagreement_free (gpointer data)
{
  SkyDisagreement *disagreement = data;

  g_free (disagreement->wager);
  g_free (disagreement->values[0]);
  g_free (disagreement->values[1]);
  g_free (disagreement);
}

void
sky_comparison_free (SkyComparison *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->kinds);
  g_ptr_array_unref (self->disagreements);
  g_free (self);
}

static const SkyScope *
get_scope (const SkySurveyLog *log)
{
  return &sky_log_get_header (log->log)->scope;
}

static gboolean
has_class (const Comparing *self, SkyEventClass class)
{
  return (get_scope (self->logs[0])->classes & get_scope (self->logs[1])->classes & 1u << class)
         != 0;
}

static gboolean
scope_has_seat (const SkyScope *scope, gint64 seat)
{
  for (guint i = 0; i < scope->n_seats && scope->some_seats; i++)
    if (scope->seats[i] == seat)
      return TRUE;
  return !scope->some_seats;
}

static gboolean
is_compared (const Comparing *self, const SkySurveyWager *wager)
{
  return scope_has_seat (get_scope (self->logs[0]), wager->seat)
         && scope_has_seat (get_scope (self->logs[1]), wager->seat);
}

static const SkySurveyRound *
get_round (const Comparing *self, guint side, guint place)
{
  return place != NOWHERE ? &g_array_index (self->logs[side]->rounds, SkySurveyRound, place) : NULL;
}

static const SkySurveyWager *
get_wager (const Comparing *self, guint side, guint place)
{
  return &g_array_index (self->logs[side]->wagers, SkySurveyWager, place);
}

static const SkySurveySettlement *
get_settlement (const Comparing *self, guint side, guint place)
{
  return &g_array_index (self->logs[side]->settlements, SkySurveySettlement, place);
}

/* --- Rounds --------------------------------------------------------------------------------- */

static gboolean
is_by_time (const Comparing *self)
{
  const SkyLogHeader *a = sky_log_get_header (self->logs[0]->log);
  const SkyLogHeader *b = sky_log_get_header (self->logs[1]->log);

  if (self->options->match != SKY_MATCH_FITTING)
    return self->options->match == SKY_MATCH_TIME;
  /* The rounds of a sample have numbers of its own. */
  return (a->record.how == SKY_RECORD_FOOTAGE && b->record.how == SKY_RECORD_FOOTAGE)
         || a->scope.sampled || b->scope.sampled;
}

static void
pair_by_number (Comparing *self)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint n = self->logs[1]->rounds->len;
  g_autofree gboolean *taken = g_new0 (gboolean, n + 1);

  for (guint i = n; i-- > 0;)
    g_hash_table_insert (places, (gpointer) &get_round (self, 1, i)->number,
                         GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < self->logs[0]->rounds->len; i++)
    {
      guint place =
          GPOINTER_TO_UINT (g_hash_table_lookup (places, &get_round (self, 0, i)->number));
      Pair pair = { i, place > 0 && !taken[place - 1] ? place - 1 : NOWHERE };

      if (pair.b != NOWHERE)
        taken[pair.b] = TRUE;
      g_array_append_val (self->pairs, pair);
    }
  for (guint i = 0; i < n; i++)
    if (!taken[i])
      {
        Pair pair = { NOWHERE, i };

        g_array_append_val (self->pairs, pair);
      }
}

static SkyTime
distance (const SkySurveyRound *a, const SkySurveyRound *b)
{
  return ABS (a->at - b->at);
}

/* Of B's rounds from @from on the one nearest to A's round @a, if it may be the same. */
static guint
find_nearest (const Comparing *self, guint a, guint from)
{
  const SkySurveyRound *round = get_round (self, 0, a);
  guint nearest = NOWHERE;

  for (guint i = from; i < self->logs[1]->rounds->len; i++)
    {
      const SkySurveyRound *other = get_round (self, 1, i);

      if (other->at > round->at + self->options->within)
        break;
      if (distance (round, other) <= self->options->within
          && (nearest == NOWHERE
              || distance (round, other) < distance (round, get_round (self, 1, nearest))))
        nearest = i;
    }
  return nearest;
}

static void
pair_by_time (Comparing *self)
{
  guint from = 0;

  for (guint i = 0; i < self->logs[0]->rounds->len; i++)
    {
      Pair pair = { i, find_nearest (self, i, from) };

      for (; pair.b != NOWHERE && from < pair.b; from++)
        {
          Pair alone = { NOWHERE, from };

          g_array_append_val (self->pairs, alone);
        }
      if (pair.b != NOWHERE)
        from++;
      g_array_append_val (self->pairs, pair);
    }
  for (; from < self->logs[1]->rounds->len; from++)
    {
      Pair alone = { NOWHERE, from };

      g_array_append_val (self->pairs, alone);
    }
}

/* --- Units and disagreements ---------------------------------------------------------------- */

static guint
categorize (Kind *kind, const char *text)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (kind->categories, text));

  if (number == 0)
    {
      number = g_hash_table_size (kind->categories) + 1;
      g_hash_table_insert (kind->categories, g_strdup (text), GUINT_TO_POINTER (number));
    }
  return number - 1;
}

static void
disagree (Comparing *self,
          SkyCompared compared,
          const Pair *pair,
          const char *wager,
          const char *const values[2],
          const SkySurveyLine lines[2])
{
  SkyDisagreement *disagreement = g_new0 (SkyDisagreement, 1);

  disagreement->compared = compared;
  disagreement->wager = g_strdup (wager);
  for (guint side = 0; side < 2; side++)
    {
      const SkySurveyRound *round = get_round (self, side, side == 0 ? pair->a : pair->b);

      disagreement->rounds[side] = round != NULL ? round->number : 0;
      disagreement->values[side] = g_strdup (values[side]);
      disagreement->lines[side] = lines[side];
    }
  g_ptr_array_add (self->comparison->disagreements, disagreement);
}

/* A unit: what both say, NULL for nothing. */
static void
add_unit (Comparing *self,
          SkyCompared compared,
          guint pair,
          const char *wager,
          const char *const values[2],
          const SkySurveyLine lines[2])
{
  Kind *kind = &self->kinds[compared];
  SkyAgreementUnit unit = { .round = pair };

  unit.a = categorize (kind, values[0] != NULL ? values[0] : "");
  unit.b = categorize (kind, values[1] != NULL ? values[1] : "");
  g_array_append_val (kind->units, unit);
  if (unit.a != unit.b)
    disagree (self, compared, &g_array_index (self->pairs, Pair, pair), wager, values, lines);
}

/* Whether both have the round, and all of it. */
static gboolean
is_whole (const Comparing *self, const Pair *pair)
{
  return pair->a != NOWHERE && pair->b != NOWHERE && !get_round (self, 0, pair->a)->cut
         && !get_round (self, 1, pair->b)->cut;
}

/* --- What is compared ----------------------------------------------------------------------- */

static void
compare_act (Comparing *self, SkyCompared compared, SkyEventType type, guint index)
{
  const Pair *pair = &g_array_index (self->pairs, Pair, index);
  const SkySurveyAct *a = sky_survey_round_find (get_round (self, 0, pair->a), type);
  const SkySurveyAct *b = sky_survey_round_find (get_round (self, 1, pair->b), type);
  const char *values[2] = { a != NULL ? a->text : NULL, b != NULL ? b->text : NULL };
  SkySurveyLine lines[2] = { a != NULL ? a->line : nowhere, b != NULL ? b->line : nowhere };

  add_unit (self, compared, index, NULL, values, lines);
}

/* Whether one of the logs has any event of @type: what nobody ever noted is not agreed on. */
static gboolean
is_used (const Comparing *self, SkyEventType type)
{
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < self->logs[side]->rounds->len; i++)
      if (sky_survey_round_find (get_round (self, side, i), type) != NULL)
        return TRUE;
  return FALSE;
}

static void
compare_acts (Comparing *self)
{
  for (SkyEventType type = 0; type < SKY_N_EVENT_TYPES; type++)
    {
      SkyEventClass class = sky_event_type_get_class (type);
      SkyCompared compared =
          type == SKY_EVENT_RESULT ? SKY_COMPARED_OUTCOME : SKY_COMPARED_TYPES + (SkyCompared) type;

      if (!sky_survey_compares (type) || !has_class (self, class) || !is_used (self, type))
        continue;
      for (guint i = 0; i < self->pairs->len; i++)
        {
          const Pair *pair = &g_array_index (self->pairs, Pair, i);

          if (is_whole (self, pair))
            compare_act (self, compared, type, i);
        }
    }
}

/* How much two wagers on one bet must be the same to belong together. */
typedef enum
{
  PARTNER_IN_ORDER, /* in amount, and the first to the first, the second to the second */
  PARTNER_OF_AMOUNT,
  PARTNER_ANY,
} Partner;

/* How many of @wagers with the label of the one at @place were placed before it. */
static guint
count_before (const Comparing *self, guint side, const GArray *wagers, guint place)
{
  const SkySurveyWager *wager = get_wager (self, side, place);
  guint n = 0;

  for (guint i = 0; i < wagers->len; i++)
    {
      guint other = g_array_index (wagers, guint, i);

      n += other < place && g_str_equal (get_wager (self, side, other)->label, wager->label);
    }
  return n;
}

/* What the wager of @side at @place was last, as far as the other log saw it: what was done before
 * the round @round is in what that log saw lie there, and what was done after it had lost sight of
 * its own, @partner (NOWHERE: it has none), is about another of its wagers. */
static const SkySurveyStake *
get_stake (const Comparing *self, guint side, guint place, guint round, guint partner)
{
  const GArray *stakes = get_wager (self, side, place)->stakes;
  SkyTime start = get_round (self, side, round)->start;
  SkyTime end = partner != NOWHERE ? get_wager (self, !side, partner)->lost : G_MAXINT64;
  guint last = 0;

  for (guint i = 1; i < stakes->len; i++)
    {
      SkyTime at = g_array_index (stakes, SkySurveyStake, i).at;

      if (at <= start || (at < end && sky_survey_log_saw (self->logs[!side], at)))
        last = i;
    }
  return &g_array_index (stakes, SkySurveyStake, last);
}

/* One of B's @wagers[1] that belongs to A's at @place, one of @wagers[0], and has no partner. */
static guint
find_partner (
    const Comparing *self, const Pair *pair, GArray *const wagers[2], guint place, Partner partner)
{
  const SkySurveyWager *wager = get_wager (self, 0, place);

  for (guint i = 0; i < wagers[1]->len; i++)
    {
      guint candidate = g_array_index (wagers[1], guint, i);
      const SkySurveyWager *other = get_wager (self, 1, candidate);
      const SkySurveyStake *stake = get_stake (self, 0, place, pair->a, candidate);
      const SkySurveyStake *others = get_stake (self, 1, candidate, pair->b, place);

      if (self->partners[1][candidate] != NOWHERE || !g_str_equal (other->label, wager->label)
          || (partner != PARTNER_ANY
              && (others->amount != stake->amount || !g_str_equal (others->state, stake->state)))
          || (partner == PARTNER_IN_ORDER
              && count_before (self, 1, wagers[1], candidate)
                     != count_before (self, 0, wagers[0], place)))
        continue;
      return candidate;
    }
  return NOWHERE;
}

/* The wagers of a round that are looked for in the other log: those placed in it, and, where the
 * other log begins to look there and says what lies, those that lay. They have no partner yet, or
 * none that the other log still knows. */
static GArray *
list_wagers (Comparing *self, guint side, guint place, gboolean with_lying)
{
  GArray *wagers = g_array_new (FALSE, FALSE, sizeof (guint));
  const GArray *placed = get_round (self, side, place)->wagers;

  for (guint i = 0; with_lying && i < self->logs[side]->wagers->len; i++)
    {
      const SkySurveyWager *wager = get_wager (self, side, i);

      if (wager->round == NOWHERE || wager->round >= place || wager->until < place)
        continue;
      self->partners[side][i] = NOWHERE;
      g_array_append_val (wagers, i);
    }
  g_array_append_vals (wagers, placed->data, placed->len);
  return wagers;
}

static char *
stake_text (const SkySurveyStake *stake)
{
  g_autofree char *amount = sky_money_format (stake->amount);

  return *stake->state == '\0' ? g_strdup (amount)
                               : g_strdup_printf ("%s, %s", amount, stake->state);
}

static void
tell_lone_wager (Comparing *self, guint side, const Pair *pair, guint place)
{
  const SkySurveyWager *wager = get_wager (self, side, place);
  g_autofree char *text =
      stake_text (get_stake (self, side, place, side == 0 ? pair->a : pair->b, NOWHERE));
  const char *values[2] = { side == 0 ? text : NULL, side == 1 ? text : NULL };
  SkySurveyLine lines[2] = { side == 0 ? wager->line : nowhere, side == 1 ? wager->line : nowhere };

  disagree (self, SKY_COMPARED_WAGER, pair, wager->label, values, lines);
}

/* Of A's wager at @place and its partner. */
static void
compare_amounts (Comparing *self, guint index, guint place)
{
  const Pair *pair = &g_array_index (self->pairs, Pair, index);
  guint partner = self->partners[0][place];
  const SkySurveyWager *a = get_wager (self, 0, place), *b = get_wager (self, 1, partner);
  const SkySurveyStake *stake_a = get_stake (self, 0, place, pair->a, partner);
  const SkySurveyStake *stake_b = get_stake (self, 1, partner, pair->b, place);
  g_autofree char *text_a = stake_text (stake_a);
  g_autofree char *text_b = stake_text (stake_b);
  const char *values[2] = { text_a, text_b };
  SkySurveyLine lines[2] = { a->line, b->line };
  SkyMoney difference = stake_b->amount - stake_a->amount;

  g_array_append_val (self->differences, difference);
  add_unit (self, SKY_COMPARED_AMOUNT, index, a->label, values, lines);
}

/* Finds the partners of A's wagers. Returns: how many have one. */
static guint
find_partners (Comparing *self, const Pair *pair, GArray *const wagers[2])
{
  guint n = 0;

  for (Partner partner = PARTNER_IN_ORDER; partner <= PARTNER_ANY; partner++)
    for (guint i = 0; i < wagers[0]->len; i++)
      {
        guint place = g_array_index (wagers[0], guint, i);
        guint found;

        if (self->partners[0][place] != NOWHERE || !is_compared (self, get_wager (self, 0, place)))
          continue;
        found = find_partner (self, pair, wagers, place, partner);
        if (found == NOWHERE)
          continue;
        self->partners[0][place] = found;
        self->partners[1][found] = place;
        n++;
      }
  return n;
}

static guint
tell_lone_wagers (Comparing *self, guint side, const Pair *pair, const GArray *wagers)
{
  guint n = 0;

  for (guint i = 0; i < wagers->len; i++)
    {
      guint place = g_array_index (wagers, guint, i);

      if (self->partners[side][place] != NOWHERE
          || !is_compared (self, get_wager (self, side, place)))
        continue;
      tell_lone_wager (self, side, pair, place);
      n++;
    }
  return n;
}

static void
compare_wagers_of (Comparing *self, guint index)
{
  const Pair *pair = &g_array_index (self->pairs, Pair, index);
  gboolean a_stands = get_round (self, 0, pair->a)->stands;
  gboolean b_stands = get_round (self, 1, pair->b)->stands;
  GArray *const wagers[2] = { list_wagers (self, 0, pair->a, b_stands && !a_stands),
                              list_wagers (self, 1, pair->b, a_stands && !b_stands) };
  SkyPositiveRound counts = { .both = find_partners (self, pair, wagers) };

  for (guint i = 0; i < wagers[0]->len; i++)
    {
      guint place = g_array_index (wagers[0], guint, i);

      if (self->partners[0][place] != NOWHERE)
        compare_amounts (self, index, place);
    }
  counts.only_a = tell_lone_wagers (self, 0, pair, wagers[0]);
  counts.only_b = tell_lone_wagers (self, 1, pair, wagers[1]);
  g_array_append_val (self->present[1], counts);
  g_array_unref (wagers[0]);
  g_array_unref (wagers[1]);
}

/* The settlement of the wager @wager in @round, from the @from-th on; NULL: there is none. */
static const SkySurveySettlement *
find_settlement (
    const Comparing *self, guint side, const SkySurveyRound *round, guint wager, guint from)
{
  for (guint i = 0; i < round->settlements->len; i++)
    {
      const SkySurveySettlement *settlement =
          get_settlement (self, side, g_array_index (round->settlements, guint, i));

      if (settlement->wager == wager && from-- == 0)
        return settlement;
    }
  return NULL;
}

static void
compare_settlement (Comparing *self,
                    guint index,
                    const char *wager,
                    const SkySurveySettlement *a,
                    const SkySurveySettlement *b)
{
  const SkySurveySettlement *both[2] = { a, b };
  const char *texts[2], *due[2];
  gboolean is_due[2];
  SkySurveyLine lines[2];

  for (guint side = 0; side < 2; side++)
    {
      texts[side] =
          both[side] != NULL && both[side]->text != NULL ? both[side]->text : "not settled";
      /* Where nothing was due and nothing was done, that is as due. */
      is_due[side] = both[side] == NULL || both[side]->as_due;
      due[side] = is_due[side] ? "as due" : "not as due";
      lines[side] = both[side] != NULL ? both[side]->line : nowhere;
    }
  add_unit (self, SKY_COMPARED_SETTLEMENT, index, wager, texts, lines);
  if (!has_class (self, SKY_CLASS_OUTCOME))
    return;
  self->due[is_due[0]][is_due[1]]++;
  add_unit (self, SKY_COMPARED_AS_DUE, index, wager, due, lines);
}

static void
compare_settlements_of (Comparing *self, guint index)
{
  const Pair *pair = &g_array_index (self->pairs, Pair, index);
  const SkySurveyRound *a = get_round (self, 0, pair->a), *b = get_round (self, 1, pair->b);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < a->settlements->len; i++)
    {
      const SkySurveySettlement *settlement =
          get_settlement (self, 0, g_array_index (a->settlements, guint, i));
      gpointer key = GUINT_TO_POINTER (settlement->wager);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (seen, key));
      guint partner = self->partners[0][settlement->wager];

      if (partner == NOWHERE)
        continue;
      g_hash_table_insert (seen, key, GUINT_TO_POINTER (n + 1));
      compare_settlement (self, index, get_wager (self, 0, settlement->wager)->label, settlement,
                          find_settlement (self, 1, b, partner, n));
    }
  for (guint i = 0; i < b->settlements->len; i++)
    {
      const SkySurveySettlement *settlement =
          get_settlement (self, 1, g_array_index (b->settlements, guint, i));
      guint partner = self->partners[1][settlement->wager];
      gpointer key = GUINT_TO_POINTER (partner);
      guint n = partner != NOWHERE ? GPOINTER_TO_UINT (g_hash_table_lookup (seen, key)) : 0;

      if (partner == NOWHERE)
        continue;
      if (n > 0)
        g_hash_table_insert (seen, key, GUINT_TO_POINTER (n - 1));
      else
        compare_settlement (self, index, get_wager (self, 1, settlement->wager)->label, NULL,
                            settlement);
    }
}

/* Round by round, for the partner of a wager may be another where one log looks again. */
static void
compare_wagers (Comparing *self)
{
  gboolean settlements = has_class (self, SKY_CLASS_SETTLEMENTS);

  for (guint i = 0; i < self->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, i);

      if (!is_whole (self, pair))
        continue;
      compare_wagers_of (self, i);
      if (settlements)
        compare_settlements_of (self, i);
    }
}

static void
compare_rounds (Comparing *self)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, i);
      guint side = pair->a == NOWHERE;
      const SkySurveyRound *round = get_round (self, side, side == 0 ? pair->a : pair->b);
      SkyPositiveRound counts = { 1, 0, 0 };
      const char *values[2] = { NULL, NULL };
      SkySurveyLine lines[2] = { nowhere, nowhere };

      if (pair->a == NOWHERE || pair->b == NOWHERE)
        {
          counts = (SkyPositiveRound){ 0, side == 0, side == 1 };
          if (round->cut || !sky_survey_log_saw (self->logs[!side], round->at))
            {
              self->comparison->n_unseen[side]++;
              continue;
            }
          values[side] = "there";
          lines[side] = round->line;
          disagree (self, SKY_COMPARED_ROUND, pair, NULL, values, lines);
        }
      else
        self->comparison->n_matched++;
      g_array_append_val (self->present[0], counts);
    }
}

/* --- Figures -------------------------------------------------------------------------------- */

static int
compare_amounts_of (gconstpointer a, gconstpointer b)
{
  SkyMoney x = *(const SkyMoney *) a, y = *(const SkyMoney *) b;

  return x < y ? -1 : x > y;
}

static void
add_positive (Comparing *self, SkyCompared compared, const GArray *rounds)
{
  SkyComparedKind kind = { .compared = compared, .is_positive = TRUE };

  kind.positive = sky_positive_compute ((const SkyPositiveRound *) (gpointer) rounds->data,
                                        rounds->len, self->options->seed);
  if (kind.positive.n_rounds > 0)
    g_array_append_val (self->comparison->kinds, kind);
}

static void
add_kind (Comparing *self, SkyCompared compared)
{
  const Kind *units = &self->kinds[compared];
  SkyComparedKind kind = { .compared = compared };

  if (units->units->len == 0)
    return;
  kind.agreement = sky_agreement_compute ((const SkyAgreementUnit *) (gpointer) units->units->data,
                                          units->units->len, g_hash_table_size (units->categories),
                                          self->options->seed);
  if (compared == SKY_COMPARED_AMOUNT && self->differences->len > 0)
    {
      g_array_sort (self->differences, compare_amounts_of);
      kind.has_median = TRUE;
      kind.median = g_array_index (self->differences, SkyMoney, (self->differences->len - 1) / 2);
    }
  if (compared == SKY_COMPARED_AS_DUE)
    memcpy (kind.due, self->due, sizeof kind.due);
  g_array_append_val (self->comparison->kinds, kind);
}

static void
compute (Comparing *self)
{
  add_positive (self, SKY_COMPARED_ROUND, self->present[0]);
  add_kind (self, SKY_COMPARED_OUTCOME);
  add_positive (self, SKY_COMPARED_WAGER, self->present[1]);
  for (SkyCompared compared = SKY_COMPARED_AMOUNT; compared < SKY_N_COMPARED; compared++)
    add_kind (self, compared);
}

/* By the round in A, else in B; what is found first of a round stays first. */
static int
compare_disagreements (gconstpointer a, gconstpointer b)
{
  const SkyDisagreement *x = *(const SkyDisagreement *const *) a;
  const SkyDisagreement *y = *(const SkyDisagreement *const *) b;
  gint64 round_x = x->rounds[0] != 0 ? x->rounds[0] : x->rounds[1];
  gint64 round_y = y->rounds[0] != 0 ? y->rounds[0] : y->rounds[1];

  return round_x < round_y ? -1 : round_x > round_y;
}

static void
comparing_init (Comparing *self, const SkySurveyLog *a, const SkySurveyLog *b)
{
  self->logs[0] = a;
  self->logs[1] = b;
  self->comparison = g_new0 (SkyComparison, 1);
  self->comparison->kinds = g_array_new (FALSE, FALSE, sizeof (SkyComparedKind));
  self->comparison->disagreements = g_ptr_array_new_with_free_func (disagreement_free);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  for (guint side = 0; side < 2; side++)
    {
      guint n = self->logs[side]->wagers->len;

      self->partners[side] = g_new (guint, n + 1);
      for (guint i = 0; i < n; i++)
        self->partners[side][i] = NOWHERE;
    }
  for (guint i = 0; i < SKY_N_COMPARED; i++)
    self->kinds[i] = (Kind){
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
      g_array_new (FALSE, FALSE, sizeof (SkyAgreementUnit)),
    };
  for (guint i = 0; i < 2; i++)
    self->present[i] = g_array_new (FALSE, FALSE, sizeof (SkyPositiveRound));
  self->differences = g_array_new (FALSE, FALSE, sizeof (SkyMoney));
}

static void
comparing_clear (Comparing *self)
{
  for (guint i = 0; i < SKY_N_COMPARED; i++)
    {
      g_hash_table_unref (self->kinds[i].categories);
      g_array_unref (self->kinds[i].units);
    }
  for (guint i = 0; i < 2; i++)
    g_array_unref (self->present[i]);
  g_array_unref (self->differences);
  g_array_unref (self->pairs);
  g_free (self->partners[0]);
  g_free (self->partners[1]);
}

SkyComparison *
sky_comparison_new (const SkySurveyLog *a,
                    const SkySurveyLog *b,
                    const SkyComparisonOptions *options)
{
  Comparing self = { .options = options };

  comparing_init (&self, a, b);
  self.comparison->by_time = is_by_time (&self);
  if (self.comparison->by_time)
    pair_by_time (&self);
  else
    pair_by_number (&self);
  compare_rounds (&self);
  compare_acts (&self);
  if (has_class (&self, SKY_CLASS_WAGERS))
    compare_wagers (&self);
  compute (&self);
  g_ptr_array_sort (self.comparison->disagreements, compare_disagreements);
  comparing_clear (&self);
  return self.comparison;
}
