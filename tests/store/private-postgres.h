/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A PostgreSQL server of this test program's own (private-postgres.py), started when it is first
 * asked for a database and gone with the program, however that ends. Where PostgreSQL is not
 * installed the test fails and says what to install. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A database that nobody else has, with nothing in it; what it orders by is English, not bytes.
 * Returns: its URI, a new string. */
char *private_postgres_new_database (void) G_GNUC_WARN_UNUSED_RESULT;

/* The same as a copy of the database @uri, to which nobody may be connected. */
char *private_postgres_copy_database (const char *uri) G_GNUC_WARN_UNUSED_RESULT;

/* Kills the server and all that serves in it, as a power cut would, and starts it again. */
void private_postgres_kill (void);

/* Crashes the server, of which those whom it serves are told, and starts it again. */
void private_postgres_crash (void);

/* Stops it in good order, and starts it again. */
void private_postgres_stop (void);
void private_postgres_start (void);

/* Starts a second server that has all that the first one has by then and later. Returns: a URI of
 * the database @uri on whichever of the two takes changes, a new string. Once in a program. */
char *private_postgres_replicate (const char *uri) G_GNUC_WARN_UNUSED_RESULT;

/* Kills the first server for good; the second one takes its place. */
void private_postgres_promote (void);

/* Runs @sql in the database @uri; the test fails when that does not work. Returns: the rows, a line
 * each, with | between the columns; a new string. */
char *private_postgres_run (const char *uri, const char *sql);

/* The server's folder for its socket. Borrowed. */
const char *private_postgres_get_folder (void);

G_END_DECLS
