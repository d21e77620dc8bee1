/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-keeper.h"

#include "sky-store-audit.h"

/* An archive as the store has it. */
typedef struct
{
  char *inputs;
  SkyKnownLogs *known; /* NULL: nothing is */
} Kept;

struct _SkyAuditKeeper
{
  SkyStore *store;
  char *program;
  gboolean again;       /* nothing is known */
  GHashTable *archives; /* of Kept, by the SkyArchive */
  GMutex mutex;         /* guards @ids */
  GHashTable *ids;      /* of logs that are known, by the SkyLog */
};

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_free (kept->inputs);
  g_clear_pointer (&kept->known, sky_known_logs_free);
  g_free (kept);
}

SkyAuditKeeper *
sky_audit_keeper_new (SkyStore *store, const char *program)
{
  SkyAuditKeeper *self = g_new0 (SkyAuditKeeper, 1);

  self->store = store;
  self->program = g_strdup (program);
  self->archives = g_hash_table_new_full (NULL, NULL, NULL, kept_free);
  self->ids = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_mutex_init (&self->mutex);
  return self;
}

void
sky_audit_keeper_free (SkyAuditKeeper *self)
{
  if (self == NULL)
    return;
  g_mutex_clear (&self->mutex);
  g_hash_table_unref (self->ids);
  g_hash_table_unref (self->archives);
  g_free (self->program);
  g_free (self);
}

void
sky_audit_keeper_look_up (SkyAuditKeeper *self, const SkyArchive *archive)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->inputs = sky_store_audit_inputs (archive);
  kept->known = sky_known_logs_new (self->store, archive, kept->inputs, self->program, NULL);
  g_hash_table_insert (self->archives, (gpointer) archive, kept);
}

gboolean
sky_audit_keeper_look_up_part (SkyAuditKeeper *self,
                               const SkyArchive *archive,
                               const char *const *logs,
                               const char *inputs,
                               GError **error)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->inputs = g_strdup (inputs);
  kept->known = sky_known_logs_new_part (self->store, archive, logs, inputs, self->program, error);
  g_hash_table_insert (self->archives, (gpointer) archive, kept);
  return kept->known != NULL;
}

static const Kept *
get_kept (SkyAuditKeeper *self, const SkyArchive *archive)
{
  const Kept *kept = g_hash_table_lookup (self->archives, archive);

  g_return_val_if_fail (kept != NULL, NULL);
  return kept;
}

static gboolean
known_cb (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  SkyAuditKeeper *self = user_data;
  const Kept *kept = get_kept (self, archive);
  gint64 id = kept->known != NULL && !self->again ? sky_known_logs_find (kept->known, log) : 0;

  if (id == 0)
    return FALSE;
  g_mutex_lock (&self->mutex);
  g_hash_table_insert (self->ids, log, g_memdup2 (&id, sizeof id));
  g_mutex_unlock (&self->mutex);
  return TRUE;
}

static GBytes *
earlier_cb (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  SkyAuditKeeper *self = user_data;
  const Kept *kept = get_kept (self, archive);

  return kept->known != NULL && !self->again ? sky_known_logs_get_state (kept->known, log) : NULL;
}

void
sky_audit_keeper_attach (SkyAuditKeeper *self, SkyAuditRun *run)
{
  sky_audit_run_set_known (run, known_cb, self);
  sky_audit_run_set_earlier (run, earlier_cb, self);
}

void
sky_audit_keeper_set_again (SkyAuditKeeper *self)
{
  self->again = TRUE;
}

gint64
sky_audit_keeper_get_id (SkyAuditKeeper *self, const SkyLog *log)
{
  const gint64 *id;

  g_mutex_lock (&self->mutex);
  id = g_hash_table_lookup (self->ids, log);
  g_mutex_unlock (&self->mutex);
  g_return_val_if_fail (id != NULL, 0);
  return *id;
}

gboolean
sky_audit_keeper_write (SkyAuditKeeper *self,
                        const SkyArchive *archive,
                        const SkyLogAudit *audit,
                        gint64 *id,
                        GError **error)
{
  const char *inputs = audit->growing ? NULL : get_kept (self, archive)->inputs;

  return sky_store_write_audit (self->store, archive, inputs, audit, self->program, id, error);
}
