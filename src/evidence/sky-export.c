/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-export.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "sky-case-page.h"
#include "sky-case-report.h"
#include "sky-evidence-error.h"
#include "sky-json-writer.h"
#include "sky-ledger-log.h"
#include "sky-media-check.h"
#include "sky-media-clip.h"
#include "sky-note-signer.h"
#include "sky-package-writer.h"
#include "sky-person.h"
#include "sky-scratch-folder.h"
#include "sky-time-stamp.h"

/* A clip on its way into the package. */
typedef struct
{
  const SkyDossierRecording *recording;
  SkySpan span; /* on the log's clock */
  SkyMediaClip cut;
  char *member;
} Clip;

typedef struct
{
  SkyStore *store;
  const SkyExportOptions *options;
  SkyDossier *dossier;
  SkyPackageWriter *writer;
  SkyScratchFolder *scratch;
  SkyKeptCheckpoint *checkpoint; /* that the package is under */
  GArray *leaves;                /* of SkyLedgerLeaf: those that it is of */
  GPtrArray *digests;            /* of the recordings, by index; NULL: not there */
  GPtrArray *cameras;            /* the texts of `footage/<camera>.json` */
  GPtrArray *added_stills;       /* the members' names of those that the exporter added */
  guint64 done;

  /* The report and the page are made by a thread of their own while the recordings are written. */
  GThread *reporter;
  GCancellable *report_cancellable;
  gulong cancelled_id;
  GBytes *report;         /* the reporter's until it is joined */
  SkyCasePage *page;      /* likewise; what lies beside it is added then */
  GError *report_failure; /* the reporter's until it is joined */
} Export;

static void
join_reporter (Export *self)
{
  g_clear_pointer (&self->reporter, g_thread_join);
  g_cancellable_disconnect (self->options->cancellable, self->cancelled_id);
  self->cancelled_id = 0;
}

static void
export_clear (Export *self)
{
  g_cancellable_cancel (self->report_cancellable);
  join_reporter (self);
  g_clear_object (&self->report_cancellable);
  g_clear_pointer (&self->report, g_bytes_unref);
  g_clear_pointer (&self->page, sky_case_page_free);
  g_clear_error (&self->report_failure);
  g_clear_pointer (&self->writer, sky_package_writer_free);
  g_clear_pointer (&self->dossier, sky_dossier_free);
  g_clear_pointer (&self->digests, g_ptr_array_unref);
  g_clear_pointer (&self->cameras, g_ptr_array_unref);
  g_clear_pointer (&self->added_stills, g_ptr_array_unref);
  g_clear_pointer (&self->checkpoint, sky_kept_checkpoint_free);
  g_clear_pointer (&self->leaves, g_array_unref);
  /* Behind the writer, which removes the unfinished package. */
  g_clear_pointer (&self->scratch, sky_scratch_folder_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Export, export_clear)

static void
progress_cb (guint64 bytes, gpointer data)
{
  Export *self = data;

  self->done += bytes;
  if (self->options->progress != NULL)
    self->options->progress (self->done, MAX (self->done, self->dossier->total_bytes),
                             self->options->progress_data);
}

/* The register's word, before hours of work; the ledger has the last one at the end. */
static gboolean
check_exporter (Export *self, GError **error)
{
  g_autoptr (GPtrArray) people = sky_store_list_people (self->store, error);
  g_autofree char *pem = NULL;
  const SkyPerson *person;

  if (people == NULL)
    return FALSE;
  if (people->len == 0)
    return TRUE;
  person = sky_people_find (people, self->options->credential);
  pem = sky_certificate_to_pem (sky_identity_get_certificate (self->options->identity));
  if (person == NULL || strcmp (person->certificate, pem) != 0)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY,
                              "the key is not the one that credential %s is registered with",
                              self->options->credential);
  if (person->revocation != 0 || person->expires <= g_get_real_time ()
      || !sky_person_role_allows (person->role, SKY_LEDGER_EXPORT))
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_CASE,
                              "%s may not export cases: registered as %s%s", person->name,
                              sky_person_role_to_name (person->role),
                              person->revocation != 0                 ? ", revoked"
                              : person->expires <= g_get_real_time () ? ", expired"
                                                                      : "");
  return TRUE;
}

