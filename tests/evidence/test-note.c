/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed notes, checkpoints and cosignatures, against the examples that others publish: of
 * c2sp.org/signed-note, c2sp.org/tlog-cosignature, and of Go's package for notes. */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sky-checkpoint.h"
#include "sky-evidence-error.h"

#define PETER_PUBLIC "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
#define PETER_PRIVATE                                                                              \
  "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
#define PETER_TEXT                                                                                 \
  "If you think cryptography is the answer to your problem,\n"                                     \
  "then you don't know what your problem is.\n"
#define PETER_LINE                                                                                 \
  "\xe2\x80\x94 PeterNeumann "                                                                     \
  "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="   \
  "\n"

#define FOO_PUBLIC "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
#define FOO_NOTE                                                                                   \
  "This is an example message.\n\n\xe2\x80\x94 example.com/foo "                                   \
  "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM="   \
  "\n"

#define SOFA_TEXT                                                                                  \
  "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
#define SOFA_NOTE                                                                                  \
  SOFA_TEXT                                                                                        \
  "\n\xe2\x80\x94 example.com/behind-the-sofa "                                                    \
  "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8="   \
  "\n\xe2\x80\x94 witness.example.com/w1 "                                                         \
  "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/"                                                           \
  "zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"

static SkyNoteKey *
key_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  SkyNoteKey *key = sky_note_key_parse (text, &error);

  g_assert_no_error (error);
  return key;
}

static SkyNote *
note_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  SkyNote *note = sky_note_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return note;
}

static void
test_keys (void)
{
  /* One of each type; the second is that of a witness in service. */
  const char *const texts[] = {
    PETER_PUBLIC, FOO_PUBLIC, "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
  };
  const char *const wrong[] = {
    "",
    "PeterNeumann",
    "PeterNeumann+c74f20a3",
    "PeterNeumann+c74f20a3+",
    "PeterNeumann+C74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW ",
    "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
    "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SkyNoteKey) key = key_of (texts[i]);
      g_autofree char *again = sky_note_key_to_text (key);

      g_assert_cmpstr (again, ==, texts[i]);
      g_assert_cmpint (sky_note_key_get_type (key), ==,
                       i == 2 ? SKY_NOTE_KEY_COSIGNATURE : SKY_NOTE_KEY_ED25519);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (sky_note_key_parse (wrong[i], &error));
      g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY);
    }
}

/* Ed25519 makes one signature of one text: ours is the published one, to the byte. */
static void
test_sign (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_parse (PETER_PRIVATE, &error);
  g_autoptr (SkyNote) note = sky_note_new (PETER_TEXT);
  g_autoptr (SkyNoteKey) key = NULL;
  g_autofree char *vkey = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);
  vkey = sky_note_key_to_text (key);
  g_assert_cmpstr (vkey, ==, PETER_PUBLIC);
  g_assert_true (sky_note_sign (note, signer, &error));
  text = sky_note_to_text (note);
  g_assert_cmpstr (text, ==, PETER_TEXT "\n" PETER_LINE);
}

static void
test_verify (void)
{
  g_autoptr (SkyNoteKey) peter = key_of (PETER_PUBLIC);
  g_autoptr (SkyNoteKey) foo = key_of (FOO_PUBLIC);
  g_autoptr (SkyNote) of_peter = note_of (PETER_TEXT "\n" PETER_LINE);
  g_autoptr (SkyNote) of_foo = note_of (FOO_NOTE);
  g_autoptr (SkyNote) changed = note_of ("If you thank\n\n" PETER_LINE);

  g_assert_cmpint (sky_note_verify (of_peter, peter, NULL), ==, SKY_NOTE_SIGNED);
  g_assert_cmpint (sky_note_verify (of_peter, foo, NULL), ==, SKY_NOTE_NOT_SIGNED);
  g_assert_cmpint (sky_note_verify (of_foo, foo, NULL), ==, SKY_NOTE_SIGNED);
  g_assert_cmpint (sky_note_verify (changed, peter, NULL), ==, SKY_NOTE_FORGED);
}

