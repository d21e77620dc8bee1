/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives of every game are audited and followed into a store while their logs grow. Whatever
 * happens in between, to the log, to staff and footage, to what the store kept, the store must come
 * to say what a new one says of the same archive, byte for byte.
 *
 * test-grown-store [COUNT [SEED]] */
#include "config.h"

#include "../closed-table.h"

#include "sky-audit-follow.h"
#include "sky-audit-run.h"
#include "sky-finding-query.h"
#include "sky-review.h"
#include "sky-simulate.h"
#include "sky-store-audit.h"
#include "sky-stored-log.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#define GROWTHS 8
#define LOOKS   3

static guint count = 2; /* archives of each game */
static guint32 seed = 58;

/* What happens before the log is looked at again. */
typedef enum
{
  CHANGE_NOTHING, /* but that it grew */
  CHANGE_FOOTAGE,
  CHANGE_REVIEW,  /* somebody decides a finding */
  CHANGE_STAFF,   /* from here on all must be audited anew */
  CHANGE_DAMAGE,  /* a byte of the state in the store is another */
  CHANGE_CUT,     /* the state in the store is cut off */
  CHANGE_FOREIGN, /* it is of another log */
  N_CHANGES,
} Change;

/* An archive, and what it was made of. */
typedef struct
{
  char *folder;
  char *archive;
  char *log;
  char *text;
  gsize size;
  char *kept; /* the store that is kept */
  char *new;  /* the one that is not */
} Day;

static void
day_begin (Day *self, SkyGameId game, guint64 number, guint faults)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = NULL;
  SkySimulateOptions options = {
    .game = game,
    .rounds = number % 4 == 0 ? 600 : 40, /* of several blocks, and of one */
    .seed = number,
    .tables = 1,
    .faults = faults,
    .start = SKY_TIME_NONE,
  };

  self->folder = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  self->archive = g_build_filename (self->folder, "archive", NULL);
  self->kept = g_build_filename (self->folder, "kept.db", NULL);
  self->new = g_build_filename (self->folder, "new.db", NULL);
  g_assert_true (sky_simulate (&options, self->archive, &error));
  g_assert_no_error (error);
  archive = sky_archive_open (self->archive, &error);
  g_assert_no_error (error);
  self->log = g_strdup (archive->logs[0]);
  g_assert_true (g_file_get_contents (self->log, &self->text, &self->size, NULL));
}

static void
remove_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
remove_store (const char *path)
{
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *shm = g_strconcat (path, "-shm", NULL);

  g_remove (path);
  g_remove (wal);
  g_remove (shm);
}

static void
day_end (Day *self)
{
  remove_files (self->archive);
  remove_files (self->folder);
  g_free (self->folder);
  g_free (self->archive);
  g_free (self->log);
  g_free (self->text);
  g_free (self->kept);
  g_free (self->new);
}

/* --- Auditing --------------------------------------------------------------------------------- */

typedef struct
{
  SkyStore *store;
  SkyKnownLogs *known;
  char *inputs;
  guint n_known;
  guint n_states;
  guint n_resumed;
  guint n_whole;
} Keeper;

static gboolean
is_known (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  return sky_known_logs_find (((Keeper *) user_data)->known, log) != 0;
}

static GBytes *
get_earlier (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  return sky_known_logs_get_state (((Keeper *) user_data)->known, log);
}

static void
judged (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Keeper *keeper = user_data;
  g_autoptr (GError) error = NULL;

  if (audit == NULL)
    {
      keeper->n_known++;
      return;
    }
  if (audit->resumed != NULL)
    keeper->n_resumed++;
  else
    keeper->n_whole++;
  keeper->n_states += audit->state != NULL;
  sky_store_write_audit (keeper->store, archive, keeper->inputs, audit, "test", NULL, &error);
  g_assert_no_error (error);
}

