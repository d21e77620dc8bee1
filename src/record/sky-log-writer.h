/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one writer of table event logs, for whatever makes events: play that is simulated, people who
 * record what they see, logs of other systems.
 *
 * Each line is read back by the format before it is written, and fed to the rules, so that what
 * lies on the table and what is due are always at hand. Lines are written together by
 * sky_log_writer_sync(), and a log that is there is gone on with as if it had never been closed.
 *
 * `again` corrects a round that the log has: the lines behind it, up to a `round_end` or an
 * `unobserved`, replace the round's, and the table is what it was before that round; with the last
 * of them it is what all that counts makes of it. A log that ends inside a correction is gone on
 * with inside it; another `again` of the same round begins it anew.
 * Used by one thread at a time. */
#pragma once

#include "sky-json-writer.h"
#include "sky-log-appender.h"
#include "sky-table.h"

G_BEGIN_DECLS

typedef struct _SkyLogWriter SkyLogWriter;

/* Begins the log at @path, a file with the permissions @mode, or goes on with the one that is there
 * when it is of the same version, property, table, game and gaming day. @header is not kept; its
 * version is 1 or 2, and 2 where it has a scope. Returns NULL with a SKY_RECORD_ERROR: OPEN,
 * LOCKED, WRITE, OTHER, or a SKY_LOG_ERROR when what is there is no log. */
SkyLogWriter *sky_log_writer_open (const char *path,
                                   guint mode,
                                   const SkyLogHeader *header,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Closes the log. Lines that were not written yet are lost. */
void sky_log_writer_free (SkyLogWriter *self);

/* The table as the rules see it after the last line; another one after an `again`, and after the
 * round that it corrects. Where the log has corrections its events are numbered by their places. */
SkyTable *sky_log_writer_get_table (SkyLogWriter *self);

/* The number of the last event and the instant of the last one as they count; 0 and SKY_TIME_NONE:
 * there is none. */
guint64 sky_log_writer_get_seq (const SkyLogWriter *self);
SkyTime sky_log_writer_get_time (const SkyLogWriter *self);

/* The path of the file that keeps the torn line which the log ended with; NULL: it did not. */
const char *sky_log_writer_get_torn (const SkyLogWriter *self);

/* An event at the instant @at: its own members are added to what the first returns. The second
 * returns the event's number, or 0 with a SKY_RECORD_ERROR: LINE when the format does not allow the
 * event, or the log has no such round to correct, or another one has not ended: it then was not
 * written and has taken no number; WRITE; OPEN when the log could not be read for a correction:
 * the writer is of no more use then. */
GString *sky_log_writer_begin (SkyLogWriter *self, const char *type, SkyTime at);
guint64 sky_log_writer_end (SkyLogWriter *self, GError **error);

/* Members of any event: the microsecond @at in the recording record.from[@recording] that shows it;
 * the record @number of the run @run of an import. */
void sky_log_writer_add_frame (SkyLogWriter *self, guint recording, SkyTime at);
void sky_log_writer_add_src (SkyLogWriter *self, guint64 run, guint64 number);

/* The SHA-256 of all that the log has so far, for a `checkpoint`. Returns FALSE with WRITE. */
gboolean sky_log_writer_digest (SkyLogWriter *self, char hex[SKY_DIGEST_HEX_SIZE], GError **error);

/* A line as it stands, which is no event and has no number. Returns FALSE with WRITE. */
gboolean sky_log_writer_add_line (SkyLogWriter *self, const char *line, GError **error);
/* Leaves out the next @n numbers: events that are known to be lost. */
void sky_log_writer_skip (SkyLogWriter *self, guint n);

/* Writes what waits, and returns when it is on the disk. Returns FALSE with WRITE; the log then has
 * what it had before, which the table has not: the writer is of no more use. */
gboolean sky_log_writer_sync (SkyLogWriter *self, GError **error);
/* Writes what waits. */
gboolean sky_log_writer_flush (SkyLogWriter *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogWriter, sky_log_writer_free)

G_END_DECLS
