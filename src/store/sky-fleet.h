/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker of a fleet: several threads, each with a connection of its own, that take what the queue
 * (sky-work-queue.h) has, audit it and write what comes of it. A server that is gone is waited for,
 * ten minutes at most. */
#pragma once

#include "sky-audit-run.h"
#include "sky-work-queue.h"

G_BEGIN_DECLS

typedef struct _SkyFleet SkyFleet;

/* Called from any of the fleet's threads, one call at a time, once for each text. */
typedef void (*SkyFleetComplain) (const char *text, gpointer user_data);

/* What was done: logs taken, those of them that were known already, and what was found in the
 * others. */
typedef struct
{
  guint64 n_logs;
  guint64 n_known;
  guint64 n_rounds;
  guint64 n_findings;
} SkyFleetTotals;

typedef enum
{
  SKY_FLEET_DONE,
  SKY_FLEET_FAILED, /* of something that ends all of it: it was complained of */
  SKY_FLEET_CANCELLED,
} SkyFleetEnd;

/* @stores: (transfer full): of SkyStore, opened for writing: one a thread, and one more for a fleet
 * that waits. @root: the absolute path of the folder of archives. @program: the Skyward that
 * audits. */
SkyFleet *
sky_fleet_new (GPtrArray *stores, const char *root, const char *program) G_GNUC_WARN_UNUSED_RESULT;
void sky_fleet_free (SkyFleet *self);

/* Before it runs. How recordings are opened, and who hears of what cannot be done. */
void sky_fleet_set_probe (SkyFleet *self, SkyRecordingProbe probe, gpointer probe_data);
void sky_fleet_set_complain (SkyFleet *self, SkyFleetComplain func, gpointer user_data);

/* Fills the queue and works until it is empty; one that @waits stays, and fills it again as logs
 * come and grow, until it is cancelled. Blocks. */
SkyFleetEnd sky_fleet_run (SkyFleet *self, SkyWorkExtent extent, gboolean waits);

/* From any thread: what was taken and is not ended is given up. */
void sky_fleet_cancel (SkyFleet *self);

/* Bytes of logs that are done, and in all; from any thread. */
void sky_fleet_get_progress (SkyFleet *self, gint64 *done, gint64 *total);

/* After it ran. */
const SkyFleetTotals *sky_fleet_get_totals (SkyFleet *self);

/* After it ran: complains of what could not be audited, whoever tried. Returns: TRUE when there is
 * no such thing and nothing was passed over. */
gboolean sky_fleet_report_failures (SkyFleet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFleet, sky_fleet_free)

G_END_DECLS
