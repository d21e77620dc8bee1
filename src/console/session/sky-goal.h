/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to show next, and the question to the store for its place. The goal travels with the
 * question and comes back with the answer. An answer whose goal is of an older generation is too
 * late. */
#pragma once

#include "sky-finding-query.h"
#include "sky-spot.h"
#include "sky-store.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_GOAL_NONE,    /* keep what is shown */
  SKY_GOAL_FIRST,   /* the first row, of findings the first open one, as soon as there is one */
  SKY_GOAL_ROW,     /* the row at @row */
  SKY_GOAL_FINDING, /* the finding with the id @finding */
  SKY_GOAL_KEY,     /* the one with the key @key, as soon as the store has it */
  SKY_GOAL_INSTANT, /* the day that has @at, of the listed archive */
  SKY_GOAL_SPOT,    /* the day of @spot, at its instant */
  SKY_GOAL_OPEN,    /* the first open finding from @row on, in @direction */
  SKY_GOAL_RETURN, /* the finding @key (NULL: none) at the instant of @spot, else the day of that */
} SkyGoalKind;

typedef struct
{
  SkyGoalKind kind;
  guint generation;
  guint row;
  int direction;  /* 1: down the list; -1 */
  gboolean wraps; /* the list's first follows its last */
  gboolean anew;  /* the list changed: the current item is not in it */
  SkyTime at;     /* where to go in the day; SKY_TIME_NONE: to the item's instant */
  gint64 finding;
  char *key;
  SkySpot *spot;
} SkyGoal;

/* A deep copy of it. */
SkyGoal *sky_goal_copy (const SkyGoal *self) G_GNUC_WARN_UNUSED_RESULT;
/* Lets go of what it has and makes it none, of the next generation. */
void sky_goal_clear (SkyGoal *self);
void sky_goal_free (SkyGoal *self);

/* The place of a goal in a requested list. */
typedef struct
{
  SkyGoal *goal;
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  gboolean last; /* no further attempt */

  /* Set by the store's thread. */
  gint64 finding;  /* its id; 0: it is none, or not in the store */
  gint64 position; /* of that in the list; -1: not there */
  guint64 n;       /* for a sought open finding: how many findings the list has */
  gint64 log;      /* the id of the log to open; 0: it is not in the store */
  GError *error;   /* why there is no such finding; NULL: there is */
} SkyPursuit;

SkyPursuit *sky_pursuit_new (const SkyGoal *goal,
                             const SkyFindingFilter *filter,
                             SkyFindingSort sort,
                             gboolean descending,
                             gboolean last) G_GNUC_WARN_UNUSED_RESULT;
void sky_pursuit_free (SkyPursuit *self);
/* In the store's thread, for a store worker: @data is a SkyPursuit. Returns: another, answered. */
gpointer sky_pursuit_find (SkyStore *store, gpointer data, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyGoal, sky_goal_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPursuit, sky_pursuit_free)

G_END_DECLS
