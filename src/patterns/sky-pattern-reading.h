/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns as a store has them: who may see them, and what is kept of them. */
#pragma once

#include "sky-counts-query.h"
#include "sky-patterns.h"

G_BEGIN_DECLS

typedef struct
{
  const char *property; /* NULL: all */
  SkyDay until;         /* the last gaming day that counts */
  gboolean hold;        /* to earlier reports */
  gboolean people;      /* with those about people */
  /* Whoever asks for one wheel, set of dice, table, dealer or patron gets at least what is of it;
   * what is kept of others need not be read. NULL: all. */
  const char *unit;
  /* The id of a judged log: only what it has observations of, as far as is known now, without a
   * summary. What has come since a finished day is folded, and no more than that. 0: all. */
  gint64 log;
} SkyPatternsRequest;

/* Whether the person with @credential may see what is about people: investigators and auditors may,
 * and anyone where nobody is registered, unless the store's own role may not read it. @is_auditor
 * takes whether it is an auditor, who writes nothing. */
gboolean sky_patterns_may_see_people (
    SkyStore *store, const char *credential, gboolean *may, gboolean *is_auditor, GError **error);

/* Reads the patterns of @store. Where nothing has changed since, it takes those that are kept;
 * where only later logs have come, it continues the kept fold; else it folds the counts. @n_without
 * takes the number of logs that an earlier Skyward audited without counts. */
SkyPatterns *sky_patterns_read (SkyStore *store,
                                const SkyPatternsRequest *request,
                                guint *n_without,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Folds again what is kept and adds to @differences, a text each, where that is another thing than
 * the counts give. Returns FALSE only when the store cannot be read. */
gboolean sky_patterns_check_kept (SkyStore *store, GPtrArray *differences, GError **error);

/* Whether there is something to keep: a report for the first time, or counts that were folded. */
gboolean sky_patterns_has_news (const SkyPatterns *self);

/* Keeps that in @store, which is open for writing, if its user may (sky-noted-report.h). */
gboolean sky_patterns_keep_news (const SkyPatterns *self, SkyStore *store, GError **error);

G_END_DECLS
