/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "private-postgres.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct
{
  GPid watcher; /* 0: not started */
  pid_t owner;  /* this program, and not what it forked */
  int orders;   /* the watcher's input */
  FILE *told;   /* its output */
  char *folder;
  guint n_databases;
} server;

/* Returns: the watcher's next line, without the LF. */
static char *
hear (void)
{
  char line[PATH_MAX + 2];

  if (fgets (line, sizeof line, server.told) == NULL)
    g_error ("The private PostgreSQL server ended; what it said stands above");
  line[strcspn (line, "\n")] = '\0';
  return g_strdup (line);
}

/* Ends the watcher, and with it the server, and waits until nothing is left. */
static void
end (void)
{
  int status;

  if (server.watcher == 0 || server.owner != getpid ())
    return;
  close (server.orders);
  waitpid (server.watcher, &status, 0);
  fclose (server.told);
  g_free (server.folder);
  memset (&server, 0, sizeof server);
}

static void
ensure (void)
{
  g_autofree char *script = NULL;
  g_autofree char *template = NULL;
  g_autoptr (GError) error = NULL;
  int output = -1;

  if (server.watcher != 0)
    return;
  script = g_test_build_filename (G_TEST_DIST, "store", "private-postgres.py", NULL);
  template = g_test_build_filename (G_TEST_BUILT, "store", "postgres-template", NULL);
  const char *arguments[] = { "python3", "-B", script, template, NULL };

  /* What this program starts later must not hold the watcher's input open. */
  g_spawn_async_with_pipes (NULL, (char **) arguments, NULL,
                            G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES,
                            NULL, NULL, &server.watcher, &server.orders, &output, NULL, &error);
  g_assert_no_error (error);
  server.owner = getpid ();
  server.told = fdopen (output, "r");
  g_assert_nonnull (server.told);
  atexit (end);
  server.folder = hear ();
}

/* Returns: the watcher's answer, a new string. */
static char *
give_order (const char *what)
{
  g_autofree char *line = g_strconcat (what, "\n", NULL);

  ensure ();
  g_assert_cmpint (write (server.orders, line, strlen (line)), ==, (gssize) strlen (line));
  return hear ();
}

static void
order (const char *what)
{
  g_autofree char *answer = give_order (what);

  g_assert_cmpstr (answer, ==, g_str_equal (what, "stop") ? "stopped" : server.folder);
}

void
private_postgres_kill (void)
{
  order ("kill");
}

void
private_postgres_crash (void)
{
  order ("crash");
}

void
private_postgres_stop (void)
{
  order ("stop");
}

void
private_postgres_start (void)
{
  order ("start");
}

char *
private_postgres_replicate (const char *uri)
{
  g_autofree char *folder = give_order ("replicate");
  const char *name = uri + strlen ("postgresql://skyward@/");

  return g_strdup_printf ("postgresql://skyward@/%.*s?host=%s,%s&target_session_attrs=read-write",
                          (int) strcspn (name, "?"), name, server.folder, folder);
}

void
private_postgres_promote (void)
{
  g_autofree char *answer = give_order ("promote");

  g_assert_cmpstr (answer, ==, "promoted");
}

const char *
private_postgres_get_folder (void)
{
  ensure ();
  return server.folder;
}

static char *
make_uri (const char *database)
{
  return g_strdup_printf ("postgresql://skyward@/%s?host=%s", database, server.folder);
}

char *
private_postgres_run (const char *uri, const char *sql)
{
  PGconn *connection = PQconnectdb (uri);
  GString *text = g_string_new (NULL);
  PGresult *result;

  if (PQstatus (connection) != CONNECTION_OK)
    g_error ("%s: %s", uri, PQerrorMessage (connection));
  result = PQexec (connection, sql);
  if (PQresultStatus (result) != PGRES_COMMAND_OK && PQresultStatus (result) != PGRES_TUPLES_OK)
    g_error ("%s: %s", sql, PQresultErrorMessage (result));
  for (int row = 0; row < PQntuples (result); row++)
    for (int column = 0; column < PQnfields (result); column++)
      g_string_append_printf (text, "%s%c", PQgetvalue (result, row, column),
                              column + 1 < PQnfields (result) ? '|' : '\n');
  PQclear (result);
  PQfinish (connection);
  return g_string_free (text, FALSE);
}

static char *
make_database (const char *template)
{
  g_autofree char *postgres = NULL;
  g_autofree char *name = NULL;
  g_autofree char *sql = NULL;
  g_autofree char *none = NULL;

  ensure ();
  name = g_strdup_printf ("test%u", ++server.n_databases);
  postgres = make_uri ("postgres");
  sql = g_strdup_printf ("CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy", name, template);
  none = private_postgres_run (postgres, sql);
  return make_uri (name);
}

char *
private_postgres_new_database (void)
{
  return make_database ("template0");
}

char *
private_postgres_copy_database (const char *uri)
{
  const char *name = uri + strlen ("postgresql://skyward@/");
  g_autofree char *template = g_strndup (name, strcspn (name, "?"));

  return make_database (template);
}
