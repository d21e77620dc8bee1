/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verifying the ledger. All is well when the entries are numbered without a gap, each has the
 * digest of its own bytes and names that of the entry before, and the head names the last. When
 * something is wrong the chain is walked back from the head: each entry vouches, by the digest that
 * it names, for the one before it, and what nobody vouches for was changed, moved or put there. */
#include "config.h"

#include "sky-store-private.h"

#include "sky-phrase.h"
#include "sky-shown-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* So many faults are told; a ledger that has more was rewritten. */
#define MOST_FAULTS 1000

/* An entry's number when the search for it among so many is given up. */
#define MOST_NUMBERS_TRIED 100000

#define GENESIS "0000000000000000000000000000000000000000000000000000000000000000"

typedef struct
{
  gint64 place;  /* the number under which it stands */
  gint64 number; /* the number that its digest was made with; 0: none fits its bytes */
  char previous[SKY_DIGEST_HEX_SIZE];
  char digest[SKY_DIGEST_HEX_SIZE];
  gboolean vouched;
} Link;

typedef struct
{
  SkyStore *store;
  GPtrArray *faults;
  GArray *links;         /* of Link, by place */
  GHashTable *by_digest; /* digest → Link */
  gint64 head_number;
  char head_digest[SKY_DIGEST_HEX_SIZE];
} Verification;

void
sky_ledger_fault_free (SkyLedgerFault *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self);
}

char *
sky_ledger_fault_show (const SkyLedgerFault *self)
{
  g_autofree char *text = sky_phrase_show (self->text);

  return sky_text_show (text);
}

G_GNUC_PRINTF (4, 5)
static void
add_fault (GPtrArray *faults, SkyLedgerFaultKind kind, gint64 number, const char *format, ...)
{
  SkyLedgerFault *fault;
  va_list arguments;

  if (faults->len >= MOST_FAULTS)
    return;
  fault = g_new0 (SkyLedgerFault, 1);
  fault->kind = kind;
  fault->number = number;
  va_start (arguments, format);
  fault->text = sky_phrase_va (format, arguments);
  va_end (arguments);
  g_ptr_array_add (faults, fault);
}

/* The triggers must be there, be ours, and be alone: another could change what is written. */
static gboolean
verify_guards (Verification *self, GError **error)
{
  const SkyEngine *engine = self->store->engine;
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row = TRUE;

  statement = sky_statement_get (self->store, engine->list_triggers, error);
  if (statement == NULL)
    return FALSE;
  while (row)
    {
      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (row)
        g_hash_table_insert (found, g_strdup (sky_statement_text (statement, 0)),
                             g_strdup (sky_statement_text (statement, 1)));
    }

  for (const SkyStoreTrigger *trigger = engine->triggers; trigger->name != NULL; trigger++)
    {
      const char *sql = g_hash_table_lookup (found, trigger->name);

      if (sql == NULL)
        add_fault (
            self->faults, SKY_LEDGER_UNGUARDED, 0,
            N_ ("The database no longer refuses changes of the ledger: its trigger %s is gone."),
            trigger->name);
      else if (strcmp (sql, trigger->sql) != 0)
        add_fault (
            self->faults, SKY_LEDGER_UNGUARDED, 0,
            N_ ("The database no longer refuses changes of the ledger: its trigger %s is not "
                "the one that Skyward made."),
            trigger->name);
      g_hash_table_remove (found, trigger->name);
    }
  if (g_hash_table_size (found) > 0)
    add_fault (self->faults, SKY_LEDGER_UNGUARDED, 0,
               N_ ("The database has triggers that Skyward did not make."));
  return TRUE;
}

static gboolean
read_head (Verification *self, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  g_strlcpy (self->head_digest, GENESIS, sizeof self->head_digest);
  statement = sky_statement_get (self->store, "SELECT number, digest FROM ledger_head", error);
  if (statement == NULL || !sky_statement_next (statement, &row, error))
    return FALSE;
  if (!row)
    {
      add_fault (self->faults, SKY_LEDGER_UNGUARDED, 0,
                 N_ ("The head of the ledger is gone: whether its last entries are there cannot be "
                     "told."));
      self->head_number = -1;
      return TRUE;
    }
  self->head_number = sky_statement_int (statement, 0);
  g_strlcpy (self->head_digest, sky_statement_text (statement, 1), sizeof self->head_digest);
  return TRUE;
}

