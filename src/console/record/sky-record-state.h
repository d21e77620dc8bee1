/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording as a window shows it, after its last action: a copy that does not change, so any
 * thread may read it. Texts belong to it. */
#pragma once

#include "sky-coding.h"
#include "sky-replay.h"

G_BEGIN_DECLS

/* A line of the round in hand. */
typedef struct
{
  SkyTime at;
  char *text;      /* what it says, for people */
  char *wager;     /* the id of the wager that it names; NULL: none */
  char *bet;       /* of a wager, as sky_record_bet_format() has it; otherwise NULL */
  SkyMoney amount; /* the same */
  gboolean unsure;
  gint recording; /* of its frame, among the log's; -1: it has none */
  SkyTime frame;
} SkyRecordLine;

/* A wager that lies and is not settled. */
typedef struct
{
  char *wager; /* its id */
  char *name;
  gint64 seat;
  SkyMoney amount;
  gboolean not_permissible; /* the rules have no such wager: it may be a slip */
  gboolean proposed;        /* @due is; never in a blind recording */
  SkySettlement due;        /* otherwise all 0 */
} SkyRecordDue;

/* A round that the log has. */
typedef struct
{
  gint64 round;
  SkyTime start;
  SkyTime end;
} SkyRecordRound;

/* A stretch at which nobody looked, as the log says. */
typedef struct
{
  SkyTime from;
  SkyTime until;
  SkyUnobservedReason reason;
} SkyRecordAway;

typedef struct
{
  SkyGameId game;
  gboolean blind;
  SkyCodingPhase phase;
  gint64 round;      /* in hand; 0: none */
  gint64 last_round; /* the last one that began; 0: none */
  gint64 corrected;  /* the closed round in hand; 0: none */
  guint64 n_written; /* events of the log */
  gboolean can_undo; /* an action on the round in hand can be taken back */
  gboolean throws;   /* betting ends by a throw, not by a call */
  guint n_cards;     /* of a deal that are still to be said; 0: none is awaited */
  SkyTime last;      /* the instant of the last line; SKY_TIME_NONE: there is none */
  SkyTime written;   /* that of the log's last line, likewise */
  SkyScene *scene;
  GArray *lines;  /* of SkyRecordLine */
  GArray *due;    /* of SkyRecordDue, by seat and then by placement */
  GArray *rounds; /* of SkyRecordRound, in the log's order */
  GArray *away;   /* of SkyRecordAway, likewise */
  GArray *bets;   /* of SkyBetRef: those of the layout, under the table's rules */
} SkyRecordState;

/* What @coding is now. @rounds and @away are those that the log has, and @bets those of the layout;
 * the state takes references. @written is the instant of the log's last line; SKY_TIME_NONE: it has
 * none. */
SkyRecordState *sky_record_state_new (SkyCoding *coding,
                                      gboolean blind,
                                      GArray *rounds,
                                      GArray *away,
                                      SkyTime written,
                                      GArray *bets) G_GNUC_WARN_UNUSED_RESULT;
void sky_record_state_free (SkyRecordState *self);

/* What an event of @type with these JSON members says, for people, at @table. Returns: a new
 * string. */
char *sky_record_state_describe (SkyTable *table,
                                 SkyEventType type,
                                 const char *members) G_GNUC_WARN_UNUSED_RESULT;

/* How far the recording has come: what is before that was looked at, or the log says why not.
 * SKY_TIME_NONE: nothing is recorded yet. */
SkyTime sky_record_state_get_reached (const SkyRecordState *self);

/* The wager with the id @wager among those that lie and are not settled, or NULL. */
const SkyRecordDue *sky_record_state_find_due (const SkyRecordState *self, const char *wager);

/* The line that places the wager with the id @wager, or a wager on @bet (sky_record_bet_format());
 * -1: the round in hand has none. */
gint sky_record_state_find_placed (const SkyRecordState *self, const char *wager);
gint sky_record_state_find_bet (const SkyRecordState *self, const char *bet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyRecordState, sky_record_state_free)

G_END_DECLS
