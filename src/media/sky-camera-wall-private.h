/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a camera wall, shared by its three files: sky-camera-wall.c (cameras, transport),
 * sky-wall-playhead.c (where the playhead is, and the tick that moves it) and sky-wall-screen.c
 * (what is put on screen). Main thread only. */
#pragma once

#include "sky-camera-feed.h"
#include "sky-camera-wall.h"
#include "sky-frame-paintable-private.h"
#include "sky-live-feed.h"

G_BEGIN_DECLS

/* Live pictures are shown this long after they arrived, so that those of all cameras are there. */
#define SKY_WALL_LIVE_DELAY (500 * SKY_MILLISECOND)
/* The effective rate is measured over this many readings. */
#define N_READINGS 5

typedef struct
{
  SkyCamera *camera;
  SkyCameraFeed *feed;
  SkyLiveFeed *live; /* NULL: the camera has no stream */
  SkyFramePaintable *paintable;
  gboolean visible;
  gint64 lacking_since; /* frame time at which it was found without its frame, or -1 */
  SkyCameraState state; /* as on screen */
  char *message;        /* what state.message points to */
  SkyFeedLook wanted;   /* as last given to be shown; its frame is a reference */
} SkyWallTile;

/* The answers of all cameras for one instant, on their way to the screen. */
typedef struct _SkyWallBatch SkyWallBatch;

struct _SkyCameraWall
{
  GObject parent_instance;

  SkyFrameWorkers *workers;
  SkyWakeup *wakeup; /* sent when a camera has the frame that it was sent for */
  GPtrArray *tiles;
  SkyCertificateTrust *trust; /* or NULL */
  SkyMediaClock clock;
  gboolean skim;     /* wanted: key frames alone when played fast */
  gboolean skimming; /* so it is now */
  gboolean live;     /* the position follows the time of day */
  SkyTime position;
  gboolean landing;  /* the position was set anew and is not on screen yet */
  gboolean sent;     /* the cameras know where to land; the wakeup says when they have */
  guint sent_source; /* ends that, in case that one does not */
  guint unpainted;   /* ticks until what was handed to the screen last is on it */
  gboolean playing;
  int step;      /* frames still to go */
  int direction; /* +1 or -1: where a paused playhead last went */
  int selected;
  SkyTime range_from; /* as set, or SKY_TIME_NONE */
  SkyTime range_until;
  SkyTime loop_from; /* SKY_TIME_NONE: no loop */
  SkyTime loop_until;
  gboolean active;
  gint64 now; /* of the last tick */

  SkyWallBatch *batch;  /* being converted */
  SkyWallBatch *queued; /* to be converted next */

  int effective_rate;
  guint n_readings;
  gint64 reading_now[N_READINGS];
  SkyTime reading_position[N_READINGS];
};

static inline SkyWallTile *
sky_wall_get_tile (SkyCameraWall *self, guint camera)
{
  return g_ptr_array_index (self->tiles, camera);
}

/* --- sky-wall-playhead.c --- */

void sky_wall_set_position (SkyCameraWall *self, SkyTime position);

/* Begins to measure the speed anew: after a seek, or a change of rate, the old readings say
 * nothing. Until there are new ones the rate asked for stands. */
void sky_wall_restart_readings (SkyCameraWall *self);

/* Says whether ticks are needed, as things stand now. */
void sky_wall_update_active (SkyCameraWall *self);

SkyTime sky_wall_clamp_to_range (SkyCameraWall *self, SkyTime time);

/* Goes over to key frames alone, or back to all. */
void sky_wall_update_skimming (SkyCameraWall *self);

/* Stops the clock where the playhead is, if it runs. */
void sky_wall_stop_playing (SkyCameraWall *self);

/* Sends the playhead to @time, as near as the range allows. */
void sky_wall_land_at (SkyCameraWall *self, SkyTime time);

/* Ticks are needed again, whatever the wakeup says. */
void sky_wall_end_lull (SkyCameraWall *self);

/* Does at once, between two ticks, what was asked for, as far as it is decoded: else a seek would
 * begin, be noticed and be converted a tick later each. */
void sky_wall_hurry (SkyCameraWall *self);

/* Takes as many of the steps to go as are decoded. */
void sky_wall_take_steps (SkyCameraWall *self);

/* A SkyWakeupFunc, the wall its data: a camera has the frame that it was sent for, or has nothing
 * for it, or another one around it. */
void sky_wall_handle_wakeup (gpointer data);

/* --- sky-wall-screen.c --- */

/* Has @looks, one a camera, shown, if they are not already. */
void sky_wall_present (SkyCameraWall *self, const SkyFeedLook *looks);

/* Shows what is on its way, when all of its pictures are converted. */
void sky_wall_show_converted (SkyCameraWall *self);

/* Has the pictures of @looks, one a camera, converted, to be shown later. */
void sky_wall_prepare (SkyCameraWall *self, const SkyFeedLook *looks);

/* Says what @camera shows; emits ::camera-changed when that is another state. */
void sky_wall_set_state (SkyCameraWall *self, guint camera, const SkyCameraState *state);

/* Says that @camera is slow to come to its picture, as in @look, and shows the key frame before
 * meanwhile, once it is there. */
void sky_wall_stand_in (SkyCameraWall *self, guint camera, const SkyFeedLook *look);

/* Lets go of what is on its way to the screen. */
void sky_wall_drop_batches (SkyCameraWall *self);

G_END_DECLS
