/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log's bytes line by line, through a window that moves along the file, and the running digest of
 * the lines read. */
#pragma once

#include "sky-json.h"

G_BEGIN_DECLS

typedef struct
{
  goffset offset;   /* of its first byte */
  goffset length;   /* without the LF */
  const char *text; /* valid until the next line; NULL: longer than SKY_JSON_MAX_LENGTH */
  gboolean padded;  /* SKY_JSON_PADDING bytes after it are readable */
} SkyLogLine;

/* One thread at a time may use it. */
typedef struct _SkyLogLines SkyLogLines;

/* Lines of the file at @path. Returns NULL with a SKY_LOG_ERROR. */
SkyLogLines *
sky_log_lines_open (const char *folder, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Lines of bytes in memory. */
SkyLogLines *sky_log_lines_new (GBytes *bytes) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_lines_free (SkyLogLines *self);

/* Sets @line to the next line. Returns FALSE at the end. */
gboolean sky_log_lines_next (SkyLogLines *self, SkyLogLine *line);

/* The start of the next line, for a caller that finds the end itself. The line has an LF, and
 * SKY_JSON_PADDING bytes after it are readable. Returns NULL at the end, and for lines that are too
 * long or lack an LF; sky_log_lines_next() handles these. */
const char *sky_log_lines_peek (SkyLogLines *self);
/* Takes that line, whose LF is @end. Returns: the offset of its first byte. */
goffset sky_log_lines_take (SkyLogLines *self, const char *end);

/* Goes to the line that begins at @offset; after the end there are no lines. Stops the running
 * digest. */
void sky_log_lines_seek (SkyLogLines *self, goffset offset);

/* Ends the lines of a growing file with its last LF: what follows is a partial line. */
void sky_log_lines_set_growing (SkyLogLines *self, gboolean growing);
/* Checks whether the file has grown. Returns whether it has. */
gboolean sky_log_lines_look_again (SkyLogLines *self);

/* Skips everything before @offset but includes it in the digest. Returns FALSE if the file is
 * shorter. */
gboolean sky_log_lines_pass (SkyLogLines *self, goffset offset);

/* Skips everything, in the same way. */
void sky_log_lines_pass_all (SkyLogLines *self);

/* Unpacks a packed file in its own thread, ahead of the lines. */
void sky_log_lines_unpack_ahead (SkyLogLines *self);

/* TRUE when the last line has ended without a LF. */
gboolean sky_log_lines_is_torn (const SkyLogLines *self);

/* How many bytes the lines so far take, line ends included. */
goffset sky_log_lines_get_offset (const SkyLogLines *self);

/* How many bytes of the file on disk were read. */
goffset sky_log_lines_get_progress (const SkyLogLines *self);

/* Computes a digest along with the lines. Call it before the second line. */
void sky_log_lines_want_digest (SkyLogLines *self);
/* The SHA-256 of all bytes before @offset, the start or end of the last line. */
void sky_log_lines_digest (SkyLogLines *self, goffset offset, char hex[65]);

/* Why the end of the file could not be read, or NULL. */
const char *sky_log_lines_get_damage (const SkyLogLines *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogLines, sky_log_lines_free)

G_END_DECLS
