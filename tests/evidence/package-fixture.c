/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "package-fixture.h"

#include <archive.h>
#include <archive_entry.h>
#include <openssl/cms.h>
#include <string.h>

#include "sky-audit-run.h"
#include "sky-case.h"
#include "sky-finding-query.h"
#include "sky-json-writer.h"
#include "sky-openssl-private.h"
#include "sky-person.h"
#include "sky-review.h"
#include "sky-simulate.h"
#include "sky-store-audit.h"

static const SkyReviewer ada = { "PA-1", "Ada Quinn" };

static void
sign_in (PackageFixture *self, SkyStore *store)
{
  sky_store_set_signer (store, ada.credential, sky_identity_sign, sky_identity_ref (self->ada),
                        (GDestroyNotify) sky_identity_unref);
}

/* Two cameras of two recordings each, small, over the first minutes of the evening. */
static const PackageCamera cameras[] = {
  { "CR-01-A",
    "[\"end_left\"]",
    0,
    { .width = 160, .height = 120, .fps_n = 1, .fps_d = 1, .n_frames = 240, .group = 10 },
    "mkv" },
  { "CR-01-B",
    "[\"end_right\"]",
    -120,
    { .width = 160, .height = 120, .fps_n = 1, .fps_d = 1, .n_frames = 240, .group = 10 },
    "mkv" },
};

static const PackageLook plain = { cameras,           G_N_ELEMENTS (cameras), 2,
                                   "The window side", "As a witness says.",   "Seen \"twice\"." };

static void
write_footage (PackageFixture *self, SkyTime start, const PackageLook *look)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *path = g_build_filename (self->archive, "footage.json", NULL);

  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "cameras");
  for (guint i = 0; i < look->n_cameras; i++)
    {
      const PackageCamera *camera = &look->cameras[i];
      SkyTime length = footage_get_duration (&camera->footage);

      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "camera", camera->name);
      sky_json_add_string (json, "table", "CR-01");
      sky_json_add_string (json, "kind", "stationary");
      sky_json_add_raw (json, "covers", camera->covers);
      sky_json_add_int (json, "clock_offset_ms", camera->offset_ms);
      sky_json_begin_array (json, "segments");
      for (guint segment = 0; segment < look->n_recordings; segment++)
        {
          g_autofree char *file =
              g_strdup_printf ("CR-01-%c-%u.%s", 'A' + i, segment + 1, camera->suffix);
          g_autofree char *target = g_build_filename (self->archive, file, NULL);
          char hex[SKY_DIGEST_HEX_SIZE];

          footage_write (&camera->footage, target);
          g_assert_true (sky_digest_file (target, NULL, hex, NULL));
          sky_json_begin_object (json, NULL);
          sky_json_add_string (json, "file", file);
          sky_json_add_time (json, "start", start + segment * length);
          sky_json_add_time (json, "end", start + (segment + 1) * length);
          sky_json_add_string (json, "sha256", hex);
          sky_json_end_object (json);
        }
      sky_json_end_array (json);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_assert_true (g_file_set_contents (path, json->str, -1, NULL));
}

static void
judged (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *log_audit, gpointer store)
{
  g_autofree char *inputs = sky_store_audit_inputs (archive);
  g_autoptr (GError) error = NULL;

  sky_store_write_audit (store, archive, inputs, log_audit, "test", NULL, &error);
  g_assert_no_error (error);
}

static void
audit (PackageFixture *self, SkyStore *store)
{
  const char *const paths[] = { self->archive, NULL };
  g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
  g_autoptr (GError) error = NULL;

  sky_audit_run_set_judged (run, judged, store);
  sky_audit_run (run, 1, &error);
  g_assert_no_error (error);
}

