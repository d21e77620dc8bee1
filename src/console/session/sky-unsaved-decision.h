/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An entry about a finding that the ledger does not have. Either others decided first, which the
 * reviewer had not seen, or it could not be written. It keeps the typed text until the person
 * writes or discards it. */
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
  char *text;             /* the typed text; NULL: none */
  GPtrArray *said;        /* of SkyLedgerEntry: what others said first; none: it failed */
  char *cause;            /* why it failed; NULL: others were first */
} SkyUnsavedDecision;

/* For @finding. It does not have others' entries yet. */
SkyUnsavedDecision *sky_unsaved_decision_new (const SkyStoredFinding *finding,
                                              gboolean undoes,
                                              SkyLedgerAction action,
                                              const char *text) G_GNUC_WARN_UNUSED_RESULT;
void sky_unsaved_decision_free (SkyUnsavedDecision *self);

/* Notes the entries about the finding by others than @credential after the entry @seen. @n takes
 * their number. */
gboolean sky_unsaved_decision_read (SkyUnsavedDecision *self,
                                    SkyStore *store,
                                    const char *credential,
                                    gint64 seen,
                                    guint *n,
                                    GError **error);

/* The finding; others' entries, or the reason of the failure, one per line; and the person's own
 * entry. Times are in @zone (NULL: UTC). Each returns a new string, translated. */
char *sky_unsaved_decision_dup_label (const SkyUnsavedDecision *self,
                                      GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;
char *sky_unsaved_decision_dup_others (const SkyUnsavedDecision *self,
                                       GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;
char *sky_unsaved_decision_dup_own (const SkyUnsavedDecision *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyUnsavedDecision, sky_unsaved_decision_free)

G_END_DECLS
