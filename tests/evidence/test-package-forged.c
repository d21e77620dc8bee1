/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packages bent by somebody who may sign, and packages by somebody who is nobody: what was left
 * out, put in, doubled, exchanged or dated otherwise is named, or said to be the signer's word
 * alone. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "package-fixture.h"
#include "sky-case.h"
#include "sky-ledger-leaf.h"
#include "sky-ledger-log.h"
#include "sky-note.h"
#include "sky-person.h"
#include "sky-review.h"
#include "sky-store-testimony.h"
#include "sky-stored-log.h"
#include "sky-time-stamp.h"
#include "time-stamp-authority.h"

static PackageFixture fixture;
static SkyIdentity *bob;
static char *target;

/* skyward-cli, which must come to the same. */
static char *program;

static const SkyReviewer ada = { "PA-1", "Ada Quinn" };

/* What skyward-cli says of the package at @target, with @more among its options; it must end with
 * @status. */
static char *
type_verify (const char *more, int status)
{
  g_autofree char *command = g_strdup_printf ("'%s' verify %s '%s' 2>&1", program, more, target);

  return package_run (fixture.folder, status, command);
}

/* All that is said of the package at @target, which must come to @wanted. */
static char *
verify (const SkyVerifyOptions *options, SkyVerdict wanted)
{
  SkyVerifyOptions seeing = *options;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVerifyReport) report = NULL;
  char *text;

  /* As skyward-cli does. */
  seeing.eye = sky_verify_get_eye ();
  report = sky_package_verify (target, &seeing, &error);
  g_assert_no_error (error);
  text = package_told (report, wanted);
  if (options->trust == NULL && options->authorities == NULL && options->since == NULL)
    {
      g_autofree char *typed = type_verify ("", wanted == SKY_VERDICT_FAILS ? 1 : 3);

      for (guint i = 0; i < report->lines->len; i++)
        {
          g_autofree char *shown = sky_verify_line_show (report->lines->pdata[i]);

          g_assert_nonnull (strstr (typed, shown));
        }
    }
  return text;
}

/* Signs the @members as they are now, and wants the package to come to @wanted with @words. */
static void
assert_said (GPtrArray *members, SkyVerdict wanted, const char *words)
{
  const SkyVerifyOptions options = { 0 };
  g_autofree char *text = NULL;

  package_sign (members, fixture.ada);
  package_pack (target, members, TRUE);
  text = verify (&options, wanted);
  if (strstr (text, words) == NULL)
    g_error ("“%s” is not in “%s”", words, text);
}

static SkyTrust *
trust (const SkyCertificate *certificate)
{
  g_autoptr (GError) error = NULL;
  const char *fingerprint = sky_certificate_get_fingerprint (certificate);
  SkyTrust *list = sky_trust_parse (fingerprint, strlen (fingerprint), &error);

  g_assert_no_error (error);
  return list;
}

/* The lines of a member. */
static char **
get_lines (GPtrArray *members, const char *name)
{
  GBytes *data = package_find (members, name)->data;
  g_autofree char *text = g_strndup (g_bytes_get_data (data, NULL), g_bytes_get_size (data));

  return g_strsplit (g_strchomp (text), "\n", -1);
}

/* The member without the line @left_out. */
static void
leave_out (GPtrArray *members, const char *name, guint left_out)
{
  g_auto (GStrv) lines = get_lines (members, name);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (i != left_out)
      g_string_append_printf (text, "%s\n", lines[i]);
  package_replace (members, name, text->str, text->len);
}

/* The number of the last entry of @action among @lines, and which line it is. */
static gint64
find_last (char **lines, const char *action, guint *index)
{
  g_autofree char *wanted = g_strdup_printf ("\"action\":\"%s\"", action);
  gint64 number = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], wanted) != NULL)
      {
        *index = i;
        number = g_ascii_strtoll (strstr (lines[i], "\"number\":") + 9, NULL, 10);
      }
  g_assert_cmpint (number, >, 0);
  return number;
}

/* --- Left out -----------------------------------------------------------------------------------
 */

static void
test_finding_left_out (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  g_auto (GStrv) lines = get_lines (members, "findings.jsonl");

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) copy = package_unpack (fixture.package);

      leave_out (copy, "findings.jsonl", i);
      assert_said (copy, SKY_VERDICT_FAILS, " of the ledger put into the case, is missing");
    }
}

/* Each single entry, so also a decision, the last decision, and a revocation. */
static void
test_entry_left_out (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  g_auto (GStrv) lines = get_lines (members, "ledger.jsonl");
  guint index;

  g_assert_cmpint (find_last (lines, "finding.confirm", &index), >, 0);
  g_assert_cmpint (find_last (lines, "person.revoke", &index), >, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) copy = package_unpack (fixture.package);
      gint64 number = g_ascii_strtoll (strstr (lines[i], "\"number\":") + 9, NULL, 10);
      g_autofree char *named =
          g_strdup_printf ("FAILS ledger.jsonl: entry %" G_GINT64_FORMAT ", about ", number);

      leave_out (copy, "ledger.jsonl", i);
      /* Without its opening there is no case that entries could be about. */
      if (strstr (lines[i], "\"case.open\"") != NULL)
        assert_said (copy, SKY_VERDICT_FAILS, "the entry that opened the case is missing");
      else
        assert_said (copy, SKY_VERDICT_FAILS, named);
    }
}