/* A case of all findings of the first five minutes. */
static void
gather (PackageFixture *self, SkyStore *store, SkyTime until, const PackageLook *look)
{
  const SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (SkyCaseDetails) details = NULL;
  guint n = 0;

  sky_store_open_case (store, &ada, look->title, &self->case_id, &error);
  g_assert_no_error (error);
  findings = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < findings->len; i++)
    {
      const SkyStoredFinding *finding = findings->pdata[i];

      if (finding->at > until || finding->queue == SKY_QUEUE_COVERAGE)
        continue;
      sky_store_add_to_case (store, &ada, self->case_id, finding->key, 0, NULL, &error);
      g_assert_no_error (error);
      sky_store_decide (store, &ada, finding->key, SKY_LEDGER_CONFIRM, look->decision,
                        SKY_REVIEW_ANY, NULL, &error);
      g_assert_no_error (error);
      n++;
    }
  g_assert_cmpuint (n, >, 2);
  sky_store_note_case (store, &ada, self->case_id, look->note, &error);
  g_assert_no_error (error);
  /* Whoever writes the note may write these, too. */
  details = sky_case_details_new ("dispute", look->note, look->title);
  sky_store_describe_case (store, &ada, self->case_id, details, SKY_CASE_ANY, &error);
  g_assert_no_error (error);
}

/* A picture of one pixel, of the first camera. */
static void
add_still (PackageFixture *self, SkyStore *store, SkyTime at, const char *camera)
{
  static const guint8 png[] = { 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00,
                                0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01,
                                0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a,
                                0x7e, 0x9b, 0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41,
                                0x54, 0x78, 0x9c, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00,
                                0x81, 0x77, 0xcd, 0x72, 0xb6, 0x00, 0x00, 0x00, 0x00, 0x49,
                                0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82 };
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, NULL);
  const SkyStoredLog *log = logs->pdata[0];
  g_autoptr (GBytes) bytes = g_bytes_new_static (png, sizeof png);
  g_autoptr (GError) error = NULL;

  sky_store_add_still (store, &ada, self->case_id,
                       &(SkyCaseStill){ .camera = (char *) camera,
                                        .property = log->property,
                                        .table = log->table,
                                        .game = log->game,
                                        .gaming_day = log->gaming_day,
                                        .at = at },
                       bytes, "The hand over the line.", self->still, &error);
  g_assert_no_error (error);
}

void
package_fixture_init (PackageFixture *self, const char *uri)
{
  package_fixture_init_as (self, uri, &plain);
}

void
package_fixture_init_recorded (PackageFixture *self)
{
  PackageLook look = plain;

  look.recorded = TRUE;
  package_fixture_init_as (self, NULL, &look);
}

/* Has the archive's log say that someone recorded it, and what was looked at. */
static void
make_recorded (PackageFixture *self)
{
  static const char version[] = "\"version\":1";
  g_autoptr (SkyArchive) archive = sky_archive_open (self->archive, NULL);
  const char *path = archive->logs[0];
  g_autofree char *text = NULL;
  g_autoptr (GString) changed = NULL;
  char *end;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  end = strchr (text, '\n');
  changed = g_string_new_len (text, end - text - 1);
  g_string_append (changed,
                   ",\"record\":{\"how\":\"footage\",\"by\":\"PA-7\"},\"scope\":{\"classes\":"
                   "[\"outcome\",\"procedure\",\"wagers\",\"settlements\"]}}");
  g_string_append (changed, end);
  g_assert_cmpuint (g_string_replace (changed, version, "\"version\":2", 1), ==, 1);
  g_assert_true (g_file_set_contents (path, changed->str, (gssize) changed->len, NULL));
}

