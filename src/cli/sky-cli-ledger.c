/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-certificate.h"
#include "sky-cli.h"
#include "sky-ledger-judge.h"
#include "sky-ledger-log.h"
#include "sky-ledger-signatures.h"
#include "sky-phrase.h"
#include "sky-review.h"
#include "sky-sign-in.h"
#include "sky-store-opener.h"
#include "sky-time-stamp.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char *store;
  char *key;
  char *since;
  char *log;
  char **witnesses;
  char *time_stamp;
  char *as;
  char *as_key;
  char *as_passphrase;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->store);
  g_free (self->key);
  g_free (self->since);
  g_free (self->log);
  g_strfreev (self->witnesses);
  g_free (self->time_stamp);
  g_free (self->as);
  g_free (self->as_key);
  g_free (self->as_passphrase);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The key that --log names; @key takes NULL where that is not given. */
static gboolean
read_log_key (const Options *options, SkyNoteKey **key, GError **error)
{
  *key = NULL;
  if (options->log == NULL)
    return TRUE;
  *key = sky_note_key_parse (options->log, error);
  return *key != NULL;
}

/* Opened for writing, a name that was mistyped would become a new store. */
static SkyStore *
open_to_write (const Options *options, GError **error)
{
  if (sky_store_is_uri (options->store) || g_access (options->store, F_OK) == 0)
    return sky_cli_open_store (options->store, SKY_STORE_READ_WRITE, error);
  g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno), "%s: %s",
               options->store, g_strerror (errno));
  return NULL;
}

/* --- Verifying -------------------------------------------------------------------------------- */

/* How large the ledger is, its root, and who is registered with which certificate: what one keeps,
 * or compares by telephone. */
static gboolean
print_size (SkyStore *store, const GArray *leaves, GError **error)
{
  g_autoptr (SkyMerkleTree) tree = sky_ledger_tree_new (leaves);
  g_autoptr (GPtrArray) people = sky_store_list_people (store, error);
  g_autofree char *text = NULL;
  SkyMerkleHash root;

  if (people == NULL)
    return FALSE;
  sky_merkle_tree_get_root (tree, &root);
  text = sky_checkpoint_hash_to_text (&root);
  sky_cli_print ("size %u\nroot %s\n", leaves->len, text);
  for (guint i = 0; i < people->len; i++)
    {
      const SkyPerson *person = people->pdata[i];
      g_autoptr (SkyCertificate) certificate =
          sky_certificate_new_from_pem (person->certificate, NULL);

      sky_cli_print ("certificate %s %s %s\n",
                     certificate != NULL ? sky_certificate_get_fingerprint (certificate) : "-",
                     person->credential, person->name);
    }
  return TRUE;
}

/* Holds the ledger against the checkpoint that --since names; @extends takes whether it extends
 * that. */
static gboolean
compare (SkyStore *store,
         const GArray *leaves,
         const Options *options,
         gboolean *extends,
         GError **error)
{
  g_autoptr (SkyCheckpoint) seen = sky_checkpoint_read (options->since, error);
  g_autoptr (SkyNoteKey) key = NULL;
  g_autofree char *otherwise = NULL;
  g_autofree char *told = NULL;
  gboolean is_checked;
  GError *cause = NULL;

  if (seen == NULL || !read_log_key (options, &key, error))
    return FALSE;
  otherwise = sky_ledger_compare (store, leaves, seen, key, &is_checked, &cause);
  if (cause != NULL)
    {
      g_propagate_prefixed_error (error, cause, "%s: ", options->since);
      return FALSE;
    }
  *extends = otherwise == NULL;
  told = sky_phrase_show (otherwise);
  if (told != NULL)
    sky_cli_print ("%s: %s\n", sky_store_get_path (store), told);
  else
    sky_cli_print (_ ("%s: extends the %" PRIu64 " entries of %s in %s\n"),
                   sky_store_get_path (store), seen->size, seen->origin, options->since);
  if (!is_checked)
    sky_cli_print (_ ("%s: signature not checked: the key of %s is unknown (give it with --log)\n"),
                   options->since, seen->origin);
  return TRUE;
}

