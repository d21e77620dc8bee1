/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The private key of a log or of a witness, with its name. Its file has one line, in the form of
 * other tools for signed notes:
 *
 *    PRIVATE+KEY+NAME+HASH+BASE64          of 0x01 and the 32 bytes behind the key
 *
 * HASH is that of the public key as a log's. Only the owner may read the file. It is not encrypted,
 * because checkpoints are made while nobody is present to type a passphrase.
 *
 * It does not change, and any thread may use it. */
#pragma once

#include "sky-note-key.h"

G_BEGIN_DECLS

/* What the names of our keys begin with. */
#define SKY_NOTE_LEDGER  "skyward-ledger"
#define SKY_NOTE_WITNESS "skyward-witness"

typedef struct _SkyNoteSigner SkyNoteSigner;

/* A new key with @name, or, when that is NULL, with the name that sky_note_key_make_name() gives it
 * after @prefix. */
SkyNoteSigner *sky_note_signer_create (const char *prefix,
                                       const char *name,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Reads the line. Returns: (transfer full): the key, or NULL with SKY_EVIDENCE_ERROR_KEY. */
SkyNoteSigner *sky_note_signer_parse (const char *skey, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Opens the file at @path. Returns: (transfer full): the key, or NULL with SKY_EVIDENCE_ERROR_READ,
 * KEY, or EXPOSED when others can read the file. */
SkyNoteSigner *sky_note_signer_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_note_signer_free (SkyNoteSigner *self);

/* Writes the file, which must not exist, and creates its folder if necessary. */
gboolean sky_note_signer_save (const SkyNoteSigner *self, const char *path, GError **error);

const char *sky_note_signer_get_name (const SkyNoteSigner *self);

/* The public key, as one of @type. Returns: (transfer full). */
SkyNoteKey *sky_note_signer_get_key (const SkyNoteSigner *self,
                                     SkyNoteKeyType type) G_GNUC_WARN_UNUSED_RESULT;

/* Signs @data. Fails with SKY_EVIDENCE_ERROR_KEY. */
gboolean sky_note_signer_sign (const SkyNoteSigner *self,
                               const void *data,
                               gsize size,
                               guint8 signature[SKY_NOTE_SIGNATURE_SIZE],
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyNoteSigner, sky_note_signer_free)

G_END_DECLS
