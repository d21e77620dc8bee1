/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progressive (58 Pa. Code § 669a.8(b), § 669a.11(i)(3), § 669a.12(e)): the count of the wagers
 * that were locked out, the meter, the light and the validation of a winner, the Envy Bonuses. */
#include "config.h"

#include "sky-raise-it-up-private.h"

#include "sky-card-round.h"
#include "sky-edition.h"
#include "sky-json-writer.h"

static const SkyBet *
progressive (void)
{
  return &sky_raise_it_up_bets[SKY_RAISE_IT_UP_PROGRESSIVE];
}

static SkyMoney
seed_of (const SkyTable *table)
{
  return sky_table_option (table, SKY_RAISE_IT_UP_SEED);
}

SkyMoney
sky_raise_meter (const SkyTable *table)
{
  return sky_raise_state (table)->meter;
}

gboolean
sky_raise_follows_meter (const SkyTable *table)
{
  return sky_table_judges (table, SKY_CHECK_PROGRESSIVE_METER, NULL, 0);
}

void
sky_raise_on_rules (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  const SkyJsonNode *object = sky_json_member (event->rules.submission, "progressive");
  const SkyJsonNode *seed = object != NULL ? sky_json_member (object, "seed") : NULL;

  state->stated_seed = seed != NULL && seed->kind == SKY_JSON_INT ? seed->integer : seed_of (table);
  if (!state->meter_known)
    state->meter = seed_of (table);
}

/* § 669a.8(b): as many chips as wagers accepted; each wager adds to the meter. */
void
sky_raise_on_lock_out (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  SkyMoney sum = 0;
  gint64 n = 0;

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (!sky_card_round_is_up (wager, progressive ())
          || !sky_card_round_is_of_this (table, wager))
        continue;
      sum += wager->amount;
      n++;
    }
  if (event->lock_out.accepted != n || event->lock_out.chips != sum)
    {
      g_autofree char *chips = sky_phrase_money (event->lock_out.chips);
      g_autofree char *due = sky_phrase_money (sum);

      sky_table_raise (table, SKY_CHECK_PROGRESSIVE_LOCK_OUT, NULL, NULL,
                       "The system accepted %" PRId64
                       " wagers and chips of %s were counted; %" PRId64
                       " Progressive Payout Wagers of %s lie.",
                       event->lock_out.accepted, chips, n, due);
    }
  if (state->locked_out)
    return;
  state->locked_out = TRUE;
  state->meter += sky_money_share (sum, sky_table_option (table, SKY_RAISE_IT_UP_INCREMENT));
}

static gboolean
is_own_meter (const SkyTable *table, SkyText name)
{
  const char *own = sky_table_option_text (table, SKY_RAISE_IT_UP_METER);

  return sky_table_option (table, SKY_RAISE_IT_UP_PROGRESSIVE_OFFERED) > 0
         && (own == NULL || sky_text_is (name, own));
}

/* § 669a.12(e)(3): seed plus increments less payouts. */
void
sky_raise_on_meter (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  SkyMoney amount = event->meter.amount;
  gboolean wrong;
  g_autofree char *shown = sky_phrase_money (amount);
  g_autofree char *due = NULL;

  if (!is_own_meter (table, event->meter.meter))
    return;
  if (!state->meter_known)
    {
      /* The opening amount; a seed that may not be was found in the Rules Submission already. */
      wrong = amount < seed_of (table) && amount != state->stated_seed;
      state->meter = wrong ? seed_of (table) : amount;
      state->meter_known = TRUE;
    }
  else
    wrong = amount != state->meter;

  due = sky_phrase_money (state->meter);
  if (wrong)
    sky_table_raise (table, SKY_CHECK_PROGRESSIVE_METER, NULL, NULL,
                     "The meter shows %s; seed plus increments less payouts is %s.", shown, due);
  else
    sky_table_step (table, NULL, table->seq, "669a.12(e)(3)", "The meter shows %s.", shown);
}

void
sky_raise_on_light (SkyTable *table, const SkyEvent *event)
{
  if (event->light.seat <= SKY_RAISE_SEATS)
    sky_raise_state (table)->lit[event->light.seat] = TRUE;
}