/* With the checkpoint as well nothing could be told: so it may not be left out. */
static void
test_checkpoint_left_out (void)
{
  const char *const names[] = { "ledger.checkpoint", "ledger.vkey", "ledger.leaves" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPtrArray) members = package_unpack (fixture.package);
      g_autofree char *named = g_strdup_printf ("FAILS %s: it is missing", names[i]);

      g_ptr_array_remove (members, package_find (members, names[i]));
      assert_said (members, SKY_VERDICT_FAILS, named);
    }
}

/* Leaves that speak of less are not those of the root. */
static void
test_leaves (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  GBytes *data = package_find (members, "ledger.leaves")->data;
  gsize size;
  g_autofree guint8 *leaves = g_memdup2 (g_bytes_get_data (data, &size), g_bytes_get_size (data));

  memset (leaves + size - SKY_LEDGER_LEAF_SIZE + 32, 0, 96);
  package_replace (members, "ledger.leaves", leaves, size);
  assert_said (members, SKY_VERDICT_FAILS, "FAILS ledger.leaves: they are not those");
  package_replace (members, "ledger.leaves", leaves, size - SKY_LEDGER_LEAF_SIZE);
  assert_said (members, SKY_VERDICT_FAILS, "FAILS ledger.leaves: it has not the ");
}

/* --- Whose it is --------------------------------------------------------------------------------
 */

static void
test_vouched_for (void)
{
  g_autoptr (SkyTrust) signer = trust (sky_identity_get_certificate (fixture.ada));
  g_autoptr (SkyTrust) other = trust (sky_identity_get_certificate (bob));
  const SkyVerifyOptions none = { 0 }, by_signer = { .trust = signer },
                         by_other = { .trust = other };
  g_autofree char *bytes = NULL;
  gsize size;
  char *text;

  g_assert_true (g_file_get_contents (fixture.package, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (target, bytes, (gssize) size, NULL));
  text = verify (&none, SKY_VERDICT_NOBODY_VOUCHES);
  g_assert_nonnull (strstr (text, "said signer: not trusted"));
  g_assert_nonnull (strstr (text, "said report.pdf"));
  g_assert_nonnull (
      strstr (text, "said footage: which camera made a recording, how its clock went"));
  g_assert_nonnull (strstr (text, "said ledger.checkpoint: nobody else saw it"));
  g_free (text);
  text = verify (&by_signer, SKY_VERDICT_HOLDS);
  g_assert_nonnull (strstr (text, "holds signer: trusted"));
  g_free (text);
  g_free (verify (&by_other, SKY_VERDICT_NOBODY_VOUCHES));
}

/* What a script goes by: the status, and the first line. */
static void
test_status (void)
{
  static const struct
  {
    gboolean of_signer;
    int status;
    const char *words;
  } cases[] = {
    { TRUE, 0, ": every check passed, and the signer is trusted" },
    { FALSE, 3, ": every check passed, but the signer is not trusted" },
  };
  g_autofree char *list = g_build_filename (fixture.folder, "trusted", NULL);
  g_autofree char *options = g_strdup_printf ("--trust='%s'", list);
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (fixture.package, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (target, bytes, (gssize) size, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SkyIdentity *whom = cases[i].of_signer ? fixture.ada : bob;
      g_autofree char *said = NULL;

      g_assert_true (g_file_set_contents (
          list, sky_certificate_get_fingerprint (sky_identity_get_certificate (whom)), -1, NULL));
      said = type_verify (options, cases[i].status);
      *strchr (said, '\n') = '\0';
      if (strstr (said, cases[i].words) == NULL)
        g_error ("“%s” is not in “%s”", cases[i].words, said);
    }
}

/* The verdict and each line are in the reader's language. */
static void
test_languages (void)
{
  static const struct
  {
    const char *language;
    const char *words;
  } cases[] = {
    { "es", "SHA256SUMS.p7s: la firma es buena\n" },
    { "zh_CN", "SHA256SUMS.p7s：签名有效\n" },
  };
  g_autofree char *locales = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);

  assert_said (members, SKY_VERDICT_NOBODY_VOUCHES, "SHA256SUMS.p7s: the signature is good");
  g_setenv ("SKYWARD_LOCALE_DIR", locales, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *said = NULL;

      g_setenv ("LANGUAGE", cases[i].language, TRUE);
      said = type_verify ("", 3);
      if (strstr (said, cases[i].words) == NULL || strstr (said, " is ") != NULL
          || strstr (said, " the ") != NULL)
        g_error ("“%s” is not in “%s”, or English is", cases[i].words, said);
    }
  g_unsetenv ("LANGUAGE");
  g_unsetenv ("SKYWARD_LOCALE_DIR");
}

/* A stranger with a certificate of the same name, who signs it all anew. */
static void
test_impostor (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) eve = sky_identity_create (ada.credential, ada.name, 30, &error);
  g_autoptr (SkyTrust) list = trust (sky_identity_get_certificate (fixture.ada));
  const SkyVerifyOptions options = { .trust = list };
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  char *text;

  package_sign (members, eve);
  package_pack (target, members, TRUE);
  text = verify (&options, SKY_VERDICT_FAILS);
  g_assert_nonnull (
      strstr (text, "FAILS signer: the ledger registers nobody with that certificate"));
  g_free (text);
  package_replace (members, "ledger.jsonl", "", 0);
  package_sign (members, eve);
  package_pack (target, members, TRUE);
  text = verify (&options, SKY_VERDICT_FAILS);
  g_assert_nonnull (strstr (text, "FAILS ledger.jsonl: entry 1, about a person of the register"));
  g_free (text);
}