static Keeper
audit (const Day *day, const char *store)
{
  const char *const paths[] = { day->archive, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
  const SkyArchive *archive = sky_audit_run_get_archives (run)->pdata[0];
  Keeper keeper = { 0 };

  keeper.store = sky_store_open (store, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  keeper.inputs = sky_store_audit_inputs (archive);
  keeper.known = sky_known_logs_new (keeper.store, archive, keeper.inputs, "test", &error);
  g_assert_no_error (error);
  sky_audit_run_set_known (run, is_known, &keeper);
  sky_audit_run_set_earlier (run, get_earlier, &keeper);
  sky_audit_run_set_judged (run, judged, &keeper);
  g_assert_true (sky_audit_run (run, 1, &error));
  sky_known_logs_free (keeper.known);
  sky_store_free (keeper.store);
  g_free (keeper.inputs);
  return keeper;
}

/* As the console does: the log grows from @before bytes of @text to @size, and what came is put
 * into the store at each look; of cameras nothing is said. */
static void
follow (const Day *day, const char *text, gsize before, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (day->archive, &error);
  g_autoptr (SkyStore) store = sky_store_open (day->kept, SKY_STORE_READ_WRITE, &error);
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (GBytes) state = NULL;
  g_autoptr (SkyAuditFollow) self = NULL;
  g_autoptr (GPtrArray) logs = NULL;

  g_assert_no_error (error);
  logs = sky_store_list_logs (store, day->archive, &error);
  g_assert_no_error (error);
  sky_store_read_state (store, ((const SkyStoredLog *) logs->pdata[0])->id, &state, &error);
  g_assert_no_error (error);
  log = sky_log_open (day->log, &error);
  g_assert_no_error (error);
  self = sky_audit_follow_new (log, archive->staff, state, &error);
  g_assert_no_error (error);

  for (guint i = 1; i <= LOOKS; i++)
    {
      gsize end = before + (size - before) * i / LOOKS;
      gsize start = before + (size - before) * (i - 1) / LOOKS;
      FILE *file = g_fopen (day->log, "ab");
      const SkyLogAudit *made;

      g_assert_cmpuint (fwrite (text + start, 1, end - start, file), ==, end - start);
      g_assert_cmpint (fclose (file), ==, 0);
      sky_audit_follow_read (self);
      sky_audit_follow_save (self);
      made = sky_audit_follow_get_audit (self);
      g_assert_nonnull (made->resumed);
      g_assert_cmpint (made->state == NULL, ==, has_closed_table (text, end));
      sky_store_write_audit (store, archive, NULL, made, "test", NULL, &error);
      g_assert_no_error (error);
      sky_audit_follow_set_kept (self);
    }
}

/* --- What a store says ------------------------------------------------------------------------ */

static void
dump_rows (sqlite3 *db, const char *sql, GString *text)
{
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_string_append_printf (text, "%s\n", sql);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        g_string_append_printf (text, "%s|",
                                sqlite3_column_type (statement, i) == SQLITE_NULL
                                    ? "(null)"
                                    : (const char *) sqlite3_column_text (statement, i));
      g_string_append_c (text, '\n');
    }
  sqlite3_finalize (statement);
}

/* All but when it was audited, and the numbers that rows have in their tables. */
static char *
dump (const char *path)
{
  static const char *const queries[] = {
    "SELECT a.path, name, property, table_name, game, gaming_day, time_zone, currency, size, "
    "sha256,"
    " inputs, program, n_lines, n_events, start_at, end_at, n_rounds, n_rounds_with_findings,"
    " n_findings FROM logs l JOIN archives a ON a.id = l.archive",
    "SELECT id % 16777216, n, n_with_findings, start_at, end_at, hex (columns)"
    " FROM round_blocks ORDER BY id",
    "SELECT position, c.name, c.queue, c.severity, state, seq, at, round, wager, seat, section,"
    " reading, variance, recorded, recomputed, explanation, line, offset, ordinal "
    "FROM findings f JOIN checks c ON c.id = f.check_id ORDER BY position",
    "SELECT a.path, c.name, state, n FROM totals t JOIN checks c ON c.id = t.check_id "
    "JOIN archives a ON a.id = t.archive ORDER BY 1, 2, 3",
    "SELECT text, n FROM texts ORDER BY 1",
    "SELECT position, role, credential, name, first_seq, last_seq, start_at, end_at FROM duties",
    "SELECT position, seat, player, first_seq, last_seq FROM seatings",
    "PRAGMA integrity_check",
    "PRAGMA foreign_key_check",
  };
  GString *text = g_string_new (NULL);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    dump_rows (db, queries[i], text);
  sqlite3_close (db);
  return g_string_free (text, FALSE);
}

static void
tamper (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_changes (db), ==, 1);
  sqlite3_close (db);
}

