/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A receiver's state of one log: how many lines it has, and what to do with the next arrival. It
 * knows no network and no disk. A line is *taken* if it is the next one; it then waits to be handed
 * over for writing. It is *kept* when its writer reports that it is on disk. After a failure, the
 * log falls back to the kept lines. */
#pragma once

#include "sky-digest.h"
#include "sky-live-payload.h"

G_BEGIN_DECLS

/* The bytes that wait for the disk, of one log, at most. */
#define SKY_LIVE_WAITING_MAX ((gsize) 1024 * 1024)

/* How many of the last lines can be told from others at their positions. */
#define SKY_LIVE_KNOWN_MAX 4096

typedef enum
{
  SKY_ARRIVAL_TAKEN,    /* it was the next one, and waits to be written */
  SKY_ARRIVAL_OLD,      /* it is already there, or too old to compare: dropped */
  SKY_ARRIVAL_AHEAD,    /* others are missing before it: dropped */
  SKY_ARRIVAL_CONFLICT, /* another stands at its position: dropped */
  SKY_ARRIVAL_FULL,     /* it would be the next, and too much waits: dropped */
} SkyArrival;

typedef struct _SkyLiveLog SkyLiveLog;

/* A log with @next lines and @bytes bytes on disk. */
SkyLiveLog *sky_live_log_new (guint64 next, guint64 bytes) G_GNUC_WARN_UNUSED_RESULT;
void sky_live_log_free (SkyLiveLog *self);

/* A line arrives. */
SkyArrival sky_live_log_arrive (SkyLiveLog *self, const SkyLiveLine *line);

/* The position of the line that is next. */
guint64 sky_live_log_get_next (const SkyLiveLog *self);
/* How many of the lines before that are on the disk, and their bytes. */
guint64 sky_live_log_get_kept (const SkyLiveLog *self, guint64 *bytes);

/* What waits to be written. Returns the number of lines. */
guint sky_live_log_get_waiting (const SkyLiveLog *self, gsize *bytes);

/* Hands over what waits, each line with its LF. Returns: (transfer full): NULL when nothing does.
 */
GString *sky_live_log_take_waiting (SkyLiveLog *self);

/* Everything handed over so far is on disk. */
void sky_live_log_keep (SkyLiveLog *self);
/* It is not on disk, or that is unknown: lines that are not kept arrive again. */
void sky_live_log_fall_back (SkyLiveLog *self);

/* Continues at the position @first, which is ahead: the lines before it are lost. */
void sky_live_log_skip_to (SkyLiveLog *self, guint64 first);

/* The SHA-256 of all the log's bytes including the line taken last. Returns FALSE if it is unknown:
 * earlier data on disk are not hashed yet, or the log fell back. */
gboolean sky_live_log_get_digest (const SkyLiveLog *self, char hex[SKY_DIGEST_HEX_SIZE]);
/* The same for the last line kept. */
gboolean sky_live_log_get_kept_digest (const SkyLiveLog *self, char hex[SKY_DIGEST_HEX_SIZE]);
/* Takes @digest, which covers all kept bytes. Call it only when everything handed over is kept. */
void sky_live_log_set_digest (SkyLiveLog *self, SkyDigest *digest);

/* A hash that distinguishes lines at the same position. */
guint64 sky_live_log_hash (const char *bytes, gsize length);
/* The lines from @first on that were on disk before this program; later lines at their positions
 * are compared with them. Keeps as many as fit. */
void sky_live_log_know (SkyLiveLog *self, guint64 first, const guint64 *hashes, gsize n);

/* The epoch; empty: the log does not have two lines yet. */
const char *sky_live_log_get_epoch (const SkyLiveLog *self);
void sky_live_log_set_epoch (SkyLiveLog *self, const char *epoch);
/* The header, read from disk while the log had no other line. */
void sky_live_log_set_header (SkyLiveLog *self, const char *bytes, gsize length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLiveLog, sky_live_log_free)

G_END_DECLS
