/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-table-private.h"

#include "sky-edition.h"

#include <glib/gi18n-lib.h>

static SkyMoney
member_money (const SkyJsonNode *object, const char *name, SkyMoney absent)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  return node != NULL && node->kind == SKY_JSON_INT ? node->integer : absent;
}

static GHashTable *
read_bet_limits (const SkyJsonNode *bets)
{
  GHashTable *limits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const SkyJsonNode *name = bets != NULL ? sky_json_first (bets) : NULL;

  for (guint i = 0; bets != NULL && i < bets->n_children; i++, name = sky_json_next (name + 1))
    {
      SkyBetLimits *of_bet = g_new0 (SkyBetLimits, 1);

      of_bet->min = member_money (name + 1, "min", -1);
      of_bet->max = member_money (name + 1, "max", -1);
      of_bet->increment = member_money (name + 1, "increment", 0);
      g_hash_table_replace (limits, sky_text_dup (name->text), of_bet);
    }
  return limits;
}

static gboolean
same_bet_limits (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer name, limits;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &name, &limits))
    {
      const SkyBetLimits *x = limits, *y = g_hash_table_lookup (b, name);

      if (y == NULL || x->min != y->min || x->max != y->max || x->increment != y->increment)
        return FALSE;
    }
  return TRUE;
}

/* § 521.8(c)(2): at least 30 minutes ahead, by a sign and by word. */
static gboolean
was_announced (const SkyTable *self, SkyMoney min, SkyMoney max)
{
  SkyTime ahead = sky_amount (SKY_AMOUNT_LIMITS_NOTICE, self->gaming_day) * SKY_MINUTE;

  for (guint i = 0; i < self->notices->len; i++)
    {
      const SkyLimitsNotice *notice = &g_array_index (self->notices, SkyLimitsNotice, i);

      if (notice->complete && notice->min == min && notice->max == max
          && notice->at <= self->at - ahead)
        return TRUE;
    }
  return FALSE;
}

static void
clear_bets (SkyTable *self)
{
  g_clear_pointer (&self->limits.bets, g_hash_table_unref);
  g_clear_pointer (&self->limits.by_bet, g_free);
}

/* Every wager asks for the limits of its bet. */
static void
index_bets (SkyTable *self)
{
  self->limits.by_bet = g_new (const SkyBetLimits *, self->game->n_bets);
  for (guint i = 0; i < self->game->n_bets; i++)
    self->limits.by_bet[i] = g_hash_table_lookup (self->limits.bets, self->game->bets[i].form.bet);
}

void
sky_limits_set (SkyTable *self, const SkyEvent *event)
{
  g_autoptr (GHashTable) bets = read_bet_limits (event->limits.bets);
  SkyMoney min = event->limits.min, max = event->limits.max;
  gboolean changed = self->limits.known
                     && (min != self->limits.min || max != self->limits.max
                         || !same_bet_limits (bets, self->limits.bets));

  if (changed && sky_table_has_patrons (self) && !was_announced (self, min, max))
    sky_table_raise (self, SKY_CHECK_LIMITS_CHANGE_NOTICE, NULL, NULL,
                     "The limits changed with patrons at the table and no notice, posted and "
                     "announced, at least 30 minutes ahead.");

  clear_bets (self);
  self->limits = (SkyLimits){ TRUE, min, max, g_steal_pointer (&bets), NULL };
  index_bets (self);
}

void
sky_limits_note (SkyTable *self, const SkyEvent *event)
{
  SkyLimitsNotice notice = { event->limits_notice.min, event->limits_notice.max, self->at,
                             event->limits_notice.sign && event->limits_notice.announced };

  g_array_append_val (self->notices, notice);
}

/* Visits SkyBetLimits. */
static void
visit_bet_limits (SkyState *state, char **name, SkyBetLimits *limits)
{
  sky_state_text (state, name);
  sky_state_int (state, limits->min);
  sky_state_int (state, limits->max);
  sky_state_int (state, limits->increment);
}

