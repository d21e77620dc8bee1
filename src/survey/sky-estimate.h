/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often, and by how much, a table settles differently from the rules: error rates of a sample
 * of play, by table, dealer, bet and coder. */
#pragma once

#include "sky-plan.h"
#include "sky-rate.h"
#include "sky-survey-log.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_ESTIMATE_ALL,
  SKY_ESTIMATE_TABLE,
  SKY_ESTIMATE_DEALER,
  SKY_ESTIMATE_BET,
  SKY_ESTIMATE_CODER,
  SKY_N_ESTIMATE_WAYS,
} SkyEstimateBy;

typedef enum
{
  SKY_ESTIMATE_SETTLEMENT, /* made or missed; in error: not as due */
  SKY_ESTIMATE_ROUND,      /* with a settlement; in error: one of them is */
  SKY_ESTIMATE_DOLLAR,     /* stakes of settled wagers; in error: the variance, either way */
  SKY_N_ESTIMATE_UNITS,
} SkyEstimateUnit;

/* "dealer", "settlement". */
const char *sky_estimate_by_to_name (SkyEstimateBy by);
const char *sky_estimate_unit_to_name (SkyEstimateUnit unit);

typedef struct
{
  SkyEstimateBy by;
  char *value; /* the table, dealer …; "": of all */
  SkyEstimateUnit unit;
  SkyRate rate;         /* of dollars x and n are cents */
  gboolean has_coder;   /* of settlements: one coder recorded them all, in one game */
  SkyCoderRecord coder; /* all 0: nobody tested the coder */
  gboolean corrected;   /* enough is known about the coder */
  double corrected_rate;
  SkyInterval corrected_interval;
} SkyEstimateRow;

/* A survey in the making. */
typedef struct _SkyEstimate SkyEstimate;

/* @block: where there is no plan, how long a window is. */
SkyEstimate *sky_estimate_new (SkyTime block) G_GNUC_WARN_UNUSED_RESULT;
void sky_estimate_free (SkyEstimate *self);

/* Adds what @coder did in test rounds of @game. */
void sky_estimate_add_coder (SkyEstimate *self,
                             const char *credential,
                             SkyGameId game,
                             const SkyCoderRecord *coder);

/* The sample behind a log. */
typedef struct
{
  guint n_windows; /* of the plan, or made for this */
  guint n_empty;   /* of these, without a round */
  guint n_rounds;
  guint n_outside; /* rounds in no window of the plan, which do not count */
  guint n_cut;     /* rounds only partly observed, which do not count either */
} SkyEstimateNote;

/* Adds what @log shows. @plan recorded it; with NULL, the log counts as it is, and its time is cut
 * into windows. */
SkyEstimateNote
sky_estimate_add_log (SkyEstimate *self, const SkySurveyLog *log, const SkyPlan *plan);

/* Returns: an array of SkyEstimateRow by way and value, which it clears. */
GArray *sky_estimate_compute (SkyEstimate *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyEstimate, sky_estimate_free)

G_END_DECLS
