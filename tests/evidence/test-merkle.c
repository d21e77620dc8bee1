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

static SkyMerkleHash
hash_of (const char *hex)
{
  SkyMerkleHash hash;

  g_assert_cmpuint (strlen (hex), ==, 2 * SKY_DIGEST_SIZE);
  for (guint i = 0; i < SKY_DIGEST_SIZE; i++)
    hash.bytes[i] =
        (guint8) (g_ascii_xdigit_value (hex[2 * i]) * 16 + g_ascii_xdigit_value (hex[2 * i + 1]));
  return hash;
}

static void
assert_proof (const SkyMerkleTree *tree, guint old_size, guint size, ...)
{
  g_autoptr (GArray) proof = sky_merkle_tree_get_consistency (tree, old_size, size);
  va_list wanted;

  va_start (wanted, size);
  for (guint i = 0; i < proof->len; i++)
    {
      SkyMerkleHash hash = hash_of (va_arg (wanted, const char *));

      g_assert_cmpmem (&g_array_index (proof, SkyMerkleHash, i), sizeof hash, &hash, sizeof hash);
    }
  g_assert_null (va_arg (wanted, const char *));
  va_end (wanted);
}

/* The leaves, roots and proofs that Certificate Transparency's programs have in common. */
static void
test_published (void)
{
  static const struct
  {
    const char *bytes;
    gsize size;
  } data[] = {
    { "", 0 },
    { "\x00", 1 },
    { "\x10", 1 },
    { "\x20\x21", 2 },
    { "\x30\x31", 2 },
    { "\x40\x41\x42\x43", 4 },
    { "\x50\x51\x52\x53\x54\x55\x56\x57", 8 },
    { "\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f", 16 },
  };
  static const char *const roots[] = {
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  };
  SkyMerkleHash leaves[G_N_ELEMENTS (data)];
  g_autoptr (SkyMerkleTree) tree = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    sky_merkle_leaf (data[i].bytes, data[i].size, &leaves[i]);
  tree = sky_merkle_tree_new_from_leaves (leaves, G_N_ELEMENTS (leaves));
  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      SkyMerkleHash wanted = hash_of (roots[i]);
      SkyMerkleHash root;

      sky_merkle_tree_get_root_at (tree, i, &root);
      g_assert_cmpmem (&root, sizeof root, &wanted, sizeof wanted);
    }
  assert_proof (tree, 1, 8, "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4", NULL);
  assert_proof (tree, 6, 8, "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7", NULL);
  assert_proof (tree, 2, 5, "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b", NULL);
  assert_proof (tree, 6, 6, NULL);
}

/* Every tree grew out of every smaller one, and out of none that is otherwise. */
static void
test_consistency (void)
{
  g_auto (GStrv) lines = make_lines (MOST);
  g_autoptr (SkyMerkleTree) tree = NULL;
  SkyMerkleHash leaves[MOST];

  for (guint i = 0; i < MOST; i++)
    sky_merkle_leaf (lines[i], strlen (lines[i]), &leaves[i]);
  tree = sky_merkle_tree_new_from_leaves (leaves, MOST);
  for (guint size = 0; size <= MOST; size++)
    for (guint old_size = 0; old_size <= size; old_size++)
      {
        g_autoptr (GArray) proof = sky_merkle_tree_get_consistency (tree, old_size, size);
        SkyMerkleHash old, new;

        sky_merkle_tree_get_root_at (tree, old_size, &old);
        sky_merkle_tree_get_root_at (tree, size, &new);
        g_assert_true (sky_merkle_verify_consistency (old_size, &old, size, &new, proof));
        if (old_size == 0)
          continue;
        old.bytes[0] ^= 1;
        g_assert_false (sky_merkle_verify_consistency (old_size, &old, size, &new, proof));
        old.bytes[0] ^= 1;
        new.bytes[31] ^= 1;
        g_assert_false (sky_merkle_verify_consistency (old_size, &old, size, &new, proof));
        new.bytes[31] ^= 1;
        if (old_size < size)
          g_assert_false (sky_merkle_verify_consistency (size, &new, old_size, &old, proof));
        for (guint i = 0; i < proof->len; i++)
          {
            g_array_index (proof, SkyMerkleHash, i).bytes[7] ^= 0x80;
            g_assert_false (sky_merkle_verify_consistency (old_size, &old, size, &new, proof));
            g_array_index (proof, SkyMerkleHash, i).bytes[7] ^= 0x80;
          }
        g_array_append_val (proof, new);
        g_assert_false (sky_merkle_verify_consistency (old_size, &old, size, &new, proof));
        g_array_set_size (proof, proof->len - 1);
        if (proof->len > 0)
          {
            g_array_set_size (proof, proof->len - 1);
            g_assert_false (sky_merkle_verify_consistency (old_size, &old, size, &new, proof));
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/merkle/definition", test_definition);
  g_test_add_func ("/merkle/ranges", test_ranges);
  g_test_add_func ("/merkle/extract", test_extract);
  g_test_add_func ("/merkle/published", test_published);
  g_test_add_func ("/merkle/consistency", test_consistency);
  return g_test_run ();
}
