/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A gaming table under the rules: the state after a log's events, and what is due.
 *
 * The audit feeds every event to sky_table_event(). That does what the games share (placing and
 * removing wagers, limits, seats, the Rules Submission). The game's module then sees the event,
 * decides wagers with sky_table_decide() and reports errors with sky_table_raise(). After
 * sky_table_event() for a `round_end`, every wager that the round decided has its due. The audit
 * then compares and calls sky_table_close_round().
 *
 * Pure: no files, no clock, no display. One thread at a time may use it. */
#pragma once

#include "sky-finding.h"
#include "sky-game.h"
#include "sky-log.h"
#include "sky-wager-book.h"
#include "sky-wager-list.h"

G_BEGIN_DECLS

typedef struct _SkyEquipment SkyEquipment;
typedef struct _SkyStaffing SkyStaffing;

/* The rules' results for the audit. */
typedef struct
{
  /* Takes ownership of @finding. */
  void (*finding) (gpointer finding_data, SkyFinding *finding);
  gpointer finding_data;
  /* A step of the recomputation, if steps are requested: the event, its section and a phrase.
   * @wager is NULL for the round as a whole. May be NULL. */
  void (*step) (gpointer step_data,
                const SkyWager *wager,
                guint64 seq,
                const char *section,
                const char *text);
  gpointer step_data;
  /* The number that the log gives to the event that the table was fed as @seq. NULL: the same. */
  guint64 (*number) (gpointer number_data, guint64 seq);
  gpointer number_data;
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
  GHashTable *bets; /* bet name → SkyBetLimits */
  const SkyBetLimits *
      *by_bet; /* the same by the bet's index in the game's table; NULL: the table's */
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
  SkyScope scope; /* what was observed; its seats are the table's */

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

  /* The current event. */
  guint64 seq;
  SkyTime at;
  SkyWager *wager;       /* that the event names; NULL: none, or unknown */
  gint64 seat;           /* the seat or place that the event names; 0: the dealer, or none */
  gboolean unsure_event; /* the event could not be seen for certain */

  /* The round in progress. */
  gint64 round; /* 0: between rounds */
  guint64 round_seq;
  SkyTime round_at;

  gboolean betting_closed; /* in this round: by a call, or by the event that needed one */
  gboolean called;         /* "no more bets" was called in this round */
  gboolean has_result;     /* a result or a void came in this round */
  guint64 instead_seq;     /* of a result that replaced another in it without a void; 0: none */
  gboolean impossible;     /* its counted result is impossible: its wagers are not compared */
  gboolean missed_call;    /* the call did not come in time */
  gboolean unsure;         /* a line of it, about no wager, could not be seen for certain */
  gboolean unseen;         /* nobody saw what decides its wagers */

  /* What was not observed so far. */
  gboolean forgot;        /* a stretch of the log */
  gboolean wagers_unseen; /* wagers may be up that nobody saw placed */
  gboolean looks_anew;    /* no play since such a stretch */
  gboolean rules_stale;   /* the rules may have changed in it */
  gint64 last_round;      /* the last round that began; 0: none */

  SkyWagerBook *wagers;   /* all of the day's */
  SkyWagerList *up;       /* not ended when the round began, or placed since, oldest first */
  guint64 kinds_up;       /* bits SKY_KIND_BIT: kinds possibly in @up; other kinds are not */
  gboolean thinned;       /* one of @up ended or was taken down */
  SkyWagerList *awaiting; /* the last ones found */
  SkyWagerList *decided;  /* those decided since the last round was closed */

  GPtrArray *held;     /* of SkyFinding: on the current result, while another may replace it */
  gboolean holding;    /* new findings are held */
  GHashTable *unknown; /* what was named but never introduced: "wager w1", "seat 3" */

  SkyEquipment *equipment;
  SkyStaffing *staffing;
  const SkyStaff *staff; /* borrowed; NULL: training is not judged */

  gpointer state; /* the game's own data, from its begin() */
  SkyTableSink sink;
};

/* @formats is the log reader's, which owns it. The table copies @sink. */
SkyTable *sky_table_new (const SkyLogHeader *header,
                         const SkyFormatIndex *formats,
                         const SkyTableSink *sink) G_GNUC_WARN_UNUSED_RESULT;
void sky_table_free (SkyTable *self);

/* Sets the staff whose training is judged (611a). @staff must outlive the table. Call it before the
 * first event. */
void sky_table_set_staff (SkyTable *self, const SkyStaff *staff);

