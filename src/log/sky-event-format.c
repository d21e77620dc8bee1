/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-format-private.h"

#include <string.h>

#define ALL_GAMES ((1u << SKY_N_GAMES) - 1)
#define CRAPS     (1u << SKY_GAME_CRAPS | 1u << SKY_GAME_MINI_CRAPS)
#define PAI_GOW   (1u << SKY_GAME_PAI_GOW)
#define SIC_BO    (1u << SKY_GAME_SIC_BO)
#define ROULETTE  (1u << SKY_GAME_ROULETTE)
#define BIG_SIX   (1u << SKY_GAME_BIG_SIX)
#define WAR       (1u << SKY_GAME_CASINO_WAR)
#define PROPS     (1u << SKY_GAME_PROPS_AND_HOPS)
#define RAISE     (1u << SKY_GAME_RAISE_IT_UP)

static const char *const via_names[] = { "chips", "value_chips", "plaque", "cash_verbal",
                                         "call",  "electronic",  NULL };
static const char *const change_names[] = { "increase", "reduce", "remove", "on", "off", NULL };
static const char *const item_names[] = { "dice",     "tiles", "cards",  "ball",  "wheel", "shaker",
                                          "shuffler", "shoe",  "device", "cover", NULL };
static const char *const action_names[] = { "in",        "out",      "fault",    "fixed", "covered",
                                            "uncovered", "adjusted", "replaced", NULL };
/* In the order of SkyOutcome, whose first is "none". */
static const char *const outcome_names[] = { "", "win", "lose", "push", "void", "surrender", NULL };
static const char *const ruling_names[] = { "stands", "paid", "void", NULL };
static const char *const source_names[] = { "table", "cage", NULL };
static const char *const choice_names[] = { "play",    "void", "surrender", "bank", "pass_bank",
                                            "co_bank", "war",  "check",     "fold", NULL };
static const char *const style_names[] = {
  "house",         "house_left",   "cup_say_right", "cup_say_left", "jung_quat", "chee_yee",
  "pin_say_right", "pin_say_left", "dragon_right",  "dragon_left",  NULL
};
/* These two are read into a boolean, FALSE and TRUE. */
static const char *const direction_names[] = { "ccw", "cw", NULL };
static const char *const shaker_names[] = { "manual", "automated", NULL };
static const char *const deal_names[] = { "original", "war", NULL };

/* In the order of the bits of SkyObserved. */
static const char *const observed_names[] = {
  "off_table",  "stacked",        "not_simultaneous", "missed_end_wall",  "on_bank",  "in_cup",
  "on_rail",    "touched_chips",  "cocked",           "cocked_two_sides", "not_flat", "fell_out",
  "left_wheel", "foreign_object", "same_direction",   "between",          NULL
};

/* In the order of SkyVoidReason. */
static const char *const reason_names[] = { "",
                                            "off_table",
                                            "stacked",
                                            "not_simultaneous",
                                            "missed_end_wall",
                                            "on_bank",
                                            "in_cup",
                                            "on_rail",
                                            "touched_chips",
                                            "cocked",
                                            "cocked_two_sides",
                                            "improper_throw",
                                            "cheating_device",
                                            NULL };

#define AT(member) G_STRUCT_OFFSET (SkyEvent, member)
#define WANT(name, kind, member)                                                                   \
  {                                                                                                \
    name, SKY_FIELD_##kind, TRUE, AT (member), NULL                                                \
  }
#define MAY(name, kind, member)                                                                    \
  {                                                                                                \
    name, SKY_FIELD_##kind, FALSE, AT (member), NULL                                               \
  }
#define WANT_ONE(name, member, of)                                                                 \
  {                                                                                                \
    name, SKY_FIELD_ENUM, TRUE, AT (member), of                                                    \
  }
#define MAY_ONE(name, member, of)                                                                  \
  {                                                                                                \
    name, SKY_FIELD_ENUM, FALSE, AT (member), of                                                   \
  }
#define BET_MEMBER(name)                                                                           \
  {                                                                                                \
    name, SKY_FIELD_BET_MEMBER, FALSE, 0, NULL                                                     \
  }

