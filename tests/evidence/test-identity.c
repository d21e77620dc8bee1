/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and certificates: kept encrypted and for their owner alone, read by OpenSSL's own tools. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "sky-evidence-error.h"
#include "sky-identity.h"
#include "sky-key-memory.h"

#define PASSPHRASE "correct horse battery"

typedef struct
{
  char *folder;
  char *path;
  SkyIdentity *ada;
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("sky-identity-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "keys", "ada.pem", NULL);
  self->ada = sky_identity_create ("PA-100001", "Ada \"the eye\" Quïnn", 30, &error);
  g_assert_no_error (error);
  sky_identity_save (self->ada, self->path, PASSPHRASE, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", self->folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  sky_identity_unref (self->ada);
  g_free (self->path);
  g_free (self->folder);
}

/* Runs a shell command; the test fails unless it exits with @wanted. Returns: what it printed. */
static char *
run (int wanted, const char *format, ...)
{
  g_autofree char *command = NULL;
  const char *arguments[] = { "sh", "-c", NULL, NULL };
  char *output = NULL;
  g_autofree char *complaint = NULL;
  g_autoptr (GError) error = NULL;
  int status;
  va_list values;

  va_start (values, format);
  command = g_strdup_vprintf (format, values);
  va_end (values);
  arguments[2] = command;
  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                &complaint, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) != wanted)
    g_error ("%s: status %d: %s%s", command, WEXITSTATUS (status), output, complaint);
  return output;
}

static void
test_kept (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) opened = NULL;
  g_autoptr (SkyIdentity) wrong = NULL;
  g_autofree char *text = NULL;
  GStatBuf status;

  g_assert_cmpint (g_stat (self->path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "BEGIN ENCRYPTED PRIVATE KEY"));
  g_assert_null (strstr (text, "BEGIN PRIVATE KEY"));

  opened = sky_identity_open (self->path, PASSPHRASE, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sky_certificate_get_name (sky_identity_get_certificate (opened)), ==,
                   "Ada \"the eye\" Quïnn");
  g_assert_cmpstr (sky_certificate_get_credential (sky_identity_get_certificate (opened)), ==,
                   "PA-100001");
  g_assert_cmpstr (sky_certificate_get_fingerprint (sky_identity_get_certificate (opened)), ==,
                   sky_certificate_get_fingerprint (sky_identity_get_certificate (self->ada)));

  wrong = sky_identity_open (self->path, "correct horse", &error);
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_PASSPHRASE);
  g_assert_null (wrong);
}

/* Kilobytes of the process's memory that are locked. */
static gint64
locked_kilobytes (void)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, "VmLck:");
  g_assert_nonnull (line);
  return g_ascii_strtoll (line + strlen ("VmLck:"), NULL, 10);
}

/* While a key is open it lies in locked pages, and the program dumps no core. */
static void
test_memory (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  char *passphrase = sky_key_memory_alloc (100);

  g_assert_cmpint (locked_kilobytes (), >=, 64);
  memcpy (passphrase, PASSPHRASE, sizeof PASSPHRASE);
  g_assert_cmpint (prctl (PR_GET_DUMPABLE), ==, 0);
  g_clear_pointer (&self->ada, sky_identity_unref);
  g_assert_cmpint (prctl (PR_GET_DUMPABLE), ==, 1);
  self->ada = sky_identity_open (self->path, passphrase, &error);
  g_assert_no_error (error);
  g_assert_cmpint (prctl (PR_GET_DUMPABLE), ==, 0);
  sky_key_memory_free (passphrase);
}

/* A new file is not written over another, nor with a passphrase that is none. */
static void
test_refused (Fixture *self, gconstpointer unused)
{
  g_autofree char *other = g_build_filename (self->folder, "other.pem", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_identity_save (self->ada, self->path, PASSPHRASE, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE);
  g_clear_error (&error);
  g_assert_false (sky_identity_save (self->ada, other, "short", &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_PASSPHRASE);
  g_assert_false (g_file_test (other, G_FILE_TEST_EXISTS));
}

static void
assert_unopened (const char *path, SkyEvidenceError code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) opened = sky_identity_open (path, PASSPHRASE, &error);

  g_assert_null (opened);
  g_assert_error (error, SKY_EVIDENCE_ERROR, (int) code);
}

/* A file that others can read, or with the key in the clear, is not used; nor what is no key. */
static void
test_exposed (Fixture *self, gconstpointer unused)
{
  g_autofree char *plain = g_build_filename (self->folder, "plain.pem", NULL);
  g_autofree char *junk = g_build_filename (self->folder, "junk.pem", NULL);
  g_autofree char *mixed = g_build_filename (self->folder, "mixed.pem", NULL);
  g_autofree char *output = NULL;
  const int modes[] = { 0640, 0604, 0660, 0644 };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_assert_cmpint (g_chmod (self->path, modes[i]), ==, 0);
      assert_unopened (self->path, SKY_EVIDENCE_ERROR_EXPOSED);
    }
  g_assert_cmpint (g_chmod (self->path, 0600), ==, 0);

  output = run (0,
                "cd '%s' && umask 077 && openssl pkey -in '%s' -passin 'pass:" PASSPHRASE
                "' > plain.pem && openssl x509 -in '%s' >> plain.pem"
                " && head -c 4000 /dev/zero > junk.pem"
                " && openssl pkey -in '%s' -passin 'pass:" PASSPHRASE
                "' -aes256 -passout 'pass:" PASSPHRASE
                "' > mixed.pem && openssl req -x509 -newkey ed25519 -nodes"
                " -keyout /dev/null -subj /CN=Eve -days 1 >> mixed.pem 2>/dev/null",
                self->folder, self->path, self->path, self->path);
  assert_unopened (plain, SKY_EVIDENCE_ERROR_EXPOSED);
  assert_unopened (junk, SKY_EVIDENCE_ERROR_KEY);
  assert_unopened (mixed, SKY_EVIDENCE_ERROR_KEY);
  assert_unopened ("/nowhere/at/all.pem", SKY_EVIDENCE_ERROR_READ);
  assert_unopened (self->folder, SKY_EVIDENCE_ERROR_KEY);
}

