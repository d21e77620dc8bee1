/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-run.h"
#include "sky-cli-recordings.h"
#include "sky-cli.h"
#include "sky-ledger-judge.h"
#include "sky-lock-list.h"
#include "sky-pattern-reading.h"
#include "sky-progress.h"
#include "sky-store-audit.h"
#include "sky-store-compare.h"
#include "sky-store-copy.h"
#include "sky-store-grant.h"
#include "sky-store-opener.h"
#include "sky-store-testimony.h"
#include "sky-stored-log.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <inttypes.h>

/* What is told of a table is for programs too: name, rows, digest. */
static void
tell_table (const SkyCopiedTable *table, gpointer unused)
{
  sky_cli_print ("%s\t%" PRIu64 "\t%s\n", table->table, table->n_rows, table->digest);
}

static SkyCliStatus
copy (const char *from_path, const char *to_path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) from = sky_cli_open_store (from_path, SKY_STORE_READ_ONLY, &error);
  g_autoptr (SkyStore) to = NULL;
  SkyCopied copied;

  if (from != NULL)
    to = sky_cli_open_store (to_path, SKY_STORE_READ_WRITE, &error);
  if (to == NULL || !sky_store_copy (from, to, tell_table, NULL, &copied, &error))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  sky_cli_print (_ ("%s: same as %s; logs: %" PRIu64 ", findings: %" PRIu64
                    ", ledger entries: %" PRIu64 ", stills: %" PRIu64 "\n"),
                 sky_store_get_path (to), sky_store_get_path (from), copied.n_logs,
                 copied.n_findings, copied.n_entries, copied.n_stills);
  if (copied.n_stills_missing > 0)
    sky_cli_complain (
        _ ("stills that were already missing or changed, and that the copy lacks: %" PRIu64),
        copied.n_stills_missing);
  return SKY_CLI_DONE;
}

static SkyCliStatus
grant (const char *path, const char *role, const char *kind, char **properties)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_cli_open_store (path, SKY_STORE_READ_WRITE, &error);

  if (store == NULL
      || !sky_store_grant (store, role, kind, (const char *const *) properties, &error))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  return SKY_CLI_DONE;
}

static SkyCliStatus
take_out (const char *path, const char *role)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_cli_open_store (path, SKY_STORE_READ_WRITE, &error);

  if (store == NULL || !sky_store_revoke (store, role, &error))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  return SKY_CLI_DONE;
}

/* The judge of the ledger's signatures has a say in what is locked. */
static SkyCliStatus
list_locks (const char *path, gboolean released)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_cli_open_store (path, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) locks =
      store != NULL ? sky_store_list_recording_locks (store, &error) : NULL;

  if (locks == NULL)
    return sky_cli_fail (error);
  g_autofree char *csv = sky_lock_list_to_csv (locks, released);
  return sky_cli_write (csv, strlen (csv)) ? SKY_CLI_DONE : SKY_CLI_FAILED;
}

/* --- Checking --------------------------------------------------------------------------------- */

/* What is made anew, in a folder of its own. */
typedef struct
{
  SkyStore *store;
  SkyStore *kept;     /* what it is compared with */
  GHashTable *inputs; /* SkyArchive → its digest, from before the audit */
  GPtrArray *by_eye; /* of SkyStoredLog: what was recorded by eye, while that is audited; or NULL */
  GError *error;
} Again;

static void
cancel (gpointer run)
{
  sky_audit_run_cancel (run);
}

static void
get_progress (gpointer run, gint64 *done, gint64 *total)
{
  sky_audit_run_get_progress (run, done, total);
}

static GBytes *
get_no_state (const SkyArchive *archive, SkyLog *log, gpointer unused)
{
  return NULL;
}

static void
judged (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Again *again = user_data;

  if (again->error == NULL)
    sky_store_write_audit (again->store, archive, g_hash_table_lookup (again->inputs, archive),
                           audit, SKY_VERSION, NULL, &again->error);
}

