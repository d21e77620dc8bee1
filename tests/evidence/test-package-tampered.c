/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packages that somebody touched, and packages that never were any: each is refused, what was
 * touched is named, and nothing is harmed. */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "package-fixture.h"

/* Positions over all members, and bits of the ZIP: by night, by day, and with sanitizers, which are
 * ten times slower. */
#if defined(__SANITIZE_ADDRESS__)
#define N_POSITIONS 150
#define N_RAW       200
#else
#define N_POSITIONS (g_test_slow () ? 2000u : 500u)
#define N_RAW       (g_test_slow () ? 2000u : 500u)
#endif

static PackageFixture fixture;
static GPtrArray *members;
static char *target;

static Member *
find (const char *name)
{
  for (guint i = 0; i < members->len; i++)
    {
      Member *member = members->pdata[i];

      if (strcmp (member->name, name) == 0)
        return member;
    }
  g_error ("the package has no %s", name);
}

static guint32
read16 (const char *at)
{
  return (guint8) at[0] | (guint32) (guint8) at[1] << 8;
}

static guint32
read32 (const char *at)
{
  return read16 (at) | read16 (at + 2) << 16;
}

/* Packs the members and wants the package refused with a line that says @named. */
static void
assert_refused (GPtrArray *changed, const char *named)
{
  g_autofree char *failures = NULL;

  package_pack (target, changed, FALSE);
  failures = package_failures (target);
  if (strstr (failures, named) == NULL)
    g_error ("%s is not named: “%s”", named, failures);
}

static void
test_good (void)
{
  g_autofree char *failures = package_failures (fixture.package);
  g_autofree char *again = NULL;

  g_assert_cmpstr (failures, ==, "");
  /* Neither packing nor order are part of it. */
  package_pack (target, members, TRUE);
  again = package_failures (target);
  g_assert_cmpstr (again, ==, "");
}

/* Any byte of any member. */
static void
test_bytes (void)
{
  guint n_done = 0;

  for (guint i = 0; i < members->len; i++)
    {
      Member *member = members->pdata[i];
      gsize size = g_bytes_get_size (member->data);
      guint n = MIN ((guint) size, N_POSITIONS / members->len + 1);
      const char *named = strcmp (member->name, "SHA256SUMS.p7s") == 0 ? "" : member->name;

      for (guint k = 0; k < n; k++, n_done++)
        {
          /* The first, the last, and others between. */
          gsize at = k == 0   ? 0
                     : k == 1 ? size - 1
                     : n == size
                         ? k
                         : (gsize) g_test_rand_int_range (0, (gint32) MIN (size, G_MAXINT32));
          guint8 bit = (guint8) (1u << g_test_rand_int_range (0, 8));
          g_autoptr (GBytes) whole = g_bytes_ref (member->data);
          guint8 *copy = g_memdup2 (g_bytes_get_data (whole, NULL), size);
          g_autofree char *failures = NULL;

          copy[at] ^= bit;
          g_bytes_unref (member->data);
          member->data = g_bytes_new_take (copy, size);
          package_pack (target, members, FALSE);
          failures = package_failures (target);
          g_bytes_unref (member->data);
          member->data = g_steal_pointer (&whole);
          if (*failures == '\0' || strstr (failures, named) == NULL)
            g_error ("%s, byte %" G_GSIZE_FORMAT " ^ %02x: “%s”", member->name, at, bit, failures);
        }
    }
  g_test_message ("%u changed bytes refused", n_done);
}

/* Every byte of the signature: no digest covers it. */
static void
test_signature_bytes (void)
{
  Member *member = find ("SHA256SUMS.p7s");
  gsize size = g_bytes_get_size (member->data);
  gsize step = N_POSITIONS < 2000 ? 7 : 1;

  for (gsize at = 0; at < size; at += step)
    {
      g_autoptr (GBytes) whole = g_bytes_ref (member->data);
      guint8 *copy = g_memdup2 (g_bytes_get_data (whole, NULL), size);

      copy[at] ^= (guint8) (1u << (at % 8));
      g_bytes_unref (member->data);
      member->data = g_bytes_new_take (copy, size);
      package_pack (target, members, FALSE);
      {
        g_autofree char *failures = package_failures (target);

        if (*failures == '\0')
          g_error ("byte %" G_GSIZE_FORMAT " of the signature may be changed", at);
      }
      g_bytes_unref (member->data);
      member->data = g_steal_pointer (&whole);
    }
}

/* The member that the byte @at of the ZIP belongs to, in its place or in the directory; NULL: of
 * none. */
