/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-text.h"

#include <stdlib.h>
#include <string.h>

static int
compare_integers (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

static void
add_sorted (GString *text, const gint64 *values, guint n, char between)
{
  gint64 sorted[SKY_MAX_NUMBERS];

  memcpy (sorted, values, n * sizeof *values);
  qsort (sorted, n, sizeof *sorted, compare_integers);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (text, between);
      g_string_append_printf (text, "%" G_GINT64_FORMAT, sorted[i]);
    }
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  const SkyText *x = a, *y = b;
  int order = memcmp (x->data, y->data, MIN (x->length, y->length));

  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return order;
}

static void
add_text (GString *text, SkyText value)
{
  g_string_append_len (text, value.data, (gssize) value.length);
}

static void
add_sorted_texts (GString *text, const SkyText *values, guint n)
{
  SkyText sorted[SKY_MAX_NUMBERS];

  memcpy (sorted, values, n * sizeof *values);
  qsort (sorted, n, sizeof *sorted, compare_texts);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (text, '/');
      add_text (text, sorted[i]);
    }
}

void
sky_bet_text (const SkyBetRef *bet, GString *text)
{
  SkyBetMembers members = bet->form != NULL ? bet->form->members : 0;

  add_text (text, bet->name);
  if (members == 0 || members == SKY_MEMBER_SUPPORTS)
    return;
  g_string_append_c (text, ' ');
  if (members & SKY_MEMBER_NUMBER)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, bet->number);
  if (members & (SKY_MEMBER_NUMBER_TEXT | SKY_MEMBER_NUMBERS_TEXT))
    add_sorted_texts (text, bet->number_texts, bet->n_numbers);
  if (members & SKY_MEMBER_NUMBERS)
    add_sorted (text, bet->numbers, bet->n_numbers, '/');
  if (members & SKY_MEMBER_DICE)
    add_sorted (text, bet->dice, 2, '-');
  if (members & SKY_MEMBER_AREA)
    g_string_append_printf (text, "area %" G_GINT64_FORMAT, bet->area);
  if (members & SKY_MEMBER_SYMBOL)
    add_text (text, bet->symbol);
}

static void
add_place (GString *text, gint64 place)
{
  switch (place)
    {
    case SKY_PLACE_DEALER:
      g_string_append (text, "dealer");
      break;
    case SKY_PLACE_DEAD:
      g_string_append (text, "dead");
      break;
    case SKY_PLACE_COMMUNITY:
      g_string_append (text, "community");
      break;
    default:
      g_string_append_printf (text, "seat %" G_GINT64_FORMAT, place);
    }
}

static void
add_cards (GString *text, const SkyCard *cards, guint n)
{
  char buffer[3];

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %s", sky_card_to_text (cards[i], buffer));
}

/* In the order of their names: who saw four tiles saw them in no order. */
static void
add_tiles (GString *text, const SkyTile *tiles, guint n)
{
  SkyTile sorted[4];
  char buffer[4];

  memcpy (sorted, tiles, n * sizeof *tiles);
  for (guint i = 1; i < n; i++)
    for (guint j = i; j > 0 && sorted[j] < sorted[j - 1]; j--)
      {
        SkyTile tile = sorted[j];

        sorted[j] = sorted[j - 1];
        sorted[j - 1] = tile;
      }
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %s", sky_tile_to_text (sorted[i], buffer));
}

static void
add_result (GString *text, const SkyEvent *event, const SkyFormatIndex *formats)
{
  if (event->result.n_dice > 0)
    add_sorted (text, event->result.dice, event->result.n_dice, '-');
  else if (event->result.pocket.length > 0)
    add_text (text, event->result.pocket);
  else if (formats->game == SKY_GAME_BIG_SIX)
    g_string_append_printf (text, "section %" G_GINT64_FORMAT ", %.*s", event->result.section,
                            (int) event->result.symbol.length, event->result.symbol.data);
  else
    g_string_append_printf (text, "number %" G_GINT64_FORMAT, event->result.number);
}

static void
add_call (GString *text, const SkyEvent *event)
{
  if (event->call.n_dice > 0)
    add_sorted (text, event->call.dice, event->call.n_dice, '-');
  else if (event->call.pocket.length > 0)
    add_text (text, event->call.pocket);
  else if (event->call.symbol.length > 0)
    add_text (text, event->call.symbol);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, event->call.total);
}

