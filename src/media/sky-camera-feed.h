/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frames of one camera around an instant.
 *
 * A feed has a thread of its own that opens, seeks and closes recordings, and one pipeline for each
 * recording that is open: the one at the playhead, and the next one already opened before the
 * playhead reaches it. Decoded frames stand in a ring; a pipeline that is far enough ahead is held
 * in its callback. Backwards playing decodes forwards too, one group of pictures before the ring at
 * a time, so that every frame is there and in order whatever the container and codec.
 *
 * Nothing here blocks: the caller says where it wants to be and asks, tick by tick, what is there.
 * What goes wrong with a recording is told by sky_camera_feed_look() for the instants that it
 * concerns; the camera's other recordings play on. No GTK. */
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
  SkyFrame *key_frame; /* LOADING: the one that is decoded from, when it has come; owned */
  SkyTime since;       /* GAP */
  SkyTime until;       /* GAP */
  int segment;         /* the recording that covers the instant, or -1 */
  char *message;       /* FAILED: owned */
} SkyFeedLook;

typedef enum
{
  SKY_FEED_STEP_PENDING, /* the neighbour is being decoded: ask again */
  SKY_FEED_STEP_FOUND,
  SKY_FEED_STEP_END,  /* there is no footage in that direction */
  SKY_FEED_STEP_NONE, /* there is no frame here to step from */
} SkyFeedStep;

/* What the playhead does. */
typedef enum
{
  SKY_FEED_LANDING, /* waits for its frame: nothing else is worth the processor */
  SKY_FEED_STILL,   /* rests; frames around it are made ready for steps */
  SKY_FEED_PLAYING,
} SkyFeedPace;

typedef struct _SkyCameraFeed SkyCameraFeed;

/* @max_threads is for each decoder (0: its own choice); @budget is the memory that decoded frames
 * may take, in bytes. */
SkyCameraFeed *
sky_camera_feed_new (SkyCamera *camera, int max_threads, gsize budget) G_GNUC_WARN_UNUSED_RESULT;

/* Asks the feed's thread to end; the feed answers LOADING from then on. */
void sky_camera_feed_stop (SkyCameraFeed *self);

/* Ends the feed. Waits briefly for its thread; one that hangs in the operating system is left to
 * end by itself. */
void sky_camera_feed_free (SkyCameraFeed *self);

/* Says where the playhead is and goes to: @rate is in thousandths, its sign the direction; 0 is not
 * a rate. */
void sky_camera_feed_set_target (SkyCameraFeed *self, SkyTime time, int rate, SkyFeedPace pace);

/* @wakeup is sent whenever a landing playhead's frame has come, or it is clear that none will, and
 * for each frame that comes around a playhead at rest. */
void sky_camera_feed_set_wakeup (SkyCameraFeed *self, SkyWakeup *wakeup);

/* @trust (nullable): the certificates of recorders that are trusted from the next connection on. */
void sky_camera_feed_set_trust (SkyCameraFeed *self, SkyCertificateTrust *trust);

/* A feed that is not enabled closes its recordings and lets go of its frames. */
void sky_camera_feed_set_enabled (SkyCameraFeed *self, gboolean enabled);

/* A feed of key frames alone decodes no others: what it answers is then the key frame at or before
 * the instant, or the first one of a recording that begins without. */
void sky_camera_feed_set_key_frames (SkyCameraFeed *self, gboolean key_frames);

/* Tries failed recordings again. */
void sky_camera_feed_retry (SkyCameraFeed *self);

/* What the camera has for @time. @look must be cleared with sky_feed_look_clear(). */
void sky_camera_feed_look (SkyCameraFeed *self, SkyTime time, SkyFeedLook *look);
void sky_feed_look_clear (SkyFeedLook *look);

/* How far the playhead can go from @time in @direction (+1, -1) before the answer is LOADING. */
SkyTime sky_camera_feed_get_reach (SkyCameraFeed *self, SkyTime time, int direction);

/* Where the frame after (@direction +1) or before (-1) that of @time is shown. */
SkyFeedStep
sky_camera_feed_find_step (SkyCameraFeed *self, SkyTime time, int direction, SkyTime *found);

/* The interval between frames, or 0 while none has been decoded. */
SkyTime sky_camera_feed_get_interval (SkyCameraFeed *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyFeedLook, sky_feed_look_clear)

G_END_DECLS
