/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The people who write in the ledger: credential, name, role and X.509 certificate. Registrations,
 * expiries and revocations are entries of the ledger themselves. So the ledger includes the
 * certificates that verify its signatures, and who registered them.
 *
 * Until the first registration, anyone may write unsigned. From then on the store refuses entries
 * that are unsigned, by people who are unregistered, revoked or expired, or beyond their role. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* The ledger has the names, not the numbers. */
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

/* Updates @people by an entry of the ledger; entries not about people change nothing. Call it in
 * the order of the entries. */
void sky_people_apply (GPtrArray *people, const SkyLedgerEntry *entry);

/* Returns: an empty array of SkyPersons. */
GPtrArray *sky_people_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* Registers @person, or changes a registered person's role, name or certificate. Reads all members
 * but entry, revocation and reason. The first person registers themselves. */
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

/* Takes effect at once and permanently, for instance after the key was lost. @reason is
 * required. */
gboolean sky_store_revoke_person (SkyStore *self,
                                  const SkyReviewer *reviewer,
                                  const char *credential,
                                  const char *reason,
                                  GError **error);

/* Returns SkyPersons in the order of registration, including those revoked and expired. */
GPtrArray *sky_store_list_people (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPerson, sky_person_free)

G_END_DECLS
