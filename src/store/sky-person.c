/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-person.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-json.h"
#include "sky-store-private.h"

static const char *const role_names[SKY_N_PERSON_ROLES] = {
  [SKY_PERSON_OPERATOR] = "operator",
  [SKY_PERSON_INVESTIGATOR] = "investigator",
  [SKY_PERSON_AUDITOR] = "auditor",
};

const char *
sky_person_role_to_name (SkyPersonRole role)
{
  g_return_val_if_fail ((guint) role < SKY_N_PERSON_ROLES, NULL);
  return role_names[role];
}

gboolean
sky_person_role_from_name (const char *name, SkyPersonRole *role)
{
  for (guint i = 0; i < SKY_N_PERSON_ROLES; i++)
    if (g_strcmp0 (role_names[i], name) == 0)
      {
        *role = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
sky_person_role_allows (SkyPersonRole role, SkyLedgerAction action)
{
  switch (role)
    {
    case SKY_PERSON_INVESTIGATOR:
      return TRUE;
    case SKY_PERSON_OPERATOR:
      return action <= SKY_LEDGER_BOOKMARK_REMOVE || action == SKY_LEDGER_VIEW
             || action == SKY_LEDGER_PRINT || action == SKY_LEDGER_LINE
             || action == SKY_LEDGER_LOCK;
    case SKY_PERSON_AUDITOR:
      return action == SKY_LEDGER_NOTE || action == SKY_LEDGER_CASE_NOTE;
    case SKY_N_PERSON_ROLES:
    default:
      g_return_val_if_reached (FALSE);
    }
}

void
sky_person_free (SkyPerson *self)
{
  if (self == NULL)
    return;
  g_free (self->credential);
  g_free (self->name);
  g_free (self->certificate);
  g_free (self->reason);
  g_free (self);
}

GPtrArray *
sky_people_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) sky_person_free);
}

SkyPerson *
sky_people_find (GPtrArray *people, const char *credential)
{
  for (guint i = 0; i < people->len; i++)
    {
      SkyPerson *person = people->pdata[i];

      if (g_strcmp0 (person->credential, credential) == 0)
        return person;
    }
  return NULL;
}

/* What the data of an entry about a person says; what is not there stays NULL or 0. */
typedef struct
{
  char *credential;
  char *name;
  char *certificate;
  SkyPersonRole role;
  gboolean has_role;
  SkyTime expires;
} PersonData;

static void
person_data_clear (PersonData *self)
{
  g_clear_pointer (&self->credential, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->certificate, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PersonData, person_data_clear)

/* Returns: FALSE when there is no telling whom the entry is about. */
static gboolean
person_data_read (PersonData *self, const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *role = NULL;
  g_autofree char *expires = NULL;
  const SkyJsonNode *root;
  const char *cause;

  self->expires = SKY_TIME_NONE;
  if (data == NULL)
    return FALSE;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  if (root == NULL)
    return FALSE;
  self->credential = sky_json_dup_text (root, "credential");
  self->name = sky_json_dup_text (root, "name");
  self->certificate = sky_json_dup_text (root, "certificate");
  role = sky_json_dup_text (root, "role");
  self->has_role = sky_person_role_from_name (role, &self->role);
  expires = sky_json_dup_text (root, "expires");
  if (expires != NULL && !sky_time_parse (expires, strlen (expires), &self->expires))
    self->expires = SKY_TIME_NONE;
  return self->credential != NULL;
}

void
sky_people_apply (GPtrArray *people, const SkyLedgerEntry *entry)
{
  g_auto (PersonData) data = { NULL };
  SkyLedgerAction action;
  SkyPerson *person;

  if (!sky_ledger_action_from_name (entry->action, &action) || action < SKY_LEDGER_PERSON_ADD
      || !person_data_read (&data, entry->data))
    return;
  person = sky_people_find (people, data.credential);
  if (action == SKY_LEDGER_PERSON_ADD)
    {
      if (data.name == NULL || data.certificate == NULL || !data.has_role
          || data.expires == SKY_TIME_NONE)
        return;
      if (person == NULL)
        {
          person = g_new0 (SkyPerson, 1);
          person->credential = g_steal_pointer (&data.credential);
          g_ptr_array_add (people, person);
        }
      g_free (person->name);
      g_free (person->certificate);
      g_clear_pointer (&person->reason, g_free);
      person->name = g_steal_pointer (&data.name);
      person->certificate = g_steal_pointer (&data.certificate);
      person->role = data.role;
      person->expires = data.expires;
      person->entry = entry->number;
      person->registered_at = entry->at;
      person->revocation = 0;
      person->revoked_at = 0;
    }
  else if (person != NULL && action == SKY_LEDGER_PERSON_EXPIRE && data.expires != SKY_TIME_NONE)
    person->expires = MIN (person->expires, data.expires);
  else if (person != NULL && action == SKY_LEDGER_PERSON_REVOKE && person->revocation == 0)
    {
      person->revocation = entry->number;
      person->revoked_at = entry->at;
      person->reason = g_strdup (entry->text);
    }
}

GPtrArray *
sky_store_list_people (SkyStore *self, GError **error)
{
  g_autoptr (GPtrArray) people = sky_people_new ();
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self,
                                 SKY_LEDGER_COLUMNS
                                 "WHERE action IN ('person.add', 'person.expire', 'person.revoke') "
                                 "ORDER BY number",
                                 error);
  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      g_autoptr (SkyLedgerEntry) entry = NULL;

      if (!row)
        return g_steal_pointer (&people);
      entry = sky_ledger_entry_read (statement);
      sky_people_apply (people, entry);
    }
  return NULL;
}

