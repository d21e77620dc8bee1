/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive that grows while it is open: findings arrive by themselves, the day that is shown
 * grows with its log, and what must be confirmed is told to the desktop as soon as its line is
 * written. */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "fixture.h"
#include "sky-application.h"
#include "sky-audit-job.h"
#include "sky-phrase.h"
#include "sky-stored-log.h"
#include "sky-window-private.h"

/* A round with a field bet paid too little. */
static const char *const more_lines[] = {
  "{\"seq\":29,\"at\":\"2016-09-03T20:02:00Z\",\"type\":\"round_start\",\"round\":4}",
  "{\"seq\":30,\"at\":\"2016-09-03T20:02:01Z\",\"type\":\"wager\",\"wager\":\"w9\",\"seat\":1,"
  "\"bet\":\"field\",\"amount\":500}",
  "{\"seq\":31,\"at\":\"2016-09-03T20:02:10Z\",\"type\":\"throw\"}",
  "{\"seq\":32,\"at\":\"2016-09-03T20:02:11Z\",\"type\":\"result\",\"dice\":[1,1],"
  "\"observed\":[]}",
  "{\"seq\":33,\"at\":\"2016-09-03T20:02:12Z\",\"type\":\"call\",\"total\":2,"
  "\"role\":\"stickperson\"}",
  "{\"seq\":34,\"at\":\"2016-09-03T20:02:13Z\",\"type\":\"settle\",\"wager\":\"w9\","
  "\"outcome\":\"win\",\"paid\":500,\"taken\":0,\"returned\":500}",
  "{\"seq\":35,\"at\":\"2016-09-03T20:02:15Z\",\"type\":\"round_end\",\"round\":4}",
};

