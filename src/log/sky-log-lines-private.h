/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log's bytes line by line, through a window that moves along the file, and the running digest of
 * what has passed. */
#pragma once

#include "sky-json.h"

G_BEGIN_DECLS

typedef struct
{
  goffset offset;   /* of its first byte */
  goffset length;   /* without the LF */
  const char *text; /* valid until the next line; NULL: longer than SKY_JSON_MAX_LENGTH */
  gboolean padded;  /* SKY_JSON_PADDING bytes behind it can be read */
} SkyLogLine;

/* Used by one thread at a time. */
typedef struct _SkyLogLines SkyLogLines;

/* Of the file at @path. Returns NULL with a SKY_LOG_ERROR. */
SkyLogLines *
sky_log_lines_open (const char *folder, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of bytes in memory. */
SkyLogLines *sky_log_lines_new (GBytes *bytes) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_lines_free (SkyLogLines *self);

/* Sets @line to the next line. Returns FALSE at the end. */
gboolean sky_log_lines_next (SkyLogLines *self, SkyLogLine *line);

/* Where the next line begins, for whoever finds its end on his way through it: it has an LF, and
 * SKY_JSON_PADDING bytes behind that can be read. Returns NULL where sky_log_lines_next() must tell
 * what comes: the end, and lines that are too long, or without an LF. */
const char *sky_log_lines_peek (SkyLogLines *self);
/* Takes that line, whose LF is @end. Returns: the offset of its first byte. */
goffset sky_log_lines_take (SkyLogLines *self, const char *end);

/* Goes to the line that begins at @offset; behind the end there are no lines. A digest no longer
 * goes along. */
void sky_log_lines_seek (SkyLogLines *self, goffset offset);

/* Has the lines of a file that is still written to end with its last LF: what stands behind that is
 * a line half written. */
void sky_log_lines_set_growing (SkyLogLines *self, gboolean growing);
/* Looks whether the file has more by now. Returns: whether it has. */
gboolean sky_log_lines_look_again (SkyLogLines *self);

/* Passes by all that stands before @offset, which is the digest's too. Returns FALSE when there is
 * not so much. */
gboolean sky_log_lines_pass (SkyLogLines *self, goffset offset);

/* Passes by all that there is, likewise. */
void sky_log_lines_pass_all (SkyLogLines *self);

/* Has a packed file be unpacked by a thread of its own, ahead of the lines. */
void sky_log_lines_unpack_ahead (SkyLogLines *self);

/* TRUE when the last line has ended without a LF. */
gboolean sky_log_lines_is_torn (const SkyLogLines *self);

/* How many bytes the lines so far have taken, line ends included. */
goffset sky_log_lines_get_offset (const SkyLogLines *self);

/* How many bytes of the file, as it lies on the disk, have been read. */
goffset sky_log_lines_get_progress (const SkyLogLines *self);

/* Has a digest go along with the lines. To be called before the second of them. */
void sky_log_lines_want_digest (SkyLogLines *self);
/* The SHA-256 of all bytes before @offset, which is where the last line begins or ends. */
void sky_log_lines_digest (SkyLogLines *self, goffset offset, char hex[65]);

/* Why the end of the file could not be read, or NULL. */
const char *sky_log_lines_get_damage (const SkyLogLines *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogLines, sky_log_lines_free)

G_END_DECLS