void
package_fixture_init_as (PackageFixture *self, const char *uri, const PackageLook *look)
{
  const SkySimulateOptions options = { .game = SKY_GAME_CRAPS,
                                       .rounds = 30,
                                       .seed = 64,
                                       .faults = 12,
                                       .tables = 1,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  g_autofree char *pem = NULL;
  SkyTime start;

  *self = (PackageFixture){ 0 };
  self->folder = g_dir_make_tmp ("sky-package-XXXXXX", &error);
  g_assert_no_error (error);
  self->archive = g_build_filename (self->folder, "archive", NULL);
  self->store = uri != NULL ? g_strdup (uri) : g_build_filename (self->folder, "skyward.db", NULL);
  self->package = g_build_filename (self->folder, "case.zip", NULL);
  sky_simulate (&options, self->archive, &error);
  g_assert_no_error (error);
  if (look->recorded)
    make_recorded (self);
  self->ada = sky_identity_create (ada.credential, ada.name, 30, &error);
  g_assert_no_error (error);

  store = sky_store_open (self->store, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  audit (self, store);
  logs = sky_store_list_logs (store, NULL, &error);
  start = ((const SkyStoredLog *) logs->pdata[0])->start;
  write_footage (self, start, look);
  audit (self, store);
  archive = sky_archive_open (self->archive, &error);
  g_assert_no_error (error);
  self->log = g_strdup (archive->logs[0]);

  sign_in (self, store);
  pem = sky_certificate_to_pem (sky_identity_get_certificate (self->ada));
  sky_store_add_person (store, &ada,
                        &(SkyPerson){ .credential = (char *) ada.credential,
                                      .name = (char *) ada.name,
                                      .role = SKY_PERSON_INVESTIGATOR,
                                      .certificate = pem,
                                      .expires = sky_certificate_get_not_after (
                                          sky_identity_get_certificate (self->ada)) },
                        &error);
  g_assert_no_error (error);
  gather (self, store, start + 8 * SKY_MINUTE, look);
  add_still (self, store, start + 8 * SKY_MINUTE, look->cameras[0].name);
}

void
package_fixture_clear (PackageFixture *self)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", self->folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  sky_identity_unref (self->ada);
  g_free (self->folder);
  g_free (self->archive);
  g_free (self->log);
  g_free (self->store);
  g_free (self->package);
}

gboolean
package_fixture_export (PackageFixture *self,
                        const char *path,
                        const SkyExportOptions *options,
                        GError **error)
{
  g_autoptr (SkyStore) store = sky_store_open (self->store, SKY_STORE_READ_WRITE, error);
  SkyExportOptions wanted = options != NULL ? *options : (SkyExportOptions){ 0 };

  g_assert_nonnull (store);
  g_autofree char *ledger_key = g_build_filename (self->folder, "ledger.key", NULL);

  if (wanted.ledger_key == NULL)
    wanted.ledger_key = ledger_key;
  wanted.path = path;
  wanted.case_id = self->case_id;
  if (wanted.identity == NULL)
    {
      wanted.identity = self->ada;
      wanted.credential = ada.credential;
      wanted.name = ada.name;
    }
  return sky_export_case (store, &wanted, error);
}

static void
member_free (gpointer data)
{
  Member *member = data;

  g_free (member->name);
  g_bytes_unref (member->data);
  g_free (member);
}

GPtrArray *
package_unpack (const char *path)
{
  GPtrArray *members = g_ptr_array_new_with_free_func (member_free);
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;

  archive_read_support_format_zip_seekable (archive);
  g_assert_cmpint (archive_read_open_filename (archive, path, 65536), ==, ARCHIVE_OK);
  while (archive_read_next_header (archive, &entry) == ARCHIVE_OK)
    {
      Member *member = g_new0 (Member, 1);
      gsize size = (gsize) archive_entry_size (entry);
      char *data = g_malloc (size + 1);

      g_assert_cmpint (archive_read_data (archive, data, size), ==, (la_ssize_t) size);
      member->name = g_strdup (archive_entry_pathname (entry));
      member->data = g_bytes_new_take (data, size);
      g_ptr_array_add (members, member);
    }
  archive_read_free (archive);
  return members;
}

void
package_pack (const char *path, GPtrArray *members, gboolean packed)
{
  struct archive *archive = archive_write_new ();

  archive_write_set_format_zip (archive);
  if (packed)
    archive_write_zip_set_compression_deflate (archive);
  else
    archive_write_zip_set_compression_store (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, member->name);
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_perm (entry, 0644);
      archive_entry_set_size (entry, (la_int64_t) g_bytes_get_size (member->data));
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      archive_write_data (archive, g_bytes_get_data (member->data, NULL),
                          g_bytes_get_size (member->data));
      archive_entry_free (entry);
    }
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
}

Member *
package_find (GPtrArray *members, const char *name)
{
  for (guint i = 0; i < members->len; i++)
    if (strcmp (((Member *) members->pdata[i])->name, name) == 0)
      return members->pdata[i];
  g_error ("the package has no %s", name);
}

void
package_replace (GPtrArray *members, const char *name, const void *data, gsize size)
{
  Member *member = package_find (members, name);

  g_bytes_unref (member->data);
  member->data = g_bytes_new (data, size);
}

