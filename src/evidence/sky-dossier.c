/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dossier.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "sky-archive-file.h"
#include "sky-evidence-error.h"
#include "sky-finding-query.h"
#include "sky-person.h"
#include "sky-phrase.h"
#include "sky-recompute.h"
#include "sky-store-audit.h"
#include "sky-store-testimony.h"

/* Stretches nearer than that are one. */
#define NEAR (30 * SKY_SECOND)

/* How many rounds before a finding's own are tried for what it follows from; then all. */
static const guint windows[] = { 0, 8, 64, 512, G_MAXUINT };

static void
dossier_finding_free (gpointer data)
{
  SkyDossierFinding *self = data;

  sky_stored_finding_free (self->finding);
  g_free (self->json);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->scene, sky_scene_unref);
  g_free (self->wager_name);
  g_free (self);
}

static void
dossier_log_free (gpointer data)
{
  SkyDossierLog *self = data;

  sky_stored_log_free (self->stored);
  g_clear_pointer (&self->archive, sky_archive_free);
  g_free (self->path);
  g_free (self->member);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_clear_pointer (&self->extract, sky_log_extract_free);
  g_ptr_array_unref (self->findings);
  g_ptr_array_unref (self->bookmarks);
  g_array_unref (self->spans);
  g_clear_pointer (&self->testimony, g_ptr_array_unref);
  g_free (self);
}

static void
recording_clear (gpointer data)
{
  SkyDossierRecording *self = data;

  sky_descriptor_clear (&self->file);
  g_free (self->refusal);
  g_free (self->path);
  g_free (self->member);
}

static void
still_clear (gpointer data)
{
  SkyDossierStill *self = data;

  g_clear_pointer (&self->png, g_bytes_unref);
  g_free (self->member);
}

void
sky_dossier_free (SkyDossier *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->info, sky_case_free);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_array_unref (self->recordings);
  g_array_unref (self->stills);
  g_ptr_array_unref (self->logs);
  g_clear_pointer (&self->ledger, g_ptr_array_unref);
  g_free (self);
}

/* A file's name as a member: what some tool might stumble over is replaced. */
static char *
tame (const char *name)
{
  char *tamed = g_strdup (name);

  for (char *c = tamed; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("._-", *c) == NULL)
      *c = '_';
  if (*tamed == '.')
    *tamed = '_';
  return tamed;
}

/* --- Logs ------------------------------------------------------------------------------------- */

/* The log's name in the package; a second one of that name has its number before it. */
static char *
name_member (const SkyDossier *self, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = NULL;

  if (g_str_has_suffix (base, ".gz"))
    base[strlen (base) - strlen (".gz")] = '\0';
  name = tame (base);
  for (guint i = 0; i < self->logs->len; i++)
    if (strcmp (((const SkyDossierLog *) self->logs->pdata[i])->member, name) == 0)
      return g_strdup_printf ("%u-%s", self->logs->len + 1, name);
  return g_steal_pointer (&name);
}

static gboolean
open_log (SkyDossier *self, SkyStoredLog *stored, GCancellable *cancellable, GError **error)
{
  SkyDossierLog *log = g_new0 (SkyDossierLog, 1);
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];
  gsize size;
  const void *bytes;

  log->stored = stored;
  log->findings = g_ptr_array_new_with_free_func (dossier_finding_free);
  log->bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_bookmark_free);
  log->spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));
  log->path = g_path_is_absolute (stored->name)
                  ? g_strdup (stored->name)
                  : g_build_filename (stored->archive, stored->name, NULL);
  log->member = name_member (self, stored->name);
  g_ptr_array_add (self->logs, log);
  log->archive = sky_stored_log_is_by_eye (stored)
                     ? sky_archive_open_recorded (stored->archive, error)
                     : sky_archive_open (stored->archive, error);
  if (log->archive == NULL)
    return FALSE;
  log->data = sky_log_load (stored->archive, log->path, cancellable, error);
  if (log->data == NULL)
    return FALSE;
  bytes = g_bytes_get_data (log->data, &size);
  sky_digest_bytes (bytes, size, digest);
  sky_digest_to_hex (digest, hex);
  if (stored->sha256 != NULL && strcmp (stored->sha256, hex) != 0)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_RECORD,
                              "the bytes of the log of table %s that the case is about are no "
                              "longer there: %s holds others (SHA-256 %s, and not %s)",
                              stored->table, log->path, hex, stored->sha256);
  return TRUE;
}

