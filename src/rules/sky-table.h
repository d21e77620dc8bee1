/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A gaming table under the rules: the state that a log's events lead to, and what is due.
 *
 * The audit feeds every event to sky_table_event(). What is common to the games happens here
 * (wagers come and go, limits, seats, the Rules Submission); the game's module then sees the event,
 * decides wagers with sky_table_decide() and names what was done wrong with sky_table_raise(). By
 * the end of sky_table_event() for a `round_end` every wager that the round decided has its due;
 * the audit then compares and calls sky_table_close_round().
 *
 * Pure: no files, no clock, no display. Used by one thread at a time. */
#pragma once

#include "sky-finding.h"
#include "sky-game.h"
#include "sky-log.h"
#include "sky-wager-book.h"
#include "sky-wager-list.h"

G_BEGIN_DECLS

typedef struct _SkyEquipment SkyEquipment;
typedef struct _SkyStaffing SkyStaffing;

/* What the rules say, on its way to the audit. */
typedef struct
{
  /* Takes @finding. */
  void (*finding) (gpointer finding_data, SkyFinding *finding);
  gpointer finding_data;
  /* A step of the recomputation, when steps are wanted: the event, its section and a phrase.
   * @wager is NULL for what concerns the round. May be NULL. */
  void (*step) (gpointer step_data,
                const SkyWager *wager,
                guint64 seq,
                const char *section,
                const char *text);
  gpointer step_data;
} SkyTableSink;

/* Who sits at a seat. Index 0 is seat 1. */
typedef struct
{
  gboolean named; /* a `player` event named the seat */
  gboolean present;
  char *player;
  guint player_hash; /* g_str_hash() of @player; 0: there is none */
  char *colour;
} SkySeat;

typedef struct
{
  SkyMoney min;       /* -1: the table's */
  SkyMoney max;       /* -1: the table's */
  SkyMoney increment; /* 0: none */
} SkyBetLimits;

/* The posted limits. */
typedef struct
{
  gboolean known;
  SkyMoney min;
  SkyMoney max;
  GHashTable *bets;            /* bet name → SkyBetLimits */
  const SkyBetLimits **by_bet; /* the same by the place in the game's table; NULL: the table's */
} SkyLimits;

typedef struct
{
  SkyMoney min;
  SkyMoney max;
  SkyTime at;
  gboolean complete; /* signed and announced */
} SkyLimitsNotice;

struct _SkyTable
{
  const SkyGame *game;
  SkyGameId id;
  SkyDay gaming_day;
  const char *chapter; /* in force: "623a"; Sic Bo before 2011-06-11: "539" */
  const SkyFormatIndex *formats;
  guint version;  /* of the log */
  SkyScope scope; /* what was looked at; its seats are the table's */

  gboolean open;
  gboolean started; /* an event was fed */
  gboolean rules_seen;
  gboolean rules_missed; /* the first round began without them */
  SkySubmission submission;
  /* Bits: the bets that it offers and whose text is in force on the gaming day. */
  guint64 accepted[2];
  GArray *seats; /* of SkySeat */
  SkyLimits limits;
  GArray *notices; /* of SkyLimitsNotice */

  /* The event in hand. */
  guint64 seq;
  SkyTime at;
  SkyWager *wager;       /* that the event names; NULL: none, or not known */
  gint64 seat;           /* that the event names, or place; 0: the dealer, or none */
  gboolean unsure_event; /* it could not be seen for certain */

  /* The round in progress. */
  gint64 round; /* 0: between rounds */
  guint64 round_seq;
  SkyTime round_at;

  gboolean betting_closed; /* of this round: called, or past the event that needed the call */
  gboolean called;         /* "no more bets" was called in this round */
  gboolean has_result;     /* a result or a void came in this round */
  guint64 instead_seq;  /* of a result that took another's place in it, no void between; 0: none */
  gboolean impossible;  /* what counts as its result cannot be: its wagers are not compared */
  gboolean missed_call; /* it had not been when it had to be */
  gboolean unsure;      /* a line of it that is about no wager could not be seen for certain */
  gboolean unseen;      /* what decides its wagers was not looked at */

