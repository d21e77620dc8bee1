/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log replayed in a thread of its own: the table as it lay at the playhead, and a round with its
 * wagers and the steps of its recomputation. Asking never waits; of several questions of one kind
 * only the newest is answered, so scrubbing costs no more than the thread can give.
 *
 * Signals, in the main thread:
 *   "scene" (): sky_replayer_get_scene() is another one;
 *   "round" (): sky_replayer_get_round() is another one. */
#pragma once

#include <gio/gio.h>

#include "sky-replay.h"

G_BEGIN_DECLS

/* A round worked out. */
typedef struct
{
  gint64 round;
  SkyScene *scene;  /* as the round's end found it */
  GPtrArray *steps; /* of SkyStep, by seq; NULL when they could not be worked out */
  char *problem;    /* why not; NULL: nothing */
} SkyRoundReplay;

#define SKY_TYPE_REPLAYER (sky_replayer_get_type ())
G_DECLARE_FINAL_TYPE (SkyReplayer, sky_replayer, SKY, REPLAYER, GObject)

SkyReplayer *sky_replayer_new (SkyLog *log);

void sky_replayer_ask_scene (SkyReplayer *self, SkyTime at);
void sky_replayer_ask_round (SkyReplayer *self, const SkyRound *round);

/* The newest answers; NULL: none yet. Valid until the signal of its kind. */
const SkyScene *sky_replayer_get_scene (SkyReplayer *self);
const SkyRoundReplay *sky_replayer_get_round (SkyReplayer *self);

/* TRUE while something asked is not answered. */
gboolean sky_replayer_is_busy (SkyReplayer *self);

G_END_DECLS