/* The log with the id @id, opened when it is the first time. */
static SkyDossierLog *
get_log (SkyDossier *self, SkyStore *store, gint64 id, GCancellable *cancellable, GError **error)
{
  SkyStoredLog *stored;

  for (guint i = 0; i < self->logs->len; i++)
    {
      SkyDossierLog *log = self->logs->pdata[i];

      if (log->stored->id == id)
        return log;
    }
  stored = sky_store_get_log (store, id, error);
  if (stored == NULL || !open_log (self, stored, cancellable, error))
    return NULL;
  return self->logs->pdata[self->logs->len - 1];
}

static gboolean
add_finding (
    SkyDossier *self, SkyStore *store, const char *key, GCancellable *cancellable, GError **error)
{
  SkyStoredFinding *finding = sky_store_get_finding_by_key (store, key, error);
  SkyDossierFinding *entry;
  SkyDossierLog *log;
  GString *json;

  if (finding == NULL)
    return FALSE;
  log = get_log (self, store, finding->log, cancellable, error);
  if (log == NULL)
    {
      sky_stored_finding_free (finding);
      return FALSE;
    }
  entry = g_new0 (SkyDossierFinding, 1);
  entry->finding = finding;
  g_ptr_array_add (log->findings, entry);
  json = g_string_new (NULL);
  if (!sky_stored_finding_write_json (finding, json))
    {
      g_string_free (json, TRUE);
      return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_CASE,
                                "this Skyward does not know the check %s", finding->check);
    }
  entry->json = g_string_free (json, FALSE);
  entry->history = sky_store_ledger_list (store, key, 0, G_MAXINT, error);
  return entry->history != NULL;
}

static gboolean
add_bookmark (
    SkyDossier *self, SkyStore *store, gint64 number, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, error);

  if (logs == NULL)
    return FALSE;
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *stored = logs->pdata[i];
      g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, stored->id, error);

      if (bookmarks == NULL)
        return FALSE;
      for (guint b = 0; b < bookmarks->len; b++)
        if (((const SkyBookmark *) bookmarks->pdata[b])->number == number)
          {
            SkyDossierLog *log = get_log (self, store, stored->id, cancellable, error);

            if (log == NULL)
              return FALSE;
            g_ptr_array_add (log->bookmarks, g_ptr_array_steal_index (bookmarks, b));
            return TRUE;
          }
    }
  return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_CASE,
                            "the log that bookmark %" G_GINT64_FORMAT " points at is not here",
                            number);
}

/* The still is read now, so that what goes into the package is what was found to be unchanged. */
static gboolean
add_still (SkyDossier *self, SkyStore *store, SkyCaseItem *item, GError **error)
{
  SkyDossierStill still = { .item = item };
  char at[SKY_TIME_TEXT_SIZE];
  g_autofree char *name = NULL;
  g_autofree char *plain = NULL;
  g_autoptr (GError) cause = NULL;

  if (item->still == NULL)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_RECORD,
                              "entry %" G_GINT64_FORMAT " of the ledger does not say what still it "
                              "is about",
                              item->entry);
  still.png = sky_store_load_still (store, item->still->sha256, &cause);
  if (still.png == NULL)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_RECORD,
                              "the still of camera %s that entry %" G_GINT64_FORMAT " put into the "
                              "case is not there as it was: %s",
                              item->still->camera, item->entry, cause->message);
  name = g_strdup_printf ("%s-%s", item->still->camera, sky_time_format (item->still->at, at));
  plain = tame (name);
  still.member = g_strdup_printf ("stills/%u-%.150s.png", self->stills->len + 1, plain);
  g_array_append_val (self->stills, still);
  return TRUE;
}

/* --- Rounds, stretches and lines ---------------------------------------------------------------
 */

static gint
compare_spans (gconstpointer a, gconstpointer b)
{
  const SkySpan *first = a;
  const SkySpan *second = b;

  return (first->start > second->start) - (first->start < second->start);
}

static void
add_span (SkyDossierLog *log, const SkyDossierScope *scope, SkyTime start, SkyTime end)
{
  const SkySpan span = { start - scope->before, end + scope->after };

  g_array_append_val (log->spans, span);
}

static void
join_spans (SkyDossierLog *log)
{
  g_autoptr (GArray) spans = g_steal_pointer (&log->spans);

  log->spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));
  g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      const SkySpan *span = &g_array_index (spans, SkySpan, i);
      SkySpan *last =
          log->spans->len > 0 ? &g_array_index (log->spans, SkySpan, log->spans->len - 1) : NULL;

      if (last != NULL && span->start <= last->end + NEAR)
        last->end = MAX (last->end, span->end);
      else
        g_array_append_val (log->spans, *span);
    }
}

