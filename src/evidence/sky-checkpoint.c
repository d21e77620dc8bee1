/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-checkpoint.h"

#include <string.h>

#include "sky-evidence-error.h"

gboolean
sky_checkpoint_parse_size (const char *text, guint64 *size)
{
  /* Sizes are counted in 63 bits elsewhere. */
  return g_ascii_isdigit (*text) && (*text != '0' || text[1] == '\0')
         && g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, size, NULL);
}

gboolean
sky_checkpoint_parse_hash (const char *text, SkyMerkleHash *hash)
{
  gsize size;
  g_autofree guint8 *bytes = sky_note_decode (text, &size);

  if (bytes == NULL || size != SKY_DIGEST_SIZE)
    return FALSE;
  memcpy (hash->bytes, bytes, SKY_DIGEST_SIZE);
  return TRUE;
}

char *
sky_checkpoint_hash_to_text (const SkyMerkleHash *hash)
{
  return g_base64_encode (hash->bytes, SKY_DIGEST_SIZE);
}

SkyCheckpoint *
sky_checkpoint_parse (const char *data, gsize size, GError **error)
{
  g_autoptr (SkyCheckpoint) self = g_new0 (SkyCheckpoint, 1);
  g_auto (GStrv) lines = NULL;

  self->note = sky_note_parse (data, size, error);
  if (self->note == NULL)
    return NULL;
  lines = g_strsplit (self->note->text, "\n", -1);
  if (g_strv_length (lines) == 4 && *lines[0] != '\0' && *lines[3] == '\0'
      && sky_checkpoint_parse_size (lines[1], &self->size)
      && sky_checkpoint_parse_hash (lines[2], &self->root))
    {
      self->origin = g_strdup (lines[0]);
      return g_steal_pointer (&self);
    }
  g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE,
                       "it is no checkpoint: that has an origin, a size and a root, a line each, "
                       "and no more");
  return NULL;
}

SkyCheckpoint *
sky_checkpoint_read (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *data = NULL;
  g_autoptr (GError) cause = NULL;
  SkyCheckpoint *self;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &cause))
    {
      g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, cause->message);
      return NULL;
    }
  self = sky_checkpoint_parse (data, size, error);
  if (self == NULL)
    g_prefix_error (error, "%s: ", name);
  return self;
}

SkyCheckpoint *
sky_checkpoint_new (const SkyNoteSigner *signer,
                    guint64 size,
                    const SkyMerkleHash *root,
                    GError **error)
{
  g_autoptr (SkyCheckpoint) self = g_new0 (SkyCheckpoint, 1);
  g_autofree char *hash = sky_checkpoint_hash_to_text (root);
  g_autofree char *text = NULL;

  self->origin = g_strdup (sky_note_signer_get_name (signer));
  self->size = size;
  self->root = *root;
  text = g_strdup_printf ("%s\n%" G_GUINT64_FORMAT "\n%s\n", self->origin, size, hash);
  self->note = sky_note_new (text);
  return sky_note_sign (self->note, signer, error) ? g_steal_pointer (&self) : NULL;
}

void
sky_checkpoint_free (SkyCheckpoint *self)
{
  if (self == NULL)
    return;
  g_free (self->origin);
  sky_note_free (self->note);
  g_free (self);
}

gboolean
sky_checkpoint_check (const SkyCheckpoint *self, const SkyNoteKey *key, GError **error)
{
  SkyNoteVerdict verdict = SKY_NOTE_NOT_SIGNED;

  if (strcmp (self->origin, sky_note_key_get_name (key)) != 0)
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE,
                   "the checkpoint is of %s, the key of %s", self->origin,
                   sky_note_key_get_name (key));
      return FALSE;
    }
  if (sky_note_key_get_type (key) == SKY_NOTE_KEY_ED25519)
    verdict = sky_note_verify (self->note, key, NULL);
  if (verdict != SKY_NOTE_SIGNED)
    g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE,
                 verdict == SKY_NOTE_FORGED
                     ? "the checkpoint's signature was not made with the key of %s"
                     : "the checkpoint is not signed by %s",
                 self->origin);
  return verdict == SKY_NOTE_SIGNED;
}
