/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed notes (c2sp.org/signed-note): a text that ends in a line feed, an empty line, and a line
 * for each signature,
 *
 *    — NAME BASE64          of the first four bytes of the key's hash, and the signature
 *
 * starting with an em dash. A note proves nothing until a signature by a known key is verified.
 * Signatures by other keys are ignored. */
#pragma once

#include "sky-note-key.h"
#include "sky-note-signer.h"
#include "sky-time.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  guint8 hash[SKY_NOTE_KEY_HASH_SIZE];
  GBytes *signature; /* what follows the hash */
} SkyNoteSignature;

typedef struct
{
  char *text;            /* with its last line feed */
  GPtrArray *signatures; /* of SkyNoteSignature, in their order */
} SkyNote;

/* Reads a note of @size bytes; sky_note_parse_lines() reads only the signature lines of a witness's
 * answer (an array of SkyNoteSignatures). Returns NULL with SKY_EVIDENCE_ERROR_NOTE. */
SkyNote *sky_note_parse (const char *data, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *
sky_note_parse_lines (const char *data, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A note with the @text and no signature yet. */
SkyNote *sky_note_new (const char *text) G_GNUC_WARN_UNUSED_RESULT;
void sky_note_free (SkyNote *self);

/* Returns: a new string. */
char *sky_note_to_text (const SkyNote *self) G_GNUC_WARN_UNUSED_RESULT;
char *sky_note_signature_to_line (const SkyNoteSignature *self) G_GNUC_WARN_UNUSED_RESULT;

/* Adds the signature of @signer as a log's; or as a witness's with the time @at, in whole
 * seconds. */
gboolean sky_note_sign (SkyNote *self, const SkyNoteSigner *signer, GError **error);
gboolean sky_note_cosign (SkyNote *self, const SkyNoteSigner *signer, SkyTime at, GError **error);

typedef enum
{
  SKY_NOTE_NOT_SIGNED, /* by that key */
  SKY_NOTE_SIGNED,
  SKY_NOTE_FORGED, /* a signature that says it is of that key is not */
} SkyNoteVerdict;

/* The result for @key; if it has several signatures, all must be valid. @at takes the time of its
 * first cosignature, SKY_TIME_NONE if there is none. */
SkyNoteVerdict sky_note_verify (const SkyNote *self, const SkyNoteKey *key, SkyTime *at);

/* The same for one signature line and the text of a note. */
SkyNoteVerdict sky_note_signature_verify (const SkyNoteSignature *self,
                                          const char *text,
                                          const SkyNoteKey *key,
                                          SkyTime *at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyNote, sky_note_free)

G_END_DECLS
