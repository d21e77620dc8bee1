/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exporting a case: what is in the package, what the stock tools say of it, time stamps by a local
 * authority, and that a refused or cancelled export leaves nothing. */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "package-fixture.h"
#include "private-postgres.h"
#include "sky-case-still.h"
#include "sky-evidence-error.h"
#include "sky-ledger.h"
#include "sky-person.h"
#include "time-stamp-authority.h"

/* One of each engine, made once: all look at the same package. */
static PackageFixture sqlite;
static PackageFixture postgres;

static GBytes *
find (GPtrArray *members, const char *name)
{
  for (guint i = 0; i < members->len; i++)
    if (strcmp (((Member *) members->pdata[i])->name, name) == 0)
      return ((Member *) members->pdata[i])->data;
  g_error ("the package has no %s", name);
}

/* All lines of the verification, which must come to @wanted. */
static char *
verify_text (const char *path, const SkyVerifyOptions *options, SkyVerdict wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVerifyReport) report = sky_package_verify (path, options, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < report->lines->len; i++)
    {
      g_autofree char *line = sky_verify_line_show (report->lines->pdata[i]);

      g_string_append_printf (text, "%s\n", line);
    }
  if (report->verdict != wanted)
    g_error ("%s", text->str);
  return g_string_free (text, FALSE);
}

static void
test_whole (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  const char *const logs[] = { self->log, NULL };
  const SkyVerifyOptions options = { .logs = logs,
                                     .certificate = sky_identity_get_certificate (self->ada) };
  g_autofree char *all = NULL;

  all = verify_text (self->package, &options, SKY_VERDICT_HOLDS);
  g_assert_nonnull (strstr (all, "byte for byte"));
  g_assert_nonnull (
      strstr (all, "registered in the ledger as Ada Quinn, credential PA-1, investigator"));
  g_assert_nonnull (strstr (all, "recomputed from"));
  g_assert_nonnull (strstr (all, "stills: 1, as the ledger has them in the case"));
}

/* The originals are the recordings, the extract begins with the header and has less than the log.
 */
static void
test_members (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autoptr (GPtrArray) members = package_unpack (self->package);
  guint n_originals = 0, n_clips = 0;

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];

      if (g_str_has_prefix (member->name, "originals/"))
        {
          g_autofree char *path =
              g_build_filename (self->archive, member->name + strlen ("originals/"), NULL);
          g_autofree char *original = NULL;
          gsize size;

          n_originals++;
          g_assert_true (g_file_get_contents (path, &original, &size, NULL));
          g_assert_cmpmem (original, size, g_bytes_get_data (member->data, NULL),
                           g_bytes_get_size (member->data));
        }
      if (g_str_has_prefix (member->name, "footage/") && g_str_has_suffix (member->name, ".mp4"))
        n_clips++;
      if (g_str_has_prefix (member->name, "log/") && g_str_has_suffix (member->name, ".tel.jsonl"))
        {
          g_autofree char *log = NULL;
          gsize size;

          g_assert_true (g_file_get_contents (self->log, &log, &size, NULL));
          g_assert_cmpuint (g_bytes_get_size (member->data), <, size);
          g_assert_cmpmem (g_bytes_get_data (member->data, NULL), 60, log, 60);
        }
    }
  g_assert_cmpuint (n_originals, ==, 4);
  g_assert_cmpuint (n_clips, >, 2);
  g_assert_cmpmem (g_bytes_get_data (find (members, "report.pdf"), NULL), 5, "%PDF-", 5);
}

/* What was found is the same to the byte, whichever engine it was gathered in. */
static void
test_same_findings (void)
{
  g_autoptr (GPtrArray) here = package_unpack (sqlite.package);
  g_autoptr (GPtrArray) there = package_unpack (postgres.package);

  g_assert_true (g_bytes_equal (find (here, "findings.jsonl"), find (there, "findings.jsonl")));
}

