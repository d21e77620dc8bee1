/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan of what to record from the cameras' pictures: windows of time, or rounds, drawn at random
 * from all of them. The plan has its seed and what it was drawn from, so that anyone can repeat the
 * draw. Each candidate has a number, the SHA-256 of "SEED/TABLE/DAY/FROM"; for rounds, the round's
 * number replaces FROM. In each stratum the lowest numbers win. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

#define SKY_PLAN_ERROR (sky_plan_error_quark ())
GQuark sky_plan_error_quark (void);

typedef enum
{
  SKY_PLAN_ERROR_NOTHING, /* there is nothing to draw from */
  SKY_PLAN_ERROR_FORMAT,  /* a plan, a roster or a file of coders is malformed */
} SkyPlanError;

/* A stratum, drawn from separately. */
typedef struct
{
  char *dealer;       /* who works there, several joined by "+"; NULL: whoever does */
  GArray *stretches;  /* of SkySpan, by time; of rounds: none */
  guint n_candidates; /* windows or rounds that could be drawn */
  guint n_drawn;      /* each with the probability n_drawn / n_candidates */
} SkyPlanStratum;

typedef struct
{
  char *id; /* "w1", by time */
  SkyTime from;
  SkyTime until; /* a round that starts earlier is recorded to its end */
  guint stratum;
  gint64 round; /* 0: a window of time */
} SkyPlanWindow;

typedef struct
{
  char *id; /* "p-2023-11-04-RO-01-3f9a02c4": of what was drawn, so that no two plans share one */
  guint64 seed;
  char *archive;
  char *table;
  SkyDay day;
  SkyTime length;  /* of a window; 0: the plan draws rounds */
  GArray *strata;  /* of SkyPlanStratum */
  GArray *windows; /* of SkyPlanWindow, by time */
  guint tests;     /* test rounds to mix in */
} SkyPlan;

/* A plan without strata and windows. Its id has no part of what was drawn yet. */
SkyPlan *sky_plan_new (const char *archive, const char *table, SkyDay day, guint64 seed)
    G_GNUC_WARN_UNUSED_RESULT;
void sky_plan_free (SkyPlan *self);

/* Adds a stratum; takes @stretches, of SkySpan, by time and without overlap. */
void sky_plan_add_stratum (SkyPlan *self, const char *dealer, GArray *stretches);

/* Draws @n windows of about @length, equally many from each stratum. If that is impossible, the
 * strata with the most candidates have one more. Each stretch is cut into windows from its start. A
 * rest of less than half a window belongs to the last one. Returns FALSE with
 * SKY_PLAN_ERROR_NOTHING. */
gboolean sky_plan_draw_windows (SkyPlan *self, guint n, SkyTime length, GError **error);

/* Draws @n of @rounds, of SkyRound, from one stratum. Returns FALSE with SKY_PLAN_ERROR_NOTHING. */
gboolean sky_plan_draw_rounds (SkyPlan *self, guint n, const GArray *rounds, GError **error);

/* How many of the plan's test rounds come before each window. The seed places them, as it draws
 * windows: test round N has the number SHA-256 of "SEED/TABLE/DAY/test N", whose first 32 bits,
 * modulo the number of windows, are the window. Returns: a new array of guint, one for each
 * window. */
GArray *sky_plan_place_tests (const SkyPlan *self) G_GNUC_WARN_UNUSED_RESULT;

/* As `plan.json` has it, without the LF, onto @json. */
void sky_plan_write_json (const SkyPlan *self, GString *json);

/* Reads the file at @path. Returns NULL with a G_FILE_ERROR or SKY_PLAN_ERROR_FORMAT. */
SkyPlan *sky_plan_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPlan, sky_plan_free)

G_END_DECLS
