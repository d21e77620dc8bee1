/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-audit.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sky-digest.h"
#include "sky-store-private.h"
#include "sky-stored-log.h"

static void
add_file_digest (SkyDigest *digest, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char hex[SKY_DIGEST_HEX_SIZE];

  if (!sky_digest_file (path, NULL, hex, NULL))
    g_strlcpy (hex, "-", sizeof hex);
  sky_digest_update (digest, hex, strlen (hex) + 1);
}

/* A recording is known by its size and age: reading gigabytes to learn whether to read them again
 * would gain nothing. */
static void
add_recording (SkyDigest *digest, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  GStatBuf status;

  if (g_stat (path, &status) == 0)
    text = g_strdup_printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld", name,
                            (gint64) status.st_size, (gint64) status.st_mtim.tv_sec,
                            status.st_mtim.tv_nsec);
  else
    text = g_strdup_printf ("%s -", name);
  sky_digest_update (digest, text, strlen (text) + 1);
}

char *
sky_store_audit_inputs (const SkyArchive *archive)
{
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  char hex[SKY_DIGEST_HEX_SIZE];

  add_file_digest (digest, archive->path, "footage.json");
  add_file_digest (digest, archive->path, "staff.json");
  for (guint i = 0; archive->footage != NULL && i < archive->footage->n_cameras; i++)
    {
      const SkyFootageCamera *camera = &archive->footage->cameras[i];

      for (guint j = 0; j < camera->n_segments; j++)
        if (camera->segments[j].file != NULL)
          add_recording (digest, archive->path, camera->segments[j].file);
    }
  sky_digest_peek (digest, hex);
  return g_strdup (hex);
}

/* The texts are the audit's; only the round and finding structs are made anew. */
static SkyStoredRound *
convert_rounds (const GArray *rounds)
{
  SkyStoredRound *stored = g_new0 (SkyStoredRound, rounds->len + 1);

  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyRound *round = &g_array_index (rounds, SkyRound, i);

      stored[i].round = round->round;
      stored[i].first_seq = round->first_seq;
      stored[i].last_seq = round->last_seq;
      stored[i].start = round->start;
      stored[i].end = round->end;
      stored[i].offset = round->offset;
      stored[i].length = round->length;
      stored[i].first_line = round->first_line;
      stored[i].n_wagers = round->n_wagers;
      stored[i].complete = round->complete;
    }
  return stored;
}

static SkyStoredFinding *
convert_findings (const GPtrArray *findings)
{
  SkyStoredFinding *stored = g_new0 (SkyStoredFinding, findings->len + 1);

  for (guint i = 0; i < findings->len; i++)
    {
      const SkyFinding *finding = findings->pdata[i];
      const SkyCheckInfo *info = sky_check_info (finding->check);

      stored[i].check = (char *) info->name;
      stored[i].queue = info->queue;
      stored[i].severity = info->severity;
      stored[i].section = (char *) finding->section;
      stored[i].seq = finding->seq;
      stored[i].at = finding->at;
      stored[i].round = finding->round;
      stored[i].wager = finding->wager;
      stored[i].seat = finding->seat;
      stored[i].reading = finding->reading;
      stored[i].has_variance = finding->has_variance;
      stored[i].variance = finding->variance;
      stored[i].recorded = finding->recorded;
      stored[i].recomputed = finding->recomputed;
      stored[i].explanation = finding->explanation;
      stored[i].line = finding->line;
      stored[i].offset = finding->offset;
    }
  return stored;
}

/* Dealers and the others by name, where the staff is known. */
static gboolean
write_duties (
    SkyStore *store, gint64 log, const GArray *duties, const SkyStaff *staff, GError **error)
{
  static const SkyBulkText text = SKY_BULK_TEXT (
      "duties", "log, position, role, credential, name, first_seq, last_seq, start_at, end_at",
      "(?, ?, ?, ?, ?, ?, ?, ?, ?)");
  g_autoptr (SkyBulk) bulk = sky_bulk_new (store, &text, error);

  if (bulk == NULL)
    return FALSE;
  for (guint i = 0; i < duties->len; i++)
    {
      const SkyDuty *duty = &g_array_index (duties, SkyDuty, i);
      const SkyStaffMember *member =
          staff != NULL ? sky_staff_find (staff, duty->credential) : NULL;

      sky_bulk_put_int (bulk, log);
      sky_bulk_put_int (bulk, i);
      sky_bulk_put_text (bulk, sky_role_to_name (duty->role));
      sky_bulk_put_text (bulk, duty->credential);
      sky_bulk_put_text (bulk, member != NULL ? member->name : NULL);
      sky_bulk_put_int (bulk, duty->first_seq);
      sky_bulk_put_int (bulk, duty->last_seq);
      sky_bulk_put_int (bulk, duty->start);
      sky_bulk_put_int (bulk, duty->end);
      if (!sky_bulk_end_row (bulk, error))
        return FALSE;
    }
  return sky_bulk_send (bulk, error);
}

