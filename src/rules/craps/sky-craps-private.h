/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a craps table, and the functions for its events by subject. The `result` decides a
 * throw. Its effects on the table (points, moves, counts) follow at `round_end`, when the throw is
 * final. */
#pragma once

#include "sky-craps.h"
#include "sky-table.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_THROW_NONE,       /* no result yet */
  SKY_THROW_STANDS,     /* decides */
  SKY_THROW_VOID,       /* called "no roll", or invalid by itself (§ 623a.8(b), § 623a.9(b)) */
  SKY_THROW_IMPOSSIBLE, /* no two dice show this */
} SkyThrowState;

/* The throw of the round in progress. */
typedef struct
{
  gboolean thrown; /* the dice left the hand: wagers are late */
  SkyThrowState state;
  guint64 seq; /* of the `result` */
  SkyTime at;
  gint low; /* the dice, low first */
  gint high;
  gint total;
  gboolean come_out;
  gboolean sets_no_point; /* rolled only to decide Come Bets (§ 623a.10(b)) */
  gboolean may_set_none;  /* whether only that is unknown */
  SkyObserved observed;
  gboolean called_void;
} SkyCrapsThrow;

/* Power Odds shown for the throw to come. */
typedef struct
{
  const SkyCrapsPower *line;
  SkyOdds odds;
} SkyCrapsShown;

/* A Don't bet taken down or reduced. Putting it back while its point stands breaks § 623a.4(d). */
typedef struct
{
  gint64 seat;
  gint come_point; /* 0: a Don't Pass Bet on the come out point */
} SkyCrapsTakenDown;

/* More than a table has seats with Don't bets or the Power Odds table has lines. */
#define SKY_CRAPS_MAX_TAKEN_DOWN 64
#define SKY_CRAPS_MAX_SHOWN      64

/* The Fire Bet point markers, one per box number. */
#define SKY_CRAPS_MAX_NUMBER 12

/* A point made, with the roll that made it. The Fire Bet counts six different ones. */
typedef struct
{
  gint point;
  gint dice[2]; /* low first */
  gint64 round;
  guint64 seq; /* of the `result` */
} SkyCrapsMade;

#define SKY_CRAPS_MAX_POINTS 6

/* What is unknown about the table because nobody observed it: bits. */
typedef enum
{
  SKY_CRAPS_UNSEEN_POINT = 1 << 0,
  SKY_CRAPS_UNSEEN_FIRE = 1 << 1,    /* the different points made */
  SKY_CRAPS_UNSEEN_SERIES = 1 << 2,  /* throws since the last 7 */
  SKY_CRAPS_UNSEEN_SHOOTER = 1 << 3, /* who shoots, and who was offered the dice */
  SKY_CRAPS_UNSEEN_ROLLED = 1 << 4,  /* whether the shooter made a come out roll */
} SkyCrapsUnseen;

#define SKY_CRAPS_UNSEEN_ALL 31

/* Plain memory: copying it copies the table. */
typedef struct
{
  SkyCrapsThrow throw_;
  gboolean miscalled;        /* a wrong call of the result was found, once per round */
  gboolean miscalled_before; /* for a result called void */
  gint dice[2];              /* as shown, in the order of the log; 0: in the hand */
  gint last_low, last_high;  /* of the last throw that stood; 0: none */

  gint point; /* of the come out; 0: the next throw is a come out roll */
  gboolean puck_on;
  gint puck;
  guint64 puck_seq; /* of the last `puck`; 0: none */
  guint unseen;     /* bits of SkyCrapsUnseen; @point is 0 if unknown */
  SkyCrapsTakenDown taken_down[SKY_CRAPS_MAX_TAKEN_DOWN];
  guint n_taken_down;

  /* The dice. */
  gint64 shooter;     /* seat; 0: not known */
  gboolean rolled;    /* the shooter has made a come out roll that stood */
  gint64 offered;     /* the last seat to refuse the dice in the current offer; 0: none */
  gboolean on_offer;  /* the dice were offered since the last throw */
  gboolean seven_out; /* a losing 7 came, and nobody has thrown since */
  gint64 loser;       /* the seat that threw it */
  gboolean passed_on; /* the dice were offered, or a shooter named, since then */
  guint64 refused;    /* seats that refused since then (bit seat - 1, the first 64) */

  /* Fire Bet (§ 623a.11). */
  guint fire_points;                            /* totals: the different points made */
  SkyCrapsMade fire_made[SKY_CRAPS_MAX_POINTS]; /* the same points in order */
  gboolean fire_carried;                        /* a predecessor's points count (reading R2) */
  guint64 fire_fourth;   /* seq of the result that made the fourth; 0: none with Fire Bets up */
  guint64 fire_notified; /* seq of the last call to surveillance */
  gboolean fire_blamed;  /* the missing call was already reported */
  gint fire_markers[SKY_CRAPS_MAX_NUMBER + 1]; /* the count on the marker; 0: no marker */
  guint64 fire_marker_seq;                     /* of this round's last marker; 0: none */
  SkyTime fire_marker_at;
  gint fire_marker_number;
  gint fire_marker_count;
  gboolean fire_marker_right[SKY_CRAPS_MAX_NUMBER + 1]; /* this round, by number */

  guint hot_boxes; /* Hot Roller: the boxes thrown since the last 7 */
  guint tracked;   /* Bonus Craps: totals thrown since the last 7 */

  /* Power Odds (§ 623b.5). */
  SkyCrapsShown shown[SKY_CRAPS_MAX_SHOWN];
  guint n_shown;
  guint64 shown_seq; /* of the last `power_odds`; 0: none for this throw */
  SkyTime shown_at;
  gboolean shown_blamed;
} SkyCrapsState;

