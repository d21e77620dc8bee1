/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interprets the text of a search for findings. "seat 3" and "round 34", in English or in the
 * user's language, mean these numbers. Any other word is searched for in the finding, in the names
 * of those on duty at its table, and in people's remarks. */
#pragma once

#include "sky-finding-block.h"

G_BEGIN_DECLS

/* Someone was at a table (at that seat; 0: any) from one event of a log to another. */
typedef struct
{
  gint64 log;
  gint64 seat;
  gint64 first_seq;
  gint64 last_seq;
} SkyPresence;

/* Those with @log start here in @presences, which are in the order of their logs. Returns the
 * number of the first whose log is not before @log. */
guint sky_presences_find (const GArray *presences, gint64 log);

/* Adds the rows of @sql to @presences (of SkyPresence). @who is its only value. The rows are log,
 * seat, first and last event, in the order of logs. */
gboolean sky_presences_read (
    SkyStore *store, const char *sql, const char *who, GArray *presences, GError **error);

/* Clears those findings of @block, of @log, in @bits during which nobody of @presences was
 * present. */
void sky_presences_sift (const GArray *presences, gint64 log, const SkyBlock *block, guint64 *bits);

/* One of the things that a finding must have. */
typedef struct
{
  char *word;            /* folded, as by sky_words_wanted(); NULL: the term is a number */
  SkyBlockColumn column; /* of the number */
  gint64 number;
  GArray *on_duty; /* of SkyPresence: whose name or credential has the word; by log */
  GArray *said;    /* of gint64, in order: ids of findings whose remarks have the word */
} SkySearchTerm;

/* Returns (element-type SkySearchTerm) the terms of @text; empty if @text is NULL or blank. NULL
 * with @error set if the store could not be read. */
GPtrArray *
sky_search_read (SkyStore *store, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when any of @terms looks for a word. */
gboolean sky_search_has_words (const GPtrArray *terms);

/* Sets those findings of @block, of @log, in @bits that match @term by number, by people on duty or
 * by remarks. */
void
sky_search_term_find (const SkySearchTerm *term, gint64 log, const SkyBlock *block, guint64 *bits);

G_END_DECLS
