/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed into a search of findings, understood. "seat 3" and "round 34", in English or in
 * the user's language, mean these numbers; any other word is looked for in what stands in a
 * finding, in the names of who was on duty at its table then, and in what people said of it. */
#pragma once

#include "sky-finding-block.h"

G_BEGIN_DECLS

/* From one event of a log to another, somebody was at a table (at that seat; 0: at any). */
typedef struct
{
  gint64 log;
  gint64 seat;
  gint64 first_seq;
  gint64 last_seq;
} SkyPresence;

/* Those with @log stand together from here on in @presences, which are in the order of their logs.
 * Returns: the number of the first whose log is not before @log. */
guint sky_presences_find (const GArray *presences, gint64 log);

/* Adds to @presences (of SkyPresence) the rows of @sql, of which @who is the only value: log, seat,
 * first and last event, in the order of logs. */
gboolean sky_presences_read (
    SkyStore *store, const char *sql, const char *who, GArray *presences, GError **error);

/* Clears in @bits those findings of @block, of @log, during which nobody of @presences was there.
 */
void sky_presences_sift (const GArray *presences, gint64 log, const SkyBlock *block, guint64 *bits);

/* One of the things that a finding must have. */
typedef struct
{
  char *word;            /* folded, as sky_words_wanted() has it; NULL: a number is meant */
  SkyBlockColumn column; /* of the number */
  gint64 number;
  GArray *on_duty; /* of SkyPresence: whose name or credential has the word; by log */
  GArray *said;    /* of gint64, in order: ids of the findings of which somebody said the word */
} SkySearchTerm;

/* Returns: (element-type SkySearchTerm): what @text asks for; NULL with @error set when the store
 * could not be read. Empty when @text is NULL or blank. */
GPtrArray *
sky_search_read (SkyStore *store, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when any of @terms looks for a word. */
gboolean sky_search_has_words (const GPtrArray *terms);

/* Sets in @bits those findings of @block, of @log, that have @term by their numbers, by who was on
 * duty or by what was said of them. */
void
sky_search_term_find (const SkySearchTerm *term, gint64 log, const SkyBlock *block, guint64 *bits);

G_END_DECLS
