/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-audit.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "sky-archive-file.h"
#include "sky-digest.h"
#include "sky-store-private.h"
#include "sky-store-testimony.h"
#include "sky-stored-log.h"
#include "sky-watched.h"

static void
add_file_digest (SkyDigest *digest, const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, name, &error);
  char hex[SKY_DIGEST_HEX_SIZE];

  /* What is there and cannot be read is not what is not there. */
  if (file < 0 || !sky_digest_descriptor (file, name, NULL, hex, NULL))
    g_strlcpy (hex, g_error_matches (error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING) ? "-" : "?",
               sizeof hex);
  sky_digest_update (digest, hex, strlen (hex) + 1);
}

/* A recording is known by its size and age: reading gigabytes to learn whether to read them again
 * would gain nothing. */
static void
add_recording (SkyDigest *digest, const char *folder, const char *name)
{
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, name, NULL);
  g_autofree char *text = NULL;
  struct stat status;

  if (file >= 0 && fstat (file, &status) == 0)
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
      stored[i].unsure = finding->unsure;
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

static gboolean
write_counts (SkyStore *store, gint64 log, SkyCounts *counts, GError **error)
{
  g_autoptr (GBytes) equipment = sky_counts_to_bytes (counts, SKY_COUNTS_OF_EQUIPMENT);
  g_autoptr (GBytes) people = sky_counts_to_bytes (counts, SKY_COUNTS_OF_PEOPLE);
  g_autoptr (SkyStatement) statement = NULL;

  /* What says more than can be has no form. */
  if (equipment == NULL || people == NULL)
    return TRUE;
  statement = sky_statement_get (
      store, "INSERT INTO statistic_counts (log, equipment, people) VALUES (?, ?, ?)", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, log);
  sky_statement_put_bytes (statement, equipment);
  sky_statement_put_bytes (statement, people);
  return sky_statement_run (statement, error);
}

struct _SkyKnownLogs
{
  char *archive;
  char *inputs;
  char *program;
  GHashTable *logs; /* name → GPtrArray of SkyStoredLog: several where a file was replaced */

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
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  return self;
}

/* Takes @logs. */
static void
take_logs (SkyKnownLogs *self, GPtrArray *logs)
{
  for (guint i = 0; i < logs->len; i++)
    {
      SkyStoredLog *log = logs->pdata[i];
      GPtrArray *named = g_hash_table_lookup (self->logs, log->name);

      if (named == NULL)
        {
          named = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_log_free);
          g_hash_table_insert (self->logs, g_strdup (log->name), named);
        }
      g_ptr_array_add (named, log);
    }
  g_ptr_array_set_free_func (logs, NULL);
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
  take_logs (self, logs);
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
      g_autofree char *name = sky_archive_file_name (archive->path, logs[i]);
      g_autoptr (GPtrArray) named = sky_store_list_logs_named (store, archive->path, name, error);

      if (named == NULL)
        return NULL;
      take_logs (self, named);
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

/* Returns: the logs that were this file, or NULL. */
static GPtrArray *
find_stored (const SkyKnownLogs *self, const SkyLog *log)
{
  g_autofree char *name = sky_archive_file_name (self->archive, sky_log_get_path (log));

  return g_hash_table_lookup (self->logs, name);
}

gint64
sky_known_logs_find (const SkyKnownLogs *self, const SkyLog *log)
{
  GPtrArray *stored = find_stored (self, log);
  char hex[SKY_DIGEST_HEX_SIZE] = "";
  GStatBuf status;

  if (stored == NULL || g_stat (sky_log_get_path (log), &status) != 0)
    return 0;
  for (guint i = 0; i < stored->len; i++)
    {
      const SkyStoredLog *one = stored->pdata[i];

      if (one->sha256 == NULL || g_strcmp0 (one->inputs, self->inputs) != 0
          || g_strcmp0 (one->program, self->program) != 0 || (guint64) status.st_size != one->size
          || (*hex == '\0' && !sky_log_digest (log, hex, NULL)))
        continue;
      if (g_str_equal (hex, one->sha256))
        return one->id;
    }
  return 0;
}

GBytes *
sky_known_logs_get_state (SkyKnownLogs *self, const SkyLog *log)
{
  GPtrArray *stored = find_stored (self, log);
  GBytes *state = NULL;

  if (stored == NULL)
    return NULL;
  g_mutex_lock (&self->mutex);
  /* Without one all of the log is audited; only the first log of a day has one. */
  for (guint i = 0; i < stored->len && self->store != NULL && state == NULL; i++)
    if (((const SkyStoredLog *) stored->pdata[i])->number == 1)
      sky_store_read_state (self->store, ((const SkyStoredLog *) stored->pdata[i])->id, &state,
                            NULL);
  g_mutex_unlock (&self->mutex);
  return state;
}

/* --- Which log it is -------------------------------------------------------------------------- */

/* Whether @stored has the bytes that were audited, or those that they go on from. */
static gboolean
is_same_log (SkyStore *store,
             const SkyStoredLog *stored,
             const SkyLogAudit *audit,
             gboolean same_place,
             gboolean *same,
             GError **error)
{
  g_autoptr (GBytes) state = NULL;

  /* What nobody hashed is known by its place alone. */
  *same = stored->sha256 == NULL ? same_place : g_str_equal (stored->sha256, audit->sha256);
  if (*same || stored->sha256 == NULL)
    return TRUE;
  if (audit->resumed != NULL)
    {
      if (!sky_store_read_state (store, stored->id, &state, error))
        return FALSE;
      *same = state != NULL && g_bytes_equal (state, audit->resumed);
    }
  if (!*same && stored->length > 0 && (goffset) stored->length < audit->length)
    *same = sky_log_begins_with (audit->log, (goffset) stored->length, stored->sha256);
  return TRUE;
}

