/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fleet of auditors at one store: what comes out is what one auditor writes into a file, to the
 * byte, however many work, and whoever of them dies when. A number as the last argument says how
 * often the workers and the server are killed. */
#include "config.h"

#include "private-postgres.h"
#include "sky-cli-fixture.h"

#include <glib/gstdio.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <utime.h>

#define N_KILLS         12
#define KILLS_A_ROUND   3
#define N_KILLED_AT     3
#define PATIENCE        (120 * G_TIME_SPAN_SECOND)
#define LAST_KILL_AFTER 400 /* milliseconds */

static guint n_kills = N_KILLS;

typedef struct
{
  SkyCliFixture cli;
  char *root;
  char *day;    /* a folder below it, without cameras */
  char *filmed; /* another, with some */
  char *store;  /* the option that names the fleet's */
  char *uri;
} Fleet;

static void
simulate (const char *folder, const char *rounds, const char *tables, const char *seed)
{
  g_autofree char *rounds_option = g_strconcat ("--rounds=", rounds, NULL);
  g_autofree char *tables_option = g_strconcat ("--tables=", tables, NULL);
  g_autofree char *seed_option = g_strconcat ("--seed=", seed, NULL);
  g_auto (SkyCliRun) run = sky_cli_run ("simulate", "--game=craps", "--faults=200", seed_option,
                                        rounds_option, tables_option, folder, NULL);

  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
}

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* A new, empty store for the fleet. */
static void
renew_store (Fleet *self)
{
  g_free (self->uri);
  g_free (self->store);
  self->uri = private_postgres_new_database ();
  self->store = g_strconcat ("--store=", self->uri, NULL);
}

static void
set_up (Fleet *self, gconstpointer data)
{
  g_autofree char *year = NULL;

  sky_cli_set_up (&self->cli, data);
  self->root = g_build_filename (self->cli.folder, "root", NULL);
  year = g_build_filename (self->root, "2023", NULL);
  self->day = g_build_filename (self->root, "day", NULL);
  self->filmed = g_build_filename (year, "filmed", NULL);
  g_assert_cmpint (g_mkdir_with_parents (year, 0777), ==, 0);
  renew_store (self);
}

static void
tear_down (Fleet *self, gconstpointer data)
{
  sky_cli_tear_down (&self->cli, data);
  g_free (self->root);
  g_free (self->day);
  g_free (self->filmed);
  g_free (self->store);
  g_free (self->uri);
}

static char *
find_log (const char *folder, const char *table)
{
  return g_strdup_printf ("%s/%s-2023-11-04.tel.jsonl", folder, table);
}

/* What an auditor alone finds; @store: and keeps, or kept before. */
static char *
audit (Fleet *self, const char *store)
{
  g_auto (SkyCliRun) run =
      sky_cli_run ("audit", "--format=jsonl", self->day, self->filmed, store, NULL);

  g_assert_cmpint (run.status, ==, 0);
  return g_steal_pointer (&run.out);
}

static void
assert_says (Fleet *self, const char *sql, const char *wanted)
{
  g_autofree char *said = private_postgres_run (self->uri, sql);

  g_strchomp (said);
  g_assert_cmpstr (said, ==, wanted);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *p = text; (p = strchr (p, '\n')) != NULL; p++)
    n++;
  return n;
}

/* The store of the fleet has what @wanted says, each once, and nothing is left to do. */
static void
assert_found (Fleet *self, const char *wanted)
{
  g_autofree char *found = NULL;
  g_autofree char *n = g_strdup_printf ("%u", count_lines (wanted));
  g_autofree char *written = private_postgres_run (self->uri, "SELECT stamp FROM skyward.store");

  assert_says (self, "SELECT count (*) FROM skyward.work", "0");
  assert_says (self, "SELECT count (*) FROM skyward.findings", n);
  assert_says (self, "SELECT coalesce (sum (n_findings), 0) FROM skyward.logs", n);
  assert_says (self, "SELECT coalesce (sum (n), 0) FROM skyward.totals", n);
  assert_says (self,
               "SELECT count (*) FROM skyward.logs l WHERE l.n_rounds !="
               " (SELECT sum (r.n) FROM skyward.round_blocks r WHERE r.id >> 24 = l.id)",
               "0");
  found = audit (self, self->store);
  g_assert_cmpstr (found, ==, wanted);
  /* That was read, and nothing was audited for it. */
  g_strchomp (written);
  assert_says (self, "SELECT stamp FROM skyward.store", written);
}

