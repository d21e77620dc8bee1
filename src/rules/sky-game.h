/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game: one struct with all its rules. SKY_GAMES of sky-event.h lists the games. Each program
 * checks at its start that every game is complete. */
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
typedef struct _SkyChance SkyChance;
typedef struct _SkyTable SkyTable;

/* An object on the table besides wagers, for the picture of the layout. */
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

/* How betting ends. */
typedef enum
{
  SKY_BETS_END_UNSAID,   /* not valid for a game */
  SKY_BETS_END_NEVER,    /* there is no call (craps) */
  SKY_BETS_END_BY_CALL,  /* "no more bets"; without a timely call nothing is late (Pai Gow) */
  SKY_BETS_END_BY_EVENT, /* without a timely call, by the event that the call must precede */
} SkyBetsEnd;

/* The chapter has no such rule. */
#define SKY_NOT_SAID ""

/* How many places of a table need their own stationary camera. */
#define SKY_MAX_PLACES 2

typedef void (*SkyEventHandler) (SkyTable *table, const SkyEvent *event);

struct _SkyGame
{
  SkyGameId id;
  const char *name;           /* "Craps" */
  const char *chapter;        /* "623a" */
  const char *wagers_section; /* that lists its wagers: "623a.3(a)" */
  /* The chapter in force on a gaming day, if an older edition has another; NULL: always
   * @chapter. */
  const char *(*chapter_on) (SkyDay day);
  /* The section of the chapter in force for a section of @chapter; NULL: the same. */
  const char *(*section_in_force) (const SkyTable *table, const char *section);

  /* The only edition's chapter that says SKY_BET_PAY_AT_LEAST for the game: "539"; NULL: all do. */
  const char *pay_at_least_in;

  SkyTraining training;               /* the game type of its dealers' training (§ 611a.2) */
  const SkyEquipmentRules *equipment; /* sky-equipment-rules.h */
  /* The places that need their own stationary camera (§ 465a.9(c)(2)). SKY_COVERS_TABLE: any camera
   * will do; 0: no more places. */
  SkyCovers cameras[SKY_MAX_PLACES];
  /* By check: the chapter's section for a check that several games share, where the catalog leaves
   * it to the chapters. SKY_NOT_SAID: the game does not have this check. Sections of the
   * equipment's rules may be omitted. */
  const char *sections[SKY_N_CHECKS];

  const SkyBet *bets;
  guint n_bets;
  /* The common options first, then the module's own in the order of its enum. */
  const SkyOption *options;
  guint n_options;

  /* The size of the game's state for a table: plain memory, zero when the table is new. */
  gsize state_size;
  /* Sets what is not zero in a new table's state; options have their defaults. NULL: nothing. */
  void (*begin) (SkyTable *table);
  /* Forgets what rounds left in the state, because some were not observed. The Rules Submission's
   * values stay. NULL: all of the state comes from rounds. */
  void (*forget) (SkyTable *table);
  /* Visits the state (sky-table-state.h). */
  void (*visit) (SkyTable *table, SkyState *state);

  /* The row of the bet's table for the own members of @wager, which has a bet. 0: they make no
   * difference; -1: the chapter has no such wager. NULL: always 0. */
  gint (*find_row) (const SkyWager *wager);

  /* The module's work at each event, after the common work; NULL: none. At `round_end` it must
   * decide all that the round decides. At `wager`, table->wager is the new wager, already on the
   * list. At `settle`, `wager_change`, `move` and `dispute` it is the wager named, or NULL. */
  SkyEventHandler on[SKY_N_EVENT_TYPES];

  SkyBetsEnd bets_end;
  /* The event that the call "no more bets" must precede, if there is such a call. */
  SkyEventType closes_by;
  /* The same if an older edition has another; NULL: always @closes_by. */
  SkyEventType (*closes_by_on) (const SkyTable *table);
  /* TRUE if the current wager or change may come after the call (war wagers, play wagers). */
  gboolean (*may_come_late) (const SkyTable *table, const SkyEvent *event, const SkyWager *wager);

  /* How one result decides a round's wagers (sky-chance.h); NULL: others count too. */
  const SkyChance *chance;

  /* Positions that get tiles with or without a player (Pai Gow: six); 0: none. */
  gint64 positions_dealt;

  /* TRUE if @wager may stay up from one round to the next; NULL: none may. */
  gboolean (*outlasts_round) (const SkyWager *wager);

  /* TRUE if settle.order applies to @wager (Casino War: only the War deal's); NULL: to all. */
  gboolean (*settled_in_order) (const SkyWager *wager);

  /* What is due on a wager, as a phrase without its full stop; NULL: the common wording. */
  char *(*describe) (const SkyTable *table, const SkyWager *wager, const SkyDue *due);
  /* The name of a wager with its own members, a phrase. NULL, or a NULL result: the bet's name. */
  const char *(*wager_name) (const SkyTable *table, const SkyWager *wager);

  /* Appends the objects on the table to @marks (of SkyMark). */
  void (*marks) (const SkyTable *table, GArray *marks);
};

#define SKY_GAME_RULES(ID, name) extern const SkyGame sky_##name##_game;
SKY_GAMES (SKY_GAME_RULES)

/* The rules of a known game. All games are known. */
const SkyGame *sky_game_get (SkyGameId id);

/* The default section of @check at this game; NULL: its chapter has none. */
const char *sky_game_get_section (const SkyGame *self, SkyCheck check);

/* All sections that @check may cite, in any game, separated by blanks. Returns: a new string. */
char *sky_game_list_sections (SkyCheck check);
gboolean sky_game_cites (SkyCheck check, const char *section);

/* The first required member that @self lacks; NULL: it is complete. */
const char *sky_game_find_absent (const SkyGame *self);

/* Ends the program, naming game and member, unless @self is complete and is the game @id; the
 * second checks all games. A failure is a programmer's error. Call it at the start of a program. */
void sky_game_check (const SkyGame *self, SkyGameId id);
void sky_game_check_all (void);

/* For the log's reader: the bet's form in the game's table. */
const SkyBetForm *sky_game_lookup_bet (SkyGameId game, SkyText bet);

G_END_DECLS