/* --- Put in, doubled, exchanged -----------------------------------------------------------------
 */

static void
test_findings_added (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  g_auto (GStrv) lines = get_lines (members, "findings.jsonl");
  g_autofree char *twice = g_strdup_printf ("%s\n%s\n", lines[0], lines[0]);
  g_autoptr (GString) invented = g_string_new (lines[0]);
  const char *const checks[] = { "coverage.gap", "footage.hash" };

  package_replace (members, "findings.jsonl", twice, strlen (twice));
  assert_said (members, SKY_VERDICT_FAILS, "is line 1 again");
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      g_autoptr (GString) text = g_string_new ("{\"check\":\"");
      const char *rest = strchr (lines[0] + strlen ("{\"check\":\""), '"');

      g_string_append_printf (text, "%s%s\n", checks[i], rest);
      for (guint k = 0; lines[k] != NULL; k++)
        g_string_append_printf (text, "%s\n", lines[k]);
      package_replace (members, "findings.jsonl", text->str, text->len);
      assert_said (members, SKY_VERDICT_FAILS, "is not in the case by any entry of the ledger");
    }
}

/* What a proof says of the whole log is the signer's word; what cannot be is refused. */
static void
test_proof (void)
{
  static const struct
  {
    const char *member, *by;
    SkyVerdict verdict;
    const char *words;
  } changes[] = {
    { "\"log_size\":", "1", SKY_VERDICT_FAILS, "cannot be the one that they stand in" },
    { "\"log_size\":", "99999999", SKY_VERDICT_NOBODY_VOUCHES, "lines and 99999999 bytes" },
    { "\"tree_size\":", "99999999", SKY_VERDICT_FAILS, "are not those of the log with that root" },
    { "\"offset\":", "7", SKY_VERDICT_FAILS, "cannot stand at byte 7" },
  };
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  const char *name = NULL;

  for (guint i = 0; i < members->len; i++)
    if (g_str_has_suffix (((Member *) members->pdata[i])->name, ".proof.json"))
      name = ((Member *) members->pdata[i])->name;
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (GPtrArray) copy = package_unpack (fixture.package);
      g_auto (GStrv) lines = get_lines (copy, name);
      char *number = strstr (lines[0], changes[i].member) + strlen (changes[i].member);
      g_autofree char *text =
          g_strdup_printf ("%.*s%s%s\n", (int) (number - lines[0]), lines[0], changes[i].by,
                           number + strspn (number, "0123456789"));

      package_replace (copy, name, text, strlen (text));
      assert_said (copy, changes[i].verdict, changes[i].words);
    }
}

static void
test_words (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  Member *one = package_find (members, "footage/CR-01-A.mp4");
  Member *other = package_find (members, "footage/CR-01-B.mp4");
  GBytes *data = one->data;

  one->data = other->data;
  other->data = data;
  package_replace (members, "report.pdf", "%PDF-1.5 anything", 17);
  assert_said (members, SKY_VERDICT_NOBODY_VOUCHES,
               "which recording a clip was cut from, are the signer's word alone");
  assert_said (members, SKY_VERDICT_NOBODY_VOUCHES,
               "said report.pdf: what it says is the signer's");
}

/* How a camera's clock went nothing in the package shows. */
static void
test_clock (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  GBytes *data = package_find (members, "footage/CR-01-B.json")->data;
  g_autoptr (GString) text =
      g_string_new_len (g_bytes_get_data (data, NULL), (gssize) g_bytes_get_size (data));

  g_assert_cmpuint (
      g_string_replace (text, "\"clock_offset_us\":-120000", "\"clock_offset_us\":-3600120000", 0),
      ==, 1);
  package_replace (members, "footage/CR-01-B.json", text->str, text->len);
  assert_said (members, SKY_VERDICT_NOBODY_VOUCHES,
               "said footage: which camera made a recording, how its clock went");
}

/* --- The ZIP ------------------------------------------------------------------------------------
 */

typedef struct
{
  GString *zip;
  gsize directory; /* where it begins */
} Zip;

static guint32
read_number (const Zip *self, gsize at, guint size)
{
  guint32 number = 0;

  for (guint i = 0; i < size; i++)
    number |= (guint32) (guint8) self->zip->str[at + i] << (8 * i);
  return number;
}

static void
write_number (Zip *self, gsize at, guint size, guint32 number)
{
  for (guint i = 0; i < size; i++)
    self->zip->str[at + i] = (char) (number >> (8 * i));
}

/* Where the directory has the member @name. */
static gsize
find_entry (const Zip *self, const char *name)
{
  for (gsize at = self->directory; at < self->zip->len - 22;
       at += 46 + read_number (self, at + 28, 2) + read_number (self, at + 30, 2))
    if (strncmp (self->zip->str + at + 46, name, strlen (name)) == 0)
      return at;
  g_error ("the directory has no %s", name);
}

