/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table as it lay at any instant of its log: wagers, dice, markers. For the console's picture and
 * for pictures drawn into footage and reports. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* A wager as it lay. */
typedef struct
{
  const SkyBet *bet; /* NULL: the chapter has none of that name */
  char *id;
  char *name; /* a phrase */
  gint64 seat;
  SkyMoney amount;
  gint number;
  gint8 dice[2];
  gint8 numbers[SKY_MAX_NUMBERS];
  guint8 n_numbers;
  char *symbol; /* NULL: none */
  gint area;
  gint point;
  SkyWorking working;
  const SkyBet *supports;   /* odds: the bet that they support */
  SkyDue due;               /* of this round so far; outcome NONE: not decided */
  SkySettlement settlement; /* seq 0: not settled in this round */
} SkySceneWager;

/* What lay on the table at one instant. It stays as it was made, and may be read by several threads
 * at once; the last of its references frees it. */
typedef struct
{
  SkyTime at;
  guint64 seq;  /* the last event at or before @at */
  gint64 round; /* 0: between rounds */
  gboolean open;
  GArray *wagers; /* of SkySceneWager */
  GArray *marks;  /* of SkyMark */
  GArray *seats;  /* of SkySeat, borrowed texts copied */
} SkyScene;

SkyScene *sky_scene_ref (const SkyScene *self);
void sky_scene_unref (SkyScene *self);

/* Sets @want to the settlement that the rules want of @wager as the round stands; of a winner that
 * may stay up, the one that does with the stake what the table did. Returns FALSE when nothing is
 * due on it. */
gboolean sky_scene_wager_want (const SkySceneWager *wager, SkySettlement *want);

/* What the patron was handed on @wager less what the rules hand over, as findings have it. */
SkyMoney sky_scene_wager_variance (const SkySceneWager *wager);

/* A log with its place kept, so that going forward costs only the events passed. Going back starts
 * from the beginning of the log. Used by one thread at a time. */
typedef struct _SkyReplay SkyReplay;

SkyReplay *sky_replay_new (SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;
void sky_replay_free (SkyReplay *self);

/* The table as it lay at @at: all events up to and with that instant. Returns: a new scene. */
SkyScene *sky_replay_at (SkyReplay *self, SkyTime at) G_GNUC_WARN_UNUSED_RESULT;

/* The same at the event @seq, that event included. */
SkyScene *sky_replay_at_seq (SkyReplay *self, guint64 seq) G_GNUC_WARN_UNUSED_RESULT;

/* The table as round @round left it: with all that was decided and settled in it, the wagers that
 * ended included. Returns: a new scene; of a round that the log does not end, as its last event
 * left it. */
SkyScene *sky_replay_at_end (SkyReplay *self, const SkyRound *round) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyScene, sky_scene_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReplay, sky_replay_free)

G_END_DECLS
