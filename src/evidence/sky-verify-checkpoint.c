/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-ledger-log.h"
#include "sky-package-writer.h"
#include "sky-shown-text.h"
#include "sky-verify-private.h"

typedef struct
{
  SkyVerification *verification;
  SkyCheckpoint *checkpoint;
  SkyNoteKey *key;
  GArray *leaves;      /* of SkyLedgerLeaf */
  GHashTable *present; /* numbers (gint64 *) of the entries that are there, borrowed */
  guint n_beyond;      /* entries that it does not cover */
  guint n_bad;
} Completeness;

static void
completeness_clear (Completeness *self)
{
  g_clear_pointer (&self->checkpoint, sky_checkpoint_free);
  g_clear_pointer (&self->key, sky_note_key_free);
  g_clear_pointer (&self->leaves, g_array_unref);
  g_clear_pointer (&self->present, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Completeness, completeness_clear)

/* The member @name, which every package has; what is missing is said. */
static const SkyPackageMember *
find_member (SkyVerification *self, const char *name)
{
  const SkyPackageMember *member = sky_package_find (self->package, name);

  if (member == NULL)
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          "%s: it is missing; nobody can tell whether entries of the ledger were "
                          "left out",
                          name);
  return member;
}

/* --- The checkpoint -----------------------------------------------------------------------------
 */

/* Reads the ledger's key, by which it is known, and what it signed. */
static gboolean
read_checkpoint (Completeness *self)
{
  SkyVerification *verification = self->verification;
  const SkyPackageMember *note = find_member (verification, SKY_PACKAGE_CHECKPOINT);
  const SkyPackageMember *key = find_member (verification, SKY_PACKAGE_LEDGER_KEY);
  g_autofree char *vkey = NULL;
  g_autoptr (GError) error = NULL;

  if (note == NULL || key == NULL)
    return FALSE;
  vkey = g_strndup (g_bytes_get_data (key->data, NULL), g_bytes_get_size (key->data));
  if (g_str_has_suffix (vkey, "\n"))
    vkey[strlen (vkey) - 1] = '\0';
  self->key = sky_note_key_parse (vkey, &error);
  if (self->key == NULL || !sky_note_key_is_named_by_itself (self->key, SKY_NOTE_LEDGER))
    {
      sky_verification_say (verification, SKY_VERIFY_FAILS,
                            error != NULL ? N_ ("%s: it is no key of a ledger: %s")
                                          : N_ ("%s: it is no key of a ledger"),
                            SKY_PACKAGE_LEDGER_KEY, error != NULL ? error->message : NULL);
      return FALSE;
    }
  self->checkpoint = sky_checkpoint_parse (g_bytes_get_data (note->data, NULL),
                                           g_bytes_get_size (note->data), &error);
  if (self->checkpoint == NULL || !sky_checkpoint_check (self->checkpoint, self->key, &error))
    {
      g_autofree char *shown = sky_text_show (error->message);

      sky_verification_say (verification, SKY_VERIFY_FAILS, "%s: %s", SKY_PACKAGE_CHECKPOINT,
                            shown);
      return FALSE;
    }
  return TRUE;
}

/* Reads the leaves, and works the root out of them. */
static gboolean
read_leaves (Completeness *self)
{
  SkyVerification *verification = self->verification;
  const SkyPackageMember *member = find_member (verification, SKY_PACKAGE_LEAVES);
  g_autoptr (SkyMerkleTree) tree = NULL;
  SkyMerkleHash root;
  gsize size;
  const void *bytes;

  if (member == NULL)
    return FALSE;
  bytes = g_bytes_get_data (member->data, &size);
  if (size % SKY_LEDGER_LEAF_SIZE != 0 || size / SKY_LEDGER_LEAF_SIZE != self->checkpoint->size)
    {
      sky_verification_say (verification, SKY_VERIFY_FAILS,
                            "%s: it has not the %" PRIu64 " leaves that the checkpoint is of",
                            SKY_PACKAGE_LEAVES, self->checkpoint->size);
      return FALSE;
    }
  self->leaves =
      g_array_sized_new (FALSE, FALSE, SKY_LEDGER_LEAF_SIZE, (guint) (size / SKY_LEDGER_LEAF_SIZE));
  g_array_append_vals (self->leaves, bytes, (guint) (size / SKY_LEDGER_LEAF_SIZE));
  tree = sky_ledger_tree_new (self->leaves);
  sky_merkle_tree_get_root (tree, &root);
  if (memcmp (&root, &self->checkpoint->root, sizeof root) == 0)
    return TRUE;
  sky_verification_say (verification, SKY_VERIFY_FAILS,
                        "%s: they are not those that the checkpoint is of", SKY_PACKAGE_LEAVES);
  return FALSE;
}

/* --- The entries --------------------------------------------------------------------------------
 */

