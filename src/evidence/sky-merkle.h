/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merkle trees (RFC 9162, section 2.1) with SHA-256, over the lines of a log, one leaf per line
 * including its LF, and over the entries of the ledger. A few hashes prove that leaves are at their
 * place in a log of which only the root is known. They also prove that a log grew out of a smaller
 * one only at its end. */
#pragma once

#include "sky-digest.h"

G_BEGIN_DECLS

typedef struct
{
  guint8 bytes[SKY_DIGEST_SIZE];
} SkyMerkleHash;

/* The hash of a leaf: of 0x00 and the line, or the leaf's other content. */
void sky_merkle_leaf (const char *line, gsize size, SkyMerkleHash *hash);

/* A whole tree. It does not change. */
typedef struct _SkyMerkleTree SkyMerkleTree;

/* The tree over the lines of @data; a last line without LF is a line too. */
SkyMerkleTree *sky_merkle_tree_new (const char *data, gsize size) G_GNUC_WARN_UNUSED_RESULT;
/* The tree over @n leaves with the given hashes. */
SkyMerkleTree *sky_merkle_tree_new_from_leaves (const SkyMerkleHash *leaves,
                                                guint64 n) G_GNUC_WARN_UNUSED_RESULT;
void sky_merkle_tree_free (SkyMerkleTree *self);

guint64 sky_merkle_tree_get_size (const SkyMerkleTree *self);

/* The root: MTH of the RFC; that of a tree without leaves is the digest of nothing. */
void sky_merkle_tree_get_root (const SkyMerkleTree *self, SkyMerkleHash *root);

/* The tree's root when it had @size leaves; it must have at least as many. */
void sky_merkle_tree_get_root_at (const SkyMerkleTree *self, guint64 size, SkyMerkleHash *root);

/* The proof that the tree of the first @size leaves grew out of that of the first @old_size: PROOF
 * of the RFC. It is empty if the two are equal or the old one had no leaves. Returns an array of
 * SkyMerkleHash. */
GArray *sky_merkle_tree_get_consistency (const SkyMerkleTree *self,
                                         guint64 old_size,
                                         guint64 size) G_GNUC_WARN_UNUSED_RESULT;

/* The audit path of the leaf @index (from 0): PATH of the RFC, from the leaf up. Returns: an array
 * of SkyMerkleHash. */
GArray *sky_merkle_tree_get_path (const SkyMerkleTree *self,
                                  guint64 index) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when @path proves that @leaf is the leaf @index of the tree of @size leaves with that @root.
 */
gboolean sky_merkle_verify (const SkyMerkleHash *leaf,
                            guint64 index,
                            guint64 size,
                            const GArray *path,
                            const SkyMerkleHash *root);

/* TRUE if the @n_leaves @leaves are those from @first on in the tree of @size leaves with that
 * @root. The audit path of the first covers what is to their left, that of the last what is to
 * their right. */
gboolean sky_merkle_verify_range (const SkyMerkleHash *leaves,
                                  guint64 n_leaves,
                                  guint64 first,
                                  guint64 size,
                                  const GArray *first_path,
                                  const GArray *last_path,
                                  const SkyMerkleHash *root);

/* TRUE if @proof shows that the tree of @size leaves with @root grew out of that of @old_size
 * leaves with @old_root only at its end. An old tree without leaves needs no proof, and its root is
 * ignored. */
gboolean sky_merkle_verify_consistency (guint64 old_size,
                                        const SkyMerkleHash *old_root,
                                        guint64 size,
                                        const SkyMerkleHash *root,
                                        const GArray *proof);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyMerkleTree, sky_merkle_tree_free)

G_END_DECLS
