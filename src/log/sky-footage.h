/* SPDX-License-Identifier: GPL-3.0-or-later */
/* footage.json: an archive's cameras and their recordings. */
#pragma once

#include "sky-clock-map.h"
#include "sky-log.h"

G_BEGIN_DECLS

/* What a camera covers; a set of bits. */
typedef enum
{
  SKY_COVERS_TABLE = 1 << 0,
  SKY_COVERS_END_LEFT = 1 << 1,
  SKY_COVERS_END_RIGHT = 1 << 2,
  SKY_COVERS_WHEEL = 1 << 3,
  SKY_COVERS_LAYOUT = 1 << 4,
  SKY_COVERS_CIRCLE = 1 << 5,
} SkyCovers;

/* A recording: a file, or one that a recorder plays. Times are on the camera's own clock. */
typedef struct
{
  char *file;   /* relative to the archive; NULL: the recorder has it */
  char *replay; /* RTSP address of the recorder's replay (ONVIF Streaming); NULL: a file */
  SkyTime start;
  SkyTime end;
  char *sha256; /* 64 hex digits; NULL: not stated */
} SkySegment;

typedef struct
{
  char *camera;
  char *table;
  gboolean stationary; /* `kind` is "stationary" */
  char *kind;
  SkyCovers covers;
  SkyClockMap clock; /* from the camera's clock to the log's */
  char *stream;      /* RTSP address; NULL: none */
  SkySegment *segments;
  guint n_segments;
} SkyFootageCamera;

typedef struct
{
  SkyFootageCamera *cameras;
  guint n_cameras;
  char **problems; /* NULL-terminated: what was skipped, with its place and the reason */
} SkyFootage;

/* Reads the file at @path in the archive @folder. If @folder is NULL, the user named the path (see
 * sky_archive_file_open()). Malformed cameras and recordings are skipped and noted among the
 * problems. Returns the footage, or NULL with a SKY_LOG_ERROR if the file cannot be read at all. */
SkyFootage *
sky_footage_read (const char *folder, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_footage_free (SkyFootage *self);

/* The name of one bit, such as "end_left". */
const char *sky_covers_to_name (SkyCovers covers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFootage, sky_footage_free)

G_END_DECLS
