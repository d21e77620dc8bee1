/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit while logs are folded: its pattern, its stream, and what makes it raise reports. */
#pragma once

#include "sky-pattern-share.h"
#include "sky-state.h"

G_BEGIN_DECLS

/* How many decisions a pair had in a week. */
typedef struct
{
  SkyDay monday;
  gint64 n;
} SkyPairWeek;

typedef struct
{
  SkyPattern *pattern; /* NULL: given away */
  char *key;
  SkyStream *stream;
  GPtrArray *wheels; /* of keys, in order: that a dealer spun; NULL: of no dealer */
  gint counted;      /* the year that it is counted in; 0: none is known */
  gint year;         /* of @rank */
  guint rank;        /* among those of its family in that year, by their first day */
  gint64 last_log;   /* whose left_out it has */
  GPtrArray *tables; /* of names, in order */
  gboolean is_shown; /* a pair with decisions enough */
  GArray *decisions; /* of SkyPairWeek: a pair's, of the last year; NULL: of no pair */
  /* Of a week that is not over, which counts only then. */
  SkyDay week;
  gint64 week_left_out[SKY_N_LEFT_OUT];
  GPtrArray *week_tables; /* NULL: nothing of it comes by the week */

  gboolean is_changed; /* since it was read */
} SkyPatternUnit;

/* A unit without an observation. */
SkyPatternUnit *sky_pattern_unit_new (const char *property,
                                      const SkyPatternShare *share,
                                      const char *key) G_GNUC_WARN_UNUSED_RESULT;
void sky_pattern_unit_free (SkyPatternUnit *self);

/* Notes a wheel that the dealer spun, by its key. */
void sky_pattern_unit_note_wheel (SkyPatternUnit *self, const char *wheel);

/* Notes that it is in @log, once a log: now, or in the week that begins at @monday. */
void sky_pattern_unit_note_log (SkyPatternUnit *self, const SkyLogCounts *log);
void sky_pattern_unit_note_week_log (SkyPatternUnit *self, const SkyLogCounts *log, SkyDay monday);
/* The week is over: its logs are noted. */
void sky_pattern_unit_end_week (SkyPatternUnit *self);

/* The unit as bytes, for which @writer forgets what it wrote, and from them. Returns: NULL when
 * @bytes are damaged. */
GBytes *sky_pattern_unit_to_bytes (SkyPatternUnit *self,
                                   SkyState *writer) G_GNUC_WARN_UNUSED_RESULT;
SkyPatternUnit *sky_pattern_unit_from_bytes (GBytes *bytes,
                                             const char *property,
                                             const char *key) G_GNUC_WARN_UNUSED_RESULT;

/* Gives away its pattern, with all that is known of it. */
SkyPattern *sky_pattern_unit_take_pattern (SkyPatternUnit *self) G_GNUC_WARN_UNUSED_RESULT;

/* The names in @set, which owns them, in order. Returns: an array of borrowed texts. */
GPtrArray *sky_pattern_list_names (GHashTable *set) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPatternUnit, sky_pattern_unit_free)

G_END_DECLS
