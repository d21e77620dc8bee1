/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-note-key.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <string.h>

#include "sky-digest.h"
#include "sky-evidence-error.h"
#include "sky-openssl-private.h"

struct _SkyNoteKey
{
  char *name;
  SkyNoteKeyType type;
  guint8 public[SKY_NOTE_KEY_SIZE];
  guint8 hash[SKY_NOTE_KEY_HASH_SIZE];
};

guint8 *
sky_note_decode (const char *text, gsize *size)
{
  g_autofree guint8 *data = g_base64_decode (text, size);
  g_autofree char *again = g_base64_encode (data, *size);

  /* GLib passes over what is no base64. */
  return strcmp (again, text) == 0 ? g_steal_pointer (&data) : NULL;
}

gboolean
sky_note_name_is_valid (const char *name)
{
  if (*name == '\0' || !g_utf8_validate (name, -1, NULL))
    return FALSE;
  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);

      if (character == '+' || character < 0x20 || character == 0x85 || g_unichar_isspace (character)
          || g_unichar_iscntrl (character))
        return FALSE;
    }
  return TRUE;
}

SkyNoteKey *
sky_note_key_new (const char *name,
                  SkyNoteKeyType type,
                  const guint8 public[SKY_NOTE_KEY_SIZE],
                  GError **error)
{
  g_autoptr (SkyNoteKey) self = g_new0 (SkyNoteKey, 1);
  g_autoptr (GByteArray) text = g_byte_array_new ();
  const guint8 begin[] = { '\n', (guint8) type };
  guint8 digest[SKY_DIGEST_SIZE];

  if (!sky_note_name_is_valid (name))
    {
      g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY,
                           "the name of a key is not empty and has no space and no plus");
      return NULL;
    }
  self->name = g_strdup (name);
  self->type = type;
  memcpy (self->public, public, SKY_NOTE_KEY_SIZE);
  g_byte_array_append (text, (const guint8 *) name, (guint) strlen (name));
  g_byte_array_append (text, begin, sizeof begin);
  g_byte_array_append (text, public, SKY_NOTE_KEY_SIZE);
  sky_digest_bytes (text->data, text->len, digest);
  memcpy (self->hash, digest, SKY_NOTE_KEY_HASH_SIZE);
  return g_steal_pointer (&self);
}

void
sky_note_key_free (SkyNoteKey *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self);
}

SkyNoteKey *
sky_note_key_parse (const char *vkey, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (vkey, "+", 3);
  g_autoptr (SkyNoteKey) self = NULL;
  g_autofree guint8 *bytes = NULL;
  g_autofree char *again = NULL;
  gsize size = 0;

  if (g_strv_length (parts) == 3 && sky_note_name_is_valid (parts[0]))
    bytes = sky_note_decode (parts[2], &size);
  if (bytes != NULL && size == 1 + SKY_NOTE_KEY_SIZE
      && (bytes[0] == SKY_NOTE_KEY_ED25519 || bytes[0] == SKY_NOTE_KEY_COSIGNATURE))
    self = sky_note_key_new (parts[0], bytes[0], bytes + 1, NULL);
  if (self != NULL)
    again = sky_note_key_to_text (self);
  if (g_strcmp0 (again, vkey) == 0)
    return g_steal_pointer (&self);
  g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY,
               "“%s” is not the text of a public Ed25519 key, NAME+HASH+BASE64", vkey);
  return NULL;
}

char *
sky_note_key_to_text (const SkyNoteKey *self)
{
  guint8 bytes[1 + SKY_NOTE_KEY_SIZE] = { (guint8) self->type };
  g_autofree char *key = NULL;

  memcpy (bytes + 1, self->public, SKY_NOTE_KEY_SIZE);
  key = g_base64_encode (bytes, sizeof bytes);
  return g_strdup_printf ("%s+%02x%02x%02x%02x+%s", self->name, self->hash[0], self->hash[1],
                          self->hash[2], self->hash[3], key);
}

const char *
sky_note_key_get_name (const SkyNoteKey *self)
{
  return self->name;
}

SkyNoteKeyType
sky_note_key_get_type (const SkyNoteKey *self)
{
  return self->type;
}

const guint8 *
sky_note_key_get_hash (const SkyNoteKey *self)
{
  return self->hash;
}

gboolean
sky_note_key_verify (const SkyNoteKey *self,
                     const void *data,
                     gsize size,
                     const guint8 signature[SKY_NOTE_SIGNATURE_SIZE])
{
  g_autoptr (EVP_PKEY) key =
      EVP_PKEY_new_raw_public_key (EVP_PKEY_ED25519, NULL, self->public, SKY_NOTE_KEY_SIZE);
  g_autoptr (EVP_MD_CTX) context = EVP_MD_CTX_new ();
  gboolean good =
      key != NULL && EVP_DigestVerifyInit (context, NULL, NULL, NULL, key) == 1
      && EVP_DigestVerify (context, signature, SKY_NOTE_SIGNATURE_SIZE, data, size) == 1;

  ERR_clear_error ();
  return good;
}

char *
sky_note_key_make_name (const char *prefix, const guint8 public[SKY_NOTE_KEY_SIZE])
{
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];

  sky_digest_bytes (public, SKY_NOTE_KEY_SIZE, digest);
  sky_digest_to_hex (digest, hex);
  return g_strdup_printf ("%s/%.32s", prefix, hex);
}

gboolean
sky_note_key_is_named_by_itself (const SkyNoteKey *self, const char *prefix)
{
  g_autofree char *name = sky_note_key_make_name (prefix, self->public);

  return strcmp (name, self->name) == 0;
}
