/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All cameras of a table on one master clock.
 *
 * The program calls sky_camera_wall_tick() once per tick of its frame clock. The wall then reads
 * the master clock once and asks every camera for its frame of that instant. All frames of one
 * instant appear together. While a camera lacks its frame, the clock waits: cameras never drift
 * apart, the speed falls instead, and ::effective-rate says so. A camera that has no footage then,
 * or whose recording does not play, delays nothing.
 *
 * Main thread only. Nothing here blocks: each camera's own threads open, seek and decode files.
 * Instants are on the log's clock, rates in thousandths (SKY_RATE_ONE is real time, negative is
 * backward).
 *
 * Properties (all notify): "position" (int64), "playing" (boolean), "rate" (int), "effective-rate"
 * (int), "active" (boolean), "live" (boolean), "selected" (int), "n-cameras" (uint). Signal
 * "camera-changed" (uint camera): its state changed. */
#pragma once

#include "sky-camera.h"
#include "sky-certificate-trust.h"
#include "sky-frame-paintable.h"
#include "sky-media-clock.h"

G_BEGIN_DECLS

/* What a camera has for the instant on screen. */
typedef enum
{
  SKY_CAMERA_LOADING, /* its frame is being decoded: see @key_frame */
  SKY_CAMERA_SHOWING, /* its frame is shown */
  SKY_CAMERA_GAP,     /* no recording covers the instant, or its recorder has a gap: no picture */
  SKY_CAMERA_FAILED,  /* the recording that should cover it does not play: see the message */
  SKY_CAMERA_HIDDEN,  /* the program asked for no pictures of this camera */
} SkyCameraStatus;

typedef struct
{
  SkyCameraStatus status;
  SkyTime shown;       /* the shown frame's own instant; SKY_TIME_NONE: no frame */
  SkyTime since;       /* GAP: the end of the footage before, or SKY_TIME_NONE */
  SkyTime until;       /* GAP: the start of the footage after, or SKY_TIME_NONE */
  int segment;         /* the recording that covers the instant, or -1 */
  gboolean live;       /* SHOWING: the camera's stream, no recording */
  gboolean slow;       /* LOADING: it takes so long that it is worth a word */
  gboolean key_frame;  /* LOADING: shows the key frame before it until then */
  const char *message; /* FAILED: why, for people; valid until the state changes */
} SkyCameraState;

#define SKY_TYPE_CAMERA_WALL (sky_camera_wall_get_type ())
G_DECLARE_FINAL_TYPE (SkyCameraWall, sky_camera_wall, SKY, CAMERA_WALL, GObject)

SkyCameraWall *sky_camera_wall_new (void);

/* @cameras: (element-type SkyCamera): replaces all cameras; the wall takes references. Playing
 * stops. The position stays, or is the start of the footage if it was never set. Emits
 * notify::n-cameras. */
void sky_camera_wall_set_cameras (SkyCameraWall *self, GPtrArray *cameras);
guint sky_camera_wall_get_n_cameras (SkyCameraWall *self);
SkyCamera *sky_camera_wall_get_camera (SkyCameraWall *self, guint camera);

/* Returns: (transfer none): what to draw for @camera. */
SkyFramePaintable *sky_camera_wall_get_paintable (SkyCameraWall *self, guint camera);
void sky_camera_wall_get_state (SkyCameraWall *self, guint camera, SkyCameraState *state);

/* An invisible camera costs nothing and delays nothing. All are visible at first. */
void sky_camera_wall_set_visible (SkyCameraWall *self, guint camera, gboolean visible);

/* @trust (nullable): the trusted certificates of cameras and recorders. Failed ones are tried
 * again. */
void sky_camera_wall_set_trust (SkyCameraWall *self, SkyCertificateTrust *trust);

/* Tries recordings again that have failed. */
void sky_camera_wall_retry (SkyCameraWall *self, guint camera);