/* Holds an entry that is there against its leaf, and against that of the one before it. */
static void
check_entry (Completeness *self, SkyLedgerEntry *entry)
{
  const guint64 number = (guint64) entry->number;
  const SkyLedgerLeaf *target = NULL;
  SkyLedgerLeaf leaf;

  if (number == 0 || number > self->leaves->len)
    self->n_beyond++;
  if (number >= 2 && number - 2 < self->leaves->len)
    {
      const SkyLedgerLeaf *before = &g_array_index (self->leaves, SkyLedgerLeaf, number - 2);
      char digest[SKY_DIGEST_HEX_SIZE];

      sky_digest_to_hex (before->digest, digest);
      if (strcmp (digest, entry->previous) != 0)
        {
          sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                                "ledger.jsonl: entry %" PRId64
                                " does not follow the entry before it in the ledger",
                                entry->number);
          self->n_bad++;
        }
    }
  if (number == 0 || number > self->leaves->len)
    return;
  if (entry->target > 0 && entry->target < entry->number)
    target = &g_array_index (self->leaves, SkyLedgerLeaf, entry->target - 1);
  sky_ledger_leaf_make (entry, target, &leaf);
  if (memcmp (&leaf, &g_array_index (self->leaves, SkyLedgerLeaf, number - 1), sizeof leaf) == 0)
    return;
  sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                        "ledger.jsonl: entry %" PRId64
                        " is not the one that the ledger has under the checkpoint",
                        entry->number);
  self->n_bad++;
}

/* What the package must have every entry of: tags, with what they are about in words. */
static GHashTable *
find_own (SkyVerification *self)
{
  GHashTable *own =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, g_free);
  guint8 tag[SKY_DIGEST_SIZE];
  g_autofree char *id = g_strdup_printf ("%" PRId64, self->case_id);
  GHashTableIter each;
  gpointer key;

  g_hash_table_iter_init (&each, self->standing);
  while (g_hash_table_iter_next (&each, &key, NULL))
    {
      sky_ledger_tag (SKY_LEDGER_TAG_FINDING, key, tag);
      g_hash_table_insert (own, g_bytes_new (tag, sizeof tag),
                           sky_phrase ("the finding %s", (const char *) key));
    }
  sky_ledger_tag (SKY_LEDGER_TAG_CASE, id, tag);
  if (self->case_id != 0)
    g_hash_table_insert (own, g_bytes_new (tag, sizeof tag), sky_phrase ("the case"));
  return own;
}

/* What of the package's own a leaf is about; NULL: nothing. */
static const char *
find_about (const SkyLedgerLeaf *leaf, GHashTable *own)
{
  static const guint8 none[SKY_DIGEST_SIZE] = { 0 };

  for (guint tag = 0; tag < SKY_N_LEDGER_TAGS; tag++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (leaf->tags[tag], SKY_DIGEST_SIZE);
      const char *about = g_hash_table_lookup (own, bytes);

      if (about != NULL)
        return about;
    }
  /* Who is who, and who is not any more, matters in every case. */
  return memcmp (leaf->tags[SKY_LEDGER_TAG_PERSON], none, sizeof none) != 0
             ? sky_phrase_words ("a person of the register")
             : NULL;
}

static void
check_missing (Completeness *self)
{
  g_autoptr (GHashTable) own = find_own (self->verification);

  for (guint i = 0; i < self->leaves->len; i++)
    {
      const gint64 number = (gint64) i + 1;
      const char *about;

      if (g_hash_table_contains (self->present, &number))
        continue;
      about = find_about (&g_array_index (self->leaves, SkyLedgerLeaf, i), own);
      if (about == NULL)
        continue;
      sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                            "ledger.jsonl: entry %" PRId64 ", about %s, is missing", number, about);
      self->n_bad++;
    }
}

/* --- Whose word it is ---------------------------------------------------------------------------
 */

