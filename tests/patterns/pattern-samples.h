/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs' counts as a store gives them, made up for the tests of patterns. */
#pragma once

#include "sky-pattern-fold.h"
#include "sky-pattern-reading.h"

G_BEGIN_DECLS

/* Returns: (element-type SkyLogCounts), an empty list. */
GPtrArray *pattern_samples_new (void);
/* Adds a log of "Keystone" to @logs, whose it is. Returns: its counts, which are empty. */
SkyCounts *
pattern_samples_add_log (GPtrArray *logs, const char *table, const char *game, SkyDay day);
/* @n_rounds rounds with $25 on red alone of a double zero wheel, @n_won of them won, of @player;
 * NULL: of nobody whose id means one person. */
void pattern_samples_add_wins (SkyCounts *counts, const char *player, guint n_rounds, guint n_won);
/* The same of a wheel with @n_ways pockets. */
void pattern_samples_add_wins_of (
    SkyCounts *counts, const char *player, guint n_ways, guint n_rounds, guint n_won);

/* The shared store @uri of @owner as a new role of @kind has it, whose name begins with @prefix. */
SkyStore *
pattern_samples_open_as (const char *uri, SkyStore *owner, const char *prefix, const char *kind);

/* Audits the logs of the archive @folder into @store. */
void pattern_samples_audit (const char *folder, SkyStore *store);

/* All patterns and summaries as programs read them. Returns: a new string. */
char *pattern_samples_to_json (const SkyPatterns *patterns);

G_END_DECLS