/* Marks the rounds that the case is about in @wanted, and notes the stretches of time. */
static void
mark_rounds (SkyDossierLog *log, const SkyDossierScope *scope, GPtrArray *rounds, gboolean *wanted)
{
  for (guint f = 0; f < log->findings->len; f++)
    {
      SkyDossierFinding *entry = log->findings->pdata[f];
      const SkyStoredFinding *finding = entry->finding;
      gboolean found = FALSE;

      for (guint i = 0; i < rounds->len && !found; i++)
        {
          const SkyStoredRound *round = rounds->pdata[i];

          found = finding->seq >= round->first_seq && finding->seq <= round->last_seq;
          if (found)
            {
              wanted[i] = TRUE;
              entry->first_seq = round->first_seq;
              entry->last_seq = round->last_seq;
              add_span (log, scope, round->start, round->end);
            }
        }
      if (!found && finding->at != SKY_TIME_NONE)
        add_span (log, scope, finding->at, finding->at);
    }
  for (guint b = 0; b < log->bookmarks->len; b++)
    {
      const SkyBookmark *bookmark = log->bookmarks->pdata[b];

      add_span (log, scope, bookmark->at, bookmark->at);
      for (guint i = 0; i < rounds->len; i++)
        {
          const SkyStoredRound *round = rounds->pdata[i];

          if (round->start <= bookmark->at && bookmark->at <= round->end)
            wanted[i] = TRUE;
        }
    }
  join_spans (log);
}

/* The ranges of bytes to take: the rounds wanted with @window rounds before each, and all lines
 * that stand in no round, up to the round behind the last one wanted. With a window of G_MAXUINT,
 * all. */
static GArray *
choose_ranges (SkyDossierLog *log, GPtrArray *rounds, const gboolean *wanted, guint window)
{
  GArray *ranges = g_array_new (FALSE, FALSE, 2 * sizeof (goffset));
  goffset end = (goffset) g_bytes_get_size (log->data);
  goffset outside = 0;
  guint64 last_seq = 0;
  g_autofree gboolean *taken = g_new0 (gboolean, rounds->len + 1);

  if (window == G_MAXUINT)
    {
      const goffset all[2] = { 0, end };

      g_array_append_vals (ranges, all, 1);
      return ranges;
    }
  for (guint f = 0; f < log->findings->len; f++)
    last_seq = MAX (last_seq, ((const SkyDossierFinding *) log->findings->pdata[f])->finding->seq);
  for (guint i = 0; i < rounds->len; i++)
    if (wanted[i])
      {
        last_seq = MAX (last_seq, ((const SkyStoredRound *) rounds->pdata[i])->last_seq);
        for (guint j = i - MIN (i, window); j <= i; j++)
          taken[j] = TRUE;
      }
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyStoredRound *round = rounds->pdata[i];
      const goffset between[2] = { outside, round->offset };
      const goffset within[2] = { round->offset, round->offset + (goffset) round->length };

      if (between[1] > between[0])
        g_array_append_vals (ranges, between, 1);
      if (round->first_seq > last_seq)
        return ranges;
      if (taken[i])
        g_array_append_vals (ranges, within, 1);
      outside = within[1];
    }
  {
    const goffset rest[2] = { outside, end };

    if (rest[1] > rest[0])
      g_array_append_vals (ranges, rest, 1);
  }
  return ranges;
}

/* Whether the log's findings come out of its extract again. */
static gboolean
reproduces (SkyDossierLog *log, const SkyStaff *staff)
{
  g_autoptr (GHashTable) set = sky_recompute_findings (log->extract, staff, NULL);

  for (guint i = 0; set != NULL && i < log->findings->len; i++)
    {
      const SkyDossierFinding *finding = log->findings->pdata[i];

      if (sky_recompute_can (finding->finding->check)
          && !g_hash_table_contains (set, finding->json))
        return FALSE;
    }
  return set != NULL;
}

/* Gathers what the pictures of the rounds @wanted showed, where somebody read them. */
static gboolean
take_testimony (
    SkyDossierLog *log, SkyStore *store, GPtrArray *rounds, const gboolean *wanted, GError **error)
{
  log->testimony = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyStoredRound *round = rounds->pdata[i];
      g_autoptr (GPtrArray) of_round = NULL;

      if (!wanted[i])
        continue;
      of_round = sky_store_list_testimony (store, log->stored->id, round->round, error);
      if (of_round == NULL)
        return FALSE;
      g_ptr_array_extend_and_steal (log->testimony, g_steal_pointer (&of_round));
    }
  return TRUE;
}

