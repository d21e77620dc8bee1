/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wager on the table, and what the rules say is due on it. */
#pragma once

#include "sky-bet.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_WAGER_UP,      /* on the layout, undecided or not settled yet */
  SKY_WAGER_REMOVED, /* taken down undecided */
  SKY_WAGER_ENDED,   /* settled, or missed by the table */
} SkyWagerStatus;

/* Called on or off by the player (§ 623a.3(a)). */
typedef enum
{
  SKY_WORKING_DEFAULT,
  SKY_WORKING_ON,
  SKY_WORKING_OFF,
} SkyWorking;

/* What the rules hand over on a wager, decided by one event. */
typedef struct
{
  guint8 outcome;  /* a SkyOutcome; SKY_OUTCOME_NONE: the wager is not decided */
  guint8 may_stay; /* up for another decision or taken down: both are right */
  /* Nothing is owed, but a settlement, if the table makes one, must be this: a wager that a void
   * throw leaves up. */
  guint8 optional;
  guint8 reading; /* R…; 0: none */
  gint detail;    /* the game's own, for its describe() */
  SkyMoney paid;
  SkyMoney taken;
  SkyMoney returned; /* where it does not stay up */
  SkyMoney vig;
  guint64 seq;              /* the event that decided */
  const SkyPay *pay;        /* the case that it pays; NULL: none, or several parts */
  SkyOdds odds;             /* as applied, raised odds and Power Odds included */
  const char *section;      /* of the outcome */
  const char *odds_section; /* of the odds */
} SkyDue;

/* What the table handed over, from its last `settle`. */
typedef struct
{
  guint64 seq;    /* 0: not settled yet */
  guint8 outcome; /* a SkyOutcome */
  guint8 stays;
  guint8 from_cage;
  SkyMoney paid;
  SkyMoney taken;
  SkyMoney returned;
  SkyMoney vig;
} SkySettlement;

/* What of a wager nobody looked at. */
typedef enum
{
  SKY_UNSEEN_NOTHING,
  SKY_UNSEEN_DUE,   /* what decides it, or by which rules: nothing is said of its settlement */
  SKY_UNSEEN_WHOLE, /* it lay while nobody looked: nothing is said of it at all */
} SkyUnseen;

typedef struct _SkyWager SkyWager;

/* What each round asks of each wager that is up stands first, in one line of the processor's cache:
 * the book lets wagers begin at one. */
#define SKY_WAGER_ALIGNMENT 64

struct _SkyWager
{
  _Alignas(SKY_WAGER_ALIGNMENT) const SkyBet *bet; /* NULL: the chapter has no such bet */
  guint8 kind;                                     /* where @bet is in the game's table */
  guint8 status;                                   /* a SkyWagerStatus */
  guint8 working;                                  /* a SkyWorking */
  /* The chapter has no such wager: it is due void, returned in full. */
  guint8 not_permissible;
  guint8 matched; /* the audit compared a settlement of this round with @due */
  guint8 left;    /* by an earlier round that should have decided it */
  guint8 listed;  /* it is among the table's decided ones */
  /* The row of the bet's table that its own members lead to, where they lead to one. */
  guint8 row;
  SkyMoney amount; /* as it stands */
  gint64 seat;
  guint64 seq; /* of its `wager` event */

  /* The game's own. */
  gint16 point;       /* the number that a Come Bet travelled to, that a line bet is on */
  guint16 awaits;     /* a set of the results that may decide it */
  gint number;        /* a member of the bet's own, as those below */
  guint64 tracked;    /* a set of what was thrown since it was placed, or a count; of what wins */
  SkyWager *supports; /* odds: the line or come wager; NULL when the log has no such one */

  /* What each settlement asks for and leaves, in one line too. */
  SkySettlement settlement; /* the table's last */
  char *id;
  char key[8]; /* the book's: what the id is told apart by; a short id's text, ended by a NUL */

  SkyDue due; /* of the round in progress */

  /* The bet's own members, those that it has. */
  gint8 numbers[SKY_MAX_NUMBERS]; /* roulette: 0…36, 37 is 00, -1 no pocket */
  gint8 dice[2];                  /* low first */
  guint8 n_numbers;               /* of @numbers */
  guint8 via;                     /* a SkyVia */
  guint8 unseen;                  /* a SkyUnseen */
  guint8 unsure;                  /* a line about it, or about a round it lay in, was unsure */
  gint area;
  char *symbol;

  char *bet_name; /* as logged, where @bet is NULL; else NULL */
  SkyMoney placed_amount;
  SkyMoney vig; /* collected when it was placed */
  SkyTime at;
  gint64 round;        /* in progress when it was placed; 0: none */
  guint64 removed_seq; /* of the `wager_change` that removed it; 0: it was not */
  SkyDue last_due;     /* of the last round in which it was decided */
};

/* What the chapter says that @wager, which has a bet, is: the paragraph of its own that the bet's
 * table has for it, or the bet's section. Row 0 is also that of a wager that leads to none. */
static inline const char *
sky_wager_section (const SkyWager *wager)
{
  const SkyBet *bet = wager->bet;
  const char *own = NULL;

  if (wager->row < bet->n_pays && (wager->row > 0 || !wager->not_permissible))
    own = bet->pays[wager->row].section;
  return own != NULL ? own : bet->section;
}

/* Whether the table left the stake up in @settlement of @wager, and it may lie there: a winner's,
 * of a bet that has another decision before it (fine print 10). */
static inline gboolean
sky_wager_stays (const SkyWager *wager, const SkySettlement *settlement)
{
  return settlement->stays && settlement->outcome == SKY_OUTCOME_WIN && wager->bet != NULL
         && (wager->bet->flags & SKY_BET_MAY_STAY) != 0
         && (wager->due.outcome != SKY_OUTCOME_WIN || wager->due.may_stay);
}

/* Whether the table's last settlement of @wager, right or wrong, ends it. */
static inline gboolean
sky_wager_is_settled (const SkyWager *wager)
{
  return wager->settlement.seq != 0 && !sky_wager_stays (wager, &wager->settlement);
}

G_END_DECLS
