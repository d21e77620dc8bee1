/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log that a receiver writes, with its files:
 *
 *     FOLDER/PROPERTY/DAY/TABLE-DAY.tel.jsonl       the log; 0640, and 0440 once it has ended
 *     FOLDER/PROPERTY/DAY/TABLE-DAY.receipts.jsonl  its progress over time
 *     FOLDER/PROPERTY/DAY/TABLE-DAY.conflict.jsonl  lines that arrived for occupied positions
 *
 * A log that is not the first of its table and day uses TABLE-DAY+EPOCH8. Only the log decides its
 * state. Receipts save the counting of its lines and record an accepted gap. */
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
  gboolean ended;       /* no news for a while: its file is read-only */
  SkyTime arrived;      /* when the last line did; of a log that lay there, its file's time */
  gint64 quiet_since;   /* the same, monotonic */
  SkyTime drift;        /* of the table's clock at the last line that came by itself */
  guint64 last_known;   /* the highest position mentioned so far */
  gint64 behind_since;  /* monotonic: lines before that are missing; 0: none */
  SkyTime gone;         /* when the table's connection was lost; 0: never */
  gboolean foreign;     /* the table has another log for the day, which nobody accepted */
  gboolean gap;         /* the table no longer has what is next */
  guint64 sure_bytes;   /* lines behind these have their positions without a gap between */
  guint64 sure_next;    /* the first of them */
  guint64 doubt;        /* what may be next instead, by the lines' own numbers; 0: no doubt */
  guint64 doubt_from;   /* the position from which they differ */
  gboolean trouble;     /* with its files: nothing is taken until the next check of the disk */
  gint64 look_again;    /* monotonic, then */
  const char *refused;  /* the published reason; NULL: none */
  gint64 said_have, said_want, said_refuse; /* monotonic: when each was published */
  gboolean owes_have, owes_want;
  guint64 n_conflicts, n_malformed, n_checkpoints; /* the last: that are of other bytes */
  GHashTable *conflicts;                           /* (set) of those that are in the file */
  guint64 receipt_bytes;                           /* how far the last receipt was */
  gint64 receipt_at;                               /* monotonic */
  gboolean receipt_wanted;                         /* soon, whatever the time */
  guint generation;                                /* increased at each reload from disk */
  gboolean hashing;                                /* a thread works its digest out */
  SkyDigest *hashed;                               /* that digest, until nothing is under way */
  guint64 hashed_bytes;
} SkyReceivedLog;

/* Looks for the log @key below @folder, with @epoch if it is not the day's first. Returns the log;
 * call sky_received_log_open() before adding to it. Returns NULL with @error if the log is
 * unreadable, or without if there is none and @make is FALSE. */
SkyReceivedLog *sky_received_log_load (const char *folder,
                                       const char *key,
                                       const char *epoch,
                                       gboolean make,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_received_log_free (SkyReceivedLog *self);

/* Whether a log of @epoch exists besides the day's first. */
gboolean sky_received_log_exists (const char *folder, const char *key, const char *epoch);

/* Opens the file for adding, creating its folders. Cuts off an incomplete last line and keeps it
 * beside the file. Returns FALSE with a SKY_RECORD_ERROR or a GFileError. */
gboolean sky_received_log_open (SkyReceivedLog *self, const char *folder, GError **error);
void sky_received_log_close (SkyReceivedLog *self);

/* Reloads the log from disk after an error there. */
gboolean sky_received_log_reload (SkyReceivedLog *self, GError **error);

/* Its files. Returns: new strings. */
char *sky_received_log_dup_path (const SkyReceivedLog *self, const char *ending);
#define SKY_RECEIVED_LOG       ".tel.jsonl"
#define SKY_RECEIVED_RECEIPTS  ".receipts.jsonl"
#define SKY_RECEIVED_CONFLICTS ".conflict.jsonl"

/* The receipt of the kept lines, without its LF. Returns a new string, or NULL if the digest is not
 * known yet. */
char *sky_received_log_make_receipt (const SkyReceivedLog *self,
                                     SkyTime at) G_GNUC_WARN_UNUSED_RESULT;

/* Keeps a line whose position has a different one. Returns FALSE on failure. */
gboolean
sky_received_log_keep_conflict (SkyReceivedLog *self, const SkyLiveLine *line, GError **error);

/* Makes the file read-only. */
gboolean sky_received_log_end (SkyReceivedLog *self, GError **error);

/* What a thread finds in a log's first @bytes bytes, @next lines: their digest, and hashes of the
 * last of them. */
typedef struct
{
  char *path;
  guint generation;
  guint64 next;
  guint64 bytes;
  guint64 sure_bytes;
  SkyDigest *digest; /* NULL: the file is unreadable */
  GArray *hashes;    /* of guint64 */
} SkyReceivedPast;

SkyReceivedPast *sky_received_past_new (const SkyReceivedLog *log) G_GNUC_WARN_UNUSED_RESULT;
void sky_received_past_free (SkyReceivedPast *self);
void sky_received_past_read (SkyReceivedPast *self);

/* Takes over the thread's result. Returns FALSE if it is unusable, because the log was reloaded
 * meanwhile. */
gboolean sky_received_log_take_past (SkyReceivedLog *self, SkyReceivedPast *past);
/* Continues that digest with what comes. Call it only when everything handed over is kept. Returns
 * FALSE if the file is unreadable. */
gboolean sky_received_log_join_digest (SkyReceivedLog *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReceivedLog, sky_received_log_free)

G_END_DECLS