/* --- The report and the page --------------------------------------------------------------------
 */

static gpointer
report_thread (gpointer data)
{
  Export *self = data;
  const SkyExportOptions *options = self->options;
  const SkyCertificate *signer = sky_identity_get_certificate (options->identity);
  SkyTime now = g_get_real_time ();
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (SkyDocument) document = NULL;

  sky_dossier_work_out (self->dossier, self->report_cancellable);
  document = sky_case_report_new (self->dossier, options->credential, options->name, signer, now,
                                  self->report_cancellable, &self->report_failure);
  if (document != NULL
      && sky_document_write_pdf (document, stream, NULL, self->report_cancellable,
                                 &self->report_failure)
      && g_output_stream_close (stream, NULL, &self->report_failure))
    self->report = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  if (self->report != NULL)
    self->page = sky_case_page_new (self->dossier, options->credential, options->name, signer, now,
                                    self->report_cancellable, &self->report_failure);
  return NULL;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
begin_report (Export *self)
{
  GCancellable *cancellable = self->options->cancellable;

  self->report_cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    self->cancelled_id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb),
                                                self->report_cancellable, NULL);
  self->reporter = g_thread_new ("report", report_thread, self);
}

static gboolean
add_report (Export *self, GError **error)
{
  gsize size;
  const void *bytes;

  join_reporter (self);
  if (self->page == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->report_failure));
      return FALSE;
    }
  bytes = g_bytes_get_data (self->report, &size);
  return sky_package_writer_add (self->writer, "report.pdf", bytes, size, error);
}

/* Behind the report, with which it was made. */
static gboolean
add_page (Export *self, GError **error)
{
  g_autoptr (GBytes) html = NULL;
  gsize size;
  const void *bytes;

  for (guint i = 0; i < self->cameras->len; i++)
    sky_case_page_add_camera (self->page, self->cameras->pdata[i]);
  for (guint i = 0; i < self->added_stills->len; i++)
    sky_case_page_add_still (self->page, self->added_stills->pdata[i]);
  html = sky_case_page_write (self->page);
  bytes = g_bytes_get_data (html, &size);
  return sky_package_writer_add (self->writer, SKY_PACKAGE_PAGE, bytes, size, error);
}

/* --- Recordings: which of them may be handed on -------------------------------------------------
 */

/* A file with several names may be one that somebody put into the archive without being able to
 * read it. */
static gboolean
check_names (Export *self, GError **error)
{
  g_autoptr (GString) linked = g_string_new (NULL);

  for (guint i = 0; i < self->dossier->recordings->len; i++)
    {
      const SkyDossierRecording *recording =
          &g_array_index (self->dossier->recordings, SkyDossierRecording, i);
      struct stat status;

      if (recording->file >= 0 && fstat (recording->file, &status) == 0 && status.st_nlink > 1)
        g_string_append_printf (linked, "%s%s", linked->len > 0 ? ", " : "", recording->path);
    }
  if (linked->len == 0 || self->options->allow_linked)
    return TRUE;
  return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_LINKED,
                            "there are other names (hard links) of the same file elsewhere for %s; "
                            "it may be somebody's own file and no recording of the archive's",
                            linked->str);
}

/* What is no recording is left out, whatever footage.json says that it is. */
static gboolean
check_recordings (Export *self, GError **error)
{
  const SkyExportOptions *options = self->options;

  if (!check_names (self, error))
    return FALSE;
  for (guint i = 0; i < self->dossier->recordings->len; i++)
    {
      SkyDossierRecording *recording =
          &g_array_index (self->dossier->recordings, SkyDossierRecording, i);
      g_autoptr (GError) cause = NULL;

      if (recording->file >= 0
          && !sky_media_check_kind (recording->file, recording->path, options->cancellable, &cause))
        {
          if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
            {
              g_propagate_error (error, g_steal_pointer (&cause));
              return FALSE;
            }
          sky_dossier_refuse_recording (self->dossier, recording, g_strdup (cause->message));
        }
      if (recording->refusal != NULL && options->left_out != NULL)
        g_ptr_array_add (options->left_out,
                         g_strdup_printf ("%s: %s", recording->path, recording->refusal));
    }
  return TRUE;
}

