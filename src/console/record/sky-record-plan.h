/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan (sky-plan.h) beside the recording that follows it. The log alone says what is done. The
 * time between two stretches of the plan is `unobserved` as not sampled. A stretch that was skipped
 * is `unobserved` for the coder's reason. Where the next stretch follows at once, a `note` at its
 * beginning says that the one before was looked at to its end. Nothing is kept elsewhere. Test
 * rounds are stretches as others, in a log of their own (sky-record-tests.h). */
#pragma once

#include "sky-record-state.h"
#include "sky-record-tests.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_RECORD_STRETCH_OPEN,    /* nobody looked at it yet, or not to its end */
  SKY_RECORD_STRETCH_DONE,    /* looked at to its end */
  SKY_RECORD_STRETCH_CUT,     /* a part of it was left out, for @reason */
  SKY_RECORD_STRETCH_SKIPPED, /* all of it was, for @reason */
} SkyRecordStanding;

typedef struct
{
  SkyTime from;
  SkyTime until; /* a round that starts earlier is recorded to its end */
  guint window;  /* of the plan; of test rounds, the one that they come before */
  gboolean test; /* test rounds: on their own clock, in their own log */
  SkyRecordStanding standing;
  SkyUnobservedReason reason;
  guint n_rounds; /* that begin in it */
} SkyRecordStretch;

/* The stretches of @plan in their order, and how they stand; @state: of its log, @tested: of that
 * of the test rounds. @tests NULL: without those. Returns: a new array of SkyRecordStretch. */
GArray *sky_record_plan_list (const SkyPlan *plan,
                              const SkyRecordState *state,
                              const SkyRecordTests *tests,
                              const SkyRecordState *tested) G_GNUC_WARN_UNUSED_RESULT;

/* The first of @stretches that is open, from @first on; -1: none is. */
gint sky_record_plan_find_open (const GArray *stretches, guint first);

/* "w3 · 20:15:00 – 20:20:00 · PA-100007": a stretch, on the clock of @zone. In a plan with test
 * rounds it has no id, which would tell them. Returns: a new string. */
char *sky_record_plan_name (const SkyPlan *plan,
                            const SkyRecordStretch *stretch,
                            GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;

/* "done, 4 rounds", "skipped: the view is blocked": how it stands, for people. Returns: a new
 * string. */
char *sky_record_plan_describe (const SkyRecordStretch *stretch) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