/* What the store has of the log that was recorded by eye; NULL: nothing. */
static const SkyStoredLog *
find_by_eye (const Again *again, const SkyLogAudit *audit)
{
  for (guint i = 0; i < again->by_eye->len; i++)
    {
      const SkyStoredLog *log = again->by_eye->pdata[i];
      g_autofree char *path = g_build_filename (log->archive, log->name, NULL);

      if (g_str_equal (path, sky_log_get_path (audit->log)))
        return log;
    }
  return NULL;
}

/* The pictures are not read again: what they showed is taken over. */
static void
take_testimony (const SkyArchive *archive,
                SkyLogAudit *audit,
                const gint *cancelled,
                gpointer user_data)
{
  Again *again = user_data;
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  g_autoptr (GPtrArray) logs = NULL;

  if (again->by_eye != NULL)
    {
      const SkyStoredLog *log = find_by_eye (again, audit);

      if (log != NULL && again->error == NULL)
        sky_store_add_testimony (again->kept, log->id, audit, &again->error);
      return;
    }
  logs = sky_store_list_logs_of_day (again->kept, header->property, header->table,
                                     header->gaming_day, NULL);
  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (log->number == 1 && again->error == NULL)
        sky_store_add_testimony (again->kept, log->id, audit, &again->error);
    }
}

/* Audits what @run is of anew. What keeps one from it is among @differences. */
static gboolean
run_again (Again *again, SkyAuditRun *run, GPtrArray *differences, GError **error)
{
  GPtrArray *opened = sky_audit_run_get_archives (run);
  GPtrArray *failures;
  SkyProgress *progress;
  gboolean done;

  for (guint i = 0; i < opened->len; i++)
    g_hash_table_insert (again->inputs, opened->pdata[i],
                         sky_store_audit_inputs (opened->pdata[i]));
  sky_audit_run_set_probe (run, sky_cli_recordings_get_probe (), NULL);
  sky_audit_run_set_earlier (run, get_no_state, NULL);
  sky_audit_run_set_sight (run, take_testimony, again);
  if (again->by_eye == NULL)
    sky_audit_run_set_judged (run, judged, again);
  progress = sky_progress_start (_ ("Auditing"), NULL, get_progress, cancel, run);
  done = sky_audit_run (run, 0, error);
  sky_progress_stop (progress);
  failures = sky_audit_run_get_failures (run);
  for (guint i = 0; i < failures->len; i++)
    g_ptr_array_add (differences, g_strdup (failures->pdata[i]));
  if (done && again->error != NULL)
    g_propagate_error (error, g_steal_pointer (&again->error));
  return done && (error == NULL || *error == NULL);
}

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer again)
{
  const SkyStoredLog *x = find_by_eye (again, *(const SkyLogAudit *const *) a);
  const SkyStoredLog *y = find_by_eye (again, *(const SkyLogAudit *const *) b);

  if (x == NULL || y == NULL)
    return (x == NULL) - (y == NULL);
  return x->number < y->number ? -1 : x->number > y->number;
}

/* In the order of their numbers: their findings' keys have these. */
static void
write_by_eye (Again *again, SkyAuditRun *run)
{
  GPtrArray *archives = sky_audit_run_get_archives (run);
  g_autoptr (GPtrArray) audits = g_ptr_array_copy (sky_audit_run_get_audits (run), NULL, NULL);

  g_ptr_array_sort_with_data (audits, compare_numbers, again);
  for (guint i = 0; i < audits->len; i++)
    for (guint j = 0; j < archives->len; j++)
      {
        const SkyArchive *archive = archives->pdata[j];
        const SkyLogAudit *audit = audits->pdata[i];

        if (g_strv_contains ((const char *const *) archive->logs, sky_log_get_path (audit->log)))
          judged (archive, audit->log, audit, again);
      }
}

/* Whether the store keeps logs of @archive that were recorded by eye. */
static gboolean
keeps_by_eye (GPtrArray *logs, const char *archive)
{
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (sky_stored_log_is_by_eye (log) && g_str_equal (log->archive, archive))
        return TRUE;
    }
  return FALSE;
}

/* Audits the archives anew: the tables' own logs, then what was recorded by eye, where the store
 * keeps any of it. An archive may have that alone. */
