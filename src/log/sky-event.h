/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of a table event log as plain structs. One table, sky-event-table.c, says what each
 * line must have; the reader, the documentation and the JSON Schema share it. */
#pragma once

#include "sky-json.h"
#include "sky-money.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* Every game: its id and its name in logs. This is the only list of games. Each layer with rules,
 * odds, pictures or simulations of games makes its table from it. That table has one row per game,
 * named after it (sky_craps_game, sky_odds_craps, …); without the row the program does not link. */
#define SKY_GAMES(GAME)                                                                            \
  GAME (CRAPS, craps)                                                                              \
  GAME (MINI_CRAPS, mini_craps)                                                                    \
  GAME (PAI_GOW, pai_gow)                                                                          \
  GAME (SIC_BO, sic_bo)                                                                            \
  GAME (ROULETTE, roulette)                                                                        \
  GAME (BIG_SIX, big_six)                                                                          \
  GAME (CASINO_WAR, casino_war)                                                                    \
  GAME (PROPS_AND_HOPS, props_and_hops)                                                            \
  GAME (RAISE_IT_UP, raise_it_up)

typedef enum
{
#define SKY_GAME_ID(ID, name) SKY_GAME_##ID,
  SKY_GAMES (SKY_GAME_ID)
#undef SKY_GAME_ID
      SKY_N_GAMES,
} SkyGameId;

typedef enum
{
  /* For every game. */
  SKY_EVENT_TABLE_OPEN,
  SKY_EVENT_TABLE_CLOSE,
  SKY_EVENT_RULES,
  SKY_EVENT_LIMITS,
  SKY_EVENT_LIMITS_NOTICE,
  SKY_EVENT_STAFF,
  SKY_EVENT_PLAYER,
  SKY_EVENT_EQUIPMENT,
  SKY_EVENT_INSPECTION,
  SKY_EVENT_ROUND_START,
  SKY_EVENT_ROUND_END,
  SKY_EVENT_WAGER,
  SKY_EVENT_WAGER_CHANGE,
  SKY_EVENT_NO_MORE_BETS,
  SKY_EVENT_VOID,
  SKY_EVENT_SETTLE,
  SKY_EVENT_DISPUTE,
  SKY_EVENT_RULING,
  SKY_EVENT_NOTIFY,
  SKY_EVENT_CONFIRM,
  SKY_EVENT_METER,
  SKY_EVENT_NOTE,
  SKY_EVENT_CHECKPOINT,
  /* For one or several games. */
  SKY_EVENT_RESULT,
  SKY_EVENT_CALL,
  SKY_EVENT_DICE_OFFER,
  SKY_EVENT_SHOOTER,
  SKY_EVENT_THROW,
  SKY_EVENT_MOVE,
  SKY_EVENT_PUCK,
  SKY_EVENT_FIRE_MARKER,
  SKY_EVENT_MARKER_BUTTON,
  SKY_EVENT_POWER_ODDS,
  SKY_EVENT_STACKS,
  SKY_EVENT_CUT,
  SKY_EVENT_STYLE,
  SKY_EVENT_SHAKE,
  SKY_EVENT_DEAL,
  SKY_EVENT_EXPOSE,
  SKY_EVENT_DECISION,
  SKY_EVENT_SET,
  SKY_EVENT_BANK,
  SKY_EVENT_REVEAL,
  SKY_EVENT_BANK_SETTLE,
  SKY_EVENT_ENTRY,
  SKY_EVENT_ILLUMINATE,
  SKY_EVENT_CLEAR,
  SKY_EVENT_SPIN,
  SKY_EVENT_MARKER,
  SKY_EVENT_SHUFFLE,
  SKY_EVENT_BURN,
  SKY_EVENT_COVER_CARD,
  SKY_EVENT_DISCARD,
  SKY_EVENT_LAMMER,
  SKY_EVENT_LOCK_OUT,
  SKY_EVENT_STUB,
  SKY_EVENT_LIGHT,
  SKY_EVENT_VALIDATE,
  SKY_EVENT_ENVY,
  /* Since version 2. */
  SKY_EVENT_UNOBSERVED,
  SKY_EVENT_STANDING,
  SKY_EVENT_AGAIN,
  SKY_N_EVENT_TYPES,
} SkyEventType;