static void
add_bets (GString *text, const SkyEvent *event, const SkyFormatIndex *formats)
{
  const SkyJsonNode *bet = sky_json_first (event->bets.list);

  for (guint i = 0; i < event->bets.list->n_children; i++, bet = sky_json_next (bet))
    {
      const SkyJsonNode *odds = sky_json_member (bet, "odds");
      SkyBetRef ref;
      char cause[160];

      if (!sky_bet_ref_read (formats, bet, &ref, cause))
        continue;
      if (i > 0)
        g_string_append (text, ", ");
      sky_bet_text (&ref, text);
      if (odds != NULL && odds->kind == SKY_JSON_TEXT)
        g_string_append_printf (text, " %.*s", (int) odds->text.length, odds->text.data);
    }
}

static void
add_cut (GString *text, const SkyEvent *event)
{
  add_place (text, event->cut.by);
  for (guint i = 0; i < event->cut.n_moves; i++)
    g_string_append_printf (text, ", %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %s",
                            event->cut.moves[i].first, event->cut.moves[i].last,
                            event->cut.moves[i].left ? "left" : "right");
}

static void
add_deal (GString *text, const SkyEvent *event, const SkyFormatIndex *formats)
{
  if (event->type != SKY_EVENT_DISCARD)
    add_place (text, event->deal.to);
  if (formats->game == SKY_GAME_PAI_GOW)
    add_tiles (text, event->deal.tiles, event->type == SKY_EVENT_EXPOSE ? 1 : 4);
  else
    add_cards (text, event->deal.cards, event->deal.n_cards);
  if (event->deal.war)
    g_string_append (text, " (war)");
}

static void
add_set (GString *text, const SkyEvent *event)
{
  add_place (text, event->set.to);
  g_string_append (text, " high");
  add_tiles (text, event->set.high, 2);
  g_string_append (text, " low");
  add_tiles (text, event->set.low, 2);
}

static void
add_reveal (GString *text, const SkyEvent *event, const SkyFormatIndex *formats)
{
  if (formats->game == SKY_GAME_PAI_GOW)
    add_place (text, event->reveal.seat);
  else if (formats->game == SKY_GAME_RAISE_IT_UP)
    add_cards (text, &event->reveal.card, 1);
}

static void
add_stacks (GString *text, const SkyEvent *event)
{
  for (guint i = 0; i < 8; i++)
    {
      g_string_append_printf (text, "%s%u:", i > 0 ? ", " : "", i + 1);
      add_tiles (text, event->stacks.tiles[i], 4);
    }
}

static void
add_money (GString *text, const char *name, SkyMoney amount)
{
  g_autofree char *shown = sky_money_format (amount);

  g_string_append_printf (text, ", %s %s", name, shown);
}

static void
add_bank (GString *text, const SkyEvent *event)
{
  add_place (text, event->bank.seat);
  g_string_append (text, event->bank.co ? ", co-bank" : "");
  add_money (text, "dealer's wager", event->bank.dealer_wager);
}

static void
add_bank_settle (GString *text, const SkyEvent *event)
{
  add_place (text, event->bank_settle.seat);
  add_money (text, "surplus", event->bank_settle.surplus);
  add_money (text, "vig", event->bank_settle.vig);
  add_money (text, "collected", event->bank_settle.collected);
}

static void
add_decision (GString *text, const SkyEvent *event)
{
  static const char *const choices[] = { "play",    "void", "surrender", "bank", "pass_bank",
                                         "co_bank", "war",  "check",     "fold" };

  add_place (text, event->decision.seat);
  g_string_append_printf (text, " %s", choices[event->decision.choice]);
  if (event->decision.street > 0)
    g_string_append_printf (text, " at %" G_GINT64_FORMAT, event->decision.street);
}

