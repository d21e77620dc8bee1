/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merkle trees against RFC 9162's own definitions, written down here word for word. */
#include "config.h"

#include <string.h>

#include "sky-log-extract.h"
#include "sky-merkle.h"

#define MOST 40

static void
digest_joined (
    guint8 prefix, const void *a, gsize a_size, const void *b, gsize b_size, guint8 *hash)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, &prefix, 1);
  g_byte_array_append (bytes, a, (guint) a_size);
  g_byte_array_append (bytes, b, (guint) b_size);
  sky_digest_bytes (bytes->data, bytes->len, hash);
}

/* 2.1.1: MTH ({d[0]}) = HASH (0x00 || d[0]); MTH (D_n) = HASH (0x01 || MTH (D[0:k]) || MTH
 * (D[k:n])) with k the largest power of two smaller than n. */
static void
mth (char **lines, guint first, guint n, guint8 *hash)
{
  guint8 left[SKY_DIGEST_SIZE], right[SKY_DIGEST_SIZE];
  guint k = 1;

  if (n == 1)
    {
      digest_joined (0, lines[first], strlen (lines[first]), "", 0, hash);
      return;
    }
  while (k * 2 < n)
    k *= 2;
  mth (lines, first, k, left);
  mth (lines, first + k, n - k, right);
  digest_joined (1, left, sizeof left, right, sizeof right, hash);
}

/* 2.1.3.1: PATH (m, D_n) = PATH (m, D[0:k]) : MTH (D[k:n]) for m < k, else PATH (m - k, D[k:n]) :
 * MTH (D[0:k]). */
static void
rfc_path (char **lines, guint first, guint n, guint m, GByteArray *path)
{
  guint8 other[SKY_DIGEST_SIZE];
  guint k = 1;

  if (n == 1)
    return;
  while (k * 2 < n)
    k *= 2;
  if (m < k)
    {
      rfc_path (lines, first, k, m, path);
      mth (lines, first + k, n - k, other);
    }
  else
    {
      rfc_path (lines, first + k, n - k, m - k, path);
      mth (lines, first, k, other);
    }
  g_byte_array_append (path, other, sizeof other);
}

static char **
make_lines (guint n)
{
  char **lines = g_new0 (char *, n + 1);

  /* The last has no LF. */
  for (guint i = 0; i < n; i++)
    lines[i] = g_strdup_printf ("{\"seq\":%u}%s", i * i, i + 1 < n ? "\n" : "");
  return lines;
}

static void
test_definition (void)
{
  for (guint n = 1; n <= MOST; n++)
    {
      g_auto (GStrv) lines = make_lines (n);
      g_autofree char *text = g_strjoinv ("", lines);
      g_autoptr (SkyMerkleTree) tree = sky_merkle_tree_new (text, strlen (text));
      SkyMerkleHash root;
      guint8 wanted[SKY_DIGEST_SIZE];

      g_assert_cmpuint (sky_merkle_tree_get_size (tree), ==, n);
      sky_merkle_tree_get_root (tree, &root);
      mth (lines, 0, n, wanted);
      g_assert_cmpmem (root.bytes, sizeof root.bytes, wanted, sizeof wanted);
      for (guint m = 0; m < n; m++)
        {
          g_autoptr (GArray) path = sky_merkle_tree_get_path (tree, m);
          g_autoptr (GByteArray) want = g_byte_array_new ();
          SkyMerkleHash leaf;

          rfc_path (lines, 0, n, m, want);
          g_assert_cmpmem (path->data, path->len * SKY_DIGEST_SIZE, want->data, want->len);
          sky_merkle_leaf (lines[m], strlen (lines[m]), &leaf);
          g_assert_true (sky_merkle_verify (&leaf, m, n, path, &root));
          for (guint other = 0; other < n + 2; other++)
            if (other != m)
              g_assert_false (sky_merkle_verify (&leaf, other, n, path, &root));
          leaf.bytes[3] ^= 1;
          g_assert_false (sky_merkle_verify (&leaf, m, n, path, &root));
        }
    }
}

