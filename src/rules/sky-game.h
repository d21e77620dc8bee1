/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game: one struct with all that the rules say of it. The games stand in one list, SKY_GAMES of
 * sky-event.h, and a program that begins holds each of them to be whole. */
#pragma once

#include "sky-check.h"
#include "sky-equipment-rules.h"
#include "sky-event-format.h"
#include "sky-footage.h"
#include "sky-option.h"
#include "sky-staff.h"
#include "sky-state.h"
#include "sky-wager.h"

G_BEGIN_DECLS

typedef struct _SkyGame SkyGame;
typedef struct _SkyTable SkyTable;

/* What lies on the table besides wagers, for the layout picture. */
typedef struct
{
  enum
  {
    SKY_MARK_DIE,         /* value: its upper face; index: which die */
    SKY_MARK_PUCK,        /* number: the point, 0 off */
    SKY_MARK_FIRE_MARKER, /* number: the point made; value: the count on the marker */
    SKY_MARK_BUTTON,  /* Hot Roller: number, value: the combination (a * 10 + b), 0 the number */
    SKY_MARK_TRACKED, /* Bonus Craps: number thrown */
    SKY_MARK_CARD,    /* place, value: the card, -1 face down; index: its order */
    SKY_MARK_TILE,    /* place, value: the tile, -1 face down; index: 0, 1 high, 2, 3 low */
    SKY_MARK_WHEEL,   /* value: the SkyWheel in use */
    SKY_MARK_POCKET,  /* number: the pocket where ball or point marker lies */
    SKY_MARK_SECTION, /* number: the section under the clapper */
    SKY_MARK_LAMMER,  /* value: the combination (a * 10 + b); number: 1 moved to the circle */
    SKY_MARK_SHOOTER, /* place: the seat */
    SKY_MARK_BANK,    /* place: the seat; value: 1 a co-bank */
    SKY_MARK_METER,   /* value: cents */
    SKY_MARK_NUMBER,  /* value: what the random number generator shows */
  } kind;
  gint64 place; /* a seat or SKY_PLACE_… */
  gint64 number;
  gint64 value;
  guint index;
} SkyMark;

/* How wagers end. */
typedef enum
{
  SKY_BETS_END_UNSAID,   /* of no game */
  SKY_BETS_END_NEVER,    /* there is no call (craps) */
  SKY_BETS_END_BY_CALL,  /* "no more bets"; without a call in time nothing is late (Pai Gow) */
  SKY_BETS_END_BY_EVENT, /* without a call in time, the event that it must stand before */
} SkyBetsEnd;

/* The chapter has no such rule. */
#define SKY_NOT_SAID ""

/* How many places of a table want a stationary camera of their own. */
#define SKY_MAX_PLACES 2

typedef void (*SkyEventHandler) (SkyTable *table, const SkyEvent *event);

struct _SkyGame
{
  SkyGameId id;
  const char *name;           /* "Craps" */
  const char *chapter;        /* "623a" */
  const char *wagers_section; /* where it lists its wagers: "623a.3(a)" */
  /* The chapter in force on a gaming day where an older edition has another; NULL: always @chapter.
   */
  const char *(*chapter_on) (SkyDay day);
  /* The section of the chapter in force for one of @chapter's; NULL: the same. */
  const char *(*section_in_force) (const SkyTable *table, const char *section);

  /* Of a game where SKY_BET_PAY_AT_LEAST is said by one edition's chapter alone: "539"; NULL: by
   * each. */
  const char *pay_at_least_in;

  SkyTraining training;               /* the game type of its dealers' training (§ 611a.2) */
  const SkyEquipmentRules *equipment; /* sky-equipment-rules.h */
  /* The places that want a stationary camera of their own (§ 465a.9(c)(2)); SKY_COVERS_TABLE: any
   * does; 0: no more. */
  SkyCovers cameras[SKY_MAX_PLACES];
  /* By check: where the chapter says what a check of several games is made by, where the catalogue
   * leaves it to the chapters; or SKY_NOT_SAID: it is not made at this game. What the equipment's
   * rules cite need not stand here. */
  const char *sections[SKY_N_CHECKS];