/* Takes as few rounds as the findings follow from. */
static gboolean
extract_lines (SkyDossierLog *log,
               SkyStore *store,
               const SkyDossierScope *scope,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GPtrArray) rounds =
      sky_store_list_rounds (store, log->stored->id, SKY_TIME_NONE, SKY_TIME_NONE, error);
  g_autoptr (SkyMerkleTree) tree = NULL;
  g_autofree gboolean *wanted = NULL;
  gsize size;
  const char *text = g_bytes_get_data (log->data, &size);

  if (rounds == NULL)
    return FALSE;
  wanted = g_new0 (gboolean, rounds->len + 1);
  mark_rounds (log, scope, rounds, wanted);
  if (!take_testimony (log, store, rounds, wanted, error))
    return FALSE;
  tree = sky_merkle_tree_new (text, size);
  for (guint pass = 0; pass < 2; pass++)
    {
      log->wants_staff = pass == 1;
      if (log->wants_staff && log->archive->staff == NULL)
        break;
      for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
        {
          g_autoptr (GArray) ranges = choose_ranges (log, rounds, wanted, windows[i]);

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          g_clear_pointer (&log->extract, sky_log_extract_free);
          log->extract = sky_log_extract_new (log->member, log->data, tree, ranges);
          if (reproduces (log, log->wants_staff ? log->archive->staff : NULL))
            return TRUE;
        }
    }
  return sky_evidence_fail (
      error, SKY_EVIDENCE_ERROR_RECORD,
      "findings of the case no longer follow from %s; audit it again and look "
      "at the case anew",
      log->path);
}

/* --- Recordings ------------------------------------------------------------------------------- */

static gboolean
has_member (const SkyDossier *self, const char *member)
{
  for (guint i = 0; i < self->recordings->len; i++)
    if (strcmp (g_array_index (self->recordings, SkyDossierRecording, i).member, member) == 0)
      return TRUE;
  return FALSE;
}

/* Opens the recording. Returns FALSE when it cannot be told whether there is one. */
static gboolean
open_recording (SkyDossierRecording *recording,
                const SkyArchive *archive,
                const SkyDossierScope *scope,
                GError **error)
{
  g_autoptr (GError) cause = NULL;
  struct stat status;

  if (scope->without != NULL && g_strv_contains (scope->without, recording->camera->camera))
    {
      recording->refusal = g_strdup ("whoever exported the case chose to leave out this camera");
      return TRUE;
    }
  recording->file = sky_archive_file_open (archive->path, recording->segment->file, &cause);
  if (recording->file >= 0 && fstat (recording->file, &status) == 0)
    {
      recording->size = (guint64) status.st_size;
      return TRUE;
    }
  if (recording->file < 0 && !g_error_matches (cause, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN))
    {
      recording->refusal = g_strdup (cause->message);
      return TRUE;
    }
  return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s",
                            recording->path, cause != NULL ? cause->message : g_strerror (errno));
}

static gboolean
add_recording (SkyDossier *self,
               guint log,
               const SkyFootageCamera *camera,
               const SkySegment *segment,
               const SkyDossierScope *scope,
               GError **error)
{
  const SkyDossierLog *owner = self->logs->pdata[log];
  SkyDossierRecording recording = { .log = log, .camera = camera, .segment = segment, .file = -1 };
  g_autofree char *base = g_path_get_basename (segment->file);
  g_autofree char *name = tame (base);

  recording.path = g_build_filename (owner->archive->path, segment->file, NULL);
  for (guint i = 0; i < self->recordings->len; i++)
    if (strcmp (g_array_index (self->recordings, SkyDossierRecording, i).path, recording.path) == 0)
      {
        recording_clear (&recording);
        return TRUE;
      }
  recording.member = g_strdup_printf ("originals/%s", name);
  if (has_member (self, recording.member))
    {
      g_free (recording.member);
      recording.member = g_strdup_printf ("originals/%u-%s", self->recordings->len + 1, name);
    }
  if (!open_recording (&recording, owner->archive, scope, error))
    {
      recording_clear (&recording);
      return FALSE;
    }
  self->total_bytes += recording.size;
  g_array_append_val (self->recordings, recording);
  return TRUE;
}

