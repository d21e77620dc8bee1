/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of signed notes (c2sp.org/signed-note): Ed25519 with a name. A public key is written as a
 * text, the "vkey":
 *
 *    NAME+HASH+BASE64          of the type's byte and the 32 bytes of the key
 *
 * HASH is the first four bytes, as eight hex digits, of the SHA-256 of the name, a line feed, the
 * type's byte and the key. A name is not empty and contains no space or plus. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_NOTE_KEY_SIZE       32
#define SKY_NOTE_KEY_HASH_SIZE  4
#define SKY_NOTE_SIGNATURE_SIZE 64

/* The use of a key: the byte in its hash and text. */
typedef enum
{
  SKY_NOTE_KEY_ED25519 = 0x01,     /* a note's text: a log's own key */
  SKY_NOTE_KEY_COSIGNATURE = 0x04, /* what a witness saw, and when (c2sp.org/tlog-cosignature) */
} SkyNoteKeyType;

/* It does not change, and any thread may use it. */
typedef struct _SkyNoteKey SkyNoteKey;

/* Reads a vkey. Returns: (transfer full): the key, or NULL with SKY_EVIDENCE_ERROR_KEY. */
SkyNoteKey *sky_note_key_parse (const char *vkey, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The key @public with @name. Returns: NULL with SKY_EVIDENCE_ERROR_KEY when one of them is none.
 */
SkyNoteKey *sky_note_key_new (const char *name,
                              SkyNoteKeyType type,
                              const guint8 public[SKY_NOTE_KEY_SIZE],
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_note_key_free (SkyNoteKey *self);

/* Returns: the vkey, a new string. */
char *sky_note_key_to_text (const SkyNoteKey *self) G_GNUC_WARN_UNUSED_RESULT;

const char *sky_note_key_get_name (const SkyNoteKey *self);
SkyNoteKeyType sky_note_key_get_type (const SkyNoteKey *self);
const guint8 *sky_note_key_get_hash (const SkyNoteKey *self);

/* TRUE if the key made @signature of @data. */
gboolean sky_note_key_verify (const SkyNoteKey *self,
                              const void *data,
                              gsize size,
                              const guint8 signature[SKY_NOTE_SIGNATURE_SIZE]);

/* Skyward's name for a key: @prefix, "/" and the first 32 hex digits of the SHA-256 of its 32
 * bytes, so that nobody can make another key with that name. Returns: a new string. */
char *sky_note_key_make_name (const char *prefix,
                              const guint8 public[SKY_NOTE_KEY_SIZE]) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when the key has the name that sky_note_key_make_name() makes with @prefix. */
gboolean sky_note_key_is_named_by_itself (const SkyNoteKey *self, const char *prefix);

/* Whether @name may be a key's. */
gboolean sky_note_name_is_valid (const char *name);

/* Base64 as RFC 4648 section 4 has it, padded and without anything else in it. Returns: the bytes,
 * or NULL when @text is something else. */
guint8 *sky_note_decode (const char *text, gsize *size) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyNoteKey, sky_note_key_free)

G_END_DECLS
