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
  char *check; /* the finding's, its table and instant */
  char *table;
  SkyTime at;
  gboolean undoes;
  SkyLedgerAction action; /* unless it undoes */
  char *text;             /* what was typed; NULL: nothing */
  GPtrArray *said;        /* of SkyLedgerEntry: what others said first; none: it failed */
  char *cause;            /* why it failed; NULL: others were first */
} SkyUnsavedDecision;

/* Of @finding. What others said is not in it yet. */
SkyUnsavedDecision *sky_unsaved_decision_new (const SkyStoredFinding *finding,
                                              gboolean undoes,
                                              SkyLedgerAction action,
                                              const char *text) G_GNUC_WARN_UNUSED_RESULT;
void sky_unsaved_decision_free (SkyUnsavedDecision *self);

/* Notes what others than @credential said of the finding after the entry @seen. @n takes how many
 * entries that is. */
gboolean sky_unsaved_decision_read (SkyUnsavedDecision *self,
                                    SkyStore *store,
                                    const char *credential,
                                    gint64 seen,
                                    guint *n,
                                    GError **error);

/* Which finding it is; what others said, or why it failed, an entry a line; and what was wanted.
 * Times are in @zone (NULL: UTC). Each returns a new string, translated. */
char *sky_unsaved_decision_dup_label (const SkyUnsavedDecision *self,
                                      GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;
char *sky_unsaved_decision_dup_others (const SkyUnsavedDecision *self,
                                       GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;
char *sky_unsaved_decision_dup_own (const SkyUnsavedDecision *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyUnsavedDecision, sky_unsaved_decision_free)

G_END_DECLS