/* --- Recordings and clips -----------------------------------------------------------------------
 */

static gboolean
add_originals (Export *self, GError **error)
{
  GArray *recordings = self->dossier->recordings;

  self->digests = g_ptr_array_new_full (recordings->len, g_free);
  for (guint i = 0; i < recordings->len; i++)
    {
      const SkyDossierRecording *recording = &g_array_index (recordings, SkyDossierRecording, i);
      char hex[SKY_DIGEST_HEX_SIZE];

      if (recording->file < 0)
        {
          g_ptr_array_add (self->digests, NULL);
          continue;
        }
      if (self->options->leave_out_originals)
        {
          if (g_cancellable_set_error_if_cancelled (self->options->cancellable, error)
              || !sky_digest_descriptor (recording->file, recording->path, NULL, hex, error))
            return FALSE;
          progress_cb (recording->size, self);
        }
      else if (!sky_package_writer_add_descriptor (self->writer, recording->member, recording->file,
                                                   recording->path, hex, error))
        return FALSE;
      g_ptr_array_add (self->digests, g_strdup (hex));
    }
  return TRUE;
}

static void
clip_clear (gpointer data)
{
  Clip *clip = data;

  sky_media_clip_clear (&clip->cut);
  g_free (clip->member);
}

/* The name of a camera as a member's. */
static char *
camera_member (const SkyFootageCamera *camera)
{
  char *name = g_strdup (camera->camera);

  for (char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("._-", *c) == NULL)
      *c = '_';
  return name;
}

/* Cuts the part of @span that the recording has; a recording that cannot be cut leaves no clip and
 * @failure says why. */
static gboolean
add_clip (Export *self,
          const SkyDossierRecording *recording,
          const SkySpan *span,
          const char *camera,
          GArray *clips,
          GString *failures,
          GError **error)
{
  const SkyClockMap *clock = &recording->camera->clock;
  SkyTime start = recording->segment->start;
  SkyTime from = sky_clock_map_to_camera (clock, span->start);
  SkyTime until = sky_clock_map_to_camera (clock, span->end);
  Clip clip = { .recording = recording, .span = *span };
  g_autofree char *path =
      g_build_filename (sky_scratch_folder_get_path (self->scratch), "clip", NULL);
  g_autoptr (GError) cause = NULL;
  gboolean added;

  if (until <= start || from >= recording->segment->end || recording->file < 0)
    return TRUE;
  if (!sky_media_clip_write (recording->file, recording->path, path, MAX (from, start) - start,
                             MIN (until, recording->segment->end) - start, &clip.cut,
                             self->options->cancellable, &cause))
    {
      if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return FALSE;
        }
      g_string_append_printf (failures, "%s%s", failures->len > 0 ? " " : "", cause->message);
      return TRUE;
    }
  clip.member = clips->len == 0
                    ? g_strdup_printf ("footage/%s.%s", camera, clip.cut.suffix)
                    : g_strdup_printf ("footage/%s-%u.%s", camera, clips->len + 1, clip.cut.suffix);
  added = sky_package_writer_add_file (self->writer, clip.member, path, NULL, error);
  g_unlink (path);
  g_array_append_val (clips, clip);
  return added;
}

/* Pictures that come at even times are told by how many they are and when the last one comes;
 * others by the gaps between them. */
#define UNEVEN (2 * SKY_MILLISECOND)

static void
write_times (const GArray *times, GString *json)
{
  SkyTime first = g_array_index (times, SkyTime, 0);
  SkyTime length = g_array_index (times, SkyTime, times->len - 1) - first;
  gboolean is_even = TRUE;

  for (guint i = 1; i < times->len; i++)
    is_even &=
        ABS (g_array_index (times, SkyTime, i) - first - length * i / (times->len - 1)) <= UNEVEN;
  sky_json_add_int (json, "last_us", length);
  if (is_even)
    return;
  sky_json_begin_array (json, "gaps_us");
  for (guint i = 1; i < times->len; i++)
    sky_json_add_int (json, NULL,
                      g_array_index (times, SkyTime, i) - g_array_index (times, SkyTime, i - 1));
  sky_json_end_array (json);
}

