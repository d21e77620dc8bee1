/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who dealt at a table, from when to when: from the log's `staff` events, or typed. From it and
 * from what the cameras recorded come the stretches that a plan draws from. */
#pragma once

#include "sky-plan.h"

G_BEGIN_DECLS

typedef struct
{
  char *dealer;
  SkyTime from;
  SkyTime until;
} SkyRosterEntry;

/* Returns: a new array of SkyRosterEntry, which it clears: the dealers among @duties, of SkyDuty.
 */
GArray *sky_roster_from_duties (const GArray *duties) G_GNUC_WARN_UNUSED_RESULT;

/* The same from the file at @path: a line "FROM,UNTIL,CREDENTIAL" a dealer, both times RFC 3339 in
 * UTC. Returns NULL with a G_FILE_ERROR or SKY_PLAN_ERROR_FORMAT. */
GArray *sky_roster_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Who dealt at @at: "PA-1", or "PA-1+PA-2" for several, by name; NULL: nobody. Returns: a new
 * string. */
char *sky_roster_find (const GArray *roster, SkyTime at);

/* Adds a stratum to @plan for each dealer, or dealers together, of the time that @covered, of
 * SkySpan by time, has of it. */
void sky_roster_add_dealers (const GArray *roster, const GArray *covered, SkyPlan *plan);

/* Adds one stratum of all the time that someone dealt. */
void sky_roster_add_all (const GArray *roster, const GArray *covered, SkyPlan *plan);

G_END_DECLS