static void
assert_worked (Fleet *self, int status, const char *says, const char *complains)
{
  g_auto (SkyCliRun) run = sky_cli_run ("work", self->store, self->root, NULL);

  if (!g_str_has_prefix (run.out, says))
    g_error ("It did: %s", run.out);
  if (strstr (run.err, complains) == NULL || (*complains == '\0') != (*run.err == '\0'))
    g_error ("It said: %s", run.err);
  g_assert_cmpint (run.status, ==, status);
}

static void
make_archives (Fleet *self, const char *rounds, const char *tables)
{
  static const char footage[] =
      "{\"cameras\":[{\"camera\":\"A\",\"table\":\"CR-51\",\"kind\":\"stationary\","
      "\"covers\":[\"end_left\"],\"clock_offset_ms\":0,\"segments\":["
      "{\"file\":\"a.mkv\",\"start\":\"2023-11-04T00:00:00Z\",\"end\":\"2023-11-05T00:00:00Z\"}]}]"
      "}";
  const char *name;
  g_autoptr (GDir) folder = NULL;

  simulate (self->day, rounds, tables, "5");
  simulate (self->filmed, rounds, "2", "6");
  put (self->filmed, "footage.json", footage);
  /* Other tables than those of the other folder. */
  folder = g_dir_open (self->filmed, 0, NULL);
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_prefix (name, "CR-0"))
      {
        g_autofree char *path = g_build_filename (self->filmed, name, NULL);
        g_autofree char *text = NULL;
        char *table;

        g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
        table = strstr (text, "\"CR-0");
        g_assert_nonnull (table);
        table[4] = '5';
        g_assert_true (g_file_set_contents (path, text, -1, NULL));
      }
}

static void
test_usage (Fleet *self, gconstpointer data)
{
  g_auto (SkyCliRun) no_store = sky_cli_run ("work", self->root, NULL);
  g_auto (SkyCliRun) file = sky_cli_run ("work", "--store=skyward.db", self->root, NULL);
  g_auto (SkyCliRun) no_root = sky_cli_run ("work", self->store, NULL);
  g_auto (SkyCliRun) two = sky_cli_run ("work", self->store, self->root, self->root, NULL);
  g_auto (SkyCliRun) jobs = sky_cli_run ("work", self->store, "--jobs=0", self->root, NULL);
  g_auto (SkyCliRun) gone = sky_cli_run ("work", self->store, self->day, NULL);
  g_auto (SkyCliRun) nobody =
      sky_cli_run ("work", "--store=postgresql://ada:secret@/x?host=/nowhere", self->root, NULL);

  g_assert_cmpint (no_store.status, ==, 2);
  g_assert_cmpint (file.status, ==, 2);
  sky_cli_assert_said (&file, 2, "postgresql://", "--help");
  g_assert_cmpint (no_root.status, ==, 2);
  g_assert_cmpint (two.status, ==, 2);
  g_assert_cmpint (jobs.status, ==, 2);
  g_assert_cmpint (gone.status, ==, 1);
  sky_cli_assert_said (&gone, 1, self->day, "skyward-cli: ");
  g_assert_cmpint (nobody.status, ==, 1);
  sky_cli_assert_said (&nobody, 1, "/nowhere", "skyward-cli: ");
  g_assert_null (strstr (nobody.err, "secret"));
}

/* As many workers as come, each a program of its own. */
static void
test_same (Fleet *self, gconstpointer data)
{
  static const guint fleets[] = { 1, 2, 8 };
  g_autofree char *file = g_strconcat ("--store=", self->cli.folder, "/skyward.db", NULL);
  g_autofree char *alone = NULL;
  g_autofree char *kept = NULL;

  make_archives (self, "40", "20");
  alone = audit (self, NULL);
  kept = audit (self, file);
  g_assert_cmpuint (count_lines (alone), >, 100);
  g_assert_cmpstr (kept, ==, alone);
  for (guint i = 0; i < G_N_ELEMENTS (fleets); i++)
    {
      GSubprocess *workers[8];

      if (i > 0)
        renew_store (self);
      for (guint k = 0; k < fleets[i]; k++)
        workers[k] = sky_cli_start ("work", self->store, "--jobs=1", self->root, NULL);
      for (guint k = 0; k < fleets[i]; k++)
        {
          g_assert_true (g_subprocess_wait (workers[k], NULL, NULL));
          g_assert_cmpint (g_subprocess_get_exit_status (workers[k]), ==, 0);
          g_object_unref (workers[k]);
        }
      assert_found (self, alone);
      assert_says (self, "SELECT count (*) FROM skyward.logs", "22");
    }
}