  const SkyBet *bets;
  guint n_bets;
  /* The common options first, then the module's own in the order of its enum. */
  const SkyOption *options;
  guint n_options;

  /* The size of the game's state for a table: plain memory, zero when the table is new. */
  gsize state_size;
  /* What of a new table's state is not zero; the options have their defaults. NULL: nothing. */
  void (*begin) (SkyTable *table);
  /* Forgets what rounds left in the state, as some were not looked at; what the Rules Submission
   * says stays. NULL: all of the state is of rounds. */
  void (*forget) (SkyTable *table);
  /* Visits the state (sky-table-state.h). */
  void (*visit) (SkyTable *table, SkyState *state);

  /* The row of the bet's table that the own members of @wager, which has a bet, lead to; 0 where
   * they have no say in it; -1: the chapter has no such wager. NULL: always 0. */
  gint (*find_row) (const SkyWager *wager);

  /* What the module does at each event, after the common work; NULL: nothing. At `round_end` all
   * that the round decides must be decided. At `wager` table->wager is the new wager, already on
   * the list; at `settle`, `wager_change`, `move` and `dispute` it is the wager named, or NULL. */
  SkyEventHandler on[SKY_N_EVENT_TYPES];

  SkyBetsEnd bets_end;
  /* The event that the call "no more bets" must stand before; where there is one. */
  SkyEventType closes_by;
  /* The same where an older edition has another; NULL: always @closes_by. */
  SkyEventType (*closes_by_on) (const SkyTable *table);
  /* TRUE when the wager or change in hand may come after the call (war wagers, play wagers). */
  gboolean (*may_come_late) (const SkyTable *table, const SkyEvent *event, const SkyWager *wager);

  /* Positions that get tiles whether or not a player is there (Pai Gow: six); 0: none. */
  gint64 positions_dealt;

  /* TRUE when @wager may stay up from one round to the next; NULL: none does. */
  gboolean (*outlasts_round) (const SkyWager *wager);

  /* TRUE when settle.order looks at @wager (Casino War: the War deal's alone); NULL: at all. */
  gboolean (*settled_in_order) (const SkyWager *wager);

  /* What is due on a wager, as a phrase without its full stop; NULL: the common one. */
  char *(*describe) (const SkyTable *table, const SkyWager *wager, const SkyDue *due);
  /* The name of a wager with its own members, a phrase; NULL or returning NULL: the bet's name. */
  const char *(*wager_name) (const SkyTable *table, const SkyWager *wager);

  /* Appends what lies on the table now to @marks (of SkyMark). */
  void (*marks) (const SkyTable *table, GArray *marks);
};

#define SKY_GAME_RULES(ID, name) extern const SkyGame sky_##name##_game;
SKY_GAMES (SKY_GAME_RULES)

/* The rules of a game that is known, all of which are. */
const SkyGame *sky_game_get (SkyGameId id);

/* The section that @check cites at this game where whoever raises it gives none; NULL: none of its
 * chapter. */
const char *sky_game_get_section (const SkyGame *self, SkyCheck check);

/* All that @check may cite, of every game, apart by blanks: a new string. */
char *sky_game_list_sections (SkyCheck check);
gboolean sky_game_cites (SkyCheck check, const char *section);

/* The member that @self must have and has not, or NULL: it is whole. */
const char *sky_game_find_absent (const SkyGame *self);

/* Ends the program, naming game and member, unless @self is whole and the game @id, and unless all
 * are: a programmer's error. Where a program begins. */
void sky_game_check (const SkyGame *self, SkyGameId id);
void sky_game_check_all (void);

/* For the log's reader: finds the bet's form in the game's table. */
const SkyBetForm *sky_game_lookup_bet (SkyGameId game, SkyText bet);

G_END_DECLS
