/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-note.h"

#include <string.h>

#include "sky-evidence-error.h"

/* A note that is larger, or has more signatures, is none of ours or of our witnesses. */
#define MOST_BYTES      (1 << 20)
#define MOST_SIGNATURES 100

#define DASH "\xe2\x80\x94 "

/* A cosignature: its time in seconds, eight bytes, the first the highest, and the signature. */
#define COSIGNATURE_SIZE (8 + SKY_NOTE_SIGNATURE_SIZE)

static void
signature_free (gpointer data)
{
  SkyNoteSignature *self = data;

  g_free (self->name);
  g_clear_pointer (&self->signature, g_bytes_unref);
  g_free (self);
}

static gboolean
fail (GError **error, const char *cause)
{
  g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE, "it is no signed note: %s",
               cause);
  return FALSE;
}

/* A line without its line feed. */
static SkyNoteSignature *
parse_signature (const char *line, gsize length)
{
  g_autofree char *text = g_strndup (line, length);
  SkyNoteSignature *signature;
  g_autofree guint8 *bytes = NULL;
  gsize size;
  char *name, *space;

  if (!g_str_has_prefix (text, DASH))
    return NULL;
  name = text + strlen (DASH);
  space = strchr (name, ' ');
  if (space == NULL)
    return NULL;
  *space = '\0';
  bytes = sky_note_decode (space + 1, &size);
  if (!sky_note_name_is_valid (name) || bytes == NULL || size <= SKY_NOTE_KEY_HASH_SIZE)
    return NULL;
  signature = g_new0 (SkyNoteSignature, 1);
  signature->name = g_strdup (name);
  memcpy (signature->hash, bytes, SKY_NOTE_KEY_HASH_SIZE);
  signature->signature =
      g_bytes_new (bytes + SKY_NOTE_KEY_HASH_SIZE, size - SKY_NOTE_KEY_HASH_SIZE);
  return signature;
}

static gboolean
check_text (const char *data, gsize size, GError **error)
{
  if (size == 0 || size > MOST_BYTES || data[size - 1] != '\n')
    return fail (error, "it does not end with a line, or is too long");
  if (!g_utf8_validate_len (data, size, NULL))
    return fail (error, "it is not UTF-8");
  for (gsize i = 0; i < size; i++)
    if ((guchar) data[i] < 0x20 && data[i] != '\n')
      return fail (error, "there is a control character in it");
  return TRUE;
}

GPtrArray *
sky_note_parse_lines (const char *data, gsize size, GError **error)
{
  g_autoptr (GPtrArray) signatures = g_ptr_array_new_with_free_func (signature_free);
  const char *end = data + size;

  if (!check_text (data, size, error))
    return NULL;
  for (const char *line = data; line < end;)
    {
      const char *lf = memchr (line, '\n', (gsize) (end - line));
      SkyNoteSignature *signature = parse_signature (line, (gsize) (lf - line));

      if (signature == NULL)
        {
          fail (error, "a signature is not “— NAME BASE64”");
          return NULL;
        }
      g_ptr_array_add (signatures, signature);
      if (signatures->len > MOST_SIGNATURES)
        {
          fail (error, "it has too many signatures");
          return NULL;
        }
      line = lf + 1;
    }
  return g_steal_pointer (&signatures);
}

SkyNote *
sky_note_new (const char *text)
{
  SkyNote *self = g_new0 (SkyNote, 1);

  self->text = g_strdup (text);
  self->signatures = g_ptr_array_new_with_free_func (signature_free);
  return self;
}

SkyNote *
sky_note_parse (const char *data, gsize size, GError **error)
{
  g_autoptr (SkyNote) self = NULL;
  const char *empty;

  if (!check_text (data, size, error))
    return NULL;
  empty = g_strrstr_len (data, (gssize) size, "\n\n");
  if (empty == NULL || empty + 2 == data + size)
    {
      fail (error, "there is no empty line with signatures behind it");
      return NULL;
    }
  self = g_new0 (SkyNote, 1);
  self->text = g_strndup (data, (gsize) (empty + 1 - data));
  self->signatures = sky_note_parse_lines (empty + 2, (gsize) (data + size - empty - 2), error);
  return self->signatures != NULL ? g_steal_pointer (&self) : NULL;
}

void
sky_note_free (SkyNote *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_clear_pointer (&self->signatures, g_ptr_array_unref);
  g_free (self);
}

char *
sky_note_signature_to_line (const SkyNoteSignature *self)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *text = NULL;
  gsize size;
  const guint8 *signature = g_bytes_get_data (self->signature, &size);

  g_byte_array_append (bytes, self->hash, SKY_NOTE_KEY_HASH_SIZE);
  g_byte_array_append (bytes, signature, (guint) size);
  text = g_base64_encode (bytes->data, bytes->len);
  return g_strdup_printf (DASH "%s %s\n", self->name, text);
}

