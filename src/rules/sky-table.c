/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-table-private.h"

SkyWager *
sky_table_find_wager (const SkyTable *self, SkyText id)
{
  return sky_wager_book_find (self->wagers, id);
}

gboolean
sky_table_is_news (SkyTable *self, const char *kind, const char *text)
{
  return g_hash_table_add (self->unknown, g_strconcat (kind, " ", text, NULL));
}

void
sky_table_end_wager (SkyTable *self, SkyWager *wager)
{
  if (wager->status != SKY_WAGER_UP)
    return;
  wager->status = SKY_WAGER_ENDED;
  self->thinned = TRUE;
}

const SkyWagerList *
sky_table_find_awaiting (SkyTable *self, guint result)
{
  sky_wager_list_find (self->up, result, self->awaiting);
  return self->awaiting;
}

void
sky_table_list_wagers (SkyTable *self)
{
  self->decided->len = 0;
  self->kinds_up = 0;
  self->thinned = FALSE;
  for (guint i = 0; i < self->up->len; i++)
    {
      SkyWager *wager = self->up->pdata[i];

      self->up->awaits[i] = wager->awaits;
      self->kinds_up |= SKY_KIND_BIT (wager->kind);
      self->thinned |= wager->status != SKY_WAGER_UP;
      wager->listed = FALSE;
      if (wager->due.outcome != SKY_OUTCOME_NONE || wager->matched)
        sky_table_begin_due (self, wager);
    }
}

/* Fills in what @due, the wager's, leaves empty. */
static inline void
complete_due (SkyTable *self, const SkyWager *wager, SkyDue *due)
{
  if (due->seq == 0)
    due->seq = self->seq;
  if (wager->bet != NULL)
    {
      if (due->section == NULL)
        due->section = sky_wager_section (wager);
      if (due->odds_section == NULL)
        due->odds_section = wager->bet->odds_section;
    }
  else
    due->section = self->game->wagers_section;
  if (self->game->section_in_force == NULL)
    return;
  due->section = sky_table_section_in_force (self, due->section);
  due->odds_section = sky_table_section_in_force (self, due->odds_section);
}

void
sky_table_decide (SkyTable *self, SkyWager *wager, const SkyDue *due)
{
  SkyDue *own = sky_table_begin_due (self, wager);

  *own = *due;
  complete_due (self, wager, own);
}

void
sky_table_decide_win (SkyTable *self, SkyWager *wager, const SkyPay *pay)
{
  SkyDue *due = sky_table_begin_due (self, wager);
  SkyOdds odds = sky_table_odds (self, pay);

  *due = (SkyDue){
    .outcome = SKY_OUTCOME_WIN,
    .paid = sky_table_pay (self, wager->amount, odds),
    .returned = wager->amount,
    .may_stay = (wager->bet->flags & SKY_BET_MAY_STAY) != 0,
    .pay = pay,
    .odds = odds,
  };
  complete_due (self, wager, due);
}

void
sky_table_decide_lose (SkyTable *self, SkyWager *wager)
{
  SkyDue *due = sky_table_begin_due (self, wager);

  *due = (SkyDue){ .outcome = SKY_OUTCOME_LOSE, .taken = wager->amount };
  complete_due (self, wager, due);
}

void
sky_table_decide_void (SkyTable *self, SkyWager *wager)
{
  SkyDue *due = sky_table_begin_due (self, wager);

  *due = (SkyDue){ .outcome = SKY_OUTCOME_VOID, .returned = wager->amount };
  complete_due (self, wager, due);
}

void
sky_table_undecide (SkyTable *self, SkyWager *wager)
{
  wager->due = (SkyDue){ 0 };
}

void
sky_table_take_place (SkyTable *self)
{
  sky_table_drop_held (self);
  self->instead_seq = self->seq;
  sky_table_step (self, NULL, self->seq, NULL,
                  "Another result of the round, and no void between: this one alone counts.");
}

const char *
sky_table_wager_name (const SkyTable *self, const SkyWager *wager)
{
  const char *name;

  if (wager->bet == NULL)
    return wager->bet_name;
  name = self->game->wager_name != NULL ? self->game->wager_name (self, wager) : NULL;
  return name != NULL ? name : wager->bet->name;
}

