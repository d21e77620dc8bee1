/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of event types and their members. */
#include "config.h"

#include "sky-event-format-private.h"

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
const char *const sky_event_outcome_names[] = {
  "", "win", "lose", "push", "void", "surrender", NULL
};
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
/* In the order of SkyUnobservedReason. */
static const char *const unobserved_names[] = { "not_sampled", "no_footage", "view_blocked",
                                                "left_out", NULL };

/* In the order of the bits of SkyObserved. */
const char *const sky_event_observed_names[] = {
  "off_table",  "stacked",        "not_simultaneous", "missed_end_wall",  "on_bank",  "in_cup",
  "on_rail",    "touched_chips",  "cocked",           "cocked_two_sides", "not_flat", "fell_out",
  "left_wheel", "foreign_object", "same_direction",   "between",          NULL
};

/* In the order of SkyVoidReason. */
const char *const sky_event_reason_names[] = { "",
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
    name, SKY_FIELD_##kind, SKY_NEED_ALWAYS, AT (member), NULL                                     \
  }
#define WANT_IN_1(name, kind, member)                                                              \
  {                                                                                                \
    name, SKY_FIELD_##kind, SKY_NEED_IN_1, AT (member), NULL                                       \
  }
#define MAY(name, kind, member)                                                                    \
  {                                                                                                \
    name, SKY_FIELD_##kind, SKY_NEED_NOT, AT (member), NULL                                        \
  }
#define WANT_ONE(name, member, of)                                                                 \
  {                                                                                                \
    name, SKY_FIELD_ENUM, SKY_NEED_ALWAYS, AT (member), of                                         \
  }
#define MAY_ONE(name, member, of)                                                                  \
  {                                                                                                \
    name, SKY_FIELD_ENUM, SKY_NEED_NOT, AT (member), of                                            \
  }
#define BET_MEMBER(name)                                                                           \
  {                                                                                                \
    name, SKY_FIELD_BET_MEMBER, SKY_NEED_NOT, 0, NULL                                              \
  }

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
    { WANT ("wager", TEXT, settle.wager),
      WANT_ONE ("outcome", settle.outcome, sky_event_outcome_names),
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
    { WANT ("pocket", TEXT, result.pocket), WANT_IN_1 ("revolutions", COUNT, result.revolutions),
      MAY ("observed", OBSERVED, result.observed) } },
  { SKY_EVENT_RESULT,
    BIG_SIX,
    "The section at which the wheel stopped.",
    { WANT ("section", INT, result.section), WANT ("symbol", TEXT, result.symbol),
      WANT_IN_1 ("revolutions", COUNT, result.revolutions),
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

  { SKY_EVENT_UNOBSERVED,
    ALL_GAMES,
    "Nothing was looked at from here on.",
    { WANT ("until", TIME, unobserved.until),
      WANT_ONE ("reason", unobserved.reason, unobserved_names) },
    .since = 2 },
  { SKY_EVENT_STANDING,
    ALL_GAMES,
    "What lies on the table when looking begins.",
    { MAY ("puck", PUCK, standing.puck_on), MAY ("shooter", SEAT, standing.shooter),
      MAY ("wagers", WAGERS, standing.wagers) },
    .since = 2 },
  { SKY_EVENT_AGAIN,
    ALL_GAMES,
    "A round as it was, in place of what the log had of it: from here to its `round_end`.",
    { WANT ("round", COUNT, again.round), WANT ("reason", TEXT, again.reason),
      MAY ("by", TEXT, again.by) },
    .since = 2 },
};

const SkyEventFormat *
sky_event_formats (gsize *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

const char *
sky_outcome_to_name (SkyOutcome outcome)
{
  return sky_event_outcome_names[outcome];
}
