/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-witness.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "sky-evidence-error.h"
#include "sky-key-file.h"

#define HEADING "skyward witness 1\n"

/* What a request may have at most. */
#define MOST_PROOF 63

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WITNESS, message);
  return FALSE;
}

/* --- The request ------------------------------------------------------------------------------ */

typedef struct
{
  guint64 old_size;
  GArray *proof; /* of SkyMerkleHash */
  SkyCheckpoint *checkpoint;
} Request;

static void
request_clear (Request *self)
{
  g_clear_pointer (&self->proof, g_array_unref);
  g_clear_pointer (&self->checkpoint, sky_checkpoint_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
request_parse (Request *self, const char *data, gsize size, GError **error)
{
  const char *empty = size > 0 ? g_strstr_len (data, (gssize) size, "\n\n") : NULL;
  g_autofree char *head = NULL;
  g_autoptr (GError) cause = NULL;
  g_auto (GStrv) lines = NULL;

  if (empty == NULL)
    return refuse (error, "400: the request has no empty line before the checkpoint");
  head = g_strndup (data, (gsize) (empty - data));
  lines = g_strsplit (head, "\n", -1);
  /* Nothing has no lines. */
  if (*head == '\0' || strlen (head) != (gsize) (empty - data)
      || !g_str_has_prefix (lines[0], "old ")
      || !sky_checkpoint_parse_size (lines[0] + strlen ("old "), &self->old_size))
    return refuse (error, "400: the request does not begin with “old N”");
  self->proof = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));
  for (guint i = 1; lines[i] != NULL; i++)
    {
      SkyMerkleHash hash;

      if (i > MOST_PROOF || !sky_checkpoint_parse_hash (lines[i], &hash))
        return refuse (error, "400: line %u of the request is no hash of a proof", i + 1);
      g_array_append_val (self->proof, hash);
    }
  self->checkpoint = sky_checkpoint_parse (empty + 2, (gsize) (data + size - empty - 2), &cause);
  return self->checkpoint != NULL || refuse (error, "400: %s", cause->message);
}

/* --- The state -------------------------------------------------------------------------------- */

/* The largest tree of a log that was seen. */
typedef struct
{
  char *origin;
  guint64 size;
  SkyMerkleHash root;
} Seen;

static void
seen_free (gpointer data)
{
  Seen *self = data;

  g_free (self->origin);
  g_free (self);
}

static Seen *
seen_parse (const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", -1);
  Seen *self = g_new0 (Seen, 1);

  if (g_strv_length (parts) == 3 && sky_note_name_is_valid (parts[0])
      && sky_checkpoint_parse_size (parts[1], &self->size)
      && sky_checkpoint_parse_hash (parts[2], &self->root))
    self->origin = g_strdup (parts[0]);
  else
    g_clear_pointer (&self, seen_free);
  return self;
}

/* Returns: SkySeens, or NULL. */
static GPtrArray *
read_state (const char *path, GError **error)
{
  g_autoptr (GPtrArray) state = g_ptr_array_new_with_free_func (seen_free);
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  g_auto (GStrv) lines = NULL;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, &cause))
    {
      g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, cause->message);
      return NULL;
    }
  lines = g_strsplit (text, "\n", -1);
  if (strlen (text) == size && g_str_has_prefix (text, HEADING) && text[size - 1] == '\n')
    for (guint i = 1; lines[i + 1] != NULL; i++)
      {
        Seen *seen = seen_parse (lines[i]);

        if (seen == NULL)
          {
            g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ,
                         "%s: line %u is not what a witness writes there", name, i + 1);
            return NULL;
          }
        g_ptr_array_add (state, seen);
      }
  else
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ,
                   "%s is not the state of a witness", name);
      return NULL;
    }
  return g_steal_pointer (&state);
}

static char *
write_seen (GPtrArray *state)
{
  GString *text = g_string_new (HEADING);

  for (guint i = 0; i < state->len; i++)
    {
      const Seen *seen = state->pdata[i];
      g_autofree char *root = sky_checkpoint_hash_to_text (&seen->root);

      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT " %s\n", seen->origin, seen->size,
                              root);
    }
  return g_string_free (text, FALSE);
}

/* The new state is on the disk under a name of its own before it takes the old one's place. */
static gboolean
replace_state (const char *path, GPtrArray *state, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *beside = g_strconcat (path, ".new", NULL);
  g_autofree char *text = write_seen (state);

  /* What a witness that was killed has left. */
  g_unlink (beside);
  if (!sky_key_file_write (beside, text, strlen (text), error))
    return FALSE;
  if (g_rename (beside, path) == 0 && sky_key_file_sync_folder (path))
    return TRUE;
  g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE, "%s cannot be written: %s",
               name, g_strerror (errno));
  return FALSE;
}

gboolean
sky_witness_make_state (const char *path, GError **error)
{
  return sky_key_file_write (path, HEADING, strlen (HEADING), error);
}