/* A ledger that was tampered with is told entry by entry; the status says so too. */
static SkyCliStatus
verify (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_cli_open_store (options->store, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GArray) leaves = NULL;
  guint64 n = 0, n_signed = 0;
  gboolean extends = TRUE;
  const char *path;

  if (store == NULL)
    return sky_cli_fail (error);
  faults = sky_ledger_verify_signed (store, &n, &n_signed, &error);
  if (faults != NULL)
    leaves = sky_store_list_leaves (store, 0, &error);
  if (leaves == NULL)
    return sky_cli_fail (error);
  /* A URI may have a password in it. */
  path = sky_store_get_path (store);
  for (guint i = 0; i < faults->len; i++)
    {
      g_autofree char *text = sky_ledger_fault_show (faults->pdata[i]);

      sky_cli_print ("%s: %s\n", path, text);
    }
  if (faults->len == 0)
    sky_cli_print (_ ("%s: %" PRIu64 " entries, all unchanged; %" PRIu64 " signed\n"), path, n,
                   n_signed);
  if (!print_size (store, leaves, &error)
      || (options->since != NULL && !compare (store, leaves, options, &extends, &error)))
    return sky_cli_fail (error);
  if (faults->len > 0)
    sky_cli_complain (_ ("%s: the ledger was changed: %u faults in %" PRIu64 " entries"), path,
                      faults->len, n);
  if (!extends)
    sky_cli_complain (_ ("%s: the ledger does not extend the checkpoint"), path);
  return faults->len == 0 && extends ? SKY_CLI_DONE : SKY_CLI_FAILED;
}

/* What others wrote past the ledger goes, and so does what follows from entries that are forged. */
static SkyCliStatus
rebuild (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = open_to_write (options, &error);

  if (store != NULL)
    sky_ledger_hold_to_signatures (store);
  if (store == NULL || !sky_store_rebuild_reviews (store, &error))
    return sky_cli_fail (error);
  sky_cli_print (_ ("%s: reviews, bookmarks, cases and lists match the ledger\n"),
                 sky_store_get_path (store));
  return SKY_CLI_DONE;
}

/* --- Checkpoints ------------------------------------------------------------------------------ */

static void
print_key (const SkyNoteSigner *signer, SkyNoteKeyType type)
{
  g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (signer, type);
  g_autofree char *text = sky_note_key_to_text (key);

  sky_cli_print ("%s\n", text);
}

/* Where the key is: as --key has it, or that of the store. */
static char *
find_key_path (const Options *options, GError **error)
{
  g_autoptr (SkyStore) store = NULL;

  if (options->key != NULL)
    return g_strdup (options->key);
  store = sky_cli_open_store (options->store, SKY_STORE_READ_ONLY, error);
  return store != NULL ? sky_ledger_key_path (store, error) : NULL;
}

static SkyCliStatus
init (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = find_key_path (options, &error);
  g_autoptr (SkyNoteSigner) signer = NULL;

  if (path != NULL)
    signer = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, &error);
  if (signer == NULL || !sky_note_signer_save (signer, path, &error))
    return sky_cli_fail (error);
  print_key (signer, SKY_NOTE_KEY_ED25519);
  return SKY_CLI_DONE;
}

/* The ledger's key; @signer takes NULL where there is none and none was named. */
static gboolean
open_key (const Options *options, SkyNoteSigner **signer, GError **error)
{
  g_autofree char *path = find_key_path (options, error);

  *signer = NULL;
  if (path == NULL)
    return FALSE;
  if (options->key == NULL && g_access (path, F_OK) != 0)
    return TRUE;
  *signer = sky_note_signer_open (path, error);
  return *signer != NULL;
}

static SkyCliStatus
show_key (const Options *options)
{
  g_autoptr (SkyNoteSigner) signer = NULL;
  g_autoptr (GError) error = NULL;

  if (!open_key (options, &signer, &error))
    return sky_cli_fail (error);
  if (signer == NULL)
    {
      sky_cli_complain (_ ("this machine has no key for the ledger: make one with “ledger init”"));
      return SKY_CLI_FAILED;
    }
  print_key (signer, SKY_NOTE_KEY_ED25519);
  return SKY_CLI_DONE;
}

