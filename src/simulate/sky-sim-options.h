/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of an archive, the progress of making it, and its errors. */
#pragma once

#include <gio/gio.h>

#include "sky-event.h"

G_BEGIN_DECLS

#define SKY_SIMULATE_ERROR (sky_simulate_error_quark ())
GQuark sky_simulate_error_quark (void);

typedef enum
{
  SKY_SIMULATE_ERROR_OPTIONS,   /* a number is out of bounds */
  SKY_SIMULATE_ERROR_EXISTS,    /* there is something in the way of the archive */
  SKY_SIMULATE_ERROR_WRITE,     /* a file could not be written */
  SKY_SIMULATE_ERROR_CANCELLED, /* the work was stopped */
} SkySimulateError;

/* The work's progress, for another thread; both are accessed atomically. Counts rounds, or pictures
 * once @drawing is not 0. */
typedef struct
{
  gint drawing;
  gint64 done;
  gint64 total;
} SkySimulateProgress;

typedef struct _SkySimulateOptions SkySimulateOptions;

/* Draws the recordings of all logs in @folder and writes footage.json beside them. Returns FALSE
 * with a SKY_SIMULATE_ERROR. */
typedef gboolean (*SkySimulateDraw) (const char *folder,
                                     const SkySimulateOptions *options,
                                     GError **error);

struct _SkySimulateOptions
{
  SkyGameId game;
  guint rounds; /* at each table */
  guint64 seed;
  guint faults; /* over all tables */
  guint tables;
  guint days;        /* each with @rounds at each table; 0: as many as the rounds take */
  guint dealers;     /* who move between the tables and come again; 0: each table has its own */
  guint patrons;     /* likewise; 0: players are known at their table alone */
  double error_rate; /* of settlements; 0: none is wrong, unless a plant is of errors */
  /* Patterns, as sky_sim_bias_parse() and sky_sim_habit_parse() read them, or "none" alone:
   * planted.json then says so; NULL: none, and it says nothing. */
  const char *const *plants;
  gboolean whole_throws; /* every picture of thrown dice and of deals is drawn; needs @draw */
  guint contradictions;  /* throws or deals of each log whose picture shows other dice or cards;
                             needs @draw */
  SkySimulateDraw draw;  /* sky_sim_footage_write(); NULL: without recordings */
  SkyTime start;         /* of the first gaming day's play; SKY_TIME_NONE: a fixed evening */
  const gint *cancelled; /* polled; may be NULL */
  SkySimulateProgress *progress; /* may be NULL */
};

G_END_DECLS