/* The playable stretch of time: by default from the first to the last recording. SKY_TIME_NONE for
 * both restores that. Playing stops at its ends. */
void sky_camera_wall_set_range (SkyCameraWall *self, SkyTime from, SkyTime until);
void sky_camera_wall_get_range (SkyCameraWall *self, SkyTime *from, SkyTime *until);

/* While playing, jumps back to @from on reaching @until (the reverse when playing backward).
 * SKY_TIME_NONE for both ends the loop. */
void sky_camera_wall_set_loop (SkyCameraWall *self, SkyTime from, SkyTime until);
gboolean sky_camera_wall_get_loop (SkyCameraWall *self, SkyTime *from, SkyTime *until);

void sky_camera_wall_play (SkyCameraWall *self);
void sky_camera_wall_pause (SkyCameraWall *self);
gboolean sky_camera_wall_get_playing (SkyCameraWall *self);

/* @rate is ±SKY_RATE_MIN … ±SKY_RATE_MAX, 0 is not a rate. */
void sky_camera_wall_set_rate (SkyCameraWall *self, int rate);
int sky_camera_wall_get_rate (SkyCameraWall *self);

/* Skimming decodes only key frames while playing at SKY_SKIM_RATE or faster, either way, so that
 * these rates are reached. Each camera then shows its own last key frame, so cameras differ by the
 * distance of their key frames. Off at first: then the rate falls instead. */
#define SKY_SKIM_RATE (8 * SKY_RATE_ONE)
void sky_camera_wall_set_skim (SkyCameraWall *self, gboolean skim);
gboolean sky_camera_wall_get_skim (SkyCameraWall *self);
/* TRUE while only key frames are shown. */
gboolean sky_camera_wall_get_skimming (SkyCameraWall *self);

/* The speed reached over about the last second of playing; 0 when paused. */
int sky_camera_wall_get_effective_rate (SkyCameraWall *self);

/* Goes to exactly @time, clamped to the range. The pictures stay until all cameras have theirs of
 * that instant, then change together. */
void sky_camera_wall_seek (SkyCameraWall *self, SkyTime time);

/* Where the wall is, or is on its way to. */
SkyTime sky_camera_wall_get_position (SkyCameraWall *self);

/* Pauses and moves by @frames frames (negative: back) of the reference camera: the selected one
 * when it has a picture, else the one with the most frames a second. */
void sky_camera_wall_step (SkyCameraWall *self, int frames);

/* @camera is -1 to have none selected. */
void sky_camera_wall_select (SkyCameraWall *self, int camera);
int sky_camera_wall_get_selected (SkyCameraWall *self);

/* Live, the wall plays at the time of day, half a second behind. A camera without a recording of
 * that instant shows its stream. A pause freezes it. Seeking, stepping and another rate end it. */
void sky_camera_wall_set_live (SkyCameraWall *self, gboolean live);
gboolean sky_camera_wall_get_live (SkyCameraWall *self);

/* TRUE if ticks are needed. While FALSE, a program may skip the tick, and should: an idle frame
 * clock paints at once when a picture comes. notify::active says when ticks are needed again. */
gboolean sky_camera_wall_get_active (SkyCameraWall *self);

/* TRUE if nothing plays, seeks, loads, converts or waits to be painted. */
gboolean sky_camera_wall_is_at_rest (SkyCameraWall *self);

/* @frame_time is the frame clock's, in monotonic microseconds. */
void sky_camera_wall_tick (SkyCameraWall *self, gint64 frame_time);

/* Writes the picture of @camera as a PNG at full resolution. @shown, if not NULL, takes the frame's
 * own instant. Blocks for the encoding (some 100 ms for 1080p). Returns FALSE with a
 * SKY_MEDIA_ERROR_NO_PICTURE or SKY_MEDIA_ERROR_WRITE. */
gboolean sky_camera_wall_save_still (
    SkyCameraWall *self, guint camera, const char *path, SkyTime *shown, GError **error);

G_END_DECLS