static const char *
owner (const char *bytes, gsize size, gsize at)
{
  const char *end = bytes + size - 22;
  gsize begins = 0, next = 0;
  guint n = 0;

  for (const char *entry = bytes + read32 (end + 16); entry < end; n++)
    {
      gsize length = 46u + read16 (entry + 28) + read16 (entry + 30) + read16 (entry + 32);
      const char *name = ((Member *) members->pdata[n])->name;

      begins = read32 (entry + 42);
      next = n + 1 < members->len ? read32 (entry + length + 42) : read32 (end + 16);
      if ((at >= begins && at < next)
          || (at >= (gsize) (entry - bytes) && at < (gsize) (entry - bytes) + length))
        return name;
      entry += length;
    }
  return NULL;
}

/* Any bit of the ZIP itself, half of them where it says how it is laid out: it is refused, and who
 * is damaged is named; or every program reads the very same in it. */
static void
test_raw (void)
{
  g_autofree char *bytes = NULL;
  gsize size;
  guint n_meaningless = 0;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (gsize));

  g_assert_true (g_file_get_contents (fixture.package, &bytes, &size, NULL));
  for (gsize at = read32 (bytes + size - 6); at < size; at++)
    g_array_append_val (places, at);
  for (const char *entry = bytes + read32 (bytes + size - 6); entry < bytes + size - 22;
       entry += 46u + read16 (entry + 28) + read16 (entry + 30))
    for (gsize at = read32 (entry + 42),
               end = at + 30u + read16 (bytes + at + 26) + read16 (bytes + at + 28);
         at < end; at++)
      g_array_append_val (places, at);
  for (guint i = 0; i < N_RAW; i++)
    {
      gsize at = i % 2 == 0 ? (gsize) g_test_rand_int_range (0, (gint32) size)
                            : g_array_index (places, gsize,
                                             g_test_rand_int_range (0, (gint32) places->len));
      const char bit = (char) (1 << g_test_rand_int_range (0, 8));
      const char *named = owner (bytes, size, at);
      g_autofree char *failures = NULL;

      bytes[at] ^= bit;
      g_assert_true (g_file_set_contents (target, bytes, (gssize) size, NULL));
      bytes[at] ^= bit;
      failures = package_failures (target);
      if (*failures == '\0')
        {
          g_autoptr (GPtrArray) back = package_unpack (target);

          n_meaningless++;
          g_assert_cmpuint (back->len, ==, members->len);
          for (guint m = 0; m < back->len; m++)
            {
              const Member *there = back->pdata[m], *here = members->pdata[m];

              g_assert_cmpstr (there->name, ==, here->name);
              g_assert_true (g_bytes_equal (there->data, here->data));
            }
        }
      else if (strstr (failures, " of the ZIP") == NULL
               && (named == NULL || strstr (failures, named) == NULL))
        g_error ("byte %" G_GSIZE_FORMAT " ^ %02x of %s: “%s”", at, (guint8) bit,
                 named != NULL ? named : "nobody", failures);
    }
  g_test_message ("%u changed bits: %u without meaning, the others refused", N_RAW, n_meaningless);
  g_assert_cmpuint (n_meaningless, <, N_RAW / 20);
}

/* Cut off anywhere. */
static void
test_cut (void)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (fixture.package, &bytes, &size, NULL));
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *failures = NULL;

      g_assert_true (g_file_set_contents (target, bytes, (gssize) (size * i / 20), NULL));
      failures = package_failures (target);
      g_assert_cmpstr (failures, !=, "");
    }
}

static void
test_removed (void)
{
  for (guint i = 0; i < members->len; i++)
    {
      Member *member = g_ptr_array_steal_index (members, i);

      /* A time stamp is not here; everything else is missed. */
      assert_refused (members, member->name);
      g_ptr_array_insert (members, (gint) i, member);
    }
}

static void
test_renamed (void)
{
  for (guint i = 0; i < members->len; i++)
    {
      Member *member = members->pdata[i];
      g_autofree char *name = g_steal_pointer (&member->name);

      member->name = g_strdup_printf ("%s2", name);
      assert_refused (members, name);
      g_free (member->name);
      member->name = g_steal_pointer (&name);
    }
}

static void
assert_added_refused (const char *name, const void *data, gsize size, const char *named)
{
  Member *member = g_new0 (Member, 1);

  member->name = g_strdup (name);
  member->data = g_bytes_new (data, size);
  g_ptr_array_add (members, member);
  assert_refused (members, named);
  g_ptr_array_set_size (members, (gint) members->len - 1);
}

