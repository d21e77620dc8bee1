/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects findings or rounds, and their order. All conditions that are set must be true. */
#pragma once

#include "sky-check.h"
#include "sky-review-state.h"

G_BEGIN_DECLS

/* How far a person has looked: what came into the store later is new. Each number counts up and is
 * never reused. sky-look.h gives the store's latest. */
typedef struct
{
  gint64 finding;    /* ids of findings */
  gint64 entry;      /* numbers of the ledger's entries */
  gint64 withdrawal; /* numbers of findings withdrawn */
} SkyLook;

/* All members 0, NULL or, for the days, SKY_DAY_NONE: no restriction. SKY_FINDING_FILTER_INIT is
 * that filter. The filter's creator, or the copy, owns the texts. */
typedef struct
{
  char *archive; /* its path */
  char *property;
  char *table;
  char *game;
  SkyDay first_day; /* gaming days, both ends included */
  SkyDay last_day;
  gint64 log;       /* its id */
  gint64 round;     /* its number */
  guint queues;     /* a bit (1 << SkyQueue) for each queue */
  guint severities; /* likewise, 1 << SkySeverity */
  guint states;     /* likewise, 1 << SkyReviewState */
  char *check;      /* a glob: "settle.*" */
  char *text;       /* words, each the beginning of a word of the finding */
  char *dealer;     /* a credential: of events while that dealer dealt */
  char *patron;     /* as the log names who plays: at that player's seat while they sat there */
  gboolean
      changed; /* those alone that are new since @since, or that others than @looker reviewed */
  SkyLook since;
  char *looker;           /* a credential */
  gboolean awaits_second; /* only those that await a second reviewer */
  gboolean by_eye;        /* only of logs that were recorded beside the table's own */
  guint sight; /* of rounds: a bit, 1 << SkySightVerdict, for each verdict of the pictures */
} SkyFindingFilter;

#define SKY_FINDING_FILTER_INIT                                                                    \
  {                                                                                                \
    .first_day = SKY_DAY_NONE, .last_day = SKY_DAY_NONE                                            \
  }

SkyFindingFilter *
sky_finding_filter_copy (const SkyFindingFilter *filter) G_GNUC_WARN_UNUSED_RESULT;
void sky_finding_filter_free (SkyFindingFilter *filter);
gboolean sky_finding_filter_equal (const SkyFindingFilter *a, const SkyFindingFilter *b);

/* Ties are always in the order of the logs' ids and, within a log, of the audit. */
typedef enum
{
  SKY_FINDING_SORT_RECORD, /* table, gaming day, seq: as `audit` prints them */
  SKY_FINDING_SORT_DAY,    /* gaming day, table, seq */
  SKY_FINDING_SORT_TIME,
  SKY_FINDING_SORT_CHECK,    /* its name, then time */
  SKY_FINDING_SORT_SEVERITY, /* the mildest first, then check, then time */
  SKY_FINDING_SORT_STATE,    /* in the order of SkyReviewState, then time */
  SKY_FINDING_SORT_VARIANCE, /* those without one first */
  SKY_FINDING_SORT_ROUND,    /* its number */
  SKY_FINDING_SORT_WHAT,     /* by the bytes of the finding's phrase; those without one first */
  SKY_FINDING_SORT_SIGHT,    /* of rounds: not read, agrees, cannot be read, contradicts; of
                              findings as RECORD */
  SKY_N_FINDING_SORTS,
} SkyFindingSort;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFindingFilter, sky_finding_filter_free)

G_END_DECLS
