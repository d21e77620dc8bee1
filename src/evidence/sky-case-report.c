/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-report.h"

#include <cairo.h>
#include <string.h>

#include "sky-check.h"
#include "sky-finding-words.h"
#include "sky-finding.h"
#include "sky-media-picture.h"
#include "sky-money.h"
#include "sky-phrase.h"
#include "sky-picture.h"
#include "sky-replay.h"
#include "sky-section.h"
#include "sky-watched.h"

/* The most steps of a round that are printed; a crowded table's round can have hundreds. */
#define MOST_STEPS 120

typedef struct
{
  const SkyDossier *dossier;
  SkyDocument *document;
  GCancellable *cancellable;
} Report;

static const char *
or_dash (const char *text)
{
  return text != NULL && *text != '\0' ? text : "—";
}

static void
add_time (SkyDocument *document, const char *name, SkyTime time)
{
  char text[SKY_TIME_TEXT_SIZE];

  sky_document_add_fact (document, name,
                         time != SKY_TIME_NONE ? sky_time_format (time, text) : "—");
}

/* --- Pictures -----------------------------------------------------------------------------------
 */

typedef struct
{
  SkyScene *scene;
  SkyGameId game;
  char *wager;
} LayoutDrawing;

static void
layout_drawing_free (gpointer data)
{
  LayoutDrawing *self = data;

  sky_scene_unref (self->scene);
  g_free (self->wager);
  g_free (self);
}

static void
draw_layout (cairo_t *cr, double width, double height, gpointer data)
{
  const LayoutDrawing *self = data;
  const SkyPictureStyle style = { .pointed = self->wager };

  sky_picture_draw (cr, self->scene, self->game, width, height, &style);
}

static void
add_layout (Report *self, SkyGameId game, const SkyDossierFinding *entry)
{
  const SkyStoredFinding *finding = entry->finding;
  LayoutDrawing *drawing;
  g_autofree char *caption = NULL;
  double width, height;
  double room = sky_document_get_width (self->document);

  drawing = g_new0 (LayoutDrawing, 1);
  drawing->scene = sky_scene_ref (entry->scene);
  drawing->game = game;
  drawing->wager = g_strdup (finding->wager);
  sky_picture_get_size (game, &width, &height);
  caption = g_strdup_printf ("The layout as the log has it, after event %" G_GUINT64_FORMAT ".",
                             finding->seq);
  sky_document_add_drawing (self->document, room, room * height / width, draw_layout, drawing,
                            layout_drawing_free, caption);
}

static void
add_camera_picture (Report *self, const SkyDossierRecording *recording, SkyTime at)
{
  SkyTime camera_time = sky_clock_map_to_camera (&recording->camera->clock, at);
  g_auto (SkyMediaPicture) picture = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  char time[SKY_TIME_TEXT_SIZE];
  cairo_surface_t *surface;

  if (camera_time < recording->segment->start || camera_time >= recording->segment->end)
    return;
  if (recording->file < 0
      || !sky_media_picture_grab (recording->file, recording->path,
                                  camera_time - recording->segment->start, &picture,
                                  self->cancellable, &error))
    {
      text = g_strdup_printf ("Camera %s: no picture (%s).", recording->camera->camera,
                              error != NULL ? error->message : recording->refusal);
      sky_document_add_text (self->document, SKY_TEXT_SMALL, text);
      return;
    }
  surface = cairo_image_surface_create_for_data (picture.pixels, CAIRO_FORMAT_RGB24, picture.width,
                                                 picture.height, (int) picture.stride);
  text = g_strdup_printf (
      "Camera %s at %s on the log’s clock, from %s.", recording->camera->camera,
      sky_time_format (
          sky_clock_map_to_log (&recording->camera->clock, recording->segment->start + picture.at),
          time),
      recording->segment->file);
  /* The document keeps the surface longer than the pixels live. */
  {
    cairo_surface_t *kept =
        cairo_image_surface_create (CAIRO_FORMAT_RGB24, picture.width, picture.height);
    cairo_t *cr = cairo_create (kept);

    cairo_set_source_surface (cr, surface, 0, 0);
    cairo_paint (cr);
    cairo_destroy (cr);
    sky_document_add_image (self->document, kept, text);
    cairo_surface_destroy (kept);
  }
  cairo_surface_destroy (surface);
}