typedef enum
{
  SKY_ROLE_NONE,
  SKY_ROLE_DEALER,
  SKY_ROLE_BOXPERSON,
  SKY_ROLE_STICKPERSON,
  SKY_ROLE_FLOORPERSON,
  SKY_ROLE_PIT_MANAGER,
  SKY_ROLE_SECURITY,
  SKY_ROLE_MAINTENANCE,
  SKY_ROLE_OTHER, /* a role that the format does not name */
} SkyRole;

typedef enum
{
  SKY_OUTCOME_NONE,
  SKY_OUTCOME_WIN,
  SKY_OUTCOME_LOSE,
  SKY_OUTCOME_PUSH,
  SKY_OUTCOME_VOID,
  SKY_OUTCOME_SURRENDER,
} SkyOutcome;

typedef enum
{
  SKY_VIA_CHIPS,
  SKY_VIA_VALUE_CHIPS,
  SKY_VIA_PLAQUE,
  SKY_VIA_CASH_VERBAL,
  SKY_VIA_CALL,
  SKY_VIA_ELECTRONIC,
} SkyVia;

typedef enum
{
  SKY_CHANGE_INCREASE,
  SKY_CHANGE_REDUCE,
  SKY_CHANGE_REMOVE,
  SKY_CHANGE_ON,
  SKY_CHANGE_OFF,
} SkyChange;

typedef enum
{
  SKY_ITEM_DICE,
  SKY_ITEM_TILES,
  SKY_ITEM_CARDS,
  SKY_ITEM_BALL,
  SKY_ITEM_WHEEL,
  SKY_ITEM_SHAKER,
  SKY_ITEM_SHUFFLER,
  SKY_ITEM_SHOE,
  SKY_ITEM_DEVICE,
  SKY_ITEM_COVER,
  SKY_N_ITEMS,
} SkyItem;

typedef enum
{
  SKY_EQUIPMENT_IN,
  SKY_EQUIPMENT_OUT,
  SKY_EQUIPMENT_FAULT,
  SKY_EQUIPMENT_FIXED,
  SKY_EQUIPMENT_COVERED,
  SKY_EQUIPMENT_UNCOVERED,
  SKY_EQUIPMENT_ADJUSTED,
  SKY_EQUIPMENT_REPLACED,
} SkyEquipmentAction;

typedef enum
{
  SKY_RULING_STANDS,
  SKY_RULING_PAID,
  SKY_RULING_VOID,
} SkyRulingDecision;

/* A player's (or the bank's) choice in a `decision`. */
typedef enum
{
  SKY_CHOICE_PLAY,
  SKY_CHOICE_VOID,
  SKY_CHOICE_SURRENDER,
  SKY_CHOICE_BANK,
  SKY_CHOICE_PASS_BANK,
  SKY_CHOICE_CO_BANK,
  SKY_CHOICE_WAR,
  SKY_CHOICE_CHECK,
  SKY_CHOICE_FOLD,
} SkyChoice;

/* What observers noted about a result; a set of bits. */
typedef enum
{
  SKY_OBSERVED_OFF_TABLE = 1 << 0,
  SKY_OBSERVED_STACKED = 1 << 1,
  SKY_OBSERVED_NOT_SIMULTANEOUS = 1 << 2,
  SKY_OBSERVED_MISSED_END_WALL = 1 << 3,
  SKY_OBSERVED_ON_BANK = 1 << 4,
  SKY_OBSERVED_IN_CUP = 1 << 5,
  SKY_OBSERVED_ON_RAIL = 1 << 6,
  SKY_OBSERVED_TOUCHED_CHIPS = 1 << 7,
  SKY_OBSERVED_COCKED = 1 << 8,
  SKY_OBSERVED_COCKED_TWO_SIDES = 1 << 9,
  SKY_OBSERVED_NOT_FLAT = 1 << 10,
  SKY_OBSERVED_FELL_OUT = 1 << 11,
  SKY_OBSERVED_LEFT_WHEEL = 1 << 12,
  SKY_OBSERVED_FOREIGN_OBJECT = 1 << 13,
  SKY_OBSERVED_SAME_DIRECTION = 1 << 14,
  SKY_OBSERVED_BETWEEN = 1 << 15,
} SkyObserved;

