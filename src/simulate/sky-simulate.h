/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes archives: random legal play of a game, with requested faults planted, and recordings of it.
 * Only the rules, which follow each line as it is written, decide what is due. The same options
 * give the same bytes.
 *
 * An archive is written into a temporary folder beside the destination and renamed when it is
 * whole. So a run that is stopped or killed leaves no partial archive under its name. */
#pragma once

#include "sky-sim-options.h"

G_BEGIN_DECLS

/* Ends the program, naming game and member, unless every game's simulation is whole: a programmer's
 * error. Where a program begins. */
void sky_simulate_check_all (void);

/* Writes an archive into the folder @path, which must be absent or empty. It has a log for each
 * table and gaming day, staff.json, and planted.json (the findings that an audit must make). On
 * request it has recordings with footage.json. Returns FALSE with a SKY_SIMULATE_ERROR. */
gboolean sky_simulate (const SkySimulateOptions *options, const char *path, GError **error);

G_END_DECLS
