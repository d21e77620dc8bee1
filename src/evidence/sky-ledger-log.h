/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger as a transparency log: its entries are the leaves of a Merkle tree (RFC 9162), and
 * whoever has the ledger's key signs the tree's root from time to time. Who kept such a checkpoint,
 * or a witness's word on it, can tell later whether what is there grew out of it.
 *
 * The log's origin is the name of the key. Whoever keeps a database that was restored from a backup
 * goes on under a new key: the first entry under it, "ledger.restore", names what was lost. */
#pragma once

#include "sky-checkpoint.h"
#include "sky-kept-checkpoint.h"
#include "sky-ledger-leaf.h"

G_BEGIN_DECLS

/* The tree over @leaves, SkyLedgerLeafs (sky_store_list_leaves(), or those of a package). */
SkyMerkleTree *sky_ledger_tree_new (const GArray *leaves) G_GNUC_WARN_UNUSED_RESULT;

/* A checkpoint of the ledger as it is, signed by @signer, and kept; when nothing was added since
 * the newest one that is kept, that one. Nothing is signed that does not extend what was signed
 * before: SKY_EVIDENCE_ERROR_LEDGER then says what does not, and also when the ledger's key is
 * another. Returns: (transfer full): the checkpoint, or NULL with that or a SKY_STORE_ERROR. */
SkyKeptCheckpoint *sky_ledger_make_checkpoint (SkyStore *store,
                                               const SkyNoteSigner *signer,
                                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What is asked of a witness that has seen @old_size entries (c2sp.org/tlog-witness,
 * add-checkpoint): `old N`, the consistency proof, an empty line, the checkpoint. Returns: a new
 * string, or NULL. */
char *sky_ledger_make_request (SkyStore *store,
                               const SkyKeptCheckpoint *checkpoint,
                               guint64 old_size,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Keeps a witness's cosignatures: @data is its answer, or a whole checkpoint with them. Those by
 * one of @witnesses (SkyNoteKeys) are taken, each with the newest kept checkpoint that it is of;
 * @n_kept takes how many. SKY_EVIDENCE_ERROR_NOTE: there is none, or one is forged. */
gboolean sky_ledger_keep_cosignatures (SkyStore *store,
                                       const char *data,
                                       gsize size,
                                       GPtrArray *witnesses,
                                       guint *n_kept,
                                       GError **error);

/* Whether the ledger, of which @leaves are all leaves, extends @seen, a checkpoint that somebody
 * kept. Its signature is checked by @key or, when that is NULL, by a key that the store has of its
 * origin; @is_checked takes whether there was one. Returns: NULL when it does; else a new string
 * that says what is otherwise; or NULL with @error set. */
char *sky_ledger_compare (SkyStore *store,
                          const GArray *leaves,
                          const SkyCheckpoint *seen,
                          const SkyNoteKey *key,
                          gboolean *is_checked,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds to @faults (SkyLedgerFaults) what the kept checkpoints say otherwise than @leaves, and those
 * that were not signed or stamped as they say. */
gboolean
sky_ledger_check_kept (SkyStore *store, const GArray *leaves, GPtrArray *faults, GError **error);

/* Where the key of the ledger of @store lies when nothing else is said, in the user's data folder:
 * skyward/ledger-NAME.key after the name of the store, so that one key never signs two ledgers;
 * skyward/ledger.key, of which there was one once, where it signed this store's. Returns: a new
 * string. */
char *sky_ledger_key_path (SkyStore *store, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Goes on with a ledger that was restored from a backup, under the new key @signer: writes the
 * entry that names @lost, and the first checkpoint, both or neither. @key checks @lost where the
 * store has no key of its origin. SKY_EVIDENCE_ERROR_LEDGER: nothing was lost, or the key is the
 * old one. */
gboolean sky_ledger_restore (SkyStore *store,
                             const SkyReviewer *reviewer,
                             const SkyCheckpoint *lost,
                             const SkyNoteKey *key,
                             const SkyNoteSigner *signer,
                             GError **error);

G_END_DECLS