/* Finds which of the logs of its table and day the log @name of @archive is, by its bytes: @number
 * takes its number, which is a new one when it is none of them, @first the place of the first of
 * them, @found that log, or NULL. */
static gboolean
identify (SkyStore *store,
          const SkyLogAudit *audit,
          const char *archive,
          const char *name,
          SkyStoredLog **found,
          guint *number,
          char **first,
          GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  g_autoptr (GPtrArray) logs = sky_store_list_logs_of_day (store, header->property, header->table,
                                                           header->gaming_day, error);
  gboolean at_place = FALSE;
  gint at = -1;

  *found = NULL;
  *first = NULL;
  *number = audit->replaced ? 2 : 1;
  if (logs == NULL)
    return FALSE;
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      gboolean same_place = g_str_equal (log->archive, archive) && g_str_equal (log->name, name);
      gboolean same;

      if (*first == NULL)
        *first = g_build_filename (log->archive, log->name, NULL);
      *number = MAX (*number, log->number + 1);
      /* A copy in the place of one that was known stays that; else the first that fits is it. What
       * the audit passed over beside another is none of those that stand elsewhere. */
      if (at_place || (audit->replaced && !same_place) || (at >= 0 && !same_place))
        continue;
      if (!is_same_log (store, log, audit, same_place, &same, error))
        return FALSE;
      if (!same)
        continue;
      at = (gint) i;
      at_place = same_place;
    }
  if (at >= 0)
    {
      *found = g_ptr_array_steal_index (logs, (guint) at);
      *number = (*found)->number;
    }
  return TRUE;
}

static gboolean
write_audit (SkyStore *self,
             const SkyArchive *archive,
             const char *name,
             const char *inputs,
             const SkyLogAudit *audit,
             const char *program,
             guint number,
             gint64 *id,
             GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  const char *path = sky_log_get_path (audit->log);
  g_autofree SkyStoredRound *rounds = convert_rounds (audit->rounds);
  g_autofree SkyStoredFinding *findings = convert_findings (audit->findings);
  SkyStoredGrowth growth = { audit->resumed, audit->n_rounds_known, audit->state };
  /* Of a log in another's place nothing is judged. */
  g_autofree char *left_out = audit->replaced ? NULL : sky_watched_describe_log (audit->log);
  SkyStoredLog log = { 0 };
  GStatBuf status;

  log.archive = archive->path;
  log.name = (char *) name;
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
  log.length = (guint64) audit->length;
  log.number = number;
  log.inputs = (char *) inputs;
  log.program = (char *) program;
  log.left_out = left_out;
  log.audited_at = g_get_real_time ();
  log.n_lines = audit->n_lines;
  log.n_events = audit->n_events;
  log.start = audit->start;
  log.end = audit->end;
  return sky_store_write_grown_log (self, &log, rounds, audit->rounds->len, findings,
                                    audit->findings->len, &growth, id, error)
         && write_duties (self, *id, audit->duties, archive->staff, error)
         && write_seatings (self, *id, audit->seatings, error)
         && (audit->replaced || write_counts (self, *id, audit->counts, error))
         && (audit->testimony == NULL
             || sky_store_write_testimony (self, *id, audit->testimony, error));
}

/* The same; what the pictures showed stays where this audit did not look at them. */
static gboolean
write_with_testimony (SkyStore *self,
                      const SkyArchive *archive,
                      const char *name,
                      const char *inputs,
                      const SkyLogAudit *audit,
                      const char *program,
                      const SkyStoredLog *found,
                      guint number,
                      gint64 *id,
                      GError **error)
{
  SkyLogAudit with = *audit;
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GPtrArray) kept = NULL;

  if (found == NULL || audit->testimony != NULL || audit->replaced)
    return write_audit (self, archive, name, inputs, audit, program, number, id, error);
  kept = sky_store_list_sight (self, found->id, error);
  if (kept == NULL)
    return FALSE;
  with.findings = findings = g_ptr_array_new ();
  g_ptr_array_extend (findings, audit->findings, NULL, NULL);
  g_ptr_array_extend (findings, kept, NULL, NULL);
  sky_log_audit_sort (&with);
  return write_audit (self, archive, name, inputs, &with, program, number, id, error);
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
  g_autofree char *name = sky_archive_file_name (archive->path, sky_log_get_path (audit->log));
  g_autofree char *first = NULL;
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  g_autoptr (SkyLogAudit) replaced = NULL;
  g_autoptr (SkyStoredLog) found = NULL;
  gint64 log_id;
  guint number;

  if (transaction == NULL
      || !identify (self, audit, archive->path, name, &found, &number, &first, error))
    return FALSE;
  if (number == 1 && audit->replaced)
    log_id = found->id; /* it came before the one that was audited in its place */
  else
    {
      if (number > 1 && !audit->replaced)
        {
          replaced = sky_audit_replaced (audit->log, first, error);
          if (replaced == NULL)
            return FALSE;
        }
      if (!write_with_testimony (self, archive, name, inputs, replaced != NULL ? replaced : audit,
                                 program, found, number, &log_id, error))
        return FALSE;
    }
  if (!sky_store_transaction_commit (transaction, error))
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
  plain.unsure = finding->unsure;
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