/* Takes the last line off the fixture's log. */
static void
leave_open (Fixture *fixture)
{
  g_autofree char *path = fixture_log_path (fixture);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  char *last = g_strrstr (text, "{\"seq\":29");
  g_assert_nonnull (last);
  *last = '\0';
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
append (Fixture *fixture, const char *text)
{
  g_autofree char *path = fixture_log_path (fixture);
  FILE *file = g_fopen (path, "ab");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (text, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* Rounds in which nobody bets, so many that they fill the second block of the store. */
#define N_QUIET          600
#define LINES_OF_QUIET   5
#define ROUND_THEREAFTER "604"

static void
append_quiet (Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < N_QUIET; i++)
    {
      guint seq = 29 + LINES_OF_QUIET * i, round = 4 + i, minutes = 2 + i / 4;
      g_autofree char *at =
          g_strdup_printf ("2016-09-03T%u:%02u:%02uZ", 20 + minutes / 60, minutes % 60, i % 4 * 15);

      g_string_append_printf (
          text,
          "{\"seq\":%u,\"at\":\"%s\",\"type\":\"round_start\",\"round\":%u}\n"
          "{\"seq\":%u,\"at\":\"%s\",\"type\":\"throw\"}\n"
          "{\"seq\":%u,\"at\":\"%s\",\"type\":\"result\",\"dice\":[1,1],\"observed\":[]}\n"
          "{\"seq\":%u,\"at\":\"%s\",\"type\":\"call\",\"total\":2,\"role\":\"stickperson\"}\n"
          "{\"seq\":%u,\"at\":\"%s\",\"type\":\"round_end\",\"round\":%u}\n",
          seq, at, round, seq + 1, at, seq + 2, at, seq + 3, at, seq + 4, at, round);
    }
  append (fixture, text->str);
}

/* A line of the round of before, which comes after the quiet ones. Returns: a new string. */
static char *
put_thereafter (const char *line)
{
  GString *text = g_string_new (NULL);
  guint64 seq = g_ascii_strtoull (line + strlen ("{\"seq\":"), NULL, 10);

  g_string_printf (text, "{\"seq\":%" G_GUINT64_FORMAT "%s", seq + LINES_OF_QUIET * N_QUIET,
                   strchr (line, ','));
  g_string_replace (text, "T20:", "T23:", 0);
  g_string_replace (text, "\"round\":4", "\"round\":" ROUND_THEREAFTER, 0);
  return g_string_free (text, FALSE);
}

typedef struct
{
  SkySession *session;
  guint64 n;
} Wanted;

static gboolean
has_variances (gpointer data)
{
  const Wanted *wanted = data;

  return sky_inbox_get_count (sky_session_get_inbox (wanted->session),
                              (SkyListing) SKY_QUEUE_VARIANCE, NULL)
             == wanted->n
         && fixture_is_settled (wanted->session);
}

static gboolean
has_round_4 (gpointer session)
{
  return sky_table_day_find_round (sky_day_view_get_day (sky_session_get_day_view (session)), 4)
             != NULL
         && sky_table_day_find_round (sky_day_view_get_day (sky_session_get_day_view (session)), 4)
                ->complete
         && fixture_is_settled (session);
}

static void
count_news (SkySession *session, const SkyNews *news, guint *n)
{
  if (strcmp (news->check, "settle.payout") != 0)
    return;
  g_assert_cmpstr (news->table, ==, "CR-01");
  g_assert_nonnull (news->explanation);
  (*n)++;
}

static void
test_findings (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  leave_open (fixture);
  SkySession *session = fixture_open_session (fixture);
  Wanted wanted = { session, 2 };
  guint n_news = 0;

  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE, NULL),
      ==, 1);
  g_assert_false (sky_intake_is_following (sky_session_get_intake (session)));
  sky_intake_set_follow (sky_session_get_intake (session), TRUE);
  g_assert_true (sky_intake_is_following (sky_session_get_intake (session)));
  g_signal_connect (sky_session_get_intake (session), "news", G_CALLBACK (count_news), &n_news);
  const char *check = sky_selection_get_finding (sky_session_get_selection (session))->check;
  g_autofree char *looked_at = g_strdup (check);
  guint64 coverage =
      sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_COVERAGE, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (more_lines); i++)
    {
      append (fixture, more_lines[i]);
      append (fixture, "\n");
    }
  fixture_wait (has_variances, &wanted);
  fixture_wait (has_round_4, session);
  g_assert_cmpuint (n_news, ==, 1);
  /* Nobody was taken away from what they look at, and the cameras' findings stay. */
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->check, ==,
                   looked_at);
  g_assert_cmpuint (
      sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_COVERAGE, NULL),
      ==, coverage);
  g_assert_false (
      sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (session))));

  sky_intake_set_follow (sky_session_get_intake (session), FALSE);
  g_assert_false (sky_intake_is_following (sky_session_get_intake (session)));
  fixture_finalize (session);
}

/* --- The store -------------------------------------------------------------------------------- */

#define NO_SUCH_TIME 77

/* Writes an end that is not so over that of the second block of rounds: whoever puts it into the
 * store anew puts it right. */
static void
mark_rounds (Fixture *fixture)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (fixture->store, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 60000);
  g_assert_cmpint (
      sqlite3_exec (
          db, "UPDATE round_blocks SET end_at = " G_STRINGIFY (NO_SUCH_TIME) " WHERE id % 256 = 1",
          NULL, NULL, NULL),
      ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_changes (db), ==, 1);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static gboolean
is_marked (const char *path)
{
  sqlite3_stmt *statement;
  gboolean marked;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 60000);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT end_at FROM round_blocks WHERE id % 256 = 1", -1,
                                       &statement, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  marked = sqlite3_column_int64 (statement, 0) == NO_SUCH_TIME;
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  return marked;
}

/* How many logs the store has. */
static guint
count_logs (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  return logs->len;
}

/* How many events the store has of the log that came first. */
static guint64
read_events (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, >, 0);
  const SkyStoredLog *log = logs->pdata[0];
  for (guint i = 1; log->number > 1 && i < logs->len; i++)
    log = logs->pdata[i];
  g_assert_cmpuint (log->number, ==, 1);
  g_autoptr (GBytes) state = NULL;
  sky_store_read_state (store, log->id, &state, &error);
  g_assert_no_error (error);

  /* The next audit has where to go on from. */
  g_assert_nonnull (state);
  return log->n_events;
}

