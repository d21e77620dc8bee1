/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-format-private.h"

#include <string.h>

/* Members that only some of their events need, by their place in the table. */
#define CHANGE_AMOUNT 2
#define PUCK_NUMBER   1

static guint
hash_name (SkyText name)
{
  return name.length == 0 ? 0
                          : ((guchar) name.data[0] * 31 + (guchar) name.data[name.length - 1] * 7
                             + (guchar) name.data[name.length / 2] * 13 + (guint) name.length)
                                % 256;
}

void
sky_format_index_init (SkyFormatIndex *index, SkyGameId game, guint version, SkyBetLookup lookup)
{
  const SkyEventFormat *formats;
  gsize n;

  *index = (SkyFormatIndex){
    .game = game, .version = version, .lookup = lookup, .bet_size = sizeof (SkyBetRef)
  };
  formats = sky_event_formats (&n);
  for (gsize i = 0; i < n; i++)
    {
      const char *name = sky_event_type_to_name (formats[i].type);
      guint slot;

      if (!(formats[i].games & 1u << game) || formats[i].since > version)
        continue;
      slot = hash_name ((SkyText){ name, strlen (name) });
      while (index->slots[slot] != NULL)
        slot = (slot + 1) % G_N_ELEMENTS (index->slots);
      index->slots[slot] = &formats[i];
      for (const SkyField *field = formats[i].fields; field->name != NULL; field++)
        if (field->kind == SKY_FIELD_SEAT
            || (field->kind == SKY_FIELD_PLACE && g_str_equal (field->name, "to")))
          index->seats[formats[i].type] = (guint16) field->offset;
    }
}

const SkyEventFormat *
sky_format_find (const SkyFormatIndex *index, SkyText name)
{
  for (guint slot = hash_name (name); index->slots[slot] != NULL;
       slot = (slot + 1) % G_N_ELEMENTS (index->slots))
    if (sky_text_is (name, sky_event_type_to_name (index->slots[slot]->type)))
      return index->slots[slot];
  return NULL;
}

static gboolean
read_int_between (const SkyJsonNode *node, gint64 low, gint64 high, gint64 *value)
{
  if (node->kind != SKY_JSON_INT || node->integer < low || node->integer > high)
    return FALSE;
  *value = node->integer;
  return TRUE;
}

static int
index_of_name (const char *const *names, SkyText text)
{
  for (int i = 0; names[i] != NULL; i++)
    if (text.length > 0 && sky_text_is (text, names[i]))
      return i;
  return -1;
}

static SkyRole
read_role (SkyText text)
{
  for (SkyRole role = SKY_ROLE_DEALER; role < SKY_ROLE_OTHER; role++)
    if (sky_text_is (text, sky_role_to_name (role)))
      return role;
  return SKY_ROLE_OTHER;
}