/* How old a checkpoint is that could not be made anew. */
static void
tell_age (const SkyKeptCheckpoint *kept)
{
  char at[SKY_TIME_TEXT_SIZE];
  SkyTime age = MAX (g_get_real_time () - kept->at, 0);

  g_printerr (_ ("The ledger's key is on another machine: this checkpoint is from %s, %d hours and "
                 "%d minutes ago.\n"),
              sky_time_format (kept->at, at), (int) (age / SKY_HOUR),
              (int) (age % SKY_HOUR / SKY_MINUTE));
}

static gboolean
stamp (SkyStore *store, const SkyKeptCheckpoint *kept, const char *url, GError **error)
{
  g_autoptr (GBytes) note = g_bytes_new (kept->note, strlen (kept->note));
  g_autoptr (GBytes) answer = sky_time_stamp_request (url, note, error);

  return answer != NULL && sky_store_keep_stamp (store, kept->number, answer, error);
}

static SkyCliStatus
checkpoint (const Options *options)
{
  g_autoptr (SkyNoteSigner) signer = NULL;
  g_autoptr (SkyKeptCheckpoint) kept = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint64 since = 0;

  if (options->since != NULL && !sky_checkpoint_parse_size (options->since, &since))
    return sky_cli_wrong_usage (
        "ledger", _ ("--since takes the number of entries that the witness has seen"));
  if (!open_key (options, &signer, &error))
    return sky_cli_fail (error);
  store = signer != NULL || options->time_stamp != NULL
              ? open_to_write (options, &error)
              : sky_cli_open_store (options->store, SKY_STORE_READ_ONLY, &error);
  if (store == NULL)
    return sky_cli_fail (error);
  if (signer != NULL)
    kept = sky_ledger_make_checkpoint (store, signer, &error);
  else if (sky_store_get_newest_checkpoint (store, &kept, &error) && kept == NULL)
    {
      sky_cli_complain (_ ("%s: no checkpoint yet, and no key to make one"),
                        sky_store_get_path (store));
      return SKY_CLI_FAILED;
    }
  if (kept == NULL
      || (options->time_stamp != NULL && !stamp (store, kept, options->time_stamp, &error)))
    return sky_cli_fail (error);
  if (signer == NULL)
    tell_age (kept);
  text = options->since != NULL ? sky_ledger_make_request (store, kept, since, &error)
                                : sky_kept_checkpoint_to_text (kept);
  if (text == NULL)
    return sky_cli_fail (error);
  /* A note has no character that is told, unless somebody wrote it into the database. */
  g_print ("%s", text);
  return SKY_CLI_DONE;
}

static SkyCliStatus
cosign (const Options *options, const char *path)
{
  g_autoptr (GPtrArray) witnesses =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_note_key_free);
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  gsize size;
  guint n;

  for (char **witness = options->witnesses; witness != NULL && *witness != NULL; witness++)
    {
      SkyNoteKey *key = sky_note_key_parse (*witness, &error);

      if (key == NULL)
        return sky_cli_fail (error);
      g_ptr_array_add (witnesses, key);
      if (sky_note_key_get_type (key) != SKY_NOTE_KEY_COSIGNATURE)
        return sky_cli_wrong_usage ("ledger", _ ("%s is the key of a log, not of a witness"),
                                    *witness);
    }
  if (witnesses->len == 0)
    return sky_cli_wrong_usage ("ledger", _ ("give the witness's key with --witness"));
  if (!g_file_get_contents (path, &data, &size, &error))
    return sky_cli_fail (error);
  store = open_to_write (options, &error);
  if (store == NULL || !sky_ledger_keep_cosignatures (store, data, size, witnesses, &n, &error))
    return sky_cli_fail (error);
  sky_cli_print (_ ("%s: %u cosignatures kept\n"), sky_store_get_path (store), n);
  return SKY_CLI_DONE;
}

/* --- Restoring -------------------------------------------------------------------------------- */

