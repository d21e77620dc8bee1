/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that are killed at any instant of their work: while decisions are written, a checkpoint
 * is made, a case exported, a store copied. What they said was done is there, nothing is there by
 * half, and whoever comes next goes on. */
#include "config.h"

#include "../remove-tree.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sky-case-still.h"
#include "sky-case.h"
#include "sky-checkpoint.h"
#include "sky-cli-fixture.h"
#include "sky-finding-query.h"
#include "sky-kept-checkpoint.h"
#include "sky-review.h"
#include "sky-stored-log.h"

/* How many decisions a program makes that is left alone. */
#define N_DECISIONS 25

/* Of each kind. */
static guint n_kills = 2;

/* This program, which is run again for what the command line cannot do. */
static const char *own_program;

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };

typedef struct
{
  SkyCliFixture cli;
  char *path;  /* of the store */
  char *store; /* as an option */
  GRand *random;
  gint64 longest; /* µs that the work takes when it is left alone */
  guint n_done;   /* how many were not killed, for they had ended */
} Desk;

/* --- The desk ----------------------------------------------------------------------------------
 */

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
    g_error ("%s%s", out, run.err);
  sky_cli_run_clear (&run);
  return out;
}

static SkyStore *
open_store (const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyStore *store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  return store;
}

static GPtrArray *
list_findings (SkyStore *store)
{
  const SkyFindingFilter all = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  GPtrArray *page =
      sky_store_findings_page (store, &all, SKY_FINDING_SORT_RECORD, FALSE, 0, 10000, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (page->len, >, N_DECISIONS);
  return page;
}

static void
set_up (Desk *self, gconstpointer data)
{
  sky_cli_set_up (&self->cli, data);
  /* Nothing of the user's own is used. */
  g_setenv ("XDG_DATA_HOME", self->cli.folder, TRUE);
  self->path = path_of (self, "skyward.db");
  self->store = option_of (self, "store", "skyward.db");
  self->random = g_rand_new_with_seed (20231104);
  g_free (take (sky_cli_run ("simulate", "--game=craps", "--rounds=30", "--tables=2", "--seed=3",
                             "--faults=100", self->cli.archive, NULL)));
  g_free (take (sky_cli_run ("audit", self->store, self->cli.archive, NULL)));
}

static void
tear_down (Desk *self, gconstpointer data)
{
  g_test_message ("%u of %u had ended before", self->n_done, n_kills + self->n_done);
  g_rand_free (self->random);
  g_free (self->store);
  g_free (self->path);
  sky_cli_tear_down (&self->cli, data);
}

/* The store opens, is sound, and is what its archive and its ledger say. Returns: how many entries
 * the ledger has. */
static guint64
assert_whole (const char *path)
{
  g_autofree char *option = g_strconcat ("--store=", path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = open_store (path);
  g_autoptr (GPtrArray) faults = NULL;
  guint64 n_entries;

  g_assert_true (sky_store_check (store, &error));
  g_assert_no_error (error);
  faults = sky_store_ledger_verify (store, &n_entries, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_free (take (sky_cli_run ("ledger", "verify", option, NULL)));
  g_free (take (sky_cli_run ("store", "check", option, NULL)));
  return n_entries;
}

/* --- Killing -----------------------------------------------------------------------------------
 */

/* Runs @arguments and kills it at some instant of the time that the work takes. Returns: what it
 * said before; NULL: it had ended. */
static char *
kill_one (Desk *self, const char *const *arguments)
{
  gint64 after = g_rand_int_range (self->random, 0, (gint32) self->longest);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_newv (
      arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
  char *said = NULL;

  g_assert_no_error (error);
  g_usleep ((gulong) after);
  g_subprocess_send_signal (process, SIGKILL);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &said, NULL, &error);
  g_assert_no_error (error);
  if (g_subprocess_get_if_signaled (process))
    return said;
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  g_free (said);
  self->n_done++;
  return NULL;
}

/* How long it takes when it is left alone, which it must do well. Returns: what it said. */
static char *
run_whole (Desk *self, const char *const *arguments)
{
  const gint64 begin = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_newv (
      arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_autofree char *complaint = NULL;
  char *said = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &said, &complaint, &error);
  g_assert_no_error (error);
  if (g_subprocess_get_exit_status (process) != 0)
    g_error ("%s%s", said, complaint);
  self->longest = g_get_monotonic_time () - begin;
  return said;
}

/* --- Decisions ---------------------------------------------------------------------------------
 */

/* Confirms or reopens findings. @aloud: says the number of each entry when it is written. */
static void
decide (const char *path, gboolean aloud)
{
  g_autoptr (SkyStore) store = open_store (path);
  g_autoptr (GPtrArray) findings = list_findings (store);

  for (guint i = 0; i < N_DECISIONS; i++)
    {
      const SkyStoredFinding *finding = findings->pdata[i];
      g_autoptr (GError) error = NULL;
      gint64 number;

      sky_store_decide (store, &ada, finding->key,
                        finding->state == SKY_REVIEW_CONFIRMED ? SKY_LEDGER_REOPEN
                                                               : SKY_LEDGER_CONFIRM,
                        NULL, SKY_REVIEW_ANY, &number, &error);
      g_assert_no_error (error);
      if (aloud)
        printf ("%" G_GINT64_FORMAT "\n", number);
      fflush (stdout);
    }
}

/* The last number of the lines, a line each, that were said to their end; 0: none. */
static guint64
last_number (const char *said)
{
  g_auto (GStrv) lines = g_strsplit (said, "\n", -1);
  guint n = g_strv_length (lines);

  return n > 1 ? g_ascii_strtoull (lines[n - 2], NULL, 10) : 0;
}

static void
test_decide (Desk *self, gconstpointer data)
{
  const char *const arguments[] = { own_program, "--decide", self->path, NULL };
  guint64 n_entries = 0, n_told = 0;

  for (guint n = 0; n < n_kills;)
    {
      g_autofree char *whole = run_whole (self, arguments);
      g_autofree char *said = NULL;
      guint64 last;

      n_entries += N_DECISIONS;
      g_assert_cmpuint (last_number (whole), ==, n_entries);
      said = kill_one (self, arguments);
      if (said == NULL)
        {
          n_entries += N_DECISIONS;
          continue;
        }
      n++;
      last = MAX (last_number (said), n_entries);
      n_told += last - n_entries;
      n_entries = assert_whole (self->path);
      /* The entry that was on its way when the program died may have arrived. */
      g_assert_cmpuint (n_entries, >=, last);
      g_assert_cmpuint (n_entries, <=, last + 1);
    }
  g_test_message ("killed %u, which had told of %" G_GUINT64_FORMAT " decisions", n_kills, n_told);
}

/* --- Checkpoints -------------------------------------------------------------------------------
 */

/* So that there is something to sign. */
static void
bookmark (Desk *self)
{
  g_autoptr (SkyStore) store = open_store (self->path);
  g_autoptr (GError) error = NULL;

  sky_store_add_bookmark (store, &ada, 1, 1699128903018231, "Look.", NULL, &error);
  g_assert_no_error (error);
}

/* Each kept checkpoint is one, signed by @key. Returns: the newest, as text; NULL: there is none.
 */
static char *
assert_kept (Desk *self, const SkyNoteKey *key, guint *n)
{
  g_autoptr (SkyStore) store = open_store (self->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) kept = sky_store_list_checkpoints (store, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < kept->len; i++)
    {
      const SkyKeptCheckpoint *one = kept->pdata[i];
      g_autoptr (SkyCheckpoint) checkpoint =
          sky_checkpoint_parse (one->note, strlen (one->note), &error);

      g_assert_no_error (error);
      sky_checkpoint_check (checkpoint, key, &error);
      g_assert_no_error (error);
      g_assert_cmpint (one->number, ==, i + 1);
      g_assert_cmpuint (checkpoint->size, ==, (guint64) one->size);
    }
  *n = kept->len;
  return kept->len > 0 ? sky_kept_checkpoint_to_text (kept->pdata[kept->len - 1]) : NULL;
}

static void
test_checkpoint (Desk *self, gconstpointer data)
{
  g_autofree char *key_option = option_of (self, "key", "ledger.key");
  g_autofree char *vkey = take (sky_cli_run ("ledger", "init", key_option, NULL));
  g_autofree char *log = g_strdup_printf ("--log=%s", g_strchomp (vkey));
  g_autofree char *seen = path_of (self, "seen");
  g_autofree char *since = option_of (self, "since", "seen");
  g_autoptr (SkyNoteKey) key = sky_note_key_parse (vkey, NULL);
  const char *const arguments[] = { sky_cli_program, "ledger",   "checkpoint",
                                    self->store,     key_option, NULL };
  guint n_kept = 0, n_made = 0, n_told = 0;

  g_assert_nonnull (key);
  for (guint n = 0; n < n_kills;)
    {
      g_autofree char *said = NULL;
      g_autofree char *newest = NULL;
      g_autofree char *whole = NULL;
      guint n_before;

      bookmark (self);
      whole = run_whole (self, arguments);
      g_free (assert_kept (self, key, &n_before));
      g_assert_cmpuint (n_before, ==, n_kept + 1);
      g_assert_true (g_file_set_contents (seen, whole, -1, NULL));
      bookmark (self);
      said = kill_one (self, arguments);
      newest = assert_kept (self, key, &n_kept);
      if (said == NULL)
        continue;
      n++;
      /* It is kept whole or not at all; what was said of it, if it was cut off, is kept. */
      g_assert_cmpuint (n_kept, >=, n_before);
      g_assert_cmpuint (n_kept, <=, n_before + 1);
      n_made += n_kept - n_before;
      if (*said != '\0')
        {
          g_assert_cmpuint (n_kept, ==, n_before + 1);
          g_assert_true (g_str_has_prefix (newest, said));
          n_told++;
        }
      assert_whole (self->path);
      g_free (take (sky_cli_run ("ledger", "verify", self->store, since, log, NULL)));
    }
  g_test_message ("killed %u, of which %u had kept their checkpoint and %u said it", n_kills,
                  n_made, n_told);
}

/* --- Packages ----------------------------------------------------------------------------------
 */

/* How many entries of the folder are hidden, and how many are not. */
static guint
count (const char *folder, gboolean hidden)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    n += (*name == '.') == hidden;
  return n;
}

/* The folders in which an export works: there is one when it was killed in it. */
static guint
count_workplaces (void)
{
  g_autoptr (GDir) dir = g_dir_open (g_get_tmp_dir (), 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_prefix (name, "skyward-export-");
  return n;
}

static void
assert_verifies (const char *package)
{
  g_auto (SkyCliRun) run = sky_cli_run ("verify", package, NULL);

  /* All of it holds, and nobody vouches for the signer. */
  if (run.status != 3)
    g_error ("%s%s", run.out, run.err);
}

typedef struct
{
  char *key;
  char *passphrase;
  char *ledger_key;
  char *folder; /* for packages alone */
} Office;

static void
office_clear (Office *self)
{
  g_free (self->key);
  g_free (self->passphrase);
  g_free (self->ledger_key);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Office, office_clear)

/* Somebody who exports, and a case, which is exported once. */
static void
open_office (Desk *self, Office *office)
{
  g_autofree char *passphrase = path_of (self, "passphrase");
  g_autofree char *package = path_of (self, "first.zip");
  g_autofree char *finding = NULL;

  g_assert_true (g_file_set_contents_full (passphrase, "correct horse battery\n", -1,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  office->key = option_of (self, "key", "PA-1.pem");
  office->passphrase = option_of (self, "passphrase-file", "passphrase");
  office->ledger_key = option_of (self, "ledger-key", "ledger.key");
  office->folder = path_of (self, "packages");
  g_assert_cmpint (g_mkdir (office->folder, 0700), ==, 0);
  {
    g_autoptr (SkyStore) store = open_store (self->path);
    g_autoptr (GPtrArray) findings = list_findings (store);

    finding =
        g_strdup_printf ("--finding=%s", ((const SkyStoredFinding *) findings->pdata[0])->key);
  }
  g_free (take (sky_cli_run ("people", "add", "PA-1", "Ada Quinn", "--role=investigator",
                             self->store, office->key, office->passphrase, NULL)));
  g_free (take (sky_cli_run ("export", "--as=PA-1", self->store, office->key, office->passphrase,
                             office->ledger_key, "--title=Chips", finding, package, NULL)));
  assert_verifies (package);
}

/* The same export, left alone, after the one that was killed: it says what that left, and removes
 * it. */
static void
export_again (Desk *self, const char *const *arguments, guint n_left)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_newv (
      arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_autofree char *said = NULL;
  g_autofree char *complaint = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &said, &complaint, &error);
  g_assert_no_error (error);
  if (g_subprocess_get_exit_status (process) != 0)
    g_error ("%s%s", said, complaint);
  g_assert_true ((strstr (complaint, "removed the remains of interrupted exports: 1") != NULL)
                 == (n_left > 0));
}

static void
test_export (Desk *self, gconstpointer data)
{
  g_auto (Office) office = { 0 };
  g_autofree char *package = NULL;
  guint n_left = 0, n_published = 0, n_told = 0;

  open_office (self, &office);
  package = g_build_filename (office.folder, "case.zip", NULL);
  const char *const arguments[] = {
    sky_cli_program,   "export",   "--as=PA-1",       self->store, office.key,
    office.passphrase, "--case=1", office.ledger_key, package,     NULL
  };

  for (guint n = 0; n < n_kills;)
    {
      g_autofree char *whole = run_whole (self, arguments);
      g_autofree char *said = NULL;
      guint n_workplaces;
      gboolean there;

      g_assert_cmpint (g_unlink (package), ==, 0);
      said = kill_one (self, arguments);
      there = g_file_test (package, G_FILE_TEST_EXISTS);
      if (said != NULL)
        {
          n++;
          /* There is no half package, and none that was said to be written is missing. */
          if (*said != '\0')
            g_assert_true (there);
          n_told += *said != '\0';
          n_published += there;
          n_workplaces = count_workplaces ();
          g_assert_cmpuint (n_workplaces, <=, 1);
          g_assert_cmpuint (count (office.folder, TRUE), <=, n_workplaces);
          g_assert_cmpuint (count (office.folder, FALSE), ==, there);
          n_left += count (office.folder, TRUE);
          if (there)
            {
              assert_verifies (package);
              g_assert_cmpint (g_unlink (package), ==, 0);
            }
          export_again (self, arguments, n_workplaces);
          assert_whole (self->path);
        }
      assert_verifies (package);
      g_assert_cmpuint (count_workplaces (), ==, 0);
      g_assert_cmpuint (count (office.folder, TRUE), ==, 0);
      g_assert_cmpuint (count (office.folder, FALSE), ==, 1);
      g_assert_cmpint (g_unlink (package), ==, 0);
    }
  g_test_message ("killed %u, of which %u had written their package, %u said so, and %u left an "
                  "unfinished one, which the next removed",
                  n_kills, n_published, n_told, n_left);
}

/* --- Copies ------------------------------------------------------------------------------------
 */

/* What there is to copy besides findings. */
static void
fill (Desk *self)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 0 };
  g_autoptr (SkyStore) store = open_store (self->path);
  g_autoptr (GBytes) bytes = g_bytes_new_static (png, sizeof png);
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, NULL);
  const SkyStoredLog *log = logs->pdata[0];
  g_autoptr (GError) error = NULL;
  gint64 id;

  decide (self->path, FALSE);
  sky_store_open_case (store, &ada, "Chips", &id, &error);
  g_assert_no_error (error);
  sky_store_add_still (store, &ada, id,
                       &(SkyCaseStill){ .camera = (char *) "CR-01-A",
                                        .property = log->property,
                                        .table = log->table,
                                        .game = log->game,
                                        .gaming_day = log->gaming_day,
                                        .at = log->start },
                       bytes, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* What of a store another must have too. Returns: a new string; an empty store has zeros. */
static char *
sum_up (const char *path)
{
  g_autoptr (SkyStore) store = open_store (path);
  const SkyFindingFilter all = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);
  g_autoptr (GPtrArray) cases = NULL;
  SkyLedgerMark head = { 0 };
  SkyFindingCounts counts;

  g_assert_no_error (error);
  cases = sky_store_list_cases (store, &error);
  g_assert_no_error (error);
  g_assert_true (sky_store_count_findings (store, &all, &counts, &error));
  g_assert_true (sky_store_get_ledger_head (store, &head, &error));
  return g_strdup_printf ("logs %u, findings %" G_GUINT64_FORMAT
                          ", cases %u, entries %" G_GINT64_FORMAT " %s",
                          logs->len, (guint64) counts.total, cases->len, head.number, head.digest);
}

static void
test_copy (Desk *self, gconstpointer data)
{
  g_autofree char *folder = path_of (self, "copy");
  g_autofree char *target = g_build_filename (folder, "copy.db", NULL);
  const char *const arguments[] = { sky_cli_program, "store", "copy", self->path, target, NULL };
  g_autofree char *wanted = NULL;
  guint n_whole = 0, n_told = 0;

  fill (self);
  wanted = sum_up (self->path);
  for (guint n = 0; n < n_kills;)
    {
      g_autofree char *whole = NULL;
      g_autofree char *said = NULL;
      g_autofree char *found = NULL;

      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
      whole = run_whole (self, arguments);
      remove_tree (folder);
      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
      said = kill_one (self, arguments);
      if (said != NULL)
        {
          g_auto (SkyCliRun) again = sky_cli_run ("store", "copy", self->path, target, NULL);
          gboolean refused =
              again.status == 1 && strstr (again.err, "something is in it already") != NULL;

          n++;
          /* The next one copies it, or finds it whole. */
          g_assert_true (again.status == 0 || refused);
          if (strstr (said, ": as it is in ") != NULL)
            {
              g_assert_true (refused);
              n_told++;
            }
          n_whole += refused;
        }
      found = sum_up (target);
      g_assert_cmpstr (found, ==, wanted);
      assert_whole (target);
      remove_tree (folder);
    }
  g_test_message ("killed %u, of which %u had copied all and %u said so", n_kills, n_whole, n_told);
}

/* -----------------------------------------------------------------------------------------------
 */

static char top[] = "/tmp/skyward-killed-XXXXXX";

static void
clean (void)
{
  remove_tree (top);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--decide") == 0)
    {
      decide (argv[2], TRUE);
      return 0;
    }
  /* Before GLib asks where temporary files go: what is left there is counted. */
  g_assert_nonnull (mkdtemp (top));
  g_setenv ("TMPDIR", top, TRUE);
  atexit (clean);
  g_test_init (&argc, &argv, NULL);
  own_program = argv[0];
  sky_cli_program = argv[1];
  if (argc > 2)
    n_kills = (guint) g_ascii_strtoull (argv[2], NULL, 10);

#define ADD(path, test) g_test_add ("/killed/" path, Desk, NULL, set_up, test, tear_down)
  ADD ("decide", test_decide);
  ADD ("checkpoint", test_checkpoint);
  ADD ("export", test_export);
  ADD ("copy", test_copy);
  return g_test_run ();
}
