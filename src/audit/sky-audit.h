/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit: drives a log through the rules, compares what the table did with what was due, and
 * makes findings. It keeps no events of a log: a round is noted by its byte range. */
#pragma once

#include "sky-archive.h"
#include "sky-counts.h"
#include "sky-duty.h"
#include "sky-finding.h"
#include "sky-seating.h"
#include "sky-table.h"
#include "sky-testimony.h"

G_BEGIN_DECLS

#define SKY_AUDIT_ERROR (sky_audit_error_quark ())
GQuark sky_audit_error_quark (void);

typedef enum
{
  SKY_AUDIT_ERROR_CANCELLED,
  SKY_AUDIT_ERROR_NO_ROUND, /* the log has no such round */
  SKY_AUDIT_ERROR_NO_WAGER, /* the log has no such wager */
  SKY_AUDIT_ERROR_NO_GAME,  /* the log's game is unknown */
} SkyAuditError;

/* A round of a log: the place of its lines and its time. */
typedef struct
{
  gint64 round;
  guint64 first_seq;
  guint64 last_seq;
  SkyTime start;
  SkyTime end;
  goffset offset;     /* of the `round_start` line */
  gsize length;       /* up to the end of the `round_end` line, its LF included */
  guint64 first_line; /* its number */
  guint n_wagers;     /* placed in it */
  gboolean complete;  /* it has a `round_end` */
} SkyRound;

/* What an audit made of one log. */
typedef struct
{
  SkyLog *log;
  char sha256[65]; /* of the whole log (unpacked) */
  goffset length;  /* the bytes that this is of */
  guint64 n_lines; /* behind the header */
  guint64 n_events;
  SkyTime start; /* of the first and the last event; SKY_TIME_NONE: there is none */
  SkyTime end;
  guint64 first_seq;    /* of the first event; 0: there is none */
  gboolean replaced;    /* sky_audit_replaced() made it */
  gboolean automated;   /* the table is a fully automated electronic one */
  GArray *rounds;       /* of SkyRound, as they come */
  GArray *duties;       /* of SkyDuty: who worked the table */
  GArray *seatings;     /* of SkySeating: who sat where */
  GPtrArray *findings;  /* of SkyFinding, by seq */
  SkyCounts *counts;    /* for statistics; empty when @replaced, or not wanted */
  GPtrArray *testimony; /* of SkyTestimony, by seq; NULL: nobody read the pictures */

  gboolean growing;     /* more is to come: its end was not judged */
  GBytes *state;        /* for continuing the audit of the grown log; NULL: there is none */
  GBytes *resumed;      /* the state from which this one went on; NULL: it began with the log */
  guint n_rounds_known; /* so many of the first rounds were complete there */
} SkyLogAudit;

/* The state of a recording, as the media layer found it. */
typedef enum
{
  SKY_RECORDING_GOOD,
  SKY_RECORDING_MISSING,
  SKY_RECORDING_UNREADABLE,
} SkyRecordingState;

/* Decodes the start of the recording open as @descriptor, from the file @name. @cause takes a new
 * string that says what is wrong. Called from the audit's thread. */
typedef SkyRecordingState (*SkyRecordingProbe) (int descriptor,
                                                const char *name,
                                                char **cause,
                                                gpointer user_data);

typedef struct
{
  GBytes *state;       /* of an earlier audit of the log, to go on from if it can be; NULL: none */
  gboolean want_state; /* a log that has closed its table has none */
  gboolean without_counts; /* nobody keeps them */
  gboolean beside;         /* a spare processor may unpack a packed log ahead */
  /* A log still grows if it leaves its table open and its last event is not before this time. Its
   * end is not judged then. 0: no log grows. Needs @want_state. */
  SkyTime growing_from;
  const SkyStaff *staff; /* NULL: training is not judged */
  const gint *cancelled; /* polled; not 0 stops the audit. May be NULL */
  gint64 *bytes_done;    /* the bytes read are added atomically. May be NULL */
} SkyAuditOptions;

