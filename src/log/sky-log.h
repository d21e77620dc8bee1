/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table event log on disk: one table, one gaming day. Each reader reads the file block by block,
 * unpacking it if it is gzip, and only the header is kept. A SkyLog does not change. Several
 * SkyLogReaders may read it, each in its own thread. */
#pragma once

#include "sky-event-format.h"
#include "sky-scope.h"

G_BEGIN_DECLS

#define SKY_LOG_ERROR (sky_log_error_quark ())
GQuark sky_log_error_quark (void);

typedef enum
{
  SKY_LOG_ERROR_OPEN,    /* the file cannot be opened or read */
  SKY_LOG_ERROR_HEADER,  /* the first line is not a table event log's header */
  SKY_LOG_ERROR_VERSION, /* the header's version is unknown */
  SKY_LOG_ERROR_FORMAT,  /* footage.json or staff.json is malformed */
  SKY_LOG_ERROR_MISSING, /* there is no such file */
  SKY_LOG_ERROR_REFUSED, /* an archive's path is not followed or not a regular file */
} SkyLogError;

/* The header of a log; its strings belong to the log. */
typedef struct
{
  const char *property;
  const char *table;
  SkyGameId game;
  SkyDay gaming_day;
  const char *time_zone;
  const char *currency;
  guint version; /* 1 or 2 */
  SkyRecord record;
  SkyScope scope; /* version 1: everything */
  SkyPlayersReach players;
} SkyLogHeader;

typedef struct _SkyLog SkyLog;

/* Opens the log at @path. Returns the log, or NULL with a SKY_LOG_ERROR whose message names the
 * file, the line and the cause. */
SkyLog *sky_log_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for a log of the archive @folder, with @path as sky_archive_open() lists it. Opens it,
 * now and later for readers, as sky_archive_file_open() does. */
SkyLog *sky_log_open_in_archive (const char *folder,
                                 const char *path,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A log of bytes in memory, such as an evidence package's extract. Messages use @name for the
 * file. */
SkyLog *
sky_log_new_from_bytes (GBytes *bytes, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

SkyLog *sky_log_ref (SkyLog *self);
void sky_log_unref (SkyLog *self);

const char *sky_log_get_path (const SkyLog *self);
const SkyLogHeader *sky_log_get_header (const SkyLog *self);

/* The SHA-256 of all bytes of the log, unpacked. Returns FALSE with a SKY_LOG_ERROR if the file
 * cannot be opened. */
gboolean sky_log_digest (const SkyLog *self, char hex[65], GError **error);

/* Whether @sha256 is the SHA-256 of the log's first @length bytes. */
gboolean sky_log_begins_with (const SkyLog *self, goffset length, const char *sha256);

typedef enum
{
  SKY_LINE_EVENT,
  SKY_LINE_UNKNOWN_TYPE, /* an event of an unknown type */
  SKY_LINE_QUARANTINED,
} SkyLineKind;

/* A line after the header, valid until the reader's next line. */
typedef struct
{
  SkyLineKind kind;
  guint64 number; /* from 1; the header is line 1 */
  goffset offset; /* of its first byte */
  gsize length;   /* without the LF */
  SkyEvent event; /* of an unknown type: only seq and at */
  SkyReadNote note;
} SkyLine;

typedef struct _SkyLogReader SkyLogReader;

/* Reads a version 2 log in the order that counts. The lines of a round that `again` corrects take
 * its place; the lines that they replace are skipped. `again` itself has the instant of the line
 * before. If no `round_start` follows it, it starts the round. Such lines have no digest.
 *
 * @lookup finds the bets of the log's game; without it no bet is known. The reader reopens the file
 * and reads up to its present end. If the file is missing or was replaced, the reader has no lines
 * and sky_log_reader_get_damage() says why. */
SkyLogReader *sky_log_reader_new (SkyLog *log, SkyBetLookup lookup) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_reader_free (SkyLogReader *self);

/* Whether the log corrects a round, so that its lines do not count in the file's order. */
gboolean sky_log_reader_is_corrected (const SkyLogReader *self);
/* Reads all lines in the file's order. Call it before the first one. */
void sky_log_reader_set_file_order (SkyLogReader *self);

/* Reads the next line. Returns NULL at the end of the log. */
const SkyLine *sky_log_reader_next (SkyLogReader *self);

/* Continues at line @number, which begins at @offset, as an earlier SkyLine said. Afterward the
 * digests are unavailable. */
void sky_log_reader_seek (SkyLogReader *self, goffset offset, guint64 number);

/* Whether a growing log ends with its last whole line. The default is FALSE: what follows that line
 * may also be read. */
void sky_log_reader_set_growing (SkyLogReader *self, gboolean growing);
/* Checks whether a growing log has more data, which sky_log_reader_next() then reads. Returns
 * whether it has. Packed logs are not followed. */
gboolean sky_log_reader_look_again (SkyLogReader *self);

/* Where the next line begins, and its number. Returns FALSE if that is unknown: the last line has
 * no LF, or the log is damaged. */
gboolean sky_log_reader_get_offset (const SkyLogReader *self, goffset *offset, guint64 *number);
/* Skips to line @number, which begins at @offset, and includes the skipped bytes in the digests.
 * Returns FALSE if the log is shorter. */
gboolean sky_log_reader_pass (SkyLogReader *self, goffset offset, guint64 number);

/* Unpacks a packed log in its own thread, ahead of the reading. */
void sky_log_reader_unpack_ahead (SkyLogReader *self);

/* Computes a digest of exactly the bytes read. Call it before the first line; the next two
 * functions need it. */
void sky_log_reader_want_digest (SkyLogReader *self);

/* The SHA-256 of all bytes before the last line read. */
void sky_log_reader_digest (SkyLogReader *self, char hex[65]);
/* The same including that line and its LF: at the end, the digest of the whole log. Empty if the
 * file could not be reopened. Returns the number of bytes covered. */
goffset sky_log_reader_digest_so_far (SkyLogReader *self, char hex[65]);

/* How many bytes of the file on disk were read. */
goffset sky_log_reader_get_progress (const SkyLogReader *self);

/* At the end: why the rest of the log could not be read, or NULL. The lines before it are valid. */
const char *sky_log_reader_get_damage (const SkyLogReader *self);
/* Where that rest begins, and the number of its first line. */
void sky_log_reader_get_lost (const SkyLogReader *self, goffset *offset, guint64 *number);

/* For sky_bet_ref_read() on the nodes of an event. */
const SkyFormatIndex *sky_log_reader_get_formats (const SkyLogReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLog, sky_log_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogReader, sky_log_reader_free)

G_END_DECLS
