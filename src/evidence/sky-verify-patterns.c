/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns in the case: each is computed again from the counts that its entry has. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "sky-pattern-record.h"
#include "sky-shown-text.h"
#include "sky-verify-private.h"

void
sky_verify_patterns (SkyVerification *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      SkyLedgerEntry *entry = self->entries->pdata[i];
      g_autofree char *name = NULL;
      g_autofree char *cause = NULL;
      g_autofree char *shown = NULL;
      gboolean holds;

      if (entry->target != self->case_id
          || g_hash_table_contains (self->taken_back, &entry->number))
        continue;
      holds = sky_pattern_check_record (entry->data, &name, &cause);
      if (name == NULL)
        continue;
      shown = sky_text_show (name);
      if (holds)
        sky_verification_say (self, SKY_VERIFY_HOLDS,
                              "ledger.jsonl: entry %" PRId64
                              ": the evidence of the pattern %s follows from its counts",
                              entry->number, shown);
      else
        sky_verification_say (
            self, SKY_VERIFY_FAILS,
            "ledger.jsonl: entry %" PRId64
            ": the evidence of the pattern %s does not follow from its counts: %s",
            entry->number, shown, cause);
    }
}
