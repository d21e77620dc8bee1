/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-merkle.h"

#include <openssl/sha.h>
#include <string.h>

struct _SkyMerkleTree
{
  GPtrArray *levels; /* of GArray of SkyMerkleHash: the leaves first, the root last */
};

void
sky_merkle_leaf (const char *line, gsize size, SkyMerkleHash *hash)
{
  SHA256_CTX context;

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  SHA256_Init (&context);
  SHA256_Update (&context, "\x00", 1);
  SHA256_Update (&context, line, size);
  SHA256_Final (hash->bytes, &context);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

static void
join (const SkyMerkleHash *left, const SkyMerkleHash *right, SkyMerkleHash *hash)
{
  guint8 text[1 + 2 * SKY_DIGEST_SIZE] = { 0x01 };

  memcpy (text + 1, left->bytes, SKY_DIGEST_SIZE);
  memcpy (text + 1 + SKY_DIGEST_SIZE, right->bytes, SKY_DIGEST_SIZE);
  sky_digest_bytes (text, sizeof text, hash->bytes);
}

/* The level above: pairs joined, one that is left over going up as it is. That is the RFC's split
 * at the largest power of two, seen from below. */
static GArray *
rise (const GArray *level)
{
  GArray *above = g_array_sized_new (FALSE, FALSE, sizeof (SkyMerkleHash), (level->len + 1) / 2);

  for (guint i = 0; i + 1 < level->len; i += 2)
    {
      SkyMerkleHash hash;

      join (&g_array_index (level, SkyMerkleHash, i), &g_array_index (level, SkyMerkleHash, i + 1),
            &hash);
      g_array_append_val (above, hash);
    }
  if (level->len % 2 == 1)
    g_array_append_val (above, g_array_index (level, SkyMerkleHash, level->len - 1));
  return above;
}

SkyMerkleTree *
sky_merkle_tree_new (const char *data, gsize size)
{
  SkyMerkleTree *self = g_new0 (SkyMerkleTree, 1);
  GArray *level = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));
  const char *end = data + size;

  self->levels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (const char *line = data; line < end;)
    {
      const char *lf = memchr (line, '\n', (gsize) (end - line));
      const char *next = lf != NULL ? lf + 1 : end;
      SkyMerkleHash hash;

      sky_merkle_leaf (line, (gsize) (next - line), &hash);
      g_array_append_val (level, hash);
      line = next;
    }
  g_ptr_array_add (self->levels, level);
  while (level->len > 1)
    {
      level = rise (level);
      g_ptr_array_add (self->levels, level);
    }
  return self;
}

void
sky_merkle_tree_free (SkyMerkleTree *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->levels);
  g_free (self);
}

guint64
sky_merkle_tree_get_size (const SkyMerkleTree *self)
{
  return ((const GArray *) self->levels->pdata[0])->len;
}

void
sky_merkle_tree_get_root (const SkyMerkleTree *self, SkyMerkleHash *root)
{
  const GArray *top = self->levels->pdata[self->levels->len - 1];

  if (top->len == 0)
    sky_digest_bytes ("", 0, root->bytes);
  else
    *root = g_array_index (top, SkyMerkleHash, 0);
}

GArray *
sky_merkle_tree_get_path (const SkyMerkleTree *self, guint64 index)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));

  g_return_val_if_fail (index < sky_merkle_tree_get_size (self), path);
  for (guint i = 0; i + 1 < self->levels->len; i++, index /= 2)
    {
      const GArray *level = self->levels->pdata[i];
      guint64 sibling = index ^ 1;

      if (sibling < level->len)
        g_array_append_val (path, g_array_index (level, SkyMerkleHash, sibling));
    }
  return path;
}

gboolean
sky_merkle_verify (const SkyMerkleHash *leaf,
                   guint64 index,
                   guint64 size,
                   const GArray *path,
                   const SkyMerkleHash *root)
{
  return sky_merkle_verify_range (leaf, 1, index, size, path, path, root);
}

gboolean
sky_merkle_verify_range (const SkyMerkleHash *leaves,
                         guint64 n_leaves,
                         guint64 first,
                         guint64 size,
                         const GArray *first_path,
                         const GArray *last_path,
                         const SkyMerkleHash *root)
{
  g_autoptr (GArray) level = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));
  guint64 last = first + n_leaves - 1;
  guint i = 0, j = 0;

  if (n_leaves == 0 || n_leaves > size || first > size - n_leaves)
    return FALSE;
  g_array_append_vals (level, leaves, (guint) n_leaves);
  while (size > 1)
    {
      GArray *above;

      /* A sibling in a path that is among the leaves themselves must be the one they make. */
      if (first % 2 == 1)
        {
          if (i >= first_path->len)
            return FALSE;
          g_array_prepend_val (level, g_array_index (first_path, SkyMerkleHash, i++));
        }
      else if (first + 1 < size)
        {
          const SkyMerkleHash *right = NULL;

          if (first < last)
            right = &g_array_index (level, SkyMerkleHash, 1);
          else if (j < last_path->len)
            right = &g_array_index (last_path, SkyMerkleHash, j);
          if (i >= first_path->len || right == NULL
              || memcmp (&g_array_index (first_path, SkyMerkleHash, i), right, SKY_DIGEST_SIZE)
                     != 0)
            return FALSE;
          i++;
        }
      if (last % 2 == 1)
        {
          if (j >= last_path->len
              || memcmp (&g_array_index (last_path, SkyMerkleHash, j),
                         &g_array_index (level, SkyMerkleHash, level->len - 2), SKY_DIGEST_SIZE)
                     != 0)
            return FALSE;
          j++;
        }
      else if (last + 1 < size)
        {
          if (j >= last_path->len)
            return FALSE;
          g_array_append_val (level, g_array_index (last_path, SkyMerkleHash, j++));
        }
      above = rise (level);
      g_array_unref (level);
      level = above;
      first /= 2;
      last /= 2;
      size = (size + 1) / 2;
    }
  return i == first_path->len && j == last_path->len && level->len == 1
         && memcmp (level->data, root->bytes, SKY_DIGEST_SIZE) == 0;
}