typedef struct
{
  Fixture *fixture;
  guint64 n;
} Events;

static gboolean
has_events (gpointer data)
{
  const Events *events = data;

  return read_events (events->fixture->store) == events->n;
}

static void
fail_cb (gpointer object, const char *problem, gpointer data)
{
  g_error ("%s", problem);
}

static gboolean
is_finished (gpointer job)
{
  return sky_audit_job_get_finished (job);
}

static guint
audit (Fixture *fixture, const char *store)
{
  const char *paths[] = { fixture->archive, NULL };
  g_autoptr (SkyAuditJob) job = sky_audit_job_start (paths, store);

  g_signal_connect (job, "problem", G_CALLBACK (fail_cb), NULL);
  fixture_wait (is_finished, job);
  return sky_audit_job_get_n_audited (job);
}

/* Audit, following and audit again go on from one another's states: rounds that the store has are
 * not put into it again, and what is found is what an audit of the whole finds. */
static void
test_goes_on (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  const char *paths[] = { fixture->archive, NULL };
  g_autofree char *anew = g_build_filename (fixture->folder, "anew.db", NULL);
  const guint n_before = 28 + LINES_OF_QUIET * N_QUIET;
  Events events = { fixture, n_before + 3 };
  char *lines[G_N_ELEMENTS (more_lines) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (more_lines); i++)
    lines[i] = put_thereafter (more_lines[i]);
  leave_open (fixture);
  append_quiet (fixture);
  g_assert_cmpuint (audit (fixture, fixture->store), ==, 1);
  g_assert_cmpuint (read_events (fixture->store), ==, n_before);
  g_assert_false (is_marked (fixture->store));
  mark_rounds (fixture);

  SkyFollower *follower = sky_follower_start (paths, fixture->store);
  g_signal_connect (follower, "problem", G_CALLBACK (fail_cb), NULL);
  /* Within a round and within a line, then to the round's end. */
  for (guint i = 0; i < 3; i++)
    {
      append (fixture, lines[i]);
      append (fixture, i == 2 ? "\n{\"seq\":" : "\n");
    }
  fixture_wait (has_events, &events);
  append (fixture, lines[3] + strlen ("{\"seq\":"));
  append (fixture, "\n");
  for (guint i = 4; i < G_N_ELEMENTS (more_lines); i++)
    {
      append (fixture, lines[i]);
      append (fixture, "\n");
    }
  events.n = n_before + 7;
  fixture_wait (has_events, &events);
  g_assert_true (is_marked (fixture->store));
  sky_follower_stop (follower);
  g_object_unref (follower);

  g_assert_cmpuint (audit (fixture, fixture->store), ==, 1);
  g_assert_cmpuint (read_events (fixture->store), ==, n_before + 7);
  g_assert_true (is_marked (fixture->store));
  g_assert_cmpuint (audit (fixture, anew), ==, 1);
  g_autofree char *found = fixture_dump_findings (fixture->store);
  g_autofree char *expected = fixture_dump_findings (anew);
  g_assert_cmpstr (found, ==, expected);
  for (char **line = lines; *line != NULL; line++)
    g_free (*line);
}

static void
count_found (SkyFollower *follower, const SkyNews *news, guint *n)
{
  (*n)++;
}

static void
count_told_replaced (SkyFollower *follower, const SkyNews *news, guint *n)
{
  if (strcmp (news->check, "log.replaced") != 0)
    return;
  g_assert_cmpint (news->queue, ==, SKY_QUEUE_INTEGRITY);
  g_assert_cmpstr (news->table, ==, "CR-01");
  g_autofree char *explanation = sky_phrase_english (news->explanation);
  g_assert_nonnull (strstr (explanation, "which came first"));
  (*n)++;
}

static void
count_stored (SkyFollower *follower, const char *archive, const char *name, guint *n)
{
  (*n)++;
}

