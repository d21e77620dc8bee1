/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns in the recorded rounds of a property, unit by unit: wheels, dice, dealers, patrons. A
 * view of the store's data of each log; nothing here writes. It never says why, and of nobody that
 * they cheated. */
#pragma once

#include "sky-counts.h"
#include "sky-kept-fold.h"
#include "sky-noted-report.h"
#include "sky-stream.h"

G_BEGIN_DECLS

/* The budgets of false reports: dice have two. */
typedef enum
{
  SKY_FAMILY_WHEELS,
  SKY_FAMILY_DICE_SETS,
  SKY_FAMILY_DICE_TABLES,
  SKY_FAMILY_SPINS,
  SKY_FAMILY_SEVENS,
  SKY_FAMILY_ERRORS,
  SKY_FAMILY_PAIRS, /* of a dealer and a patron */
  SKY_FAMILY_TABLE_WINS,
  SKY_FAMILY_PATRON_WINS,
} SkyFamily;

#define SKY_N_FAMILIES (SKY_FAMILY_PATRON_WINS + 1)

/* "equipment.wheel-bias". */
const char *sky_family_to_check (SkyFamily family);
/* Whether it is about people, whom not everybody may look at. */
gboolean sky_family_is_of_people (SkyFamily family);
/* Whether it is about what is won. */
gboolean sky_family_is_of_money (SkyFamily family);

/* One statistic of one unit. */
typedef struct
{
  SkyFamily family;
  char *unit; /* what tells it from others of its property */
  char *property;
  char *wheel; /* what does not make the unit is NULL */
  char *set;
  char *table; /* that stands in for equipment without an id, or has the dice */
  char *dealer;
  char *patron;
  gboolean counterclockwise; /* the rotor, of a dealer's spins */
  SkyPlaces places;          /* of wheels and spins */
  GPtrArray *tables;         /* of GRefString, by name: the tables of its rounds */

  SkyStreamStanding standing;
  guint n_cells;     /* of its counts */
  gboolean depends;  /* on the report of a wheel that the dealer spun: it raises none of its own */
  gboolean capacity; /* it is among those that may raise a report */
  char *lead;        /* "arc/0/5/1/10" */
  char *account;     /* JSON: what its report follows from (sky-stream.h); NULL: nothing */
  GArray *points;    /* of SkyStreamPoint: the evidence by week */
  /* An earlier report that present data do not give, or give differently; NULL: none. */
  SkyNotedReport *noted;
  gint64 left_out[SKY_N_LEFT_OUT]; /* of the logs that it is in */
} SkyPattern;

/* The figures of a property. */
typedef struct
{
  char *property;
  guint n_streams;
  guint n_reported;      /* whatever became of it since */
  double false_expected; /* reports of fair units, at most, on average */
} SkyPatternSummary;

/* What was folded. Once it is held to earlier reports it never changes: any thread with a reference
 * may read it. */
typedef struct
{
  GPtrArray *patterns;  /* of SkyPattern, by property, check and unit */
  GPtrArray *summaries; /* of SkyPatternSummary, by property */
  GPtrArray *fresh;     /* of SkyNotedReport: what is reported for the first time */
  GPtrArray *unkept;    /* of SkyKeptFold: what was folded because nothing was kept of it */
} SkyPatterns;

/* One false report of all families together in so many table-years. */
#define SKY_PATTERNS_BUDGET 100

/* A pattern without an observation, for an array of SkyPatterns. */
SkyPattern *sky_pattern_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_pattern_free (SkyPattern *self);

/* An empty array of GRefString, and a visit to one; it reads into an empty one. */
GPtrArray *sky_pattern_names_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_pattern_names_visit (SkyState *state, GPtrArray *names);

/* None; sky_patterns_add() adds some. */
SkyPatterns *sky_patterns_new (void) G_GNUC_WARN_UNUSED_RESULT;
/* Adds what @other has, which is then empty, and puts all in order. Neither is held to
 * reports yet. */
void sky_patterns_add (SkyPatterns *self, SkyPatterns *other);

/* Puts patterns that lie by unit by property and check. */
void sky_patterns_sort (SkyPatterns *self);

SkyPatterns *sky_patterns_ref (SkyPatterns *self);
void sky_patterns_unref (SkyPatterns *self);

/* Compares the patterns with earlier reports: @reports, of SkyNotedReport. A report of which no
 * observation is left becomes a pattern without any. What is in none of them is fresh. */
void sky_patterns_hold (SkyPatterns *self, const GPtrArray *reports);

/* The report that present data give. Returns the report to keep, or NULL if there is none. */
SkyNotedReport *sky_pattern_dup_report (const SkyPattern *self) G_GNUC_WARN_UNUSED_RESULT;

/* How rare such a report is: a fair unit gives one in so many years of play, or in so many sets of
 * dice, or more rarely. */
double sky_pattern_years (const SkyPattern *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPattern, sky_pattern_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPatterns, sky_patterns_unref)

G_END_DECLS