/* Every run of lines of trees of many sizes, and none that was touched. */
static void
test_ranges (void)
{
  for (guint n = 1; n <= 20; n++)
    {
      g_auto (GStrv) lines = make_lines (n);
      g_autofree char *text = g_strjoinv ("", lines);
      g_autoptr (SkyMerkleTree) tree = sky_merkle_tree_new (text, strlen (text));
      SkyMerkleHash leaves[20];
      SkyMerkleHash root;

      sky_merkle_tree_get_root (tree, &root);
      for (guint i = 0; i < n; i++)
        sky_merkle_leaf (lines[i], strlen (lines[i]), &leaves[i]);
      for (guint first = 0; first < n; first++)
        for (guint count = 1; first + count <= n; count++)
          {
            g_autoptr (GArray) one = sky_merkle_tree_get_path (tree, first);
            g_autoptr (GArray) other = sky_merkle_tree_get_path (tree, first + count - 1);

            g_assert_true (
                sky_merkle_verify_range (leaves + first, count, first, n, one, other, &root));
            g_assert_false (
                sky_merkle_verify_range (leaves + first, count, first + 1, n, one, other, &root));
            for (guint i = first; i < first + count; i++)
              {
                leaves[i].bytes[0] ^= 0x80;
                g_assert_false (
                    sky_merkle_verify_range (leaves + first, count, first, n, one, other, &root));
                leaves[i].bytes[0] ^= 0x80;
              }
            for (guint i = 0; i < one->len; i++)
              {
                g_array_index (one, SkyMerkleHash, i).bytes[31] ^= 1;
                g_assert_false (
                    sky_merkle_verify_range (leaves + first, count, first, n, one, other, &root));
                g_array_index (one, SkyMerkleHash, i).bytes[31] ^= 1;
              }
            for (guint i = 0; i < other->len; i++)
              {
                g_array_index (other, SkyMerkleHash, i).bytes[31] ^= 1;
                g_assert_false (
                    sky_merkle_verify_range (leaves + first, count, first, n, one, other, &root));
                g_array_index (other, SkyMerkleHash, i).bytes[31] ^= 1;
              }
          }
    }
}

/* Lines out of the middle and the end of a log, written as text, read back and held against it. */
static void
test_extract (void)
{
  g_auto (GStrv) lines = make_lines (33);
  g_autofree char *text = g_strjoinv ("", lines);
  g_autoptr (GBytes) data = g_bytes_new (text, strlen (text));
  g_autoptr (SkyMerkleTree) tree = sky_merkle_tree_new (text, strlen (text));
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, 2 * sizeof (goffset));
  const goffset wanted[][2] = { { 60, 75 },
                                { 75, 90 },
                                { (goffset) strlen (text) - 1, (goffset) strlen (text) } };
  g_autoptr (SkyLogExtract) extract = NULL;
  g_autoptr (SkyLogExtract) back = NULL;
  g_autoptr (GBytes) proof = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *changed = g_strdup (text);
  g_autoptr (GBytes) other = NULL;
  guint64 line;
  goffset offset;

  g_array_append_vals (ranges, wanted, G_N_ELEMENTS (wanted));
  extract = sky_log_extract_new ("a.tel.jsonl", data, tree, ranges);
  g_assert_cmpuint (extract->runs->len, ==, 3);
  g_assert_cmpuint (g_array_index (extract->runs, SkyExtractRun, 0).n_lines, ==, 1);
  g_assert_cmpuint (g_array_index (extract->runs, SkyExtractRun, 2).first_line, ==, 33);
  {
    char *json = sky_log_extract_write_proof (extract);

    proof = g_bytes_new_take (json, strlen (json));
  }
  back = sky_log_extract_read (proof, extract->lines, &error);
  g_assert_no_error (error);
  g_assert_true (sky_log_extract_verify (back, &error));
  g_assert_no_error (error);
  g_assert_true (sky_log_extract_compare (back, data, &error));
  g_assert_no_error (error);
  g_assert_true (sky_log_extract_locate (back, 2, &line, &offset));
  g_assert_cmpint (offset, ==, g_array_index (extract->runs, SkyExtractRun, 1).offset);
  g_assert_false (sky_log_extract_locate (back, 100, &line, &offset));
  changed[strlen (changed) / 2] ^= 1;
  other = g_bytes_new (changed, strlen (changed));
  g_assert_false (sky_log_extract_compare (back, other, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/merkle/definition", test_definition);
  g_test_add_func ("/merkle/ranges", test_ranges);
  g_test_add_func ("/merkle/extract", test_extract);
  return g_test_run ();
}