/* Why a result was called void at craps (§ 623a.8(b), § 623a.8(c), § 623a.8(d), § 623a.9(b)). Other
 * texts, and those of other games, are SKY_VOID_OTHER. */
typedef enum
{
  SKY_VOID_OTHER,
  SKY_VOID_OFF_TABLE,
  SKY_VOID_STACKED,
  SKY_VOID_NOT_SIMULTANEOUS,
  SKY_VOID_MISSED_END_WALL,
  SKY_VOID_ON_BANK,
  SKY_VOID_IN_CUP,
  SKY_VOID_ON_RAIL,
  SKY_VOID_TOUCHED_CHIPS,
  SKY_VOID_COCKED,
  SKY_VOID_COCKED_TWO_SIDES,
  SKY_VOID_IMPROPER_THROW,
  SKY_VOID_CHEATING_DEVICE,
} SkyVoidReason;

/* The delivery styles of Pai Gow (§ 621a.9). */
typedef enum
{
  SKY_STYLE_HOUSE,
  SKY_STYLE_HOUSE_LEFT,
  SKY_STYLE_CUP_SAY_RIGHT,
  SKY_STYLE_CUP_SAY_LEFT,
  SKY_STYLE_JUNG_QUAT,
  SKY_STYLE_CHEE_YEE,
  SKY_STYLE_PIN_SAY_RIGHT,
  SKY_STYLE_PIN_SAY_LEFT,
  SKY_STYLE_DRAGON_RIGHT,
  SKY_STYLE_DRAGON_LEFT,
} SkyStyle;

/* Places in a `to`, a `by` or a `lid` that are not seats. Seats start at 1. */
enum
{
  SKY_PLACE_DEALER = 0,
  SKY_PLACE_DEAD = -1,
  SKY_PLACE_COMMUNITY = -2,
};

/* A card: (rank - 2) * 4 + suit; ranks 2…14 (ace), suits C D H S. */
typedef guint8 SkyCard;
#define SKY_CARD_RANK(card) ((card) / 4 + 2)
#define SKY_CARD_SUIT(card) ((card) % 4)

/* A tile by its spots: low * 16 + high. */
typedef guint8 SkyTile;
#define SKY_TILE_LOW(tile)  ((tile) >> 4)
#define SKY_TILE_HIGH(tile) ((tile) &15)

#define SKY_MAX_CARDS   16
#define SKY_MAX_NUMBERS 8
#define SKY_MAX_MOVES   8

/* Members that a bet may have; a set of bits. */
typedef enum
{
  SKY_MEMBER_NUMBER = 1 << 0,       /* `number`, a whole number */
  SKY_MEMBER_NUMBER_TEXT = 1 << 1,  /* `number`, a text (roulette) */
  SKY_MEMBER_NUMBERS = 1 << 2,      /* `numbers`, whole numbers */
  SKY_MEMBER_NUMBERS_TEXT = 1 << 3, /* `numbers`, texts (roulette) */
  SKY_MEMBER_DICE = 1 << 4,         /* `dice`, two of them */
  SKY_MEMBER_SUPPORTS = 1 << 5,     /* `supports`, a wager's id */
  SKY_MEMBER_AREA = 1 << 6,         /* `area` */
  SKY_MEMBER_SYMBOL = 1 << 7,       /* `symbol`, a text (Big Six) */
} SkyBetMembers;

/* What the format knows of a bet: its name and its own members. The rules' row of a bet begins with
 * this, so that a bet is in one table only. */
typedef struct
{
  const char *bet;
  SkyBetMembers members;
} SkyBetForm;

/* The form of a bet of @game, or NULL if the game has no bet of that name. */
typedef const SkyBetForm *(*SkyBetLookup) (SkyGameId game, SkyText bet);

/* A bet with its own members, as `wager`, `illuminate` and `power_odds` name it. */
typedef struct
{
  const SkyBetForm *form; /* NULL: the game has no such bet */
  SkyText name;
  gint64 number;
  gint64 numbers[SKY_MAX_NUMBERS];
  SkyText number_texts[SKY_MAX_NUMBERS]; /* a `number` that is a text comes first */
  guint8 n_numbers;
  gint64 dice[2];
  gint64 area;
  SkyText supports;
  SkyText symbol;
} SkyBetRef;