/* Members that only some of their events need, by their place below. */
#define CHANGE_AMOUNT 2
#define PUCK_NUMBER   1

static const SkyEventFormat formats[] = {
  { SKY_EVENT_TABLE_OPEN, ALL_GAMES, "Gaming at the table begins.", { { 0 } } },
  { SKY_EVENT_TABLE_CLOSE, ALL_GAMES, "Gaming at the table ends.", { { 0 } } },
  { SKY_EVENT_RULES,
    ALL_GAMES,
    "The Rules Submission in force from here on.",
    { WANT ("submission", OBJECT, rules.submission), MAY ("approval", TEXT, rules.approval) } },
  { SKY_EVENT_LIMITS,
    ALL_GAMES,
    "The posted limits from here on.",
    { WANT ("min", MONEY, limits.min), WANT ("max", MONEY, limits.max),
      MAY ("bets", LIMITS, limits.bets) } },
  { SKY_EVENT_LIMITS_NOTICE,
    ALL_GAMES,
    "Advance notice of a change of the limits.",
    { WANT ("min", MONEY, limits_notice.min), WANT ("max", MONEY, limits_notice.max),
      WANT ("effective_at", TIME, limits_notice.effective_at),
      WANT ("sign", BOOL, limits_notice.sign),
      WANT ("announced", BOOL, limits_notice.announced) } },
  { SKY_EVENT_STAFF,
    ALL_GAMES,
    "Somebody comes to work the table or leaves it.",
    { WANT ("role", ROLE, staff.role), WANT ("credential", TEXT, staff.credential),
      WANT ("on", BOOL, staff.on) } },
  { SKY_EVENT_PLAYER,
    ALL_GAMES,
    "A player takes a seat or leaves it.",
    { WANT ("seat", SEAT, player.seat), WANT ("player", TEXT, player.player),
      WANT ("present", BOOL, player.present), MAY ("colour", TEXT, player.colour) } },
  { SKY_EVENT_EQUIPMENT,
    ALL_GAMES,
    "What happens to a piece of equipment.",
    { WANT_ONE ("item", equipment.item, item_names), WANT ("id", TEXT, equipment.id),
      WANT_ONE ("action", equipment.action, action_names),
      MAY ("detail", TEXT, equipment.detail) } },
  { SKY_EVENT_INSPECTION,
    ALL_GAMES,
    "Equipment is inspected.",
    { WANT_ONE ("item", inspection.item, item_names), WANT ("role", ROLE, inspection.role),
      WANT ("credential", TEXT, inspection.credential), WANT ("checks", ARRAY, inspection.checks),
      WANT ("passed", BOOL, inspection.passed) } },
  { SKY_EVENT_ROUND_START, ALL_GAMES, "A round begins.", { WANT ("round", COUNT, round.round) } },
  { SKY_EVENT_ROUND_END, ALL_GAMES, "A round ends.", { WANT ("round", COUNT, round.round) } },
  { SKY_EVENT_WAGER,
    ALL_GAMES,
    "A wager is placed.",
    { WANT ("wager", TEXT, wager.wager), WANT ("seat", SEAT, wager.seat),
      WANT ("bet", BET, wager.bet), WANT ("amount", MONEY, wager.amount), BET_MEMBER ("number"),
      BET_MEMBER ("numbers"), BET_MEMBER ("dice"), BET_MEMBER ("supports"), BET_MEMBER ("area"),
      BET_MEMBER ("symbol"), MAY_ONE ("via", wager.via, via_names), MAY ("vig", MONEY, wager.vig),
      MAY ("confirmed", BOOL, wager.confirmed) } },
  { SKY_EVENT_WAGER_CHANGE,
    ALL_GAMES,
    "A wager is changed or taken down.",
    { WANT ("wager", TEXT, change.wager), WANT_ONE ("action", change.action, change_names),
      MAY ("amount", MONEY, change.amount) } },
  { SKY_EVENT_NO_MORE_BETS, ALL_GAMES, "The call “no more bets”.", { { 0 } } },
  { SKY_EVENT_VOID,
    ALL_GAMES,
    "The result, or the round, is called void.",
    { WANT ("reason", REASON, cancel.reason_text), WANT ("role", ROLE, cancel.role),
      MAY ("credential", TEXT, cancel.credential) } },
  { SKY_EVENT_SETTLE,
    ALL_GAMES,
    "The table settles a wager.",
    { WANT ("wager", TEXT, settle.wager), WANT_ONE ("outcome", settle.outcome, outcome_names),
      MAY ("paid", MONEY, settle.paid), MAY ("taken", MONEY, settle.taken),
      MAY ("returned", MONEY, settle.returned), MAY ("vig", MONEY, settle.vig),
      MAY ("stays", BOOL, settle.stays), MAY_ONE ("source", settle.from_cage, source_names) } },
  { SKY_EVENT_DISPUTE,
    ALL_GAMES,
    "A patron or an employee disputes.",
    { WANT ("dispute", TEXT, dispute.dispute), WANT ("seat", SEAT, dispute.seat),
      MAY ("wager", TEXT, dispute.wager), WANT ("claim", CLAIM, dispute.claim_outcome),
      WANT ("text", TEXT, dispute.text) } },
  { SKY_EVENT_RULING,
    ALL_GAMES,
    "The floor rules on a dispute.",
    { WANT ("dispute", TEXT, ruling.dispute), WANT ("role", ROLE, ruling.role),
      WANT_ONE ("decision", ruling.decision, ruling_names), WANT ("text", TEXT, ruling.text) } },
  { SKY_EVENT_NOTIFY,
    ALL_GAMES,
    "The pit calls surveillance.",
    { WANT ("to", TEXT, notify.to), WANT ("subject", TEXT, notify.subject),
      MAY ("credential", TEXT, notify.credential) } },
  { SKY_EVENT_CONFIRM,
    ALL_GAMES,
    "Surveillance confirms.",
    { WANT ("subject", TEXT, notify.subject), MAY ("credential", TEXT, notify.credential) } },
  { SKY_EVENT_METER,
    ALL_GAMES,
    "A progressive meter is read.",
    { WANT ("meter", TEXT, meter.meter), WANT ("amount", MONEY, meter.amount) } },
  { SKY_EVENT_NOTE, ALL_GAMES, "Free text.", { WANT ("text", TEXT, note.text) } },
  { SKY_EVENT_CHECKPOINT,
    ALL_GAMES,
    "The SHA-256 of all the bytes before this line.",
    { WANT ("sha256", TEXT, checkpoint.sha256) } },

  { SKY_EVENT_RESULT,
    CRAPS | PROPS,
    "The dice as they came to rest.",
    { WANT ("dice", DICE_2, result.dice), MAY ("observed", OBSERVED, result.observed) } },
  { SKY_EVENT_RESULT,
    SIC_BO,
    "The dice as they came to rest.",
    { WANT ("dice", DICE_3, result.dice), MAY ("observed", OBSERVED, result.observed) } },
  { SKY_EVENT_RESULT,
    PAI_GOW,
    "The dice, or the random number generator's number.",
    { MAY ("dice", DICE_3, result.dice), MAY ("number", INT, result.number),
      MAY ("observed", OBSERVED, result.observed) },
    TRUE },
  { SKY_EVENT_RESULT,
    ROULETTE,
    "The pocket in which the ball came to rest.",
    { WANT ("pocket", TEXT, result.pocket), WANT ("revolutions", COUNT, result.revolutions),
      MAY ("observed", OBSERVED, result.observed) } },
  { SKY_EVENT_RESULT,
    BIG_SIX,
    "The section at which the wheel stopped.",
    { WANT ("section", INT, result.section), WANT ("symbol", TEXT, result.symbol),
      WANT ("revolutions", COUNT, result.revolutions),
      MAY ("observed", OBSERVED, result.observed) } },

  { SKY_EVENT_CALL,
    CRAPS | PAI_GOW,
    "The total that was announced.",
    { WANT ("total", INT, call.total), MAY ("role", ROLE, call.role) } },
  { SKY_EVENT_CALL,
    SIC_BO,
    "The dice that were announced.",
    { WANT ("dice", DICE_3, call.dice), MAY ("role", ROLE, call.role) } },
  { SKY_EVENT_CALL,
    PROPS,
    "The dice that were announced.",
    { WANT ("dice", DICE_2, call.dice), MAY ("role", ROLE, call.role) } },
  { SKY_EVENT_CALL,
    ROULETTE,
    "The pocket that was announced.",
    { WANT ("pocket", TEXT, call.pocket), MAY ("role", ROLE, call.role) } },
  { SKY_EVENT_CALL,
    BIG_SIX,
    "The symbol that was announced.",
    { WANT ("symbol", TEXT, call.symbol), MAY ("role", ROLE, call.role) } },

  { SKY_EVENT_DICE_OFFER,
    CRAPS,
    "The dice are offered to a player.",
    { WANT ("seat", SEAT, dice_offer.seat), WANT ("accepted", BOOL, dice_offer.accepted),
      WANT ("dice", COUNT, dice_offer.dice) } },
  { SKY_EVENT_SHOOTER, CRAPS, "Who shoots.", { WANT ("seat", SEAT, shooter.seat) } },
  { SKY_EVENT_THROW, CRAPS, "The dice leave the hand.", { { 0 } } },
  { SKY_EVENT_MOVE,
    CRAPS,
    "A Come or Don't Come Bet is moved to a box.",
    { WANT ("wager", TEXT, move.wager), WANT ("number", INT, move.number) } },
  { SKY_EVENT_PUCK,
    CRAPS,
    "The on/off marker.",
    { WANT ("on", BOOL, puck.on), MAY ("number", INT, puck.number) } },
  { SKY_EVENT_FIRE_MARKER,
    CRAPS,
    "A Fire Bet point marker is placed.",
    { WANT ("number", INT, fire_marker.number), WANT ("count", INT, fire_marker.count) } },
  { SKY_EVENT_MARKER_BUTTON,
    CRAPS,
    "A Hot Roller marker button is placed.",
    { MAY ("dice", DICE_2, marker_button.dice), MAY ("number", INT, marker_button.number) },
    TRUE },
  { SKY_EVENT_POWER_ODDS,
    CRAPS,
    "The random number generator shows Power Odds.",
    { WANT ("bets", ARRAY, bets.list) } },

  { SKY_EVENT_STACKS,
    PAI_GOW,
    "The eight stacks as they lay, stack 1 at the dealer's right.",
    { WANT ("tiles", STACKS, stacks.tiles) } },
  { SKY_EVENT_CUT,
    PAI_GOW,
    "Stacks are moved to an end of the row.",
    { WANT ("moves", MOVES, cut.moves), WANT ("by", PLACE, cut.by) } },
  { SKY_EVENT_CUT,
    WAR,
    "The cards are cut.",
    { WANT ("by", PLACE, cut.by), WANT ("depth", COUNT, cut.depth) } },
  { SKY_EVENT_STYLE,
    PAI_GOW,
    "The style of delivery.",
    { WANT_ONE ("style", style.style, style_names) } },
  { SKY_EVENT_SHAKE,
    PAI_GOW,
    "The dice are shaken.",
    { WANT ("by", PLACE, shake.by), WANT ("times", COUNT, shake.times) } },
  { SKY_EVENT_SHAKE,
    SIC_BO,
    "The dice are shaken.",
    { WANT ("times", COUNT, shake.times), WANT_ONE ("device", shake.automated, shaker_names) } },
  { SKY_EVENT_SHAKE,
    PROPS,
    "A player shakes the dice.",
    { WANT ("by", PLACE, shake.by), WANT ("times", COUNT, shake.times),
      WANT ("lid", PLACE, shake.lid) } },
  { SKY_EVENT_DEAL,
    PAI_GOW,
    "Four tiles are delivered.",
    { WANT ("to", PLACE, deal.to), WANT ("tiles", TILES_4, deal.tiles),
      WANT ("order", INT, deal.order) } },
  { SKY_EVENT_DEAL,
    WAR,
    "A card is dealt.",
    { WANT ("to", PLACE, deal.to), WANT ("card", CARD, deal.cards),
      WANT_ONE ("deal", deal.war, deal_names),
      MAY ("face_up_in_shoe", BOOL, deal.face_up_in_shoe) } },
  { SKY_EVENT_DEAL,
    RAISE,
    "Cards are dealt.",
    { WANT ("to", PLACE, deal.to), WANT ("cards", CARDS, deal.cards) } },
  { SKY_EVENT_EXPOSE,
    PAI_GOW,
    "The dealer exposes a tile.",
    { WANT ("to", PLACE, deal.to), WANT ("tile", TILE, deal.tiles) } },
  { SKY_EVENT_EXPOSE,
    RAISE,
    "A card is exposed by mistake.",
    { WANT ("to", PLACE, deal.to), WANT ("card", CARD, deal.cards) } },
  { SKY_EVENT_DISCARD,
    WAR,
    "A card is put aside.",
    { WANT ("card", CARD, deal.cards), MAY ("face_up_in_shoe", BOOL, deal.face_up_in_shoe) } },
  { SKY_EVENT_DISCARD,
    RAISE,
    "A card is put aside.",
    { WANT ("card", CARD, deal.cards), MAY ("face_up_in_shoe", BOOL, deal.face_up_in_shoe) } },
  { SKY_EVENT_DECISION,
    PAI_GOW | WAR,
    "A player decides.",
    { WANT ("seat", SEAT, decision.seat), WANT_ONE ("choice", decision.choice, choice_names) } },
  { SKY_EVENT_DECISION,
    RAISE,
    "A player decides.",
    { WANT ("seat", SEAT, decision.seat), WANT ("street", INT, decision.street),
      WANT_ONE ("choice", decision.choice, choice_names) } },
  { SKY_EVENT_SET,
    PAI_GOW,
    "Two hands are set.",
    { WANT ("to", PLACE, set.to), WANT ("high", TILES_2, set.high),
      WANT ("low", TILES_2, set.low) } },
  { SKY_EVENT_BANK,
    PAI_GOW,
    "A player banks.",
    { WANT ("seat", SEAT, bank.seat), WANT ("co", BOOL, bank.co),
      WANT ("dealer_wager", MONEY, bank.dealer_wager), WANT ("chips", MONEY, bank.chips) } },
  { SKY_EVENT_REVEAL,
    PAI_GOW,
    "The dealer exposes both hands of a player for comparison.",
    { WANT ("seat", SEAT, reveal.seat) } },
  { SKY_EVENT_REVEAL, SIC_BO, "The cover is removed.", { { 0 } } },
  { SKY_EVENT_REVEAL,
    RAISE,
    "A community card is turned.",
    { WANT ("street", INT, reveal.street), WANT ("card", CARD, reveal.card) } },
  { SKY_EVENT_BANK_SETTLE,
    PAI_GOW,
    "What a banked round left.",
    { WANT ("seat", SEAT, bank_settle.seat), WANT ("surplus", MONEY, bank_settle.surplus),
      WANT ("vig", MONEY, bank_settle.vig), WANT ("collected", MONEY, bank_settle.collected) } },
  { SKY_EVENT_ENTRY,
    SIC_BO,
    "The dice that the dealer entered into the electrical device.",
    { WANT ("dice", DICE_3, result.dice) } },
  { SKY_EVENT_ILLUMINATE,
    SIC_BO,
    "The bets that the layout lit.",
    { WANT ("bets", ARRAY, bets.list) } },
  { SKY_EVENT_CLEAR, SIC_BO, "The lit combinations are cleared.", { { 0 } } },
  { SKY_EVENT_SPIN,
    ROULETTE,
    "Wheel and ball are spun.",
    { WANT_ONE ("wheel", spin.wheel_clockwise, direction_names),
      WANT_ONE ("ball", spin.ball_clockwise, direction_names) } },
  { SKY_EVENT_SPIN, BIG_SIX, "The wheel is spun.", { { 0 } } },
  { SKY_EVENT_MARKER,
    ROULETTE,
    "The point marker is placed.",
    { WANT ("pocket", TEXT, marker.pocket) } },
  { SKY_EVENT_SHUFFLE, WAR, "The cards are shuffled.", { WANT ("cards", COUNT, count.cards) } },
  { SKY_EVENT_SHUFFLE,
    RAISE,
    "The cards are shuffled, and counted or not.",
    { MAY ("cards", COUNT, count.cards) } },
  { SKY_EVENT_BURN, WAR, "Cards are burned.", { WANT ("count", COUNT, count.cards) } },
  { SKY_EVENT_COVER_CARD, WAR, "The cover card is reached.", { { 0 } } },
  { SKY_EVENT_LAMMER,
    PROPS,
    "A Six Eight Shake lammer is moved to the circle.",
    { WANT ("dice", DICE_2, result.dice) } },
  { SKY_EVENT_LOCK_OUT,
    RAISE,
    "The progressive system locks out further wagers.",
    { WANT ("accepted", COUNT, lock_out.accepted), WANT ("chips", MONEY, lock_out.chips) } },
  { SKY_EVENT_STUB, RAISE, "The stub is counted.", { WANT ("cards", COUNT, count.cards) } },
  { SKY_EVENT_LIGHT,
    RAISE,
    "The light of a progressive win.",
    { WANT ("seat", SEAT, light.seat), WANT ("hand", ANY, light.hand) } },
  { SKY_EVENT_VALIDATE,
    RAISE,
    "A progressive win is validated.",
    { WANT ("seat", SEAT, validate.seat), WANT ("role", ROLE, validate.role),
      WANT ("credential", TEXT, validate.credential) } },
  { SKY_EVENT_ENVY,
    RAISE,
    "An Envy Bonus is paid.",
    { WANT ("seat", SEAT, envy.seat), WANT ("paid", MONEY, envy.paid) } },
};