static SkyCliStatus
restore (const Options *options, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyCheckpoint) lost = sky_checkpoint_read (path, &error);
  g_autoptr (SkyNoteSigner) signer = NULL;
  g_autoptr (SkyIdentity) identity = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) people = NULL;
  g_autoptr (SkyNoteKey) key = NULL;
  SkyReviewer reviewer = { "-", "-" };
  const SkyPerson *person;

  if (lost == NULL || !read_log_key (options, &key, &error))
    return sky_cli_fail (error);
  if (options->key == NULL)
    return sky_cli_wrong_usage ("ledger",
                                _ ("give the new key, made with “ledger init”, with --key"));
  signer = sky_note_signer_open (options->key, &error);
  if (signer == NULL)
    return sky_cli_fail (error);
  store = open_to_write (options, &error);
  if (store != NULL)
    people = sky_store_list_people (store, &error);
  if (people == NULL)
    return sky_cli_fail (error);
  person = options->as != NULL ? sky_people_find (people, options->as) : NULL;
  if (person == NULL && (people->len > 0 || options->as == NULL))
    {
      sky_cli_complain (_ ("give your registered credential with --as"));
      return SKY_CLI_FAILED;
    }
  reviewer.credential = options->as;
  reviewer.name = person != NULL ? person->name : options->as;
  if (person != NULL)
    {
      identity = sky_cli_open_identity (options->as, options->as_key, options->as_passphrase);
      if (identity == NULL)
        return SKY_CLI_FAILED;
      sky_cli_sign_in (store, options->as, identity);
    }
  if (!sky_ledger_restore (store, &reviewer, lost, key, signer, &error))
    return sky_cli_fail (error);
  sky_cli_print (_ ("%s: continues as %s and declares the lost entries\n"),
                 sky_store_get_path (store), sky_note_signer_get_name (signer));
  return SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_ledger (const SkyCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { NULL };
  SkyCliStatus status;
  const GOptionEntry entries[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &options.store,
      N_ ("The database (default: the console's)"), "FILE" },
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &options.key, N_ ("The file with the ledger's key"),
      "FILE" },
    { "since", 0, 0, G_OPTION_ARG_FILENAME, &options.since,
      N_ ("For verify, a kept checkpoint; for checkpoint, the number of entries a witness has "
          "seen"),
      "FILE|N" },
    { "log", 0, 0, G_OPTION_ARG_STRING, &options.log,
      N_ ("The key of the kept checkpoint's ledger"), "VKEY" },
    { "witness", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.witnesses,
      N_ ("The key of the witness whose cosignature to keep"), "VKEY" },
    { "time-stamp", 0, 0, G_OPTION_ARG_STRING, &options.time_stamp,
      N_ ("Get a time stamp for the checkpoint from this RFC 3161 authority"), "URL" },
    { "as", 0, 0, G_OPTION_ARG_STRING, &options.as, N_ ("Your credential"), "CREDENTIAL" },
    { "as-key", 0, 0, G_OPTION_ARG_FILENAME, &options.as_key, N_ ("Your key file"), "FILE" },
    { "as-passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &options.as_passphrase,
      N_ ("A file whose first line is your key's passphrase"), "FILE" },
    { NULL },
  };

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (options.store == NULL)
    options.store = sky_store_default_path ();
  if (argc == 2 && g_str_equal (argv[1], "verify"))
    return verify (&options);
  if (argc == 2 && g_str_equal (argv[1], "rebuild"))
    return rebuild (&options);
  if (argc == 2 && g_str_equal (argv[1], "init"))
    return init (&options);
  if (argc == 2 && g_str_equal (argv[1], "key"))
    return show_key (&options);
  if (argc == 2 && g_str_equal (argv[1], "checkpoint"))
    return checkpoint (&options);
  if (argc == 3 && g_str_equal (argv[1], "cosign"))
    return cosign (&options, argv[2]);
  if (argc == 3 && g_str_equal (argv[1], "restore"))
    return restore (&options, argv[2]);
  return sky_cli_wrong_usage (
      "ledger",
      _ ("give one of: verify; rebuild; init; key; checkpoint; cosign FILE; restore CHECKPOINT"));
}