/* Two programs are to see two packages. */
static void
exchange_names (Zip *self)
{
  memcpy (self->zip->str + find_entry (self, "footage/CR-01-A.mp4") + 46, "footage/CR-01-X.mkv",
          19);
  memcpy (self->zip->str + find_entry (self, "footage/CR-01-B.mp4") + 46, "footage/CR-01-A.mp4",
          19);
  memcpy (self->zip->str + find_entry (self, "footage/CR-01-X.mkv") + 46, "footage/CR-01-B.mp4",
          19);
}

/* The member stays where it is, and the directory knows nothing of it. */
static void
hide (Zip *self)
{
  gsize at = find_entry (self, "report.pdf");
  guint32 size = 46 + read_number (self, at + 28, 2) + read_number (self, at + 30, 2);
  gsize end;

  g_string_erase (self->zip, (gssize) at, size);
  end = self->zip->len - 22;
  write_number (self, end + 8, 2, read_number (self, end + 8, 2) - 1);
  write_number (self, end + 10, 2, read_number (self, end + 10, 2) - 1);
  write_number (self, end + 12, 4, read_number (self, end + 12, 4) - size);
}

static void
put_before (Zip *self)
{
  g_string_prepend (self->zip, "#!/bin/sh\n");
}

static void
put_behind (Zip *self)
{
  g_string_append (self->zip, "more");
}

static void
put_between (Zip *self)
{
  gsize end;

  g_string_insert (self->zip, (gssize) self->directory, "between");
  end = self->zip->len - 22;
  write_number (self, end + 16, 4, (guint32) self->directory + 7);
}

static void
comment (Zip *self)
{
  write_number (self, self->zip->len - 2, 2, 4);
  g_string_append (self->zip, "more");
}

static void
miscount (Zip *self)
{
  gsize end = self->zip->len - 22;

  write_number (self, end + 8, 2, read_number (self, end + 8, 2) - 1);
  write_number (self, end + 10, 2, read_number (self, end + 10, 2) - 1);
}

static void
test_layout (void)
{
  static const struct
  {
    void (*change) (Zip *self);
    const char *words;
  } changes[] = {
    { exchange_names, "FAILS footage/CR-01-A.mp4: so it is named in the directory, but otherwise" },
    { hide, "it does not begin where" },
    { put_before, "FAILS the directory of the ZIP: it does not end where" },
    { put_behind, "FAILS the end of the ZIP: it is not the last" },
    { put_between, "FAILS the directory of the ZIP: it does not begin where" },
    { comment, "FAILS the end of the ZIP: it is not the last" },
    { miscount, "FAILS the end of the ZIP: it speaks of" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      const SkyVerifyOptions options = { 0 };
      Zip zip = { .zip = g_string_new (NULL) };
      g_autofree char *bytes = NULL;
      g_autofree char *text = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (fixture.package, &bytes, &size, NULL));
      g_string_append_len (zip.zip, bytes, (gssize) size);
      zip.directory = read_number (&zip, size - 6, 4);
      changes[i].change (&zip);
      g_assert_true (g_file_set_contents (target, zip.zip->str, (gssize) zip.zip->len, NULL));
      g_string_free (zip.zip, TRUE);
      text = verify (&options, SKY_VERDICT_FAILS);
      if (strstr (text, changes[i].words) == NULL)
        g_error ("“%s” is not in “%s”", changes[i].words, text);
    }
}

/* --- Entries written past the program -----------------------------------------------------------
 */

/* Changes an entry and signs it anew with the key of its author. */
static void
rewrite (GPtrArray *members, guint index, void (*change) (SkyLedgerEntry *entry))
{
  g_auto (GStrv) lines = get_lines (members, "ledger.jsonl");
  g_autoptr (SkyLedgerEntry) entry =
      sky_ledger_entry_read_json (lines[index], strlen (lines[index]));
  g_autoptr (GString) digested = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  change (entry);
  sky_ledger_entry_digest (entry, entry->digest);
  sky_ledger_entry_write_digested (entry, digested);
  g_bytes_unref (entry->signature);
  entry->signature = sky_identity_sign (fixture.ada, digested->str, digested->len, NULL);
  sky_ledger_entry_write_json (entry, json);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "%s\n", i == index ? json->str : lines[i]);
  package_replace (members, "ledger.jsonl", text->str, text->len);
}

static void
date_back (SkyLedgerEntry *entry)
{
  entry->at -= 24 * SKY_HOUR;
}

static void
date_forward (SkyLedgerEntry *entry)
{
  entry->at += 24 * SKY_HOUR;
}

static void
rename_author (SkyLedgerEntry *entry)
{
  g_free (entry->name);
  entry->name = g_strdup ("The \x1b[31mBoard");
}

static void
second_oneself (SkyLedgerEntry *entry)
{
  g_free (entry->action);
  entry->action = g_strdup ("finding.second");
}