char *
sky_table_describe (const SkyTable *self, const SkyWager *wager, const SkyDue *due)
{
  const char *name = sky_table_wager_name (self, wager);
  g_autofree char *stake = sky_phrase_money (wager->amount);
  g_autofree char *odds = NULL;
  g_autofree char *paid = NULL;
  char *own = self->game->describe != NULL ? self->game->describe (self, wager, due) : NULL;

  if (own != NULL)
    return own;

  switch (due->outcome)
    {
    case SKY_OUTCOME_WIN:
      if (due->odds.b == 0)
        break;
      odds = sky_phrase_odds (due->odds);
      paid = sky_phrase_money (due->paid);
      if (due->odds.for_one)
        return sky_phrase ("%s pays %s: %s × %d less the stake is %s", name, odds, stake,
                           due->odds.a, paid);
      return sky_phrase ("%s pays %s: %s × %d / %d = %s", name, odds, stake, due->odds.a,
                         due->odds.b, paid);
    case SKY_OUTCOME_LOSE:
      return sky_phrase ("%s loses and its %s are taken", name, stake);
    case SKY_OUTCOME_PUSH:
      return sky_phrase ("%s is a tie and its %s go back", name, stake);
    case SKY_OUTCOME_VOID:
      return sky_phrase ("%s is void and its %s go back in full", name, stake);
    case SKY_OUTCOME_SURRENDER:
      return sky_phrase ("%s was surrendered", name);
    case SKY_OUTCOME_NONE:
      return sky_phrase ("%s is not decided", name);
    }
  paid = sky_phrase_money (due->paid);
  return sky_phrase ("%s wins %s", name, paid);
}

/* Whether the table settled @wager in this round before what decides it: it has ended by that. */
static gboolean
was_settled_before (const SkyTable *self, const SkyWager *wager)
{
  return wager->settlement.seq > self->round_seq && sky_wager_is_settled (wager)
         && wager->settlement.seq < wager->due.seq && wager->due.outcome != SKY_OUTCOME_VOID;
}

void
sky_table_tell_due_real (SkyTable *self, const SkyWager *wager, guint64 seq, const char *how)
{
  g_autofree char *text = NULL;
  g_autofree char *settled = NULL;
  g_autofree char *reading = NULL;

  if (wager->due.outcome == SKY_OUTCOME_NONE)
    return;
  if (was_settled_before (self, wager))
    settled = sky_phrase (
        "The wager was settled at event %" PRIu64
        ", before this, and has ended; for a dispute alone counts that it would be so: ",
        sky_table_number_of (self, wager->settlement.seq));
  if (wager->due.reading != 0)
    reading = sky_phrase (" (reading R%u)", wager->due.reading);
  text = sky_table_describe (self, wager, &wager->due);
  /* Translators: how it came, why it is told, what is due, and the reading that it rests on; the
   * first, second and last may be empty. */
  sky_table_step (self, wager, seq,
                  wager->due.outcome == SKY_OUTCOME_WIN ? wager->due.odds_section
                                                        : wager->due.section,
                  "%s%s%s%s.", how, settled, text, reading);
}

/* Leaves on the list what is still up. */
static void
thin_list (SkyTable *self)
{
  SkyWagerList up = *self->up;
  guint64 kinds = 0;
  guint kept = 0;

  for (guint i = 0; i < up.len; i++)
    {
      SkyWager *wager = up.pdata[i];
      guint64 is_up = wager->status == SKY_WAGER_UP;

      /* Which are up nobody can foretell: no branches. */
      up.pdata[kept] = wager;
      up.awaits[kept] = up.awaits[i];
      kept += (guint) is_up;
      kinds |= is_up << wager->kind % 64;
    }
  self->up->len = kept;
  self->kinds_up = kinds;
  self->thinned = FALSE;
}

void
sky_table_close_round (SkyTable *self)
{
  SkyWager **decided = self->decided->pdata;
  guint n_decided = self->decided->len;

  for (guint i = 0; i < n_decided; i++)
    {
      SkyWager *wager = decided[i];

      /* A void throw that left it up decided nothing. */
      if (wager->due.outcome != SKY_OUTCOME_NONE && (!wager->due.optional || wager->matched))
        wager->last_due = wager->due;
      wager->due.outcome = SKY_OUTCOME_NONE;
      wager->matched = FALSE;
      wager->listed = FALSE;
    }
  self->decided->len = 0;
  if (self->thinned)
    thin_list (self);
  sky_table_release_held (self);
  /* What it decided, or left undecided, they carry on. */
  for (guint i = 0; self->unsure && i < self->up->len; i++)
    self->up->pdata[i]->unsure = TRUE;
  self->unsure = FALSE;
  self->round = 0;
  self->betting_closed = FALSE;
  self->called = FALSE;
  self->missed_call = FALSE;
  self->unseen = FALSE;
  self->has_result = FALSE;
  self->instead_seq = 0;
  self->impossible = FALSE;
}
