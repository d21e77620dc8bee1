/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a Raise It Up table, shared by the game's files. Plain memory, so it can be
 * copied. */
#pragma once

#include "sky-poker.h"
#include "sky-raise-it-up.h"
#include "sky-table.h"

G_BEGIN_DECLS

/* § 669a.2(a) allows six; cards to a place beyond this array decide nothing. */
#define SKY_RAISE_SEATS 8
/* More cards to one place are counted, but not kept. */
#define SKY_RAISE_CARDS 6

typedef struct
{
  SkyCard cards[SKY_RAISE_CARDS];
  guint n;
  guint64 seq; /* of the event with the third card */
} SkyRaiseHand;

/* An event to examine again at the round's end. */
typedef struct
{
  guint64 seq; /* 0: none */
  SkyTime at;
} SkyRaiseMoment;

typedef struct
{
  /* Of the day. */
  guint rounds_without_stub;
  gboolean meter_known;
  SkyMoney meter;       /* what the display must show */
  SkyMoney stated_seed; /* of the Rules Submission, even if the chapter does not allow it */

  /* The cards of the round. */
  guint64 dealt;        /* one bit per card */
  guint64 discarded;    /* the same */
  guint gone_from_deck; /* cards dealt and discarded as logged, duplicates included */
  guint64 turned;       /* one bit per card of the community */
  guint64 first_deal;
  SkyRaiseHand community;
  SkyRaiseHand hands[SKY_RAISE_SEATS + 1]; /* index: the seat */
  guint face_up;                           /* cards found face up in the shoe */
  SkyRaiseMoment revealed[3];              /* 4th, 5th and 6th Street */
  SkyRaiseMoment stub;
  gint64 stub_cards;
  gint64 stub_due;

  /* The players' decisions. */
  guint8 decided[SKY_RAISE_SEATS + 1]; /* bits 1 << street */
  guint8 checked_last;                 /* bits 1 << (seat - 1): checked, not played or folded */
  guint64 folded[SKY_RAISE_SEATS + 1]; /* seq of the fold; 0: not */
  guint64 gone[SKY_RAISE_SEATS + 1];   /* seq at which the player left the table; 0: not */
  gboolean late;                       /* a wager came after cards that may already decide it */

  gboolean deal_judged;
  gboolean deal_wrong;
  gboolean exposed;
  gboolean called_void; /* the table called the round void */
  guint64 void_seq;     /* of the event that voids the round; 0: it is not void */

  /* The progressive of the round. */
  gboolean locked_out;
  gboolean lit[SKY_RAISE_SEATS + 1];
  gboolean validated[SKY_RAISE_SEATS + 1];
  SkyMoney envy_paid[SKY_RAISE_SEATS + 1];
  SkyRaiseMoment envy[SKY_RAISE_SEATS + 1]; /* the last paid to a seat */
} SkyRaiseState;

static inline SkyRaiseState *
sky_raise_state (const SkyTable *table)
{
  return table->state;
}

static inline gboolean
sky_raise_has_hand (const SkyRaiseState *state, gint64 seat)
{
  return seat >= 1 && seat <= SKY_RAISE_SEATS && state->hands[seat].n >= 3;
}

extern const SkyBet sky_raise_it_up_bets[SKY_RAISE_IT_UP_N_BETS];
extern const SkyOption sky_raise_it_up_options[SKY_RAISE_IT_UP_N_OPTIONS];

/* sky-raise-it-up-bets.c */
/* The Play Wager of @seat in this round. */
SkyMoney sky_raise_plays (const SkyTable *table, gint64 seat);

/* sky-raise-it-up-deal.c: cards, community, stub (§ 669a.8, § 669a.13). */
void sky_raise_on_deal (SkyTable *table, const SkyEvent *event);
void sky_raise_on_discard (SkyTable *table, const SkyEvent *event);
void sky_raise_on_expose (SkyTable *table, const SkyEvent *event);
void sky_raise_on_reveal (SkyTable *table, const SkyEvent *event);
void sky_raise_on_stub (SkyTable *table, const SkyEvent *event);
void sky_raise_on_void (SkyTable *table, const SkyEvent *event);
/* Judges the numbers of cards, once the first decision, reveal or void follows the community's
 * cards. */
void sky_raise_judge_deal (SkyTable *table);
/* Ends the round: the stub. */
void sky_raise_end_deal (SkyTable *table);
/* Makes the round void from the current event on. */
void sky_raise_void (SkyTable *table);

/* sky-raise-it-up-settle.c: what is due (§ 669a.11, § 669a.12). */
/* @seat: the only one whose wagers the current event can decide; 0: all. */
void sky_raise_decide (SkyTable *table, gint64 seat);
void sky_raise_decide_rest (SkyTable *table);
/* The current wager was settled as lost: the player may have abandoned it. */
void sky_raise_take_abandoned (SkyTable *table);
char *sky_raise_describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due);
const char *sky_raise_wager_name (const SkyTable *table, const SkyWager *wager);

/* sky-raise-it-up-progressive.c: lock-out, meter, validation, Envy Bonuses (§ 669a.8(b),
 * § 669a.11(i)(3), § 669a.12(e)). */
void sky_raise_on_rules (SkyTable *table, const SkyEvent *event);
void sky_raise_on_lock_out (SkyTable *table, const SkyEvent *event);
void sky_raise_on_meter (SkyTable *table, const SkyEvent *event);
void sky_raise_on_light (SkyTable *table, const SkyEvent *event);
void sky_raise_on_validate (SkyTable *table, const SkyEvent *event);
void sky_raise_on_envy (SkyTable *table, const SkyEvent *event);
void sky_raise_on_settle (SkyTable *table, const SkyEvent *event);
/* Ends the round: confirms its winners and judges its Envy Bonuses. */
void sky_raise_end_progressive (SkyTable *table);
/* The meter's amount when a winner is paid. */
SkyMoney sky_raise_meter (const SkyTable *table);
/* Whether everything that moves the meter was observed. */
gboolean sky_raise_follows_meter (const SkyTable *table);

G_END_DECLS
