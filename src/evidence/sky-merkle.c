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

/* Takes the leaves. */
static SkyMerkleTree *
tree_new (GArray *level)
{
  SkyMerkleTree *self = g_new0 (SkyMerkleTree, 1);

  self->levels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_ptr_array_add (self->levels, level);
  while (level->len > 1)
    {
      level = rise (level);
      g_ptr_array_add (self->levels, level);
    }
  return self;
}

SkyMerkleTree *
sky_merkle_tree_new (const char *data, gsize size)
{
  GArray *level = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));
  const char *end = data + size;

  for (const char *line = data; line < end;)
    {
      const char *lf = memchr (line, '\n', (gsize) (end - line));
      const char *next = lf != NULL ? lf + 1 : end;
      SkyMerkleHash hash;

      sky_merkle_leaf (line, (gsize) (next - line), &hash);
      g_array_append_val (level, hash);
      line = next;
    }
  return tree_new (level);
}

SkyMerkleTree *
sky_merkle_tree_new_from_leaves (const SkyMerkleHash *leaves, guint64 n)
{
  GArray *level = g_array_sized_new (FALSE, FALSE, sizeof (SkyMerkleHash), (guint) n);

  g_array_append_vals (level, leaves, (guint) n);
  return tree_new (level);
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

/* The RFC's k: the largest power of two below @n, which is more than one. */
static guint64
split (guint64 n)
{
  return (guint64) 1 << (g_bit_storage (n - 1) - 1);
}

/* The root over the leaves from @first to before @end. @first is a multiple of a power of two that
 * is not less than how many there are, as it is wherever the RFC splits. */
static void
get_root_over (const SkyMerkleTree *self, guint64 first, guint64 end, SkyMerkleHash *root)
{
  guint64 n = end - first;
  guint height = g_bit_storage (n) - 1;
  SkyMerkleHash left, right;

  if (n == (guint64) 1 << height)
    {
      const GArray *level = self->levels->pdata[height];

      *root = g_array_index (level, SkyMerkleHash, first >> height);
      return;
    }
  get_root_over (self, first, first + split (n), &left);
  get_root_over (self, first + split (n), end, &right);
  join (&left, &right, root);
}

void
sky_merkle_tree_get_root_at (const SkyMerkleTree *self, guint64 size, SkyMerkleHash *root)
{
  g_return_if_fail (size <= sky_merkle_tree_get_size (self));

  if (size == 0)
    sky_digest_bytes ("", 0, root->bytes);
  else
    get_root_over (self, 0, size, root);
}

GArray *
sky_merkle_tree_get_consistency (const SkyMerkleTree *self, guint64 old_size, guint64 size)
{
  g_autoptr (GArray) down = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));
  GArray *proof = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));
  guint64 first = 0, end = size, old_end = old_size;
  SkyMerkleHash hash;

  g_return_val_if_fail (old_size <= size && size <= sky_merkle_tree_get_size (self), proof);
  if (old_size == 0)
    return proof;

  /* From the root down to where the old tree's right edge is a whole tree of the new one. What lies
   * beside the way is what the proof has, from below. */
  while (old_end != end)
    {
      guint64 middle = first + split (end - first);

      if (old_end <= middle)
        {
          get_root_over (self, middle, end, &hash);
          end = middle;
        }
      else
        {
          get_root_over (self, first, middle, &hash);
          first = middle;
        }
      g_array_append_val (down, hash);
    }
  /* Who has the old root knows the old tree itself when that is whole. */
  if (first != 0)
    {
      get_root_over (self, first, end, &hash);
      g_array_append_val (proof, hash);
    }
  for (guint i = down->len; i > 0; i--)
    g_array_append_val (proof, g_array_index (down, SkyMerkleHash, i - 1));
  return proof;
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

static gboolean
is_same (const SkyMerkleHash *a, const SkyMerkleHash *b)
{
  return memcmp (a->bytes, b->bytes, SKY_DIGEST_SIZE) == 0;
}

gboolean
sky_merkle_verify_consistency (guint64 old_size,
                               const SkyMerkleHash *old_root,
                               guint64 size,
                               const SkyMerkleHash *root,
                               const GArray *proof)
{
  guint64 old_last = old_size - 1, last = size - 1;
  SkyMerkleHash old, new;
  guint i = 0;

  if (old_size > size)
    return FALSE;
  if (old_size == 0)
    return proof->len == 0;
  if (old_size == size)
    return proof->len == 0 && is_same (old_root, root);

  /* Up to the largest whole tree at the old one's right edge, which both trees have. */
  while (old_last % 2 == 1)
    {
      old_last /= 2;
      last /= 2;
    }
  if (old_last == 0)
    old = *old_root;
  else if (proof->len > 0)
    old = g_array_index (proof, SkyMerkleHash, i++);
  else
    return FALSE;
  new = old;
  for (; i < proof->len; i++)
    {
      const SkyMerkleHash *beside = &g_array_index (proof, SkyMerkleHash, i);

      if (last == 0)
        return FALSE;
      if (old_last % 2 == 1 || old_last == last)
        {
          join (beside, &old, &old);
          join (beside, &new, &new);
          while (old_last % 2 == 0 && old_last != 0)
            {
              old_last /= 2;
              last /= 2;
            }
        }
      else
        join (&new, beside, &new);
      old_last /= 2;
      last /= 2;
    }
  return last == 0 && is_same (&old, old_root) && is_same (&new, root);
}