static gboolean
audit_again (Again *again, char **archives, GPtrArray *differences, GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (again->kept, NULL, error);
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  g_autoptr (GPtrArray) recorded = g_ptr_array_new ();
  gboolean done;

  if (logs == NULL)
    return FALSE;
  for (guint i = 0; archives[i] != NULL; i++)
    {
      const gboolean by_eye = keeps_by_eye (logs, archives[i]);
      g_autoptr (SkyArchive) archive = by_eye ? sky_archive_open (archives[i], NULL) : NULL;

      if (!by_eye || archive != NULL)
        g_ptr_array_add (own, archives[i]);
      if (by_eye)
        g_ptr_array_add (recorded, archives[i]);
    }
  g_ptr_array_add (own, NULL);
  g_ptr_array_add (recorded, NULL);
  g_autoptr (SkyAuditRun) run = sky_audit_run_new ((const char *const *) own->pdata);
  if (!run_again (again, run, differences, error) || recorded->len == 1)
    return *error == NULL;
  g_autoptr (SkyAuditRun) by_eye =
      sky_audit_run_new_recorded ((const char *const *) recorded->pdata);
  again->by_eye = logs;
  done = run_again (again, by_eye, differences, error);
  if (done)
    write_by_eye (again, by_eye);
  again->by_eye = NULL;
  if (again->error != NULL)
    g_propagate_error (error, g_steal_pointer (&again->error));
  return done && *error == NULL;
}

/* Returns: the paths of the archives that the store has, NULL-terminated. */
static char **
list_archives (SkyStore *store, GError **error)
{
  g_autoptr (GPtrArray) archives = sky_store_list_archives (store, error);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  if (archives == NULL)
    return NULL;
  for (guint i = 0; i < archives->len; i++)
    g_strv_builder_add (paths, ((const SkyStoredArchive *) archives->pdata[i])->path);
  return g_strv_builder_end (paths);
}

/* What is so damaged that it cannot be read is a difference like others. Returns FALSE when @cause
 * is something else, which goes into @error. */
static gboolean
take_damage (GError *cause, GPtrArray *differences, GError **error)
{
  if (!g_error_matches (cause, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED))
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  g_ptr_array_add (differences, g_strdup (cause->message));
  g_error_free (cause);
  return TRUE;
}

static gboolean
compare_part (
    SkyStore *store, Again *again, const char *archive, GPtrArray *differences, GError **error)
{
  GError *cause = NULL;

  return sky_store_compare (store, again->store, archive, differences, &cause)
         || take_damage (cause, differences, error);
}

static gboolean
compare (SkyStore *store, Again *again, char **archives, GPtrArray *differences, GError **error)
{
  GError *cause = NULL;
  g_autoptr (GPtrArray) faults = sky_store_ledger_verify (store, NULL, &cause);
  gboolean whole = faults != NULL && faults->len == 0;

  if (faults == NULL && !take_damage (cause, differences, error))
    return FALSE;
  for (guint i = 0; faults != NULL && i < faults->len; i++)
    g_ptr_array_add (differences, sky_ledger_fault_show (faults->pdata[i]));
  cause = NULL;
  if (!sky_store_check (store, &cause) && !take_damage (cause, differences, error))
    return FALSE;
  cause = NULL;
  if (!sky_patterns_check_kept (store, differences, &cause)
      && !take_damage (cause, differences, error))
    return FALSE;
  if (!audit_again (again, archives, differences, error))
    return FALSE;
  /* From a ledger that is not whole not all follows. */
  if (!sky_store_follow_ledger (store, again->store, whole ? error : NULL) && whole)
    return FALSE;
  for (guint i = 0; archives[i] != NULL; i++)
    if (!compare_part (store, again, archives[i], differences, error))
      return FALSE;
  return compare_part (store, again, NULL, differences, error);
}

