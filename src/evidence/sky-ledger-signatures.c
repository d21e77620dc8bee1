/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-ledger-signatures.h"

#include "sky-certificate.h"

/* Entries that are read at a time. */
#define PAGE 1000

/* So many faults are told; a ledger that has more was rewritten. */
#define MOST_FAULTS 1000

struct _SkySignatureCheck
{
  GPtrArray *people;        /* of SkyPerson */
  GHashTable *certificates; /* PEM → SkyCertificate, of those that were used */
  guint64 n_signed;
  guint64 n_unsigned;
};

SkySignatureCheck *
sky_signature_check_new (void)
{
  SkySignatureCheck *self = g_new0 (SkySignatureCheck, 1);

  self->people = sky_people_new ();
  self->certificates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                              (GDestroyNotify) sky_certificate_unref);
  return self;
}

void
sky_signature_check_free (SkySignatureCheck *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->people);
  g_hash_table_unref (self->certificates);
  g_free (self);
}

/* Returns: (nullable): borrowed. */
static SkyCertificate *
get_certificate (SkySignatureCheck *self, const SkyPerson *person)
{
  SkyCertificate *certificate = g_hash_table_lookup (self->certificates, person->certificate);

  if (certificate == NULL)
    {
      certificate = sky_certificate_new_from_pem (person->certificate, NULL);
      if (certificate != NULL)
        g_hash_table_insert (self->certificates, g_strdup (person->certificate), certificate);
    }
  return certificate;
}

static char *
check_entry (SkySignatureCheck *self, const SkyPerson *person, const SkyLedgerEntry *entry)
{
  g_autoptr (GString) json = g_string_new (NULL);
  SkyCertificate *certificate;
  SkyLedgerAction action;

  if (person == NULL)
    return g_strdup_printf ("is by %s, who was not registered then.", entry->credential);
  if (entry->signature == NULL)
    return g_strdup ("has lost its signature.");
  certificate = get_certificate (self, person);
  if (certificate == NULL)
    return g_strdup_printf ("cannot be checked: the certificate of %s is none.", person->name);
  sky_ledger_entry_write_digested (entry, json);
  if (!sky_certificate_verify (certificate, json->str, json->len, entry->signature))
    return g_strdup_printf ("was not signed with the key of %s as it stands.", person->name);
  if (person->revocation != 0 && person->revocation < entry->number)
    return g_strdup_printf ("was signed after the certificate of %s was revoked.", person->name);
  if (person->expires <= entry->at)
    return g_strdup_printf ("was signed after the certificate of %s had expired.", person->name);
  if (sky_ledger_action_from_name (entry->action, &action)
      && !sky_person_role_allows (person->role, action))
    return g_strdup_printf ("is nothing that %s, registered as %s, may do.", person->name,
                            sky_person_role_to_name (person->role));
  return NULL;
}

char *
sky_signature_check_next (SkySignatureCheck *self, const SkyLedgerEntry *entry)
{
  gboolean first = self->people->len == 0;
  char *fault = NULL;

  /* Who registers first signs with the certificate that the entry itself brings. */
  if (first)
    sky_people_apply (self->people, entry);
  if (self->people->len == 0)
    {
      if (entry->signature != NULL)
        return g_strdup ("is signed by somebody who was not registered then.");
      self->n_unsigned++;
      return NULL;
    }
  fault = check_entry (self, sky_people_find (self->people, entry->credential), entry);
  if (fault == NULL)
    self->n_signed++;
  if (!first)
    sky_people_apply (self->people, entry);
  return fault;
}

guint64
sky_signature_check_get_n_signed (const SkySignatureCheck *self)
{
  return self->n_signed;
}

guint64
sky_signature_check_get_n_unsigned (const SkySignatureCheck *self)
{
  return self->n_unsigned;
}

GPtrArray *
sky_signature_check_get_people (SkySignatureCheck *self)
{
  return self->people;
}

static gboolean
is_named (GPtrArray *faults, gint64 number)
{
  for (guint i = 0; i < faults->len; i++)
    if (((const SkyLedgerFault *) faults->pdata[i])->number == number)
      return TRUE;
  return FALSE;
}

static gint
compare_faults (gconstpointer a, gconstpointer b)
{
  const SkyLedgerFault *first = *(const SkyLedgerFault *const *) a;
  const SkyLedgerFault *second = *(const SkyLedgerFault *const *) b;

  return (first->number > second->number) - (first->number < second->number);
}

GPtrArray *
sky_ledger_verify_signed (SkyStore *store, guint64 *n_entries, guint64 *n_signed, GError **error)
{
  g_autoptr (GPtrArray) faults = sky_store_ledger_verify (store, n_entries, error);
  g_autoptr (SkySignatureCheck) check = sky_signature_check_new ();
  gint64 last = 0;
  gboolean more = TRUE;

  if (faults == NULL)
    return NULL;
  while (more)
    {
      g_autoptr (GPtrArray) entries = sky_store_ledger_list (store, NULL, last, PAGE, error);

      if (entries == NULL)
        return NULL;
      more = entries->len > 0;
      for (guint i = 0; i < entries->len; i++)
        {
          const SkyLedgerEntry *entry = entries->pdata[i];
          g_autofree char *wrong = sky_signature_check_next (check, entry);
          SkyLedgerFault *fault;

          last = entry->number;
          /* What the chain has named is named once. */
          if (wrong == NULL || faults->len >= MOST_FAULTS || is_named (faults, entry->number))
            continue;
          fault = g_new0 (SkyLedgerFault, 1);
          fault->kind = SKY_LEDGER_CHANGED;
          fault->number = entry->number;
          fault->text = g_strdup_printf ("Entry %" G_GINT64_FORMAT " %s", entry->number, wrong);
          g_ptr_array_add (faults, fault);
        }
    }
  g_ptr_array_sort (faults, compare_faults);
  if (n_signed != NULL)
    *n_signed = sky_signature_check_get_n_signed (check);
  return g_steal_pointer (&faults);
}
