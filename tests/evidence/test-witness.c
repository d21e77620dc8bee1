/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A witness: what it signs, and each thing that it refuses, with the status of
 * c2sp.org/tlog-witness. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sky-evidence-error.h"
#include "sky-witness.h"

/* Leaves of the log, and of another that has the same first three. */
#define N_LEAVES 9
#define N_COMMON 3

typedef struct
{
  char *folder;
  char *state;
  SkyNoteSigner *witness;
  SkyNoteSigner *log;
  SkyMerkleTree *tree;
  SkyMerkleTree *fork;
  GPtrArray *logs; /* of SkyNoteKey */
} Board;

static SkyMerkleTree *
make_tree (const char *kind)
{
  SkyMerkleHash leaves[N_LEAVES];

  for (guint i = 0; i < N_LEAVES; i++)
    {
      g_autofree char *leaf = g_strdup_printf ("%s %u", i < N_COMMON ? "both" : kind, i);

      sky_merkle_leaf (leaf, strlen (leaf), &leaves[i]);
    }
  return sky_merkle_tree_new_from_leaves (leaves, N_LEAVES);
}

static void
set_up (Board *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("sky-witness-XXXXXX", NULL);
  self->state = g_build_filename (self->folder, "state", NULL);
  self->witness = sky_note_signer_create (SKY_NOTE_WITNESS, NULL, &error);
  self->log = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, &error);
  self->tree = make_tree ("log");
  self->fork = make_tree ("fork");
  self->logs = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_note_key_free);
  g_ptr_array_add (self->logs, sky_note_signer_get_key (self->log, SKY_NOTE_KEY_ED25519));
  g_assert_true (sky_witness_make_state (self->state, &error));
  g_assert_no_error (error);
}

static void
tear_down (Board *self, gconstpointer unused)
{
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->state);
  sky_note_signer_free (self->witness);
  sky_note_signer_free (self->log);
  sky_merkle_tree_free (self->tree);
  sky_merkle_tree_free (self->fork);
  g_ptr_array_unref (self->logs);
}

/* A request of @signer for the first @size leaves of @tree from @old_size on. */
static char *
make_request (const SkyNoteSigner *signer, const SkyMerkleTree *tree, guint old_size, guint size)
{
  g_autoptr (SkyCheckpoint) checkpoint = NULL;
  g_autofree char *note = NULL;
  GString *text = g_string_new (NULL);
  SkyMerkleHash root;

  sky_merkle_tree_get_root_at (tree, size, &root);
  checkpoint = sky_checkpoint_new (signer, size, &root, NULL);
  note = sky_note_to_text (checkpoint->note);
  g_string_printf (text, "old %u\n", old_size);
  if (old_size <= size)
    {
      g_autoptr (GArray) proof = sky_merkle_tree_get_consistency (tree, old_size, size);

      for (guint i = 0; i < proof->len; i++)
        {
          g_autofree char *hash =
              sky_checkpoint_hash_to_text (&g_array_index (proof, SkyMerkleHash, i));

          g_string_append_printf (text, "%s\n", hash);
        }
    }
  g_string_append_printf (text, "\n%s", note);
  return g_string_free (text, FALSE);
}

static char *
ask (Board *self, const char *request, GError **error)
{
  return sky_witness_cosign (self->witness, self->state, self->logs, request, strlen (request),
                             1700000000 * SKY_SECOND, error);
}

static char *
read_state (Board *self)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (self->state, &text, NULL, NULL));
  return text;
}

/* The witness signs what the request, which is taken, is of. */
static void
assert_signs (Board *self, char *request)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *answer = ask (self, request, &error);
  g_autofree char *cosigned = NULL;
  g_autoptr (SkyNote) note = NULL;
  g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (self->witness, SKY_NOTE_KEY_COSIGNATURE);
  SkyTime at;

  g_assert_no_error (error);
  /* As whoever asks reads it: the answer behind the checkpoint is a note. */
  cosigned = g_strconcat (strstr (request, "\n\n") + 2, answer, NULL);
  note = sky_note_parse (cosigned, strlen (cosigned), &error);
  g_assert_no_error (error);
  g_assert_cmpint (sky_note_verify (note, key, &at), ==, SKY_NOTE_SIGNED);
  g_assert_cmpint (at, ==, 1700000000 * SKY_SECOND);
  g_free (request);
}