static void
remove_again (const char *folder)
{
  static const char *const endings[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("again.db", endings[i], NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static SkyCliStatus
check_in (const char *folder, SkyStore *store, char **archives)
{
  g_autoptr (GPtrArray) differences = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) inputs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autofree char *path = g_build_filename (folder, "again.db", NULL);
  g_autoptr (GError) error = NULL;
  Again again = { sky_store_open (path, SKY_STORE_READ_WRITE, &error), store, inputs, NULL, NULL };
  gboolean done = again.store != NULL && compare (store, &again, archives, differences, &error);

  g_clear_error (&again.error);
  g_clear_pointer (&again.store, sky_store_free);
  if (!done)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  for (guint i = 0; i < differences->len; i++)
    sky_cli_print ("%s: %s\n", sky_store_get_path (store), (const char *) differences->pdata[i]);
  if (differences->len > 0)
    {
      sky_cli_complain (_ ("%s: the store differs from its archives and ledger: %u differences"),
                        sky_store_get_path (store), differences->len);
      return SKY_CLI_FAILED;
    }
  sky_cli_print (_ ("%s: the store matches its archives and ledger\n"), sky_store_get_path (store));
  return SKY_CLI_DONE;
}

/* The store held against its archives, or those of them that are named, and its ledger. */
static SkyCliStatus
check (const char *path, char **named)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_auto (GStrv) archives = NULL;
  g_autofree char *folder = NULL;
  SkyCliStatus status = SKY_CLI_FAILED;

  if (!sky_cli_recordings_want ())
    return SKY_CLI_FAILED;
  store = sky_cli_open_store (path, SKY_STORE_READ_ONLY, &error);
  if (store != NULL)
    archives = list_archives (store, &error);
  for (guint i = 0; archives != NULL && named != NULL && named[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) archives, named[i]))
      {
        sky_cli_complain (_ ("%s: the store has no archive %s"), sky_store_get_path (store),
                          named[i]);
        return SKY_CLI_FAILED;
      }
  if (archives != NULL)
    folder = g_dir_make_tmp ("skyward-check-XXXXXX", &error);
  if (folder == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  status = check_in (folder, store, named != NULL ? named : archives);
  remove_again (folder);
  return status;
}

SkyCliStatus
sky_cli_store (const SkyCommand *command, int argc, char **argv)
{
  static const char *const kinds[] = { "operator", "investigator", "auditor", "worker", NULL };
  g_autofree char *path = NULL;
  g_autofree char *kind = NULL;
  g_auto (GStrv) properties = NULL;
  g_auto (GStrv) archives = NULL;
  gboolean released = FALSE;
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &path, N_ ("The database (default: the console's)"),
      "FILE" },
    { "as", 0, 0, G_OPTION_ARG_STRING, &kind, N_ ("What the database role may do"),
      "operator|investigator|auditor|worker" },
    { "property", 0, 0, G_OPTION_ARG_STRING_ARRAY, &properties,
      N_ ("A property that the database role may see; repeatable (default: all)"), "NAME" },
    { "archive", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &archives,
      N_ ("An archive to compare the store with; repeatable (default: all)"), "FOLDER" },
    { "released", 0, 0, G_OPTION_ARG_NONE, &released, N_ ("Also list released recordings"), NULL },
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc == 4 && g_str_equal (argv[1], "copy") && path == NULL && kind == NULL
      && properties == NULL)
    return copy (argv[2], argv[3]);
  if (path == NULL)
    path = sky_store_default_path ();
  if (argc == 2 && g_str_equal (argv[1], "check") && kind == NULL && properties == NULL)
    return check (path, archives);
  if (argc == 2 && g_str_equal (argv[1], "locks") && kind == NULL && properties == NULL
      && archives == NULL)
    return list_locks (path, released);
  if (argc == 3 && g_str_equal (argv[1], "revoke") && kind == NULL && properties == NULL)
    return take_out (path, argv[2]);
  if (argc != 3 || !g_str_equal (argv[1], "grant") || kind == NULL)
    return sky_cli_wrong_usage (
        "store", _ ("give one of: check; copy FROM TO; locks; grant ROLE --as=WHAT; revoke ROLE"));
  if (!g_strv_contains (kinds, kind))
    return sky_cli_wrong_usage ("store", _ ("a role is operator, investigator, auditor or worker"));
  return grant (path, argv[2], kind, properties);
}
