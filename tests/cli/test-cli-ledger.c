/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger's checkpoints and their witness, as a person has them made. */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sky-cli-fixture.h"

typedef struct
{
  SkyCliFixture cli;
  char *store; /* options with files in the folder */
  char *key;
  char *state;
  char *witness_key;
  char *passphrase;
  char *log;     /* the ledger's key, as an option */
  char *witness; /* the witness's */
} Desk;

static char *
path_of (Desk *self, const char *name)
{
  return g_build_filename (self->cli.folder, name, NULL);
}

static char *
option_of (Desk *self, const char *option, const char *name)
{
  g_autofree char *path = path_of (self, name);

  return g_strdup_printf ("--%s=%s", option, path);
}

/* What a run says that must go well. */
static char *
take (SkyCliRun run)
{
  char *out = g_steal_pointer (&run.out);

  if (run.status != 0)
    g_error ("%s", run.err);
  sky_cli_run_clear (&run);
  return out;
}

static void
keep (Desk *self, const char *name, char *text)
{
  g_autofree char *path = path_of (self, name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_free (text);
}

/* It must fail and say @text. */
static void
assert_fails (SkyCliRun run, const char *text)
{
  g_assert_cmpint (run.status, ==, 1);
  if (strstr (run.err, text) == NULL && strstr (run.out, text) == NULL)
    g_error ("“%s” is not in “%s%s”", text, run.out, run.err);
  sky_cli_run_clear (&run);
}

static void
add_person (Desk *self, const char *credential, const char *role)
{
  g_autofree char *name = g_strdup_printf ("%s.pem", credential);
  g_autofree char *key = option_of (self, "key", name);
  g_autofree char *as_key = option_of (self, "as-key", "PA-1.pem");
  g_autofree char *passphrase = option_of (self, "passphrase-file", "passphrase");
  g_autofree char *as_passphrase = option_of (self, "as-passphrase-file", "passphrase");
  g_autofree char *as_role = g_strdup_printf ("--role=%s", role);

  g_free (take (sky_cli_run ("people", "add", credential, "Ada Quinn", as_role, self->store, key,
                             passphrase, "--as=PA-1", as_key, as_passphrase, NULL)));
}

static void
set_up (Desk *self, gconstpointer data)
{
  g_autofree char *passphrase = NULL;
  g_autofree char *log = NULL;
  g_autofree char *witness = NULL;

  sky_cli_set_up (&self->cli, data);
  /* Nothing of the user's own is used. */
  g_setenv ("XDG_DATA_HOME", self->cli.folder, TRUE);
  passphrase = path_of (self, "passphrase");
  g_assert_true (g_file_set_contents_full (passphrase, "correct horse battery\n", -1,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  self->store = option_of (self, "store", "skyward.db");
  self->key = option_of (self, "key", "ledger.key");
  self->witness_key = option_of (self, "key", "witness.key");
  self->state = option_of (self, "state", "state");
  add_person (self, "PA-1", "investigator");
  log = take (sky_cli_run ("ledger", "init", self->key, NULL));
  self->log = g_strdup_printf ("--log=%s", g_strchomp (log));
  witness = take (sky_cli_run ("witness", "--init", self->witness_key, self->state, NULL));
  self->witness = g_strdup_printf ("--witness=%s", g_strchomp (witness));
}

static void
tear_down (Desk *self, gconstpointer data)
{
  g_free (self->store);
  g_free (self->key);
  g_free (self->state);
  g_free (self->witness_key);
  g_free (self->log);
  g_free (self->witness);
  sky_cli_tear_down (&self->cli, data);
}

/* From the ledger to the witness and back, twice. */
static void
test_witnessed (Desk *self, gconstpointer unused)
{
  g_autofree char *request = path_of (self, "request");
  g_autofree char *answer = path_of (self, "answer");
  g_autofree char *kept = option_of (self, "since", "kept");
  g_autofree char *said = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *since = g_strdup_printf ("--since=%u", i);

      keep (self, "request",
            take (sky_cli_run ("ledger", "checkpoint", since, self->store, self->key, NULL)));
      keep (
          self, "answer",
          take (sky_cli_run ("witness", self->witness_key, self->state, self->log, request, NULL)));
      g_free (take (sky_cli_run ("ledger", "cosign", answer, self->witness, self->store, NULL)));
      if (i == 0)
        add_person (self, "PA-2", "operator");
    }
  keep (self, "kept", take (sky_cli_run ("ledger", "checkpoint", self->store, self->key, NULL)));
  said = take (sky_cli_run ("ledger", "verify", kept, self->store, NULL));
  g_assert_nonnull (strstr (said, "\nsize 2\nroot "));
  g_assert_nonnull (strstr (said, "\ncertificate "));
  g_assert_nonnull (strstr (said, "extends the 2 entries of skyward-ledger/"));
  assert_fails (sky_cli_run ("ledger", "cosign", request, self->witness, self->store, NULL),
                "there is no cosignature of the witness");
  assert_fails (sky_cli_run ("witness", self->witness_key, self->state, self->log, request, NULL),
                "409: the request begins at 1 entries");
  /* A console without the key has the last checkpoint, and is told how old that is. */
  {
    g_autofree char *none = option_of (self, "store", "skyward.db");
    g_auto (SkyCliRun) run = sky_cli_run ("ledger", "checkpoint", none, NULL);
    g_autofree char *file = path_of (self, "kept");
    g_autofree char *wanted = NULL;

    g_assert_true (g_file_get_contents (file, &wanted, NULL, NULL));
    g_assert_cmpint (run.status, ==, 0);
    g_assert_cmpstr (run.out, ==, wanted);
    g_assert_nonnull (strstr (run.err, "minutes ago"));
    g_assert_nonnull (strstr (run.out, "\xe2\x80\x94 skyward-witness/"));
  }
}

static void
copy_store (Desk *self, const char *from, const char *to)
{
  g_autofree char *source = path_of (self, from);
  g_autofree char *target = path_of (self, to);
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (source, &data, &size, NULL));
  g_assert_true (g_file_set_contents (target, data, (gssize) size, NULL));
}

/* An older database put back is named, and continued with what was lost declared. */
static void
test_restored (Desk *self, gconstpointer unused)
{
  g_autofree char *old = option_of (self, "store", "old.db");
  g_autofree char *since = option_of (self, "since", "kept");
  g_autofree char *locales = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  g_autofree char *kept = path_of (self, "kept");
  g_autofree char *new_key = option_of (self, "key", "new.key");
  g_autofree char *as_key = option_of (self, "as-key", "PA-1.pem");
  g_autofree char *passphrase = option_of (self, "as-passphrase-file", "passphrase");

  g_free (take (sky_cli_run ("ledger", "checkpoint", self->store, self->key, NULL)));
  copy_store (self, "skyward.db", "old.db");
  add_person (self, "PA-2", "operator");
  keep (self, "kept", take (sky_cli_run ("ledger", "checkpoint", self->store, self->key, NULL)));
  assert_fails (sky_cli_run ("ledger", "verify", since, old, NULL), "is smaller than what was");
  g_setenv ("SKYWARD_LOCALE_DIR", locales, TRUE);
  g_setenv ("LANGUAGE", "es", TRUE);
  assert_fails (sky_cli_run ("ledger", "verify", since, old, NULL),
                "El libro es más corto que lo que se vio");
  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  assert_fails (sky_cli_run ("ledger", "verify", since, old, NULL), "台账比曾见到的短");
  g_unsetenv ("LANGUAGE");
  g_unsetenv ("SKYWARD_LOCALE_DIR");
  g_free (take (sky_cli_run ("ledger", "init", new_key, NULL)));
  g_free (take (sky_cli_run ("ledger", "restore", kept, old, new_key, "--as=PA-1", as_key,
                             passphrase, NULL)));
  assert_fails (sky_cli_run ("ledger", "verify", since, old, NULL),
                "Entry 2 declares it: the ledger was restored");
  assert_fails (sky_cli_run ("ledger", "checkpoint", old, self->key, NULL), "another continues it");
  g_free (take (sky_cli_run ("ledger", "verify", old, NULL)));
}

/* A ledger made anew by other people under the same names, with the ledger's own key, is not the
 * one that was seen. */
static void
test_anew (Desk *self, gconstpointer unused)
{
  g_autofree char *since = option_of (self, "since", "kept");
  g_autofree char *person = path_of (self, "PA-1.pem");
  g_autofree char *real = g_steal_pointer (&self->store);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  keep (self, "kept", take (sky_cli_run ("ledger", "checkpoint", real, self->key, NULL)));
  before = take (sky_cli_run ("ledger", "verify", since, real, NULL));
  g_assert_cmpint (g_remove (person), ==, 0);
  self->store = option_of (self, "store", "anew.db");
  add_person (self, "PA-1", "investigator");
  g_free (take (sky_cli_run ("ledger", "checkpoint", self->store, self->key, NULL)));
  /* In itself it is whole; only the fingerprints and what was kept tell them apart. */
  after = take (sky_cli_run ("ledger", "verify", self->store, NULL));
  g_assert_cmpstr (strstr (before, "certificate "), !=, strstr (after, "certificate "));
  assert_fails (sky_cli_run ("ledger", "verify", since, self->store, NULL),
                "another history than what was seen");
}

static void
test_usage (Desk *self, gconstpointer unused)
{
  g_autofree char *nowhere = option_of (self, "state", "nowhere");
  g_autofree char *request = path_of (self, "request");
  g_auto (SkyCliRun) none = sky_cli_run ("ledger", "cosign", "x", self->store, NULL);
  g_auto (SkyCliRun) unknown = sky_cli_run ("ledger", "prune", NULL);
  g_auto (SkyCliRun) no_state = sky_cli_run ("witness", self->witness_key, "x", NULL);
  g_auto (SkyCliRun) since =
      sky_cli_run ("ledger", "checkpoint", "--since=two", self->store, self->key, NULL);

  g_assert_cmpint (none.status, ==, 2);
  g_assert_cmpint (unknown.status, ==, 2);
  g_assert_cmpint (no_state.status, ==, 2);
  g_assert_cmpint (since.status, ==, 2);
  /* One key is not written over by another, and no state is made by a name that was mistyped. */
  assert_fails (sky_cli_run ("ledger", "init", self->key, NULL), "cannot be written");
  keep (self, "request",
        take (sky_cli_run ("ledger", "checkpoint", "--since=0", self->store, self->key, NULL)));
  assert_fails (sky_cli_run ("witness", self->witness_key, nowhere, self->log, request, NULL),
                "nowhere");
}

/* Starts the witness with its answer going into a pipe that nobody reads and that is full. Returns:
 * its process. */
static pid_t
start_stuck (Desk *self, const char *request)
{
  int ends[2];
  pid_t child;

  g_assert_cmpint (pipe (ends), ==, 0);
  g_assert_cmpint (fcntl (ends[1], F_SETFL, O_NONBLOCK), ==, 0);
  while (write (ends[1], "full", 1) == 1)
    ;
  g_assert_cmpint (fcntl (ends[1], F_SETFL, 0), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      dup2 (ends[1], STDOUT_FILENO);
      execl (sky_cli_program, sky_cli_program, "witness", self->witness_key, self->state, self->log,
             request, NULL);
      _exit (127);
    }
  close (ends[1]);
  /* The end that is read stays open: the program is not to be told that nobody will. */
  return child;
}

/* Killed between the state and the answer, a witness has signed: it says so again to whoever asks
 * from there, and signs no other history. */
static void
test_killed (Desk *self, gconstpointer unused)
{
  g_autofree char *request = path_of (self, "request");
  g_autofree char *state = path_of (self, "state");
  g_autofree char *answer = NULL;
  gint64 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
  gboolean seen = FALSE;
  pid_t child;
  int status;

  keep (self, "request",
        take (sky_cli_run ("ledger", "checkpoint", "--since=0", self->store, self->key, NULL)));
  child = start_stuck (self, request);
  while (!seen && g_get_monotonic_time () < deadline)
    {
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (state, &text, NULL, NULL));
      seen = strstr (text, " 1 ") != NULL;
      g_usleep (1000);
    }
  g_assert_true (seen);
  g_assert_cmpint (waitpid (child, &status, WNOHANG), ==, 0);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);

  assert_fails (sky_cli_run ("witness", self->witness_key, self->state, self->log, request, NULL),
                "this witness has seen 1");
  keep (self, "request",
        take (sky_cli_run ("ledger", "checkpoint", "--since=1", self->store, self->key, NULL)));
  answer = take (sky_cli_run ("witness", self->witness_key, self->state, self->log, request, NULL));
  g_assert_true (g_str_has_prefix (answer, "\xe2\x80\x94 skyward-witness/"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  sky_cli_program = argv[1];

#define ADD(name, function)                                                                        \
  g_test_add ("/cli-ledger/" name, Desk, NULL, set_up, function, tear_down)
  ADD ("witnessed", test_witnessed);
  ADD ("restored", test_restored);
  ADD ("anew", test_anew);
  ADD ("usage", test_usage);
  ADD ("killed", test_killed);

  return g_test_run ();
}