/* Feeds the next event of the log. */
void sky_table_event (SkyTable *self, const SkyEvent *event);

/* Call it after a `round_end` was fed and compared. Moves each due to the last due and removes
 * ended wagers from the list. */
void sky_table_close_round (SkyTable *self);

/* Raises the findings held for the current result, which nothing can replace now. Call it at the
 * end of a log too. */
void sky_table_release_held (SkyTable *self);

/* Observation stops here. The current round ends undecided. The table forgets its wagers and
 * whatever only earlier rounds could tell. */
void sky_table_forget (SkyTable *self);

/* Marks @finding as unsure if its recorder could not see the event, wager or round for certain.
 * That happens as soon as it is known, at the latest when its round ends. */
void sky_table_mark_unsure (const SkyTable *self, SkyFinding *finding);

/* TRUE the first time that the log names @text as a @kind ("wager") that it never introduced. */
gboolean sky_table_is_news (SkyTable *self, const char *kind, const char *text);

/* The bit of a wager's kind in a set of kinds. In games with more bets than bits, some share
 * one. */
#define SKY_KIND_BIT(kind) (G_GUINT64_CONSTANT (1) << ((kind) &63))

/* Ends the wager, because it was settled or the table failed to settle it. */
void sky_table_end_wager (SkyTable *self, SkyWager *wager);

SkyWager *sky_table_find_wager (const SkyTable *self, SkyText id);

/* Whether events of @class were observed. */
static inline gboolean
sky_table_sees (const SkyTable *self, SkyEventClass class)
{
  return (self->scope.classes & 1u << class) != 0;
}

/* Whether the wagers of @seat were observed. */
gboolean sky_table_sees_seat (const SkyTable *self, gint64 seat);

/* Whether all wagers were observed, so that one the log never introduced never existed. */
static inline gboolean
sky_table_knows_ids (const SkyTable *self)
{
  return sky_table_sees (self, SKY_CLASS_WAGERS) && !self->scope.some_seats && !self->scope.sampled
         && !self->forgot;
}

/* Whether all wagers on the table are known. */
static inline gboolean
sky_table_knows_wagers (const SkyTable *self)
{
  return sky_table_sees (self, SKY_CLASS_WAGERS) && !self->scope.some_seats && !self->wagers_unseen;
}

/* Whether the facts that @check needs were observed, for @wager (NULL: none) and @seat (0:
 * none). */
gboolean
sky_table_judges (const SkyTable *self, SkyCheck check, const SkyWager *wager, gint64 seat);

/* Whether the Rules Submission may differ from the assumed defaults: it was not observed, and the
 * log has none. */
static inline gboolean
sky_table_assumes_rules (const SkyTable *self)
{
  return !self->rules_seen && !sky_table_sees (self, SKY_CLASS_POSTED);
}

/* TRUE if anyone sits at the table. */
gboolean sky_table_has_patrons (const SkyTable *self);
/* The seat's record, or NULL if no event named it. */
static inline const SkySeat *
sky_table_get_seat (const SkyTable *self, gint64 seat)
{
  const SkySeat *record;

  if (seat < 1 || seat > self->seats->len)
    return NULL;
  record = &g_array_index (self->seats, SkySeat, seat - 1);
  return record->named ? record : NULL;
}

/* A table between two rounds, to restore after trying each possible result of a round (the odds
 * report). Valid only while all later events belong to rounds and add no wager. */
typedef struct _SkyTableSnapshot SkyTableSnapshot;

SkyTableSnapshot *sky_table_save (const SkyTable *self) G_GNUC_WARN_UNUSED_RESULT;
void sky_table_restore (SkyTable *self, const SkyTableSnapshot *snapshot);
void sky_table_snapshot_free (SkyTableSnapshot *snapshot);

/* For the games' modules. */

/* The value of an option: one of the common ones, or one of the game's own enum. */
gint64 sky_table_option (const SkyTable *self, int option);
const char *sky_table_option_text (const SkyTable *self, int option);
/* The letter or digit of a paytable option ("A" → 'A'); 0 if the option is absent. */
char sky_table_paytable (const SkyTable *self, int option);

/* The choice for the option named @name, or NULL if the game has no such option. */
const char *sky_table_choice (const SkyTable *self, const char *name);

/* TRUE if someone works the table in @role. */
gboolean sky_table_has_role (const SkyTable *self, SkyRole role);

/* TRUE if the Rules Submission in force offers @bet. */
gboolean sky_table_offers (const SkyTable *self, const SkyBet *bet);