  /* What was not looked at so far. */
  gboolean forgot;        /* a stretch of the log */
  gboolean wagers_unseen; /* there may be wagers up that nobody saw placed */
  gboolean looks_anew;    /* nothing was played since such a stretch */
  gboolean rules_stale;   /* the rules may have changed in it */
  gint64 last_round;      /* the last round that began; 0: none */

  SkyWagerBook *wagers;   /* all of the day */
  SkyWagerList *up;       /* those not ended when the round began or placed since, oldest first */
  guint64 kinds_up;       /* bits SKY_KIND_BIT: what may be among @up; what is not there is not */
  gboolean thinned;       /* one of @up has ended or was taken down */
  SkyWagerList *awaiting; /* those that were found last */
  SkyWagerList *decided;  /* those on which the rules decided since a round was closed last */

  GPtrArray *held;  /* of SkyFinding: on the result that stands, as long as it may lose its place */
  gboolean holding; /* what is found now is such a one */
  GHashTable *unknown; /* what was named and never introduced: "wager w1", "seat 3" */

  SkyEquipment *equipment;
  SkyStaffing *staffing;
  const SkyStaff *staff; /* borrowed; NULL: nobody's training is judged */

  gpointer state; /* the game's own, from its begin() */
  SkyTableSink sink;
};

/* @formats is the log reader's, kept by the reader. The table keeps a copy of @sink. */
SkyTable *sky_table_new (const SkyLogHeader *header,
                         const SkyFormatIndex *formats,
                         const SkyTableSink *sink) G_GNUC_WARN_UNUSED_RESULT;
void sky_table_free (SkyTable *self);

/* Whose training is judged (611a); @staff must stay as long as the table. Before the first event.
 */
void sky_table_set_staff (SkyTable *self, const SkyStaff *staff);

/* Feeds the next event of the log. */
void sky_table_event (SkyTable *self, const SkyEvent *event);

/* After a `round_end` was fed and compared: what was due becomes what was last due, ended wagers
 * leave the list. */
void sky_table_close_round (SkyTable *self);

/* What was held back of the result that stands is found: nothing takes its place any more. Also for
 * the end of a log. */
void sky_table_release_held (SkyTable *self);

/* Nobody looked from here on: the round in hand ends undecided, and what lies there is forgotten,
 * as is all that only the rounds before would tell. */
void sky_table_forget (SkyTable *self);

/* Marks what is found of an event, a wager or a round as unsure, where who recorded these could not
 * see them for certain. A finding is marked as soon as that is known: at the latest when its round
 * ends. */
void sky_table_mark_unsure (const SkyTable *self, SkyFinding *finding);

/* TRUE the first time that the log names @text as a @kind ("wager") that it never introduced. */
gboolean sky_table_is_news (SkyTable *self, const char *kind, const char *text);

/* Where a wager's kind is in a set of kinds; of games with more bets than bits some share one. */
#define SKY_KIND_BIT(kind) (G_GUINT64_CONSTANT (1) << ((kind) &63))

/* The wager ends, by settlement or because the table missed to settle it. */
void sky_table_end_wager (SkyTable *self, SkyWager *wager);

SkyWager *sky_table_find_wager (const SkyTable *self, SkyText id);

/* Whether events of @class were looked at. */
static inline gboolean
sky_table_sees (const SkyTable *self, SkyEventClass class)
{
  return (self->scope.classes & 1u << class) != 0;
}

/* Whether the wagers of @seat were looked at. */
gboolean sky_table_sees_seat (const SkyTable *self, gint64 seat);

/* Whether a wager that the log never introduced is one that never was: all of them were looked at.
 */
static inline gboolean
sky_table_knows_ids (const SkyTable *self)
{
  return sky_table_sees (self, SKY_CLASS_WAGERS) && !self->scope.some_seats && !self->scope.sampled
         && !self->forgot;
}

