/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives a log through the rules, line by line. Only this code feeds events, closes rounds and
 * compares settlements. Audit, explanation and replay all use it. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* A `settle` of the round in progress, in the order of the log. */
typedef struct
{
  SkyWager *wager;
  SkySettlement settlement;
  SkyTime at;
} SkySettleRecord;

/* Those records, in memory reused from round to round. */
typedef struct
{
  SkySettleRecord *records;
  guint len;
  guint size; /* there is room for so many */
} SkySettleList;

/* A `dispute`, judged when its round ends, as it stood at its event. */
typedef struct
{
  char *id;
  guint64 seq;
  SkyTime at;
  gint64 round;
  gint64 seat;
  const SkyWager *wager; /* NULL: none */
  SkyOutcome claim_outcome;
  SkyMoney claim_paid;
  char *text;
  SkySettlement settlement; /* the table's, by then */
  SkyDue earlier;           /* the wager's last decision of an earlier round */
  gboolean judged;
  SkyDue due; /* the decision that judges it */
} SkyDispute;

/* A `ruling`, compared with its dispute when the round ends. */
typedef struct
{
  guint dispute; /* index of */
  guint64 seq;
  SkyTime at;
  gint64 round;
  SkyRulingDecision decision;
  gboolean in_its_round;    /* the disputed round has not ended */
  SkySettlement settlement; /* of the disputed wager, by then */
} SkyRuling;

typedef struct _SkyDriver SkyDriver;
typedef struct _SkyCounter SkyCounter;

struct _SkyDriver
{
  SkyLog *log;
  SkyLogReader *reader;
  /* For a log with corrections, after a pass in the file's order: the digest of its first
   * @file_length bytes. */
  char file_sha256[65];
  goffset file_length;
  guint64 file_lines; /* that it has, and how many of them are events */
  guint64 file_events;
  gboolean file_checked;
  gboolean in_file_order; /* that pass is running */
  /* Of such a log: of guint64, the numbers of the events as they count. To the rules an event is
   * its place there, from 1 on, for they go by what came before what. NULL: the log has none. */
  GArray *seqs;
  SkyTable *table;
  GPtrArray *findings; /* of SkyFinding; NULL: not requested */
  void (*step) (gpointer step_data,
                const SkyWager *wager,
                guint64 seq,
                const char *section,
                const char *text); /* as in SkyTableSink */
  gpointer step_data;

  /* Called when a round has all its decisions and settlements, before it is compared and closed.
   * May be NULL. */
  void (*closing) (SkyDriver *self, gpointer data);
  gpointer closing_data;

  SkyCounter *counter; /* counts for statistics; borrowed, NULL: nobody does */

  guint64 last_seq; /* of the event before; 0: none yet */
  SkyTime last_at;
  guint64 line;      /* the number of the line in hand */
  guint64 sound;     /* up to this line a checkpoint was right; 0: none was */
  guint quarantined; /* lines since the event before */
  gboolean closed;   /* `table_close` was the last of open and close */
  gboolean in_round;
  guint round_findings; /* how many there were when it began */
  gboolean may_be_void; /* unobserved events may have voided the current round */
  gboolean growing;     /* the end of what is there is not the end of the log */

  SkySettleList settles; /* of the round in progress */
  GArray *disputes;      /* of SkyDispute, all of the log */
  guint disputes_judged; /* how many of the first of them are */
  GArray *rulings;       /* of SkyRuling, of the round in progress */
};

/* @findings is borrowed. @step may be NULL, as in SkyTableSink. */
void sky_driver_init (SkyDriver *self,
                      SkyLog *log,
                      GPtrArray *findings,
                      void (*step) (gpointer user_data,
                                    const SkyWager *wager,
                                    guint64 seq,
                                    const char *section,
                                    const char *text),
                      gpointer step_data);
void sky_driver_clear (SkyDriver *self);

/* The number that the log gives to the event that the rules know as @seq. */
guint64 sky_driver_number_of (const SkyDriver *self, guint64 seq);

/* Reads the next line and feeds it. Returns the line, or NULL at the end of the log. By then,
 * unless the log still grows, findings name what it leaves open. */
const SkyLine *sky_driver_next (SkyDriver *self);

/* Whether the table is open, as far as the log was read: a round is in progress, or nobody closed
 * it. */
gboolean sky_driver_is_open (const SkyDriver *self);

/* The SHA-256 of the part of the log read, in the file's order. Returns the number of bytes
 * covered. */
goffset sky_driver_digest (SkyDriver *self, char hex[65]);

/* How many lines and events were read of a log with corrections, in the file's order. Returns FALSE
 * when the log has none: then they are those that were given. */
gboolean sky_driver_get_file (const SkyDriver *self, guint64 *n_lines, guint64 *n_events);

/* Makes room for @size settlements of the round in progress. */
void sky_driver_reserve_settles (SkyDriver *self, guint size);

/* sky-raise.c */
/* Raises a finding on any event; takes ownership of `recorded` and `recomputed`. Returns the
 * finding, for the caller to complete. Returns NULL if findings are not requested, or if its
 * subject was not observed. */
SkyFinding *sky_driver_raise (SkyDriver *self,
                              SkyCheck check,
                              const char *section,
                              guint64 seq,
                              SkyTime at,
                              const SkyWager *wager,
                              char *explanation);

/* sky-settlement.c */
void sky_settlement_compare_round (SkyDriver *self, guint64 end_seq, SkyTime end_at);
/* For a round without an end in the log: what is due `void` may have been called void in the lost
 * part. */
void sky_settlement_compare_abandoned (SkyDriver *self);
void sky_settlement_compare_one (SkyDriver *self, const SkySettleRecord *record);
/* For a settlement that is not compared; @why says so in a sentence. Ends the wager if the
 * settlement does. */
void sky_settlement_end (SkyDriver *self, const SkySettleRecord *record, const char *why);
/* The difference between the table's settlement of a decided wager and its due: the catalog's first
 * check that applies, or SKY_N_CHECKS if there is none. */
SkyCheck sky_settlement_differs (const SkyDue *due, const SkySettlement *settlement);

/* sky-dispute.c */
void sky_dispute_open (SkyDriver *self, const SkyEvent *event);
void sky_dispute_rule (SkyDriver *self, const SkyEvent *event);
void sky_dispute_judge_round (SkyDriver *self);
void sky_dispute_clear (gpointer dispute);

G_END_DECLS
