/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-note-signer.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <string.h>

#include "sky-evidence-error.h"
#include "sky-key-file.h"
#include "sky-key-memory.h"
#include "sky-openssl-private.h"

#define BEGIN "PRIVATE+KEY+"

struct _SkyNoteSigner
{
  SkyKeyMemory memory;
  char *name;
  EVP_PKEY *key;
  guint8 public[SKY_NOTE_KEY_SIZE];
};

void
sky_note_signer_free (SkyNoteSigner *self)
{
  if (self == NULL)
    return;
  EVP_PKEY_free (self->key);
  sky_key_memory_leave (&self->memory);
  g_free (self->name);
  g_free (self);
}

/* The key that is made of @seed. */
static SkyNoteSigner *
signer_new (const guint8 seed[SKY_NOTE_KEY_SIZE], GError **error)
{
  g_autoptr (SkyNoteSigner) self = g_new0 (SkyNoteSigner, 1);
  gsize size = SKY_NOTE_KEY_SIZE;

  self->memory = sky_key_memory_enter ();
  self->key = EVP_PKEY_new_raw_private_key (EVP_PKEY_ED25519, NULL, seed, SKY_NOTE_KEY_SIZE);
  if (self->key != NULL && EVP_PKEY_get_raw_public_key (self->key, self->public, &size) == 1)
    return g_steal_pointer (&self);
  sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "no Ed25519 key can be made");
  return NULL;
}

SkyNoteSigner *
sky_note_signer_create (const char *prefix, const char *name, GError **error)
{
  g_auto (SkyKeyMemory) memory = sky_key_memory_enter ();
  g_autoptr (SkyNoteSigner) self = NULL;
  g_autoptr (SkyNoteKey) key = NULL;
  guint8 seed[SKY_NOTE_KEY_SIZE];

  if (RAND_priv_bytes (seed, sizeof seed) != 1)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "no Ed25519 key can be made");
      return NULL;
    }
  self = signer_new (seed, error);
  OPENSSL_cleanse (seed, sizeof seed);
  if (self == NULL)
    return NULL;
  self->name = name != NULL ? g_strdup (name) : sky_note_key_make_name (prefix, self->public);
  /* Whether it can be a name. */
  key = sky_note_key_new (self->name, SKY_NOTE_KEY_ED25519, self->public, error);
  return key != NULL ? g_steal_pointer (&self) : NULL;
}

SkyNoteKey *
sky_note_signer_get_key (const SkyNoteSigner *self, SkyNoteKeyType type)
{
  return sky_note_key_new (self->name, type, self->public, NULL);
}

static char *
tell_hash (const SkyNoteSigner *self)
{
  g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (self, SKY_NOTE_KEY_ED25519);
  const guint8 *hash = sky_note_key_get_hash (key);

  return g_strdup_printf ("%02x%02x%02x%02x", hash[0], hash[1], hash[2], hash[3]);
}

SkyNoteSigner *
sky_note_signer_parse (const char *skey, GError **error)
{
  g_autoptr (SkyNoteSigner) self = NULL;
  g_auto (GStrv) parts = NULL;
  guint8 *bytes = NULL;
  gsize size = 0;

  if (g_str_has_prefix (skey, BEGIN))
    parts = g_strsplit (skey + strlen (BEGIN), "+", 3);
  if (parts != NULL && g_strv_length (parts) == 3 && sky_note_name_is_valid (parts[0]))
    bytes = sky_note_decode (parts[2], &size);
  if (bytes != NULL && size == 1 + SKY_NOTE_KEY_SIZE && bytes[0] == SKY_NOTE_KEY_ED25519)
    self = signer_new (bytes + 1, NULL);
  if (self != NULL)
    {
      g_autofree char *hash = NULL;

      self->name = g_strdup (parts[0]);
      hash = tell_hash (self);
      if (strcmp (hash, parts[1]) != 0)
        g_clear_pointer (&self, sky_note_signer_free);
    }
  if (bytes != NULL)
    OPENSSL_cleanse (bytes, size);
  g_free (bytes);
  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    OPENSSL_cleanse (parts[i], strlen (parts[i]));
  if (self == NULL)
    g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY,
                         "there is no private Ed25519 key in it, PRIVATE+KEY+NAME+HASH+BASE64");
  return g_steal_pointer (&self);
}

SkyNoteSigner *
sky_note_signer_open (const char *path, GError **error)
{
  g_auto (SkyKeyMemory) memory = sky_key_memory_enter ();
  GString *text = sky_key_file_read (path, TRUE, error);
  SkyNoteSigner *self;

  if (text == NULL)
    return NULL;
  if (text->len > 0 && text->str[text->len - 1] == '\n')
    text->str[text->len - 1] = '\0';
  self = sky_note_signer_parse (text->str, error);
  sky_key_file_wipe (text);
  if (self == NULL)
    g_prefix_error (error, "%s: ", path);
  return self;
}

gboolean
sky_note_signer_save (const SkyNoteSigner *self, const char *path, GError **error)
{
  guint8 bytes[1 + SKY_NOTE_KEY_SIZE] = { SKY_NOTE_KEY_ED25519 };
  gsize size = SKY_NOTE_KEY_SIZE;
  g_autofree char *hash = tell_hash (self);
  char *seed, *line;
  gboolean saved;

  if (EVP_PKEY_get_raw_private_key (self->key, bytes + 1, &size) != 1)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "the key cannot be written");
  seed = g_base64_encode (bytes, sizeof bytes);
  line = g_strdup_printf (BEGIN "%s+%s+%s\n", self->name, hash, seed);
  saved = sky_key_file_write (path, line, strlen (line), error);
  OPENSSL_cleanse (bytes, sizeof bytes);
  OPENSSL_cleanse (seed, strlen (seed));
  OPENSSL_cleanse (line, strlen (line));
  g_free (seed);
  g_free (line);
  return saved;
}

const char *
sky_note_signer_get_name (const SkyNoteSigner *self)
{
  return self->name;
}

gboolean
sky_note_signer_sign (const SkyNoteSigner *self,
                      const void *data,
                      gsize size,
                      guint8 signature[SKY_NOTE_SIGNATURE_SIZE],
                      GError **error)
{
  g_autoptr (EVP_MD_CTX) context = EVP_MD_CTX_new ();
  gsize length = SKY_NOTE_SIGNATURE_SIZE;

  return (EVP_DigestSignInit (context, NULL, NULL, NULL, self->key) == 1
          && EVP_DigestSign (context, signature, &length, data, size) == 1
          && length == SKY_NOTE_SIGNATURE_SIZE)
         || sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "the key does not sign");
}
