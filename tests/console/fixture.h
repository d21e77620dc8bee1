/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the console's tests share: a small archive of their own, a store beside it, and waiting for
 * a condition instead of a time. */
#pragma once

#include <glib.h>

#include "sky-cases-window.h"
#include "sky-session.h"
#include "sky-window.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  char *archive; /* craps table CR-01, three rounds: a field bet paid too little, a dispute of it */
  char *store;   /* not made yet */
} Fixture;

Fixture *fixture_new (void);
/* Removes the files too. */
void fixture_free (Fixture *self);

/* Where the archive's log is. Returns: a new string. */
char *fixture_log_path (Fixture *self);
/* Puts a file in the log's place that has a line more. */
void fixture_append (Fixture *self, const char *line);

/* Puts @n findings into the store, all of one round of a log that is nowhere on the disk. Every
 * fourth is an irregularity, the others are variances, rising. */
void fixture_fill_store (Fixture *self, guint n);

/* Somebody else, Otto Ther (PA-901), says it of the finding @key in another program. That is done
 * when this returns, and no session knows of it by then. */
void
fixture_say_elsewhere (Fixture *self, const char *key, SkyLedgerAction action, const char *text);

typedef gboolean (*FixtureCondition) (gpointer data);

/* Spins the main context until @condition holds; fails the test after two minutes. */
#define fixture_wait(condition, data) fixture_wait_at ((condition), (data), __FILE__, __LINE__)
void fixture_wait_at (FixtureCondition condition, gpointer data, const char *file, int line);

/* As g_test_run (); then waits for the threads of stores that were closed, for what libraries keep
 * of a thread counts as leaked when the process ends before it does. */
int fixture_run_tests (void);

/* The findings of all the logs that the store at @path has, as an audit prints them. Returns: a new
 * string, a line for each. */
char *fixture_dump_findings (const char *path);

/* For sessions: nothing is under way any more. */
gboolean fixture_is_settled (gpointer session);

/* For widgets: it is there and has its room. */
gboolean fixture_is_mapped (gpointer widget);

/* The controller of @type that the widget has. Returns: (transfer none). */
GtkEventController *fixture_find_controller (gpointer widget, GType type);

/* What the widget does with @key. */
gboolean fixture_press (gpointer widget, guint key);

/* How many wagers lie on the layout. */
guint fixture_count_lying (const SkyScene *scene);

/* The moment before a round's first settlement that has most wagers on the layout of the day that
 * is shown. Returns: the first of them; SKY_TIME_NONE: nothing is settled. */
SkyTime fixture_find_fullest (SkySession *session);

/* A session on the fixture's store with the archive opened, audited and at rest, and the first
 * finding shown. */
SkySession *fixture_open_session (Fixture *self);

/* How many rows the list of @session has. */
guint fixture_count_rows (SkySession *session);

/* The window of cases above @parent (nullable), with no case open. */
SkyCasesWindow *fixture_new_room (GtkWindow *parent, SkySession *session);

/* A window on @session, shown and at rest, and its end. Any window can be closed so. */
SkyWindow *fixture_open_window (SkySession *session);
void fixture_close_window (gpointer window);

/* For windows of the console: nothing is under way any more. */
gboolean fixture_is_window_settled (gpointer window);

/* Lets go of the last reference, waits for what is under way, and fails when something still holds
 * the object. */
void fixture_finalize (gpointer object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

G_END_DECLS