/* Whether all wagers that lie on the table are known. */
static inline gboolean
sky_table_knows_wagers (const SkyTable *self)
{
  return sky_table_sees (self, SKY_CLASS_WAGERS) && !self->scope.some_seats && !self->wagers_unseen;
}

/* Whether what @check is about was looked at: at @wager (NULL: it is about none) and @seat (0: it
 * is about none). */
gboolean
sky_table_judges (const SkyTable *self, SkyCheck check, const SkyWager *wager, gint64 seat);

/* Whether the Rules Submission may be another than the defaults that are assumed: it was not looked
 * at, and the log has none. */
static inline gboolean
sky_table_assumes_rules (const SkyTable *self)
{
  return !self->rules_seen && !sky_table_sees (self, SKY_CLASS_POSTED);
}

/* TRUE when anybody sits at the table. */
gboolean sky_table_has_patrons (const SkyTable *self);
/* The seat's record, or NULL when no event named it. */
static inline const SkySeat *
sky_table_get_seat (const SkyTable *self, gint64 seat)
{
  const SkySeat *record;

  if (seat < 1 || seat > self->seats->len)
    return NULL;
  record = &g_array_index (self->seats, SkySeat, seat - 1);
  return record->named ? record : NULL;
}

/* A table between two rounds, to come back to: for whoever looks at every result that a round may
 * have (the odds report). Only as long as no event but those of rounds, no new wager among them,
 * came since. */
typedef struct _SkyTableSnapshot SkyTableSnapshot;

SkyTableSnapshot *sky_table_save (const SkyTable *self) G_GNUC_WARN_UNUSED_RESULT;
void sky_table_restore (SkyTable *self, const SkyTableSnapshot *snapshot);
void sky_table_snapshot_free (SkyTableSnapshot *snapshot);

/* For the games' modules. */

/* The value of an option: one of the common ones, or one of the game's own enum. */
gint64 sky_table_option (const SkyTable *self, int option);
const char *sky_table_option_text (const SkyTable *self, int option);
/* The letter or digit of a paytable option ("A" → 'A'); 0 when the option is absent. */
char sky_table_paytable (const SkyTable *self, int option);

/* The choice made for the option called @name, or NULL when the game has no such option. */
const char *sky_table_choice (const SkyTable *self, const char *name);

/* TRUE when somebody works the table in @role. */
gboolean sky_table_has_role (const SkyTable *self, SkyRole role);

/* TRUE when the Rules Submission in force offers @bet. */
gboolean sky_table_offers (const SkyTable *self, const SkyBet *bet);

/* The odds of @pay, raised ones of the Rules Submission's `pay` included. */
SkyOdds sky_table_odds (const SkyTable *self, const SkyPay *pay);

/* Winnings of @stake at @odds by the Rules Submission's payout unit. */
SkyMoney sky_table_pay (const SkyTable *self, SkyMoney stake, SkyOdds odds);

/* The rules decide @wager: @due is copied. Where it leaves them empty its seq is the event in
 * hand's and its sections are the bet's. A module that decides at `round_end` must set seq to the
 * event that decided (the result, the last card, the player's decision): a settlement before it is
 * premature. */
void sky_table_decide (SkyTable *self, SkyWager *wager, const SkyDue *due);
/* The wager in hand, which is new, awaits one of @results, a set as SkyWager.awaits; if nobody says
 * so, any. */
static inline void
sky_table_await (SkyTable *self, guint16 results)
{
  self->wager->awaits = results;
  self->up->awaits[self->up->len - 1] = results;
}

/* The wagers on the list that await @result, a bit of SkyWager.awaits; those that are up no
 * more may be among them. Returns: them, until it is asked for again. */
const SkyWagerList *sky_table_find_awaiting (SkyTable *self, guint result);

/* Where what is due on @wager is to be written, all of it, by a module that needs nothing filled
 * in: seq, and both sections as they are in force. */
static inline SkyDue *
sky_table_begin_due (SkyTable *self, SkyWager *wager)
{
  if (!wager->listed)
    {
      wager->listed = TRUE;
      sky_wager_list_add (self->decided, wager);
    }
  return &wager->due;
}

