/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log has observations of, unit by unit. */
#pragma once

#include "sky-counts-query.h"
#include "sky-patterns.h"

G_BEGIN_DECLS

/* A unit's share of a log. */
typedef struct
{
  SkyFamily family;
  const char *wheel;
  const char *set;
  const char *table;
  const char *dealer;
  const char *patron;
  gboolean counterclockwise;
  SkyPlaces places;
  guint generation;
  const gint64 *counts;  /* NULL: of money, or of errors, which count by the week */
  const SkyWinSum *wins; /* of money */
  gint64 n_decisions;    /* of a pair */
  const char *spun;      /* the wheel's key, of a dealer's spins */
} SkyPatternShare;

/* Of a key: its family, five ids, the layout, which way the rotor turns, the generation. */
#define SKY_PATTERN_KEY_PARTS 9

/* A pair with fewer decisions in a year is no stream. */
#define SKY_PAIR_DECISIONS 200

/* The same unit has the same, and units are listed in its order. Returns: a new string. */
char *sky_pattern_share_make_key (const SkyPatternShare *self) G_GNUC_WARN_UNUSED_RESULT;
/* The same, in @key instead of what it has. Returns: its text. */
const char *sky_pattern_share_write_key (const SkyPatternShare *self, GString *key);

/* Whether @key, a pattern's "unit", is of the wheel, set of dice, table, dealer or patron @id. */
gboolean sky_pattern_key_has (const char *key, const char *id);

typedef void (*SkyPatternShareFunc) (const SkyLogCounts *log,
                                     const SkyPatternShare *share,
                                     gpointer data);

/* Passes over a log: of its wheels, each that has become another. */
void sky_pattern_share_pass (const SkyLogCounts *log, GHashTable *generations);

/* Calls @func for each share of @log; what is borrowed lasts as long as the call. @generations:
 * how often each wheel has become another, of which it keeps count. @money: the keys of the units
 * of whose money somebody asks, for it takes time to weigh; NULL: of all. */
void sky_pattern_share_log (const SkyLogCounts *log,
                            GHashTable *generations,
                            GHashTable *money,
                            SkyPatternShareFunc func,
                            gpointer data);

/* An empty table of generations. */
GHashTable *sky_pattern_generations_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
