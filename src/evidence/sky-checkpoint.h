/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints of a transparency log (c2sp.org/tlog-checkpoint): signed notes of three lines, the
 * log's origin, how many leaves it has, and their root in base64. Lines behind these, which the
 * format allows, are refused: nobody could check what they say. */
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

/* Reads a checkpoint of @size bytes; no signature is looked at. Returns: NULL with
 * SKY_EVIDENCE_ERROR_NOTE. */
SkyCheckpoint *
sky_checkpoint_parse (const char *data, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same of the file at @path; SKY_EVIDENCE_ERROR_READ. The message names the file. */
SkyCheckpoint *sky_checkpoint_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A checkpoint of the log of @signer, signed. */
SkyCheckpoint *sky_checkpoint_new (const SkyNoteSigner *signer,
                                   guint64 size,
                                   const SkyMerkleHash *root,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_checkpoint_free (SkyCheckpoint *self);

/* TRUE when the log's @key has the checkpoint's origin for a name and has signed it. Else an error
 * says what is wrong, SKY_EVIDENCE_ERROR_NOTE. */
gboolean sky_checkpoint_check (const SkyCheckpoint *self, const SkyNoteKey *key, GError **error);

/* Reads a size as the formats have it: decimal, without leading zeros. */
gboolean sky_checkpoint_parse_size (const char *text, guint64 *size);

/* A hash in base64. */
gboolean sky_checkpoint_parse_hash (const char *text, SkyMerkleHash *hash);
char *sky_checkpoint_hash_to_text (const SkyMerkleHash *hash) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCheckpoint, sky_checkpoint_free)

G_END_DECLS
