/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings of a simulated archive: each table's play drawn as its cameras see
 * it. */
#pragma once

#include "sky-sim-options.h"

G_BEGIN_DECLS

/* Draws the recordings of all logs in @folder into @folder/footage and writes footage.json. Returns
 * FALSE with a SKY_SIMULATE_ERROR; the caller then removes what was written. */
gboolean
sky_sim_footage_write (const char *folder, const SkySimulateOptions *options, GError **error);

G_END_DECLS
