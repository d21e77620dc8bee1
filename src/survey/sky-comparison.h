/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two logs of the same play: of two coders, or of a coder and the table. It matches rounds
 * first, then the wagers of matched rounds, then their outcomes. What one log says it did not
 * observe is no disagreement. */
#pragma once

#include "sky-agreement.h"
#include "sky-survey-log.h"

G_BEGIN_DECLS

/* What is compared. The types of events of rounds follow (SKY_COMPARED_TYPES + type): a spin, a
 * call, a decision, each by round. */
typedef enum
{
  SKY_COMPARED_ROUND,      /* whether the round is there; positive agreement */
  SKY_COMPARED_OUTCOME,    /* of a round */
  SKY_COMPARED_WAGER,      /* whether the wager is there; positive agreement */
  SKY_COMPARED_AMOUNT,     /* of a wager in both logs, and the actions on it */
  SKY_COMPARED_AS_DUE,     /* whether a settlement is as the rules have it */
  SKY_COMPARED_SETTLEMENT, /* what it says */
  SKY_COMPARED_TYPES,
  SKY_N_COMPARED = SKY_COMPARED_TYPES + SKY_N_EVENT_TYPES,
} SkyCompared;

/* "outcome", "as_due", "spin". */
const char *sky_compared_to_name (SkyCompared compared);

/* Whether the kind has categories, so that agreement by chance can be computed. */
gboolean sky_compared_has_kappa (SkyCompared compared);

/* How far two agree about one kind. */
typedef struct
{
  SkyCompared compared;
  gboolean is_positive; /* positive agreement: @positive counts, else @agreement */
  SkyPositive positive;
  SkyAgreement agreement;
  gboolean has_median;
  SkyMoney median; /* amounts: the middle of what B has less what A has; of two the smaller */
  guint due[2][2]; /* as due: by what A and B say, 1 as due */
} SkyComparedKind;

/* One thing on which they do not agree. */
typedef struct
{
  SkyCompared compared;
  gint64 rounds[2];       /* the round's number in A and in B; 0: it is not there */
  char *wager;            /* NULL: it concerns the round */
  char *values[2];        /* NULL: there is nothing */
  SkySurveyLine lines[2]; /* that say so; seq 0: there is none */
} SkyDisagreement;

typedef enum
{
  SKY_MATCH_FITTING, /* by time where both come from footage or one is a sample, else by number */
  SKY_MATCH_TIME,
  SKY_MATCH_NUMBER,
} SkyMatch;

typedef struct
{
  SkyMatch match;
  SkyTime within; /* how far the results of one round may be apart, by time */
  guint64 seed;
} SkyComparisonOptions;

#define SKY_COMPARISON_WITHIN (3 * SKY_SECOND)

typedef struct
{
  gboolean by_time;
  guint n_matched;
  guint n_unseen[2];        /* rounds of A and of B that the other did not look at */
  GArray *kinds;            /* of SkyComparedKind: those that both have in scope and any of */
  GPtrArray *disagreements; /* of SkyDisagreement, by round */
} SkyComparison;

/* Compares @a with @b, two logs of one game. */
SkyComparison *sky_comparison_new (const SkySurveyLog *a,
                                   const SkySurveyLog *b,
                                   const SkyComparisonOptions *options) G_GNUC_WARN_UNUSED_RESULT;
void sky_comparison_free (SkyComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyComparison, sky_comparison_free)

G_END_DECLS
