/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signatures of the ledger. Digests tell what was changed in a ledger whose end is known;
 * signatures tell it of one that was rewritten whole as well: nobody can sign for another. */
#pragma once

#include "sky-person.h"

G_BEGIN_DECLS

/* Checks signatures entry by entry, in the ledger's order: each by the certificate that its
 * reviewer was registered with at that point. */
typedef struct _SkySignatureCheck SkySignatureCheck;

SkySignatureCheck *sky_signature_check_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_signature_check_free (SkySignatureCheck *self);

/* The clock that entries must not be ahead of; SKY_TIME_NONE, as at first: none is known. */
void sky_signature_check_set_now (SkySignatureCheck *self, SkyTime now);

/* Looks at the next entry. Returns: NULL when its signature is as it must be, and so are its time,
 * the name that it shows and whom it seconds; else all that is wrong, a new string that goes on
 * from "Entry 7 " and ends with a full stop. An unsigned entry is as it must be until the first
 * person is registered. Who is registered by an entry that is forged is not registered. */
char *sky_signature_check_next (SkySignatureCheck *self, const SkyLedgerEntry *entry);

/* The same, each thing that is wrong by itself and without a full stop: adds them to @wrong, an
 * array of new strings. */
void
sky_signature_check_each (SkySignatureCheck *self, const SkyLedgerEntry *entry, GPtrArray *wrong);

/* Whether @entry, which comes somewhere behind those looked at and before the next one about a
 * person, was said by whom it names. */
gboolean sky_signature_check_believes (SkySignatureCheck *self, const SkyLedgerEntry *entry);

/* How many signatures were good. */
guint64 sky_signature_check_get_n_signed (const SkySignatureCheck *self);

/* The people as the entries looked at left them (SkyPersons). */
GPtrArray *sky_signature_check_get_people (SkySignatureCheck *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySignatureCheck, sky_signature_check_free)

G_END_DECLS