/* Held by an open file beside the state: that itself is replaced. Returns: the descriptor, or -1.
 */
static int
lock_state (const char *path, GError **error)
{
  g_autofree char *beside = g_strconcat (path, ".lock", NULL);
  g_autofree char *name = g_filename_display_name (beside);
  int descriptor = g_open (beside, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  int result = -1;

  if (descriptor >= 0)
    while ((result = flock (descriptor, LOCK_EX)) != 0 && errno == EINTR)
      ;
  if (result == 0)
    return descriptor;
  g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE, "%s cannot be locked: %s", name,
               g_strerror (errno));
  if (descriptor >= 0)
    close (descriptor);
  return -1;
}

/* --- The witness ------------------------------------------------------------------------------ */

/* Whether the checkpoint is one of @logs', signed. */
static gboolean
check_log (const SkyCheckpoint *checkpoint, GPtrArray *logs, GError **error)
{
  g_autoptr (GError) cause = NULL;
  gboolean known = FALSE;

  for (guint i = 0; i < logs->len; i++)
    {
      if (strcmp (sky_note_key_get_name (logs->pdata[i]), checkpoint->origin) != 0)
        continue;
      known = TRUE;
      g_clear_error (&cause);
      if (sky_checkpoint_check (checkpoint, logs->pdata[i], &cause))
        return TRUE;
    }
  return known ? refuse (error, "403: %s", cause->message)
               : refuse (error, "404: %s is no log that is watched here", checkpoint->origin);
}

/* Whether the checkpoint grew out of what was seen, which then is the checkpoint. */
static gboolean
advance (Seen *seen, const Request *request, GError **error)
{
  const SkyCheckpoint *checkpoint = request->checkpoint;
  SkyMerkleHash empty;

  if (request->old_size > checkpoint->size)
    return refuse (error,
                   "400: the request begins at %" G_GUINT64_FORMAT
                   " entries, its checkpoint has %" G_GUINT64_FORMAT,
                   request->old_size, checkpoint->size);
  if (request->old_size != seen->size)
    return refuse (error,
                   "409: the request begins at %" G_GUINT64_FORMAT
                   " entries; of %s this witness has seen %" G_GUINT64_FORMAT,
                   request->old_size, checkpoint->origin, seen->size);
  if (request->old_size == checkpoint->size
      && memcmp (seen->root.bytes, checkpoint->root.bytes, SKY_DIGEST_SIZE) != 0)
    return refuse (error,
                   "409: a fork: of %s this witness has seen %" G_GUINT64_FORMAT
                   " entries with another root",
                   checkpoint->origin, seen->size);
  sky_digest_bytes ("", 0, empty.bytes);
  if (!sky_merkle_verify_consistency (request->old_size, &seen->root, checkpoint->size,
                                      &checkpoint->root, request->proof)
      || (checkpoint->size == 0
          && memcmp (empty.bytes, checkpoint->root.bytes, SKY_DIGEST_SIZE) != 0))
    return refuse (error,
                   "422: the proof does not show that the %" G_GUINT64_FORMAT
                   " entries of %s grew out of the %" G_GUINT64_FORMAT " that were seen",
                   checkpoint->size, checkpoint->origin, seen->size);
  seen->size = checkpoint->size;
  seen->root = checkpoint->root;
  return TRUE;
}

static Seen *
find_seen (GPtrArray *state, const char *origin)
{
  Seen *seen;

  for (guint i = 0; i < state->len; i++)
    if (strcmp (((const Seen *) state->pdata[i])->origin, origin) == 0)
      return state->pdata[i];
  seen = g_new0 (Seen, 1);
  seen->origin = g_strdup (origin);
  sky_digest_bytes ("", 0, seen->root.bytes);
  g_ptr_array_add (state, seen);
  return seen;
}

static char *
cosign (const SkyNoteSigner *signer,
        const char *path,
        const Request *request,
        SkyTime at,
        GError **error)
{
  g_autoptr (GPtrArray) state = read_state (path, error);
  g_autoptr (SkyNote) note = sky_note_new (request->checkpoint->note->text);

  if (state == NULL || !advance (find_seen (state, request->checkpoint->origin), request, error)
      || !sky_note_cosign (note, signer, at, error) || !replace_state (path, state, error))
    return NULL;
  return sky_note_signature_to_line (note->signatures->pdata[0]);
}

char *
sky_witness_cosign (const SkyNoteSigner *signer,
                    const char *state,
                    GPtrArray *logs,
                    const char *request,
                    gsize size,
                    SkyTime at,
                    GError **error)
{
  g_auto (Request) parsed = { 0 };
  char *line;
  int lock;

  if (!request_parse (&parsed, request, size, error) || !check_log (parsed.checkpoint, logs, error))
    return NULL;
  lock = lock_state (state, error);
  if (lock < 0)
    return NULL;
  line = cosign (signer, state, &parsed, at, error);
  close (lock);
  return line;
}