static void
write_clips (Export *self, const SkyFootageCamera *camera, const GArray *clips, GString *json)
{
  sky_json_begin_array (json, "clips");
  for (guint i = 0; i < clips->len; i++)
    {
      const Clip *clip = &g_array_index (clips, Clip, i);
      SkyTime start = clip->recording->segment->start;

      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "file", clip->member);
      sky_json_add_string (json, "source", clip->recording->member);
      sky_json_begin_object (json, "span");
      sky_json_add_time (json, "start", clip->span.start);
      sky_json_add_time (json, "end", clip->span.end);
      sky_json_end_object (json);
      sky_json_begin_object (json, "clip");
      sky_json_add_time (json, "start",
                         sky_clock_map_to_log (&camera->clock, start + clip->cut.first));
      sky_json_add_time (json, "end", sky_clock_map_to_log (&camera->clock, start + clip->cut.end));
      sky_json_end_object (json);
      sky_json_add_int (json, "pictures", (gint64) clip->cut.n_pictures);
      write_times (clip->cut.times, json);
      sky_json_add_string (json, "codec", clip->cut.codec);
      sky_json_add_int (json, "width", clip->cut.width);
      sky_json_add_int (json, "height", clip->cut.height);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
}

static void
write_sources (Export *self, const SkyFootageCamera *camera, GString *json)
{
  sky_json_begin_array (json, "sources");
  for (guint i = 0; i < self->dossier->recordings->len; i++)
    {
      const SkyDossierRecording *recording =
          &g_array_index (self->dossier->recordings, SkyDossierRecording, i);

      if (recording->camera != camera)
        continue;
      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "original", recording->member);
      sky_json_add_string (json, "file", recording->segment->file);
      sky_json_add_bool (json, "included",
                         !self->options->leave_out_originals && self->digests->pdata[i] != NULL);
      sky_json_add_int (json, "size", (gint64) recording->size);
      if (recording->refusal != NULL)
        sky_json_add_string (json, "left_out", recording->refusal);
      sky_json_add_string (json, "sha256", self->digests->pdata[i]);
      sky_json_add_string (json, "sha256_stated", recording->segment->sha256);
      sky_json_add_time (json, "start", recording->segment->start);
      sky_json_add_time (json, "end", recording->segment->end);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
}

/* The clips of one camera and what is to be known of them. */
static gboolean
add_camera (Export *self, guint index, GError **error)
{
  GArray *recordings = self->dossier->recordings;
  const SkyDossierRecording *first = &g_array_index (recordings, SkyDossierRecording, index);
  const SkyFootageCamera *camera = first->camera;
  const SkyDossierLog *log = self->dossier->logs->pdata[first->log];
  g_autoptr (GArray) clips = g_array_new (FALSE, TRUE, sizeof (Clip));
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GString) failures = g_string_new (NULL);
  g_autofree char *plain = camera_member (camera);
  g_autofree char *name = NULL;
  g_autofree char *member = NULL;

  /* Two logs may each have a camera of that name. */
  for (guint i = 0; i < index; i++)
    {
      const SkyDossierRecording *other = &g_array_index (recordings, SkyDossierRecording, i);

      if (other->camera != camera && strcmp (other->camera->camera, camera->camera) == 0)
        name = g_strdup_printf ("%u-%s", first->log + 1, plain);
      if (name != NULL)
        break;
    }
  if (name == NULL)
    name = g_steal_pointer (&plain);
  g_array_set_clear_func (clips, clip_clear);
  for (guint s = 0; s < log->spans->len; s++)
    for (guint i = index; i < recordings->len; i++)
      {
        const SkyDossierRecording *recording = &g_array_index (recordings, SkyDossierRecording, i);

        if (recording->camera == camera
            && !add_clip (self, recording, &g_array_index (log->spans, SkySpan, s), name, clips,
                          failures, error))
          return FALSE;
      }

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "log", log->member);
  sky_json_add_string (json, "camera", camera->camera);
  sky_json_add_string (json, "table", camera->table);
  sky_json_add_string (json, "kind", camera->kind);
  /* What is added to the camera's clock to get the log's, at the first recording's start. */
  sky_json_add_int (json, "clock_offset_us",
                    sky_clock_map_to_log (&camera->clock, first->segment->start)
                        - first->segment->start);
  sky_json_add_int (json, "clock_drift_ppb", sky_clock_map_get_drift (&camera->clock));
  write_sources (self, camera, json);
  write_clips (self, camera, clips, json);
  if (failures->len > 0)
    sky_json_add_string (json, "no_clip", failures->str);
  sky_json_end_object (json);
  g_ptr_array_add (self->cameras, g_strdup (json->str));
  g_string_append_c (json, '\n');
  member = g_strdup_printf ("footage/%s.json", name);
  return sky_package_writer_add (self->writer, member, json->str, json->len, error);
}

