/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The people who write in the ledger: credential, name, role and X.509 certificate. Who is
 * registered, expires and is revoked are entries of the ledger themselves, so that whoever has the
 * ledger has the certificates that its signatures are checked with, and who vouched for them.
 *
 * As long as nobody is registered anybody may write unsigned. From the first registration on the
 * store refuses entries of people who are not registered, of those revoked or expired, what their
 * role does not allow, and what is not signed. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* The names stand in the ledger, the numbers do not. */
typedef enum
{
  SKY_PERSON_OPERATOR,     /* "operator": reviews */
  SKY_PERSON_INVESTIGATOR, /* "investigator": cases, exports and people besides */
  SKY_PERSON_AUDITOR,      /* "auditor": reads and verifies; may note */
  SKY_N_PERSON_ROLES,
} SkyPersonRole;

const char *sky_person_role_to_name (SkyPersonRole role);
gboolean sky_person_role_from_name (const char *name, SkyPersonRole *role);

/* TRUE when people of @role may make entries of @action. */
gboolean sky_person_role_allows (SkyPersonRole role, SkyLedgerAction action);

typedef struct
{
  char *credential;
  char *name;
  SkyPersonRole role;
  char *certificate; /* PEM */
  SkyTime expires;   /* of the certificate, or earlier */
  gint64 entry;      /* that registered them with this certificate */
  SkyTime registered_at;
  gint64 revocation; /* the entry that revoked them; 0: none */
  SkyTime revoked_at;
  char *reason; /* of the revocation; NULL: none */
} SkyPerson;

void sky_person_free (SkyPerson *self);

/* The person with @credential among @people (SkyPersons), or NULL. */
SkyPerson *sky_people_find (GPtrArray *people, const char *credential);

/* Brings @people up to date with an entry of the ledger; entries that are not about people change
 * nothing. Entries are given in their order. */
void sky_people_apply (GPtrArray *people, const SkyLedgerEntry *entry);

/* Returns: an empty array of SkyPersons. */
GPtrArray *sky_people_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* Registers @person, or gives one who is registered another role, name or certificate (all but
 * entry, revocation and reason are read). The first to be registered registers themselves. */
gboolean sky_store_add_person (SkyStore *self,
                               const SkyReviewer *reviewer,
                               const SkyPerson *person,
                               GError **error);

/* From @at on the person writes nothing more. */
gboolean sky_store_expire_person (SkyStore *self,
                                  const SkyReviewer *reviewer,
                                  const char *credential,
                                  SkyTime at,
                                  GError **error);

/* At once and for good, for instance because the key was lost. @reason must be said. */
gboolean sky_store_revoke_person (SkyStore *self,
                                  const SkyReviewer *reviewer,
                                  const char *credential,
                                  const char *reason,
                                  GError **error);

/* Returns: SkyPersons as they were registered, those revoked and expired too. */
GPtrArray *sky_store_list_people (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPerson, sky_person_free)

G_END_DECLS
