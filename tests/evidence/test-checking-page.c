/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/checking-evidence.md to the letter: its commands are typed as they stand, on packages that
 * are good, of a certificate that has expired since, and changed; those that must see a change
 * fail. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "package-fixture.h"
#include "sky-checkpoint.h"
#include "sky-note.h"
#include "sky-openssl-private.h"
#include "sky-time-stamp.h"
#include "time-stamp-authority.h"

static PackageFixture fixture;
static TimeStampAuthority *authority;
static SkyNoteSigner *witness;

/* Lays @members out in a folder of their own with what an auditor has by another way, and types the
 * page there. Returns: what it printed. */
static char *
type (GPtrArray *members, int wanted)
{
  g_autofree char *folder = g_dir_make_tmp ("sky-page-XXXXXX", NULL);
  g_autofree char *package = g_build_filename (folder, "case.zip", NULL);
  g_autofree char *key = g_build_filename (folder, "witness.vkey", NULL);
  g_autoptr (SkyNoteKey) public = sky_note_signer_get_key (witness, SKY_NOTE_KEY_COSIGNATURE);
  g_autofree char *vkey = sky_note_key_to_text (public);
  g_autofree char *page =
      g_test_build_filename (G_TEST_DIST, "..", "docs", "checking-evidence.md", NULL);
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "evidence", "check-page.py", NULL);
  g_autofree char *copy = g_strdup_printf (
      "cp '%s/tsa/ca.crt' authority.pem && cp '%s' whole.tel.jsonl", fixture.folder, fixture.log);
  g_autofree char *command =
      g_strdup_printf ("python3 -B '%s' '%s' '%s' 2>&1", script, page, folder);
  g_autofree char *clean = g_strdup_printf ("rm -rf '%s'", folder);
  char *output;

  package_pack (package, members, TRUE);
  g_assert_true (g_file_set_contents (key, vkey, -1, NULL));
  g_free (package_run (folder, 0, copy));
  output = package_run (folder, wanted, command);
  g_free (package_run (fixture.folder, 0, clean));
  return output;
}

/* The package with its checkpoint stamped and witnessed, signed anew, and stamped. */
static GPtrArray *
make (void)
{
  GPtrArray *members = package_unpack (fixture.package);
  GBytes *data = package_find (members, "ledger.checkpoint")->data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyCheckpoint) checkpoint =
      sky_checkpoint_parse (g_bytes_get_data (data, NULL), g_bytes_get_size (data), &error);
  const char *url = time_stamp_authority_get_url (authority);
  g_autofree char *note = NULL;
  Member *stamp = g_new0 (Member, 1);
  Member *before = g_new0 (Member, 1);

  /* Of the checkpoint as the ledger's key signed it. */
  before->name = g_strdup ("ledger.checkpoint.tsr");
  before->data = sky_time_stamp_request (url, data, &error);
  g_assert_no_error (error);
  g_ptr_array_add (members, before);

  g_assert_true (sky_note_cosign (checkpoint->note, witness, g_get_real_time (), &error));
  note = sky_note_to_text (checkpoint->note);
  package_replace (members, "ledger.checkpoint", note, strlen (note));
  package_sign (members, fixture.ada);
  stamp->name = g_strdup ("SHA256SUMS.tsr");
  stamp->data = sky_time_stamp_request (url, package_find (members, "SHA256SUMS")->data, &error);
  g_assert_no_error (error);
  g_ptr_array_add (members, stamp);
  return members;
}

static void
test_good (void)
{
  static const char *const words[] = {
    "No errors detected", "CMS Verification successful",     "Verification: OK",
    "Verified OK",        "Signature Verified Successfully", "signingTime",
    "skyward.log-proof",
  };
  g_autoptr (GPtrArray) members = make ();
  g_autofree char *output = type (members, 0);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (output, words[i]) == NULL)
      g_error ("“%s” is not in “%s”", words[i], output);
  g_assert_nonnull (
      strstr (strstr (output, "ok: test ! -e ledger.checkpoint.tsr"), "Verification: OK"));
}

/* Signed five days ago with a certificate that expired yesterday. */
static void
test_expired (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  g_autoptr (X509) x509 =
      X509_dup (sky_certificate_get_x509 (sky_identity_get_certificate (fixture.ada)));
  g_autofree char *output = NULL;

  X509_time_adj_ex (X509_getm_notBefore (x509), -10, 0, NULL);
  X509_time_adj_ex (X509_getm_notAfter (x509), -1, 0, NULL);
  g_assert_cmpint (X509_sign (x509, sky_identity_get_key (fixture.ada), EVP_sha256 ()), >, 0);
  package_sign_at (members, fixture.ada, x509, g_get_real_time () - 5 * 24 * SKY_HOUR);
  output = type (members, 0);
  g_assert_nonnull (strstr (output, "CMS Verification successful"));
}

/* Changes a byte of the member in its middle and wants the page to see it. @sign: by who may. Of a
 * signature or a time stamp it is a byte of the signature's value, which ends it: in its middle may
 * lie what nothing is worked out from, such as a copy of the authority's certificate. */
