/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-caption.h"

#include <glib/gi18n-lib.h>

#include "sky-bet.h"

static char *
text_of (SkyText text)
{
  return g_strndup (text.data, text.length);
}

/* "3 5" */
static char *
dice_of (const gint64 *dice, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", dice[i]);
  return g_string_free (text, FALSE);
}

static char *
wager_of (const SkyEvent *event)
{
  const SkyBetRef *ref = &event->wager.bet;
  g_autofree char *amount = sky_money_format (event->wager.amount);
  g_autofree char *name = text_of (ref->name);
  g_autofree char *seat = g_strdup_printf ("%" G_GINT64_FORMAT, event->wager.seat);
  g_autofree char *number =
      ref->number != 0 ? g_strdup_printf (" %" G_GINT64_FORMAT, ref->number) : g_strdup ("");
  g_autofree char *bet = g_strdup_printf (
      "%s%s", ref->form != NULL ? ((const SkyBet *) (gconstpointer) ref->form)->name : name,
      number);

  /* Translators: a wager, its amount, the number of the seat. */
  return g_strdup_printf (_ ("%s %s, seat %s"), bet, amount, seat);
}

static char *
result_of (const SkyEvent *event)
{
  g_autofree char *shown = NULL;

  if (event->result.n_dice > 0)
    shown = dice_of (event->result.dice, event->result.n_dice);
  else if (event->result.pocket.length > 0)
    shown = text_of (event->result.pocket);
  else if (event->result.symbol.length > 0)
    shown = text_of (event->result.symbol);
  else
    shown = g_strdup_printf ("%" G_GINT64_FORMAT, event->result.number);
  /* Translators: what the dice or the wheel show. */
  return g_strdup_printf (_ ("RESULT %s"), shown);
}

static char *
call_of (const SkyEvent *event)
{
  g_autofree char *called = NULL;

  if (event->call.n_dice > 0)
    called = dice_of (event->call.dice, event->call.n_dice);
  else if (event->call.pocket.length > 0)
    called = text_of (event->call.pocket);
  else if (event->call.symbol.length > 0)
    called = text_of (event->call.symbol);
  else
    called = g_strdup_printf ("%" G_GINT64_FORMAT, event->call.total);
  /* Translators: what was announced aloud at the table. */
  return g_strdup_printf (_ ("called %s"), called);
}

char *
sky_caption_of_event (const SkyEvent *event)
{
  switch ((guint) event->type)
    {
    case SKY_EVENT_WAGER:
      return wager_of (event);
    case SKY_EVENT_RESULT:
      return result_of (event);
    case SKY_EVENT_CALL:
      return call_of (event);
    case SKY_EVENT_THROW:
      return g_strdup (_ ("the dice are thrown"));
    case SKY_EVENT_NO_MORE_BETS:
      return g_strdup (_ ("no more bets"));
    case SKY_EVENT_VOID:
      return g_strdup (_ ("called void"));
    case SKY_EVENT_DISPUTE:
      return g_strdup (_ ("DISPUTE"));
    default:
      return NULL;
    }
}