/* It does not, with @status, and remembers what it did before. */
static void
assert_refuses (Board *self, char *request, const char *status)
{
  g_autofree char *before = read_state (self);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (ask (self, request, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WITNESS);
  if (!g_str_has_prefix (error->message, status))
    g_error ("not %s: %s", status, error->message);
  after = read_state (self);
  g_assert_cmpstr (after, ==, before);
  g_free (request);
}

static void
test_signs (Board *self, gconstpointer unused)
{
  g_autofree char *state = NULL;

  assert_signs (self, make_request (self->log, self->tree, 0, 3));
  assert_signs (self, make_request (self->log, self->tree, 3, 4));
  /* Whoever did not get the answer asks again. */
  assert_signs (self, make_request (self->log, self->tree, 4, 4));
  assert_signs (self, make_request (self->log, self->tree, 4, 9));
  state = read_state (self);
  g_assert_true (g_str_has_prefix (state, "skyward witness 1\nskyward-ledger/"));
  g_assert_nonnull (strstr (state, " 9 "));
}

static void
test_empty (Board *self, gconstpointer unused)
{
  assert_signs (self, make_request (self->log, self->tree, 0, 0));
  assert_signs (self, make_request (self->log, self->tree, 0, 1));
}

static void
test_fork (Board *self, gconstpointer unused)
{
  assert_signs (self, make_request (self->log, self->tree, 0, 3));
  assert_signs (self, make_request (self->log, self->tree, 3, 5));
  assert_refuses (self, make_request (self->log, self->fork, 5, 5), "409: a fork");
  assert_refuses (self, make_request (self->log, self->fork, 5, 8), "422");
  assert_refuses (self, make_request (self->log, self->fork, 0, 8), "409");
  assert_refuses (self, make_request (self->log, self->fork, 3, 8), "409");
  assert_signs (self, make_request (self->log, self->tree, 5, 8));
}

static void
test_stale (Board *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *request = make_request (self->log, self->tree, 3, 8);

  assert_signs (self, make_request (self->log, self->tree, 0, 5));
  assert_refuses (self, make_request (self->log, self->tree, 0, 5), "409");
  assert_refuses (self, make_request (self->log, self->tree, 3, 4), "409");
  assert_refuses (self, make_request (self->log, self->tree, 7, 8), "409");
  assert_refuses (self, make_request (self->log, self->tree, 5, 3), "400");
  /* The answer says how far it is. */
  g_assert_null (ask (self, request, &error));
  g_assert_true (g_str_has_suffix (error->message, "this witness has seen 5"));
}

static void
test_proof (Board *self, gconstpointer unused)
{
  g_autofree char *good = make_request (self->log, self->tree, 3, 8);
  g_auto (GStrv) lines = g_strsplit (good, "\n", 2);
  const char *zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
  g_autoptr (GString) many = g_string_new ("old 3\n");

  assert_signs (self, make_request (self->log, self->tree, 0, 3));
  assert_refuses (self, g_strconcat ("old 3\n", zeros, lines[1], NULL), "422");
  assert_refuses (self, g_strconcat ("old 3\n", strchr (lines[1], '\n') + 1, NULL), "422");
  assert_refuses (self, g_strconcat ("old 3\n", strstr (good, "\n\n") + 1, NULL), "422");
  for (guint i = 0; i < 64; i++)
    g_string_append (many, zeros);
  assert_refuses (self, g_strconcat (many->str, strstr (good, "\n\n") + 1, NULL), "400");
  assert_refuses (self, g_strconcat ("old 3\nAAAA\n", lines[1], NULL), "400");
  assert_signs (self, g_strdup (good));
}

static void
test_malformed (Board *self, gconstpointer unused)
{
  g_autofree char *good = make_request (self->log, self->tree, 0, 3);
  const char *note = strstr (good, "\n\n") + 2;
  g_autoptr (SkyNoteSigner) other = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, NULL);
  g_autofree char *changed = g_strdup (good);
  char *size = strstr (changed, "\n3\n");

  assert_refuses (self, g_strdup (""), "400");
  assert_refuses (self, g_strdup (note), "400");
  assert_refuses (self, g_strconcat ("old 00\n\n", note, NULL), "400");
  assert_refuses (self, g_strconcat ("old -1\n\n", note, NULL), "400");
  assert_refuses (self, g_strconcat ("old 0 \n\n", note, NULL), "400");
  assert_refuses (self, g_strconcat ("Old 0\n\n", note, NULL), "400");
  assert_refuses (self, g_strconcat ("old 0\n\n\n", note, NULL), "400");
  assert_refuses (self, g_strdup ("old 0\n\nno checkpoint\n"), "400");
  size[1] = '4';
  assert_refuses (self, g_strdup (changed), "403");
  assert_refuses (self, make_request (other, self->tree, 0, 3), "404");
}

/* What is no state is not taken for one in which nothing was seen. */
static void
test_state (Board *self, gconstpointer unused)
{
  const char *const wrong[] = { "", "skyward witness 1", "skyward witness 2\n",
                                "skyward witness 1\na 1\n", "skyward witness 1\na 1 AAAA\n" };
  g_autofree char *request = make_request (self->log, self->tree, 0, 3);

  for (guint i = 0; i <= G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      if (i < G_N_ELEMENTS (wrong))
        g_assert_true (g_file_set_contents (self->state, wrong[i], -1, NULL));
      else
        g_unlink (self->state);
      g_assert_null (ask (self, request, &error));
      g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ);
    }
}

/* Two that are asked at once sign one history. */
typedef struct
{
  Board *board;
  const SkyMerkleTree *tree;
  guint n_signed;
} Asker;

static gpointer
ask_often (gpointer data)
{
  Asker *self = data;

  for (guint size = 4; size <= N_LEAVES; size++)
    for (guint old_size = 3; old_size < size; old_size++)
      {
        g_autofree char *request = make_request (self->board->log, self->tree, old_size, size);
        g_autofree char *answer = ask (self->board, request, NULL);

        if (answer != NULL)
          self->n_signed++;
      }
  return NULL;
}

static void
test_together (Board *self, gconstpointer unused)
{
  Asker askers[] = { { self, self->tree, 0 }, { self, self->fork, 0 } };
  GThread *threads[G_N_ELEMENTS (askers)];

  assert_signs (self, make_request (self->log, self->tree, 0, 3));
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    threads[i] = g_thread_new ("asker", ask_often, &askers[i]);
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    g_thread_join (threads[i]);
  g_assert_true ((askers[0].n_signed == 0) != (askers[1].n_signed == 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) g_test_add ("/witness/" name, Board, NULL, set_up, function, tear_down)
  ADD ("signs", test_signs);
  ADD ("empty", test_empty);
  ADD ("fork", test_fork);
  ADD ("stale", test_stale);
  ADD ("proof", test_proof);
  ADD ("malformed", test_malformed);
  ADD ("state", test_state);
  ADD ("together", test_together);

  return g_test_run ();
}
