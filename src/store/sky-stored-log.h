/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives, logs and rounds in the store: where the record is on disk and what an audit made of it.
 * The log's events are never copied; a round is a range of the log's bytes. */
#pragma once

#include "sky-store.h"
#include "sky-stored-finding.h"
#include "sky-testimony.h"
#include "sky-time.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 id;
  char *path;
  guint64 n_logs;
  guint64 n_rounds;
  guint64 n_findings;
} SkyStoredArchive;

/* A log in the archive's folder "recorded" was recorded by eye beside the table's own. It is one
 * more witness of the day: it is judged by itself and replaces no log. No statistics count it. The
 * first has this number, the others its multiples: the numbers between distinguish findings that
 * are alike (sky_finding_key()). */
#define SKY_LOG_BY_EYE 1000

/* A log. Its identity is property, table, gaming day, game, and its number among the logs of these.
 * A new audit, from wherever the log is now, replaces its data. The first log has the number 1.
 * Others, whose bytes neither equal nor continue the known ones, are stored beside it with only a
 * finding `log.replaced`. Logs that were recorded by eye beside the table's own have numbers from
 * SKY_LOG_BY_EYE on. */
typedef struct
{
  gint64 id;     /* set by the store */
  char *archive; /* the archive's path */
  char *name;    /* the log's path in it */
  char *property;
  char *table;
  char *game;
  SkyDay gaming_day;
  char *time_zone;
  char *currency;
  guint64 size;   /* of the file, in bytes */
  SkyTime mtime;  /* of the file */
  char *sha256;   /* of the log, unpacked; NULL: not worked out */
  guint64 length; /* the bytes that this is of; 0: not known */
  guint number;   /* 1: the first of its table and day; 0 to sky_store_write_log() is that too */
  char *inputs;   /* what else went into the audit, as a digest; NULL: nothing */
  char *program;  /* the Skyward that audited it */
  char *left_out; /* what it says that nobody looked at, as a phrase; NULL: nothing */
  SkyTime audited_at;
  guint64 n_lines;
  guint64 n_events;
  SkyTime start; /* SKY_TIME_NONE: no event */
  SkyTime end;
  guint64 n_rounds;   /* set by the store */
  guint64 n_findings; /* set by the store */
} SkyStoredLog;

typedef struct
{
  /* Set by the store. */
  gint64 log;
  guint64 position; /* among the log's rounds, from 0 */
  char *property;
  char *table;
  char *game;
  SkyDay gaming_day;
  gboolean by_eye; /* its log was recorded beside the table's own */
  guint64 n_findings;
  gboolean has_sight;    /* its pictures were read; set by sky_store_rounds_page() alone */
  SkySightVerdict sight; /* of several results a contradiction, else what cannot be read */

  /* From the audit. */
  gint64 round; /* its number in the log */
  guint64 first_seq;
  guint64 last_seq;
  SkyTime start;
  SkyTime end;
  goffset offset;
  guint64 length;
  guint64 first_line;
  guint n_wagers;
  gboolean complete;
} SkyStoredRound;

/* Whether it was recorded by eye beside the table's own. */
gboolean sky_stored_log_is_by_eye (const SkyStoredLog *log);

/* Who recorded it, as its name says ("recorded/RO-01-2023-11-04.PA-7.tel.jsonl"). Returns: a new
 * string; NULL if it was not recorded so. */
char *sky_stored_log_dup_coder (const SkyStoredLog *log) G_GNUC_WARN_UNUSED_RESULT;

void sky_stored_archive_free (SkyStoredArchive *self);
void sky_stored_log_free (SkyStoredLog *self);
void sky_stored_round_free (SkyStoredRound *self);

/* Replaces the store's data of @log, with all its rounds and findings, completely or not at all.
 * Findings that remain keep their ids and their reviews. A new archive is added. @id, if not NULL,
 * takes the log's id. */
gboolean sky_store_write_log (SkyStore *self,
                              const SkyStoredLog *log,
                              const SkyStoredRound *rounds,
                              gsize n_rounds,
                              const SkyStoredFinding *findings,
                              gsize n_findings,
                              gint64 *id,
                              GError **error);

/* The history of a log's audit. */
typedef struct
{
  GBytes *from;         /* the state from which its audit went on; NULL: it began with the log */
  gsize n_rounds_known; /* as many of the first rounds are what they were then */
  GBytes *state;        /* from which a later audit can go on; NULL: none */
} SkyStoredGrowth;

/* The same with its state. If the store still has the state that the audit continued from, known
 * data are not written again. */
gboolean sky_store_write_grown_log (SkyStore *self,
                                    const SkyStoredLog *log,
                                    const SkyStoredRound *rounds,
                                    gsize n_rounds,
                                    const SkyStoredFinding *findings,
                                    gsize n_findings,
                                    const SkyStoredGrowth *growth,
                                    gint64 *id,
                                    GError **error);

/* The state from which the audit of the log @log can continue; @state takes NULL if there is
 * none. */
gboolean sky_store_read_state (SkyStore *self, gint64 log, GBytes **state, GError **error);

/* Deletes the logs of @archive that are not in @names (NULL-terminated), for instance because their
 * files are gone. */
gboolean
sky_store_keep_logs (SkyStore *self, const char *archive, const char *const *names, GError **error);

/* Throws away all that the store has of @archive. */
gboolean sky_store_remove_archive (SkyStore *self, const char *archive, GError **error);

/* Returns: SkyStoredArchives by path. */
GPtrArray *sky_store_list_archives (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns SkyStoredLogs by table, gaming day, property and game; only those of @archive if it is
 * not NULL. */
GPtrArray *
sky_store_list_logs (SkyStore *self, const char *archive, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: the logs of one table and gaming day, of whatever game, by number. */
GPtrArray *sky_store_list_logs_of_day (SkyStore *self,
                                       const char *property,
                                       const char *table,
                                       SkyDay gaming_day,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns the logs that were the file @name of @archive at their last audit, the latest first.
 * There are several if the file was replaced. */
GPtrArray *sky_store_list_logs_named (SkyStore *self,
                                      const char *archive,
                                      const char *name,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: the log, or NULL with SKY_STORE_ERROR_NOT_FOUND. */
SkyStoredLog *
sky_store_get_log (SkyStore *self, gint64 id, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: the SkyStoredRounds of a log that touch @start…@end, as they come; all when @start is
 * SKY_TIME_NONE. */
GPtrArray *sky_store_list_rounds (SkyStore *self,
                                  gint64 log,
                                  SkyTime start,
                                  SkyTime end,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The first round numbered @round of a log. Returns: the round, or NULL with
 * SKY_STORE_ERROR_NOT_FOUND. */
SkyStoredRound *sky_store_get_round (SkyStore *self, gint64 log, gint64 round, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStoredArchive, sky_stored_archive_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStoredLog, sky_stored_log_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStoredRound, sky_stored_round_free)

G_END_DECLS
