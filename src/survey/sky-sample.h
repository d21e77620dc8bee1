/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a plan of what to record from what an archive has: recordings, and perhaps a log of the
 * table. The command line and the console draw by it. */
#pragma once

#include "sky-plan.h"

G_BEGIN_DECLS

typedef struct
{
  const char *archive; /* its folder; recordings alone will do for windows */
  const char *table;
  SkyDay day;
  gboolean has_game; /* @game is given, for a table without a log */
  SkyGameId game;
  guint windows;  /* of time; 0: @rounds of the log are drawn */
  SkyTime length; /* of a window */
  guint rounds;
  guint tests;        /* test rounds to mix in */
  gboolean all_time;  /* windows are drawn of all time that someone dealt, not of each dealer */
  gboolean anybody;   /* of all recordings where nobody is known to have dealt */
  const char *roster; /* the path of a roster; NULL: the log says who dealt */
  guint64 seed;
} SkySampleRequest;

/* A seed that nobody chose, and that any program can read from JSON. */
guint64 sky_sample_choose_seed (void);

/* Draws it. @problems (nullable) takes a new string for each log that cannot be read. Returns NULL
 * with a SKY_PLAN_ERROR, a SKY_LOG_ERROR, a SKY_AUDIT_ERROR or a G_FILE_ERROR. */
SkyPlan *sky_sample_draw (const SkySampleRequest *request,
                          GPtrArray *problems,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes @plan to a new file at @path. Whoever has drawn a plan must not draw again until one comes
 * that pleases: a plan is not written over. Returns FALSE with a G_FILE_ERROR. */
gboolean sky_sample_write (const SkyPlan *plan, const char *path, GError **error);

G_END_DECLS