static void
add_cameras (Report *self, guint log, SkyTime at)
{
  for (guint i = 0; i < self->dossier->recordings->len; i++)
    {
      const SkyDossierRecording *recording =
          &g_array_index (self->dossier->recordings, SkyDossierRecording, i);

      if (recording->log == log && !g_cancellable_is_cancelled (self->cancellable))
        add_camera_picture (self, recording, at);
    }
}

/* --- A finding ----------------------------------------------------------------------------------
 */

static void
add_steps (Report *self, const GPtrArray *steps)
{
  static const SkyDocumentColumn columns[] = {
    { "event", 10, SKY_TEXT_BODY, TRUE },
    { "wager", 10, SKY_TEXT_BODY, FALSE },
    { "step", 56, SKY_TEXT_BODY, FALSE },
    { "section", 24, SKY_TEXT_SMALL, FALSE },
  };

  if (steps == NULL || steps->len == 0)
    return;
  sky_document_add_heading (self->document, 3, "The recomputation, step by step");
  sky_document_begin_table (self->document, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < MIN (steps->len, MOST_STEPS); i++)
    {
      const SkyStep *step = steps->pdata[i];
      g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, step->seq);
      g_autofree char *cite = sky_cite (step->section);
      g_autofree char *told = sky_phrase_english (step->text);
      const char *const cells[] = { seq, step->wager, told, cite };

      sky_document_add_row (self->document, cells, FALSE);
    }
  if (steps->len > MOST_STEPS)
    {
      g_autofree char *text =
          g_strdup_printf ("%u further steps are not printed; the log’s lines in the package have "
                           "all of them.",
                           steps->len - MOST_STEPS);

      sky_document_add_text (self->document, SKY_TEXT_SMALL, text);
    }
}

static void
add_history (Report *self, GPtrArray *history)
{
  static const SkyDocumentColumn columns[] = {
    { "entry", 8, SKY_TEXT_BODY, TRUE },   { "when", 26, SKY_TEXT_SMALL, FALSE },
    { "who", 22, SKY_TEXT_BODY, FALSE },   { "what", 16, SKY_TEXT_BODY, FALSE },
    { "words", 28, SKY_TEXT_BODY, FALSE },
  };

  sky_document_add_heading (self->document, 3, "Who decided what, and when");
  if (history->len == 0)
    {
      sky_document_add_text (self->document, SKY_TEXT_BODY, "Nobody has decided on it.");
      return;
    }
  sky_document_begin_table (self->document, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < history->len; i++)
    {
      const SkyLedgerEntry *entry = history->pdata[i];
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, entry->number);
      g_autofree char *who = g_strdup_printf ("%s\n%s", entry->name, entry->credential);
      char at[SKY_TIME_TEXT_SIZE];
      const char *const cells[] = { number, sky_time_format (entry->at, at), who, entry->action,
                                    entry->text };

      sky_document_add_row (self->document, cells, FALSE);
    }
}

