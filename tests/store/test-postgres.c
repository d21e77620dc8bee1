/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is PostgreSQL's alone: the ledger's guards, the connection that is lost, the line in which
 * writers stand, and the way from one database to the other. */
#include "config.h"

#include "private-postgres.h"
#include "sky-case.h"
#include "sky-look.h"
#include "sky-review.h"
#include "sky-store-copy.h"
#include "sky-store-grant.h"
#include "sky-store-private.h"
#include "store-samples.h"

#include <glib/gstdio.h>
#include <string.h>

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
static const SkyReviewer ben = { "PA-100002", "Ben Stone" };

typedef struct
{
  Samples samples; /* for a store in a file, beside */
  char *uri;
  SkyStore *store;
  char *key; /* of its first finding */
} Desk;

static SkyStore *
open_store (const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyStore *store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  return store;
}

static void
set_up (Desk *self, gconstpointer unused)
{
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 20, 12, 1);

  samples_set_up (&self->samples, NULL);
  self->uri = private_postgres_new_database ();
  self->store = open_store (self->uri);
  sample_audit_write (audit, self->store);
  self->key = sample_audit_key (audit, 0);
}

/* The folder of stills beside a store in a file. */
static void
remove_stills (const char *path)
{
  g_autofree char *folder = g_strconcat (path, ".stills", NULL);
  g_autoptr (GDir) stills = g_dir_open (folder, 0, NULL);
  const char *name;

  while (stills != NULL && (name = g_dir_read_name (stills)) != NULL)
    {
      g_autofree char *still = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (still), ==, 0);
    }
  g_rmdir (folder);
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  sky_store_free (self->store);
  samples_tear_down (&self->samples, NULL);
  g_free (self->uri);
  g_free (self->key);
}

static void
run (Desk *self, const char *sql)
{
  g_free (private_postgres_run (self->uri, sql));
}

static void
assert_says (const char *uri, const char *sql, const char *wanted)
{
  g_autofree char *said = private_postgres_run (uri, sql);

  g_assert_cmpstr (said, ==, wanted);
}

static void
decide (SkyStore *store, const SkyReviewer *reviewer, const char *key, SkyLedgerAction action)
{
  g_autoptr (GError) error = NULL;

  sky_store_decide (store, reviewer, key, action, "Chips lay behind the line.", SKY_REVIEW_ANY,
                    NULL, &error);
  g_assert_no_error (error);
}

static void
assert_fails (SkyStore *store, const char *sql, SkyStoreError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_store_run (store, sql, &error));
  g_assert_error (error, SKY_STORE_ERROR, (gint) code);
}

/* The kinds of the faults of the ledger, a letter each. */
static char *
find_faults (SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) faults = sky_store_ledger_verify (store, NULL, &error);
  GString *kinds = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < faults->len; i++)
    g_string_append_printf (kinds, "%d:%" G_GINT64_FORMAT " ",
                            (int) ((const SkyLedgerFault *) faults->pdata[i])->kind,
                            ((const SkyLedgerFault *) faults->pdata[i])->number);
  return g_string_free (kinds, FALSE);
}

static void
assert_faults (SkyStore *store, const char *wanted)
{
  g_autofree char *found = find_faults (store);

  g_assert_cmpstr (found, ==, wanted);
}