static gboolean
is_not_zero (gpointer n)
{
  return *(const guint *) n > 0;
}

static gboolean
has_two_logs (gpointer fixture)
{
  return count_logs (((Fixture *) fixture)->store) == 2;
}

/* The store has @kept of the log that came first, with @n_events, and of the one beside it that it
 * came, and nothing else. */
static void
check_replaced (Fixture *fixture, const char *kept, guint64 n_events)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) judged = g_string_new (NULL);
  g_autofree char *all = fixture_dump_findings (fixture->store);
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1);
  guint n_replaced = 0;

  for (char **line = lines; *line != NULL; line++)
    {
      if (strstr (*line, "\"check\":\"log.replaced\"") != NULL)
        n_replaced++;
      else if (**line != '\0')
        g_string_append_printf (judged, "%s\n", *line);
    }
  g_assert_cmpstr (judged->str, ==, kept);
  g_assert_cmpuint (n_replaced, ==, 1);

  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) logs =
      sky_store_list_logs_of_day (store, "Test", "CR-01", sky_day_from_ymd (2016, 9, 3), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, ==, 2);
  const SkyStoredLog *first = logs->pdata[0];
  const SkyStoredLog *second = logs->pdata[1];
  g_assert_cmpuint (first->number, ==, 1);
  g_assert_cmpuint (first->n_events, ==, n_events);
  g_assert_cmpuint (second->number, ==, 2);
  g_assert_cmpuint (second->n_findings, ==, 1);
  g_assert_cmpuint (second->n_rounds, ==, 0);
  g_autoptr (GBytes) state = NULL;
  sky_store_read_state (store, first->id, &state, &error);
  g_assert_no_error (error);
  g_assert_nonnull (state);
}

/* A file that was put in the log's place and goes on from it is followed from there on, however
 * soon after another; one that does not is another log beside it. */
static void
test_replaced (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  const char *paths[] = { fixture->archive, NULL };
  g_autofree char *anew = g_build_filename (fixture->folder, "anew.db", NULL);
  g_autofree char *path = fixture_log_path (fixture);
  g_autofree char *shorter = NULL;
  g_autofree char *longer = NULL;
  Events events = { fixture, 29 };
  guint n_found = 0;
  guint n_replaced = 0;
  guint n_stored = 0;

  leave_open (fixture);
  g_assert_cmpuint (audit (fixture, fixture->store), ==, 1);
  g_autoptr (SkyFollower) follower = sky_follower_start (paths, fixture->store);
  g_signal_connect (follower, "problem", G_CALLBACK (fail_cb), NULL);
  g_signal_connect (follower, "found", G_CALLBACK (count_found), &n_found);
  fixture_append (fixture, more_lines[0]);
  fixture_wait (has_events, &events);
  g_assert_true (g_file_get_contents (path, &shorter, NULL, NULL));
  for (guint i = 1; i < G_N_ELEMENTS (more_lines); i++)
    fixture_append (fixture, more_lines[i]);
  events.n = 35;
  fixture_wait (has_events, &events);
  /* What is found in the round is told once. */
  g_assert_cmpuint (n_found, ==, 2);
  g_autofree char *followed = fixture_dump_findings (fixture->store);
  g_assert_true (g_file_get_contents (path, &longer, NULL, NULL));

  /* One that has less, and a settlement spoilt, does not go on from it: the log stays as it was,
   * and that another came is found and told. What is wrong in that is not judged. */
  g_autoptr (GString) other = g_string_new (shorter);
  g_assert_cmpuint (g_string_replace (other, "\"paid\":1000,\"taken\":0,\"returned\":1000",
                                      "\"paid\":1500,\"taken\":0,\"returned\":1000", 1),
                    ==, 1);
  g_assert_true (g_file_set_contents (path, other->str, -1, NULL));
  g_signal_connect (follower, "log-stored", G_CALLBACK (count_stored), &n_stored);
  g_signal_connect (follower, "found", G_CALLBACK (count_told_replaced), &n_replaced);
  fixture_wait (has_two_logs, fixture);
  /* That it was stored is told after all that was found in it. */
  fixture_wait (is_not_zero, &n_stored);
  g_assert_cmpuint (n_found, ==, 3);
  g_assert_cmpuint (n_replaced, ==, 1);
  check_replaced (fixture, followed, 35);
  /* It goes on: that is stored, and told no more. */
  n_stored = 0;
  append (fixture,
          "{\"seq\":36,\"at\":\"2016-09-03T20:03:00Z\",\"type\":\"note\",\"text\":\"\"}\n");
  fixture_wait (is_not_zero, &n_stored);
  g_assert_cmpuint (n_found, ==, 3);
  check_replaced (fixture, followed, 35);

  /* Put back, and gone on with, it is the log that came first, and is followed as before. */
  g_assert_true (g_file_set_contents (path, longer, -1, NULL));
  fixture_append (fixture, "{\"seq\":36,\"at\":\"2016-09-03T20:03:00Z\",\"type\":\"nonsense\"}");
  events.n = 36;
  fixture_wait (has_events, &events);
  g_assert_cmpuint (n_found, ==, 4);
  g_assert_cmpuint (n_replaced, ==, 1);
  sky_follower_stop (follower);

  /* An audit finds in it what it finds in it anew. */
  g_assert_cmpuint (audit (fixture, fixture->store), ==, 1);
  g_assert_cmpuint (audit (fixture, anew), ==, 1);
  g_assert_cmpuint (count_logs (anew), ==, 1);
  g_autofree char *expected = fixture_dump_findings (anew);
  check_replaced (fixture, expected, 36);
}

