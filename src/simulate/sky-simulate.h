/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes archives: random legal play of a game, with faults planted where they are wanted, and
 * recordings of it. What is due comes from the rules alone, which follow each line as it is
 * written. The same options give the same bytes.
 *
 * An archive is written into a folder of a temporary name beside the wanted one and takes its name
 * when it is whole, so that a run that is stopped or killed leaves no half of one under it. */
#pragma once

#include <gio/gio.h>

#include "sky-event.h"

G_BEGIN_DECLS

#define SKY_SIMULATE_ERROR (sky_simulate_error_quark ())
GQuark sky_simulate_error_quark (void);

typedef enum
{
  SKY_SIMULATE_ERROR_GAME,      /* the game is not simulated */
  SKY_SIMULATE_ERROR_OPTIONS,   /* a number is out of bounds */
  SKY_SIMULATE_ERROR_EXISTS,    /* there is something in the way of the archive */
  SKY_SIMULATE_ERROR_WRITE,     /* a file could not be written */
  SKY_SIMULATE_ERROR_CANCELLED, /* the work was stopped */
} SkySimulateError;

/* How far the work is, for who looks on from another thread; both are read and written atomically.
 * Rounds are counted, or pictures once @drawing is not 0. */
typedef struct
{
  gint drawing;
  gint64 done;
  gint64 total;
} SkySimulateProgress;

typedef struct
{
  SkyGameId game;
  guint rounds; /* at each table */
  guint64 seed;
  guint faults; /* over all tables */
  guint tables;
  gboolean footage;      /* with recordings */
  SkyTime start;         /* of the first gaming day's play; SKY_TIME_NONE: a fixed evening */
  const gint *cancelled; /* polled; may be NULL */
  SkySimulateProgress *progress; /* may be NULL */
} SkySimulateOptions;

/* TRUE when @game can be simulated. */
gboolean sky_simulate_knows (SkyGameId game);

/* Writes an archive into the folder @path, which must be absent or empty: a log for each table and
 * gaming day, staff.json, planted.json (the findings that an audit must make of it) and, when they
 * are wanted, recordings with footage.json. Returns FALSE with a SKY_SIMULATE_ERROR. */
gboolean sky_simulate (const SkySimulateOptions *options, const char *path, GError **error);

G_END_DECLS