/* Audits @log. If its bytes begin with those of the earlier audit, by exactly this program and with
 * the same staff, these are only hashed. The rest is audited, and the result is the same as for a
 * full audit. Returns the audit, or NULL with SKY_AUDIT_ERROR_CANCELLED. */
SkyLogAudit *sky_audit_log (SkyLog *log,
                            const SkyAuditOptions *options,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_audit_free (SkyLogAudit *self);

/* The audit of a log that is not judged because the one at @kept is of the same table and gaming
 * day. Its only finding says so (`log.replaced`). Returns the audit, without rounds and digest, or
 * NULL with a SKY_AUDIT_ERROR. */
SkyLogAudit *
sky_audit_replaced (SkyLog *log, const char *kept, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds a finding for each of @archive's footage.json and staff.json that exists but is unreadable
 * (`archive.unreadable`): what depends on it was not judged. */
void sky_audit_archive (const SkyArchive *archive, SkyLogAudit *audit);

/* Sorts the findings by seq after some were added. */
void sky_log_audit_sort (SkyLogAudit *self);

/* What is wrong with a recording. */
typedef struct
{
  SkyCheck check;
  char *explanation; /* a phrase; NULL: nothing */
} SkyRecordingTrouble;

/* Checks a recording of @archive. Opens it as sky_archive_file_open() does, examines it with @probe
 * and, if it states a digest, hashes it. Without @probe, it is good if it is readable and not
 * empty. The caller clears @trouble. Returns FALSE if canceled. */
gboolean sky_audit_recording (const SkyArchive *archive,
                              const SkyFootageCamera *camera,
                              const SkySegment *segment,
                              SkyRecordingProbe probe,
                              gpointer probe_data,
                              const gint *cancelled,
                              SkyRecordingTrouble *trouble);

/* Judges the cameras of @archive (§ 465a.9(c)(2)) and its recordings against the rounds of @audits.
 * These are the SkyLogAudits of all its logs of one or several tables. Adds each finding to the
 * audit of its log. @recordings: the fault of each recording, in the order of footage.json. An
 * archive without that file is not judged. */
void sky_audit_coverage (const SkyArchive *archive,
                         GPtrArray *audits,
                         const SkyRecordingTrouble *recordings);

/* A camera's recordings joined end to start, on the log's clock; the places between are gaps. */
typedef struct
{
  SkyTime start;
  SkyTime end;
} SkySpan;

/* Of all entries that @footage has of @camera. Returns: an array of SkySpan by start. */
GArray *sky_coverage_spans (const SkyFootage *footage,
                            const SkyFootageCamera *camera) G_GNUC_WARN_UNUSED_RESULT;

/* When everything required of @table, where @game is played, was recorded: each place that needs a
 * stationary camera has a recording (§ 465a.9(c)(2)). Returns an array of SkySpan by start; it is
 * empty if a camera is missing. */
GArray *sky_coverage_required (const SkyFootage *footage,
                               SkyGameId game,
                               const char *table) G_GNUC_WARN_UNUSED_RESULT;

/* The finding as `skyward-cli audit --format=jsonl` prints it, without the LF, onto @json. */
void sky_finding_write_json (const SkyFinding *finding, const SkyLogHeader *header, GString *json);

/* A step of the recomputation. */
typedef struct
{
  guint64 seq;
  char *section; /* NULL: none */
  char *wager;   /* NULL: it concerns the round */
  char *text;    /* a phrase */
} SkyStep;

void sky_step_free (SkyStep *step);

/* The steps by which the rules settle round @round of @log, from each wager's placement on; only
 * those of @wager if it is not NULL. Returns an array of SkyStep by seq, or NULL with a
 * SKY_AUDIT_ERROR. */
GPtrArray *sky_audit_explain (SkyLog *log, gint64 round, const char *wager, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogAudit, sky_log_audit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStep, sky_step_free)

G_END_DECLS