/* Goes through the entries in their order. @good takes whether the chain is whole. */
static gboolean
walk (Verification *self, guint64 *n_entries, gboolean *good, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  char previous[SKY_DIGEST_HEX_SIZE] = GENESIS;
  gboolean row = TRUE;

  *n_entries = 0;
  *good = TRUE;
  statement = sky_statement_get (self->store, SKY_LEDGER_COLUMNS "ORDER BY number", error);
  if (statement == NULL)
    return FALSE;
  while (TRUE)
    {
      g_autoptr (SkyLedgerEntry) entry = NULL;
      char digest[SKY_DIGEST_HEX_SIZE];

      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (!row)
        break;
      entry = sky_ledger_entry_read (statement);
      sky_ledger_entry_digest (entry, digest);
      ++*n_entries;
      if ((guint64) entry->number != *n_entries || strcmp (entry->previous, previous) != 0
          || strcmp (entry->digest, digest) != 0)
        *good = FALSE;
      g_strlcpy (previous, entry->digest, sizeof previous);
    }
  if (self->head_number < 0)
    self->head_number = *n_entries;
  else if ((guint64) self->head_number != *n_entries || strcmp (self->head_digest, previous) != 0)
    *good = FALSE;
  return TRUE;
}

/* The number that @entry was digested with: its own, or that of the place it was moved from. */
static gint64
find_number (SkyLedgerEntry *entry, gint64 highest)
{
  gint64 place = entry->number;
  char digest[SKY_DIGEST_HEX_SIZE];

  sky_ledger_entry_digest (entry, digest);
  if (strcmp (digest, entry->digest) == 0)
    return place;

  /* Most that were moved were moved by a little. */
  for (gint64 i = 1; i <= MIN (highest, MOST_NUMBERS_TRIED); i++)
    for (int sign = -1; sign <= 1; sign += 2)
      {
        if ((sign < 0 && place <= i) || (sign > 0 && (place > G_MAXINT64 - i)))
          continue;
        entry->number = place + sign * i;
        if (entry->number > highest)
          continue;
        sky_ledger_entry_digest (entry, digest);
        if (strcmp (digest, entry->digest) == 0)
          return entry->number;
      }
  return 0;
}

static gboolean
read_links (Verification *self, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gint64 highest = self->head_number;
  gboolean row;

  statement = sky_statement_get (self->store, SKY_LEDGER_COLUMNS "ORDER BY number", error);
  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      g_autoptr (SkyLedgerEntry) entry = NULL;
      Link link = { 0 };

      if (!row)
        {
          for (guint i = 0; i < self->links->len; i++)
            {
              Link *added = &g_array_index (self->links, Link, i);
              const Link *other = g_hash_table_lookup (self->by_digest, added->digest);

              /* Of copies, the one that fits its place counts. */
              if (other == NULL || (other->number != other->place && added->number == added->place))
                g_hash_table_replace (self->by_digest, added->digest, added);
            }
          return TRUE;
        }
      entry = sky_ledger_entry_read (statement);
      link.place = entry->number;
      g_strlcpy (link.previous, entry->previous, sizeof link.previous);
      g_strlcpy (link.digest, entry->digest, sizeof link.digest);
      highest = MAX (highest, self->links->len + 1);
      link.number = find_number (entry, highest);
      g_array_append_val (self->links, link);
    }
  return FALSE;
}

/* The entry that stands where the number @number should; NULL: none does. */
static Link *
find_link (Verification *self, gint64 number, gboolean by_place)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      Link *link = &g_array_index (self->links, Link, i);

      if (!link->vouched && (by_place ? link->place : link->number) == number)
        return link;
    }
  return NULL;
}

static void
report_vouched (Verification *self, const Link *link, gint64 number)
{
  if (link->number == 0)
    add_fault (self->faults, SKY_LEDGER_CHANGED, number,
               N_ ("Entry %" PRId64 " was changed: its digest is not that of its words."), number);
  else if (link->place != number)
    add_fault (self->faults, SKY_LEDGER_REORDERED, number,
               N_ ("Entry %" PRId64 " was moved: it stands at %" PRId64 "."), number, link->place);
}