static void
test_malformed (void)
{
  const char *const wrong[] = {
    "",
    "\n",
    PETER_TEXT,
    PETER_LINE,
    PETER_TEXT PETER_LINE,
    PETER_TEXT "\n",
    PETER_TEXT "\n" PETER_LINE "\n",
    PETER_TEXT "\n" PETER_LINE "more\n",
    PETER_TEXT "\n\xe2\x80\x94 PeterNeumann x08go/Z=\n",
    PETER_TEXT "\n\xe2\x80\x94 PeterNeumann x08go\n",
    PETER_TEXT "\n\xe2\x80\x94 PeterNeumann  x08go/ZJkuA=\n",
    PETER_TEXT "\n\xe2\x80\x94 Peter+Neumann x08go/ZJkuA=\n",
    PETER_TEXT "\n- PeterNeumann x08go/ZJkuA=\n",
    "a\tb\n\n" PETER_LINE,
    "a\r\n\n" PETER_LINE,
    "a\xff\n\n" PETER_LINE,
  };
  g_autoptr (GString) many = g_string_new (PETER_TEXT "\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNote) note = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) cause = NULL;

      g_assert_null (sky_note_parse (wrong[i], strlen (wrong[i]), &cause));
      g_assert_error (cause, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE);
    }
  for (guint i = 0; i < 100; i++)
    g_string_append (many, PETER_LINE);
  note = sky_note_parse (many->str, many->len, &error);
  g_assert_no_error (error);
  g_string_append (many, PETER_LINE);
  g_assert_null (sky_note_parse (many->str, many->len, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE);
}

static void
test_checkpoint (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyCheckpoint) sofa = sky_checkpoint_parse (SOFA_NOTE, strlen (SOFA_NOTE), &error);
  g_autofree char *root = NULL;
  g_autofree char *again = NULL;
  const SkyNoteSignature *cosignature;
  gsize size;
  const guint8 *bytes;
  /* Sizes, roots and lines that are none. */
  const char *const wrong[] = {
    "a\n1\n\n",
    "a\n01\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
    "a\n-1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
    "a\n+1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
    "a\n9223372036854775808\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
    "a\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw==\n",
    "a\n1\nCsUYapGGPo4dkMgIAUqom_Xajj7h2fB2MPA3j2jxq2I=\n",
    "a\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\nan extension\n",
    "\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
    "1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
  };

  g_assert_no_error (error);
  g_assert_cmpstr (sofa->origin, ==, "example.com/behind-the-sofa");
  g_assert_cmpuint (sofa->size, ==, 20852163);
  root = sky_checkpoint_hash_to_text (&sofa->root);
  g_assert_cmpstr (root, ==, "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=");
  again = sky_note_to_text (sofa->note);
  g_assert_cmpstr (again, ==, SOFA_NOTE);
  /* The time that the published example states: 1679315147. */
  cosignature = sofa->note->signatures->pdata[1];
  bytes = g_bytes_get_data (cosignature->signature, &size);
  g_assert_cmpuint (size, ==, 72);
  g_assert_cmpmem (bytes, 8, "\0\0\0\0\x64\x18\x50\xcb", 8);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *text = g_strconcat (wrong[i], "\n" PETER_LINE, NULL);
      g_autoptr (GError) cause = NULL;

      g_assert_null (sky_checkpoint_parse (text, strlen (text), &cause));
      g_assert_error (cause, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE);
    }
}

