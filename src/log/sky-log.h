/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table event log on disk: one table, one gaming day. The file is read, and unpacked when it is
 * gzip'd, block by block by each reader for itself; nothing of it is kept but the header. A SkyLog
 * does not change and may be read by several SkyLogReaders, each in its own thread. */
#pragma once

#include "sky-event-format.h"
#include "sky-scope.h"

G_BEGIN_DECLS

#define SKY_LOG_ERROR (sky_log_error_quark ())
GQuark sky_log_error_quark (void);

typedef enum
{
  SKY_LOG_ERROR_OPEN,    /* the file cannot be opened or read */
  SKY_LOG_ERROR_HEADER,  /* the first line is no header of a table event log */
  SKY_LOG_ERROR_VERSION, /* the header is of a version that is not known */
  SKY_LOG_ERROR_FORMAT,  /* footage.json or staff.json is not as it must be */
  SKY_LOG_ERROR_MISSING, /* there is no such file */
  SKY_LOG_ERROR_REFUSED, /* an archive's path is not followed, or leads to no regular file */
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
  SkyScope scope; /* of version 1: all */
  SkyPlayersReach players;
} SkyLogHeader;

typedef struct _SkyLog SkyLog;

/* Opens the log at @path. Returns: the log, or NULL with a SKY_LOG_ERROR whose message names the
 * file, the line and the cause. */
SkyLog *sky_log_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for a log of the archive @folder, @path as sky_archive_open() lists it: it is opened,
 * now and by readers later, as sky_archive_file_open() does. */
SkyLog *sky_log_open_in_archive (const char *folder,
                                 const char *path,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A log of bytes in memory, as an evidence package's extract holds them. @name stands for the file
 * in messages. */
SkyLog *
sky_log_new_from_bytes (GBytes *bytes, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

SkyLog *sky_log_ref (SkyLog *self);
void sky_log_unref (SkyLog *self);

const char *sky_log_get_path (const SkyLog *self);
const SkyLogHeader *sky_log_get_header (const SkyLog *self);

/* The SHA-256 of all the bytes of the log (unpacked). Returns FALSE with a SKY_LOG_ERROR when the
 * file cannot be opened. */
gboolean sky_log_digest (const SkyLog *self, char hex[65], GError **error);

/* Whether that is the SHA-256 of the log's first @length bytes. */
gboolean sky_log_begins_with (const SkyLog *self, goffset length, const char *sha256);

typedef enum
{
  SKY_LINE_EVENT,
  SKY_LINE_UNKNOWN_TYPE, /* an event of a type that the format does not know */
  SKY_LINE_QUARANTINED,
} SkyLineKind;

/* A line behind the header, valid until the reader's next line. */
typedef struct
{
  SkyLineKind kind;
  guint64 number; /* from 1; the header is line 1 */
  goffset offset; /* of its first byte */
  gsize length;   /* without the LF */
  SkyEvent event; /* of an unknown type: seq and at alone */
  SkyReadNote note;
} SkyLine;

typedef struct _SkyLogReader SkyLogReader;

/* A log of version 2 is read as it counts: the lines of a round that `again` corrects stand in its
 * place, those that they replace are passed by, and `again` itself has the instant of the line
 * before; where it has no `round_start` behind it, it is one. Such lines have no digest.
 *
 * @lookup finds the bets of the log's game; without one no bet is known. The file is opened anew
 * and read as long as it is now; when it is no longer there, or no longer the one that was opened,
 * the reader has no lines and sky_log_reader_get_damage() tells. */
SkyLogReader *sky_log_reader_new (SkyLog *log, SkyBetLookup lookup) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_reader_free (SkyLogReader *self);

/* Whether a round of the log is corrected, so that its lines do not count in the file's order. */
gboolean sky_log_reader_is_corrected (const SkyLogReader *self);
/* Has all lines read in the file's order. Before the first one. */
void sky_log_reader_set_file_order (SkyLogReader *self);

/* Reads the next line. Returns NULL at the end of the log. */
const SkyLine *sky_log_reader_next (SkyLogReader *self);

/* Goes on at the line @number that begins at @offset, as an earlier SkyLine told. The digests are
 * not to be asked for after it. */
void sky_log_reader_seek (SkyLogReader *self, goffset offset, guint64 number);

/* Has a log that is still written to end with its last whole line; or not, which is how it begins:
 * what stands behind that line may be read then. */
void sky_log_reader_set_growing (SkyLogReader *self, gboolean growing);
/* Looks whether such a log has more by now, which sky_log_reader_next() then reads. Returns:
 * whether it has. A packed log is not followed. */
gboolean sky_log_reader_look_again (SkyLogReader *self);

/* Where the next line begins, and its number. Returns FALSE when that cannot be told: the last line
 * has no LF, or the log is damaged. */
gboolean sky_log_reader_get_offset (const SkyLogReader *self, goffset *offset, guint64 *number);
/* Passes by what stands before @offset, and goes on at the line @number that begins there; the
 * digests go along. Returns FALSE when the log is shorter. */
gboolean sky_log_reader_pass (SkyLogReader *self, goffset offset, guint64 number);

/* Has a packed log be unpacked by a thread of its own, ahead of the reading. */
void sky_log_reader_unpack_ahead (SkyLogReader *self);

/* Has a digest go along with the reading, over the very bytes that are read. To be called before
 * the first line; the two below are then to be had. */
void sky_log_reader_want_digest (SkyLogReader *self);

/* The SHA-256 of all the bytes before the last line read. */
void sky_log_reader_digest (SkyLogReader *self, char hex[65]);
/* The same with that line and its LF: at the end, the digest of the whole log. Empty when the file
 * could not be opened again. Returns: of how many bytes it is. */
goffset sky_log_reader_digest_so_far (SkyLogReader *self, char hex[65]);

/* How many bytes of the file, as it lies on the disk, have been read. */
goffset sky_log_reader_get_progress (const SkyLogReader *self);

/* At the end: why the rest of the log could not be read, or NULL. What came before is there. */
const char *sky_log_reader_get_damage (const SkyLogReader *self);
/* Where that rest begins, and the number of its first line. */
void sky_log_reader_get_lost (const SkyLogReader *self, goffset *offset, guint64 *number);

/* For sky_bet_ref_read() on the nodes of an event. */
const SkyFormatIndex *sky_log_reader_get_formats (const SkyLogReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLog, sky_log_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogReader, sky_log_reader_free)

G_END_DECLS