void
sky_raise_on_validate (SkyTable *table, const SkyEvent *event)
{
  gboolean may =
      event->validate.role == SKY_ROLE_FLOORPERSON || event->validate.role == SKY_ROLE_PIT_MANAGER;

  if (event->validate.seat <= SKY_RAISE_SEATS && may)
    sky_raise_state (table)->validated[event->validate.seat] = TRUE;
}

void
sky_raise_on_envy (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  gint64 seat = event->envy.seat;

  if (table->round == 0 || seat > SKY_RAISE_SEATS)
    return;
  state->envy_paid[seat] += event->envy.paid;
  state->envy[seat] = (SkyRaiseMoment){ table->seq, table->at };
}

static gboolean
takes_meter (const SkyWager *wager)
{
  return wager->due.outcome == SKY_OUTCOME_WIN && wager->due.pay != NULL
         && wager->due.pay->key == SKY_THREE_CARD_ROYAL_SPADES;
}

/* § 669a.11(i)(3)(i): the light, a floorperson or above, and 100% of the meter from the cage. */
void
sky_raise_on_settle (SkyTable *table, const SkyEvent *event)
{
  SkyRaiseState *state = sky_raise_state (table);
  SkyWager *wager = table->wager;
  gboolean whole_meter;
  const char *why = NULL;

  if (wager == NULL || wager->bet != progressive () || wager->seat > SKY_RAISE_SEATS)
    return;
  /* Wanted where a win is due, and of its first settlement: another is its own cause. */
  if (wager->due.outcome != SKY_OUTCOME_WIN || state->void_seq != 0 || wager->tracked != 0)
    return;
  wager->tracked = 1;
  whole_meter = takes_meter (wager);
  if (event->settle.outcome == SKY_OUTCOME_WIN)
    {
      if (!state->lit[wager->seat])
        why = sky_phrase_words ("without the light of the progressive system");
      else if (!state->validated[wager->seat])
        why = sky_phrase_words ("without the validation of a floorperson or above");
      else if (whole_meter && !event->settle.from_cage)
        why = sky_phrase_words ("from the table, although it is 100%% of the meter");
    }
  if (why != NULL)
    sky_table_raise (table, SKY_CHECK_PROGRESSIVE_NOT_VALIDATED, NULL, wager,
                     "The Progressive Payout Wager of seat %" PRId64 " was paid %s.", wager->seat,
                     why);
  /* Where it was not paid the meter has nothing to lose. */
  if (whole_meter && event->settle.outcome == SKY_OUTCOME_WIN)
    state->meter = seed_of (table);
}

/* § 669a.12(e)(5): $100 and $25 for each dollar of the wager. */
SkyMoney
sky_raise_it_up_envy (const SkyTable *table, gint64 seat)
{
  const SkyRaiseState *state = sky_raise_state (table);
  SkyMoney stake = sky_card_round_sum (table, progressive (), seat);
  SkyMoney due = 0;

  if (stake == 0 || state->void_seq != 0)
    return 0;
  for (gint64 other = 1; other <= SKY_RAISE_SEATS; other++)
    {
      SkyThreeCardHand hand;

      /* Not for his own hand (§ 669a.11(i)(3)(i)(E)). */
      if (other == seat || !sky_raise_has_hand (state, other))
        continue;
      hand = sky_three_card_hand (state->hands[other].cards);
      if (hand == SKY_THREE_CARD_ROYAL_SPADES)
        due += stake * sky_amount (SKY_AMOUNT_ENVY_SPADES, table->gaming_day);
      else if (hand == SKY_THREE_CARD_ROYAL)
        due += stake * sky_amount (SKY_AMOUNT_ENVY_OTHERS, table->gaming_day);
    }
  return due;
}

static char *
money_json (const char *name, SkyMoney amount)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, name, amount);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

