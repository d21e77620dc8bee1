/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes archives: random legal play of a game, with faults planted where they are wanted, and
 * recordings of it. What is due comes from the rules alone, which follow each line as it is
 * written. The same options give the same bytes.
 *
 * An archive is written into a folder of a temporary name beside the wanted one and takes its name
 * when it is whole, so that a run that is stopped or killed leaves no half of one under it. */
#pragma once

#include "sky-sim-options.h"

G_BEGIN_DECLS

/* Ends the program, naming game and member, unless every game's simulation is whole: a programmer's
 * error. Where a program begins. */
void sky_simulate_check_all (void);

/* Writes an archive into the folder @path, which must be absent or empty: a log for each table and
 * gaming day, staff.json, planted.json (the findings that an audit must make of it) and, when they
 * are wanted, recordings with footage.json. Returns FALSE with a SKY_SIMULATE_ERROR. */
gboolean sky_simulate (const SkySimulateOptions *options, const char *path, GError **error);

G_END_DECLS