/* The odds of @pay, including raised odds from the Rules Submission's `pay`. */
SkyOdds sky_table_odds (const SkyTable *self, const SkyPay *pay);

/* The winnings of @stake at @odds, by the Rules Submission's payout unit. */
SkyMoney sky_table_pay (const SkyTable *self, SkyMoney stake, SkyOdds odds);

/* Decides @wager; copies @due. An empty seq becomes the current event's, empty sections the bet's.
 * A module that decides at `round_end` must set seq to the event that decided: the result, the last
 * card, the player's decision. A settlement before it is premature. */
void sky_table_decide (SkyTable *self, SkyWager *wager, const SkyDue *due);
/* The current, new wager awaits one of @results, a set like SkyWager.awaits. The default is any
 * result. */
static inline void
sky_table_await (SkyTable *self, guint16 results)
{
  self->wager->awaits = results;
  self->up->awaits[self->up->len - 1] = results;
}

/* The wagers on the list that await @result, a bit of SkyWager.awaits. Some may no longer be up.
 * Returns a list that is valid until the next call. */
const SkyWagerList *sky_table_find_awaiting (SkyTable *self, guint result);

/* Where a module writes the whole due of @wager when it needs no defaults: seq, and both sections
 * as in force. */
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

/* sky_table_decide() for the plain cases. */
void sky_table_decide_win (SkyTable *self, SkyWager *wager, const SkyPay *pay);
void sky_table_decide_lose (SkyTable *self, SkyWager *wager);
void sky_table_decide_void (SkyTable *self, SkyWager *wager);
/* Undoes a decision of this round. */
void sky_table_undecide (SkyTable *self, SkyWager *wager);

/* The current event shows a result that replaces another of its round without a void between. The
 * other is neither counted nor judged: its held findings are forgotten, and settlements by it were
 * premature (fine print 77). */
void sky_table_take_place (SkyTable *self);
/* The same for a game whose results settle nothing by themselves. */
void sky_table_drop_held (SkyTable *self);

/* While TRUE, new findings concern the current result and are held until a void or the round's
 * end. */
static inline void
sky_table_hold (SkyTable *self, gboolean holding)
{
  self->holding = holding;
}

/* Raises @check on the current event. @section is one that the catalog lists for the check. NULL
 * means the check's own section in the chapter in force, or sky_table_wager_section() where the
 * catalog says "the bet's". A check that the catalog does not list for the game's chapter is not
 * raised. @wager may be NULL. @format and its values are a template for sky_phrase(). */
void sky_table_raise (SkyTable *self,
                      SkyCheck check,
                      const char *section,
                      const SkyWager *wager,
                      const char *format,
                      ...) G_GNUC_PRINTF (5, 6);

/* The same on an earlier event, with JSON for `recorded` and `recomputed` (transfer full; NULL:
 * none). */
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

/* Notes a step of the recomputation; free if no steps are requested. */
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

/* The section in force that defines @wager (sky_wager_section()). If the chapter has no such bet,
 * the section that lists its wagers. */
const char *sky_table_wager_section (const SkyTable *self, const SkyWager *wager);

/* The section of the chapter in force for a section of the game's chapter; NULL stays NULL. */
const char *sky_table_section_in_force (const SkyTable *self, const char *section);

/* The name of a wager, a phrase: that of the case for the wager's own members ("Place Bet to Win on
 * 6"), otherwise the bet's, as printed on the layout. */
const char *sky_table_wager_name (const SkyTable *self, const SkyWager *wager);

/* What is due on @wager, in a sentence without its full stop: "Place Bet to Win on 6 pays 7 to 6:
 * $6.00 × 7 / 6 = $7.00". Returns: a new phrase. */
char *sky_table_describe (const SkyTable *self, const SkyWager *wager, const SkyDue *due);

void sky_table_tell_due_real (SkyTable *self, const SkyWager *wager, guint64 seq, const char *how);

/* The number that people know the event @seq by. */
static inline guint64
sky_table_number_of (const SkyTable *self, guint64 seq)
{
  return self->sink.number != NULL ? self->sink.number (self->sink.number_data, seq) : seq;
}

/* Notes a step at @seq: what is due on @wager, and the reading behind it. @how: a phrase before it,
 * with its space, or "". */
static inline void
sky_table_tell_due (SkyTable *self, const SkyWager *wager, guint64 seq, const char *how)
{
  if (self->sink.step != NULL)
    sky_table_tell_due_real (self, wager, seq, how);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTable, sky_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTableSnapshot, sky_table_snapshot_free)

G_END_DECLS