/* The same as sky_table_decide() for the plain cases. */
void sky_table_decide_win (SkyTable *self, SkyWager *wager, const SkyPay *pay);
void sky_table_decide_lose (SkyTable *self, SkyWager *wager);
void sky_table_decide_void (SkyTable *self, SkyWager *wager);
/* Takes a decision of this round back. */
void sky_table_undecide (SkyTable *self, SkyWager *wager);

/* The event in hand shows a result in place of another of its round that no void follows, which is
 * neither counted nor judged then: what was held back of it is forgotten, and what was settled by
 * it was settled too early (fine print 77). */
void sky_table_take_place (SkyTable *self);
/* The same, of a game whose results settle nothing by themselves. */
void sky_table_drop_held (SkyTable *self);

/* What is raised from here on, until FALSE is set, is on the result that stands, and held back
 * until a void or the round's end. */
static inline void
sky_table_hold (SkyTable *self, gboolean holding)
{
  self->holding = holding;
}

/* Raises @check on the event in hand. @section is one that the catalogue lists for the check, or
 * NULL for the check's own section in the chapter in force (or sky_table_wager_section() where the
 * catalogue says "the bet's"). A check that the catalogue does not list for the game's chapter is
 * not raised. @wager may be NULL. @format and what follows are a template and its values, as
 * sky_phrase() takes them. */
void sky_table_raise (SkyTable *self,
                      SkyCheck check,
                      const char *section,
                      const SkyWager *wager,
                      const char *format,
                      ...) G_GNUC_PRINTF (5, 6);

/* The same on an earlier event, with JSON for `recorded` and `recomputed` (taken; NULL: none). */
void sky_table_raise_at (SkyTable *self,
                         SkyCheck check,
                         const char *section,
                         const SkyWager *wager,
                         guint64 seq,
                         SkyTime at,
                         char *recorded,
                         char *recomputed,
                         const char *format,
                         ...) G_GNUC_PRINTF (9, 10);

/* Notes a step of the recomputation; costs nothing when no steps are wanted. */
#define sky_table_step(self, wager, seq, section, ...)                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((self)->sink.step != NULL)                                                                 \
      sky_table_step_real ((self), (wager), (seq), (section), __VA_ARGS__);                        \
  }                                                                                                \
  G_STMT_END

void sky_table_step_real (SkyTable *self,
                          const SkyWager *wager,
                          guint64 seq,
                          const char *section,
                          const char *format,
                          ...) G_GNUC_PRINTF (5, 6);

/* What the chapter in force says that @wager is (sky_wager_section()); where it has no such bet,
 * where it lists its wagers. */
const char *sky_table_wager_section (const SkyTable *self, const SkyWager *wager);

/* The section of the chapter in force for one of the game's chapter; NULL stays NULL. */
const char *sky_table_section_in_force (const SkyTable *self, const char *section);

/* The name of a wager, a phrase: its case's where the bet has one for the wager's own members
 * ("Place Bet to Win on 6"), else the bet's, as it is printed on the layout. */
const char *sky_table_wager_name (const SkyTable *self, const SkyWager *wager);

/* What is due on @wager, in a sentence without its full stop: "Place Bet to Win on 6 pays 7 to 6:
 * $6.00 × 7 / 6 = $7.00". Returns: a new phrase. */
char *sky_table_describe (const SkyTable *self, const SkyWager *wager, const SkyDue *due);

void sky_table_tell_due_real (SkyTable *self, const SkyWager *wager, guint64 seq, const char *how);

/* Notes as a step at @seq what is due on @wager, and the reading that it rests on. @how: a phrase
 * before it, with its space, or "". */
static inline void
sky_table_tell_due (SkyTable *self, const SkyWager *wager, guint64 seq, const char *how)
{
  if (self->sink.step != NULL)
    sky_table_tell_due_real (self, wager, seq, how);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTable, sky_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTableSnapshot, sky_table_snapshot_free)

G_END_DECLS