static void
add_finding (
    Report *self, guint index, guint log_index, const SkyDossierFinding *entry, SkyGameId game)
{
  const SkyDossierLog *log = self->dossier->logs->pdata[log_index];
  const SkyStoredFinding *finding = entry->finding;
  const SkySection *section = finding->section != NULL ? sky_section_find (finding->section) : NULL;
  g_autofree char *cite = sky_cite (finding->section);
  g_autofree char *explanation = sky_phrase_english (finding->explanation);
  g_autofree char *recorded = sky_finding_words (finding->recorded);
  g_autofree char *recomputed = sky_finding_words (finding->recomputed);
  g_autofree char *round = g_strdup_printf ("%" G_GINT64_FORMAT, finding->round);
  g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, finding->seq);
  SkyCheck check;
  gboolean known = sky_check_from_name (finding->check, &check);
  g_autofree char *heading =
      g_strdup_printf ("Finding %u: %s", index, known ? sky_check_title (check) : finding->check);

  sky_document_break_page (self->document);
  sky_document_add_heading (self->document, 2, heading);
  if (known)
    sky_document_add_text (self->document, SKY_TEXT_SMALL, sky_check_summary (check));
  if (explanation != NULL)
    sky_document_add_text (self->document, SKY_TEXT_STRONG, explanation);
  sky_document_add_fact (self->document, "Table", log->stored->table);
  if (finding->round > 0)
    sky_document_add_fact (self->document, "Round", round);
  sky_document_add_fact (self->document, "Event", seq);
  add_time (self->document, "At", finding->at);
  if (finding->wager != NULL)
    sky_document_add_fact (self->document, "Wager", finding->wager);
  sky_document_add_fact (self->document, "Check", finding->check);
  sky_document_add_fact (self->document, "Severity", sky_severity_to_name (finding->severity));
  if (finding->unsure)
    sky_document_add_fact (self->document, "Unsure",
                           "whoever recorded it could not see it for certain");
  sky_document_add_fact (self->document, "Recorded", or_dash (recorded));
  sky_document_add_fact (self->document, "Recomputed", or_dash (recomputed));
  if (finding->has_variance)
    {
      g_autofree char *variance = sky_money_format_signed (finding->variance);

      sky_document_add_fact (self->document, "Patron got too much by", variance);
    }
  sky_document_add_fact (self->document, "Section", or_dash (cite));
  if (section != NULL)
    sky_document_add_fact (self->document, "In plain words", section->summary);
  if (finding->reading > 0)
    {
      g_autofree char *reading = g_strdup_printf ("R%u", finding->reading);

      sky_document_add_fact (self->document, "Reading", reading);
    }
  sky_document_add_fact (self->document, "Where its review stands",
                         sky_review_state_to_name (finding->state));
  if (entry->scene != NULL)
    add_layout (self, game, entry);
  if (finding->at != SKY_TIME_NONE)
    add_cameras (self, log_index, finding->at);
  add_steps (self, entry->steps);
  add_history (self, entry->history);
}

/* --- The whole ----------------------------------------------------------------------------------
 */

static void
add_scope (Report *self, SkyLog *log)
{
  g_autofree char *scope = log != NULL ? sky_watched_describe_log (log) : NULL;
  g_autofree char *said = sky_phrase_english (scope);

  if (said != NULL)
    sky_document_add_fact (self->document, "Left out", said);
}

static void
add_log (Report *self, guint index, guint *n_findings)
{
  const SkyDossierLog *log = self->dossier->logs->pdata[index];
  g_autoptr (SkyLog) opened = sky_log_open_in_archive (log->archive->path, log->path, NULL);
  g_autofree char *heading = g_strdup_printf ("Table %s", log->stored->table);
  g_autofree char *lines = NULL;
  char day[SKY_DAY_TEXT_SIZE];
  char root[SKY_DIGEST_HEX_SIZE];
  guint64 n_lines = 0;

  sky_document_add_heading (self->document, 1, heading);
  sky_document_add_fact (self->document, "Property", log->stored->property);
  sky_document_add_fact (self->document, "Game", log->stored->game);
  sky_document_add_fact (self->document, "Gaming day",
                         sky_day_format (log->stored->gaming_day, day));
  sky_document_add_fact (self->document, "Log", log->member);
  sky_document_add_fact (self->document, "Its SHA-256", log->extract->log_sha256);
  sky_digest_to_hex (log->extract->root.bytes, root);
  sky_document_add_fact (self->document, "Its Merkle root", root);
  for (guint i = 0; i < log->extract->runs->len; i++)
    n_lines += g_array_index (log->extract->runs, SkyExtractRun, i).n_lines;
  lines = g_strdup_printf ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, n_lines,
                           log->extract->log_lines);
  sky_document_add_fact (self->document, "Lines in the package", lines);
  add_scope (self, opened);
  for (guint i = 0; i < log->bookmarks->len; i++)
    {
      const SkyBookmark *bookmark = log->bookmarks->pdata[i];
      char at[SKY_TIME_TEXT_SIZE];
      g_autofree char *text = g_strdup_printf ("%s, %s: %s", sky_time_format (bookmark->at, at),
                                               bookmark->name, or_dash (bookmark->text));

      sky_document_add_fact (self->document, "Bookmark", text);
      add_cameras (self, index, bookmark->at);
    }
  for (guint i = 0; opened != NULL && i < log->findings->len; i++)
    if (!g_cancellable_is_cancelled (self->cancellable))
      add_finding (self, ++*n_findings, index, log->findings->pdata[i],
                   sky_log_get_header (opened)->game);
}

