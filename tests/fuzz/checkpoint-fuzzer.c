/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fuzz-target.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "sky-evidence-error.h"
#include "sky-witness.h"

/* Made for this: the corpus is signed with the first. */
#define LOG_KEY                                                                                    \
  "PRIVATE+KEY+skyward-ledger/"                                                                    \
  "3d9b4aea454d9211cd1b01d23a9d2983+5b8da0f8+AVDZ7dzTeVMcrNZpEixrhcsuDY3+ZUGOVGzNZpsaccUD"
#define WITNESS_KEY                                                                                \
  "PRIVATE+KEY+skyward-witness/"                                                                   \
  "5369ecb50b3715e2a6a6f57e555026b3+7dad2227+ASVu4obfT3GzgRKHA1GZR6U1b/Nr8NNTXLISZ3IgrZOv"

#define HEADING "skyward witness 1\n"
#define NOW     (1700000000 * SKY_SECOND)

/* The log, and how much of it the witness has seen. */
#define N_LEAVES 9
#define N_SEEN   3

typedef struct
{
  SkyNoteSigner *log;
  SkyNoteSigner *witness;
  SkyNoteKey *witness_key;
  GPtrArray *logs; /* of SkyNoteKey: the log's */
  char *request;   /* for all leaves */
  char *seen;      /* the witness's state */
  char *folder;
  char *path; /* where that is kept */
} Desk;

static Desk desk;

static void
leave (void)
{
  g_autofree char *lock = g_strconcat (desk.path, ".lock", NULL);

  g_unlink (lock);
  g_unlink (desk.path);
  g_rmdir (desk.folder);
  g_free (desk.path);
  g_free (desk.folder);
  g_free (desk.seen);
  g_free (desk.request);
  g_ptr_array_unref (desk.logs);
  sky_note_key_free (desk.witness_key);
  sky_note_signer_free (desk.witness);
  sky_note_signer_free (desk.log);
}

static char *
make_state (const SkyMerkleTree *tree)
{
  g_autofree char *text = NULL;
  SkyMerkleHash root;

  sky_merkle_tree_get_root_at (tree, N_SEEN, &root);
  text = sky_checkpoint_hash_to_text (&root);
  return g_strdup_printf (HEADING "%s %d %s\n", sky_note_signer_get_name (desk.log), N_SEEN, text);
}

static char *
make_request (const SkyMerkleTree *tree)
{
  g_autoptr (GArray) proof = sky_merkle_tree_get_consistency (tree, N_SEEN, N_LEAVES);
  g_autoptr (SkyCheckpoint) checkpoint = NULL;
  g_autofree char *note = NULL;
  GString *text = g_string_new (NULL);
  SkyMerkleHash root;

  sky_merkle_tree_get_root (tree, &root);
  checkpoint = sky_checkpoint_new (desk.log, N_LEAVES, &root, NULL);
  note = sky_note_to_text (checkpoint->note);
  g_string_printf (text, "old %d\n", N_SEEN);
  for (guint i = 0; i < proof->len; i++)
    {
      g_autofree char *hash =
          sky_checkpoint_hash_to_text (&g_array_index (proof, SkyMerkleHash, i));

      g_string_append_printf (text, "%s\n", hash);
    }
  g_string_append_printf (text, "\n%s", note);
  return g_string_free (text, FALSE);
}

static void
prepare (void)
{
  SkyMerkleHash leaves[N_LEAVES];
  g_autoptr (SkyMerkleTree) tree = NULL;

  if (desk.log != NULL)
    return;
  for (guint8 i = 0; i < N_LEAVES; i++)
    sky_merkle_leaf ((const char *) &i, sizeof i, &leaves[i]);
  tree = sky_merkle_tree_new_from_leaves (leaves, N_LEAVES);
  desk.log = sky_note_signer_parse (LOG_KEY, NULL);
  desk.witness = sky_note_signer_parse (WITNESS_KEY, NULL);
  g_assert_true (desk.log != NULL && desk.witness != NULL);
  desk.witness_key = sky_note_signer_get_key (desk.witness, SKY_NOTE_KEY_COSIGNATURE);
  desk.logs = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_note_key_free);
  g_ptr_array_add (desk.logs, sky_note_signer_get_key (desk.log, SKY_NOTE_KEY_ED25519));
  desk.seen = make_state (tree);
  desk.request = make_request (tree);
  desk.folder = g_dir_make_tmp ("sky-fuzz-XXXXXX", NULL);
  g_assert_nonnull (desk.folder);
  desk.path = g_build_filename (desk.folder, "state", NULL);
  atexit (leave);
}