static gboolean
write_seatings (SkyStore *store, gint64 log, const GArray *seatings, GError **error)
{
  static const SkyBulkText text = SKY_BULK_TEXT (
      "seatings", "log, position, seat, player, first_seq, last_seq", "(?, ?, ?, ?, ?, ?)");
  g_autoptr (SkyBulk) bulk = sky_bulk_new (store, &text, error);

  if (bulk == NULL)
    return FALSE;
  for (guint i = 0; i < seatings->len; i++)
    {
      const SkySeating *seating = &g_array_index (seatings, SkySeating, i);

      sky_bulk_put_int (bulk, log);
      sky_bulk_put_int (bulk, i);
      sky_bulk_put_int (bulk, seating->seat);
      sky_bulk_put_text (bulk, seating->player);
      sky_bulk_put_int (bulk, seating->first_seq);
      sky_bulk_put_int (bulk, seating->last_seq);
      if (!sky_bulk_end_row (bulk, error))
        return FALSE;
    }
  return sky_bulk_send (bulk, error);
}

static char *
name_in_archive (const char *archive, const char *path)
{
  g_autofree char *prefix = g_strconcat (archive, G_DIR_SEPARATOR_S, NULL);

  return g_str_has_prefix (path, prefix) ? g_strdup (path + strlen (prefix))
                                         : g_path_get_basename (path);
}

struct _SkyKnownLogs
{
  char *archive;
  char *inputs;
  char *program;
  GHashTable *logs; /* name → SkyStoredLog */

  GMutex mutex;         /* guards @store */
  SkyStore *store;      /* a connection of its own; NULL: it cannot be read */
  gboolean is_borrowed; /* it is that of whoever asks */
};

static SkyKnownLogs *
known_logs_new (const SkyArchive *archive, const char *inputs, const char *program)
{
  SkyKnownLogs *self = g_new0 (SkyKnownLogs, 1);

  self->archive = g_strdup (archive->path);
  self->inputs = g_strdup (inputs);
  self->program = g_strdup (program);
  g_mutex_init (&self->mutex);
  self->logs =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) sky_stored_log_free);
  return self;
}

SkyKnownLogs *
sky_known_logs_new (SkyStore *store,
                    const SkyArchive *archive,
                    const char *inputs,
                    const char *program,
                    GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, archive->path, error);
  SkyKnownLogs *self;

  if (logs == NULL)
    return NULL;
  self = known_logs_new (archive, inputs, program);
  if (logs->len > 0)
    self->store = sky_store_open (store->location, SKY_STORE_READ_ONLY, NULL);
  for (guint i = logs->len; i-- > 0;)
    {
      SkyStoredLog *log = g_ptr_array_steal_index (logs, i);

      g_hash_table_insert (self->logs, log->name, log);
    }
  return self;
}

SkyKnownLogs *
sky_known_logs_new_part (SkyStore *store,
                         const SkyArchive *archive,
                         const char *const *logs,
                         const char *inputs,
                         const char *program,
                         GError **error)
{
  g_autoptr (SkyKnownLogs) self = known_logs_new (archive, inputs, program);

  self->store = store;
  self->is_borrowed = TRUE;
  for (guint i = 0; logs[i] != NULL; i++)
    {
      g_autofree char *name = name_in_archive (archive->path, logs[i]);
      SkyStoredLog *log;

      if (!sky_store_find_log (store, archive->path, name, &log, error))
        return NULL;
      if (log != NULL)
        g_hash_table_insert (self->logs, log->name, log);
    }
  return g_steal_pointer (&self);
}