static void
test_sign (Fixture *self, gconstpointer unused)
{
  SkyCertificate *certificate = sky_identity_get_certificate (self->ada);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) signature = sky_identity_sign (self->ada, "words", 5, &error);
  g_autoptr (GBytes) other = NULL;
  g_autoptr (SkyIdentity) ben = sky_identity_create ("PA-2", "Ben", 1, &error);
  guint8 changed[256];
  gsize size;
  const guint8 *bytes;

  g_assert_no_error (error);
  g_assert_true (sky_certificate_verify (certificate, "words", 5, signature));
  g_assert_false (sky_certificate_verify (certificate, "Words", 5, signature));
  g_assert_false (sky_certificate_verify (certificate, "word", 4, signature));
  g_assert_false (
      sky_certificate_verify (sky_identity_get_certificate (ben), "words", 5, signature));
  bytes = g_bytes_get_data (signature, &size);
  g_assert_cmpuint (size, <, sizeof changed);
  for (gsize i = 0; i < size; i++)
    {
      memcpy (changed, bytes, size);
      changed[i] ^= 1;
      g_clear_pointer (&other, g_bytes_unref);
      other = g_bytes_new (changed, size);
      g_assert_false (sky_certificate_verify (certificate, "words", 5, other));
    }
}

/* Keys that others made: PKCS #12, and PEM in two files, of other kinds than our own. */
static void
test_import (Fixture *self, gconstpointer unused)
{
  const char *const kinds[] = { "ed25519", "rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-384" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *output = NULL;
      g_autofree char *bag = g_build_filename (self->folder, "bag.p12", NULL);
      g_autofree char *key = g_build_filename (self->folder, "key.pem", NULL);
      g_autofree char *certificate = g_build_filename (self->folder, "certificate.pem", NULL);
      g_autoptr (SkyIdentity) from_bag = NULL;
      g_autoptr (SkyIdentity) from_pem = NULL;
      g_autoptr (GBytes) signature = NULL;
      g_autoptr (GError) error = NULL;

      output = run (0,
                    "cd '%s' && openssl req -x509 -newkey %s -passout 'pass:" PASSPHRASE
                    "' -keyout key.pem -out certificate.pem -subj '/CN=Cy Ames/serialNumber=PA-3'"
                    " -days 9 2>/dev/null && openssl pkcs12 -export -inkey key.pem -in"
                    " certificate.pem -passin 'pass:" PASSPHRASE "' -passout 'pass:" PASSPHRASE
                    "' -out bag.p12",
                    self->folder, kinds[i]);
      from_bag = sky_identity_import (bag, NULL, PASSPHRASE, &error);
      g_assert_no_error (error);
      from_pem = sky_identity_import (key, certificate, PASSPHRASE, &error);
      g_assert_no_error (error);
      signature = sky_identity_sign (from_bag, "words", 5, &error);
      g_assert_no_error (error);
      g_assert_true (
          sky_certificate_verify (sky_identity_get_certificate (from_pem), "words", 5, signature));
      g_assert_cmpstr (sky_certificate_get_credential (sky_identity_get_certificate (from_pem)), ==,
                       "PA-3");
      g_assert_null (sky_identity_import (bag, NULL, "wrong wrong", &error));
      g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_PASSPHRASE);
    }
}

/* What we sign and write is read by OpenSSL's own commands. */
static void
test_stock (Fixture *self, gconstpointer unused)
{
  g_autoptr (GBytes) data = g_bytes_new_static ("one\ntwo\r\nthree", 14);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) cms = sky_identity_sign_cms (self->ada, data, &error);
  g_autofree char *data_path = g_build_filename (self->folder, "data", NULL);
  g_autofree char *cms_path = g_build_filename (self->folder, "data.p7s", NULL);
  g_autofree char *subject = NULL;
  g_autofree char *good = NULL;
  g_autofree char *bad = NULL;

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (data_path, g_bytes_get_data (data, NULL),
                                      (gssize) g_bytes_get_size (data), NULL));
  g_assert_true (g_file_set_contents (cms_path, g_bytes_get_data (cms, NULL),
                                      (gssize) g_bytes_get_size (cms), NULL));
  subject =
      run (0, "openssl x509 -in '%s' -noout -subject -nameopt utf8,sep_comma_plus", self->path);
  g_assert_nonnull (strstr (subject, "serialNumber=PA-100001"));
  good =
      run (0,
           "cd '%s' && openssl x509 -in '%s' > ada.crt && openssl cms -verify -binary -inform DER"
           " -in data.p7s -content data -CAfile ada.crt -out /dev/null 2>&1",
           self->folder, self->path);
  g_assert_nonnull (strstr (good, "successful"));
  bad = run (4,
             "cd '%s' && echo >> data && openssl cms -verify -binary -inform DER -in data.p7s"
             " -content data -CAfile ada.crt -out /dev/null 2>&1",
             self->folder);
  g_assert_nonnull (strstr (bad, "failure"));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/identity/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("kept", test_kept);
  ADD ("refused", test_refused);
  ADD ("exposed", test_exposed);
  ADD ("memory", test_memory);
  ADD ("sign", test_sign);
  ADD ("import", test_import);
  ADD ("stock-tools", test_stock);
  return g_test_run ();
}
