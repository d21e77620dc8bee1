/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game: one module with one interface, all of them in one list. Adding a game touches its own
 * files, its tests, its layout picture and that list. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

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

  const SkyBet *bets;
  guint n_bets;
  /* The common options first, then the module's own in the order of its enum. */
  const SkyOption *options;
  guint n_options;

  /* Makes the game's state for a table; the options have their defaults. */
  gpointer (*begin) (SkyTable *table);
  void (*end) (gpointer state);
  /* The size of the state where it is plain memory that can be copied; 0: it owns something. */
  gsize state_size;
  /* Visits the state (sky-table-state.h). */
  void (*visit) (SkyTable *table, SkyState *state);

  /* The row of the bet's table that the own members of @wager, which has a bet, lead to; 0 where
   * they have no say in it; -1: the chapter has no such wager. NULL: always 0. */
  gint (*find_row) (const SkyWager *wager);

  /* What the module does at each event, after the common work; NULL: nothing. At `round_end` all
   * that the round decides must be decided. At `wager` table->wager is the new wager, already on
   * the list; at `settle`, `wager_change`, `move` and `dispute` it is the wager named, or NULL. */
  SkyEventHandler on[SKY_N_EVENT_TYPES];

  /* Of games whose wagers end with the call "no more bets": the event that the call must stand
   * before in the edition in force. NULL: the game has no such call (craps). */
  SkyEventType (*closes_by) (const SkyTable *table);
  /* Without a call in time nothing is late (Pai Gow). */
  gboolean only_the_call_closes;
  /* TRUE when the wager or change in hand may come after the call (war wagers, play wagers). */
  gboolean (*may_come_late) (const SkyTable *table, const SkyEvent *event, const SkyWager *wager);

  /* Positions that get tiles whether or not a player is there (Pai Gow: six); 0: none. */
  gint64 positions_dealt;

  /* TRUE when @wager may stay up from one round to the next; NULL: none does. */
  gboolean (*outlasts_round) (const SkyWager *wager);

  /* TRUE when settle.order looks at @wager (Casino War: the War deal's alone); NULL: at all. */
  gboolean (*settled_in_order) (const SkyWager *wager);

  /* What is due on a wager, in a sentence without its full stop; NULL: the common sentence. */
  char *(*describe) (const SkyTable *table, const SkyWager *wager, const SkyDue *due);
  /* The name of a wager with its own members; NULL or returning NULL: the bet's name. */
  const char *(*wager_name) (const SkyTable *table, const SkyWager *wager);

  /* Appends what lies on the table now to @marks (of SkyMark). */
  void (*marks) (const SkyTable *table, GArray *marks);
};

/* All games, in the order of SkyGameId. An entry is NULL as long as the game is not known. */
const SkyGame *sky_game_get (SkyGameId id);

/* For the log's reader: finds the bet's form in the game's table. */
const SkyBetForm *sky_game_lookup_bet (SkyGameId game, SkyText bet);

G_END_DECLS
