/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-ledger-log.h"

#include <string.h>

#include "sky-evidence-error.h"
#include "sky-json-writer.h"
#include "sky-json.h"
#include "sky-look.h"
#include "sky-phrase.h"
#include "sky-time-stamp.h"

G_GNUC_PRINTF (2, 3)
static gboolean
fail (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER, message);
  return FALSE;
}

SkyMerkleTree *
sky_ledger_tree_new (const GArray *leaves)
{
  g_autoptr (GArray) hashes = g_array_sized_new (FALSE, FALSE, sizeof (SkyMerkleHash), leaves->len);

  for (guint i = 0; i < leaves->len; i++)
    {
      const SkyLedgerLeaf *leaf = &g_array_index (leaves, SkyLedgerLeaf, i);
      SkyMerkleHash hash;

      sky_merkle_leaf ((const char *) leaf, SKY_LEDGER_LEAF_SIZE, &hash);
      g_array_append_val (hashes, hash);
    }
  return sky_merkle_tree_new_from_leaves ((const SkyMerkleHash *) hashes->data, hashes->len);
}

static gboolean
has_root (const SkyMerkleTree *tree, const SkyCheckpoint *checkpoint)
{
  SkyMerkleHash root;

  if (checkpoint->size > sky_merkle_tree_get_size (tree))
    return FALSE;
  sky_merkle_tree_get_root_at (tree, checkpoint->size, &root);
  return memcmp (root.bytes, checkpoint->root.bytes, SKY_DIGEST_SIZE) == 0;
}

/* --- What is kept ----------------------------------------------------------------------------- */

/* The kept checkpoint, when it is what it says: signed by the key beside it, which made its own
 * origin. */
static SkyCheckpoint *
read_kept (const SkyKeptCheckpoint *kept, GError **error)
{
  g_autoptr (SkyCheckpoint) checkpoint =
      sky_checkpoint_parse (kept->note, strlen (kept->note), error);
  g_autoptr (SkyNoteKey) key = NULL;

  if (checkpoint == NULL)
    return NULL;
  key = sky_note_key_parse (kept->key, error);
  if (key == NULL || !sky_checkpoint_check (checkpoint, key, error))
    return NULL;
  if (checkpoint->size == kept->size && sky_note_key_is_named_by_itself (key, SKY_NOTE_LEDGER))
    return g_steal_pointer (&checkpoint);
  fail (error, "the checkpoint is not of the size and the key that stand beside it");
  return NULL;
}

/* An entry that says that the ledger was restored from a backup. */
typedef struct
{
  gint64 number;
  char *key; /* under which it goes on, as text */
  char *origin;
  guint64 size;
  SkyMerkleHash root;
} Restore;

static void
restore_free (gpointer data)
{
  Restore *self = data;

  g_free (self->key);
  g_free (self->origin);
  g_free (self);
}

static Restore *
restore_read (const SkyLedgerEntry *entry)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *root, *size;
  g_autofree char *hash = NULL;
  Restore *self;
  const char *cause;

  if (entry->data == NULL)
    return NULL;
  root = sky_json_parse (parser, entry->data, strlen (entry->data), FALSE, &cause);
  if (root == NULL)
    return NULL;
  self = g_new0 (Restore, 1);
  self->number = entry->number;
  self->key = sky_json_dup_text (root, "ledger");
  self->origin = sky_json_dup_text (root, "origin");
  hash = sky_json_dup_text (root, "root");
  size = sky_json_member (root, "size");
  if (size != NULL && size->kind == SKY_JSON_INT && size->integer >= 0)
    self->size = (guint64) size->integer;
  if (self->key == NULL || self->origin == NULL || hash == NULL
      || !sky_checkpoint_parse_hash (hash, &self->root))
    g_clear_pointer (&self, restore_free);
  return self;
}

static GPtrArray *
list_restores (SkyStore *store, GError **error)
{
  g_autoptr (GPtrArray) restores = g_ptr_array_new_with_free_func (restore_free);
  g_autoptr (GPtrArray) entries = sky_store_ledger_list_action (store, SKY_LEDGER_RESTORE, error);

  if (entries == NULL)
    return NULL;
  for (guint i = 0; i < entries->len; i++)
    {
      Restore *restore = restore_read (entries->pdata[i]);

      if (restore != NULL)
        g_ptr_array_add (restores, restore);
    }
  return g_steal_pointer (&restores);
}

