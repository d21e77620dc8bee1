/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker of a fleet: several threads, each with its own connection. They take work from the queue
 * (sky-work-queue.h), audit it and write the results. They wait for a lost server, at most ten
 * minutes. */
#pragma once

#include "sky-audit-run.h"
#include "sky-work-queue.h"

G_BEGIN_DECLS

typedef struct _SkyFleet SkyFleet;

/* Called from any of the fleet's threads, one call at a time, once for each text. */
typedef void (*SkyFleetComplain) (const char *text, gpointer user_data);

/* The totals: logs taken, how many of them were known, and the findings in the others. */
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
  SKY_FLEET_FAILED, /* by an error that ended everything and was reported */
  SKY_FLEET_CANCELLED,
} SkyFleetEnd;

/* @stores: (transfer full): of SkyStore, opened for writing: one a thread, and one more for a fleet
 * that waits. @root: the absolute path of the folder of archives. @program: the Skyward that
 * audits. */
SkyFleet *
sky_fleet_new (GPtrArray *stores, const char *root, const char *program) G_GNUC_WARN_UNUSED_RESULT;
void sky_fleet_free (SkyFleet *self);

/* Call before it runs. How to open recordings, and who receives complaints. */
void sky_fleet_set_probe (SkyFleet *self, SkyRecordingProbe probe, gpointer probe_data);
void sky_fleet_set_complain (SkyFleet *self, SkyFleetComplain func, gpointer user_data);

/* Fills the queue and works until it is empty. If @waits, it continues and refills the queue as
 * logs come and grow, until it is canceled. Blocks. */
SkyFleetEnd sky_fleet_run (SkyFleet *self, SkyWorkExtent extent, gboolean waits);

/* From any thread: releases unfinished work. */
void sky_fleet_cancel (SkyFleet *self);

/* Bytes of finished logs, and in all; from any thread. */
void sky_fleet_get_progress (SkyFleet *self, gint64 *done, gint64 *total);

/* After it ran. */
const SkyFleetTotals *sky_fleet_get_totals (SkyFleet *self);

/* After it ran: reports what could not be audited, by any worker. Returns TRUE if there is no such
 * thing and nothing was skipped. */
gboolean sky_fleet_report_failures (SkyFleet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFleet, sky_fleet_free)

G_END_DECLS
