/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger as a transparency log. Its entries are the leaves of a Merkle tree (RFC 9162), and the
 * holder of the ledger's key signs the tree's root from time to time. With such a checkpoint, or a
 * witness's cosignature, someone can later check whether the ledger grew out of it.
 *
 * The log's origin is the name of the key. A ledger restored from a backup continues under a new
 * key: the first entry under it, "ledger.restore", names what was lost. */
#pragma once

#include "sky-checkpoint.h"
#include "sky-kept-checkpoint.h"
#include "sky-ledger-leaf.h"

G_BEGIN_DECLS

/* The tree over @leaves, SkyLedgerLeafs (sky_store_list_leaves(), or those of a package). */
SkyMerkleTree *sky_ledger_tree_new (const GArray *leaves) G_GNUC_WARN_UNUSED_RESULT;

/* Makes a checkpoint of the present ledger, signed by @signer, and keeps it. If nothing was added
 * since the newest kept one, returns that. It signs nothing that does not extend what was signed
 * before: SKY_EVIDENCE_ERROR_LEDGER then says what does not, and also if the ledger has another
 * key. Returns: (transfer full): the checkpoint, or NULL with that or a SKY_STORE_ERROR. */
SkyKeptCheckpoint *sky_ledger_make_checkpoint (SkyStore *store,
                                               const SkyNoteSigner *signer,
                                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The request to a witness that has seen @old_size entries (c2sp.org/tlog-witness, add-checkpoint):
 * `old N`, the consistency proof, an empty line, the checkpoint. Returns a new string, or NULL. */
char *sky_ledger_make_request (SkyStore *store,
                               const SkyKeptCheckpoint *checkpoint,
                               guint64 old_size,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Keeps a witness's cosignatures. @data is its answer, or a whole checkpoint with them. Takes those
 * by one of @witnesses (SkyNoteKeys), each with the newest kept checkpoint that it covers. @n_kept
 * takes their number. SKY_EVIDENCE_ERROR_NOTE: there is none, or one is forged. */
gboolean sky_ledger_keep_cosignatures (SkyStore *store,
                                       const char *data,
                                       gsize size,
                                       GPtrArray *witnesses,
                                       guint *n_kept,
                                       GError **error);

/* Checks whether the ledger, all of whose leaves are @leaves, extends @seen, a checkpoint that
 * someone kept. @key checks its signature; NULL: a key that the store has of its origin.
 * @is_checked takes whether there was a key. Returns NULL if it does; otherwise a new string that
 * says what differs; or NULL with @error set. */
char *sky_ledger_compare (SkyStore *store,
                          const GArray *leaves,
                          const SkyCheckpoint *seen,
                          const SkyNoteKey *key,
                          gboolean *is_checked,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds to @faults (SkyLedgerFaults) where kept checkpoints contradict @leaves, and those without
 * the signature or stamp that they claim. */
gboolean
sky_ledger_check_kept (SkyStore *store, const GArray *leaves, GPtrArray *faults, GError **error);

/* The default file of the key of @store's ledger, in the user's data folder. It is
 * skyward/ledger-NAME.key after the store's name, so that one key never signs two ledgers. Older
 * versions had one skyward/ledger.key, used if it signed this store's ledger. Returns: a new
 * string. */
char *sky_ledger_key_path (SkyStore *store, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Continues a ledger restored from a backup under the new key @signer. Writes the entry that names
 * @lost, and the first checkpoint, both or neither. @key checks @lost if the store has no key of
 * its origin. SKY_EVIDENCE_ERROR_LEDGER: nothing was lost, or the key is the old one. */
gboolean sky_ledger_restore (SkyStore *store,
                             const SkyReviewer *reviewer,
                             const SkyCheckpoint *lost,
                             const SkyNoteKey *key,
                             const SkyNoteSigner *signer,
                             GError **error);

G_END_DECLS