char *
sky_note_to_text (const SkyNote *self)
{
  GString *text = g_string_new (self->text);

  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->signatures->len; i++)
    {
      g_autofree char *line = sky_note_signature_to_line (self->signatures->pdata[i]);

      g_string_append (text, line);
    }
  return g_string_free (text, FALSE);
}

static void
add_signature (SkyNote *self, const SkyNoteKey *key, const guint8 *bytes, gsize size)
{
  SkyNoteSignature *signature = g_new0 (SkyNoteSignature, 1);

  signature->name = g_strdup (sky_note_key_get_name (key));
  memcpy (signature->hash, sky_note_key_get_hash (key), SKY_NOTE_KEY_HASH_SIZE);
  signature->signature = g_bytes_new (bytes, size);
  g_ptr_array_add (self->signatures, signature);
}

gboolean
sky_note_sign (SkyNote *self, const SkyNoteSigner *signer, GError **error)
{
  g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);
  guint8 bytes[SKY_NOTE_SIGNATURE_SIZE];

  if (!sky_note_signer_sign (signer, self->text, strlen (self->text), bytes, error))
    return FALSE;
  add_signature (self, key, bytes, sizeof bytes);
  return TRUE;
}

/* What a witness signs. */
static char *
make_cosigned (const char *text, guint64 seconds)
{
  return g_strdup_printf ("cosignature/v1\ntime %" G_GUINT64_FORMAT "\n%s", seconds, text);
}

gboolean
sky_note_cosign (SkyNote *self, const SkyNoteSigner *signer, SkyTime at, GError **error)
{
  g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_COSIGNATURE);
  guint64 seconds = (guint64) (MAX (at, 0) / SKY_SECOND);
  g_autofree char *signed_text = make_cosigned (self->text, seconds);
  guint64 big = GUINT64_TO_BE (seconds);
  guint8 bytes[COSIGNATURE_SIZE];

  memcpy (bytes, &big, sizeof big);
  if (!sky_note_signer_sign (signer, signed_text, strlen (signed_text), bytes + sizeof big, error))
    return FALSE;
  add_signature (self, key, bytes, sizeof bytes);
  return TRUE;
}

SkyNoteVerdict
sky_note_signature_verify (const SkyNoteSignature *self,
                           const char *text,
                           const SkyNoteKey *key,
                           SkyTime *at)
{
  g_autofree char *cosigned = NULL;
  guint64 seconds;
  gsize size;
  const guint8 *bytes = g_bytes_get_data (self->signature, &size);

  *at = SKY_TIME_NONE;
  if (strcmp (self->name, sky_note_key_get_name (key)) != 0
      || memcmp (self->hash, sky_note_key_get_hash (key), SKY_NOTE_KEY_HASH_SIZE) != 0)
    return SKY_NOTE_NOT_SIGNED;
  if (sky_note_key_get_type (key) == SKY_NOTE_KEY_ED25519)
    return size == SKY_NOTE_SIGNATURE_SIZE && sky_note_key_verify (key, text, strlen (text), bytes)
               ? SKY_NOTE_SIGNED
               : SKY_NOTE_FORGED;
  if (size != COSIGNATURE_SIZE)
    return SKY_NOTE_FORGED;
  memcpy (&seconds, bytes, sizeof seconds);
  seconds = GUINT64_FROM_BE (seconds);
  if (seconds > G_MAXINT64 / SKY_SECOND)
    return SKY_NOTE_FORGED;
  cosigned = make_cosigned (text, seconds);
  if (!sky_note_key_verify (key, cosigned, strlen (cosigned), bytes + sizeof seconds))
    return SKY_NOTE_FORGED;
  *at = (SkyTime) seconds * SKY_SECOND;
  return SKY_NOTE_SIGNED;
}

SkyNoteVerdict
sky_note_verify (const SkyNote *self, const SkyNoteKey *key, SkyTime *at)
{
  SkyNoteVerdict verdict = SKY_NOTE_NOT_SIGNED;
  SkyTime first = SKY_TIME_NONE;

  for (guint i = 0; i < self->signatures->len && verdict != SKY_NOTE_FORGED; i++)
    {
      SkyTime signed_at;
      SkyNoteVerdict one =
          sky_note_signature_verify (self->signatures->pdata[i], self->text, key, &signed_at);

      if (one == SKY_NOTE_NOT_SIGNED)
        continue;
      if (verdict == SKY_NOTE_NOT_SIGNED)
        first = signed_at;
      verdict = one;
    }
  if (at != NULL)
    *at = verdict == SKY_NOTE_SIGNED ? first : SKY_TIME_NONE;
  return verdict;
}
