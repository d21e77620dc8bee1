/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger's notes on patterns: a report, and what became of it, when a person sees it for the
 * first time; and who looked at whom. Operators read the ledger too. So an entry about people has a
 * digest of the report, but not whom it is about. */
#pragma once

#include "sky-ledger.h"
#include "sky-patterns.h"

G_BEGIN_DECLS

/* Adds an entry by @reviewer for each report that the ledger does not have yet. Another entry
 * follows when the report stands otherwise: confirmed, not borne out, or with other evidence
 * because a log came late. Its data are
 *
 *     {"told":"<digest>","property":"Keystone","check":"equipment.wheel-bias","state":"confirmed",
 *      "record":{"pattern":{…}}}
 *
 * where "record" is as in sky-pattern-record.h, and absent of people. @n_noted, nullable, takes how
 * many entries. Returns FALSE when the reviewer may not, and on errors of the store: it adds none
 * then. */
gboolean sky_patterns_note_in_ledger (const SkyPatterns *self,
                                      SkyStore *store,
                                      const SkyReviewer *reviewer,
                                      guint *n_noted,
                                      GError **error);

/* Adds that @reviewer looked at @pattern, which is about people. */
gboolean sky_pattern_note_look (const SkyPattern *pattern,
                                SkyStore *store,
                                const SkyReviewer *reviewer,
                                GError **error);

G_END_DECLS