static void
test_added (void)
{
  const char *const names[] = { "notes.txt",          "footage/CR-01-A-9.mkv", "log/more.tel.jsonl",
                                "stills/9-extra.png", "originals/extra.mkv",   "log/a.proof.json",
                                "report.pdf.exe" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_added_refused (names[i], "x", 1, names[i]);
  /* A second one of a name: which of them a tool takes nobody knows. */
  for (guint i = 0; i < members->len; i++)
    {
      g_autofree char *name = g_strdup (((Member *) members->pdata[i])->name);

      assert_added_refused (name, "x", 1, name);
    }
}

/* Somebody changes a finding and makes the digests anew, but cannot sign. */
static void
test_forged (void)
{
  Member *findings = find ("findings.jsonl");
  Member *sums = find ("SHA256SUMS");
  g_autoptr (GBytes) old_findings = g_bytes_ref (findings->data);
  g_autoptr (GBytes) old_sums = g_bytes_ref (sums->data);
  g_autoptr (GString) text = g_string_new_len (g_bytes_get_data (old_findings, NULL),
                                               (gssize) g_bytes_get_size (old_findings));
  g_autoptr (GString) list =
      g_string_new_len (g_bytes_get_data (old_sums, NULL), (gssize) g_bytes_get_size (old_sums));
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *failures = NULL;

  before = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, -1);
  g_assert_cmpuint (g_string_replace (text, "\"seq\":", "\"seq\":1", 1), ==, 1);
  after = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, -1);
  g_assert_cmpuint (g_string_replace (list, before, after, 1), ==, 1);
  g_bytes_unref (findings->data);
  findings->data = g_bytes_new (text->str, text->len);
  g_bytes_unref (sums->data);
  sums->data = g_bytes_new (list->str, list->len);
  package_pack (target, members, TRUE);
  failures = package_failures (target);
  g_assert_nonnull (strstr (failures, "SHA256SUMS.p7s"));
  g_assert_nonnull (strstr (failures, "findings.jsonl: line 1"));
  g_bytes_unref (findings->data);
  findings->data = g_bytes_ref (old_findings);
  g_bytes_unref (sums->data);
  sums->data = g_bytes_ref (old_sums);
}

/* --- Packages that mean harm --------------------------------------------------------------------
 */

static void
test_names (void)
{
  g_autofree char *escaped = g_build_filename (fixture.folder, "escaped", NULL);
  const char *const names[] = { "../escaped",
                                "log/../../escaped",
                                "/tmp/sky-escaped",
                                "..\\escaped",
                                "log/..",
                                "./log/x",
                                "log//x",
                                "C:\\escaped",
                                "log/caf\xc3\xa9.jsonl",
                                "log/\xff\xfe",
                                "log/a\nholds  everything",
                                "log/\x1b[2Jx",
                                "log/x y" };
  g_autofree char *longest = g_strnfill (5000, 'a');

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_added_refused (names[i], "x", 1, "no member of a package has such a name");
  assert_added_refused (longest, "x", 1, "no member of a package has such a name");
  g_assert_false (g_file_test (escaped, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test ("/tmp/sky-escaped", G_FILE_TEST_EXISTS));
}

/* A ZIP of one entry of some kind, of @size zeros, deflated; it says that it has @claimed. */
static void
pack_zeros (const char *name, guint type, gsize size)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();
  static char zeros[1 << 20];

  archive_write_set_format_zip (archive);
  archive_write_zip_set_compression_deflate (archive);
  g_assert_cmpint (archive_write_open_filename (archive, target), ==, ARCHIVE_OK);
  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, type);
  archive_entry_set_perm (entry, 0644);
  if (type == AE_IFLNK)
    archive_entry_set_symlink (entry, "/etc/passwd");
  archive_write_header (archive, entry);
  for (gsize i = 0; i < size; i += sizeof zeros)
    archive_write_data (archive, zeros, MIN (sizeof zeros, size - i));
  archive_entry_free (entry);
  archive_write_close (archive);
  archive_write_free (archive);
}

/* Two hundred megabytes and more out of some hundred kilobytes: refused before they are in memory.
 */
static void
test_bombs (void)
{
  const char *const names[] = { "findings.jsonl", "originals/a.mkv", "SHA256SUMS",
                                "log/a.tel.jsonl" };
  struct rusage before, after;

  getrusage (RUSAGE_SELF, &before);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *failures = NULL;
      gint64 began = g_get_monotonic_time ();

      pack_zeros (names[i], AE_IFREG, (gsize) 400 << 20);
      began = g_get_monotonic_time ();
      failures = package_failures (target);
      g_assert_nonnull (strstr (failures, "than"));
      g_assert_cmpint (g_get_monotonic_time () - began, <, 20 * G_USEC_PER_SEC);
    }
  getrusage (RUSAGE_SELF, &after);
  /* In KiB; what it may keep and no more. */
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, 400 * 1024);
}

static void
test_kinds (void)
{
  const guint types[] = { AE_IFLNK, AE_IFDIR };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *failures = NULL;

      pack_zeros (types[i] == AE_IFDIR ? "log" : "log/a.tel.jsonl", types[i], 0);
      failures = package_failures (target);
      g_assert_cmpstr (failures, !=, "");
    }
}