/* Another log, another certificate. */
static void
test_others (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *other = g_build_filename (self->folder, "other.tel.jsonl", NULL);
  const char *const logs[] = { other, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) eve = sky_identity_create ("PA-1", "Ada Quinn", 30, &error);
  const SkyVerifyOptions by_log = { .logs = logs };
  const SkyVerifyOptions by_certificate = { .certificate = sky_identity_get_certificate (eve) };
  g_autofree char *text = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (self->log, &text, &size, NULL));
  text[size - 10] ^= 1;
  g_assert_true (g_file_set_contents (other, text, (gssize) size, NULL));
  first = verify_text (self->package, &by_log, SKY_VERDICT_FAILS);
  second = verify_text (self->package, &by_certificate, SKY_VERDICT_FAILS);
}

static char *
unpack (PackageFixture *self, const char *package, const char *name)
{
  char *folder = g_build_filename (self->folder, name, NULL);
  g_autofree char *command = g_strdup_printf ("unzip -q '%s' -d '%s'", package, folder);
  g_autofree char *output = package_run (self->folder, 0, command);

  return folder;
}

/* Without Skyward, on a good package and on a bad one. */
static void
test_stock (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *test = g_strdup_printf ("unzip -t '%s'", self->package);
  g_autofree char *tested = package_run (self->folder, 0, test);
  g_autofree char *folder = unpack (self, self->package, "unpacked");
  g_autofree char *crt = g_build_filename (self->folder, "ada.crt", NULL);
  g_autofree char *pem = sky_certificate_to_pem (sky_identity_get_certificate (self->ada));
  const char *verify = "openssl cms -verify -binary -inform DER -in SHA256SUMS.p7s -content "
                       "SHA256SUMS -CAfile ../ada.crt -out /dev/null 2>&1";
  g_autofree char *sums = NULL;
  g_autofree char *good = NULL;
  g_autofree char *bad_sums = NULL;
  g_autofree char *bad = NULL;

  g_assert_nonnull (strstr (tested, "No errors detected"));
  g_assert_true (g_file_set_contents (crt, pem, -1, NULL));
  sums = package_run (folder, 0, "sha256sum -c SHA256SUMS");
  g_assert_nonnull (strstr (sums, "report.pdf: OK"));
  g_assert_null (strstr (sums, "FAILED"));
  good = package_run (folder, 0, verify);
  g_assert_nonnull (strstr (good, "successful"));
  /* The report is a PDF that says the case; a clip is a recording. */
  g_free (package_run (folder, 0, "pdftotext report.pdf - | grep -q 'The window side'"));
  g_free (package_run (folder, 0, "pdftotext report.pdf - | grep -q 'What the signature proves'"));

  g_free (package_run (folder, 0, "printf x >> findings.jsonl"));
  bad_sums = package_run (folder, 1, "LC_ALL=C sha256sum -c SHA256SUMS 2>&1");
  g_assert_nonnull (strstr (bad_sums, "findings.jsonl: FAILED"));
  g_free (package_run (folder, 0, "sed -i s/report/rapport/ SHA256SUMS"));
  bad = package_run (folder, -1, verify);
  g_assert_nonnull (strstr (bad, "ailure"));
}

/* Text is packed; what is packed in itself, and a recording, stands there as it is. */
static void
test_packed_once (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *list = g_strdup_printf (
      "unzip -v '%s' | awk '$2 ~ /^(Stored|Defl)/ {print $2, $NF}'", self->package);
  g_autofree char *listed = package_run (self->folder, 0, list);

  g_assert_nonnull (strstr (listed, "Stored report.pdf\n"));
  g_assert_true (g_regex_match_simple ("^Stored stills/.*\\.png$", listed, G_REGEX_MULTILINE, 0));
  g_assert_true (g_regex_match_simple ("^Stored originals/", listed, G_REGEX_MULTILINE, 0));
  g_assert_nonnull (strstr (listed, "Defl:N findings.jsonl\n"));
  g_assert_nonnull (strstr (listed, "Defl:N ledger.jsonl\n"));
}