static void
test_entries (void)
{
  static const struct
  {
    void (*change) (SkyLedgerEntry *entry);
    const char *words;
  } changes[] = {
    { date_back, "goes back in time: it is dated before entry " },
    { date_forward, "is dated after the package was signed." },
    { rename_author, "shows the name The \\x1b[31mBoard; the register has Ada Quinn." },
    { second_oneself, "has PA-1 agree with their own confirmation." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (GPtrArray) members = package_unpack (fixture.package);
      g_auto (GStrv) lines = get_lines (members, "ledger.jsonl");
      guint index;
      gint64 number = find_last (lines, "finding.note", &index);
      g_autofree char *other = g_strdup_printf (
          "entry %" G_GINT64_FORMAT " is not the one that the ledger has under the checkpoint",
          number);

      rewrite (members, index, changes[i].change);
      /* Both faults of the one entry are named. */
      assert_said (members, SKY_VERDICT_FAILS, changes[i].words);
      assert_said (members, SKY_VERDICT_FAILS, other);
    }
}

/* --- Checkpoints --------------------------------------------------------------------------------
 */

static void
test_checkpoints (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  g_autofree char *key = g_build_filename (fixture.folder, "ledger.key", NULL);
  GBytes *data = package_find (members, "ledger.checkpoint")->data;
  g_autoptr (SkyCheckpoint) own =
      sky_checkpoint_parse (g_bytes_get_data (data, NULL), g_bytes_get_size (data), &error);
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_open (key, &error);
  SkyMerkleHash root = own->root;
  g_autoptr (SkyCheckpoint) fork = NULL;
  g_autoptr (SkyCheckpoint) later = NULL;
  g_autoptr (SkyNoteSigner) witness = sky_note_signer_create (SKY_NOTE_WITNESS, NULL, &error);
  g_autoptr (SkyNoteKey) public = sky_note_signer_get_key (witness, SKY_NOTE_KEY_COSIGNATURE);
  g_autofree char *vkey = sky_note_key_to_text (public);
  g_autoptr (SkyTrust) list = sky_trust_parse (vkey, strlen (vkey), &error);
  g_autofree char *cosigned = NULL;
  char *text;

  g_assert_no_error (error);
  root.bytes[0] ^= 1;
  fork = sky_checkpoint_new (signer, own->size, &root, &error);
  later = sky_checkpoint_new (signer, own->size + 5, &root, &error);
  package_sign (members, fixture.ada);
  package_pack (target, members, TRUE);
  text = verify (&(SkyVerifyOptions){ .since = own }, SKY_VERDICT_NOBODY_VOUCHES);
  g_assert_nonnull (strstr (text, "holds ledger.checkpoint: the ledger grew out of the one"));
  g_assert_null (strstr (text, "nobody else saw it"));
  g_free (text);
  text = verify (&(SkyVerifyOptions){ .since = fork }, SKY_VERDICT_FAILS);
  g_assert_nonnull (strstr (text, "entries are others than under the checkpoint that you kept"));
  g_free (text);
  text = verify (&(SkyVerifyOptions){ .since = later }, SKY_VERDICT_NOBODY_VOUCHES);
  g_assert_nonnull (strstr (text, "it is older than the one that you kept"));
  g_free (text);

  g_assert_true (sky_note_cosign (own->note, witness, g_get_real_time (), &error));
  cosigned = sky_note_to_text (own->note);
  package_replace (members, "ledger.checkpoint", cosigned, strlen (cosigned));
  package_sign (members, fixture.ada);
  package_pack (target, members, TRUE);
  text = verify (&(SkyVerifyOptions){ .trust = list }, SKY_VERDICT_NOBODY_VOUCHES);
  g_assert_nonnull (strstr (text, "holds ledger.checkpoint: witnessed by skyward-witness/"));
  g_assert_null (strstr (text, "nobody else saw it"));
  g_free (text);
}

/* --- Signatures ---------------------------------------------------------------------------------
 */

/* Signs with openssl as the shell command has it, which leaves SHA256SUMS.p7s. */
static void
assert_signed_so (const char *command, SkyVerdict verdict, const char *words)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  g_autofree char *folder = g_dir_make_tmp ("sky-forged-XXXXXX", NULL);
  g_autofree char *sums = g_build_filename (folder, "SHA256SUMS", NULL);
  g_autofree char *path = g_build_filename (folder, "SHA256SUMS.p7s", NULL);
  g_autofree char *clean = g_strdup_printf ("rm -rf '%s'", folder);
  const SkyVerifyOptions options = { 0 };
  g_autofree char *signature = NULL;
  g_autofree char *text = NULL;
  GBytes *list;
  gsize size;

  package_sign (members, fixture.ada);
  list = package_find (members, "SHA256SUMS")->data;
  g_assert_true (g_file_set_contents (sums, g_bytes_get_data (list, NULL),
                                      (gssize) g_bytes_get_size (list), NULL));
  g_free (package_run (folder, 0, command));
  g_assert_true (g_file_get_contents (path, &signature, &size, NULL));
  package_replace (members, "SHA256SUMS.p7s", signature, size);
  package_pack (target, members, TRUE);
  text = verify (&options, verdict);
  if (strstr (text, words) == NULL)
    g_error ("“%s” is not in “%s”", words, text);
  g_free (package_run (fixture.folder, 0, clean));
}

#define NEW_CERTIFICATE(name, more)                                                                \
  "openssl req -x509 -newkey rsa:2048 -nodes -keyout " name ".key -out " name                      \
  ".crt -subj /CN=Eve -days 30 " more " 2>&1 && "
#define SIGN                                                                                       \
  "openssl cms -sign -binary -in SHA256SUMS -outform DER -out SHA256SUMS.p7s -signer a.crt"        \
  " -inkey a.key "

