/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rule does to the registers of a table: it opens, finds, closes or renames something, and
 * remembers an event's amount. */
#pragma once

#include "sky-import-table.h"

G_BEGIN_DECLS

/* The objects that steps work on, all borrowed. */
typedef struct
{
  const SkyMap *map;
  SkyImportTable *table;
  SkyMapContext *context;
} SkyImportSteps;

/* What a rule closes: it stays in place while the rule's events are made. */
GArray *sky_import_closed_new (void) G_GNUC_WARN_UNUSED_RESULT;
/* Closes it. */
void sky_import_closed_end (const SkyImportSteps *self, GArray *closed);

/* Does a step. Returns FALSE with @reason, a new string, when the register does not have what it
 * needs. */
gboolean sky_import_step_do (const SkyImportSteps *self,
                             const SkyMapStep *step,
                             GArray *closed,
                             char **reason);

/* Has the registers that the rule names remember the amount of its @event; a negative one is none.
 */
gboolean sky_import_note_amount (const SkyImportSteps *self,
                                 const SkyMapRule *rule,
                                 const SkyMapEvent *event,
                                 SkyMoney amount,
                                 char **reason);

G_END_DECLS