/* The recordings left out, their digests stated. */
static void
test_without_originals (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *path = g_build_filename (self->folder, "small.zip", NULL);
  const SkyExportOptions options = { .leave_out_originals = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) members = NULL;
  g_autofree char *failures = NULL;

  package_fixture_export (self, path, &options, &error);
  g_assert_no_error (error);
  failures = package_failures (path);
  g_assert_cmpstr (failures, ==, "");
  members = package_unpack (path);
  for (guint i = 0; i < members->len; i++)
    g_assert_false (g_str_has_prefix (((Member *) members->pdata[i])->name, "originals/"));
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (find (members, "footage/CR-01-A.json"), NULL),
                                  -1, "\"included\":false"));
}

/* --- Refused, cancelled -------------------------------------------------------------------------
 */

static guint
count_exports (PackageFixture *self)
{
  g_autoptr (SkyStore) store = sky_store_open (self->store, SKY_STORE_READ_ONLY, NULL);
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (store, NULL, 0, 10000, NULL);
  guint n = 0;

  for (guint i = 0; i < entries->len; i++)
    n += strcmp (((SkyLedgerEntry *) entries->pdata[i])->action, "export") == 0;
  return n;
}

/* But for what SQLite has beside its file while it is at work. */
static char *
list_folder (PackageFixture *self)
{
  return package_run (self->folder, 0, "ls -A | grep -v '^skyward.db-' | sort");
}

static void
cancel_cb (guint64 done, guint64 total, gpointer data)
{
  g_cancellable_cancel (data);
}

typedef struct
{
  GCancellable *cancellable;
  guint calls_left;
} Countdown;

static void
count_down_cb (guint64 done, guint64 total, gpointer data)
{
  Countdown *countdown = data;

  if (--countdown->calls_left == 0)
    g_cancellable_cancel (countdown->cancellable);
}