/* Sizes that cannot be, in the directory at the end and in the entries. */
static void
test_sizes (void)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (fixture.package, &bytes, &size, NULL));
  for (gsize at = 0; at + 46 < size; at++)
    if (memcmp (bytes + at, "PK\x01\x02", 4) == 0)
      {
        char saved[8];
        g_autofree char *failures = NULL;

        /* Compressed and uncompressed size. */
        memcpy (saved, bytes + at + 20, sizeof saved);
        memset (bytes + at + 20, 0xfe, sizeof saved);
        g_assert_true (g_file_set_contents (target, bytes, (gssize) size, NULL));
        memcpy (bytes + at + 20, saved, sizeof saved);
        failures = package_failures (target);
        g_assert_cmpstr (failures, !=, "");
      }
}

/* What is no package at all, and members that are not what their names say. */
static void
test_junk (void)
{
  const char *const texts[] = { "", "PK", "PK\x03\x04", "%PDF-1.5", "{}", "\x1f\x8b\x08" };
  const struct
  {
    const char *name;
    const char *text;
  } contents[] = {
    { "findings.jsonl", "\xff\xfe\n{}\n" },
    { "findings.jsonl", "{\"check\":7}\n[]\nnull\n" },
    { "ledger.jsonl", "{}\n\xc3\n" },
    { "SHA256SUMS", "zz  report.pdf\n" },
    { "SHA256SUMS", "" },
    { "SHA256SUMS.p7s", "" },
    { "footage/CR-01-A.json", "{\"sources\":[7],\"clips\":{}}" },
    { "footage/CR-01-A.json", "[[[[[[[[[[[[[[[[[[[[" },
  };
  const char *const proofs[] = {
    "{}",
    "{\"proof\":\"skyward.log-proof\",\"version\":1,\"log\":\"a\",\"log_size\":1,\"tree_size\":"
    "9223372036854775807,\"log_sha256\":"
    "\"0000000000000000000000000000000000000000000000000000000000"
    "000000\",\"root\":\"0000000000000000000000000000000000000000000000000000000000000000\","
    "\"ranges\":[{\"first_line\":1,\"last_line\":9223372036854775807,\"offset\":0,\"length\":"
    "9223372036854775807,\"first_audit_path\":[],\"last_audit_path\":[]}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *failures = NULL;

      g_assert_true (g_file_set_contents (target, texts[i], -1, NULL));
      failures = package_failures (target);
      g_assert_cmpstr (failures, !=, "");
    }
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      Member *member = find (contents[i].name);
      GBytes *whole = member->data;

      member->data = g_bytes_new_static (contents[i].text, strlen (contents[i].text));
      assert_refused (members, contents[i].name);
      g_bytes_unref (member->data);
      member->data = whole;
    }
  for (guint i = 0; i < members->len; i++)
    for (guint p = 0; p < G_N_ELEMENTS (proofs); p++)
      {
        Member *member = members->pdata[i];
        GBytes *whole = member->data;

        if (!g_str_has_suffix (member->name, ".proof.json"))
          continue;
        member->data = g_bytes_new_static (proofs[p], strlen (proofs[p]));
        assert_refused (members, member->name);
        g_bytes_unref (member->data);
        member->data = whole;
      }
}

static void
clear (void)
{
  g_clear_pointer (&members, g_ptr_array_unref);
  g_clear_pointer (&target, g_free);
  package_fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  package_fixture_init (&fixture, NULL);
  atexit (clear);
  package_fixture_export (&fixture, fixture.package, NULL, &error);
  g_assert_no_error (error);
  members = package_unpack (fixture.package);
  target = g_build_filename (fixture.folder, "changed.zip", NULL);

  g_test_add_func ("/package-tampered/good", test_good);
  g_test_add_func ("/package-tampered/bytes", test_bytes);
  g_test_add_func ("/package-tampered/signature-bytes", test_signature_bytes);
  g_test_add_func ("/package-tampered/raw", test_raw);
  g_test_add_func ("/package-tampered/cut", test_cut);
  g_test_add_func ("/package-tampered/removed", test_removed);
  g_test_add_func ("/package-tampered/renamed", test_renamed);
  g_test_add_func ("/package-tampered/added", test_added);
  g_test_add_func ("/package-tampered/forged", test_forged);
  g_test_add_func ("/package-tampered/names", test_names);
  g_test_add_func ("/package-tampered/bombs", test_bombs);
  g_test_add_func ("/package-tampered/kinds", test_kinds);
  g_test_add_func ("/package-tampered/sizes", test_sizes);
  g_test_add_func ("/package-tampered/junk", test_junk);
  return g_test_run ();
}