static void
read_bets (SkyTable *self, SkyState *state, guint n)
{
  GHashTable *bets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < n && !sky_state_is_refused (state); i++)
    {
      SkyBetLimits *limits = g_new0 (SkyBetLimits, 1);
      char *name = NULL;

      visit_bet_limits (state, &name, limits);
      if (name == NULL)
        sky_state_refuse (state);
      g_hash_table_replace (bets, name != NULL ? name : g_strdup (""), limits);
    }
  clear_bets (self);
  self->limits.bets = bets;
  index_bets (self);
}

/* Visits SkyLimitsNotice. */
static void
visit_notice (SkyState *state, SkyLimitsNotice *notice)
{
  sky_state_int (state, notice->min);
  sky_state_int (state, notice->max);
  sky_state_int (state, notice->at);
  sky_state_int (state, notice->complete);
}

/* Visits SkyLimits, but not: by_bet. */
void
sky_limits_visit (SkyTable *self, SkyState *state)
{
  guint n = sky_state_count (state, g_hash_table_size (self->limits.bets), G_MAXINT32);
  GHashTableIter iter;
  gpointer name, limits;

  sky_state_int (state, self->limits.known);
  sky_state_int (state, self->limits.min);
  sky_state_int (state, self->limits.max);
  g_hash_table_iter_init (&iter, self->limits.bets);
  while (!sky_state_is_reading (state) && g_hash_table_iter_next (&iter, &name, &limits))
    visit_bet_limits (state, (char **) &name, limits);
  if (sky_state_is_reading (state))
    read_bets (self, state, n);

  g_array_set_size (self->notices, sky_state_count (state, self->notices->len, G_MAXINT32));
  for (guint i = 0; i < self->notices->len; i++)
    visit_notice (state, &g_array_index (self->notices, SkyLimitsNotice, i));
}

static void
raise_increment (SkyTable *self, const SkyWager *wager, SkyMoney increment)
{
  g_autofree char *amount = sky_phrase_money (wager->amount);
  g_autofree char *step = sky_phrase_money (increment);

  sky_table_raise (self, SKY_CHECK_LIMITS_INCREMENT, NULL, wager,
                   "%s is no multiple of the declared increment of %s.", amount, step);
}

static void
raise_range (SkyTable *self, const SkyWager *wager, SkyMoney min, SkyMoney max)
{
  gboolean below = wager->amount < min;
  g_autofree char *amount = sky_phrase_money (wager->amount);
  g_autofree char *bound = sky_phrase_money (below ? min : max);

  sky_table_raise (self, below ? SKY_CHECK_LIMITS_BELOW_MINIMUM : SKY_CHECK_LIMITS_ABOVE_MAXIMUM,
                   NULL, wager,
                   below ? N_ ("%s was accepted under the minimum of %s.")
                         : N_ ("%s was accepted over the maximum of %s."),
                   amount, bound);
}

void
sky_limits_check (SkyTable *self, const SkyWager *wager)
{
  SkyBetFlags flags = wager->bet != NULL ? wager->bet->flags : 0;
  const SkyBetLimits *of_bet;
  SkyMoney min, max;

  of_bet = wager->bet != NULL ? self->limits.by_bet[wager->bet - self->game->bets]
                              : g_hash_table_lookup (self->limits.bets, wager->bet_name);
  if (of_bet != NULL && of_bet->increment > 0 && wager->amount % of_bet->increment != 0)
    raise_increment (self, wager, of_bet->increment);
  /* The Fire Bet has limits of its own unless `limits` names it; odds are exempt
   * (§ 623a.3(b), § 623a.5(i)). */
  if (flags & SKY_BET_NO_TABLE_LIMITS || (flags & SKY_BET_OWN_LIMITS && of_bet == NULL))
    return;
  min = of_bet != NULL && of_bet->min >= 0 ? of_bet->min : self->limits.min;
  max = of_bet != NULL && of_bet->max >= 0 ? of_bet->max : self->limits.max;
  if (wager->amount < min || wager->amount > max)
    raise_range (self, wager, min, max);
}

void
sky_limits_clear (SkyTable *self)
{
  clear_bets (self);
  g_clear_pointer (&self->notices, g_array_unref);
}