/* What has one number, or two. */
static void
add_numbers (GString *text, const SkyEvent *event, const SkyFormatIndex *formats)
{
  switch ((guint) event->type)
    {
    case SKY_EVENT_SHAKE:
      g_string_append_printf (text, "%" G_GINT64_FORMAT " times", event->shake.times);
      break;
    case SKY_EVENT_PUCK:
      if (event->puck.on)
        g_string_append_printf (text, "puck %" G_GINT64_FORMAT, event->puck.number);
      else
        g_string_append (text, "puck off");
      break;
    case SKY_EVENT_FIRE_MARKER:
      g_string_append_printf (text, "%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " in all",
                              event->fire_marker.number, event->fire_marker.count);
      break;
    case SKY_EVENT_MARKER_BUTTON:
      if (event->marker_button.n_dice > 0)
        add_sorted (text, event->marker_button.dice, 2, '-');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, event->marker_button.number);
      break;
    case SKY_EVENT_ENTRY:
    case SKY_EVENT_LAMMER:
      add_sorted (text, event->result.dice, formats->game == SKY_GAME_SIC_BO ? 3 : 2, '-');
      break;
    case SKY_EVENT_STUB:
    case SKY_EVENT_BURN:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, event->count.cards);
      break;
    case SKY_EVENT_LOCK_OUT:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, event->lock_out.accepted);
      break;
    default:
      break;
    }
}

void
sky_event_text (const SkyEvent *event, const SkyFormatIndex *formats, GString *text)
{
  switch ((guint) event->type)
    {
    case SKY_EVENT_RESULT:
      add_result (text, event, formats);
      break;
    case SKY_EVENT_VOID:
      g_string_append (text, "void: ");
      add_text (text, event->cancel.reason_text);
      break;
    case SKY_EVENT_SHOOTER:
      g_string_append_printf (text, "shooter %" G_GINT64_FORMAT, event->shooter.seat);
      break;
    case SKY_EVENT_DEAL:
    case SKY_EVENT_EXPOSE:
    case SKY_EVENT_DISCARD:
      add_deal (text, event, formats);
      break;
    case SKY_EVENT_SET:
      add_set (text, event);
      break;
    case SKY_EVENT_REVEAL:
      add_reveal (text, event, formats);
      break;
    case SKY_EVENT_POWER_ODDS:
    case SKY_EVENT_ILLUMINATE:
      add_bets (text, event, formats);
      break;
    case SKY_EVENT_CALL:
      add_call (text, event);
      break;
    case SKY_EVENT_SPIN:
      if (formats->game == SKY_GAME_ROULETTE)
        g_string_append_printf (text, "wheel %s, ball %s",
                                event->spin.wheel_clockwise ? "cw" : "ccw",
                                event->spin.ball_clockwise ? "cw" : "ccw");
      break;
    case SKY_EVENT_MARKER:
      add_text (text, event->marker.pocket);
      break;
    case SKY_EVENT_CUT:
      add_cut (text, event);
      break;
    case SKY_EVENT_STYLE:
      g_string_append_printf (text, "style %d", event->style.style);
      break;
    case SKY_EVENT_STACKS:
      add_stacks (text, event);
      break;
    case SKY_EVENT_DICE_OFFER:
      g_string_append_printf (text, "seat %" G_GINT64_FORMAT "%s", event->dice_offer.seat,
                              event->dice_offer.accepted ? "" : " declines");
      break;
    case SKY_EVENT_LIGHT:
      add_place (text, event->light.seat);
      break;
    case SKY_EVENT_VALIDATE:
      add_place (text, event->validate.seat);
      break;
    case SKY_EVENT_DECISION:
      add_decision (text, event);
      break;
    case SKY_EVENT_BANK:
      add_bank (text, event);
      break;
    case SKY_EVENT_BANK_SETTLE:
      add_bank_settle (text, event);
      break;
    case SKY_EVENT_ENVY:
      add_place (text, event->envy.seat);
      add_money (text, "paid", event->envy.paid);
      break;
    default:
      add_numbers (text, event, formats);
    }
}

void
sky_result_procedure_text (const SkyEvent *event, const SkyFormatIndex *formats, GString *text)
{
  static const char *const seen[] = {
    "off_table",  "stacked",        "not_simultaneous", "missed_end_wall",  "on_bank",  "in_cup",
    "on_rail",    "touched_chips",  "cocked",           "cocked_two_sides", "not_flat", "fell_out",
    "left_wheel", "foreign_object", "same_direction",   "between",
  };
  const char *before = "";

  if (formats->game == SKY_GAME_ROULETTE || formats->game == SKY_GAME_BIG_SIX)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT " revolutions", event->result.revolutions);
      before = ", ";
    }
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    if (event->result.observed & 1u << i)
      {
        g_string_append_printf (text, "%s%s", before, seen[i]);
        before = ", ";
      }
}