static void
test_signatures (void)
{
  assert_signed_so (NEW_CERTIFICATE ("a", "") SIGN, SKY_VERDICT_FAILS,
                    "the ledger registers nobody with that certificate");
  assert_signed_so (NEW_CERTIFICATE ("a", "") SIGN "-md sha1", SKY_VERDICT_FAILS,
                    "FAILS SHA256SUMS.p7s: it was made with another digest than SHA-2");
  assert_signed_so (NEW_CERTIFICATE ("a", "-sha1") SIGN, SKY_VERDICT_FAILS,
                    "FAILS SHA256SUMS.p7s: the signer's certificate was made with another digest");
  assert_signed_so (NEW_CERTIFICATE ("a", "") NEW_CERTIFICATE ("b", "") SIGN "-certfile b.crt",
                    SKY_VERDICT_FAILS,
                    "FAILS SHA256SUMS.p7s: it has certificates that nobody needs");
}

/* --- Times --------------------------------------------------------------------------------------
 */

/* The members with a stamp by the authority at @url. */
static void
stamp (GPtrArray *members, const char *url)
{
  g_autoptr (GError) error = NULL;
  Member *member = g_new0 (Member, 1);

  member->name = g_strdup ("SHA256SUMS.tsr");
  member->data = sky_time_stamp_request (url, package_find (members, "SHA256SUMS")->data, &error);
  g_assert_no_error (error);
  g_ptr_array_add (members, member);
}

static void
assert_dated (SkyTime at, const char *url, SkyVerdict verdict, const char *words)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  const SkyVerifyOptions options = { 0 };
  g_autofree char *text = NULL;

  package_sign_at (members, fixture.ada, NULL, at);
  if (url != NULL)
    stamp (members, url);
  package_pack (target, members, TRUE);
  text = verify (&options, verdict);
  if (strstr (text, words) == NULL)
    g_error ("“%s” is not in “%s”", words, text);
}

static void
test_times (void)
{
  g_autofree char *folder = g_build_filename (fixture.folder, "tsa-times", NULL);
  g_autoptr (TimeStampAuthority) authority = time_stamp_authority_new (folder, FALSE);
  const char *url = time_stamp_authority_get_url (authority);
  const SkyTime now = g_get_real_time ();

  assert_dated (now, NULL, SKY_VERDICT_NOBODY_VOUCHES, "said the time: there is no time stamp");
  assert_dated (now, url, SKY_VERDICT_NOBODY_VOUCHES, "said SHA256SUMS.tsr: stamped");
  assert_dated (now + SKY_HOUR, NULL, SKY_VERDICT_FAILS, "which is yet to come");
  assert_dated (now + SKY_HOUR, url, SKY_VERDICT_FAILS, "but its stamp is older");
  assert_dated (now - 31 * 24 * SKY_HOUR, url, SKY_VERDICT_FAILS,
                "more than a day before its stamp");
  assert_dated (now - 31 * 24 * SKY_HOUR, NULL, SKY_VERDICT_FAILS,
                "the certificate was not good when it was signed");
}

static void
assert_stamped (GPtrArray *members,
                const SkyTrust *authorities,
                SkyVerdict verdict,
                const char *words)
{
  g_autofree char *text = NULL;

  package_pack (target, members, TRUE);
  text = verify (&(SkyVerifyOptions){ .authorities = authorities }, verdict);
  if (strstr (text, words) == NULL)
    g_error ("“%s” is not in “%s”", words, text);
}

static void
test_authorities (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_build_filename (fixture.folder, "tsa", NULL);
  g_autofree char *path = g_build_filename (folder, "ca.crt", NULL);
  g_autoptr (TimeStampAuthority) authority = time_stamp_authority_new (folder, FALSE);
  const char *url = time_stamp_authority_get_url (authority);
  g_autoptr (SkyTrust) list = sky_trust_read (path, &error);
  g_autoptr (SkyTrust) others = trust (sky_identity_get_certificate (bob));
  GPtrArray *members = package_unpack (fixture.package);

  g_assert_no_error (error);
  stamp (members, url);
  assert_stamped (members, list, SKY_VERDICT_NOBODY_VOUCHES, "for which Test CA vouches");
  assert_stamped (members, others, SKY_VERDICT_FAILS, "for which no authority vouches that you");
  g_ptr_array_unref (members);

  /* One that made itself, which brings along what it does not need, and then does not. */
  g_free (package_run (folder, 0,
                       "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
                       " -config ts.cnf -extensions tsa_certificate -keyout tsa.key -out tsa.crt"
                       " -subj '/CN=Own TSA' -days 30 2>&1"));
  members = package_unpack (fixture.package);
  stamp (members, url);
  assert_stamped (members, NULL, SKY_VERDICT_FAILS,
                  "FAILS SHA256SUMS.tsr: it has certificates that nobody needs");
  g_ptr_array_unref (members);
  g_free (package_run (folder, 0, "sed -i '/^certs=/d' ts.cnf"));
  members = package_unpack (fixture.package);
  stamp (members, url);
  assert_stamped (members, NULL, SKY_VERDICT_NOBODY_VOUCHES,
                  "an authority of its own making, which anyone can set up");
  assert_stamped (members, list, SKY_VERDICT_FAILS, "by Own TSA, of its own making, for which no");
  g_ptr_array_unref (members);
}

