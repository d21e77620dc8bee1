/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a receiver knows of one log: up to which line it has come, and what is to be done with the
 * next that arrives. It knows no network and no disk. A line is *taken* when it is the next one,
 * waits until it is handed over to be written, and is *kept* when whoever wrote it says that it is
 * on the disk; when that failed, the log falls back to what is kept. */
#pragma once

#include "sky-digest.h"
#include "sky-live-payload.h"

G_BEGIN_DECLS

/* The bytes that wait for the disk, of one log, at most. */
#define SKY_LIVE_WAITING_MAX ((gsize) 1024 * 1024)

/* So many of the last lines are told from others at their positions. */
#define SKY_LIVE_KNOWN_MAX 4096

typedef enum
{
  SKY_ARRIVAL_TAKEN,    /* it was the next, and waits to be written */
  SKY_ARRIVAL_OLD,      /* it is there already, or too old to tell: dropped */
  SKY_ARRIVAL_AHEAD,    /* others are missing before it: dropped */
  SKY_ARRIVAL_CONFLICT, /* another stands at its position: dropped */
  SKY_ARRIVAL_FULL,     /* it would be the next, and too much waits: dropped */
} SkyArrival;

typedef struct _SkyLiveLog SkyLiveLog;

/* A log of which @next lines with @bytes bytes are on the disk. */
SkyLiveLog *sky_live_log_new (guint64 next, guint64 bytes) G_GNUC_WARN_UNUSED_RESULT;
void sky_live_log_free (SkyLiveLog *self);

/* A line arrives. */
SkyArrival sky_live_log_arrive (SkyLiveLog *self, const SkyLiveLine *line);

/* The position of the line that is next. */
guint64 sky_live_log_get_next (const SkyLiveLog *self);
/* How many of the lines before that are on the disk, and their bytes. */
guint64 sky_live_log_get_kept (const SkyLiveLog *self, guint64 *bytes);

/* How much waits to be written. Returns: the number of lines. */
guint sky_live_log_get_waiting (const SkyLiveLog *self, gsize *bytes);

/* Hands over what waits, each line with its LF. Returns: (transfer full): NULL when nothing does.
 */
GString *sky_live_log_take_waiting (SkyLiveLog *self);

/* What was handed over up to now is on the disk. */
void sky_live_log_keep (SkyLiveLog *self);
/* It is not, or nobody knows: what is not kept arrives once more. */
void sky_live_log_fall_back (SkyLiveLog *self);

/* Goes on at the position @first, which is ahead: the lines before it are lost. */
void sky_live_log_skip_to (SkyLiveLog *self, guint64 first);

/* The SHA-256 of all the log's bytes with the line taken last. Returns FALSE when it is not known:
 * what was on the disk before has not been hashed yet, or the log fell back. */
gboolean sky_live_log_get_digest (const SkyLiveLog *self, char hex[SKY_DIGEST_HEX_SIZE]);
/* The same at the last line that is kept. */
gboolean sky_live_log_get_kept_digest (const SkyLiveLog *self, char hex[SKY_DIGEST_HEX_SIZE]);
/* @digest is that of all the bytes that are kept, and is taken over; nothing is handed over that
 * is not kept. */
void sky_live_log_set_digest (SkyLiveLog *self, SkyDigest *digest);

/* What tells a line from another at its position. */
guint64 sky_live_log_hash (const char *bytes, gsize length);
/* The lines from @first on, which the disk has had before this program, with which later ones at
 * their positions are compared; as many as there is room for. */
void sky_live_log_know (SkyLiveLog *self, guint64 first, const guint64 *hashes, gsize n);

/* The epoch; empty: the log does not have two lines yet. */
const char *sky_live_log_get_epoch (const SkyLiveLog *self);
void sky_live_log_set_epoch (SkyLiveLog *self, const char *epoch);
/* The header, which was read from the disk while the log had no other line. */
void sky_live_log_set_header (SkyLiveLog *self, const char *bytes, gsize length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLiveLog, sky_live_log_free)

G_END_DECLS