static void
test_tell (void)
{
  static const char *const told[][2] = {
    { "/var/lib/skyward.db", "/var/lib/skyward.db" },
    { "postgresql://ada:secret@host/db", "postgresql://ada@host/db" },
    { "postgres://ada:s:e%40c@a,b:5433/db?target_session_attrs=read-write",
      "postgres://ada@a,b:5433/db?target_session_attrs=read-write" },
    { "postgresql:///db?host=/tmp&password=secret&user=ada",
      "postgresql:///db?host=/tmp&user=ada" },
    { "postgresql://host?password=secret", "postgresql://host" },
    { "postgresql://host?p%61ssword=secret&user=ada", "postgresql://host?user=ada" },
    { "postgresql://ada:sec?ret@host/db?user=a", "postgresql://ada@host/db?user=a" },
    { "postgresql://ada:sec/ret@host/db?user=a", "postgresql://ada@host/db?user=a" },
    { "postgresql://[::1]:5432/db", "postgresql://[::1]:5432/db" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      g_autofree char *text = sky_store_dup_display_name (told[i][0]);

      g_assert_cmpstr (text, ==, told[i][1]);
    }
  g_assert_false (sky_store_is_uri ("postgresql"));
  g_assert_true (sky_store_is_uri ("postgres://"));
}

/* What is wrong with an address is said without the password in it. */
static void
test_misspelt (void)
{
  static const char *const misspelt[] = {
    "postgresql://ada:secret%zz@host/db",
    "postgresql://ada:secret@[::1]x/db",
    "postgresql://host/db?user=ada&password=secret=1",
    "postgresql://host/db?nothing=1&password=secret",
    "postgresql://ada:secret@host/db",
    "postgresql://ada%zz@host/db",
    "password=secret host=x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (misspelt); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (sky_store_open (misspelt[i], SKY_STORE_READ_ONLY, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_OPEN);
      if (strstr (error->message, "secret") != NULL)
        g_error ("%s", error->message);
    }
}

/* A log is where its gaming day is, and has its table in its number. */
static void
test_numbers (Desk *self, gconstpointer unused)
{
  g_autoptr (SampleAudit) again = sample_audit_new (1, 0, 20, 12, 1);
  g_autoptr (SampleAudit) later = sample_audit_new (1, 40, 20, 12, 1);
  gint64 id = sample_audit_write (again, self->store);
  gint64 next = sample_audit_write (later, self->store);

  g_assert_cmpint (id >> 22, ==, again->log.gaming_day + 32768);
  g_assert_cmpint (next >> 22, ==, later->log.gaming_day + 32768);
  g_assert_cmpint (id & ((1 << 22) - 1), ==, next & ((1 << 22) - 1));
  assert_says (self->uri,
               "SELECT tableoid::regclass, count(*) FROM skyward.findings GROUP BY 1 ORDER BY 1",
               "findings_2023_11|12\nfindings_2023_12|12\n");
  assert_says (self->uri, "SELECT count(*) FROM skyward.finding_blocks_2023_12", "1\n");

  /* What lies too far away for its number is refused, and nothing of it stays. */
  later->log.gaming_day = 200000;
  g_autoptr (GError) error = NULL;
  g_assert_false (sky_store_write_log (
      self->store, &later->log, (const SkyStoredRound *) later->rounds->data, later->rounds->len,
      (const SkyStoredFinding *) later->findings->data, later->findings->len, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
  assert_says (self->uri, "SELECT count(*) FROM skyward.logs", "2\n");
}

static void
test_guards (Desk *self, gconstpointer unused)
{
  static const char *const refused[] = {
    "UPDATE ledger SET text = 'Nothing was there.'",
    "DELETE FROM ledger",
    "TRUNCATE ledger",
    "UPDATE ledger_head SET number = 0",
    "DELETE FROM ledger_head",
    "TRUNCATE ledger_head",
    "INSERT INTO ledger_head VALUES (2, 0, '')",
    "INSERT INTO ledger SELECT number + 7, at, credential, name, action, finding, target, text,"
    " data, digest, digest, signature FROM ledger",
    "INSERT INTO ledger SELECT number + 1, at, credential, name, action, finding, target, text,"
    " data, previous, digest, signature FROM ledger",
  };

  decide (self->store, &ada, self->key, SKY_LEDGER_CONFIRM);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    assert_fails (self->store, refused[i], SKY_STORE_ERROR_REFUSED);
  assert_faults (self->store, "");

  run (self, "ALTER TABLE skyward.ledger DISABLE TRIGGER ledger_refuses_update");
  assert_faults (self->store, "4:0 ");
  run (self, "ALTER TABLE skyward.ledger ENABLE TRIGGER ledger_refuses_update");
  assert_faults (self->store, "");
  run (self, "CREATE OR REPLACE FUNCTION skyward.ledger_move () RETURNS trigger LANGUAGE plpgsql "
             "AS 'BEGIN RETURN NULL; END'");
  assert_faults (self->store, "4:0 ");
}

static void
test_tampered (Desk *self, gconstpointer unused)
{
  decide (self->store, &ada, self->key, SKY_LEDGER_CONFIRM);
  decide (self->store, &ben, self->key, SKY_LEDGER_SECOND);
  decide (self->store, &ada, self->key, SKY_LEDGER_NOTE);
  run (self, "SET session_replication_role = replica;"
             "UPDATE skyward.ledger SET text = 'x' WHERE number = 2");
  assert_faults (self->store, "0:2 ");
  run (self, "SET session_replication_role = replica; DELETE FROM skyward.ledger WHERE number = 3");
  assert_faults (self->store, "0:2 1:3 ");
}

static void
cut (Desk *self)
{
  run (self, "SELECT pg_terminate_backend (pid, 10000) FROM pg_stat_activity"
             " WHERE application_name = 'skyward' AND datname = current_database ()");
}

static void
test_disconnected (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  decide (self->store, &ada, self->key, SKY_LEDGER_CONFIRM);
  {
    g_autoptr (SkyStoreTransaction) transaction =
        sky_store_begin (self->store, SKY_STORE_SURVIVES_POWER_CUT, &error);

    g_assert_no_error (error);
    decide (self->store, &ada, self->key, SKY_LEDGER_DISMISS);
    cut (self);
    g_assert_false (sky_store_transaction_commit (transaction, &error));
    g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED);
  }
  g_clear_error (&error);
  assert_fails (self->store, "SELECT 1", SKY_STORE_ERROR_DISCONNECTED);

  private_postgres_stop ();
  g_assert_false (sky_store_reconnect (self->store, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED);
  g_clear_error (&error);
  private_postgres_start ();
  g_assert_true (sky_store_reconnect (self->store, &error));
  g_assert_no_error (error);

  decide (self->store, &ada, self->key, SKY_LEDGER_NOTE);
  entries = sky_store_ledger_list (self->store, NULL, 0, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  assert_faults (self->store, "");
}

/* Nobody knows when the server is at it: it is stopped until it was. */
typedef struct
{
  SkyStore *store;
  gint done;
} Stopping;

static gpointer
stop_until_done (gpointer data)
{
  Stopping *self = data;

  while (!g_atomic_int_get (&self->done))
    {
      sky_store_interrupt (self->store);
      g_thread_yield ();
    }
  return NULL;
}

static void
test_interrupted (Desk *self, gconstpointer unused)
{
  Stopping stopping = { self->store, FALSE };
  GThread *thread = g_thread_new ("stop", stop_until_done, &stopping);

  assert_fails (self->store, "SELECT pg_sleep (600)", SKY_STORE_ERROR_CANCELLED);
  g_atomic_int_set (&stopping.done, TRUE);
  g_thread_join (thread);
}

/* One who waits too long for another writer is told, and goes on when that one is done. */
static void
test_busy (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyStore) other = open_store (self->uri);
  g_autoptr (GError) error = NULL;
  SkyStoreTransaction *first = sky_store_begin (self->store, SKY_STORE_SURVIVES_CRASH, &error);
  gint64 stamp = sky_store_get_stamp (other);

  g_assert_no_error (error);
  g_assert_true (sky_store_run (other, "SET lock_timeout = 1", NULL));
  g_assert_null (sky_store_begin (other, SKY_STORE_SURVIVES_CRASH, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, "the writer is skyward (skyward, process "));
  g_assert_cmpint (sky_store_get_stamp (other), ==, stamp);
  g_assert_true (sky_store_transaction_commit (first, NULL));
  sky_store_transaction_free (first);
  g_assert_cmpint (sky_store_get_stamp (other), !=, stamp);
  decide (other, &ben, self->key, SKY_LEDGER_CONFIRM);

  /* So is one who stands beside the line, and has the row that each writer changes. */
  g_assert_true (sky_store_run (self->store, "BEGIN; UPDATE store SET stamp = stamp", NULL));
  g_clear_error (&error);
  g_assert_null (sky_store_begin (other, SKY_STORE_SURVIVES_CRASH, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, "the writer is skyward (skyward, process "));
  g_assert_true (sky_store_run (self->store, "ROLLBACK", NULL));
}

static void
test_read_only (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) reader = sky_store_open (self->uri, SKY_STORE_READ_ONLY, &error);

  g_assert_no_error (error);
  g_assert_null (sky_store_begin (reader, SKY_STORE_SURVIVES_CRASH, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_READ_ONLY);
  assert_fails (reader, "DELETE FROM reviews", SKY_STORE_ERROR_READ_ONLY);
}

/* --- From one database to the other ----------------------------------------------------------- */

static void
fill (SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) png = g_bytes_new_static ("\x89PNG\r\n\x1a\nhand", 12);
  const SkyCaseStill still = { .camera = "CR-01-A",
                               .property = "Keystone",
                               .table = "CR-01",
                               .game = "craps",
                               .gaming_day = 19665,
                               .at = 1699128903250000 };
  g_autoptr (SkyCaseDetails) details = sky_case_details_new ("dispute", "Lee Ott", "paid");
  gint64 id;

  for (guint table = 0; table < 3; table++)
    for (guint day = 0; day < 3; day++)
      {
        g_autoptr (SampleAudit) audit =
            sample_audit_new (2 - table, 2 * day, 30, 400, 3 * table + day + 1);
        g_autofree char *key = sample_audit_key (audit, 5);

        sample_audit_write (audit, store);
        decide (store, &ada, key, SKY_LEDGER_ESCALATE);
      }
  {
    /* An audit that finds less: the others are withdrawn. */
    g_autoptr (SampleAudit) fewer = sample_audit_new (0, 2, 30, 40, 77);

    sample_audit_write (fewer, store);
  }
  g_assert_true (sky_store_open_case (store, &ada, "Win\tdow \\ \"1\"\n", &id, &error));
  g_assert_true (sky_store_add_still (store, &ada, id, &still, png, "The hand.", NULL, &error));
  g_assert_true (sky_store_describe_case (store, &ada, id, details, id, &error));
  g_assert_no_error (error);
}

static GPtrArray *
list_all (SkyStore *store, SkyFindingSort sort)
{
  SkyFindingFilter all = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  GPtrArray *page = sky_store_findings_page (store, &all, sort, FALSE, 0, 100000, &error);

  g_assert_no_error (error);
  return page;
}

static void
assert_same (SkyStore *one, SkyStore *other)
{
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (one, NULL, 0, 1000, NULL);
  g_autoptr (GPtrArray) copies = sky_store_ledger_list (other, NULL, 0, 1000, NULL);
  g_autofree char *identity = sky_store_get_identity (one, NULL);
  g_autofree char *copy = sky_store_get_identity (other, NULL);
  SkyLook look, copied;

  /* What stands side by side in other orders is told apart by the logs' numbers, which each store
   * gives as it does. */
  for (guint i = 0; i < 2; i++)
    {
      SkyFindingSort sort = i == 0 ? SKY_FINDING_SORT_RECORD : SKY_FINDING_SORT_DAY;
      g_autoptr (GPtrArray) page = list_all (one, sort);
      g_autoptr (GPtrArray) found = list_all (other, sort);

      g_assert_cmpuint (page->len, ==, found->len);
      for (guint k = 0; k < page->len; k++)
        {
          const SkyStoredFinding *a = page->pdata[k], *b = found->pdata[k];

          g_assert_cmpstr (a->key, ==, b->key);
          g_assert_cmpint (a->id, ==, b->id);
          g_assert_cmpint (a->state, ==, b->state);
          g_assert_cmpstr (a->explanation, ==, b->explanation);
        }
    }
  g_assert_cmpuint (entries->len, ==, copies->len);
  for (guint i = 0; i < entries->len; i++)
    g_assert_cmpstr (((SkyLedgerEntry *) entries->pdata[i])->digest, ==,
                     ((SkyLedgerEntry *) copies->pdata[i])->digest);
  g_assert_true (sky_store_get_present (one, &look, NULL)
                 && sky_store_get_present (other, &copied, NULL));
  g_assert_cmpmem (&look, sizeof look, &copied, sizeof copied);
  g_assert_cmpstr (identity, ==, copy);
  g_assert_true (sky_store_check (other, NULL));
}

static void
count_tables (const SkyCopiedTable *table, gpointer data)
{
  g_assert_cmpuint (strlen (table->digest), ==, 64);
  ++*(guint *) data;
}

static void
assert_copied (SkyStore *from, SkyStore *to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) stills = NULL;
  SkyCopied copied;
  guint n_tables = 0;

  sky_store_copy (from, to, count_tables, &n_tables, &copied, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_tables, ==, 24);
  g_assert_cmpuint (copied.n_logs, ==, 9);
  g_assert_cmpuint (copied.n_findings, ==, 8 * 400 + 40);
  g_assert_cmpuint (copied.n_entries, ==, 12);
  g_assert_cmpuint (copied.n_stills, ==, 1);
  g_assert_cmpuint (copied.n_stills_missing, ==, 0);
  assert_same (from, to);
}

static void
test_copied (Desk *self, gconstpointer unused)
{
  g_autofree char *uri = private_postgres_new_database ();
  g_autofree char *back_path = g_strconcat (self->samples.path, "-back", NULL);
  g_autoptr (SkyStore) file = open_store (self->samples.path);
  g_autoptr (SkyStore) shared = open_store (uri);
  g_autoptr (SkyStore) back = open_store (back_path);
  g_autoptr (SampleAudit) later = sample_audit_new (1, 7, 30, 400, 5);
  g_autoptr (GError) error = NULL;
  SkyCopied copied;

  fill (file);
  assert_copied (file, shared);
  assert_copied (shared, back);
  /* The one goes on as the other does. */
  sample_audit_write (later, file);
  sample_audit_write (later, shared);
  sample_audit_write (later, back);
  assert_same (file, shared);
  assert_same (file, back);
  remove_stills (self->samples.path);
  remove_stills (back_path);

  g_assert_false (sky_store_copy (file, shared, NULL, NULL, &copied, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CONFLICT);
}

/* A database that changes what is put into it keeps nothing. */
static void
test_miscopied (Desk *self, gconstpointer unused)
{
  g_autofree char *uri = private_postgres_new_database ();
  g_autoptr (SkyStore) file = open_store (self->samples.path);
  g_autoptr (SkyStore) shared = open_store (uri);
  g_autoptr (GError) error = NULL;
  SkyCopied copied;

  fill (file);
  g_free (private_postgres_run (
      uri, "CREATE FUNCTION skyward.round_off () RETURNS trigger LANGUAGE plpgsql AS "
           "'BEGIN NEW.variance := 0; RETURN NEW; END';"
           "CREATE TRIGGER round_off BEFORE INSERT ON skyward.findings FOR EACH ROW"
           " EXECUTE FUNCTION skyward.round_off ()"));
  g_assert_false (sky_store_copy (file, shared, NULL, NULL, &copied, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "findings"));
  remove_stills (self->samples.path);
  assert_says (uri, "SELECT count(*) FROM skyward.archives", "0\n");
}

/* --- Roles ------------------------------------------------------------------------------------ */

/* The same database for the role @role. */
static char *
uri_of (Desk *self, const char *role)
{
  return g_strdup_printf ("%s%cuser=%s", self->uri, strchr (self->uri, '?') != NULL ? '&' : '?',
                          role);
}

static void
grant (Desk *self, const char *role, const char *kind, const char *property)
{
  const char *const properties[] = { property, NULL };
  g_autoptr (GError) error = NULL;

  sky_store_grant (self->store, role, kind, properties, &error);
  g_assert_no_error (error);
}

/* What psql answers @role; @good is whether it does as it is told. */
static char *
ask_psql (Desk *self, const char *role, const char *sql, gboolean *good)
{
  g_autofree char *uri = uri_of (self, role);
  const char *const arguments[] = { "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", uri,
                                    "-c",   sql,     NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  char *complained = NULL;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said,
                &complained, &status, &error);
  g_assert_no_error (error);
  *good = g_spawn_check_wait_status (status, NULL);
  if (!*good)
    return complained;
  g_free (complained);
  return g_steal_pointer (&said);
}

static void
assert_denied (Desk *self, const char *role, const char *sql)
{
  gboolean good;
  g_autofree char *said = ask_psql (self, role, sql, &good);

  g_assert_false (good);
  if (strstr (said, "permission denied") == NULL && strstr (said, "row-level security") == NULL
      && strstr (said, "must be owner") == NULL && strstr (said, "must be superuser") == NULL)
    g_error ("%s: %s", sql, said);
}

static void
assert_told (Desk *self, const char *role, const char *sql, const char *wanted)
{
  gboolean good;
  g_autofree char *said = ask_psql (self, role, sql, &good);

  g_assert_cmpstr (said, ==, wanted);
  g_assert_true (good);
}

/* @text as it stands in SQL; a new string. */
static char *
quote (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", "'", -1);
  g_autofree char *doubled = g_strjoinv ("''", parts);

  return text != NULL ? g_strdup_printf ("'%s'", doubled) : g_strdup ("NULL");
}

/* Adds @said to @sql, behind the entry that it has the number and the digest of, which it then is
 * itself. It is said by Ada, and not signed. */
static void
say_by_hand (SkyLedgerEntry *said, GString *sql)
{
  g_autofree char *finding = quote (said->finding);
  g_autofree char *text = quote (said->text);
  g_autofree char *data = quote (said->data);

  if (said->credential == NULL)
    said->credential = (char *) ada.credential;
  said->name = (char *) ada.name;
  if (said->at == 0)
    said->at = g_get_real_time ();
  said->number++;
  g_strlcpy (said->previous, said->digest, sizeof said->previous);
  sky_ledger_entry_digest (said, said->digest);
  g_string_append_printf (sql,
                          "INSERT INTO skyward.ledger VALUES (%" G_GINT64_FORMAT
                          ", %" G_GINT64_FORMAT ", '%s', '%s', '%s', %s, %" G_GINT64_FORMAT
                          ", %s, %s, '%s', '%s');",
                          said->number, said->at, said->credential, said->name, said->action,
                          finding, said->target, text, data, said->previous, said->digest);
}

/* What @said is said behind. */
static void
find_head (Desk *self, SkyLedgerEntry *said)
{
  SkyLedgerMark head;

  g_assert_true (sky_store_get_ledger_head (self->store, &head, NULL));
  said->number = head.number;
  g_strlcpy (said->digest, head.digest, sizeof said->digest);
}

/* Has @role add an entry by itself, behind the last one; psql must complain of @wanted. */
static void
assert_no_entry (Desk *self, const char *role, SkyLedgerEntry said, const char *wanted)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autofree char *complained = NULL;
  gboolean good;

  find_head (self, &said);
  say_by_hand (&said, sql);
  complained = ask_psql (self, role, sql->str, &good);
  g_assert_false (good);
  if (strstr (complained, wanted) == NULL)
    g_error ("%s: %s", sql->str, complained);
}

static void
test_operator (Desk *self, gconstpointer unused)
{
  static const char *const denied[] = {
    "UPDATE skyward.ledger SET text = 'x'",
    "DELETE FROM skyward.ledger",
    "TRUNCATE skyward.ledger",
    "UPDATE skyward.ledger_head SET number = 0",
    "ALTER TABLE skyward.ledger DISABLE TRIGGER ALL",
    "ALTER TABLE skyward.ledger DISABLE ROW LEVEL SECURITY",
    "CREATE TABLE skyward.mine (n integer)",
    "DELETE FROM skyward.findings",
    "UPDATE skyward.findings SET variance = 0",
    "DELETE FROM skyward.logs",
    "UPDATE skyward.logs SET property = 'Keystone'",
    "SELECT text FROM skyward.texts",
    "SELECT * FROM skyward.findings_2023_11",
    "SELECT * FROM skyward.members",
    "INSERT INTO skyward.members VALUES ('floor_operator', 'operator', '', '')",
    "SELECT skyward.admit ('floor_operator', 'operator', '{\"\"}', '{\"\"}')",
    "SELECT skyward.make_log_id ('Keystone', 'CR-99', 19700, 'craps', 1)",
    "SET ROLE skyward",
    "COPY skyward.ledger TO PROGRAM 'cat'",
  };
  g_autoptr (SampleAudit) theirs = sample_audit_new (2, 0, 20, 30, 1);
  g_autofree char *their_key = sample_audit_key (theirs, 0);
  g_autofree char *uri = uri_of (self, "floor_operator");
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) page = NULL;
  SkyFindingFilter all = SKY_FINDING_FILTER_INIT;
  g_autoptr (SkyCase) found = NULL;
  gint64 hidden, id;

  /* The desk's own log is Allegheny's, this one Keystone's. */
  run (self, "CREATE ROLE floor_operator LOGIN");
  sample_audit_write (theirs, self->store);
  grant (self, "floor_operator", "operator", "Keystone");
  decide (self->store, &ada, self->key, SKY_LEDGER_CONFIRM);
  g_assert_true (sky_store_open_case (self->store, &ada, "Allegheny's", &hidden, &error));
  g_assert_true (sky_store_add_to_case (self->store, &ada, hidden, self->key, 0, "Look.", &error));

  for (guint i = 0; i < G_N_ELEMENTS (denied); i++)
    assert_denied (self, "floor_operator", denied[i]);
  assert_told (self, "floor_operator", "SELECT DISTINCT property FROM skyward.logs", "Keystone\n");
  assert_told (self, "floor_operator", "SELECT count(*) FROM skyward.findings", "30\n");
  assert_told (self, "floor_operator", "SELECT sum(n) FROM skyward.round_blocks", "20\n");
  assert_told (self, "floor_operator", "SELECT count(*) FROM skyward.finding_blocks", "1\n");
  assert_told (self, "floor_operator", "SELECT count(*) FROM skyward.ledger", "0\n");
  assert_told (self, "floor_operator", "SELECT count(*) FROM skyward.reviews", "0\n");
  assert_told (self, "floor_operator", "SELECT count(*) FROM skyward.cases", "0\n");

  /* Through the program: what is its property's is decided, what is another's is not there. */
  store = open_store (uri);
  page = sky_store_findings_page (store, &all, SKY_FINDING_SORT_WHAT, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, 30);
  decide (store, &ben, their_key, SKY_LEDGER_ESCALATE);
  g_assert_false (sky_store_decide (store, &ben, self->key, SKY_LEDGER_DISMISS, "No.",
                                    SKY_REVIEW_ANY, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (sky_store_open_case (store, &ben, "Keystone's", &id, &error));
  g_assert_no_error (error);
  found = sky_store_get_case (store, id, &error);
  g_assert_cmpint (found->number, ==, 2);
  entries = sky_store_ledger_list (store, NULL, 0, 100, &error);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_null (sky_store_ledger_verify (store, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  assert_no_entry (self, "floor_operator",
                   (SkyLedgerEntry){ .action = "finding.note",
                                     .finding = "Allegheny/CR-01/2023-11-01/craps/x/1/",
                                     .text = "x" },
                   "row-level security");
  assert_faults (self->store, "");
  g_assert_true (sky_store_check (self->store, NULL));
}

/* What one role writes past the program must not stop the others, or give anybody a certificate. */
static void
test_hostile (Desk *self, gconstpointer unused)
{
  SkyLedgerEntry theirs_said = { .action = "case.still", .finding = "Keystone/x" };
  SkyLedgerEntry undo = { .action = "undo" };
  g_autoptr (GString) chain = g_string_new (NULL);
  static const char *const denied[] = {
    "CREATE TEMP TABLE t (number bigint, digest text);"
    " CREATE TRIGGER t AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION skyward.ledger_move ()",
    "CREATE TEMP TABLE t (n integer);"
    " CREATE TRIGGER t AFTER INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION skyward.audits_tell "
    "()",
    "CREATE FUNCTION skyward.sees (integer) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
  };
  static const char *const vague[] = { "finding.note", "finding.confirm", "bookmark.add",
                                       "case.open",    "case.add",        "case.still",
                                       "print" };
  const char *const nameless[] = { "", NULL };
  g_autoptr (SampleAudit) theirs = sample_audit_new (2, 0, 20, 30, 1);
  g_autoptr (GError) error = NULL;

  run (self, "CREATE ROLE stray_operator LOGIN; CREATE ROLE stray_auditor LOGIN");
  grant (self, "stray_operator", "operator", "Keystone");
  grant (self, "stray_auditor", "auditor", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (denied); i++)
    assert_denied (self, "stray_operator", denied[i]);
  assert_denied (self, "stray_auditor", "DELETE FROM skyward.reviews");
  assert_denied (self, "stray_auditor", "DELETE FROM skyward.bookmarks");

  theirs_said.data = "{x}";
  assert_no_entry (self, "stray_operator", theirs_said, "json");
  theirs_said.data = "{\"sha256\":\"\\u0000\"}";
  assert_no_entry (self, "stray_operator", theirs_said, "Unicode");
  assert_no_entry (self, "stray_operator", (SkyLedgerEntry){ .action = "person.add", .data = "{}" },
                   "row-level security");

  sample_audit_write (theirs, self->store);

  /* Undoing what undid what undid… must not be more than the server's stack holds. */
  theirs_said =
      (SkyLedgerEntry){ .action = "bookmark.add", .data = "{\"property\":\"Allegheny\"}" };
  find_head (self, &theirs_said);
  say_by_hand (&theirs_said, chain);
  undo.number = theirs_said.number;
  g_strlcpy (undo.digest, theirs_said.digest, sizeof undo.digest);
  for (guint i = 0; i < 100; i++)
    {
      undo.target = undo.number;
      say_by_hand (&undo, chain);
    }
  run (self, chain->str);
  undo.target = undo.number;
  assert_no_entry (self, "stray_operator", undo, "too often");
  assert_told (self, "stray_operator", "SELECT count(*) FROM skyward.ledger WHERE number = 101",
               "0\n");

  /* What is another property's is not taken back by saying that it is of one's own. */
  undo.finding = "Keystone/x";
  undo.target = 1;
  assert_no_entry (self, "stray_operator", undo, "not about what it takes back");
  undo.action = "bookmark.remove";
  undo.target = 2;
  assert_no_entry (self, "stray_operator", undo, "not about what it takes back");

  /* Entries that say something of nothing keep nobody from working out what follows from all. */
  sky_store_grant (self->store, "stray_operator", "operator", NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (vague); i++)
    {
      SkyLedgerEntry said = { .action = (char *) vague[i] };

      find_head (self, &said);
      g_string_truncate (chain, 0);
      say_by_hand (&said, chain);
      assert_told (self, "stray_operator", chain->str, "");
    }
  g_assert_true (sky_store_rebuild_reviews (self->store, &error));
  g_assert_no_error (error);
  assert_faults (self->store, "");

  g_assert_false (sky_store_grant (self->store, "public", "worker", NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_false (sky_store_grant (self->store, "stray_operator", "operator", nameless, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
}

/* The server knows the words of an entry by its digest, whatever stands in them, and whose role
 * brought it. Once somebody is registered nothing is added unsigned. */
static void
test_sealed (Desk *self, gconstpointer unused)
{
  static const char *const edits[] = {
    "digest = repeat ('a', 64)",
    "previous = digest",
    "text = 'Another.'",
    "text = NULL",
    "name = 'Ben Stone'",
    "credential = 'PA-100002'",
    "at = at + 1",
    "target = 1",
    "data = '{}'",
    "finding = finding || '/'",
    "action = 'finding.second'",
  };
  SkyLedgerEntry said = { .at = 1699128903018231, .action = "finding.note", .finding = self->key };
  SkyLedgerEntry person = { .action = "person.add", .data = "{}" };
  g_autoptr (GString) text = g_string_new ("\"\\\\b\\\"\\u0001/'é€\xf0\x9f\x8e\xb2\x7f");
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autofree char *uri = uri_of (self, "note_taker");

  run (self, "CREATE ROLE note_taker LOGIN");
  grant (self, "note_taker", "operator", "Allegheny");
  for (char c = 1; c < 0x20; c++)
    g_string_append_printf (text, "%c\\%c", c, c);
  said.text = text->str;
  find_head (self, &said);
  say_by_hand (&said, sql);

  /* Another entry than the one whose digest it has. */
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autofree char *edited =
          g_strdup_printf ("CREATE TEMP TABLE said (LIKE skyward.ledger); %s; UPDATE said SET %s;"
                           "INSERT INTO skyward.ledger SELECT * FROM said",
                           sql->str, edits[i]);
      g_autofree char *complained = NULL;
      gboolean good;

      memcpy (strstr (edited, "skyward.ledger VALUES"), "pg_temp.said   VALUES", 21);
      complained = ask_psql (self, "note_taker", edited, &good);
      g_assert_false (good);
      if (strstr (complained, "digest is not that") == NULL
          && strstr (complained, "only added to at its end") == NULL)
        g_error ("%s: %s", edits[i], complained);
    }
  assert_told (self, "note_taker", sql->str, "");
  assert_says (self->uri, "SELECT number, role FROM skyward.ledger", "1|note_taker\n");
  /* The database itself has counted the note. */
  assert_faults (self->store, "");

  find_head (self, &person);
  g_string_truncate (sql, 0);
  say_by_hand (&person, sql);
  run (self, sql->str);
  assert_no_entry (self, "note_taker", said, "wants entries signed");
}

/* Who is taken out does nothing more, through a connection that is open either. */
static void
test_revoked (Desk *self, gconstpointer unused)
{
  g_autofree char *uri = uri_of (self, "leaver");
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GError) error = NULL;

  run (self, "CREATE ROLE leaver LOGIN");
  grant (self, "leaver", "investigator", "Allegheny");
  store = open_store (uri);
  decide (store, &ada, self->key, SKY_LEDGER_CONFIRM);
  g_assert_false (sky_store_revoke (store, "leaver", &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);

  g_assert_true (sky_store_revoke (self->store, "leaver", &error));
  g_assert_no_error (error);
  g_assert_false (sky_store_decide (store, &ada, self->key, SKY_LEDGER_NOTE, "x", SKY_REVIEW_ANY,
                                    NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  assert_denied (self, "leaver", "SELECT count(*) FROM skyward.logs");
  assert_denied (self, "leaver", "SELECT skyward.text_order ()");
  assert_denied (self, "leaver", "UPDATE skyward.store SET stamp = 1");
  assert_says (self->uri, "SELECT count(*) FROM skyward.members", "0\n");
  assert_says (self->uri, "SELECT number, role FROM skyward.ledger", "1|leaver\n");

  g_assert_false (sky_store_revoke (self->store, "leaver", &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_pointer (&store, sky_store_free);
  run (self, "DROP OWNED BY leaver; DROP ROLE leaver");
}

/* No store is made in a schema that is another role's. */
static void
test_squatted (void)
{
  g_autofree char *uri = private_postgres_new_database ();
  g_autoptr (GError) error = NULL;

  g_free (private_postgres_run (uri, "CREATE ROLE squatter;"
                                     "CREATE SCHEMA skyward AUTHORIZATION squatter"));
  g_assert_null (sky_store_open (uri, SKY_STORE_READ_WRITE, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "belongs to another role"));
  assert_says (uri, "SELECT count(*) FROM pg_class WHERE relnamespace = 'skyward'::regnamespace",
               "0\n");
  g_free (private_postgres_run (uri, "ALTER SCHEMA skyward OWNER TO current_user;"
                                     "DROP ROLE squatter"));
  sky_store_free (open_store (uri));
}

/* An auditor sees all and adds notes; a worker writes what audits make, of its property. */
static void
test_others (Desk *self, gconstpointer unused)
{
  g_autoptr (SampleAudit) mine = sample_audit_new (2, 0, 20, 300, 1);
  g_autoptr (SampleAudit) other = sample_audit_new (3, 0, 20, 30, 1);
  g_autofree char *auditor_uri = uri_of (self, "board_auditor");
  g_autofree char *worker_uri = uri_of (self, "night_worker");
  g_autoptr (SkyStore) auditor = NULL;
  g_autoptr (SkyStore) worker = NULL;
  g_autoptr (GError) error = NULL;

  run (self, "CREATE ROLE board_auditor LOGIN; CREATE ROLE night_worker LOGIN");
  grant (self, "board_auditor", "operator", "Keystone");
  grant (self, "board_auditor", "auditor", NULL);
  grant (self, "night_worker", "worker", "Keystone");

  auditor = open_store (auditor_uri);
  decide (auditor, &ben, self->key, SKY_LEDGER_NOTE);
  g_assert_false (sky_store_decide (auditor, &ben, self->key, SKY_LEDGER_CONFIRM, NULL,
                                    SKY_REVIEW_ANY, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  assert_faults (auditor, "");

  worker = open_store (worker_uri);
  sample_audit_write (mine, worker);
  sample_audit_write (mine, worker);
  g_assert_false (sky_store_write_log (
      worker, &other->log, (const SkyStoredRound *) other->rounds->data, other->rounds->len,
      (const SkyStoredFinding *) other->findings->data, other->findings->len, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  assert_denied (self, "night_worker", "DELETE FROM skyward.ledger");
  assert_denied (self, "night_worker",
                 "INSERT INTO skyward.ledger SELECT 1, 0, 'x', 'x', 'view', NULL, 0, NULL, NULL,"
                 " digest, digest, NULL FROM skyward.ledger_head");
  g_assert_true (sky_store_check (self->store, NULL));

  /* Nobody else opens it, and a file has no roles. */
  g_assert_false (sky_store_grant (self->store, "nobody_there", "worker", NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (sky_store_grant (worker, "night_worker", "operator", NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
}

/* By hand, too, a second reviewer is another than the first, and an auditor adds notes alone. */
static void
test_by_hand (Desk *self, gconstpointer unused)
{
  static const char *const others[] = {
    "finding.confirm", "finding.dismiss", "finding.second", "undo",   "case.open",
    "case.add",        "bookmark.add",    "view",           "export", "person.add"
  };
  SkyLedgerEntry said = { .action = "finding.second" };
  g_autoptr (GString) sql = g_string_new (NULL);

  said.finding = self->key;
  run (self, "CREATE ROLE hand_operator LOGIN; CREATE ROLE hand_auditor LOGIN");
  grant (self, "hand_operator", "operator", NULL);
  grant (self, "hand_auditor", "auditor", NULL);
  assert_no_entry (self, "hand_operator", said, "second reviewer");
  decide (self->store, &ada, self->key, SKY_LEDGER_CONFIRM);
  said.credential = (char *) " pa-100001 ";
  assert_no_entry (self, "hand_operator", said, "second reviewer");
  said.credential = (char *) "PA-100002";
  find_head (self, &said);
  say_by_hand (&said, sql);
  assert_told (self, "hand_operator", sql->str, "");
  assert_told (self, "hand_operator", "SELECT second_credential FROM skyward.reviews",
               "PA-100002\n");
  assert_faults (self->store, "");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      SkyLedgerEntry theirs = { .at = said.at, .action = (char *) others[i] };

      if (strcmp (others[i], "undo") == 0)
        theirs.target = 1;
      if (g_str_has_prefix (others[i], "finding.") || theirs.target != 0)
        theirs.finding = self->key;
      if (strcmp (others[i], "finding.second") != 0)
        assert_no_entry (self, "hand_auditor", theirs, "row-level security");
    }
  said.action = (char *) "finding.note";
  said.text = (char *) "Seen.";
  find_head (self, &said);
  g_string_truncate (sql, 0);
  say_by_hand (&said, sql);
  assert_told (self, "hand_auditor", sql->str, "");
  assert_told (self, "hand_auditor", "SELECT n_notes FROM skyward.reviews", "1\n");
  assert_faults (self->store, "");
}

/* --- Versions --------------------------------------------------------------------------------- */

/* A store that was made before the first release is left as it is. */
static void
test_unreleased (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  run (self, "ALTER TABLE skyward.store DROP COLUMN made_by; UPDATE skyward.store SET version = 7");
  g_assert_null (sky_store_open (self->uri, SKY_STORE_READ_WRITE, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_VERSION);
  g_assert_nonnull (strstr (error->message, "before its first release"));
  g_autofree char *said = private_postgres_run (self->uri, "SELECT version FROM skyward.store");
  g_assert_cmpstr (said, ==, "7\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/postgres/tell", test_tell);
  g_test_add_func ("/postgres/misspelt", test_misspelt);
  g_test_add_func ("/postgres/squatted", test_squatted);
#define TEST(name, function) g_test_add ("/postgres/" name, Desk, NULL, set_up, function, tear_down)
  TEST ("numbers", test_numbers);
  TEST ("guards", test_guards);
  TEST ("tampered", test_tampered);
  TEST ("disconnected", test_disconnected);
  TEST ("interrupted", test_interrupted);
  TEST ("busy", test_busy);
  TEST ("read-only", test_read_only);
  TEST ("operator", test_operator);
  TEST ("hostile", test_hostile);
  TEST ("sealed", test_sealed);
  TEST ("others", test_others);
  TEST ("by-hand", test_by_hand);
  TEST ("revoked", test_revoked);
  TEST ("copied", test_copied);
  TEST ("miscopied", test_miscopied);
  TEST ("unreleased", test_unreleased);

  return g_test_run ();
}
