/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a camera wall, shared by its three files: sky-camera-wall.c (cameras, transport),
 * sky-wall-playhead.c (the playhead, and the tick that moves it) and sky-wall-screen.c (what goes
 * on screen). Main thread only. */
#pragma once

#include "sky-camera-feed.h"
#include "sky-camera-wall.h"
#include "sky-frame-paintable-private.h"
#include "sky-live-feed.h"

G_BEGIN_DECLS

/* Live pictures are shown this long after their arrival, so that all cameras have theirs. */
#define SKY_WALL_LIVE_DELAY (500 * SKY_MILLISECOND)
/* How many readings the effective rate averages. */
#define N_READINGS 5

typedef struct
{
  SkyCamera *camera;
  SkyCameraFeed *feed;
  SkyLiveFeed *live; /* NULL: the camera has no stream */
  SkyFramePaintable *paintable;
  gboolean visible;
  gint64 lacking_since; /* frame time when it was first without its frame, or -1 */
  SkyCameraState state; /* as on screen */
  char *message;        /* what state.message points to */
  SkyFeedLook wanted;   /* the last frame to show, with a reference */
} SkyWallTile;

/* The answers of all cameras for one instant, on their way to the screen. */
typedef struct _SkyWallBatch SkyWallBatch;

struct _SkyCameraWall
{
  GObject parent_instance;

  SkyFrameWorkers *workers;
  SkyWakeup *wakeup; /* sent when a camera has the requested frame */
  GPtrArray *tiles;
  SkyCertificateTrust *trust; /* or NULL */
  SkyMediaClock clock;
  gboolean skim;     /* requested: only key frames when playing fast */
  gboolean skimming; /* so it is now */
  gboolean live;     /* the position follows the time of day */
  SkyTime position;
  gboolean landing;  /* the new position is not on screen yet */
  gboolean sent;     /* the cameras know where to land; the wakeup says when they have */
  guint sent_source; /* ends that, in case that one does not */
  guint unpainted;   /* ticks until the last frames sent to the screen are on it */
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
  SkyWallBatch *queued; /* next to convert */

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

/* Restarts the speed measurement: after a seek or a change of rate, old readings are meaningless.
 * Until there are new ones, the requested rate applies. */
void sky_wall_restart_readings (SkyCameraWall *self);

/* Sets whether ticks are needed now. */
void sky_wall_update_active (SkyCameraWall *self);

SkyTime sky_wall_clamp_to_range (SkyCameraWall *self, SkyTime time);

/* Switches to key frames only, or back to all. */
void sky_wall_update_skimming (SkyCameraWall *self);

/* Stops the clock where the playhead is, if it runs. */
void sky_wall_stop_playing (SkyCameraWall *self);

/* Sends the playhead to @time, as near as the range allows. */
void sky_wall_land_at (SkyCameraWall *self, SkyTime time);

/* Resumes ticks, whatever the wakeup says. */
void sky_wall_end_lull (SkyCameraWall *self);

/* Does pending work at once, between two ticks, as far as frames are decoded. Otherwise starting,
 * noticing and converting a seek would each take another tick. */
void sky_wall_hurry (SkyCameraWall *self);

/* Takes as many of the pending steps as are decoded. */
void sky_wall_take_steps (SkyCameraWall *self);

/* A SkyWakeupFunc with the wall as data: a camera has the requested frame, or none for it, or
 * another one around it. */
void sky_wall_handle_wakeup (gpointer data);

/* --- sky-wall-screen.c --- */

/* Has @looks, one a camera, shown, if they are not already. */
void sky_wall_present (SkyCameraWall *self, const SkyFeedLook *looks);

/* Shows the pending pictures when all of them are converted. */
void sky_wall_show_converted (SkyCameraWall *self);

/* Starts converting the pictures of @looks, one per camera, for later. */
void sky_wall_prepare (SkyCameraWall *self, const SkyFeedLook *looks);

/* Says what @camera shows; emits ::camera-changed when that is another state. */
void sky_wall_set_state (SkyCameraWall *self, guint camera, const SkyCameraState *state);

/* Marks @camera as slow to get its picture, as in @look. Shows the key frame before it, once
 * available. */
void sky_wall_stand_in (SkyCameraWall *self, guint camera, const SkyFeedLook *look);

/* Drops what is on its way to the screen. */
void sky_wall_drop_batches (SkyCameraWall *self);

G_END_DECLS