/* The time stamp of the checkpoint, which is of the note without what others put under it. */
static void
test_checkpoint_stamped (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_build_filename (fixture.folder, "tsa-checkpoint", NULL);
  g_autofree char *path = g_build_filename (folder, "ca.crt", NULL);
  g_autofree char *key = g_build_filename (fixture.folder, "ledger.key", NULL);
  g_autofree char *package = g_build_filename (fixture.folder, "stamped.zip", NULL);
  g_autoptr (TimeStampAuthority) authority = time_stamp_authority_new (folder, FALSE);
  const char *url = time_stamp_authority_get_url (authority);
  const SkyExportOptions options = { .leave_out_originals = TRUE };
  g_autoptr (SkyTrust) list = sky_trust_read (path, &error);
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_open (key, &error);
  g_autoptr (GPtrArray) members = NULL;
  g_autoptr (GBytes) other = NULL;

  {
    g_autoptr (SkyStore) store = sky_store_open (fixture.store, SKY_STORE_READ_WRITE, &error);
    g_autoptr (SkyKeptCheckpoint) kept = sky_ledger_make_checkpoint (store, signer, &error);
    g_autoptr (GBytes) note = NULL;
    g_autoptr (GBytes) answer = NULL;
    g_autoptr (GArray) leaves = NULL;
    g_autoptr (GPtrArray) faults =
        g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_fault_free);

    g_assert_no_error (error);
    note = g_bytes_new (kept->note, strlen (kept->note));
    answer = sky_time_stamp_request (url, note, &error);
    g_assert_no_error (error);
    g_assert_true (sky_store_keep_stamp (store, kept->number, answer, &error));
    leaves = sky_store_list_leaves (store, 0, &error);
    g_assert_true (sky_ledger_check_kept (store, leaves, faults, &error));
    g_assert_cmpuint (faults->len, ==, 0);
  }
  g_assert_true (package_fixture_export (&fixture, package, &options, &error));
  g_assert_no_error (error);
  members = package_unpack (package);
  assert_said (members, SKY_VERDICT_NOBODY_VOUCHES, "said ledger.checkpoint.tsr: stamped ");
  assert_stamped (members, list, SKY_VERDICT_NOBODY_VOUCHES,
                  "holds ledger.checkpoint.tsr: stamped ");
  /* A stamp of something else. */
  other = sky_time_stamp_request (url, package_find (members, "findings.jsonl")->data, &error);
  g_assert_no_error (error);
  package_replace (members, "ledger.checkpoint.tsr", g_bytes_get_data (other, NULL),
                   g_bytes_get_size (other));
  assert_said (members, SKY_VERDICT_FAILS, "FAILS ledger.checkpoint.tsr: ");
}

static void
test_trust_lists (void)
{
  static const char *const bad[] = { "hello", "0123", "-----BEGIN CERTIFICATE-----\nAA==\n" };
  g_autoptr (GError) error = NULL;
  g_autofree char *pem = sky_certificate_to_pem (sky_identity_get_certificate (fixture.ada));
  g_autofree char *text =
      g_strdup_printf ("# who\nsubject=CN = x\n%s\n\n%s\n", pem,
                       sky_certificate_get_fingerprint (sky_identity_get_certificate (bob)));
  g_autoptr (SkyTrust) list = sky_trust_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_true (sky_trust_has (list, sky_identity_get_certificate (fixture.ada)));
  g_assert_true (sky_trust_has (list, sky_identity_get_certificate (bob)));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_null (sky_trust_parse (bad[i], strlen (bad[i]), &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
    }
}

/* Another reviewer, who is revoked, and words after the last decision. */
static void
add_people (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture.store, SKY_STORE_READ_WRITE, &error);
  g_autoptr (GPtrArray) items = NULL;
  g_autofree char *pem = NULL;

  g_assert_no_error (error);
  sky_store_set_signer (store, ada.credential, sky_identity_sign, sky_identity_ref (fixture.ada),
                        (GDestroyNotify) sky_identity_unref);
  bob = sky_identity_create ("PA-2", "Bob Reyes", 30, &error);
  pem = sky_certificate_to_pem (sky_identity_get_certificate (bob));
  g_assert_true (sky_store_add_person (
      store, &ada,
      &(SkyPerson){ .credential = (char *) "PA-2",
                    .name = (char *) "Bob Reyes",
                    .role = SKY_PERSON_OPERATOR,
                    .certificate = pem,
                    .expires = sky_certificate_get_not_after (sky_identity_get_certificate (bob)) },
      &error));
  items = sky_store_list_case_items (store, fixture.case_id, &error);
  for (guint i = 0; i < items->len; i++)
    {
      const SkyCaseItem *item = items->pdata[i];

      if (item->kind != SKY_CASE_FINDING)
        continue;
      g_assert_true (sky_store_decide (store, &ada, item->finding, SKY_LEDGER_NOTE, "Noted.",
                                       SKY_REVIEW_ANY, NULL, &error));
    }
  g_assert_true (sky_store_revoke_person (store, &ada, "PA-2", "The key was lost.", &error));
}

/* --- What the pictures showed -----------------------------------------------------------------
 */