/* The key that goes with @origin among the kept checkpoints; NULL: none does. */
static SkyNoteKey *
find_key (GPtrArray *kept, const char *origin)
{
  for (guint i = 0; i < kept->len; i++)
    {
      const SkyKeptCheckpoint *checkpoint = kept->pdata[i];
      g_autoptr (SkyNoteKey) key = sky_note_key_parse (checkpoint->key, NULL);

      if (key != NULL && strcmp (sky_note_key_get_name (key), origin) == 0
          && sky_note_key_is_named_by_itself (key, SKY_NOTE_LEDGER))
        return g_steal_pointer (&key);
    }
  return NULL;
}

/* --- The key's file --------------------------------------------------------------------------- */

/* Whether the key in the file at @path signed the newest checkpoint of @store. */
static gboolean
has_signed (SkyStore *store, const char *path)
{
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_open (path, NULL);
  g_autoptr (SkyKeptCheckpoint) newest = NULL;
  g_autoptr (SkyNoteKey) key = NULL;
  g_autofree char *vkey = NULL;

  if (signer == NULL || !sky_store_get_newest_checkpoint (store, &newest, NULL) || newest == NULL)
    return FALSE;
  key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);
  vkey = sky_note_key_to_text (key);
  return strcmp (newest->key, vkey) == 0;
}

char *
sky_ledger_key_path (SkyStore *store, GError **error)
{
  g_autofree char *name = sky_store_get_identity (store, error);
  g_autofree char *file = g_strdup_printf ("ledger-%.16s.key", name != NULL ? name : "");
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "skyward", file, NULL);
  g_autofree char *once = g_build_filename (g_get_user_data_dir (), "skyward", "ledger.key", NULL);

  if (name == NULL)
    return NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS) && has_signed (store, once))
    return g_steal_pointer (&once);
  return g_steal_pointer (&path);
}

/* --- Making checkpoints ----------------------------------------------------------------------- */

/* Whether the ledger of @tree may be signed with the key @vkey after @newest. */
static gboolean
check_before (SkyStore *store,
              const SkyMerkleTree *tree,
              const SkyKeptCheckpoint *newest,
              const char *vkey,
              GError **error)
{
  g_autoptr (SkyCheckpoint) before = read_kept (newest, error);
  g_autoptr (GPtrArray) restores = NULL;

  if (before == NULL)
    {
      g_prefix_error (error,
                      "%s: checkpoint %" PRId64 " of the ledger: ", sky_store_get_path (store),
                      newest->number);
      return FALSE;
    }
  if (!has_root (tree, before))
    return fail (error,
                 "%s: nothing is signed: the ledger does not extend its checkpoint %" PRId64
                 " of %" PRIu64 " entries",
                 sky_store_get_path (store), newest->number, newest->size);
  if (strcmp (newest->key, vkey) == 0)
    return TRUE;
  restores = list_restores (store, error);
  if (restores == NULL)
    return FALSE;
  for (guint i = 0; i < restores->len; i++)
    {
      const Restore *restore = restores->pdata[i];

      if ((guint64) restore->number > before->size && strcmp (restore->key, vkey) == 0)
        return TRUE;
    }
  return fail (error,
               "%s: the ledger's key is that of %s; another continues it after “ledger restore” "
               "alone",
               sky_store_get_path (store), before->origin);
}

SkyKeptCheckpoint *
sky_ledger_make_checkpoint (SkyStore *store, const SkyNoteSigner *signer, GError **error)
{
  g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);
  g_autofree char *vkey = sky_note_key_to_text (key);
  g_autofree char *note = NULL;
  g_autoptr (SkyKeptCheckpoint) newest = NULL;
  g_autoptr (SkyCheckpoint) checkpoint = NULL;
  g_autoptr (GArray) leaves = NULL;
  g_autoptr (SkyMerkleTree) tree = NULL;
  SkyKeptCheckpoint *kept = NULL;
  SkyMerkleHash root;

  if (!sky_note_key_is_named_by_itself (key, SKY_NOTE_LEDGER))
    {
      fail (error, "%s is no key of a ledger", sky_note_key_get_name (key));
      return NULL;
    }
  if (!sky_store_get_newest_checkpoint (store, &newest, error))
    return NULL;
  leaves = sky_store_list_leaves (store, 0, error);
  if (leaves == NULL)
    return NULL;
  tree = sky_ledger_tree_new (leaves);
  if (newest != NULL && !check_before (store, tree, newest, vkey, error))
    return NULL;
  if (newest != NULL && newest->size == leaves->len && strcmp (newest->key, vkey) == 0)
    return g_steal_pointer (&newest);
  sky_merkle_tree_get_root (tree, &root);
  checkpoint = sky_checkpoint_new (signer, leaves->len, &root, error);
  if (checkpoint == NULL)
    return NULL;
  note = sky_note_to_text (checkpoint->note);
  return sky_store_keep_checkpoint (store, leaves->len, vkey, note, NULL, error)
                 && sky_store_get_newest_checkpoint (store, &kept, error)
             ? kept
             : NULL;
}