static void
check_envy (SkyTable *table, gint64 seat)
{
  const SkyRaiseState *state = sky_raise_state (table);
  SkyMoney due = sky_raise_it_up_envy (table, seat);
  SkyMoney paid = state->envy_paid[seat];
  const SkyRaiseMoment *moment = &state->envy[seat];
  g_autofree char *is_due = NULL;
  g_autofree char *was_paid = NULL;

  if (due == paid)
    return;
  is_due = sky_phrase_money (due);
  was_paid = sky_phrase_money (paid);
  sky_table_raise_at (
      table, SKY_CHECK_PROGRESSIVE_ENVY, NULL, NULL, moment->seq != 0 ? moment->seq : table->seq,
      moment->seq != 0 ? moment->at : table->at, money_json ("paid", paid),
      money_json ("paid", due), "Envy Bonuses of %s are due to seat %" PRId64 "; %s were paid.",
      is_due, seat, was_paid);
}

/* The whole of a meter is known to whoever has followed it. */
static gboolean
is_amount_known (const SkyTable *table, const SkyWager *wager)
{
  return !takes_meter (wager) || sky_raise_follows_meter (table);
}

/* The confirmation sheet's figures: hand, meter, payout, Envy Bonuses due. */
static char *
confirmation_json (const SkyTable *table, const SkyWager *wager, SkyMoney meter)
{
  const SkyRaiseState *state = sky_raise_state (table);
  const SkyCard *cards = state->hands[wager->seat].cards;
  GString *json = g_string_new (NULL);
  char text[3];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "outcome", "win");
  sky_json_add_string (json, "hand", sky_three_card_hand_name (sky_three_card_hand (cards)));
  sky_json_begin_array (json, "cards");
  for (guint i = 0; i < 3; i++)
    sky_json_add_string (json, NULL, sky_card_to_text (cards[i], text));
  sky_json_end_array (json);
  if (sky_raise_follows_meter (table))
    sky_json_add_int (json, "meter", meter);
  if (is_amount_known (table, wager))
    {
      sky_json_add_int (json, "paid", wager->due.paid);
      sky_json_add_int (json, "returned", wager->due.returned);
      sky_json_add_int (json, "payout", wager->due.paid + wager->due.returned);
    }
  sky_json_begin_array (json, "envy");
  for (gint64 seat = 1; seat <= SKY_RAISE_SEATS; seat++)
    {
      SkyMoney due = sky_raise_it_up_envy (table, seat);

      if (due == 0)
        continue;
      sky_json_begin_object (json, NULL);
      sky_json_add_int (json, "seat", seat);
      sky_json_add_int (json, "paid", due);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

static void
confirm (SkyTable *table, const SkyWager *wager)
{
  const SkyRaiseState *state = sky_raise_state (table);
  const SkyRaiseMoment *last = &state->revealed[2];
  /* The meter is at the seed again once its whole was paid. */
  SkyMoney meter = takes_meter (wager) ? wager->due.paid + wager->due.returned : state->meter;
  g_autofree char *told = is_amount_known (table, wager)
                              ? sky_table_describe (table, wager, &wager->due)
                              : sky_phrase ("The Progressive Payout Wager of seat %" PRId64
                                            " takes 100%% of the meter, which was not looked at",
                                            wager->seat);

  sky_table_raise_at (table, SKY_CHECK_PROGRESSIVE_CONFIRM, NULL, wager, last->seq, last->at, NULL,
                      confirmation_json (table, wager, meter),
                      "%s; surveillance must confirm hand, meter, payout and Envy Bonuses.", told);
}

void
sky_raise_end_progressive (SkyTable *table)
{
  const SkyRaiseState *state = sky_raise_state (table);
  SkyMoney stakes[SKY_RAISE_SEATS + 1];

  sky_card_round_sums (table, progressive (), SKY_RAISE_SEATS, stakes);
  for (guint i = 0; i < table->up->len && !table->impossible; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (sky_card_round_is_up (wager, progressive ()) && wager->due.outcome == SKY_OUTCOME_WIN)
        confirm (table, wager);
    }
  for (gint64 seat = 1; seat <= SKY_RAISE_SEATS && !table->impossible; seat++)
    if (stakes[seat] != 0 || state->envy_paid[seat] != 0)
      check_envy (table, seat);
}
