/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replays a log in its own thread: the table at the playhead, and a round with its wagers and the
 * steps of its recomputation. Requests never block. Of several requests of one kind only the newest
 * is answered, so scrubbing costs no more than the thread can give. Signals, in the main thread:
 *
 * * "scene" (): sky_replayer_get_scene() has changed;
 * * "round" (): sky_replayer_get_round() has changed. */
#pragma once

#include <gio/gio.h>

#include "sky-replay.h"

G_BEGIN_DECLS

/* A round worked out. */
typedef struct
{
  gint64 round;
  SkyScene *scene;  /* as the round's end found it */
  GPtrArray *steps; /* of SkyStep, by seq; NULL if they could not be computed */
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

/* TRUE while a request is not answered. */
gboolean sky_replayer_is_busy (SkyReplayer *self);

G_END_DECLS