/* Cancelled ever later: while the report is made beside the recordings, and when it is there. */
static void
test_cancelled_later (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *path = g_build_filename (self->folder, "none.zip", NULL);
  g_autofree char *before = list_folder (self);
  guint n_exports = count_exports (self);

  for (guint calls = 1; calls <= 16; calls *= 2)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Countdown countdown = { cancellable, calls };
      const SkyExportOptions options = { .cancellable = cancellable,
                                         .progress = count_down_cb,
                                         .progress_data = &countdown };
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;

      g_assert_false (package_fixture_export (self, path, &options, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      after = list_folder (self);
      g_assert_cmpstr (before, ==, after);
    }
  g_assert_cmpuint (count_exports (self), ==, n_exports);
}

/* A disk that takes no more is named, and nothing is left on it. */
static void
test_disk_full (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *path = g_build_filename (self->folder, "none.zip", NULL);
  g_autofree char *listed = list_folder (self);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  guint n_exports = count_exports (self);
  struct rlimit before, small;
  GStatBuf status;

  g_assert_cmpint (g_stat (self->package, &status), ==, 0);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = before;
  small.rlim_cur = (rlim_t) status.st_size / 4;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_assert_false (package_fixture_export (self, path, NULL, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
  after = list_folder (self);
  g_assert_cmpstr (listed, ==, after);
  g_assert_cmpuint (count_exports (self), ==, n_exports);
}

static void
test_nothing_left (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *path = g_build_filename (self->folder, "none.zip", NULL);
  g_autofree char *nowhere = g_build_filename (self->folder, "nowhere", "none.zip", NULL);
  g_autofree char *text = g_build_filename (self->folder, "text.png", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const char *const stills[] = { text, NULL };
  const SkyExportOptions cancelled = { .cancellable = cancellable,
                                       .progress = cancel_cb,
                                       .progress_data = cancellable };
  const SkyExportOptions no_still = { .stills = stills };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) eve = sky_identity_create ("PA-1", "Ada Quinn", 30, &error);
  const SkyExportOptions stranger = { .identity = eve, .credential = "PA-1", .name = "Ada Quinn" };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint n_exports;

  g_assert_true (g_file_set_contents (text, "no image", -1, NULL));
  before = list_folder (self);
  n_exports = count_exports (self);
  g_assert_false (package_fixture_export (self, path, &cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (package_fixture_export (self, path, &no_still, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ);
  g_clear_error (&error);
  g_assert_false (package_fixture_export (self, path, &stranger, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY);
  g_clear_error (&error);
  g_assert_false (package_fixture_export (self, nowhere, NULL, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE);
  g_clear_error (&error);
  g_assert_false (package_fixture_export (self, self->package, NULL, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE);
  after = list_folder (self);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (count_exports (self), ==, n_exports);
}

/* An authority that does not answer is waited for, and then nothing is left either. */
static void
test_no_authority (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *path = g_build_filename (self->folder, "none.zip", NULL);
  const SkyExportOptions options = { .time_stamp_url = "http://127.0.0.1:9/" };
  g_autoptr (GError) error = NULL;
  g_autofree char *before = list_folder (self);
  g_autofree char *after = NULL;
  guint n_exports = count_exports (self);

  g_assert_false (package_fixture_export (self, path, &options, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_TIME_STAMP);
  after = list_folder (self);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (count_exports (self), ==, n_exports);
}

/* Changes the still's last byte, or changes it back. */
static void
change_still (PackageFixture *self)
{
  g_autoptr (GError) error = NULL;

  if (sky_store_is_uri (self->store))
    {
      g_autofree char *none = private_postgres_run (
          self->store, "ALTER TABLE stills DROP CONSTRAINT IF EXISTS stills_are_named;"
                       "UPDATE stills SET png = set_byte (png, length (png) - 1,"
                       " get_byte (png, length (png) - 1) # 1)");
    }
  else
    {
      g_autoptr (SkyStore) store = sky_store_open (self->store, SKY_STORE_READ_ONLY, NULL);
      g_autofree char *file = sky_store_get_still_path (store, self->still);
      g_autofree char *png = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (file, &png, &size, &error));
      png[size - 1] ^= 1;
      g_assert_true (g_file_set_contents (file, png, (gssize) size, &error));
    }
}

/* A still of the case is in the package with its digest; another one in its place is known even by
 * who was given a new list of digests, and one that was changed before is not exported at all. */
static void
test_still (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *path = g_build_filename (self->folder, "still.zip", NULL);
  g_autoptr (GPtrArray) members = package_unpack (self->package);
  g_autofree char *sums = NULL;
  g_autofree char *listed = NULL;
  g_autofree char *failures = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *list = find (members, "SHA256SUMS");
  Member *still = NULL;

  for (guint i = 0; i < members->len; i++)
    if (g_str_has_prefix (((Member *) members->pdata[i])->name, "stills/1-CR-01-A-"))
      still = members->pdata[i];
  g_assert_nonnull (still);
  sums = g_strndup (g_bytes_get_data (list, NULL), g_bytes_get_size (list));
  listed = g_strdup_printf ("%s  %s\n", self->still, still->name);
  g_assert_nonnull (strstr (sums, listed));
  g_bytes_unref (still->data);
  still->data = g_bytes_new_static ("another", 7);
  package_pack (path, members, TRUE);
  failures = package_failures (path);
  g_assert_nonnull (strstr (failures, "it was changed, its digest is another one"));
  g_assert_nonnull (strstr (failures, "stills: the one of camera CR-01-A that entry "));
  g_assert_cmpint (g_unlink (path), ==, 0);

  change_still (self);
  g_assert_false (package_fixture_export (self, path, NULL, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_RECORD);
  g_assert_nonnull (strstr (error->message, "CR-01-A"));
  change_still (self);
}

/* A log or a recording that is not the one that was audited. */
static void
test_changed (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *path = g_build_filename (self->folder, "changed.zip", NULL);
  g_autofree char *text = NULL;
  g_autofree char *kept = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (self->log, &text, &size, NULL));
  kept = g_memdup2 (text, size);
  text[size - 10] ^= 1;
  g_assert_true (g_file_set_contents (self->log, text, (gssize) size, NULL));
  g_assert_false (package_fixture_export (self, path, NULL, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_RECORD);
  g_assert_true (g_file_set_contents (self->log, kept, (gssize) size, NULL));
}

/* --- Time stamps --------------------------------------------------------------------------------
 */

static void
test_time_stamp (gconstpointer data)
{
  PackageFixture *self = (PackageFixture *) data;
  g_autofree char *folder = g_build_filename (self->folder, "tsa", NULL);
  g_autofree char *path = g_build_filename (self->folder, "stamped.zip", NULL);
  g_autoptr (TimeStampAuthority) authority = time_stamp_authority_new (folder, FALSE);
  const SkyExportOptions options = { .leave_out_originals = TRUE,
                                     .time_stamp_url = time_stamp_authority_get_url (authority) };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *unpacked = NULL;
  g_autofree char *good = NULL;
  const SkyVerifyOptions verify = { 0 };

  package_fixture_export (self, path, &options, &error);
  g_assert_no_error (error);
  text = verify_text (path, &verify, SKY_VERDICT_NOBODY_VOUCHES);
  g_assert_nonnull (strstr (text, "SHA256SUMS.tsr: stamped 20"));
  g_assert_nonnull (strstr (text, "Test TSA"));

  unpacked = unpack (self, path, "stamped");
  good = package_run (unpacked, 0,
                      "openssl ts -verify -in SHA256SUMS.tsr -data SHA256SUMS -CAfile "
                      "../tsa/ca.crt 2>&1");
  g_assert_nonnull (strstr (good, "OK"));

  /* A stamp of something else. */
  {
    g_autoptr (GPtrArray) members = package_unpack (path);
    GBytes *stamp = find (members, "SHA256SUMS.tsr");
    gsize size;
    guint8 *bytes = (guint8 *) g_bytes_get_data (stamp, &size);
    g_autofree char *changed = g_build_filename (self->folder, "restamped.zip", NULL);

    for (gsize at = 20; at < size; at += size / 20)
      {
        g_autofree char *failures = NULL;

        if (at > size / 2)
          break;
        bytes[at] ^= 1;
        package_pack (changed, members, FALSE);
        bytes[at] ^= 1;
        failures = package_failures (changed);
        if (strstr (failures, "SHA256SUMS.tsr") == NULL)
          g_test_message ("byte %" G_GSIZE_FORMAT " of the stamp is not held by it", at);
      }
  }
}

static void
clear (void)
{
  package_fixture_clear (&sqlite);
  package_fixture_clear (&postgres);
}

static void
make (PackageFixture *self, const char *uri)
{
  g_autoptr (GError) error = NULL;

  package_fixture_init (self, uri);
  package_fixture_export (self, self->package, NULL, &error);
  g_assert_no_error (error);
}

#define ADD(path, function) g_test_add_data_func ("/sqlite/export/" path, &sqlite, function)
#define ADD_BOTH(path, function)                                                                   \
  G_STMT_START                                                                                     \
  {                                                                                                \
    ADD (path, function);                                                                          \
    g_test_add_data_func ("/postgres/export/" path, &postgres, function);                          \
  }                                                                                                \
  G_STMT_END

int
main (int argc, char **argv)
{
  g_autofree char *uri = NULL;

  g_test_init (&argc, &argv, NULL);
  uri = private_postgres_new_database ();
  make (&sqlite, NULL);
  make (&postgres, uri);
  atexit (clear);
  ADD_BOTH ("whole", test_whole);
  ADD_BOTH ("members", test_members);
  ADD ("others", test_others);
  ADD ("stock-tools", test_stock);
  ADD ("packed-once", test_packed_once);
  ADD ("without-originals", test_without_originals);
  ADD_BOTH ("nothing-left", test_nothing_left);
  ADD ("cancelled-later", test_cancelled_later);
  ADD ("disk-full", test_disk_full);
  ADD ("no-authority", test_no_authority);
  ADD_BOTH ("still", test_still);
  ADD_BOTH ("changed", test_changed);
  g_test_add_func ("/export/same-findings", test_same_findings);
  ADD ("time-stamp", test_time_stamp);
  return g_test_run ();
}