/* The first to be registered must be an investigator who registers themselves: nobody else could
 * register anybody after that. */
static gboolean
check_first (SkyStore *store, const SkyReviewer *reviewer, const PersonData *data, GError **error)
{
  if (!data->has_role || data->role != SKY_PERSON_INVESTIGATOR
      || strcmp (data->credential, reviewer->credential) != 0
      || g_strcmp0 (data->name, reviewer->name) != 0)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                             _ ("the first to be registered is an investigator and registers "
                                "themselves"));
  return TRUE;
}

gboolean
sky_store_check_person_entry (
    SkyStore *self, SkyLedgerAction action, const char *text, const char *data, GError **error)
{
  g_auto (PersonData) person = { NULL };
  g_autoptr (GPtrArray) people = sky_store_list_people (self, error);

  if (people == NULL)
    return FALSE;
  if (!person_data_read (&person, data))
    return sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID,
                             "an entry about a person needs their credential");
  if (action == SKY_LEDGER_PERSON_ADD)
    {
      if (person.name == NULL || person.certificate == NULL || !person.has_role
          || person.expires == SKY_TIME_NONE)
        return sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID,
                                 "a person is registered with name, role, certificate and the "
                                 "time when that expires");
      /* Who had two credentials could agree with themselves. */
      for (guint i = 0; i < people->len; i++)
        {
          const SkyPerson *other = people->pdata[i];

          if (strcmp (other->certificate, person.certificate) == 0
              && strcmp (other->credential, person.credential) != 0)
            return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                                     _ ("the certificate is that of %s, credential %s"),
                                     other->name, other->credential);
        }
      return TRUE;
    }
  if (sky_people_find (people, person.credential) == NULL)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                             _ ("nobody is registered with the credential %s"), person.credential);
  if (action == SKY_LEDGER_PERSON_EXPIRE && person.expires == SKY_TIME_NONE)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID,
                             "when a person expires must be said");
  if (action == SKY_LEDGER_PERSON_REVOKE && (text == NULL || *text == '\0'))
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED, "a revocation needs a reason");
  return TRUE;
}

gboolean
sky_store_check_writer (SkyStore *self,
                        const SkyReviewer *reviewer,
                        SkyLedgerAction action,
                        const char *data,
                        SkyTime at,
                        gboolean *must_sign,
                        GError **error)
{
  g_autoptr (GPtrArray) people = sky_store_list_people (self, error);
  const SkyPerson *person;

  if (people == NULL)
    return FALSE;
  *must_sign = people->len > 0 || action >= SKY_LEDGER_PERSON_ADD;
  if (people->len == 0)
    {
      g_auto (PersonData) first = { NULL };

      return action < SKY_LEDGER_PERSON_ADD || !person_data_read (&first, data)
             || check_first (self, reviewer, &first, error);
    }
  person = sky_people_find (people, reviewer->credential);
  if (person == NULL)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             _ ("nobody is registered with the credential %s"),
                             reviewer->credential);
  if (person->revocation != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             _ ("the certificate of %s was revoked: %s"), person->name,
                             person->reason);
  if (person->expires <= at)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             _ ("the certificate of %s has expired"), person->name);
  if (strcmp (person->name, reviewer->name) != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             _ ("the credential %s is registered with the name %s, not %s"),
                             person->credential, person->name, reviewer->name);
  if (!sky_person_role_allows (person->role, action))
    return sky_store_refuse (
        self, error, SKY_STORE_ERROR_REFUSED, _ ("%s is registered as %s and may not do that (%s)"),
        person->name, sky_person_role_to_name (person->role), sky_ledger_action_to_name (action));
  return TRUE;
}