/* What the case is, as was said last. */
static void
add_details (Report *self)
{
  const SkyCaseDetails *details = self->dossier->info->details;

  if (details == NULL)
    return;
  g_autofree char *people = g_strjoinv ("; ", details->people);
  if (details->type != NULL)
    sky_document_add_fact (self->document, "Type",
                           sky_case_word_to_label (sky_case_types, details->type));
  if (people[0] != '\0')
    sky_document_add_fact (self->document, "People", people);
  if (details->disposition != NULL)
    sky_document_add_fact (self->document, "Disposition",
                           sky_case_word_to_label (sky_case_dispositions, details->disposition));
}

static void
add_notes (Report *self)
{
  gboolean headed = FALSE;

  for (guint i = 0; i < self->dossier->items->len; i++)
    {
      const SkyCaseItem *item = self->dossier->items->pdata[i];
      g_autofree char *who = NULL;
      g_autofree char *said = NULL;
      g_autofree char *details =
          item->details != NULL ? sky_case_details_describe (item->details) : NULL;

      if (item->kind != SKY_CASE_NOTE && item->kind < SKY_CASE_CLOSING)
        continue;
      if (!headed)
        sky_document_add_heading (self->document, 2, "Notes");
      headed = TRUE;
      who = g_strdup_printf ("%s (%s)", item->name, item->credential);
      said = g_strdup_printf (item->kind == SKY_CASE_CLOSING     ? "Closed: %s"
                              : item->kind == SKY_CASE_REOPENING ? "Reopened: %s"
                              : item->kind == SKY_CASE_RENAMING  ? "Renamed: %s"
                              : item->kind == SKY_CASE_DETAILS   ? "Described: %s"
                                                                 : "%s",
                              or_dash (details != NULL ? details : item->text));
      sky_document_add_fact (self->document, who, said);
    }
}

typedef struct
{
  GBytes *png;
  gsize at;
} Reading;

static cairo_status_t
read_cb (void *closure, unsigned char *data, unsigned int length)
{
  Reading *reading = closure;
  gsize size;
  const unsigned char *bytes = g_bytes_get_data (reading->png, &size);

  if (length > size - reading->at)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (data, bytes + reading->at, length);
  reading->at += length;
  return CAIRO_STATUS_SUCCESS;
}

static void
add_stills (Report *self)
{
  const GArray *stills = self->dossier->stills;

  if (stills->len == 0)
    return;
  sky_document_break_page (self->document);
  sky_document_add_heading (self->document, 1, "Stills");
  for (guint i = 0; i < stills->len; i++)
    {
      const SkyDossierStill *still = &g_array_index (stills, SkyDossierStill, i);
      const SkyCaseItem *item = still->item;
      Reading reading = { .png = still->png };
      cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_cb, &reading);
      char at[SKY_TIME_TEXT_SIZE];
      char added[SKY_TIME_TEXT_SIZE];
      g_autofree char *heading =
          g_strdup_printf ("Still %u: camera %s", i + 1, item->still->camera);
      g_autofree char *who = g_strdup_printf ("%s (%s), %s", item->name, item->credential,
                                              sky_time_format (item->at, added));

      sky_document_add_heading (self->document, 2, heading);
      sky_document_add_fact (self->document, "Table", item->still->table);
      sky_document_add_fact (self->document, "At, on the log’s clock",
                             sky_time_format (item->still->at, at));
      sky_document_add_fact (self->document, "Put into the case by", who);
      if (item->text != NULL && *item->text != '\0')
        sky_document_add_fact (self->document, "In their words", item->text);
      sky_document_add_fact (self->document, "SHA-256", item->still->sha256);
      if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
        sky_document_add_image (self->document, surface, still->member);
      else
        sky_document_add_text (self->document, SKY_TEXT_SMALL, "The image cannot be read.");
      cairo_surface_destroy (surface);
    }
}

