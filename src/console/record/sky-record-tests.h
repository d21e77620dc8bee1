/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test rounds among the stretches of a plan. Their recordings and their true log lie in the folder
 * "tests" of the plan's own. They are recorded into a log there, a stretch before some windows of
 * the plan: as many rounds as the plan places there, in their order. Whoever records is not told
 * which stretches these are. */
#pragma once

#include "sky-record-archive.h"

G_BEGIN_DECLS

typedef struct
{
  const SkyRecordArchive *archive; /* borrowed: of the tests */
  const SkyRecordTable *table;     /* likewise */
  GArray *stretches;               /* of SkySpan, one for each window of the plan; empty: none */
} SkyRecordTests;

/* What @archive has for @plan's test rounds of @game. Returns: NULL if the plan has none, or the
 * archive has none for it. */
SkyRecordTests *sky_record_tests_new (const SkyRecordArchive *archive,
                                      const SkyPlan *plan,
                                      SkyGameId game) G_GNUC_WARN_UNUSED_RESULT;
void sky_record_tests_free (SkyRecordTests *self);

/* The stretch of test rounds before the plan's window @window; NULL: there is none. */
const SkySpan *sky_record_tests_get (const SkyRecordTests *self, guint window);

/* What the log of the test rounds says of itself, for the recording whose header is @own; its texts
 * are borrowed from that and from the tests. @path takes where it goes, @opening (nullable) the
 * entries that it begins with. */
void sky_record_tests_make_header (const SkyRecordTests *self,
                                   const SkyLogHeader *own,
                                   SkyLogHeader *header,
                                   char **path,
                                   char ***opening);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyRecordTests, sky_record_tests_free)

G_END_DECLS
