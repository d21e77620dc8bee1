/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-edition.h"
#include "sky-roulette-layout.h"
#include "sky-table-private.h"

#include <glib/gi18n-lib.h>

static gint8
clamp_number (gint64 number)
{
  return number < 0 || number > G_MAXINT8 ? -1 : (gint8) number;
}

static void
take_members (SkyTable *self, SkyWager *wager, const SkyBetRef *bet)
{
  SkyBetMembers members = bet->form != NULL ? bet->form->members : 0;

  if (members & SKY_MEMBER_NUMBER)
    wager->number = (gint) bet->number;
  if (members & SKY_MEMBER_AREA)
    wager->area = (gint) bet->area;
  if (members & SKY_MEMBER_DICE)
    {
      wager->dice[0] = clamp_number (MIN (bet->dice[0], bet->dice[1]));
      wager->dice[1] = clamp_number (MAX (bet->dice[0], bet->dice[1]));
    }
  if (members & (SKY_MEMBER_NUMBERS | SKY_MEMBER_NUMBERS_TEXT | SKY_MEMBER_NUMBER_TEXT))
    {
      wager->n_numbers = bet->n_numbers;
      for (guint i = 0; i < bet->n_numbers; i++)
        wager->numbers[i] = members & SKY_MEMBER_NUMBERS
                                ? clamp_number (bet->numbers[i])
                                : sky_pocket_from_text (bet->number_texts[i]);
    }
  if (members & SKY_MEMBER_SYMBOL)
    wager->symbol = sky_wager_book_keep_text (self->wagers, bet->symbol);
  if (members & SKY_MEMBER_SUPPORTS)
    {
      wager->supports = sky_table_find_wager (self, bet->supports);
      /* What it goes by lay there while nobody looked. */
      if (wager->supports != NULL ? wager->supports->unseen == SKY_UNSEEN_WHOLE
                                  : !sky_table_knows_ids (self))
        wager->unseen = SKY_UNSEEN_WHOLE;
      if (wager->supports == NULL)
        {
          g_autofree char *id = sky_text_dup (bet->supports);

          if (sky_table_knows_ids (self) && sky_table_is_news (self, "wager", id))
            sky_table_raise (self, SKY_CHECK_LOG_UNKNOWN_REFERENCE, NULL, NULL,
                             "The wager “%s” supports “%s”, which the log never introduced.",
                             wager->id, id);
        }
    }
}

static inline void
take_row (SkyTable *self, SkyWager *wager)
{
  gint row = self->game->find_row (wager);

  if (row >= 0)
    wager->row = (guint8) row;
  else
    wager->not_permissible = TRUE;
}

/* In what a wager was made: by word, on credit, in chips that the game does not take. */
static void
check_means (SkyTable *self, const SkyWager *wager, gboolean confirmed)
{
  gboolean by_word = wager->via == SKY_VIA_CASH_VERBAL;
  /* Craps takes cash with a word that the dealer confirms (§ 623a.4(b)); the Hot Roller wager never
   * (§ 623b.1(b)). */
  gboolean may_confirm = self->game->bets_end == SKY_BETS_END_NEVER
                         && !(wager->bet != NULL && wager->bet->flags & SKY_BET_NEVER_VERBAL);

  if (wager->via == SKY_VIA_CHIPS)
    return;
  if (by_word && !(confirmed && may_confirm))
    sky_table_raise (self, SKY_CHECK_WAGER_VERBAL, NULL, wager,
                     may_confirm
                         ? N_ ("A verbal wager with cash was taken without being confirmed.")
                         : N_ ("A verbal wager with cash was taken where none may be."));
  else if (wager->via == SKY_VIA_CALL)
    sky_table_raise (self, SKY_CHECK_WAGER_CALL_BET, NULL, wager,
                     "A call bet was taken: a wager without cash or chips.");
  else if (wager->via == SKY_VIA_VALUE_CHIPS || wager->via == SKY_VIA_PLAQUE)
    sky_table_raise (self, SKY_CHECK_WAGER_WRONG_CHIPS, NULL, wager,
                     "Roulette was wagered with anything but roulette chips.");
}

static void
check_seat (SkyTable *self, const SkyWager *wager)
{
  const SkySeat *seat;

  seat = sky_table_get_seat (self, wager->seat);
  if (seat == NULL || seat->present)
    return;
  sky_table_raise (self, SKY_CHECK_WAGER_NOT_SEATED, NULL, wager,
                   "Seat %" PRId64 " wagered although its player had left.", wager->seat);
}

static void
check_offered (SkyTable *self, const SkyWager *wager)
{
  if (wager->bet != NULL && (self->accepted[wager->kind / 64] >> wager->kind % 64 & 1) != 0)
    return;
  if (wager->bet == NULL)
    {
      sky_table_raise (self, SKY_CHECK_WAGER_NOT_PERMISSIBLE, NULL, wager,
                       "The chapter has no wager “%s”.", wager->bet_name);
      return;
    }
  if (wager->bet->edition != NULL && !sky_edition_in_force (wager->bet->edition, self->gaming_day))
    sky_table_raise (self, SKY_CHECK_RULES_NOT_IN_FORCE, NULL, wager,
                     "%s was wagered outside the dates of § %s.", wager->bet->name,
                     wager->bet->edition);
  if (!sky_table_offers (self, wager->bet))
    sky_table_raise (self, SKY_CHECK_WAGER_NOT_OFFERED, NULL, wager,
                     "%s is not in the Rules Submission in force.", wager->bet->name);
}