static void
add_recordings (Report *self)
{
  static const SkyDocumentColumn columns[] = {
    { "camera", 18, SKY_TEXT_BODY, FALSE },
    { "recording", 30, SKY_TEXT_BODY, FALSE },
    { "from, on the camera’s clock", 28, SKY_TEXT_SMALL, FALSE },
    { "bytes", 14, SKY_TEXT_BODY, TRUE },
  };

  sky_document_break_page (self->document);
  sky_document_add_heading (self->document, 1, "Recordings");
  if (self->dossier->recordings->len == 0)
    {
      sky_document_add_text (self->document, SKY_TEXT_BODY, "No camera recorded what happened.");
      return;
    }
  sky_document_add_text (self->document, SKY_TEXT_BODY,
                         "Their digests stand in SHA256SUMS or, of those that were left out, in "
                         "footage/CAMERA.json.");
  sky_document_begin_table (self->document, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < self->dossier->recordings->len; i++)
    {
      const SkyDossierRecording *recording =
          &g_array_index (self->dossier->recordings, SkyDossierRecording, i);
      g_autofree char *size = recording->size > 0
                                  ? g_strdup_printf ("%" G_GUINT64_FORMAT, recording->size)
                                  : g_strdup_printf ("left out: %s", recording->refusal);
      char start[SKY_TIME_TEXT_SIZE];
      const char *const cells[] = { recording->camera->camera, recording->segment->file,
                                    sky_time_format (recording->segment->start, start), size };

      sky_document_add_row (self->document, cells, FALSE);
    }
}

static void
add_signature (Report *self, const char *credential, const char *name, const SkyCertificate *signer)
{
  sky_document_add_heading (self->document, 1, "What the signature proves");
  sky_document_add_fact (self->document, "Signed by", name);
  sky_document_add_fact (self->document, "Credential", credential);
  sky_document_add_fact (self->document, "Certificate, SHA-256",
                         sky_certificate_get_fingerprint (signer));
  sky_document_add_text (
      self->document, SKY_TEXT_BODY,
      "The signature proves that whoever holds the key of this certificate signed exactly these "
      "files, and that none of them was changed, removed or added since. Whose the certificate is "
      "must be known from elsewhere: compare its digest with the one that the signer tells you.");
  sky_document_add_text (
      self->document, SKY_TEXT_BODY,
      "It proves nothing about what happened before the signing: neither that the table’s system "
      "recorded what was played, nor that a camera’s clock was right, nor when the signing was. A "
      "time stamp, where there is one, proves that the files were there at the time it states.");
  sky_document_add_text (
      self->document, SKY_TEXT_BODY,
      "The lines of the log are proved by Merkle audit paths to stand in the log with the root "
      "above; whoever has the whole log can work the same root out of it.");
  sky_document_add_heading (self->document, 2, "Checking it without Skyward");
  sky_document_add_text (self->document, SKY_TEXT_CODE,
                         "unzip PACKAGE\n"
                         "sha256sum -c SHA256SUMS\n"
                         "openssl cms -verify -binary -inform DER -in SHA256SUMS.p7s \\\n"
                         "  -content SHA256SUMS -CAfile CERTIFICATE.pem -out /dev/null");
}

SkyDocument *
sky_case_report_new (const SkyDossier *dossier,
                     const char *credential,
                     const char *name,
                     const SkyCertificate *signer,
                     SkyTime made_at,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autofree char *title = g_strdup_printf ("Case %" G_GINT64_FORMAT ": %s", dossier->info->number,
                                            dossier->info->title);
  const SkyDossierLog *first = dossier->logs->pdata[0];
  const SkyDocumentInfo info = {
    .paper = SKY_PAPER_LETTER,
    .title = title,
    .subject = first->stored->property,
    .footer = "Skyward " SKY_VERSION,
    .author = name,
    .made_at = made_at,
  };
  g_autoptr (SkyDocument) document = sky_document_new (&info);
  Report self = { dossier, document, cancellable };
  g_autofree char *who = g_strdup_printf ("%s (%s)", name, credential);
  g_autofree char *opener =
      g_strdup_printf ("%s (%s)", dossier->info->name, dossier->info->credential);
  guint n_findings = 0;

  sky_document_add_heading (document, 1, title);
  add_details (&self);
  sky_document_add_fact (document, "Property", first->stored->property);
  sky_document_add_fact (document, "Opened by", opener);
  add_time (document, "Opened at", dossier->info->opened_at);
  sky_document_add_fact (document, "Exported by", who);
  add_time (document, "Exported at", made_at);
  sky_document_add_text (document, SKY_TEXT_SMALL,
                         "All instants are UTC. Wagers were worked out again from 58 Pa. Code; the "
                         "regulation’s own text decides.");
  add_notes (&self);
  for (guint i = 0; i < dossier->logs->len; i++)
    add_log (&self, i, &n_findings);
  add_stills (&self);
  add_recordings (&self);
  add_signature (&self, credential, name, signer);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&document);
}
