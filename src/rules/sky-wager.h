/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wager on the table, and what the rules require for it. */
#pragma once

#include "sky-bet.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_WAGER_UP,      /* on the layout, undecided or not yet settled */
  SKY_WAGER_REMOVED, /* taken down undecided */
  SKY_WAGER_ENDED,   /* settled, or never settled by the table */
} SkyWagerStatus;

/* Called on or off by the player (§ 623a.3(a)). */
typedef enum
{
  SKY_WORKING_DEFAULT,
  SKY_WORKING_ON,
  SKY_WORKING_OFF,
} SkyWorking;

/* What the rules require for a wager after one event decided it. */
typedef struct
{
  guint8 outcome;  /* a SkyOutcome; SKY_OUTCOME_NONE: the wager is not decided */
  guint8 may_stay; /* staying up for another decision and being taken down are both right */
  /* Nothing is due, but a settlement, if the table makes one, must be this: a wager that a void
   * throw leaves up. */
  guint8 optional;
  guint8 reading; /* R…; 0: none */
  gint detail;    /* the game's data for its describe() */
  SkyMoney paid;
  SkyMoney taken;
  SkyMoney returned; /* if it does not stay up */
  SkyMoney vig;
  guint64 seq;              /* the event that decided */
  const SkyPay *pay;        /* the case that it pays; NULL: none, or several parts */
  SkyOdds odds;             /* as applied, including raised odds and Power Odds */
  const char *section;      /* of the outcome */
  const char *odds_section; /* of the odds */
} SkyDue;

/* What the table paid, took and returned, from its last `settle`. */
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

/* What nobody observed about a wager. */
typedef enum
{
  SKY_UNSEEN_NOTHING,
  SKY_UNSEEN_DUE,   /* what decides it, or its rules: its settlement is not judged */
  SKY_UNSEEN_WHOLE, /* it was up while nobody observed: nothing about it is judged */
} SkyUnseen;

typedef struct _SkyWager SkyWager;

/* The members that each round needs of each wager come first, in one cache line; the book aligns
 * wagers to one. */
#define SKY_WAGER_ALIGNMENT 64

struct _SkyWager
{
  _Alignas(SKY_WAGER_ALIGNMENT) const SkyBet *bet; /* NULL: the chapter has no such bet */
  guint8 kind;                                     /* the index of @bet in the game's table */
  guint8 status;                                   /* a SkyWagerStatus */
  guint8 working;                                  /* a SkyWorking */
  /* The chapter has no such wager: it is void, returned in full. */
  guint8 not_permissible;
  guint8 matched; /* the audit compared a settlement of this round with @due */
  guint8 left;    /* by an earlier round that should have decided it */
  guint8 listed;  /* it is among the table's decided wagers */
  /* The row of the bet's table for its own members, if they have one. */
  guint8 row;
  SkyMoney amount; /* its present amount */
  gint64 seat;
  guint64 seq; /* of its `wager` event */

  /* The game's own. */
  gint16 point;       /* the number of a Come Bet that traveled, or of a line bet */
  guint16 awaits;     /* a set of the results that may decide it */
  gint number;        /* one of the bet's own members, as below */
  guint64 tracked;    /* a set or count of the throws since it was placed; or of winning ones */
  SkyWager *supports; /* for odds: the line or come wager; NULL if the log has none */

  /* What each settlement reads and writes, in one cache line too. */
  SkySettlement settlement; /* the table's last */
  char *id;
  char key[8]; /* the book's: identifies the id; a short id's NUL-terminated text */

  SkyDue due; /* of the round in progress */

  /* The bet's own members. */
  gint8 numbers[SKY_MAX_NUMBERS]; /* roulette: 0…36, 37 is 00, -1 no pocket */
  gint8 dice[2];                  /* low first */
  guint8 n_numbers;               /* of @numbers */
  guint8 via;                     /* a SkyVia */
  guint8 unseen;                  /* a SkyUnseen */
  guint8 late;                    /* it was placed or changed when wagers had to end */
  guint8 unsure;                  /* a line about it, or about a round it lay in, was unsure */
  gint area;
  char *symbol;

  char *bet_name; /* as logged if @bet is NULL; otherwise NULL */
  SkyMoney placed_amount;
  SkyMoney vig; /* collected at its placement */
  SkyTime at;
  gint64 round;        /* current when it was placed; 0: none */
  guint64 removed_seq; /* of the `wager_change` that removed it; 0: none */
  SkyDue last_due;     /* of the last round that decided it */
};

/* The section that defines @wager, which has a bet: its own paragraph in the bet's table, or the
 * bet's section. Row 0 also serves wagers without a row. */
static inline const char *
sky_wager_section (const SkyWager *wager)
{
  const SkyBet *bet = wager->bet;
  const char *own = NULL;

  if (wager->row < bet->n_pays && (wager->row > 0 || !wager->not_permissible))
    own = bet->pays[wager->row].section;
  return own != NULL ? own : bet->section;
}

/* Whether the table left the stake up in @settlement of @wager, rightly: a winner of a bet that has
 * another decision ahead (fine print 10). */
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