/* Late is what comes after the call or, without one in time, after the event that it must stand
 * before. */
static void
check_late (SkyTable *self, const SkyEvent *event, SkyWager *wager, const char *what)
{
  if (!self->betting_closed
      || (self->game->may_come_late != NULL && self->game->may_come_late (self, event, wager)))
    return;
  wager->late = TRUE;
  sky_table_raise (self, SKY_CHECK_WAGER_LATE, NULL, wager, "The wager was %s after %s.",
                   sky_phrase_words (what),
                   self->called ? sky_phrase_words ("“no more bets” was called")
                                : sky_phrase_words ("wagers had to end"));
}

/* What the event says of the wager, which is new. */
static inline void
fill_wager (SkyTable *self, SkyWager *wager, const SkyEvent *event)
{
  wager->bet = (const SkyBet *) event->wager.bet.form;
  if (wager->bet == NULL)
    wager->bet_name = sky_wager_book_keep_text (self->wagers, event->wager.bet.name);
  else
    wager->kind = (guint8) (wager->bet - self->game->bets);
  wager->not_permissible = wager->bet == NULL;
  wager->seat = event->wager.seat;
  wager->amount = event->wager.amount;
  wager->placed_amount = wager->amount;
  wager->vig = event->wager.vig;
  wager->via = (guint8) event->wager.via;
  wager->seq = self->seq;
  wager->at = self->at;
  wager->round = self->round;
  sky_wager_list_add (self->up, wager);
  self->kinds_up |= SKY_KIND_BIT (wager->kind);
  self->wager = wager;
  sky_table_await (self, G_MAXUINT16);

  take_members (self, wager, &event->wager.bet);
  if (wager->bet != NULL && self->game->find_row != NULL)
    take_row (self, wager);
}

void
sky_wagering_stand (SkyTable *self, const SkyEvent *event, gint64 number)
{
  SkyWager *wager = sky_wager_book_find (self->wagers, event->wager.wager);

  /* One that was forgotten may lie there still; any other is in the log as it is. */
  if (wager != NULL && wager->unseen != SKY_UNSEEN_WHOLE)
    return;
  if (wager != NULL)
    sky_wager_book_renew (wager);
  else
    wager = sky_wager_book_add (self->wagers, event->wager.wager);
  fill_wager (self, wager, event);
  if (wager->bet != NULL && (wager->bet->form.members & SKY_MEMBER_NUMBER) == 0)
    wager->point = (gint16) CLAMP (number, 0, G_MAXINT8);
}

gboolean
sky_wagering_place (SkyTable *self, const SkyEvent *event)
{
  SkyWager *wager = sky_wager_book_add (self->wagers, event->wager.wager);

  if (wager == NULL)
    {
      g_autofree char *id = sky_text_dup (event->wager.wager);

      sky_table_raise (self, SKY_CHECK_LOG_MALFORMED_LINE, NULL, NULL,
                       "The wager “%s” is in the log already; this line is not replayed.", id);
      return FALSE;
    }
  fill_wager (self, wager, event);
  check_offered (self, wager);
  check_means (self, wager, event->wager.confirmed);
  check_seat (self, wager);
  check_late (self, event, wager, N_ ("placed"));
  if (self->limits.known)
    sky_limits_check (self, wager);
  return TRUE;
}

gboolean
sky_wagering_change (SkyTable *self, const SkyEvent *event)
{
  static const char *const done[] = { N_ ("increased"), N_ ("reduced"), N_ ("removed"),
                                      N_ ("called on"), N_ ("called off") };
  SkyWager *wager = self->wager;

  /* Fine print 79: what has ended, or was settled and does not stay up, is changed no more. */
  if (wager == NULL || wager->status == SKY_WAGER_ENDED || sky_wager_is_settled (wager))
    return FALSE;
  /* Nor what was taken down; but at craps a Don't bet may not be increased then (§ 623a.4(d)). */
  if (wager->status == SKY_WAGER_REMOVED)
    return event->change.action == SKY_CHANGE_INCREASE;

  check_late (self, event, wager, done[event->change.action]);
  switch (event->change.action)
    {
    case SKY_CHANGE_INCREASE:
    case SKY_CHANGE_REDUCE:
      if (wager->status == SKY_WAGER_UP)
        {
          wager->amount = event->change.amount;
          if (self->limits.known)
            sky_limits_check (self, wager);
        }
      break;
    case SKY_CHANGE_REMOVE:
      if (wager->status == SKY_WAGER_UP)
        {
          wager->status = SKY_WAGER_REMOVED;
          self->thinned = TRUE;
          wager->removed_seq = self->seq;
        }
      break;
    case SKY_CHANGE_ON:
      wager->working = SKY_WORKING_ON;
      break;
    case SKY_CHANGE_OFF:
      wager->working = SKY_WORKING_OFF;
      break;
    }
  return TRUE;
}
