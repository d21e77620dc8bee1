/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log that a receiver writes, with its files:
 *
 *   FOLDER/PROPERTY/DAY/TABLE-DAY.tel.jsonl       the log; 0640, and 0440 once it has ended
 *   FOLDER/PROPERTY/DAY/TABLE-DAY.receipts.jsonl  how far it was when
 *   FOLDER/PROPERTY/DAY/TABLE-DAY.conflict.jsonl  lines that arrived for positions that were taken
 *
 * TABLE-DAY+EPOCH8 where it is not the first log of its table and day. What it was found to be is
 * in the log alone; receipts spare the counting of its lines, and know of a gap that was accepted.
 */
#pragma once

#include "sky-live-log.h"
#include "sky-log-appender.h"

G_BEGIN_DECLS

typedef struct
{
  char *key;   /* PROPERTY/TABLE/DAY */
  char *stem;  /* its files without what they end in */
  char *epoch; /* that it is the log of, where another had the day before; NULL: it is the first */
  SkyLiveLog *live;
  SkyLogAppender *file; /* NULL: not open. While a batch is under way it is the batch's */
  gboolean closed;      /* its last line is a table_close */
  gboolean ended;       /* nothing has come for a while since: its file is read-only */
  SkyTime arrived;      /* when the last line did; of a log that lay there, its file's time */
  gint64 quiet_since;   /* the same, monotonic */
  SkyTime drift;        /* of the table's clock at the last line that came by itself */
  guint64 last_known;   /* the highest position that was heard of */
  gint64 behind_since;  /* monotonic: lines before that are missing; 0: none */
  SkyTime gone;         /* when the table's connection was lost; 0: it was not */
  gboolean foreign;     /* the table has another log for the day, which nobody accepted */
  gboolean gap;         /* the table no longer has what is next */
  guint64 sure_bytes;   /* lines behind these have their positions without a gap between */
  guint64 sure_next;    /* the first of them */
  guint64 doubt;        /* what may be next instead, by the lines' own numbers; 0: no doubt */
  guint64 doubt_from;   /* the position from which they differ */
  gboolean trouble;     /* with its files: nothing is taken until the next look at the disk */
  gint64 look_again;    /* monotonic, then */
  const char *refused;  /* the reason that is published; NULL: none */
  gint64 said_have, said_want, said_refuse; /* monotonic, when each was published */
  gboolean owes_have, owes_want;
  guint64 n_conflicts, n_malformed, n_checkpoints; /* the last: that are of other bytes */
  GHashTable *conflicts;                           /* (set) of those that are in the file */
  guint64 receipt_bytes;                           /* how far the last receipt was */
  gint64 receipt_at;                               /* monotonic */
  gboolean receipt_wanted;                         /* soon, whatever the time */
  guint generation;                                /* raised when it was read anew from the disk */
  gboolean hashing;                                /* a thread works its digest out */
  SkyDigest *hashed;                               /* that digest, until nothing is under way */
  guint64 hashed_bytes;
} SkyReceivedLog;

/* Looks for the log @key (with @epoch, where it is not the day's first) below @folder. Returns: the
 * log, to which nothing can be added before sky_received_log_open(); NULL with @error when there is
 * one that cannot be read, or without when there is none and @make is not set. */
SkyReceivedLog *sky_received_log_load (const char *folder,
                                       const char *key,
                                       const char *epoch,
                                       gboolean make,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_received_log_free (SkyReceivedLog *self);

/* Whether there is a log of @epoch besides the day's first. */
gboolean sky_received_log_exists (const char *folder, const char *key, const char *epoch);

/* Opens the file for adding, with the folders that it lies in. A last line without its end is cut
 * off and kept beside it. Returns FALSE with an error of the record or of GFileError. */
gboolean sky_received_log_open (SkyReceivedLog *self, const char *folder, GError **error);
void sky_received_log_close (SkyReceivedLog *self);

/* Reads the log anew from the disk, after something went wrong there. */
gboolean sky_received_log_reload (SkyReceivedLog *self, GError **error);

/* Its files. Returns: new strings. */
char *sky_received_log_dup_path (const SkyReceivedLog *self, const char *ending);
#define SKY_RECEIVED_LOG       ".tel.jsonl"
#define SKY_RECEIVED_RECEIPTS  ".receipts.jsonl"
#define SKY_RECEIVED_CONFLICTS ".conflict.jsonl"

/* The receipt of what is kept, a line without its LF. Returns: a new string, or NULL when the
 * digest is not known yet. */
char *sky_received_log_make_receipt (const SkyReceivedLog *self,
                                     SkyTime at) G_GNUC_WARN_UNUSED_RESULT;

/* Keeps the line of which another stands at its position. Returns FALSE when it could not. */
gboolean
sky_received_log_keep_conflict (SkyReceivedLog *self, const SkyLiveLine *line, GError **error);

/* Makes the file read-only. */
gboolean sky_received_log_end (SkyReceivedLog *self, GError **error);

/* What a thread finds out of a log's first @bytes bytes, @next lines: their digest, and what tells
 * the last of them from others. */
typedef struct
{
  char *path;
  guint generation;
  guint64 next;
  guint64 bytes;
  guint64 sure_bytes;
  SkyDigest *digest; /* NULL: the file could not be read */
  GArray *hashes;    /* of guint64 */
} SkyReceivedPast;

SkyReceivedPast *sky_received_past_new (const SkyReceivedLog *log) G_GNUC_WARN_UNUSED_RESULT;
void sky_received_past_free (SkyReceivedPast *self);
void sky_received_past_read (SkyReceivedPast *self);

/* Takes what was found over. Returns FALSE when it is of no use: the log was read anew meanwhile.
 */
gboolean sky_received_log_take_past (SkyReceivedLog *self, SkyReceivedPast *past);
/* Has the digest that was found go along with what comes. To be called while no lines are handed
 * over that are not kept. Returns FALSE when the file could not be read. */
gboolean sky_received_log_join_digest (SkyReceivedLog *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReceivedLog, sky_received_log_free)

G_END_DECLS