/* The digest that an entry which was changed names as the one before, if that can be so: it may
 * have been changed too. NULL: nothing is known of the entry before. */
static const char *
name_before (Verification *self, const Link *link, gint64 number)
{
  const Link *before = g_hash_table_lookup (self->by_digest, link->previous);

  if (before == NULL || before->vouched)
    return NULL;
  return (before->number != 0 ? before->number : before->place) == number - 1 ? link->previous
                                                                              : NULL;
}

/* Walks the chain back from the head and tells what does not hold. */
static void
diagnose (Verification *self)
{
  const char *wanted = self->head_digest;

  for (gint64 number = self->head_number; number > 0; number--)
    {
      Link *link = wanted != NULL ? g_hash_table_lookup (self->by_digest, wanted) : NULL;

      if (link != NULL && !link->vouched && (link->number == number || link->number == 0))
        {
          link->vouched = TRUE;
          report_vouched (self, link, number);
          wanted = link->number != 0 ? link->previous : name_before (self, link, number);
          continue;
        }

      /* Nobody vouches for what stands here. An entry that was digested anew after it was changed
       * fits its place; else what should be here is gone, and another may have slipped in. */
      link = find_link (self, number, TRUE);
      if (link != NULL && (link->number == number || link->number == 0))
        {
          link->vouched = TRUE;
          if (wanted == NULL && link->number == number)
            {
              wanted = link->previous;
              continue;
            }
          add_fault (
              self->faults, SKY_LEDGER_CHANGED, number,
              N_ ("Entry %" PRId64 " was changed: it has another digest than its successor names."),
              number);
          wanted = name_before (self, link, number);
          continue;
        }
      link = find_link (self, number, FALSE);
      if (link != NULL && wanted == NULL)
        {
          link->vouched = TRUE;
          report_vouched (self, link, number);
          wanted = link->previous;
          continue;
        }
      add_fault (self->faults, SKY_LEDGER_REMOVED, number, N_ ("Entry %" PRId64 " was removed."),
                 number);
      wanted = NULL;
    }

  for (guint i = 0; i < self->links->len; i++)
    {
      const Link *link = &g_array_index (self->links, Link, i);

      if (!link->vouched)
        add_fault (self->faults, SKY_LEDGER_ADDED, link->place,
                   N_ ("The entry at %" PRId64
                       " was added from outside: the ledger's chain does not lead to it."),
                   link->place);
    }
}

static gint
compare_faults (gconstpointer a, gconstpointer b)
{
  const SkyLedgerFault *first = *(const SkyLedgerFault *const *) a;
  const SkyLedgerFault *second = *(const SkyLedgerFault *const *) b;

  return first->number != second->number ? (first->number > second->number ? 1 : -1)
                                         : (gint) first->kind - (gint) second->kind;
}

gboolean
sky_store_check_sees_all (SkyStore *self, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (
      self, "SELECT 1",
      "SELECT CASE WHEN row_security_active ('ledger') AND NOT sees ('') THEN 0 ELSE 1 END", error);
  gint64 sees;

  if (statement == NULL || !sky_statement_get_int (statement, &sees, NULL, error))
    return FALSE;
  return sees != 0
         || sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                              _ ("a ledger is verified by a role that sees all of it"));
}

GPtrArray *
sky_store_ledger_verify (SkyStore *self, guint64 *n_entries, GError **error)
{
  g_autoptr (GPtrArray) faults =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_fault_free);
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (Link));
  g_autoptr (GHashTable) by_digest = g_hash_table_new (g_str_hash, g_str_equal);
  Verification verification = {
    .store = self, .faults = faults, .links = links, .by_digest = by_digest
  };
  guint64 n_found;
  gboolean good;

  if (!sky_store_snapshot_begin (&snapshot, self, error) || !sky_store_check_sees_all (self, error)
      || !verify_guards (&verification, error) || !read_head (&verification, error)
      || !walk (&verification, &n_found, &good, error))
    return NULL;
  if (!good)
    {
      if (!read_links (&verification, error))
        return NULL;
      diagnose (&verification);
      g_ptr_array_sort (faults, compare_faults);
    }
  else if (!sky_store_verify_reviews (self, faults, error))
    return NULL;
  if (n_entries != NULL)
    *n_entries = n_found;
  return g_steal_pointer (&faults);
}