char *
sky_ledger_make_request (SkyStore *store,
                         const SkyKeptCheckpoint *checkpoint,
                         guint64 old_size,
                         GError **error)
{
  g_autoptr (GArray) leaves = sky_store_list_leaves (store, checkpoint->size, error);
  g_autoptr (SkyMerkleTree) tree = NULL;
  g_autoptr (GArray) proof = NULL;
  g_autofree char *note = sky_kept_checkpoint_to_text (checkpoint);
  GString *text;

  if (leaves == NULL)
    return NULL;
  if (old_size > checkpoint->size)
    {
      fail (error, "the checkpoint is of %" PRIu64 " entries, fewer than %" PRIu64,
            checkpoint->size, old_size);
      return NULL;
    }
  /* The leaves of a ledger that is empty are all there are by then. */
  g_array_set_size (leaves, (guint) checkpoint->size);
  tree = sky_ledger_tree_new (leaves);
  proof = sky_merkle_tree_get_consistency (tree, old_size, checkpoint->size);
  text = g_string_new (NULL);
  g_string_append_printf (text, "old %" PRIu64 "\n", old_size);
  for (guint i = 0; i < proof->len; i++)
    {
      g_autofree char *hash =
          sky_checkpoint_hash_to_text (&g_array_index (proof, SkyMerkleHash, i));

      g_string_append_printf (text, "%s\n", hash);
    }
  g_string_append_printf (text, "\n%s", note);
  return g_string_free (text, FALSE);
}

/* --- Cosignatures ----------------------------------------------------------------------------- */

/* Keeps @signature with the newest of @kept that it is of. */
static gboolean
keep_cosignature (SkyStore *store,
                  GPtrArray *kept,
                  const SkyNoteSignature *signature,
                  const SkyNoteKey *witness,
                  GError **error)
{
  g_autofree char *line = sky_note_signature_to_line (signature);
  g_autofree char *key = sky_note_key_to_text (witness);

  for (guint i = kept->len; i > 0; i--)
    {
      const SkyKeptCheckpoint *checkpoint = kept->pdata[i - 1];
      g_autoptr (SkyCheckpoint) read =
          sky_checkpoint_parse (checkpoint->note, strlen (checkpoint->note), NULL);
      SkyTime at;

      if (read != NULL
          && sky_note_signature_verify (signature, read->note->text, witness, &at)
                 == SKY_NOTE_SIGNED)
        return sky_store_keep_cosignature (store, checkpoint->number, key, line, error);
    }
  g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE,
               "the cosignature of %s is of no checkpoint that is kept", signature->name);
  return FALSE;
}

gboolean
sky_ledger_keep_cosignatures (SkyStore *store,
                              const char *data,
                              gsize size,
                              GPtrArray *witnesses,
                              guint *n_kept,
                              GError **error)
{
  g_autoptr (SkyNote) note = sky_note_parse (data, size, NULL);
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GPtrArray) kept = NULL;

  *n_kept = 0;
  lines =
      note != NULL ? g_ptr_array_ref (note->signatures) : sky_note_parse_lines (data, size, error);
  if (lines == NULL)
    return FALSE;
  kept = sky_store_list_checkpoints (store, error);
  if (kept == NULL)
    return FALSE;
  for (guint i = 0; i < lines->len; i++)
    for (guint k = 0; k < witnesses->len; k++)
      {
        SkyTime at;

        if (sky_note_signature_verify (lines->pdata[i], "", witnesses->pdata[k], &at)
            == SKY_NOTE_NOT_SIGNED)
          continue;
        if (!keep_cosignature (store, kept, lines->pdata[i], witnesses->pdata[k], error))
          return FALSE;
        ++*n_kept;
        break;
      }
  if (*n_kept == 0)
    g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE,
                         "there is no cosignature of the witness in it");
  return *n_kept > 0;
}

/* --- Comparing -------------------------------------------------------------------------------- */