/* Why a stretch was not observed. */
typedef enum
{
  SKY_UNOBSERVED_NOT_SAMPLED,
  SKY_UNOBSERVED_NO_FOOTAGE,
  SKY_UNOBSERVED_VIEW_BLOCKED,
  SKY_UNOBSERVED_LEFT_OUT,
} SkyUnobservedReason;

/* The source of a recorded event. All zero in a version 1 log. */
typedef struct
{
  gboolean unsure;    /* could not be seen for certain */
  gboolean as_due;    /* only `settle`: accepted as proposed */
  gboolean has_frame; /* @recording and @frame are given */
  gboolean has_src;   /* @run and @record are given */
  guint recording;    /* index in the header's record.from */
  SkyTime frame;      /* microseconds in that recording */
  gint64 run;         /* of an import */
  gint64 record;      /* its number there */
} SkyEventOrigin;

/* One event. Texts and nodes are valid until the reader's next line. Only the union's struct for
 * @type applies. Absent optional members have the value noted here, or 0. */
typedef struct
{
  SkyEventType type;
  guint64 seq;
  SkyTime at;
  SkyEventOrigin origin;

  union
  {
    struct
    {
      const SkyJsonNode *submission;
      SkyText approval; /* empty: none */
    } rules;

    struct
    {
      SkyMoney min;
      SkyMoney max;
      const SkyJsonNode *bets; /* NULL: none */
    } limits;

    struct
    {
      SkyMoney min;
      SkyMoney max;
      SkyTime effective_at;
      gboolean sign;
      gboolean announced;
    } limits_notice;

    struct
    {
      SkyRole role;
      SkyText credential;
      gboolean on;
    } staff;

    struct
    {
      gint64 seat;
      SkyText player;
      gboolean present;
      SkyText colour; /* empty: none */
    } player;

    struct
    {
      SkyItem item;
      SkyText id;
      SkyEquipmentAction action;
      SkyText detail;
    } equipment;

    struct
    {
      SkyItem item;
      SkyRole role;
      SkyText credential;
      const SkyJsonNode *checks;
      gboolean passed;
    } inspection;

    struct
    {
      gint64 round;
    } round;

    struct
    {
      SkyText wager;
      gint64 seat;
      SkyBetRef bet;
      SkyMoney amount;
      SkyVia via;
      SkyMoney vig;
      gboolean confirmed;
    } wager;

    struct
    {
      SkyText wager;
      SkyChange action;
      SkyMoney amount; /* absent: -1 */
    } change;

    struct
    {
      SkyText reason_text;
      SkyVoidReason reason;
      SkyRole role;
      SkyText credential;
    } cancel; /* `void` */

    struct
    {
      SkyText wager;
      SkyOutcome outcome;
      SkyMoney paid;
      SkyMoney taken;
      SkyMoney returned;
      SkyMoney vig;
      gboolean stays;
      gboolean from_cage; /* `source` is "cage" */
    } settle;

    struct
    {
      SkyText dispute;
      gint64 seat;
      SkyText wager; /* empty: none */
      SkyOutcome claim_outcome;
      SkyMoney claim_paid;
      SkyText text;
    } dispute;

    struct
    {
      SkyText dispute;
      SkyRole role;
      SkyRulingDecision decision;
      SkyText text;
    } ruling;

    struct
    {
      SkyText to; /* only `notify` */
      SkyText subject;
      SkyText credential;
    } notify; /* and `confirm` */

    struct
    {
      SkyText meter;
      SkyMoney amount;
    } meter;

    struct
    {
      SkyText text;
    } note;

    struct
    {
      SkyText sha256;
    } checkpoint;

    struct
    {
      gint64 dice[3];
      guint8 n_dice;
      gboolean has_number; /* Pai Gow: `number` of the random number generator */
      gint64 number;
      SkyText pocket;
      gint64 section;
      SkyText symbol;
      gint64 revolutions; /* -1: not seen */
      SkyObserved observed;
    } result; /* also `entry`, `lammer`: only dice */

    struct
    {
      gint64 total;
      SkyRole role; /* absent: SKY_ROLE_NONE */
      gint64 dice[3];
      guint8 n_dice;
      SkyText pocket;
      SkyText symbol;
    } call;

    struct
    {
      gint64 seat;
      gboolean accepted;
      gint64 dice;
    } dice_offer;

    struct
    {
      gint64 seat;
    } shooter;

    struct
    {
      SkyText wager;
      gint64 number;
    } move;

    struct
    {
      gboolean on;
      gint64 number; /* absent: 0 */
    } puck;

    struct
    {
      gint64 number;
      gint64 count;
    } fire_marker;

    struct
    {
      gint64 dice[2];
      guint8 n_dice; /* 0: @number is given instead */
      gint64 number;
    } marker_button;

    struct
    {
      const SkyJsonNode *list; /* an array; its elements are for sky_bet_ref_read() */
    } bets;                    /* `power_odds` and `illuminate` */

    struct
    {
      SkyTile tiles[8][4];
    } stacks;

    struct
    {
      struct
      {
        gint64 first;
        gint64 last;
        gboolean left;
      } moves[SKY_MAX_MOVES];
      guint8 n_moves;
      gint64 by;
      gint64 depth;
    } cut;

    struct
    {
      SkyStyle style;
    } style;

    struct
    {
      gint64 by;
      gint64 times;
      gboolean automated; /* Sic Bo: `device` is "automated" */
      gint64 lid;         /* Props & Hops */
    } shake;

    struct
    {
      gint64 to;
      SkyTile tiles[4];
      guint8 n_tiles;
      gint64 order;
      SkyCard cards[SKY_MAX_CARDS];
      guint8 n_cards;
      gboolean war; /* Casino War: `deal` is "war" */
      gboolean face_up_in_shoe;
    } deal; /* and `expose` (to, a card or a tile), `discard` (a card, face_up_in_shoe) */

    struct
    {
      gint64 seat;
      gint64 street; /* Raise It Up */
      SkyChoice choice;
    } decision;

    struct
    {
      gint64 to;
      SkyTile high[2];
      SkyTile low[2];
    } set;

    struct
    {
      gint64 seat;
      gboolean co;
      SkyMoney dealer_wager;
      SkyMoney chips;
    } bank;

    struct
    {
      gint64 seat;   /* Pai Gow */
      gint64 street; /* Raise It Up */
      SkyCard card;
    } reveal;

    struct
    {
      gint64 seat;
      SkyMoney surplus;
      SkyMoney vig;
      SkyMoney collected;
    } bank_settle;

    struct
    {
      gboolean wheel_clockwise;
      gboolean ball_clockwise;
    } spin;

    struct
    {
      SkyText pocket;
    } marker;

    struct
    {
      gint64 cards; /* of `shuffle` absent: -1 */
    } count;        /* `shuffle`, `stub` and `burn` */

    struct
    {
      gint64 accepted;
      SkyMoney chips;
    } lock_out;

    struct
    {
      gint64 seat;
      SkyText hand;
    } light;

    struct
    {
      gint64 seat;
      SkyRole role;
      SkyText credential;
    } validate;

    struct
    {
      gint64 seat;
      SkyMoney paid;
    } envy;

    struct
    {
      SkyTime until;
      SkyUnobservedReason reason;
    } unobserved;

    struct
    {
      gint64 shooter; /* absent: 0 */
      gboolean has_puck;
      gboolean puck_on;
      gint64 puck_number;
      const SkyJsonNode *wagers; /* array for sky_event_read_standing(); NULL: none */
    } standing;

    struct
    {
      gint64 round;
      SkyText reason;
      SkyText by; /* empty: not stated */
    } again;
  };
} SkyEvent;

/* The format's names. */
const char *sky_game_id_to_name (SkyGameId game);
gboolean sky_game_id_from_name (SkyText name, SkyGameId *game);
const char *sky_event_type_to_name (SkyEventType type);
const char *sky_role_to_name (SkyRole role);
const char *sky_outcome_to_name (SkyOutcome outcome);

/* "AS", "TH"; @buffer of three bytes. Returns: @buffer. */
char *sky_card_to_text (SkyCard card, char buffer[3]);
gboolean sky_card_from_text (SkyText text, SkyCard *card);

/* "2-4", low first; @buffer of four bytes. Returns: @buffer. Reads any two digits 0…9, in either
 * order. The rules decide whether the set has such a tile. */
char *sky_tile_to_text (SkyTile tile, char buffer[4]);
gboolean sky_tile_from_text (SkyText text, SkyTile *tile);

G_END_DECLS