static gboolean
read_ints (const SkyJsonNode *node, guint n, gint64 *values)
{
  const SkyJsonNode *child = sky_json_first (node);

  if (node->kind != SKY_JSON_ARRAY || node->n_children != n)
    return FALSE;
  for (guint i = 0; i < n; i++, child = sky_json_next (child))
    if (!read_int_between (child, G_MININT32, G_MAXINT32, &values[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_tile (const SkyJsonNode *node, SkyTile *tile)
{
  return node->kind == SKY_JSON_TEXT && sky_tile_from_text (node->text, tile);
}

static gboolean
read_tiles (const SkyJsonNode *node, guint n, SkyTile *tiles)
{
  const SkyJsonNode *child = sky_json_first (node);

  if (node->kind != SKY_JSON_ARRAY || node->n_children != n)
    return FALSE;
  for (guint i = 0; i < n; i++, child = sky_json_next (child))
    if (!read_tile (child, &tiles[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_stacks (const SkyJsonNode *node, SkyEvent *event)
{
  const SkyJsonNode *child = sky_json_first (node);

  if (node->kind != SKY_JSON_ARRAY || node->n_children != 8)
    return FALSE;
  for (guint i = 0; i < 8; i++, child = sky_json_next (child))
    if (!read_tiles (child, 4, event->stacks.tiles[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_moves (const SkyJsonNode *node, SkyEvent *event)
{
  const SkyJsonNode *move = sky_json_first (node);

  if (node->kind != SKY_JSON_ARRAY || node->n_children > SKY_MAX_MOVES)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++, move = sky_json_next (move))
    {
      const SkyJsonNode *end = move + 3;

      if (move->kind != SKY_JSON_ARRAY || move->n_children != 3 || move->span != 4
          || !read_int_between (move + 1, 1, 8, &event->cut.moves[i].first)
          || !read_int_between (move + 2, 1, 8, &event->cut.moves[i].last)
          || end->kind != SKY_JSON_TEXT)
        return FALSE;
      if (sky_text_is (end->text, "left"))
        event->cut.moves[i].left = TRUE;
      else if (!sky_text_is (end->text, "right"))
        return FALSE;
    }
  event->cut.n_moves = (guint8) node->n_children;
  return TRUE;
}

static gboolean
read_cards (const SkyJsonNode *node, SkyEvent *event)
{
  const SkyJsonNode *child = sky_json_first (node);

  if (node->kind != SKY_JSON_ARRAY || node->n_children > SKY_MAX_CARDS)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
    if (child->kind != SKY_JSON_TEXT || !sky_card_from_text (child->text, &event->deal.cards[i]))
      return FALSE;
  event->deal.n_cards = (guint8) node->n_children;
  return TRUE;
}

static gboolean
read_place (const SkyJsonNode *node, gint64 *place)
{
  if (node->kind == SKY_JSON_INT)
    return read_int_between (node, 1, G_MAXINT32, place);
  if (node->kind != SKY_JSON_TEXT)
    return FALSE;
  if (sky_text_is (node->text, "dealer"))
    *place = SKY_PLACE_DEALER;
  else if (sky_text_is (node->text, "dead"))
    *place = SKY_PLACE_DEAD;
  else if (sky_text_is (node->text, "community"))
    *place = SKY_PLACE_COMMUNITY;
  else
    return FALSE;
  return TRUE;
}

static gboolean
read_observed (const SkyJsonNode *node, SkyObserved *observed)
{
  const SkyJsonNode *child = sky_json_first (node);
  guint bits = 0;

  if (node->kind != SKY_JSON_ARRAY)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
    {
      int bit;

      if (child->kind != SKY_JSON_TEXT)
        return FALSE;
      bit = index_of_name (sky_event_observed_names, child->text);
      if (bit >= 0)
        bits |= 1u << bit;
    }
  *observed = bits;
  return TRUE;
}

static gboolean
is_money (const SkyJsonNode *node)
{
  gint64 amount;

  return node == NULL || node->kind == SKY_JSON_NULL
         || read_int_between (node, 0, SKY_MONEY_MAX, &amount);
}

/* The limits of bets, by their names: what they hold is read where it is asked for. */
static gboolean
is_bet_limits (const SkyJsonNode *node)
{
  const SkyJsonNode *name = sky_json_first (node);

  if (node->kind != SKY_JSON_OBJECT)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++, name = sky_json_next (name + 1))
    if (name[1].kind != SKY_JSON_OBJECT || !is_money (sky_json_member (name + 1, "min"))
        || !is_money (sky_json_member (name + 1, "max"))
        || !is_money (sky_json_member (name + 1, "increment")))
      return FALSE;
  return TRUE;
}

static gboolean
read_claim (const SkyJsonNode *node, SkyEvent *event)
{
  const SkyJsonNode *outcome = sky_json_member (node, "outcome");
  const SkyJsonNode *paid = sky_json_member (node, "paid");
  int index;

  if (outcome == NULL || outcome->kind != SKY_JSON_TEXT)
    return FALSE;
  index = index_of_name (sky_event_outcome_names, outcome->text);
  if (index < 0)
    return FALSE;
  event->dispute.claim_outcome = index;
  return paid == NULL || read_int_between (paid, 0, SKY_MONEY_MAX, &event->dispute.claim_paid);
}

/* As a `puck` has it, or its number alone. */
static gboolean
read_puck (const SkyJsonNode *node, SkyEvent *event)
{
  const SkyJsonNode *on = sky_json_member (node, "on");
  const SkyJsonNode *number = node;

  if (node->kind == SKY_JSON_OBJECT)
    {
      if (on == NULL || on->kind != SKY_JSON_BOOL)
        return FALSE;
      number = sky_json_member (node, "number");
    }
  event->standing.has_puck = TRUE;
  if (on != NULL && !on->boolean)
    return TRUE;
  if (number == NULL
      || !read_int_between (number, on != NULL ? 1 : 0, G_MAXINT32, &event->standing.puck_number))
    return FALSE;
  event->standing.puck_on = event->standing.puck_number != 0;
  return TRUE;
}

gboolean
sky_field_bounds (SkyFieldKind kind, gint64 *low, gint64 *high)
{
  *low = kind == SKY_FIELD_INT ? G_MININT32 : kind == SKY_FIELD_SEAT ? 1 : 0;
  *high = kind == SKY_FIELD_MONEY ? SKY_MONEY_MAX : G_MAXINT32;
  return kind == SKY_FIELD_INT || kind == SKY_FIELD_COUNT || kind == SKY_FIELD_SEAT
         || kind == SKY_FIELD_MONEY;
}

gboolean
sky_event_read_field (const SkyField *field, const SkyJsonNode *node, SkyEvent *event)
{
  gpointer at = (char *) event + field->offset;
  gint64 low, high;
  int index;

  switch (field->kind)
    {
    case SKY_FIELD_END:
    case SKY_FIELD_BET:
    case SKY_FIELD_BET_MEMBER:
      g_assert_not_reached ();
    case SKY_FIELD_ANY:
      return TRUE;
    case SKY_FIELD_INT:
    case SKY_FIELD_COUNT:
    case SKY_FIELD_SEAT:
    case SKY_FIELD_MONEY:
      sky_field_bounds (field->kind, &low, &high);
      if (!read_int_between (node, low, high, at))
        return FALSE;
      if (field->kind == SKY_FIELD_INT && event->type == SKY_EVENT_RESULT)
        event->result.has_number = TRUE;
      return TRUE;
    case SKY_FIELD_BOOL:
      *(gboolean *) at = node->boolean;
      return node->kind == SKY_JSON_BOOL;
    case SKY_FIELD_TEXT:
      *(SkyText *) at = node->text;
      return node->kind == SKY_JSON_TEXT;
    case SKY_FIELD_TIME:
      return node->kind == SKY_JSON_TEXT && sky_time_parse (node->text.data, node->text.length, at);
    case SKY_FIELD_DICE_2:
    case SKY_FIELD_DICE_3:
      {
        guint n = field->kind == SKY_FIELD_DICE_2 ? 2 : 3;

        sky_event_count_dice (event, n);
        return read_ints (node, n, at);
      }
    case SKY_FIELD_CARD:
      event->deal.n_cards = event->type != SKY_EVENT_REVEAL;
      return node->kind == SKY_JSON_TEXT && sky_card_from_text (node->text, at);
    case SKY_FIELD_CARDS:
      return read_cards (node, event);
    case SKY_FIELD_TILE:
      event->deal.n_tiles = 1;
      return read_tile (node, at);
    case SKY_FIELD_TILES_2:
      return read_tiles (node, 2, at);
    case SKY_FIELD_TILES_4:
      event->deal.n_tiles = 4;
      return read_tiles (node, 4, at);
    case SKY_FIELD_STACKS:
      return read_stacks (node, event);
    case SKY_FIELD_MOVES:
      return read_moves (node, event);
    case SKY_FIELD_PLACE:
      return read_place (node, at);
    case SKY_FIELD_ENUM:
      if (node->kind != SKY_JSON_TEXT)
        return FALSE;
      index = index_of_name (field->names, node->text);
      *(int *) at = index;
      return index >= 0;
    case SKY_FIELD_ROLE:
      if (node->kind != SKY_JSON_TEXT)
        return FALSE;
      *(SkyRole *) at = read_role (node->text);
      return TRUE;
    case SKY_FIELD_REASON:
      if (node->kind != SKY_JSON_TEXT)
        return FALSE;
      event->cancel.reason_text = node->text;
      index = index_of_name (sky_event_reason_names, node->text);
      event->cancel.reason = MAX (index, SKY_VOID_OTHER);
      return TRUE;
    case SKY_FIELD_OBSERVED:
      return read_observed (node, at);
    case SKY_FIELD_OBJECT:
      *(const SkyJsonNode **) at = node;
      return node->kind == SKY_JSON_OBJECT;
    case SKY_FIELD_ARRAY:
      *(const SkyJsonNode **) at = node;
      return node->kind == SKY_JSON_ARRAY;
    case SKY_FIELD_LIMITS:
      *(const SkyJsonNode **) at = node;
      return is_bet_limits (node);
    case SKY_FIELD_CLAIM:
      return read_claim (node, event);
    case SKY_FIELD_PUCK:
      return read_puck (node, event);
    case SKY_FIELD_WAGERS:
      *(const SkyJsonNode **) at = node;
      return node->kind == SKY_JSON_ARRAY;
    }
  return FALSE;
}

static gboolean
read_pair (const SkyJsonNode *node, gint64 *first, gint64 *second)
{
  if (node->kind != SKY_JSON_ARRAY || node->n_children != 2 || node->span != 3)
    return FALSE;
  return read_int_between (node + 1, 0, G_MAXINT32, first)
         && read_int_between (node + 2, 0, G_MAXINT64, second);
}

SkyOriginRead
sky_event_read_origin (SkyText name, const SkyJsonNode *node, SkyEvent *event)
{
  SkyEventOrigin *origin = &event->origin;
  gint64 recording = 0;
  gboolean right;

  if (sky_text_is (name, "unsure"))
    {
      right = node->kind == SKY_JSON_BOOL;
      origin->unsure = right && node->boolean;
    }
  else if (sky_text_is (name, "frame"))
    {
      right = read_pair (node, &recording, &origin->frame);
      origin->recording = (guint) recording;
      origin->has_frame = right;
    }
  else if (sky_text_is (name, "src"))
    {
      right = read_pair (node, &origin->run, &origin->record);
      origin->has_src = right;
    }
  else if (event->type == SKY_EVENT_SETTLE && sky_text_is (name, "as"))
    {
      right = node->kind == SKY_JSON_TEXT
              && (sky_text_is (node->text, "due") || sky_text_is (node->text, "seen"));
      origin->as_due = right && sky_text_is (node->text, "due");
    }
  else
    return SKY_ORIGIN_NONE;
  return right || node->kind == SKY_JSON_NULL ? SKY_ORIGIN_READ : SKY_ORIGIN_WRONG;
}

typedef struct
{
  SkyBetMembers member;
  const char *name;
} MemberName;

static const MemberName member_names[] = {
  { SKY_MEMBER_NUMBER, "number" },   { SKY_MEMBER_NUMBER_TEXT, "number" },
  { SKY_MEMBER_NUMBERS, "numbers" }, { SKY_MEMBER_NUMBERS_TEXT, "numbers" },
  { SKY_MEMBER_DICE, "dice" },       { SKY_MEMBER_SUPPORTS, "supports" },
  { SKY_MEMBER_AREA, "area" },       { SKY_MEMBER_SYMBOL, "symbol" },
};

static gboolean
read_numbers (const SkyJsonNode *node, gboolean texts, SkyBetRef *bet)
{
  const SkyJsonNode *child = sky_json_first (node);

  gint64 number;

  if (node->kind != SKY_JSON_ARRAY)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
    {
      if (texts ? child->kind != SKY_JSON_TEXT
                : !read_int_between (child, G_MININT32, G_MAXINT32, &number))
        return FALSE;
      /* No bet has so many numbers; those beyond cannot make it one. */
      if (i >= SKY_MAX_NUMBERS)
        continue;
      if (texts)
        bet->number_texts[i] = child->text;
      else
        bet->numbers[i] = number;
    }
  bet->n_numbers = (guint8) MIN (node->n_children, SKY_MAX_NUMBERS);
  return TRUE;
}

gboolean
sky_bet_read_member (SkyBetMembers member, const SkyJsonNode *node, SkyBetRef *bet)
{
  switch (member)
    {
    case SKY_MEMBER_NUMBER:
      return read_int_between (node, G_MININT32, G_MAXINT32, &bet->number);
    case SKY_MEMBER_NUMBER_TEXT:
      bet->number_texts[0] = node->text;
      bet->n_numbers = 1;
      return node->kind == SKY_JSON_TEXT;
    case SKY_MEMBER_NUMBERS:
      return read_numbers (node, FALSE, bet);
    case SKY_MEMBER_NUMBERS_TEXT:
      return read_numbers (node, TRUE, bet);
    case SKY_MEMBER_DICE:
      return read_ints (node, 2, bet->dice);
    case SKY_MEMBER_SUPPORTS:
      bet->supports = node->text;
      return node->kind == SKY_JSON_TEXT;
    case SKY_MEMBER_AREA:
      return read_int_between (node, G_MININT32, G_MAXINT32, &bet->area);
    case SKY_MEMBER_SYMBOL:
      bet->symbol = node->text;
      return node->kind == SKY_JSON_TEXT;
    }
  return FALSE;
}

SkyBetMembers
sky_bet_members_called (const char *name)
{
  guint members = 0;

  for (guint i = 0; i < G_N_ELEMENTS (member_names); i++)
    if (g_str_equal (member_names[i].name, name))
      members |= member_names[i].member;
  return members;
}

const char *
sky_bet_member_name (SkyBetMembers member)
{
  for (guint i = 0; i < G_N_ELEMENTS (member_names); i++)
    if (member_names[i].member == member)
      return member_names[i].name;
  g_return_val_if_reached (NULL);
}

gboolean
sky_bet_ref_read (const SkyFormatIndex *index,
                  const SkyJsonNode *object,
                  SkyBetRef *bet,
                  char cause[160])
{
  const SkyJsonNode *name = sky_json_member (object, "bet");

  memset (bet, 0, index->bet_size);
  if (name == NULL || name->kind != SKY_JSON_TEXT)
    {
      g_strlcpy (cause, "the member “bet” is missing or no text", 160);
      return FALSE;
    }
  bet->name = name->text;
  bet->form = index->lookup != NULL ? index->lookup (index->game, name->text) : NULL;
  if (bet->form == NULL)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (member_names); i++)
    {
      const SkyJsonNode *node;

      if (!(bet->form->members & member_names[i].member))
        continue;
      node = sky_json_member (object, member_names[i].name);
      if (node == NULL)
        {
          g_snprintf (cause, 160, "the bet “%s” wants the member “%s”", bet->form->bet,
                      member_names[i].name);
          return FALSE;
        }
      if (!sky_bet_read_member (member_names[i].member, node, bet))
        {
          g_snprintf (cause, 160, "the member “%s” is not of the kind that the bet “%s” wants",
                      member_names[i].name, bet->form->bet);
          return FALSE;
        }
    }
  return TRUE;
}

/* The field called @name. Members mostly come in the table's order, so the search goes on from
 * @guess, the one expected next. */
static int
find_field (const SkyEventFormat *format, SkyText name, int guess)
{
  int n = 0;

  if (format->fields[guess].kind != SKY_FIELD_END && sky_text_is (name, format->fields[guess].name))
    return guess;
  for (; n < SKY_MAX_FIELDS && format->fields[n].kind != SKY_FIELD_END; n++)
    if (sky_text_is (name, format->fields[n].name))
      return n;
  return -1;
}

SkyEventLack
sky_event_check_members (
    const SkyEventFormat *format, guint version, guint seen, const SkyEvent *event, int *field)
{
  for (int f = 0; f < SKY_MAX_FIELDS && format->fields[f].kind != SKY_FIELD_END; f++)
    if (sky_field_is_required (&format->fields[f], version) && !(seen & 1u << f))
      {
        *field = f;
        return SKY_EVENT_LACKS_FIELD;
      }
  if (format->one_of_first_two && ((seen & 3) == 0 || (seen & 3) == 3))
    return SKY_EVENT_LACKS_ONE;
  /* What only some of these events need, the last of its members. */
  if (event->type == SKY_EVENT_PUCK && event->puck.on && !(seen & 1u << PUCK_NUMBER))
    {
      *field = PUCK_NUMBER;
      return SKY_EVENT_LACKS_FIELD;
    }
  if (event->type == SKY_EVENT_WAGER_CHANGE && event->change.amount < 0
      && (event->change.action == SKY_CHANGE_INCREASE || event->change.action == SKY_CHANGE_REDUCE))
    {
      *field = CHANGE_AMOUNT;
      return SKY_EVENT_LACKS_FIELD;
    }
  return SKY_EVENT_WHOLE;
}

/* @name has its value behind it. Returns FALSE when that is of the wrong kind. */
static gboolean
read_origin (const SkyJsonNode *name, SkyEvent *event, SkyReadNote *note)
{
  if (sky_event_read_origin (name->text, name + 1, event) != SKY_ORIGIN_WRONG)
    return TRUE;
  g_snprintf (note->cause, sizeof note->cause, "the member “%.*s” is of the wrong kind",
              (int) name->text.length, name->text.data);
  return FALSE;
}

/* Whether each of the wagers that lie there is one. */
static gboolean
check_standing (const SkyFormatIndex *index, const SkyEvent *event, SkyReadNote *note)
{
  const SkyJsonNode *list = event->standing.wagers;
  const SkyJsonNode *wager = list != NULL ? sky_json_first (list) : NULL;
  SkyEvent read;
  gint64 number;

  for (guint i = 0; list != NULL && i < list->n_children; i++, wager = sky_json_next (wager))
    if (!sky_event_read_standing (index, event, wager, &read, &number, note->cause))
      return FALSE;
  return TRUE;
}

static gboolean
read_members (const SkyFormatIndex *index,
              const SkyEventFormat *format,
              const SkyJsonNode *root,
              SkyEvent *event,
              SkyReadNote *note)
{
  const SkyJsonNode *name = sky_json_first (root);
  guint seen = 0;
  int guess = 0, lacking = -1;

  for (guint i = 0; i < root->n_children; i++, name = sky_json_next (name + 1))
    {
      const SkyField *field;
      int f = find_field (format, name->text, guess);

      if (f < 0)
        {
          if (index->version == 1 || read_origin (name, event, note))
            continue;
          return FALSE;
        }
      field = &format->fields[f];
      guess = f + 1;
      if (seen & 1u << f)
        {
          g_snprintf (note->cause, sizeof note->cause, "the member “%s” is given twice",
                      field->name);
          return FALSE;
        }
      if (!sky_field_is_required (field, index->version) && name[1].kind == SKY_JSON_NULL)
        continue;
      seen |= 1u << f;
      if (field->kind == SKY_FIELD_BET || field->kind == SKY_FIELD_BET_MEMBER)
        continue;
      if (!sky_event_read_field (field, name + 1, event))
        {
          g_snprintf (note->cause, sizeof note->cause, "the member “%s” is of the wrong kind",
                      field->name);
          return FALSE;
        }
    }

  switch (sky_event_check_members (format, index->version, seen, event, &lacking))
    {
    case SKY_EVENT_WHOLE:
      break;
    case SKY_EVENT_LACKS_FIELD:
      g_snprintf (note->cause, sizeof note->cause, "the member “%s” is missing",
                  format->fields[lacking].name);
      return FALSE;
    case SKY_EVENT_LACKS_ONE:
      g_snprintf (note->cause, sizeof note->cause, "either “%s” or “%s” must be there",
                  format->fields[0].name, format->fields[1].name);
      return FALSE;
    }
  if (event->type == SKY_EVENT_STANDING)
    return check_standing (index, event, note);
  return event->type != SKY_EVENT_WAGER
         || sky_bet_ref_read (index, root, &event->wager.bet, note->cause);
}

gboolean
sky_event_read_standing (const SkyFormatIndex *index,
                         const SkyEvent *standing,
                         const SkyJsonNode *object,
                         SkyEvent *wager,
                         gint64 *number,
                         char cause[160])
{
  static const SkyText type = { "wager", 5 };
  const SkyEventFormat *format = sky_format_find (index, type);
  const SkyJsonNode *box = sky_json_member (object, "number");
  SkyReadNote note = { 0 };

  memset (wager, 0, sizeof *wager);
  *number = box != NULL && box->kind == SKY_JSON_INT ? box->integer : 0;
  wager->seq = standing->seq;
  wager->at = standing->at;
  sky_event_begin (wager, format);
  if (object->kind != SKY_JSON_OBJECT)
    g_strlcpy (note.cause, "an element of “wagers” is no object", sizeof note.cause);
  else if (read_members (index, format, object, wager, &note))
    {
      wager->origin = standing->origin;
      return TRUE;
    }
  g_strlcpy (cause, note.cause, 160);
  return FALSE;
}

/* seq, at and type, which every event has. */
static gboolean
read_frame (const SkyJsonNode *root, SkyEvent *event, SkyReadNote *note)
{
  const SkyJsonNode *name = sky_json_first (root);
  const char *wrong = NULL;
  guint seen = 0;

  for (guint i = 0; i < root->n_children; i++, name = sky_json_next (name + 1))
    {
      const SkyJsonNode *value = name + 1;
      guint bit = 0;
      gboolean right = TRUE;

      if (sky_text_is (name->text, "seq"))
        {
          bit = 1;
          right = value->kind == SKY_JSON_INT && value->integer >= 1;
          note->has_seq = right;
          event->seq = right ? (guint64) value->integer : 0;
        }
      else if (sky_text_is (name->text, "at"))
        {
          bit = 2;
          right = value->kind == SKY_JSON_TEXT
                  && sky_time_parse (value->text.data, value->text.length, &event->at);
          note->has_at = right;
        }
      else if (sky_text_is (name->text, "type"))
        {
          bit = 4;
          right = value->kind == SKY_JSON_TEXT;
          if (right)
            note->type_name = value->text;
        }
      if (bit == 0)
        continue;
      if (wrong == NULL && !right)
        wrong = bit == 1   ? "seq” is no whole number from 1"
                : bit == 2 ? "at” is no RFC 3339 time in UTC"
                           : "type” is no text";
      else if (wrong == NULL && (seen & bit))
        wrong = bit == 1   ? "seq” is given twice"
                : bit == 2 ? "at” is given twice"
                           : "type” is given twice";
      seen |= bit;
    }

  if (wrong == NULL && seen != 7)
    wrong = !(seen & 1) ? "seq” is missing" : !(seen & 2) ? "at” is missing" : "type” is missing";
  if (wrong != NULL)
    g_snprintf (note->cause, sizeof note->cause, "the member “%s", wrong);
  return wrong == NULL;
}

SkyReadResult
sky_event_read (const SkyFormatIndex *index,
                const SkyJsonNode *root,
                SkyEvent *event,
                SkyReadNote *note)
{
  const SkyEventFormat *format;

  memset (event, 0, sizeof *event);
  memset (note, 0, G_STRUCT_OFFSET (SkyReadNote, cause) + 1);
  if (root->kind != SKY_JSON_OBJECT)
    {
      g_strlcpy (note->cause, "the line is no JSON object", sizeof note->cause);
      return SKY_READ_MALFORMED;
    }
  if (!read_frame (root, event, note))
    return SKY_READ_MALFORMED;

  format = sky_format_find (index, note->type_name);
  if (format == NULL)
    return SKY_READ_UNKNOWN_TYPE;

  sky_event_begin (event, format);
  return read_members (index, format, root, event, note) ? SKY_READ_EVENT : SKY_READ_MALFORMED;
}