/* --- What happens ----------------------------------------------------------------------------- */

static void
write_footage (const Day *day, guint number)
{
  g_autofree char *path = g_build_filename (day->archive, "footage.json", NULL);
  g_autofree char *table = g_path_get_basename (day->log);
  g_autofree char *text = NULL;

  *strstr (table, "-2023") = '\0';
  text = g_strdup_printf (
      "{\"cameras\":[{\"camera\":\"A\",\"table\":\"%s\",\"kind\":\"stationary\",\"covers\":"
      "[\"end_left\",\"wheel\",\"circle\",\"layout\"],\"clock_offset_ms\":0,\"segments\":["
      "{\"file\":\"a-%u.mkv\",\"start\":\"2023-11-04T20:00:00Z\",\"end\":\"2023-11-04T20:%02u:"
      "00Z\"}"
      "]}]}",
      table, number, 1 + number % 40);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
write_staff (const Day *day, guint number)
{
  g_autofree char *path = g_build_filename (day->archive, "staff.json", NULL);
  g_autofree char *text = g_strdup_printf (
      "{\"staff\":[{\"credential\":\"PA-%u\",\"name\":\"Somebody\",\"training\":[]}]}", number);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
first_finding (const char *path)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_autoptr (GPtrArray) page =
      sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 1, &error);

  g_assert_no_error (error);
  return page->len > 0 ? g_strdup (((const SkyStoredFinding *) page->pdata[0])->key) : NULL;
}

static void
decide (const char *path, const char *key)
{
  const SkyReviewer reviewer = { "PA-100001", "Ada Quinn" };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  sky_store_decide (store, &reviewer, key, SKY_LEDGER_CONFIRM, "Seen.", 0, NULL, &error);
  /* The record may have become another. */
  if (!g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND))
    g_assert_no_error (error);
}

/* A store that has had nothing of the archive but what somebody decided. */
static Keeper
audit_anew (const Day *day, const char *decided)
{
  Keeper keeper;

  remove_store (day->new);
  keeper = audit (day, day->new);
  if (decided != NULL)
    decide (day->new, decided);
  return keeper;
}

/* What lists say, which are made from more than the findings. */
static char *
dump_lists (const char *path)
{
  static const char *const words[] = { NULL, "round", "wager log", "pays" };
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);

  g_assert_no_error (error);
  g_assert_true (sky_store_check (store, &error));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
      SkyFindingCounts counts;
      g_autoptr (GPtrArray) page = NULL;

      filter.text = (char *) words[i];
      page = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_VARIANCE, TRUE, 0, 10000,
                                      &error);
      g_assert_no_error (error);
      g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
      g_string_append_printf (text, "%s: %" G_GUINT64_FORMAT "\n", words[i],
                              (guint64) counts.total);
      for (guint f = 0; f < page->len; f++)
        g_string_append_printf (text, "%s\n", ((const SkyStoredFinding *) page->pdata[f])->key);
    }
  return g_string_free (text, FALSE);
}

static void
assert_same (const Day *day)
{
  g_autofree char *kept = dump (day->kept);
  g_autofree char *new = dump (day->new);

  g_assert_cmpstr (kept, ==, new);
  {
    g_autofree char *lists = dump_lists (day->kept);
    g_autofree char *new_lists = dump_lists (day->new);

    g_assert_cmpstr (lists, ==, new_lists);
  }
}