/* The kinds of a set as in SkyTable.kinds_up. */
#define SKY_CRAPS_BIT(bet) SKY_KIND_BIT (SKY_CRAPS_##bet)

G_STATIC_ASSERT (SKY_CRAPS_N_BETS <= 64);

static inline SkyCrapsState *
sky_craps_state (const SkyTable *table)
{
  return table->state;
}

/* The box number of @wager, or the one that it gets once a pending result is applied. 0: none
 * yet. */
gint sky_craps_point_of (const SkyTable *table, const SkyWager *wager);

/* sky-craps-settle.c: what the current throw decides. */
/* Whether a wager that is inactive on come out rolls works on this throw. */
static inline gboolean
sky_craps_works (const SkyTable *table, const SkyWager *wager)
{
  return wager->working == SKY_WORKING_ON
         || (wager->working == SKY_WORKING_DEFAULT && !sky_craps_state (table)->throw_.come_out);
}

void sky_craps_decide_throw (SkyTable *table);
/* The current throw is void: whatever the table settles must be returned in full. */
void sky_craps_void_throw (SkyTable *table);
/* What a Fire Bet pays for @points (4…6) different points; NULL: the bet has no such case. */
const SkyPay *sky_craps_fire_pay (const SkyTable *table, guint points);

/* sky-craps-wagers.c: wagers placed and changed. */
void sky_craps_on_wager (SkyTable *table, const SkyEvent *event);
void sky_craps_on_change (SkyTable *table, const SkyEvent *event);
void sky_craps_on_move (SkyTable *table, const SkyEvent *event);

/* sky-craps-shooter.c: who has the dice, and whether the throw is valid. */
void sky_craps_on_dice_offer (SkyTable *table, const SkyEvent *event);
void sky_craps_on_shooter (SkyTable *table, const SkyEvent *event);
void sky_craps_check_throw (SkyTable *table);
void sky_craps_on_call (SkyTable *table, const SkyEvent *event);
void sky_craps_on_void (SkyTable *table, const SkyEvent *event);
void sky_craps_check_invalid (SkyTable *table);

/* sky-craps-side.c: the Fire Bet and the side wagers of chapter 623b. */
void sky_craps_on_settle (SkyTable *table, const SkyEvent *event);
void sky_craps_on_notify (SkyTable *table, const SkyEvent *event);
void sky_craps_on_fire_marker (SkyTable *table, const SkyEvent *event);
void sky_craps_on_marker_button (SkyTable *table, const SkyEvent *event);
void sky_craps_on_power_odds (SkyTable *table, const SkyEvent *event);
void sky_craps_new_shooter (SkyTable *table);
void sky_craps_make_point (SkyTable *table, gint point);
void sky_craps_end_fire_bets (SkyTable *table);
void sky_craps_check_power_odds (SkyTable *table, const SkyWager *wager);
void sky_craps_forget_power_odds (SkyCrapsState *state);

/* sky-craps-unseen.c: what is unknown because nobody observed it. */
void sky_craps_forget (SkyTable *table);
void sky_craps_on_standing (SkyTable *table, const SkyEvent *event);
/* Whether it is known if a line bet is up: one was seen, or all wagers were. */
gboolean sky_craps_knows_line_bets (const SkyTable *table);
/* Marks for each wager whether the current throw's effect on it is known. */
void sky_craps_mark_unseen (SkyTable *table);
/* The current throw was applied, or someone saw the puck: the point may be known again. */
void sky_craps_see_throw (SkyTable *table);
void sky_craps_see_puck (SkyTable *table);

/* sky-craps-describe.c: wording. */
/* Steps: what the current throw decided on @wager, and its effects without a decision. */
void sky_craps_tell_decision (SkyTable *table, const SkyWager *wager);
void sky_craps_tell_progress (SkyTable *table, const SkyWager *wager);
char *sky_craps_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due);
const char *sky_craps_wager_name (const SkyTable *table, const SkyWager *wager);
void sky_craps_marks (const SkyTable *table, GArray *marks);

/* The game's data in SkyDue.detail for describe(): the dice, the wager's point, and a count. */
#define SKY_CRAPS_DETAIL(low, high, point, count)                                                  \
  ((low) | (high) << 3 | (point) << 6 | (count) << 10)
#define SKY_CRAPS_DETAIL_LOW(detail)   ((detail) &7)
#define SKY_CRAPS_DETAIL_HIGH(detail)  ((detail) >> 3 & 7)
#define SKY_CRAPS_DETAIL_POINT(detail) ((detail) >> 6 & 15)
#define SKY_CRAPS_DETAIL_COUNT(detail) ((detail) >> 10)

G_END_DECLS
