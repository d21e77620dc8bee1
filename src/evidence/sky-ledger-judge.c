/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-ledger-judge.h"

#include <string.h>

#include "sky-ledger-log.h"
#include "sky-ledger-signatures.h"
#include "sky-phrase.h"

/* Entries that are read at a time. */
#define PAGE 1000
/* So many faults are told; a ledger that has more was rewritten. */
#define MOST_FAULTS 1000

/* The register as it stood after each of its entries: an entry is judged by the one of its time. */
typedef struct
{
  gint64 known;       /* the entries up to this number were looked through for such about people */
  GPtrArray *entries; /* of SkyLedgerEntry: those about people */
  GPtrArray *checks;  /* of SkySignatureCheck: [n] has looked at n of them; NULL: not made yet */
} Judge;

static void
check_free (gpointer data)
{
  sky_signature_check_free (data);
}

static void
judge_free (gpointer data)
{
  Judge *self = data;

  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->checks);
  g_free (self);
}

static gint
compare_entries (gconstpointer a, gconstpointer b)
{
  const SkyLedgerEntry *first = *(const SkyLedgerEntry *const *) a;
  const SkyLedgerEntry *second = *(const SkyLedgerEntry *const *) b;

  return (first->number > second->number) - (first->number < second->number);
}

/* Brings the register up to the entry @number. */
static gboolean
look_up_people (Judge *self, SkyStore *store, gint64 number, GError **error)
{
  static const SkyLedgerAction actions[] = { SKY_LEDGER_PERSON_ADD, SKY_LEDGER_PERSON_EXPIRE,
                                             SKY_LEDGER_PERSON_REVOKE };
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);

  if (number <= self->known)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autoptr (GPtrArray) entries = sky_store_ledger_list_action (store, actions[i], error);

      if (entries == NULL)
        return FALSE;
      while (entries->len > 0)
        g_ptr_array_add (found, g_ptr_array_steal_index (entries, entries->len - 1));
    }
  g_ptr_array_sort (found, compare_entries);
  while (found->len > 0)
    {
      SkyLedgerEntry *entry = g_ptr_array_steal_index (found, 0);

      if (entry->number > self->known && entry->number <= number)
        g_ptr_array_add (self->entries, entry);
      else
        sky_ledger_entry_free (entry);
    }
  g_ptr_array_set_size (self->checks, (gint) self->entries->len + 1);
  self->known = number;
  return TRUE;
}

static SkySignatureCheck *
get_check (Judge *self, guint n)
{
  SkySignatureCheck *check = self->checks->pdata[n];

  if (check == NULL)
    {
      check = self->checks->pdata[n] = sky_signature_check_new ();
      for (guint i = 0; i < n; i++)
        g_free (sky_signature_check_next (check, self->entries->pdata[i]));
    }
  return check;
}

static gboolean
believe (gpointer judge,
         SkyStore *store,
         const SkyLedgerEntry *entry,
         gboolean *believed,
         GError **error)
{
  Judge *self = judge;
  guint n = 0;

  if (!look_up_people (self, store, entry->number - 1, error))
    return FALSE;
  while (n < self->entries->len
         && ((const SkyLedgerEntry *) self->entries->pdata[n])->number < entry->number)
    n++;
  *believed = sky_signature_check_believes (get_check (self, n), entry);
  return TRUE;
}

void
sky_ledger_hold_to_signatures (SkyStore *store)
{
  Judge *self = g_new0 (Judge, 1);

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  self->checks = g_ptr_array_new_with_free_func (check_free);
  g_ptr_array_set_size (self->checks, 1);
  sky_store_set_judge (store, believe, self, judge_free);
}

static gint
compare_faults (gconstpointer a, gconstpointer b)
{
  const SkyLedgerFault *first = *(const SkyLedgerFault *const *) a;
  const SkyLedgerFault *second = *(const SkyLedgerFault *const *) b;

  return first->number != second->number ? (first->number > second->number ? 1 : -1)
                                         : (gint) first->kind - (gint) second->kind;
}

static void
add_fault (GPtrArray *faults, gint64 number, const char *wrong)
{
  SkyLedgerFault *fault = g_new0 (SkyLedgerFault, 1);

  fault->kind = SKY_LEDGER_CHANGED;
  fault->number = number;
  fault->text = sky_phrase ("Entry %" PRId64 " %s.", number, wrong);
  g_ptr_array_add (faults, fault);
}

GPtrArray *
sky_ledger_verify_signed (SkyStore *store, guint64 *n_entries, guint64 *n_signed, GError **error)
{
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (SkySignatureCheck) check = sky_signature_check_new ();
  g_autoptr (GArray) leaves = NULL;
  gint64 last = 0;
  gboolean more = TRUE;

  sky_ledger_hold_to_signatures (store);
  faults = sky_store_ledger_verify (store, n_entries, error);
  sky_signature_check_set_now (check, g_get_real_time ());
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
          g_autoptr (GPtrArray) wrong = g_ptr_array_new_with_free_func (g_free);

          last = entry->number;
          sky_signature_check_each (check, entry, wrong);
          for (guint k = 0; k < wrong->len && faults->len < MOST_FAULTS; k++)
            add_fault (faults, entry->number, wrong->pdata[k]);
        }
    }
  leaves = sky_store_list_leaves (store, 0, error);
  if (leaves == NULL || !sky_ledger_check_kept (store, leaves, faults, error))
    return NULL;
  g_ptr_array_sort (faults, compare_faults);
  if (n_signed != NULL)
    *n_signed = sky_signature_check_get_n_signed (check);
  return g_steal_pointer (&faults);
}