const SkyEventFormat *
sky_event_formats (gsize *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

static guint
hash_name (SkyText name)
{
  return name.length == 0 ? 0
                          : ((guchar) name.data[0] * 31 + (guchar) name.data[name.length - 1] * 7
                             + (guchar) name.data[name.length / 2] * 13 + (guint) name.length)
                                % 256;
}

const char *
sky_outcome_to_name (SkyOutcome outcome)
{
  return outcome_names[outcome];
}

const char *
sky_item_to_name (SkyItem item)
{
  return item_names[item];
}

void
sky_format_index_init (SkyFormatIndex *index, SkyGameId game, SkyBetLookup lookup)
{
  *index = (SkyFormatIndex){ .game = game, .lookup = lookup, .bet_size = sizeof (SkyBetRef) };
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const char *name = sky_event_type_to_name (formats[i].type);
      guint slot;

      if (!(formats[i].games & 1u << game))
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
      bit = index_of_name (observed_names, child->text);
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
  index = index_of_name (outcome_names, outcome->text);
  if (index < 0)
    return FALSE;
  event->dispute.claim_outcome = index;
  return paid == NULL || read_int_between (paid, 0, SKY_MONEY_MAX, &event->dispute.claim_paid);
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
      index = index_of_name (reason_names, node->text);
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
    }
  return FALSE;
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
sky_event_check_members (const SkyEventFormat *format,
                         guint seen,
                         const SkyEvent *event,
                         int *field)
{
  for (int f = 0; f < SKY_MAX_FIELDS && format->fields[f].kind != SKY_FIELD_END; f++)
    if (format->fields[f].required && !(seen & 1u << f))
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
        continue;
      field = &format->fields[f];
      guess = f + 1;
      if (seen & 1u << f)
        {
          g_snprintf (note->cause, sizeof note->cause, "the member “%s” is given twice",
                      field->name);
          return FALSE;
        }
      if (!field->required && name[1].kind == SKY_JSON_NULL)
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

  switch (sky_event_check_members (format, seen, event, &lacking))
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
  return event->type != SKY_EVENT_WAGER
         || sky_bet_ref_read (index, root, &event->wager.bet, note->cause);
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