void
sky_known_logs_free (SkyKnownLogs *self)
{
  if (self == NULL)
    return;
  g_free (self->archive);
  g_free (self->inputs);
  g_free (self->program);
  g_hash_table_unref (self->logs);
  if (!self->is_borrowed)
    sky_store_free (self->store);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static const SkyStoredLog *
find_stored (const SkyKnownLogs *self, const SkyLog *log)
{
  g_autofree char *name = name_in_archive (self->archive, sky_log_get_path (log));

  return g_hash_table_lookup (self->logs, name);
}

gint64
sky_known_logs_find (const SkyKnownLogs *self, const SkyLog *log)
{
  const SkyStoredLog *stored = find_stored (self, log);
  char hex[SKY_DIGEST_HEX_SIZE];
  GStatBuf status;

  if (stored == NULL || stored->sha256 == NULL || g_strcmp0 (stored->inputs, self->inputs) != 0
      || g_strcmp0 (stored->program, self->program) != 0
      || g_stat (sky_log_get_path (log), &status) != 0 || (guint64) status.st_size != stored->size
      || !sky_log_digest (log, hex, NULL) || !g_str_equal (hex, stored->sha256))
    return 0;
  return stored->id;
}

GBytes *
sky_known_logs_get_state (SkyKnownLogs *self, const SkyLog *log)
{
  const SkyStoredLog *stored = find_stored (self, log);
  GBytes *state = NULL;

  if (stored == NULL)
    return NULL;
  g_mutex_lock (&self->mutex);
  /* Without one all of the log is audited. */
  if (self->store != NULL)
    sky_store_read_state (self->store, stored->id, &state, NULL);
  g_mutex_unlock (&self->mutex);
  return state;
}

gboolean
sky_store_write_audit (SkyStore *self,
                       const SkyArchive *archive,
                       const char *inputs,
                       const SkyLogAudit *audit,
                       const char *program,
                       gint64 *id,
                       GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  const char *path = sky_log_get_path (audit->log);
  g_autofree char *name = name_in_archive (archive->path, path);
  g_autofree SkyStoredRound *rounds = convert_rounds (audit->rounds);
  g_autofree SkyStoredFinding *findings = convert_findings (audit->findings);
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  SkyStoredGrowth growth = { audit->resumed, audit->n_rounds_known, audit->state };
  SkyStoredLog log = { 0 };
  gint64 log_id;
  GStatBuf status;

  log.archive = archive->path;
  log.name = name;
  log.property = (char *) header->property;
  log.table = (char *) header->table;
  log.game = (char *) sky_game_id_to_name (header->game);
  log.gaming_day = header->gaming_day;
  log.time_zone = (char *) header->time_zone;
  log.currency = (char *) header->currency;
  if (g_stat (path, &status) == 0)
    {
      log.size = status.st_size;
      log.mtime = status.st_mtim.tv_sec * SKY_SECOND + status.st_mtim.tv_nsec / 1000;
    }
  log.sha256 = *audit->sha256 != '\0' ? (char *) audit->sha256 : NULL;
  log.inputs = (char *) inputs;
  log.program = (char *) program;
  log.audited_at = g_get_real_time ();
  log.n_lines = audit->n_lines;
  log.n_events = audit->n_events;
  log.start = audit->start;
  log.end = audit->end;
  transaction = sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  if (transaction == NULL
      || !sky_store_write_grown_log (self, &log, rounds, audit->rounds->len, findings,
                                     audit->findings->len, &growth, &log_id, error)
      || !write_duties (self, log_id, audit->duties, archive->staff, error)
      || !write_seatings (self, log_id, audit->seatings, error)
      || !sky_store_transaction_commit (transaction, error))
    return FALSE;
  if (id != NULL)
    *id = log_id;
  return TRUE;
}

gboolean
sky_stored_finding_write_json (const SkyStoredFinding *finding, GString *json)
{
  SkyLogHeader header = { 0 };
  SkyFinding plain = { 0 };

  if (!sky_check_from_name (finding->check, &plain.check))
    return FALSE;
  header.property = finding->property;
  header.table = finding->table;
  header.gaming_day = finding->gaming_day;
  plain.section = finding->section;
  plain.seq = finding->seq;
  plain.at = finding->at;
  plain.round = finding->round;
  plain.wager = finding->wager;
  plain.seat = finding->seat;
  plain.reading = finding->reading;
  plain.has_variance = finding->has_variance;
  plain.variance = finding->variance;
  plain.recorded = finding->recorded;
  plain.recomputed = finding->recomputed;
  plain.explanation = finding->explanation;
  plain.line = finding->line;
  plain.offset = finding->offset;
  sky_finding_write_json (&plain, &header, json);
  return TRUE;
}
