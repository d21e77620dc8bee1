/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-own-entries.h"

/* Entries of one's own, and no other's between them. */
typedef struct
{
  gint64 from; /* the entry that they were said upon */
  gint64 to;   /* the last of them */
} Run;

struct _SkyOwnEntries
{
  GHashTable *runs; /* Run by credential and what they are about; only grows */
};

static void
clear (gpointer data)
{
  SkyOwnEntries *self = data;

  g_hash_table_unref (self->runs);
}

SkyOwnEntries *
sky_own_entries_new (void)
{
  SkyOwnEntries *self = g_atomic_rc_box_new0 (SkyOwnEntries);

  self->runs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

SkyOwnEntries *
sky_own_entries_ref (SkyOwnEntries *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
sky_own_entries_unref (SkyOwnEntries *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static char *
make_key (const char *credential, const char *of)
{
  return g_strconcat (credential != NULL ? credential : "", "\n", of, NULL);
}

gint64
sky_own_entries_get_seen (SkyOwnEntries *self, const char *credential, const char *of, gint64 seen)
{
  g_autofree char *key = make_key (credential, of);
  const Run *run = g_hash_table_lookup (self->runs, key);

  return run != NULL && seen >= run->from && seen < run->to ? run->to : seen;
}

void
sky_own_entries_add (
    SkyOwnEntries *self, const char *credential, const char *of, gint64 seen, gint64 number)
{
  g_autofree char *key = make_key (credential, of);
  Run *run = g_hash_table_lookup (self->runs, key);

  if (run == NULL)
    {
      run = g_new (Run, 1);
      *run = (Run){ .from = seen, .to = seen };
      g_hash_table_insert (self->runs, g_steal_pointer (&key), run);
    }
  if (run->to != seen)
    run->from = seen;
  run->to = number;
}