static void
append (const char *path, const char *text)
{
  FILE *file = fopen (path, "a");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (text, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* What is known is not audited again, what changed is, and what cannot be read is tried again once
 * it is another. */
static void
test_again (Fleet *self, gconstpointer data)
{
  g_autofree char *first = find_log (self->day, "CR-01");
  g_autofree char *second = find_log (self->day, "CR-02");
  g_autofree char *bad = find_log (self->day, "CR-99");
  g_autofree char *all = NULL;
  g_autofree char *grown = NULL;

  make_archives (self, "20", "3");
  assert_worked (self, 0, "Logs: 5, known: 0, rounds: 100, ", "");
  all = audit (self, NULL);
  assert_found (self, all);
  assert_worked (self, 0, "Logs: 0, known: 0, rounds: 0, ", "");

  /* Touched: read, and known. */
  g_assert_cmpint (g_utime (first, &(struct utimbuf){ 1000000000, 1000000000 }), ==, 0);
  assert_worked (self, 0, "Logs: 1, known: 1, rounds: 0, ", "");
  assert_worked (self, 0, "Logs: 0, known: 0, rounds: 0, ", "");
  assert_found (self, all);

  append (second, "no event\n");
  assert_worked (self, 0, "Logs: 1, known: 0, rounds: 20, ", "");
  grown = audit (self, NULL);
  g_assert_cmpstr (grown, !=, all);
  assert_found (self, grown);

  /* Both tables of the filmed folder are judged anew, for what else goes into their audit. */
  put (self->filmed, "staff.json", "{\"staff\":[]}");
  {
    g_auto (SkyCliRun) run = sky_cli_run ("work", self->store, self->filmed, NULL);

    g_assert_cmpint (run.status, ==, 0);
    g_assert_true (g_str_has_prefix (run.out, "Logs: 2, known: 0, rounds: 40, "));
  }

  put (self->day, "CR-99-2023-11-04.tel.jsonl", "not a log\n");
  assert_worked (self, 1, "Logs: 0, known: 0, rounds: 0, ", "CR-99");
  assert_says (self, "SELECT count (*) FROM skyward.work WHERE failure IS NOT NULL", "1");
  assert_worked (self, 1, "Logs: 0, known: 0, rounds: 0, ", "CR-99");
  append (bad, "still none\n");
  assert_worked (self, 1, "Logs: 0, known: 0, rounds: 0, ", "CR-99");
  g_assert_cmpint (g_remove (bad), ==, 0);
  assert_worked (self, 0, "Logs: 0, known: 0, rounds: 0, ", "");

  /* One that can be in no queue is passed over, and the status says so too. */
  put (self->day, "CR-98\xff.tel.jsonl", "not a log\n");
  assert_worked (self, 1, "Logs: 0, known: 0, rounds: 0, ", "name is not UTF-8");
}

/* Waits until the database answers @sql with @wanted. */
static void
await (Fleet *self, const char *sql, const char *wanted)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;

  while (g_get_monotonic_time () < deadline)
    {
      g_autofree char *said = private_postgres_run (self->uri, sql);

      g_strchomp (said);
      if (g_str_equal (said, wanted))
        return;
      g_usleep (20000);
    }
  g_error ("“%s” does not become %s", sql, wanted);
}

/* A role that is admitted as a worker may do what a worker does. */
static void
test_role (Fleet *self, gconstpointer data)
{
  g_autofree char *made = private_postgres_run (self->uri, "CREATE ROLE night LOGIN");
  g_auto (SkyCliRun) grant =
      sky_cli_run ("store", "grant", "night", "--as=worker", self->store, NULL);
  g_autofree char *owner = g_steal_pointer (&self->store);
  g_autofree char *bad = g_build_filename (self->day, "CR-99-2023-11-04.tel.jsonl", NULL);
  g_autofree char *all = NULL;

  g_assert_cmpstr (grant.err, ==, "");
  g_assert_cmpint (grant.status, ==, 0);
  make_archives (self, "20", "3");
  self->store = g_strconcat ("--store=postgresql://night", strchr (self->uri, '@'), NULL);
  assert_worked (self, 0, "Logs: 5, known: 0, rounds: 100, ", "");
  put (self->day, "CR-99-2023-11-04.tel.jsonl", "not a log\n");
  assert_worked (self, 1, "Logs: 0, known: 0, rounds: 0, ", "CR-99");
  g_assert_cmpint (g_remove (bad), ==, 0);
  g_free (self->store);
  self->store = g_steal_pointer (&owner);
  all = audit (self, NULL);
  assert_says (self, "DELETE FROM skyward.work", "");
  assert_found (self, all);
  {
    g_auto (SkyCliRun) revoke = sky_cli_run ("store", "revoke", "night", self->store, NULL);
    g_auto (SkyCliRun) again = sky_cli_run ("store", "revoke", "night", self->store, NULL);

    g_assert_cmpstr (revoke.err, ==, "");
    g_assert_cmpint (revoke.status, ==, 0);
    g_assert_cmpint (again.status, ==, 1);
    assert_says (self, "DROP OWNED BY night; DROP ROLE night", "");
  }
}

/* Of a worker that is asked to stop nothing is left but what it did. */
static void
test_interrupt (Fleet *self, gconstpointer data)
{
  g_autoptr (GSubprocess) worker = NULL;
  g_autofree char *all = NULL;

  make_archives (self, "400", "12");
  worker = sky_cli_start ("work", self->store, "--jobs=2", self->root, NULL);
  await (self, "SELECT to_regclass ('skyward.work') IS NOT NULL", "t");
  /* It listens to signals by the time it fills the queue. */
  await (self,
         "SELECT (SELECT count (*) FROM skyward.work) + (SELECT count (*) FROM skyward.logs) > 0",
         "t");
  g_subprocess_send_signal (worker, SIGINT);
  g_assert_true (g_subprocess_wait (worker, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (worker));

  {
    g_auto (SkyCliRun) run = sky_cli_run ("work", self->store, self->root, NULL);

    g_assert_cmpint (run.status, ==, 0);
  }
  all = audit (self, NULL);
  assert_found (self, all);
}

/* One that waits audits what comes, and outlives the server. */
static void
test_wait (Fleet *self, gconstpointer data)
{
  g_autofree char *first = find_log (self->day, "CR-01");
  g_autofree char *more = g_build_filename (self->root, "more", NULL);
  g_autofree char *size = NULL;
  GStatBuf status;
  g_autoptr (GSubprocess) worker = NULL;

  simulate (self->day, "10", "2", "5");
  assert_worked (self, 0, "Logs: 2, known: 0, rounds: 20, ", "");
  worker = sky_cli_start ("work", self->store, "--wait", "--jobs=2", self->root, NULL);
  append (first, "no event\n");
  simulate (more, "10", "3", "9");
  await (self,
         "SELECT count (*) FROM skyward.logs l JOIN skyward.archives a ON a.id = l.archive"
         " WHERE a.path LIKE '%more'",
         "3");
  /* A server that was gone for a moment. */
  private_postgres_kill ();
  append (first, "no event either\n");
  g_assert_cmpint (g_stat (first, &status), ==, 0);
  size = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) status.st_size);
  await (self,
         "SELECT l.size FROM skyward.logs l JOIN skyward.archives a ON a.id = l.archive"
         " WHERE a.path LIKE '%day' AND l.name LIKE 'CR-01%'",
         size);
  g_subprocess_send_signal (worker, SIGTERM);
  g_assert_true (g_subprocess_wait (worker, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (worker));
  g_assert_cmpint (g_subprocess_get_exit_status (worker), ==, 0);
}

/* One that waits writes no more when another program has raised the store's version. */
static void
test_raised (Fleet *self, gconstpointer data)
{
  g_autofree char *more = g_build_filename (self->root, "more", NULL);
  g_autofree char *raised = NULL;
  g_autofree char *lowered = NULL;
  g_autoptr (GSubprocess) worker = NULL;

  simulate (self->day, "10", "2", "5");
  assert_worked (self, 0, "Logs: 2, known: 0, rounds: 20, ", "");
  worker = sky_cli_start ("work", self->store, "--wait", "--jobs=2", self->root, NULL);
  await (self, "SELECT least (count (*), 1) FROM pg_stat_activity WHERE state = 'idle'", "1");
  raised = private_postgres_run (self->uri, "UPDATE skyward.store SET version = version + 1");
  simulate (more, "10", "3", "9");
  g_assert_true (g_subprocess_wait (worker, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (worker));
  g_assert_cmpint (g_subprocess_get_exit_status (worker), ==, 1);
  await (self, "SELECT count (*) FROM skyward.logs", "2");
  assert_worked (self, 1, "", "use a newer Skyward");
  lowered = private_postgres_run (self->uri, "UPDATE skyward.store SET version = version - 1");
  assert_worked (self, 0, "Logs: 3, known: 0, ", "");
}

/* Nor does it end as if something had failed, when the server was gone just before. */
static void
test_end (Fleet *self, gconstpointer data)
{
  g_autoptr (GSubprocess) worker = NULL;

  simulate (self->day, "10", "2", "5");
  worker = sky_cli_start ("work", self->store, "--wait", self->root, NULL);
  await (self,
         "SELECT CASE WHEN to_regclass ('skyward.logs') IS NULL THEN 0 ELSE"
         " (xpath ('/row/n/text()', query_to_xml ('SELECT count (*) AS n FROM skyward.logs',"
         " false, true, '')))[1]::text::integer END",
         "2");
  private_postgres_kill ();
  g_subprocess_send_signal (worker, SIGTERM);
  g_assert_true (g_subprocess_wait (worker, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (worker));
  g_assert_cmpint (g_subprocess_get_exit_status (worker), ==, 0);
}

/* Workers die at any instant, and so does the server; others go on, and each log is there once. */
static void
test_kills (Fleet *self, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20231104);
  g_autofree char *all = NULL;
  guint n_at_work = 0, n_servers = 0;

  make_archives (self, "1000", "20");
  all = audit (self, NULL);
  for (guint i = 0; i < n_kills; i++)
    {
      g_autoptr (GSubprocess) doomed =
          sky_cli_start ("work", self->store, "--jobs=2", self->root, NULL);
      g_autoptr (GSubprocess) other =
          sky_cli_start ("work", self->store, "--jobs=1", self->root, NULL);

      g_usleep (g_rand_int_range (random, 0, LAST_KILL_AFTER) * 1000);
      if (i % N_KILLED_AT == N_KILLED_AT - 1)
        {
          private_postgres_kill ();
          n_servers++;
        }
      g_subprocess_send_signal (doomed, SIGKILL);
      g_assert_true (g_subprocess_wait (doomed, NULL, NULL));
      n_at_work += g_subprocess_get_if_signaled (doomed);
      /* The other one goes on, also when the server was gone meanwhile, unless it was about to open
       * the store just then. Whoever comes next does what is left. */
      if (i % KILLS_A_ROUND == KILLS_A_ROUND - 1 || i + 1 == n_kills)
        {
          g_assert_true (g_subprocess_wait (other, NULL, NULL));
          assert_worked (self, 0, "", "");
          assert_found (self, all);
          renew_store (self);
        }
      else
        {
          g_subprocess_send_signal (other, SIGKILL);
          g_assert_true (g_subprocess_wait (other, NULL, NULL));
          n_at_work += g_subprocess_get_if_signaled (other);
        }
    }
  g_test_message ("%u workers were killed at work, the server %u times", n_at_work, n_servers);
  g_assert_cmpuint (n_at_work, >, n_kills / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, >=, 2);
  sky_cli_program = argv[1];
  if (argc > 2)
    n_kills = (guint) g_ascii_strtoull (argv[2], NULL, 10);

#define ADD(path, test) g_test_add ("/work/" path, Fleet, NULL, set_up, test, tear_down)
  ADD ("usage", test_usage);
  ADD ("same", test_same);
  ADD ("again", test_again);
  ADD ("role", test_role);
  ADD ("interrupt", test_interrupt);
  ADD ("wait", test_wait);
  ADD ("raised", test_raised);
  ADD ("end", test_end);
  ADD ("kills", test_kills);
  return g_test_run ();
}