void
sky_dossier_refuse_recording (SkyDossier *self, SkyDossierRecording *recording, char *cause)
{
  self->total_bytes -= recording->size;
  recording->size = 0;
  sky_descriptor_clear (&recording->file);
  g_free (recording->refusal);
  recording->refusal = cause;
}

static gboolean
find_recordings (SkyDossier *self, guint index, const SkyDossierScope *scope, GError **error)
{
  const SkyDossierLog *log = self->logs->pdata[index];
  const SkyFootage *footage = log->archive->footage;

  for (guint c = 0; footage != NULL && c < footage->n_cameras; c++)
    {
      const SkyFootageCamera *camera = &footage->cameras[c];

      if (strcmp (camera->table, log->stored->table) != 0)
        continue;
      for (guint s = 0; s < camera->n_segments; s++)
        {
          const SkySegment *segment = &camera->segments[s];
          SkyTime start = sky_clock_map_to_log (&camera->clock, segment->start);
          SkyTime end = sky_clock_map_to_log (&camera->clock, segment->end);
          gboolean touched = FALSE;

          for (guint i = 0; i < log->spans->len && !touched; i++)
            {
              const SkySpan *span = &g_array_index (log->spans, SkySpan, i);

              touched = start < span->end && end > span->start;
            }
          if (touched && segment->file != NULL
              && !add_recording (self, index, camera, segment, scope, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* --- The ledger ------------------------------------------------------------------------------- */

static gboolean
belongs (const SkyDossier *self, const SkyLedgerEntry *entry, GHashTable *numbers)
{
  SkyLedgerAction action;

  if (sky_ledger_action_from_name (entry->action, &action) && action >= SKY_LEDGER_PERSON_ADD)
    return TRUE;
  if (entry->number == self->info->id
      || (entry->target != 0 && g_hash_table_contains (numbers, &entry->target)))
    return TRUE;
  for (guint l = 0; l < self->logs->len; l++)
    {
      const SkyDossierLog *log = self->logs->pdata[l];

      for (guint i = 0; entry->finding != NULL && i < log->findings->len; i++)
        if (strcmp (((const SkyDossierFinding *) log->findings->pdata[i])->finding->key,
                    entry->finding)
            == 0)
          return TRUE;
      for (guint i = 0; i < log->bookmarks->len; i++)
        if (((const SkyBookmark *) log->bookmarks->pdata[i])->number == entry->number)
          return TRUE;
    }
  /* What was looked at, printed or exported of these cameras and this case. */
  if (entry->data == NULL
      || !(strcmp (entry->action, "view") == 0 || strcmp (entry->action, "print") == 0
           || strcmp (entry->action, "export") == 0))
    return FALSE;
  for (guint i = 0; i < self->recordings->len; i++)
    {
      g_autofree char *quoted = g_strdup_printf (
          "\"%s\"", g_array_index (self->recordings, SkyDossierRecording, i).camera->camera);

      if (strstr (entry->data, quoted) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
gather_ledger (SkyDossier *self, SkyStore *store, GError **error)
{
  g_autoptr (GHashTable) numbers =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gint64 last = 0;

  self->ledger = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  while (TRUE)
    {
      g_autoptr (GPtrArray) page = sky_store_ledger_list (store, NULL, last, 1000, error);

      if (page == NULL)
        return FALSE;
      if (page->len == 0)
        return TRUE;
      last = ((const SkyLedgerEntry *) page->pdata[page->len - 1])->number;
      while (page->len > 0)
        {
          SkyLedgerEntry *entry = g_ptr_array_steal_index (page, 0);

          if (belongs (self, entry, numbers))
            {
              gint64 *number = g_new (gint64, 1);

              *number = entry->number;
              g_hash_table_add (numbers, number);
              g_ptr_array_add (self->ledger, entry);
            }
          else
            sky_ledger_entry_free (entry);
        }
    }
}

/* --- Findings worked out again ----------------------------------------------------------------
 */

static int
compare_findings (gconstpointer a, gconstpointer b)
{
  const SkyDossierFinding *first = *(const SkyDossierFinding *const *) a;
  const SkyDossierFinding *second = *(const SkyDossierFinding *const *) b;

  return (first->finding->seq > second->finding->seq)
         - (first->finding->seq < second->finding->seq);
}

static char *
dup_wager_name (const SkyScene *scene, const char *id)
{
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);

      if (g_strcmp0 (wager->id, id) == 0)
        return sky_phrase_english (wager->name);
    }
  return NULL;
}

/* A wager that no longer lies there is still known where its round ends. */
static void
name_wagers (SkyReplay *replay, const GPtrArray *findings, GCancellable *cancellable)
{
  g_autoptr (SkyScene) ending = NULL;
  guint64 last_seq = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      SkyDossierFinding *entry = findings->pdata[i];
      const SkyRound round = { .round = entry->finding->round,
                               .first_seq = entry->first_seq,
                               .last_seq = entry->last_seq };

      if (entry->finding->wager == NULL || entry->wager_name != NULL || entry->first_seq == 0
          || g_cancellable_is_cancelled (cancellable))
        continue;
      if (entry->last_seq != last_seq)
        {
          g_clear_pointer (&ending, sky_scene_unref);
          ending = sky_replay_at_end (replay, &round);
          last_seq = entry->last_seq;
        }
      entry->wager_name = dup_wager_name (ending, entry->finding->wager);
    }
}

/* In the order of the log, so that it is replayed no more than twice. */
static void
work_out_log (SkyDossierLog *log, GCancellable *cancellable)
{
  g_autoptr (SkyLog) opened = sky_log_open_in_archive (log->archive->path, log->path, NULL);
  g_autoptr (SkyReplay) replay = opened != NULL ? sky_replay_new (opened) : NULL;
  g_autoptr (GPtrArray) findings = g_ptr_array_new ();

  for (guint i = 0; i < log->findings->len; i++)
    g_ptr_array_add (findings, log->findings->pdata[i]);
  g_ptr_array_sort (findings, compare_findings);
  for (guint i = 0; opened != NULL && i < findings->len; i++)
    {
      SkyDossierFinding *entry = findings->pdata[i];
      const SkyStoredFinding *finding = entry->finding;

      if (g_cancellable_is_cancelled (cancellable))
        return;
      entry->scene = sky_replay_at_seq (replay, finding->seq);
      if (finding->wager != NULL)
        entry->wager_name = dup_wager_name (entry->scene, finding->wager);
      if (finding->round > 0)
        entry->steps = sky_audit_explain (opened, finding->round, finding->wager, NULL);
    }
  if (opened != NULL)
    name_wagers (replay, findings, cancellable);
}

void
sky_dossier_work_out (SkyDossier *self, GCancellable *cancellable)
{
  for (guint i = 0; i < self->logs->len; i++)
    work_out_log (self->logs->pdata[i], cancellable);
}

SkyDossier *
sky_dossier_new (SkyStore *store,
                 gint64 id,
                 const SkyDossierScope *scope,
                 GCancellable *cancellable,
                 GError **error)
{
  static const SkyDossierScope usual = { SKY_DOSSIER_MARGIN, SKY_DOSSIER_MARGIN, NULL };
  g_autoptr (SkyDossier) self = g_new0 (SkyDossier, 1);

  if (scope == NULL)
    scope = &usual;
  self->logs = g_ptr_array_new_with_free_func (dossier_log_free);
  self->recordings = g_array_new (FALSE, FALSE, sizeof (SkyDossierRecording));
  g_array_set_clear_func (self->recordings, recording_clear);
  self->stills = g_array_new (FALSE, FALSE, sizeof (SkyDossierStill));
  g_array_set_clear_func (self->stills, still_clear);
  self->info = sky_store_get_case (store, id, error);
  if (self->info == NULL)
    return NULL;
  self->items = sky_store_list_case_items (store, id, error);
  if (self->items == NULL)
    return NULL;
  for (guint i = 0; i < self->items->len; i++)
    {
      SkyCaseItem *item = self->items->pdata[i];

      if (item->kind == SKY_CASE_STILL && !add_still (self, store, item, error))
        return NULL;
      if (item->kind == SKY_CASE_FINDING
          && !add_finding (self, store, item->finding, cancellable, error))
        return NULL;
      if (item->kind == SKY_CASE_BOOKMARK
          && !add_bookmark (self, store, item->bookmark, cancellable, error))
        return NULL;
    }
  if (self->logs->len == 0)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_CASE,
                         "the case has no finding and no bookmark to make a package of");
      return NULL;
    }
  for (guint i = 0; i < self->logs->len; i++)
    {
      if (!extract_lines (self->logs->pdata[i], store, scope, cancellable, error)
          || !find_recordings (self, i, scope, error))
        return NULL;
    }
  if (!gather_ledger (self, store, error))
    return NULL;
  return g_steal_pointer (&self);
}
