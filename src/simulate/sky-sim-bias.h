/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equipment that is not fair, planted to be found: pockets or faces that come more often than the
 * others, from a gaming day on. */
#pragma once

#include "sky-event.h"
#include "sky-json-writer.h"

G_BEGIN_DECLS

typedef struct
{
  char *law;         /* as it was asked for: "wheel:8,19*1.2" */
  gboolean is_wheel; /* else dice */
  guint first_day;   /* from 1 */
  /* Of pockets (37 is 00), or of the faces 1 to 6: how often each comes, beside the others. */
  guint32 weights[38];
  guint32 greatest;
} SkySimBias;

/* Reads "30", the gaming day on which a plant begins; NULL is the first. */
gboolean sky_sim_first_day_parse (const char *text, guint *day);

/* Reads "wheel:8,19,31*1.2" or "dice:6=0.18", with "@30" for from when. Returns: NULL with a
 * SKY_SIMULATE_ERROR when that is none, or none of @game's. */
SkySimBias *
sky_sim_bias_parse (const char *text, SkyGameId game, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_sim_bias_free (SkySimBias *self);

/* What it is, as planted.json says it: @first is the first gaming day of the archive. */
void sky_sim_bias_write_json (const SkySimBias *self, SkyDay first, GString *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySimBias, sky_sim_bias_free)

G_END_DECLS