static gboolean
add_footage (Export *self, GError **error)
{
  GArray *recordings = self->dossier->recordings;

  self->cameras = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < recordings->len; i++)
    {
      const SkyFootageCamera *camera = g_array_index (recordings, SkyDossierRecording, i).camera;
      gboolean seen = FALSE;

      for (guint j = 0; j < i && !seen; j++)
        seen = g_array_index (recordings, SkyDossierRecording, j).camera == camera;
      if (!seen && !add_camera (self, i, error))
        return FALSE;
    }
  return TRUE;
}

/* --- The rest -----------------------------------------------------------------------------------
 */

static gboolean
add_stills (Export *self, GError **error)
{
  const char *const *stills = self->options->stills;
  const GArray *own = self->dossier->stills;

  self->added_stills = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < own->len; i++)
    {
      const SkyDossierStill *still = &g_array_index (own, SkyDossierStill, i);
      gsize size;
      const void *bytes = g_bytes_get_data (still->png, &size);

      if (!sky_package_writer_add (self->writer, still->member, bytes, size, error))
        return FALSE;
    }
  for (guint i = 0; stills != NULL && stills[i] != NULL; i++)
    {
      g_autofree char *base = g_path_get_basename (stills[i]);
      g_autofree char *member = NULL;
      char magic[8] = { 0 };
      FILE *file = g_fopen (stills[i], "rb");
      gboolean is_png = file != NULL && fread (magic, 1, sizeof magic, file) == sizeof magic
                        && memcmp (magic, "\x89PNG\r\n\x1a\n", sizeof magic) == 0;

      if (file != NULL)
        fclose (file);
      if (!is_png)
        return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_READ, "%s is no PNG file", stills[i]);
      for (char *c = base; *c != '\0'; c++)
        if (!g_ascii_isalnum (*c) && strchr ("._-", *c) == NULL)
          *c = '_';
      member = g_strdup_printf ("stills/%u-%s", own->len + i + 1, base);
      if (!sky_package_writer_add_file (self->writer, member, stills[i], NULL, error))
        return FALSE;
      g_ptr_array_add (self->added_stills, g_steal_pointer (&member));
    }
  return TRUE;
}

/* Adds the archive's file @name beside the lines of @log. */
static gboolean
add_file_of_log (Export *self, const SkyDossierLog *log, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (log->archive->path, name, NULL);
  g_autofree char *member = g_strdup_printf ("log/%s.%s", log->member, name);
  g_autoptr (GBytes) text =
      sky_log_load (log->archive->path, path, self->options->cancellable, error);

  return text != NULL
         && sky_package_writer_add (self->writer, member, g_bytes_get_data (text, NULL),
                                    g_bytes_get_size (text), error);
}

/* What the pictures of the case's rounds showed, and the calibration that they were read with. */
static gboolean
add_testimony (Export *self, const SkyDossierLog *log, GError **error)
{
  g_autofree char *member = g_strdup_printf ("log/%s.sight.jsonl", log->member);
  g_autofree char *calibration = g_build_filename (log->archive->path, "sight.json", NULL);
  g_autoptr (GString) readings = g_string_new (NULL);

  if (log->testimony->len == 0)
    return TRUE;
  for (guint i = 0; i < log->testimony->len; i++)
    g_string_append_printf (readings, "%s\n",
                            ((const SkyTestimony *) log->testimony->pdata[i])->content);
  return sky_package_writer_add (self->writer, member, readings->str, readings->len, error)
         && (!g_file_test (calibration, G_FILE_TEST_EXISTS)
             || add_file_of_log (self, log, "sight.json", error));
}