/* What a witness signs, spelled out; the key's hash has another type's byte in it. */
static void
test_cosign (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_parse (PETER_PRIVATE, &error);
  g_autoptr (SkyNoteKey) as_log = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);
  g_autoptr (SkyNoteKey) as_witness = sky_note_signer_get_key (signer, SKY_NOTE_KEY_COSIGNATURE);
  g_autoptr (SkyNote) note = sky_note_new (SOFA_TEXT);
  const SkyNoteSignature *signature;
  const guint8 *bytes;
  gsize size;
  SkyTime at;

  g_assert_true (sky_note_cosign (note, signer, 1679315147 * SKY_SECOND + 999999, &error));
  g_assert_cmpint (sky_note_verify (note, as_log, &at), ==, SKY_NOTE_NOT_SIGNED);
  g_assert_cmpint (sky_note_verify (note, as_witness, &at), ==, SKY_NOTE_SIGNED);
  g_assert_cmpint (at, ==, 1679315147 * SKY_SECOND);
  signature = note->signatures->pdata[0];
  bytes = g_bytes_get_data (signature->signature, &size);
  g_assert_cmpuint (size, ==, 72);
  g_assert_true (sky_note_key_verify (as_log, "cosignature/v1\ntime 1679315147\n" SOFA_TEXT,
                                      strlen ("cosignature/v1\ntime 1679315147\n" SOFA_TEXT),
                                      bytes + 8));
  {
    g_autofree guint8 *later = g_memdup2 (bytes, size);

    later[7]++;
    g_bytes_unref (signature->signature);
    ((SkyNoteSignature *) note->signatures->pdata[0])->signature = g_bytes_new (later, size);
  }
  g_assert_cmpint (sky_note_verify (note, as_witness, &at), ==, SKY_NOTE_FORGED);
  g_assert_cmpint (at, ==, SKY_TIME_NONE);
}

static void
test_key_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sky-note-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "keys", "ledger.key", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, &error);
  g_autoptr (SkyNoteSigner) again = NULL;
  g_autoptr (SkyNoteKey) key = NULL;
  GStatBuf status;

  g_assert_no_error (error);
  key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_ED25519);
  g_assert_true (sky_note_key_is_named_by_itself (key, "skyward-ledger"));
  g_assert_false (sky_note_key_is_named_by_itself (key, "skyward-witness"));
  g_assert_cmpuint (strlen (sky_note_key_get_name (key)), ==, strlen ("skyward-ledger/") + 32);
  g_assert_true (sky_note_signer_save (signer, path, &error));
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  again = sky_note_signer_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sky_note_signer_get_name (again), ==, sky_note_signer_get_name (signer));
  /* One key is never written over by another. */
  g_assert_false (sky_note_signer_save (signer, path, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE);
  g_clear_error (&error);
  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  g_assert_null (sky_note_signer_open (path, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_EXPOSED);
  g_clear_error (&error);
  g_assert_null (sky_note_signer_parse ("PRIVATE+KEY+a+00000000+AQ==", &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY);
  g_assert_null (sky_note_signer_create (NULL, "two words", NULL));
}

/* A program that dies while it writes a key leaves no half of one, which nobody could use and no
 * other would be written over. */
static void
test_key_file_killed (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sky-note-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "ledger.key", NULL);
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, NULL);
  g_autoptr (GError) error = NULL;
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      /* The kernel kills whoever writes more than that. */
      const struct rlimit few = { 10, 10 };
      const struct rlimit none = { 0, 0 };

      signal (SIGXFSZ, SIG_DFL);
      setrlimit (RLIMIT_CORE, &none);
      setrlimit (RLIMIT_FSIZE, &few);
      _exit (sky_note_signer_save (signer, path, NULL) ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGXFSZ);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  sky_note_signer_save (signer, path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_unlink (path), ==, 0);
  /* Nor anything else. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/note/keys", test_keys);
  g_test_add_func ("/note/sign", test_sign);
  g_test_add_func ("/note/verify", test_verify);
  g_test_add_func ("/note/malformed", test_malformed);
  g_test_add_func ("/note/checkpoint", test_checkpoint);
  g_test_add_func ("/note/cosign", test_cosign);
  g_test_add_func ("/note/key-file", test_key_file);
  g_test_add_func ("/note/key-file-killed", test_key_file_killed);

  return g_test_run ();
}