/* A reading of each result of the case's log, as if all pictures agreed. Returns: how many. */
static guint
read_pictures (SkyStore *store)
{
  g_autoptr (GPtrArray) testimony =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (fixture.log, &error);
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);
  const SkyLine *line;
  gint64 round = 0;

  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      g_autofree char *content = NULL;
      char at[SKY_TIME_TEXT_SIZE];

      if (line->kind != SKY_LINE_EVENT)
        continue;
      if (line->event.type == SKY_EVENT_ROUND_START)
        round = line->event.round.round;
      if (line->event.type != SKY_EVENT_RESULT)
        continue;
      const int first = (int) line->event.result.dice[0], second = (int) line->event.result.dice[1];
      sky_time_format (line->event.at, at);
      content = g_strdup_printf ("{\"table\":\"CR-01\",\"round\":%" PRId64 ",\"seq\":%" PRIu64
                                 ",\"at\":\"%s\",\"verdict\":\"agrees\",\"values\":[%d,%d],"
                                 "\"probability\":0.990000,\"recorded\":[%d,%d],\"camera\":"
                                 "\"CR-01-A\",\"boxes\":[[1,1,9,9],[20,1,9,9]],\"model\":\"abc\"}",
                                 round, line->event.seq, at, first, second, first, second);
      g_ptr_array_add (testimony,
                       sky_testimony_new (line->event.seq, round, SKY_SIGHT_AGREES, content));
    }
  sky_store_write_testimony (store, ((const SkyStoredLog *) logs->pdata[0])->id, testimony, &error);
  g_assert_no_error (error);
  return testimony->len;
}

/* Returns: the name of the readings of the package's log. */
static char *
find_readings (GPtrArray *members)
{
  for (guint i = 0; i < members->len; i++)
    if (g_str_has_suffix (((const Member *) members->pdata[i])->name, ".sight.jsonl"))
      return g_strdup (((const Member *) members->pdata[i])->name);
  return NULL;
}

/* Readings of the case's rounds are in the package. Those of another model are said to be the
 * signer's word; what is no reading fails. test-package-sight.c has those that are made again. */
static void
test_pictures (void)
{
  const SkyExportOptions options = { .leave_out_originals = TRUE };
  g_autofree char *path = g_build_filename (fixture.folder, "seen.zip", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture.store, SKY_STORE_READ_WRITE, &error);
  g_autofree char *name = NULL;
  g_autofree char *said = NULL;
  guint n = read_pictures (store);

  package_fixture_export (&fixture, path, &options, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) members = package_unpack (path);
  name = find_readings (members);
  g_assert_nonnull (name);
  g_auto (GStrv) lines = get_lines (members, name);
  g_assert_cmpuint (g_strv_length (lines), >=, 1);
  g_assert_cmpuint (g_strv_length (lines), <, n);
  said = g_strdup_printf ("said %s: readings that were not made again and are the signer's word "
                          "alone: %u (another model made them)",
                          name, g_strv_length (lines));
  assert_said (members, SKY_VERDICT_NOBODY_VOUCHES, said);

  package_replace (members, name, "{}\n", 3);
  assert_said (members, SKY_VERDICT_FAILS, "line 1: it is no reading of a picture");
}

static void
clear (void)
{
  g_clear_pointer (&bob, sky_identity_unref);
  g_clear_pointer (&program, g_free);
  g_clear_pointer (&target, g_free);
  package_fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  const SkyExportOptions options = { .leave_out_originals = TRUE };
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  program = g_canonicalize_filename (argv[1], NULL);
  package_fixture_init (&fixture, NULL);
  add_people ();
  atexit (clear);
  package_fixture_export (&fixture, fixture.package, &options, &error);
  g_assert_no_error (error);
  target = g_build_filename (fixture.folder, "forged.zip", NULL);

  g_test_add_func ("/package-forged/finding-left-out", test_finding_left_out);
  g_test_add_func ("/package-forged/entry-left-out", test_entry_left_out);
  g_test_add_func ("/package-forged/checkpoint-left-out", test_checkpoint_left_out);
  g_test_add_func ("/package-forged/leaves", test_leaves);
  g_test_add_func ("/package-forged/vouched-for", test_vouched_for);
  g_test_add_func ("/package-forged/languages", test_languages);
  g_test_add_func ("/package-forged/status", test_status);
  g_test_add_func ("/package-forged/impostor", test_impostor);
  g_test_add_func ("/package-forged/findings-added", test_findings_added);
  g_test_add_func ("/package-forged/proof", test_proof);
  g_test_add_func ("/package-forged/words", test_words);
  g_test_add_func ("/package-forged/clock", test_clock);
  g_test_add_func ("/package-forged/layout", test_layout);
  g_test_add_func ("/package-forged/entries", test_entries);
  g_test_add_func ("/package-forged/checkpoints", test_checkpoints);
  g_test_add_func ("/package-forged/signatures", test_signatures);
  g_test_add_func ("/package-forged/times", test_times);
  g_test_add_func ("/package-forged/authorities", test_authorities);
  g_test_add_func ("/package-forged/checkpoint-stamped", test_checkpoint_stamped);
  g_test_add_func ("/package-forged/trust-lists", test_trust_lists);
  g_test_add_func ("/package-forged/pictures", test_pictures);
  return g_test_run ();
}