static gboolean
add_logs (Export *self, GError **error)
{
  for (guint i = 0; i < self->dossier->logs->len; i++)
    {
      const SkyDossierLog *log = self->dossier->logs->pdata[i];
      g_autofree char *member = g_strdup_printf ("log/%s", log->member);
      g_autofree char *proof_member = g_strdup_printf ("log/%s.proof.json", log->member);
      g_autofree char *proof = sky_log_extract_write_proof (log->extract);
      gsize size;
      const char *lines = g_bytes_get_data (log->extract->lines, &size);

      if (!sky_package_writer_add (self->writer, member, lines, size, error)
          || !sky_package_writer_add (self->writer, proof_member, proof, strlen (proof), error))
        return FALSE;
      if (!add_testimony (self, log, error))
        return FALSE;
      if (log->wants_staff && !add_file_of_log (self, log, "staff.json", error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_findings (Export *self, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < self->dossier->logs->len; i++)
    {
      const SkyDossierLog *log = self->dossier->logs->pdata[i];

      for (guint f = 0; f < log->findings->len; f++)
        g_string_append_printf (lines, "%s\n",
                                ((const SkyDossierFinding *) log->findings->pdata[f])->json);
    }
  return sky_package_writer_add (self->writer, "findings.jsonl", lines->str, lines->len, error);
}

static gboolean
add_ledger (Export *self, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < self->dossier->ledger->len; i++)
    {
      sky_ledger_entry_write_json (self->dossier->ledger->pdata[i], lines);
      g_string_append_c (lines, '\n');
    }
  return sky_package_writer_add (self->writer, "ledger.jsonl", lines->str, lines->len, error);
}

/* The checkpoint is made anew by whoever has the ledger's key; others take the newest one that is
 * kept. The first one in all comes with a key that is made for it. */
static gboolean
find_checkpoint (Export *self, GError **error)
{
  g_autofree char *path = self->options->ledger_key != NULL
                              ? g_strdup (self->options->ledger_key)
                              : sky_ledger_key_path (self->store, error);
  g_autoptr (SkyKeptCheckpoint) newest = NULL;
  g_autoptr (SkyNoteSigner) signer = NULL;
  g_autofree char *vkey = NULL;

  if (path == NULL || !sky_store_get_newest_checkpoint (self->store, &newest, error))
    return FALSE;
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    signer = sky_note_signer_open (path, error);
  else if (newest == NULL)
    {
      signer = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, error);
      if (signer != NULL && !sky_note_signer_save (signer, path, error))
        return FALSE;
    }
  else
    self->checkpoint = g_steal_pointer (&newest);
  if (self->checkpoint == NULL && signer == NULL)
    return FALSE;
  if (signer != NULL)
    {
      g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);

      vkey = sky_note_key_to_text (key);
      /* The key of another ledger signs nothing here. */
      self->checkpoint = newest != NULL && strcmp (newest->key, vkey) != 0
                             ? g_steal_pointer (&newest)
                             : sky_ledger_make_checkpoint (self->store, signer, error);
    }
  if (self->checkpoint == NULL)
    return FALSE;
  self->leaves = sky_store_list_leaves (self->store, self->checkpoint->size, error);
  return self->leaves != NULL;
}