static void
count_problem (SkyFollower *follower, const char *problem, guint *n)
{
  g_assert_nonnull (strstr (problem, "version"));
  (*n)++;
}

/* What cannot be followed is told once, and what comes in its place is followed again. */
static void
test_not_to_be_followed (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  const char *paths[] = { fixture->archive, NULL };
  g_autofree char *path = fixture_log_path (fixture);
  g_autofree char *text = NULL;
  Events events = { fixture, 29 };
  guint n_problems = 0;

  leave_open (fixture);
  g_assert_cmpuint (audit (fixture, fixture->store), ==, 1);
  g_autoptr (SkyFollower) follower = sky_follower_start (paths, fixture->store);
  g_signal_connect (follower, "problem", G_CALLBACK (count_problem), &n_problems);
  fixture_append (fixture, more_lines[0]);
  fixture_wait (has_events, &events);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_autoptr (GString) other = g_string_new (text);
  g_assert_cmpuint (g_string_replace (other, "\"version\":1", "\"version\":9", 1), ==, 1);
  g_assert_true (g_file_set_contents (path, other->str, -1, NULL));
  fixture_wait (is_not_zero, &n_problems);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  fixture_append (fixture, more_lines[1]);
  events.n = 30;
  fixture_wait (has_events, &events);
  g_assert_cmpuint (n_problems, ==, 1);
  sky_follower_stop (follower);
}

static gboolean
is_another (gpointer session)
{
  return sky_day_files_get_another (sky_day_view_get_files (sky_session_get_day_view (session)))
         && fixture_is_settled (session);
}

static gboolean
is_as_before (gpointer session)
{
  return !sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (session)))
         && fixture_is_settled (session);
}

static void
count_news_replaced (SkySession *session, const SkyNews *news, guint *n)
{
  *n += strcmp (news->check, "log.replaced") == 0;
}

/* Whoever looks at a log is told when another lies in its place, though that is longer and logs are
 * followed; and of what goes on from it nothing is said. */