static void
assert_seen (const char *name, gboolean sign, const char *words)
{
  g_autoptr (GPtrArray) members = make ();
  Member *member = package_find (members, name);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (member->data, &size);
  g_autofree guint8 *copy = g_memdup2 (bytes, size);
  gboolean is_signature = g_str_has_suffix (name, ".p7s") || g_str_has_suffix (name, ".tsr");
  gsize at = is_signature ? size - 8 : size / 2;
  g_autofree char *output = NULL;

  /* An entry's number: it ends with its own signature, which is not what is meant here. */
  if (strcmp (name, "ledger.jsonl") == 0)
    while (copy[at - 1] != '\n')
      at--;
  /* A digit, so that it stays the text that it was. */
  while (!is_signature && !g_ascii_isdigit (copy[at]) && strcmp (name, "ledger.leaves") != 0)
    at++;
  copy[at] ^= 1;
  package_replace (members, name, copy, size);
  if (sign)
    package_sign (members, fixture.ada);
  output = type (members, 1);
  if (strstr (output, words) == NULL)
    g_error ("“%s” is not in “%s”", words, output);
}

static void
test_changed (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  const char *log = NULL;

  for (guint i = 0; i < members->len; i++)
    if (g_str_has_suffix (((Member *) members->pdata[i])->name, ".tel.jsonl"))
      log = ((Member *) members->pdata[i])->name;
  assert_seen ("findings.jsonl", FALSE, "findings.jsonl: FAILED");
  assert_seen ("SHA256SUMS", FALSE, "FAILED: openssl cms -verify");
  assert_seen ("SHA256SUMS.p7s", FALSE, "FAILED: openssl cms -verify");
  /* By whoever may sign: a line in a run's middle, an entry, a leaf. */
  assert_seen (log, TRUE, "were changed");
  assert_seen ("ledger.jsonl", TRUE, "was changed");
  assert_seen ("ledger.leaves", TRUE, "ledger.leaves: not those of the checkpoint");
  assert_seen ("ledger.checkpoint.tsr", TRUE, "FAILED: test ! -e ledger.checkpoint.tsr");
}

/* The signatures of an entry, of the ledger and of its witness. */
static void
test_signatures (void)
{
  static const struct
  {
    const char *member, *from, *to, *words;
  } changes[] = {
    { "ledger.jsonl", "\"signature\":\"MEU", "\"signature\":\"MEV", "FAILED: for entry in" },
    { "ledger.jsonl", "\"signature\":\"MEQ", "\"signature\":\"MER", "FAILED: for entry in" },
  };
  guint n_changed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (GPtrArray) members = make ();
      GBytes *data = package_find (members, changes[i].member)->data;
      g_autoptr (GString) text =
          g_string_new_len (g_bytes_get_data (data, NULL), (gssize) g_bytes_get_size (data));
      g_autofree char *output = NULL;

      if (g_string_replace (text, changes[i].from, changes[i].to, 1) == 0)
        continue;
      n_changed++;
      package_replace (members, changes[i].member, text->str, text->len);
      package_sign (members, fixture.ada);
      output = type (members, 1);
      if (strstr (output, changes[i].words) == NULL)
        g_error ("“%s” is not in “%s”", changes[i].words, output);
    }
  g_assert_cmpuint (n_changed, >, 0);

  /* A bit in the middle of each of the checkpoint's two signatures. */
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) members = make ();
      GBytes *data = package_find (members, "ledger.checkpoint")->data;
      g_autofree char *text = g_strndup (g_bytes_get_data (data, NULL), g_bytes_get_size (data));
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      char *line = lines[4 + i];
      g_autofree char *changed = NULL;
      g_autofree char *output = NULL;

      line[strlen (line) - 40] = line[strlen (line) - 40] == 'A' ? 'B' : 'A';
      changed = g_strjoinv ("\n", lines);
      package_replace (members, "ledger.checkpoint", changed, strlen (changed));
      package_sign (members, fixture.ada);
      output = type (members, 1);
      g_assert_nonnull (strstr (output, "Signature Verification Failure"));
    }
}

/* Each entry that whoever may sign leaves out. */
static void
test_left_out (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  GBytes *data = package_find (members, "ledger.jsonl")->data;
  g_autofree char *text = g_strndup (g_bytes_get_data (data, NULL), g_bytes_get_size (data));
  char *end = strrchr (text, '}');
  g_autofree char *output = NULL;

  while (end > text && end[-1] != '\n')
    end--;
  package_replace (members, "ledger.jsonl", text, (gsize) (end - text));
  package_sign (members, fixture.ada);
  output = type (members, 1);
  g_assert_nonnull (strstr (output, " is missing"));
}

static void
clear (void)
{
  g_clear_pointer (&authority, time_stamp_authority_free);
  g_clear_pointer (&witness, sky_note_signer_free);
  package_fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  const SkyExportOptions options = { .leave_out_originals = TRUE };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;

  g_test_init (&argc, &argv, NULL);
  package_fixture_init (&fixture, NULL);
  atexit (clear);
  package_fixture_export (&fixture, fixture.package, &options, &error);
  g_assert_no_error (error);
  folder = g_build_filename (fixture.folder, "tsa", NULL);
  authority = time_stamp_authority_new (folder, FALSE);
  witness = sky_note_signer_create (SKY_NOTE_WITNESS, NULL, &error);
  g_assert_no_error (error);

  g_test_add_func ("/checking-page/good", test_good);
  g_test_add_func ("/checking-page/expired", test_expired);
  g_test_add_func ("/checking-page/changed", test_changed);
  g_test_add_func ("/checking-page/signatures", test_signatures);
  g_test_add_func ("/checking-page/left-out", test_left_out);
  return g_test_run ();
}
