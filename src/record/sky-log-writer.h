/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only writer of table event logs, for any source of events: simulated play, people who record
 * what they see, other systems' logs.
 *
 * The format reads each line back before it is written, and the rules are fed with it. So the
 * wagers on the table and what is due are always known. sky_log_writer_sync() writes lines
 * together. An existing log continues as if it had never been closed.
 *
 * `again` corrects a round of the log: the lines after it, up to a `round_end` or an `unobserved`,
 * replace the round's. The table returns to its state before that round. After the last of these
 * lines, it has the state that all counted lines give. A log that ends inside a correction
 * continues inside it; another `again` of the same round restarts it. One thread at a time may use
 * it. */
#pragma once

#include "sky-json-writer.h"
#include "sky-log-appender.h"
#include "sky-table.h"

G_BEGIN_DECLS

typedef struct _SkyLogWriter SkyLogWriter;

/* Begins the log at @path, a file with the permissions @mode. Continues an existing log if version,
 * property, table, game and gaming day match. @header is not kept; its version is 1 or 2, and 2 if
 * it has a scope. Returns NULL with a SKY_RECORD_ERROR: OPEN, LOCKED, WRITE, OTHER, or with a
 * SKY_LOG_ERROR if the existing file is not a log. */
SkyLogWriter *sky_log_writer_open (const char *path,
                                   guint mode,
                                   const SkyLogHeader *header,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Closes the log. Loses lines that are not written yet. */
void sky_log_writer_free (SkyLogWriter *self);

/* The table under the rules after the last line. It is a different object after an `again`, and
 * after the round that it corrects. In a log with corrections, events are numbered by their
 * places. */
SkyTable *sky_log_writer_get_table (SkyLogWriter *self);

/* The number of the last event, and the instant of the last one in the order that counts; 0 and
 * SKY_TIME_NONE: there is none. */
guint64 sky_log_writer_get_seq (const SkyLogWriter *self);
SkyTime sky_log_writer_get_time (const SkyLogWriter *self);

/* The path of the file that keeps the torn line which the log ended with; NULL: it did not. */
const char *sky_log_writer_get_torn (const SkyLogWriter *self);

/* An event at the instant @at: append its own members to the result of the first function. The
 * second returns the event's number, or 0 with a SKY_RECORD_ERROR. LINE: the format does not allow
 * the event, the log has no such round to correct, or another correction has not ended. Nothing was
 * written, and no number was used. WRITE: as above. OPEN: a correction could not read the log; the
 * writer is then unusable. */
GString *sky_log_writer_begin (SkyLogWriter *self, const char *type, SkyTime at);
guint64 sky_log_writer_end (SkyLogWriter *self, GError **error);

/* Members of any event: the microsecond @at in the recording record.from[@recording] that shows it;
 * the record @number of the run @run of an import. */
void sky_log_writer_add_frame (SkyLogWriter *self, guint recording, SkyTime at);
void sky_log_writer_add_src (SkyLogWriter *self, guint64 run, guint64 number);

/* The SHA-256 of all that the log has so far, for a `checkpoint`. Returns FALSE with WRITE. */
gboolean sky_log_writer_digest (SkyLogWriter *self, char hex[SKY_DIGEST_HEX_SIZE], GError **error);

/* Adds a line unchanged. It is not an event and has no number. Returns FALSE with WRITE. */
gboolean sky_log_writer_add_line (SkyLogWriter *self, const char *line, GError **error);
/* Skips the next @n numbers, for events that are known to be lost. */
void sky_log_writer_skip (SkyLogWriter *self, guint n);

/* Writes what waits, and returns when it is on the disk. Returns FALSE with WRITE; the log then has
 * what it had before, which the table has not: the writer is of no more use. */
gboolean sky_log_writer_sync (SkyLogWriter *self, GError **error);
/* Writes what waits. */
gboolean sky_log_writer_flush (SkyLogWriter *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogWriter, sky_log_writer_free)

G_END_DECLS
