/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table at any instant of its log: wagers, dice, markers. For the console's picture and for
 * pictures in footage and reports. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* A wager at that instant. */
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

/* The table at one instant. It never changes, and several threads may read it at once. Its last
 * reference frees it. */
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

/* What lies on @table now, as it is at @at. Returns: a new scene, which does not need the table. */
SkyScene *sky_scene_new (const SkyTable *table, SkyTime at) G_GNUC_WARN_UNUSED_RESULT;
SkyScene *sky_scene_ref (const SkyScene *self);
void sky_scene_unref (SkyScene *self);

/* Sets @want to the settlement that the rules require of @wager at this point of the round. For a
 * winner that may stay up, it treats the stake as the table did. Returns FALSE if nothing is
 * due. */
gboolean sky_scene_wager_want (const SkySceneWager *wager, SkySettlement *want);

/* What the patron received on @wager less what the rules require, as in findings. */
SkyMoney sky_scene_wager_variance (const SkySceneWager *wager);

/* A log with its place kept, so that going forward costs only the events passed. Going back starts
 * from the beginning of the log. Used by one thread at a time. */
typedef struct _SkyReplay SkyReplay;

SkyReplay *sky_replay_new (SkyLog *log) G_GNUC_WARN_UNUSED_RESULT;
void sky_replay_free (SkyReplay *self);

/* The table at @at: all events up to and including that instant. Returns: a new scene. */
SkyScene *sky_replay_at (SkyReplay *self, SkyTime at) G_GNUC_WARN_UNUSED_RESULT;

/* The same at the event @seq, that event included. */
SkyScene *sky_replay_at_seq (SkyReplay *self, guint64 seq) G_GNUC_WARN_UNUSED_RESULT;

/* The table at the end of round @round, with all decisions and settlements, including wagers that
 * ended. For a round without an end in the log, the table after its last event. Returns: a new
 * scene. */
SkyScene *sky_replay_at_end (SkyReplay *self, const SkyRound *round) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyScene, sky_scene_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReplay, sky_replay_free)

G_END_DECLS
