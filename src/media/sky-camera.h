/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera of a table as its footage index describes it: its recordings, and the difference between
 * its clock and the log's. Only this index says which recording covers an instant, or that none
 * does, never a player (event-log format, section 7). The difference may grow: two instants define
 * a clock that drifts.
 *
 * sky_camera_new() and sky_camera_add_segment() build a camera. It does not change once others hold
 * it; then any thread may read it. All instants are on the log's clock unless a name says "camera
 * clock". Every span includes its start and excludes its end. */
#pragma once

#include "sky-clock-map.h"

G_BEGIN_DECLS

/* A recording. */
typedef struct
{
  char *path;      /* of a file, or the RTSP address of the recorder that plays it */
  char *folder;    /* of the archive that names the file; NULL: the path is the user's own */
  char *file;      /* from @folder; without one, @path */
  gboolean replay; /* it is a recorder's */
  SkyTime start;   /* camera clock */
  SkyTime end;     /* camera clock; exclusive */
} SkyCameraSegment;

/* A stretch of time in which one recording is the one shown. */
typedef struct
{
  SkyTime from;
  SkyTime until;
  guint segment;
} SkyCoverage;

/* A stretch of time that two recordings cover. The one that starts later is shown; if both start
 * together, the one added later. */
typedef struct
{
  SkyTime from;
  SkyTime until;
  guint shown;
  guint hidden;
} SkyOverlap;

typedef struct _SkyCamera SkyCamera;

/* @name is the camera's name in the index, @label its name on screen (NULL: the same). @clock
 * relates its clock to the log's (NULL: they are equal). Returns: (transfer full): a camera without
 * recordings. */
SkyCamera *sky_camera_new (const char *name,
                           const char *label,
                           const SkyClockMap *clock) G_GNUC_WARN_UNUSED_RESULT;
SkyCamera *sky_camera_ref (SkyCamera *self);
void sky_camera_unref (SkyCamera *self);

/* Adds a recording; @start and @end are on the camera's clock. A recording that does not end after
 * its start covers nothing but keeps its number. Call it before others hold the camera. Returns its
 * number. */
guint sky_camera_add_segment (SkyCamera *self, const char *path, SkyTime start, SkyTime end);

/* The same for a recording that the archive @folder calls @file. */
guint sky_camera_add_recording (
    SkyCamera *self, const char *folder, const char *file, SkyTime start, SkyTime end);

/* The same for a recording that the recorder at the RTSP address @address keeps. */
guint sky_camera_add_replay (SkyCamera *self, const char *address, SkyTime start, SkyTime end);

/* @address, an RTSP address, is the camera's live picture. Call it before others hold the
 * camera. */
void sky_camera_set_stream (SkyCamera *self, const char *address);
/* Returns: (nullable). */
const char *sky_camera_get_stream (const SkyCamera *self);

const char *sky_camera_get_name (const SkyCamera *self);
const char *sky_camera_get_label (const SkyCamera *self);
guint sky_camera_get_n_segments (const SkyCamera *self);
const SkyCameraSegment *sky_camera_get_segment (const SkyCamera *self, guint segment);

/* From the camera's clock to the log's and back. */
SkyTime sky_camera_to_log_time (const SkyCamera *self, SkyTime camera_time);
SkyTime sky_camera_to_camera_time (const SkyCamera *self, SkyTime log_time);

/* The covered time, in order, without overlaps; adjacent stretches of one recording are joined. */
guint sky_camera_get_n_coverages (const SkyCamera *self);
const SkyCoverage *sky_camera_get_coverage (const SkyCamera *self, guint index);

/* Returns: the number of the stretch that covers @time, or -1 when none does. */
int sky_camera_find_coverage (const SkyCamera *self, SkyTime time);

/* The gap around @time: *@since is the end of the footage before it, *@until the start of the
 * footage after it; SKY_TIME_NONE if there is none. Returns FALSE if @time is covered. */
gboolean sky_camera_find_gap (const SkyCamera *self, SkyTime time, SkyTime *since, SkyTime *until);

guint sky_camera_get_n_overlaps (const SkyCamera *self);
const SkyOverlap *sky_camera_get_overlap (const SkyCamera *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCamera, sky_camera_unref)

G_END_DECLS