/* What was read is written as it was read, but for the padding of base64, which has one form. */
static void
read_note (const char *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNote) note = sky_note_parse (data, size, &error);
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *text = NULL;

  g_assert_true ((note == NULL) == (error != NULL));
  if (note != NULL)
    {
      text = sky_note_to_text (note);
      g_assert_cmpmem (text, strlen (text), data, size);
      sky_note_verify (note, desk.logs->pdata[0], NULL);
      sky_note_verify (note, desk.witness_key, NULL);
    }
  g_clear_error (&error);
  lines = sky_note_parse_lines (data, size, &error);
  g_assert_true ((lines == NULL) == (error != NULL));
}

static void
read_checkpoint (const char *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyCheckpoint) checkpoint = sky_checkpoint_parse (data, size, &error);
  g_autofree char *root = NULL;
  g_autofree char *text = NULL;

  g_assert_true ((checkpoint == NULL) == (error != NULL));
  if (checkpoint == NULL)
    return;
  root = sky_checkpoint_hash_to_text (&checkpoint->root);
  text = g_strdup_printf ("%s\n%" G_GUINT64_FORMAT "\n%s\n", checkpoint->origin, checkpoint->size,
                          root);
  g_assert_cmpstr (text, ==, checkpoint->note->text);
  g_assert_true (sky_checkpoint_check (checkpoint, desk.logs->pdata[0], &error) == (error == NULL));
}

static void
read_keys (const char *text)
{
  g_autoptr (SkyNoteKey) key = sky_note_key_parse (text, NULL);
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_parse (text, NULL);

  if (key != NULL)
    {
      g_autofree char *again = sky_note_key_to_text (key);

      g_assert_cmpstr (again, ==, text);
    }
  if (signer != NULL)
    g_assert_true (sky_note_name_is_valid (sky_note_signer_get_name (signer)));
}

/* The witness answers with a good cosignature of the request's checkpoint, which its state then
 * has, or says why not. */
static void
ask_witness (const char *state, gsize state_size, const char *request, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *answer = NULL;
  g_autofree char *note_text = NULL;
  g_autoptr (SkyNote) note = NULL;
  const char *empty;

  g_assert_true (g_file_set_contents_full (desk.path, state, (gssize) state_size,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  answer = sky_witness_cosign (desk.witness, desk.path, desk.logs, request, size, NOW, &error);
  g_assert_true ((answer == NULL) == (error != NULL));
  if (answer == NULL)
    {
      g_assert_true (g_error_matches (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WITNESS)
                     || g_error_matches (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ));
      return;
    }
  empty = g_strstr_len (request, (gssize) size, "\n\n");
  note_text = g_strdup_printf ("%.*s%s", (int) (request + size - empty - 2), empty + 2, answer);
  note = sky_note_parse (note_text, strlen (note_text), &error);
  g_assert_no_error (error);
  g_assert_cmpint (sky_note_verify (note, desk.witness_key, NULL), ==, SKY_NOTE_SIGNED);
  /* It has moved on, or was there already. */
  g_clear_pointer (&answer, g_free);
  answer = sky_witness_cosign (desk.witness, desk.path, desk.logs, request, size, NOW, &error);
  g_assert_true (answer != NULL
                 || g_error_matches (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WITNESS));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);

  prepare ();
  read_note ((const char *) data, size);
  read_checkpoint ((const char *) data, size);
  read_keys (text);
  if (g_str_has_prefix (text, HEADING))
    ask_witness ((const char *) data, size, desk.request, strlen (desk.request));
  else
    ask_witness (desk.seen, strlen (desk.seen), (const char *) data, size);
  return 0;
}

/* Signs what stands as a checkpoint in the damaged bytes, so that whoever reads it goes on. */
static gsize
sign (guint8 *data, gsize size, gsize max_size)
{
  const char *text = (const char *) data;
  const char *end = g_strrstr_len (text, (gssize) size, "\n\n");
  const char *begin = g_strstr_len (text, (gssize) size, "\n\n");
  g_autofree char *signed_text = NULL;
  g_autofree char *whole = NULL;
  g_autoptr (SkyNote) note = NULL;
  gsize head, whole_size;

  if (end == NULL)
    return size;
  begin = begin < end ? begin + 2 : text;
  head = (gsize) (begin - text);
  signed_text = g_strndup (begin, (gsize) (end + 1 - begin));
  note = sky_note_new (signed_text);
  g_assert_true (sky_note_sign (note, desk.log, NULL));
  whole = sky_note_to_text (note);
  whole_size = strlen (whole);
  if (head + whole_size > max_size)
    return size;
  memcpy (data + head, whole, whole_size);
  return head + whole_size;
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  prepare ();
  size = LLVMFuzzerMutate (data, size, max_size);
  return seed % 2 == 0 && size > 0 ? sign (data, size, max_size) : size;
}