/* What an entry of the ledger says of the loss of what @seen is of; "": nothing. */
static char *
tell_declared (SkyStore *store, const SkyCheckpoint *seen, GError **error)
{
  g_autoptr (GPtrArray) restores = list_restores (store, error);

  if (restores == NULL)
    return NULL;
  for (guint i = 0; i < restores->len; i++)
    {
      const Restore *restore = restores->pdata[i];

      if (strcmp (restore->origin, seen->origin) != 0 || (guint64) restore->number > seen->size)
        continue;
      if (restore->size < seen->size
          || (restore->size == seen->size
              && memcmp (restore->root.bytes, seen->root.bytes, SKY_DIGEST_SIZE) != 0))
        return sky_phrase (" Entry %" PRId64
                           " declares a restored backup, but another one: it names a lost "
                           "ledger of %" PRIu64 " entries.",
                           restore->number, restore->size);
      return sky_phrase (" Entry %" PRId64
                         " declares it: the ledger was restored from a backup, and entries "
                         "%" PRId64 " to %" PRIu64 " of what was are lost.",
                         restore->number, restore->number, restore->size);
    }
  return g_strdup ("");
}

char *
sky_ledger_compare (SkyStore *store,
                    const GArray *leaves,
                    const SkyCheckpoint *seen,
                    const SkyNoteKey *key,
                    gboolean *is_checked,
                    GError **error)
{
  g_autoptr (GPtrArray) kept = sky_store_list_checkpoints (store, error);
  g_autoptr (SkyMerkleTree) tree = sky_ledger_tree_new (leaves);
  g_autoptr (SkyNoteKey) found = NULL;
  g_autofree char *declared = NULL;
  g_autofree char *of_other = NULL;
  const SkyKeptCheckpoint *newest;

  if (kept == NULL)
    return NULL;
  if (key == NULL)
    key = found = find_key (kept, seen->origin);
  *is_checked = key != NULL;
  if (key != NULL && !sky_checkpoint_check (seen, key, error))
    return NULL;
  if (has_root (tree, seen))
    return NULL;

  declared = tell_declared (store, seen, error);
  if (declared == NULL)
    return NULL;
  newest = kept->len > 0 ? kept->pdata[kept->len - 1] : NULL;
  if (newest != NULL && !g_str_has_prefix (newest->note, seen->origin))
    {
      g_auto (GStrv) lines = g_strsplit (newest->note, "\n", 2);

      of_other = sky_phrase (" It was of %s; this ledger's checkpoints are of %s.", seen->origin,
                             lines[0]);
    }
  if (seen->size > leaves->len)
    return sky_phrase ("The ledger is smaller than what was seen: it has %u entries, "
                       "%" PRIu64 " were there; its end is missing, or an older "
                       "database is back in its place.%s%s",
                       leaves->len, seen->size, of_other, declared);
  return sky_phrase ("The ledger has another history than what was seen: its first "
                     "%" PRIu64 " entries are not those that were there.%s%s",
                     seen->size, of_other, declared);
}

static void
add_fault (GPtrArray *faults, gint64 number, char *text)
{
  SkyLedgerFault *fault = g_new0 (SkyLedgerFault, 1);

  fault->kind = SKY_LEDGER_OTHER_HISTORY;
  fault->number = number;
  fault->text = text;
  g_ptr_array_add (faults, fault);
}

static void
check_kept_cosignatures (const SkyKeptCheckpoint *kept,
                         const SkyCheckpoint *checkpoint,
                         GPtrArray *faults)
{
  for (guint i = 0; i < kept->cosignatures->len; i++)
    {
      const SkyKeptCosignature *cosignature = kept->cosignatures->pdata[i];
      g_autoptr (SkyNoteKey) key = sky_note_key_parse (cosignature->key, NULL);
      g_autoptr (GPtrArray) lines =
          sky_note_parse_lines (cosignature->line, strlen (cosignature->line), NULL);
      SkyTime at;

      if (key == NULL || lines == NULL || lines->len != 1
          || sky_note_signature_verify (lines->pdata[0], checkpoint->note->text, key, &at)
                 != SKY_NOTE_SIGNED)
        add_fault (faults, (gint64) kept->size,
                   sky_phrase ("A cosignature of checkpoint %" PRId64
                               " is not by the witness that it names.",
                               kept->number));
    }
}

static void
check_kept_stamps (const SkyKeptCheckpoint *kept, GPtrArray *faults)
{
  g_autoptr (GBytes) note = g_bytes_new (kept->note, strlen (kept->note));

  for (guint i = 0; i < kept->stamps->len; i++)
    {
      g_autoptr (GError) cause = NULL;
      g_autoptr (SkyTimeStamp) stamp = sky_time_stamp_verify (kept->stamps->pdata[i], note, &cause);

      if (stamp == NULL)
        add_fault (faults, (gint64) kept->size,
                   sky_phrase ("A time stamp of checkpoint %" PRId64 " is none: %s.", kept->number,
                               cause->message));
    }
}