/* Returns: whether the checkpoint grew out of the one that somebody kept. */
static gboolean
compare_kept (Completeness *self)
{
  SkyVerification *verification = self->verification;
  const SkyCheckpoint *since = verification->options->since;
  g_autoptr (GArray) first = NULL;
  g_autoptr (SkyMerkleTree) tree = NULL;
  g_autoptr (GError) error = NULL;
  SkyMerkleHash root;

  if (since == NULL)
    return FALSE;
  if (strcmp (since->origin, self->checkpoint->origin) != 0
      || !sky_checkpoint_check (since, self->key, &error))
    {
      sky_verification_say (
          verification, SKY_VERIFY_FAILS,
          error != NULL ? N_ ("%s: it is of another ledger than the checkpoint that you kept: %s")
                        : N_ ("%s: it is of another ledger than the checkpoint that you kept"),
          SKY_PACKAGE_CHECKPOINT, error != NULL ? error->message : NULL);
      return FALSE;
    }
  if (since->size > self->leaves->len)
    {
      sky_verification_say (verification, SKY_VERIFY_SAID,
                            "%s: it is older than the one that you kept: entries %u to %" PRIu64
                            " of the ledger are not covered",
                            SKY_PACKAGE_CHECKPOINT, self->leaves->len + 1, since->size);
      return FALSE;
    }
  first = g_array_new (FALSE, FALSE, SKY_LEDGER_LEAF_SIZE);
  g_array_append_vals (first, self->leaves->data, (guint) since->size);
  tree = sky_ledger_tree_new (first);
  sky_merkle_tree_get_root (tree, &root);
  if (memcmp (&root, &since->root, sizeof root) != 0)
    {
      sky_verification_say (verification, SKY_VERIFY_FAILS,
                            "%s: the ledger's first %" PRIu64
                            " entries are others than under the checkpoint that you kept",
                            SKY_PACKAGE_CHECKPOINT, since->size);
      return FALSE;
    }
  sky_verification_say (verification, SKY_VERIFY_HOLDS,
                        "%s: the ledger grew out of the one that you kept, of %" PRIu64 " entries",
                        SKY_PACKAGE_CHECKPOINT, since->size);
  return TRUE;
}

/* The time stamp of the checkpoint, as it was before anybody cosigned it. */
static void
verify_stamped (Completeness *self)
{
  const SkyPackageMember *member =
      sky_package_find (self->verification->package, SKY_PACKAGE_CHECKPOINT_STAMP);
  const SkyNote *note = self->checkpoint->note;
  g_autoptr (SkyTimeStamp) stamp = NULL;
  g_autoptr (GString) text = g_string_new (note->text);
  g_autoptr (GBytes) data = NULL;

  if (member == NULL)
    return;
  g_string_append_c (text, '\n');
  for (guint i = 0; i < note->signatures->len; i++)
    {
      const SkyNoteSignature *signature = note->signatures->pdata[i];
      g_autofree char *line = sky_note_signature_to_line (signature);

      if (strcmp (signature->name, self->checkpoint->origin) == 0)
        g_string_append (text, line);
    }
  data = g_bytes_new (text->str, text->len);
  stamp = sky_verify_stamp (self->verification, member, data);
}

/* Returns: whether a witness that somebody trusts saw the checkpoint. */
static gboolean
find_witnesses (Completeness *self)
{
  SkyVerification *verification = self->verification;
  const SkyTrust *trust = verification->options->trust;
  GPtrArray *witnesses = trust != NULL ? sky_trust_get_witnesses (trust) : NULL;
  gboolean found = FALSE;

  for (guint i = 0; witnesses != NULL && i < witnesses->len; i++)
    {
      const SkyNoteKey *witness = witnesses->pdata[i];
      char text[SKY_TIME_TEXT_SIZE];
      SkyTime at;

      switch (sky_note_verify (self->checkpoint->note, witness, &at))
        {
        case SKY_NOTE_SIGNED:
          found = TRUE;
          sky_verification_say (verification, SKY_VERIFY_HOLDS, "%s: witnessed by %s at %s",
                                SKY_PACKAGE_CHECKPOINT, sky_note_key_get_name (witness),
                                at != SKY_TIME_NONE ? sky_time_format (at, text) : "?");
          break;
        case SKY_NOTE_FORGED:
          sky_verification_say (verification, SKY_VERIFY_FAILS,
                                "%s: the word of the witness %s on it is none",
                                SKY_PACKAGE_CHECKPOINT, sky_note_key_get_name (witness));
          break;
        case SKY_NOTE_NOT_SIGNED:
        default:
          break;
        }
    }
  return found;
}

void
sky_verify_checkpoint (SkyVerification *self)
{
  g_auto (Completeness) all = { .verification = self };
  gboolean is_seen;

  if (!read_checkpoint (&all) || !read_leaves (&all))
    return;
  all.present = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint i = 0; i < self->entries->len; i++)
    {
      SkyLedgerEntry *entry = self->entries->pdata[i];

      g_hash_table_add (all.present, &entry->number);
      check_entry (&all, entry);
    }
  check_missing (&all);
  if (all.n_bad == 0)
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "%s: of the ledger's %u entries under it none about the case, its "
                          "findings or people was left out",
                          SKY_PACKAGE_CHECKPOINT, all.leaves->len);
  if (all.n_beyond > 0)
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "%s: %u entries that are here are newer than it; whether others as new "
                          "were left out it does not show",
                          SKY_PACKAGE_CHECKPOINT, all.n_beyond);
  verify_stamped (&all);
  is_seen = compare_kept (&all);
  is_seen = find_witnesses (&all) || is_seen;
  if (!is_seen)
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "%s: nobody else saw it: that the ledger had no other entries is the "
                          "word of the holder of its key, %s",
                          SKY_PACKAGE_CHECKPOINT, all.checkpoint->origin);
}