static void
test_another_on_disk (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *path = fixture_log_path (fixture);
  g_autofree char *text = NULL;
  guint n_news = 0;

  leave_open (fixture);
  SkySession *session = fixture_open_session (fixture);
  sky_intake_set_follow (sky_session_get_intake (session), TRUE);
  g_signal_connect (sky_session_get_intake (session), "news", G_CALLBACK (count_news_replaced),
                    &n_news);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_autoptr (GString) other = g_string_new (text);
  g_assert_cmpuint (g_string_replace (other, "\"paid\":1000,\"taken\":0,\"returned\":1000",
                                      "\"paid\":1500,\"taken\":0,\"returned\":1000", 1),
                    ==, 1);
  g_string_append_printf (other, "%s\n", more_lines[0]);
  g_assert_true (g_file_set_contents (path, other->str, -1, NULL));
  fixture_wait (has_two_logs, fixture);
  fixture_wait (is_not_zero, &n_news);
  sky_day_view_go_to (sky_session_get_day_view (session),
                      sky_day_view_get_position (sky_session_get_day_view (session)));
  fixture_wait (is_another, session);
  g_assert_true (
      sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (session))));
  g_assert_cmpuint (n_news, ==, 1);

  g_autofree char *longer = g_strconcat (text, more_lines[0], "\n", NULL);
  g_assert_true (g_file_set_contents (path, longer, -1, NULL));
  sky_day_view_go_to (sky_session_get_day_view (session),
                      sky_day_view_get_position (sky_session_get_day_view (session)));
  fixture_wait (is_as_before, session);
  g_assert_false (
      sky_day_files_get_another (sky_day_view_get_files (sky_session_get_day_view (session))));
  fixture_finalize (session);
}

/* --- The desktop ------------------------------------------------------------------------------ */

static const char notifications_xml[] =
    "<node><interface name='org.freedesktop.Notifications'>"
    "<method name='Notify'>"
    "<arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>"
    "<arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>"
    "<arg type='u' direction='out'/></method>"
    "<method name='CloseNotification'><arg type='u' direction='in'/></method>"
    "<method name='GetCapabilities'><arg type='as' direction='out'/></method>"
    "</interface></node>";

/* A desktop that shows notifications: it keeps the last one, and when it came. */
typedef struct
{
  gboolean owned;
  char *title;
  char *body;
  gint64 at; /* monotonic; 0: none came */
} Desktop;

static void
method_cb (GDBusConnection *connection,
           const char *sender,
           const char *path,
           const char *interface,
           const char *method,
           GVariant *parameters,
           GDBusMethodInvocation *invocation,
           gpointer data)
{
  static const char *const capabilities[] = { "body", "actions", NULL };
  Desktop *desktop = data;

  if (strcmp (method, "GetCapabilities") == 0)
    {
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(^as)", capabilities));
      return;
    }
  if (strcmp (method, "Notify") == 0)
    {
      g_free (desktop->title);
      g_free (desktop->body);
      g_variant_get_child (parameters, 3, "s", &desktop->title);
      g_variant_get_child (parameters, 4, "s", &desktop->body);
      desktop->at = g_get_monotonic_time ();
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", 1));
      return;
    }
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
owned_cb (GDBusConnection *connection, const char *name, gpointer data)
{
  ((Desktop *) data)->owned = TRUE;
}

static gboolean
is_owned (gpointer data)
{
  return ((Desktop *) data)->owned;
}

static gboolean
was_told (gpointer data)
{
  return ((Desktop *) data)->at != 0;
}

/* Replaces the fixture's log by the first @n lines of @lines. */
static void
write_lines (Fixture *fixture, char **lines, guint n)
{
  g_autofree char *path = fixture_log_path (fixture);
  g_autofree char *footage = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\n", lines[i]);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_remove (footage);
}

static guint
find_line (char **lines, const char *what)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (strstr (lines[i], what) != NULL)
        return i;
    }
  g_error ("no line with %s", what);
}

static gboolean
is_shown (gpointer session)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (sky_session_get_selection (session));

  return finding != NULL && finding->queue == SKY_QUEUE_CONFIRMATION
         && fixture_is_settled (session);
}