gboolean
sky_ledger_check_kept (SkyStore *store, const GArray *leaves, GPtrArray *faults, GError **error)
{
  g_autoptr (GPtrArray) kept = sky_store_list_checkpoints (store, error);
  g_autoptr (GPtrArray) restores = list_restores (store, error);
  g_autoptr (SkyMerkleTree) tree = NULL;
  const char *key = NULL;
  guint64 size = 0;

  if (kept == NULL || restores == NULL)
    return FALSE;
  tree = sky_ledger_tree_new (leaves);
  for (guint i = 0; i < kept->len; i++)
    {
      const SkyKeptCheckpoint *one = kept->pdata[i];
      g_autoptr (GError) cause = NULL;
      g_autoptr (SkyCheckpoint) checkpoint = read_kept (one, &cause);
      gboolean continued = key == NULL || strcmp (key, one->key) == 0;

      if (checkpoint == NULL)
        {
          add_fault (faults, (gint64) one->size,
                     sky_phrase ("Checkpoint %" PRId64 " does not hold: %s.", one->number,
                                 cause->message));
          continue;
        }
      check_kept_cosignatures (one, checkpoint, faults);
      check_kept_stamps (one, faults);
      if (!has_root (tree, checkpoint))
        add_fault (faults, (gint64) one->size,
                   sky_phrase ("The ledger does not extend its checkpoint %" PRId64 " of %" PRIu64
                               " entries.",
                               one->number, one->size));
      for (guint k = 0; k < restores->len && !continued; k++)
        {
          const Restore *restore = restores->pdata[k];

          continued = (guint64) restore->number > size && (guint64) restore->number <= one->size
                      && strcmp (restore->key, one->key) == 0;
        }
      if (!continued)
        add_fault (faults, (gint64) one->size,
                   sky_phrase ("Checkpoint %" PRId64
                               " is signed with another key than the one before, and no entry "
                               "of the ledger says why.",
                               one->number));
      key = one->key;
      size = one->size;
    }
  return TRUE;
}

/* --- Restoring -------------------------------------------------------------------------------- */

gboolean
sky_ledger_restore (SkyStore *store,
                    const SkyReviewer *reviewer,
                    const SkyCheckpoint *lost,
                    const SkyNoteKey *key,
                    const SkyNoteSigner *signer,
                    GError **error)
{
  g_autoptr (SkyNoteKey) new_key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);
  g_autofree char *vkey = sky_note_key_to_text (new_key);
  g_autofree char *root = sky_checkpoint_hash_to_text (&lost->root);
  /* The entry and the checkpoint are there together or not at all. */
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, error);
  g_autoptr (GPtrArray) kept = NULL;
  g_autoptr (GArray) leaves = NULL;
  g_autoptr (SkyMerkleTree) tree = NULL;
  g_autoptr (SkyNoteKey) found = NULL;
  g_autoptr (SkyNoteKey) used = NULL;
  g_autoptr (SkyKeptCheckpoint) first = NULL;
  g_autoptr (GString) data = g_string_new (NULL);

  if (transaction == NULL)
    return FALSE;
  kept = sky_store_list_checkpoints (store, error);
  if (kept == NULL)
    return FALSE;
  leaves = sky_store_list_leaves (store, 0, error);
  if (leaves == NULL)
    return FALSE;
  if (key == NULL)
    key = found = find_key (kept, lost->origin);
  if (key == NULL)
    return fail (error, "%s: there is no key of %s to check the checkpoint with: give it",
                 sky_store_get_path (store), lost->origin);
  if (!sky_checkpoint_check (lost, key, error))
    return FALSE;
  tree = sky_ledger_tree_new (leaves);
  if (has_root (tree, lost))
    return fail (error, "%s: nothing was lost: the ledger extends the checkpoint",
                 sky_store_get_path (store));
  used = find_key (kept, sky_note_signer_get_name (signer));
  if (used != NULL || strcmp (lost->origin, sky_note_signer_get_name (signer)) == 0)
    return fail (error,
                 "%s: a restored ledger goes on under a new key; that of %s has signed other "
                 "entries",
                 sky_store_get_path (store), sky_note_signer_get_name (signer));

  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "ledger", vkey);
  sky_json_add_string (data, "origin", lost->origin);
  sky_json_add_int (data, "size", (gint64) lost->size);
  sky_json_add_string (data, "root", root);
  sky_json_end_object (data);
  if (!sky_store_ledger_append (store, reviewer, SKY_LEDGER_RESTORE, NULL, 0, NULL, data->str, NULL,
                                error))
    return FALSE;
  first = sky_ledger_make_checkpoint (store, signer, error);
  return first != NULL && sky_store_transaction_commit (transaction, error);
}
