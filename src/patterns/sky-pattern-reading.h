/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns as a store has them: who may see them, and what is kept of them. */
#pragma once

#include "sky-patterns.h"

G_BEGIN_DECLS

typedef struct
{
  const char *property; /* NULL: all */
  SkyDay until;         /* the last gaming day that counts */
  gboolean hold;        /* to earlier reports */
  gboolean people;      /* with those about people */
} SkyPatternsRequest;

/* Whether the person with @credential may see what is about people: investigators and auditors may,
 * and anyone where nobody is registered, unless the store's own role may not read it. @is_auditor
 * takes whether it is an auditor, who writes nothing. */
gboolean sky_patterns_may_see_people (
    SkyStore *store, const char *credential, gboolean *may, gboolean *is_auditor, GError **error);

/* Reads and folds the counts of @store. @n_without takes the number of logs that an earlier Skyward
 * audited without counts. */
SkyPatterns *sky_patterns_read (SkyStore *store,
                                const SkyPatternsRequest *request,
                                guint *n_without,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Keeps what is reported for the first time in @store, which is open for writing. */
gboolean sky_patterns_keep_fresh (const SkyPatterns *self, SkyStore *store, GError **error);

G_END_DECLS