/* The fourth point of a Fire Bet: the moment its line is in the log, surveillance is to know. */
static void
test_notification (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *golden =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "fire-bet-b-4-points.tel.jsonl", NULL);
  g_autofree char *text = NULL;
  g_file_get_contents (golden, &text, NULL, &error);
  g_assert_no_error (error);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  /* The throw makes the point; that it stands is known when its round ends. */
  guint last = find_line (lines, "\"seq\":77,");

  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (notifications_xml, &error);
  g_assert_no_error (error);
  const GDBusInterfaceVTable vtable = { .method_call = method_cb };
  Desktop desktop = { 0 };
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  guint object = g_dbus_connection_register_object (
      bus, "/org/freedesktop/Notifications", node->interfaces[0], &vtable, &desktop, NULL, &error);
  g_assert_no_error (error);
  guint name =
      g_bus_own_name_on_connection (bus, "org.freedesktop.Notifications",
                                    G_BUS_NAME_OWNER_FLAGS_NONE, owned_cb, NULL, &desktop, NULL);
  fixture_wait (is_owned, &desktop);

  g_autoptr (Fixture) fixture = fixture_new ();
  write_lines (fixture, lines, last);
  SkySession *session = fixture_open_session (fixture);
  SkyApplication *application = sky_application_new ();
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  SkyWindow *window = sky_window_new (GTK_APPLICATION (application), session);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (fixture_is_settled, session);
  g_assert_true (sky_intake_is_following (sky_session_get_intake (session)));
  g_assert_cmpuint (sky_inbox_get_count (sky_session_get_inbox (session),
                                         (SkyListing) SKY_QUEUE_CONFIRMATION, NULL),
                    ==, 0);

  /* It is told before it can be stored. */
  sqlite3 *locked;
  g_assert_cmpint (sqlite3_open (fixture->store, &locked), ==, SQLITE_OK);
  sqlite3_busy_timeout (locked, 60000);
  g_assert_cmpint (sqlite3_exec (locked, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  gint64 written = g_get_monotonic_time ();
  append (fixture, lines[last]);
  append (fixture, "\n");
  fixture_wait (was_told, &desktop);
  g_test_message ("told after %d ms", (int) ((desktop.at - written) / 1000));
  g_assert_nonnull (strstr (desktop.title, "CR-01"));
  g_assert_nonnull (strstr (desktop.body, "Fire Bet"));

  /* Clicked, it leads to the finding, as soon as that is in the store. */
  g_autofree char *key =
      sky_finding_key ("Golden", "CR-01", 19665, "craps", "fire_bet.confirm", 71, NULL, 0, 1);
  fixture_wait (fixture_is_settled, session);
  g_action_group_activate_action (G_ACTION_GROUP (application), "show-finding",
                                  g_variant_new_string (key));
  fixture_wait (fixture_is_settled, session);
  g_assert_false (is_shown (session));
  g_assert_cmpint (sqlite3_close (locked), ==, SQLITE_OK);
  fixture_wait (is_shown, session);
  g_assert_cmpstr (sky_selection_get_finding (sky_session_get_selection (session))->key, ==, key);

  gtk_window_destroy (GTK_WINDOW (window));
  fixture_finalize (session);
  g_bus_unown_name (name);
  g_dbus_connection_unregister_object (bus, object);
  g_free (desktop.title);
  g_free (desktop.body);
  g_object_unref (application);
}

/* A bus of its own for the whole program: nobody else's desktop is told, and none need be there. A
 * watcher ends it with the program; whoever looks for leaks then must still find it here. */
static GTestDBus *volatile test_bus;

int
main (int argc, char **argv)
{
  /* The bus takes the display away, lest its services show something. */
  g_autofree char *display = g_strdup (g_getenv ("DISPLAY"));

  test_bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (test_bus);
  if (display != NULL)
    g_setenv ("DISPLAY", display, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/follow/findings", test_findings);
  g_test_add_func ("/follow/goes-on", test_goes_on);
  g_test_add_func ("/follow/replaced", test_replaced);
  g_test_add_func ("/follow/not-to-be-followed", test_not_to_be_followed);
  g_test_add_func ("/follow/another-on-disk", test_another_on_disk);
  g_test_add_func ("/follow/notification", test_notification);
  return fixture_run_tests ();
}
