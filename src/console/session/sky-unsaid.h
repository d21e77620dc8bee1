/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody wanted to say of a finding and the ledger does not have: others spoke of the
 * finding first, whom the reviewer had not heard, or it could not be written. What was typed is
 * kept in it until it is said or given up. */
#pragma once

#include "sky-ledger.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

typedef struct
{
  char *key;   /* of the finding */
  char *label; /* which it is, for people */
  gboolean undoes;
  SkyLedgerAction action; /* unless it undoes */
  char *text;             /* what was typed; NULL: nothing */
  GPtrArray *said;        /* of SkyLedgerEntry: what others said first; none: it failed */
  char *cause;            /* why it failed; NULL: others were first */
} SkyUnsaid;

/* Of @finding. What others said is not in it yet. */
SkyUnsaid *sky_unsaid_new (const SkyStoredFinding *finding,
                           gboolean undoes,
                           SkyLedgerAction action,
                           const char *text) G_GNUC_WARN_UNUSED_RESULT;
void sky_unsaid_free (SkyUnsaid *self);

/* Notes what others than @credential said of the finding after the entry @seen. @n takes how many
 * entries that is. */
gboolean sky_unsaid_read (SkyUnsaid *self,
                          SkyStore *store,
                          const char *credential,
                          gint64 seen,
                          guint *n,
                          GError **error);

/* What others said, or why it failed, an entry a line; and what was wanted. Each returns a new
 * string, translated. */
char *sky_unsaid_dup_others (const SkyUnsaid *self) G_GNUC_WARN_UNUSED_RESULT;
char *sky_unsaid_dup_own (const SkyUnsaid *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyUnsaid, sky_unsaid_free)

G_END_DECLS