static void
spoil_state (const Day *day, Change change, GRand *chance)
{
  g_autofree char *sql = NULL;
  gint32 place = g_rand_int_range (chance, 1, 4000);

  if (change == CHANGE_DAMAGE)
    sql = g_strdup_printf ("UPDATE audit_states SET state = CAST (substr (state, 1, %d) || CASE "
                           "substr (state, %d, 1) WHEN x'37' THEN x'38' ELSE x'37' END || "
                           "substr (state, %d) AS BLOB)",
                           place - 1, place, place + 1);
  else if (change == CHANGE_CUT)
    sql = g_strdup_printf ("UPDATE audit_states SET state = substr (state, 1, length (state) * %d"
                           " / 100)",
                           g_rand_int_range (chance, 0, 100));
  else
    sql = g_strdup ("UPDATE audit_states SET state = randomblob (5000)");
  tamper (day->kept, sql);
}

static void
live (const Day *day, GRand *chance, guint *n_resumed)
{
  g_autofree char *text = g_memdup2 (day->text, day->size);
  g_autofree char *decided = NULL;
  gsize header = (gsize) ((char *) memchr (text, '\n', day->size) - text) + 1;
  gsize size = header;

  for (guint i = 0; i <= GROWTHS; i++)
    {
      Change change = i == 0 ? CHANGE_NOTHING : (Change) g_rand_int_range (chance, 0, N_CHANGES);
      gsize before = size;
      gboolean closed, followed = FALSE;
      Keeper keeper;

      size = i == GROWTHS
                 ? day->size
                 : size + (gsize) g_rand_double_range (chance, 1, (day->size - size) / 2.0);
      if (change == CHANGE_FOOTAGE)
        write_footage (day, g_rand_int_range (chance, 0, 1000));
      else if (change == CHANGE_STAFF)
        write_staff (day, g_rand_int (chance));
      else if (change >= CHANGE_DAMAGE)
        spoil_state (day, change, chance);
      else if (change == CHANGE_REVIEW && decided == NULL)
        {
          decided = first_finding (day->kept);
          if (decided != NULL)
            decide (day->kept, decided);
        }
      if (i > 0 && change <= CHANGE_REVIEW && g_rand_boolean (chance))
        {
          follow (day, text, before, size);
          followed = TRUE;
        }
      else
        g_assert_true (g_file_set_contents (day->log, text, (gssize) size, NULL));

      keeper = audit (day, day->kept);
      /* The store has no state of a log that has closed its table. */
      closed = has_closed_table (text, size);
      g_assert_cmpuint (keeper.n_states, ==, !closed);
      audit_anew (day, decided);
      assert_same (day);
      if (i > 0 && change <= CHANGE_REVIEW)
        g_assert_cmpuint (keeper.n_resumed, ==, !(followed && closed));
      if (change >= CHANGE_DAMAGE || change == CHANGE_STAFF)
        g_assert_cmpuint (keeper.n_whole, ==, 1);
      *n_resumed += keeper.n_resumed;

      /* What is as it was is known. */
      keeper = audit (day, day->kept);
      g_assert_cmpuint (keeper.n_known, ==, 1);
      assert_same (day);
    }
}

static void
test_game (gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed + game);
  guint n_resumed = 0;

  for (guint i = 0; i < count; i++)
    {
      Day day;

      day_begin (&day, game, seed + i, i % 2 * 10);
      live (&day, chance, &n_resumed);
      day_end (&day);
    }
  g_assert_cmpuint (n_resumed, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    count = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc > 2)
    seed = (guint32) g_ascii_strtoull (argv[2], NULL, 10);
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *name = g_strconcat ("/grown-store/", sky_game_id_to_name (game), NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (game), test_game);
    }
  return g_test_run ();
}