static gboolean
add_checkpoint (Export *self, GError **error)
{
  g_autofree char *note = sky_kept_checkpoint_to_text (self->checkpoint);
  g_autofree char *key = g_strconcat (self->checkpoint->key, "\n", NULL);
  GPtrArray *stamps = self->checkpoint->stamps;
  /* The first: it says most. */
  GBytes *stamp = stamps->len > 0 ? stamps->pdata[0] : NULL;

  return sky_package_writer_add (self->writer, SKY_PACKAGE_CHECKPOINT, note, strlen (note), error)
         && sky_package_writer_add (self->writer, SKY_PACKAGE_LEDGER_KEY, key, strlen (key), error)
         && sky_package_writer_add (self->writer, SKY_PACKAGE_LEAVES, self->leaves->data,
                                    (gsize) self->leaves->len * SKY_LEDGER_LEAF_SIZE, error)
         && (stamp == NULL
             || sky_package_writer_add (self->writer, SKY_PACKAGE_CHECKPOINT_STAMP,
                                        g_bytes_get_data (stamp, NULL), g_bytes_get_size (stamp),
                                        error));
}

static gboolean
note_export (Export *self, GBytes *sums, GError **error)
{
  const SkyExportOptions *options = self->options;
  const SkyReviewer reviewer = { options->credential, options->name };
  g_autoptr (GString) data = g_string_new (NULL);
  g_autofree char *base = g_path_get_basename (options->path);
  g_autofree char *name = g_filename_display_name (base);
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];
  gsize size;
  const void *bytes = g_bytes_get_data (sums, &size);

  sky_digest_bytes (bytes, size, digest);
  sky_digest_to_hex (digest, hex);
  sky_json_begin_object (data, NULL);
  sky_json_add_int (data, "case", self->dossier->info->number);
  sky_json_add_string (data, "package", name);
  sky_json_add_string (data, "sha256sums", hex);
  sky_json_end_object (data);
  sky_store_set_signer (self->store, options->credential, sky_identity_sign,
                        sky_identity_ref (options->identity), (GDestroyNotify) sky_identity_unref);
  return sky_store_ledger_append (self->store, &reviewer, SKY_LEDGER_EXPORT, NULL, options->case_id,
                                  NULL, data->str, NULL, error);
}

gboolean
sky_export_case (SkyStore *store, const SkyExportOptions *options, GError **error)
{
  g_auto (Export) self = { .store = store, .options = options };
  g_autoptr (GBytes) sums = NULL;
  g_autoptr (GBytes) signature = NULL;
  g_autoptr (GBytes) stamp = NULL;

  if (g_file_test (options->path, G_FILE_TEST_EXISTS))
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_WRITE, "%s is there already",
                              options->path);
  /* Before the entries are gathered: what comes between is newer than the checkpoint. */
  if (!check_exporter (&self, error) || !find_checkpoint (&self, error))
    return FALSE;
  self.dossier =
      sky_dossier_new (store, options->case_id, options->scope, options->cancellable, error);
  if (self.dossier == NULL || !check_recordings (&self, error))
    return FALSE;
  sky_scratch_folder_sweep ();
  self.scratch = sky_scratch_folder_new (error);
  if (self.scratch == NULL)
    return FALSE;
  self.writer = sky_package_writer_new (options->path, self.scratch, options->cancellable,
                                        progress_cb, &self, error);
  if (self.writer == NULL)
    return FALSE;
  begin_report (&self);
  if (!add_originals (&self, error) || !add_footage (&self, error) || !add_stills (&self, error)
      || !add_logs (&self, error) || !add_findings (&self, error) || !add_ledger (&self, error)
      || !add_checkpoint (&self, error) || !add_report (&self, error) || !add_page (&self, error))
    return FALSE;
  sums = sky_package_writer_get_sums (self.writer);
  signature = sky_identity_sign_cms (options->identity, sums, error);
  if (signature == NULL)
    return FALSE;
  if (options->time_stamp_url != NULL
      && (stamp = sky_time_stamp_request (options->time_stamp_url, sums, error)) == NULL)
    return FALSE;
  return sky_package_writer_close (self.writer, signature, stamp, error)
         && note_export (&self, sums, error) && sky_package_writer_publish (self.writer, error);
}

char *
sky_export_find_name (SkyStore *store, const char *credential, SkyIdentity *identity)
{
  g_autoptr (GPtrArray) people = sky_store_list_people (store, NULL);
  const SkyPerson *person = people != NULL ? sky_people_find (people, credential) : NULL;
  const char *name = sky_certificate_get_name (sky_identity_get_certificate (identity));

  return g_strdup (person != NULL ? person->name : name != NULL ? name : credential);
}
