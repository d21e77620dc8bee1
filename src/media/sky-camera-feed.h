/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frames of one camera around an instant.
 *
 * A feed has its own thread, which opens, seeks and closes recordings. Each open recording has a
 * pipeline: the one at the playhead, and the next one, opened before the playhead reaches it. A
 * ring has the decoded frames. A pipeline far enough ahead is held in its callback. Playing
 * backward also decodes forward, one group of pictures before the ring at a time. So every frame
 * comes, in order, in any container and codec.
 *
 * Nothing here blocks: the caller sets the position and asks at each tick for what is available.
 * sky_camera_feed_look() reports a recording's fault for the affected instants; the camera's other
 * recordings continue. No GTK. */
#pragma once

#include "sky-camera.h"
#include "sky-certificate-trust.h"
#include "sky-frame.h"
#include "sky-wakeup.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_FEED_LOADING, /* ask again */
  SKY_FEED_FRAME,
  SKY_FEED_GAP,
  SKY_FEED_FAILED,
} SkyFeedStatus;

typedef struct
{
  SkyFeedStatus status;
  SkyFrame *frame;     /* FRAME: owned */
  SkyFrame *key_frame; /* LOADING: the key frame that decoding starts from, once it came; owned */
  SkyTime since;       /* GAP */
  SkyTime until;       /* GAP */
  int segment;         /* the recording that covers the instant, or -1 */
  char *message;       /* FAILED: owned */
} SkyFeedLook;

typedef enum
{
  SKY_FEED_STEP_PENDING, /* the neighbor is being decoded: ask again */
  SKY_FEED_STEP_FOUND,
  SKY_FEED_STEP_END,  /* there is no footage in that direction */
  SKY_FEED_STEP_NONE, /* there is no frame here to step from */
} SkyFeedStep;

/* What the playhead does. */
typedef enum
{
  SKY_FEED_LANDING, /* waits for its frame: nothing else is worth the processor */
  SKY_FEED_STILL,   /* at rest; decodes frames around it for steps */
  SKY_FEED_PLAYING,
} SkyFeedPace;

typedef struct _SkyCameraFeed SkyCameraFeed;

/* @max_threads is for each decoder (0: its own choice); @budget is the memory that decoded frames
 * may take, in bytes. */
SkyCameraFeed *
sky_camera_feed_new (SkyCamera *camera, int max_threads, gsize budget) G_GNUC_WARN_UNUSED_RESULT;

/* Asks the feed's thread to end; the feed answers LOADING from then on. */
void sky_camera_feed_stop (SkyCameraFeed *self);

/* Ends the feed. Waits briefly for its thread, and abandons one that hangs in the operating
 * system. */
void sky_camera_feed_free (SkyCameraFeed *self);

/* Sets the playhead and its movement: @rate is in thousandths, its sign the direction; 0 is not a
 * rate. */
void sky_camera_feed_set_target (SkyCameraFeed *self, SkyTime time, int rate, SkyFeedPace pace);

/* @wakeup is sent when a landing playhead's frame has come, or when it is clear that none will. It
 * is also sent for each frame around a resting playhead. */
void sky_camera_feed_set_wakeup (SkyCameraFeed *self, SkyWakeup *wakeup);

/* @trust (nullable): the trusted certificates of recorders, from the next connection on. */
void sky_camera_feed_set_trust (SkyCameraFeed *self, SkyCertificateTrust *trust);

/* A disabled feed closes its recordings and releases its frames. */
void sky_camera_feed_set_enabled (SkyCameraFeed *self, gboolean enabled);

/* A feed of key frames decodes no others. It gives the key frame at or before the instant, or the
 * first one of a recording that begins without. */
void sky_camera_feed_set_key_frames (SkyCameraFeed *self, gboolean key_frames);

/* Tries failed recordings again. */
void sky_camera_feed_retry (SkyCameraFeed *self);

/* What the camera has for @time. Clear @look with sky_feed_look_clear(). */
void sky_camera_feed_look (SkyCameraFeed *self, SkyTime time, SkyFeedLook *look);
void sky_feed_look_clear (SkyFeedLook *look);

/* How far the playhead can go from @time in @direction (+1, -1) before the answer is LOADING. */
SkyTime sky_camera_feed_get_reach (SkyCameraFeed *self, SkyTime time, int direction);

/* The instant of the frame after (@direction +1) or before (-1) that of @time. */
SkyFeedStep
sky_camera_feed_find_step (SkyCameraFeed *self, SkyTime time, int direction, SkyTime *found);

/* The interval between frames, or 0 before the first is decoded. */
SkyTime sky_camera_feed_get_interval (SkyCameraFeed *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyFeedLook, sky_feed_look_clear)

G_END_DECLS