void
package_sign (GPtrArray *members, SkyIdentity *signer)
{
  g_autoptr (GString) sums = g_string_new (NULL);
  g_autoptr (GBytes) list = NULL;
  g_autoptr (GBytes) signature = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];
      g_autofree char *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, member->data);

      if (!g_str_has_prefix (member->name, "SHA256SUMS"))
        g_string_append_printf (sums, "%s  %s\n", digest, member->name);
    }
  list = g_bytes_new (sums->str, sums->len);
  signature = sky_identity_sign_cms (signer, list, &error);
  g_assert_no_error (error);
  package_replace (members, "SHA256SUMS", sums->str, sums->len);
  package_replace (members, "SHA256SUMS.p7s", g_bytes_get_data (signature, NULL),
                   g_bytes_get_size (signature));
}

void
package_sign_at (GPtrArray *members, SkyIdentity *signer, X509 *certificate, SkyTime at)
{
  GBytes *list;
  g_autoptr (BIO) out = BIO_new (BIO_s_mem ());
  g_autoptr (BIO) in = NULL;
  g_autoptr (GBytes) signature = NULL;
  ASN1_TIME *time = ASN1_TIME_set (NULL, (time_t) (at / SKY_SECOND));
  CMS_ContentInfo *cms;
  CMS_SignerInfo *info;

  if (certificate == NULL)
    certificate = sky_certificate_get_x509 (sky_identity_get_certificate (signer));
  package_sign (members, signer);
  list = package_find (members, "SHA256SUMS")->data;
  in = BIO_new_mem_buf (g_bytes_get_data (list, NULL), (int) g_bytes_get_size (list));
  cms = CMS_sign (NULL, NULL, NULL, in, CMS_DETACHED | CMS_BINARY | CMS_PARTIAL);
  info = CMS_add1_signer (cms, certificate, sky_identity_get_key (signer), EVP_sha256 (),
                          CMS_NOSMIMECAP | CMS_PARTIAL);
  g_assert_cmpint (
      CMS_signed_add1_attr_by_NID (info, NID_pkcs9_signingTime, ASN1_STRING_type (time), time, -1),
      ==, 1);
  g_assert_cmpint (CMS_final (cms, in, NULL, CMS_DETACHED | CMS_BINARY), ==, 1);
  g_assert_cmpint (i2d_CMS_bio (out, cms), ==, 1);
  signature = sky_bio_dup_bytes (out);
  package_replace (members, "SHA256SUMS.p7s", g_bytes_get_data (signature, NULL),
                   g_bytes_get_size (signature));
  CMS_ContentInfo_free (cms);
  ASN1_TIME_free (time);
}

char *
package_told (const SkyVerifyReport *report, SkyVerdict wanted)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < report->lines->len; i++)
    {
      const SkyVerifyLine *line = report->lines->pdata[i];
      g_autofree char *shown = sky_verify_line_show (line);

      g_string_append_printf (text, "%s %s\n",
                              line->kind == SKY_VERIFY_HOLDS  ? "holds"
                              : line->kind == SKY_VERIFY_SAID ? "said"
                                                              : "FAILS",
                              shown);
    }
  if (report->verdict != wanted)
    g_error ("%s", text->str);
  return g_string_free (text, FALSE);
}

char *
package_failures (const char *path)
{
  const SkyVerifyOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVerifyReport) report = sky_package_verify (path, &options, &error);
  GString *text = g_string_new (NULL);

  if (report == NULL)
    g_string_append (text, error->message);
  for (guint i = 0; report != NULL && i < report->lines->len; i++)
    {
      const SkyVerifyLine *line = report->lines->pdata[i];
      g_autofree char *shown = sky_verify_line_show (line);

      g_assert_true (g_utf8_validate (shown, -1, NULL));
      if (line->kind == SKY_VERIFY_FAILS)
        g_string_append_printf (text, "%s\n", shown);
    }
  g_assert_cmpint (report != NULL && report->verdict != SKY_VERDICT_FAILS, ==, text->len == 0);
  return g_string_free (text, FALSE);
}

char *
package_run (const char *folder, int wanted, const char *command)
{
  const char *arguments[] = { "sh", "-c", command, NULL };
  char *output = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (folder, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  if (wanted >= 0 ? WEXITSTATUS (status) != wanted : WEXITSTATUS (status) == 0)
    g_error ("%s: status %d: %s", command, WEXITSTATUS (status), output);
  return output;
}
