/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signatures of the ledger. Digests reveal changes in a ledger whose end is known. Signatures
 * also reveal a ledger that was rewritten completely: nobody can sign for another person. */
#pragma once

#include "sky-person.h"

G_BEGIN_DECLS

/* Checks signatures entry by entry, in the ledger's order, each by its reviewer's certificate at
 * that point. */
typedef struct _SkySignatureCheck SkySignatureCheck;

SkySignatureCheck *sky_signature_check_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_signature_check_free (SkySignatureCheck *self);

/* The clock that entries must not be ahead of; SKY_TIME_NONE, the default: unknown. */
void sky_signature_check_set_now (SkySignatureCheck *self, SkyTime now);

/* Checks the next entry. Returns NULL if its signature is valid, as are its time, the name that it
 * shows and the person it seconds. Otherwise returns all faults, a new string that continues "Entry
 * 7 " and ends with a full stop. Before the first registration, an unsigned entry is valid. A
 * forged entry registers nobody. */
char *sky_signature_check_next (SkySignatureCheck *self, const SkyLedgerEntry *entry);

/* The same, each thing that is wrong by itself and without a full stop: adds them to @wrong, an
 * array of new strings. */
void
sky_signature_check_each (SkySignatureCheck *self, const SkyLedgerEntry *entry, GPtrArray *wrong);

/* Whether the person named in @entry wrote it. The entry follows those checked and precedes the
 * next one about a person. */
gboolean sky_signature_check_believes (SkySignatureCheck *self, const SkyLedgerEntry *entry);

/* How many signatures were good. */
guint64 sky_signature_check_get_n_signed (const SkySignatureCheck *self);

/* The people after the checked entries (SkyPersons). */
GPtrArray *sky_signature_check_get_people (SkySignatureCheck *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySignatureCheck, sky_signature_check_free)

G_END_DECLS
