/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints of a transparency log (c2sp.org/tlog-checkpoint): signed notes of three lines, the
 * log's origin, its number of leaves, and their root in base64. The format allows further lines,
 * but they are refused: nobody could check them. */
#pragma once

#include "sky-merkle.h"
#include "sky-note.h"

G_BEGIN_DECLS

typedef struct
{
  char *origin; /* the name of the log's key */
  guint64 size;
  SkyMerkleHash root;
  SkyNote *note;
} SkyCheckpoint;

/* Reads a checkpoint of @size bytes without checking signatures. Returns NULL with
 * SKY_EVIDENCE_ERROR_NOTE. */
SkyCheckpoint *
sky_checkpoint_parse (const char *data, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for the file at @path; SKY_EVIDENCE_ERROR_READ. The message names the file. */
SkyCheckpoint *sky_checkpoint_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A checkpoint of the log of @signer, signed. */
SkyCheckpoint *sky_checkpoint_new (const SkyNoteSigner *signer,
                                   guint64 size,
                                   const SkyMerkleHash *root,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_checkpoint_free (SkyCheckpoint *self);

/* TRUE if the name of @key is the checkpoint's origin and the key has signed it. Otherwise an error
 * says what is wrong, SKY_EVIDENCE_ERROR_NOTE. */
gboolean sky_checkpoint_check (const SkyCheckpoint *self, const SkyNoteKey *key, GError **error);

/* Reads a size in the formats' notation: decimal, without leading zeros. */
gboolean sky_checkpoint_parse_size (const char *text, guint64 *size);

/* A hash in base64. */
gboolean sky_checkpoint_parse_hash (const char *text, SkyMerkleHash *hash);
char *sky_checkpoint_hash_to_text (const SkyMerkleHash *hash) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCheckpoint, sky_checkpoint_free)

G_END_DECLS
